//! Traces: what they keep is what the literal engine does, and what `docs/constructions.md` has by hand.

mod support;

use circ_runtime::*;
use proptest::prelude::*;
use support::programs::programs;
use support::{average, circuit, rooted};

fn traced(t: &Transformer, keep: &Keep) -> Result<Trace, RunError> {
    trace(t, keep, &[], &Limits::default(), &mut |_, _| {})
}

/// `x * (x + x)`, with x filled in.
fn by_hand(x: Num, ring: Ring) -> Transformer {
    let mut gates = Gates::new();
    let input = gates.push_input(0);
    let sum = gates.push_add(&[input, input]);
    let product = gates.push_mul(&[input, sum]);
    let mut t = average(&Circuit { ring, ..circuit(gates, vec![input], vec![product]) });
    t.sequence.fill(&[x]).unwrap();
    t
}

/// The coordinates v and w of all positions.
fn values(vectors: &[Vec<Num>]) -> String {
    let pairs: Vec<String> = vectors.iter().map(|vector| format!("{},{}", vector[5], vector[6])).collect();
    pairs.join(" ")
}

fn list<T: ToString>(items: &[T]) -> String {
    items.iter().map(T::to_string).collect::<Vec<_>>().join(" ")
}

#[test]
fn the_example_by_hand_is_traced_as_the_page_has_it() {
    let trace = traced(&by_hand(Num::int(3), Ring::Q), &Keep::all()).unwrap();
    assert_eq!(values(&trace.embedding), "3,0 0,0 0,0 0,0 0,0 0,0 0,0");
    let after: Vec<String> = trace.layers.iter().map(|layer| values(&layer.vectors)).collect();
    assert_eq!(
        after,
        [
            "3,0 0,0 0,0 3,9 3,9 3,9 0,0",
            "3,0 6,0 0,0 3,9 3,9 3,9 0,0",
            "3,0 6,0 0,0 3,9 3,9 3,9 6,36",
            "3,0 6,0 18,0 3,9 3,9 3,9 6,36",
        ]
    );
    let places: Vec<(u64, usize)> = trace.layers.iter().map(|layer| (layer.layer, layer.of)).collect();
    assert_eq!(places, [(0, 0), (1, 1), (2, 0), (3, 1)]);
    for layer in &trace.layers {
        let head = &layer.heads[0];
        let (scores, keys): (&str, [&[u32]; 7]) = match layer.of {
            0 => ("0 0 0 0 0 0 0", [&[0], &[1], &[2], &[0], &[0], &[0], &[1]]),
            _ => ("0 1 1 0 0 0 1", [&[0], &[3, 4], &[5, 6], &[0], &[0], &[0], &[3, 4]]),
        };
        assert_eq!(list(&head.score), scores);
        assert_eq!(head.attends, keys);
    }
    // Gate 3 over its two wires, in both rounds: the mean ordinal, the mean and the mean square.
    assert_eq!(list(&trace.layers[1].heads[0].pooled[2]), "3/2 3/2 9/2");
    assert_eq!(list(&trace.layers[3].heads[0].pooled[2]), "3/2 9/2 45/2");
    let named = |name: &str, value| Named { name: name.to_owned(), values: vec![Num::int(value)] };
    assert_eq!((trace.inputs, trace.outputs), (vec![named("x", 3)], vec![named("result", 18)]));
}

#[test]
fn roots_are_kept_exactly() {
    let root = rooted().sqrt(&Num::int(2)).unwrap();
    let trace = traced(&by_hand(root.add(&Num::ONE), rooted()), &Keep::all()).unwrap();
    assert_eq!(list(&trace.layers[3].heads[0].pooled[2]), "3/2 3/2+3/2*sqrt(2) 15/2+5*sqrt(2)");
    // 2·(1 + sqrt(2))²
    assert_eq!(list(&trace.output_values()), "6+4*sqrt(2)");
}

