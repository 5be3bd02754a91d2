//! The number at a node after all layers, as an expression of the numbers at nodes one round before.
//!
//! Going back from the last layer, a number is what its component makes of numbers of the layer before: the position's
//! own, and those of the keys that its queries select. The kind of the node and how many keys it has are known, so
//! that components fold to what this class of nodes computes. The way ends at the nodes' coordinate in the nodes' region
//! one round before. Whatever else it would end at is not of this form.

use super::attend::{Choice, Finder, Keys};
use super::regions::Regions;
use super::{Runs, Single};
use crate::column::{Column, Pattern};
use crate::number::Num;
use crate::plan::kernel::{Kernel, kernel};
use crate::plan::polynomial::{Poly, small_meter};
use crate::plan::recognise::value_circuit;
use crate::plan::specialise::{Expr, specialised};
use crate::plan::statics::Statics;
use crate::transformer::{Component, Transformer};
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::sync::Arc;

/// Keys of a run whose numbers are looked at one by one.
const SINGLY: usize = 8;

/// Finds what classes of nodes compute.
#[derive(Debug)]
pub(super) struct Deriver<'s, 'a> {
    t: &'a Transformer,
    statics: &'s Statics<'a>,
    regions: &'s Regions<'a>,
    finders: &'s [Vec<Finder>],
    /// The value circuit of every layer and head.
    values: Vec<Vec<Component>>,
    /// The coordinate and the region of the nodes.
    coordinate: u32,
    region: usize,
    /// The static coordinate that has the kinds of nodes.
    kind: Option<u32>,
    /// Where the keys of each node end, of a head that finds runs.
    ends: Option<Arc<Vec<u32>>>,
    /// Whether all positions of a region find a key, where that has been asked: by the coordinate of the query, the
    /// region, that of the keys and the shift.
    found: RefCell<FxHashMap<(u32, usize, usize, i64), bool>>,
}

/// What a class of nodes computes.
pub(super) struct Derived {
    pub(super) kernel: Kernel,
    pub(super) operands: Reads,
}

/// What a node reads.
pub(super) enum Reads {
    Nothing,
    Run(Runs),
    Singles(Vec<Single>),
}

/// A class of nodes.
#[derive(Clone, Copy)]
struct Class {
    kind: u8,
    count: usize,
}

/// Which positions are meant, from a node on.
#[derive(Clone, Debug, PartialEq)]
enum At {
    /// The node itself.
    Node,
    /// One position of a region: by a number of the node's own.
    One(Single),
    /// The keys of the node's run, in another region.
    Keys,
    /// The position that each of these keys finds.
    Through(Runs),
}

/// A number, in terms of nodes.
#[derive(Clone)]
enum Term {
    Constant(Num),
    /// The node's own number of the round before.
    Same,
    /// A polynomial, in variable 0, of the number at another node, or at each of several.
    Of(At, Poly),
    /// The mean of that over the keys of the run.
    Mean(Runs, Poly),
}

impl<'s, 'a> Deriver<'s, 'a> {
    pub(super) fn new(
        statics: &'s Statics<'a>,
        regions: &'s Regions<'a>,
        finders: &'s [Vec<Finder>],
        coordinate: u32,
        region: usize,
    ) -> Option<Deriver<'s, 'a>> {
        let t = statics.t;
        let mut kinds =
            (0..t.dim as u32).filter(|&c| matches!(regions.pattern(region, c), Some(Pattern::Bytes(_))));
        let kind = kinds.next();
        if kinds.next().is_some() || statics.is_fixed(coordinate) {
            return None;
        }
        let values =
            t.layers.iter().map(|layer| layer.heads.iter().map(|head| value_circuit(&head.value)).collect());
        let mut deriver = Deriver {
            t,
            statics,
            regions,
            finders,
            values: values.collect(),
            coordinate,
            region,
            kind,
            ends: None,
            found: RefCell::default(),
        };
        // Runs belong to the nodes in order: that of node i is the run i.
        for finder in finders.iter().flatten() {
            for choice in &finder.choices {
                if let Keys::Run { ends, shift } = &choice.keys {
                    let aligned = *regions.pattern(region, finder.query)? == Pattern::Count(-shift)
                        && ends.len() == regions.place(region).1;
                    if !aligned || deriver.ends.get_or_insert_with(|| Arc::clone(ends)) != ends {
                        return None;
                    }
                }
            }
        }
        Some(deriver)
    }

