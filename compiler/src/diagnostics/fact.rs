//! Everything that can be wrong, by subject.

use circ_grammar::SyntaxErrorKind;
use circ_grammar::tree::Span;

use super::{
    BuildFact, CallMeant, ClaimFact, ClaimFault, DataFact, FileFact, LintFact, Meant, NativeFact, Severity,
    StageFact, StepFact,
};

/// A fact about a program or its data. Types, tokens and names in it are the user's words.
#[derive(Clone, Debug, PartialEq)]
pub enum Fact {
    /// The text is no program.
    Syntax(SyntaxErrorKind),
    /// Names, tokens, classes.
    Name(NameFact),
    /// The files of a program, and what `use` says of them.
    File(FileFact),
    /// Types, shapes, stages, calls.
    Type(TypeFact),
    /// What has to be static, and what a static number may be.
    Stage(StageFact),
    /// The step of a `generate`.
    Step(StepFact),
    /// A claimed class.
    Claim(ClaimFact),
    /// A family that is no sequence program.
    Native(NativeFact),
    /// Well-formed, and probably not meant.
    Lint(LintFact),
    /// Found while C_n was built.
    Build(BuildFact),
    /// The data do not fit the program.
    Data(DataFact),
}

/// A fact about names, alphabets, classes and the ring.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs, reason = "the fields are named after what they hold")]
pub enum NameFact {
    // Names.
    /// No value of this name is in scope.
    UnknownName {
        name: String,
        similar: Option<String>,
        as_size: bool,
        /// The element of an array that is likely to be meant: `x[i]` for `x_i`.
        element: Option<String>,
    },
    /// No family or builtin has this name.
    UnknownFunction {
        name: String,
        similar: Option<String>,
        /// The module of the library that has a family of this name.
        library: Option<&'static str>,
        /// Its family with the name that is most like this one, where nothing nearer is, and the module of that.
        near: Option<(&'static str, &'static str)>,
        misplaced: Option<&'static str>,
    },
    /// No type has this name.
    UnknownType { name: String, similar: Option<String> },
    /// No class has this name.
    UnknownClass { name: String, similar: Option<String> },
    /// What stands in brackets after a class.
    UnknownClassMark { class: String, mark: String, boolean: bool },
    /// A ring that does not exist.
    UnknownRing { found: String },
    /// `Q(sqrt(d))` with a d that some square divides, or a fraction: sqrt(d) is `factor` times sqrt(`under`), and
    /// rational where that is 1.
    RingNotReduced { found: String, factor: String, under: u32 },
    /// `Q(sqrt(d))` with a d that is too large to be looked at.
    RingTooLarge { found: String, limit: u32 },
    /// Two items, parameters or inputs of one name.
    DefinedTwice { name: String, first: Span },
    /// A name twice in one pattern.
    BoundTwice { name: String, first: Span },
    /// Constants that need one another.
    ConstCycle { cycle: Vec<String> },
    /// A family's name where a value is expected, and its call.
    FamilyAsValue { name: String, call: String },
    /// A builtin's name where a value is expected.
    BuiltinAsValue { name: String },
    /// A type's name where a value is expected.
    TypeAsValue { name: String },
    /// A call of something that is no name.
    NotCallable,
    /// A call of a name that is a value here.
    CallOfValue { name: String, builtin: bool },
    /// A name used as a type that no input has.
    GenericNotFound { name: String },

    // Alphabets and tokens.
    /// A token that its alphabet lacks.
    TokenNotInAlphabet { token: String, alphabet: String, tokens: Vec<String> },
    /// A token that no alphabet has.
    TokenInNoAlphabet { token: String, none: bool },
    /// A token that several alphabets have, and nothing says which is meant.
    TokenAmbiguous { token: String, alphabets: Vec<String> },
    /// A token twice in an alphabet.
    TokenTwice { token: String, first: Span },
    /// More tokens than an alphabet may have.
    AlphabetTooLarge { limit: usize },
    /// A range of tokens whose last is before its first.
    RangeBackwards { first: String, last: String },
    /// A range between tokens of several characters.
    RangeOfLongTokens,
    /// `match` on something that is no token.
    MatchNeedsTokens { found: String },
    /// `match` without arms.
    MatchEmpty,
    /// Tokens without an arm.
    MatchIncomplete { missing: Vec<String>, alphabet: String },
    /// A token that an earlier arm has.
    ArmTwice { token: String },
    /// An arm after `_`.
    ArmAfterWildcard { first: Span },

    // Classes.
    /// A Boolean class claimed of a family over numbers.
    BooleanClassOfNumbers { class: String, input: String },
}

