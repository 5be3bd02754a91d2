//! The typed tree of a body: what elaboration and analysis walk.
//!
//! Like the syntax tree it is an arena, children before their parents. Names are gone: a local is a [`Slot`] of
//! the body's frame, a call names its family, a builtin is an operation. Each node knows its type, its stage and
//! where it stands in the source.

use circ_grammar::tree::{CompareOp, ProductOp, Span, SumOp};
use circ_runtime::Num;

use crate::program::{ConstId, FamilyId};
use crate::size::Size;
use crate::types::{Scalar, Stage, Type};

/// An expression of a [`Body`]; prints as `t12`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ExprId(pub u32);

impl std::fmt::Debug for ExprId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "t{}", self.0)
    }
}

/// A place in the frame of a body, for one local. The inputs take the first ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Slot(pub u32);

/// The expressions of a family, a constant or a test.
#[derive(Clone, Debug, Default)]
pub struct Body {
    /// Children before their parents.
    pub exprs: Vec<Expr>,
    /// The value.
    pub result: Option<ExprId>,
    /// How many slots a frame has.
    pub slots: u32,
    /// The name of each slot, for messages and pictures.
    pub slot_names: Vec<String>,
    /// Where each slot's name is bound.
    pub slot_spans: Vec<Span>,
}

impl std::ops::Index<ExprId> for Body {
    type Output = Expr;
    fn index(&self, id: ExprId) -> &Expr {
        &self.exprs[id.0 as usize]
    }
}

/// An expression.
#[derive(Clone, Debug)]
pub struct Expr {
    /// What it does.
    pub kind: Kind,
    /// The type of its value.
    pub ty: Type,
    /// When its value is known.
    pub stage: Stage,
    /// Its value as a polynomial in the parameters, where it is a static number of that form.
    pub value: Option<Size>,
    /// Where it stands.
    pub span: Span,
}

/// What a binding binds.
#[derive(Clone, Debug)]
pub enum Pattern {
    /// One local.
    Slot(Slot),
    /// Nothing.
    Discard,
    /// The parts of a tuple.
    Tuple(Vec<Pattern>),
}

/// `slot in source`; the slot is `None` for `_`.
#[derive(Clone, Debug)]
pub struct Each {
    /// The variable.
    pub slot: Option<Slot>,
    /// What it walks over.
    pub source: Source,
    /// Where it stands.
    pub span: Span,
}

/// What a variable walks over.
#[derive(Clone, Debug)]
pub enum Source {
    /// Static numbers from the first up to the second, which belongs to it where the flag is set.
    Range(ExprId, ExprId, bool),
    /// The first dimension of an array.
    Array(ExprId),
}

/// What a reduction runs over.
#[derive(Clone, Debug)]
pub enum Elements {
    /// All elements of an array, of any rank.
    Array(ExprId),
    /// The values of a generator.
    Generator {
        /// Its variables, outermost first.
        each: Vec<Each>,
        /// A scalar or an array, whose elements then count one by one.
        element: ExprId,
        /// A condition: static ones leave elements out, wires leave them out by value.
        filter: Option<ExprId>,
    },
}

/// The reductions of language section 5.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reduction {
    /// The sum.
    Sum,
    /// The product.
    Prod,
    /// Whether all hold.
    All,
    /// Whether one holds.
    Any,
    /// How many hold.
    Count,
    /// The mean; 0 of nothing.
    Mean,
    /// The greatest.
    Max,
    /// The least.
    Min,
}

impl Reduction {
    /// Its name in a program.
    pub fn name(self) -> &'static str {
        match self {
            Reduction::Sum => "sum",
            Reduction::Prod => "prod",
            Reduction::All => "all",
            Reduction::Any => "any",
            Reduction::Count => "count",
            Reduction::Mean => "mean",
            Reduction::Max => "max",
            Reduction::Min => "min",
        }
    }
}

/// One subscript of an index expression.
#[derive(Clone, Debug)]
pub enum Subscript {
    /// A static position: the dimension goes.
    At(ExprId),
    /// A static range of positions: the dimension stays.
    Slice {
        /// From 0 where left out.
        start: Option<ExprId>,
        /// To the length where left out.
        end: Option<ExprId>,
        /// The end belongs to it.
        inclusive: bool,
        /// Where it stands.
        span: Span,
    },
}

