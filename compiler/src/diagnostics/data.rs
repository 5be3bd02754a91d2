//! Data that do not fit the program.

use circ_runtime::{Fault, Ring};

use super::{BatchFact, GradeFact, PatchFact, PromptFact, SemiringFact, VerifyFact};

/// A fault of an input, a size or an option. Values in it are as the user wrote them, shortened.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs, reason = "the fields are named after what they hold")]
pub enum DataFact {
    /// The file has no family.
    NoFamily,
    /// A line of many inputs that is none.
    Batch(BatchFact),
    /// `--family` names none of the file's.
    UnknownFamily { name: String, similar: Option<String>, families: Vec<String> },
    /// `--param` names no parameter of the family, or of none where several are asked for.
    UnknownParam { name: String, family: Option<String>, params: Vec<String> },
    /// `--param` that is not `name=number`.
    BadParam { text: String },
    /// `--param` with a natural number that no size can be.
    ParamTooLarge { name: String, value: String },
    /// A parameter given twice with two values.
    ParamTwice { name: String },
    /// A parameter that neither inputs nor `--param` give.
    ParamMissing { name: String, family: String },
    /// Two sources of one parameter that disagree.
    ParamDisagrees { name: String, first: u64, first_from: String, second: u64, second_from: String },
    /// An input that was not given.
    InputMissing { name: String, ty: String },
    /// An input of a name that the family does not have.
    UnknownInput { family: String, name: String, similar: Option<String>, inputs: Vec<String> },
    /// One text for what is several inputs; the options that give each.
    OneForEach { family: String, inputs: usize, mend: String },
    /// More inputs than the family has.
    InputTooMany { family: String, inputs: usize, text: String },
    /// An input given twice.
    InputTwice { name: String },
    /// An input whose text is neither JSON nor tokens; a value of its type, and what is likely to be meant.
    NotReadable { input: String, ty: String, reason: String, example: String, mend: Option<String> },
    /// A value of another kind than the input's type; the position is as `[2][0]`.
    WrongKind {
        input: String,
        position: String,
        expected: String,
        found: String,
        example: String,
        mend: Option<String>,
    },
    /// A token that the alphabet lacks.
    WrongToken { input: String, position: String, token: String, alphabet: String, tokens: Vec<String> },
    /// A text that splits into tokens in more than one way; two of them, as JSON.
    Ambiguous { input: String, alphabet: String, first: String, second: String },
    /// A number that does not parse, or that the ring does not have; why, where there is more to say of it.
    BadNumber { input: String, position: String, text: String, reason: Option<String>, ring: Ring },
    /// A number with more digits than the budget.
    NumberTooLong { input: String, position: String, text: String, limit: u64 },
    /// An array of another shape than the sizes say.
    WrongLength { input: String, position: String, expected: u64, found: u64, why: String },
    /// Rows of different lengths.
    Ragged { input: String, position: String, first: u64, found: u64 },
    /// A file given as `@path` that can't be read.
    Unreadable { path: String, reason: String },
    /// A file of more bytes than are read; `what` is read from it, and `limit` is the most.
    FileTooLarge { path: String, what: &'static str, limit: String },
    /// A file that is not UTF-8.
    NotUtf8 { path: String, byte: usize, line: usize, value: u8 },
    /// A file that can't be written.
    Unwritable { path: String, reason: String },
    /// A run that grew beyond a budget of the runtime.
    RunTooLarge { what: String, instead: &'static str },
    /// `--type` that is not `NAME=TYPE`.
    BadType { text: String },
    /// `--type` for what is no name of a type in the family, or in none where several are asked for.
    UnknownGeneric { name: String, family: Option<String>, generics: Vec<String> },
    /// `--type` with a type that the program does not have.
    UnknownType { name: String, ty: String, similar: Option<String>, types: Vec<String> },
    /// A name given two types.
    TypeTwice { name: String },
    /// A quantified test of more cases than are tried; whether the budget can be raised to that.
    TooManyCases { cases: String, limit: String, raise: bool },
    /// Two engines that give different results: a fault of circ itself.
    EnginesDiffer { transformer: String, circuit: String },
    /// A difference that `circ verify` found.
    Verify(Box<VerifyFact>),
    /// A file that is no well-formed circuit or transformer: one fault of it, and whether there are more than are told.
    BadProgram { path: String, fault: Box<Fault>, more: bool },
    /// A circuit or a transformer where only a program in circ is taken.
    NotSource { path: String, what: &'static str },
    /// A transformer whose layers are too long for the header of a file of tensors.
    TensorsTooLong { path: String },
    /// An option that is of no use for what the file holds; what that is, and what to do instead.
    OptionMisfit { option: String, path: String, what: &'static str, instead: String },
    /// A transformer whose circuit needs more of something than the budget.
    LowerTooLarge {
        what: &'static str,
        limit: u64,
        needed: Option<String>,
        positions: u64,
        layers: u64,
        layer: u64,
        option: &'static str,
    },
    /// A fault of a trace or a patch.
    Patch(PatchFact),
    /// A fault at the prompt.
    Prompt(PromptFact),
    /// A fault of grading.
    Grade(GradeFact),
    /// A fault of an evaluation over a semiring.
    Semiring(SemiringFact),
    /// An option that says something only beside another one.
    OptionNeeds { option: &'static str, needs: &'static str },
    /// A picture with more of something than is drawn, folded so far; whether its gates have a source.
    PictureTooLarge { fold: &'static str, source: bool, what: &'static str, most: usize },
    /// What is no name for a new project; a name like it that is one.
    ProjectName { name: String, mend: Option<String> },
    /// A new project of a name that is taken by something else.
    ProjectExists { name: String },
}
