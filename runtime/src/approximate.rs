//! Approximate runs: a transformer program with floating-point numbers, or with softmax attention.
//!
//! The only room with floating point. Everything else in circ is exact, and nothing that is computed here goes back
//! there: what comes out are [`Reading`]s, which no engine takes.
//!
//! Takes a program with its inputs filled in, and what is known of its exact values. Gives the outputs, and the first
//! place at which the run leaves the exact values. It is run to the letter: every head scores every pair of positions.
//! Hard attention compares scores as floats. Softmax attention takes all keys, each with the weight exp((s - max)/T):
//! as T goes to 0 that becomes average-hard attention, and no weight is ever 0 but by underflow.
//!
//! Numbers are rounded to the nearest float, ties to even; sums and products go from left to right in the order of
//! gates' operands and of positions; exp is that of the crate `libm`. So a run is the same on every machine.
//!
//! 1. `real`: what is asked of a float, and `f32` and `f64`. `convert`: exact numbers to floats and back.
//! 2. `model`: a program with its constants as floats.
//! 3. `layer`: one layer on all positions.
//! 4. `watch`: where a run leaves the exact values.
#![allow(clippy::float_arithmetic, reason = "approximate runs are about floating point, and live here alone")]

mod convert;
mod layer;
mod model;
mod real;
#[cfg(test)]
mod tests;
mod watch;

use std::fmt;

use crate::circuit::GateId;
use crate::limits::{Limits, RunError, RunErrorKind};
use crate::literal::allow_pairs;
use crate::number::Num;
use crate::plan::exactly;
use crate::transformer::Transformer;
use layer::{Attention, step};
use model::Model;
use real::Real;
use watch::{Watch, departure};

/// The numbers of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Float {
    /// 24 bits of precision.
    F32,
    /// 53 bits of precision.
    F64,
}

impl Float {
    /// `f32` or `f64`.
    pub fn name(self) -> &'static str {
        match self {
            Float::F32 => "f32",
            Float::F64 => "f64",
        }
    }
}

/// How a run differs from an exact one.
#[derive(Clone, Debug, PartialEq)]
pub struct Approximation {
    /// Its numbers.
    pub float: Float,
    /// The temperature of softmax attention, a positive number; `None` for hard attention.
    pub temperature: Option<Num>,
}

/// The value of a gate, which a position has from some layer on.
#[derive(Clone, Debug, PartialEq)]
pub struct Known {
    /// The gate.
    pub gate: GateId,
    /// Its position.
    pub position: u32,
    /// The number of layers after which it has its value.
    pub from: u64,
    /// Its exact value.
    pub value: Num,
}

/// A number of an approximate run.
#[derive(Clone, Debug, PartialEq)]
pub struct Reading {
    /// The shortest decimal that is read as this float, as JSON takes it; or `NaN`, `inf`, `-inf`.
    pub text: String,
    /// The float as the exact number that it is; `None` for one that is no number.
    pub exact: Option<Num>,
}

impl Reading {
    fn of<T: Real>(value: T) -> Reading {
        Reading { text: value.text(), exact: value.exact() }
    }

    /// Whether it lies further from an exact number than a tolerance; what is no number does.
    pub fn leaves(&self, exact: &Num, tolerance: &Num) -> bool {
        let Some(own) = &self.exact else { return true };
        let difference = own.sub(exact);
        let size = if difference.signum() < 0 { difference.neg() } else { difference };
        size > *tolerance
    }
}

impl fmt::Display for Reading {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// The first place at which a run has left the exact values.
#[derive(Clone, Debug, PartialEq)]
pub struct Departure {
    /// The layer after which it shows, repeats unrolled; `None` before the first layer.
    pub layer: Option<u64>,
    /// The position.
    pub position: u32,
    /// The coordinate.
    pub coordinate: usize,
    /// The gate whose value stands there, where a gate was looked at.
    pub gate: Option<GateId>,
    /// The exact number.
    pub exact: Num,
    /// What the run has.
    pub found: Reading,
}

/// What an approximate run gives.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    /// The outputs in order, each in row-major order.
    pub outputs: Vec<Reading>,
    /// The first gate whose value is not exact: of the first layer, the gate that stands first in the circuit.
    pub inexact: Option<Departure>,
    /// The first gate whose value is further away than the tolerance.
    pub wrong: Option<Departure>,
    /// The first number of any position that is, where all were looked at: also of gates that do not have their value
    /// yet.
    pub number: Option<Departure>,
    /// After so many layers every number of every position was looked at; fewer than there are where one was left, or
    /// where the exact numbers grew too long.
    pub watched: u64,
}

