//! Reading: nothing is taken on trust. What a file claims is held against the bytes that are there before anything is
//! made of it, so that no claim costs more memory than the file has bytes.

use super::{DENOMINATOR, FORMAT, KEY, NUMERATOR, TEXT, TensorProblem, column_name};
use crate::column::Column;
use crate::fault::{At, Fault, FaultKind, Faults, Path, Step};
use crate::json::reading::{format, natural, object, parse_number, read_file, text};
use crate::json::text::{Kind, Value as Json};
use crate::json::{FormatError, shortened};
use crate::number::{Num, Ring};
use crate::sequence::Sequence;
use crate::transformer::Transformer;
use crate::transformer_json::{Known, PROGRAM_KEYS, ports, program};
use safetensors::tensor::{Dtype, Metadata};
use std::collections::BTreeSet;

/// The bytes before the header: its length.
const LENGTH: usize = 8;
/// The library reads no longer header.
const LONGEST_HEADER: u64 = 100_000_000;

/// What the numbers of a column may be.
const INTEGERS: [Dtype; 2] = [Dtype::I32, Dtype::I64];

/// Whether bytes are a file of tensors, right or wrong: no text begins with a length of less than 100 MB.
pub fn is_safetensors(bytes: &[u8]) -> bool {
    let length = bytes.first_chunk::<LENGTH>().map(|length| u64::from_le_bytes(*length));
    length.is_some_and(|length| length <= LONGEST_HEADER) && bytes.get(LENGTH) == Some(&b'{')
}

/// Reads a transformer and its sequence.
///
/// # Errors
/// What is no file of tensors, not of the format, or does not fit together: several faults at once.
pub fn read_safetensors(bytes: &[u8]) -> Result<Transformer, FormatError> {
    let (metadata, data) = parts(bytes).map_err(|problem| one(FaultKind::Tensors { problem }))?;
    let own = metadata.metadata().as_ref().and_then(|metadata| metadata.get(KEY));
    let Some(own) = own else {
        return Err(one(FaultKind::Tensors {
            problem: format!("its metadata has no key `{KEY}`, which says what the tensors are"),
        }));
    };
    let tensors = Tensors { metadata: &metadata, data, used: BTreeSet::new() };
    read_file(own, |faults, value| transformer(faults, value, tensors)).map_err(|mut error| {
        for fault in &mut error.faults {
            // Nobody sees the lines of a text inside a header.
            fault.place = None;
            if !matches!(fault.kind, FaultKind::Tensor { .. }) {
                let inside = ["__metadata__", KEY].map(|key| Step::Key(key.to_owned()));
                fault.path = Path(inside.into_iter().chain(std::mem::take(&mut fault.path.0)).collect());
            }
        }
        error
    })
}

fn one(kind: FaultKind) -> FormatError {
    FormatError { faults: vec![Fault { path: Path::default(), place: None, kind }], more: false }
}

/// The header, and the bytes that its tensors are made of; or why there are none.
fn parts(bytes: &[u8]) -> Result<(Metadata, &[u8]), String> {
    let Some((length, rest)) = bytes.split_first_chunk::<LENGTH>() else {
        return Err(format!("it has {} bytes, and begins with the length of its header in 8", bytes.len()));
    };
    let length = u64::from_le_bytes(*length);
    if length > LONGEST_HEADER {
        return Err(format!(
            "its first 8 bytes are no length of a header: it would have {length} bytes, and the most is {LONGEST_HEADER}"
        ));
    }
    let Some((header, data)) = rest.split_at_checked(length as usize) else {
        return Err(format!("its header should have {length} bytes, and {} follow", rest.len()));
    };
    let header = std::str::from_utf8(header).map_err(|_| "its header is not UTF-8".to_owned())?;
    let metadata: Metadata = serde_json::from_str(header).map_err(|error| {
        let problem = error.to_string();
        format!("its header can't be read: {}", shortened(&problem))
    })?;
    // The tensors follow one another from 0, which the library has checked.
    if metadata.data_len() != data.len() {
        let (expected, found) = (metadata.data_len(), data.len());
        return Err(format!(
            "its tensors should have {expected} bytes together, and {found} follow the header"
        ));
    }
    Ok((metadata, data))
}

/// The tensors of a file, and which of them were asked for.
struct Tensors<'f> {
    metadata: &'f Metadata,
    data: &'f [u8],
    used: BTreeSet<String>,
}

/// One of them.
struct Tensor<'f> {
    name: String,
    dtype: Dtype,
    shape: &'f [usize],
    data: &'f [u8],
}

