//! A plan by columns, for sequences whose columns are generated: the constructions' own.
//!
//! The general way follows every number of every position. Here a whole region of positions is looked at once, as the
//! pattern of a column says for all of them which keys their queries select:
//!
//! 1. `regions`: the stretches of the columns, cut alike. `attend`: for each head the regions that can win, and how a
//!    query finds its keys there, by arithmetic or by the ends of runs.
//! 2. `derive`: the number at a position of the outputs' region, after all layers, as an expression of such numbers one
//!    round before. It is the same for all positions of one class: those with the same kind and as many keys.
//! 3. One pass over the positions, which finds the class of each, and holds that it reads only positions before it,
//!    and that the outputs settle within the rounds that are run. The operands of a position are where the column of
//!    the keys has them, so that they are not written down again.
//! 4. `run`: the positions in order, each once.
//!
//! All of this is read off the layers and the columns. Whatever does not show in this way is left to `settle`.

mod attend;
mod derive;
mod regions;
mod run;

use super::kernel::Kernel;
use super::recognise::StaticScore;
use super::statics::Statics;
use crate::column::Pattern;
use crate::number::Num;
use crate::transformer::Transformer;
use derive::Deriver;
use regions::Regions;
use rustc_hash::FxHashMap;
use std::sync::Arc;

pub(super) use run::run;

/// The positions of one region in order, each computed from earlier ones.
#[derive(Debug)]
pub(super) struct Flow {
    /// The first position of the region. Nodes are its positions, counted from there.
    start: usize,
    /// How many nodes there are.
    pub(super) len: usize,
    /// The coordinate that the nodes have their values at.
    coordinate: usize,
    /// The kind of every node; none where they are all alike.
    kinds: Option<Arc<Vec<u8>>>,
    /// Where the run of each node ends; none where nodes have no runs.
    ends: Option<Arc<Vec<u32>>>,
    /// The operands in runs.
    runs: Option<Runs>,
    /// Operands that are one for each node.
    singles: Vec<Single>,
    /// What nodes compute, and from which operands.
    kernels: Vec<(Kernel, Operands)>,
    classes: Classes,
    /// The node of every output scalar.
    outputs: Vec<u32>,
    /// The node of every input scalar with the number of the scalar, nodes in order. None where an input is no node.
    inputs: Option<Vec<(u32, u32)>>,
}

/// Operands that are a run of numbers for each node, one run after the other.
#[derive(Clone, Debug, PartialEq)]
struct Runs {
    /// The numbers.
    values: Arc<Vec<u32>>,
    /// What makes a node of a number.
    shift: i64,
}

/// An operand of each node.
#[derive(Clone, Debug, PartialEq)]
struct Single {
    /// A number for each node.
    numbers: Pattern,
    /// What makes a node of it.
    shift: i64,
}

/// The operands of a node.
#[derive(Clone, Debug, PartialEq)]
enum Operands {
    /// It has none: its number never changes.
    Initial,
    /// Its run.
    Run,
    /// These of the single ones.
    Singles(Vec<usize>),
}

/// Which kernel the nodes of a kind have that read so many.
#[derive(Debug, Default)]
struct Classes {
    /// One more than the kernel, by kind and number, where that is small; 0 where the class has not been seen.
    small: Vec<u32>,
    large: FxHashMap<(u8, u32), u32>,
}

/// Numbers of operands that are small.
const SMALL: usize = 16;
/// Kernels beyond which the program counts as one that does not specialise.
const MAX_KERNELS: usize = 1 << 16;

impl Classes {
    #[inline]
    fn get(&self, kind: u8, count: usize) -> Option<usize> {
        let kernel = if count < SMALL {
            self.small.get(usize::from(kind) * SMALL + count).copied().unwrap_or(0)
        } else {
            self.large.get(&(kind, count as u32)).copied().unwrap_or(0)
        };
        (kernel as usize).checked_sub(1)
    }

    fn set(&mut self, kind: u8, count: usize, kernel: usize) {
        if count < SMALL {
            let place = usize::from(kind) * SMALL + count;
            if self.small.len() <= place {
                self.small.resize(place + 1, 0);
            }
            self.small[place] = kernel as u32 + 1;
        } else {
            self.large.insert((kind, count as u32), kernel as u32 + 1);
        }
    }
}

/// The plan of a program by columns, where it has one.
pub(super) fn flow(statics: &Statics<'_>, scores: &[Vec<Option<StaticScore>>]) -> Option<Flow> {
    let t = statics.t;
    let regions = Regions::of(statics)?;
    let (coordinate, region) = outputs(t, &regions)?;
    let finders = attend::finders(statics, &regions, scores)?;
    let mut deriver = Deriver::new(statics, &regions, &finders, coordinate, region)?;
    let (start, len) = regions.place(region);
    let mut flow = Flow {
        start,
        len,
        coordinate: coordinate as usize,
        kinds: deriver.kinds(),
        ends: deriver.ends(),
        runs: None,
        singles: Vec::new(),
        kernels: Vec::new(),
        classes: Classes::default(),
        outputs: Vec::new(),
        inputs: None,
    };
    let rounds = flow.walk(&mut deriver)?;
    for &position in t.sequence.outputs.iter().flat_map(|spec| &spec.positions) {
        let node = position as usize - start;
        if u64::from(rounds[node]) > t.repeat {
            return None;
        }
        flow.outputs.push(node as u32);
    }
    flow.inputs = flow.inputs(t);
    Some(flow)
}

