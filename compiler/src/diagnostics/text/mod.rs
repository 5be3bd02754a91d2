//! The one place where facts become words.
//!
//! Each function takes one group of facts. A message names what was expected and what was found in the words of
//! the language reference, and shows the mend where one is likely. Codes: E01 text, E02 names, E03 types and
//! stages, E04 building C_n, E05 data, E06 classes, E09 not available yet; W warnings and N notes likewise.

mod assigned;
mod batch;
mod build;
mod characters;
mod checks;
mod claims;
mod data;
mod elsewhere;
mod files;
mod grade;
mod lints;
mod meant;
mod methods;
mod names;
mod native;
mod patch;
mod programs;
mod prompt;
mod semiring;
mod sizes;
mod stages;
mod steps;
mod syntax;
mod trace;
mod verify;

use circ_grammar::tree::Span;

pub(crate) use characters::is_exclusive_or;
pub(crate) use names::is_foreign_type;

use super::{Diagnostic, Fact, Message, Severity};

/// The words for a diagnostic.
pub fn message(diagnostic: &Diagnostic) -> Message {
    let span = diagnostic.span.unwrap_or_default();
    let mut message = match &diagnostic.fact {
        Fact::Syntax(kind) => syntax::message(kind, span),
        Fact::Build(fact) => build::message(fact, diagnostic),
        Fact::Data(fact) => data::message(fact),
        Fact::Name(fact) => names::message(fact, span),
        Fact::File(fact) => files::message(fact, span),
        Fact::Type(fact) => files::told_apart(fact, checks::message(fact)),
        Fact::Lint(fact) => lints::message(fact, span),
        Fact::Stage(fact) => stages::message(fact),
        Fact::Step(fact) => steps::message(fact),
        Fact::Claim(fact) => claims::message(fact),
        Fact::Native(fact) => native::message(fact),
    };
    message.severity = diagnostic.severity();
    if let Some(built) = &diagnostic.built {
        let doing = if matches!(diagnostic.fact, Fact::Data(_)) { "running" } else { "building" };
        message.trace = Some(trace::trace(doing, built, &diagnostic.calls));
    }
    if let Some(line) = &diagnostic.line {
        batch::of_line(&mut message, &diagnostic.fact, line);
    }
    message.title = shortened(&message.title);
    message.label = shortened(&message.label);
    message.notes.iter_mut().for_each(|note| *note = shortened(note));
    message.related.iter_mut().for_each(|(_, text)| *text = shortened(text));
    message.help = message.help.map(|help| shortened(&help));
    if let Some(trace) = &mut message.trace {
        trace.built = shortened(&trace.built);
        trace.calls.iter_mut().for_each(|(_, text)| *text = shortened(text));
    }
    message
}

/// A text with its middle left out, where names or types of the program made it longer than anybody reads.
fn shortened(text: &str) -> String {
    const LONGEST: usize = 600;
    const KEPT: usize = 250;
    if text.len() <= LONGEST {
        return text.to_string();
    }
    let chars: Vec<char> = text.chars().collect();
    if chars.len() <= 2 * KEPT {
        return text.to_string();
    }
    let (start, end) = (&chars[..KEPT], &chars[chars.len() - KEPT..]);
    start.iter().chain(&[' ', '…', ' ']).chain(end).collect()
}

impl Message {
    fn new(code: &'static str, title: impl Into<String>, label: impl Into<String>) -> Self {
        debug_assert!(super::CODES.contains(&code), "{code} is not listed");
        Message {
            code,
            severity: Severity::Error,
            title: title.into(),
            label: label.into(),
            related: Vec::new(),
            notes: Vec::new(),
            help: None,
            fix: None,
            trace: None,
        }
    }

    fn related(mut self, span: Span, text: impl Into<String>) -> Self {
        self.related.push((span, text.into()));
        self
    }

    fn note(mut self, text: impl Into<String>) -> Self {
        self.notes.push(text.into());
        self
    }

    fn help(mut self, text: impl Into<String>) -> Self {
        self.help = Some(text.into());
        self
    }

    fn fix(mut self, span: Span, text: impl Into<String>) -> Self {
        self.fix = Some((span, text.into()));
        self
    }

    fn did_you_mean(self, similar: Option<&String>, span: Span) -> Self {
        match similar {
            Some(name) => self.help(format!("did you mean `{name}`?")).fix(span, name.clone()),
            None => self,
        }
    }
}

/// `a, b and c`, at most eight.
pub(super) fn list<T: AsRef<str>>(items: &[T]) -> String {
    const SHOWN: usize = 8;
    let shown: Vec<&str> = items.iter().take(SHOWN).map(AsRef::as_ref).collect();
    match shown.as_slice() {
        [] => "nothing".into(),
        [only] => (*only).to_string(),
        _ if items.len() > SHOWN => format!("{}, … ({} in all)", shown.join(", "), items.len()),
        [init @ .., last] => format!("{} and {last}", init.join(", ")),
    }
}

/// A token as it is written in a program.
pub(super) fn quoted(token: &str) -> String {
    let mut text = String::from("'");
    for c in token.chars().take(40) {
        match c {
            '\n' => text.push_str("\\n"),
            '\t' => text.push_str("\\t"),
            '\\' => text.push_str("\\\\"),
            '\'' => text.push_str("\\'"),
            c if c.is_control() => text.push_str(&format!("\\u{{{:x}}}", c as u32)),
            c => text.push(c),
        }
    }
    text.push('\'');
    text
}

/// Tokens as they are written in a program.
pub(super) fn quoted_list(tokens: &[String]) -> String {
    let quoted: Vec<String> = tokens.iter().take(9).map(|t| quoted(t)).collect();
    if tokens.len() > 8 {
        format!("{}, … ({} tokens)", quoted[..8].join(", "), tokens.len())
    } else {
        list(&quoted)
    }
}

/// `1 argument`, `2 arguments`.
pub(super) fn counted(count: usize, noun: &str) -> String {
    if count == 1 { format!("1 {noun}") } else { format!("{count} {noun}s") }
}
