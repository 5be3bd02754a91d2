//! The tree as canonical circ source: `parse(print(tree))` is the tree again, up to spans.
//!
//! Four blanks a level, doc comments kept, operators spaced, parentheses only where the tiers need them. Comments
//! that document nothing are not part of a tree, so they are not part of its print either.

mod exprs;
mod layout;

use crate::tree::{
    Claim, Family, Input, Item, ItemKind, Letters, Name, Over, Pattern, Ring, ScalarType, Test, Tree, Type,
    TypeKind, Use,
};
use crate::unescape::quoted;
use layout::Layout;

/// Prints a tree as circ source. What did not parse is printed as `_`, which doesn't parse either.
pub fn print(tree: &Tree) -> String {
    let mut out = String::new();
    docs(&mut out, "//!", &tree.docs);
    let mut before: Option<(&Item, bool)> = None;
    for item in &tree.items {
        let text = Printer::new(tree).item(item);
        let short = !text.contains('\n');
        // Short items of a kind stand together; a blank line sets off all others.
        let together = before.is_some_and(|(last, last_short)| {
            last_short && short && item.docs.is_empty() && same_kind(&last.kind, &item.kind)
        });
        if !out.is_empty() && !together {
            out.push('\n');
        }
        docs(&mut out, "///", &item.docs);
        out.push_str(&text);
        out.push('\n');
        before = Some((item, short));
    }
    out
}

fn docs(out: &mut String, marker: &str, lines: &[String]) {
    for line in lines {
        out.push_str(marker);
        if !line.is_empty() {
            out.push(' ');
            out.push_str(line);
        }
        out.push('\n');
    }
}

fn same_kind(a: &ItemKind, b: &ItemKind) -> bool {
    std::mem::discriminant(a) == std::mem::discriminant(b)
}

/// Writes one item.
struct Printer<'a> {
    tree: &'a Tree,
    layout: Layout,
}

impl<'a> Printer<'a> {
    fn new(tree: &'a Tree) -> Self {
        Printer { tree, layout: Layout::default() }
    }

    fn text(&mut self, text: impl Into<String>) {
        self.layout.text(text);
    }

    fn item(mut self, item: &Item) -> String {
        match &item.kind {
            ItemKind::Ring(Ring { name, root }) => {
                self.text(format!("ring {}", name.text));
                if let Some((function, number, _)) = root {
                    self.text(format!("({}({number}))", function.text));
                }
                self.text(";");
            }
            ItemKind::Use(item) => self.use_item(item),
            ItemKind::Alphabet(alphabet) => {
                self.text(format!("alphabet {} = ", alphabet.name.text));
                self.layout.open();
                self.layout.indent();
                for (at, letters) in alphabet.letters.iter().enumerate() {
                    if at > 0 {
                        self.layout.line();
                        self.text("| ");
                    }
                    self.text(letters_text(letters));
                }
                self.layout.dedent();
                self.layout.close();
                self.text(";");
            }
            ItemKind::Const(item) => {
                self.text(format!("const {} = ", item.name.text));
                self.expr(item.value);
                self.text(";");
            }
            ItemKind::Family(family) => self.family(family),
            ItemKind::Test(test) => self.test(test),
        }
        self.layout.render()
    }

    fn use_item(&mut self, item: &Use) {
        let path: Vec<&str> = item.path.iter().map(|name| name.text.as_str()).collect();
        self.text(format!("use {}", path.join(".")));
        if let Some(list) = &item.list {
            self.text(".");
            self.list("{", list, "}", |printer, name: &Name| {
                printer.text(name.text.as_str());
            });
        }
        self.text(";");
    }

    /// A bracketed list, broken to one element a line where it is long.
    fn list<T>(&mut self, opener: &str, list: &[T], closer: &str, mut each: impl FnMut(&mut Self, &T)) {
        self.text(opener);
        if !list.is_empty() {
            self.layout.open();
            self.layout.indent();
            self.layout.soft();
            for (at, element) in list.iter().enumerate() {
                if at > 0 {
                    self.text(",");
                    self.layout.line();
                }
                each(self, element);
            }
            self.layout.last_comma();
            self.layout.dedent();
            self.layout.soft();
            self.layout.close();
        }
        self.text(closer);
    }

    /// A list without brackets, its lines after the first indented.
    fn open_list<T>(&mut self, list: &[T], mut each: impl FnMut(&mut Self, &T)) {
        self.layout.open();
        self.layout.indent();
        for (at, element) in list.iter().enumerate() {
            if at > 0 {
                self.text(",");
                self.layout.line();
            }
            each(self, element);
        }
        self.layout.dedent();
        self.layout.close();
    }

    fn family(&mut self, family: &Family) {
        self.text(format!("family {}", family.name.text));
        if !family.params.is_empty() {
            self.list("[", &family.params, "]", |printer, name| {
                printer.text(name.text.as_str());
            });
        }
        self.list("(", &family.inputs, ")", Self::input);
        self.text(" -> ");
        self.ty(&family.result);
        self.layout.open();
        self.layout.indent();
        if let Some(Claim { class, bracket, .. }) = &family.claim {
            self.layout.line();
            self.text(format!("in {}", class.text));
            if let Some(bracket) = bracket {
                self.text(format!("[{}]", bracket.text));
            }
        }
        if !family.conditions.is_empty() {
            self.layout.line();
            self.text("where ");
            self.open_list(&family.conditions, |printer, condition| {
                printer.expr(*condition);
            });
        }
        self.layout.dedent();
        self.layout.line();
        self.layout.close();
        self.block(family.body, true);
    }

    fn test(&mut self, test: &Test) {
        self.text(format!("test {} ", quoted(&test.name, '"')));
        if !test.over.is_empty() {
            self.text("for ");
            self.open_list(&test.over, |printer, over| match over {
                Over::Each(each) => printer.each(each),
                Over::Input(input) => printer.input(input),
            });
            self.text(" ");
        }
        self.layout.open();
        self.block(test.body, false);
        self.layout.close();
    }

    fn input(&mut self, input: &Input) {
        self.text(format!("{}: ", input.name.text));
        self.ty(&input.ty);
    }

    fn ty(&mut self, ty: &Type) {
        match &ty.kind {
            TypeKind::Array { scalar, dims, .. } => {
                match scalar {
                    ScalarType::Num => self.text("num"),
                    ScalarType::Bool => self.text("bool"),
                    ScalarType::Named(name) => self.text(name.as_str()),
                }
                if let Some(dims) = dims {
                    self.list("[", dims, "]", |printer, dim| printer.expr(*dim));
                }
            }
            TypeKind::Tuple(types) => self.list("(", types, ")", Self::ty),
        }
    }

    fn pattern(&mut self, pattern: &Pattern) {
        match pattern {
            Pattern::Name(name) => self.text(name.text.as_str()),
            Pattern::Discard(_) => self.text("_"),
            Pattern::Tuple(patterns, _) => self.list("(", patterns, ")", Self::pattern),
        }
    }
}

fn letters_text(letters: &Letters) -> String {
    match letters {
        Letters::One(token) => quoted(&token.text, '\''),
        Letters::Range(first, last) => {
            format!("{}..={}", quoted(&first.text, '\''), quoted(&last.text, '\''))
        }
    }
}
