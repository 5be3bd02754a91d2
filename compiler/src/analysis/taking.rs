//! Means of selected elements, the first selected one, the one at an index.

use std::rc::Rc;

use circ_runtime::Num;

use super::analyzer::{Analyzer, Name, Open};
use super::gates::Operand;
use super::met::Tally;
use super::streams::{Counted, Stream};
use super::value::{Cell, Cond, Deps, Static, Wire, union};
use crate::formula::Formula;
use crate::lower::Builder;

impl<'p> Analyzer<'p> {
    /// `lower::mean`.
    pub(super) fn mean(&mut self, values: &[Operand], counted: &Counted) -> Rc<Wire> {
        let sum = self.add_all(values);
        let factor = match counted.most.as_constant().filter(|_| counted.most == counted.least) {
            Some(count) if !count.is_zero() => self.constant(count.recip().unwrap_or(Num::ONE)),
            _ => self.inverse_constant(counted, counted.most.plus(1).ceil_log2().plus(1)),
        };
        self.mul(&[factor, sum])
    }

    /// `lower::selected_mean`, of streams of a selector bit and a value.
    pub(super) fn selected_mean(
        &mut self,
        streams: &[Stream],
        default: Option<&Rc<Wire>>,
        counted: &Counted,
    ) -> Rc<Wire> {
        let values = self.each(streams, &mut |this, w| this.mul(&[w[0].clone(), w[1].clone()]));
        let sum = self.add_all(&values);
        let inverse = self.inverse_of_count(streams, counted);
        let mean = self.mul(&[sum, inverse]);
        let mut terms = vec![Operand::one(&mean)];
        terms.extend(self.default_terms(default, streams));
        self.add_all(&terms)
    }

    /// The sum of the steps of 1/c, one threshold for each number that the count may have.
    pub(super) fn inverse_of_count(&mut self, streams: &[Stream], counted: &Counted) -> Rc<Wire> {
        let bits = self.each(streams, &mut |_, w| w[0].clone());
        let constants = bits.iter().all(|bit| bit.wire.constant.is_some());
        let size = counted.most.plus(1).ceil_log2().times(4).plus(4);
        let deps = counted.deps();
        if constants {
            return self.inverse_constant(counted, size);
        }
        let count = self.add_all(&bits);
        let step = Stream {
            opens: vec![Open {
                var: self.index(self.here.open.len(), &counted.most),
                count: counted.most.clone(),
            }],
            conds: Vec::new(),
            cells: Vec::new(),
        };
        let mut terms = self.each(std::slice::from_ref(&step), &mut |this, _| {
            let own: Vec<u32> = step.opens.iter().map(|open| open.var).collect();
            let at = |bits: Formula, shift: i64| {
                let value = Formula::var(own[0])
                    .plus(shift)
                    .sub(&Formula::constant(Num::ratio(1, 2).unwrap_or(Num::ONE)));
                Rc::new(Static {
                    value,
                    cond: None,
                    deps: own.clone(),
                    bits,
                    whole: false,
                    proper: Some(Rc::from([])),
                })
            };
            let threshold = this.constant_wire(&at(size.clone(), 1));
            let shifted = this.add(&[count.clone(), threshold]);
            let reached = this.sign(&shifted);
            let name = this.name(Name::Closed(u32::MAX, step.opens.clone(), Vec::new()));
            let all = union(&own, &deps);
            let weight = Static { proper: Some(Rc::from([])), ..Static::unknown(all, size.clone()) };
            let mut weight = (*this.constant_wire(&Rc::new(weight))).clone();
            weight.number = name;
            this.mul(&[Rc::new(weight), reached])
        });
        let rest = Static { proper: Some(Rc::from([])), ..Static::unknown(deps, size) };
        let rest = self.constant_wire(&Rc::new(rest));
        terms.push(Operand::one(&rest));
        self.add_all(&terms)
    }

    /// One over the number of elements: 1 for one, and 0 for none.
    pub(super) fn inverse_constant(&mut self, counted: &Counted, bits: Formula) -> Rc<Wire> {
        let several: Rc<[Formula]> = Rc::from([counted.least.plus(-2)]);
        let inverse = Static { proper: Some(several), ..Static::unknown(counted.deps(), bits) };
        self.constant_wire(&Rc::new(inverse))
    }

    /// `d - d·any`.
    pub(super) fn default_terms(&mut self, default: Option<&Rc<Wire>>, streams: &[Stream]) -> Vec<Operand> {
        let Some(default) = default else { return Vec::new() };
        if self.value(default).is_some_and(|value| value.is_zero()) {
            return Vec::new();
        }
        let bits = self.each(streams, &mut |_, w| w[0].clone());
        let (minus, some) = (self.constant(Num::MINUS_ONE), self.any(&bits));
        let hidden = self.mul(&[minus, default.clone(), some]);
        vec![Operand::one(default), Operand::one(&hidden)]
    }

