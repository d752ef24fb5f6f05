//! The number of outcomes of a draw without a rule.

use crate::Shape;
use shuffle_deck::Draw;

/// The logarithm of the number of outcomes of a draw, without bonus balls and whatever its rule. For the first cards of a pack and for
/// weights, minus the log probability of the likeliest outcome: a lower bound of their entropy.
pub(crate) fn ln_free_outcomes(shape: Shape) -> f64 {
    let (n, k) = (shape.cards(), shape.dealt());
    let falling = |n: usize, k: usize| (0..k).map(|i| ((n - i) as f64).ln()).sum::<f64>();
    match shape.draw() {
        Draw::Order => falling(n, k),
        // A row may have only two names.
        Draw::Varying => std::f64::consts::LN_2,
        Draw::Unordered(_) => ln_choose(n, k),
        Draw::Replacement | Draw::Blocks(_) => k as f64 * (n as f64).ln(),
        Draw::Pack(pack) if shape.is_whole() => {
            let same = pack.counts().iter().map(|&count| falling(count as usize, count as usize));
            falling(n, n) - same.sum::<f64>()
        }
        Draw::Weighted(weights) => {
            -(k as f64) * weights.chances().iter().copied().fold(0.0, f64::max).ln()
        }
        Draw::Successive { weights, is_set } => {
            let mut chances = weights.chances().to_vec();
            chances.sort_by(|a, b| b.total_cmp(a));
            let ln_share =
                |place: usize| (chances[place..].iter().sum::<f64>() / chances[place]).ln();
            let ln_orders = if is_set { falling(k, k) } else { 0.0 };
            ((0..k).map(ln_share).sum::<f64>() - ln_orders).max(0.0)
        }
        Draw::Pack(pack) => {
            let likeliest = pack.counts().iter().copied().max().unwrap_or(1) as f64 / n as f64;
            -(k as f64) * likeliest.ln()
        }
    }
}

/// The number of pairs among n.
pub(crate) const fn pairs_of(number: usize) -> usize {
    number * number.saturating_sub(1) / 2
}

/// The logarithm of n over k; of what cannot be minus infinity.
pub(crate) fn ln_choose(n: usize, k: usize) -> f64 {
    if k > n {
        f64::NEG_INFINITY
    } else {
        statrs::function::factorial::ln_binomial(n as u64, k as u64)
    }
}
