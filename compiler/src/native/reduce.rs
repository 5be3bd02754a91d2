//! Reductions over positions, each by as many heads as it has variables.
//!
//! Sums are taken apart so that each head pools what a position has by itself: what does not depend on the position
//! that is looked at is a factor outside, a bit that depends on both is a condition.

use circ_grammar::tree::{CompareOp, Span};
use circ_runtime::Num;

use super::bounds::at_most;
use super::heads::Question;
use super::read::{Frame, MAX_TERMS, Reader, Stop};
use super::terms::{Term, TermId, Var};
use super::values::{Array, Dim, Value};
use super::walks::Steps;
use crate::diagnostics::NativeFault;
use crate::typed::{Each, Elements, ExprId, Reduction};

/// Elements that are reduced together: for each choice of positions, where the condition holds, the value.
struct Group {
    dims: Vec<Dim>,
    condition: TermId,
    value: TermId,
}

impl<'p> Reader<'p> {
    pub(super) fn reduce(
        &mut self,
        f: &mut Frame<'p>,
        reduction: Reduction,
        elements: &Elements,
        default: Option<ExprId>,
        span: Span,
    ) -> Result<Value, Stop> {
        let mut groups = Vec::new();
        let one = self.terms.int(1);
        match elements {
            Elements::Array(array) => {
                let value = self.eval(f, *array)?;
                self.spread(&value, &[], one, &mut groups, span)?;
            }
            Elements::Generator { each, element, filter } => {
                self.generated(f, each, (*element, *filter), (&[], one), &mut groups)?;
            }
        }
        let default = match default {
            Some(id) => self.eval(f, id)?.scalar(),
            None => None,
        };
        let result = match reduction {
            Reduction::Sum => self.total(groups, span)?,
            Reduction::Count => {
                for group in &mut groups {
                    group.condition = self.terms.and(&[group.condition, group.value]);
                    group.value = one;
                }
                self.total(groups, span)?
            }
            Reduction::Any => self.any_of(groups, span)?,
            Reduction::All => self.all_of(groups, span)?,
            Reduction::Prod => self.product_of(groups, span)?,
            Reduction::Mean => self.mean_of(&groups, span)?,
            Reduction::Max => self.extreme_of(groups, false, default, span)?,
            Reduction::Min => self.extreme_of(groups, true, default, span)?,
        };
        Ok(Value::Scalar(result))
    }

    /// The elements of a generator.
    fn generated(
        &mut self,
        f: &mut Frame<'p>,
        each: &[Each],
        (element, filter): (ExprId, Option<ExprId>),
        (dims, condition): (&[Dim], TermId),
        groups: &mut Vec<Group>,
    ) -> Result<(), Stop> {
        let parts = (element, filter);
        let Some((first, rest)) = each.split_first() else {
            let span = f.body[element].span;
            let mut condition = condition;
            if let Some(filter) = filter {
                let holds = self.eval(f, filter)?;
                let Some(holds) = holds.scalar() else { return Err(self.internal(span)) };
                condition = self.terms.and(&[condition, holds]);
                if self.terms.as_const(condition).is_some_and(Num::is_zero) {
                    return Ok(());
                }
            }
            let value = self.eval(f, element)?;
            return self.spread(&value, dims, condition, groups, span);
        };
        match self.steps(f, first)? {
            Steps::Fixed(values) => {
                for value in values {
                    self.bind_step(f, first, value);
                    self.generated(f, rest, parts, (dims, condition), groups)?;
                }
            }
            Steps::Counted(values) => {
                for (counts, value) in values {
                    self.bind_step(f, first, value);
                    let condition = self.terms.and(&[condition, counts]);
                    self.generated(f, rest, parts, (dims, condition), groups)?;
                }
            }
            Steps::Run(dim, value) => {
                self.bind_step(f, first, value);
                self.generated(f, rest, parts, (&[dims, &[dim]].concat(), condition), groups)?;
            }
        }
        Ok(())
    }

    /// The scalars of a value, as elements.
    fn spread(
        &mut self,
        value: &Value,
        dims: &[Dim],
        condition: TermId,
        groups: &mut Vec<Group>,
        span: Span,
    ) -> Result<(), Stop> {
        match value {
            Value::Scalar(value) => groups.push(Group { dims: dims.to_vec(), condition, value: *value }),
            Value::Array(array) => {
                let Array { dims: own, cell } = self.apart(array);
                groups.push(Group { dims: [dims, &own].concat(), condition, value: cell });
            }
            Value::List(parts) => {
                parts.iter().try_for_each(|part| self.spread(part, dims, condition, groups, span))?;
            }
            Value::Tuple(_) => return Err(self.internal(span)),
        }
        Ok(())
    }

