//! Shuffles and deals that were in use, held against what was published of them.

use crate::exact::{Law, float, fraction, orders};
use shuffle_algorithms::{
    Algorithm, Shape, dice::DiceSpec, fill::Job, generator::Generator, generator::Seed,
};
use std::collections::BTreeSet;

fn job(text: &str, dice: &str, rng: &str) -> Job {
    let job = Job::new(Algorithm::parse(text).unwrap(), Shape::whole(52));
    Job { dice: DiceSpec::parse(dice).unwrap(), rng: Generator::parse(rng).unwrap(), ..job }
}

fn decks(job: &Job, decks: usize) -> Vec<Vec<u8>> {
    job.decks::<u8>(decks, &Seed::from_u64(1)).chunks(52).map(<[u8]>::to_vec).collect()
}

#[test]
fn in_the_online_poker_of_1999_the_last_card_never_stays() {
    for n in 2..=5_usize {
        let law = Law::read("asf-1999", Shape::whole(n));
        assert_eq!(law.chance(|deck| usize::from(deck[n - 1]) == n - 1), fraction(0, 1));
        assert!(!law.is_uniform_over(orders(n, n)));
    }
    // Three cards: 2^3 paths, as a table of the article has them for the naive shuffle.
    let three = Law::read("asf-1999", Shape::whole(3));
    assert_eq!(three.0.len(), 4);
    assert!(three.0.values().all(|chance| *chance == fraction(1, 4)));
}

/// The deck of ASF's program at a moment, written as in its Pascal: `Random(51)+1`, cards and places from 1 on.
fn as_pascal_had_it(milliseconds: u32) -> Vec<u8> {
    let mut seed = milliseconds;
    let mut card: Vec<u8> = (0..=52).collect();
    for ctr in 1..=52 {
        seed = seed.wrapping_mul(134_775_813).wrapping_add(1);
        let random_number = ((u64::from(seed) * 51) >> 32) as usize + 1;
        card.swap(random_number, ctr);
    }
    card[1..].iter().map(|card| card - 1).collect()
}

#[test]
fn with_the_dice_of_its_time_it_gives_the_decks_of_its_time() {
    // With 20 moments all of their decks come in 500, but with probability 20 (19/20)^500 = 1e-10.
    let seen: BTreeSet<Vec<u8>> =
        decks(&job("asf-1999", "clock-seed:seeds=20", "delphi"), 500).into_iter().collect();
    assert_eq!(seen, (0..20).map(as_pascal_had_it).collect());
}

#[test]
fn either_fault_of_1999_can_be_had_without_the_other() {
    let stays = |decks: &[Vec<u8>]| decks.iter().filter(|deck| deck[51] == 51).count();
    let different = |decks: &[Vec<u8>]| decks.iter().collect::<BTreeSet<_>>().len();
    let both = decks(&job("asf-1999", "clock-seed:seeds=1000", "delphi"), 5_000);
    assert_eq!((stays(&both), different(&both) <= 1_000), (0, true));
    let swaps = decks(&job("asf-1999", "exact", "pcg64"), 5_000);
    assert_eq!((stays(&swaps), different(&swaps)), (0, 5_000));
    let seed = decks(&job("fisher-yates", "clock-seed:seeds=1000", "pcg64"), 5_000);
    // The last card stays in one deck of 52; of 1,000 decks, five times each, in 19, give or take five times 4.4.
    assert!(different(&seed) <= 1_000 && stays(&seed).abs_diff(96) < 110, "{}", stays(&seed));
}

/// Counts of 10,000 ballots in Internet Explorer, as Rob Weir published them: a row a browser, in the order of the page, a column a place.
const BALLOTS: [[u32; 5]; 5] = [
    [1304, 1325, 1105, 1232, 5034], // Internet Explorer
    [2099, 2161, 2244, 2248, 1248], // Firefox
    [2132, 2036, 1374, 1916, 2542], // Opera
    [2595, 2565, 3679, 590, 571],   // Chrome
    [1870, 1913, 1598, 4014, 605],  // Safari
];

/// The largest distance of a ballot's count from what the sort would give, in standard deviations.
fn farthest_ballot(sort: &str) -> f64 {
    let law = Law::read(sort, Shape::whole(5));
    let mut farthest = 0.0_f64;
    for (browser, counts) in BALLOTS.iter().enumerate() {
        for (place, &count) in counts.iter().enumerate() {
            let chance = float(&law.chance(|deck| usize::from(deck[place]) == browser));
            let spread = (10_000.0 * chance * (1.0 - chance)).sqrt();
            farthest = farthest.max((f64::from(count) - 10_000.0 * chance).abs() / spread);
        }
    }
    farthest
}

#[test]
fn the_browser_ballot_was_sorted_by_a_heap() {
    // 25 counts exceed four standard deviations with probability 0.002 together.
    assert!(farthest_ballot("browser-ballot") < 4.0);
    for other in ["coin-insertion-sort", "coin-merge-sort", "fisher-yates"] {
        assert!(farthest_ballot(other) > 20.0, "{other}");
    }
}

#[test]
fn freecell_has_as_many_decks_as_deals() {
    let seen: BTreeSet<Vec<u8>> =
        decks(&job("freecell:deals=9", "exact", "pcg64"), 500).into_iter().collect();
    assert_eq!(seen.len(), 9);
    // Jack of diamonds, two of diamonds, nine of hearts: deal 1.
    assert!(seen.iter().any(|deck| deck[..3] == [41, 5, 34]));
}
