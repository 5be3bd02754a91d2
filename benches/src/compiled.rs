//! Cases from circ source, at a size.

use circ_compiler::{Limits, elaborate, load};
use circ_runtime::Circuit;

use crate::families::Case;

const MATMUL: &str = include_str!("../../examples/circuits/matmul.circ");
const SORT: &str = include_str!("../../std/sort.circ");

/// The product of two matrices with n rows and columns.
pub fn matmul(n: u64) -> Case {
    case("matmul", n, built(MATMUL, "matmul", &[n, n, n]))
}

/// n numbers in order, as the library does it: of its fractions, all are factors of 1/2.
pub fn sort(n: u64) -> Case {
    case("sort", n, built(SORT, "sort", &[n]))
}

fn case(name: &str, n: u64, circuit: Circuit) -> Case {
    Case::of(format!("{name}/{n}"), circuit, 1_000)
}

/// The circuit of a family of a file.
///
/// # Panics
/// Where the file has no such family, or none of these sizes.
fn built(source: &str, family: &str, sizes: &[u64]) -> Circuit {
    let program = load(source).program;
    let id = program.family_named(family).expect("the family is there");
    elaborate(&program, id, sizes, &Limits::default(), &mut |_| {}).expect("it can be built").circuit
}
