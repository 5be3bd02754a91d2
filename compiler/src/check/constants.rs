//! Constants: static expressions, checked in the order in which they need one another.

use petgraph::algo::{kosaraju_scc, toposort};
use petgraph::graph::DiGraph;

use super::body::Cx;
use super::items::{ConstInfo, Items};
use crate::diagnostics::{Diagnostic, NameFact};
use crate::modules::Module;
use crate::program::{Const, ConstId};
use crate::types::Type;

/// Checks every constant; afterwards `items.consts` is filled.
pub(super) fn check(
    modules: &[Module],
    items: &mut Items<'_>,
    diagnostics: &mut Vec<Diagnostic>,
) -> (Vec<Const>, Vec<ConstId>) {
    let order = order(modules, items, diagnostics);
    let ids = order.iter().map(|at| ConstId(*at as u32)).collect();
    let mut consts: Vec<Option<Const>> = items.const_items.iter().map(|_| None).collect();
    for at in order {
        let (file, item) = items.const_items[at];
        let mut cx = Cx::new(&modules[file].tree, items.seen_from(file), &[], &[]);
        // What makes a value a wire is a call; that is where it is reported.
        cx.constant = Some(&item.name.text);
        let value = cx.expr(item.value);
        cx.finish();
        cx.body.result = Some(value.id);
        let ty = cx.body[value.id].ty.clone();
        let (body, mut found) = (cx.body, cx.diagnostics);
        let sound = found.iter().all(|d| !d.is_error());
        diagnostics.append(&mut found);
        let info = ConstInfo { ty: if sound { ty.clone() } else { Type::Error }, value: value.value };
        items.consts[at] = Some(info);
        consts[at] = Some(Const { name: item.name.text.clone(), ty, body });
    }
    let empty =
        |name: &str| Const { name: name.to_string(), ty: Type::Error, body: crate::typed::Body::default() };
    let names: Vec<String> = items.const_items.iter().map(|(_, c)| c.name.text.clone()).collect();
    let consts = consts.into_iter().zip(names).map(|(c, name)| c.unwrap_or_else(|| empty(&name))).collect();
    (consts, ids)
}

/// Each constant after those that it mentions. Constants on a cycle are reported and left out.
fn order(modules: &[Module], items: &Items<'_>, diagnostics: &mut Vec<Diagnostic>) -> Vec<usize> {
    let mut graph: DiGraph<usize, ()> = DiGraph::new();
    let nodes: Vec<_> = (0..items.const_items.len()).map(|at| graph.add_node(at)).collect();
    for (at, (file, item)) in items.const_items.iter().enumerate() {
        let seen = items.seen_from(*file);
        for name in modules[*file].tree.free_names(item.value) {
            if let Some(used) = seen.constant(name) {
                graph.update_edge(nodes[used.0 as usize], nodes[at], ());
            }
        }
    }
    if let Ok(order) = toposort(&graph, None) {
        return order.into_iter().map(|node| graph[node]).collect();
    }
    let mut order = Vec::new();
    // Components come in an order in which each stands before those that it has edges to, reversed.
    for component in kosaraju_scc(&graph).into_iter().rev() {
        let first = component[0];
        if component.len() == 1 && !graph.contains_edge(first, first) {
            order.push(graph[first]);
            continue;
        }
        let mut members: Vec<usize> = component.iter().map(|node| graph[*node]).collect();
        members.sort_unstable();
        let cycle: Vec<String> =
            members.iter().map(|at| items.const_items[*at].1.name.text.clone()).collect();
        diagnostics
            .push(Diagnostic::new(items.const_items[members[0]].1.name.span, NameFact::ConstCycle { cycle }));
    }
    order
}
