//! What can be wrong with the files of a program.

use circ_grammar::tree::Span;

/// A fact about files and what `use` says of them.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs, reason = "the fields are named after what they hold")]
pub enum FileFact {
    /// `use helpers;` or `use std.sort;`: the file, and nothing of it. For the library what it has.
    UseOfFile { module: String, exports: Vec<String> },
    /// `use std;`: the library, and no module of it.
    UseOfLibrary { libraries: Vec<String> },
    /// The library has no such module.
    NoLibraryModule { module: String, similar: Option<String>, libraries: Vec<String> },
    /// No such file stands beside the program; the module of the library that may be meant.
    NoFile { file: String, main: String, library: Option<String> },
    /// A file that stands there and can't be read.
    FileRefused { file: String, reason: String },
    /// A program of too many files, or of too many bytes.
    TooManyFiles { limit: usize },
    /// Files that use one another; the first stands again at the end.
    UseCycle { cycle: Vec<String> },
    /// A used file does not define this name; where it only uses it itself, the module that does.
    NotInModule {
        name: String,
        module: String,
        similar: Option<String>,
        has: Vec<String>,
        through: Option<String>,
    },
    /// A name that is used from a file, and that another `use` has brought or the file itself defines.
    NameTaken { name: String, module: String, first: Span, defined: bool },
    /// A `ring` in a file that is used by another.
    RingOfUsedFile,
}
