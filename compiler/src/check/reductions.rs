//! Reductions: what they take, and what they give.

use circ_grammar::tree::{self, Span};

use super::body::{Cx, Typed};
use crate::diagnostics::TypeFact;
use crate::size::Size;
use crate::typed::{Elements, Kind, Reduction};
use crate::types::{Scalar, Stage, Type};

impl Cx<'_> {
    /// Whether a reduction can take elements of this type, which is a scalar or an array.
    fn reducible(&mut self, reduction: Reduction, element: &Typed) -> bool {
        match reduction {
            Reduction::All | Reduction::Any | Reduction::Count => self.boolean(element, reduction.name()),
            _ => self.numeric(element, reduction.name()),
        }
    }

    fn reduced_type(reduction: Reduction) -> Type {
        match reduction {
            Reduction::All | Reduction::Any => Type::BOOL,
            _ => Type::NUM,
        }
    }

    pub(super) fn reduce_array(&mut self, reduction: Reduction, values: &[Typed], span: Span) -> Typed {
        let mut sound = true;
        for value in values {
            sound &= self.reducible(reduction, value);
        }
        if !sound {
            return self.error(span);
        }
        let refs: Vec<&Typed> = values.iter().collect();
        let stage = Self::stage_of(&refs);
        let scalars = matches!(reduction, Reduction::Max | Reduction::Min)
            && values.iter().all(|v| v.ty.rank() == Some(0));
        let array = if scalars {
            let dims = vec![Some(Size::natural(values.len() as u64))];
            self.push(
                Kind::Array(values.iter().map(|v| v.id).collect()),
                Type::Array(Scalar::Num, dims),
                stage,
                span,
            )
        } else if let [value] = values {
            if value.ty.rank() == Some(0) {
                let fact = TypeFact::ReductionOfScalar {
                    name: reduction.name().to_string(),
                    found: self.text(&value.ty),
                };
                return self.fail(value.span, fact);
            }
            value.clone()
        } else {
            let fact = TypeFact::MaxOfArrays { name: reduction.name().to_string() };
            return self.fail(span, fact);
        };
        let kind = Kind::Reduce(reduction, Elements::Array(array.id), None);
        self.push(kind, Self::reduced_type(reduction), stage, span)
    }

    pub(super) fn reduce_generator(
        &mut self,
        reduction: Reduction,
        generator: &tree::Generator,
        span: Span,
    ) -> Typed {
        let (each, mut sound, element, filter, default) = {
            let depth = self.scope.depth();
            let (each, _, _, sound) = self.bindings(&generator.each);
            let filter = generator.filter.map(|f| self.expr(f));
            let decides = filter.as_ref().is_some_and(|f| f.stage == Stage::Static);
            let element = self.under(decides, |cx| cx.expr(generator.element));
            self.scope.leave(depth);
            let default = generator.default.map(|d| self.expr(d));
            (each, sound, element, filter, default)
        };
        if element.ty == Type::Error || !sound {
            return self.error(span);
        }
        sound &= self.reducible(reduction, &element);
        let mut stage = element.stage;
        if let Some(filter) = &filter {
            stage = stage.max(filter.stage);
            sound &= self.boolean(filter, "the filter");
            if filter.ty.rank().is_some_and(|rank| rank > 0) && sound {
                let found = self.text(&filter.ty);
                self.report(
                    filter.span,
                    TypeFact::FilterIsArray { found, meant: self.one_token_within(filter) },
                );
                sound = false;
            }
        }
        let bounds = matches!(reduction, Reduction::Max | Reduction::Min);
        if let Some(default) = &default {
            stage = stage.max(default.stage);
            if !bounds {
                self.report(default.span, TypeFact::DefaultNotTaken { name: reduction.name().to_string() });
                sound = false;
            } else if sound {
                sound &= self.expect(default, &Type::NUM, "the default after `else`");
            }
        } else if bounds
            && let Some(filter) = &filter
            && filter.stage == Stage::Wire
        {
            self.report(filter.span, TypeFact::DefaultNeeded { name: reduction.name().to_string() });
            sound = false;
        }
        if !sound {
            return self.error(span);
        }
        let elements = Elements::Generator { each, element: element.id, filter: filter.map(|f| f.id) };
        let kind = Kind::Reduce(reduction, elements, default.map(|d| d.id));
        self.push(kind, Self::reduced_type(reduction), stage, span)
    }
}
