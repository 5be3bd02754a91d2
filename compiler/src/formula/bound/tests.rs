//! Bounds that the analysis rests on.

use super::super::tests::n;
use super::super::{Facts, Formula, least, most, total};

fn i() -> Formula {
    Formula::var(0)
}

fn text(f: &Formula) -> String {
    f.text(&["n".into(), "m".into()])
}

#[test]
fn a_falling_logarithm_peaks_at_the_start() {
    let facts = Facts::new();
    let log = n().sub(&i()).ceil_log2();
    let found = most(&log, 0, &n(), &facts);
    assert_eq!((text(&found.formula).as_str(), found.at), ("ceil(log2(n))", Some(Formula::zero())));
    let found = least(&log, 0, &n(), &facts);
    assert_eq!((found.formula, found.at), (Formula::zero(), Some(n().plus(-1))));
    let both = log.add(&i().plus(1).ceil_log2());
    let found = most(&both, 0, &n(), &facts);
    assert_eq!((text(&found.formula).as_str(), found.at), ("2*ceil(log2(n))", None));
}

#[test]
fn ends_of_sums() {
    let facts = Facts::new();
    let found = most(&i().times(3).plus(2), 0, &n(), &facts);
    assert_eq!((text(&found.formula).as_str(), found.at), ("3*n - 1", Some(n().plus(-1))));
    let found = most(&i().rem(2), 0, &n(), &facts);
    assert_eq!((text(&found.formula).as_str(), found.at), ("1", None));
    // i·(n - i) is never above n²/4.
    let found = most(&i().mul(&n().sub(&i())), 0, &n(), &facts);
    assert_eq!(text(&found.formula), "n^2/4");
    let found = most(&Formula::max(&[n().sub(&i()), n().sub(&i()).ceil_log2().times(3)]), 0, &n(), &facts);
    assert_eq!(text(&found.formula), "max(n, 3*ceil(log2(n)))");
    assert_eq!(found.at, Some(Formula::zero()));
}

#[test]
fn sums() {
    let facts = Facts::new();
    let sum = |f: &Formula, count: &Formula| {
        let (formula, exact) = total(f, 0, count, &facts);
        (text(&formula), exact)
    };
    assert_eq!(sum(&i(), &n()), ("(n^2 - n)/2".into(), true));
    assert_eq!(sum(&Formula::power(2, &i()), &n()), ("2^n - 1".into(), true));
    assert_eq!(sum(&Formula::one(), &n().plus(-1)), ("max(n - 1, 0)".into(), true));
    assert_eq!(sum(&n().sub(&i()).ceil_log2(), &n()), ("n*ceil(log2(n))".into(), false));
}
