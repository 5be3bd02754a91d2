//! Conditions on sizes: both sides, each where it holds, and what comes out of either.

use std::rc::Rc;

use circ_runtime::Num;

use super::analyzer::Analyzer;
use super::met::Tally;
use super::statics;
use super::value::{Cell, Cond, Deps, Static, Value, Wire};
use crate::formula::{Formula, Symbol};

/// A parameter and the number that a condition says it is. What is not linear, as a remainder, may be zero elsewhere too.
pub(super) fn pin(cond: &Cond) -> Option<(Symbol, Formula)> {
    let Cond::Zero(f) = cond else { return None };
    let symbols: Vec<Symbol> = f.symbols().into_iter().collect();
    let [symbol @ Symbol::Param(_)] = symbols.as_slice() else { return None };
    let rest = f.with(*symbol, &Formula::zero());
    let slope = f.with(*symbol, &Formula::one()).sub(&rest);
    let place = rest.scale(&slope.as_constant()?.recip()?.neg());
    let line = slope.mul(&Formula::symbol(*symbol)).add(&rest);
    (place.as_constant().is_some() && line == *f).then_some((*symbol, place))
}

impl<'p> Analyzer<'p> {
    /// Evaluates both sides of a static condition, each where it holds, or the one that is decided.
    pub(super) fn by_condition(
        &mut self,
        cond: &Cond,
        deps: &Deps,
        then: &mut dyn FnMut(&mut Self) -> Value,
        otherwise: &mut dyn FnMut(&mut Self) -> Value,
    ) -> Value {
        match self.decide(cond) {
            Some(true) => return then(self),
            Some(false) => return otherwise(self),
            None => {}
        }
        let opposite = cond.not();
        let before = self.here.met.tally.clone();
        let calls = self.here.inner.len();
        let (a, first) = self.branch(cond, then);
        let calls_between = self.here.inner.len();
        let middle = std::mem::replace(&mut self.here.met.tally, before.clone());
        let (b, second) = self.branch(&opposite, otherwise);
        let (calls_first, calls_second) = (calls_between > calls, self.here.inner.len() > calls_between);
        match (first, second) {
            (false, true) => return b,
            (true, false) => {
                self.here.met.tally = middle;
                return a;
            }
            _ => {}
        }
        // Of a condition on parameters one side is built; of one on indices both may be, at different ones.
        let end = self.here.met.tally.clone();
        self.here.met.tally = if !(deps.is_empty() && super::gates::cond_vars(cond).is_empty()) {
            let added = end.zip(&before, &mut Formula::sub);
            middle.add(&added)
        } else if calls_first == calls_second {
            self.larger(&middle, &end)
        } else {
            // The side without calls ends a recursion.
            let (rest, ends, when) = if calls_first { (middle, end, &opposite) } else { (end, middle, cond) };
            let ends = match pin(when) {
                Some((symbol, place)) => ends.map(&mut |f| f.with(symbol, &place)),
                None => ends,
            };
            self.here.base = Some(match self.here.base.take() {
                Some(known) => self.larger(&known, &ends),
                None => ends,
            });
            rest
        };
        if let (Value::Cell(Cell::Static(x)), Value::Cell(Cell::Static(y))) = (&a, &b)
            && (x.cond.is_some() || y.cond.is_some())
        {
            // A condition, made of both.
            let both = statics::choice(cond, x, y, deps);
            return Value::Cell(Cell::Static(Rc::new(both)));
        }
        let a = self.where_holds(&a, cond);
        let b = self.where_holds(&b, &opposite);
        let before = self.here.met.tally.clone();
        let joined = self.join_values(&[a, b], cond, deps);
        // Constants that come out of either side are counted where they meet, and so for both.
        if calls_first != calls_second
            && let Some(base) = &self.here.base
        {
            let constants = self.here.met.tally.zip(&before, &mut Formula::sub);
            self.here.base = Some(base.add(&constants));
        }
        joined
    }

    /// No less than either of two tallies.
    pub(super) fn larger(&self, a: &Tally, b: &Tally) -> Tally {
        let root = &self.here.root;
        a.zip(b, &mut |a, b| {
            if root.at_most(a, b) {
                b.clone()
            } else if root.at_most(b, a) {
                a.clone()
            } else {
                Formula::max(&[a.clone(), b.clone()])
            }
        })
    }

    /// Evaluates a side under its condition. The flag says that the side can be reached.
    pub(super) fn branch(&mut self, cond: &Cond, side: &mut dyn FnMut(&mut Self) -> Value) -> (Value, bool) {
        let scope = self.scope();
        self.assume(cond);
        if self.here.facts.contradictory() {
            self.leave(scope);
            return (Value::number(&Num::ZERO), false);
        }
        let value = side(self);
        let value = self.pinned(&value, cond);
        let value = self.bounded_here(&value);
        self.leave(scope);
        (value, true)
    }

    /// A value whose constants are as long as they may be where one stands.
    pub(super) fn bounded_here(&mut self, value: &Value) -> Value {
        if self.here.free.is_empty() {
            return value.clone();
        }
        self.map_cells(value, &mut |this, cell| match cell {
            Cell::Static(value) => {
                let bits = this.without_free(&value.bits);
                Cell::Static(Rc::new(Static { bits, ..(**value).clone() }))
            }
            Cell::Wire(wire) => {
                let constant_bits = this.without_free(&wire.constant_bits);
                Cell::Wire(Rc::new(Wire { constant_bits, ..(**wire).clone() }))
            }
        })
    }

    /// A value under `p == c`: with c for p.
    pub(super) fn pinned(&mut self, value: &Value, cond: &Cond) -> Value {
        let Some((symbol, place)) = pin(cond) else { return value.clone() };
        let with = |s: Symbol| (s == symbol).then(|| place.clone());
        self.map_cells(value, &mut |_, cell| match cell {
            Cell::Static(_) => cell.clone(),
            Cell::Wire(wire) => {
                let mut wire = (**wire).clone();
                wire.depths = Rc::new(
                    super::value::WEIGHINGS
                        .map(|w| super::depth::substitute(&wire.depths[w as usize], &with)),
                );
                wire.constant_bits = wire.constant_bits.substitute(&with);
                Cell::Wire(Rc::new(wire))
            }
        })
    }
}
