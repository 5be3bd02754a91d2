//! The tree as an indented listing, one node a line, for `--emit ast` and golden files.

use crate::tree::{
    Arg, Args, Each, ExprId, ExprKind, Family, Generator, ItemKind, Letters, Over, Pattern, ProductOp, Range,
    ScalarType, Source, Subscript, SumOp, Test, Tree, Type, TypeKind,
};
use std::fmt::Display;

/// Lists a tree, with the span of each item.
pub fn dump(tree: &Tree) -> String {
    listing(tree, true)
}

/// Lists a tree without any spans: two trees list alike when they are equal up to spans.
pub fn dump_without_spans(tree: &Tree) -> String {
    listing(tree, false)
}

fn listing(tree: &Tree, spans: bool) -> String {
    let mut dump = Dump { tree, out: String::new(), depth: 0 };
    for line in &tree.docs {
        dump.line(format!("docs {line:?}"));
    }
    for item in &tree.items {
        let name = match &item.kind {
            ItemKind::Ring(_) => "Ring",
            ItemKind::Use(_) => "Use",
            ItemKind::Alphabet(_) => "Alphabet",
            ItemKind::Const(_) => "Const",
            ItemKind::Family(_) => "Family",
            ItemKind::Test(_) => "Test",
        };
        if spans {
            dump.line(format!("{name} {:?}", item.span));
        } else {
            dump.line(name);
        }
        dump.inside(|dump| {
            for line in &item.docs {
                dump.line(format!("docs {line:?}"));
            }
            dump.item(&item.kind);
        });
    }
    dump.out
}

struct Dump<'a> {
    tree: &'a Tree,
    out: String,
    depth: usize,
}

