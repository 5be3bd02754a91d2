//! Tests: what they are quantified over, and their bodies.
//!
//! The quantified sizes are parameters of the body, as those of a family are, and the quantified inputs are wires.
//! Each may speak of the sizes that stand before it.

use std::collections::HashMap;

use circ_grammar::tree::{self, CompareOp, ExprKind, Over, Span, Tree};

use super::body::{Cx, Typed};
use super::items::Items;
use super::scope::Local;
use crate::diagnostics::{Diagnostic, Fact, NameFact, StageFact, TypeFact};
use crate::program::{Input, Test, TestCheck, TestSize, TypeAt};
use crate::size::Size;
use crate::typed::{Kind, Slot, Source};
use crate::types::{Scalar, Stage, Type};

/// Checks one test, or an expression that stands as one for its value to be `asked` for.
pub(super) fn check(
    tree: &Tree,
    items: &Items<'_>,
    test: &tree::Test,
    asked: bool,
    diagnostics: &mut Vec<Diagnostic>,
) -> Test {
    let sizes = test.over.iter().filter_map(|over| match over {
        Over::Each(each) => Some(each.name.text.clone()),
        Over::Input(_) => None,
    });
    let names: Vec<String> = sizes.collect();
    let mut cx = Cx::new(tree, items.seen_from(0), &[], &[]);
    let (sizes, inputs) = cx.quantifiers(&test.over, &names);
    let check = if asked {
        let value = cx.expr(test.body);
        cx.body.result = Some(value.id);
        TestCheck::Asked
    } else {
        cx.test_body(test.body)
    };
    cx.finish();
    diagnostics.append(&mut cx.diagnostics);
    let quantifiers = match test.over.as_slice() {
        [] => test.name_span,
        [first, .., last] => cx.over_span(first).to(cx.over_span(last)),
        [only] => cx.over_span(only),
    };
    Test { name: test.name.clone(), span: test.name_span, quantifiers, sizes, inputs, check, body: cx.body }
}

/// The name that a quantifier gives.
fn quantified(over: &Over) -> &tree::Name {
    match over {
        Over::Each(each) => &each.name,
        Over::Input(input) => &input.name,
    }
}

impl<'a> Cx<'a> {
    /// What a test is quantified over, in two lists: sizes depend on sizes alone. Afterwards the sizes and the inputs
    /// are in scope.
    fn quantifiers(&mut self, over: &[Over], names: &'a [String]) -> (Vec<TestSize>, Vec<Input>) {
        let mut seen: HashMap<&str, Span> = HashMap::new();
        for name in over.iter().map(quantified).filter(|name| name.text != "_") {
            if let Some(first) = seen.insert(&name.text, name.span) {
                self.report(name.span, NameFact::DefinedTwice { name: name.text.clone(), first });
            }
        }
        // The first slots belong to the inputs, and what the ranges bind comes after them.
        let mut slots: Vec<Slot> = Vec::new();
        for over in over {
            if let Over::Input(input) = over {
                slots.push(self.slot(&input.name.text, input.name.span));
            }
        }
        let (mut sizes, mut inputs) = (Vec::new(), Vec::new());
        for quantifier in over {
            let before = self.diagnostics.len();
            match quantifier {
                Over::Each(each) => {
                    let source = self.quantified_source(each);
                    let end = self.end_text(&each.source);
                    sizes.push(TestSize { name: each.name.text.clone(), source, end });
                    self.params = names.get(..sizes.len()).unwrap_or_default();
                }
                Over::Input(input) => inputs.push(self.quantified_input(input)),
            }
            self.too_early(before, over);
        }
        // The inputs are bound after the types, which speak of sizes alone.
        for (input, slot) in inputs.iter().zip(slots) {
            let (name, ty) = (input.name.clone(), input.ty.ty.clone());
            self.scope.enter(Local { name, slot, ty, stage: Stage::Wire, value: None });
        }
        (sizes, inputs)
    }

