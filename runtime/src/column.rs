//! One coordinate of every position of a sequence.
//!
//! A sequence that encodes a circuit repeats what the circuit has in flat arrays: which gate each wire comes from,
//! where the wires of each gate end. So a column need not be spelled out. It can say how its numbers are generated
//! from arrays that columns share, stretch by stretch; then ten million positions take as much as the circuit. What
//! such a column holds at a position is what its formula says there, and nothing else: two columns are equal where
//! they hold the same numbers.

use crate::number::Num;
use std::borrow::Cow;
use std::sync::Arc;

/// One coordinate of every position. Ids and types are small integers.
#[derive(Clone, Debug)]
pub enum Column {
    /// The same number everywhere.
    All(Num),
    /// Small integers.
    Ints(Vec<i32>),
    /// Any numbers.
    Nums(Vec<Num>),
    /// Integers that are generated.
    Generated(Generated),
    /// 0 nearly everywhere.
    Sparse(Sparse),
}

/// Integers of many positions, as stretches, one after the other.
#[derive(Clone, Debug, Default)]
pub struct Generated {
    /// The stretches with their lengths. None is empty.
    stretches: Vec<(usize, Pattern)>,
}

/// The integers of a stretch. Position `k` counts from the beginning of the stretch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Pattern {
    /// The same integer everywhere.
    Same(i64),
    /// Integers one after the other: this one at position 0.
    Count(i64),
    /// Small numbers, one for each position.
    Bytes(Arc<Vec<u8>>),
    /// Numbers of an array, one for each position, and this much added to each.
    List {
        /// The array.
        values: Arc<Vec<u32>>,
        /// What is added.
        add: i64,
    },
    /// Runs of equal integers: those of run r are `first + r`.
    Runs {
        /// Where each run ends; it begins where the one before ends. A run may be empty.
        ends: Arc<Vec<u32>>,
        /// The integer of the first run.
        first: i64,
    },
    /// The ordinal of each position in its run, from 1 on.
    Ordinals {
        /// Where each run ends.
        ends: Arc<Vec<u32>>,
    },
    /// For run number k the first or the last number of the array that belongs to it; for an empty run k itself. To
    /// each `add` is added.
    Edges {
        /// Where the numbers of each run end in the array.
        ends: Arc<Vec<u32>>,
        /// The array.
        values: Arc<Vec<u32>>,
        /// What is added.
        add: i64,
        /// Whether the last number is taken, and not the first.
        last: bool,
    },
    /// The squares of a pattern.
    Squares(Box<Pattern>),
}

/// The numbers of a column that are not 0, with their positions, in order.
#[derive(Clone, Debug, Default)]
pub struct Sparse {
    len: usize,
    others: Vec<(u32, Num)>,
}

/// Where run `k` of runs that end there begins and ends.
#[inline]
pub(crate) fn run(ends: &[u32], k: usize) -> (usize, usize) {
    let start = if k == 0 { 0 } else { ends[k - 1] as usize };
    (start, ends[k] as usize)
}

impl Pattern {
    /// The integer at a position.
    pub fn at(&self, k: usize) -> i64 {
        match self {
            Pattern::Same(value) => *value,
            Pattern::Count(first) => first + k as i64,
            Pattern::Bytes(values) => i64::from(values[k]),
            Pattern::List { values, add } => i64::from(values[k]) + add,
            Pattern::Runs { ends, first } => first + run_of(ends, k) as i64,
            Pattern::Ordinals { ends } => (k - run(ends, run_of(ends, k)).0) as i64 + 1,
            Pattern::Edges { ends, values, add, last } => {
                let (start, end) = run(ends, k);
                let found = match values[start..end] {
                    [] => k as u32,
                    [.., value] if *last => value,
                    [value, ..] => value,
                };
                i64::from(found) + add
            }
            Pattern::Squares(roots) => roots.at(k).pow(2),
        }
    }
}

