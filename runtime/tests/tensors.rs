//! Transformers as tensors: what is written is read back, exactly, and nothing in a file is taken on trust.

mod support;

use std::collections::HashMap;

use circ_runtime::*;
use proptest::prelude::*;
use safetensors::tensor::{Dtype, TensorView, serialize};
use support::programs::programs;
use support::{average, circuit, circuits};

fn written(t: &Transformer) -> Vec<u8> {
    transformer_to_safetensors(t, None).expect("the layers are short")
}

/// The transformer as a file of JSON has it.
fn from_json(t: &Transformer) -> Transformer {
    read_transformer(&transformer_to_json(t)).expect("well formed")
}

fn check_round_trip(t: &Transformer) {
    let t = from_json(t);
    let bytes = written(&t);
    assert_eq!(read_safetensors(&bytes), Ok(t.clone()));
    assert_eq!(bytes, written(&t));
}

/// x, y ↦ x·y + 1/2 by average attention.
fn example() -> Transformer {
    let mut gates = Gates::new();
    let [x, y] = [0, 1].map(|i| gates.push_input(i));
    let product = gates.push_mul(&[x, y]);
    let half = gates.push_const(Num::ratio(1, 2).unwrap());
    let sum = gates.push_add(&[product, half]);
    average(&circuit(gates, vec![x, y], vec![sum]))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn any_program_is_read_back(t in programs()) {
        check_round_trip(&t);
    }

    #[test]
    fn any_construction_is_read_back((circuit, inputs) in circuits(12)) {
        let mut t = average(&circuit);
        t.sequence.fill(&inputs).unwrap();
        check_round_trip(&t);
    }
}

#[test]
fn numbers_of_every_size_are_exact() {
    let integers =
        [0, -1, i64::from(i32::MAX), i64::from(i32::MIN), i64::from(i32::MAX) + 1, i64::MAX, i64::MIN];
    let mut numbers: Vec<Num> = integers.into_iter().map(Num::int).collect();
    numbers.push(Num::ratio(i64::MIN, 3).unwrap());
    numbers.push(Num::ratio(-1, i64::from(u32::MAX)).unwrap());
    // One of more than 32 bits below, and some that no 64 bits hold.
    numbers.push(Num::ratio(7, 1 << 40).unwrap());
    numbers.push(Num::int(10).pow(60));
    numbers.push(Num::ONE.div(&Num::int(-3).pow(90)).unwrap());
    let mut forms = HashMap::new();
    for count in 1..=numbers.len() {
        let mut t = example();
        t.sequence.len = count;
        t.sequence.inputs.clear();
        t.sequence.outputs.clear();
        t.sequence.columns = vec![Column::of(numbers[..count].iter().cloned()); t.dim];
        check_round_trip(&t);
        for (name, tensor) in safetensors::SafeTensors::deserialize(&written(&t)).unwrap().iter() {
            let ending = name.trim_start_matches(|c: char| c != '0').to_owned();
            forms.entry((ending, tensor.dtype().to_string())).or_insert(count);
        }
    }
    let form = |ending: &str, dtype: &str| forms.get(&(ending.to_owned(), dtype.to_owned())).copied();
    assert_eq!(form("0", "I32"), Some(1));
    assert_eq!(form("0", "I64"), Some(5));
    assert_eq!(form("0.numerator", "I64"), Some(8));
    assert_eq!(form("0.denominator", "I32"), Some(8));
    assert_eq!(form("0.denominator", "I64"), Some(9));
    assert_eq!(form("0.text", "U8"), Some(11));
}

#[test]
fn a_file_says_what_it_is() {
    let params = [("n".to_owned(), 2)];
    let bytes =
        transformer_to_safetensors(&example(), Some(Origin { family: "f", params: &params })).unwrap();
    assert!(is_safetensors(&bytes));
    assert!(!is_safetensors(transformer_to_json(&example()).as_bytes()));
    assert!(!is_safetensors(b"family f(x: num) -> num { x }"));
    let (_, metadata) = safetensors::SafeTensors::read_metadata(&bytes).unwrap();
    let text = &metadata.metadata().as_ref().unwrap()["circ"];
    let header: serde_json::Value = serde_json::from_str(text).unwrap();
    assert_eq!(header["format"], "circ.transformer.safetensors/1");
    assert_eq!((&header["family"], &header["params"]["n"]), (&"f".into(), &2.into()));
    assert_eq!((&header["construction"], &header["ring"]), (&"average".into(), &"Q".into()));
    assert_eq!(header["sequence"]["inputs"][0]["positions"], "sequence.inputs.0");
    assert_eq!(read_safetensors(&bytes), Ok(from_json(&example())));
}

