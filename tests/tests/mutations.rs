//! Programs that somebody was in the middle of typing: tokens lost, doubled, exchanged and brought in from elsewhere, in
//! every example and library file. Whatever comes of it is a program or a message, and comes soon.

use std::path::Path;
use std::time::{Duration, Instant};

use circ_compiler::emit::{Construction, emit};
use circ_compiler::{
    Diagnostic, FamilyId, Limits, Program, Text, Unread, elaborate, load, load_files, message, probe,
};
use circ_grammar::tokens::TokenKind;
use circ_grammar::tree::{ItemKind, Span};
use circ_runtime::{Num, evaluate, execute};
use circ_tests::random::Random;

/// No text takes longer than this to be answered, on a machine that does other things too.
const SOON: Duration = Duration::from_secs(20);

/// The texts of the folders, without the tests of library files: those are many, and take long to probe.
fn texts(folders: &[&str], tests: bool) -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut found = Vec::new();
    for folder in folders {
        for entry in std::fs::read_dir(root.join(folder)).expect("the folder is there") {
            let path = entry.expect("readable").path();
            if path.extension().is_some_and(|ending| ending == "circ") {
                let text = std::fs::read_to_string(&path).expect("readable");
                let text = if tests { text } else { without_tests(&text) };
                found.push((
                    format!("{folder}/{}", path.file_name().expect("a name").to_string_lossy()),
                    text,
                ));
            }
        }
    }
    found.sort();
    assert!(!found.is_empty());
    found
}

fn without_tests(text: &str) -> String {
    let mut tree = circ_grammar::parse(text).tree;
    tree.items.retain(|item| !matches!(item.kind, ItemKind::Test(_)));
    circ_grammar::print(&tree)
}

/// How often, times what `CIRC_ROUNDS` says for a longer search.
fn rounds(usual: usize) -> usize {
    let more = std::env::var("CIRC_ROUNDS").ok().and_then(|more| more.parse::<usize>().ok());
    usual * more.unwrap_or(1)
}

const EXAMPLES: [&str; 4] =
    ["examples/sequences", "examples/circuits", "examples/thought", "examples/errors"];

/// Loads and probes, and makes the words of every message.
fn answer(what: &str, text: &str) {
    let began = Instant::now();
    let loaded = load(text);
    let mut found = loaded.diagnostics.clone();
    if !loaded.has_errors() {
        found.extend(probe(&loaded.program));
        found.extend(at_large_sizes(&loaded.program));
    }
    for diagnostic in &found {
        let words = message(diagnostic);
        assert!(!words.title.is_empty(), "{what}\n{text}");
        assert!(words.code != "E0499", "{what}: {}\n{text}", words.title);
        let span = diagnostic.span.unwrap_or_default();
        assert!(text.get(span.range()).is_some(), "{what}: {span:?} is no place of\n{text}");
    }
    assert!(began.elapsed() < SOON, "{what} took {:?}\n{text}", began.elapsed());
}

/// What a program became by chance is no worse than what was meant: its transformer gives what its circuit gives.
fn engines_agree(what: &str, text: &str) {
    let program = load(text).program;
    let limits =
        Limits { max_gates: 2_000, max_wires: 4_000, max_steps: 20_000, max_calls: 100, max_digits: 100 };
    let running = circ_runtime::Limits::default();
    for (at, family) in program.own_families().iter().enumerate() {
        let sizes = vec![2; family.params.len()];
        let id = FamilyId(at as u32);
        let Ok(built) = elaborate(&program, id, &sizes, &limits, &mut |_| {}) else { continue };
        let scalars: usize = built.circuit.inputs.iter().map(|port| port.scalars()).sum();
        let inputs: Vec<Num> = (0..scalars).map(|k| Num::int((k % 3 / 2) as i64)).collect();
        let Ok(direct) = evaluate(&built.circuit, &inputs, &running, &mut |_, _| {}) else { continue };
        let mut transformer = emit(&built.circuit, Construction::Average).transformer;
        transformer.sequence.fill(&inputs).expect("the inputs fit");
        let found = execute(&transformer, &running, &mut |_, _| {}).expect("the transformer runs");
        assert_eq!(found, direct, "{what}, {}\n{text}", family.name);
    }
}

/// What families of a right program say to sizes that are too large for them: work is refused before it is done, so a
/// small budget is used up soon.
fn at_large_sizes(program: &Program) -> Vec<Diagnostic> {
    let limits =
        Limits { max_gates: 10_000, max_wires: 30_000, max_steps: 30_000, max_calls: 100, max_digits: 1_000 };
    let mut found = Vec::new();
    for (at, family) in program.own_families().iter().enumerate() {
        for size in [5, 1 << 20, u64::MAX] {
            let sizes = vec![size; family.params.len()];
            let built = elaborate(program, FamilyId(at as u32), &sizes, &limits, &mut |_| {});
            found.extend(built.err().map(|fault| *fault));
        }
    }
    found
}

