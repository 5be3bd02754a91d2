//! Elements by the number: what a reduction or a selection runs over, for all n.
//!
//! A stream stands for one cell (or a few that go together) for each valuation of its indices where its conditions
//! hold. Inside it the lowering table builds what every element needs; closed, it is one operand of a gate.

use std::rc::Rc;

use circ_runtime::{Num, Op};

use super::analyzer::{Analyzer, Name, Open};
use super::depth::{self, Needs};
use super::gates::Operand;
use super::met::Tally;
use super::value::{Cell, Cond, Deps, Guard, Static, Value, Wire, union, vars};
use crate::formula::Formula;
use crate::lower::{self, Builder};

/// See the module's head.
#[derive(Clone, Debug)]
pub(super) struct Stream {
    pub(super) opens: Vec<Open>,
    pub(super) conds: Vec<Cond>,
    /// What there is of each element: its value, or its filter and its value.
    pub(super) cells: Vec<Cell>,
}

impl Stream {
    /// A single element.
    pub(super) fn one(cells: Vec<Cell>) -> Stream {
        Stream { opens: Vec::new(), conds: Vec::new(), cells }
    }
}

/// How many elements there are: what is known of it.
#[derive(Clone, Debug)]
pub(super) struct Counted {
    /// At most so many.
    pub(super) most: Formula,
    /// At least so many.
    pub(super) least: Formula,
}

impl Counted {
    /// The indices that it depends on.
    pub(super) fn deps(&self) -> Deps {
        union(&vars(&self.most), &vars(&self.least))
    }

    /// Whether there may be so many.
    pub(super) fn may_be(&self, a: &Analyzer<'_>, number: i64) -> bool {
        let facts = &a.here.facts;
        !facts.at_most(&Formula::int(number + 1), &self.least)
            && !facts.at_most(&self.most, &Formula::int(number - 1))
    }

    /// Whether there may be more than so many.
    pub(super) fn may_exceed(&self, a: &Analyzer<'_>, number: i64) -> bool {
        !a.here.facts.at_most(&self.most, &Formula::int(number))
    }
}

impl<'p> Analyzer<'p> {
    /// Does something inside a stream: its indices are open, its conditions hold.
    pub(super) fn within<T>(&mut self, stream: &Stream, f: &mut dyn FnMut(&mut Self, &[Open]) -> T) -> T {
        let scope = self.scope();
        let height = self.here.open.len();
        for open in &stream.opens {
            self.reopen(open);
        }
        stream.conds.iter().for_each(|cond| self.assume(cond));
        let opens: Vec<Open> = self.here.open[height..].to_vec();
        let result = f(self, &opens);
        self.here.open.truncate(height);
        if stream.conds.is_empty() {
            self.leave_loop(scope);
        } else {
            self.leave(scope);
        }
        result
    }

    /// Builds something of each element, and closes the streams.
    pub(super) fn each(&mut self, streams: &[Stream], build: super::expr::Table<'_, 'p>) -> Vec<Operand> {
        streams
            .iter()
            .map(|stream| {
                self.within(stream, &mut |this, opens| {
                    let wires: Vec<Rc<Wire>> = stream.cells.iter().map(|cell| this.wire(cell)).collect();
                    let wire = build(this, &wires);
                    this.close(&wire, opens)
                })
            })
            .collect()
    }

    /// How many elements there are whose first cell is not constant, or in all.
    pub(super) fn counted(&mut self, streams: &[Stream]) -> Counted {
        let (mut most, mut least) = (Formula::zero(), Formula::zero());
        for stream in streams {
            let operand = self.within(stream, &mut |this, opens| {
                let one = this.constant(Num::ONE);
                this.close(&one, opens)
            });
            least = least.add(&operand.at_least());
            most = most.add(&operand.count);
        }
        Counted { most, least }
    }

    /// A constant that is only known to be one, for each valuation of the indices.
    fn some_constant(&mut self, deps: &Deps, bits: Formula) -> Rc<Wire> {
        self.constant_wire(&Rc::new(Static::unknown(deps.clone(), bits)))
    }

    /// A constant no larger than the number of elements.
    fn count_constant(&mut self, counted: &Counted) -> Rc<Wire> {
        if let Some(count) = counted.most.as_constant().filter(|_| counted.most == counted.least) {
            return self.constant(count.neg());
        }
        let bits = counted.most.plus(1).ceil_log2().plus(1);
        let deps = counted.deps();
        let value = if counted.most == counted.least { counted.most.neg() } else { Formula::unknown() };
        self.constant_wire(&Rc::new(Static { value, cond: None, deps, bits, whole: true, proper: None }))
    }

