//! `circ report --degree`: the degree of a family's polynomial at each size, and what follows from it.

use circ_compiler::program::Family;
use circ_compiler::types::{Scalar, Type};
use circ_runtime::{Circuit, Degree, DegreeError, DegreeLimits, degree};

use crate::commands::report::measure::params_text;
use crate::listing::table::table;
use crate::printed::params_json;
use crate::values::{json_natural, quoted};

/// A size, and what was found there.
type Found = (Vec<(String, u64)>, Result<Degree, DegreeError>);

/// The degrees of a family.
pub(crate) struct Degrees {
    seed: u64,
    /// Whether every input is a number: a polynomial over bools and tokens says less.
    over_numbers: bool,
    found: Vec<Found>,
}

impl Degrees {
    /// None yet.
    pub(crate) fn new(family: &Family, seed: u64) -> Degrees {
        let is_number = |ty: &Type| matches!(ty, Type::Array(Scalar::Num, _));
        let over_numbers = family.inputs.iter().all(|input| is_number(&input.ty.ty));
        Degrees { seed, over_numbers, found: Vec::new() }
    }

    /// Finds the degree at one size.
    pub(crate) fn see(&mut self, params: &[(String, u64)], circuit: &Circuit) {
        self.found.push((params.to_vec(), degree(circuit, self.seed, &DegreeLimits::default())));
    }

    /// A table and what it says, or a line that says why there is none.
    pub(crate) fn text(&self) -> String {
        let signs = |(_, found): &&Found| *found == Err(DegreeError::Sign);
        if let Some((params, _)) = self.found.iter().find(signs) {
            let at = if params.is_empty() { String::new() } else { format!(" at {}", params_text(params)) };
            return format!("  no degree: a sign gate occurs{at}, so the family is no polynomial\n");
        }
        let well: Vec<(&[(String, u64)], &Degree)> = self
            .found
            .iter()
            .filter_map(|(params, found)| Some((&params[..], found.as_ref().ok()?)))
            .collect();
        let mut out = String::new();
        if !well.is_empty() {
            let heads = ["size", "degree", "at most", "products in a row"];
            let mut rows = vec![heads.map(String::from).to_vec()];
            for (params, found) in &well {
                let size = if params.is_empty() { "all".into() } else { params_text(params) };
                let products = products(found.degree).to_string();
                rows.push(vec![size, found.degree.to_string(), found.at_most.to_string(), products]);
            }
            out.push_str(&table(&rows));
            out.push_str(&self.notes(&well));
        }
        for (params, found) in &self.found {
            if let Err(error) = found {
                let size = params_text(params);
                out.push_str(&format!(
                    "  degree{}: not found out, {error}\n",
                    if size.is_empty() { size } else { format!(" at {size}") }
                ));
            }
        }
        out
    }

    fn notes(&self, well: &[(&[(String, u64)], &Degree)]) -> String {
        let mut out = String::new();
        match well.iter().filter_map(|(_, found)| found.error_bits).min() {
            None => {
                out.push_str("  degrees along a random line; none is greater, as the gates make no more\n");
            }
            Some(bits) => out.push_str(&format!(
                "  degrees along a random line modulo a random prime; where the gates may make more,\n  \
                 one is too small with probability at most 2^-{bits}\n"
            )),
        }
        if well.iter().any(|(_, found)| found.degree > 1) {
            out.push_str(if self.over_numbers {
                "  a circuit with products of two has a path through so many of them, with or without sign\n  \
                 gates; so depth in every FSAC class grows at least as the logarithm of the degree\n"
            } else {
                "  a circuit of this polynomial with products of two has a path through so many of them;\n  \
                 on bools and tokens alone a polynomial of lower degree may be equal to it\n"
            });
        }
        out
    }

    /// The key `degree`, with a comma before it and after it.
    pub(crate) fn json(&self) -> String {
        let one = |(params, found): &Found| {
            let params = params_json(params);
            match found {
                Ok(found) => format!(
                    "\n  {{\"params\": {params}, \"degree\": {}, \"at_most\": {}, \"error\": {}, \"products\": {}}}",
                    json_natural(found.degree),
                    json_natural(found.at_most),
                    found.error_bits.map_or_else(|| "0".to_string(), |bits| format!("\"2^-{bits}\"")),
                    products(found.degree),
                ),
                Err(error) => format!(
                    "\n  {{\"params\": {params}, \"degree\": null, \"why\": {}}}",
                    quoted(&error.to_string())
                ),
            }
        };
        let all: Vec<String> = self.found.iter().map(one).collect();
        format!("\n \"degree\": [{}],", all.join(","))
    }
}

/// How many products of two a polynomial of this degree takes one after the other: each doubles the degree at most.
fn products(degree: u64) -> u32 {
    degree.max(1).next_power_of_two().trailing_zeros()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn products_are_the_logarithm_rounded_up() {
        let of: Vec<u32> = [0, 1, 2, 3, 4, 5, 8, 9, 1 << 20].map(products).to_vec();
        assert_eq!(of, [0, 0, 1, 2, 2, 3, 3, 4, 20]);
    }
}
