//! `circ report`: what holds of a family for all n, and what circuits and transformers cost at some sizes.
//!
//! | room | subject |
//! | --- | --- |
//! | [`measure`] | circuits built and measured |
//! | [`figure`], [`fit`] | one figure: a formula and how it is known |
//! | [`page`], [`thought`], [`notes`] | what a report says, before it is written |
//! | [`why`](mod@why) | the expressions that make depth and size |
//! | [`place`], [`words`] | places in the source, and the words for how something is known |
//! | [`text`], [`json`] | how it is written |

mod figure;
mod fit;
mod json;
pub(crate) mod measure;
mod notes;
mod page;
mod place;
mod text;
mod thought;
mod why;
mod words;

use circ_compiler::{FamilyId, Severity};

use crate::args::Report;
use crate::commands::degree::Degrees;
use crate::instances::Asked;
use crate::session::{Ended, Session, Stop};

/// Reports the families of a file.
pub(crate) fn report(session: &Session, args: &Report) -> Ended<()> {
    let (file, mut program) = session.load(&args.file, Severity::Note)?;
    let one = args.family.is_some() || args.json;
    let last = session.family(&program, args.family.as_deref())?;
    let ids: Vec<FamilyId> = if one { vec![last] } else { (0..program.own as u32).map(FamilyId).collect() };
    let asked = Asked::read(session, &program, &ids, &args.fixed.types.types, &args.fixed.params)?;
    let mut well = true;
    for (at, id) in ids.into_iter().enumerate() {
        let instance = asked.instance(&mut program, id);
        let degrees = args.degree.then(|| Degrees::new(program.family(instance.id), args.seed));
        let measured =
            measure::measure_family(session, &file, &program, &asked, instance.id, &args.sizes, degrees);
        well &= measured.well;
        let page = page::page(&file, &program, &instance, measured, args.why);
        let text = if args.json { json::json(&page) } else { text::text(&page) };
        if at > 0 {
            session.print("\n")?;
        }
        session.print(&text)?;
    }
    if well { Ok(()) } else { Err(Stop::Told) }
}
