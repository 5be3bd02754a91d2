//! The greatest and the least of any number of elements, and where they are.

use std::rc::Rc;

use circ_runtime::Num;

use super::analyzer::{Analyzer, Name, Open};
use super::gates::Operand;
use super::met::Tally;
use super::streams::{Counted, Stream};
use super::value::{Cell, Cond, Deps, Static, Wire, union};
use crate::formula::Formula;
use crate::lower::{self, Builder};

/// Indices in their order, each once.
pub(super) fn sorted(mut deps: Deps) -> Deps {
    deps.sort_unstable();
    deps.dedup();
    deps
}

impl<'p> Analyzer<'p> {
    /// `lower::extreme`, of streams of a filter and a value.
    pub(super) fn extreme(
        &mut self,
        streams: &[Stream],
        default: Option<&Rc<Wire>>,
        least: bool,
        counted: &Counted,
    ) -> Rc<Wire> {
        let plain =
            streams.iter().all(|s| matches!(&s.cells[0], Cell::Static(v) if v.value == Formula::one()));
        if plain && !counted.may_exceed(self, 1) {
            let values = self.each(streams, &mut |_, w| w[1].clone());
            let wires = self.single(&values);
            return self.either(&wires, None);
        }
        let mut many = |this: &mut Self| {
            let signs = this.leaders(streams, least);
            let mut terms = this.each(streams, &mut |this, w| this.mul(&[w[0].clone(), w[1].clone()]));
            let counted_terms = terms.clone();
            for (counted, sign) in counted_terms.iter().zip(&signs) {
                terms.push(this.lifted(counted, sign));
            }
            if !plain {
                terms.extend(this.default_terms(default, streams));
            }
            this.add_all(&terms)
        };
        if !plain {
            return many(self);
        }
        self.by_count(
            counted,
            &mut |this| {
                let values = this.each(streams, &mut |_, w| w[1].clone());
                let pair = this.pair(&values);
                lower::extreme_of(this, &pair, least)
            },
            &mut many,
        )
    }

    /// For each stream the signs of `lower::leaders`, closed: each element is compared with all of them.
    pub(super) fn leaders(&mut self, streams: &[Stream], least: bool) -> Vec<Operand> {
        streams
            .iter()
            .map(|stream| {
                self.within(stream, &mut |this, opens| {
                    let x = this.wire(&stream.cells[stream.cells.len() - 1]);
                    let mut terms = Vec::new();
                    for other in streams {
                        let other = this.renamed(other);
                        terms.extend(this.within(&other, &mut |this, inner| {
                            let counts = this.wire(&other.cells[0]);
                            let y = this.wire(&other.cells[other.cells.len() - 1]);
                            let d = this.apart(&x, &y, least);
                            // Which of the biases is added depends on both places.
                            let mut order = (*this.sign(&d)).clone();
                            let places = opens.iter().chain(inner).map(|open| open.var).collect();
                            order.deps = union(&order.deps, &sorted(places));
                            order.constant = order.constant.map(|constant| {
                                Rc::new(Static {
                                    deps: order.deps.clone(),
                                    value: Formula::unknown(),
                                    ..(*constant).clone()
                                })
                            });
                            let named = order.deps.iter().map(|var| (*var, Formula::var(*var))).collect();
                            order.number = this.name(Name::At(order.number, named));
                            let order = Rc::new(order);
                            // The bias is one of two constants, by which of the two stands before the other.
                            let half = Num::ratio(1, 2).unwrap_or(Num::ONE);
                            let biases = [half.neg(), half].map(|half| this.constant(half));
                            let bias = this.either(&biases, Some(&Cond::Unknown));
                            let shifted = this.add(&[order, bias]);
                            let allows = this.sign(&shifted);
                            let allowed = this.mul(&[counts.clone(), allows]);
                            let minus = lower::negate(this, &counts);
                            // Each element but itself.
                            [this.close(&allowed, inner), this.close(&minus, inner)].map(|closed| {
                                let least =
                                    if closed.exact { vec![closed.count.plus(-1)] } else { Vec::new() };
                                Operand { exact: false, least, ..closed }
                            })
                        }));
                    }
                    let barred = this.add_all(&terms);
                    let sign = this.sign(&barred);
                    this.close(&sign, opens)
                })
            })
            .collect()
    }

    /// A difference that no sharing makes vanish.
    pub(super) fn apart(&mut self, x: &Rc<Wire>, y: &Rc<Wire>, least: bool) -> Rc<Wire> {
        if least { lower::difference(self, y, x) } else { lower::difference(self, x, y) }
    }

    /// The product of two closed streams, element by element.
    pub(super) fn lifted(&mut self, a: &Operand, b: &Operand) -> Operand {
        // The elements are built one by one: as many gates as there are elements.
        let wire = self.mul(&[a.wire.clone(), b.wire.clone()]);
        let extra = a.count.plus(-1);
        let tally = Tally::triples(&extra);
        let deps = union(&a.wire.deps, &b.wire.deps);
        if !extra.is_zero() {
            self.charge(&tally, &deps);
        }
        let even = [0, 1, 2].map(|w| a.even[w] && b.even[w]);
        Operand { wire, count: a.count.clone(), exact: a.exact && b.exact, least: Vec::new(), even }
    }

    /// A stream over indices of its own.
    pub(super) fn renamed(&mut self, stream: &Stream) -> Stream {
        let height = self.here.open.len();
        let mut with: Vec<(u32, Formula)> = Vec::new();
        let mut opens = Vec::new();
        for (at, open) in stream.opens.iter().enumerate() {
            let replaced = with.clone();
            let count = open.count.substitute(&|s| super::reading::replacement(&replaced, s));
            let var = self.index(height + at, &count);
            opens.push(Open { var, count });
            with.push((open.var, Formula::var(var)));
        }
        let conds = stream
            .conds
            .iter()
            .map(|cond| cond.substitute(&|s| super::reading::replacement(&with, s)))
            .collect();
        let cells = stream.cells.iter().map(|cell| self.at_indices(cell, &with)).collect();
        Stream { opens, conds, cells }
    }

    /// `lower::extreme_position`.
    pub(super) fn extreme_position(
        &mut self,
        streams: &[Stream],
        least: bool,
        counted: &Counted,
    ) -> Rc<Wire> {
        let signs = self.leaders(streams, least);
        let bits = counted.most.plus(1).ceil_log2().plus(1);
        let mut terms = Vec::new();
        for sign in &signs {
            let position = self.some_constant(&counted.deps(), bits.clone());
            let lifted = self.lifted(&Operand { wire: position, ..sign.clone() }, sign);
            terms.push(lifted);
        }
        let rest = self.some_constant(&counted.deps(), bits.mul(&counted.most));
        terms.push(Operand::one(&rest));
        self.add_all(&terms)
    }
}
