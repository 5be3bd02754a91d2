//! Conversions against those of the standard library, and runs against the same formulas written out.

use super::real::Real;
use super::*;
use crate::circuit::Gates;
use crate::column::Column;
use crate::number::Ring;
use crate::sequence::{OutputSpec, Sequence};
use crate::transformer::{Component, Head, Layer, Pooling, Score, Value};
use proptest::prelude::*;

fn num(text: &str) -> Num {
    text.parse().expect("a number")
}

/// Reads a decimal by both ways.
fn same(text: &str) {
    let exact = num(text);
    assert_eq!(f64::nearest(&exact).to_bits(), text.parse::<f64>().unwrap().to_bits(), "{text}");
    assert_eq!(f32::nearest(&exact).to_bits(), text.parse::<f32>().unwrap().to_bits(), "{text}");
}

#[test]
fn decimals_are_the_nearest_floats() {
    for text in [
        "0.1",
        "-0.1",
        "1",
        "3",
        "16777217",
        "16777219",
        "9007199254740993",
        "9007199254740995",
        "1e23",
        "-1e22",
        "1.7976931348623157e308",
        "1.7976931348623158e308",
        "1.7976931348623159e308",
        "1e309",
        "-1e400",
        "3.4028235e38",
        "3.4028236e38",
        "3.40282357e38",
        "1e39",
        "5e-324",
        "2.4703282292062327e-324",
        "2.4703282292062328e-324",
        "1e-400",
        "2.2250738585072014e-308",
        "2.2250738585072011e-308",
        "1e-45",
        "7e-46",
        "7.1e-46",
        "1.17549435e-38",
        "1.1754942e-38",
        "1e-310",
        "123456789012345678901234567890",
    ] {
        same(text);
    }
}

#[test]
fn halves_go_to_the_even_float_and_more_than_halves_up() {
    // Between 2^53 and 2^53 + 2.
    assert_eq!(f64::nearest(&num("9007199254740993")), 9_007_199_254_740_992.0);
    assert_eq!(f64::nearest(&num("9007199254740993").add(&num("1e-300"))), 9_007_199_254_740_994.0);
    // Half of the least float, and more.
    let half = f64::from_bits(1).exact().unwrap().mul(&num("1/2"));
    assert_eq!(f64::nearest(&half).to_bits(), 0);
    assert_eq!(f64::nearest(&half.mul(&num("1000000000000000000001/1000000000000000000000"))).to_bits(), 1);
}

#[test]
fn numbers_with_a_root_are_rounded_too() {
    let ring = Ring::with_root(2).unwrap();
    let root = Num::parse_in("sqrt(2)", 1000, ring).unwrap();
    assert_eq!(f64::nearest(&root), std::f64::consts::SQRT_2);
    assert_eq!(f32::nearest(&root.neg()), -std::f32::consts::SQRT_2);
    // (sqrt(2) - 1)^k is very small, and both its parts are very large.
    for k in [60u32, 100, 500, 780] {
        let small = root.sub(&Num::ONE).pow(k);
        let (a, b) = small.parts();
        // a² - 2·b² is ±1, so the number is 1/(|a| + |b|·sqrt(2)), nearly 1/(2·|a|).
        let size = if a.signum() < 0 { a.neg() } else { a };
        let about = size.mul(&Num::int(2)).recip().unwrap();
        let (found, expected) = (f64::nearest(&small), f64::nearest(&about));
        assert!((found - expected).abs() <= expected * 1e-15, "{k}: {found} {expected} {b}");
    }
    assert_eq!([900, 4000].map(|k| f64::nearest(&root.sub(&Num::ONE).pow(k)).to_bits()), [0, 0]);
}

proptest! {
    #[test]
    fn random_decimals_are_the_nearest_floats(digits in "[0-9]{1,25}", places in -60i32..60, deep in any::<bool>()) {
        same(&format!("{digits}e{}", if deep { places * 6 } else { places }));
    }

    #[test]
    fn floats_are_exact_numbers(bits in any::<u64>()) {
        let (wide, short) = (f64::from_bits(bits), f32::from_bits(bits as u32));
        if wide.is_finite() {
            let exact = wide.exact().unwrap();
            prop_assert_eq!(f64::nearest(&exact), wide);
        } else {
            prop_assert_eq!(wide.exact(), None);
        }
        if short.is_finite() {
            prop_assert_eq!(short.exact(), f64::from(short).exact());
            prop_assert_eq!(f32::nearest(&short.exact().unwrap()), short);
        }
    }

    #[test]
    fn fractions_are_rounded_once(top in -1_000_000i64..1_000_000, bottom in 1i64..1_000_000) {
        let exact = Num::ratio(top, bottom).unwrap();
        prop_assert_eq!(f64::nearest(&exact), top as f64 / bottom as f64);
    }

    /// Softmax attention written out, for one head that scores and takes single numbers.
    #[test]
    fn softmax_is_the_weighted_mean(numbers in prop::collection::vec((-9i64..10, -9i64..10), 1..6), t in 1i64..9) {
        let program = attention(&numbers, Pooling::Average);
        let how = Approximation { float: Float::F64, temperature: Num::ratio(t, 4) };
        let found = outputs(&program, &how);
        let temperature = t as f64 / 4.0;
        for (i, &(query, _)) in numbers.iter().enumerate() {
            // Without taking away the greatest score: the same but for rounding.
            let weight = |key: i64| ((query * key) as f64 / temperature / 8.0).exp();
            let total: f64 = numbers.iter().map(|n| weight(n.0)).sum();
            let mean: f64 = numbers.iter().map(|n| weight(n.0) * n.1 as f64).sum::<f64>() / total;
            let own: f64 = found[i].text.parse().unwrap();
            prop_assert!((own - mean).abs() < 1e-9 * (1.0 + mean.abs()), "{own} {mean}");
        }
    }

    /// Hard attention on numbers that floats have is that of the literal engine.
    #[test]
    fn hard_attention_is_exact_on_short_numbers(numbers in prop::collection::vec((-9i64..10, -9i64..10), 1..9)) {
        for pooling in [Pooling::Average, Pooling::Leftmost, Pooling::Rightmost] {
            let program = attention(&numbers, pooling);
            let exact = crate::execute_literal(&program, &Limits::default(), &mut |_, _| {}).unwrap();
            for float in [Float::F32, Float::F64] {
                let found = outputs(&program, &Approximation { float, temperature: None });
                for (found, exact) in found.iter().zip(&exact) {
                    let nearest = match float {
                        Float::F32 => Reading::of(f32::nearest(exact)),
                        Float::F64 => Reading::of(f64::nearest(exact)),
                    };
                    // One division, correctly rounded.
                    prop_assert_eq!(found, &nearest);
                }
            }
        }
    }
}

