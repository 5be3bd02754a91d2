//! Messages on a terminal. This file alone names ariadne.

use std::collections::BTreeMap;
use std::io::{self, IsTerminal, Write};
use std::ops::Range;

use ariadne::{Color, Config, IndexType, Label, Report, ReportKind, Source};
use circ_compiler::{Diagnostic, Message, Severity, SourceFile, Sources, message};
use circ_grammar::tree::Span;

use crate::excerpt::{Lines, bounded, cut, harmless, harmless_line};
use crate::words::counted;

/// So many messages of one file are shown: nobody reads more, and each costs time.
const MOST: usize = 100;

/// Writes messages, with colour or without.
pub(crate) struct Renderer {
    color: bool,
}

/// A file as it is shown.
struct Shown<'a> {
    file: &'a SourceFile,
    text: String,
    lines: Lines,
    source: Source<String>,
}

/// Whether a stream takes colour: only a terminal does, and only where `NO_COLOR` is not set.
pub(crate) fn colored(terminal: bool) -> bool {
    let refused = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    terminal && !refused
}

impl Renderer {
    /// With colour where standard error takes it.
    pub(crate) fn for_stderr() -> Renderer {
        Renderer { color: colored(io::stderr().is_terminal()) }
    }

    /// Writes them, a blank line after each. Of more than [`MOST`] the worst are shown, and the rest is counted.
    ///
    /// # Errors
    /// Those of `out`.
    pub(crate) fn write_all<'a>(
        &self,
        out: &mut dyn Write,
        sources: Option<&Sources>,
        diagnostics: impl IntoIterator<Item = &'a Diagnostic>,
    ) -> io::Result<()> {
        let mut diagnostics: Vec<&Diagnostic> = diagnostics.into_iter().collect();
        let rest = worst(&mut diagnostics);
        let mut shown: BTreeMap<usize, Shown<'_>> = BTreeMap::new();
        for diagnostic in diagnostics {
            let message = message(diagnostic);
            let text = match (diagnostic.span, sources) {
                (Some(span), Some(sources)) => {
                    let at = sources.file_of(span);
                    let shown = shown.entry(at).or_insert_with(|| Shown::new(&sources.files()[at]));
                    self.pointed(&message, span, shown, sources)?
                }
                _ => self.plain(&message),
            };
            writeln!(out, "{text}")?;
        }
        if let Some(rest) = rest {
            writeln!(out, "… and {rest}\n")?;
        }
        Ok(())
    }

    /// A message that points into a file.
    fn pointed(
        &self,
        message: &Message,
        span: Span,
        shown: &Shown<'_>,
        sources: &Sources,
    ) -> io::Result<String> {
        // What else is pointed at stands in the same file.
        let related = message.related.iter().map(|(span, text)| (*span, text.as_str()));
        let places: Vec<(Range<usize>, &str)> = std::iter::once((span, message.label.as_str()))
            .chain(related.filter(|(other, _)| sources.file_of(*other) == sources.file_of(span)))
            .map(|(span, text)| (bounded(&shown.text, sources.place(span).1), text))
            .collect();
        let spans: Vec<Range<usize>> = places.iter().map(|(span, _)| span.clone()).collect();
        let cut = cut(&shown.text, &spans).map(|(text, spans)| (Source::from(text), spans));
        let (source, spans) = cut.as_ref().map_or((&shown.source, &spans), |(source, spans)| (source, spans));

        let name = shown.file.name.clone();
        let config = Config::new().with_color(self.color).with_index_type(IndexType::Byte);
        let mut report = Report::build(kind(message.severity), (name.clone(), spans[0].clone()))
            .with_config(config)
            .with_code(message.code)
            .with_message(harmless_line(&message.title));
        let mut labels = Vec::new();
        for (at, (span, (_, text))) in spans.iter().zip(&places).enumerate() {
            let color = if at == 0 { color(message.severity) } else { Color::Blue };
            let label =
                Label::new((name.clone(), span.clone())).with_color(color).with_message(harmless_line(text));
            labels.push((span.clone(), label));
        }
        // A label on an earlier line than the one before it would start the excerpt anew.
        labels.sort_by_key(|(span, _)| (span.end, span.start));
        report.add_labels(labels.into_iter().map(|(_, label)| label));
        for note in &message.notes {
            report.add_note(harmless_line(note));
        }
        for help in help(message, Some(sources)) {
            report.add_help(harmless_line(&help));
        }
        let mut bytes = Vec::new();
        report.finish().write((name.clone(), source), &mut bytes)?;
        let text = String::from_utf8_lossy(&bytes);
        let (line, column) = shown.lines.place(&shown.file.text, places[0].0.start);
        let text = text.replacen("Advice:", "Note:", usize::from(message.severity == Severity::Note));
        Ok(trimmed(&relocated(&text, &name, line, column)))
    }

    /// A message about data, which stand in no file.
    fn plain(&self, message: &Message) -> String {
        let word = word(message.severity);
        let head = if self.color {
            let code = match message.severity {
                Severity::Error => 31,
                Severity::Warning => 33,
                Severity::Note => 34,
            };
            format!("\u{1b}[{code}m[{}] {word}:\u{1b}[0m", message.code)
        } else {
            format!("[{}] {word}:", message.code)
        };
        let mut text = format!("{head} {}\n", harmless_line(&message.title));
        for help in help(message, None) {
            text.push_str(&format!("  Help: {}\n", harmless_line(&help)));
        }
        for note in &message.notes {
            text.push_str(&format!("  Note: {}\n", harmless_line(note)));
        }
        text
    }
}

