//! Random families over bools: what counts and what only selects, in all the ways that either can be written.
//!
//! As in [`crate::wild`] a program is made from a list of choices and is text alone.

use crate::random::Random;

/// Helper families that programs call.
const HELPERS: &str = "
family tree[n](x: bool[n]) -> bool where n >= 1 {
    if n == 1 { x[0] } else { tree(x[..floor(n / 2)]) != tree(x[floor(n / 2)..]) }
}
family total[n](x: bool[n]) -> num where n >= 1 {
    if n == 1 { x[0] } else { total(x[..floor(n / 2)]) + total(x[floor(n / 2)..]) }
}
family carried[n](x: bool[n], a: num) -> num where n >= 1 {
    if n == 1 { a } else { carried(x[..ceil(n / 2)], a + a) }
}
family last[n](x: bool[n]) -> bool where n >= 1 { if n == 1 { x[0] } else { last(x[1..]) } }
family most[m](w: bool[m]) -> bool { 2 * sum(w) >= m }
family some[m](w: bool[m]) -> bool { any(w) }
";

struct Maker {
    random: Random,
    names: usize,
    /// Indices below n.
    indices: Vec<String>,
    /// Names of bools and of numbers.
    bools: Vec<String>,
    nums: Vec<String>,
}

/// The program of a seed: its last family is `main[n]`, over two arrays of bools.
pub fn program(seed: u64) -> String {
    let mut maker = Maker {
        random: Random(seed),
        names: 0,
        indices: vec!["0".into(), "n - 1".into()],
        bools: Vec::new(),
        nums: Vec::new(),
    };
    let (result, body) = match maker.below(4) {
        0 => ("num", maker.num(3)),
        1 => ("bool[n]", maker.array(3)),
        _ => ("bool", maker.bool(3)),
    };
    format!("{HELPERS}family main[n](x: bool[n], y: bool[n]) -> {result} where n >= 1 {{ {body} }}\n")
}

impl Maker {
    fn below(&mut self, count: usize) -> usize {
        self.random.below(count)
    }

    fn of(&mut self, all: &[&str]) -> String {
        let at = self.below(all.len());
        all[at].to_string()
    }

    fn fresh(&mut self) -> String {
        self.names += 1;
        format!("v{}", self.names)
    }

    fn index(&mut self) -> String {
        let at = self.below(self.indices.len());
        self.indices[at].clone()
    }

    /// How often something is repeated.
    fn steps(&mut self) -> String {
        self.of(&["3", "3", "ceil(log2(n))", "floor(log2(n))", "n", "n % 3", "ceil(log2(n)) ^ 2"])
    }

    fn bool(&mut self, depth: usize) -> String {
        if depth == 0 {
            return match self.below(4) {
                0 if !self.bools.is_empty() => {
                    let at = self.below(self.bools.len());
                    self.bools[at].clone()
                }
                1 => format!("y[{}]", self.index()),
                _ => format!("x[{}]", self.index()),
            };
        }
        let d = depth - 1;
        match self.below(14) {
            0 | 1 => format!("any({})", self.array(d)),
            2 | 3 => format!("all({})", self.array(d)),
            4 => format!("({} {} {})", self.num(d), self.of(&[">=", "==", "<", "!="]), self.num(d)),
            5 => format!("({} {} {})", self.bool(d), self.of(&["and", "or", "!=", "=="]), self.bool(d)),
            6 => format!("(not {})", self.bool(d)),
            7 => {
                let (state, index, steps) = (self.fresh(), self.fresh(), self.steps());
                let start = self.bool(d);
                self.bools.push(state.clone());
                let step = self.bool(d);
                self.bools.pop();
                let joined = self.of(&["and", "or", "!="]);
                format!(
                    "(fold {state} = {start} for {index} in 0..{steps} {{ {state} {joined} x[{index} % n] != {step} }})"
                )
            }
            8 => format!("{}({})", self.of(&["tree", "last"]), self.array(d)),
            9 => format!("lookup({}, {})", self.array(d), self.num(d)),
            10 => format!("({} % 2 == 0 or {})", self.of(&["n", "floor(n / 2)"]), self.bool(d)),
            11 => {
                let (filter, value) = (self.array(d), self.array(d));
                let (f, v, i) = (self.fresh(), self.fresh(), self.fresh());
                let name = self.of(&["any", "all"]);
                format!(
                    "{{ let {f} = {filter}; let {v} = {value}; {name}({v}[{i}] for {i} in 0..n if {f}[{i}]) }}"
                )
            }
            12 => format!(
                "generate({}, {}, {})[n]",
                self.of(&["most", "some"]),
                self.array(d),
                self.of(&["1", "2"])
            ),
            _ => format!("(if {} {{ {} }} else {{ {} }})", self.bool(d), self.bool(d), self.bool(d)),
        }
    }

