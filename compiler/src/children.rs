//! The direct children of a typed expression, for walks over a body.

use crate::typed::{Each, Elements, ExprId, Kind, Pattern, Slot, Source, Subscript};

impl Kind {
    /// Calls `visit` with each expression directly inside this one, in the order in which they are evaluated.
    pub fn for_each_child(&self, visit: &mut impl FnMut(ExprId)) {
        match self {
            Kind::Error
            | Kind::Number(_)
            | Kind::Token(_)
            | Kind::Text(_)
            | Kind::Codes(_)
            | Kind::Param(_)
            | Kind::Local(_)
            | Kind::Const(_) => {}
            Kind::Sum(terms) => terms.iter().for_each(|(_, term)| visit(*term)),
            Kind::Product(factors) => factors.iter().for_each(|(_, factor)| visit(*factor)),
            Kind::Neg(a)
            | Kind::Not(a)
            | Kind::ArgMax(a, _)
            | Kind::Sign(a)
            | Kind::Sqrt(a)
            | Kind::Abs(a)
            | Kind::Len(a)
            | Kind::Indices(a)
            | Kind::Width(a)
            | Kind::Floor(a)
            | Kind::Ceil(a)
            | Kind::FloorLog2(a)
            | Kind::CeilLog2(a) => visit(*a),
            Kind::Power(a, b) | Kind::Lookup(a, b) | Kind::Select(a, b, ..) => {
                visit(*a);
                visit(*b);
            }
            Kind::Compare(first, pairs) => {
                visit(*first);
                pairs.iter().for_each(|(_, _, right)| visit(*right));
            }
            Kind::And(list) | Kind::Or(list) | Kind::Array(list) | Kind::Tuple(list) | Kind::Concat(list) => {
                list.iter().copied().for_each(visit);
            }
            Kind::If(a, b, c) => [*a, *b, *c].into_iter().for_each(visit),
            Kind::Match { subject, arms, .. } => {
                visit(*subject);
                arms.iter().copied().for_each(visit);
            }
            Kind::Comprehension(each, element) => {
                each.iter().for_each(|each| each.for_each_child(visit));
                visit(*element);
            }
            Kind::Typed(value, dims) => {
                visit(*value);
                dims.iter().copied().for_each(visit);
            }
            Kind::Block(lets, result) => {
                lets.iter().for_each(|(_, value)| visit(*value));
                visit(*result);
            }
            Kind::Loop { start, each, body, .. } => {
                visit(*start);
                each.for_each_child(visit);
                visit(*body);
            }
            Kind::Index(base, subscripts) => {
                visit(*base);
                subscripts.iter().for_each(|subscript| subscript.for_each_child(visit));
            }
            Kind::Call { sizes, args, .. } => sizes.iter().chain(args).copied().for_each(visit),
            Kind::Generate { sizes, start, steps, more, .. } => {
                sizes.iter().chain([start, steps]).chain(more).copied().for_each(visit);
            }
            Kind::Reduce(_, elements, default) => {
                match elements {
                    Elements::Array(array) => visit(*array),
                    Elements::Generator { each, element, filter } => {
                        each.iter().for_each(|each| each.for_each_child(visit));
                        filter.iter().copied().for_each(&mut *visit);
                        visit(*element);
                    }
                }
                default.iter().copied().for_each(visit);
            }
            Kind::Aggregate(selector, values, default) => {
                visit(*selector);
                visit(*values);
                default.iter().copied().for_each(visit);
            }
            Kind::Pick { selector, values, default, .. } => {
                visit(*selector);
                visit(*values);
                default.iter().copied().for_each(visit);
            }
        }
    }

    /// The children in order.
    pub fn children(&self) -> Vec<ExprId> {
        let mut children = Vec::new();
        self.for_each_child(&mut |child| children.push(child));
        children
    }
}

impl Each {
    /// Calls `visit` with the ends of the range, or the array.
    pub fn for_each_child(&self, visit: &mut impl FnMut(ExprId)) {
        match &self.source {
            Source::Range(start, end, _) => {
                visit(*start);
                visit(*end);
            }
            Source::Array(array) => visit(*array),
        }
    }
}

impl Subscript {
    /// Calls `visit` with the position, or the ends that are written.
    pub fn for_each_child(&self, visit: &mut impl FnMut(ExprId)) {
        match self {
            Subscript::At(at) => visit(*at),
            Subscript::Slice { start, end, .. } => start.iter().chain(end).copied().for_each(visit),
        }
    }
}

impl Pattern {
    /// Calls `visit` with each local that it binds, from left to right. A tuple has a bounded number of parts, so this
    /// recursion is bounded.
    pub fn for_each_slot(&self, visit: &mut impl FnMut(Slot)) {
        match self {
            Pattern::Slot(slot) => visit(*slot),
            Pattern::Discard => {}
            Pattern::Tuple(parts) => parts.iter().for_each(|part| part.for_each_slot(visit)),
        }
    }
}
