//! How the model's expressions are written, and random ones.
//!
//! An expression is made from a list of choices; a shorter list of smaller choices makes a smaller expression, so
//! proptest shrinks a failing program by shrinking the list.

use circ_runtime::Ring;

use std::rc::Rc;

use crate::model::{E, Op, Step};

impl E {
    /// As circ source. Everything that could bind differently stands in parentheses.
    pub fn text(&self) -> String {
        let join = |parts: &[E], with: &str| parts.iter().map(E::text).collect::<Vec<_>>().join(with);
        match self {
            E::Root(p, q) => format!("({p} + {q} * sqrt(2))"),
            E::Literal(p, 1) if *p >= 0 => format!("{p}"),
            E::Literal(p, q) => format!("({p}/{q})"),
            E::Truth(holds) => format!("{holds}"),
            E::Bit(one) => format!("{{ let t: Bit = '{}'; t }}", u8::from(*one)),
            E::S => "s".into(),
            E::Input(name) => (*name).into(),
            E::Var(var) => format!("v{var}"),
            E::At(array, var) => format!("{}[v{var}]", array.text()),
            E::Sum(terms) => {
                let mut out = String::from("(0");
                for (minus, term) in terms {
                    out.push_str(if *minus { " - " } else { " + " });
                    out.push_str(&term.text());
                }
                out.push(')');
                out
            }
            E::Product(factors) => format!("({})", join(factors, " * ")),
            E::Over(a, k) => format!("({} / {k})", a.text()),
            E::Power(a, k) => format!("({} ^ {k})", a.text()),
            E::Neg(a) => format!("(-{})", a.text()),
            E::Unary("not", a) => format!("(not {})", a.text()),
            E::Unary(name, a) => format!("{name}({})", a.text()),
            E::Compare(op, a, b) => format!("({} {op} {})", a.text(), b.text()),
            E::Logic(or, parts) => format!("({})", join(parts, if *or { " or " } else { " and " })),
            E::If(c, a, b) => format!("(if {} {{ {} }} else {{ {} }})", c.text(), a.text(), b.text()),
            E::Reduce(name, array) => format!("{name}({})", array.text()),
            E::Generate(name, var, body, filter, default) => {
                let filter = filter.as_ref().map_or(String::new(), |f| format!(" if {}", f.text()));
                let default = default.as_ref().map_or(String::new(), |d| format!(" else {}", d.text()));
                format!("{name}({} for v{var} in 0..n{filter}{default})", body.text())
            }
            E::Comprehension(var, body) => format!("[{} for v{var} in 0..n]", body.text()),
            E::Extreme(name, parts) => format!("{name}({})", join(parts, ", ")),
            E::Lookup(array, index) => format!("lookup({}, {})", array.text(), index.text()),
            E::Let(var, value, body) => format!("{{ let v{var} = {}; {} }}", value.text(), body.text()),
            E::Loop(scan, state, item, start, array, body) => format!(
                "({} v{state} = {} for v{item} in {} {{ {} }})",
                if *scan { "scan" } else { "fold" },
                start.text(),
                array.text(),
                body.text()
            ),
            E::Width(op, keys, queries) => format!("width({})", select(op, keys, queries)),
            E::Aggregate(op, keys, queries, values, default) => {
                let default = default.as_ref().map_or(String::new(), |d| format!(", {}", d.text()));
                format!("aggregate({}, {}{default})", select(op, keys, queries), values.text())
            }
            E::Pick(last, op, keys, queries, values, default) => format!(
                "{}({}, {}, {})",
                if *last { "pick_last" } else { "pick" },
                select(op, keys, queries),
                values.text(),
                default.text()
            ),
            E::Match(array, a, b) => {
                format!("(match {} {{ '0' => {}, _ => {} }})", array.text(), a.text(), b.text())
            }
            E::Call(a, b) => format!("helper({}, {})", a.text(), b.text()),
            E::Chain(step, array, count, a) => {
                let count = count.map_or_else(|| "n".to_string(), |count| count.to_string());
                format!("generate(step{}, {}, {count}, {})[{count}..]", step.id, array.text(), a.text())
            }
        }
    }
}

