//! `circ run --attention native` of a family that can be run without its circuit.

use circ_compiler::native::result_ports;
use circ_compiler::{Diagnostic, FamilyId, Program, Sources};

use crate::args::{Engine, Run};
use crate::commands::run::Prepared;
use crate::engine;
use crate::explained;
use crate::progress::Progress;
use crate::session::{Ended, Session};
use crate::values::shown;

/// Runs the transformer of the family's own, and prints the result.
pub(crate) fn run(
    session: &Session,
    args: &Run,
    (file, program): (&Sources, &Program),
    id: FamilyId,
    data: &Prepared,
) -> Ended<()> {
    let stop = |fault: Box<Diagnostic>| session.fail(file, &fault);
    let sizes = (id, data.sizes.as_slice());
    let mut own =
        engine::own(&session.limits, (file, program), sizes, args.transformer.knowing).map_err(stop)?;
    let ports = result_ports(program, id, &own);
    let mut progress = Progress::new("running");
    let mut at = |done, all| progress.at(done, Some(all));
    let literal = args.engine == Engine::Literal;
    let run = if literal { circ_runtime::execute_literal } else { circ_runtime::execute };
    let values = own
        .sequence
        .fill(&data.values)
        .and_then(|()| run(&own, &session.run_limits, &mut at))
        .map_err(|error| stop(engine::fault(&error, None)))?;
    drop(progress);
    session.print(&format!("{}\n", shown("result", &ports, &values).text()))?;
    if args.explain {
        let heads = explained::explain(session, &own)?;
        session.print(&format!("\n{}", explained::text(&heads)))?;
    }
    Ok(())
}
