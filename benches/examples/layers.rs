//! What transformer programs of files take to run: `cargo run --release -p circ-benches --example layers FILE.json…`.
//!
//! Each is run as `circ run` does, planning included, with its sequence in memory. JSON comes out: positions, layers,
//! nanoseconds of a whole run, and its outputs.

use std::io::{self, Write};

use circ_benches::clock::in_turns;
use circ_runtime::{Limits, Num, execute, read_transformer};
use serde_json::{Value, json};

const TURNS: usize = 5;

fn main() -> io::Result<()> {
    let rows: io::Result<Vec<Value>> = std::env::args().skip(1).map(|path| row(&path)).collect();
    writeln!(io::stdout(), "{}", Value::Array(rows?))
}

fn row(path: &str) -> io::Result<Value> {
    let program = read_transformer(&std::fs::read_to_string(path)?).map_err(io::Error::other)?;
    let limits = Limits::default();
    let run = || execute(&program, &limits, &mut |_, _| {});
    let outputs = run().map_err(|error| io::Error::other(error.to_string()))?;
    let [times] = in_turns(TURNS, [&mut || drop(run())]);
    Ok(json!({
        "tokens": program.sequence.len,
        "layers": program.repeat * program.layers.len() as u64,
        "whole": {"least": times[0] as u64, "middle": times[TURNS / 2] as u64},
        "outputs": outputs.iter().map(Num::to_string).collect::<Vec<String>>(),
    }))
}
