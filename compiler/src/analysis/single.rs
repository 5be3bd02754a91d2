//! One wire for several: tables that look at how many are constant, wires that are one of two.

use std::rc::Rc;

use circ_runtime::Num;

use super::analyzer::{Analyzer, Name};
use super::depth::{self, Needs};
use super::gates::Operand;
use super::streams::Counted;
use super::value::{Cell, Cond, Guard, Static, Value, Wire, union};
use crate::formula::Formula;
use crate::lower::Builder;

/// A wire under a condition, and a known constant where it does not hold.
pub(super) fn guard(cond: &Cond, inner: &Rc<Wire>, otherwise: &Rc<Wire>) -> Option<Rc<Guard>> {
    let value = otherwise.constant.as_ref()?.value.as_constant()?;
    let plain = !matches!(cond, Cond::Unknown | Cond::Any(_)) && inner.constant.is_none();
    plain.then(|| Rc::new(Guard { cond: cond.clone(), inner: inner.clone(), otherwise: value }))
}

impl<'p> Analyzer<'p> {
    /// Runs the table for few elements and for many, where both may be, and takes the deeper.
    pub(super) fn by_count(
        &mut self,
        counted: &Counted,
        few: &mut dyn FnMut(&mut Self) -> Rc<Wire>,
        many: &mut dyn FnMut(&mut Self) -> Rc<Wire>,
    ) -> Rc<Wire> {
        let two: Needs = Some(Rc::from([counted.least.plus(-2), counted.most.neg().plus(2)]));
        let more: Needs = Some(Rc::from([counted.least.plus(-3)]));
        match (counted.may_be(self, 2), counted.may_exceed(self, 2)) {
            (true, true) => {
                let cond = if counted.most == counted.least {
                    Cond::AtLeastZero(counted.most.plus(-3))
                } else {
                    Cond::Unknown
                };
                let deps = counted.deps();
                let value = self.by_condition(
                    &cond,
                    &deps,
                    &mut |this| Value::Cell(Cell::Wire(this.needing_here(&more, many))),
                    &mut |this| Value::Cell(Cell::Wire(this.needing_here(&two, few))),
                );
                match value {
                    Value::Cell(cell) => self.wire(&cell),
                    _ => super::gates::unknown_wire(self, &deps),
                }
            }
            (_, false) => self.needing_here(&two, few),
            (false, true) => self.needing_here(&more, many),
        }
    }

    /// Runs the table, whose shape is another one where a wire is constant.
    pub(super) fn shaped(
        &mut self,
        wires: &[Rc<Wire>],
        build: &mut dyn FnMut(&mut Self) -> Rc<Wire>,
    ) -> Rc<Wire> {
        let vague =
            |wire: &&Rc<Wire>| wire.constant.as_ref().is_some_and(|c| c.value.as_constant().is_none());
        if wires.iter().any(|wire| vague(&wire)) {
            // Where that constant is 0 or 1 the result may be one, or one of the others.
            let mut wire = (*self.needing_here(&None, build)).clone();
            let mut bits = vec![wire.constant_bits.clone(), Formula::int(2)];
            bits.extend(wires.iter().map(|wire| wire.constant_bits.clone()));
            wire.constant_bits = Formula::max(&bits);
            for number in [Num::ZERO, Num::ONE] {
                let number = self.constant(number);
                self.charge_constant(&number);
            }
            return Rc::new(wire);
        }
        self.where_open(wires, build)
    }

    /// Runs the table, whose shape is another one where a wire that may be constant is.
    pub(super) fn where_open(
        &mut self,
        wires: &[Rc<Wire>],
        build: &mut dyn FnMut(&mut Self) -> Rc<Wire>,
    ) -> Rc<Wire> {
        let open = wires.iter().filter(|wire| wire.constant.is_none());
        let needs = open.fold(depth::always(), |needs, wire| depth::both(&needs, &wire.live));
        self.needing_here(&needs, build)
    }

