//! The decks of the first trials and a sample of later ones, kept whole: what a scan looks at.
//!
//! A tally files them as [summaries](crate::summaries), so that they merge by the numbers of their trials. The first
//! [`MOST_DECKS`] are kept, and at the beginning of each doubling of their number [`MOST_LATER`] that follow each other,
//! so that what begins late is seen, too; of large decks fewer of these, to fit into memory; of decks that show more than [`MOST_PLACES`] cards so
//! many places are kept, picked at random, once and for all.

use crate::{Card, Shape, Tally, metric::NotApplicable, summaries::SummarySize};
use rand::{SeedableRng, seq::index};
use rand_pcg::Pcg64;
use std::ops::Range;

pub(crate) const MOST_DECKS: u64 = 4_096;

/// The decks that are kept at most at the beginning of each doubling of their number.
pub(crate) const MOST_LATER: u64 = 512;

/// The words of all decks that are kept at the beginning of a doubling.
const WORDS_OF_LATER: usize = 1 << 15;

pub(crate) const MOST_PLACES: usize = 1_024;

/// Cards beyond this number do not fit the two bytes of a kept card.
pub(crate) const MOST_CARDS: usize = 1 << 16;

/// Decks that are turned at once: a line of the cache of each place is written by one after the other.
const TOGETHER: usize = 32;

/// The seed of the places that are kept of large decks. It is part of the test: the same places in every run.
const SEED_OF_PLACES: u64 = 0x6b65_7074;

/// All places, or `most` of them picked at random, in order.
fn pick(places: usize, most: usize) -> Vec<usize> {
    if places <= most {
        return (0..places).collect();
    }
    let mut rng = Pcg64::seed_from_u64(SEED_OF_PLACES);
    let mut picked = index::sample(&mut rng, places, most).into_vec();
    picked.sort_unstable();
    picked
}

/// The shape of kept decks, without the levels of draws: deals of all cards but one are kept as whole decks, since the last card is known.
pub(crate) fn completed(shape: Shape) -> Shape {
    let shape = shape.without_level();
    let shows_all_but_one = shape.is_order() && shape.dealt() + 1 == shape.cards();
    if shows_all_but_one { Shape::whole(shape.cards()) } else { shape }
}

/// The decks of a number of words that are kept at the beginning of each doubling of their number.
fn latest(words: usize) -> u64 {
    MOST_LATER.min((WORDS_OF_LATER / words) as u64)
}

fn words(places: usize, cards: usize) -> usize {
    places.div_ceil(if cards <= 256 { 4 } else { 2 })
}

#[derive(Clone, Debug)]
pub(crate) struct Keeper {
    /// The shape of the kept decks.
    shape: Shape,
    /// The positions that are kept, in order.
    places: Vec<usize>,
    size: SummarySize,
}

impl Keeper {
    /// Keeps the first `most` decks, or as many as fit into memory, and a sample of later ones.
    pub(crate) fn new(shape: Shape, most: u64) -> Result<Self, NotApplicable> {
        let shape = completed(shape);
        // Bonus balls are kept after the others.
        let (cards, width) = (shape.most_values(), shape.width());
        if cards > MOST_CARDS {
            let why = format!("decks of more than {MOST_CARDS} cards are not kept");
            return Err(NotApplicable(why));
        }
        let places = pick(width, MOST_PLACES);
        let words = words(places.len(), cards);
        let most = most.min(SummarySize::most(words));
        let size = SummarySize::new(most, words).with_later(latest(words));
        Ok(Self { shape, places, size })
    }

    pub(crate) fn size(&self) -> SummarySize {
        self.size
    }

    /// Appends a deck: a byte a card for up to 256 cards, two beyond.
    pub(crate) fn summarize<C: Card>(&self, row: &[C], words: &mut Vec<u32>) {
        let last = if row.len() < self.shape.width() {
            let all = self.shape.cards() * (self.shape.cards() - 1) / 2;
            all - row.iter().map(|card| card.index()).sum::<usize>()
        } else {
            0
        };
        let card = |&place: &usize| row.get(place).map_or(last, |card| card.index()) as u32;
        let (each, bits) = if self.shape.most_values() <= 256 { (4, 8) } else { (2, 16) };
        words.extend(
            self.places.chunks(each).map(|places| {
                places.iter().rev().fold(0, |word, place| word << bits | card(place))
            }),
        );
    }

