//! `circ test`: the `test` items of some files, each on the transformer and on the circuit.

use std::sync::Arc;

use circ_compiler::decode::{Decoder, Run};
use circ_compiler::diagnostics::{BuildFact, Built};
use circ_compiler::elaborate::{StagedTest, elaborate_test_staged};
use circ_compiler::probe::advise_test;
use circ_compiler::program::TestCheck;
use circ_compiler::{
    Diagnostic, Elaborated, ElaboratedTest, Program, Severity, Sources, Staged, elaborate_test,
};
use circ_runtime::{Num, Port, evaluate};

use crate::args::Test;
use crate::cases::{Cases, Count, choices, nth};
use crate::chains::{ByTransformer, decode};
use crate::engine;
use crate::excerpt::harmless_line;
use crate::progress::Progress;
use crate::session::{Ended, Session, Stop};
use crate::values::Shown;
use crate::verdict::judge;
use crate::words::{counted, grouped};

/// Runs the tests of each file.
pub(crate) fn test(session: &Session, args: &Test) -> Ended<()> {
    let (mut passed, mut failed, mut broken) = (0, 0, false);
    for path in &args.files {
        match session.load(path, Severity::Warning) {
            Ok((file, program)) => {
                if args.files.len() > 1 && !program.tests.is_empty() {
                    session.print(&format!("{}:\n", file.main().name))?;
                }
                let (well, wrong) = test_file(session, &file, &program, args)?;
                passed += well;
                failed += wrong;
            }
            Err(Stop::Told) => broken = true,
            Err(stop) => return Err(stop),
        }
    }
    ended(session, passed, failed)?;
    if broken { Err(Stop::Told) } else { Ok(()) }
}

/// Ends the run of tests with their numbers.
pub(crate) fn ended(session: &Session, passed: usize, failed: usize) -> Ended<()> {
    if passed + failed > 0 {
        session.print(&format!("{passed} passed, {failed} failed\n"))?;
    }
    if failed > 0 { Err(Stop::Told) } else { Ok(()) }
}

/// Runs the tests of one program, and says how many hold and how many fail.
pub(crate) fn test_file(
    session: &Session,
    file: &Sources,
    program: &Program,
    args: &Test,
) -> Ended<(usize, usize)> {
    if program.tests.is_empty() {
        session.print(&format!("{}: no tests, {}\n", file.main().name, counted(program.own, "family")))?;
    }
    let (mut passed, mut failed) = (0, 0);
    for (at, test) in program.tests.iter().enumerate() {
        let name = harmless_line(&test.name);
        match run_test(session, program, at, args) {
            Ok(Outcome::Holds(cases)) => {
                passed += 1;
                let cases =
                    cases.map_or_else(String::new, |cases| format!(" ({})", counted(cases as usize, "case")));
                session.print(&format!("ok {name}{cases}\n"))?;
            }
            Ok(Outcome::Fails(why)) => {
                failed += 1;
                session.print(&format!("FAILED {name}\n{why}"))?;
            }
            Err(fault) => {
                failed += 1;
                session.print(&format!("FAILED {name}\n"))?;
                session.tell(file, [&*fault], Severity::Note);
            }
        }
    }
    Ok((passed, failed))
}

/// What became of a test.
enum Outcome {
    /// It holds; for a quantified one, in so many cases.
    Holds(Option<u64>),
    /// It does not, and the lines that show it.
    Fails(String),
}

/// Runs one test.
///
/// # Errors
/// A fault that keeps it from being run.
fn run_test(
    session: &Session,
    program: &Program,
    at: usize,
    args: &Test,
) -> Result<Outcome, Box<Diagnostic>> {
    if program.tests[at].is_quantified() {
        return run_cases(session, program, at, args).map_err(|mut fault| {
            advise_test(program, at, &mut fault);
            fault
        });
    }
    let mut progress = Progress::new("building");
    let built = BuiltTest::new(session, program, at, &[], &mut |gates| progress.at(gates, None))?;
    drop(progress);
    let by_circuit = engine::evaluate(session, built.circuit(), &built.arguments)?;
    let construction = args.transformer.attention.simulation();
    let by_transformer = decode(session, program, &built.staged, &built.arguments, construction, false)?;
    Ok(match judge(built.check, &built.circuit().circuit.outputs, &by_circuit, &by_transformer) {
        Ok(()) => Outcome::Holds(None),
        Err(why) => Outcome::Fails(why),
    })
}

/// A test at its sizes, for both engines.
struct BuiltTest {
    /// For the transformer, chains of thought left open.
    staged: Arc<Staged>,
    /// For the circuit, where there are chains: these unrolled.
    unrolled: Option<Elaborated>,
    quantified: usize,
    arguments: Vec<Num>,
    check: TestCheck,
}

