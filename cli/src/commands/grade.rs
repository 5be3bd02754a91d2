//! `circ grade`: programs held against a reference.

use crate::grade::{Format, Grade, Plan, find, grade_all, written};
use crate::session::{Ended, Session, Stop};

/// Grades a submission, or all of a folder.
pub(crate) fn grade(session: &Session, args: &Grade) -> Ended<()> {
    let plan = Plan::new(session, args)?;
    // The results of Gradescope are those of one submission, whose files are in a folder.
    let alone = args.format == Format::Gradescope;
    let (found, one) = find(session, &args.submission, &args.reference, alone)?;
    let rows = grade_all(&plan, &found);
    session.print(&written(&plan, &rows, args, one))?;
    if rows.iter().all(|row| row.passed()) { Ok(()) } else { Err(Stop::Told) }
}