#[test]
fn only_what_is_asked_for_is_kept() {
    let t = by_hand(Num::int(3), Ring::Q);
    let all = traced(&t, &Keep::all()).unwrap();
    let keep = Keep { layers: Some(vec![3, 1]), positions: Some(vec![6, 2, 2, 40]) };
    let some = traced(&t, &keep).unwrap();
    assert_eq!(some.positions, [2, 6]);
    assert_eq!(some.layers.iter().map(|layer| layer.layer).collect::<Vec<_>>(), [1, 3]);
    for (layer, position) in [(1, 2), (1, 6), (3, 2), (3, 6)] {
        assert_eq!(some.after(layer, position), all.after(layer, position));
        assert_eq!(some.pooled(layer, 0, position), all.pooled(layer, 0, position));
    }
    assert_eq!((some.after(0, 2), some.after(1, 0)), (None, None));
    assert_eq!(some.outputs, all.outputs);
}

#[test]
fn what_is_kept_has_a_budget() {
    let t = by_hand(Num::int(3), Ring::Q);
    // Seven vectors of 7 before the first layer and after each of the four; a score and a key or two for each, and
    // one pooled number or three.
    let needed = 7 * 7 * 5 + 2 * (7 * 2 + 7) + 2 * (7 + 10 + 7 * 3);
    let run = |max_kept, keep: &Keep| {
        let limits = Limits { max_kept, ..Limits::default() };
        trace(&t, keep, &[], &limits, &mut |_, _| {}).map_err(|error| error.kind)
    };
    assert!(run(needed, &Keep::all()).is_ok());
    let refused = Err(RunErrorKind::TooMuchKept { max_kept: needed - 1 });
    assert_eq!(run(needed - 1, &Keep::all()), refused);
    assert!(run(0, &Keep::outputs()).is_ok());
}

#[test]
fn rounds_of_nothing_end() {
    let nothing = Transformer { layers: vec![], repeat: u64::MAX, ..by_hand(Num::ONE, Ring::Q) };
    let mut empty = Transformer { repeat: u64::MAX, ..by_hand(Num::ONE, Ring::Q) };
    let columns = vec![Column::All(Num::ZERO); empty.dim];
    empty.sequence = Sequence { columns, ..Sequence::default() };
    for t in [nothing, empty] {
        let found = traced(&t, &Keep::all()).unwrap();
        assert_eq!((found.layers.len(), found.embedding.len()), (0, t.sequence.len));
        assert_eq!(Ok(found.output_values()), execute_literal(&t, &Limits::default(), &mut |_, _| {}));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn a_trace_has_the_outputs_of_the_literal_engine(t in programs()) {
        let limits = Limits { max_digits: 1000, ..Limits::default() };
        let expected = execute_literal(&t, &limits, &mut |_, _| {});
        let found = trace(&t, &Keep::all(), &[], &limits, &mut |_, _| {});
        prop_assert_eq!(found.map(|trace| trace.output_values()), expected);
    }

    /// Another program of fewer layers ends where a layer of the trace is.
    #[test]
    fn every_layer_is_where_the_literal_engine_is_after_it(t in programs()) {
        let limits = Limits { max_digits: 1000, ..Limits::default() };
        let Ok(trace) = trace(&t, &Keep::all(), &[], &limits, &mut |_, _| {}) else { return Ok(()) };
        for layer in &trace.layers {
            let unrolled = (0..=layer.layer).map(|l| t.layers[trace.shape.place(l)].clone()).collect();
            let mut short = Transformer { repeat: 1, layers: unrolled, ..t.clone() };
            let positions: Vec<u32> = (0..t.sequence.len as u32).collect();
            short.sequence.outputs = (0..t.dim)
                .map(|coordinate: usize| OutputSpec { name: coordinate.to_string(), positions: positions.clone(), coordinate })
                .collect();
            let columns = execute_literal(&short, &limits, &mut |_, _| {}).unwrap();
            for (i, vector) in layer.vectors.iter().enumerate() {
                let expected: Vec<&Num> = (0..t.dim).map(|c| &columns[c * t.sequence.len + i]).collect();
                prop_assert_eq!(vector.iter().collect::<Vec<_>>(), expected);
            }
        }
    }
}
