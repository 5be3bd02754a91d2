//! Where the run of a transformer leaves the circuit that it simulates: the first gate, position and layer.

use circ_compiler::diagnostics::{Astray, Vector};
use circ_compiler::emit::Emitted;
use circ_runtime::{Limits, Num, Transformer, execute_watched};

/// So many pairs of positions are scored at most while a fault is looked for.
const PAIRS: u64 = 20_000_000;

/// The coordinate at which a construction has the values of gates.
pub(super) fn value_coordinate(transformer: &Transformer) -> usize {
    let (inputs, outputs) = (&transformer.sequence.inputs, &transformer.sequence.outputs);
    let mut all = outputs.iter().map(|spec| spec.coordinate).chain(inputs.iter().map(|spec| spec.coordinate));
    all.next().unwrap_or(0)
}

/// The first gate whose position does not hold its value in the first round after which it should.
///
/// The sequence has its inputs filled in, and `gates` are the values that the circuit gives its gates. Gates are looked
/// at by depth, so everything that the one which is found reads is right until then. Values stand at `coordinate`.
pub(super) fn astray(emitted: &Emitted, coordinate: usize, gates: &[Num], limits: &Limits) -> Astray {
    let transformer = &emitted.transformer;
    let mut order: Vec<usize> = (0..gates.len().min(emitted.positions.len())).collect();
    order.sort_by_key(|gate| emitted.rounds[*gate]);
    let layers = transformer.layers.len().max(1) as u64;
    let mut first: Option<Astray> = None;
    let mut look = |ran: u64, state: &[Vec<Num>]| {
        if first.is_some() || !ran.is_multiple_of(layers) {
            return;
        }
        let due = order.iter().take_while(|gate| u64::from(emitted.rounds[**gate]) <= ran / layers);
        for &gate in due {
            let position = emitted.positions[gate];
            let found = state.get(position as usize).and_then(|vector| vector.get(coordinate));
            if found != Some(&gates[gate]) {
                first = Some(Astray::Gate {
                    gate: gate as u32,
                    position,
                    layer: ran.checked_sub(1),
                    found: found.map_or_else(|| "nothing".to_string(), Num::to_string),
                    expected: gates[gate].to_string(),
                });
                return;
            }
        }
    };
    let limits = Limits { max_pairs: limits.max_pairs.min(PAIRS), ..*limits };
    let ran = execute_watched(transformer, &limits, &mut |_, _| {}, &mut look);
    match (first, ran) {
        (Some(astray), _) => astray,
        (None, Ok(_)) => Astray::Nowhere,
        (None, Err(_)) => Astray::TooLong,
    }
}

/// The first number of a vector at which a program leaves another one of the same form, on an input.
pub(super) fn vector(
    mut found: Transformer,
    mut expected: Transformer,
    input: &[Num],
    limits: &Limits,
) -> Option<Vector> {
    let form = |t: &Transformer| (t.dim, t.sequence.len, t.layers.len());
    if form(&found) != form(&expected) {
        return None;
    }
    found.sequence.fill(input).ok()?;
    expected.sequence.fill(input).ok()?;
    let limits = Limits { max_pairs: limits.max_pairs.min(PAIRS), ..*limits };
    let mut states: Vec<Vec<Vec<Num>>> = Vec::new();
    execute_watched(&expected, &limits, &mut |_, _| {}, &mut |_, state| states.push(state.to_vec())).ok()?;
    let mut first = None;
    let mut look = |ran: u64, state: &[Vec<Num>]| {
        let Some(expected) = usize::try_from(ran).ok().and_then(|ran| states.get(ran)) else { return };
        if first.is_some() {
            return;
        }
        for (position, (found, expected)) in state.iter().zip(expected).enumerate() {
            if let Some(at) = (0..found.len()).find(|at| found[*at] != expected[*at]) {
                first = Some((ran, position, at, found[at].clone(), expected[at].clone()));
                return;
            }
        }
    };
    // Where it stops, what was seen until then is seen.
    let _ = execute_watched(&found, &limits, &mut |_, _| {}, &mut look);
    let (ran, position, at, value, right) = first?;
    Some(Vector {
        position: position as u32,
        coordinate: expected.coordinates.get(at).cloned().unwrap_or_default(),
        layer: ran.checked_sub(1),
        found: value.to_string(),
        expected: right.to_string(),
    })
}
