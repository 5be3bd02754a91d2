//! The figures of the analysis for all n, held against those of circuits that are built.
//!
//! What is counted in a circuit is counted here, from its gates alone, and in one place: tests and the development
//! tool share it. The bits of a constant are those of [`Num::bits`], numerator and denominator together.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use circ_compiler::analysis::{Analysis, Bound, How, analyze_as};
use circ_compiler::elaborate::elaborate_as;
use circ_compiler::emit::{Sums, normalize};
use circ_compiler::formula::{Formula, Symbol};
use circ_compiler::types::Scalar;
use circ_compiler::{FamilyId, Limits, Program};
use circ_runtime::{Circuit, Gate, Num, Op, measure};

/// What is counted in a circuit, by the name of the figure.
pub type Counted = BTreeMap<String, u64>;

/// The figures of one circuit.
pub fn count(circuit: &Circuit) -> Counted {
    let plain = measure(circuit);
    let normal = normalize(circuit, Sums::Wide);
    let (outputs, binary_rounds, binary) =
        (output_depths(circuit), binary_rounds(circuit), binary_positions(circuit));
    let constants = circuit.gates.ids().filter_map(|id| match circuit.gates.gate(id) {
        Gate::Const(value) => Some(value.bits()),
        _ => None,
    });
    let mut counted: Counted = [
        ("depth", plain.depth as u64),
        ("rounds", u64::from(normal.depth)),
        ("binary rounds", binary_rounds),
        ("gates", plain.gates as u64),
        ("edges", plain.edges as u64),
        ("tokens", (normal.len() + normal.operands.len()) as u64),
        ("binary tokens", binary),
        ("add fan-in", plain.add_fan_in as u64),
        ("mul fan-in", plain.mul_fan_in as u64),
        ("bits", constants.max().unwrap_or(0)),
    ]
    .map(|(name, found)| (name.to_string(), found))
    .into();
    counted.extend(outputs.into_iter().enumerate().map(|(at, found)| (format!("output {at}"), found)));
    counted
}

/// The depth of each output.
fn output_depths(circuit: &Circuit) -> Vec<u64> {
    let depths = circ_runtime::circuit::depths(&circuit.gates);
    let deepest = |gates: &[circ_runtime::GateId]| gates.iter().map(|g| depths[g.index()]).max().unwrap_or(0);
    circuit.outputs.iter().map(|port| u64::from(deepest(&port.gates))).collect()
}

/// The depth where sums and products are balanced trees of gates of two operands.
fn binary_rounds(circuit: &Circuit) -> u64 {
    let mut depths: Vec<u64> = Vec::with_capacity(circuit.gates.len());
    for id in circuit.gates.ids() {
        let mut below: Vec<u64> = circuit.gates.operands(id).iter().map(|g| depths[g.index()]).collect();
        let own = match circuit.gates.op(id) {
            Op::Input | Op::Const => 0,
            Op::Sign => below[0] + 1,
            Op::Add | Op::Mul => {
                while below.len() > 1 {
                    let up = |pair: &[u64]| match pair {
                        [a, b] => a.max(b) + 1,
                        _ => pair[0],
                    };
                    below = below.chunks(2).map(up).collect();
                }
                below.first().copied().unwrap_or(0)
            }
        };
        depths.push(own);
    }
    circuit.output_gates().map(|g| depths[g.index()]).max().unwrap_or(0)
}

/// The gates where sums and products have two operands each: one fewer than the operands.
fn binary_positions(circuit: &Circuit) -> u64 {
    let each = circuit.gates.ids().map(|id| match circuit.gates.op(id) {
        Op::Input | Op::Const | Op::Sign => 1,
        Op::Add | Op::Mul => (circuit.gates.operands(id).len().max(2) - 1) as u64,
    });
    each.sum()
}

/// The bounds of an analysis, by the name of the figure.
pub fn bounds(analysis: &Analysis) -> Vec<(String, Option<&Bound>)> {
    let mut all: Vec<(String, Option<&Bound>)> = [
        ("depth", &analysis.depth),
        ("rounds", &analysis.rounds),
        ("binary rounds", &analysis.binary_rounds),
        ("gates", &analysis.size),
        ("edges", &analysis.edges),
        ("tokens", &analysis.tokens),
        ("binary tokens", &analysis.binary_tokens),
        ("add fan-in", &analysis.add_fan_in),
        ("mul fan-in", &analysis.mul_fan_in),
        ("bits", &analysis.constant_bits),
    ]
    .map(|(name, bound)| (name.to_string(), bound.as_ref()))
    .into();
    all.extend(
        analysis.outputs.iter().enumerate().map(|(at, bound)| (format!("output {at}"), bound.as_ref())),
    );
    all
}

