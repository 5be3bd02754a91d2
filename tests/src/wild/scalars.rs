//! Numbers and bools.

use super::{Helper, Maker, Scope};

const COMPARE: [&str; 6] = ["==", "<", ">=", "!=", "<=", ">"];

impl Maker<'_> {
    pub(super) fn op(&mut self) -> &'static str {
        COMPARE[self.choose(6)]
    }

    fn leaf(&mut self, scope: &Scope) -> String {
        match self.choose(8) {
            0 => self.of(&scope.nums).unwrap_or_else(|| "1".into()),
            1..=3 => match self.of(&scope.arrays) {
                Some(array) => self.read(scope, &array, "0"),
                None => "2".into(),
            },
            4 => self.of(&scope.indices).map_or_else(|| "3".to_string(), |(index, _)| index),
            5 => ["0", "1", "-1", "(1 / 2)", "7"][self.choose(5)].into(),
            6 => scope.nums.last().cloned().unwrap_or_else(|| "1".into()),
            _ => self.of(&scope.sizes).unwrap_or_else(|| "4".into()),
        }
    }

    /// A number.
    pub(super) fn num(&mut self, scope: &Scope, depth: u32) -> String {
        if depth == 0 {
            return self.leaf(scope);
        }
        let d = depth - 1;
        match self.choose(26) {
            0 => self.leaf(scope),
            1 => format!("({} + {})", self.num(scope, d), self.num(scope, d)),
            2 => format!("({} - {} * {})", self.num(scope, d), self.num(scope, d), self.leaf(scope)),
            3 => format!("({} * {})", self.num(scope, d), self.num(scope, d)),
            4 | 5 => {
                let condition = self.condition(scope, 1);
                format!("(if {condition} {{ {} }} else {{ {} }})", self.num(scope, d), self.num(scope, d))
            }
            6 => format!(
                "(if {} {{ {} }} else {{ {} }})",
                self.bool(scope, d),
                self.num(scope, d),
                self.num(scope, d)
            ),
            7..=9 => self.reduction(scope, d),
            10 => {
                let array = self.some_array(scope, d);
                format!("{}({})", ["sum", "prod", "mean"][self.choose(3)], array.0)
            }
            11 => self.fold(scope, d),
            12 => self.fold_of_two(scope, d),
            13 | 14 => self.called(scope, d),
            15 => {
                let (name, value) = (self.fresh("v"), self.num(scope, d));
                let mut inner = scope.clone();
                inner.nums.push(name.clone());
                format!("{{ let {name} = {value}; {} }}", self.num(&inner, d))
            }
            16 => {
                let array = self.some_array(scope, d);
                format!("lookup({}, {})", array.0, self.num(scope, d))
            }
            17 => {
                let exponent = self.exponent(scope);
                format!("({}) ^ ({exponent})", self.num(scope, d))
            }
            18 => {
                let name = ["max", "min"][self.choose(2)];
                format!("{name}({}, {})", self.num(scope, d), self.num(scope, d))
            }
            19 => format!("{}({})", ["sign", "abs"][self.choose(2)], self.num(scope, d)),
            20 => {
                let (first, array) = (self.leaf(scope), self.some_array(scope, d));
                let name = ["max", "min", "argmax", "argmin"][self.choose(4)];
                format!("{name}(concat([{first}], {}))", array.0)
            }
            21 => format!("sum({})", self.selected(scope, d).0),
            22 => format!("(0 + ({}))", self.bool(scope, d)),
            23 => format!("(-{})", self.num(scope, d)),
            24 => {
                let condition = self.bool(scope, d);
                let arms = (self.num(scope, d), self.num(scope, d));
                format!(
                    "(match {{ let t: Bit = if {condition} {{ '1' }} else {{ '0' }}; t }} {{ '0' => {}, _ => {} }})",
                    arms.0, arms.1
                )
            }
            _ => format!("({} / 3)", self.num(scope, d)),
        }
    }

    /// A reduction over a range, with a filter or not, or over two ranges.
    fn reduction(&mut self, scope: &Scope, d: u32) -> String {
        let name = ["sum", "prod", "mean", "max", "min", "sum", "count"][self.choose(7)];
        let (start, end) = self.range(scope);
        let i = self.fresh("i");
        let mut inner = scope.clone();
        inner.indices.push((i.clone(), end.clone()));
        let mut bindings = format!("{i} in {start}..{end}");
        if self.choose(4) == 3 {
            let (start, end) = self.range(&inner);
            let j = self.fresh("j");
            bindings.push_str(&format!(", {j} in {start}..{end}"));
            inner.indices.push((j, end));
        }
        let extreme = name == "max" || name == "min";
        let filter = match self.choose(3) {
            0 if !extreme => String::new(),
            1 if !extreme => format!(" if {}", self.condition(&inner, 1)),
            _ => format!(" if {}", self.bool(&inner, d)),
        };
        let body = if name == "count" { self.bool(&inner, d) } else { self.num(&inner, d) };
        let default = if extreme { format!(" else {}", self.leaf(scope)) } else { String::new() };
        format!("{name}({body} for {bindings}{filter}{default})")
    }

    /// A call of a family that was made before.
    fn called(&mut self, scope: &Scope, d: u32) -> String {
        let Some(helper) = self.of(&self.helpers.clone()) else { return self.leaf(scope) };
        match helper {
            Helper::Sums(name) => format!("{name}({})", self.argument(scope, d)),
            Helper::Maps(name) => format!("sum({name}({}))", self.argument(scope, d)),
            Helper::Pairs(name) => {
                let argument = self.argument(scope, d);
                let (a, b) = (self.fresh("p"), self.fresh("p"));
                let mut inner = scope.clone();
                inner.nums.extend([a.clone(), b.clone()]);
                format!("{{ let ({a}, {b}) = {name}({argument}); {} }}", self.num(&inner, d))
            }
            Helper::Powers(name) => {
                let size = self.end(scope);
                format!("(if {size} >= 0 {{ {name}[{size}]({}) }} else {{ 0 }})", self.num(scope, d))
            }
            Helper::Carries(name) => {
                let argument = self.argument(scope, d);
                format!("{name}({argument}, {})", self.num(scope, d))
            }
            Helper::Plain(name) => format!("{name}({}, {})", self.num(scope, d), self.bool(scope, d)),
        }
    }

    /// An array that is handed on: one that is there, a constant one, a part of one, some put together.
    fn argument(&mut self, scope: &Scope, d: u32) -> String {
        let (array, length) = self.some_array(scope, d);
        match self.choose(9) {
            0..=2 => array,
            3 => format!("[{} for _ in 0..{length}]", ["1", "0", "s"][self.choose(2)]),
            4 => format!("{array}[..floor({length} / 2)]"),
            5 => format!("concat({array}, [{}])", self.leaf(scope)),
            6 => format!("concat([{}, 1], {array})", self.leaf(scope)),
            7 => format!("indices({length})"),
            _ => format!("{array}[ceil({length} / 2)..]"),
        }
    }

    /// A bool.
    pub(super) fn bool(&mut self, scope: &Scope, depth: u32) -> String {
        if depth == 0 {
            return match self.choose(5) {
                0 => self.of(&scope.bools).unwrap_or_else(|| "true".into()),
                1 => match self.of(&scope.masks) {
                    Some(mask) => self.read(scope, &mask, "false"),
                    None => "false".into(),
                },
                2 => format!("({})", self.condition(scope, 0)),
                3 => ["true", "false"][self.choose(2)].into(),
                _ => format!("({} {} {})", self.leaf(scope), self.op(), self.leaf(scope)),
            };
        }
        let d = depth - 1;
        match self.choose(9) {
            0 => self.bool(scope, 0),
            1 => format!("({} {} {})", self.num(scope, d), self.op(), self.num(scope, d)),
            2 => format!("({} and {})", self.bool(scope, d), self.bool(scope, d)),
            3 => format!("({} or {})", self.bool(scope, d), self.bool(scope, d)),
            4 => format!("(not {})", self.bool(scope, d)),
            5 => {
                let mask = self.some_mask(scope, d);
                format!("{}({})", ["all", "any"][self.choose(2)], mask.0)
            }
            6 | 7 => {
                let name = ["all", "any"][self.choose(2)];
                let (start, end) = self.range(scope);
                let i = self.fresh("i");
                let mut inner = scope.clone();
                inner.indices.push((i.clone(), end.clone()));
                let body = self.bool(&inner, d);
                let filter = match self.choose(3) {
                    0 => String::new(),
                    1 => format!(" if {}", self.condition(&inner, 1)),
                    _ => format!(" if {}", self.bool(&inner, d)),
                };
                format!("{name}({body} for {i} in {start}..{end}{filter})")
            }
            _ => format!("({} == {})", self.bool(scope, d), self.bool(scope, d)),
        }
    }
}
