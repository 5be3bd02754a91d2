//! What is proved, and what must not be.

use super::super::Formula;
use super::super::tests::{m, n};
use super::Facts;

fn i() -> Formula {
    Formula::var(0)
}

fn half(f: &Formula) -> Formula {
    f.div(&Formula::int(2))
}

/// 0 <= i < n.
fn index() -> Facts {
    let mut facts = Facts::new();
    facts.assume(&n().plus(-1).sub(&i()));
    facts
}

#[test]
fn linear() {
    let facts = index();
    assert!(facts.positive(&n()));
    assert!(facts.non_negative(&n().sub(&i())));
    assert!(facts.at_most(&i().times(2), &n().times(2).plus(-2)));
    assert!(!facts.non_negative(&n().sub(&i()).plus(-2)));
    assert!(!facts.contradictory());
    let mut facts = facts;
    let mark = facts.mark();
    facts.assume(&i().sub(&n()));
    assert!(facts.contradictory());
    facts.rollback(mark);
    assert!(!facts.contradictory());
    // 2n >= m and m >= 3 give n >= 2.
    facts.assume(&n().times(2).sub(&m()));
    facts.assume(&m().plus(-3));
    assert!(facts.non_negative(&n().plus(-2)));
}

#[test]
fn what_is_not_zero() {
    let mut facts = Facts::new();
    facts.assume_nonzero(&n().plus(-1));
    assert!(!facts.positive(&n()));
    facts.assume_nonzero(&n());
    assert!(facts.non_negative(&n().plus(-2)));
    let mut odd = Facts::new();
    odd.assume_nonzero(&n().rem(2));
    assert!(odd.is_zero(&half(&n()).ceil().sub(&half(&n()).floor()).plus(-1)));
    assert!(odd.positive(&n()));
}

#[test]
fn products() {
    let facts = index();
    assert!(facts.non_negative(&n().mul(&n()).sub(&n())));
    assert!(facts.non_negative(&n().mul(&n()).sub(&n().mul(&i())).sub(&n())));
    assert!(facts.non_negative(&n().pow(3).sub(&n())));
    assert!(!facts.non_negative(&n().mul(&n()).sub(&n()).plus(-1)));
}

#[test]
fn halves() {
    let mut facts = Facts::new();
    assert!(facts.at_most(&half(&n()).floor(), &n()));
    assert!(facts.at_most(&half(&n()).ceil(), &n()));
    assert!(!facts.at_most(&half(&n()).ceil().plus(1), &n()));
    facts.assume(&n().plus(-2));
    assert!(facts.at_most(&half(&n()).ceil().plus(1), &n()));
    assert!(facts.positive(&half(&n()).floor()));
}

#[test]
fn logarithms() {
    let mut facts = Facts::new();
    let log = n().ceil_log2();
    assert!(facts.at_most(&log, &n()));
    assert!(!facts.at_most(&log.plus(1), &n()));
    assert!(facts.at_most(&log, &n().plus(1).ceil_log2()));
    assert!(!facts.at_most(&n().plus(1).ceil_log2(), &log));
    facts.assume(&n().plus(-2));
    assert!(facts.at_most(&log.plus(1), &n()));
    assert!(facts.positive(&log));
    assert!(facts.at_most(&half(&n()).floor().ceil_log2().plus(1), &log));
    // L(ceil(n/2)) + 1 <= L(n) holds at 2 as at 3.
    assert!(facts.at_most(&n().floor_log2(), &log));
    assert!(facts.at_most(&log, &n().floor_log2().plus(1)));
    assert!(facts.at_most(&n().mul(&log), &n().mul(&n())));
    facts.assume(&n().plus(-3));
    assert!(facts.at_most(&half(&n()).ceil().ceil_log2().plus(1), &log));
}

#[test]
fn powers() {
    let mut facts = Facts::new();
    let power = Formula::power(2, &n().ceil_log2());
    assert!(facts.at_most(&n(), &power));
    assert!(!facts.at_most(&power, &n().times(2)));
    assert!(facts.at_most(&n().plus(1), &Formula::power(2, &n())));
    facts.assume(&n().plus(-1));
    assert!(facts.at_most(&power, &n().times(2)));
    assert!(facts.at_most(&Formula::power(2, &n().ceil_log2().times(2)), &n().mul(&n()).times(4)));
    assert!(facts.at_most(&Formula::power(2, &n().floor_log2()), &n()));
}

#[test]
fn a_power_of_two_is_even() {
    let mut facts = Facts::new();
    facts.assume_zero(&n().sub(&Formula::power(2, &n().floor_log2())));
    assert!(!facts.is_zero(&n().rem(2)));
    assert!(facts.positive(&n()));
    facts.assume(&n().plus(-2));
    assert!(facts.is_zero(&n().rem(2)));
    assert!(facts.is_zero(&half(&n()).ceil().sub(&half(&n()).floor())));
    assert!(facts.is_zero(&n().ceil_log2().sub(&n().floor_log2())));
    assert!(!facts.is_zero(&n().rem(4)));
}

#[test]
fn extremes() {
    let facts = index();
    let most = Formula::max(&[n(), m()]);
    assert!(facts.at_most(&i(), &most));
    assert!(facts.at_most(&most, &n().add(&m())));
    assert!(!facts.at_most(&most, &n()));
    assert!(facts.at_most(&Formula::min(&[n(), m()]), &m()));
    let mut facts = Facts::new();
    facts.assume(&Formula::min(&[n(), m()]).plus(-1).sub(&i()));
    assert!(facts.positive(&n()) && facts.positive(&m()));
    assert!(facts.at_most(&most.ceil_log2(), &n().ceil_log2().add(&m().ceil_log2())));
}

#[test]
fn equalities_are_solved() {
    let mut facts = index();
    facts.assume_zero(&i());
    assert!(facts.is_zero(&i().plus(1).ceil_log2()));
    assert!(facts.positive(&n()));
    facts.assume_zero(&n().sub(&m().times(2)));
    assert!(facts.is_zero(&n().rem(2)));
    assert!(facts.positive(&m()));
}
