//! The claims of the catalogue, copied here, so that none is weakened without anybody seeing it.

use super::support::said;
use circ_tests::faults;

/// Programs of `examples/` and what they claim; nothing where depth grows.
const CLAIMS: &[(&str, &str)] = &[
    ("sequences/reverse", "FNC0"),
    ("sequences/copy", "FNC0"),
    ("sequences/length", "FNC0"),
    ("sequences/prev", "FNC0"),
    ("sequences/hist", "FSAC0[sign]"),
    ("sequences/double_hist", "FSAC0[sign]"),
    ("sequences/sort", "FSAC0[sign]"),
    ("sequences/sort_unique", "FSAC0[sign]"),
    ("sequences/sort_by_freq", "FSAC0[sign]"),
    ("sequences/most_freq", "FSAC0[sign]"),
    ("sequences/frac_prevs", "FSAC0[sign]"),
    ("sequences/pair_balance", "FSAC0[sign]"),
    ("sequences/dyck1", "FSAC0[sign]"),
    ("sequences/dyck2", "FSAC0[sign]"),
    ("sequences/shuffle_dyck2", "FSAC0[sign]"),
    ("sequences/dyck1_ptf", "FSAC0[sign]"),
    ("sequences/dyck2_ptf", "FSAC0[sign]"),
    ("sequences/detect_ab", "FNC0[sign]"),
    ("sequences/contains_ab", "FSAC0[sign]"),
    ("sequences/count_rare", "FSAC0[sign]"),
    ("sequences/induction", "FSAC0[sign]"),
    ("sequences/khop3", "FSAC0[sign]"),
    ("sequences/palindrome", "FSAC0[sign]"),
    ("sequences/anbncn", "FSAC0[sign]"),
    ("sequences/aa_star", "FSAC0[sign]"),
    ("sequences/increasing", "FSAC0[sign]"),
    ("sequences/rank", "FSAC0[sign]"),
    ("sequences/median", "FSAC0[sign]"),
    ("sequences/first_occurrence", "FSAC0[sign]"),
    ("sequences/increment", "FSAC0[sign]"),
    ("circuits/parity", "FSAC0[sign]"),
    ("circuits/parity_tree", "FNC1"),
    ("circuits/mod3", "FSAC0[sign]"),
    ("circuits/majority", "FSAC0[sign]"),
    ("circuits/inner", "FSAC0"),
    ("circuits/matmul", "FSAC0"),
    ("circuits/convolve", "FSAC0"),
    ("circuits/prefix_sums", "FSAC0"),
    ("circuits/product", "FAC0"),
    ("circuits/product_tree", "FNC1"),
    ("circuits/horner", ""),
    ("circuits/poly_powers", "FAC0"),
    ("circuits/e3", "FSAC0"),
    ("circuits/maximum", "FSAC0[sign]"),
    ("circuits/argmax", "FSAC0[sign]"),
    ("circuits/variance", "FSAC0"),
    ("circuits/bit_add", "FSAC0[sign]"),
    ("circuits/ripple_add", ""),
    ("circuits/bit_mul", "FSAC0[sign]"),
    ("circuits/batcher_sort", "FNC2[sign]"),
    ("circuits/reach", "FSAC1[sign]"),
    ("circuits/mat_power_sum", "FSAC1"),
    ("circuits/s5_product", "FNC1[sign]"),
    ("circuits/dfa_fold", ""),
    ("circuits/dfa_tree", "FNC1[sign]"),
    ("circuits/determinant", ""),
];

#[test]
fn the_catalogue_claims_what_it_did_and_all_of_it_is_proved() {
    let mut wrong = Vec::new();
    for (path, class) in CLAIMS {
        let file = format!(concat!(env!("CARGO_MANIFEST_DIR"), "/../examples/{}.circ"), path);
        let source = std::fs::read_to_string(&file).expect("the example is there");
        let (loaded, claims) = said(&source);
        let name = path.split_once('/').expect("a folder").1;
        let id = loaded.program.family_named(name).expect("the family is there");
        let claim = loaded.program.family(id).claim.as_ref().map_or("", |(claim, _)| claim.as_str());
        if claim != *class {
            wrong.push(format!("{path} claims `{claim}`, and has to claim `{class}`"));
        }
        // A note would say that the circuits as written are of another class.
        if !claims.is_empty() {
            wrong.push(format!("{path}: {claims:?}\n{}", faults(&source, &loaded.diagnostics)));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
