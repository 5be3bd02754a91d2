//! The way back: a transformer as a circuit gives what the literal engine gives, and its layers add constant depth.

use circ_compiler::diagnostics::BuildFact;
use circ_compiler::emit::average;
use circ_compiler::unfold::bound;
use circ_compiler::{Limits, Unfolded, unfold, unfold_open};
use circ_runtime::{
    Circuit, Column, InputSpec, Num, OutputSpec, PortType, Ring, Sequence, Transformer, evaluate,
    execute_literal, measure, read_lowered, read_transformer, write_lowered,
};
use circ_tests::transformers::Bytes;
use circ_tests::{build, load_right, model, raw};
use proptest::prelude::*;

fn limits() -> Limits {
    Limits { max_digits: 5_000, ..Limits::default() }
}

fn run_limits() -> circ_runtime::Limits {
    circ_runtime::Limits { max_digits: 5_000, ..circ_runtime::Limits::default() }
}

fn values(circuit: &Circuit, inputs: &[Num]) -> Vec<Num> {
    evaluate(circuit, inputs, &circ_runtime::Limits::default(), &mut |_, _| {}).expect("the circuit runs")
}

/// What every unfolding keeps: ports as they say, costs that add up, depth within the bound, and a file of it.
fn check_costs(t: &Transformer, unfolded: &Unfolded) {
    let Unfolded { circuit, lowered } = unfolded;
    let measures = measure(circuit);
    let all = || std::iter::once(&lowered.start).chain(&lowered.layers);
    assert_eq!(all().map(|cost| cost.gates).sum::<u64>(), measures.gates as u64);
    assert_eq!(all().map(|cost| cost.depth).sum::<u64>(), measures.depth as u64);
    assert!(lowered.start.depth <= 1);
    for (k, layer) in lowered.layers.iter().enumerate() {
        let bound = lowered.bound[k % t.layers.len()];
        assert!(layer.depth <= bound, "layer {k} adds {} of at most {bound}", layer.depth);
    }
    assert!(lowered.layers.len() as u64 <= lowered.run);
    let mut text = String::new();
    write_lowered(circuit, lowered, &mut text).expect("a string takes everything");
    assert_eq!(read_lowered(&text), Ok((circuit.clone(), Some(lowered.clone()))));
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
        round_trip(&circuit, &[inputs]);
    }
}

/// Circuit, transformer, circuit: the same ports and the same values.
fn round_trip(circuit: &Circuit, all_inputs: &[Vec<Num>]) -> Unfolded {
    let t = average(circuit);
    let unfolded = unfold(&t, &Limits::default(), &mut |_| {}).expect("within the budgets");
    check_costs(&t, &unfolded);
    for inputs in all_inputs {
        assert_eq!(values(&unfolded.circuit, inputs), values(circuit, inputs), "{}", circuit.family);
    }
    unfolded
}

/// Zeros and ones, and small numbers where an input is of numbers.
fn some_inputs(circuit: &Circuit) -> Vec<Vec<Num>> {
    let mut all = Vec::new();
    for seed in 0..6u64 {
        let mut inputs = Vec::new();
        let mut state = seed;
        for port in &circuit.inputs {
            let most = match &port.ty {
                PortType::Num => 5,
                PortType::Bool => 2,
                PortType::Alphabet { tokens, .. } => tokens.len() as u64,
            };
            for _ in 0..port.scalars() {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                let value = (state >> 33) % most;
                let shift = if port.ty == PortType::Num { 2 } else { 0 };
                inputs.push(Num::int(value as i64 - shift));
            }
        }
        all.push(inputs);
    }
    all
}

#[test]
fn programs_of_the_catalogue_come_back() {
    let mut count = 0;
    for folder in ["circuits", "sequences"] {
        let path = format!("{}/../examples/{folder}", env!("CARGO_MANIFEST_DIR"));
        let mut files: Vec<_> = std::fs::read_dir(path)
            .expect("the folder is there")
            .map(|f| f.expect("readable").path())
            .collect();
        files.sort();
        for file in files.iter().filter(|file| file.extension().is_some_and(|e| e == "circ")) {
            let source = std::fs::read_to_string(file).expect("readable");
            let loaded = load_right(&source);
            let family = loaded.program.own_families().last().expect("a family").clone();
            let id = loaded.program.family_named(&family.name).expect("it is there");
            for n in 0..4 {
                let sizes = vec![n; family.params.len()];
                let built =
                    circ_compiler::elaborate(&loaded.program, id, &sizes, &Limits::default(), &mut |_| {});
                let Ok(built) = built else { continue };
                if built.circuit.gates.len() + built.circuit.gates.edges() > 1_500
                    || !family.generics.is_empty()
                {
                    continue;
                }
                round_trip(&built.circuit, &some_inputs(&built.circuit));
                count += 1;
            }
        }
    }
    assert!(count > 60, "{count} circuits");
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
    let unfolded = round_trip(&circuit, &[]);
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
fn the_bounds_of_average_depend_on_neither_circuit_nor_size() {
    let source = "family f[n](x: num[n]) -> num { sum(x[i] * x[n - 1 - i] for i in 0..n) }";
    let loaded = load_right(source);
    let bounds: Vec<Vec<u64>> = [1u64, 3, 7]
        .iter()
        .map(|n| {
            average(&build(source, &loaded, "f", &[*n])).layers.iter().map(|layer| bound(layer, 7)).collect()
        })
        .collect();
    assert_eq!(bounds[0], bounds[1]);
    assert_eq!(bounds[0], bounds[2]);
    assert_eq!(bounds[0], [21, 27]);
}

/// A program of `examples/transformers`.
fn example(name: &str) -> Transformer {
    let path = format!("{}/../examples/transformers/{name}.json", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).expect("readable");
    read_transformer(&text).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// Holds an example and its circuit against a model, on all inputs of these numbers.
fn check_example(name: &str, numbers: &[i64], model: &dyn Fn(&[i64]) -> i64) {
    let mut t = example(name);
    let unfolded = unfold(&t, &Limits::default(), &mut |_| {}).expect("small");
    check_costs(&t, &unfolded);
    let count = t.sequence.input_scalars();
    for k in 0..numbers.len().pow(count as u32) {
        let inputs: Vec<i64> =
            (0..count).map(|at| numbers[k / numbers.len().pow(at as u32) % numbers.len()]).collect();
        let cells: Vec<Num> = inputs.iter().map(|x| Num::int(*x)).collect();
        let expected = [Num::int(model(&inputs))];
        assert_eq!(values(&unfolded.circuit, &cells), expected, "{name} {inputs:?}");
        t.sequence.fill(&cells).expect("as many as there are");
        let literal = execute_literal(&t, &run_limits(), &mut |_, _| {}).expect("small");
        assert_eq!(literal, expected, "{name} {inputs:?}");
    }
}

#[test]
fn programs_written_by_hand_and_their_circuits_do_what_they_say() {
    check_example("majority", &[0, 1], &|x| i64::from(2 * x.iter().sum::<i64>() > x.len() as i64));
    check_example("argmax", &[-1, 0, 2], &|x| {
        let greatest = x.iter().max().expect("not empty");
        x.iter().position(|value| value == greatest).expect("it is there") as i64
    });
    check_example("induction", &[0, 4, 7], &|x| {
        let last = x.len() - 1;
        let found = (1..=last).rev().find(|k| x[k - 1] == x[last]);
        x[found.unwrap_or(last)]
    });
}
