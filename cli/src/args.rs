//! The command line, as clap reads it. What clap refuses is a usage error: exit status 2.

use std::path::PathBuf;

use circ_compiler::Limits;
use circ_runtime::SemiringChoice;
use clap::{Args, Parser, Subcommand, ValueEnum};

use crate::attention::{Attending, Attention, Simulation, Transforming, attentions};
use crate::listing::drawing::Fold;

/// Families of arithmetic circuits, and transformers that compute them.
#[derive(Debug, Parser)]
#[command(name = "circ", version, max_term_width = 100)]
pub(crate) struct Cli {
    /// How messages are written: human, short (a line each) or json (an object each)
    #[arg(long, global = true, value_enum, value_name = "FORM", default_value_t = MessageFormat::Human, hide_possible_values = true)]
    pub(crate) message_format: MessageFormat,
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Run a family on an input
    #[command(
        after_help = "FILE may also hold a circuit or a transformer, as JSON, or a transformer as tensors."
    )]
    Run(Run),
    /// Report every error and warning
    #[command(after_help = "It builds small sizes, within smaller budgets of its own.")]
    Check(Check),
    /// Tell class, depth and size for all sizes, and measure some
    Report(Report),
    /// Set two families side by side
    Compare(Compare),
    /// Write one stage of the compilation
    Build(Build),
    /// Write a transformer as a circuit
    Lower(Lower),
    /// Tell what every layer of a run did
    #[command(
        after_help = "FILE may also hold a circuit or a transformer, as JSON, or a transformer as tensors."
    )]
    Trace(Trace),
    /// Run the tests of a file, on both engines
    Test(Test),
    /// Hold sources, circuits and transformers against each other, exactly
    Verify(Verify),
    /// Run with floating point or softmax attention, and tell where that leaves the exact values
    Approximate(crate::approximate::Approximate),
    /// Hold programs against a reference: what they compute, how deep they are, and with what
    Grade(crate::grade::Grade),
    /// Tell what the code of a message means and how to mend it, and what the library has
    Explain(Explain),
    /// Make a small project: a program with tests, and what to do with it
    New(New),
    /// Define, run and ask at a prompt, or by a script on standard input
    #[command(after_help = "`:help` at the prompt lists its commands.")]
    Repl(Repl),
}

/// The program, and which of its families.
#[derive(Debug, Args)]
pub(crate) struct Target {
    /// The program, or `-` for standard input
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// The family; the last one of the file if left out
    #[arg(long, value_name = "NAME")]
    pub(crate) family: Option<String>,
}

/// Inputs and sizes.
#[derive(Debug, Args)]
pub(crate) struct Data {
    /// An input: tokens, JSON or @FILE; without a name the next one in order
    #[arg(long = "input", short = 'i', value_name = "[NAME=]VALUE", allow_hyphen_values = true)]
    pub(crate) inputs: Vec<String>,
    /// A size that the inputs do not give
    #[arg(long = "param", short = 'p', value_name = "NAME=SIZE", allow_hyphen_values = true)]
    pub(crate) params: Vec<String>,
    #[command(flatten)]
    pub(crate) types: Types,
}

/// Types that are not written out.
#[derive(Debug, Args)]
pub(crate) struct Types {
    /// The type that a name of the family stands for: num, bool or an alphabet [default: num]
    #[arg(long = "type", value_name = "NAME=TYPE")]
    pub(crate) types: Vec<String>,
}

/// What is the same at all sizes of a report or a verification.
#[derive(Debug, Args)]
pub(crate) struct Fixed {
    /// A size that stays the same; `--sizes` sets the others
    #[arg(long = "param", short = 'p', value_name = "NAME=SIZE", allow_hyphen_values = true)]
    pub(crate) params: Vec<String>,
    #[command(flatten)]
    pub(crate) types: Types,
}

/// Budgets: what is larger is refused before it is built.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Budgets")]
pub(crate) struct Budgets {
    // Gates and wires are numbered with 32 bits, so no budget goes beyond.
    /// Gates of a circuit
    #[arg(long, value_name = "N", default_value_t = Limits::default().max_gates, value_parser = natural::<0, 2_000_000_000>)]
    pub(crate) max_gates: u64,
    /// Wires of a circuit
    #[arg(long, value_name = "N", default_value_t = Limits::default().max_wires, value_parser = natural::<0, 4_000_000_000>)]
    pub(crate) max_wires: u64,
    /// Steps of static loops
    #[arg(long, value_name = "N", default_value_t = Limits::default().max_steps, value_parser = natural::<0, { u64::MAX }>)]
    pub(crate) max_steps: u64,
    /// Length of a chain of calls
    #[arg(long, value_name = "N", default_value_t = Limits::default().max_calls, value_parser = natural::<0, { u64::MAX }>)]
    pub(crate) max_calls: u64,
    /// Decimal digits of a number [default: 100000 of a static one, 1000000 in a run]
    #[arg(long, value_name = "N", value_parser = natural::<0, { u64::MAX }>)]
    pub(crate) max_digits: Option<u64>,
}

