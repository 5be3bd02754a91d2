//! Types, stages and their text.

use crate::size::Size;

/// An alphabet of the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct AlphabetId(pub u32);

/// The type of one element.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Scalar {
    /// An element of the ring.
    Num,
    /// 0 or 1.
    Bool,
    /// A token.
    Alphabet(AlphabetId),
    /// A name in the family's brackets that is used as a type, by its index among those.
    Generic(u32),
    /// Not known yet: a token literal that waits for its alphabet. Gone once a body is checked.
    Var(u32),
    /// Reported already; fits everything.
    Error,
}

/// A dimension: known for all n, or judged at each n that is built.
pub type Dim = Option<Size>;

/// The type of a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Type {
    /// An array; a scalar where there are no dimensions.
    Array(Scalar, Vec<Dim>),
    /// `[]`: an empty array of any element type and rank.
    Empty,
    /// Two or more.
    Tuple(Vec<Type>),
    /// Reported already; fits everything.
    Error,
}

impl Type {
    /// A scalar.
    pub const fn scalar(scalar: Scalar) -> Type {
        Type::Array(scalar, Vec::new())
    }

    /// `num`
    pub const NUM: Type = Type::scalar(Scalar::Num);
    /// `bool`
    pub const BOOL: Type = Type::scalar(Scalar::Bool);

    /// The number of arrays and scalars in it.
    pub fn leaves(&self) -> usize {
        match self {
            Type::Tuple(parts) => parts.iter().map(Type::leaves).sum(),
            _ => 1,
        }
    }

    /// The number of dimensions, where it is an array or a scalar.
    pub fn rank(&self) -> Option<usize> {
        match self {
            Type::Array(_, dims) => Some(dims.len()),
            _ => None,
        }
    }
}

/// When a value is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Stage {
    /// From sizes and loop indices alone.
    Static,
    /// From the input.
    Wire,
}

/// The names that types are printed with.
pub struct TypeNames<'a> {
    /// By [`AlphabetId`].
    pub alphabets: &'a [crate::program::Alphabet],
    /// The family's names that are used as types.
    pub generics: &'a [String],
    /// The family's size parameters.
    pub params: &'a [String],
}

impl TypeNames<'_> {
    /// An alphabet's name, with its file where the program has another of that name.
    fn alphabet(&self, alphabet: &crate::program::Alphabet) -> String {
        let same = self.alphabets.iter().filter(|other| other.name == alphabet.name).count();
        match &alphabet.module {
            Some(module) if same > 1 => format!("{module}.{}", alphabet.name),
            _ => alphabet.name.clone(),
        }
    }

    /// The text of an element's type.
    pub fn scalar(&self, scalar: Scalar) -> String {
        match scalar {
            Scalar::Num => "num".into(),
            Scalar::Bool => "bool".into(),
            Scalar::Alphabet(id) => {
                self.alphabets.get(id.0 as usize).map_or_else(|| "?".into(), |a| self.alphabet(a))
            }
            Scalar::Generic(index) => {
                self.generics.get(index as usize).cloned().unwrap_or_else(|| "?".into())
            }
            Scalar::Var(_) => "a token".into(),
            Scalar::Error => "?".into(),
        }
    }

    /// The text of a dimension; `_` where it is judged at each n.
    pub fn dim(&self, dim: &Dim) -> String {
        dim.as_ref().map_or_else(|| "_".into(), |size| size.text(self.params))
    }

    /// The text of a type, as in a program.
    pub fn ty(&self, ty: &Type) -> String {
        match ty {
            Type::Array(scalar, dims) if dims.is_empty() => self.scalar(*scalar),
            Type::Array(scalar, dims) => {
                let dims: Vec<String> = dims.iter().map(|d| self.dim(d)).collect();
                let element = self.scalar(*scalar);
                let element = if element == "a token" { "tokens".to_string() } else { element };
                format!("{element}[{}]", dims.join(", "))
            }
            Type::Empty => "[]".into(),
            Type::Tuple(parts) => {
                let parts: Vec<String> = parts.iter().map(|p| self.ty(p)).collect();
                format!("({})", parts.join(", "))
            }
            Type::Error => "?".into(),
        }
    }
}
