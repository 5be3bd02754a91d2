//! Two transformer programs, constant by constant: the places of their JSON at which they differ.

use circ_runtime::{Component, Gate, Head, InputSpec, Num, OutputSpec, Pooling, Score, Transformer, Value};

/// So many places are kept; others are counted.
const KEPT: usize = 5;

/// Places that differ.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Differences {
    /// The first ones: a path, what the program has there, and what the other has.
    pub(super) places: Vec<(String, String, String)>,
    /// How many there are.
    pub(super) count: usize,
}

impl Differences {
    fn add(&mut self, path: &str, found: &str, expected: &str) {
        if self.places.len() < KEPT {
            self.places.push((path.into(), found.into(), expected.into()));
        }
        self.count += 1;
    }

    fn one<T: PartialEq>(&mut self, path: &str, found: &T, expected: &T, text: impl Fn(&T) -> String) {
        if found != expected {
            self.add(path, &text(found), &text(expected));
        }
    }

    /// Two lists, item by item; their lengths where these differ.
    fn list<T>(
        &mut self,
        path: &str,
        found: &[T],
        expected: &[T],
        mut item: impl FnMut(&mut Differences, &str, &T, &T),
    ) {
        for (at, (found, expected)) in found.iter().zip(expected).enumerate() {
            item(self, &format!("{path}[{at}]"), found, expected);
        }
        if found.len() != expected.len() {
            let long = |list: &[T]| format!("{} long", list.len());
            self.add(path, &long(found), &long(expected));
        }
    }
}

/// Where a program differs from what it should be. Numbers at input places are inputs, and no constants: they are not
/// looked at.
pub(super) fn differences(found: &Transformer, expected: &Transformer) -> Differences {
    let mut all = Differences::default();
    let text = |value: &String| format!("`{value}`");
    let number = |value: &usize| value.to_string();
    all.one("construction", &found.construction, &expected.construction, text);
    all.one("ring", &found.ring, &expected.ring, ToString::to_string);
    all.one("dim", &found.dim, &expected.dim, number);
    all.list("coordinates", &found.coordinates, &expected.coordinates, |all, path, a, b| {
        all.one(path, a, b, text);
    });
    all.one("repeat", &found.repeat, &expected.repeat, ToString::to_string);
    all.list("layers", &found.layers, &expected.layers, |all, path, a, b| {
        all.list(&format!("{path}.heads"), &a.heads, &b.heads, head);
        component(all, &format!("{path}.activation"), &a.activation, &b.activation);
    });
    declared(&mut all, found, expected);
    sequence(&mut all, found, expected);
    all
}

/// What a sequence program's own transformer says of itself. Lines of the source are no part of what it computes.
fn declared(all: &mut Differences, found: &Transformer, expected: &Transformer) {
    let (Some(a), Some(b)) = (&found.declared, &expected.declared) else {
        let there = |t: &Transformer| t.declared.is_some();
        let text = |there: &bool| if *there { "there" } else { "not there" }.to_string();
        all.one("variables", &there(found), &there(expected), text);
        return;
    };
    all.one("mask", &a.mask, &b.mask, |mask| format!("`{}`", mask.name()));
    all.list("positions", &a.positions, &b.positions, |all, path, a, b| {
        all.one(path, a, b, |name| format!("`{name}`"));
    });
    all.list("variables", &a.variables, &b.variables, |all, path, a, b| {
        all.one(&format!("{path}.coordinate"), &a.coordinate, &b.coordinate, ToString::to_string);
        all.one(&format!("{path}.name"), &a.name, &b.name, |name| format!("`{name}`"));
        all.one(&format!("{path}.of"), &a.of, &b.of, |of| format!("`{of}`"));
        let long = |values: &Option<Vec<Num>>| match values {
            Some(values) => format!("[{}]", values.iter().take(12).map(short).collect::<Vec<_>>().join(", ")),
            None => "null".to_string(),
        };
        all.one(&format!("{path}.values"), &a.values, &b.values, long);
    });
}

fn head(all: &mut Differences, path: &str, found: &Head, expected: &Head) {
    let inner = format!("{path}.score");
    match (&found.score, &expected.score) {
        (Score::Circuit(a), Score::Circuit(b)) => component(all, &inner, a, b),
        (Score::Dot { query, key }, Score::Dot { query: q, key: k }) => {
            matrix(all, &format!("{inner}.query"), query, q);
            matrix(all, &format!("{inner}.key"), key, k);
        }
        (Score::Circuit(_), _) => all.add(&inner, "a circuit", "an inner product"),
        _ => all.add(&inner, "an inner product", "a circuit"),
    }
    let inner = format!("{path}.value");
    match (&found.value, &expected.value) {
        (Value::Circuit(a), Value::Circuit(b)) => component(all, &inner, a, b),
        (Value::Matrix(a), Value::Matrix(b)) => matrix(all, &format!("{inner}.matrix"), a, b),
        (Value::Circuit(_), _) => all.add(&inner, "a circuit", "a matrix"),
        _ => all.add(&inner, "a matrix", "a circuit"),
    }
    let name = |pooling: &Pooling| match pooling {
        Pooling::Average => "`average`".to_string(),
        Pooling::Leftmost => "`leftmost`".to_string(),
        Pooling::Rightmost => "`rightmost`".to_string(),
    };
    all.one(&format!("{path}.pooling"), &found.pooling, &expected.pooling, name);
}

