//! Shapes at one n: declared sizes evaluated, values held against them, elements brought together.

use circ_grammar::tree::Span;

use super::access::named_wire;
use super::cells::Cells;
use super::frame::{Elaborator, Frame, Stop};
use super::value::{Cell, Short, Value, same_shape, shape_text, volume};
use super::{Id, natural};
use crate::diagnostics::{BuildFact, StageFact, TypeFact};
use crate::program::TypeAt;
use crate::types::{Scalar, Type, TypeNames};

/// What an elementwise operation does with the elements at one place.
pub(super) type CellOp<'f, E> = &'f mut dyn FnMut(&mut E, &[Cell]) -> Result<Cell, Stop>;

impl<'p> Elaborator<'p, '_> {
    /// A static natural number.
    pub(super) fn natural(&mut self, f: &mut Frame<'p>, id: Id, role: &'static str) -> Result<usize, Stop> {
        let value = self.eval(f, id)?;
        let Some(number) = value.as_static() else {
            return Err(self.stop(f.span(id), StageFact::NotStatic { role }));
        };
        self.as_natural(number, role, f.span(id))
    }

    /// A number as a size or an index.
    pub(super) fn as_natural(
        &self,
        number: &circ_runtime::Num,
        role: &'static str,
        span: Span,
    ) -> Result<usize, Stop> {
        natural(number).ok_or_else(|| {
            let found = shortened(number);
            let huge = number.is_integer() && number.signum() > 0;
            let fact = if huge {
                BuildFact::SizeTooLarge { role, found }
            } else {
                BuildFact::NotNatural { role, found }
            };
            self.stop(span, fact)
        })
    }

    /// The shape that a declared type of one array or scalar has at the sizes of the frame.
    pub(super) fn shape_at(&mut self, f: &mut Frame<'p>, ty: &TypeAt) -> Result<Vec<usize>, Stop> {
        ty.dims.iter().map(|dim| self.natural(f, *dim, "a size")).collect()
    }

    /// How many elements a shape has; stops where that is beyond the budget of gates or steps.
    pub(super) fn count(&mut self, shape: &[usize], span: Span) -> Result<usize, Stop> {
        let count = shape.iter().try_fold(1u64, |count, dim| count.checked_mul(*dim as u64));
        let count = if shape.contains(&0) { Some(0) } else { count };
        match count {
            Some(count) if count <= self.limits.max_gates => {
                self.charge_held(count as usize, span)?;
                Ok(count as usize)
            }
            _ => Err(self.stop(span, BuildFact::TooManyGates { limit: self.limits.max_gates })),
        }
    }

    /// Holds a value against a declared type at the sizes of the frame. `[]` takes the shape that is asked for.
    pub(super) fn conform(
        &mut self,
        f: &mut Frame<'p>,
        value: Value,
        ty: &TypeAt,
        role: &dyn Fn() -> String,
        span: Span,
    ) -> Result<Value, Stop> {
        if let Type::Array(..) = &ty.ty {
            let shape = value.shape();
            let size = |param: &Option<u32>| f.sizes.get((*param)? as usize).copied();
            let same = |(param, length): (&Option<u32>, &usize)| size(param) == Some(*length as u64);
            if ty.params.len() == shape.len() && ty.params.iter().zip(shape).all(same) {
                return Ok(value);
            }
        }
        let mut dims = Vec::with_capacity(ty.dims.len());
        for dim in &ty.dims {
            dims.push(self.natural(f, *dim, "a size")?);
        }
        let mut rest = dims.as_slice();
        self.conform_to(f, value, &ty.ty, &mut rest, role, span)
    }

    fn conform_to(
        &mut self,
        f: &Frame<'p>,
        value: Value,
        ty: &Type,
        dims: &mut &[usize],
        role: &dyn Fn() -> String,
        span: Span,
    ) -> Result<Value, Stop> {
        match (ty, &value) {
            (Type::Tuple(types), Value::Tuple(parts)) => {
                let mut conformed = Vec::with_capacity(parts.len());
                for (ty, part) in types.iter().zip(parts.iter()) {
                    conformed.push(self.conform_to(f, part.clone(), ty, dims, role, span)?);
                }
                Ok(Value::Tuple(conformed.into()))
            }
            (Type::Array(scalar, declared), _) => {
                let (expected, rest) = dims.split_at(declared.len().min(dims.len()));
                *dims = rest;
                let found = value.shape();
                if found == expected {
                    return Ok(value);
                }
                if expected.first() == Some(&0) && fits_empty(found, expected) {
                    return Ok(Value::array(expected.into(), Cells::default()));
                }
                let element = self.scalar_text(f, *scalar);
                let fact = TypeFact::Mismatch {
                    role: role(),
                    expected: format!("{element}{}", shape_text(expected)),
                    found: format!("{element}{}", shape_text(found)),
                    meant: None,
                };
                Err(self.stop(span, fact))
            }
            _ => Ok(value),
        }
    }

    /// The name of an element type.
    pub(super) fn scalar_text(&self, f: &Frame<'p>, scalar: Scalar) -> String {
        let generics = f.family.map_or(&[][..], |id| self.program.family(id).generics.as_slice());
        TypeNames { alphabets: &self.program.alphabets, generics, params: &[] }.scalar(scalar)
    }

    /// `let t: T = value`
    pub(super) fn typed(&mut self, f: &mut Frame<'p>, id: Id, value: Id, dims: &[Id]) -> Result<Value, Stop> {
        let span = f.span(value);
        let ty = TypeAt::new(f.body[id].ty.clone(), dims.to_vec());
        let value = self.eval(f, value)?;
        self.conform(f, value, &ty, &|| "this `let`".to_string(), span)
    }

    /// Evaluates the operands of an elementwise operation, and applies it.
    pub(super) fn mapped(
        &mut self,
        f: &mut Frame<'p>,
        id: Id,
        operands: impl Iterator<Item = Id>,
        op: CellOp<'_, Self>,
    ) -> Result<Value, Stop> {
        if f.body[id].ty.rank() == Some(0) {
            let mut cells: Short<Cell> = Short::new();
            for operand in operands {
                cells.push(self.cell(f, operand)?);
            }
            self.at(f, id);
            return op(self, &cells).map(Value::scalar);
        }
        let mut values: Short<(Id, Value)> = Short::new();
        for operand in operands {
            values.push((operand, self.eval(f, operand)?));
        }
        self.elementwise(f, id, &values, op)
    }

    /// Evaluates a scalar.
    #[inline]
    pub(super) fn cell(&mut self, f: &mut Frame<'p>, id: Id) -> Result<Cell, Stop> {
        if let Some(gate) = named_wire(f, id) {
            self.at(f, gate.1);
            return Ok(Cell::Wire(gate.0));
        }
        match self.eval(f, id)? {
            Value::Scalar(Cell::Wire(gate)) => Ok(Cell::Wire(gate)),
            Value::Scalar(cell) => Ok(cell),
            Value::Array(_) | Value::Tuple(_) => Err(self.internal(f.span(id))),
        }
    }

    /// Applies an operation element by element; scalars spread over arrays of one shape.
    pub(super) fn elementwise(
        &mut self,
        f: &Frame<'p>,
        id: Id,
        operands: &[(Id, Value)],
        op: CellOp<'_, Self>,
    ) -> Result<Value, Stop> {
        self.at(f, id);
        let mut shape: Option<(&[usize], Id)> = None;
        for (operand, value) in operands {
            let Value::Array(array) = value else { continue };
            match shape {
                None => shape = Some((&array.shape, *operand)),
                Some((known, _)) if same_shape(known, &array.shape) => {}
                // `[]` is an empty array of any rank.
                Some((known, _)) if is_empty_literal(&array.shape) && known.first() == Some(&0) => {}
                Some((known, _)) if is_empty_literal(known) && array.shape[0] == 0 => {
                    shape = Some((&array.shape, *operand));
                }
                Some((known, first)) => {
                    return Err(self.shapes_differ(f, (first, known), (*operand, &array.shape)));
                }
            }
        }
        let mut cells: Short<Cell> = Short::new();
        let Some((shape, _)) = shape else {
            cells.extend(operands.iter().filter_map(|(_, value)| value.spread_cell(0)));
            let cell = op(self, &cells)?;
            return Ok(Value::Scalar(cell));
        };
        let count = volume(shape);
        self.charge(count as u64, f.span(id))?;
        let mut results = Cells::with_capacity(count);
        for at in 0..count {
            cells.clear();
            cells.extend(operands.iter().filter_map(|(_, value)| value.spread_cell(at)));
            results.push(op(self, &cells)?);
        }
        Ok(Value::array(shape.into(), results))
    }

    fn shapes_differ(&self, f: &Frame<'p>, left: (Id, &[usize]), right: (Id, &[usize])) -> Stop {
        let text = |(operand, shape): (Id, &[usize])| match &f.body[operand].ty {
            Type::Array(scalar, _) => format!("{}{}", self.scalar_text(f, *scalar), shape_text(shape)),
            _ => shape_text(shape),
        };
        let fact = TypeFact::ShapesDiffer { left: text(left), right: text(right), left_span: f.span(left.0) };
        self.stop(f.span(right.0), fact)
    }
}

