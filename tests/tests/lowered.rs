//! There and back: programs of the catalogue, transformers of sequence programs' own, and programs written by hand.

use circ_compiler::native::Positions;
use circ_compiler::{FamilyId, Limits, unfold};
use circ_runtime::{Circuit, Num, Transformer, execute_literal, read_transformer};
use circ_tests::load_right;
use circ_tests::lowered::{check_costs, round_trip, round_trips, values};
use circ_tests::random::Random;
use circ_tests::sequence::{both, inputs};

fn some_inputs(circuit: &Circuit, random: &mut Random) -> Vec<Vec<Num>> {
    (0..6).map(|_| inputs(&circuit.inputs, random)).collect()
}

#[test]
fn programs_of_the_catalogue_come_back() {
    let mut count = 0;
    let mut random = Random(3);
    for folder in ["circuits", "sequences"] {
        let path = format!("{}/../examples/{folder}", env!("CARGO_MANIFEST_DIR"));
        let mut files: Vec<_> = std::fs::read_dir(path)
            .expect("the folder is there")
            .map(|f| f.expect("readable").path())
            .collect();
        files.sort();
        for file in files.iter().filter(|file| file.extension().is_some_and(|e| e == "circ")) {
            let source = std::fs::read_to_string(file).expect("readable");
            let loaded = load_right(&source);
            let family = loaded.program.own_families().last().expect("a family").clone();
            let id = loaded.program.family_named(&family.name).expect("it is there");
            for n in 0..4 {
                let sizes = vec![n; family.params.len()];
                let built =
                    circ_compiler::elaborate(&loaded.program, id, &sizes, &Limits::default(), &mut |_| {});
                let Ok(built) = built else { continue };
                if built.circuit.gates.len() + built.circuit.gates.edges() > 1_500
                    || !family.generics.is_empty()
                {
                    continue;
                }
                let inputs = some_inputs(&built.circuit, &mut random);
                round_trips(&built.circuit, &inputs);
                count += 1;
            }
        }
    }
    assert!(count > 60, "{count} circuits");
}

#[test]
fn transformers_of_sequence_programs_come_back() {
    let mut random = Random(7);
    let mut count = 0;
    for name in ["reverse", "hist", "sort", "double_hist", "dyck1_ptf", "frac_prevs"] {
        let path = format!("{}/../examples/sequences/{name}.circ", env!("CARGO_MANIFEST_DIR"));
        let loaded = load_right(&std::fs::read_to_string(path).expect("readable"));
        let id = FamilyId(loaded.program.own as u32 - 1);
        for n in 0..4 {
            for positions in [Positions::Index, Positions::IndexAndSize] {
                let Ok((circuit, t)) = both(&loaded.program, id, n, positions) else { continue };
                round_trip(&circuit, &t, &some_inputs(&circuit, &mut random));
                count += 1;
            }
        }
    }
    assert!(count >= 40, "{count} circuits");
}

/// A program of `examples/transformers`.
fn example(name: &str) -> Transformer {
    let path = format!("{}/../examples/transformers/{name}.json", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).expect("readable");
    read_transformer(&text).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// Holds an example and its circuit against a model, on all inputs of these numbers.
fn check_example(name: &str, numbers: &[i64], model: &dyn Fn(&[i64]) -> i64) {
    let mut t = example(name);
    let unfolded = unfold(&t, &Limits::default(), &mut |_| {}).expect("small");
    check_costs(&t, &unfolded);
    let count = t.sequence.input_scalars();
    for k in 0..numbers.len().pow(count as u32) {
        let inputs: Vec<i64> =
            (0..count).map(|at| numbers[k / numbers.len().pow(at as u32) % numbers.len()]).collect();
        let cells: Vec<Num> = inputs.iter().map(|x| Num::int(*x)).collect();
        let expected = [Num::int(model(&inputs))];
        assert_eq!(values(&unfolded.circuit, &cells), expected, "{name} {inputs:?}");
        t.sequence.fill(&cells).expect("as many as there are");
        let literal = execute_literal(&t, &circ_runtime::Limits::default(), &mut |_, _| {}).expect("small");
        assert_eq!(literal, expected, "{name} {inputs:?}");
    }
}

#[test]
fn programs_written_by_hand_and_their_circuits_do_what_they_say() {
    check_example("majority", &[0, 1], &|x| i64::from(2 * x.iter().sum::<i64>() > x.len() as i64));
    check_example("argmax", &[-1, 0, 2], &|x| {
        let greatest = x.iter().max().expect("not empty");
        x.iter().position(|value| value == greatest).expect("it is there") as i64
    });
    check_example("induction", &[0, 4, 7], &|x| {
        let last = x.len() - 1;
        let found = (1..=last).rev().find(|k| x[k - 1] == x[last]);
        x[found.unwrap_or(last)]
    });
}
