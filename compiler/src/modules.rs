//! The files of a program: what `use` asks for, read and parsed, each once.
//!
//! Takes the file that is run and a way to read those beside it; gives a module for each file, the first for the one
//! that is run, and for every name of a `use` the module that it comes from. Afterwards no file uses itself, directly
//! or through others: such a `use` is reported and leads nowhere.
//!
//! A path is made of names, so it leads to `std` or below the folder of the file that says `use`, never out of it.

use std::collections::HashMap;

use circ_grammar::tree::{self, ItemKind, Name, Span, Tree};

use crate::check::closest;
use crate::diagnostics::{Diagnostic, Fact, FileFact};
use crate::library;
use crate::sources::Sources;

/// A program has at most so many files.
const MAX_FILES: usize = 256;

/// A file that was read.
#[derive(Clone, Debug)]
pub struct Text {
    /// What messages call it.
    pub name: String,
    /// All of it.
    pub text: String,
}

/// Why a file was not read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unread {
    /// There is none.
    Missing,
    /// There is one, and this keeps it from being read: a sentence.
    Refused(String),
}

/// Reads a file by its path below the folder of the file that is run: `helpers.circ`, `lib/sort.circ`.
pub type Beside<'a> = &'a mut dyn FnMut(&str) -> Result<Text, Unread>;

/// A file of the program.
#[derive(Debug)]
pub struct Module {
    /// As a `use` writes it: `std.sort`, `helpers`. For the file that is run the name without its ending.
    pub path: String,
    /// Its tree.
    pub tree: Tree,
    /// What it uses, in source order.
    pub imports: Vec<Import>,
}

/// One name of a `use`.
#[derive(Debug)]
pub struct Import {
    /// The name.
    pub name: Name,
    /// The module that it comes from; `None` where that was reported to be missing.
    pub from: Option<usize>,
}

/// The files, and what is wrong with their texts and paths.
#[derive(Debug)]
pub struct Gathered {
    /// The first is the file that is run.
    pub modules: Vec<Module>,
    /// The texts.
    pub sources: Sources,
    /// Syntax errors, and files that are missing.
    pub diagnostics: Vec<Diagnostic>,
    /// For each module the syntax errors that may hide definitions.
    pub hiding: Vec<Vec<Span>>,
}

/// Reads and parses the file that is run and all that it uses. `main` is its path below its own folder without the
/// ending (`dyck1`), where it has one.
pub fn gather(main: Option<&str>, text: Text, beside: Beside<'_>) -> Gathered {
    let mut gathered = Gathered {
        modules: Vec::new(),
        sources: Sources::new(text.name, text.text),
        diagnostics: Vec::new(),
        hiding: Vec::new(),
    };
    gathered.parse(main.unwrap_or_default().to_string(), 0);
    let mut known: HashMap<String, usize> = HashMap::new();
    // A name with a dot in it is not what a path of names leads to.
    if let Some(main) = main.filter(|main| !main.contains('.')) {
        known.insert(main.to_string(), 0);
    }
    // Modules are added while the list is walked.
    let mut at = 0;
    while at < gathered.modules.len() {
        let uses = uses(&gathered.modules[at].tree);
        let mut imports = Vec::new();
        for item in uses {
            let from = gathered.module_of(at, &item, &mut known, beside);
            imports.extend(item.names.into_iter().map(|name| Import { name, from }));
        }
        gathered.modules[at].imports = imports;
        at += 1;
    }
    gathered.cut_cycles();
    gathered
}

/// The modules of the library, as a `use` writes them.
fn libraries() -> Vec<String> {
    library::MODULES.iter().map(|(name, _)| format!("std.{name}")).collect()
}

/// A `use` item: the names of the path to the module, and those that are imported.
struct UseItem {
    path: Vec<Name>,
    names: Vec<Name>,
}

fn uses(tree: &Tree) -> Vec<UseItem> {
    let used = tree.items.iter().filter_map(|item| match &item.kind {
        ItemKind::Use(used) => Some(used),
        _ => None,
    });
    used.map(|tree::Use { path, list }| match (list, path.split_last()) {
        (None, Some((last, path))) => UseItem { path: path.to_vec(), names: vec![last.clone()] },
        (list, _) => UseItem { path: path.clone(), names: list.clone().unwrap_or_default() },
    })
    .collect()
}

impl Gathered {
    /// Parses the last text of the sources, which begins at `base`.
    fn parse(&mut self, path: String, base: u32) {
        let file = &self.sources.files()[self.modules.len()];
        let parsed = circ_grammar::parse(&file.text).shifted(base);
        let hiding = parsed.errors.iter().filter(|e| e.kind.hides_names()).map(|e| e.span).collect();
        self.hiding.push(hiding);
        // Warnings about a file are for those who check it.
        let told =
            parsed.errors.into_iter().filter(|e| base == 0 || e.severity() == circ_grammar::Severity::Error);
        self.diagnostics.extend(told.map(|error| Diagnostic::new(error.span, error.kind)));
        self.modules.push(Module { path, tree: parsed.tree, imports: Vec::new() });
    }

    fn report(&mut self, span: Span, fact: FileFact) {
        self.diagnostics.push(Diagnostic::new(span, fact));
    }

