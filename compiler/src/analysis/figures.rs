//! The figures of a family: what the analysis found, as formulas.

use circ_grammar::tree::Span;
use circ_runtime::Num;
use petgraph::algo::kosaraju_scc;
use petgraph::graph::{DiGraph, NodeIndex};

use super::analyzer::{Analyzer, Frame};
use super::depth::{self, Depth, Needs, Term};
use super::met::{Gap, Met};
use super::value::{Cell, Value};
use crate::formula::{Facts, Formula};
use crate::program::{FamilyId, Program};
use crate::typed::Kind;
use crate::types::Scalar;

/// How a bound is known.
#[derive(Clone, Debug, PartialEq)]
pub enum How {
    /// It is the figure at all sizes that are no smaller than this one, in every parameter.
    Exact(u64),
    /// The figure is never above it.
    Upper,
    /// The figure is not above it at all sizes that are no smaller than this one, in every parameter.
    UpperFrom(u64),
}

/// A proved bound.
#[derive(Clone, Debug)]
pub struct Bound {
    /// In the parameters of the family.
    pub formula: Formula,
    /// Whether it is reached.
    pub how: How,
    /// For `Exact` and `UpperFrom`: the bound that holds at all sizes, where it is another one.
    pub everywhere: Formula,
    /// For depths and fan-ins: the pieces of a longest path, from the inputs on.
    pub why: Vec<Piece>,
}

impl Bound {
    /// The bound, no more said of it.
    fn upper(self) -> Bound {
        Bound { how: How::Upper, ..self }
    }
}

/// A piece of a path from the inputs to an output.
#[derive(Clone, Debug)]
pub struct Piece {
    /// The expression.
    pub span: Span,
    /// What it does.
    pub step: super::Step,
    /// The levels that it adds.
    pub levels: Formula,
    /// What is inside: one step of a loop, one level of a recursion, the circuit of the family that is called.
    pub inside: Vec<Piece>,
}

/// The pieces of a trail, the first one first.
fn pieces(trail: &depth::Trail) -> Vec<Piece> {
    let mut found = Vec::new();
    let mut at = trail.as_ref();
    while let Some(path) = at {
        found.push(Piece {
            span: path.span,
            step: path.step,
            levels: path.levels.clone(),
            inside: pieces(&path.inside),
        });
        at = path.before.as_ref();
    }
    found.reverse();
    found
}

/// What is proved of a family for all sizes that its `where` admits. `None` where nothing is.
#[derive(Clone, Debug)]
pub struct Analysis {
    /// The depth of the circuit.
    pub depth: Option<Bound>,
    /// The depth of each output, in order.
    pub outputs: Vec<Option<Bound>>,
    /// The depth once products are trees: half the layers of `average` and `dot`.
    pub rounds: Option<Bound>,
    /// The depth once sums are too: half the layers of `leftmost` and `rightmost`.
    pub binary_rounds: Option<Bound>,
    /// Gates.
    pub size: Option<Bound>,
    /// Wires.
    pub edges: Option<Bound>,
    /// The length of the sequence of `average` and `dot`.
    pub tokens: Option<Bound>,
    /// The length of the sequence of `leftmost` and `rightmost`.
    pub binary_tokens: Option<Bound>,
    /// The most operands of an add gate.
    pub add_fan_in: Option<Bound>,
    /// The most operands of a mul gate.
    pub mul_fan_in: Option<Bound>,
    /// A sign gate, where there may be one.
    pub sign: Option<Span>,
    /// An unbounded sum that counts, where there may be one.
    pub counting: Option<Span>,
    /// An unbounded product, where there may be one.
    pub product: Option<Span>,
    /// A gate whose values may have an unbounded number of bits.
    pub long: Option<Span>,
    /// At least the bits of every constant.
    pub constant_bits: Option<Bound>,
    /// An expression with a constant of the most bits.
    pub constant_at: Option<Span>,
    /// Static steps that building takes, up to a constant factor.
    pub work: Option<Bound>,
    /// Gates by the expression that they come from, those with the most first.
    pub shares: Vec<(Span, Formula)>,
    /// How the parameters grow with the number of inputs.
    pub growing: Vec<super::class::Growing>,
    /// What is not known, and why.
    pub gaps: Vec<Gap>,
    /// How many indices and slices are shown to be in range for all sizes.
    pub in_range: usize,
    /// The others, which are judged at each size that is built.
    pub judged: Vec<Span>,
}

/// Analyses a family; what its names for types stand for is taken to be numbers.
pub fn analyze(program: &Program, id: FamilyId) -> Analysis {
    analyze_as(program, id, &[])
}

