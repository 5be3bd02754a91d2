//! What the sequences of all constructions share: the positions of the gates come first, in the order of the
//! normalised circuit, and a gate's value stands at one coordinate.

use super::Normal;
use circ_runtime::{Circuit, Column, InputSpec, Num, OutputSpec, Port, Sequence, Sparse};

/// The sequence of these columns. The values of gates are at the coordinate `value`.
pub(super) fn sequence(
    circuit: &Circuit,
    normal: &Normal,
    value: u32,
    len: usize,
    columns: Vec<Column>,
) -> Sequence {
    let coordinate = value as usize;
    Sequence {
        len,
        columns,
        inputs: inputs(circuit, normal, coordinate),
        outputs: outputs(circuit, normal, coordinate),
    }
}

/// The column of values before the first layer: the constants at their gates.
pub(super) fn values(normal: &Normal, len: usize) -> Column {
    if normal.constants.is_empty() {
        zeros()
    } else {
        Column::Sparse(Sparse::new(len, normal.constants.clone()))
    }
}

/// 0 everywhere.
pub(super) fn zeros() -> Column {
    Column::All(Num::ZERO)
}

fn inputs(circuit: &Circuit, normal: &Normal, coordinate: usize) -> Vec<InputSpec> {
    let mut rest = normal.inputs.iter().copied();
    let spec = |port: &Port| InputSpec {
        name: port.name.clone(),
        positions: rest.by_ref().take(port.scalars()).collect(),
        coordinate,
        square: None,
    };
    circuit.inputs.iter().map(spec).collect()
}

fn outputs(circuit: &Circuit, normal: &Normal, coordinate: usize) -> Vec<OutputSpec> {
    let mut rest = normal.outputs.iter().copied();
    let spec = |port: &Port| OutputSpec {
        name: port.name.clone(),
        positions: rest.by_ref().take(port.gates.len()).collect(),
        coordinate,
    };
    circuit.outputs.iter().map(spec).collect()
}
