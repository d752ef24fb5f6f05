//! Decks that come one after the other, from a program or a file, and are cut into blocks in their order.
//!
//! The blocks are as large as the blocks of a shuffle of the catalogue, so neither they nor the counts depend on when the
//! bytes arrived.

mod activity;
mod bags;
mod card_count;
mod coverage;
mod fault;
mod file_hash;
mod in_groups;
mod in_order;
mod many_files;
mod pattern;
mod pipe;
mod probe;
mod process;
mod program;
mod program_stderr;
mod read_ahead;
mod recorded;
mod service;
mod show;

pub use card_count::sized;
pub use pattern::{Matched, files};
pub use program::ExternalProgram;
pub use recorded::{Recording, STDIN};
pub use service::{Service, serve_libraries};
pub use show::{Shown, ShownDeck, decks_per_second, show};

pub(crate) use in_groups::{InGroups, Watched};
pub(crate) use pattern::{by_numbers, format, matched};
pub(crate) use pipe::Pipe;
pub(crate) use probe::{MOST_PATIENCE, version};

use file_hash::Hashed;
use pipe::{Trouble, Watch};
use shuffle_audit::{
    block::{Block, trials_per_block},
    feed::Halt,
};
use shuffle_deck::{Card, RowsMut, Shape};
use shuffle_reader::{BagBreaks, DeckError, Kept, Layout, Reader};
use std::sync::Arc;

/// Decks as they come out of a pipe, put into blocks.
struct Blocks<'a> {
    reader: Reader<'a>,
    watch: Watch,
    halt: &'a Halt<'a>,
    shape: Shape,
    block: Block,
    next_trial: u64,
    /// The cards that are judged, if not all are.
    kept: Option<Arc<Kept>>,
}

enum StreamFault {
    Pipe(Trouble),
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
        Self { reader, watch, halt, shape, block, next_trial: first_trial, kept: None }
    }

    /// Finds where bags break, in all that is left to read.
    fn bag_breaks(&mut self) -> Result<BagBreaks, StreamFault> {
        let found = self.reader.bag_breaks();
        found.map_err(|error| {
            self.watch.trouble().map_or(StreamFault::Deck(error), StreamFault::Pipe)
        })
    }

    /// Reads a block, but no more than `most` decks; returns how many there were.
    fn read(&mut self, most: u64) -> Result<u64, StreamFault> {
        let wanted = most.min(trials_per_block(self.shape.breadth())) as usize;
        self.block.prepare(self.next_trial, wanted);
        let (reader, dealt, kept) = (&mut self.reader, self.shape.width(), self.kept.as_deref());
        let (read, end) = match self.block.rows_mut() {
            RowsMut::Narrow(rows) => {
                fill(wanted, |from| decks(reader, kept, &mut rows[from * dealt..], dealt))
            }
            RowsMut::Wide(rows) => {
                fill(wanted, |from| decks(reader, kept, &mut rows[from * dealt..], dealt))
            }
        };
        match (end, self.watch.trouble()) {
            (Ok(()), _) | (Err(_), Some(Trouble::Over)) => {}
            (Err(_), Some(trouble)) => return Err(StreamFault::Pipe(trouble)),
            (Err(error), None) => return Err(StreamFault::Deck(error)),
        }
        self.block.prepare(self.next_trial, read);
        self.next_trial += read as u64;
        Ok(read as u64)
    }
}

fn decks<C: Card>(
    reader: &mut Reader<'_>,
    kept: Option<&Kept>,
    rows: &mut [C],
    dealt: usize,
) -> Result<usize, DeckError> {
    match kept {
        None => reader.read(rows),
        Some(kept) => reader.read_kept(kept, &mut rows[..dealt]).map(usize::from),
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
