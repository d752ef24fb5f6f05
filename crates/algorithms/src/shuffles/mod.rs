//! The bodies, one family a file (the adversaries, which are many, a folder). The line in [`crate::catalogue`] makes a body known to everything else.

pub mod adversaries;
pub mod asf;
pub mod by_hand;
pub mod coin_sort;
pub mod deal;
pub mod fisher_yates;
pub mod fixed;
pub mod freecell;
pub mod gsr;
pub mod hindu;
pub mod inside_out;
pub mod mixed;
pub mod naive;
pub mod out_of_place;
pub mod rand_crate;
pub mod random_keys;
pub mod random_swaps;
pub mod random_to_top;
pub mod repeat_deck;
pub mod reservoir_l;
pub mod riffle;
pub mod samples;
pub mod shuffle_buffer;
