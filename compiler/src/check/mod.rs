//! Names, types and stages: from the tree of a file to a [`Program`].
//!
//! The passes run in this order: items are collected (`items`), constants checked in the order in which they
//! need one another (`constants`), signatures, then bodies and tests. After them, where no error was reported,
//! every name is resolved, every type and stage known, every token a code, and shapes agree for all n wherever
//! they are polynomials in the sizes; the rest is judged at each n that is built.

mod body;
mod builtins;
mod calls;
mod collections;
mod constants;
mod expr;
mod finish;
mod items;
mod names;
mod operators;
mod reductions;
mod ring;
mod scope;
mod signature;
mod unify;

pub use builtins::BUILTINS;
pub use names::closest;
pub(crate) use ring::root;

use circ_grammar::tree::{self, CompareOp, ExprKind, Tree};

use self::body::{Cx, Typed};
use self::items::Items;
use crate::diagnostics::{Diagnostic, TypeFact};
use crate::program::{Program, Test, TestCheck};
use crate::typed::Kind;
use crate::types::{Scalar, Stage, Type};

/// Checks a tree. The program is complete only where no error is among the diagnostics.
pub fn check(tree: &Tree) -> (Program, Vec<Diagnostic>) {
    let mut diagnostics = Vec::new();
    let mut items = items::collect(tree, &mut diagnostics);
    let (consts, const_order) = constants::check(tree, &mut items, &mut diagnostics);
    let begun = signature::check(tree, &mut items, &mut diagnostics);
    let families = signature::bodies(tree, &items, begun, &mut diagnostics);
    let mut tests = Vec::new();
    for test in &items.test_items {
        tests.push(check_test(tree, &items, test, &mut diagnostics));
    }
    let mut program = Program {
        ring: items.ring,
        alphabets: items.alphabets,
        consts,
        const_order,
        families,
        tests,
        places: Vec::new(),
    };
    program.number_places();
    (program, diagnostics)
}

fn check_test(tree: &Tree, items: &Items<'_>, test: &tree::Test, diagnostics: &mut Vec<Diagnostic>) -> Test {
    let mut cx = Cx::new(tree, items, &[], &[]);
    let check = cx.test_body(test.body);
    cx.finish();
    diagnostics.append(&mut cx.diagnostics);
    Test { name: test.name.clone(), span: test.name_span, check, body: cx.body }
}

impl Cx<'_> {
    /// The body of a test. The outermost `==` compares whole values, so its sides may be tuples, or arrays whose
    /// shapes differ (the test then fails); any other `==` is elementwise.
    fn test_body(&mut self, body: tree::ExprId) -> TestCheck {
        let span = self.syntax(body).span;
        let ExprKind::Block { lets, result } = &self.syntax(body).kind else {
            let value = self.expr(body);
            self.body.result = Some(value.id);
            return TestCheck::Holds;
        };
        let outer = match &self.syntax(*result).kind {
            ExprKind::Compare(left, rest) => match rest.as_slice() {
                [(CompareOp::Eq, right)] => Some((*left, *right)),
                _ => None,
            },
            _ => None,
        };
        let Some((left, right)) = outer else {
            let value = self.expr(body);
            if !matches!(self.resolved(&value.ty), Type::Array(Scalar::Bool | Scalar::Error, _) | Type::Error)
            {
                let found = self.text(&value.ty);
                self.report(value.span, TypeFact::TestNotBool { found });
            }
            self.body.result = Some(value.id);
            return TestCheck::Holds;
        };
        let bindings = lets.iter().map(|binding| self.binding(binding)).collect();
        let (left, right) = (self.expr(left), self.expr(right));
        self.same_kind(&left, &right);
        let pair = Type::Tuple(vec![left.ty.clone(), right.ty.clone()]);
        let at = left.span.to(right.span);
        let pair = self.push(Kind::Tuple(vec![left.id, right.id]), pair, Stage::Wire, at);
        let block = self.push(Kind::Block(bindings, pair.id), pair.ty, Stage::Wire, span);
        self.body.result = Some(block.id);
        TestCheck::Same
    }

    /// Reports sides that can never be the same value, whatever their shapes.
    fn same_kind(&mut self, left: &Typed, right: &Typed) {
        if !self.same_scalars(&left.ty, &right.ty) {
            let fact = TypeFact::CompareKinds {
                operation: "==".into(),
                left: self.text(&left.ty),
                right: self.text(&right.ty),
                left_span: left.span,
            };
            self.report(right.span, fact);
        }
    }

    fn same_scalars(&mut self, left: &Type, right: &Type) -> bool {
        match (left, right) {
            (Type::Array(a, _), Type::Array(b, _)) => self.join_scalars(*a, *b).is_ok(),
            (Type::Tuple(a), Type::Tuple(b)) => {
                a.len() == b.len() && a.iter().zip(b).all(|(x, y)| self.same_scalars(x, y))
            }
            (Type::Tuple(_), Type::Array(..) | Type::Empty)
            | (Type::Array(..) | Type::Empty, Type::Tuple(_)) => false,
            _ => true,
        }
    }
}
