//! Is that a deck? Every deck of somebody else's code is asked.

use crate::source::SourceError;

/// Looks for cards that are none, or twice there; keeps its memory from deck to deck.
pub(super) struct Check {
    /// In which deck, counted from 1 over all that were checked, a card was seen last.
    seen: Vec<u64>,
    decks: u64,
}

impl Check {
    /// For decks of so many cards.
    pub(super) fn new(cards: usize) -> Self {
        Self { seen: vec![0; cards], decks: 0 }
    }

    /// Whether all are different cards of the deck; if not, what is wrong, in words.
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

    /// Whether all rows are decks; the first of them has the number `first`.
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
