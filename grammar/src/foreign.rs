//! The spellings of other languages and of mathematics, each with the circ one.

/// The circ token for an operator of another language; `None` where there is none, as for `+=`.
pub(crate) fn operator(text: &str) -> Option<&'static str> {
    Some(match text {
        "&&" | "&" => "and",
        "||" => "or",
        "!" => "not",
        "**" => "^",
        "===" => "==",
        "!==" | "<>" => "!=",
        ":=" => "=",
        "..." | "..<" => "..",
        _ => return None,
    })
}

/// The circ token for a symbol of mathematics or a full-width form.
pub(crate) fn symbol(character: char) -> Option<&'static str> {
    Some(match character {
        '≤' | '⩽' => "<=",
        '≥' | '⩾' => ">=",
        '≠' => "!=",
        '×' | '·' | '⋅' | '∗' | '＊' => "*",
        '÷' | '∕' | '／' => "/",
        '−' | '–' | '—' | '－' => "-",
        '＋' => "+",
        '∧' => "and",
        '∨' => "or",
        '¬' | '！' => "not",
        '⊤' => "true",
        '⊥' => "false",
        '∑' => "sum",
        '∏' => "prod",
        '∀' => "all",
        '∃' => "any",
        '∈' => "in",
        '→' => "->",
        '⇒' => "=>",
        '←' | '≔' | '＝' => "=",
        '≡' => "==",
        '…' => "..",
        '＜' => "<",
        '＞' => ">",
        '（' => "(",
        '）' => ")",
        '［' => "[",
        '］' => "]",
        '｛' => "{",
        '｝' => "}",
        '，' | '、' => ",",
        '；' => ";",
        '：' => ":",
        '｜' => "|",
        _ => return None,
    })
}

/// The digit that is raised.
pub(crate) fn superscript(character: char) -> Option<char> {
    Some(match character {
        '⁰' => '0',
        '¹' => '1',
        '²' => '2',
        '³' => '3',
        '⁴' => '4',
        '⁵' => '5',
        '⁶' => '6',
        '⁷' => '7',
        '⁸' => '8',
        '⁹' => '9',
        _ => return None,
    })
}

/// How a power that starts with this raised digit is written.
pub(crate) fn power(character: char) -> &'static str {
    match character {
        '²' => "^2",
        '³' => "^3",
        _ => "^",
    }
}

/// The character that an unknown one looks like: a quote, a blank, or nothing for one that has no width.
pub(crate) fn lookalike(character: char) -> Option<&'static str> {
    Some(match character {
        '‘' | '’' | '‚' | '′' | '`' | '´' | '＇' => "'",
        '“' | '”' | '„' | '″' | '«' | '»' | '＂' => "\"",
        '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}' | '\u{202a}'..='\u{202e}' => "",
        c if c.is_whitespace() || c == '\u{ad}' => " ",
        _ => return None,
    })
}

/// The circ keyword for a word that another language has in that place: at the start of an item.
pub(crate) fn item_word(word: &str) -> Option<&'static str> {
    Some(match word {
        "fn" | "def" | "func" | "fun" | "function" | "circuit" => "family",
        "import" | "from" | "open" => "use",
        "enum" => "alphabet",
        _ => return None,
    })
}

/// The circ keyword for a word at the start of a binding.
pub(crate) fn let_word(word: &str) -> bool {
    matches!(word, "var" | "val" | "auto" | "const")
}
