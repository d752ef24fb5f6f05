//! The partitions of n, numbered.
//!
//! A cycle type is a partition of n. Its number counts the partitions that come before it in
//! lexicographic order, parts from the largest on; so 1 + 1 + ... + 1 is number 0.

/// The partitions of n.
#[derive(Clone, Debug)]
pub(crate) struct Partitions {
    cards: usize,
    /// `counts[n * (cards + 1) + k]`: partitions of n into parts of at most k.
    counts: Vec<u64>,
}

impl Partitions {
    pub(crate) fn of(cards: usize) -> Self {
        let width = cards + 1;
        let mut counts = vec![0_u64; width * width];
        counts[..width].fill(1);
        for n in 1..=cards {
            for k in 1..=cards {
                let with = if k <= n { counts[(n - k) * width + k] } else { 0 };
                counts[n * width + k] = counts[n * width + k - 1].saturating_add(with);
            }
        }
        Self { cards, counts }
    }

    /// The number of partitions; 2^64 - 1 if there are more.
    pub(crate) fn count(&self) -> u64 {
        self.counts[self.counts.len() - 1]
    }

    /// The number of a partition, its parts from the largest on.
    pub(crate) fn rank(&self, parts: &[usize]) -> u64 {
        let mut rest = self.cards;
        let mut rank = 0;
        for &part in parts {
            rank += self.counts[rest * (self.cards + 1) + part - 1];
            rest -= part;
        }
        rank
    }

    /// Shows all partitions in the order of their numbers.
    pub(crate) fn each(&self, mut show: impl FnMut(&[usize])) {
        fn go(rest: usize, most: usize, parts: &mut Vec<usize>, show: &mut dyn FnMut(&[usize])) {
            if rest == 0 {
                return show(parts);
            }
            for part in 1..=most.min(rest) {
                parts.push(part);
                go(rest - part, part, parts, show);
                parts.pop();
            }
        }
        go(self.cards, self.cards, &mut Vec::new(), &mut show);
    }
}

/// The different parts of a partition, each with its multiplicity, the largest first.
pub(crate) fn runs(parts: &[usize]) -> impl Iterator<Item = (usize, usize)> + Clone + '_ {
    parts.chunk_by(|a, b| a == b).map(|run| (run[0], run.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn partitions_come_in_the_order_of_their_numbers() {
        for (cards, count) in [(0, 1), (1, 1), (2, 2), (5, 7), (10, 42), (20, 627)] {
            let partitions = Partitions::of(cards);
            let mut next = 0;
            partitions.each(|parts| {
                assert_eq!(partitions.rank(parts), next);
                assert_eq!(parts.iter().sum::<usize>(), cards);
                next += 1;
            });
            assert_eq!((next, partitions.count()), (count, count));
        }
        assert_eq!(Partitions::of(52).count(), 281_589);
    }
}
