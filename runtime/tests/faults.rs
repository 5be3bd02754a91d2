//! What the readers say of files that people write: a path for every fault, several at once, and never a panic.

mod support;

use circ_runtime::*;
use proptest::prelude::*;
use serde_json::{Value as Json, json};
use support::{average, circuit};

/// A transformer with both forms of scores and values.
fn sample() -> Json {
    json!({
        "format": "circ.transformer/1", "construction": "by hand", "ring": "Q", "dim": 2,
        "coordinates": ["x", "y"], "repeat": 2,
        "positions": ["i"], "mask": "future",
        "variables": [{"coordinate": 0, "name": "x", "of": "input", "line": 3, "values": ["0", "1"]}],
        "layers": [{
            "heads": [
                {"score": {"gates": [["in", 0], ["in", 2], ["mul", 0, 1]], "outputs": [2]},
                 "value": {"gates": [["in", 1]], "outputs": [0]}, "pooling": "average"},
                {"score": {"query": [["1", "0"]], "key": [["0", "1/2"]]},
                 "value": {"matrix": [["1", "1"]]}, "pooling": "leftmost"}],
            "activation": {"gates": [["in", 2], ["in", 3], ["sign", 0], ["add", 1, 2]], "outputs": [2, 3]}}],
        "sequence": {
            "tokens": [["1", "0"], ["-1/2", "3"]],
            "inputs": [{"name": "x", "positions": [0, 1], "coordinate": 0, "square": 1}],
            "outputs": [{"name": "result", "positions": [1], "coordinate": 1}]}})
}

/// A circuit with ports of all types.
fn small() -> Json {
    json!({
        "format": "circ.circuit/1", "family": "f", "params": {"n": 2}, "ring": "Q",
        "inputs": [{"name": "x", "type": "num", "shape": [2]},
                   {"name": "w", "type": "AB", "codes": {"a": "0", "b": "1"}, "shape": []}],
        "outputs": [{"name": "result", "type": "bool", "shape": [], "gates": [5]}],
        "gates": [["input", "x", [0]], ["input", "x", [1]], ["input", "w", []], ["const", "1/2"],
                  ["add", 0, 1, 2, 3], ["sign", 4]]})
}

fn set(value: &mut Json, pointer: &str, new: Json) {
    *value.pointer_mut(pointer).unwrap_or_else(|| panic!("{pointer}")) = new;
}

/// The faults of a sample that was changed, without their places.
fn faults(changes: &[(&str, Json)]) -> Vec<String> {
    let mut value = sample();
    changes.iter().for_each(|(pointer, new)| set(&mut value, pointer, new.clone()));
    let error = read_transformer(&value.to_string()).expect_err("it was broken");
    error.faults.iter().map(|f| format!("{}: {}", f.path, f.kind)).collect()
}

fn syntax(text: &str) -> String {
    read_transformer(text).expect_err("no JSON").to_string()
}

fn has(found: &str, part: &str) {
    assert!(found.contains(part), "{found}");
}

#[test]
fn the_samples_are_well_formed() {
    assert!(read_transformer(&sample().to_string()).is_ok());
    assert!(read_circuit(&small().to_string()).is_ok());
}

#[test]
fn integers_of_json_are_exact_and_decimals_are_refused() {
    let mut value = sample();
    set(&mut value, "/sequence/tokens/0/0", json!(-12345678901234567890i128));
    let t = read_transformer(&value.to_string()).unwrap();
    assert_eq!(t.sequence.columns[0].get(0).to_string(), "-12345678901234567890");
    let text = sample().to_string().replace("\"-1/2\"", "-0.50");
    let error = read_transformer(&text).unwrap_err();
    let FaultKind::Float { found, instead } = &error.faults[0].kind else { panic!("{error}") };
    assert_eq!((found.as_str(), instead.as_str()), ("-0.50", "\"-0.50\" or \"-1/2\""));
    assert_eq!(error.faults[0].path.to_string(), "sequence.tokens[1][0]");
    let text = sample().to_string().replace("\"-1/2\"", "1e400");
    assert!(syntax(&text).ends_with("numbers are exact, so 1e400 is written as a text"));
    // As texts they are taken, and exactly; what is too long is refused before it is built.
    for (text, well) in
        [("1e400", true), ("0.1", true), ("1e999999999", false), ("NaN", false), ("1/0", false)]
    {
        let text = sample().to_string().replace("\"-1/2\"", &format!("\"{text}\""));
        assert_eq!(read_transformer(&text).is_ok(), well, "{text}");
    }
}

