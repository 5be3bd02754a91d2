//! Positions, gates and numbers in words.

use circ_compiler::emit::Place;
use circ_runtime::{Circuit, Gate, GateId, Head, Num, Op, Value};

use super::subject::{Simulated, Subject};

/// No more keys than this are named one by one.
const MOST: usize = 8;

/// `position 2: gate g2, mul of g0 and g1`
pub(super) fn position(subject: &Subject, position: u32) -> String {
    let Some(Simulated { circuit, places, .. }) = &subject.simulated else {
        // A sequence program's own transformer has the sentinel first, then the elements.
        return match (subject.transformer.construction.as_str(), position.checked_sub(1)) {
            ("native", None) => "position 0: the sentinel".into(),
            ("native", Some(element)) => format!("position {position}: element {element}"),
            _ => format!("position {position}"),
        };
    };
    let is = match places[position as usize] {
        Place::Gate(gate) => format!("gate {gate}, {}", gate_in_words(circuit, gate)),
        place @ Place::Wire(wire, gate) => {
            let operands = circuit.gates.operands(gate);
            // Into a product of three or more come the products that are its parts.
            let is_whole = operands.len() <= 2 || circuit.gates.op(gate) == Op::Add;
            match operands.get(wire as usize).filter(|_| is_whole) {
                Some(from) => format!("{place}, from {from}"),
                None => place.to_string(),
            }
        }
        place => place.to_string(),
    };
    format!("position {position}: {is}")
}

/// `mul of g0 and g1`
pub(crate) fn gate_in_words(circuit: &Circuit, gate: GateId) -> String {
    let of = |name: &str, operands: &[GateId]| match operands {
        [] => format!("{name} of nothing"),
        [one] => format!("{name} of {one}"),
        [first @ .., last] if first.len() < MOST => {
            let first: Vec<String> = first.iter().map(GateId::to_string).collect();
            format!("{name} of {} and {last}", first.join(", "))
        }
        _ => format!("{name} of {} gates", operands.len()),
    };
    match circuit.gates.gate(gate) {
        Gate::Input(scalar) => format!("input {}", input(circuit, scalar as usize)),
        Gate::Const(value) => format!("the constant {}", number(value)),
        Gate::Add(operands) => of("add", operands),
        Gate::Mul(operands) => of("mul", operands),
        Gate::Sign(operand) => of("sign", &[operand]),
    }
}

/// The name of an input scalar, with its place: `x[2]`.
pub(super) fn input(circuit: &Circuit, mut scalar: usize) -> String {
    for port in &circuit.inputs {
        if scalar >= port.scalars() {
            scalar -= port.scalars();
            continue;
        }
        let mut places = Vec::new();
        for &length in port.shape.iter().rev() {
            places.push(format!("[{}]", scalar % length));
            scalar /= length;
        }
        places.reverse();
        return format!("{}{}", port.name, places.concat());
    }
    String::new()
}

/// Whom a query attends to: `itself`, `wires 0 to 3 of g9`, `positions 0, 2 to 5`.
pub(super) fn attended(subject: &Subject, query: u32, keys: &[u32]) -> String {
    let Some(Simulated { places, .. }) = &subject.simulated else {
        return plain(subject, query, keys);
    };
    let mut groups: Vec<(Place, u32)> = Vec::new();
    let mut words = Vec::new();
    for &key in keys {
        let place = places[key as usize];
        match (groups.last_mut(), place) {
            (Some((Place::Wire(first, into), count)), Place::Wire(wire, gate))
                if *into == gate && *first + *count == wire =>
            {
                *count += 1;
            }
            _ if key == query => groups.push((Place::Unread, 0)),
            _ => groups.push((place, 1)),
        }
    }
    for group in &groups {
        words.push(match *group {
            (_, 0) => "itself".to_owned(),
            (Place::Wire(first, gate), 2) => format!("wires {first} and {} of {gate}", first + 1),
            (Place::Wire(first, gate), count) if count > 2 => {
                format!("wires {first} to {} of {gate}", first + count - 1)
            }
            (place, _) => place.to_string(),
        });
    }
    shortened(&words)
}

fn plain(subject: &Subject, query: u32, keys: &[u32]) -> String {
    if keys == [query] {
        return "itself".into();
    }
    // A sequence program's own transformer has the sentinel first, then the elements.
    let own = subject.transformer.construction == "native";
    let (sentinel, rest) = match keys {
        [0, rest @ ..] if own => (true, rest),
        _ => (false, keys),
    };
    let noun = if own { "element" } else { "position" };
    let mut runs: Vec<(u32, u32)> = Vec::new();
    for key in rest.iter().map(|key| key - u32::from(own)) {
        match runs.last_mut() {
            Some((_, last)) if *last + 1 == key => *last = key,
            _ => runs.push((key, key)),
        }
    }
    let run = |&(first, last): &(u32, u32)| match last - first {
        0 => first.to_string(),
        1 => format!("{first}, {last}"),
        _ => format!("{first} to {last}"),
    };
    let rest = match runs[..] {
        [] => String::new(),
        [(first, last)] if first == last => format!("{noun} {first}"),
        _ => format!("{noun}s {}", shortened(&runs.iter().map(run).collect::<Vec<_>>())),
    };
    match (sentinel, rest.is_empty()) {
        (true, true) => "the sentinel".into(),
        (true, false) => format!("the sentinel, {rest}"),
        (false, _) => rest,
    }
}

fn shortened(words: &[String]) -> String {
    if words.len() <= MOST + 1 {
        return words.join(", ");
    }
    format!("{} and {} more", words[..MOST].join(", "), words.len() - MOST)
}

/// The numbers that a head pools, with the coordinate of those that are one: `o=3/2, v=6`.
pub(super) fn pooled(head: &Head, coordinates: &[String], values: &[Num]) -> String {
    let named = |(k, value): (usize, &Num)| match taken(head, k).and_then(|c| coordinates.get(c)) {
        Some(name) => format!("{name}={}", number(value)),
        None => number(value),
    };
    values.iter().enumerate().map(named).collect::<Vec<_>>().join(", ")
}

/// The coordinate that a head takes as it is for its number `k`.
pub(super) fn taken(head: &Head, k: usize) -> Option<usize> {
    match &head.value {
        Value::Circuit(circuit) => match circuit.gates.gate(*circuit.outputs.get(k)?) {
            Gate::Input(c) => Some(c as usize),
            _ => None,
        },
        Value::Matrix(rows) => {
            let row = rows.get(k)?;
            let mut others = row.iter().enumerate().filter(|(_, factor)| !factor.is_zero());
            let (c, factor) = others.next()?;
            (factor.is_one() && others.next().is_none()).then_some(c)
        }
    }
}

/// Some numbers of a vector by name: those that differ from the vector before, or all.
pub(super) fn vector(coordinates: &[String], before: Option<&[Num]>, now: &[Num]) -> String {
    let differs = |c: &usize| before.is_none_or(|before| before[*c] != now[*c]);
    let named = |c: usize| format!("{}={}", coordinates[c], number(&now[c]));
    (0..now.len()).filter(differs).map(named).collect::<Vec<_>>().join(", ")
}

/// A number; of a long one its ends. JSON has it whole.
pub(super) fn number(value: &Num) -> String {
    let text = value.to_string();
    let count = text.chars().count();
    if count <= 24 {
        return text;
    }
    let first: String = text.chars().take(10).collect();
    let last: String = text.chars().skip(count - 6).collect();
    format!("{first}…{last} ({count} characters)")
}
