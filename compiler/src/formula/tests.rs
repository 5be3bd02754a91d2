//! What formulas simplify to, and how they read.

use super::Formula;
use circ_runtime::Num;

pub(super) fn n() -> Formula {
    Formula::param(0)
}

pub(super) fn m() -> Formula {
    Formula::param(1)
}

fn half(f: &Formula) -> Formula {
    f.div(&Formula::int(2))
}

fn text(f: &Formula) -> String {
    f.text(&["n".into(), "m".into()])
}

#[test]
fn halves_add_up() {
    assert_eq!(half(&n()).floor().add(&half(&n()).ceil()), n());
    assert_eq!(half(&n()).floor().times(2), n().sub(&n().rem(2)));
    assert_eq!(half(&half(&n()).floor()).floor(), n().div(&Formula::int(4)).floor());
    assert_eq!(half(&half(&n()).ceil()).ceil(), n().div(&Formula::int(4)).ceil());
}

#[test]
fn products_of_neighbours_are_even() {
    let pairs = half(&n().mul(&n().plus(-1)));
    assert!(pairs.is_integral());
    assert_eq!(pairs.floor(), pairs);
    let squares = n().mul(&n().plus(1)).mul(&n().times(2).plus(1)).div(&Formula::int(6));
    assert!(squares.is_integral());
    assert!(!half(&n().mul(&n())).is_integral());
}

#[test]
fn logarithms_of_constants_and_powers() {
    let logs: Vec<Num> = (0..6).filter_map(|c| Formula::int(c).ceil_log2().as_constant()).collect();
    assert_eq!(logs, [0, 0, 1, 2, 2, 3].map(Num::int));
    let logs: Vec<Num> = (0..6).filter_map(|c| Formula::int(c).floor_log2().as_constant()).collect();
    assert_eq!(logs, [0, 0, 1, 1, 2, 2].map(Num::int));
    let power = Formula::power(2, &n());
    assert_eq!(power.ceil_log2(), n());
    assert_eq!(power.times(4).ceil_log2(), n().plus(2));
    assert_eq!(text(&half(&power).floor_log2()), "max(n - 1, 0)");
    assert_eq!(Formula::int(-3).ceil_log2(), Formula::zero());
}

#[test]
fn powers_meet() {
    let log = n().ceil_log2();
    let product = Formula::power(2, &n()).mul(&Formula::power(2, &log));
    assert_eq!(product, Formula::power(2, &n().add(&log)));
    assert_eq!(Formula::power(4, &n()), Formula::power(2, &n()).pow(2));
    assert_eq!(Formula::power(2, &n().plus(3)), Formula::power(2, &n()).times(8));
    assert_eq!(Formula::power(2, &n()).mul(&Formula::power(2, &n().neg())), Formula::one());
    assert_eq!(Formula::power(3, &Formula::int(4)), Formula::int(81));
    assert!(Formula::power(2, &half(&n())).is_unknown());
}

#[test]
fn extremes() {
    let most = Formula::max(&[n(), Formula::int(3), n().plus(1), Formula::int(2)]);
    assert_eq!(text(&most), "max(n + 1, 3)");
    assert_eq!(Formula::max(&[most.clone(), most.clone()]), most);
    assert_eq!(Formula::min(&[n(), n().plus(1)]), n());
    assert!(Formula::max(&[]).is_unknown());
    assert!(Formula::max(&[n(), Formula::unknown()]).is_unknown());
}

