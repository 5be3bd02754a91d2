//! What is likely a consequence of a syntax error is not told.

use std::collections::BTreeSet;

use circ_grammar::SyntaxErrorKind;
use circ_grammar::tokens::TokenKind;
use circ_grammar::tree::{Item, Span};

use super::{Diagnostic, Fact, FileFact, NameFact, StageFact, TypeFact, text};
use crate::modules::Gathered;

/// Drops what is likely a consequence of a syntax error: a name that is unknown because its definition did not
/// parse, in the file itself or in one that it uses. A name that stands nowhere in what did not parse is unknown
/// whatever is mended, and is told.
pub(crate) fn drop_consequences(found: &mut Vec<Diagnostic>, gathered: &Gathered) {
    // A ring that is not known has the roots that are asked for.
    let no_ring =
        |diagnostic: &Diagnostic| matches!(diagnostic.fact, Fact::Syntax(SyntaxErrorKind::NoRing { .. }));
    if gathered.diagnostics.iter().any(no_ring) {
        found.retain(|diagnostic| !matches!(diagnostic.fact, Fact::Stage(StageFact::RootNotInRing { .. })));
    }
    // Who writes `xor` is told there how three are joined.
    let exclusive: BTreeSet<&str> = gathered
        .diagnostics
        .iter()
        .filter_map(|diagnostic| match &diagnostic.fact {
            Fact::Syntax(SyntaxErrorKind::ForeignSpelling { found, .. }) => Some(found.as_str()),
            _ => None,
        })
        .filter(|found| text::is_exclusive_or(found))
        .collect();
    if !exclusive.is_empty() {
        found.retain(|diagnostic| {
            let chain = matches!(diagnostic.fact, Fact::Type(TypeFact::ChainOfNotEqual { .. }));
            let text = diagnostic.span.filter(|_| chain).map(|span| gathered.sources.text(span));
            !text.is_some_and(|text| exclusive.iter().any(|word| text.contains(word)))
        });
    }
    if gathered.hiding.iter().all(Vec::is_empty) {
        return;
    }
    let loose: BTreeSet<String> = gathered
        .diagnostics
        .iter()
        .filter_map(|diagnostic| match &diagnostic.fact {
            Fact::Syntax(SyntaxErrorKind::LooseStatement { name: Some(name), .. }) => Some(name.clone()),
            _ => None,
        })
        .collect();
    let lost: Vec<Lost> = (0..gathered.modules.len()).map(|file| Lost::new(gathered, file)).collect();
    found.retain(|diagnostic| {
        let Some(span) = diagnostic.span else { return true };
        if let Fact::File(FileFact::NotInModule { module, .. }) = &diagnostic.fact {
            let at = gathered.modules.iter().position(|other| other.path == *module);
            return at.is_none_or(|at| gathered.hiding[at].is_empty());
        }
        let Fact::Name(fact) = &diagnostic.fact else { return true };
        let file = gathered.sources.file_of(span);
        let hiding = &gathered.hiding[file];
        let lost = &lost[file];
        match fact {
            _ if hiding.is_empty() => true,
            NameFact::UnknownType { name, .. } if text::is_foreign_type(name) => !lost.outside(name),
            NameFact::UnknownFunction { name, .. } | NameFact::UnknownType { name, .. } => !lost.item(name),
            NameFact::TokenInNoAlphabet { .. } | NameFact::TokenNotInAlphabet { .. } => false,
            NameFact::UnknownName { name, .. } if loose.contains(name) || lost.outside(name) => false,
            NameFact::UnknownName { .. } => {
                let item = gathered.modules[file].item_around(span);
                !item.is_some_and(|item| has_error(item, hiding))
            }
            _ => true,
        }
    });
}

/// The names of a file that stand where it did not parse.
#[derive(Default)]
struct Lost {
    /// Those outside of all items that parsed.
    outside: BTreeSet<String>,
    /// Those in items with an error.
    inside: BTreeSet<String>,
    /// A file may be used there, which has names of its own.
    uses: bool,
}

impl Lost {
    fn new(gathered: &Gathered, file: usize) -> Lost {
        let mut lost = Lost::default();
        let hiding = &gathered.hiding[file];
        if hiding.is_empty() {
            return lost;
        }
        let items = &gathered.modules[file].tree.items;
        let broken: Vec<bool> = items.iter().map(|item| has_error(item, hiding)).collect();
        let source = &gathered.sources.files()[file];
        for lexeme in circ_grammar::tokens(&source.text) {
            let start = lexeme.span.start.saturating_add(source.base);
            // Items come in order.
            let at = items.partition_point(|item| item.span.start <= start).checked_sub(1);
            let at = at.filter(|at| start < items[*at].span.end);
            let word = matches!(lexeme.text, "use" | "import" | "from" | "include" | "using" | "open");
            match at {
                None if word => lost.uses = true,
                None if lexeme.kind == TokenKind::Name => {
                    lost.outside.insert(lexeme.text.to_owned());
                }
                Some(at) if broken[at] && lexeme.kind == TokenKind::Name => {
                    lost.inside.insert(lexeme.text.to_owned());
                }
                _ => {}
            }
        }
        lost
    }

    /// A constant of this name may be missing.
    fn outside(&self, name: &str) -> bool {
        self.uses || self.outside.contains(name)
    }

    /// A family or an alphabet of this name may be missing: a bracket that is not closed may take items in.
    fn item(&self, name: &str) -> bool {
        self.outside(name) || self.inside.contains(name)
    }
}

fn has_error(item: &Item, errors: &[Span]) -> bool {
    errors.iter().any(|error| item.span.start <= error.start && error.end <= item.span.end)
}
