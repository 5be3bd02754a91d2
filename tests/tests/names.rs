//! Names and order carry no meaning: renaming everything that a program names, shuffling its items and exchanging
//! independent `let`s leave every circuit of every example, and of every library file, as it is.

use std::collections::{BTreeSet, HashMap};
use std::path::Path;

use circ_compiler::check::BUILTINS;
use circ_compiler::{FamilyId, Limits, Loaded, Program, elaborate, elaborate_test, message};
use circ_grammar::tokens::TokenKind;
use circ_grammar::tree::{ExprKind, ItemKind, Pattern};
use circ_runtime::{Circuit, Gate, GateId, Port, PortType};
use circ_tests::load_right;
use circ_tests::random::Random;

/// Every parameter runs from 0 to this.
const LARGEST: u64 = 4;

/// What a circuit may cost here; those that cost more are left out.
const LIMITS: Limits =
    Limits { max_gates: 20_000, max_wires: 100_000, max_steps: 200_000, max_calls: 200, max_digits: 10_000 };

/// All example programs that are right, and the library, by path.
fn programs() -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut found = Vec::new();
    for folder in ["examples/sequences", "examples/circuits", "examples/thought", "std"] {
        for entry in std::fs::read_dir(root.join(folder)).expect("the folder is there") {
            let path = entry.expect("readable").path();
            let name = format!("{folder}/{}", path.file_name().expect("a name").to_string_lossy());
            if name.ends_with(".circ") {
                found.push((name, std::fs::read_to_string(path).expect("readable")));
            }
        }
    }
    found.sort();
    assert!(found.len() > 60, "the examples are there");
    found
}

/// What is built of a family or test, or the code of the fault that keeps it from being built.
type Built = Result<Circuit, &'static str>;

/// The circuits of a family at small sizes, all parameters alike.
fn family_circuits(program: &Program, id: FamilyId) -> Vec<Built> {
    let family = program.family(id);
    if !family.generics.is_empty() {
        return Vec::new();
    }
    let at = |n: u64| {
        let sizes = vec![n; family.params.len()];
        match elaborate(program, id, &sizes, &LIMITS, &mut |_| {}) {
            Ok(built) => Ok(built.circuit),
            Err(fault) => Err(message(&fault).code),
        }
    };
    (0..=LARGEST).map(at).collect()
}

/// The circuits of the plain tests, by name.
fn test_circuits(program: &Program) -> Vec<(String, Built)> {
    let tests = program.tests.iter().enumerate().filter(|(_, test)| !test.is_quantified());
    tests
        .map(|(at, test)| match elaborate_test(program, at, &[], &LIMITS, &mut |_| {}) {
            Ok(built) => (test.name.clone(), Ok(built.circuit)),
            Err(fault) => (test.name.clone(), Err(message(&fault).code)),
        })
        .collect()
}

/// What a port is, but for its names.
fn nameless(port: &Port) -> (Option<&[String]>, bool, &[usize], &[GateId]) {
    let tokens = match &port.ty {
        PortType::Alphabet { tokens, .. } => Some(tokens.as_slice()),
        _ => None,
    };
    (tokens, port.ty == PortType::Bool, &port.shape, &port.gates)
}

/// Two circuits are the same, gate by gate.
fn same(path: &str, before: &Built, after: &Built) {
    match (before, after) {
        (Ok(before), Ok(after)) => {
            assert!(before.gates == after.gates, "{path}: the gates differ");
            let ports = |circuit: &Circuit| circuit.inputs.iter().chain(&circuit.outputs).cloned().collect();
            let (before, after): (Vec<Port>, Vec<Port>) = (ports(before), ports(after));
            assert_eq!(before.len(), after.len(), "{path}");
            before.iter().zip(&after).for_each(|(a, b)| assert_eq!(nameless(a), nameless(b), "{path}"));
        }
        (before, after) => {
            assert_eq!(before.as_ref().err(), after.as_ref().err(), "{path}: one of them is not built");
        }
    }
}

/// The source with every name of its own replaced by another, in another alphabetical order.
fn renamed(source: &str) -> String {
    let lexemes: Vec<_> = circ_grammar::tokens(source);
    let tree = circ_grammar::parse(source).tree;
    let in_use = |at: u32| {
        let is_use = |kind: &ItemKind| matches!(kind, ItemKind::Use(_) | ItemKind::Ring(_));
        tree.items.iter().any(|item| is_use(&item.kind) && (item.span.start..item.span.end).contains(&at))
    };
    let mut kept: BTreeSet<&str> = BUILTINS.iter().map(|(name, _)| *name).collect();
    kept.extend(lexemes.iter().filter(|lexeme| in_use(lexeme.span.start)).map(|lexeme| lexeme.text));
    let claims = tree.items.iter().filter_map(|item| match &item.kind {
        ItemKind::Family(family) => family.claim.as_ref(),
        _ => None,
    });
    kept.extend(claims.map(|claim| claim.class.text.as_str()));
    let mut fresh: HashMap<&str, String> = HashMap::new();
    let mut out = String::new();
    let mut end = 0;
    for lexeme in &lexemes {
        out.push_str(&source[end..lexeme.span.start as usize]);
        end = lexeme.span.end as usize;
        if lexeme.kind == TokenKind::Name && !kept.contains(lexeme.text) {
            let number = 9_999 - fresh.len();
            out.push_str(fresh.entry(lexeme.text).or_insert_with(|| format!("名_{number}")));
        } else {
            out.push_str(lexeme.text);
        }
    }
    out + &source[end..]
}

