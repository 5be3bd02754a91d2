//! Entries done: items defined, expressions evaluated, `let`s kept.

use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use circ_compiler::diagnostics::{Fact, LintFact};
use circ_compiler::elaborate::{StagedTest, elaborate_test_staged};
use circ_compiler::{
    Diagnostic, Elaborated, Loaded, Program, Severity, Sources, Text, Unread, elaborate_test, load_asked,
    load_files,
};
use circ_grammar::tree::Pattern;
use circ_runtime::Port;

use super::entry::{Asked, Defined, Entry, Typed, read};
use super::literal::{literal, ty};
use super::state::{Assembled, State, Value};
use crate::args::Engine;
use crate::chains::decode;
use crate::commands::report::place::one_line;
use crate::engine;
use crate::progress::Progress;
use crate::session::{Ended, Session, Stop};
use crate::source::read_beside;
use crate::values::{Shown, shown};

/// Reads a file that a `use` names: beside the files that were loaded, the newest first, else in the current folder.
fn beside(state: &State, below: &str) -> Result<Text, Unread> {
    let mut first = None;
    let folders = state.folders.iter().rev().map(|folder| folder.join("entry"));
    for beside in folders.chain([Path::new("entry").to_path_buf()]) {
        match read_beside(&beside, below) {
            Err(unread @ (Unread::Missing | Unread::MissingAmong(_))) => {
                first.get_or_insert(unread);
            }
            read => return read,
        }
    }
    Err(first.unwrap_or(Unread::Missing))
}

/// The items alone, for the commands that work on families.
///
/// # Errors
/// Told: a file that is used may have changed since.
pub(crate) fn program(session: &Session, state: &State) -> Ended<(Sources, Program)> {
    let assembled = state.items(0);
    let text = Text { name: "<entries>".into(), text: assembled.text };
    let mut loaded = load_files(None, text, &mut |below| beside(state, below));
    loaded.sources = loaded.sources.in_parts(assembled.parts);
    session.tell(&loaded.sources, loaded.diagnostics.iter().filter(|d| d.is_error()), Severity::Error);
    if loaded.has_errors() { Err(Stop::Told) } else { Ok((loaded.sources, loaded.program)) }
}

/// Tells what is wrong with the text of an entry that is neither items nor an expression; a file has items alone.
pub(crate) fn syntax(session: &Session, typed: &Typed) -> Stop {
    let errors = match read(&typed.text) {
        Entry::Wrong(errors) => errors,
        _ => circ_grammar::parse(&typed.text).errors,
    };
    let diagnostics: Vec<Diagnostic> =
        errors.into_iter().map(|error| Diagnostic::new(error.span, error.kind)).collect();
    session.tell(&typed.sources(), &diagnostics, Severity::Warning);
    Stop::Told
}

/// Checks a program whose last test is what is asked, and leaves only what is of use to who typed the newest entry.
fn load(state: &State, assembled: Assembled, asked: bool) -> Loaded {
    let text = Text { name: "<entries>".into(), text: assembled.text };
    let mut loaded = load_asked(text, &mut |below| beside(state, below));
    loaded.sources = loaded.sources.in_parts(assembled.parts);
    loaded.diagnostics.retain(|diagnostic| {
        // What is brought into scope, or gets a name at the prompt, is used by entries to come.
        let later = match &diagnostic.fact {
            Fact::Lint(LintFact::UnusedImport { .. }) => true,
            Fact::Lint(LintFact::UnusedBinding { .. }) => asked,
            _ => false,
        };
        let newest = diagnostic.span.is_some_and(|span| assembled.newest.contains(&(span.start as usize)));
        diagnostic.is_error() || (newest && !later)
    });
    loaded
}

/// Tells what is wrong with a program.
///
/// # Errors
/// Where there are errors; those of entries before are explained.
fn told(
    session: &Session,
    typed: &Typed,
    newest: &Range<usize>,
    loaded: Loaded,
) -> Ended<(Sources, Program)> {
    session.tell(&loaded.sources, &loaded.diagnostics, Severity::Warning);
    if !loaded.has_errors() {
        return Ok((loaded.sources, loaded.program));
    }
    let before = |diagnostic: &Diagnostic| {
        let old = |span: circ_grammar::tree::Span| (span.start as usize) < newest.start;
        diagnostic.is_error() && diagnostic.span.is_some_and(old)
    };
    if loaded.diagnostics.iter().any(before) {
        session.remark(&format!(
            "{} changes nothing, as what was defined before does not fit it; define both in one entry, or `:forget` \
             the other first",
            typed.named()
        ));
    }
    Err(Stop::Told)
}

