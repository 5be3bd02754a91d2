//! What the changes begin with: the programs of the project, and files that are made of some of them.

use std::path::Path;

use circ_compiler::emit::{Construction, emit};
use circ_compiler::native::{Positions, native};
use circ_compiler::{FamilyId, Limits, elaborate, load};
use circ_runtime::{
    Circuit, Keep, Num, Transformer, circuit_to_json, trace, trace_to_json, transformer_to_json,
    transformer_to_safetensors,
};

/// Longer files are left to the other tests: a change of them takes long and says little more.
const LONGEST: u64 = 24_000;

/// Programs of which circuits, transformers and traces are made: small ones, of every kind of gate and head.
const BUILT: [&str; 8] = [
    "alphabet Bit = '0' | '1'; family f[n](w: Bit[n]) -> num { sum(1 for t in w if t == '1') }",
    "family f[n](x: num[n], y: num[n]) -> num { sum(x[i] * y[i] / 2 for i in 0..n) - 1 }",
    "family f[n](x: num[n]) -> num { if n == 0 { 0 } else { max(x) } }",
    "family f[n](x: num[n], s: num) -> (num[n], bool) { ([if t < s { t } else { s } for t in x], s == 0) }",
    "family f[n](b: bool[n]) -> bool { any(b[i] and not b[n - 1 - i] for i in 0..n) }",
    "family f[n](x: num[n]) -> num[n] { aggregate(select(indices(n), indices(n), <=), x) }",
    "ring Q(sqrt(2)); family f[n](x: num[n]) -> num[n] { [t * sqrt(2) + 1/3 for t in x] }",
    "family f(x: num, y: num) -> (num, num) { (x * y, sign(x - y)) }",
];

/// The texts of all programs of the project that are not too long.
pub fn programs() -> Vec<Vec<u8>> {
    let mut found: Vec<Vec<u8>> = BUILT.iter().map(|text| text.as_bytes().to_vec()).collect();
    files("circ", &mut found);
    found
}

/// Circuits as files.
pub fn circuits() -> Vec<Vec<u8>> {
    let written = built().iter().map(|(circuit, _)| circuit_to_json(circuit).into_bytes()).collect();
    with_files(written)
}

/// Transformers as files.
pub fn transformers() -> Vec<Vec<u8>> {
    let all = built().into_iter().flat_map(|(_, transformers)| transformers);
    with_files(all.map(|t| transformer_to_json(&t).into_bytes()).collect())
}

/// Transformers as files of tensors.
pub fn tensors() -> Vec<Vec<u8>> {
    let all = built().into_iter().flat_map(|(_, transformers)| transformers);
    all.filter_map(|t| transformer_to_safetensors(&t, None).ok()).collect()
}

/// Traces as files.
pub fn traces() -> Vec<Vec<u8>> {
    let limits = circ_runtime::Limits::default();
    let all = built().into_iter().flat_map(|(_, transformers)| transformers);
    let traces = all.filter_map(|mut t| {
        let count = t.sequence.inputs.iter().map(|input| input.positions.len()).sum();
        t.sequence.fill(&vec![Num::ONE; count]).ok()?;
        trace(&t, &Keep::all(), &[], &limits, &mut |_, _| {}).ok()
    });
    traces
        .map(|trace| trace_to_json(&trace).into_bytes())
        .filter(|text| text.len() < LONGEST as usize)
        .collect()
}

/// Numbers, and where patches go, as the command line takes them.
pub fn short_texts() -> Vec<Vec<u8>> {
    let texts = [
        "12",
        "-1_000",
        "0.25",
        "1e-3",
        "-1.5/2e2",
        "1/2+3*sqrt(2)",
        "sqrt(2)/3 - 1",
        "sqrt(8)",
        "layer2.head0@5",
        "layer0.vectors.a@3",
        "embedding@0",
        "layer1.head0.1@2 for layer2",
    ];
    texts.iter().map(|text| text.as_bytes().to_vec()).collect()
}

/// The circuits of the built programs at n = 2, each with its transformers.
fn built() -> Vec<(Circuit, Vec<Transformer>)> {
    let one = |text: &&str| {
        let loaded = load(text);
        assert!(!loaded.has_errors(), "{text}: {:?}", loaded.diagnostics);
        let id = FamilyId(0);
        let sizes = vec![2; loaded.program.family(id).params.len()];
        let limits = Limits::default();
        let built = elaborate(&loaded.program, id, &sizes, &limits, &mut |_| {}).expect("it is built");
        let mut transformers: Vec<Transformer> = Construction::ALL
            .into_iter()
            .map(|construction| emit(&built.circuit, construction).transformer)
            .collect();
        let line = &|_| None;
        transformers.extend(native(&loaded.program, id, &sizes, Positions::Index, &limits, line).ok());
        (built.circuit, transformers)
    };
    BUILT.iter().map(one).collect()
}

fn with_files(mut written: Vec<Vec<u8>>) -> Vec<Vec<u8>> {
    written.retain(|text| text.len() < LONGEST as usize);
    files("json", &mut written);
    written
}

/// The files of an ending, in the order of their paths.
fn files(ending: &str, found: &mut Vec<Vec<u8>>) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    for folder in ["examples", "std", "tests/golden"] {
        walk(&root.join(folder), ending, found);
    }
}

fn walk(folder: &Path, ending: &str, found: &mut Vec<Vec<u8>>) {
    let Ok(entries) = folder.read_dir() else { return };
    let mut paths: Vec<_> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            walk(&path, ending, found);
        } else if path.extension().is_some_and(|other| other == ending)
            && path.metadata().is_ok_and(|data| data.len() < LONGEST)
        {
            found.extend(std::fs::read(&path).ok());
        }
    }
}