fn select(op: &str, keys: &E, queries: &E) -> String {
    format!("select({}, {}, {op})", keys.text(), queries.text())
}

/// The types that random expressions have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// `num`
    Num,
    /// `bool`
    Bool,
    /// `num[n]`
    Nums,
    /// `bool[n]`
    Bools,
    /// `Bit[n]`
    Bits,
}

impl Kind {
    /// As circ source.
    pub fn text(self) -> &'static str {
        match self {
            Kind::Num => "num",
            Kind::Bool => "bool",
            Kind::Nums => "num[n]",
            Kind::Bools => "bool[n]",
            Kind::Bits => "Bit[n]",
        }
    }
}

const PARTS: &str = "alphabet Bit = '0' | '1';\nfamily helper(p: num, q: num) -> num { p * q - p }\n";

fn ring_item(ring: Ring) -> String {
    if ring == Ring::Q { String::new() } else { format!("ring {ring};\n") }
}

fn main_family(kind: Kind, body: &E) -> String {
    let (result, body) = (kind.text(), body.text());
    format!("family main[n](s: num, x: num[n], b: bool[n], w: Bit[n]) -> {result} {{ {body} }}\n")
}

/// A program around an expression of this kind, of the ring of its numbers.
pub fn program(kind: Kind, body: &E, ring: Ring) -> String {
    format!("{}{PARTS}{}", ring_item(ring), main_family(kind, body))
}

/// The families of steps.
fn step_families(steps: &[Rc<Step>]) -> String {
    let family = |step: &Rc<Step>| {
        let Step { id, result, body } = &**step;
        format!("family step{id}[n](x: num[n], s: num) -> {result} {{ {} }}\n", body.text())
    };
    steps.iter().map(family).collect()
}

/// As [`program`], with the steps of its chains of thought.
pub fn program_with_steps(kind: Kind, body: &E, ring: Ring, steps: &[Rc<Step>]) -> String {
    format!("{}{PARTS}{}{}", ring_item(ring), step_families(steps), main_family(kind, body))
}

/// The same in two files: the one that is run, and `parts.circ` with everything that `main` uses.
pub fn program_in_two_files(kind: Kind, body: &E, ring: Ring, steps: &[Rc<Step>]) -> (String, String) {
    let names: String = steps.iter().map(|step| format!(", step{}", step.id)).collect();
    let used = format!("use parts.{{helper, Bit{names}}};\n");
    let main = format!("{}{used}{}", ring_item(ring), main_family(kind, body));
    (main, format!("{PARTS}{}", step_families(steps)))
}

/// Choices, used up from the front; 0 when there are none left.
pub struct Choices<'a> {
    left: &'a [u8],
    roots: bool,
    vars: usize,
    /// The numbers of loop indices in scope, which are positions.
    positions: Vec<usize>,
    /// The numbers of variables in scope that are numbers.
    numbers: Vec<usize>,
    /// Whether there are chains of thought, and their steps so far, each after those that it uses.
    chains: bool,
    steps: Vec<Rc<Step>>,
    /// Inside a step, where the inputs are `x` and `s` alone.
    inside: bool,
}

const COMPARE: [Op; 6] = ["==", "!=", "<", "<=", ">", ">="];

impl<'a> Choices<'a> {
    /// From a list. In a ring with a root some numbers are not rational.
    pub fn new(choices: &'a [u8], ring: Ring) -> Self {
        let roots = ring != Ring::Q;
        Choices {
            left: choices,
            roots,
            vars: 0,
            positions: Vec::new(),
            numbers: Vec::new(),
            chains: false,
            steps: Vec::new(),
            inside: false,
        }
    }

