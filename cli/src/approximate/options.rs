//! How a run is approximate, as the command line says it.

use std::path::PathBuf;

use circ_compiler::diagnostics::DataFact;
use circ_runtime::Num;
use circ_runtime::approximate::{Approximation, Float};
use clap::{Args, ValueEnum};

use crate::args::{Budgets, Fixed, natural};
use crate::attention::{Approximated, Attention};
use crate::session::{Ended, Session};

/// The numbers of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Number {
    /// Floating point of 64 bits
    F64,
    /// Floating point of 32 bits
    F32,
}

/// What makes a run approximate.
#[derive(Debug, Args)]
#[command(next_help_heading = "Approximate runs")]
pub(crate) struct Nearness {
    /// Run the transformer with floating-point numbers
    #[arg(long, value_enum, value_name = "FLOAT")]
    pub(crate) number: Option<Number>,
    /// What softmax attention divides the scores by [default: 1]
    #[arg(long, value_name = "T", allow_negative_numbers = true, value_parser = positive)]
    pub(crate) temperature: Option<Num>,
    /// A gate further away than this from its value is wrong, and so is an output of numbers [default: 1/1000]
    #[arg(long, value_name = "DISTANCE", allow_negative_numbers = true, value_parser = not_negative)]
    pub(crate) tolerance: Option<Num>,
}

/// `circ approximate`.
#[derive(Debug, Args)]
pub(crate) struct Approximate {
    /// The program, or `-` for standard input
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// The family; the last one of the file if left out
    #[arg(long, value_name = "NAME")]
    pub(crate) family: Option<String>,
    /// The sizes to try, each given to every parameter that varies [default: 1,2,4,8,16,32]
    #[arg(long, value_name = "N,N,…", value_delimiter = ',', allow_negative_numbers = true, value_parser = natural::<0, { u64::MAX }>)]
    pub(crate) sizes: Vec<u64>,
    #[command(flatten)]
    pub(crate) fixed: Fixed,
    #[command(flatten)]
    pub(crate) transformer: Approximated,
    #[command(flatten)]
    pub(crate) nearness: Nearness,
    /// Inputs for each size: all where they are as few, else random ones
    #[arg(long, value_name = "N", default_value_t = 20, allow_negative_numbers = true, value_parser = natural::<1, 1_000_000>)]
    pub(crate) trials: u64,
    /// What the random inputs are drawn from: the same number gives the same ones
    #[arg(long, value_name = "N", default_value_t = 0, allow_negative_numbers = true, value_parser = natural::<0, { u64::MAX }>)]
    pub(crate) seed: u64,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) budgets: Budgets,
}

impl Nearness {
    /// How a run with this attention is approximate; `None` where it is exact.
    ///
    /// # Errors
    /// Options that say something of runs of another kind.
    pub(crate) fn approximation(
        &self,
        session: &Session,
        attention: Attention,
    ) -> Ended<Option<Approximation>> {
        let approximate = self.number.is_some() || attention == Attention::Soft;
        if self.tolerance.is_some() && !approximate {
            let needs = "--number f64` or `--attention soft";
            return Err(session.refuse([DataFact::OptionNeeds { option: "--tolerance", needs }]));
        }
        if approximate && attention == Attention::Native {
            let needs = "--attention average";
            return Err(session.refuse([DataFact::OptionNeeds { option: "--attention native", needs }]));
        }
        let how = self.certainly(session, attention)?;
        Ok(approximate.then_some(how))
    }

    /// The same, of a run that is approximate in any case.
    ///
    /// # Errors
    /// A temperature without softmax attention.
    pub(crate) fn certainly(&self, session: &Session, attention: Attention) -> Ended<Approximation> {
        let soft = attention == Attention::Soft;
        if self.temperature.is_some() && !soft {
            let needs = "--attention soft";
            return Err(session.refuse([DataFact::OptionNeeds { option: "--temperature", needs }]));
        }
        let float = match self.number {
            Some(Number::F32) => Float::F32,
            Some(Number::F64) | None => Float::F64,
        };
        let temperature = soft.then(|| self.temperature.clone().unwrap_or(Num::ONE));
        Ok(Approximation { float, temperature })
    }

    /// How far a value may be away.
    pub(crate) fn tolerance(&self) -> Num {
        self.tolerance.clone().or_else(|| Num::ratio(1, 1000)).unwrap_or_default()
    }
}

/// Bits of a number on the command line.
const MAX_BITS: u64 = 4000;

fn positive(text: &str) -> Result<Num, String> {
    match Num::parse(text, MAX_BITS) {
        Ok(number) if number.signum() > 0 => Ok(number),
        Ok(_) => Err("it has to be greater than 0".into()),
        Err(error) => Err(error.to_string()),
    }
}

fn not_negative(text: &str) -> Result<Num, String> {
    match Num::parse(text, MAX_BITS) {
        Ok(number) if number.signum() >= 0 => Ok(number),
        Ok(_) => Err("it can't be negative".into()),
        Err(error) => Err(error.to_string()),
    }
}
