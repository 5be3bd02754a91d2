//! Writing: a column is spelled out when its turn comes, so that beside the file one at most is in memory.

use super::{DENOMINATOR, FORMAT, KEY, NUMERATOR, TEXT, column_name};
use crate::column::Column;
use crate::json::{write_list, write_str};
use crate::number::Num;
use crate::sequence::Sequence;
use crate::transformer::Transformer;
use crate::transformer_json::{write_input, write_output, write_program};
use num_traits::ToPrimitive;
use safetensors::tensor::{Dtype, View, serialize};
use std::borrow::Cow;
use std::fmt::{self, Write};

/// What a transformer was built of.
#[derive(Clone, Copy, Debug)]
pub struct Origin<'a> {
    /// The family.
    pub family: &'a str,
    /// Its sizes by name.
    pub params: &'a [(String, u64)],
}

/// A transformer whose layers are more text than the header of a file of tensors may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooLong;

/// The bytes of the file. The same transformer gives the same bytes.
///
/// # Errors
/// Layers of more than 100 MB as JSON.
pub fn transformer_to_safetensors(t: &Transformer, origin: Option<Origin<'_>>) -> Result<Vec<u8>, TooLong> {
    let mut header = String::new();
    // A string takes everything.
    let _ = write_header(t, origin, &mut header);
    let metadata = std::iter::once((KEY.to_owned(), header)).collect();
    // The library refuses a long header; its other errors are of tensors that do not fit their own shapes.
    serialize(tensors(&t.sequence), Some(metadata)).map_err(|_| TooLong)
}

/// All but the tensors.
fn write_header(t: &Transformer, origin: Option<Origin<'_>>, out: &mut dyn Write) -> fmt::Result {
    write!(out, "{{\"format\": \"{FORMAT}\",\n ")?;
    if let Some(Origin { family, params }) = origin {
        out.write_str("\"family\": ")?;
        write_str(out, family)?;
        out.write_str(",\n \"params\": {")?;
        for (k, (name, value)) in params.iter().enumerate() {
            out.write_str(if k > 0 { ", " } else { "" })?;
            write_str(out, name)?;
            write!(out, ": {value}")?;
        }
        out.write_str("},\n ")?;
    }
    write_program(t, out, |out| {
        out.write_str("{\"inputs\": ")?;
        write_list(out, t.sequence.inputs.iter().enumerate(), |out, (k, spec)| {
            write_input(out, spec, |out| write_str(out, &input_name(k)))
        })?;
        out.write_str(",\n  \"outputs\": ")?;
        write_list(out, t.sequence.outputs.iter().enumerate(), |out, (k, spec)| {
            write_output(out, spec, |out| write_str(out, &output_name(k)))
        })?;
        out.write_char('}')
    })?;
    out.write_char('}')
}

fn input_name(k: usize) -> String {
    format!("sequence.inputs.{k}")
}

fn output_name(k: usize) -> String {
    format!("sequence.outputs.{k}")
}

/// A tensor of one dimension.
struct Tensor<'a> {
    dtype: Dtype,
    shape: [usize; 1],
    content: Content<'a>,
}

/// What a tensor holds.
enum Content<'a> {
    Positions(&'a [u32]),
    /// A number of each position, as one that fits the type.
    Numbers(&'a Column, fn(&Num) -> i64),
    Text(Vec<u8>),
}

impl View for Tensor<'_> {
    fn dtype(&self) -> Dtype {
        self.dtype
    }

    fn shape(&self) -> &[usize] {
        &self.shape
    }

    fn data(&self) -> Cow<'_, [u8]> {
        let [len] = self.shape;
        match &self.content {
            Content::Text(text) => Cow::Borrowed(text),
            Content::Positions(positions) => positions.iter().flat_map(|p| p.to_le_bytes()).collect(),
            Content::Numbers(column, part) => {
                let column = column.spelled_out();
                let numbers = (0..len).map(|i| part(&column.get(i)));
                match self.dtype {
                    Dtype::I32 => numbers.flat_map(|number| (number as i32).to_le_bytes()).collect(),
                    _ => numbers.flat_map(i64::to_le_bytes).collect(),
                }
            }
        }
    }

    fn data_len(&self) -> usize {
        self.shape[0] * self.dtype.bitsize() / 8
    }
}

fn tensors(sequence: &Sequence) -> Vec<(String, Tensor<'_>)> {
    let mut tensors = Vec::new();
    for (c, column) in sequence.columns.iter().enumerate() {
        push_column(&mut tensors, c, column, sequence.len);
    }
    let inputs = sequence.inputs.iter().enumerate().map(|(k, spec)| (input_name(k), &spec.positions));
    let outputs = sequence.outputs.iter().enumerate().map(|(k, spec)| (output_name(k), &spec.positions));
    for (name, positions) in inputs.chain(outputs) {
        let content = Content::Positions(positions);
        tensors.push((name, Tensor { dtype: Dtype::U32, shape: [positions.len()], content }));
    }
    tensors
}

/// A tensor of a column: the end of its name, and what it has of each number.
type Part = (&'static str, fn(&Num) -> i64);

/// A column in the first of its forms that has room for every number.
fn push_column<'a>(tensors: &mut Vec<(String, Tensor<'a>)>, c: usize, column: &'a Column, len: usize) {
    let spelled_out = column.spelled_out();
    let numbers = || (0..len).map(|i| spelled_out.get(i));
    let parts: &[Part] = if numbers().all(|number| number.to_i64().is_some()) {
        &[("", numerator)]
    } else if numbers().all(|number| ratio(&number).is_some()) {
        &[(NUMERATOR, numerator), (DENOMINATOR, denominator)]
    } else {
        let mut text = String::new();
        for number in numbers() {
            // A string takes everything.
            let _ = writeln!(text, "{number}");
        }
        let shape = [text.len()];
        let content = Content::Text(text.into_bytes());
        return tensors.push((column_name(c, TEXT), Tensor { dtype: Dtype::U8, shape, content }));
    };
    for (part, number) in parts {
        let short = numbers().all(|each| i32::try_from(number(&each)).is_ok());
        let dtype = if short { Dtype::I32 } else { Dtype::I64 };
        let content = Content::Numbers(column, *number);
        tensors.push((column_name(c, part), Tensor { dtype, shape: [len], content }));
    }
}

/// Numerator and denominator, where both have room in 64 bits.
fn ratio(number: &Num) -> Option<(i64, i64)> {
    if let Some(integer) = number.to_i64() {
        return Some((integer, 1));
    }
    let ratio = number.to_rational()?;
    Some((ratio.numer().to_i64()?, ratio.denom().to_i64()?))
}

fn numerator(number: &Num) -> i64 {
    ratio(number).map_or(0, |(numerator, _)| numerator)
}

fn denominator(number: &Num) -> i64 {
    ratio(number).map_or(1, |(_, denominator)| denominator)
}
