//! What the default engine reads off generated columns holds of the program that is there, right or wrong: with
//! constants, outputs, pooling or patterns changed it still gives what the literal engine gives.

use std::sync::Arc;

use circ_compiler::emit::{Construction, emit};
use circ_runtime::{
    Column, Component, Gate, GateId, Gates, Generated, Limits, Num, Pattern, Pooling, Prepared, Route, Score,
    Transformer, Value, execute, execute_literal,
};
use circ_tests::raw::{Choice, made_of};
use proptest::prelude::*;
use proptest::sample::Index;

/// Positions beyond which the literal engine is not asked.
const LITERAL: usize = 40;

/// Small numbers that tie often, among them fractions and such as overflow a machine word soon.
fn number() -> impl Strategy<Value = Num> {
    let small = (-3i64..4, 1i64..3).prop_map(|(p, q)| Num::ratio(p, q).unwrap_or(Num::ONE));
    let edge = prop_oneof![Just(i64::MIN), Just(i64::MAX), Just(3_037_000_500), Just(-4_294_967_296)];
    prop_oneof![6 => small, 1 => edge.prop_map(Num::int)]
}

fn choice() -> impl Strategy<Value = Choice> {
    (0u8..5, number(), prop::collection::vec(any::<u8>(), 0..5)).prop_map(|(op, number, reads)| Choice {
        op,
        number,
        reads,
    })
}

/// A circuit's transformer with an input, not too long.
fn programs() -> impl Strategy<Value = Transformer> {
    let choices = prop::collection::vec(choice(), 1..10);
    let inputs = prop::collection::vec(number(), 0..4);
    let construction = prop::sample::select(Construction::ALL.as_slice());
    (inputs, choices, construction).prop_filter_map("long", |(inputs, choices, construction)| {
        let circuit = made_of(inputs.len(), &choices);
        let mut t = emit(&circuit, construction).transformer;
        t.sequence.fill(&inputs).expect("the inputs fit");
        t.repeat = t.repeat.min(3);
        (t.sequence.len <= LITERAL).then_some(t)
    })
}

/// One change.
#[derive(Clone, Debug)]
enum Change {
    Repeat(u64),
    Score(Index, Index, Num),
    Activation(Index, Index, Num),
    Outputs(Index, Index, Index),
    Value(Index, Index),
    Pooling(Index, Pooling),
    Pattern(Index, Index, i64),
}

fn change() -> impl Strategy<Value = Change> {
    let index = any::<Index>;
    let pooling = prop::sample::select(vec![Pooling::Average, Pooling::Leftmost, Pooling::Rightmost]);
    prop_oneof![
        (0u64..5).prop_map(Change::Repeat),
        (index(), index(), number()).prop_map(|(l, k, n)| Change::Score(l, k, n)),
        (index(), index(), number()).prop_map(|(l, k, n)| Change::Activation(l, k, n)),
        (index(), index(), index()).prop_map(|(l, a, b)| Change::Outputs(l, a, b)),
        (index(), index()).prop_map(|(l, c)| Change::Value(l, c)),
        (index(), pooling).prop_map(|(l, p)| Change::Pooling(l, p)),
        (index(), index(), -2i64..3).prop_map(|(c, k, n)| Change::Pattern(c, k, n)),
    ]
}

/// The component with another number for one of its constants, where it has any.
fn with_constant(component: &Component, k: Index, value: &Num) -> Component {
    match component.gates.constants().len() {
        0 => component.clone(),
        count => with_constant_at(component, k.index(count), value),
    }
}

/// The component with another number for its constant number `changed`.
fn with_constant_at(component: &Component, changed: usize, value: &Num) -> Component {
    let (mut gates, mut seen) = (Gates::new(), 0);
    for id in component.gates.ids() {
        match component.gates.gate(id) {
            Gate::Input(i) => gates.push_input(i),
            Gate::Const(old) => {
                seen += 1;
                gates.push_const(if changed == seen - 1 { value.clone() } else { old.clone() })
            }
            Gate::Add(operands) => gates.push_add(operands),
            Gate::Mul(operands) => gates.push_mul(operands),
            Gate::Sign(operand) => gates.push_sign(operand),
        };
    }
    Component { gates, outputs: component.outputs.clone() }
}

