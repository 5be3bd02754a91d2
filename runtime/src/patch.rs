//! Interventions: runs in which chosen numbers are those of another run of a program of the same shape.
//!
//! A [`Target`] says which numbers: what a layer or a head wrote, or one coordinate, at all positions or at one. An
//! edge, `SOURCE->READER`, replaces them for one reader alone; whoever else reads them sees what the run itself
//! wrote. Everything is exact, as the numbers are those of a kept [`Trace`].

mod parse;
mod target;

pub use parse::{ReadBy, TargetError, parse_target};
pub use target::{Part, Reader, Source, Target};

use crate::limits::{Meter, RunErrorKind};
use crate::literal::run;
use crate::number::Num;
use crate::trace::{Shape, Trace};
use crate::transformer::Layer;
use std::borrow::Cow;

/// Numbers of a run that are replaced by those of another.
#[derive(Clone, Debug)]
pub struct Patch<'a> {
    target: Target,
    from: &'a Trace,
}

/// Why a trace can't give the numbers of a target.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PatchError {
    /// The trace is of a program of another shape.
    Shape {
        /// The shape of the program that is run.
        program: Box<Shape>,
        /// That of the trace.
        trace: Box<Shape>,
    },
    /// The trace does not keep a layer.
    Layer(u64),
    /// The trace does not keep a position.
    Position(u32),
}

impl<'a> Patch<'a> {
    /// Replaces the numbers of a target of `shape` by those of a trace.
    ///
    /// # Errors
    /// A trace of another shape, or one that does not keep what is asked for.
    pub fn new(shape: &Shape, target: Target, from: &'a Trace) -> Result<Patch<'a>, PatchError> {
        if from.shape != *shape {
            let (program, trace) = (Box::new(shape.clone()), Box::new(from.shape.clone()));
            return Err(PatchError::Shape { program, trace });
        }
        let (first, last) = match target.source {
            Source::Embedding(_) => (0, 0),
            Source::Layer(layer, _) | Source::Head(layer, _) => (layer, layer + 1),
            Source::All => (0, shape.depth()),
        };
        // A sequence without positions has no layers that do anything.
        if shape.positions > 0
            && let Some(missing) = (first..last).find(|&layer| from.layer(layer).is_none())
        {
            return Err(PatchError::Layer(missing));
        }
        let (first, last) = match target.position {
            Some(position) => (position, position + 1),
            None => (0, shape.positions as u32),
        };
        if let Some(missing) = (first..last).find(|&position| from.slot(position).is_none()) {
            return Err(PatchError::Position(missing));
        }
        Ok(Patch { target, from })
    }

    /// What is replaced.
    pub fn target(&self) -> &Target {
        &self.target
    }

    /// Whether this replaces something at a position for this reader; for `None`, where it is written.
    fn holds(&self, reader: Option<Reader>, position: u32) -> bool {
        self.target.reader == reader && self.target.position.is_none_or(|only| only == position)
    }

    /// Replaces, in the vector at a position that `layer` has before it, what this has there.
    fn replace_before(&self, layer: u64, position: u32, vector: &mut [Num]) {
        let (is, coordinate) = match self.target.source {
            Source::Embedding(coordinate) => (layer == 0, coordinate),
            Source::Layer(written, coordinate) => (Some(written) == layer.checked_sub(1), coordinate),
            Source::All => (layer > 0, None),
            Source::Head(..) => (false, None),
        };
        let Some(other) = self.from.before(layer, position).filter(|_| is) else { return };
        match coordinate {
            Some(c) => vector[c] = other[c].clone(),
            None => vector.clone_from_slice(other),
        }
    }

    /// Replaces what a head pooled at a position, if this has it.
    fn replace_pooled(&self, layer: u64, head: usize, position: u32, pooled: &mut [Num]) {
        if self.target.source == Source::Head(layer, head)
            && let Some(other) = self.from.pooled(layer, head, position)
        {
            pooled.clone_from_slice(other);
        }
    }
}

/// The patches of a run, where a run asks for them.
pub(crate) struct Patches<'a>(pub(crate) &'a [Patch<'a>]);

impl Patches<'_> {
    /// Replaces numbers of the sequence before the first layer.
    pub(crate) fn embed(&self, state: &mut [Vec<Num>]) {
        for (i, vector) in state.iter_mut().enumerate() {
            self.write(0, i as u32, vector);
        }
    }

    /// Replaces numbers of the vector that stands at a position before a layer, as it is written.
    fn write(&self, layer: u64, position: u32, vector: &mut [Num]) {
        for patch in self.0.iter().filter(|patch| patch.holds(None, position)) {
            patch.replace_before(layer, position, vector);
        }
    }

    /// Replaces what a head pooled at a position.
    pub(crate) fn pool(&self, layer: u64, head: usize, position: u32, pooled: &mut [Num]) {
        for patch in self.0.iter().filter(|patch| patch.holds(None, position)) {
            patch.replace_pooled(layer, head, position, pooled);
        }
    }

    /// The vectors before a layer as one of its readers sees them.
    pub(crate) fn seen<'s>(&self, layer: u64, part: Part, state: &'s [Vec<Num>]) -> Cow<'s, [Vec<Num>]> {
        let reader = Some(Reader { layer, part });
        let mut seen = Cow::Borrowed(state);
        for patch in self.0.iter().filter(|patch| patch.target.reader == reader) {
            for (i, vector) in seen.to_mut().iter_mut().enumerate() {
                if patch.holds(reader, i as u32) {
                    patch.replace_before(layer, i as u32, vector);
                }
            }
        }
        seen
    }

    /// The new vector of a position: a coordinate that sees other numbers than the rest is computed from those.
    pub(crate) fn activate(
        &self,
        layer: u64,
        parts: &Layer,
        position: u32,
        input: &[Num],
        meter: &Meter,
    ) -> Result<Vec<Num>, RunErrorKind> {
        let mut vector = run(&parts.activation, input, meter)?;
        for (c, value) in vector.iter_mut().enumerate() {
            let reader = Some(Reader { layer, part: Part::Coordinate(c) });
            let mut edges = self.0.iter().filter(|patch| patch.holds(reader, position)).peekable();
            if edges.peek().is_none() {
                continue;
            }
            let mut input = input.to_vec();
            let (own, mut pooled) = input.split_at_mut(parts.activation.outputs.len());
            edges.clone().for_each(|edge| edge.replace_before(layer, position, own));
            for (h, head) in parts.heads.iter().enumerate() {
                let (these, rest) = pooled.split_at_mut(head.value.width());
                edges.clone().for_each(|edge| edge.replace_pooled(layer, h, position, these));
                pooled = rest;
            }
            *value = run(&parts.activation, &input, meter)?.swap_remove(c);
        }
        self.write(layer + 1, position, &mut vector);
        Ok(vector)
    }
}
