//! `circ explain`: the page about a code, or all codes by subject.

use std::io::{self, IsTerminal};

use circ_compiler::diagnostics::{SUBJECTS, subject};

use crate::args::Explain;
use crate::markdown;
use crate::messages::colored;
use crate::pages::{PAGES, page, title};
use crate::session::{Ended, Session};

/// Writes the page, or the list.
pub(crate) fn explain(session: &Session, args: &Explain) -> Ended<()> {
    let color = colored(io::stdout().is_terminal());
    match args.code.and_then(page) {
        Some(page) => session.print(&markdown::plain(page, color)),
        None => session.print(&list(color)),
    }
}

/// Every code with its title, by subject.
fn list(color: bool) -> String {
    let (bold, end) = if color { ("\u{1b}[1m", "\u{1b}[0m") } else { ("", "") };
    let mut text = String::new();
    for (name, _) in SUBJECTS {
        let mut codes = PAGES.iter().filter(|(code, _)| subject(code) == Some(name)).peekable();
        if codes.peek().is_none() {
            continue;
        }
        text.push_str(&format!("{bold}{name}{end}\n"));
        for (code, page) in codes {
            text.push_str(&format!("  {code}  {}\n", title(page)));
        }
        text.push('\n');
    }
    text.push_str("`circ explain CODE` tells what a code means and how to mend it.\n");
    text
}
