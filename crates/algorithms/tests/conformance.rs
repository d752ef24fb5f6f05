//! Rules for every shuffle, dice and generator, over the whole catalogue.

use crate::replay::Noting;
use rand::{Rng, SeedableRng};
use shuffle_algorithms::{
    Algorithm, Card, Shape,
    card::identity,
    catalogue::{ENTRIES, Family, Known},
    dice::{DiceSpec, Exact},
    fill::Job,
    generator::{Generator, GeneratorVisitor, Seed},
};

const SIZES: [usize; 8] = [0, 1, 2, 3, 52, 256, 257, 1000];
const DECKS: usize = 3;
const SEED: Seed = Seed([7; 32]);
const OTHER_SEED: Seed = Seed([8; 32]);

/// Every algorithm on every dice that it takes, parameters away from their defaults, and every generator.
fn jobs(shape: Shape) -> Vec<Job> {
    let algorithms = ENTRIES.iter().map(|entry| entry.id);
    let mut jobs = Vec::new();
    for id in algorithms.chain(["random-keys:bits=1", "random-keys:bits=32"]) {
        for dice in DiceSpec::ENTRIES {
            let job = Job::new(Algorithm::parse(id).unwrap(), shape);
            jobs.push(Job { dice: DiceSpec::parse(dice.id).unwrap(), ..job });
        }
    }
    for rng in Generator::ALL {
        jobs.push(Job { rng, ..Job::new(Algorithm::parse("fisher-yates").unwrap(), shape) });
    }
    jobs.retain(|job| job.check().is_ok());
    jobs
}

fn name(job: &Job) -> String {
    let Job { algorithm, shape, dice, rng, .. } = job;
    format!("{algorithm} of {} from {} with {dice} on {}", shape.dealt(), shape.cards(), rng.id())
}

fn rolls_nothing(job: &Job) -> bool {
    let entry = job.algorithm.entry();
    entry.family == Family::Fixed || entry.id.starts_with("faro") || is_whole_sample(job)
}

/// A whole deck has one sample.
fn is_whole_sample(job: &Job) -> bool {
    job.shape.is_whole() && matches!(job.algorithm.entry().known, Known::UniformSet { .. })
}

/// True if the first cards of a whole deck are not the deal that the shuffle deals.
fn deals_otherwise(job: &Job) -> bool {
    matches!(job.algorithm.entry().family, Family::Deal | Family::Draw)
}

/// Off by one, a coin has but one side and a key of one bit one value.
fn is_stuck(job: &Job) -> bool {
    let family = job.algorithm.entry().family;
    job.dice == DiceSpec::OffByOne && matches!(family, Family::Hand | Family::Sort)
}

fn assert_keeps_the_cards(job: &Job) {
    let shape = job.shape;
    let decks = job.decks::<u32>(DECKS, &SEED);
    assert_eq!(decks.len(), DECKS * shape.dealt(), "{}", name(job));
    for deck in decks.chunks(shape.dealt().max(1)) {
        let mut sorted = deck.to_vec();
        sorted.sort_unstable();
        sorted.dedup();
        assert_eq!(sorted.len(), shape.dealt(), "{} deals a card twice", name(job));
        let highest = sorted.last().map_or(0, |card| card.index());
        assert!(highest < shape.cards().max(1), "{} deals a card that is not there", name(job));
    }
}

#[test]
fn a_shuffle_keeps_the_cards_at_every_size() {
    SIZES.map(Shape::whole).iter().flat_map(|&shape| jobs(shape)).for_each(|job| {
        assert_keeps_the_cards(&job);
    });
}

#[test]
fn a_deal_is_of_different_cards_of_the_deck() {
    for (cards, deal) in [(52, 0), (52, 1), (52, 9), (52, 52), (1, 1), (9, 9), (300, 17)] {
        let shape = Shape::deal(cards, deal).unwrap();
        jobs(shape).iter().for_each(assert_keeps_the_cards);
    }
}

#[test]
fn passes_keep_the_cards() {
    for job in jobs(Shape::whole(10)).into_iter().chain(jobs(Shape::deal(10, 3).unwrap())) {
        assert_keeps_the_cards(&Job { passes: 5, ..job });
    }
}

#[test]
fn no_passes_leave_the_deck_as_it_was() {
    for job in jobs(Shape::whole(5)) {
        assert_eq!(Job { passes: 0, ..job }.decks::<u8>(1, &SEED), identity::<u8>(5));
    }
}

#[test]
fn the_same_seed_gives_the_same_decks() {
    for job in jobs(Shape::whole(52)).into_iter().chain(jobs(Shape::deal(52, 9).unwrap())) {
        assert_eq!(job.decks::<u8>(DECKS, &SEED), job.decks::<u8>(DECKS, &SEED), "{}", name(&job));
    }
}

#[test]
fn another_seed_gives_other_decks_unless_nothing_is_rolled() {
    for job in jobs(Shape::whole(52)).into_iter().filter(|job| !is_stuck(job)) {
        let same = job.decks::<u8>(DECKS, &SEED) == job.decks::<u8>(DECKS, &OTHER_SEED);
        assert_eq!(same, rolls_nothing(&job), "{}", name(&job));
    }
}