impl BuiltTest {
    fn new(
        session: &Session,
        program: &Program,
        at: usize,
        sizes: &[u64],
        progress: &mut dyn FnMut(u64),
    ) -> Result<BuiltTest, Box<Diagnostic>> {
        let limits = &session.limits;
        let StagedTest { staged, quantified, arguments, check } =
            elaborate_test_staged(program, at, sizes, limits, progress)?;
        let unrolled = if staged.chains.is_empty() {
            None
        } else {
            let ElaboratedTest { circuit, spans, .. } = elaborate_test(program, at, sizes, limits, progress)?;
            Some(Elaborated { circuit, spans })
        };
        Ok(BuiltTest { staged: Arc::new(staged), unrolled, quantified, arguments, check })
    }

    /// The circuit of the whole test.
    fn circuit(&self) -> &Elaborated {
        self.unrolled.as_ref().unwrap_or(&self.staged.last.built)
    }

    /// The inputs that the test is quantified over.
    fn quantified(&self) -> &[Port] {
        &self.circuit().circuit.inputs[..self.quantified]
    }
}

/// Runs a quantified test in all its cases, the smallest first, up to the first that fails.
///
/// # Errors
/// No cases or too many, or a fault at one of the sizes.
fn run_cases(
    session: &Session,
    program: &Program,
    at: usize,
    args: &Test,
) -> Result<Outcome, Box<Diagnostic>> {
    let cases = Cases::of(program, at, &session.limits, args.max_cases)?;
    let mut progress = Progress::new("testing");
    let (mut done, mut work) = (0, 0u64);
    let engine =
        ByTransformer::new(session.run_limits, args.transformer.attention.simulation(), false, false);
    let mut decoder = Decoder::new(program, &session.limits, engine);
    for sizes in &cases.sizes {
        let mut alive = |_| progress.at(done, Some(cases.count));
        let built = BuiltTest::new(session, program, at, sizes, &mut alive)?;
        let circuit = &built.circuit().circuit;
        let ports = built.quantified();
        let here =
            ports.iter().filter_map(|port| Some(Count::of(choices(&port.ty)?, port.scalars() as u128)));
        let here = here.fold(Count::Exactly(1), Count::times).within(cases.count).unwrap_or(0);
        let mut run = Run::new(Arc::clone(&built.staged));
        // What building took, and what each case takes on both engines.
        let gates = circuit.gates.len() as u64 + 1;
        let mut charge = |steps: u64, done: u64| {
            work = work.saturating_add(steps);
            let limit = session.limits.max_steps;
            let too_long = || Diagnostic::new(program.tests[at].span, BuildFact::TestTooLong { limit, done });
            if work > limit { Err(Box::new(too_long())) } else { Ok(()) }
        };
        charge(built.staged.steps + gates, done)?;
        for number in 0..here {
            charge(gates, done)?;
            progress.at(done, Some(cases.count));
            let values = nth(ports, number);
            let inputs = [values.as_slice(), &built.arguments].concat();
            let mut silent = |_: u64, _: u64| {};
            let by_circuit = evaluate(circuit, &inputs, &session.run_limits, &mut silent)
                .map_err(|error| engine::fault(&error, Some(built.circuit())));
            let values_of = by_circuit.and_then(|values| Ok((values, decoder.run(&mut run, &inputs)?)));
            let (by_circuit, by_transformer) = values_of.map_err(|mut fault| {
                fault.built.get_or_insert_with(|| Built { family: None, sizes: circuit.params.clone() });
                fault
            })?;
            if let Err(why) = judge(built.check, &circuit.outputs, &by_circuit, &by_transformer) {
                let case = case_line(&circuit.params, ports, &values);
                let place = place_line(done, cases.count);
                return Ok(Outcome::Fails(format!("{case}{why}{place}")));
            }
            done += 1;
        }
    }
    Ok(Outcome::Holds(Some(done)))
}

/// `  n = 2, x = [false, true], w = "ab"`; nothing where nothing has a name.
fn case_line(sizes: &[(String, u64)], ports: &[Port], values: &[Num]) -> String {
    let mut parts: Vec<String> = sizes.iter().map(|(name, size)| format!("{name} = {size}")).collect();
    let mut rest = values;
    for port in ports {
        let (own, others) = rest.split_at(port.scalars().min(rest.len()));
        rest = others;
        parts.push(format!("{} = {}", port.name, Shown::Array(port, own).source()));
    }
    if parts.is_empty() { String::new() } else { format!("  {}\n", harmless_line(&parts.join(", "))) }
}

/// Which case it was.
fn place_line(before: u64, count: u64) -> String {
    let all = grouped(count as usize);
    match before {
        0 => format!("  case 1 of {all}\n"),
        1 => format!("  case 2 of {all}; the one before it holds\n"),
        _ => format!(
            "  case {} of {all}; the {} before it hold\n",
            grouped(before as usize + 1),
            grouped(before as usize)
        ),
    }
}
