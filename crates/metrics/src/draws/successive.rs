//! Symbols with weights that are drawn one after the other and not put back: successive sampling (Plackett 1975; Luce 1959).

/// The step of the trapezoidal rule in the logarithm of time, and the logarithm at which it begins.
const STEP: f64 = 0.2;
const BEGIN: f64 = -40.0;

/// The places and symbols whose law is worked out: the work grows with places squared times symbols.
const MOST_WORK: usize = 2_000_000;

/// The chance of each symbol at each of k places; `None` where that would take too long.
///
/// Let the clock of each symbol ring at an exponential time whose rate is its chance: the order of the bells is the order of drawing.
/// Symbol i is at place p if exactly p of the others rang before it,
///
/// $$P(i, p) = \int_0^\infty c_i e^{-c_i t}\, P(\text{exactly } p \text{ of the others before } t)\, dt,$$
///
/// in which the others are independent. In $\ln t$ the trapezoidal rule converges so fast that only rounding errors
/// remain.
pub(crate) fn places(chances: &[f64], k: usize) -> Option<Vec<Vec<f64>>> {
    let n = chances.len();
    if !is_feasible(n, k) {
        return None;
    }
    let least = chances.iter().copied().filter(|chance| *chance > 0.0).fold(1.0, f64::min);
    let nodes = (((60.0 / least).ln() - BEGIN) / STEP).ceil() as usize;
    let mut law = vec![vec![0.0; n]; k];
    for node in 0..=nodes {
        let t = (BEGIN + STEP * node as f64).exp();
        // The numbers of bells, below k, of all symbols before each one; and of all after it.
        let mut before = vec![none(k)];
        for chance in chances {
            let next = with_clock(before.last().expect("there is one"), chance * t);
            before.push(next);
        }
        let mut after = none(k);
        for (i, chance) in chances.iter().enumerate().rev() {
            let density = STEP * chance * t * (-chance * t).exp();
            for p in 0..k {
                let others: f64 = (0..=p).map(|some| before[i][some] * after[p - some]).sum();
                law[p][i] += density * others;
            }
            after = with_clock(&after, chance * t);
        }
    }
    Some(law)
}

/// True if the law of this many symbols and places can be worked out.
pub(super) fn is_feasible(symbols: usize, places: usize) -> bool {
    symbols.saturating_mul(places).saturating_mul(places) <= MOST_WORK
}

fn none(k: usize) -> Vec<f64> {
    let mut law = vec![0.0; k];
    law[0] = 1.0;
    law
}

/// The law of a number of bells with one more clock, which has rung after this many of its mean times.
fn with_clock(law: &[f64], time: f64) -> Vec<f64> {
    let (silent, rung) = ((-time).exp(), -(-time).exp_m1());
    let one =
        |bells: usize| law[bells] * silent + if bells > 0 { law[bells - 1] * rung } else { 0.0 };
    (0..law.len()).map(one).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use itertools::Itertools;

    #[test]
    fn the_chance_of_each_place_is_the_sum_over_all_orders() {
        for chances in [vec![0.4, 0.3, 0.2, 0.1], vec![0.9, 1e-4, 0.0999, 0.0, 1e-6], vec![0.2; 5]]
        {
            let law = places(&chances, 3).unwrap();
            let mut sums = vec![vec![0.0; chances.len()]; 3];
            for row in (0..chances.len()).permutations(3) {
                let (mut p, mut left) = (1.0, (0..chances.len()).collect::<Vec<_>>());
                for &symbol in &row {
                    p *= chances[symbol] / left.iter().map(|&it| chances[it]).sum::<f64>();
                    left.retain(|&it| it != symbol);
                }
                row.iter().enumerate().for_each(|(place, &symbol)| sums[place][symbol] += p);
            }
            let all: f64 = chances.iter().sum();
            for (place, (law, sums)) in law.iter().zip(&sums).enumerate() {
                for (p, sum) in law.iter().zip(sums) {
                    assert!((p - sum).abs() < 1e-12 * sum.max(1e-3), "{place}: {p} {sum}");
                }
            }
            assert!(
                law[0].iter().zip(&chances).all(|(p, chance)| (p - chance / all).abs() < 1e-12)
            );
        }
    }
}
