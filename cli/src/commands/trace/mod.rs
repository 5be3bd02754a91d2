//! `circ trace`: what every layer of a run did, as JSON, as text, or as a page.

pub(crate) mod describe;
mod page;
mod subject;
mod table;
mod text;

use circ_compiler::diagnostics::{DataFact, PatchFact};
use circ_compiler::{Program, Sources};
use circ_runtime::{Keep, Patch, RunError, RunErrorKind, Shape, Trace as Kept, Transformer, write_trace};

use crate::args::Trace;
use crate::commands::run_file::stop;
use crate::engine::sentence;
use crate::output::{formatted, to_output};
use crate::progress::Progress;
use crate::session::{Ended, Session, Stop};
use crate::source::display_name;

pub(super) use subject::{Subject, subject};

/// Runs a program and writes what was asked for of its layers.
pub(crate) fn trace(session: &Session, args: &Trace) -> Ended<()> {
    args.transformer.knowing.check(session, args.transformer.attention)?;
    let subject = subject(
        session,
        &args.target.file,
        args.target.family.as_deref(),
        &args.data,
        (args.transformer.attention, args.transformer.knowing),
    )?;
    written(session, args, &subject)
}

/// As [`trace`], of a program that has been checked.
pub(crate) fn trace_program(session: &Session, args: &Trace, file: &Sources, program: Program) -> Ended<()> {
    args.transformer.knowing.check(session, args.transformer.attention)?;
    let meant = (args.transformer.attention, args.transformer.knowing);
    let family = args.target.family.as_deref();
    let subject = subject::of_program(session, (file, program), family, &args.data, meant)?;
    written(session, args, &subject)
}

/// Runs what is ready, and writes what was asked for.
fn written(session: &Session, args: &Trace, subject: &Subject) -> Ended<()> {
    let shape = Shape::of(&subject.transformer);
    let chosen = choose(session, args, subject, &shape)?;
    if let Some(path) = &args.html {
        return page::page(session, path, subject, &chosen);
    }
    let layers = if args.json { chosen.layers.clone() } else { with_layers_before(&chosen) };
    let keep = Keep { layers, positions: chosen.positions.clone() };
    let mut kept = run(session, &subject.transformer, &keep, &[])?;
    if let Some(simulated) = &subject.simulated {
        kept.places = kept.positions.iter().map(|p| simulated.places[*p as usize].to_string()).collect();
    }
    to_output(session, args.output.as_deref(), &mut |out| {
        formatted(out, |out| {
            if args.json {
                return write_trace(&kept, out);
            }
            out.write_str(&text::text(subject, &kept, &chosen, args.all))
        })
    })
}

/// The layers that are asked for and those before them, for what tells of changes.
fn with_layers_before(chosen: &Keep) -> Option<Vec<u64>> {
    let of = |layer: &u64| [layer.checked_sub(1), Some(*layer)];
    chosen.layers.as_ref().map(|layers| layers.iter().flat_map(of).flatten().collect())
}

/// Runs a transformer to the letter, with patches.
pub(super) fn run(session: &Session, t: &Transformer, keep: &Keep, patches: &[Patch<'_>]) -> Ended<Kept> {
    traced(session, t, keep, patches).map_err(|error| refused(session, &error))
}

fn traced(session: &Session, t: &Transformer, keep: &Keep, patches: &[Patch<'_>]) -> Result<Kept, RunError> {
    let mut progress = Progress::new("running");
    let mut at = |done, all| progress.at(done, Some(all));
    circ_runtime::trace(t, keep, patches, &session.run_limits, &mut at)
}

fn refused(session: &Session, error: &RunError) -> Stop {
    let instead = match error.kind {
        RunErrorKind::TooManyPairs { .. } => {
            "traces and patched runs score every pair of positions, which is for small circuits: take a smaller size"
        }
        RunErrorKind::TooMuchKept { .. } => {
            "choose layers with `--layer`, or positions with `--position` or `--gate`"
        }
        _ => return stop(session, error),
    };
    session.refuse([DataFact::RunTooLarge { what: sentence(error), instead }])
}

/// The layers and positions that were asked for.
fn choose(session: &Session, args: &Trace, subject: &Subject, shape: &Shape) -> Ended<Keep> {
    let mut faults = Vec::new();
    for &found in args.layers.iter().filter(|layer| **layer >= shape.depth()) {
        faults.push(PatchFact::NoLayer { found, layers: shape.depth() });
    }
    let mut positions = Vec::new();
    for &found in &args.positions {
        match u32::try_from(found).ok().filter(|position| (*position as usize) < shape.positions) {
            Some(position) => positions.push(position),
            None => faults.push(PatchFact::NoPosition { found, positions: shape.positions }),
        }
    }
    for &found in &args.gates {
        let Some(simulated) = &subject.simulated else {
            faults.push(PatchFact::NoGates { path: display_name(&args.target.file) });
            break;
        };
        match usize::try_from(found).ok().and_then(|gate| simulated.positions.get(gate)) {
            Some(&position) => positions.push(position),
            None => faults.push(PatchFact::NoGate { found, gates: simulated.positions.len() }),
        }
    }
    if !faults.is_empty() {
        return Err(session.refuse(faults.into_iter().map(DataFact::Patch)));
    }
    let asked = !args.positions.is_empty() || !args.gates.is_empty();
    let layers = (!args.layers.is_empty()).then(|| args.layers.clone());
    Ok(Keep { layers, positions: asked.then_some(positions) })
}
