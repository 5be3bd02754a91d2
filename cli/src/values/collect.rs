//! From the parts of a nested array to a flat list of numbers and its shape.

use std::collections::HashMap;

use circ_compiler::diagnostics::{DataFact, SemiringFact};
use circ_compiler::program::Alphabet;
use circ_runtime::semiring::Tropical;
use circ_runtime::{Num, ParseNumError, Ring, SemiringChoice};

use super::json::{Leaf, Sink};
use super::split::{Part, Split, Splitter};
use super::write::{one_character_each, quoted};

/// What the elements of an input are.
#[derive(Clone, Copy)]
pub(super) enum Element<'a> {
    /// Numbers.
    Num,
    /// Values of a semiring.
    Of(&'a SemiringChoice),
    /// 0, 1, `true`, `false`.
    Bool,
    /// Tokens of an alphabet.
    Token(&'a Alphabet),
}

/// Takes the parts of one value and checks each.
pub(super) struct Collector<'a> {
    input: &'a str,
    element: Element<'a>,
    ring: Ring,
    codes: HashMap<&'a str, u32>,
    splitter: Splitter,
    rank: usize,
    max_digits: u64,
    /// For each array that is open, how many elements have ended.
    open: Vec<usize>,
    /// For each dimension its length, once an array of it has ended.
    pub(super) dims: Vec<Option<usize>>,
    /// The numbers.
    pub(super) cells: Vec<Num>,
    /// The places of those cells that are infinite, which no number says.
    pub(super) infinite: Vec<usize>,
}

