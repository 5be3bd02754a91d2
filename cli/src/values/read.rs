//! The text of an input as numbers.
//!
//! Tokens may be written plainly, `(())` or `thecat`, where they split in one way; everything is read as JSON
//! otherwise.

use circ_compiler::diagnostics::DataFact;
use circ_compiler::program::{Alphabet, Input, Program};
use circ_compiler::types::{Scalar, Type};
use circ_runtime::{Num, Port, PortType, Ring, SemiringChoice};

use super::collect::{Collector, Element, shortened};
use super::json::{ScanError, scan};
use super::mend::candidates;
use super::write::one_character_each;
use crate::source::read_value;

/// What an input's text says.
#[derive(Debug)]
pub(crate) struct Given {
    /// The length of each dimension; `None` where an empty array leaves it open.
    pub(crate) dims: Vec<Option<usize>>,
    /// The scalars, row-major.
    pub(crate) cells: Vec<Num>,
    /// The places of scalars that are infinite; over a tropical semiring alone.
    pub(crate) infinite: Vec<usize>,
}

/// How the value of an input is written.
#[derive(Clone, Copy)]
pub(crate) enum Written<'t> {
    /// As on the command line: tokens, JSON, or `@path`.
    Freely(&'t str),
    /// As JSON and nothing else, in a line that was found to be JSON.
    AsJson(&'t str),
}

/// What numbers an input may have.
#[derive(Clone, Copy)]
pub(crate) struct Numbers<'a> {
    /// So many decimal digits.
    pub(crate) max_digits: u64,
    /// Those of this semiring, instead of those of the program's ring.
    pub(crate) semiring: Option<&'a SemiringChoice>,
}

/// How an input is to be read.
struct Reading<'a> {
    name: &'a str,
    ty: &'a str,
    element: Element<'a>,
    ring: Ring,
    rank: usize,
    max_digits: u64,
}

/// Reads the value of an input. `ty` is the type's text.
///
/// # Errors
/// What does not fit the type of its elements, arrays that nest otherwise or whose rows differ.
pub(crate) fn read(
    program: &Program,
    input: &Input,
    ty: &str,
    text: Written<'_>,
    numbers: Numbers<'_>,
) -> Result<Given, Box<DataFact>> {
    let Type::Array(scalar, dims) = &input.ty.ty else {
        // The checker refuses tuples as inputs.
        return Err(Box::new(DataFact::NotReadable {
            input: input.name.clone(),
            ty: ty.into(),
            reason: "Not an array.".into(),
            example: "1".into(),
            mend: None,
        }));
    };
    let element = match scalar {
        Scalar::Bool => Element::Bool,
        Scalar::Alphabet(id) => Element::Token(program.alphabet(*id)),
        _ => numbers.semiring.map_or(Element::Num, Element::Of),
    };
    let max_digits = numbers.max_digits;

    let (ring, rank) = (program.ring, dims.len());
    Reading { name: &input.name, ty, element, ring, rank, max_digits }.written(text)
}

/// As [`read`], for an input of a circuit from a file.
///
/// # Errors
/// Those of [`read`].
pub(crate) fn read_port(
    port: &Port,
    ty: &str,
    ring: Ring,
    text: Written<'_>,
    max_digits: u64,
) -> Result<Given, Box<DataFact>> {
    let alphabet = match &port.ty {
        PortType::Alphabet { name, tokens } => {
            Some(Alphabet { name: name.clone(), tokens: tokens.clone(), module: None })
        }
        _ => None,
    };
    let element = match (&port.ty, &alphabet) {
        (_, Some(alphabet)) => Element::Token(alphabet),
        (PortType::Bool, None) => Element::Bool,
        _ => Element::Num,
    };
    let rank = port.shape.len();
    Reading { name: &port.name, ty, element, ring, rank, max_digits }.written(text)
}

impl<'a> Reading<'a> {
    fn written(&self, text: Written<'_>) -> Result<Given, Box<DataFact>> {
        match text {
            Written::Freely(text) => self.text_or_file(text),
            Written::AsJson(text) => self.json(text),
        }
    }