    /// Builds what is there only where these hold: so are its paths, and the gates of its fan-in.
    pub(super) fn needing_here(
        &mut self,
        needs: &Needs,
        build: &mut dyn FnMut(&mut Self) -> Rc<Wire>,
    ) -> Rc<Wire> {
        let plain = |need: &Formula| need.as_constant().is_some_and(|value| value.signum() >= 0);
        let needs: Needs =
            needs.as_ref().map(|needs| needs.iter().filter(|need| !plain(need)).cloned().collect());
        let met = &mut self.here.met;
        let before = [std::mem::take(&mut met.add_fan_in), std::mem::take(&mut met.mul_fan_in)];
        let wire = build(self);
        let met = &mut self.here.met;
        for (noted, before) in [&mut met.add_fan_in, &mut met.mul_fan_in].into_iter().zip(before) {
            *noted = depth::join(&self.here.root, &before, &depth::where_needed(noted, &needs));
        }
        if needs.as_ref().is_some_and(|needs| needs.is_empty()) {
            return wire;
        }
        let mut wire = (*wire).clone();
        wire.depths =
            Rc::new(super::value::WEIGHINGS.map(|w| depth::where_needed(&wire.depths[w as usize], &needs)));
        wire.live = depth::both(&wire.live, &needs);
        Rc::new(wire)
    }

    /// A wire that is one of several: by place, or by a condition on sizes, which holds for the first of two and not for
    /// the other.
    pub(super) fn either(&mut self, wires: &[Rc<Wire>], cond: Option<&Cond>) -> Rc<Wire> {
        let Some((first, rest)) = wires.split_first() else {
            return super::gates::unknown_wire(self, &Vec::new());
        };
        if rest.is_empty() {
            return first.clone();
        }
        let mut joined = (**first).clone();
        let mut numbers = vec![first.number];
        let sides = cond
            .filter(|_| wires.len() == 2)
            .map(|cond| [self.cond_needs(cond), self.cond_needs(&cond.not())]);
        for wire in rest {
            let facts = &self.here.facts;
            joined.depths = Rc::new(
                super::value::WEIGHINGS
                    .map(|w| depth::join(facts, &joined.depths[w as usize], &wire.depths[w as usize])),
            );
            joined.deps = union(&joined.deps, &wire.deps);
            joined.live = match (&joined.live, &wire.live, &sides) {
                (Some(_), Some(_), _) => depth::both(&joined.live, &wire.live),
                // Where its side is the one.
                (Some(_), None, Some([side, _])) => depth::both(&joined.live, side),
                (None, Some(_), Some([_, side])) => depth::both(&wire.live, side),
                _ => None,
            };
            joined.whole = (joined.whole || joined.constant_bits.is_zero())
                && (wire.whole || wire.constant_bits.is_zero());
            joined.constant_bits = Formula::max(&[joined.constant_bits.clone(), wire.constant_bits.clone()]);
            joined.short &= wire.short;
            joined.constant = match (&joined.constant, &wire.constant) {
                (Some(a), Some(b)) if a.value == b.value && !a.value.is_unknown() => Some(a.clone()),
                (Some(a), Some(b)) => {
                    let bits = Formula::max(&[a.bits.clone(), b.bits.clone()]);
                    let mut either = Static::unknown(union(&a.deps, &b.deps), bits);
                    either.whole = a.whole && b.whole;
                    let apart = |value: &Static| {
                        value.value.as_constant().is_some_and(|v| !v.is_zero() && !v.is_one())
                    };
                    either.proper = (apart(a) && apart(b)).then(|| Rc::from([]));
                    Some(Rc::new(either))
                }
                _ => None,
            };
            numbers.push(wire.number);
        }
        joined.guard = None;
        if let Some(cond) = cond {
            joined.deps = union(&joined.deps, &super::gates::cond_vars(cond));
            if let [a, b] = wires {
                joined.guard = guard(cond, a, b).or_else(|| guard(&cond.not(), b, a));
            }
        }
        if joined.constant.is_none() {
            for wire in wires {
                self.charge_constant(wire);
            }
        }
        if numbers.iter().any(|number| *number != first.number) {
            let vague = cond.is_some_and(|cond| *cond == Cond::Unknown);
            joined.number =
                if vague { self.fresh() } else { self.name(Name::Either(numbers, cond.cloned())) };
        }
        Rc::new(joined)
    }

    /// One element, whichever: what stands for it where a table looks at single wires.
    pub(super) fn single(&mut self, operands: &[Operand]) -> Vec<Rc<Wire>> {
        operands.iter().map(|operand| operand.wire.clone()).collect()
    }

    /// Two elements of closed streams, as deep as the deepest.
    pub(super) fn pair(&mut self, operands: &[Operand]) -> [Rc<Wire>; 2] {
        if let [a, b] = operands
            && a.count == Formula::one()
            && b.count == Formula::one()
        {
            return [a.wire.clone(), b.wire.clone()];
        }
        let wires = self.single(operands);
        let deepest = self.either(&wires, None);
        let mut other = (*deepest).clone();
        other.number = self.name(Name::Gate(u8::MAX, vec![deepest.number]));
        [deepest, Rc::new(other)]
    }
}
