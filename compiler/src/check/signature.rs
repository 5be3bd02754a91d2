//! Families: their signatures first, so that every body sees every other, then their bodies.

use std::collections::HashMap;

use circ_grammar::tree::{self, ScalarType, Span, TypeKind};

use super::body::Cx;
use super::items::{Items, Signature};
use super::scope::Scope;
use crate::diagnostics::{Diagnostic, NameFact, StageFact, TypeFact};
use crate::modules::Module;
use crate::program::{Family, Input, TypeAt};
use crate::typed::{Body, ExprId, Kind};
use crate::types::{Scalar, Stage, Type};

/// A family whose signature is checked and whose body is not.
pub(super) struct Begun {
    params: Vec<String>,
    generics: Vec<String>,
    inputs: Vec<Input>,
    result: TypeAt,
    conditions: Vec<ExprId>,
    equated: bool,
    /// Holds the expressions of the signature; the body's are added to it.
    body: Body,
    scope: Scope,
}

/// Checks all signatures; afterwards `items.signatures` is filled.
pub(super) fn check(
    modules: &[Module],
    items: &mut Items<'_>,
    diagnostics: &mut Vec<Diagnostic>,
) -> Vec<Begun> {
    let mut begun = Vec::new();
    let mut signatures = Vec::new();
    for (file, family, _) in &items.family_items {
        let (params, generics, lost) = bracket_names(family, diagnostics);
        let mut cx = Cx::new(&modules[*file].tree, items.seen_from(*file), &params, &generics);
        let mut inputs: Vec<Input> = Vec::new();
        let mut names: HashMap<&str, Span> = HashMap::new();
        for input in &family.inputs {
            let name = &input.name;
            if let Some(first) = names.insert(&name.text, name.span) {
                cx.report(name.span, NameFact::DefinedTwice { name: name.text.clone(), first });
            } else if let Some(param) = family.params.iter().find(|p| p.text == name.text) {
                cx.report(name.span, NameFact::DefinedTwice { name: name.text.clone(), first: param.span });
            }
            let (mut ty, dims) = cx.ty(&input.ty);
            if let Type::Tuple(_) = ty {
                cx.report(input.ty.span, TypeFact::TupleInput { name: name.text.clone() });
                ty = Type::Error;
            }
            inputs.push(Input { name: name.text.clone(), ty: TypeAt::new(ty, dims), span: name.span });
        }
        let (mut ty, dims) = cx.ty(&family.result);
        if matches!(ty, Type::Array(Scalar::Generic(at), _) if lost.contains(&generics[at as usize])) {
            ty = Type::Error;
        }
        let result = TypeAt::new(ty, dims);
        // The inputs are bound after the types, which speak of sizes alone, and before the conditions, which then
        // are told that an input is not static.
        for input in &inputs {
            cx.bind(&input.name, input.span, input.ty.ty.clone(), Stage::Wire, None);
        }
        let mut conditions = Vec::new();
        for condition in &family.conditions {
            let condition = cx.expr(*condition);
            if cx.boolean(&condition, "where") {
                if condition.stage == Stage::Wire || condition.ty.rank() != Some(0) {
                    cx.report(condition.span, StageFact::ConditionNotStatic);
                }
                conditions.push(condition.id);
            }
        }
        let equated = conditions.iter().any(|c| equates(&cx.body, *c));
        // No open token type may outlive this context.
        cx.finish();
        let (body, scope, mut found) = (cx.body, cx.scope, cx.diagnostics);
        diagnostics.append(&mut found);
        signatures.push(Signature {
            name: family.name.text.clone(),
            params: params.clone(),
            generics: generics.clone(),
            inputs: inputs.iter().map(|i| (i.name.clone(), i.ty.ty.clone(), i.span)).collect(),
            result: result.ty.clone(),
            result_span: family.result.span,
        });
        begun.push(Begun { params, generics, inputs, result, conditions, equated, body, scope });
    }
    items.signatures = signatures;
    begun
}

/// Whether a condition sets sizes equal, so that shapes that differ as polynomials may agree.
fn equates(body: &Body, condition: ExprId) -> bool {
    match &body[condition].kind {
        Kind::Compare(_, pairs) => pairs.iter().any(|(op, ..)| *op == tree::CompareOp::Eq),
        Kind::And(operands) | Kind::Or(operands) => operands.iter().any(|o| equates(body, *o)),
        Kind::Not(_) => true,
        _ => false,
    }
}

