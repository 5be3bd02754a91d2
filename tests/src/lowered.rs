//! Transformers as circuits: what every one of them keeps.

use circ_compiler::emit::{Construction, emit};
use circ_compiler::{Limits, Unfolded, unfold};
use circ_runtime::{Circuit, Num, Transformer, evaluate, measure, read_lowered, write_lowered};

/// The outputs of a circuit.
///
/// # Panics
/// Where it does not run.
pub fn values(circuit: &Circuit, inputs: &[Num]) -> Vec<Num> {
    evaluate(circuit, inputs, &circ_runtime::Limits::default(), &mut |_, _| {}).expect("the circuit runs")
}

/// What every unfolding keeps: costs that add up, depth within the bound, and a file of it.
///
/// # Panics
/// Where one of these does not hold.
pub fn check_costs(t: &Transformer, unfolded: &Unfolded) {
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

/// Circuit, transformer, circuit, by every construction: the same ports and the same values.
///
/// # Panics
/// Where they differ.
pub fn round_trips(circuit: &Circuit, all_inputs: &[Vec<Num>]) {
    for construction in Construction::ALL {
        round_trip(circuit, &emit(circuit, construction).transformer, all_inputs);
    }
}

/// The same by one transformer.
///
/// # Panics
/// Where they differ.
pub fn round_trip(circuit: &Circuit, t: &Transformer, all_inputs: &[Vec<Num>]) -> Unfolded {
    let unfolded = unfold(t, &Limits::default(), &mut |_| {}).expect("within the budgets");
    check_costs(t, &unfolded);
    let names = |ports: &[circ_runtime::Port]| -> Vec<(String, usize)> {
        ports.iter().map(|port| (port.name.clone(), port.scalars())).collect()
    };
    assert_eq!(names(&unfolded.circuit.inputs), names(&circuit.inputs));
    assert_eq!(names(&unfolded.circuit.outputs), names(&circuit.outputs));
    for inputs in all_inputs {
        assert_eq!(values(&unfolded.circuit, inputs), values(circuit, inputs), "{}", circuit.family);
    }
    unfolded
}
