//! Reports of what a file holds: one circuit or one transformer, of one size. Nothing is claimed for all n.

use circ_compiler::unfold::bound;
use circ_runtime::{Circuit, Lowered, Pooling, Score, Transformer, measure};

use super::markdown::{code, row};
use crate::args::Report;
use crate::commands::run_file::port;
use crate::inputs::port_type;
use crate::listing::table::table;
use crate::printed::params_json;
use crate::programs::{Held, Misfits};
use crate::session::{Ended, Session};
use crate::values::{json_natural, quoted};
use crate::words::counted;

/// A report before it is written: lines of a name and what is said of it, a table, and sentences.
struct Sheet {
    title: String,
    lines: Vec<(&'static str, String)>,
    table: Vec<Vec<String>>,
    notes: Vec<String>,
}

/// Reports one circuit; where it was a transformer, with what each layer has cost.
pub(super) fn circuit(
    session: &Session,
    args: &Report,
    circuit: &Circuit,
    lowered: Option<&Lowered>,
) -> Ended<()> {
    options(session, args, Held::Circuit)?;
    session.print(&if args.json {
        circuit_json(circuit, lowered)
    } else {
        written(&circuit_sheet(circuit, lowered), args.markdown)
    })
}

/// Reports one transformer.
pub(super) fn transformer(session: &Session, args: &Report, t: &Transformer) -> Ended<()> {
    options(session, args, Held::Transformer)?;
    session.print(&if args.json {
        transformer_json(t)
    } else {
        written(&transformer_sheet(t), args.markdown)
    })
}

fn options(session: &Session, args: &Report, held: Held) -> Ended<()> {
    let one = "leave it out: the file holds one program, of one size";
    let types = !args.fixed.types.types.is_empty();
    Misfits::new(&args.file, held)
        .families(args.family.is_some(), !args.fixed.params.is_empty(), types)
        .refuse(!args.sizes.is_empty(), "--sizes", one)
        .refuse(args.why, "--why", "leave it out: the file has no expressions")
        .refuse(args.degree, "--degree", "report the program that the circuit was built from")
        .refuse(args.svg.is_some(), "--svg", "leave it out: one size is no curve")
        .end(session)
}

fn written(sheet: &Sheet, markdown: bool) -> String {
    if markdown { sheet_markdown(sheet) } else { sheet_text(sheet) }
}

fn sheet_text(sheet: &Sheet) -> String {
    let mut out = format!("{}\n", sheet.title);
    for (name, what) in &sheet.lines {
        out.push_str(&format!("  {name:<15}{what}\n"));
    }
    if !sheet.table.is_empty() {
        out.push_str(&format!("\n{}", table(&sheet.table)));
    }
    for note in &sheet.notes {
        out.push_str(&format!("\n{note}\n"));
    }
    out
}

fn sheet_markdown(sheet: &Sheet) -> String {
    let mut out =
        format!("## {}\n\n{}{}", code(&sheet.title), row(&["figure", "value"]), row(&["---", "---"]));
    for (name, what) in &sheet.lines {
        out.push_str(&row(&[name, what]));
    }
    if let Some((head, rows)) = sheet.table.split_first() {
        let cells = |cells: &[String]| row(&cells.iter().map(String::as_str).collect::<Vec<_>>());
        out.push_str(&format!("\n{}{}", cells(head), row(&vec!["---"; head.len()])));
        rows.iter().for_each(|each| out.push_str(&cells(each)));
    }
    for note in &sheet.notes {
        out.push_str(&format!("\n{note}\n"));
    }
    out
}

/// `x: num[3], w: bool[2]`
fn ports<'p>(ports: impl IntoIterator<Item = &'p circ_runtime::Port>) -> String {
    let ports: Vec<String> =
        ports.into_iter().map(|port| format!("{}: {}", port.name, port_type(port))).collect();
    if ports.is_empty() { "none".to_owned() } else { ports.join(", ") }
}