/// The recursion is bounded by the height of a tree, and by the nesting of brackets in types and patterns.
impl Dump<'_> {
    fn line(&mut self, text: impl Display) {
        self.out.extend(std::iter::repeat_n("  ", self.depth));
        self.out.push_str(&text.to_string());
        self.out.push('\n');
    }

    fn inside(&mut self, write: impl FnOnce(&mut Self)) {
        self.depth += 1;
        write(self);
        self.depth -= 1;
    }

    /// A line, and below it what `write` writes.
    fn node(&mut self, text: impl Display, write: impl FnOnce(&mut Self)) {
        self.line(text);
        self.inside(write);
    }

    fn item(&mut self, kind: &ItemKind) {
        match kind {
            ItemKind::Ring(ring) => {
                self.line(format!("name {}", ring.name.text));
                if let Some((function, number, _)) = &ring.root {
                    self.line(format!("root {} {number}", function.text));
                }
            }
            ItemKind::Use(item) => {
                let join = |names: &[crate::tree::Name]| {
                    names.iter().map(|name| name.text.as_str()).collect::<Vec<_>>().join(" ")
                };
                self.line(format!("path {}", join(&item.path)));
                if let Some(list) = &item.list {
                    self.line(format!("list {}", join(list)));
                }
            }
            ItemKind::Alphabet(alphabet) => {
                self.line(format!("name {}", alphabet.name.text));
                for letters in &alphabet.letters {
                    match letters {
                        Letters::One(token) => self.line(format!("token {:?}", token.text)),
                        Letters::Range(first, last) => {
                            self.line(format!("tokens {:?} to {:?}", first.text, last.text));
                        }
                    }
                }
            }
            ItemKind::Const(item) => {
                self.line(format!("name {}", item.name.text));
                self.expr(item.value);
            }
            ItemKind::Family(family) => self.family(family),
            ItemKind::Test(test) => self.test(test),
        }
    }

    fn family(&mut self, family: &Family) {
        self.line(format!("name {}", family.name.text));
        for param in &family.params {
            self.line(format!("parameter {}", param.text));
        }
        for input in &family.inputs {
            self.node(format!("input {}", input.name.text), |dump| {
                dump.ty(&input.ty);
            });
        }
        self.node("result", |dump| dump.ty(&family.result));
        if let Some(claim) = &family.claim {
            let bracket = claim.bracket.as_ref().map_or(String::new(), |name| format!("[{}]", name.text));
            self.line(format!("claim {}{bracket}", claim.class.text));
        }
        for condition in &family.conditions {
            self.node("where", |dump| dump.expr(*condition));
        }
        self.expr(family.body);
    }

    fn test(&mut self, test: &Test) {
        self.line(format!("name {:?}", test.name));
        for over in &test.over {
            match over {
                Over::Each(each) => self.each(each),
                Over::Input(input) => {
                    self.node(format!("input {}", input.name.text), |dump| {
                        dump.ty(&input.ty);
                    });
                }
            }
        }
        self.expr(test.body);
    }

    fn ty(&mut self, ty: &Type) {
        match &ty.kind {
            TypeKind::Array { scalar, dims, .. } => {
                let name = match scalar {
                    ScalarType::Num => "num",
                    ScalarType::Bool => "bool",
                    ScalarType::Named(name) => name,
                };
                let brackets = if dims.is_some() { " array" } else { "" };
                self.node(format!("type {name}{brackets}"), |dump| {
                    dims.iter().flatten().for_each(|dim| dump.expr(*dim));
                });
            }
            TypeKind::Tuple(types) => {
                self.node("type tuple", |dump| types.iter().for_each(|ty| dump.ty(ty)));
            }
        }
    }

    fn pattern(&mut self, pattern: &Pattern) {
        match pattern {
            Pattern::Name(name) => self.line(format!("pattern {}", name.text)),
            Pattern::Discard(_) => self.line("pattern _"),
            Pattern::Tuple(patterns, _) => self.node("pattern tuple", |dump| {
                patterns.iter().for_each(|pattern| dump.pattern(pattern));
            }),
        }
    }

    fn each(&mut self, each: &Each) {
        self.node(format!("for {}", each.name.text), |dump| match &each.source {
            Source::Range(range) => dump.range(range),
            Source::Array(e) => dump.expr(*e),
        });
    }

    fn range(&mut self, range: &Range) {
        self.node(if range.inclusive { "range ..=" } else { "range .." }, |dump| {
            dump.expr(range.start);
            dump.expr(range.end);
        });
    }

    fn generator(&mut self, generator: &Generator) {
        self.expr(generator.element);
        generator.each.iter().for_each(|each| self.each(each));
        for (name, part) in [("if", generator.filter), ("else", generator.default)] {
            if let Some(e) = part {
                self.node(name, |dump| dump.expr(e));
            }
        }
    }

    fn subscript(&mut self, subscript: &Subscript) {
        match subscript {
            Subscript::At(e) => self.expr(*e),
            Subscript::Slice { start, end, inclusive, .. } => {
                self.node(if *inclusive { "slice ..=" } else { "slice .." }, |dump| {
                    for (name, part) in [("from", start), ("to", end)] {
                        if let Some(e) = part {
                            dump.node(name, |dump| dump.expr(*e));
                        }
                    }
                });
            }
        }
    }

    fn exprs(&mut self, name: &str, list: &[ExprId]) {
        self.node(name, |dump| list.iter().for_each(|e| dump.expr(*e)));
    }

    fn chain<Op: Copy>(
        &mut self,
        name: &str,
        first: ExprId,
        rest: &[(Op, ExprId)],
        text: fn(Op) -> &'static str,
    ) {
        self.node(name, |dump| {
            dump.expr(first);
            for (op, e) in rest {
                dump.node(text(*op), |dump| dump.expr(*e));
            }
        });
    }

    fn expr(&mut self, id: ExprId) {
        let tree = self.tree;
        match &tree[id].kind {
            ExprKind::Error => self.line("Error"),
            ExprKind::Number(text) => self.line(format!("Number {text}")),
            ExprKind::Name(text) => self.line(format!("Name {text}")),
            ExprKind::Bool(value) => self.line(format!("Bool {value}")),
            ExprKind::Token(text) => self.line(format!("Token {text:?}")),
            ExprKind::String(text) => self.line(format!("String {text:?}")),
            ExprKind::Or(list) => self.exprs("Or", list),
            ExprKind::And(list) => self.exprs("And", list),
            ExprKind::Not(a) => self.exprs("Not", &[*a]),
            ExprKind::Compare(first, rest) => self.chain("Compare", *first, rest, |op| op.text()),
            ExprKind::Sum(first, rest) => self.chain("Sum", *first, rest, |op| match op {
                SumOp::Add => "+",
                SumOp::Sub => "-",
            }),
            ExprKind::Product(first, rest) => self.chain("Product", *first, rest, |op| match op {
                ProductOp::Mul => "*",
                ProductOp::Div => "/",
                ProductOp::Rem => "%",
            }),
            ExprKind::Neg(a) => self.exprs("Neg", &[*a]),
            ExprKind::Power(a, b) => self.exprs("Power", &[*a, *b]),
            ExprKind::Call { callee, args } => self.node("Call", |dump| {
                dump.expr(*callee);
                match args {
                    Args::List(args) => args.iter().for_each(|arg| match arg {
                        Arg::Expr(e) => dump.expr(*e),
                        Arg::Op(op, _) => dump.line(format!("operator {}", op.text())),
                    }),
                    Args::Generator(generator) => {
                        dump.node("generator", |dump| dump.generator(generator));
                    }
                }
            }),
            ExprKind::Index { base, subscripts } => self.node("Index", |dump| {
                dump.expr(*base);
                subscripts.iter().for_each(|subscript| dump.subscript(subscript));
            }),
            ExprKind::Tuple(list) => self.exprs("Tuple", list),
            ExprKind::Array(list) => self.exprs("Array", list),
            ExprKind::Comprehension(generator) => {
                self.node("Comprehension", |dump| dump.generator(generator));
            }
            ExprKind::Block { lets, result } => self.node("Block", |dump| {
                for one in lets {
                    dump.node("let", |dump| {
                        dump.pattern(&one.pattern);
                        one.ty.iter().for_each(|ty| dump.ty(ty));
                        dump.expr(one.value);
                    });
                }
                dump.expr(*result);
            }),
            ExprKind::If { condition, then, otherwise } => self.exprs("If", &[*condition, *then, *otherwise]),
            ExprKind::Match { subject, arms } => self.node("Match", |dump| {
                dump.expr(*subject);
                for arm in arms {
                    let text =
                        |text: &Option<String>| text.as_ref().map_or("_".to_owned(), |t| format!("{t:?}"));
                    let tokens: Vec<String> = arm.tokens.iter().map(|(token, _)| text(token)).collect();
                    dump.node(format!("arm {}", tokens.join(" | ")), |dump| {
                        dump.expr(arm.value);
                    });
                }
            }),
            ExprKind::Loop { scan, pattern, start, each, body } => {
                self.node(if *scan { "Scan" } else { "Fold" }, |dump| {
                    dump.pattern(pattern);
                    dump.expr(*start);
                    dump.each(each);
                    dump.expr(*body);
                });
            }
        }
    }
}
