//! A page of Markdown: its blocks, links, headings and tags, each with the line that it stands in.

use std::collections::BTreeSet;
use std::ops::Range;
use std::path::Path;

use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag, TagEnd};

use crate::root;

/// What a block is, by its info string.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    /// Commands, each with what it prints. With `error` they fail.
    Console { error: bool },
    /// A whole program, saved by the reader under a name where there is one. With `error` it is wrong.
    Program { name: Option<String>, error: bool },
    /// Lines of a file of the repository.
    Part(String),
    /// Parts of what a command prints, which a comment before the block names, with `…` between them.
    Excerpt(String),
    /// Something to look at.
    Shown,
}

impl Kind {
    fn of(info: &str) -> Result<Self, String> {
        let mut words = info.split(',');
        let language = words.next().unwrap_or_default();
        let words: Vec<&str> = words.collect();
        let value = |key: &str| words.iter().find_map(|word| word.strip_prefix(key)?.strip_prefix('='));
        let error = words.contains(&"error");
        let kind = match (language, value("part"), value("file")) {
            ("console", None, None) => Kind::Console { error },
            ("circ", Some(path), None) if !error => Kind::Part(path.to_string()),
            ("circ", None, name) => Kind::Program { name: name.map(str::to_string), error },
            ("sh" | "text" | "json" | "python" | "", None, None) if !error => Kind::Shown,
            _ => return Err(unknown(info)),
        };
        let known =
            usize::from(error) + usize::from(value("part").is_some()) + usize::from(value("file").is_some());
        if known == words.len() { Ok(kind) } else { Err(unknown(info)) }
    }
}

fn unknown(info: &str) -> String {
    format!("`{info}` is no kind of block; docs/contributing.md lists them")
}

/// A fenced block of a page.
pub(crate) struct Block {
    pub(crate) kind: Result<Kind, String>,
    pub(crate) text: String,
    /// Where the text stands in the page.
    pub(crate) range: Range<usize>,
}

/// A page of the repository.
pub(crate) struct Page {
    /// From the root of the repository.
    pub(crate) path: String,
    pub(crate) title: String,
    pub(crate) text: String,
    pub(crate) blocks: Vec<Block>,
    /// Where links lead, and where they stand.
    pub(crate) links: Vec<(String, usize)>,
    anchors: BTreeSet<String>,
    tags: Vec<(String, usize)>,
}

