//! Stretches that were left alone: where an order is not one by chance.
#![doc = include_str!("stretches.md")]

use super::{
    order_test::{OrderTest, in_deck, long_enough},
    orders::{Orders, long, two_words},
    portrait::Stretch,
    runs::{Run, from_to, longest, name},
};
use crate::{
    Shape,
    axis::Axis,
    effect_kind,
    judgement::{Effect, Evidence},
    metric::NotApplicable,
    numbers::inversions,
    place::Place,
};
use statrs::function::factorial::{ln_binomial, ln_factorial};
use std::iter::successors;

pub(super) const FEWEST_CARDS: usize = 16;

const SHORTEST: usize = 8;

/// Inversions of windows of at most this many cards are judged by a table.
const TABULATED: usize = 64;

/// Words of a run, and of a look at windows: two of the number, the ends of the window, and the ends of its range.
const WORDS: usize = 6;

/// The looks at the windows of one length.
const PATTERNS: [Pattern; 3] = [Pattern::Narrow, Pattern::Rises, Pattern::Falls];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Pattern {
    Narrow,
    Rises,
    Falls,
}

/// A window of a deck that stands out, with the number by which it does: its range, or its inversions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct OddWindow {
    pub(super) number: u64,
    pub(super) start: usize,
    pub(super) low: u32,
    pub(super) high: u32,
}

pub(crate) struct Stretches {
    cards: usize,
    lengths: Vec<usize>,
}

impl Stretches {
    pub(crate) fn build(shape: Shape) -> Result<Box<dyn OrderTest>, NotApplicable> {
        Ok(Box::new(Self::new(shape)?))
    }

    pub(super) fn new(shape: Shape) -> Result<Self, NotApplicable> {
        let cards = shape.dealt();
        long_enough(cards, FEWEST_CARDS)?;
        let lengths = successors(Some(SHORTEST), |length| Some(2 * length));
        let lengths = lengths.take_while(|&length| length <= cards / 2).collect();
        Ok(Self { cards, lengths })
    }

    fn tails(&self) -> u64 {
        (2 + 2 * PATTERNS.len() * self.lengths.len()) as u64
    }

    fn ln_tail_of_window(&self, pattern: Pattern, length: usize, number: u64, decks: usize) -> f64 {
        let windows = (self.cards / length * decks) as f64;
        let ln_tail = match pattern {
            Pattern::Narrow => ln_range(self.cards, length, number),
            Pattern::Rises => ln_few_inversions(length, number),
            Pattern::Falls => ln_few_inversions(length, most_inversions(length) - number),
        };
        (windows.ln() + ln_tail).min(0.0)
    }
}

/// ln P(the range of w of n is at most r), largest less smallest.
pub(super) fn ln_range(n: usize, w: usize, r: u64) -> f64 {
    let ways = |of: u64, k: u64| if k > of { f64::NEG_INFINITY } else { ln_binomial(of, k) };
    let (n, w) = (n as u64, w as u64);
    let (inside, end) = (((n - r) as f64).ln() + ways(r, w - 1), ways(r, w));
    let sum = inside + (end - inside).exp().ln_1p();
    (sum - ways(n, w)).min(0.0)
}

fn most_inversions(w: usize) -> u64 {
    (w * (w - 1) / 2) as u64
}

/// ln P(at most `number` inversions of w cards), or a bound of it.
pub(super) fn ln_few_inversions(w: usize, number: u64) -> f64 {
    if w <= TABULATED {
        let law = inversions::law(w);
        return law[..=number as usize].iter().sum::<f64>().ln().min(0.0);
    }
    let n = w as f64;
    let variance = n * (n - 1.0) * (2.0 * n + 5.0) / 72.0;
    let below = (n * (n - 1.0) / 4.0 - number as f64).max(0.0);
    -0.5 * below * below / variance
}

/// A bound of ln P(a run of r successions in one direction).
pub(super) fn ln_successions(n: usize, r: usize, decks: usize) -> f64 {
    let rest = (n - r) as f64;
    let ways = 2.0 * rest.ln() + ln_factorial((n - r).saturating_sub(1) as u64);
    ((decks as f64).ln() + ways - ln_factorial(n as u64)).min(0.0)
}

