//! Gates: the builder that the lowering table builds depth, size and fan-in with.
//!
//! A gate here stands for one for each valuation of the indices that it depends on. It follows the closed list of
//! simplifications: constants are folded and merged, 0 and 1 go where they change nothing, a gate of one operand is
//! that operand, equal gates are one. Where an operand may be constant the gate is counted as if it were not: no
//! simplification makes more of it, but for the constant that a merge can make, which is counted.

use std::rc::Rc;

use circ_runtime::{Num, Op};

use super::analyzer::{Analyzer, Name, Open, is_bounded};
use super::closing::closed_bits;
use super::depth::{self, Depth, Needs, Step};
use super::met::Tally;
use super::presence::{Presence, sum_of_bits};
use super::value::{Cell, Deps, Static, WEIGHINGS, Weighing, Wire, union};
use crate::formula::Formula;
use crate::lower::Builder;

/// What a gate reads: a wire, or all of a wire's valuations over indices that were closed.
#[derive(Clone, Debug)]
pub(super) struct Operand {
    /// Its depths are closed; its indices are those that are still open.
    pub(super) wire: Rc<Wire>,
    /// At most so many operands.
    pub(super) count: Formula,
    /// There are exactly so many, where that is no less than 0.
    pub(super) exact: bool,
    /// Otherwise there are at least as many as the smallest of these says; of none nothing is known.
    pub(super) least: Vec<Formula>,
    /// For each weighing: whether all of them are as deep as the deepest, and are that for certain.
    pub(super) even: [bool; 3],
}

impl Operand {
    /// At least so many operands.
    pub(super) fn at_least(&self) -> Formula {
        match self.least.as_slice() {
            _ if self.exact => self.count.clone(),
            [] => Formula::zero(),
            many => Formula::min(many),
        }
    }
}

impl Operand {
    pub(super) fn one(wire: &Rc<Wire>) -> Operand {
        Operand { wire: wire.clone(), count: Formula::one(), exact: true, least: Vec::new(), even: [true; 3] }
    }
}

impl<'p> Analyzer<'p> {
    /// A wire over all valuations of the innermost open indices.
    pub(super) fn close(&mut self, wire: &Rc<Wire>, opens: &[Open]) -> Operand {
        if opens.is_empty() {
            return Operand::one(wire);
        }
        let (mut count, mut exact) = (Formula::one(), true);
        for open in opens.iter().rev() {
            let (sum, whole) = self.sum_over(&count, open);
            count = sum;
            exact &= whole;
        }
        let inner: Deps = opens.iter().map(|open| open.var).collect();
        let deps: Deps = wire.deps.iter().copied().filter(|dep| !inner.contains(dep)).collect();
        let deps = union(&deps, &self.outer_deps(opens));
        let conds = self.assumed_over(opens);
        let number = self.name(Name::Closed(wire.number, opens.to_vec(), conds));
        // It is certain that it is not constant only where that is certain for every valuation.
        let live = wire.live.clone().filter(|needs| {
            needs.iter().all(|need| super::value::vars(need).iter().all(|var| !inner.contains(var)))
        });
        let bits = opens.iter().rev().fold(wire.constant_bits.clone(), |bits, open| closed_bits(&bits, open));
        let closed = Wire {
            depths: self.close_depths(wire, opens),
            deps,
            number,
            live,
            constant_bits: bits.clone(),
            short: wire.short,
            whole: wire.whole,
            constant: wire.constant.as_ref().map(|value| {
                let mut value = (**value).clone();
                if value.deps.iter().any(|dep| inner.contains(dep)) {
                    value.value = Formula::unknown();
                    value.deps.retain(|dep| !inner.contains(dep));
                }
                value.bits = bits;
                Rc::new(value)
            }),
            guard: None,
        };
        let plain = |f: &Formula| super::value::vars(f).iter().all(|var| !inner.contains(var));
        let even = WEIGHINGS.map(|w| {
            wire.depths[w as usize].iter().all(|term| {
                plain(&term.cost) && term.tight.as_ref().is_none_or(|needs| needs.iter().all(plain))
            })
        });
        let least = match opens {
            [only] if !exact => self.least_count(only),
            _ => Vec::new(),
        };
        Operand { wire: Rc::new(closed), count, exact, least, even }
    }

    /// The indices outside of these that their ranges depend on.
    pub(super) fn outer_deps(&self, opens: &[Open]) -> Deps {
        let inner: Deps = opens.iter().map(|open| open.var).collect();
        let mut deps = Deps::new();
        for open in opens {
            deps = union(&deps, &super::value::vars(&open.count));
        }
        for cond in self.assumed_over(opens) {
            deps = union(&deps, &cond_vars(&cond));
        }
        deps.retain(|dep| !inner.contains(dep));
        deps
    }

