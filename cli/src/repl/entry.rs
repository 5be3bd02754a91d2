//! What an entry is: nothing, a command, items, or an expression with the `let`s before it.
//!
//! The grammar knows files, so an entry is parsed as one, and once more as the body of a test: whichever of the two it
//! is decides what it is. Where it is neither, the errors are told of what it is more like.

use circ_compiler::diagnostics::{Diagnostic, PromptFact};
use circ_compiler::{Part, Sources};
use circ_grammar::found::{Expected, Found};
use circ_grammar::tokens::TokenKind;
use circ_grammar::tree::{ExprKind, Item, ItemKind, Pattern, Span};
use circ_grammar::{Parsed, Severity, SyntaxError, SyntaxErrorKind, parse, tokens};

/// What stands before an expression to make it a body, and after it.
pub(crate) const BEFORE: &str = "test \"\" {\n";
/// The line end also ends a comment.
pub(crate) const AFTER: &str = "\n}";

/// An entry beyond this goes on only while a bracket is open: to see whether the grammar wants more, all of it is read
/// again at every line.
const ASKED: usize = 4 << 10;

/// What was typed.
#[derive(Clone, Debug)]
pub(crate) struct Typed {
    /// What messages call it: `entry 3`, `<stdin>`.
    pub(crate) place: String,
    /// The number of its first line.
    pub(crate) first_line: usize,
    /// All of it.
    pub(crate) text: String,
}

/// What an entry is.
pub(crate) enum Entry {
    /// Blanks and comments.
    Nothing,
    /// A command, without its colon.
    Command(String),
    /// Items of a file, each with its text.
    Items(Vec<Defined>),
    /// `let`s, an expression, or both.
    Asked(Asked),
    /// Neither.
    Wrong(Vec<SyntaxError>),
}

/// An item.
#[derive(Clone, Debug)]
pub(crate) struct Defined {
    /// What it is, as the listing names it.
    pub(crate) kind: Kind,
    /// The names that it defines; those that a `use` brings.
    pub(crate) names: Vec<String>,
    /// Of a `use` where they come from: `std.sort`.
    pub(crate) path: String,
    /// The line on which its text begins, counted in the entry from 0.
    pub(crate) line: usize,
    /// The item, with the comments before it.
    pub(crate) text: String,
}

/// The kinds of items.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Ring,
    Use,
    Alphabet,
    Const,
    Family,
    Test,
}

/// Something to evaluate.
pub(crate) struct Asked {
    /// The entry, mended where only a semicolon was missing or one too many.
    pub(crate) text: String,
    /// What its `let`s bind, in order.
    pub(crate) bound: Vec<Pattern>,
    /// Where the last `let` ends.
    pub(crate) lets: usize,
    /// Whether an expression follows.
    pub(crate) has_result: bool,
}

/// How brackets stand after some lines.
#[derive(Clone, Debug, Default)]
pub(crate) struct Brackets {
    open: Vec<TokenKind>,
    /// One was closed that was not open: more lines mend nothing.
    astray: bool,
}

impl Brackets {
    /// Reads a line more.
    pub(crate) fn read(&mut self, line: &str) {
        for lexeme in tokens(line) {
            if let Some(closer) = lexeme.kind.closer() {
                self.open.push(closer);
            } else if matches!(
                lexeme.kind,
                TokenKind::CloseParen | TokenKind::CloseBracket | TokenKind::CloseBrace
            ) && self.open.pop() != Some(lexeme.kind)
            {
                self.astray = true;
            }
        }
    }

    /// After all lines of a text.
    pub(crate) fn of(text: &str) -> Brackets {
        let mut brackets = Brackets::default();
        text.lines().for_each(|line| brackets.read(line));
        brackets
    }
}

/// Whether an entry goes on: a bracket is open, the last line ends with `\`, or the grammar wants more and no blank line
/// has ended it.
pub(crate) fn goes_on(text: &str, brackets: &Brackets) -> bool {
    let last = text.strip_suffix('\n').unwrap_or(text).rsplit('\n').next().unwrap_or_default();
    if last.trim_end().ends_with('\\') {
        return true;
    }
    if is_command(text) || brackets.astray {
        return false;
    }
    if !brackets.open.is_empty() {
        return true;
    }
    if last.trim().is_empty() || text.len() > ASKED {
        return false;
    }
    match read(&unfolded(text)) {
        // Its item is still to come.
        Entry::Nothing => tokens(text).last().is_some_and(|lexeme| lexeme.kind == TokenKind::Doc),
        Entry::Wrong(errors) => errors.iter().all(|error| at_end(error, text.trim_end().len())),
        _ => false,
    }
}