    /// The kind of every node.
    pub(super) fn kinds(&self) -> Option<Arc<Vec<u8>>> {
        match self.regions.pattern(self.region, self.kind?)? {
            Pattern::Bytes(kinds) => Some(Arc::clone(kinds)),
            _ => None,
        }
    }

    /// Where the keys of each node end.
    pub(super) fn ends(&self) -> Option<Arc<Vec<u32>>> {
        self.ends.clone()
    }

    /// What the nodes of a kind with so many keys compute.
    pub(super) fn class(&self, kind: u8, count: usize) -> Option<Derived> {
        let class = Class { kind, count };
        let last = self.t.layers.len() - 1;
        let expr = self.form(last, self.coordinate, self.region, Some(class))?;
        let inputs = expr.inputs();
        let terms: Vec<Term> = inputs
            .iter()
            .map(|&v| self.input(last, v, self.region, &At::Node, class, 0))
            .collect::<Option<_>>()?;
        if let [Term::Same] = terms.as_slice() {
            let bare = expr.signs.is_empty() && expr.result.as_variable() == Some(inputs[0]);
            let nothing = Derived { kernel: Kernel::Initial, operands: Reads::Nothing };
            return bare.then_some(nothing);
        }
        let (polys, groups, operands) = operands(&terms, count)?;
        let of = |v: u32| match inputs.binary_search(&v) {
            Ok(place) => polys[place].clone(),
            Err(_) => Poly::variable(v),
        };
        Some(Derived { kernel: kernel(&expr.substitute(&of)?, &groups), operands })
    }

    /// A coordinate after a layer's activation, at the positions of a region; of nodes of a class, where one is given.
    fn form(&self, layer: usize, coordinate: u32, region: usize, class: Option<Class>) -> Option<Expr> {
        let known = |v: u32| self.known(v, region, class);
        let activation = &self.t.layers[layer].activation;
        specialised(activation, &[coordinate as usize], &known)?.pop()
    }

    /// A static number of the positions of a region.
    fn known(&self, v: u32, region: usize, class: Option<Class>) -> Option<Num> {
        if !self.statics.is_fixed(v) {
            return None;
        }
        match class {
            Some(class) if self.kind == Some(v) => Some(Num::int(i64::from(class.kind))),
            _ => self.regions.constant(region, v),
        }
    }

    /// An input of the activation of a layer: a number of the position's own, or a pooled one.
    fn input(&self, layer: usize, v: u32, region: usize, at: &At, class: Class, rounds: u32) -> Option<Term> {
        match (v as usize).checked_sub(self.t.dim) {
            None => self.before(layer, v, region, at, class, rounds),
            Some(place) => self.pooled(layer, place, region, at, class, rounds),
        }
    }

    /// A coordinate before a layer.
    fn before(
        &self,
        layer: usize,
        coordinate: u32,
        region: usize,
        at: &At,
        class: Class,
        rounds: u32,
    ) -> Option<Term> {
        if self.statics.is_fixed(coordinate) {
            // Those that are known everywhere in the region were put in before.
            return None;
        }
        match layer.checked_sub(1) {
            Some(below) => self.number(below, coordinate, region, at, class, rounds),
            None if rounds > 0 => None,
            None => {
                if (coordinate, region) == (self.coordinate, self.region) {
                    return match at {
                        At::Node => Some(Term::Same),
                        At::One(_) | At::Through(_) => Some(Term::Of(at.clone(), Poly::variable(0))),
                        At::Keys => None,
                    };
                }
                // What the round before left there, which the first round has not got: what came with the sequence has
                // to be the same.
                let left = self.number(self.t.layers.len() - 1, coordinate, region, at, class, rounds + 1)?;
                let Term::Constant(value) = &left else { return None };
                self.begins_with(coordinate, region, value).then_some(left)
            }
        }
    }

