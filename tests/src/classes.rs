//! Proved classes, held against circuits that are built.
//!
//! A class speaks of all sizes, a circuit of one; what is looked for is growth from size to size that no circuit of the
//! class has. Small families that look at sizes above `SMALL` would be blamed unjustly; there are none among those that
//! are tried.

use std::collections::BTreeSet;

use circ_compiler::analysis::{Boolean, Class, Kind, Verdict, class_bounds, classify};
use circ_compiler::{FamilyId, Limits, Program, elaborate};
use circ_runtime::{Circuit, Gate, Measures, Num, Op, measure};

use crate::random::Random;

/// Sizes up to this one show what a bounded figure can be.
const SMALL: u64 = 17;
/// A sum of more operands is wide.
const WIDE: usize = 14;
/// Inputs that a circuit is run on.
const SAMPLES: usize = 16;

/// Circuits by their size, which is that of every parameter.
type Built = Vec<(u64, Circuit)>;

/// What contradicts the classes that are proved of a family, each as a line, and the verdict.
pub fn refutations(
    program: &Program,
    id: FamilyId,
    sizes: &[u64],
    limits: &Limits,
) -> (Verdict, Vec<String>) {
    let verdict = classify(program, id, &class_bounds(program, id));
    let lines = against(program, id, verdict.class, verdict.boolean, sizes, limits);
    (verdict, lines)
}

/// What in the circuits of a family contradicts that it is in these classes.
pub fn against(
    program: &Program,
    id: FamilyId,
    class: Option<Class>,
    boolean: Option<Boolean>,
    sizes: &[u64],
    limits: &Limits,
) -> Vec<String> {
    if class.is_none() && boolean.is_none() {
        return Vec::new();
    }
    let params = program.family(id).params.len();
    let at = |size: &u64| {
        let sizes = vec![*size; params];
        Some((*size, elaborate(program, id, &sizes, limits, &mut |_| {}).ok()?.circuit))
    };
    let built: Built = sizes.iter().filter_map(at).collect();
    let figures = class
        .into_iter()
        .flat_map(|class| arithmetic(class, &built).into_iter().map(move |line| format!("{class}: {line}")));
    let values = boolean.into_iter().flat_map(|class| {
        over_bools(class, &built).into_iter().map(move |line| format!("{}: {line}", class.name()))
    });
    figures.chain(values).collect()
}

/// The figures of a class: sign, fan-in, depth and the number of gates.
fn arithmetic(class: Class, built: &Built) -> Vec<String> {
    let mut lines = Vec::new();
    let measures: Vec<(u64, Measures)> =
        built.iter().map(|(size, circuit)| (*size, measure(circuit))).collect();
    if !class.sign
        && let Some((size, _)) = measures.iter().find(|(_, m)| m.signs)
    {
        lines.push(format!("a sign gate at {size}"));
    }
    let mut bounded = |name: &str, figure: &dyn Fn(&Measures) -> usize| {
        let small = measures.iter().filter(|(size, _)| *size <= SMALL).map(|(_, m)| figure(m)).max();
        for (size, m) in measures.iter().filter(|(size, _)| *size > SMALL) {
            if small.is_some_and(|small| figure(m) > small) {
                lines.push(format!("{name} is {} at {size}, at most {small:?} at small sizes", figure(m)));
            }
        }
    };
    if class.kind < Kind::Fac {
        bounded("mul fan-in", &|m| m.mul_fan_in);
    }
    if class.kind < Kind::Fsac {
        bounded("add fan-in", &|m| m.add_fan_in);
    }
    if class.power == 0 {
        bounded("depth", &|m| m.depth);
    }
    let at = |wanted: u64| measures.iter().find(|(size, _)| *size == wanted).map(|(_, m)| m);
    if (1..=2).contains(&class.power)
        && let (Some(a), Some(b), Some(c), Some(d)) = (at(8), at(16), at(32), at(64))
    {
        // What a logarithm adds from 32 to 64 is what it adds from 8 to 16; its square adds less than twice as much. A
        // line adds four times as much.
        let (early, late) = (b.depth.saturating_sub(a.depth), d.depth.saturating_sub(c.depth));
        let most = if class.power == 1 { early + early / 2 + 4 } else { 2 * early + early / 2 + 8 };
        if late > most {
            lines.push(format!("depth grows by {early} from 8 to 16 and by {late} from 32 to 64"));
        }
    }
    // A polynomial of degree 5 is 32 times as much at 16 as at 8.
    let small = measures.iter().filter(|(size, _)| *size <= 9).map(|(_, m)| m.gates).max();
    if let (Some(small), Some(large)) = (small, at(16))
        && large.gates > 40 * small
    {
        lines.push(format!("gates are {} at 16 and at most {small} up to 9", large.gates));
    }
    lines
}