/// A token that may stand where this one stands, as far as the grammar can tell.
fn alike(kind: TokenKind, text: &str, others: &[&str], random: &mut Random) -> String {
    const NUMBERS: [&str; 9] = ["0", "1", "2", "3", "1/2", "-1", "7", "1_000_000", "99999999999999999999"];
    const GROUPS: [&[&str]; 8] = [
        &["+", "-", "*", "/", "%", "^", "and", "or", "=="],
        &["==", "!=", "<", "<=", ">", ">=", "+"],
        &["and", "or"],
        &["num", "bool", "Bit", "T"],
        &["..", "..="],
        &["fold", "scan"],
        &["true", "false", "0"],
        &["'0'", "'('", "'a'", "\"01\"", "\"\"", "'1'"],
    ];
    let pick = |from: &[&str], random: &mut Random| from[random.below(from.len())].to_string();
    match kind {
        TokenKind::Name => pick(others, random),
        TokenKind::Number => pick(&NUMBERS, random),
        TokenKind::Token | TokenKind::String => pick(GROUPS[7], random),
        _ => match GROUPS.iter().find(|group| group.contains(&text)) {
            Some(group) => pick(group, random),
            None => text.to_string(),
        },
    }
}

/// A text with some tokens replaced by ones that may stand there: names by names, numbers by numbers.
fn misspelt(text: &str, random: &mut Random) -> String {
    let lexemes = circ_grammar::tokens(text);
    let mut names: Vec<&str> =
        lexemes.iter().filter(|lexeme| lexeme.kind == TokenKind::Name).map(|lexeme| lexeme.text).collect();
    names.extend([
        "sum",
        "max",
        "argmin",
        "indices",
        "select",
        "width",
        "aggregate",
        "pick",
        "lookup",
        "len",
        "sign",
    ]);
    let mut out = String::new();
    let mut end = 0;
    let rate = 2 + random.below(lexemes.len());
    for lexeme in &lexemes {
        out.push_str(&text[end..lexeme.span.start as usize]);
        end = lexeme.span.end as usize;
        if random.below(rate) == 0 {
            out.push_str(&alike(lexeme.kind, lexeme.text, &names, random));
        } else {
            out.push_str(lexeme.text);
        }
    }
    out + &text[end..]
}

/// One change of the tokens of a text; `others` are tokens to bring in.
fn mutated(text: &str, others: &[String], random: &mut Random) -> String {
    let spans: Vec<Span> = circ_grammar::tokens(text).iter().map(|lexeme| lexeme.span).collect();
    let at = random.below(spans.len());
    let Some(span) = spans.get(at) else { return text.to_string() };
    let (before, token, after) =
        (&text[..span.start as usize], &text[span.range()], &text[span.end as usize..]);
    match random.below(6) {
        0 => format!("{before}{after}"),
        1 => format!("{before}{token} {token}{after}"),
        2 => format!("{before}{}{after}", others[random.below(others.len())]),
        3 => format!("{before}{} {token}{after}", others[random.below(others.len())]),
        4 => {
            // What stands between two tokens, one of them included, is gone.
            let end = spans[(at + random.below(12)).min(spans.len() - 1)].end as usize;
            format!("{before}{}", &text[end..])
        }
        _ => {
            let other = spans[random.below(spans.len())];
            let (first, second) = if other < *span { (other, *span) } else { (*span, other) };
            let part = |from: u32, to: u32| &text[from as usize..to as usize];
            format!(
                "{}{}{}{}{}",
                part(0, first.start),
                part(second.start, second.end),
                if first == second { "" } else { part(first.end, second.start) },
                if first == second { "" } else { part(first.start, first.end) },
                part(second.end, text.len() as u32)
            )
        }
    }
}

/// Tokens of all texts, each as often as it occurs in every tenth place.
fn vocabulary(texts: &[(String, String)]) -> Vec<String> {
    let all = texts.iter().flat_map(|(_, text)| circ_grammar::tokens(text));
    all.step_by(10).map(|lexeme| lexeme.text.to_string()).collect()
}

fn mutate(texts: &[(String, String)], each: usize, seed: u64) {
    let others = vocabulary(texts);
    let mut random = Random(seed);
    for (path, text) in texts {
        for number in 0..rounds(each) {
            let mut changed = text.clone();
            for _ in 0..=random.below(3) {
                changed = mutated(&changed, &others, &mut random);
            }
            answer(&format!("{path}, change {number}"), &changed);
        }
    }
}

#[test]
fn changed_examples_are_answered() {
    mutate(&texts(&EXAMPLES, true), 12, 1);
}

/// Programs that parse, and say something else.
#[test]
fn misspelt_programs_are_answered() {
    let mut random = Random(6);
    let mut right = 0;
    let all = [texts(&EXAMPLES, true), texts(&["std"], false)].concat();
    for (path, text) in all {
        for number in 0..rounds(12) {
            let changed = misspelt(&text, &mut random);
            let what = format!("{path}, spelling {number}");
            answer(&what, &changed);
            if !load(&changed).has_errors() {
                right += 1;
                engines_agree(&what, &changed);
            }
        }
    }
    assert!(right > 100, "only {right} of them were programs");
}