    /// An add or a mul gate.
    pub(super) fn gate(&mut self, op: Op, operands: &[Operand]) -> Rc<Wire> {
        let neutral = if op == Op::Add { Num::ZERO } else { Num::ONE };
        let known = |operand: &Operand| operand.wire.constant.as_ref().and_then(|c| c.value.as_constant());
        let mut constants: Vec<&Operand> = Vec::new();
        let mut others: Vec<&Operand> = Vec::new();
        for operand in operands {
            if operand.count.is_zero() {
                continue;
            }
            match &operand.wire.constant {
                Some(_) if known(operand).as_ref() == Some(&neutral) => {}
                Some(_) => constants.push(operand),
                None => others.push(operand),
            }
        }
        if op == Op::Mul
            && constants.iter().any(|c| known(c).is_some_and(|v| v.is_zero()) && c.count == Formula::one())
        {
            return self.constant_wire(&Rc::new(Static::number(&Num::ZERO)));
        }
        if others.is_empty() {
            let folded = self.folded(op, &constants);
            return self.constant_wire(&Rc::new(folded));
        }
        if let [only] = others.as_slice()
            && constants.is_empty()
            && only.count == Formula::one()
        {
            return self.only(only, neutral);
        }
        let numbers: Vec<u32> = operands
            .iter()
            .map(|operand| {
                let times = operand.count.clone();
                if times == Formula::one() {
                    operand.wire.number
                } else {
                    self.name(Name::Times(operand.wire.number, times))
                }
            })
            .collect();
        let key = (op as u8, numbers);
        if let Some(wire) = self.here.built.get(&key) {
            return wire.clone();
        }
        let wire = self.build(op, &constants, &others, &key.1);
        self.remember(key, &wire);
        wire
    }

    /// The operand of a gate that has no other one; where there may be none, what the gate is then.
    pub(super) fn only(&mut self, operand: &Operand, neutral: Num) -> Rc<Wire> {
        if operand.exact {
            return operand.wire.clone();
        }
        let needs: Needs = match operand.least.as_slice() {
            [] => None,
            least => self.settled(&Some(least.iter().map(|count| count.plus(-1)).collect())),
        };
        let nothing = self.constant(neutral);
        let mut wire = (*self.either(&[operand.wire.clone(), nothing], None)).clone();
        wire.depths = Rc::new(WEIGHINGS.map(|w| depth::where_needed(&wire.depths[w as usize], &needs)));
        wire.live = depth::both(&operand.wire.live, &needs);
        Rc::new(wire)
    }

