//! `circ verify A.circ --against B.circ:g`: whether two families give the same values.
//!
//! Where neither has sign gates both are polynomials at each size, and whether these are the same is decided for all
//! numbers at once, at random points modulo random primes, but for a chance that is told. Otherwise all inputs are tried
//! where these are few, and random ones where not.

use circ_compiler::diagnostics::{DataFact, Gives, VerifyFact};
use circ_compiler::{Diagnostic, Elaborated, FamilyId, Program, Severity, elaborate};
use circ_runtime::{
    Circuit, DegreeError, DegreeLimits, Identity, Limits, Num, PortType, RunError, evaluate, identical,
};

use super::compare::inputs_text;
use super::page::{Page, Row, Tried};
use super::{budgets, left_out, sizes_asked};
use crate::args::Verify;
use crate::commands::compare::Side;
use crate::commands::report::measure::params_text;
use crate::engine;
use crate::grade::{self, instance_like, parameters};
use crate::instances::Asked;
use crate::progress::Progress;
use crate::session::{Ended, Session, Stop};
use crate::simplest::simplify;
use crate::translate::Translation;
use crate::trials::Trials;
use crate::values::{quoted, shown};
use crate::words::{counted, grouped};

/// Holds a family against another.
pub(super) fn against(session: &Session, args: &Verify) -> Ended<()> {
    let Some(other) = &args.against else { return Ok(()) };
    let other = Side::read(other);
    let (file, mut program) = session.load(&args.file, Severity::Warning)?;
    // One file is read once, so that both families may come from standard input.
    let mut second = if other.file == args.file {
        (file.clone(), program.clone())
    } else {
        session.load(&other.file, Severity::Warning)?
    };
    let id = session.family(&program, args.family.as_deref())?;
    let other_id = session.family(&second.1, other.family.as_deref())?;
    let fixed = Asked::read(session, &program, &[id], &args.fixed.types.types, &args.fixed.params)?;
    let names = [&program.family(id).name, &second.1.family(other_id).name].map(Clone::clone);
    let [family, against] = names.clone();
    let refuse = |what: String| {
        let (family, against) = names.clone().into();
        session.refuse([DataFact::from(VerifyFact::OtherSignature { family, against, what })])
    };
    let places = parameters(
        grade::Side { program: &program, family: program.family(id) },
        grade::Side { program: &second.1, family: second.1.family(other_id) },
    )
    .map_err(|what| {
        refuse(what.replace("\nexpected: ", "\nExpected: ").replace("\nfound:    ", "\nFound: "))
    })?;
    let generics = fixed.scalars(&program, id);
    let other_id = instance_like(&program, &generics, &mut second.1, other_id);
    let instance = fixed.instance(&mut program, id);
    let params = program.family(instance.id).params.clone();
    let mut page = Page::new(args.json);
    page.family(session, &format!("{family} = {against}"), instance.line())?;
    let sides = [(&program, instance.id), (&second.1, other_id)];
    let mut well = true;
    let mut told = Vec::new();
    for size in sizes_asked(args, &fixed, &params) {
        let sizes = fixed.sizes(&params, size);
        let named: Vec<_> = params.iter().cloned().zip(sizes.iter().copied()).collect();
        let asked = !args.sizes.is_empty() || (!params.is_empty() && fixed.fixes(&params));
        let tried = match both(session, sides, &sizes, &places, asked) {
            Err((side, fault)) => match left_out(&fault.fact, asked) {
                Some(why) => Ok(Tried::LeftOut(why.into())),
                None => Err((side, fault)),
            },
            Ok([a, b]) => {
                let size = params_text(&named);
                let pair = Pair { session, args, names: &names, size, a: &a, b: &b, asked };
                pair.tried().map_err(|fault| (0, fault))
            }
        };
        let tried = match tried {
            Ok(tried) => tried,
            Err((side, fault)) => {
                well = false;
                if fault.span.is_none() || !told.contains(&fault.span) {
                    session.tell(if side == 0 { &file } else { &second.0 }, [&*fault], Severity::Note);
                    told.push(fault.span);
                }
                Tried::of_fault(&fault)
            }
        };
        page.row(session, Row { params: named, tried })?;
    }
    page.end(session)?;
    if well { Ok(()) } else { Err(Stop::Told) }
}

