//! Linear relations between columns of numbers modulo a prime.

/// Columns of which none is a combination of the others, with what each was made of.
pub(super) struct Span {
    p: u8,
    rows: usize,
    width: usize,
    /// Each has a row in which it is 1 and all later ones are 0, and is kept times 0, 1, ..., p - 1, one after the other.
    basis: Vec<(usize, Vec<u8>)>,
    added: usize,
}

impl Span {
    /// A span of up to `columns` columns of `rows` numbers, modulo a prime below 128.
    pub(super) fn new(p: u8, rows: usize, columns: usize) -> Self {
        Self { p, rows, width: rows + columns, basis: Vec::new(), added: 0 }
    }

    /// Adds a column of remainders. If it is a combination of those before, it is not kept, and the factors come back with
    /// which it and those before add up to 0.
    pub(super) fn add(&mut self, column: impl IntoIterator<Item = u8>) -> Option<Vec<u8>> {
        // Behind the rows there is a mark for each column: there the sum says what it is a sum of.
        let mut column: Vec<u8> = column.into_iter().collect();
        column.resize(self.width, 0);
        column[self.rows + self.added] = 1;
        self.added += 1;
        for (row, multiples) in &self.basis {
            let factor = (self.p - column[*row]) % self.p;
            if factor > 0 {
                add(&mut column, &multiples[usize::from(factor) * self.width..], self.p);
            }
        }
        let Some(row) = column[..self.rows].iter().position(|&it| it > 0) else {
            return Some(column.split_off(self.rows));
        };
        let (p, first) = (usize::from(self.p), usize::from(column[row]));
        let inverse = (1..p).find(|it| it * first % p == 1).expect("p is a prime");
        column.iter_mut().for_each(|it| *it = (usize::from(*it) * inverse % p) as u8);
        let mut multiples = vec![0; self.width * p];
        for factor in 1..p {
            let (before, next) = multiples.split_at_mut(factor * self.width);
            let next = &mut next[..self.width];
            next.copy_from_slice(&before[(factor - 1) * self.width..]);
            add(next, &column, self.p);
        }
        self.basis.push((row, multiples));
        None
    }
}

/// Adds remainders to others.
fn add(to: &mut [u8], other: &[u8], p: u8) {
    for (to, other) in to.iter_mut().zip(other) {
        let sum = *to + other;
        *to = sum.min(sum.wrapping_sub(p));
    }
}

/// The largest probability of one remainder modulo p, of values with these chances.
pub(super) fn largest_chance(p: usize, values: impl Iterator<Item = (usize, f64)>) -> f64 {
    let mut chances = vec![0.0; p];
    values.for_each(|(value, chance)| chances[value % p] += chance);
    chances.into_iter().fold(0.0, f64::max)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64;

    /// Seed 3.
    #[test]
    fn a_combination_is_found_with_its_factors() {
        let mut rng = Pcg64::seed_from_u64(3);
        for p in [2, 3, 7, 97, 127_u8] {
            let columns: Vec<Vec<u8>> =
                (0..9).map(|_| (0..40).map(|_| rng.random_range(0..p)).collect()).collect();
            let factors: Vec<u8> = (0..9).map(|_| rng.random_range(0..p)).collect();
            let sum = |row: usize| {
                let terms =
                    columns.iter().zip(&factors).map(|(c, f)| u32::from(c[row]) * u32::from(*f));
                (terms.sum::<u32>() % u32::from(p)) as u8
            };
            let mut span = Span::new(p, 40, 10);
            assert!(columns.iter().all(|column| span.add(column.iter().copied()).is_none()));
            let found = span.add((0..40).map(sum)).expect("it is a combination");
            assert_eq!(found[9], 1);
            let opposite = factors.iter().map(|f| (p - f) % p);
            assert!(found[..9].iter().copied().eq(opposite), "{p}: {found:?} {factors:?}");
        }
    }
}