impl<'a> Collector<'a> {
    pub(super) fn new(
        input: &'a str,
        element: Element<'a>,
        ring: Ring,
        rank: usize,
        max_digits: u64,
    ) -> Collector<'a> {
        let codes = match element {
            Element::Token(alphabet) => alphabet
                .tokens
                .iter()
                .enumerate()
                .map(|(code, token)| (token.as_str(), code as u32))
                .collect(),
            _ => HashMap::new(),
        };
        let splitter = Splitter::new(match element {
            Element::Token(alphabet) => &alphabet.tokens,
            _ => &[],
        });
        let (open, dims, cells, infinite) = (Vec::new(), vec![None; rank], Vec::new(), Vec::new());
        Collector { input, element, ring, codes, splitter, rank, max_digits, open, dims, cells, infinite }
    }

    /// The code of a token.
    pub(super) fn code(&self, token: &str) -> Option<u32> {
        self.codes.get(token).copied()
    }

    /// Takes a text as an array where it splits into tokens, and says whether it does.
    ///
    /// # Errors
    /// A text that splits in more than one way.
    pub(super) fn tokens(&mut self, text: &str) -> Result<bool, Box<DataFact>> {
        match self.splitter.split(text) {
            Split::None => Ok(false),
            Split::One(codes) => {
                self.open()?;
                for code in codes {
                    self.element_is(Num::int(i64::from(code)));
                }
                self.close()?;
                Ok(true)
            }
            Split::Many([first, second]) => {
                let Element::Token(alphabet) = self.element else { return Ok(false) };
                let written = |part: &Part| -> String {
                    let dots = |there: bool| there.then(|| "…".to_string());
                    let tokens =
                        part.codes.iter().map(|code| quoted(&shortened(&alphabet.tokens[*code as usize])));
                    let all: Vec<String> =
                        dots(part.after).into_iter().chain(tokens).chain(dots(part.before)).collect();
                    format!("[{}]", all.join(", "))
                };
                Err(Box::new(DataFact::Ambiguous {
                    input: self.input.into(),
                    alphabet: alphabet.name.clone(),
                    first: written(&first),
                    second: written(&second),
                }))
            }
        }
    }

    /// Takes each character as a token of an array: for the message that says which one is none.
    pub(super) fn letters(&mut self, text: &str) -> Result<(), Box<DataFact>> {
        self.open()?;
        let mut buffer = [0; 4];
        for c in text.chars() {
            self.token(c.encode_utf8(&mut buffer))?;
        }
        self.close()
    }

    /// Takes a string as an array of tokens.
    fn row(&mut self, text: &str, alphabet: &Alphabet) -> Result<(), Box<DataFact>> {
        match self.tokens(text)? {
            true => Ok(()),
            false if one_character_each(&alphabet.tokens) => self.letters(text),
            false => Err(self.wrong_kind(&format!("the text \"{}\"", shortened(text)))),
        }
    }

    /// Takes a token as an element.
    pub(super) fn token(&mut self, token: &str) -> Result<(), Box<DataFact>> {
        let Element::Token(alphabet) = self.element else {
            return Err(self.wrong_kind(&format!("`{token}`")));
        };
        match self.code(token) {
            Some(code) => {
                self.element_is(Num::int(i64::from(code)));
                Ok(())
            }
            None => Err(Box::new(DataFact::WrongToken {
                input: self.input.into(),
                position: self.position(),
                token: token.into(),
                alphabet: alphabet.name.clone(),
                tokens: alphabet.tokens.clone(),
            })),
        }
    }

    fn element_is(&mut self, value: Num) {
        self.cells.push(value);
        self.ended();
    }

    /// An element or an array ended, within the array around it.
    fn ended(&mut self) {
        if let Some(count) = self.open.last_mut() {
            *count += 1;
        }
    }

    /// The place of the element that comes now: `[2][0]`.
    fn position(&self) -> String {
        self.open.iter().map(|index| format!("[{index}]")).collect()
    }

    /// The fault that something else than an element or an array of the right depth stands here.
    fn wrong_kind(&self, found: &str) -> Box<DataFact> {
        let (one, many) = match self.element {
            Element::Num => ("a number".to_string(), "numbers".to_string()),
            Element::Of(semiring) => (format!("a value of {semiring}"), format!("values of {semiring}")),
            Element::Bool => ("`true` or `false`".into(), "bools".into()),
            Element::Token(alphabet) => (
                format!("a token of `{0}` in quotes", alphabet.name),
                format!("tokens of `{}`", alphabet.name),
            ),
        };
        let expected = match self.rank.saturating_sub(self.open.len()) {
            0 => one,
            1 => format!("an array of {many}"),
            _ => format!("an array of arrays of {many}"),
        };
        let (input, position, example) = (self.input.into(), self.position(), self.example());
        Box::new(DataFact::WrongKind { input, position, expected, found: found.into(), example, mend: None })
    }

    /// A value of the input's type as JSON.
    pub(super) fn example(&self) -> String {
        let one = match self.element {
            Element::Num => "1, \"2/3\", 0.5".to_string(),
            Element::Of(semiring) => example_of(semiring).to_string(),
            Element::Bool => "true, false".into(),
            Element::Token(alphabet) => {
                let tokens: Vec<String> =
                    alphabet.tokens.iter().take(2).map(|token| quoted(&shortened(token))).collect();
                tokens.join(", ")
            }
        };
        match self.rank {
            0 => one.split(", ").next().unwrap_or_default().to_string(),
            1 => format!("[{one}]"),
            rank => format!("{}{one}], …{}", "[".repeat(rank.min(8)), "]".repeat(rank.min(8) - 1)),
        }
    }

    /// A decimal digit is 3.33 bits.
    fn max_bits(&self) -> u64 {
        self.max_digits.saturating_mul(10) / 3 + 8
    }

    /// A value of a semiring: a number that it has, or what it has besides numbers.
    fn value_of(&mut self, semiring: &SemiringChoice, text: &str) -> Result<(), Box<DataFact>> {
        let text = text.trim();
        if semiring.infinity() == Some(text) {
            self.infinite.push(self.cells.len());
            self.element_is(Num::ZERO);
            return Ok(());
        }
        let truth = match (semiring, text) {
            (SemiringChoice::Boolean, "true") => Some(Num::ONE),
            (SemiringChoice::Boolean, "false") => Some(Num::ZERO),
            _ => None,
        };
        let number = match truth {
            Some(truth) => Ok(truth),
            None => Num::parse_in(text, self.max_bits(), self.ring),
        };
        match number {
            Ok(number) if semiring.has(&number) => {
                self.element_is(number);
                Ok(())
            }
            Err(ParseNumError::TooLong) => self.number(text, true),
            _ => Err(Box::new(DataFact::Semiring(SemiringFact::NoValue {
                input: self.input.into(),
                position: self.position(),
                text: shortened(text),
                semiring: shortened(&semiring.to_string()),
                has: has(semiring),
            }))),
        }
    }

    fn number(&mut self, text: &str, quoted: bool) -> Result<(), Box<DataFact>> {
        match Num::parse_in(text, self.max_bits(), self.ring) {
            Ok(value) => {
                self.element_is(value);
                Ok(())
            }
            Err(_) if !quoted && matches!(text, "true" | "false" | "null") => {
                Err(self.wrong_kind(&format!("`{text}`")))
            }
            Err(ParseNumError::TooLong) => Err(Box::new(DataFact::NumberTooLong {
                input: self.input.into(),
                position: self.position(),
                text: shortened(text),
                limit: self.max_digits,
            })),
            Err(error) => Err(Box::new(DataFact::BadNumber {
                input: self.input.into(),
                position: self.position(),
                text: shortened(text),
                // That it is no number is said already.
                reason: (error != ParseNumError::Malformed)
                    .then(|| format!("{}.", capitalized(&error.to_string()))),
                ring: self.ring,
            })),
        }
    }
}

