//! All values of finite inputs: how many there are, each by its number; and the cases of a quantified test.

use circ_compiler::diagnostics::{DataFact, TypeFact};
use circ_compiler::elaborate::{Reach, port_type, test_sizes};
use circ_compiler::probe::smallest_first;
use circ_compiler::{Diagnostic, Fact, Limits, Program};
use circ_runtime::{Num, Port, PortType};

use crate::args::MOST_CASES;
use crate::words::grouped;

/// How many values a scalar of this type has; `None` for numbers.
pub(crate) fn choices(ty: &PortType) -> Option<u64> {
    match ty {
        PortType::Num => None,
        PortType::Bool => Some(2),
        PortType::Alphabet { tokens, .. } => Some(tokens.len() as u64),
    }
}

/// Value number `at` of some inputs, in lexicographic order of their codes: the last scalar changes fastest.
pub(crate) fn nth(ports: &[Port], at: u64) -> Vec<Num> {
    let mut rest = at;
    let mut values = Vec::new();
    for port in ports.iter().rev() {
        let base = choices(&port.ty).unwrap_or(1).max(1);
        for _ in 0..port.scalars() {
            values.push(Num::int((rest % base) as i64));
            rest /= base;
        }
    }
    values.reverse();
    values
}

/// How many there are of something that soon is too many to be counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Count {
    /// So many.
    Exactly(u128),
    /// At least two to this power.
    AtLeast(u128),
}

impl Count {
    /// The values of so many scalars with so many choices each.
    pub(crate) fn of(choices: u64, scalars: u128) -> Count {
        if choices == 1 || scalars == 0 {
            return Count::Exactly(1);
        }
        let choices = u128::from(choices);
        match u32::try_from(scalars).ok().and_then(|scalars| choices.checked_pow(scalars)) {
            Some(count) => Count::Exactly(count),
            // Eight scalars together lose less to rounding down than one alone.
            None => match choices.checked_pow(8) {
                Some(eight) => Count::AtLeast(scalars.saturating_mul(u128::from(eight.ilog2())) / 8),
                None => Count::AtLeast(scalars.saturating_mul(u128::from(choices.ilog2()))),
            },
        }
    }

    /// The exponent of a power of two that is not above it; 0 for nothing too.
    fn log2(self) -> u128 {
        match self {
            Count::Exactly(count) => u128::from(count.max(1).ilog2()),
            Count::AtLeast(exponent) => exponent,
        }
    }

    /// The combinations of both; neither is nothing.
    pub(crate) fn times(self, other: Count) -> Count {
        let product = match (self, other) {
            (Count::Exactly(a), Count::Exactly(b)) => a.checked_mul(b),
            _ => None,
        };
        product.map_or(Count::AtLeast(self.log2().saturating_add(other.log2())), Count::Exactly)
    }

    /// Both together.
    pub(crate) fn plus(self, other: Count) -> Count {
        let sum = match (self, other) {
            (Count::Exactly(a), Count::Exactly(b)) => a.checked_add(b),
            _ => None,
        };
        sum.map_or(Count::AtLeast(self.log2().max(other.log2())), Count::Exactly)
    }

    /// The number, where it is at most this.
    pub(crate) fn within(self, most: u64) -> Option<u64> {
        match self {
            Count::Exactly(count) => u64::try_from(count).ok().filter(|count| *count <= most),
            Count::AtLeast(_) => None,
        }
    }

    /// `2,097,151 cases`, `2^64 cases`, `at least 2^200 cases`
    fn text(self) -> String {
        const LONGEST: u128 = 1_000_000_000_000_000;
        match self {
            Count::Exactly(1) => "1 case".into(),
            Count::Exactly(count) if count <= LONGEST => format!("{} cases", grouped(count as usize)),
            Count::Exactly(count) if count.is_power_of_two() => format!("2^{} cases", count.ilog2()),
            Count::Exactly(_) | Count::AtLeast(_) => format!("at least 2^{} cases", self.log2()),
        }
    }
}

/// The cases of a quantified test: at each of its sizes all values of its inputs.
#[derive(Debug)]
pub(crate) struct Cases {
    /// Its sizes, the smallest first.
    pub(crate) sizes: Vec<Vec<u64>>,
    /// How many cases that are.
    pub(crate) count: u64,
}

