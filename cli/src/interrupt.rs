//! Ends from outside: a command that is interrupted ends at once, and takes along the file that it has begun. At a
//! prompt only the work ends that was asked for.

use std::any::Any;
use std::cell::RefCell;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The file or the folder that is being written, if any.
static BEGUN: Mutex<Option<PathBuf>> = Mutex::new(None);

fn begun() -> MutexGuard<'static, Option<PathBuf>> {
    BEGUN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Makes a file or a folder that goes when the command is interrupted.
///
/// # Errors
/// Where it can't be made.
pub(crate) fn guarded<T: AsRef<Path>>(make: impl FnOnce() -> io::Result<T>) -> io::Result<T> {
    signals::watch()?;
    // The file and its name are one step for a signal.
    let mut begun = begun();
    let made = make()?;
    *begun = Some(made.as_ref().to_path_buf());
    Ok(made)
}

/// Gives what was begun its place, or gives it up; a signal comes before or after.
pub(crate) fn released<T>(end: impl FnOnce() -> T) -> T {
    let mut begun = begun();
    let ended = end();
    *begun = None;
    ended
}

/// Asks to be told of a file that grows beyond what the process may write, as of a full disk, instead of being ended.
pub(crate) fn outlive_limits() {
    // Without it a run beyond the limit ends by the signal, as it would have.
    let _ = signals::hear_of_limits();
}

thread_local! {
    /// Says that the work of this thread is to stop.
    static STOPPED: RefCell<Option<Arc<AtomicBool>>> = const { RefCell::new(None) };
}

/// What unwinds the stack of work that stops.
struct Stopped;

/// Does work that stops soon after `stop` is set: where it tells of its progress, and where it writes. `None` where it
/// did. What it was doing is given up by unwinding, so it may change nothing that outlives it.
pub(crate) fn stoppable<T>(stop: &Arc<AtomicBool>, work: impl FnOnce() -> T) -> Option<T> {
    STOPPED.set(Some(Arc::clone(stop)));
    let done = catch_unwind(AssertUnwindSafe(work));
    STOPPED.set(None);
    match done {
        Ok(done) => Some(done),
        Err(why) if (*why).is::<Stopped>() => None,
        Err(why) => resume_unwind(why),
    }
}

/// Stops the work of this thread where that was asked for.
pub(crate) fn heed() {
    let stopped = STOPPED.with_borrow(|stop| stop.as_ref().is_some_and(|stop| stop.load(Ordering::Relaxed)));
    if stopped {
        // This is no panic: nothing is told, and `stoppable` takes it.
        resume_unwind(Box::new(Stopped) as Box<dyn Any + Send>);
    }
}

/// From now on Ctrl-C ends no command, but sets this.
///
/// # Errors
/// Where the system refuses.
pub(crate) fn at_prompt() -> io::Result<Arc<AtomicBool>> {
    let pressed = Arc::new(AtomicBool::new(false));
    signals::hear_of_interrupts(&pressed)?;
    Ok(pressed)
}

#[cfg(unix)]
mod signals {
    use std::io;
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::sync::{Arc, OnceLock};

    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM, SIGXFSZ};
    use signal_hook::iterator::Signals;
    use signal_hook::low_level::emulate_default_handler;

    /// Waits for signals that end a command, on a thread of its own; until then they end it by themselves.
    pub(super) fn watch() -> io::Result<()> {
        static WATCHED: OnceLock<()> = OnceLock::new();
        if WATCHED.get().is_some() {
            return Ok(());
        }
        let ending = [SIGTERM, SIGHUP, SIGINT];
        let heard = if HEARD.load(Ordering::Relaxed) { &ending[..2] } else { &ending[..] };
        let mut signals = Signals::new(heard)?;
        std::thread::Builder::new().spawn(move || {
            for signal in signals.forever() {
                let mut begun = super::begun();
                if let Some(path) = begun.take() {
                    let _ = std::fs::remove_file(&path).or_else(|_| std::fs::remove_dir_all(&path));
                }
                // With the lock: nothing takes its place any more. A shell sees what ended it.
                let _ = emulate_default_handler(signal);
            }
        })?;
        WATCHED.get_or_init(|| ());
        Ok(())
    }

    /// Whether an interrupt means work and not the command.
    static HEARD: AtomicBool = AtomicBool::new(false);

    pub(super) fn hear_of_interrupts(pressed: &Arc<AtomicBool>) -> io::Result<()> {
        HEARD.store(true, Ordering::Relaxed);
        signal_hook::flag::register(SIGINT, Arc::clone(pressed)).map(|_| ())
    }

    pub(super) fn hear_of_limits() -> io::Result<()> {
        signal_hook::flag::register(SIGXFSZ, Arc::default()).map(|_| ())
    }
}

#[cfg(not(unix))]
mod signals {
    use std::sync::Arc;
    use std::sync::atomic::AtomicBool;

    /// Interrupts end the command there.
    pub(super) fn hear_of_interrupts(_pressed: &Arc<AtomicBool>) -> std::io::Result<()> {
        Ok(())
    }

    /// Nothing removes the file there: it keeps its name of a part.
    pub(super) fn watch() -> std::io::Result<()> {
        Ok(())
    }

    pub(super) fn hear_of_limits() -> std::io::Result<()> {
        Ok(())
    }
}
