//! Puts pages of `docs` into the binary, for `circ explain`: a table of codes and texts, and one of modules of the
//! library and texts.

use std::path::{Path, PathBuf};
use std::{env, error, fmt::Write as _, fs};

fn main() -> Result<(), Box<dyn error::Error>> {
    for (folder, table) in [("errors", "pages.rs"), ("library", "library.rs")] {
        let docs = Path::new(&env::var("CARGO_MANIFEST_DIR")?).join("../docs").canonicalize()?;
        fs::write(Path::new(&env::var("OUT_DIR")?).join(table), pages(&docs.join(folder))?)?;
    }
    Ok(())
}

/// The pages of a folder by name, as an expression of Rust. What leads to the others is none of them.
fn pages(folder: &Path) -> Result<String, Box<dyn error::Error>> {
    // The folder itself, as a page that is added or removed changes the table too.
    tell(&format!("cargo::rerun-if-changed={}", folder.display()));
    let mut pages: Vec<(String, PathBuf)> = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let Some(name) = path.file_name().and_then(|name| name.to_str()) else { continue };
        if let Some(name) = name.strip_suffix(".md").filter(|name| *name != "README") {
            pages.push((name.to_string(), path));
        }
    }
    pages.sort();
    let mut table = String::from("&[\n");
    for (name, path) in &pages {
        writeln!(table, "    ({name:?}, include_str!({:?})),", path.to_string_lossy())?;
    }
    table.push_str("]\n");
    Ok(table)
}

#[allow(clippy::print_stdout, reason = "cargo reads it there")]
fn tell(line: &str) {
    println!("{line}");
}
