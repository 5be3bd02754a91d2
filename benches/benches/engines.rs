//! The two engines on the same circuits: `evaluate` on the circuit, `execute` on its transformer, planning included.
//!
//! What to look at: in each family `execute` stays within 10 times `evaluate`, and along `length` both grow as the
//! number of gates does. Emission is no part of it.

use std::time::Duration;

use circ_benches::families::{Case, fold, pairs, products, sums, wide};
use circ_compiler::emit::Construction;
use circ_runtime::{Limits, evaluate, execute};
use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};

fn compare(criterion: &mut Criterion, group: &str, case: &Case) {
    let mut group = criterion.benchmark_group(group);
    let positions = case.transformer.sequence.len as u64;
    group
        .sample_size(10)
        .warm_up_time(Duration::from_millis(500))
        .throughput(Throughput::Elements(positions));
    let limits = Limits::default();
    group.bench_function(BenchmarkId::new("evaluate", &case.name), |b| {
        b.iter(|| evaluate(&case.circuit, &case.inputs, &limits, &mut |_, _| {}));
    });
    group.bench_function(BenchmarkId::new("execute", &case.name), |b| {
        b.iter(|| execute(&case.transformer, &limits, &mut |_, _| {}));
    });
    group.finish();
}

fn families(criterion: &mut Criterion) {
    for size in [100_000, 1_000_000] {
        for family in [sums, wide, products] {
            compare(criterion, "families", &family(size));
        }
    }
    // 4 gates a pair.
    for n in [158, 500] {
        compare(criterion, "families", &pairs(n));
    }
}

fn length(criterion: &mut Criterion) {
    for size in [31_250, 62_500, 125_000, 250_000, 500_000, 1_000_000, 2_000_000] {
        compare(criterion, "length", &sums(size));
    }
}

fn depth(criterion: &mut Criterion) {
    for steps in [1_000, 10_000, 100_000] {
        compare(criterion, "depth", &fold(steps));
    }
}

fn constructions(criterion: &mut Criterion) {
    for construction in Construction::ALL {
        for family in [sums, wide, products] {
            compare(criterion, construction.name(), &family(100_000).by(construction));
        }
    }
}

criterion_group!(benches, families, length, depth, constructions);
criterion_main!(benches);
