//! Objects, lists, numbers and texts of a file: each is read, or a fault says what was expected and found.
//!
//! A fault never stops the reading of what stands beside it, so that several are told at once.

use super::text::{Kind, Value, parse};
use super::{FormatError, shortened};
use crate::fault::{At, FaultKind, Faults};
use crate::number::{Num, ParseNumError, Ring};
use std::borrow::Cow;

/// Bits allowed in one number of a file: a million digits.
const MAX_BITS: u64 = 3_400_000;

/// A key of an object, and whether it has to be there.
pub(crate) type Key = (&'static str, bool);

/// A key that may stand in every object and says nothing.
const COMMENT: &str = "comment";

/// Reads a file: `read` gives its value, or has told why there is none.
pub(crate) fn read_file<T>(
    text: &str,
    read: impl FnOnce(&mut Faults, Value<'_>) -> Option<T>,
) -> Result<T, FormatError> {
    let value = parse(text)?;
    let mut faults = Faults::default();
    let read = read(&mut faults, value);
    match read {
        Some(read) if faults.list.is_empty() => Ok(read),
        _ => {
            for fault in &mut faults.list {
                fault.place = value.place(text, &fault.path);
            }
            // In the order of the file, whatever was read first.
            faults.list.sort_by_key(|fault| fault.place);
            Err(FormatError { faults: faults.list, more: faults.more })
        }
    }
}

/// A name that is longer than this is like none.
const LONGEST_NAME: usize = 64;

/// Whether two names are likely to be meant as one.
fn near(a: &str, b: &str) -> bool {
    if a.len().max(b.len()) > LONGEST_NAME {
        return false;
    }
    let longest = a.chars().count().max(b.chars().count());
    strsim::damerau_levenshtein(&a.to_lowercase(), &b.to_lowercase()) <= longest.div_ceil(3).min(3)
}

/// The name that is most like this one.
pub(crate) fn similar<'k>(name: &str, known: impl IntoIterator<Item = &'k str>) -> Option<&'k str> {
    let distance = |known: &&str| strsim::damerau_levenshtein(&name.to_lowercase(), &known.to_lowercase());
    known.into_iter().filter(|known| near(name, known)).min_by_key(distance)
}

/// The values of the keys of an object, in the order of `keys`. What is missing, unknown or there twice is told.
pub(crate) fn object<'t, const N: usize>(
    faults: &mut Faults,
    at: &At<'_>,
    value: Value<'t>,
    what: &'static str,
    keys: &[Key; N],
) -> Option<[Option<Value<'t>>; N]> {
    if value.kind() != Kind::Object {
        faults.push(at, FaultKind::Kind { expected: what, found: value.described() });
        return None;
    }
    let mut found = [None; N];
    let mut unknown = Vec::new();
    for (written, part) in value.entries() {
        let name = written.text().unwrap_or(Cow::Borrowed(written.written()));
        match keys.iter().position(|(key, _)| *key == name) {
            Some(k) if found[k].is_some() => {
                faults.push(&at.key(&name), FaultKind::KeyTwice { key: shortened(&name) });
            }
            Some(k) => found[k] = Some(part),
            None if name == COMMENT => {}
            None if unknown.len() < 20 => unknown.push(name.to_string()),
            None => {}
        }
    }
    let mut meant = [false; N];
    for key in unknown {
        let absent = || (0..N).filter(|k| found[*k].is_none()).map(|k| keys[k].0);
        let similar = similar(&key, absent());
        if let Some(k) = similar.and_then(|similar| keys.iter().position(|(key, _)| *key == similar)) {
            meant[k] = true;
        }
        let known = keys.iter().map(|(key, _)| *key).collect();
        faults.push(&at.key(&key), FaultKind::UnknownKey { key: shortened(&key), similar, known });
    }
    for (k, (key, needed)) in keys.iter().enumerate() {
        if *needed && found[k].is_none() && !meant[k] {
            faults.push(at, FaultKind::MissingKey { key });
        }
    }
    Some(found)
}

/// A list, whose elements the caller goes through.
pub(crate) fn list<'t>(
    faults: &mut Faults,
    at: &At<'_>,
    value: Value<'t>,
    what: &'static str,
) -> Option<Value<'t>> {
    if value.kind() == Kind::List {
        return Some(value);
    }
    faults.push(at, FaultKind::Kind { expected: what, found: value.described() });
    None
}

/// A text.
pub(crate) fn text<'t>(
    faults: &mut Faults,
    at: &At<'_>,
    value: Value<'t>,
    what: &'static str,
) -> Option<Cow<'t, str>> {
    let read = value.text();
    if read.is_none() {
        faults.push(at, FaultKind::Kind { expected: what, found: value.described() });
    }
    read
}

