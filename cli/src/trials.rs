//! Inputs to try: all of them where they are few, random ones otherwise.

use circ_runtime::{Num, Port, Ring};

use crate::cases::{Count, choices, nth};

/// So many inputs are few.
const FEW: u64 = 1024;

/// The inputs of one circuit.
pub(crate) enum Trials<'a> {
    /// All there are.
    All { ports: &'a [Port], count: u64 },
    /// Some.
    Random { ports: &'a [Port], ring: Ring, count: u64, random: Random, spread: bool },
}

impl<'a> Trials<'a> {
    /// All inputs of these ports, or so many random ones with numbers of the ring.
    pub(crate) fn new(ports: &'a [Port], ring: Ring, trials: u64, seed: u64) -> Trials<'a> {
        let mut all = Some(Count::Exactly(1));
        for port in ports.iter().filter(|port| port.scalars() > 0) {
            let here = choices(&port.ty).map(|choices| Count::of(choices, port.scalars() as u128));
            all = all.zip(here).map(|(all, here)| all.times(here));
        }
        match all.and_then(|all| all.within(FEW)) {
            Some(count) => Trials::All { ports, count },
            None => Trials::Random { ports, ring, count: trials, random: Random(seed), spread: false },
        }
    }

    /// The same, but of random ones every other has its scalars drawn one by one: what ties does not tell all functions
    /// apart.
    pub(crate) fn spread(mut self) -> Trials<'a> {
        if let Trials::Random { spread, .. } = &mut self {
            *spread = true;
        }
        self
    }

    /// How many there are.
    pub(crate) fn count(&self) -> u64 {
        match self {
            Trials::All { count, .. } | Trials::Random { count, .. } => *count,
        }
    }

    /// One of them; random ones have to be taken in order.
    pub(crate) fn input(&mut self, at: u64) -> Vec<Num> {
        match self {
            Trials::All { ports, .. } => nth(ports, at),
            Trials::Random { ports, ring, random, spread, .. } if *spread && at % 2 == 1 => {
                random.scattered(ports, *ring)
            }
            Trials::Random { ports, ring, random, .. } => random.input(ports, *ring),
        }
    }
}

/// SplitMix64 (Steele, Lea and Flood 2014). It is these few lines and no crate, so that a seed gives the same inputs
/// in every version.
pub(crate) struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// Below a bound that is small, so that the remainder is as good as even.
    fn below(&mut self, bound: u64) -> i64 {
        (self.next() % bound.max(1)) as i64
    }

    /// An input whose scalars are drawn from at most four values, so that many of them tie: arrays where all are
    /// equal or all but one, and numbers that come in several inputs.
    fn input(&mut self, ports: &[Port], ring: Ring) -> Vec<Num> {
        let size = 1 + self.below(4);
        let numbers: Vec<Num> = (0..size).map(|_| self.number_of(ring)).collect();
        let mut values = Vec::new();
        for port in ports {
            let pool = match choices(&port.ty) {
                None => numbers.clone(),
                Some(choices) => (0..size).map(|_| Num::int(self.below(choices))).collect(),
            };
            let draw = |_| pool[self.below(pool.len() as u64) as usize].clone();
            values.extend((0..port.scalars()).map(draw));
        }
        values
    }

    /// An input whose scalars are drawn one by one.
    fn scattered(&mut self, ports: &[Port], ring: Ring) -> Vec<Num> {
        let mut values = Vec::new();
        for port in ports {
            for _ in 0..port.scalars() {
                values.push(match choices(&port.ty) {
                    None => self.number_of(ring),
                    Some(choices) => Num::int(self.below(choices)),
                });
            }
        }
        values
    }

    /// A rational number, and in a ring with a root, every other time, one that is not.
    fn number_of(&mut self, ring: Ring) -> Num {
        let rational = self.number();
        let Some(root) = ring.root().and_then(|d| ring.sqrt(&Num::int(i64::from(d)))) else {
            return rational;
        };
        if self.below(2) == 0 { rational } else { rational.add(&root.mul(&self.number())) }
    }

    /// A small integer, or a fraction; also negative.
    fn number(&mut self) -> Num {
        let numerator = self.below(9) - 4;
        let denominator = [1, 1, 1, 2, 3, 4, 6][self.below(7) as usize];
        Num::ratio(numerator, denominator).unwrap_or(Num::ZERO)
    }
}

#[cfg(test)]
mod tests {
    use circ_runtime::PortType;

    use super::*;

    fn port(ty: PortType, shape: &[usize]) -> Port {
        Port { name: "x".into(), ty, shape: shape.to_vec(), gates: Vec::new() }
    }

    #[test]
    fn few_inputs_are_all_tried() {
        let tokens = ["a", "b", "c"].map(String::from).to_vec();
        let ports = [
            port(PortType::Bool, &[2]),
            port(PortType::Alphabet { name: "A".into(), tokens }, &[2, 1]),
            port(PortType::Num, &[0]),
        ];
        let mut trials = Trials::new(&ports, Ring::Q, 100, 0);
        assert_eq!(trials.count(), 36);
        let mut all: Vec<String> = (0..36).map(|at| format!("{:?}", trials.input(at))).collect();
        all.sort();
        all.dedup();
        assert_eq!(all.len(), 36);
        assert!(matches!(
            Trials::new(&[port(PortType::Bool, &[10])], Ring::Q, 100, 0),
            Trials::All { count: 1024, .. }
        ));
        assert!(matches!(
            Trials::new(&[port(PortType::Bool, &[11])], Ring::Q, 7, 0),
            Trials::Random { count: 7, .. }
        ));
        assert!(matches!(Trials::new(&[port(PortType::Num, &[])], Ring::Q, 7, 0), Trials::Random { .. }));
        assert!(matches!(
            Trials::new(&[port(PortType::Num, &[0])], Ring::Q, 7, 0),
            Trials::All { count: 1, .. }
        ));
    }

    #[test]
    fn random_inputs_tie_and_come_again_with_their_seed() {
        let ports = [port(PortType::Num, &[8])];
        let inputs = |seed| {
            let mut trials = Trials::new(&ports, Ring::Q, 100, seed);
            (0..100).map(|at| trials.input(at)).collect::<Vec<_>>()
        };
        assert_eq!(inputs(1), inputs(1));
        assert_ne!(inputs(1), inputs(2));
        let all: Vec<Vec<Num>> = inputs(0);
        assert!(all.iter().any(|x| x.iter().all(|v| *v == x[0])));
        assert!(all.iter().flatten().any(|v| !v.is_integer()));
        assert!(all.iter().flatten().any(|v| v.signum() < 0));
        assert!(all.iter().flatten().all(|v| v.root().is_none()));
        let ring = Ring::with_root(3).expect("no square divides 3");
        let mut trials = Trials::new(&ports, ring, 100, 0);
        let numbers: Vec<Num> = (0..100).flat_map(|at| trials.input(at)).collect();
        assert!(numbers.iter().all(|v| ring.contains(v)));
        let rooted = numbers.iter().filter(|v| v.root().is_some()).count();
        assert!(rooted > 100 && rooted < 700, "{rooted}");
    }
}
