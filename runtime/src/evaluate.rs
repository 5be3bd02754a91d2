//! The direct engine: a circuit's gates in order, each once.

use crate::circuit::{Circuit, Gate};
use crate::limits::{Limits, Meter, RunError, RunErrorKind};
use crate::number::{Num, Ring};
use crate::values::Values;

/// How many gates go by between two calls of `progress`.
const STRIDE: usize = 1 << 14;

/// The value of every output scalar, ports in order, each in row-major order.
///
/// `inputs` holds the input scalars in the same order. `progress` is called now and then with the gates done
/// and all gates.
///
/// # Errors
/// Another number of inputs than the circuit has, or numbers beyond `limits`, with the gate.
pub fn evaluate(
    circuit: &Circuit,
    inputs: &[Num],
    limits: &Limits,
    progress: &mut dyn FnMut(u64, u64),
) -> Result<Vec<Num>, RunError> {
    let values = run(circuit, inputs, limits, progress)?;
    Ok(circuit.output_gates().map(|g| values.get(g.index())).collect())
}

/// The value of every gate; otherwise as [`evaluate`].
pub fn evaluate_gates(
    circuit: &Circuit,
    inputs: &[Num],
    limits: &Limits,
    progress: &mut dyn FnMut(u64, u64),
) -> Result<Vec<Num>, RunError> {
    Ok(run(circuit, inputs, limits, progress)?.into_numbers())
}

fn run(
    circuit: &Circuit,
    inputs: &[Num],
    limits: &Limits,
    progress: &mut dyn FnMut(u64, u64),
) -> Result<Values, RunError> {
    let expected = circuit.input_scalars();
    if inputs.len() != expected {
        return Err(RunErrorKind::InputCount { expected, found: inputs.len() }.into());
    }
    let gates = &circuit.gates;
    let mut meter = Meter::new(limits);
    let mut values = Values::with_capacity(gates.len());
    for id in gates.ids() {
        if id.index() % STRIDE == 0 {
            progress(id.index() as u64, gates.len() as u64);
        }
        let pushed = match gates.gate(id) {
            Gate::Input(index) => within(circuit.ring, &inputs[index as usize]).map(|v| values.push(v)),
            Gate::Const(value) => within(circuit.ring, value).map(|v| values.push(v)),
            Gate::Add(operands) => values.push_sum(operands.iter().map(|g| g.index()), &meter),
            Gate::Mul(&[a, b]) => values.push_product(a.index(), b.index(), &meter),
            Gate::Mul(operands) => values.push_products(operands.iter().map(|g| g.index()), &meter),
            Gate::Sign(operand) => {
                values.push_sign(operand.index());
                Ok(())
            }
        };
        let kept = pushed.and_then(|()| values.keep_last(&mut meter));
        kept.map_err(|kind| RunError { kind, gate: Some(id) })?;
    }
    progress(gates.len() as u64, gates.len() as u64);
    Ok(values)
}

fn within(ring: Ring, value: &Num) -> Result<Num, RunErrorKind> {
    if ring.contains(value) { Ok(value.clone()) } else { Err(RunErrorKind::NotInRing { ring }) }
}
