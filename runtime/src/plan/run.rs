//! Running a plan: every step once, in order.

use super::kernel::Kernel;
use super::settle::Plan;
use crate::limits::{Limits, Meter, RunError, RunErrorKind};
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
    // Which steps outputs depend on matters once numbers grow long, and not before.
    let mut live: Option<Vec<bool>> = None;
    let mut values: Vec<Num> = Vec::with_capacity(plan.steps.len());
    let mut scratch = Vec::new();
    let mut start = 0;
    let all = plan.steps.len() as u64;
    for (k, (&kernel, &end)) in plan.steps.iter().zip(&plan.ends).enumerate() {
        if k % STRIDE == 0 {
            progress(k as u64, all);
        }
        let operands = &plan.operands[start..end as usize];
        start = end as usize;
        if live.as_ref().is_some_and(|live| !live[k]) {
            values.push(Num::ZERO);
            continue;
        }
        let value = match (&plan.kernels[kernel as usize], operands) {
            (Kernel::Initial, &[coordinate, position]) => {
                Ok(t.sequence.columns[coordinate as usize].get(position as usize))
            }
            (Kernel::Product, &[a, b]) => meter.mul(&values[a as usize], &values[b as usize]),
            (Kernel::Square, &[a]) => meter.mul(&values[a as usize], &values[a as usize]),
            (Kernel::Sign, &[a]) => Ok(values[a as usize].sign()),
            (Kernel::Program(program), operands) => program.run(&values, operands, &mut scratch, &inner),
            (_, operands) => meter.sum_of(&values, operands.iter().map(|&k| k as usize)),
        };
        let long = value.as_ref().map_or(true, Num::is_big);
        if long {
            if !live.get_or_insert_with(|| find_live(plan))[k] {
                values.push(Num::ZERO);
                continue;
            }
            // Numbers with a root are long too.
            if value.as_ref().is_ok_and(|value| !t.ring.contains(value)) {
                return Err(RunErrorKind::NotInRing { ring: t.ring }.into());
            }
        }
        let value = value?;
        meter.keep(&value)?;
        values.push(value);
    }
    progress(all, all);
    Ok(plan.outputs.iter().map(|&step| values[step as usize].clone()).collect())
}

/// The steps that outputs depend on.
fn find_live(plan: &Plan) -> Vec<bool> {
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