/// The run that a position is in: the first that ends beyond it.
fn run_of(ends: &[u32], k: usize) -> usize {
    ends.partition_point(|&end| end as usize <= k)
}

impl Generated {
    /// The column of these stretches; empty ones are left out.
    pub fn new(stretches: impl IntoIterator<Item = (usize, Pattern)>) -> Generated {
        Generated { stretches: stretches.into_iter().filter(|(len, _)| *len > 0).collect() }
    }

    /// How many positions there are.
    pub fn len(&self) -> usize {
        self.stretches.iter().map(|(len, _)| len).sum()
    }

    /// Whether there is no position.
    pub fn is_empty(&self) -> bool {
        self.stretches.is_empty()
    }

    /// The stretches with their lengths.
    pub fn stretches(&self) -> &[(usize, Pattern)] {
        &self.stretches
    }

    /// The integer at a position.
    pub fn at(&self, i: usize) -> i64 {
        let mut k = i;
        for (len, pattern) in &self.stretches {
            match k.checked_sub(*len) {
                None => return pattern.at(k),
                Some(rest) => k = rest,
            }
        }
        panic!("a position of the sequence")
    }

    /// The squares of the integers of this column.
    #[must_use]
    pub fn squared(&self) -> Generated {
        let square = |(len, pattern): &(usize, Pattern)| (*len, Pattern::Squares(Box::new(pattern.clone())));
        Generated { stretches: self.stretches.iter().map(square).collect() }
    }

    /// Whether this column is seen to hold the squares of that one.
    pub(crate) fn is_square_of(&self, roots: &Generated) -> bool {
        let square = |((a, squares), (b, roots)): (&(usize, Pattern), &(usize, Pattern))| {
            a == b && matches!(squares, Pattern::Squares(of) if **of == *roots)
        };
        self.stretches.len() == roots.stretches.len()
            && self.stretches.iter().zip(&roots.stretches).all(square)
    }
}

impl Sparse {
    /// A column of so many positions with these numbers at theirs, which ascend; 0 elsewhere.
    pub fn new(len: usize, others: Vec<(u32, Num)>) -> Sparse {
        Sparse { len, others }
    }

    /// The positions that do not hold 0 only because nothing else is said, with their numbers, in order.
    pub fn others(&self) -> &[(u32, Num)] {
        &self.others
    }

    fn at(&self, i: usize) -> Num {
        let place = self.others.binary_search_by_key(&i, |&(position, _)| position as usize);
        place.map_or(Num::ZERO, |place| self.others[place].1.clone())
    }
}

impl Column {
    /// The column of these numbers in its smallest form.
    pub fn of(values: impl IntoIterator<Item = Num>) -> Column {
        let mut column = Column::Ints(Vec::new());
        for value in values {
            column.push(value);
        }
        column
    }

    /// The number at position `i`.
    #[inline]
    pub fn get(&self, i: usize) -> Num {
        match self {
            Column::All(value) => value.clone(),
            Column::Ints(values) => Num::int(i64::from(values[i])),
            Column::Nums(values) => values[i].clone(),
            Column::Generated(generated) => Num::int(generated.at(i)),
            Column::Sparse(sparse) => sparse.at(i),
        }
    }

    /// How many positions there are; `None` where it holds for any number of them.
    pub fn len(&self) -> Option<usize> {
        match self {
            Column::All(_) => None,
            Column::Ints(values) => Some(values.len()),
            Column::Nums(values) => Some(values.len()),
            Column::Generated(generated) => Some(generated.len()),
            Column::Sparse(sparse) => Some(sparse.len),
        }
    }

    /// Whether it has no position.
    pub fn is_empty(&self) -> bool {
        self.len() == Some(0)
    }

