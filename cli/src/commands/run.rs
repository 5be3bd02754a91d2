//! `circ run`: a family on an input.

use std::path::Path;
use std::sync::Arc;

use circ_compiler::diagnostics::DataFact;
use circ_compiler::elaborate::{admits, input_shapes};
use circ_compiler::native::is_whole;
use circ_compiler::{Diagnostic, Elaborated, FamilyId, Program, Severity, Sources};
use circ_runtime::Num;

use crate::args::{Engine, Run};
use crate::attention::Attention;
use crate::batch;
use crate::chains::{build_staged, decode, measure_chains};
use crate::commands::{patched, run_file, run_own, semiring};
use crate::engine::{self, measure_transformer};
use crate::explained;
use crate::inputs::read_inputs;
use crate::instances::{Asked, Instance};
use crate::printed::Form;
use crate::programs::{Held, Misfits, Opened, open};
use crate::session::{Ended, Session, Stop};
use crate::sizes::{check_shapes, sizes};
use crate::source::is_stdin;
use crate::values::{Given, Numbers};

/// Builds the circuit that the inputs imply, runs it and prints the result.
pub(crate) fn run(session: &Session, args: &Run) -> Ended<()> {
    args.transformer.knowing.check(session, args.transformer.attention)?;
    if args.explain && args.transformer.attention == Attention::Soft {
        let option = DataFact::OptionNeeds { option: "--explain", needs: "--attention average" };
        return Err(session.refuse([option]));
    }
    if !args.patches.is_empty() {
        if args.transformer.attention == Attention::Soft {
            let option = DataFact::OptionNeeds { option: "--patch", needs: "--attention average" };
            return Err(session.refuse([option]));
        }
        return patched::run(session, args);
    }
    if let Some(path) = &args.batch {
        may_be_batch(session, args, path)?;
    }
    let loaded = match open(session, &args.target.file)? {
        Opened::Source(loaded) => *loaded,
        Opened::Circuit(circuit, _) => return run_file::circuit(session, args, *circuit),
        Opened::Transformer(transformer) => return run_file::transformer(session, args, *transformer),
    };
    let (file, program) = session.take(&args.target.file, loaded, Severity::Warning)?;
    run_program(session, args, file, program)
}

/// As [`run`], of a program that has been checked.
pub(crate) fn run_program(session: &Session, args: &Run, file: Sources, mut program: Program) -> Ended<()> {
    if let Some(semiring) = &args.semiring {
        return semiring::run(session, args, semiring, &file, &mut program);
    }
    if let Some(how) = args.nearness.approximation(session, args.transformer.attention)? {
        // It is the transformer that is run approximately, and to the letter.
        if matches!(args.engine, Engine::Circuit | Engine::Both) {
            let option = DataFact::OptionNeeds { option: "--engine", needs: "--engine literal" };
            return Err(session.refuse([option]));
        }
        return crate::approximate::run(session, args, &how, &file, &mut program);
    }
    let asked = session.family(&program, args.target.family.as_deref())?;
    let family = instance(session, &mut program, asked, &args.data)?;
    if let Some(path) = &args.batch {
        // The threads that run lines end with the command, and so does what they read.
        let (file, program): (&Sources, &Program) = (Box::leak(Box::new(file)), Box::leak(Box::new(program)));
        let asked = batch::family::Asked::new(session, args, (file, program), family.id);
        return batch::run(session, path, Some(file), asked.prepare(args.data.params.clone()));
    }
    let (id, attention, knowing) = (family.id, args.transformer.attention, args.transformer.knowing);
    let data = prepare(session, &file, &program, &family, &args.data, true)?;

    let by_transformer = matches!(args.engine, Engine::Transformer | Engine::Literal);
    if attention == Attention::Native && by_transformer && !args.json && is_whole(&program, id) {
        return run_own::run(session, args, (&file, &program), id, &data);
    }

    let stop = |fault: Box<Diagnostic>| session.fail(&file, &fault);
    let mut staged = None;
    let mut by_transformer = None;
    let mut unrolled = None;
    // The transformer of the family's own, where that is meant.
    let mut own = None;
    if args.engine != Engine::Circuit {
        let literal = args.engine == Engine::Literal;
        let values = if let Some(construction) = attention.construction() {
            let stages = build_staged(session, &program, id, &data.sizes).map_err(stop)?;
            let values = decode(session, &program, &stages, &data.values, construction, literal);
            staged = Some(stages);
            values
        } else {
            let built = unrolled.insert(build(session, &file, &program, id, &data.sizes)?);
            let meant = (attention, knowing);
            let transformer =
                engine::transformer(&session.limits, (&file, &program), (id, &data.sizes), built, meant)
                    .map_err(stop)?;
            engine::execute(session, built, own.insert(transformer), &data.values, literal)
        };
        by_transformer = Some(values.map_err(stop)?);
    }
    // Without chains of thought the only stage is C_n itself. With them C_n is all steps at once, which is built only
    // where that is asked for.
    let circuit_asked = args.json || args.explain || matches!(args.engine, Engine::Circuit | Engine::Both);
    let built: &Elaborated = match &staged {
        Some(staged) if staged.chains.is_empty() || !circuit_asked => &staged.last.built,
        _ => match &mut unrolled {
            Some(built) => built,
            none => none.insert(build(session, &file, &program, id, &data.sizes)?),
        },
    };
    let values = match (args.engine, by_transformer) {
        (Engine::Transformer | Engine::Literal, Some(values)) => values,
        (_, by_transformer) => {
            let values = engine::evaluate(session, built, &data.values).map_err(stop)?;
            engine::agreed(&built.circuit.outputs, by_transformer, values)
                .map_err(|fact| session.refuse([*fact]))?
        }
    };
    let (mut form, mut heads) = (Form::Text, None);
    if args.json || args.explain {
        let meant = (attention, knowing);
        let mut own = match own {
            Some(own) => own,
            None => engine::transformer(&session.limits, (&file, &program), (id, &data.sizes), built, meant)
                .map_err(stop)?,
        };
        if args.explain {
            own.sequence.fill(&data.values).map_err(|error| stop(engine::fault(&error, None)))?;
            heads = Some(explained::explain(session, &own)?);
        }
        if args.json {
            let chains = match attention.construction() {
                Some(construction) => {
                    let staged = match &staged {
                        Some(staged) => Arc::clone(staged),
                        None => build_staged(session, &program, id, &data.sizes).map_err(stop)?,
                    };
                    measure_chains(&program, &staged, construction, &session.limits).map_err(stop)?
                }
                None => Vec::new(),
            };
            let (how, costs) = ((args.engine.name(), attention), measure_transformer(&own));
            form = Form::of_family(&built.circuit, how, &costs, own.declared.as_ref(), &chains);
        }
    }
    session.print(&form.with(heads.as_ref()).printed(&built.circuit.outputs, &values))?;
    session.print("\n")
}