    pub(super) fn build(
        &mut self,
        op: Op,
        constants: &[&Operand],
        others: &[&Operand],
        numbers: &[u32],
    ) -> Rc<Wire> {
        self.fuel = self.fuel.saturating_sub(1);
        let product = op == Op::Mul;
        let mut deps = Deps::new();
        let mut fan_in = Formula::zero();
        for operand in others {
            deps = union(&deps, &operand.wire.deps);
            deps = union(&deps, &super::value::vars(&operand.count));
            fan_in = fan_in.add(&operand.count);
        }
        let mut constant_deps = Deps::new();
        for operand in constants {
            constant_deps = union(&constant_deps, &operand.wire.deps);
        }
        deps = union(&deps, &constant_deps);
        if !constants.is_empty() {
            fan_in = fan_in.plus(1);
        }
        self.charge_operands(op, constants, others, &constant_deps, &deps);
        let Presence { two, all: count_known, live } = self.presence(op, constants, others);
        // Of no operands it is a constant; of one it is not there.
        let at_least_one = |f: Formula| {
            if self.here.facts.at_most(&Formula::int(2), &fan_in) {
                f
            } else if super::value::vars(&fan_in).is_empty() {
                Formula::max(&[f, Formula::one()])
            } else {
                f.plus(4)
            }
        };
        let positions = match product {
            true => at_least_one(fan_in.plus(-1).times(3)),
            false if self.here.facts.non_negative(&fan_in) => fan_in.plus(1),
            false => at_least_one(fan_in.plus(1)),
        };
        let binary = at_least_one(fan_in.plus(-1));
        self.charge(
            &Tally { gates: Formula::one(), wires: fan_in.clone(), positions, binary, work: Formula::zero() },
            &deps,
        );
        self.note_fan_in(&fan_in, &count_known, product);
        let bounded = self.is_small(&fan_in);
        if !bounded {
            if product {
                self.here.met.product.get_or_insert(self.origin);
            } else if !self.selecting {
                self.here.met.counting.get_or_insert(self.origin);
            }
        }
        let short = if self.selecting {
            others.iter().all(|o| o.wire.short)
        } else {
            bounded && others.iter().chain(constants).all(|o| o.wire.short)
        };
        let whole_numbers =
            others.iter().chain(constants).all(|o| o.wire.whole || o.wire.constant_bits.is_zero());
        if !short {
            self.here.met.long.get_or_insert(self.origin);
        }
        let never = others.iter().any(|o| o.wire.constant_bits.is_zero() && o.count == Formula::one());
        let constant_bits = if never && (!product || live.as_ref().is_some_and(|needs| needs.is_empty())) {
            Formula::zero()
        } else {
            if never {
                // A product that is constant is 0.
                Formula::one()
            } else {
                let bits = sum_of_bits(op, others.iter().chain(constants).copied(), whole_numbers);
                // Of no operand it is 0 or 1.
                let some = others.iter().any(|o| o.count == Formula::one());
                if some { bits } else { Formula::max(&[bits, Formula::int(1 + i64::from(product))]) }
            }
        };
        if !constant_bits.is_zero() {
            self.note_bits(&constant_bits);
        }
        let depths = WEIGHINGS.map(|weighing| {
            if !self.asks(weighing) {
                return Depth::new();
            }
            let (level, needs) = match weighing {
                Weighing::Plain => (Formula::one(), &two),
                Weighing::Products if !product => (Formula::one(), &two),
                _ => (fan_in.ceil_log2(), &count_known),
            };
            let mut depth = Depth::new();
            // In a tree the last operands may be higher than the others, where it is certain which ones they are.
            let tree = match weighing {
                Weighing::Plain => false,
                Weighing::Products => product,
                Weighing::Binary => true,
            };
            let placed = tree
                && others.iter().all(|o| o.count == Formula::one())
                && constants.iter().all(|c| c.count == Formula::one())
                && (others.len() + usize::from(!constants.is_empty()) <= 3
                    || count_known.as_ref().is_some_and(|n| n.is_empty()));
            let total = others.len() + usize::from(!constants.is_empty());
            for (at, operand) in others.iter().enumerate() {
                let own = Formula::int(tree_depth(at + total - others.len(), total));
                let level = if placed { &own } else { &level };
                // Which of them stands where in a tree is not known.
                let lost = None;
                let needs = if tree && !placed && !(operand.even[weighing as usize] && at == 0) {
                    &lost
                } else {
                    needs
                };
                let raised = depth::raise(
                    &operand.wire.depths[weighing as usize],
                    level,
                    needs,
                    self.origin,
                    Step::Gates,
                );
                depth = depth::join(&self.here.facts, &depth, &raised);
            }
            depth
        });
        let number = self.name(Name::Gate(op as u8, numbers.to_vec()));
        let whole = whole_numbers || constant_bits.is_zero();
        Rc::new(Wire {
            depths: Rc::new(depths),
            deps,
            number,
            live,
            constant_bits,
            short,
            whole,
            constant: None,
            guard: None,
        })
    }

    /// The constants that a gate reads: one for each value, and one more where a merge makes a new one.
    pub(super) fn charge_operands(
        &mut self,
        op: Op,
        constants: &[&Operand],
        others: &[&Operand],
        constant_deps: &Deps,
        deps: &Deps,
    ) {
        let maybe = others.iter().any(|o| o.wire.may_be_constant());
        let single = matches!(constants, [one] if one.count == Formula::one());
        if let ([one], true) = (constants, single) {
            self.charge_constant(&one.wire);
        } else if !constants.is_empty() {
            let merged = self.folded(op, constants);
            self.note_bits(&merged.bits);
            self.charge(&Tally::sources(&Formula::one()), constant_deps);
        }
        let possible = others
            .iter()
            .filter(|o| o.wire.may_be_constant())
            .map(|o| if o.count == Formula::one() { 1 } else { 2 })
            .sum::<usize>();
        if maybe && possible + usize::from(!constants.is_empty()) >= 2 {
            self.charge(&Tally::sources(&Formula::one()), deps);
        }
    }

    /// A number of operands that is bounded by a constant.
    pub(super) fn is_small(&self, count: &Formula) -> bool {
        if is_bounded(count) {
            return true;
        }
        let mut most = count.clone();
        for open in self.here.open.iter().rev() {
            if most.mentions(crate::formula::Symbol::Var(open.var)) {
                most = crate::formula::most(&most, open.var, &open.count, &self.here.facts).formula;
            }
        }
        is_bounded(&most)
    }

