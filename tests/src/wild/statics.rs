//! Sizes, static conditions and filters.

use super::{Maker, Scope};

impl Maker<'_> {
    /// The end of a range: a size, a part of one, a small number, an index.
    pub(super) fn end(&mut self, scope: &Scope) -> String {
        let size = self.of(&scope.sizes).unwrap_or_else(|| "2".into());
        match self.choose(12) {
            0..=4 => size,
            5 => format!("floor({size} / 2)"),
            6 => format!("ceil({size} / 2)"),
            7 => format!("{size} - 1"),
            8 => format!("{size} + 1"),
            9 => format!("{}", self.choose(5)),
            10 => format!("ceil(log2({size} + 1))"),
            _ => match self.of(&scope.indices) {
                Some((index, _)) => index,
                None => size,
            },
        }
    }

    /// A range, by its start and its end.
    pub(super) fn range(&mut self, scope: &Scope) -> (String, String) {
        let end = self.end(scope);
        let start = match self.choose(6) {
            0..=3 => "0".to_string(),
            4 => "1".to_string(),
            _ => self.of(&scope.indices).map_or_else(|| "2".to_string(), |(index, _)| index),
        };
        (start, end)
    }

    /// A condition on sizes and indices.
    pub(super) fn condition(&mut self, scope: &Scope, depth: u32) -> String {
        let index = self.of(&scope.indices);
        let size = self.of(&scope.sizes).unwrap_or_else(|| "3".into());
        let (i, end) = index.unwrap_or_else(|| (size.clone(), "3".into()));
        let other = self.of(&scope.indices).map_or_else(|| "2".to_string(), |(index, _)| index);
        match self.choose(18) {
            0 => format!("{i} == 0"),
            1 => format!("{i} == {end} - 1"),
            2 => format!("{i} % 2 == {}", self.choose(2)),
            3 => format!("{i} > 0"),
            4 => format!("{i} < {other}"),
            5 => format!("{i} <= {other}"),
            6 => format!("2 * {i} < {end}"),
            7 => format!("{i} == {other}"),
            8 => format!("{other} - 1 <= {i} <= {other} + 1"),
            9 => format!("{size} == {}", self.choose(4)),
            10 => format!("{size} % 2 == {}", self.choose(2)),
            11 => format!("{size} >= {}", self.choose(4)),
            12 => format!("{i} != {other}"),
            13 => format!("{i} + {other} == {size}"),
            14 if depth > 0 => format!("not ({})", self.condition(scope, depth - 1)),
            15 if depth > 0 => {
                format!("({}) and ({})", self.condition(scope, depth - 1), self.condition(scope, depth - 1))
            }
            16 if depth > 0 => {
                format!("({}) or ({})", self.condition(scope, depth - 1), self.condition(scope, depth - 1))
            }
            _ => format!("{i} % 3 == 1"),
        }
    }

    /// A natural number that is an exponent.
    pub(super) fn exponent(&mut self, scope: &Scope) -> String {
        match self.choose(6) {
            0..=2 => format!("{}", self.choose(4)),
            3 => self.of(&scope.sizes).unwrap_or_else(|| "2".into()),
            4 => self.of(&scope.indices).map_or_else(|| "3".to_string(), |(index, _)| index),
            _ => format!("floor({} / 2)", self.of(&scope.sizes).unwrap_or_else(|| "5".into())),
        }
    }

    /// `array[index]`, guarded where the index may be out of range.
    pub(super) fn read(
        &mut self,
        scope: &Scope,
        (array, length): &(String, String),
        otherwise: &str,
    ) -> String {
        match self.of(&scope.indices) {
            Some((index, end)) if end == *length => match self.choose(5) {
                0..=2 => format!("{array}[{index}]"),
                3 => format!("(if {index} > 0 {{ {array}[{index} - 1] }} else {{ {otherwise} }})"),
                _ => format!("{array}[{length} - 1 - {index}]"),
            },
            Some((index, _)) => {
                format!("(if {index} < {length} {{ {array}[{index}] }} else {{ {otherwise} }})")
            }
            None => match self.choose(3) {
                0 => format!("(if {length} > 0 {{ {array}[0] }} else {{ {otherwise} }})"),
                1 => format!("(if {length} > 2 {{ {array}[2] }} else {{ {otherwise} }})"),
                _ => format!("(if {length} > 0 {{ {array}[{length} - 1] }} else {{ {otherwise} }})"),
            },
        }
    }
}
