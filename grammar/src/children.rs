//! The direct children of an expression, for walks over a tree.

use crate::tree::{
    Arg, Args, Each, Expr, ExprId, ExprKind, Generator, Let, Source, Subscript, Type, TypeKind,
};

impl Expr {
    /// Calls `visit` with each expression directly inside this one, in source order, those in the types and
    /// bindings of a block included.
    pub fn for_each_child(&self, visit: &mut impl FnMut(ExprId)) {
        self.kind.for_each_child(visit);
    }
}

impl ExprKind {
    /// Calls `visit` with each expression directly inside this one, in source order.
    pub fn for_each_child(&self, visit: &mut impl FnMut(ExprId)) {
        match self {
            ExprKind::Error
            | ExprKind::Number(_)
            | ExprKind::Name(_)
            | ExprKind::Bool(_)
            | ExprKind::Token(_)
            | ExprKind::String(_) => {}
            ExprKind::Or(list) | ExprKind::And(list) | ExprKind::Tuple(list) | ExprKind::Array(list) => {
                list.iter().copied().for_each(visit);
            }
            ExprKind::Not(a) | ExprKind::Neg(a) => visit(*a),
            ExprKind::Compare(first, rest) => chain(*first, rest, visit),
            ExprKind::Sum(first, rest) => chain(*first, rest, visit),
            ExprKind::Product(first, rest) => chain(*first, rest, visit),
            ExprKind::Power(a, b) => {
                visit(*a);
                visit(*b);
            }
            ExprKind::Call { callee, args } => {
                visit(*callee);
                match args {
                    Args::List(args) => args.iter().for_each(|arg| match arg {
                        Arg::Expr(e) => visit(*e),
                        Arg::Op(..) => {}
                    }),
                    Args::Generator(generator) => of_generator(generator, visit),
                }
            }
            ExprKind::Index { base, subscripts } => {
                visit(*base);
                for subscript in subscripts {
                    match subscript {
                        Subscript::At(e) => visit(*e),
                        Subscript::Slice { start, end, .. } => {
                            start.iter().chain(end).for_each(|e| visit(*e));
                        }
                    }
                }
            }
            ExprKind::Comprehension(generator) => of_generator(generator, visit),
            ExprKind::Block { lets, result } => {
                lets.iter().for_each(|one| of_let(one, visit));
                visit(*result);
            }
            ExprKind::If { condition, then, otherwise } => {
                visit(*condition);
                visit(*then);
                visit(*otherwise);
            }
            ExprKind::Match { subject, arms } => {
                visit(*subject);
                arms.iter().for_each(|arm| visit(arm.value));
            }
            ExprKind::Loop { start, each, body, .. } => {
                visit(*start);
                of_each(each, visit);
                visit(*body);
            }
        }
    }
}

fn chain<Op>(first: ExprId, rest: &[(Op, ExprId)], visit: &mut impl FnMut(ExprId)) {
    visit(first);
    rest.iter().for_each(|(_, e)| visit(*e));
}

fn of_generator(generator: &Generator, visit: &mut impl FnMut(ExprId)) {
    visit(generator.element);
    generator.each.iter().for_each(|each| of_each(each, visit));
    generator.filter.iter().chain(&generator.default).for_each(|e| visit(*e));
}

fn of_each(each: &Each, visit: &mut impl FnMut(ExprId)) {
    match &each.source {
        Source::Range(range) => {
            visit(range.start);
            visit(range.end);
        }
        Source::Array(e) => visit(*e),
    }
}

fn of_let(one: &Let, visit: &mut impl FnMut(ExprId)) {
    if let Some(ty) = &one.ty {
        of_type(ty, visit);
    }
    visit(one.value);
}

/// Types nest no deeper than brackets do, so this recursion is bounded.
pub(crate) fn of_type(ty: &Type, visit: &mut impl FnMut(ExprId)) {
    match &ty.kind {
        TypeKind::Array { dims, .. } => dims.iter().flatten().for_each(|e| visit(*e)),
        TypeKind::Tuple(types) => types.iter().for_each(|ty| of_type(ty, visit)),
    }
}
