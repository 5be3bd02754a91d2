//! `circ repl`: a prompt, or a script on standard input.

use crate::args::{MessageFormat, Repl};
use crate::repl;
use crate::session::{Ended, Session};

/// Takes entries until there are no more.
pub(crate) fn repl(session: &Session, form: MessageFormat, args: &Repl) -> Ended<()> {
    repl::start(session, form, args)
}
