//! Names: what `let` binds, constants, and families that are called.

use circ_grammar::tree::Span;

use super::component::on_stack;
use super::read::{Frame, Reader, Stop, resolved};
use super::terms::{HeadId, Term, TermId};
use super::values::Value;
use crate::diagnostics::NativeFault;
use crate::program::{ConstId, FamilyId};
use crate::typed::{ExprId, Pattern};
use crate::types::Scalar;

impl<'p> Reader<'p> {
    pub(super) fn constant(&mut self, id: ConstId, span: Span) -> Result<Value, Stop> {
        if let Some(value) = self.constants.get(&id) {
            return Ok(value.clone());
        }
        let body = &self.program.consts[id.0 as usize].body;
        let Some(result) = body.result else { return Err(self.internal(span)) };
        let mut frame = Frame::new(body, Vec::new(), Vec::new());
        let value = self.eval(&mut frame, result)?;
        self.constants.insert(id, value.clone());
        Ok(value)
    }

    /// Binds the value of an expression, and names the heads in it.
    pub(super) fn bound(&mut self, f: &mut Frame<'p>, pattern: &Pattern, value: ExprId) -> Result<(), Stop> {
        let name = match pattern {
            Pattern::Slot(slot) => f.body.slot_names.get(slot.0 as usize).cloned(),
            _ => None,
        };
        let first = self.heads.heads.len();
        self.within.extend(name.clone());
        let value = self.eval(f, value);
        if name.is_some() {
            self.within.pop();
        }
        let value = value?;
        if let Some(name) = name {
            self.call_heads(&value, &name, first);
        }
        self.bind(f, pattern, value);
        Ok(())
    }

    /// A head whose result a variable holds has its name; the others say in whose value they occur.
    fn call_heads(&mut self, value: &Value, name: &str, first: usize) {
        let cell = match value {
            Value::Scalar(term) => Some(*term),
            Value::Array(array) => Some(array.cell),
            _ => None,
        };
        if let Some(Term::Head(HeadId(head), _)) = cell.map(|cell| &self.terms[cell]) {
            self.heads.labels[*head as usize].name.get_or_insert_with(|| name.to_string());
        }
        for label in &mut self.heads.labels[first..] {
            label.within.get_or_insert_with(|| name.to_string());
        }
    }

    pub(super) fn bind(&mut self, f: &mut Frame<'p>, pattern: &Pattern, value: Value) {
        match (pattern, value) {
            (Pattern::Slot(slot), value) => f.slots[slot.0 as usize] = Some(value),
            (Pattern::Discard, _) => {}
            (Pattern::Tuple(patterns), Value::Tuple(parts)) => {
                for (pattern, part) in patterns.iter().zip(parts.iter()) {
                    self.bind(f, pattern, part.clone());
                }
            }
            (Pattern::Tuple(_), _) => {}
        }
    }

    pub(super) fn call(
        &mut self,
        f: &mut Frame<'p>,
        family: FamilyId,
        sizes: &[ExprId],
        args: &[ExprId],
        generics: &[Scalar],
        span: Span,
    ) -> Result<Value, Stop> {
        let callee = self.program.family(family);
        if self.calls.contains(&family) {
            return Err(self.fault(span, NativeFault::Recursion { callee: callee.name.clone() }));
        }
        let values = self.all(f, args.iter().copied())?;
        let mut params: Vec<Option<TermId>> = vec![None; callee.params.len()];
        for (param, size) in params.iter_mut().zip(sizes) {
            *param = self.eval(f, *size)?.scalar();
        }
        for (input, value) in callee.inputs.iter().zip(&values) {
            let mut inner = value.clone();
            for param in &input.ty.params {
                let Some(length) = self.length(&inner) else { break };
                if let Some(slot) = param.and_then(|at| params.get_mut(at as usize)) {
                    slot.get_or_insert(length);
                }
                inner = match &inner {
                    Value::List(parts) => match parts.first() {
                        Some(first) => first.clone(),
                        None => break,
                    },
                    Value::Array(array) if array.dims.len() > 1 => {
                        Value::array(array.dims[1..].to_vec(), array.cell)
                    }
                    _ => break,
                };
            }
        }
        let none = self.terms.int(0);
        let params = params.into_iter().map(|param| param.unwrap_or(none)).collect();
        let generics = generics.iter().map(|scalar| resolved(f, *scalar)).collect();
        let mut frame = Frame::new(&callee.body, params, generics);
        for (slot, value) in values.into_iter().enumerate() {
            frame.slots[slot] = Some(value);
        }
        let Some(result) = callee.body.result else { return Err(self.internal(span)) };
        self.calls.push(family);
        let value = on_stack(|| self.eval(&mut frame, result));
        self.calls.pop();
        value
    }
}
