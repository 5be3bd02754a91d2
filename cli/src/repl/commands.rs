//! The commands of the prompt: their names, and which function of the command line does each.

use std::path::Path;

use circ_compiler::check::{BUILTINS, closest};
use circ_compiler::diagnostics::PromptFact;
use circ_compiler::{FamilyId, Program};
use clap::Parser;

use super::defined::{forget, list, load, save};
use super::entry::{Kind, Typed, fault};
use super::evaluate::program;
use super::split::words;
use super::state::State;
use super::why;
use crate::args::{Cli, Command, Emit, Engine};
use crate::commands::{explain, pictured, report, run, test, trace};
use crate::excerpt::harmless_line;
use crate::session::{Ended, Session, Stop};
use crate::source::is_stdin;

/// A command, how it is written, and what it does.
pub(crate) struct About {
    pub(crate) name: &'static str,
    pub(crate) usage: &'static str,
    about: &'static str,
}

/// All of them, as `:help` lists them.
pub(crate) const COMMANDS: &[About] = &[
    about(
        "run",
        ":run FAMILY INPUT… [NAME=SIZE]… [OPTIONS]",
        "run a family on inputs, as `circ run` reads them",
    ),
    about(
        "report",
        ":report [FAMILY] [OPTIONS]",
        "class, depth and size for all sizes, as `circ report` tells them",
    ),
    about("why", ":why [FAMILY]", "why it has the class that it has, each reason with its place"),
    about("trace", ":trace FAMILY INPUT… [NAME=SIZE]… [OPTIONS]", "what every layer of a run did"),
    about(
        "draw",
        ":draw FAMILY NAME=SIZE… [FILE]",
        "draw a circuit to FILE, a .svg, .tex or .dot; else to FAMILY.svg",
    ),
    about("explain", ":explain [CODE|NAME]", "what a code means, or what a name stands for"),
    about("test", ":test", "run the tests that were defined"),
    about("list", ":list", "what is defined"),
    about("load", ":load FILE", "define all that a file has"),
    about("save", ":save FILE", "write what is defined to a file"),
    about("undo", ":undo", "take back the last change"),
    about("forget", ":forget NAME…", "take away what has this name"),
    about("set", ":set [NAME VALUE]", "set engine, attention or a budget such as max-gates, or list them"),
    about("help", ":help [COMMAND]", "this list, or one command"),
    about("quit", ":quit", "end; so does Ctrl-D"),
];

/// The options that `:set` sets, with their values where these are few.
pub(crate) const SETTINGS: &[(&str, &[&str])] = &[
    ("engine", &["transformer", "circuit", "both", "literal"]),
    ("attention", &["average", "dot", "leftmost", "rightmost"]),
    ("max-gates", &[]),
    ("max-wires", &[]),
    ("max-steps", &[]),
    ("max-calls", &[]),
    ("max-digits", &[]),
];

const fn about(name: &'static str, usage: &'static str, about: &'static str) -> About {
    About { name, usage, about }
}

/// What becomes of the prompt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Then {
    /// It goes on.
    On,
    /// The last change is taken back.
    Undo,
    /// It ends.
    Quit,
}

/// Finds the command that a word names: in full, or by a beginning that no other has.
fn find(word: &str) -> Result<&'static About, PromptFact> {
    if let Some(found) = COMMANDS.iter().find(|command| command.name == word) {
        return Ok(found);
    }
    let begun: Vec<&About> =
        COMMANDS.iter().filter(|command| !word.is_empty() && command.name.starts_with(word)).collect();
    if let [one] = begun.as_slice() {
        return Ok(one);
    }
    let near = closest(word, COMMANDS.iter().map(|command| command.name));
    let near = COMMANDS.iter().find(|command| Some(command.name) == near.as_deref());
    let meant = if begun.is_empty() { near.into_iter().collect() } else { begun };
    let meant = meant.into_iter().map(|command| command.name).collect();
    Err(PromptFact::UnknownCommand { name: harmless_line(word), meant, bare: false })
}

/// The command that a word without a colon is likely to mean.
pub(crate) fn bare(word: &str, state: &State) -> Option<PromptFact> {
    let word = word.trim().trim_end_matches(';').trim_end_matches("()");
    let name = match word {
        "exit" => "quit",
        word => word,
    };
    let is_known = state.names().iter().any(|known| known == word);
    COMMANDS.iter().find(|command| command.name == name && !is_known)?;
    Some(PromptFact::UnknownCommand { name: name.into(), meant: Vec::new(), bare: true })
}

