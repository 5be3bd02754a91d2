//! `circ verify --program T.json`: a transformer program of a file against a family.
//!
//! A program that names one of the constructions, or `native`, is held against what that makes of the family, constant
//! by constant: also one that changes no value is noticed. Then its values are held against the circuit's, as those of a program of
//! any other origin.

use std::path::Path;

use circ_compiler::diagnostics::{Astray, DataFact, VerifyFact};
use circ_compiler::elaborate::input_shapes;
use circ_compiler::emit::{Construction, Emitted, emit};
use circ_compiler::native::{Positions, native};
use circ_compiler::program::Family;
use circ_compiler::{Diagnostic, Elaborated, Program, Severity, Sources, elaborate};
use circ_runtime::{Circuit, Limits, Num, Port, Transformer};

use super::compare::{Compared, Outcome, compare, span_of};
use super::differences::differences;
use super::locate::{value_coordinate, vector};
use super::page::{Page, Row, Tried};
use super::stages::{Ran, Stage, by_both_engines};
use crate::args::Verify;
use crate::attention::Attention;
use crate::commands::report::measure::params_text;
use crate::engine;
use crate::instances::{Asked, Instance};
use crate::programs::{Opened, open};
use crate::progress::Progress;
use crate::session::{Ended, Session, Stop};
use crate::source::display_name;
use crate::trials::Trials;
use crate::values::{quoted, shortened};
use crate::words::{counted, grouped};

/// Sizes up to this are tried where the lengths of the inputs are to give one.
const LARGEST: u64 = 100_000;

/// Holds a program against a family.
pub(super) fn program(
    session: &Session,
    args: &Verify,
    file: &Sources,
    program: &Program,
    fixed: &Asked,
    instance: &Instance,
    path: &Path,
) -> Ended<()> {
    let name = display_name(path);
    let family = program.family(instance.id);
    let transformer = read(session, path, &name)?;
    let refuse = |what: String, help: Option<String>| {
        let fact = VerifyFact::DoesNotFit { file: name.clone(), family: family.name.clone(), what, help };
        session.refuse([DataFact::from(fact)])
    };
    if let Err((what, help)) = same_names(family, &transformer) {
        return Err(refuse(what, help));
    }
    let sizes = match sizes(program, instance, fixed, &transformer, &session.limits) {
        Ok(sizes) => sizes,
        Err(missing) => {
            let missing = missing.into_iter();
            return Err(session.refuse(
                missing.map(|param| DataFact::ParamMissing { name: param, family: family.name.clone() }),
            ));
        }
    };
    let stop = |fault: Box<Diagnostic>| -> Stop { session.fail(file, &fault) };
    let mut progress = Progress::new("building");
    let mut at = |gates| progress.at(gates, None);
    let built = elaborate(program, instance.id, &sizes, &session.limits, &mut at).map_err(stop)?;
    drop(progress);
    if let Err((what, help)) = fits(&built.circuit, &transformer, family) {
        return Err(refuse(what, help));
    }
    let own = own(program, instance, &sizes, &transformer, &session.limits);
    let params: Vec<_> = family.params.iter().cloned().zip(sizes).collect();
    let mut held = Held { session, args, built: &built, own, name: &name, size: params_text(&params) };
    let mut page = Page::new(args.json);
    page.family(session, &family.name, instance.line())?;
    let tried = held.tried(transformer);
    let well = tried.is_ok();
    let tried = tried.unwrap_or_else(|fault| {
        session.tell(file, [&*fault], Severity::Note);
        Tried::of_fault(&fault)
    });
    page.row(session, Row { params, tried })?;
    page.end(session)?;
    if well { Ok(()) } else { Err(Stop::Told) }
}