/// Leaves the worst in their order, and says what else there is: `99,900 more errors`.
fn worst(diagnostics: &mut Vec<&Diagnostic>) -> Option<String> {
    if diagnostics.len() <= MOST {
        return None;
    }
    let mut order: Vec<usize> = (0..diagnostics.len()).collect();
    order.sort_by_key(|at| std::cmp::Reverse(diagnostics[*at].severity()));
    let rest = order.split_off(MOST);
    let kinds =
        [(Severity::Error, "more error"), (Severity::Warning, "more warning"), (Severity::Note, "more note")];
    let more = kinds.map(|(severity, noun)| {
        let count = rest.iter().filter(|at| diagnostics[**at].severity() == severity).count();
        (count > 0).then(|| counted(count, noun))
    });
    order.sort_unstable();
    *diagnostics = order.into_iter().map(|at| diagnostics[at]).collect();
    Some(more.into_iter().flatten().collect::<Vec<_>>().join(", "))
}

fn kind(severity: Severity) -> ReportKind<'static> {
    match severity {
        Severity::Error => ReportKind::Error,
        Severity::Warning => ReportKind::Warning,
        // A kind of one's own would be painted even without colour, so the word is changed afterwards.
        Severity::Note => ReportKind::Advice,
    }
}

fn color(severity: Severity) -> Color {
    match severity {
        Severity::Error => Color::Red,
        Severity::Warning => Color::Yellow,
        Severity::Note => Color::Blue,
    }
}

impl<'a> Shown<'a> {
    fn new(file: &'a SourceFile) -> Shown<'a> {
        let text = harmless(&file.text).into_owned();
        Shown { file, lines: Lines::of(&file.text), source: Source::from(text.clone()), text }
    }
}

fn word(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "Error",
        Severity::Warning => "Warning",
        Severity::Note => "Note",
    }
}

/// How to mend it: the words, and the text to write where they do not have it.
fn help(message: &Message, sources: Option<&Sources>) -> Vec<String> {
    let mut all: Vec<String> = message.help.iter().cloned().collect();
    if let Some((span, text)) = &message.fix {
        let old = sources.map_or("", |sources| sources.text(*span));
        let fix = match (old.is_empty(), text.is_empty()) {
            (_, true) => format!("leave out `{old}`"),
            (true, false) => format!("write `{text}` here"),
            (false, false) => format!("write `{text}` instead of `{old}`"),
        };
        if !message.help.as_ref().is_some_and(|help| help.contains(&format!("`{text}`")))
            && !fix.contains('\n')
        {
            all.push(fix);
        }
    }
    all
}

/// With the place as a terminal counts it: ariadne counts characters, and in an excerpt from its start.
fn relocated(text: &str, name: &str, line: usize, column: usize) -> String {
    let mark = format!(" {name}:");
    // The first line is the title, which may have anything in it.
    let body = text.find('\n').unwrap_or(0);
    let Some(start) = text[body..].find(&mark).map(|at| body + at + mark.len()) else {
        return text.to_string();
    };
    let end = text[start..].find(' ').map_or(text.len(), |at| start + at);
    format!("{}{line}:{column}{}", &text[..start], &text[end..])
}

/// Without blanks at the ends of lines.
fn trimmed(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for line in text.lines() {
        out.push_str(line.trim_end());
        out.push('\n');
    }
    out
}
