//! A quick look at a program: `cargo run -p circ-compiler --example try FILE FAMILY n…`
#![allow(clippy::print_stdout, missing_docs)]
use circ_compiler::*;
fn show(source: &str, d: &Diagnostic) {
    let m = message(d);
    let at = d.span.map_or(String::new(), |s| {
        let before = &source[..(s.start as usize).min(source.len())];
        let line = before.matches('\n').count() + 1;
        format!("{line}: `{}`", source.get(s.range()).unwrap_or("?").lines().next().unwrap_or(""))
    });
    println!(
        "{} {}\n   at {at}\n   {}\n   notes {:?} help {:?} fix {:?}",
        m.code,
        m.title,
        m.label,
        m.notes,
        m.help,
        m.fix.map(|f| f.1)
    );
}
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let source = std::fs::read_to_string(&args[1]).unwrap();
    let loaded = load(&source);
    for d in &loaded.diagnostics {
        show(&source, d);
    }
    if loaded.has_errors() {
        return;
    }
    for d in probe(&loaded.program) {
        println!("PROBE");
        show(&source, &d);
    }
    if args.len() > 2 {
        let id = loaded.program.family_named(&args[2]).unwrap();
        let sizes: Vec<u64> = args[3..].iter().map(|a| a.parse().unwrap()).collect();
        let t = std::time::Instant::now();
        match elaborate(&loaded.program, id, &sizes, &Limits::default(), &mut |_| {}) {
            Ok(e) => {
                let el = t.elapsed();
                println!("{:?} {:?}", circ_runtime::measure(&e.circuit), el);
                if e.circuit.gates.len() < 80 {
                    println!("{}", circ_runtime::circuit_to_json(&e.circuit));
                }
            }
            Err(d) => show(&source, &d),
        }
    }
    for k in 0..loaded.program.tests.len() {
        match elaborate_test(&loaded.program, k, &Limits::default(), &mut |_| {}) {
            Err(d) => show(&source, &d),
            Ok(t) => {
                let out = circ_runtime::evaluate(
                    &t.circuit,
                    &t.inputs,
                    &circ_runtime::Limits::default(),
                    &mut |_, _| {},
                );
                println!(
                    "test {}: {:?}",
                    loaded.program.tests[k].name,
                    out.map(|v| v.iter().map(|x| x.to_string()).collect::<Vec<_>>().join(" "))
                );
            }
        }
    }
}
