//! The sizes of a quantified test: every combination that its ranges and arrays give.

use circ_runtime::Num;

use super::Id;
use super::frame::{Elaborator, Frame, Stop};
use super::shapes::shortened;
use super::value::{Cell, Sizes, Value};
use crate::diagnostics::{BuildFact, Built, Diagnostic, StageFact};
use crate::limits::Limits;
use crate::program::{Program, Test};
use crate::typed::Source;

/// The role of a quantified size in messages.
const ROLE: &str = "a quantified size";

/// How far a walk over the sizes of a test goes.
#[derive(Clone, Copy, Debug)]
pub struct Reach {
    /// Of every range and array so many first values.
    pub each: u64,
    /// So many combinations, those counted too after which a later range is empty.
    pub combinations: u64,
}

/// What is told of each combination: the sizes, and the shapes of the quantified inputs.
pub type Visit<'v> = &'v mut dyn FnMut(&[u64], &[Vec<usize>]);

/// What one size goes through.
enum Values {
    /// From the first, so many.
    Range(u64, u64),
    /// The elements of an array.
    List(Vec<u64>),
}

impl Values {
    fn len(&self) -> u64 {
        match self {
            Values::Range(_, count) => *count,
            Values::List(list) => list.len() as u64,
        }
    }

    fn get(&self, at: u64) -> Option<u64> {
        match self {
            Values::Range(start, count) => (at < *count).then(|| start + at),
            Values::List(list) => list.get(usize::try_from(at).ok()?).copied(),
        }
    }
}

/// Visits the combinations of the sizes of a test, the last one fastest, each with the shapes of the quantified
/// inputs. A plain test has one, which is empty. It gives whether all were visited: `reach` says where it stops.
///
/// # Errors
/// Where an end of a range, an element of an array or a dimension does not come out as it should at some sizes.
pub fn test_sizes(
    program: &Program,
    index: usize,
    limits: &Limits,
    reach: Reach,
    visit: Visit<'_>,
) -> Result<bool, Box<Diagnostic>> {
    let test = &program.tests[index];
    let mut silent = |_: u64| {};
    let mut elaborator = Elaborator::new(program, limits, &mut silent);
    elaborator.constants()?;
    let sizes = Sizes::from_elem(0, test.sizes.len());
    let mut frame = Frame::new(&test.body, None, sizes, elaborator.test_base(index));
    let mut open = Vec::with_capacity(test.sizes.len());
    elaborator.walk_sizes(&mut frame, test, reach, &mut open, visit).map_err(|mut fault| {
        // The sizes that are open are those that led to the fault.
        let sizes = named(test, &frame.sizes[..open.len()]);
        fault.built = Some(Built { family: None, sizes });
        fault
    })
}

/// Sizes with their names, those without one left out.
pub(super) fn named(test: &Test, sizes: &[u64]) -> Vec<(String, u64)> {
    let named = test.sizes.iter().zip(sizes).filter(|(size, _)| size.name != "_");
    named.map(|(size, value)| (size.name.clone(), *value)).collect()
}

impl<'p> Elaborator<'p, '_> {
    /// The walk. `open` has an entry for each size that has a value: what it goes through, and where it is.
    fn walk_sizes(
        &mut self,
        f: &mut Frame<'p>,
        test: &'p Test,
        reach: Reach,
        open: &mut Vec<(Values, u64)>,
        visit: Visit<'_>,
    ) -> Result<bool, Stop> {
        let mut all = true;
        for _ in 0..reach.combinations {
            // Give values to sizes until all have one, or one has none.
            while let Some(size) = test.sizes.get(open.len()) {
                let values = self.size_values(f, &size.source)?;
                all &= values.len() <= reach.each;
                let Some(first) = values.get(0) else { break };
                f.sizes[open.len()] = first;
                open.push((values, 0));
            }
            if open.len() == test.sizes.len() {
                let shapes: Result<Vec<_>, Stop> =
                    test.inputs.iter().map(|input| self.shape_at(f, &input.ty)).collect();
                visit(&f.sizes, &shapes?);
            }
            // The innermost size that has more values takes the next one.
            loop {
                let Some((values, at)) = open.last_mut() else { return Ok(all) };
                *at += 1;
                if let Some(next) = values.get(*at).filter(|_| *at < reach.each) {
                    f.sizes[open.len() - 1] = next;
                    break;
                }
                open.pop();
            }
        }
        Ok(false)
    }

    /// What a size goes through, at the sizes before it.
    fn size_values(&mut self, f: &mut Frame<'p>, source: &Source) -> Result<Values, Stop> {
        match source {
            Source::Range(start, end, inclusive) => {
                let (from, to) = (self.range_end(f, *start)?, self.range_end(f, *end)?);
                let length = to.sub(&from).add(&Num::int(i64::from(*inclusive)));
                if length.signum() <= 0 {
                    return Ok(Values::Range(0, 0));
                }
                let first = self.as_natural(&from, ROLE, f.span(*start))? as u64;
                // Beyond the largest size nobody counts.
                let length = length.to_u64().unwrap_or(u64::MAX).min(u64::MAX - first);
                Ok(Values::Range(first, length))
            }
            Source::Array(array) => {
                let span = f.span(*array);
                match self.eval(f, *array)? {
                    Value::Array(values) => {
                        self.charge(values.cells.len() as u64, span)?;
                        let size = |cell: Cell| match cell {
                            Cell::Static(value) => Ok(self.as_natural(&value, ROLE, span)? as u64),
                            Cell::Wire(_) => Err(self.stop(span, StageFact::NotStatic { role: ROLE })),
                        };
                        Ok(Values::List(values.cells.iter().map(size).collect::<Result<_, _>>()?))
                    }
                    Value::Scalar(_) | Value::Tuple(_) => Err(self.internal(span)),
                }
            }
        }
    }

    /// A static integer, however large.
    fn range_end(&mut self, f: &mut Frame<'p>, id: Id) -> Result<Num, Stop> {
        self.charge(1, f.span(id))?;
        let value = self.eval(f, id)?;
        match value.as_static() {
            Some(number) if number.is_integer() => Ok(number.clone()),
            Some(number) => {
                Err(self.stop(f.span(id), BuildFact::RangeNotInteger { found: shortened(number) }))
            }
            None => Err(self.stop(f.span(id), StageFact::NotStatic { role: "an end of a range" })),
        }
    }
}
