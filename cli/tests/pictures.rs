//! Pictures of circuits: each form of a small one, and what holds of all, on random circuits and on examples.

mod support;

use std::collections::BTreeSet;
use std::path::PathBuf;

use circ_runtime::{Circuit, circuit_to_json, read_circuit};
use circ_tests::random::Random;
use circ_tests::raw;
use roxmltree::{Document, Node};
use support::{circ, snapshot, stdout_of, transcript};

#[test]
fn each_form_of_a_small_circuit() {
    let inner = "../../../examples/circuits/inner.circ";
    let of = |form: &str| entry_of(&["build", inner, "--param", "n=2", "--emit", form]);
    snapshot("pictures", &["svg", "tikz", "dot"].map(of).join("\n"));
}

#[test]
fn folds_of_a_small_circuit() {
    let reach = "../../../examples/circuits/reach.circ";
    let of = |fold: &str| entry_of(&["build", reach, "--param", "n=3", "--emit", "dot", "--fold", fold]);
    snapshot("pictures_folded", &["level", "expression"].map(of).join("\n"));
}

fn entry_of(args: &[&str]) -> String {
    support::entry(args, "")
}

#[test]
fn what_is_no_picture() {
    let induction = "../../../examples/transformers/induction.json";
    snapshot(
        "pictures_refused",
        &transcript(&[
            &["build", "dyck1.circ", "--param", "n=2", "--fold", "level"],
            &["build", induction, "--emit", "svg"],
            &["build", "dyck1.circ", "--emit", "svg"],
            &["build", "dyck1.circ", "--param", "n=3000", "--emit", "tikz", "--fold", "none"],
            &["build", "dyck1.circ", "--param", "n=3000", "--emit", "svg", "--fold", "level", "-o", "/"],
        ]),
    );
}

/// The forms of a picture of one circuit.
struct Forms {
    svg: String,
    tikz: String,
    dot: String,
}

fn forms(args: &[&str], stdin: &str) -> Forms {
    let form = |name: &str| {
        let output = circ(&[&["build"], args, &["--emit", name]].concat(), stdin);
        assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).expect("UTF-8")
    };
    Forms { svg: form("svg"), tikz: form("tikz"), dot: form("dot") }
}

/// The wires of a circuit by the names of their ends, two of the same ends once.
fn wires(circuit: &Circuit) -> BTreeSet<(String, String)> {
    let gates = &circuit.gates;
    let inner = gates.ids().flat_map(|id| gates.operands(id).iter().map(move |from| (*from, id)));
    let mut wires: BTreeSet<(String, String)> =
        inner.map(|(from, to)| (from.to_string(), to.to_string())).collect();
    for (at, port) in circuit.outputs.iter().enumerate() {
        let ends = port.gates.iter().enumerate();
        wires.extend(ends.map(|(element, gate)| (gate.to_string(), format!("o{at}_{element}"))));
    }
    wires
}

/// Left, top, right and bottom.
type Edges = (i64, i64, i64, i64);

type Point = (i64, i64);

struct Seen {
    boxes: Vec<(String, Edges)>,
    wires: Vec<(String, Vec<String>, String)>,
}

/// What is drawn in an SVG, which has to be well formed.
fn seen(svg: &str) -> Seen {
    let document = Document::parse(svg).expect("well-formed XML");
    let mut seen = Seen { boxes: Vec::new(), wires: Vec::new() };
    for node in document.descendants() {
        if let Some(name) = node.attribute("data-name") {
            let shape = node.children().filter(Node::is_element).nth(1).expect("a shape after the title");
            seen.boxes.push((name.into(), edges(shape)));
        } else if let (Some(from), Some(to)) = (node.attribute("data-from"), node.attribute("data-to")) {
            let to = to.split(' ').map(str::to_string).collect();
            seen.wires.push((from.into(), to, node.attribute("d").expect("a path").into()));
        }
    }
    seen
}

