//! Sequence programs: the transformer of a family's own, beside its circuit.

use circ_compiler::diagnostics::Diagnostic;
use circ_compiler::native::{Positions, native};
use circ_compiler::{FamilyId, Limits, Program, elaborate};
use circ_runtime::{Circuit, Num, Port, PortType, Transformer, evaluate, execute, execute_literal};

use crate::random::Random;

/// The circuit and the transformer of a family's own, at one size of every parameter.
///
/// # Errors
/// What the family, or its form, does not allow.
pub fn both(
    program: &Program,
    id: FamilyId,
    n: u64,
    positions: Positions,
) -> Result<(Circuit, Transformer), Box<Diagnostic>> {
    let sizes = vec![n; program.family(id).params.len()];
    let limits = Limits::default();
    let circuit = elaborate(program, id, &sizes, &limits, &mut |_| {})?.circuit;
    let transformer = native(program, id, &sizes, positions, &limits, &|_| None)?;
    Ok((circuit, transformer))
}

/// Numbers for the inputs of a circuit, from few values so that they tie; codes where they are codes.
pub fn inputs(ports: &[Port], random: &mut Random) -> Vec<Num> {
    let mut all = Vec::new();
    for port in ports {
        let few = 1 + random.below(4);
        for _ in 0..port.scalars() {
            all.push(match &port.ty {
                PortType::Bool => Num::int(random.below(2) as i64),
                PortType::Alphabet { tokens, .. } => Num::int(random.below(tokens.len().min(few + 1)) as i64),
                PortType::Num => {
                    let top = random.below(1 + 2 * few) as i64 - few as i64;
                    Num::ratio(top, 1 + random.below(3) as i64).unwrap_or(Num::ZERO)
                }
            });
        }
    }
    all
}

/// Holds a transformer of a family's own against its circuit on random inputs, by the literal engine as well where
/// the sequence is short.
///
/// # Panics
/// Where one fails or they differ.
pub fn agree(circuit: &Circuit, transformer: &Transformer, trials: usize, random: &mut Random) {
    let limits = circ_runtime::Limits::default();
    let mut t = transformer.clone();
    for _ in 0..trials {
        let given = inputs(&circuit.inputs, random);
        let expected = evaluate(circuit, &given, &limits, &mut |_, _| {}).expect("the circuit runs");
        t.sequence.fill(&given).expect("the inputs fit");
        let fast = execute(&t, &limits, &mut |_, _| {}).expect("the transformer runs");
        assert_eq!(fast, expected, "{} {:?}: {given:?}", circuit.family, circuit.params);
        if t.sequence.len <= LITERAL {
            let literal = execute_literal(&t, &limits, &mut |_, _| {}).expect("the transformer runs");
            assert_eq!(literal, expected, "{} {:?}: {given:?}", circuit.family, circuit.params);
        }
    }
}

/// The literal engine takes sequences up to this length here.
const LITERAL: usize = 24;
