//! The property that each adversary forces holds in every deck, and all else is uniform. `claims` and `shuffle-exact`
//! check the laws of small decks, path by path; here are 52 cards, sequences, and the groups.

use shuffle_algorithms::{
    Algorithm, RowsMut, Shape, fill::Job, generator::Seed, lanes::InstructionSet,
};
use std::collections::{BTreeMap, BTreeSet};

/// The chi-square tests here are fewer than 20, at seeds that never change; each has alpha = 1e-6.
const ALPHA_QUANTILE: f64 = 4.753_424; // of the normal law, one tail

/// True if the adversary could have made a deck.
type Holds = fn(&[u8]) -> bool;

fn is_even(numbers: &[u8]) -> bool {
    inversions(numbers).is_multiple_of(2)
}

fn decks_from(text: &str, cards: usize, first_trial: u64, decks: usize, seed: u64) -> Vec<Vec<u8>> {
    let job = Job::new(Algorithm::parse(text).unwrap(), Shape::whole(cards));
    let mut rows = vec![0_u8; cards * decks];
    let (seed, set) = (Seed::from_u64(seed), InstructionSet::detect());
    job.fill_on(RowsMut::Narrow(&mut rows), first_trial, &seed, set);
    rows.chunks(cards).map(<[u8]>::to_vec).collect()
}

fn decks(text: &str, cards: usize, decks: usize) -> Vec<Vec<u8>> {
    decks_from(text, cards, 0, decks, 1)
}

fn places(deck: &[u8]) -> Vec<u8> {
    let mut places = vec![0; deck.len()];
    deck.iter().zip(0..).for_each(|(&card, place)| places[usize::from(card)] = place);
    places
}

fn inversions(numbers: &[u8]) -> usize {
    let later = |(i, a): (usize, &u8)| numbers[i + 1..].iter().filter(|b| *b < a).count();
    numbers.iter().enumerate().map(later).sum()
}

fn at(numbers: &[u8], members: &[usize]) -> Vec<u8> {
    members.iter().map(|&member| numbers[member]).collect()
}

fn changes(deck: &[u8], class: impl Fn(u8) -> u8) -> usize {
    deck.windows(2).filter(|two| class(two[0]) != class(two[1])).count()
}

/// Asserts that each of `cells` numbers comes equally often (Wilson and Hilferty's normal form of chi-square).
fn assert_even(numbers: impl Iterator<Item = usize>, cells: usize, what: &str) {
    let mut counts = vec![0.0_f64; cells];
    numbers.for_each(|number| counts[number] += 1.0);
    let expected = counts.iter().sum::<f64>() / cells as f64;
    let chi2: f64 = counts.iter().map(|count| (count - expected).powi(2) / expected).sum();
    let degrees = (cells - 1) as f64;
    let third = 2.0 / (9.0 * degrees);
    let z = ((chi2 / degrees).cbrt() - (1.0 - third)) / third.sqrt();
    assert!(expected > 20.0 && z < ALPHA_QUANTILE, "{what}: chi-square {chi2} of {degrees}");
}

#[test]
fn what_a_condition_forces_holds_in_every_deck() {
    let conditions: [(&str, Holds); 14] = [
        ("even-orders", |deck| is_even(deck)),
        ("pair-parity:first=9,step=20", |deck| deck[9] % 2 == deck[29] % 2),
        ("pair-parity:first=50,step=3,cards=1", |deck| places(deck)[50] % 2 == places(deck)[1] % 2),
        ("pair-suit", |deck| deck[7] / 13 != deck[41] / 13),
        ("pair-rank", |deck| deck[7] % 13 != deck[41] % 13),
        ("subset-sign", |deck| is_even(&at(deck, &[5, 16, 27, 38]))),
        ("subset-sign:size=6,first=0,step=1,cards=1", |deck| is_even(&places(deck)[..6])),
        ("subset-parity:size=3", |deck| {
            at(deck, &[5, 16, 27]).iter().filter(|&card| card % 2 == 1).count() % 2 == 0
        }),
        ("inversions-modulo:modulus=5,residue=3", |deck| inversions(deck) % 5 == 3),
        ("major-index-modulo", |deck| {
            let descents = (1..52).filter(|&i| deck[i - 1] > deck[i]);
            descents.sum::<usize>() % 2 == 0
        }),
        ("weighted-sum-modulo:modulus=7", |deck| {
            deck.iter().zip(0..).map(|(&card, place)| usize::from(card) * place).sum::<usize>() % 7
                == 0
        }),
        ("color-changes-modulo:modulus=4,residue=1", |deck| changes(deck, |c| c % 2) % 4 == 1),
        ("suit-changes-modulo:modulus=3", |deck| changes(deck, |c| c / 13) % 3 == 0),
        ("wreath:block=13", |deck| changes(deck, |c| c / 13) == 3),
    ];
    for (text, holds) in conditions {
        let decks = decks(text, 52, 300);
        assert!(decks.iter().all(|deck| holds(deck)), "{text}");
        let sound = self::decks("fisher-yates", 52, 300);
        assert!(!sound.iter().all(|deck| holds(deck)), "{text} is nothing special");
    }
}

