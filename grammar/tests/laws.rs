//! Laws on random programs: print then parse gives the same tree, the print is its own print, and nothing that is
//! typed makes the parser panic.

mod check;
use check::{check_round, sound};
use proptest::prelude::*;

/// A random program, from a small random grammar that covers every production.
fn program() -> impl Strategy<Value = String> {
    prop::collection::vec(item(), 0..5).prop_map(|items| items.join("\n"))
}

fn name() -> impl Strategy<Value = String> {
    prop::sample::select(vec!["x", "n", "acc", "_y", "名前", "sum", "é1", "FSAC0"]).prop_map(str::to_owned)
}

fn token() -> impl Strategy<Value = String> {
    prop::sample::select(vec!["'a'", "'('", "'the'", "'\\n'", "'\\''", "'\\u{301}'", "'字'"])
        .prop_map(str::to_owned)
}

fn string() -> impl Strategy<Value = String> {
    prop::sample::select(vec!["\"\"", "\"(()\"", "\"a\\\"b\\\\\"", "\"\\u{feff}\\t\""])
        .prop_map(str::to_owned)
}

fn list(
    element: impl Strategy<Value = String> + 'static,
    least: usize,
    most: usize,
) -> BoxedStrategy<String> {
    prop::collection::vec(element, least..=most).prop_map(|list| list.join(", ")).boxed()
}

fn atom() -> impl Strategy<Value = String> {
    prop_oneof![
        4 => name(),
        2 => prop::sample::select(vec!["0", "12", "1_000", "0.25", "1e-3", "true", "false"]).prop_map(str::to_owned),
        1 => token(),
        1 => string(),
        1 => Just("[]".to_owned()),
    ]
}

fn expr() -> BoxedStrategy<String> {
    atom()
        .prop_recursive(5, 40, 4, |inner| {
            let e = inner;
            // In parentheses, anything stands anywhere; without them, the tiers decide what the text means.
            let part = prop_oneof![e.clone(), e.clone().prop_map(|e| format!("({e})"))];
            let operator = prop::sample::select(vec![
                "or", "and", "==", "!=", "<", "<=", ">", ">=", "+", "-", "*", "/", "%", "^",
            ]);
            let chain = (part.clone(), prop::collection::vec((operator, part.clone()), 1..4)).prop_map(
                |(first, rest)| rest.iter().fold(first, |text, (op, e)| format!("{text} {op} {e}")),
            );
            let prefix = (prop::sample::select(vec!["-", "not "]), part.clone())
                .prop_map(|(op, e)| format!("({op}({e}))"));
            let bare = part.clone().prop_map(|e| format!("-{e}"));
            let arg = prop_oneof![4 => e.clone(), 1 => Just("==".to_owned()), 1 => Just("<".to_owned())];
            let sum = e.clone().prop_map(|e| format!("({e})"));
            let slice = prop_oneof![
                e.clone(),
                (sum.clone(), sum.clone()).prop_map(|(a, b)| format!("{a}..{b}")),
                (sum.clone(), sum.clone()).prop_map(|(a, b)| format!("{a}..={b}")),
                sum.clone().prop_map(|a| format!("{a}..")),
                sum.prop_map(|b| format!("..={b}")),
                Just("..".to_owned()),
            ];
            let each = each(e.clone());
            let generator = (e.clone(), list(each.clone(), 1, 2), prop::option::of((e.clone(), prop::option::of(e.clone()))))
                .prop_map(|(e, each, filter)| match filter {
                    None => format!("{e} for {each}"),
                    Some((f, None)) => format!("{e} for {each} if {f}"),
                    Some((f, Some(d))) => format!("{e} for {each} if {f} else {d}"),
                });
            let block = block(e.clone());
            let arms = (prop::collection::vec((prop::collection::vec(token(), 1..3), e.clone()), 0..3), e.clone())
                .prop_map(|(arms, last)| {
                    let arms = arms.iter().map(|(tokens, e)| format!("{} => {e}, ", tokens.join(" | ")));
                    format!("{}_ => {last}", arms.collect::<String>())
                });
            prop_oneof![
                4 => chain,
                2 => prefix,
                1 => bare,
                2 => (part, list(arg, 0, 3)).prop_map(|(f, args)| format!("({f})({args})")),
                1 => (name(), generator.clone()).prop_map(|(f, g)| format!("{f}({g})")),
                1 => generator.prop_map(|g| format!("[{g}]")),
                2 => (name(), list(slice, 0, 2)).prop_map(|(x, s)| format!("{x}[{s}]")),
                1 => list(e.clone(), 2, 3).prop_map(|l| format!("({l},)")),
                1 => list(e.clone(), 1, 3).prop_map(|l| format!("[{l},]")),
                1 => block.clone(),
                1 => (e.clone(), block.clone(), block.clone()).prop_map(|(c, a, b)| format!("if {c} {a} else {b}")),
                1 => (e.clone(), block.clone(), e.clone(), block.clone(), block.clone())
                    .prop_map(|(c, a, d, b, z)| format!("if {c} {a} else if {d} {b} else {z}")),
                1 => (e.clone(), arms).prop_map(|(e, arms)| format!("match {e} {{ {arms} }}")),
                1 => (prop::sample::select(vec!["fold", "scan"]), pattern(), e, each, block)
                    .prop_map(|(word, p, e, each, block)| format!("{word} {p} = {e} for {each} {block}")),
            ]
        })
        .boxed()
}