#[test]
fn renaming_leaves_every_circuit_as_it_is() {
    for (path, source) in programs() {
        let other = renamed(&source);
        assert_ne!(source, other, "{path}");
        let (before, after) = (load_right(&source), load_right(&other));
        for at in 0..before.program.own as u32 {
            let (one, two) = (&before.program, &after.program);
            let circuits =
                family_circuits(one, FamilyId(at)).into_iter().zip(family_circuits(two, FamilyId(at)));
            circuits.for_each(|(a, b)| same(&path, &a, &b));
        }
        let tests = test_circuits(&before.program).into_iter().zip(test_circuits(&after.program));
        tests.for_each(|((name, a), (_, b))| same(&format!("{path}, {name}"), &a, &b));
    }
}

#[test]
fn the_order_of_items_changes_nothing() {
    let mut random = Random(20);
    for (path, source) in programs() {
        let before = load_right(&source);
        let mut tree = circ_grammar::parse(&source).tree;
        random.shuffle(&mut tree.items);
        let after = load_right(&circ_grammar::print(&tree));
        same_by_name(&path, &before, &after);
    }
}

/// The families and tests of one name have the same circuits.
fn same_by_name(path: &str, before: &Loaded, after: &Loaded) {
    for (at, family) in before.program.own_families().iter().enumerate() {
        let id = after.program.family_named(&family.name).expect("the family is still there");
        let circuits = family_circuits(&before.program, FamilyId(at as u32));
        let others = family_circuits(&after.program, id);
        circuits.iter().zip(&others).for_each(|(a, b)| same(&format!("{path}, {}", family.name), a, b));
    }
    let sorted = |loaded: &Loaded| {
        let mut tests = test_circuits(&loaded.program);
        tests.sort_by(|(a, _), (b, _)| a.cmp(b));
        tests
    };
    for ((name, a), (_, b)) in sorted(before).iter().zip(&sorted(after)) {
        same(&format!("{path}, {name}"), a, b);
    }
}

/// The source with two neighbouring `let`s exchanged, for each two of which neither names what the other binds.
fn exchanged(source: &str) -> Vec<String> {
    let tree = circ_grammar::parse(source).tree;
    let names = |text: &str| -> BTreeSet<String> {
        let lexemes = circ_grammar::tokens(text);
        lexemes.iter().filter(|l| l.kind == TokenKind::Name).map(|l| l.text.to_string()).collect()
    };
    let mut all = Vec::new();
    for expr in &tree.exprs {
        let ExprKind::Block { lets, .. } = &expr.kind else { continue };
        for pair in lets.windows(2) {
            let (first, second) = (&source[pair[0].span.range()], &source[pair[1].span.range()]);
            let bound = |pattern: &Pattern| names(&source[pattern.span().range()]);
            if bound(&pair[0].pattern).is_disjoint(&names(second))
                && bound(&pair[1].pattern).is_disjoint(&names(first))
            {
                let (before, after) =
                    (&source[..pair[0].span.start as usize], &source[pair[1].span.end as usize..]);
                let between = &source[pair[0].span.end as usize..pair[1].span.start as usize];
                all.push(format!("{before}{second}{between}{first}{after}"));
            }
        }
    }
    all
}

/// The gates that outputs need, in the order in which a walk from the outputs meets them: what a circuit is whatever
/// the order in which its gates were made.
fn from_outputs(circuit: &Circuit) -> Vec<String> {
    let mut numbers: HashMap<GateId, usize> = HashMap::new();
    let mut lines = Vec::new();
    for output in circuit.outputs.iter().flat_map(|port| &port.gates) {
        let mut stack = vec![(*output, false)];
        while let Some((gate, ready)) = stack.pop() {
            if numbers.contains_key(&gate) {
                continue;
            }
            let operands = circuit.gates.operands(gate);
            if !ready {
                stack.push((gate, true));
                stack.extend(operands.iter().rev().map(|operand| (*operand, false)));
                continue;
            }
            numbers.insert(gate, lines.len());
            let known: Vec<usize> = operands.iter().map(|operand| numbers[operand]).collect();
            lines.push(match circuit.gates.gate(gate) {
                Gate::Input(at) => format!("input {at}"),
                Gate::Const(value) => format!("const {value}"),
                Gate::Add(_) => format!("add {known:?}"),
                Gate::Mul(_) => format!("mul {known:?}"),
                Gate::Sign(_) => format!("sign {known:?}"),
            });
        }
        lines.push(format!("output {}", numbers[output]));
    }
    lines
}

#[test]
fn independent_lets_may_change_places() {
    let mut exchanges = 0;
    for (path, source) in programs() {
        let before = load_right(&source);
        for other in exchanged(&source) {
            exchanges += 1;
            let after = load_right(&other);
            for at in 0..before.program.own as u32 {
                let (one, two) = (&before.program, &after.program);
                let pairs =
                    family_circuits(one, FamilyId(at)).into_iter().zip(family_circuits(two, FamilyId(at)));
                for pair in pairs {
                    match pair {
                        (Ok(a), Ok(b)) => assert_eq!(from_outputs(&a), from_outputs(&b), "{path}\n{other}"),
                        (a, b) => assert_eq!(a.err(), b.err(), "{path}\n{other}"),
                    }
                }
            }
        }
    }
    assert!(exchanges > 20, "only {exchanges} pairs of `let`s");
}
