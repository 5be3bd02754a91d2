//! Values: from the texts of inputs to numbers and shapes, and from numbers back to text.

mod collect;
mod json;
mod mend;
mod read;
mod split;
mod write;

pub(crate) use collect::shortened;
pub(crate) use mend::within;
pub(crate) use read::{Given, Numbers, Written, read, read_port};
pub(crate) use write::{Shown, json_natural, json_number, nested, quoted, shown};
