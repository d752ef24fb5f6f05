//! Deals a hand of five from a pack of 52, without shuffling the rest of the pack, and shuffles a slice of anything.
//!
//! `cargo run -p shuffle-algorithms --example deal_a_hand`

#![expect(clippy::print_stdout, reason = "an example talks to a terminal")]

use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64;
use shuffle_algorithms::fast;

fn name(card: u8) -> String {
    let rank = b"A23456789TJQK"[usize::from(card % 13)];
    let suit = b"cdhs"[usize::from(card / 13)];
    [rank, suit].map(char::from).iter().collect()
}

/// Five cards in the order in which they are dealt; they cost five draws, not 52.
fn hand(rng: &mut impl Rng) -> Vec<String> {
    fast::hand::<5, u8, _>(52, rng).map(name).to_vec()
}

fn seats(rng: &mut impl Rng) -> [&'static str; 4] {
    let mut players = ["north", "east", "south", "west"];
    fast::shuffle(&mut players, rng);
    players
}

fn main() {
    // Named and seeded: the same cards every time.
    let mut rng = Pcg64::seed_from_u64(52);
    println!("hand:  {}", hand(&mut rng).join(" "));
    println!("seats: {}", seats(&mut rng).join(" "));
}

#[test]
fn the_same_seed_deals_the_same_distinct_cards() {
    main();
    let [first, second] = [52, 52].map(|seed| hand(&mut Pcg64::seed_from_u64(seed)));
    assert_eq!(first, second);
    let distinct: std::collections::BTreeSet<&String> = first.iter().collect();
    assert_eq!(distinct.len(), 5, "{first:?}");
    let mut players = seats(&mut Pcg64::seed_from_u64(52));
    players.sort_unstable();
    assert_eq!(players, ["east", "north", "south", "west"]);
}
