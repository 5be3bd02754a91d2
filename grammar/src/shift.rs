//! Spans moved on, for a program of several files.
//!
//! Each file is parsed by itself, with spans from 0. A program numbers the bytes of its files through; so each file's
//! tree and errors are moved by what stands before the file.

use crate::errors::SyntaxErrorKind;
use crate::parse::Parsed;
use crate::tree::{
    Arg, Args, Each, ExprKind, Generator, Input, Item, ItemKind, Letters, Name, Over, Pattern, Source, Span,
    Subscript, Tree, Type, TypeKind,
};

impl Parsed {
    /// The same with all spans moved on by `by` bytes.
    #[must_use]
    pub fn shifted(mut self, by: u32) -> Parsed {
        if by == 0 {
            return self;
        }
        let by = Shift(by);
        by.tree(&mut self.tree);
        for error in &mut self.errors {
            by.span(&mut error.span);
            match &mut error.kind {
                SyntaxErrorKind::UnclosedBracket { missing_at: span, .. }
                | SyntaxErrorKind::WrongBracket { opener_span: span, .. } => by.span(span),
                _ => {}
            }
        }
        self
    }
}

/// How far spans are moved.
#[derive(Clone, Copy)]
struct Shift(u32);

impl Shift {
    fn span(self, span: &mut Span) {
        span.start = span.start.saturating_add(self.0);
        span.end = span.end.saturating_add(self.0);
    }

    fn name(self, name: &mut Name) {
        self.span(&mut name.span);
    }

    fn tree(self, tree: &mut Tree) {
        tree.items.iter_mut().for_each(|item| self.item(item));
        for expr in &mut tree.exprs {
            self.span(&mut expr.span);
            self.expr(&mut expr.kind);
        }
    }

    fn item(self, item: &mut Item) {
        self.span(&mut item.span);
        match &mut item.kind {
            ItemKind::Ring(ring) => {
                self.name(&mut ring.name);
                if let Some((root, _, span)) = &mut ring.root {
                    self.name(root);
                    self.span(span);
                }
            }
            ItemKind::Use(used) => {
                used.path.iter_mut().chain(used.list.iter_mut().flatten()).for_each(|name| self.name(name));
            }
            ItemKind::Alphabet(alphabet) => {
                self.name(&mut alphabet.name);
                for letters in &mut alphabet.letters {
                    match letters {
                        Letters::One(token) => self.span(&mut token.span),
                        Letters::Range(first, last) => {
                            self.span(&mut first.span);
                            self.span(&mut last.span);
                        }
                    }
                }
            }
            ItemKind::Const(constant) => self.name(&mut constant.name),
            ItemKind::Family(family) => {
                self.name(&mut family.name);
                family.params.iter_mut().for_each(|param| self.name(param));
                family.inputs.iter_mut().for_each(|input| self.input(input));
                self.ty(&mut family.result);
                if let Some(claim) = &mut family.claim {
                    self.span(&mut claim.span);
                    self.name(&mut claim.class);
                    claim.bracket.iter_mut().for_each(|mark| self.name(mark));
                }
                self.span(&mut family.signature);
            }
            ItemKind::Test(test) => {
                self.span(&mut test.name_span);
                for over in &mut test.over {
                    match over {
                        Over::Each(each) => self.each(each),
                        Over::Input(input) => self.input(input),
                    }
                }
            }
        }
    }

    fn input(self, input: &mut Input) {
        self.name(&mut input.name);
        self.ty(&mut input.ty);
    }

    fn ty(self, ty: &mut Type) {
        self.span(&mut ty.span);
        match &mut ty.kind {
            TypeKind::Array { scalar_span, .. } => self.span(scalar_span),
            // Types nest no deeper than brackets may.
            TypeKind::Tuple(parts) => parts.iter_mut().for_each(|part| self.ty(part)),
        }
    }

    fn pattern(self, pattern: &mut Pattern) {
        match pattern {
            Pattern::Name(name) => self.name(name),
            Pattern::Discard(span) => self.span(span),
            // Patterns nest no deeper than brackets may.
            Pattern::Tuple(parts, span) => {
                self.span(span);
                parts.iter_mut().for_each(|part| self.pattern(part));
            }
        }
    }

    fn each(self, each: &mut Each) {
        self.name(&mut each.name);
        if let Source::Range(range) = &mut each.source {
            self.span(&mut range.span);
        }
    }

    fn generator(self, generator: &mut Generator) {
        self.span(&mut generator.span);
        generator.each.iter_mut().for_each(|each| self.each(each));
    }

    /// The spans beside the expressions inside: those lie in the arena by themselves.
    fn expr(self, kind: &mut ExprKind) {
        match kind {
            ExprKind::Call { args: Args::Generator(generator), .. } => self.generator(generator),
            ExprKind::Comprehension(generator) => self.generator(generator),
            ExprKind::Call { args: Args::List(args), .. } => {
                for arg in args {
                    if let Arg::Op(_, span) = arg {
                        self.span(span);
                    }
                }
            }
            ExprKind::Index { subscripts, .. } => {
                for subscript in subscripts {
                    if let Subscript::Slice { span, .. } = subscript {
                        self.span(span);
                    }
                }
            }
            ExprKind::Block { lets, .. } => {
                for binding in lets {
                    self.span(&mut binding.span);
                    self.pattern(&mut binding.pattern);
                    binding.ty.iter_mut().for_each(|ty| self.ty(ty));
                }
            }
            ExprKind::Match { arms, .. } => {
                arms.iter_mut().flat_map(|arm| &mut arm.tokens).for_each(|(_, span)| self.span(span));
            }
            ExprKind::Loop { pattern, each, .. } => {
                self.pattern(pattern);
                self.each(each);
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::parse;

    /// Every span that a listing or a message shows is moved: the debug text has them all.
    #[test]
    fn shifting_equals_parsing_further_on() {
        let source = "ring Q(sqrt(2)); use a.b.{c}; use d.e; alphabet A = 'x' | 'a'..='c'; const k = 1;\n\
            family f[n](x: num[n], t: A[n]) -> (num, num[n]) in FSAC0[sign] where n > 1 {\n\
            let (a, _): (num, num) = fold (p, q) = (0, 1) for i in 0..n { (p + x[i], q) };\n\
            let s = width(select(x, x, <)); (sum(x[i] for i in 0..n if x[i] > 0), \
            [match y { 'x' | 'a' => x[..k][0], _ => -1 } for y in t]) }\n\
            test \"t\" for n in 0..=3, x: bool[n] { if true { 1 } else { 2 ^ 3 } == [1, \"abc\"][0] % 2 }\n\
            family g( { let x = (1; x }";
        let by = 1000;
        let padded = format!("{}{source}", " ".repeat(by));
        let moved = parse(source).shifted(by as u32);
        let further = parse(&padded);
        assert!(!further.errors.is_empty() && further.tree.items.len() >= 7);
        assert_eq!(format!("{:?}", moved.tree), format!("{:?}", further.tree));
        assert_eq!(moved.errors, further.errors);
    }
}
