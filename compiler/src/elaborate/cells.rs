//! The elements of an array: mostly wires alone, which then lie as a column of gates.

use std::ops::Range;

use circ_runtime::GateId;

use super::value::Cell;

/// Elements in order.
#[derive(Clone, Debug)]
pub(super) enum Cells {
    /// Wires alone.
    Wires(Vec<GateId>),
    /// Static numbers among them, or there were when it was made.
    Mixed(Vec<Cell>),
}

impl Default for Cells {
    fn default() -> Self {
        Cells::Wires(Vec::new())
    }
}

impl Cells {
    /// None yet, with room for so many.
    pub(super) fn with_capacity(count: usize) -> Cells {
        Cells::Wires(Vec::with_capacity(count))
    }

    pub(super) fn len(&self) -> usize {
        match self {
            Cells::Wires(wires) => wires.len(),
            Cells::Mixed(cells) => cells.len(),
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The element at a place below the length.
    #[inline]
    pub(super) fn get(&self, at: usize) -> Cell {
        match self {
            Cells::Wires(wires) => Cell::Wire(wires[at]),
            Cells::Mixed(cells) => cells[at].clone(),
        }
    }

    pub(super) fn iter(&self) -> impl DoubleEndedIterator<Item = Cell> + ExactSizeIterator + '_ {
        (0..self.len()).map(|at| self.get(at))
    }

    /// Whether an element is static.
    pub(super) fn any_static(&self) -> bool {
        match self {
            Cells::Wires(_) => false,
            Cells::Mixed(cells) => cells.iter().any(Cell::is_static),
        }
    }

    #[inline]
    pub(super) fn push(&mut self, cell: Cell) {
        match (&mut *self, cell) {
            (Cells::Wires(wires), Cell::Wire(gate)) => wires.push(gate),
            (Cells::Mixed(cells), cell) => cells.push(cell),
            (Cells::Wires(_), cell) => {
                let mut cells = std::mem::take(self).into_mixed();
                cells.push(cell);
                *self = Cells::Mixed(cells);
            }
        }
    }

    /// Adds the elements of another at the end.
    pub(super) fn append(&mut self, other: &Cells) {
        self.append_part(other, 0..other.len());
    }

    /// Adds some elements of another at the end.
    pub(super) fn append_part(&mut self, other: &Cells, part: Range<usize>) {
        match (&mut *self, other) {
            (Cells::Wires(wires), Cells::Wires(others)) => wires.extend_from_slice(&others[part]),
            (Cells::Mixed(cells), Cells::Wires(others)) => {
                cells.extend(others[part].iter().map(|gate| Cell::Wire(*gate)));
            }
            (_, Cells::Mixed(others)) => {
                let mut cells = std::mem::take(self).into_mixed();
                cells.extend_from_slice(&others[part]);
                *self = Cells::Mixed(cells);
            }
        }
    }

    /// Some elements in a row.
    pub(super) fn part(&self, part: Range<usize>) -> Cells {
        match self {
            Cells::Wires(wires) => Cells::Wires(wires[part].to_vec()),
            Cells::Mixed(cells) => Cells::Mixed(cells[part].to_vec()),
        }
    }

    /// The elements as a list that takes static ones. What grows step by step goes on growing so.
    pub(super) fn into_mixed(self) -> Vec<Cell> {
        match self {
            Cells::Mixed(cells) => cells,
            Cells::Wires(wires) => {
                let mut cells = Vec::with_capacity(wires.capacity());
                cells.extend(wires.iter().map(|gate| Cell::Wire(*gate)));
                cells
            }
        }
    }

    /// The elements, to be lowered.
    pub(super) fn column(&self, part: Range<usize>) -> Column<'_> {
        match self {
            Cells::Wires(wires) if !part.is_empty() => Column::Wires(&wires[part]),
            Cells::Wires(_) => Column::Cells(&[]),
            Cells::Mixed(cells) => Column::Cells(&cells[part]),
        }
    }
}

/// Elements as the lowering table takes them. What has no elements is static.
pub(super) enum Column<'a> {
    Wires(&'a [GateId]),
    Cells(&'a [Cell]),
}

impl<'a> From<&'a Cells> for Column<'a> {
    fn from(cells: &'a Cells) -> Self {
        cells.column(0..cells.len())
    }
}

impl<'a> From<&'a [Cell]> for Column<'a> {
    #[inline]
    fn from(cells: &'a [Cell]) -> Self {
        Column::Cells(cells)
    }
}

impl FromIterator<Cell> for Cells {
    fn from_iter<I: IntoIterator<Item = Cell>>(cells: I) -> Self {
        let cells = cells.into_iter();
        let mut all = Cells::with_capacity(cells.size_hint().0);
        cells.for_each(|cell| all.push(cell));
        all
    }
}

#[cfg(test)]
mod tests {
    use circ_runtime::Num;

    use super::*;

    #[test]
    fn cells_are_a_list_whatever_they_lie_in() {
        let wire = |k| Cell::Wire(GateId(k));
        let lists = [
            vec![],
            vec![wire(1), wire(2), wire(3)],
            vec![Cell::Static(Num::ONE)],
            vec![wire(4), Cell::Static(Num::int(5)), wire(6)],
        ];
        for (a, b) in lists.iter().flat_map(|a| lists.iter().map(move |b| (a, b))) {
            let mut cells: Cells = a.iter().cloned().collect();
            cells.append(&b.iter().cloned().collect());
            let expected = [a.as_slice(), b.as_slice()].concat();
            assert_eq!(cells.iter().collect::<Vec<_>>(), expected);
            assert_eq!(cells.any_static(), expected.iter().any(Cell::is_static));
            let middle = a.len() / 2..expected.len();
            assert_eq!(cells.part(middle.clone()).into_mixed(), expected[middle]);
        }
    }
}
