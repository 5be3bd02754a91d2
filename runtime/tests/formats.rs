//! The two file formats: what is written is read back, and what does not belong is refused.

mod support;

use circ_runtime::*;
use proptest::prelude::*;
use support::{average, circuit, circuits, rooted};

/// A circuit with every kind of gate and port.
fn sample() -> Circuit {
    let mut gates = Gates::new();
    let x: Vec<GateId> = (0..4).map(|i| gates.push_input(i)).collect();
    let half = gates.push_const(Num::ratio(-1, 2).unwrap());
    let sum = gates.push_add(&[x[0], x[3], x[0]]);
    let product = gates.push_mul(&[half, sum]);
    let sign = gates.push_sign(product);
    let empty = gates.push_add(&[]);
    let paren = || PortType::Alphabet {
        name: "Paren".to_owned(),
        tokens: vec!["(".to_owned(), "\"\u{e9}\n".to_owned()],
    };
    let port = |name: &str, ty, shape, gates| Port { name: name.to_owned(), ty, shape, gates };
    Circuit {
        family: "sample".to_owned(),
        params: vec![("n".to_owned(), 2), ("a".to_owned(), 1)],
        ring: Ring::Q,
        inputs: vec![
            port("none", PortType::Bool, vec![0, 3], vec![]),
            port("x", PortType::Num, vec![1, 2], x[..2].to_vec()),
            port("w", paren(), vec![2], x[2..].to_vec()),
        ],
        outputs: vec![
            port("result", PortType::Bool, vec![], vec![sign]),
            port("more", paren(), vec![2], vec![empty, sum]),
        ],
        gates,
    }
}

#[test]
fn a_circuit_is_written_as_the_format_says() {
    let expected = r#"{"format": "circ.circuit/1",
 "family": "sample",
 "params": {"n": 2, "a": 1},
 "ring": "Q",
 "inputs": [
  {"name": "none", "type": "bool", "shape": [0, 3]},
  {"name": "x", "type": "num", "shape": [1, 2]},
  {"name": "w", "type": "Paren", "codes": {"(": "0", "\"é\n": "1"}, "shape": [2]}],
 "outputs": [
  {"name": "result", "type": "bool", "shape": [], "gates": [7]},
  {"name": "more", "type": "Paren", "codes": {"(": "0", "\"é\n": "1"}, "shape": [2], "gates": [8, 5]}],
 "gates": [
  ["input", "x", [0, 0]],
  ["input", "x", [0, 1]],
  ["input", "w", [0]],
  ["input", "w", [1]],
  ["const", "-1/2"],
  ["add", 0, 3, 0],
  ["mul", 4, 5],
  ["sign", 6],
  ["add"]]}
"#;
    assert_eq!(circuit_to_json(&sample()), expected);
    assert_eq!(read_circuit(expected), Ok(sample()));
}

