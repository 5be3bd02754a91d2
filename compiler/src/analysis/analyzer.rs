//! The state of an analysis: what holds where it stands, which indices are open, what has been counted.

use std::collections::BTreeMap;
use std::rc::Rc;

use circ_grammar::tree::Span;
use circ_runtime::{Num, Op};

use super::calling::Inner;
use super::met::{Gap, Met, Reason, Tally};
use super::ranges::take;
use super::value::{Cond, Deps, Static, Value, Wire, no_depths, union};
use crate::formula::{Facts, Formula, Mark, Symbol};
use crate::program::{FamilyId, Program};
use crate::typed::{Body, Pattern};
use crate::types::Scalar;

/// A body being analysed.
pub(super) struct Frame<'p> {
    pub(super) body: &'p Body,
    /// Its size parameters, in those of the family that is analysed.
    pub(super) sizes: Vec<Formula>,
    pub(super) generics: Vec<Scalar>,
    pub(super) slots: Vec<Value>,
}

impl<'p> Frame<'p> {
    pub(super) fn new(body: &'p Body, sizes: Vec<Formula>, generics: Vec<Scalar>) -> Self {
        let slots = vec![Value::number(&Num::ZERO); body.slots as usize];
        Frame { body, sizes, generics, slots }
    }

    pub(super) fn bind(&mut self, pattern: &Pattern, value: &Value) {
        match (pattern, value) {
            (Pattern::Slot(slot), _) => self.slots[slot.0 as usize] = value.clone(),
            (Pattern::Tuple(patterns), Value::Tuple(parts)) => {
                for (pattern, part) in patterns.iter().zip(parts.iter()) {
                    self.bind(pattern, part);
                }
            }
            _ => {}
        }
    }

    /// A polynomial in the family's own parameters, in those of the family that is analysed.
    pub(super) fn size(&self, size: &crate::size::Size) -> Formula {
        Formula::from_size(size).substitute(&|symbol| match symbol {
            Symbol::Param(index) => self.sizes.get(index as usize).cloned(),
            Symbol::Var(_) => None,
        })
    }
}

/// An index that is open: it runs over the natural numbers below the count.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Open {
    pub(super) var: u32,
    pub(super) count: Formula,
}

/// What equal wires are found by.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Name {
    Input(u32),
    Constant(Formula),
    Gate(u8, Vec<u32>),
    /// All of a wire's valuations over indices, where conditions hold.
    Closed(u32, Vec<Open>, Vec<Cond>),
    /// A wire so many times.
    Times(u32, Formula),
    /// A wire at other indices.
    At(u32, Vec<(u32, Formula)>),
    /// One of several wires, by a condition or a place.
    Either(Vec<u32>, Option<Cond>),
    /// A leaf of a call: the family, its sizes, its arguments, the leaf.
    Call(FamilyId, Vec<Formula>, Vec<u32>, u32),
    /// The place of an element among those that are looked up.
    Position(u32, Vec<Open>),
    /// An array: its sizes, its element.
    Array(Vec<Formula>, Vec<(Formula, u32)>),
    Fresh(u32),
}

/// What holds inside a family, apart from the others.
pub(super) struct Context {
    pub(super) facts: Facts,
    /// What holds for the parameters, wherever one stands.
    pub(super) root: Facts,
    /// What was assumed since each index was opened: the conditions, with how many indices were open.
    pub(super) assumed: Vec<(usize, Cond)>,
    pub(super) open: Vec<Open>,
    pub(super) met: Met,
    /// Gates that were built everywhere where they could be read now.
    pub(super) built: BTreeMap<(u8, Vec<u32>), Rc<Wire>>,
    pub(super) log: Vec<(u8, Vec<u32>)>,
    /// Parameters that the sizes of the inputs do not bound.
    pub(super) free: Vec<u32>,
    /// Recursive calls that were met, where the family is being solved.
    pub(super) inner: Vec<Inner>,
    /// What is built where a recursion ends.
    pub(super) base: Option<Tally>,
    /// What is taken for granted of recursive calls.
    pub(super) guess: super::calling::Guess,
    /// The family that is being solved.
    pub(super) solving: Option<(FamilyId, Vec<Scalar>)>,
}