fn circuit_sheet(circuit: &Circuit, lowered: Option<&Lowered>) -> Sheet {
    let measures = measure(circuit);
    let params: Vec<String> = circuit.params.iter().map(|(name, size)| format!("{name} = {size}")).collect();
    let title = if params.is_empty() {
        circuit.family.clone()
    } else {
        format!("{} ({})", circuit.family, params.join(", "))
    };
    let sign = if measures.signs { "sign gates occur" } else { "no sign gates" };
    let mut lines = vec![
        ("ring", circuit.ring.to_string()),
        ("inputs", ports(&circuit.inputs)),
        ("outputs", ports(&circuit.outputs)),
        ("size", format!("{}, {}", counted(measures.gates, "gate"), counted(measures.edges, "wire"))),
        ("depth", measures.depth.to_string()),
        ("fan-in", format!("add {}, mul {}", measures.add_fan_in, measures.mul_fan_in)),
        ("sign", sign.to_owned()),
    ];
    let mut table = Vec::new();
    let mut notes =
        vec!["This is one circuit: nothing is said of a family, and no class for all n.".to_owned()];
    if let Some(lowered) = lowered {
        let run = lowered.run;
        lines.push((
            "lowered from",
            format!(
                "{}: {}, {}",
                lowered.construction,
                counted_wide(lowered.positions, "position"),
                counted_wide(run, "layer"),
            ),
        ));
        table.push(["layer", "depth", "at most", "gates"].map(str::to_owned).to_vec());
        let start = &lowered.start;
        table.push(vec![
            "start".to_owned(),
            start.depth.to_string(),
            "1".to_owned(),
            start.gates.to_string(),
        ]);
        for (k, layer) in lowered.layers.iter().enumerate() {
            let most =
                lowered.bound.get(k % lowered.bound.len().max(1)).map_or(String::new(), u64::to_string);
            table.push(vec![k.to_string(), layer.depth.to_string(), most, layer.gates.to_string()]);
        }
        let listed = lowered.layers.len() as u64;
        notes.insert(0, "What a layer adds at most is the same for all sequences of all lengths.".to_owned());
        match run.saturating_sub(listed) {
            0 => {}
            1 => notes.insert(0, format!("Layer {listed} changes nothing and adds nothing.")),
            _ => notes.insert(0, format!("Layers {listed} to {} change nothing and add nothing.", run - 1)),
        }
    }
    Sheet { title, lines, table, notes }
}

fn circuit_json(circuit: &Circuit, lowered: Option<&Lowered>) -> String {
    let m = measure(circuit);
    let lowered = lowered.map_or_else(
        || "null".to_owned(),
        |lowered| {
            let cost = |cost: &circ_runtime::LayerCost| {
                format!("{{\"depth\": {}, \"gates\": {}}}", cost.depth, cost.gates)
            };
            let layers: Vec<String> = lowered.layers.iter().map(cost).collect();
            let bound: Vec<String> = lowered.bound.iter().map(u64::to_string).collect();
            format!(
                "{{\"construction\": {}, \"positions\": {}, \"run\": {}, \"bound\": [{}], \"start\": {}, \"layers\": [{}]}}",
                quoted(&lowered.construction),
                json_natural(lowered.positions),
                json_natural(lowered.run),
                bound.join(", "),
                cost(&lowered.start),
                layers.join(", "),
            )
        },
    );
    format!(
        "{{\"circuit\": {}, \"params\": {}, \"ring\": {}, \"inputs\": {}, \"outputs\": {}, \"gates\": {}, \"edges\": {}, \
         \"depth\": {}, \"add_fan_in\": {}, \"mul_fan_in\": {}, \"sign\": {}, \"class\": null, \"lowered\": {lowered}}}\n",
        quoted(&circuit.family),
        params_json(&circuit.params),
        quoted(&circuit.ring.to_string()),
        ports_json(&circuit.inputs),
        ports_json(&circuit.outputs),
        m.gates,
        m.edges,
        m.depth,
        m.add_fan_in,
        m.mul_fan_in,
        m.signs,
    )
}

fn ports_json<'p>(ports: impl IntoIterator<Item = &'p circ_runtime::Port>) -> String {
    let ports: Vec<String> = ports
        .into_iter()
        .map(|port| format!("{{\"name\": {}, \"type\": {}}}", quoted(&port.name), quoted(&port_type(port))))
        .collect();
    format!("[{}]", ports.join(", "))
}