impl Page {
    pub(crate) fn read(path: &str) -> Self {
        let text = std::fs::read_to_string(root().join(path)).unwrap_or_else(|why| panic!("{path}: {why}"));
        let mut page = Page {
            path: path.to_string(),
            title: String::new(),
            text: String::new(),
            blocks: Vec::new(),
            links: Vec::new(),
            anchors: BTreeSet::new(),
            tags: Vec::new(),
        };
        let mut heading: Option<String> = None;
        let mut command: Option<String> = None;
        for (event, range) in Parser::new_ext(&text, Options::ENABLE_TABLES).into_offset_iter() {
            match event {
                Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(info))) => {
                    let mut block = block(&text, range, &info);
                    if let (Ok(kind), Some(command)) = (&mut block.kind, command.take()) {
                        *kind = Kind::Excerpt(command);
                    }
                    page.blocks.push(block);
                }
                Event::Start(Tag::CodeBlock(CodeBlockKind::Indented)) => {
                    let kind = Err("a block without a fence".to_string());
                    page.blocks.push(Block { kind, text: String::new(), range });
                }
                Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) => {
                    page.links.push((dest_url.into_string(), range.start));
                }
                Event::Start(Tag::Heading { .. }) => heading = Some(String::new()),
                Event::Text(part) | Event::Code(part) => heading.iter_mut().for_each(|text| {
                    text.push_str(&part);
                }),
                Event::End(TagEnd::Heading(_)) => page.heading(&heading.take().expect("it has begun")),
                Event::Html(tag) | Event::InlineHtml(tag) => {
                    let named = tag.trim().strip_prefix("<!-- $ ").and_then(|rest| rest.strip_suffix(" -->"));
                    command = named.map(str::to_string).or(command);
                    page.tags.push((tag.into_string(), range.start));
                }
                _ => {}
            }
        }
        page.text = text;
        page
    }

    /// Remembers a heading and the anchor that GitHub and mdBook give it: a number behind one that has been before.
    fn heading(&mut self, text: &str) {
        if self.title.is_empty() {
            self.title = text.to_string();
        }
        let anchor: String = text
            .to_lowercase()
            .chars()
            .filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'))
            .map(|c| if c == ' ' { '-' } else { c })
            .collect();
        let again = (1..).map(|number| format!("{anchor}-{number}"));
        let free = std::iter::once(anchor.clone()).chain(again).find(|anchor| !self.anchors.contains(anchor));
        self.anchors.extend(free);
    }

    /// Page and line, as messages name places.
    pub(crate) fn at(&self, offset: usize) -> String {
        format!("{}:{}", self.path, self.text[..offset].matches('\n').count() + 1)
    }

    /// The page with other texts at some places.
    pub(crate) fn write(&self, mut changes: Vec<(Range<usize>, String)>) {
        if changes.is_empty() {
            return;
        }
        changes.sort_by_key(|(range, _)| range.start);
        let mut text = self.text.clone();
        for (range, new) in changes.into_iter().rev() {
            text.replace_range(range, &new);
        }
        std::fs::write(root().join(&self.path), text).expect("the page can be written");
    }

    /// Links to files that are not there, and to headings that their page does not have.
    pub(crate) fn dead_links(&self) -> Vec<String> {
        let folder = Path::new(&self.path).parent().expect("a page stands in a folder");
        let dead = |link: &str| -> Option<&str> {
            if link.contains("://") || link.starts_with("mailto:") {
                return None;
            }
            let (file, anchor) = link.split_once('#').unwrap_or((link, ""));
            let target =
                if file.is_empty() { Path::new(&self.path).to_path_buf() } else { folder.join(file) };
            if !root().join(&target).exists() {
                return Some("no such file");
            }
            let known = anchor.is_empty() || Page::read(&target.to_string_lossy()).anchors.contains(anchor);
            (!known).then_some("no such heading")
        };
        let faults = self.links.iter().filter_map(|(link, at)| Some((link, at, dead(link)?)));
        faults.map(|(link, at, why)| format!("{}: {link}: {why}", self.at(*at))).collect()
    }

    /// Tags other than those of a part that folds, and comments.
    pub(crate) fn tags(&self) -> Vec<String> {
        let plain = |tag: &str| {
            let tag = tag.trim();
            ["<details>", "</details>", "<summary>", "</summary>", "<!--"]
                .iter()
                .any(|known| tag.starts_with(known))
        };
        let faults = self.tags.iter().filter(|(tag, _)| !plain(tag));
        faults.map(|(tag, at)| format!("{}: HTML: {}", self.at(*at), tag.trim())).collect()
    }
}

/// A block from its opening fence to its closing one.
fn block(page: &str, range: Range<usize>, info: &str) -> Block {
    let raw = &page[range.clone()];
    let start = range.start + raw.find('\n').map_or(raw.len(), |at| at + 1);
    // The closing fence is a line of its own.
    let end = (range.start + raw.trim_end().rfind('\n').map_or(raw.len(), |at| at + 1)).max(start);
    // What is held is found again line by line; what is only shown may stand in a list.
    let indented = !page[..range.start].is_empty() && !page[..range.start].ends_with('\n');
    let kind = Kind::of(info).and_then(|kind| match kind {
        Kind::Shown => Ok(kind),
        _ if indented => Err("a block that does not start its line".to_string()),
        _ => Ok(kind),
    });
    Block { kind, text: page[start..end].to_string(), range: start..end }
}
