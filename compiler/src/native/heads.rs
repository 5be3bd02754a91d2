//! Heads: what a position finds out about others, each once.
//!
//! A head is a question that every position asks of all: the mean of a value over the selected ones, how many they
//! are, whether there is one, the first of them, the greatest. What is selected is a run of positions and
//! conditions; what is taken depends on the position that is looked at, alone.

use std::collections::BTreeSet;

use circ_grammar::tree::{CompareOp, Span};
use circ_runtime::Num;
use rustc_hash::FxHashMap;

use super::bounds::{Linear, at_most};
use super::terms::{HeadId, KEY, OWN, Place, Term, TermId, Terms, Var};
use crate::diagnostics::NativeFault;

/// What a head asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Question {
    /// The mean of the value, or the default.
    Mean,
    /// Whether one is selected.
    Any,
    /// The sum of the value.
    Sum,
    /// The value at the first, or the default.
    First,
    /// The value at the last, or the default.
    Last,
    /// The greatest value. The position that asks is among the selected.
    Greatest,
    /// The least value, in the same way.
    Least,
    /// The number of elements.
    Size,
    /// A scalar input, which the sentinel has.
    Single,
}

/// A head: of positions it speaks of [`OWN`] and [`KEY`].
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Head {
    /// What it asks.
    pub(super) question: Question,
    /// The first position of the run, where it does not begin with all.
    pub(super) from: Option<TermId>,
    /// The position after the run, where it does not end with all.
    pub(super) to: Option<TermId>,
    /// The conditions on the pair, in order.
    pub(super) conditions: Vec<TermId>,
    /// What is taken, of the key alone.
    pub(super) value: TermId,
    /// What stands where nothing is selected, of the own position alone.
    pub(super) default: TermId,
    /// How many are selected, where that shows without asking.
    pub(super) count: Option<TermId>,
}

impl Head {
    /// What it asks, in a word: the name of a coordinate that has no variable's name.
    pub(super) fn asks(&self, terms: &Terms) -> &'static str {
        match self.question {
            Question::Mean => "mean",
            Question::Any => "any",
            Question::Sum if terms.as_const(self.value).is_some_and(Num::is_one) => "count",
            Question::Sum => "sum",
            Question::First => "first",
            Question::Last => "last",
            Question::Greatest => "max",
            Question::Least => "min",
            Question::Size => "n",
            Question::Single => "input",
        }
    }

    /// Whether it asks the same from every position.
    pub(super) fn is_uniform(&self, terms: &Terms) -> bool {
        let parts = self.from.iter().chain(&self.to).chain(&self.conditions);
        !parts.chain([&self.default]).any(|part| terms.mentions(*part, OWN))
            && !matches!(self.question, Question::Greatest | Question::Least)
    }
}

/// What a head is called, and where it stands in the source.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Label {
    /// The name of the variable that holds what it finds, where one does.
    pub(super) name: Option<String>,
    /// The variable in whose value it occurs.
    pub(super) within: Option<String>,
    /// The expression.
    pub(super) span: Span,
}

/// All heads of a program.
#[derive(Debug, Default)]
pub(super) struct Heads {
    /// In the order in which they were asked for: each after those that it needs.
    pub(super) heads: Vec<Head>,
    /// By head.
    pub(super) labels: Vec<Label>,
    known: FxHashMap<Head, HeadId>,
}

impl std::ops::Index<HeadId> for Heads {
    type Output = Head;
    fn index(&self, id: HeadId) -> &Head {
        &self.heads[id.0 as usize]
    }
}

/// A question about the positions `key` of a run, `from <= key < to`, that meet all conditions.
#[derive(Clone, Debug)]
pub(super) struct Ask {
    pub(super) question: Question,
    pub(super) key: Var,
    pub(super) from: TermId,
    pub(super) to: TermId,
    pub(super) conditions: Vec<TermId>,
    pub(super) value: TermId,
    pub(super) default: TermId,
}

