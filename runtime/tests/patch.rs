//! Patched runs: laws on random programs, and another way to the same numbers for every kind of target.

mod support;

use circ_runtime::*;
use proptest::prelude::*;
use support::numbers_of;
use support::programs::{DIM, programs};

const LIMITS: fn() -> Limits = || Limits { max_digits: 1000, ..Limits::default() };

fn run(t: &Transformer, patches: &[Patch<'_>]) -> Result<Trace, RunError> {
    trace(t, &Keep::all(), patches, &LIMITS(), &mut |_, _| {})
}

fn patch<'a>(target: &Target, from: &'a Trace) -> Patch<'a> {
    Patch::new(&from.shape, *target, from).unwrap()
}

/// The same program on two sequences of one length.
fn pairs() -> impl Strategy<Value = (Transformer, Transformer)> {
    programs().prop_flat_map(|t| {
        let numbers = prop::collection::vec(numbers_of(t.ring), 2 * t.sequence.len);
        let ids = prop::collection::vec(
            prop_oneof![5 => Just(None), 1 => (-2i64..4).prop_map(Some)],
            t.sequence.len,
        );
        (Just(t), numbers, ids).prop_map(|(t, numbers, ids)| {
            let mut other = t.clone();
            let (third, fourth) = numbers.split_at(t.sequence.len);
            let columns = &mut other.sequence.columns;
            columns[2] = Column::of(third.iter().cloned());
            columns[3] = Column::of(fourth.iter().cloned());
            let ids = ids
                .into_iter()
                .enumerate()
                .map(|(i, id)| id.map_or_else(|| t.sequence.columns[0].get(i), Num::int));
            columns[0] = Column::of(ids.collect::<Vec<_>>());
            (t, other)
        })
    })
}

/// Everything that writes.
fn sources(shape: &Shape) -> Vec<Source> {
    let coordinates = || (0..shape.coordinates.len()).map(Some).chain([None]);
    let mut sources: Vec<Source> = coordinates().map(Source::Embedding).collect();
    for layer in 0..shape.depth() {
        sources.extend(coordinates().map(|c| Source::Layer(layer, c)));
        sources.extend((0..shape.heads(layer).len()).map(|h| Source::Head(layer, h)));
    }
    sources
}

/// Everything that reads what a source writes; nothing for what the last layer writes.
fn readers(shape: &Shape, source: Source) -> Vec<Reader> {
    let (layer, heads) = match source {
        Source::Embedding(_) => (0, true),
        Source::Layer(layer, _) => (layer + 1, true),
        Source::Head(layer, _) => (layer, false),
        Source::All => (shape.depth(), true),
    };
    if layer >= shape.depth() {
        return vec![];
    }
    let heads = if heads { shape.heads(layer).len() } else { 0 };
    let mut parts: Vec<Part> =
        (0..heads).flat_map(|h| [Part::Query(h), Part::Key(h), Part::Value(h)]).collect();
    parts.extend((0..shape.coordinates.len()).map(Part::Coordinate));
    parts.into_iter().map(|part| Reader { layer, part }).collect()
}

/// All targets of a program, at all positions together and at the first and last.
fn targets(shape: &Shape) -> Vec<Target> {
    let mut targets = Vec::new();
    for position in [None, Some(0), Some(shape.positions as u32 - 1)] {
        targets.extend(position.map(|_| Target { source: Source::All, position, reader: None }));
        for source in sources(shape) {
            targets.push(Target { source, position, reader: None });
            targets.extend(readers(shape, source).into_iter().map(|r| Target {
                source,
                position,
                reader: Some(r),
            }));
        }
    }
    targets
}

/// A component whose inputs are others.
fn rewired(component: &Component, input: impl Fn(u32) -> u32) -> Component {
    let mut gates = Gates::new();
    copy(component, &mut gates, input);
    Component { gates, outputs: component.outputs.clone() }
}

fn copy(component: &Component, gates: &mut Gates, input: impl Fn(u32) -> u32) -> u32 {
    let offset = gates.len() as u32;
    let moved = |operands: &[GateId]| operands.iter().map(|g| GateId(g.0 + offset)).collect::<Vec<_>>();
    for id in component.gates.ids() {
        match component.gates.gate(id) {
            Gate::Input(i) => gates.push_input(input(i)),
            Gate::Const(value) => gates.push_const(value.clone()),
            Gate::Add(operands) => gates.push_add(&moved(operands)),
            Gate::Mul(operands) => gates.push_mul(&moved(operands)),
            Gate::Sign(operand) => gates.push_sign(GateId(operand.0 + offset)),
        };
    }
    offset
}