/// The text without the `\` that end its lines, each byte where it was.
pub(crate) fn unfolded(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        match line.trim_end().strip_suffix('\\') {
            Some(before) => {
                out.push_str(before);
                out.push(' ');
                out.push_str(&line[before.len() + 1..]);
            }
            None => out.push_str(line),
        }
    }
    out
}

fn is_command(text: &str) -> bool {
    text.trim_start().starts_with(':')
}

/// Whether an error is that something is missing at the end, so that more lines may bring it.
fn at_end(error: &SyntaxError, end: usize) -> bool {
    let missing = match &error.kind {
        SyntaxErrorKind::Unexpected { found: Found::End, .. } | SyntaxErrorKind::MissingElse { .. } => true,
        SyntaxErrorKind::Unexpected { .. } => false,
        kind => matches!(kind, SyntaxErrorKind::BlockWithoutResult),
    };
    missing && error.span.start as usize >= end
}

/// Finds out what an entry is.
pub(crate) fn read(text: &str) -> Entry {
    if is_command(text) {
        return Entry::Command(text.trim().trim_start_matches(':').trim().to_owned());
    }
    let lexemes = tokens(text);
    let first = lexemes.iter().find(|lexeme| !lexeme.kind.is_comment());
    let as_file = parse(text);
    let Some(first) = first.filter(|_| !text.trim().is_empty()) else {
        let errors = errors(as_file);
        return if errors.is_empty() { Entry::Nothing } else { Entry::Wrong(errors) };
    };
    // A semicolon at the very end may be missing or be one too many: the end of the entry says the same.
    let trimmed = text.trim_end();
    let ends = trimmed.strip_suffix(';');
    let comment = trimmed.lines().next_back().is_some_and(|line| line.contains("//"));
    let closed = ends.is_none().then(|| format!("{trimmed}{};", if comment { "\n" } else { "" }));
    for text in [Some(text), closed.as_deref()].into_iter().flatten() {
        let parsed = parse(text);
        if !is_wrong(&parsed) && !parsed.tree.items.is_empty() {
            return Entry::Items(items(text, &parsed));
        }
    }
    let open = ends.map(|before| format!("{before} "));
    let mut of_body = None;
    for text in [Some(text), open.as_deref(), closed.as_deref()].into_iter().flatten() {
        match body(text) {
            Ok(asked) => return Entry::Asked(asked),
            Err(errors) => of_body.get_or_insert(errors),
        };
    }
    // `x = 3` is likely to want a `let`; the grammar sees that where something follows.
    let assigns = |error: &SyntaxError| {
        matches!(error.kind, SyntaxErrorKind::SingleEqual | SyntaxErrorKind::AssignedValue { .. })
    };
    if of_body.iter().flatten().any(assigns)
        && let Err(mut errors) = body(&format!("{};\n0", ends.unwrap_or(trimmed)))
        && errors.iter().any(|error| matches!(error.kind, SyntaxErrorKind::MissingLet { .. }))
    {
        errors.retain(|error| (error.span.start as usize) < trimmed.len());
        of_body = Some(errors);
    }
    let of_file = errors(as_file);
    let defines = of_file.iter().any(|error| {
        matches!(
            error.kind,
            SyntaxErrorKind::FunctionHead { .. }
                | SyntaxErrorKind::Import { .. }
                | SyntaxErrorKind::LooseStatement { function: true, .. }
        )
    });
    // What closes the braces around it is no body, and as a file it has errors.
    let of_body = of_body.filter(|errors| !errors.is_empty() && !first.kind.is_item() && !defines);
    Entry::Wrong(of_body.unwrap_or(of_file))
}

fn errors(parsed: Parsed) -> Vec<SyntaxError> {
    parsed.errors.into_iter().filter(|error| error.severity() == Severity::Error).collect()
}

fn is_wrong(parsed: &Parsed) -> bool {
    parsed.errors.iter().any(|error| error.severity() == Severity::Error)
}