/// The size from which on figures are tried to be shown exact,
const LARGE: u64 = 8;
/// and, where they are, the smaller ones.
const SMALLER: [u64; 4] = [1, 2, 3, 5];

/// The bounds of a family at all sizes, without looking for sizes from which on they are reached.
pub fn bounds_as(program: &Program, id: FamilyId, generics: &[Scalar]) -> Analysis {
    let mut analyzer = Analyzer::new(program, groups(program));
    analyzer.run(id, generics, 0).figures(program, id, None)
}

/// What classes are judged by: bounds at all sizes, of the depth of the circuit alone.
pub fn class_bounds(program: &Program, id: FamilyId) -> Analysis {
    let mut analyzer = Analyzer::new(program, groups(program));
    analyzer.plain = true;
    let mut analysis = analyzer.run(id, &[], 0).figures(program, id, None);
    analysis.rounds = None;
    analysis.binary_rounds = None;
    analysis
}

/// Analyses a family, with what its names for types stand for.
pub fn analyze_as(program: &Program, id: FamilyId, generics: &[Scalar]) -> Analysis {
    let mut analysis = bounds_as(program, id, generics);
    if analysis.is_exact() || program.family(id).params.is_empty() {
        return analysis;
    }
    // From some size on branches for small sizes are gone, and the bound may be reached.
    let sharper = |from: u64| {
        let mut analyzer = Analyzer::new(program, groups(program));
        analyzer.run(id, generics, from).figures(program, id, Some(from))
    };
    let large = sharper(LARGE);
    if large.is_exact() {
        for from in SMALLER {
            let small = sharper(from);
            if small.is_exact() {
                analysis.sharpen(&small);
                return analysis;
            }
        }
    }
    analysis.sharpen(&large);
    analysis
}

/// For each family that calls itself, directly or through others, the number of its group.
fn groups(program: &Program) -> Vec<Option<usize>> {
    let mut graph: DiGraph<(), ()> = DiGraph::new();
    let nodes: Vec<NodeIndex> = program.families.iter().map(|_| graph.add_node(())).collect();
    let mut itself = vec![false; nodes.len()];
    for (at, family) in program.families.iter().enumerate() {
        for expr in &family.body.exprs {
            let callee = match &expr.kind {
                Kind::Call { family, .. } => *family,
                Kind::Generate { step, .. } => *step,
                _ => continue,
            };
            let to = callee.0 as usize;
            itself[at] |= to == at;
            graph.update_edge(nodes[at], nodes[to], ());
        }
    }
    let mut groups = vec![None; nodes.len()];
    for (number, group) in kosaraju_scc(&graph).into_iter().enumerate() {
        for node in &group {
            if group.len() > 1 || itself[node.index()] {
                groups[node.index()] = Some(number);
            }
        }
    }
    groups
}

/// What one run of the analysis gives.
struct Run {
    outputs: Vec<[Depth; 3]>,
    met: Met,
    root: Facts,
    /// The sizes of the inputs.
    dims: Vec<Vec<Formula>>,
    /// The `where`.
    conditions: Vec<super::value::Cond>,
}

impl<'p> Analyzer<'p> {
    /// Analyses a family with all sizes at least `from`.
    fn run(&mut self, id: FamilyId, generics: &[Scalar], from: u64) -> Run {
        let program = self.program;
        let family = program.family(id);
        let params: Vec<Formula> = (0..family.params.len() as u32).map(Formula::param).collect();
        let generics: Vec<Scalar> =
            (0..family.generics.len()).map(|at| generics.get(at).copied().unwrap_or(Scalar::Num)).collect();
        let mut frame = Frame::new(&family.body, params.clone(), generics.clone());
        for param in &params {
            self.here.facts.assume(&param.plus(-(from as i64)));
        }
        self.conditions(&mut frame, family);
        let conditions = self.here.assumed.iter().map(|(_, cond)| cond.clone()).collect();
        self.inputs(&mut frame, id, &[]);
        self.here.root = self.here.facts.clone();
        let recursive = self.recursive.get(id.0 as usize).copied().flatten().is_some();
        let value = if recursive {
            let args: Vec<Value> = frame.slots[..family.inputs.len()].to_vec();
            let written: Vec<super::reading::At> =
                params.iter().map(|p| super::reading::At::of(p.clone())).collect();
            let called = self.called(id, &written, &args, generics, family.name_span);
            self.call_with(&called)
        } else {
            match family.body.result {
                Some(result) => {
                    let value = self.eval(&mut frame, result);
                    self.declared(&mut frame, &value, &family.result.ty)
                }
                None => Value::number(&Num::ZERO),
            }
        };
        self.charge_inputs(&frame, family.inputs.len());
        self.charge_outputs(&value);
        let outputs = value.leaves().iter().map(|leaf| self.leaf_depths(leaf).0).collect();
        let dims = frame.slots[..family.inputs.len()].iter().map(|slot| match slot {
            Value::Array(array) => array.dims.clone(),
            _ => Vec::new(),
        });
        let dims = dims.collect();
        Run { outputs, met: self.here.met.clone(), root: self.here.root.clone(), dims, conditions }
    }

