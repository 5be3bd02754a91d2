//! A file that is a circuit or a transformer: which one, its format says.

use crate::circuit::Circuit;
use crate::circuit_json::read_lowered;
use crate::fault::{At, FaultKind};
use crate::json::reading::{read_file, similar};
use crate::json::text::{Kind, Value, parse};
use crate::json::{FormatError, shortened};
use crate::lowered::Lowered;
use crate::transformer::Transformer;
use crate::transformer_json::read_transformer;

/// What a file holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ProgramFile {
    /// A circuit, with what the layers have cost where it was a transformer.
    Circuit(Circuit, Option<Lowered>),
    /// A transformer and its sequence.
    Transformer(Transformer),
}

const CIRCUIT: &str = "circ.circuit/1";
const TRANSFORMER: &str = "circ.transformer/1";
const EITHER: &str = "circ.circuit/1\" or \"circ.transformer/1";

/// Reads a circuit or a transformer.
///
/// # Errors
/// What is not JSON, of neither format, or does not fit together: several faults at once, each with its path.
pub fn read_program(text: &str) -> Result<ProgramFile, FormatError> {
    let value = parse(text)?;
    // One that names another version is told so where it would have been read.
    let named = format_of(value);
    match named.as_deref().and_then(|named| named.rsplit_once('/')).map(|(name, _)| name) {
        Some("circ.circuit") => {
            read_lowered(text).map(|(circuit, lowered)| ProgramFile::Circuit(circuit, lowered))
        }
        Some("circ.transformer") => read_transformer(text).map(ProgramFile::Transformer),
        _ => read_file(text, |faults, value| {
            let found = named.as_deref().map(shortened);
            if value.kind() != Kind::Object {
                let expected = "a circuit or a transformer, an object `{…}`";
                faults.push(&At::Root, FaultKind::Kind { expected, found: value.described() });
                return None;
            }
            let near = found.as_deref().and_then(|found| similar(found, [CIRCUIT, TRANSFORMER]));
            let expected = match near {
                Some(CIRCUIT) => CIRCUIT,
                Some(_) => TRANSFORMER,
                None => EITHER,
            };
            let at = if found.is_some() { At::Key(&At::Root, "format") } else { At::Root };
            faults.push(&at, FaultKind::Format { expected, found: found.unwrap_or_default() });
            None
        }),
    }
}

fn format_of(value: Value<'_>) -> Option<String> {
    let (_, format) = value.entries().find(|(key, _)| key.text().is_some_and(|key| key == "format"))?;
    Some(format.text().map_or_else(|| format.written().to_owned(), std::borrow::Cow::into_owned))
}