    /// Whether a coordinate is this number everywhere in a region before the first layer.
    fn begins_with(&self, coordinate: u32, region: usize, value: &Num) -> bool {
        match &self.t.sequence.columns[coordinate as usize] {
            Column::All(all) => all == value,
            Column::Sparse(sparse) => {
                let (start, len) = self.regions.place(region);
                let others = sparse.others();
                let first = others.partition_point(|(at, _)| (*at as usize) < start);
                let own = others[first..].iter().take_while(|(at, _)| (*at as usize) < start + len);
                let differ = own.clone().any(|(_, other)| other != value);
                !differ && (value.is_zero() || own.count() == len)
            }
            _ => false,
        }
    }

    /// A coordinate after a layer.
    fn number(
        &self,
        layer: usize,
        coordinate: u32,
        region: usize,
        at: &At,
        class: Class,
        rounds: u32,
    ) -> Option<Term> {
        let class_here = (*at == At::Node).then_some(class);
        let form = self.form(layer, coordinate, region, class_here)?;
        if !form.signs.is_empty() {
            return None;
        }
        if let Some(constant) = form.result.as_constant() {
            return Some(Term::Constant(constant));
        }
        if let Some(v) = form.result.as_variable() {
            return self.input(layer, v, region, at, class, rounds);
        }
        // A polynomial of one number.
        let mut of: Option<At> = None;
        let mut polys = Vec::new();
        for v in form.inputs() {
            polys.push((
                v,
                match self.input(layer, v, region, at, class, rounds)? {
                    Term::Constant(value) => Poly::constant(&value),
                    Term::Of(at, poly) => {
                        if *of.get_or_insert_with(|| at.clone()) != at {
                            return None;
                        }
                        poly
                    }
                    Term::Same | Term::Mean(..) => return None,
                },
            ));
        }
        let poly = |v: u32| {
            polys
                .iter()
                .find(|(known, _)| *known == v)
                .map_or_else(|| Poly::variable(v), |(_, poly)| poly.clone())
        };
        let result = form.result.substitute(&poly, &small_meter())?;
        Some(match of {
            Some(at) => Term::Of(at, result),
            None => Term::Constant(result.as_constant()?),
        })
    }

    /// A number that a layer pools, by its place among all that its heads give.
    fn pooled(
        &self,
        layer: usize,
        place: usize,
        region: usize,
        at: &At,
        class: Class,
        rounds: u32,
    ) -> Option<Term> {
        let (mut head, mut output) = (0, place);
        while output >= self.values[layer][head].outputs.len() {
            output -= self.values[layer][head].outputs.len();
            head += 1;
        }
        let finder = &self.finders[layer][head];
        let taken = |choice: &Choice, keys: &At| {
            let known = |v: u32| self.known(v, choice.region, None);
            let expr = specialised(&self.values[layer][head], &[output], &known)?.pop()?;
            match (expr.result.as_variable(), expr.result.as_constant()) {
                (_, Some(constant)) => Some(Term::Constant(constant)),
                (Some(v), _) if expr.signs.is_empty() && self.statics.is_fixed(v) => {
                    self.mean_of_static(choice, v, keys, class)
                }
                (Some(v), _) if expr.signs.is_empty() => {
                    self.before(layer, v, choice.region, keys, class, rounds)
                }
                _ => None,
            }
        };
        for choice in &finder.choices {
            match &choice.keys {
                Keys::Run { .. } if *at == At::Node => {
                    if class.count > 0 {
                        return match taken(choice, &At::Keys)? {
                            Term::Of(At::Through(runs), poly) => Some(Term::Mean(runs, poly)),
                            constant @ Term::Constant(_) => Some(constant),
                            _ => None,
                        };
                    }
                }
                // Which of these positions have keys in the run is not known.
                Keys::Run { .. } => return None,
                Keys::One { shift } => {
                    let keys = self.one(finder.query, region, at, choice.region, *shift)?;
                    return match taken(choice, &keys)? {
                        // What is read is seen to be there when the nodes are gone over; of this nothing is left then.
                        Term::Constant(_) if !self.all_find(finder.query, region, choice.region, *shift) => {
                            None
                        }
                        term => Some(term),
                    };
                }
            }
        }
        None
    }

