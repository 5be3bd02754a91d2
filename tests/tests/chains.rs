//! Laws of what goes beyond one family in one file, on random programs: chains of thought, files, tests over all inputs.

use circ_compiler::{Limits, Text, Unread, elaborate_staged, elaborate_test, load_files};
use circ_runtime::{Num, Port, PortType, Ring, circuit_to_json, evaluate};
use circ_tests::model::{self, Env, V};
use circ_tests::programs::{Choices, Kind, program_in_two_files, program_with_steps};
use circ_tests::steps::step_by_step;
use circ_tests::{build, faults, load_right, run_all};
use proptest::prelude::*;

fn small() -> impl Strategy<Value = Num> {
    (-3i64..4, 1i64..3).prop_map(|(p, q)| Num::ratio(p, q).unwrap_or(Num::ZERO))
}

fn bits(n: usize) -> impl Strategy<Value = Vec<Num>> {
    prop::collection::vec((0i64..2).prop_map(Num::int), n)
}

fn env() -> impl Strategy<Value = Env> {
    (0usize..4).prop_flat_map(|n| {
        (small(), prop::collection::vec(small(), n), bits(n), bits(n)).prop_map(move |(s, x, b, w)| Env {
            n,
            s,
            x,
            b,
            w,
            vars: Vec::new(),
        })
    })
}

fn rings() -> impl Strategy<Value = Ring> {
    prop_oneof![3 => Just(Ring::Q), 1 => Just(model::ring())]
}

fn flat(value: V) -> Vec<Num> {
    match value {
        V::One(one) => vec![one],
        V::Many(many) => many,
    }
}

fn inputs(env: &Env) -> Vec<Num> {
    std::iter::once(&env.s).chain(&env.x).chain(&env.b).chain(&env.w).cloned().collect()
}

/// All values of inputs that are bools or tokens of an alphabet of two.
fn all_values(ports: &[Port]) -> Vec<Vec<Num>> {
    let scalars: usize = ports.iter().map(Port::scalars).sum();
    assert!(ports.iter().all(|port| port.ty != PortType::Num), "numbers have no end");
    (0..1u32 << scalars)
        .map(|number| (0..scalars).map(|at| Num::int(i64::from(number >> at & 1))).collect())
        .collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 100, ..ProptestConfig::default() })]

    /// A chain unrolled into a circuit, the transformer of that circuit, the chain decoded step by step, and the model
    /// give the same.
    #[test]
    fn chains_are_worth_what_the_model_says(choices in prop::collection::vec(any::<u8>(), 0..60), mut env in env()) {
        let mut choices = Choices::new(&choices, Ring::Q).with_chains();
        let body = choices.chain(2);
        let source = program_with_steps(Kind::Nums, &body, Ring::Q, choices.steps());
        let expected = flat(body.value(&mut env));
        let loaded = load_right(&source);
        let (sizes, inputs) = ([env.n as u64], inputs(&env));
        let circuit = build(&source, &loaded, "main", &sizes);
        prop_assert_eq!(&run_all(&circuit, &inputs), &expected, "{}", source);
        let main = loaded.program.family_named("main").expect("the family is there");
        let staged = elaborate_staged(&loaded.program, main, &[], &sizes, &Limits::default(), &mut |_| {});
        let decoded = step_by_step(
            &loaded.program,
            staged.expect("it was built before"),
            &inputs,
            &Limits::default(),
        );
        prop_assert_eq!(decoded, expected, "step by step: {}", source);
    }

    /// Where a family is defined changes nothing: a program in two files has the circuit of the same in one.
    #[test]
    fn programs_in_two_files_are_those_in_one(
        choices in prop::collection::vec(any::<u8>(), 0..60),
        n in 0u64..4,
        ring in rings(),
    ) {
        let mut choices = Choices::new(&choices, ring).with_chains();
        let kind = choices.kind();
        let body = choices.expr(kind, 3);
        let one = program_with_steps(kind, &body, ring, choices.steps());
        let (main, parts) = program_in_two_files(kind, &body, ring, choices.steps());
        let mut beside = |path: &str| match path {
            "parts.circ" => Ok(Text { name: path.into(), text: parts.clone() }),
            _ => Err(Unread::Missing),
        };
        let text = Text { name: "main.circ".into(), text: main.clone() };
        let two = load_files(Some("main"), text, &mut beside);
        prop_assert!(!two.has_errors(), "{}\n{}\n{}", main, parts, faults(&main, &two.diagnostics));
        let json = |circuit| circuit_to_json(&circuit);
        let expected = json(build(&one, &load_right(&one), "main", &[n]));
        prop_assert_eq!(json(build(&main, &two, "main", &[n])), expected, "{}\n{}", main, parts);
    }

    /// A test over all inputs holds where it compares a family with its own body, on inputs of which some are static.
    #[test]
    fn a_family_is_its_body(choices in prop::collection::vec(any::<u8>(), 0..60), n in 0u64..3) {
        let mut choices = Choices::new(&choices, Ring::Q).with_chains();
        let kind = choices.kind();
        let body = choices.expr(kind, 3);
        let source = format!(
            "{}test \"itself\" for n in 0..=2, b: bool[n], w: Bit[n] {{\n\
             let s = 1/2; let x = [i - 1 for i in 0..n];\nmain(s, x, b, w) == {} }}",
            program_with_steps(kind, &body, Ring::Q, choices.steps()),
            body.text()
        );
        let loaded = load_right(&source);
        let built = elaborate_test(&loaded.program, 0, &[n], &Limits::default(), &mut |_| {});
        let built = built.unwrap_or_else(|fault| panic!("{source}\n{}", faults(&source, &[*fault])));
        for (number, values) in all_values(&built.circuit.inputs[..built.quantified]).into_iter().enumerate() {
            let inputs = [values, built.arguments.clone()].concat();
            let outputs = if number == 0 {
                run_all(&built.circuit, &inputs)
            } else {
                let limits = circ_runtime::Limits::default();
                evaluate(&built.circuit, &inputs, &limits, &mut |_, _| {}).expect("the circuit runs")
            };
            let (family, inline) = outputs.split_at(outputs.len() / 2);
            prop_assert_eq!(family, inline, "{}", source);
        }
    }
}

/// Steps share gates as far as a budget goes, and each has all of it for itself.
#[test]
fn the_budget_of_gates_is_one_of_a_step() {
    let source = "family next[m](w: num[m]) -> num where m >= 1 { \
        w[m - 1] / 2 + (fold a = 0 for t in w { sign(a + t - 1) + t }) + sum(w[i] * w[m - 1 - i] for i in 0..m) / m }\n\
        family main[n](x: num) -> num[n + 1] { generate(next, [x], n) }";
    let loaded = load_right(source);
    let main = loaded.program.family_named("main").expect("the family is there");
    let (sizes, inputs) = ([12], [Num::ONE]);
    let expected = run_all(&build(source, &loaded, "main", &sizes), &inputs);
    for max_gates in [110, 150, 400, 50_000_000] {
        let limits = Limits { max_gates, ..Limits::default() };
        let staged = elaborate_staged(&loaded.program, main, &[], &sizes, &limits, &mut |_| {});
        let staged = staged.unwrap_or_else(|fault| panic!("{}", faults(source, &[*fault])));
        assert_eq!(step_by_step(&loaded.program, staged, &inputs, &limits), expected, "{max_gates}");
    }
}
