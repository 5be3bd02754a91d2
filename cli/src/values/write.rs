//! Numbers as values: the text of a terminal, and JSON.

use circ_runtime::{Num, Port, PortType};

/// The numbers of one array or scalar, or of a tuple of these.
pub(crate) enum Shown<'a, T = Num> {
    /// An output with its numbers.
    Array(&'a Port, &'a [T]),
    /// Two or more.
    Tuple(Vec<Shown<'a, T>>),
}

/// The value of the outputs `name`, or `name.0`, `name.1`, … of a tuple, nested as their names say. The numbers are
/// those of all ports in order.
pub(crate) fn shown<'a, T>(name: &str, ports: &'a [Port], values: &'a [T]) -> Shown<'a, T> {
    let mut rest = values;
    let mut parts = Vec::new();
    for port in ports {
        let (own, others) = rest.split_at(port.gates.len().min(rest.len()));
        rest = others;
        parts.push((port, own));
    }
    let belongs =
        |port: &Port| port.name == name || port.name.strip_prefix(name).is_some_and(|s| s.starts_with('.'));
    parts.retain(|(port, _)| belongs(port));
    nest(name, &mut parts.as_slice())
}

/// Takes from the front what belongs to a name. The nesting is that of a type in the source, so it is bounded.
fn nest<'a, T>(name: &str, parts: &mut &[(&'a Port, &'a [T])]) -> Shown<'a, T> {
    if let Some(((port, values), rest)) = parts.split_first()
        && port.name == name
    {
        *parts = rest;
        return Shown::Array(port, values);
    }
    let mut elements = Vec::new();
    loop {
        let part = format!("{name}.{}", elements.len());
        let inside =
            |port: &Port| port.name.strip_prefix(&part).is_some_and(|s| s.is_empty() || s.starts_with('.'));
        match parts.first() {
            Some((port, _)) if inside(port) => elements.push(nest(&part, parts)),
            _ => return Shown::Tuple(elements),
        }
    }
}

impl Shown<'_, String> {
    /// Texts in the brackets of a terminal, or of JSON.
    pub(crate) fn of_texts(&self, json: bool) -> String {
        match self {
            Shown::Array(port, texts) => nested(&port.shape, texts.iter().cloned()),
            Shown::Tuple(parts) => {
                let parts: Vec<String> = parts.iter().map(|part| part.of_texts(json)).collect();
                let (open, close) = if json { ("[", "]") } else { ("(", ")") };
                format!("{open}{}{close}", parts.join(", "))
            }
        }
    }
}

impl Shown<'_> {
    /// As a terminal shows it: `true`, `[1, 1/3]`, `cba`, `(1, true)`.
    pub(crate) fn text(&self) -> String {
        if let Shown::Array(port, values) = self
            && let PortType::Alphabet { tokens, .. } = &port.ty
            && (port.shape.is_empty() || (port.shape.len() == 1 && one_character_each(tokens)))
        {
            return values.iter().map(|value| token(tokens, value)).collect();
        }
        self.written(&Style { open: "(", close: ")", number: |value| value.to_string() })
    }

    /// As JSON: tuples are arrays, fractions and long integers strings.
    pub(crate) fn json(&self) -> String {
        self.written(&Style { open: "[", close: "]", number: json_number })
    }

    /// As a program writes it, but for long tokens in rows: `[true, 1/3]`, `"ab"`, `'a'`.
    pub(crate) fn source(&self) -> String {
        if let Shown::Array(port, values) = self
            && let PortType::Alphabet { tokens, .. } = &port.ty
            && port.shape.is_empty()
        {
            let text: String = values.iter().map(|value| token(tokens, value)).collect();
            return format!("'{}'", text.replace('\\', "\\\\").replace('\'', "\\'"));
        }
        self.written(&Style { open: "(", close: ")", number: |value| value.to_string() })
    }

    fn written(&self, style: &Style) -> String {
        match self {
            Shown::Tuple(parts) => {
                let parts: Vec<String> = parts.iter().map(|part| part.written(style)).collect();
                format!("{}{}{}", style.open, parts.join(", "), style.close)
            }
            Shown::Array(port, values) => array(port, values, style),
        }
    }
}

