//! What a file holds: a program in circ, a circuit, or a transformer. Its content says so, not its name.

use std::path::Path;

use circ_compiler::diagnostics::DataFact;
use circ_compiler::{Loaded, Text, load_files};
use circ_runtime::{
    Circuit, FormatError, Lowered, ProgramFile, Transformer, is_safetensors, read_program, read_safetensors,
};

use crate::session::{Ended, Session};
use crate::source::{self, display_name, read_beside, stem};

/// What was read.
pub(crate) enum Opened {
    /// A program in circ, with what is wrong with it.
    Source(Box<Loaded>),
    /// A circuit, and what its layers cost where it was a transformer.
    Circuit(Box<Circuit>, Option<Lowered>),
    /// A transformer and its sequence.
    Transformer(Box<Transformer>),
}

/// What may stand before a value.
const BLANKS: [char; 5] = ['\u{feff}', ' ', '\t', '\n', '\r'];

/// Whether a file is JSON, right or wrong: no program in circ begins like that.
fn is_json(path: &Path, bytes: &[u8]) -> bool {
    let start = String::from_utf8_lossy(bytes.get(..100).unwrap_or(bytes));
    start.trim_start_matches(BLANKS).starts_with('{') || ends_in(path, "json")
}

/// Whether a file is one of tensors, right or wrong: nothing else begins like that.
fn is_tensors(path: &Path, bytes: &[u8]) -> bool {
    is_safetensors(bytes) || ends_in(path, "safetensors")
}

fn is_written(path: &Path, bytes: &[u8]) -> bool {
    is_json(path, bytes) || is_tensors(path, bytes)
}

/// Whether the name of a file ends in a dot and this.
pub(crate) fn ends_in(path: &Path, ending: &str) -> bool {
    path.extension().is_some_and(|found| found.eq_ignore_ascii_case(ending))
}

/// What a file is that was written for a machine and is no program in circ.
pub(crate) fn written_as(bytes: &[u8]) -> Option<&'static str> {
    if is_safetensors(bytes) {
        return Some("a transformer");
    }
    let text = std::str::from_utf8(bytes).ok()?.trim_start_matches(BLANKS);
    let formats = [("\"circ.circuit/", "a circuit"), ("\"circ.transformer/", "a transformer")];
    let found = formats.iter().find(|(format, _)| text.starts_with('{') && text.contains(format));
    found.map(|(_, what)| *what)
}

/// Reads a file and finds out what it is.
///
/// # Errors
/// A file that can't be read, and every fault of a circuit or a transformer.
pub(crate) fn open(session: &Session, path: &Path) -> Ended<Opened> {
    let read = source::read_program(path, is_written).map_err(|fact| session.refuse([*fact]))?;
    if is_tensors(path, &read.bytes) {
        return match read_safetensors(&read.bytes) {
            Ok(transformer) => Ok(Opened::Transformer(Box::new(transformer))),
            Err(error) => Err(session.refuse(faults(&display_name(path), error))),
        };
    }
    let written = is_json(path, &read.bytes);
    let text = read.text().map_err(|fact| session.refuse([*fact]))?;
    if !written {
        return Ok(Opened::Source(Box::new(load(path, text))));
    }
    match read_program(&text.text) {
        Ok(ProgramFile::Circuit(circuit, lowered)) => Ok(Opened::Circuit(Box::new(circuit), lowered)),
        Ok(ProgramFile::Transformer(transformer)) => Ok(Opened::Transformer(Box::new(transformer))),
        Err(error) => Err(session.refuse(faults(&display_name(path), error))),
    }
}

fn load(path: &Path, text: Text) -> Loaded {
    load_files(stem(path).as_deref(), text, &mut |below| read_beside(path, below))
}

/// The faults of a file, each as something to tell.
pub(crate) fn faults(path: &str, error: FormatError) -> Vec<DataFact> {
    let last = error.faults.len().saturating_sub(1);
    let fault = |(at, fault)| DataFact::BadProgram {
        path: path.to_owned(),
        fault: Box::new(fault),
        more: error.more && at == last,
    };
    error.faults.into_iter().enumerate().map(fault).collect()
}

/// What an option is of no use for.
#[derive(Clone, Copy)]
pub(crate) enum Held {
    /// A program in circ.
    Source,
    /// A circuit.
    Circuit,
    /// A transformer.
    Transformer,
}

/// Options that were given and that a file has no use for, each with what to do instead.
pub(crate) struct Misfits<'p> {
    path: &'p Path,
    held: Held,
    found: Vec<DataFact>,
}

impl<'p> Misfits<'p> {
    pub(crate) fn new(path: &'p Path, held: Held) -> Misfits<'p> {
        Misfits { path, held, found: Vec::new() }
    }

    /// Takes down an option where it was given.
    pub(crate) fn refuse(&mut self, given: bool, option: &str, instead: &str) -> &mut Misfits<'p> {
        if given {
            let what = match self.held {
                Held::Source => "a program in circ",
                Held::Circuit => "a circuit",
                Held::Transformer => "a transformer",
            };
            self.found.push(DataFact::OptionMisfit {
                option: option.to_owned(),
                path: display_name(self.path),
                what,
                instead: instead.to_owned(),
            });
        }
        self
    }

    /// The options of families, which files of one circuit or transformer do not have.
    pub(crate) fn families(&mut self, family: bool, params: bool, types: bool) -> &mut Misfits<'p> {
        let one = "leave it out: the file holds one program, of one size";
        self.refuse(family, "--family", one).refuse(params, "--param", one).refuse(types, "--type", one)
    }

    /// Tells them, and ends the command where there are any.
    pub(crate) fn end(&mut self, session: &Session) -> Ended<()> {
        let found = std::mem::take(&mut self.found);
        if found.is_empty() { Ok(()) } else { Err(session.refuse(found)) }
    }
}
