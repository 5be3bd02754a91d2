//! Puts the pages of `docs/errors` into the binary: a table of codes and texts, for `circ explain`.

use std::path::{Path, PathBuf};
use std::{env, error, fmt::Write as _, fs};

fn main() -> Result<(), Box<dyn error::Error>> {
    let folder = Path::new(&env::var("CARGO_MANIFEST_DIR")?).join("../docs/errors").canonicalize()?;
    // The folder itself, as a page that is added or removed changes the table too.
    tell(&format!("cargo::rerun-if-changed={}", folder.display()));
    let mut pages: Vec<(String, PathBuf)> = Vec::new();
    for entry in fs::read_dir(&folder)? {
        let path = entry?.path();
        let Some(name) = path.file_name().and_then(|name| name.to_str()) else { continue };
        if let Some(code) = name.strip_suffix(".md").filter(|code| *code != "README") {
            pages.push((code.to_string(), path));
        }
    }
    pages.sort();
    let mut table = String::from("&[\n");
    for (code, path) in &pages {
        writeln!(table, "    ({code:?}, include_str!({:?})),", path.to_string_lossy())?;
    }
    table.push_str("]\n");
    fs::write(Path::new(&env::var("OUT_DIR")?).join("pages.rs"), table)?;
    Ok(())
}

#[allow(clippy::print_stdout, reason = "cargo reads it there")]
fn tell(line: &str) {
    println!("{line}");
}
