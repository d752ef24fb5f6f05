//! The minimum number of decks with which a test has the wanted power.

/// Above this number of decks there is no forecast.
pub(super) const MOST_DECKS: u64 = 1_000_000_000_000_000;

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum SearchAnswer {
    Decks(u64),
    /// No number of decks up to the limit has the power; the largest power of those tried.
    Never(f64),
}

/// The minimum number of decks from `fewest` to `most` whose power is at least `wanted`.
///
/// It is precise to one part in a thousand if the power rises with the decks. Where bins change with the number of
/// decks the power may fall for a while; then the first rise to `wanted` counts.
pub(super) fn fewest_decks(
    fewest: u64,
    most: u64,
    wanted: f64,
    power: impl Fn(u64) -> Option<f64>,
) -> SearchAnswer {
    let (mut low, mut high, mut best) = (fewest, fewest, 0.0_f64);
    loop {
        let here = power(high).unwrap_or(0.0);
        best = best.max(here);
        if here >= wanted {
            break;
        }
        if high >= most {
            return SearchAnswer::Never(best);
        }
        (low, high) = (high, high.saturating_mul(2).min(most));
    }
    while high - low > 1.max(high / 1_000) {
        let middle = low + (high - low) / 2;
        if power(middle).unwrap_or(0.0) >= wanted { high = middle } else { low = middle }
    }
    SearchAnswer::Decks(high)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_search_ends_at_the_first_that_suffices() {
        let step = |decks: u64| Some(if decks >= 777 { 1.0 } else { 0.0 });
        assert_eq!(fewest_decks(100, MOST_DECKS, 0.9, step), SearchAnswer::Decks(777));
        assert_eq!(fewest_decks(1_000, MOST_DECKS, 0.9, step), SearchAnswer::Decks(1_000));
        assert_eq!(fewest_decks(100, 500, 0.9, step), SearchAnswer::Never(0.0));
        let flat = |_| Some(0.65);
        assert_eq!(fewest_decks(100, MOST_DECKS, 0.9, flat), SearchAnswer::Never(0.65));
    }
}
