//! Work on a thread of its own, so that Ctrl-C stops it and the prompt comes back.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use super::commands::Then;
use super::state::State;
use crate::args::MessageFormat;
use crate::interrupt::stoppable;
use crate::session::{Ended, Session};

/// As much as the thread of a command has.
const STACK: usize = 16 << 20;
/// How often is looked whether Ctrl-C was pressed.
const LOOK: Duration = Duration::from_millis(20);
/// Work that does not stop by then is left alone: it goes on unheard until it next tells of itself, and ends.
const PATIENCE: Duration = Duration::from_secs(1);

/// Does some work on a copy of the state, and gives the copy. Nothing where the work failed, which is told, or where
/// Ctrl-C has stopped it.
///
/// # Errors
/// Standard output that takes no more.
pub(crate) fn work(
    form: MessageFormat,
    state: &State,
    pressed: &AtomicBool,
    work: impl FnOnce(&Session, &mut State) -> Ended<Then> + Send + 'static,
) -> Ended<Option<(Then, State)>> {
    let mut copy = state.clone();
    let stop = Arc::new(AtomicBool::new(false));
    let heard = Arc::clone(&stop);
    let (send, receive) = channel();
    pressed.store(false, Ordering::Relaxed);
    std::thread::Builder::new().stack_size(STACK).spawn(move || {
        let done = stoppable(&heard, move || {
            let session = Session::new(form, Some(&copy.options.budgets));
            let ended = work(&session, &mut copy);
            if let Some(code) = session.unexplained() {
                session.remark(&format!("`:explain {code}` tells more"));
            }
            super::done(ended, &session).map(|then| then.map(|then| (then, copy)))
        });
        // Nobody may wait any longer.
        let _ = send.send(done);
    })?;
    let mut since = None;
    loop {
        match receive.recv_timeout(LOOK) {
            Ok(Some(done)) if since.is_none() => return done,
            Ok(_) => break,
            Err(RecvTimeoutError::Disconnected) => break,
            Err(RecvTimeoutError::Timeout) => {}
        }
        if pressed.swap(false, Ordering::Relaxed) {
            stop.store(true, Ordering::Relaxed);
            since.get_or_insert_with(Instant::now);
        }
        if since.is_some_and(|since: Instant| since.elapsed() > PATIENCE) {
            break;
        }
    }
    if since.is_some() {
        let session = Session::new(form, None);
        session.remark("stopped");
    }
    Ok(None)
}