/// The tensors of the example with one of them changed, left out or added, and its metadata likewise.
fn refused(
    change_tensor: impl Fn(&str, Dtype, Vec<usize>, Vec<u8>) -> Vec<(String, Dtype, Vec<usize>, Vec<u8>)>,
    change_text: impl Fn(&str) -> String,
) -> String {
    let bytes = written(&example());
    let (_, metadata) = safetensors::SafeTensors::read_metadata(&bytes).unwrap();
    let text = change_text(&metadata.metadata().as_ref().unwrap()["circ"]);
    let file = safetensors::SafeTensors::deserialize(&bytes).unwrap();
    let mut tensors = Vec::new();
    for (name, view) in file.tensors() {
        tensors.extend(change_tensor(&name, view.dtype(), view.shape().to_vec(), view.data().to_vec()));
    }
    let views = tensors
        .iter()
        .map(|(name, dtype, shape, data)| (name, TensorView::new(*dtype, shape.clone(), data).unwrap()));
    let bytes = serialize(views, Some([("circ".to_owned(), text)].into_iter().collect())).unwrap();
    read_safetensors(&bytes).expect_err("something is wrong").to_string()
}

/// The fault where one tensor is another one.
fn with_tensor(name: &str, new: &[(&str, Dtype, &[usize], &[u8])]) -> String {
    let change = |found: &str, dtype, shape, data| {
        if found != name {
            return vec![(found.to_owned(), dtype, shape, data)];
        }
        new.iter()
            .map(|(name, dtype, shape, data)| ((*name).to_owned(), *dtype, shape.to_vec(), data.to_vec()))
            .collect()
    };
    refused(change, str::to_owned)
}

fn with_text(from: &str, to: &str) -> String {
    refused(
        |name, dtype, shape, data| vec![(name.to_owned(), dtype, shape, data)],
        |text| {
            assert!(text.contains(from), "{from} is in {text}");
            text.replacen(from, to, 1)
        },
    )
}

#[test]
fn tensors_that_do_not_fit_are_told() {
    let len = example().sequence.len;
    let (last, first) = ("sequence.columns.6", "sequence.columns.0");
    let zeros = vec![0; 8 * len];
    assert_eq!(with_tensor(last, &[]), "the tensor `sequence.columns.6` is missing");
    assert_eq!(
        with_tensor(last, &[(last, Dtype::F32, &[len], &zeros[..4 * len])]),
        "the tensor `sequence.columns.6` should be of I32 or I64, and is of F32"
    );
    assert_eq!(
        with_tensor(last, &[(last, Dtype::I32, &[1], &zeros[..4])]),
        format!(
            "the tensor `sequence.columns.6` should have the shape [{len}], as the columns before it, and has [1]"
        )
    );
    assert_eq!(
        with_tensor(first, &[(first, Dtype::I32, &[len, 1], &zeros[..4 * len])]).split("; ").next(),
        Some(
            format!("the tensor `sequence.columns.0` should be one list, and has the shape [{len}, 1]")
                .as_str()
        )
    );
    assert_eq!(with_tensor("sequence.inputs.0", &[]), "the tensor `sequence.inputs.0` is missing");
    assert_eq!(
        with_tensor("sequence.inputs.0", &[("sequence.inputs.0", Dtype::U32, &[1], &[200, 0, 0, 0])]),
        format!(
            "__metadata__.circ.sequence.inputs[0].positions[0]: there is no position 200: positions are 0 to {}",
            len - 1
        )
    );
    let more = [(last, Dtype::I32, &[len][..], &zeros[..4 * len]), ("more", Dtype::U8, &[1], &[0])];
    assert_eq!(with_tensor(last, &more), "the tensor `more` is none of this format");
}

#[test]
fn fractions_and_texts_that_do_not_fit_are_told() {
    let len = example().sequence.len;
    let last = "sequence.columns.6";
    let (numerator, denominator, text) =
        ("sequence.columns.6.numerator", "sequence.columns.6.denominator", "sequence.columns.6.text");
    let zeros = vec![0; 8 * len];
    let shape = [len];
    let column = (last, Dtype::I32, &shape[..], &zeros[..4 * len]);
    let part = |name| (name, Dtype::I64, &shape[..], &zeros[..]);
    assert_eq!(
        with_tensor(last, &[part(numerator)]),
        "the tensor `sequence.columns.6.denominator` is missing"
    );
    assert_eq!(
        with_tensor(last, &[part(numerator), part(denominator)]),
        "the tensor `sequence.columns.6.denominator` has the denominator 0 at 0; denominators are positive"
    );
    assert_eq!(
        with_tensor(last, &[column, part(numerator)]),
        "the tensor `sequence.columns.6.numerator` holds numbers that `sequence.columns.6` holds, too"
    );
    let with_lines = |lines: &str| with_tensor(last, &[(text, Dtype::U8, &[lines.len()], lines.as_bytes())]);
    assert_eq!(
        with_lines("1\n2\n"),
        format!(
            "the tensor `sequence.columns.6.text` should have {len} lines, as the columns before it have numbers, and has 2"
        )
    );
    let lines = |second: &str| format!("0\n{second}\n{}", "0\n".repeat(len - 2));
    assert_eq!(
        with_lines(&lines("x")),
        "the tensor `sequence.columns.6.text` has `x` on line 2, which is no number: numbers are written as 3, -0.25 or 2/3"
    );
    assert_eq!(
        with_lines(&lines("sqrt(2)")),
        "the tensor `sequence.columns.6.text` has `sqrt(2)` on line 2, which is no number of the ring Q"
    );
    assert_eq!(
        with_tensor(last, &[(text, Dtype::U8, &[1], &[0xff])]),
        "the tensor `sequence.columns.6.text` should be a text in UTF-8"
    );
}

