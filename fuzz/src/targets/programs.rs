//! Files that compilers write, and short texts of the command line.

use circ_runtime::{
    FormatError, Num, ProgramFile, Ring, Shape, circuit_to_json, evaluate, execute, execute_literal,
    parse_target, read_circuit, read_program, read_safetensors, read_trace, read_transformer, trace_to_json,
    transformer_to_json, transformer_to_safetensors, write_lowered,
};

/// So small that the literal engine takes no time.
const SHORT: circ_runtime::Limits = circ_runtime::Limits {
    max_digits: 20_000,
    max_total_digits: 2_000_000,
    max_pairs: 300_000,
    max_updates: 300_000,
    max_kept: 100_000,
};

fn text(input: &[u8]) -> String {
    String::from_utf8_lossy(input).into_owned()
}

/// What is wrong with a file: the kind and the path of each fault, without the numbers.
fn refused(error: &FormatError) -> Vec<String> {
    assert!(!error.faults.is_empty(), "a file is refused for nothing");
    let one = |fault: &circ_runtime::Fault| {
        assert!(!fault.to_string().is_empty(), "a fault has words");
        let kind = format!("{:?}", fault.kind);
        let path: String = fault.path.to_string().chars().filter(|c| !c.is_ascii_digit()).take(60).collect();
        format!("{} {path}", kind.split([' ', '{', '(']).next().unwrap_or_default())
    };
    error.faults.iter().map(one).collect()
}

/// A circuit that is accepted is written and read as the same, and runs or says why not.
pub(super) fn circuit(input: &[u8]) -> Vec<String> {
    match read_program(&text(input)) {
        Err(error) => refused(&error),
        Ok(ProgramFile::Transformer(_)) => vec!["a transformer".into()],
        Ok(ProgramFile::Circuit(circuit, lowered)) => {
            let written = match &lowered {
                None => circuit_to_json(&circuit),
                Some(lowered) => {
                    let mut out = String::new();
                    write_lowered(&circuit, lowered, &mut out).expect("a text takes all");
                    out
                }
            };
            let read = read_program(&written).expect("what is written can be read");
            assert_eq!(read, ProgramFile::Circuit(circuit.clone(), lowered), "it is read as it was written");
            assert_eq!(read_circuit(&written).as_ref(), Ok(&circuit), "with or without what layers cost");
            let inputs = vec![Num::ONE; circuit.inputs.iter().map(|port| port.scalars()).sum()];
            let ended = evaluate(&circuit, &inputs, &SHORT, &mut |_, _| {});
            vec![format!("{} {}", circuit.gates.len().min(40), ended.is_ok())]
        }
    }
}

/// A transformer that is accepted is written and read as the same, and its engines agree.
pub(super) fn transformer(input: &[u8]) -> Vec<String> {
    match read_transformer(&text(input)) {
        Err(error) => refused(&error),
        Ok(mut t) => {
            let written = transformer_to_json(&t);
            let read = read_transformer(&written).expect("what is written can be read");
            // A column may be held in another form; its numbers are those that are written.
            assert_eq!(transformer_to_json(&read), written, "it is read as it was written");
            let count = t.sequence.inputs.iter().map(|input| input.positions.len()).sum();
            let mut met =
                vec![format!("{} layers, {} heads", t.layers.len().min(9), Shape::of(&t).heads(0).len())];
            if t.sequence.fill(&vec![Num::ONE; count]).is_err() {
                return met;
            }
            let fast = execute(&t, &SHORT, &mut |_, _| {});
            let literal = execute_literal(&t, &SHORT, &mut |_, _| {});
            if let (Ok(fast), Ok(literal)) = (&fast, &literal) {
                assert_eq!(fast, literal, "the default engine differs from the literal one");
                met.push("agreed".into());
            }
            met.push(format!("{} {}", fast.is_ok(), literal.is_ok()));
            met
        }
    }
}

/// A file of tensors that is accepted is written and read as the same transformer.
pub(super) fn tensors(input: &[u8]) -> Vec<String> {
    match read_safetensors(input) {
        Err(error) => refused(&error),
        Ok(t) => {
            let written = transformer_to_safetensors(&t, None).expect("what was read is short enough");
            let read = read_safetensors(&written).expect("what is written can be read");
            assert_eq!(read, t, "it is read as it was written");
            vec![format!("{} layers, ring {}", t.layers.len().min(9), t.ring)]
        }
    }
}

/// A trace that is accepted is written and read as the same.
pub(super) fn trace(input: &[u8]) -> Vec<String> {
    match read_trace(&text(input)) {
        Err(error) => refused(&error),
        Ok(trace) => {
            let read = read_trace(&trace_to_json(&trace));
            assert_eq!(read.as_ref(), Ok(&trace), "it is read as it was written");
            vec![format!("{} layers", trace.layers.len())]
        }
    }
}

/// A number that is read is written and read as the same.
pub(super) fn number(input: &[u8]) -> Vec<String> {
    let text = text(input);
    match Num::parse_in(&text, 4_000, Ring::Q) {
        Err(error) => vec![error.to_string().split(['`', '0', '1']).next().unwrap_or_default().to_owned()],
        Ok(value) => {
            let written = value.to_string();
            assert_eq!(Num::parse(&written, 10_000).as_ref(), Ok(&value), "{written}");
            vec![format!("read {}", written.len().min(20))]
        }
    }
}

/// Where a patch goes: what is read is written and read as the same.
pub(super) fn patch(input: &[u8]) -> Vec<String> {
    let shape = Shape {
        coordinates: ["f", "a", "b", "t"].map(String::from).to_vec(),
        repeat: 2,
        layers: vec![vec![1], vec![3, 2]],
        positions: 7,
        ring: Ring::Q,
    };
    match parse_target(&text(input), &shape) {
        Err(error) => vec![format!("{error:?}").split([' ', '{', '(']).next().unwrap_or_default().to_owned()],
        Ok(target) => {
            let written = target.text(&shape);
            assert_eq!(parse_target(&written, &shape).as_ref(), Ok(&target), "{written}");
            vec![format!("read {}", written.split(|c: char| c.is_ascii_digit()).next().unwrap_or_default())]
        }
    }
}