    /// Inputs are gates, whether they are read or not.
    fn charge_inputs(&mut self, frame: &Frame<'p>, inputs: usize) {
        for slot in &frame.slots[..inputs] {
            let count = match slot {
                Value::Array(array) => array.dims.iter().fold(Formula::one(), |count, dim| count.mul(dim)),
                _ => Formula::one(),
            };
            self.charge(&super::met::Tally::sources(&count), &Vec::new());
        }
    }

    /// Constants that reach an output are gates.
    pub(super) fn charge_outputs(&mut self, value: &Value) {
        for leaf in value.leaves() {
            match leaf {
                Value::Cell(cell) => {
                    let wire = self.wire(&cell);
                    self.charge_constant(&wire);
                }
                Value::Array(array) => {
                    for stream in self.streams_of(&array) {
                        let cell: Cell = stream.cells[0].clone();
                        self.within(&stream, &mut |this, _| {
                            let wire = this.wire(&cell);
                            this.charge_constant(&wire);
                        });
                    }
                }
                Value::Tuple(_) => {}
            }
        }
    }
}

impl Run {
    /// The figures; with `from` those that are shown at sizes of at least that.
    fn figures(&self, program: &Program, id: FamilyId, from: Option<u64>) -> Analysis {
        let params = program.family(id).params.len();
        let least = from.unwrap_or(0);
        let of = |terms: &Depth| self.bound(terms, params, least);
        let weighed = |weighing: usize| {
            let mut all = Depth::new();
            for output in &self.outputs {
                all.extend(output[weighing].iter().cloned());
            }
            of(&all)
        };
        let upper = |f: &Formula| {
            let f = if self.root.non_negative(f) {
                f.clone()
            } else {
                Formula::max(&[f.clone(), Formula::zero()])
            };
            (!f.is_unknown()).then(|| Bound {
                formula: f.clone(),
                how: How::Upper,
                everywhere: f,
                why: Vec::new(),
            })
        };
        let met = &self.met;
        // Constants that are numbers are shared by the whole circuit.
        let numbers = Formula::int(met.numbers.len() as i64);
        let with_numbers = |f: &Formula| upper(&f.add(&numbers));
        // Where it is not known how much is built, gates may be missing from everything that was met.
        let known = !met.tally.gates.is_unknown();
        Analysis {
            depth: weighed(0),
            outputs: self.outputs.iter().map(|output| of(&output[0])).collect(),
            rounds: weighed(1),
            binary_rounds: weighed(2),
            size: with_numbers(&met.tally.gates),
            edges: upper(&met.tally.wires),
            tokens: with_numbers(&met.tally.positions),
            binary_tokens: with_numbers(&met.tally.binary),
            // A gate that was met may be dropped as no output needs it: these are never said to be exact.
            add_fan_in: of(&met.add_fan_in).map(Bound::upper).filter(|_| known),
            mul_fan_in: of(&met.mul_fan_in).map(Bound::upper).filter(|_| known),
            sign: met.sign,
            counting: met.counting,
            product: met.product,
            long: met.long,
            constant_bits: upper(&met.most_bits(&self.root)).filter(|_| known),
            constant_at: met.constant_at.as_ref().map(|(_, span)| *span),
            work: upper(&met.tally.work),
            shares: self.shares(),
            growing: match from {
                None => super::class::growing(&self.dims, params as u32, &self.root, &self.conditions),
                Some(_) => Vec::new(),
            },
            gaps: met.gaps.clone(),
            in_range: met.ranges.values().filter(|shown| **shown).count(),
            judged: met
                .ranges
                .iter()
                .filter(|(_, shown)| !**shown)
                .map(|((start, end), _)| Span { start: *start, end: *end })
                .collect(),
        }
    }