/// Does a command.
///
/// # Errors
/// Told.
pub(crate) fn command(
    session: &Session,
    state: &mut State,
    typed: &Typed,
    text: &str,
    speaks: bool,
) -> Ended<Then> {
    let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let refuse = |fact| session.fail_all(None, &[fault(fact)]);
    let about = find(word).map_err(refuse)?;
    let wrong = |what: &str| {
        refuse(PromptFact::BadCommand { command: about.name, what: what.into(), usage: about.usage })
    };
    let words = words(rest);
    let none = || if words.is_empty() { Ok(()) } else { Err(wrong("it takes nothing behind it")) };
    let one = || match words.as_slice() {
        [one] => Ok(one.as_str()),
        [] => Err(wrong("a file is missing")),
        _ => Err(wrong("it takes one file; a name with blanks stands in quotes")),
    };
    let does = Does { session, state, about };
    match about.name {
        "run" => does.run(&words)?,
        "trace" => does.trace(&words)?,
        "draw" => does.draw(&words)?,
        "report" => does.report(&words)?,
        "why" => does.why(&words)?,
        "explain" => does.explain(&words)?,
        "test" => none().and_then(|()| does.test())?,
        "list" => none().and_then(|()| list(session, state))?,
        "help" => help(session, &words)?,
        "load" => load(session, state, Path::new(one()?), speaks)?,
        "save" => save(session, state, Path::new(one()?))?,
        "set" => set(session, state, &words, about)?,
        "forget" => {
            if words.is_empty() {
                return Err(wrong("a name is missing"));
            }
            forget(session, state, typed, &words)?;
        }
        "undo" => return none().map(|()| Then::Undo),
        _ => return none().map(|()| Then::Quit),
    }
    Ok(Then::On)
}

/// A command that asks, and changes nothing.
struct Does<'a> {
    session: &'a Session,
    state: &'a State,
    about: &'static About,
}

