//! Which tokens belong together: the partners of brackets and `let`s, and the statements.

use crate::lexer::Tok;
use crate::mend::opens_block;
use crate::tokens::TokenKind as K;

/// The tokens between a `let` and its `;`, or the result of a block: what an error makes unreadable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Region {
    /// Its first token.
    pub(crate) start: usize,
    /// One past its last token.
    pub(crate) end: usize,
}

/// How the tokens belong together.
#[derive(Debug)]
pub(crate) struct Skeleton {
    /// For each opening bracket the closing one, for each `let` of a block its `;`; else `usize::MAX`.
    pub(crate) partners: Vec<usize>,
    /// The innermost statement of each token, as an index into `regions`.
    region_of: Vec<Option<usize>>,
    regions: Vec<Region>,
}

impl Skeleton {
    /// The innermost statement that the token belongs to; none outside of blocks.
    pub(crate) fn region(&self, token: usize) -> Option<Region> {
        self.region_of.get(token).copied().flatten().and_then(|id| self.regions.get(id).copied())
    }
}

struct Level {
    opener: usize,
    block: bool,
    /// The `let` that waits for its semicolon.
    started: Option<usize>,
    /// The current statement; outside of blocks that of the level around.
    region: Option<usize>,
    start: bool,
}

/// Takes balanced tokens in which every `let` of a block has its semicolon.
pub(super) fn skeleton(tokens: &[Tok]) -> Skeleton {
    let mut out = Skeleton {
        partners: vec![usize::MAX; tokens.len()],
        region_of: Vec::with_capacity(tokens.len()),
        regions: Vec::new(),
    };
    let mut levels: Vec<Level> = Vec::new();
    for (at, tok) in tokens.iter().enumerate() {
        if tok.kind.is_closer() {
            if let Some(level) = levels.pop() {
                out.partners[level.opener] = at;
                if level.block
                    && !level.start
                    && let Some(id) = level.region
                {
                    out.regions[id].end = at;
                }
            }
            out.region_of.push(levels.last().and_then(|level| level.region));
            continue;
        }
        if let Some(level) = levels.last_mut()
            && level.block
        {
            if level.start {
                let is_let = tok.kind == K::Let;
                level.region = Some(out.regions.len());
                level.started = is_let.then_some(at);
                out.regions.push(Region { start: at + usize::from(is_let), end: tokens.len() });
                level.start = false;
            } else if tok.kind == K::Semicolon
                && let Some(started) = level.started.take()
                && let Some(id) = level.region
            {
                out.partners[started] = at;
                out.regions[id].end = at;
                level.start = true;
            }
        }
        let region = levels.last().and_then(|level| level.region);
        out.region_of.push(region);
        if tok.kind.closer().is_some() {
            let block = opens_block(tokens, at);
            levels.push(Level { opener: at, block, started: None, region, start: block });
        }
    }
    out
}