fn pooling_name(pooling: Pooling) -> &'static str {
    match pooling {
        Pooling::Average => "average",
        Pooling::Leftmost => "leftmost",
        Pooling::Rightmost => "rightmost",
    }
}

fn score_kind(score: &Score) -> &'static str {
    match score {
        Score::Circuit(_) => "circuit",
        Score::Dot { .. } => "dot product",
    }
}

fn sequence_ports(t: &Transformer) -> [Vec<circ_runtime::Port>; 2] {
    [
        t.sequence.inputs.iter().map(|spec| port(&spec.name, spec.positions.len())).collect(),
        t.sequence.outputs.iter().map(|spec| port(&spec.name, spec.positions.len())).collect(),
    ]
}

fn transformer_sheet(t: &Transformer) -> Sheet {
    let [inputs, outputs] = sequence_ports(t);
    let listed = t.layers.len();
    let run = match t.repeat {
        1 => counted(listed, "layer"),
        repeat => format!("{} that run: {listed}, repeated {repeat} times", counted_wide(t.depth(), "layer")),
    };
    let lines = vec![
        ("ring", t.ring.to_string()),
        ("dimension", format!("{}: {}", t.dim, t.coordinates.join(", "))),
        ("layers", run),
        ("sequence", counted(t.sequence.len, "position")),
        ("mask", t.declared.as_ref().map_or("none", |declared| declared.mask.name()).to_owned()),
        ("inputs", ports(&inputs)),
        ("outputs", ports(&outputs)),
    ];
    let head = ["layer", "head", "pooling", "score", "pooled numbers", "depth as a circuit"];
    let mut table = vec![head.map(str::to_owned).to_vec()];
    for (l, layer) in t.layers.iter().enumerate() {
        let most = format!("at most {}", bound(layer, t.dim));
        if layer.heads.is_empty() {
            let none = || "-".to_owned();
            table.push(vec![l.to_string(), none(), none(), none(), none(), most.clone()]);
        }
        for (h, head) in layer.heads.iter().enumerate() {
            let most = if h == 0 { most.clone() } else { String::new() };
            let (pooling, score) = (pooling_name(head.pooling), score_kind(&head.score));
            let width = head.value.width().to_string();
            table.push(vec![l.to_string(), h.to_string(), pooling.to_owned(), score.to_owned(), width, most]);
        }
    }
    let notes = vec![
        "The depth that a layer adds as a circuit (`circ lower`) is bounded for all sequences of all lengths.".to_owned(),
    ];
    Sheet { title: format!("{} (a transformer)", t.construction), lines, table, notes }
}

fn counted_wide(count: u64, noun: &str) -> String {
    usize::try_from(count).map_or_else(|_| format!("{count} {noun}s"), |count| counted(count, noun))
}

fn transformer_json(t: &Transformer) -> String {
    let [inputs, outputs] = sequence_ports(t);
    let coordinates: Vec<String> = t.coordinates.iter().map(|name| quoted(name)).collect();
    let listed: Vec<String> = t
        .layers
        .iter()
        .map(|layer| {
            let heads: Vec<String> = layer
                .heads
                .iter()
                .map(|head| {
                    let score = if matches!(head.score, Score::Dot { .. }) { "dot" } else { "circuit" };
                    let pooling = pooling_name(head.pooling);
                    let width = head.value.width();
                    format!("{{\"pooling\": \"{pooling}\", \"score\": \"{score}\", \"width\": {width}}}")
                })
                .collect();
            format!("{{\"heads\": [{}], \"bound\": {}}}", heads.join(", "), bound(layer, t.dim))
        })
        .collect();
    format!(
        "{{\"transformer\": {}, \"ring\": {}, \"dim\": {}, \"coordinates\": [{}], \"repeat\": {}, \"layers\": {}, \
         \"tokens\": {}, \"mask\": {}, \"inputs\": {}, \"outputs\": {}, \"list\": [{}]}}\n",
        quoted(&t.construction),
        quoted(&t.ring.to_string()),
        t.dim,
        coordinates.join(", "),
        json_natural(t.repeat),
        json_natural(t.depth()),
        t.sequence.len,
        quoted(t.declared.as_ref().map_or("none", |declared| declared.mask.name())),
        ports_json(&inputs),
        ports_json(&outputs),
        listed.join(", "),
    )
}
