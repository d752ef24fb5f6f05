#![doc = include_str!("lib.md")]

mod bags;
mod binary;
mod bytes;
mod card_count;
mod cell_by_cell;
mod cells;
mod check;
mod columns;
pub mod compression;
mod drawn;
pub mod error;
mod format;
mod gathered;
mod heading;
mod json_lines;
pub mod kept;
pub mod layout;
mod layout_error;
pub mod levels;
mod lines;
mod long_table;
pub mod names;
mod ndjson;
pub mod npy;
mod numbers;
mod orders_of_lines;
mod pairs;
pub mod pbn;
pub mod ranked;
pub mod reader;
mod records;
mod row_facts;
mod runs;
mod span;
mod standard;
pub mod survey;
mod two_digits;
mod two_parts;
mod units;
mod utf16;

pub use bags::{BagBreaks, BagGames, CutBags};
pub use card_count::{
    Asked, Guess, GuessError, ItemKind, LoneColumn, check_items, check_start, guess, line_items,
    lone_column, lone_items, text, varying_rows,
};
pub use cells::is_foot;
pub use columns::{ColumnChoice, Header, Range};
pub use compression::{Compression, decompress, open, sniff};
pub use error::{Advice, DeckError, DeckFault, DeckLocation, FaultyBag, Offset};
pub use gathered::{DeckColumns, GatherError, GatheredDecks, gathered};
pub use heading::Heading;
pub use kept::Kept;
pub use layout::{Format, Labels, Layout, LayoutError};
pub use levels::Levels;
pub use long_table::{LongRow, LongTable, LongTableError};
pub use names::{LabelError, NameTable};
pub use npy::NpyError;
pub use pairs::{NoPair, PairLine, counted_items, pairs};
pub use ranked::{Comparison, RankError, Ranked, ranked};
pub use reader::{Reader, draw_lines::ManyALine};
pub use row_facts::{RowFact, RowFacts};
pub use runs::SortedRuns;
pub use span::guess_in_one_pass;
pub use survey::{Survey, Uneven};
pub use two_parts::behind_a_lead;
