//! Whole orders: numbers that count up from 0 or 1, in any order.

/// The result of [`guess`](crate::guess).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Guess {
    /// Cards in the deck.
    pub cards: usize,
    /// The number of the first card.
    pub base: u32,
}

/// The numbers in these cells, sorted, and the least; `None` if they are none, or no deck counts from the least.
fn numbers(cells: &[String], base: Option<u32>) -> Option<(Vec<u64>, u32)> {
    let numbers: Option<Vec<u64>> = cells.iter().map(|cell| cell.parse().ok()).collect();
    let mut numbers = numbers?;
    numbers.sort_unstable();
    let least = u32::try_from(*numbers.first()?).ok()?;
    base.map_or(least <= 1, |base| base == least).then_some((numbers, least))
}

/// The size and the base of the deck of which these cells are a permutation; `None` if they are none.
pub(crate) fn order_of(cells: &[String], base: Option<u32>) -> Option<Guess> {
    let (numbers, least) = numbers(cells, base)?;
    let is_order = numbers.iter().zip(u64::from(least)..).all(|(number, place)| *number == place);
    is_order.then_some(Guess { cards: numbers.len(), base: least })
}

/// The size that a deck would have of which these cells are one, were they different: most of them come more than once, as in a
/// pack, and the reader will say so.
pub(crate) fn pack_of(cells: &[String], base: Option<u32>) -> Option<Guess> {
    let (mut numbers, least) = numbers(cells, base)?;
    let (all, most) = (numbers.len(), *numbers.last()?);
    numbers.dedup();
    (most < all as u64 && 2 * numbers.len() <= all).then_some(Guess { cards: all, base: least })
}
