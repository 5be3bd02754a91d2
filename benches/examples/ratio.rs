//! How much longer the transformer takes than the circuit: `cargo run --release -p circ-benches --example ratio`.
//!
//! A quick look, where the benchmark `engines` measures with care. The two engines take turns, so that what else the
//! machine does meets both, and the shortest and the middle time of each are compared. Arguments pick families by
//! their names.

use std::io::{self, Write};
use std::time::Instant;

use circ_benches::families::{Case, fold, pairs, products, sums, wide};
use circ_runtime::{Limits, evaluate, execute};

const TURNS: usize = 15;

fn main() -> io::Result<()> {
    let picked: Vec<String> = std::env::args().skip(1).collect();
    let mut out = io::stdout();
    writeln!(
        out,
        "{:18} {:>9} {:>10} {:>10} {:>6} {:>6}",
        "case", "tokens", "evaluate", "execute", "least", "middle"
    )?;
    let cases: [(&str, fn(usize) -> Case, &[usize]); 5] = [
        ("sums", sums, &[100_000, 250_000, 500_000, 1_000_000, 2_000_000]),
        ("wide", wide, &[100_000, 1_000_000]),
        ("products", products, &[100_000, 1_000_000]),
        ("pairs", pairs, &[158, 500]),
        ("fold", fold, &[1_000, 10_000, 100_000]),
    ];
    for (name, family, sizes) in cases {
        if !picked.is_empty() && !picked.iter().any(|p| p == name) {
            continue;
        }
        for &size in sizes {
            row(&mut out, &family(size))?;
        }
    }
    Ok(())
}

fn row(out: &mut dyn Write, case: &Case) -> io::Result<()> {
    let limits = Limits::default();
    let (mut direct, mut planned) = (Vec::new(), Vec::new());
    for _ in 0..TURNS {
        let begun = Instant::now();
        let expected = evaluate(&case.circuit, &case.inputs, &limits, &mut |_, _| {});
        direct.push(begun.elapsed().as_micros());
        let begun = Instant::now();
        let found = execute(&case.transformer, &limits, &mut |_, _| {});
        planned.push(begun.elapsed().as_micros());
        assert!(found == expected, "the engines differ on {}", case.name);
    }
    direct.sort_unstable();
    planned.sort_unstable();
    let tenths = |k: usize| {
        let tenths = 10 * planned[k] / direct[k].max(1);
        format!("{}.{}", tenths / 10, tenths % 10)
    };
    let millis = |micros: u128| format!("{}.{:02} ms", micros / 1000, micros % 1000 / 10);
    let (tokens, d, p) = (case.transformer.sequence.len, millis(direct[0]), millis(planned[0]));
    writeln!(out, "{:18} {tokens:>9} {d:>10} {p:>10} {:>6} {:>6}", case.name, tenths(0), tenths(TURNS / 2))
}
