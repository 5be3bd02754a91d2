//! Components, given the static numbers of a position, as short polynomials.
//!
//! Positions fall into classes by the static numbers that a component's outputs depend on and that take few
//! values, as the type of a gate. Per class the component is expanded once, with these numbers put in. What is
//! left of the activation of an add gate is then one term, and a position that nothing happens to shows as the
//! bare variable of its own coordinate. Of a number that takes many values only the first few tell classes apart;
//! positions with any other are one class, in which it stays a variable.

use super::polynomial::{Poly, expand, small_meter, support};
use super::statics::Statics;
use crate::column::Column;
use crate::number::Num;
use crate::transformer::Component;
use std::rc::Rc;

/// Values of a static number, from the least on, by which positions are told apart.
const MAX_VALUES: i64 = 64;
/// Classes of one component.
const MAX_CLASSES: usize = 4096;
/// Variables from here on stand for signs.
const SIGNS: u32 = 1 << 30;

/// A polynomial of variables and of signs of polynomials.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Expr {
    /// The arguments of the signs; each may use the signs before it.
    pub(super) signs: Vec<Poly>,
    /// The value.
    pub(super) result: Poly,
}

/// A variable of an expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Variable {
    /// An input of the component.
    Input(u32),
    /// The sign with this number.
    Sign(usize),
}

/// Which of the two a variable is.
pub(super) fn variable(v: u32) -> Variable {
    if v < SIGNS { Variable::Input(v) } else { Variable::Sign((v - SIGNS) as usize) }
}

/// The variable of the sign with this number.
pub(super) fn sign_variable(k: usize) -> u32 {
    SIGNS + k as u32
}

/// What one output of a component is for one class of positions.
#[derive(Debug)]
pub(super) struct Form {
    /// Unlike that of any other form.
    pub(super) id: u32,
    /// The value, where inputs below dim are the position's own numbers and those above the pooled ones.
    pub(super) expr: Expr,
    /// The inputs that occur, sorted.
    pub(super) inputs: Vec<u32>,
    /// The only input, where the value is just that.
    pub(super) bare: Option<u32>,
    /// Whether it is a polynomial of one input and of degree 2 at most, and not bare.
    pub(super) small: bool,
}

/// A component of the program as the planner sees it: an activation, or the value circuit of a head.
#[derive(Debug)]
pub(super) struct Part<'a> {
    component: Component,
    /// The outputs that are asked for.
    wanted: Vec<usize>,
    /// The static coordinates that tell classes apart.
    keyed: Vec<Keyed<'a>>,
    /// Static coordinates that are the same everywhere.
    fixed: Vec<(u32, Poly)>,
    /// For each class, once it is seen, the form of each output that is asked for.
    classes: Vec<Option<Vec<Rc<Form>>>>,
    /// The same in short, for the forms of a single input.
    singles: Vec<Single>,
}

/// A form of a single input that is bare or small.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Single {
    /// The input.
    pub(super) input: u32,
    /// The id of the form, 0 where it is bare.
    pub(super) form: u32,
}

/// In the place of a single input: the class has not been seen, or the form is none.
const UNKNOWN: Single = Single { input: u32::MAX, form: 0 };
const OTHER: Single = Single { input: u32::MAX, form: 1 };

#[derive(Debug)]
struct Keyed<'a> {
    coordinate: u32,
    values: &'a [i32],
    low: i32,
    /// How many classes there are.
    range: usize,
    /// Whether the last of them holds all greater values.
    open: bool,
}

impl Keyed<'_> {
    #[inline]
    fn place(&self, i: usize) -> usize {
        self.place_of(self.values[i])
    }

    #[inline]
    fn place_of(&self, value: i32) -> usize {
        ((i64::from(value) - i64::from(self.low)) as usize).min(self.range - 1)
    }

    /// The number at position `i`, where its class has only that.
    fn known(&self, i: usize) -> Option<i32> {
        let value = self.values[i];
        (!self.open || self.place_of(value) + 1 < self.range).then_some(value)
    }
}

