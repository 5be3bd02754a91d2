//! A semiring by its name, and its values as they are read and written.

use super::{Boolean, Counting, Modulo, Semiring, SemiringError, SemiringErrorKind, Tropical, evaluate_over};
use crate::circuit::{Circuit, PortType};
use crate::limits::Limits;
use crate::number::Num;
use std::fmt;
use std::str::FromStr;

/// One of the semirings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SemiringChoice {
    /// The natural numbers: `counting`.
    Counting,
    /// Truth values: `boolean`.
    Boolean,
    /// Numbers with the least or the greatest as their sum: `min-plus`, `max-plus`.
    Tropical(Tropical),
    /// Integers modulo m: `mod:7`.
    Modulo(Modulo),
}

/// A value of any semiring.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Element {
    /// A number.
    Number(Num),
    /// A truth value.
    Truth(bool),
    /// The 0 of a tropical semiring.
    Infinite,
}

impl SemiringChoice {
    /// Digits of the greatest modulus.
    pub const MAX_MODULUS_DIGITS: usize = 10_000;

    /// How the 0 of a tropical semiring is written.
    pub fn infinity(&self) -> Option<&'static str> {
        match self {
            SemiringChoice::Tropical(Tropical::MinPlus) => Some("inf"),
            SemiringChoice::Tropical(Tropical::MaxPlus) => Some("-inf"),
            _ => None,
        }
    }

    /// Whether it is a ring: whether it has a -1.
    pub fn is_ring(&self) -> bool {
        matches!(self, SemiringChoice::Modulo(_))
    }

    /// Whether a number can be the value of an input.
    pub fn has(&self, number: &Num) -> bool {
        match self {
            SemiringChoice::Counting => number.is_integer() && number.signum() >= 0,
            SemiringChoice::Boolean => number.is_zero() || number.is_one(),
            SemiringChoice::Tropical(_) => true,
            SemiringChoice::Modulo(_) => number.is_integer(),
        }
    }

    /// The value of every output scalar, ports in order, each in row-major order. Inputs that are no numbers, bools and
    /// tokens, stand for what a constant of their code would be.
    ///
    /// # Errors
    /// As [`evaluate_over`], or an input that is no value of the semiring.
    pub fn evaluate(
        &self,
        circuit: &Circuit,
        inputs: &[Element],
        limits: &Limits,
        progress: &mut dyn FnMut(u64, u64),
    ) -> Result<Vec<Element>, SemiringError> {
        match self {
            SemiringChoice::Counting => {
                let number = |element: &Element| element.number().filter(|number| self.has(number));
                dispatch(&Counting, circuit, inputs, &number, &Element::Number, limits, progress)
            }
            SemiringChoice::Boolean => {
                let truth = |element: &Element| match element {
                    Element::Truth(truth) => Some(*truth),
                    Element::Number(number) => self.has(number).then(|| !number.is_zero()),
                    Element::Infinite => None,
                };
                dispatch(&Boolean, circuit, inputs, &truth, &Element::Truth, limits, progress)
            }
            SemiringChoice::Tropical(tropical) => {
                let read = |element: &Element| match element {
                    Element::Infinite => Some(None),
                    other => other.number().map(Some),
                };
                let write = |value: Option<Num>| value.map_or(Element::Infinite, Element::Number);
                dispatch(tropical, circuit, inputs, &read, &write, limits, progress)
            }
            SemiringChoice::Modulo(modulo) => {
                let read = |element: &Element| element.number().and_then(|number| modulo.reduce(&number));
                dispatch(modulo, circuit, inputs, &read, &Element::Number, limits, progress)
            }
        }
    }
}

impl Element {
    fn number(&self) -> Option<Num> {
        match self {
            Element::Number(number) => Some(number.clone()),
            Element::Truth(_) | Element::Infinite => None,
        }
    }
}

fn dispatch<S: Semiring>(
    semiring: &S,
    circuit: &Circuit,
    inputs: &[Element],
    read: &dyn Fn(&Element) -> Option<S::Value>,
    write: &dyn Fn(S::Value) -> Element,
    limits: &Limits,
    progress: &mut dyn FnMut(u64, u64),
) -> Result<Vec<Element>, SemiringError> {
    let types = circuit.inputs.iter().flat_map(|port| std::iter::repeat_n(&port.ty, port.scalars()));
    let value = |(element, ty): (&Element, &PortType)| match ty {
        PortType::Num => read(element),
        PortType::Bool | PortType::Alphabet { .. } => element.number().and_then(|n| semiring.constant(&n)),
    };
    let mut values = Vec::with_capacity(inputs.len());
    for (at, pair) in inputs.iter().zip(types).enumerate() {
        let error = SemiringError { kind: SemiringErrorKind::Input(at), gate: None };
        values.push(value(pair).ok_or(error)?);
    }
    // One too many is an error, and should not be cut off.
    values.extend(inputs.iter().skip(values.len()).filter_map(read));
    Ok(evaluate_over(semiring, circuit, &values, limits, progress)?.into_iter().map(write).collect())
}

impl fmt::Display for SemiringChoice {
    /// As it is named on the command line.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SemiringChoice::Counting => f.write_str("counting"),
            SemiringChoice::Boolean => f.write_str("boolean"),
            SemiringChoice::Tropical(Tropical::MinPlus) => f.write_str("min-plus"),
            SemiringChoice::Tropical(Tropical::MaxPlus) => f.write_str("max-plus"),
            SemiringChoice::Modulo(modulo) => write!(f, "mod:{}", modulo.modulus()),
        }
    }
}

/// A text that names no semiring; why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownSemiring(pub String);

impl fmt::Display for UnknownSemiring {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for UnknownSemiring {}

impl FromStr for SemiringChoice {
    type Err = UnknownSemiring;

    fn from_str(text: &str) -> Result<SemiringChoice, UnknownSemiring> {
        match text {
            "counting" => Ok(SemiringChoice::Counting),
            "boolean" => Ok(SemiringChoice::Boolean),
            "min-plus" => Ok(SemiringChoice::Tropical(Tropical::MinPlus)),
            "max-plus" => Ok(SemiringChoice::Tropical(Tropical::MaxPlus)),
            _ => match text.strip_prefix("mod:") {
                Some(modulus) => modulo(modulus).map(SemiringChoice::Modulo),
                None => Err(UnknownSemiring(
                    "there is boolean, min-plus, max-plus, counting, and mod:7 with any modulus".into(),
                )),
            },
        }
    }
}

fn modulo(text: &str) -> Result<Modulo, UnknownSemiring> {
    if text.is_empty() || !text.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(UnknownSemiring("the modulus is an integer of at least 2, as in mod:7".into()));
    }
    let most = SemiringChoice::MAX_MODULUS_DIGITS;
    if text.len() > most {
        return Err(UnknownSemiring(format!("the modulus has at most {most} digits")));
    }
    let number: Option<Num> = text.parse().ok();
    number.and_then(Modulo::new).ok_or_else(|| UnknownSemiring("the least modulus is 2".into()))
}
