//! The circ language: tokens, the grammar, the tree and its syntax errors.
//!
//! [`parse`] takes the text of a file and never fails: it gives a tree and the errors beside it. [`print()`] gives
//! the tree back as canonical source, [`dump()`] as an indented listing, and [`tokens()`] splits a source into its
//! tokens. Nothing here does input or output, and nothing recurses deeper than [`MAX_HEIGHT`].
//!
//! The passes, in order: `lexer` (text to tokens), `mend` (slips that the tokens show), the grammar in
//! `circ.lalrpop` (tokens to the tree, with the actions of `context`), `recover` (where the grammar goes on after
//! an error) and `facts` (what the error is in the user's words).

mod children;
mod context;
pub mod dump;
pub mod errors;
mod facts;
mod foreign;
pub mod found;
mod lexer;
mod mend;
mod odd;
mod otherwise;
mod parse;
pub mod print;
mod quotient;
mod recover;
mod repeats;
mod shift;
pub mod tokens;
pub mod tree;
mod unescape;
mod walk;

pub use dump::dump;
pub use errors::{HeadSlip, Severity, SyntaxError, SyntaxErrorKind};
pub use parse::{Lexeme, Parsed, parse, tokens};
pub use print::print;

/// The height of an expression at most; a higher one is an error. So a walk over a tree may recurse.
pub const MAX_HEIGHT: u32 = 400;

/// How deep brackets nest at most.
pub const MAX_NESTING: u32 = 200;

/// The parser that lalrpop generates from `circ.lalrpop`.
#[allow(
    clippy::all,
    clippy::semicolon_if_nothing_returned,
    clippy::redundant_clone,
    clippy::needless_pass_by_value,
    missing_docs,
    unreachable_pub,
    unused,
    rust_2018_idioms,
    reason = "generated code follows lalrpop's style, not the workspace's"
)]
mod circ {
    use lalrpop_util::lalrpop_mod;
    lalrpop_mod!(generated, "/circ.rs");
    pub(crate) use generated::FileParser;
}