impl Cases {
    /// The cases of a test.
    ///
    /// # Errors
    /// None at all, more than `most`, or sizes that do not come out natural numbers.
    pub(crate) fn of(
        program: &Program,
        at: usize,
        limits: &Limits,
        most: u64,
    ) -> Result<Cases, Box<Diagnostic>> {
        let test = &program.tests[at];
        let choices: Vec<u64> =
            test.inputs.iter().map(|input| choices(&port_type(program, &input.ty.ty)).unwrap_or(1)).collect();
        let mut sizes = Vec::new();
        let mut count = Count::Exactly(0);
        // Where few are wanted, the number of all is still worth knowing.
        let combinations = most.max(10_000);
        let reach = Reach { each: u64::MAX, combinations };
        let all = test_sizes(program, at, limits, reach, &mut |values, shapes| {
            let inputs =
                choices.iter().zip(shapes).map(|(choices, shape)| Count::of(*choices, volume(shape)));
            count = count.plus(inputs.fold(Count::Exactly(1), Count::times));
            sizes.push(values.to_vec());
        })?;
        let fault = |fact: Fact| Err(Box::new(Diagnostic::new(test.quantifiers, fact)));
        match count.within(most) {
            Some(0) if all => fault(TypeFact::NoCases.into()),
            Some(count) if all => {
                smallest_first(&mut sizes);
                Ok(Cases { sizes, count })
            }
            few => {
                let raise = count.within(MOST_CASES).is_some();
                let (cases, limit) = match (few, count) {
                    // Sizes without a case, and what is beyond them nobody has looked at.
                    (Some(few), _) if few < most => {
                        let combinations = grouped(combinations as usize);
                        (format!("more than {combinations} combinations of sizes"), combinations)
                    }
                    (_, Count::Exactly(_)) if !all => {
                        (format!("more than {}", count.text()), grouped(most as usize))
                    }
                    _ => (count.text(), grouped(most as usize)),
                };
                fault(DataFact::TooManyCases { cases, limit, raise }.into())
            }
        }
    }
}

/// How many elements a shape has.
fn volume(shape: &[usize]) -> u128 {
    if shape.contains(&0) {
        return 0;
    }
    shape.iter().fold(1, |volume, length| volume.saturating_mul(*length as u128))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_come_in_lexicographic_order() {
        let port = |ty: PortType, shape: &[usize]| Port {
            name: "x".into(),
            ty,
            shape: shape.to_vec(),
            gates: Vec::new(),
        };
        let tokens = ["a", "b", "c"].map(String::from).to_vec();
        let ports = [
            port(PortType::Bool, &[2]),
            port(PortType::Bool, &[0]),
            port(PortType::Alphabet { name: "A".into(), tokens }, &[]),
        ];
        let codes = |at: u64| nth(&ports, at).iter().map(|v| v.to_u64().unwrap()).collect::<Vec<_>>();
        let all: Vec<Vec<u64>> = (0..12).map(codes).collect();
        assert_eq!(all[0], [0, 0, 0]);
        assert_eq!(all[1], [0, 0, 1]);
        assert_eq!(all[3], [0, 1, 0]);
        assert_eq!(all[11], [1, 1, 2]);
        assert!(all.is_sorted());
    }

    #[test]
    fn counts_are_exact_as_long_as_anybody_counts() {
        let sum = (0..=20).map(|n| Count::of(2, n)).fold(Count::Exactly(0), Count::plus);
        assert_eq!(sum.text(), "2,097,151 cases");
        assert_eq!(sum.within(2_097_151), Some(2_097_151));
        assert_eq!(sum.within(2_097_150), None);
        assert_eq!(Count::of(2, 40).text(), "1,099,511,627,776 cases");
        assert_eq!(Count::of(2, 64).text(), "2^64 cases");
        assert_eq!(Count::of(2, 64).plus(Count::of(2, 3)).text(), "at least 2^64 cases");
        assert_eq!(Count::of(2, 1000).text(), "at least 2^1000 cases");
        assert_eq!(Count::of(3, 1600).text(), "at least 2^2400 cases");
        assert_eq!(Count::of(2, 100).times(Count::of(3, 100)).text(), "at least 2^250 cases");
        assert_eq!(Count::of(2, u128::MAX).times(Count::of(2, u128::MAX)).within(u64::MAX), None);
        assert_eq!(Count::of(1, u128::MAX), Count::Exactly(1));
        assert_eq!(Count::of(0, 0).times(Count::of(2, 0)), Count::Exactly(1));
    }
}