#[test]
fn what_is_no_json_is_told_with_the_path_so_far() {
    let text = serde_json::to_string_pretty(&sample()).unwrap();
    let change = |from: &str, to: &str| syntax(&text.replacen(from, to, 1));
    assert_eq!(
        change("\"1/2\"", "NaN"),
        "75:17: layers[0].heads[1].score.key[0][1]: `NaN` is no number: every number of a program is exact"
    );
    has(&change("\"1/2\"", "-Infinity"), "`-Infinity` is no number: every number of a program is finite");
    has(&change("\"1/2\"", "1/2"), "key[0][1]: `1/2` is no JSON number; as a text it is one: \"1/2\"");
    has(&change("\"1/2\"", ".5"), "key[0][1]: ");
    has(&change("\"1/2\"", "'1/2'"), "key[0][1]: a text stands in double quotes: \"…\"");
    has(&change("\"1/2\"", "\"1/2\","), "key[0][2]: a comma with nothing after it");
    has(&change("\"1/2\"", "\"1/2\" // half"), "JSON has no comments");
    has(&change("\"ring\"", "ring"), ": a key stands in double quotes");
    assert_eq!(syntax(""), "1:1: the file is empty");
    has(&syntax(&text[..text.len() - 2]), "the text ends before a bracket, a brace or a text is closed");
    has(&syntax(&format!("{text} {{}}")), "something stands after the end of the program");
    // Nesting takes no stack.
    assert!(!syntax(&"[".repeat(1_000_000)).is_empty());
    let deep = format!("{}{}", "[".repeat(1_000_000), "]".repeat(1_000_000));
    assert_eq!(syntax(&deep), "1:1: expected a transformer, an object `{…}`, found a list of 1 element");
}

#[test]
fn keys_are_missing_unknown_or_there_twice() {
    let mut value = sample();
    let head = value.pointer_mut("/layers/0/heads/0").unwrap().as_object_mut().unwrap();
    let pooling = head.remove("pooling").unwrap();
    head.insert("poling".to_owned(), pooling);
    let error = read_transformer(&value.to_string()).unwrap_err();
    assert_eq!(error.faults.len(), 1, "{error}");
    assert!(matches!(&error.faults[0].kind, FaultKind::UnknownKey { similar: Some("pooling"), .. }));
    assert_eq!(error.faults[0].path.to_string(), "layers[0].heads[0].poling");
    let head = value.pointer_mut("/layers/0/heads/0").unwrap().as_object_mut().unwrap();
    head.remove("poling");
    head.insert("comment".to_owned(), json!(["said", "freely"]));
    let error = read_transformer(&value.to_string()).unwrap_err();
    assert_eq!(error.faults[0].kind, FaultKind::MissingKey { key: "pooling" });
    let twice = sample().to_string().replacen("\"repeat\":2", "\"repeat\":2,\"repeat\":2", 1);
    assert!(syntax(&twice).ends_with("repeat: the key `repeat` stands twice"));
    assert_eq!(
        faults(&[("/layers/0/heads/1/score", json!({"query": []}))]),
        [
            "layers[0].heads[1].score: expected a score with the keys `gates` and `outputs`, or `query` and `key`"
        ]
    );
}

#[test]
fn gates_read_what_stands_before_them() {
    let gates = "/layers/0/activation/gates/2";
    assert_eq!(
        faults(&[(gates, json!(["sign", 2]))]),
        ["layers[0].activation.gates[2][1]: gate 2 reads itself"]
    );
    assert_eq!(
        faults(&[(gates, json!(["sign", 3]))]),
        ["layers[0].activation.gates[2][1]: gate 2 reads gate 3, which stands after it"]
    );
    assert_eq!(
        faults(&[(gates, json!(["add", 0, 9, -1, 0.5, "0"]))]),
        [
            "layers[0].activation.gates[2][2]: gate 2 reads gate 9, and gates are 0 to 3",
            "layers[0].activation.gates[2][3]: expected a natural number, without quotes, found the number -1",
            "layers[0].activation.gates[2][4]: expected a natural number, without quotes, found the number 0.5",
            "layers[0].activation.gates[2][5]: expected a natural number, without quotes, found the text \"0\"",
        ]
    );
    assert_eq!(
        faults(&[(gates, json!(["sign"]))]),
        ["layers[0].activation.gates[2]: `sign` takes one operand, found 0"]
    );
    assert_eq!(
        faults(&[(gates, json!(["relu", 0]))]),
        ["layers[0].activation.gates[2][0]: `relu` is no gate"]
    );
    assert_eq!(
        faults(&[(gates, json!([["add"], 0]))]),
        [
            "layers[0].activation.gates[2]: expected a gate, as [\"add\", 0, 1], found a list that begins with a list of 1 element"
        ]
    );
    assert_eq!(
        faults(&[("/layers/0/activation/gates/0", json!(["in", 4]))]),
        [
            "layers[0].activation.gates[0][1]: there is no input 4: an activation reads the position's own vector, then \
          what each head pooled; it has 4 inputs"
        ]
    );
}

