//! What `circ build` and `circ report` write, as text.

pub(crate) mod drawing;
pub(crate) mod groundtruth;
pub(crate) mod table;
pub(crate) mod tokens;
pub(crate) mod types;
