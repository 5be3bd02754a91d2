//! `sqrt` of static numbers.

use super::Id;
use super::frame::{Elaborator, Frame, Stop};
use super::shapes::shortened;
use super::value::{Cell, Value};
use crate::check::root;

impl<'p> Elaborator<'p, '_> {
    /// The root of a number, or of each of an array: exact, and in the ring.
    pub(super) fn square_root(&mut self, f: &mut Frame<'p>, id: Id, operand: Id) -> Result<Value, Stop> {
        let value = self.eval(f, operand)?;
        self.elementwise(f, id, &[(operand, value)], &mut |this, cells| {
            let value = this.static_cell(f, operand, &cells[0])?;
            // Several divisions of that length.
            if value.bits() > 128 {
                this.charge_quietly(4 * value.bits());
            }
            this.check_budget(f.span(id))?;
            match root(this.program.ring, &value, shortened) {
                Ok(root) => Ok(Cell::Static(root)),
                Err(fact) => Err(this.stop(f.span(id), fact)),
            }
        })
    }
}
