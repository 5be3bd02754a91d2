//! A sequence program as a transformer of its own, as RASP means it.
//!
//! Takes a family that is made of sequence operations: elementwise arithmetic, comparisons of what two positions
//! have, `select`, `width`, `aggregate`, `pick`, reductions over positions. Gives a transformer with a position for
//! each element and one more, the sentinel, and one head for each question that a position asks of the others.
//! There is no encoded circuit: the coordinates are the program's variables. The layers are the same for all n,
//! except for the length of tables (constructions.md, section 6).
//!
//! 1. `read`, with `values`, `select`, `reduce`: the typed body as `terms` over positions, and the `heads` that they
//!    ask for. What is not of this form is refused at the expression.
//! 2. `layers`: each head as early as what it looks at is there; heads that score alike are one.
//! 3. `emit`, with `component`: terms as circuits, by the lowering table. `tables` are the static functions that are
//!    no polynomials, `bounds` what says that a range stays within the positions.
//! 4. `whole`: what can be run without C_n being built beside it.
//! 5. `finite`: the set of values of each variable, where that is finite.

mod activation;
mod bounds;
mod calls;
mod component;
mod coordinates;
mod emit;
mod finite;
mod folding;
mod heads;
mod layers;
mod read;
mod reduce;
mod select;
mod subscripts;
mod tables;
mod terms;
mod values;
mod walks;
mod whole;

use circ_grammar::tree::Span;
use circ_runtime::Transformer;

use self::component::on_stack;
use self::read::{Frame, Reader, Stop};
use self::terms::{OWN, Term, TermId};
use self::values::Value;
pub use self::whole::{is_whole, result_ports};
use crate::diagnostics::{Diagnostic, NativeFault};
use crate::limits::Limits;
use crate::program::{Family, FamilyId, Program};
use crate::types::{Scalar, Type};

/// What positions know of themselves before the first layer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Positions {
    /// Their index. The number n of elements then takes a layer, as in RASP.
    #[default]
    Index,
    /// Their index and n.
    IndexAndSize,
}

/// One output array or scalar: its name as in the circuit, and the term of its element.
struct Output {
    name: String,
    /// An element for each position, or a scalar.
    array: bool,
    term: TermId,
}

/// The transformer of a sequence program at these sizes, which runs at every smaller number of elements too.
///
/// `line` gives the line of a place in the source, for the labels of coordinates.
///
/// # Errors
/// The expression that is not of this form, or a budget. A family that can't be built at these sizes should be
/// built first: faults of one size are not looked for here.
pub fn native(
    program: &Program,
    id: FamilyId,
    sizes: &[u64],
    positions: Positions,
    limits: &Limits,
    line: &dyn Fn(Span) -> Option<u32>,
) -> Result<Transformer, Box<Diagnostic>> {
    on_stack(|| translate(program, id, sizes, positions, limits, line))
}

fn translate(
    program: &Program,
    id: FamilyId,
    sizes: &[u64],
    positions: Positions,
    limits: &Limits,
    line: &dyn Fn(Span) -> Option<u32>,
) -> Result<Transformer, Box<Diagnostic>> {
    let family = program.family(id);
    let along = sequence_size(family);
    let size = along.map_or_else(|| "n".to_string(), |param| family.params[param as usize].clone());
    let most = along.and_then(|param| sizes.get(param as usize).copied()).unwrap_or(0);
    let mut reader = Reader::new(program, id, size.clone(), most);
    let Some(along) = along else { return Err(reader.fault(family.signature, NativeFault::NoSequence)) };
    let size_head = match positions {
        Positions::Index => {
            let found = reader.heads.size(&mut reader.terms, family.name_span);
            reader.head_of(found)
        }
        Positions::IndexAndSize => None,
    };
    let mut params = Vec::with_capacity(sizes.len());
    for (at, value) in sizes.iter().enumerate() {
        let known = i64::try_from(*value).unwrap_or(i64::MAX);
        params.push(if at == along as usize { reader.terms.size() } else { reader.terms.int(known) });
    }
    let mut frame = Frame::new(&family.body, params, Vec::new());
    inputs(&mut reader, &mut frame, family, along, &size)?;
    let Some(result) = family.body.result else { return Err(reader.internal(family.signature)) };
    let value = reader.eval(&mut frame, result)?;
    let span = family.body[result].span;
    let mut outputs = Vec::new();
    results(&mut reader, "result", &value, &family.result.ty, &mut outputs, span)?;
    emit::emit(&mut reader, family, &outputs, positions, size_head, limits, line)
}