#[test]
fn reads_as_an_expression() {
    let thirds = n().plus(1).div(&Formula::int(3)).floor();
    let log = n().ceil_log2();
    let cases = [
        (Formula::zero(), "0"),
        (n().times(3).plus(9), "3*n + 9"),
        (half(&n()).floor(), "floor(n/2)"),
        (half(&n()).ceil(), "ceil(n/2)"),
        (n().div(&Formula::int(3)).ceil(), "ceil(n/3)"),
        (thirds, "floor((n + 1)/3)"),
        (n().rem(3), "(n % 3)"),
        (n().plus(1).ceil_log2(), "ceil(log2(n + 1))"),
        (Formula::power(2, &log), "2^ceil(log2(n))"),
        (Formula::power(2, &log.times(2)), "2^(2*ceil(log2(n)))"),
        (log.pow(2).add(&n().mul(&log)), "n*ceil(log2(n)) + ceil(log2(n))^2"),
        (half(&n().mul(&n().plus(-1))), "(n^2 - n)/2"),
        (Formula::int(3).sub(&n()), "3 - n"),
        (n().mul(&half(&n()).floor()), "n*floor(n/2)"),
        (Formula::min(&[n(), m()]).times(2).plus(-1), "2*min(n, m) - 1"),
        (n().neg(), "-n"),
        (Formula::constant(Num::ratio(1, 2).unwrap_or_default()), "1/2"),
    ];
    for (formula, expected) in cases {
        assert_eq!(text(&formula), expected);
    }
}

#[test]
fn what_grows_without_end_is_unknown() {
    let mut f = n();
    let mut g = Formula::int(3);
    for _ in 0..100 {
        f = half(&f).floor().add(&f.div(&Formula::int(3)).floor());
        g = g.mul(&g);
    }
    assert!(f.is_unknown() && g.is_unknown());
    let mut tower = n();
    for _ in 0..500 {
        tower = Formula::power(2, &tower);
    }
    assert!(tower.is_unknown());
    assert!(Formula::power(2, &Formula::int(1 << 40)).is_unknown());
    assert!(n().pow(u32::MAX).is_unknown());
}

#[test]
fn atoms_are_replaced() {
    let log = n().ceil_log2();
    let f = Formula::power(2, &log).add(&n()).add(&log.pow(2));
    assert_eq!(text(&f.replace(&log, &Formula::var(3))), "2^i3 + i3^2 + n");
    let even = half(&n()).floor().with(super::Symbol::Param(0), &m().times(2));
    assert_eq!(even, m());
}

#[test]
fn of_equal_formulas_the_shortest_is_shown() {
    let log = |f: &Formula| f.ceil_log2();
    let (one, two) = (log(&n().plus(1)), Formula::int(2));
    // A constant goes into the largest, and what others reach is dropped.
    let nested = Formula::max(&[one.plus(4), log(&n())]).plus(1);
    assert_eq!(text(&Formula::max(&[nested, Formula::int(18)])), "max(ceil(log2(n + 1)) + 5, 18)");
    let twice = one.add(&Formula::max(&[one.plus(1), two.clone()]));
    assert_eq!(
        text(&Formula::max(&[one.plus(1), Formula::int(11), twice])),
        "max(2*ceil(log2(n + 1)) + 1, 11)"
    );
    // Where another is larger below, and a third from there on.
    assert_eq!(text(&Formula::max(&[half(&n()).floor().plus(1), Formula::int(3), n()])), "max(n, 3)");
    assert_eq!(text(&Formula::max(&[n().plus(1), two])), "max(n + 1, 2)");
    // What all have stands outside.
    let (many, few) = (half(&n()).floor().times(19).plus(24), half(&n()).floor().times(18).plus(31));
    assert_eq!(
        text(&n().add(&Formula::max(&[n().add(&many), n().add(&few)]))),
        "2*n + 18*floor(n/2) + max(floor(n/2), 7) + 24"
    );
    let third = |f: &Formula| f.plus(1).div(&Formula::int(3)).ceil();
    assert_eq!(
        text(&Formula::max(&[third(&n()).times(9).plus(1), third(&n()).times(8).plus(6)])),
        "8*ceil((n + 1)/3) + max(ceil((n + 1)/3), 5) + 1"
    );
    let less = Formula::max(&[Formula::zero(), n().plus(-1)]);
    assert_eq!(text(&n().mul(&n()).mul(&less).add(&n())), "n^3 - n^2 + n");
    assert_eq!(text(&m().mul(&less)), "m*max(n - 1, 0)");
}
