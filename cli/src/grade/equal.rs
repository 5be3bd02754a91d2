//! Whether a submission gives what the reference gives, at one size.

use circ_compiler::Elaborated;
use circ_runtime::{Circuit, Num, Port};

use super::outcome::Counterexample;
use super::plan::Case;
use super::work::{Unfinished, Work};
use crate::simplest::{simplify, weights};
use crate::translate::Translation;
use crate::values::{Shown, shown};

/// What came of it.
pub(super) enum Compared {
    /// The same for every input that was tried.
    Equal,
    /// Another result, on the simplest input that was found where that was looked for.
    Differs(Option<Counterexample>),
    /// Other shapes, or a number that is none of the reference's.
    Wrong(String),
    /// A budget was used up, here or while looking for the simplest input.
    Unfinished(String),
}

/// Runs a submission on all inputs of a case. `search` looks for the simplest counterexample; otherwise the first
/// difference is the answer.
pub(super) fn compare(case: &Case, built: &Elaborated, search: bool, work: &mut Work) -> Compared {
    let (reference, own) = (&case.built.circuit, &built.circuit);
    let translations = Translation::new(&reference.inputs, &own.inputs, "input")
        .and_then(|inputs| Ok((inputs, Translation::new(&own.outputs, &reference.outputs, "result")?)));
    let (inputs, outputs) = match translations {
        Ok(translations) => translations,
        // The submission's shapes stand first where they are told.
        Err(_) => return Compared::Wrong(shapes(reference, own)),
    };
    let run = |input: &[Num], work: &mut Work| {
        let given = inputs.apply(input.to_vec());
        work.evaluate(built, &given).map(|found| outputs.apply(found))
    };
    let mut worst: Option<(u64, usize, Vec<Num>)> = None;
    for (at, (input, expected)) in case.inputs.iter().zip(&case.outputs).enumerate() {
        let found = match run(input, work) {
            Ok(found) => found,
            // What is known is told, though there may be a simpler one.
            Err(Unfinished(_)) if worst.is_some() => break,
            Err(Unfinished(why)) => return Compared::Unfinished(why),
        };
        if found == *expected {
            continue;
        }
        if !search {
            return Compared::Differs(None);
        }
        let weight = weights(input);
        if worst.as_ref().is_none_or(|(least, _, _)| weight < *least) {
            worst = Some((weight, at, found));
        }
    }
    let Some((_, at, found)) = worst else { return Compared::Equal };
    if case.all {
        return Compared::Differs(Some(counterexample(
            reference,
            &case.inputs[at],
            &case.outputs[at],
            &found,
        )));
    }
    let expected_of = |input: &[Num], work: &mut Work| work.evaluate(&case.built, input).ok();
    let simple = simplify(&reference.inputs, case.inputs[at].clone(), |input| {
        let expected = expected_of(input, work)?;
        Some(run(input, work).ok()? != expected)
    });
    let both = expected_of(&simple, work).and_then(|expected| Some((expected, run(&simple, work).ok()?)));
    Compared::Differs(Some(match both {
        Some((expected, found)) => counterexample(reference, &simple, &expected, &found),
        None => counterexample(reference, &case.inputs[at], &case.outputs[at], &found),
    }))
}

/// The first shape that is another than the reference's.
fn shapes(reference: &Circuit, own: &Circuit) -> String {
    let first = |own: &[Port], right: &[Port], what| Translation::new(own, right, what).err();
    first(&own.inputs, &reference.inputs, "input")
        .or_else(|| first(&own.outputs, &reference.outputs, "result"))
        .unwrap_or_else(|| "its shapes are others than the reference's".into())
}

fn counterexample(circuit: &Circuit, input: &[Num], expected: &[Num], found: &[Num]) -> Counterexample {
    let mut rest = input;
    let mut inputs = Vec::new();
    for port in &circuit.inputs {
        let (own, others) = rest.split_at(port.scalars().min(rest.len()));
        rest = others;
        let value = Shown::Array(port, own);
        inputs.push((port.name.clone(), value.source(), value.json()));
    }
    let result = |values: &[Num]| {
        let value = shown("result", &circuit.outputs, values);
        (value.source(), value.json())
    };
    Counterexample {
        params: circuit.params.clone(),
        inputs,
        expected: result(expected),
        found: result(found),
    }
}
