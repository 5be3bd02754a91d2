//! The figures of `docs/performance.md` are those that were measured.

use std::fs::read_to_string;
use std::path::Path;

use circ_benches::performance::{page, picture};

#[test]
fn the_tables_and_the_picture_are_made_from_the_results() {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs");
    let read = |name: &str| read_to_string(docs.join(name)).expect("the file is there");
    let results = serde_json::from_str(&read("performance.json")).expect("JSON");
    let written = read("performance.md");
    assert_eq!(
        page(&written, &results).as_ref(),
        Some(&written),
        "run the example `performance` of circ-benches"
    );
    assert_eq!(
        picture(&results),
        Ok(read("performance.svg")),
        "run the example `performance` of circ-benches"
    );
}
