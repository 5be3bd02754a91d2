//! Values as a program writes them, so that a `let` can be said again.

use circ_runtime::{Num, PortType};

use crate::inputs::port_type;
use crate::values::{Shown, nested};

/// The type of a value: `num[3]`, `(num, bool)`.
pub(crate) fn ty(value: &Shown<'_>) -> String {
    match value {
        Shown::Array(port, _) => port_type(port),
        Shown::Tuple(parts) => format!("({})", parts.iter().map(ty).collect::<Vec<_>>().join(", ")),
    }
}

/// A value as an expression.
pub(crate) fn literal(value: &Shown<'_>) -> String {
    match value {
        Shown::Tuple(parts) => format!("({})", parts.iter().map(literal).collect::<Vec<_>>().join(", ")),
        Shown::Array(port, values) => match &port.ty {
            PortType::Num => nested(&port.shape, values.iter().map(ToString::to_string)),
            PortType::Bool => nested(&port.shape, values.iter().map(|value| (!value.is_zero()).to_string())),
            PortType::Alphabet { tokens, .. } => {
                let single = tokens.iter().all(|token| token.chars().count() == 1);
                match port.shape.split_last() {
                    // A row of tokens of one character is a string.
                    Some((length, outer)) if single => {
                        let row = |row: usize| {
                            let codes = values[row * length..(row + 1) * length].iter();
                            let text: String = codes.map(|value| token(tokens, value)).collect();
                            format!("\"{text}\"")
                        };
                        nested(outer, (0..outer.iter().product()).map(row))
                    }
                    _ => {
                        nested(&port.shape, values.iter().map(|value| format!("'{}'", token(tokens, value))))
                    }
                }
            }
        },
    }
}

/// The token of a code, escaped.
fn token(tokens: &[String], value: &Num) -> String {
    let text = value.to_u32().and_then(|code| tokens.get(code as usize)).map_or("?", String::as_str);
    let mut out = String::new();
    for c in text.chars() {
        match c {
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            '\\' | '\'' | '"' => out.extend(['\\', c]),
            c if c.is_control() => out.push_str(&format!("\\u{{{:x}}}", c as u32)),
            c => out.push(c),
        }
    }
    out
}
