//! Names, types and stages: from the trees of a program's files to a [`Program`].
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
mod generate;
mod items;
mod meant;
mod names;
mod operators;
mod reductions;
mod ring;
mod scope;
mod signature;
mod tests;
mod unify;

pub use builtins::BUILTINS;
pub use names::closest;
pub(crate) use ring::root;

use circ_grammar::tree;

use crate::diagnostics::Diagnostic;
use crate::modules::Module;
use crate::program::Program;

/// Checks the files of a program, the first the one that is run. The program is complete only where no error is among
/// the diagnostics. Where the value of the last test is `asked` for, its body is of any type and compares nothing.
pub fn check(modules: &[Module], asked: bool) -> (Program, Vec<Diagnostic>) {
    let mut diagnostics = Vec::new();
    let mut items = items::collect(modules, &mut diagnostics);
    let (consts, const_order) = constants::check(modules, &mut items, &mut diagnostics);
    let begun = signature::check(modules, &mut items, &mut diagnostics);
    let families = signature::bodies(modules, &items, begun, &mut diagnostics);
    let last = items.test_items.len().checked_sub(1).filter(|_| asked);
    let check_test = |(at, test): (usize, &&tree::Test)| {
        tests::check(&modules[0].tree, &items, test, last == Some(at), &mut diagnostics)
    };
    let tests = items.test_items.iter().enumerate().map(check_test).collect();
    let own = items.family_items.iter().filter(|(file, ..)| *file == 0).count();
    let mut program = Program {
        ring: items.ring.unwrap_or_default(),
        alphabets: items.alphabets,
        consts,
        const_order,
        families,
        own,
        tests,
        places: Vec::new(),
        spans: [].into(),
    };
    program.number_places();
    (program, diagnostics)
}