fn matrix(all: &mut Differences, path: &str, found: &[Vec<Num>], expected: &[Vec<Num>]) {
    all.list(path, found, expected, |all, path, a, b| {
        all.list(path, a, b, |all, path, a, b| all.one(path, a, b, short));
    });
}

fn component(all: &mut Differences, path: &str, found: &Component, expected: &Component) {
    let gates = |component: &Component| component.gates.ids().collect::<Vec<_>>();
    let inner = format!("{path}.gates");
    all.list(&inner, &gates(found), &gates(expected), |all, path, a, b| {
        let (a, b) = (found.gates.gate(*a), expected.gates.gate(*b));
        match (a, b) {
            (Gate::Const(a), Gate::Const(b)) => all.one(path, a, b, short),
            (a, b) => all.one(path, &a, &b, gate),
        }
    });
    all.list(&format!("{path}.outputs"), &found.outputs, &expected.outputs, |all, path, a, b| {
        all.one(path, a, b, |gate| gate.0.to_string());
    });
}

/// As the file has it.
fn gate(gate: &Gate<'_>) -> String {
    let wired = |op: &str, operands: &[circ_runtime::GateId]| {
        let operands: Vec<String> = operands.iter().take(12).map(|g| format!(", {}", g.0)).collect();
        format!("[\"{op}\"{}]", operands.concat())
    };
    match gate {
        Gate::Input(at) => format!("[\"in\", {at}]"),
        Gate::Const(value) => format!("[\"const\", \"{}\"]", short(value)),
        Gate::Add(operands) => wired("add", operands),
        Gate::Mul(operands) => wired("mul", operands),
        Gate::Sign(operand) => wired("sign", &[*operand]),
    }
}

/// A number, its middle left out where it is long.
fn short(value: &Num) -> String {
    crate::values::shortened(&value.to_string())
}

fn sequence(all: &mut Differences, found: &Transformer, expected: &Transformer) {
    let (a, b) = (&found.sequence, &expected.sequence);
    let mut places: Vec<(usize, usize)> = Vec::new();
    for spec in &b.inputs {
        for coordinate in std::iter::once(spec.coordinate).chain(spec.square) {
            places.extend(spec.positions.iter().map(|position| (*position as usize, coordinate)));
        }
    }
    places.sort_unstable();
    if a.len != b.len {
        all.add("sequence.tokens", &format!("{} long", a.len), &format!("{} long", b.len));
    }
    for position in 0..a.len.min(b.len) {
        for (coordinate, (a, b)) in a.columns.iter().zip(&b.columns).enumerate() {
            if places.binary_search(&(position, coordinate)).is_err() {
                let path = || format!("sequence.tokens[{position}][{coordinate}]");
                let (a, b) = (a.get(position), b.get(position));
                if a != b {
                    all.add(&path(), &short(&a), &short(&b));
                }
            }
        }
    }
    all.list("sequence.inputs", &a.inputs, &b.inputs, |all, path, a, b| {
        let InputSpec { name, positions, coordinate, square } = b;
        place(all, path, (&a.name, &a.positions, a.coordinate), (name, positions, *coordinate));
        let text = |square: &Option<usize>| square.map_or_else(|| "null".to_string(), |c| c.to_string());
        all.one(&format!("{path}.square"), &a.square, square, text);
    });
    all.list("sequence.outputs", &a.outputs, &b.outputs, |all, path, a, b| {
        let OutputSpec { name, positions, coordinate } = b;
        place(all, path, (&a.name, &a.positions, a.coordinate), (name, positions, *coordinate));
    });
}

fn place(
    all: &mut Differences,
    path: &str,
    found: (&String, &Vec<u32>, usize),
    expected: (&String, &Vec<u32>, usize),
) {
    all.one(&format!("{path}.name"), found.0, expected.0, |name| format!("`{name}`"));
    all.list(&format!("{path}.positions"), found.1, expected.1, |all, path, a, b| {
        all.one(path, a, b, ToString::to_string);
    });
    all.one(&format!("{path}.coordinate"), &found.2, &expected.2, ToString::to_string);
}
