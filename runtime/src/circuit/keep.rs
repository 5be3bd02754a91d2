//! Gates without those that nobody needs, in place.

use super::{GateId, Gates, Op};

impl Gates {
    /// Keeps the gates that are `live`, which has an entry for each, and numbers them anew: the inputs first, then the
    /// others, each in their order. Gives the new number of each gate, `GateId(u32::MAX)` for one that is gone; nothing
    /// where all keep theirs. What a live gate reads must be live too. No second copy is made.
    pub fn keep(&mut self, live: &[bool]) -> Option<Vec<GateId>> {
        let inputs = self.ids().filter(|id| live[id.index()] && self.op(*id) == Op::Input).count();
        let leads = self.ops.iter().take_while(|op| **op == Op::Input).count() == inputs;
        if leads && live.iter().all(|live| *live) {
            return None;
        }
        let mut renamed = vec![GateId(u32::MAX); self.len()];
        let mut slots = Vec::with_capacity(inputs);
        for id in self.ids().filter(|id| live[id.index()] && self.op(*id) == Op::Input) {
            renamed[id.index()] = GateId(slots.len() as u32);
            slots.push(self.slots(id)[0]);
        }
        // The others move down to the front, and then up by so many as there are inputs.
        let (mut gates, mut wires, mut constants, mut start) = (0, 0, 0, 0);
        self.edges = 0;
        for at in 0..renamed.len() {
            let (op, end) = (self.ops[at], self.ends[at] as usize);
            let read = std::mem::replace(&mut start, end)..end;
            if op == Op::Input || !live[at] {
                continue;
            }
            if op == Op::Const {
                self.constants.swap(constants, self.operands[read.start].index());
                self.operands[wires] = GateId(constants as u32);
                constants += 1;
                wires += 1;
            } else {
                self.edges += read.len();
                for from in read {
                    self.operands[wires] = renamed[self.operands[from].index()];
                    wires += 1;
                }
            }
            renamed[at] = GateId((inputs + gates) as u32);
            self.ops[gates] = op;
            self.ends[gates] = (inputs + wires) as u32;
            gates += 1;
        }
        self.ops.truncate(gates);
        self.ends.truncate(gates);
        self.operands.truncate(wires);
        self.constants.truncate(constants);
        self.ops.splice(0..0, std::iter::repeat_n(Op::Input, inputs));
        self.ends.splice(0..0, 1..=inputs as u32);
        self.operands.splice(0..0, slots);
        self.ops.shrink_to_fit();
        self.ends.shrink_to_fit();
        self.operands.shrink_to_fit();
        Some(renamed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::circuit::Gate;
    use crate::number::Num;

    /// Two inputs, the second after a dead constant, a dead product, and a sum of what lives.
    fn sample() -> Gates {
        let mut gates = Gates::new();
        let x = gates.push_input(0);
        let dead = gates.push_const(Num::int(7));
        let three = gates.push_const(Num::int(3));
        let y = gates.push_input(1);
        gates.push_mul(&[x, dead]);
        let sum = gates.push_add(&[three, x, y, y]);
        gates.push_sign(sum);
        gates
    }

    #[test]
    fn what_stays_stands_in_order_behind_the_inputs() {
        let mut gates = sample();
        let renamed = gates.keep(&[true, false, true, true, false, true, true]);
        let gone = u32::MAX;
        assert_eq!(renamed, Some([0, gone, 2, 1, gone, 3, 4].map(GateId).to_vec()));
        let kept: Vec<Gate<'_>> = gates.ids().map(|id| gates.gate(id)).collect();
        let three = Num::int(3);
        let sum = [2, 0, 1, 1].map(GateId);
        let expected =
            [Gate::Input(0), Gate::Input(1), Gate::Const(&three), Gate::Add(&sum), Gate::Sign(GateId(3))];
        assert_eq!(kept, expected);
        assert_eq!((gates.edges(), gates.constants().len()), (5, 1));
    }

    #[test]
    fn nothing_moves_where_all_is_needed_and_inputs_lead() {
        let mut gates = Gates::new();
        let x = gates.push_input(0);
        gates.push_sign(x);
        let before = gates.clone();
        assert_eq!(gates.keep(&[true, true]), None);
        assert_eq!(gates, before);
        assert_eq!(gates.keep(&[false, false]), Some(vec![GateId(u32::MAX); 2]));
        assert_eq!(gates, Gates::new());
    }
}