/// Reads a text as the body of a test.
///
/// # Errors
/// What is wrong with it, at the bytes of the text.
fn body(text: &str) -> Result<Asked, Vec<SyntaxError>> {
    let whole = format!("{BEFORE}{text}{AFTER}");
    let parsed = parse(&whole);
    let [Item { kind: ItemKind::Test(test), .. }] = parsed.tree.items.as_slice() else {
        return Err(within(errors(parsed), text));
    };
    let ExprKind::Block { lets, .. } = &parsed.tree[test.body].kind else {
        return Err(within(errors(parsed), text));
    };
    let bound: Vec<Pattern> = lets.iter().map(|binding| binding.pattern.clone()).collect();
    let end = lets.last().map_or(0, |last| last.span.end as usize - BEFORE.len());
    let mut errors = errors(parsed);
    let before = errors.len();
    errors.retain(|error| bound.is_empty() || error.kind != SyntaxErrorKind::BlockWithoutResult);
    if !bound.is_empty() && errors.is_empty() && !text.get(..end).is_some_and(|lets| lets.ends_with(';')) {
        let missing = Span::new(BEFORE.len() + end, BEFORE.len() + end);
        errors.push(SyntaxError { kind: SyntaxErrorKind::MissingSemicolon { value: true }, span: missing });
    }
    if !errors.is_empty() {
        return Err(within(errors, text));
    }
    Ok(Asked { text: text.to_owned(), bound, lets: end, has_result: before == 0 })
}

/// The errors of a body as those of its text: what is missing before the brace behind it is missing at its end.
fn within(mut errors: Vec<SyntaxError>, text: &str) -> Vec<SyntaxError> {
    let end = text.trim_end().len();
    for error in &mut errors {
        let local = |at: u32| (at as usize).saturating_sub(BEFORE.len());
        let (from, to) = (local(error.span.start), local(error.span.end));
        if let SyntaxErrorKind::Unexpected { found, expected } = &mut error.kind {
            if from >= text.len() {
                *found = Found::End;
            }
            if *expected == Expected::OperatorOr(TokenKind::CloseBrace) && brackets_closed(text, from) {
                *expected = Expected::Operator;
            }
        }
        error.span =
            if from >= text.len() { Span::new(end, end) } else { Span::new(from, to.min(text.len())) };
    }
    errors
}

/// Whether no bracket is open before a byte: the brace that is missed there is the one behind the text.
fn brackets_closed(text: &str, before: usize) -> bool {
    text.get(..before).is_some_and(|before| Brackets::of(before).open.is_empty())
}

/// The items of a text, each with the comments before it and one behind it on its line.
fn items(text: &str, parsed: &Parsed) -> Vec<Defined> {
    let mut docs = tokens(text).into_iter().filter(|lexeme| lexeme.kind == TokenKind::FileDoc);
    let mut start = docs.next_back().map_or(0, |doc| doc.span.end as usize);
    let mut all = Vec::new();
    for item in &parsed.tree.items {
        start = start.min(item.span.start as usize);
        let mut end = item.span.end as usize;
        let rest = text[end..].lines().next().unwrap_or_default();
        if rest.trim_start().starts_with("//") {
            end += rest.len();
        }
        let region = &text[start..end];
        let blank = region.len() - region.trim_start().len();
        let (kind, names) = defined(&item.kind);
        let line = text[..start + blank].matches('\n').count();
        all.push(Defined { kind, names, path: path(&item.kind), line, text: region[blank..].to_owned() });
        start = end;
    }
    all
}

/// The file or the module that a `use` names; nothing of another item.
fn path(item: &ItemKind) -> String {
    let ItemKind::Use(used) = item else { return String::new() };
    let names = if used.list.is_some() {
        &used.path[..]
    } else {
        used.path.split_last().map_or(&[][..], |(_, path)| path)
    };
    names.iter().map(|name| name.text.as_str()).collect::<Vec<_>>().join(".")
}

