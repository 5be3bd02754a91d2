//! Transformer programs of circuits.
