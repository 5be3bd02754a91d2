//! The command line of `circ grade`.

use std::path::PathBuf;

use circ_compiler::Limits;
use clap::{Args, ValueEnum};

use crate::args::{Fixed, natural};

/// A range of `--sizes` has at most so many.
const MOST_SIZES: u64 = 1_000;

#[derive(Debug, Args)]
#[command(
    after_help = "A folder is graded file by file, one row each: NAME.circ, or a subfolder NAME with one program."
)]
pub(crate) struct Grade {
    /// The program to grade, or a folder of them
    #[arg(value_name = "SUBMISSION")]
    pub(crate) submission: PathBuf,
    /// The program that is right
    #[arg(long, value_name = "FILE")]
    pub(crate) reference: PathBuf,
    /// The family that is graded; the last one of the reference if left out
    #[arg(long, value_name = "NAME")]
    pub(crate) family: Option<String>,
    /// The class that has to be proved, such as `FSAC0[sign]`
    #[arg(long, value_name = "CLASS")]
    pub(crate) class: Option<String>,
    /// The depth that no circuit may exceed
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = natural::<0, { u64::MAX }>)]
    pub(crate) max_depth: Option<u64>,
    /// The layers that no transformer may exceed
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = natural::<0, { u64::MAX }>)]
    pub(crate) max_layers: Option<u64>,
    /// Operations that may not be used: sum, prod, fold, select, '*', use, recursion, std.sort.sort, …
    #[arg(long, value_name = "NAME,NAME,…", value_delimiter = ',', allow_hyphen_values = true)]
    pub(crate) forbid: Vec<String>,
    /// The sizes: 0..6 ends before 6, 0..=6 with it [default: 0,1,2,3,4,8]
    #[arg(long, value_name = "A..B|N,N,…", value_delimiter = ',', allow_hyphen_values = true, value_parser = sizes)]
    pub(crate) sizes: Vec<Sizes>,
    #[command(flatten)]
    pub(crate) fixed: Fixed,
    /// Do not show the inputs on which a submission is wrong; of --format gradescope WHEN says who sees them: hidden or after_due_date
    #[arg(long, value_enum, value_name = "WHEN", num_args = 0..=1, require_equals = true, default_missing_value = "hidden", hide_possible_values = true)]
    pub(crate) hide_counterexamples: Option<Hidden>,
    /// How the grades are written: text, json (circ.grade/1) or gradescope (results.json, of one submission)
    #[arg(long, value_enum, value_name = "FORM", default_value_t = Format::Text, hide_possible_values = true)]
    pub(crate) format: Format,
    /// Random inputs for each size where there are too many to try all
    #[arg(long, value_name = "N", default_value_t = 100, allow_negative_numbers = true, value_parser = natural::<1, 100_000>)]
    pub(crate) trials: u64,
    /// What the random inputs are drawn from: the same number gives the same ones
    #[arg(long, value_name = "N", default_value_t = 0, allow_negative_numbers = true, value_parser = natural::<0, { u64::MAX }>)]
    pub(crate) seed: u64,
    #[command(flatten)]
    pub(crate) budgets: GradeBudgets,
}

/// What one submission may take. The reference has the budgets of other commands.
#[derive(Clone, Copy, Debug, Args)]
#[command(next_help_heading = "Budgets of a submission")]
pub(crate) struct GradeBudgets {
    /// Gates of a circuit
    #[arg(long, value_name = "N", default_value_t = 200_000, value_parser = natural::<0, 2_000_000_000>)]
    pub(crate) max_gates: u64,
    /// Wires of a circuit
    #[arg(long, value_name = "N", default_value_t = 2_000_000, value_parser = natural::<0, 4_000_000_000>)]
    pub(crate) max_wires: u64,
    /// Steps of static loops, for a circuit
    #[arg(long, value_name = "N", default_value_t = 2_000_000, value_parser = natural::<0, { u64::MAX }>)]
    pub(crate) max_steps: u64,
    /// Length of a chain of calls
    #[arg(long, value_name = "N", default_value_t = 2_000, value_parser = natural::<0, { u64::MAX }>)]
    pub(crate) max_calls: u64,
    /// Decimal digits of a number
    #[arg(long, value_name = "N", default_value_t = 1_000, value_parser = natural::<0, { u64::MAX }>)]
    pub(crate) max_digits: u64,
    /// All steps and all gates that are evaluated, at all sizes together; long numbers count more
    #[arg(long, value_name = "N", default_value_t = 10_000_000, value_parser = natural::<0, { u64::MAX }>)]
    pub(crate) max_work: u64,
}

impl GradeBudgets {
    /// What building one circuit may take.
    pub(crate) fn limits(&self) -> Limits {
        Limits {
            max_gates: self.max_gates,
            max_wires: self.max_wires,
            max_steps: self.max_steps,
            max_calls: self.max_calls,
            max_digits: self.max_digits,
        }
    }
}

/// How grades are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// For people
    Text,
    /// circ.grade/1
    Json,
    /// The results of an autograder of Gradescope
    Gradescope,
}

/// Who sees a counterexample that is not shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
#[value(rename_all = "snake_case")]
pub(crate) enum Hidden {
    /// Staff alone
    Hidden,
    /// Students when nobody hands in any more
    AfterDueDate,
}

impl Hidden {
    /// As Gradescope calls it.
    pub(crate) fn visibility(self) -> &'static str {
        match self {
            Hidden::Hidden => "hidden",
            Hidden::AfterDueDate => "after_due_date",
        }
    }
}

/// Sizes in a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Sizes {
    first: u64,
    last: u64,
}

impl Sizes {
    /// Each of them.
    pub(crate) fn all(self) -> impl Iterator<Item = u64> {
        self.first..=self.last
    }
}

/// Reads a size or a range of them, as circ writes ranges.
fn sizes(text: &str) -> Result<Sizes, String> {
    let number = |text: &str| natural::<0, { u64::MAX - 1 }>(text);
    let Some((first, end)) = text.split_once("..") else {
        let size = number(text)?;
        return Ok(Sizes { first: size, last: size });
    };
    let first = number(first)?;
    let last = match end.strip_prefix('=') {
        Some(last) => number(last)?,
        None => number(end)?.checked_sub(1).ok_or("there is no size before 0")?,
    };
    if last < first {
        return Err("the range has no size in it".into());
    }
    if last - first >= MOST_SIZES {
        return Err(format!("more than {MOST_SIZES} sizes"));
    }
    Ok(Sizes { first, last })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_those_of_circ() {
        let read = |text: &str| sizes(text).map(|sizes| sizes.all().collect::<Vec<_>>());
        assert_eq!(read("0..3"), Ok(vec![0, 1, 2]));
        assert_eq!(read("0..=3"), Ok(vec![0, 1, 2, 3]));
        assert_eq!(read("7"), Ok(vec![7]));
        for wrong in ["", "..", "3..3", "4..=3", "0..0", "0..=1000", "-1", "a", "0..", "18446744073709551615"]
        {
            assert!(read(wrong).is_err(), "{wrong}");
        }
    }
}
