//! Where it flows: a guess at which moves matter, from electric currents.
//!
//! Take every point of a side's web as a knot, every full connection as a wire, and put a voltage
//! between the side's two edges. Much current runs through cells that many short ways share. A
//! cell that carries much of both sides' currents is worth a move to either.

use crate::connect::{FAR, NEAR, Point, Web};

/// Finds currents; kept for its buffers.
#[derive(Debug, Default)]
pub(crate) struct Flow {
    wires: Vec<(Point, Point)>,
    /// Row by row, the lower half of a symmetric matrix.
    matrix: Vec<f64>,
    levels: Vec<f64>,
}

impl Flow {
    /// The share of the whole current that runs through each point.
    pub(crate) fn shares<const W: usize>(&mut self, web: &Web<W>, shares: &mut Vec<f64>) {
        self.lay_wires(web);
        self.find_levels(web.points().count());
        shares.clear();
        shares.resize(self.levels.len(), 0.0);
        for &(a, b) in &self.wires {
            let (a, b) = (usize::from(a), usize::from(b));
            let current = (self.levels[a] - self.levels[b]).abs();
            shares[a] += current;
            shares[b] += current;
        }
        // All of it leaves the near edge, and passes each other point by coming and going.
        let whole = 2.0 * shares[usize::from(NEAR)];
        if whole > 0.0 {
            for share in shares {
                *share /= whole;
            }
        }
    }

    fn lay_wires<const W: usize>(&mut self, web: &Web<W>) {
        self.wires.clear();
        for a in 0..web.points().count() as Point {
            self.wires.extend(web.partners(a).filter(|&b| b > a).map(|b| (a, b)));
        }
    }

    /// The voltage of every point: 1 at the near edge, 0 at the far edge, and everywhere else such
    /// that what flows in flows out.
    fn find_levels(&mut self, points: usize) {
        let inner = points - 2;
        self.matrix.clear();
        self.matrix.resize(inner * inner, 0.0);
        self.levels.clear();
        self.levels.resize(points, 0.0);
        for i in 0..inner {
            // Points without wires are at level 0.
            self.matrix[i * inner + i] = 1e-9;
        }
        for &(a, b) in &self.wires {
            if b == FAR {
                continue;
            }
            let (row, column) = (usize::from(b) - 2, usize::from(a).wrapping_sub(2));
            self.matrix[row * inner + row] += 1.0;
            match a {
                NEAR => self.levels[usize::from(b)] += 1.0,
                FAR => {}
                _ => {
                    self.matrix[column * inner + column] += 1.0;
                    self.matrix[row * inner + column] -= 1.0;
                }
            }
        }
        solve(&mut self.matrix, &mut self.levels[2..]);
        self.levels[usize::from(NEAR)] = 1.0;
    }
}

/// Replaces `b` by the solution x of A x = b for a symmetric, positive definite A, of which the
/// lower half is given and is overwritten by its factors L and D.
fn solve(a: &mut [f64], b: &mut [f64]) {
    let n = b.len();
    for j in 0..n {
        let (above, row) = a.split_at_mut(j * n);
        factor_row(above, &mut row[..=j], n);
    }
    for i in 0..n {
        b[i] -= dot(&a[i * n..i * n + i], &b[..i]);
    }
    for i in 0..n {
        b[i] /= a[i * n + i];
    }
    for i in (0..n).rev() {
        let x = b[i];
        for (y, l) in b[..i].iter_mut().zip(&a[i * n..i * n + i]) {
            *y -= l * x;
        }
    }
}

/// Turns a row of A into a row of L, with D on the diagonal; those `above` are done.
fn factor_row(above: &[f64], row: &mut [f64], n: usize) {
    let last = row.len() - 1;
    for i in 0..last {
        row[i] -= dot(&row[..i], &above[i * n..i * n + i]);
    }
    for i in 0..last {
        let scaled = row[i] / above[i * n + i];
        row[last] -= scaled * row[i];
        row[i] = scaled;
    }
}

/// Four sums side by side, for the processor adds them at once.
fn dot(a: &[f64], b: &[f64]) -> f64 {
    let (a4, a_rest) = a.as_chunks::<4>();
    let (b4, b_rest) = b.as_chunks::<4>();
    let mut sums = [0.0; 4];
    for (x, y) in a4.iter().zip(b4) {
        for i in 0..4 {
            sums[i] += x[i] * y[i];
        }
    }
    let rest: f64 = a_rest.iter().zip(b_rest).map(|(x, y)| x * y).sum();
    sums[0] + sums[1] + (sums[2] + sums[3]) + rest
}
