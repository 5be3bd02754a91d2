//! What a sequence program's own transformer really uses: a patch of anything that is not listed changes no output, a
//! patch of a listed edge changes some.

use std::collections::BTreeSet;

use circ_compiler::FamilyId;
use circ_compiler::native::Positions;
use circ_runtime::{
    GroundTruth, Keep, Limits, Part, Patch, Reader, Shape, Source, Target, Trace, Transformer, ground_truth,
    trace, witnessed,
};
use circ_tests::load_right;
use circ_tests::random::Random;
use circ_tests::sequence::{both, inputs};

/// How many pairs of runs are tried before an edge counts as one that changes nothing.
const PAIRS: usize = 400;

/// What components read and never matters: `before` at index 0, of which no later position asks.
const NEVER: [(&str, &str); 1] = [("induction", "embedding.w->layer0.before")];

struct Subject {
    t: Transformer,
    shape: Shape,
    truth: GroundTruth,
    runs: Vec<(Transformer, Trace)>,
}

fn traced(t: &Transformer, keep: &Keep, patches: &[Patch<'_>]) -> Trace {
    trace(t, keep, patches, &Limits::default(), &mut |_, _| {}).expect("it runs")
}

fn subject(path: &str, n: u64) -> Subject {
    let file = format!("{}/../examples/{path}", env!("CARGO_MANIFEST_DIR"));
    let loaded = load_right(&std::fs::read_to_string(file).expect("the example is there"));
    let id = FamilyId(loaded.program.own as u32 - 1);
    let (circuit, t) = both(&loaded.program, id, n, Positions::Index).expect("it is a sequence program");
    let mut random = Random(17);
    let run = |_| {
        let mut filled = t.clone();
        filled.sequence.fill(&inputs(&circuit.inputs, &mut random)).expect("the inputs fit");
        let kept = traced(&filled, &Keep::all(), &[]);
        (filled, kept)
    };
    let runs = (0..60).map(run).collect();
    Subject { shape: Shape::of(&t), truth: ground_truth(&t), t, runs }
}

impl Subject {
    /// Whether a patch changes an output in one of so many pairs of runs.
    fn changes(&self, target: Target, pairs: usize, random: &mut Random) -> bool {
        (0..pairs).any(|_| {
            let own = &self.runs[random.below(self.runs.len())];
            let other = &self.runs[random.below(self.runs.len())];
            let patch = Patch::new(&self.shape, target, &other.1).expect("it fits");
            let patched = traced(&own.0, &Keep::outputs(), &[patch]);
            patched.output_values() != own.1.output_values()
        })
    }

    /// Every edge that there could be: each part of each layer reading each coordinate and, for activations, each head.
    fn edges(&self) -> Vec<Target> {
        let mut all = Vec::new();
        for (layer, parts) in self.t.layers.iter().enumerate() {
            let heads = 0..parts.heads.len();
            let sides = heads.clone().flat_map(|h| [Part::Query(h), Part::Key(h), Part::Value(h)]);
            let readers: Vec<Part> = sides.chain((0..self.t.dim).map(Part::Coordinate)).collect();
            for part in readers {
                let reader = Some(Reader { layer: layer as u64, part });
                let mut sources: Vec<Source> = (0..self.t.dim)
                    .map(|c| match layer {
                        0 => Source::Embedding(Some(c)),
                        _ => Source::Layer(layer as u64 - 1, Some(c)),
                    })
                    .collect();
                if matches!(part, Part::Coordinate(_)) {
                    sources.extend(heads.clone().map(|h| Source::Head(layer as u64, h)));
                }
                all.extend(sources.into_iter().map(|source| Target { source, position: None, reader }));
            }
        }
        all
    }
}

const PROGRAMS: [&str; 9] = [
    "reverse",
    "hist",
    "sort",
    "double_hist",
    "sort_by_freq",
    "dyck1_ptf",
    "dyck2_ptf",
    "induction",
    "median",
];

#[test]
fn patching_what_is_not_listed_changes_no_output() {
    for name in PROGRAMS {
        let subject = subject(&format!("sequences/{name}.circ"), 6);
        let mut random = Random(4);
        let edges = subject.edges();
        let mut others = 0;
        for edge in edges.into_iter().filter(|edge| !subject.truth.edges.contains(edge)) {
            others += 1;
            assert!(!subject.changes(edge, 12, &mut random), "{name}: {}", edge.text(&subject.shape));
        }
        assert!(others > 10, "{name}");
        // Coordinates and heads, for all of their readers at once.
        let layers = subject.t.layers.len() as u64;
        for c in 0..subject.t.dim {
            let versions = (0..layers).map(|layer| Source::Layer(layer, Some(c)));
            for source in std::iter::once(Source::Embedding(Some(c))).chain(versions) {
                if !subject.truth.coordinates.contains(&source) {
                    let target = Target { source, position: None, reader: None };
                    assert!(
                        !subject.changes(target, 12, &mut random),
                        "{name}: {}",
                        target.text(&subject.shape)
                    );
                }
            }
        }
    }
}

#[test]
fn patching_a_listed_edge_changes_some_output() {
    for name in PROGRAMS {
        let subject = subject(&format!("sequences/{name}.circ"), 6);
        let mut random = Random(9);
        assert!(!subject.truth.edges.is_empty());
        for edge in &subject.truth.edges {
            let text = edge.text(&subject.shape);
            let never = NEVER.contains(&(name, text.as_str()));
            assert_eq!(subject.changes(*edge, PAIRS, &mut random), !never, "{name}: {text}");
        }
    }
}

/// The edges that are set apart are those that never matter, and no other.
#[test]
fn what_never_matters_is_set_apart() {
    for name in PROGRAMS {
        let subject = subject(&format!("sequences/{name}.circ"), 6);
        let values = |run: &(Transformer, Trace)| {
            let places =
                run.0.sequence.inputs.iter().flat_map(|i| i.positions.iter().map(|p| (*p, i.coordinate)));
            places.map(|(p, c)| run.0.sequence.columns[c].get(p as usize)).collect::<Vec<_>>()
        };
        let inputs: Vec<_> = subject.runs.iter().map(values).collect();
        let truth = witnessed(&subject.t, subject.truth.clone(), &inputs, PAIRS, &Limits::default())
            .expect("it runs");
        let set_apart: Vec<String> = truth.unconfirmed.iter().map(|edge| edge.text(&subject.shape)).collect();
        let never: Vec<&str> = NEVER.iter().filter(|(of, _)| *of == name).map(|(_, edge)| *edge).collect();
        assert_eq!(set_apart, never, "{name}");
        assert_eq!(truth.edges.len() + set_apart.len(), subject.truth.edges.len());
    }
}

#[test]
fn every_head_is_used_and_every_edge_is_listed_once() {
    for name in PROGRAMS {
        let Subject { t, truth, .. } = subject(&format!("sequences/{name}.circ"), 3);
        let heads: usize = t.layers.iter().map(|layer| layer.heads.len()).sum();
        assert_eq!(truth.heads.len(), heads, "{name}");
        let shape = Shape::of(&t);
        let texts: BTreeSet<String> =
            truth.edges.iter().chain(&truth.fixed).map(|edge| edge.text(&shape)).collect();
        assert_eq!(texts.len(), truth.edges.len() + truth.fixed.len(), "{name}");
    }
}
