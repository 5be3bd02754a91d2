//! Underlines and columns where characters are wider or narrower than one column, looked at as a terminal shows them.

mod support;

use support::{circ, entry, snapshot};
use unicode_segmentation::UnicodeSegmentation;
use unicode_width::UnicodeWidthStr;

/// The characters of a text that cover these columns, from 0, with what combines with them.
fn covered(text: &str, columns: std::ops::Range<usize>) -> String {
    let mut column = 0;
    let mut out = String::new();
    for cluster in text.graphemes(true) {
        let width = cluster.width();
        // What starts or ends within the columns has to lie within them.
        if column < columns.end && column + width > columns.start {
            out.push_str(cluster);
        }
        column += width;
    }
    out
}

/// What is underlined in a drawing, in order: each row of underlines with the source line above it.
fn underlined(drawing: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut source = "";
    for row in drawing.lines() {
        let Some((margin, text)) = row.split_once('│') else { continue };
        if !margin.trim().is_empty() {
            source = text;
        } else if text.trim_start().starts_with(['─', '┬']) {
            let mut start = None;
            for (column, c) in text.chars().chain([' ']).enumerate() {
                match (start, matches!(c, '─' | '┬')) {
                    (None, true) => start = Some(column),
                    (Some(from), false) => {
                        found.push(covered(source, from..column));
                        start = None;
                    }
                    _ => {}
                }
            }
        }
    }
    found
}

/// Checks a source: what is underlined, and the places in the heads of the excerpts.
#[track_caller]
fn check(source: &str, expected: &[&str], places: &[&str]) -> String {
    let output = circ(&["check", "-"], source);
    let text = String::from_utf8(output.stderr).expect("UTF-8");
    assert_eq!(underlined(&text), expected, "{text}");
    let heads = text.lines().filter_map(|line| line.split_once("[ <stdin>:")?.1.strip_suffix(" ]"));
    assert_eq!(heads.collect::<Vec<_>>(), places, "{text}");
    text
}

/// Sources in which `y` stands after these characters, in a token and in a name where it can be one.
const BEFORE: [(&str, usize); 14] = [
    ("汉字", 4),
    ("ｶﾅ", 2),
    ("한글", 4),
    ("🙂", 2),
    ("👍🏽", 2),
    ("👩\u{200d}👩\u{200d}👧", 2),
    ("🇩🇪🇫🇷", 4),
    ("❤\u{fe0f}", 2),
    ("e\u{301}o\u{308}\u{323}", 2),
    ("a\u{200b}b\u{2060}c", 3),
    ("שלום", 4),
    ("مرحبا", 5),
    ("ไทย", 3),
    ("\u{3000}", 2),
];

#[test]
fn what_stands_after_other_characters_is_underlined() {
    for (before, width) in BEFORE {
        let source = |tab: &str| format!("alphabet A = '{before}';{tab}family f(x: num) -> num {{ yy + x }}");
        // 16 columns of the alphabet besides the token, and 26 of the family before the name.
        let column = |start: usize| format!("1:{}", start + 26 + 1);
        check(&source(""), &["yy"], &[&column(16 + width)]);
        check(&source("\t"), &["yy"], &[&column((16 + width) / 4 * 4 + 4)]);
        check(&source(" \t"), &["yy"], &[&column((17 + width) / 4 * 4 + 4)]);
    }
}

#[test]
fn wide_names_are_underlined_themselves() {
    check("family f(x: num) -> num { 未知 + 数 }", &["未知", "数"], &["1:27", "1:34"]);
    check("family f(x: num) -> num { е\u{301}то + שלום }", &["е\u{301}то", "שלום"], &["1:27", "1:33"]);
    // A single character of two columns has its arrow too.
    let text = check("family f(x: num) -> num {\t数 }", &["数"], &["1:29"]);
    assert!(text.contains("─┬\n"), "{text}");
}

