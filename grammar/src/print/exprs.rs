//! Expressions. Their recursion is bounded by the height of a tree.

use super::Printer;
use crate::tree::{
    Arg, Args, Arm, Each, ExprId, ExprKind, Generator, Let, ProductOp, Source, Subscript, SumOp,
};
use crate::unescape::quoted;

/// The tiers of the grammar, loosest first. An operand of a looser tier than its place needs parentheses.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Tier {
    Or,
    And,
    Not,
    Compare,
    Sum,
    Product,
    Unary,
    Power,
    Postfix,
}

fn tier(kind: &ExprKind) -> Tier {
    match kind {
        ExprKind::Or(_) => Tier::Or,
        ExprKind::And(_) => Tier::And,
        ExprKind::Not(_) => Tier::Not,
        ExprKind::Compare(..) => Tier::Compare,
        ExprKind::Sum(..) => Tier::Sum,
        ExprKind::Product(..) => Tier::Product,
        ExprKind::Neg(_) => Tier::Unary,
        ExprKind::Power(..) => Tier::Power,
        _ => Tier::Postfix,
    }
}

/// What ends with a block.
fn is_blocky(kind: &ExprKind) -> bool {
    matches!(
        kind,
        ExprKind::Block { .. } | ExprKind::If { .. } | ExprKind::Match { .. } | ExprKind::Loop { .. }
    )
}

