//! Laws on random formulas.
