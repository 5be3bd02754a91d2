//! Transformers of sequence programs' own: no more layers and heads than the RASP paper's, the values of the circuit,
//! and what is declared of them.

use std::path::PathBuf;

use circ_compiler::native::Positions::{self, Index, IndexAndSize};
use circ_compiler::{FamilyId, Loaded, message};
use circ_runtime::{Circuit, Limits, Mask, Num, Transformer, evaluate, execute, execute_literal};
use circ_tests::load_right;
use circ_tests::programs::{Choices, program};
use circ_tests::random::Random;
use circ_tests::sequence::{agree, both, inputs};
use proptest::prelude::*;

fn load_example(path: &str) -> Loaded {
    let file = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../examples")).join(path);
    load_right(&std::fs::read_to_string(file).expect("the example is there"))
}

fn last(loaded: &Loaded) -> FamilyId {
    FamilyId(loaded.program.own as u32 - 1)
}

/// The last family of a file, by circuit and by transformer.
fn example(path: &str, n: u64, positions: Positions) -> (Circuit, Transformer) {
    let loaded = load_example(path);
    both(&loaded.program, last(&loaded), n, positions).unwrap_or_else(|fault| panic!("{path}: {fault:?}"))
}

fn shape(t: &Transformer) -> (usize, usize) {
    (t.layers.len(), t.layers.iter().map(|layer| layer.heads.len()).max().unwrap_or(0))
}

/// Weiss, Goldberg and Yahav 2021, Table 1: layers and heads of the RASP programs.
const RASP: [(&str, Positions, (usize, usize)); 9] = [
    ("reverse", Index, (2, 1)),
    ("reverse", IndexAndSize, (1, 1)),
    ("hist", Index, (1, 1)),
    ("sort", Index, (2, 1)),
    ("double_hist", Index, (2, 2)),
    ("sort_by_freq", Index, (3, 2)),
    ("dyck1_ptf", Index, (2, 1)),
    ("dyck2_ptf", Index, (4, 2)),
    ("frac_prevs", Index, (1, 1)),
];

#[test]
fn rasp_programs_take_no_more_layers_and_heads_than_in_the_paper() {
    for (name, positions, (layers, heads)) in RASP {
        for n in [0, 1, 20] {
            let (_, t) = example(&format!("sequences/{name}.circ"), n, positions);
            let found = shape(&t);
            assert!(found.0 <= layers && found.1 <= heads, "{name} at {n}: {found:?}");
        }
    }
}

#[test]
fn rasp_programs_compute_what_the_circuits_compute() {
    let mut random = Random(5);
    for (name, positions, _) in RASP {
        for n in [0, 1, 2, 10, 20, 128] {
            let (circuit, t) = example(&format!("sequences/{name}.circ"), n, positions);
            agree(&circuit, &t, if n > 20 { 2 } else { 12 }, &mut random);
        }
    }
}

/// Every family of the catalogue: its layers, heads and coordinates, or the expression that is in the way.
fn catalogue(mut each: impl FnMut(&str, &Loaded, FamilyId)) {
    for folder in ["sequences", "circuits", "thought"] {
        let root = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../examples")).join(folder);
        let mut files: Vec<String> = std::fs::read_dir(root)
            .expect("the folder is there")
            .map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned())
            .collect();
        files.sort();
        for file in files {
            let path = format!("{folder}/{file}");
            let loaded = load_example(&path);
            each(&path, &loaded, last(&loaded));
        }
    }
}

#[test]
fn the_catalogue_is_translated_or_refused_at_an_expression() {
    let mut listing = String::new();
    catalogue(|path, loaded, id| {
        let name = &loaded.program.family(id).name;
        // A size that every `where` of the catalogue admits.
        let line = match both(&loaded.program, id, 4, Index) {
            Ok((_, t)) => {
                let heads: Vec<String> = t.layers.iter().map(|layer| layer.heads.len().to_string()).collect();
                let mask = t.declared.as_ref().map_or("", |declared| declared.mask.name());
                format!("layers of {} heads, mask {mask}: {}", heads.join(", "), t.coordinates.join(" "))
            }
            Err(fault) => {
                let message = message(&fault);
                assert!(message.code.starts_with("E062"), "{path}: {}", message.title);
                let source = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../examples")).join(path);
                let source = std::fs::read_to_string(source).expect("the example is there");
                let at = fault
                    .span
                    .and_then(|span| source.get(span.range()).map(str::to_owned))
                    .unwrap_or_default();
                let at = at.lines().next().unwrap_or_default().to_owned();
                format!("{}; {} at {at}", message.title, message.label)
            }
        };
        listing.push_str(&format!("{name}: {line}\n"));
    });
    insta::assert_snapshot!("native_catalogue", listing);
}

