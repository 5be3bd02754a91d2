//! What a submission uses of what may not be used: in the typed tree of all that the graded family reaches.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use circ_compiler::program::ConstId;
use circ_compiler::typed::{Body, ExprId, Kind};
use circ_compiler::{FamilyId, Program, Sources};
use circ_grammar::tree::Span;

use super::operations::{Forbidden, RECURSION, USE, each_operation};

/// Where a submission uses what: for each name the first place.
#[derive(Default)]
struct Uses {
    operations: BTreeMap<&'static str, Span>,
    /// Families of the library, each with its module.
    families: BTreeMap<(String, String), Span>,
}

/// The first place of each forbidden thing that is used.
pub(super) fn hits<'f>(
    program: &Program,
    sources: &Sources,
    graded: FamilyId,
    forbidden: &'f [Forbidden],
) -> Vec<(&'f Forbidden, Span)> {
    if forbidden.is_empty() {
        return Vec::new();
    }
    let uses = uses(program, sources, graded);
    let first = |asked: &Forbidden| {
        let operation = asked.operation.and_then(|name| uses.operations.get(name));
        let families = uses.families.iter().filter(|((module, name), _)| {
            asked
                .family
                .as_ref()
                .is_some_and(|(of, asked)| asked == name && of.as_ref().is_none_or(|of| of == module))
        });
        operation.into_iter().chain(families.map(|(_, span)| span)).min_by_key(|span| span.start).copied()
    };
    forbidden.iter().filter_map(|asked| Some((asked, first(asked)?))).collect()
}

fn uses(program: &Program, sources: &Sources, graded: FamilyId) -> Uses {
    let mut uses = Uses::default();
    let mut calls: HashMap<FamilyId, Vec<(FamilyId, Span)>> = HashMap::new();
    let (mut open, mut seen) = (vec![graded], BTreeSet::from([graded]));
    let mut constants = BTreeSet::new();
    while let Some(id) = open.pop() {
        let own = walk(&program.family(id).body, &mut uses, &mut constants);
        for (callee, span) in &own {
            // What stands in the library does not count, and neither does what is behind it.
            let file = sources.file_of(program.family(*callee).name_span);
            if file > 0 {
                let module = sources.files()[file].name.trim_start_matches("std/").trim_end_matches(".circ");
                let key = (module.to_string(), program.family(*callee).name.clone());
                earliest(&mut uses.families, key, *span);
                earliest(&mut uses.operations, USE, *span);
            } else if seen.insert(*callee) {
                open.push(*callee);
            }
        }
        calls.insert(id, own);
    }
    of_constants(program, sources, constants, &mut uses);
    if let Some(span) = recursion(graded, &calls) {
        uses.operations.insert(RECURSION, span);
    }
    uses
}

fn earliest<K: Ord>(places: &mut BTreeMap<K, Span>, key: K, span: Span) {
    let place = places.entry(key).or_insert(span);
    if span.start < place.start {
        *place = span;
    }
}

/// The operations of a body, from its result on; gives its calls. The `where`, and sizes in the signature, are no part
/// of what is computed.
fn walk(body: &Body, uses: &mut Uses, constants: &mut BTreeSet<u32>) -> Vec<(FamilyId, Span)> {
    let mut seen = vec![false; body.exprs.len()];
    let mut open: Vec<ExprId> = body.result.into_iter().collect();
    let mut calls = Vec::new();
    while let Some(id) = open.pop() {
        if std::mem::replace(&mut seen[id.0 as usize], true) {
            continue;
        }
        let expr = &body[id];
        each_operation(body, expr, &mut |name| earliest(&mut uses.operations, name, expr.span));
        match &expr.kind {
            Kind::Call { family, .. } => calls.push((*family, expr.span)),
            Kind::Generate { step, .. } => calls.push((*step, expr.span)),
            Kind::Const(ConstId(id)) => {
                constants.insert(*id);
            }
            _ => {}
        }
        expr.kind.for_each_child(&mut |child| open.push(child));
    }
    calls.sort_by_key(|(_, span)| (span.start, span.end));
    calls
}

/// The operations of constants, and of those that they need.
fn of_constants(program: &Program, sources: &Sources, constants: BTreeSet<u32>, uses: &mut Uses) {
    let mut open: Vec<u32> = constants.iter().copied().collect();
    let mut seen = constants;
    while let Some(id) = open.pop() {
        let body = &program.consts[id as usize].body;
        let Some(result) = body.result else { continue };
        if sources.file_of(body[result].span) > 0 {
            continue;
        }
        let mut more = BTreeSet::new();
        walk(body, uses, &mut more);
        open.extend(more.into_iter().filter(|id| seen.insert(*id)));
    }
}

/// A call that leads back to a family that is being called, the first that a walk through the calls meets.
fn recursion(graded: FamilyId, calls: &HashMap<FamilyId, Vec<(FamilyId, Span)>>) -> Option<Span> {
    let mut done = BTreeSet::new();
    let mut on_path = BTreeSet::from([graded]);
    let mut path = vec![(graded, 0)];
    while let Some((family, next)) = path.last_mut() {
        let family = *family;
        let Some((callee, span)) = calls.get(&family).and_then(|calls| calls.get(*next)) else {
            path.pop();
            on_path.remove(&family);
            done.insert(family);
            continue;
        };
        *next += 1;
        if on_path.contains(callee) {
            return Some(*span);
        }
        if calls.contains_key(callee) && !done.contains(callee) {
            on_path.insert(*callee);
            path.push((*callee, 0));
        }
    }
    None
}