/// A natural number of at most `limit`.
pub(crate) fn natural(
    faults: &mut Faults,
    at: &At<'_>,
    value: Value<'_>,
    what: &'static str,
    limit: u64,
) -> Option<u64> {
    let written = value.written();
    if value.kind() != Kind::Number || !written.bytes().all(|b| b.is_ascii_digit()) {
        let expected = "a natural number, without quotes";
        faults.push(at, FaultKind::Kind { expected, found: value.described() });
        return None;
    }
    let read = written.parse().ok().filter(|read| *read <= limit);
    if read.is_none() {
        faults.push(at, FaultKind::TooLarge { what, found: shortened(written), limit });
    }
    read
}

/// A list of natural numbers of at most `limit`; those that are none are told, and are 0.
pub(crate) fn naturals(
    faults: &mut Faults,
    at: &At<'_>,
    value: Value<'_>,
    what: &'static str,
    limit: u64,
) -> Option<Vec<u64>> {
    let value = list(faults, at, value, "a list of natural numbers")?;
    let mut read = Vec::new();
    for (k, part) in value.elements().enumerate() {
        read.push(natural(faults, &at.index(k), part, what, limit).unwrap_or(0));
    }
    Some(read)
}

/// One of some texts.
pub(crate) fn choice(
    faults: &mut Faults,
    at: &At<'_>,
    value: Value<'_>,
    what: &'static str,
    known: &'static [&'static str],
) -> Option<usize> {
    let read = text(faults, at, value, "a text")?;
    let place = known.iter().position(|known| *known == read);
    if place.is_none() {
        let similar = similar(&read, known.iter().copied());
        faults.push(at, FaultKind::Choice { what, found: shortened(&read), similar, known });
    }
    place
}

/// The ring of a file, where it names one that there is.
pub(crate) fn ring(faults: &mut Faults, at: &At<'_>, value: Value<'_>) -> Option<Ring> {
    let read = text(faults, at, value, "the ring as a text: \"Q\"")?;
    let ring = read.parse().ok();
    if ring.is_none() {
        faults.push(at, FaultKind::Ring { found: shortened(&read) });
    }
    ring
}

/// Whether the file is of the format that is read.
pub(crate) fn format(faults: &mut Faults, value: Value<'_>, expected: &'static str) -> bool {
    let found =
        value.entries().find(|(key, _)| key.text().is_some_and(|key| key == "format")).map(|(_, format)| {
            format.text().map_or_else(|| shortened(format.written()), |text| shortened(&text))
        });
    if found.as_deref() == Some(expected) {
        return true;
    }
    let at = if found.is_some() { At::Key(&At::Root, "format") } else { At::Root };
    faults.push(&at, FaultKind::Format { expected, found: found.unwrap_or_default() });
    false
}

/// A number of the ring: a text, or a JSON integer. Where the ring is not known, of any.
pub(crate) fn number(faults: &mut Faults, at: &At<'_>, value: Value<'_>, ring: Option<Ring>) -> Option<Num> {
    let written = match value.kind() {
        Kind::Text => value.text(),
        Kind::Number => Some(Cow::Borrowed(value.written())),
        _ => None,
    };
    let Some(written) = written else {
        let expected = "a number as a text, as \"1/2\"";
        faults.push(at, FaultKind::Kind { expected, found: value.described() });
        return None;
    };
    if value.kind() == Kind::Number && written.contains(['.', 'e', 'E']) {
        let instead = exactly(&written);
        faults.push(at, FaultKind::Float { found: shortened(&written), instead });
        return None;
    }
    let read = match parse_number(&written) {
        Ok(read) => read,
        Err(reason) => {
            faults.push(at, FaultKind::NotANumber { found: shortened(&written), reason });
            return None;
        }
    };
    match ring {
        Some(ring) if !ring.contains(&read) => {
            faults.push(at, FaultKind::NotInRing { ring, found: read });
            None
        }
        _ => Some(read),
    }
}

/// A number as files have it, of any ring; or why it is none.
pub(crate) fn parse_number(written: &str) -> Result<Num, String> {
    Num::parse_unchecked(written, MAX_BITS).map_err(|error| match error {
        ParseNumError::Malformed => "numbers are written as 3, -0.25 or 2/3".to_owned(),
        error => error.to_string(),
    })
}

/// How a decimal of JSON is written so that it is exact: as a text, and as a fraction where that is short.
fn exactly(written: &str) -> String {
    let decimal = format!("\"{}\"", shortened(written));
    match Num::parse(written, 128) {
        Ok(value) if !value.is_integer() => format!("{decimal} or \"{value}\""),
        _ => decimal,
    }
}
