//! Decks of up to 63 cards, each in a register of its own: there its inverse, and its product with another deck, take a
//! few instructions of Ice Lake and Zen 4, where columns need an access to memory for each card.

mod instructions;

use shuffle_deck::{
    Aligned, Buffer, Column, InstructionSet, LANES, instruction_set::Level, register::EIGHT,
    to_columns_of,
};

/// A block of whole narrow decks that fit into registers.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Registers<'a> {
    set: InstructionSet,
    rows: &'a [u8],
    cards: usize,
    /// The inverse of each deck, a register each: byte c is the place of card c, and zeros follow the last.
    inverses: &'a [Column],
}

pub(crate) type Words = [[u64; LANES]; EIGHT];

/// True if decks of `cards` cards, and a dummy, fit into registers for which this set has the instructions.
pub(crate) fn suit(set: InstructionSet, cards: usize) -> bool {
    set.level() == Level::IceLake && (1..LANES).contains(&cards)
}

/// Makes the inverses of decks that suit registers.
#[expect(unsafe_code, reason = "a call into code for instructions that were detected")]
pub(super) fn invert(set: InstructionSet, rows: &[u8], cards: usize, inverses: &mut Buffer) {
    assert!(suit(set, cards), "there are no such registers");
    inverses.resize(rows.len() / cards);
    // SAFETY: an `InstructionSet` of this level exists only if all its instructions were detected.
    unsafe {
        instructions::invert(rows, cards, inverses.columns_mut());
    }
}

/// The bytes of up to 64 rows that suit registers, as words: word k of all rows, for each k; zeros follow the last byte of a
/// row. Of lanes without a row anything.
#[expect(unsafe_code, reason = "a call into code for instructions that were detected")]
pub(crate) fn words_of(set: InstructionSet, rows: &[u8], cards: usize, words: &mut Words) {
    assert!(suit(set, cards) && rows.len() <= LANES * cards, "there are no such registers");
    // SAFETY: an `InstructionSet` of this level exists only if all its instructions were detected.
    unsafe {
        instructions::words_of(rows, cards, words);
    }
}

impl<'a> Registers<'a> {
    /// For rows with their inverses.
    pub(super) fn new(
        set: InstructionSet,
        rows: &'a [u8],
        cards: usize,
        inverses: &'a [Column],
    ) -> Self {
        assert!(suit(set, cards), "there are no such registers");
        Self { set, rows, cards, inverses }
    }

    /// The groups, each with its rows and its inverses.
    fn groups(self) -> impl Iterator<Item = (&'a [u8], &'a [Column])> {
        self.rows.chunks(LANES * self.cards).zip(self.inverses.chunks(LANES))
    }

    /// The inverses in columns. Lanes without a deck become 0.
    pub(super) fn places(self, places: &mut [Column]) {
        let into = places.chunks_exact_mut(self.cards);
        for (inverses, places) in self.inverses.chunks(LANES).zip(into) {
            to_columns_of(self.set, inverses.as_flattened(), LANES, places);
        }
    }

    /// The place that each card had in the deck before, in columns. The first deck is its own one before.
    #[expect(unsafe_code, reason = "a call into code for instructions that were detected")]
    pub(super) fn relatives(self, relatives: &mut [Column]) {
        let mut found = Aligned([[0; LANES]; LANES]);
        let mut before = self.inverses.first();
        for ((rows, inverses), columns) in self.groups().zip(relatives.chunks_exact_mut(self.cards))
        {
            let (Some(last_before), found) = (before, &mut found.0[..inverses.len()]) else {
                return;
            };
            // SAFETY: there are `Registers` only of a set with these instructions.
            unsafe {
                instructions::relatives(rows, self.cards, last_before, inverses, found);
            }
            before = inverses.last();
            to_columns_of(self.set, found.as_flattened(), LANES, columns);
        }
    }

    /// The rising sequences of each deck of a group relative to the deck before; of the first deck of all anything.
    #[expect(unsafe_code, reason = "a call into code for instructions that were detected")]
    pub(crate) fn relative_sequences(self, group: usize, sequences: &mut [u16; LANES]) {
        let first = group * LANES;
        let inverses = &self.inverses[first..];
        let inverses = &inverses[..inverses.len().min(LANES)];
        let before = &self.rows[first.saturating_sub(1) * self.cards..][..self.cards];
        let mut row_before = [0; LANES];
        row_before[..self.cards].copy_from_slice(before);
        let rows = &self.rows[first * self.cards..];
        // SAFETY: there are `Registers` only of a set with these instructions.
        unsafe {
            instructions::relative_sequences(rows, self.cards, &row_before, inverses, sequences);
        }
    }

    /// The card that follows each card, and the first, which follows the dummy, in columns. The dummy follows the
    /// last card; its number is the number of cards.
    #[expect(unsafe_code, reason = "a call into code for instructions that were detected")]
    pub(super) fn followers(self, followers: &mut [Column]) {
        let mut found = Aligned([[0; LANES]; LANES]);
        let into = followers.chunks_exact_mut(self.cards + 1);
        for ((rows, inverses), columns) in self.groups().zip(into) {
            let found = &mut found.0[..inverses.len()];
            // SAFETY: there are `Registers` only of a set with these instructions.
            unsafe {
                instructions::followers(rows, self.cards, inverses, found);
            }
            to_columns_of(self.set, found.as_flattened(), LANES, columns);
        }
    }

    /// Yields the number of cycles of each deck, 64 at a time.
    #[expect(unsafe_code, reason = "a call into code for instructions that were detected")]
    pub(crate) fn cycles(self, mut take: impl FnMut(&[u16])) {
        let mut cycles = [0; LANES];
        for (rows, inverses) in self.groups() {
            let cycles = &mut cycles[..inverses.len()];
            // SAFETY: there are `Registers` only of a set with these instructions.
            unsafe {
                instructions::cycles(rows, self.cards, cycles);
            }
            take(cycles);
        }
    }
}