/// How tuples and numbers are written.
struct Style {
    open: &'static str,
    close: &'static str,
    number: fn(&Num) -> String,
}

fn array(port: &Port, values: &[Num], style: &Style) -> String {
    match &port.ty {
        PortType::Num => nested(&port.shape, values.iter().map(style.number)),
        PortType::Bool => nested(&port.shape, values.iter().map(|v| (!v.is_zero()).to_string())),
        PortType::Alphabet { tokens, .. } => match port.shape.split_last() {
            // A row of one-character tokens is one string.
            Some((length, outer)) if one_character_each(tokens) => {
                let rows: usize = outer.iter().product();
                let row = |r: usize| values[r * length..(r + 1) * length].iter().map(|v| token(tokens, v));
                nested(outer, (0..rows).map(|r| quoted(&row(r).collect::<String>())))
            }
            _ => nested(&port.shape, values.iter().map(|v| quoted(token(tokens, v)))),
        },
    }
}

/// Whether a row of these tokens is written as one string.
pub(super) fn one_character_each(tokens: &[String]) -> bool {
    tokens.iter().all(|token| token.chars().nth(1).is_none())
}

fn token<'a>(tokens: &'a [String], value: &Num) -> &'a str {
    value.to_u32().and_then(|code| tokens.get(code as usize)).map_or("?", String::as_str)
}

/// The elements in nested brackets. It never recurses, as an array may have any number of dimensions.
pub(crate) fn nested(shape: &[usize], elements: impl Iterator<Item = String>) -> String {
    // The dimensions before one that is empty are all that shows: `[[], []]` for 2 times 0.
    let empty = shape.iter().position(|length| *length == 0);
    let (shape, elements): (&[usize], Box<dyn Iterator<Item = String>>) = match empty {
        Some(at) => {
            let rows = shape[..at].iter().product();
            (&shape[..at], Box::new(std::iter::repeat_n("[]".to_string(), rows)))
        }
        None => (shape, Box::new(elements)),
    };
    let mut out = String::new();
    let mut index = vec![0usize; shape.len()];
    let mut opened = 0;
    for element in elements {
        if !out.is_empty() {
            out.push_str(", ");
        }
        out.push_str(&"[".repeat(shape.len() - opened));
        out.push_str(&element);
        opened = shape.len();
        // As an odometer: each dimension that is full closes, and the next one goes on.
        while opened > 0 {
            index[opened - 1] += 1;
            if index[opened - 1] < shape[opened - 1] {
                break;
            }
            index[opened - 1] = 0;
            out.push(']');
            opened -= 1;
        }
    }
    out
}

/// A string as JSON.
pub(crate) fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

pub(crate) fn json_number(value: &Num) -> String {
    if value.is_integer() && value.to_i64().is_some_and(|v| v.unsigned_abs() < 1 << 53) {
        value.to_string()
    } else {
        format!("\"{value}\"")
    }
}

/// A size as JSON: a string beyond 53 bits.
pub(crate) fn json_natural(value: u64) -> String {
    if value < 1 << 53 { value.to_string() } else { format!("\"{value}\"") }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(shape: &[usize]) -> String {
        nested(shape, (0..shape.iter().product()).map(|k: usize| k.to_string()))
    }

    #[test]
    fn arrays_nest_by_their_shape() {
        assert_eq!(numbers(&[]), "0");
        assert_eq!(numbers(&[3]), "[0, 1, 2]");
        assert_eq!(numbers(&[2, 3]), "[[0, 1, 2], [3, 4, 5]]");
        assert_eq!(numbers(&[2, 1, 2]), "[[[0, 1]], [[2, 3]]]");
    }

    #[test]
    fn empty_arrays_show_the_dimensions_before() {
        assert_eq!(numbers(&[0]), "[]");
        assert_eq!(numbers(&[2, 0]), "[[], []]");
        assert_eq!(numbers(&[2, 0, 5]), "[[], []]");
        assert_eq!(numbers(&[0, 2]), "[]");
    }
}
