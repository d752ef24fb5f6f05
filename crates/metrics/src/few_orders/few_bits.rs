//! The rolls behind an order, if a shuffle of Fisher and Yates made it: whether they have too few random bits.
#![doc = include_str!("few-bits.md")]

use super::{
    order_test::{OrderTest, long_enough},
    orders::Orders,
};
use crate::{
    Shape,
    axis::Axis,
    distribution::log_sum::log_mean_exp,
    effect_kind,
    judgement::{Effect, Evidence},
    linear::draws::{Decoder, FisherYatesForm},
    metric::NotApplicable,
    place::Place,
};
use std::{borrow::Cow, ops::RangeInclusive};

pub(super) const FEWEST_CARDS: usize = 10;

/// The first rolls of an order, whose ranges are the largest, and which alone are examined.
const MOST_ROLLS: usize = 1 << 16;

/// Bits per number; at most `MORE_BITS` beyond the bits of the number of cards.
const BITS: RangeInclusive<u32> = 8..=32;
const MORE_BITS: u32 = 7;

/// The share of rolls that need not be as supposed.
const SLACK: f64 = 1e-3;

/// Logarithms of the evidence with which an order has lost its bet, or won it.
const LOST: f64 = -30.0;
const WON: f64 = 60.0;

/// A guess that wins in fewer rolls than this is the likelier one: what it won counts as up to 1 more.
const SOON: f64 = 256.0;

/// Words hold thousandths of logarithms, rounded down.
const PARTS: f64 = 1e3;

/// Three rules that turn a number k of b bits into a roll below r: the integer part of `k r / 2^b`; the integer part
/// of `k r / (2^b - 1)` (r - 1 where this is r); and `k mod r`.
const RULES: [&str; 3] = [
    " random bits scaled to the range",
    " random bits scaled by the largest number that they give",
    " random bits taken modulo the range",
];

/// A roll, with what is the same for all numbers of bits.
struct Roll {
    range: u64,
    value: u64,
    /// Whole parts of value, value + 1 and 1, times 2^32, divided by the range.
    parts: [u64; 3],
}

impl Roll {
    fn new(range: usize, value: usize) -> Self {
        let (range, value) = (range as u64, value as u64);
        Self { range, value, parts: [value, value + 1, 1].map(|it| (it << 32) / range) }
    }

    /// Counts, for each rule, the numbers of this many bits that give this roll.
    fn numbers(&self, bits: u32) -> [u64; RULES.len()] {
        let Self { range, value, parts } = *self;
        let whole = parts.map(|part| part >> (32 - bits));
        let rest = |at: usize, of: u64| (of << bits) - whole[at] * range;
        let rests = [rest(0, value), rest(1, value + 1), rest(2, 1)];
        // The smallest number that gives this roll, and the next one.
        let scaled = [0, 1].map(|at| whole[at] + u64::from(rests[at] > 0));
        let by_largest = [0, 1].map(|at| whole[at] + u64::from(rests[at] > value + at as u64));
        let remainder = whole[2] + u64::from(value < rests[2]);
        // The last value has the largest number of all, too: 2^bits is what `by_largest[1]` is then.
        [scaled[1] - scaled[0], by_largest[1] - by_largest[0], remainder]
    }

    /// The likelihood of this roll relative to a fair shuffle, for each rule with numbers of this many bits.
    fn factors(&self, bits: u32) -> [f64; RULES.len()] {
        let scale = (1.0 - SLACK) * self.range as f64 / (1_u64 << bits) as f64;
        self.numbers(bits).map(|numbers| scale * numbers as f64 + SLACK)
    }
}

/// A way in which rolls may lack bits.
#[derive(Clone, Copy, Debug)]
struct Guess {
    form: FisherYatesForm,
    rule: &'static str,
    bits: u32,
}

pub(crate) struct FewBits {
    shape: Shape,
    bits: RangeInclusive<u32>,
    guesses: Vec<Guess>,
    /// The most that the logarithm of an order can be.
    most: f64,
}

impl FewBits {
    pub(crate) fn build(shape: Shape) -> Result<Box<dyn OrderTest>, NotApplicable> {
        long_enough(shape.dealt(), FEWEST_CARDS)?;
        Ok(Box::new(Self::new(shape)))
    }

    fn new(shape: Shape) -> Self {
        let bits = *BITS.start()..=(shape.cards().ilog2() + MORE_BITS).min(*BITS.end());
        let of_form = |&form: &FisherYatesForm| {
            let of_rule = move |bits| RULES.map(|rule| Guess { form, rule, bits });
            bits.clone().flat_map(of_rule)
        };
        let guesses = FisherYatesForm::of_shape(shape).iter().flat_map(of_form).collect();
        // With the fewest bits, each roll is one of the most frequent ones.
        let rolls = (2..=shape.cards()).rev().take(shape.dealt().min(MOST_ROLLS));
        let best = |range| Roll::new(range, 0).factors(*BITS.start())[2].ln();
        let most = rolls.map(best).sum::<f64>().min(WON);
        Self { shape, bits, guesses, most }
    }

