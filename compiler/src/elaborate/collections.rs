//! Arrays: written out, by comprehension, joined.

use circ_runtime::Num;

use super::Id;
use super::cells::Cells;
use super::frame::{Elaborator, Frame, Stop};
use super::loops::walk_span;
use super::shapes::is_empty_literal;
use super::value::{Cell, Shape, Value, same_shape, shape_text, volume};
use crate::diagnostics::BuildFact;
use crate::typed::Each;
use crate::types::Type;

/// Elements of one shape, gathered one by one.
#[derive(Default)]
struct Gathered {
    shape: Option<Shape>,
    cells: Cells,
    count: usize,
}

impl Gathered {
    /// Adds an element; `Err` with both shapes where it differs from the first.
    fn push(&mut self, value: Value) -> Result<(), (Shape, Shape)> {
        match &self.shape {
            None => self.shape = Some(value.shape().into()),
            Some(known) if same_shape(known, value.shape()) => {}
            Some(known) => return Err((known.clone(), value.shape().into())),
        }
        self.count += 1;
        match value {
            Value::Scalar(cell) => self.cells.push(cell),
            Value::Array(array) => self.cells.append(&array.cells),
            Value::Tuple(_) => {}
        }
        Ok(())
    }
}

impl<'p> Elaborator<'p, '_> {
    fn ragged(&self, f: &Frame<'p>, id: Id, shapes: &(Shape, Shape)) -> Stop {
        let text =
            |shape: &[usize]| if shape.is_empty() { "[] (a scalar)".to_string() } else { shape_text(shape) };
        self.stop(f.span(id), BuildFact::Ragged { first: text(&shapes.0), found: text(&shapes.1) })
    }

    pub(super) fn array(&mut self, f: &mut Frame<'p>, elements: &[Id]) -> Result<Value, Stop> {
        let mut gathered = Gathered::default();
        for element in elements {
            let value = self.eval(f, *element)?;
            self.charge_held(volume(value.shape()), f.span(*element))?;
            gathered.push(value).map_err(|shapes| self.ragged(f, *element, &shapes))?;
        }
        let mut shape = Shape::from_elem(elements.len(), 1);
        shape.extend(gathered.shape.unwrap_or_default());
        Ok(Value::array(shape, gathered.cells))
    }

    pub(super) fn comprehension(
        &mut self,
        f: &mut Frame<'p>,
        id: Id,
        each: &[Each],
        element: Id,
    ) -> Result<Value, Stop> {
        self.forecast(f, each, &[element])?;
        let mut gathered = Gathered::default();
        let lengths = self.walk(f, each, true, &mut |this, f| {
            let value = this.eval(f, element)?;
            this.charge_held(volume(value.shape()), walk_span(each, f.span(element)))?;
            gathered.push(value).map_err(|shapes| this.ragged(f, element, &shapes))
        })?;
        let mut shape = Shape::new();
        let declared = self.declared_shape(f, id);
        for (level, length) in lengths.iter().enumerate() {
            shape.push(length.unwrap_or_else(|| declared.get(level).copied().unwrap_or(0)));
        }
        match gathered.shape {
            Some(inner) => shape.extend(inner),
            // No element was built: what the type says of its shape, where it says it.
            None => shape.extend(declared.iter().copied().skip(each.len())),
        }
        Ok(Value::array(shape, gathered.cells))
    }

    /// The shape that the type of an expression has at the sizes of the frame; 0 where it does not say.
    pub(super) fn declared_shape(&self, f: &Frame<'p>, id: Id) -> Vec<usize> {
        match &f.body[id].ty {
            Type::Array(_, dims) => {
                let at = |dim: &Option<crate::size::Size>| {
                    dim.as_ref()
                        .and_then(|size| size.at(&f.sizes))
                        .and_then(|v| super::natural(&v))
                        .unwrap_or(0)
                };
                dims.iter().map(at).collect()
            }
            _ => Vec::new(),
        }
    }

    pub(super) fn concat(&mut self, f: &mut Frame<'p>, id: Id, arrays: &[Id]) -> Result<Value, Stop> {
        let mut length = 0;
        let mut row: Option<Shape> = None;
        let mut cells = Cells::default();
        for array in arrays {
            let value = self.eval(f, *array)?;
            let Value::Array(part) = &value else { return Err(self.internal(f.span(*array))) };
            self.charge_held(part.cells.len(), f.span(*array))?;
            if is_empty_literal(&part.shape) {
                continue;
            }
            match &row {
                None => row = Some(part.shape[1..].into()),
                Some(known) if known[..] == part.shape[1..] => {}
                Some(known) => {
                    return Err(self.ragged(f, *array, &(known.clone(), part.shape[1..].into())));
                }
            }
            length += part.shape[0];
            cells.append(&part.cells);
        }
        let mut shape = Shape::from_elem(length, 1);
        let rank = f.body[id].ty.rank().unwrap_or(1);
        shape.extend(row.unwrap_or_else(|| Shape::from_elem(0, rank.saturating_sub(1))));
        Ok(Value::array(shape, cells))
    }

    pub(super) fn indices(&mut self, f: &mut Frame<'p>, id: Id, size: Id) -> Result<Value, Stop> {
        let size = self.natural(f, size, "a size")?;
        let count = self.count(&[size], f.span(id))?;
        let cells = (0..count).map(|k| Cell::Static(Num::int(k as i64))).collect();
        Ok(Value::array(Shape::from_elem(count, 1), cells))
    }
}
