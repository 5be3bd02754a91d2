//! What stands outside of all items: imports and definitions in the way of other languages.

use super::cuts::Cuts;
use super::lines::{indent, is_first, statement_end};
use crate::errors::{SyntaxError, SyntaxErrorKind as E};
use crate::lexer::Tok;
use crate::tokens::TokenKind as K;
use crate::tree::Span;

/// Turns imports into `use` and loose definitions into constants where they can be; what can't be read is reported
/// and left out.
pub(super) fn loose(source: &str, tokens: &[Tok], errors: &mut Vec<SyntaxError>) -> Vec<Tok> {
    let mut out: Vec<Tok> = Vec::with_capacity(tokens.len());
    let mut cuts = Cuts::default();
    let mut depth = 0_usize;
    // A `fold` outside of brackets, whose `for` may stand after a brace.
    let mut folds = false;
    let mut at = 0;
    while at < tokens.len() {
        let tok = &tokens[at];
        let ended = out.last().is_none_or(|last| matches!(last.kind, K::CloseBrace | K::Semicolon));
        let next = tokens.get(at + 1).map(|next| next.kind);
        // `{ … } where n >= 1`
        let after_body = depth == 0 && out.last().is_some_and(|last| last.kind == K::CloseBrace);
        if after_body && matches!(tok.kind, K::Where | K::In) {
            let end = statement_end(source, tokens, at);
            let statement = Statement { source, tokens: &tokens[at..end] };
            let kind = E::MisplacedClause { clause: tok.kind };
            cuts.replace(statement.span(), SyntaxError { kind, span: tok.span });
            at = end;
            continue;
        }
        if depth == 0
            && ended
            && is_first(source, tokens, at)
            && !(folds && tok.kind == K::For)
            && let Some(form) = form(source, tok, next)
        {
            let end = statement_end(source, tokens, at);
            Statement { source, tokens: &tokens[at..end] }.read(form, &mut out, &mut cuts);
            at = end;
            continue;
        }
        // A modifier of Rust or Java before an item.
        if depth == 0
            && ended
            && tok.kind == K::Name
            && is_modifier(&tok.text)
            && next.is_some_and(starts_item)
        {
            let kind = E::ForeignSpelling { found: tok.text.clone(), replacement: String::new(), more: 0 };
            errors.push(SyntaxError { kind, span: tok.span });
            at += 1;
            continue;
        }
        folds |= depth == 0 && matches!(tok.kind, K::Fold | K::Scan);
        folds &= !tok.kind.is_item();
        if tok.kind.closer().is_some() {
            depth += 1;
        } else if tok.kind.is_closer() {
            depth = depth.saturating_sub(1);
        } else if tok.kind.is_item() && is_first(source, tokens, at) && indent(source, tok) == Some(0) {
            depth = 0;
        }
        out.push(tok.clone());
        at += 1;
    }
    cuts.apply(errors);
    out
}

/// The forms of statements that are read here.
#[derive(Clone, Copy)]
enum Form {
    /// `import …`, `from … import …`
    Import,
    /// `let x = …`
    Let,
    /// `x = …`
    Definition,
    /// `f(x)`, `f(x) = …`
    Call,
    /// `if …`, `for …`
    Other,
}

fn form(source: &str, tok: &Tok, next: Option<K>) -> Option<Form> {
    Some(match tok.kind {
        K::Name if matches!(tok.text.as_str(), "import" | "from") && next == Some(K::Name) => Form::Import,
        // An indented one rather stands in a family whose body has ended too early.
        K::Let if indent(source, tok) == Some(0) => Form::Let,
        K::Name if next == Some(K::Equal) => Form::Definition,
        K::Name if next == Some(K::OpenParen) => Form::Call,
        K::If | K::For | K::Match | K::Fold | K::Scan => Form::Other,
        _ => return None,
    })
}

fn is_modifier(word: &str) -> bool {
    matches!(
        word,
        "pub" | "public" | "private" | "export" | "async" | "inline" | "unsafe" | "extern" | "static"
    )
}

fn starts_item(kind: K) -> bool {
    kind == K::Name || kind.is_item()
}

/// A statement outside of all items.
struct Statement<'a> {
    source: &'a str,
    tokens: &'a [Tok],
}