    /// The logarithms of what bets on each guess of this form have made of 1 over the rolls of an order.
    fn bets(
        &self,
        form: FisherYatesForm,
        row: &[u32],
        decoder: &mut Decoder,
    ) -> impl Iterator<Item = f64> {
        let (lost, won) = (LOST.exp(), WON.exp());
        let mut bets: Vec<[f64; RULES.len()]> = self.bits.clone().map(|_| [1.0; _]).collect();
        let guesses = (0..).zip(self.bits.clone());
        let mut open: Vec<_> = guesses.map(|(at, bits)| (at, bits, [true; RULES.len()])).collect();
        let mut rolls = 0.0;
        decoder.first_draws(form, row, MOST_ROLLS, |range, value| {
            if open.is_empty() {
                return;
            }
            rolls += 1.0;
            let roll = Roll::new(range, value);
            open.retain_mut(|(at, bits, open): &mut (usize, u32, [bool; RULES.len()])| {
                let all = bets[*at].iter_mut().zip(roll.factors(*bits)).zip(&mut *open);
                for ((bet, factor), is_open) in all.filter(|(_, is_open)| **is_open) {
                    *bet *= factor;
                    *is_open = (lost..won).contains(bet);
                    if *bet >= won {
                        *bet = (WON - 1.0 + SOON / (SOON + rolls)).exp();
                    }
                }
                open.contains(&true)
            });
        });
        bets.into_iter().flatten().map(f64::ln)
    }
}

impl OrderTest for FewBits {
    fn words(&self) -> usize {
        self.guesses.len()
    }

    fn summarize(&self, deck: &Orders, _: Axis, words: &mut Vec<u32>) {
        let ranks = deck.along(Axis::Positions);
        let cards = || ranks.iter().map(|&rank| deck.card(rank)).collect();
        let row: Cow<'_, [u32]> =
            if self.shape.is_whole() { ranks.into() } else { Cow::Owned(cards()) };
        let mut decoder = Decoder::new(self.shape.cards());
        for &form in FisherYatesForm::of_shape(self.shape) {
            // Inside out, the positions of the cards are drawn as the cards are from the end.
            let bets = match form {
                FisherYatesForm::InsideOut => {
                    self.bets(FisherYatesForm::FromTheEnd, deck.along(Axis::Cards), &mut decoder)
                }
                _ => self.bets(form, &row, &mut decoder),
            };
            words.extend(bets.map(|ln| (ln * PARTS).floor() as i32 as u32));
        }
    }

    fn judge(&self, decks: &[&[u32]], _: Axis) -> Evidence {
        // A half is bet on the orders each by itself, in equal parts, and a half on all of them.
        let ln_won = |(at, guess): (usize, &Guess)| {
            let each: Vec<f64> =
                decks.iter().map(|words| f64::from(words[at] as i32) / PARTS).collect();
            let all: f64 = each.iter().sum();
            (log_mean_exp(&[log_mean_exp(&each), all]), *guess)
        };
        let guesses = self.guesses.iter().enumerate().map(ln_won);
        let (ln_won, Guess { form, rule, bits }) =
            guesses.max_by(|one, other| one.0.total_cmp(&other.0)).expect("there is a guess");
        let place = Place::from("the rolls behind the order")
            .text(form.words())
            .text(" look like numbers of ")
            .number(bits as usize)
            .text(rule);
        let effect = Effect::new(effect_kind::RANDOM_BITS, f64::from(bits)).at(place);
        Evidence::of_tails(
            -ln_won,
            self.guesses.len() as u64,
            -self.most * decks.len() as f64,
            effect,
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Under each rule the numbers that should give a roll do, and no others.
    #[test]
    fn numbers_of_a_roll_are_counted_one_by_one() {
        for (range, bits) in [(2, 8), (7, 8), (255, 8), (256, 8), (257, 8), (1_000, 9), (60, 12)] {
            let mut counts = vec![[0_u64; 3]; range];
            for k in 0..1_usize << bits {
                let by_largest = k * range / ((1 << bits) - 1);
                let rolls = [(k * range) >> bits, by_largest.min(range - 1), k % range];
                (0..3).for_each(|rule| counts[rolls[rule]][rule] += 1);
            }
            for (value, count) in counts.into_iter().enumerate() {
                let roll = Roll::new(range, value);
                assert_eq!(roll.numbers(bits), count, "{range} {bits} {value}");
            }
        }
        let largest = 1 << 28;
        assert_eq!(Roll::new(largest, largest - 1).numbers(32), [16; 3]);
    }

    /// The expected win of a bet equals its price, over all rolls, so no tail is too small.
    #[test]
    fn bets_are_fair() {
        for (range, bits) in [(3, 8), (300, 8), (1_000, 13)] {
            let mut sums = [0.0; 3];
            for value in 0..range {
                let factors = Roll::new(range, value).factors(bits);
                sums.iter_mut().zip(factors).for_each(|(sum, factor)| *sum += factor);
            }
            assert!(sums.iter().all(|sum| (sum / range as f64 - 1.0).abs() < 1e-12), "{sums:?}");
        }
    }
}