/// Defines items. Nothing changes where they, or what is there already, would be wrong.
///
/// # Errors
/// Told.
pub(crate) fn define(
    session: &Session,
    state: &mut State,
    typed: &Typed,
    items: Vec<Defined>,
    speaks: bool,
) -> Ended<()> {
    let mut next = state.clone();
    let count = items.len();
    let replaced = next.define(typed, items);
    let assembled = next.defined(next.items.len() - count);
    let newest = assembled.newest.clone();
    let (sources, program) = told(session, typed, &newest, load(&next, assembled, false))?;
    if speaks {
        for family in program.own_families() {
            if family.signature.start as usize >= newest.start {
                session.print(&format!("{}\n", one_line(sources.text(family.signature))))?;
            }
        }
    }
    for (name, place) in replaced {
        // Read again, a file replaces itself.
        if !place.ends_with(&format!(" of {}", typed.place)) || typed.place == "<stdin>" {
            session.remark(&format!("`{name}` replaces the one of {place}"));
        }
    }
    *state = next;
    Ok(())
}

/// Evaluates what is asked, keeps what `let`s bind, and prints the value of the expression.
///
/// # Errors
/// Told.
pub(crate) fn ask(
    session: &Session,
    state: &mut State,
    typed: &Typed,
    asked: &Asked,
    speaks: bool,
) -> Ended<()> {
    let mut text = None;
    if asked.has_result {
        let assembled = state.asking(typed, &asked.text, "");
        let (ports, values) = evaluated(session, state, typed, assembled)?;
        text = Some(shown("result", &ports, &values).text());
    }
    if !asked.bound.is_empty() {
        let (lets, value) = asked.bindings();
        let assembled = state.asking(typed, &lets, &value);
        let (ports, values) = evaluated(session, state, typed, assembled)?;
        let mut next = state.clone();
        let mut bound = Vec::new();
        let all = shown("result", &ports, &values);
        match (asked.bound.as_slice(), all) {
            ([one], value) => keep(one, &value, &mut bound),
            (several, Shown::Tuple(parts)) => {
                several.iter().zip(&parts).for_each(|(pattern, part)| keep(pattern, part, &mut bound));
            }
            _ => {}
        }
        for value in bound {
            if speaks {
                session.print(&format!("{}: {}\n", value.name, value.ty))?;
            }
            next.bind(value);
        }
        // A value may be longer than what a program may say.
        let assembled = next.defined(0);
        evaluated(session, &next, typed, assembled)?;
        *state = next;
    }
    if let Some(text) = text {
        session.print(&format!("{text}\n"))?;
    }
    Ok(())
}

/// The names of a pattern with the parts of a value.
fn keep(pattern: &Pattern, value: &Shown<'_>, bound: &mut Vec<Value>) {
    match (pattern, value) {
        (Pattern::Name(name), value) => {
            let (ty, literal) = (ty(value), literal(value));
            bound.push(Value { name: name.text.clone(), ty, literal });
        }
        (Pattern::Tuple(parts, _), Shown::Tuple(values)) => {
            parts.iter().zip(values).for_each(|(part, value)| keep(part, value, bound));
        }
        _ => {}
    }
}

/// The outputs of what is asked, with their numbers.
fn evaluated(
    session: &Session,
    state: &State,
    typed: &Typed,
    assembled: Assembled,
) -> Ended<(Vec<Port>, Vec<circ_runtime::Num>)> {
    let newest = assembled.newest.clone();
    let (sources, program) = told(session, typed, &newest, load(state, assembled, true))?;
    value(session, state, &program).map_err(|mut fault| {
        if let Some(built) = &mut fault.built {
            built.family.get_or_insert_with(|| typed.named());
        }
        session.fail(&sources, &fault)
    })
}

/// Runs the last test of a program on the engines that are set.
///
/// # Errors
/// A fault of this size, or a budget.
fn value(
    session: &Session,
    state: &State,
    program: &Program,
) -> Result<(Vec<Port>, Vec<circ_runtime::Num>), Box<Diagnostic>> {
    let at = program.tests.len() - 1;
    let how = state.options.engine;
    let mut progress = Progress::new("building");
    let mut alive = |gates| progress.at(gates, None);
    let StagedTest { staged, arguments, .. } =
        elaborate_test_staged(program, at, &[], &session.limits, &mut alive)?;
    let staged = Arc::new(staged);
    let mut by_transformer = None;
    if how != Engine::Circuit {
        let construction = state.options.transformer.attention.simulation();
        let literal = how == Engine::Literal;
        by_transformer = Some(decode(session, program, &staged, &arguments, construction, literal)?);
    }
    let outputs = staged.last.built.circuit.outputs.clone();
    if let (Engine::Transformer | Engine::Literal, Some(values)) = (how, &by_transformer) {
        return Ok((outputs, values.clone()));
    }
    let unrolled;
    let built = if staged.chains.is_empty() {
        &staged.last.built
    } else {
        let test = elaborate_test(program, at, &[], &session.limits, &mut alive)?;
        unrolled = Elaborated { circuit: test.circuit, spans: test.spans };
        &unrolled
    };
    let by_circuit = engine::evaluate(session, built, &arguments)?;
    let values = engine::agreed(&outputs, by_transformer, by_circuit)
        .map_err(|fact| Box::new(Diagnostic::data(*fact)))?;
    Ok((outputs, values))
}
