//! Whether a submission's family has the signature of the reference's.

use circ_compiler::program::Family;
use circ_compiler::size::Size;
use circ_compiler::types::{AlphabetId, Dim, Scalar, Type};
use circ_compiler::{FamilyId, Program, instance};

use crate::listing::types::signature;
use crate::words::counted;

/// A family with its program.
#[derive(Clone, Copy)]
pub(crate) struct Side<'a> {
    pub(crate) program: &'a Program,
    pub(crate) family: &'a Family,
}

/// For each size parameter of the submission the place of the reference's that it is: that of its name where the names
/// are the same ones, else that in the same place.
///
/// # Errors
/// What is different, in words.
pub(crate) fn parameters(reference: Side<'_>, submission: Side<'_>) -> Result<Vec<usize>, String> {
    compare(reference, submission).map_err(|what| {
        let of = |side: Side<'_>| signature(side.program, side.family);
        format!("{what}\nexpected: {}\nfound:    {}", of(reference), of(submission))
    })
}

fn compare(reference: Side<'_>, submission: Side<'_>) -> Result<Vec<usize>, String> {
    let (right, own) = (reference.family, submission.family);
    let numbers = |what: &str, own: usize, right: usize| {
        if own == right {
            return Ok(());
        }
        Err(format!("it has {}, and should have {right}", counted(own, what)))
    };
    numbers("size parameter", own.params.len(), right.params.len())?;
    numbers("type parameter", own.generics.len(), right.generics.len())?;
    numbers("input", own.inputs.len(), right.inputs.len())?;
    let (ring, other) = (reference.program.ring, submission.program.ring);
    if ring != other && ring.root().is_some() {
        return Err(format!("its ring is {other}, and should be {ring}"));
    }
    let by_name = own.params.iter().map(|name| right.params.iter().position(|other| other == name));
    let places = by_name.collect::<Option<Vec<usize>>>();
    let places = places.unwrap_or_else(|| (0..own.params.len()).collect());
    let both = Both { reference, submission, places: &places };
    for (at, (input, expected)) in own.inputs.iter().zip(&right.inputs).enumerate() {
        if !both.same(&expected.ty.ty, &input.ty.ty) {
            let (found, expected) = (text(submission, &input.ty.ty), text(reference, &expected.ty.ty));
            return Err(format!(
                "its input {} `{}` is {found}, and should be {expected}",
                at + 1,
                input.name
            ));
        }
    }
    if !both.same(&right.result.ty, &own.result.ty) {
        let (found, expected) = (text(submission, &own.result.ty), text(reference, &right.result.ty));
        return Err(format!("its result is {found}, and should be {expected}"));
    }
    Ok(places)
}

struct Both<'a> {
    reference: Side<'a>,
    submission: Side<'a>,
    places: &'a [usize],
}

impl Both<'_> {
    /// Types nest only as deep as the parser allows.
    fn same(&self, right: &Type, own: &Type) -> bool {
        match (right, own) {
            (Type::Array(scalar, dims), Type::Array(other, others)) => {
                self.same_scalar(*scalar, *other)
                    && dims.len() == others.len()
                    && dims.iter().zip(others).all(|(dim, other)| self.same_dim(dim, other))
            }
            (Type::Tuple(parts), Type::Tuple(others)) => {
                parts.len() == others.len() && parts.iter().zip(others).all(|(a, b)| self.same(a, b))
            }
            (right, own) => right == own,
        }
    }

    fn same_scalar(&self, right: Scalar, own: Scalar) -> bool {
        match (right, own) {
            (Scalar::Alphabet(right), Scalar::Alphabet(own)) => same_tokens(
                &self.reference.program.alphabet(right).tokens,
                &self.submission.program.alphabet(own).tokens,
            ),
            (right, own) => right == own,
        }
    }

    /// What no formula is known of is judged at each size.
    fn same_dim(&self, right: &Dim, own: &Dim) -> bool {
        let params: Vec<Option<Size>> = self.places.iter().map(|at| Some(Size::param(*at as u32))).collect();
        let renamed = own.as_ref().and_then(|own| own.substitute(&params));
        match (right, renamed) {
            (Some(right), Some(own)) => *right == own,
            _ => true,
        }
    }
}

/// The type, with the tokens of its alphabet: a name alone does not tell it from another.
fn text(side: Side<'_>, ty: &Type) -> String {
    let text = format!("`{}`", side.program.names(side.family).ty(ty));
    let Type::Array(Scalar::Alphabet(id), _) = ty else { return text };
    let tokens = &side.program.alphabet(*id).tokens;
    let shown: Vec<String> = tokens.iter().take(6).map(|token| format!("'{token}'")).collect();
    let more = if tokens.len() > shown.len() { " | …" } else { "" };
    format!("{text} of {}{more}", shown.join(" | "))
}

fn same_tokens(some: &[String], others: &[String]) -> bool {
    some.len() == others.len() && some.iter().all(|token| others.contains(token))
}

/// The submission's family with the types that the reference was given; it becomes part of the program.
pub(crate) fn instance_like(
    reference: &Program,
    generics: &[Scalar],
    submission: &mut Program,
    id: FamilyId,
) -> FamilyId {
    let mut like = |scalar: &Scalar| match scalar {
        Scalar::Alphabet(alphabet) => {
            let alphabet = reference.alphabet(*alphabet);
            let mut known = submission.alphabets.iter();
            let at = known.position(|known| same_tokens(&known.tokens, &alphabet.tokens));
            Scalar::Alphabet(AlphabetId(at.unwrap_or_else(|| {
                submission.alphabets.push(alphabet.clone());
                submission.alphabets.len() - 1
            }) as u32))
        }
        other => *other,
    };
    let types: Vec<Scalar> = generics.iter().map(&mut like).collect();
    instance(submission, id, &types)
}
