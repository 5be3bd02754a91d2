//! What the engines are measured against: a tight loop over the gates of a circuit, in integers of 64 bits with checks.
//!
//! It knows nothing but integers. The fractions of a circuit are its constants, such as the 1/2 of a comparison, and a
//! product that reads one is the only gate that may. For the loop the constant is its numerator, and the product is
//! divided by the denominator, by a shift where that is 2. A rest, a fraction that another gate reads, an overflow: the
//! loop gives up. So it computes what the engines compute wherever it gives an answer.

use circ_runtime::{Circuit, Gate, Num};

const INPUT: u8 = 0;
const CONST: u8 = 1;
const ADD: u8 = 2;
const MUL: u8 = 3;
const SIGN: u8 = 4;
/// A product, halved.
const HALF: u8 = 5;
/// A product, divided by the constant whose place stands before its operands.
const DIVIDED: u8 = 6;

/// A circuit in flat arrays.
pub struct Flat {
    ops: Vec<u8>,
    /// Where each gate's operands end; they begin where the gate before ends.
    ends: Vec<u32>,
    operands: Vec<u32>,
    constants: Vec<i64>,
    outputs: Vec<u32>,
}

impl Flat {
    /// A circuit for the loop; `None` where its fractions are more than factors.
    pub fn of(circuit: &Circuit) -> Option<Flat> {
        let gates = &circuit.gates;
        let mut flat = Flat {
            ops: Vec::with_capacity(gates.len()),
            ends: Vec::with_capacity(gates.len()),
            operands: Vec::with_capacity(gates.edges()),
            constants: Vec::new(),
            outputs: circuit.output_gates().map(|gate| gate.0).collect(),
        };
        // Of each gate: 1 but where it is a fraction.
        let mut denominators = vec![1; gates.len()];
        for id in gates.ids() {
            let operands = gates.operands(id);
            let whole = || operands.iter().all(|operand| denominators[operand.index()] == 1).then_some(());
            let op = match gates.gate(id) {
                Gate::Input(index) => {
                    flat.operands.push(index);
                    INPUT
                }
                Gate::Const(value) => {
                    let denominator = Num::from_bigint(value.denominator());
                    denominators[id.index()] = denominator.to_i64()?;
                    let place = flat.constant(value.mul(&denominator).to_i64()?);
                    flat.operands.push(place);
                    CONST
                }
                Gate::Add(_) => {
                    whole()?;
                    ADD
                }
                Gate::Sign(_) => {
                    whole()?;
                    SIGN
                }
                Gate::Mul(_) => {
                    let mut below = operands.iter().map(|operand| denominators[operand.index()]);
                    match below.try_fold(1_i64, i64::checked_mul)? {
                        1 => MUL,
                        2 => HALF,
                        divisor => {
                            let place = flat.constant(divisor);
                            flat.operands.push(place);
                            DIVIDED
                        }
                    }
                }
            };
            flat.ops.push(op);
            flat.operands.extend(operands.iter().map(|operand| operand.0));
            flat.ends.push(u32::try_from(flat.operands.len()).ok()?);
        }
        let mut outputs = flat.outputs.iter();
        outputs.all(|&gate| denominators[gate as usize] == 1).then_some(flat)
    }

    fn constant(&mut self, value: i64) -> u32 {
        self.constants.push(value);
        self.constants.len() as u32 - 1
    }

    /// The outputs; `None` where the loop gives up. `values` is room for the gates, kept from run to run.
    pub fn run(&self, inputs: &[i64], values: &mut Vec<i64>) -> Option<Vec<i64>> {
        values.resize(self.ops.len(), 0);
        let mut start = 0;
        for (at, (&op, &end)) in self.ops.iter().zip(&self.ends).enumerate() {
            let operands = &self.operands[start..end as usize];
            start = end as usize;
            let read = |operand: &u32| values[*operand as usize];
            let value = match op {
                INPUT => inputs[operands[0] as usize],
                CONST => self.constants[operands[0] as usize],
                ADD => operands.iter().map(read).try_fold(0, i64::checked_add)?,
                SIGN => read(&operands[0]).signum(),
                MUL => operands.iter().map(read).try_fold(1, i64::checked_mul)?,
                HALF => {
                    let product = operands.iter().map(read).try_fold(1, i64::checked_mul)?;
                    (product & 1 == 0).then_some(product >> 1)?
                }
                _ => {
                    let divisor = self.constants[operands[0] as usize];
                    let product = operands[1..].iter().map(read).try_fold(1, i64::checked_mul)?;
                    (product % divisor == 0).then(|| product / divisor)?
                }
            };
            values[at] = value;
        }
        Some(self.outputs.iter().map(|&gate| values[gate as usize]).collect())
    }
}

/// Numbers as the loop takes them; `None` where one is no integer of 64 bits.
pub fn integers(values: &[Num]) -> Option<Vec<i64>> {
    values.iter().map(Num::to_i64).collect()
}