/// What an item is, and the names that it defines.
fn defined(item: &ItemKind) -> (Kind, Vec<String>) {
    match item {
        ItemKind::Ring(_) => (Kind::Ring, Vec::new()),
        ItemKind::Use(used) => {
            let names =
                used.list.as_deref().unwrap_or_else(|| used.path.last().map_or(&[], std::slice::from_ref));
            (Kind::Use, names.iter().map(|name| name.text.clone()).collect())
        }
        ItemKind::Alphabet(alphabet) => (Kind::Alphabet, vec![alphabet.name.text.clone()]),
        ItemKind::Const(constant) => (Kind::Const, vec![constant.name.text.clone()]),
        ItemKind::Family(family) => (Kind::Family, vec![family.name.text.clone()]),
        ItemKind::Test(test) => (Kind::Test, vec![test.name.clone()]),
    }
}

impl Typed {
    /// The entry as the only text there is, for its syntax errors to point into.
    pub(crate) fn sources(&self) -> Sources {
        let part = Part { name: self.place.clone(), first_line: self.first_line, bytes: 0..self.text.len() };
        Sources::new(self.place.clone(), self.text.clone()).in_parts(vec![part])
    }

    /// `entry 3`, or `line 7 of <stdin>`.
    pub(crate) fn named(&self) -> String {
        named(&self.place, self.first_line)
    }
}

/// How a sentence names what stands there.
pub(crate) fn named(place: &str, line: usize) -> String {
    if place.starts_with("entry ") { place.to_owned() } else { format!("line {line} of {place}") }
}

/// A fault at the prompt.
pub(crate) fn fault(fact: PromptFact) -> Diagnostic {
    Diagnostic::data(circ_compiler::diagnostics::DataFact::Prompt(fact))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How many lines an entry takes of a text.
    fn lines(text: &str) -> usize {
        let (mut entry, mut brackets) = (String::new(), Brackets::default());
        for (at, line) in text.split_inclusive('\n').enumerate() {
            entry.push_str(line);
            brackets.read(line);
            if !goes_on(&entry, &brackets) {
                return at + 1;
            }
        }
        0
    }

    #[test]
    fn an_entry_goes_on_as_the_grammar_says() {
        for (text, expected) in [
            ("sum([1, 2])\n+ 3\n", 1),
            ("sum([1,\n\n2])\n", 3),
            ("family f(x: num) -> num\n{\n  x\n}\n", 4),
            ("family f(x: num) ->\nnum { x }\n", 2),
            ("1 +\n2\n", 2),
            ("1 +\n\n", 2),
            ("1 \\\n+ 2\n", 2),
            ("if true { 1 }\nelse { 2 }\n", 2),
            ("let x =\n3;\n", 2),
            ("const a =\n1/3;\n", 2),
            ("let x = 3\n", 1),
            ("f(1, 2]\n", 1),
            ("x = 3\n", 1),
            ("// a comment\n", 1),
            ("/// What it is.\n/// More.\nconst a = 1;\n", 3),
            ("\n", 1),
            (":run f [1,\n", 1),
            (":run f \\\n[1]\n", 2),
            ("sum([1,\n", 0),
        ] {
            assert_eq!(lines(text), expected, "{text}");
        }
    }

    #[test]
    fn entries_are_told_apart() {
        let is = |text: &str| match read(text) {
            Entry::Nothing => "nothing".to_owned(),
            Entry::Command(text) => format!("command {text}"),
            Entry::Items(items) => {
                format!("items {:?}", items.iter().map(|item| &item.names).collect::<Vec<_>>())
            }
            Entry::Asked(asked) => {
                format!("{} lets, {}, result {}", asked.bound.len(), asked.lets, asked.has_result)
            }
            Entry::Wrong(errors) => {
                format!("{}wrong", if errors.is_empty() { "not told what is " } else { "" })
            }
        };
        for (text, expected) in [
            ("", "nothing"),
            ("// why", "nothing"),
            (" : help x ", "command help x"),
            ("const a = 1; use std.sort.{sort, rank};", "items [[\"a\"], [\"sort\", \"rank\"]]"),
            ("const a = 1", "items [[\"a\"]]"),
            ("f(3)", "0 lets, 0, result true"),
            ("f(3);", "0 lets, 0, result true"),
            ("let x = 3;", "1 lets, 10, result false"),
            ("let x = 3 // why", "1 lets, 18, result false"),
            ("let x = 3; let (y, z) = f(x); y", "2 lets, 29, result true"),
            ("x } const a = 3; test \"\" { 1", "wrong"),
        ] {
            assert_eq!(is(text), expected, "{text}");
        }
    }
}
