//! What is told of all positions, also of those that are folded: from when on they have the values that they should
//! have, and how many each layer changed. A state is what stands after so many of the kept
//! layers; state 0 is the start.

use circ_runtime::{Num, Trace};

/// For each position the first state from which on its number is the one of a circuit; `None` where it never is.
pub(super) fn compared(whole: &Trace, coordinate: usize, truth: &[Num]) -> Vec<Option<usize>> {
    since(whole, |position, vector| truth.get(position) == Some(&vector[coordinate]))
}

/// For each coordinate and position the first state from which on the number is the last one.
pub(super) fn settled(whole: &Trace) -> Vec<Vec<Option<usize>>> {
    let last = whole.layers.last().map_or(&whole.embedding, |layer| &layer.vectors);
    let of = |c: usize| {
        since(whole, |position, vector| last.get(position).is_some_and(|last| last[c] == vector[c]))
    };
    (0..whole.shape.coordinates.len()).map(of).collect()
}

/// For each kept layer how many vectors it changed, and in which coordinates.
pub(super) fn changes(whole: &Trace) -> Vec<(usize, Vec<usize>)> {
    let before = [&whole.embedding].into_iter().chain(whole.layers.iter().map(|layer| &layer.vectors));
    let of = |(before, after): (&Vec<Vec<Num>>, &Vec<Vec<Num>>)| {
        let vectors = before.iter().zip(after).filter(|(before, after)| before != after);
        let anew = |c: &usize| vectors.clone().any(|(before, after)| before[*c] != after[*c]);
        (vectors.clone().count(), (0..whole.shape.coordinates.len()).filter(anew).collect())
    };
    before.zip(whole.layers.iter().map(|layer| &layer.vectors)).map(of).collect()
}

/// For each position the first state from which on something holds.
fn since(whole: &Trace, holds: impl Fn(usize, &Vec<Num>) -> bool) -> Vec<Option<usize>> {
    let mut found = vec![None; whole.embedding.len()];
    let mut open = vec![true; whole.embedding.len()];
    let states = [&whole.embedding].into_iter().chain(whole.layers.iter().map(|layer| &layer.vectors));
    let states: Vec<&Vec<Vec<Num>>> = states.collect();
    for (state, vectors) in states.into_iter().enumerate().rev() {
        for (position, vector) in vectors.iter().enumerate() {
            open[position] &= holds(position, vector);
            if open[position] {
                found[position] = Some(state);
            }
        }
    }
    found
}
