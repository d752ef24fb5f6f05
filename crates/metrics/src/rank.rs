//! Lehmer ranks: orders as numbers, in lexicographic order.

use crate::{Card, Shape};

/// The number of ordered deals, `n! / (n-k)!`, or `None` where it overflows 64 bits.
pub(crate) fn orders(shape: Shape) -> Option<u64> {
    (0..shape.dealt()).try_fold(1_u64, |product, i| product.checked_mul((shape.cards() - i) as u64))
}

/// The Lehmer rank of a row: 0 for `0 1 2 ...`, one less than [`orders`] for the last in order.
///
/// The digit of position p is the card less the smaller cards before it, that is its place among the
/// cards that are left, and the rank reads the digits in the mixed radix n, n-1, ... (Knuth, TAOCP 3,
/// 5.1.1.) Exact while [`orders`] fits 64 bits.
#[inline]
pub(crate) fn rank<C: Card>(row: &[C], cards: usize) -> u64 {
    (0..row.len())
        .fold(0, |rank, position| rank * (cards - position) as u64 + digit(row, position) as u64)
}

/// The Lehmer digit of a position: how many cards smaller than the one there come after it or are not
/// dealt. It is uniform on `0..n - position`, independently of all other digits, if the shuffle is.
#[inline]
pub(crate) fn digit<C: Card>(row: &[C], position: usize) -> usize {
    let card = row[position];
    let smaller: usize = row[..position].iter().map(|&before| usize::from(before < card)).sum();
    card.index() - smaller
}

pub(crate) fn unrank(mut rank: u64, shape: Shape) -> Vec<usize> {
    assert!(orders(shape).is_some_and(|orders| rank < orders), "no order has the rank {rank}");
    let mut digits: Vec<usize> = (0..shape.dealt())
        .rev()
        .map(|position| {
            let radix = (shape.cards() - position) as u64;
            let digit = rank % radix;
            rank /= radix;
            digit as usize
        })
        .collect();
    digits.reverse();
    let mut rest: Vec<usize> = (0..shape.cards()).collect();
    digits.into_iter().map(|digit| rest.remove(digit)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use itertools::Itertools;

    #[test]
    fn ranks_count_the_orders_lexicographically() {
        let number = |cards, dealt| orders(Shape::deal(cards, dealt).unwrap());
        let wanted = (Some(3_628_800), Some(132_600), None);
        assert_eq!((number(10, 10), number(52, 3), number(52, 52)), wanted);
        for (cards, deal) in [(2, 2), (4, 4), (5, 5), (5, 2), (6, 3), (4, 1)] {
            let shape = Shape::deal(cards, deal).unwrap();
            for (rank, row) in (0..cards as u32).permutations(deal).enumerate() {
                assert_eq!(super::rank(&row, cards), rank as u64);
                assert_eq!(
                    unrank(rank as u64, shape),
                    row.iter().map(|&c| c as usize).collect_vec()
                );
            }
        }
    }
}
