//! Tokens of two alphabets: the same ones may have other codes where they are listed in another order.

use circ_runtime::{Num, Port, PortType};

/// For each port the new code of each code; `None` where nothing changes.
pub(crate) struct Translation(Vec<(usize, Option<Vec<Num>>)>);

impl Translation {
    /// From the codes of some ports to those of others.
    ///
    /// # Errors
    /// Where the shapes differ: a sentence.
    pub(crate) fn new(from: &[Port], to: &[Port], what: &str) -> Result<Translation, String> {
        if from.len() != to.len() {
            return Err(format!("it has {} {what}s, and should have {}", from.len(), to.len()));
        }
        let mut tables = Vec::new();
        for (from, to) in from.iter().zip(to) {
            if from.shape != to.shape {
                return Err(format!(
                    "the {what} `{}` has the shape {:?}, and should have {:?}",
                    from.name, from.shape, to.shape
                ));
            }
            tables.push((from.scalars(), table(&from.ty, &to.ty)));
        }
        Ok(Translation(tables))
    }

    /// Whether any code is another.
    pub(crate) fn changes(&self) -> bool {
        self.0.iter().any(|(_, table)| table.is_some())
    }

    /// Numbers of the ports that it is from as numbers of those that it is to.
    pub(crate) fn apply(&self, values: Vec<Num>) -> Vec<Num> {
        if self.0.iter().all(|(_, table)| table.is_none()) {
            return values;
        }
        let mut rest = values.into_iter();
        let mut all = Vec::new();
        for (scalars, table) in &self.0 {
            let own = rest.by_ref().take(*scalars);
            match table {
                None => all.extend(own),
                Some(table) => all.extend(own.map(|value| {
                    let at = value.to_u64().and_then(|code| usize::try_from(code).ok());
                    at.and_then(|at| table.get(at)).cloned().unwrap_or(value)
                })),
            }
        }
        all
    }
}

fn table(from: &PortType, to: &PortType) -> Option<Vec<Num>> {
    let (PortType::Alphabet { tokens: from, .. }, PortType::Alphabet { tokens: to, .. }) = (from, to) else {
        return None;
    };
    if from == to {
        return None;
    }
    let code = |token: &String| to.iter().position(|other| other == token).map_or(-1, |at| at as i64);
    Some(from.iter().map(|token| Num::int(code(token))).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_keep_their_names() {
        let port = |tokens: &[&str], shape: &[usize]| {
            let tokens = tokens.iter().map(ToString::to_string).collect();
            let ty = PortType::Alphabet { name: "A".into(), tokens };
            Port { name: "w".into(), ty, shape: shape.to_vec(), gates: Vec::new() }
        };
        let number = Port { name: "x".into(), ty: PortType::Num, shape: vec![1], gates: Vec::new() };
        let from = [number.clone(), port(&["a", "b", "c"], &[3])];
        let to = [number, port(&["c", "a", "b"], &[3])];
        let translation = Translation::new(&from, &to, "input").expect("the shapes are the same");
        let numbers = |values: &[i64]| values.iter().map(|v| Num::int(*v)).collect::<Vec<_>>();
        assert_eq!(translation.apply(numbers(&[2, 0, 1, 2])), numbers(&[2, 1, 2, 0]));
        let wrong = Translation::new(&from[1..], &[port(&["a"], &[2])], "input");
        assert_eq!(wrong.err().as_deref(), Some("the input `w` has the shape [3], and should have [2]"));
    }
}
