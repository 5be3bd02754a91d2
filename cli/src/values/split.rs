//! Text as a row of tokens: one of its splits, and whether there is another.

/// The tokens of an alphabet as a tree of bytes.
pub(super) struct Splitter {
    nodes: Vec<Node>,
    /// The bytes of the longest token.
    longest: usize,
}

#[derive(Default)]
struct Node {
    /// The code of the token that ends here.
    code: Option<u32>,
    next: Vec<(u8, u32)>,
}

/// The splits of a text.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Split {
    /// There is none.
    None,
    /// There is one: the codes of its tokens.
    One(Vec<u32>),
    /// There are more. These are two of them from where they part, with what stands right before.
    Many([Part; 2]),
}

/// A part of a split.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Part {
    /// Whether tokens stand before it.
    pub(super) after: bool,
    /// Its tokens.
    pub(super) codes: Vec<u32>,
    /// Whether tokens follow it.
    pub(super) before: bool,
}

/// Bytes that are looked at before a text counts as no text of tokens: some seconds.
const MOST_STEPS: u64 = 1 << 30;
/// How many tokens of a split are shown where two part.
const SHOWN: usize = 6;

impl Splitter {
    pub(super) fn new(tokens: &[String]) -> Splitter {
        let mut nodes = vec![Node::default()];
        for (code, token) in tokens.iter().enumerate().filter(|(_, token)| !token.is_empty()) {
            let mut at = 0;
            for byte in token.bytes() {
                let next = nodes[at].next.iter().find(|(b, _)| *b == byte).map(|(_, next)| *next as usize);
                at = next.unwrap_or_else(|| {
                    let new = nodes.len();
                    nodes[at].next.push((byte, new as u32));
                    nodes.push(Node::default());
                    new
                });
            }
            nodes[at].code = Some(code as u32);
        }
        Splitter { nodes, longest: tokens.iter().map(String::len).max().unwrap_or_default() }
    }

    /// Calls with the end and the code of each token that the text goes on with; gives how many bytes that took.
    fn each(&self, text: &[u8], start: usize, mut found: impl FnMut(usize, u32)) -> u64 {
        let mut node = &self.nodes[0];
        for (at, byte) in text.iter().enumerate().skip(start) {
            let Some((_, next)) = node.next.iter().find(|(b, _)| b == byte) else {
                return (at - start + 1) as u64;
            };
            node = &self.nodes[*next as usize];
            if let Some(code) = node.code {
                found(at + 1, code);
            }
        }
        (text.len() - start) as u64
    }

    /// Splits a text.
    pub(super) fn split(&self, text: &str) -> Split {
        let text = text.as_bytes();
        // For each place in how many ways the text from there splits: 0, 1, or 2 for more.
        let mut ways = vec![0u8; text.len() + 1];
        ways[text.len()] = 1;
        let (mut first, mut steps) = (text.len(), 0);
        for at in (0..text.len()).rev() {
            // No token reaches from here to a place from which it goes on.
            if first - at > self.longest || steps > MOST_STEPS {
                return Split::None;
            }
            let mut count = 0;
            steps += self.each(text, at, |end, _| count = 2.min(count + ways[end]));
            ways[at] = count;
            if count > 0 {
                first = at;
            }
        }
        match ways[0] {
            0 => Split::None,
            1 => Split::One(self.only(text, &ways)),
            _ => Split::Many(self.two(text, &ways)),
        }
    }

    /// The tokens at a place after which the text splits.
    fn choices(&self, text: &[u8], ways: &[u8], at: usize) -> Vec<(usize, u32)> {
        let mut choices = Vec::new();
        self.each(text, at, |end, code| {
            if ways[end] > 0 {
                choices.push((end, code));
            }
        });
        choices
    }

    fn only(&self, text: &[u8], ways: &[u8]) -> Vec<u32> {
        let (mut at, mut codes) = (0, Vec::new());
        while at < text.len() {
            let mut choice = None;
            self.each(text, at, |end, code| {
                if ways[end] > 0 {
                    choice = Some((end, code));
                }
            });
            let Some((end, code)) = choice else { break };
            codes.push(code);
            at = end;
        }
        codes
    }

    fn two(&self, text: &[u8], ways: &[u8]) -> [Part; 2] {
        // As long as there is one choice, both splits are the same; before the end there are two.
        let (mut at, mut same) = (0, Vec::new());
        let mut choices = self.choices(text, ways, at);
        while let [(end, code)] = choices[..] {
            same.push(code);
            at = end;
            choices = self.choices(text, ways, at);
        }
        [0, 1].map(|choice| {
            let shared = &same[same.len().saturating_sub(2)..];
            let mut codes = shared.to_vec();
            let mut next = choices.get(choice).copied();
            let mut at = at;
            while let Some((end, code)) = next.filter(|_| codes.len() < SHOWN) {
                codes.push(code);
                at = end;
                next = self.choices(text, ways, at).first().copied();
            }
            Part { after: shared.len() < same.len(), codes, before: at < text.len() }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn splitter(tokens: &[&str]) -> Splitter {
        Splitter::new(&tokens.iter().map(ToString::to_string).collect::<Vec<_>>())
    }

    #[test]
    fn one_way() {
        let words = splitter(&["the", "cat", "sat", "th"]);
        assert_eq!(words.split("thecatth"), Split::One(vec![0, 1, 3]));
        assert_eq!(words.split(""), Split::One(Vec::new()));
        assert_eq!(words.split("thedog"), Split::None);
        assert_eq!(words.split("the cat"), Split::None);
        // The longest token first would end in nothing here.
        assert_eq!(splitter(&["ab", "abc", "cd"]).split("abcd"), Split::One(vec![0, 2]));
        assert_eq!(splitter(&["é", "éé€"]).split("éé€"), Split::One(vec![1]));
    }

    #[test]
    fn two_ways_are_shown_where_they_part() {
        let letters = splitter(&["a", "b", "ab", "x"]);
        let text = format!("{}ab{}", "x".repeat(1000), "x".repeat(1000));
        let part = |codes: &[u32]| Part { after: true, codes: codes.to_vec(), before: true };
        let parts = [part(&[3, 3, 0, 1, 3, 3]), part(&[3, 3, 2, 3, 3, 3])];
        assert_eq!(letters.split(&text), Split::Many(parts));
    }

    #[test]
    fn as_many_ways_as_counting_finds() {
        // Against plain enumeration, on every text of up to eight letters.
        let tokens = ["a", "b", "ab", "ba", "aab"];
        let splitter = splitter(&tokens);
        fn count(tokens: &[&str], text: &str) -> usize {
            let rest = tokens.iter().filter_map(|token| text.strip_prefix(token));
            if text.is_empty() { 1 } else { rest.map(|rest| count(tokens, rest)).sum() }
        }
        for length in 0..=8 {
            for bits in 0..1 << length {
                let text: String = (0..length).map(|k| if bits >> k & 1 == 0 { 'a' } else { 'b' }).collect();
                match (splitter.split(&text), count(&tokens, &text)) {
                    (Split::One(codes), 1) => {
                        assert_eq!(codes.iter().map(|c| tokens[*c as usize]).collect::<String>(), text);
                    }
                    (Split::Many([one, other]), 2..) => assert_ne!(one, other),
                    (split, ways) => panic!("{text}: {split:?}, {ways}"),
                }
            }
        }
    }
}
