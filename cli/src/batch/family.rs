//! A family on many inputs: built once for each size that lines have.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use circ_compiler::decode::{Decoder, Run as Decoding};
use circ_compiler::diagnostics::DataFact;
use circ_compiler::elaborate::{admits, elaborate_staged, input_shapes};
use circ_compiler::emit::Construction;
use circ_compiler::{Diagnostic, Elaborated, FamilyId, Limits, Program, Sources, Staged, elaborate};
use circ_runtime::{Circuit, Num};

use super::line::{data, read_inputs};
use super::{Prepare, Work};
use crate::args::{Engine, Run};
use crate::attention::{Attention, Knowing};
use crate::chains::{ByTransformer, measure_chains};
use crate::engine::{self, Ready, agreed, emit, fault, located, measure_transformer};
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
        numbers += (values.len() + built.circuit().outputs.len()) as u64;
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
        let native = |built: &Elaborated| {
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
                let way = ready(native(&built)?)?;
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
                    let (staged, idle) = (Arc::new(staged), Mutex::default());
                    let asked = (*self, construction);
                    (whole, Some(Way::Steps(Steps { asked, staged, idle, decoders: decoders.clone() })))
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
                    let own = native(&elaborated)?;
                    (measure_transformer(&own), own.declared)
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

/// A family at one size, ready to run.
struct Built {
    elaborated: Elaborated,
    /// Of the inputs.
    shapes: Vec<Vec<usize>>,
    by_transformer: Option<Way>,
    by_circuit: bool,
    form: Form,
    limits: circ_runtime::Limits,
    /// Gates and wires.
    cost: u64,
}

/// How a transformer computes the outputs.
enum Way {
    /// In one run.
    Once(Ready),
    /// Step by step.
    Steps(Steps),
}

impl Built {
    fn circuit(&self) -> &Circuit {
        &self.elaborated.circuit
    }

    /// The result for these inputs, as a line.
    fn run(&self, inputs: &[Num]) -> Result<String, Box<Diagnostic>> {
        let by_transformer = match &self.by_transformer {
            Some(Way::Once(ready)) => {
                let values = ready.run(inputs, &self.limits);
                Some(values.map_err(|error| located(&error, &self.elaborated, inputs, &self.limits))?)
            }
            Some(Way::Steps(steps)) => Some(steps.run(inputs)?),
            None => None,
        };
        let outputs = &self.circuit().outputs;
        let values = match by_transformer {
            Some(values) if !self.by_circuit => values,
            other => {
                let values = circ_runtime::evaluate(self.circuit(), inputs, &self.limits, &mut |_, _| {})
                    .map_err(|error| fault(&error, Some(&self.elaborated)))?;
                agreed(outputs, other, values).map_err(|fact: DataFact| Box::new(Diagnostic::data(fact)))?
            }
        };
        Ok(self.form.line(outputs, &values))
    }
}

/// Gates and wires.
fn size(circuit: &Circuit) -> u64 {
    circuit.gates.ids().map(|gate| 1 + circuit.gates.operands(gate).len() as u64).sum()
}

/// Decoders that are not at work; each remembers steps, of whatever size.
type Decoders = Arc<Mutex<Vec<Decoder<'static, ByTransformer>>>>;

/// Chains of thought.
struct Steps {
    asked: (Asked, Construction),
    staged: Arc<Staged>,
    /// What is ready and not at work.
    idle: Mutex<Vec<Decoding<ByTransformer>>>,
    decoders: Decoders,
}

impl Steps {
    fn run(&self, inputs: &[Num]) -> Result<Vec<Num>, Box<Diagnostic>> {
        let (asked, construction) = &self.asked;
        let mut decoder = take(&self.decoders).unwrap_or_else(|| {
            let literal = asked.engine == Engine::Literal;
            let engine = ByTransformer::new(asked.run_limits, *construction, literal, false);
            Decoder::new(asked.program, &asked.limits, engine)
        });
        let mut run = take(&self.idle).unwrap_or_else(|| Decoding::new(Arc::clone(&self.staged)));
        let outputs = decoder.run(&mut run, inputs);
        give(&self.idle, run);
        give(&self.decoders, decoder);
        outputs
    }
}

fn take<T>(idle: &Mutex<Vec<T>>) -> Option<T> {
    idle.lock().unwrap_or_else(PoisonError::into_inner).pop()
}

fn give<T>(idle: &Mutex<Vec<T>>, one: T) {
    idle.lock().unwrap_or_else(PoisonError::into_inner).push(one);
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
