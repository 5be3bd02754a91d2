//! The vectors of each construction, on a small circuit. The laws on random circuits stand in the tests of the workspace.

use super::*;
use circ_runtime::{GateId, Gates, Limits, Num, Port, PortType, Ring, evaluate, execute, execute_literal};

fn circuit(gates: Gates, inputs: usize, outputs: Vec<GateId>) -> Circuit {
    let port = |name: &str, shape, gates| Port { name: name.to_owned(), ty: PortType::Num, shape, gates };
    Circuit {
        family: "random".to_owned(),
        params: vec![],
        ring: Ring::Q,
        inputs: vec![port("x", vec![inputs], vec![])],
        outputs: vec![port("result", vec![outputs.len()], outputs)],
        gates,
    }
}

/// Evaluates a circuit and runs each of its transformers on both engines: all agree, also after one more round.
fn check(circuit: &Circuit, inputs: &[Num]) {
    let limits = Limits::default();
    let expected = evaluate(circuit, inputs, &limits, &mut |_, _| {});
    for construction in Construction::ALL {
        let mut t = emit(circuit, construction).transformer;
        t.sequence.fill(inputs).unwrap();
        assert_eq!(t.validate(), Ok(()));
        for t in [&t, &Transformer { repeat: t.repeat + 1, ..t.clone() }] {
            assert_eq!(execute_literal(t, &limits, &mut |_, _| {}), expected, "{construction:?}");
            assert_eq!(execute(t, &limits, &mut |_, _| {}), expected, "{construction:?}");
        }
    }
}

/// `1/2 · (x + y + x)`
fn small() -> Circuit {
    let mut gates = Gates::new();
    let (x, y) = (gates.push_input(0), gates.push_input(1));
    let half = gates.push_const(Num::ratio(1, 2).unwrap());
    let sum = gates.push_add(&[x, y, x]);
    let product = gates.push_mul(&[half, sum]);
    circuit(gates, 2, vec![product])
}

/// The vectors of its sequence, and how often the layers are repeated.
fn vectors(construction: Construction) -> (Vec<String>, u64) {
    let t = emit(&small(), construction).transformer;
    let row = |i| t.sequence.vector(i).iter().map(Num::to_string).collect::<Vec<_>>().join(" ");
    ((0..t.sequence.len).map(row).collect(), t.repeat)
}

#[test]
fn a_small_circuit_comes_out_right() {
    check(&small(), &[Num::int(3), Num::int(-4)]);
}

#[test]
fn average_has_the_vectors_of_its_table() {
    let (rows, repeat) = vectors(Construction::Average);
    assert_eq!(repeat, 2);
    assert_eq!(
        rows,
        [
            "0 1 1 1 0 0 0",
            "0 2 2 1 0 0 0",
            "0 3 3 1 0 1/2 0",
            "0 4 4 2 0 0 0",
            "0 5 5 3 0 0 0",
            "1 1 4 0 1 0 0",
            "1 2 4 0 2 0 0",
            "1 1 4 0 3 0 0",
            "1 3 5 0 1 0 0",
            "1 4 5 0 2 0 0",
        ]
    );
}

#[test]
fn dot_has_the_vectors_of_its_table() {
    let (rows, repeat) = vectors(Construction::Dot);
    assert_eq!(repeat, 2);
    assert_eq!(
        rows,
        [
            "1 0 1 1 1 1 1 0 0",
            "1 0 2 4 2 4 1 0 0",
            "1 0 3 9 3 9 1 1/2 0",
            "1 0 4 16 4 16 2 0 0",
            "1 0 5 25 5 25 3 0 0",
            "1 1 1 1 4 16 1 0 0",
            "1 1 2 4 4 16 2 0 0",
            "1 1 1 1 4 16 3 0 0",
            "1 1 3 9 5 25 1 0 0",
            "1 1 4 16 5 25 2 0 0",
        ]
    );
}

#[test]
fn leftmost_has_the_vectors_of_its_table_and_a_sum_of_three_is_two_gates() {
    let (rows, repeat) = vectors(Construction::Leftmost);
    assert_eq!(repeat, 3);
    assert_eq!(
        rows,
        ["1 1 1 1 0 0", "2 2 2 1 0 0", "3 3 3 1 1/2 0", "4 1 2 2 0 0", "5 4 1 2 0 0", "6 3 5 3 0 0"]
    );
    assert_eq!(vectors(Construction::Rightmost), (rows, repeat));
}

#[test]
fn what_is_emitted_tells_where_gates_are_and_when_they_are_right() {
    let [wide, binary] = [Construction::Average, Construction::Leftmost].map(|c| emit(&small(), c));
    assert_eq!((wide.positions, wide.rounds), (vec![0, 1, 2, 3, 4], vec![0, 0, 0, 1, 2]));
    assert_eq!((binary.positions, binary.rounds), (vec![0, 1, 2, 4, 5], vec![0, 0, 0, 2, 3]));
}

#[test]
fn the_dimensions_are_those_of_the_theorem() {
    assert_eq!(Construction::ALL.map(Construction::dim), [7, 9, 6, 6]);
    for construction in Construction::ALL {
        let t = emit(&small(), construction).transformer;
        assert_eq!((t.dim, t.layers.len()), (construction.dim(), 2));
        assert!(t.layers.iter().all(|layer| layer.heads.len() == 1));
    }
}

#[test]
fn an_output_may_be_an_input() {
    let mut gates = Gates::new();
    let x = gates.push_input(0);
    check(&circuit(gates, 1, vec![x]), &[Num::int(7)]);
}