    /// The key that each of some positions finds, by the number of its query.
    fn one(&self, query: u32, region: usize, at: &At, keys: usize, shift: i64) -> Option<At> {
        let numbers = self.regions.pattern(region, query)?;
        match at {
            At::Node if keys == self.region && *numbers == Pattern::Count(-shift) => Some(At::Node),
            At::Node if keys == self.region => Some(At::One(Single { numbers: numbers.clone(), shift })),
            At::Keys if keys == self.region => match numbers {
                Pattern::List { values, add } => {
                    Some(At::Through(Runs { values: Arc::clone(values), shift: add + shift }))
                }
                _ => None,
            },
            _ => None,
        }
    }

    /// Whether each position of a region finds a key by the number of its query.
    fn all_find(&self, query: u32, region: usize, keys: usize, shift: i64) -> bool {
        let found = || {
            let numbers = self.regions.pattern(region, query)?;
            let keys = 0..self.regions.place(keys).1 as i64;
            Some((0..self.regions.place(region).1).all(|k| keys.contains(&(numbers.at(k) + shift))))
        };
        let known = self.found.borrow().get(&(query, region, keys, shift)).copied();
        known.unwrap_or_else(|| {
            let found = found().unwrap_or(false);
            self.found.borrow_mut().insert((query, region, keys, shift), found);
            found
        })
    }

    /// The mean over keys of a static number that is not the same for all.
    fn mean_of_static(&self, choice: &Choice, v: u32, keys: &At, class: Class) -> Option<Term> {
        match (self.regions.pattern(choice.region, v)?, keys) {
            // 1 to k.
            (Pattern::Ordinals { ends }, At::Keys) if Some(ends) == self.ends.as_ref() => {
                Some(Term::Constant(Num::ratio(class.count as i64 + 1, 2)?))
            }
            _ => None,
        }
    }
}

/// The terms as polynomials in sums of operands, how many operands each of these sums has, and the operands.
fn operands(terms: &[Term], count: usize) -> Option<(Vec<Poly>, Vec<u32>, Reads)> {
    let mut singles: Vec<Single> = Vec::new();
    let mut run: Option<&Runs> = None;
    let mut singly = false;
    for term in terms {
        match term {
            Term::Constant(_) => {}
            Term::Of(At::One(single), _) => {
                if !singles.contains(single) {
                    singles.push(single.clone());
                }
            }
            Term::Mean(runs, poly) => {
                if *run.get_or_insert(runs) != runs {
                    return None;
                }
                singly |= poly.as_variable() != Some(0);
            }
            _ => return None,
        }
    }
    if run.is_some() && !singles.is_empty() || singly && count > SINGLY {
        return None;
    }
    let share = Num::ratio(1, count.max(1) as i64)?;
    let meter = small_meter();
    let poly = |term: &Term| match term {
        Term::Constant(value) => Some(Poly::constant(value)),
        Term::Of(At::One(single), poly) => {
            let place = singles.iter().position(|known| known == single)? as u32;
            poly.substitute(&|_| Poly::variable(place), &meter)
        }
        Term::Mean(_, poly) if singly => {
            let mut sum = Poly::default();
            for key in 0..count as u32 {
                sum.add(&poly.substitute(&|_| Poly::variable(key), &meter)?);
            }
            Some(sum.scaled(&share))
        }
        Term::Mean(..) => Some(Poly::variable(0).scaled(&share)),
        _ => None,
    };
    let polys = terms.iter().map(poly).collect::<Option<_>>()?;
    Some(match run {
        Some(runs) if singly => (polys, vec![1; count], Reads::Run(runs.clone())),
        Some(runs) => (polys, vec![count as u32], Reads::Run(runs.clone())),
        None => (polys, vec![1; singles.len()], Reads::Singles(singles)),
    })
}
