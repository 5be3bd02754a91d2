//! The values of many gates or steps, one after the other: eight bytes each while they are integers of a machine word.
//!
//! Nearly every value is such an integer, and then an operation is one instruction and a check. What is none (a
//! fraction, a long integer, a number with a root) lies in a list of its own, and its place in that list stands among
//! the words, in a range at the lower end that no integer of the fast path uses.

use crate::limits::{Meter, RunErrorKind};
use crate::number::Num;

/// Words below this one are no integers but places in the list of other numbers.
const LOW: i64 = i64::MIN + (1 << 32);

/// Numbers in the order in which they are pushed, each computed from earlier ones.
#[derive(Debug, Default)]
pub(crate) struct Values {
    words: Vec<i64>,
    wide: Vec<Num>,
    /// Operands of one operation that is not of integers alone.
    scratch: Vec<Num>,
}

impl Values {
    /// No numbers, with room for so many.
    pub(crate) fn with_capacity(len: usize) -> Values {
        Values { words: Vec::with_capacity(len), wide: Vec::new(), scratch: Vec::new() }
    }

    /// How many there are.
    pub(crate) fn len(&self) -> usize {
        self.words.len()
    }

    /// The number at a place.
    #[inline]
    pub(crate) fn get(&self, place: usize) -> Num {
        let word = self.words[place];
        if word >= LOW { Num::int(word) } else { self.wide_at(word).clone() }
    }

    /// What a word below [`LOW`] stands for.
    #[inline]
    fn wide_at(&self, word: i64) -> &Num {
        &self.wide[(word - i64::MIN) as usize]
    }

    /// All numbers in order.
    pub(crate) fn into_numbers(self) -> Vec<Num> {
        (0..self.len()).map(|place| self.get(place)).collect()
    }

    /// Whether the number that was pushed last lies on the heap.
    #[inline]
    pub(crate) fn last_is_big(&self) -> bool {
        self.words.last().is_some_and(|&word| word < LOW && self.wide_at(word).is_big())
    }

    /// Puts 0 in the place of the number that was pushed last.
    pub(crate) fn forget_last(&mut self) {
        if let Some(last) = self.words.last_mut() {
            *last = 0;
        }
    }

    /// Appends a number.
    #[inline]
    pub(crate) fn push(&mut self, value: Num) {
        match value.small_int() {
            Some(word) if word >= LOW => self.words.push(word),
            _ => self.push_wide(value),
        }
    }

    /// Appends a number to the other ones, unless it is one of the last that were: of the halves that comparisons pass
    /// through there are only two.
    #[inline(never)]
    fn push_wide(&mut self, value: Num) {
        let len = self.wide.len();
        let known = if value.is_big() {
            None
        } else {
            (len.saturating_sub(2)..len).find(|&place| self.wide[place] == value)
        };
        let place = known.unwrap_or_else(|| {
            self.wide.push(value);
            len
        });
        // There are fewer than 2^32 gates or steps.
        self.words.push(i64::MIN + place as i64);
    }

    /// Appends the sum of the numbers at some places, of none 0.
    #[inline]
    pub(crate) fn push_sum(
        &mut self,
        places: impl Iterator<Item = usize> + Clone,
        meter: &Meter,
    ) -> Result<(), RunErrorKind> {
        match self.short_sum(places.clone()) {
            Some(sum) => self.words.push(sum),
            None => return self.push_slowly(places, meter, |meter, terms| meter.sum(terms.iter())),
        }
        Ok(())
    }

    /// The sum of the numbers at some places.
    pub(crate) fn sum(
        &self,
        places: impl Iterator<Item = usize> + Clone,
        meter: &Meter,
    ) -> Result<Num, RunErrorKind> {
        if let Some(sum) = self.short_sum(places.clone()) {
            return Ok(Num::int(sum));
        }
        let terms: Vec<Num> = places.map(|place| self.get(place)).collect();
        meter.sum(terms.iter())
    }

    /// The sum where all are words, and it is one.
    #[inline]
    fn short_sum(&self, places: impl Iterator<Item = usize>) -> Option<i64> {
        // One look at the end tells whether any operand or any sum on the way was out of range.
        let (mut sum, mut odd) = (0i64, false);
        for place in places {
            let word = self.words[place];
            let (more, over) = sum.overflowing_add(word);
            odd |= over | (word < LOW);
            sum = more;
        }
        (!odd & (sum >= LOW)).then_some(sum)
    }

    /// Appends the product of the numbers at two places.
    #[inline]
    pub(crate) fn push_product(&mut self, a: usize, b: usize, meter: &Meter) -> Result<(), RunErrorKind> {
        let (x, y) = (self.words[a], self.words[b]);
        match x.checked_mul(y) {
            Some(product) if x >= LOW && y >= LOW && product >= LOW => {
                self.words.push(product);
                Ok(())
            }
            _ => self.push_slow_product(a, b, meter),
        }
    }

    #[inline(never)]
    fn push_slow_product(&mut self, a: usize, b: usize, meter: &Meter) -> Result<(), RunErrorKind> {
        if a == b {
            // That they are one number saves looking for common factors.
            let root = self.get(a);
            self.push(meter.mul(&root, &root)?);
            return Ok(());
        }
        self.push_products([a, b].into_iter(), meter)
    }

