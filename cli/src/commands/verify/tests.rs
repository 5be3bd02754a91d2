//! Faults of circ's own, put in by hand: they are found, made small, and located.

use circ_compiler::emit::{Construction, emit};
use circ_compiler::{Elaborated, message};

use super::compare::{Outcome, compare, span_of};
use super::locate::value_coordinate;
use super::stages::{LITERAL_INPUTS, Source, Stage, by_both_engines, literal_inputs, stages};
use super::*;

const LIMITS: fn() -> circ_runtime::Limits = circ_runtime::Limits::default;

fn source(body: &str) -> String {
    format!("family f[n](x: num[n], b: bool) -> num {{ {body} }}")
}

fn program(body: &str) -> Program {
    let loaded = circ_compiler::load(&source(body));
    assert!(!loaded.has_errors(), "{:?}", loaded.diagnostics);
    loaded.program
}

fn built(body: &str) -> Elaborated {
    let program = program(body);
    circ_compiler::elaborate(&program, FamilyId(0), &[3], &Limits::default(), &mut |_| {}).expect("it builds")
}

/// What comes of a circuit against these stages.
fn compared(right: &Elaborated, stages: &mut [Box<dyn Stage + '_>]) -> Outcome {
    let trials = Trials::new(&right.circuit.inputs, right.circuit.ring, 100, 0);
    compare(right, stages, trials, &LIMITS()).expect("it runs")
}

fn by(transformer: circ_compiler::emit::Emitted) -> Vec<Box<dyn Stage>> {
    let coordinate = value_coordinate(&transformer.transformer);
    by_both_engines(transformer, coordinate, &LIMITS()).expect("it is well formed")
}

fn difference(outcome: Outcome) -> Gives {
    match outcome {
        Outcome::Differs(gives, _) => *gives,
        Outcome::Equal(compared) => panic!("{compared:?}"),
    }
}

#[test]
fn short_transformers_are_always_run_to_the_letter() {
    let of = |body: &str| literal_inputs(&emit(&built(body).circuit, Construction::Average).transformer);
    assert_eq!(of("sum(x)"), LITERAL_INPUTS);
    // Deep, and short all the same.
    let deep = of("fold a = b for i in 0..10 { a + x[0] }");
    assert!((1..LITERAL_INPUTS).contains(&deep), "{deep}");
    assert_eq!(of("sum(x[i] * x[j] * x[k] for i in 0..n, j in 0..n, k in 0..n)"), 0);
}

#[test]
fn the_source_and_every_construction_agree_with_the_circuit() {
    let body = "sum(x) + b * max(x)";
    let (program, right) = (program(body), built(body));
    let source = Source::new(&program, FamilyId(0), &[3], &Limits::default());
    let mut all = stages(&right, source, &Construction::ALL, &LIMITS()).expect("they are well formed");
    let Outcome::Equal(compared) = compared(&right, &mut all) else { panic!("they agree") };
    let tallies: Vec<(String, u64)> = compared.stages.iter().map(|t| (t.stage.clone(), t.inputs)).collect();
    assert_eq!(tallies[0], ("source".into(), 100));
    let constructions = tallies.iter().filter(|(name, _)| !name.contains("letter")).skip(1);
    assert_eq!(
        constructions.cloned().collect::<Vec<_>>(),
        Construction::ALL.map(|c| (c.name().to_string(), 100)).to_vec()
    );
}

#[test]
fn the_source_of_another_family_is_found_out_on_the_simplest_input() {
    let right = built("sum(x) + b");
    let other = program("sum(x) + b + (if x[1] > 2 { 1/3 } else { 0 })");
    let source = Source::new(&other, FamilyId(0), &[3], &Limits::default());
    let found = difference(compared(&right, &mut [Box::new(source)]));
    assert_eq!((found.inputs.as_str(), found.found.as_str()), ("x=[0, 3, 0], b=false", "10/3"));
    assert_eq!(found.astray, None);
}

#[test]
fn a_transformer_of_another_circuit_is_found_out() {
    let (right, wrong) = (built("sum(x) + b"), built("2 * sum(x) - sum(x) + b * b + b - b"));
    for construction in Construction::ALL {
        let outcome = compared(&right, &mut by(emit(&wrong.circuit, construction)));
        assert!(matches!(outcome, Outcome::Equal(_)), "{outcome:?}");
        let wrong = built("sum(x) + b + (if sum(x) == 0 { 1/3 } else { 0 })");
        let found = difference(compared(&right, &mut by(emit(&wrong.circuit, construction))));
        let message = message(&differs(&right, found, None));
        assert_eq!(message.code, "E0599");
        let name = construction.name();
        assert_eq!(
            message.title,
            format!("circ is wrong here: the transformer `{name}` and the circuit of `f` differ")
        );
        assert_eq!(message.notes[0], "The input is x=[0, 0, 0], b=false.");
        assert_eq!(message.notes[1], format!("The transformer `{name}` gives 1/3, the circuit 0."));
    }
}

#[test]
fn the_first_gate_that_goes_astray_is_told_with_its_position_and_layer() {
    let body = "let s = x[0] + x[1]; let p = s * x[2]; p * p + b";
    let right = built(body);
    for construction in Construction::ALL {
        // A wire of the product reads another gate: id 2 is x[1].
        let mut emitted = emit(&right.circuit, construction);
        let product = right.circuit.gates.ids().find(|g| right.circuit.gates.op(*g) == circ_runtime::Op::Mul);
        let product = product.expect("there is one");
        let position = emitted.positions[product.index()];
        let coordinate = value_coordinate(&emitted.transformer);
        // The kind of the gate becomes that of a sum.
        let kind = emitted
            .transformer
            .coordinates
            .iter()
            .position(|name| name == "t" || name == "tau")
            .expect("its kind");
        let Some(column) = emitted.transformer.sequence.columns.get_mut(kind) else {
            panic!("it has a column")
        };
        let kinds = (0..emitted.transformer.sequence.len)
            .map(|i| if i == position as usize { circ_runtime::Num::int(2) } else { column.get(i) });
        *column = circ_runtime::Column::of(kinds.collect::<Vec<_>>());
        let stages = by_both_engines(emitted, coordinate, &LIMITS()).expect("well formed");
        let mut stages = stages;
        let found = difference(compared(&right, &mut stages));
        let Some(circ_compiler::diagnostics::Astray::Gate { gate, position: at, layer, .. }) = &found.astray
        else {
            panic!("{construction:?}: {:?}", found);
        };
        assert_eq!((*gate, *at, *layer), (product.0, position, Some(3)), "{construction:?}");
        let span = span_of(&right, &found).expect("it has a place");
        assert_eq!(&source(body)[span.start as usize..span.end as usize], "s * x[2]", "{construction:?}");
    }
}
