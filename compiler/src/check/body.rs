//! The state in which one body is checked: its scope, its arena, its open token types.

use std::collections::HashMap;

use circ_grammar::tree::{self, Span, Tree};

use super::items::View;
use super::scope::{Local, Scope};
use crate::diagnostics::{Diagnostic, Fact};
use crate::size::Size;
use crate::typed::{Body, Expr, ExprId, Kind, Slot};
use crate::types::{Scalar, Stage, Type, TypeNames};

/// A checked expression: its node, and what its parent asks of it.
#[derive(Clone, Debug)]
pub(super) struct Typed {
    pub(super) id: ExprId,
    pub(super) ty: Type,
    pub(super) stage: Stage,
    pub(super) value: Option<Size>,
    pub(super) span: Span,
}

/// The type of token literals whose alphabet is still open.
#[derive(Clone, Debug, Default)]
pub(super) struct TokenVar {
    /// What it turned out to be: an alphabet, or another variable.
    pub(super) link: Option<Scalar>,
    /// The literals that have this type.
    pub(super) tokens: Vec<(String, Span)>,
}

/// Everything that checking one body reads and writes.
pub(super) struct Cx<'a> {
    pub(super) tree: &'a Tree,
    pub(super) items: View<'a, 'a>,
    /// The size parameters in scope: of a family, or quantified in a test; none in a constant.
    pub(super) params: &'a [String],
    /// The names that stand for scalar types.
    pub(super) generics: &'a [String],
    /// The constant whose value is checked, where it is one.
    pub(super) constant: Option<&'a str>,
    pub(super) diagnostics: Vec<Diagnostic>,
    pub(super) body: Body,
    pub(super) scope: Scope,
    pub(super) vars: Vec<TokenVar>,
    /// How many static conditions enclose the expression: under one, shapes are judged at each n.
    pub(super) conditional: u32,
    /// The `where` sets sizes equal: shapes that differ as polynomials may then be the same.
    pub(super) equated: bool,
    /// Whether a size of a type is being checked.
    pub(super) in_size: bool,
    /// How many unknown names were compared with those in scope.
    pub(super) unknown: u32,
    /// What the state of each loop came to, so that checking an outer loop again does not start from nothing.
    pub(super) states: HashMap<tree::ExprId, (Type, Stage)>,
}

impl<'a> Cx<'a> {
    pub(super) fn new(
        tree: &'a Tree,
        items: View<'a, 'a>,
        params: &'a [String],
        generics: &'a [String],
    ) -> Self {
        Cx {
            tree,
            items,
            params,
            generics,
            constant: None,
            diagnostics: Vec::new(),
            body: Body::default(),
            scope: Scope::default(),
            vars: Vec::new(),
            conditional: 0,
            equated: false,
            in_size: false,
            unknown: 0,
            states: HashMap::new(),
        }
    }

    pub(super) fn report(&mut self, span: Span, fact: impl Into<Fact>) {
        self.diagnostics.push(Diagnostic::new(span, fact));
    }

    pub(super) fn names(&self) -> TypeNames<'_> {
        TypeNames { alphabets: &self.items.alphabets, generics: self.generics, params: self.params }
    }

    /// The text of a type as it is known by now.
    pub(super) fn text(&self, ty: &Type) -> String {
        self.names().ty(&self.resolved(ty))
    }

    /// Adds a node.
    pub(super) fn push(&mut self, kind: Kind, ty: Type, stage: Stage, span: Span) -> Typed {
        self.push_valued(kind, ty, stage, None, span)
    }

    /// Adds a node whose value is known as a polynomial.
    pub(super) fn push_valued(
        &mut self,
        kind: Kind,
        ty: Type,
        stage: Stage,
        value: Option<Size>,
        span: Span,
    ) -> Typed {
        let value = if stage == Stage::Static && ty.rank() == Some(0) { value } else { None };
        let id = ExprId(self.body.exprs.len() as u32);
        self.body.exprs.push(Expr { kind, ty: ty.clone(), stage, value: value.clone(), span });
        Typed { id, ty, stage, value, span }
    }

    /// A node for what was reported already. It is static so that it offends nobody.
    pub(super) fn error(&mut self, span: Span) -> Typed {
        self.push(Kind::Error, Type::Error, Stage::Static, span)
    }

    /// Reports, and gives the node for it.
    pub(super) fn fail(&mut self, span: Span, fact: impl Into<Fact>) -> Typed {
        self.report(span, fact);
        self.error(span)
    }

    /// A fresh slot.
    pub(super) fn slot(&mut self, name: &str, span: Span) -> Slot {
        let slot = Slot(self.body.slots);
        self.body.slots += 1;
        self.body.slot_names.push(name.to_string());
        self.body.slot_spans.push(span);
        slot
    }

    /// Brings a local into scope; the span is that of its name where it is bound.
    pub(super) fn bind(
        &mut self,
        name: &str,
        span: Span,
        ty: Type,
        stage: Stage,
        value: Option<Size>,
    ) -> Slot {
        let slot = self.slot(name, span);
        self.scope.enter(Local { name: name.to_string(), slot, ty, stage, value });
        slot
    }

    /// Checks in a scope of its own: what is bound inside is gone after it.
    pub(super) fn scoped<T>(&mut self, check: impl FnOnce(&mut Self) -> T) -> T {
        let depth = self.scope.depth();
        let result = check(self);
        self.scope.leave(depth);
        result
    }

    /// Checks under a static condition, where the flag says that there is one.
    pub(super) fn under<T>(&mut self, condition: bool, check: impl FnOnce(&mut Self) -> T) -> T {
        self.conditional += u32::from(condition);
        let result = check(self);
        self.conditional -= u32::from(condition);
        result
    }

    /// The node's syntax.
    pub(super) fn syntax(&self, id: tree::ExprId) -> &'a tree::Expr {
        &self.tree[id]
    }
}