fn transformer(faults: &mut Faults, value: Json<'_>, mut tensors: Tensors<'_>) -> Option<Transformer> {
    let root = At::Root;
    let what = "a transformer, an object `{…}`";
    if value.kind() == Kind::Object && !format(faults, value, FORMAT) {
        return None;
    }
    let [a, b, c, d, e, f, g, h, i, j] = PROGRAM_KEYS;
    let keys = [("format", true), ("family", false), ("params", false), a, b, c, d, e, f, g, h, i, j];
    let [_, family, params, keys @ ..] = object(faults, &root, value, what, &keys)?;
    origin(faults, [family, params]);
    let read =
        program(faults, keys, |faults, at, value, known| sequence(faults, at, value, known, &mut tensors));
    for name in tensors.metadata.offset_keys() {
        if !tensors.used.contains(&name) {
            faults.push(&root, fault(&name, TensorProblem::Unknown));
        }
    }
    read
}

/// Says nothing that is run, and is what the format has all the same.
fn origin(faults: &mut Faults, [family, params]: [Option<Json<'_>>; 2]) {
    let root = At::Root;
    if let Some(family) = family {
        text(faults, &root.key("family"), family, "the family's name as a text");
    }
    let Some(params) = params else { return };
    let at = root.key("params");
    if params.kind() != Kind::Object {
        let expected = "the sizes, an object `{…}`";
        faults.push(&at, FaultKind::Kind { expected, found: params.described() });
    }
    for (name, size) in params.entries() {
        let name = name.text().unwrap_or_default();
        natural(faults, &at.key(&name), size, "a size", u64::MAX);
    }
}

fn sequence(
    faults: &mut Faults,
    at: &At<'_>,
    value: Json<'_>,
    known: Option<&Known>,
    tensors: &mut Tensors<'_>,
) -> Option<Sequence> {
    let keys = [("inputs", true), ("outputs", true)];
    let keys = object(faults, at, value, "the sequence, an object `{…}`", &keys)?;
    let ports = ports(faults, at, keys, &mut |faults, at, value| {
        let name = text(faults, at, value, "the name of a tensor as a text")?;
        let Some(tensor) = tensors.take(&name) else {
            faults.push(&At::Root, fault(&name, TensorProblem::Missing));
            return None;
        };
        tensor.of(faults, &[Dtype::U32], "U32")?;
        tensor.list(faults, None)?;
        Some(tensor.words().map(u32::from_le_bytes).collect())
    });
    let known = known?;
    let mut columns = Vec::new();
    let mut len = None;
    for c in 0..known.dim {
        let column = column(faults, tensors, c, known.ring, len);
        if let Some((_, found)) = &column {
            len.get_or_insert(*found);
        }
        columns.push(column.map(|(column, _)| column.compact()));
    }
    let columns = columns.into_iter().collect::<Option<Vec<Column>>>();
    let (inputs, outputs) = ports?;
    Some(Sequence { len: len.unwrap_or(0), columns: columns?, inputs, outputs })
}

/// A column in the form that it has, and how many numbers it has: as many as the ones before.
fn column(
    faults: &mut Faults,
    tensors: &mut Tensors<'_>,
    c: usize,
    ring: Option<Ring>,
    len: Option<usize>,
) -> Option<(Column, usize)> {
    let mut take = |part| tensors.take(&column_name(c, part));
    let (whole, top, bottom, text) = (take(""), take(NUMERATOR), take(DENOMINATOR), take(TEXT));
    let forms = [&whole, &top, &text].map(|form| form.as_ref().map(|tensor| tensor.name.clone()));
    let mut forms = forms.into_iter().flatten();
    if let (Some(first), Some(other)) = (forms.next(), forms.next()) {
        faults.push(&At::Root, fault(&other, TensorProblem::TwoForms { other: first }));
        return None;
    }
    match (whole, top, bottom, text) {
        (Some(whole), None, None, None) => integers(faults, &whole, len),
        (None, Some(top), Some(bottom), None) => fractions(faults, &top, &bottom, len),
        (None, None, None, Some(text)) => texts(faults, &text, ring, len),
        (_, top, bottom, _) => {
            // Half of a form is told by the half that is missing.
            let part = match (top, bottom) {
                (Some(_), None) => DENOMINATOR,
                (None, Some(_)) => NUMERATOR,
                _ => "",
            };
            faults.push(&At::Root, fault(&column_name(c, part), TensorProblem::Missing));
            None
        }
    }
}

fn integers(faults: &mut Faults, tensor: &Tensor<'_>, len: Option<usize>) -> Option<(Column, usize)> {
    tensor.of(faults, &INTEGERS, "I32 or I64")?;
    let len = tensor.list(faults, len)?;
    Some((Column::of(tensor.integers().map(Num::int)), len))
}

fn fractions(
    faults: &mut Faults,
    top: &Tensor<'_>,
    bottom: &Tensor<'_>,
    len: Option<usize>,
) -> Option<(Column, usize)> {
    let of = [top, bottom].map(|tensor| tensor.of(faults, &INTEGERS, "I32 or I64"));
    let len = top.list(faults, len)?;
    bottom.list(faults, Some(len))?;
    of.into_iter().collect::<Option<Vec<()>>>()?;
    if let Some((at, found)) = bottom.integers().enumerate().find(|(_, bottom)| *bottom <= 0) {
        faults.push(&At::Root, fault(&bottom.name, TensorProblem::Denominator { at, found }));
        return None;
    }
    let ratios = top.integers().zip(bottom.integers());
    Some((Column::of(ratios.map(|(top, bottom)| Num::ratio(top, bottom).unwrap_or(Num::ZERO))), len))
}

/// A number a line, each with its line end.
fn texts(
    faults: &mut Faults,
    tensor: &Tensor<'_>,
    ring: Option<Ring>,
    len: Option<usize>,
) -> Option<(Column, usize)> {
    tensor.of(faults, &[Dtype::U8], "U8")?;
    tensor.list(faults, None)?;
    let mut told = |problem| faults.push(&At::Root, fault(&tensor.name, problem));
    let Ok(text) = std::str::from_utf8(tensor.data) else {
        told(TensorProblem::NotText);
        return None;
    };
    let lines = text.split_terminator('\n').count();
    if len.is_some_and(|len| len != lines) {
        told(TensorProblem::Lines { expected: len.unwrap_or(0), found: lines });
        return None;
    }
    let mut numbers = Column::Ints(Vec::new());
    for (k, written) in text.split_terminator('\n').enumerate() {
        let (line, found) = (k + 1, shortened(written));
        match parse_number(written) {
            Ok(number) if ring.is_some_and(|ring| !ring.contains(&number)) => {
                let ring = ring.map(|ring| ring.to_string()).unwrap_or_default();
                told(TensorProblem::NotInRing { line, found, ring });
                return None;
            }
            Ok(number) => numbers.push(number),
            Err(reason) => {
                told(TensorProblem::Number { line, found, reason });
                return None;
            }
        }
    }
    Some((numbers, lines))
}

fn fault(tensor: &str, problem: TensorProblem) -> FaultKind {
    FaultKind::Tensor { tensor: shortened(tensor), problem }
}

impl<'f> Tensors<'f> {
    /// The tensor of a name.
    fn take(&mut self, name: &str) -> Option<Tensor<'f>> {
        let info = self.metadata.info(name)?;
        let (start, end) = info.data_offsets;
        let data = self.data.get(start..end)?;
        self.used.insert(name.to_owned());
        Some(Tensor { name: name.to_owned(), dtype: info.dtype, shape: &info.shape, data })
    }
}

