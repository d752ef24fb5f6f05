//! The check that every deck of the caller's code is a deck.

use crate::source::SourceError;

/// Finds invalid and repeated cards; its memory is reused from deck to deck.
pub(super) struct Check {
    /// For each card the last deck that contained it, counted from 1 over all checked decks.
    seen: Vec<u64>,
    decks: u64,
}

impl Check {
    /// A check of decks of this number of cards.
    pub(super) fn new(cards: usize) -> Self {
        Self { seen: vec![0; cards], decks: 0 }
    }

    /// Fails if the cards are not different cards of the deck; the error is the reason.
    pub(super) fn deck<C: Copy + Into<u32>>(&mut self, deck: &[C]) -> Result<(), String> {
        self.decks += 1;
        for &card in deck {
            let card = card.into();
            let cards = self.seen.len();
            let Some(seen) = self.seen.get_mut(card as usize) else {
                return Err(format!("{card} is out of range 0..{cards}"));
            };
            if *seen == self.decks {
                return Err(format!("card {card} twice"));
            }
            *seen = self.decks;
        }
        Ok(())
    }

    /// Fails if a row is not a deck; the first row has the number `first`.
    pub(super) fn rows<C: Copy + Into<u32>>(
        &mut self,
        rows: &[C],
        dealt: usize,
        first: u64,
    ) -> Result<(), SourceError> {
        for (deck, row) in (first..).zip(rows.chunks(dealt.max(1))) {
            self.deck(row).map_err(|wrong| SourceError(format!("deck {deck}: {wrong}")))?;
        }
        Ok(())
    }
}
