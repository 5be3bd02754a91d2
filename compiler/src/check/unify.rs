//! When two types are one: widening, open token types, shapes.

use circ_grammar::tree::Span;

use super::body::{Cx, TokenVar, Typed};
use crate::diagnostics::{NameFact, TypeFact};
use crate::types::{Dim, Scalar, Stage, Type};

/// Why two types are not one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mismatch {
    /// Elements, ranks or kinds differ.
    Kind,
    /// Only the sizes differ.
    Shape,
}

impl Cx<'_> {
    /// A new open token type for one literal.
    pub(super) fn token_var(&mut self, tokens: Vec<(String, Span)>) -> Scalar {
        self.vars.push(TokenVar { link: None, tokens });
        Scalar::Var(self.vars.len() as u32 - 1)
    }

    /// What a scalar stands for by now.
    pub(super) fn find(&self, mut scalar: Scalar) -> Scalar {
        while let Scalar::Var(var) = scalar {
            match self.vars[var as usize].link {
                Some(next) => scalar = next,
                None => break,
            }
        }
        scalar
    }

    /// The type with its scalars as they are known by now.
    pub(super) fn resolved(&self, ty: &Type) -> Type {
        match ty {
            Type::Array(scalar, dims) => Type::Array(self.find(*scalar), dims.clone()),
            Type::Tuple(parts) => Type::Tuple(parts.iter().map(|p| self.resolved(p)).collect()),
            Type::Empty | Type::Error => ty.clone(),
        }
    }

    /// Settles an open token type; literals that the alphabet lacks are reported where they stand.
    pub(super) fn settle(&mut self, var: u32, scalar: Scalar) {
        let tokens = std::mem::take(&mut self.vars[var as usize].tokens);
        self.vars[var as usize].link = Some(scalar);
        match scalar {
            Scalar::Var(other) => self.vars[other as usize].tokens.extend(tokens),
            Scalar::Alphabet(id) => {
                let items = self.items;
                let alphabet = &items.alphabets[id.0 as usize];
                for (token, span) in tokens {
                    if alphabet.code(&token).is_none() {
                        let fact = NameFact::TokenNotInAlphabet {
                            token,
                            alphabet: alphabet.name.clone(),
                            tokens: alphabet.tokens.clone(),
                        };
                        self.report(span, fact);
                    }
                }
            }
            _ => {}
        }
    }

    /// One scalar for both; bool widens to num in either direction.
    pub(super) fn join_scalars(&mut self, a: Scalar, b: Scalar) -> Result<Scalar, Mismatch> {
        match (self.find(a), self.find(b)) {
            (x, y) if x == y => Ok(x),
            (Scalar::Error, other) | (other, Scalar::Error) => Ok(other),
            (Scalar::Bool, Scalar::Num) | (Scalar::Num, Scalar::Bool) => Ok(Scalar::Num),
            (Scalar::Var(var), other @ (Scalar::Alphabet(_) | Scalar::Var(_)))
            | (other @ Scalar::Alphabet(_), Scalar::Var(var)) => {
                self.settle(var, other);
                Ok(other)
            }
            _ => Err(Mismatch::Kind),
        }
    }

    /// One dimension for both. Under a static condition, and where the `where` sets sizes equal, what differs is
    /// judged at each n.
    pub(super) fn join_dims(&self, a: &Dim, b: &Dim) -> Result<Dim, Mismatch> {
        match (a, b) {
            (Some(x), Some(y)) if x == y => Ok(a.clone()),
            (Some(_), Some(_)) if self.conditional > 0 || self.equated => Ok(None),
            // Remainders have laws that polynomials do not know.
            (Some(x), Some(y)) if x.has_remainders() || y.has_remainders() => Ok(None),
            (Some(_), Some(_)) => Err(Mismatch::Shape),
            (Some(_), None) => Ok(a.clone()),
            (None, _) => Ok(b.clone()),
        }
    }

    /// One type for both, as the branches of an `if` and the elements of an array literal have.
    pub(super) fn join(&mut self, a: &Type, b: &Type) -> Result<Type, Mismatch> {
        match (a, b) {
            (Type::Error, other) | (other, Type::Error) => Ok(other.clone()),
            (Type::Array(x, left), Type::Array(y, right)) if left.len() == right.len() => {
                let scalar = self.join_scalars(*x, *y)?;
                let dims =
                    left.iter().zip(right).map(|(p, q)| self.join_dims(p, q)).collect::<Result<_, _>>()?;
                Ok(Type::Array(scalar, dims))
            }
            (Type::Empty, Type::Empty) => Ok(Type::Empty),
            (Type::Empty, Type::Array(scalar, dims)) | (Type::Array(scalar, dims), Type::Empty) => {
                let Some((first, rest)) = dims.split_first() else { return Err(Mismatch::Kind) };
                let zero = Some(crate::size::Size::natural(0));
                let first = self.join_dims(first, &zero)?;
                Ok(Type::Array(*scalar, std::iter::once(first).chain(rest.iter().cloned()).collect()))
            }
            (Type::Tuple(left), Type::Tuple(right)) if left.len() == right.len() => {
                let parts = left.iter().zip(right).map(|(p, q)| self.join(p, q)).collect::<Result<_, _>>()?;
                Ok(Type::Tuple(parts))
            }
            _ => Err(Mismatch::Kind),
        }
    }

    /// Whether a value of the first type can stand where the second is expected: a bool as a num, never back.
    pub(super) fn fits(&mut self, found: &Type, expected: &Type) -> Result<(), Mismatch> {
        match (found, expected) {
            (Type::Array(f, _), Type::Array(e, _)) => {
                if self.find(*f) == Scalar::Num && self.find(*e) == Scalar::Bool {
                    return Err(Mismatch::Kind);
                }
                self.join(found, expected).map(|_| ())
            }
            (Type::Tuple(left), Type::Tuple(right)) if left.len() == right.len() => {
                left.iter().zip(right).try_for_each(|(f, e)| self.fits(f, e))
            }
            _ => self.join(found, expected).map(|_| ()),
        }
    }

    /// Reports where a value does not fit what is expected of it; `role` says who expects it.
    pub(super) fn expect(&mut self, value: &Typed, expected: &Type, role: &str) -> bool {
        match self.fits(&value.ty, expected) {
            Ok(()) => true,
            Err(_) => {
                let fact = TypeFact::Mismatch {
                    role: role.to_string(),
                    expected: self.text(expected),
                    found: self.text(&value.ty),
                    meant: self.meant(value, expected),
                };
                self.report(value.span, fact);
                self.give_up_tokens(&value.ty);
                false
            }
        }
    }

    /// Open token types of a value that was reported are not reported again for want of an alphabet.
    pub(super) fn give_up_tokens(&mut self, ty: &Type) {
        match ty {
            Type::Array(scalar, _) => {
                if let Scalar::Var(var) = self.find(*scalar) {
                    self.settle(var, Scalar::Error);
                }
            }
            Type::Tuple(parts) => parts.iter().for_each(|part| self.give_up_tokens(part)),
            Type::Empty | Type::Error => {}
        }
    }

    /// The common shape of operands of an elementwise operation: scalars spread.
    pub(super) fn spread(&mut self, operands: &[&Typed], operation: &str) -> Result<Vec<Dim>, ()> {
        let mut shape: Option<(Vec<Dim>, usize)> = None;
        for (at, operand) in operands.iter().enumerate() {
            let dims = match &operand.ty {
                Type::Array(_, dims) if dims.is_empty() => continue,
                Type::Array(_, dims) => dims.clone(),
                Type::Empty => vec![Some(crate::size::Size::natural(0))],
                Type::Tuple(_) => {
                    let fact = TypeFact::TupleOperand {
                        operation: operation.to_string(),
                        found: self.text(&operand.ty),
                    };
                    self.report(operand.span, fact);
                    return Err(());
                }
                Type::Error => return Err(()),
            };
            let Some((known, first)) = &shape else {
                shape = Some((dims, at));
                continue;
            };
            let joined: Result<Vec<Dim>, Mismatch> = if known.len() == dims.len() {
                known.iter().zip(&dims).map(|(a, b)| self.join_dims(a, b)).collect()
            } else {
                Err(Mismatch::Kind)
            };
            match joined {
                Ok(dims) => shape = Some((dims, *first)),
                Err(_) => {
                    let other = operands[*first];
                    let fact = TypeFact::ShapesDiffer {
                        left: self.text(&other.ty),
                        right: self.text(&operand.ty),
                        left_span: other.span,
                    };
                    self.report(operand.span, fact);
                    return Err(());
                }
            }
        }
        Ok(shape.map_or_else(Vec::new, |(dims, _)| dims))
    }

    /// The latest stage.
    pub(super) fn stage_of(operands: &[&Typed]) -> Stage {
        operands.iter().map(|o| o.stage).max().unwrap_or(Stage::Static)
    }
}
