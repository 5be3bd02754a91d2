//! Operands of `and` that exclude one another, and operands of `or` of which one always holds.

use circ_grammar::tree::{CompareOp, Span};
use circ_runtime::Num;

use super::look::Look;
use crate::typed::{ExprId, Kind};

/// Of a longer chain only so many operands are compared with one another.
const MOST: usize = 24;

/// Which outcomes of a comparison make an operator hold: less, equal, greater.
type Outcomes = [bool; 3];

fn outcomes(op: CompareOp) -> Outcomes {
    match op {
        CompareOp::Lt => [true, false, false],
        CompareOp::Le => [true, true, false],
        CompareOp::Eq => [false, true, false],
        CompareOp::Ne => [true, false, true],
        CompareOp::Gt => [false, false, true],
        CompareOp::Ge => [false, true, true],
    }
}

/// A comparison of two sides.
struct Pair {
    left: ExprId,
    holds: Outcomes,
    right: ExprId,
    /// Whether it is one of keys with queries.
    selector: bool,
}

impl Pair {
    fn mirrored(&self) -> Pair {
        let [less, equal, greater] = self.holds;
        Pair { left: self.right, holds: [greater, equal, less], right: self.left, selector: self.selector }
    }
}

impl Look<'_> {
    /// The later of two operands that settle an `and`, or with the flag an `or`; and whether the other word between the
    /// two would ask for something.
    pub(super) fn opposed(&self, operands: &[ExprId], or: bool) -> Option<(Span, bool)> {
        let operands = &operands[..operands.len().min(MOST)];
        for (at, later) in operands.iter().enumerate() {
            if let Some(earlier) = operands[..at].iter().find(|earlier| self.settle(**earlier, *later, or)) {
                return Some((self.expr(*later).span, !self.settle(*earlier, *later, !or)));
            }
        }
        None
    }

    fn settle(&self, a: ExprId, b: ExprId, or: bool) -> bool {
        let negated = |id: ExprId| match &self.expr(self.origin(id)).kind {
            Kind::Not(inner) => Some(*inner),
            _ => None,
        };
        if negated(a).is_some_and(|a| self.same(a, b)) || negated(b).is_some_and(|b| self.same(a, b)) {
            return true;
        }
        let (Some(a), Some(b)) = (self.pair(a), self.pair(b)) else { return false };
        if a.selector != b.selector {
            return false;
        }
        if self.alike(&a, &b, or) {
            return true;
        }
        // `1 == x` is `x == 1`, but keys are not queries.
        !a.selector
            && (self.alike(&a.mirrored(), &b, or)
                || self.alike(&a, &b.mirrored(), or)
                || self.alike(&a.mirrored(), &b.mirrored(), or))
    }

    fn pair(&self, id: ExprId) -> Option<Pair> {
        match &self.expr(self.origin(id)).kind {
            Kind::Compare(left, pairs) => match pairs.as_slice() {
                [(op, _, right)] => {
                    Some(Pair { left: *left, holds: outcomes(*op), right: *right, selector: false })
                }
                _ => None,
            },
            Kind::Select(keys, queries, op, _) => {
                Some(Pair { left: *keys, holds: outcomes(*op), right: *queries, selector: true })
            }
            _ => None,
        }
    }

    /// Whether two comparisons of one left side settle it.
    fn alike(&self, a: &Pair, b: &Pair, or: bool) -> bool {
        if !self.same(a.left, b.left) {
            return false;
        }
        if self.same(a.right, b.right) {
            let both = a.holds.iter().zip(&b.holds);
            return if or {
                both.clone().all(|(a, b)| *a || *b)
            } else {
                both.clone().all(|(a, b)| !(*a && *b))
            };
        }
        let (Some(x), Some(y)) = (self.number(a.right), self.number(b.right)) else { return false };
        // Below, at, between, at and above: what holds for these holds for all values.
        let half = Num::ratio(1, 2).unwrap_or(Num::ONE);
        let (low, high) = if x < y { (&x, &y) } else { (&y, &x) };
        let values =
            [low.sub(&Num::ONE), low.clone(), low.add(high).mul(&half), high.clone(), high.add(&Num::ONE)];
        values.iter().all(|value| {
            let (a, b) = (holds_at(a, value, &x), holds_at(b, value, &y));
            if or { a || b } else { !(a && b) }
        })
    }

    /// A number or token as it is written.
    fn number(&self, id: ExprId) -> Option<Num> {
        match &self.expr(id).kind {
            Kind::Number(value) => Some(value.clone()),
            Kind::Neg(inner) => match &self.expr(*inner).kind {
                Kind::Number(value) => Some(value.neg()),
                _ => None,
            },
            _ => None,
        }
    }
}

fn holds_at(pair: &Pair, value: &Num, bound: &Num) -> bool {
    match value.cmp(bound) {
        std::cmp::Ordering::Less => pair.holds[0],
        std::cmp::Ordering::Equal => pair.holds[1],
        std::cmp::Ordering::Greater => pair.holds[2],
    }
}
