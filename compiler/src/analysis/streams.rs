//! Elements by the number: what a reduction or a selection runs over, for all n.
//!
//! A stream stands for one cell (or a few that go together) for each valuation of its indices where its conditions
//! hold. Inside it the lowering table builds what every element needs; closed, it is one operand of a gate.

use std::rc::Rc;

use circ_runtime::{Num, Op};

use super::analyzer::{Analyzer, Open};
use super::gates::Operand;
use super::value::{Cell, Cond, Deps, Static, Wire, union, vars};
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
    pub(super) fn some_constant(&mut self, deps: &Deps, bits: Formula) -> Rc<Wire> {
        self.constant_wire(&Rc::new(Static::unknown(deps.clone(), bits)))
    }

    /// A constant no larger than the number of elements.
    pub(super) fn count_constant(&mut self, counted: &Counted) -> Rc<Wire> {
        if let Some(count) = counted.most.as_constant().filter(|_| counted.most == counted.least) {
            return self.constant(count.neg());
        }
        let bits = counted.most.plus(1).ceil_log2().plus(1);
        let deps = counted.deps();
        let value = if counted.most == counted.least { counted.most.neg() } else { Formula::unknown() };
        self.constant_wire(&Rc::new(Static { value, cond: None, deps, bits, whole: true, proper: None }))
    }

    pub(super) fn add_all(&mut self, operands: &[Operand]) -> Rc<Wire> {
        self.gate(Op::Add, operands)
    }

    /// `1 + sign(x)`.
    pub(super) fn one_plus_sign(&mut self, x: &Rc<Wire>) -> Rc<Wire> {
        let (s, one) = (self.sign(x), self.constant(Num::ONE));
        self.add(&[one, s])
    }

    /// How many of some operands are not constant.
    pub(super) fn open_ones(bits: &[Operand]) -> Counted {
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
}

/// Single wires, where there are no more than two operands and each is one.
pub(super) fn few(operands: &[Operand]) -> Option<Vec<Rc<Wire>>> {
    let one = |operand: &Operand| operand.count == Formula::one();
    let all = operands.iter().all(one);
    all.then(|| operands.iter().map(|operand| operand.wire.clone()).collect())
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
