//! The numbers of one layer: what the variables of a form are at each position.

use super::super::polynomial::Poly;
use super::form::{Form, Side, Sign, Variable};
use super::rows::Column;
use super::solve::{Numbers, Stop, Worth};
use super::tree::Leaf;
use crate::limits::Meter;
use crate::number::Num;

/// The numbers of one layer.
pub(super) struct Layer<'a> {
    pub(super) form: &'a Form,
    pub(super) state: &'a [Vec<Num>],
    /// By position.
    pub(super) atoms: Vec<Vec<Num>>,
    pub(super) meter: Meter,
}

impl Layer<'_> {
    /// The number of a variable at a position.
    pub(super) fn number(&self, v: u32, i: usize) -> Num {
        match self.form.variable(v) {
            Variable::Query(c) | Variable::Key(c) => self.state[i][c as usize].clone(),
            Variable::Atom(k) => {
                self.form.atoms[k].slot.map_or(Num::ZERO, |slot| self.atoms[i][slot].clone())
            }
            // No polynomial that is asked for at one position has a sign.
            Variable::Sign(_) => Num::ZERO,
        }
    }

    fn value(&self, poly: &Poly, i: usize) -> Result<Num, Stop> {
        match poly.as_variable() {
            Some(v) => Ok(self.number(v, i)),
            None => Ok(poly.value(&|v| self.number(v, i), &self.meter)?),
        }
    }

    /// The values of a polynomial at some positions.
    fn numbers(&self, poly: &Poly, positions: &[usize]) -> Result<Numbers, Stop> {
        Ok(match poly.as_constant() {
            Some(value) => Numbers::All(value),
            None => {
                let values = positions.iter().map(|&i| self.value(poly, i));
                Numbers::Each(values.collect::<Result<_, Stop>>()?)
            }
        })
    }

    pub(super) fn worth(&self, leaf: &Leaf, queries: &[usize], keys: &[usize]) -> Result<Worth, Stop> {
        Ok(match leaf {
            Leaf::Apart { key, query } => {
                Worth::Apart { key: self.numbers(key, keys)?, query: self.numbers(query, queries)? }
            }
            Leaf::Product { factors, key, query } => Worth::Product {
                of_query: self.numbers(&factors.0, queries)?,
                of_key: self.numbers(&factors.1, keys)?,
                key: self.numbers(key, keys)?,
                query: self.numbers(query, queries)?,
            },
            Leaf::Any(scorer) => {
                let (asking, asked) = scorer.variables.split_at(scorer.queries);
                let of = |variables: &[u32], i: usize| -> Vec<Num> {
                    variables.iter().map(|&v| self.number(v, i)).collect()
                };
                let queries = queries.iter().flat_map(|&i| of(asking, i));
                Worth::Any(queries.chain(keys.iter().flat_map(|&j| of(asked, j))).collect())
            }
        })
    }

    /// The place of the query's number, and of the key's, among all of them, by position.
    pub(super) fn places(&self, query: &Poly, key: &Poly) -> Result<[Vec<u32>; 2], Stop> {
        let len = self.state.len();
        let mut numbers: Vec<Num> = Vec::with_capacity(2 * len);
        for poly in [query, key] {
            for i in 0..len {
                numbers.push(self.value(poly, i)?);
            }
        }
        let Column { of, values } = Column::of(numbers);
        let mut order: Vec<u32> = (0..values.len() as u32).collect();
        order.sort_unstable_by(|&a, &b| values[a as usize].cmp(&values[b as usize]));
        let mut place = vec![0; values.len()];
        order.iter().enumerate().for_each(|(k, &value)| place[value as usize] = k as u32);
        let mut of = of.into_iter().map(|value| place[value as usize]);
        Ok([of.by_ref().take(len).collect(), of.collect()])
    }
}

impl Form {
    /// The numbers of either side that the score and its signs that are no differences read.
    pub(super) fn reads(&self) -> Vec<u32> {
        self.reads_of(&self.result)
    }

    pub(super) fn reads_of(&self, poly: &Poly) -> Vec<u32> {
        let mut reads = Vec::new();
        for v in poly.variables() {
            match self.variable(v) {
                Variable::Sign(k) => match &self.signs[k] {
                    Sign::Mixed(of) => self.all_reads(of, &mut reads),
                    // Of these the places are known.
                    Sign::Difference { .. } => {}
                },
                _ => reads.push(v),
            }
        }
        reads.sort_unstable();
        reads.dedup();
        reads
    }

    /// Every number that a polynomial reads, in signs of any kind as well.
    fn all_reads(&self, poly: &Poly, reads: &mut Vec<u32>) {
        let mut seen = vec![false; self.signs.len()];
        let mut next = poly.variables();
        while let Some(v) = next.pop() {
            match self.variable(v) {
                Variable::Sign(k) if std::mem::replace(&mut seen[k], true) => {}
                Variable::Sign(k) => match &self.signs[k] {
                    Sign::Mixed(of) => next.extend(of.variables()),
                    Sign::Difference { query, key } => {
                        next.extend(query.variables());
                        next.extend(key.variables());
                    }
                },
                _ => reads.push(v),
            }
        }
    }

    /// The variables of the key in a polynomial, and those of the query that are multiplied by one of these.
    pub(super) fn apart_variables(&self, poly: &Poly) -> (Vec<u32>, Vec<u32>) {
        let (mut of_key, mut of_query) = (Vec::new(), Vec::new());
        for (variables, _) in poly.terms() {
            let of = |side| variables.iter().copied().filter(move |&v| self.side(v) == side);
            if of(Side::Key).next().is_some() {
                of_query.extend(of(Side::Query));
            }
            of_key.extend(of(Side::Key));
        }
        for list in [&mut of_key, &mut of_query] {
            list.sort_unstable();
            list.dedup();
        }
        (of_key, of_query)
    }
}
