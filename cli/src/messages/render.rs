//! Messages for people. This file alone names ariadne.

use std::io;
use std::ops::Range;

use ariadne::{Color, Config, IndexType, Label, Report, ReportKind, sources};
use circ_compiler::diagnostics::Trace;
use circ_compiler::{Diagnostic, Message, Severity};
use circ_grammar::tree::Span;
use unicode_width::UnicodeWidthStr;

use super::drawing::Excerpt;
use super::help;
use super::places::{Place, Places};
use super::stand_ins::StandIns;
use crate::excerpt::harmless_line;

/// Places of calls are set in one column, unless a name is longer than this.
const WIDEST: usize = 48;

/// Draws messages, with colour or without.
pub(super) struct Renderer {
    pub(super) color: bool,
}

/// The places of one file, each with its words and its colour.
struct Group<'a> {
    file: usize,
    labels: Vec<(Place<'a>, &'a str, Color)>,
}

impl Renderer {
    /// The text of a message, with line ends.
    ///
    /// # Errors
    /// None, as it writes to memory.
    pub(super) fn text(
        &self,
        diagnostic: &Diagnostic,
        message: &Message,
        places: Option<&Places<'_>>,
    ) -> io::Result<String> {
        match diagnostic.span.zip(places) {
            Some((span, places)) => self.pointed(message, span, places),
            None => Ok(self.plain(message)),
        }
    }

    /// A message that points into files.
    fn pointed(&self, message: &Message, span: Span, places: &Places<'_>) -> io::Result<String> {
        let mut stand_ins = StandIns::default();
        let mut texts = Vec::new();
        let mut labels = Vec::new();
        let mut main = None;
        for group in groups(message, span, places) {
            let file = places.file(group.file);
            let bytes: Vec<Range<usize>> =
                group.labels.iter().map(|(place, ..)| place.start.byte..place.end.byte).collect();
            let excerpt = Excerpt::of(file, &bytes, &mut stand_ins);
            let name = stand_ins.place(harmless_line(&group.labels[0].0.to_string()));
            let first = labels.len();
            for (range, (_, text, color)) in excerpt.places.into_iter().zip(&group.labels) {
                main.get_or_insert_with(|| (name, range.clone()));
                let label = Label::new((name, range.clone())).with_color(*color);
                labels.push((range, label.with_message(harmless_line(text))));
            }
            // A label on an earlier line than the one before it would start the excerpt anew.
            labels[first..].sort_by_key(|(range, _)| (range.end, range.start));
            texts.push((name, excerpt.text));
        }
        let Some(main) = main else { return Ok(self.plain(message)) };

        let config = Config::new().with_color(self.color).with_index_type(IndexType::Char);
        let mut report = Report::build(kind(message.severity), main)
            .with_config(config)
            .with_code(message.code)
            .with_message(harmless_line(&message.title));
        report.add_labels(labels.into_iter().map(|(_, label)| label));
        report.with_helps(help(message, Some(places)).iter().map(|help| harmless_line(help)));
        report.with_notes(message.notes.iter().map(|note| harmless_line(note)));
        if let Some(trace) = &message.trace {
            report.add_note(traced(trace, Some(places)));
        }
        let mut bytes = Vec::new();
        report.finish().write(sources(texts), &mut bytes)?;
        let text = String::from_utf8_lossy(&bytes);
        let text = text.replacen("Advice:", "Note:", usize::from(message.severity == Severity::Note));
        Ok(stand_ins.put_back(&trimmed(&text)))
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
        if let Some(trace) = &message.trace {
            text.push_str(&format!("  Note: {}\n", traced(trace, None).replace('\n', "\n        ")));
        }
        text
    }
}

/// Everything that is pointed at, by files: the file of the message first.
fn groups<'a>(message: &'a Message, span: Span, places: &'a Places<'_>) -> Vec<Group<'a>> {
    let main = (span, message.label.as_str(), color(message.severity));
    let related = message.related.iter().map(|(span, text)| (*span, text.as_str(), Color::Blue));
    let mut all: Vec<_> = std::iter::once(main).chain(related).collect();
    let calls = message.trace.iter().flat_map(|trace| pointed_calls(trace, span, places));
    for (call, text) in calls {
        if all.iter().all(|(other, ..)| *other != call) {
            all.push((call, text, Color::Blue));
        }
    }
    let mut groups: Vec<Group<'_>> = Vec::new();
    for (span, text, color) in all {
        let place = places.of(span);
        let label = (place, text, color);
        match groups.iter_mut().find(|group| group.file == place.file) {
            Some(group) => group.labels.push(label),
            None => groups.push(Group { file: place.file, labels: vec![label] }),
        }
    }
    groups
}

/// The calls that are pointed at: the innermost, and where all else is in other files the innermost one of the file
/// that is run.
fn pointed_calls<'a>(
    trace: &'a Trace,
    span: Span,
    places: &'a Places<'_>,
) -> impl Iterator<Item = (Span, &'a str)> {
    let call = |(place, text): &'a (Option<Span>, String)| place.map(|place| (place, text.as_str()));
    let own = |span: Span| places.is_own(span);
    let mut calls = trace.calls.iter().rev().filter_map(call);
    let innermost = calls.next();
    let seen = own(span) || innermost.is_none_or(|(place, _)| own(place));
    let of_main = if seen { None } else { calls.find(|(place, _)| own(*place)) };
    innermost.into_iter().chain(of_main)
}

