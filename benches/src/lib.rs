//! What the benchmarks run on, how they tell the time, and what the engines are measured against.

pub mod clock;
pub mod compiled;
pub mod families;
pub mod limit;
