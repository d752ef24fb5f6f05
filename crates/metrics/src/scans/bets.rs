//! Bets on what scans look at: the part of the test `sequential` that sees pairs, subsets, whole orders and lags. Its page
//! has the formula.

use super::{
    bits::{self, agreements, order_planes, planes},
    division::Division,
    kept::KeptDecks,
    subsets::each_sign,
};
use crate::{
    Card, Shape,
    distribution::log_sum::{log_mean_exp, log_sum_exp},
    number::IntegerStatistic as _,
    numbers::Inversions,
    share::Serial,
};
use shuffle_deck::InstructionSet;
use std::sync::Arc;

/// The decks on which bets are made.
pub(crate) const MOST_DECKS: usize = 4_096;

/// Above this number of places there is no bet on pairs and subsets.
const MOST_PLACES: usize = 64;

const LARGEST_LAG: usize = 16;

/// The largest modulus of the inversions on which there is a bet.
const LARGEST_MODULUS: usize = 4;

/// The weights over which each bet is spread.
const WEIGHTS: [f64; 3] = [1.0, 10.0, 100.0];

/// Sums of logarithms for all counts to come: `ln Gamma(a + c) - ln Gamma(a)`.
#[derive(Clone, Debug)]
struct Rising(Vec<f64>);

impl Rising {
    fn new(a: f64) -> Self {
        let mut sum = 0.0;
        let steps = (0..MOST_DECKS).map(|c| {
            sum += (a + c as f64).ln();
            sum
        });
        Self(std::iter::once(0.0).chain(steps).collect())
    }
}

/// Looks of the same probability, with a bet each.
#[derive(Clone, Debug)]
struct EqualBets {
    probability: f64,
    /// For each weight: of the count, of the rest, of both. Families of one probability share them.
    rising: Arc<[[Rising; 3]; WEIGHTS.len()]>,
    counts: Vec<u16>,
    /// The decks, or pairs of decks, of each look.
    seen: usize,
}

impl EqualBets {
    fn new(probability: f64) -> Self {
        let rising = WEIGHTS.map(|a| {
            let (count, rest) = (2.0 * a * probability, 2.0 * a * (1.0 - probability));
            [count, rest, count + rest].map(Rising::new)
        });
        Self { probability, rising: Arc::new(rising), counts: Vec::new(), seen: 0 }
    }

    /// Adds the counts of each look over `decks` more decks.
    fn add(&mut self, counts: impl Iterator<Item = u32>, decks: usize) {
        if self.counts.is_empty() {
            self.counts = counts.map(|count| count as u16).collect();
        } else {
            self.counts.iter_mut().zip(counts).for_each(|(sum, count)| *sum += count as u16);
        }
        self.seen += decks;
    }

    fn ln_e_of(&self, count: usize) -> f64 {
        let rest = self.seen - count;
        let null = count as f64 * self.probability.ln() + rest as f64 * (-self.probability).ln_1p();
        let of_weight =
            |[up, down, all]: &[Rising; 3]| up.0[count] + down.0[rest] - all.0[self.seen];
        log_mean_exp(&self.rising.each_ref().map(of_weight)) - null
    }

    /// The logarithm of the mean of E over all looks.
    fn ln_e(&self) -> f64 {
        if self.counts.is_empty() {
            return 0.0;
        }
        let mut looks = vec![0_u32; self.seen + 1];
        self.counts.iter().for_each(|&count| looks[usize::from(count)] += 1);
        let came = looks.iter().enumerate().filter(|(_, looks)| **looks > 0);
        let terms = came.map(|(count, &looks)| self.ln_e_of(count) + f64::from(looks).ln());
        log_sum_exp(&terms.collect::<Vec<_>>()) - (self.counts.len() as f64).ln()
    }
}

#[derive(Clone, Debug)]
pub(crate) struct Bets {
    shape: Shape,
    divisions: Vec<Division>,
    /// For places, then for cards: the divisions, the order of two, the signs of three and of four.
    subsets: [Vec<EqualBets>; 2],
    /// The remainders of the inversions, modulus after modulus.
    inversions: Vec<EqualBets>,
    /// Lag after lag: the same parity of the order, the card at a position that lies at another one, the same deck.
    lags: Vec<[EqualBets; 3]>,
    /// The last decks, as many as the largest lag, and the parities of their orders.
    last: Vec<(Vec<u32>, bool)>,
    /// Decks on which there is no bet yet.
    waiting: Vec<u32>,
    decks: usize,
    ln_e: f64,
}

