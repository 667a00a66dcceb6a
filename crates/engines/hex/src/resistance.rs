//! Electric-circuit (resistance) evaluation (Anshelevich 2002), here on the graph of virtual
//! connections.
//!
//! Points of a side are nodes of a circuit, full connections are edges of resistance 1, and a
//! voltage is applied between the side's two edges. Cells through which much current flows lie on
//! many short paths; a cell with much current of both sides is a good move for either. Potentials
//! solve the Laplace equation `Σⱼ (uᵢ − uⱼ) = 0` at inner nodes, by an LDLᵀ factorisation.

use crate::connection::{ConnectionSet, FAR, NEAR, Point};

/// The circuit, with buffers.
#[derive(Debug, Default)]
pub(crate) struct ResistanceEvaluation {
    edges: Vec<(Point, Point)>,
    /// Row by row, the lower half of a symmetric matrix.
    matrix: Vec<f64>,
    potentials: Vec<f64>,
}

impl ResistanceEvaluation {
    /// The share of the total current that flows through each point.
    pub(crate) fn currents<const W: usize>(
        &mut self,
        connections: &ConnectionSet<W>,
        currents: &mut Vec<f64>,
    ) {
        self.build_circuit(connections);
        self.solve_potentials(connections.points().count());
        currents.clear();
        currents.resize(self.potentials.len(), 0.0);
        for &(a, b) in &self.edges {
            let (a, b) = (usize::from(a), usize::from(b));
            let current = (self.potentials[a] - self.potentials[b]).abs();
            currents[a] += current;
            currents[b] += current;
        }
        // The total current leaves the near edge; at every other point it is counted twice, in and
        // out.
        let total = 2.0 * currents[usize::from(NEAR)];
        if total > 0.0 {
            for current in currents {
                *current /= total;
            }
        }
    }

    fn build_circuit<const W: usize>(&mut self, connections: &ConnectionSet<W>) {
        self.edges.clear();
        for a in 0..connections.points().count() as Point {
            self.edges.extend(connections.partners(a).filter(|&b| b > a).map(|b| (a, b)));
        }
    }

    /// Potentials of all points: 1 at the near edge, 0 at the far edge, and Kirchhoff's current law
    /// elsewhere.
    fn solve_potentials(&mut self, points: usize) {
        let inner = points - 2;
        self.matrix.clear();
        self.matrix.resize(inner * inner, 0.0);
        self.potentials.clear();
        self.potentials.resize(points, 0.0);
        for i in 0..inner {
            // Keeps the matrix regular; isolated points get potential 0.
            self.matrix[i * inner + i] = 1e-9;
        }
        for &(a, b) in &self.edges {
            if b == FAR {
                continue;
            }
            let (row, column) = (usize::from(b) - 2, usize::from(a).wrapping_sub(2));
            self.matrix[row * inner + row] += 1.0;
            match a {
                NEAR => self.potentials[usize::from(b)] += 1.0,
                FAR => {}
                _ => {
                    self.matrix[column * inner + column] += 1.0;
                    self.matrix[row * inner + column] -= 1.0;
                }
            }
        }
        solve(&mut self.matrix, &mut self.potentials[2..]);
        self.potentials[usize::from(NEAR)] = 1.0;
    }
}

/// LDLᵀ solver: replaces `b` by the solution x of A x = b for a symmetric, positive definite A, of
/// which the lower half is given and is overwritten by L and D.
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

/// Dot product with four independent sums, for vector instructions.
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
