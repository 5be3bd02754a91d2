//! One input tried, and many.

use std::cell::{Cell, RefCell};
use std::collections::HashSet;
use std::fs::File;
use std::io::{Seek, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use circ_tests::random::Random;

use crate::mutate::mutate;
use crate::targets::Target;

/// How an input failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failure {
    /// A law was broken, or something panicked.
    Panic {
        /// The line of the source.
        at: String,
        /// What it said.
        message: String,
    },
    /// It took too long.
    Slow(Duration),
}

impl Failure {
    /// Whether two failures are likely to have one cause.
    pub fn is_like(&self, other: &Failure) -> bool {
        match (self, other) {
            (Failure::Panic { at, .. }, Failure::Panic { at: other, .. }) => at == other,
            (Failure::Slow(_), Failure::Slow(_)) => true,
            _ => false,
        }
    }
}

thread_local! {
    /// Whether an input is being tried: other panics are the harness's own, and are told.
    static TRYING: Cell<bool> = const { Cell::new(false) };
    /// Where the last panic of this thread was, and what it said.
    static LAST: RefCell<Option<(String, String)>> = const { RefCell::new(None) };
}

/// Takes down what panics say while an input is tried, instead of printing it.
pub fn listen() {
    let told = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |info| {
        if !TRYING.get() {
            return told(info);
        }
        let at =
            info.location().map_or_else(String::new, |place| format!("{}:{}", place.file(), place.line()));
        let message = words(info.payload());
        LAST.with(|last| *last.borrow_mut() = Some((at, message)));
    }));
}

/// Tries an input: what it met, or how it failed.
///
/// # Errors
/// A panic, or more time than `limit`.
pub fn try_input(target: &Target, input: &[u8], limit: Duration) -> Result<Vec<String>, Failure> {
    let begin = Instant::now();
    TRYING.set(true);
    let ended = catch_unwind(AssertUnwindSafe(|| (target.run)(input)));
    TRYING.set(false);
    match ended {
        Err(_) => {
            let last = LAST.with(|last| last.borrow_mut().take());
            let (at, message) = last.unwrap_or_default();
            Err(Failure::Panic { at, message })
        }
        // A machine that does other things takes long as well: only time of its own counts.
        Ok(_) if begin.elapsed() > limit && own_time(target, input) > limit => {
            Err(Failure::Slow(begin.elapsed()))
        }
        Ok(met) => Ok(met),
    }
}

/// How long an input takes the processor, once more.
fn own_time(target: &Target, input: &[u8]) -> Duration {
    let (begin, before) = (Instant::now(), on_processor());
    let _ = catch_unwind(AssertUnwindSafe(|| (target.run)(input)));
    match (before, on_processor()) {
        (Some(before), Some(after)) => after.saturating_sub(before),
        _ => begin.elapsed(),
    }
}

/// How long this thread was on a processor; Linux tells.
fn on_processor() -> Option<Duration> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    Some(Duration::from_nanos(text.split(' ').next()?.parse().ok()?))
}

/// What to try, and for how long.
#[derive(Clone, Debug)]
pub struct Campaign {
    /// Where the changes begin.
    pub seed: u64,
    /// How long it goes on.
    pub time: Duration,
    /// How long one input may take.
    pub limit: Duration,
    /// Where each input is written before it is tried: it is left there when the process dies of it.
    pub watched: Option<PathBuf>,
}

/// What came of it.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// How many inputs were tried.
    pub tried: u64,
    /// How many different things they met.
    pub met: usize,
    /// The first input that failed.
    pub failed: Option<(Vec<u8>, Failure)>,
}

impl Campaign {
    /// Tries the corpus as it is, and then changes of it until the time is over or one fails.
    pub fn run(&self, target: &Target) -> Outcome {
        let mut random = Random(self.seed);
        let mut corpus = (target.corpus)();
        let mut met: HashSet<String> = HashSet::new();
        let (begin, mut tried) = (Instant::now(), 0);
        let watched = self.watched.as_ref();
        let mut file =
            watched.map(|path| File::create(path).expect("the folder of temporary files can be written"));
        let seeds = corpus.clone();
        let mut seeds = seeds.into_iter();
        while tried == 0 || begin.elapsed() < self.time {
            let seed = seeds.next();
            let is_seed = seed.is_some();
            let input = seed.unwrap_or_else(|| mutate(&mut random, &corpus, target.words));
            if let Some(file) = &mut file {
                watch(file, &input).expect("there is room for an input");
            }
            tried += 1;
            match try_input(target, &input, self.limit) {
                Ok(found) => {
                    let known = met.len();
                    met.extend(found);
                    if met.len() > known && !is_seed {
                        corpus.push(input);
                    }
                }
                Err(failure) => {
                    return Outcome { tried, met: met.len(), failed: Some((input, failure)) };
                }
            }
        }
        if let Some(path) = &self.watched {
            let _ = std::fs::remove_file(path);
        }
        Outcome { tried, met: met.len(), failed: None }
    }
}

/// Makes an input the content of a file.
fn watch(file: &mut File, input: &[u8]) -> std::io::Result<()> {
    file.rewind()?;
    file.write_all(input)?;
    file.set_len(input.len() as u64)
}

/// The folder of the inputs of a target that once failed.
pub fn regressions(target: &Target) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("regressions").join(target.name)
}

/// Keeps an input that failed, and says where.
///
/// # Errors
/// Where the folder can't be written.
pub fn keep(target: &Target, input: &[u8]) -> std::io::Result<PathBuf> {
    let folder = regressions(target);
    std::fs::create_dir_all(&folder)?;
    // The name says what is in it (FNV-1a), so that the same input is kept once.
    let hash = input.iter().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x100_0000_01b3)
    });
    let path = folder.join(format!("{hash:016x}"));
    std::fs::write(&path, input)?;
    Ok(path)
}

/// What a panic says: a text, unless somebody has thrown something else.
fn words(payload: &dyn std::any::Any) -> String {
    let text = payload.downcast_ref::<&str>().map(|text| (*text).to_owned());
    let text = text.or_else(|| payload.downcast_ref::<String>().cloned());
    text.unwrap_or_else(|| "a panic without words".to_owned())
}