/// What was built, and a line for each call with its place before it.
fn traced(trace: &Trace, places: Option<&Places<'_>>) -> String {
    let named = |span: &Option<Span>| span.zip(places).map(|(span, places)| places.of(span).to_string());
    let names: Vec<Option<String>> = trace.calls.iter().map(|(span, _)| named(span)).collect();
    let widths = names.iter().flatten().map(|name| name.width());
    let widest = widths.filter(|width| *width <= WIDEST).max().unwrap_or(0);
    let mut text = harmless_line(&trace.built);
    for ((_, words), name) in trace.calls.iter().zip(&names) {
        text.push_str("\n  ");
        if let Some(name) = name {
            text.push_str(&harmless_line(name));
            text.extend(std::iter::repeat_n(' ', widest.saturating_sub(name.width()) + 2));
        }
        text.push_str(&harmless_line(words));
    }
    text
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

fn word(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "Error",
        Severity::Warning => "Warning",
        Severity::Note => "Note",
    }
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

#[cfg(test)]
mod tests {
    use circ_compiler::Sources;

    use super::*;

    /// A message with two places.
    fn drawn(renderer: &Renderer, sources: &Sources, first: Span, second: Span) -> String {
        let message = Message {
            code: "E0201",
            severity: Severity::Error,
            title: "title".into(),
            label: "first".into(),
            related: vec![(second, "second".into())],
            notes: vec!["note".into()],
            help: None,
            fix: None,
            trace: None,
        };
        renderer.pointed(&message, first, &Places::new(sources)).expect("memory takes it")
    }

    /// Without colours.
    fn bare(text: &str) -> String {
        let mut parts = text.split('\u{1b}');
        let first = parts.next().unwrap_or_default().to_string();
        let bare = parts.map(|part| part.split_once('m').map_or("", |(_, text)| text));
        first + &bare.collect::<String>()
    }

    #[test]
    fn colour_changes_nothing_else() {
        let text = "let 汉 = '👩\u{200d}🔬';\te\u{301}x\nlast";
        let mut sources = Sources::new("main.circ", text);
        let base = sources.add("other.circ".into(), "的\t的".into()).expect("room") as usize;
        for at in text.char_indices().map(|(at, _)| at) {
            let (first, second) = (Span::new(at, text.len()), Span::new(base, base + 7));
            let plain = drawn(&Renderer { color: false }, &sources, first, second);
            let colored = drawn(&Renderer { color: true }, &sources, first, second);
            assert!(plain.contains("[ other.circ:1:1 ]") && !plain.contains('\u{1b}'), "{plain}");
            assert_eq!(trimmed(&bare(&colored)), plain);
        }
    }

    #[test]
    fn lines_have_their_numbers() {
        let mut sources =
            Sources::new("main.circ", format!("{}a\nb\n{}c", "\n".repeat(998), "\n".repeat(9000)));
        sources.add("other.circ".into(), "\n".repeat(20_000)).expect("room");
        let check = |first: usize, second: usize, expected: &[&str]| {
            let spans = (Span::new(first, first + 1), Span::new(second, second + 1));
            let plain = drawn(&Renderer { color: false }, &sources, spans.0, spans.1);
            let colored = drawn(&Renderer { color: true }, &sources, spans.0, spans.1);
            assert_eq!(trimmed(&bare(&colored)), plain);
            let numbered = |row: &&str| row.trim_start().starts_with(|c: char| c.is_ascii_digit());
            assert_eq!(plain.lines().filter(numbered).collect::<Vec<_>>(), expected, "{plain}");
            let bars = plain.lines().skip(1).map(|row| row.chars().position(|c| "│╭├╯┆".contains(c)));
            assert!(bars.clone().all(|bar| bar == bars.clone().next().flatten()), "{plain}");
        };
        check(998, 1000, &["  999 │ a", " 1000 │ b"]);
        check(998, 10002, &["   999 │ a", " 10001 │ c"]);
        check(998, 20_003, &["   999 │ a", " 10000 │"]);
        check(20_003, 3, &[" 10000 │", "     4 │"]);
    }

    #[test]
    fn every_place_of_every_text_is_drawn() {
        let texts = [
            "",
            "\n",
            "a\r\nb\r\n",
            "\u{feff}x\t汉\n\n\u{301}y\u{200b}",
            "🇩🇪🇩\u{200d}\u{fe0f}\u{1f3fd}\nلا ﷽ \u{202e}z",
        ];
        for text in texts {
            let sources = Sources::new("main.circ", text);
            for start in 0..=text.len() {
                for end in start..=text.len() + 1 {
                    let spans = (Span::new(start, end), Span::new(text.len() - start, text.len()));
                    let drawn = drawn(&Renderer { color: false }, &sources, spans.0, spans.1);
                    assert!(drawn.contains("first") && drawn.contains("second"), "{drawn}");
                }
            }
        }
    }
}
