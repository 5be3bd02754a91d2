//! Claims of classes: each is proved, or the program is rejected.
//!
//! Takes a program without errors. Every family of the user's files that has `in Class` is analysed for all n; what
//! the claim does not allow is reported at the expression that breaks it.
//!
//! | file | what is there |
//! | --- | --- |
//! | `arithmetic.rs` | FNC, FSAC and FAC: depth, wide gates, signs |
//! | `boolean.rs` | NC0, AC0, TC0 and NC1 |
//! | `obstacles.rs` | families that no class is proved of, and conditions that say nothing |
//! | `place.rs` | the expression to point at |

mod arithmetic;
mod boolean;
mod obstacles;
mod place;

use circ_grammar::tree::Span;

use crate::analysis::{self, Analysis, Boolean, Class, Growing, Verdict};
use crate::diagnostics::{Amount, ClaimFact, ClaimFault, Diagnostic};
use crate::formula::{Formula, Growth, Symbol};
use crate::program::{Family, FamilyId, Program};
use crate::sources::Sources;

/// What is wrong with the claims of all families outside the library.
pub fn prove(program: &Program, sources: &Sources) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    for (at, family) in program.families.iter().enumerate() {
        let Some((claim, span)) = &family.claim else { continue };
        // The library's claims are proved where it is tested.
        if sources.library_of(*span).is_none() {
            let id = FamilyId(at as u32);
            let analysis = analysis::class_bounds(program, id);
            let fault = judge(program, id, (claim, *span), &analysis, sources);
            // A note on a file that is used is told where that file is checked.
            found.extend(fault.filter(|fault| fault.is_error() || sources.file_of(*span) == 0));
        }
    }
    found
}

/// What stands against a claim, which is written somewhere.
pub fn judge(
    program: &Program,
    id: FamilyId,
    (claim, at): (&str, Span),
    analysis: &Analysis,
    sources: &Sources,
) -> Option<Diagnostic> {
    let verdict = analysis::classify(program, id, analysis);
    let family = program.family(id);
    let judge = Judge { program, id, family, claim, at, analysis, verdict: &verdict, sources };
    if verdict.finite {
        return Some(judge.vacuous());
    }
    match (Class::named(claim), Boolean::named(claim)) {
        (Some(class), _) => judge.arithmetic(class),
        (None, Some(class)) => judge.boolean(class),
        (None, None) => None,
    }
}

struct Judge<'a> {
    program: &'a Program,
    id: FamilyId,
    family: &'a Family,
    claim: &'a str,
    at: Span,
    analysis: &'a Analysis,
    verdict: &'a Verdict,
    sources: &'a Sources,
}

impl Judge<'_> {
    /// A fault at an expression, or at the claim.
    fn found(&self, span: Option<Span>, refuted: bool, fault: ClaimFault) -> Diagnostic {
        let place = self.place(span.unwrap_or(self.at));
        let fact = ClaimFact {
            claim: self.claim.to_string(),
            at: self.at,
            family: self.family.name.clone(),
            holds: self.holds(),
            refuted,
            called: place.called,
            library: place.library,
            fault,
        };
        Diagnostic::new(place.span, fact)
    }

    /// The smallest class that is proved, Boolean where the claim is.
    fn holds(&self) -> Option<String> {
        let arithmetic = || self.verdict.class.map(|class| class.to_string());
        match Boolean::named(self.claim) {
            Some(_) => self.verdict.boolean.map(|class| class.name().to_string()).or_else(arithmetic),
            None => arithmetic(),
        }
    }

    /// A formula with its growth.
    fn amount(&self, formula: &Formula) -> Amount {
        let of_loop = formula.symbols().iter().any(|symbol| matches!(symbol, Symbol::Var(_)));
        let text = (!of_loop).then(|| formula.text(&self.family.params));
        Amount {
            formula: text.filter(|text| text.len() <= Amount::LONGEST),
            growth: self.growth_text(formula),
        }
    }

    /// How a formula grows: in the parameters, or in N where one of them is only as large as a logarithm of it.
    fn growth_text(&self, formula: &Formula) -> String {
        let grows = self.growth(formula);
        if self.verdict.params.contains(&Growing::Log) {
            grows.text(&["N".to_string()])
        } else {
            grows.text(&self.family.params)
        }
    }

    fn growth(&self, formula: &Formula) -> Growth {
        let params = &self.verdict.params;
        let in_n = formula.substitute(&|symbol| match symbol {
            Symbol::Param(param) if params.get(param as usize) == Some(&Growing::Log) => {
                Some(Formula::param(param).floor_log2())
            }
            _ => None,
        });
        in_n.growth(&|_| Some(1))
    }
}