fn widened(rows: &[Vec<Num>], input: impl Fn(u32) -> u32) -> Vec<Vec<Num>> {
    let wide = |row: &Vec<Num>| {
        let mut wide = vec![Num::ZERO; 2 * DIM];
        row.iter().enumerate().for_each(|(c, value)| wide[input(c as u32) as usize] = value.clone());
        wide
    };
    rows.iter().map(wide).collect()
}

/// A layer on vectors that have those of the other run behind their own, in which one part of it reads these.
fn reading_both(layer: &Layer, reads: impl Fn(Part, u32) -> bool) -> Layer {
    let dim = DIM as u32;
    let own = |part: Part| {
        let reads = &reads;
        move |c: u32| if reads(part, c) { dim + c } else { c }
    };
    let head = |(h, head): (usize, &Head)| {
        let (query, key, value) = (own(Part::Query(h)), own(Part::Key(h)), own(Part::Value(h)));
        Head {
            score: match &head.score {
                Score::Circuit(c) => {
                    Score::Circuit(rewired(c, |i| if i < dim { query(i) } else { 2 * dim + key(i - dim) }))
                }
                Score::Dot { query: q, key: k } => {
                    Score::Dot { query: widened(q, &query), key: widened(k, &key) }
                }
            },
            value: match &head.value {
                Value::Circuit(c) => Value::Circuit(rewired(c, value)),
                Value::Matrix(rows) => Value::Matrix(widened(rows, value)),
            },
            pooling: head.pooling,
        }
    };
    let mut gates = Gates::new();
    let mut outputs = Vec::new();
    for (c, output) in layer.activation.outputs.iter().enumerate() {
        let seen = own(Part::Coordinate(c));
        let offset = copy(&layer.activation, &mut gates, |i| if i < dim { seen(i) } else { dim + i });
        outputs.push(GateId(output.0 + offset));
    }
    outputs.extend((0..dim).map(|c| gates.push_input(dim + c)));
    Layer {
        heads: layer.heads.iter().enumerate().map(head).collect(),
        activation: Component { gates, outputs },
    }
}

/// Runs layers from these vectors on, to the letter, and gives the vectors after them.
fn literal(t: &Transformer, layers: Vec<Layer>, vectors: &[Vec<Num>]) -> Vec<Vec<Num>> {
    let (dim, len) = (vectors[0].len(), vectors.len());
    let column = |c: usize| Column::of(vectors.iter().map(|vector| vector[c].clone()));
    let positions: Vec<u32> = (0..len as u32).collect();
    let output = |coordinate: usize| OutputSpec {
        name: coordinate.to_string(),
        positions: positions.clone(),
        coordinate,
    };
    let program = Transformer {
        construction: String::new(),
        ring: t.ring,
        dim,
        coordinates: (0..dim).map(|c| c.to_string()).collect(),
        repeat: 1,
        layers,
        sequence: Sequence {
            len,
            columns: (0..dim).map(column).collect(),
            inputs: vec![],
            outputs: (0..dim).map(output).collect(),
        },
        declared: None,
    };
    let values = execute_literal(&program, &LIMITS(), &mut |_, _| {}).unwrap();
    (0..len).map(|i| (0..dim).map(|c| values[c * len + i].clone()).collect()).collect()
}

fn layers_from(t: &Transformer, first: u64) -> Vec<Layer> {
    let shape = Shape::of(t);
    (first..shape.depth()).map(|layer| t.layers[shape.place(layer)].clone()).collect()
}

/// The last vectors of a patched run, by programs that are changed instead of runs.
fn by_another_way(t: &Transformer, own: &Trace, other: &Trace, target: &Target) -> Vec<Vec<Num>> {
    let all: Vec<u32> = (0..t.sequence.len as u32).collect();
    let here = |position: u32| target.position.is_none_or(|only| only == position);
    let before = |trace: &Trace, layer: u64| -> Vec<Vec<Num>> {
        all.iter().map(|&i| trace.before(layer, i).unwrap().to_vec()).collect()
    };
    let (written, coordinate) = match target.source {
        Source::Embedding(c) => (0, c),
        Source::Layer(layer, c) => (layer + 1, c),
        Source::Head(layer, head) => return pooled_otherwise(t, own, other, target, layer, head),
        Source::All => {
            let mut vectors = before(own, 0);
            for layer in 0..own.shape.depth() {
                vectors = literal(t, vec![t.layers[own.shape.place(layer)].clone()], &vectors);
                let position = target.position.unwrap();
                vectors[position as usize] = other.after(layer, position).unwrap().to_vec();
            }
            return vectors;
        }
    };
    let mut vectors = before(own, written);
    let others = before(other, written);
    let Some(reader) = target.reader else {
        for (&i, (vector, others)) in all.iter().zip(vectors.iter_mut().zip(others)) {
            for (c, (value, other)) in vector.iter_mut().zip(others).enumerate() {
                if here(i) && coordinate.is_none_or(|only| only == c) {
                    *value = other;
                }
            }
        }
        return literal(t, layers_from(t, written), &vectors);
    };
    // Where the position is another the vectors behind are the own ones.
    for (&i, (vector, others)) in all.iter().zip(vectors.iter_mut().zip(others)) {
        let behind = if here(i) { others } else { vector.clone() };
        vector.extend(behind);
    }
    let reads = |part, c: u32| part == reader.part && coordinate.is_none_or(|only| only == c as usize);
    let layer = reading_both(&t.layers[own.shape.place(written)], reads);
    let mut vectors = literal(t, vec![layer], &vectors);
    vectors.iter_mut().for_each(|vector| vector.truncate(DIM));
    literal(t, layers_from(t, written + 1), &vectors)
}

