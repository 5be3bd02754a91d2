//! What the grammar's actions push into: the tree with its arena, and the recoveries.

use crate::MAX_HEIGHT;
use crate::lexer::Tok;
use crate::tokens::TokenKind;
use crate::tree::{Expr, ExprId, ExprKind, Item, ItemKind, Name, Span, Tree};
use lalrpop_util::{ErrorRecovery, ParseError};
use std::collections::BTreeMap;
use std::convert::Infallible;

/// A location of the parser: a byte of the source, and the index of the token that starts or ended there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct At {
    /// The byte.
    pub(crate) byte: u32,
    /// As the start of a token: its index.
    pub(crate) index: u32,
}

impl At {
    /// The span from here to there.
    pub(crate) fn to(self, end: At) -> Span {
        // The place after a list that is empty may lie before the next token: keep the span in order.
        Span { start: self.byte, end: end.byte.max(self.byte) }
    }
}

/// Where a recovery came to rest.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Rest {
    /// At the start of an item or the end of the file.
    Item,
    /// At a token that should be the partner of an earlier one: the `;` of a `let`, the `}` of a `{`.
    Partner {
        /// The `let` or the `{`.
        opener: At,
        /// The token where the recovery ended.
        rest: At,
    },
}

/// One error that the parser recovered from.
#[derive(Clone, Debug)]
pub(crate) struct Recovery {
    /// The index of the token that did not fit; the number of tokens for the end of the file.
    pub(crate) at: usize,
    /// The grammar's terminals that would have fit.
    pub(crate) expected: Vec<String>,
    /// The recovery ended where the broken part ends, by the brackets.
    pub(crate) clean: bool,
}

/// The state of one run of the parser.
#[derive(Debug)]
pub(crate) struct Context {
    /// The tokens, by the index in [`At`].
    pub(crate) tokens: Vec<Tok>,
    /// For each `let` its `;` and for each opening bracket its partner; elsewhere `usize::MAX`.
    pub(crate) partners: Vec<usize>,
    /// The documentation of the item that starts at a token.
    pub(crate) docs: BTreeMap<usize, Vec<String>>,
    /// The tree so far.
    pub(crate) tree: Tree,
    /// The height of each expression of the arena.
    heights: Vec<u32>,
    /// The first expression that was too high.
    pub(crate) too_deep: Option<Span>,
    /// The errors so far, in source order.
    pub(crate) recoveries: Vec<Recovery>,
}

impl Context {
    /// A context before the first token.
    pub(crate) fn new(tokens: Vec<Tok>, partners: Vec<usize>, docs: BTreeMap<usize, Vec<String>>) -> Self {
        Context {
            tokens,
            partners,
            docs,
            tree: Tree::default(),
            heights: Vec::new(),
            too_deep: None,
            recoveries: Vec::new(),
        }
    }

    /// Forgets what the last run of the parser made.
    pub(crate) fn reset(&mut self) {
        self.tree = Tree::default();
        self.heights.clear();
        self.too_deep = None;
        self.recoveries.clear();
    }

    /// The text of the token that starts at `at`.
    pub(crate) fn text(&self, at: At) -> String {
        self.tokens.get(at.index as usize).map_or_else(String::new, |tok| match tok.kind.text() {
            Some(fixed) => fixed.to_owned(),
            None => tok.text.clone(),
        })
    }

    /// The name from `start` to `end`.
    pub(crate) fn name(&self, start: At, end: At) -> Name {
        Name { text: self.text(start), span: start.to(end) }
    }

    /// A leaf that holds the text of its token.
    pub(crate) fn literal(&mut self, start: At, end: At, kind: fn(String) -> ExprKind) -> ExprId {
        let text = self.text(start);
        self.expr(start, end, kind(text))
    }

    /// Adds an expression to the arena. One that is too high becomes an error, so that every walk of a tree may
    /// recurse.
    pub(crate) fn expr(&mut self, start: At, end: At, kind: ExprKind) -> ExprId {
        let span = start.to(end);
        let mut below = 0;
        kind.for_each_child(&mut |id| {
            below = below.max(self.heights.get(id.0 as usize).copied().unwrap_or(0));
        });
        let (kind, height) = if below >= MAX_HEIGHT {
            self.too_deep.get_or_insert(span);
            (ExprKind::Error, 1)
        } else {
            (kind, below + 1)
        };
        // A source has fewer expressions than bytes, and its bytes fit in 32 bits.
        let id = ExprId(u32::try_from(self.tree.exprs.len()).unwrap_or(u32::MAX));
        self.tree.exprs.push(Expr { kind, span });
        self.heights.push(height);
        id
    }

    /// Adds an item with the documentation before it.
    pub(crate) fn item(&mut self, start: At, end: At, kind: ItemKind) {
        let docs = self.docs.get(&(start.index as usize)).cloned().unwrap_or_default();
        self.tree.items.push(Item { docs, kind, span: start.to(end) });
    }

    /// Notes an error that the parser recovered from.
    pub(crate) fn recovered(&mut self, rest: Rest, recovery: &ErrorRecovery<At, TokenKind, Infallible>) {
        let clean = match rest {
            Rest::Item => true,
            Rest::Partner { opener, rest } => {
                self.partners.get(opener.index as usize) == Some(&(rest.index as usize))
            }
        };
        self.note(&recovery.error, clean);
    }

    /// Notes an error.
    pub(crate) fn note(&mut self, error: &ParseError<At, TokenKind, Infallible>, clean: bool) {
        let (at, expected) = match error {
            ParseError::UnrecognizedToken { token, expected } => (token.0.index as usize, expected.clone()),
            ParseError::UnrecognizedEof { expected, .. } => (self.tokens.len(), expected.clone()),
            ParseError::ExtraToken { token } => (token.0.index as usize, Vec::new()),
            ParseError::InvalidToken { location } => (location.index as usize, Vec::new()),
            ParseError::User { error } => match *error {},
        };
        self.recoveries.push(Recovery { at, expected, clean });
    }
}

/// The first of a list before the rest.
pub(crate) fn prepend<T>(first: T, rest: Vec<T>) -> Vec<T> {
    let mut list = Vec::with_capacity(rest.len() + 1);
    list.push(first);
    list.extend(rest);
    list
}
