//! Circuits over other semirings: the axioms, homomorphisms, other algorithms for the same problems, and refusals.

mod support;

use circ_runtime::semiring::{Boolean, Counting, Modulo, Tropical};
use circ_runtime::*;
use proptest::prelude::*;
use support::circuit;

fn n(value: i64) -> Num {
    Num::int(value)
}

fn modulo(m: &str) -> Modulo {
    Modulo::new(m.parse().expect("a number")).expect("at least 2")
}

fn over<S: Semiring>(semiring: &S, circuit: &Circuit, inputs: &[S::Value]) -> Vec<S::Value> {
    evaluate_over(semiring, circuit, inputs, &Limits::default(), &mut |_, _| {}).expect("it fits")
}

/// Random sign-free circuits with natural constants, some of them large, and natural inputs.
fn sign_free() -> impl Strategy<Value = (Circuit, Vec<Num>)> {
    let naturals = || prop_oneof![4 => 0i64..4, 1 => 0i64..1 << 40].prop_map(n);
    let gate = (0u8..9, naturals(), prop::collection::vec(any::<prop::sample::Index>(), 0..5));
    (prop::collection::vec(naturals(), 1..5), prop::collection::vec(gate, 1..24)).prop_map(
        |(inputs, specs)| {
            let mut gates = Gates::new();
            let port: Vec<GateId> = (0..inputs.len() as u32).map(|i| gates.push_input(i)).collect();
            for (kind, value, reads) in specs {
                let mut operands: Vec<GateId> =
                    reads.iter().map(|i| GateId(i.index(gates.len()) as u32)).collect();
                operands.truncate(if kind > 5 { 2 } else { 5 });
                match kind {
                    0 => gates.push_const(value),
                    1..=5 => gates.push_add(&operands),
                    _ => gates.push_mul(&operands),
                };
            }
            let outputs = (0..gates.len() as u32).map(GateId).collect();
            (circuit(gates, port, outputs), inputs)
        },
    )
}

/// Holds the axioms of a semiring for three values.
fn axioms<S: Semiring>(s: &S, a: &S::Value, b: &S::Value, c: &S::Value) {
    let (zero, one) = (s.zero(), s.one());
    assert_eq!(s.add(&s.add(a, b), c), s.add(a, &s.add(b, c)));
    assert_eq!(s.add(a, b), s.add(b, a));
    assert_eq!(s.add(&zero, a), *a);
    assert_eq!(s.mul(&s.mul(a, b), c), s.mul(a, &s.mul(b, c)));
    assert_eq!(s.mul(&one, a), *a);
    assert_eq!(s.mul(a, &one), *a);
    assert_eq!(s.mul(a, &s.add(b, c)), s.add(&s.mul(a, b), &s.mul(a, c)));
    assert_eq!(s.mul(&s.add(b, c), a), s.add(&s.mul(b, a), &s.mul(c, a)));
    assert_eq!(s.mul(&zero, a), zero);
    assert_eq!(s.mul(a, &zero), zero);
    // A natural number is the sum of ones.
    let mut sum = zero;
    for k in 0..10 {
        assert_eq!(s.constant(&n(k)), Some(sum.clone()), "{k}");
        sum = s.add(&sum, &one);
    }
    assert_eq!(s.constant(&Num::ratio(1, 2).unwrap()), None);
}