fn each(e: impl Strategy<Value = String> + Clone + 'static) -> BoxedStrategy<String> {
    let end = e.clone().prop_map(|e| format!("({e})"));
    prop_oneof![
        (name(), e).prop_map(|(x, e)| format!("{x} in {e}")),
        (end.clone(), end).prop_map(|(a, b)| format!("_ in {a}..={b}")),
    ]
    .boxed()
}

fn block(e: impl Strategy<Value = String> + Clone + 'static) -> BoxedStrategy<String> {
    let one = (pattern(), prop::option::of(ty(e.clone())), e.clone()).prop_map(|(p, ty, e)| match ty {
        None => format!("let {p} = {e}; "),
        Some(ty) => format!("let {p}: {ty} = {e}; "),
    });
    (prop::collection::vec(one, 0..2), e).prop_map(|(lets, e)| format!("{{ {}{e} }}", lets.concat())).boxed()
}

fn pattern() -> BoxedStrategy<String> {
    prop_oneof![
        3 => name(),
        1 => Just("_".to_owned()),
        1 => (name(), name()).prop_map(|(a, b)| format!("({a}, (_, {b}))")),
    ]
    .boxed()
}

fn ty(e: impl Strategy<Value = String> + Clone + 'static) -> BoxedStrategy<String> {
    let scalar = prop::sample::select(vec!["num", "bool", "Bit", "T"]);
    let one = (scalar, prop::option::of(list(e, 0, 2))).prop_map(|(scalar, dims)| match dims {
        None => scalar.to_owned(),
        Some(dims) => format!("{scalar}[{dims}]"),
    });
    let tuple = (one.clone(), one.clone()).prop_map(|(a, b)| format!("({a}, ({b}, {a}))"));
    prop_oneof![4 => one, 1 => tuple].boxed()
}

fn item() -> impl Strategy<Value = String> {
    let docs = prop::sample::select(vec!["", "/// Doc.\n", "///\n///   more \n", "// lost\n", "//! file\n"]);
    let block = || block(expr());
    let input = || (name(), ty(expr())).prop_map(|(x, ty)| format!("{x}: {ty}")).boxed();
    let wheres = prop::option::of(list(expr(), 1, 3));
    let family =
        (name(), list(name(), 0, 2), list(input(), 0, 3), ty(expr()), any::<(bool, bool)>(), wheres, block())
            .prop_map(|(f, params, inputs, ty, (claim, sign), wheres, block)| {
                let params = if params.is_empty() { String::new() } else { format!("[{params}]") };
                let claim = if claim { if sign { "in FAC0[sign]" } else { "in TC0" } } else { "" };
                let wheres = wheres.map_or(String::new(), |list| format!("where {list}"));
                format!("family {f}{params}({inputs}) -> {ty} {claim} {wheres} {block}")
            });
    let over = prop_oneof![each(expr()).boxed(), input()];
    let test =
        (string(), prop::option::of(list(over, 1, 2)), block()).prop_map(|(s, over, block)| match over {
            None => format!("test {s} {block}"),
            Some(over) => format!("test {s} for {over} {block}"),
        });
    let kind = prop_oneof![
        4 => family,
        2 => test,
        1 => (name(), expr()).prop_map(|(x, e)| format!("const {x} = {e};")),
        1 => (name(), token(), token()).prop_map(|(x, a, b)| format!("alphabet {x} = {a} | {a}..={b} | {b};")),
        1 => Just("ring Q(sqrt(2));".to_owned()),
        1 => Just("ring Q;".to_owned()),
        1 => list(name(), 0, 2).prop_map(|list| format!("use std.x.{{{list}}};")),
        1 => name().prop_map(|x| format!("use std.{x};")),
    ];
    (docs, kind).prop_map(|(docs, kind)| format!("{docs}{kind}"))
}