#[test]
fn what_the_metadata_says_is_held_against_the_format() {
    assert_eq!(
        with_text("safetensors/1", "safetensors/2"),
        "__metadata__.circ.format: the format is `circ.transformer.safetensors/2`, and \
         \"circ.transformer.safetensors/1\" is read here"
    );
    assert_eq!(
        with_text("\"ring\": \"Q\"", "\"ring\": \"R\""),
        "__metadata__.circ.ring: `R` is no ring; expected \"Q\", or \"Q(sqrt(d))\" with d free of squares"
    );
    assert_eq!(
        with_text("\"sequence.inputs.0\"", "\"sequence.inputs.7\""),
        "the tensor `sequence.inputs.7` is missing; the tensor `sequence.inputs.0` is none of this format"
    );
    // An operand that stands after its gate.
    let told = with_text("[\"add\", ", "[\"add\", 4000000000, ");
    assert!(
        told.starts_with("__metadata__.circ.layers[0]") && told.contains("reads gate 4000000000"),
        "{told}"
    );
    let told = with_text("{\"format\"", "[\"format\"");
    assert!(told.starts_with("__metadata__.circ"), "{told}");
}

#[test]
fn claims_are_held_against_the_bytes() {
    let of = |bytes: &[u8]| read_safetensors(bytes).expect_err("something is wrong").to_string();
    let with = |length: u64, rest: &str| [&length.to_le_bytes(), rest.as_bytes()].concat();
    let tensor = |shape: &str, end: u64| {
        let header = format!("{{\"x\":{{\"dtype\":\"I64\",\"shape\":{shape},\"data_offsets\":[0,{end}]}}}}");
        with(header.len() as u64, &header)
    };
    assert_eq!(of(b"{}"), "it has 2 bytes, and begins with the length of its header in 8");
    assert_eq!(
        of(&with(u64::MAX, "{}")),
        "its first 8 bytes are no length of a header: it would have 18446744073709551615 bytes, and the most is 100000000"
    );
    assert_eq!(of(&with(90_000_000, "{}")), "its header should have 90000000 bytes, and 2 follow");
    assert_eq!(
        of(&tensor("[1000000000000]", 8_000_000_000_000)),
        "its tensors should have 8000000000000 bytes together, and 0 follow the header"
    );
    assert!(of(&tensor("[1000000000000]", 8)).starts_with("its header can't be read: "));
    assert!(of(&tensor("[4611686018427387904, 4]", 8)).starts_with("its header can't be read: "));
    assert_eq!(of(&with(2, "{}")), "its metadata has no key `circ`, which says what the tensors are");
    // Lengths whose sum has no room in 64 bits.
    let most = u64::MAX / 8 - 7;
    let many: Vec<String> = (0..8)
        .map(|k| {
            let (start, end) = (k * most, (k + 1) * most);
            format!("\"{k}\":{{\"dtype\":\"U8\",\"shape\":[{most}],\"data_offsets\":[{start},{end}]}}")
        })
        .collect();
    let header = format!("{{{}}}", many.join(","));
    assert!(read_safetensors(&with(header.len() as u64, &header)).is_err());
}

#[test]
fn no_change_of_bytes_makes_it_panic() {
    let mut t = example();
    t.sequence.columns[3] = Column::of((0..t.sequence.len as i64).map(|i| Num::ratio(i, 7).unwrap()));
    t.sequence.columns[4] = Column::of((0..t.sequence.len as u32).map(|i| Num::int(10).pow(20 + i)));
    let bytes = written(&t);
    let right = read_safetensors(&bytes).unwrap();
    let (mut state, mut read) = (1u64, 0);
    let mut random = |below: usize| {
        // The generator of Steele, Lea and Flood 2014.
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = state;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) % below as u64) as usize
    };
    for _ in 0..6000 {
        let mut changed = bytes.clone();
        for _ in 0..1 + random(3) {
            let at = random(changed.len());
            match random(4) {
                0 => changed[at] = random(256) as u8,
                1 => changed[at] ^= 1 << random(8),
                2 => changed.truncate(at.max(1)),
                _ => changed.insert(at, random(256) as u8),
            }
        }
        // A change may keep the file well formed: numbers are numbers. Then it is one that is run as any other.
        if let Ok(t) = read_safetensors(&changed) {
            assert_eq!(t.validate(), Ok(()));
            assert_eq!(t.sequence.len, right.sequence.len);
            read += 1;
        }
    }
    assert!(read > 30, "{read} were read");
}
