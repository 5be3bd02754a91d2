//! `circ compare`: two families side by side, with what holds of each for all n and what each costs at some sizes.

mod markdown;
mod text;

use std::path::{Path, PathBuf};

use circ_compiler::{FamilyId, Program, Severity, Sources};

use crate::args::Compare;
use crate::commands::report::measure::measure_family;
use crate::commands::report::page::{Page, page};
use crate::commands::report::{is_stdout, json, write_picture};
use crate::instances::Asked;
use crate::session::{Ended, Session, Stop};
use crate::source::display_name;

/// `FILE` or `FILE:FAMILY`.
pub(super) struct Side {
    pub(super) file: PathBuf,
    pub(super) family: Option<String>,
}

/// A family that is compared.
pub(super) struct Compared {
    /// The file, as it was given.
    pub(super) file: String,
    /// What is known of it.
    pub(super) page: Page,
}

/// Sets two families side by side.
pub(crate) fn compare(session: &Session, args: &Compare) -> Ended<()> {
    let sides = [Side::read(&args.a), Side::read(&args.b)];
    // One file is read once, so that both families may come from standard input.
    let first = session.load(&sides[0].file, Severity::Note)?;
    let second = if sides[0].file == sides[1].file {
        None
    } else {
        Some(session.load(&sides[1].file, Severity::Note)?)
    };
    let files: [&(Sources, Program); 2] = [&first, second.as_ref().unwrap_or(&first)];
    let mut ids = Vec::new();
    for (side, (_, program)) in sides.iter().zip(files) {
        ids.push(session.family(program, side.family.as_deref())?);
    }
    let names: Vec<Vec<String>> =
        ids.iter().zip(files).map(|(id, (_, program))| said_of(program, *id)).collect();
    let mut pages = Vec::new();
    for (at, (id, (sources, program))) in ids.iter().zip(files).enumerate() {
        let other = &names[1 - at];
        let mut program = program.clone();
        let types = of_this(&args.fixed.types.types, &names[at], other, at == 0);
        let params = of_this(&args.fixed.params, &names[at], other, at == 0);
        let asked = Asked::read(session, &program, &[*id], &types, &params)?;
        let instance = asked.instance(&mut program, *id);
        let measured = measure_family(session, sources, &program, &asked, instance.id, &args.sizes, None);
        let page = page(sources, &program, &instance, &asked, measured, false);
        pages.push(Compared { file: display_name(&sides[at].file), page });
    }
    let [a, b] = pages.as_slice() else { return Ok(()) };
    let well = a.page.measured.well && b.page.measured.well;
    let text = if args.json {
        let one = |side: &Compared| json::json(&side.page).trim_end().to_string();
        format!("{{\"families\": [\n{},\n{}]}}\n", one(a), one(b))
    } else if args.markdown {
        markdown::markdown(a, b)
    } else {
        text::text(a, b)
    };
    if !args.svg.as_deref().is_some_and(is_stdout) {
        session.print(&text)?;
    }
    if let Some(path) = &args.svg {
        write_picture(session, path, &[&a.page, &b.page])?;
    }
    if well { Ok(()) } else { Err(Stop::Told) }
}

impl Side {
    /// What stands after the last colon is a family where it can be a name, and no part of a path.
    pub(super) fn read(text: &str) -> Side {
        let whole = || Side { file: text.into(), family: None };
        if Path::new(text).exists() {
            return whole();
        }
        match text.rsplit_once(':') {
            Some((file, family)) if !file.is_empty() && !family.contains(['/', '\\', '.']) => {
                Side { file: file.into(), family: Some(family.into()) }
            }
            _ => whole(),
        }
    }
}

/// What options may say something of: the parameters of a family, and its names for types.
fn said_of(program: &Program, id: FamilyId) -> Vec<String> {
    let family = program.family(id);
    family.params.iter().chain(&family.generics).cloned().collect()
}

/// The options `NAME=…` that are about one of two families: those with a name of it, and where `first` those that are
/// about neither, so that they are refused once.
fn of_this(texts: &[String], own: &[String], other: &[String], first: bool) -> Vec<String> {
    let split = texts.iter().flat_map(|text| text.split(','));
    let is_own = |text: &&str| {
        let name = text.split('=').next().unwrap_or_default().trim();
        let has = |names: &[String]| names.iter().any(|known| known == name);
        has(own) || (first && !has(other))
    };
    split.filter(is_own).map(str::to_string).collect()
}

