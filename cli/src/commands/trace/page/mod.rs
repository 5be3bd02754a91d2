//! `circ trace --html`: a run as one page that steps through its layers.
//!
//! The page holds everything that it needs and asks for nothing: the trace as `circ.trace/1`, what it takes to show it
//! beside the source and the circuit, styles, and scripts. All numbers on it are texts that are made here.
//!
//! 1. `fold`: which positions the page has, and in words those that it leaves out.
//! 2. `circuit`: the circuit that is simulated, as nodes and wires, with the value that each position should have;
//!    `right`: from when on it has it.
//! 3. `heads`: what heads take and what they feed; `places`: the source, and where in it gates come from.
//! 4. `data`: all that as JSON, and `document` around it.

mod circuit;
mod data;
mod document;
mod fold;
mod heads;
mod places;
mod right;

use std::path::Path;

use circ_compiler::diagnostics::{DataFact, PatchFact};
use circ_runtime::{Keep, RunErrorKind};
use serde_json::json;

use self::data::Content;
use super::{Subject, refused, with_layers_before};
use crate::commands::run_file::stop;
use crate::output::to_output;
use crate::session::{Ended, Session};
use crate::source::display_name;
use crate::words::{counted, grouped};

/// Runs a program and writes its page.
pub(super) fn page(session: &Session, path: &Path, subject: &Subject, chosen: &Keep) -> Ended<()> {
    let refuse = |fact| session.refuse([DataFact::Patch(fact)]);
    // When each value becomes right is told of all positions, also of those that are folded.
    let keep = Keep { layers: with_layers_before(chosen), positions: None };
    let whole =
        super::traced(session, &subject.transformer, &keep, &[]).map_err(|error| match error.kind {
            RunErrorKind::TooMuchKept { max_kept } => refuse(PatchFact::PageNumbers { max_kept }),
            _ => refused(session, &error),
        })?;
    let inputs: Vec<_> = whole.inputs.iter().flat_map(|input| input.values.iter().cloned()).collect();
    let drawn = subject.simulated.as_ref().map(|simulated| circuit::drawn(simulated, &inputs, session));
    let drawn = drawn.transpose().map_err(|error| stop(session, &error))?;
    let right = match &drawn {
        Some(drawn) => json!(right::compared(&whole, data::coordinate(subject), &drawn.truth)),
        None => json!(right::settled(&whole)),
    };
    let changes = right::changes(&whole);
    let shown = fold::shown(subject, chosen);
    let folds = fold::folds(subject, &shown);
    let kept = fold::reduced(whole, subject, &shown);
    let content = Content {
        subject,
        kept: &kept,
        chosen,
        drawn: drawn.as_ref(),
        right: &right,
        changes: &changes,
        folds: &folds,
    };
    let page = document::document(&content.title(), |out| content.write(out));
    let Some(page) = page else {
        return Err(refuse(PatchFact::PageBytes { mebibytes: document::MOST_MEBIBYTES }));
    };
    to_output(session, Some(path), &mut |out| out.write_all(page.as_bytes()))?;
    let layers = counted(content.steps().len(), "layer");
    let positions = counted(kept.positions.len(), "position");
    let size = grouped(page.len().div_ceil(1024));
    session.remark(&format!("{}: {layers} and {positions}, {size} KiB", display_name(path)));
    for fold in &folds {
        session.remark(&fold.words);
    }
    Ok(())
}
