//! What always holds, on random programs and random circuits.

use circ_compiler::elaborate::interpret;
use circ_compiler::simplify::simplify;
use circ_runtime::{Num, Ring, evaluate, measure};
use circ_tests::model::{self, Env, V};
use circ_tests::programs::{Choices, program};
use circ_tests::{build, load_right, raw, run_all};
use proptest::prelude::*;

/// Q, or a ring with a root.
fn rings() -> impl Strategy<Value = Ring> {
    prop_oneof![3 => Just(Ring::Q), 1 => Just(model::ring())]
}

/// Numbers that tie often and are sometimes fractions, and in a ring with a root sometimes not rational.
fn small(ring: Ring) -> impl Strategy<Value = Num> {
    let factor = if ring == Ring::Q { 0..1 } else { -1i64..2 };
    (-3i64..4, 1i64..3, factor).prop_map(|(p, q, k)| {
        let root = if k == 0 { Num::ZERO } else { model::root_of_two().mul(&Num::int(k)) };
        Num::ratio(p, q).unwrap_or(Num::ZERO).add(&root)
    })
}

fn bits(n: usize) -> impl Strategy<Value = Vec<Num>> {
    prop::collection::vec((0i64..2).prop_map(Num::int), n)
}

fn env() -> impl Strategy<Value = (Ring, Env)> {
    (rings(), 0usize..4).prop_flat_map(|(ring, n)| {
        (small(ring), prop::collection::vec(small(ring), n), bits(n), bits(n))
            .prop_map(move |(s, x, b, w)| (ring, Env { n, s, x, b, w, vars: Vec::new() }))
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    /// A well-typed program is accepted; evaluated over numbers, as a circuit and as a transformer, on three engines, it
    /// gives what the model gives.
    #[test]
    fn programs_are_worth_what_the_model_says(choices in prop::collection::vec(any::<u8>(), 0..60), (ring, mut env) in env()) {
        let mut choices = Choices::new(&choices, ring);
        let kind = choices.kind();
        let body = choices.expr(kind, 3);
        let source = program(kind, &body, ring);
        let expected = match body.value(&mut env) {
            V::One(one) => vec![one],
            V::Many(many) => many,
        };
        let loaded = load_right(&source);
        let circuit = build(&source, &loaded, "main", &[env.n as u64]);
        let inputs: Vec<Num> =
            std::iter::once(env.s.clone()).chain(env.x.clone()).chain(env.b.clone()).chain(env.w.clone()).collect();
        let id = loaded.program.family_named("main").expect("the family is there");
        let limits = circ_compiler::Limits::default();
        let found = interpret(&loaded.program, id, &[env.n as u64], &inputs, &limits).expect("it runs");
        prop_assert_eq!(&found.outputs, &expected, "over numbers: {}", source);
        prop_assert_eq!(run_all(&circuit, &inputs), expected, "{}", source);
    }

    /// What elaboration gives is simplified already: doing it again changes nothing.
    #[test]
    fn elaborated_circuits_are_simplified(choices in prop::collection::vec(any::<u8>(), 0..60), n in 0u64..4, ring in rings()) {
        let mut choices = Choices::new(&choices, ring);
        let kind = choices.kind();
        let body = choices.expr(kind, 3);
        let source = program(kind, &body, ring);
        let circuit = build(&source, &load_right(&source), "main", &[n]);
        let again = simplify(&circuit, &circ_compiler::Limits::default()).expect("small numbers");
        prop_assert_eq!(measure(&again), measure(&circuit), "{}", source);
    }

    /// Simplifying keeps every value, and raises neither depth, size, wires nor fan-in.
    #[test]
    fn simplifying_keeps_values(
        choices in prop::collection::vec(any::<(u8, u8, u8, u8)>(), 1..40),
        inputs in prop::collection::vec(small(model::ring()), 0..4),
    ) {
        let circuit = raw::circuit(inputs.len(), &choices);
        let simple = simplify(&circuit, &circ_compiler::Limits::default()).expect("small numbers");
        let limits = circ_runtime::Limits::default();
        let value = |c| evaluate(c, &inputs, &limits, &mut |_, _| {}).expect("small numbers");
        prop_assert_eq!(value(&circuit), value(&simple));
        let (before, after) = (measure(&circuit), measure(&simple));
        prop_assert!(after.depth <= before.depth);
        prop_assert!(after.edges <= before.edges);
        prop_assert!(after.add_fan_in <= before.add_fan_in);
        prop_assert!(after.mul_fan_in <= before.mul_fan_in);
    }

    /// A tree that is printed and parsed is the same tree, and the text is the same text.
    #[test]
    fn printed_programs_parse_to_the_same_tree(choices in prop::collection::vec(any::<u8>(), 0..80), ring in rings()) {
        let mut choices = Choices::new(&choices, ring);
        let kind = choices.kind();
        let source = program(kind, &choices.expr(kind, 4), ring);
        let tree = circ_grammar::parse(&source).tree;
        let printed = circ_grammar::print(&tree);
        let again = circ_grammar::parse(&printed);
        prop_assert!(again.errors.is_empty(), "{}", printed);
        let dump = circ_grammar::dump::dump_without_spans;
        prop_assert_eq!(dump(&again.tree), dump(&tree));
        prop_assert_eq!(circ_grammar::print(&again.tree), printed);
    }

    /// The same source gives the same bytes.
    #[test]
    fn the_same_source_gives_the_same_bytes(choices in prop::collection::vec(any::<u8>(), 0..60), ring in rings()) {
        let mut choices = Choices::new(&choices, ring);
        let kind = choices.kind();
        let source = program(kind, &choices.expr(kind, 3), ring);
        let json = || circ_runtime::circuit_to_json(&build(&source, &load_right(&source), "main", &[3]));
        prop_assert_eq!(json(), json());
    }
}
