//! Shuffles with a memory: each deck by itself is uniform, decks depend on each other as the entry says, and a block knows
//! nothing of the blocks before it.

use shuffle_algorithms::{
    Algorithm, RowsMut, Shape,
    catalogue::{ENTRIES, Known},
    fill::Job,
    generator::Seed,
    lanes::InstructionSet,
};

/// All sequences of the catalogue, each with the two trials of a block of which the later depends on the earlier.
const DEPENDENT: [(&str, [u64; 2]); 2] = [("repeat-deck", [5, 6]), ("repeat-deck:every=2", [2, 3])];

/// Sequences that depend on a deck before in other ways, as `adversaries` tests.
const OTHERS: [&str; 11] = [
    "lag-parity:lag=2",
    "lag-card:lag=2,place=1,pick=9",
    "lag-factor:lag=1,size=2",
    "lag-factor:lag=3,size=3,cards=0",
    "counting-place:place=2",
    "weak-copy:lag=2,share=500",
    "riffled-on:riffles=1",
    "overlapping-draws",
    "no-repeats",
    "missing-symbols",
    "same-again:percent=50",
];

/// All sequences whose decks are uniform by themselves.
fn uniform() -> impl Iterator<Item = &'static str> {
    DEPENDENT.iter().map(|(name, _)| *name).chain(OTHERS)
}

/// Blocks of which each deck is counted.
const BLOCKS: u64 = 6_000;

/// 5 degrees of freedom exceed this once in ten million times; there are 104 counts.
const MOST: f64 = 42.0;

fn job(name: &str) -> Job {
    Job::new(Algorithm::parse(name).unwrap(), Shape::whole(3))
}

fn block(job: &Job, first_trial: u64, decks: usize, seed: u64) -> Vec<Vec<u8>> {
    let mut rows = vec![0; decks * 3];
    let (set, seed) = (InstructionSet::detect(), Seed::from_u64(seed));
    job.fill_on(RowsMut::Narrow(&mut rows), first_trial, &seed, set);
    rows.chunks(3).map(<[u8]>::to_vec).collect()
}

fn order(deck: &[u8]) -> usize {
    let orders = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
    orders.iter().position(|order| order == deck).expect("an order of three cards")
}

#[test]
fn every_sequence_is_tried_here() {
    for entry in ENTRIES {
        let sequence = Algorithm::parse(entry.id).unwrap().is_sequence();
        assert!(sequence || !matches!(entry.known, Known::Dependent { .. }), "{}", entry.id);
        // `adversaries` tests the sequences whose single decks are wrong.
        let by_itself = sequence && !matches!(entry.known, Known::Biased { .. });
        let is_tried = uniform().any(|name| name.split(':').next() == Some(entry.id));
        assert_eq!(by_itself, is_tried, "{}", entry.id);
    }
}

#[test]
fn each_deck_by_itself_is_uniform() {
    for name in uniform() {
        let job = job(name);
        let mut counts = [[0.0; 6]; 8];
        for seed in 0..BLOCKS {
            let decks = block(&job, 0, 8, seed);
            counts.iter_mut().zip(&decks).for_each(|(count, deck)| count[order(deck)] += 1.0);
        }
        let expected = BLOCKS as f64 / 6.0;
        for (trial, count) in counts.iter().enumerate() {
            let chi2: f64 = count.iter().map(|seen| (seen - expected).powi(2) / expected).sum();
            assert!(chi2 < MOST, "{name}, trial {trial}: {chi2}");
        }
    }
}

#[test]
fn decks_depend_on_each_other_as_the_entry_says() {
    for (name, [earlier, later]) in DEPENDENT {
        let job = job(name);
        for seed in 0..100 {
            let decks = block(&job, 0, 8, seed);
            assert_eq!(decks[earlier as usize], decks[later as usize], "{name}");
        }
    }
}

#[test]
fn a_block_knows_its_first_trial_and_nothing_of_other_blocks() {
    for (name, [earlier, later]) in DEPENDENT {
        let job = job(name);
        // A block that begins with the later deck has none to repeat.
        let fresh = (0..100).filter(|&seed| {
            let decks = block(&job, later, 1, seed);
            decks[0] == block(&job, earlier, 1, seed)[0]
        });
        assert_eq!(fresh.count(), 100, "{name}: the first deck of a block is a matter of its dice");
        let shifted = block(&job, earlier, 2, 1);
        assert_eq!(
            shifted[0], shifted[1],
            "{name}: trials are counted from the first of the block"
        );
    }
}

#[test]
fn a_deal_of_a_sequence_is_the_first_cards_of_its_decks() {
    let whole = Job::new(Algorithm::parse("repeat-deck").unwrap(), Shape::whole(20));
    let deal = Job { shape: Shape::deal(20, 6).unwrap(), ..whole.clone() };
    let seed = Seed::from_u64(3);
    let first: Vec<u8> =
        whole.decks::<u8>(30, &seed).chunks(20).flat_map(|deck| deck[..6].to_vec()).collect();
    assert_eq!(deal.decks::<u8>(30, &seed), first);
}