/// The pattern with one of its numbers changed.
fn with_number(pattern: &Pattern, k: Index, by: i64) -> Pattern {
    let shifted = |values: &Arc<Vec<u32>>| {
        let mut values = values.to_vec();
        if !values.is_empty() {
            let place = k.index(values.len());
            values[place] = values[place].saturating_add_signed(by as i32);
        }
        Arc::new(values)
    };
    match pattern.clone() {
        Pattern::Same(value) => Pattern::Same(value + by),
        Pattern::Count(first) => Pattern::Count(first + by),
        Pattern::Bytes(kinds) => {
            let mut kinds = kinds.to_vec();
            let place = k.index(kinds.len());
            kinds[place] = kinds[place].saturating_add_signed(by as i8);
            Pattern::Bytes(Arc::new(kinds))
        }
        Pattern::List { values, add } => Pattern::List { values: shifted(&values), add },
        Pattern::Runs { ends, first } => Pattern::Runs { ends, first: first + by },
        Pattern::Edges { ends, values, add, last } => {
            Pattern::Edges { ends, values: shifted(&values), add, last }
        }
        other @ (Pattern::Ordinals { .. } | Pattern::Squares(_)) => other,
    }
}

fn apply(t: &mut Transformer, change: &Change) {
    let (layers, dim) = (t.layers.len(), t.dim);
    match change {
        Change::Repeat(repeat) => t.repeat = *repeat,
        Change::Score(l, k, value) => match &mut t.layers[l.index(layers)].heads[0].score {
            Score::Circuit(component) => *component = with_constant(component, *k, value),
            Score::Dot { query, key } => {
                let row = if k.index(2) == 0 { &mut query[0] } else { &mut key[1] };
                row[k.index(dim)] = value.clone();
            }
        },
        Change::Activation(l, k, value) => {
            let activation = &mut t.layers[l.index(layers)].activation;
            *activation = with_constant(activation, *k, value);
        }
        Change::Outputs(l, a, b) => {
            t.layers[l.index(layers)].activation.outputs.swap(a.index(dim), b.index(dim));
        }
        Change::Value(l, c) => {
            if let Value::Circuit(component) = &mut t.layers[l.index(layers)].heads[0].value {
                let (mut gates, outputs) = (Gates::new(), component.outputs.len());
                let taken = gates.push_input(c.index(dim) as u32);
                *component = Component { gates, outputs: vec![taken; outputs] };
            }
        }
        Change::Pooling(l, pooling) => t.layers[l.index(layers)].heads[0].pooling = *pooling,
        Change::Pattern(c, k, by) => {
            let column = &mut t.sequence.columns[c.index(dim)];
            if let Column::Generated(generated) = column {
                let chosen = k.index(generated.stretches().len());
                let stretches = generated.stretches().iter().enumerate();
                let stretches = stretches.map(|(at, (len, pattern))| {
                    (*len, if at == chosen { with_number(pattern, *k, *by) } else { pattern.clone() })
                });
                *column = Column::Generated(Generated::new(stretches));
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3000, ..ProptestConfig::default() })]

    #[test]
    fn the_engines_agree_on_changed_programs(t in programs(), changes in prop::collection::vec(change(), 0..5)) {
        let mut t = t;
        changes.iter().for_each(|change| apply(&mut t, change));
        // Numbers may grow without bound, and the default engine does not compute those that nobody needs.
        let limits = Limits { max_digits: 300, ..Limits::default() };
        if let Ok(literal) = execute_literal(&t, &limits, &mut |_, _| {}) {
            prop_assert_eq!(execute(&t, &limits, &mut |_, _| {}), Ok(literal.clone()));
            // A program that is prepared runs on the inputs that it came with, too.
            let inputs: Vec<Num> = t.sequence.inputs.iter()
                .flat_map(|spec| spec.positions.iter().map(|&p| t.sequence.columns[spec.coordinate].get(p as usize)))
                .collect();
            let prepared = Prepared::new(t).expect("well formed");
            prop_assert_eq!(prepared.execute(&inputs, &limits, &mut |_, _| {}), Ok(literal));
        }
    }
}

/// `(x + y)·(x - y)` and its sign, by a construction.
fn example(construction: Construction) -> Transformer {
    let choice = |op, reads: &[u8]| Choice { op, number: Num::MINUS_ONE, reads: reads.to_vec() };
    // x, y, x + y, -1, -y, x - y, their product, its sign.
    let circuit = made_of(
        2,
        &[
            choice(2, &[0, 1]),
            choice(0, &[]),
            choice(3, &[1, 3]),
            choice(2, &[0, 4]),
            choice(3, &[2, 5]),
            choice(4, &[6]),
        ],
    );
    let mut t = emit(&circuit, construction).transformer;
    t.sequence.fill(&[Num::int(5), Num::int(3)]).expect("two inputs");
    t
}

