//! Decks that are shuffled badly, each in its own way; all start from the identity.

use crate::{Cards, definition};
use rand::{RngExt, SeedableRng, seq::SliceRandom};
use rand_pcg::Pcg64;
use shuffle_metrics::Shape;

#[derive(Clone, Copy, Debug)]
pub(crate) enum Planted {
    /// A shuffle of the catalogue, followed by a blank and its dice if they are not exact; and a number of passes.
    Catalogued(&'static str, u32),
    /// Uniform, then changed by a function of the number of the trial and the deck.
    Bent(fn(usize, &mut [u8])),
    /// Uniform, then the first two cards change places if the order is odd: half of all orders
    /// never come.
    EvenOrders,
    /// This many Gilbert-Shannon-Reeds riffles.
    Riffles(u32),
    /// Uniform, then all that lies after the highest card is sorted.
    SortedBehindTheHighest,
    /// Uniform, then the cards from the first of these positions on and before the second are sorted.
    Sorted(usize, usize),
    /// Cards only move within packets, each of which is turned by one place. The packets are as
    /// long as the cycles of a uniform deck.
    Packets,
    /// A cut at a place that is anyone of 52.
    Cut,
    /// Uniform but for the first card, which stays.
    FirstStays,
    /// For each number of inversions one deck, as often as uniform decks have that number.
    OnePerInversions,
    /// For each length of the longest increasing subsequence one deck, as often as uniform decks
    /// have that length.
    OnePerLis,
    /// Each uniform deck is dealt twice.
    Twice,
    /// The decks of the first half repeat in the second half, in another order.
    Again,
    /// Each deck is the deck before after this many riffles, and the first is uniform.
    RiffledOn(u32),
    /// One deck in this many, at random, is shuffled by this instead of uniformly.
    Rarely(&'static Planted, u32),
    /// The upper half of the cards, in order, on top of the others.
    UpperHalfStays,
    /// This many swaps of two random places.
    Swaps(u32),
    /// Uniform, then one of the players, either any of them or this one, is given a royal flush.
    RoyalFlush { players: usize, player: Option<usize> },
    /// Each deck is the deck before after this many swaps of two random places, and the first is uniform.
    SwappedOn(u32),
}

use Planted::*;

/// A shuffle of the catalogue, such as `naive` or `fisher-yates modulo:bits=8`.
pub(crate) const fn of(subject: &'static str) -> Planted {
    Catalogued(subject, 1)
}

pub(crate) const fn overhand(passes: u32) -> Planted {
    Catalogued("hindu", passes)
}

impl Planted {
    /// Decks or deals of a shape; deals and wide cards of the catalogue only.
    pub(crate) fn cards(self, shape: Shape, trials: usize, seed: u64) -> Cards {
        match self {
            Catalogued(subject, passes) => Cards::passed(subject, passes, shape, trials, seed),
            planted => Cards::Narrow(planted.decks(shape.cards(), trials, seed)),
        }
    }

    pub(crate) fn decks(self, cards: usize, trials: usize, seed: u64) -> Vec<u8> {
        if let Catalogued(..) = self {
            let decks = self.cards(Shape::whole(cards), trials, seed);
            let Cards::Narrow(decks) = decks else { panic!("few cards are narrow") };
            return decks;
        }
        if let Bent(bend) = self {
            return bent_rows(cards, trials, seed, bend);
        }
        let mut rng = Pcg64::seed_from_u64(seed);
        if let Rarely(rare, one_in) = self {
            let mut decks = of("fisher-yates").decks(cards, trials, seed);
            for deck in decks.chunks_exact_mut(cards) {
                if rng.random_ratio(1, one_in) {
                    deck.copy_from_slice(&rare.decks(cards, 1, rng.random()));
                }
            }
            return decks;
        }
        let start: Vec<u8> = (0..cards as u8).collect();
        let (mut decks, mut last) = (Vec::with_capacity(trials * cards), start.clone());
        last.shuffle(&mut rng);
        for trial in 0..trials {
            let mut deck = start.clone();
            match self {
                Catalogued(..) | Bent(..) | Rarely(..) => unreachable!("dealt with above"),
                RoyalFlush { players, player } => {
                    deck.shuffle(&mut rng);
                    give_royal_flush(&mut deck, players, player, &mut rng);
                }
                UpperHalfStays => deck[cards / 2..].shuffle(&mut rng),
                Swaps(times) => swap(&mut deck, times, &mut rng),
                EvenOrders => {
                    deck.shuffle(&mut rng);
                    if is_odd(&deck) {
                        deck.swap(0, 1);
                    }
                }
                Riffles(times) => (0..times).for_each(|_| riffle(&mut deck, &mut rng)),
                SortedBehindTheHighest => {
                    deck.shuffle(&mut rng);
                    let highest = deck.iter().position(|&card| usize::from(card) == cards - 1);
                    deck[highest.unwrap() + 1..].sort_unstable();
                }
                Sorted(first, end) => {
                    deck.shuffle(&mut rng);
                    deck[first..end].sort_unstable();
                }
                Packets => {
                    let (mut first, mut left) = (0, cards);
                    while left > 0 {
                        let length = rng.random_range(1..=left as u32) as usize;
                        deck[first..first + length].rotate_left(1);
                        (first, left) = (first + length, left - length);
                    }
                }
                Cut => deck.rotate_left(rng.random_range(0..cards as u32) as usize),
                FirstStays => deck[1..].shuffle(&mut rng),
                OnePerInversions => {
                    deck.shuffle(&mut rng);
                    deck = with_inversions(definition::inversions(&deck), cards);
                }
                OnePerLis => {
                    // The lowest cards as they were; on top of them the others, turned round.
                    deck.shuffle(&mut rng);
                    let length = definition::lis(&deck) as u8;
                    deck = (length..cards as u8).rev().chain(0..length).collect();
                }
                Twice if trial % 2 == 1 => deck.copy_from_slice(&last),
                Twice | Again => deck.shuffle(&mut rng),
                RiffledOn(times) => {
                    deck.copy_from_slice(&last);
                    (0..times).for_each(|_| riffle(&mut deck, &mut rng));
                }
                SwappedOn(times) => {
                    deck.copy_from_slice(&last);
                    swap(&mut deck, times, &mut rng);
                }
            }
            last.copy_from_slice(&deck);
            decks.extend_from_slice(&deck);
        }
        if let Again = self {
            let (first, second) = decks.split_at_mut(trials / 2 * cards);
            let mut order: Vec<usize> = (0..trials / 2).collect();
            order.shuffle(&mut rng);
            for (deck, from) in second.chunks_exact_mut(cards).zip(order) {
                deck.copy_from_slice(&first[from * cards..][..cards]);
            }
        }
        decks
    }
}

/// The riffle of Gilbert, Shannon and Reeds, backwards and then inverted: a coin for each place
/// says from which packet its card comes.
fn riffle(deck: &mut [u8], rng: &mut Pcg64) {
    let coins: Vec<bool> = deck.iter().map(|_| rng.random_bool(0.5)).collect();
    let source = deck.to_vec();
    let (mut upper, mut lower) = (0, coins.iter().filter(|&&coin| !coin).count());
    for (place, coin) in deck.iter_mut().zip(coins) {
        let from = if coin { &mut lower } else { &mut upper };
        *place = source[*from];
        *from += 1;
    }
}

/// Swaps a royal flush of a random suit to the places of a player; of one player five neighbors.
fn give_royal_flush(deck: &mut [u8], players: usize, player: Option<usize>, rng: &mut Pcg64) {
    let hands = if players == 1 { deck.len() - 4 } else { players };
    let player = player.unwrap_or_else(|| rng.random_range(0..hands as u32) as usize);
    let suit = rng.random_range(0..4_u8) * 13;
    let mut cards = [9, 10, 11, 12, 0].map(|rank| suit + rank);
    cards.shuffle(rng);
    for (round, card) in cards.into_iter().enumerate() {
        let at = deck.iter().position(|&it| it == card).expect("the deck has all cards");
        deck.swap(at, player + round * players);
    }
}

/// Swaps two random places `times` times.
fn swap(deck: &mut [u8], times: u32, rng: &mut Pcg64) {
    for _ in 0..times {
        let [a, b] = [0; 2].map(|_| rng.random_range(0..deck.len() as u32) as usize);
        deck.swap(a, b);
    }
}

fn is_odd(deck: &[u8]) -> bool {
    let mut deck = deck.to_vec();
    let mut odd = false;
    for place in 0..deck.len() {
        while usize::from(deck[place]) != place {
            let goes_to = usize::from(deck[place]);
            deck.swap(place, goes_to);
            odd = !odd;
        }
    }
    odd
}

/// From the top the highest card that leaves no inversions to spare.
fn with_inversions(mut inversions: usize, cards: usize) -> Vec<u8> {
    let mut rest: Vec<u8> = (0..cards as u8).collect();
    let next = |_| {
        let lower = inversions.min(rest.len() - 1);
        inversions -= lower;
        rest.remove(lower)
    };
    (0..cards).map(next).collect()
}

fn bent_rows(
    cards: usize,
    trials: usize,
    seed: u64,
    mut bend: impl FnMut(usize, &mut [u8]),
) -> Vec<u8> {
    let mut decks = of("fisher-yates").decks(cards, trials, seed);
    decks.chunks_exact_mut(cards).enumerate().for_each(|(trial, deck)| bend(trial, deck));
    decks
}

/// Uniform decks, each bent by a function of its number and the deck.
pub(crate) fn bent(
    cards: usize,
    trials: usize,
    seed: u64,
    bend: impl FnMut(usize, &mut [u8]),
) -> Cards {
    Cards::Narrow(bent_rows(cards, trials, seed, bend))
}

pub(crate) fn place_of(card: u8, deck: &[u8]) -> usize {
    deck.iter().position(|&other| other == card).expect("the deck has all cards")
}

/// Card 0 is never in the upper half of 52 cards, unless it is first: the deck is turned round. Given that card b follows
/// card a, it lies at each place from the second to the last but one with the same probability, so no pair of
/// neighbors can tell.
pub(crate) fn turned_round(_: usize, deck: &mut [u8]) {
    if (1..26).contains(&place_of(0, deck)) {
        deck.reverse();
    }
}

/// Card 0 lies at the one end and at the other in turn.
pub(crate) fn zero_at_both_ends(trial: usize, deck: &mut [u8]) {
    let place = place_of(0, deck);
    deck.swap(place, if trial.is_multiple_of(2) { 51 } else { 0 });
}

/// The die of position 1 serves again at position 0 of 10 cards: each digit is fair, but it is the same throw.
pub(crate) fn die_used_twice(_: usize, deck: &mut [u8]) {
    let (spare, second) = (deck[0] == 9, deck[1] - u8::from(deck[0] < deck[1]));
    let first = if spare { 9 } else { second };
    let mut left: Vec<u8> = (0..10).collect();
    let wanted = [left.remove(usize::from(first)), left.remove(usize::from(second))];
    for (position, card) in wanted.into_iter().enumerate() {
        let place = place_of(card, deck);
        deck.swap(position, place);
    }
}

/// The last die of 8 cards, a coin, shows the parity of the first: each digit is fair, but they depend on each other.
pub(crate) fn last_die_by_the_first(_: usize, deck: &mut [u8]) {
    if (deck[6] > deck[7]) != (deck[0] % 2 == 1) {
        deck.swap(6, 7);
    }
}

/// All digits of 10 cards are fair, but for the first, which is 0 twice as often.
pub(crate) fn unfair_first_die(trial: usize, deck: &mut [u8]) {
    if trial.is_multiple_of(10) {
        let first = deck[0];
        let moved = |card: u8| if card == first { 0 } else { card + u8::from(card < first) };
        deck.iter_mut().for_each(|card| *card = moved(*card));
    }
}

/// In every 20th deck of 52 the second card is the one after the first: every card is as often there as before.
pub(crate) fn second_after_first(trial: usize, deck: &mut [u8]) {
    if trial.is_multiple_of(20) {
        let place = place_of((deck[0] + 1) % 52, deck);
        deck.swap(1, place);
    }
}
