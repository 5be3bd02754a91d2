//! A small language of its own: expressions that know how they are written in circ and what they are worth.
//!
//! The value is computed here, by recursion over plain rationals, and shares nothing with the compiler: that is
//! the model that circuits and transformers are held against.

use std::rc::Rc;

use circ_runtime::{Num, Ring};

/// A comparison.
pub type Op = &'static str;

/// An expression. Scalars and arrays of length n over numbers, bools (0 or 1) and bits (tokens `'0'`, `'1'`).
#[derive(Clone, Debug)]
pub enum E {
    /// A rational literal.
    Literal(i64, i64),
    /// `p + q·sqrt(2)`.
    Root(i64, i64),
    /// `true` or `false`.
    Truth(bool),
    /// A token of Bit, through a `let` that says so.
    Bit(bool),
    /// The scalar input.
    S,
    /// The inputs `x: num[n]`, `b: bool[n]`, `w: Bit[n]`.
    Input(&'static str),
    /// A variable of a loop or a `let`, by its number.
    Var(usize),
    /// `array[i]` with i a loop variable.
    At(Box<E>, usize),
    /// `a + b - c`
    Sum(Vec<(bool, E)>),
    /// `a * b`
    Product(Vec<E>),
    /// `a / k`
    Over(Box<E>, i64),
    /// `a ^ k`
    Power(Box<E>, u32),
    /// `-a`
    Neg(Box<E>),
    /// `sign`, `abs` or `not`
    Unary(&'static str, Box<E>),
    /// `a op b`
    Compare(Op, Box<E>, Box<E>),
    /// `a and b …` or with the flag `or`
    Logic(bool, Vec<E>),
    /// `if c { a } else { b }`
    If(Box<E>, Box<E>, Box<E>),
    /// `name(array)`
    Reduce(&'static str, Box<E>),
    /// `name(body for v in 0..n if filter else default)`
    Generate(&'static str, usize, Box<E>, Option<Box<E>>, Option<Box<E>>),
    /// `[body for v in 0..n]`
    Comprehension(usize, Box<E>),
    /// `max(a, b)` or `min`
    Extreme(&'static str, Vec<E>),
    /// `lookup(array, index)`
    Lookup(Box<E>, Box<E>),
    /// `{ let v = a; b }`
    Let(usize, Box<E>, Box<E>),
    /// `fold acc = start for v in array { body }`; with the flag `scan`
    Loop(bool, usize, usize, Box<E>, Box<E>, Box<E>),
    /// `width(select(keys, queries, op))`
    Width(Op, Box<E>, Box<E>),
    /// `aggregate(select(keys, queries, op), values, default)`
    Aggregate(Op, Box<E>, Box<E>, Box<E>, Option<Box<E>>),
    /// `pick(select(keys, queries, op), values, default)`; with the flag `pick_last`
    Pick(bool, Op, Box<E>, Box<E>, Box<E>, Box<E>),
    /// `match array { '0' => a, _ => b }`
    Match(Box<E>, Box<E>, Box<E>),
    /// `helper(a, b)`, which is `a * b - a`
    Call(Box<E>, Box<E>),
    /// `generate(step, array, count, a)[count..]`, which is as long as the array; `n` steps where there is no count.
    Chain(Rc<Step>, Box<E>, Option<usize>, Box<E>),
}

/// A step of chains of thought: a family of its own, over `x: num[n]` and `s: num`.
#[derive(Clone, Debug)]
pub struct Step {
    /// Its family is called `step` and this number.
    pub id: usize,
    /// `num` or `bool`
    pub result: &'static str,
    /// What it gives.
    pub body: E,
}

/// A value: a scalar or an array.
#[derive(Clone, Debug, PartialEq)]
pub enum V {
    /// One number.
    One(Num),
    /// One a position.
    Many(Vec<Num>),
}

/// The inputs, and the values of the variables by number.
#[derive(Clone, Debug)]
pub struct Env {
    /// The length of the arrays.
    pub n: usize,
    /// `s: num`
    pub s: Num,
    /// `x: num[n]`
    pub x: Vec<Num>,
    /// `b: bool[n]`
    pub b: Vec<Num>,
    /// `w: Bit[n]`, as codes
    pub w: Vec<Num>,
    /// Variables.
    pub vars: Vec<Option<V>>,
}

impl Env {
    fn with(&mut self, var: usize, value: V) {
        if self.vars.len() <= var {
            self.vars.resize(var + 1, None);
        }
        self.vars[var] = Some(value);
    }
}

fn bit(holds: bool) -> Num {
    Num::int(i64::from(holds))
}

fn compare(op: Op, a: &Num, b: &Num) -> bool {
    match op {
        "==" => a == b,
        "!=" => a != b,
        "<" => a < b,
        "<=" => a <= b,
        ">" => a > b,
        _ => a >= b,
    }
}

/// Applies element by element; scalars spread.
fn zip(values: &[V], op: &dyn Fn(&[Num]) -> Num) -> V {
    let length = values.iter().find_map(|v| match v {
        V::Many(many) => Some(many.len()),
        V::One(_) => None,
    });
    let at = |k: usize| -> Vec<Num> {
        let pick = |v: &V| match v {
            V::One(one) => one.clone(),
            V::Many(many) => many[k].clone(),
        };
        values.iter().map(pick).collect()
    };
    match length {
        None => V::One(op(&at(0))),
        Some(length) => V::Many((0..length).map(|k| op(&at(k))).collect()),
    }
}

fn reduce(name: &str, values: &[Num], default: Option<Num>) -> Num {
    let total = values.iter().fold(Num::ZERO, |a, b| a.add(b));
    match name {
        "sum" | "count" => total,
        "prod" => values.iter().fold(Num::ONE, |a, b| a.mul(b)),
        "all" => bit(values.iter().all(Num::is_one)),
        "any" => bit(values.iter().any(Num::is_one)),
        "mean" => total.div(&Num::int(values.len() as i64)).unwrap_or(Num::ZERO),
        "max" => values.iter().max().cloned().or(default).expect("a value or a default"),
        _ => values.iter().min().cloned().or(default).expect("a value or a default"),
    }
}

impl E {
    fn one(&self, env: &mut Env) -> Num {
        match self.value(env) {
            V::One(one) => one,
            V::Many(_) => panic!("a scalar was expected: {}", self.text()),
        }
    }

    fn many(&self, env: &mut Env) -> Vec<Num> {
        match self.value(env) {
            V::Many(many) => many,
            V::One(_) => panic!("an array was expected: {}", self.text()),
        }
    }

    /// What it is worth.
    ///
    /// # Panics
    /// Where it is not well typed.
    pub fn value(&self, env: &mut Env) -> V {
        match self {
            E::Root(p, q) => V::One(Num::int(*p).add(&root_of_two().mul(&Num::int(*q)))),
            E::Literal(p, q) => V::One(Num::ratio(*p, *q).expect("not over zero")),
            E::Truth(holds) | E::Bit(holds) => V::One(bit(*holds)),
            E::S => V::One(env.s.clone()),
            E::Input("x") => V::Many(env.x.clone()),
            E::Input("b") => V::Many(env.b.clone()),
            E::Input(_) => V::Many(env.w.clone()),
            E::Var(var) => env.vars[*var].clone().expect("bound"),
            E::At(array, var) => {
                let index = E::Var(*var).one(env).to_u64().expect("a position") as usize;
                V::One(array.many(env)[index].clone())
            }
            E::Sum(terms) => {
                let values: Vec<V> = terms.iter().map(|(_, t)| t.value(env)).collect();
                zip(&values, &|at| {
                    let signed =
                        at.iter().zip(terms).map(|(v, (minus, _))| if *minus { v.neg() } else { v.clone() });
                    signed.fold(Num::ZERO, |a, b| a.add(&b))
                })
            }
            E::Product(factors) => {
                let values: Vec<V> = factors.iter().map(|t| t.value(env)).collect();
                zip(&values, &|at| at.iter().fold(Num::ONE, |a, b| a.mul(b)))
            }
            E::Over(a, k) => zip(&[a.value(env)], &|at| at[0].div(&Num::int(*k)).expect("not zero")),
            E::Power(a, k) => zip(&[a.value(env)], &|at| at[0].pow(*k)),
            E::Neg(a) => zip(&[a.value(env)], &|at| at[0].neg()),
            E::Unary(name, a) => zip(&[a.value(env)], &|at| match *name {
                "sign" => at[0].sign(),
                "abs" if at[0] < Num::ZERO => at[0].neg(),
                "abs" => at[0].clone(),
                _ => bit(at[0].is_zero()),
            }),
            E::Compare(op, a, b) => {
                zip(&[a.value(env), b.value(env)], &|at| bit(compare(op, &at[0], &at[1])))
            }
            E::Logic(or, parts) => {
                let values: Vec<V> = parts.iter().map(|p| p.value(env)).collect();
                zip(&values, &|at| {
                    bit(if *or { at.iter().any(Num::is_one) } else { at.iter().all(Num::is_one) })
                })
            }
            E::If(c, a, b) => zip(&[c.value(env), a.value(env), b.value(env)], &|at| {
                if at[0].is_one() { at[1].clone() } else { at[2].clone() }
            }),
            E::Reduce(name, array) => V::One(reduce(name, &array.many(env), None)),
            E::Generate(name, var, body, filter, default) => {
                let mut values = Vec::new();
                for k in 0..env.n {
                    env.with(*var, V::One(Num::int(k as i64)));
                    if filter.as_ref().is_none_or(|f| f.one(env).is_one()) {
                        values.push(body.one(env));
                    }
                }
                let default = default.as_ref().map(|d| d.one(env));
                V::One(reduce(name, &values, default))
            }
            E::Comprehension(var, body) => {
                let mut values = Vec::new();
                for k in 0..env.n {
                    env.with(*var, V::One(Num::int(k as i64)));
                    values.push(body.one(env));
                }
                V::Many(values)
            }
            E::Extreme(name, parts) => {
                let values: Vec<Num> = parts.iter().map(|p| p.one(env)).collect();
                V::One(reduce(name, &values, None))
            }
            E::Lookup(array, index) => {
                let values = array.many(env);
                let at = index.one(env).to_u64().and_then(|k| values.get(k as usize).cloned());
                V::One(at.unwrap_or(Num::ZERO))
            }
            E::Let(var, value, body) => {
                let value = value.value(env);
                env.with(*var, value);
                body.value(env)
            }
            E::Loop(scan, state, item, start, array, body) => {
                let mut acc = V::One(start.one(env));
                let mut states = Vec::new();
                for value in array.many(env) {
                    env.with(*state, acc);
                    env.with(*item, V::One(value));
                    let next = body.one(env);
                    states.push(next.clone());
                    acc = V::One(next);
                }
                if *scan { V::Many(states) } else { acc }
            }
            E::Width(op, keys, queries) => {
                let (keys, queries) = (keys.many(env), queries.many(env));
                let width = |q: &Num| keys.iter().filter(|k| compare(op, k, q)).count();
                V::Many(queries.iter().map(|q| Num::int(width(q) as i64)).collect())
            }
            E::Aggregate(op, keys, queries, values, default) => {
                let (keys, queries, values) = (keys.many(env), queries.many(env), values.many(env));
                let default = default.as_ref().map_or(Num::ZERO, |d| d.one(env));
                let at = |q: &Num| {
                    let chosen: Vec<Num> = keys
                        .iter()
                        .zip(&values)
                        .filter(|(k, _)| compare(op, k, q))
                        .map(|(_, v)| v.clone())
                        .collect();
                    if chosen.is_empty() { default.clone() } else { reduce("mean", &chosen, None) }
                };
                V::Many(queries.iter().map(at).collect())
            }
            E::Pick(last, op, keys, queries, values, default) => {
                let (keys, queries, values) = (keys.many(env), queries.many(env), values.many(env));
                let default = default.one(env);
                let at = |q: &Num| {
                    let mut chosen =
                        keys.iter().zip(&values).filter(|(k, _)| compare(op, k, q)).map(|(_, v)| v);
                    let value = if *last { chosen.next_back() } else { chosen.next() };
                    value.cloned().unwrap_or_else(|| default.clone())
                };
                V::Many(queries.iter().map(at).collect())
            }
            E::Match(array, a, b) => zip(&[array.value(env), a.value(env), b.value(env)], &|at| {
                if at[0].is_zero() { at[1].clone() } else { at[2].clone() }
            }),
            E::Chain(step, array, count, a) => {
                let (mut x, s) = (array.many(env), a.one(env));
                let count = count.unwrap_or(env.n);
                for _ in 0..count {
                    let (n, s) = (x.len(), s.clone());
                    let mut inner = Env { n, s, x, b: Vec::new(), w: Vec::new(), vars: Vec::new() };
                    let next = step.body.one(&mut inner);
                    x = inner.x;
                    x.push(next);
                }
                V::Many(x.split_off(count))
            }
            E::Call(a, b) => zip(&[a.value(env), b.value(env)], &|at| at[0].mul(&at[1]).sub(&at[0])),
        }
    }
}

/// The ring of the random programs with roots.
pub fn ring() -> Ring {
    Ring::with_root(2).expect("no square divides 2")
}

/// The number sqrt(2).
pub fn root_of_two() -> Num {
    ring().sqrt(&Num::int(2)).expect("the ring has it")
}
