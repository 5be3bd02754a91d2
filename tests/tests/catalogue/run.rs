//! Loads the programs and runs them, by circuit and by transformer.

use std::path::PathBuf;

use circ_compiler::elaborate::{Reach, admits, test_sizes};
use circ_compiler::emit::{Construction, emit};
use circ_compiler::program::TestCheck;
use circ_compiler::{
    FamilyId, Limits, Loaded, elaborate, elaborate_staged, elaborate_test, load, message, probe,
};
use circ_runtime::{
    Circuit, Measures, Num, Port, PortType, Prepared, Route, Transformer, evaluate, execute_literal, measure,
};
use circ_tests::steps::{by_transformer, step_by_step};

use super::row::{Case, Inputs, Random, Row, Values};

/// Random inputs at each size.
const TRIALS: usize = 40;
/// All inputs are tried where they are no more than this.
const EXHAUSTIVE: usize = 300;
/// How many inputs of each size the transformer is run on.
const TRANSFORMED: usize = 3;
/// The literal engine, which scores all pairs of positions, takes sequences up to this length.
const LITERAL: usize = 120;
/// Circuits of more wires are left to the circuit engine.
const MAX_WIRES: usize = 4_000;

/// The folder of the examples.
pub(crate) fn examples() -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../examples"))
}

/// A program of the catalogue, loaded without errors.
pub(crate) struct Program {
    /// Its path from the root.
    pub(crate) path: String,
    /// Its text.
    pub(crate) source: String,
    /// What it was understood as.
    pub(crate) loaded: Loaded,
    /// The main family: the last one.
    pub(crate) main: FamilyId,
}

impl Program {
    /// The program of a row.
    ///
    /// # Panics
    /// Where it is missing, or has errors of its own or at small sizes.
    pub(crate) fn of(row: &Row) -> Program {
        let path = format!("examples/{}/{}.circ", row.folder, row.name());
        let source =
            std::fs::read_to_string(examples().join(row.folder).join(format!("{}.circ", row.name())))
                .unwrap_or_else(|error| panic!("{path}: {error}"));
        let loaded = load(&source);
        Program::right(path, source, loaded)
    }

    /// A program that was loaded.
    ///
    /// # Panics
    /// Where it has errors, also at small sizes, or no family.
    pub(crate) fn right(path: String, source: String, loaded: Loaded) -> Program {
        let found = loaded.diagnostics.iter().filter(|d| d.is_error()).cloned();
        let faults: Vec<_> = if loaded.has_errors() { found.collect() } else { probe(&loaded.program) };
        let titles: Vec<String> = faults.iter().map(|d| message(d).title).collect();
        assert!(titles.is_empty(), "{path}: {titles:?}");
        let main = loaded.program.own.checked_sub(1).expect("a family");
        Program { path, source, loaded, main: FamilyId(main as u32) }
    }

    /// The outputs by transformers, chains of thought decoded step by step.
    fn step_by_step(&self, n: u64, numbers: &[Num]) -> Vec<Num> {
        let (program, limits) = (&self.loaded.program, Limits::default());
        let sizes = vec![n; program.family(self.main).params.len()];
        let staged = elaborate_staged(program, self.main, &[], &sizes, &limits, &mut |_| {});
        step_by_step(program, staged.expect("it was built before"), numbers, &Limits::default())
    }

    /// C_n; `None` where the conditions leave out the size.
    fn circuit(&self, n: u64) -> Option<Circuit> {
        let program = &self.loaded.program;
        let sizes = vec![n; program.family(self.main).params.len()];
        admits(program, self.main, &sizes, &Limits::default()).ok()?;
        match elaborate(program, self.main, &sizes, &Limits::default(), &mut |_| {}) {
            Ok(built) => Some(built.circuit),
            Err(fault) => panic!("{} at {n}: {}", self.path, message(&fault).title),
        }
    }
}

/// Compares a program with its model.
///
/// # Panics
/// Where they differ, or the transformer differs from the circuit.
pub(crate) fn check(row: &Row) {
    let program = Program::of(row);
    for &n in row.sizes {
        let Some(circuit) = program.circuit(n) else {
            assert!(!row.is_total(), "{} leaves out {n}", program.path);
            continue;
        };
        let transformers = transformers(&circuit);
        for (at, inputs) in inputs(row, &circuit, n as usize).into_iter().enumerate() {
            let case = Case { n: n as usize, sizes: vec![n as usize], inputs };
            let numbers = encoded(&circuit, &case.inputs);
            let found = decoded(&circuit.outputs[0], &by_circuit(&circuit, &numbers));
            let expected = (row.model)(&case);
            assert_eq!(found, expected, "{} at n = {n} of {:?}", program.path, case.inputs);
            if at == 0 {
                transformers.iter().for_each(|transformer| check_plan(transformer, &numbers, &program.path));
            }
            for transformer in transformers.iter().filter(|_| at < TRANSFORMED) {
                let found = decoded(&circuit.outputs[0], &by_transformer(transformer, &numbers));
                let (path, construction) = (&program.path, &transformer.construction);
                assert_eq!(found, expected, "{path} by {construction} of {:?}", case.inputs);
            }
            if !transformers.is_empty() && at < TRANSFORMED {
                let found = decoded(&circuit.outputs[0], &program.step_by_step(n, &numbers));
                assert_eq!(found, expected, "{} step by step of {:?}", program.path, case.inputs);
            }
        }
    }
}

