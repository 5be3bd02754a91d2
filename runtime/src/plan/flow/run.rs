//! Running a plan by columns: the nodes in order, each once.

use super::{Flow, Operands};
use crate::column::{Column, run as run_at};
use crate::limits::{Limits, RunError};
use crate::number::Num;
use crate::plan::run::Steps;
use crate::transformer::Transformer;

/// How many nodes go by between two calls of `progress`.
const STRIDE: usize = 1 << 14;

/// The values of the outputs: for the inputs of the sequence, or for these, which the plan has to take.
pub(in crate::plan) fn run(
    t: &Transformer,
    flow: &Flow,
    inputs: Option<&[Num]>,
    limits: &Limits,
    progress: &mut dyn FnMut(u64, u64),
) -> Result<Vec<Num>, RunError> {
    let live = || live(flow);
    let mut steps = Steps::new(t.ring, limits, flow.len, &live);
    let mut initial = flow.initial(t, inputs);
    let (mut scratch, mut start) = (Vec::new(), 0);
    for i in 0..flow.len {
        if i % STRIDE == 0 {
            progress(i as u64, flow.len as u64);
        }
        let kind = flow.kinds.as_ref().map_or(0, |kinds| kinds[i]);
        let end = flow.ends.as_ref().map_or(0, |ends| ends[i] as usize);
        let (first, last) = (start, end);
        start = end;
        let kernel = flow.classes.get(kind, last - first).unwrap_or_default();
        match &flow.kernels[kernel] {
            (_, Operands::Initial) => steps.initial(initial.at(i))?,
            (kernel, Operands::Run) => {
                let Some(runs) = &flow.runs else { continue };
                let shift = runs.shift;
                let node = move |&value: &u32| (i64::from(value) + shift) as usize;
                steps.compute(kernel, runs.values[first..last].iter().map(node))?;
            }
            (kernel, Operands::Singles(places)) => {
                scratch.clear();
                scratch.extend(places.iter().map(|&place| flow.singles[place].node(i)));
                steps.compute(kernel, scratch.iter().copied())?;
            }
        }
    }
    progress(flow.len as u64, flow.len as u64);
    Ok(flow.outputs.iter().map(|&node| steps.value(node as usize)).collect())
}

/// The nodes that outputs depend on.
fn live(flow: &Flow) -> Vec<bool> {
    let mut live = vec![false; flow.len];
    flow.outputs.iter().for_each(|&node| live[node as usize] = true);
    for i in (0..flow.len).rev() {
        if live[i] {
            flow.operands(i, &mut |node| live[node] = true);
        }
    }
    live
}

impl Flow {
    /// Tells the nodes that a node reads.
    fn operands(&self, i: usize, tell: &mut dyn FnMut(usize)) {
        let kind = self.kinds.as_ref().map_or(0, |kinds| kinds[i]);
        let (first, last) = self.ends.as_ref().map_or((0, 0), |ends| run_at(ends, i));
        let kernel = self.classes.get(kind, last - first).unwrap_or_default();
        match (&self.kernels[kernel].1, &self.runs) {
            (Operands::Run, Some(runs)) => {
                let values = runs.values[first..last].iter();
                values.for_each(|&value| tell((i64::from(value) + runs.shift) as usize));
            }
            (Operands::Singles(places), _) => {
                places.iter().for_each(|&place| tell(self.singles[place].node(i)));
            }
            _ => {}
        }
    }
}

/// The numbers of nodes before the first layer, asked for in order.
pub(super) struct Initial<'a> {
    column: &'a Column,
    start: usize,
    /// The numbers of a sparse column that are still ahead.
    others: &'a [(u32, Num)],
    given: Option<Given<'a>>,
}

/// The nodes of inputs that are still ahead, with the number of each input; and the inputs.
pub(super) type Given<'a> = (&'a [(u32, u32)], &'a [Num]);

impl<'a> Initial<'a> {
    pub(super) fn new(column: &'a Column, start: usize, given: Option<Given<'a>>) -> Initial<'a> {
        let others = match column {
            Column::Sparse(sparse) => sparse.others(),
            _ => &[],
        };
        Initial { column, start, others, given }
    }

    /// The number of a node that is none of those before the last one that was asked for.
    fn at(&mut self, node: usize) -> Num {
        if let Some((nodes, numbers)) = &mut self.given {
            let before = nodes.iter().take_while(|(at, _)| (*at as usize) < node).count();
            let own = nodes[before..].iter().take_while(|(at, _)| *at as usize == node).count();
            let last = nodes[before..before + own].last();
            *nodes = &nodes[before + own..];
            if let Some(&(_, input)) = last {
                return numbers[input as usize].clone();
            }
        }
        let position = self.start + node;
        match self.column {
            Column::Sparse(_) => {
                let before = self.others.iter().take_while(|(at, _)| (*at as usize) < position).count();
                self.others = &self.others[before..];
                match self.others.first() {
                    Some((at, value)) if *at as usize == position => value.clone(),
                    _ => Num::ZERO,
                }
            }
            column => column.get(position),
        }
    }
}