#[test]
fn changed_library_files_are_answered() {
    mutate(&texts(&["std"], false), 6, 2);
}

/// Cut off anywhere, also inside a token, a character of several bytes left whole.
#[test]
fn texts_that_end_early_are_answered() {
    let mut random = Random(3);
    for (path, text) in texts(&EXAMPLES, true) {
        for _ in 0..rounds(4) {
            let mut end = random.below(text.len());
            while !text.is_char_boundary(end) {
                end -= 1;
            }
            answer(&path, &text[..end]);
        }
    }
}

/// Tokens in no order at all.
#[test]
fn soups_of_tokens_are_answered() {
    let others = vocabulary(&texts(&EXAMPLES, true));
    let mut random = Random(4);
    for number in 0..rounds(400) {
        let length = random.below(60);
        let tokens: Vec<&str> = (0..length).map(|_| others[random.below(others.len())].as_str()).collect();
        let soup = tokens.join(" ");
        answer(&format!("soup {number}"), &soup);
        answer(&format!("body {number}"), &format!("family f[n](x: num[n], w: bool[n]) -> num {{ {soup} }}"));
    }
}

/// Files beside the program that hold anything: changed programs, soups, one another's names, themselves.
#[test]
fn any_files_beside_a_program_are_answered() {
    let all = texts(&EXAMPLES, true);
    let others = vocabulary(&all);
    let mut random = Random(5);
    for number in 0..rounds(60) {
        let mut asked = 0;
        let mut reads = 0;
        let mut beside = |path: &str| {
            assert!(!path.contains("..") && !path.starts_with('/'), "{path}");
            asked += 1;
            match random.below(8) {
                0 => return Err(Unread::Missing),
                1 => return Err(Unread::Refused("the disk is on fire".into())),
                _ => {}
            }
            reads += 1;
            let mut text = mutated(&all[random.below(all.len())].1, &others, &mut random);
            for _ in 0..random.below(4) {
                let names = ["a", "b", "c", "main", "lib.d", "std.sort", "std.nothing", "std"];
                let path = names[random.below(names.len())];
                let name = &others[random.below(others.len())];
                text = format!("use {path}.{{{name}, parity}};\n{text}");
            }
            Ok(Text { name: path.into(), text })
        };
        let main = "use a.{parity, f}; use b.{g}; use lib.c.{h}; family main[n](x: num[n]) -> num { f(x) + g(h(x)) }";
        let began = Instant::now();
        let loaded =
            load_files(Some("main"), Text { name: "main.circ".into(), text: main.into() }, &mut beside);
        for diagnostic in &loaded.diagnostics {
            assert!(message(diagnostic).code != "E0499", "{}", message(diagnostic).title);
            let (file, range) = loaded.sources.place(diagnostic.span.unwrap_or_default());
            assert!(file.text.get(range).is_some(), "a place that {} does not have", file.name);
        }
        if !loaded.has_errors() {
            probe(&loaded.program);
        }
        assert!(began.elapsed() < SOON, "round {number} took {:?}", began.elapsed());
        assert!(asked >= reads && asked <= 300, "{asked} files were asked for");
    }
}

/// Files that always ask for one more, and for all at once.
#[test]
fn files_without_end_are_refused() {
    let load = |main: &str, beside: &mut dyn FnMut(&str) -> Result<Text, Unread>| {
        let began = Instant::now();
        let loaded = load_files(Some("main"), Text { name: "main.circ".into(), text: main.into() }, beside);
        assert!(began.elapsed() < SOON);
        let codes: Vec<&str> = loaded.diagnostics.iter().map(|d| message(d).code).collect();
        assert!(loaded.has_errors(), "{codes:?}");
        codes
    };
    let mut number = 0;
    let mut chain = |path: &str| {
        number += 1;
        Ok(Text { name: path.into(), text: format!("use a{number}.{{x}};\n") })
    };
    load("use a.{x}; family f() -> num { 1 }", &mut chain);
    assert!(number <= 300, "{number} files were read");
    let mut deeper = |path: &str| Ok(Text { name: path.into(), text: "use deeper.a.{x};\n".into() });
    load("use a.{x}; family f() -> num { 1 }", &mut deeper);
    let wide: String = (0..2_000).map(|k| format!("use a{k}.{{x{k}}};\n")).collect();
    let mut empty = |path: &str| Ok(Text { name: path.into(), text: String::new() });
    load(&wide, &mut empty);
    let mut itself =
        |path: &str| Ok(Text { name: path.into(), text: "use main.{f}; use b.{f}; use a.{f};\n".into() });
    load("use main.{f}; use a.{f}; family f() -> num { 1 }", &mut itself);
}
