//! `circ-fuzz`: a target fuzzed for some time, or tried on files.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use circ_fuzz::campaign::{keep, listen};
use circ_fuzz::minimise::minimise;
use circ_fuzz::{Campaign, Failure, TARGETS, Target, try_input};
use clap::Parser;

/// Fuzzes a reader, and keeps the first input that fails.
#[derive(Debug, Parser)]
struct Args {
    /// The target; `all` for one after the other.
    target: String,
    /// Files to be tried instead, as inputs that failed before.
    files: Vec<PathBuf>,
    /// How long a target is fuzzed.
    #[arg(long, default_value_t = 60)]
    seconds: u64,
    /// Where the changes begin: the same seed makes the same inputs.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many seconds one input may take.
    #[arg(long, default_value_t = 2)]
    limit: u64,
}

/// The stack that the command has.
const STACK: usize = 8 << 20;

fn main() -> ExitCode {
    let args = Args::parse();
    listen();
    // A thread with the stack of a main thread: nothing may need more.
    let all = std::thread::Builder::new().stack_size(STACK).spawn(move || fuzz(&args));
    match all.map(std::thread::JoinHandle::join) {
        Ok(Ok(true)) => ExitCode::SUCCESS,
        _ => ExitCode::FAILURE,
    }
}

fn say(line: &str) {
    let _ = writeln!(std::io::stderr().lock(), "{line}");
}

fn fuzz(args: &Args) -> bool {
    let meant: Vec<&Target> =
        TARGETS.iter().filter(|target| args.target == "all" || args.target == target.name).collect();
    if meant.is_empty() {
        let names: Vec<&str> = TARGETS.iter().map(|target| target.name).collect();
        say(&format!("no target `{}`; there are all, {}", args.target, names.join(", ")));
        return false;
    }
    let one =
        |target: &&Target| if args.files.is_empty() { campaign(target, args) } else { files(target, args) };
    // Each is replayed, also after one that fails.
    meant.iter().map(one).filter(|well| !well).count() == 0
}

fn files(target: &Target, args: &Args) -> bool {
    let mut well = true;
    for path in &args.files {
        let tried =
            std::fs::read(path).map(|input| try_input(target, &input, Duration::from_secs(args.limit)));
        match tried {
            Ok(Ok(met)) => say(&format!("{}: passed, met {}", path.display(), met.join(", "))),
            Ok(Err(failure)) => {
                say(&format!("{}: {}", path.display(), words(&failure)));
                well = false;
            }
            Err(error) => {
                say(&format!("{}: {error}", path.display()));
                well = false;
            }
        }
    }
    well
}

fn campaign(target: &Target, args: &Args) -> bool {
    let watched = std::env::temp_dir().join(format!("circ-fuzz-{}-{}", target.name, std::process::id()));
    let (seed, seconds) = (args.seed, args.seconds);
    say(&format!(
        "{}: seed {seed}, {seconds} s; the input being tried is {}",
        target.name,
        watched.display()
    ));
    let limit = Duration::from_secs(args.limit);
    let campaign =
        Campaign { seed, time: Duration::from_secs(seconds), limit, watched: Some(watched.clone()) };
    let outcome = campaign.run(target);
    say(&format!("{}: {} inputs, {} things met", target.name, outcome.tried, outcome.met));
    let Some((input, failure)) = outcome.failed else { return true };
    say(&format!("{}: failed: {}", target.name, words(&failure)));
    let small = minimise(target, &input, &failure, limit, Duration::from_secs(60));
    let _ = std::fs::remove_file(watched);
    match keep(target, &small) {
        Ok(path) => say(&format!("{}: {} bytes, kept as {}", target.name, small.len(), path.display())),
        Err(error) => say(&format!("{}: can't be kept: {error}", target.name)),
    }
    false
}

fn words(failure: &Failure) -> String {
    match failure {
        Failure::Panic { at, message } => format!("{at}: {message}"),
        Failure::Slow(time) => format!("it took {} ms", time.as_millis()),
    }
}
