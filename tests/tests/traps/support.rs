//! A program with what it has to give, or with the message that refuses it.

use std::time::{Duration, Instant};

use circ_compiler::program::TestCheck;
use circ_compiler::{
    Diagnostic, FamilyId, Limits, Loaded, elaborate, elaborate_staged, elaborate_test, load, message, probe,
};
use circ_runtime::Num;
use circ_tests::steps::step_by_step;
use circ_tests::{load_right, run_engines};

/// A refusal takes no longer than this, on a machine that does other things too.
const SOON: Duration = Duration::from_secs(10);
/// The memory of all tests of a file together, in kilobytes.
const LITTLE: u64 = 2_000_000;
/// The literal engine looks at all pairs of positions: longer sequences are left to the others.
const LITERAL: usize = 200;

/// Numbers between spaces, exactly; `true` and `false` are 1 and 0.
pub(crate) fn numbers(text: &str) -> Vec<Num> {
    let number = |word: &str| match word {
        "true" => Num::ONE,
        "false" => Num::ZERO,
        number => Num::parse(number, u64::MAX).expect("a number"),
    };
    text.split_whitespace().map(number).collect()
}

/// So many values between spaces.
pub(crate) fn listed<T: ToString>(values: impl IntoIterator<Item = T>) -> String {
    values.into_iter().map(|value| value.to_string()).collect::<Vec<_>>().join(" ")
}

fn last(loaded: &Loaded) -> FamilyId {
    FamilyId(loaded.program.families.len() as u32 - 1)
}

/// The last family of a program gives these outputs at these sizes, by every engine; and the tests of the program hold.
pub(crate) fn gives(source: &str, sizes: &[u64], inputs: &str, expected: &str) {
    let loaded = load_right(source);
    let (program, limits) = (&loaded.program, Limits::default());
    let built = match elaborate(program, last(&loaded), sizes, &limits, &mut |_| {}) {
        Ok(built) => built,
        Err(fault) => panic!("{source}\nat {sizes:?}: {} {}", message(&fault).code, message(&fault).title),
    };
    let (inputs, expected) = (numbers(inputs), numbers(expected));
    let found = run_engines(&built.circuit, &inputs, LITERAL);
    assert_eq!(found, expected, "{source}\nat {sizes:?} of {inputs:?}");
    let staged = elaborate_staged(program, last(&loaded), &[], sizes, &limits, &mut |_| {});
    let staged = staged.expect("it was built before");
    if !staged.chains.is_empty() {
        assert_eq!(
            step_by_step(program, staged, &inputs, &Limits::default()),
            expected,
            "step by step: {source}\nat {sizes:?}"
        );
    }
    tests_hold(source, &loaded);
}

/// The tests of a program hold, by every engine.
pub(crate) fn holds(source: &str) {
    let loaded = load_right(source);
    assert!(!loaded.program.tests.is_empty(), "{source}");
    tests_hold(source, &loaded);
}

fn tests_hold(source: &str, loaded: &Loaded) {
    for (at, test) in loaded.program.tests.iter().enumerate() {
        let built = elaborate_test(&loaded.program, at, &[], &Limits::default(), &mut |_| {})
            .unwrap_or_else(|fault| panic!("{source}\n{}: {}", test.name, message(&fault).title));
        let values = run_engines(&built.circuit, &built.arguments, LITERAL);
        let holds = match built.check {
            TestCheck::Same => {
                let (left, right) = values.split_at(values.len() / 2);
                left == right && built.circuit.outputs[0].shape == built.circuit.outputs[1].shape
            }
            TestCheck::Holds | TestCheck::Asked => values.iter().all(Num::is_one),
        };
        assert!(holds, "{source}\n{}: {values:?}", test.name);
    }
}

/// A program is refused, or its last family at these sizes, or one of its tests: with this code, at this text.
pub(crate) fn fails(source: &str, sizes: &[u64], code: &str, at: &str) {
    let began = Instant::now();
    let loaded = load(source);
    let fault = fault(&loaded, sizes);
    let Some(fault) = fault else { panic!("{source}\nat {sizes:?} is not refused") };
    let shown = message(&fault);
    let place = fault.span.map_or("", |span| loaded.sources.text(span));
    assert_eq!((shown.code, place), (code, at), "{source}\nat {sizes:?}: {} {}", shown.title, shown.label);
    if !loaded.has_errors() {
        probe(&loaded.program);
    }
    assert!(began.elapsed() < SOON, "{source}\nat {sizes:?} took {:?}", began.elapsed());
    assert!(memory().is_none_or(|most| most < LITTLE), "{source}\nat {sizes:?} took {:?} kB", memory());
}

