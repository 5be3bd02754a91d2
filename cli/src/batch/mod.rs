//! `circ run --batch`: many inputs, a line each, run side by side, with the results in the order of the lines.
//!
//! | room | subject |
//! | --- | --- |
//! | [`lines`], [`mod@line`] | the lines of a file, and a line as inputs |
//! | [`family`], [`built`] | a family, built once for each size that lines have, and how that is run |
//! | here | who does what, and in what order it is told |
//!
//! One thread reads lines and prepares each: it says what is to be run, and builds what a size is the first to need.
//! The threads of rayon run what is prepared. The main thread writes the results, each as soon as those before it are
//! written, so that whatever happens to a line, the results before it are kept and none stands after it. How far reading
//! is ahead of writing is bounded, and so is the memory that an input without end takes.

mod built;
pub(crate) mod family;
pub(crate) mod line;
mod lines;

use std::collections::BTreeMap;
use std::io::IsTerminal;
use std::path::Path;
use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};
use std::sync::{Arc, Condvar, Mutex, PoisonError};

use circ_compiler::diagnostics::{DataFact, Line};
use circ_compiler::{Diagnostic, Sources};
use circ_runtime::Port;
use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::progress::Progress;
use crate::session::{Ended, Session, Stop};
use crate::source::{display_name, reason};
use lines::Lines;

/// What is read and not written yet has at most so many numbers together, and a line counts as some itself.
const AHEAD: u64 = 4_000_000;
const LINE: u64 = 1000;
/// The stack of a thread: circuits are built and run there, as else on the main thread.
const STACK: usize = 16 << 20;

/// What is to be done for a line.
pub(crate) struct Work {
    /// Its input and output numbers.
    pub(crate) numbers: u64,
    /// Gives the result as text, without a line end.
    pub(crate) run: Box<dyn FnOnce() -> Result<String, Box<Diagnostic>> + Send>,
}

/// How many numbers outputs have.
pub(crate) fn scalars(outputs: &[Port]) -> usize {
    outputs.iter().map(|port| port.gates.len()).sum()
}

/// What prepares a line.
pub(crate) type Prepare = Box<dyn FnMut(&str) -> Result<Work, Vec<Diagnostic>> + Send>;

/// What became of a line.
enum Outcome {
    /// The result, and how much room it took up.
    Result(String, u64),
    /// What is wrong.
    Fault(Vec<Diagnostic>),
    /// There is no such line.
    End,
}

/// Runs all lines of a file, or of standard input for `-`, and writes their results.
pub(crate) fn run(session: &Session, path: &Path, sources: Option<&Sources>, prepare: Prepare) -> Ended<()> {
    let refuse = |reason: String| session.refuse([DataFact::Unreadable { path: display_name(path), reason }]);
    let lines = Lines::open(path).map_err(|fact| session.refuse([*fact]))?;
    let pool = ThreadPoolBuilder::new().stack_size(STACK).build();
    let pool = pool.map_err(|error| refuse(format!("{error}.")))?;
    let (tell, outcomes) = channel();
    let room = Arc::new(Room::default());
    let inside = Arc::clone(&room);
    // Nobody waits for the threads: when the last result is written, or one can't be, the command ends.
    let reader = std::thread::Builder::new().stack_size(STACK);
    let reader = reader.spawn(move || read(lines, prepare, (&pool, &*inside), &tell));
    reader.map_err(|error| refuse(reason(&error)))?;
    write(session, sources, &outcomes, &room)
}

/// Reads and prepares lines, and leaves their work to the threads of a pool.
fn read(
    mut lines: Lines,
    mut prepare: Prepare,
    (pool, room): (&ThreadPool, &Room),
    tell: &Sender<(u64, Outcome)>,
) {
    for place in 0.. {
        // The main thread may have ended, and then nobody is told.
        let (line, text) = match lines.next() {
            Ok(Some(next)) => next,
            Ok(None) => return drop(tell.send((place, Outcome::End))),
            Err(fault) => return drop(tell.send((place, Outcome::Fault(vec![*fault])))),
        };
        let Work { numbers, run } = match prepare(&text) {
            Ok(work) => work,
            Err(faults) => {
                let faults = faults.into_iter().map(|fault| of(fault, line.clone())).collect();
                return drop(tell.send((place, Outcome::Fault(faults))));
            }
        };
        let taken = LINE + numbers;
        room.enter(taken);
        let tell = tell.clone();
        pool.spawn_fifo(move || {
            let outcome = match run() {
                Ok(result) => Outcome::Result(result, taken),
                Err(fault) => Outcome::Fault(vec![of(*fault, line)]),
            };
            drop(tell.send((place, outcome)));
        });
    }
}

fn of(fault: Diagnostic, line: Line) -> Diagnostic {
    Diagnostic { line: Some(line), ..fault }
}

/// Writes results in the order of their lines, up to the first fault.
fn write(
    session: &Session,
    sources: Option<&Sources>,
    outcomes: &Receiver<(u64, Outcome)>,
    room: &Room,
) -> Ended<()> {
    let mut progress = (!std::io::stdout().is_terminal()).then(|| Progress::new("running"));
    let mut waiting = BTreeMap::new();
    let mut next = 0;
    loop {
        let (place, outcome) = match outcomes.try_recv() {
            Ok(told) => told,
            // While nothing is there to be written, what was written is shown.
            Err(TryRecvError::Empty) => {
                session.finish()?;
                match outcomes.recv() {
                    Ok(told) => told,
                    Err(_) => continue,
                }
            }
            // The thread that reads has told its end unless it could not, and then it has said so itself.
            Err(TryRecvError::Disconnected) => return Err(Stop::Told),
        };
        waiting.insert(place, outcome);
        while let Some(outcome) = waiting.remove(&next) {
            match outcome {
                Outcome::Result(result, taken) => {
                    session.print(&result)?;
                    session.print("\n")?;
                    room.leave(taken);
                }
                Outcome::Fault(faults) => {
                    drop(progress);
                    return Err(session.fail_all(sources, &faults));
                }
                Outcome::End => return Ok(()),
            }
            next += 1;
            if let Some(progress) = &mut progress {
                progress.at(next, None);
            }
        }
    }
}

/// How much is read and not written yet.
#[derive(Default)]
struct Room {
    taken: Mutex<u64>,
    left: Condvar,
}

impl Room {
    /// Takes so much, once there is room; what is alone always has room.
    fn enter(&self, more: u64) {
        let taken = self.taken.lock().unwrap_or_else(PoisonError::into_inner);
        let full = |taken: &mut u64| *taken > 0 && *taken + more > AHEAD;
        let mut taken = self.left.wait_while(taken, full).unwrap_or_else(PoisonError::into_inner);
        *taken += more;
    }

    /// Gives it back.
    fn leave(&self, less: u64) {
        *self.taken.lock().unwrap_or_else(PoisonError::into_inner) -= less;
        self.left.notify_one();
    }
}
