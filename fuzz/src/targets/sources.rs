//! Programs: the lexer, the parser, everything that `circ check` does, and the engines on what is accepted.

use circ_compiler::decode::{Decoder, Run};
use circ_compiler::diagnostics::Diagnostic;
use circ_compiler::emit::{Construction, emit};
use circ_compiler::{FamilyId, Limits, Loaded, Sources, elaborate, elaborate_staged, load, message, probe};
use circ_grammar::dump::dump_without_spans;
use circ_grammar::tree::Span;
use circ_grammar::{Parsed, parse, print, tokens};
use circ_runtime::{
    Num, circuit_to_json, evaluate, execute, execute_literal, read_circuit, read_transformer,
    transformer_to_json,
};
use circ_tests::steps::Transformers;

fn text(input: &[u8]) -> String {
    String::from_utf8_lossy(input).into_owned()
}

/// Every byte of a text without errors is in a token, a comment or a blank.
pub(super) fn lexer(input: &[u8]) -> Vec<String> {
    let source = text(input);
    let lexemes = tokens(&source);
    let (mut last, mut passed_over) = (Span::default(), Vec::new());
    for lexeme in &lexemes {
        let range = lexeme.span.range();
        // `xⁿ` is read as `x^n`: two tokens of one place.
        let begins = lexeme.span.start >= last.end || lexeme.span.start == last.start;
        assert!(begins, "tokens overlap at byte {}", range.start);
        assert!(source.get(range).is_some(), "the span of a token lies in the text");
        passed_over.extend(source.get(last.end as usize..lexeme.span.start as usize));
        last = lexeme.span;
    }
    passed_over.extend(source.get(last.end as usize..));
    let is_blank = |gap: &&str| gap.chars().all(|c| c.is_whitespace() || c == '\u{feff}');
    if let Some(gap) = passed_over.iter().find(|gap| !is_blank(gap)) {
        assert!(!parse(&source).errors.is_empty(), "{gap:?} is in no token of a text without errors");
    }
    lexemes.iter().map(|lexeme| format!("{:?}", lexeme.kind)).collect()
}

/// Spans lie in the text, and what has no error prints as a text with the same tree.
pub(super) fn parser(input: &[u8]) -> Vec<String> {
    let source = text(input);
    let parsed = sound(&source);
    if parsed.errors.is_empty() {
        let printed = print(&parsed.tree);
        let again = sound(&printed);
        assert!(again.errors.is_empty(), "the print has errors: {printed}\n{:?}", again.errors);
        assert_eq!(dump_without_spans(&parsed.tree), dump_without_spans(&again.tree), "{printed}");
        assert_eq!(print(&again.tree), printed, "the print is not its own print");
    }
    let kinds = parsed.errors.iter().map(|error| format!("{:?}", error.kind));
    kinds.map(|kind| kind.split([' ', '{']).next().unwrap_or_default().to_owned()).collect()
}

fn sound(source: &str) -> Parsed {
    let parsed = parse(source);
    let inside = |span: Span| source.get(span.range()).is_some();
    for error in &parsed.errors {
        assert!(inside(error.span), "{error:?}");
        assert!(error.kind.secondary().is_none_or(inside), "{error:?}");
    }
    for (id, expr) in parsed.tree.exprs.iter().enumerate() {
        assert!(inside(expr.span), "{expr:?}");
        expr.for_each_child(&mut |child| assert!((child.0 as usize) < id, "a child after its parent"));
    }
    parsed
}

/// What `circ check` does: it ends, and all that it says has its place and its words.
pub(super) fn check(input: &[u8]) -> Vec<String> {
    let loaded = load(&text(input));
    let mut diagnostics = loaded.diagnostics.clone();
    if !loaded.has_errors() {
        diagnostics.extend(probe(&loaded.program));
        circ_compiler::diagnostics::tidy(&mut diagnostics);
    }
    let mut met: Vec<String> = diagnostics.iter().map(|d| said(d, &loaded.sources)).collect();
    // Pairs of codes say more of an input than each alone.
    let pairs: Vec<String> = met.windows(2).map(|pair| pair.join(" ")).collect();
    met.extend(pairs);
    if !loaded.has_errors() {
        met.push("accepted".into());
    }
    met
}

