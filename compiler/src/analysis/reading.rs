//! Reading arrays: at an index, a slice, all of it.

use std::rc::Rc;

use circ_runtime::Num;

use super::analyzer::{Analyzer, Name, Open};
use super::closing::closed_bits;
use super::depth::{self, Needs};
use super::streams::Stream;
use super::value::{
    Array, Cell, Cond, Deps, Elements, Guard, Piece, Static, Value, WEIGHINGS, Wire, union, vars,
};
use crate::formula::{Formula, Symbol};

/// A static position, and the loop indices that it depends on.
#[derive(Clone, Debug)]
pub(super) struct At {
    pub(super) place: Formula,
    pub(super) deps: Deps,
}

impl At {
    pub(super) fn of(place: Formula) -> At {
        let deps = vars(&place);
        At { place, deps }
    }

    pub(super) fn of_static(value: &Static) -> At {
        At { place: value.value.clone(), deps: value.deps.clone() }
    }
}

/// What a list of replacements puts in the place of a symbol.
pub(super) fn replacement(with: &[(u32, Formula)], symbol: Symbol) -> Option<Formula> {
    match symbol {
        Symbol::Var(var) => with.iter().find(|(old, _)| *old == var).map(|(_, new)| new.clone()),
        Symbol::Param(_) => None,
    }
}

impl<'p> Analyzer<'p> {
    /// A cell with its indices replaced.
    pub(super) fn at_indices(&mut self, cell: &Cell, with: &[(u32, Formula)]) -> Cell {
        let with: Vec<(u32, At)> = with.iter().map(|(var, f)| (*var, At::of(f.clone()))).collect();
        self.at(cell, &with)
    }

    /// A cell with its indices replaced by positions, which may be unknown.
    pub(super) fn at(&mut self, cell: &Cell, with: &[(u32, At)]) -> Cell {
        let changes: Vec<(u32, Formula)> = with
            .iter()
            .filter(|(var, at)| at.place.as_symbol() != Some(Symbol::Var(*var)))
            .map(|(var, at)| (*var, at.place.clone()))
            .collect();
        if changes.is_empty() {
            return cell.clone();
        }
        let replaced = |symbol: Symbol| replacement(&changes, symbol);
        let new_deps = |deps: &Deps| {
            let mut new: Deps =
                deps.iter().copied().filter(|dep| with.iter().all(|(var, _)| var != dep)).collect();
            for (var, at) in with {
                if deps.contains(var) {
                    new = union(&new, &at.deps);
                }
            }
            new
        };
        match cell {
            Cell::Static(value) => Cell::Static(Rc::new(Static {
                value: value.value.substitute(&replaced),
                cond: value.cond.as_ref().map(|cond| Rc::new(cond.substitute(&replaced))),
                deps: new_deps(&value.deps),
                bits: value.bits.substitute(&replaced),
                whole: value.whole,
                proper: depth::substitute_needs(&value.proper, &replaced),
            })),
            Cell::Wire(wire) => {
                let named: Vec<(u32, Formula)> =
                    changes.iter().filter(|(var, _)| wire.deps.contains(var)).cloned().collect();
                let number = if named.is_empty() {
                    wire.number
                } else if named.iter().any(|(_, at)| at.is_unknown()) {
                    self.fresh()
                } else {
                    self.name(Name::At(wire.number, named))
                };
                let constant = wire.constant.as_ref().map(|value| {
                    let cell = self.at(&Cell::Static(value.clone()), with);
                    match cell {
                        Cell::Static(value) => value,
                        Cell::Wire(_) => value.clone(),
                    }
                });
                let guard = wire.guard.as_ref().and_then(|guard| {
                    let inner = self.at(&Cell::Wire(guard.inner.clone()), with);
                    let Cell::Wire(inner) = inner else { return None };
                    let cond = guard.cond.substitute(&replaced);
                    Some(Rc::new(Guard { cond, inner, otherwise: guard.otherwise.clone() }))
                });
                Cell::Wire(Rc::new(Wire {
                    depths: Rc::new(
                        WEIGHINGS.map(|w| depth::substitute(&wire.depths[w as usize], &replaced)),
                    ),
                    deps: new_deps(&wire.deps),
                    number,
                    live: depth::substitute_needs(&wire.live, &replaced),
                    constant_bits: wire.constant_bits.substitute(&replaced),
                    short: wire.short,
                    whole: wire.whole,
                    constant,
                    guard,
                }))
            }
        }
    }

