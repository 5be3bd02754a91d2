//! Families with their types filled in: `hist[n, T]` with `num` for `T`.
//!
//! A call finds what the names stand for from its arguments. A family that is built by itself has no arguments yet, so
//! whoever asks for it says, and gets a family like any other.

use crate::program::{FamilyId, Program, TypeAt};
use crate::typed::{Body, Kind};
use crate::types::{Scalar, Type};

/// Adds to the program the family with these types for its names, in their order, and says which it is. A family
/// without such names is its own instance. What is not said is `num`.
pub fn instance(program: &mut Program, id: FamilyId, types: &[Scalar]) -> FamilyId {
    if program.family(id).generics.is_empty() {
        return id;
    }
    let made = FamilyId(program.families.len() as u32);
    let mut family = program.family(id).clone();
    let count = std::mem::take(&mut family.generics).len();
    for input in &mut family.inputs {
        fill_at(&mut input.ty, types);
    }
    fill_at(&mut family.result, types);
    fill_body(&mut family.body, types, |callee, generics| {
        // A family that calls itself with the types that it was called with.
        let same = |(at, scalar): (usize, &Scalar)| *scalar == Scalar::Generic(at as u32);
        if *callee == id && generics.len() == count && generics.iter().enumerate().all(same) {
            *callee = made;
            generics.clear();
        }
    });
    program.families.push(family);
    program.number_places();
    made
}

fn fill(scalar: &mut Scalar, types: &[Scalar]) {
    if let Scalar::Generic(index) = scalar {
        *scalar = types.get(*index as usize).copied().unwrap_or(Scalar::Num);
    }
}

fn fill_type(ty: &mut Type, types: &[Scalar]) {
    match ty {
        Type::Array(scalar, _) => fill(scalar, types),
        Type::Tuple(parts) => parts.iter_mut().for_each(|part| fill_type(part, types)),
        Type::Empty | Type::Error => {}
    }
}

fn fill_at(at: &mut TypeAt, types: &[Scalar]) {
    fill_type(&mut at.ty, types);
}

/// Fills in types wherever an expression has one; calls are looked at before.
fn fill_body(body: &mut Body, types: &[Scalar], mut call: impl FnMut(&mut FamilyId, &mut Vec<Scalar>)) {
    for expr in &mut body.exprs {
        fill_type(&mut expr.ty, types);
        match &mut expr.kind {
            Kind::Call { family, generics, .. } | Kind::Generate { step: family, generics, .. } => {
                call(family, generics);
                generics.iter_mut().for_each(|scalar| fill(scalar, types));
            }
            Kind::Compare(_, pairs) => pairs.iter_mut().for_each(|(_, scalar, _)| fill(scalar, types)),
            Kind::Select(_, _, _, scalar) => fill(scalar, types),
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Limits, elaborate, load};
    use circ_runtime::{PortType, measure};

    const SOURCE: &str = "alphabet A = 'a' | 'b' | 'c';\n\
        family twice[n, T](w: T[n], t: T) -> num { count(w == t) + many(w, t) }\n\
        family many[n, T](w: T[n], t: T) -> num { if n == 0 { 0 } else { count(w == t) + many(w[1..], t) } }\n\
        family both[n, T, U](v: T[n], w: U[n]) -> (U[n], T[n]) { (w, v) }";

    fn gates(types: &[Scalar]) -> (usize, PortType) {
        let mut loaded = load(SOURCE);
        assert!(!loaded.has_errors());
        let id = instance(&mut loaded.program, FamilyId(0), types);
        let built = elaborate(&loaded.program, id, &[3], &Limits::default(), &mut |_| {}).expect("it builds");
        (measure(&built.circuit).gates as usize, built.circuit.inputs[0].ty.clone())
    }

    #[test]
    fn bools_are_compared_without_a_sign_gate_and_tokens_with_one() {
        let alphabet = Scalar::Alphabet(crate::types::AlphabetId(0));
        let (num, bit, token) = (gates(&[Scalar::Num]), gates(&[Scalar::Bool]), gates(&[alphabet]));
        assert!(bit.0 < num.0 && token.0 == num.0, "{num:?} {bit:?} {token:?}");
        assert_eq!((num.1, bit.1), (PortType::Num, PortType::Bool));
        assert!(matches!(token.1, PortType::Alphabet { name, .. } if name == "A"));
        assert_eq!(gates(&[]).0, num.0);
    }

    #[test]
    fn names_are_filled_in_one_by_one_and_a_recursion_stays_within() {
        let mut loaded = load(SOURCE);
        let both = instance(&mut loaded.program, FamilyId(2), &[Scalar::Num, Scalar::Bool]);
        let built =
            elaborate(&loaded.program, both, &[1], &Limits::default(), &mut |_| {}).expect("it builds");
        let types: Vec<PortType> = built.circuit.outputs.iter().map(|port| port.ty.clone()).collect();
        assert_eq!(types, [PortType::Bool, PortType::Num]);
        let many = instance(&mut loaded.program, FamilyId(1), &[Scalar::Bool]);
        assert_ne!(many, both);
        let calls = |kind: &Kind| matches!(kind, Kind::Call { family, .. } if *family == many);
        assert!(loaded.program.family(many).body.exprs.iter().any(|expr| calls(&expr.kind)));
    }

    #[test]
    fn a_family_without_such_names_is_its_own() {
        let mut loaded = load("family f(x: num) -> num { x }");
        assert_eq!(instance(&mut loaded.program, FamilyId(0), &[Scalar::Bool]), FamilyId(0));
        assert_eq!(loaded.program.families.len(), 1);
    }
}