impl Heads {
    /// The result of a question, as a term of the position that asks.
    ///
    /// # Errors
    /// A question that one head can't ask.
    pub(super) fn ask(
        &mut self,
        terms: &mut Terms,
        ask: &Ask,
        span: Span,
    ) -> Result<TermId, Box<NativeFault>> {
        let key = ask.key;
        let conditions = terms.and(&ask.conditions);
        let zero = terms.int(0);
        if terms.as_const(conditions).is_some_and(Num::is_zero) {
            return Ok(if ask.question == Question::Any { zero } else { ask.default });
        }
        let mut asking: BTreeSet<Var> = BTreeSet::new();
        for part in [ask.from, ask.to, conditions, ask.default] {
            asking.extend(terms.vars(part).iter().filter(|var| **var != key));
        }
        if asking.len() > 1 {
            return Err(Box::new(NativeFault::ThreePositions));
        }
        if terms.vars(ask.value).iter().any(|var| *var != key) {
            return Err(Box::new(NativeFault::ValueOfPair));
        }
        let asking = asking.pop_first();
        let own = |terms: &mut Terms, id: TermId| {
            let id = asking.map_or(id, |var| terms.renamed(id, var, OWN));
            terms.renamed(id, key, KEY)
        };
        let conditions = match terms[conditions].clone() {
            Term::And(parts) => parts,
            Term::Const(_) => Vec::new(),
            _ => vec![conditions],
        };
        let (size, first) = (terms.size(), terms.int(0));
        let mut run = Run { from: own(terms, ask.from), to: own(terms, ask.to), rest: Vec::new() };
        for condition in conditions {
            let condition = own(terms, condition);
            run.narrow(terms, condition);
        }
        let (value, default) = (own(terms, ask.value), own(terms, ask.default));
        let single = {
            let length = terms.sub(run.to, run.from);
            terms.as_const(length).is_some_and(Num::is_one)
        };
        let question = match ask.question {
            // Of one position the mean is the value, and no order matters.
            Question::First | Question::Last if single => Question::Mean,
            question => question,
        };
        let count = (run.rest.is_empty()).then(|| run.length(terms)).flatten();
        if let (Question::Sum, Some(count), true) =
            (question, count, terms.as_const(value).is_some_and(Num::is_one))
        {
            // Nothing has to be asked; what the position knows is enough.
            return Ok(match asking {
                Some(var) => terms.renamed(count, OWN, var),
                None => count,
            });
        }
        run.rest.sort();
        run.rest.dedup();
        let head = Head {
            question,
            from: (run.from != first).then_some(run.from),
            to: (run.to != size).then_some(run.to),
            conditions: run.rest,
            value,
            default,
            count,
        };
        Ok(self.found(terms, head, asking, span))
    }

    /// The term for what a head finds.
    fn found(&mut self, terms: &mut Terms, head: Head, asking: Option<Var>, span: Span) -> TermId {
        let place = match asking {
            _ if head.is_uniform(terms) => Place::Everywhere,
            Some(var) => Place::At(var),
            None => Place::At(OWN),
        };
        let id = self.add(terms, head, span);
        terms.make(Term::Head(id, place))
    }

    fn add(&mut self, terms: &mut Terms, head: Head, span: Span) -> HeadId {
        if let Some(id) = self.known.get(&head) {
            return *id;
        }
        let id = HeadId(self.heads.len() as u32);
        let bits = |part: TermId| terms.is_bit(part);
        let bit = match head.question {
            Question::Any => true,
            Question::First | Question::Last | Question::Greatest | Question::Least => {
                bits(head.value) && bits(head.default)
            }
            Question::Mean => {
                let length = head.from.zip(head.to).map(|(from, to)| terms.sub(to, from));
                let single = length.is_some_and(|length| terms.as_const(length).is_some_and(Num::is_one));
                single && terms.is_bit(head.value) && terms.is_bit(head.default)
            }
            Question::Single => terms.is_bit(head.value),
            Question::Sum | Question::Size => false,
        };
        terms.bit_heads.push(bit);
        self.known.insert(head.clone(), id);
        self.heads.push(head);
        self.labels.push(Label { name: None, within: None, span });
        id
    }

    /// The number of elements as a head finds it, where positions know no more than their index.
    pub(super) fn size(&mut self, terms: &mut Terms, span: Span) -> TermId {
        let (zero, index) = (terms.int(0), terms.make(Term::Index(KEY)));
        self.known_by_all(terms, Question::Size, index, zero, span)
    }