    /// The module that a `use` names, read where it is not known yet.
    fn module_of(
        &mut self,
        user: usize,
        item: &UseItem,
        known: &mut HashMap<String, usize>,
        beside: Beside<'_>,
    ) -> Option<usize> {
        let span = item.path.iter().chain(&item.names).map(|name| name.span).reduce(Span::to)?;
        let names: Vec<&str> = item.path.iter().map(|name| name.text.as_str()).collect();
        let whole = match names.as_slice() {
            [] if item.names.iter().all(|name| name.text == "std") => {
                self.report(span, FileFact::UseOfLibrary { libraries: libraries() });
                return None;
            }
            [] | ["std"] => {
                self.report_bare(span, item, &names);
                return None;
            }
            ["std", rest @ ..] => format!("std.{}", rest.join(".")),
            names => {
                // The file that is run may have any name; its folder is where paths begin.
                let below = self.modules[user].path.rsplit_once('.').filter(|_| user > 0);
                let folder = below.map_or("", |(folder, _)| folder);
                let dot = if folder.is_empty() { "" } else { "." };
                format!("{folder}{dot}{}", names.join("."))
            }
        };
        if let Some(module) = known.get(&whole) {
            return Some(*module);
        }
        let span = item.path.iter().map(|name| name.span).reduce(Span::to)?;
        let read = match whole.strip_prefix("std.") {
            Some(name) => library::module(name)
                .map(|text| Text { name: format!("std/{name}.circ"), text: text.to_string() })
                .ok_or(Unread::Missing),
            None => beside(&format!("{}.circ", whole.replace('.', "/"))),
        };
        let text = match read {
            Ok(text) => text,
            Err(why) => {
                self.report_unread(span, &whole, why);
                return None;
            }
        };
        if self.modules.len() >= MAX_FILES {
            self.report(span, FileFact::TooManyFiles { limit: MAX_FILES });
            return None;
        }
        let Some(base) = self.sources.add(text.name, text.text) else {
            self.report(span, FileFact::TooManyFiles { limit: MAX_FILES });
            return None;
        };
        known.insert(whole.clone(), self.modules.len());
        self.parse(whole, base);
        Some(self.modules.len() - 1)
    }

    /// `use helpers;` and `use std.sort;`: a file, and nothing of it.
    fn report_bare(&mut self, span: Span, item: &UseItem, names: &[&str]) {
        let last = item.names.first().map_or("", |name| name.text.as_str());
        let module = if names.is_empty() { last.to_string() } else { format!("std.{last}") };
        let exports = library::module(last).filter(|_| !names.is_empty()).map(|text| {
            let tree = circ_grammar::parse(text).tree;
            library::exports(&tree).map(str::to_string).collect::<Vec<_>>()
        });
        let known = names.is_empty() || exports.is_some();
        if known {
            self.report(span, FileFact::UseOfFile { module, exports: exports.unwrap_or_default() });
        } else {
            let similar = closest(last, library::MODULES.iter().map(|(name, _)| *name));
            self.report(span, FileFact::NoLibraryModule { module, similar, libraries: libraries() });
        }
    }

    fn report_unread(&mut self, span: Span, whole: &str, why: Unread) {
        let file = format!("{}.circ", whole.replace('.', "/"));
        let fact = match (why, whole.strip_prefix("std.")) {
            (_, Some(name)) => FileFact::NoLibraryModule {
                module: whole.to_string(),
                similar: closest(name, library::MODULES.iter().map(|(name, _)| *name)),
                libraries: libraries(),
            },
            (Unread::Missing, None) => {
                let library = library::module(whole).is_some().then(|| format!("std.{whole}"));
                FileFact::NoFile { file, main: self.sources.main().name.clone(), library }
            }
            (Unread::Refused(reason), None) => FileFact::FileRefused { file, reason },
        };
        self.report(span, fact);
    }

    /// Reports files that use one another in a circle, and cuts the circle at the `use` that closes it.
    fn cut_cycles(&mut self) {
        // Depth first, with a stack of its own: a chain of files is as long as the user makes it.
        #[derive(Clone, Copy, PartialEq)]
        enum Mark {
            New,
            Open,
            Done,
        }
        let mut marks = vec![Mark::New; self.modules.len()];
        let mut stack: Vec<(usize, usize)> = vec![(0, 0)];
        marks[0] = Mark::Open;
        while let Some((module, next)) = stack.last_mut() {
            let module = *module;
            let Some(import) = self.modules[module].imports.get_mut(*next) else {
                marks[module] = Mark::Done;
                stack.pop();
                continue;
            };
            *next += 1;
            let Some(from) = import.from else { continue };
            match marks[from] {
                Mark::Done => {}
                Mark::New => {
                    marks[from] = Mark::Open;
                    stack.push((from, 0));
                }
                Mark::Open => {
                    import.from = None;
                    let span = import.name.span;
                    let start = stack.iter().position(|(open, _)| *open == from).unwrap_or(0);
                    let files =
                        stack[start..].iter().map(|(open, _)| self.sources.files()[*open].name.clone());
                    let mut cycle: Vec<String> = files.collect();
                    cycle.push(self.sources.files()[from].name.clone());
                    let known = |d: &Diagnostic| matches!(&d.fact, Fact::File(FileFact::UseCycle { cycle: c }) if *c == cycle);
                    if !self.diagnostics.iter().any(known) {
                        self.report(span, FileFact::UseCycle { cycle });
                    }
                }
            }
        }
    }
}