proptest! {
    #[test]
    fn the_semirings_are_semirings(
        naturals in prop::collection::vec(0i64..1000, 3),
        integers in prop::collection::vec(any::<i64>(), 3),
        truths in prop::collection::vec(any::<bool>(), 3),
        lengths in prop::collection::vec(prop::option::of((-20i64..20, 1i64..6)), 3),
        m in 2i64..,
    ) {
        let naturals: Vec<Num> = naturals.into_iter().map(n).collect();
        axioms(&Counting, &naturals[0], &naturals[1], &naturals[2]);
        axioms(&Boolean, &truths[0], &truths[1], &truths[2]);
        let lengths: Vec<Option<Num>> =
            lengths.into_iter().map(|l| l.map(|(a, b)| Num::ratio(a, b).unwrap())).collect();
        for tropical in [Tropical::MinPlus, Tropical::MaxPlus] {
            axioms(&tropical, &lengths[0], &lengths[1], &lengths[2]);
        }
        for m in [modulo("2"), modulo(&m.to_string()), modulo("170141183460469231731687303715884105727")] {
            let of = |k: usize| m.reduce(&n(integers[k])).expect("an integer");
            axioms(&m, &of(0), &of(1), &of(2));
            prop_assert_eq!(m.add(&of(0), &m.reduce(&n(integers[0]).neg()).unwrap()), n(0));
        }
    }

    /// What maps the naturals to another semiring may be applied to the inputs or to the outputs.
    #[test]
    fn homomorphisms_commute_with_evaluation((circuit, inputs) in sign_free(), m in 2i64..1000) {
        let counted = over(&Counting, &circuit, &inputs);
        prop_assert_eq!(&counted, &evaluate(&circuit, &inputs, &Limits::default(), &mut |_, _| {}).unwrap());

        let not_zero = |values: &[Num]| values.iter().map(|v| !v.is_zero()).collect::<Vec<_>>();
        prop_assert_eq!(over(&Boolean, &circuit, &not_zero(&inputs)), not_zero(&counted));

        let m = modulo(&m.to_string());
        let reduced = |values: &[Num]| values.iter().map(|v| m.reduce(v).unwrap()).collect::<Vec<_>>();
        prop_assert_eq!(over(&m, &circuit, &reduced(&inputs)), reduced(&counted));

        // From truth to the tropical ones: false is infinite, true is 0.
        let lengths = |values: &[Num]| values.iter().map(|v| (!v.is_zero()).then(|| n(0))).collect::<Vec<_>>();
        for tropical in [Tropical::MinPlus, Tropical::MaxPlus] {
            prop_assert_eq!(over(&tropical, &circuit, &lengths(&inputs)), lengths(&counted));
        }
    }

    /// Negation turns one tropical semiring into the other.
    #[test]
    fn min_plus_mirrors_max_plus((circuit, inputs) in sign_free()) {
        let some = |values: &[Num]| values.iter().cloned().map(Some).collect::<Vec<_>>();
        let negated = |values: &[Option<Num>]| values.iter().map(|v| v.as_ref().map(Num::neg)).collect::<Vec<_>>();
        let least = over(&Tropical::MinPlus, &circuit, &some(&inputs));
        let greatest = over(&Tropical::MaxPlus, &circuit, &negated(&some(&inputs)));
        prop_assert_eq!(least, negated(&greatest));
    }

    /// Matrix powers in min-plus are shortest walks, as Floyd and Warshall find them.
    #[test]
    fn matrix_powers_are_shortest_paths(
        edges in prop::collection::vec(prop::option::weighted(0.4, (0i64..9, 1i64..4)), 16),
    ) {
        let size = 4;
        let mut gates = Gates::new();
        let port: Vec<GateId> = (0..16).map(|i| gates.push_input(i)).collect();
        let one = gates.push_const(n(1));
        let step: Vec<GateId> = (0..16)
            .map(|k| if k / size == k % size { gates.push_add(&[one, port[k]]) } else { port[k] })
            .collect();
        let mut power = step.clone();
        for _ in 1..size {
            let mut next = Vec::new();
            for k in 0..16 {
                let terms: Vec<GateId> =
                    (0..size).map(|m| gates.push_mul(&[power[k / size * size + m], step[m * size + k % size]])).collect();
                next.push(gates.push_add(&terms));
            }
            power = next;
        }
        let circuit = circuit(gates, port, power);
        let lengths: Vec<Option<Num>> =
            edges.iter().map(|e| e.map(|(a, b)| Num::ratio(a, b).unwrap())).collect();
        let found = over(&Tropical::MinPlus, &circuit, &lengths);

        let mut best = lengths;
        for i in 0..size {
            best[i * size + i] = Some(n(0));
        }
        for k in 0..size {
            for i in 0..size {
                for j in 0..size {
                    if let (Some(a), Some(b)) = (&best[i * size + k], &best[k * size + j]) {
                        let through = a.add(b);
                        let cell = &best[i * size + j];
                        if cell.as_ref().is_none_or(|c| through < *c) {
                            best[i * size + j] = Some(through);
                        }
                    }
                }
            }
        }
        prop_assert_eq!(found, best);
    }
}

/// A circuit of one input: the input, times or plus this constant, or its sign.
fn with_constant(value: Option<Num>) -> Circuit {
    let mut gates = Gates::new();
    let x = gates.push_input(0);
    let last = match value {
        Some(value) => {
            let constant = gates.push_const(value);
            gates.push_mul(&[constant, x])
        }
        None => gates.push_sign(x),
    };
    circuit(gates, vec![x], vec![last])
}