    /// With chains of thought: their steps are [`Choices::steps`].
    pub fn with_chains(self) -> Self {
        Choices { chains: true, ..self }
    }

    /// The steps of the chains in what was made so far.
    pub fn steps(&self) -> &[Rc<Step>] {
        &self.steps
    }

    /// A chain of thought, as an array of length n.
    pub fn chain(&mut self, depth: u32) -> E {
        let array = self.boxed(Kind::Nums, depth);
        let a = self.boxed(Kind::Num, depth.min(1));
        // Chains in a step are short: they come at every length of the sequence.
        let count = match self.choose(4) {
            3 if !self.inside => None,
            count => Some(count),
        };
        let (positions, numbers) = (std::mem::take(&mut self.positions), std::mem::take(&mut self.numbers));
        let outside = std::mem::replace(&mut self.inside, true);
        let kind = [Kind::Num, Kind::Num, Kind::Bool][self.choose(3)];
        let body = self.expr(kind, if outside { depth.min(1) } else { 2 });
        (self.positions, self.numbers, self.inside) = (positions, numbers, outside);
        let step = Rc::new(Step { id: self.steps.len(), result: kind.text(), body });
        self.steps.push(Rc::clone(&step));
        E::Chain(step, array, count, a)
    }

    /// Bools, also where no input is one.
    fn some_bools(&self) -> E {
        if self.inside {
            E::Compare(">", Box::new(E::Input("x")), Box::new(E::Literal(0, 1)))
        } else {
            E::Input("b")
        }
    }

    /// Tokens, also where no input is one.
    fn some_bits(&self) -> E {
        if self.inside {
            E::If(Box::new(self.some_bools()), Box::new(E::Bit(true)), Box::new(E::Bit(false)))
        } else {
            E::Input("w")
        }
    }

    fn choose(&mut self, count: usize) -> usize {
        let Some((first, rest)) = self.left.split_first() else { return 0 };
        self.left = rest;
        usize::from(*first) % count
    }

    fn fresh(&mut self) -> usize {
        self.vars += 1;
        self.vars - 1
    }

    fn boxed(&mut self, kind: Kind, depth: u32) -> Box<E> {
        Box::new(self.expr(kind, depth))
    }

    fn op(&mut self) -> Op {
        COMPARE[self.choose(6)]
    }

    /// With a loop index in scope.
    fn indexed<T>(&mut self, make: impl FnOnce(&mut Self, usize) -> T) -> T {
        let var = self.fresh();
        self.positions.push(var);
        let made = make(self, var);
        self.positions.pop();
        made
    }

    fn several(&mut self, kind: Kind, depth: u32) -> Vec<E> {
        let count = 2 + self.choose(2);
        (0..count).map(|_| self.expr(kind, depth)).collect()
    }

    /// A random kind.
    pub fn kind(&mut self) -> Kind {
        [Kind::Num, Kind::Bool, Kind::Nums, Kind::Bools, Kind::Bits][self.choose(5)]
    }

    /// A random expression of a kind.
    pub fn expr(&mut self, kind: Kind, depth: u32) -> E {
        match kind {
            Kind::Num => self.num(depth),
            Kind::Bool => self.bool(depth),
            Kind::Nums => self.nums(depth),
            Kind::Bools => self.bools(depth),
            Kind::Bits => self.bits(depth),
        }
    }

    fn leaf(&mut self) -> E {
        match self.choose(5) {
            0 => E::S,
            1 if !self.positions.is_empty() => {
                let at = self.choose(self.positions.len());
                E::At(Box::new(E::Input("x")), self.positions[at])
            }
            2 if !self.numbers.is_empty() => {
                let at = self.choose(self.numbers.len());
                E::Var(self.numbers[at])
            }
            3 if !self.positions.is_empty() => {
                let at = self.choose(self.positions.len());
                E::Var(self.positions[at])
            }
            4 if self.roots => E::Root(self.choose(5) as i64 - 2, self.choose(4) as i64 - 2),
            _ => E::Literal(self.choose(7) as i64 - 3, 1 + self.choose(3) as i64),
        }
    }

