//! `+ - * / % ^`, signs and rounding.

use circ_grammar::tree::{ProductOp, Span, SumOp};
use circ_runtime::{GateId, Num};

use super::frame::{Elaborator, Frame, Stop, lowered, number};
use super::shapes::CellOp;
use super::value::{Cell, Short, Value};
use super::{Id, natural};
use crate::diagnostics::BuildFact;
use crate::limits::digits_to_bits;
use crate::lower::{self, Builder};
use crate::typed::Kind;

impl<'p> Elaborator<'p, '_> {
    /// One add gate for the chain. A subtracted product takes the sign into its own gate.
    pub(super) fn sum(&mut self, f: &mut Frame<'p>, id: Id, terms: &[(SumOp, Id)]) -> Result<Value, Stop> {
        let takes_sign =
            |(op, term): &(SumOp, Id)| *op == SumOp::Sub && matches!(f.body[*term].kind, Kind::Product(_));
        if !terms.iter().any(takes_sign) {
            let operands = terms.iter().map(|(_, term)| *term);
            return self.mapped(f, id, operands, &mut |this, cells| {
                if terms.iter().all(|(op, _)| *op == SumOp::Add) {
                    return Ok(lowered!(this, cells, |b, w| b.add(w)));
                }
                let signed = terms.iter().zip(cells).map(|((op, _), cell)| match op {
                    SumOp::Add => cell.clone(),
                    SumOp::Sub => this.negated_product(std::slice::from_ref(cell)),
                });
                let sum: Short<Cell> = signed.collect();
                Ok(lowered!(this, sum.as_slice(), |b, w| b.add(w)))
            });
        }
        // Each term is a product of so many of the operands, of one for a plain term.
        let mut operands: Short<(Id, Value)> = Short::new();
        let mut shapes: Short<(bool, usize)> = Short::new();
        for (op, term) in terms {
            let minus = *op == SumOp::Sub;
            let before = operands.len();
            match &f.body[*term].kind {
                Kind::Product(factors) if minus => self.factors(f, factors, &mut operands)?,
                _ => {
                    let value = self.eval(f, *term)?;
                    operands.push((*term, value));
                }
            }
            shapes.push((minus, operands.len() - before));
        }
        self.elementwise(f, id, &operands, &mut |this, cells| {
            let mut rest = cells;
            let mut sum: Short<Cell> = Short::new();
            for (minus, width) in &shapes {
                let (term, left) = rest.split_at(*width);
                rest = left;
                sum.push(if *minus { this.negated_product(term) } else { term[0].clone() });
            }
            Ok(lowered!(this, sum.as_slice(), |b, w| b.add(w)))
        })
    }

    fn negated_product(&mut self, factors: &[Cell]) -> Cell {
        let minus = std::iter::once(Cell::Static(Num::MINUS_ONE));
        let factors: Short<Cell> = minus.chain(factors.iter().cloned()).collect();
        lowered!(self, factors.as_slice(), |b, w| b.mul(w))
    }

    /// One mul gate for the chain.
    pub(super) fn product(
        &mut self,
        f: &mut Frame<'p>,
        id: Id,
        factors: &[(ProductOp, Id)],
    ) -> Result<Value, Stop> {
        let op: CellOp<'_, Self> = &mut |this, cells| Ok(lowered!(this, cells, |b, w| b.mul(w)));
        if factors.iter().all(|(op, _)| *op == ProductOp::Mul) {
            return self.mapped(f, id, factors.iter().map(|(_, factor)| *factor), op);
        }
        let mut operands = Short::new();
        self.factors(f, factors, &mut operands)?;
        self.elementwise(f, id, &operands, op)
    }

    /// The operands of a product: divisors become their inverses, and what is static before a `%` becomes one.
    fn factors(
        &mut self,
        f: &mut Frame<'p>,
        factors: &[(ProductOp, Id)],
        operands: &mut Short<(Id, Value)>,
    ) -> Result<(), Stop> {
        let first = operands.len();
        for (op, factor) in factors {
            let value = self.eval(f, *factor)?;
            match op {
                ProductOp::Mul => operands.push((*factor, value)),
                ProductOp::Div => {
                    let inverse = self.elementwise(f, *factor, &[(*factor, value)], &mut |this, cells| {
                        let divisor = this.static_cell(f, *factor, &cells[0])?;
                        let inverse = divisor.recip();
                        inverse.map(Cell::Static).ok_or_else(|| {
                            this.stop(f.span(*factor), BuildFact::DivisionByZero { operation: "/" })
                        })
                    })?;
                    operands.push((*factor, inverse));
                }
                ProductOp::Rem => {
                    let mut parts: Vec<(Id, Value)> = operands.drain(first..).collect();
                    let at = parts[0].0;
                    let prefix_span = f.span(at).to(f.span(parts[parts.len() - 1].0));
                    parts.push((*factor, value));
                    let rest = self.elementwise(f, *factor, &parts, &mut |this, cells| {
                        let (modulus, prefix) =
                            cells.split_last().ok_or_else(|| this.stop_zero(f.span(*factor)))?;
                        let modulus = this.static_cell(f, *factor, modulus)?;
                        let left = lowered!(this, prefix, |b, w| b.mul(w));
                        let left = this.static_cell(f, at, &left)?;
                        this.remainder((prefix_span, &left), (f.span(*factor), &modulus)).map(Cell::Static)
                    })?;
                    operands.push((at, rest));
                }
            }
        }
        Ok(())
    }

    fn stop_zero(&self, span: Span) -> Stop {
        self.stop(span, BuildFact::DivisionByZero { operation: "%" })
    }

    /// `x - m·floor(x/m)`: between integers, with the divisor's sign.
    fn remainder(&self, x: (Span, &Num), modulus: (Span, &Num)) -> Result<Num, Stop> {
        for (span, value) in [x, modulus] {
            if !value.is_integer() {
                return Err(self.stop(span, BuildFact::RemainderNotInteger { found: value.to_string() }));
            }
        }
        let quotient = x.1.div(modulus.1).ok_or_else(|| self.stop_zero(modulus.0))?;
        Ok(x.1.sub(&modulus.1.mul(&quotient.floor())))
    }

    /// The number of a cell that the checker knows to be static.
    pub(super) fn static_cell(&self, f: &Frame<'p>, id: Id, cell: &Cell) -> Result<Num, Stop> {
        match cell {
            Cell::Static(value) => Ok(value.clone()),
            Cell::Wire(_) => Err(self.internal(f.span(id))),
        }
    }

    pub(super) fn negation(&mut self, f: &mut Frame<'p>, id: Id, operand: Id) -> Result<Value, Stop> {
        self.mapped(f, id, std::iter::once(operand), &mut |this, cells| {
            Ok(lowered!(this, cells, |b, w| lower::negate(b, &w[0])))
        })
    }

    pub(super) fn sign(&mut self, f: &mut Frame<'p>, id: Id, operand: Id) -> Result<Value, Stop> {
        self.mapped(f, id, std::iter::once(operand), &mut |this, cells| {
            Ok(lowered!(this, cells, |b, w| b.sign(&w[0])))
        })
    }

    pub(super) fn abs(&mut self, f: &mut Frame<'p>, id: Id, operand: Id) -> Result<Value, Stop> {
        self.mapped(f, id, std::iter::once(operand), &mut |this, cells| {
            Ok(lowered!(this, cells, |b, w| lower::abs(b, &w[0])))
        })
    }

    /// One mul gate with the base as often as the exponent says. A static base takes a negative integer too.
    pub(super) fn power(&mut self, f: &mut Frame<'p>, id: Id, base: Id, exponent: Id) -> Result<Value, Stop> {
        let operands = [(base, self.eval(f, base)?), (exponent, self.eval(f, exponent)?)];
        self.elementwise(f, id, &operands, &mut |this, cells| {
            let power = this.static_cell(f, exponent, &cells[1])?;
            match &cells[0] {
                Cell::Static(value) => {
                    let value = this.static_power(f, id, (base, value), (exponent, &power))?;
                    this.charge_digits(&value);
                    Ok(Cell::Static(value))
                }
                Cell::Wire(gate) => {
                    let limit = this.limits.max_wires;
                    let within = natural(&power).filter(|times| *times as u64 <= limit);
                    let times = within.ok_or_else(|| {
                        let found = power.to_string();
                        let fact = if power.is_integer() && power.signum() >= 0 {
                            BuildFact::ExponentTooLarge { found, limit }
                        } else {
                            BuildFact::ExponentNotNatural { found }
                        };
                        this.stop(f.span(exponent), fact)
                    })?;
                    this.charge(times as u64, f.span(id))?;
                    let gate: GateId = *gate;
                    Ok(Cell::Wire(lower::power(&mut this.builder, &gate, times)))
                }
            }
        })
    }

    fn static_power(
        &self,
        f: &Frame<'p>,
        id: Id,
        base: (Id, &Num),
        exponent: (Id, &Num),
    ) -> Result<Num, Stop> {
        let not_natural =
            || self.stop(f.span(exponent.0), BuildFact::ExponentNotNatural { found: exponent.1.to_string() });
        if !exponent.1.is_integer() {
            return Err(not_natural());
        }
        let negative = exponent.1.signum() < 0;
        let magnitude = if negative { exponent.1.neg() } else { exponent.1.clone() };
        let value = base.1;
        // Powers of 0, 1 and -1 stay small whatever the exponent is.
        if value.is_zero() && negative {
            return Err(self.stop(f.span(base.0), BuildFact::DivisionByZero { operation: "^" }));
        }
        if magnitude.is_zero() || value.is_one() {
            return Ok(Num::ONE);
        }
        if value.is_zero() {
            return Ok(Num::ZERO);
        }
        if *value == Num::MINUS_ONE {
            let half = magnitude.div(&Num::int(2)).unwrap_or(Num::ZERO);
            return Ok(if half.is_integer() { Num::ONE } else { Num::MINUS_ONE });
        }
        let too_large = || self.stop(f.span(id), BuildFact::NumberTooLarge { limit: self.limits.max_digits });
        let times = magnitude.to_u32().ok_or_else(too_large)?;
        let most = digits_to_bits(self.limits.max_digits);
        let power = if value.root().is_some() {
            // The bits of a root say little of those of its powers: `sqrt(2)^2` has fewer.
            power_within(value, times, most)
        } else if value.bits().saturating_sub(2).max(1).saturating_mul(u64::from(times)) > most {
            None
        } else {
            // The estimate was low by a factor of two at the most.
            Some(value.pow(times)).filter(|power| power.bits() <= most)
        };
        let power = power.ok_or_else(too_large)?;
        if negative { power.recip().ok_or_else(not_natural) } else { Ok(power) }
    }

    pub(super) fn rounding(
        &mut self,
        f: &mut Frame<'p>,
        id: Id,
        operand: Id,
        up: bool,
    ) -> Result<Value, Stop> {
        let value = self.eval(f, operand)?;
        self.elementwise(f, id, &[(operand, value)], &mut |this, cells| {
            let value = this.static_cell(f, operand, &cells[0])?;
            if value.root().is_some() {
                this.charge_digits(&value);
            }
            Ok(Cell::Static(if up { value.ceil() } else { value.floor() }))
        })
    }

    /// `floor(log2(x))` or `ceil(log2(x))` of a positive integer.
    pub(super) fn log2(&mut self, f: &mut Frame<'p>, operand: Id, up: bool) -> Result<Value, Stop> {
        let value = self.eval(f, operand)?;
        let Some(x) = value.as_static() else { return Err(self.internal(f.span(operand))) };
        let Some(integer) = x.to_bigint().filter(|_| x.signum() > 0) else {
            return Err(self.stop(f.span(operand), BuildFact::LogOfNonPositive { found: x.to_string() }));
        };
        let floor = integer.bits() - 1;
        let exact = integer.trailing_zeros() == Some(floor);
        Ok(Value::number(number(if up && !exact { floor + 1 } else { floor })))
    }
}

/// A power by squaring from the highest bit of the exponent, given up where it has more bits than `most`: no number on
/// the way is much longer than the power itself.
fn power_within(value: &Num, exponent: u32, most: u64) -> Option<Num> {
    let mut power = Num::ONE;
    for bit in (0..u32::BITS - exponent.leading_zeros()).rev() {
        power = power.mul(&power);
        if exponent >> bit & 1 == 1 {
            power = power.mul(value);
        }
        if power.bits() > most {
            return None;
        }
    }
    Some(power)
}
