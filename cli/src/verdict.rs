//! What a test says of its outputs.

use circ_compiler::program::TestCheck;
use circ_runtime::{Num, Port};

use crate::excerpt::harmless_line;
use crate::values::{nested, shown};

/// Judges the outputs of the circuit and of the transformer: they are the same, and as the test says.
///
/// # Errors
/// With the lines that show why not.
pub(crate) fn judge(
    check: TestCheck,
    ports: &[Port],
    by_circuit: &[Num],
    by_transformer: &[Num],
) -> Result<(), String> {
    if by_circuit == by_transformer {
        return outputs(check, ports, by_circuit);
    }
    let text = |values: &[Num]| -> String {
        let parts: Vec<String> = sides(check).iter().map(|side| shown(side, ports, values).text()).collect();
        parts.join(" and ")
    };
    Err(format!(
        "  The engines differ, which is a fault of circ: please report this program.\n  transformer: {}\n  circuit: {}\n",
        text(by_transformer),
        text(by_circuit)
    ))
}

/// The names of what a test compares.
fn sides(check: TestCheck) -> &'static [&'static str] {
    match check {
        TestCheck::Same => &["left", "right"],
        TestCheck::Holds | TestCheck::Asked => &["result"],
    }
}

fn outputs(check: TestCheck, ports: &[Port], values: &[Num]) -> Result<(), String> {
    match check {
        TestCheck::Asked => Ok(()),
        TestCheck::Holds => {
            let Some(first) = values.iter().position(|value| !value.is_one()) else { return Ok(()) };
            let place = ports.first().map_or_else(String::new, |port| place(&port.shape, first));
            if place.is_empty() {
                return Err("  It is false.\n".into());
            }
            Err(format!("  It is false at {place}.\n  value: {}\n", shown("result", ports, values).text()))
        }
        TestCheck::Same => {
            let (left, right) = (side("left", ports, values), side("right", ports, values));
            if left == right {
                return Ok(());
            }
            let mut why = format!("  left:  {}\n", harmless_line(&shown("left", ports, values).source()));
            why.push_str(&format!("  right: {}\n", harmless_line(&shown("right", ports, values).source())));
            let shapes =
                |side: &Side<'_>| side.iter().map(|(_, shape, _)| shape_text(shape)).collect::<Vec<_>>();
            let (left, right) = (shapes(&left), shapes(&right));
            if left != right {
                why.push_str(&format!("  shapes: {} and {}\n", left.join(", "), right.join(", ")));
            }
            Err(why)
        }
    }
}

/// For each output of a side its name below the side's, its shape and its numbers.
type Side<'a> = Vec<(&'a str, &'a [usize], &'a [Num])>;

fn side<'a>(name: &str, ports: &'a [Port], values: &'a [Num]) -> Side<'a> {
    let mut rest = values;
    let mut parts = Vec::new();
    for port in ports {
        let (own, others) = rest.split_at(port.gates.len().min(rest.len()));
        rest = others;
        if let Some(below) = port.name.strip_prefix(name) {
            parts.push((below, port.shape.as_slice(), own));
        }
    }
    parts
}

fn shape_text(shape: &[usize]) -> String {
    if shape.is_empty() {
        "a scalar".into()
    } else {
        nested(&[shape.len()], shape.iter().map(usize::to_string))
    }
}

/// The indices of an element by its place in row-major order: `[1][0]`.
fn place(shape: &[usize], flat: usize) -> String {
    let mut rest = flat;
    let mut indices = Vec::new();
    for length in shape.iter().rev() {
        indices.push(format!("[{}]", rest % length.max(&1)));
        rest /= length.max(&1);
    }
    indices.reverse();
    indices.concat()
}
