//! The syntax tree of a file.
//!
//! Expressions live in one arena, children before their parent, and are named by [`ExprId`]; so dropping or
//! copying a tree never recurses, however deep the source nests. Every node keeps its [`Span`]. Parentheses
//! leave no node: the shape of the tree says what they said, and the printer puts them back where needed.
//!
//! One file, though a long one: it is the contract between the grammar and the compiler, read as a whole.

use std::fmt;

/// A half-open range of bytes of the source, on character boundaries.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, PartialOrd, Ord)]
pub struct Span {
    /// The first byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    /// The span from byte `start` up to, not including, byte `end`.
    pub fn new(start: usize, end: usize) -> Self {
        let narrow = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
        Span { start: narrow(start), end: narrow(end) }
    }

    /// The smallest span that covers both.
    pub fn to(self, other: Span) -> Span {
        Span { start: self.start.min(other.start), end: self.end.max(other.end) }
    }

    /// As a range for slicing the source.
    pub fn range(self) -> std::ops::Range<usize> {
        self.start as usize..self.end as usize
    }
}

impl fmt::Debug for Span {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}..{}", self.start, self.end)
    }
}

/// An expression in the arena of its [`Tree`]; prints as `e12`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ExprId(pub u32);

impl fmt::Debug for ExprId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "e{}", self.0)
    }
}

/// A name as written, with its place.
#[derive(Clone, Debug)]
pub struct Name {
    /// The text.
    pub text: String,
    /// Where it stands.
    pub span: Span,
}

/// A file: its items in source order, and the arena of their expressions.
#[derive(Clone, Debug, Default)]
pub struct Tree {
    /// The text of the `//!` lines, without the marker and one blank after it.
    pub docs: Vec<String>,
    /// Items in source order. An item that did not parse is left out (its errors are reported beside the tree).
    pub items: Vec<Item>,
    /// The arena: children before their parent.
    pub exprs: Vec<Expr>,
}

impl std::ops::Index<ExprId> for Tree {
    type Output = Expr;
    fn index(&self, id: ExprId) -> &Expr {
        &self.exprs[id.0 as usize]
    }
}

/// An item with its documentation.
#[derive(Clone, Debug)]
pub struct Item {
    /// The text of the `///` lines directly before it, without the marker and one blank after it.
    pub docs: Vec<String>,
    /// What it is.
    pub kind: ItemKind,
    /// From its keyword to its end.
    pub span: Span,
}

/// The kinds of items.
#[derive(Clone, Debug)]
pub enum ItemKind {
    /// `ring Q;` or `ring Q(sqrt(2));`
    Ring(Ring),
    /// `use std.sort.{sort, rank};`
    Use(Use),
    /// `alphabet Bit = '0' | '1';`
    Alphabet(Alphabet),
    /// `const third = 1/3;`
    Const(Const),
    /// `family f[n](x: num[n]) -> num { … }`
    Family(Box<Family>),
    /// `test "…" { … }`
    Test(Test),
}

/// `ring NAME ("(" NAME "(" NUMBER ")" ")")? ;`: the names are checked by the compiler.
#[derive(Clone, Debug)]
pub struct Ring {
    /// `Q`.
    pub name: Name,
    /// `sqrt` and the text of the number under it.
    pub root: Option<(Name, String, Span)>,
}

/// `use a.b.{c, d};` or `use a.b.c;`
#[derive(Clone, Debug)]
pub struct Use {
    /// The dotted path before the list; without a list its last name is the one imported.
    pub path: Vec<Name>,
    /// The list in braces, where there is one.
    pub list: Option<Vec<Name>>,
}

/// `alphabet NAME = letters | letters …;`
#[derive(Clone, Debug)]
pub struct Alphabet {
    /// Its name.
    pub name: Name,
    /// Tokens and ranges of tokens in source order.
    pub letters: Vec<Letters>,
}

/// One token of an alphabet, or a range of one-character tokens.
#[derive(Clone, Debug)]
pub enum Letters {
    /// `'a'`
    One(Token),
    /// `'a'..='z'`
    Range(Token, Token),
}

/// A token literal, unescaped.
#[derive(Clone, Debug)]
pub struct Token {
    /// What stands between the quotes, escapes resolved.
    pub text: String,
    /// With the quotes.
    pub span: Span,
}

/// `const NAME = value;`
#[derive(Clone, Debug)]
pub struct Const {
    /// Its name.
    pub name: Name,
    /// A static expression.
    pub value: ExprId,
}

