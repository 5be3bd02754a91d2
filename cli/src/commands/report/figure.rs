//! One figure of a family: a formula, how fast it grows, and how it is known.
//!
//! What the analysis proves is *exact* from some size on, or never exceeded (*at most*). Where it proves nothing, the
//! measured sizes may fit a formula; that is *observed*, and says nothing of other sizes.

use circ_compiler::analysis::{Bound, How};
use circ_compiler::formula::{Formula, Symbol};
use circ_runtime::Num;

use super::fit::fit;
use super::measure::Row;

/// How a figure is known.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Known {
    /// Proved: it is the figure at all sizes that are no smaller than this one in every parameter.
    Exact(u64),
    /// Proved: the figure is not above it at all sizes that are no smaller than this one in every parameter.
    AtMost(u64),
    /// It fits the measured sizes from this one on, and nothing is proved.
    Observed(u64),
    /// Nothing is known.
    No,
}

/// A figure.
#[derive(Clone, Debug)]
pub(crate) struct Figure {
    /// In circ's expression syntax, where there is one.
    pub(crate) formula: Option<String>,
    /// `O(n log n)`
    pub(crate) growth: Option<String>,
    /// How both are known.
    pub(crate) known: Known,
    /// For a figure that holds from some size on: what it never exceeds at any size, where that is another formula.
    pub(crate) everywhere: Option<String>,
    /// The built sizes at which an upper bound is reached.
    pub(crate) attained: Vec<Vec<(String, u64)>>,
    /// Built sizes that contradict what is proved: a fault of the analysis, which is never hidden.
    pub(crate) contradicted: Vec<Vec<(String, u64)>>,
    /// The formula itself.
    pub(crate) of: Option<Formula>,
}

impl Figure {
    /// From what is proved, and what was measured under this key; only measured where there is none.
    pub(crate) fn new(bound: Option<&Bound>, params: &[String], rows: &[Row], key: Option<&str>) -> Figure {
        Figure::measured(bound, 1, params, rows, &|row| row.number(key?))
    }

    /// The same with any number of a row. The formula is so many times what is proved.
    pub(crate) fn measured(
        bound: Option<&Bound>,
        times: i64,
        params: &[String],
        rows: &[Row],
        number: &dyn Fn(&Row) -> Option<u64>,
    ) -> Figure {
        let seen: Vec<(&Row, u64)> = rows.iter().filter_map(|row| Some((row, number(row)?))).collect();
        match bound {
            Some(bound) => proved(bound, times, params, &seen),
            None => observed(params, &seen),
        }
    }

    /// Nothing.
    pub(crate) fn unknown() -> Figure {
        Figure {
            formula: None,
            growth: None,
            known: Known::No,
            everywhere: None,
            attained: Vec::new(),
            contradicted: Vec::new(),
            of: None,
        }
    }

    /// Whether it is the same at all sizes, as far as is proved.
    pub(crate) fn is_constant(&self) -> bool {
        self.is_proved() && self.growth.as_deref() == Some("O(1)")
    }

    /// Whether the analysis says so.
    pub(crate) fn is_proved(&self) -> bool {
        matches!(self.known, Known::Exact(_) | Known::AtMost(_))
    }

    /// `proved`, `observed` or `unproved`.
    pub(crate) fn how(&self, measured: bool) -> &'static str {
        match self.known {
            Known::Exact(_) | Known::AtMost(_) => "proved",
            Known::Observed(_) => "observed",
            Known::No if measured => "observed",
            Known::No => "unproved",
        }
    }
}

/// The growth of a formula, in the sum of the parameters.
pub(crate) fn growth(formula: &Formula, params: &[String]) -> String {
    formula.growth(&|_| Some(1)).text(params)
}

/// Numbers beyond any circuit are not compared.
fn number(value: u64) -> Option<Num> {
    i64::try_from(value).ok().map(Num::int)
}

fn value(formula: &Formula, row: &Row) -> Option<Num> {
    formula.at(&|symbol| match symbol {
        Symbol::Param(index) => number(row.params.get(index as usize)?.1),
        Symbol::Var(_) => None,
    })
}

fn proved(bound: &Bound, times: i64, params: &[String], seen: &[(&Row, u64)]) -> Figure {
    let (formula, everywhere) = (bound.formula.times(times), bound.everywhere.times(times));
    let mut figure = Figure { of: Some(formula.clone()), ..Figure::unknown() };
    for (row, found) in seen {
        let (Some(found), Some(most)) = (number(*found), value(&everywhere, row)) else { continue };
        let mut well = found <= most;
        match bound.how {
            How::Exact(from) if row.params.iter().all(|(_, size)| *size >= from) => {
                well &= value(&formula, row).is_none_or(|exact| exact == found);
            }
            How::Exact(_) => {}
            How::UpperFrom(from) if row.params.iter().all(|(_, size)| *size >= from) => {
                let there = value(&formula, row);
                well &= there.as_ref().is_none_or(|there| found <= *there);
                if there == Some(found) {
                    figure.attained.push(row.params.clone());
                }
            }
            How::Upper if found == most => figure.attained.push(row.params.clone()),
            How::Upper | How::UpperFrom(_) => {}
        }
        if !well {
            figure.contradicted.push(row.params.clone());
        }
    }
    figure.growth = Some(growth(&formula, params));
    figure.formula = Some(formula.text(params));
    figure.known = match bound.how {
        How::Exact(from) => Known::Exact(from),
        How::Upper => Known::AtMost(0),
        How::UpperFrom(from) => Known::AtMost(from),
    };
    // A figure is never negative: that much need not be said.
    let plain = Formula::max(&[bound.formula.clone(), Formula::zero()]);
    if everywhere != formula && bound.everywhere != plain {
        figure.everywhere = Some(everywhere.text(params));
    }
    figure
}

/// A formula in the one parameter that varies, where one fits.
fn observed(params: &[String], seen: &[(&Row, u64)]) -> Figure {
    let varies: Vec<usize> = (0..params.len())
        .filter(|at| seen.windows(2).any(|pair| pair[0].0.params[*at].1 != pair[1].0.params[*at].1))
        .collect();
    let [param] = varies.as_slice() else { return Figure::unknown() };
    let points: Vec<(u64, u64)> = seen.iter().map(|(row, found)| (row.params[*param].1, *found)).collect();
    let Some((formula, from)) = fit(&points, *param as u32) else { return Figure::unknown() };
    Figure {
        formula: Some(formula.text(params)),
        growth: Some(growth(&formula, &params[*param..=*param])),
        known: Known::Observed(from),
        of: Some(formula),
        ..Figure::unknown()
    }
}
