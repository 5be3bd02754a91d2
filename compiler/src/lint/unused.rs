//! W0201 to W0203: inputs, locals and size parameters that nothing reads.

use circ_grammar::tree::{Item, ItemKind, Over, Span};

use super::look::{Look, reached};
use crate::diagnostics::{BindingRole, Diagnostic, LintFact};
use crate::modules::Module;
use crate::program::{Family, Test};
use crate::typed::{Each, Elements, ExprId, Kind, Pattern, Slot, Source};

/// A name that says itself that it is not used.
fn is_quiet(name: &str) -> bool {
    name.starts_with('_')
}

impl Look<'_> {
    /// For each slot whether an expression reads it.
    fn read(&self) -> Vec<bool> {
        let mut read = vec![false; self.body.slots as usize];
        for id in &self.reached {
            if let Kind::Local(slot) = self.expr(*id).kind {
                read[slot.0 as usize] = true;
            }
        }
        read
    }

    /// Where another local of this one's name is bound within an expression, after it.
    fn hidden(&self, slot: Slot, within: Span) -> Option<Span> {
        let (names, spans) = (&self.body.slot_names, &self.body.slot_spans);
        let own = (names.get(slot.0 as usize)?, spans.get(slot.0 as usize)?);
        let same = names.iter().zip(spans).find(|(name, span)| {
            *name == own.0 && *span != own.1 && within.start <= span.start && span.end <= within.end
        });
        same.map(|(_, span)| *span)
    }

    /// Whether a variable walks through numbers one by one, and so can stand for a repetition.
    fn counts(&self, each: &Each) -> bool {
        match &each.source {
            Source::Range(..) => true,
            Source::Array(array) => self.is_positions(*array),
        }
    }
}

/// Inputs that nothing reads. One that alone tells a size which is used is needed all the same: sizes are found from
/// arguments.
pub(super) fn inputs(look: &Look<'_>, family: &Family, found: &mut Vec<Diagnostic>) {
    let read = look.read();
    let mut mentioned = vec![false; family.params.len()];
    let value = family.body.result.into_iter().chain(family.conditions.iter().copied());
    let roots: Vec<ExprId> = value.chain(family.result.dims.iter().copied()).collect();
    let mut tells = vec![0u32; family.params.len()];
    for input in &family.inputs {
        input.ty.params.iter().flatten().for_each(|param| tells[*param as usize] += 1);
    }
    for id in reached(look.body, &roots) {
        if let Kind::Param(param) = look.expr(id).kind {
            mentioned[param as usize] = true;
        }
    }
    for (input, read) in family.inputs.iter().zip(read) {
        let needed = |param: &u32| mentioned[*param as usize] && tells[*param as usize] == 1;
        if !read && !is_quiet(&input.name) && !input.ty.params.iter().flatten().any(needed) {
            found.push(Diagnostic::new(input.span, LintFact::UnusedInput { name: input.name.clone() }));
        }
    }
}

/// Size parameters that no type, condition or value mentions.
pub(super) fn sizes(look: &Look<'_>, family: &Family, main: &Module, found: &mut Vec<Diagnostic>) {
    let mut mentioned = vec![false; family.params.len()];
    for id in &look.reached {
        if let Kind::Param(param) = look.expr(*id).kind {
            mentioned[param as usize] = true;
        }
    }
    let Some(Item { kind: ItemKind::Family(tree), .. }) = main.item_around(family.name_span) else { return };
    for (name, mentioned) in family.params.iter().zip(mentioned) {
        if mentioned || is_quiet(name) {
            continue;
        }
        if let Some(written) = tree.params.iter().find(|written| written.text == *name) {
            let fact = LintFact::UnusedSize { name: name.clone(), family: family.name.clone() };
            found.push(Diagnostic::new(written.span, fact));
        }
    }
}

/// Sizes and inputs that a test is quantified over and does not read: it runs the same case again and again.
pub(super) fn quantified(look: &Look<'_>, test: &Test, main: &Module, found: &mut Vec<Diagnostic>) {
    let mut mentioned = vec![false; test.sizes.len()];
    for id in &look.reached {
        if let Kind::Param(param) = look.expr(*id).kind
            && let Some(mentioned) = mentioned.get_mut(param as usize)
        {
            *mentioned = true;
        }
    }
    if let Some(Item { kind: ItemKind::Test(tree), .. }) = main.item_around(test.span) {
        let sizes = tree.over.iter().filter_map(|over| match over {
            Over::Each(each) => Some(&each.name),
            Over::Input(_) => None,
        });
        for (name, mentioned) in sizes.zip(mentioned) {
            if !mentioned && !is_quiet(&name.text) {
                let role = BindingRole::QuantifiedSize;
                found.push(Diagnostic::new(
                    name.span,
                    LintFact::UnusedBinding { name: name.text.clone(), role },
                ));
            }
        }
    }
    for (input, read) in test.inputs.iter().zip(look.read()) {
        if !read && !is_quiet(&input.name) {
            let fact = LintFact::UnusedBinding { name: input.name.clone(), role: BindingRole::Quantified };
            found.push(Diagnostic::new(input.span, fact));
        }
    }
}

/// Names of `let`s, variables and states that nothing reads, but for variables that only count.
pub(super) fn bindings(look: &Look<'_>, found: &mut Vec<Diagnostic>) {
    let read = look.read();
    let mut judge = |slot: Slot, role: BindingRole| {
        let at = slot.0 as usize;
        let (Some(name), Some(span)) = (look.body.slot_names.get(at), look.body.slot_spans.get(at)) else {
            return;
        };
        if !read[at] && !is_quiet(name) {
            found.push(Diagnostic::new(*span, LintFact::UnusedBinding { name: name.clone(), role }));
        }
    };
    for id in &look.reached {
        let whole = look.expr(*id).span;
        let mut variables = |each: &[Each]| {
            for (each, slot) in each.iter().filter_map(|each| Some((each, each.slot?))) {
                match look.hidden(slot, whole) {
                    Some(by) => judge(slot, BindingRole::Hidden(by)),
                    // One that only counts how often something is done is needed where nothing reads it.
                    None if look.counts(each) => {}
                    None => judge(slot, BindingRole::Variable),
                }
            }
        };
        match &look.expr(*id).kind {
            Kind::Comprehension(each, _) => variables(each),
            Kind::Reduce(_, Elements::Generator { each, .. }, _) => variables(each),
            Kind::Loop { pattern, each, .. } => {
                variables(std::slice::from_ref(each));
                // A part that no step reads is still an output; a state that no step reads makes the loop none.
                let mut parts = Vec::new();
                pattern.for_each_slot(&mut |slot| parts.push(slot));
                if parts.iter().all(|slot| !read[slot.0 as usize]) {
                    parts.iter().for_each(|slot| judge(*slot, BindingRole::State));
                }
            }
            Kind::Block(lets, _) => {
                for (pattern, _) in lets {
                    let role =
                        if let Pattern::Tuple(_) = pattern { BindingRole::Part } else { BindingRole::Let };
                    pattern.for_each_slot(&mut |slot| judge(slot, role));
                }
            }
            _ => {}
        }
    }
}
