//! Arrays, folds and scans.

use super::{Helper, Maker, Scope};

impl Maker<'_> {
    /// An array of numbers with its length: one in scope, or a new one.
    pub(super) fn some_array(&mut self, scope: &Scope, depth: u32) -> (String, String) {
        match self.of(&scope.arrays) {
            Some(array) if depth == 0 || self.choose(2) == 0 => array,
            _ => {
                let length = self.of(&scope.sizes).unwrap_or_else(|| "2".into());
                (self.array(scope, &length, depth.min(2)), length)
            }
        }
    }

    /// An array of bools with its length.
    pub(super) fn some_mask(&mut self, scope: &Scope, depth: u32) -> (String, String) {
        match self.of(&scope.masks) {
            Some(mask) if depth == 0 || self.choose(2) == 0 => mask,
            _ => {
                let length = self.of(&scope.sizes).unwrap_or_else(|| "2".into());
                let i = self.fresh("i");
                let mut inner = scope.clone();
                inner.indices.push((i.clone(), length.clone()));
                (format!("[{} for {i} in 0..{length}]", self.bool(&inner, depth.min(1))), length)
            }
        }
    }

    /// An array of numbers of this length.
    pub(super) fn array(&mut self, scope: &Scope, length: &str, depth: u32) -> String {
        let same: Vec<_> = scope.arrays.iter().filter(|(_, l)| l == length).cloned().collect();
        let plain = self.of(&same).map(|(name, _)| name);
        if depth == 0 {
            return plain.unwrap_or_else(|| format!("indices({length})"));
        }
        let d = depth - 1;
        let i = self.fresh("i");
        let mut inner = scope.clone();
        inner.indices.push((i.clone(), length.to_string()));
        match self.choose(14) {
            0 => plain.unwrap_or_else(|| format!("[1 for _ in 0..{length}]")),
            1..=3 => format!("[{} for {i} in 0..{length}]", self.num(&inner, d)),
            4 => format!("({} + {})", self.array(scope, length, d), self.num(scope, d)),
            5 => format!("({} * {})", self.array(scope, length, d), self.array(scope, length, d)),
            6 => self.scan(scope, length, d),
            7 | 8 => self.fold_of_array(scope, length, d),
            9 => {
                let condition = self.condition(scope, 1);
                format!(
                    "(if {condition} {{ {} }} else {{ {} }})",
                    self.array(scope, length, d),
                    self.array(scope, length, d)
                )
            }
            10 => format!("concat([{}], {})[..{length}]", self.num(scope, d), self.array(scope, length, d)),
            11 => {
                let maps: Vec<String> = self
                    .helpers
                    .iter()
                    .filter_map(|h| if let Helper::Maps(name) = h { Some(name.clone()) } else { None })
                    .collect();
                let array = self.array(scope, length, d);
                self.of(&maps).map_or(array.clone(), |name| format!("{name}({array})"))
            }
            12 => {
                let values = self.array(scope, length, d);
                let op = self.op();
                let keys = self.array(scope, length, d.min(1));
                match self.choose(4) {
                    0 => format!("width(select({keys}, {values}, {op}))"),
                    1 => format!("aggregate(select({keys}, {keys}, {op}), {values})"),
                    2 => format!(
                        "pick(select({keys}, indices({length}), {op}), {values}, {})",
                        self.num(scope, 0)
                    ),
                    _ => {
                        format!("pick_last(select(indices({length}), indices({length}), {op}), {values}, 1)")
                    }
                }
            }
            _ => format!("-{}", self.array(scope, length, d)),
        }
    }

    /// Whatever selection gives, with its length.
    pub(super) fn selected(&mut self, scope: &Scope, depth: u32) -> (String, String) {
        let (array, length) = self.some_array(scope, depth);
        let condition = {
            let (q, k) = (self.fresh("q"), self.fresh("k"));
            let mut inner = scope.clone();
            inner.indices.extend([(q.clone(), length.clone()), (k.clone(), length.clone())]);
            let bit =
                if self.choose(2) == 0 { self.condition(&inner, 1) } else { self.bool(&inner, depth.min(1)) };
            format!("[{bit} for {q} in 0..{length}, {k} in 0..{length}]")
        };
        let text = match self.choose(4) {
            0 => format!("aggregate({condition}, {array}, {})", self.num(scope, 0)),
            1 => format!("pick({condition}, {array})"),
            2 => format!("pick_last({condition}, {array}, {})", self.num(scope, 0)),
            _ => format!("width({condition})"),
        };
        (text, length)
    }

    /// What a loop walks over: a range or an array; the binding, and what it brings into scope.
    fn walk(&mut self, scope: &Scope, depth: u32, inner: &mut Scope) -> String {
        let var = self.fresh("t");
        if self.choose(2) == 0 {
            let (start, end) = self.range(scope);
            inner.indices.push((var.clone(), end.clone()));
            format!("{var} in {start}..{end}")
        } else {
            let (array, _) = self.some_array(scope, depth.min(1));
            inner.nums.push(var.clone());
            format!("{var} in {array}")
        }
    }

    /// A fold of a number.
    pub(super) fn fold(&mut self, scope: &Scope, d: u32) -> String {
        let state = self.fresh("a");
        let start =
            if self.choose(2) == 0 { ["0", "1"][self.choose(2)].to_string() } else { self.num(scope, d) };
        let mut inner = scope.clone();
        let walk = self.walk(scope, d, &mut inner);
        inner.nums.push(state.clone());
        format!("(fold {state} = {start} for {walk} {{ {} }})", self.step(&inner, &state, d))
    }

    /// The next state.
    fn step(&mut self, inner: &Scope, state: &str, d: u32) -> String {
        match self.choose(6) {
            0 | 1 => self.num(inner, d.max(1)),
            2 => format!("{state} + {}", self.num(inner, d)),
            3 => format!("{state} * {}", self.num(inner, d)),
            4 => {
                let condition = self.condition(inner, 1);
                format!("(if {condition} {{ {} }} else {{ {state} }})", self.num(inner, d.max(1)))
            }
            _ => state.to_string(),
        }
    }

    /// A fold of two numbers.
    pub(super) fn fold_of_two(&mut self, scope: &Scope, d: u32) -> String {
        let (a, b) = (self.fresh("a"), self.fresh("a"));
        let starts = (self.num(scope, 0), ["0", "1"][self.choose(2)]);
        let mut inner = scope.clone();
        let walk = self.walk(scope, d, &mut inner);
        inner.nums.extend([a.clone(), b.clone()]);
        let steps = match self.choose(4) {
            0 => (b.clone(), self.step(&inner, &a, d)),
            1 => (self.step(&inner, &a, d), b.clone()),
            2 => (self.step(&inner, &a, d), a.clone()),
            _ => (self.step(&inner, &a, d), self.step(&inner, &b, d)),
        };
        let mut outer = scope.clone();
        let (p, q) = (self.fresh("p"), self.fresh("p"));
        outer.nums.extend([p.clone(), q.clone()]);
        format!(
            "{{ let ({p}, {q}) = fold ({a}, {b}) = ({}, {}) for {walk} {{ ({}, {}) }}; {} }}",
            starts.0,
            starts.1,
            steps.0,
            steps.1,
            self.num(&outer, d.min(1))
        )
    }

    /// The states of a scan over as many steps as the array is long.
    fn scan(&mut self, scope: &Scope, length: &str, d: u32) -> String {
        let (state, var) = (self.fresh("a"), self.fresh("t"));
        let start = if self.choose(2) == 0 { "0".to_string() } else { self.num(scope, 0) };
        let mut inner = scope.clone();
        let walk = if self.choose(2) == 0 {
            inner.indices.push((var.clone(), length.to_string()));
            format!("{var} in 0..{length}")
        } else {
            inner.nums.push(var.clone());
            format!("{var} in {}", self.array(scope, length, d.min(1)))
        };
        inner.nums.push(state.clone());
        format!("(scan {state} = {start} for {walk} {{ {} }})", self.step(&inner, &state, d))
    }

    /// A fold of an array: changed in place, as a whole, by doubling distances.
    fn fold_of_array(&mut self, scope: &Scope, length: &str, d: u32) -> String {
        let (state, i, k) = (self.fresh("a"), self.fresh("i"), self.fresh("k"));
        let start = if self.choose(3) == 0 {
            format!("[0 for _ in 0..{length}]")
        } else {
            self.array(scope, length, d)
        };
        let (from, end) = match self.choose(3) {
            0 => ("0".to_string(), format!("ceil(log2({length} + 1))")),
            _ => self.range(scope),
        };
        let mut inner = scope.clone();
        inner.indices.push((k.clone(), end.clone()));
        inner.indices.push((i.clone(), length.to_string()));
        inner.arrays = vec![(state.clone(), length.to_string())];
        inner.nums.push(format!("{state}[{i}]"));
        let body = match self.choose(5) {
            0 => format!("(if {i} == {k} {{ {} }} else {{ {state}[{i}] }})", self.num(&inner, d)),
            1 => format!(
                "(if {i} < 2 ^ {k} {{ {state}[{i}] }} else {{ {state}[{i} - 2 ^ {k}] + {state}[{i}] }})"
            ),
            2 => self.num(&inner, d.max(1)),
            3 => format!("{state}[{i}] + {}", self.num(&inner, d)),
            _ => {
                let condition = self.condition(&inner, 1);
                format!("(if {condition} {{ {} }} else {{ {state}[{i}] }})", self.num(&inner, d))
            }
        };
        format!("(fold {state} = {start} for {k} in {from}..{end} {{ [{body} for {i} in 0..{length}] }})")
    }
}