const AT_A_TIME: usize = 64;

impl Bets {
    /// Before any deck; `None` for a single card, and where decks are too large.
    pub(crate) fn new(shape: Shape) -> Option<Self> {
        let shown = shape.dealt();
        if shown < 2 || shape.cards() > super::kept::MOST_CARDS {
            return None;
        }
        let divisions = Division::all(shape.cards());
        let coin = EqualBets::new(0.5);
        let of_pairs: Vec<EqualBets> = divisions
            .iter()
            .map(|division| EqualBets::new(division.together))
            .chain(std::iter::repeat_n(coin.clone(), 3))
            .collect();
        let ln_orders: f64 = (0..shown).map(|i| ((shape.cards() - i) as f64).ln()).sum();
        // Smaller probabilities would not have a logarithm of their complement.
        let copies = (-ln_orders).exp().max(1e-300);
        let lag = [coin, EqualBets::new((shape.cards() as f64).recip()), EqualBets::new(copies)];
        Some(Self {
            shape,
            subsets: [of_pairs.clone(), of_pairs],
            divisions,
            inversions: (2..=LARGEST_MODULUS.min(shown))
                .map(|m| EqualBets::new((m as f64).recip()))
                .collect(),
            lags: vec![lag; LARGEST_LAG],
            last: Vec::new(),
            waiting: Vec::new(),
            decks: 0,
            ln_e: 0.0,
        })
    }

    pub(crate) fn ln_e(&self) -> f64 {
        self.ln_e
    }

    /// Takes a deck, unless there were enough, and bets on 64 at a time.
    pub(crate) fn observe<C: Card>(&mut self, row: &[C]) {
        if self.decks >= MOST_DECKS {
            return;
        }
        self.waiting.extend(row.iter().map(|card| card.index() as u32));
        self.decks += 1;
        if self.decks.is_multiple_of(AT_A_TIME) {
            let rows = std::mem::take(&mut self.waiting);
            self.bet(&rows);
        }
    }

    fn bet(&mut self, rows: &[u32]) {
        let shown = self.shape.dealt();
        if shown <= MOST_PLACES {
            let decks = KeptDecks::of_rows(self.shape, rows);
            bet_on_subsets(&mut self.subsets[0], &self.divisions, &decks);
            if let Some(inverse) = decks.inverse() {
                bet_on_subsets(&mut self.subsets[1], &self.divisions, &inverse);
            }
        }
        self.bet_on_whole_decks(rows);
        let families = self.subsets.iter().flatten().chain(&self.inversions);
        let families = families.chain(self.lags.iter().flatten());
        let ln_e: Vec<f64> = families.filter(|one| one.seen > 0).map(EqualBets::ln_e).collect();
        self.ln_e = log_mean_exp(&ln_e);
    }

    /// Inversions and lags.
    fn bet_on_whole_decks(&mut self, rows: &[u32]) {
        let number = Inversions::new(self.shape).expect("two cards are shown");
        let mut scratch = Default::default();
        for row in rows.chunks_exact(self.shape.dealt()) {
            let inversions = number.of(row, &mut scratch);
            for (family, modulus) in self.inversions.iter_mut().zip(2..) {
                family.add((0..modulus).map(|r| u32::from(inversions % modulus == r)), 1);
            }
            let parity = inversions % 2 == 1;
            for (families, (earlier, before)) in self.lags.iter_mut().zip(self.last.iter().rev()) {
                let [parities, moves, copies] = families;
                parities.add(std::iter::once(u32::from(parity == *before)), 1);
                copies.add(std::iter::once(u32::from(row == earlier)), 1);
                if row.len() <= MOST_PLACES {
                    let same = earlier
                        .iter()
                        .flat_map(|from| row.iter().map(move |to| u32::from(from == to)));
                    moves.add(same, 1);
                }
            }
            if self.last.len() == LARGEST_LAG {
                self.last.remove(0);
            }
            self.last.push((row.to_vec(), parity));
        }
    }
}

