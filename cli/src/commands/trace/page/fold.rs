//! Which positions a page has. It is for steps that one can look at, so it folds what are too many, and says what.

use circ_compiler::emit::Place;
use circ_runtime::{HeadTrace, Keep, Trace};

use super::super::subject::Subject;
use crate::words::{counted, grouped};

/// So many positions are all shown.
pub(super) const MOST_POSITIONS: usize = 300;
/// Of more positions so many first and last ones.
const FIRST: usize = 150;
const LAST: usize = 100;

/// Positions in a row that a page leaves out.
pub(super) struct Fold {
    pub(super) from: u32,
    pub(super) to: u32,
    /// `positions 150 to 420 are folded: 31 gates (g150 to g180), 240 wires (into g3 to g60)`
    pub(super) words: String,
}

/// The positions of a page, in order: those that were asked for, or the first, the last and those of outputs.
pub(super) fn shown(subject: &Subject, chosen: &Keep) -> Vec<u32> {
    let sequence = &subject.transformer.sequence;
    let len = sequence.len as u32;
    let mut shown: Vec<u32> = match &chosen.positions {
        Some(asked) => asked.iter().copied().take(MOST_POSITIONS).collect(),
        None if sequence.len <= MOST_POSITIONS => (0..len).collect(),
        None => {
            let outputs = sequence.outputs.iter().flat_map(|output| output.positions.iter().copied());
            (0..FIRST as u32)
                .chain(len - LAST as u32..len)
                .chain(outputs.take(MOST_POSITIONS - FIRST - LAST))
                .collect()
        }
    };
    shown.sort_unstable();
    shown.dedup();
    shown
}

/// What lies between the positions of a page.
pub(super) fn folds(subject: &Subject, shown: &[u32]) -> Vec<Fold> {
    let mut folds = Vec::new();
    let mut next = 0;
    for &position in shown.iter().chain([&(subject.transformer.sequence.len as u32)]) {
        if next < position {
            folds.push(Fold { from: next, to: position - 1, words: words(subject, next, position - 1) });
        }
        next = position + 1;
    }
    folds
}

fn words(subject: &Subject, from: u32, to: u32) -> String {
    let what = what(subject, from, to);
    if from == to {
        return format!("position {from} is folded: {what}");
    }
    format!("positions {} to {} are folded: {what}", grouped(from as usize), grouped(to as usize))
}

/// What positions in a row are, counted.
fn what(subject: &Subject, from: u32, to: u32) -> String {
    let count = (to - from + 1) as usize;
    let Some(simulated) = &subject.simulated else {
        return match (subject.transformer.construction.as_str(), from.checked_sub(1)) {
            ("native", None) if count == 1 => "the sentinel".into(),
            ("native", None) => format!("the sentinel and {}", counted(count - 1, "element")),
            ("native", Some(first)) if count == 1 => format!("element {first}"),
            ("native", Some(first)) => format!("elements {first} to {}", to - 1),
            _ => counted(count, "position"),
        };
    };
    let (mut gates, mut wires) = ((0, None, None), (0, None, None));
    let (mut parts, mut unread) = (0, 0);
    let add = |group: &mut (usize, Option<u32>, Option<u32>), gate: u32| {
        *group = (group.0 + 1, group.1.or(Some(gate)), Some(gate));
    };
    for place in &simulated.places[from as usize..=to as usize] {
        match place {
            Place::Gate(gate) => add(&mut gates, gate.0),
            Place::Part(_) => parts += 1,
            Place::Wire(_, gate) | Place::WireOfPart(_, gate) => add(&mut wires, gate.0),
            Place::Unread => unread += 1,
        }
    }
    let range = |(_, first, last): (usize, Option<u32>, Option<u32>)| match (first, last) {
        (Some(first), Some(last)) if first != last => format!("g{first} to g{last}"),
        (Some(first), _) => format!("g{first}"),
        _ => String::new(),
    };
    let mut told = Vec::new();
    if gates.0 > 0 {
        told.push(format!("{} ({})", counted(gates.0, "gate"), range(gates)));
    }
    if parts > 0 {
        told.push(format!("{} of gates", counted(parts, "part")));
    }
    if wires.0 > 0 {
        told.push(format!("{} (into {})", counted(wires.0, "wire"), range(wires)));
    }
    if unread > 0 {
        told.push(format!("{} that nothing reads", counted(unread, "input")));
    }
    told.join(", ")
}

/// A trace of all positions with those alone that are shown, and what these are.
pub(super) fn reduced(whole: Trace, subject: &Subject, shown: &[u32]) -> Trace {
    let mut kept = whole;
    keep(&mut kept.embedding, shown);
    for layer in &mut kept.layers {
        keep(&mut layer.vectors, shown);
        for HeadTrace { score, attends, pooled } in &mut layer.heads {
            keep(score, shown);
            keep(attends, shown);
            keep(pooled, shown);
        }
    }
    if let Some(simulated) = &subject.simulated {
        kept.places = shown.iter().map(|p| simulated.places[*p as usize].to_string()).collect();
    }
    kept.positions = shown.to_vec();
    kept
}

/// Of a list by position the entries that are shown.
fn keep<T>(list: &mut Vec<T>, shown: &[u32]) {
    let mut at = 0;
    list.retain(|_| {
        at += 1;
        shown.binary_search(&(at - 1)).is_ok()
    });
}
