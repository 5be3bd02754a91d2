//! Runs the grammar, and sees to it that it recovers where the broken part ends.
//!
//! The grammar's recovery drops tokens up to the next `;` or `}`, but doesn't see brackets: it may stop at a `;`
//! inside the broken statement and make new errors of what follows. Then the whole statement is blanked and the
//! file is read once more. So each slip is one error, and what stands after it is read.

use crate::circ::FileParser;
use crate::context::{At, Context, Recovery};
use crate::errors::SyntaxError;
use crate::facts::fact;
use crate::mend::Skeleton;
use crate::tokens::TokenKind;
use crate::tree::{Span, Tree};
use std::collections::BTreeMap;

/// Reading once more is worth so many tokens in all. A file with more slips than that has errors enough.
const REREAD: usize = 2_000_000;

/// What the grammar made of the tokens.
pub(crate) struct Outcome {
    /// The tree.
    pub(crate) tree: Tree,
    /// The errors of the grammar, in source order, each once.
    pub(crate) errors: Vec<SyntaxError>,
    /// The first expression that nests too deep.
    pub(crate) too_deep: Option<Span>,
    /// Something did not fit, be it reported or not.
    pub(crate) first: Option<Recovery>,
}

/// Reads the context's tokens.
pub(crate) fn run(source: &str, context: &mut Context, skeleton: &Skeleton) -> Outcome {
    let mut blanks = Blanks { of: vec![Blank::No; context.tokens.len()], causes: BTreeMap::new() };
    let mut budget = REREAD.max(context.tokens.len() * 4);
    loop {
        read(context, &blanks);
        budget = budget.saturating_sub(context.tokens.len());
        let stray = context.recoveries.iter().position(|recovery| !recovery.clean);
        let Some(stray) = stray else { break };
        let recovery = context.recoveries[stray].clone();
        let blanked = budget > 0 && blanks.add(skeleton, recovery);
        if !blanked {
            // What comes after it can't be trusted.
            context.recoveries.truncate(stray + 1);
            break;
        }
    }
    let first = context.recoveries.first().cloned();
    let mut errors = Vec::new();
    for recovery in &context.recoveries {
        let cause = blanks.causes.get(&recovery.at).unwrap_or(recovery);
        errors.extend(fact(source, &context.tokens, skeleton, cause));
    }
    Outcome { tree: std::mem::take(&mut context.tree), errors, too_deep: context.too_deep, first }
}

/// One run of the parser over the tokens that are not blanked.
fn read(context: &mut Context, blanks: &Blanks) {
    context.reset();
    let mut stream = Vec::with_capacity(context.tokens.len());
    for (index, (tok, blank)) in context.tokens.iter().zip(&blanks.of).enumerate() {
        let kind = match blank {
            Blank::No => tok.kind,
            Blank::First => TokenKind::Invalid,
            Blank::Rest => continue,
        };
        // A file has fewer tokens than bytes, and its bytes fit in 32 bits.
        let index = u32::try_from(index).unwrap_or(u32::MAX);
        stream.push((At { byte: tok.span.start, index }, kind, At { byte: tok.span.end, index }));
    }
    let result = FileParser::new().parse(context, stream.into_iter().map(Ok));
    if let Err(error) = result {
        context.note(&error, true);
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Blank {
    No,
    First,
    Rest,
}

/// The statements that are left out.
struct Blanks {
    of: Vec<Blank>,
    /// The error for which a blank was made, by the index of its first token.
    causes: BTreeMap<usize, Recovery>,
}

impl Blanks {
    /// Blanks the statement in which the error stands; says whether that changed anything.
    fn add(&mut self, skeleton: &Skeleton, recovery: Recovery) -> bool {
        let Some(region) = skeleton.region(recovery.at) else {
            return false;
        };
        let recovery = self.causes.get(&recovery.at).cloned().unwrap_or(recovery);
        if region.start >= region.end || self.of[region.start] == Blank::First {
            return false;
        }
        self.of[region.start..region.end].fill(Blank::Rest);
        self.of[region.start] = Blank::First;
        self.causes.insert(region.start, recovery);
        true
    }
}
