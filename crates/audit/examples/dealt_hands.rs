//! Hands of five, from a pack of cards of your own type: only the dealt cards count, and they keep their order.
//!
//! `cargo run -p shuffle-audit --example dealt_hands`

#![expect(clippy::print_stdout, reason = "an example talks to a terminal")]

use rand::{Rng, seq::SliceRandom};
use shuffle_audit::Audit;

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Card {
    rank: char,
    suit: char,
}

fn pack() -> Vec<Card> {
    let of_suit = |suit| "A23456789TJQK".chars().map(move |rank| Card { rank, suit });
    "cdhs".chars().flat_map(of_suit).collect()
}

/// Draws the first five cards fairly, and does not shuffle the rest.
fn deal_five(pack: &mut [Card], rng: &mut dyn Rng) {
    let (dealt, _) = pack.partial_shuffle(rng, 5);
    // `rand` leaves them at the end.
    let dealt = dealt.to_vec();
    let first = pack.len() - dealt.len();
    pack.rotate_left(first);
    assert_eq!(pack[..5], dealt);
}

/// The same, but the hand is sorted before anybody looks.
fn deal_five_sorted(pack: &mut [Card], rng: &mut dyn Rng) {
    deal_five(pack, rng);
    pack[..5].sort_by_key(|card| (card.suit, card.rank));
}

fn audit(deal: fn(&mut [Card], &mut dyn Rng)) -> Audit {
    Audit::of_items(pack(), deal).deal(5).trials(100_000)
}

fn main() {
    audit(deal_five).name("deal_five").assert_uniform();
    println!(
        "deal_five: every hand is equally likely, in every order, as far as 100,000 deals can tell"
    );
    audit(deal_five_sorted).name("deal_five_sorted").assert_biased();
    println!("deal_five_sorted: biased");
}

#[test]
fn a_fair_deal_passes_and_a_sorted_hand_does_not() {
    main();
}