/// A figure that is contradicted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    /// Which one.
    pub figure: String,
    /// Where it was built.
    pub sizes: Vec<u64>,
    /// What is wrong.
    pub wrong: Wrong,
    /// What the analysis said.
    pub said: String,
}

/// What is wrong with a figure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wrong {
    /// The circuit has so much, more than this bound.
    Above(u64, String),
    /// The circuit has so much, and this was said to be exact.
    NotExact(u64, String),
    /// A formula has no value at these sizes.
    NoValue,
    /// A formula mentions something that is no parameter.
    Index,
    /// There is a sign gate.
    Sign,
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Violation { figure, sizes, said, .. } = self;
        match &self.wrong {
            Wrong::Above(found, bound) => {
                write!(f, "{figure} at {sizes:?} is {found}, above {bound}, of {said}")
            }
            Wrong::NotExact(found, value) => {
                write!(f, "{figure} at {sizes:?} is {found}, and not exactly {value}, of {said}")
            }
            Wrong::NoValue => write!(f, "{figure} has no value at {sizes:?}: {said}"),
            Wrong::Index => write!(f, "{figure} speaks of a loop: {said}"),
            Wrong::Sign => write!(f, "a sign gate at {sizes:?}"),
        }
    }
}

/// The value of a formula at some sizes.
pub fn value_at(formula: &Formula, sizes: &[u64]) -> Option<Num> {
    formula.at(&|symbol| match symbol {
        Symbol::Param(at) => sizes.get(at as usize).map(|size| Num::int(*size as i64)),
        Symbol::Var(_) => None,
    })
}

/// A bound as it is told.
pub fn said(bound: &Bound) -> String {
    let exact = match bound.how {
        How::Exact(from) => format!("exact from {from}: "),
        How::Upper => "at most ".to_string(),
        How::UpperFrom(from) => format!("at most from {from}: "),
    };
    let formula = format!("{exact}{:?}", bound.formula);
    if bound.everywhere == bound.formula {
        formula
    } else {
        format!("{formula}, at most {:?}", bound.everywhere)
    }
}

/// The first violation of each figure.
pub fn contradictions(analysis: &Analysis, built: &[(Vec<u64>, Counted)]) -> Vec<Violation> {
    let mut found = Vec::new();
    for (figure, bound) in bounds(analysis) {
        let Some(bound) = bound else { continue };
        let violation = |sizes: &[u64], wrong: Wrong| Violation {
            figure: figure.clone(),
            sizes: sizes.to_vec(),
            wrong,
            said: said(bound),
        };
        let is_var = |s: &Symbol| matches!(s, Symbol::Var(_));
        if bound.formula.symbols().iter().chain(&bound.everywhere.symbols()).any(is_var) {
            found.push(violation(&[], Wrong::Index));
            continue;
        }
        let above = built.iter().find_map(|(sizes, counted)| {
            let circuit = *counted.get(&figure)?;
            match value_at(&bound.everywhere, sizes) {
                None => Some(violation(sizes, Wrong::NoValue)),
                Some(most) if Num::int(circuit as i64) > most => {
                    Some(violation(sizes, Wrong::Above(circuit, most.to_string())))
                }
                Some(_) => None,
            }
        });
        found.extend(above);
        if let How::UpperFrom(from) = bound.how {
            let spoken = built.iter().filter(|(sizes, _)| sizes.iter().all(|size| *size >= from));
            let above = spoken.into_iter().find_map(|(sizes, counted)| {
                let circuit = *counted.get(&figure)?;
                let most = value_at(&bound.formula, sizes)?;
                (Num::int(circuit as i64) > most)
                    .then(|| violation(sizes, Wrong::Above(circuit, most.to_string())))
            });
            found.extend(above);
        }
        let How::Exact(from) = bound.how else { continue };
        let spoken = built.iter().filter(|(sizes, _)| sizes.iter().all(|size| *size >= from));
        let differs = spoken.into_iter().find_map(|(sizes, counted)| {
            let circuit = *counted.get(&figure)?;
            let value = value_at(&bound.formula, sizes);
            (value != Some(Num::int(circuit as i64))).then(|| {
                let value = value.map_or_else(|| "?".to_string(), |value| value.to_string());
                violation(sizes, Wrong::NotExact(circuit, value))
            })
        });
        found.extend(differs);
    }
    if analysis.sign.is_none()
        && let Some((sizes, _)) = built.iter().find(|(_, counted)| counted.contains_key("signs"))
    {
        found.push(Violation {
            figure: "sign".into(),
            sizes: sizes.clone(),
            wrong: Wrong::Sign,
            said: String::new(),
        });
    }
    found
}

