//! A report as JSON: the keys of `docs/formats.md`.

use circ_compiler::emit::{Construction, Cost};

use super::figure::{Figure, Known};
use super::page::{self, Page};
use super::thought::Thought;
use crate::chains::chains_json;
use crate::commands::degree::Degrees;
use crate::printed::params_json;
use crate::values::quoted;

/// The object of a family.
pub(crate) fn json(page: &Page) -> String {
    let types: Vec<String> =
        page.types.iter().map(|(name, ty)| format!("{}: {}", quoted(name), quoted(ty))).collect();
    let params: Vec<String> = page.params.iter().map(|param| quoted(param)).collect();
    let measured = page.is_measured();
    let figure = |figure: &Figure| full(figure, &page.params, measured);
    let bool = |value: Option<bool>| value.map_or_else(|| "null".to_string(), |value| value.to_string());
    let sizes: Vec<String> = page
        .measured
        .rows
        .iter()
        .map(|row| {
            let numbers: Vec<String> =
                row.numbers().iter().map(|(key, value)| format!("\"{key}\": {value}")).collect();
            let chains = match row.chains.as_slice() {
                [] => String::new(),
                chains => format!(", \"chains\": {}", chains_json(chains)),
            };
            let costs: Vec<String> =
                row.constructions.iter().map(|(of, cost)| cost_json(*of, cost)).collect();
            format!(
                "\n  {{\"params\": {}, {},\n   \"constructions\": [{}]{chains}}}",
                params_json(&row.params),
                numbers.join(", "),
                costs.join(", ")
            )
        })
        .collect();
    let left_out: Vec<String> = page
        .measured
        .left_out
        .iter()
        .map(|(params, why)| format!("{{\"params\": {}, \"why\": {}}}", params_json(params), quoted(why)))
        .collect();
    let thoughts: Vec<String> = page.thoughts.iter().map(thought).collect();
    let notes: Vec<String> = page
        .notes
        .iter()
        .map(|note| {
            let place = note.place.as_ref().map_or_else(|| "null".to_string(), |place| quoted(&place.at()));
            format!("\n  {{\"text\": {}, \"place\": {place}}}", quoted(&note.text))
        })
        .collect();
    let outputs: Vec<String> = page
        .outputs
        .iter()
        .map(|output| {
            format!(
                "\n  {{\"name\": {}, \"depth\": {}}}",
                quoted(&output.name),
                full(&output.depth, &page.params, false)
            )
        })
        .collect();
    let constructions: Vec<String> = page
        .constructions
        .iter()
        .flat_map(|one| one.of.iter().map(move |construction| (one, construction)))
        .map(|(one, construction)| {
            format!(
                "\n  {{\"construction\": \"{}\", \"dim\": {}, \"heads\": {},\n   \"rework\": {},\n   \"rounds\": {},\n   \
                 \"layers\": {},\n   \"tokens\": {}}}",
                construction.name(),
                construction.dim(),
                one.heads,
                one.rework.json(),
                figure(&one.rounds),
                figure(&one.layers),
                figure(&one.tokens)
            )
        })
        .collect();
    let lines = [
        format!(
            "\"family\": {}, \"params\": [{}], \"types\": {{{}}}",
            quoted(&page.family),
            params.join(", "),
            types.join(", ")
        ),
        format!("\"class\": {}", class("name", &page.class)),
        format!("\"depth\": {}", figure(&page.depth)),
        format!("\"outputs\": [{}]", outputs.join(",")),
        format!("\"size\": {}", figure(&page.size)),
        format!("\"edges\": {}", figure(&page.edges)),
        format!(
            "\"fan_in\": {{\"add\": {},\n  \"mul\": {}}}",
            figure(&page.add_fan_in),
            figure(&page.mul_fan_in)
        ),
        format!(
            "\"sign\": {}, \"uniform_layers\": {}",
            bool(page.sign),
            bool(measured.then_some(page.measured.uniform))
        ),
        format!(
            "\"boolean\": {}, \"uniformity\": {}",
            page.boolean.as_ref().map_or_else(|| "null".to_string(), |boolean| class("class", boolean)),
            page.uniformity.map_or_else(|| "null".to_string(), quoted)
        ),
        format!("\"constant_bits\": {}", full(&page.constant_bits, &page.params, false)),
        format!("\"constructions\": [{}]", constructions.join(",")),
        format!("\"native\": {}", page.own.json()),
        format!("\"thoughts\": [{}]", thoughts.join(",")),
        format!("\"sizes\": [{}]", sizes.join(",")),
    ];
    let degrees = page.measured.degrees.as_ref().map_or_else(String::new, Degrees::json);
    let why = page.why.as_ref().map_or_else(String::new, |why| format!("\n \"why\": {},", why.json()));
    format!(
        "{{{},{degrees}{why}\n \"left_out\": [{}],\n \"notes\": [{}]}}\n",
        lines.join(",\n "),
        left_out.join(", "),
        notes.join(",")
    )
}

