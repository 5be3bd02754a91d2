//! Models of the programs on words.

use std::collections::{BTreeMap, BTreeSet};

use super::row::{Case, Inputs, Random, Row, Values, fraction, sequence};

/// The rows.
pub(crate) const ROWS: &[Row] = &[
    sequence("reverse[n](w: Letter[n]) -> Letter[n] in FNC0", |c| c.word(0).into_iter().rev().collect()),
    sequence("copy[n](w: Letter[n]) -> Letter[n] in FNC0", |c| c.inputs[0].clone()),
    sequence("length[n](w: Letter[n]) -> num[n] in FNC0", |c| vec![c.n; c.n].into()),
    sequence("prev[n](w: Letter[n]) -> Letter[n] in FNC0", prev),
    sequence("hist[n](w: Letter[n]) -> num[n] in FSAC0[sign]", hist),
    sequence("double_hist[n](w: Letter[n]) -> num[n] in FSAC0[sign]", double_hist),
    sequence("sort_by_freq[n](w: Letter[n]) -> Letter[n] in FSAC0[sign]", sort_by_freq),
    sequence("most_freq[n](w: Letter[n]) -> Letter in FSAC0[sign] where n >= 1", most_freq),
    sequence("frac_prevs[n](w: Letter[n]) -> num[n] in FSAC0[sign]", frac_prevs),
    sequence("detect_ab[n](w: Letter[n]) -> bool[n] in FNC0[sign]", detect_ab),
    sequence("contains_ab[n](w: Letter[n]) -> bool in FSAC0[sign]", |c| text(c).contains("ab").into()),
    sequence("count_rare[n](w: Letter[n]) -> num in FSAC0[sign]", count_rare),
    sequence("induction[n](w: Letter[n]) -> Letter[n] in FSAC0[sign]", induction),
    sequence("palindrome[n](w: Letter[n]) -> bool in FSAC0[sign]", palindrome).on(Inputs::And(mirrored)),
    sequence("anbncn[n](w: Abc[n]) -> bool in FSAC0[sign]", anbncn).on(Inputs::And(three_blocks)),
    sequence("aa_star[n](w: Letter[n]) -> bool in FSAC0[sign]", aa_star).on(Inputs::And(mostly_a)),
    sequence("first_occurrence[n](w: Letter[n]) -> bool[n] in FSAC0[sign]", first_occurrence),
];

fn text(c: &Case) -> String {
    c.word(0).into_iter().collect()
}

fn counts(w: &[char]) -> BTreeMap<char, usize> {
    let mut counts = BTreeMap::new();
    for t in w {
        *counts.entry(*t).or_default() += 1;
    }
    counts
}

fn prev(c: &Case) -> Values {
    let w = c.word(0);
    w.iter().take(1).chain(&w).take(w.len()).copied().collect()
}

fn hist(c: &Case) -> Values {
    let (w, counts) = (c.word(0), counts(&c.word(0)));
    w.iter().map(|t| counts[t]).collect::<Vec<_>>().into()
}

fn double_hist(c: &Case) -> Values {
    let (w, counts) = (c.word(0), counts(&c.word(0)));
    let as_often = |t: &char| counts.values().filter(|often| **often == counts[t]).count();
    w.iter().map(as_often).collect::<Vec<_>>().into()
}

fn sort_by_freq(c: &Case) -> Values {
    let (mut w, counts, text) = (c.word(0), counts(&c.word(0)), text(c));
    w.sort_by_key(|t| (usize::MAX - counts[t], text.find(*t)));
    w.into_iter().collect()
}

fn most_freq(c: &Case) -> Values {
    let (w, counts) = (c.word(0), counts(&c.word(0)));
    let most = counts.values().max().expect("n is at least 1");
    w.into_iter().find(|t| counts[t] == *most).into_iter().collect()
}

fn frac_prevs(c: &Case) -> Values {
    let mut seen = 0;
    let mut share = |(i, t): (usize, char)| {
        seen += i64::from(t == 'a');
        fraction(seen, i as i64 + 1)
    };
    c.word(0).into_iter().enumerate().map(&mut share).collect::<Vec<_>>().into()
}

fn detect_ab(c: &Case) -> Values {
    let text = text(c);
    (1..=c.n).map(|end| text[..end].ends_with("ab")).collect::<Vec<_>>().into()
}

fn count_rare(c: &Case) -> Values {
    counts(&c.word(0)).values().filter(|often| **often == 1).count().into()
}

fn induction(c: &Case) -> Values {
    let mut followed: BTreeMap<char, char> = BTreeMap::new();
    let mut before = None;
    let mut answers = Vec::new();
    for t in c.word(0) {
        if let Some(before) = before {
            followed.insert(before, t);
        }
        answers.push(*followed.get(&t).unwrap_or(&t));
        before = Some(t);
    }
    answers.into_iter().collect()
}

fn palindrome(c: &Case) -> Values {
    let w = c.word(0);
    let (left, right) = w.split_at(w.len() / 2);
    left.iter().zip(right.iter().rev()).all(|(a, b)| a == b).into()
}

/// A word of 'a' and 'b' that reads the same backwards.
fn mirrored(random: &mut Random, n: usize) -> Vec<Values> {
    let mut w = vec!['a'; n];
    for i in 0..n.div_ceil(2) {
        let t = if random.below(2) == 0 { 'b' } else { 'a' };
        (w[i], w[n - 1 - i]) = (t, t);
    }
    vec![w.into_iter().collect()]
}

fn anbncn(c: &Case) -> Values {
    let k = c.n / 3;
    (text(c) == format!("{}{}{}", "a".repeat(k), "b".repeat(k), "c".repeat(k))).into()
}

/// Three blocks, of about the same length.
fn three_blocks(random: &mut Random, n: usize) -> Vec<Values> {
    let third = (n / 3 + random.below(2)).min(n);
    let second = (2 * n / 3 + random.below(2)).clamp(third, n);
    let blocks = [("a", third), ("b", second - third), ("c", n - second)];
    vec![Values::Word(blocks.iter().map(|(t, length)| t.repeat(*length)).collect())]
}

fn aa_star(c: &Case) -> Values {
    text(c).replace("aa", "").is_empty().into()
}

/// All 'a', or all but one.
fn mostly_a(random: &mut Random, n: usize) -> Vec<Values> {
    let other = random.below(2 * n);
    vec![(0..n).map(|i| if i == other { 'b' } else { 'a' }).collect()]
}

fn first_occurrence(c: &Case) -> Values {
    let mut seen = BTreeSet::new();
    c.word(0).into_iter().map(|t| seen.insert(t)).collect::<Vec<_>>().into()
}
