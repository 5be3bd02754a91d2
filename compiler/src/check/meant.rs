//! What may be meant by a value or a call that does not fit, as far as its form tells.

use circ_grammar::tree;

use super::body::{Cx, Typed};
use super::items::Signature;
use crate::diagnostics::{CallMeant, Fact, Meant, NameFact, TypeFact};
use crate::program::FamilyId;
use crate::typed::{Elements, ExprId, Kind, Reduction};
use crate::types::{Dim, Scalar, Type};

/// Literals with more elements are not written out again.
const MOST_ELEMENTS: usize = 16;

/// The codes of an alphabet with more tokens are not written out. Of two tokens a comparison gives them.
const MOST_CODES: usize = 6;

impl Cx<'_> {
    /// What is likely to be meant by a value where another type is expected.
    pub(super) fn meant(&self, value: &Typed, expected: &Type) -> Option<Meant> {
        let (found, wanted) = (self.resolved(&value.ty), self.resolved(expected));
        if let (Type::Tuple(parts), Type::Array(..)) = (&found, &wanted) {
            let at = parts.iter().position(|part| *part == wanted)?;
            return Some(Meant::Part(at, parts.len()));
        }
        let (Type::Array(found, dims), Type::Array(wanted, sizes)) = (found, wanted) else {
            return None;
        };
        let tokens = |scalar| matches!(scalar, Scalar::Alphabet(_) | Scalar::Var(_) | Scalar::Generic(_));
        let value = self.plain(value.id);
        match (found, wanted) {
            (Scalar::Num, Scalar::Bool) => {
                let parity = self.sum_of_bools(value).filter(|_| dims.is_empty() && sizes.is_empty());
                return Some(parity.map_or_else(|| Meant::Bools(self.as_bools(value)), Meant::Parity));
            }
            (Scalar::Alphabet(id), Scalar::Num)
                if dims.len() == sizes.len()
                    && (3..=MOST_CODES).contains(&self.items.alphabets[id.0 as usize].tokens.len()) =>
            {
                let tokens = self.items.alphabets[id.0 as usize].tokens.clone();
                return Some(Meant::Codes(tokens, !dims.is_empty()));
            }
            (Scalar::Alphabet(_) | Scalar::Var(_), Scalar::Num | Scalar::Bool)
                if dims.len() == sizes.len() =>
            {
                let token = self.token_of(&Type::Array(found, dims.clone()))?;
                return Some(Meant::Comparison(token, !dims.is_empty()));
            }
            _ => {}
        }
        match &self.body[value].kind {
            Kind::Token(token) if sizes.len() == 1 && tokens(wanted) => Some(Meant::Sequence(token.clone())),
            Kind::Text(text) if sizes.is_empty() && tokens(wanted) => one_token(text),
            Kind::Pick { .. } | Kind::Aggregate(..) | Kind::Width(_)
                if dims.len() == 1 && sizes.is_empty() =>
            {
                Some(Meant::OneQuery)
            }
            Kind::Generate { .. } => {
                let (Some(Some(found)), Some(Some(wanted))) = (dims.first(), sizes.first()) else {
                    return None;
                };
                let more = found.sub(wanted)?.as_constant()?;
                (more.signum() > 0).then(|| Meant::StartAndSteps(more.to_string()))
            }
            Kind::Loop { scan: true, .. } => {
                let (Some(Some(found)), Some(Some(wanted))) = (dims.first(), sizes.first()) else {
                    return None;
                };
                let missing = wanted.sub(found)?.as_constant()?;
                missing.is_one().then_some(Meant::ScanWithStart)
            }
            _ => None,
        }
    }

    /// One token that is written as a sequence somewhere in a value, and compared with one token.
    pub(super) fn one_token_within(&self, value: &Typed) -> Option<Meant> {
        let mut open = vec![value.id];
        while let Some(id) = open.pop() {
            let kind = &self.body[id].kind;
            if let Kind::Compare(first, rest) = kind {
                let sides = || std::iter::once(*first).chain(rest.iter().map(|(_, _, side)| *side));
                let one = sides().any(|side| self.body[side].ty.rank() == Some(0));
                let text = sides().find_map(|side| match &self.body[self.plain(side)].kind {
                    Kind::Text(text) => one_token(text),
                    _ => None,
                });
                if let Some(meant) = text.filter(|_| one) {
                    return Some(meant);
                }
            }
            kind.for_each_child(&mut |child| open.push(child));
        }
        None
    }

    /// The expression that gives the value, without the blocks around it.
    fn plain(&self, mut id: ExprId) -> ExprId {
        while let Kind::Block(_, inner) | Kind::Typed(inner, _) = &self.body[id].kind {
            id = *inner;
        }
        id
    }

    /// Whether a number adds bools, and then whether these are the elements of an array.
    fn sum_of_bools(&self, id: ExprId) -> Option<bool> {
        let bools = |id: ExprId| matches!(self.resolved(&self.body[id].ty), Type::Array(Scalar::Bool, _));
        match &self.body[self.plain(id)].kind {
            Kind::Sum(terms) => {
                let added = |(op, _): &(_, _)| matches!(op, tree::SumOp::Add);
                (terms.len() > 1 && terms.iter().all(|term| added(term) && bools(term.1))).then_some(false)
            }
            Kind::Reduce(Reduction::Sum | Reduction::Count, elements, _) => {
                let (Elements::Array(of) | Elements::Generator { element: of, .. }) = elements;
                bools(*of).then_some(true)
            }
            // The state itself is a number by then; what is added to it at each step is none.
            Kind::Loop { scan: false, body, .. } => match &self.body[self.plain(*body)].kind {
                Kind::Sum(terms) if terms.iter().any(|(_, term)| bools(*term)) => Some(true),
                _ => None,
            },
            _ => None,
        }
    }

    /// A literal of 0 and 1 with bools in their place.
    fn as_bools(&self, id: ExprId) -> Option<String> {
        match &self.body[id].kind {
            Kind::Number(value) if value.is_zero() => Some("false".into()),
            Kind::Number(value) if value.is_one() => Some("true".into()),
            Kind::Array(elements) if elements.len() <= MOST_ELEMENTS => {
                let elements: Option<Vec<String>> = elements.iter().map(|e| self.as_bools(*e)).collect();
                Some(format!("[{}]", elements?.join(", ")))
            }
            // A bool that stands among numbers widens by itself, and is written as it is.
            _ => None,
        }
    }

    /// The text of a number or bool.
    fn literal(&self, value: &Typed) -> Option<String> {
        match &self.body[self.plain(value.id)].kind {
            Kind::Number(number) if value.ty == Type::BOOL => Some(number.is_one().to_string()),
            Kind::Number(number) if number.bits() <= 64 => Some(number.to_string()),
            _ => None,
        }
    }

    /// A token that a value of this type may be compared with, as an example.
    pub(super) fn token_of(&self, ty: &Type) -> Option<String> {
        let Type::Array(scalar, _) = self.resolved(ty) else { return None };
        match scalar {
            Scalar::Alphabet(id) => {
                let tokens = &self.items.alphabets[id.0 as usize].tokens;
                tokens.iter().find(|token| *token == "1").or(tokens.first()).cloned()
            }
            Scalar::Var(var) => self.vars[var as usize].tokens.first().map(|(token, _)| token.clone()),
            _ => None,
        }
    }

    /// Says of unknown names that are compared with tokens, and are such tokens but for their quotes, what is meant.
    pub(super) fn tokens_meant(&mut self, reported: usize, operands: &[Typed]) {
        let items = self.items;
        let alphabet = operands.iter().find_map(|operand| match self.resolved(&operand.ty) {
            Type::Array(Scalar::Alphabet(id), _) => items.alphabets.get(id.0 as usize),
            _ => None,
        });
        let Some(alphabet) = alphabet else { return };
        for diagnostic in &mut self.diagnostics[reported..] {
            let Fact::Name(NameFact::UnknownName { name, similar, .. }) = &mut diagnostic.fact else {
                continue;
            };
            let is_operand = operands.iter().any(|operand| Some(operand.span) == diagnostic.span);
            if is_operand && alphabet.code(name).is_some() {
                *similar = Some(format!("'{name}'"));
            }
        }
    }

    /// How sides of a test with different ranks may have been meant to be written.
    pub(super) fn meant_in_test(&self, side: &Typed) -> Option<Meant> {
        match &self.body[self.plain(side.id)].kind {
            Kind::Token(token) => Some(Meant::Sequence(token.clone())),
            Kind::Text(text) => one_token(text),
            _ => None,
        }
    }

    /// Reports arguments that have another number of dimensions than the inputs of a family, of which the sizes are
    /// not known. It gives whether there are any.
    pub(super) fn ranks_differ(&mut self, id: FamilyId, signature: &Signature, args: &[Typed]) -> bool {
        let mut any = false;
        for (arg, (name, ty, _)) in args.iter().zip(&signature.inputs) {
            let (Type::Array(_, expected), found) = (ty, self.resolved(&arg.ty)) else { continue };
            if matches!(found, Type::Empty | Type::Error) || found.rank() == Some(expected.len()) {
                continue;
            }
            any = true;
            let wrapped = match &found {
                Type::Array(_, dims) if dims.len() + 1 == expected.len() => {
                    Some(Meant::Wrapped(dims.len(), self.literal(arg)))
                }
                _ => None,
            };
            let fact = TypeFact::Mismatch {
                role: format!("the argument `{name}` of `{}`", signature.name),
                expected: self.items.input_text(id, ty),
                found: self.text(&found),
                meant: self.meant(arg, ty).or(wrapped),
            };
            self.report(arg.span, fact);
            self.give_up_tokens(&arg.ty);
        }
        any
    }

    /// A call of the family with its missing sizes written: by names that are in scope here, or else by numbers. The
    /// sizes that are found and stand behind the last missing one are left out.
    pub(super) fn with_sizes(
        &self,
        signature: &Signature,
        found: &[Option<Dim>],
        length: Option<u32>,
    ) -> (String, bool) {
        let mut numbers = false;
        let written = found.iter().rposition(Option::is_none).map_or(0, |last| last + 1);
        let params = signature.params.iter().zip(found).enumerate().take(written);
        let sizes: Vec<String> = params
            .filter(|(at, _)| Some(*at as u32) != length)
            .map(|(_, (name, found))| {
                if let Some(constant) = found.as_ref().and_then(|dim| dim.as_ref()?.as_constant()) {
                    constant.to_string()
                } else if self.is_value(name) {
                    name.clone()
                } else {
                    numbers = true;
                    "3".into()
                }
            })
            .collect();
        let arguments = match (length, signature.inputs.as_slice()) {
            (Some(_), _) => "",
            (None, []) => "()",
            (None, _) => "(…)",
        };
        (format!("{}[{}]{arguments}", signature.name, sizes.join(", ")), numbers)
    }

    /// The family whose name stands before square brackets without a call behind them.
    pub(super) fn family_with_sizes(&self, base: tree::ExprId) -> Option<(FamilyId, &str)> {
        let tree::ExprKind::Name(name) = &self.syntax(base).kind else { return None };
        let known =
            self.is_value(name) || self.items.is_lost(name) || self.generics.iter().any(|g| g == name);
        let family = self.items.family(name).filter(|_| !known)?;
        let sized = |of: &Signature| of.inputs.is_empty() && !of.params.is_empty();
        self.items.signature(family).is_some_and(sized).then_some((family, name))
    }

    /// A call of the family as an example: `f(…)`, or of one that has sizes alone `f[n]()`, with those that are
    /// written.
    pub(super) fn example_call(&self, family: FamilyId, name: &str, written: &[tree::Subscript]) -> String {
        let sizes: Option<Vec<String>> = written
            .iter()
            .map(|subscript| match subscript {
                tree::Subscript::At(at) => {
                    Some(self.short_text(*at, true)).filter(|text| !text.contains('…'))
                }
                tree::Subscript::Slice { .. } => None,
            })
            .collect();
        match self.items.signature(family) {
            Some(Signature { params, inputs, .. }) if inputs.is_empty() && params.len() == written.len() => {
                let sizes = sizes.as_ref().unwrap_or(params);
                if sizes.is_empty() { format!("{name}()") } else { format!("{name}[{}]()", sizes.join(", ")) }
            }
            Some(signature) if signature.inputs.is_empty() && !signature.params.is_empty() => {
                format!("{name}[{}]()", signature.params.join(", "))
            }
            Some(signature) if signature.inputs.is_empty() => format!("{name}()"),
            _ => format!("{name}(…)"),
        }
    }

    /// What is meant by arguments whose number is not that of the inputs.
    pub(super) fn meant_by_call(
        &self,
        signature: &Signature,
        sized: bool,
        args: &[Typed],
        written: &tree::Args,
    ) -> Option<CallMeant> {
        let (name, params) = (&signature.name, signature.params.len());
        if let [Typed { ty: Type::Tuple(parts), .. }] = args
            && parts.len() == signature.inputs.len()
        {
            let names: Vec<&str> = signature.inputs.iter().map(|(name, ..)| name.as_str()).collect();
            let names = names.join(", ");
            return Some(CallMeant::Parts(format!("{name}({names})"), format!("({names})")));
        }
        let tree::Args::List(list) = written else { return None };
        if sized || params == 0 || list.len() != params + signature.inputs.len() {
            return None;
        }
        let texts: Vec<String> = list.iter().map(|arg| self.argument_text(arg)).collect();
        let (sizes, rest) = texts.split_at(params);
        Some(CallMeant::Sizes(format!("{name}[{}]({})", sizes.join(", "), rest.join(", "))))
    }

    /// The text of an argument where it is short, and dots for others.
    pub(super) fn argument_text(&self, arg: &tree::Arg) -> String {
        match arg {
            tree::Arg::Expr(id) => self.short_text(*id, true),
            tree::Arg::Op(op, _) => op.text().into(),
        }
    }

    /// The text of a name, a literal, or a sum of these.
    pub(super) fn short_text(&self, id: tree::ExprId, sums: bool) -> String {
        match &self.syntax(id).kind {
            tree::ExprKind::Name(text) | tree::ExprKind::Number(text) if text.len() <= 40 => text.clone(),
            tree::ExprKind::Bool(value) => value.to_string(),
            // What stands in the brackets can be long; it stays as it is.
            tree::ExprKind::Index { base, .. } => format!("{}[…]", self.short_text(*base, false)),
            tree::ExprKind::Sum(first, rest) if sums && rest.len() == 1 => {
                let op = if rest[0].0 == tree::SumOp::Add { "+" } else { "-" };
                format!("{} {op} {}", self.short_text(*first, false), self.short_text(rest[0].1, false))
            }
            _ => "…".into(),
        }
    }
}

/// A string of one character.
fn one_token(text: &[String]) -> Option<Meant> {
    match text {
        [only] => Some(Meant::OneToken(only.clone())),
        _ => None,
    }
}
