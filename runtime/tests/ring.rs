//! Numbers with a root: the field's laws against pairs of rationals, the order against four hundred decimals.

use circ_runtime::{Num, ParseNumError, Ring};
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Signed, Zero};
use proptest::prelude::*;
use std::cmp::Ordering;
use std::hash::{DefaultHasher, Hash, Hasher};

/// `a + b·sqrt(d)`, as a pair.
#[derive(Clone, Debug, PartialEq)]
struct Pair {
    a: BigRational,
    b: BigRational,
    d: u32,
}

fn int(n: impl Into<BigInt>) -> BigRational {
    BigRational::from_integer(n.into())
}

fn ring(d: u32) -> Ring {
    Ring::with_root(d).unwrap()
}

/// The root of d as a number.
fn root(d: u32) -> Num {
    ring(d).sqrt(&Num::int(i64::from(d))).unwrap()
}

/// The root of d, rounded down to four hundred decimals.
fn decimals(d: u32) -> BigRational {
    let scale = BigInt::from(10).pow(400);
    BigRational::new((&scale * &scale * d).sqrt(), scale)
}

impl Pair {
    fn num(&self) -> Num {
        Num::from(self.a.clone()).add(&root(self.d).mul(&Num::from(self.b.clone())))
    }
    fn approximately(&self) -> BigRational {
        &self.a + &self.b * decimals(self.d)
    }
    fn sign(&self) -> i8 {
        // No pair of these tests comes nearer to 0 than that.
        match self.approximately() {
            _ if self.a.is_zero() && self.b.is_zero() => 0,
            x if x.is_negative() => -1,
            _ => 1,
        }
    }
    fn with(&self, a: BigRational, b: BigRational) -> Pair {
        Pair { a, b, d: self.d }
    }
    fn sub(&self, o: &Pair) -> Pair {
        self.with(&self.a - &o.a, &self.b - &o.b)
    }
    fn mul(&self, o: &Pair) -> Pair {
        let d = int(self.d);
        self.with(&self.a * &o.a + &self.b * &o.b * d, &self.a * &o.b + &self.b * &o.a)
    }
}

fn rationals() -> impl Strategy<Value = BigRational> {
    let small = (-9i64..10, 1i64..7).prop_map(|(n, d)| BigRational::new(n.into(), d.into()));
    let wide = (any::<i64>(), 1i64..1 << 40).prop_map(|(n, d)| BigRational::new(n.into(), d.into()));
    prop_oneof![4 => small, 1 => wide, 1 => Just(BigRational::zero())]
}

/// Two pairs of one ring, the second sometimes as near to the first as its numbers allow.
fn two_pairs() -> impl Strategy<Value = (Pair, Pair)> {
    let d = prop::sample::select(vec![2u32, 3, 5, 6, 7, 10, 30, 999_999_937]);
    (d, rationals(), rationals(), rationals(), rationals(), any::<bool>()).prop_map(
        |(d, a, b, c, e, near)| {
            let first = Pair { a, b, d };
            let second = if near {
                // The nearest integer to a·10^9, over that, and the same root: they differ in the rational part.
                let scale = int(1_000_000_000);
                first.with((&first.approximately() * &scale).round() / scale, int(0))
            } else {
                first.with(c, e)
            };
            (first, second)
        },
    )
}

fn hash(n: &Num) -> u64 {
    let mut hasher = DefaultHasher::new();
    n.hash(&mut hasher);
    hasher.finish()
}

