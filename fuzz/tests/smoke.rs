//! A short run of every target, and every input that once failed.

use std::time::Duration;

use circ_fuzz::campaign::{keep, listen, regressions};
use circ_fuzz::{Campaign, TARGETS, try_input};

/// For each target: so short that all together take less than half a minute, on every change.
const TIME: Duration = Duration::from_secs(3);

/// How long an input may take on a machine that does other things as well, without optimisation.
const LIMIT: Duration = Duration::from_secs(20);

#[test]
fn nothing_breaks_a_reader() {
    listen();
    let mut broken = Vec::new();
    for target in &TARGETS {
        let campaign = Campaign { seed: 1, time: TIME, limit: LIMIT, watched: None };
        let outcome = campaign.run(target);
        if let Some((input, failure)) = outcome.failed {
            let path = keep(target, &input).expect("the folder can be written");
            broken.push(format!("{}: {failure:?}, kept as {}", target.name, path.display()));
        }
        // One that meets next to nothing tries nothing.
        if outcome.met < 5 {
            broken.push(format!("{}: only {} things met", target.name, outcome.met));
        }
    }
    assert!(broken.is_empty(), "{}", broken.join("\n"));
}

#[test]
fn what_once_failed() {
    listen();
    let mut broken = Vec::new();
    for target in &TARGETS {
        let Ok(entries) = regressions(target).read_dir() else { continue };
        for entry in entries {
            let path = entry.expect("the folder can be read").path();
            let input = std::fs::read(&path).expect("it can be read");
            if let Err(failure) = try_input(target, &input, LIMIT) {
                broken.push(format!("{}: {failure:?}", path.display()));
            }
        }
    }
    assert!(broken.is_empty(), "{}", broken.join("\n"));
}
