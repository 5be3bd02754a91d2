//! `Num` is `BigRational`, on numbers built to lie at the borders of the small form.

use circ_runtime::{Num, ParseNumError};
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Signed, Zero};
use proptest::prelude::*;
use std::hash::{DefaultHasher, Hash, Hasher};

/// Integers around powers of two, where word sizes end, and small ones.
fn integers() -> impl Strategy<Value = BigInt> {
    let border =
        (prop::sample::select(vec![0u32, 31, 32, 33, 62, 63, 64, 65, 95, 96, 127, 128, 200]), -2i64..3)
            .prop_map(|(power, off)| (BigInt::one() << power) + off);
    let signed = (border, any::<bool>()).prop_map(|(n, minus)| if minus { -n } else { n });
    prop_oneof![signed, (-12i64..13).prop_map(BigInt::from), any::<i64>().prop_map(BigInt::from)]
}

fn rationals() -> impl Strategy<Value = BigRational> {
    (integers(), integers())
        .prop_map(|(n, d)| BigRational::new(n, if d.is_zero() { BigInt::one() } else { d }))
}

fn num(q: &BigRational) -> Num {
    Num::from(q.clone())
}

/// The number is the rational, and it is in the canonical form: it equals one that was built another way.
fn check(found: &Num, expected: &BigRational) -> Result<(), TestCaseError> {
    prop_assert_eq!(found.to_rational(), Some(expected.clone()));
    prop_assert_eq!(found, &num(expected));
    prop_assert_eq!(found.to_string(), expected.to_string());
    let hash = |n: &Num| {
        let mut hasher = DefaultHasher::new();
        n.hash(&mut hasher);
        hasher.finish()
    };
    prop_assert_eq!(hash(found), hash(&num(expected)));
    prop_assert_eq!(Num::parse(&found.to_string(), 10_000), Ok(found.clone()));
    prop_assert!(found.bits() >= expected.numer().bits() + expected.denom().bits());
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn arithmetic_is_exact(a in rationals(), b in rationals(), exponent in 0u32..5) {
        let (x, y) = (num(&a), num(&b));
        check(&x.add(&y), &(&a + &b))?;
        check(&x.sub(&y), &(&a - &b))?;
        check(&x.mul(&y), &(&a * &b))?;
        check(&x.mul(&x), &(&a * &a))?;
        check(&x.neg(), &-&a)?;
        check(&x.floor(), &a.floor())?;
        check(&x.ceil(), &a.ceil())?;
        check(&x.sign(), &a.signum())?;
        check(&x.pow(exponent), &a.pow(exponent as i32))?;
        // What was big comes back where it fits again.
        check(&x.add(&y).sub(&y), &a)?;
        prop_assert_eq!(x.cmp(&y), a.cmp(&b));
        prop_assert_eq!(x == y, a == b);
        prop_assert_eq!(x.is_integer(), a.is_integer());
        match x.div(&y) {
            Some(quotient) => check(&quotient, &(&a / &b))?,
            None => prop_assert!(b.is_zero()),
        }
    }

    #[test]
    fn conversions_keep_their_range(n in integers()) {
        let x = Num::from_bigint(n.clone());
        prop_assert_eq!(x.to_i64(), i64::try_from(&n).ok());
        prop_assert_eq!(x.to_u64(), u64::try_from(&n).ok());
        prop_assert_eq!(x.to_u32(), u32::try_from(&n).ok());
        prop_assert_eq!(x.to_bigint(), Some(n));
    }

    #[test]
    fn ratios_are_in_lowest_terms(n in any::<i64>(), d in any::<i64>()) {
        match Num::ratio(n, d) {
            Some(x) => check(&x, &BigRational::new(n.into(), d.into()))?,
            None => prop_assert_eq!(d, 0),
        }
    }

    #[test]
    fn no_text_panics(text in "[-+0-9_./eE ]{0,12}") {
        drop(Num::parse(&text, 1000));
    }
}

#[test]
fn a_number_takes_sixteen_bytes() {
    assert_eq!(size_of::<Num>(), 16);
}

#[test]
fn numbers_are_read_exactly() {
    let cases = [
        ("12", "12"),
        ("-1_000", "-1000"),
        ("+7", "7"),
        (" 0.25 ", "1/4"),
        ("1e-3", "1/1000"),
        ("2.5E2", "250"),
        (".5", "1/2"),
        ("2/6", "1/3"),
        ("-1.5/-2e1", "3/40"),
        ("0e999999999", "0"),
        ("1000000e-6", "1"),
        ("9223372036854775808", "9223372036854775808"),
        ("1/4294967296", "1/4294967296"),
    ];
    for (text, value) in cases {
        assert_eq!(Num::parse(text, 200).map(|n| n.to_string()).as_deref(), Ok(value), "{text}");
    }
    for text in
        ["", "-", ".", "1__0", "_1", "1_", "1_.5", "1e", "e5", "1/", "/2", "1/2/3", "0x1", "1 2", "--1", "١"]
    {
        assert_eq!(Num::parse(text, 200), Err(ParseNumError::Malformed), "{text}");
    }
    assert_eq!(Num::parse("1/0", 200), Err(ParseNumError::ZeroDenominator));
    assert_eq!(Num::parse("1/0e9", 200), Err(ParseNumError::ZeroDenominator));
    for text in ["1e999999999", "1e-999999999", "1e99999999999999999999", "1/1e999999999", &"7".repeat(100)] {
        assert_eq!(Num::parse(text, 200), Err(ParseNumError::TooLong), "{text}");
    }
}
