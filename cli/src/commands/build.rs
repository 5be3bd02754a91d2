//! `circ build`: one stage of the compilation, to a file or to standard output.

use circ_compiler::diagnostics::DataFact;
use circ_compiler::{Program, Severity, Sources};
use circ_grammar::{dump, parse};
use circ_runtime::{GroundTruth, Origin, transformer_to_safetensors, write_circuit, write_transformer};

use crate::args::{Build, Emit};
use crate::attention::Attention;
use crate::commands::pictured::picture;
use crate::commands::run::{build as build_circuit, instance, prepare};
use crate::engine;
use crate::listing::groundtruth::{groundtruth, write_groundtruth};
use crate::listing::tokens::tokens_listing;
use crate::listing::types::types_listing;
use crate::output::{formatted, to_output};
use crate::programs::ends_in;
use crate::session::{Ended, Session, Stop};
use crate::source::display_name;

/// Writes the stage that was asked for.
pub(crate) fn build(session: &Session, args: &Build) -> Ended<()> {
    let tensors = args.output.as_deref().is_some_and(|path| ends_in(path, "safetensors"));
    if tensors && !matches!(args.emit, None | Some(Emit::Transformer)) {
        let needs = "--emit transformer";
        return Err(session.refuse([DataFact::OptionNeeds { option: "-o OUT.safetensors", needs }]));
    }
    let stage = args.emit.unwrap_or(if tensors { Emit::Transformer } else { Emit::Circuit });
    if args.fold.is_some() && !matches!(stage, Emit::Dot | Emit::Svg | Emit::Tikz) {
        return Err(session.refuse([DataFact::OptionNeeds { option: "--fold", needs: "--emit svg" }]));
    }
    match stage {
        Emit::Dot | Emit::Svg | Emit::Tikz => picture(session, args, stage),
        Emit::Tokens | Emit::Ast => source_stage(session, args, stage),
        Emit::Types => {
            let (file, program) = session.load(&args.target.file, Severity::Warning)?;
            write(session, args, &types_listing(&program, &file.main().text))
        }
        Emit::Circuit | Emit::Transformer | Emit::Groundtruth => {
            let (file, mut program) = session.load(&args.target.file, Severity::Warning)?;
            built_stage(session, args, (stage, tensors), (&file, &mut program))
        }
    }
}

/// Tokens and tree: there also where the program is wrong, as it is then that they are wanted.
fn source_stage(session: &Session, args: &Build, stage: Emit) -> Ended<()> {
    let loaded = session.read(&args.target.file)?;
    let file = loaded.sources.main();
    let text = match stage {
        Emit::Tokens => tokens_listing(&file.text),
        _ => dump(&parse(&file.text).tree),
    };
    write(session, args, &text)?;
    session.tell_briefly(&args.target.file, &loaded, Severity::Warning);
    if loaded.has_errors() { Err(Stop::Told) } else { Ok(()) }
}

/// What needs C_n.
fn built_stage(
    session: &Session,
    args: &Build,
    (stage, tensors): (Emit, bool),
    (file, program): (&Sources, &mut Program),
) -> Ended<()> {
    let id = session.family(program, args.target.family.as_deref())?;
    let family = instance(session, program, id, &args.data)?;
    // A transformer takes all inputs or none; elsewhere they only say the sizes.
    let filled = stage == Emit::Transformer && !args.data.inputs.is_empty();
    let data = prepare(session, file, program, &family, &args.data, filled)?;
    let built = build_circuit(session, file, program, family.id, &data.sizes)?;
    let mut transformer = None;
    if matches!(stage, Emit::Transformer | Emit::Groundtruth) {
        let mut meant = (args.transformer.attention, args.transformer.knowing);
        if stage == Emit::Groundtruth {
            if !matches!(meant.0, Attention::Native | Attention::Average) {
                let (option, needs) = ("--emit groundtruth", "--attention native");
                return Err(session.refuse([DataFact::OptionNeeds { option, needs }]));
            }
            meant.0 = Attention::Native;
        }
        meant.1.check(session, meant.0)?;
        let made =
            engine::transformer(&session.limits, (file, program), (family.id, &data.sizes), &built, meant);
        transformer = Some(made.map_err(|fault| session.fail(file, &fault))?);
    }
    let truth = match &transformer {
        Some(transformer) if stage == Emit::Groundtruth => {
            groundtruth(&built.circuit, transformer, &session.run_limits)
                .map_err(|error| session.fail(file, &engine::fault(&error, None)))?
        }
        _ => GroundTruth::default(),
    };
    if filled && let Some(transformer) = &mut transformer {
        transformer
            .sequence
            .fill(&data.values)
            .map_err(|error| session.fail(file, &engine::fault(&error, None)))?;
    }
    if let (true, Some(transformer), Some(path)) = (tensors, &transformer, &args.output) {
        let origin = Origin { family: &built.circuit.family, params: &built.circuit.params };
        let bytes = transformer_to_safetensors(transformer, Some(origin))
            .map_err(|_| session.refuse([DataFact::TensorsTooLong { path: display_name(path) }]))?;
        return to_output(session, Some(path), &mut |out| out.write_all(&bytes));
    }
    to_output(session, args.output.as_deref(), &mut |out| match (stage, &transformer) {
        (Emit::Groundtruth, Some(transformer)) => write_groundtruth(&built.circuit, transformer, &truth, out),
        (_, Some(transformer)) => formatted(out, |out| write_transformer(transformer, out)),
        _ => formatted(out, |out| write_circuit(&built.circuit, out)),
    })
}

fn write(session: &Session, args: &Build, text: &str) -> Ended<()> {
    to_output(session, args.output.as_deref(), &mut |out| out.write_all(text.as_bytes()))
}
