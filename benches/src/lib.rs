//! What the benchmarks run on, how they tell the time, what the engines are measured against, and how results are shown.

pub mod clock;
pub mod compiled;
pub mod families;
pub mod limit;
pub mod performance;