impl<'a> Part<'a> {
    /// The part for some outputs of a component whose first inputs are the coordinates of a position.
    pub(super) fn new(component: Component, wanted: Vec<usize>, statics: &Statics<'a>) -> Part<'a> {
        let (mut keyed, mut fixed) = (Vec::new(), Vec::new());
        for coordinate in support(&component, &wanted).into_iter().filter(|&c| statics.is_fixed(c)) {
            match (&statics.t.sequence.columns[coordinate as usize], statics.range(coordinate)) {
                (Column::All(value), _) => fixed.push((coordinate, Poly::constant(value))),
                (Column::Ints(values), Some((low, high))) => {
                    let range = i64::from(high) - i64::from(low) + 1;
                    let open = range > MAX_VALUES;
                    let range = range.min(MAX_VALUES + 1) as usize;
                    keyed.push(Keyed { coordinate, values, low, range, open });
                }
                _ => {}
            }
        }
        keyed.sort_by_key(|key| (key.range, key.coordinate));
        let product = |keyed: &[Keyed<'_>]| keyed.iter().fold(1, |n: usize, key| n.saturating_mul(key.range));
        while product(&keyed) > MAX_CLASSES {
            keyed.pop();
        }
        let classes: Vec<_> = (0..product(&keyed)).map(|_| None).collect();
        let singles = vec![UNKNOWN; classes.len() * wanted.len()];
        Part { component, wanted, keyed, fixed, classes, singles }
    }

    /// The form of the output number `k` of those asked for, at position `i`. `None` where the component does
    /// not come out short.
    #[inline]
    pub(super) fn form(&mut self, k: usize, i: usize, next_id: &mut u32) -> Option<&Rc<Form>> {
        let class = self.class(i);
        if self.classes[class].is_none() {
            let forms = self.specialise(i, next_id)?;
            for (k, form) in forms.iter().enumerate() {
                self.singles[class * self.wanted.len() + k] = match (form.bare, form.small) {
                    (Some(input), _) => Single { input, form: 0 },
                    (None, true) => Single { input: form.inputs[0], form: form.id },
                    (None, false) => OTHER,
                };
            }
            self.classes[class] = Some(forms);
        }
        self.classes[class].as_ref().map(|forms| &forms[k])
    }

    /// The only input that an output is, where it is just that; as [`Part::form`] otherwise.
    #[inline]
    pub(super) fn bare(&mut self, k: usize, i: usize, next_id: &mut u32) -> Option<Option<u32>> {
        let class = self.class(i);
        match self.singles[class * self.wanted.len() + k] {
            UNKNOWN => self.form(k, i, next_id).map(|form| form.bare),
            Single { input, form: 0 } => Some(Some(input)),
            Single { .. } => Some(None),
        }
    }

    /// The output number `k` for a class, where that has been seen and the output is a bare or small form.
    #[inline]
    pub(super) fn single(&self, k: usize, class: usize) -> Option<Single> {
        let single = self.singles[class * self.wanted.len() + k];
        (single.input != u32::MAX).then_some(single)
    }

    /// The form of the output number `k` for a class, where that has been seen.
    pub(super) fn seen(&self, k: usize, class: usize) -> Option<&Rc<Form>> {
        self.classes[class].as_ref().map(|forms| &forms[k])
    }

    /// How many classes there are.
    pub(super) fn classes(&self) -> usize {
        self.classes.len()
    }

    /// The class of the position `i`.
    #[inline]
    pub(super) fn class(&self, i: usize) -> usize {
        self.keyed.iter().fold(0, |class, key| class * key.range + key.place(i))
    }

    /// How many positions from `i` on are of its class, of `len` positions.
    #[inline]
    pub(super) fn alike(&self, i: usize, len: usize) -> usize {
        let same = |len: usize, key: &Keyed<'_>| {
            let values = &key.values[i..i + len];
            let place = key.place_of(values[0]);
            values.iter().position(|&value| key.place_of(value) != place).unwrap_or(len)
        };
        self.keyed.iter().fold(len, same)
    }

    /// The forms of the class that position `i` belongs to.
    #[cold]
    fn specialise(&self, i: usize, next_id: &mut u32) -> Option<Vec<Rc<Form>>> {
        let known = |input: u32| {
            let keyed = self.keyed.iter().find(|key| key.coordinate == input);
            let keyed = keyed.and_then(|key| key.known(i));
            let keyed = keyed.map(|value| Poly::constant(&Num::int(i64::from(value))));
            keyed.or_else(|| self.fixed.iter().find(|(c, _)| *c == input).map(|(_, poly)| poly.clone()))
        };
        let exprs = specialised_to(&self.component, &self.wanted, &known)?;
        let forms = exprs.into_iter().map(|expr| {
            let inputs = expr.inputs();
            let bare = expr.result.as_variable().filter(|&v| v < SIGNS);
            let short = expr.result.terms().all(|(variables, _)| variables.len() <= 2);
            let small = bare.is_none() && inputs.len() == 1 && expr.signs.is_empty() && short;
            *next_id += 1;
            Rc::new(Form { id: *next_id, expr, inputs, bare, small })
        });
        Some(forms.collect())
    }
}

/// Some outputs of a component, given numbers for some of its inputs. `None` where they do not come out short.
pub(super) fn specialised(
    component: &Component,
    wanted: &[usize],
    known: &dyn Fn(u32) -> Option<Num>,
) -> Option<Vec<Expr>> {
    specialised_to(component, wanted, &|v| known(v).map(|value| Poly::constant(&value)))
}

fn specialised_to(
    component: &Component,
    wanted: &[usize],
    known: &dyn Fn(u32) -> Option<Poly>,
) -> Option<Vec<Expr>> {
    let input = |v: u32| known(v).unwrap_or_else(|| Poly::variable(v));
    let mut signs = Vec::new();
    let mut sign = |argument: Poly| {
        signs.push(argument);
        Some(Poly::variable(SIGNS + (signs.len() - 1) as u32))
    };
    let results = expand(component, wanted, &input, &mut sign)?;
    Some(results.into_iter().map(|result| Expr { signs: signs.clone(), result }.trimmed()).collect())
}

impl Expr {
    /// Without the signs that are not used.
    fn trimmed(self) -> Expr {
        let mut used = vec![false; self.signs.len()];
        let mark = |poly: &Poly, used: &mut Vec<bool>| {
            for v in poly.variables() {
                if let Variable::Sign(k) = variable(v) {
                    used[k] = true;
                }
            }
        };
        mark(&self.result, &mut used);
        for k in (0..self.signs.len()).rev() {
            if used[k] {
                mark(&self.signs[k], &mut used);
            }
        }
        let mut places = vec![0; used.len()];
        let mut next = SIGNS;
        for (place, &used) in places.iter_mut().zip(&used) {
            *place = next;
            next += u32::from(used);
        }
        let rename = |v| match variable(v) {
            Variable::Input(v) => Poly::variable(v),
            Variable::Sign(k) => Poly::variable(places[k]),
        };
        let meter = small_meter();
        // A renaming has as many terms as before.
        let rename = |poly: &Poly| poly.substitute(&rename, &meter).unwrap_or_default();
        let kept = self.signs.iter().zip(&used).filter(|(_, used)| **used);
        Expr { signs: kept.map(|(poly, _)| rename(poly)).collect(), result: rename(&self.result) }
    }