    /// The decks of the first trials that a tally of `trials` trials holds.
    pub(crate) fn decks(&self, tally: &Tally, trials: u64) -> KeptDecks {
        let most = trials.min(self.size.trials());
        let decks = tally.summaries().iter().take_while(|(trial, _)| *trial < most);
        KeptDecks::new(self, decks.collect())
    }

    /// The sample of the later decks, at most as large as the first one: the latest decks, doubling by doubling, so
    /// that a caller that reads only some of them sees the most recent ones.
    pub(crate) fn later(&self, tally: &Tally, trials: u64) -> KeptDecks {
        let is_later = |(trial, _): &(u64, _)| (self.size.trials()..trials).contains(trial);
        let decks: Vec<(u64, &[u32])> = tally.summaries().iter().filter(is_later).collect();
        let doublings = decks.chunk_by(|(one, _), (other, _)| one.ilog2() == other.ilog2());
        let latest = doublings.rev().flatten().take(self.size.trials() as usize);
        KeptDecks::new(self, latest.copied().collect())
    }
}

#[derive(Clone, Debug)]
pub(crate) struct KeptDecks {
    pub(crate) shape: Shape,
    pub(crate) places: Vec<usize>,
    pub(crate) trials: Vec<u64>,
    /// The card of each deck at the first of the places, then at the second, ...
    cards: Vec<u16>,
}

impl KeptDecks {
    fn new(keeper: &Keeper, decks: Vec<(u64, &[u32])>) -> Self {
        let trials: Vec<u64> = decks.iter().map(|(trial, _)| *trial).collect();
        let mut cards = vec![0; trials.len() * keeper.places.len()];
        let (each, bits) = if keeper.shape.most_values() <= 256 { (4, 8) } else { (2, 16) };
        let mask = (1_u32 << bits) - 1;
        for (group, decks) in decks.chunks(TOGETHER).enumerate() {
            for place in 0..keeper.places.len() {
                let (word, shift) = (place / each, place % each * bits);
                let to = &mut cards[place * trials.len() + group * TOGETHER..];
                for (to, (_, words)) in to.iter_mut().zip(decks) {
                    *to = (words[word] >> shift & mask) as u16;
                }
            }
        }
        Self { shape: keeper.shape, places: keeper.places.clone(), trials, cards }
    }

    /// Consecutive decks that are not large.
    pub(crate) fn of_rows(shape: Shape, rows: &[u32]) -> Self {
        let dealt = shape.width();
        let decks = rows.len() / dealt;
        let of_place = |place| rows.chunks_exact(dealt).map(move |row| row[place] as u16);
        let cards = (0..dealt).flat_map(of_place).collect();
        Self { shape, places: (0..dealt).collect(), trials: (0..decks as u64).collect(), cards }
    }

    pub(crate) fn len(&self) -> usize {
        self.trials.len()
    }

    /// The cards of all decks at the kept place of this index.
    pub(crate) fn at(&self, place: usize) -> &[u16] {
        &self.cards[place * self.len()..][..self.len()]
    }

    /// The same with cards and positions exchanged, if all of both are kept: where each card lies.
    pub(crate) fn inverse(&self) -> Option<Self> {
        if !self.shape.is_order()
            || !self.shape.is_whole()
            || self.places.len() < self.shape.cards()
        {
            return None;
        }
        let mut cards = vec![0; self.cards.len()];
        for place in 0..self.places.len() {
            for (deck, &card) in self.at(place).iter().enumerate() {
                cards[usize::from(card) * self.len() + deck] = place as u16;
            }
        }
        Some(Self { cards, ..self.clone() })
    }

    /// The decks one after the other.
    pub(crate) fn rows(&self) -> Vec<u32> {
        let (width, mut rows) = (self.places.len(), vec![0; self.cards.len()]);
        for (group, rows) in rows.chunks_mut(TOGETHER * width).enumerate() {
            for place in 0..width {
                let cards = &self.at(place)[group * TOGETHER..];
                for (row, &card) in rows.chunks_exact_mut(width).zip(cards) {
                    row[place] = card.into();
                }
            }
        }
        rows
    }

