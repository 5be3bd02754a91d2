//! A family on many inputs: built once for each size that lines have.

use std::collections::HashMap;
use std::sync::Arc;

use circ_compiler::elaborate::{admits, elaborate_staged, input_shapes};
use circ_compiler::{Diagnostic, Elaborated, FamilyId, Limits, Program, Sources, elaborate};
use circ_runtime::Num;

use super::built::{Built, Decoders, Steps, Way, size};
use super::line::{data, read_inputs};
use super::{Prepare, Work, scalars};
use crate::args::{Engine, Run};
use crate::attention::{Attention, Knowing};
use crate::chains::measure_chains;
use crate::engine::{self, Ready, emit, fault, measure_transformer};
use crate::printed::Form;
use crate::session::Session;
use crate::sizes::{check_shapes, sizes};
use crate::values::Numbers;

/// What was built is kept while it has no more gates and wires than this together: some hundred megabytes.
const KEPT: u64 = 2_000_000;
/// A gate or a wire takes up about as much as so many numbers.
const EACH: u64 = 8;

/// A family and how it is to be run. It is there until the command ends, as the threads that run it are.
#[derive(Clone, Copy)]
pub(crate) struct Asked {
    sources: &'static Sources,
    program: &'static Program,
    id: FamilyId,
    engine: Engine,
    attention: Attention,
    knowing: Knowing,
    json: bool,
    limits: Limits,
    run_limits: circ_runtime::Limits,
}

impl Asked {
    /// A family, as the options say.
    pub(crate) fn new(
        session: &Session,
        args: &Run,
        (sources, program): (&'static Sources, &'static Program),
        id: FamilyId,
    ) -> Asked {
        Asked {
            sources,
            program,
            id,
            engine: args.engine,
            attention: args.transformer.attention,
            knowing: args.transformer.knowing,
            json: args.json,
            limits: session.limits,
            run_limits: session.run_limits,
        }
    }

    /// What prepares a line.
    pub(crate) fn prepare(self, params: Vec<String>) -> Prepare {
        let mut kept = Kept::default();
        let decoders = Decoders::default();
        Box::new(move |line| self.line(line, &params, &mut kept, &decoders))
    }

    fn line(
        &self,
        line: &str,
        params: &[String],
        kept: &mut Kept,
        decoders: &Decoders,
    ) -> Result<Work, Vec<Diagnostic>> {
        let (program, family) = (self.program, self.program.family(self.id));
        let one = |fault: Box<Diagnostic>| vec![*fault];
        let numbers = Numbers { max_digits: self.run_limits.max_digits, semiring: None };
        let given = read_inputs(program, family, line, numbers).map_err(data)?;
        let sizes = sizes(family, &given, params).map_err(data)?;
        let names = program.names(family);
        let types: Vec<String> = family.inputs.iter().map(|input| names.ty(&input.ty.ty)).collect();
        let mut numbers = 0;
        let built = match kept.get(&sizes) {
            Some(built) => {
                check_shapes(family, &given, &built.shapes, &sizes, &types).map_err(data)?;
                built
            }
            None => {
                admits(program, self.id, &sizes, &self.limits).map_err(one)?;
                let shapes = input_shapes(program, self.id, &sizes, &self.limits).map_err(one)?;
                check_shapes(family, &given, &shapes, &sizes, &types).map_err(data)?;
                let built = Arc::new(self.build(&sizes, shapes, decoders).map_err(one)?);
                numbers = built.cost.saturating_mul(EACH);
                kept.insert(sizes, Arc::clone(&built));
                built
            }
        };
        let values: Vec<Num> = given.into_iter().flatten().flat_map(|given| given.cells).collect();
        numbers += (values.len() + scalars(&built.circuit().outputs)) as u64;
        Ok(Work { numbers, run: Box::new(move || built.run(&values)) })
    }

