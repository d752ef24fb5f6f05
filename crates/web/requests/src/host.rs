//! Functions that the host provides: its shuffle, and a callback for progress.

use shuffle_algorithms::generator::Seed;
use shuffle_audit::{Source, block::Block, shuffle_deck::RowsMut, source::SourceError, start_deck};

#[expect(unsafe_code, reason = "functions of the host")]
mod provided {
    #[link(wasm_import_module = "host")]
    unsafe extern "C" {
        /// Fills `decks` rows of `width` cards, each of 1 or 4 bytes, from a start deck of `cards` words of 32 bits and a seed of 32
        /// bytes; 0 if it could.
        pub(super) fn shuffle(
            rows: *mut u8,
            bytes: usize,
            decks: usize,
            width: usize,
            start: *const u32,
            cards: usize,
            seed: *const u8,
        ) -> i32;
        pub(super) fn progress(decks: f64);
    }
}

/// The shuffle of the host, a function in JavaScript.
pub(crate) struct HostShuffle;

impl Source for HostShuffle {
    #[expect(unsafe_code, reason = "the host writes decks into our memory")]
    fn fill(&self, block: &mut Block, Seed(seed): &Seed) -> Result<(), SourceError> {
        let (decks, width) = (block.trials(), block.shape().width());
        let deck = start_deck(block.shape());
        let (start, cards, seed) = (deck.as_ptr(), deck.len(), seed.as_ptr());
        let (rows, bytes) = match block.rows_mut() {
            RowsMut::Narrow(rows) => (rows.as_mut_ptr(), size_of::<u8>()),
            RowsMut::Wide(rows) => (rows.as_mut_ptr().cast(), size_of::<u32>()),
        };
        // SAFETY: the rows are `decks * width` cards of `bytes` bytes, of which any value is valid, and the host writes no more;
        // start deck and seed it only reads.
        let failed = unsafe { provided::shuffle(rows, bytes, decks, width, start, cards, seed) };
        // The host knows what was thrown.
        if failed == 0 { Ok(()) } else { Err(SourceError("the function threw".to_owned())) }
    }
}

/// Reports to the host how many more decks are done.
#[expect(unsafe_code, reason = "a function of the host")]
pub(crate) fn progress(decks: u64) {
    // SAFETY: a number is passed.
    unsafe { provided::progress(decks as f64) }
}