/// Bets on pairs of each division, on the order of each pair, and on the signs of each three and four.
fn bet_on_subsets(families: &mut [EqualBets], divisions: &[Division], decks: &KeptDecks) {
    let (set, number) = (InstructionSet::detect(), decks.len());
    let (pairs, signs) = families.split_at_mut(divisions.len());
    let mut counts = Vec::new();
    for (family, division) in pairs.iter_mut().zip(divisions) {
        let planes = planes(decks, |value| division.classes[usize::from(value)], division.bits);
        let width = division.bits as usize * bits::words(number);
        let mut all = Vec::new();
        for (first, one) in planes.chunks_exact(width).enumerate() {
            let others = &planes[(first + 1) * width..];
            agreements(set, one, others, bits::last_mask(number), &mut counts, bits::words(number));
            all.extend_from_slice(&counts);
        }
        family.add(all.into_iter(), number);
    }
    let orders = order_planes(decks, &Serial);
    bits::ones(set, &orders, bits::words(number), &mut counts);
    signs[0].add(counts.iter().copied(), number);
    for (family, size) in signs[1..].iter_mut().zip([3, 4]) {
        if size <= decks.places.len() {
            let mut all = Vec::new();
            each_sign(decks, size, &orders, |_, counts| all.extend_from_slice(counts));
            family.add(all.into_iter(), number);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scans::testing::{all_sequences, at, earlier, inversions, repaired};

    /// Over all sequences of 3 decks of 3 cards the mean of E, spread over all families, is 1.
    #[test]
    fn over_all_sequences_the_mean_of_e_is_one() {
        let e_of = |rows: Vec<u32>| {
            let mut bets = Bets::new(Shape::whole(3)).unwrap();
            bets.bet(&rows);
            bets.ln_e().exp()
        };
        let mean = all_sequences(3, 3).map(e_of).sum::<f64>() / 216.0;
        assert!((mean - 1.0).abs() < 1e-9, "{mean}");
    }

    /// E of fair coins against the Beta integral: B(1 + 7, 1 + 3) / B(1, 1) / 2^-10 for weight 1.
    #[test]
    fn the_bet_on_coins_is_the_beta_integral() {
        let mut family = EqualBets::new(0.5);
        family.add([7].into_iter(), 10);
        let beta = 1.0 / (11.0 * 120.0) * 1024.0;
        let [up, down, all] = &family.rising[0];
        let ln_e = up.0[7] + down.0[3] - all.0[10] + 10.0 * 2.0_f64.ln();
        assert!((ln_e - f64::ln(beta)).abs() < 1e-12);
    }

    /// Alpha 1e-6 and half of it for other bets, seed 1: decided within three times the decks of the scans.
    #[test]
    fn planted_defects_are_bet_on() {
        let goal = 2e6_f64.ln();
        let decided = |repair: &dyn Fn(&mut [u8], &[u8])| {
            let rows = repaired(52, 1_024, 1, repair);
            let mut bets = Bets::new(Shape::whole(52)).unwrap();
            let mut looks = rows.chunks_exact(52 * 64);
            looks.position(|rows| {
                rows.chunks_exact(52).for_each(|row| bets.observe(row));
                bets.ln_e() >= goal
            })
        };
        let even = decided(&|row, _| {
            if inversions(row) % 2 == 1 {
                row.swap(0, 1);
            }
        });
        let four = decided(&|row, _| {
            if inversions(&at(row, [3, 20, 31, 50])) % 2 == 1 {
                row.swap(3, 20);
            }
        });
        let pair = decided(&|row, _| {
            let other = (42..52).find(|&other| row[other] % 2 == row[7] % 2).unwrap_or(41);
            row.swap(41, other);
        });
        let lag = decided(&|row, before| match earlier(before, 52, 5) {
            Some(it) if (before.len() / 52).is_multiple_of(3) => row.copy_from_slice(it),
            _ => {}
        });
        let looks = [even, four, pair, lag].map(|look| look.expect("it is decided"));
        assert!(looks.iter().all(|&look| look <= 4), "{looks:?}");
    }
}
