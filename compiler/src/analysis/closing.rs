//! Leaving indices: the most of a path as an index runs, and where it is attained; what is noted of gates and constants
//! over all that is open.

use std::rc::Rc;

use super::analyzer::{Analyzer, Open};
use super::depth::{self, Depth, Needs, Source, Term};
use super::ranges::{Range, solved_for};
use super::value::{Cond, WEIGHINGS, Wire};
use crate::formula::{self, Formula, Symbol};

/// At least a number of bits, for all values of an index. Bits need no sharp bound: terms that take away are left out.
pub(super) fn closed_bits(bits: &Formula, open: &Open) -> Formula {
    let symbol = Symbol::Var(open.var);
    if bits.mentions(symbol) { bits.rising(symbol).with(symbol, &open.count.plus(-1)) } else { bits.clone() }
}

impl<'p> Analyzer<'p> {
    /// The most of a path's cost as an open index runs, and the needs at the index that attains it.
    pub(super) fn close_term(&self, term: &Term, open: &Open, conds: &[Cond]) -> Term {
        let symbol = Symbol::Var(open.var);
        let varies = term.cost.mentions(symbol);
        let Range { first, count, .. } = self.range(open);
        let at;
        let cost;
        if varies {
            let shifted = term.cost.with(symbol, &Formula::var(open.var).add(&first));
            let most = formula::most(&shifted, open.var, &count, &self.here.facts);
            cost = most.formula;
            at = most.at.map(|at| at.add(&first));
        } else {
            cost = term.cost.clone();
            at = Some(first.add(&count).plus(-1));
        }
        let mut tight = None;
        if let (Some(needs), Some(last)) = (&term.tight, at) {
            let mut places = vec![last];
            if !varies {
                places.push(first.clone());
                places.extend((1..=3).map(|more| first.plus(more)));
                // Where a need begins or ceases to hold.
                for need in needs.iter().filter(|need| need.mentions(symbol)) {
                    if let Some((place, slope)) = solved_for(need, open.var) {
                        places.push(if slope > 0 { place.ceil() } else { place.floor() });
                    }
                }
            }
            // Of the places where the path could be, one where least is needed.
            let holds = |place: &Formula| -> Needs {
                let with = |s: Symbol| (s == symbol).then(|| place.clone());
                let mut needed: Vec<Formula> = needs.iter().map(|need| need.substitute(&with)).collect();
                for cond in conds {
                    needed.extend(cond.substitute(&with).needs()?.iter().cloned());
                }
                needed.push(place.clone());
                needed.push(open.count.sub(place).plus(-1));
                self.possible(needed)
            };
            tight = places.iter().filter_map(holds).min_by_key(|needs| needs.len());
        }
        let trail =
            depth::substitute_trail(&term.trail, &|s| (s == symbol).then(|| first.add(&count).plus(-1)));
        Term { source: term.source, cost, tight, trail }
    }

    /// Those needs that the facts about parameters alone do not prove; `None` where one does not hold here. (Facts about
    /// open indices prove nothing: they do not say that a range is not empty.)
    pub(super) fn possible(&self, needs: Vec<Formula>) -> Needs {
        let mut left: Vec<Formula> = Vec::new();
        for need in needs {
            if let Some(value) = need.as_constant() {
                if value.signum() < 0 {
                    return None;
                }
                continue;
            }
            if left.contains(&need) || self.here.root.non_negative(&need) {
                continue;
            }
            if self.never(&need) {
                return None;
            }
            left.push(need);
        }
        Some(left.into())
    }

    /// Closes a depth over open indices, the innermost last. `conds` are what was assumed of them.
    pub(super) fn close_depth(&self, depth: &Depth, opens: &[Open], conds: &[Cond]) -> Depth {
        let mut closed = Depth::new();
        for term in depth {
            let mut term = term.clone();
            for (at, open) in opens.iter().enumerate().rev() {
                term = self.close_term(&term, open, if at + 1 == opens.len() { conds } else { &[] });
            }
            // What the innermost index left of the conditions is among the needs now, and closes with them.
            depth::push(&self.here.facts, &mut closed, term);
        }
        closed
    }

    /// What was assumed since these indices were opened.
    pub(super) fn assumed_over(&self, opens: &[Open]) -> Vec<Cond> {
        let Some(first) = opens.first() else { return Vec::new() };
        let position = self.here.open.iter().rposition(|o| o.var == first.var).unwrap_or(0);
        let since = self.here.assumed.iter().filter(|(height, _)| *height > position);
        since.map(|(_, cond)| cond.clone()).collect()
    }

