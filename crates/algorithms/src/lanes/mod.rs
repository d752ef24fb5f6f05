//! Lanes: 64 decks at once, from the same bodies that shuffle one.
//!
//! The cards lie in columns of bytes: column p holds the card at place p of 64 decks, lane l that of deck l. A roll
//! is a vector of 64 numbers, one a lane, and a swap moves bytes in every lane, without branches. So
//! every swap program of the catalogue runs here as it stands, and the code that counts the decks gets columns, too.
//!
//! Lanes are for jobs on the generator `lanes-xoshiro256pp` with exact dice, a swap program, and up to
//! 256 cards. They do not support programs whose course depends on the rolls, flawed dice, or larger decks. Those
//! run deck by deck ([`fill`](crate::fill)), on the same generator's first stream.
//!
//! # The contract
//!
//! Which decks come out depends on the job and the seed alone: not on the instruction set, and a longer block
//! begins with the decks of a shorter one. Deck t of a block is lane t mod 64 of group t / 64, and the groups of a
//! block follow each other on one generator; the surplus lanes of the last group are thrown away. The output of the
//! generator is defined at [`generator`].
//!
//! # What it costs
//!
//! Rolls and swaps wait until there are many, and then one function takes them all. A swap of a fixed place with
//! a rolled one either sweeps over the columns of the range, comparing each place with the roll, or reaches
//! for one byte a lane. Sweeps cost more the larger the deck and less the wider the vectors: up to 24 columns
//! without wide vectors, 40 with AVX2 and 72 with AVX-512 they are the cheaper, and the table takes the cheaper one.
//! A program by value plays on the inverse deck, which is inverted at the end. Fisher–Yates and its kin use no board at
//! all: each card is followed back through the swaps, in `chain.rs`, while that takes few comparisons. Where each place is
//! fixed once, and rolls may name any place, as in the naive shuffle, half of the swaps of each lane are such a chain, and the
//! others are done after them, several in one sweep, in `back.rs`.
//!
//! One core of an AMD EPYC (Zen 4), as ratios to a bare loop over `rand`'s shuffle with `Pcg64` (of deals, its
//! `partial_shuffle`), from loops like those of `shuffle-bench --only lanes`:
//!
//! | | portable | AVX2 | AVX-512 |
//! |---|---|---|---|
//! | `fisher-yates`, 10 cards | .13 | .06 | .05 |
//! | 52 cards | .24 | .09 | .08 |
//! | 104 cards | .38 | .17 | .17 |
//! | 256 cards | .39 | .31 | .31 |
//! | `naive`, 52 cards | .34 | .24 | .18 |
//! | `fyp`, 9 of 52 | .14 | .06 | .06 |
//!
//! ```
//! use shuffle_algorithms::{
//!     Algorithm, Shape,
//!     fill::Job,
//!     generator::{Generator, Seed},
//!     lanes::{InstructionSet, LANES},
//! };
//!
//! let algorithm = Algorithm::parse("fisher-yates")?;
//! let job = Job { rng: Generator::LanesXoshiro256pp, ..Job::new(algorithm, Shape::whole(52)) };
//! let seed = Seed::from_u64(1);
//!
//! let mut groups = job.groups(&seed, InstructionSet::detect()).expect("a swap program on lanes");
//! let columns = groups.next_group();
//! assert_eq!(columns.len(), 52);
//!
//! // The same decks as rows.
//! let rows = job.decks::<u8>(3, &seed);
//! assert!((0..52).all(|place| rows[2 * 52 + place] == columns[place][2]));
//! # Ok::<(), shuffle_algorithms::spec::SpecError>(())
//! ```

mod back;
mod board;
mod chain;
pub mod generator;
mod groups;
mod reach;
mod scale;
mod scatter;
mod steps;
mod sweep;
mod table;

pub use groups::Groups;
pub use shuffle_deck::{Column, InstructionSet, InstructionSetError, LANES};

#[cfg(test)]
mod tests;
