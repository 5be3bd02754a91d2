//! Where the run of a transformer leaves the circuit that it simulates: the first gate, position and layer.

use circ_compiler::diagnostics::Astray;
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