    fn num(&mut self, depth: u32) -> E {
        if depth == 0 {
            return self.leaf();
        }
        let d = depth - 1;
        match self.choose(17) {
            0 => self.leaf(),
            1 => {
                let count = 2 + self.choose(2);
                E::Sum((0..count).map(|_| (self.choose(2) == 1, self.num(d))).collect())
            }
            2 => E::Product(self.several(Kind::Num, d)),
            3 => E::Over(self.boxed(Kind::Num, d), [2, -3, 5][self.choose(3)]),
            4 => E::Power(self.boxed(Kind::Num, d.min(1)), self.choose(4) as u32),
            5 => E::Neg(self.boxed(Kind::Num, d)),
            6 => E::Unary(["sign", "abs"][self.choose(2)], self.boxed(Kind::Num, d)),
            7 => E::If(self.boxed(Kind::Bool, d), self.boxed(Kind::Num, d), self.boxed(Kind::Num, d)),
            8 => E::Reduce(["sum", "prod", "mean"][self.choose(3)], self.boxed(Kind::Nums, d)),
            9 => E::Reduce("count", self.boxed(Kind::Bools, d)),
            10 => {
                let name = ["sum", "prod", "mean", "max", "min"][self.choose(5)];
                let filtered = self.choose(2) == 1 || name == "max" || name == "min";
                let (var, body, filter) = self.indexed(|cx, var| {
                    let body = cx.boxed(Kind::Num, d);
                    (var, body, filtered.then(|| cx.boxed(Kind::Bool, d)))
                });
                let default = (name == "max" || name == "min").then(|| self.boxed(Kind::Num, d.min(1)));
                E::Generate(name, var, body, filter, default)
            }
            11 => E::Extreme(["max", "min"][self.choose(2)], self.several(Kind::Num, d)),
            12 => E::Lookup(self.boxed(Kind::Nums, d), self.boxed(Kind::Num, d.min(1))),
            13 => {
                let value = self.boxed(Kind::Num, d);
                let var = self.fresh();
                self.numbers.push(var);
                let body = self.boxed(Kind::Num, d);
                self.numbers.pop();
                E::Let(var, value, body)
            }
            14 => self.looping(false, d.min(1)),
            15 => E::Call(self.boxed(Kind::Num, d), self.boxed(Kind::Num, d)),
            _ => self.boxed(Kind::Bool, d).into_sum(),
        }
    }

    fn looping(&mut self, scan: bool, d: u32) -> E {
        let start = self.boxed(Kind::Num, d);
        let array = self.boxed(Kind::Nums, d);
        let (state, item) = (self.fresh(), self.fresh());
        self.numbers.extend([state, item]);
        let body = self.boxed(Kind::Num, d);
        self.numbers.truncate(self.numbers.len() - 2);
        E::Loop(scan, state, item, start, array, body)
    }

    fn bool(&mut self, depth: u32) -> E {
        if depth == 0 {
            return match self.choose(3) {
                0 if !self.positions.is_empty() => {
                    let at = self.choose(self.positions.len());
                    if self.inside {
                        let x = E::At(Box::new(E::Input("x")), self.positions[at]);
                        return E::Compare(">", Box::new(x), Box::new(E::Literal(0, 1)));
                    }
                    E::At(Box::new(E::Input("b")), self.positions[at])
                }
                1 => E::Truth(self.choose(2) == 1),
                _ => E::Compare(self.op(), Box::new(self.leaf()), Box::new(self.leaf())),
            };
        }
        let d = depth - 1;
        match self.choose(7) {
            0 => E::Compare(self.op(), self.boxed(Kind::Num, d), self.boxed(Kind::Num, d)),
            1 => E::Logic(self.choose(2) == 1, self.several(Kind::Bool, d)),
            2 => E::Unary("not", self.boxed(Kind::Bool, d)),
            3 => E::Reduce(["all", "any"][self.choose(2)], self.boxed(Kind::Bools, d)),
            4 => {
                let name = ["all", "any"][self.choose(2)];
                let filtered = self.choose(2) == 1;
                self.indexed(|cx, var| {
                    let body = cx.boxed(Kind::Bool, d);
                    E::Generate(name, var, body, filtered.then(|| cx.boxed(Kind::Bool, d)), None)
                })
            }
            5 => E::Compare(self.op(), self.boxed(Kind::Bool, d), self.boxed(Kind::Bool, d)),
            _ => E::If(self.boxed(Kind::Bool, d), self.boxed(Kind::Bool, d), self.boxed(Kind::Bool, d)),
        }
    }

