//! Elaboration: gates a second, for products of matrices, long folds, deep recursion, selections.

use circ_compiler::{Limits, Program, elaborate, load};
use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};

const PROGRAMS: &str = "
family matmul[n](a: num[n, n], b: num[n, n]) -> num[n, n] {
    [sum(a[i, k] * b[k, j] for k in 0..n) for i in 0..n, j in 0..n]
}
family horner[n](c: num[n], x: num) -> num { fold acc = 0 for v in c { acc * x + v } }
family tree[n](x: num[n]) -> num {
    if n == 0 { 1 } else if n == 1 { x[0] } else { tree(x[..floor(n/2)]) * tree(x[floor(n/2)..]) }
}
family width_of[n](x: num[n]) -> num[n] { width(select(x, x, <)) }
";

fn gates(program: &Program, family: &str, n: u64) -> u64 {
    let id = program.family_named(family).expect("the family is there");
    let built = elaborate(program, id, &[n], &Limits::default(), &mut |_| {}).expect("it can be built");
    built.circuit.gates.len() as u64
}

fn elaboration(c: &mut Criterion) {
    let program = load(PROGRAMS).program;
    let mut group = c.benchmark_group("elaborate");
    group.sample_size(10);
    for (family, n) in [("matmul", 100), ("horner", 500_000), ("tree", 200_000), ("width_of", 500)] {
        // Throughput counts the gates of the finished circuit.
        group.throughput(Throughput::Elements(gates(&program, family, n)));
        group
            .bench_with_input(BenchmarkId::new(family, n), &n, |b, n| b.iter(|| gates(&program, family, *n)));
    }
    group.finish();
}

fn front_end(c: &mut Criterion) {
    let source: String = PROGRAMS.replace("family ", "family f") + PROGRAMS;
    let mut group = c.benchmark_group("load");
    group.throughput(Throughput::Bytes(source.len() as u64));
    group.bench_function("parse and check", |b| b.iter(|| load(&source).program.families.len()));
    group.finish();
}

criterion_group!(benches, elaboration, front_end);
criterion_main!(benches);