/// Refuses a batch that is not run exactly, or that comes from where the program does.
fn may_be_batch(session: &Session, args: &Run, path: &Path) -> Ended<()> {
    if args.transformer.attention == Attention::Soft {
        let needs = "--attention average";
        return Err(session.refuse([DataFact::OptionNeeds { option: "--batch", needs }]));
    }
    if is_stdin(path) && is_stdin(&args.target.file) {
        let instead = "one of the two comes from standard input, and the other from a file";
        Misfits::new(path, Held::Source).refuse(true, "--batch -", instead).end(session)?;
    }
    Ok(())
}

/// The family with its types filled in, as the options say.
pub(crate) fn instance(
    session: &Session,
    program: &mut Program,
    id: FamilyId,
    data: &crate::args::Data,
) -> Ended<Instance> {
    // Sizes are read with the inputs, which say some of them.
    Ok(Asked::read(session, program, &[id], &data.types.types, &[])?.instance(program, id))
}

/// Sizes, and the numbers of all inputs in order.
pub(crate) struct Prepared {
    pub(crate) sizes: Vec<u64>,
    pub(crate) values: Vec<Num>,
    /// The places of values that are infinite; over a tropical semiring alone.
    pub(crate) infinite: Vec<usize>,
}

/// Reads inputs and sizes, and holds them against each other. Where inputs are not `required`, all or none may be
/// given.
pub(crate) fn prepare(
    session: &Session,
    file: &Sources,
    program: &Program,
    instance: &Instance,
    data: &crate::args::Data,
    required: bool,
) -> Ended<Prepared> {
    let numbers = Numbers { max_digits: session.run_limits.max_digits, semiring: None };
    prepare_of(session, file, program, instance, data, numbers, required)
}

/// As [`prepare`], with such numbers as these.
pub(crate) fn prepare_of(
    session: &Session,
    file: &Sources,
    program: &Program,
    instance: &Instance,
    data: &crate::args::Data,
    numbers: Numbers<'_>,
    required: bool,
) -> Ended<Prepared> {
    let id = instance.id;
    let family = program.family(id);
    let refuse = |facts: Vec<DataFact>| session.refuse(facts);
    let stop = |fault: Box<Diagnostic>| session.fail(file, &fault);
    let given = read_inputs(program, family, &data.inputs, required, numbers).map_err(|facts| {
        let stop = refuse(facts);
        // The inputs may be of the type that nobody named.
        if let Some(remark) = instance.remark() {
            session.remark(&format!("`{}` was read {remark}", family.name));
        }
        stop
    })?;
    let sizes = sizes(family, &given, &data.params).map_err(refuse)?;
    admits(program, id, &sizes, &session.limits).map_err(stop)?;
    let shapes = input_shapes(program, id, &sizes, &session.limits).map_err(stop)?;
    let names = program.names(family);
    let types: Vec<String> = family.inputs.iter().map(|input| names.ty(&input.ty.ty)).collect();
    check_shapes(family, &given, &shapes, &sizes, &types).map_err(refuse)?;
    let (mut values, mut infinite) = (Vec::new(), Vec::new());
    for given in given.into_iter().flatten() {
        let Given { cells, infinite: places, .. } = given;
        infinite.extend(places.iter().map(|place| values.len() + place));
        values.extend(cells);
    }
    Ok(Prepared { sizes, values, infinite })
}

/// Builds C_n, and tells what is wrong with it.
pub(crate) fn build(
    session: &Session,
    file: &Sources,
    program: &Program,
    id: FamilyId,
    sizes: &[u64],
) -> Ended<Elaborated> {
    engine::build(session, program, id, sizes).map_err(|fault| -> Stop { session.fail(file, &fault) })
}
