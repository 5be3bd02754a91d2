//! What holds of every construction, on random circuits that nobody simplified: unlayered, with wires that are
//! repeated, gates read by many, copies, empty and wide sums and products, over Q and over Q(sqrt(2)).

use circ_compiler::emit::{Construction, emit};
use circ_runtime::{
    Circuit, Column, GateId, Limits, Num, Op, OutputSpec, Pooling, Prepared, Route, Transformer, evaluate,
    execute, execute_literal,
};
use circ_tests::model::root_of_two;
use circ_tests::raw::{Choice, made_of};
use proptest::prelude::*;

/// Positions beyond which the literal engine is not asked.
const LITERAL: usize = 50;

/// Small numbers that tie often, some of them with a root.
fn number() -> impl Strategy<Value = Num> {
    (-3i64..4, 1i64..4, 0i64..4).prop_map(|(p, q, root)| {
        let rational = Num::ratio(p, q).unwrap_or(Num::ONE);
        if root == 0 { rational.add(&root_of_two()) } else { rational }
    })
}

fn choice() -> impl Strategy<Value = Choice> {
    let reads = prop_oneof![
        8 => prop::collection::vec(any::<u8>(), 0..6),
        1 => prop::collection::vec(any::<u8>(), 60..100),
    ];
    (0u8..5, number(), reads).prop_map(|(op, number, mut reads)| {
        if op == 3 {
            // Products of many products would be too long.
            reads.truncate(5);
        }
        Choice { op, number, reads }
    })
}

/// A circuit, an input, and the value of every gate, none of which is long.
fn cases() -> impl Strategy<Value = (Circuit, Vec<Num>, Vec<Num>)> {
    let choices = prop::collection::vec(choice(), 1..12);
    (prop::collection::vec(number(), 0..4), choices).prop_filter_map("long numbers", |(inputs, choices)| {
        let circuit = made_of(inputs.len(), &choices);
        let mut all = circuit.clone();
        all.outputs[0].gates = all.gates.ids().collect();
        all.outputs[0].shape = vec![all.gates.len()];
        let short = Limits { max_digits: 60, ..Limits::default() };
        let values = evaluate(&all, &inputs, &short, &mut |_, _| {}).ok()?;
        Some((circuit, inputs, values))
    })
}

fn filled(circuit: &Circuit, construction: Construction, inputs: &[Num]) -> Transformer {
    let mut t = emit(circuit, construction).transformer;
    t.sequence.fill(inputs).expect("the inputs fit");
    t
}

/// Holds a program against values, on both engines.
fn check(t: &Transformer, expected: &[Num]) {
    let limits = Limits::default();
    let planned = execute(t, &limits, &mut |_, _| {}).expect("it runs");
    assert_eq!(planned, expected, "{} by the default engine", t.construction);
    if t.sequence.len <= LITERAL {
        let literal = execute_literal(t, &limits, &mut |_, _| {}).expect("it runs");
        assert_eq!(literal, expected, "{} by the literal engine", t.construction);
    }
}

/// The values of the outputs among those of all gates.
fn outputs(circuit: &Circuit, values: &[Num]) -> Vec<Num> {
    circuit.output_gates().map(|g| values[g.index()].clone()).collect()
}

/// What a circuit has once every gate is of a kind that the constructions know.
struct Counted {
    rounds: u64,
    gates: usize,
    wires: usize,
}

