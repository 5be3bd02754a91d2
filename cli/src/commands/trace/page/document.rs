//! The document: what a browser reads, in one file.
//!
//! What comes from programs and data stands in one element that no browser runs, as JSON without a single `<`, and in
//! the title, escaped. A policy in the head forbids the page to ask for anything.

use std::fmt::{self, Write};

/// A larger page would take long to open.
pub(super) const MOST_MEBIBYTES: usize = 32;

const PAGE: &str = include_str!("page.html");
const STYLE: &str = include_str!("page.css");
const LIBRARIES: [&str; 3] = [
    include_str!("vendor/preact.umd.js"),
    include_str!("vendor/preact-hooks.umd.js"),
    include_str!("vendor/htm.umd.js"),
];
/// The page's own script, in the order in which its parts run.
const PARTS: [&str; 7] = [
    include_str!("data.js"),
    include_str!("attention.js"),
    include_str!("circuit.js"),
    include_str!("source.js"),
    include_str!("selection.js"),
    include_str!("table.js"),
    include_str!("page.js"),
];

/// The page of a title and of data that `write` writes as JSON; `None` where it would be too large.
pub(super) fn document(title: &str, write: impl FnOnce(&mut dyn Write) -> fmt::Result) -> Option<String> {
    let mut data = Data { text: String::new() };
    write(&mut data).ok()?;
    let (title, scripts) = (escaped(title), scripts());
    let parts = [
        ("{{title}}", &title[..]),
        ("{{style}}", STYLE),
        ("{{data}}", &data.text),
        ("{{scripts}}", &scripts),
    ];
    let mut page = String::with_capacity(data.text.len() + (1 << 17));
    let mut rest = PAGE;
    for (mark, part) in parts {
        let (before, after) = rest.split_once(mark)?;
        page.push_str(before);
        page.push_str(part);
        rest = after;
    }
    page.push_str(rest);
    Some(page)
}

/// The libraries, without where their maps would be: a browser's tools would look for these. Then the page's own script,
/// in a function, so that none of its names stands in the way of the browser's.
fn scripts() -> String {
    let mut scripts = String::new();
    for library in LIBRARIES {
        scripts.push_str("<script>\n");
        for line in library.lines().filter(|line| !line.starts_with("//# sourceMappingURL=")) {
            scripts.push_str(line);
            scripts.push('\n');
        }
        scripts.push_str("</script>\n");
    }
    scripts.push_str("<script>\n(() => {\n\"use strict\";\n");
    PARTS.iter().for_each(|part| scripts.push_str(part));
    scripts.push_str("})();\n</script>\n");
    scripts
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// JSON in an element: a `<`, which only a text can have, is written as its code, so that nothing ends the element.
struct Data {
    text: String,
}

impl Write for Data {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        for (at, part) in text.split('<').enumerate() {
            if at > 0 {
                self.text.push_str("\\u003c");
            }
            self.text.push_str(part);
        }
        if self.text.len() > MOST_MEBIBYTES << 20 { Err(fmt::Error) } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_ends_the_data_or_the_title() {
        let page = document("<b> & </title>", |out| out.write_str("\"</script><!--\""));
        let page = page.expect("it is small");
        assert!(page.contains("<title>&lt;b&gt; &amp; &lt;/title&gt;</title>"));
        assert!(page.contains("\"\\u003c/script>\\u003c!--\""));
        assert_eq!(page.matches("</script>").count(), LIBRARIES.len() + 2);
    }

    #[test]
    fn what_is_too_large_is_no_page() {
        assert_eq!(document("", |out| out.write_str(&"1".repeat((MOST_MEBIBYTES << 20) + 1))), None);
    }
}
