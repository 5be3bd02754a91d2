//! Inputs changed: bytes, tokens as a rough reader sees them, and bracketed groups.

use std::ops::Range;

use circ_tests::random::Random;

/// Longer inputs are cut, so that an input takes a short time.
const LONGEST: usize = 1 << 15;

/// How often something is repeated at most: deeper than any bound on nesting.
const REPEATED: usize = 600;

/// Numbers at the edges of machine words and far beyond, and texts that look like numbers.
const NUMBERS: [&str; 24] = [
    "0",
    "1",
    "-1",
    "2",
    "3",
    "4",
    "5",
    "255",
    "65536",
    "2147483647",
    "2147483648",
    "4294967295",
    "4294967296",
    "9223372036854775807",
    "9223372036854775808",
    "18446744073709551615",
    "18446744073709551616",
    "340282366920938463463374607431768211456",
    "1000000000000000000000000000000000000000000",
    "1e999999999",
    "1e-999999999",
    "0.000000000000000000000001",
    "1/3",
    "1_000_000_007",
];

/// An input of the corpus, changed in some places.
pub fn mutate(random: &mut Random, corpus: &[Vec<u8>], words: &[&str]) -> Vec<u8> {
    let mut input = of(random, corpus).cloned().unwrap_or_default();
    for _ in 0..=random.below(6) {
        change(random, &mut input, corpus, words);
        input.truncate(LONGEST);
    }
    input
}

/// One of some things.
fn of<'a, T>(random: &mut Random, all: &'a [T]) -> Option<&'a T> {
    all.get(random.below(all.len()))
}

/// One change.
fn change(random: &mut Random, input: &mut Vec<u8>, corpus: &[Vec<u8>], words: &[&str]) {
    match random.below(16) {
        0 => {
            if let Some(at) = pick(random, input.len()) {
                input[at] ^= 1 << random.below(8);
            }
        }
        1 => {
            let at = random.below(input.len() + 1);
            input.insert(at, random.below(256) as u8);
        }
        2 => input.truncate(random.below(input.len() + 1)),
        3 => {
            let range = piece(random, input.len());
            input.drain(range);
        }
        4 => {
            let (range, at) = (piece(random, input.len()), random.below(input.len() + 1));
            let copy = input[range].to_vec();
            put(input, at..at, &copy);
        }
        5 => splice(random, input, corpus),
        6 => repeat(random, input),
        7 => nest(random, input),
        8 => {
            let number = of(random, &NUMBERS).copied().unwrap_or_default();
            replace(random, input, number.as_bytes(), |token| token[0].is_ascii_digit());
        }
        9 => {
            let word = of(random, words).copied().unwrap_or_default();
            let at = of(random, &tokens(input)).map_or(0, |token| token.start);
            put(input, at..at, format!(" {word} ").as_bytes());
        }
        10 => swap(random, input),
        11 => group(random, input, corpus),
        12 => {
            if let Some(token) = of(random, &tokens(input)).cloned() {
                input.drain(token);
            }
        }
        13 => {
            let other = of(random, &tokens(input)).map(|token| input[token.clone()].to_vec());
            replace(random, input, &other.unwrap_or_default(), |token| token[0].is_ascii_alphanumeric());
        }
        _ => {
            let word = of(random, words).copied().unwrap_or_default();
            replace(random, input, word.as_bytes(), |_| true);
        }
    }
}

fn pick(random: &mut Random, len: usize) -> Option<usize> {
    (len > 0).then(|| random.below(len))
}

/// A stretch, short more often than long.
fn piece(random: &mut Random, len: usize) -> Range<usize> {
    let from = random.below(len + 1);
    let most = [4, 16, 64, len][random.below(4)].min(len - from);
    from..from + random.below(most + 1)
}

fn put(input: &mut Vec<u8>, range: Range<usize>, new: &[u8]) {
    input.splice(range, new.iter().copied());
}