impl Statement<'_> {
    fn read(&self, form: Form, out: &mut Vec<Tok>, cuts: &mut Cuts) {
        let Some(first) = self.tokens.first() else { return };
        match form {
            Form::Import => self.import(out, cuts),
            Form::Let => self.constant(first, out, cuts),
            Form::Definition => self.definition(first, out, cuts),
            Form::Call => {
                let function = self.tokens.iter().any(|tok| tok.kind == K::Equal);
                let name = function.then(|| first.text.clone());
                self.report(E::LooseStatement { name, function }, cuts);
            }
            Form::Other => self.report(E::LooseStatement { name: None, function: false }, cuts),
        }
    }

    fn span(&self) -> Span {
        let first = self.tokens.first().map(|tok| tok.span).unwrap_or_default();
        let semicolon = |tok: &&Tok| tok.kind != K::Semicolon;
        self.tokens.iter().rev().find(semicolon).map_or(first, |last| first.to(last.span))
    }

    /// Reports the statement's first line.
    fn report(&self, kind: E, cuts: &mut Cuts) {
        let first = self.tokens.first().map(|tok| tok.span).unwrap_or_default();
        let more = (1..self.tokens.len()).take_while(|at| !is_first(self.source, self.tokens, *at));
        let line = self.tokens.iter().take(more.count() + 1);
        let span = line.rev().find(|tok| tok.kind != K::Semicolon).map_or(first, |last| first.to(last.span));
        // Whatever is wrong inside is not read.
        cuts.replace(self.span(), SyntaxError { kind, span });
    }

    /// `let x = 3;` is `const x = 3;` here.
    fn constant(&self, first: &Tok, out: &mut Vec<Tok>, cuts: &mut Cuts) {
        let kind = E::ForeignSpelling { found: "let".to_owned(), replacement: "const".to_owned(), more: 0 };
        cuts.add(SyntaxError { kind, span: first.span });
        out.push(Tok { faulty: true, ..Tok::fixed(K::Const, first.span) });
        out.extend(self.tokens[1..].iter().cloned());
    }

    /// `x = 3`: a constant where numbers and names are all of it.
    fn definition(&self, first: &Tok, out: &mut Vec<Tok>, cuts: &mut Cuts) {
        let plain = self.tokens.iter().skip(2).all(|tok| {
            matches!(
                tok.kind,
                K::Number | K::Plus | K::Minus | K::Star | K::Slash | K::Semicolon | K::Token | K::String
            )
        });
        self.report(E::LooseStatement { name: Some(first.text.clone()), function: false }, cuts);
        if plain {
            out.push(Tok::mended(K::Const, first.span.start));
            out.extend(self.tokens.iter().cloned());
            if let Some(last) = self.tokens.last()
                && last.kind != K::Semicolon
            {
                out.push(Tok::mended(K::Semicolon, last.span.end));
            }
        }
    }

    /// `import a`, `from a import b`.
    fn import(&self, out: &mut Vec<Tok>, cuts: &mut Cuts) {
        let is_word = |tok: &Tok, word: &str| tok.kind == K::Name && tok.text == word;
        let middle = self.tokens.iter().skip(1).position(|tok| is_word(tok, "import")).map(|at| at + 1);
        let path: Vec<Tok> = self.tokens[1..middle.unwrap_or(self.tokens.len())]
            .iter()
            .take_while(|tok| matches!(tok.kind, K::Name | K::Dot) && !is_word(tok, "as"))
            .cloned()
            .collect();
        let names: Vec<Tok> = self.tokens[middle.unwrap_or(self.tokens.len())..]
            .iter()
            .skip(1)
            .take_while(|tok| !is_word(tok, "as"))
            .filter(|tok| tok.kind == K::Name)
            .cloned()
            .collect();
        let text: String = path.iter().map(|tok| tok.kind.text().unwrap_or(&tok.text)).collect();
        let complete = !names.is_empty();
        let list: Vec<&str> = names.iter().map(|tok| tok.text.as_str()).collect();
        let list = if complete { list.join(", ") } else { "…".to_owned() };
        let semicolon = self.tokens.last().is_some_and(|last| last.kind == K::Semicolon);
        let end = if semicolon { "" } else { ";" };
        let replacement = format!("use {text}.{{{list}}}{end}");
        cuts.add(SyntaxError { kind: E::Import { replacement, complete }, span: self.span() });
        if !complete {
            return;
        }
        let first = self.tokens.first().map(|tok| tok.span).unwrap_or_default();
        out.push(Tok { faulty: true, ..Tok::fixed(K::Use, first) });
        out.extend(path);
        let put = |out: &mut Vec<Tok>, kind| {
            let end = out.last().map_or(0, |last| last.span.end);
            out.push(Tok::mended(kind, end));
        };
        put(out, K::Dot);
        put(out, K::OpenBrace);
        for name in names {
            out.push(name);
            put(out, K::Comma);
        }
        put(out, K::CloseBrace);
        put(out, K::Semicolon);
    }
}
