//! The names that an expression takes from outside.

use crate::children::of_type;
use crate::tree::{Each, ExprId, ExprKind, Generator, Pattern, Source, Tree};

impl Tree {
    /// Every name that occurs in an expression and is not bound in it, whatever it is resolved to. It recurses on
    /// the height of the expression, which the parser bounds.
    pub fn free_names(&self, root: ExprId) -> Vec<&str> {
        let mut walk = Walk { tree: self, bound: Vec::new(), free: Vec::new() };
        walk.expr(root);
        walk.free
    }
}

struct Walk<'t> {
    tree: &'t Tree,
    /// The names bound around the expression, innermost last.
    bound: Vec<&'t str>,
    free: Vec<&'t str>,
}

impl<'t> Walk<'t> {
    fn expr(&mut self, id: ExprId) {
        let tree = self.tree;
        let depth = self.bound.len();
        match &tree[id].kind {
            ExprKind::Name(name) => {
                if !self.bound.contains(&name.as_str()) {
                    self.free.push(name);
                }
            }
            ExprKind::Block { lets, result } => {
                for binding in lets {
                    self.expr(binding.value);
                    binding.ty.iter().for_each(|ty| of_type(ty, &mut |size| self.expr(size)));
                    self.bind(&binding.pattern);
                }
                self.expr(*result);
            }
            ExprKind::Comprehension(generator) => self.generator(generator),
            ExprKind::Call { callee, args: crate::tree::Args::Generator(generator) } => {
                self.expr(*callee);
                self.generator(generator);
            }
            ExprKind::Loop { pattern, start, each, body, .. } => {
                self.expr(*start);
                self.each(each);
                self.bind(pattern);
                self.expr(*body);
            }
            kind => kind.for_each_child(&mut |child| self.expr(child)),
        }
        self.bound.truncate(depth);
    }

    /// The default stands outside the variables.
    fn generator(&mut self, generator: &'t Generator) {
        let depth = self.bound.len();
        generator.each.iter().for_each(|each| self.each(each));
        self.expr(generator.element);
        generator.filter.iter().for_each(|filter| self.expr(*filter));
        self.bound.truncate(depth);
        generator.default.iter().for_each(|default| self.expr(*default));
    }

    fn each(&mut self, each: &'t Each) {
        match &each.source {
            Source::Range(range) => {
                self.expr(range.start);
                self.expr(range.end);
            }
            Source::Array(array) => self.expr(*array),
        }
        self.bound.push(&each.name.text);
    }

    fn bind(&mut self, pattern: &'t Pattern) {
        match pattern {
            Pattern::Name(name) => self.bound.push(&name.text),
            Pattern::Discard(_) => {}
            Pattern::Tuple(parts, _) => parts.iter().for_each(|part| self.bind(part)),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::tree::ItemKind;

    fn check(value: &str, expected: &[&str]) {
        let parsed = crate::parse(&format!("const k = {value};"));
        assert!(parsed.errors.is_empty(), "{:?}", parsed.errors);
        let ItemKind::Const(constant) = &parsed.tree.items[0].kind else { panic!("a constant") };
        assert_eq!(parsed.tree.free_names(constant.value), expected, "{value}");
    }

    #[test]
    fn names_that_are_bound_are_not_free() {
        check("a + b", &["a", "b"]);
        check("{ let a = b; a + c }", &["b", "c"]);
        check("{ let a = a; a }", &["a"]);
        check("{ let a: num[n] = [0]; a }", &["n"]);
        check("[i + a for i in 0..i]", &["i", "a"]);
        check("max(v for v in a if v > b else v)", &["max", "a", "b", "v"]);
        check("fold (s, t) = (s, 0) for x in t { s + t + x }", &["s", "t"]);
    }
}