/// A layer with one head: the score of (x, _) for (x', _) is x·x'/8, the value of (_, y) is y; the output is what is
/// pooled.
fn attention(numbers: &[(i64, i64)], pooling: Pooling) -> Transformer {
    let row = |a: &str, b: &str| vec![num(a), num(b)];
    let mut gates = Gates::new();
    let inputs: Vec<GateId> = (0..3).map(|i| gates.push_input(i)).collect();
    let activation = Component { gates, outputs: vec![inputs[0], inputs[2]] };
    let head = Head {
        score: Score::Dot { query: vec![row("1", "0")], key: vec![row("1/8", "0")] },
        value: Value::Matrix(vec![row("0", "1")]),
        pooling,
    };
    let column = |of: fn(&(i64, i64)) -> i64| Column::of(numbers.iter().map(|n| Num::int(of(n))));
    let positions = (0..numbers.len() as u32).collect();
    Transformer {
        construction: "test".into(),
        ring: Ring::Q,
        dim: 2,
        coordinates: vec!["x".into(), "y".into()],
        repeat: 1,
        layers: vec![Layer { heads: vec![head], activation }],
        sequence: Sequence {
            len: numbers.len(),
            columns: vec![column(|n| n.0), column(|n| n.1)],
            inputs: Vec::new(),
            outputs: vec![OutputSpec { name: "result".into(), positions, coordinate: 1 }],
        },
        declared: None,
    }
}

fn compared<'a>(known: &'a [Known], tolerance: &'a Num) -> Exact<'a> {
    Exact { known, coordinate: 1, everything: true, tolerance }
}

fn outputs(program: &Transformer, how: &Approximation) -> Vec<Reading> {
    let exact = compared(&[], &Num::ZERO);
    approximate(program, how, exact, &Limits::default(), &mut |_, _| {}).expect("it runs").outputs
}

#[test]
fn the_first_place_that_differs_is_found() {
    // The mean of 1, 0 and 0 is no float.
    let program = attention(&[(1, 1), (1, 0), (1, 0)], Pooling::Average);
    let known = [Known { gate: GateId(7), position: 2, from: 1, value: num("1/3") }];
    let run = |float, tolerance: &Num| {
        let how = Approximation { float, temperature: None };
        let exact = compared(&known, tolerance);
        approximate(&program, &how, exact, &Limits::default(), &mut |_, _| {}).expect("it runs")
    };
    let outcome = run(Float::F64, &Num::ZERO);
    assert_eq!(outcome.outputs[0].text, "0.3333333333333333");
    assert_eq!(outcome.watched, 1);
    assert_eq!(outcome.inexact, outcome.wrong);
    let (gate, number) = (outcome.wrong.expect("left"), outcome.number.expect("left"));
    assert_eq!((gate.layer, gate.position, gate.gate), (Some(0), 2, Some(GateId(7))));
    assert_eq!((number.layer, number.position, number.coordinate, number.gate), (Some(0), 0, 1, None));
    assert_eq!((gate.exact, number.exact), (num("1/3"), num("1/3")));
    let outcome = run(Float::F64, &num("1e-16"));
    assert!(outcome.inexact.is_some());
    assert_eq!((outcome.wrong, outcome.number, outcome.watched), (None, None, 1));
    assert!(run(Float::F32, &num("1e-16")).wrong.is_some());
}

#[test]
fn what_is_no_number_is_not_taken_for_one() {
    // 1e400 is infinite, and infinity times 0 is no number: neither the value of the first position nor the score that
    // the second gives it.
    let mut program = attention(&[(0, 1), (0, 2)], Pooling::Average);
    program.sequence.columns[0] = Column::of([num("1e400"), Num::ZERO]);
    let found = outputs(&program, &Approximation { float: Float::F64, temperature: None });
    assert_eq!(found.iter().map(|r| r.text.as_str()).collect::<Vec<_>>(), ["NaN", "2"]);
    assert_eq!(found[0].exact, None);
    assert!(found[0].leaves(&Num::ZERO, &num("1e9")));
}
