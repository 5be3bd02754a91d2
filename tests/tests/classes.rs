//! No class is proved, and no claim accepted, that circuits which are built contradict: random programs over bools and
//! over numbers, at sizes that grow.

use circ_compiler::analysis::{Boolean, Class, Verdict};
use circ_compiler::{FamilyId, Limits, Loaded, load, message};
use circ_tests::classes::{against, refutations};
use circ_tests::{boolean, faults, wild};

/// Every class that can be claimed, with powers up to 2.
const CLASSES: [&str; 22] = [
    "NC0",
    "AC0",
    "TC0",
    "NC1",
    "FNC0",
    "FNC1",
    "FNC2",
    "FSAC0",
    "FSAC1",
    "FSAC2",
    "FAC0",
    "FAC1",
    "FAC2",
    "FNC0[sign]",
    "FNC1[sign]",
    "FNC2[sign]",
    "FSAC0[sign]",
    "FSAC1[sign]",
    "FSAC2[sign]",
    "FAC0[sign]",
    "FAC1[sign]",
    "FAC2[sign]",
];

fn limits() -> Limits {
    Limits { max_gates: 12_000, max_wires: 60_000, max_steps: 60_000, ..Limits::default() }
}

fn main_of(loaded: &Loaded) -> FamilyId {
    loaded.program.family_named("main").expect("the family is there")
}

#[test]
fn random_families_over_bools_are_in_their_classes() {
    const SEEDS: u64 = 250;
    let mut found: std::collections::BTreeMap<&str, u32> = Default::default();
    let mut rejected = 0;
    let mut wrong = Vec::new();
    for seed in 0..SEEDS {
        let source = boolean::program(seed);
        let loaded = load(&source);
        if loaded.has_errors() {
            rejected += 1;
            continue;
        }
        let sizes = [1, 2, 3, 4, 5, 6, 7, 8, 9, 12, 16, 17, 32, 33, 64];
        let (verdict, lines) = refutations(&loaded.program, main_of(&loaded), &sizes, &limits());
        *found.entry(verdict.boolean.map_or("none", Boolean::name)).or_default() += 1;
        wrong.extend(lines.iter().map(|line| format!("seed {seed}: {line}\n{}", last_line(&source))));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(rejected < SEEDS / 4, "{rejected} of {SEEDS} are no programs");
    // Of each there are some.
    for class in ["NC0", "AC0", "TC0", "NC1", "none"] {
        assert!(found.get(class).is_some_and(|count| *count >= 5), "{found:?}");
    }
}

/// What is looked for is found where it is.
#[test]
fn wrong_classes_are_contradicted() {
    let wrong = [
        ("AC0", "family f[n](x: bool[n]) -> bool { 2 * sum(x) >= n }"),
        ("AC0", "family f[n](x: bool[n]) -> num[n] { width(select(x, x, ==)) }"),
        ("AC0", "family f[n](x: bool[n]) -> num { mean(x) }"),
        ("NC1", "family f[n](x: bool[n]) -> num { fold a = 1 for i in 0..n { a + x[i] } }"),
        ("FNC0", "family f[n](x: num[n]) -> num { sum(x) }"),
        ("FSAC0", "family f[n](x: num[n]) -> num { prod(x) }"),
        ("FNC0", "family f[n](x: num[n]) -> num { fold a = 1 for v in x { a * v } }"),
        ("FNC1", "family f[n](x: num[n]) -> num { fold a = 1 for v in x { a * v } }"),
        ("FNC2", "family f[n](x: num[n]) -> num { fold a = 1 for v in x { a * v } }"),
        ("FSAC0", "family f[n](x: num[n]) -> num { sum(abs(v) for v in x) }"),
        (
            "FAC0",
            "family f[n](x: num[n]) -> num { sum(prod(x[j] for j in 0..n if floor(s / 2 ^ j) % 2 == 1) for s in 0..2 ^ n) }",
        ),
    ];
    let limits =
        Limits { max_gates: 100_000, max_wires: 1_000_000, max_steps: 2_000_000, ..Limits::default() };
    for (class, source) in wrong {
        let loaded = load(source);
        assert!(!loaded.has_errors(), "{source}\n{}", faults(source, &loaded.diagnostics));
        let (class, boolean) = (Class::named(class), Boolean::named(class));
        let sizes = [1, 2, 3, 4, 5, 6, 7, 8, 9, 12, 16, 17, 32, 33, 64];
        let told = against(&loaded.program, FamilyId(0), class, boolean, &sizes, &limits);
        assert!(!told.is_empty(), "{class:?} {boolean:?} {source}");
    }
}

fn last_line(source: &str) -> &str {
    source.lines().last().unwrap_or_default()
}

#[test]
fn wild_families_are_in_their_classes() {
    let mut wrong = Vec::new();
    let mut proved = 0;
    for seed in 5_000..5_080 {
        let source = wild::program(&wild::choices(seed));
        let loaded = load(&source);
        if loaded.has_errors() {
            continue;
        }
        for at in 0..loaded.program.own_families().len() {
            let id = FamilyId(at as u32);
            let sizes = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 12, 16, 17, 32, 64];
            let (verdict, lines) = refutations(&loaded.program, id, &sizes, &limits());
            proved += u32::from(verdict.class.is_some());
            let name = &loaded.program.family(id).name;
            wrong.extend(lines.iter().map(|line| format!("seed {seed}: {name}: {line}\n{source}")));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(proved >= 60, "{proved}");
}

/// Whether a claim has to be accepted of a family of which this is proved.
fn holds(class: &str, verdict: &Verdict) -> bool {
    match (Class::named(class), Boolean::named(class)) {
        (Some(class), _) => verdict.class.is_some_and(|found| found.within(class).is_some()),
        (None, Some(class)) => verdict.boolean.is_some_and(|found| found.within(class)),
        (None, None) => false,
    }
}

/// Each claim is accepted where it follows from what is proved, and only there.
#[test]
fn claims_are_accepted_where_they_follow() {
    for seed in 0..20 {
        let source = boolean::program(seed);
        let loaded = load(&source);
        if loaded.has_errors() {
            continue;
        }
        let (verdict, _) = refutations(&loaded.program, main_of(&loaded), &[], &limits());
        for class in CLASSES {
            let at = source.rfind(" where n >= 1").expect("it has a condition");
            let claimed = format!("{} in {class}{}", &source[..at], &source[at..]);
            let errors = load(&claimed).diagnostics;
            let accepted = !errors.iter().any(|d| d.is_error());
            let told = faults(&claimed, &errors);
            assert!(errors.iter().all(|d| !d.is_error() || message(d).code.starts_with("E06")), "{told}");
            assert_eq!(accepted, holds(class, &verdict), "{}\n{told}", last_line(&claimed));
        }
    }
}