/// A family of circuits.
#[derive(Clone, Debug)]
pub struct Family {
    /// Its name.
    pub name: Name,
    /// The names in brackets: size parameters, and names used as types.
    pub params: Vec<Name>,
    /// The inputs in order.
    pub inputs: Vec<Input>,
    /// The type of the result.
    pub result: Type,
    /// `in FSAC0[sign]`
    pub claim: Option<Claim>,
    /// The conditions of `where`, in order; empty where there is none.
    pub conditions: Vec<ExprId>,
    /// Always an [`ExprKind::Block`] (or [`ExprKind::Error`]).
    pub body: ExprId,
    /// From `family` to the end of the signature, before the body.
    pub signature: Span,
}

/// `name: type`
#[derive(Clone, Debug)]
pub struct Input {
    /// Its name.
    pub name: Name,
    /// Its type.
    pub ty: Type,
}

/// `in NAME` or `in NAME[NAME]`; the names are checked by the compiler.
#[derive(Clone, Debug)]
pub struct Claim {
    /// `FSAC0`.
    pub class: Name,
    /// `sign`, where written.
    pub bracket: Option<Name>,
    /// Without the `in`.
    pub span: Span,
}

/// `test "name" for … { body }`
#[derive(Clone, Debug)]
pub struct Test {
    /// The string after `test`, unescaped.
    pub name: String,
    /// Where that string stands.
    pub name_span: Span,
    /// What it is quantified over; empty for a plain test.
    pub over: Vec<Over>,
    /// Always an [`ExprKind::Block`] (or [`ExprKind::Error`]).
    pub body: ExprId,
}

/// One quantifier of a test.
#[derive(Clone, Debug)]
pub enum Over {
    /// `n in 0..=6`
    Each(Each),
    /// `x: bool[n]`
    Input(Input),
}

/// A type as written.
#[derive(Clone, Debug)]
pub struct Type {
    /// What it is.
    pub kind: TypeKind,
    /// Where it stands.
    pub span: Span,
}

/// The kinds of types.
#[derive(Clone, Debug)]
pub enum TypeKind {
    /// A scalar type, or an array of one: no dimensions for a scalar.
    Array {
        /// The element.
        scalar: ScalarType,
        /// Where the element's name stands.
        scalar_span: Span,
        /// The sizes in brackets; `None` where no brackets were written, so `num[]` differs from `num`.
        dims: Option<Vec<ExprId>>,
    },
    /// `(T, U)`
    Tuple(Vec<Type>),
}

/// A scalar type as written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ScalarType {
    /// `num`
    Num,
    /// `bool`
    Bool,
    /// An alphabet, or a name in the family's brackets.
    Named(String),
}

/// What a binding binds.
#[derive(Clone, Debug)]
pub enum Pattern {
    /// A name.
    Name(Name),
    /// `_`
    Discard(Span),
    /// `(a, b)`
    Tuple(Vec<Pattern>, Span),
}

impl Pattern {
    /// Where it stands.
    pub fn span(&self) -> Span {
        match self {
            Pattern::Name(name) => name.span,
            Pattern::Discard(span) | Pattern::Tuple(_, span) => *span,
        }
    }
}

/// `let pattern: type = value;`
#[derive(Clone, Debug)]
pub struct Let {
    /// What is bound.
    pub pattern: Pattern,
    /// The type, where written.
    pub ty: Option<Type>,
    /// The value.
    pub value: ExprId,
    /// From `let` to the semicolon.
    pub span: Span,
}

/// `name in range` or `name in array`
#[derive(Clone, Debug)]
pub struct Each {
    /// The name that is bound; `_` where the text is `_`.
    pub name: Name,
    /// What it walks over.
    pub source: Source,
}

/// What a binding in a generator, a loop or a test walks over.
#[derive(Clone, Debug)]
pub enum Source {
    /// `a..b` or `a..=b`
    Range(Range),
    /// The first dimension of an array.
    Array(ExprId),
}

/// `a..b` or `a..=b`, both ends written.
#[derive(Clone, Debug)]
pub struct Range {
    /// The first value.
    pub start: ExprId,
    /// The end.
    pub end: ExprId,
    /// `..=`
    pub inclusive: bool,
    /// From the first end to the last.
    pub span: Span,
}

/// `element for x in …, … if filter else default`
#[derive(Clone, Debug)]
pub struct Generator {
    /// What is produced.
    pub element: ExprId,
    /// The bindings, outermost first.
    pub each: Vec<Each>,
    /// The condition after `if`.
    pub filter: Option<ExprId>,
    /// The value after `else`.
    pub default: Option<ExprId>,
    /// From the element to the end.
    pub span: Span,
}

/// An expression.
#[derive(Clone, Debug)]
pub struct Expr {
    /// What it is.
    pub kind: ExprKind,
    /// Where it stands, without surrounding parentheses.
    pub span: Span,
}