fn fault(loaded: &Loaded, sizes: &[u64]) -> Option<Diagnostic> {
    if let Some(error) = loaded.diagnostics.iter().find(|d| d.is_error()) {
        return Some(error.clone());
    }
    let limits = Limits::default();
    if let Err(fault) = elaborate(&loaded.program, last(loaded), sizes, &limits, &mut |_| {}) {
        return Some(*fault);
    }
    let test = |at| elaborate_test(&loaded.program, at, &[], &limits, &mut |_| {}).err();
    (0..loaded.program.tests.len()).find_map(test).map(|fault| *fault)
}

/// The most memory that this process ever had, in kilobytes, where the system tells.
fn memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    line.split_whitespace().nth(1)?.parse().ok()
}

/// An expression over scalars gives this value in every mixture of static values and wires: each variable once as a
/// `let` and once as an input; in a family that is called with constants, and with wires; and in a test.
///
/// A variable whose value is `true` or `false` is a bool.
pub(crate) fn computes(vars: &[(&str, &str)], expr: &str, result: &str, expected: &str) {
    let ty = |value: &str| if value == "true" || value == "false" { "bool" } else { "num" };
    let params = |vars: &[&(&str, &str)]| -> String {
        vars.iter().map(|(name, value)| format!("{name}: {}, ", ty(value))).collect()
    };
    let values = |vars: &[&(&str, &str)]| listed(vars.iter().map(|(_, value)| value));
    for mask in 0..1u32 << vars.len() {
        let (wires, statics): (Vec<_>, Vec<_>) =
            vars.iter().enumerate().partition(|(at, _)| mask >> at & 1 == 1);
        let wires: Vec<_> = wires.into_iter().map(|(_, var)| var).collect();
        let lets: String =
            statics.iter().map(|(_, (name, value))| format!("let {name} = ({value}); ")).collect();
        let source = format!("family f({}) -> {result} {{ {lets}{expr} }}", params(&wires));
        gives(&source, &[], &values(&wires), expected);
    }
    let all: Vec<_> = vars.iter().collect();
    let callee = format!("family g({}) -> {result} {{ {expr} }}\n", params(&all));
    let arguments = |of: fn(&(&str, &str)) -> String| vars.iter().map(of).collect::<String>();
    let constants = arguments(|(_, value)| format!("({value}), "));
    gives(&format!("{callee}family f() -> {result} {{ g({constants}) }}"), &[], "", expected);
    let names = arguments(|(name, _)| format!("{name}, "));
    let caller = format!("{callee}family f({}) -> {result} {{ g({names}) }}", params(&all));
    gives(&caller, &[], &values(&all), expected);
    let scalars: Vec<&str> = expected.split_whitespace().collect();
    let written = if result.contains('[') { format!("[{}]", scalars.join(", ")) } else { scalars.join("") };
    if result.contains(',') {
        return;
    }
    holds(&format!("{callee}test \"t\" {{ g({constants}) == {written} }}"));
}

/// A static number has this value wherever a static number may stand: alone, as a constant, in a loop, through a call,
/// times a wire; and where it is natural, as a size, as an index and as the end of a slice.
pub(crate) fn static_number(expr: &str, expected: &str) {
    computes(&[], expr, "num", expected);
    gives(&format!("const c = {expr}; family f() -> num {{ c }}"), &[], "", expected);
    gives(&format!("family f() -> num {{ fold s = 7 for i in 0..2 {{ {expr} }} }}"), &[], "", expected);
    gives(&format!("family f() -> num {{ sum([{expr}]) }}"), &[], "", expected);
    gives(&format!("family g(x: num) -> num {{ x }} family f() -> num {{ g({expr}) }}"), &[], "", expected);
    gives(&format!("family f(x: num) -> num {{ x * ({expr}) }}"), &[], "1", expected);
    gives(&format!("family f() -> num {{ if false {{ {expr} }} else {{ 7 }} }}"), &[], "", "7");
    if expected.parse::<u64>().is_ok_and(|value| value < 1000) {
        gives(&format!("family f() -> num {{ len(indices({expr})) }}"), &[], "", expected);
        gives(&format!("family f() -> num {{ indices({expr} + 1)[{expr}] }}"), &[], "", expected);
        gives(&format!("family f() -> num {{ len(indices({expr})[0..{expr}]) }}"), &[], "", expected);
    }
}