/// `{"construction": "average", "dim": 7, "heads": 1, …}`
fn cost_json(construction: Construction, cost: &Cost) -> String {
    format!(
        "{{\"construction\": \"{}\", \"dim\": {}, \"heads\": {}, \"rounds\": {}, \"layers\": {}, \"tokens\": {}}}",
        construction.name(),
        cost.dim,
        cost.heads,
        cost.rounds,
        cost.layers,
        cost.positions
    )
}

fn class(key: &str, known: &page::Known) -> String {
    let name = known.name.as_ref().map_or_else(|| "null".to_string(), |name| quoted(name));
    let how = if known.name.is_some() { "proved" } else { "unproved" };
    let claim = known.claim.as_ref().map_or_else(|| "null".to_string(), |claim| quoted(claim));
    format!("{{\"{key}\": {name}, \"how\": \"{how}\", \"claim\": {claim}}}")
}

fn thought(thought: &Thought) -> String {
    let figure = |figure: &Figure| full(figure, &thought.params, false);
    let params: Vec<String> = thought.params.iter().map(|param| quoted(param)).collect();
    let class = thought.class.as_ref().map_or_else(|| "null".to_string(), |class| quoted(class));
    let within = thought.within.as_ref().map_or_else(|| "null".to_string(), |family| quoted(family));
    format!(
        "\n  {{\"in\": {within}, \"step\": {}, \"params\": [{}], \"class\": {class}, \"steps\": {}, \"place\": {},\n   \"depth\": {},\n   \
         \"size\": {},\n   \"layers\": {}}}",
        quoted(&thought.step),
        params.join(", "),
        quoted(&thought.steps),
        quoted(&thought.place.at()),
        figure(&thought.depth),
        figure(&thought.size),
        figure(&thought.layers)
    )
}

/// `{"formula": "9", "growth": "O(1)", "how": "proved", "bound": "exact", "from": {"n": 3}}`
fn full(figure: &Figure, params: &[String], measured: bool) -> String {
    let text = |text: &Option<String>| text.as_ref().map_or_else(|| "null".to_string(), |text| quoted(text));
    let from = |from: u64| {
        let params: Vec<(String, u64)> = params.iter().map(|param| (param.clone(), from)).collect();
        format!(", \"from\": {}", params_json(&params))
    };
    let (bound, more) = match &figure.known {
        Known::Exact(size) => ("\"exact\"", from(*size)),
        Known::AtMost(begin) => {
            let sizes: Vec<String> = figure.attained.iter().map(|params| size(params)).collect();
            let begin = if *begin == 0 { String::new() } else { from(*begin) };
            ("\"upper\"", format!("{begin}, \"attained\": [{}]", sizes.join(", ")))
        }
        Known::Observed(size) => ("null", from(*size)),
        Known::No => ("null", String::new()),
    };
    let everywhere = figure
        .everywhere
        .as_ref()
        .map_or_else(String::new, |text| format!(", \"at_most\": {}", quoted(text)));
    format!(
        "{{\"formula\": {}, \"growth\": {}, \"how\": \"{}\", \"bound\": {bound}{more}{everywhere}}}",
        text(&figure.formula),
        text(&figure.growth),
        figure.how(measured)
    )
}

/// A size that all parameters have as that number; others with their names.
fn size(params: &[(String, u64)]) -> String {
    match params {
        [(_, first), rest @ ..] if rest.iter().all(|(_, other)| other == first) => first.to_string(),
        _ => params_json(params),
    }
}
