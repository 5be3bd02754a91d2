//! One chain, step after step.

use circ_runtime::{Num, Port};

use super::steps::{Read, StepCircuit, Steps};
use super::{Decoder, Engine, KEPT_GATES, STEP};
use crate::diagnostics::{Built, Diagnostic};
use crate::elaborate::Chain;

impl<'p, E: Engine> Decoder<'p, E> {
    /// The elements that the steps of a chain append.
    pub(super) fn chain(
        &mut self,
        chain: &Chain,
        arguments: Vec<Num>,
        origin: &Built,
    ) -> Result<Vec<Num>, Box<Diagnostic>> {
        let outputs = &chain.arguments.built.circuit.outputs;
        let begins = outputs.first().map_or(0, Port::scalars);
        let count = arguments.len();
        let mut numbers = arguments;
        let mut done = 0;
        if chain.steps > 0 && !self.nested.contains(&chain.step) {
            let key = (chain.step, chain.generics.clone(), chain.sizes.clone());
            let mut steps = match self.chains.remove(&key) {
                Some(steps) => {
                    self.kept_gates -= steps.gates;
                    steps
                }
                None => Steps::new(self.program, &self.limits, chain)
                    .map_err(|fault| self.called(fault, chain, &chain.sizes, origin))?,
            };
            let mut is_whole = true;
            done = self.steps(chain, &mut steps, &mut numbers, &mut is_whole, origin)?;
            if done < chain.steps {
                self.nested.insert(chain.step);
            } else if is_whole && self.kept_gates + steps.gates <= KEPT_GATES {
                self.kept_gates += steps.gates;
                self.chains.insert(key, steps);
            }
        }
        let mut generated = numbers.split_off(count);
        if done < chain.steps {
            let more = numbers.split_off(begins);
            let mut sequence = numbers;
            sequence.append(&mut generated);
            let mut sizes = chain.sizes.clone();
            sizes[chain.length] += done;
            for step in done..chain.steps {
                let inputs = [sequence.as_slice(), &more].concat();
                let next = self
                    .step(chain, &sizes, &inputs)
                    .map_err(|fault| self.called(fault, chain, &sizes, origin))?;
                sequence.extend(next);
                sizes[chain.length] += 1;
                self.engine.stepped(step + 1, chain.steps);
            }
            return Ok(sequence.split_off(begins));
        }
        Ok(generated)
    }

    /// Runs the steps of a chain up to one that has chains of its own, and appends what they give to the numbers of the
    /// arguments. It says how many there are. Steps are forgotten where they would take much room: `is_whole` is then
    /// no longer so.
    fn steps(
        &mut self,
        chain: &Chain,
        steps: &mut Steps<'p, E::Ready>,
        numbers: &mut Vec<Num>,
        is_whole: &mut bool,
        origin: &Built,
    ) -> Result<u64, Box<Diagnostic>> {
        let mut kept: Vec<Num> = Vec::new();
        let mut inputs = Vec::new();
        for at in 0..chain.steps {
            let sizes = || {
                let mut sizes = chain.sizes.clone();
                sizes[chain.length] += at;
                sizes
            };
            if *is_whole && steps.gates > KEPT_GATES {
                *is_whole = false;
            }
            if !*is_whole {
                steps.forget();
            }
            let known = if *is_whole { usize::try_from(at).unwrap_or(usize::MAX) } else { 0 };
            if steps.all.len() <= known {
                let built = steps.build(self.program, &self.limits, chain, at, self.engine.keeps());
                match built.map_err(|fault| self.called(fault, chain, &sizes(), origin))? {
                    Some(work) => self.charge(work, chain)?,
                    None => return Ok(at),
                }
            }
            let step = &steps.all[known];
            if step.fresh {
                kept.clear();
            }
            inputs.clear();
            inputs.extend(step.reads.iter().map(|read| match read {
                Read::Element(number) => numbers[*number as usize].clone(),
                Read::Kept(number) => kept[*number as usize].clone(),
            }));
            let circuit = &mut steps.circuits[step.circuit];
            let StepCircuit { built, ready } = circuit;
            let ready = match ready {
                Some(ready) => ready,
                None => ready.insert(self.engine.ready(built)?),
            };
            let outputs = self.engine.run(ready, built, &inputs);
            let outputs = outputs.map_err(|fault| self.called(fault, chain, &sizes(), origin))?;
            let (given, more) = outputs.split_at(built.circuit.outputs[0].scalars().min(outputs.len()));
            numbers.extend_from_slice(given);
            kept.extend_from_slice(more);
            let gates = STEP + built.circuit.gates.len() as u64;
            self.charge(gates, chain)?;
            self.engine.stepped(at + 1, chain.steps);
        }
        Ok(chain.steps)
    }
}