/// What the two are compared by, in order: a name, and for each what is said of it.
fn lines(a: &Page, b: &Page) -> Vec<(&'static str, [Vec<String>; 2])> {
    use crate::commands::report::words::{class_how, how};
    let mut lines: Vec<(&'static str, [Vec<String>; 2])> = Vec::new();
    let both = |f: &dyn Fn(&Page) -> Vec<String>| [f(a), f(b)];
    let none = || vec!["-".to_string()];
    let class = |known: &crate::commands::report::page::Known| match &known.name {
        Some(name) => vec![name.clone(), class_how(known)],
        None => {
            let why = known.why.as_ref().map_or_else(String::new, |why| format!(": {why}"));
            vec!["-".into(), format!("{}{why}", class_how(known))]
        }
    };
    lines.push(("class", both(&|page| class(&page.class))));
    if a.boolean.is_some() || b.boolean.is_some() {
        lines.push(("Boolean class", both(&|page| page.boolean.as_ref().map_or_else(none, class))));
    }
    let sign = |page: &Page| vec![page.sign.map_or("-", |sign| if sign { "yes" } else { "no" }).to_string()];
    lines.push(("sign gates", both(&sign)));
    let figure = |figure: &crate::commands::report::figure::Figure, page: &Page| {
        let how = how(figure, &page.params);
        match (&figure.formula, &figure.growth) {
            (Some(formula), Some(growth)) => vec![formula.clone(), growth.clone(), how],
            (Some(formula), None) => vec![formula.clone(), how],
            (None, _) => vec!["-".into(), how],
        }
    };
    for (at, (name, _)) in a.figures().into_iter().enumerate() {
        lines.push((name, both(&|page| figure(page.figures()[at].1, page))));
    }
    let average = |page: &Page, tokens: bool| {
        let one = page.constructions.first();
        one.map_or_else(none, |one| figure(if tokens { &one.tokens } else { &one.layers }, page))
    };
    lines.push(("layers", both(&|page| average(page, false))));
    lines.push(("length", both(&|page| average(page, true))));
    lines
}

/// The measured figures, side by side: a head, then a row for each size.
fn sizes(a: &Page, b: &Page) -> Vec<Vec<String>> {
    const KEYS: [&str; 4] = ["gates", "depth", "layers", "tokens"];
    let mut asked: Vec<u64> = a.measured.rows.iter().chain(&b.measured.rows).map(|row| row.asked).collect();
    asked.sort_unstable();
    asked.dedup();
    if asked.is_empty() {
        return Vec::new();
    }
    let head = std::iter::once("size".to_string())
        .chain(KEYS.iter().flat_map(|key| [format!("{key} A"), format!("{key} B")]));
    let mut rows = vec![head.collect::<Vec<_>>()];
    for size in asked {
        let find = |page: &Page| page.measured.rows.iter().position(|row| row.asked == size);
        let found = [find(a).map(|at| &a.measured.rows[at]), find(b).map(|at| &b.measured.rows[at])];
        let mut names: Vec<String> = found.iter().flatten().map(|row| row.size()).collect();
        names.dedup();
        let mut cells = vec![names.join(" and ")];
        for key in KEYS {
            for row in &found {
                let value = row.and_then(|row| row.number(key));
                cells.push(value.map_or_else(|| "-".to_string(), |value| value.to_string()));
            }
        }
        rows.push(cells);
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sides_are_told_apart_from_paths() {
        let read = |text: &str| {
            let side = Side::read(text);
            (side.file.to_string_lossy().into_owned(), side.family)
        };
        assert_eq!(read("no/parity.circ"), ("no/parity.circ".into(), None));
        assert_eq!(read("no/parity.circ:parity"), ("no/parity.circ".into(), Some("parity".into())));
        assert_eq!(read("std.sort:rank"), ("std.sort".into(), Some("rank".into())));
        assert_eq!(read("-:f"), ("-".into(), Some("f".into())));
        assert_eq!(read("C:\\no\\parity.circ"), ("C:\\no\\parity.circ".into(), None));
        assert_eq!(read(":f"), (":f".into(), None));
    }

    #[test]
    fn options_go_to_whom_they_are_about() {
        let names = |text: &str| text.split(' ').map(str::to_string).collect::<Vec<_>>();
        let texts = names("n=1,k=2 z=3");
        assert_eq!(of_this(&texts, &names("n"), &names("k n"), true), names("n=1 z=3"));
        assert_eq!(of_this(&texts, &names("k n"), &names("n"), false), names("n=1 k=2"));
    }
}
