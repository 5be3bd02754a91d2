//! Walking the expressions of a tree without recursion.

use crate::tree::{ExprId, ExprKind, Tree};

impl Tree {
    /// Every name that occurs in an expression, whatever it is resolved to.
    pub fn names_in(&self, root: ExprId) -> Vec<&str> {
        let mut names = Vec::new();
        let mut open = vec![root];
        while let Some(id) = open.pop() {
            if let ExprKind::Name(name) = &self[id].kind {
                names.push(name.as_str());
            }
            self[id].for_each_child(&mut |child| open.push(child));
        }
        names
    }
}
