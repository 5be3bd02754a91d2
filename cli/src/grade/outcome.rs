//! What became of the checks of a submission.

use super::plan::Plan;
use super::submissions::Found;

/// What a check is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// It is a program without errors.
    Program,
    /// It has the family, with the signature of the reference's.
    Signature,
    /// It gives what the reference gives, at one size.
    Equal,
    /// Its class is proved.
    Class,
    /// Its circuits are not too deep.
    Depth,
    /// Its transformers do not have too many layers.
    Layers,
    /// It uses nothing that is forbidden.
    Forbidden,
}

impl Kind {
    /// Its name in JSON.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Kind::Program => "program",
            Kind::Signature => "signature",
            Kind::Equal => "equal",
            Kind::Class => "class",
            Kind::Depth => "depth",
            Kind::Layers => "layers",
            Kind::Forbidden => "forbidden",
        }
    }

    /// Whether it is a bound on how something is computed, and not what.
    fn is_bound(self) -> bool {
        matches!(self, Kind::Class | Kind::Depth | Kind::Layers | Kind::Forbidden)
    }
}

/// What became of a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// It holds.
    Passed,
    /// It does not hold.
    Failed,
    /// A budget was used up before it was known.
    Unfinished,
    /// What stands before it failed, so that there was nothing to judge.
    NotJudged,
}

impl Outcome {
    /// Its name in JSON.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Outcome::Passed => "passed",
            Outcome::Failed => "failed",
            Outcome::Unfinished => "unfinished",
            Outcome::NotJudged => "not_judged",
        }
    }
}

/// An input on which a submission is wrong.
#[derive(Clone, Debug)]
pub(crate) struct Counterexample {
    /// The size parameters of the reference.
    pub(crate) params: Vec<(String, u64)>,
    /// Each input as a program writes it, and as JSON.
    pub(crate) inputs: Vec<(String, String, String)>,
    /// What the reference gives, likewise.
    pub(crate) expected: (String, String),
    /// What the submission gives.
    pub(crate) found: (String, String),
}

/// A check, and what became of it.
#[derive(Clone, Debug)]
pub(crate) struct Check {
    /// What it is about.
    pub(crate) kind: Kind,
    /// What it says.
    pub(crate) name: String,
    /// What became of it.
    pub(crate) outcome: Outcome,
    /// What there is to say of that; may have several lines.
    pub(crate) output: String,
    /// The smallest one, at the first size that has one.
    pub(crate) counterexample: Option<Counterexample>,
    /// The points that it gives, and those that it could.
    pub(crate) points: (u64, u64),
}

/// A submission with its checks.
#[derive(Clone, Debug)]
pub(crate) struct Row {
    /// Who handed it in: the name of the file without its ending, or of the folder.
    pub(crate) name: String,
    /// The file; `None` where there is none to be graded.
    pub(crate) file: Option<String>,
    /// In the order in which they are listed, the same for all submissions.
    pub(crate) checks: Vec<Check>,
}

impl Row {
    /// All checks, none of them judged yet.
    pub(super) fn new(plan: &Plan, found: &Found) -> Row {
        let mut checks = Vec::new();
        let mut add = |kind: Kind, name: String| {
            // Being a program of the right form is where points begin.
            let most = u64::from(!matches!(kind, Kind::Program | Kind::Signature));
            let (outcome, output, counterexample) = (Outcome::NotJudged, String::new(), None);
            checks.push(Check { kind, name, outcome, output, counterexample, points: (0, most) });
        };
        add(Kind::Program, "a program without errors".into());
        add(Kind::Signature, format!("the signature of `{}`", plan.family()));
        for step in &plan.steps {
            add(Kind::Equal, format!("equal to the reference: {}", step.name));
        }
        if let Some(class) = &plan.class {
            add(Kind::Class, format!("in {class}"));
        }
        if let Some(most) = plan.max_depth {
            add(Kind::Depth, format!("depth at most {most}"));
        }
        if let Some(most) = plan.max_layers {
            add(Kind::Layers, format!("at most {most} layers"));
        }
        for forbidden in &plan.forbidden {
            add(Kind::Forbidden, format!("without `{}`", forbidden.name));
        }
        Row { name: found.name.clone(), file: found.file_name(), checks }
    }

    /// One that could not be read, and why.
    pub(super) fn unread(plan: &Plan, found: &Found, why: &str) -> Row {
        let mut row = Row::new(plan, found);
        row.set(0, Outcome::Failed, why);
        row.score();
        row
    }

    /// What became of a check.
    pub(super) fn set(&mut self, at: usize, outcome: Outcome, output: impl Into<String>) {
        if let Some(check) = self.checks.get_mut(at) {
            check.outcome = outcome;
            let output = output.into();
            check.output = match outcome {
                Outcome::Unfinished => format!("not finished: {output}"),
                _ => output,
            };
        }
    }

    /// The places of the checks of a kind.
    pub(super) fn of_kind(&self, kind: Kind) -> Vec<usize> {
        let all = self.checks.iter().enumerate();
        all.filter(|(_, check)| check.kind == kind).map(|(at, _)| at).collect()
    }

    /// Gives the points: one for each check that holds. A bound counts only for a family that computes what it should: a
    /// constant is shallow.
    pub(super) fn score(&mut self) {
        let equal = self.checks.iter().all(|c| c.kind != Kind::Equal || c.outcome == Outcome::Passed);
        for check in &mut self.checks {
            let counts = equal || !check.kind.is_bound();
            if check.outcome == Outcome::Passed && counts {
                check.points.0 = check.points.1;
            } else if check.outcome == Outcome::Passed {
                let note = "no point, as the family is not equal to the reference";
                check.output =
                    if check.output.is_empty() { note.into() } else { format!("{}; {note}", check.output) };
            }
        }
    }

    /// Whether every check holds.
    pub(crate) fn passed(&self) -> bool {
        self.checks.iter().all(|check| check.outcome == Outcome::Passed)
    }

    /// The points, and how many there are.
    pub(crate) fn points(&self) -> (u64, u64) {
        let sum = |of: fn(&Check) -> u64| self.checks.iter().map(of).sum();
        (sum(|check| check.points.0), sum(|check| check.points.1))
    }
}