/// Reads a natural number, and says in words of our own what else a text is.
pub(crate) fn natural<const LEAST: u64, const MOST: u64>(text: &str) -> Result<u64, String> {
    let digits = text.trim();
    if digits.is_empty() {
        return Err("a number is missing".into());
    }
    if !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err("not a natural number".into());
    }
    match digits.parse() {
        Ok(value) if value < LEAST => Err(format!("the least is {LEAST}")),
        Ok(value) if value <= MOST => Ok(value),
        _ => Err(format!("too large: the most is {MOST}")),
    }
}

#[derive(Debug, Args)]
pub(crate) struct Run {
    #[command(flatten)]
    pub(crate) target: Target,
    #[command(flatten)]
    pub(crate) data: Data,
    /// Run many inputs, a line of JSON each: a file, or `-` for standard input
    #[arg(
        long,
        value_name = "INPUTS",
        conflicts_with_all = ["inputs", "patches", "explain", "semiring", "number", "temperature", "tolerance"]
    )]
    pub(crate) batch: Option<PathBuf>,
    /// Take the numbers of TARGET from another run, a trace (circ.trace/1): layer2.head0@5=@FILE
    #[arg(
        long = "patch",
        value_name = "TARGET=@FILE",
        conflicts_with_all = ["engine", "semiring", "number", "temperature", "tolerance"],
        allow_hyphen_values = true
    )]
    pub(crate) patches: Vec<String>,
    /// What computes the result
    #[arg(long, value_enum, default_value_t = Engine::Transformer)]
    pub(crate) engine: Engine,
    #[command(flatten)]
    pub(crate) transformer: Attending,
    #[command(flatten)]
    pub(crate) nearness: crate::approximate::Nearness,
    /// Evaluate the circuit over a semiring: boolean, min-plus, max-plus, counting or mod:M
    #[arg(long, value_name = "SEMIRING", help_heading = None, conflicts_with_all = ["engine", "attention", "number", "temperature", "tolerance"])]
    pub(crate) semiring: Option<SemiringChoice>,
    /// Tell how each head of the transformer finds its keys, and why
    #[arg(long, help_heading = None, conflicts_with_all = ["semiring", "number", "temperature", "tolerance", "patches"])]
    pub(crate) explain: bool,
    /// Print JSON: the result, sizes and measures
    #[arg(long, help_heading = None)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) budgets: Budgets,
}

#[derive(Debug, Args)]
pub(crate) struct Check {
    /// Programs, or `-` for standard input
    #[arg(value_name = "FILE", required = true)]
    pub(crate) files: Vec<PathBuf>,
    /// End with status 1 where there are warnings
    #[arg(long)]
    pub(crate) deny_warnings: bool,
    #[command(flatten)]
    pub(crate) budgets: Budgets,
}

/// More cases of a test than this are never tried.
pub(crate) const MOST_CASES: u64 = 10_000_000;

#[derive(Debug, Args)]
pub(crate) struct Test {
    /// Programs, or `-` for standard input
    #[arg(value_name = "FILE", required = true)]
    pub(crate) files: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) transformer: Simulation,
    #[command(flatten)]
    pub(crate) budgets: Budgets,
    /// Cases of a quantified test
    #[arg(long, value_name = "N", default_value_t = 100_000, allow_negative_numbers = true, value_parser = natural::<0, MOST_CASES>, help_heading = "Budgets")]
    pub(crate) max_cases: u64,
}

#[derive(Debug, Args)]
pub(crate) struct Report {
    /// The program, or `-` for standard input; also a circuit or a transformer from a file
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// The family; every one of the file if left out, with --json the last
    #[arg(long, value_name = "NAME")]
    pub(crate) family: Option<String>,
    /// The sizes to measure, each given to every parameter that varies [default: 1,2,4,8,16]
    #[arg(long, value_name = "N,N,…", value_delimiter = ',', allow_negative_numbers = true, value_parser = natural::<0, { u64::MAX }>)]
    pub(crate) sizes: Vec<u64>,
    #[command(flatten)]
    pub(crate) fixed: Fixed,
    /// The expressions along a longest path, with the levels that each adds, and those with the most gates
    #[arg(long)]
    pub(crate) why: bool,
    /// The degree of the polynomial at each size, where no sign gate occurs
    #[arg(long)]
    pub(crate) degree: bool,
    /// What the line and the prime of --degree are drawn from: the same number gives the same ones
    #[arg(long, value_name = "N", default_value_t = 0, allow_negative_numbers = true, requires = "degree", value_parser = natural::<0, { u64::MAX }>)]
    pub(crate) seed: u64,
    /// Print JSON, of one family
    #[arg(long)]
    pub(crate) json: bool,
    /// Print Markdown, for handouts
    #[arg(long, conflicts_with = "json")]
    pub(crate) markdown: bool,
    /// Draw depth and size of one family against n, as SVG
    #[arg(long, short = 'o', value_name = "OUT")]
    pub(crate) svg: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) budgets: Budgets,
}