/// What Boolean classes ask of values.
fn over_bools(class: Boolean, built: &Built) -> Vec<String> {
    match class {
        Boolean::Ac0 => {
            built.iter().filter(|(size, _)| *size >= 32).flat_map(|(size, c)| counts(*size, c)).collect()
        }
        Boolean::Nc1 => {
            let bits = |small: bool| {
                let some = built.iter().filter(|(size, _)| (*size <= SMALL) == small);
                some.map(|(_, circuit)| longest(circuit)).max().unwrap_or(0)
            };
            // A constant and a remainder by the size may show late.
            let (early, late) = (bits(true), bits(false));
            let longer = late > early + 1;
            longer.then(|| format!("values have {late} bits, at small sizes {early}")).into_iter().collect()
        }
        Boolean::Nc0 | Boolean::Tc0 => Vec::new(),
    }
}

/// The values of all gates on some inputs: all 0, all 1, and random ones, few or many of them 1.
fn runs(circuit: &Circuit) -> Vec<Vec<Num>> {
    let mut random = Random(7);
    let mut runs = Vec::new();
    for sample in 0..SAMPLES {
        let mut values: Vec<Num> = vec![Num::ZERO; circuit.gates.len()];
        for gate in circuit.inputs.iter().flat_map(|port| &port.gates) {
            let one = match sample {
                0 => false,
                1 => true,
                _ => random.below(8) < sample % 8,
            };
            values[gate.index()] = Num::int(i64::from(one));
        }
        for id in circuit.gates.ids() {
            let below = circuit.gates.operands(id).iter().map(|gate| values[gate.index()].clone());
            let value = match circuit.gates.op(id) {
                Op::Input => continue,
                Op::Const => match circuit.gates.gate(id) {
                    Gate::Const(value) => value.clone(),
                    _ => continue,
                },
                Op::Add => below.fold(Num::ZERO, |sum, value| sum.add(&value)),
                Op::Mul => below.fold(Num::ONE, |product, value| product.mul(&value)),
                Op::Sign => below.fold(Num::ZERO, |_, value| value.sign()),
            };
            values[id.index()] = value;
        }
        runs.push(values);
    }
    runs
}

/// Wide sums that have many values and more than the question whether they are at an end of their range is asked of.
fn counts(size: u64, circuit: &Circuit) -> Vec<String> {
    let runs = runs(circuit);
    let mut only_signs = vec![true; circuit.gates.len()];
    for id in circuit.gates.ids().filter(|id| circuit.gates.op(*id) != Op::Sign) {
        circuit.gates.operands(id).iter().for_each(|gate| only_signs[gate.index()] = false);
    }
    circuit.output_gates().for_each(|gate| only_signs[gate.index()] = false);
    let mut lines = Vec::new();
    for id in circuit.gates.ids().filter(|id| circuit.gates.op(*id) == Op::Add) {
        if circuit.gates.operands(id).len() <= WIDE {
            continue;
        }
        let values: BTreeSet<Num> = runs.iter().map(|values| values[id.index()].clone()).collect();
        let at_an_end = values.iter().all(|v| v.signum() >= 0) || values.iter().all(|v| v.signum() <= 0);
        if values.len() > 9 && !(only_signs[id.index()] && at_an_end) {
            lines.push(format!("a sum of {} operands at {size} counts", circuit.gates.operands(id).len()));
        }
    }
    lines.truncate(1);
    lines
}

/// The bits of the longest value of a gate that is no constant.
fn longest(circuit: &Circuit) -> u64 {
    let runs = runs(circuit);
    let gates = circuit.gates.ids().filter(|id| circuit.gates.op(*id) != Op::Const);
    gates.flat_map(|id| runs.iter().map(move |values| values[id.index()].bits())).max().unwrap_or(0)
}
