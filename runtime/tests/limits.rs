//! Bounds hold before the work is done, and errors say where.

mod support;

use circ_runtime::*;
use support::{average, circuit};

/// 3 squared `n` times, and the last square summed with itself.
fn squares(n: usize) -> Circuit {
    let mut gates = Gates::new();
    let x = gates.push_input(0);
    let mut last = x;
    for _ in 0..n {
        last = gates.push_mul(&[last, last]);
    }
    circuit(gates, vec![x], vec![last])
}

fn direct(circuit: &Circuit, inputs: &[Num], limits: &Limits) -> Result<Vec<Num>, RunError> {
    evaluate(circuit, inputs, limits, &mut |_, _| {})
}

fn planned(circuit: &Circuit, inputs: &[Num], limits: &Limits) -> Result<Vec<Num>, RunError> {
    let mut t = average(circuit);
    t.sequence.fill(inputs)?;
    execute(&t, limits, &mut |_, _| {})
}

#[test]
fn sixty_squares_are_refused_at_once() {
    let (limits, three) = (Limits::default(), [Num::int(3)]);
    let error = direct(&squares(60), &three, &limits).unwrap_err();
    assert!(matches!(error.kind, RunErrorKind::NumberTooLong { max_digits: 1_000_000, .. }), "{error}");
    assert_eq!(error.gate, Some(GateId(21)));
    let error = planned(&squares(60), &three, &limits).unwrap_err();
    assert!(matches!(error.kind, RunErrorKind::NumberTooLong { .. }), "{error}");
    // 3^(2^16) has 31,269 digits.
    let limits = Limits { max_digits: 31_270, ..limits };
    assert_eq!(direct(&squares(16), &three, &limits), planned(&squares(16), &three, &limits));
    assert!(direct(&squares(16), &three, &limits).is_ok());
    let limits = Limits { max_digits: 31_000, ..limits };
    assert!(direct(&squares(16), &three, &limits).is_err());
    assert!(planned(&squares(16), &three, &limits).is_err());
}

#[test]
fn zero_times_anything_is_allowed() {
    let mut gates = Gates::new();
    let x = gates.push_input(0);
    let product = gates.push_mul(&[x, x, x]);
    let circuit = circuit(gates, vec![x], vec![product]);
    assert_eq!(direct(&circuit, &[Num::ZERO], &Limits::default()), Ok(vec![Num::ZERO]));
}

#[test]
fn all_values_together_are_bounded() {
    let limits = Limits { max_total_digits: 50_000, ..Limits::default() };
    let error = direct(&squares(18), &[Num::int(3)], &limits).unwrap_err();
    assert_eq!(error.kind, RunErrorKind::TotalTooLong { max_total_digits: 50_000 });
}

#[test]
fn a_product_is_as_long_in_the_transformer_as_in_the_circuit() {
    // By way of squares it would be twice as long.
    let mut gates = Gates::new();
    let (x, y) = (gates.push_input(0), gates.push_input(1));
    let product = gates.push_mul(&[x, y]);
    let circuit = circuit(gates, vec![x, y], vec![product]);
    let inputs = [Num::int(10).pow(900), Num::int(7)];
    let limits = Limits { max_digits: 1000, ..Limits::default() };
    assert!(direct(&circuit, &inputs, &limits).is_ok());
    assert_eq!(planned(&circuit, &inputs, &limits), direct(&circuit, &inputs, &limits));
}

#[test]
fn the_literal_engine_counts_its_pairs_first() {
    let t = average(&squares(40));
    let limits = Limits { max_pairs: 1000, ..Limits::default() };
    let error = execute_literal(&t, &limits, &mut |_, _| {}).unwrap_err();
    let expected = RunErrorKind::TooManyPairs { positions: 121, heads: 2, repeat: 40, max_pairs: 1000 };
    assert_eq!(error.kind, expected);
}

#[test]
fn rounds_without_end_are_refused() {
    // One layer that swaps two numbers never settles.
    let mut gates = Gates::new();
    let swapped = vec![gates.push_input(1), gates.push_input(0)];
    let layer = Layer { heads: vec![], activation: Component { gates, outputs: swapped } };
    let swap = |repeat| Transformer {
        construction: "swap".to_owned(),
        ring: Ring::Q,
        dim: 2,
        coordinates: vec!["a".to_owned(), "b".to_owned()],
        repeat,
        layers: vec![layer.clone()],
        sequence: Sequence {
            len: 1,
            columns: vec![Column::All(Num::int(7)), Column::of([Num::int(8)])],
            inputs: vec![],
            outputs: vec![OutputSpec { name: "a".to_owned(), positions: vec![0], coordinate: 0 }],
        },
        declared: None,
    };
    let run = |repeat| execute(&swap(repeat), &Limits::default(), &mut |_, _| {});
    assert_eq!(run(0), Ok(vec![Num::int(7)]));
    assert_eq!(run(1001), Ok(vec![Num::int(8)]));
    let error = run(1_000_000_000_000).unwrap_err();
    assert!(matches!(error.kind, RunErrorKind::TooManyUpdates { .. }), "{error}");
}

#[test]
fn inputs_are_counted() {
    let expected = RunErrorKind::InputCount { expected: 1, found: 2 };
    let two = [Num::ONE, Num::ONE];
    assert_eq!(direct(&squares(1), &two, &Limits::default()).unwrap_err().kind, expected);
    assert_eq!(planned(&squares(1), &two, &Limits::default()).unwrap_err().kind, expected);
}
