//! What is typed at the prompt and can't be done.

/// A fault of a command of `circ repl`, or of an entry that can't be read. Texts in it are as the user wrote them.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the fields are named after what they hold")]
pub enum PromptFact {
    /// `:reprot`; the commands that are meant, and whether the name stood there without its colon.
    UnknownCommand { name: String, meant: Vec<&'static str>, bare: bool },
    /// A command with words that it has no use for, or without those that it needs; what is wrong, and how it is
    /// written.
    BadCommand { command: &'static str, what: String, usage: &'static str },
    /// A name that nothing was defined under.
    Undefined { name: String, similar: Option<String>, defined: Vec<String> },
    /// An entry of more bytes than are read.
    EntryTooLong { place: String, limit: &'static str },
    /// A line that is not UTF-8.
    LineNotUtf8 { place: String, byte: usize, value: u8 },
}
