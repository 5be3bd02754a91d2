//! Whether numbers exist that are not negative and satisfy linear inequalities.

use circ_runtime::Num;

/// Steps after which the search is given up; by the choice of pivots it would end by itself.
const MAX_PIVOTS: usize = 120;
/// Entries longer than this end the search too.
const MAX_BITS: u64 = 200;

/// Whether some `x >= 0` has `Σ x_j · columns[j] <= bounds`, row by row; `false` also where the search is given up.
///
/// The dual simplex method without a goal, with Bland's rule: of the rows whose slack is negative the one whose variable
/// comes first leaves, and of the variables that can mend it the first comes in.
pub(super) fn feasible(columns: &[Vec<(usize, Num)>], bounds: Vec<Num>) -> bool {
    let (width, height) = (columns.len(), bounds.len());
    // Each basic variable is its bound minus the row times the others.
    let mut rows = vec![vec![Num::ZERO; width]; height];
    for (j, column) in columns.iter().enumerate() {
        for (i, value) in column {
            rows[*i][j] = value.clone();
        }
    }
    let mut bounds = bounds;
    let mut outside: Vec<usize> = (0..width).collect();
    let mut basic: Vec<usize> = (width..width + height).collect();
    for _ in 0..MAX_PIVOTS {
        let leaving = (0..height).filter(|&i| bounds[i].signum() < 0).min_by_key(|&i| basic[i]);
        let Some(r) = leaving else { return true };
        let entering = (0..width).filter(|&j| rows[r][j].signum() < 0).min_by_key(|&j| outside[j]);
        let Some(c) = entering else { return false };
        let Some(inverse) = rows[r][c].recip() else { return false };
        // x_c = (bound - Σ others - x_r) / pivot.
        std::mem::swap(&mut basic[r], &mut outside[c]);
        for j in 0..width {
            rows[r][j] = if j == c { inverse.clone() } else { rows[r][j].mul(&inverse) };
        }
        bounds[r] = bounds[r].mul(&inverse);
        let (pivot, pivot_bound) = (rows[r].clone(), bounds[r].clone());
        for i in (0..height).filter(|&i| i != r) {
            let factor = rows[i][c].clone();
            if factor.is_zero() {
                continue;
            }
            for j in 0..width {
                if j == c {
                    rows[i][j] = factor.mul(&inverse).neg();
                } else if !pivot[j].is_zero() {
                    rows[i][j] = rows[i][j].sub(&factor.mul(&pivot[j]));
                }
            }
            bounds[i] = bounds[i].sub(&factor.mul(&pivot_bound));
            if bounds[i].bits() > MAX_BITS {
                return false;
            }
        }
    }
    false
}
