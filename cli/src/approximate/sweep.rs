//! `circ approximate`: from which size on approximate runs go wrong, where, and how much scale softmax attention needs.

use circ_compiler::diagnostics::{BuildFact, Fact};
use circ_compiler::{Diagnostic, Elaborated, Program, Severity, Sources};
use circ_runtime::Num;
use circ_runtime::approximate::{Approximation, Departure};

use super::one::how_json;
use super::options::Approximate;
use super::outputs::right;
use super::place::Where;
use super::subject::Subject;
use crate::commands::report::measure::params_text;
use crate::instances::{Asked, Instance};
use crate::printed::params_json;
use crate::progress::Progress;
use crate::session::{Ended, Session, Stop};
use crate::trials::Trials;
use crate::values::quoted;
use crate::words::{counted, grouped};

/// The sizes that are tried where none are asked for.
const SIZES: [u64; 6] = [1, 2, 4, 8, 16, 32];

/// So many pairs of positions are scored at one size, over all inputs; one input is always run.
const PAIRS: u64 = 20_000_000;

/// A size that nobody asked for is left out where one run scores more.
const SMALL_PAIRS: u64 = 40_000_000;

/// After so many the search for a scale takes no further step.
const SEARCH_PAIRS: u64 = 60_000_000;

/// The greatest scale that is looked for: 2 to this power.
const MOST_DOUBLINGS: u32 = 20;

/// Runs a family approximately at several sizes.
pub(crate) fn approximate(session: &Session, args: &Approximate) -> Ended<()> {
    let how = args.nearness.certainly(session, args.transformer.attention)?;
    let (file, mut program) = session.load(&args.file, Severity::Warning)?;
    let id = session.family(&program, args.family.as_deref())?;
    let fixed = Asked::read(session, &program, &[id], &args.fixed.types.types, &args.fixed.params)?;
    let instance = fixed.instance(&mut program, id);
    let sweep =
        Sweep { session, args, how, file: &file, program: &program, fixed: &fixed, instance: &instance };
    sweep.run()
}

struct Sweep<'a> {
    session: &'a Session,
    args: &'a Approximate,
    how: Approximation,
    file: &'a Sources,
    program: &'a Program,
    fixed: &'a Asked,
    instance: &'a Instance,
}

/// One size.
struct Row {
    params: Vec<(String, u64)>,
    layers: u64,
    tokens: usize,
    /// The inputs that were run.
    tried: u64,
    /// All inputs, where they are few.
    all: Option<u64>,
    /// On how many of them all outputs are right.
    right: u64,
    /// The earliest gate that is not exact, on any input: as text and as JSON.
    inexact: Option<(String, String)>,
    /// The earliest that is wrong.
    wrong: Option<(String, String)>,
    scale: Scale,
}

/// A power of two that softmax scores have to be multiplied by.
enum Scale {
    /// Attention is hard.
    None,
    /// Outputs are right on all inputs that were tried, and at half of it they are not.
    Doublings(u32),
    /// They were not, up to this one.
    More(u32),
}