/// Counts without making the circuit: products, and where that is asked for sums, of more than two operands are
/// balanced trees.
fn count(circuit: &Circuit, binary: bool) -> Counted {
    let mut depths: Vec<u64> = Vec::new();
    let mut counted = Counted { rounds: 0, gates: circuit.input_scalars(), wires: 0 };
    for id in circuit.gates.ids() {
        let mut below: Vec<u64> = circuit.gates.operands(id).iter().map(|g| depths[g.index()]).collect();
        let (op, width) = (circuit.gates.op(id), below.len());
        let tree = width > 2 && (op == Op::Mul || binary);
        counted.gates += if tree { width - 1 } else { usize::from(op != Op::Input) };
        counted.wires += if tree { 2 * (width - 1) } else { width };
        while tree && below.len() > 2 {
            let up = |pair: &[u64]| if pair.len() == 2 { pair[0].max(pair[1]) + 1 } else { pair[0] };
            below = below.chunks(2).map(up).collect();
        }
        depths.push(below.iter().max().map_or(0, |deepest| deepest + 1));
    }
    counted.rounds = circuit.output_gates().map(|g| depths[g.index()]).max().unwrap_or(0);
    counted
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

    /// The circuit, the literal engine and the default engine give the same, and one more round changes nothing. The
    /// default engine takes one pass for it.
    #[test]
    fn the_engines_agree((circuit, inputs, values) in cases()) {
        let expected = outputs(&circuit, &values);
        for construction in Construction::ALL {
            let t = filled(&circuit, construction, &inputs);
            check(&t, &expected);
            check(&Transformer { repeat: t.repeat + 1, ..t.clone() }, &expected);
            let route = Prepared::new(t).expect("well formed").route();
            prop_assert!(matches!(route, Route::Columns { .. } | Route::Settled { steps: 0 }), "{:?}: {:?}", construction, route);
        }
    }

    /// Each gate of the circuit is right at its position after its rounds, and one round before the program as a whole
    /// is done the gates that need all of them may still be wrong.
    #[test]
    fn gates_are_right_after_their_rounds((circuit, inputs, values) in cases()) {
        for construction in Construction::ALL {
            let emitted = emit(&circuit, construction);
            let mut t = emitted.transformer;
            t.sequence.fill(&inputs).expect("the inputs fit");
            let coordinate = t.sequence.outputs[0].coordinate;
            let last = emitted.rounds.iter().max().copied().unwrap_or(0);
            for round in 0..=last {
                let right: Vec<usize> =
                    (0..values.len()).filter(|&gate| emitted.rounds[gate] <= round).collect();
                let positions = right.iter().map(|&gate| emitted.positions[gate]).collect();
                t.repeat = u64::from(round);
                t.sequence.outputs = vec![OutputSpec { name: "all".to_owned(), positions, coordinate }];
                check(&t, &right.iter().map(|&gate| values[gate].clone()).collect::<Vec<_>>());
            }
        }
    }

    /// What the default engine finds in a program holds of that program: with any number of the sequence changed, so
    /// that a square is none or an ordinal no ordinal, it still gives what the literal engine gives.
    #[test]
    fn the_engines_agree_on_changed_sequences(
        (circuit, inputs, _) in cases(),
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<prop::sample::Index>(), number()), 1..4),
    ) {
        for construction in Construction::ALL {
            let mut t = filled(&circuit, construction, &inputs);
            if t.sequence.len == 0 || t.sequence.len > LITERAL {
                continue;
            }
            t.repeat = t.repeat.min(3);
            for (position, coordinate, number) in &changes {
                let (position, coordinate) = (position.index(t.sequence.len), coordinate.index(t.dim));
                let column = &t.sequence.columns[coordinate];
                let changed = (0..t.sequence.len).map(|i| if i == position { number.clone() } else { column.get(i) });
                t.sequence.columns[coordinate] = Column::of(changed);
            }
            // Numbers may grow without bound, and the default engine does not compute those that nobody needs.
            let limits = Limits { max_digits: 500, ..Limits::default() };
            if let Ok(literal) = execute_literal(&t, &limits, &mut |_, _| {}) {
                prop_assert_eq!(execute(&t, &limits, &mut |_, _| {}), Ok(literal), "{:?}", construction);
            }
        }
    }

    /// The order of the positions means nothing.
    #[test]
    fn the_order_of_positions_does_not_matter((circuit, inputs, values) in cases(), seed in any::<u64>()) {
        let expected = outputs(&circuit, &values);
        for construction in Construction::ALL {
            let t = filled(&circuit, construction, &inputs);
            let mut order: Vec<usize> = (0..t.sequence.len).collect();
            order.sort_by_key(|&i| (i as u64 + 1).wrapping_mul(seed | 1).rotate_left(17));
            check(&Transformer { sequence: t.sequence.reordered(&order), ..t }, &expected);
        }
    }

    /// The greatest scores of `leftmost` and `rightmost` are unique: any pooling gives the same.
    #[test]
    fn the_pooling_of_leftmost_does_not_matter((circuit, inputs, values) in cases()) {
        let expected = outputs(&circuit, &values);
        for pooling in [Pooling::Average, Pooling::Leftmost, Pooling::Rightmost] {
            let mut t = filled(&circuit, Construction::Leftmost, &inputs);
            t.layers.iter_mut().flat_map(|layer| &mut layer.heads).for_each(|head| head.pooling = pooling);
            check(&t, &expected);
        }
    }

    /// Two layers, repeated as often as the circuit with gates of its kind is deep; the dimensions of the theorem; a
    /// position for each gate, and for each wire where the construction has those. The layers are the same for all.
    #[test]
    fn layers_dimension_and_length_are_those_of_the_theorem((circuit, _, _) in cases()) {
        let (wide, binary) = (count(&circuit, false), count(&circuit, true));
        for (construction, dim, (rounds, positions)) in [
            (Construction::Average, 7, (wide.rounds, wide.gates + wide.wires)),
            (Construction::Dot, 9, (wide.rounds, wide.gates + wide.wires)),
            (Construction::Leftmost, 6, (binary.rounds, binary.gates)),
            (Construction::Rightmost, 6, (binary.rounds, binary.gates)),
        ] {
            let t = emit(&circuit, construction).transformer;
            prop_assert_eq!((t.layers.len(), t.repeat), (2, rounds), "{:?}", construction);
            prop_assert_eq!((t.dim, t.sequence.len), (dim, positions), "{:?}", construction);
            prop_assert!(t.layers.iter().all(|layer| layer.heads.len() == 1));
            prop_assert_eq!(&t.layers, &emit(&made_of(1, &[]), construction).transformer.layers);
        }
    }
}

