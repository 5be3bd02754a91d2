//! Arithmetic, comparison, logic, `if` and `match`.

use circ_grammar::tree::{self, CompareOp, ProductOp, Span, SumOp};
use circ_runtime::Num;

use super::body::{Cx, Typed};
use crate::diagnostics::{NameFact, StageFact, TypeFact};
use crate::size::Size;
use crate::typed::Kind;
use crate::types::{Scalar, Stage, Type};

impl Cx<'_> {
    /// Whether the operand is a number or bool, or an array of them; reports where it is not.
    pub(super) fn numeric(&mut self, operand: &Typed, operation: &str) -> bool {
        match self.resolved(&operand.ty) {
            Type::Array(Scalar::Num | Scalar::Bool | Scalar::Error, _) | Type::Empty => true,
            Type::Error => false,
            found => {
                let (operation, text) = (operation.to_string(), self.text(&found));
                let fact = match found {
                    Type::Tuple(_) => TypeFact::TupleOperand { operation, found: text },
                    _ => TypeFact::NotNumeric { operation, found: text, token: self.token_of(&operand.ty) },
                };
                self.report(operand.span, fact);
                false
            }
        }
    }

    /// Whether the operand is a bool or an array of them; reports where it is not.
    pub(super) fn boolean(&mut self, operand: &Typed, operation: &str) -> bool {
        match self.resolved(&operand.ty) {
            Type::Array(Scalar::Bool | Scalar::Error, _) | Type::Empty => true,
            Type::Error => false,
            found => {
                let (operation, text) = (operation.to_string(), self.text(&found));
                let fact = match found {
                    Type::Tuple(_) => TypeFact::TupleOperand { operation, found: text },
                    _ => TypeFact::NotBoolean { operation, found: text, token: self.token_of(&operand.ty) },
                };
                self.report(operand.span, fact);
                false
            }
        }
    }

    pub(super) fn sum(&mut self, first: tree::ExprId, rest: &[(SumOp, tree::ExprId)], span: Span) -> Typed {
        let mut terms = vec![(SumOp::Add, self.expr(first))];
        for (op, term) in rest {
            terms.push((*op, self.expr(*term)));
        }
        let mut sound = true;
        for (at, (op, term)) in terms.iter().enumerate() {
            let op = if at == 0 { rest.first().map_or(SumOp::Add, |(op, _)| *op) } else { *op };
            sound &= self.numeric(term, if op == SumOp::Sub { "-" } else { "+" });
        }
        let operands: Vec<&Typed> = terms.iter().map(|(_, t)| t).collect();
        let stage = Self::stage_of(&operands);
        let dims = if sound { self.spread(&operands, "+ and -") } else { Err(()) };
        let Ok(dims) = dims else { return self.error(span) };
        let value = terms.iter().try_fold(Size::default(), |sum, (op, term)| {
            let term = term.value.as_ref()?;
            if *op == SumOp::Add { sum.add(term) } else { sum.sub(term) }
        });
        let kind = Kind::Sum(terms.iter().map(|(op, t)| (*op, t.id)).collect());
        self.push_valued(kind, Type::Array(Scalar::Num, dims), stage, value, span)
    }

    pub(super) fn product(
        &mut self,
        first: tree::ExprId,
        rest: &[(ProductOp, tree::ExprId)],
        span: Span,
    ) -> Typed {
        let mut factors = vec![(ProductOp::Mul, self.expr(first))];
        for (op, factor) in rest {
            factors.push((*op, self.expr(*factor)));
        }
        let mut sound = true;
        let mut static_so_far = true;
        for at in 0..factors.len() {
            let (op, factor) = factors[at].clone();
            let name = match if at == 0 { rest[0].0 } else { op } {
                ProductOp::Mul => "*",
                ProductOp::Div => "/",
                ProductOp::Rem => "%",
            };
            sound &= self.numeric(&factor, name);
            match op {
                ProductOp::Mul => {}
                ProductOp::Div => sound &= self.divisor(&factor, "/"),
                ProductOp::Rem => {
                    sound &= self.divisor(&factor, "%");
                    if !static_so_far {
                        let until = factors[0].1.span.to(factors[at - 1].1.span);
                        let modulus = factor.value.as_ref().map(|value| value.text(self.params));
                        let fact = StageFact::RemainderOfWire { modulus, size: self.params.first().cloned() };
                        self.report(until, fact);
                        sound = false;
                    }
                }
            }
            static_so_far &= factor.stage == Stage::Static;
        }
        let operands: Vec<&Typed> = factors.iter().map(|(_, t)| t).collect();
        let stage = Self::stage_of(&operands);
        let dims = if sound { self.spread(&operands, "*, / and %") } else { Err(()) };
        let Ok(dims) = dims else { return self.error(span) };
        let value = factors.iter().try_fold(Size::natural(1), |product, (op, factor)| {
            let factor = factor.value.as_ref()?;
            match op {
                ProductOp::Mul => product.mul(factor),
                ProductOp::Div => product.scale(&factor.as_constant()?.recip()?).bounded(),
                ProductOp::Rem => product.rem(factor.as_constant()?.to_u32()?),
            }
        });
        let kind = Kind::Product(factors.iter().map(|(op, t)| (*op, t.id)).collect());
        self.push_valued(kind, Type::Array(Scalar::Num, dims), stage, value, span)
    }

    /// A divisor is static, and not the constant 0.
    fn divisor(&mut self, divisor: &Typed, operation: &str) -> bool {
        if divisor.stage == Stage::Wire {
            self.report(divisor.span, StageFact::WireDivisor { operation: operation.to_string() });
            return false;
        }
        if divisor.value.as_ref().and_then(Size::as_constant).is_some_and(|v| v.is_zero()) {
            self.report(divisor.span, StageFact::DivisionByZero { operation: operation.to_string() });
            return false;
        }
        true
    }

    pub(super) fn negation(&mut self, operand: tree::ExprId, span: Span) -> Typed {
        let operand = self.expr(operand);
        if !self.numeric(&operand, "-") {
            return self.error(span);
        }
        let Ok(dims) = self.spread(&[&operand], "-") else { return self.error(span) };
        let value = operand.value.as_ref().map(|v| v.scale(&Num::MINUS_ONE));
        self.push_valued(Kind::Neg(operand.id), Type::Array(Scalar::Num, dims), operand.stage, value, span)
    }

    pub(super) fn power(&mut self, base: tree::ExprId, exponent: tree::ExprId, span: Span) -> Typed {
        let base = self.expr(base);
        let exponent = self.expr(exponent);
        let mut sound = self.numeric(&base, "^") & self.numeric(&exponent, "^");
        if sound && exponent.stage == Stage::Wire {
            self.report(exponent.span, StageFact::WireExponent);
            sound = false;
        }
        let constant = exponent.value.as_ref().and_then(Size::as_constant);
        if let Some(constant) = &constant
            && sound
            && (!constant.is_integer() || (constant.signum() < 0 && base.stage == Stage::Wire))
        {
            let found = constant.to_string();
            let root_of = base.value.as_ref().filter(|_| found == "1/2").map(|value| value.text(self.params));
            self.report(exponent.span, StageFact::ExponentNotNatural { found, root_of });
            sound = false;
        }
        let dims = if sound { self.spread(&[&base, &exponent], "^") } else { Err(()) };
        let Ok(dims) = dims else { return self.error(span) };
        let value = match (&base.value, constant.and_then(|c| c.to_u32())) {
            (Some(value), Some(exponent)) => value.pow(exponent),
            _ => None,
        };
        let stage = Self::stage_of(&[&base, &exponent]);
        self.push_valued(
            Kind::Power(base.id, exponent.id),
            Type::Array(Scalar::Num, dims),
            stage,
            value,
            span,
        )
    }

    pub(super) fn compare(
        &mut self,
        first: tree::ExprId,
        rest: &[(CompareOp, tree::ExprId)],
        span: Span,
    ) -> Typed {
        let reported = self.diagnostics.len();
        let mut operands = vec![self.expr(first)];
        let mut pairs = Vec::new();
        let mut sound = true;
        for (op, right) in rest {
            let right = self.expr(*right);
            let left = operands.last().cloned().unwrap_or_else(|| right.clone());
            match self.comparable(&left, *op, &right) {
                Some(scalar) => pairs.push((*op, scalar, right.id)),
                None => sound = false,
            }
            operands.push(right);
        }
        self.tokens_meant(reported, &operands);
        self.check_chain(rest, &operands, span);
        let refs: Vec<&Typed> = operands.iter().collect();
        let stage = Self::stage_of(&refs);
        let dims = if sound { self.spread(&refs, rest[0].0.text()) } else { Err(()) };
        let Ok(dims) = dims else { return self.error(span) };
        self.push(Kind::Compare(operands[0].id, pairs), Type::Array(Scalar::Bool, dims), stage, span)
    }

    /// A chain runs one way, and `!=` does not chain.
    fn check_chain(&mut self, rest: &[(CompareOp, tree::ExprId)], operands: &[Typed], span: Span) {
        use CompareOp::{Ge, Gt, Le, Lt, Ne};
        if rest.len() < 2 {
            return;
        }
        let has = |ops: &[CompareOp]| rest.iter().any(|(op, _)| ops.contains(op));
        if has(&[Ne]) {
            let bool = |operand: &Typed| matches!(self.resolved(&operand.ty), Type::Array(Scalar::Bool, _));
            let bools = rest.iter().all(|(op, _)| *op == Ne) && operands.iter().all(bool);
            self.report(span, TypeFact::ChainOfNotEqual { bools });
        } else if has(&[Lt, Le]) && has(&[Gt, Ge]) {
            self.report(span, TypeFact::ChainBothWays);
        }
    }

    /// The type in which two elements are compared; reports where they can't be.
    pub(super) fn comparable(&mut self, left: &Typed, op: CompareOp, right: &Typed) -> Option<Scalar> {
        let scalar_of = |cx: &Self, t: &Typed| match &t.ty {
            Type::Array(scalar, _) => Some(cx.find(*scalar)),
            Type::Empty => Some(Scalar::Error),
            Type::Error | Type::Tuple(_) => None,
        };
        if let Type::Tuple(_) = left.ty {
            self.report(
                left.span,
                TypeFact::TupleOperand { operation: op.text().into(), found: self.text(&left.ty) },
            );
            return None;
        }
        if let Type::Tuple(_) = right.ty {
            self.report(
                right.span,
                TypeFact::TupleOperand { operation: op.text().into(), found: self.text(&right.ty) },
            );
            return None;
        }
        let (a, b) = (scalar_of(self, left)?, scalar_of(self, right)?);
        let Ok(scalar) = self.join_scalars(a, b) else {
            let fact = TypeFact::CompareKinds {
                operation: op.text().to_string(),
                left: self.names().scalar(a),
                right: self.names().scalar(b),
                left_span: left.span,
            };
            self.report(right.span, fact);
            return None;
        };
        let ordered = !matches!(op, CompareOp::Eq | CompareOp::Ne);
        if ordered && !matches!(scalar, Scalar::Num | Scalar::Bool | Scalar::Error) {
            let fact =
                TypeFact::NotOrdered { operation: op.text().to_string(), found: self.names().scalar(scalar) };
            self.report(left.span.to(right.span), fact);
            return None;
        }
        Some(scalar)
    }

    /// `and`, or with the flag `or`. What follows a static operand stands under a condition.
    pub(super) fn logic(&mut self, operands: &[tree::ExprId], or: bool, span: Span) -> Typed {
        let name = if or { "or" } else { "and" };
        let mut checked: Vec<Typed> = Vec::new();
        let mut sound = true;
        let mut conditional = false;
        for operand in operands {
            let operand = self.under(conditional, |cx| cx.expr(*operand));
            conditional |= operand.stage == Stage::Static;
            sound &= self.boolean(&operand, name);
            checked.push(operand);
        }
        let refs: Vec<&Typed> = checked.iter().collect();
        let stage = Self::stage_of(&refs);
        let dims = if sound { self.spread(&refs, name) } else { Err(()) };
        let Ok(dims) = dims else { return self.error(span) };
        let ids = checked.iter().map(|c| c.id).collect();
        let kind = if or { Kind::Or(ids) } else { Kind::And(ids) };
        self.push(kind, Type::Array(Scalar::Bool, dims), stage, span)
    }

    pub(super) fn not(&mut self, operand: tree::ExprId, span: Span) -> Typed {
        let operand = self.expr(operand);
        if !self.boolean(&operand, "not") {
            return self.error(span);
        }
        let Ok(dims) = self.spread(&[&operand], "not") else { return self.error(span) };
        self.push(Kind::Not(operand.id), Type::Array(Scalar::Bool, dims), operand.stage, span)
    }

    pub(super) fn choice(
        &mut self,
        condition: tree::ExprId,
        then: tree::ExprId,
        otherwise: tree::ExprId,
        span: Span,
    ) -> Typed {
        let condition = self.expr(condition);
        let sound = self.boolean(&condition, "if");
        let scalar_condition = condition.ty.rank() == Some(0);
        let decides = condition.stage == Stage::Static && scalar_condition;
        let (a, b) = self.under(decides, |cx| (cx.expr(then), cx.expr(otherwise)));
        if !sound || a.ty == Type::Error || b.ty == Type::Error {
            return self.error(span);
        }
        // Branches of one shape; where a wire or an array chooses, scalars spread.
        let reported = self.diagnostics.len();
        let joined = self.under(decides, |cx| cx.join(&a.ty, &b.ty));
        let ty = match joined {
            // Only one of the branches is built: what they do not agree on is not known.
            Ok(ty) if decides => Some(agreed(&a.ty, &b.ty, ty)),
            Ok(ty) if scalar_condition => Some(ty),
            Ok(Type::Tuple(_)) | Err(_) if decides => None,
            _ => self.elementwise_choice(&condition, &a, &b),
        };
        let Some(ty) = ty else {
            if self.diagnostics.len() == reported {
                let fact = TypeFact::BranchesDiffer {
                    then: self.text(&a.ty),
                    otherwise: self.text(&b.ty),
                    then_span: a.span,
                };
                self.report(b.span, fact);
            }
            return self.error(span);
        };
        let stage = Self::stage_of(&[&condition, &a, &b]);
        self.push(Kind::If(condition.id, a.id, b.id), ty, stage, span)
    }

    fn elementwise_choice(&mut self, condition: &Typed, a: &Typed, b: &Typed) -> Option<Type> {
        let (Type::Array(x, _), Type::Array(y, _)) = (&a.ty, &b.ty) else { return None };
        let scalar = self.join_scalars(*x, *y).ok()?;
        let dims = self.spread(&[condition, a, b], "if").ok()?;
        Some(Type::Array(scalar, dims))
    }

    pub(super) fn matching(&mut self, subject: tree::ExprId, arms: &[tree::Arm], span: Span) -> Typed {
        let subject = self.expr(subject);
        let mut tokens = Vec::new();
        for arm in arms {
            tokens.extend(arm.tokens.iter().filter_map(|(t, at)| Some((t.clone()?, *at))));
        }
        let scalar = match self.resolved(&subject.ty) {
            Type::Array(scalar @ (Scalar::Alphabet(_) | Scalar::Var(_)), _) => Some(scalar),
            Type::Error => None,
            found => {
                self.report(subject.span, NameFact::MatchNeedsTokens { found: self.text(&found) });
                None
            }
        };
        let values: Vec<Typed> = arms.iter().map(|arm| self.expr(arm.value)).collect();
        if arms.is_empty() {
            return self.fail(span, NameFact::MatchEmpty);
        }
        let Some(scalar) = scalar else { return self.error(span) };
        let literals = self.token_var(tokens);
        if self.join_scalars(scalar, literals).is_err() {
            return self.error(span);
        }
        let mut ty: Option<Scalar> = None;
        let mut first: Option<&Typed> = None;
        for value in &values {
            let Type::Array(element, _) = value.ty else {
                if value.ty != Type::Error {
                    let found = self.text(&value.ty);
                    self.report(value.span, TypeFact::TupleOperand { operation: "match".into(), found });
                }
                return self.error(span);
            };
            match ty.map_or(Ok(element), |t| self.join_scalars(t, element)) {
                Ok(joined) => ty = Some(joined),
                Err(_) => {
                    let first = first.unwrap_or(value);
                    let fact = TypeFact::BranchesDiffer {
                        then: self.text(&first.ty),
                        otherwise: self.text(&value.ty),
                        then_span: first.span,
                    };
                    self.report(value.span, fact);
                    return self.error(span);
                }
            }
            first = first.or(Some(value));
        }
        let mut operands: Vec<&Typed> = vec![&subject];
        operands.extend(&values);
        let stage = Self::stage_of(&operands);
        let Ok(dims) = self.spread(&operands, "match") else { return self.error(span) };
        let kind = Kind::Match {
            subject: subject.id,
            patterns: arms.iter().map(|a| a.tokens.clone()).collect(),
            arm_of_code: Vec::new(),
            arms: values.iter().map(|v| v.id).collect(),
        };
        self.push(kind, Type::Array(ty.unwrap_or(Scalar::Error), dims), stage, span)
    }
}

/// The type of two alternatives, joined: a dimension that only one of them knows is known of neither.
fn agreed(a: &Type, b: &Type, joined: Type) -> Type {
    match (a, b, joined) {
        (Type::Array(_, left), Type::Array(_, right), Type::Array(scalar, dims)) => {
            let both = left.iter().zip(right).zip(dims);
            Type::Array(scalar, both.map(|((p, q), dim)| if p == q { dim } else { None }).collect())
        }
        (Type::Tuple(left), Type::Tuple(right), Type::Tuple(parts)) => {
            Type::Tuple(left.iter().zip(right).zip(parts).map(|((p, q), part)| agreed(p, q, part)).collect())
        }
        (_, _, joined) => joined,
    }
}