    /// Appends the product of the numbers at some places, of none 1.
    #[inline]
    pub(crate) fn push_products(
        &mut self,
        places: impl Iterator<Item = usize> + Clone,
        meter: &Meter,
    ) -> Result<(), RunErrorKind> {
        match self.short_product(places.clone()) {
            Some((product, 1)) if product >= LOW => self.words.push(product),
            // Halves are by far the most common fractions: `1/2·s·(s + 1)` tells what is positive.
            Some((product, 2)) if product & 1 == 0 => self.words.push(product >> 1),
            Some((product, 2)) => self.push_wide(Num::lowest(product, 2)),
            Some((product, bottom)) => self.push(Num::lowest(product, bottom)),
            None => return self.push_slowly(places, meter, |meter, factors| meter.product(factors.iter())),
        }
        Ok(())
    }

    /// Numerator and denominator, which may have common factors, of a product of integers and at most one short
    /// fraction, where the numerator fits a word.
    #[inline]
    fn short_product(&self, places: impl Iterator<Item = usize>) -> Option<(i64, u32)> {
        let (mut product, mut bottom) = (1i64, 1u32);
        for place in places {
            let word = self.words[place];
            let factor = if word >= LOW {
                word
            } else {
                let (top, below) = self.wide_at(word).small_parts()?;
                if bottom != 1 {
                    return None;
                }
                bottom = below;
                top
            };
            product = product.checked_mul(factor)?;
        }
        Some((product, bottom))
    }

    /// Appends -1, 0 or 1, as the number at a place is negative, zero or positive.
    #[inline]
    pub(crate) fn push_sign(&mut self, place: usize) {
        let word = self.words[place];
        let sign = if word >= LOW { word.signum() } else { i64::from(self.wide_at(word).signum()) };
        self.words.push(sign);
    }

    /// Appends what an operation on numbers of any kind gives.
    #[inline(never)]
    fn push_slowly(
        &mut self,
        places: impl Iterator<Item = usize>,
        meter: &Meter,
        operation: impl FnOnce(&Meter, &[Num]) -> Result<Num, RunErrorKind>,
    ) -> Result<(), RunErrorKind> {
        let mut operands = std::mem::take(&mut self.scratch);
        operands.clear();
        operands.extend(places.map(|place| self.get(place)));
        let value = operation(meter, &operands);
        self.scratch = operands;
        self.push(value?);
        Ok(())
    }

    /// Counts the number that was pushed last, where it lies on the heap.
    #[inline]
    pub(crate) fn keep_last(&self, meter: &mut Meter) -> Result<(), RunErrorKind> {
        match self.words.last() {
            Some(&word) if word < LOW => meter.keep(self.wide_at(word)),
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::Limits;
    use proptest::prelude::*;

    /// Numbers at all the edges of the fast path.
    fn number() -> impl Strategy<Value = Num> {
        let edges =
            vec![i64::MIN, i64::MIN + 1, LOW - 1, LOW, LOW + 1, -2, -1, 0, 1, 2, 3_037_000_500, i64::MAX];
        let fraction = |(top, bottom): (i64, i64)| Num::ratio(top, bottom).expect("a fraction");
        prop_oneof![
            4 => prop::sample::select(edges).prop_map(Num::int),
            2 => (-9i64..10).prop_map(Num::int),
            2 => (-9i64..10, 1i64..7).prop_map(fraction),
            1 => (any::<i64>(), 1i64..1 << 33).prop_map(fraction),
            1 => (any::<i64>(), any::<i64>()).prop_map(|(a, b)| Num::int(a).mul(&Num::int(b))),
        ]
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(5000))]

        /// Every operation gives what numbers give, whatever of them are words.
        #[test]
        fn words_are_numbers(numbers in prop::collection::vec(number(), 0..5)) {
            let meter = Meter::new(&Limits::default());
            let mut values = Values::default();
            numbers.iter().for_each(|number| values.push(number.clone()));
            let all = 0..numbers.len();
            let last = |values: &Values| values.get(values.len() - 1);
            values.push_sum(all.clone(), &meter).expect("short");
            prop_assert_eq!(last(&values), numbers.iter().sum::<Num>());
            prop_assert_eq!(values.sum(all.clone(), &meter), Ok(numbers.iter().sum::<Num>()));
            values.push_products(all.clone(), &meter).expect("short");
            prop_assert_eq!(last(&values), numbers.iter().fold(Num::ONE, |p, n| p.mul(n)));
            for a in all.clone() {
                prop_assert_eq!(&values.get(a), &numbers[a]);
                values.push_sign(a);
                prop_assert_eq!(last(&values), numbers[a].sign());
                for b in all.clone() {
                    values.push_product(a, b, &meter).expect("short");
                    prop_assert_eq!(last(&values), numbers[a].mul(&numbers[b]));
                }
            }
            values.push(Num::ratio(1, 3).expect("a third"));
            values.forget_last();
            prop_assert_eq!(last(&values), Num::ZERO);
            values.push(Num::ratio(1, 5).expect("a fifth"));
            prop_assert_eq!(last(&values), Num::ratio(1, 5).expect("a fifth"));
        }
    }
}
