//! Makes the tables of `docs/performance.md`, and its picture, from `docs/performance.json`:
//! `cargo run --release -p circ-benches --example performance`. `benches/peers/run --docs` does it after measuring.

use std::fs::{read_to_string, write};
use std::io;
use std::path::Path;

use circ_benches::performance::{page, picture};

fn main() -> io::Result<()> {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs");
    let results = serde_json::from_str(&read_to_string(docs.join("performance.json"))?)?;
    let made = page(&read_to_string(docs.join("performance.md"))?, &results);
    let made = made.ok_or_else(|| io::Error::other("docs/performance.md has no place for the results"))?;
    write(docs.join("performance.md"), made)?;
    write(docs.join("performance.svg"), picture(&results).map_err(io::Error::other)?)
}
