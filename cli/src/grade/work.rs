//! The budget of one submission: everything that it makes circ do, in steps.

use circ_compiler::Elaborated;
use circ_runtime::{Limits, Num, RunError, RunErrorKind};

use super::options::GradeBudgets;
use crate::words::grouped;

/// Numbers of so many bits are as good as free.
const FREE_BITS: u64 = 64;
/// Digits of all long values of one run together.
const TOTAL_DIGITS: u64 = 2_000_000;

/// Steps that are left.
pub(super) struct Work {
    left: u64,
    all: u64,
    limits: Limits,
}

/// A run that did not come to its end, in words.
pub(super) struct Unfinished(pub(super) String);

impl Work {
    pub(super) fn new(budgets: &GradeBudgets) -> Work {
        let max_digits = budgets.max_digits;
        let max_total_digits = TOTAL_DIGITS.max(max_digits);
        let limits = Limits { max_digits, max_total_digits, ..Limits::default() };
        Work { left: budgets.max_work, all: budgets.max_work, limits }
    }

    /// Steps that are left.
    pub(super) fn left(&self) -> u64 {
        self.left
    }

    /// Takes so many steps.
    ///
    /// # Errors
    /// Where there are not so many left; then there are none.
    pub(super) fn take(&mut self, steps: u64) -> Result<(), Unfinished> {
        let enough = steps <= self.left;
        self.left = self.left.saturating_sub(steps);
        if enough { Ok(()) } else { Err(self.used_up()) }
    }

    /// The words for it.
    pub(super) fn used_up(&self) -> Unfinished {
        let all = grouped(usize::try_from(self.all).unwrap_or(usize::MAX));
        Unfinished(format!("the {all} steps that a submission may take are used up (`--max-work`)"))
    }

    /// The outputs of a circuit for an input, each gate a step, and long numbers more.
    ///
    /// # Errors
    /// Where a budget is used up, or a number is not in the ring.
    pub(super) fn evaluate(&mut self, built: &Elaborated, input: &[Num]) -> Result<Vec<Num>, Unfinished> {
        let circuit = &built.circuit;
        self.take(circuit.gates.len() as u64 + 1)?;
        let values = circ_runtime::evaluate::evaluate_gates(circuit, input, &self.limits, &mut |_, _| {});
        let values = match values {
            Ok(values) => values,
            Err(error) => {
                // How far it came is not worth being known: it was as far as long numbers may come.
                self.take(self.left.min(TOTAL_DIGITS))?;
                return Err(self.too_long(&error));
            }
        };
        if values.iter().any(|value| value.bits() > FREE_BITS) {
            let costs = circuit.gates.ids().map(|id| {
                let bits = circuit.gates.operands(id).iter().map(|operand| values[operand.index()].bits());
                cost(bits.filter(|bits| *bits > FREE_BITS).sum())
            });
            self.take(costs.fold(0, u64::saturating_add))?;
        }
        Ok(circuit.output_gates().map(|gate| values[gate.index()].clone()).collect())
    }

    fn too_long(&self, error: &RunError) -> Unfinished {
        Unfinished(match error.kind {
            RunErrorKind::NumberTooLong { .. } => {
                let most = grouped(usize::try_from(self.limits.max_digits.max(64)).unwrap_or(usize::MAX));
                format!("a number has more than {most} digits (`--max-digits`)")
            }
            RunErrorKind::TotalTooLong { .. } => {
                let most = grouped(usize::try_from(self.limits.max_total_digits).unwrap_or(usize::MAX));
                format!("all numbers together have more than {most} digits")
            }
            _ => error.kind.to_string(),
        })
    }
}

/// What an operation on numbers of so many bits together costs beside its step: multiplying, and reducing a fraction,
/// take time that grows with the square.
fn cost(bits: u64) -> u64 {
    bits / 64 + (bits.saturating_mul(bits) >> 16)
}
