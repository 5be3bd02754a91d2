//! What the analysis says of reductions and selections over any number of elements is what the lowering table makes of
//! 0 to 8 of them: never less, and just that in depth from three elements on that are no constants.
//!
//! Elaboration runs the table, so the circuits are it.

use circ_compiler::analysis::analyze;
use circ_compiler::{FamilyId, Limits, load};
use circ_runtime::Num;
use circ_tests::faults;
use circ_tests::figures::{built, contradictions, value_at};

/// Elements that are numbers: live ones, some that may be constant, constants among wires.
const NUMBERS: &[&str] = &[
    "x[i]",
    "(if i == 0 { 1 } else { x[i] })",
    "(if i == n - 1 { 0 } else { x[i] })",
    "(if i % 2 == 0 { i } else { x[i] })",
    "(x[i] * prod(x[k] for k in 0..i))",
    "(i + 1)",
];

/// Elements that are bools.
const BOOLS: &[&str] = &[
    "b[i]",
    "(if i == 0 { true } else { b[i] })",
    "(if i == 1 { false } else { b[i] })",
    "(i % 2 == 0)",
    "(i > 0 and b[i])",
];

/// What is made of elements `E` and filters `F`.
const NUMERIC: &[&str] = &[
    "sum(E for i in 0..n)",
    "prod(E for i in 0..n)",
    "mean(E for i in 0..n)",
    "max(concat([s], [E for i in 0..n]))",
    "argmin(concat([s], [E for i in 0..n]))",
    "sum(E for i in 0..n if F)",
    "prod(E for i in 0..n if F)",
    "mean(E for i in 0..n if F)",
    "max(E for i in 0..n if F else s)",
    "min(E for i in 0..n if F else 0)",
    "lookup([E for i in 0..n], s)",
    "aggregate([[F for i in 0..n] for q in 0..1], [E for i in 0..n], s)[0]",
    "pick([[F for i in 0..n] for q in 0..1], [E for i in 0..n], s)[0]",
    "pick_last([[F for i in 0..n] for q in 0..1], [E for i in 0..n])[0]",
];

const LOGICAL: &[&str] = &[
    "all(E for i in 0..n)",
    "any(E for i in 0..n)",
    "count(E for i in 0..n)",
    "all(E for i in 0..n if F)",
    "any(E for i in 0..n if F)",
    "count(E for i in 0..n if F)",
    "width([[E for i in 0..n] for q in 0..1])[0]",
];

/// Every combination, as a body, and whether all of it is live.
fn bodies() -> Vec<(String, bool)> {
    let mut all = Vec::new();
    for (shapes, elements) in [(NUMERIC, NUMBERS), (LOGICAL, BOOLS)] {
        for shape in shapes {
            for element in elements {
                let filters = if shape.contains('F') { BOOLS } else { &BOOLS[..1] };
                for filter in filters {
                    let live = *element == elements[0] && *filter == BOOLS[0];
                    all.push((shape.replace('E', element).replace('F', filter), live));
                }
            }
        }
    }
    all
}

#[test]
fn summaries_are_never_below_the_table() {
    let sizes: Vec<Vec<u64>> = (0..=8).map(|m| vec![m]).collect();
    let mut wrong = Vec::new();
    for (body, live) in bodies() {
        let source = format!("family f[n](s: num, x: num[n], b: bool[n]) -> num {{ 0 + {body} }}");
        let loaded = load(&source);
        assert!(!loaded.has_errors(), "{source}\n{}", faults(&source, &loaded.diagnostics));
        let id = FamilyId(0);
        let analysis = analyze(&loaded.program, id);
        let built = built(&loaded.program, id, &[], &sizes, &Limits::default());
        wrong
            .extend(contradictions(&analysis, &built).iter().map(|violation| format!("{body}: {violation}")));
        let Some(depth) = analysis.depth.filter(|_| live) else { continue };
        for (sizes, counted) in built.iter().filter(|(sizes, _)| sizes[0] >= 3) {
            let said = value_at(&depth.formula, sizes);
            let found = counted["depth"];
            if said != Some(Num::int(found as i64)) {
                wrong.push(format!("{body}: depth at {sizes:?} is {found}, and {said:?} is said"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