/// The sizes that are built: all small ones, of each parameter by itself, and with one parameter some larger ones.
pub fn sizes(params: usize) -> Vec<Vec<u64>> {
    let each: &[u64] = match params {
        0 | 1 => &[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 12, 16, 17],
        2 => &[0, 1, 2, 3, 4, 5, 8],
        3 => &[0, 1, 2, 3, 5],
        _ => &[0, 1, 2],
    };
    let mut all = vec![Vec::new()];
    for _ in 0..params {
        let longer = |sizes: &Vec<u64>| {
            let sizes = sizes.clone();
            each.iter().map(move |size| [sizes.as_slice(), &[*size]].concat())
        };
        all = all.iter().flat_map(longer).collect();
    }
    all
}

/// The figures of the circuits of a family at those of these sizes at which it can be built within the limits.
pub fn built(
    program: &Program,
    id: FamilyId,
    types: &[Scalar],
    sizes: &[Vec<u64>],
    limits: &Limits,
) -> Vec<(Vec<u64>, Counted)> {
    let at = |sizes: &Vec<u64>| {
        let built = elaborate_as(program, id, types, sizes, limits, &mut |_| {}).ok()?;
        let mut counted = count(&built.circuit);
        if measure(&built.circuit).signs {
            counted.insert("signs".into(), 1);
        }
        Some((sizes.clone(), counted))
    };
    sizes.iter().filter_map(at).collect()
}

/// Circuits that are built here have no more gates and wires than these.
pub fn small() -> Limits {
    Limits { max_gates: 20_000, max_wires: 100_000, max_steps: 200_000, ..Limits::default() }
}

/// The types that are tried for the names of a family: each for all of them, and two that differ.
pub fn types(program: &Program, id: FamilyId) -> Vec<Vec<Scalar>> {
    let generics = program.family(id).generics.len();
    if generics == 0 {
        return vec![Vec::new()];
    }
    let mut scalars = vec![Scalar::Num, Scalar::Bool];
    let by_size = |at: &usize| program.alphabets[*at].tokens.len();
    let ids = 0..program.alphabets.len();
    let ends: BTreeSet<usize> =
        [ids.clone().min_by_key(by_size), ids.max_by_key(by_size)].into_iter().flatten().collect();
    scalars.extend(ends.into_iter().map(|at| Scalar::Alphabet(circ_compiler::types::AlphabetId(at as u32))));
    let mut all: Vec<Vec<Scalar>> = scalars.iter().map(|scalar| vec![*scalar; generics]).collect();
    if generics > 1 {
        all.push((0..generics).map(|at| scalars[at % scalars.len()]).collect());
        all.push((0..generics).map(|at| scalars[(at + 1) % scalars.len()]).collect());
    }
    all
}

/// Analyses a family and holds it against the circuits of all small sizes: the violations, each as a line.
pub fn violations(program: &Program, id: FamilyId) -> Vec<String> {
    let family = program.family(id);
    let mut lines = Vec::new();
    for types in types(program, id) {
        let analysis = analyze_as(program, id, &types);
        let built = built(program, id, &types, &sizes(family.params.len()), &small());
        if built.is_empty() {
            lines.push(format!("{}: no circuit is small enough", family.name));
        }
        let with = if types.is_empty() { String::new() } else { format!(" with {types:?}") };
        lines.extend(contradictions(&analysis, &built).iter().map(|v| format!("{}{with}: {v}", family.name)));
    }
    lines
}