#[test]
fn several_faults_are_told_at_once_in_the_order_of_the_file() {
    let found = faults(&[
        ("/sequence/tokens/1", json!(["1"])),
        ("/layers/0/heads/0/pooling", json!("mean")),
        ("/layers/0/heads/1/value/matrix/0", json!(["1"])),
        ("/sequence/outputs/0/positions/0", json!(2)),
        ("/ring", json!("R")),
    ]);
    // What a head pools is read although its pooling is not known; what is held against all heads is not.
    assert_eq!(
        found,
        [
            "ring: `R` is no ring; expected \"Q\", or \"Q(sqrt(d))\" with d free of squares",
            "layers[0].heads[0].pooling: `mean` is no pooling",
            "sequence.tokens[1]: expected 2 numbers, found 1: a position is a vector of `dim` numbers",
            "sequence.outputs[0].positions[0]: there is no position 2: positions are 0 to 1",
        ]
    );
    let many = json!(vec![json!(["in", 99]); 50]);
    let mut value = sample();
    set(&mut value, "/layers/0/activation/gates", many);
    let error = read_transformer(&value.to_string()).unwrap_err();
    assert_eq!((error.faults.len(), error.more), (20, true));
}

#[test]
fn enormous_sizes_are_answered_at_once() {
    for (pointer, size) in [
        ("/repeat", json!(u64::MAX)),
        ("/repeat", json!(1_000_000_000_000_000_000u64)),
        ("/dim", json!(u64::MAX)),
        ("/sequence/inputs/0/coordinate", json!(u64::MAX)),
        ("/sequence/inputs/0/positions/0", json!(u64::MAX)),
        ("/layers/0/activation/gates/0/1", json!(u64::MAX)),
    ] {
        let mut value = sample();
        set(&mut value, pointer, size);
        if let Ok(t) = read_transformer(&value.to_string()) {
            let limits =
                Limits { max_pairs: 100_000, max_updates: 100_000, max_digits: 1000, ..Limits::default() };
            let literal = execute_literal(&t, &limits, &mut |_, _| {});
            assert!(literal.is_err(), "{pointer}");
            // The other engine may find that nothing changes any more.
            let _ = execute(&t, &limits, &mut |_, _| {});
            for empty in [
                Transformer { layers: vec![], ..t.clone() },
                Transformer {
                    sequence: Sequence {
                        len: 0,
                        columns: vec![Column::Ints(vec![]); 2],
                        ..Sequence::default()
                    },
                    ..t.clone()
                },
            ] {
                assert!(execute_literal(&empty, &limits, &mut |_, _| {}).is_ok());
                assert!(execute(&empty, &limits, &mut |_, _| {}).is_ok());
            }
        }
    }
    let mut value = small();
    set(&mut value, "/inputs/0/shape", json!([u64::MAX, u64::MAX]));
    assert!(read_circuit(&value.to_string()).is_err());
}

#[test]
fn engines_tell_the_same_paths_of_programs_in_memory() {
    let mut gates = Gates::new();
    let x = gates.push_input(0);
    let mut t = average(&circuit(gates, vec![x], vec![x]));
    t.layers[1].heads[0].score = Score::Dot { query: vec![vec![Num::ONE; 7]], key: vec![vec![Num::ONE; 6]] };
    t.layers[1].activation.outputs.pop();
    let found: Vec<String> = t.faults().iter().map(|fault| fault.path.to_string()).collect();
    assert_eq!(found, ["layers[1].heads[0].score.key[0]", "layers[1].activation.outputs"]);
    let error = execute(&t, &Limits::default(), &mut |_, _| {}).unwrap_err();
    assert!(error.to_string().starts_with("layers[1].heads[0].score.key[0]: expected 7 numbers"), "{error}");
}

