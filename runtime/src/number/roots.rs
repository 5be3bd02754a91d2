//! Reading a number with a root: `1/2+3*sqrt(2)`.
//!
//! ```text
//! number = ["+" | "-"] term [("+" | "-") term]     at most one of the two without a root
//! term   = rational
//!        | rational "*" root ["/" decimal]
//!        | root ["*" decimal] ["/" decimal]
//! root   = "sqrt" "(" digits ")"
//! ```
//!
//! Blanks may stand between these parts. A rational number is a decimal or a fraction of two.

use super::parse::{ParseNumError, decimal};
use super::{Num, Ring};

/// Reads a number; `root` gives that of the natural number whose digits stand under a root.
pub(super) fn parse(
    text: &str,
    max_bits: u64,
    root: &dyn Fn(u32) -> Result<Num, ParseNumError>,
) -> Result<Num, ParseNumError> {
    let mut reader = Reader { rest: text, max_bits, root };
    let (first, first_root) = reader.term(true)?;
    let value = if reader.blank().is_empty() {
        first
    } else {
        let (second, second_root) = reader.term(false)?;
        if first_root == second_root || !reader.blank().is_empty() {
            return Err(ParseNumError::Malformed);
        }
        first.add(&second)
    };
    if value.is_big() && value.bits() > max_bits { Err(ParseNumError::TooLong) } else { Ok(value) }
}

/// The root of a natural number in a ring.
pub(super) fn in_ring(ring: Ring, under: u32) -> Result<Num, ParseNumError> {
    ring.sqrt(&Num::int(i64::from(under))).ok_or(ParseNumError::NotInRing { ring })
}

struct Reader<'t, 'r> {
    rest: &'t str,
    max_bits: u64,
    root: &'r dyn Fn(u32) -> Result<Num, ParseNumError>,
}

impl<'t> Reader<'t, '_> {
    /// What is left, blanks at its beginning skipped.
    fn blank(&mut self) -> &'t str {
        self.rest = self.rest.trim_start();
        self.rest
    }

    /// Takes a mark, where it comes next.
    fn mark(&mut self, mark: &str) -> bool {
        match self.blank().strip_prefix(mark) {
            Some(rest) => {
                self.rest = rest;
                true
            }
            None => false,
        }
    }

    /// Takes a mark that has to come.
    fn need(&mut self, mark: &str) -> Result<(), ParseNumError> {
        if self.mark(mark) { Ok(()) } else { Err(ParseNumError::Malformed) }
    }

    /// A term with its sign, and whether it has a root. Only the first one goes without a sign.
    fn term(&mut self, first: bool) -> Result<(Num, bool), ParseNumError> {
        let negative = self.mark("-");
        if !negative && !self.mark("+") && !first {
            return Err(ParseNumError::Malformed);
        }
        let leads = self.blank().starts_with("sqrt");
        let mut value = if leads { self.root()? } else { self.decimal()? };
        if !leads && self.mark("/") {
            value = self.over(&value)?;
        }
        let mut rooted = leads;
        if self.mark("*") {
            value = value.mul(&if leads { self.decimal()? } else { self.root()? });
            rooted = true;
        }
        if rooted && self.mark("/") {
            value = self.over(&value)?;
        }
        Ok((if negative { value.neg() } else { value }, rooted))
    }

    fn over(&mut self, value: &Num) -> Result<Num, ParseNumError> {
        value.div(&self.decimal()?).ok_or(ParseNumError::ZeroDenominator)
    }

    /// Digits, a point, an exponent with its sign: no other sign belongs to it.
    fn decimal(&mut self) -> Result<Num, ParseNumError> {
        let text = self.blank();
        let mut before = ' ';
        let end = text.find(|c: char| {
            let part = c.is_ascii_digit()
                || matches!(c, '.' | '_' | 'e' | 'E')
                || (matches!(c, '+' | '-') && matches!(before, 'e' | 'E'));
            before = c;
            !part
        });
        let (number, rest) = text.split_at(end.unwrap_or(text.len()));
        self.rest = rest;
        decimal(number, self.max_bits)
    }

    fn root(&mut self) -> Result<Num, ParseNumError> {
        self.need("sqrt")?;
        self.need("(")?;
        let text = self.blank();
        let (digits, rest) = text.split_at(text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len()));
        self.rest = rest;
        self.need(")")?;
        if digits.is_empty() {
            return Err(ParseNumError::Malformed);
        }
        // More than a ring can have is no number of this one either.
        let under = digits.parse::<u32>().unwrap_or(u32::MAX);
        (self.root)(under)
    }
}