#[test]
fn what_is_translated_computes_what_the_circuit_computes() {
    let mut random = Random(11);
    catalogue(|_, loaded, id| {
        for n in [0, 1, 2, 3, 4, 7, 16] {
            for positions in [Index, IndexAndSize] {
                if let Ok((circuit, t)) = both(&loaded.program, id, n, positions) {
                    agree(&circuit, &t, 6, &mut random);
                }
            }
        }
    });
}

/// The layers for 9 elements run on every shorter sequence, and only tables differ from the layers for fewer.
#[test]
fn one_program_serves_all_sizes() {
    let mut random = Random(3);
    catalogue(|path, loaded, id| {
        for positions in [Index, IndexAndSize] {
            let Ok((_, long)) = both(&loaded.program, id, 9, positions) else { continue };
            for n in [0, 1, 2, 5, 8] {
                let Ok((circuit, short)) = both(&loaded.program, id, n, positions) else { continue };
                assert_eq!(shape(&long), shape(&short), "{path} at {n}");
                assert_eq!(long.coordinates, short.coordinates, "{path} at {n}");
                let t = Transformer { sequence: short.sequence, ..long.clone() };
                agree(&circuit, &t, 4, &mut random);
            }
        }
    });
}

#[test]
fn scores_and_values_of_rasp_programs_are_the_same_for_all_sizes() {
    for (name, positions, _) in RASP {
        let layers = |n| example(&format!("sequences/{name}.circ"), n, positions).1.layers;
        let heads = |n| layers(n).into_iter().flat_map(|layer| layer.heads).collect::<Vec<_>>();
        assert_eq!(heads(3), heads(50), "{name}");
    }
    // Without a count over a selection there is no table, so that all of the program is.
    for name in ["reverse", "dyck1_ptf", "frac_prevs", "prev", "induction"] {
        let layers = |n| example(&format!("sequences/{name}.circ"), n, Index).1.layers;
        assert_eq!(layers(3), layers(50), "{name}");
    }
}

/// Hides what a mask hides: every score of a later key is less than all others.
fn masked(t: &Transformer) -> Transformer {
    use circ_runtime::{Component, Gate, Gates, Score};
    let mut masked = t.clone();
    for head in masked.layers.iter_mut().flat_map(|layer| &mut layer.heads) {
        let Score::Circuit(score) = &head.score else { panic!("a score circuit") };
        let mut gates = Gates::new();
        for id in score.gates.ids() {
            match score.gates.gate(id) {
                Gate::Input(at) => gates.push_input(at),
                Gate::Const(value) => gates.push_const(value.clone()),
                Gate::Add(operands) => gates.push_add(operands),
                Gate::Mul(operands) => gates.push_mul(operands),
                Gate::Sign(operand) => gates.push_sign(operand),
            };
        }
        // Scores lie between 0 and 1, and the sentinel has the index 0: what is taken away is 0 or 10.
        let dim = t.dim as u32;
        let (own, key) = (gates.push_input(1), gates.push_input(dim + 1));
        let (minus, five) = (gates.push_const(Num::int(-1)), gates.push_const(Num::int(-5)));
        let negated = gates.push_mul(&[minus, own]);
        let apart = gates.push_add(&[key, negated]);
        let sign = gates.push_sign(apart);
        let square = gates.push_mul(&[sign, sign]);
        let later = gates.push_add(&[sign, square]);
        let hidden = gates.push_mul(&[five, later]);
        let score = gates.push_add(&[score.outputs[0], hidden]);
        head.score = Score::Circuit(Component { gates, outputs: vec![score] });
    }
    masked
}

#[test]
fn hiding_later_positions_changes_nothing_where_the_mask_says_so() {
    let mut random = Random(8);
    let mut future = 0;
    catalogue(|_, loaded, id| {
        let Ok((circuit, t)) = both(&loaded.program, id, 6, Index) else { return };
        if t.declared.as_ref().is_some_and(|declared| declared.mask == Mask::Future) {
            future += 1;
            agree(&circuit, &masked(&t), 12, &mut random);
        }
    });
    assert!(future >= 8, "{future}");
    // And where it does not say so, it does change something.
    let (circuit, t) = example("sequences/hist.circ", 6, Index);
    let limits = Limits::default();
    let mut masked = masked(&t);
    let differs = (0..20).any(|_| {
        let given = inputs(&circuit.inputs, &mut random);
        masked.sequence.fill(&given).expect("the inputs fit");
        let run = |of: &Transformer| execute(of, &limits, &mut |_, _| {}).expect("it runs");
        run(&masked) != evaluate(&circuit, &given, &limits, &mut |_, _| {}).expect("it runs")
    });
    assert!(differs);
}