/// The transformers of a circuit that is not too large, one for each construction.
fn transformers(circuit: &Circuit) -> Vec<Transformer> {
    if circuit.gates.edges() > MAX_WIRES {
        return Vec::new();
    }
    Construction::ALL.map(|construction| emit(circuit, construction).transformer).to_vec()
}

/// The default engine plans a transformer in one pass, and where it is short the literal engine gives the same.
fn check_plan(transformer: &Transformer, numbers: &[Num], path: &str) {
    let mut filled = transformer.clone();
    filled.sequence.fill(numbers).expect("the inputs fit");
    let construction = &filled.construction;
    if filled.sequence.len <= LITERAL {
        let literal = execute_literal(&filled, &circ_runtime::Limits::default(), &mut |_, _| {});
        assert_eq!(literal, Ok(by_transformer(transformer, numbers)), "{path} by {construction}");
    }
    let route = Prepared::new(filled.clone()).expect("well formed").route();
    assert!(
        matches!(route, Route::Columns { .. } | Route::Settled { steps: 0 }),
        "{path} by {construction}: {route:?}"
    );
}

/// Runs the tests of a file, on both engines.
///
/// # Panics
/// Where one fails.
pub(crate) fn run_tests(program: &Program) {
    for at in 0..program.loaded.program.tests.len() {
        let mut all = Vec::new();
        let reach = Reach { each: u64::MAX, combinations: 1_000 };
        let mut visit = |sizes: &[u64], _: &[Vec<usize>]| all.push(sizes.to_vec());
        let done = test_sizes(&program.loaded.program, at, &Limits::default(), reach, &mut visit);
        assert_eq!(done, Ok(true), "{}", program.path);
        all.iter().for_each(|sizes| run_test(program, at, sizes));
    }
}

/// One test at one of its sizes, on all values of the inputs that it is quantified over.
fn run_test(program: &Program, at: usize, sizes: &[u64]) {
    let test = &program.loaded.program.tests[at];
    let built = elaborate_test(&program.loaded.program, at, sizes, &Limits::default(), &mut |_| {})
        .unwrap_or_else(|fault| panic!("{}, {}: {}", program.path, test.name, message(&fault).title));
    let transformer = emit(&built.circuit, Construction::Average).transformer;
    for (number, values) in all_values(&built.circuit.inputs[..built.quantified]).into_iter().enumerate() {
        let inputs = [values, built.arguments.clone()].concat();
        let values = by_circuit(&built.circuit, &inputs);
        if number < TRANSFORMED {
            assert_eq!(by_transformer(&transformer, &inputs), values, "{}", program.path);
        }
        let holds = match built.check {
            TestCheck::Same => {
                let (left, right) = values.split_at(values.len() / 2);
                let (first, second) = built.circuit.outputs.split_at(built.circuit.outputs.len() / 2);
                let same = |(first, second): (&Port, &Port)| first.shape == second.shape;
                left == right && first.iter().zip(second).all(same)
            }
            TestCheck::Holds | TestCheck::Asked => values.iter().all(Num::is_one),
        };
        assert!(holds, "{}: the test {:?} fails on {inputs:?}: {values:?}", program.path, test.name);
    }
}

/// All values of some inputs, none of which is a number.
fn all_values(ports: &[Port]) -> Vec<Vec<Num>> {
    let mut all = vec![Vec::new()];
    for port in ports {
        let choices = match &port.ty {
            PortType::Num => panic!("`{}` has no end of values", port.name),
            PortType::Bool => 2,
            PortType::Alphabet { tokens, .. } => tokens.len() as i64,
        };
        for _ in 0..port.scalars() {
            let longer = |value: &Vec<Num>| {
                let value = value.clone();
                (0..choices).map(move |code| [value.as_slice(), &[Num::int(code)]].concat())
            };
            all = all.iter().flat_map(longer).collect();
        }
    }
    all
}

