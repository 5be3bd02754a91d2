//! Inputs that fail, made small.

use std::time::{Duration, Instant};

use crate::campaign::{Failure, try_input};
use crate::targets::Target;

/// An input that fails in the same way and from which no stretch can be left out, as far as the time goes.
pub fn minimise(
    target: &Target,
    input: &[u8],
    failure: &Failure,
    limit: Duration,
    time: Duration,
) -> Vec<u8> {
    let begin = Instant::now();
    let fails = |input: &[u8]| try_input(target, input, limit).is_err_and(|other| other.is_like(failure));
    let mut best = input.to_vec();
    loop {
        let before = best.len();
        let mut width = best.len().div_ceil(2).max(1);
        while width > 0 {
            let mut at = 0;
            while at + width <= best.len() {
                if begin.elapsed() > time {
                    return best;
                }
                let shorter = [&best[..at], &best[at + width..]].concat();
                if fails(&shorter) {
                    best = shorter;
                } else {
                    at += width;
                }
            }
            width /= 2;
        }
        if best.len() == before {
            return best;
        }
    }
}
