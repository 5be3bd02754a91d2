//! How much longer the transformer takes than the circuit: `cargo run --release -p circ-benches --example ratio`.
//!
//! A quick look, where the benchmark `engines` measures with care. What counts is the time on the processor, as far
//! as the system tells it, since other work on the machine does not add to that; and the engines take turns, since it
//! does slow both. The shortest and the middle time of each are compared. Arguments pick families and constructions by
//! their names; without the name of a construction it is `average`.

use std::io::{self, Write};
use std::time::{Duration, Instant};

use circ_benches::families::{Case, fold, pairs, products, sums, wide};
use circ_compiler::emit::Construction;
use circ_runtime::{Limits, evaluate, execute};

const TURNS: usize = 9;
/// The system counts in ticks of some milliseconds, so what is short is done several times.
const ENOUGH: Duration = Duration::from_millis(60);

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
    let (mut direct, mut planned) = (Vec::new(), Vec::new());
    for _ in 0..TURNS {
        direct.push(time(evaluated));
        planned.push(time(executed));
    }
    direct.sort_unstable();
    planned.sort_unstable();
    let tenths = |k: usize| {
        let tenths = 10 * planned[k] / direct[k].max(1);
        format!("{}.{}", tenths / 10, tenths % 10)
    };
    let millis = |nanos: u128| format!("{}.{:02} ms", nanos / 1_000_000, nanos % 1_000_000 / 10_000);
    let (tokens, d, p) = (case.transformer.sequence.len, millis(direct[0]), millis(planned[0]));
    writeln!(out, "{:18} {tokens:>9} {d:>10} {p:>10} {:>6} {:>6}", case.name, tenths(0), tenths(TURNS / 2))
}

/// The nanoseconds that one call takes.
fn time<T>(call: impl Fn() -> T) -> u128 {
    let (begun, at) = (Instant::now(), processor());
    let mut calls = 0;
    while calls == 0 || begun.elapsed() < ENOUGH {
        call();
        calls += 1;
    }
    let spent = processor().zip(at).map(|(now, at)| now - at);
    spent.unwrap_or_else(|| begun.elapsed().as_nanos()) / calls
}

/// The nanoseconds that this thread has been on a processor; `None` where the system does not tell.
fn processor() -> Option<u128> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    text.split_whitespace().next()?.parse().ok()
}