/// A wrong constant that leaves the program one of columns shows in the result, as the literal engine has it.
#[test]
fn a_wrong_constant_shows_and_runs_by_columns() {
    for construction in Construction::ALL {
        let right = example(construction);
        let limits = Limits::default();
        let run = |t: &Transformer| execute(t, &limits, &mut |_, _| {});
        let route = |t: &Transformer| Prepared::new(t.clone()).expect("well formed").route();
        assert!(matches!(route(&right), Route::Columns { .. }));
        let (mut wrong, mut columns) = (0, 0);
        let constants = right.layers[1].activation.gates.constants().len();
        for k in 0..constants {
            let mut t = right.clone();
            let activation = &mut t.layers[1].activation;
            let value = activation.gates.constants()[k].add(&Num::ONE);
            *activation = with_constant_at(activation, k, &value);
            let literal = execute_literal(&t, &limits, &mut |_, _| {});
            assert_eq!(run(&t), literal);
            wrong += usize::from(literal != run(&right));
            columns += usize::from(matches!(route(&t), Route::Columns { .. }));
        }
        assert!(
            wrong > 0 && columns > 0,
            "{construction:?}: {wrong} of {constants} show, {columns} by columns"
        );
    }
}

/// Gates of which no output reads do not stop a run, however long their numbers would be.
#[test]
fn what_no_output_reads_may_be_too_long() {
    let square = |at: u8| Choice { op: 3, number: Num::ZERO, reads: vec![at, at] };
    let squares: Vec<Choice> = (1..12).map(square).collect();
    let mut circuit = made_of(2, &squares);
    circuit.outputs[0].gates = vec![GateId(0)];
    circuit.outputs[0].shape = vec![1];
    let limits = Limits { max_digits: 100, ..Limits::default() };
    for construction in Construction::ALL {
        let mut t = emit(&circuit, construction).transformer;
        t.sequence.fill(&[Num::int(1), Num::int(1_000_000_007)]).expect("two inputs");
        t.repeat = 12;
        assert!(matches!(Prepared::new(t.clone()).expect("well formed").route(), Route::Columns { .. }));
        assert_eq!(execute(&t, &limits, &mut |_, _| {}), Ok(vec![Num::ONE]));
    }
}

/// What a round leaves at a coordinate is not there in the first round.
#[test]
fn what_only_a_round_leaves_is_not_there_before() {
    let sign = Choice { op: 4, number: Num::ZERO, reads: vec![0] };
    let mut t = emit(&made_of(1, &[sign]), Construction::Dot).transformer;
    t.sequence.fill(&[Num::ZERO]).expect("one input");
    let (value, kind) = (7, 6);
    let activation = &mut t.layers[1].activation;
    // Every value becomes the kind of its gate, and every kind 0.
    activation.outputs[value] = activation.outputs[kind];
    let zero = activation.gates.push_const(Num::ZERO);
    activation.outputs[kind] = zero;
    for repeat in 0..4 {
        t.repeat = repeat;
        let literal = execute_literal(&t, &Limits::default(), &mut |_, _| {});
        assert_eq!(execute(&t, &Limits::default(), &mut |_, _| {}), literal, "{repeat} rounds");
        assert_eq!(literal.expect("it runs").iter().any(|value| !value.is_zero()), repeat == 1);
    }
}

/// A key that would give the same number whichever it is still has to be there.
#[test]
fn a_key_that_is_not_there_gives_nothing() {
    let sign = Choice { op: 4, number: Num::ZERO, reads: vec![0] };
    let mut t = emit(&made_of(1, &[sign]), Construction::Average).transformer;
    t.sequence.fill(&[Num::ZERO]).expect("one input");
    let (ordinal, key) = (4, 2);
    // The last gate finds no gate with its number, so that the wire wins, whose ordinal is not 0 as those of gates are.
    let Column::Generated(keys) = &t.sequence.columns[key] else { panic!("the keys are generated") };
    let earlier = keys.stretches().iter().enumerate();
    let earlier =
        earlier.map(|(at, (len, keys))| (*len, if at == 0 { Pattern::Count(0) } else { keys.clone() }));
    t.sequence.columns[key] = Column::Generated(Generated::new(earlier));
    let head = &mut t.layers[1].heads[0];
    let Score::Circuit(score) = &mut head.score else { panic!("scores are circuits") };
    *score = with_constant_at(score, score.gates.constants().len() - 1, &Num::MINUS_ONE);
    let Value::Circuit(value) = &mut head.value else { panic!("values are circuits") };
    let mut gates = Gates::new();
    let taken = gates.push_input(ordinal);
    *value = Component { gates, outputs: vec![taken; value.outputs.len()] };
    let literal = execute_literal(&t, &Limits::default(), &mut |_, _| {});
    assert_eq!(execute(&t, &Limits::default(), &mut |_, _| {}), literal);
    assert!(literal.expect("it runs").iter().any(|value| !value.is_zero()));
}
