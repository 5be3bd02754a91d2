//! The spellings of other languages and of mathematics, each with the circ one.

/// The circ token for an operator of another language; `None` where there is none, as for `+=`.
pub(crate) fn operator(text: &str) -> Option<&'static str> {
    Some(match text {
        "&&" | "&" => "and",
        "||" => "or",
        "!" => "not",
        "**" => "^",
        "===" => "==",
        "!==" | "=/=" | "<>" => "!=",
        ":=" => "=",
        "..." | "..<" => "..",
        "::" => ".",
        _ => return None,
    })
}

/// The circ token for a symbol of mathematics or a full-width form.
pub(crate) fn symbol(character: char) -> Option<&'static str> {
    Some(match character {
        '≤' | '⩽' | '≦' => "<=",
        '≥' | '⩾' | '≧' => ">=",
        '≠' | '⊕' | '⊻' => "!=",
        '×' | '·' | '⋅' | '∗' | '＊' | '∙' | '•' => "*",
        '÷' | '∕' | '／' => "/",
        '−' | '–' | '—' | '－' => "-",
        '＋' => "+",
        '％' => "%",
        '＾' => "^",
        '∧' | '⋀' => "and",
        '∨' | '⋁' => "or",
        '¬' | '！' | '~' | '～' => "not",
        '⊤' => "true",
        '⊥' => "false",
        '∑' => "sum",
        '∏' => "prod",
        '∀' => "all",
        '∃' => "any",
        '∈' => "in",
        '→' => "->",
        '←' | '≔' | '＝' => "=",
        '≡' | '⇔' | '↔' => "==",
        '…' => "..",
        '＜' => "<",
        '＞' => ">",
        '（' => "(",
        '）' => ")",
        '［' | '【' => "[",
        '］' | '】' => "]",
        '｛' => "{",
        '｝' => "}",
        '，' | '、' => ",",
        '。' | '．' => ".",
        '；' => ";",
        '：' => ":",
        '｜' => "|",
        '＿' => "_",
        _ => return None,
    })
}

/// The one token that two symbols side by side stand for, such as `＝＝`.
pub(crate) fn joined(before: &str, after: &str) -> Option<&'static str> {
    Some(match (before, after) {
        ("-", ">") => "->",
        ("=", ">") => "=>",
        ("=", "=") => "==",
        ("not", "=") => "!=",
        ("<", "=") => "<=",
        (">", "=") => ">=",
        (".", ".") => "..",
        _ => return None,
    })
}

/// Full-width forms and CJK punctuation: a keyboard in another state, rather than another language.
pub(crate) fn is_wide(character: char) -> bool {
    matches!(character, '\u{3000}'..='\u{303f}' | '\u{ff01}'..='\u{ff5e}')
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

/// The digit that is lowered.
pub(crate) fn subscript(character: char) -> Option<char> {
    digit_from(character, '₀')
}

/// The digit of another script, or of full width.
pub(crate) fn digit(character: char) -> Option<char> {
    ['０', '٠', '۰', '०'].into_iter().find_map(|zero| digit_from(character, zero))
}

fn digit_from(character: char, zero: char) -> Option<char> {
    let value = u32::from(character).checked_sub(u32::from(zero))?;
    char::from_digit(value, 10)
}

/// A fraction in one character: its numerator and denominator.
pub(crate) fn fraction(character: char) -> Option<(&'static str, &'static str)> {
    Some(match character {
        '½' => ("1", "2"),
        '⅓' => ("1", "3"),
        '⅔' => ("2", "3"),
        '¼' => ("1", "4"),
        '¾' => ("3", "4"),
        '⅕' => ("1", "5"),
        '⅛' => ("1", "8"),
        _ => return None,
    })
}

/// What rounds in brackets of its own: the builtin, and the bracket that closes.
pub(crate) fn rounding(character: char) -> Option<(&'static str, char)> {
    Some(match character {
        '⌊' => ("floor", '⌋'),
        '⌈' => ("ceil", '⌉'),
        _ => return None,
    })
}

/// The straight quote that a quote is meant for.
pub(crate) fn quote(character: char) -> Option<char> {
    Some(match character {
        '‘' | '’' | '‚' | '‛' | '´' | '＇' | '「' | '」' | '‹' | '›' => '\'',
        '“' | '”' | '„' | '‟' | '«' | '»' | '＂' | '『' | '』' => '"',
        _ => return None,
    })
}

/// A mark of derivatives, which mathematics puts at names.
pub(crate) fn is_prime(character: char) -> bool {
    matches!(character, '′' | '″' | '‴')
}

/// The blank that another one is meant for, or nothing for what has no width.
pub(crate) fn blank(character: char) -> Option<&'static str> {
    Some(match character {
        '\u{200b}'..='\u{200f}'
        | '\u{2060}'..='\u{2064}'
        | '\u{feff}'
        | '\u{202a}'..='\u{202e}'
        | '\u{2066}'..='\u{2069}'
        | '\u{ad}' => "",
        c if c.is_whitespace() => " ",
        _ => return None,
    })
}

/// The circ keyword for a word that another language has in that place: at the start of an item.
pub(crate) fn item_word(word: &str) -> Option<&'static str> {
    Some(match word {
        "fn" | "def" | "func" | "fun" | "function" | "circuit" => "family",
        "import" | "from" | "open" | "using" | "include" => "use",
        "val" | "static" => "const",
        _ => {
            let items = ["family", "alphabet", "const", "test"];
            return items.into_iter().find(|item| is_slip_of(word, item));
        }
    })
}

/// The circ operator for a word that stands between two values.
pub(crate) fn infix_word(word: &str) -> Option<&'static str> {
    Some(match word {
        "mod" | "MOD" | "rem" => "%",
        "is" | "eq" | "equals" => "==",
        "ne" => "!=",
        "xor" | "XOR" => "!=",
        "to" | "upto" => "..",
        "AND" | "And" => "and",
        "OR" | "Or" => "or",
        _ => return None,
    })
}

/// A type of another language.
pub(crate) fn type_word(word: &str) -> bool {
    matches!(
        word,
        "int"
            | "float"
            | "double"
            | "long"
            | "short"
            | "unsigned"
            | "char"
            | "boolean"
            | "number"
            | "i32"
            | "i64"
            | "u32"
            | "u64"
            | "usize"
            | "f32"
            | "f64"
            | "string"
            | "str"
            | "list"
    )
}

/// A word of this letters in another case, or with one letter missing, added, changed or exchanged with the next.
fn is_slip_of(word: &str, item: &str) -> bool {
    if word.eq_ignore_ascii_case(item) {
        return true;
    }
    let (a, b) = (word.as_bytes(), item.as_bytes());
    if a.len().abs_diff(b.len()) > 1 {
        return false;
    }
    let start = a.iter().zip(b).take_while(|(a, b)| a == b).count();
    let (a, b) = (&a[start..], &b[start..]);
    let end = a.iter().rev().zip(b.iter().rev()).take_while(|(a, b)| a == b).count();
    let (a, b) = (&a[..a.len() - end], &b[..b.len() - end]);
    a.len().max(b.len()) <= 1 || (a.len() == 2 && b.len() == 2 && a[0] == b[1] && a[1] == b[0])
}