    fn text_or_file(&self, text: &str) -> Result<Given, Box<DataFact>> {
        // A text of tokens is no file's name, not even where one of them is `@`.
        match text.strip_prefix('@') {
            Some(path) if self.plain_tokens(text)?.is_none() => self.value(&read_value(path)?),
            _ => self.value(text),
        }
    }

    fn collector(&self) -> Collector<'a> {
        Collector::new(self.name, self.element, self.ring, self.rank, self.max_digits)
    }

    /// A text made only of tokens: one token for a scalar, any number of them for an array.
    ///
    /// # Errors
    /// A text that splits into tokens in more than one way.
    fn plain_tokens(&self, text: &str) -> Result<Option<Given>, Box<DataFact>> {
        let Element::Token(_) = self.element else { return Ok(None) };
        let mut collector = self.collector();
        let read = match self.rank {
            0 => collector.token(text).is_ok(),
            1 => collector.tokens(text)?,
            _ => false,
        };
        Ok(read.then(|| given(collector)))
    }

    /// A text that names no file.
    fn value(&self, text: &str) -> Result<Given, Box<DataFact>> {
        let Element::Token(alphabet) = self.element else { return self.json(text) };
        if let Some(given) = self.plain_tokens(text)? {
            return Ok(given);
        }
        let looks_like_json = text.trim_start().starts_with(['[', '"']);
        let read = self.json(text);
        match read {
            Err(_) if self.rank <= 1 && self.meant_as_tokens(text, alphabet, looks_like_json) => {
                let mut collector = self.collector();
                let read = if self.rank == 0 { collector.token(text) } else { collector.letters(text) };
                read.map(|()| given(collector))
            }
            read => read,
        }
    }

    /// Whether a text that is no JSON, or JSON of something else, was rather meant as plain tokens.
    fn meant_as_tokens(&self, text: &str, alphabet: &Alphabet, looks_like_json: bool) -> bool {
        let first = text.chars().next().map(String::from);
        let known = |token: &String| alphabet.tokens.contains(token);
        let quotes = text.contains('"') && !alphabet.tokens.iter().any(|token| token == "\"");
        let plain = self.rank == 0 || one_character_each(&alphabet.tokens);
        // What starts as JSON does, and has quotes that are no tokens, was meant as JSON.
        plain && (!looks_like_json || !quotes && first.as_ref().is_some_and(known))
    }

    /// A value as JSON; where it is none, what is said of it has what is likely to be meant.
    fn json(&self, text: &str) -> Result<Given, Box<DataFact>> {
        let mut fault = match self.plain_json(text) {
            Ok(given) => return Ok(given),
            Err(fault) => fault,
        };
        if let Element::Token(_) = self.element {
            return Err(fault);
        }
        let candidates = candidates(text, self.rank, matches!(self.element, Element::Bool));
        let mut readable = None;
        for candidate in candidates {
            match self.plain_json(&candidate) {
                Ok(_) => {
                    readable = Some(candidate);
                    break;
                }
                // A number with blanks in it that without them is none either.
                Err(bad) if self.rank == 0 && matches!(*bad, DataFact::BadNumber { .. }) => fault = bad,
                Err(_) => {}
            }
        }
        match &mut *fault {
            DataFact::WrongKind { position, found, mend, .. } => {
                // The whole is meant, not its first word.
                if position.is_empty() && found.starts_with('`') {
                    *found = format!("`{}`", shortened(text.trim()));
                }
                *mend = readable;
            }
            DataFact::NotReadable { mend, .. } => *mend = readable,
            DataFact::BadNumber { position, text: shown, .. } if position.is_empty() => {
                *shown = shortened(text.trim());
            }
            _ => {}
        }
        Err(fault)
    }

    fn plain_json(&self, text: &str) -> Result<Given, Box<DataFact>> {
        let mut collector = self.collector();
        match scan(text, &mut collector) {
            Ok(()) => Ok(given(collector)),
            Err(ScanError::Fault(fact)) => Err(fact),
            Err(ScanError::Syntax(reason)) => Err(Box::new(DataFact::NotReadable {
                input: self.name.into(),
                ty: self.ty.into(),
                reason: format!("As JSON, {reason}."),
                example: collector.example(),
                mend: None,
            })),
        }
    }
}

fn given(collector: Collector<'_>) -> Given {
    Given { dims: collector.dims, cells: collector.cells, infinite: collector.infinite }
}
