//! What was defined so far: items as they were typed, and values.

use std::ops::Range;
use std::path::PathBuf;

use circ_compiler::Part;

use super::entry::{AFTER, Asked, BEFORE, Defined, Kind, Typed, named};
use crate::args::Repl;

/// An item that was defined, and where.
#[derive(Clone, Debug)]
pub(crate) struct Kept {
    /// The item.
    pub(crate) item: Defined,
    /// What messages call its entry or its file.
    pub(crate) place: String,
    /// The number of its first line there.
    pub(crate) first_line: usize,
}

/// A value with a name.
#[derive(Clone, Debug)]
pub(crate) struct Value {
    pub(crate) name: String,
    /// `num[3]`
    pub(crate) ty: String,
    /// As a program writes it.
    pub(crate) literal: String,
}

impl Value {
    /// The `let` that says it.
    pub(crate) fn binding(&self) -> String {
        format!("let {}: {} = {};", self.name, self.ty, self.literal)
    }
}

/// Everything that entries change.
#[derive(Clone, Debug)]
pub(crate) struct State {
    pub(crate) items: Vec<Kept>,
    pub(crate) values: Vec<Value>,
    /// The folders of the files that were read, where a `use` looks first.
    pub(crate) folders: Vec<PathBuf>,
    /// The options of the command, as `:set` has changed them.
    pub(crate) options: Repl,
    /// How often something was changed.
    pub(crate) changes: u64,
}

/// A program of what was defined and perhaps something asked, with the parts that messages know.
pub(crate) struct Assembled {
    pub(crate) text: String,
    pub(crate) parts: Vec<Part>,
    /// The bytes of the newest entry.
    pub(crate) newest: Range<usize>,
}

impl Assembled {
    fn push(&mut self, name: &str, first_line: usize, text: &str) {
        let start = self.text.len();
        self.text.push_str(text);
        self.parts.push(Part { name: name.into(), first_line, bytes: start..self.text.len() });
    }
}

impl State {
    /// Nothing but the options.
    pub(crate) fn new(options: Repl) -> State {
        State { items: Vec::new(), values: Vec::new(), folders: Vec::new(), options, changes: 0 }
    }

    /// Adds items, in the place of those of the same names. Gives what they replace: its names, and where it stood.
    pub(crate) fn define(&mut self, typed: &Typed, items: Vec<Defined>) -> Vec<(String, String)> {
        self.changes += 1;
        let mut replaced = Vec::new();
        for item in &items {
            for name in &item.names {
                replaced.extend(self.remove(name, Some(item.kind)).map(|place| (name.clone(), place)));
            }
            if item.kind == Kind::Ring {
                self.items.retain(|kept| kept.item.kind != Kind::Ring);
            }
        }
        self.items.extend(items.into_iter().map(|item| Kept {
            place: typed.place.clone(),
            first_line: typed.first_line + item.line,
            item,
        }));
        replaced
    }

    /// Takes away what has a name: of tests one, or of all else. Says where it stood.
    pub(crate) fn remove(&mut self, name: &str, by: Option<Kind>) -> Option<String> {
        let is_test = |kind: Kind| kind == Kind::Test;
        let fits = |kept: &Kept| {
            by.is_none_or(|by| is_test(by) == is_test(kept.item.kind))
                && kept.item.names.iter().any(|n| n == name)
        };
        let values = self.values.len();
        if by != Some(Kind::Test) {
            self.values.retain(|value| value.name != name);
        }
        let Some(at) = self.items.iter().position(fits) else {
            return (self.values.len() < values).then(|| "a `let`".to_owned());
        };
        let kept = &mut self.items[at];
        let place = named(&kept.place, kept.first_line);
        kept.item.names.retain(|n| n != name);
        if kept.item.names.is_empty() {
            self.items.remove(at);
        } else {
            // Only a `use` has several names; it goes on with the others.
            kept.item.text = format!("use {}.{{{}}};", kept.item.path, kept.item.names.join(", "));
        }
        Some(place)
    }

    /// Gives a name to a value; what had the name among values is gone.
    pub(crate) fn bind(&mut self, value: Value) {
        self.changes += 1;
        self.values.retain(|other| other.name != value.name);
        self.values.push(value);
    }

    /// All names, in the order of their definition.
    pub(crate) fn names(&self) -> Vec<String> {
        let items = self.items.iter().flat_map(|kept| kept.item.names.iter().cloned());
        items.chain(self.values.iter().map(|value| value.name.clone())).collect()
    }

    /// The items as a program. `from` is the first one of the newest entry.
    pub(crate) fn items(&self, from: usize) -> Assembled {
        let mut all = Assembled { text: String::new(), parts: Vec::new(), newest: 0..0 };
        for (at, kept) in self.items.iter().enumerate() {
            if at == from {
                all.newest.start = all.text.len();
            }
            all.push(&kept.place, kept.first_line, &format!("{}\n", kept.item.text));
        }
        all.newest = all.newest.start..all.text.len();
        all
    }

    /// The same with the values, as the last test, which says nothing.
    pub(crate) fn defined(&self, from: usize) -> Assembled {
        let mut all = self.items(from);
        self.values(&mut all);
        all.push("<end>", 1, &format!("0{AFTER}"));
        all
    }

    /// The items and the values and, as the body of the last test, a text of an entry and one that goes on behind it.
    pub(crate) fn asking(&self, typed: &Typed, text: &str, behind: &str) -> Assembled {
        let mut all = self.items(0);
        self.values(&mut all);
        let start = all.text.len();
        all.push(&typed.place, typed.first_line, text);
        all.newest = start..all.text.len();
        all.push("<end>", 1, &format!("{behind}{AFTER}"));
        all
    }

    fn values(&self, all: &mut Assembled) {
        all.push("<values>", 1, BEFORE);
        for value in &self.values {
            all.push(&format!("let {}", value.name), 1, &format!("{}\n", value.binding()));
        }
    }
}

impl Asked {
    /// The `let`s alone, and behind them what they bind as one value.
    pub(crate) fn bindings(&self) -> (String, String) {
        let mut names = Vec::new();
        for pattern in &self.bound {
            names.push(value_of(pattern));
        }
        let value = match names.as_slice() {
            [one] => one.clone(),
            several => format!("({})", several.join(", ")),
        };
        (self.text[..self.lets].to_owned(), format!("\n{value}"))
    }
}

/// What a pattern binds, as an expression; what it discards is 0.
fn value_of(pattern: &circ_grammar::tree::Pattern) -> String {
    use circ_grammar::tree::Pattern;
    match pattern {
        Pattern::Name(name) => name.text.clone(),
        Pattern::Discard(_) => "0".into(),
        Pattern::Tuple(parts, _) => {
            format!("({})", parts.iter().map(value_of).collect::<Vec<_>>().join(", "))
        }
    }
}
