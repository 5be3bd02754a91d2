//! What a transformer of its own declares: what positions know, the mask, and what the coordinates are.

use super::read::names;
use crate::fault::{At, Faults};
use crate::json::reading::{choice, list, natural, number, object, text};
use crate::json::text::{Kind, Value as Json};
use crate::number::{Num, Ring};
use crate::transformer::{Declared, Mask, Variable};

/// The declarations, where there are any; `None` where they can't be read.
pub(super) fn declared(
    faults: &mut Faults,
    root: &At<'_>,
    [positions, mask, variables]: [Option<Json<'_>>; 3],
    ring: Option<Ring>,
) -> Option<Option<Declared>> {
    if positions.is_none() && mask.is_none() && variables.is_none() {
        return Some(None);
    }
    let positions = match positions {
        Some(value) => names(faults, &root.key("positions"), value),
        None => Some(Vec::new()),
    };
    let mask = match mask {
        Some(value) => choice(faults, &root.key("mask"), value, "mask", &["none", "future"])
            .map(|place| [Mask::None, Mask::Future][place]),
        None => Some(Mask::None),
    };
    let variables = match variables {
        Some(value) => {
            let at = root.key("variables");
            let read = list(faults, &at, value, "a list of variables").map(|value| {
                let each = value.elements().enumerate();
                each.map(|(k, part)| variable(faults, &at.index(k), part, ring)).collect::<Vec<_>>()
            });
            read.and_then(|read| read.into_iter().collect::<Option<Vec<Variable>>>())
        }
        None => Some(Vec::new()),
    };
    Some(Some(Declared { positions: positions?, mask: mask?, variables: variables? }))
}

fn variable(faults: &mut Faults, at: &At<'_>, value: Json<'_>, ring: Option<Ring>) -> Option<Variable> {
    let keys = [("coordinate", true), ("name", true), ("of", true), ("line", false), ("values", false)];
    let [coordinate, name, of, line, values] =
        object(faults, at, value, "a variable, an object `{…}`", &keys)?;
    let most = u64::from(u32::MAX);
    let coordinate = natural(faults, &at.key("coordinate"), coordinate?, "a coordinate", most);
    let name = text(faults, &at.key("name"), name?, "a name as a text");
    let of = text(faults, &at.key("of"), of?, "what finds the variable, as a text");
    let given = |value: &Json<'_>| value.kind() != Kind::Null;
    let line = match line.filter(given) {
        Some(value) => Some(natural(faults, &at.key("line"), value, "a line", most)? as u32),
        None => None,
    };
    let values = match values.filter(given) {
        Some(value) => {
            let at = at.key("values");
            let value = list(faults, &at, value, "a list of numbers")?;
            let number = |(k, part)| number(faults, &at.index(k), part, ring).unwrap_or(Num::ZERO);
            Some(value.elements().enumerate().map(number).collect())
        }
        None => None,
    };
    let coordinate = coordinate? as usize;
    Some(Variable { coordinate, name: name?.into_owned(), of: of?.into_owned(), line, values })
}