impl Sweep<'_> {
    fn run(&self) -> Ended<()> {
        let family = self.program.family(self.instance.id);
        let mut others = if self.args.sizes.is_empty() { SIZES.to_vec() } else { self.args.sizes.clone() };
        if self.fixed.fixes(&family.params) {
            others.truncate(1);
        }
        if !self.args.json {
            self.session.print(&format!("{}: {}\n", family.name, self.title()))?;
            if let Some(types) = self.instance.line() {
                self.session.print(&format!("  {types}\n"))?;
            }
        }
        let (mut rows, mut left_out, mut well) = (Vec::new(), Vec::new(), true);
        for other in others {
            let sizes = self.fixed.sizes(&family.params, other);
            let params: Vec<_> = family.params.iter().cloned().zip(sizes.iter().copied()).collect();
            match self.size(&sizes, &params) {
                Ok(Ok(row)) => {
                    if !self.args.json {
                        self.session.print(&row.text())?;
                    }
                    rows.push(row);
                }
                Ok(Err(why)) => {
                    if !self.args.json {
                        let line = format!("{} left out: {why}", params_text(&params));
                        self.session.print(&format!("  {}\n", line.trim_start()))?;
                    }
                    left_out.push((params, why));
                }
                Err(fault) => {
                    well = false;
                    self.session.tell(self.file, [&*fault], Severity::Note);
                    left_out.push((params, "it can't be run".into()));
                }
            }
        }
        let first = rows.iter().find(|row| row.right < row.tried);
        self.session.print(&if self.args.json {
            self.json(&rows, &left_out, first)
        } else {
            match first {
                _ if rows.is_empty() => "nothing was run\n".into(),
                Some(row) if row.params.is_empty() => "the outputs are wrong on some inputs\n".into(),
                Some(row) => format!("the first size with a wrong output is {}\n", params_text(&row.params)),
                None => "no output is wrong on what was tried\n".into(),
            }
        })?;
        if well { Ok(()) } else { Err(Stop::Told) }
    }

    /// `approximate, softmax attention at T = 1/64, f64`
    fn title(&self) -> String {
        let attention = match &self.how.temperature {
            Some(temperature) => format!("softmax attention at T = {temperature}"),
            None => format!("hard attention, {}", self.args.transformer.attention.name()),
        };
        format!("approximate, {attention}, {}", self.how.float.name())
    }

    /// One size, or why it is left out.
    fn size(&self, sizes: &[u64], params: &[(String, u64)]) -> Result<Result<Row, String>, Box<Diagnostic>> {
        let names = &self.program.family(self.instance.id).params;
        let asked = !self.args.sizes.is_empty() || (!names.is_empty() && self.fixed.fixes(names));
        let mut progress = Progress::new("building");
        let mut at = |gates| progress.at(gates, None);
        let built =
            circ_compiler::elaborate(self.program, self.instance.id, sizes, &self.session.limits, &mut at);
        drop(progress);
        let built = match built {
            Ok(built) => built,
            Err(fault) => {
                return match &fault.fact {
                    Fact::Build(BuildFact::ConditionFails { call: false, .. }) => {
                        Ok(Err("the `where` leaves it out".into()))
                    }
                    Fact::Build(fact) if !asked && fact.is_budget() => Ok(Err("it is too large".into())),
                    _ => Err(fault),
                };
            }
        };
        let subject = Subject::new(&built, self.args.transformer.attention.simulation());
        if !asked && subject.pairs() > SMALL_PAIRS {
            let positions = grouped(subject.emitted.transformer.sequence.len);
            return Ok(Err(format!("{positions} positions are too many to be run without being asked for")));
        }
        self.tried(&built, subject, params).map(Ok)
    }

    fn tried<'b>(
        &self,
        built: &'b Elaborated,
        mut subject: Subject<'b>,
        params: &[(String, u64)],
    ) -> Result<Row, Box<Diagnostic>> {
        let (circuit, limits) = (&built.circuit, &self.session.run_limits);
        let tolerance = self.args.nearness.tolerance();
        let mut trials = Trials::new(&circuit.inputs, circuit.ring, self.args.trials, self.args.seed);
        let count = trials.count();
        let tried = count.min(self.args.trials).min((PAIRS / subject.pairs().max(1)).max(1));
        let all = matches!(trials, Trials::All { .. }).then_some(count);
        let mut inputs = Vec::new();
        let (mut right_ones, mut inexact, mut wrong) = (0, None, None);
        let mut progress = Progress::new("running");
        for at in 0..tried {
            progress.at(at, Some(tried));
            // Of all inputs, such as lie evenly between the first and the last.
            let input = trials.input(if all.is_some() { at * count / tried } else { at });
            let values = subject.values(&input, limits)?;
            let outcome = subject.run(&values, &self.how, &tolerance, false, limits, &mut |_, _| {})?;
            earliest(&mut inexact, outcome.inexact);
            earliest(&mut wrong, outcome.wrong);
            right_ones += u64::from(right(circuit, &outcome.outputs, &values.outputs, &tolerance));
            inputs.push((input, values.outputs));
        }
        drop(progress);
        let scale = match self.how.temperature {
            None => Scale::None,
            Some(_) => self.scale(&mut subject, &inputs, &tolerance)?,
        };
        let transformer = &subject.emitted.transformer;
        let place = Where { sources: self.file, built, coordinates: &transformer.coordinates };
        let told = |departure: Option<Departure>| {
            departure.map(|d| (place.text(&d, self.how.float), place.json(Some(&d))))
        };
        Ok(Row {
            params: params.to_vec(),
            layers: transformer.depth(),
            tokens: transformer.sequence.len,
            tried,
            all,
            right: right_ones,
            inexact: told(inexact),
            wrong: told(wrong),
            scale,
        })
    }

    /// A scale 1/T, of the powers of two, at which the outputs are right on all these inputs, where at half of it they are
    /// not. It is found by steps of 16, and halving between the last two.
    fn scale(
        &self,
        subject: &mut Subject<'_>,
        inputs: &[(Vec<Num>, Vec<Num>)],
        tolerance: &Num,
    ) -> Result<Scale, Box<Diagnostic>> {
        let mut search = Search { sweep: self, subject, inputs, tolerance, spent: 0, hardest: 0 };
        let (mut wrong, mut right) = (None, None);
        let mut progress = Progress::new("looking for a scale");
        for doublings in (0..=MOST_DOUBLINGS).step_by(4) {
            progress.at(u64::from(doublings), Some(u64::from(MOST_DOUBLINGS)));
            if search.right(doublings)? {
                right = Some(doublings);
                break;
            }
            wrong = Some(doublings);
            if search.too_long() {
                break;
            }
        }
        let Some(mut right) = right else { return Ok(Scale::More(wrong.unwrap_or(0))) };
        let Some(mut wrong) = wrong else { return Ok(Scale::Doublings(0)) };
        while right - wrong > 1 {
            let middle = (wrong + right) / 2;
            if search.right(middle)? {
                right = middle;
            } else {
                wrong = middle;
            }
        }
        Ok(Scale::Doublings(right))
    }

    fn json(&self, rows: &[Row], left_out: &[(Vec<(String, u64)>, String)], first: Option<&Row>) -> String {
        let rows: Vec<String> = rows.iter().map(Row::json).collect();
        let left_out: Vec<String> = left_out
            .iter()
            .map(|(params, why)| format!("{{\"params\": {}, \"why\": {}}}", params_json(params), quoted(why)))
            .collect();
        format!(
            "{{\"family\": {}, \"engine\": \"approximate\", {}, \"tolerance\": {}, \"sizes\": [{}], \"left_out\": [{}], \
             \"first_wrong_size\": {}}}\n",
            quoted(&self.program.family(self.instance.id).name),
            how_json(self.args.transformer.attention.name(), &self.how),
            quoted(&self.args.nearness.tolerance().to_string()),
            rows.join(", "),
            left_out.join(", "),
            first.map_or_else(|| "null".into(), |row| params_json(&row.params)),
        )
    }
}

