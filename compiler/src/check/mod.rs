//! Names, types and stages: from the tree of a file to a [`Program`].
//!
//! The passes run in this order: items are collected (`items`), constants checked in the order in which they
//! need one another (`constants`), signatures, then bodies and tests. After them, where no error was reported,
//! every name is resolved, every type and stage known, every token a code, and shapes agree for all n wherever
//! they are polynomials in the sizes; the rest is judged at each n that is built.

mod body;
mod builtins;
mod calls;
mod collections;
mod constants;
mod expr;
mod finish;
mod items;
mod names;
mod operators;
mod reductions;
mod scope;
mod signature;
mod tests;
mod unify;

pub use builtins::BUILTINS;
pub use names::closest;

use circ_grammar::tree::Tree;

use crate::diagnostics::Diagnostic;
use crate::program::Program;

/// Checks a tree. The program is complete only where no error is among the diagnostics.
pub fn check(tree: &Tree) -> (Program, Vec<Diagnostic>) {
    let mut diagnostics = Vec::new();
    let mut items = items::collect(tree, &mut diagnostics);
    let (consts, const_order) = constants::check(tree, &mut items, &mut diagnostics);
    let begun = signature::check(tree, &mut items, &mut diagnostics);
    let families = signature::bodies(tree, &items, begun, &mut diagnostics);
    let tests =
        items.test_items.iter().map(|test| tests::check(tree, &items, test, &mut diagnostics)).collect();
    let mut program =
        Program { alphabets: items.alphabets, consts, const_order, families, tests, places: Vec::new() };
    program.number_places();
    (program, diagnostics)
}