fn check(found: &Num, expected: &Pair) -> Result<(), TestCaseError> {
    let same = expected.num();
    prop_assert_eq!(found, &same);
    prop_assert_eq!(hash(found), hash(&same));
    prop_assert_eq!(found.root().is_some(), !expected.b.is_zero());
    prop_assert_eq!(found.signum(), expected.sign());
    prop_assert_eq!(Num::parse_in(&found.to_string(), 10_000, ring(expected.d)), Ok(found.clone()));
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn arithmetic_is_exact((a, b) in two_pairs(), exponent in 0u32..6) {
        let (x, y) = (a.num(), b.num());
        check(&x, &a)?;
        check(&x.add(&y), &a.with(&a.a + &b.a, &a.b + &b.b))?;
        check(&x.sub(&y), &a.sub(&b))?;
        check(&x.mul(&y), &a.mul(&b))?;
        check(&x.mul(&x), &a.mul(&a))?;
        check(&x.neg(), &a.with(-&a.a, -&a.b))?;
        let power = (0..exponent).fold(a.with(int(1), int(0)), |power, _| power.mul(&a));
        check(&x.pow(exponent), &power)?;
        match y.recip() {
            Some(inverse) => {
                prop_assert!(inverse.mul(&y).is_one());
                prop_assert_eq!(x.div(&y).unwrap().mul(&y), x);
            }
            None => prop_assert!(y.is_zero()),
        }
    }

    #[test]
    fn the_order_is_that_of_the_real_numbers((a, b) in two_pairs()) {
        let (x, y) = (a.num(), b.num());
        prop_assert_eq!(x.cmp(&y), a.sub(&b).sign().cmp(&0));
        prop_assert_eq!(y.cmp(&x), b.sub(&a).sign().cmp(&0));
        prop_assert_eq!(x == y, a == b);
        let (floor, ceil) = (x.floor(), x.ceil());
        prop_assert!(floor.is_integer() && ceil.is_integer());
        prop_assert_eq!(floor.to_rational().unwrap(), a.approximately().floor());
        prop_assert!(floor <= x && x <= ceil);
        prop_assert_eq!(ceil.sub(&floor), if x.is_integer() { Num::ZERO } else { Num::ONE });
    }

    #[test]
    fn a_root_is_a_root((a, _) in two_pairs()) {
        let x = a.num();
        let abs = if x.signum() < 0 { x.neg() } else { x.clone() };
        prop_assert_eq!(ring(a.d).sqrt(&x.mul(&x)), Some(abs));
        if let Some(root) = ring(a.d).sqrt(&x) {
            prop_assert!(root.signum() >= 0);
            prop_assert_eq!(root.mul(&root), x);
        }
    }

    /// Roots of two rings never meet in a program; if they did, nothing would break.
    #[test]
    fn foreign_roots_are_ordered_too(a in rationals(), b in rationals(), c in rationals(), e in rationals()) {
        let (left, right) = (Pair { a, b, d: 2 }, Pair { a: c, b: e, d: 3 });
        let (x, y) = (left.num(), right.num());
        let expected = left.approximately().cmp(&right.approximately());
        prop_assert_eq!(x.cmp(&y), expected);
        prop_assert_eq!(x == y, x.cmp(&y) == Ordering::Equal);
        for number in [x.add(&y), x.sub(&y), x.mul(&y)] {
            prop_assert!(number.bits() > 0);
        }
    }

    #[test]
    fn reading_never_panics(text in "[0-9sqrt()*/+\\-. e]{0,24}") {
        drop(Num::parse_in(&text, 1000, ring(2)));
        let _ = text.parse::<Ring>();
    }
}

#[test]
fn close_numbers_are_told_apart() {
    let r = root(2);
    let read = |text: &str| Num::parse_in(text, 1000, ring(2)).unwrap();
    assert!(read("7/5") < r && r < read("17/12"));
    assert!(r < read("99/70") && read("577/408") > r);
    // The root to thirty decimals, and one more in the last place.
    assert!(read("1.414213562373095048801688724209") < r);
    assert!(r < read("1.414213562373095048801688724210"));
    // Powers of sqrt(2) - 1 come as near to 0 as one likes, and stay above it.
    let small = r.sub(&Num::ONE).pow(100);
    assert_eq!(small.signum(), 1);
    assert!(small < read("1e-30") && small.floor().is_zero() && small.ceil().is_one());
    assert_eq!(small.neg().floor(), Num::MINUS_ONE);
    assert!(small.mul(&r.add(&Num::ONE).pow(100)).is_one());
}

