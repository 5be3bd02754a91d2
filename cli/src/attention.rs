//! `--attention` and `--positions`: which transformer is meant, and how its heads attend.

use circ_compiler::diagnostics::DataFact;
use circ_compiler::emit::Construction;
use circ_compiler::native::Positions;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};

use crate::session::{Ended, Session};

/// Which transformer, by how its heads attend.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Attention {
    /// Average-hard attention: the mean over the keys of the greatest score
    Average,
    /// Average-hard attention whose scores are inner products
    Dot,
    /// The first of the keys of the greatest score; a gate reads two
    Leftmost,
    /// The last of the keys of the greatest score; a gate reads two
    Rightmost,
    /// The transformer of a sequence program's own, without its circuit: a head for each question
    Native,
    /// Softmax attention with the scores of `average`: an approximate run
    Soft,
}

impl Attention {
    /// The construction that simulates circuits; `None` for a transformer of a program's own.
    pub(crate) fn construction(self) -> Option<Construction> {
        match self {
            Attention::Average | Attention::Soft => Some(Construction::Average),
            Attention::Dot => Some(Construction::Dot),
            Attention::Leftmost => Some(Construction::Leftmost),
            Attention::Rightmost => Some(Construction::Rightmost),
            Attention::Native => None,
        }
    }

    /// Whether it is what it is where nothing else is said.
    pub(crate) fn is_average(self) -> bool {
        self == Attention::Average
    }

    /// The construction that simulates circuits, where a command has no others.
    pub(crate) fn simulation(self) -> Construction {
        self.construction().unwrap_or(Construction::Average)
    }

    /// The value of the option, and of the key `attention`.
    pub(crate) fn name(self) -> &'static str {
        match (self, self.construction()) {
            (Attention::Soft, _) => "soft",
            (_, Some(construction)) => construction.name(),
            (_, None) => "native",
        }
    }
}

/// Reads those of the attentions that a command has.
pub(crate) fn attentions(native: bool, soft: bool) -> impl TypedValueParser<Value = Attention> {
    let has = move |one: &&Attention| match one {
        Attention::Native => native,
        Attention::Soft => soft,
        _ => true,
    };
    let values: Vec<_> =
        Attention::value_variants().iter().filter(has).filter_map(ValueEnum::to_possible_value).collect();
    PossibleValuesParser::new(values)
        .map(|name| <Attention as ValueEnum>::from_str(&name, false).unwrap_or(Attention::Average))
}

/// The transformer that simulates the circuit.
#[derive(Clone, Debug, Args)]
pub(crate) struct Simulation {
    /// How its heads attend
    #[arg(long, visible_alias = "construction", value_parser = attentions(false, false), default_value = "average")]
    pub(crate) attention: Attention,
}

/// The transformer that simulates the circuit, and with what it differs from an exact one.
#[derive(Debug, Args)]
pub(crate) struct Approximated {
    /// How its heads attend
    #[arg(long, visible_alias = "construction", value_parser = attentions(false, true), default_value = "average")]
    pub(crate) attention: Attention,
}

/// A transformer: one that simulates the circuit, or one of the program's own.
#[derive(Debug, Args)]
pub(crate) struct Transforming {
    /// How its heads attend
    #[arg(long, visible_alias = "construction", value_parser = attentions(true, false), default_value = "average")]
    pub(crate) attention: Attention,
    #[command(flatten)]
    pub(crate) knowing: Knowing,
}

/// Any transformer.
#[derive(Debug, Args)]
pub(crate) struct Attending {
    /// How the heads of the transformer attend
    #[arg(long, visible_alias = "construction", value_parser = attentions(true, true), default_value = "average")]
    pub(crate) attention: Attention,
    #[command(flatten)]
    pub(crate) knowing: Knowing,
}

/// What positions know.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct Knowing {
    /// What the positions of `--attention native` know before the first layer: i, their index, or i,n [default: i]
    #[arg(id = "known", long = "positions", value_name = "KNOWN", value_parser = positions)]
    pub(crate) positions: Option<Positions>,
}

impl Knowing {
    /// Refuses the option where the transformer is none whose positions know anything.
    pub(crate) fn check(self, session: &Session, attention: Attention) -> Ended<()> {
        if self.positions.is_none() || attention == Attention::Native {
            return Ok(());
        }
        let needs = "--attention native";
        Err(session.refuse([DataFact::OptionNeeds { option: "--positions", needs }]))
    }

    /// What they know.
    pub(crate) fn known(self) -> Positions {
        self.positions.unwrap_or_default()
    }
}

fn positions(text: &str) -> Result<Positions, String> {
    match text.replace(' ', "").as_str() {
        "i" => Ok(Positions::Index),
        "i,n" | "n,i" => Ok(Positions::IndexAndSize),
        _ => Err("positions know `i`, their index, or `i,n`, the number of elements as well".into()),
    }
}