    /// What a quantified size goes through: static natural numbers.
    fn quantified_source(&mut self, each: &tree::Each) -> Source {
        let name = &each.name.text;
        match &each.source {
            tree::Source::Range(range) => {
                let start = self.static_number(range.start, "an end of a range");
                let end = self.static_number(range.end, "an end of a range");
                let constant = |end: &Typed| end.value.as_ref().and_then(Size::as_constant);
                if let (Some(from), Some(to)) = (constant(&start), constant(&end))
                    && from.is_integer()
                    && from.signum() < 0
                    && (from < to || range.inclusive && from == to)
                {
                    let fact = StageFact::NotNatural { role: "a quantified size", found: from.to_string() };
                    self.report(start.span, fact);
                }
                Source::Range(start.id, end.id, range.inclusive)
            }
            tree::Source::Array(array) => {
                let array = self.expr(*array);
                match self.resolved(&array.ty) {
                    Type::Error | Type::Empty => {}
                    Type::Array(Scalar::Num | Scalar::Error, dims) if dims.len() == 1 => {
                        if array.stage == Stage::Wire {
                            self.report(array.span, StageFact::NotStatic { role: "a quantified size" });
                        }
                    }
                    found @ Type::Array(Scalar::Num, _) if found.rank() == Some(0) => {
                        self.report(array.span, TypeFact::NotIterable { found: self.text(&found) });
                    }
                    found => {
                        self.report(array.span, TypeFact::QuantifiedSizes { found: self.text(&found) });
                        // The body takes it for what was meant, and has no errors for that.
                        self.bind(name, each.name.span, Type::Error, Stage::Static, None);
                    }
                }
                Source::Array(array.id)
            }
        }
    }

    /// How a range goes on behind its start, where that is a number.
    fn end_text(&self, source: &tree::Source) -> Option<String> {
        let tree::Source::Range(range) = source else { return None };
        let end = self.short_text(range.end, true);
        let short = matches!(self.syntax(range.start).kind, ExprKind::Number(_)) && !end.contains('…');
        short.then(|| format!("{}{end}", if range.inclusive { "..=" } else { ".." }))
    }

    /// A quantified input: finitely many values at each size.
    fn quantified_input(&mut self, input: &tree::Input) -> Input {
        let name = input.name.text.clone();
        let (mut ty, dims) = self.ty(&input.ty);
        match ty {
            Type::Tuple(_) => {
                self.report(input.ty.span, TypeFact::TupleInput { name: name.clone() });
                ty = Type::Error;
            }
            Type::Array(Scalar::Num, _) => {
                self.report(input.ty.span, TypeFact::QuantifiedNumber { name: name.clone() });
            }
            _ => {}
        }
        Input { name, ty: TypeAt::new(ty, dims), span: input.name.span }
    }

    /// Says of names that were not found, but are quantified in the same list, why they are not known yet.
    fn too_early(&mut self, before: usize, over: &[Over]) {
        for diagnostic in &mut self.diagnostics[before..] {
            let Fact::Name(NameFact::UnknownName { name, .. }) = &diagnostic.fact else { continue };
            let Some(known) = over.iter().find(|over| quantified(over).text == *name) else { continue };
            diagnostic.fact = Fact::Type(TypeFact::QuantifiedTooEarly {
                name: name.clone(),
                input: matches!(known, Over::Input(_)),
                at: quantified(known).span,
            });
        }
    }

    /// Where a quantifier stands.
    fn over_span(&self, over: &Over) -> Span {
        match over {
            Over::Input(input) => input.name.span.to(input.ty.span),
            Over::Each(each) => each.name.span.to(match &each.source {
                tree::Source::Range(range) => range.span,
                tree::Source::Array(array) => self.syntax(*array).span,
            }),
        }
    }

    /// The body of a test. The outermost `==` compares whole values, so its sides may be tuples, or arrays whose
    /// lengths differ (the test then fails); any other `==` is elementwise.
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

    /// Reports sides that can never be the same value, at whatever sizes.
    fn same_kind(&mut self, left: &Typed, right: &Typed) {
        let texts = |cx: &Self| (cx.text(&left.ty), cx.text(&right.ty));
        if !same_ranks(&left.ty, &right.ty) {
            let (left_text, right_text) = texts(self);
            let meant = self.meant_in_test(right).or_else(|| self.meant_in_test(left));
            let fact =
                TypeFact::NeverSame { left: left_text, right: right_text, left_span: left.span, meant };
            self.report(right.span, fact);
            // A literal of the wrong kind is not looked for in an alphabet too.
            self.give_up_tokens(&left.ty);
            self.give_up_tokens(&right.ty);
        } else if !self.same_scalars(&left.ty, &right.ty) {
            let (left_text, right_text) = texts(self);
            let fact = TypeFact::CompareKinds {
                operation: "==".into(),
                left: left_text,
                right: right_text,
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

/// Whether two values may have the same number of dimensions; `[]` has any but none.
fn same_ranks(left: &Type, right: &Type) -> bool {
    match (left, right) {
        (Type::Array(_, a), Type::Array(_, b)) => a.len() == b.len(),
        (Type::Array(_, dims), Type::Empty) | (Type::Empty, Type::Array(_, dims)) => !dims.is_empty(),
        (Type::Tuple(a), Type::Tuple(b)) => a.iter().zip(b).all(|(x, y)| same_ranks(x, y)),
        _ => true,
    }
}