    /// The same numbers spelled out, unless they are the same everywhere.
    pub(crate) fn spelled_out(&self) -> Cow<'_, Column> {
        match self {
            Column::All(_) | Column::Ints(_) | Column::Nums(_) => Cow::Borrowed(self),
            Column::Generated(generated) => Cow::Owned(generated.spelled_out()),
            Column::Sparse(Sparse { len, others }) => {
                let mut others = others.iter().peekable();
                let mut at = |i: usize| others.next_if(|(place, _)| *place as usize == i);
                Cow::Owned(Column::of((0..*len).map(|i| at(i).map_or(Num::ZERO, |(_, value)| value.clone()))))
            }
        }
    }

    /// The same column, as one number for all positions where that is what it holds.
    #[must_use]
    pub(crate) fn compact(self) -> Column {
        let first = match self.len() {
            None | Some(0) => return self,
            Some(_) => Column::All(self.get(0)),
        };
        if self == first { first } else { self }
    }

    /// Appends a number; not to a column of one value for all, nor to one that is not spelled out.
    pub(crate) fn push(&mut self, value: Num) {
        match (&mut *self, small(&value)) {
            (Column::Ints(values), Some(value)) => values.push(value),
            (Column::Ints(values), None) => {
                let mut wide: Vec<Num> = values.iter().map(|&v| Num::int(i64::from(v))).collect();
                wide.push(value);
                *self = Column::Nums(wide);
            }
            (Column::Nums(values), _) => values.push(value),
            _ => debug_assert!(false, "only a column that is spelled out has an end"),
        }
    }

    /// Puts numbers at positions of `len`. Of two for one position the later one counts.
    pub(crate) fn put(&mut self, len: usize, numbers: impl Iterator<Item = (u32, Num)>) {
        if let Column::All(all) = self {
            *self = match small(all) {
                Some(0) => Column::Sparse(Sparse { len, others: Vec::new() }),
                Some(all) => Column::Ints(vec![all; len]),
                None => Column::Nums(vec![all.clone(); len]),
            };
        }
        if let Column::Sparse(sparse) = self {
            sparse.others.extend(numbers);
            // The sort is stable; the later ones of a position are moved to its first place.
            sparse.others.sort_by_key(|(position, _)| *position);
            sparse.others.dedup_by(|later, kept| {
                let same = later.0 == kept.0;
                if same {
                    std::mem::swap(later, kept);
                }
                same
            });
            return;
        }
        if let Column::Generated(generated) = self {
            *self = generated.spelled_out();
        }
        for (i, value) in numbers {
            match (&mut *self, small(&value)) {
                (Column::Ints(values), Some(value)) => values[i as usize] = value,
                (Column::Ints(values), None) => {
                    let mut wide: Vec<Num> = values.iter().map(|&v| Num::int(i64::from(v))).collect();
                    wide[i as usize] = value;
                    *self = Column::Nums(wide);
                }
                (Column::Nums(values), _) => values[i as usize] = value,
                _ => debug_assert!(false, "the column is spelled out"),
            }
        }
    }
}

impl Generated {
    fn spelled_out(&self) -> Column {
        let mut column = Column::Ints(Vec::with_capacity(self.len()));
        for (len, pattern) in &self.stretches {
            // Runs by walking along them: to look for the run of each position would take longer.
            match pattern {
                Pattern::Runs { ends, first } => {
                    for k in 0..ends.len() {
                        let (start, end) = run(ends, k);
                        (start..end).for_each(|_| column.push(Num::int(first + k as i64)));
                    }
                }
                Pattern::Ordinals { ends } => {
                    for k in 0..ends.len() {
                        let (start, end) = run(ends, k);
                        (start..end).for_each(|i| column.push(Num::int((i - start) as i64 + 1)));
                    }
                }
                _ => (0..*len).for_each(|k| column.push(Num::int(pattern.at(k)))),
            }
        }
        column
    }
}