impl Context {
    pub(super) fn new() -> Context {
        Context {
            facts: Facts::new(),
            root: Facts::new(),
            assumed: Vec::new(),
            open: Vec::new(),
            met: Met::nothing(),
            built: BTreeMap::new(),
            log: Vec::new(),
            free: Vec::new(),
            inner: Vec::new(),
            base: None,
            guess: super::calling::Guess::default(),
            solving: None,
        }
    }
}

/// A point to come back to.
pub(super) struct Scope {
    pub(super) mark: Mark,
    pub(super) assumed: usize,
    pub(super) log: usize,
}

/// Everything that analysing one program reads and writes.
pub(super) struct Analyzer<'p> {
    pub(super) program: &'p Program,
    pub(super) here: Context,
    pub(super) names: BTreeMap<Name, u32>,
    pub(super) indices: BTreeMap<(usize, Formula), u32>,
    pub(super) solved:
        BTreeMap<(FamilyId, Vec<Scalar>, Vec<super::calling::Constancy>), Rc<super::recursion::Solved>>,
    /// For each family that calls itself, directly or not, the group of those that call each other.
    pub(super) recursive: Vec<Option<usize>>,
    /// What calls gave, by their names.
    pub(super) results: BTreeMap<u32, Value>,
    /// Families that are being analysed, outermost first.
    pub(super) calls: Vec<FamilyId>,
    /// So much may still be looked at: expressions, gates, ends of paths.
    pub(super) fuel: u32,
    /// How often each family was analysed where it is called.
    pub(super) inlined: BTreeMap<FamilyId, u32>,
    /// Where the gates being made come from.
    pub(super) origin: Span,
    /// Only the depth of the circuit is asked for.
    pub(super) plain: bool,
    /// Gates being made are `any`, `all` or a selection.
    pub(super) selecting: bool,
    pub(super) loops: u32,
}

/// What one analysis may look at. The largest program of the library needs less than a tenth of it.
pub(super) const FUEL: u32 = 20_000;

/// Indices get numbers below this; those above stand for the bits of what may be constant.
pub(super) const BITS: u32 = 1 << 24;

impl<'p> Analyzer<'p> {
    pub(super) fn new(program: &'p Program, recursive: Vec<Option<usize>>) -> Self {
        Analyzer {
            program,
            here: Context::new(),
            names: BTreeMap::new(),
            indices: BTreeMap::new(),
            solved: BTreeMap::new(),
            recursive,
            results: BTreeMap::new(),
            calls: Vec::new(),
            fuel: FUEL,
            inlined: BTreeMap::new(),
            origin: Span::default(),
            plain: false,
            selecting: false,
            loops: 0,
        }
    }

    /// Whether this weighing is asked for.
    pub(super) fn asks(&self, weighing: super::value::Weighing) -> bool {
        !self.plain || weighing == super::value::Weighing::Plain
    }

    /// The number of a name.
    pub(super) fn name(&mut self, name: Name) -> u32 {
        let next = self.names.len() as u32;
        *self.names.entry(name).or_insert(next)
    }

    /// A name that nothing else has.
    pub(super) fn fresh(&mut self) -> u32 {
        let next = self.names.len() as u32;
        self.name(Name::Fresh(next))
    }

    /// An index for a dimension or a loop that is opened at this height: the same one for the same count, so that
    /// what is built twice is found.
    pub(super) fn index(&mut self, height: usize, count: &Formula) -> u32 {
        let next = self.indices.len() as u32;
        *self.indices.entry((height, count.clone())).or_insert(next)
    }

    pub(super) fn gap(&mut self, span: Span, reason: Reason) {
        let gap = Gap { span, reason };
        if !self.here.met.gaps.contains(&gap) {
            self.here.met.gaps.push(gap);
        }
    }