fn edges(shape: Node<'_, '_>) -> Edges {
    let number = |name: &str| shape.attribute(name).expect("the attribute").parse::<i64>().expect("whole");
    match shape.tag_name().name() {
        "rect" => {
            let (x, y) = (number("x"), number("y"));
            (x, y, x + number("width"), y + number("height"))
        }
        "circle" => {
            let (x, y, r) = (number("cx"), number("cy"), number("r"));
            (x - r, y - r, x + r, y + r)
        }
        _ => {
            let points = shape.attribute("points").expect("a polygon").split(' ');
            let points: Vec<(i64, i64)> = points
                .map(|point| point.split_once(',').expect("two numbers"))
                .map(|(x, y)| (x.parse().expect("whole"), y.parse().expect("whole")))
                .collect();
            let xs = || points.iter().map(|point| point.0);
            let ys = || points.iter().map(|point| point.1);
            let least = (xs().min().expect("a corner"), ys().min().expect("a corner"));
            (least.0, least.1, xs().max().expect("a corner"), ys().max().expect("a corner"))
        }
    }
}

/// The level pieces of a path, and all points at which a piece ends or begins.
fn pieces(d: &str) -> (Vec<(Point, i64)>, BTreeSet<Point>) {
    let (mut level, mut points) = (Vec::new(), BTreeSet::new());
    let mut at = (0, 0);
    let mut rest = d;
    while let Some(sign) = rest.chars().next() {
        let end = rest[1..].find(['M', 'H', 'C']).map_or(rest.len(), |end| end + 1);
        let numbers: Vec<i64> = rest[1..end].split(' ').map(|text| text.parse().expect("whole")).collect();
        match (sign, numbers.as_slice()) {
            ('M', [x, y]) => at = (*x, *y),
            ('H', [x]) => {
                level.push((at, *x));
                at.0 = *x;
            }
            ('C', [_, _, _, _, x, y]) => at = (*x, *y),
            other => panic!("{other:?} in {d}"),
        }
        points.insert(at);
        rest = &rest[end..];
    }
    (level, points)
}

/// Boxes lie apart, and wires lead from the right of one to the left of others and through none.
fn check_places(seen: &Seen) {
    let of = |name: &str| seen.boxes.iter().find(|one| one.0 == name).expect("the box of a wire").1;
    let meet = |a: Edges, b: Edges| a.0 < b.2 && b.0 < a.2 && a.1 < b.3 && b.1 < a.3;
    for (at, (name, edges)) in seen.boxes.iter().enumerate() {
        for (other, others) in &seen.boxes[..at] {
            assert!(!meet(*edges, *others), "{name} and {other} overlap");
        }
    }
    for (from, to, d) in &seen.wires {
        let (level, points) = pieces(d);
        let (_, top, right, bottom) = of(from);
        assert!(points.iter().any(|(x, y)| *x <= right && top <= *y && *y <= bottom), "{from}: {d}");
        for name in to {
            let (left, top, _, bottom) = of(name);
            let arrives = |(x, y): &(i64, i64)| *x == left && top <= *y && *y <= bottom;
            assert!(points.iter().any(arrives), "{from} to {name}: {d}");
        }
        for ((x, y), end) in level {
            for (name, edges) in &seen.boxes {
                let through = meet((x, y, end, y + 1), *edges) && y > edges.1;
                assert!(!through || name == from || to.contains(name), "{from} goes through {name}");
            }
        }
    }
}

/// Braces and environments of TeX are closed.
fn check_tex(tikz: &str) {
    let code: String = tikz.lines().filter(|line| !line.starts_with('%')).collect::<Vec<_>>().join("\n");
    let plain = code.replace("\\{", "").replace("\\}", "");
    let count = |text: &str| plain.matches(text).count();
    assert_eq!(count("{"), count("}"), "{tikz}");
    assert_eq!(count("\\begin{tikzpicture}"), count("\\end{tikzpicture}"));
    assert!(plain.ends_with("\\circend"), "{tikz}");
}

