//! Families whose translation is all that there is to know of them.
//!
//! Building C_n finds what goes wrong at one size alone: a divisor that is 0, arrays of different lengths, an index
//! beyond the end. Where a family has none of the operations in which that can happen, its own transformer can be made
//! without the circuit, which has n² wires where the transformer has n positions.

use circ_grammar::tree::ProductOp;
use circ_runtime::{Port, Transformer};

use crate::elaborate::port_type;
use crate::program::{Family, FamilyId, Program};
use crate::typed::{Elements, Kind, Reduction};
use crate::types::Type;

/// Whether nothing can go wrong with a family at one size and not at another: each of its arrays has an element for
/// every position, and each of its operations a value for all operands.
pub fn is_whole(program: &Program, id: FamilyId) -> bool {
    let family = program.family(id);
    let types = family.inputs.iter().map(|input| &input.ty.ty).chain([&family.result.ty]);
    family.params.len() == 1
        && family.generics.is_empty()
        && family.conditions.is_empty()
        && types.chain(family.body.exprs.iter().map(|expr| &expr.ty)).all(goes_along)
        && family.body.exprs.iter().all(|expr| is_total(&expr.kind))
        && has_ports(family)
}

/// Whether every dimension of a type is the number of positions.
fn goes_along(ty: &Type) -> bool {
    match ty {
        Type::Array(_, dims) => {
            dims.iter().all(|dim| dim.as_ref().is_some_and(|size| size.as_param() == Some(0)))
        }
        Type::Tuple(parts) => parts.iter().all(goes_along),
        Type::Empty | Type::Error => false,
    }
}

/// Whether an operation has a value for all operands.
fn is_total(kind: &Kind) -> bool {
    match kind {
        Kind::Number(_)
        | Kind::Param(_)
        | Kind::Local(_)
        | Kind::Const(_)
        | Kind::Sum(_)
        | Kind::Neg(_)
        | Kind::Compare(..)
        | Kind::And(_)
        | Kind::Or(_)
        | Kind::Not(_)
        | Kind::If(..)
        | Kind::Match { .. }
        | Kind::Tuple(_)
        | Kind::Block(..)
        | Kind::Sign(_)
        | Kind::Abs(_)
        | Kind::Len(_)
        | Kind::Indices(_)
        | Kind::Select(..)
        | Kind::Width(_)
        | Kind::Aggregate(..)
        | Kind::Pick { .. } => true,
        Kind::Product(parts) => parts.iter().all(|(op, _)| *op == ProductOp::Mul),
        Kind::Reduce(reduction, Elements::Array(_), _) => {
            matches!(reduction, Reduction::Sum | Reduction::All | Reduction::Any | Reduction::Count)
        }
        _ => false,
    }
}

/// Whether the result is one array or scalar, or a tuple of such.
fn has_ports(family: &Family) -> bool {
    let plain = |ty: &Type| ty.rank().is_some_and(|rank| rank <= 1);
    match &family.result.ty {
        Type::Tuple(parts) => parts.iter().all(plain),
        ty => plain(ty),
    }
}

/// The outputs of the own transformer of a family that [`is_whole`], as those of the circuit.
pub fn result_ports(program: &Program, id: FamilyId, transformer: &Transformer) -> Vec<Port> {
    let types: Vec<&Type> = match &program.family(id).result.ty {
        Type::Tuple(parts) => parts.iter().collect(),
        ty => vec![ty],
    };
    let outputs = transformer.sequence.outputs.iter().zip(types);
    let port = |(spec, ty): (&circ_runtime::OutputSpec, &Type)| {
        let scalars = spec.positions.len();
        let shape = if ty.rank() == Some(0) { Vec::new() } else { vec![scalars] };
        // The gates say how many numbers there are.
        let gates = vec![circ_runtime::GateId(0); scalars];
        Port { name: spec.name.clone(), ty: port_type(program, ty), shape, gates }
    };
    outputs.map(port).collect()
}
