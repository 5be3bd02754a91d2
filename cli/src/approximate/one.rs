//! `circ run`, approximately: the outputs beside the exact ones, and where the run leaves the exact values.

use circ_compiler::{Program, Sources};
use circ_runtime::approximate::{Approximation, Departure, Outcome};

use super::outputs::{exact, readings, right, rounded};
use super::place::Where;
use super::subject::{Subject, Values};
use crate::args::Run;
use crate::commands::run::{build, instance, prepare};
use crate::printed::params_json;
use crate::progress::Progress;
use crate::session::{Ended, Session};
use crate::values::quoted;

/// Builds the circuit that the inputs imply, runs its transformer approximately and prints what comes out.
pub(crate) fn run(
    session: &Session,
    args: &Run,
    how: &Approximation,
    file: &Sources,
    program: &mut Program,
) -> Ended<()> {
    let asked = session.family(program, args.target.family.as_deref())?;
    let family = instance(session, program, asked, &args.data)?;
    let data = prepare(session, file, program, &family, &args.data, true)?;
    let built = build(session, file, program, family.id, &data.sizes)?;
    let stop = |fault| session.fail(file, &fault);
    let tolerance = args.nearness.tolerance();
    let mut subject = Subject::new(&built, args.transformer.attention.simulation());
    let values = subject.values(&data.values, &session.run_limits).map_err(|fault| stop(*fault))?;
    let mut progress = Progress::new("running");
    let mut at = |done, all| progress.at(done, Some(all));
    let outcome = subject
        .run(&values, how, &tolerance, true, &session.run_limits, &mut at)
        .map_err(|fault| stop(*fault))?;
    drop(progress);
    let well = right(&built.circuit, &outcome.outputs, &values.outputs, &tolerance);
    let told = Told { args, how, file, subject: &subject, values: &values, outcome: &outcome, well };
    session.print(&if args.json { told.json() } else { told.text() })
}

/// What there is to tell.
struct Told<'a> {
    args: &'a Run,
    how: &'a Approximation,
    file: &'a Sources,
    subject: &'a Subject<'a>,
    values: &'a Values,
    outcome: &'a Outcome,
    well: bool,
}

impl Told<'_> {
    fn place(&self) -> Where<'_> {
        let coordinates = &self.subject.emitted.transformer.coordinates;
        Where { sources: self.file, built: self.subject.built, coordinates }
    }

    fn text(&self) -> String {
        let (circuit, outcome) = (&self.subject.built.circuit, self.outcome);
        let found = readings(circuit, &outcome.outputs, false);
        let rounds = rounded(circuit, &outcome.outputs, false)
            .map_or_else(String::new, |text| format!(", rounded {text}"));
        let exact = exact(circuit, &self.values.outputs, false);
        let mut text = format!("approximately {found}{rounds} (exactly {exact})\n");
        let tolerance = self.args.nearness.tolerance();
        let mut line = |name: &str, departure: Option<&Departure>, none: &str| {
            let what = departure.map_or_else(|| none.to_string(), |d| self.place().text(d, self.how.float));
            text.push_str(&format!("  {name:<15} {what}\n"));
        };
        line("outputs", None, if self.well { "right" } else { "wrong" });
        line("first inexact", outcome.inexact.as_ref(), "no gate");
        line("first wrong", outcome.wrong.as_ref(), &format!("no gate, by more than {tolerance}"));
        let depth = self.subject.emitted.transformer.depth();
        let watched = match outcome.watched {
            all if all == depth => format!("no position, by more than {tolerance}"),
            some => format!(
                "no position in the first {some} layers; later ones have exact numbers that are too long"
            ),
        };
        line("anywhere", outcome.number.as_ref(), &watched);
        text
    }

    fn json(&self) -> String {
        let (built, outcome) = (self.subject.built, self.outcome);
        let (circuit, transformer) = (&built.circuit, &self.subject.emitted.transformer);
        let rounds = rounded(circuit, &outcome.outputs, true)
            .map_or_else(String::new, |text| format!(" \"rounded\": {text},"));
        let place = self.place();
        format!(
            "{{\"family\": {}, \"params\": {}, \"engine\": \"approximate\", {}, \"tolerance\": {}, \"approximate\": {},{rounds} \
             \"exact\": {}, \"right\": {}, \"first_inexact\": {}, \"first_wrong\": {}, \"first_wrong_anywhere\": {}, \
             \"layers\": {}, \"tokens\": {}}}\n",
            quoted(&circuit.family),
            params_json(&circuit.params),
            how_json(self.args.transformer.attention.name(), self.how),
            quoted(&self.args.nearness.tolerance().to_string()),
            readings(circuit, &outcome.outputs, true),
            exact(circuit, &self.values.outputs, true),
            self.well,
            place.json(outcome.inexact.as_ref()),
            place.json(outcome.wrong.as_ref()),
            place.json(outcome.number.as_ref()),
            transformer.depth(),
            transformer.sequence.len,
        )
    }
}

/// `"attention": "soft", "number": "f64", "temperature": "1/10"`
pub(super) fn how_json(attention: &str, how: &Approximation) -> String {
    let temperature = how.temperature.as_ref().map_or_else(|| "null".into(), |t| quoted(&t.to_string()));
    format!(
        "\"attention\": {}, \"number\": {}, \"temperature\": {temperature}",
        quoted(attention),
        quoted(how.float.name())
    )
}