/// The measures of the main family at a size.
///
/// # Panics
/// Where the size is left out.
pub(crate) fn measures(row: &Row, n: u64) -> Measures {
    let circuit = Program::of(row).circuit(n);
    measure(&circuit.unwrap_or_else(|| panic!("{} leaves out {n}", row.name())))
}

pub(crate) fn by_circuit(circuit: &Circuit, inputs: &[Num]) -> Vec<Num> {
    evaluate(circuit, inputs, &circ_runtime::Limits::default(), &mut |_, _| {}).expect("the circuit runs")
}

/// The inputs to compare on at a size.
fn inputs(row: &Row, circuit: &Circuit, n: usize) -> Vec<Vec<Values>> {
    let mut random = Random(n as u64);
    let special = |make: fn(&mut Random, usize) -> Vec<Values>, random: &mut Random| {
        (0..TRIALS).map(|_| make(random, n)).collect::<Vec<_>>()
    };
    match row.inputs {
        Inputs::Any => any(circuit, &mut random),
        Inputs::And(make) => {
            let mut all = special(make, &mut random);
            all.extend(any(circuit, &mut random));
            all
        }
        Inputs::Only(make) => special(make, &mut random),
    }
}

/// All inputs of bools and tokens where they are few, else random ones.
pub(crate) fn any(circuit: &Circuit, random: &mut Random) -> Vec<Vec<Values>> {
    // Of a large alphabet the first four tokens.
    let choices: Vec<usize> = circuit
        .inputs
        .iter()
        .flat_map(|port| {
            std::iter::repeat_n(codes(port).map_or(usize::MAX, |codes| codes.min(4)), port.scalars())
        })
        .collect();
    let all = choices.iter().try_fold(1usize, |product, c| product.checked_mul(*c)).unwrap_or(usize::MAX);
    if all > EXHAUSTIVE {
        return (0..TRIALS)
            .map(|_| circuit.inputs.iter().map(|port| values(port, random)).collect())
            .collect();
    }
    let mut inputs = Vec::new();
    for mut code in 0..all {
        let mut digits = choices.iter().map(|choices| {
            let digit = code % choices;
            code /= choices;
            Num::int(digit as i64)
        });
        let parts = circuit.inputs.iter().map(|port| {
            let scalars: Vec<Num> = digits.by_ref().take(port.scalars()).collect();
            decoded(port, &scalars)
        });
        inputs.push(parts.collect());
    }
    inputs
}

/// How many values a scalar of a port can take.
fn codes(port: &Port) -> Option<usize> {
    match &port.ty {
        PortType::Num => None,
        PortType::Bool => Some(2),
        PortType::Alphabet { tokens, .. } => Some(tokens.len()),
    }
}

/// Random values for an input.
fn values(port: &Port, random: &mut Random) -> Values {
    let Some(codes) = codes(port) else { return Values::Nums(random.nums(port.scalars())) };
    // Few distinct tokens, so that there are repeats.
    let distinct = if codes == 2 { 2 } else { 1 + random.below(codes.min(6)) };
    let scalars: Vec<Num> = (0..port.scalars()).map(|_| Num::int(random.below(distinct) as i64)).collect();
    decoded(port, &scalars)
}

/// The scalars of the inputs as a circuit takes them.
pub(crate) fn encoded(circuit: &Circuit, inputs: &[Values]) -> Vec<Num> {
    let mut numbers = Vec::new();
    for (port, values) in circuit.inputs.iter().zip(inputs) {
        match (values, &port.ty) {
            (Values::Nums(nums), _) => numbers.extend(nums.iter().cloned()),
            (Values::Bits(bits), _) => numbers.extend(bits.iter().map(|bit| Num::int(i64::from(*bit)))),
            (Values::Word(word), PortType::Alphabet { tokens, .. }) => {
                numbers.extend(word.chars().map(|c| {
                    let code = tokens.iter().position(|token| *token == c.to_string());
                    Num::int(code.unwrap_or_else(|| panic!("no token {c}")) as i64)
                }));
            }
            (Values::Word(word), _) => panic!("{word:?} for {}", port.name),
        }
    }
    numbers
}

/// The numbers of a port as what they stand for.
pub(crate) fn decoded(port: &Port, numbers: &[Num]) -> Values {
    let code = |x: &Num| x.to_u64().unwrap_or_else(|| panic!("{x} is no code")) as usize;
    match &port.ty {
        PortType::Num => Values::Nums(numbers.to_vec()),
        PortType::Bool => Values::Bits(
            numbers
                .iter()
                .map(|x| match code(x) {
                    0 => false,
                    1 => true,
                    other => panic!("{other} is no bool"),
                })
                .collect(),
        ),
        PortType::Alphabet { tokens, .. } => {
            Values::Word(numbers.iter().map(|x| tokens[code(x)].as_str()).collect())
        }
    }
}
