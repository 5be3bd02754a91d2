//! `circ explain`: the page about a code or of the library, or a list of all.

use std::io::{self, IsTerminal};

use circ_compiler::diagnostics::{SUBJECTS, subject};
use textwrap::{Options, fill};

use crate::args::Explain;
use crate::markdown::{self, COLUMNS};
use crate::messages::colored;
use crate::pages::{LIBRARY, PAGES, Topic, head, page, title};
use crate::session::{Ended, Session};

/// Writes the page, or the list.
pub(crate) fn explain(session: &Session, args: &Explain) -> Ended<()> {
    let color = colored(io::stdout().is_terminal());
    let text = match args.topic {
        None => list(color),
        Some(Topic::Code(code)) => markdown::plain(page(code).unwrap_or_default(), color),
        Some(Topic::Library) => format!("{}\n{FAMILIES}", modules(color)),
        Some(Topic::Module(page)) => format!("{}\n{FAMILIES}", markdown::plain(head(page), color)),
        Some(Topic::Family(module, family, section)) => {
            markdown::plain(&format!("# std.{module}.{family}\n{section}"), color)
        }
    };
    session.print(&text)
}

/// Where to go from a list of the library.
const FAMILIES: &str = "`circ explain std.sort.rank` tells all about one family.\n";

/// The modules of the library, each with its first sentence.
fn modules(color: bool) -> String {
    let mut text = heading("The library", color);
    let widest = LIBRARY.iter().map(|(name, _)| name.len()).max().unwrap_or_default();
    for (name, page) in LIBRARY {
        let about = page.split("\n\n").nth(1).unwrap_or_default().replace('\n', " ");
        let about = about.split_once(". ").map_or(about.trim_end_matches('.'), |(first, _)| first);
        let first = format!("  std.{name}{}  ", " ".repeat(widest - name.len()));
        let rest = " ".repeat(first.len());
        let options = Options::new(COLUMNS).initial_indent(&first).subsequent_indent(&rest);
        text.push_str(&format!("{}\n", fill(about, options)));
    }
    text
}

fn heading(text: &str, color: bool) -> String {
    if color { format!("\u{1b}[1m{text}\u{1b}[0m\n") } else { format!("{text}\n") }
}

/// Every code with its title, by subject, and the modules of the library.
fn list(color: bool) -> String {
    let mut text = String::new();
    for (name, _) in SUBJECTS {
        let mut codes = PAGES.iter().filter(|(code, _)| subject(code) == Some(name)).peekable();
        if codes.peek().is_none() {
            continue;
        }
        text.push_str(&heading(name, color));
        for (code, page) in codes {
            text.push_str(&format!("  {code}  {}\n", title(page)));
        }
        text.push('\n');
    }
    text.push_str(&modules(color));
    text.push('\n');
    text.push_str("`circ explain CODE` tells what a code means and how to mend it, and `circ explain std.sort` what a module has.\n");
    text
}
