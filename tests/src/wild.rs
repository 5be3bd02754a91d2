//! Random programs that recurse and loop: folds and scans with states of every kind, recursion by halves and by
//! constants, helper families called with whatever there is, static conditions and filters on indices.
//!
//! A program is made from a list of choices, as in [`crate::programs`], and is text alone: nothing here knows what it
//! is worth. It is well typed more often than not, and where an index is out of range at some size, that size is not
//! built. What is asked of it is that no circuit of it contradicts what the analysis says.

mod families;
mod loops;
mod scalars;
mod statics;

use circ_compiler::{FamilyId, Limits, load};

use crate::figures::{built, contradictions};
use crate::random::Random;

/// An array in scope, by its name and its length.
type Sized = (String, String);

/// What may be named at a place.
#[derive(Clone, Debug, Default)]
struct Scope {
    /// Numbers, static or not.
    nums: Vec<String>,
    bools: Vec<String>,
    /// Arrays of numbers.
    arrays: Vec<Sized>,
    /// Arrays of bools.
    masks: Vec<Sized>,
    /// Indices with the ends of their ranges.
    indices: Vec<Sized>,
    /// Sizes: parameters.
    sizes: Vec<String>,
}

/// A family that can be called.
#[derive(Clone, Debug)]
enum Helper {
    /// `name(array) -> num`
    Sums(String),
    /// `name(array) -> num[length of the array]`
    Maps(String),
    /// `name(array) -> (num, num)`
    Pairs(String),
    /// `name[size](num) -> num`
    Powers(String),
    /// `name(array, num) -> num`
    Carries(String),
    /// `name(num, bool) -> num`, which does not recurse.
    Plain(String),
}

/// Makes a program from choices, used up from the front; 0 when there are none left.
struct Maker<'a> {
    left: &'a [u8],
    names: usize,
    helpers: Vec<Helper>,
    families: String,
}

/// The program of a list of choices.
pub fn program(choices: &[u8]) -> String {
    let mut maker = Maker { left: choices, names: 0, helpers: Vec::new(), families: String::new() };
    for _ in 0..maker.choose(4) {
        maker.helper();
    }
    let scope = Scope {
        nums: vec!["s".into()],
        bools: vec!["c".into()],
        arrays: vec![("x".into(), "n".into()), ("y".into(), "m".into())],
        masks: vec![("b".into(), "n".into())],
        indices: Vec::new(),
        sizes: vec!["n".into(), "m".into()],
    };
    let (result, body) = match maker.choose(5) {
        0 => ("num[n]", maker.array(&scope, "n", 3)),
        1 => ("(num, num)", format!("({}, {})", maker.num(&scope, 3), maker.num(&scope, 2))),
        2 => ("bool", maker.bool(&scope, 3)),
        _ => ("num", maker.num(&scope, 3)),
    };
    let families = maker.families;
    format!(
        "alphabet Bit = '0' | '1';\n{families}family main[n, m](s: num, c: bool, x: num[n], y: num[m], b: bool[n]) -> {result} {{ {body} }}\n"
    )
}

impl Maker<'_> {
    fn choose(&mut self, count: usize) -> usize {
        let Some((first, rest)) = self.left.split_first() else { return 0 };
        self.left = rest;
        usize::from(*first) % count.max(1)
    }

    fn fresh(&mut self, stem: &str) -> String {
        self.names += 1;
        format!("{stem}{}", self.names)
    }

    /// One of some names.
    fn of<T: Clone>(&mut self, all: &[T]) -> Option<T> {
        let at = self.choose(all.len());
        all.get(at).cloned()
    }
}

/// The sizes `[n, m]` at which random programs are built.
pub fn sizes() -> Vec<Vec<u64>> {
    let pairs = [
        (0, 0),
        (1, 0),
        (0, 1),
        (1, 1),
        (2, 1),
        (1, 2),
        (2, 2),
        (3, 1),
        (3, 2),
        (2, 3),
        (4, 0),
        (4, 3),
        (5, 2),
        (6, 1),
        (7, 3),
        (8, 5),
        (9, 2),
        (2, 7),
        (16, 1),
        (17, 3),
    ];
    pairs.iter().map(|(n, m)| vec![*n, *m]).collect()
}

/// What is wrong with the analysis of a program; nothing where the program is rejected.
pub fn wrong(source: &str, id: Option<FamilyId>) -> Option<Vec<String>> {
    let loaded = load(source);
    if loaded.has_errors() {
        return None;
    }
    let program = &loaded.program;
    let limits = Limits { max_gates: 4_000, max_wires: 20_000, max_steps: 40_000, ..Limits::default() };
    let mut lines = Vec::new();
    for at in 0..program.own_families().len() {
        let family = FamilyId(at as u32);
        if id.is_some_and(|id| id != family) {
            continue;
        }
        let params = program.family(family).params.len();
        let sizes = if params == 2 { sizes() } else { crate::figures::sizes(params) };
        let analysis = circ_compiler::analysis::analyze(program, family);
        let built = built(program, family, &[], &sizes, &limits);
        let name = &program.family(family).name;
        lines.extend(contradictions(&analysis, &built).iter().map(|v| format!("{name}: {v}")));
    }
    Some(lines)
}

/// Choices that look random.
pub fn choices(seed: u64) -> Vec<u8> {
    let mut random = Random(seed);
    let length = 10 + random.below(90);
    (0..length).map(|_| random.below(256) as u8).collect()
}

/// Fewer and smaller choices whose program is as wrong: in a figure of the same name.
pub fn shrink(choices: &[u8], is_wrong: &dyn Fn(&[u8]) -> bool) -> Vec<u8> {
    let mut best = choices.to_vec();
    loop {
        let before = best.clone();
        let mut width = best.len().div_ceil(2);
        while width > 0 {
            let mut at = 0;
            while at + width <= best.len() {
                let shorter = [&best[..at], &best[at + width..]].concat();
                if is_wrong(&shorter) {
                    best = shorter;
                } else {
                    at += width;
                }
            }
            width /= 2;
        }
        for at in 0..best.len() {
            for smaller in 0..best[at].min(24) {
                let mut other = best.clone();
                other[at] = smaller;
                if is_wrong(&other) {
                    best = other;
                    break;
                }
            }
        }
        if best == before {
            return best;
        }
    }
}