/// Every value that an output takes is one of those that are declared.
#[test]
fn declared_values_hold_what_occurs() {
    let mut random = Random(21);
    let mut finite = 0;
    catalogue(|path, loaded, id| {
        let Ok((circuit, t)) = both(&loaded.program, id, 6, Index) else { return };
        let declared = t.declared.clone().expect("native programs declare");
        // Every variable as an output of its own, at the elements.
        let mut watched = t.clone();
        watched.sequence.outputs = (0..t.dim)
            .map(|coordinate| circ_runtime::OutputSpec {
                name: t.coordinates[coordinate].clone(),
                positions: (1..t.sequence.len as u32).collect(),
                coordinate,
            })
            .collect();
        for _ in 0..10 {
            watched.sequence.fill(&inputs(&circuit.inputs, &mut random)).expect("the inputs fit");
            let all = execute_literal(&watched, &Limits::default(), &mut |_, _| {}).expect("it runs");
            for (coordinate, values) in all.chunks(t.sequence.len - 1).enumerate() {
                let variable = declared.variables.iter().find(|v| v.coordinate == coordinate);
                let variable = variable.unwrap_or_else(|| panic!("{path}: {coordinate} is not declared"));
                if let Some(known) = &variable.values {
                    finite += 1;
                    // A result that is a scalar is that of the sentinel alone.
                    if variable.of != "result" || circuit.outputs.iter().all(|port| !port.shape.is_empty()) {
                        assert!(
                            values.iter().all(|value| known.contains(value)),
                            "{path} {}: {values:?}",
                            variable.name
                        );
                    }
                }
            }
        }
    });
    assert!(finite > 100, "{finite}");
}

/// Programs of few lines that would be endless if every part were written out.
#[test]
fn what_grows_with_every_line_is_shared_or_refused() {
    let chain = |first: &str, next: &dyn Fn(usize) -> String, count: usize| {
        let lets: String = (0..count).map(|k| format!("let a{} = {};\n", k + 1, next(k))).collect();
        format!("{{ let a0 = {first};\n{lets} a{count} }}")
    };
    let many = |part: &str| vec![part; 30].join(" * ");
    let shared = [
        chain("x", &|k| format!("a{k} + a{k}"), 60),
        chain("x", &|k| format!("a{k} - 2 * a{k}"), 60),
        chain("[v * 0 for v in x]", &|k| format!("a{k} * a{k}"), 5),
        format!("[x[i] + {} for i in 0..n]", chain("n + i", &|k| format!("a{k} + a{k}"), 60)),
        "[fold a = v for i in 0..60 { a + a } for v in x]".to_string(),
        // What no position takes is not computed, however long.
        "[if i > 20 { x[i] * 3 ^ (10 ^ (i % 2 + 20)) } else { x[i] } for i in 0..n]".to_string(),
        "[x[i] / (i + 1) for i in 0..n]".to_string(),
    ];
    let refused = [
        format!("[sum({} for j in 0..n) for i in 0..n]", many("(x[i] + x[j])")),
        "[sum((((x[i] + x[j]) ^ 4) ^ 4) ^ 4 for j in 0..n) for i in 0..n]".to_string(),
        "if n > 20 { [v * 3 ^ (10 ^ 9) for v in x] } else { x }".to_string(),
        "[if i > 20 { x[i] * (i + 2) ^ 1000000000 } else { 0 } for i in 0..n]".to_string(),
    ];
    for (bodies, translated) in [(&shared[..], true), (&refused[..], false)] {
        for body in bodies {
            let loaded = load_right(&format!("family main[n](x: num[n]) -> num[n] {{ {body} }}"));
            match both(&loaded.program, last(&loaded), 3, Index) {
                Ok((circuit, t)) => {
                    assert!(translated, "{body}");
                    agree(&circuit, &t, 3, &mut Random(1));
                }
                Err(fault) => assert!(!translated, "{body}: {}", message(&fault).title),
            }
        }
    }
}

/// A table over positions alone has an entry for each, at long sequences too.
#[test]
fn tables_of_long_sequences() {
    let loaded = load_right("family main[n](x: num[n]) -> num[n] { [x[i] / (i + 1) for i in 0..n] }");
    let (circuit, t) = both(&loaded.program, last(&loaded), 1000, IndexAndSize).expect("it is translated");
    agree(&circuit, &t, 1, &mut Random(2));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, ..ProptestConfig::default() })]

    /// A random program that is translated computes what its circuit computes.
    #[test]
    fn random_programs_agree(choices in prop::collection::vec(any::<u8>(), 0..60), n in 0u64..5, sized in any::<bool>(), seed in any::<u64>(), root in any::<bool>()) {
        let ring = if root { circ_runtime::Ring::with_root(2).expect("a ring") } else { circ_runtime::Ring::Q };
        let mut choices = Choices::new(&choices, ring);
        let kind = choices.kind();
        let body = choices.expr(kind, 3);
        let source = program(kind, &body, ring);
        let loaded = load_right(&source);
        let id = loaded.program.family_named("main").expect("it is there");
        let positions = if sized { IndexAndSize } else { Index };
        match both(&loaded.program, id, n, positions) {
            Ok((circuit, t)) => agree(&circuit, &t, 3, &mut Random(seed)),
            Err(fault) => {
                let message = message(&fault);
                prop_assert!(message.code.starts_with("E062"), "{}\n{}", source, message.title);
            }
        }
    }
}
