//! Whether two expressions are the same: then they have the same value, as nothing in circ has effects.

use super::look::Look;
use crate::typed::{Elements, ExprId, Kind, Subscript};

impl Look<'_> {
    /// Whether both are the same expression, locals taken for what their `let` gives them. What binds names is never
    /// taken to be the same as another. It recurses on the heights of the trees, which the parser bounds, and along
    /// chains of `let`s, which it follows only so far.
    pub(super) fn same(&self, a: ExprId, b: ExprId) -> bool {
        self.same_within(a, b, DEPTH)
    }

    fn same_within(&self, a: ExprId, b: ExprId, depth: u32) -> bool {
        if a == b {
            return true;
        }
        let (a, b) = (self.origin(a), self.origin(b));
        if a == b {
            return true;
        }
        let Some(depth) = depth.checked_sub(1) else { return false };
        if !self.spend(1) {
            return false;
        }
        let (left, right) = (&self.expr(a).kind, &self.expr(b).kind);
        if !same_node(left, right) {
            return false;
        }
        let (left, right) = (left.children(), right.children());
        left.len() == right.len() && left.iter().zip(&right).all(|(a, b)| self.same_within(*a, *b, depth))
    }
}

/// How far two expressions are followed.
const DEPTH: u32 = 200;

/// Whether two nodes do the same to their children.
fn same_node(a: &Kind, b: &Kind) -> bool {
    fn ops<T: PartialEq, U>(a: &[(T, U)], b: &[(T, U)]) -> bool {
        a.iter().map(|(op, _)| op).eq(b.iter().map(|(op, _)| op))
    }
    match (a, b) {
        (Kind::Number(x), Kind::Number(y)) => x == y,
        (Kind::Codes(x), Kind::Codes(y)) => x == y,
        (Kind::Param(x), Kind::Param(y)) => x == y,
        (Kind::Local(x), Kind::Local(y)) => x == y,
        (Kind::Const(x), Kind::Const(y)) => x == y,
        (Kind::Sum(x), Kind::Sum(y)) => ops(x, y),
        (Kind::Product(x), Kind::Product(y)) => ops(x, y),
        (Kind::Compare(_, x), Kind::Compare(_, y)) => {
            x.iter().map(|(op, scalar, _)| (op, scalar)).eq(y.iter().map(|(op, scalar, _)| (op, scalar)))
        }
        (Kind::ArgMax(_, x), Kind::ArgMax(_, y)) => x == y,
        (Kind::Index(_, x), Kind::Index(_, y)) => subscripts(x).eq(subscripts(y)),
        (
            Kind::Call { family: x, generics: xs, sizes: s, .. },
            Kind::Call { family: y, generics: ys, sizes: t, .. },
        ) => x == y && xs == ys && s.len() == t.len(),
        (Kind::Reduce(x, Elements::Array(_), d), Kind::Reduce(y, Elements::Array(_), e)) => {
            x == y && d.is_some() == e.is_some()
        }
        (Kind::Select(_, _, x, s), Kind::Select(_, _, y, t)) => x == y && s == t,
        (Kind::Pick { last: x, .. }, Kind::Pick { last: y, .. }) => x == y,
        (Kind::Neg(_), Kind::Neg(_))
        | (Kind::Power(..), Kind::Power(..))
        | (Kind::And(_), Kind::And(_))
        | (Kind::Or(_), Kind::Or(_))
        | (Kind::Not(_), Kind::Not(_))
        | (Kind::If(..), Kind::If(..))
        | (Kind::Array(_), Kind::Array(_))
        | (Kind::Tuple(_), Kind::Tuple(_))
        | (Kind::Sign(_), Kind::Sign(_))
        | (Kind::Sqrt(_), Kind::Sqrt(_))
        | (Kind::Abs(_), Kind::Abs(_))
        | (Kind::Len(_), Kind::Len(_))
        | (Kind::Concat(_), Kind::Concat(_))
        | (Kind::Indices(_), Kind::Indices(_))
        | (Kind::Width(_), Kind::Width(_))
        | (Kind::Aggregate(..), Kind::Aggregate(..))
        | (Kind::Lookup(..), Kind::Lookup(..))
        | (Kind::Floor(_), Kind::Floor(_))
        | (Kind::Ceil(_), Kind::Ceil(_))
        | (Kind::FloorLog2(_), Kind::FloorLog2(_))
        | (Kind::CeilLog2(_), Kind::CeilLog2(_)) => true,
        _ => false,
    }
}

/// What subscripts are, but for their expressions.
fn subscripts(list: &[Subscript]) -> impl Iterator<Item = (bool, bool, bool)> {
    list.iter().map(|subscript| match subscript {
        Subscript::At(_) => (false, false, false),
        Subscript::Slice { start, end, inclusive, .. } => {
            (start.is_some(), end.is_some(), *inclusive || end.is_none())
        }
    })
}