/// For each length: the narrowest window, the window that rises most, and the window that falls most.
pub(super) fn windows(order: &[u32], lengths: &[usize]) -> Vec<[OddWindow; 3]> {
    let mut sorted = order.to_vec();
    let mut merged = Vec::new();
    let mut inversions: Vec<u64> = sorted.chunks_exact_mut(SHORTEST).map(sort).collect();
    let mut best = Vec::new();
    for &length in lengths {
        if length > SHORTEST {
            merged.resize(sorted.len(), 0);
            let pairs = inversions.chunks_exact(2).zip(sorted.chunks_exact(length));
            let both = pairs.zip(merged.chunks_exact_mut(length));
            inversions = both
                .map(|((counts, halves), merged)| {
                    let (left, right) = halves.split_at(length / 2);
                    counts[0] + counts[1] + inversions::merge(left, right, merged) as u64
                })
                .collect();
            std::mem::swap(&mut sorted, &mut merged);
        }
        let found = sorted.chunks_exact(length).zip(&inversions).enumerate();
        let looked = found.map(|(index, (window, &inversions))| {
            let (low, high) = (window[0], window[length - 1]);
            let of = |number| OddWindow { number, start: index * length, low, high };
            [of(u64::from(high - low)), of(inversions), of(inversions)]
        });
        best.extend(looked.reduce(|[narrow, rises, falls], [range, count, _]| {
            [
                if range.number < narrow.number { range } else { narrow },
                if count.number < rises.number { count } else { rises },
                if count.number > falls.number { count } else { falls },
            ]
        }));
    }
    best
}

/// Sorts a few cards and counts the pairs that were out of order.
fn sort(window: &mut [u32]) -> u64 {
    let mut inversions = 0;
    for end in 1..window.len() {
        let mut at = end;
        while at > 0 && window[at - 1] > window[at] {
            window.swap(at - 1, at);
            at -= 1;
        }
        inversions += end - at;
    }
    inversions as u64
}

/// The clearest of all looks at some decks.
struct ClearestStretch {
    ln_tail: f64,
    length: usize,
    place: Place,
    at: Stretch,
}

impl Stretches {
    fn run(&self, words: &[u32], down: bool, decks: usize) -> ClearestStretch {
        let steps = words[0] as usize;
        let [first, last] = [words[2], words[3]].map(|position| position as usize);
        let [low, high] = [words[4], words[5]].map(|card| card as usize);
        let cards = from_to(Axis::Cards, low.min(high), low.max(high));
        let how =
            if down { " in the reverse of their order" } else { " in their order at the start" };
        let place = Place::positions(&(first..last + 1)).text(" hold ").and(cards).text(how);
        let cards = low.min(high)..low.max(high) + 1;
        let at = Stretch { deck: 0, positions: first..last + 1, cards };
        ClearestStretch {
            ln_tail: ln_successions(self.cards, steps, decks),
            length: steps + 1,
            place,
            at,
        }
    }

    /// The part of the deck that a window is.
    fn part(words: &[u32], axis: Axis) -> Stretch {
        let [first, last, low, high] = [2, 3, 4, 5].map(|at| words[at] as usize);
        let (window, range) = (first..last + 1, low..high + 1);
        let (positions, cards) = match axis {
            Axis::Positions => (window, range),
            Axis::Cards => (range, window),
        };
        Stretch { deck: 0, positions, cards }
    }

    fn window(words: &[u32], pattern: Pattern, axis: Axis) -> Place {
        let [first, last, low, high] = [2, 3, 4, 5].map(|at| words[at] as usize);
        let (there, other) = match axis {
            Axis::Positions => (" hold ", Axis::Cards),
            Axis::Cards => (" are at ", Axis::Positions),
        };
        let stretch = from_to(axis, first, last);
        match (pattern, axis) {
            (Pattern::Narrow, _) => {
                stretch.text(there).and(from_to(other, low, high)).text(" only")
            }
            (Pattern::Rises, Axis::Positions) => stretch.text(" hold cards that rise too much"),
            (Pattern::Falls, Axis::Positions) => stretch.text(" hold cards that fall too much"),
            (Pattern::Rises, Axis::Cards) => stretch.text(" are too much in their start order"),
            (Pattern::Falls, Axis::Cards) => stretch.text(" are too much in reverse order"),
        }
    }
}

impl Stretches {
    /// The clearest stretch, if chance makes one so clear with no more than this probability.
    pub(super) fn clear_stretch(&self, decks: &[&[u32]], probability: f64) -> Option<Stretch> {
        let found = self.clearest(decks);
        let ln_p = found.ln_tail + (self.tails() as f64).ln();
        (ln_p <= probability.ln()).then_some(found.at)
    }

    /// The clearest of all looks at at least one deck.
    fn clearest(&self, decks: &[&[u32]]) -> ClearestStretch {
        let looks = decks.iter().enumerate().flat_map(|(deck, words)| {
            self.looks(words, decks.len()).into_iter().map(move |it| (deck, it))
        });
        let (deck, found) =
            looks.min_by(|one, other| one.1.ln_tail.total_cmp(&other.1.ln_tail)).expect("a deck");
        let place = in_deck(deck, decks.len()).and(found.place);
        ClearestStretch { place, at: Stretch { deck, ..found.at }, ..found }
    }

