//! What a row of the catalogue is here: a signature, a model, and the inputs that they are compared on.

use circ_runtime::Num;

/// A row of the catalogue.
pub(crate) struct Row {
    /// The folder of `examples` that holds the program.
    pub(crate) folder: &'static str,
    /// The signature as the catalogue gives it, with claim and conditions.
    pub(crate) signature: &'static str,
    /// What the program should give.
    pub(crate) model: fn(&Case) -> Values,
    /// Inputs besides or instead of random ones.
    pub(crate) inputs: Inputs,
    /// The sizes compared, for every parameter alike where there are several.
    pub(crate) sizes: &'static [u64],
}

/// Which inputs a program is run on.
#[derive(Clone, Copy)]
pub(crate) enum Inputs {
    /// Any that fit the types.
    Any,
    /// Those, and more of a kind that random ones rarely are.
    And(fn(&mut Random, usize) -> Vec<Values>),
    /// Only these: the row says what the inputs have to be.
    Only(fn(&mut Random, usize) -> Vec<Values>),
}

/// The program of `examples/sequences` with this signature.
pub(crate) const fn sequence(signature: &'static str, model: fn(&Case) -> Values) -> Row {
    Row { folder: "sequences", signature, model, inputs: Inputs::Any, sizes: &[0, 1, 2, 3, 4, 5, 6, 9] }
}

/// The program of `examples/circuits` with this signature.
pub(crate) const fn circuit(signature: &'static str, model: fn(&Case) -> Values) -> Row {
    Row { folder: "circuits", ..sequence(signature, model) }
}

impl Row {
    /// The row on these inputs.
    pub(crate) const fn on(self, inputs: Inputs) -> Row {
        Row { inputs, ..self }
    }

    /// The row at these sizes.
    pub(crate) const fn at(self, sizes: &'static [u64]) -> Row {
        Row { sizes, ..self }
    }

    /// The name of file and family.
    pub(crate) fn name(&self) -> &'static str {
        self.signature.split('[').next().unwrap_or_default()
    }

    /// The class that is claimed.
    pub(crate) fn claim(&self) -> Option<&'static str> {
        self.signature.split_once(" in ")?.1.split(' ').next()
    }

    /// Whether the program is there for every size.
    pub(crate) fn is_total(&self) -> bool {
        !self.signature.contains(" where ")
    }
}

/// The scalars of an input or a result, row-major.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Values {
    /// Numbers.
    Nums(Vec<Num>),
    /// Bools.
    Bits(Vec<bool>),
    /// Tokens, all of one character.
    Word(String),
}

impl From<Vec<Num>> for Values {
    fn from(nums: Vec<Num>) -> Values {
        Values::Nums(nums)
    }
}

impl From<Num> for Values {
    fn from(num: Num) -> Values {
        Values::Nums(vec![num])
    }
}

impl From<Vec<usize>> for Values {
    fn from(counts: Vec<usize>) -> Values {
        Values::Nums(counts.into_iter().map(|count| Num::int(count as i64)).collect())
    }
}

impl From<usize> for Values {
    fn from(count: usize) -> Values {
        Values::from(vec![count])
    }
}

impl From<Vec<bool>> for Values {
    fn from(bits: Vec<bool>) -> Values {
        Values::Bits(bits)
    }
}

impl From<bool> for Values {
    fn from(bit: bool) -> Values {
        Values::Bits(vec![bit])
    }
}

impl From<String> for Values {
    fn from(word: String) -> Values {
        Values::Word(word)
    }
}

impl From<&str> for Values {
    fn from(word: &str) -> Values {
        Values::Word(word.to_owned())
    }
}

impl FromIterator<char> for Values {
    fn from_iter<I: IntoIterator<Item = char>>(tokens: I) -> Values {
        Values::Word(tokens.into_iter().collect())
    }
}

/// What a model is given.
pub(crate) struct Case {
    /// The first size parameter.
    pub(crate) n: usize,
    /// All of them.
    #[allow(dead_code, reason = "models of the library ask for it")]
    pub(crate) sizes: Vec<usize>,
    /// The inputs in order.
    pub(crate) inputs: Vec<Values>,
}

impl Case {
    /// The tokens of an input.
    pub(crate) fn word(&self, input: usize) -> Vec<char> {
        match &self.inputs[input] {
            Values::Word(word) => word.chars().collect(),
            other => panic!("{other:?} is no word"),
        }
    }

    /// The bools of an input.
    pub(crate) fn bits(&self, input: usize) -> Vec<bool> {
        match &self.inputs[input] {
            Values::Bits(bits) => bits.clone(),
            other => panic!("{other:?} are no bools"),
        }
    }

    /// The numbers of an input.
    pub(crate) fn nums(&self, input: usize) -> Vec<Num> {
        match &self.inputs[input] {
            Values::Nums(nums) => nums.clone(),
            other => panic!("{other:?} are no numbers"),
        }
    }

    /// The rows of a matrix with so many columns.
    pub(crate) fn matrix(&self, input: usize, columns: usize) -> Vec<Vec<Num>> {
        self.nums(input).chunks(columns.max(1)).map(<[Num]>::to_vec).collect()
    }
}

/// Numbers that look random and are the same in every run (SplitMix64).
pub(crate) struct Random(pub(crate) u64);

impl Random {
    /// A number below `end`.
    pub(crate) fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % end.max(1) as u64) as usize
    }

    /// A number from `low` to `high`.
    pub(crate) fn between(&mut self, low: i64, high: i64) -> i64 {
        low + self.below((high - low + 1) as usize) as i64
    }

    /// Numbers of one kind: small integers with ties, fractions, or integers far apart.
    pub(crate) fn nums(&mut self, count: usize) -> Vec<Num> {
        let kind = self.below(3);
        let mut num = || match kind {
            0 => Num::int(self.between(-2, 2)),
            1 => fraction(self.between(-6, 6), self.between(1, 4)),
            _ => Num::int(self.between(-1000, 1000)),
        };
        (0..count).map(|_| num()).collect()
    }

    /// An order of 0, …, count - 1.
    pub(crate) fn permutation(&mut self, count: usize) -> Vec<usize> {
        let mut order: Vec<usize> = (0..count).collect();
        for i in (1..count).rev() {
            order.swap(i, self.below(i + 1));
        }
        order
    }
}

/// A fraction.
pub(crate) fn fraction(numerator: i64, denominator: i64) -> Num {
    Num::ratio(numerator, denominator).expect("the denominator is positive")
}