impl Printer<'_> {
    /// An expression where any may stand.
    pub(super) fn expr(&mut self, id: ExprId) {
        self.operand(id, Tier::Or);
    }

    /// An expression in a place that takes this tier and tighter ones.
    fn operand(&mut self, id: ExprId, place: Tier) {
        let tree = self.tree;
        let kind = &tree[id].kind;
        // For the eye: what ends with a block is no bare operand, but the last one of what stands by itself, where
        // nothing follows the block.
        if tier(kind) < place || (is_blocky(kind) && place > Tier::Or) {
            self.text("(");
            self.kind(id, kind, false);
            self.text(")");
        } else {
            self.kind(id, kind, place == Tier::Or);
        }
    }

    /// An expression without parentheses; `alone` where it is no part of a larger one.
    fn kind(&mut self, id: ExprId, kind: &ExprKind, alone: bool) {
        match kind {
            ExprKind::Error => self.text("_"),
            ExprKind::Number(text) | ExprKind::Name(text) => self.text(text.as_str()),
            ExprKind::Bool(value) => self.text(if *value { "true" } else { "false" }),
            ExprKind::Token(text) => self.text(quoted(text, '\'')),
            ExprKind::String(text) => self.text(quoted(text, '"')),
            ExprKind::Or(list) => {
                if let [first, rest @ ..] = &list[..] {
                    self.chain(*first, rest.iter().map(|e| ("or", *e)), Tier::And, alone);
                }
            }
            ExprKind::And(list) => {
                if let [first, rest @ ..] = &list[..] {
                    self.chain(*first, rest.iter().map(|e| ("and", *e)), Tier::Not, alone);
                }
            }
            ExprKind::Not(a) => {
                self.text("not ");
                self.operand(*a, Tier::Not);
            }
            ExprKind::Compare(first, rest) => {
                self.chain(*first, rest.iter().map(|(op, e)| (op.text(), *e)), Tier::Sum, alone);
            }
            ExprKind::Sum(first, rest) => {
                self.chain(*first, rest.iter().map(|(op, e)| (sum_text(*op), *e)), Tier::Product, alone);
            }
            ExprKind::Product(first, rest) => {
                self.chain(*first, rest.iter().map(|(op, e)| (product_text(*op), *e)), Tier::Unary, alone);
            }
            ExprKind::Neg(a) => {
                self.text("-");
                self.operand(*a, Tier::Unary);
            }
            ExprKind::Power(base, exponent) => {
                self.operand(*base, Tier::Postfix);
                self.text(" ^ ");
                self.operand(*exponent, Tier::Unary);
            }
            ExprKind::Call { callee, args } => {
                self.operand(*callee, Tier::Postfix);
                match args {
                    // An array that is all there is has its lines indented once.
                    Args::List(args) if self.is_one_array(args) => {
                        self.text("(");
                        if let [Arg::Expr(e)] = &args[..] {
                            self.expr(*e);
                        }
                        self.text(")");
                    }
                    Args::List(args) => self.list("(", args, ")", |printer, arg| match arg {
                        Arg::Expr(e) => printer.expr(*e),
                        Arg::Op(op, _) => printer.text(op.text()),
                    }),
                    Args::Generator(generator) => self.generator("(", generator, ")"),
                }
            }
            ExprKind::Index { base, subscripts } => {
                self.operand(*base, Tier::Postfix);
                self.list("[", subscripts, "]", Self::subscript);
            }
            ExprKind::Tuple(list) => self.list("(", list, ")", |printer, e| printer.expr(*e)),
            ExprKind::Array(list) => self.list("[", list, "]", |printer, e| printer.expr(*e)),
            ExprKind::Comprehension(generator) => self.generator("[", generator, "]"),
            ExprKind::Block { .. } => {
                self.layout.open();
                self.block(id, false);
                self.layout.close();
            }
            ExprKind::If { .. } => self.if_chain(id),
            ExprKind::Match { subject, arms } => {
                self.text("match ");
                self.expr(*subject);
                self.text(" ");
                self.arms(arms);
            }
            ExprKind::Loop { scan, pattern, start, each, body } => {
                self.text(if *scan { "scan " } else { "fold " });
                self.pattern(pattern);
                self.text(" = ");
                self.expr(*start);
                self.text(" for ");
                self.each(each);
                self.text(" ");
                self.layout.open();
                self.block(*body, false);
                self.layout.close();
            }
        }
    }

    /// A chain of operators of one tier; a long one has a line for each operand.
    fn chain<'t>(
        &mut self,
        first: ExprId,
        rest: impl ExactSizeIterator<Item = (&'t str, ExprId)>,
        place: Tier,
        alone: bool,
    ) {
        let count = rest.len();
        self.layout.open();
        self.operand(first, place);
        for (at, (operator, operand)) in rest.enumerate() {
            self.layout.hang(count == 1);
            self.text(format!("{operator} "));
            let kind = &self.tree[operand].kind;
            if alone && at + 1 == count && is_blocky(kind) {
                self.kind(operand, kind, false);
            } else {
                self.operand(operand, place);
            }
            self.layout.unhang();
        }
        self.layout.close();
    }

    fn is_one_array(&self, args: &[Arg]) -> bool {
        match args {
            [Arg::Expr(e)] => matches!(self.tree[*e].kind, ExprKind::Array(_) | ExprKind::Comprehension(_)),
            _ => false,
        }
    }

    fn subscript(&mut self, subscript: &Subscript) {
        match subscript {
            Subscript::At(e) => self.expr(*e),
            Subscript::Slice { start, end, inclusive, .. } => {
                start.iter().for_each(|e| self.operand(*e, Tier::Sum));
                self.text(if *inclusive { "..=" } else { ".." });
                end.iter().for_each(|e| self.operand(*e, Tier::Sum));
            }
        }
    }

    fn generator(&mut self, opener: &str, generator: &Generator, closer: &str) {
        self.text(opener);
        self.layout.open();
        self.layout.indent();
        self.layout.soft();
        self.expr(generator.element);
        self.layout.line();
        self.text("for ");
        self.open_list(&generator.each, Self::each);
        if let Some(filter) = generator.filter {
            self.layout.line();
            self.text("if ");
            self.expr(filter);
        }
        if let Some(default) = generator.default {
            self.layout.line();
            self.text("else ");
            self.expr(default);
        }
        self.layout.dedent();
        self.layout.soft();
        self.layout.close();
        self.text(closer);
    }

    pub(super) fn each(&mut self, each: &Each) {
        self.text(format!("{} in ", each.name.text));
        match &each.source {
            Source::Range(range) => {
                self.operand(range.start, Tier::Sum);
                self.text(if range.inclusive { "..=" } else { ".." });
                self.operand(range.end, Tier::Sum);
            }
            Source::Array(e) => self.expr(*e),
        }
    }

    /// A block in braces, within the group that decides whether it breaks. With a `let` it always does, and
    /// `tall` makes it so.
    pub(super) fn block(&mut self, id: ExprId, tall: bool) {
        let tree = self.tree;
        let (lets, result) = match &tree[id].kind {
            ExprKind::Block { lets, result } => (&lets[..], *result),
            _ => (&[][..], id),
        };
        let hard = tall || !lets.is_empty();
        self.text("{");
        self.layout.indent();
        for one in lets {
            self.layout.hard();
            self.let_line(one);
        }
        if hard {
            self.layout.hard();
        } else {
            self.layout.line();
        }
        self.expr(result);
        self.layout.dedent();
        if hard {
            self.layout.hard();
        } else {
            self.layout.line();
        }
        self.text("}");
    }

    fn let_line(&mut self, one: &Let) {
        self.text("let ");
        self.pattern(&one.pattern);
        if let Some(ty) = &one.ty {
            self.text(": ");
            self.ty(ty);
        }
        self.text(" = ");
        self.expr(one.value);
        self.text(";");
    }

    /// All blocks of a chain of `else if` break together.
    fn if_chain(&mut self, id: ExprId) {
        let tree = self.tree;
        self.layout.open();
        let mut next = id;
        while let ExprKind::If { condition, then, otherwise } = &tree[next].kind {
            self.text("if ");
            self.expr(*condition);
            self.text(" ");
            self.block(*then, false);
            self.text(" else ");
            next = *otherwise;
        }
        self.block(next, false);
        self.layout.close();
    }

    fn arms(&mut self, arms: &[Arm]) {
        self.text("{");
        if !arms.is_empty() {
            self.layout.open();
            self.layout.indent();
            self.layout.line();
            for (at, arm) in arms.iter().enumerate() {
                if at > 0 {
                    self.text(",");
                    self.layout.line();
                }
                let token =
                    |token: &Option<String>| token.as_ref().map_or("_".to_owned(), |t| quoted(t, '\''));
                let tokens: Vec<String> = arm.tokens.iter().map(|(text, _)| token(text)).collect();
                self.text(format!("{} => ", tokens.join(" | ")));
                self.expr(arm.value);
            }
            self.layout.last_comma();
            self.layout.dedent();
            self.layout.line();
            self.layout.close();
        }
        self.text("}");
    }
}

fn sum_text(op: SumOp) -> &'static str {
    match op {
        SumOp::Add => "+",
        SumOp::Sub => "-",
    }
}

fn product_text(op: ProductOp) -> &'static str {
    match op {
        ProductOp::Mul => "*",
        ProductOp::Div => "/",
        ProductOp::Rem => "%",
    }
}