#[test]
fn decks_of_one_seed_differ_from_each_other_unless_nothing_is_rolled() {
    for job in jobs(Shape::whole(52)).into_iter().filter(|job| !is_stuck(job)) {
        let decks = job.decks::<u8>(2, &SEED);
        assert_eq!(decks[..52] == decks[52..], rolls_nothing(&job), "{}", name(&job));
    }
}

#[test]
fn a_longer_block_begins_with_the_decks_of_a_shorter_one() {
    for job in jobs(Shape::whole(10)).into_iter().chain(jobs(Shape::deal(10, 3).unwrap())) {
        let (short, long) = (job.decks::<u8>(2, &SEED), job.decks::<u8>(5, &SEED));
        assert_eq!(long[..short.len()], short, "{}", name(&job));
    }
}

#[test]
fn narrow_and_wide_cards_give_the_same_decks() {
    for cards in SIZES.into_iter().filter(|&cards| cards <= u8::LIMIT) {
        for job in jobs(Shape::whole(cards))
            .into_iter()
            .chain(jobs(Shape::deal(cards, cards / 2).unwrap()))
        {
            let narrow: Vec<u32> =
                job.decks::<u8>(DECKS, &SEED).into_iter().map(u32::from).collect();
            assert_eq!(narrow, job.decks::<u32>(DECKS, &SEED), "{}", name(&job));
        }
    }
}

#[test]
fn a_deal_from_a_whole_shuffle_is_the_first_cards_of_it() {
    for job in jobs(Shape::whole(20)) {
        if !deals_otherwise(&job) {
            let whole = job.decks::<u8>(DECKS, &SEED);
            let first: Vec<u8> = whole.chunks(20).flat_map(|deck| &deck[..6]).copied().collect();
            let deal = Job { shape: Shape::deal(20, 6).unwrap(), ..job };
            assert_eq!(deal.decks::<u8>(DECKS, &SEED), first, "{}", name(&deal));
        }
    }
}

/// Decks that are shuffled by hand, twice each, on exact dice.
struct Twice<'a>(&'a Algorithm);

impl GeneratorVisitor for Twice<'_> {
    type Out = Vec<u8>;

    fn visit<R: Rng + SeedableRng>(self, rng: R) -> Vec<u8> {
        let mut dice = Exact::new(rng);
        let twice = |_| {
            let mut deck = identity::<u8>(12);
            (0..2).for_each(|_| self.0.shuffle(&mut deck, &mut dice).unwrap());
            deck
        };
        (0..DECKS).flat_map(twice).collect()
    }
}

#[test]
fn two_passes_are_the_shuffle_done_twice_unless_it_remembers() {
    for entry in ENTRIES {
        let algorithm = Algorithm::parse(entry.id).unwrap();
        // By hand no sequence remembers the pass before.
        if !algorithm.is_foreign() && !algorithm.is_sequence() {
            let by_hand = Generator::Pcg64.start(&SEED, Twice(&algorithm));
            let job = Job { passes: 2, ..Job::new(algorithm, Shape::whole(12)) };
            assert_eq!(job.decks::<u8>(DECKS, &SEED), by_hand, "{}", entry.id);
        }
    }
}

#[test]
fn the_same_rolls_give_the_same_deck_and_two_passes_compose() {
    for entry in ENTRIES {
        let algorithm = Algorithm::parse(entry.id).unwrap();
        if algorithm.is_foreign() {
            continue;
        }
        let (mut first, mut second) = (Noting::new(1), Noting::new(2));
        let [mut once, mut twice, mut again] = [(); 3].map(|()| identity::<u8>(9));
        algorithm.shuffle(&mut once, &mut first).unwrap();
        algorithm.shuffle(&mut again, &mut first.record()).unwrap();
        assert_eq!(again, once, "{}", entry.id);

        algorithm.shuffle(&mut twice, &mut second).unwrap();
        algorithm.shuffle(&mut again, &mut second.record()).unwrap();
        let (by_position, by_value) = (after(&once, &twice), after(&twice, &once));
        match entry.id {
            "fisher-yates-by-value" => assert_eq!(again, by_value),
            // Positions and values mixed up: two passes are not a product of permutations.
            "mixed-within" | "mixed-between" => assert!(again != by_position && again != by_value),
            id => assert_eq!(again, by_position, "{id}"),
        }
    }
}

/// The deck whose place p holds what `deck` has at place `places[p]`.
fn after(deck: &[u8], places: &[u8]) -> Vec<u8> {
    places.iter().map(|place| deck[place.index()]).collect()
}

#[test]
fn a_seed_that_pcg64mcg_cannot_tell_apart_is_as_documented() {
    let job = |rng| Job { rng, ..Job::new(Algorithm::parse("naive").unwrap(), Shape::whole(52)) };
    let decks = |rng, seed| job(rng).decks::<u8>(1, &Seed::from_u64(seed));
    assert_eq!(decks(Generator::Pcg64Mcg, 2), decks(Generator::Pcg64Mcg, 3), "the state is odd");
    for rng in [Generator::Pcg64, Generator::Pcg32, Generator::ChaCha8] {
        assert_ne!(decks(rng, 2), decks(rng, 3), "{}", rng.id());
    }
}
