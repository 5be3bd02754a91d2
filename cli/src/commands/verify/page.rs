//! What `circ verify` says of families and sizes: a line for each size as it is done, or all as JSON.

use circ_compiler::Diagnostic;
use circ_compiler::diagnostics::{DataFact, Fact, VerifyFact};

use super::compare::Compared;
use crate::commands::report::measure::params_text;
use crate::printed::params_json;
use crate::session::{Ended, Session};
use crate::values::{json_natural, quoted};

/// What became of a size.
#[derive(Clone, Debug)]
pub(super) enum Tried {
    /// Everything was equal.
    Equal(Compared),
    /// Two families were found the same, or not to be decided: a line, and what else JSON has.
    Said { text: String, json: String },
    /// Nothing was compared, and why.
    LeftOut(String),
    /// Something was not, and a message has told it: a key, and the words for it.
    Wrong { key: &'static str, text: &'static str, message: String },
}

impl Tried {
    /// What has been told in a message.
    pub(super) fn of_fault(fault: &Diagnostic) -> Tried {
        let message = circ_compiler::message(fault);
        let found = match &fault.fact {
            Fact::Data(DataFact::Verify(found)) => Some(&**found),
            _ => None,
        };
        let (key, text) = match found {
            Some(
                VerifyFact::Differs { .. }
                | VerifyFact::FamiliesDiffer { .. }
                | VerifyFact::ComputesOther { .. },
            ) => ("differs", "not equal"),
            Some(VerifyFact::AnotherProgram { .. }) => ("another program", "not the construction"),
            _ => ("fault", "can't be verified"),
        };
        Tried::Wrong {
            key,
            text,
            message: [vec![format!("{}.", message.title)], message.notes].concat().join(" "),
        }
    }
}

/// A size, and what became of it.
pub(super) struct Row {
    pub(super) params: Vec<(String, u64)>,
    pub(super) tried: Tried,
}

/// Text as it comes, or JSON at the end.
pub(super) struct Page {
    json: bool,
    families: Vec<(String, Vec<Row>)>,
}

impl Page {
    /// Nothing yet.
    pub(super) fn new(json: bool) -> Page {
        Page { json, families: Vec::new() }
    }

    /// Says what is held against each other.
    pub(super) fn start(&self, session: &Session, constructions: &[&str], round_trip: bool) -> Ended<()> {
        if self.json {
            return Ok(());
        }
        let lowered = match (round_trip, constructions.len()) {
            (false, _) => "",
            (true, 1) => " = its lowered circuit",
            (true, _) => " = their lowered circuits",
        };
        let constructions = constructions.join(" = ");
        session.print(&format!("source = circuit = {constructions}{lowered}\n"))
    }

    /// The next family.
    pub(super) fn family(&mut self, session: &Session, name: &str, line: Option<String>) -> Ended<()> {
        self.families.push((name.into(), Vec::new()));
        if self.json {
            return Ok(());
        }
        session.print(&format!("{name}\n"))?;
        line.map_or(Ok(()), |line| session.print(&format!("  {line}\n")))
    }

    /// The next size of it.
    pub(super) fn row(&mut self, session: &Session, row: Row) -> Ended<()> {
        if !self.json {
            session.print(&format!("  {}\n", row.text()))?;
        }
        if let Some((_, rows)) = self.families.last_mut() {
            rows.push(row);
        }
        Ok(())
    }

    /// What is written at the end.
    pub(super) fn end(&self, session: &Session) -> Ended<()> {
        if !self.json {
            return Ok(());
        }
        let family = |(name, rows): &(String, Vec<Row>)| {
            let equal = !rows.iter().any(|row| matches!(row.tried, Tried::Wrong { .. }));
            let rows: Vec<String> = rows.iter().map(|row| format!("\n  {}", row.json())).collect();
            format!(
                "\n {{\"family\": {}, \"equal\": {equal}, \"sizes\": [{}]}}",
                quoted(name),
                rows.join(",")
            )
        };
        let families: Vec<String> = self.families.iter().map(family).collect();
        session.print(&format!("{{\"families\": [{}]}}\n", families.join(",")))
    }
}

impl Row {
    /// `n = 4: 16 inputs, all of them, equal`
    fn text(&self) -> String {
        let place = params_text(&self.params);
        let said = |text: &str| {
            if place.is_empty() { text.to_string() } else { format!("{place}: {text}") }
        };
        let left_out = |why: &str| format!("{place} left out: {why}").trim_start().to_string();
        match &self.tried {
            Tried::Equal(compared) => match compared.text() {
                Some(text) => said(&text),
                None => left_out("its numbers are longer than the budget"),
            },
            Tried::Said { text, .. } => said(text),
            Tried::LeftOut(why) => left_out(why),
            Tried::Wrong { text, .. } => said(text),
        }
    }

    /// `{"params": {"n": 4}, "outcome": "equal", …}`
    fn json(&self) -> String {
        let rest = match &self.tried {
            Tried::Equal(compared) => {
                let stages: Vec<String> = compared
                    .stages
                    .iter()
                    .map(|tally| match &tally.left_out {
                        Some(why) => format!("{}: {{\"left_out\": {}}}", quoted(&tally.stage), quoted(why)),
                        None => format!("{}: {}", quoted(&tally.stage), json_natural(tally.inputs)),
                    })
                    .collect();
                let steps = if compared.step_by_step { ", \"step_by_step\": true" } else { "" };
                format!(
                    "\"equal\", \"inputs\": {}, \"all\": {}, \"too_long\": {}{steps}, \"stages\": {{{}}}",
                    json_natural(compared.inputs),
                    compared.all && compared.too_long == 0,
                    json_natural(compared.too_long),
                    stages.join(", ")
                )
            }
            Tried::Said { json, .. } => json.clone(),
            Tried::LeftOut(why) => format!("\"left out\", \"why\": {}", quoted(why)),
            Tried::Wrong { key, message, .. } => format!("\"{key}\", \"why\": {}", quoted(message)),
        };
        format!("{{\"params\": {}, \"outcome\": {rest}}}", params_json(&self.params))
    }
}