    /// At most `most` places, picked at random where there are more.
    pub(crate) fn some_places(&self, most: usize) -> Self {
        if self.places.len() <= most {
            return self.clone();
        }
        let picked = pick(self.places.len(), most);
        let places = picked.iter().map(|&place| self.places[place]).collect();
        let cards: Vec<&[u16]> = picked.iter().map(|&place| self.at(place)).collect();
        Self { shape: self.shape, places, trials: self.trials.clone(), cards: cards.concat() }
    }

    /// The decks of trials that follow each other without a gap, stretch by stretch.
    pub(crate) fn stretches(&self) -> impl Iterator<Item = Self> {
        let stretches = self.trials.chunk_by(|trial, next| *next == trial + 1);
        stretches.scan(0, |end, stretch| {
            let first = *end;
            *end += stretch.len();
            Some(self.part(first..*end))
        })
    }

    /// Consecutive decks, at most the ones of which [`MOST_DECKS`] would have been kept: slow tests look at no more.
    pub(crate) fn sampled(&self) -> Vec<Self> {
        let (first, end) = (self.trials[0], self.trials[0] + self.len() as u64);
        if first > 0 || end <= MOST_DECKS {
            return vec![self.part(0..self.len())];
        }
        let later = latest(words(self.places.len(), self.shape.most_values()));
        let size = SummarySize::new(MOST_DECKS, 1).with_later(later);
        size.of_block(0, self.len()).map(|part| self.part(part)).collect()
    }

    pub(crate) fn first(&self, decks: usize) -> Self {
        self.part(0..decks.min(self.len()))
    }

    #[cfg(test)]
    pub(crate) fn one(&self, deck: usize) -> Self {
        self.part(deck..deck + 1)
    }

    pub(crate) fn part(&self, decks: Range<usize>) -> Self {
        let of_place = |place| &self.at(place)[decks.clone()];
        let cards: Vec<&[u16]> = (0..self.places.len()).map(of_place).collect();
        let trials = self.trials[decks.clone()].to_vec();
        Self { shape: self.shape, places: self.places.clone(), trials, cards: cards.concat() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Decks, Rows};

    #[test]
    fn decks_come_back_as_they_were_and_turned_inside_out() {
        for (cards, dealt) in [(5, 5), (7, 3), (7, 6), (300, 300), (2_000, 1_500)] {
            let shape = Shape::deal(cards, dealt).unwrap();
            let keeper = Keeper::new(shape, MOST_DECKS).unwrap();
            let row =
                |deck: usize| (0..dealt).map(move |place| ((place * 11 + deck) % cards) as u32);
            let rows: Vec<u32> = (0..70).flat_map(row).collect();
            let decks = Decks::new(shape, 0, Rows::Wide(&rows));
            let Rows::Wide(rows) = decks.rows() else { unreachable!() };
            let mut words = Vec::new();
            rows.chunks_exact(dealt).for_each(|row| keeper.summarize(row, &mut words));
            let words = words.chunks_exact(keeper.size().words());
            let kept = KeptDecks::new(&keeper, (0..).zip(words).take(65).collect());
            assert_eq!((kept.len(), kept.trials[64]), (65, 64));
            let kept_places = if dealt + 1 == cards { cards } else { dealt.min(MOST_PLACES) };
            assert_eq!(kept.places.len(), kept_places);
            let shown = kept.places.iter().enumerate().filter(|(_, place)| **place < dealt);
            for (index, &place) in shown {
                let expected = (0..65).map(|deck| (place * 11 + deck) % cards);
                assert!(kept.at(index).iter().map(|&card| usize::from(card)).eq(expected));
            }
            assert_eq!(kept.inverse().is_some(), cards <= dealt + 1);
            if let Some(inverse) = kept.inverse() {
                let card = kept.at(3)[40];
                assert_eq!(inverse.at(card.into())[40], 3);
            }
        }
    }
}
