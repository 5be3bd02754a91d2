//! A checked program: what the later passes read.
//!
//! Names are resolved, types and stages known, token literals turned into codes. Bodies are [`crate::typed`]
//! trees. Every later pass takes `&Program`.

use std::sync::Arc;

use circ_grammar::tree::Span;
use circ_runtime::Ring;

use crate::typed::{Body, ExprId, Source};
use crate::types::{AlphabetId, Scalar, Type, TypeNames};

/// A family of the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FamilyId(pub u32);

/// A constant of the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ConstId(pub u32);

/// A file, resolved and type-checked.
#[derive(Clone, Debug, Default)]
pub struct Program {
    /// The ring of its numbers.
    pub ring: Ring,
    /// In source order.
    pub alphabets: Vec<Alphabet>,
    /// In source order.
    pub consts: Vec<Const>,
    /// Each constant after those that it needs.
    pub const_order: Vec<ConstId>,
    /// Those of the file that is run, then those of the files that it uses, each in source order.
    pub families: Vec<Family>,
    /// How many of them the file that is run has.
    pub own: usize,
    /// In source order.
    pub tests: Vec<Test>,
    /// Where the expressions of each body begin when those of all are numbered through: families, then tests, then
    /// constants, and the end.
    pub places: Vec<u32>,
    /// Where each expression stands, numbered like that. Circuits share it: their gates know the number alone.
    pub spans: Arc<[Span]>,
}

/// An alphabet: token k has code k.
#[derive(Clone, Debug)]
pub struct Alphabet {
    /// Its name.
    pub name: String,
    /// Distinct tokens in the order of their codes.
    pub tokens: Vec<String>,
    /// The file that it comes from, as a `use` writes it; `None` for the one that is run.
    pub module: Option<String>,
}

impl Alphabet {
    /// The code of a token.
    pub fn code(&self, token: &str) -> Option<u32> {
        self.tokens.iter().position(|t| t == token).map(|k| k as u32)
    }
}

/// A constant: a static expression.
#[derive(Clone, Debug)]
pub struct Const {
    /// Its name.
    pub name: String,
    /// Its value's type.
    pub ty: Type,
    /// Its value.
    pub body: Body,
}

/// An input of a family.
#[derive(Clone, Debug)]
pub struct Input {
    /// Its name.
    pub name: String,
    /// An array or a scalar; its dimensions are also in `dims` for what has no symbolic size.
    pub ty: TypeAt,
    /// Where the declaration stands.
    pub span: Span,
}

/// A type whose dimensions can be evaluated at given sizes.
#[derive(Clone, Debug)]
pub struct TypeAt {
    /// The type with its symbolic dimensions.
    pub ty: Type,
    /// The expressions of the dimensions in the body's arena, for each array of the type from left to right.
    pub dims: Vec<ExprId>,
    /// For one array: the parameter of each dimension that is a bare one. Such dimensions are compared, and tell
    /// sizes, without evaluating anything.
    pub params: Vec<Option<u32>>,
}

impl TypeAt {
    /// A type with the expressions of its dimensions.
    pub fn new(ty: Type, dims: Vec<ExprId>) -> TypeAt {
        let params = match &ty {
            Type::Array(_, known) => known.iter().map(|dim| dim.as_ref()?.as_param()).collect(),
            _ => Vec::new(),
        };
        TypeAt { ty, dims, params }
    }
}

/// A family of circuits.
#[derive(Clone, Debug)]
pub struct Family {
    /// Its name.
    pub name: String,
    /// The text of its `///` lines.
    pub docs: Vec<String>,
    /// The size parameters.
    pub params: Vec<String>,
    /// The names that are used as types.
    pub generics: Vec<String>,
    /// Its inputs in order.
    pub inputs: Vec<Input>,
    /// The type of its result.
    pub result: TypeAt,
    /// The class after `in`, as written.
    pub claim: Option<(String, Span)>,
    /// The conditions of `where`: static, in order, with their places.
    pub conditions: Vec<ExprId>,
    /// The arena of all its expressions, and the result.
    pub body: Body,
    /// Where its name stands.
    pub name_span: Span,
    /// Its signature.
    pub signature: Span,
}

/// A `test` item.
#[derive(Clone, Debug)]
pub struct Test {
    /// The string after `test`.
    pub name: String,
    /// Where that stands.
    pub span: Span,
    /// Where stands what it is quantified over; its name for a plain test.
    pub quantifiers: Span,
    /// The sizes that it is quantified over, which are the parameters of its body. Each may depend on those before.
    pub sizes: Vec<TestSize>,
    /// The inputs that it is quantified over, which take the first slots. None is a number.
    pub inputs: Vec<Input>,
    /// What is compared or must hold.
    pub check: TestCheck,
    /// Its value: a pair for [`TestCheck::Same`]; and the expressions of sizes and inputs.
    pub body: Body,
}

impl Test {
    /// Whether it is quantified over anything.
    pub fn is_quantified(&self) -> bool {
        !self.sizes.is_empty() || !self.inputs.is_empty()
    }
}

/// A size that a test is quantified over.
#[derive(Clone, Debug)]
pub struct TestSize {
    /// Its name; `_` where it has none.
    pub name: String,
    /// The natural numbers that it goes through: a static range, or a static array of numbers.
    pub source: Source,
    /// How a range that starts with a written number goes on, such as `..=n`, where that is short.
    pub end: Option<String>,
}

/// What a test says of its body's value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TestCheck {
    /// A pair: the two sides of the outermost `==`, which have to be the same value.
    Same,
    /// A bool, or an array of them: all have to hold.
    Holds,
    /// Nothing: its value is asked for, of whatever type.
    Asked,
}

impl Program {
    /// The families of the file that is run.
    pub fn own_families(&self) -> &[Family] {
        &self.families[..self.own]
    }

    /// The family of the file that is run with this name.
    pub fn family_named(&self, name: &str) -> Option<FamilyId> {
        self.own_families().iter().position(|f| f.name == name).map(|k| FamilyId(k as u32))
    }

    /// A family.
    pub fn family(&self, id: FamilyId) -> &Family {
        &self.families[id.0 as usize]
    }

    /// An alphabet.
    pub fn alphabet(&self, id: AlphabetId) -> &Alphabet {
        &self.alphabets[id.0 as usize]
    }

    /// All bodies, in the order of `places`.
    pub fn bodies(&self) -> impl Iterator<Item = &Body> {
        let families = self.families.iter().map(|f| &f.body);
        families.chain(self.tests.iter().map(|t| &t.body)).chain(self.consts.iter().map(|c| &c.body))
    }

    /// Numbers the expressions of all bodies through.
    pub(crate) fn number_places(&mut self) {
        let mut places = vec![0u32];
        let mut spans = Vec::new();
        for body in self.bodies() {
            spans.extend(body.exprs.iter().map(|expr| expr.span));
            places.push(spans.len() as u32);
        }
        self.places = places;
        self.spans = spans.into();
    }

    /// What types in this family are printed with.
    pub fn names<'a>(&'a self, family: &'a Family) -> TypeNames<'a> {
        TypeNames { alphabets: &self.alphabets, generics: &family.generics, params: &family.params }
    }

    /// How many values an element of this type can take that are 0, 1, …; `None` where it is a number.
    pub fn codes(&self, scalar: Scalar) -> Option<usize> {
        match scalar {
            Scalar::Bool => Some(2),
            Scalar::Alphabet(id) => Some(self.alphabet(id).tokens.len()),
            _ => None,
        }
    }
}