    fn total(&mut self, groups: Vec<Group>, span: Span) -> Result<TermId, Stop> {
        let mut terms = Vec::with_capacity(groups.len());
        for Group { dims, condition, value } in groups {
            terms.push(self.sum(&dims, condition, value, span)?);
        }
        Ok(self.terms.add(&terms))
    }

    /// The sum of a value over positions that meet a condition.
    pub(super) fn sum(
        &mut self,
        dims: &[Dim],
        condition: TermId,
        value: TermId,
        span: Span,
    ) -> Result<TermId, Stop> {
        let Some((last, rest)) = dims.split_last() else { return Ok(self.terms.mul(&[condition, value])) };
        let (inside, outside) = self.split(condition, last.var);
        let inner = self.sum_over(*last, inside, value, span)?;
        self.sum(rest, outside, inner, span)
    }

    /// What of a condition speaks of a variable, and the rest.
    fn split(&mut self, condition: TermId, var: Var) -> (TermId, TermId) {
        let parts = match &self.terms[condition] {
            Term::And(parts) => parts.clone(),
            _ => vec![condition],
        };
        let (inside, outside): (Vec<TermId>, Vec<TermId>) =
            parts.iter().partition(|part| self.terms.mentions(**part, var));
        (self.terms.and(&inside), self.terms.and(&outside))
    }

    /// The sum over one run, of parts that a key has by itself.
    fn sum_over(&mut self, keys: Dim, condition: TermId, value: TermId, span: Span) -> Result<TermId, Stop> {
        // What is multiplied out may have any number of parts.
        self.sums += 1;
        if self.sums > MAX_TERMS || self.terms.len() > MAX_TERMS {
            return Err(self.fault(span, NativeFault::TooLarge { limit: MAX_TERMS }));
        }
        let zero = self.terms.int(0);
        let one = self.terms.int(1);
        let (alone, mentioned) = {
            let vars = self.terms.vars(value);
            (vars.iter().all(|var| *var == keys.var), vars.contains(&keys.var))
        };
        if !mentioned && value != one {
            let count = self.sum_over(keys, condition, one, span)?;
            return Ok(self.terms.mul(&[value, count]));
        }
        if alone {
            return self.ask(Question::Sum, keys, condition, (value, zero), span);
        }
        if self.terms.is_bit(value) {
            let condition = self.terms.and(&[condition, value]);
            return self.ask(Question::Sum, keys, condition, (one, zero), span);
        }
        match self.terms[value].clone() {
            Term::Add(parts) => {
                let mut terms = Vec::with_capacity(parts.len());
                for part in parts {
                    terms.push(self.sum_over(keys, condition, part, span)?);
                }
                Ok(self.terms.add(&terms))
            }
            Term::Power(x, exponent) if exponent <= 4 => {
                self.sum_of_product(keys, condition, &vec![x; exponent as usize], span)
            }
            Term::Mul(parts) => self.sum_of_product(keys, condition, &parts, span),
            Term::Choose(c, x, y) => {
                let not = self.terms.not(c);
                let (yes, no) = (self.terms.and(&[condition, c]), self.terms.and(&[condition, not]));
                let (x, y) = (self.sum_over(keys, yes, x, span)?, self.sum_over(keys, no, y, span)?);
                Ok(self.terms.add(&[x, y]))
            }
            _ => Err(self.fault(span, NativeFault::ValueOfPair)),
        }
    }

    fn sum_of_product(
        &mut self,
        keys: Dim,
        condition: TermId,
        factors: &[TermId],
        span: Span,
    ) -> Result<TermId, Stop> {
        let (mut outside, mut taken, mut holds) = (Vec::new(), Vec::new(), vec![condition]);
        let mut mixed = None;
        for (at, factor) in factors.iter().enumerate() {
            let vars = self.terms.vars(*factor);
            if !vars.contains(&keys.var) {
                outside.push(*factor);
            } else if vars.len() == 1 {
                taken.push(*factor);
            } else if self.terms.is_bit(*factor) {
                holds.push(*factor);
            } else {
                mixed = mixed.or(Some(at));
            }
        }
        let Some(at) = mixed else {
            let (condition, value) = (self.terms.and(&holds), self.terms.mul(&taken));
            let sum = self.sum_over(keys, condition, value, span)?;
            outside.push(sum);
            return Ok(self.terms.mul(&outside));
        };
        // A factor that speaks of both positions: a sum is multiplied out, a choice is two sums.
        let others: Vec<TermId> =
            factors.iter().enumerate().filter(|(k, _)| *k != at).map(|(_, factor)| *factor).collect();
        let with =
            |reader: &mut Self, factor: TermId| reader.terms.mul(&[others.as_slice(), &[factor]].concat());
        match self.terms[factors[at]].clone() {
            Term::Add(parts) => {
                let mut terms = Vec::with_capacity(parts.len());
                for part in parts {
                    let product = with(self, part);
                    terms.push(self.sum_over(keys, condition, product, span)?);
                }
                Ok(self.terms.add(&terms))
            }
            Term::Choose(c, x, y) => {
                let (x, y) = (with(self, x), with(self, y));
                let choice = self.terms.choose(c, x, y);
                self.sum_over(keys, condition, choice, span)
            }
            Term::Power(x, exponent) if exponent <= 4 => {
                let factors = [others, vec![x; exponent as usize]].concat();
                self.sum_of_product(keys, condition, &factors, span)
            }
            _ => Err(self.fault(span, NativeFault::ValueOfPair)),
        }
    }