/// The pointers of all values in a file.
fn pointers(value: &Json, prefix: &str, out: &mut Vec<String>) {
    out.push(prefix.to_owned());
    match value {
        Json::Array(parts) => {
            parts.iter().enumerate().for_each(|(k, part)| pointers(part, &format!("{prefix}/{k}"), out));
        }
        Json::Object(parts) => {
            let escaped = |key: &str| key.replace('~', "~0").replace('/', "~1");
            parts.iter().for_each(|(key, part)| pointers(part, &format!("{prefix}/{}", escaped(key)), out));
        }
        _ => {}
    }
}

/// Deletes the value at a pointer, or replaces it.
fn mutate(value: &mut Json, pointer: &str, new: Option<Json>) {
    let Some(new) = new else {
        let Some((parent, last)) = pointer.rsplit_once('/') else { return };
        match value.pointer_mut(parent) {
            Some(Json::Array(parts)) => {
                parts.remove(last.parse::<usize>().unwrap());
            }
            Some(Json::Object(parts)) => {
                parts.remove(&last.replace("~1", "/").replace("~0", "~"));
            }
            _ => {}
        }
        return;
    };
    if let Some(place) = value.pointer_mut(pointer) {
        *place = new;
    }
}

fn anything() -> impl Strategy<Value = Option<Json>> {
    prop::option::weighted(
        0.8,
        prop::sample::select(vec![
            json!(null),
            json!(true),
            json!(0),
            json!(1),
            json!(-1),
            json!(7),
            json!(0.5),
            json!(1_000_000_000_000_000_000u64),
            json!(u64::MAX),
            json!(""),
            json!("x"),
            json!("1/2"),
            json!("1/0"),
            json!("1e999999999"),
            json!("sqrt(2)"),
            json!("NaN"),
            json!("\u{0}é\"\\"),
            json!([]),
            json!([0]),
            json!([[]]),
            json!(["add", 0]),
            json!(["in", 0]),
            json!(["sign", 5]),
            json!({}),
            json!({"": 0}),
            json!({"gates": [], "outputs": []}),
        ]),
    )
}

/// What a reader says of a file: nothing, or faults that all have a path unless the whole is meant.
fn judge(text: &str, value: &Json, error: Option<FormatError>) {
    let Some(error) = error else { return };
    assert!(!error.faults.is_empty() && error.faults.len() <= 20, "{text}");
    for fault in &error.faults {
        let whole = !value.is_object()
            || matches!(fault.kind, FaultKind::MissingKey { .. } | FaultKind::Format { .. });
        assert!(whole || !fault.path.0.is_empty(), "{fault} in {text}");
        assert!(fault.place.is_some(), "{fault} in {text}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1500))]

    #[test]
    fn whatever_is_changed_in_a_file_is_read_or_told(
        of_circuit: bool,
        changes in prop::collection::vec((any::<prop::sample::Index>(), anything()), 1..4),
    ) {
        let mut value = if of_circuit { small() } else { sample() };
        for (place, new) in changes {
            let mut all = Vec::new();
            pointers(&value, "", &mut all);
            mutate(&mut value, &all[place.index(all.len())], new);
        }
        let text = value.to_string();
        if of_circuit {
            let read = read_circuit(&text);
            if let Ok(circuit) = &read {
                // What was read is written and read back.
                let back = read_circuit(&circuit_to_json(circuit));
                prop_assert_eq!(back.as_ref(), Ok(circuit));
            }
            judge(&text, &value, read.err());
        } else {
            let read = read_transformer(&text);
            if let Ok(t) = &read {
                prop_assert_eq!(t.faults(), vec![]);
                let limits = Limits { max_pairs: 10_000, max_updates: 10_000, max_digits: 1000, ..Limits::default() };
                let runs = [execute_literal(t, &limits, &mut |_, _| {}), execute(t, &limits, &mut |_, _| {})];
                if let [Ok(literal), Ok(planned)] = &runs {
                    prop_assert_eq!(literal, planned);
                }
            }
            judge(&text, &value, read.err());
        }
    }

    #[test]
    fn whatever_is_cut_or_put_into_a_text_is_read_or_told(
        at in any::<prop::sample::Index>(),
        cut in 0usize..4,
        put in prop::sample::select(vec!["", "\"", "\\", "[", "]", "{", "}", ",", "NaN", "'", "é", "\u{feff}", "1e", "-", "/*"]),
    ) {
        let mut text = sample().to_string();
        let at = at.index(text.len() - cut);
        if text.is_char_boundary(at) && text.is_char_boundary(at + cut) {
            text.replace_range(at..at + cut, put);
        }
        if let Err(error) = read_transformer(&text) {
            prop_assert!(error.faults.iter().all(|fault| fault.place.is_some()), "{}", error);
        }
    }
}
