//! When a gate is there for certain: it has two operands, and no constant makes it vanish.

use std::rc::Rc;

use circ_runtime::Op;

use super::analyzer::Analyzer;
use super::depth::{self, Needs};
use super::gates::Operand;
use super::value::{Deps, Static, union};
use crate::formula::Formula;

/// When a gate is there.
pub(super) struct Presence {
    /// It has two operands.
    pub(super) two: Needs,
    /// It has all that are counted.
    pub(super) all: Needs,
    /// It is not constant.
    pub(super) live: Needs,
}

/// At least the bits of a sum or a product of constants.
pub(super) fn sum_of_bits<'a>(op: Op, operands: impl Iterator<Item = &'a Operand>, whole: bool) -> Formula {
    let operands: Vec<&Operand> = operands.collect();
    if op == Op::Add && whole {
        let most: Vec<Formula> = operands.iter().map(|o| o.wire.constant_bits.clone()).collect();
        let count = operands.iter().fold(Formula::zero(), |sum, o| sum.add(&o.count));
        return Formula::max(&most).add(&count.ceil_log2());
    }
    operands.iter().fold(Formula::zero(), |sum, o| sum.add(&o.wire.constant_bits.mul(&o.count)))
}

impl<'p> Analyzer<'p> {
    /// When a gate is there for certain: it has two operands that are not constant, or one and a constant that changes
    /// something; and when all its operands are there.
    pub(super) fn presence(&self, op: Op, constants: &[&Operand], others: &[&Operand]) -> Presence {
        let product = op == Op::Mul;
        // So many are certain, where each of these is no less.
        let mut certain: Vec<Formula> = vec![Formula::zero()];
        let mut needs: Needs = depth::always();
        let (mut whole, mut every) = (true, true);
        for operand in others {
            whole &= operand.exact;
            let least: &[Formula] =
                if operand.exact { std::slice::from_ref(&operand.count) } else { &operand.least };
            match &operand.wire.live {
                Some(_) if certain.len() == 1 && !least.is_empty() => {
                    certain = least.iter().map(|more| certain[0].add(more)).collect();
                    needs = depth::both(&needs, &operand.wire.live);
                }
                Some(_) if least.len() == 1 => {
                    certain.iter_mut().for_each(|known| *known = known.add(&least[0]));
                    needs = depth::both(&needs, &operand.wire.live);
                }
                Some(_) => whole = false,
                None => {
                    whole = false;
                    every = false;
                }
            }
        }
        let folded = (!constants.is_empty()).then(|| self.folded(op, constants));
        let proper = folded.as_ref().map(|constant| self.proper(constant, product));
        match &proper {
            None => {}
            Some(None) => whole = false,
            Some(Some(changes)) => {
                certain.iter_mut().for_each(|known| *known = known.plus(1));
                needs = depth::both(&needs, &Some(changes.clone()));
            }
        }
        let zero_free: Needs = match &folded {
            _ if !product => None,
            None => depth::always(),
            Some(constant) => self.never_zero(constant),
        };
        let mut two = needs;
        for known in &certain {
            let enough = known.plus(-2);
            two = match enough.as_constant() {
                Some(value) if value.signum() < 0 => None,
                _ if enough.is_unknown() => None,
                _ => depth::both(&two, &Some(Rc::from([enough]))),
            };
        }
        // What may be 0 may make a product constant.
        if product {
            two = if every { depth::both(&two, &zero_free) } else { None };
        }
        let live = if product {
            let each = others.iter().fold(depth::always(), |needs, o| depth::both(&needs, &o.wire.live));
            // Of no factor it is 1.
            let count = others.iter().fold(Formula::zero(), |sum, o| sum.add(&o.count));
            let single = others.iter().any(|o| o.count == Formula::one());
            let some: Needs = if single { depth::always() } else { Some(Rc::from([count.plus(-1)])) };
            if others.iter().all(|o| o.exact) {
                depth::both(&depth::both(&each, &zero_free), &some)
            } else {
                None
            }
        } else {
            let sure = others.iter().filter(|o| o.wire.live.is_some() && (o.exact || !o.least.is_empty()));
            let each = sure.map(|o| {
                let least = if o.exact { std::slice::from_ref(&o.count) } else { o.least.as_slice() };
                let some: Vec<Formula> = least.iter().map(|count| count.plus(-1)).collect();
                self.settled(&depth::both(&o.wire.live, &Some(some.into())))
            });
            each.min_by_key(|needs| needs.as_ref().map_or(usize::MAX, |n| n.len())).flatten()
        };
        let two = self.settled(&two);
        Presence { all: if whole { two.clone() } else { None }, two, live: self.settled(&live) }
    }

    /// Without the needs that hold here anyway.
    pub(super) fn settled(&self, needs: &Needs) -> Needs {
        let needs = needs.as_ref()?;
        if needs.is_empty() {
            return Some(needs.clone());
        }
        Some(needs.iter().filter(|need| !self.here.facts.non_negative(need)).cloned().collect())
    }

    /// When a constant changes what it is added to, or what it is multiplied with; `None` where that is not known.
    pub(super) fn proper(&self, constant: &Static, product: bool) -> Option<Rc<[Formula]>> {
        if let Some(needs) = &constant.proper {
            return Some(needs.clone());
        }
        let neutral = if product { Formula::one() } else { Formula::zero() };
        let apart = constant.value.sub(&neutral);
        if let Some(value) = apart.as_constant() {
            return (!value.is_zero()).then(|| Rc::from([]));
        }
        // An integer that is not 0 is at least 1.
        let apart = apart.scale(&apart.denominator());
        if !apart.is_integral() {
            return None;
        }
        let facts = &self.here.facts;
        let away = if facts.non_negative(&apart) {
            apart.plus(-1)
        } else if facts.non_negative(&apart.neg()) {
            apart.neg().plus(-1)
        } else {
            return None;
        };
        Some(Rc::from([away]))
    }

    /// When a constant is not 0, as far as it is known.
    pub(super) fn never_zero(&self, constant: &Static) -> Needs {
        if let Some(needs) = &constant.proper {
            return Some(needs.clone());
        }
        let facts = &self.here.facts;
        let apart = match constant.value.as_constant() {
            Some(value) => !value.is_zero(),
            None if constant.value.is_unknown() => false,
            None => {
                facts.non_negative(&constant.value.plus(-1))
                    || facts.non_negative(&constant.value.neg().plus(-1))
            }
        };
        if apart { depth::always() } else { None }
    }

    /// A gate over constants.
    pub(super) fn folded(&self, op: Op, constants: &[&Operand]) -> Static {
        let mut value = if op == Op::Add { Formula::zero() } else { Formula::one() };
        let mut bits = Formula::one();
        let mut deps = Deps::new();
        for operand in constants {
            let Some(constant) = &operand.wire.constant else { continue };
            deps = union(&deps, &constant.deps);
            deps = union(&deps, &super::value::vars(&operand.count));
            let one = operand.count == Formula::one();
            value = match (op, one) {
                (Op::Add, true) => value.add(&constant.value),
                (Op::Mul, true) => value.mul(&constant.value),
                _ => Formula::unknown(),
            };
        }
        if let Some(known) = value.as_constant() {
            return Static { deps, ..Static::number(&known) };
        }
        let whole = constants.iter().all(|c| c.wire.whole);
        bits = bits.add(&sum_of_bits(op, constants.iter().copied(), whole));
        let proper = match constants {
            [one] if one.count == Formula::one() => one.wire.constant.as_ref().and_then(|c| c.proper.clone()),
            _ => None,
        };
        Static { value, cond: None, deps, bits, whole, proper }
    }
}
