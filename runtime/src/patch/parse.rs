//! Targets as users write them: `layer2.head0@5`, `embedding.x->layer0.head1.key`.
//!
//! A name of a coordinate goes on to the next `@` or `->`, or stands in quotes as in JSON. `head0` is a head, and
//! `"head0"` a coordinate.

use super::target::{Part, Reader, Source, Target};
use crate::trace::Shape;

/// Why a text is no target of a program. Texts in it are the user's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TargetError {
    /// There is nothing, or something behind the end.
    Form(String),
    /// What neither is `embedding` nor begins with `layer` and a number.
    Place {
        /// The word.
        found: String,
        /// The number of layers that run.
        layers: u64,
    },
    /// A layer that does not run.
    Layer {
        /// Its number.
        found: String,
        /// The number of layers that run.
        layers: u64,
    },
    /// A head that its layer does not have.
    Head {
        /// The layer.
        layer: u64,
        /// The number of the head.
        found: String,
        /// How many heads there are.
        heads: usize,
    },
    /// No coordinate has this name.
    Coordinate {
        /// The name.
        found: String,
        /// The names that there are.
        coordinates: Vec<String>,
    },
    /// Several coordinates have this name.
    Ambiguous {
        /// The name.
        name: String,
        /// Which coordinates.
        coordinates: Vec<usize>,
    },
    /// A position that the sequence does not have.
    Position {
        /// What stands behind `@`.
        found: String,
        /// The number of positions.
        positions: usize,
    },
    /// A quote that does not end, or something in it that JSON does not have.
    Quote(String),
    /// Something that writes no numbers of its own stands before `->`, or alone: the query, key or value of a head.
    OnlyReads(String),
    /// `@5->…`: what every layer wrote has no one reader.
    EveryLayerRead(String),
    /// Something that is no one reader stands behind `->`: a whole layer or head, or the embedding.
    NoReader {
        /// What stands there.
        found: String,
        /// The layer that it names.
        layer: Option<u64>,
    },
    /// A position behind the reader.
    ReaderPosition(String),
    /// The reader does not read what the source writes.
    NotRead {
        /// The source.
        source: String,
        /// The reader.
        reader: String,
        /// Who reads the source.
        read_by: ReadBy,
    },
}

/// Who reads what a source writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReadBy {
    /// The heads and the activation of this layer.
    Layer(u64),
    /// The activation of this layer alone.
    Activation(u64),
    /// The outputs alone, as no layer follows.
    Outputs,
}

/// Reads a target of a program of this shape.
///
/// # Errors
/// What is wrong with the text, or what the program does not have.
pub fn parse_target(text: &str, shape: &Shape) -> Result<Target, TargetError> {
    let mut rest = text.trim();
    if rest.is_empty() || rest.starts_with(['.', '"', '-']) {
        return Err(TargetError::Form(rest.to_owned()));
    }
    let source = source(&mut rest, shape)?;
    let position = match rest.strip_prefix('@') {
        Some(after) => {
            let end = after.find("->").unwrap_or(after.len());
            let (position, after) = after.split_at(end);
            rest = after;
            Some(self::position(position.trim(), shape)?)
        }
        None => None,
    };
    if source == Source::All && position.is_none() {
        return Err(TargetError::Form(text.trim().to_owned()));
    }
    let target = Target { source, position, reader: None };
    if rest.is_empty() {
        return Ok(target);
    }
    let Some(behind) = rest.strip_prefix("->") else { return Err(TargetError::Form(rest.to_owned())) };
    let reader = Some(reader(behind.trim(), shape)?);
    check_read(&Target { reader, ..target }, shape)
}

/// What stands before the position and the arrow.
fn source(rest: &mut &str, shape: &Shape) -> Result<Source, TargetError> {
    if rest.starts_with('@') {
        return Ok(Source::All);
    }
    let word = take(rest, |rest| rest.starts_with(['.', '@', '"']) || rest.starts_with("->"));
    if word == "embedding" {
        let name = name_behind_dot(rest)?;
        return Ok(Source::Embedding(name.map(|name| name.coordinate(shape)).transpose()?));
    }
    let layer = layer(word, shape)?;
    let Some(name) = name_behind_dot(rest)? else { return Ok(Source::Layer(layer, None)) };
    match name.head() {
        Some((head, None)) => Ok(Source::Head(layer, self::head(layer, head, shape)?)),
        Some((_, Some(_))) => Err(TargetError::OnlyReads(format!("{word}.{}", name.text))),
        None => Ok(Source::Layer(layer, Some(name.coordinate(shape)?))),
    }
}

/// What stands behind the arrow.
fn reader(text: &str, shape: &Shape) -> Result<Reader, TargetError> {
    let mut rest = text;
    let no_reader = |layer| TargetError::NoReader { found: text.to_owned(), layer };
    let word = take(&mut rest, |rest| rest.starts_with(['.', '@', '"']) || rest.starts_with("->"));
    if word == "embedding" {
        return Err(no_reader(None));
    }
    let layer = layer(word, shape)?;
    let Some(name) = name_behind_dot(&mut rest)? else { return Err(no_reader(Some(layer))) };
    if rest.starts_with('@') {
        return Err(TargetError::ReaderPosition(text.to_owned()));
    }
    if !rest.is_empty() {
        return Err(TargetError::Form(rest.to_owned()));
    }
    let part = match name.head() {
        Some((head, part)) => {
            let head = self::head(layer, head, shape)?;
            match part {
                Some("query") => Part::Query(head),
                Some("key") => Part::Key(head),
                Some("value") => Part::Value(head),
                _ => return Err(no_reader(Some(layer))),
            }
        }
        None => Part::Coordinate(name.coordinate(shape)?),
    };
    Ok(Reader { layer, part })
}

