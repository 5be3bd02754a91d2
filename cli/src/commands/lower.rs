//! `circ lower`: a transformer as a circuit.

use circ_compiler::diagnostics::{BuildFact, DataFact};
use circ_compiler::{Loaded, Severity, TooLarge, Unfolded, unfold, unfold_open};
use circ_runtime::{Transformer, write_lowered};

use crate::args::Lower;
use crate::attention::Attention;
use crate::commands::run::{build, instance, prepare};
use crate::engine;
use crate::output::{formatted, to_output};
use crate::programs::{Held, Misfits, Opened, open};
use crate::progress::Progress;
use crate::session::{Ended, Session, Stop};

/// Writes the circuit of a transformer from a file, or of a family's.
pub(crate) fn lower(session: &Session, args: &Lower) -> Ended<()> {
    args.transformer.knowing.check(session, args.transformer.attention)?;
    let unfolded = match open(session, &args.file)? {
        Opened::Source(loaded) => of_family(session, args, *loaded)?,
        Opened::Transformer(t) => {
            options(args, Held::Transformer).end(session)?;
            of_transformer(session, args, &t)?
        }
        Opened::Circuit(..) => {
            let instead = "`circ run` and `circ report` take it as it is";
            Misfits::new(&args.file, Held::Circuit).refuse(true, "circ lower", instead).end(session)?;
            return Err(Stop::Told);
        }
    };
    to_output(session, args.output.as_deref(), &mut |out| {
        formatted(out, |out| write_lowered(&unfolded.circuit, &unfolded.lowered, out))
    })
}

/// The options that say which circuit of a family is meant.
fn options(args: &Lower, held: Held) -> Misfits<'_> {
    let data = &args.data;
    let mut misfits = Misfits::new(&args.file, held);
    misfits.families(args.family.is_some(), !data.params.is_empty(), !data.types.types.is_empty());
    misfits
        .refuse(
            !data.inputs.is_empty(),
            "--input",
            "leave it out: the circuit has the inputs of the sequence",
        )
        .refuse(
            args.transformer.attention != Attention::Average,
            "--attention",
            "leave it out: a file says itself how its heads attend",
        );
    misfits
}

fn of_transformer(session: &Session, args: &Lower, t: &Transformer) -> Ended<Unfolded> {
    let mut progress = Progress::new("lowering");
    let mut at = |gates| progress.at(gates, None);
    let unfolded = match args.length {
        // More positions than fit are more than any budget.
        Some(len) => unfold_open(t, usize::try_from(len).unwrap_or(usize::MAX), &session.limits, &mut at),
        None => unfold(t, &session.limits, &mut at),
    };
    drop(progress);
    let len = args.length.unwrap_or(t.sequence.len as u64);
    unfolded.map_err(|stopped| too_large(session, t, len, *stopped))
}

/// The transformer of a family at one size, lowered: inputs and outputs keep their types and shapes.
fn of_family(session: &Session, args: &Lower, loaded: Loaded) -> Ended<Unfolded> {
    Misfits::new(&args.file, Held::Source)
        .refuse(
            args.length.is_some(),
            "--length",
            "leave it out: the sequence is as long as `--param` makes it",
        )
        .end(session)?;
    let (file, mut program) = session.take(&args.file, loaded, Severity::Warning)?;
    let id = session.family(&program, args.family.as_deref())?;
    let family = instance(session, &mut program, id, &args.data)?;
    let data = prepare(session, &file, &program, &family, &args.data, false)?;
    let built = build(session, &file, &program, family.id, &data.sizes)?;
    let meant = (args.transformer.attention, args.transformer.knowing);
    let t = engine::transformer(&session.limits, (&file, &program), (family.id, &data.sizes), &built, meant)
        .map_err(|fault| session.fail(&file, &fault))?;
    let mut unfolded = of_transformer(session, args, &t)?;
    let circuit = &mut unfolded.circuit;
    circuit.family.clone_from(&built.circuit.family);
    circuit.params.clone_from(&built.circuit.params);
    let ports = circuit.inputs.iter_mut().chain(&mut circuit.outputs);
    for (port, own) in ports.zip(built.circuit.inputs.iter().chain(&built.circuit.outputs)) {
        port.ty.clone_from(&own.ty);
        port.shape.clone_from(&own.shape);
    }
    Ok(unfolded)
}

/// Tells a budget that was used up.
pub(crate) fn too_large(session: &Session, t: &Transformer, positions: u64, stopped: TooLarge) -> Stop {
    let (what, limit, needed, option) = match stopped.fact {
        BuildFact::TooManyGates { limit } => ("gates", limit, None, "--max-gates"),
        BuildFact::TooManyWires { limit } => ("wires", limit, None, "--max-wires"),
        BuildFact::NumberTooLarge { limit } => ("digits in one constant", limit, None, "--max-digits"),
        BuildFact::TooManyDigits { limit } => ("digits in its constants", limit, None, "--max-digits"),
        BuildFact::TooManySteps { limit, needed } => ("steps", limit, needed, "--max-steps"),
        _ => ("steps", session.limits.max_steps, None, "--max-steps"),
    };
    let (layers, layer) = (t.depth(), stopped.layer);
    session.refuse([DataFact::LowerTooLarge { what, limit, needed, positions, layers, layer, option }])
}
