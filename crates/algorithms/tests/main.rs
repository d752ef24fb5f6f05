//! What this crate promises, over every entry of its catalogue.
//!
//! | module | holds |
//! |---|---|
//! | `conformance` | what every shuffle, dice and generator must do |
//! | `names` | the catalogue's names, and what is refused under which words |
//! | `pinned` | the decks of a fixed seed: they never change |
//! | `claims` | what the catalogue says is true, by exact enumeration |
//! | `bodies` | which rolls each body asks for, and its laws card for card |
//! | `articles` | the worked examples of the articles |
//! | `equality` | forms that must give the same decks |
//! | `draws` | the dice: exact ones by chi-square, short words by counting them out |
//! | `fast` | shuffles and deals of slices: every order equally often, the decks of the catalogue |
//! | `lanes` | 64 decks at once: exact laws, one contract on every instruction set |
//! | `shuffle_buffer` | the swaps of a shuffle buffer against a buffer |
//! | `start` | start orders |
//! | `trace` | traces end where runs end, and every step is what it says |
//! | `adversaries` | what each adversary forces, and what it leaves alone |
//! | `adding_an_algorithm` | the example of CONTRIBUTING.md |
//! | `samples` | every set is equally likely, not every order |
//! | `history` | shuffles and deals that were in use |
//! | `lotteries` | draws of a few balls or digits, with their defects |
//! | `exact`, `replay` | tools: laws by enumeration, dice that note what they roll |

mod adding_an_algorithm;
mod adversaries;
mod articles;
mod bodies;
mod claims;
mod conformance;
mod draws;
mod equality;
mod exact;
mod fast;
mod history;
mod lanes;
mod lotteries;
mod names;
mod pinned;
mod replay;
mod samples;
mod sequences;
mod shuffle_buffer;
mod start;
mod trace;

// What CONTRIBUTING.md shows is a file of the crate, word for word, so its `crate::` must lead there.
