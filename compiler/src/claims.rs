//! Claims of classes: each is proved, or the program is rejected.
//!
//! Takes a program without errors. Every family of the user's files that has `in Class` is analysed for all n; what
//! the claim does not allow is reported at the expression that breaks it.

use circ_grammar::tree::Span;

use crate::analysis::{
    self, Analysis, Boolean, Bound, Class, Hindrance, How, Kind, Piece, Step, Verdict, Within,
};
use crate::diagnostics::{ClaimFact, ClaimFault, Diagnostic};
use crate::formula::Formula;
use crate::limits::Limits;
use crate::program::{Family, FamilyId, Program};

/// Circuits up to this size are looked at for a sign gate that refutes a claim.
const REFUTED_AT: u64 = 4;

/// What is wrong with the claims of families for which `asked` holds.
pub fn prove(program: &Program, asked: &dyn Fn(Span) -> bool) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    for (at, family) in program.families.iter().enumerate() {
        let Some((claim, span)) = &family.claim else { continue };
        if !asked(*span) {
            continue;
        }
        let id = FamilyId(at as u32);
        let analysis = analysis::class_bounds(program, id);
        found.extend(judge(program, id, claim, *span, &analysis));
    }
    found
}

/// What stands against one claim.
pub fn judge(
    program: &Program,
    id: FamilyId,
    claim: &str,
    at: Span,
    analysis: &Analysis,
) -> Option<Diagnostic> {
    let verdict = analysis::classify(program, id, analysis);
    let judge = Judge { program, id, family: program.family(id), claim, at, analysis, verdict: &verdict };
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
}

