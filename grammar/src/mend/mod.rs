//! From the tokens of a file to tokens that the grammar can read.
//!
//! LR(1) recovery doesn't see brackets and reports slips far from where they were made. So what can be told from
//! the tokens alone is reported and mended before the grammar runs: words of other languages, brackets, and the
//! semicolons of a block. So can forms of other languages: what means the same in circ is read as that, and the rest is
//! left out, so that one slip is one error. The passes run in the order of this list; a program without slips passes unchanged.

/// Assignments where circ has values.
mod assigned;
/// Sums and quantifiers with their bounds beside them.
mod bounds;
/// Braces that are missing by the indentation of the lines.
mod braces;
/// Afterwards every bracket has its partner.
mod brackets;
/// Errors in parts that are told of as a whole.
mod cuts;
/// Nothing nests deeper than the limits.
mod depth;
/// Which item a doc comment belongs to.
mod docs;
/// Heads of functions of other languages.
mod heads;
/// Expressions in the way of other languages and of mathematics.
mod idioms;
/// Afterwards indented bodies have braces.
mod layout;
/// Where tokens stand on their lines.
mod lines;
/// What stands outside of all items.
mod loose;
/// Signs and types that other languages put together otherwise.
mod signs;
/// Which tokens belong together.
mod skeleton;
/// Afterwards every `let` of a block ends with a semicolon.
mod statements;
/// Afterwards no list of conditions or bindings before a block ends with a comma.
mod trailing;
/// Statements that have no place in circ.
mod useless;
/// Words that are no names here: keywords used as names, `def` and its like.
mod words;

pub(crate) use docs::docs;
pub(crate) use skeleton::Skeleton;

use crate::errors::SyntaxError;
use crate::lexer::Tok;
use crate::tokens::TokenKind;
use crate::tree::Span;

/// The mended tokens and how they belong together.
pub(crate) struct Mended {
    /// The tokens.
    pub(crate) tokens: Vec<Tok>,
    /// Their statements and brackets.
    pub(crate) skeleton: Skeleton,
}

/// Runs the passes; `Err` where something nests too deep to read on.
pub(crate) fn mend(
    source: &str,
    tokens: Vec<Tok>,
    errors: &mut Vec<SyntaxError>,
) -> Result<Mended, SyntaxError> {
    let tokens = layout::layout(source, tokens, errors);
    let tokens = loose::loose(source, &tokens, errors);
    let tokens = words::words(source, tokens, errors);
    let tokens = heads::heads(source, &tokens, errors);
    let tokens = idioms::idioms(source, &tokens, errors);
    let tokens = braces::braces(source, tokens, errors);
    let tokens = brackets::balance(tokens, errors);
    depth::check(&tokens)?;
    let tokens = statements::statements(source, tokens, errors);
    let tokens = trailing::trailing(tokens, errors);
    let skeleton = skeleton::skeleton(&tokens);
    Ok(Mended { tokens, skeleton })
}

/// A line break stands between the two.
pub(crate) fn on_other_lines(source: &str, before: Span, after: Span) -> bool {
    source
        .get(before.end as usize..after.start as usize)
        .is_some_and(|between| between.contains(['\n', '\r']))
}

/// The brace at `at` opens a block: neither the arms of a `match` nor the list of a `use`.
fn opens_block(tokens: &[Tok], at: usize) -> bool {
    let kind = |at: usize| tokens.get(at).map(|tok| tok.kind);
    let of_use = at > 0 && kind(at - 1) == Some(TokenKind::Dot);
    let arm = matches!(kind(at + 1), Some(TokenKind::Token | TokenKind::Discard))
        && matches!(kind(at + 2), Some(TokenKind::FatArrow | TokenKind::Bar));
    kind(at) == Some(TokenKind::OpenBrace) && !of_use && !arm
}