    /// An array of n bools.
    fn array(&mut self, depth: usize) -> String {
        if depth == 0 {
            return self.of(&["x", "y"]);
        }
        let d = depth - 1;
        match self.below(7) {
            0 | 1 => {
                let index = self.fresh();
                self.indices.push(index.clone());
                let element = self.bool(d);
                self.indices.pop();
                format!("[{element} for {index} in 0..n]")
            }
            2 => format!("({} {} {})", self.array(d), self.of(&["and", "or"]), self.array(d)),
            3 => format!("(not {})", self.array(d)),
            4 => format!("pick({}, {})", self.selector(d), self.array(d)),
            5 => format!("({} >= {})", self.numbers(d), self.num(d)),
            _ => self.of(&["x", "y"]),
        }
    }

    fn selector(&mut self, depth: usize) -> String {
        match self.below(4) {
            0 => "select(indices(n), indices(n), <=)".into(),
            1 => "select(indices(n), indices(n) + 1, ==)".into(),
            _ => format!("select({}, {}, ==)", self.array(depth), self.array(depth)),
        }
    }

    /// An array of n numbers.
    fn numbers(&mut self, depth: usize) -> String {
        match self.below(4) {
            0 => format!("width({})", self.selector(depth)),
            1 => format!("aggregate({}, {})", self.selector(depth), self.array(depth)),
            2 => {
                let index = self.fresh();
                self.indices.push(index.clone());
                let element = self.num(depth);
                self.indices.pop();
                format!("[{element} for {index} in 0..n]")
            }
            _ => format!("(2 * {} + {})", self.array(depth), self.array(depth)),
        }
    }

    fn num(&mut self, depth: usize) -> String {
        if depth == 0 {
            return match self.below(6) {
                0 if !self.nums.is_empty() => {
                    let at = self.below(self.nums.len());
                    self.nums[at].clone()
                }
                1 => self.of(&["n", "2 ^ n", "ceil(log2(n))", "n % 3"]),
                2 | 3 => self.below(4).to_string(),
                _ => format!("x[{}]", self.index()),
            };
        }
        let d = depth - 1;
        match self.below(15) {
            0 => format!("{}({})", self.of(&["sum", "count", "mean", "max", "prod"]), self.array(d)),
            1 => format!("(if {} {{ {} }} else {{ {} }})", self.bool(d), self.num(d), self.num(d)),
            2 => format!("({} {} {})", self.num(d), self.of(&["+", "-", "*"]), self.num(d)),
            3 => format!("{}({})", self.of(&["sum", "max", "min", "argmax"]), self.numbers(d)),
            4 => format!("lookup({}, {})", self.numbers(d), self.num(d)),
            5 => format!("pick({}, {})[{}]", self.selector(d), self.numbers(d), self.index()),
            6 => format!("total({})", self.array(d)),
            7 => format!("carried({}, {})", self.array(d), self.num(d)),
            8 => {
                let (state, index, steps) = (self.fresh(), self.fresh(), self.steps());
                let start = self.num(d);
                self.nums.push(state.clone());
                let step = self.num(d);
                self.nums.pop();
                let joined = self.of(&["+", "*", "/ 2 +"]);
                format!(
                    "(fold {state} = {start} for {index} in 0..{steps} {{ {state} {joined} x[{index} % n] * {step} }})"
                )
            }
            9 => {
                let (array, index) = (self.array(d), self.fresh());
                format!("sum(({array})[{index}] for {index} in 0..min(3, n))")
            }
            10 => format!("sign({})", self.num(d)),
            11 => format!("({} + 0)", self.bool(d)),
            12 => format!("{}[{}]", self.numbers(d), self.index()),
            _ => self.num(0),
        }
    }
}
