//! Ways to one result: families that have to give the same values, and a model in plain Rust that gives them too.

use std::collections::BTreeMap;

use circ_compiler::emit::{Construction, emit};
use circ_runtime::Num;
use circ_tests::steps::by_transformer;

use super::module::{circuit, module};
use crate::row::{Case, Random, Values};
use crate::run::{Program, any, by_circuit, decoded, encoded};

/// Random inputs at each size.
const TRIALS: usize = 12;
/// How many inputs of each size the transformer is run on.
const TRANSFORMED: usize = 2;
/// Circuits of more wires are left to the circuit engine.
const MAX_WIRES: usize = 3_000;

/// What a model gives: a value, or the parts of a tuple.
pub(crate) type Results = Vec<Values>;

/// Families of one module that are ways to one result.
pub(crate) struct Way {
    /// The families, with names between blanks.
    families: &'static str,
    model: fn(&Case) -> Results,
    inputs: Option<Make>,
    sizes: Vec<Vec<u64>>,
}

/// Makes inputs for some sizes.
pub(crate) type Make = fn(&mut Random, &[u64]) -> Vec<Values>;

/// These families, with this model, at sizes from 0 to 9.
pub(crate) fn way(families: &'static str, model: fn(&Case) -> Results) -> Way {
    Way { families, model, inputs: None, sizes: [0, 1, 2, 3, 4, 5, 7, 9].map(|n| vec![n]).to_vec() }
}

impl Way {
    /// Only on such inputs.
    pub(crate) fn on(self, inputs: Make) -> Way {
        Way { inputs: Some(inputs), ..self }
    }

    /// At these values of the first parameter.
    pub(crate) fn at(self, sizes: &[u64]) -> Way {
        Way { sizes: sizes.iter().map(|n| vec![*n]).collect(), ..self }
    }

    /// At these sizes.
    pub(crate) fn sizes<const N: usize>(self, sizes: &[[u64; N]]) -> Way {
        Way { sizes: sizes.iter().map(|sizes| sizes.to_vec()).collect(), ..self }
    }
}

/// Holds the families of a module against their models and each other, and every one has to have a model.
///
/// # Panics
/// Where two results differ, or a family was forgotten.
pub(crate) fn check(name: &str, ways: &[Way]) {
    let program = module(name);
    let mut compared: BTreeMap<&str, usize> = BTreeMap::new();
    for way in ways {
        way.sizes.iter().for_each(|sizes| check_at(&program, way, sizes, &mut compared));
    }
    for family in program.loaded.program.own_families() {
        let found = compared.get(family.name.as_str()).copied().unwrap_or_default();
        let expected = if family.params.is_empty() { 1 } else { 2 };
        assert!(found >= expected, "{name}: {} is compared with a model at {found} sizes", family.name);
    }
}

fn check_at(program: &Program, way: &Way, sizes: &[u64], compared: &mut BTreeMap<&'static str, usize>) {
    let mut cases: Option<Vec<Case>> = None;
    for family in way.families.split_whitespace() {
        let place = format!("{family}{sizes:?} of {}", program.path);
        let params = program.loaded.program.family_named(family);
        let params = params.map_or(0, |id| program.loaded.program.family(id).params.len());
        let own: Vec<u64> = sizes.iter().copied().take(params).collect();
        let Some(circuit) = circuit(program, family, &[], &own) else { continue };
        *compared.entry(family).or_default() += 1;
        let transformer =
            (circuit.gates.edges() <= MAX_WIRES).then(|| emit(&circuit, Construction::Average).transformer);
        let cases = cases.get_or_insert_with(|| {
            let mut random = Random(sizes.iter().fold(7, |seed, size| 31 * seed + size));
            let inputs = match way.inputs {
                Some(make) => (0..TRIALS).map(|_| make(&mut random, sizes)).collect(),
                None => any(&circuit, &mut random).into_iter().take(4 * TRIALS).collect::<Vec<_>>(),
            };
            let sizes: Vec<usize> = sizes.iter().map(|size| *size as usize).collect();
            let n = sizes.first().copied().unwrap_or_default();
            inputs.into_iter().map(|inputs| Case { n, sizes: sizes.clone(), inputs }).collect()
        });
        for (at, case) in cases.iter().enumerate() {
            let numbers = encoded(&circuit, &case.inputs);
            let results = |values: &[Num]| -> Results {
                let mut rest = values;
                let parts = circuit.outputs.iter().map(|port| {
                    let (own, others) = rest.split_at(port.scalars());
                    rest = others;
                    decoded(port, own)
                });
                parts.collect()
            };
            let expected = (way.model)(case);
            assert_eq!(results(&by_circuit(&circuit, &numbers)), expected, "{place} on {:?}", case.inputs);
            if let Some(transformer) = transformer.as_ref().filter(|_| at < TRANSFORMED) {
                let found = results(&by_transformer(transformer, &numbers));
                assert_eq!(found, expected, "{place} as a transformer on {:?}", case.inputs);
            }
        }
    }
}

/// One value.
pub(crate) fn one(value: impl Into<Values>) -> Results {
    vec![value.into()]
}

/// A number of some inputs.
pub(crate) fn num(case: &Case, input: usize) -> Num {
    case.nums(input).into_iter().next().expect("a number")
}
