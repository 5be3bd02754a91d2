//! What can be wrong with the files of a program.

use circ_grammar::tree::Span;

/// What a `use` of a file that does not exist may mean, as a `use` writes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FileMeant {
    /// A module of the library.
    Library(String),
    /// A file of a similar name.
    Similar(String),
    /// The file, which was written with its ending.
    WithoutEnding(String),
    /// A file of the program's folder, which files in folders of it can't use.
    Above,
}

/// What an unknown name should be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unknown {
    /// A constant.
    Value,
    /// A family.
    Function,
    /// An alphabet.
    Type,
}

/// A fact about files and what `use` says of them.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs, reason = "the fields are named after what they hold")]
pub enum FileFact {
    /// `use helpers;` or `use std.sort;`: the file, and nothing of it. What it has, families first.
    UseOfFile { module: String, exports: Vec<String> },
    /// `use std;`: the library, and no module of it.
    UseOfLibrary { libraries: Vec<String> },
    /// The library has no such module.
    NoLibraryModule { module: String, similar: Option<String>, libraries: Vec<String> },
    /// No such file stands beside the one that uses it, and what may be meant.
    NoFile { file: String, user: String, meant: Option<FileMeant> },
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
    /// A name that is used from a file, and that another `use` has brought, from `other`, or the file itself defines.
    NameTaken { name: String, module: String, first: Span, other: Option<String> },
    /// A name that nothing defines here, and that another file of the program has. What a `use` of that file has to
    /// list, and the one that is there.
    InAnotherFile { name: String, what: Unknown, module: String, uses: Vec<String>, place: Option<Span> },
    /// A `ring` in a file that is used by another.
    RingOfUsedFile,
}
