//! What `--forbid` may name, and what an expression counts as.

use circ_compiler::Diagnostic;
use circ_compiler::check::closest;
use circ_compiler::diagnostics::{DataFact, GradeFact};
use circ_compiler::library;
use circ_compiler::typed::{Body, Expr, Kind};
use circ_compiler::types::Stage;
use circ_grammar::tree::{ProductOp, SumOp};

use crate::values::shortened;

/// Calls of what is not in the file.
pub(super) const USE: &str = "use";
/// Calls that lead back to their family.
pub(super) const RECURSION: &str = "recursion";

/// Every operation by the name that a program has for it.
const OPERATIONS: &[&str] = &[
    "sum",
    "prod",
    "all",
    "any",
    "count",
    "mean",
    "max",
    "min",
    "argmax",
    "argmin",
    "sign",
    "abs",
    "len",
    "concat",
    "indices",
    "select",
    "width",
    "aggregate",
    "pick",
    "pick_last",
    "lookup",
    "generate",
    "floor",
    "ceil",
    "log2",
    "sqrt",
    "fold",
    "scan",
    "match",
    "if",
    "and",
    "or",
    "not",
    "+",
    "-",
    "*",
    "/",
    "%",
    "^",
    "==",
    "!=",
    "<",
    "<=",
    ">",
    ">=",
    USE,
    RECURSION,
];

/// Something that may not be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Forbidden {
    /// As it was asked for.
    pub(crate) name: String,
    /// The operation of this name.
    pub(super) operation: Option<&'static str>,
    /// Families of the library: the module, or any, and the name.
    pub(super) family: Option<(Option<String>, String)>,
}

/// Reads what `--forbid` names, each once.
///
/// # Errors
/// Every name that there is not.
pub(crate) fn read_forbidden(names: &[String]) -> Result<Vec<Forbidden>, Vec<DataFact>> {
    let (mut read, mut faults) = (Vec::<Forbidden>::new(), Vec::new());
    for name in names.iter().map(|name| name.trim()) {
        match forbidden(name) {
            Some(found) if read.contains(&found) => {}
            Some(found) => read.push(found),
            None => faults.push(DataFact::Grade(unknown(name))),
        }
    }
    if faults.is_empty() { Ok(read) } else { Err(faults) }
}

fn forbidden(name: &str) -> Option<Forbidden> {
    let operation = OPERATIONS.iter().find(|operation| **operation == name).copied();
    let family = match name.strip_prefix("std.").map(|path| path.split_once('.')) {
        Some(path) => {
            let (module, family) = path?;
            let has = library::module(module).is_some_and(|text| families(text).any(|known| known == family));
            has.then(|| (Some(module.to_string()), family.to_string()))
        }
        None => library::families().any(|family| family == name).then(|| (None, name.to_string())),
    };
    (operation.is_some() || family.is_some()).then(|| Forbidden { name: name.into(), operation, family })
}

/// The families of a module. The files of the library are formatted: an item begins its line.
fn families(text: &str) -> impl Iterator<Item = &str> {
    let name = |rest: &'_ str| rest.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(rest.len());
    text.lines().filter_map(|line| line.strip_prefix("family ")).map(move |rest| &rest[..name(rest)])
}

fn unknown(name: &str) -> GradeFact {
    let paths: Vec<String> = library::MODULES
        .iter()
        .flat_map(|(module, text)| families(text).map(move |family| format!("std.{module}.{family}")))
        .collect();
    let names = OPERATIONS.iter().copied().chain(library::families());
    let similar = match name.starts_with("std.") {
        true => closest(name, paths.iter().map(String::as_str)),
        false => closest(name, names),
    };
    let operations = OPERATIONS.iter().map(ToString::to_string).collect();
    GradeFact::UnknownOperation { name: shortened(name), similar, operations }
}

