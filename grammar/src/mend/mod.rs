//! From the tokens of a file to tokens that the grammar can read.
//!
//! LR(1) recovery doesn't see brackets and reports slips far from where they were made. So what can be told from
//! the tokens alone is reported and mended before the grammar runs: words of other languages, brackets, and the
//! semicolons of a block. The passes run in the order of this list; a program without slips passes unchanged.

/// Afterwards every bracket has its partner.
mod brackets;
/// Nothing nests deeper than the limits.
mod depth;
/// Which item a doc comment belongs to.
mod docs;
/// Which tokens belong together.
mod skeleton;
/// Afterwards every `let` of a block ends with a semicolon.
mod statements;
/// Afterwards no list of conditions or bindings before a block ends with a comma.
mod trailing;
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
    let tokens = words::words(source, tokens, errors);
    let tokens = brackets::balance(tokens, errors);
    depth::check(&tokens)?;
    let tokens = statements::statements(source, tokens, errors);
    let tokens = trailing::trailing(tokens, errors);
    let skeleton = skeleton::skeleton(&tokens);
    Ok(Mended { tokens, skeleton })
}

/// A line break stands between the two.
pub(crate) fn on_other_lines(source: &str, before: Span, after: Span) -> bool {
    source.get(before.end as usize..after.start as usize).is_some_and(|between| between.contains('\n'))
}

/// The brace at `at` opens a block: neither the arms of a `match` nor the list of a `use`.
fn opens_block(tokens: &[Tok], at: usize) -> bool {
    let kind = |at: usize| tokens.get(at).map(|tok| tok.kind);
    let of_use = at > 0 && kind(at - 1) == Some(TokenKind::Dot);
    let arm = matches!(kind(at + 1), Some(TokenKind::Token | TokenKind::Discard))
        && matches!(kind(at + 2), Some(TokenKind::FatArrow | TokenKind::Bar));
    kind(at) == Some(TokenKind::OpenBrace) && !of_use && !arm
}
