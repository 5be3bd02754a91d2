//! The stretches of the static columns of a sequence, cut alike.

use crate::column::{Column, Pattern};
use crate::number::Num;
use crate::plan::statics::Statics;

/// Regions of positions, one after the other, in each of which every static coordinate follows one pattern.
#[derive(Debug)]
pub(super) struct Regions<'a> {
    /// Where each begins, and its length.
    places: Vec<(usize, usize)>,
    /// For every coordinate that is static what it is in each region.
    views: Vec<Option<View<'a>>>,
}

#[derive(Debug)]
enum View<'a> {
    All(&'a Num),
    Stretches(&'a [(usize, Pattern)]),
}

impl<'a> Regions<'a> {
    /// The regions; `None` where a static column is not generated, or columns are cut differently.
    pub(super) fn of(statics: &Statics<'a>) -> Option<Regions<'a>> {
        let (mut views, mut cuts): (Vec<_>, Option<&[(usize, Pattern)]>) = (Vec::new(), None);
        for (c, column) in statics.t.sequence.columns.iter().enumerate() {
            views.push(match column {
                _ if !statics.is_fixed(c as u32) => None,
                Column::All(value) => Some(View::All(value)),
                Column::Generated(generated) => {
                    let own = generated.stretches();
                    let known = *cuts.get_or_insert(own);
                    let alike = known.iter().map(|(len, _)| len).eq(own.iter().map(|(len, _)| len));
                    if !alike {
                        return None;
                    }
                    Some(View::Stretches(own))
                }
                _ => return None,
            });
        }
        let mut start = 0;
        let places = cuts?.iter().map(|&(len, _)| {
            start += len;
            (start - len, len)
        });
        Some(Regions { places: places.collect(), views })
    }

    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.places.len()
    }

    /// Where a region begins, and its length.
    pub(super) fn place(&self, region: usize) -> (usize, usize) {
        self.places[region]
    }

    /// The region of a position.
    pub(super) fn of_position(&self, position: usize) -> Option<usize> {
        self.places.iter().position(|&(start, len)| (start..start + len).contains(&position))
    }

    /// The number that a static coordinate is everywhere in a region.
    pub(super) fn constant(&self, region: usize, coordinate: u32) -> Option<Num> {
        match self.views[coordinate as usize].as_ref()? {
            View::All(value) => Some((*value).clone()),
            View::Stretches(stretches) => match stretches[region].1 {
                Pattern::Same(value) => Some(Num::int(value)),
                _ => None,
            },
        }
    }

    /// The pattern of a static coordinate in a region.
    pub(super) fn pattern(&self, region: usize, coordinate: u32) -> Option<&'a Pattern> {
        match self.views[coordinate as usize].as_ref()? {
            View::All(_) => None,
            View::Stretches(stretches) => Some(&stretches[region].1),
        }
    }
}
