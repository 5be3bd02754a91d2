//! The commands, one a file.

mod build;
mod check;
pub(crate) mod compare;
mod degree;
pub(crate) mod explain;
mod grade;
mod lower;
mod new;
mod patched;
pub(crate) mod pictured;
mod repl;
pub(crate) mod report;
pub(crate) mod run;
pub(crate) mod run_file;
mod run_own;
mod semiring;
pub(crate) mod test;
pub(crate) mod trace;
mod verify;

use std::io::ErrorKind;

use circ_compiler::diagnostics::DataFact;

use crate::args::{Cli, Command};
use crate::session::{Ended, Session, Stop};
use crate::source::reason;

/// Runs the command that was asked for.
pub(crate) fn dispatch(cli: &Cli) -> Ended<()> {
    let budgets = match &cli.command {
        Command::Run(args) => Some(&args.budgets),
        Command::Check(args) => Some(&args.budgets),
        Command::Test(args) => Some(&args.budgets),
        Command::Report(args) => Some(&args.budgets),
        Command::Compare(args) => Some(&args.budgets),
        Command::Build(args) => Some(&args.budgets),
        Command::Lower(args) => Some(&args.budgets),
        Command::Trace(args) => Some(&args.budgets),
        Command::Verify(args) => Some(&args.budgets),
        Command::Approximate(args) => Some(&args.budgets),
        // It has budgets of its own for what is graded; the reference has the default ones.
        Command::Grade(_) | Command::Explain(_) | Command::New(_) | Command::Repl(_) => None,
    };
    let session = Session::new(cli.message_format, budgets);
    let ended = match &cli.command {
        Command::Run(args) => run::run(&session, args),
        Command::Check(args) => check::check(&session, args),
        Command::Report(args) => report::report(&session, args),
        Command::Compare(args) => compare::compare(&session, args),
        Command::Build(args) => build::build(&session, args),
        Command::Lower(args) => lower::lower(&session, args),
        Command::Trace(args) => trace::trace(&session, args),
        Command::Test(args) => test::test(&session, args),
        Command::Verify(args) => verify::verify(&session, args),
        Command::Approximate(args) => crate::approximate::approximate(&session, args),
        Command::Grade(args) => grade::grade(&session, args),
        Command::Explain(args) => explain::explain(&session, args),
        Command::Repl(args) => repl::repl(&session, cli.message_format, args),
        Command::New(args) => new::new(&session, args),
    };
    session.point_to_pages();
    // What was written before a fault should still be seen.
    let finished = session.finish();
    ended.and(finished).map_err(|stop| match stop {
        Stop::Output(error) if error.kind() != ErrorKind::BrokenPipe => {
            session.refuse([DataFact::Unwritable { path: "<stdout>".into(), reason: reason(&error) }])
        }
        stop => stop,
    })
}
