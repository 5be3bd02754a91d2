//! What the benchmarks run on.

pub mod families;