/// What a finger slips to: pieces of the language and of others.
const PIECES: [&str; 76] = [
    "family",
    "let",
    "if",
    "else",
    "match",
    "for",
    "in",
    "where",
    "fold",
    "test",
    "const",
    "{",
    "}",
    "(",
    ")",
    "[",
    "]",
    ";",
    ",",
    ":",
    "=",
    "==",
    "..",
    "..=",
    "->",
    "=>",
    "|",
    "'",
    "\"",
    "'a'",
    "x",
    "3x",
    "1.",
    "&&",
    "²",
    "·",
    "#",
    "/*",
    "///",
    "//!",
    "return",
    "\u{feff}",
    "\n",
    "名",
    "def f(x):",
    "if c:",
    "else:",
    "\n    ",
    "lambda v:",
    "|",
    "||",
    "x'",
    "n!",
    "vec!",
    "// 2",
    "⌊",
    "⌋",
    "√",
    "½",
    "∑_",
    "∀",
    "“",
    "”",
    "‘",
    "`",
    "import a",
    "from a import b",
    "x =",
    "+= 1",
    "++",
    "\"\"\"",
    "::",
    "as num",
    "for (",
    "while x {",
    "} where",
];

/// A change of a text by its tokens: where, and what is done there.
fn mutate(source: &str, changes: &[(usize, usize, usize)]) -> String {
    let mut texts: Vec<String> =
        circ_grammar::tokens(source).iter().map(|lexeme| lexeme.text.to_owned()).collect();
    for &(at, what, piece) in changes {
        let length = texts.len();
        let at = at % (length + 1);
        let piece = PIECES[piece % PIECES.len()].to_owned();
        match what % 4 {
            0 if at < length => drop(texts.remove(at)),
            1 if at < length => texts[at] = piece,
            2 if at + 1 < length => texts.swap(at, at + 1),
            _ => texts.insert(at, piece),
        }
    }
    // Comments swallow their line, so lines are kept short.
    texts.chunks(7).map(|line| line.join(" ")).collect::<Vec<_>>().join("\n")
}

/// Whatever the text: sound answers, and a print that doesn't panic. No error means that nothing was lost.
fn check_any(source: &str) {
    let parsed = sound(source);
    drop(circ_grammar::dump(&parsed.tree));
    let printed = circ_grammar::print(&parsed.tree);
    let rejected = parsed.errors.iter().any(|error| error.severity() == circ_grammar::Severity::Error);
    if !rejected {
        let again = sound(&printed);
        assert_eq!(again.errors, [], "{source}\n{printed}");
        assert_eq!(again.tree.items.len(), parsed.tree.items.len());
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(400) })]

    #[test]
    fn print_then_parse_is_the_same_tree(source in program()) {
        check_round(&source);
    }

    /// Blanks and line ends mean nothing, however much of other languages is told by them.
    #[test]
    fn blanks_mean_nothing(source in program(), blanks in prop::collection::vec(0_usize..5, 1..40)) {
        let mut spaced = String::new();
        for (at, lexeme) in circ_grammar::tokens(&source).iter().enumerate() {
            spaced.push_str(lexeme.text);
            let blank = blanks[at % blanks.len()];
            let line = lexeme.kind.is_comment();
            spaced.push_str(if line { "\n" } else { [" ", " ", "\n", "\n      ", "\r\n\t"][blank] });
        }
        let (first, second) = (sound(&source), sound(&spaced));
        let wrong = |error: &&circ_grammar::SyntaxError| error.severity() == circ_grammar::Severity::Error;
        assert_eq!(second.errors.iter().find(wrong), None, "in {spaced}");
        let dump = circ_grammar::dump::dump_without_spans;
        assert_eq!(dump(&first.tree), dump(&second.tree), "{source}\n{spaced}");
    }

    #[test]
    fn slips_never_panic(
        source in program(),
        changes in prop::collection::vec(any::<(usize, usize, usize)>(), 1..5),
    ) {
        check_any(&mutate(&source, &changes));
    }

    #[test]
    fn pieces_never_panic(pieces in prop::collection::vec(prop::sample::select(PIECES.to_vec()), 0..40)) {
        check_any(&pieces.join(" "));
        check_any(&pieces.concat());
    }

    #[test]
    fn bytes_never_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        check_any(&String::from_utf8_lossy(&bytes));
    }

    #[test]
    fn characters_never_panic(text in "\\PC{0,60}") {
        check_any(&text);
        check_any(&format!("family f() -> num {{ {text} }}"));
    }
}
