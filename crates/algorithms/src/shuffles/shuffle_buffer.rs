//! The shuffle buffer of data loaders: a random row out of a buffer, and the next row of the stream into its slot.
//!
//! A stream of n rows is too long to be held, so a buffer of B rows is filled from its start; then a random
//! slot is emitted and the next row of the stream put into it, again and again; when the stream ends, the rows
//! left in the buffer are emitted in random order. (TensorFlow, `tf.data.Dataset.shuffle(buffer_size)`;
//! PyTorch, `ShufflerIterDataPipe`.)
//!
//! The body below needs no buffer in addition to the deck. Before row t is emitted, the places t to t+B-1 hold
//! exactly the rows of the buffer: at the start both hold the rows 0 to B-1. Swapping place t with a random one of
//! them emits a row to place t, each with probability 1/B, as a random slot does; the places t+1 to t+B then hold the
//! other rows and row t+B, which no swap has reached yet, and so does the buffer. Only the arrangement inside the
//! buffer differs, and as slots are drawn evenly, whatever they hold, no law depends on it. At the end the window
//! shrinks, and the steps are Fisher–Yates. So the emitted rows have the same law, and a test compares the two path
//! by path.

use crate::{
    At, Program, Shape, Table,
    entry::{Entry, Family, Known, Listing, PlantedDefect},
    spec::Parameter,
};

/// For t from 0 to n-1, swap position t with a random one of the positions t to `min(t + buffer, n) - 1`.
///
/// A buffer of one row emits the stream as it came, and one that holds all n rows is the Fisher–Yates
/// shuffle from the front. In between, no row is emitted more than `buffer - 1` places before its own, while
/// its delay is geometric: on average `buffer - 1` places, far from the ends.
/// The exact degree is `(n - B) / (2 B (n - 1))`, so the number of ascents detects small buffers only.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShuffleBuffer {
    buffer: usize,
}

const BUFFER: Parameter =
    Parameter { key: "buffer", about: "rows in the buffer", min: 1, max: 1 << 24, default: 1_000 };

pub(crate) const SHUFFLE_BUFFER: Listing<ShuffleBuffer> = Listing {
    entry: Entry {
        title: "a random row leaves a buffer, and the next row enters, as in data loaders",
        parameters: &[BUFFER],
        known: Known::BiasedBeyond {
            parameter: BUFFER.key,
            how: "no row comes more than a buffer early",
        },
        source: "TensorFlow, tf.data.Dataset.shuffle; PyTorch, ShufflerIterDataPipe",
        planted: Some(&[PlantedDefect {
            parameters: "buffer=26",
            ..PlantedDefect::new("shuffle-buffer-26")
        }]),
        ..Entry::new("shuffle-buffer", Family::FisherYates)
    },
    build: |spec| ShuffleBuffer { buffer: spec.value(BUFFER.key) as usize },
};

impl Program for ShuffleBuffer {
    #[inline]
    fn run<T: Table>(&self, shape: Shape, table: &mut T) {
        let n = shape.cards();
        for t in 0..n {
            let slot = table.roll(t..n.min(t.saturating_add(self.buffer)));
            table.swap(At::Position(t), At::Roll(slot));
        }
    }
}
