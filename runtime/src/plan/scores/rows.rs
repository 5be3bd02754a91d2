//! Positions that a score does not tell apart, as rows.

use crate::number::Num;
use rustc_hash::FxHashMap;
use std::hash::Hash;

/// Values up to which positions are told apart by a number.
const FEW_VALUES: usize = 4;
/// Classes of one side.
const MAX_CLASSES: usize = 16;

/// One side of the pairs of a layer: positions that the score does not tell apart are one row.
pub(super) struct Rows {
    /// By position.
    pub(super) of: Vec<u32>,
    /// By row: the first of its positions.
    pub(super) first: Vec<u32>,
}

/// Some rows, with the numbers that all of them have.
pub(super) struct Class {
    pub(super) rows: Vec<u32>,
    pub(super) known: Vec<(u32, Num)>,
}

/// A column of numbers as numbers of its different values.
pub(super) struct Column {
    pub(super) of: Vec<u32>,
    pub(super) values: Vec<Num>,
}

impl Column {
    pub(super) fn of(numbers: impl IntoIterator<Item = Num>) -> Column {
        let (of, values) = numbered(numbers);
        Column { of, values }
    }
}

/// The different ones of some things, in the order in which they come, and the number of each.
fn numbered<T: Clone + Eq + Hash>(things: impl IntoIterator<Item = T>) -> (Vec<u32>, Vec<T>) {
    let mut known: FxHashMap<T, u32> = FxHashMap::default();
    let mut different = Vec::new();
    let of = things.into_iter().map(|thing| {
        *known.entry(thing).or_insert_with_key(|thing| {
            different.push(thing.clone());
            different.len() as u32 - 1
        })
    });
    let of = of.collect();
    (of, different)
}

impl Rows {
    /// All positions as one row.
    pub(super) fn all(len: usize) -> Rows {
        Rows { of: vec![0; len], first: if len == 0 { vec![] } else { vec![0] } }
    }

    /// Tells rows apart by a column as well.
    pub(super) fn split(&mut self, by: &[u32]) {
        let (of, different) = numbered(self.of.iter().copied().zip(by.iter().copied()));
        let mut first = vec![u32::MAX; different.len()];
        for (i, &row) in of.iter().enumerate() {
            first[row as usize] = first[row as usize].min(i as u32);
        }
        *self = Rows { of, first };
    }

    /// The rows by the numbers among `variables` that take few values.
    pub(super) fn classes(&self, variables: &[u32], columns: &FxHashMap<u32, Column>) -> Vec<Class> {
        let mut classes = vec![Class { rows: (0..self.first.len() as u32).collect(), known: Vec::new() }];
        for v in variables {
            let column = &columns[v];
            if column.values.len() > FEW_VALUES || classes.len() * column.values.len() > MAX_CLASSES {
                continue;
            }
            let mut finer = Vec::new();
            for class in classes {
                for (k, value) in column.values.iter().enumerate() {
                    let own = |row: &u32| column.of[self.first[*row as usize] as usize] == k as u32;
                    let rows: Vec<u32> = class.rows.iter().copied().filter(own).collect();
                    if !rows.is_empty() {
                        let known = class.known.iter().cloned().chain([(*v, value.clone())]).collect();
                        finer.push(Class { rows, known });
                    }
                }
            }
            classes = finer;
        }
        classes
    }
}