    /// Runs the table for few elements and for many, where both may be, and takes the deeper.
    fn by_count(
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
    fn single(&mut self, operands: &[Operand]) -> Vec<Rc<Wire>> {
        operands.iter().map(|operand| operand.wire.clone()).collect()
    }

    /// Two elements of closed streams, as deep as the deepest.
    fn pair(&mut self, operands: &[Operand]) -> [Rc<Wire>; 2] {
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

    fn add_all(&mut self, operands: &[Operand]) -> Rc<Wire> {
        self.gate(Op::Add, operands)
    }

    /// `1 + sign(x)`.
    fn one_plus_sign(&mut self, x: &Rc<Wire>) -> Rc<Wire> {
        let (s, one) = (self.sign(x), self.constant(Num::ONE));
        self.add(&[one, s])
    }

    /// How many of some operands are not constant.
    fn open_ones(bits: &[Operand]) -> Counted {
        let (mut most, mut least) = (Formula::zero(), Formula::zero());
        for bit in bits.iter().filter(|bit| bit.wire.constant.is_none()) {
            most = most.add(&bit.count);
            if bit.wire.live.as_ref().is_some_and(|needs| needs.is_empty()) {
                least = least.add(&bit.at_least());
            }
        }
        Counted { most, least }
    }

    /// `lower::all`.
    pub(super) fn all(&mut self, bits: &[Operand], counted: &Counted) -> Rc<Wire> {
        let open = Self::open_ones(bits);
        if let Some(wires) = few(bits)
            && (open.most == open.least || !open.may_exceed(self, 2))
        {
            return self.shaped(&wires, &mut |this| lower::all(this, &wires));
        }
        self.by_count(
            &open,
            &mut |this| {
                let pair = this.pair(bits);
                lower::all(this, &pair)
            },
            &mut |this| {
                let mut terms = bits.to_vec();
                let minus = this.count_constant(counted);
                terms.push(Operand::one(&minus));
                let missing = this.selected(|this| this.add_all(&terms));
                this.one_plus_sign(&missing)
            },
        )
    }

    /// `lower::any`.
    pub(super) fn any(&mut self, bits: &[Operand]) -> Rc<Wire> {
        let open = Self::open_ones(bits);
        if let Some(wires) = few(bits)
            && (open.most == open.least || !open.may_exceed(self, 2))
        {
            return self.shaped(&wires, &mut |this| lower::any(this, &wires));
        }
        self.by_count(
            &open,
            &mut |this| {
                let pair = this.pair(bits);
                lower::any(this, &pair)
            },
            &mut |this| {
                let sum = this.selected(|this| this.add_all(bits));
                this.sign(&sum)
            },
        )
    }

    /// Does something whose wide sums are no counting.
    pub(super) fn selected<T>(&mut self, f: impl FnOnce(&mut Self) -> T) -> T {
        let before = std::mem::replace(&mut self.selecting, true);
        let result = f(self);
        self.selecting = before;
        result
    }

    /// `lower::masked_all`, of streams of a filter and a value.
    pub(super) fn masked_all(&mut self, streams: &[Stream], counted: &Counted) -> Rc<Wire> {
        self.by_count(
            counted,
            &mut |this| {
                let implied = this.each(streams, &mut |this, w| {
                    this.shaped(w, &mut |this| lower::masked_all(this, &[(w[0].clone(), w[1].clone())]))
                });
                let pair = this.pair(&implied);
                lower::all(this, &pair)
            },
            &mut |this| {
                let mut terms = this.each(streams, &mut |this, w| this.mul(&[w[0].clone(), w[1].clone()]));
                terms.extend(this.each(streams, &mut |this, w| lower::negate(this, &w[0])));
                let broken = this.selected(|this| this.add_all(&terms));
                this.one_plus_sign(&broken)
            },
        )
    }

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
    fn inverse_of_count(&mut self, streams: &[Stream], counted: &Counted) -> Rc<Wire> {
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
    fn inverse_constant(&mut self, counted: &Counted, bits: Formula) -> Rc<Wire> {
        let several: Rc<[Formula]> = Rc::from([counted.least.plus(-2)]);
        let inverse = Static { proper: Some(several), ..Static::unknown(counted.deps(), bits) };
        self.constant_wire(&Rc::new(inverse))
    }

    /// `d - d·any`.
    fn default_terms(&mut self, default: Option<&Rc<Wire>>, streams: &[Stream]) -> Vec<Operand> {
        let Some(default) = default else { return Vec::new() };
        if self.value(default).is_some_and(|value| value.is_zero()) {
            return Vec::new();
        }
        let bits = self.each(streams, &mut |_, w| w[0].clone());
        let (minus, some) = (self.constant(Num::MINUS_ONE), self.any(&bits));
        let hidden = self.mul(&[minus, default.clone(), some]);
        vec![Operand::one(default), Operand::one(&hidden)]
    }

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
    fn leaders(&mut self, streams: &[Stream], least: bool) -> Vec<Operand> {
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
    fn apart(&mut self, x: &Rc<Wire>, y: &Rc<Wire>, least: bool) -> Rc<Wire> {
        if least { lower::difference(self, y, x) } else { lower::difference(self, x, y) }
    }

    /// The product of two closed streams, element by element.
    fn lifted(&mut self, a: &Operand, b: &Operand) -> Operand {
        // The elements are built one by one: as many gates as there are elements.
        let wire = self.mul(&[a.wire.clone(), b.wire.clone()]);
        let extra = a.count.plus(-1);
        let tally = Tally {
            gates: extra.clone(),
            wires: extra.times(3),
            positions: extra.times(6),
            binary: extra.times(2),
            work: Formula::zero(),
        };
        let deps = union(&a.wire.deps, &b.wire.deps);
        if !extra.is_zero() {
            self.charge(&tally, &deps);
        }
        let even = [0, 1, 2].map(|w| a.even[w] && b.even[w]);
        Operand { wire, count: a.count.clone(), exact: a.exact && b.exact, least: Vec::new(), even }
    }

    /// A stream over indices of its own.
    fn renamed(&mut self, stream: &Stream) -> Stream {
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
                    let tally = Tally {
                        gates: extra.clone(),
                        wires: extra.times(3),
                        positions: extra.times(6),
                        binary: extra.times(2),
                        work: Formula::zero(),
                    };
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
    fn prefixes(&mut self, bits: &[Operand], counted: &Counted) -> Rc<Wire> {
        let mut reduced: Vec<Operand> = bits.to_vec();
        if let Some(largest) = reduced.iter_mut().max_by_key(|o| usize::from(o.count.as_constant().is_none()))
            && counted.most.as_constant().is_none()
        {
            largest.count = largest.count.plus(-1);
        }
        self.any(&reduced)
    }

    /// Counts an `any` over a growing prefix for each element: n of them, with n²/2 wires.
    fn repeat_any(&mut self, count: &Formula, fan_in: &Formula, taken: &Rc<Wire>) {
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

/// Indices in their order, each once.
fn sorted(mut deps: Deps) -> Deps {
    deps.sort_unstable();
    deps.dedup();
    deps
}

/// Single wires, where there are no more than two operands and each is one.
fn few(operands: &[Operand]) -> Option<Vec<Rc<Wire>>> {
    let one = |operand: &Operand| operand.count == Formula::one();
    let all = operands.iter().all(one);
    all.then(|| operands.iter().map(|operand| operand.wire.clone()).collect())
}

/// A wire under a condition, and a known constant where it does not hold.
fn guard(cond: &Cond, inner: &Rc<Wire>, otherwise: &Rc<Wire>) -> Option<Rc<Guard>> {
    let value = otherwise.constant.as_ref()?.value.as_constant()?;
    let plain = !matches!(cond, Cond::Unknown | Cond::Any(_)) && inner.constant.is_none();
    plain.then(|| Rc::new(Guard { cond: cond.clone(), inner: inner.clone(), otherwise: value }))
}

impl Stream {
    /// Without the elements whose first cell is this constant, where a condition on sizes says which ones these are: what
    /// is done with the elements does not look at them.
    pub(super) fn without(mut self, ignored: &Num) -> Stream {
        if let (Some(Cell::Static(value)), true) = (self.cells.first(), self.cells.len() > 1)
            && ignored.is_zero()
            && let Some(cond) = value.cond.clone()
            && !matches!(*cond, Cond::Unknown | Cond::Known(_))
        {
            self.conds.push((*cond).clone());
            self.cells[0] = Cell::number(&Num::ONE);
        }
        while let Some(Cell::Wire(wire)) = self.cells.first()
            && let Some(guard) = wire.guard.clone()
            && guard.otherwise == *ignored
        {
            self.conds.push(guard.cond.clone());
            self.cells[0] = Cell::Wire(guard.inner.clone());
        }
        self
    }
}
