//! `circ report`: what holds of a family for all n, and what circuits and transformers cost at some sizes.
//!
//! | room | subject |
//! | --- | --- |
//! | [`measure`] | circuits built and measured |
//! | [`figure`], [`fit`] | one figure: a formula and how it is known |
//! | [`page`], [`thought`], [`notes`] | what a report says, before it is written |
//! | [`own`] | the transformer of a sequence program's own, or why there is none |
//! | [`rework`] | what a construction makes of a circuit first, and what that costs |
//! | [`why`](mod@why) | the expressions that make depth and size |
//! | [`written`] | reports of one circuit or transformer, from a file |
//! | [`place`], [`words`] | places in the source, and the words for how something is known |
//! | [`text`], [`markdown`], [`json`], [`picture`] | how it is written |

pub(crate) mod figure;
mod fit;
pub(crate) mod json;
pub(crate) mod markdown;
pub(crate) mod measure;
pub(crate) mod notes;
mod own;
pub(crate) mod page;
mod picture;
pub(crate) mod place;
mod rework;
mod text;
mod thought;
mod why;
pub(crate) mod words;
mod written;

use std::path::Path;

use circ_compiler::diagnostics::DataFact;
use circ_compiler::{FamilyId, Program, Severity, Sources};

use crate::args::Report;
use crate::commands::degree::Degrees;
use crate::instances::Asked;
use crate::output::to_output;
use crate::programs::{Opened, open};
use crate::session::{Ended, Session, Stop};
use crate::source::display_name;
use page::Page;

/// Reports the families of a file.
pub(crate) fn report(session: &Session, args: &Report) -> Ended<()> {
    let loaded = match open(session, &args.file)? {
        Opened::Source(loaded) => *loaded,
        Opened::Circuit(circuit, lowered) => {
            return written::circuit(session, args, &circuit, lowered.as_ref());
        }
        Opened::Transformer(transformer) => return written::transformer(session, args, &transformer),
    };
    let (file, program) = session.take(&args.file, loaded, Severity::Note)?;
    report_program(session, args, &file, program)
}

/// As [`report`], of a program that has been checked.
pub(crate) fn report_program(
    session: &Session,
    args: &Report,
    file: &Sources,
    mut program: Program,
) -> Ended<()> {
    let one = args.family.is_some() || args.json || args.svg.is_some();
    let last = session.family(&program, args.family.as_deref())?;
    let ids: Vec<FamilyId> = if one { vec![last] } else { (0..program.own as u32).map(FamilyId).collect() };
    let asked = Asked::read(session, &program, &ids, &args.fixed.types.types, &args.fixed.params)?;
    let mut well = true;
    for (at, id) in ids.into_iter().enumerate() {
        let instance = asked.instance(&mut program, id);
        let degrees = args.degree.then(|| Degrees::new(program.family(instance.id), args.seed));
        let measured =
            measure::measure_family(session, file, &program, &asked, instance.id, &args.sizes, degrees);
        well &= measured.well;
        let page = page::page(file, &program, &instance, &asked, measured, args.why);
        let text = if args.json {
            json::json(&page)
        } else if args.markdown {
            markdown::markdown(&page)
        } else {
            text::text(&page)
        };
        if at > 0 {
            session.print("\n")?;
        }
        if !args.svg.as_deref().is_some_and(is_stdout) {
            session.print(&text)?;
        }
        if let Some(path) = &args.svg {
            write_picture(session, path, &[&page])?;
        }
    }
    if well { Ok(()) } else { Err(Stop::Told) }
}

/// Whether a picture goes where the text would.
pub(crate) fn is_stdout(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// Writes a picture of one or two families to a file, or to standard output.
pub(crate) fn write_picture(session: &Session, path: &Path, pages: &[&Page]) -> Ended<()> {
    let svg = picture::picture(pages)
        .map_err(|reason| session.refuse([DataFact::Unwritable { path: display_name(path), reason }]))?;
    to_output(session, Some(path), &mut |out| out.write_all(svg.as_bytes()))
}
