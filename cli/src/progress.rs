//! A sign of life for what takes longer than a second; only on a terminal.

use std::io::IsTerminal;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

use crate::interrupt;

/// Work that may take long. What it shows is gone when it is dropped.
pub(crate) struct Progress {
    what: &'static str,
    start: Instant,
    /// Whether standard error is a terminal.
    visible: bool,
    bar: Option<ProgressBar>,
}

impl Progress {
    /// Work that starts now.
    pub(crate) fn new(what: &'static str) -> Progress {
        Progress { what, start: Instant::now(), visible: std::io::stderr().is_terminal(), bar: None }
    }

    /// So much is done, of so much where that is known.
    pub(crate) fn at(&mut self, done: u64, all: Option<u64>) {
        interrupt::heed();
        if !self.visible || (self.bar.is_none() && self.start.elapsed() < Duration::from_secs(1)) {
            return;
        }
        let bar = self.bar.get_or_insert_with(|| bar(self.what, all));
        if let Some(all) = all {
            bar.set_length(all);
        }
        bar.set_position(done);
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

fn bar(what: &'static str, all: Option<u64>) -> ProgressBar {
    let (bar, template) = match all {
        Some(all) => (ProgressBar::new(all), "{msg} {wide_bar} {percent}% {eta}"),
        None => (ProgressBar::new_spinner(), "{msg} {human_pos} {elapsed}"),
    };
    let style = ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
    bar.with_style(style).with_message(what)
}
