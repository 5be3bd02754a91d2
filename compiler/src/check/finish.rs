//! The end of a body: open token types find their alphabet, literals become codes.
//!
//! After it no type of the body has a variable, and every token is a code.

use circ_grammar::tree::Span;
use circ_runtime::Num;

use super::body::Cx;
use crate::diagnostics::NameFact;
use crate::typed::Kind;
use crate::types::{Scalar, Type};

impl Cx<'_> {
    /// Settles what is open and rewrites the arena.
    pub(super) fn finish(&mut self) {
        self.settle_open();
        let mut exprs = std::mem::take(&mut self.body.exprs);
        for expr in &mut exprs {
            expr.ty = self.resolved(&expr.ty);
            let scalar = match &expr.ty {
                Type::Array(scalar, _) => *scalar,
                _ => Scalar::Error,
            };
            match &mut expr.kind {
                Kind::Token(token) => {
                    expr.kind = self
                        .code(scalar, token)
                        .map_or(Kind::Error, |c| Kind::Number(Num::int(i64::from(c))));
                }
                Kind::Text(tokens) => {
                    let codes: Option<Vec<u32>> = tokens.iter().map(|t| self.code(scalar, t)).collect();
                    expr.kind = codes.map_or(Kind::Error, Kind::Codes);
                }
                Kind::Compare(_, pairs) => {
                    for (_, scalar, _) in pairs {
                        *scalar = self.find(*scalar);
                    }
                }
                Kind::Select(_, _, _, scalar) => *scalar = self.find(*scalar),
                Kind::Call { generics, .. } | Kind::Generate { generics, .. } => {
                    for scalar in generics {
                        *scalar = self.find(*scalar);
                    }
                }
                _ => {}
            }
        }
        // Matches need the type of their subject, which stands before them.
        for at in 0..exprs.len() {
            let Kind::Match { subject, patterns, .. } = &exprs[at].kind else { continue };
            let ty = exprs[subject.0 as usize].ty.clone();
            let patterns = patterns.clone();
            let table = self.match_table(&ty, &patterns, exprs[at].span);
            if let Kind::Match { arm_of_code, .. } = &mut exprs[at].kind {
                *arm_of_code = table;
            }
        }
        self.body.exprs = exprs;
    }

    fn code(&self, scalar: Scalar, token: &str) -> Option<u32> {
        match scalar {
            Scalar::Alphabet(id) => self.items.alphabets[id.0 as usize].code(token),
            _ => None,
        }
    }

    /// A literal whose context left its alphabet open has the only one that knows its tokens.
    fn settle_open(&mut self) {
        for var in 0..self.vars.len() {
            if self.vars[var].link.is_some() {
                continue;
            }
            let mut tokens = self.vars[var].tokens.clone();
            tokens.sort_by_key(|(_, span)| *span);
            let Some((token, span)) = tokens.first().cloned() else { continue };
            let candidates = self.items.alphabets_with(&tokens);
            let choice = match candidates.as_slice() {
                [only] => Scalar::Alphabet(*only),
                [] => {
                    let here = self.items.alphabets_here();
                    let known = |token: &str| {
                        here.iter().any(|id| self.items.alphabets[id.0 as usize].code(token).is_some())
                    };
                    let unknown = tokens.iter().find(|(token, _)| !known(token));
                    let (token, span) = unknown.cloned().unwrap_or((token, span));
                    self.report(span, NameFact::TokenInNoAlphabet { token, none: here.is_empty() });
                    Scalar::Error
                }
                many => {
                    let alphabets =
                        many.iter().map(|id| self.items.alphabets[id.0 as usize].name.clone()).collect();
                    self.report(span, NameFact::TokenAmbiguous { token, alphabets });
                    Scalar::Error
                }
            };
            self.settle(var as u32, choice);
        }
    }

    /// For each code the first arm that has it or `_`; reports codes without an arm and arms without a code.
    fn match_table(&mut self, ty: &Type, patterns: &[Vec<(Option<String>, Span)>], span: Span) -> Vec<u32> {
        let Type::Array(Scalar::Alphabet(id), _) = ty else { return Vec::new() };
        let alphabet = self.items.alphabets[id.0 as usize].clone();
        let mut table: Vec<Option<u32>> = vec![None; alphabet.tokens.len()];
        let mut wildcard: Option<Span> = None;
        for (arm, tokens) in patterns.iter().enumerate() {
            for (token, at) in tokens {
                if let Some(first) = wildcard {
                    self.report(*at, NameFact::ArmAfterWildcard { first });
                    continue;
                }
                match token {
                    None => {
                        wildcard = Some(*at);
                        for slot in table.iter_mut().filter(|slot| slot.is_none()) {
                            *slot = Some(arm as u32);
                        }
                    }
                    Some(token) => {
                        let Some(code) = alphabet.code(token) else { continue };
                        match &mut table[code as usize] {
                            Some(_) => self.report(*at, NameFact::ArmTwice { token: token.clone() }),
                            slot => *slot = Some(arm as u32),
                        }
                    }
                }
            }
        }
        let missing: Vec<String> = table
            .iter()
            .zip(&alphabet.tokens)
            .filter(|(arm, _)| arm.is_none())
            .map(|(_, t)| t.clone())
            .collect();
        if !missing.is_empty() {
            self.report(span, NameFact::MatchIncomplete { missing, alphabet: alphabet.name });
        }
        table.into_iter().map(|arm| arm.unwrap_or(0)).collect()
    }
}