    /// The inputs that occur, sorted.
    pub(super) fn inputs(&self) -> Vec<u32> {
        let polys = self.signs.iter().chain([&self.result]);
        let mut inputs: Vec<u32> = polys.flat_map(Poly::variables).filter(|&v| v < SIGNS).collect();
        inputs.sort_unstable();
        inputs.dedup();
        inputs
    }

    /// The expression with a polynomial for each input. `None` where it grows too large.
    pub(super) fn substitute(&self, value: &dyn Fn(u32) -> Poly) -> Option<Expr> {
        let meter = small_meter();
        let mut signs: Vec<Poly> = Vec::new();
        // What each old sign is now: a constant, or a new sign, or its negative.
        let mut old: Vec<Poly> = Vec::new();
        for argument in &self.signs {
            let argument = argument.substitute(&|v| lookup(v, value, &old), &meter)?;
            if let Some(constant) = argument.as_constant() {
                old.push(Poly::constant(&constant.sign()));
                continue;
            }
            let sign = Poly::variable(SIGNS + signs.len() as u32);
            // The sign of a multiple is a multiple of the sign: a mean's is its sum's.
            let bare = argument.as_monomial().map(|(variables, c)| (variables.to_vec(), c.clone()));
            match bare {
                Some((variables, coefficient)) => {
                    let mut monic = Poly::default();
                    monic.push(variables, &Num::ONE);
                    signs.push(monic);
                    old.push(sign.scaled(&coefficient.sign()));
                }
                None => {
                    signs.push(argument);
                    old.push(sign);
                }
            }
        }
        let result = self.result.substitute(&|v| lookup(v, value, &old), &meter)?;
        Some(Expr { signs, result }.trimmed())
    }
}

fn lookup(v: u32, value: &dyn Fn(u32) -> Poly, old: &[Poly]) -> Poly {
    match variable(v) {
        Variable::Input(v) => value(v),
        Variable::Sign(k) => old[k].clone(),
    }
}