/// The kinds of expressions. Chains of operators of one tier are flat.
#[derive(Clone, Debug)]
pub enum ExprKind {
    /// Something that did not parse; its error is reported beside the tree.
    Error,
    /// A number as written, underscores kept.
    Number(String),
    /// A name.
    Name(String),
    /// `true` or `false`
    Bool(bool),
    /// `'('`, unescaped
    Token(String),
    /// `"(()"`, unescaped: a sequence of one-character tokens
    String(String),
    /// `a or b or c`: two or more
    Or(Vec<ExprId>),
    /// `a and b and c`: two or more
    And(Vec<ExprId>),
    /// `not a`
    Not(ExprId),
    /// `a < b <= c`: the first operand and one or more comparisons
    Compare(ExprId, Vec<(CompareOp, ExprId)>),
    /// `a + b - c`: the first operand and one or more terms
    Sum(ExprId, Vec<(SumOp, ExprId)>),
    /// `a * b / c % d`: the first operand and one or more factors
    Product(ExprId, Vec<(ProductOp, ExprId)>),
    /// `-a`
    Neg(ExprId),
    /// `a ^ b`
    Power(ExprId, ExprId),
    /// `f(args)`
    Call {
        /// What is called: a name, or a name indexed by its sizes (`f[n](x)` is a call of an index).
        callee: ExprId,
        /// The arguments.
        args: Args,
    },
    /// `x[i, a..b]`
    Index {
        /// What is indexed.
        base: ExprId,
        /// The subscripts in order.
        subscripts: Vec<Subscript>,
    },
    /// `(a, b)`: two or more
    Tuple(Vec<ExprId>),
    /// `[a, b]`
    Array(Vec<ExprId>),
    /// `[e for i in 0..n]`; a filter or a default in it is an error of the compiler
    Comprehension(Generator),
    /// `{ let …; result }`
    Block {
        /// The bindings in order. One that did not parse has an [`ExprKind::Error`] as its value.
        lets: Vec<Let>,
        /// The value.
        result: ExprId,
    },
    /// `if c { a } else { b }`
    If {
        /// The condition.
        condition: ExprId,
        /// A block.
        then: ExprId,
        /// A block or another `if`.
        otherwise: ExprId,
    },
    /// `match x { 'a' | 'b' => 1, _ => 0 }`
    Match {
        /// What is looked at.
        subject: ExprId,
        /// The arms in order.
        arms: Vec<Arm>,
    },
    /// `fold acc = start for i in 0..n { body }` or `scan …`
    Loop {
        /// The state after each step, not only the last.
        scan: bool,
        /// The state.
        pattern: Pattern,
        /// Its first value.
        start: ExprId,
        /// What it walks over.
        each: Each,
        /// A block.
        body: ExprId,
    },
}

/// The arguments of a call.
#[derive(Clone, Debug)]
pub enum Args {
    /// `f(a, b, <)`
    List(Vec<Arg>),
    /// `sum(e for i in 0..n)`
    Generator(Box<Generator>),
}

/// One argument of a call.
#[derive(Clone, Debug)]
pub enum Arg {
    /// A value.
    Expr(ExprId),
    /// A comparison operator, as `select` takes it.
    Op(CompareOp, Span),
}

/// One subscript.
#[derive(Clone, Debug)]
pub enum Subscript {
    /// `i`
    At(ExprId),
    /// `a..b`, `a..`, `..b`, `..=b`, `..`
    Slice {
        /// The first position; from 0 where left out.
        start: Option<ExprId>,
        /// The end; the length where left out.
        end: Option<ExprId>,
        /// `..=`
        inclusive: bool,
        /// Where it stands.
        span: Span,
    },
}

/// One arm of a `match`.
#[derive(Clone, Debug)]
pub struct Arm {
    /// The tokens; `None` stands for `_`.
    pub tokens: Vec<(Option<String>, Span)>,
    /// The value.
    pub value: ExprId,
}

/// A comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CompareOp {
    /// `==`
    Eq,
    /// `!=`
    Ne,
    /// `<`
    Lt,
    /// `<=`
    Le,
    /// `>`
    Gt,
    /// `>=`
    Ge,
}

impl CompareOp {
    /// As it is written.
    pub fn text(self) -> &'static str {
        match self {
            CompareOp::Eq => "==",
            CompareOp::Ne => "!=",
            CompareOp::Lt => "<",
            CompareOp::Le => "<=",
            CompareOp::Gt => ">",
            CompareOp::Ge => ">=",
        }
    }
}

/// The sign of a term.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SumOp {
    /// `+`
    Add,
    /// `-`
    Sub,
}

/// How a factor enters a product.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ProductOp {
    /// `*`
    Mul,
    /// `/`
    Div,
    /// `%`
    Rem,
}