    /// A maximum over paths that begin at depth 0.
    fn bound(&self, terms: &Depth, params: usize, least: u64) -> Option<Bound> {
        let mut kept: Vec<&Term> = Vec::new();
        for (at, term) in terms.iter().enumerate() {
            let beaten = terms.iter().enumerate().any(|(other, better)| {
                other != at
                    && if better.cost == term.cost {
                        other < at
                    } else {
                        self.root.at_most(&term.cost, &better.cost)
                    }
            });
            if !beaten {
                kept.push(term);
            }
        }
        let costs: Vec<Formula> = kept.iter().map(|term| term.cost.clone()).collect();
        let mut formula = match costs.as_slice() {
            [] => Formula::zero(),
            [one] => one.clone(),
            many => Formula::max(many),
        };
        if formula.is_unknown() {
            return None;
        }
        if !self.root.non_negative(&formula) {
            formula = Formula::max(&[formula, Formula::zero()]);
        }
        let mut how = How::Upper;
        let steepest =
            kept.iter().copied().max_by_key(|term| (term.cost == formula, term.cost.growth(&|_| Some(1))));
        let mut why = steepest.map_or_else(Vec::new, |term| pieces(&term.trail));

        // One path that is there from some sizes on, and as long as any.
        for term in terms.iter().filter(|term| term.cost == formula) {
            if let Some(from) = self.holds_from(&term.tight, params, least) {
                why = pieces(&term.trail);
                how = match how {
                    How::Exact(known) => How::Exact(known.min(from)),
                    How::Upper | How::UpperFrom(_) => How::Exact(from),
                };
            }
        }
        if terms.is_empty() || formula.is_zero() {
            how = How::Exact(least);
        }
        Some(Bound { formula: formula.clone(), how, everywhere: formula, why })
    }

    /// Gates by the expression that they come from, those with the most first.
    fn shares(&self) -> Vec<(Span, Formula)> {
        let mut shares: Vec<(Span, Formula)> = self
            .met
            .shares
            .iter()
            .filter(|(_, gates)| !gates.is_zero())
            .map(|((start, end), gates)| (Span { start: *start, end: *end }, gates.clone()))
            .collect();
        // Those that grow fastest first, and among them those that are more at a size of some hundreds.
        let large = |gates: &Formula| gates.at(&|_| Some(Num::int(500)));
        shares.sort_by(|(_, a), (_, b)| {
            let growth = |f: &Formula| f.growth(&|_| Some(1));
            growth(b).cmp(&growth(a)).then_with(|| large(b).cmp(&large(a)))
        });
        shares
    }

    /// The smallest size from which on needs hold.
    fn holds_from(&self, needs: &Needs, params: usize, least: u64) -> Option<u64> {
        let needs = needs.as_ref()?;
        (least..=least + 8).find(|from| {
            let mut facts = self.root.clone();
            for param in 0..params as u32 {
                facts.assume(&Formula::param(param).plus(-(*from as i64)));
            }
            needs.iter().all(|need| facts.non_negative(need))
        })
    }
}

impl Analysis {
    /// The expression with the most gates.
    pub fn largest_share(&self) -> Option<Span> {
        self.shares.first().map(|(span, _)| *span)
    }

    fn bounds(&mut self) -> Vec<&mut Option<Bound>> {
        let mut all = vec![
            &mut self.depth,
            &mut self.rounds,
            &mut self.binary_rounds,
            &mut self.add_fan_in,
            &mut self.mul_fan_in,
            &mut self.size,
            &mut self.edges,
            &mut self.tokens,
            &mut self.binary_tokens,
        ];
        all.extend(self.outputs.iter_mut());
        all
    }

    /// Whether what can be exact is.
    fn is_exact(&self) -> bool {
        let exact = |bound: &Option<Bound>| bound.as_ref().is_some_and(|b| matches!(b.how, How::Exact(_)));
        exact(&self.depth) && exact(&self.rounds)
    }

    /// Takes figures that are exact from some size on.
    fn sharpen(&mut self, sharper: &Analysis) {
        if let (Some(own), Some(new)) = (self.constant_bits.as_mut(), sharper.constant_bits.as_ref())
            && new.formula.weight() < own.formula.weight()
        {
            own.formula = new.formula.clone();
            own.how = How::UpperFrom(LARGE);
        }
        let mut sharper = sharper.clone();
        for (own, new) in self.bounds().into_iter().zip(sharper.bounds()) {
            let (Some(own), Some(new)) = (own.as_mut(), new.as_ref()) else { continue };
            if own.how == How::Upper && matches!(new.how, How::Exact(_)) {
                own.formula = new.formula.clone();
                own.how = new.how.clone();
                own.why = new.why.clone();
            } else if own.how == How::Upper && new.formula.weight() < own.formula.weight() {
                // Without what only small sizes need it reads better, and is no greater.
                own.formula = new.formula.clone();
                own.how = How::UpperFrom(LARGE);
                own.why = new.why.clone();
            }
        }
    }
}
