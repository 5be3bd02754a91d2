//! `circ.trace/1`: what is written is read again, and every fault of a file has its place.

mod support;

use circ_runtime::*;
use proptest::prelude::*;
use support::programs::programs;
use support::{average, circuit};

/// The trace of `x * (x + x)` at 3: seven positions, four layers.
fn example() -> String {
    let mut gates = Gates::new();
    let input = gates.push_input(0);
    let sum = gates.push_add(&[input, input]);
    let product = gates.push_mul(&[input, sum]);
    let mut t = average(&circuit(gates, vec![input], vec![product]));
    t.sequence.fill(&[Num::int(3)]).unwrap();
    trace_to_json(&trace(&t, &Keep::all(), &[], &Limits::default(), &mut |_, _| {}).unwrap())
}

/// Writes one thing in the place of another, and tells what the reader says.
fn refusal(old: &str, new: &str) -> String {
    let text = example();
    assert!(text.contains(old), "{old} is not in {text}");
    read_trace(&text.replacen(old, new, 1)).expect_err(new).to_string()
}

#[test]
fn the_example_is_a_layer_a_line() {
    let text = example();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 14, "{text}");
    assert_eq!(lines[0], r#"{"format": "circ.trace/1", "construction": "average","#);
    assert_eq!(lines[2], r#"  "layers": [[1], [3]], "positions": 7},"#);
    assert!(lines[8].starts_with(r#"  {"layer": 0, "of": 0, "heads": [{"score": ["0", "0","#), "{text}");
    assert_eq!(read_trace(&text).map(|trace| trace_to_json(&trace)).as_deref(), Ok(text.as_str()));
}

#[test]
fn faults_have_their_places() {
    let cases = [
        ("circ.trace/1", "circ.trace/2"),
        ("circ.trace/1", "circ.transformer/1"),
        (r#""construction": "average""#, r#""construct": "average""#),
        (r#""ring": "Q""#, r#""ring": "R""#),
        (r#""positions": 7"#, r#""positions": 6"#),
        (r#""positions": 7"#, r#""positions": 7000000000"#),
        ("[0, 1, 2, 3, 4, 5, 6]", "[0, 2, 1, 3, 4, 5, 6]"),
        ("[0, 1, 2, 3, 4, 5, 6]", "[0, 1, 2]"),
        ("[[1], [3]]", "[[1], [3, 1]]"),
        ("[[1], [3]]", "[[1], [2]]"),
        ("[[1], [3]]", "[]"),
        (r#""layer": 1, "of": 1"#, r#""layer": 0, "of": 0"#),
        (r#""layer": 1, "of": 1"#, r#""layer": 1, "of": 0"#),
        (r#""layer": 1, "of": 1"#, r#""layer": 9, "of": 1"#),
        (r#""score": ["0", "1""#, r#""score": ["0", 0.5"#),
        (r#""score": ["0", "1""#, r#""score": ["0", "sqrt(2)""#),
        (r#""attends": [[0]"#, r#""attends": [[7]"#),
        (r#""attends": [[0]"#, r#""attends": [[0, 0]"#),
        (r#""attends": [[0]"#, r#""attends": [0"#),
        (r#""pooled": [["3"]"#, r#""pooled": [["3", "4"]"#),
        (r#""values": ["18"]"#, r#""value": ["18"]"#),
        (r#""outputs":"#, r#""outputs" "#),
    ];
    let said: Vec<String> =
        cases.iter().map(|(old, new)| format!("{new}\n  {}\n", refusal(old, new))).collect();
    let expected = include_str!("trace_faults.txt");
    assert_eq!(said.concat(), expected, "{}", said.concat());
}

proptest! {
    #[test]
    fn traces_are_read_as_they_were_written(
        t in programs(),
        layers in prop::option::of(prop::collection::vec(0u64..12, 0..4)),
        positions in prop::option::of(prop::collection::vec(0u32..9, 0..4)),
    ) {
        let limits = Limits { max_digits: 1000, ..Limits::default() };
        let keep = Keep { layers, positions };
        let Ok(trace) = trace(&t, &keep, &[], &limits, &mut |_, _| {}) else { return Ok(()) };
        prop_assert_eq!(read_trace(&trace_to_json(&trace)), Ok(trace));
    }
}
