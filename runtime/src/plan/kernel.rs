//! What a step of a plan computes from the steps before it.

use super::polynomial::Poly;
use super::specialise::{Expr, Variable, variable};
use crate::limits::{Meter, RunErrorKind};
use crate::number::Num;
use crate::values::Values;
use num_bigint::BigInt;
use num_integer::Integer;

/// One kind of step. Its operands are values of earlier steps.
#[derive(Debug)]
pub(super) enum Kernel {
    /// A number of the sequence; it has no operands.
    Initial,
    /// The sum of all operands.
    Sum,
    /// The product of the two operands.
    Product,
    /// The square of the operand.
    Square,
    /// The sign of the operand.
    Sign,
    /// Anything else.
    Program(Program),
}

/// A short straight-line program.
#[derive(Debug)]
pub(super) struct Program {
    /// How many operands are summed to each of its inputs.
    groups: Vec<u32>,
    /// All but the last take a sign.
    lines: Vec<Line>,
}

/// `scale · Σ factor · Π inputs`, with integers as factors.
#[derive(Debug)]
struct Line {
    terms: Vec<(Num, Vec<u32>)>,
    scale: Num,
}

/// The kernel of an expression whose input number `k` is the sum of `groups[k]` operands.
pub(super) fn kernel(expr: &Expr, groups: &[u32]) -> Kernel {
    if expr.signs.is_empty() {
        if is_sum(&expr.result, groups.len()) {
            return Kernel::Sum;
        }
        match expr.result.as_monomial() {
            Some(([a, b], c)) if c.is_one() && groups == vec![1; groups.len()] => {
                match (a == b, groups.len()) {
                    (true, 1) => return Kernel::Square,
                    (false, 2) => return Kernel::Product,
                    _ => {}
                }
            }
            _ => {}
        }
    }
    let bare = |poly: &Poly| poly.as_variable().map(variable);
    if let [argument] = expr.signs.as_slice()
        && groups == [1]
        && bare(argument) == Some(Variable::Input(0))
        && bare(&expr.result) == Some(Variable::Sign(0))
    {
        return Kernel::Sign;
    }
    Kernel::Program(program(expr, groups))
}

/// An expression as a program, whatever its form.
pub(super) fn program(expr: &Expr, groups: &[u32]) -> Program {
    let lines = expr.signs.iter().chain([&expr.result]).map(|poly| line(poly, groups.len())).collect();
    Program { groups: groups.to_vec(), lines }
}

/// Whether a polynomial is the sum of so many variables.
fn is_sum(poly: &Poly, variables: usize) -> bool {
    let each = poly.terms().enumerate();
    poly.terms().count() == variables
        && each.into_iter().all(|(k, (term, c))| c.is_one() && matches!(term, [v] if *v as usize == k))
}

fn line(poly: &Poly, inputs: usize) -> Line {
    let bottom = poly.terms().fold(BigInt::from(1), |lcm, (_, c)| lcm.lcm(&c.denominator()));
    let bottom = Num::from_bigint(bottom);
    let place = |&v: &u32| match variable(v) {
        Variable::Input(v) => v,
        Variable::Sign(k) => (inputs + k) as u32,
    };
    let terms =
        poly.terms().map(|(variables, c)| (c.mul(&bottom), variables.iter().map(place).collect())).collect();
    Line { terms, scale: bottom.recip().unwrap_or(Num::ONE) }
}

impl Program {
    /// How many operands are summed to each input.
    pub(super) fn groups(&self) -> &[u32] {
        &self.groups
    }

    /// The value. `meter` bounds what comes up on the way.
    pub(super) fn run(
        &self,
        values: &Values,
        operands: &[u32],
        scratch: &mut Vec<Num>,
        meter: &Meter,
    ) -> Result<Num, RunErrorKind> {
        scratch.clear();
        let mut rest = operands;
        for &group in &self.groups {
            let (own, after) = rest.split_at(group as usize);
            rest = after;
            scratch.push(match own {
                [one] => values.get(*one as usize),
                _ => values.sum(own.iter().map(|&k| k as usize), meter)?,
            });
        }
        self.finish(scratch, meter)
    }

    /// The value, with the inputs in `scratch`.
    pub(super) fn finish(&self, scratch: &mut Vec<Num>, meter: &Meter) -> Result<Num, RunErrorKind> {
        for (k, line) in self.lines.iter().enumerate() {
            let value = line.run(scratch, meter)?;
            if k + 1 == self.lines.len() {
                return Ok(value);
            }
            scratch.push(value.sign());
        }
        Ok(Num::ZERO)
    }
}

impl Line {
    fn run(&self, inputs: &[Num], meter: &Meter) -> Result<Num, RunErrorKind> {
        let mut sum = Num::ZERO;
        for (factor, variables) in &self.terms {
            let mut product = factor.clone();
            for &v in variables {
                product = meter.mul(&product, &inputs[v as usize])?;
            }
            sum = meter.add(&sum, &product)?;
        }
        if self.scale.is_one() { Ok(sum) } else { meter.mul(&sum, &self.scale) }
    }
}