/// The activation as a circuit of its own, evaluated on what the heads pooled.
fn pooled_otherwise(
    t: &Transformer,
    own: &Trace,
    other: &Trace,
    target: &Target,
    layer: u64,
    head: usize,
) -> Vec<Vec<Num>> {
    let parts = &t.layers[own.shape.place(layer)];
    let activated = |i: u32, replaced: bool| {
        let mut inputs = own.before(layer, i).unwrap().to_vec();
        for h in 0..parts.heads.len() {
            let from = if replaced && h == head { other } else { own };
            inputs.extend_from_slice(from.pooled(layer, h, i).unwrap());
        }
        let port =
            |name: &str, len, gates| Port { name: name.into(), ty: PortType::Num, shape: vec![len], gates };
        let circuit = Circuit {
            family: String::new(),
            params: vec![],
            ring: t.ring,
            inputs: vec![port("x", inputs.len(), vec![])],
            outputs: vec![port("y", DIM, parts.activation.outputs.clone())],
            gates: parts.activation.gates.clone(),
        };
        evaluate(&circuit, &inputs, &LIMITS(), &mut |_, _| {}).unwrap()
    };
    let vector = |i: u32| {
        let here = target.position.is_none_or(|only| only == i);
        let (as_is, replaced) = (activated(i, false), activated(i, here));
        match target.reader {
            None => replaced,
            Some(Reader { part: Part::Coordinate(c), .. }) => {
                let mut vector = as_is;
                vector[c] = replaced[c].clone();
                vector
            }
            Some(reader) => panic!("{reader:?} reads no head"),
        }
    };
    let vectors: Vec<Vec<Num>> = (0..t.sequence.len as u32).map(vector).collect();
    literal(t, layers_from(t, layer + 1), &vectors)
}

/// Whether a part of a layer depends on an input at all: whether a path leads there.
fn uses(component: &Component, outputs: &[GateId], input: u32) -> bool {
    let mut used = vec![false; component.gates.len()];
    outputs.iter().for_each(|output| used[output.index()] = true);
    for id in component.gates.ids().rev() {
        if used[id.index()] {
            component.gates.operands(id).iter().for_each(|operand| used[operand.index()] = true);
        }
    }
    component.gates.ids().any(|id| used[id.index()] && component.gates.gate(id) == Gate::Input(input))
}

fn column_used(rows: &[Vec<Num>], c: u32) -> bool {
    rows.iter().any(|row| !row[c as usize].is_zero())
}

