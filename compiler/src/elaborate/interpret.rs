//! A family on an input, without its circuit: the typed body is evaluated once, over numbers.
//!
//! Takes the numbers of all inputs, and gives those of the result. No gate is made, so neither folding nor sharing nor
//! what is dropped as dead has a part in it. Comparisons, extremes and conditions are those of numbers. The rest takes the
//! lowering table, over [`Numbers`](crate::lower::Numbers), where every bit is known: a selection is made and not
//! computed, and the formulas for wires have no part in it. So it is a second way from a program to its values, which a
//! circuit is held against.
//!
//! Equal calls are evaluated once, as elsewhere they are built once.

use std::collections::HashMap;

use circ_runtime::Num;

use super::cells::Cells;
use super::value::{Cell, Value};
use super::{Elaborator, begin};
use crate::diagnostics::Diagnostic;
use crate::limits::Limits;
use crate::program::{FamilyId, Program};

/// What a family gives for one input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Interpreted {
    /// The numbers of the result, in the order of the outputs of C_n.
    pub outputs: Vec<Num>,
    /// The static steps that it took.
    pub steps: u64,
}

/// Numbers that calls were given, each with a place: words of a key name them.
#[derive(Default)]
pub(super) struct Given {
    places: HashMap<Num, u32>,
}

impl Given {
    /// Appends the places of all elements to a key.
    pub(super) fn name(&mut self, values: &[Value], key: &mut impl Extend<u32>) {
        for cell in values.iter().map(Value::cells).flat_map(Cells::into_mixed) {
            if let Cell::Static(value) = cell {
                let next = self.places.len() as u32;
                key.extend([*self.places.entry(value).or_insert(next)]);
            }
        }
    }
}

/// The result of a family for these numbers at its inputs, all inputs in order and each row-major. A family with names
/// for types is an instance (`instance.rs`), as where its circuit is built.
///
/// # Errors
/// A fault at these sizes, another number of inputs than there are, or a budget: `max_steps` and `max_digits` hold as
/// where a circuit is built.
pub fn interpret(
    program: &Program,
    id: FamilyId,
    sizes: &[u64],
    inputs: &[Num],
    limits: &Limits,
) -> Result<Interpreted, Box<Diagnostic>> {
    let family = program.family(id);
    let mut silent = |_: u64| {};
    let (mut elaborator, mut frame) = begin(program, id, sizes, limits, &mut silent)?;
    elaborator.given = Some(Given::default());
    elaborator.conditions(&mut frame, family, None)?;
    let mut rest = inputs.iter();
    for (slot, input) in family.inputs.iter().enumerate() {
        let shape = elaborator.shape_at(&mut frame, &input.ty)?;
        let count = elaborator.count(&shape, input.span)?;
        let cells: Cells = rest.by_ref().take(count).cloned().map(Cell::Static).collect();
        if cells.len() < count {
            return Err(elaborator.internal(input.span));
        }
        frame.slots[slot] = Value::shaped(shape.into(), cells);
    }
    let Some(result) = family.body.result else { return Err(elaborator.internal(family.signature)) };
    elaborator.enter(id, sizes.into(), family.name_span);
    let value = elaborator.eval(&mut frame, result)?;
    let role = || format!("the result of `{}`", family.name);
    let span = family.body[result].span;
    let value = elaborator.conform(&mut frame, value, &family.result, &role, span)?;
    elaborator.check_budget(span)?;
    numbers(&elaborator, &value, span)
}

fn numbers(
    elaborator: &Elaborator<'_, '_>,
    value: &Value,
    span: circ_grammar::tree::Span,
) -> Result<Interpreted, Box<Diagnostic>> {
    let number = |cell: Cell| match cell {
        Cell::Static(value) => Ok(value),
        // No gate was made.
        Cell::Wire(_) => Err(elaborator.internal(span)),
    };
    let outputs = value.cells().iter().map(number).collect::<Result<_, _>>()?;
    Ok(Interpreted { outputs, steps: elaborator.steps_taken() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::elaborate::elaborate;
    use crate::load;

    /// The result over numbers is that of the circuit, on these inputs.
    fn check(source: &str, sizes: &[u64], inputs: &[&[i64]]) -> Vec<String> {
        let loaded = load(source);
        assert!(!loaded.has_errors(), "{:?}", loaded.diagnostics);
        let id = FamilyId(loaded.program.own as u32 - 1);
        let limits = Limits::default();
        let built = elaborate(&loaded.program, id, sizes, &limits, &mut |_| {}).expect("it builds");
        let mut all = Vec::new();
        for input in inputs {
            let input: Vec<Num> = input.iter().map(|v| Num::int(*v)).collect();
            let found = interpret(&loaded.program, id, sizes, &input, &limits).expect("it runs");
            let runs = circ_runtime::Limits::default();
            let expected = circ_runtime::evaluate(&built.circuit, &input, &runs, &mut |_, _| {});
            assert_eq!(Ok(&found.outputs), expected.as_ref(), "{source} {input:?}");
            all.extend(found.outputs.iter().map(Num::to_string));
        }
        all
    }

    #[test]
    fn operations_over_numbers_give_what_the_gates_give() {
        let inputs: &[&[i64]] = &[&[0, 0, 0], &[1, -2, 1], &[3, 3, -5], &[-1, 2, 7]];
        for body in [
            "max(x) - min(x) * argmax(x)",
            "mean(v for v in x if v > 0) + count(v != 1 for v in x)",
            "if x[0] < x[1] { x[2] } else { -x[2] ^ 2 }",
            "lookup(x, x[0]) + abs(x[1]) + sign(x[2])",
            "prod(v for v in x if v >= 0) + sum(x) / 3",
            "max(v for v in x if v > 0 else 9)",
            "let s = select(x, x, >=); sum(aggregate(s, x)) + sum(width(s)) + sum(pick(s, x))",
            "fold a = 0 for v in x { if a > v { a } else { a + v } }",
        ] {
            check(&format!("family f[n](x: num[n]) -> num {{ {body} }}"), &[3], inputs);
        }
    }

    #[test]
    fn calls_see_numbers_and_equal_ones_are_evaluated_once() {
        let source = "family fib[n](x: num) -> num { if n < 2 { x } else { fib[n - 1](x) + fib[n - 2](x) } }";
        assert_eq!(check(source, &[60], &[&[1], &[-2]]), ["2504730781961", "-5009461563922"]);
        // Other numbers are another call.
        let source =
            "family g(x: num) -> num { x * x } family f(x: num, y: num) -> num { g(x) - g(y) + g(2) }";
        assert_eq!(check(source, &[], &[&[3, 5], &[5, 3], &[4, 4]]), ["-12", "20", "4"]);
    }

    #[test]
    fn results_of_several_parts_stand_in_the_order_of_the_outputs() {
        let source = "family f[n](x: num[n], b: bool) -> (num[n], bool) { ([v + 1 for v in x], not b) }";
        assert_eq!(check(source, &[2], &[&[5, 6, 1]]), ["6", "7", "0"]);
    }

    #[test]
    fn budgets_hold() {
        let loaded = load("family f[n](x: num) -> num { fold a = x for i in 0..n { a * a } }");
        let of = |n: u64, x: i64| {
            interpret(&loaded.program, FamilyId(0), &[n], &[Num::int(x)], &Limits::default()).is_ok()
        };
        assert!(of(10, 2) && of(40, 1) && !of(40, 2));
        let loaded = load("family f[n](x: num[n]) -> num { sum(x) }");
        assert!(interpret(&loaded.program, FamilyId(0), &[2], &[Num::ONE], &Limits::default()).is_err());
    }
}
