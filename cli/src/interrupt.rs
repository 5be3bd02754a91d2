//! Ends from outside: a command that is interrupted ends at once, and takes along the file that it has begun.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

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

#[cfg(unix)]
mod signals {
    use std::io;
    use std::sync::Arc;
    use std::sync::OnceLock;

    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM, SIGXFSZ};
    use signal_hook::iterator::Signals;
    use signal_hook::low_level::emulate_default_handler;

    /// Waits for signals that end a command, on a thread of its own; until then they end it by themselves.
    pub(super) fn watch() -> io::Result<()> {
        static WATCHED: OnceLock<()> = OnceLock::new();
        if WATCHED.get().is_some() {
            return Ok(());
        }
        let mut signals = Signals::new([SIGINT, SIGTERM, SIGHUP])?;
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

    pub(super) fn hear_of_limits() -> io::Result<()> {
        signal_hook::flag::register(SIGXFSZ, Arc::default()).map(|_| ())
    }
}

#[cfg(not(unix))]
mod signals {
    /// Nothing removes the file there: it keeps its name of a part.
    pub(super) fn watch() -> std::io::Result<()> {
        Ok(())
    }

    pub(super) fn hear_of_limits() -> std::io::Result<()> {
        Ok(())
    }
}