    /// A cell over all values of an index that is not known: as deep as the deepest.
    pub(super) fn anywhere(&mut self, cell: &Cell, open: &Open, deps: &Deps) -> Cell {
        let symbol = Symbol::Var(open.var);
        let scope = self.scope();
        let height = self.here.open.len();
        self.reopen(open);
        let closed = match cell {
            Cell::Static(value) => Cell::Static(Rc::new(Static {
                value: if value.value.mentions(symbol) { Formula::unknown() } else { value.value.clone() },
                cond: value.cond.as_ref().map(|_| Rc::new(Cond::Unknown)),
                deps: union(&value.deps, deps),
                bits: closed_bits(&value.bits, open),
                whole: value.whole,
                proper: value.proper.clone().filter(|needs| !needs.iter().any(|need| need.mentions(symbol))),
            })),
            Cell::Wire(wire) => {
                let depths = WEIGHINGS.map(|w| {
                    let mut depth =
                        self.close_depth(&wire.depths[w as usize], std::slice::from_ref(open), &[]);
                    depth.iter_mut().for_each(|term| term.tight = None);
                    depth
                });
                let mut new = (**wire).clone();
                new.depths = Rc::new(depths);
                new.guard = None;
                new.constant_bits = closed_bits(&wire.constant_bits, open);
                new.live = wire.live.clone().filter(|needs| !needs.iter().any(|need| need.mentions(symbol)));
                if wire.deps.contains(&open.var) {
                    new.deps.retain(|dep| *dep != open.var);
                    new.deps = union(&new.deps, deps);
                    new.number = self.fresh();
                }
                if let Some(value) = &new.constant
                    && value.deps.contains(&open.var)
                {
                    new.constant =
                        Some(Rc::new(Static::unknown(new.deps.clone(), new.constant_bits.clone())));
                }
                Cell::Wire(Rc::new(new))
            }
        };
        self.here.open.truncate(height);
        self.leave_loop(scope);
        closed
    }

    /// The part of an array at these positions of its first dimensions.
    pub(super) fn read(&mut self, array: &Array, places: &[At]) -> Value {
        if places.is_empty() {
            return Value::array(array.clone());
        }
        match &array.elements {
            Elements::Each(cell) => {
                let mut cell = cell.clone();
                let mut with: Vec<(u32, At)> = Vec::new();
                for (dim, place) in places.iter().enumerate() {
                    let Some(var) = array.vars.get(dim) else { break };
                    if place.place.is_unknown() {
                        let open = Open { var: *var, count: array.dims[dim].clone() };
                        cell = self.anywhere(&cell, &open, &place.deps);
                    } else {
                        with.push((*var, place.clone()));
                    }
                }
                // What is left keeps its order, over indices that nothing open has.
                let height = self.here.open.len();
                let left = places.len().min(array.dims.len());
                let dims = array.dims[left..].to_vec();
                let mut renamed = Vec::new();
                for (at, var) in array.vars.iter().skip(left).enumerate() {
                    let new = self.index(height + at, &dims[at]);
                    with.push((*var, At::of(Formula::var(new))));
                    renamed.push(new);
                }
                let cell = self.at(&cell, &with);
                if dims.is_empty() {
                    Value::Cell(cell)
                } else {
                    Value::array(Array { dims, vars: renamed, elements: Elements::Each(cell) })
                }
            }
            Elements::Pieces(pieces) => {
                let (first, rest) = (&places[0], &places[1..]);
                let candidates = self.candidates(pieces, &first.place);
                let mut values = Vec::new();
                for (piece, certain) in &candidates {
                    let mut inner =
                        vec![At { place: first.place.sub(&piece.start), deps: first.deps.clone() }];
                    inner.extend(rest.iter().cloned());
                    let value = self.read(&piece.elements, &inner);
                    let last = piece.start.add(&piece.length).plus(-1);
                    let needs: Needs =
                        Some(Rc::from([first.place.sub(&piece.start), last.sub(&first.place)]));
                    values.push(if *certain { value } else { self.where_needed(&value, &needs) });
                }
                // The place tells them apart; it says of none of them when it is taken.
                let cond = Cond::Any(vec![Cond::Zero(first.place.clone())]);
                self.join_values(&values, &cond, &first.deps)
            }
        }
    }