    /// `lower::pick`, of streams of a selector bit and a value that is a wire or a constant.
    pub(super) fn pick(
        &mut self,
        streams: &[Stream],
        default: Option<&Rc<Wire>>,
        counted: &Counted,
    ) -> Rc<Wire> {
        let decided = streams.iter().all(|stream| stream.cells[0].is_static());
        if decided {
            // The first that is selected is the result, without a gate.
            let mut wires: Vec<Rc<Wire>> = Vec::new();
            for stream in streams {
                let selected = match &stream.cells[0] {
                    Cell::Static(value) => value.truth_of(),
                    Cell::Wire(_) => Cond::Unknown,
                };
                if selected == Cond::Known(false) {
                    continue;
                }
                let mut narrowed = stream.clone();
                narrowed.conds.push(selected);
                let values = self.each(&[narrowed], &mut |_, w| w[1].clone());
                wires.push(values[0].wire.clone());
            }
            let fallback = default.cloned().unwrap_or_else(|| self.constant(Num::ZERO));
            wires.push(fallback);
            return self.either(&wires, Some(&Cond::Unknown));
        }
        // Each value that is selected, less it where one before it is: the prefixes grow up to all.
        let bits = self.each(streams, &mut |_, w| w[0].clone());
        let mut terms = Vec::new();
        let values = self.each(streams, &mut |this, w| this.mul(&[w[0].clone(), w[1].clone()]));
        let minus = self.constant(Num::MINUS_ONE);
        let before = Counted { most: counted.most.plus(-1), least: Formula::zero() };
        let (count, fan_in) = (counted.most.clone(), before.most.clone());
        let earlier: Vec<Operand> = bits.iter().map(|bit| Operand { exact: false, ..bit.clone() }).collect();
        if counted.may_exceed(self, 1) {
            let taken = self.prefixes(&earlier, &before);
            // One such gate for each element but the first: what is built once is counted as often.
            self.repeat_any(&count, &fan_in, &taken);
            for value in &values {
                let hidden = self.mul(&[minus.clone(), value.wire.clone(), taken.clone()]);
                let extra = value.count.plus(-1);
                if !extra.is_zero() {
                    let tally = Tally::triples(&extra);
                    self.charge(&tally, &hidden.deps.clone());
                }
                terms.push(Operand {
                    wire: hidden,
                    count: value.count.clone(),
                    exact: false,
                    least: Vec::new(),
                    even: [false; 3],
                });
            }
        }
        terms.extend(values);
        terms.extend(self.default_terms(default, streams));
        self.selected(|this| this.add_all(&terms))
    }

    /// Whether one of the elements before is selected: at most all but one.
    pub(super) fn prefixes(&mut self, bits: &[Operand], counted: &Counted) -> Rc<Wire> {
        let mut reduced: Vec<Operand> = bits.to_vec();
        if let Some(largest) = reduced.iter_mut().max_by_key(|o| usize::from(o.count.as_constant().is_none()))
            && counted.most.as_constant().is_none()
        {
            largest.count = largest.count.plus(-1);
        }
        self.any(&reduced)
    }

    /// Counts an `any` over a growing prefix for each element: n of them, with n²/2 wires.
    pub(super) fn repeat_any(&mut self, count: &Formula, fan_in: &Formula, taken: &Rc<Wire>) {
        let half = Num::ratio(1, 2).unwrap_or(Num::ONE);
        // Prefixes of 2 elements take a product as well, larger ones a sum and a sign: 6 wires at the least.
        let wires = count.mul(fan_in).scale(&half).add(&count.times(6));
        let tally = Tally {
            gates: count.times(2),
            wires: wires.clone(),
            positions: wires.add(&count.times(4)),
            binary: wires.add(count),
            work: Formula::zero(),
        };
        let deps = taken.deps.clone();
        self.charge(&tally, &deps);
    }

    /// `lower::lookup` in streams of one value each.
    pub(super) fn lookup(&mut self, streams: &[Stream], index: &Rc<Wire>, bits: &Formula) -> Rc<Wire> {
        let minus = self.constant(Num::MINUS_ONE);
        let mut terms = Vec::new();
        for (at, stream) in streams.iter().enumerate() {
            terms.push(self.within(stream, &mut |this, opens| {
                let value = this.wire(&stream.cells[0]);
                // One position an element.
                let own: Deps = opens.iter().map(|open| open.var).collect();
                let position = Static::unknown(own, bits.clone());
                let mut position = (*this.constant_wire(&Rc::new(position))).clone();
                position.number = this.name(Name::Position(at as u32, opens.to_vec()));
                let d = this.add(&[index.clone(), Rc::new(position)]);
                let s = this.sign(&d);
                let hidden = this.mul(&[minus.clone(), value, s.clone(), s]);
                this.close(&hidden, opens)
            }));
        }
        terms.extend(self.each(streams, &mut |_, w| w[0].clone()));
        self.selected(|this| this.add_all(&terms))
    }
}
