//! What is static at given sizes: conditions, numbers, and arrays such as positions and shifted ones.

use circ_grammar::tree::{CompareOp, ProductOp, SumOp};
use circ_runtime::Num;

use super::look::Look;
use crate::typed::{Each, ExprId, Kind, Slot, Source};
use crate::types::Type;

/// How far expressions of arrays are followed.
const DEPTH: u32 = 50;
/// Longer arrays are not evaluated: what is certain shows in short ones.
const LONGEST: usize = 40;
/// At so many sizes an array is looked at, where there is one parameter.
const PROBES: usize = 6;

/// A static value.
#[derive(Clone)]
enum Static {
    /// A number, which goes with every element of an array.
    One(Num),
    /// An array of one dimension.
    Many(Vec<Num>),
}

impl Look<'_> {
    /// Whether the `where` allows these sizes, as far as it is made of polynomials.
    pub(super) fn allowed(&self, sizes: &[u64]) -> bool {
        self.conditions.iter().all(|condition| self.holds(*condition, sizes) == Some(true))
    }

    /// A static number at these sizes.
    pub(super) fn value_at(&self, id: ExprId, sizes: &[u64]) -> Option<Num> {
        self.expr(id).value.as_ref()?.at(sizes)
    }

    /// A static condition at these sizes, where it is made of polynomials.
    pub(super) fn holds(&self, id: ExprId, sizes: &[u64]) -> Option<bool> {
        match &self.expr(id).kind {
            Kind::Number(value) => Some(!value.is_zero()),
            Kind::Not(inner) => self.holds(*inner, sizes).map(|holds| !holds),
            Kind::And(parts) => self.all(parts, sizes, true),
            Kind::Or(parts) => self.all(parts, sizes, false).map(|none| !none),
            Kind::Block(_, inner) => self.holds(*inner, sizes),
            Kind::Compare(first, pairs) => {
                let mut left = self.value_at(*first, sizes)?;
                let mut all = true;
                for (op, _, right) in pairs {
                    let right = self.value_at(*right, sizes)?;
                    all &= compares(&left, *op, &right);
                    left = right;
                }
                Some(all)
            }
            _ => None,
        }
    }

    /// Whether every part is this.
    fn all(&self, parts: &[ExprId], sizes: &[u64], value: bool) -> Option<bool> {
        let mut all = true;
        for part in parts {
            all &= self.holds(*part, sizes)? == value;
        }
        Some(all)
    }

    /// A few allowed sizes that are all at least 1.
    pub(super) fn probes(&self) -> Vec<Vec<u64>> {
        let params = self.params.len();
        let allowed = |sizes: &Vec<u64>| self.spend(10) && self.allowed(sizes);
        let most: u64 = match params {
            0 => return Some(Vec::new()).filter(allowed).into_iter().collect(),
            2 => 4,
            3 => 3,
            // Of one parameter the first that are allowed, of many equal ones.
            _ => {
                let equal = (1..=64).map(|size| vec![size; params]);
                return equal.filter(allowed).take(PROBES).collect();
            }
        };
        let all = (0..most.pow(params as u32)).map(|mut number| {
            let mut next = || {
                let size = number % most + 1;
                number /= most;
                size
            };
            (0..params).map(|_| next()).collect()
        });
        all.filter(allowed).collect()
    }

    /// The elements of a static array of one dimension at these sizes, where it is made of positions and sizes by
    /// arithmetic.
    pub(super) fn elements_at(&self, id: ExprId, sizes: &[u64]) -> Option<Vec<Num>> {
        match self.static_at(id, sizes, &mut Vec::new(), DEPTH)? {
            Static::One(_) => None,
            Static::Many(elements) => Some(elements),
        }
    }

    /// The length of the first dimension at these sizes.
    pub(super) fn length_at(&self, id: ExprId, sizes: &[u64]) -> Option<usize> {
        let Type::Array(_, dims) = &self.expr(id).ty else { return None };
        let length = dims.first()?.as_ref()?.at(sizes)?;
        (0..=LONGEST).find(|known| Num::int(*known as i64) == length)
    }

    fn static_at(
        &self,
        id: ExprId,
        sizes: &[u64],
        variables: &mut Vec<(Slot, Num)>,
        depth: u32,
    ) -> Option<Static> {
        let depth = depth.checked_sub(1)?;
        if !self.spend(1) {
            return None;
        }
        let id = self.origin(id);
        let expr = self.expr(id);
        if let Some(size) = &expr.value {
            return size.at(sizes).map(Static::One);
        }
        let part = |id: ExprId, variables: &mut Vec<(Slot, Num)>| self.static_at(id, sizes, variables, depth);
        match &expr.kind {
            Kind::Number(value) => Some(Static::One(value.clone())),
            Kind::Local(slot) => {
                let bound = variables.iter().rev().find(|(variable, _)| variable == slot);
                bound.map(|(_, value)| Static::One(value.clone()))
            }
            Kind::Indices(_) => {
                let length = self.length_at(id, sizes)?;
                Some(Static::Many((0..length as i64).map(Num::int).collect()))
            }
            Kind::Neg(inner) => {
                part(*inner, variables)?.with(Static::One(Num::MINUS_ONE), |a, b| Some(a.mul(b)))
            }
            Kind::Sum(terms) => terms.iter().try_fold(Static::One(Num::ZERO), |sum, (op, term)| {
                let term = part(*term, variables)?;
                sum.with(term, |a, b| Some(if *op == SumOp::Add { a.add(b) } else { a.sub(b) }))
            }),
            Kind::Product(factors) => {
                factors.iter().try_fold(Static::One(Num::ONE), |product, (op, factor)| {
                    let factor = part(*factor, variables)?;
                    product.with(factor, |a, b| match op {
                        ProductOp::Mul => Some(a.mul(b)),
                        ProductOp::Div => a.div(b),
                        ProductOp::Rem => None,
                    })
                })
            }
            Kind::Comprehension(each, element) => {
                let [Each { slot, source: Source::Range(start, ..), .. }] = each.as_slice() else {
                    return None;
                };
                let start = self.value_at(*start, sizes)?;
                let mut elements = Vec::new();
                for step in 0..self.length_at(id, sizes)? as i64 {
                    let before = variables.len();
                    variables.extend(slot.map(|slot| (slot, start.add(&Num::int(step)))));
                    let element = part(*element, variables);
                    variables.truncate(before);
                    let Static::One(element) = element? else { return None };
                    elements.push(element);
                }
                Some(Static::Many(elements))
            }
            _ => None,
        }
    }
}

impl Static {
    /// Element by element.
    fn with(self, other: Static, by: impl Fn(&Num, &Num) -> Option<Num>) -> Option<Static> {
        match (self, other) {
            (Static::One(a), Static::One(b)) => by(&a, &b).map(Static::One),
            (Static::Many(a), Static::One(b)) => {
                a.iter().map(|a| by(a, &b)).collect::<Option<_>>().map(Static::Many)
            }
            (Static::One(a), Static::Many(b)) => {
                b.iter().map(|b| by(&a, b)).collect::<Option<_>>().map(Static::Many)
            }
            (Static::Many(a), Static::Many(b)) if a.len() == b.len() => {
                a.iter().zip(&b).map(|(a, b)| by(a, b)).collect::<Option<_>>().map(Static::Many)
            }
            _ => None,
        }
    }
}

/// Whether a comparison holds.
pub(super) fn compares(left: &Num, op: CompareOp, right: &Num) -> bool {
    match op {
        CompareOp::Eq => left == right,
        CompareOp::Ne => left != right,
        CompareOp::Lt => left < right,
        CompareOp::Le => left <= right,
        CompareOp::Gt => left > right,
        CompareOp::Ge => left >= right,
    }
}