fn part_uses(layer: &Layer, part: Part, c: u32) -> bool {
    let dim = DIM as u32;
    match part {
        Part::Query(h) => match &layer.heads[h].score {
            Score::Circuit(score) => uses(score, &score.outputs, c),
            Score::Dot { query, .. } => column_used(query, c),
        },
        Part::Key(h) => match &layer.heads[h].score {
            Score::Circuit(score) => uses(score, &score.outputs, dim + c),
            Score::Dot { key, .. } => column_used(key, c),
        },
        Part::Value(h) => match &layer.heads[h].value {
            Value::Circuit(value) => uses(value, &value.outputs, c),
            Value::Matrix(rows) => column_used(rows, c),
        },
        Part::Coordinate(r) => uses(&layer.activation, &layer.activation.outputs[r..=r], c),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn the_own_trace_changes_nothing(((t, _), pick) in (pairs(), any::<prop::sample::Index>())) {
        let Ok(own) = run(&t, &[]) else { return Ok(()) };
        let targets = targets(&own.shape);
        let several: Vec<Patch<'_>> = targets.iter().map(|target| patch(target, &own)).collect();
        prop_assert_eq!(&run(&t, &[patch(pick.get(&targets), &own)]).unwrap(), &own);
        prop_assert_eq!(&run(&t, &several).unwrap(), &own);
    }

    #[test]
    fn whole_patches_give_the_other_run((t, other) in pairs()) {
        let (Ok(_), Ok(others)) = (run(&t, &[]), run(&other, &[])) else { return Ok(()) };
        let whole = |source| Target { source, position: None, reader: None };
        let embedded = run(&t, &[patch(&whole(Source::Embedding(None)), &others)]).unwrap();
        prop_assert_eq!(&embedded, &Trace { inputs: embedded.inputs.clone(), ..others.clone() });
        for layer in 0..others.shape.depth() {
            let patched = run(&t, &[patch(&whole(Source::Layer(layer, None)), &others)]).unwrap();
            prop_assert_eq!(&patched.layers[layer as usize].vectors, &others.layers[layer as usize].vectors);
            prop_assert_eq!(&patched.layers[layer as usize + 1..], &others.layers[layer as usize + 1..]);
            prop_assert_eq!(&patched.outputs, &others.outputs);
        }
        // All coordinates one by one, and all positions one by one.
        let coordinates: Vec<Target> = (0..DIM).map(|c| whole(Source::Embedding(Some(c)))).collect();
        let positions: Vec<Target> = (0..others.shape.positions as u32)
            .map(|position| Target { position: Some(position), ..whole(Source::Embedding(None)) })
            .collect();
        for targets in [coordinates, positions] {
            let patches: Vec<Patch<'_>> = targets.iter().map(|target| patch(target, &others)).collect();
            prop_assert_eq!(&run(&t, &patches).unwrap(), &embedded);
        }
    }

    #[test]
    fn edges_to_all_readers_are_the_source(
        ((t, other), pick, at) in (pairs(), any::<prop::sample::Index>(), any::<prop::sample::Index>())
    ) {
        let (Ok(own), Ok(others)) = (run(&t, &[]), run(&other, &[])) else { return Ok(()) };
        let sources = sources(&own.shape);
        let source = *pick.get(&sources);
        let readers = readers(&own.shape, source);
        prop_assume!(!readers.is_empty());
        let at = at.index(own.shape.positions + 1);
        let position = (at < own.shape.positions).then_some(at as u32);
        let node = Target { source, position, reader: None };
        let edges: Vec<Target> = readers.iter().map(|reader| Target { reader: Some(*reader), ..node }).collect();
        let edges: Vec<Patch<'_>> = edges.iter().map(|edge| patch(edge, &others)).collect();
        let (Ok(by_node), Ok(by_edges)) = (run(&t, &[patch(&node, &others)]), run(&t, &edges)) else {
            return Ok(());
        };
        let first = readers[0].layer as usize;
        prop_assert_eq!(&by_edges.outputs, &by_node.outputs);
        prop_assert_eq!(&by_edges.layers[first].vectors, &by_node.layers[first].vectors);
        prop_assert_eq!(&by_edges.layers[first + 1..], &by_node.layers[first + 1..]);
    }

    #[test]
    fn a_reader_that_does_not_look_sees_no_difference((t, other) in pairs()) {
        let (Ok(own), Ok(others)) = (run(&t, &[]), run(&other, &[])) else { return Ok(()) };
        for target in targets(&own.shape) {
            let (Source::Embedding(Some(c)) | Source::Layer(_, Some(c)), Some(reader)) = (target.source, target.reader)
            else {
                continue;
            };
            if !part_uses(&t.layers[own.shape.place(reader.layer)], reader.part, c as u32) {
                prop_assert_eq!(&run(&t, &[patch(&target, &others)]).unwrap(), &own);
            }
        }
    }

    #[test]
    fn every_patch_is_what_a_changed_program_does(
        ((t, other), picks) in (pairs(), prop::collection::vec(any::<prop::sample::Index>(), 8))
    ) {
        let (Ok(own), Ok(others)) = (run(&t, &[]), run(&other, &[])) else { return Ok(()) };
        let targets = targets(&own.shape);
        for pick in picks {
            let target = pick.get(&targets);
            let Ok(patched) = run(&t, &[patch(target, &others)]) else { continue };
            let last: Vec<Vec<Num>> = (0..own.shape.positions as u32)
                .map(|i| patched.before(own.shape.depth(), i).unwrap().to_vec())
                .collect();
            prop_assert_eq!(last, by_another_way(&t, &own, &others, target), "{}", target.text(&own.shape));
        }
    }

    #[test]
    fn every_target_is_read_from_its_text(t in programs()) {
        let shape = Shape::of(&t);
        for target in targets(&shape) {
            prop_assert_eq!(parse_target(&target.text(&shape), &shape), Ok(target));
        }
    }
}