    /// A wire's depths over all valuations of open indices.
    pub(super) fn close_depths(&self, wire: &Wire, opens: &[Open]) -> super::value::Depths {
        if opens.is_empty() {
            return wire.depths.clone();
        }
        let conds = self.assumed_over(opens);
        Rc::new(WEIGHINGS.map(|weighing| {
            if self.asks(weighing) {
                self.close_depth(&wire.depths[weighing as usize], opens, &conds)
            } else {
                Depth::new()
            }
        }))
    }

    /// Notes a number of operands: its most over everything that is open.
    pub(super) fn note_fan_in(&mut self, fan_in: &Formula, needs: &Needs, product: bool) {
        let trail = depth::longer(&None, self.origin, super::depth::Step::Gates, fan_in, None);
        self.note_widest(
            Term { source: Source::Zero, cost: fan_in.clone(), tight: needs.clone(), trail },
            product,
        );
    }

    /// As [`Analyzer::note_fan_in`], with the place of the gate.
    pub(super) fn note_widest(&mut self, term: Term, product: bool) {
        let relevant: Vec<Open> = self.here.open.clone();
        let conds = self.assumed_over(&relevant);
        let closed = self.close_depth(&vec![term], &relevant, &conds);
        // Outside of what is open the conditions on parameters have to hold.
        let outer: Vec<Cond> = self.here.assumed.iter().map(|(_, cond)| cond.clone()).collect();
        let needs = outer
            .iter()
            .filter(|cond| !conds.contains(cond))
            .fold(depth::always(), |needs, cond| depth::both(&needs, &cond.needs()));
        let closed = depth::where_needed(&closed, &needs);
        let closed: Vec<Term> =
            closed.into_iter().map(|term| Term { cost: self.with_constants(&term.cost), ..term }).collect();
        let met = if product { &mut self.here.met.mul_fan_in } else { &mut self.here.met.add_fan_in };
        for term in closed {
            // Where it stands it may be no greater than what is known; what is known may be greater elsewhere.
            if !met
                .iter()
                .any(|known| known.tight.is_some() && self.here.facts.at_most(&term.cost, &known.cost))
            {
                depth::push(&self.here.root, met, term);
            }
        }
    }

    /// No less than a formula, where a parameter that a condition bounds by a number is that number.
    pub(super) fn with_constants(&self, f: &Formula) -> Formula {
        let mut most = f.clone();
        for symbol in f.symbols() {
            let Symbol::Param(param) = symbol else { continue };
            for (_, cond) in &self.here.assumed {
                let Cond::AtLeastZero(g) = cond else { continue };
                let slope = g.with(symbol, &Formula::param(param).plus(1)).sub(g);
                let rest = g.with(symbol, &Formula::zero());
                let (Some(slope), Some(rest)) = (slope.as_constant(), rest.as_constant()) else { continue };
                if slope.signum() < 0
                    && let Some(inverse) = slope.neg().recip()
                {
                    most = most.rising(symbol).with(symbol, &Formula::constant(rest.mul(&inverse)));
                    break;
                }
            }
        }
        most
    }

    /// Notes the bits of a constant: their most over everything that is open.
    pub(super) fn note_bits(&mut self, bits: &Formula) {
        if !self.here.met.bits_seen.insert(bits.clone()) {
            return;
        }
        let most = self.here.open.iter().rev().fold(bits.clone(), |most, open| closed_bits(&most, open));
        let most = self.without_free(&most);
        let growth = most.growth(&|_| Some(1));
        if self.here.met.constant_at.as_ref().is_none_or(|(known, _)| growth > *known) {
            self.here.met.constant_at = Some((growth, self.origin));
        }
        self.here.met.constant_bits.insert(most);
    }

    /// At least a number of bits, where a parameter that no input bounds is replaced by what bounds it here.
    pub(super) fn without_free(&self, bits: &Formula) -> Formula {
        let mut most = bits.clone();
        for param in &self.here.free {
            let symbol = Symbol::Param(*param);
            if !most.mentions(symbol) {
                continue;
            }
            for (_, cond) in &self.here.assumed {
                let Cond::AtLeastZero(f) = cond else { continue };
                let slope = f.with(symbol, &Formula::param(*param).plus(1)).sub(f);
                let rest = f.with(symbol, &Formula::zero());
                let Some(slope) = slope.as_constant().filter(|s| s.signum() < 0) else { continue };
                let Some(inverse) = slope.neg().recip().filter(|_| !rest.mentions(symbol)) else { continue };
                if super::value::vars(&rest).is_empty() {
                    most = most.rising(symbol).with(symbol, &rest.scale(&inverse));
                    break;
                }
            }
        }
        most
    }
}
