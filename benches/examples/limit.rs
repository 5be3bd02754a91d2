//! How far the engines are from a tight loop: `cargo run --release -p circ-benches --example limit`.
//!
//! The loop, `evaluate`, `execute`, and a program that is planned once and run again take turns. The shortest time of
//! each is held against that of the loop. With `--json` all is written as JSON, in nanoseconds, with the middle times;
//! with `--quick` there are few turns.

use std::io::{self, Write};

use circ_benches::clock::{in_turns, millis, tenths};
use circ_benches::compiled::{matmul, sort};
use circ_benches::families::Case;
use circ_benches::limit::{Flat, integers};
use circ_runtime::{Limits, Num, Prepared, evaluate, execute};
use serde_json::{Value, json};

/// What takes turns, in this order.
const NAMES: [&str; 4] = ["loop", "evaluate", "execute", "prepared"];

fn main() -> io::Result<()> {
    let asked = |option: &str| std::env::args().any(|argument| argument == option);
    let (as_json, turns) = (asked("--json"), if asked("--quick") { 3 } else { 9 });
    let mut out = io::stdout();
    if !as_json {
        let [tight, others @ ..] = NAMES;
        write!(out, "{:12} {:>9} {:>9} {tight:>10}", "case", "gates", "wires")?;
        for name in others {
            write!(out, " {name:>10} {:>5}", "")?;
        }
        writeln!(out)?;
    }
    let mut rows = Vec::new();
    for case in [matmul(100), sort(500)] {
        let (gates, wires) = (case.circuit.gates.len(), case.circuit.gates.edges());
        let times = measure(&case, turns);
        if as_json {
            rows.push(row(&case.name, [gates, wires, case.transformer.sequence.len], &times));
            continue;
        }
        let tight = times[0][0];
        write!(out, "{:12} {gates:>9} {wires:>9} {:>10}", case.name, millis(tight))?;
        for other in &times[1..] {
            write!(out, " {:>10} {:>5}", millis(other[0]), tenths(other[0], tight))?;
        }
        writeln!(out)?;
    }
    if as_json { writeln!(out, "{}", Value::Array(rows)) } else { Ok(()) }
}

/// The times of all that takes turns, the shortest first.
fn measure(case: &Case, turns: usize) -> [Vec<u128>; NAMES.len()] {
    let limits = Limits::default();
    let flat = Flat::of(&case.circuit).expect("its fractions are factors");
    let inputs = integers(&case.inputs).expect("the inputs are integers");
    let mut values = Vec::new();
    let prepared = Prepared::new(case.transformer.clone()).expect("the program is well formed");

    let mut tight = || flat.run(&inputs, &mut values);
    let evaluated = || evaluate(&case.circuit, &case.inputs, &limits, &mut |_, _| {});
    let executed = || execute(&case.transformer, &limits, &mut |_, _| {});
    let again = || prepared.execute(&case.inputs, &limits, &mut |_, _| {});

    let outputs = tight().expect("nothing overflows, and no division leaves a rest");
    let expected: Vec<Num> = outputs.into_iter().map(Num::int).collect();
    for found in [evaluated(), executed(), again()] {
        assert!(found.as_ref() == Ok(&expected), "the loop and the engines differ on {}", case.name);
    }
    in_turns(
        turns,
        [&mut || drop(tight()), &mut || drop(evaluated()), &mut || drop(executed()), &mut || drop(again())],
    )
}

fn row(name: &str, [gates, wires, tokens]: [usize; 3], times: &[Vec<u128>]) -> Value {
    let mut row = json!({"case": name, "gates": gates, "wires": wires, "tokens": tokens});
    for (name, times) in NAMES.iter().zip(times) {
        row[name] = json!({"least": times[0] as u64, "middle": times[times.len() / 2] as u64});
    }
    row
}
