//! The way back: a transformer as a circuit gives what the literal engine gives, and its layers add constant depth.

use circ_compiler::diagnostics::BuildFact;
use circ_compiler::emit::{Construction, emit};
use circ_compiler::unfold::bound;
use circ_compiler::{Limits, unfold, unfold_open};
use circ_runtime::{
    Circuit, Column, InputSpec, Num, OutputSpec, Ring, Sequence, Transformer, execute_literal, measure,
    read_transformer,
};
use circ_tests::lowered::{check_costs, round_trip, round_trips, values};
use circ_tests::transformers::Bytes;
use circ_tests::{build, load_right, model, raw};
use proptest::prelude::*;

fn limits() -> Limits {
    Limits { max_digits: 5_000, ..Limits::default() }
}

fn run_limits() -> circ_runtime::Limits {
    circ_runtime::Limits { max_digits: 5_000, ..circ_runtime::Limits::default() }
}

fn average(circuit: &Circuit) -> Transformer {
    emit(circuit, Construction::Average).transformer
}

/// The sequence of `unfold_open`, with these vectors.
fn open(t: &Transformer, len: usize, values: &[Num]) -> Transformer {
    let every: Vec<u32> = (0..len as u32).collect();
    let columns = (0..t.dim).map(|c| Column::of((0..len).map(|i| values[i * t.dim + c].clone())));
    let outputs = (0..t.dim).map(|coordinate| OutputSpec {
        name: format!("c{coordinate}"),
        positions: every.clone(),
        coordinate,
    });
    let sequence = Sequence {
        len,
        columns: columns.collect(),
        inputs: Vec::<InputSpec>::new(),
        outputs: outputs.collect(),
    };
    Transformer { sequence, ..t.clone() }
}

fn rings() -> impl Strategy<Value = Ring> {
    prop_oneof![2 => Just(Ring::Q), 1 => Just(model::ring())]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1500, ..ProptestConfig::default() })]

    #[test]
    fn a_random_transformer_and_its_circuit_agree(
        ring in rings(),
        bytes in prop::collection::vec(any::<u8>(), 0..160),
        inputs in prop::collection::vec(prop::collection::vec(any::<u8>(), 8), 3),
    ) {
        let t = Bytes::new(&bytes, ring).transformer();
        prop_assert_eq!(t.faults(), vec![]);
        let unfolded = unfold(&t, &limits(), &mut |_| {});
        for bytes in &inputs {
            let mut choices = Bytes::new(bytes, ring);
            let inputs: Vec<Num> = (0..t.sequence.input_scalars()).map(|_| choices.number()).collect();
            let mut filled = t.clone();
            filled.sequence.fill(&inputs).expect("as many as there are");
            let Ok(expected) = execute_literal(&filled, &run_limits(), &mut |_, _| {}) else { continue };
            let Ok(unfolded) = &unfolded else { continue };
            prop_assert_eq!(values(&unfolded.circuit, &inputs), expected);
        }
        if let Ok(unfolded) = &unfolded {
            check_costs(&t, unfolded);
        }
    }

    #[test]
    fn an_open_sequence_of_any_length_stays_within_the_bounds(
        ring in rings(),
        bytes in prop::collection::vec(any::<u8>(), 0..160),
        len in 0usize..7,
        inputs in prop::collection::vec(any::<u8>(), 24),
    ) {
        let t = Bytes::new(&bytes, ring).transformer();
        let Ok(unfolded) = unfold_open(&t, len, &limits(), &mut |_| {}) else { return Ok(()) };
        check_costs(&t, &unfolded);
        let mut choices = Bytes::new(&inputs, ring);
        let inputs: Vec<Num> = (0..len * t.dim).map(|_| choices.number()).collect();
        let t = open(&t, len, &inputs);
        let Ok(by_columns) = execute_literal(&t, &run_limits(), &mut |_, _| {}) else { return Ok(()) };
        let by_rows: Vec<Num> =
            (0..len * t.dim).map(|k| by_columns[k % t.dim * len + k / t.dim].clone()).collect();
        prop_assert_eq!(values(&unfolded.circuit, &inputs), by_rows);
    }

    #[test]
    fn a_circuit_comes_back_from_its_transformer(
        choices in prop::collection::vec(any::<(u8, u8, u8, u8)>(), 1..14),
        inputs in prop::collection::vec(any::<u8>(), 0..6),
    ) {
        let circuit = raw::circuit(inputs.len() / 2, &choices);
        let mut numbers = Bytes::new(&inputs, circuit.ring);
        let inputs: Vec<Num> = (0..inputs.len() / 2).map(|_| numbers.number()).collect();
        round_trips(&circuit, &[inputs]);
    }
}

