//! What other systems got wrong, each a test: sizes that wrapped around, loops that ran backwards, numbers that were
//! rounded, selectors that bound otherwise than they read.
//!
//! Every program here goes through the circuit, the transformer by both engines and, where it has chains of thought,
//! step by step; or it is refused, and then soon, at the right place and without a large allocation. See [`support`].

mod traps {
    mod indices;
    mod lengths;
    mod loops;
    mod numbers;
    mod operators;
    mod selections;
    mod sizes;
    mod support;
}
