//! The three engines agree: the circuit evaluated, the transformer to the letter, the transformer planned.

mod support;

use circ_runtime::*;
use proptest::prelude::*;
use support::{average, circuit, circuits, numbers_of, rooted};

fn literal(t: &Transformer) -> Result<Vec<Num>, RunError> {
    execute_literal(t, &Limits::default(), &mut |_, _| {})
}

fn planned(t: &Transformer) -> Result<Vec<Num>, RunError> {
    execute(t, &Limits::default(), &mut |_, _| {})
}

fn direct(circuit: &Circuit, inputs: &[Num]) -> Result<Vec<Num>, RunError> {
    evaluate(circuit, inputs, &Limits::default(), &mut |_, _| {})
}

fn filled(circuit: &Circuit, inputs: &[Num]) -> Transformer {
    let mut t = average(circuit);
    t.sequence.fill(inputs).unwrap();
    t
}

/// The program with the positions of its sequence in another order.
fn shuffled(t: &Transformer, order: &[usize]) -> Transformer {
    Transformer { sequence: t.sequence.reordered(order), ..t.clone() }
}

/// A component with the constant number `which` replaced, counted around; `None` where it has none.
fn with_constant(component: &Component, which: usize, value: &Num) -> Option<Component> {
    let constants: Vec<GateId> =
        component.gates.ids().filter(|&g| component.gates.op(g) == Op::Const).collect();
    let changed = *constants.get(which.checked_rem(constants.len())?)?;
    let mut gates = Gates::new();
    for id in component.gates.ids() {
        match component.gates.gate(id) {
            Gate::Input(i) => gates.push_input(i),
            Gate::Const(_) if id == changed => gates.push_const(value.clone()),
            Gate::Const(old) => gates.push_const(old.clone()),
            Gate::Add(operands) => gates.push_add(operands),
            Gate::Mul(operands) => gates.push_mul(operands),
            Gate::Sign(operand) => gates.push_sign(operand),
        };
    }
    Some(Component { gates, outputs: component.outputs.clone() })
}

#[derive(Debug, Clone)]
enum Corruption {
    Repeat(u64),
    Score(usize, usize, Num),
    Activation(usize, usize, Num),
    Output(usize, usize, usize),
    Token(prop::sample::Index, usize, Num),
    Pooling(usize, bool),
}

fn corruptions() -> impl Strategy<Value = Corruption> {
    prop_oneof![
        (0u64..4).prop_map(Corruption::Repeat),
        (0usize..2, 0usize..9, numbers_of(rooted())).prop_map(|(l, k, n)| Corruption::Score(l, k, n)),
        (0usize..2, 0usize..40, numbers_of(rooted())).prop_map(|(l, k, n)| Corruption::Activation(l, k, n)),
        (0usize..2, 0usize..7, 0usize..7).prop_map(|(l, c, d)| Corruption::Output(l, c, d)),
        (any::<prop::sample::Index>(), 0usize..7, numbers_of(rooted()))
            .prop_map(|(i, c, n)| Corruption::Token(i, c, n)),
        (0usize..2, any::<bool>()).prop_map(|(l, left)| Corruption::Pooling(l, left)),
    ]
}