/// Reads a transformer.
///
/// # Errors
/// A file of another kind, or with faults.
fn read(session: &Session, path: &Path, name: &str) -> Ended<Transformer> {
    let what = match open(session, path)? {
        Opened::Transformer(transformer) => return Ok(*transformer),
        Opened::Circuit(..) => "a circuit",
        Opened::Source(_) => "a program in circ",
    };
    let instead = "write one with `circ build --emit transformer`".into();
    let (option, path) = ("--program".into(), name.into());
    Err(session.refuse([DataFact::OptionMisfit { option, path, what, instead }]))
}

/// The family's own transformer, where a program says that it is that one; `None` where the family has none.
fn own(
    program: &Program,
    instance: &Instance,
    sizes: &[u64],
    transformer: &Transformer,
    limits: &circ_compiler::Limits,
) -> Option<Emitted> {
    if transformer.construction != Attention::Native.name() {
        return None;
    }
    let sized = transformer.declared.as_ref().is_some_and(|declared| declared.positions.len() > 1);
    let known = if sized { Positions::IndexAndSize } else { Positions::Index };
    let transformer = native(program, instance.id, sizes, known, limits, &|_| None).ok()?;
    Some(Emitted { transformer, positions: Vec::new(), rounds: Vec::new() })
}

/// The sizes that the positions of the inputs imply, or `--param` says.
///
/// # Errors
/// The parameters that neither gives.
fn sizes(
    program: &Program,
    instance: &Instance,
    fixed: &Asked,
    transformer: &Transformer,
    limits: &circ_compiler::Limits,
) -> Result<Vec<u64>, Vec<String>> {
    let family = program.family(instance.id);
    let specs = &transformer.sequence.inputs;
    let lengths: Vec<Option<usize>> = family
        .inputs
        .iter()
        .map(|input| specs.iter().find(|spec| spec.name == input.name).map(|spec| spec.positions.len()))
        .collect();
    let mut known: Vec<Option<u64>> = family.params.iter().map(|param| fixed.fixed(param)).collect();
    for (input, length) in family.inputs.iter().zip(&lengths) {
        if let ([Some(param)], Some(length)) = (input.ty.params.as_slice(), length) {
            known[*param as usize].get_or_insert(*length as u64);
        }
    }
    // One that is left is the least at which every input has so many numbers.
    if let [open] =
        known.iter().enumerate().filter(|(_, size)| size.is_none()).map(|(at, _)| at).collect::<Vec<_>>()[..]
    {
        let most = lengths.iter().flatten().max().copied().unwrap_or(0) as u64;
        let at = |size: u64| -> Vec<u64> { known.iter().map(|known| known.unwrap_or(size)).collect() };
        let agrees = |size: &u64| {
            let shapes = input_shapes(program, instance.id, &at(*size), limits).unwrap_or_default();
            let mut both = shapes.iter().zip(&lengths).peekable();
            both.peek().is_some()
                && both.all(|(shape, length)| length.is_some_and(|length| volume(shape) == Some(length)))
        };
        // An input that does not depend on the parameter says nothing of it.
        let depends = most > 0 && !(agrees(&0) && agrees(&1));
        if depends {
            known[open] = (0..=most.min(LARGEST)).find(agrees);
        }
    }
    let missing = family.params.iter().zip(&known).filter(|(_, size)| size.is_none());
    let missing: Vec<String> = missing.map(|(param, _)| param.clone()).collect();
    if missing.is_empty() { Ok(known.into_iter().flatten().collect()) } else { Err(missing) }
}

fn volume(shape: &[usize]) -> Option<usize> {
    shape.iter().try_fold(1usize, |all, dim| all.checked_mul(*dim))
}

/// What is wrong with the inputs and outputs of a program, and a mend.
type Misfit = (String, Option<String>);

