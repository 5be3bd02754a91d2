//! What is met on the way: tallies, fan-ins, constants, what is not known.

use std::collections::{BTreeMap, BTreeSet};

use circ_grammar::tree::Span;
use circ_runtime::Num;

use super::depth::Depth;
use crate::formula::{Facts, Formula, Growth};

/// How much is built: upper bounds.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Tally {
    pub(super) gates: Formula,
    pub(super) wires: Formula,
    /// Positions in the sequence of `average` and `dot`.
    pub(super) positions: Formula,
    /// Positions in that of `leftmost` and `rightmost`.
    pub(super) binary: Formula,
    /// Elements that are gone through, up to a constant factor.
    pub(super) work: Formula,
}

/// What was met while a body was analysed.
#[derive(Clone, Debug)]
pub(super) struct Met {
    pub(super) tally: Tally,
    /// Gates by the expression that they come from.
    pub(super) shares: BTreeMap<(u32, u32), Formula>,
    /// The greatest number of operands of an add gate, and of a mul gate.
    pub(super) add_fan_in: Depth,
    pub(super) mul_fan_in: Depth,
    pub(super) sign: Option<Span>,
    /// A gate that counts: an add of unbounded fan-in that is no `any`, `all` or selection.
    pub(super) counting: Option<Span>,
    /// A mul of unbounded fan-in.
    pub(super) product: Option<Span>,
    /// A gate whose values may have an unbounded number of bits.
    pub(super) long: Option<Span>,
    /// The bits of constants: one of these is no less than those of any.
    pub(super) constant_bits: BTreeSet<Formula>,
    /// The same, with indices that were open.
    pub(super) bits_seen: BTreeSet<Formula>,
    /// Where a constant is whose bits grow fastest, and how.
    pub(super) constant_at: Option<(Growth, Span)>,
    /// Why something is not known.
    pub(super) gaps: Vec<Gap>,
    /// Constants that are numbers: each is one gate.
    pub(super) numbers: BTreeSet<Num>,
    /// Indices and slices: whether each is shown to be in range for all sizes.
    pub(super) ranges: BTreeMap<(u32, u32), bool>,
}

/// Something that the analysis does not know, and where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Gap {
    /// Where.
    pub span: Span,
    /// What.
    pub reason: Reason,
}

/// Why something is not proved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// Families that call each other.
    MutualRecursion,
    /// A recursion whose calls are not known to shrink by one of the known measures.
    Measure,
    /// A recursive call whose argument is made of what another one gives.
    NestedCall,
    /// More than one recursive call where each shrinks by a constant, or a number of calls that grows.
    ManyCalls,
    /// The number of steps of a loop is not a formula.
    Steps,
    /// A size or a number of operands is not a formula.
    Count,
    /// The body was too large for the analysis.
    TooLarge,
}

impl Tally {
    pub(super) fn zero() -> Tally {
        let zero = Formula::zero();
        Tally {
            gates: zero.clone(),
            wires: zero.clone(),
            positions: zero.clone(),
            binary: zero.clone(),
            work: zero,
        }
    }

    /// Sources: each is a gate, and a position.
    pub(super) fn sources(count: &Formula) -> Tally {
        Tally {
            gates: count.clone(),
            wires: Formula::zero(),
            positions: count.clone(),
            binary: count.clone(),
            work: Formula::zero(),
        }
    }

    /// Products of at most three factors each.
    pub(super) fn triples(count: &Formula) -> Tally {
        Tally {
            gates: count.clone(),
            wires: count.times(3),
            positions: count.times(6),
            binary: count.times(2),
            work: Formula::zero(),
        }
    }

    pub(super) fn map(&self, f: &mut dyn FnMut(&Formula) -> Formula) -> Tally {
        Tally {
            gates: f(&self.gates),
            wires: f(&self.wires),
            positions: f(&self.positions),
            binary: f(&self.binary),
            work: f(&self.work),
        }
    }

    pub(super) fn zip(&self, other: &Tally, f: &mut dyn FnMut(&Formula, &Formula) -> Formula) -> Tally {
        Tally {
            gates: f(&self.gates, &other.gates),
            wires: f(&self.wires, &other.wires),
            positions: f(&self.positions, &other.positions),
            binary: f(&self.binary, &other.binary),
            work: f(&self.work, &other.work),
        }
    }

    pub(super) fn add(&self, other: &Tally) -> Tally {
        self.zip(other, &mut Formula::add)
    }
}

impl Met {
    pub(super) fn nothing() -> Met {
        Met {
            tally: Tally::zero(),
            shares: BTreeMap::new(),
            add_fan_in: Depth::new(),
            mul_fan_in: Depth::new(),
            sign: None,
            counting: None,
            product: None,
            long: None,
            constant_bits: BTreeSet::new(),
            bits_seen: BTreeSet::new(),
            constant_at: None,
            gaps: Vec::new(),
            numbers: BTreeSet::new(),
            ranges: BTreeMap::new(),
        }
    }
}

impl Met {
    /// At least the bits of every constant.
    pub(super) fn most_bits(&self, root: &Facts) -> Formula {
        let mut kept: Vec<Formula> = Vec::new();
        for bits in &self.constant_bits {
            let plainly = |a: &Formula, b: &Formula| Formula::max(&[a.clone(), b.clone()]) == *b;
            if !kept.iter().any(|known| plainly(bits, known)) {
                kept.retain(|known| !plainly(known, bits));
                kept.push(bits.clone());
            }
        }
        let beaten = |at: usize| {
            kept.iter().enumerate().any(|(other, more)| {
                other != at && root.at_most(&kept[at], more) && (other < at || !root.at_most(more, &kept[at]))
            })
        };
        let few = kept.len() <= 3;
        let best: Vec<Formula> =
            (0..kept.len()).filter(|at| !few || !beaten(*at)).map(|at| kept[at].clone()).collect();
        if best.is_empty() { Formula::zero() } else { Formula::max(&best) }
    }

    /// With the bits of constants replaced.
    pub(super) fn map_bits(&mut self, f: &dyn Fn(&Formula) -> Formula) {
        self.constant_bits = self.constant_bits.iter().map(f).collect();
        self.bits_seen.clear();
    }
}