/// The coordinate and the region of all outputs, where that is one.
fn outputs(t: &Transformer, regions: &Regions<'_>) -> Option<(u32, usize)> {
    let mut specs = t.sequence.outputs.iter().filter(|spec| !spec.positions.is_empty());
    let first = specs.clone().next()?;
    let region = regions.of_position(first.positions[0] as usize)?;
    let (start, len) = regions.place(region);
    let inside = |&p: &u32| (start..start + len).contains(&(p as usize));
    let one = specs.all(|spec| spec.coordinate == first.coordinate && spec.positions.iter().all(inside));
    one.then_some((first.coordinate as u32, region))
}

impl Flow {
    /// Finds the class of every node, and gives the round in which each settles.
    fn walk(&mut self, deriver: &mut Deriver<'_, '_>) -> Option<Vec<u32>> {
        let kinds = self.kinds.clone();
        let ends = self.ends.clone();
        let mut rounds: Vec<u32> = Vec::with_capacity(self.len);
        let (mut start, mut values, mut shift) = (0, Arc::default(), 0);
        for i in 0..self.len {
            let kind = kinds.as_ref().map_or(0, |kinds| kinds[i]);
            let end = ends.as_ref().map_or(0, |ends| ends[i] as usize);
            let run = start..end;
            start = end;
            let kernel = match self.classes.get(kind, run.len()) {
                Some(kernel) => kernel,
                None => {
                    let kernel = self.derive(deriver, kind, run.len())?;
                    if let Some(runs) = &self.runs {
                        (values, shift) = (Arc::clone(&runs.values), runs.shift);
                    }
                    kernel
                }
            };
            // There are rounds of the nodes before this one, so that any other node has none; one below 0 wraps to far
            // above.
            let mut latest = 0;
            let round = match &self.kernels[kernel].1 {
                Operands::Initial => 0,
                Operands::Run => {
                    for &value in &values[run] {
                        latest = latest.max(*rounds.get((i64::from(value) + shift) as usize)?);
                    }
                    latest + 1
                }
                Operands::Singles(places) => {
                    for &place in places {
                        latest = latest.max(*rounds.get(self.singles[place].node(i))?);
                    }
                    latest + 1
                }
            };
            rounds.push(round);
        }
        Some(rounds)
    }

    /// The kernel of a class that has not been seen.
    #[cold]
    fn derive(&mut self, deriver: &mut Deriver<'_, '_>, kind: u8, count: usize) -> Option<usize> {
        let derived = deriver.class(kind, count)?;
        let operands = match derived.operands {
            derive::Reads::Nothing => Operands::Initial,
            derive::Reads::Run(runs) => {
                if self.runs.get_or_insert_with(|| runs.clone()) != &runs {
                    return None;
                }
                Operands::Run
            }
            derive::Reads::Singles(singles) => Operands::Singles(
                singles
                    .into_iter()
                    .map(|single| {
                        let known = self.singles.iter().position(|known| *known == single);
                        known.unwrap_or_else(|| {
                            self.singles.push(single);
                            self.singles.len() - 1
                        })
                    })
                    .collect(),
            ),
        };
        if self.kernels.len() >= MAX_KERNELS {
            return None;
        }
        self.kernels.push((derived.kernel, operands));
        self.classes.set(kind, count, self.kernels.len() - 1);
        Some(self.kernels.len() - 1)
    }

    /// Where the numbers of inputs go, where all of them are numbers of nodes.
    fn inputs(&self, t: &Transformer) -> Option<Vec<(u32, u32)>> {
        let mut nodes = Vec::with_capacity(t.sequence.input_scalars());
        for spec in &t.sequence.inputs {
            if spec.square.is_some() || (spec.coordinate != self.coordinate && !spec.positions.is_empty()) {
                return None;
            }
            for &position in &spec.positions {
                let node = (position as usize).checked_sub(self.start).filter(|&node| node < self.len)?;
                nodes.push((node as u32, nodes.len() as u32));
            }
        }
        // Stable: of two scalars for one position the later one counts.
        nodes.sort_by_key(|&(node, _)| node);
        Some(nodes)
    }

    /// Whether it can run on other inputs than those of its sequence.
    pub(super) fn takes_inputs(&self) -> bool {
        self.inputs.is_some()
    }

    /// The numbers that the nodes have before the first layer.
    fn initial<'a>(&'a self, t: &'a Transformer, inputs: Option<&'a [Num]>) -> run::Initial<'a> {
        let given = inputs.and_then(|numbers| Some((self.inputs.as_deref()?, numbers)));
        run::Initial::new(&t.sequence.columns[self.coordinate], self.start, given)
    }
}

impl Single {
    /// The operand of a node; far above all nodes where it is none.
    #[inline]
    fn node(&self, i: usize) -> usize {
        (self.numbers.at(i) + self.shift) as usize
    }
}