/// What an expression does.
#[derive(Clone, Debug)]
pub enum Kind {
    /// Reported already.
    Error,
    /// A number; a bool's 0 or 1; a token's code.
    Number(Num),
    /// A token literal, until its alphabet is known.
    Token(String),
    /// A sequence literal, until its alphabet is known.
    Text(Vec<String>),
    /// A sequence of codes.
    Codes(Vec<u32>),
    /// A size parameter.
    Param(u32),
    /// A local.
    Local(Slot),
    /// A constant of the file.
    Const(ConstId),
    /// One add gate for the whole chain: the first operand is added.
    Sum(Vec<(SumOp, ExprId)>),
    /// One mul gate for the whole chain, from left to right: the first operand multiplies.
    Product(Vec<(ProductOp, ExprId)>),
    /// `-a`
    Neg(ExprId),
    /// The base, and the static exponent.
    Power(ExprId, ExprId),
    /// A chain of comparisons; the type in which each pair is compared.
    Compare(ExprId, Vec<(CompareOp, Scalar, ExprId)>),
    /// From left to right; a static one that decides leaves the rest unbuilt.
    And(Vec<ExprId>),
    /// As `And`.
    Or(Vec<ExprId>),
    /// `not a`
    Not(ExprId),
    /// A static scalar condition takes one branch at compile time; else elementwise.
    If(ExprId, ExprId, ExprId),
    /// Tokens mapped: for each code of the subject's alphabet the index of its arm.
    Match {
        /// The tokens.
        subject: ExprId,
        /// Each arm's tokens until the alphabet is known; `None` is `_`.
        patterns: Vec<Vec<(Option<String>, Span)>>,
        /// The arm of each code, once the alphabet is known.
        arm_of_code: Vec<u32>,
        /// The values of the arms.
        arms: Vec<ExprId>,
    },
    /// An array of its elements; elements that are arrays add their dimensions.
    Array(Vec<ExprId>),
    /// An array with a dimension for each variable.
    Comprehension(Vec<Each>, ExprId),
    /// A tuple.
    Tuple(Vec<ExprId>),
    /// A value whose type a `let` wrote: the expressions of its dimensions are judged at each n.
    Typed(ExprId, Vec<ExprId>),
    /// Bindings, then the value.
    Block(Vec<(Pattern, ExprId)>, ExprId),
    /// `fold`, or with the flag `scan`.
    Loop {
        /// The state after each step, not only the last.
        scan: bool,
        /// The state's names.
        pattern: Pattern,
        /// Its first value.
        start: ExprId,
        /// The steps.
        each: Each,
        /// The next state.
        body: ExprId,
    },
    /// Parts of an array.
    Index(ExprId, Vec<Subscript>),
    /// A family's circuit, inlined.
    Call {
        /// Which.
        family: FamilyId,
        /// Its size parameters from the left, as far as written.
        sizes: Vec<ExprId>,
        /// Its arguments.
        args: Vec<ExprId>,
        /// What its generic names stand for.
        generics: Vec<Scalar>,
    },
    /// A chain of thought: the start, and an element more for each step.
    Generate {
        /// The family that gives the next element.
        step: FamilyId,
        /// Its size parameters from the left, as far as written.
        sizes: Vec<ExprId>,
        /// The sequence before the first step.
        start: ExprId,
        /// How many steps there are.
        steps: ExprId,
        /// Its other arguments, the same at each step.
        more: Vec<ExprId>,
        /// What its generic names stand for.
        generics: Vec<Scalar>,
    },
    /// One of the reductions; the default is for `max` and `min` over a filter on wires.
    Reduce(Reduction, Elements, Option<ExprId>),
    /// `argmax`, or with the flag `argmin`.
    ArgMax(ExprId, bool),
    /// `sign(x)`, elementwise
    Sign(ExprId),
    /// `abs(x)`, elementwise
    Abs(ExprId),
    /// The length of the first dimension.
    Len(ExprId),
    /// Joined along the first dimension.
    Concat(Vec<ExprId>),
    /// 0, 1, …, n - 1
    Indices(ExprId),
    /// `s[q, k] = keys[k] op queries[q]`, in the type given.
    Select(ExprId, ExprId, CompareOp, Scalar),
    /// Selected keys per query.
    Width(ExprId),
    /// The mean of the selected values per query, or the default.
    Aggregate(ExprId, ExprId, Option<ExprId>),
    /// The leftmost selected value per query, or with the flag the rightmost.
    Pick {
        /// `bool[queries, keys]`
        selector: ExprId,
        /// One value a key.
        values: ExprId,
        /// Where nothing is selected.
        default: Option<ExprId>,
        /// `pick_last`
        last: bool,
    },
    /// An array at an index that is a wire.
    Lookup(ExprId, ExprId),
    /// `floor(x)`
    Floor(ExprId),
    /// The root of a static number, where the ring has it.
    Sqrt(ExprId),
    /// `ceil(x)`
    Ceil(ExprId),
    /// `floor(log2(x))`
    FloorLog2(ExprId),
    /// `ceil(log2(x))`
    CeilLog2(ExprId),
}