/// Looks for a scale.
struct Search<'s, 'a, 'b> {
    sweep: &'s Sweep<'a>,
    subject: &'s mut Subject<'b>,
    inputs: &'s [(Vec<Num>, Vec<Num>)],
    tolerance: &'s Num,
    /// Pairs of positions that were scored.
    spent: u64,
    /// The input that went wrong last, and is likely to do so again.
    hardest: usize,
}

impl Search<'_, '_, '_> {
    /// Whether the outputs are right on all inputs at a scale, 2 to this power.
    fn right(&mut self, doublings: u32) -> Result<bool, Box<Diagnostic>> {
        let limits = &self.sweep.session.run_limits;
        let how = Approximation { float: self.sweep.how.float, temperature: Num::ratio(1, 1 << doublings) };
        let others = (0..self.inputs.len()).filter(|at| *at != self.hardest);
        for at in std::iter::once(self.hardest).chain(others).collect::<Vec<_>>() {
            let (input, outputs) = &self.inputs[at];
            let bare = self.subject.bare(input, outputs)?;
            let outcome = self.subject.run(&bare, &how, self.tolerance, false, limits, &mut |_, _| {})?;
            self.spent = self.spent.saturating_add(self.subject.pairs());
            if !right(&self.subject.built.circuit, &outcome.outputs, outputs, self.tolerance) {
                self.hardest = at;
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn too_long(&self) -> bool {
        self.spent > SEARCH_PAIRS
    }
}

/// Keeps the departure of the earlier layer, and of one layer that of the gate that stands first.
fn earliest(kept: &mut Option<Departure>, other: Option<Departure>) {
    let Some(other) = other else { return };
    if kept.as_ref().is_none_or(|kept| (other.layer, other.gate) < (kept.layer, kept.gate)) {
        *kept = Some(other);
    }
}

impl Row {
    fn text(&self) -> String {
        let place =
            if self.params.is_empty() { String::new() } else { format!("{}: ", params_text(&self.params)) };
        let inputs = match self.all {
            Some(1) => "the only input".to_string(),
            Some(all) if all == self.tried => counted(all as usize, "input"),
            Some(all) => format!("{} of all {}", self.tried, counted(all as usize, "input")),
            None => counted(self.tried as usize, "random input"),
        };
        let verdict = match (self.right, self.tried) {
            (right, tried) if right == tried => "right".to_string(),
            (0, _) => "wrong".into(),
            (right, tried) => format!("right on {right}, wrong on {}", tried - right),
        };
        let (layers, positions) = (counted(self.layers as usize, "layer"), counted(self.tokens, "position"));
        let mut text = format!("  {place}{layers}, {positions}; {inputs}: {verdict}\n");
        match (&self.inexact, &self.wrong) {
            (None, _) => text.push_str("    every gate is exact\n"),
            (Some(inexact), Some(wrong)) if inexact == wrong => {
                text.push_str(&format!("    wrong {}\n", wrong.0));
            }
            (Some(inexact), wrong) => {
                text.push_str(&format!("    inexact {}\n", inexact.0));
                if let Some(wrong) = wrong {
                    text.push_str(&format!("    wrong {}\n", wrong.0));
                }
            }
        }
        match self.scale {
            Scale::None => {}
            Scale::Doublings(0) => text.push_str("    right at the scale 1 (T = 1)\n"),
            Scale::Doublings(k) => {
                let scale = 1u64 << k;
                text.push_str(&format!(
                    "    right at the scale {scale} (T = 1/{scale}), wrong at {}\n",
                    scale / 2
                ));
            }
            Scale::More(k) => text.push_str(&format!("    still wrong at the scale {}\n", 1u64 << k)),
        }
        text
    }

    fn json(&self) -> String {
        let of = |told: &Option<(String, String)>| told.as_ref().map_or("null", |told| &told.1).to_string();
        let scale = match self.scale {
            Scale::Doublings(k) => (1u64 << k).to_string(),
            Scale::None | Scale::More(_) => "null".into(),
        };
        format!(
            "{{\"params\": {}, \"layers\": {}, \"tokens\": {}, \"inputs\": {}, \"all\": {}, \"right\": {}, \
             \"first_inexact\": {}, \"first_wrong\": {}, \"scale\": {scale}}}",
            params_json(&self.params),
            self.layers,
            self.tokens,
            self.tried,
            self.all == Some(self.tried),
            self.right,
            of(&self.inexact),
            of(&self.wrong),
        )
    }
}
