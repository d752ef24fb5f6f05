//! A trend of draws: low symbols come early and high ones late, or the other way round.

/// The draws of a stretch of time.
#[derive(Clone, Debug)]
pub(super) struct Period {
    /// Their number.
    pub(super) draws: u64,
    /// How often each group of symbols came in them, at all places.
    pub(super) counts: Vec<u64>,
}

/// The trend of some draws.
#[derive(Clone, Copy, Debug)]
pub(super) struct Trend {
    /// A bound of the logarithm of the probability of a trend as clear, in this direction.
    pub(super) ln_tail: f64,
    /// The first stretches in which the lower half of the groups came too often or too rarely most clearly: the place of the last of
    /// them, their draws, and how often the lower half came.
    pub(super) last: usize,
    pub(super) draws: u64,
    pub(super) low: u64,
}

/// Steps of a search for the clearest bound; more gain nothing.
const STEPS: usize = 40;

/// The trend of these stretches: the sum over draws of the number of a symbol's group times the time, both from their middle. Its mean is
/// 0 whatever the chances are, so a symbol that always comes too often makes none. Bounded by Chernoff, by the least of
/// `e^(K(t) - t seen)`, with the cumulants K of independent places that show each group with its chance: without replacement they are no
/// smaller (Hoeffding 1963, theorem 4).
///
/// `None` of a single stretch or a single group.
pub(super) fn trend(stretches: &[Period], chances: &[f64], places: usize) -> Option<Trend> {
    let all: u64 = stretches.iter().map(|it| it.draws).sum();
    let middle: f64 = chances.iter().zip(0..).map(|(p, group)| p * f64::from(group)).sum();
    let scale = chances.len() as f64;
    let values: Vec<f64> = (0..chances.len()).map(|it| (it as f64 - middle) / scale).collect();
    let half = chances.len() / 2;
    let chance: f64 = chances[..half].iter().sum();
    let (mut before, mut low, mut seen) = (0, 0, 0.0);
    let (mut times, mut clearest) = (Vec::new(), None::<(f64, usize, u64, u64)>);
    for (last, Period { draws, counts }) in stretches.iter().enumerate() {
        let time = (before as f64 + *draws as f64 / 2.0) / all as f64 - 0.5;
        times.push(time);
        seen += time * counts.iter().zip(&values).map(|(&it, x)| it as f64 * x).sum::<f64>();
        before += draws;
        low += counts[..half].iter().sum::<u64>();
        let mean = before as f64 * places as f64 * chance;
        let z = (low as f64 - mean).abs() / (mean * (1.0 - chance)).sqrt();
        if before < all && clearest.is_none_or(|(most, ..)| z > most) {
            clearest = Some((z, last, before, low));
        }
    }
    let cumulant = |t: f64| -> f64 {
        let of_stretch = |(it, time): (&Period, &f64)| {
            let of_place = chances.iter().zip(&values).map(|(p, x)| p * (t * time * x).exp());
            it.draws as f64 * places as f64 * of_place.sum::<f64>().ln()
        };
        stretches.iter().zip(&times).map(of_stretch).sum()
    };
    let (_, last, draws, low) = clearest.filter(|_| half > 0)?;
    let ln_tail = least(|t| cumulant(t.copysign(seen)) - t * seen.abs());
    Some(Trend { ln_tail, last, draws, low })
}

/// About the least value, for positive numbers, of a convex function that is 0 at 0.
fn least(of: impl Fn(f64) -> f64) -> f64 {
    /// Beyond it exponentials overflow; a bound holds everywhere.
    const LARGEST: f64 = 1e3;
    let mut to = 1.0;
    while of(2.0 * to) < of(to) && to < LARGEST {
        to *= 2.0;
    }
    let (mut from, mut to) = (0.0, 2.0 * to);
    for _ in 0..STEPS {
        let [a, b] = [0.382, 0.618].map(|share| from + (to - from) * share);
        if of(a) < of(b) {
            to = b;
        } else {
            from = a;
        }
    }
    of(f64::midpoint(from, to)).min(0.0)
}