#[derive(Debug, Args)]
pub(crate) struct Compare {
    /// A family: a program, for its last one, or a program and a name
    #[arg(value_name = "FILE[:FAMILY]", allow_hyphen_values = true)]
    pub(crate) a: String,
    /// The other
    #[arg(value_name = "FILE[:FAMILY]", allow_hyphen_values = true)]
    pub(crate) b: String,
    /// The sizes to measure, each given to every parameter that varies [default: 1,2,4,8,16]
    #[arg(long, value_name = "N,N,…", value_delimiter = ',', allow_negative_numbers = true, value_parser = natural::<0, { u64::MAX }>)]
    pub(crate) sizes: Vec<u64>,
    #[command(flatten)]
    pub(crate) fixed: Fixed,
    /// Print JSON: both reports
    #[arg(long)]
    pub(crate) json: bool,
    /// Print Markdown, for handouts
    #[arg(long, conflicts_with = "json")]
    pub(crate) markdown: bool,
    /// Draw depth and size of both against n, as SVG
    #[arg(long, short = 'o', value_name = "OUT")]
    pub(crate) svg: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) budgets: Budgets,
}

#[derive(Debug, Args)]
pub(crate) struct Verify {
    /// The program, or `-` for standard input
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// The family; every one of the file if left out
    #[arg(long, value_name = "NAME")]
    pub(crate) family: Option<String>,
    /// The sizes to try, each given to every parameter that varies [default: 0,1,2,3,4,8]
    #[arg(long, value_name = "N,N,…", value_delimiter = ',', allow_negative_numbers = true, value_parser = natural::<0, { u64::MAX }>)]
    pub(crate) sizes: Vec<u64>,
    #[command(flatten)]
    pub(crate) fixed: Fixed,
    /// Random inputs for each size where there are too many to try all
    #[arg(long, value_name = "N", default_value_t = 100, allow_negative_numbers = true, value_parser = natural::<1, 1_000_000>)]
    pub(crate) trials: u64,
    /// What the random inputs are drawn from: the same number gives the same ones
    #[arg(long, value_name = "N", default_value_t = 0, allow_negative_numbers = true, value_parser = natural::<0, { u64::MAX }>)]
    pub(crate) seed: u64,
    /// A transformer program (circ.transformer/1) to hold against the family, constant by constant where it names a
    /// construction, and by its values
    #[arg(long, value_name = "FILE", conflicts_with = "sizes")]
    pub(crate) program: Option<PathBuf>,
    /// Another family to hold the family against: a program, for its last one, or a program and a name
    #[arg(long, value_name = "FILE[:FAMILY]", conflicts_with = "program", allow_hyphen_values = true)]
    pub(crate) against: Option<String>,
    /// Only this construction [default: all]
    #[arg(long, visible_alias = "construction", value_parser = attentions(true, false), conflicts_with_all = ["program", "against"])]
    pub(crate) attention: Option<Attention>,
    /// Lower each transformer to a circuit, and hold that against the others, too
    #[arg(long, conflicts_with_all = ["program", "against"])]
    pub(crate) round_trip: bool,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) budgets: Budgets,
}

#[derive(Debug, Args)]
pub(crate) struct Build {
    #[command(flatten)]
    pub(crate) target: Target,
    #[command(flatten)]
    pub(crate) data: Data,
    /// What to write [default: circuit, and transformer for OUT.safetensors]
    #[arg(long, value_enum)]
    pub(crate) emit: Option<Emit>,
    /// In a picture, what is put together [default: as much as leaves it legible]
    #[arg(long, value_enum, value_name = "HOW")]
    pub(crate) fold: Option<Fold>,
    #[command(flatten)]
    pub(crate) transformer: Transforming,
    /// Where to write, instead of standard output; a transformer as tensors where the name ends in .safetensors
    #[arg(long, short = 'o', value_name = "OUT")]
    pub(crate) output: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) budgets: Budgets,
}

