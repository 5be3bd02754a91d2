//! Running a plan: every step once, in order.

use super::kernel::Kernel;
use super::settle::Plan;
use crate::limits::{Limits, Meter, RunError};
use crate::number::Num;
use crate::transformer::Transformer;

/// How many steps go by between two calls of `progress`.
const STRIDE: usize = 1 << 14;

/// The values of the outputs.
pub(super) fn run(
    t: &Transformer,
    plan: &Plan,
    limits: &Limits,
    progress: &mut dyn FnMut(u64, u64),
) -> Result<Vec<Num>, RunError> {
    let mut meter = Meter::new(limits);
    // A step may pass through longer numbers than it gives, as where squares cancel.
    let inner = Meter::new(&Limits { max_digits: limits.max_digits.saturating_mul(4), ..*limits });
    let live = live(plan);
    let mut values: Vec<Num> = Vec::with_capacity(plan.steps.len());
    let mut scratch = Vec::new();
    let mut start = 0;
    for (k, (&kernel, &end)) in plan.steps.iter().zip(&plan.ends).enumerate() {
        if k % STRIDE == 0 {
            progress(k as u64, plan.steps.len() as u64);
        }
        let operands = &plan.operands[start..end as usize];
        start = end as usize;
        if !live[k] {
            values.push(Num::ZERO);
            continue;
        }
        let value = match (&plan.kernels[kernel as usize], operands) {
            (Kernel::Initial, &[coordinate, position]) => {
                t.sequence.columns[coordinate as usize].get(position as usize)
            }
            (Kernel::Product, &[a, b]) => meter.mul(&values[a as usize], &values[b as usize])?,
            (Kernel::Square, &[a]) => meter.mul(&values[a as usize], &values[a as usize])?,
            (Kernel::Sign, &[a]) => values[a as usize].sign(),
            (Kernel::Program(program), operands) => program.run(&values, operands, &mut scratch, &inner)?,
            (_, operands) => meter.sum_of(&values, operands.iter().map(|&k| k as usize))?,
        };
        meter.keep(&value)?;
        values.push(value);
    }
    progress(plan.steps.len() as u64, plan.steps.len() as u64);
    Ok(plan.outputs.iter().map(|&step| values[step as usize].clone()).collect())
}

/// The steps that outputs depend on.
fn live(plan: &Plan) -> Vec<bool> {
    let mut live = vec![false; plan.steps.len()];
    plan.outputs.iter().for_each(|&step| live[step as usize] = true);
    for k in (0..plan.steps.len()).rev() {
        // The operands of an initial number are a coordinate and a position.
        if live[k] && plan.steps[k] != 0 {
            let start = if k == 0 { 0 } else { plan.ends[k - 1] as usize };
            plan.operands[start..plan.ends[k] as usize].iter().for_each(|&step| live[step as usize] = true);
        }
    }
    live
}