/// The circuits of both at a size; with a fault whose it is.
fn both(
    session: &Session,
    sides: [(&Program, FamilyId); 2],
    sizes: &[u64],
    places: &[usize],
    asked: bool,
) -> Result<[Elaborated; 2], (usize, Box<Diagnostic>)> {
    let (limits, _) = budgets(session, asked);
    let others: Vec<u64> = places.iter().map(|place| sizes[*place]).collect();
    let build = |side: usize, sizes: &[u64]| {
        let mut progress = Progress::new("building");
        let (program, id) = sides[side];
        elaborate(program, id, sizes, &limits, &mut |gates| progress.at(gates, None))
            .map_err(|fault| (side, fault))
    };
    Ok([build(0, sizes)?, build(1, &others)?])
}

/// Two families at one size.
struct Pair<'a> {
    session: &'a Session,
    args: &'a Verify,
    names: &'a [String; 2],
    size: String,
    a: &'a Elaborated,
    b: &'a Elaborated,
    asked: bool,
}

/// Inputs and outputs of the one as those of the other.
struct Translated {
    inputs: Translation,
    outputs: Translation,
}

impl Pair<'_> {
    /// What there is to say where they do not differ.
    ///
    /// # Errors
    /// An input on which they do, or shapes that differ.
    fn tried(&self) -> Result<Tried, Box<Diagnostic>> {
        let (a, b) = (&self.a.circuit, &self.b.circuit);
        let translated = Translation::new(&a.inputs, &b.inputs, "input").and_then(|inputs| {
            Ok(Translated { inputs, outputs: Translation::new(&b.outputs, &a.outputs, "result")? })
        });
        let translated = translated.map_err(|what| {
            let [family, against] = self.names.clone();
            Box::new(Diagnostic::data(DataFact::from(VerifyFact::OtherSignature { family, against, what })))
        })?;
        let numbers_alone = a.inputs.iter().all(|port| port.ty == PortType::Num);
        let identity = self.identity(&translated);
        match &identity {
            Some(Ok(Identity::Same { points, error_bits })) => {
                return Ok(same(a, *points, *error_bits, numbers_alone));
            }
            Some(Ok(Identity::Differ { input })) if numbers_alone => {
                return Err(self.counterexample(&translated, input)?);
            }
            _ => {}
        }
        self.by_inputs(&translated, identity.as_ref())
    }

    /// Whether they are the same polynomials; `None` where one has sign gates, or tokens have other codes.
    fn identity(&self, translated: &Translated) -> Option<Result<Identity, DegreeError>> {
        if translated.inputs.changes() || translated.outputs.changes() {
            return None;
        }
        let (a, b) = (&self.a.circuit, &self.b.circuit);
        // The larger ring has the other.
        let ring = if a.ring.root().is_some() { a.ring } else { b.ring };
        let of = |circuit: &Circuit| Circuit { ring, ..circuit.clone() };
        match identical(&of(a), &of(b), self.args.seed, DegreeLimits::default().max_work) {
            Err(DegreeError::Sign) => None,
            other => Some(other),
        }
    }

    fn values(
        &self,
        translated: &Translated,
        input: &[Num],
        limits: &Limits,
    ) -> Result<[Vec<Num>; 2], RunError> {
        let mut silent = |_: u64, _: u64| {};
        let a = evaluate(&self.a.circuit, input, limits, &mut silent)?;
        let given = translated.inputs.apply(input.to_vec());
        let b = evaluate(&self.b.circuit, &given, limits, &mut silent)?;
        Ok([a, translated.outputs.apply(b)])
    }

    /// All inputs, or random ones.
    fn by_inputs(
        &self,
        translated: &Translated,
        identity: Option<&Result<Identity, DegreeError>>,
    ) -> Result<Tried, Box<Diagnostic>> {
        let circuit = &self.a.circuit;
        let (_, limits) = budgets(self.session, self.asked);
        let mut trials = self.trials();
        let count = trials.count();
        let mut too_long = 0;
        let mut progress = Progress::new("verifying");
        for at in 0..count {
            progress.at(at, Some(count));
            let input = trials.input(at);
            match self.values(translated, &input, &limits) {
                Ok([a, b]) if a == b => {}
                Ok(_) => return Err(self.differ(translated, input, &limits)),
                Err(_) => too_long += 1,
            }
        }
        let compared = count - too_long;
        if compared == 0 {
            return Ok(Tried::LeftOut("its numbers are longer than the budget".into()));
        }
        let all = matches!(trials, Trials::All { .. }) && too_long == 0;
        let inputs = counted(compared as usize, if all { "input" } else { "random input" });
        let mut text = match (all, compared) {
            (true, 1) => "equal on the only input".to_string(),
            (true, _) => format!("equal on all {}", inputs),
            (false, _) => format!("equal on {inputs}, which decides nothing of others"),
        };
        if too_long > 0 {
            text.push_str(&format!(
                "; {} more with numbers longer than the budget",
                grouped(too_long as usize)
            ));
        }
        let mut json = format!("\"equal\", \"inputs\": {compared}, \"all\": {all}");
        match identity {
            Some(Ok(Identity::Differ { .. })) => {
                text.push_str("; as polynomials over all numbers they differ");
                json.push_str(", \"identical\": false");
            }
            Some(Err(error)) => {
                text.push_str(&format!("; not decided for all {} inputs: {error}", circuit.ring));
                json.push_str(&format!(", \"identical\": null, \"why\": {}", quoted(&error.to_string())));
            }
            _ => json.push_str(", \"identical\": null"),
        }
        Ok(Tried::Said { text, json })
    }

    fn trials(&self) -> Trials<'_> {
        let circuit = &self.a.circuit;
        Trials::new(&circuit.inputs, circuit.ring, self.args.trials, self.args.seed).spread()
    }

    /// The message about polynomials that differ: small numbers show it mostly, and the point that was found does for
    /// certain.
    ///
    /// # Errors
    /// Where the values at the point are beyond the budget, so that it can't be shown.
    fn counterexample(
        &self,
        translated: &Translated,
        point: &[Num],
    ) -> Result<Box<Diagnostic>, Box<Diagnostic>> {
        let limits = &self.session.run_limits;
        let mut trials = self.trials();
        for at in 0..trials.count() {
            let input = trials.input(at);
            if self.values(translated, &input, limits).is_ok_and(|[a, b]| a != b) {
                return Ok(self.differ(translated, input, limits));
            }
        }
        match self.values(translated, point, limits) {
            Ok(_) => Ok(self.differ(translated, point.to_vec(), limits)),
            Err(error) => Err(engine::fault(&error, Some(self.a))),
        }
    }

    /// The message about the simplest input near this one on which they differ.
    fn differ(&self, translated: &Translated, input: Vec<Num>, limits: &Limits) -> Box<Diagnostic> {
        let circuit = &self.a.circuit;
        let input = simplify(&circuit.inputs, input, |input| {
            Some(self.values(translated, input, limits).is_ok_and(|[a, b]| a != b))
        });
        let [found, expected] = self.values(translated, &input, limits).unwrap_or_default();
        let [family, against] = self.names.clone();
        let text = |values: &[Num]| shown("result", &circuit.outputs, values).text();
        let gives = Gives {
            inputs: inputs_text(&circuit.inputs, &input),
            found_by: format!("`{family}`"),
            found: text(&found),
            expected_by: format!("`{against}`"),
            expected: text(&expected),
            astray: None,
        };
        let size = self.size.clone();
        Box::new(Diagnostic::data(DataFact::from(VerifyFact::FamiliesDiffer {
            family,
            against,
            size,
            gives,
        })))
    }
}

/// `the same for all inputs in Q, with an error of at most 2^-98 (2 points, each modulo a random prime)`
fn same(circuit: &Circuit, points: u32, error_bits: Option<u32>, numbers_alone: bool) -> Tried {
    let over = if numbers_alone {
        format!("for all inputs in {}", circuit.ring)
    } else {
        format!("for all inputs in {}, and so for all bools and tokens", circuit.ring)
    };
    match error_bits {
        None => Tried::Said {
            text: format!("the same {over}: gate for gate one circuit"),
            json: "\"equal\", \"identical\": true, \"points\": 0, \"error\": 0".into(),
        },
        Some(bits) => {
            let points_text = counted(points as usize, "random point");
            let modulo = if points == 1 { "modulo a random prime" } else { "each modulo a random prime" };
            Tried::Said {
                text: format!(
                    "the same {over}, but for a chance of at most 2^-{bits} ({points_text}, {modulo})"
                ),
                json: format!(
                    "\"equal\", \"identical\": true, \"points\": {points}, \"error\": \"2^-{bits}\""
                ),
            }
        }
    }
}