impl Does<'_> {
    fn wrong(&self, what: &str) -> Stop {
        let fact =
            PromptFact::BadCommand { command: self.about.name, what: what.into(), usage: self.about.usage };
        self.session.fail_all(None, &[fault(fact)])
    }

    /// The command of the command line with these arguments, and the options that were set.
    fn parsed(&self, name: &str, arguments: Vec<String>, options: &[&str]) -> Ended<Command> {
        let mut line = vec!["circ".to_owned(), name.to_owned()];
        for (name, value) in settings(self.state) {
            let option = format!("--{name}");
            let given = |word: &String| *word == option || word.starts_with(&format!("{option}="));
            if (options.contains(&name) || name.starts_with("max-")) && !arguments.iter().any(given) {
                line.push(format!("{option}={value}"));
            }
        }
        line.extend(arguments);
        match Cli::try_parse_from(line) {
            Ok(cli) => Ok(cli.command),
            Err(error) if !error.use_stderr() => {
                self.session.print(&error.to_string())?;
                Err(Stop::Told)
            }
            Err(error) => {
                let text = error.to_string();
                let mut lines = text.lines().map(str::trim);
                let first = lines.next().unwrap_or_default();
                let values = lines.find(|line| line.starts_with("[possible values")).unwrap_or_default();
                let what = first.strip_prefix("error: ").unwrap_or(first);
                Err(self.wrong(format!("{what} {values}").trim_end()))
            }
        }
    }

    /// The program, and the family that the first word names; the last one where there is no word.
    fn family(&self, words: &[String]) -> Ended<(circ_compiler::Sources, Program, FamilyId)> {
        let (file, program) = program(self.session, self.state)?;
        let name = words.first().map(|name| name.split_once('(').map_or(name.as_str(), |(name, _)| name));
        if let Some(name) = name
            && program.family_named(name).is_none()
            && self.state.names().iter().any(|known| known == name)
        {
            let what = format!("`{name}` is no family that was defined here");
            return Err(self.wrong(&what));
        }
        let id = self.session.family(&program, name)?;
        Ok((file, program, id))
    }

    /// `--family F --input I --param n=4 …` for the words of `:run` and `:trace`.
    fn arguments(&self, program: &Program, id: FamilyId, words: &[String]) -> Vec<String> {
        let family = program.family(id);
        let mut arguments = vec!["-".to_owned(), "--family".into(), family.name.clone()];
        let inputs = words.iter().skip(1);
        let options = inputs.clone().position(|word| word.starts_with("--")).unwrap_or(inputs.len());
        for word in inputs.clone().take(options) {
            let name = word.split_once('=').map(|(name, _)| name.trim());
            let is_size = name.is_some_and(|name| {
                family.params.iter().any(|param| param == name)
                    && family.inputs.iter().all(|input| input.name != name)
            });
            arguments.push(format!("--{}={word}", if is_size { "param" } else { "input" }));
        }
        arguments.extend(inputs.skip(options).cloned());
        arguments
    }

    fn run(&self, words: &[String]) -> Ended<()> {
        if words.is_empty() {
            return Err(self.wrong("a family is missing"));
        }
        let (file, program, id) = self.family(words)?;
        let arguments = self.arguments(&program, id, words);
        let Command::Run(args) = self.parsed(self.about.name, arguments, &["engine", "attention"])? else {
            return Ok(());
        };
        if args.batch.as_deref().is_some_and(is_stdin) {
            return Err(self.wrong("standard input is where entries come from"));
        }
        run::run_program(self.session, &args, file, program)
    }

    fn trace(&self, words: &[String]) -> Ended<()> {
        if words.is_empty() {
            return Err(self.wrong("a family is missing"));
        }
        let (file, program, id) = self.family(words)?;
        let arguments = self.arguments(&program, id, words);
        let Command::Trace(args) = self.parsed(self.about.name, arguments, &["attention"])? else {
            return Ok(());
        };
        trace::trace_program(self.session, &args, &file, program)
    }

    fn report(&self, words: &[String]) -> Ended<()> {
        let named = words.len()
            - words.iter().position(|word| word.starts_with('-')).map_or(0, |at| words.len() - at);
        if named > 1 {
            return Err(self.wrong("it takes one family"));
        }
        let (file, program, id) = self.family(&words[..named])?;
        let mut arguments = vec!["-".to_owned(), "--family".into(), program.family(id).name.clone()];
        arguments.extend(words[named..].iter().cloned());
        let Command::Report(args) = self.parsed(self.about.name, arguments, &[])? else { return Ok(()) };
        report::report_program(self.session, &args, &file, program)
    }

    fn draw(&self, words: &[String]) -> Ended<()> {
        if words.is_empty() {
            return Err(self.wrong("a family is missing"));
        }
        let (file, program, id) = self.family(words)?;
        let form = |word: &String| match Path::new(word).extension()?.to_str()? {
            "svg" => Some((word.clone(), Emit::Svg)),
            "tex" => Some((word.clone(), Emit::Tikz)),
            "dot" => Some((word.clone(), Emit::Dot)),
            _ => None,
        };
        let named = words.iter().skip(1).find_map(form);
        // A number has no letters behind its point.
        let other = |word: &&String| {
            let ending = Path::new(word).extension().and_then(|ending| ending.to_str());
            ending.is_some_and(|ending| ending.chars().all(char::is_alphabetic)) && !word.contains(['=', '"'])
        };
        if let (None, Some(word)) = (&named, words.iter().skip(1).find(other)) {
            return Err(self.wrong(&format!("a picture ends in .svg, .tex or .dot, and not as `{word}`")));
        }
        let (path, form) = named.unwrap_or_else(|| (format!("{}.svg", program.family(id).name), Emit::Svg));
        let others: Vec<String> = words.iter().filter(|word| **word != path).cloned().collect();
        let mut arguments = self.arguments(&program, id, &others);
        arguments.push(format!("--output={path}"));
        let Command::Build(args) = self.parsed("build", arguments, &[])? else { return Ok(()) };
        pictured::picture_program(self.session, &args, form, &file, program)?;
        self.session.print(&format!("{}\n", harmless_line(&path)))
    }

    fn why(&self, words: &[String]) -> Ended<()> {
        if words.len() > 1 {
            return Err(self.wrong("it takes one family"));
        }
        let (file, program, id) = self.family(words)?;
        self.session.print(&why::why(&file, &program, id))
    }

    fn explain(&self, words: &[String]) -> Ended<()> {
        let mut words = words.to_vec();
        if let [name] = words.as_mut_slice() {
            if let Some(value) = self.state.values.iter().find(|value| value.name == *name) {
                return self.session.print(&format!("{}\n", harmless_line(&value.binding())));
            }
            let kept = self.state.items.iter().find(|kept| kept.item.names.contains(name));
            let usage = BUILTINS.iter().find(|(builtin, _)| builtin == name);
            match (kept, usage) {
                (Some(kept), _) if kept.item.kind != Kind::Use => {
                    return self.session.print(&format!("{}\n", harmless(&kept.item.text)));
                }
                // The library has a page for what comes from it.
                (Some(kept), _) => *name = format!("{}.{name}", kept.item.path),
                (None, Some((_, usage))) => return self.session.print(&format!("{usage}\n")),
                (None, None) => {}
            }
        }
        let Command::Explain(args) = self.parsed("explain", words, &[])? else { return Ok(()) };
        explain::explain(self.session, &args)
    }

    fn test(&self) -> Ended<()> {
        let (file, program) = program(self.session, self.state)?;
        if program.tests.is_empty() {
            return self.session.print("no tests\n");
        }
        let Command::Test(args) = self.parsed("test", vec!["-".into()], &["attention"])? else {
            return Ok(());
        };
        let (passed, failed) = test::test_file(self.session, &file, &program, &args)?;
        test::ended(self.session, passed, failed)
    }
}

