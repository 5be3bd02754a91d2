//! Circuits and their measures.

mod support;

use circ_runtime::*;
use proptest::prelude::*;
use support::{circuit, circuits};

#[test]
fn depth_counts_add_mul_and_sign() {
    let mut gates = Gates::new();
    let (x, half) = (gates.push_input(0), gates.push_const(Num::ratio(1, 2).unwrap()));
    let sum = gates.push_add(&[x, half, x]);
    let product = gates.push_mul(&[sum, half]);
    let sign = gates.push_sign(product);
    let dead = gates.push_sign(sign);
    let measures = measure(&circuit(gates.clone(), vec![x], vec![sign]));
    let expected = Measures { gates: 6, edges: 7, depth: 3, add_fan_in: 3, mul_fan_in: 2, signs: true };
    assert_eq!(measures, expected);
    assert_eq!(measure(&circuit(gates, vec![x], vec![half])).depth, 0);
    assert_eq!(format!("{dead} {dead:?}"), "g5 g5");
}

#[test]
fn an_empty_sum_has_depth_one() {
    let mut gates = Gates::new();
    let sum = gates.push_add(&[]);
    assert_eq!(measure(&circuit(gates, vec![], vec![sum])).depth, 1);
}

proptest! {
    #[test]
    fn gates_come_back_as_they_were_pushed((circuit, _) in circuits(20)) {
        let mut copy = Gates::new();
        for id in circuit.gates.ids() {
            let pushed = match circuit.gates.gate(id) {
                Gate::Input(i) => copy.push_input(i),
                Gate::Const(value) => copy.push_const(value.clone()),
                Gate::Add(operands) => copy.push_add(operands),
                Gate::Mul(operands) => copy.push_mul(operands),
                Gate::Sign(operand) => copy.push_sign(operand),
            };
            prop_assert_eq!(pushed, id);
        }
        prop_assert_eq!(&copy, &circuit.gates);
        let wires: usize = copy.ids().map(|g| copy.operands(g).len()).sum();
        prop_assert_eq!(wires, copy.edges());
    }
}
