//! What is asked of families before they are built: the types that their names stand for (`--type`), and sizes that are
//! the same whatever else varies (`--param`).

use circ_compiler::check::closest;
use circ_compiler::diagnostics::DataFact;
use circ_compiler::types::{AlphabetId, Scalar, TypeNames};
use circ_compiler::{FamilyId, Program, instance};

use crate::session::{Ended, Session};
use crate::sizes::{Owner, read_params};
use crate::values::shortened;

/// A family with its types filled in.
#[derive(Debug)]
pub(crate) struct Instance {
    /// The family, an ordinary one now.
    pub(crate) id: FamilyId,
    /// What each name stands for, with the type's name.
    pub(crate) types: Vec<(String, String)>,
    /// The names that nobody said anything of, and that stand for `num` therefore.
    pub(crate) assumed: Vec<String>,
}

impl Instance {
    /// `T = num, U = bool`; empty where there is nothing to say.
    pub(crate) fn types_text(&self) -> String {
        let types: Vec<String> = self.types.iter().map(|(name, ty)| format!("{name} = {ty}")).collect();
        types.join(", ")
    }

    /// A line about what the names stand for, where there are any.
    pub(crate) fn line(&self) -> Option<String> {
        let said = || format!("with {}", self.types_text());
        self.remark().or_else(|| (!self.types.is_empty()).then(said))
    }

    /// A line about the names that stand for `num` only because nobody said otherwise.
    pub(crate) fn remark(&self) -> Option<String> {
        let first = self.assumed.first()?;
        let types = self.types_text();
        Some(format!("with {types}, as no `--type {first}=…` says otherwise"))
    }
}

/// Options that are given once for one or several families.
#[derive(Debug)]
pub(crate) struct Asked {
    types: Vec<(String, Scalar)>,
    sizes: Vec<(String, u64)>,
}

impl Asked {
    /// Reads `--type` and `--param`. Each name has to be one of these families'; what a family does not have is not
    /// said of it.
    ///
    /// # Errors
    /// Everything that is wrong with them.
    pub(crate) fn read(
        session: &Session,
        program: &Program,
        ids: &[FamilyId],
        types: &[String],
        params: &[String],
    ) -> Ended<Asked> {
        let mut faults = Vec::new();
        let owner = |names: &dyn Fn(FamilyId) -> Vec<String>| {
            let mut all: Vec<String> = Vec::new();
            for name in ids.iter().flat_map(|id| names(*id)) {
                if !all.contains(&name) {
                    all.push(name);
                }
            }
            let family = match ids {
                [only] => Some(program.family(*only).name.clone()),
                _ => None,
            };
            Owner { family, names: all }
        };
        let generics = owner(&|id| program.family(id).generics.clone());
        let types = read_types(program, &generics, types, &mut faults);
        let sizes = read_params(&owner(&|id| program.family(id).params.clone()), params, &mut faults);
        if faults.is_empty() { Ok(Asked { types, sizes }) } else { Err(session.refuse(faults)) }
    }

    /// What the names of a family that are used as types stand for.
    pub(crate) fn scalars(&self, program: &Program, id: FamilyId) -> Vec<Scalar> {
        let generics = &program.family(id).generics;
        generics.iter().map(|name| self.said(name).unwrap_or(Scalar::Num)).collect()
    }

    fn said(&self, generic: &str) -> Option<Scalar> {
        self.types.iter().find(|(said, _)| said == generic).map(|(_, scalar)| *scalar)
    }

    /// The family with its types filled in; it becomes part of the program.
    pub(crate) fn instance(&self, program: &mut Program, id: FamilyId) -> Instance {
        let generics = program.family(id).generics.clone();
        let scalars = self.scalars(program, id);
        let assumed = generics.iter().filter(|name| self.said(name).is_none()).cloned().collect();
        let names = TypeNames { alphabets: &program.alphabets, generics: &[], params: &[] };
        let types =
            generics.iter().cloned().zip(scalars.iter().map(|scalar| names.scalar(*scalar))).collect();
        Instance { id: instance(program, id, &scalars), types, assumed }
    }

    /// The sizes of a family: those that are fixed, and this one for all others.
    pub(crate) fn sizes(&self, params: &[String], other: u64) -> Vec<u64> {
        params.iter().map(|param| self.fixed(param).unwrap_or(other)).collect()
    }

    /// Whether no parameter of a family is left to vary.
    pub(crate) fn fixes(&self, params: &[String]) -> bool {
        params.iter().all(|param| self.fixed(param).is_some())
    }

    /// Whether a parameter has one size, whatever else varies.
    pub(crate) fn has(&self, param: &str) -> bool {
        self.fixed(param).is_some()
    }

    /// The size that is fixed for a parameter.
    pub(crate) fn fixed(&self, param: &str) -> Option<u64> {
        self.sizes.iter().find(|(name, _)| name == param).map(|(_, size)| *size)
    }
}

/// What `--type` says, each name once. `T=num,U=bool` sets two.
fn read_types(
    program: &Program,
    owner: &Owner,
    texts: &[String],
    faults: &mut Vec<DataFact>,
) -> Vec<(String, Scalar)> {
    let mut read: Vec<(String, Scalar)> = Vec::new();
    for text in texts.iter().flat_map(|text| text.split(',')) {
        let Some((name, ty)) = text.split_once('=').map(|(name, ty)| (name.trim(), ty.trim())) else {
            faults.push(DataFact::BadType { text: shortened(text) });
            continue;
        };
        if !owner.names.iter().any(|known| known == name) {
            let (family, generics) = (owner.family.clone(), owner.names.clone());
            faults.push(DataFact::UnknownGeneric { name: shortened(name), family, generics });
            continue;
        }
        let Some(scalar) = scalar_named(program, ty) else {
            let types: Vec<String> = type_names(program).map(str::to_string).collect();
            let similar = closest(ty, type_names(program));
            faults.push(DataFact::UnknownType { name: name.into(), ty: shortened(ty), similar, types });
            continue;
        };
        match read.iter().find(|(other, _)| other == name) {
            Some((_, other)) if *other != scalar => faults.push(DataFact::TypeTwice { name: name.into() }),
            Some(_) => {}
            None => read.push((name.into(), scalar)),
        }
    }
    read
}

fn type_names(program: &Program) -> impl Iterator<Item = &str> {
    ["num", "bool"].into_iter().chain(program.alphabets.iter().map(|alphabet| alphabet.name.as_str()))
}

/// The type of this name; of alphabets with one name that of the file that is run, else the first.
fn scalar_named(program: &Program, name: &str) -> Option<Scalar> {
    match name {
        "num" => Some(Scalar::Num),
        "bool" => Some(Scalar::Bool),
        _ => {
            let mut named = program.alphabets.iter().enumerate().filter(|(_, a)| a.name == name);
            let first = named.clone().next()?;
            let own = named.find(|(_, alphabet)| alphabet.module.is_none());
            Some(Scalar::Alphabet(AlphabetId(own.unwrap_or(first).0 as u32)))
        }
    }
}