#[derive(Debug, Args)]
pub(crate) struct Lower {
    /// A transformer from a file, or a program in circ; `-` for standard input
    #[arg(value_name = "PROGRAM")]
    pub(crate) file: PathBuf,
    /// Leave the sequence open: the circuit takes any sequence of N vectors, and gives what the layers make of it
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = natural::<0, { u64::MAX }>)]
    pub(crate) length: Option<u64>,
    /// The family of a program; the last one of the file if left out
    #[arg(long, value_name = "NAME")]
    pub(crate) family: Option<String>,
    #[command(flatten)]
    pub(crate) data: Data,
    #[command(flatten)]
    pub(crate) transformer: Transforming,
    /// Where to write, instead of standard output
    #[arg(long, short = 'o', value_name = "OUT")]
    pub(crate) output: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) budgets: Budgets,
}

#[derive(Debug, Args)]
pub(crate) struct Trace {
    #[command(flatten)]
    pub(crate) target: Target,
    #[command(flatten)]
    pub(crate) data: Data,
    #[command(flatten)]
    pub(crate) transformer: Transforming,
    /// Only these layers: those that run, counted from 0 [default: all]
    #[arg(long = "layer", value_name = "L,L,…", value_delimiter = ',', allow_negative_numbers = true, value_parser = natural::<0, { u64::MAX }>)]
    pub(crate) layers: Vec<u64>,
    /// Only these positions, each in full [default: a summary, with --json all, with --html at most 300]
    #[arg(long = "position", value_name = "P,P,…", value_delimiter = ',', allow_negative_numbers = true, value_parser = natural::<0, { u64::MAX }>)]
    pub(crate) positions: Vec<u64>,
    /// The positions of these gates, as `circ build` numbers them
    #[arg(long = "gate", value_name = "G,G,…", value_delimiter = ',', allow_negative_numbers = true, value_parser = gate)]
    pub(crate) gates: Vec<u64>,
    /// Tell all numbers of a vector, not only those that have changed
    #[arg(long, conflicts_with = "json")]
    pub(crate) all: bool,
    /// Print JSON: circ.trace/1
    #[arg(long)]
    pub(crate) json: bool,
    /// Write a page that steps through the layers, for a browser; it needs no network
    #[arg(long, value_name = "OUT", conflicts_with_all = ["json", "all", "output"])]
    pub(crate) html: Option<PathBuf>,
    /// Where to write, instead of standard output
    #[arg(long, short = 'o', value_name = "OUT")]
    pub(crate) output: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) budgets: Budgets,
}

/// Reads the number of a gate: `7` or `g7`.
fn gate(text: &str) -> Result<u64, String> {
    let text = text.trim();
    natural::<0, { u64::MAX }>(text.strip_prefix('g').unwrap_or(text))
}

#[derive(Debug, Args)]
pub(crate) struct Explain {
    /// A code, such as E0312 or 312, or what the library has: std, std.sort, std.sort.rank; all codes and modules if left out
    #[arg(value_name = "CODE", value_parser = crate::pages::read_topic)]
    pub(crate) topic: Option<crate::pages::Topic>,
}

#[derive(Clone, Debug, Args)]
pub(crate) struct Repl {
    /// A program to begin with
    #[arg(value_name = "FILE")]
    pub(crate) file: Option<PathBuf>,
    /// What computes results
    #[arg(long, value_enum, default_value_t = Engine::Transformer)]
    pub(crate) engine: Engine,
    #[command(flatten)]
    pub(crate) transformer: Simulation,
    #[command(flatten)]
    pub(crate) budgets: Budgets,
}

#[derive(Debug, Args)]
pub(crate) struct New {
    /// Its name, which the folder and the family have: letters, digits, `_` and `-`
    #[arg(value_name = "NAME")]
    pub(crate) name: String,
}

/// How messages are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum MessageFormat {
    /// With the source, for people
    Human,
    /// A line for each
    Short,
    /// A JSON object for each, one a line: circ.message/1
    Json,
}

/// What computes a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Engine {
    /// The transformer program, on its sequence
    Transformer,
    /// The circuit, gate by gate
    Circuit,
    /// Both, which have to agree
    Both,
    /// The transformer to the letter: every head scores every pair of positions
    Literal,
}

impl Engine {
    /// The value of the option, and of the key `engine`.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Engine::Transformer => "transformer",
            Engine::Circuit => "circuit",
            Engine::Both => "both",
            Engine::Literal => "literal",
        }
    }
}

/// A stage of the compilation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Emit {
    /// The tokens of the source, one a line
    Tokens,
    /// The syntax tree
    Ast,
    /// The types and stages of all expressions
    Types,
    /// The circuit as JSON: circ.circuit/1
    Circuit,
    /// The transformer and its sequence as JSON: circ.transformer/1
    Transformer,
    /// What the transformer really uses, as JSON: circ.groundtruth/1
    Groundtruth,
    /// The circuit as a picture
    Svg,
    /// The picture for papers: TikZ
    Tikz,
    /// The picture for Graphviz
    Dot,
}