/// A transformer of one layer that takes the mean of the first coordinate over all positions.
fn mean_of_all(repeat: u64) -> Transformer {
    let text = format!(
        r#"{{"format": "circ.transformer/1", "construction": "by hand", "ring": "Q", "dim": 1, "coordinates": ["x"],
            "repeat": {repeat}, "layers": [{{"heads": [{{"score": {{"gates": [["const", 0]], "outputs": [0]}},
            "value": {{"gates": [["in", 0]], "outputs": [0]}}, "pooling": "average"}}],
            "activation": {{"gates": [["in", 1]], "outputs": [0]}}}}],
            "sequence": {{"tokens": [], "inputs": [], "outputs": []}}}}"#
    );
    read_transformer(&text).expect("well formed")
}

#[test]
fn what_is_known_makes_no_gates() {
    // All scores tie, so the mean is a sum and a product: N inputs, one add, one constant, one mul.
    let unfolded = unfold_open(&mean_of_all(1), 100, &Limits::default(), &mut |_| {}).expect("small");
    assert_eq!(measure(&unfolded.circuit).gates, 103);
    assert_eq!(measure(&unfolded.circuit).depth, 2);
    // Every wire of an encoded circuit is found: no gate compares.
    let source = "family f[n](x: num[n]) -> num { sum(x) }";
    let circuit = build(source, &load_right(source), "f", &[300]);
    let unfolded = round_trip(&circuit, &average(&circuit), &[]);
    let measures = measure(&unfolded.circuit);
    assert!(!measures.signs && measures.gates < 320, "{measures:?}");
}

#[test]
fn rounds_that_change_nothing_cost_nothing() {
    // Of one position the mean is itself.
    let unfolded = unfold_open(&mean_of_all(1_000_000_000_000_000_000), 1, &Limits::default(), &mut |_| {});
    let unfolded = unfolded.expect("one round is enough");
    assert_eq!((unfolded.lowered.run, unfolded.lowered.layers.len()), (1_000_000_000_000_000_000, 0));
    let source = "family f(x: num) -> num { x * (x + x) }";
    let circuit = build(source, &load_right(source), "f", &[]);
    let t = Transformer { repeat: u64::MAX, ..average(&circuit) };
    let unfolded = unfold(&t, &Limits::default(), &mut |_| {}).expect("it settles");
    assert_eq!(values(&unfolded.circuit, &[Num::int(3)]), [Num::int(18)]);
    assert_eq!(unfolded.lowered.layers.len(), 4);
}

#[test]
fn budgets_hold() {
    let t = mean_of_all(1_000_000_000_000_000_000);
    let refused =
        |len: usize, limits: Limits| unfold_open(&t, len, &limits, &mut |_| {}).expect_err("too large").fact;
    // It changes in every round.
    assert!(matches!(
        refused(2, Limits::default()),
        BuildFact::TooManySteps { .. } | BuildFact::NumberTooLarge { .. }
    ));
    assert!(matches!(refused(1 << 40, Limits::default()), BuildFact::TooManySteps { .. }));
    assert!(matches!(
        refused(2, Limits { max_gates: 50, ..Limits::default() }),
        BuildFact::TooManyGates { limit: 50 }
    ));
    assert!(matches!(
        refused(9, Limits { max_wires: 40, ..Limits::default() }),
        BuildFact::TooManyWires { limit: 40 }
    ));
}

#[test]
fn the_bounds_of_a_construction_depend_on_neither_circuit_nor_size() {
    let source = "family f[n](x: num[n]) -> num { sum(x[i] * x[n - 1 - i] for i in 0..n) }";
    let loaded = load_right(source);
    for (construction, expected) in
        Construction::ALL.into_iter().zip([[21, 25], [21, 25], [16, 19], [16, 19]])
    {
        for n in [1, 3, 7] {
            let t = emit(&build(source, &loaded, "f", &[n]), construction).transformer;
            let bounds: Vec<u64> = t.layers.iter().map(|layer| bound(layer, t.dim)).collect();
            assert_eq!(bounds, expected, "{} at {n}", construction.name());
        }
    }
}
