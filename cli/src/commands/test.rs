//! `circ test`: the `test` items of some files, each on the transformer and on the circuit.

use circ_compiler::program::TestCheck;
use circ_compiler::{Diagnostic, Elaborated, ElaboratedTest, Program, Severity, Sources, elaborate_test};
use circ_runtime::{Num, Port};

use crate::args::Check;
use crate::engine;
use crate::excerpt::harmless_line;
use crate::progress::Progress;
use crate::session::{Ended, Session, Stop};
use crate::values::{nested, shown};
use crate::words::counted;

/// Runs the tests of each file.
pub(crate) fn test(session: &Session, args: &Check) -> Ended<()> {
    let (mut passed, mut failed, mut broken) = (0, 0, false);
    for path in &args.files {
        match session.load(path, Severity::Warning) {
            Ok((file, program)) => {
                if args.files.len() > 1 && !program.tests.is_empty() {
                    session.print(&format!("{}:\n", file.main().name))?;
                }
                let (well, wrong) = test_file(session, &file, &program)?;
                passed += well;
                failed += wrong;
            }
            Err(Stop::Told) => broken = true,
            Err(stop) => return Err(stop),
        }
    }
    if passed + failed > 0 {
        session.print(&format!("{passed} passed, {failed} failed\n"))?;
    }
    if failed > 0 || broken { Err(Stop::Told) } else { Ok(()) }
}

fn test_file(session: &Session, file: &Sources, program: &Program) -> Ended<(usize, usize)> {
    if program.tests.is_empty() {
        session.print(&format!("{}: no tests, {}\n", file.main().name, counted(program.own, "family")))?;
    }
    let (mut passed, mut failed) = (0, 0);
    for (at, test) in program.tests.iter().enumerate() {
        let name = harmless_line(&test.name);
        match run_test(session, program, at) {
            Ok(Ok(())) => {
                passed += 1;
                session.print(&format!("ok {name}\n"))?;
            }
            Ok(Err(why)) => {
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

/// Runs one test: why it fails, or a fault that keeps it from being run.
fn run_test(session: &Session, program: &Program, at: usize) -> Result<Result<(), String>, Box<Diagnostic>> {
    let mut progress = Progress::new("building");
    let test = elaborate_test(program, at, &session.limits, &mut |gates| progress.at(gates, None))?;
    drop(progress);
    let ElaboratedTest { circuit, inputs, check, spans } = test;
    let built = Elaborated { circuit, spans };
    let by_circuit = engine::evaluate(session, &built, &inputs)?;
    let by_transformer = engine::execute(session, &built, &mut engine::emit(&built.circuit), &inputs, false)?;
    let ports = &built.circuit.outputs;
    if by_circuit != by_transformer {
        let text = |values: &[Num]| -> String {
            let parts: Vec<String> =
                sides(check).iter().map(|side| shown(side, ports, values).text()).collect();
            parts.join(" and ")
        };
        return Ok(Err(format!(
            "  The engines differ, which is a fault of circ: please report this program.\n  transformer: {}\n  circuit: {}\n",
            text(&by_transformer),
            text(&by_circuit)
        )));
    }
    Ok(judge(check, ports, &by_circuit))
}

/// The names of what a test compares.
fn sides(check: TestCheck) -> &'static [&'static str] {
    match check {
        TestCheck::Same => &["left", "right"],
        TestCheck::Holds => &["result"],
    }
}

fn judge(check: TestCheck, ports: &[Port], values: &[Num]) -> Result<(), String> {
    match check {
        TestCheck::Holds => {
            let Some(first) = values.iter().position(|value| !value.is_one()) else { return Ok(()) };
            let place = ports.first().map_or_else(String::new, |port| place(&port.shape, first));
            if place.is_empty() {
                return Err("  It is false.\n".into());
            }
            Err(format!("  It is false at {place}.\n  value: {}\n", shown("result", ports, values).text()))
        }
        TestCheck::Same => {
            let (left, right) = (side("left", ports, values), side("right", ports, values));
            if left == right {
                return Ok(());
            }
            let mut why = format!("  left:  {}\n", harmless_line(&shown("left", ports, values).text()));
            why.push_str(&format!("  right: {}\n", harmless_line(&shown("right", ports, values).text())));
            let shapes =
                |side: &Side<'_>| side.iter().map(|(_, shape, _)| shape_text(shape)).collect::<Vec<_>>();
            let (left, right) = (shapes(&left), shapes(&right));
            if left != right {
                why.push_str(&format!("  shapes: {} and {}\n", left.join(", "), right.join(", ")));
            }
            Err(why)
        }
    }
}

/// For each output of a side its name below the side's, its shape and its numbers.
type Side<'a> = Vec<(&'a str, &'a [usize], &'a [Num])>;

fn side<'a>(name: &str, ports: &'a [Port], values: &'a [Num]) -> Side<'a> {
    let mut rest = values;
    let mut parts = Vec::new();
    for port in ports {
        let (own, others) = rest.split_at(port.gates.len().min(rest.len()));
        rest = others;
        if let Some(below) = port.name.strip_prefix(name) {
            parts.push((below, port.shape.as_slice(), own));
        }
    }
    parts
}

fn shape_text(shape: &[usize]) -> String {
    if shape.is_empty() {
        "a scalar".into()
    } else {
        nested(&[shape.len()], shape.iter().map(usize::to_string))
    }
}

/// The indices of an element by its place in row-major order: `[1][0]`.
fn place(shape: &[usize], flat: usize) -> String {
    let mut rest = flat;
    let mut indices = Vec::new();
    for length in shape.iter().rev() {
        indices.push(format!("[{}]", rest % length.max(&1)));
        rest /= length.max(&1);
    }
    indices.reverse();
    indices.concat()
}