impl PartialEq for Column {
    /// Whether both hold the same numbers. A column that is the same everywhere is so at any length.
    fn eq(&self, other: &Column) -> bool {
        match (&*self.spelled_out(), &*other.spelled_out()) {
            (Column::All(a), Column::All(b)) => a == b,
            (Column::All(all), Column::Ints(values)) | (Column::Ints(values), Column::All(all)) => {
                small(all).is_some_and(|all| values.iter().all(|&value| value == all))
            }
            (Column::All(all), Column::Nums(values)) | (Column::Nums(values), Column::All(all)) => {
                values.iter().all(|value| value == all)
            }
            (Column::Ints(a), Column::Ints(b)) => a == b,
            (Column::Nums(a), Column::Nums(b)) => a == b,
            _ => false,
        }
    }
}

impl Eq for Column {}

fn small(value: &Num) -> Option<i32> {
    i32::try_from(value.to_i64()?).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(column: &Column) -> Vec<i64> {
        (0..column.len().expect("it has a length"))
            .map(|i| column.get(i).to_i64().expect("an integer"))
            .collect()
    }

    fn check(pattern: Pattern, len: usize, expected: &[i64]) {
        let column = Column::Generated(Generated::new([(2, Pattern::Same(9)), (len, pattern)]));
        assert_eq!(numbers(&column)[2..], *expected);
        assert_eq!(numbers(&column.spelled_out()), numbers(&column));
        assert_eq!(column, *column.spelled_out());
    }

    #[test]
    fn patterns_are_what_they_say() {
        let ends = Arc::new(vec![2, 2, 5]);
        let values = Arc::new(vec![7, 3, 1, 0, 4]);
        check(Pattern::Count(4), 3, &[4, 5, 6]);
        check(Pattern::Bytes(Arc::new(vec![1, 0])), 2, &[1, 0]);
        check(Pattern::List { values: Arc::clone(&values), add: 1 }, 5, &[8, 4, 2, 1, 5]);
        let runs = Pattern::Runs { ends: Arc::clone(&ends), first: 1 };
        check(runs.clone(), 5, &[1, 1, 3, 3, 3]);
        check(Pattern::Squares(Box::new(runs)), 5, &[1, 1, 9, 9, 9]);
        check(Pattern::Ordinals { ends: Arc::clone(&ends) }, 5, &[1, 2, 1, 2, 3]);
        let edges =
            |last| Pattern::Edges { ends: Arc::clone(&ends), values: Arc::clone(&values), add: 1, last };
        check(edges(false), 3, &[8, 2, 2]);
        check(edges(true), 3, &[4, 2, 5]);
    }

    #[test]
    fn a_column_of_one_number_is_that_number() {
        let third = Num::ratio(1, 3).expect("a third");
        for (numbers, all) in
            [(vec![Num::ONE; 3], true), (vec![third; 2], true), (vec![Num::ONE, Num::ZERO], false)]
        {
            let column = Column::of(numbers.clone());
            let compact = column.clone().compact();
            assert_eq!(matches!(compact, Column::All(_)), all);
            assert_eq!(compact, column);
            assert_eq!(compact.get(0), numbers[0]);
        }
        assert_ne!(Column::All(Num::ONE), Column::of([Num::ONE, Num::ZERO]));
        assert_eq!(Column::of([]).compact().len(), Some(0));
    }

    #[test]
    fn numbers_are_put_in_place_and_the_last_one_counts() {
        for column in [Column::All(Num::ZERO), Column::All(Num::ONE), Column::Ints(vec![0; 4])] {
            let mut filled = column.clone();
            filled.put(4, [(2, 5), (1, 6), (2, 7)].map(|(i, v)| (i, Num::int(v))).into_iter());
            let rest = column.get(0).to_i64().expect("an integer");
            assert_eq!(numbers(&filled), [rest, 6, 7, rest]);
            filled.put(4, [(1, Num::ratio(1, 2).expect("a half"))].into_iter());
            assert_eq!(filled.get(1).to_string(), "1/2");
            assert_eq!(filled.get(2).to_string(), "7");
        }
    }
}