    /// A scalar input, wherever it is read.
    pub(super) fn single(&mut self, terms: &mut Terms, input: u32, bit: bool, span: Span) -> TermId {
        let (zero, value) = (terms.int(0), terms.make(Term::Single(input)));
        let found = self.known_by_all(terms, Question::Single, value, zero, span);
        if let (Term::Head(head, _), true) = (terms[found].clone(), bit) {
            terms.bit_heads[head.0 as usize] = true;
        }
        found
    }

    fn known_by_all(
        &mut self,
        terms: &mut Terms,
        question: Question,
        value: TermId,
        default: TermId,
        span: Span,
    ) -> TermId {
        let head =
            Head { question, from: None, to: None, conditions: Vec::new(), value, default, count: None };
        self.found(terms, head, None, span)
    }
}

/// A run of positions `from <= key < to`, and what else is asked of them.
struct Run {
    from: TermId,
    to: TermId,
    rest: Vec<TermId>,
}

impl Run {
    /// Takes a condition in: as an end of the run where it is one, else as it is.
    fn narrow(&mut self, terms: &mut Terms, condition: TermId) {
        let ends = match terms[condition] {
            Term::Compare(op, false, x, y) => ends(terms, op, x, y),
            _ => None,
        };
        let Some((from, to)) = ends else { return self.rest.push(condition) };
        let (size, first) = (terms.size(), terms.int(0));
        // Of two ends one has to be seen to be the nearer one; where both are to be set, both or none.
        let nearer_from = from.map(|from| (from, self.from == first || at_most(terms, self.from, from)));
        let nearer_to = to.map(|to| (to, self.to == size || at_most(terms, to, self.to)));
        if nearer_from.is_some_and(|(_, nearer)| !nearer) || nearer_to.is_some_and(|(_, nearer)| !nearer) {
            return self.rest.push(condition);
        }
        self.from = nearer_from.map_or(self.from, |(from, _)| from);
        self.to = nearer_to.map_or(self.to, |(to, _)| to);
    }

    /// The number of positions in it, where that shows without a look at others: neither end lies outside, and the
    /// number n does not occur.
    fn length(&self, terms: &mut Terms) -> Option<TermId> {
        let (size, first) = (terms.size(), terms.int(0));
        let inside = at_most(terms, first, self.from)
            && at_most(terms, self.from, self.to)
            && at_most(terms, self.to, size);
        let length = terms.sub(self.to, self.from);
        let known =
            Linear::of(terms, length).is_some_and(|linear| !linear.has_size() && linear.is_integral());
        let ends =
            [self.from, self.to].map(|end| Linear::of(terms, end).is_some_and(|end| end.is_integral()));
        (inside && known && ends == [true, true]).then_some(length)
    }
}

/// The ends that `x op y` sets to the index of the key: the first position, and the one after the last.
fn ends(terms: &mut Terms, op: CompareOp, x: TermId, y: TermId) -> Option<(Option<TermId>, Option<TermId>)> {
    if !terms.is_fixed(x) || !terms.is_fixed(y) {
        return None;
    }
    // x - y is key - bound, or bound - key.
    let difference = terms.sub(x, y);
    let linear = Linear::of(terms, difference)?;
    let factor = linear.factor(KEY);
    if !linear.is_integral() || !(factor.is_one() || factor.neg().is_one()) {
        return None;
    }
    let op = if factor.is_one() { op } else { mirrored(op) };
    let key = terms.make(Term::Index(KEY));
    let bound = if factor.is_one() { terms.sub(key, difference) } else { terms.add(&[key, difference]) };
    if terms.mentions(bound, KEY) {
        return None;
    }
    let one = terms.int(1);
    let next = terms.add(&[bound, one]);
    Some(match op {
        CompareOp::Eq => (Some(bound), Some(next)),
        CompareOp::Lt => (None, Some(bound)),
        CompareOp::Le => (None, Some(next)),
        CompareOp::Gt => (Some(next), None),
        CompareOp::Ge => (Some(bound), None),
        CompareOp::Ne => return None,
    })
}

/// The comparison with its sides exchanged.
pub(super) fn mirrored(op: CompareOp) -> CompareOp {
    match op {
        CompareOp::Lt => CompareOp::Gt,
        CompareOp::Le => CompareOp::Ge,
        CompareOp::Gt => CompareOp::Lt,
        CompareOp::Ge => CompareOp::Le,
        same => same,
    }
}