impl<'f> Tensor<'f> {
    /// Tells where the elements are of none of these types.
    fn of(&self, faults: &mut Faults, types: &[Dtype], expected: &'static str) -> Option<()> {
        if types.contains(&self.dtype) {
            return Some(());
        }
        let found = self.dtype.to_string();
        faults.push(&At::Root, fault(&self.name, TensorProblem::Type { expected, found }));
        None
    }

    /// How many elements there are, in one dimension; as many as are expected.
    fn list(&self, faults: &mut Faults, expected: Option<usize>) -> Option<usize> {
        match self.shape {
            [len] if expected.is_none_or(|expected| expected == *len) => Some(*len),
            found => {
                let found = found.to_vec();
                faults.push(&At::Root, fault(&self.name, TensorProblem::Shape { expected, found }));
                None
            }
        }
    }

    /// The elements, where they are of [`INTEGERS`].
    fn integers(&self) -> Box<dyn Iterator<Item = i64> + 'f> {
        match self.dtype {
            Dtype::I32 => Box::new(self.words().map(|word| i64::from(i32::from_le_bytes(word)))),
            _ => Box::new(self.words().map(i64::from_le_bytes)),
        }
    }

    /// The elements, each of so many bytes.
    fn words<const N: usize>(&self) -> impl Iterator<Item = [u8; N]> + use<'f, N> {
        self.data.chunks_exact(N).filter_map(|word| word.try_into().ok())
    }
}