#[test]
fn a_share_of_the_decks_has_the_defect() {
    // 0.3 + 0.7 / 2 of 4,000 decks are even: five standard deviations are 151.
    let even = |deck: &&Vec<u8>| is_even(deck);
    let seen = decks("even-orders:share=30", 52, 4_000).iter().filter(even).count();
    assert!(seen.abs_diff(2_600) < 151, "{seen}");
}

#[test]
fn a_picked_subset_is_always_the_same_and_none_of_the_default() {
    // Some four of 12 places are even in all decks: they are found by trying all.
    let decks = decks("subset-sign:pick=77", 12, 200);
    let mut found = Vec::new();
    for a in 0..12 {
        for b in 0..a {
            for c in 0..b {
                for d in 0..c {
                    let subset = [d, c, b, a];
                    if decks.iter().all(|deck| is_even(&at(deck, &subset))) {
                        found.push(subset);
                    }
                }
            }
        }
    }
    assert_eq!(found.len(), 1, "{found:?}");
}

#[test]
fn cards_at_the_places_of_a_condition_are_uniform() {
    for text in ["pair-parity", "pair-suit", "subset-parity:first=7,step=1", "even-orders"] {
        let decks = decks(text, 52, 20_000);
        assert_even(decks.iter().map(|deck| usize::from(deck[7])), 52, text);
        assert_even(decks.iter().map(|deck| usize::from(deck[30])), 52, text);
    }
}

#[test]
fn a_lag_ties_each_deck_to_the_one_before_it() {
    let parity = decks("lag-parity:lag=9", 52, 200);
    assert!((9..200).all(|t| inversions(&parity[t]) % 2 == inversions(&parity[t - 9]) % 2));
    assert!(!(1..200).all(|t| inversions(&parity[t]) % 2 == inversions(&parity[t - 1]) % 2));

    let same = decks("lag-card:lag=4,place=9", 52, 200);
    assert!((4..200).all(|t| same[t][9] == same[t - 4][9]));

    let drawn = decks("lag-card:lag=1,place=51,pick=3", 52, 3_000);
    let follows: BTreeSet<(u8, u8)> =
        drawn.windows(2).map(|two| (two[0][51], two[1][51])).collect();
    assert!(follows.len() <= 52, "one follower each");

    let counts = decks("counting-place:place=20,by=5", 52, 200);
    assert!((1..200).all(|t| counts[t][20] == (counts[t - 1][20] + 5) % 52));

    let ranks = |numbers: &[u8], members: &[usize]| {
        let numbers = at(numbers, members);
        numbers.iter().map(|a| numbers.iter().filter(|b| *b < a).count()).collect::<Vec<_>>()
    };
    let members = [4, 13, 22, 31, 40];
    let cards = decks("lag-factor", 52, 200);
    let of = |t: usize| ranks(&places(&cards[t]), &members);
    assert!((2..200).all(|t| of(t) == of(t - 2)));
    let at_places = decks("lag-factor:cards=0", 52, 200);
    assert!((2..200).all(|t| ranks(&at_places[t], &members) == ranks(&at_places[t - 2], &members)));
}

#[test]
fn weak_copies_come_as_often_as_they_should() {
    // 4 % of 3,997 decks: five standard deviations are 62.
    let decks = decks("weak-copy", 52, 4_000);
    let copies = (3..4_000).filter(|&t| decks[t] == decks[t - 3]).count();
    assert!(copies.abs_diff(160) < 62, "{copies}");
}

#[test]
fn a_deck_that_is_riffled_on_has_few_rising_sequences_seen_from_the_one_before() {
    let decks = decks("riffled-on:riffles=2", 52, 100);
    for two in decks.windows(2) {
        let before = places(&two[0]);
        let seen: Vec<u8> = two[1].iter().map(|&card| before[usize::from(card)]).collect();
        let at = places(&seen);
        let rising = 1 + (1..52).filter(|&card| at[card] < at[card - 1]).count();
        assert!(rising <= 4, "{rising}");
    }
}

#[test]
fn only_the_first_deck_of_all_is_left_unshuffled() {
    let start: Vec<u8> = (0..52).collect();
    let first = decks("unshuffled-first", 52, 3);
    assert!(first[0] == start && first[1] != start && first[2] != start);
    assert_ne!(decks_from("unshuffled-first", 52, 4_096, 1, 1)[0], start);
}

#[test]
fn a_drift_is_up_for_half_a_period_and_down_for_the_other() {
    // The mean of a sine over half a period is 2/pi: 1/10 (1 +- 2/pi) of 5,000 decks are 818 and 182; five standard deviations 130.
    let text = "drift:card=3,place=6,percent=100,period=10000";
    let hits = |from| decks_from(text, 10, from, 5_000, 2).iter().filter(|d| d[6] == 3).count();
    let (up, down) = (hits(0), hits(5_000));
    assert!(up.abs_diff(818) < 130 && down.abs_diff(182) < 100, "{up}, {down}");
}

