//! What holds of approximate runs, whatever the circuit: where floats have every number of a run, it is exact, by every
//! construction; and softmax attention that is cold enough is average-hard attention.

use circ_compiler::emit::{Construction, Emitted, emit};
use circ_runtime::approximate::{Approximation, Exact, Float, Known, Outcome, approximate};
use circ_runtime::evaluate::evaluate_gates;
use circ_runtime::{Circuit, Limits, Num};
use circ_tests::raw::{Choice, made_of};
use proptest::prelude::*;

/// Circuits over small integers, with an input and the value of every gate, none of which is large. Means of two
/// integers are halves, so that floats have them.
fn cases() -> impl Strategy<Value = (Circuit, Vec<Num>, Vec<Num>)> {
    let integer = || (-3i64..4).prop_map(Num::int);
    let choice = (0u8..5, integer(), prop::collection::vec(any::<u8>(), 0..3))
        .prop_map(|(op, number, reads)| Choice { op, number, reads });
    let all = (prop::collection::vec(integer(), 0..4), prop::collection::vec(choice, 1..9));
    all.prop_filter_map("large numbers", |(inputs, choices)| {
        let circuit = made_of(inputs.len(), &choices);
        let values = evaluate_gates(&circuit, &inputs, &Limits::default(), &mut |_, _| {}).ok()?;
        let small = |value: &Num| value.to_i64().is_some_and(|value| value.abs() < 1000);
        values.iter().all(small).then_some((circuit, inputs, values))
    })
}

/// An approximate run that is compared with everything.
fn run(
    circuit: &Circuit,
    construction: Construction,
    inputs: &[Num],
    values: &[Num],
    how: &Approximation,
) -> Outcome {
    let Emitted { transformer: mut t, positions, rounds } = emit(circuit, construction);
    t.sequence.fill(inputs).expect("the inputs fit");
    let known: Vec<Known> = circuit
        .gates
        .ids()
        .map(|gate| Known {
            gate,
            position: positions[gate.index()],
            from: u64::from(rounds[gate.index()]) * t.layers.len() as u64,
            value: values[gate.index()].clone(),
        })
        .collect();
    let coordinate = t.sequence.outputs[0].coordinate;
    let exact = Exact { known: &known, coordinate, everything: true, tolerance: &Num::ZERO };
    approximate(&t, how, exact, &Limits::default(), &mut |_, _| {}).expect("it runs")
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, ..ProptestConfig::default() })]

    #[test]
    fn what_floats_have_is_exact((circuit, inputs, values) in cases()) {
        let expected: Vec<Option<Num>> =
            circuit.output_gates().map(|gate| Some(values[gate.index()].clone())).collect();
        for construction in Construction::ALL {
            for float in [Float::F32, Float::F64] {
                let how = Approximation { float, temperature: None };
                let outcome = run(&circuit, construction, &inputs, &values, &how);
                let found: Vec<Option<Num>> = outcome.outputs.iter().map(|r| r.exact.clone()).collect();
                prop_assert_eq!(&found, &expected, "{:?}, {:?}", construction, float);
                prop_assert_eq!((outcome.inexact, outcome.wrong), (None, None), "{:?}, {:?}", construction, float);
            }
        }
    }

    #[test]
    fn cold_softmax_is_average_hard((circuit, inputs, values) in cases()) {
        for float in [Float::F32, Float::F64] {
            let run = |temperature| {
                let how = Approximation { float, temperature };
                run(&circuit, Construction::Average, &inputs, &values, &how)
            };
            let (hard, cold) = (run(None), run(Num::ratio(1, 1 << 20)));
            let exact = |outcome: &Outcome| outcome.outputs.iter().map(|r| r.exact.clone()).collect::<Vec<_>>();
            prop_assert_eq!(exact(&hard), exact(&cold));
            prop_assert_eq!(hard.number, cold.number);
        }
    }

    /// Whatever is run, the first place that differs in any position is no later than the first gate.
    #[test]
    fn a_gate_is_a_position((circuit, inputs, values) in cases(), t in 1i64..20) {
        let how = Approximation { float: Float::F64, temperature: Num::ratio(1, t) };
        let outcome = run(&circuit, Construction::Average, &inputs, &values, &how);
        if let Some(gate) = outcome.wrong {
            let anywhere = outcome.number.expect("there is the gate's");
            prop_assert!(anywhere.layer <= gate.layer, "{:?} {:?}", anywhere, gate);
            prop_assert!(anywhere.found.leaves(&anywhere.exact, &Num::ZERO));
        } else {
            let exact: Vec<Option<Num>> =
                circuit.output_gates().map(|gate| Some(values[gate.index()].clone())).collect();
            prop_assert_eq!(outcome.outputs.iter().map(|r| r.exact.clone()).collect::<Vec<_>>(), exact);
        }
    }
}