/// The parameter that is the number of elements: the size of the first input that has exactly one.
fn sequence_size(family: &Family) -> Option<u32> {
    family.inputs.iter().find_map(|input| match input.ty.params.as_slice() {
        [param] => *param,
        _ => None,
    })
}

/// Binds the inputs: an element for each position, or a scalar that the sentinel has.
fn inputs<'p>(
    reader: &mut Reader<'p>,
    frame: &mut Frame<'p>,
    family: &'p Family,
    along: u32,
    size: &str,
) -> Result<(), Stop> {
    for (at, input) in family.inputs.iter().enumerate() {
        let scalar = match &input.ty.ty {
            Type::Array(scalar, _) => *scalar,
            _ => Scalar::Num,
        };
        let bit = reader.program.codes(scalar).is_some_and(|codes| codes <= 2);
        reader.terms.bit_inputs.push(bit);
        let value = match (input.ty.ty.rank(), input.ty.params.as_slice()) {
            (Some(0), _) => Value::Scalar(reader.heads.single(&mut reader.terms, at as u32, bit, input.span)),
            (Some(1), [Some(param)]) if *param == along => {
                let var = reader.terms.fresh();
                let cell = reader.terms.make(Term::Input(at as u32, var));
                let dim = values::Dim { var, from: reader.terms.zero(), to: reader.terms.size() };
                Value::array(vec![dim], cell)
            }
            _ => {
                let ty = reader.program.names(family).ty(&input.ty.ty);
                let fault = NativeFault::Input { name: input.name.clone(), ty, size: size.to_string() };
                return Err(reader.fault(input.span, fault));
            }
        };
        frame.slots[at] = Some(value);
    }
    Ok(())
}

/// The outputs of a value, named as those of the circuit.
fn results(
    reader: &mut Reader<'_>,
    name: &str,
    value: &Value,
    ty: &Type,
    outputs: &mut Vec<Output>,
    span: Span,
) -> Result<(), Stop> {
    let refused = |reader: &Reader<'_>, ty: String| {
        let size = reader.size.clone();
        Err(reader.fault(span, NativeFault::Result { ty, size }))
    };
    match (value, ty) {
        (Value::Tuple(parts), Type::Tuple(types)) => {
            for (at, (part, ty)) in parts.iter().zip(types).enumerate() {
                results(reader, &format!("{name}.{at}"), part, ty, outputs, span)?;
            }
            Ok(())
        }
        (Value::Scalar(term), _) => {
            outputs.push(Output { name: name.to_string(), array: false, term: *term });
            Ok(())
        }
        (Value::Array(array), _) if array.dims.len() == 1 => {
            let dim = array.dims[0];
            let length = reader.terms.sub(dim.to, dim.from);
            if length != reader.terms.size() {
                return refused(reader, "an array of another length".to_string());
            }
            let all = values::Dim { var: OWN, from: reader.terms.zero(), to: reader.terms.size() };
            let term = reader.aligned(array, &[all], span)?;
            outputs.push(Output { name: name.to_string(), array: true, term });
            Ok(())
        }
        (Value::List(_), _) => refused(reader, "an array of fixed length".to_string()),
        _ => refused(reader, "an array with more than one size".to_string()),
    }
}
