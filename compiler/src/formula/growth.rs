//! How fast a formula grows.

use super::Formula;

/// A degree: how a polynomial grows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Degree(u32);

/// How fast a formula grows in the sizes, the slowest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Growth {
    /// O(n^degree · log^log n).
    Polynomial {
        /// The exponent of n.
        degree: Degree,
        /// The exponent of log n.
        log: u32,
    },
    /// Not bounded by a polynomial.
    Exponential,
    /// Not known.
    Unknown,
}

impl Formula {
    /// How it grows, where the parameter with index p is O(N^`degree_of(p)`), or not bounded by N.
    pub fn growth(&self, degree_of: &dyn Fn(u32) -> Option<u32>) -> Growth {
        let _ = degree_of;
        match self.as_constant() {
            Some(_) => Growth::Polynomial { degree: Degree(0), log: 0 },
            None => Growth::Unknown,
        }
    }
}

impl Growth {
    /// Whether it is bounded.
    pub fn is_constant(&self) -> bool {
        self.log_power() == Some(0)
    }

    /// Whether it is bounded by a polynomial.
    pub fn polynomial(&self) -> bool {
        matches!(self, Growth::Polynomial { .. })
    }

    /// The i of O(log^i n), where it is of that kind.
    pub fn log_power(&self) -> Option<u32> {
        match self {
            Growth::Polynomial { degree: Degree(0), log } => Some(*log),
            _ => None,
        }
    }

    /// As people write it: `O(n log n)`; with several parameters their sum stands for n.
    pub fn text(&self, params: &[String]) -> String {
        let _ = params;
        format!("{self:?}")
    }
}