/// The names in brackets: the sizes, those that an input or the result uses as a type, and of these the ones that
/// no argument would tell.
fn bracket_names(
    family: &tree::Family,
    diagnostics: &mut Vec<Diagnostic>,
) -> (Vec<String>, Vec<String>, Vec<String>) {
    let mut used = Vec::new();
    for input in &family.inputs {
        scalar_names(&input.ty, &mut used);
    }
    scalar_names(&family.result, &mut used);
    let (mut params, mut generics) = (Vec::new(), Vec::new());
    let mut seen: HashMap<&str, Span> = HashMap::new();
    for name in &family.params {
        if let Some(first) = seen.insert(&name.text, name.span) {
            let fact = NameFact::DefinedTwice { name: name.text.clone(), first };
            diagnostics.push(Diagnostic::new(name.span, fact));
            continue;
        }
        let list = if used.contains(&name.text.as_str()) { &mut generics } else { &mut params };
        list.push(name.text.clone());
    }
    // A generic name is found from the arguments, so an input has to have it.
    let mut lost = Vec::new();
    for name in &family.params {
        let mut of_inputs = Vec::new();
        family.inputs.iter().for_each(|input| scalar_names(&input.ty, &mut of_inputs));
        if generics.contains(&name.text) && !of_inputs.contains(&name.text.as_str()) {
            let fact = NameFact::GenericNotFound { name: name.text.clone() };
            diagnostics.push(Diagnostic::new(name.span, fact));
            lost.push(name.text.clone());
        }
    }
    (params, generics, lost)
}

fn scalar_names<'a>(ty: &'a tree::Type, names: &mut Vec<&'a str>) {
    match &ty.kind {
        TypeKind::Array { scalar: ScalarType::Named(name), .. } => names.push(name),
        TypeKind::Array { .. } => {}
        TypeKind::Tuple(parts) => parts.iter().for_each(|part| scalar_names(part, names)),
    }
}

/// Checks all bodies against their signatures.
pub(super) fn bodies(
    modules: &[Module],
    items: &Items<'_>,
    begun: Vec<Begun>,
    diagnostics: &mut Vec<Diagnostic>,
) -> Vec<Family> {
    let mut families = Vec::new();
    for (begun, (file, family, docs)) in begun.into_iter().zip(&items.family_items) {
        let mut cx = Cx::new(&modules[*file].tree, items.seen_from(*file), &begun.params, &begun.generics);
        (cx.body, cx.scope, cx.equated) = (begun.body, begun.scope, begun.equated);
        let claim = family.claim.as_ref().and_then(|claim| cx.claim(claim, &begun.inputs));
        let value = cx.expr(family.body);
        if value.ty != Type::Error && begun.result.ty != Type::Error {
            cx.expect(&value, &begun.result.ty, &format!("the result of `{}`", family.name.text));
        }
        cx.body.result = Some(value.id);
        cx.finish();
        diagnostics.append(&mut cx.diagnostics);
        let body = std::mem::take(&mut cx.body);
        families.push(Family {
            name: family.name.text.clone(),
            docs: docs.to_vec(),
            params: begun.params,
            generics: begun.generics,
            inputs: begun.inputs,
            result: begun.result,
            claim,
            conditions: begun.conditions,
            body,
            name_span: family.name.span,
            signature: family.signature,
        });
    }
    families
}

impl Cx<'_> {
    /// The class after `in`: one of language section 7. It is proved once the whole program is right.
    fn claim(&mut self, claim: &tree::Claim, inputs: &[Input]) -> Option<(String, Span)> {
        const BOOLEAN: [&str; 4] = ["NC0", "AC0", "TC0", "NC1"];
        let class = &claim.class.text;
        let arithmetic = ["FNC", "FSAC", "FAC"].iter().any(|family| {
            class.strip_prefix(family).is_some_and(|i| {
                !i.is_empty()
                    && i.len() <= 2
                    && i.bytes().all(|b| b.is_ascii_digit())
                    && (i == "0" || !i.starts_with('0'))
            })
        });
        let boolean = BOOLEAN.contains(&class.as_str());
        if !arithmetic && !boolean {
            let known = ["FNC0", "FNC1", "FNC2", "FSAC0", "FSAC1", "FAC0", "FAC1"].into_iter().chain(BOOLEAN);
            let similar = super::names::closest(class, known);
            self.report(claim.class.span, NameFact::UnknownClass { name: class.clone(), similar });
            return None;
        }
        if let Some(bracket) = &claim.bracket
            && (bracket.text != "sign" || boolean)
        {
            let fact =
                NameFact::UnknownClassMark { class: class.clone(), mark: bracket.text.clone(), boolean };
            self.report(bracket.span, fact);
            return None;
        }
        if boolean {
            let number =
                inputs.iter().find(|i| matches!(i.ty.ty, Type::Array(Scalar::Num | Scalar::Generic(_), _)));
            if let Some(input) = number {
                let fact =
                    NameFact::BooleanClassOfNumbers { class: class.clone(), input: input.name.clone() };
                self.report(claim.span, fact);
                return None;
            }
        }
        let text = if claim.bracket.is_some() { format!("{class}[sign]") } else { class.clone() };
        Some((text, claim.span))
    }
}
