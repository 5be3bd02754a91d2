//! Messages on standard error: what `circ_compiler::message` says, in the form that was asked for.
//!
//! | room | subject |
//! | --- | --- |
//! | [`places`] | the files and places of spans |
//! | [`render`], [`drawing`], [`stand_ins`] | messages for people, with the lines that they point at |
//! | [`short`], [`json`] | messages for tools |

mod drawing;
mod json;
mod places;
mod render;
mod short;
mod stand_ins;

use std::io::{self, IsTerminal, Write};

use circ_compiler::{Diagnostic, Message, Severity, Sources, message};

use self::places::Places;
use self::render::Renderer;
use crate::args::MessageFormat;
use crate::words::counted;

/// So many messages of one file are shown to people: nobody reads more. Tools get all of them.
const MOST: usize = 100;

/// How messages are written.
pub(crate) struct Messages {
    form: MessageFormat,
    color: bool,
}

/// Whether a stream takes colour: only a terminal does, and only where `NO_COLOR` is not set.
pub(crate) fn colored(terminal: bool) -> bool {
    let refused = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    terminal && !refused
}

impl Messages {
    /// With colour where standard error takes it.
    pub(crate) fn for_stderr(form: MessageFormat) -> Messages {
        Messages { form, color: colored(io::stderr().is_terminal()) }
    }

    /// Whether people read them.
    pub(crate) fn for_people(&self) -> bool {
        self.form == MessageFormat::Human
    }

    /// Writes them in order. For people there is a blank line after each, and of more than [`MOST`] the worst are
    /// shown and the rest is counted.
    ///
    /// # Errors
    /// Those of `out`.
    pub(crate) fn write_all(
        &self,
        out: &mut dyn Write,
        sources: Option<&Sources>,
        mut diagnostics: Vec<&Diagnostic>,
    ) -> io::Result<()> {
        let places = sources.map(Places::new);
        let places = places.as_ref();
        let rest = if self.for_people() { worst(&mut diagnostics) } else { None };
        let renderer = Renderer { color: self.color };
        for diagnostic in diagnostics {
            let message = message(diagnostic);
            let text = match self.form {
                MessageFormat::Human => renderer.text(diagnostic, &message, places)?,
                MessageFormat::Short => short::line(diagnostic, &message, places),
                MessageFormat::Json => json::line(diagnostic, &message, places),
            };
            writeln!(out, "{text}")?;
        }
        if let Some(rest) = rest {
            writeln!(out, "… and {rest}\n")?;
        }
        Ok(())
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

/// How to mend it: the words, and the text to write where they do not have it.
fn help(message: &Message, places: Option<&Places<'_>>) -> Vec<String> {
    let mut all: Vec<String> = message.help.iter().cloned().collect();
    if let Some((span, text)) = &message.fix {
        let old = places.map_or("", |places| places.text(*span));
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
