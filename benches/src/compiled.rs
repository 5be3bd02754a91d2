//! Cases from circ source, at a size.

use circ_compiler::{FamilyId, Limits, Program, elaborate, load};
use circ_runtime::Circuit;

use crate::families::Case;

/// A family of a file, read and checked.
pub struct Source {
    program: Program,
    family: FamilyId,
}

impl Source {
    /// The product of two matrices: sizes n, m and p.
    pub fn matmul() -> Source {
        Source::of(include_str!("../../examples/circuits/matmul.circ"), "matmul")
    }

    /// The order of n numbers, as the library finds it: its only fraction is the 1/2 of comparisons.
    pub fn sort() -> Source {
        Source::of(include_str!("../../std/sort.circ"), "sort")
    }

    fn of(text: &str, family: &str) -> Source {
        let program = load(text).program;
        let family = program.family_named(family).expect("the file has the family");
        Source { program, family }
    }

    /// The circuit at these sizes.
    ///
    /// # Panics
    /// Where the family has another number of sizes, or the circuit is beyond the budgets.
    pub fn built(&self, sizes: &[u64]) -> Circuit {
        let built = elaborate(&self.program, self.family, sizes, &Limits::default(), &mut |_| {});
        built.expect("it can be built").circuit
    }
}

/// The product of two matrices with n rows and columns.
pub fn matmul(n: u64) -> Case {
    Case::of(format!("matmul/{n}"), Source::matmul().built(&[n, n, n]), 1_000)
}

/// n numbers in order.
pub fn sort(n: u64) -> Case {
    Case::of(format!("sort/{n}"), Source::sort().built(&[n]), 1_000)
}
