//! The simplest input on which a submission is wrong.

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
pub(super) fn weights(input: &[Num]) -> u64 {
    input.iter().map(weight).fold(0, u64::saturating_add)
}

/// Makes an input simpler, scalar by scalar, as long as the submission is wrong on it. `wrong` says whether it is;
/// `None` where that can't be found out any more.
pub(super) fn simplify(
    ports: &[Port],
    mut input: Vec<Num>,
    mut wrong: impl FnMut(&[Num]) -> Option<bool>,
) -> Vec<Num> {
    let scalars: Vec<Option<u64>> =
        ports.iter().flat_map(|port| std::iter::repeat_n(choices(&port.ty), port.scalars())).collect();
    let mut tries = 0;
    let mut changed = true;
    while std::mem::take(&mut changed) {
        for (at, choices) in scalars.iter().enumerate() {
            for candidate in candidates(&input[at], *choices) {
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

/// Simpler values than this one, the simplest first.
fn candidates(value: &Num, choices: Option<u64>) -> Vec<Num> {
    let some: &[i64] = match choices {
        Some(_) => &[0, 1],
        None => &[0, 1, -1, 2, -2, 3],
    };
    let own = weight(value);
    let some = some.iter().filter(|some| choices.is_none_or(|choices| (**some as u64) < choices));
    some.map(|some| Num::int(*some)).filter(|some| weight(some) < own).collect()
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
}
