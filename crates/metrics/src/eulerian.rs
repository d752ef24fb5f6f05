//! The Eulerian law: ascents of a uniform permutation.

use crate::distribution::Edgeworth;

/// The largest n for which the law is tabulated; the table costs n^2 additions.
pub const LARGEST: usize = 4096;

/// `P(a ascents)` for a uniform permutation of n, a = 0..n-1.
///
/// By the recurrence `n p_n(a) = (a + 1) p_{n-1}(a) + (n - a) p_{n-1}(a - 1)`, all terms positive, so that
/// the relative error stays near n units in the last place. Mean (n-1)/2, variance (n+1)/12 (n >= 2).
/// (Knuth, TAOCP 3, 5.1.3.)
///
/// # Panics
///
/// If n is 0 or above [`LARGEST`].
#[must_use]
pub fn law(n: usize) -> Vec<f64> {
    assert!((1..=LARGEST).contains(&n), "the Eulerian law is tabulated for 1 to {LARGEST} cards");
    let mut law = Vec::with_capacity(n);
    law.push(1.0);
    for m in 2..=n {
        law.push(0.0);
        for a in (0..m).rev() {
            let below = if a == 0 { 0.0 } else { law[a - 1] };
            law[a] = ((a + 1) as f64 * law[a] + (m - a) as f64 * below) / m as f64;
        }
    }
    law
}

/// The Eulerian law of any n, from its cumulants, for n above [`LARGEST`].
///
/// The ascents are the whole part of a sum of n uniform numbers from 0 to 1 (Tanny 1973, Duke Math. J. 40), so
/// that their cumulants are `(n+1) B_k/k` for even k, B the Bernoulli numbers, and 0 for odd k above 1.
#[must_use]
pub fn approximated(n: usize) -> Edgeworth {
    let n = n as f64;
    let after = n + 1.0;
    Edgeworth::of_whole_numbers([
        (n - 1.0) / 2.0,
        after / 12.0,
        0.0,
        -after / 120.0,
        0.0,
        after / 252.0,
    ])
}