/// Ordinals of wires that are no kinds of gates: the default engine takes one pass all the same.
#[test]
fn wide_sums_are_planned() {
    let reads: Vec<u8> = (0..=255).cycle().take(3000).collect();
    let sum = |reads: &[u8]| Choice { op: 1, number: Num::ZERO, reads: reads.to_vec() };
    let sign = Choice { op: 4, number: Num::ZERO, reads: vec![5] };
    let circuit = made_of(4, &[sum(&reads), sum(&reads[..70]), sign, sum(&[4, 5, 6])]);
    let inputs: Vec<Num> = (0..4).map(Num::int).collect();
    let expected = evaluate(&circuit, &inputs, &Limits::default(), &mut |_, _| {}).expect("it runs");
    for construction in Construction::ALL {
        let t = filled(&circuit, construction, &inputs);
        check(&t, &expected);
        let route = Prepared::new(t).expect("well formed").route();
        assert!(
            matches!(route, Route::Columns { .. } | Route::Settled { steps: 0 }),
            "{construction:?}: {route:?}"
        );
    }
}

/// A gate that nothing computes: the sequence of a circuit without outputs, or of an input alone.
#[test]
fn circuits_without_rounds_run() {
    let mut circuit = made_of(2, &[]);
    circuit.outputs[0].gates = vec![GateId(1)];
    circuit.outputs[0].shape = vec![1];
    for construction in Construction::ALL {
        check(&filled(&circuit, construction, &[Num::int(3), Num::int(4)]), &[Num::int(4)]);
        check(&filled(&made_of(0, &[]), construction, &[]), &[]);
    }
}