/// Whether a program has the inputs and outputs of a circuit, in their order.
fn fits(circuit: &Circuit, transformer: &Transformer, family: &Family) -> Result<(), Misfit> {
    let sequence = &transformer.sequence;
    let inputs: Vec<usize> = sequence.inputs.iter().map(|spec| spec.positions.len()).collect();
    same_counts("input", &circuit.inputs, &inputs, family)?;
    let expected: Vec<String> = circuit.outputs.iter().map(|port| port.name.clone()).collect();
    let names: Vec<String> = sequence.outputs.iter().map(|spec| spec.name.clone()).collect();
    named("output", &expected, &names)?;
    let outputs: Vec<usize> = sequence.outputs.iter().map(|spec| spec.positions.len()).collect();
    same_counts("output", &circuit.outputs, &outputs, family)?;
    if transformer.ring != circuit.ring {
        return Err((format!("its ring is {}, and not {}", transformer.ring, circuit.ring), None));
    }
    Ok(())
}

/// Whether a program has the inputs of a family, in their order.
fn same_names(family: &Family, transformer: &Transformer) -> Result<(), Misfit> {
    let expected: Vec<String> = family.inputs.iter().map(|input| input.name.clone()).collect();
    let found: Vec<String> = transformer.sequence.inputs.iter().map(|spec| spec.name.clone()).collect();
    named("input", &expected, &found)
}

fn named(what: &str, expected: &[String], found: &[String]) -> Result<(), Misfit> {
    if expected == found {
        return Ok(());
    }
    let names = |names: &[String]| {
        let names: Vec<String> = names.iter().map(|name| format!("`{}`", shortened(name))).collect();
        if names.is_empty() { format!("no {what}s") } else { format!("the {what}s {}", names.join(", ")) }
    };
    let said = format!("it has {}, and should have {}", names(found), names(expected));
    let help = format!("`sequence.{what}s` names them, in the order of the family");
    Err((said, Some(help)))
}

fn same_counts(what: &str, expected: &[Port], found: &[usize], family: &Family) -> Result<(), Misfit> {
    for (port, &found) in expected.iter().zip(found) {
        if port.scalars() != found {
            let said = format!(
                "its {what} `{}` has {}, and should have {}",
                port.name,
                counted(found, "position"),
                grouped(port.scalars())
            );
            // Another size explains nothing of what has none.
            let param = family.params.first().filter(|_| !port.shape.is_empty());
            let help = param.map(|param| format!("`--param {param}=…` says which size is meant"));
            return Err((said, help));
        }
    }
    Ok(())
}

/// A program that is held against a circuit.
struct Held<'a> {
    session: &'a Session,
    args: &'a Verify,
    built: &'a Elaborated,
    /// The family's own transformer, where the program says that it is that one.
    own: Option<Emitted>,
    name: &'a str,
    size: String,
}

