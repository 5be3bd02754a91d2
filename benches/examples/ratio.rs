//! How much longer the transformer takes than the circuit: `cargo run --release -p circ-benches --example ratio`.
//!
//! A quick look, where the benchmark `engines` measures with care. The engines take turns; the shortest and the middle
//! time of each are compared. Arguments pick families and constructions by their names; without the name of a
//! construction it is `average`.

use std::io::{self, Write};

use circ_benches::clock::{in_turns, millis, tenths};
use circ_benches::families::{Case, fold, pairs, products, sums, wide};
use circ_compiler::emit::Construction;
use circ_runtime::{Limits, evaluate, execute};

const TURNS: usize = 9;

/// A circuit of about a size.
type Family = fn(usize) -> Case;

fn main() -> io::Result<()> {
    let picked: Vec<String> = std::env::args().skip(1).collect();
    let mut out = io::stdout();
    writeln!(
        out,
        "{:18} {:>9} {:>10} {:>10} {:>6} {:>6}",
        "case", "tokens", "evaluate", "execute", "least", "middle"
    )?;
    let cases: [(&str, Family, &[usize]); 5] = [
        ("sums", sums, &[100_000, 250_000, 500_000, 1_000_000, 2_000_000]),
        ("wide", wide, &[100_000, 1_000_000]),
        ("products", products, &[100_000, 1_000_000]),
        ("pairs", pairs, &[158, 500]),
        ("fold", fold, &[1_000, 10_000, 100_000]),
    ];
    let (constructions, families): (Vec<String>, Vec<String>) =
        picked.into_iter().partition(|p| Construction::ALL.iter().any(|c| c.name() == p));
    for (name, family, sizes) in cases {
        if !families.is_empty() && !families.iter().any(|p| p == name) {
            continue;
        }
        for construction in Construction::ALL {
            let asked = constructions.iter().any(|p| p == construction.name());
            if asked || constructions.is_empty() && construction == Construction::Average {
                for &size in sizes {
                    row(&mut out, &family(size).by(construction))?;
                }
            }
        }
    }
    Ok(())
}

fn row(out: &mut dyn Write, case: &Case) -> io::Result<()> {
    let limits = Limits::default();
    let evaluated = || evaluate(&case.circuit, &case.inputs, &limits, &mut |_, _| {});
    let executed = || execute(&case.transformer, &limits, &mut |_, _| {});
    assert!(executed() == evaluated(), "the engines differ on {}", case.name);
    let mut calls = (|| drop(evaluated()), || drop(executed()));
    let [direct, planned] = in_turns(TURNS, [&mut calls.0, &mut calls.1]);
    let ratio = |k: usize| tenths(planned[k], direct[k]);
    let (tokens, d, p) = (case.transformer.sequence.len, millis(direct[0]), millis(planned[0]));
    writeln!(out, "{:18} {tokens:>9} {d:>10} {p:>10} {:>6} {:>6}", case.name, ratio(0), ratio(TURNS / 2))
}