    /// A cell as a wire.
    pub(super) fn wire(&mut self, cell: &Cell) -> Rc<Wire> {
        match cell {
            Cell::Wire(wire) => wire.clone(),
            Cell::Static(value) => self.constant_wire(value),
        }
    }
}

/// The level of an operand in a balanced tree of so many: `normalize` pairs them from the left, and one that is left
/// over goes up as it is.
pub(super) fn tree_depth(mut at: usize, mut count: usize) -> i64 {
    let mut depth = 0;
    while count > 1 {
        if !(at + 1 == count && count % 2 == 1) {
            depth += 1;
        }
        at /= 2;
        count = count.div_ceil(2);
    }
    depth
}

/// The indices in a condition.
pub(super) fn cond_vars(cond: &super::value::Cond) -> Deps {
    use super::value::Cond;
    match cond {
        Cond::Unknown | Cond::Known(_) => Deps::new(),
        Cond::AtLeastZero(f) | Cond::Zero(f) | Cond::NotZero(f) => super::value::vars(f),
        Cond::All(parts) | Cond::Any(parts) => {
            parts.iter().fold(Deps::new(), |deps, part| union(&deps, &cond_vars(part)))
        }
    }
}

impl Builder for Analyzer<'_> {
    type Wire = Rc<Wire>;

    fn constant(&mut self, value: Num) -> Rc<Wire> {
        self.constant_wire(&Rc::new(Static::number(&value)))
    }

    fn add(&mut self, operands: &[Rc<Wire>]) -> Rc<Wire> {
        let operands: Vec<Operand> = operands.iter().map(Operand::one).collect();
        self.gate(Op::Add, &operands)
    }

    fn mul(&mut self, operands: &[Rc<Wire>]) -> Rc<Wire> {
        let operands: Vec<Operand> = operands.iter().map(Operand::one).collect();
        self.gate(Op::Mul, &operands)
    }

    fn sign(&mut self, operand: &Rc<Wire>) -> Rc<Wire> {
        if let Some(value) = &operand.constant {
            let value = match value.value.as_constant() {
                Some(value) => Static::number(&value.sign()),
                None => Static::unknown(value.deps.clone(), Formula::int(2)),
            };
            return self.constant_wire(&Rc::new(value));
        }
        let key = (Op::Sign as u8, vec![operand.number]);
        if let Some(wire) = self.here.built.get(&key) {
            return wire.clone();
        }
        self.here.met.sign.get_or_insert(self.origin);
        let one = Formula::one();
        let tally = Tally {
            gates: one.clone(),
            wires: one.clone(),
            positions: Formula::int(2),
            binary: one.clone(),
            work: Formula::zero(),
        };
        self.charge(&tally, &operand.deps);
        let depths = WEIGHINGS.map(|weighing| {
            depth::raise(&operand.depths[weighing as usize], &one, &operand.live, self.origin, Step::Gates)
        });
        let number = self.name(Name::Gate(Op::Sign as u8, vec![operand.number]));
        let certain = operand.constant_bits.is_zero();
        let wire = Rc::new(Wire {
            depths: Rc::new(depths),
            deps: operand.deps.clone(),
            number,
            live: operand.live.clone(),
            constant_bits: if certain { Formula::zero() } else { Formula::int(2) },
            short: true,
            whole: true,
            constant: None,
            guard: None,
        });
        self.remember(key, &wire);
        wire
    }

    fn value(&self, wire: &Rc<Wire>) -> Option<Num> {
        wire.constant.as_ref()?.value.as_constant()
    }

    fn is_constant(&self, wire: &Rc<Wire>) -> bool {
        wire.constant.is_some()
    }
}

/// A wire of which nothing is known but its indices.
pub(super) fn unknown_wire(analyzer: &mut Analyzer<'_>, deps: &Deps) -> Rc<Wire> {
    let unknown = depth::unknown();
    let number = analyzer.fresh();
    Rc::new(Wire {
        depths: Rc::new([unknown.clone(), unknown.clone(), unknown]),
        deps: deps.clone(),
        number,
        live: None,
        constant_bits: Formula::unknown(),
        short: false,
        whole: false,
        constant: None,
        guard: None,
    })
}

/// An input's wire, before anything is known of its indices.
pub(super) fn source_depths(source: depth::Source) -> super::value::Depths {
    let term = || depth::Term { source, cost: Formula::zero(), tight: depth::always(), trail: None };
    Rc::new([vec![term()], vec![term()], vec![term()]])
}
