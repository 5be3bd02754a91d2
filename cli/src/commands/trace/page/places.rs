//! The source of a program, and where in it gates come from: places as a script counts them, in UTF-16.

use std::collections::BTreeMap;

use circ_compiler::Sources;
use circ_compiler::elaborate::Spans;
use serde_json::{Value, json};

/// The files that gates come from, and for each gate its place.
#[derive(Default)]
pub(super) struct Places {
    /// `{"name": …, "text": …}`
    pub(super) files: Vec<Value>,
    /// `[file, start, end]`, each once, in order.
    pub(super) places: Vec<[usize; 3]>,
    /// By gate.
    pub(super) of_gates: Vec<Option<usize>>,
}

/// The places of the first gates. The file that is run is there also where no gate comes from it.
pub(super) fn places(sources: &Sources, spans: Option<&Spans>, gates: usize) -> Places {
    let mut found: Vec<Option<[usize; 3]>> = Vec::with_capacity(gates);
    let mut ends: BTreeMap<usize, Vec<usize>> = BTreeMap::from([(0, Vec::new())]);
    for gate in 0..gates {
        let place = spans.and_then(|spans| spans.get(gate)).map(|span| {
            let (file, place) = (sources.file_of(span), sources.place(span).1);
            ends.entry(file).or_default().extend([place.start, place.end]);
            [file, place.start, place.end]
        });
        found.push(place);
    }
    let mut files = Vec::new();
    let mut numbers = BTreeMap::new();
    for (&file, ends) in &mut ends {
        let source = &sources.files()[file];
        numbers.insert(file, (files.len(), in_units(&source.text, ends)));
        files.push(json!({"name": source.name, "text": source.text}));
    }
    let translated = |[file, start, end]: [usize; 3]| {
        let (number, units) = &numbers[&file];
        [*number, units[&start], units[&end]]
    };
    let found: Vec<Option<[usize; 3]>> = found.into_iter().map(|place| place.map(translated)).collect();
    let mut places: Vec<[usize; 3]> = found.iter().flatten().copied().collect();
    places.sort_unstable();
    places.dedup();
    let at = |place: [usize; 3]| places.binary_search(&place).ok();
    let of_gates = found.into_iter().map(|place| place.and_then(at)).collect();
    Places { files, places, of_gates }
}

/// Bytes of a text in units of UTF-16.
fn in_units(text: &str, bytes: &mut Vec<usize>) -> BTreeMap<usize, usize> {
    bytes.sort_unstable();
    bytes.dedup();
    let mut units = 0;
    let mut from = 0;
    let mut found = BTreeMap::new();
    for &byte in bytes.iter() {
        // A place that no text has is its end.
        units += text.get(from..byte).unwrap_or_default().encode_utf16().count();
        from = byte;
        found.insert(byte, units);
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_counted_as_scripts_count() {
        let text = "变👍x";
        let units = in_units(text, &mut vec![8, 3, 0, 7, 3]);
        assert_eq!(units, BTreeMap::from([(0, 0), (3, 1), (7, 3), (8, 4)]));
    }
}