#[test]
fn what_does_not_belong_in_a_circuit_is_refused() {
    let text = circuit_to_json(&sample());
    let refuse = |from: &str, to: &str| {
        let changed = text.replacen(from, to, 1);
        assert_ne!(changed, text, "{from}");
        read_circuit(&changed).expect_err(to).to_string()
    };
    assert_eq!(refuse("{", "["), "1:10: [0]: expected `,` or `]`");
    assert_eq!(
        refuse("circuit/1", "circuit/2"),
        "1:12: format: the format is `circ.circuit/2`, and \"circ.circuit/1\" is read here"
    );
    assert_eq!(
        refuse("\"Q\"", "\"Q(sqrt(8))\""),
        "4:10: ring: `Q(sqrt(8))` is no ring; expected \"Q\", or \"Q(sqrt(d))\" with d free of squares"
    );
    assert_eq!(refuse("-1/2", "sqrt(2)"), "17:13: gates[4][1]: `sqrt(2)` is no number of the ring Q");
    assert_eq!(refuse("[\"sign\", 6]", "[\"sign\", 7]"), "20:12: gates[7][1]: gate 7 reads itself");
    assert_eq!(
        refuse("[\"sign\", 6]", "[\"sign\", 8]"),
        "20:12: gates[7][1]: gate 7 reads gate 8, which stands after it"
    );
    assert_eq!(
        refuse("[\"sign\", 6]", "[\"sign\", 9]"),
        "20:12: gates[7][1]: gate 7 reads gate 9, and gates are 0 to 8"
    );
    assert_eq!(
        refuse("[8, 5]", "[8, 9]"),
        "11:99: outputs[1].gates[1]: there is no gate 9: gates are 0 to 8"
    );
    assert_eq!(
        refuse("[0, 1]", "[1, 0]"),
        "14:18: gates[1][2]: the input `x` has the shape [1, 2], and no element [1, 0]"
    );
    assert_eq!(refuse("[\"input\", \"w\"", "[\"input\", \"v\""), "15:13: gates[2][1]: there is no input `v`");
    assert_eq!(
        refuse("\"gates\": [8, 5]", "\"gates\": [8]"),
        "11:95: outputs[1].gates: expected 2 gates, found 1: the shape says how many numbers the output has, and each is a gate"
    );
    assert_eq!(
        refuse("\"(\": \"0\"", "\"(\": \"2\""),
        "8:49: inputs[2].codes[\"(\"]: the codes of 2 tokens are 0 to 1, each once; found 2"
    );
    assert_eq!(
        refuse("\"num\"", "\"text\""),
        "7:25: inputs[1].type: `text` is no type; expected \"num\", \"bool\", or an alphabet with its `codes`"
    );
    assert_eq!(refuse("\"mul\"", "\"max\""), "19:4: gates[6][0]: `max` is no gate");
    assert_eq!(refuse("-1/2", "1/0"), "17:13: gates[4][1]: `1/0` is no number: the denominator is 0");
    assert_eq!(
        refuse("[\"sign\", 6]", "[\"sign\", 6, 6]"),
        "20:3: gates[7]: `sign` takes one operand, found 2"
    );
    assert_eq!(refuse("[\"sign\", 6]", "[\"in\", 6]"), "20:4: gates[7][0]: `in` is no gate");
    // A shape alone takes no memory.
    assert!(read_circuit(&text.replacen("[2]}", "[4000000000]}", 1)).is_ok());
    assert_eq!(
        refuse("[0, 3]", "[5000000000, 3]"),
        "6:45: inputs[0].shape: the number of scalars, the product of the sizes, is 15000000000, and the most is 4294967295"
    );
}

#[test]
fn what_does_not_belong_in_a_transformer_is_refused() {
    let mut gates = Gates::new();
    let x = gates.push_input(0);
    let sign = gates.push_sign(x);
    let text = transformer_to_json(&average(&circuit(gates, vec![x], vec![sign])));
    let refuse = |from: &str, to: &str| {
        let changed = text.replacen(from, to, 1);
        assert_ne!(changed, text, "{from}");
        read_transformer(&changed).expect_err(to).to_string()
    };
    assert!(refuse("transformer/1", "circuit/1").ends_with("\"circ.transformer/1\" is read here"));
    assert_eq!(
        refuse("\"dim\": 7", "\"dim\": 6"),
        "5:17: coordinates: expected 6 names, found 7: `dim` says how many coordinates there are, and each has a name"
    );
    assert_eq!(
        refuse("[\"in\", 8]", "[\"in\", 14]"),
        "11:13: layers[0].heads[0].score.gates[1][1]: there is no input 14: a score reads the query's vector, then the \
         key's; it has 14 inputs"
    );
    assert_eq!(
        refuse("\"outputs\": [10]", "\"outputs\": [1, 1]"),
        "21:17: layers[0].heads[0].score.outputs: expected 1 output, found 2: a score gives one number"
    );
    assert_eq!(
        refuse("\"outputs\": [10]", "\"outputs\": [99]"),
        "21:18: layers[0].heads[0].score.outputs[0]: there is no gate 99: gates are 0 to 10"
    );
    let place = |from, to| refuse(from, to).split_once(": ").unwrap().1.to_owned();
    assert_eq!(
        place("\"positions\": [0]", "\"positions\": [3]"),
        "sequence.inputs[0].positions[0]: there is no position 3: positions are 0 to 2"
    );
    assert_eq!(
        place("\"coordinate\": 5", "\"coordinate\": 7"),
        "sequence.inputs[0].coordinate: there is no coordinate 7: coordinates are 0 to 6"
    );
    assert_eq!(
        place("\"square\": null", "\"square\": 7"),
        "sequence.inputs[0].square: there is no coordinate 7: coordinates are 0 to 6"
    );
    assert_eq!(
        place("\"0\", \"1\", \"1\", \"1\"", "\"0\", \"1\", \"1\""),
        "sequence.tokens[0]: expected 7 numbers, found 6: a position is a vector of `dim` numbers"
    );
    assert_eq!(place("average\"}", "mean\"}"), "layers[0].heads[0].pooling: `mean` is no pooling");
    let foreign = place("[\"const\", \"-1\"]", "[\"const\", \"-sqrt(3)\"]");
    assert_eq!(foreign, "layers[0].heads[0].score.gates[3][1]: `-sqrt(3)` is no number of the ring Q");
    let foreign = place("[\"0\", \"1\", \"1\"", "[\"1-sqrt(2)\", \"1\", \"1\"");
    assert_eq!(foreign, "sequence.tokens[0][0]: `1-sqrt(2)` is no number of the ring Q");
    let gate = place("[\"in\", 1]", "[\"input\", \"x\", [0]]");
    assert_eq!(gate, "layers[0].heads[0].score.gates[0][0]: `input` is no gate");
}

