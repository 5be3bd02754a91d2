//! Equality, hashing and order of [`Num`]; canonical forms make the first two a comparison of parts.

use super::{Big, Num, Small, Wide, quadratic};
use std::cmp::Ordering;
use std::hash::{Hash, Hasher};

impl PartialEq for Num {
    #[inline]
    fn eq(&self, other: &Num) -> bool {
        match (&self.0, &other.0) {
            (Small { num: an, den: ad }, Small { num: bn, den: bd }) => an == bn && ad == bd,
            (Big(a), Big(b)) => a.same(b),
            _ => false,
        }
    }
}

impl Eq for Num {}

impl Hash for Num {
    fn hash<H: Hasher>(&self, state: &mut H) {
        match &self.0 {
            Small { num, den } => (num, den).hash(state),
            Big(wide) => match &**wide {
                Wide::Rational(q) => (q.numer(), q.denom()).hash(state),
                Wide::Root(root) => root.hash(state),
            },
        }
    }
}

impl Ord for Num {
    #[inline]
    fn cmp(&self, other: &Num) -> Ordering {
        match (&self.0, &other.0) {
            (Small { num: an, den: ad }, Small { num: bn, den: bd }) if ad == bd => an.cmp(bn),
            (Small { num: an, den: ad }, Small { num: bn, den: bd }) => {
                (i128::from(*an) * i128::from(bd.get())).cmp(&(i128::from(*bn) * i128::from(ad.get())))
            }
            _ => match self.signum().cmp(&other.signum()) {
                Ordering::Equal => cross(self, other),
                unequal => unequal,
            },
        }
    }
}

impl PartialOrd for Num {
    #[inline]
    fn partial_cmp(&self, other: &Num) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// The order of two numbers, at least one of them big, by multiplying out.
fn cross(a: &Num, b: &Num) -> Ordering {
    if let Some(order) = quadratic::compare(a, b) {
        return order;
    }
    let ((an, ad), (bn, bd)) = (super::big::parts(a), super::big::parts(b));
    if ad == bd { an.cmp(&bn) } else { (&*an * &*bd).cmp(&(&*bn * &*ad)) }
}