/// Each gate and each wire is there once, in all forms.
fn check_whole(circuit: &Circuit, forms: &Forms) {
    let seen = seen(&forms.svg);
    check_places(&seen);
    check_tex(&forms.tikz);
    let mut names: Vec<String> = circuit.gates.ids().map(|id| id.to_string()).collect();
    for (at, port) in circuit.outputs.iter().enumerate() {
        names.extend((0..port.gates.len()).map(|element| format!("o{at}_{element}")));
    }
    assert_eq!(seen.boxes.iter().map(|one| one.0.clone()).collect::<Vec<_>>(), names);
    let expected = wires(circuit);
    let drawn: Vec<(String, String)> = seen
        .wires
        .iter()
        .flat_map(|(from, to, _)| to.iter().map(move |to| (from.clone(), to.clone())))
        .collect();
    assert_eq!(drawn.len(), expected.len());
    assert_eq!(drawn.into_iter().collect::<BTreeSet<_>>(), expected);
    let lines = forms.dot.lines().filter_map(|line| line.trim().trim_end_matches(';').split_once(" -> "));
    let ends = |(from, to): (&str, &str)| (from.into(), to.split(' ').next().unwrap_or_default().into());
    assert_eq!(lines.map(ends).collect::<BTreeSet<(String, String)>>(), expected);
    for name in &names {
        assert!(forms.dot.contains(&format!("\n  {name} [shape=")), "{name}");
    }
}

/// As many gates and outputs as the boxes of a folded picture say.
fn check_folded(circuit: &Circuit, svg: &str) {
    check_places(&seen(svg));
    let document = Document::parse(svg).expect("well-formed XML");
    let boxes = document.descendants().filter(|node| node.attribute("data-name").is_some());
    let texts = boxes.flat_map(|node| node.children().filter_map(|text| text.text().map(str::to_string)));
    let counts = texts.filter_map(|text| text.strip_prefix('×')?.replace(',', "").parse::<usize>().ok());
    assert_eq!(counts.sum::<usize>(), circuit.gates.len() + circuit.output_gates().count());
}

#[test]
fn random_circuits_are_drawn_whole() {
    let mut random = Random(7);
    for size in 0..24 {
        let mut byte = || random.bits() as u8;
        let choices: Vec<(u8, u8, u8, u8)> =
            (0..2 * size).map(|_| (byte(), byte(), byte(), byte())).collect();
        let circuit = raw::circuit(size % 5, &choices);
        let text = circuit_to_json(&circuit);
        // What is written is what is read: names of inputs that no gate reads come back.
        let circuit = read_circuit(&text).expect("circ.circuit/1");
        check_whole(&circuit, &forms(&["-"], &text));
        check_folded(&circuit, &forms(&["-", "--fold", "level"], &text).svg);
    }
}

fn example(name: &str) -> String {
    PathBuf::from("../../../examples").join(name).display().to_string()
}

#[test]
fn examples_are_drawn_whole() {
    for (name, sizes) in [
        ("sequences/sort.circ", "n=3"),
        ("circuits/matmul.circ", "n=2,m=3,p=2"),
        ("sequences/dyck1.circ", "n=6"),
        ("circuits/batcher_sort.circ", "n=8"),
    ] {
        let file = example(name);
        let args = [file.as_str(), "--param", sizes];
        let circuit = read_circuit(&stdout_of(&[&["build"], &args[..]].concat())).expect("circ.circuit/1");
        check_whole(&circuit, &forms(&args, ""));
        for fold in ["level", "expression"] {
            let forms = forms(&[&args[..], &["--fold", fold]].concat(), "");
            check_tex(&forms.tikz);
            check_folded(&circuit, &forms.svg);
        }
    }
}

#[test]
fn large_circuits_are_folded() {
    let file = example("circuits/s5_product.circ");
    let args = [file.as_str(), "--param", "n=300"];
    let svg = forms(&args, "").svg;
    let circuit = read_circuit(&stdout_of(&[&["build"], &args[..]].concat())).expect("circ.circuit/1");
    assert!(circuit.gates.len() > 10_000 && svg.contains("Folded"), "{}", circuit.gates.len());
    check_folded(&circuit, &svg);
}

#[test]
fn a_picture_is_the_same_every_time() {
    let args = ["build", "dyck1.circ", "--param", "n=9", "--emit"];
    for form in ["svg", "tikz", "dot"] {
        let args = [&args[..], &[form]].concat();
        assert_eq!(stdout_of(&args), stdout_of(&args), "{form}");
    }
}
