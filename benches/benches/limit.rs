//! The engines against a tight loop over the same circuit: what to look at is `evaluate` within 3 times `loop`, and
//! `execute` within 6. `prepared` is a program that is planned once and run again. Emission is no part of it.

use std::time::Duration;

use circ_benches::compiled::{matmul, sort};
use circ_benches::limit::{Flat, integers};
use circ_runtime::{Limits, Prepared, evaluate, execute};
use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};

fn limit(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("limit");
    group.sample_size(10).warm_up_time(Duration::from_millis(500));
    let limits = Limits::default();
    for case in [matmul(100), sort(500)] {
        group.throughput(Throughput::Elements(case.circuit.gates.edges() as u64));
        let flat = Flat::of(&case.circuit).expect("its fractions are factors");
        let inputs = integers(&case.inputs).expect("the inputs are integers");
        let mut values = Vec::new();
        group.bench_function(BenchmarkId::new("loop", &case.name), |b| {
            b.iter(|| flat.run(&inputs, &mut values));
        });
        group.bench_function(BenchmarkId::new("evaluate", &case.name), |b| {
            b.iter(|| evaluate(&case.circuit, &case.inputs, &limits, &mut |_, _| {}));
        });
        group.bench_function(BenchmarkId::new("execute", &case.name), |b| {
            b.iter(|| execute(&case.transformer, &limits, &mut |_, _| {}));
        });
        let prepared = Prepared::new(case.transformer).expect("the program is well formed");
        group.bench_function(BenchmarkId::new("prepared", &case.name), |b| {
            b.iter(|| prepared.execute(&case.inputs, &limits, &mut |_, _| {}));
        });
    }
    group.finish();
}

criterion_group!(benches, limit);
criterion_main!(benches);