    fn any_of(&mut self, groups: Vec<Group>, span: Span) -> Result<TermId, Stop> {
        let mut holds = Vec::with_capacity(groups.len());
        for Group { dims, condition, value } in groups {
            let condition = self.terms.and(&[condition, value]);
            holds.push(self.any(&dims, condition, span)?);
        }
        Ok(self.terms.or(&holds))
    }

    fn all_of(&mut self, mut groups: Vec<Group>, span: Span) -> Result<TermId, Stop> {
        for group in &mut groups {
            group.value = self.terms.not(group.value);
        }
        let broken = self.any_of(groups, span)?;
        Ok(self.terms.not(broken))
    }

    /// Whether there are positions that meet a condition.
    fn any(&mut self, dims: &[Dim], condition: TermId, span: Span) -> Result<TermId, Stop> {
        let Some((last, rest)) = dims.split_last() else { return Ok(condition) };
        let (inside, outside) = self.split(condition, last.var);
        let (one, zero) = (self.terms.int(1), self.terms.int(0));
        let found = self.ask(Question::Any, *last, inside, (one, zero), span)?;
        let condition = self.terms.and(&[outside, found]);
        self.any(rest, condition, span)
    }

    fn product_of(&mut self, groups: Vec<Group>, span: Span) -> Result<TermId, Stop> {
        if groups.iter().any(|group| !group.dims.is_empty()) {
            // A product of bits says that all of them hold.
            if groups.iter().all(|group| self.terms.is_bit(group.value)) {
                return self.all_of(groups, span);
            }
            return Err(self.fault(span, NativeFault::Product));
        }
        let one = self.terms.int(1);
        let factors: Vec<TermId> =
            groups.iter().map(|group| self.terms.choose(group.condition, group.value, one)).collect();
        Ok(self.terms.mul(&factors))
    }

    fn mean_of(&mut self, groups: &[Group], span: Span) -> Result<TermId, Stop> {
        let zero = self.terms.int(0);
        if let [Group { dims, condition, value }] = groups
            && let [keys] = dims[..]
        {
            if self.terms.mentions(*value, keys.var) && self.terms.vars(*value).len() > 1 {
                return Err(self.fault(span, NativeFault::ValueOfPair));
            }
            return self.ask(Question::Mean, keys, *condition, (*value, zero), span);
        }
        let certain = groups.iter().all(|group| {
            group.dims.is_empty() && self.terms.as_const(group.condition).is_some_and(Num::is_one)
        });
        if !certain {
            let what = "a mean over several variables, or over a filtered list";
            return Err(self.fault(span, NativeFault::Operation { what }));
        }
        let share = Num::ratio(1, groups.len() as i64).unwrap_or(Num::ZERO);
        let share = self.terms.number(share);
        let values: Vec<TermId> = groups.iter().map(|group| group.value).collect();
        let sum = self.terms.add(&values);
        Ok(self.terms.mul(&[share, sum]))
    }

    fn extreme_of(
        &mut self,
        groups: Vec<Group>,
        least: bool,
        default: Option<TermId>,
        span: Span,
    ) -> Result<TermId, Stop> {
        let zero = self.terms.int(0);
        let default = default.unwrap_or(zero);
        if let [Group { dims, condition, value }] = groups.as_slice()
            && let [keys] = dims[..]
        {
            let name = if least { "min" } else { "max" };
            return self.extreme(keys, *condition, *value, (least, default), name, span);
        }
        if groups.iter().any(|group| !group.dims.is_empty()) {
            let what = "a `max` or `min` over several variables";
            return Err(self.fault(span, NativeFault::Operation { what }));
        }
        let (mut some, mut best) = (zero, default);
        for Group { condition, value, .. } in groups {
            let op = if least { CompareOp::Lt } else { CompareOp::Gt };
            let better = self.terms.compare(op, false, value, best);
            let first = self.terms.not(some);
            let wins = self.terms.or(&[first, better]);
            let wins = self.terms.and(&[condition, wins]);
            best = self.terms.choose(wins, value, best);
            some = self.terms.or(&[some, condition]);
        }
        Ok(best)
    }