#[test]
fn several_labels_on_one_line() {
    let source = "alphabet 字 = '汉' | '👩\u{200d}🔬';\n\
        family f(甲: num[2], 乙: num) -> num { '👩\u{200d}🔬' == 甲[0] and\t乙 }";
    check(source, &["'👩\u{200d}🔬'", "甲[0]", "乙"], &["2:48", "2:61"]);
}

#[test]
fn labels_over_lines() {
    let sources = [
        // Its opener stands after wide characters, and its end before some.
        "family f(甲: num) -> num { 甲 + (甲 + 甲 汉\n",
        "alphabet A = '👍🏽';\nfamily f(x: num[2]) -> num { /* no comment */ x + [\n\t'👍🏽',\n\t'👍🏽', 未知\n] }\n",
        "family 和(x: num[2]) -> num {\n\tlet 甲 = fold 乙 = [\n\t\t0,\n\t\t'汉'] for i in 0..2 { x }; x[0]\n}\n",
        "family f(甲: num[2]) -> num { /\\ 甲 }\n",
        "family f(甲: num[2], 乙: num) -> num {\n\tif 乙 == 1 { 甲 } else {\n\t\t甲[0] * '汉字'\n\t} }\n",
        "family f(甲: num[2], 乙: num) -> num {\n\tlet 丙 = 甲; 丙 + (\n\t\t甲\n\t\t+ 1) }\n",
        "family f(x: num) -> num { 2 +\n\n",
    ];
    let texts: Vec<String> = sources.iter().map(|source| entry(&["check", "-"], source)).collect();
    snapshot("columns", &texts.join("\n"));
}

#[test]
fn long_lines_are_cut_around_each_place() {
    let fill = "+ 变量".repeat(200);
    let source = format!("family f(变量: num) -> num {{ 变量 + 未知 {fill} + 数 {fill} }}");
    let text = check(&source, &["未知", "数"], &["1:37", "1:1245"]);
    assert!(text.lines().all(|line| line.width() < 250), "{text}");
    // A long place, and another far from its start, on one line: all ends are seen.
    let source =
        format!("alphabet A = '汉'; family f(变量: num) -> bool {{ 变量 {fill} == '汉' and 1 == 1 }}");
    snapshot("long_lines", &entry(&["check", "-"], &source));
    // The end of a line that is cut, and nothing before its start.
    let source = format!("family f(变量: num) -> num {{ 未知 {fill} }}");
    check(&source, &["未知"], &["1:30"]);
    let source = format!("family f(变量: num) -> num {{ 变量 {fill} + 未知 }}");
    check(&source, &["未知"], &["1:1238"]);
}

#[test]
fn marks_heaped_on_a_character_do_not_fill_the_screen() {
    let source = format!("alphabet A = 'e{}'; family f(x: num) -> num {{ y }}", "\u{301}".repeat(10_000));
    let text = check(&source, &["y"], &["1:45"]);
    assert!(text.len() < 2_000, "{} bytes", text.len());
}

#[test]
fn many_messages_of_one_long_line_take_linear_time() {
    let source = format!("family f(x: num) -> num {{ {} x }}", "变量 + ".repeat(20_000));
    for form in ["human", "short", "json"] {
        let output = circ(&["check", "-", "--message-format", form], source.as_str());
        let text = String::from_utf8(output.stderr).expect("UTF-8");
        let count = if form == "human" { 100 } else { 20_000 };
        assert_eq!(text.matches("`变量`").count(), count, "{form}");
    }
}

#[test]
fn characters_for_private_use_are_shown_as_they_are() {
    let text = check("alphabet A = '\u{f0000}\u{f0001}'; family f(x: num) -> num { y }", &["y"], &["1:46"]);
    assert!(text.contains("'\u{f0000}\u{f0001}'"), "{text}");
    // In a message's words they could be taken for something else.
    let text = entry(&["check", "-"], "family f(x: num) -> num { \u{f0000} }");
    assert!(text.contains('\u{fffd}'), "{text}");
}