/// A fact about types, shapes, stages or calls.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs, reason = "the fields are named after what they hold")]
pub enum TypeFact {
    // Types and shapes.
    /// A value that does not fit where it stands.
    Mismatch { role: String, expected: String, found: String, meant: Option<Meant> },
    /// Operands of an elementwise operation whose shapes differ.
    ShapesDiffer { left: String, right: String, left_span: Span },
    /// Operands that can't be compared.
    CompareKinds { operation: String, left: String, right: String, left_span: Span },
    /// An order asked of something that has none.
    NotOrdered { operation: String, found: String },
    /// `!=` in a chain; with `bools` all operands are, and no other comparison stands between them.
    ChainOfNotEqual { bools: bool },
    /// A chain of comparisons in both directions.
    ChainBothWays,
    /// Something else where a number is expected; of tokens one that may be asked for.
    NotNumeric { operation: String, found: String, token: Option<String> },
    /// Something else where a bool is expected; of tokens one that may be asked for.
    NotBoolean { operation: String, found: String, token: Option<String> },
    /// A tuple where an array or a scalar is expected.
    TupleOperand { operation: String, found: String },
    /// Branches of different types.
    BranchesDiffer { then: String, otherwise: String, then_span: Span },
    /// Elements of different types.
    ElementsDiffer { first: String, found: String, first_span: Span },
    /// An array of tuples.
    ArrayOfTuples,
    /// A tuple of too many parts.
    TupleTooLarge { limit: usize },
    /// An array of too many dimensions.
    RankTooLarge { limit: usize },
    /// An input that is a tuple.
    TupleInput { name: String },
    /// A pattern of parts for something else.
    PatternMismatch { parts: usize, found: String },
    /// A loop whose step changes the type of its state.
    StateChanges { start: String, step: String, start_span: Span, meant: Option<Meant> },
    /// A subscript on something that is no array.
    NotIndexable { found: String },
    /// Too many subscripts.
    TooManySubscripts { rank: usize, found: usize, ty: String },
    /// Something to walk over that is no array.
    NotIterable { found: String },
    /// An array of another rank.
    WrongRank { role: &'static str, rank: usize, found: String },
    /// Values that are not one for each key of their selector.
    KeysDiffer { keys: String, values: String, selector_span: Span },
    /// A filter that is an array.
    FilterIsArray { found: String, meant: Option<Meant> },
    /// Sides of a test that are never the same, as one has more dimensions; of a literal how the other kind is written.
    NeverSame { left: String, right: String, left_span: Span, meant: Option<Meant> },
    /// A test whose body is no bool.
    TestNotBool { found: String },
    /// `num[]`
    SizeMissing,

    // Quantified tests.
    /// A quantified input that is a number.
    QuantifiedNumber { name: String },
    /// Something else where a quantified size goes through natural numbers.
    QuantifiedSizes { found: String },
    /// A quantified size that is used before it, or an input where a size stands.
    QuantifiedTooEarly { name: String, input: bool, at: Span },
    /// A test whose ranges leave nothing to try.
    NoCases,

    // Calls.
    /// Arguments that do not match a family's inputs.
    ArgumentCount { function: String, expected: Vec<String>, found: usize, meant: Option<CallMeant> },
    /// Arguments that do not match a builtin.
    BuiltinArguments { name: String, usage: String, found: usize },
    /// Sizes in brackets after a builtin.
    SizesOfBuiltin { name: String },
    /// More sizes than a family has parameters.
    TooManySizes { family: String, params: Vec<String>, found: usize },
    /// A slice where a size is expected.
    SliceAsSize { family: String },
    /// Parameters that neither brackets nor arguments give, and a call with sizes that are in scope, or with numbers.
    SizesNotFound { family: String, missing: Vec<String>, call: String, numbers: bool },
    /// A generator as the argument of a family.
    GeneratorForFamily { family: String },
    /// A generator as the argument of a builtin that takes none.
    GeneratorForBuiltin { name: String, usage: String },
    /// A comparison as an argument of something other than `select`.
    OperatorArgument { operation: String, function: String },
    /// `select` without its three arguments.
    SelectArguments { found: usize },
    /// `select` between two scalars.
    SelectOfScalars,
    /// `indices` of an array.
    IndicesOfArray { found: String },
    /// A reduction of a scalar.
    ReductionOfScalar { name: String, found: String },
    /// `max(x, y)` of arrays.
    MaxOfArrays { name: String },
    /// A filter in an array comprehension.
    FilterInComprehension,
    /// A default after a reduction that takes none.
    DefaultNotTaken { name: String },
    /// `max` over a filter on wires without a default.
    DefaultNeeded { name: String },
}

impl Fact {
    /// How bad it is.
    pub fn severity(&self) -> Severity {
        match self {
            Fact::Claim(ClaimFact { fault: ClaimFault::AsFunctions { .. }, .. }) => Severity::Note,
            Fact::Lint(_) => Severity::Warning,
            Fact::Syntax(kind) => match kind.severity() {
                circ_grammar::Severity::Error => Severity::Error,
                circ_grammar::Severity::Warning => Severity::Warning,
            },
            _ => Severity::Error,
        }
    }
}

impl From<SyntaxErrorKind> for Fact {
    fn from(fact: SyntaxErrorKind) -> Fact {
        Fact::Syntax(fact)
    }
}

impl From<ClaimFact> for Fact {
    fn from(fact: ClaimFact) -> Fact {
        Fact::Claim(fact)
    }
}

impl From<NameFact> for Fact {
    fn from(fact: NameFact) -> Fact {
        Fact::Name(fact)
    }
}

impl From<FileFact> for Fact {
    fn from(fact: FileFact) -> Fact {
        Fact::File(fact)
    }
}

impl From<TypeFact> for Fact {
    fn from(fact: TypeFact) -> Fact {
        Fact::Type(fact)
    }
}

impl From<LintFact> for Fact {
    fn from(fact: LintFact) -> Fact {
        Fact::Lint(fact)
    }
}

impl From<StageFact> for Fact {
    fn from(fact: StageFact) -> Fact {
        Fact::Stage(fact)
    }
}

impl From<StepFact> for Fact {
    fn from(fact: StepFact) -> Fact {
        Fact::Step(fact)
    }
}

impl From<BuildFact> for Fact {
    fn from(fact: BuildFact) -> Fact {
        Fact::Build(fact)
    }
}

impl From<DataFact> for Fact {
    fn from(fact: DataFact) -> Fact {
        Fact::Data(fact)
    }
}