fn corrupt(t: &mut Transformer, corruption: &Corruption) {
    match corruption {
        Corruption::Repeat(n) => t.repeat = *n,
        Corruption::Score(l, k, value) => {
            if let Score::Circuit(c) = &mut t.layers[*l].heads[0].score {
                *c = with_constant(c, *k, value).unwrap();
            }
        }
        Corruption::Activation(l, k, value) => {
            let c = &mut t.layers[*l].activation;
            *c = with_constant(c, *k, value).unwrap();
        }
        Corruption::Output(l, c, d) => t.layers[*l].activation.outputs.swap(*c, *d),
        Corruption::Token(i, c, value) => {
            let i = i.index(t.sequence.len);
            let column = &t.sequence.columns[*c];
            let values = (0..t.sequence.len).map(|j| if i == j { value.clone() } else { column.get(j) });
            t.sequence.columns[*c] = Column::of(values);
        }
        Corruption::Pooling(l, left) => {
            t.layers[*l].heads[0].pooling = if *left { Pooling::Leftmost } else { Pooling::Rightmost };
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn engines_agree_on_circuits((circuit, inputs) in circuits(14)) {
        let t = filled(&circuit, &inputs);
        let expected = direct(&circuit, &inputs);
        prop_assert!(expected.is_ok());
        prop_assert_eq!(&literal(&t), &expected);
        prop_assert_eq!(&planned(&t), &expected);
        let more = Transformer { repeat: t.repeat + 1, ..t };
        prop_assert_eq!(&literal(&more), &expected);
        prop_assert_eq!(&planned(&more), &expected);
    }

    #[test]
    fn the_order_of_positions_does_not_matter((circuit, inputs) in circuits(14), seed in any::<u64>()) {
        let t = filled(&circuit, &inputs);
        let mut order: Vec<usize> = (0..t.sequence.len).collect();
        order.sort_by_key(|&i| (i as u64 + 1).wrapping_mul(seed | 1).rotate_left(17));
        let expected = direct(&circuit, &inputs);
        let t = shuffled(&t, &order);
        prop_assert_eq!(&planned(&t), &expected);
        prop_assert_eq!(&literal(&t), &expected);
    }

    #[test]
    fn engines_agree_on_corrupted_programs(
        (circuit, inputs) in circuits(8),
        corruptions in prop::collection::vec(corruptions(), 1..4),
    ) {
        let mut t = filled(&circuit, &inputs);
        t.repeat = t.repeat.min(4);
        t.ring = rooted();
        corruptions.iter().for_each(|c| corrupt(&mut t, c));
        // Values grow without bound in some of these; what the literal engine refuses the planned one may give.
        let limits = Limits { max_digits: 2000, ..Limits::default() };
        let expected = execute_literal(&t, &limits, &mut |_, _| {});
        let found = execute(&t, &limits, &mut |_, _| {});
        if expected.is_ok() {
            prop_assert_eq!(found, expected);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// Many gates of a kind, in pools of all sizes: what was found for one serves the next, in any order.
    #[test]
    fn many_gates_agree(
        (circuit, inputs) in circuits(400),
        order in Just((0..2000).collect::<Vec<usize>>()).prop_shuffle(),
    ) {
        // Products of products would be too long to compare.
        let short = Limits { max_digits: 300, ..Limits::default() };
        let expected = evaluate(&circuit, &inputs, &short, &mut |_, _| {});
        if expected.is_ok() {
            let t = filled(&circuit, &inputs);
            let order: Vec<usize> = order.into_iter().filter(|&i| i < t.sequence.len).collect();
            prop_assert!(order.len() == t.sequence.len);
            prop_assert_eq!(&planned(&t), &expected);
            prop_assert_eq!(&planned(&shuffled(&t, &order)), &expected);
        }
    }
}

/// `sign(x0·x1 + 3)`.
fn example() -> (Circuit, Vec<Num>) {
    let mut gates = Gates::new();
    let (x, y, three) = (gates.push_input(0), gates.push_input(1), gates.push_const(Num::int(3)));
    let product = gates.push_mul(&[x, y]);
    let sum = gates.push_add(&[product, three]);
    let sign = gates.push_sign(sum);
    (circuit(gates, vec![x, y], vec![product, sum, sign]), vec![Num::int(5), Num::int(-2)])
}

#[test]
fn a_changed_constant_shows() {
    let (circuit, inputs) = example();
    let t = filled(&circuit, &inputs);
    let expected = [-10, -7, -1].map(Num::int).to_vec();
    assert_eq!(planned(&t), Ok(expected.clone()));
    // In the second layer's score: the -1 of the difference, the weight and the flag.
    let constants = |t: &Transformer| match &t.layers[1].heads[0].score {
        Score::Circuit(c) => c.gates.ids().filter(|&g| c.gates.op(g) == Op::Const).count(),
        Score::Dot { .. } => 0,
    };
    for k in 0..constants(&t) {
        let mut changed = t.clone();
        corrupt(&mut changed, &Corruption::Score(1, k, Num::ZERO));
        let found = planned(&changed);
        assert_ne!(found, Ok(expected.clone()), "constant {k}");
        assert_eq!(found, literal(&changed));
    }
    let mut short = t;
    short.repeat -= 1;
    assert_ne!(planned(&short), Ok(expected));
    assert_eq!(planned(&short), literal(&short));
}

#[test]
fn each_engine_goes_where_it_should() {
    let (circuit, inputs) = example();
    let t = filled(&circuit, &inputs);
    let route = |t: Transformer| Prepared::new(t).unwrap().route();
    assert!(matches!(route(t.clone()), Route::Settled { .. }));
    assert_eq!(route(Transformer { repeat: 1, ..t.clone() }), Route::Rounds);
    let mut moving = t;
    // The flag is no longer passed on, so the scores are not static.
    moving.layers[0].activation.outputs.swap(0, 1);
    assert_eq!(route(moving), Route::Moving);
}

#[test]
fn one_plan_serves_many_inputs() {
    let (circuit, _) = example();
    let prepared = Prepared::new(average(&circuit)).unwrap();
    for x in -3..4 {
        for y in -3..4 {
            let inputs = [Num::int(x), Num::int(y)];
            let found = prepared.execute(&inputs, &Limits::default(), &mut |_, _| {});
            assert_eq!(found, direct(&circuit, &inputs));
        }
    }
}

#[test]
fn depth_does_not_recurse() {
    let mut gates = Gates::new();
    let x: Vec<GateId> = (0..20_000).map(|i| gates.push_input(i)).collect();
    let mut last = gates.push_const(Num::ZERO);
    for &x in &x {
        let sum = gates.push_add(&[last, x]);
        last = gates.push_sign(sum);
    }
    let inputs: Vec<Num> = (0..20_000).map(|i| Num::int(i % 3 - 1)).collect();
    let circuit = circuit(gates, x, vec![last]);
    let t = filled(&circuit, &inputs);
    assert_eq!(planned(&t), direct(&circuit, &inputs));
    // Backwards every operand comes after what reads it.
    let order: Vec<usize> = (0..t.sequence.len).rev().collect();
    assert_eq!(planned(&shuffled(&t, &order)), direct(&circuit, &inputs));
}

#[test]
fn progress_goes_forward_and_counts_planning() {
    let mut gates = Gates::new();
    let x = gates.push_input(0);
    let sums: Vec<GateId> = (0..50_000).map(|_| gates.push_add(&[x, x])).collect();
    let t = filled(&circuit(gates, vec![x], sums), &[Num::ONE]);
    let mut calls = Vec::new();
    execute(&t, &Limits::default(), &mut |done, all| calls.push((done, all))).unwrap();
    // In parts of 100: sizes of the two halves need not agree.
    let parts: Vec<u64> = calls.iter().map(|(done, all)| 100 * done / all).collect();
    assert!(parts.is_sorted(), "{calls:?}");
    assert_eq!((parts.first(), parts.last()), (Some(&0), Some(&100)));
    assert!(parts.iter().filter(|&&part| part < 50).count() > 2, "{calls:?}");
}
