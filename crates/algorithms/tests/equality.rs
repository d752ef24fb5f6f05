//! Forms that must give the same decks under the same dice.

use proptest::{prelude::*, sample::Index};
use shuffle_algorithms::{
    Algorithm, Card, Shape,
    card::identity,
    dice::{DiceSpec, Recorded},
    fill::Job,
    generator::{Generator, Seed},
    shuffles::inside_out::write_shuffled,
};

/// Rolls of `below(k)` for k in the given order.
fn rolls(ks: impl Iterator<Item = usize>, drawn: &[Index]) -> Vec<usize> {
    ks.zip(drawn).map(|(k, drawn)| drawn.index(k)).collect()
}

fn shuffled(algorithm: &str, cards: usize, rolls: &[usize]) -> Vec<u8> {
    crate::replay::replayed(algorithm, cards, rolls)
}

fn inverse(deck: &[u8]) -> Vec<u8> {
    let mut places = vec![0; deck.len()];
    for (place, card) in deck.iter().enumerate() {
        places[card.index()] = u8::new(place);
    }
    places
}

fn drawn() -> impl Strategy<Value = Vec<Index>> {
    prop::collection::vec(any::<Index>(), 60)
}

proptest! {
    #[test]
    fn inside_out_without_a_source_array_is_the_swap_program(n in 0..=60_usize, drawn in drawn()) {
        let rolls = rolls(1..=n, &drawn);
        let mut written = vec![u8::MAX; n];
        write_shuffled(&mut written, &mut Recorded::new(rolls.iter().copied()));
        prop_assert_eq!(written, shuffled("inside-out", n, &rolls));
    }

    #[test]
    fn fisher_yates_by_value_is_the_inverse_of_fisher_yates(n in 0..=60_usize, drawn in drawn()) {
        // Each step is one transposition; by position they multiply from the right, by value from the left.
        let rolls = rolls((2..=n).rev(), &drawn);
        let by_value = shuffled("fisher-yates-by-value", n, &rolls);
        prop_assert_eq!(by_value, inverse(&shuffled("fisher-yates", n, &rolls)));
    }

    #[test]
    fn fyp_of_all_cards_rolls_like_fisher_yates_from_the_other_end(n in 0..=60_usize, drawn in drawn()) {
        // Places and cards counted from the other end: i -> n-1-i turns the one into the other.
        let down = rolls((2..=n).rev(), &drawn);
        let mirrored: Vec<usize> = (0..n).map(|i| down.get(i).map_or(0, |j| n - 1 - i - j)).collect();
        let mirror = |deck: Vec<u8>| deck.iter().rev().map(|&card| n as u8 - 1 - card).collect::<Vec<_>>();
        prop_assert_eq!(shuffled("fyp", n, &mirrored), mirror(shuffled("fisher-yates", n, &down)));
    }

    #[test]
    fn rand_deals_all_cards_as_it_shuffles(n in 0..=60_usize, seed: u64) {
        let decks = |id| job(id, n).decks::<u8>(3, &Seed::from_u64(seed));
        prop_assert_eq!(decks("rand-partial-shuffle"), decks("rand-shuffle"));
    }

    #[test]
    fn sattolo_is_fisher_yates_on_dice_that_are_off_by_one(n in 0..=60_usize, seed: u64) {
        let flawed = Job { dice: DiceSpec::OffByOne, ..job("fisher-yates", n) };
        let seed = Seed::from_u64(seed);
        prop_assert_eq!(flawed.decks::<u8>(3, &seed), job("sattolo", n).decks::<u8>(3, &seed));
    }
}

fn job(algorithm: &str, cards: usize) -> Job {
    Job::new(Algorithm::parse(algorithm).unwrap(), Shape::whole(cards))
}

#[test]
fn rand_shuffle_is_what_rand_does_on_the_bare_generator() {
    use rand::{Rng, SeedableRng, seq::SliceRandom};
    use shuffle_algorithms::generator::GeneratorVisitor;

    struct Bare;
    impl GeneratorVisitor for Bare {
        type Out = Vec<u8>;
        fn visit<R: Rng + SeedableRng>(self, mut rng: R) -> Vec<u8> {
            let mut deck = identity::<u8>(52);
            deck.shuffle(&mut rng);
            deck
        }
    }
    for rng in Generator::ALL {
        let seed = Seed([3; 32]);
        let ours = Job { rng, ..job("rand-shuffle", 52) }.decks::<u8>(1, &seed);
        assert_eq!(ours, rng.start(&seed, Bare), "{}", rng.id());
    }
}

#[test]
fn rands_deal_is_the_end_of_its_slice() {
    use rand::{SeedableRng, seq::SliceRandom};

    let seed = Seed([3; 32]);
    let mut deck = identity::<u8>(52);
    let (chosen, _) = deck.partial_shuffle(&mut rand_pcg::Pcg64::from_seed(seed.0), 9);
    let chosen = chosen.to_vec();
    assert_eq!(chosen, deck[43..]);
    let deal = Job { shape: Shape::deal(52, 9).unwrap(), ..job("rand-partial-shuffle", 52) };
    assert_eq!(deal.decks::<u8>(1, &seed), chosen);
}