/// What a run is compared with.
#[derive(Clone, Copy, Debug)]
pub struct Exact<'a> {
    /// The values of gates, in the order of the circuit.
    pub known: &'a [Known],
    /// The coordinate at which they stand.
    pub coordinate: usize,
    /// Whether every number of every position is compared as well, with an exact run beside this one.
    pub everything: bool,
    /// What is further away than this is wrong.
    pub tolerance: &'a Num,
}

/// Runs a program approximately.
///
/// # Errors
/// A program that is not well formed, or more pairs of positions than `limits` allows.
pub fn approximate(
    t: &Transformer,
    how: &Approximation,
    exact: Exact<'_>,
    limits: &Limits,
    progress: &mut dyn FnMut(u64, u64),
) -> Result<Outcome, RunError> {
    t.validate().and_then(|()| t.validate_numbers()).map_err(RunErrorKind::Program)?;
    allow_pairs(t, t.layers.iter().map(|layer| layer.heads.len()).sum(), limits)?;
    // Without layers there is nothing to score, and the vectors are many all the same.
    if (t.sequence.len as u64).saturating_pow(2) > limits.max_pairs {
        let (positions, repeat, max_pairs) = (t.sequence.len, t.repeat, limits.max_pairs);
        return Err(RunErrorKind::TooManyPairs { positions, heads: 0, repeat, max_pairs }.into());
    }
    match how.float {
        Float::F32 => run::<f32>(t, how, exact, limits, progress),
        Float::F64 => run::<f64>(t, how, exact, limits, progress),
    }
}

fn run<T: Real>(
    t: &Transformer,
    how: &Approximation,
    exact: Exact<'_>,
    limits: &Limits,
    progress: &mut dyn FnMut(u64, u64),
) -> Result<Outcome, RunError> {
    let model: Model<T> = Model::of(t);
    let attention = match &how.temperature {
        None => Attention::Hard,
        Some(temperature) => Attention::Soft(T::nearest(temperature)),
    };
    let mut state: Vec<T> = model.sequence(t);
    let mut inexact = Watch::new(t.dim, &exact, &Num::ZERO);
    let mut wrong = Watch::new(t.dim, &exact, exact.tolerance);
    let spelled = t.spelled_out();
    let mut beside = if exact.everything { Some(exactly(&spelled, limits)?) } else { None };
    let (mut number, mut watched) = (None, 0);
    inexact.after(0, &state);
    wrong.after(0, &state);
    if let Some(run) = &beside {
        number = departure(None, run.state(), &state, t.dim, exact.tolerance);
    }
    for layer in 0..t.depth() {
        progress(layer, t.depth());
        state = step(&model, &model.layers[(layer % t.layers.len() as u64) as usize], &state, attention);
        inexact.after(layer + 1, &state);
        wrong.after(layer + 1, &state);
        if number.is_some() {
            beside = None;
        }
        if let Some(run) = &mut beside {
            // Where the exact numbers grow too long the rest is not compared.
            if run.step().is_err() {
                beside = None;
            } else {
                number = departure(Some(layer), run.state(), &state, t.dim, exact.tolerance);
                watched = layer + 1;
            }
        }
    }
    let outputs = t.sequence.outputs.iter().flat_map(|spec| {
        spec.positions.iter().map(|&p| Reading::of(state[p as usize * t.dim + spec.coordinate]))
    });
    let (inexact, wrong) = (inexact.first, wrong.first);
    Ok(Outcome { outputs: outputs.collect(), inexact, wrong, number, watched })
}
