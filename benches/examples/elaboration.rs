//! How fast circuits are built: `cargo run --release -p circ-benches --example elaboration N…`.
//!
//! The product of two matrices with N rows and columns, from a program that is read and checked already. JSON comes
//! out: gates, wires, nanoseconds.

use std::io::{self, Write};

use circ_benches::clock::in_turns;
use circ_benches::compiled::Source;
use serde_json::{Value, json};

const TURNS: usize = 5;

fn main() -> io::Result<()> {
    let source = Source::matmul();
    let mut rows = Vec::new();
    for argument in std::env::args().skip(1) {
        let n: u64 = argument.parse().map_err(io::Error::other)?;
        let build = || source.built(&[n, n, n]);
        let gates = build().gates;
        let [times] = in_turns(TURNS, [&mut || drop(build())]);
        rows.push(json!({
            "case": format!("matmul/{n}"), "gates": gates.len(), "wires": gates.edges(),
            "time": {"least": times[0] as u64, "middle": times[TURNS / 2] as u64},
        }));
    }
    writeln!(io::stdout(), "{}", Value::Array(rows))
}
