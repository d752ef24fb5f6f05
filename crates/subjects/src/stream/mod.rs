//! Decks that come one after the other, from a program or a file, and are cut into blocks in their order.
//!
//! The blocks have the same sizes as those of a shuffle of the catalogue, so neither they nor the counts depend on the
//! times at which the bytes arrived.

mod ahead;
mod busy;
mod hashed;
mod last_words;
mod pipe;
mod probe;
mod process;
mod program;
mod recorded;
mod service;
mod show;
mod size;

pub use program::Program;
pub use recorded::{Recorded, STDIN};
pub use service::{Service, serve_libraries};
pub use show::{Shown, ShownDeck, show};
pub use size::sized;

pub(crate) use pipe::Pipe;
pub(crate) use probe::{MOST_PATIENCE, version};
pub(crate) use program::MOST_JOBS;

use hashed::Hashed;
use pipe::{Trouble, Watch};
use shuffle_audit::{
    block::{Block, trials_per_block},
    feed::Halt,
};
use shuffle_deck::{RowsMut, Shape};
use shuffle_reader::{DeckError, Layout, Reader};

/// Decks as they come out of a pipe, put into blocks.
struct Blocks<'a> {
    reader: Reader<Pipe<'a>>,
    watch: Watch,
    halt: &'a Halt<'a>,
    shape: Shape,
    block: Block,
    next_trial: u64,
}

/// An error in a stream of decks.
enum Wrong {
    /// An error of the pipe.
    Pipe(Trouble),
    /// An error in the decks that came out of it.
    Deck(DeckError),
}

impl<'a> Blocks<'a> {
    fn new(
        (pipe, watch): (Pipe<'a>, Watch),
        halt: &'a Halt<'a>,
        (shape, layout): (Shape, &Layout),
        first_trial: u64,
    ) -> Self {
        let (reader, block) = (Reader::new(pipe, layout), Block::new(shape));
        Self { reader, watch, halt, shape, block, next_trial: first_trial }
    }

    /// Reads a block, but no more than `most` decks; returns how many there were.
    fn read(&mut self, most: u64) -> Result<u64, Wrong> {
        let wanted = most.min(trials_per_block(self.shape.cards())) as usize;
        self.block.prepare(self.next_trial, wanted);
        let (reader, dealt) = (&mut self.reader, self.shape.dealt());
        let (read, end) = match self.block.rows_mut() {
            RowsMut::Narrow(rows) => fill(wanted, |from| reader.read(&mut rows[from * dealt..])),
            RowsMut::Wide(rows) => fill(wanted, |from| reader.read(&mut rows[from * dealt..])),
        };
        match (end, self.watch.trouble()) {
            (Ok(()), _) | (Err(_), Some(Trouble::Over)) => {}
            (Err(_), Some(trouble)) => return Err(Wrong::Pipe(trouble)),
            (Err(error), None) => return Err(Wrong::Deck(error)),
        }
        self.block.prepare(self.next_trial, read);
        self.next_trial += read as u64;
        Ok(read as u64)
    }
}

/// Reads until there are as many decks as wanted, or no more; returns their number, also that before an error.
fn fill(
    wanted: usize,
    mut read: impl FnMut(usize) -> Result<usize, DeckError>,
) -> (usize, Result<(), DeckError>) {
    let mut filled = 0;
    while filled < wanted {
        match read(filled) {
            Ok(0) => break,
            Ok(decks) => filled += decks,
            Err(error) => return (filled, Err(error)),
        }
    }
    (filled, Ok(()))
}