impl Held<'_> {
    /// What there is to say where nothing differs.
    ///
    /// # Errors
    /// What differs.
    fn tried(&mut self, transformer: Transformer) -> Result<Tried, Box<Diagnostic>> {
        let named = Construction::ALL.into_iter().find(|known| known.name() == transformer.construction);
        let emitted = match named {
            Some(construction) => Some(emit(&self.built.circuit, construction)),
            None => self.own.take(),
        };
        let Some(emitted) = emitted else {
            return match self.compared(transformer, None)? {
                Outcome::Equal(compared) => Ok(self.said(&compared, "right by its values")),
                Outcome::Differs(gives, _) => Err(self.fault(
                    VerifyFact::ComputesOther {
                        file: self.name.into(),
                        family: self.built.circuit.family.clone(),
                        size: self.size.clone(),
                        gives: *gives,
                    },
                    None,
                )),
            };
        };
        let construction = emitted.transformer.construction.clone();
        let own = (transformer.clone(), emitted.transformer.clone());
        let literal = differences(&transformer, &emitted.transformer);
        let compared = self.compared(transformer, Some(emitted));
        if literal.count == 0 {
            // What is circ's own to the letter can only differ by a fault of circ.
            return match compared? {
                Outcome::Equal(compared) => {
                    Ok(self.said(&compared, &format!("the construction `{construction}` to the letter")))
                }
                Outcome::Differs(gives, _) => {
                    let span = span_of(self.built, &gives);
                    Err(super::differs(self.built, *gives, span))
                }
            };
        }
        let (gives, tried, vector) = match compared {
            Ok(Outcome::Equal(compared)) => (None, compared.inputs as usize, None),
            Ok(Outcome::Differs(gives, input)) => {
                let (found, expected) = own;
                (Some(*gives), 0, vector(found, expected, &input, &self.session.run_limits))
            }
            Err(_) => (None, 0, None),
        };
        let span = gives.as_ref().and_then(|gives| span_of(self.built, gives));
        Err(self.fault(
            VerifyFact::AnotherProgram {
                file: self.name.into(),
                construction,
                family: self.built.circuit.family.clone(),
                size: self.size.clone(),
                places: literal.places,
                count: literal.count,
                gives,
                vector,
                tried,
            },
            span,
        ))
    }

    /// The values of the program against the circuit's. Where it should be a construction, that says where the gates
    /// are.
    fn compared(&self, transformer: Transformer, like: Option<Emitted>) -> Result<Outcome, Box<Diagnostic>> {
        let (circuit, limits) = (&self.built.circuit, &self.session.run_limits);
        let coordinate = value_coordinate(like.as_ref().map_or(&transformer, |like| &like.transformer));
        // All inputs together score no more pairs than one run may.
        let trials = Trials::new(&circuit.inputs, circuit.ring, self.args.trials, self.args.seed);
        let limits = &Limits { max_pairs: limits.max_pairs / trials.count().max(1), ..*limits };
        let (positions, rounds) = like.map_or_else(Default::default, |like| (like.positions, like.rounds));
        let emitted = Emitted { transformer, positions, rounds };
        let stages =
            by_both_engines(emitted, coordinate, limits).map_err(|error| engine::fault(&error, None))?;
        let file = self.name.to_string();
        let mut stages: Vec<Box<dyn Stage + '_>> = stages
            .into_iter()
            .map(|stage| -> Box<dyn Stage> { Box::new(OfFile { stage, file: file.clone() }) })
            .collect();
        match compare(self.built, &mut stages, trials, limits)? {
            Outcome::Equal(compared) => {
                match compared.stages.first().and_then(|tally| tally.left_out.clone()) {
                    Some(what) => Err(Box::new(Diagnostic::data(DataFact::RunTooLarge {
                        what: format!("`{}` is {what}.", self.name),
                        instead: "take a smaller size, or fewer `--trials`",
                    }))),
                    None => Ok(Outcome::Equal(compared)),
                }
            }
            differs => Ok(differs),
        }
    }

    fn said(&self, compared: &Compared, how: &str) -> Tried {
        match compared.text() {
            Some(text) => Tried::Said {
                text: format!("`{}` is {how}; {text}", self.name),
                json: format!("\"equal\", \"inputs\": {}, \"how\": {}", compared.inputs, quoted(how)),
            },
            None => Tried::LeftOut("its numbers are longer than the budget".into()),
        }
    }

    fn fault(&self, fact: VerifyFact, span: Option<circ_grammar::tree::Span>) -> Box<Diagnostic> {
        let mut diagnostic = Diagnostic::data(DataFact::from(fact));
        diagnostic.span = span;
        Box::new(diagnostic)
    }
}

/// A stage whose transformer comes from a file.
struct OfFile<'a> {
    stage: Box<dyn Stage + 'a>,
    file: String,
}

impl Stage for OfFile<'_> {
    fn name(&self) -> String {
        let to_the_letter = self.stage.name().ends_with(" to the letter");
        if to_the_letter { "the program to the letter" } else { "the program" }.into()
    }

    fn words(&self) -> String {
        format!("`{}`", self.file)
    }

    fn counts(&self) -> bool {
        self.stage.counts()
    }

    fn optional(&self) -> bool {
        self.stage.optional()
    }

    fn run(&mut self, at: u64, inputs: &[Num]) -> Result<Ran, Box<Diagnostic>> {
        self.stage.run(at, inputs)
    }

    fn astray(&self, inputs: &[Num], gates: &[Num]) -> Option<Astray> {
        self.stage.astray(inputs, gates)
    }
}