/// Holds an edge against who reads its source.
fn check_read(target: &Target, shape: &Shape) -> Result<Target, TargetError> {
    let Some(reader) = target.reader else { return Ok(*target) };
    let alone = Target { position: None, reader: None, ..*target };
    let next = match target.source {
        Source::All => return Err(TargetError::EveryLayerRead(target.text(shape))),
        Source::Embedding(_) => 0,
        Source::Layer(layer, _) => layer + 1,
        Source::Head(layer, _) => {
            if reader.layer == layer && matches!(reader.part, Part::Coordinate(_)) {
                return Ok(*target);
            }
            let (source, reader) = (alone.text(shape), reader.text(shape));
            return Err(TargetError::NotRead { source, reader, read_by: ReadBy::Activation(layer) });
        }
    };
    if reader.layer == next {
        return Ok(*target);
    }
    let read_by = if next < shape.depth() { ReadBy::Layer(next) } else { ReadBy::Outputs };
    Err(TargetError::NotRead { source: alone.text(shape), reader: reader.text(shape), read_by })
}

/// A name behind a dot, as it stands or out of its quotes.
struct Name {
    text: String,
    quoted: bool,
}

impl Name {
    /// The number of the head that it names, and the part of it.
    fn head(&self) -> Option<(&str, Option<&str>)> {
        head_of(&self.text).filter(|_| !self.quoted)
    }

    fn coordinate(&self, shape: &Shape) -> Result<usize, TargetError> {
        let named = |c: &usize| shape.coordinates[*c] == self.text;
        let coordinates: Vec<usize> = (0..shape.coordinates.len()).filter(named).collect();
        match coordinates.as_slice() {
            [only] => Ok(*only),
            [] => {
                let coordinates = shape.coordinates.clone();
                Err(TargetError::Coordinate { found: self.text.clone(), coordinates })
            }
            _ => Err(TargetError::Ambiguous { name: self.text.clone(), coordinates }),
        }
    }
}

/// `head`, a number, and what stands behind a dot.
pub(super) fn head_of(name: &str) -> Option<(&str, Option<&str>)> {
    let name = name.strip_prefix("head")?;
    let (number, part) = name.split_once('.').map_or((name, None), |(number, part)| (number, Some(part)));
    (!number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit())).then_some((number, part))
}

fn name_behind_dot(rest: &mut &str) -> Result<Option<Name>, TargetError> {
    let Some(after) = rest.strip_prefix('.') else { return Ok(None) };
    *rest = after;
    if !after.starts_with('"') {
        let text = take(rest, |rest| rest.starts_with('@') || rest.starts_with("->"));
        return Ok(Some(Name { text: text.trim().to_owned(), quoted: false }));
    }
    let mut strings = serde_json::Deserializer::from_str(after).into_iter::<String>();
    match strings.next() {
        Some(Ok(text)) => {
            *rest = after[strings.byte_offset()..].trim_start();
            Ok(Some(Name { text, quoted: true }))
        }
        _ => Err(TargetError::Quote(after.to_owned())),
    }
}

/// Takes the text up to where `ends` holds of what is left.
fn take<'t>(rest: &mut &'t str, ends: impl Fn(&str) -> bool) -> &'t str {
    let at = rest.char_indices().map(|(at, _)| at).find(|&at| ends(&rest[at..])).unwrap_or(rest.len());
    let (taken, left) = rest.split_at(at);
    *rest = left;
    taken.trim()
}

fn layer(word: &str, shape: &Shape) -> Result<u64, TargetError> {
    let layers = shape.depth();
    let number = word.strip_prefix("layer").filter(|n| !n.is_empty() && is_number(n));
    let Some(found) = number else { return Err(TargetError::Place { found: word.to_owned(), layers }) };
    let known = found.parse().ok().filter(|layer| *layer < layers);
    known.ok_or_else(|| TargetError::Layer { found: found.to_owned(), layers })
}

fn head(layer: u64, found: &str, shape: &Shape) -> Result<usize, TargetError> {
    let heads = shape.heads(layer).len();
    let known = found.parse().ok().filter(|head| *head < heads);
    known.ok_or_else(|| TargetError::Head { layer, found: found.to_owned(), heads })
}

fn position(found: &str, shape: &Shape) -> Result<u32, TargetError> {
    let known = Some(found).filter(|found| is_number(found)).and_then(|found| found.parse::<u32>().ok());
    let known = known.filter(|position| (*position as usize) < shape.positions);
    known.ok_or_else(|| TargetError::Position { found: found.to_owned(), positions: shape.positions })
}

fn is_number(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit())
}