    /// The greatest (or least) value over one run.
    fn extreme(
        &mut self,
        keys: Dim,
        condition: TermId,
        value: TermId,
        (least, default): (bool, TermId),
        name: &'static str,
        span: Span,
    ) -> Result<TermId, Stop> {
        if self.terms.vars(value).iter().any(|var| *var != keys.var) {
            return Err(self.fault(span, NativeFault::ValueOfPair));
        }
        let mut asking: Vec<Var> = Vec::new();
        for part in [keys.from, keys.to, condition] {
            asking.extend(self.terms.vars(part).iter().filter(|var| **var != keys.var));
        }
        asking.sort();
        asking.dedup();
        match asking[..] {
            // The same for all: the value of those that none beats.
            [] => {
                let leads = self.leads(keys, condition, value, (least, false), span)?;
                self.ask(Question::Mean, keys, leads, (value, default), span)
            }
            [own] => {
                // The position itself is among them, so that its own value is a bound that it knows.
                let own_condition = self.terms.renamed(condition, keys.var, own);
                let index = self.terms.make(Term::Index(own));
                let one = self.terms.int(1);
                let next = self.terms.add(&[index, one]);
                let inside = at_most(&self.terms, keys.from, index) && at_most(&self.terms, next, keys.to);
                if !inside || !self.terms.as_const(own_condition).is_some_and(Num::is_one) {
                    return Err(self.fault(span, NativeFault::Extreme { name }));
                }
                let question = if least { Question::Least } else { Question::Greatest };
                self.ask(question, keys, condition, (value, default), span)
            }
            _ => Err(self.fault(span, NativeFault::ThreePositions)),
        }
    }

    /// Whether a position meets a condition and none that does has a greater (or lesser) value, nor, with the flag,
    /// the same one further left.
    fn leads(
        &mut self,
        keys: Dim,
        condition: TermId,
        value: TermId,
        (least, leftmost): (bool, bool),
        span: Span,
    ) -> Result<TermId, Stop> {
        let other = Dim { var: self.terms.fresh(), ..keys };
        let theirs = self.terms.renamed(value, keys.var, other.var);
        let counts = self.terms.renamed(condition, keys.var, other.var);
        let op = if least { CompareOp::Lt } else { CompareOp::Gt };
        let mut beats = self.terms.compare(op, false, theirs, value);
        if leftmost {
            let same = self.terms.compare(CompareOp::Eq, false, theirs, value);
            let [here, there] = [keys.var, other.var].map(|var| self.terms.make(Term::Index(var)));
            let before = self.terms.compare(CompareOp::Lt, false, there, here);
            let tie = self.terms.and(&[same, before]);
            beats = self.terms.or(&[beats, tie]);
        }
        let beats = self.terms.and(&[counts, beats]);
        let (one, zero) = (self.terms.int(1), self.terms.int(0));
        let beaten = self.ask(Question::Any, other, beats, (one, zero), span)?;
        let unbeaten = self.terms.not(beaten);
        Ok(self.terms.and(&[condition, unbeaten]))
    }

    /// `argmax`, or with the flag `argmin`.
    pub(super) fn extreme_index(
        &mut self,
        f: &mut Frame<'p>,
        array: ExprId,
        least: bool,
        span: Span,
    ) -> Result<Value, Stop> {
        let name = if least { "argmin" } else { "argmax" };
        let zero = self.terms.int(0);
        match self.eval(f, array)? {
            Value::Array(array) if array.dims.len() == 1 => {
                let Array { dims, cell } = self.apart(&array);
                let keys = dims[0];
                let elsewhere = [keys.from, keys.to, cell]
                    .iter()
                    .any(|part| self.terms.vars(*part).iter().any(|var| *var != keys.var));
                if elsewhere {
                    return Err(self.fault(span, NativeFault::Extreme { name }));
                }
                let one = self.terms.int(1);
                let leads = self.leads(keys, one, cell, (least, true), span)?;
                let index = self.terms.make(Term::Index(keys.var));
                let number = self.terms.sub(index, keys.from);
                Ok(Value::Scalar(self.ask(Question::Mean, keys, leads, (number, zero), span)?))
            }
            Value::List(parts) => {
                let op = if least { CompareOp::Lt } else { CompareOp::Gt };
                let mut best: Option<(TermId, TermId)> = None;
                for (at, part) in parts.iter().enumerate() {
                    let Some(value) = part.scalar() else { return Err(self.internal(span)) };
                    let at = self.terms.int(at as i64);
                    best = Some(match best {
                        None => (value, at),
                        Some((known, place)) => {
                            let better = self.terms.compare(op, false, value, known);
                            (self.terms.choose(better, value, known), self.terms.choose(better, at, place))
                        }
                    });
                }
                Ok(Value::Scalar(best.map_or(zero, |(_, at)| at)))
            }
            _ => Err(self.internal(span)),
        }
    }
}