/// The shape of `[]`, which fits any array whose first dimension is 0.
pub(super) fn is_empty_literal(shape: &[usize]) -> bool {
    shape == [0]
}

/// Whether an array without elements can stand for one of this empty shape: `[]`, or one whose inner sizes nothing
/// told, as no element was built, and which are 0 for that.
fn fits_empty(found: &[usize], expected: &[usize]) -> bool {
    let open = |(f, e): (&usize, &usize)| f == e || *f == 0;
    is_empty_literal(found)
        || (found.len() == expected.len()
            && found.first() == Some(&0)
            && found.iter().zip(expected).all(open))
}

/// A value in which `[]` has the shape of the other value, where that is empty too.
pub(super) fn as_shaped(value: &Value, other: &Value) -> Value {
    match (value, other) {
        (Value::Tuple(parts), Value::Tuple(others)) if parts.len() == others.len() => {
            Value::Tuple(parts.iter().zip(others.iter()).map(|(p, o)| as_shaped(p, o)).collect())
        }
        (Value::Array(array), Value::Array(like)) if is_empty_literal(&array.shape) && like.shape[0] == 0 => {
            other.clone()
        }
        _ => value.clone(),
    }
}

/// A number as a message shows it: a long one by its length.
pub(super) fn shortened(number: &circ_runtime::Num) -> String {
    const SHOWN: u64 = 200;
    let bits = number.bits();
    if bits <= SHOWN { number.to_string() } else { format!("a number of about {} digits", bits * 3 / 10) }
}
