//! Models of the programs on brackets: with a stack, or a counter.

use super::row::{Case, Inputs, Random, Row, Values, fraction, sequence};

/// The rows.
pub(crate) const ROWS: &[Row] = &[
    sequence("pair_balance[n](w: Paren[n]) -> num[n] in FSAC0[sign]", pair_balance),
    sequence("dyck1[n](w: Paren[n]) -> bool in FSAC0[sign]", |c| balanced(&c.word(0)).into())
        .on(Inputs::And(round)),
    sequence("dyck2[n](w: Bracket[n]) -> bool in FSAC0[sign]", |c| balanced(&c.word(0)).into())
        .on(Inputs::And(nested)),
    sequence("shuffle_dyck2[n](w: Bracket[n]) -> bool in FSAC0[sign]", shuffle).on(Inputs::And(crossing)),
    sequence("dyck1_ptf[n](w: Paren[n]) -> Verdict[n] in FSAC0[sign]", verdicts).on(Inputs::And(round)),
    sequence("dyck2_ptf[n](w: Bracket[n]) -> Verdict[n] in FSAC0[sign]", verdicts).on(Inputs::And(nested)),
];

fn closing(open: char) -> Option<char> {
    match open {
        '(' => Some(')'),
        '[' => Some(']'),
        _ => None,
    }
}

/// What is still to be closed; `None` where a bracket closes what it should not.
fn open(w: &[char]) -> Option<Vec<char>> {
    let mut stack = Vec::new();
    for t in w {
        match closing(*t) {
            Some(closing) => stack.push(closing),
            None if stack.pop() == Some(*t) => {}
            None => return None,
        }
    }
    Some(stack)
}

fn balanced(w: &[char]) -> bool {
    open(w).is_some_and(|stack| stack.is_empty())
}

fn shuffle(c: &Case) -> Values {
    let kind = |pair: &str| c.word(0).into_iter().filter(|t| pair.contains(*t)).collect::<Vec<_>>();
    (balanced(&kind("()")) && balanced(&kind("[]"))).into()
}

fn verdicts(c: &Case) -> Values {
    let w = c.word(0);
    let verdict = |end: usize| match open(&w[..end]) {
        None => 'F',
        Some(stack) if stack.is_empty() => 'T',
        Some(_) => 'P',
    };
    (1..=w.len()).map(verdict).collect()
}

fn pair_balance(c: &Case) -> Values {
    let mut height = 0;
    let mut share = |(i, t): (usize, char)| {
        height += if t == '(' { 1 } else { -1 };
        fraction(height, i as i64 + 1)
    };
    c.word(0).into_iter().enumerate().map(&mut share).collect::<Vec<_>>().into()
}

/// A balanced word, where n is even, of these pairs; at times with one bracket changed.
fn word(random: &mut Random, n: usize, pairs: &[(char, char)]) -> Vec<char> {
    let (mut w, mut stack) = (Vec::new(), Vec::new());
    while w.len() < n {
        if stack.len() == n - w.len() || (!stack.is_empty() && random.below(2) == 0) {
            w.extend(stack.pop());
        } else {
            let (open, close) = pairs[random.below(pairs.len())];
            w.push(open);
            stack.push(close);
        }
    }
    if n > 0 && random.below(3) == 0 {
        let (open, close) = pairs[random.below(pairs.len())];
        w[random.below(n)] = if random.below(2) == 0 { open } else { close };
    }
    w
}

fn round(random: &mut Random, n: usize) -> Vec<Values> {
    vec![word(random, n, &[('(', ')')]).into_iter().collect()]
}

fn nested(random: &mut Random, n: usize) -> Vec<Values> {
    vec![word(random, n, &[('(', ')'), ('[', ']')]).into_iter().collect()]
}

/// Two balanced words, shuffled.
fn crossing(random: &mut Random, n: usize) -> Vec<Values> {
    let round = 2 * random.below(n / 2 + 1);
    let mut left = word(random, round, &[('(', ')')]).into_iter().peekable();
    let mut right = word(random, n - round, &[('[', ']')]).into_iter().peekable();
    let mut shuffled = Vec::new();
    while left.peek().is_some() || right.peek().is_some() {
        shuffled.extend(if random.below(2) == 0 { left.next() } else { right.next() });
    }
    vec![shuffled.into_iter().collect()]
}
