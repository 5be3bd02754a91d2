//! Running a plan: every step once, in order.

use super::kernel::Kernel;
use super::settle::Plan;
use crate::limits::{Limits, Meter, RunError, RunErrorKind};
use crate::number::{Num, Ring};
use crate::transformer::Transformer;
use crate::values::Values;

/// How many steps go by between two calls of `progress`.
const STRIDE: usize = 1 << 14;

/// Steps, each computed from earlier ones.
///
/// What no output depends on is computed like the rest while numbers are short, as that is cheaper than to ask. Once
/// one is long it matters: it may be beyond a limit that the outputs do not meet.
pub(super) struct Steps<'a> {
    ring: Ring,
    meter: Meter,
    /// A step may pass through longer numbers than it gives, as where squares cancel.
    inner: Meter,
    values: Values,
    /// Tells which steps outputs depend on.
    find_live: &'a dyn Fn() -> Vec<bool>,
    live: Option<Vec<bool>>,
    operands: Vec<u32>,
    scratch: Vec<Num>,
}

impl<'a> Steps<'a> {
    /// No steps, with room for so many.
    pub(super) fn new(
        ring: Ring,
        limits: &Limits,
        len: usize,
        find_live: &'a dyn Fn() -> Vec<bool>,
    ) -> Steps<'a> {
        Steps {
            ring,
            meter: Meter::new(limits),
            inner: Meter::new(&Limits { max_digits: limits.max_digits.saturating_mul(4), ..*limits }),
            values: Values::with_capacity(len),
            find_live,
            live: None,
            operands: Vec::new(),
            scratch: Vec::new(),
        }
    }

    /// The value of a step.
    pub(super) fn value(&self, step: usize) -> Num {
        self.values.get(step)
    }

    /// The next step is a number of the sequence.
    #[inline]
    pub(super) fn initial(&mut self, number: Num) -> Result<(), RunErrorKind> {
        self.values.push(number);
        self.pushed(Ok(()))
    }

    /// The next step, by a kernel that reads these steps.
    #[inline]
    pub(super) fn compute(
        &mut self,
        kernel: &Kernel,
        mut operands: impl Iterator<Item = usize> + Clone,
    ) -> Result<(), RunErrorKind> {
        if self.live.as_ref().is_some_and(|live| !live[self.values.len()]) {
            self.values.push(Num::ZERO);
            return Ok(());
        }
        let done = match kernel {
            Kernel::Sum => self.values.push_sum(operands, &self.meter),
            Kernel::Product => match (operands.next(), operands.next()) {
                (Some(a), Some(b)) => self.values.push_product(a, b, &self.meter),
                _ => Ok(()),
            },
            Kernel::Square => operands.next().map_or(Ok(()), |a| self.values.push_product(a, a, &self.meter)),
            Kernel::Sign => {
                operands.for_each(|a| self.values.push_sign(a));
                Ok(())
            }
            Kernel::Program(program) => {
                self.operands.clear();
                self.operands.extend(operands.map(|step| step as u32));
                program
                    .run(&self.values, &self.operands, &mut self.scratch, &self.inner)
                    .map(|value| self.values.push(value))
            }
            Kernel::Initial => Ok(()),
        };
        self.pushed(done)
    }

    /// Looks at what a step gave, where that is long or none.
    #[inline]
    fn pushed(&mut self, done: Result<(), RunErrorKind>) -> Result<(), RunErrorKind> {
        if done.is_ok() && !self.values.last_is_big() { Ok(()) } else { self.pushed_long(done) }
    }

    #[cold]
    fn pushed_long(&mut self, done: Result<(), RunErrorKind>) -> Result<(), RunErrorKind> {
        let step = self.values.len() - usize::from(done.is_ok());
        if !self.live.get_or_insert_with(self.find_live)[step] {
            if done.is_ok() {
                self.values.forget_last();
            } else {
                self.values.push(Num::ZERO);
            }
            return Ok(());
        }
        done?;
        // Numbers with a root are long too.
        if !self.ring.contains(&self.values.get(step)) {
            return Err(RunErrorKind::NotInRing { ring: self.ring });
        }
        self.values.keep_last(&mut self.meter)
    }
}

/// The values of the outputs.
pub(super) fn run(
    t: &Transformer,
    plan: &Plan,
    limits: &Limits,
    progress: &mut dyn FnMut(u64, u64),
) -> Result<Vec<Num>, RunError> {
    let live = || live(plan);
    let mut steps = Steps::new(t.ring, limits, plan.steps.len(), &live);
    let mut start = 0;
    let all = plan.steps.len() as u64;
    for (k, (&kernel, &end)) in plan.steps.iter().zip(&plan.ends).enumerate() {
        if k % STRIDE == 0 {
            progress(k as u64, all);
        }
        let operands = &plan.operands[start..end as usize];
        start = end as usize;
        match (&plan.kernels[kernel as usize], operands) {
            (Kernel::Initial, &[coordinate, position]) => {
                steps.initial(t.sequence.columns[coordinate as usize].get(position as usize))?;
            }
            (kernel, operands) => steps.compute(kernel, operands.iter().map(|&k| k as usize))?,
        }
    }
    progress(all, all);
    Ok(plan.outputs.iter().map(|&step| steps.value(step as usize)).collect())
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