#[test]
fn numbers_are_written_in_one_way_and_read_in_several() {
    let cases = [
        ("sqrt(2)", "sqrt(2)"),
        ("-sqrt(2)", "-sqrt(2)"),
        ("+ sqrt( 2 )", "sqrt(2)"),
        ("1/2+3*sqrt(2)", "1/2+3*sqrt(2)"),
        (" 1/2 + 3 * sqrt(2) ", "1/2+3*sqrt(2)"),
        ("3*sqrt(2)+1/2", "1/2+3*sqrt(2)"),
        ("-sqrt(2)*3 - 0.5", "-1/2-3*sqrt(2)"),
        ("1-1/3*sqrt(2)", "1-1/3*sqrt(2)"),
        ("1-sqrt(2)/3", "1-1/3*sqrt(2)"),
        ("1 - sqrt(2)*2/6", "1-1/3*sqrt(2)"),
        ("2*sqrt(2)/3", "2/3*sqrt(2)"),
        ("1e-1*sqrt(2)+1e+1", "10+1/10*sqrt(2)"),
        ("sqrt(8)", "2*sqrt(2)"),
        ("sqrt(9)", "3"),
        ("0*sqrt(2)+5", "5"),
        ("sqrt(0)", "0"),
    ];
    for (text, value) in cases {
        let read = Num::parse_in(text, 200, ring(2)).map(|n| n.to_string());
        assert_eq!(read.as_deref(), Ok(value), "{text}");
    }
    let wrong = [
        "1 sqrt(2)",
        "sqrt(2) sqrt(2)",
        "sqrt(2)+sqrt(2)",
        "1+1+sqrt(2)",
        "2sqrt(2)",
        "sqrt 2",
        "sqrt()",
        "sqrt(-2)",
        "sqrt(1/2)",
        "sqrt(2)*sqrt(2)",
        "1*2*sqrt(2)",
        "+-sqrt(2)",
        "sqrt(2)+",
        "sqrt(2))",
        "1/2/3*sqrt(2)",
        "3+*sqrt(2)",
        "sqrt(2)/sqrt(2)",
        "1/sqrt(2)",
        "sqrt(2)1",
    ];
    for text in wrong {
        assert_eq!(Num::parse_in(text, 200, ring(2)), Err(ParseNumError::Malformed), "{text}");
    }
    let not_in = |ring| Err(ParseNumError::NotInRing { ring });
    assert_eq!(Num::parse_in("1+sqrt(3)", 200, ring(2)), not_in(ring(2)));
    assert_eq!(Num::parse("sqrt(2)", 200), not_in(Ring::Q));
    assert_eq!(Num::parse("sqrt(99999999999999999999)", 200), not_in(Ring::Q));
    assert_eq!(Num::parse("sqrt(4)/3", 200), Ok(Num::ratio(2, 3).unwrap()));
    assert_eq!(Num::parse_in("sqrt(2)/0", 200, ring(2)), Err(ParseNumError::ZeroDenominator));
    assert_eq!(Num::parse_in("1e999*sqrt(2)", 200, ring(2)), Err(ParseNumError::TooLong));
}

#[test]
fn rings_have_names() {
    assert_eq!("Q".parse(), Ok(Ring::Q));
    assert_eq!("Q(sqrt(2))".parse(), Ok(ring(2)));
    for d in [2u32, 3, 6, 999_999_937] {
        assert_eq!(ring(d).to_string().parse(), Ok(ring(d)));
    }
    for text in [
        "",
        "R",
        "Q(sqrt(4))",
        "Q(sqrt(8))",
        "Q(sqrt(1))",
        "Q(sqrt(02))",
        "Q(sqrt(+2))",
        "Q(sqrt(2)",
        "Q (sqrt(2))",
    ] {
        assert!(text.parse::<Ring>().is_err(), "{text}");
    }
    for d in [0, 1, 4, 8, 18, 999_950_884, 1_000_000_001, u32::MAX] {
        assert_eq!(Ring::with_root(d), None, "{d}");
    }
    assert!(ring(2).contains(&root(2)) && ring(2).contains(&Num::ONE));
    assert!(!ring(3).contains(&root(2)) && !Ring::Q.contains(&root(2)));
    assert_eq!(circ_runtime::number::squarefree(72), (6, 2));
    assert_eq!(circ_runtime::number::squarefree(999_950_884), (31622, 1));
    assert_eq!(std::mem::size_of::<Num>(), 16);
    let one = |text: &str, d| Num::parse_in(text, 200, ring(d)).unwrap();
    assert_eq!(ring(2).sqrt(&one("3+2*sqrt(2)", 2)).map(|n| n.to_string()).as_deref(), Some("1+sqrt(2)"));
    assert_eq!(ring(2).sqrt(&one("3-2*sqrt(2)", 2)).map(|n| n.to_string()).as_deref(), Some("-1+sqrt(2)"));
    assert_eq!(ring(2).sqrt(&one("1+sqrt(2)", 2)), None);
    assert_eq!(ring(2).sqrt(&Num::MINUS_ONE), None);
    assert_eq!(BigInt::one(), root(2).denominator());
}