    fn nums(&mut self, depth: u32) -> E {
        if depth == 0 {
            return E::Input("x");
        }
        let d = depth - 1;
        match self.choose(9 + usize::from(self.chains)) {
            0 => E::Input("x"),
            1 => self.indexed(|cx, var| E::Comprehension(var, cx.boxed(Kind::Num, d))),
            2 => E::Sum(vec![(false, self.nums(d)), (self.choose(2) == 1, self.expr(Kind::Num, d))]),
            3 => E::Product(vec![self.nums(d), self.nums(d)]),
            4 => E::Width(self.op(), self.boxed(Kind::Nums, d), self.boxed(Kind::Nums, d)),
            5 => {
                let (op, keys, queries) = (self.op(), self.boxed(Kind::Nums, d), self.boxed(Kind::Nums, d));
                let values = self.boxed(Kind::Nums, d);
                let default = (self.choose(2) == 1).then(|| self.boxed(Kind::Num, d.min(1)));
                E::Aggregate(op, keys, queries, values, default)
            }
            6 => self.looping(true, d.min(1)),
            7 => E::If(self.boxed(Kind::Bools, d), self.boxed(Kind::Nums, d), self.boxed(Kind::Num, d)),
            9 => self.chain(d),
            _ => E::Match(self.boxed(Kind::Bits, d), self.boxed(Kind::Num, d), self.boxed(Kind::Nums, d)),
        }
    }

    fn bools(&mut self, depth: u32) -> E {
        if depth == 0 {
            return self.some_bools();
        }
        let d = depth - 1;
        match self.choose(6) {
            0 => self.some_bools(),
            1 => E::Compare(self.op(), self.boxed(Kind::Nums, d), self.boxed(Kind::Num, d)),
            2 => {
                E::Compare(["==", "!="][self.choose(2)], self.boxed(Kind::Bits, d), self.boxed(Kind::Bits, d))
            }
            3 => E::Logic(self.choose(2) == 1, vec![self.bools(d), self.bools(d)]),
            4 => E::Unary("not", self.boxed(Kind::Bools, d)),
            _ => self.indexed(|cx, var| E::Comprehension(var, cx.boxed(Kind::Bool, d))),
        }
    }

    fn bits(&mut self, depth: u32) -> E {
        if depth == 0 {
            return self.some_bits();
        }
        let d = depth - 1;
        match self.choose(3) {
            0 => self.some_bits(),
            1 => E::If(
                self.boxed(Kind::Bools, d),
                Box::new(E::Bit(self.choose(2) == 1)),
                self.boxed(Kind::Bits, d),
            ),
            _ => {
                let last = self.choose(2) == 1;
                let (op, keys, queries) = (self.op(), self.boxed(Kind::Nums, d), self.boxed(Kind::Nums, d));
                E::Pick(
                    last,
                    op,
                    keys,
                    queries,
                    self.boxed(Kind::Bits, d),
                    Box::new(E::Bit(self.choose(2) == 1)),
                )
            }
        }
    }
}

impl E {
    /// A bool where a number is expected.
    fn into_sum(self) -> E {
        E::Sum(vec![(false, self)])
    }
}