#[test]
fn the_ring_goes_both_ways() {
    let mut gates = Gates::new();
    let x = gates.push_input(0);
    let root = rooted().sqrt(&Num::int(2)).unwrap();
    let constant = gates.push_const(Num::ratio(1, 2).unwrap().sub(&root));
    let product = gates.push_mul(&[x, constant]);
    let circuit = Circuit { ring: rooted(), ..circuit(gates, vec![x], vec![product]) };
    let text = circuit_to_json(&circuit);
    assert!(
        text.contains("\"ring\": \"Q(sqrt(2))\"") && text.contains("[\"const\", \"1/2-sqrt(2)\"]"),
        "{text}"
    );
    assert_eq!(read_circuit(&text), Ok(circuit.clone()));
    let other = read_circuit(&text.replacen("Q(sqrt(2))", "Q(sqrt(3))", 1)).expect_err("another root");
    assert!(
        other.to_string().ends_with("gates[1][1]: `1/2-sqrt(2)` is no number of the ring Q(sqrt(3))"),
        "{other}"
    );
    // A file has one spelling for each number of the ring.
    assert!(read_circuit(&text.replacen("-sqrt(2)", "-sqrt(8)", 1)).is_err());
    let mut t = average(&circuit);
    t.sequence.fill(&[root]).unwrap();
    let text = transformer_to_json(&t);
    assert!(text.contains("\"ring\": \"Q(sqrt(2))\"") && text.contains("\"sqrt(2)\""), "{text}");
    let back = read_transformer(&text).unwrap();
    let found = execute(&back, &Limits::default(), &mut |_, _| {}).map(|values| values[0].to_string());
    assert_eq!(found.as_deref(), Ok("-2+1/2*sqrt(2)"));
    // Engines do not take what the ring does not have.
    let foreign = Transformer { ring: Ring::Q, ..back };
    assert!(execute(&foreign, &Limits::default(), &mut |_, _| {}).is_err());
    let input = [Ring::with_root(3).and_then(|ring| ring.sqrt(&Num::int(3))).unwrap()];
    let error = evaluate(&circuit, &input, &Limits::default(), &mut |_, _| {}).unwrap_err();
    assert_eq!(error.kind, RunErrorKind::NotInRing { ring: rooted() });
}

#[test]
fn matrices_go_both_ways() {
    let mut gates = Gates::new();
    let x = gates.push_input(0);
    let mut t = average(&circuit(gates, vec![x], vec![x]));
    let row = |n: i64| (0..7).map(|c| Num::ratio(c, n).unwrap()).collect::<Vec<_>>();
    t.layers[0].heads[0].score = Score::Dot { query: vec![row(1), row(2)], key: vec![row(3), row(-4)] };
    t.layers[0].heads[0].value = Value::Matrix(vec![row(5)]);
    t.layers[0].heads[0].pooling = Pooling::Rightmost;
    let text = transformer_to_json(&t);
    assert_eq!(read_transformer(&text).as_ref().map(transformer_to_json), Ok(text));
    t.layers[0].heads[0].value = Value::Matrix(vec![row(5)[1..].to_vec()]);
    let ragged = read_transformer(&transformer_to_json(&t));
    let ragged = ragged.unwrap_err().to_string();
    assert!(ragged.contains("layers[0].heads[0].value.matrix[0]: expected 7 numbers, found 6"), "{ragged}");
}

proptest! {
    #[test]
    fn what_is_written_is_read_back((circuit, inputs) in circuits(12)) {
        prop_assert_eq!(read_circuit(&circuit_to_json(&circuit)), Ok(circuit.clone()));
        let mut t = average(&circuit);
        t.sequence.fill(&inputs).unwrap();
        let text = transformer_to_json(&t);
        let back = read_transformer(&text);
        prop_assert_eq!(back.as_ref().map(transformer_to_json), Ok(text));
        let limits = Limits::default();
        let run = |t: &Transformer| execute(t, &limits, &mut |_, _| {});
        prop_assert_eq!(run(&back.unwrap()), run(&t));
    }
}
