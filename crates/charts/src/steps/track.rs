//! The steps of shuffles: what is drawn of them, and what may be.

use crate::error::{Drawn, at_most, length, part, range};
use std::borrow::Cow;

/// The most shuffles side by side.
const MOST_TRACKS: usize = 3;
/// The most steps of one shuffle on a sheet of cards, and of bars.
const MOST_ROWS_OF_CARDS: usize = 120;
const MOST_ROWS_OF_BARS: usize = 2_000;
/// The most cards of a deck, drawn as cards and as bars.
const MOST_CARDS: usize = 60;
const MOST_BARS: usize = 200;

/// The style in which a deck is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StepStyle {
    /// A numbered card at each place.
    Cards,
    /// A bar at each place, in two rows: in one it has the color of the card, in the other it turns from blue to red
    /// once the card is placed.
    Bars,
}

/// The steps of one shuffle, or of up to three side by side.
///
/// As a [`Chart`](crate::Chart) it is a still sheet of all steps; [`Steps::to_gif`] is the animation.
#[derive(Debug, Clone, PartialEq)]
pub struct Steps {
    /// The headline.
    pub title: String,
    /// A smaller line below it; may be empty.
    pub subtitle: String,
    /// The style in which the deck is drawn.
    pub style: StepStyle,
    /// The number that is written on card 0.
    pub base: u32,
    /// The shuffles, side by side.
    pub tracks: Vec<StepTrack>,
}

/// The steps of one shuffle.
#[derive(Debug, Clone, PartialEq)]
pub struct StepTrack {
    /// The name of the shuffle.
    pub title: String,
    /// The deck before the first step.
    pub start: Vec<u32>,
    /// The steps.
    pub steps: Vec<StepRow>,
}

/// The deck after a step.
#[derive(Debug, Clone, PartialEq)]
pub struct StepRow {
    /// The roll in words: "roll 3 of 0–4".
    pub label: String,
    /// The deck.
    pub deck: Vec<u32>,
    /// The places whose cards were moved.
    pub marked: Vec<usize>,
    /// For each place, true if its card stays there to the end.
    pub placed: Vec<bool>,
}

impl Steps {
    /// The most steps of any of the shuffles.
    pub(super) fn rows(&self) -> usize {
        self.tracks.iter().map(|track| track.steps.len()).max().unwrap_or(0)
    }

    /// The most cards of any deck.
    pub(super) fn cards(&self) -> usize {
        self.tracks.iter().map(|track| track.start.len()).max().unwrap_or(0)
    }

    pub(super) fn check(&self) -> Drawn {
        at_most("shuffles", MOST_TRACKS, self.tracks.len())?;
        let (cards, rows) = match self.style {
            StepStyle::Cards => (MOST_CARDS, MOST_ROWS_OF_CARDS),
            StepStyle::Bars => (MOST_BARS, MOST_ROWS_OF_BARS),
        };
        at_most("cards", cards, self.cards())?;
        at_most("steps", rows, self.rows().max(1))?;
        self.tracks.iter().try_for_each(|track| part(&track.title, track.check()))
    }
}

impl StepTrack {
    pub(super) fn check(&self) -> Drawn {
        let cards = self.start.len();
        is_deck(&self.start)?;
        for step in &self.steps {
            length("deck", cards, step.deck.len())?;
            length("placed", cards, step.placed.len())?;
            is_deck(&step.deck)?;
            range("marked", "a place of the deck", &step.marked, |&place| place < cards)?;
        }
        Ok(())
    }

    /// The deck after this many steps, or after the last step.
    pub(super) fn deck(&self, steps: usize) -> &[u32] {
        match steps.min(self.steps.len()).checked_sub(1) {
            Some(last) => &self.steps[last].deck,
            None => &self.start,
        }
    }

    /// The same, with what the last of these steps did.
    pub(super) fn row(&self, steps: usize) -> Cow<'_, StepRow> {
        match steps.min(self.steps.len()).checked_sub(1) {
            Some(last) => Cow::Borrowed(&self.steps[last]),
            None => Cow::Owned(StepRow {
                label: "start".to_owned(),
                deck: self.start.clone(),
                marked: Vec::new(),
                placed: vec![self.steps.is_empty(); self.start.len()], // nothing will ever move
            }),
        }
    }
}

/// Refuses a deck that has not each card of `0..n` once.
fn is_deck(deck: &[u32]) -> Drawn {
    let mut seen = vec![false; deck.len()];
    let fresh = deck.iter().map(|&card| {
        seen.get_mut(card as usize).is_some_and(|seen| !std::mem::replace(seen, true))
    });
    range("deck", "a permutation of 0..n", fresh.collect::<Vec<_>>(), |fresh| fresh)
}
