//! Random formulas.
