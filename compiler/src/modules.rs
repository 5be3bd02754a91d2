//! The files of a program: what `use` asks for, read and parsed, each once.
//!
//! Takes the file that is run and a way to read those beside it; gives a module for each file, the first for the one
//! that is run, and for every name of a `use` the module that it comes from. Afterwards no file uses itself, directly
//! or through others: such a `use` is reported and leads nowhere.
//!
//! A path is made of names, so it leads to `std` or below the folder of the file that says `use`, never out of it.

use std::collections::HashMap;

use circ_grammar::tree::{self, Item, ItemKind, Name, Span, Tree};

use crate::check::closest;
use crate::diagnostics::{Diagnostic, Fact, FileFact, FileMeant};
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
    /// There is none; the names of the programs in its folder, without their endings.
    MissingAmong(Vec<String>),
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

impl Module {
    /// The item in which a place lies: items stand in the order of their places.
    pub(crate) fn item_around(&self, span: Span) -> Option<&Item> {
        let items = &self.tree.items;
        let at = items.partition_point(|item| item.span.start <= span.start).checked_sub(1)?;
        items.get(at).filter(|item| span.end <= item.span.end)
    }
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

fn no_module(module: String) -> FileFact {
    let name = module.strip_prefix("std.").unwrap_or(&module);
    let name = name.strip_suffix(".circ").unwrap_or(name);
    let similar = closest(name, library::MODULES.iter().map(|(name, _)| *name));
    FileFact::NoLibraryModule { module, similar, libraries: libraries() }
}

/// What a file has to give, families first.
fn exports(text: &str) -> Vec<String> {
    let tree = circ_grammar::parse(text).tree;
    let is_family = |name: &&str| {
        tree.items
            .iter()
            .any(|item| matches!(&item.kind, ItemKind::Family(family) if family.name.text == *name))
    };
    let (families, others): (Vec<&str>, Vec<&str>) = library::exports(&tree).partition(is_family);
    families.into_iter().chain(others).map(str::to_string).collect()
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
        // The file that is run may have any name; its folder is where paths begin.
        let below = self.modules[user].path.rsplit_once('.').filter(|_| user > 0);
        let folder = below.map_or("", |(folder, _)| folder).to_string();
        let dot = if folder.is_empty() { "" } else { "." };
        let span = item.path.iter().chain(&item.names).map(|name| name.span).reduce(Span::to)?;
        let names: Vec<&str> = item.path.iter().map(|name| name.text.as_str()).collect();
        let whole = match names.as_slice() {
            [] if item.names.iter().all(|name| name.text == "std") => {
                self.report(span, FileFact::UseOfLibrary { libraries: libraries() });
                return None;
            }
            ["std"] => {
                self.report_bare_module(span, item);
                return None;
            }
            // `use helpers;` names a file where a name of it should stand.
            [] => {
                let name = item.names.first()?.text.as_str();
                match beside(&format!("{}.circ", format!("{folder}{dot}{name}").replace('.', "/"))) {
                    Ok(text) => {
                        let exports = exports(&text.text);
                        self.report(span, FileFact::UseOfFile { module: name.to_string(), exports });
                    }
                    Err(why) => self.report_unread(span, user, name, &folder, why, beside),
                }
                return None;
            }
            ["std", rest @ ..] => format!("std.{}", rest.join(".")),
            names => format!("{folder}{dot}{}", names.join(".")),
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
                self.report_unread(span, user, &names.join("."), &folder, why, beside);
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

    /// `use std.sort;`: a module of the library, and nothing of it.
    fn report_bare_module(&mut self, span: Span, item: &UseItem) {
        let last = item.names.first().map_or("", |name| name.text.as_str());
        let module = format!("std.{last}");
        match library::module(last) {
            Some(text) => self.report(span, FileFact::UseOfFile { module, exports: exports(text) }),
            None => self.report(span, no_module(module)),
        }
    }

    /// Says why a file was not read that `user`, in this folder, calls so.
    fn report_unread(
        &mut self,
        span: Span,
        user: usize,
        module: &str,
        folder: &str,
        why: Unread,
        beside: Beside<'_>,
    ) {
        if module.starts_with("std.") {
            return self.report(span, no_module(module.to_string()));
        }
        let path = |module: &str| format!("{}.circ", module.replace('.', "/"));
        let dot = if folder.is_empty() { "" } else { "." };
        let within = |module: &str| path(&format!("{folder}{dot}{module}"));
        let others = match why {
            Unread::Refused(reason) => {
                return self.report(span, FileFact::FileRefused { file: within(module), reason });
            }
            Unread::Missing => Vec::new(),
            Unread::MissingAmong(others) => others,
        };
        let (inner, last) = module.rsplit_once('.').unwrap_or(("", module));
        let similar = || {
            let near = closest(last, others.iter().map(String::as_str))?;
            Some(FileMeant::Similar(if inner.is_empty() { near } else { format!("{inner}.{near}") }))
        };
        let meant = if last == "circ" && beside(&within(inner)).is_ok() {
            Some(FileMeant::WithoutEnding(inner.to_string()))
        } else if library::module(module).is_some() {
            Some(FileMeant::Library(format!("std.{module}")))
        } else if let Some(similar) = similar() {
            Some(similar)
        } else {
            let above = !folder.is_empty() && beside(&path(module)).is_ok();
            above.then_some(FileMeant::Above)
        };
        let user = self.sources.files()[user].name.clone();
        self.report(span, FileFact::NoFile { file: path(module), user, meant });
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
