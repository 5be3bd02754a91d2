//! W0301: conditions that are the same whatever the input and the sizes are.

use circ_grammar::tree::{CompareOp, Span};
use circ_runtime::Num;

use super::look::Look;
use crate::diagnostics::{Diagnostic, LintFact, Settled};
use crate::size::Size;
use crate::typed::{Elements, ExprId, Kind};

/// Looks at every comparison, `and` and `or`, and at what is written `true` or `false` where something is decided.
pub(super) fn conditions(look: &Look<'_>, found: &mut Vec<Diagnostic>) {
    let mut report = |span: Span, holds: bool, why: Settled| {
        found.push(Diagnostic::new(span, LintFact::ConditionSettled { holds, why }));
    };
    for id in &look.reached {
        let expr = look.expr(*id);
        let mut decides: Vec<ExprId> = Vec::new();
        match &expr.kind {
            Kind::Compare(first, pairs) => {
                let operators = pairs.iter().map(|(op, _, right)| (*op, *right));
                if let Some((holds, why)) = look.chain(*first, operators) {
                    report(expr.span, holds, why);
                }
            }
            Kind::And(operands) | Kind::Or(operands) => {
                decides.extend(operands);
                let or = matches!(expr.kind, Kind::Or(_));
                if let Some((other, swap)) = look.opposed(operands, or) {
                    report(expr.span, or, Settled::Operands { other, swap });
                }
            }
            Kind::Not(operand) => decides.push(*operand),
            Kind::If(condition, ..) => decides.push(*condition),
            // `if true else 0` is how a default is given without a filter.
            Kind::Reduce(_, Elements::Generator { filter: Some(filter), .. }, None) => decides.push(*filter),
            _ => {}
        }
        for condition in decides {
            if let Some(holds) = look.literal(condition) {
                report(look.expr(condition).span, holds, Settled::Literal);
            }
        }
    }
}

impl Look<'_> {
    /// A chain holds where all its pairs do. A pair of a longer chain that always holds is how mathematics writes
    /// `0 <= i < n`, and worth no word.
    fn chain(
        &self,
        first: ExprId,
        pairs: impl Iterator<Item = (CompareOp, ExprId)>,
    ) -> Option<(bool, Settled)> {
        let (mut left, mut why) = (first, None);
        let mut all = true;
        for (op, right) in pairs {
            match self.compared(left, op, right) {
                Some((false, why)) => return Some((false, why)),
                Some((true, one)) => why = why.or(Some(one)),
                None => all = false,
            }
            left = right;
        }
        why.filter(|_| all).map(|why| (true, why))
    }

    fn compared(&self, left: ExprId, op: CompareOp, right: ExprId) -> Option<(bool, Settled)> {
        if self.is_knob(left) || self.is_knob(right) {
            return None;
        }
        if self.same(left, right) {
            let holds = matches!(op, CompareOp::Eq | CompareOp::Le | CompareOp::Ge);
            return Some((holds, Settled::SameSides));
        }
        if let (Some(a), Some(b)) = (&self.expr(left).value, &self.expr(right).value) {
            let difference = a.sub(b)?;
            let least = difference.least();
            let most = difference.scale(&Num::MINUS_ONE).least().map(|least| least.neg());
            let why = match difference.as_constant() {
                None => Settled::Sizes,
                Some(_) if a.as_constant().is_some() => Settled::Numbers,
                Some(difference) => Settled::SizesApart { same: difference.is_zero() },
            };
            return decided(least.as_ref(), op, most.as_ref()).map(|holds| (holds, why));
        }
        let (a, b) = (self.bounds(left)?, self.bounds(right)?);
        let why = a.why.or(b.why)?;
        let least = a.least.zip(b.most).map(|(least, most)| least.sub(&most));
        let most = a.most.zip(b.least).map(|(most, least)| most.sub(&least));
        decided(least.as_ref(), op, most.as_ref()).map(|holds| (holds, Settled::Values(why)))
    }

    /// Whether a named number stands in it: people change those, and leave what asks for their value.
    fn is_knob(&self, id: ExprId) -> bool {
        let mut open = vec![id];
        while let Some(id) = open.pop() {
            if !self.spend(1) {
                return true;
            }
            let expr = self.expr(id);
            match &expr.kind {
                Kind::Const(_) => return true,
                Kind::Local(_) if expr.value.as_ref().and_then(Size::as_constant).is_some() => return true,
                Kind::Local(_) => {
                    let origin = self.expr(self.origin(id));
                    if matches!(origin.kind, Kind::Number(_) | Kind::Const(_)) {
                        return true;
                    }
                }
                kind => kind.for_each_child(&mut |child| open.push(child)),
            }
        }
        false
    }
}

/// What a comparison gives where the left side less the right side lies between these.
fn decided(least: Option<&Num>, op: CompareOp, most: Option<&Num>) -> Option<bool> {
    let least_is = |test: fn(i8) -> bool| least.is_some_and(|least| test(least.signum()));
    let most_is = |test: fn(i8) -> bool| most.is_some_and(|most| test(most.signum()));
    let (above, below) = (least_is(|s| s > 0), most_is(|s| s < 0));
    let (at_least, at_most) = (least_is(|s| s >= 0), most_is(|s| s <= 0));
    let (yes, no) = match op {
        CompareOp::Lt => (below, at_least),
        CompareOp::Le => (at_most, above),
        CompareOp::Gt => (above, at_most),
        CompareOp::Ge => (at_least, below),
        CompareOp::Eq => (at_least && at_most, above || below),
        CompareOp::Ne => (above || below, at_least && at_most),
    };
    if yes { Some(true) } else { no.then_some(false) }
}
