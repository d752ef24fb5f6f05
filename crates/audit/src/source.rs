//! Sources of decks.

use crate::block::Block;
use shuffle_algorithms::{fill::Job, generator::Seed};

/// Anything that fills blocks with shuffled decks: a shuffle of the catalogue, or a closure.
///
/// The choice of the source is made once a block, never once a deck. A source whose decks depend on earlier ones fills a block from
/// its seed and the number of its first trial, so its history starts again at each block.
pub trait Source: Sync {
    /// Fills the block. All randomness must come from `seed`.
    ///
    /// Each row must hold distinct cards of the deck.
    ///
    /// # Errors
    ///
    /// [`SourceError`] if the subject is at fault.
    fn fill(&self, block: &mut Block, seed: &Seed) -> Result<(), SourceError>;
}

/// The subject died, hung, or sent something that is not a deck.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct SourceError(pub String);

impl Source for Job {
    fn fill(&self, block: &mut Block, seed: &Seed) -> Result<(), SourceError> {
        let set = block.instruction_set();
        if let Some(mut groups) = self.groups(seed, set) {
            groups.fill_columns(block.columns_mut());
            return Ok(());
        }
        let first_trial = block.first_trial();
        self.fill_on(block.rows_mut(), first_trial, seed, set);
        Ok(())
    }
}