impl Sink for Collector<'_> {
    type Fault = Box<DataFact>;

    fn open(&mut self) -> Result<(), Box<DataFact>> {
        if self.open.len() >= self.rank {
            return Err(self.wrong_kind("an array"));
        }
        self.open.push(0);
        Ok(())
    }

    fn close(&mut self) -> Result<(), Box<DataFact>> {
        let count = self.open.pop().unwrap_or_default();
        match self.dims[self.open.len()] {
            Some(first) if first != count => Err(Box::new(DataFact::Ragged {
                input: self.input.into(),
                position: self.position(),
                first: first as u64,
                found: count as u64,
            })),
            _ => {
                self.dims[self.open.len()] = Some(count);
                self.ended();
                Ok(())
            }
        }
    }

    fn leaf(&mut self, leaf: Leaf<'_>) -> Result<(), Box<DataFact>> {
        let missing = self.rank - self.open.len();
        match (leaf, self.element) {
            (Leaf::Object, _) => Err(self.wrong_kind("an object")),
            (Leaf::Text(text), Element::Token(alphabet)) if missing == 1 => self.row(&text, alphabet),
            (Leaf::Text(text), Element::Token(_)) if missing == 0 => self.token(&text),
            (Leaf::Text(text), Element::Num) if missing == 0 => self.number(&text, true),
            (Leaf::Text(text), Element::Of(semiring)) if missing == 0 => self.value_of(semiring, &text),
            (Leaf::Word(word), Element::Of(semiring)) if missing == 0 => self.value_of(semiring, word),
            (Leaf::Word(word), Element::Num) if missing == 0 => self.number(word, false),
            (Leaf::Word(word), Element::Bool) if missing == 0 => {
                let value = match word {
                    "true" => Some(Num::ONE),
                    "false" => Some(Num::ZERO),
                    _ => Num::parse(word, self.max_bits()).ok().filter(|v| v.is_zero() || v.is_one()),
                };
                match value {
                    Some(value) => {
                        self.element_is(value);
                        Ok(())
                    }
                    None => Err(self.wrong_kind(&format!("`{}`", shortened(word)))),
                }
            }
            (Leaf::Word(word), _) => Err(self.wrong_kind(&format!("`{}`", shortened(word)))),
            (Leaf::Text(text), _) => Err(self.wrong_kind(&format!("the text \"{}\"", shortened(&text)))),
        }
    }
}

/// Values of a semiring as a user writes them.
fn example_of(semiring: &SemiringChoice) -> &'static str {
    match semiring {
        SemiringChoice::Boolean => "true, false",
        SemiringChoice::Counting => "0, 1, 12",
        SemiringChoice::Modulo(_) => "0, 1, -1",
        SemiringChoice::Tropical(Tropical::MinPlus) => "1, \"2/3\", inf",
        SemiringChoice::Tropical(Tropical::MaxPlus) => "1, \"2/3\", -inf",
    }
}

/// What values a semiring has.
fn has(semiring: &SemiringChoice) -> &'static str {
    match semiring {
        SemiringChoice::Boolean => "`true` and `false`, also written 1 and 0",
        SemiringChoice::Counting => "0, 1, 2 and so on",
        SemiringChoice::Modulo(_) => "integers, each of which stands for all that leave the same remainder",
        SemiringChoice::Tropical(Tropical::MinPlus) => "numbers, and `inf`, which is its 0",
        SemiringChoice::Tropical(Tropical::MaxPlus) => "numbers, and `-inf`, which is its 0",
    }
}

/// The user's text, as far as a message shows it.
pub(crate) fn shortened(text: &str) -> String {
    const SHOWN: usize = 60;
    match text.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_string(),
    }
}

fn capitalized(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}