impl Judge<'_> {
    fn found(
        &self,
        span: Option<Span>,
        refuted: bool,
        holds: Option<String>,
        fault: ClaimFault,
    ) -> Diagnostic {
        let fact = ClaimFact {
            claim: self.claim.to_string(),
            at: self.at,
            family: self.family.name.clone(),
            holds,
            refuted,
            fault,
        };
        Diagnostic::new(span.unwrap_or(self.at), fact)
    }

    fn text(&self, formula: &Formula) -> String {
        formula.text(&self.family.params)
    }

    fn growth(&self, formula: &Formula) -> String {
        formula.growth(&|_| Some(1)).text(&self.family.params)
    }

    fn vacuous(&self) -> Diagnostic {
        let span = self.family.conditions.first().map(|id| self.family.body[*id].span);
        let last = self.family.conditions.last().map(|id| self.family.body[*id].span);
        let span = span.zip(last).map(|(first, last)| first.to(last));
        let sizes = match self.family.params.as_slice() {
            [one] => format!("some values of `{one}`"),
            many => format!(
                "some values of {}",
                many.iter().map(|p| format!("`{p}`")).collect::<Vec<_>>().join(", ")
            ),
        };
        self.found(span, false, None, ClaimFault::Vacuous { sizes })
    }

    fn holds(&self) -> Option<String> {
        self.verdict.class.map(|class| class.to_string())
    }

    fn arithmetic(&self, class: Class) -> Option<Diagnostic> {
        let Some(found) = self.verdict.class else { return Some(self.no_class()) };
        match found.within(class) {
            Some(Within::AsWritten) => return None,
            Some(Within::AsFunctions) => {
                let fault = ClaimFault::AsFunctions { written: found.to_string() };
                return Some(self.found(None, false, self.holds(), fault));
            }
            None => {}
        }
        // The depth first, then wide gates, then the sign: what is hardest to mend.
        if found.power > class.power {
            return Some(self.depth(self.holds()));
        }
        if found.power == class.power && found.kind > class.kind {
            let (bound, product) = if found.kind == Kind::Fac {
                (&self.analysis.mul_fan_in, true)
            } else {
                (&self.analysis.add_fan_in, false)
            };
            return Some(self.wide(bound, product, self.holds()));
        }
        Some(self.found(self.analysis.sign, self.has_sign(), self.holds(), ClaimFault::Sign))
    }

    fn wide(&self, bound: &Option<Bound>, product: bool, holds: Option<String>) -> Diagnostic {
        let Some(bound) = bound else { return self.no_class() };
        let widest = self.steepest(&bound.why);
        let (fan_in, growth) = match widest {
            Some(piece) => (self.text(&piece.levels), self.growth(&piece.levels)),
            None => (self.text(&bound.everywhere), self.growth(&bound.everywhere)),
        };
        let span = widest.map(|piece| piece.span);
        let fault =
            if product { ClaimFault::Product { fan_in, growth } } else { ClaimFault::Sum { fan_in, growth } };
        self.found(span, false, holds, fault)
    }

    /// The piece of a path whose levels grow fastest, inside of calls as far as these are of the user's files.
    fn steepest<'p>(&self, why: &'p [Piece]) -> Option<&'p Piece> {
        why.iter().max_by_key(|piece| piece.levels.growth(&|_| Some(1)))
    }

    fn depth(&self, holds: Option<String>) -> Diagnostic {
        // Whether it is reached says whether the claim is refuted.
        let exact = analysis::analyze(self.program, self.id);
        let bound = exact.depth.as_ref().or(self.analysis.depth.as_ref());
        let Some(bound) = bound else { return self.no_class() };
        let refuted = matches!(bound.how, How::Exact(_));
        let formula = if refuted { &bound.formula } else { &bound.everywhere };
        let piece = self.steepest(&bound.why);
        let doing = match piece.map(|piece| piece.step) {
            Some(Step::Steps) => "this loop",
            Some(Step::Recursion) => "this recursion",
            Some(Step::Call(_)) => "this call",
            _ => "this",
        };
        let fault = ClaimFault::Depth {
            depth: self.text(formula),
            growth: self.growth(formula),
            levels: piece.map_or_else(|| self.text(formula), |piece| self.text(&piece.levels)),
            doing,
        };
        self.found(piece.map(|piece| piece.span), refuted, holds, fault)
    }

    /// Nothing is proved: the first obstacle.
    fn no_class(&self) -> Diagnostic {
        let Some(obstacle) = self.verdict.obstacles.first() else {
            let fault = ClaimFault::Gap { reason: analysis::Reason::Count };
            return self.found(None, false, None, fault);
        };
        let span = obstacle.span;
        let fault = match &obstacle.what {
            Hindrance::Depth(_) => return self.depth(None),
            Hindrance::Size(f) => {
                ClaimFault::Size { what: "gates", size: self.text(f), growth: self.growth(f) }
            }
            Hindrance::Edges(f) => {
                ClaimFault::Size { what: "wires", size: self.text(f), growth: self.growth(f) }
            }
            Hindrance::ConstantBits(f) => {
                ClaimFault::Constants { bits: self.text(f), growth: self.growth(f) }
            }
            Hindrance::Free(param) => {
                let name = self.family.params.get(*param as usize).cloned().unwrap_or_default();
                let (figure, formula) = self.figure_of(*param);
                ClaimFault::Free { param: name, figure, formula }
            }
            Hindrance::Gap(reason) => ClaimFault::Gap { reason: *reason },
        };
        self.found(span, false, None, fault)
    }

    /// The first figure that depends on a parameter.
    fn figure_of(&self, param: u32) -> (&'static str, String) {
        let symbol = crate::formula::Symbol::Param(param);
        let figures = [
            ("the depth", &self.analysis.depth),
            ("the number of gates", &self.analysis.size),
            ("the number of wires", &self.analysis.edges),
            ("the length of constants", &self.analysis.constant_bits),
        ];
        for (name, bound) in figures {
            if let Some(bound) = bound
                && bound.everywhere.mentions(symbol)
            {
                return (name, self.text(&bound.everywhere));
            }
        }
        ("a figure", "a formula".into())
    }

    fn boolean(&self, class: Boolean) -> Option<Diagnostic> {
        let holds = self.verdict.boolean.map(|class| class.name().to_string()).or_else(|| self.holds());
        if self.verdict.boolean.is_some_and(|found| found.within(class)) {
            return None;
        }
        let Some(found) = self.verdict.class else { return Some(self.no_class()) };
        let allowed = u32::from(class == Boolean::Nc1);
        if found.power > allowed {
            return Some(self.depth(holds));
        }
        let a = self.analysis;
        Some(match class {
            Boolean::Nc0 | Boolean::Nc1 => match found.kind {
                Kind::Fac => self.wide(&a.mul_fan_in, true, holds),
                Kind::Fsac => self.wide(&a.add_fan_in, false, holds),
                Kind::Fnc => self.found(a.long, false, holds, ClaimFault::LongValues),
            },
            Boolean::Ac0 | Boolean::Tc0 => {
                let faults = [
                    (a.counting, ClaimFault::Counting),
                    (a.product, ClaimFault::WideProduct),
                    (a.long, ClaimFault::LongValues),
                ];
                let (span, fault) = faults
                    .into_iter()
                    .find(|(span, _)| span.is_some())
                    .unwrap_or((None, ClaimFault::LongValues));
                self.found(span, false, holds, fault)
            }
        })
    }

    /// Whether some small circuit has a sign gate.
    fn has_sign(&self) -> bool {
        let limits =
            Limits { max_gates: 20_000, max_wires: 100_000, max_steps: 100_000, ..Limits::default() };
        (0..=REFUTED_AT).any(|size| {
            let sizes = vec![size; self.family.params.len()];
            let built = crate::elaborate(self.program, self.id, &sizes, &limits, &mut |_| {});
            built.is_ok_and(|built| circ_runtime::measure(&built.circuit).signs)
        })
    }
}
