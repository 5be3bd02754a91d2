//! The locals in scope, innermost last, found by name in constant time.

use std::collections::HashMap;

use crate::size::Size;
use crate::typed::Slot;
use crate::types::{Stage, Type};

/// A local in scope.
#[derive(Clone, Debug)]
pub(super) struct Local {
    pub(super) name: String,
    pub(super) slot: Slot,
    pub(super) ty: Type,
    pub(super) stage: Stage,
    pub(super) value: Option<Size>,
}

/// A stack of locals.
#[derive(Clone, Debug, Default)]
pub(super) struct Scope {
    locals: Vec<Local>,
    /// For each name the places where it is bound, innermost last.
    places: HashMap<String, Vec<usize>>,
}

impl Scope {
    /// How many locals there are: what [`Scope::leave`] goes back to.
    pub(super) fn depth(&self) -> usize {
        self.locals.len()
    }

    pub(super) fn enter(&mut self, local: Local) {
        self.places.entry(local.name.clone()).or_default().push(self.locals.len());
        self.locals.push(local);
    }

    /// Forgets what was bound since the depth.
    pub(super) fn leave(&mut self, depth: usize) {
        for local in self.locals.drain(depth..) {
            if let Some(places) = self.places.get_mut(&local.name) {
                places.pop();
            }
        }
    }

    /// The innermost local of this name.
    pub(super) fn find(&self, name: &str) -> Option<&Local> {
        self.places.get(name)?.last().map(|at| &self.locals[*at])
    }

    /// The names, innermost first.
    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.locals.iter().rev().map(|local| local.name.as_str())
    }
}