/// The start of one input and the end of another.
fn splice(random: &mut Random, input: &mut Vec<u8>, corpus: &[Vec<u8>]) {
    let Some(other) = of(random, corpus) else { return };
    let (at, range) = (random.below(input.len() + 1), piece(random, other.len()));
    let end = if random.below(2) == 0 { input.len() } else { at };
    put(input, at..end, &other[range]);
}

/// A token or a stretch many times over.
fn repeat(random: &mut Random, input: &mut Vec<u8>) {
    let known = tokens(input);
    let range = match of(random, &known) {
        Some(token) if random.below(2) == 0 => token.clone(),
        _ => piece(random, input.len()),
    };
    let copies = input[range.clone()].repeat(2 + random.below(REPEATED));
    put(input, range, &copies[..copies.len().min(LONGEST)]);
}

/// Brackets, or what else nests, around a stretch.
fn nest(random: &mut Random, input: &mut Vec<u8>) {
    const PAIRS: [(&str, &str); 10] = [
        ("(", ")"),
        ("[", "]"),
        ("{", "}"),
        ("-", ""),
        ("not ", ""),
        ("if a { ", " } else { b }"),
        ("{\"a\": ", "}"),
        ("sum(", ")"),
        ("\"", "\""),
        ("[0, ", "]"),
    ];
    let (open, close) = PAIRS[random.below(PAIRS.len())];
    let known = tokens(input);
    let range = of(random, &known).cloned().unwrap_or(0..0);
    let times = 1 + random.below(REPEATED) / (1 + 40 * random.below(2));
    let new = [open.repeat(times).as_bytes(), &input[range.clone()], close.repeat(times).as_bytes()].concat();
    put(input, range, &new);
}

/// A token of one kind by something else.
fn replace(random: &mut Random, input: &mut Vec<u8>, new: &[u8], is_meant: impl Fn(&[u8]) -> bool) {
    let mut known = tokens(input);
    known.retain(|token| is_meant(&input[token.clone()]));
    if let Some(token) = of(random, &known) {
        put(input, token.clone(), new);
    }
}

/// Two tokens in each other's place.
fn swap(random: &mut Random, input: &mut Vec<u8>) {
    let known = tokens(input);
    let (Some(a), Some(b)) = (of(random, &known), of(random, &known)) else { return };
    let (first, second) = if a.start <= b.start { (a, b) } else { (b, a) };
    if first.end <= second.start {
        let new = [&input[second.clone()], &input[first.end..second.start], &input[first.clone()]].concat();
        put(input, first.start..second.end, &new);
    }
}

/// A bracketed group by another, of the same input or of one of the corpus.
fn group(random: &mut Random, input: &mut Vec<u8>, corpus: &[Vec<u8>]) {
    let other = match of(random, corpus) {
        Some(other) if random.below(2) == 0 => other.clone(),
        _ => input.clone(),
    };
    let new = of(random, &groups(&other)).map(|range| other[range.clone()].to_vec());
    let here = of(random, &groups(input)).cloned();
    if let (Some(here), Some(new)) = (here, new) {
        put(input, here, &new);
    }
}

/// Runs of letters and digits, and every other byte that is no blank.
fn tokens(input: &[u8]) -> Vec<Range<usize>> {
    let is_word = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_' || byte >= 0x80;
    let mut found = Vec::new();
    let mut at = 0;
    while at < input.len() {
        let length = input[at..].iter().take_while(|byte| is_word(**byte)).count().max(1);
        if !input[at].is_ascii_whitespace() {
            found.push(at..at + length);
        }
        at += length;
    }
    found
}

/// Brackets with what they enclose, as far as they close.
fn groups(input: &[u8]) -> Vec<Range<usize>> {
    let (mut open, mut found) = (Vec::new(), Vec::new());
    for (at, byte) in input.iter().enumerate() {
        match byte {
            b'(' | b'[' | b'{' => open.push(at),
            b')' | b']' | b'}' => found.extend(open.pop().map(|from| from..at + 1)),
            _ => {}
        }
    }
    found
}
