//! The tables of figures, and what they were measured on.

use serde_json::Value;

use super::figures::{grouped, megabytes, number, ratio, rows, text, time};

/// All tables, as Markdown with headings.
pub(super) fn tables(results: &Value) -> String {
    [machine(results), limit(results), attention(results), circom(results), whole(results), thought(results)]
        .concat()
}

/// A heading and a table under it.
fn table(heading: &str, columns: &[&str], rows: impl Iterator<Item = Option<Vec<String>>>) -> String {
    let mut text =
        format!("### {heading}\n\n| {} |\n|{}\n", columns.join(" | "), " --- |".repeat(columns.len()));
    // A row that lacks a figure was not measured.
    for row in rows.flatten() {
        text.push_str(&format!("| {} |\n", row.join(" | ")));
    }
    text.push('\n');
    text
}

fn machine(results: &Value) -> String {
    let said = |pointer| text(results, pointer).map_or("missing".into(), str::to_owned);
    let memory = number(results, "/machine/memory").map_or("missing".into(), megabytes);
    let cores = number(results, "/machine/cores").unwrap_or(0);
    let rows = [
        ("processor", format!("{}, {cores} cores", said("/machine/processor"))),
        ("memory", memory),
        ("system", said("/machine/system")),
        ("circ", format!("{}, by {}", said("/versions/circ"), said("/versions/rustc"))),
        ("NumPy", format!("{}, Python {}", said("/attention/numpy"), said("/versions/python"))),
        ("circom2", format!("{}, Node.js {}", said("/circom/circom2"), said("/versions/node"))),
        ("circomlib", said("/circom/circomlib")),
        ("date", said("/date")),
    ];
    let rows = rows.map(|(name, value)| Some(vec![name.into(), value]));
    table("The machine and the versions", &["what", "which"], rows.into_iter())
}

fn limit(results: &Value) -> String {
    let row = |row: &Value| {
        let least = |name: &str| number(row, &format!("/{name}/least"));
        let tight = least("loop")?;
        let wires = number(row, "/wires")?;
        let mut cells = vec![
            text(row, "/case")?.to_owned(),
            grouped(number(row, "/gates")?),
            grouped(wires),
            format!("{}, {} ns a wire", time(tight), ratio(tight, wires)),
        ];
        for engine in ["evaluate", "execute", "prepared"] {
            let nanos = least(engine)?;
            cells.push(format!("{}, {} times", time(nanos), ratio(nanos, tight)));
        }
        Some(cells)
    };
    let columns = ["case", "gates", "wires", "the loop", "`evaluate`", "`execute`", "planned before"];
    let mut made = table("The limit", &columns, rows(results, "/limit").iter().map(row));
    let row = |row: &Value| {
        let (gates, nanos) = (number(row, "/gates")?, number(row, "/time/least")?);
        let rate = format!("{} million", ratio(gates * 1000, nanos));
        Some(vec![
            text(row, "/case")?.to_owned(),
            grouped(gates),
            grouped(number(row, "/wires")?),
            time(nanos),
            rate,
        ])
    };
    let columns = ["case", "gates", "wires", "time", "gates a second"];
    made.push_str(&table("Building circuits", &columns, rows(results, "/elaboration").iter().map(row)));
    made
}

fn attention(results: &Value) -> String {
    let row = |row: &Value| {
        let (whole, layers) = (number(row, "/whole/least")?, number(row, "/layers")?);
        let mut cells = vec![
            text(row, "/case")?.to_owned(),
            grouped(number(row, "/tokens")?),
            layers.to_string(),
            time(whole),
            time(whole / layers.max(1)),
        ];
        let dense = number(row, "/numpy/layer");
        cells.extend(match dense.zip(text(row, "/numpy/apart")) {
            Some((dense, apart)) => [
                time(dense),
                format!("{} times", ratio(dense * layers, whole)),
                if apart == "0" { "the same" } else { apart }.into(),
            ],
            None => ["", "", ""].map(String::from),
        });
        Some(cells)
    };
    let columns = [
        "case",
        "positions",
        "layers",
        "circ, all layers",
        "circ, a layer",
        "NumPy, a layer",
        "",
        "outputs apart by",
    ];
    table("Dense attention", &columns, rows(results, "/attention/rows").iter().map(row))
}

fn circom(results: &Value) -> String {
    let row = |row: &Value| {
        let (wires, gates) = (number(row, "/circom/wires")?, number(row, "/circ/gates")?);
        let (other, ours) = (number(row, "/circom/clock/least")?, number(row, "/circ/clock/least")?);
        Some(vec![
            format!("{}/{}", text(row, "/case")?, number(row, "/n")?),
            grouped(wires),
            grouped(number(row, "/circom/constraints")?),
            time(other),
            time(other / wires.max(1)),
            grouped(gates),
            time(ours),
            time(ours / gates.max(1)),
            ratio(other * gates, ours * wires),
        ])
    };
    let columns = [
        "case",
        "wires",
        "constraints",
        "circom2",
        "a wire",
        "gates",
        "`circ build`",
        "a gate",
        "times as long a gate",
    ];
    table("Compiling to circuits", &columns, rows(results, "/circom/rows").iter().map(row))
}

fn whole(results: &Value) -> String {
    let row = |row: &Value| {
        let (gates, wires) = (number(row, "/gates")?, number(row, "/wires")?);
        let memory = number(row, "/memory/least")?;
        let taken = memory.saturating_sub(number(row, "/empty")?);
        Some(vec![
            text(row, "/case")?.to_owned(),
            text(row, "/engine")?.to_owned(),
            grouped(gates),
            grouped(wires),
            time(number(row, "/clock/least")?),
            megabytes(memory),
            ratio(taken, gates),
            ratio(taken, 40 * gates + 12 * wires),
        ])
    };
    let columns =
        ["case", "engine", "gates", "wires", "time", "memory", "bytes a gate", "of 40 a gate and 12 a wire"];
    table("From source to answer", &columns, rows(results, "/memory").iter().map(row))
}

fn thought(results: &Value) -> String {
    let row = |row: &Value| {
        let cells = match text(row, "/failed") {
            Some(failed) => [failed.to_owned(), String::new()],
            None => [time(number(row, "/clock/least")?), megabytes(number(row, "/memory/least")?)],
        };
        let name = [text(row, "/case")?.to_owned(), grouped(number(row, "/steps")?)];
        Some(name.into_iter().chain(cells).collect())
    };
    let columns = ["case", "steps", "time", "memory"];
    table("Chains of thought", &columns, rows(results, "/thought").iter().map(row))
}
