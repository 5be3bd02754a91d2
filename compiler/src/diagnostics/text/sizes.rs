//! Advice about the sizes at which a fault shows.

use crate::diagnostics::{Diagnostic, Hint};

/// What is known of the sizes at which a fault of a circuit shows, as advice.
pub(super) struct Advice<'d> {
    /// What a probe or the building found out.
    hint: Option<&'d Hint>,
    /// The fault is in a test itself, which has no `where`.
    test: bool,
    /// What was built has sizes.
    sized: bool,
    /// The first size that is 0.
    zero: Option<&'d str>,
}

impl<'d> Advice<'d> {
    /// What is known of this fault.
    pub(super) fn of(diagnostic: &'d Diagnostic) -> Self {
        let test = diagnostic.built.as_ref().is_some_and(|built| built.family.is_none());
        let sized = diagnostic.built.as_ref().is_some_and(|built| !built.sizes.is_empty());
        let zero = diagnostic.built.iter().flat_map(|built| &built.sizes).find(|(_, size)| *size == 0);
        Advice {
            hint: diagnostic.hint.as_ref(),
            test: test && diagnostic.calls.is_empty(),
            sized,
            zero: zero.map(|(name, _)| name.as_str()),
        }
    }

    /// The fault shows at large sizes too.
    pub(super) fn is_throughout(&self) -> bool {
        self.hint == Some(&Hint::Throughout)
    }

    /// What was built has sizes, so that other sizes may not show the fault.
    pub(super) fn is_sized(&self) -> bool {
        self.sized
    }

    /// An `and` or `or` that has no guard, as its operands are arrays.
    pub(super) fn unguarded(&self) -> Option<String> {
        let Some(Hint::Unguarded { or }) = self.hint else { return None };
        Some(if *or {
            "this `or` joins arrays, so all of its operands are built; one bool leaves out what stands behind a static condition: `n < 2 or all(…)`".into()
        } else {
            "this `and` joins arrays, so all of its operands are built; one bool leaves out what stands behind a static condition: `n >= 2 and all(…)`".into()
        })
    }

    /// How the sizes that show the fault are left out: as it is known, or in general. Nothing where that is no mend.
    pub(super) fn leave_out(&self) -> Option<String> {
        match self.hint {
            Some(Hint::Below { size, least, end }) if self.test => Some(match end {
                Some(end) => format!("let `{size}` start at {least}: `{size} in {least}{end}`"),
                None => format!("let `{size}` start at {least}"),
            }),
            Some(Hint::Below { size, least, .. }) => {
                let left_out = match least {
                    1 => format!("{size} = 0"),
                    2 => format!("{size} = 0 and 1"),
                    least => format!("every {size} below {least}"),
                };
                Some(format!("`where {size} >= {least}` after the result type leaves out {left_out}"))
            }
            Some(Hint::Throughout | Hint::Unguarded { .. }) => None,
            None if self.test => self.zero.map(|size| format!("let `{size}` start at 1")),
            None => Some("`where n >= 1` after the result type leaves out n = 0".into()),
        }
    }

    /// The condition under which the fault does not show, such as `n >= 2`.
    pub(super) fn condition(&self) -> Option<String> {
        match self.hint {
            Some(Hint::Below { size, least, .. }) => Some(format!("{size} >= {least}")),
            _ => None,
        }
    }
}