    /// The family at one size, ready to run.
    fn build(
        &self,
        sizes: &[u64],
        shapes: Vec<Vec<usize>>,
        decoders: &Decoders,
    ) -> Result<Built, Box<Diagnostic>> {
        let (program, id, limits) = (self.program, self.id, &self.limits);
        let (literal, by_circuit) =
            (self.engine == Engine::Literal, matches!(self.engine, Engine::Circuit | Engine::Both));
        let unrolled = || elaborate(program, id, sizes, limits, &mut |_| {});
        let own = |built: &Elaborated| {
            let meant = (self.attention, self.knowing);
            engine::transformer(limits, (self.sources, program), (id, sizes), built, meant)
        };
        let ready = |transformer| {
            Ready::new(transformer, literal).map(Way::Once).map_err(|error| fault(&error, None))
        };
        let (elaborated, by_transformer) = match (self.engine, self.attention.construction()) {
            (Engine::Circuit, _) => (unrolled()?, None),
            (_, None) => {
                let built = unrolled()?;
                let way = ready(own(&built)?)?;
                (built, Some(way))
            }
            (_, Some(construction)) => {
                let staged = elaborate_staged(program, id, &[], sizes, limits, &mut |_| {})?;
                if staged.chains.is_empty() {
                    let way = ready(emit(&staged.last.built.circuit, construction))?;
                    (staged.last.built, Some(way))
                } else {
                    // C_n is all steps at once, which is built only where that is asked for.
                    let whole = if by_circuit || self.json { unrolled()? } else { staged.last.built.clone() };
                    let (limits, how) = ((self.limits, self.run_limits), (construction, literal));
                    (whole, Some(Way::Steps(Steps::new((program, staged), limits, how, decoders))))
                }
            }
        };
        let mut form = Form::Text;
        if self.json {
            let costs = match &by_transformer {
                Some(Way::Once(ready)) => {
                    (measure_transformer(ready.transformer()), ready.transformer().declared.clone())
                }
                _ => {
                    let transformer = own(&elaborated)?;
                    (measure_transformer(&transformer), transformer.declared)
                }
            };
            let chains = match (&by_transformer, self.attention.construction()) {
                (Some(Way::Steps(steps)), Some(construction)) => {
                    measure_chains(program, &steps.staged, construction, limits)?
                }
                (None, Some(construction)) => {
                    let staged = elaborate_staged(program, id, &[], sizes, limits, &mut |_| {})?;
                    measure_chains(program, &staged, construction, limits)?
                }
                _ => Vec::new(),
            };
            let how = (self.engine.name(), self.attention);
            form = Form::of_family(&elaborated.circuit, how, &costs.0, costs.1.as_ref(), &chains);
        }
        let mut cost = size(&elaborated.circuit);
        if let Some(Way::Steps(steps)) = &by_transformer {
            cost += steps.staged.chains.iter().map(|chain| size(&chain.arguments.built.circuit)).sum::<u64>();
        }
        let limits = self.run_limits;
        Ok(Built { elaborated, shapes, by_transformer, by_circuit, form, limits, cost })
    }
}

/// What was built, by sizes. Where it becomes too much, what was not used for longest goes.
#[derive(Default)]
struct Kept {
    built: HashMap<Vec<u64>, (Arc<Built>, u64)>,
    /// Of all together.
    cost: u64,
    /// Counts the uses.
    now: u64,
}

impl Kept {
    fn get(&mut self, sizes: &[u64]) -> Option<Arc<Built>> {
        self.now += 1;
        let (built, used) = self.built.get_mut(sizes)?;
        *used = self.now;
        Some(Arc::clone(built))
    }

    fn insert(&mut self, sizes: Vec<u64>, built: Arc<Built>) {
        self.cost += built.cost;
        while self.cost > KEPT {
            let oldest = self.built.iter().min_by_key(|(_, (_, used))| *used).map(|(sizes, _)| sizes.clone());
            let Some((old, _)) = oldest.and_then(|sizes| self.built.remove(&sizes)) else { break };
            self.cost -= old.cost;
        }
        self.built.insert(sizes, (built, self.now));
    }
}