    /// The pieces in which a position may be; certainly, where the flag is set.
    pub(super) fn candidates<'a>(&self, pieces: &'a [Piece], place: &Formula) -> Vec<(&'a Piece, bool)> {
        let facts = &self.here.facts;
        let mut candidates = Vec::new();
        for piece in pieces {
            let end = piece.start.add(&piece.length);
            let from = place.sub(&piece.start);
            let below = end.sub(place).plus(-1);
            match (facts.non_negative(&from), facts.non_negative(&below)) {
                (true, true) => return vec![(piece, true)],
                _ if facts.non_negative(&from.neg().plus(-1))
                    || facts.non_negative(&below.neg().plus(-1)) => {}
                _ => candidates.push((piece, false)),
            }
        }
        if candidates.is_empty() {
            candidates.extend(pieces.iter().map(|piece| (piece, false)));
        }
        candidates
    }

    /// An array of these sizes, each element built at open indices.
    pub(super) fn build_array(
        &mut self,
        dims: &[Formula],
        build: &mut dyn FnMut(&mut Self, &[At]) -> Cell,
    ) -> Value {
        let scope = self.scope();
        let height = self.here.open.len();
        let mut opened = Vec::new();
        for dim in dims {
            opened.push(self.open(dim).var);
        }
        self.count_work();
        let places: Vec<At> = opened.iter().map(|var| At::of(Formula::var(*var))).collect();
        let cell = build(self, &places);
        self.here.open.truncate(height);
        self.leave_loop(scope);
        Value::array(Array { dims: dims.to_vec(), vars: opened, elements: Elements::Each(cell) })
    }

    /// The part of an array in a range of its first dimension.
    pub(super) fn slice(&mut self, array: &Array, from: &At, to: &At, dim: usize) -> Value {
        let length = to.place.sub(&from.place);
        if from.place.is_zero() && array.dims.get(dim) == Some(&length) {
            return Value::array(array.clone());
        }
        if dim == 0
            && let Elements::Pieces(pieces) = &array.elements
            && let Some(kept) = self.cut(pieces, &from.place, &to.place)
        {
            let mut dims = array.dims.clone();
            dims[0] = length;
            return Value::array(Array { dims, vars: Vec::new(), elements: Elements::Pieces(kept) });
        }
        let mut dims = array.dims.clone();
        if let Some(slot) = dims.get_mut(dim) {
            *slot = length;
        }
        self.build_array(&dims, &mut |this, places| {
            let mut shifted = places.to_vec();
            if let Some(at) = shifted.get_mut(dim) {
                *at = At { place: at.place.add(&from.place), deps: union(&at.deps, &from.deps) };
            }
            match this.read(array, &shifted) {
                Value::Cell(cell) => cell,
                _ => Cell::number(&Num::ZERO),
            }
        })
    }

    /// The pieces within a range, where it is known of each how it lies.
    pub(super) fn cut(&mut self, pieces: &[Piece], from: &Formula, to: &Formula) -> Option<Vec<Piece>> {
        let mut kept = Vec::new();
        for piece in pieces {
            let end = piece.start.add(&piece.length);
            let facts = &self.here.facts;
            if facts.at_most(to, &piece.start) || facts.at_most(&end, from) {
                continue;
            }
            let starts_inside = facts.at_most(from, &piece.start);
            let ends_inside = facts.at_most(&end, to);
            let low = if starts_inside {
                piece.start.clone()
            } else if facts.at_most(&piece.start, from) {
                from.clone()
            } else {
                return None;
            };
            let high = if ends_inside {
                end
            } else if facts.at_most(to, &end) {
                to.clone()
            } else {
                return None;
            };
            let inner = self.slice(
                &piece.elements,
                &At::of(low.sub(&piece.start)),
                &At::of(high.sub(&piece.start)),
                0,
            );
            let Value::Array(elements) = inner else { return None };
            kept.push(Piece { start: low.sub(from), length: high.sub(&low), elements });
        }
        Some(kept)
    }

    /// All elements of an array as streams, each with one cell.
    pub(super) fn streams_of(&mut self, array: &Array) -> Vec<Stream> {
        match &array.elements {
            Elements::Each(cell) => {
                let height = self.here.open.len();
                let mut opens = Vec::new();
                let mut with = Vec::new();
                for (at, (var, dim)) in array.vars.iter().zip(&array.dims).enumerate() {
                    let new = self.index(height + at, dim);
                    with.push((*var, Formula::var(new)));
                    opens.push(Open { var: new, count: dim.clone() });
                }
                let cell = self.at_indices(cell, &with);
                // A dimension of one element needs no index.
                vec![self.without_single(Stream { opens, conds: Vec::new(), cells: vec![cell] })]
            }
            Elements::Pieces(pieces) => {
                pieces.iter().flat_map(|piece| self.streams_of(&piece.elements)).collect()
            }
        }
    }

    pub(super) fn without_single(&mut self, mut stream: Stream) -> Stream {
        let single: Vec<(u32, Formula)> = stream
            .opens
            .iter()
            .filter(|open| open.count == Formula::one())
            .map(|open| (open.var, Formula::zero()))
            .collect();
        if !single.is_empty() {
            stream.opens.retain(|open| open.count != Formula::one());
            stream.cells = stream.cells.iter().map(|cell| self.at_indices(cell, &single)).collect();
        }
        stream
    }

    /// A name for a whole value: equal names are equal values.
    pub(super) fn value_name(&mut self, value: &Value) -> u32 {
        match value {
            Value::Cell(cell) => self.wire(cell).number,
            Value::Array(array) => {
                let parts = match &array.elements {
                    Elements::Each(cell) => vec![(Formula::zero(), self.wire(cell).number)],
                    Elements::Pieces(pieces) => pieces
                        .iter()
                        .map(|piece| {
                            let number = self.value_name(&Value::Array(piece.elements.clone()));
                            (piece.start.clone(), number)
                        })
                        .collect(),
                };
                self.name(Name::Array(array.dims.clone(), parts))
            }
            Value::Tuple(parts) => {
                let parts: Vec<(Formula, u32)> =
                    parts.iter().map(|part| (Formula::zero(), self.value_name(part))).collect();
                self.name(Name::Array(Vec::new(), parts))
            }
        }
    }

    /// The indices that a whole value depends on.
    pub(super) fn value_deps(value: &Value) -> Deps {
        match value {
            Value::Cell(cell) => cell.deps().clone(),
            Value::Array(array) => {
                let mut deps = match &array.elements {
                    Elements::Each(cell) => {
                        cell.deps().iter().copied().filter(|dep| !array.vars.contains(dep)).collect()
                    }
                    Elements::Pieces(pieces) => pieces.iter().fold(Deps::new(), |deps, piece| {
                        let inner = Self::value_deps(&Value::Array(piece.elements.clone()));
                        union(&union(&deps, &inner), &union(&vars(&piece.start), &vars(&piece.length)))
                    }),
                };
                for dim in &array.dims {
                    deps = union(&deps, &vars(dim));
                }
                deps
            }
            Value::Tuple(parts) => {
                parts.iter().fold(Deps::new(), |deps, part| union(&deps, &Self::value_deps(part)))
            }
        }
    }

    /// An array, whatever the value is.
    pub(super) fn as_array(value: &Value) -> Rc<Array> {
        match value {
            Value::Array(array) => array.clone(),
            _ => Rc::new(Array::empty(1)),
        }
    }
}
