//! The simplest input on which something is wrong: a submission, a transformer, one of two families.

use circ_runtime::{Num, Port};

use crate::cases::choices;

/// So many inputs are tried at most on the way to a simpler one.
const TRIES: u32 = 300;

/// How far a number is from 0: simpler ones come first.
fn weight(value: &Num) -> u64 {
    if value.is_integer()
        && let Some(small) = value.to_i64()
    {
        return small.unsigned_abs().saturating_mul(4).saturating_add(u64::from(small < 0));
    }
    // Any fraction and any root is less simple than small integers.
    (1 << 20) + value.bits() * 4 + u64::from(value.signum() < 0)
}

/// How far an input is from all zeros.
pub(crate) fn weights(input: &[Num]) -> u64 {
    input.iter().map(weight).fold(0, u64::saturating_add)
}

/// Makes an input simpler, scalar by scalar, as long as it shows what is wrong. `wrong` says whether it does;
/// `None` where that can't be found out any more.
pub(crate) fn simplify(
    ports: &[Port],
    mut input: Vec<Num>,
    mut wrong: impl FnMut(&[Num]) -> Option<bool>,
) -> Vec<Num> {
    let scalars: Vec<Option<u64>> =
        ports.iter().flat_map(|port| std::iter::repeat_n(choices(&port.ty), port.scalars())).collect();
    let mut tries = 0;
    // Long inputs by parts first: all, each half, each quarter, …
    let mut part = input.len();
    while part > 1 {
        for start in (0..input.len()).step_by(part) {
            let end = (start + part).min(input.len());
            if input[start..end].iter().all(Num::is_zero) {
                continue;
            }
            if tries == TRIES {
                return input;
            }
            tries += 1;
            let before = input[start..end].to_vec();
            input[start..end].fill(Num::ZERO);
            match wrong(&input) {
                Some(true) => {}
                Some(false) => input[start..end].clone_from_slice(&before),
                None => {
                    input[start..end].clone_from_slice(&before);
                    return input;
                }
            }
        }
        part = part.div_ceil(2);
    }
    let mut changed = true;
    while std::mem::take(&mut changed) {
        for (at, choices) in scalars.iter().enumerate() {
            // Long numbers by halves, as long as that goes.
            while let (None, Some(half)) = (choices, halved(&input[at])) {
                if tries == TRIES {
                    return input;
                }
                tries += 1;
                let before = std::mem::replace(&mut input[at], half);
                match wrong(&input) {
                    Some(true) => changed = true,
                    Some(false) => {
                        input[at] = before;
                        break;
                    }
                    None => {
                        input[at] = before;
                        return input;
                    }
                }
            }
            for candidate in candidates(&input, at, *choices) {
                if tries == TRIES {
                    return input;
                }
                tries += 1;
                let before = std::mem::replace(&mut input[at], candidate);
                match wrong(&input) {
                    Some(true) => {
                        changed = true;
                        break;
                    }
                    Some(false) => input[at] = before,
                    None => {
                        input[at] = before;
                        return input;
                    }
                }
            }
        }
    }
    input
}

/// Half of a number that is not small, as an integer.
fn halved(value: &Num) -> Option<Num> {
    let half = value.parts().0.mul(&Num::ratio(1, 2)?).floor();
    (weight(&half) < weight(value) && half.bits() > 4).then_some(half)
}

/// Simpler values than the one at a place, the simplest first: small integers, values of its neighbours, and for a number
/// its integer part.
fn candidates(input: &[Num], at: usize, choices: Option<u64>) -> Vec<Num> {
    let value = &input[at];
    let own = weight(value);
    if let Some(choices) = choices {
        return [0, 1].map(Num::int).into_iter().filter(|v| weight(v) < own.min(choices * 4)).collect();
    }
    let mut all: Vec<Num> = [0, 1, -1, 2, -2, 3, 5, 10].map(Num::int).to_vec();
    let rational = if value.root().is_some() { value.parts().0 } else { value.clone() };
    let whole = if rational.signum() < 0 { rational.ceil() } else { rational.floor() };
    all.extend([whole, rational]);
    all.extend(input[..at].iter().chain(&input[at + 1..]).take(8).cloned());
    // Of numbers that are as simple the least one, so that few different ones are left.
    all.retain(|v| weight(v) < own || (weight(v) == own && v < value));
    all.sort_by_key(weight);
    all.dedup();
    all
}

#[cfg(test)]
mod tests {
    use circ_runtime::PortType;

    use super::*;

    #[test]
    fn inputs_become_simple() {
        let port = Port { name: "x".into(), ty: PortType::Num, shape: vec![4], gates: Vec::new() };
        let numbers = |values: &[i64]| values.iter().map(|v| Num::int(*v)).collect::<Vec<_>>();
        let half = Num::ratio(1, 2).expect("2 is not 0");
        let start = [numbers(&[4, -3]), vec![half, Num::int(4)]].concat();
        // Wrong where two neighbours differ.
        let wrong = |x: &[Num]| Some(x.windows(2).any(|pair| pair[0] != pair[1]));
        let simple = simplify(std::slice::from_ref(&port), start.clone(), wrong);
        assert_eq!(weights(&simple), 4, "{simple:?}");
        assert_eq!(simplify(&[port], start.clone(), |_| None), start);
    }

    #[test]
    fn long_numbers_and_long_inputs_become_short() {
        let port = Port { name: "x".into(), ty: PortType::Num, shape: vec![500], gates: Vec::new() };
        let start: Vec<Num> = (0..500).map(|k| Num::int((1 << 60) + k)).collect();
        // Wrong where one scalar is more than 100.
        let wrong = |x: &[Num]| Some(x[333] > Num::int(100));
        let simple = simplify(std::slice::from_ref(&port), start, wrong);
        assert!(simple.iter().enumerate().all(|(k, v)| k == 333 || v.is_zero()));
        assert!(simple[333] < Num::int(210), "{}", simple[333]);
        // What fractions alone show keeps them, and few different ones.
        let third = Num::ratio(5, 3).expect("3 is not 0");
        let start = vec![third.clone(), Num::ratio(7, 3).expect("3 is not 0"), third];
        let port = Port { shape: vec![3], ..port };
        let wrong = |x: &[Num]| Some(x.iter().all(|v| !v.is_integer()));
        let simple = simplify(&[port], start, wrong);
        assert!(simple.iter().all(|v| *v == simple[0]), "{simple:?}");
    }
}