#[test]
fn stored_decks_come_late_and_are_the_same_in_all_blocks() {
    let text = "late-store:after=1000,every=2,decks=3";
    let repeated = |first: u64, seed| {
        let mut counts = BTreeMap::new();
        let decks = decks_from(text, 52, first, 400, seed);
        decks.into_iter().for_each(|deck| *counts.entry(deck).or_insert(0) += 1);
        counts.into_iter().filter(|(_, n)| *n > 1).map(|(deck, _)| deck).collect::<BTreeSet<_>>()
    };
    assert_eq!(repeated(0, 1).len(), 0);
    let stored = repeated(1000, 1);
    assert_eq!(stored.len(), 3);
    assert_eq!(stored, repeated(8192, 2));
}

#[test]
fn rare_faults_come_as_often_as_they_should() {
    let start: Vec<u8> = (0..52).collect();
    let moved = |deck: &[u8]| deck.iter().zip(&start).filter(|(a, b)| a != b).count();
    let rising = |deck: &[u8]| {
        let at = places(deck);
        1 + (1..52).filter(|&card| at[card] < at[card - 1]).count()
    };
    type IsFaulty<'a> = &'a dyn Fn(&[u8]) -> bool;
    let faults: [(&str, IsFaulty<'_>); 5] = [
        ("rare-riffles:every=20", &|deck| rising(deck) <= 4),
        ("rare-half:every=20", &|deck| deck[..26].is_sorted()),
        ("rare-stop:every=20", &|deck| deck[..26] == start[..26]),
        ("rare-swaps:every=20", &|deck| moved(deck) <= 20),
        ("rare-hand:every=20,first=3,step=6", &|deck| {
            let hand = at(deck, &[3, 9, 15, 21, 27]);
            let ranks: BTreeSet<u8> = hand.iter().map(|card| card % 13).collect();
            ranks == [0, 9, 10, 11, 12].into() && hand.iter().all(|c| c / 13 == hand[0] / 13)
        }),
    ];
    for (text, is_faulty) in faults {
        // 200 of 4,000 decks: five standard deviations are 69.
        let seen = decks(text, 52, 4_000).iter().filter(|deck| is_faulty(deck)).count();
        assert!(seen.abs_diff(200) < 69, "{text}: {seen}");
    }
}

#[test]
fn elements_of_a_group_are_told_by_a_few_places() {
    // Sharply t-transitive groups have as many elements as t places have arrangements; of eight cards in bits the first
    // three, which tell the fourth, and the fifth tell the others.
    for (text, cards, told_by, elements) in [
        ("affine-prime", 7, 2, 7 * 6),
        ("pgl2", 6, 3, 6 * 5 * 4),
        ("affine-binary", 8, 5, 8 * 7 * 6 * 4),
        ("mathieu", 12, 5, 95_040),
    ] {
        let decks = decks(text, cards, 60_000);
        let starts: BTreeSet<&[u8]> = decks.iter().map(|deck| &deck[..told_by]).collect();
        let all: BTreeSet<&[u8]> = decks.iter().map(Vec::as_slice).collect();
        assert_eq!(starts.len(), all.len(), "{text}");
        if elements < 2_000 {
            assert_eq!(all.len(), elements, "{text}");
            let index: BTreeMap<&[u8], usize> = all.iter().copied().zip(0..).collect();
            assert_even(decks.iter().map(|deck| index[deck.as_slice()]), elements, text);
        }
    }
}

#[test]
fn any_three_places_of_a_mathieu_group_are_uniform() {
    let decks = decks("mathieu", 24, 400_000);
    let triple = |deck: &Vec<u8>| {
        let [a, b, c] = [deck[2], deck[11], deck[23]].map(usize::from);
        let (b, c) = (b - usize::from(b > a), c - usize::from(c > a) - usize::from(c > b));
        (a * 23 + b) * 22 + c
    };
    assert_even(decks.iter().map(triple), 24 * 23 * 22, "mathieu");
}

#[test]
fn cards_beyond_a_group_stay_among_themselves() {
    for (text, moved) in
        [("mathieu", 24), ("pgl2", 48), ("affine-prime", 47), ("affine-binary", 32)]
    {
        for deck in decks(text, 52, 100) {
            assert!(deck[..moved].iter().all(|&card| usize::from(card) < moved), "{text}");
        }
    }
}

#[test]
fn a_feistel_network_of_one_round_keeps_the_low_half_of_each_card() {
    for deck in decks("feistel:rounds=1", 64, 50) {
        assert!(deck.iter().zip(0..).all(|(&card, place): (&u8, u8)| card % 8 == place % 8));
    }
}

#[test]
fn one_round_of_swap_or_not_is_its_own_inverse() {
    for deck in decks("swap-or-not:rounds=1", 52, 50) {
        assert_eq!(places(&deck), deck);
    }
}

#[test]
fn a_heavy_suit_is_dealt_as_much_more_often_as_it_weighs() {
    // The first card is of the suit with probability 1.5 / 4.5; of 9,000 that are 3,000, give or take five times 45.
    let decks = decks("heavy-suit:percent=150,suit=1", 52, 9_000);
    let seen = decks.iter().filter(|deck| deck[0] / 13 == 1).count();
    assert!(seen.abs_diff(3_000) < 225, "{seen}");
}