#[test]
fn what_a_semiring_lacks_is_refused_at_its_gate() {
    let choice = |name: &str| name.parse::<SemiringChoice>().expect("a semiring");
    let refused = |name: &str, value: Option<Num>| {
        let inputs = [Element::Number(n(1))];
        let limits = Limits::default();
        let error = choice(name).evaluate(&with_constant(value), &inputs, &limits, &mut |_, _| {});
        error.err().map(|error| error.to_string())
    };
    let half = || Num::ratio(1, 2);
    for name in ["boolean", "min-plus", "max-plus", "counting"] {
        assert_eq!(refused(name, None).as_deref(), Some("a sign gate at g1"), "{name}");
        assert_eq!(refused(name, Some(n(-1))).as_deref(), Some("the constant -1 at g1"), "{name}");
        assert_eq!(refused(name, half()).as_deref(), Some("the constant 1/2 at g1"), "{name}");
        assert_eq!(refused(name, Some(n(3))), None, "{name}");
    }
    // The integers modulo m have a -1, and no order.
    assert_eq!(refused("mod:5", Some(n(-1))), None);
    assert_eq!(refused("mod:5", half()).as_deref(), Some("the constant 1/2 at g1"));
    assert_eq!(refused("mod:5", None).as_deref(), Some("a sign gate at g1"));
}

#[test]
fn values_of_another_semiring_are_refused() {
    let run = |name: &str, element: Element| {
        let choice: SemiringChoice = name.parse().expect("a semiring");
        choice.evaluate(&with_constant(Some(n(3))), &[element], &Limits::default(), &mut |_, _| {})
    };
    let refused = Err(SemiringError { kind: SemiringErrorKind::Input(0), gate: None });
    assert_eq!(run("min-plus", Element::Infinite), Ok(vec![Element::Infinite]));
    assert_eq!(run("min-plus", Element::Number(n(-2))), Ok(vec![Element::Number(n(-2))]));
    assert_eq!(run("min-plus", Element::Truth(true)), refused);
    assert_eq!(run("mod:5", Element::Number(n(-1))), Ok(vec![Element::Number(n(2))]));
    assert_eq!(run("mod:5", Element::Number(Num::ratio(1, 3).unwrap())), refused);
    assert_eq!(run("counting", Element::Number(n(-1))), refused);
    assert_eq!(run("boolean", Element::Number(n(2))), refused);
    assert_eq!(run("boolean", Element::Number(n(1))), Ok(vec![Element::Truth(true)]));
    assert_eq!(run("boolean", Element::Infinite), refused);
}

#[test]
fn names_are_read_and_written() {
    for name in [
        "boolean",
        "min-plus",
        "max-plus",
        "counting",
        "mod:2",
        "mod:170141183460469231731687303715884105727",
    ] {
        assert_eq!(name.parse::<SemiringChoice>().map(|s| s.to_string()).as_deref(), Ok(name));
    }
    for name in ["", "mod:", "mod:1", "mod:0", "mod:-3", "mod:+3", "mod:1e9", "Boolean", "minplus"] {
        assert!(name.parse::<SemiringChoice>().is_err(), "{name}");
    }
    assert!(format!("mod:1{}", "0".repeat(10_000)).parse::<SemiringChoice>().is_err());
}

#[test]
fn long_numbers_are_refused_before_they_are_computed() {
    let mut gates = Gates::new();
    let x = gates.push_input(0);
    let mut last = x;
    for _ in 0..60 {
        last = gates.push_mul(&[last, last]);
    }
    let squared = circuit(gates, vec![x], vec![last]);
    let limits = Limits { max_digits: 1000, ..Limits::default() };
    let error = evaluate_over(&Counting, &squared, &[n(3)], &limits, &mut |_, _| {}).unwrap_err();
    assert!(matches!(error.kind, SemiringErrorKind::Run(RunErrorKind::NumberTooLong { .. })), "{error}");
    assert_eq!(error.gate, Some(GateId(12)));
    // Modulo m and in a tropical semiring the numbers stay short.
    let m = modulo("1000000007");
    let mut power = n(3);
    (0..60).for_each(|_| power = m.mul(&power, &power));
    assert_eq!(over(&m, &squared, &[n(3)]), [power]);
    let doubled = over(&Tropical::MinPlus, &squared, &[Some(n(3))]);
    assert_eq!(doubled, [Some(n(3).mul(&n(2).pow(60)))]);
}