    /// All looks at the words of one deck of `decks`.
    fn looks(&self, words: &[u32], decks: usize) -> Vec<ClearestStretch> {
        let (runs, windows) = words.split_at(2 * WORDS);
        let runs = runs.chunks_exact(WORDS).zip([false, true]);
        let mut looks: Vec<ClearestStretch> =
            runs.map(|(run, down)| self.run(run, down, decks)).collect();
        let ways = windows.chunks_exact(windows.len() / 2).zip([Axis::Positions, Axis::Cards]);
        for (words, axis) in ways {
            let of_length = words.chunks_exact(PATTERNS.len() * WORDS).zip(&self.lengths);
            for (words, &length) in of_length {
                looks.extend(words.chunks_exact(WORDS).zip(PATTERNS).map(|(words, kind)| {
                    ClearestStretch {
                        ln_tail: self.ln_tail_of_window(kind, length, long(words), decks),
                        length,
                        place: Self::window(words, kind, axis),
                        at: Self::part(words, axis),
                    }
                }));
            }
        }
        looks
    }
}

impl OrderTest for Stretches {
    fn words(&self) -> usize {
        WORDS * (2 + 2 * PATTERNS.len() * self.lengths.len())
    }

    fn summarize(&self, deck: &Orders, _: Axis, words: &mut Vec<u32>) {
        let order = deck.along(Axis::Positions);
        let steps: [fn(u32, u32) -> bool; 2] =
            [|one, other| other == one + 1, |one, other| other + 1 == one];
        for follows in steps {
            let Run { start, steps } = longest(order, follows);
            let ends = [start, start + steps];
            let cards = ends.map(|position| deck.card(order[position]));
            words.extend([steps as u32, 0, ends[0] as u32, ends[1] as u32, cards[0], cards[1]]);
        }
        for (axis, other) in [(Axis::Positions, Axis::Cards), (Axis::Cards, Axis::Positions)] {
            let best = windows(deck.along(axis), &self.lengths);
            for (windows, length) in best.iter().zip(&self.lengths) {
                for window in windows {
                    let ends = [window.start, window.start + length - 1];
                    let ends = ends.map(|place| name(deck, axis, place));
                    let range =
                        [window.low, window.high].map(|end| name(deck, other, end as usize));
                    words.extend(two_words(window.number));
                    words.extend(ends.into_iter().chain(range));
                }
            }
        }
    }

    fn judge(&self, decks: &[&[u32]], _: Axis) -> Evidence {
        let found = self.clearest(decks);
        let effect = Effect::new(effect_kind::STRETCH, found.length as f64).at(found.place);
        let ln_least = ln_successions(self.cards, self.cards - 1, decks.len());
        Evidence::of_tails(found.ln_tail, self.tails(), ln_least, effect)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{each_set, orders, share};
    use itertools::Itertools;

    #[test]
    fn the_law_of_the_range_counts_subsets() {
        for (n, w) in [(8, 2), (10, 4), (12, 8), (9, 9)] {
            let sets = each_set(n, w);
            for r in w - 1..n {
                let p = share(&sets, |set| (set[w - 1] - set[0]) as usize <= r);
                assert!((ln_range(n, w, r as u64).exp() - p).abs() < 1e-12, "{n} {w} {r}");
            }
        }
    }

    #[test]
    fn runs_of_successions_have_no_larger_tail_than_the_bound() {
        for n in 4..=8 {
            let all: Vec<usize> = orders(n)
                .map(|order| longest(&order, |one, other| other == one + 1).steps)
                .collect();
            for r in 1..n {
                let p = share(&all, |&run| run >= r);
                let bound = ln_successions(n, r, 1).exp();
                assert!(bound >= p * (1.0 - 1e-9), "{n} {r}: {bound} {p}");
                assert!(r < 3 || bound < 1.5 * p, "{n} {r}: {bound} {p}");
            }
        }
    }

    #[test]
    fn the_bound_of_few_inversions_is_above_the_table() {
        for w in [TABULATED + 1, 128, 256] {
            let law = inversions::law(w);
            let mut below = 0.0;
            for (number, p) in law[..law.len() / 2].iter().enumerate() {
                below += p;
                assert!(ln_few_inversions(w, number as u64) >= f64::ln(below), "{w} {number}");
            }
        }
    }

    #[test]
    fn one_merge_sort_finds_the_windows_of_all_lengths() {
        let n = 1_003_u64;
        let order: Vec<u32> = (0..n).map(|i| (i * i * i % n * 7 % n) as u32).collect();
        let lengths = [8, 16, 32, 64, 128, 256];
        for (found, length) in windows(&order, &lengths).into_iter().zip(lengths) {
            let looked: Vec<[u64; 2]> = order
                .chunks_exact(length)
                .map(|window| {
                    let pairs = window.iter().array_combinations();
                    let inversions = pairs.filter(|[one, other]| one > other).count();
                    let range = window.iter().max().unwrap() - window.iter().min().unwrap();
                    [u64::from(range), inversions as u64]
                })
                .collect();
            let least = |at: usize| looked.iter().map(|it| it[at]).min().unwrap();
            let most = looked.iter().map(|it| it[1]).max().unwrap();
            assert_eq!(found.map(|window| window.number), [least(0), least(1), most]);
            for (window, number) in found.iter().zip([0, 1, 1]) {
                assert_eq!(looked[window.start / length][number], window.number);
            }
        }
    }
}