/// The code of a diagnostic, once all its parts are found to be in order.
fn said(diagnostic: &Diagnostic, sources: &Sources) -> String {
    let message = message(diagnostic);
    let inside = |span: Span| {
        let (file, range) = sources.place(span);
        assert!(file.text.get(range).is_some(), "{} has a span out of place: {diagnostic:?}", message.code);
    };
    diagnostic.span.into_iter().for_each(inside);
    message.related.iter().for_each(|(span, _)| inside(*span));
    message.fix.iter().for_each(|(span, _)| inside(*span));
    let calls = message.trace.iter().flat_map(|trace| &trace.calls);
    calls.filter_map(|(span, _)| *span).for_each(inside);
    assert!(!message.title.is_empty(), "{} has no title", message.code);
    message.code.to_owned()
}

/// What is small enough for every engine.
const SMALL: Limits =
    Limits { max_gates: 3_000, max_wires: 10_000, max_steps: 50_000, max_calls: 100, max_digits: 2_000 };
const SHORT: circ_runtime::Limits = circ_runtime::Limits {
    max_digits: 20_000,
    max_total_digits: 2_000_000,
    max_pairs: 300_000,
    max_updates: 300_000,
    max_kept: 100_000,
};

/// What is accepted gives the same on every engine, and after it was written and read.
pub(super) fn engines(input: &[u8]) -> Vec<String> {
    let loaded = load(&text(input));
    if loaded.has_errors() {
        return Vec::new();
    }
    let families = loaded.program.own_families().len().min(4);
    let all = (0..families).flat_map(|at| [1, 3].map(|size| engines_at(&loaded, FamilyId(at as u32), size)));
    all.flatten().collect()
}

fn engines_at(loaded: &Loaded, id: FamilyId, size: u64) -> Vec<String> {
    let sizes = vec![size; loaded.program.family(id).params.len()];
    let built = match elaborate(&loaded.program, id, &sizes, &SMALL, &mut |_| {}) {
        Ok(built) => built,
        Err(fault) => return vec![said(&fault, &loaded.sources)],
    };
    let circuit = built.circuit;
    let read = read_circuit(&circuit_to_json(&circuit)).expect("what is written can be read");
    assert_eq!(read, circuit, "a circuit is read as it was written");
    let inputs: Vec<Num> = (0..circuit.inputs.iter().map(|port| port.scalars()).sum::<usize>())
        .map(|k| Num::int((k % 3) as i64 - i64::from(k % 3 == 2)))
        .collect();
    let mut met = vec![format!("depth {}", circ_runtime::measure(&circuit).depth.min(40))];
    let Ok(direct) = evaluate(&circuit, &inputs, &SHORT, &mut |_, _| {}) else { return met };
    for construction in Construction::ALL {
        let mut transformer = emit(&circuit, construction).transformer;
        let written = transformer_to_json(&transformer);
        let read = read_transformer(&written).expect("what is written can be read");
        // A column may be held in another form; its numbers are those that are written.
        assert_eq!(transformer_to_json(&read), written, "a transformer is read as it was written");
        transformer.sequence.fill(&inputs).expect("the inputs fit");
        if let Ok(fast) = execute(&transformer, &SHORT, &mut |_, _| {}) {
            assert_eq!(fast, direct, "{construction:?}: the transformer differs from the circuit");
            met.push(format!("{construction:?}"));
        }
        if let Ok(literal) = execute_literal(&transformer, &SHORT, &mut |_, _| {}) {
            assert_eq!(literal, direct, "{construction:?}: the literal engine differs from the circuit");
        }
    }
    met.extend(decoded(loaded, id, &sizes, &inputs, &direct));
    met
}

/// Chains of thought decoded step by step give what the circuit of all steps gives.
fn decoded(loaded: &Loaded, id: FamilyId, sizes: &[u64], inputs: &[Num], direct: &[Num]) -> Option<String> {
    let staged = elaborate_staged(&loaded.program, id, &[], sizes, &SMALL, &mut |_| {}).ok()?;
    let chains = staged.chains.len();
    let mut decoder = Decoder::new(&loaded.program, &SMALL, Transformers { keeps: true });
    let found = decoder.run(&mut Run::new(staged), inputs).ok().filter(|_| chains > 0)?;
    assert_eq!(found, direct, "step by step differs from the circuit of all steps");
    Some(format!("{chains} chains"))
}