/// Calls `visit` with each operation that an expression is. What is written as a name or a keyword counts wherever it
/// stands; an operator counts where it works on wires, as on sizes and indices it builds nothing.
pub(super) fn each_operation(body: &Body, expr: &Expr, visit: &mut impl FnMut(&'static str)) {
    let wire = expr.stage == Stage::Wire;
    match &expr.kind {
        Kind::Sum(terms) if wire => {
            let later = || terms.iter().skip(1).map(|(op, _)| *op);
            if later().any(|op| op == SumOp::Add) {
                visit("+");
            }
            if terms.iter().any(|(op, _)| *op == SumOp::Sub) {
                visit("-");
            }
        }
        Kind::Product(factors) if wire => {
            for (op, name) in [(ProductOp::Mul, "*"), (ProductOp::Div, "/"), (ProductOp::Rem, "%")] {
                if factors.iter().skip(1).any(|(other, _)| *other == op) {
                    visit(name);
                }
            }
        }
        Kind::Neg(_) if wire => visit("-"),
        Kind::Power(..) if wire => visit("^"),
        Kind::Compare(_, pairs) if wire => pairs.iter().for_each(|(op, _, _)| visit(op.text())),
        Kind::And(_) if wire => visit("and"),
        Kind::Or(_) if wire => visit("or"),
        Kind::Not(_) if wire => visit("not"),
        Kind::If(condition, _, _) if body[*condition].stage == Stage::Wire => visit("if"),
        Kind::Match { .. } => visit("match"),
        Kind::Loop { scan, .. } => visit(if *scan { "scan" } else { "fold" }),
        Kind::Generate { .. } => visit("generate"),
        Kind::Reduce(reduction, ..) => visit(reduction.name()),
        Kind::ArgMax(_, least) => visit(if *least { "argmin" } else { "argmax" }),
        Kind::Sign(_) => visit("sign"),
        Kind::Abs(_) => visit("abs"),
        Kind::Len(_) => visit("len"),
        Kind::Concat(_) => visit("concat"),
        Kind::Indices(_) => visit("indices"),
        Kind::Select(_, _, op, _) => {
            visit("select");
            if wire {
                visit(op.text());
            }
        }
        Kind::Width(_) => visit("width"),
        Kind::Aggregate(..) => visit("aggregate"),
        Kind::Pick { last, .. } => visit(if *last { "pick_last" } else { "pick" }),
        Kind::Lookup(..) => visit("lookup"),
        Kind::Floor(_) => visit("floor"),
        Kind::Ceil(_) => visit("ceil"),
        Kind::FloorLog2(_) => {
            visit("floor");
            visit("log2");
        }
        Kind::CeilLog2(_) => {
            visit("ceil");
            visit("log2");
        }
        Kind::Sqrt(_) => visit("sqrt"),
        _ => {}
    }
}

/// A fault of one option as something to tell.
pub(crate) fn unknown_class(text: &str, fault: Option<&Diagnostic>) -> DataFact {
    let message = fault.map(circ_compiler::message);
    let (why, help) = match message {
        Some(message) => (message.title, message.help),
        None => ("more than a class is written".into(), None),
    };
    DataFact::Grade(GradeFact::UnknownClass { text: shortened(text), why, help })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_operations_or_families_of_the_library() {
        let read =
            |names: &[&str]| read_forbidden(&names.iter().map(ToString::to_string).collect::<Vec<_>>());
        let found = read(&["sum", " * ", "sort", "std.sort.sort", "sum"]).expect("all are known");
        assert_eq!(found.len(), 4);
        assert_eq!((found[0].operation, &found[0].family), (Some("sum"), &None));
        assert_eq!(found[1].operation, Some("*"));
        assert_eq!(found[2].family, Some((None, "sort".into())));
        assert_eq!(found[3].family, Some((Some("sort".into()), "sort".into())));
        let near = |name: &str| match read(&[name]) {
            Err(faults) => match faults.as_slice() {
                [DataFact::Grade(GradeFact::UnknownOperation { similar, .. })] => similar.clone(),
                _ => None,
            },
            Ok(_) => None,
        };
        assert_eq!(near("summ").as_deref(), Some("sum"));
        assert_eq!(near("std.sort.srot").as_deref(), Some("std.sort.sort"));
        assert_eq!(near("recursive").as_deref(), Some("recursion"));
        assert!(read(&["std.sort", "std", "", "std.sort.parity"]).is_err_and(|faults| faults.len() == 4));
    }
}