/// A text of several lines without what a terminal acts on.
fn harmless(text: &str) -> String {
    text.lines().map(|line| harmless_line(&line.replace('\t', "    "))).collect::<Vec<_>>().join("\n")
}

fn help(session: &Session, words: &[String]) -> Ended<()> {
    if let [word, ..] = words {
        let about =
            find(word.trim_start_matches(':')).map_err(|fact| session.fail_all(None, &[fault(fact)]))?;
        return session.print(&format!("{}\n  {}\n", about.usage, about.about));
    }
    let mut text = String::from(
        "Type an item (`family`, `alphabet`, `const`, `use`, `test`) to define it,\n\
         an expression to evaluate it, and `let x = …` to keep a value. While a bracket\n\
         is open an entry goes on on the next line; so does a line that ends with `\\`.\n\n",
    );
    for about in COMMANDS {
        text.push_str(&format!("  {:<10} {}\n", format!(":{}", about.name), about.about));
    }
    text.push_str("\n`:help run` tells how a command is written. Ctrl-C stops what runs.\n");
    session.print(&text)
}

/// What is set, each option with its value.
fn settings(state: &State) -> Vec<(&'static str, String)> {
    let options = &state.options;
    let standard = circ_compiler::Limits::default();
    let mut all = vec![("attention", options.transformer.attention.name().to_owned())];
    // What is not given leaves each command its own default, and fits all of its options.
    if options.engine != Engine::Transformer {
        all.push(("engine", options.engine.name().into()));
    }
    let budgets = &options.budgets;
    for (name, value, standard) in [
        ("max-gates", budgets.max_gates, standard.max_gates),
        ("max-wires", budgets.max_wires, standard.max_wires),
        ("max-steps", budgets.max_steps, standard.max_steps),
        ("max-calls", budgets.max_calls, standard.max_calls),
    ] {
        if value != standard {
            all.push((name, value.to_string()));
        }
    }
    all.extend(budgets.max_digits.map(|digits| ("max-digits", digits.to_string())));
    all.retain(|(name, value)| *name != "attention" || value != "average");
    all
}

fn set(session: &Session, state: &mut State, words: &[String], about: &'static About) -> Ended<()> {
    let does = Does { session, state, about };
    let options = &state.options;
    let [name, value] = words else {
        if !words.is_empty() {
            return Err(does.wrong("a name and a value are needed"));
        }
        let budgets = &options.budgets;
        let digits = budgets.max_digits.map_or("as each command has it".into(), |digits| digits.to_string());
        let (engine, attention) = (options.engine.name(), options.transformer.attention.name());
        return session.print(&format!(
            "engine     {engine}\nattention  {attention}\nmax-gates  {}\nmax-wires  {}\nmax-steps  {}\nmax-calls  {}\n\
             max-digits {digits}\n",
            budgets.max_gates, budgets.max_wires, budgets.max_steps, budgets.max_calls
        ));
    };
    let names = SETTINGS.iter().map(|(name, _)| *name);
    if !names.clone().any(|known| known == name) {
        let near = closest(name, names.clone()).map_or_else(
            || format!("there are {}", names.collect::<Vec<_>>().join(", ")),
            |near| format!("did you mean `{near}`?"),
        );
        return Err(does.wrong(&format!("there is no setting `{}`: {near}", harmless_line(name))));
    }
    let command = does.parsed("repl", vec![format!("--{name}={value}")], &["engine", "attention"])?;
    if let Command::Repl(options) = command {
        state.options = options;
        state.changes += 1;
    }
    Ok(())
}