    pub(super) fn scope(&mut self) -> Scope {
        Scope { mark: self.here.facts.mark(), assumed: self.here.assumed.len(), log: self.here.log.len() }
    }

    /// Forgets what was assumed since, and what was built under it.
    pub(super) fn leave(&mut self, scope: Scope) {
        self.here.facts.rollback(scope.mark);
        self.here.assumed.truncate(scope.assumed);
        for key in self.here.log.drain(scope.log..) {
            self.here.built.remove(&key);
        }
    }

    /// As [`Analyzer::leave`], where everything that was built is still there: a loop is left.
    pub(super) fn leave_loop(&mut self, scope: Scope) {
        self.here.facts.rollback(scope.mark);
        self.here.assumed.truncate(scope.assumed);
    }

    pub(super) fn remember(&mut self, key: (u8, Vec<u32>), wire: &Rc<Wire>) {
        self.here.log.push(key.clone());
        self.here.built.insert(key, wire.clone());
    }

    /// Takes a condition for true.
    pub(super) fn assume(&mut self, cond: &Cond) {
        if let Cond::All(parts) = cond {
            for part in parts {
                self.assume(part);
            }
            return;
        }
        take(&mut self.here.facts, cond);
        self.here.assumed.push((self.here.open.len(), cond.clone()));
    }

    /// Whether a condition holds, where that is known.
    pub(super) fn decide(&self, cond: &Cond) -> Option<bool> {
        cond.decided(&self.here.facts)
    }

    /// Whether a formula is below zero for certain.
    pub(super) fn never(&self, f: &Formula) -> bool {
        super::value::never(&self.here.facts, f)
    }

    /// Counts what is built at the origin for each valuation of these indices.
    pub(super) fn charge(&mut self, tally: &Tally, deps: &Deps) {
        // What is built only here must not come out negative elsewhere, where a range is empty or a branch not taken.
        let sum = tally.map(&mut |f| {
            let sum = if f.is_zero() { f.clone() } else { self.sum_over_deps(f, deps) };
            if self.here.root.non_negative(&sum) { sum } else { sum.without_negative_terms() }
        });
        let key = (self.origin.start, self.origin.end);
        let share = self.here.met.shares.entry(key).or_insert_with(Formula::zero);
        *share = share.add(&sum.gates);
        self.here.met.tally = self.here.met.tally.add(&sum);
    }

    /// A wire that is constant.
    pub(super) fn constant_wire(&mut self, value: &Rc<Static>) -> Rc<Wire> {
        let number = if value.value.is_unknown() {
            self.fresh()
        } else {
            self.name(Name::Constant(value.value.clone()))
        };
        Rc::new(Wire {
            depths: no_depths(),
            deps: value.deps.clone(),
            number,
            live: None,
            constant_bits: value.bits.clone(),
            short: is_bounded(&value.bits),
            whole: value.whole,
            constant: Some(value.clone()),
            guard: None,
        })
    }

    /// Counts a constant gate, once for each of its values.
    pub(super) fn charge_constant(&mut self, wire: &Wire) {
        let Some(value) = &wire.constant else { return };
        self.note_bits(&value.bits);
        if let Some(number) = value.value.as_constant() {
            self.here.met.numbers.insert(number);
            return;
        }
        let key = (Op::Const as u8, vec![wire.number]);
        if self.here.built.contains_key(&key) {
            return;
        }
        self.charge(&Tally::sources(&Formula::one()), &wire.deps);
        let kept = Rc::new(wire.clone());
        self.remember(key, &kept);
    }

    /// The indices of cells together.
    pub(super) fn deps_of(cells: &[super::value::Cell]) -> Deps {
        cells.iter().fold(Deps::new(), |deps, cell| union(&deps, cell.deps()))
    }
}

/// Whether a formula does not grow.
pub(super) fn is_bounded(formula: &Formula) -> bool {
    formula.growth(&|_| Some(1)).is_constant() && vars_of(formula)
}

pub(super) fn vars_of(formula: &Formula) -> bool {
    super::value::vars(formula).is_empty()
}
