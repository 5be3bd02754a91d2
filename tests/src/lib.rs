//! What the tests share: random well-typed programs with a model of their values, and small helpers.

pub mod boolean;
pub mod classes;
pub mod figures;
pub mod lowered;
pub mod model;
pub mod programs;
pub mod random;
pub mod raw;
pub mod sequence;
pub mod steps;
pub mod transformers;
pub mod wild;

use circ_compiler::diagnostics::Diagnostic;
use circ_compiler::emit::{Construction, emit};
use circ_compiler::{Limits, Loaded, load, message};
use circ_runtime::{Circuit, Num, evaluate, execute, execute_literal};

/// The diagnostics of a source, one line each, for the text of a failing assertion.
pub fn faults(source: &str, diagnostics: &[Diagnostic]) -> String {
    let line = |d: &Diagnostic| {
        let message = message(d);
        let at = d.span.map_or("", |s| source.get(s.range()).unwrap_or(""));
        format!("{} {} at `{at}`: {}\n", message.code, message.title, message.label)
    };
    diagnostics.iter().filter(|d| d.is_error()).map(line).collect()
}

/// Loads a program that has to be right.
///
/// # Panics
/// Where it is not, with its diagnostics.
pub fn load_right(source: &str) -> Loaded {
    let loaded = load(source);
    assert!(!loaded.has_errors(), "{source}\n{}", faults(source, &loaded.diagnostics));
    loaded
}

/// C_n of a family by name.
///
/// # Panics
/// Where it can't be built, with the fault.
pub fn build(source: &str, loaded: &Loaded, family: &str, sizes: &[u64]) -> Circuit {
    let id = loaded.program.family_named(family).expect("the family is there");
    match circ_compiler::elaborate(&loaded.program, id, sizes, &Limits::default(), &mut |_| {}) {
        Ok(elaborated) => elaborated.circuit,
        Err(fault) => panic!("{source}\nat {sizes:?}: {}", faults(source, &[*fault])),
    }
}

/// The literal engine scores all pairs of positions: it takes sequences up to this length in the laws.
const LITERAL: usize = 150;

/// The outputs of a circuit by all three engines, which have to agree: the circuit itself and, on the transformer of
/// each construction, the default engine and, for sequences that are short enough, the literal engine.
///
/// # Panics
/// Where one fails or they differ.
pub fn run_all(circuit: &Circuit, inputs: &[Num]) -> Vec<Num> {
    run_engines(circuit, inputs, LITERAL)
}

/// As [`run_all`], with the longest sequence that the literal engine takes.
///
/// # Panics
/// Where one fails or they differ.
pub fn run_engines(circuit: &Circuit, inputs: &[Num], literal: usize) -> Vec<Num> {
    let limits = circ_runtime::Limits::default();
    let direct = evaluate(circuit, inputs, &limits, &mut |_, _| {}).expect("the circuit runs");
    for construction in Construction::ALL {
        let mut transformer = emit(circuit, construction).transformer;
        transformer.sequence.fill(inputs).expect("the inputs fit");
        let fast = execute(&transformer, &limits, &mut |_, _| {}).expect("the transformer runs");
        assert_eq!(direct, fast, "{construction:?}: the default engine differs from the circuit");
        if transformer.sequence.len <= literal {
            let literal =
                execute_literal(&transformer, &limits, &mut |_, _| {}).expect("the transformer runs");
            assert_eq!(direct, literal, "{construction:?}: the literal engine differs from the circuit");
        }
    }
    direct
}
