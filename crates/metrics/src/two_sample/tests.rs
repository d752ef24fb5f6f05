//! Two tallies of one law, and of two: against exact tails, and by chance.

use super::*;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;

fn value(shares: &[f64], mut at: f64) -> usize {
    let found = shares.iter().position(|share| {
        at -= share;
        at < 0.0
    });
    found.unwrap_or(shares.len() - 1)
}

fn sample(shares: &[f64], decks: u64, rng: &mut Pcg64) -> Vec<u64> {
    let mut counts = vec![0; shares.len()];
    for _ in 0..decks {
        counts[value(shares, rng.random())] += 1;
    }
    counts
}

/// alpha .01, 4,000 pairs, seed 17: 40 alarms are expected, and more than 64 with a probability of 1e-4.
#[test]
fn tallies_of_one_law_differ_as_often_as_alpha_says_whatever_the_law() {
    let laws: [&[f64]; 3] = [&[0.25; 4], &[0.9, 0.05, 0.03, 0.02], &[0.6, 0.3, 0.098, 0.002]];
    for shares in laws {
        let mut rng = Pcg64::seed_from_u64(17);
        let differs = |_: &u32| {
            let [a, b] = [1_000, 3_000].map(|decks| sample(shares, decks, &mut rng));
            row([&a, &b], Order::None, Pairing::Independent).unwrap().ln_p < 0.01_f64.ln()
        };
        let alarms = (0..4_000).filter(differs).count();
        assert!((20..=64).contains(&alarms), "{alarms} with {shares:?}");
    }
}

/// The worst pairing that there is: each deck of the new tally is the mirror of one of the old, and both have the same law. With
/// independence supposed 1 in 15 is called different at .01; alpha .01, 4,000 pairs, seed 17: more than 64 has a probability below
/// 1e-4, of rows and of cells.
#[test]
fn decks_of_one_seed_that_mirror_each_other_raise_no_more_alarms_than_alpha() {
    let mut rng = Pcg64::seed_from_u64(17);
    let mut alarms = [0; 3];
    for _ in 0..4_000 {
        let old = sample(&[0.5, 0.5], 1_000, &mut rng);
        let tallies: [&[u64]; 2] = [&old, &[old[1], old[0]]];
        let found = [
            row(tallies, Order::None, Pairing::Independent),
            row(tallies, Order::None, Pairing::SameSeed),
            cells(tallies, [1_000; 2], Pairing::SameSeed),
        ];
        for (found, alarms) in found.into_iter().zip(&mut alarms) {
            *alarms += u32::from(found.unwrap().ln_p < 0.01_f64.ln());
        }
    }
    assert!(alarms[0] > 200, "the example is no trap: {alarms:?}");
    assert!((16..=64).contains(&alarms[1]) && alarms[2] <= 64, "{alarms:?}");
}

/// Of 6,000 decks 200 have the value, which each tally has with the same probability; the exact tail is
/// hypergeometric. Two lucky tails of a continuous law are at most four times smaller than the tails of a number that
/// jumps.
#[test]
fn far_out_the_p_value_of_two_values_is_no_smaller_than_the_exact_tail() {
    let ln_choose =
        |n: u64, k: u64| -> f64 { (1..=k).map(|i| ((n - k + i) as f64 / i as f64).ln()).sum() };
    for (n, m) in [(1_000, 5_000), (3_000, 3_000), (5_000, 1_000)] {
        let with = 200;
        let ln_point = |a| ln_choose(n, a) + ln_choose(m, with - a) - ln_choose(n + m, with);
        let (ln_low, ln_high) = (1e-14_f64.ln(), 1e-5_f64.ln());
        let mut compared = 0;
        for a in 1..with {
            let upper: f64 = (a..=with).map(|a| ln_point(a).exp()).sum();
            let lower: f64 = (0..=a).map(|a| ln_point(a).exp()).sum();
            let ln_exact = (2.0 * upper.min(lower)).ln();
            if !(ln_low..ln_high).contains(&ln_exact) {
                continue;
            }
            compared += 1;
            let tallies: [&[u64]; 2] = [&[a, n - a], &[with - a, m - (with - a)]];
            let found = row(tallies, Order::None, Pairing::Independent).unwrap();
            assert!(
                found.ln_p > ln_exact - 4.0_f64.ln(),
                "{} of {n} and {} of {m}: {} against {ln_exact}",
                a,
                with - a,
                found.ln_p
            );
        }
        assert!(compared > 5, "{compared}");
    }
}

#[test]
fn a_tally_does_not_differ_from_itself() {
    let counts = [120, 80, 40, 41, 3, 0];
    for (order, pairing) in
        [(Order::Neighbors, Pairing::Independent), (Order::None, Pairing::SameSeed)]
    {
        let found = row([&counts, &counts], order, pairing).unwrap();
        assert!(found.ln_p > -1e-9, "{found:?}");
        let found = cells([&counts, &counts], [284, 284], pairing).unwrap();
        assert!(found.ln_p > -1e-9, "{found:?}");
    }
    let same = [500, 500, 500, 500];
    let matrices =
        Matrices { counts: [&same, &same], columns: 2, decks: [1_000, 1_000], are_cards: true };
    assert!(matrix(matrices, Pairing::Independent).unwrap().difference.ln_p > -1e-9);
}

#[test]
fn rare_values_are_counted_together_and_none_is_lost() {
    let (old, new) = ([1, 2, 500, 3, 700, 2], [2, 1, 480, 4, 720, 1]);
    for order in [Order::Neighbors, Order::None] {
        let pooled = pool(&old, &new, 14.0, order);
        let sum = |of: fn(&Pooled) -> u64| pooled.iter().map(of).sum::<u64>();
        assert_eq!(
            [sum(|it| it.old), sum(|it| it.new)],
            [old, new].map(|counts| counts.iter().sum::<u64>())
        );
        assert!(pooled.iter().all(|it| it.count() >= 14.0));
    }
    let together = pool(&old, &new, 14.0, Order::None);
    assert_eq!(together.iter().map(|it| it.old).collect::<Vec<_>>(), [500, 700, 8]);
}

#[test]
fn the_cell_that_differs_is_named() {
    let (old, new) = ([250, 750, 500, 500], [750, 250, 500, 500]);
    let counts: [&[u64]; 2] = [&old, &new];
    let matrices = Matrices { counts, columns: 2, decks: [1_000, 1_000], are_cards: false };
    for pairing in [Pairing::Independent, Pairing::SameSeed] {
        let found = matrix(matrices, pairing).unwrap();
        assert!(matches!(found.line, Line::Row(0) | Line::Cell));
        assert!(found.difference.values[0] < 2);
        assert!(found.difference.values.len() == 1 && found.difference.ln_p < 1e-25_f64.ln());
    }
}

/// One of three cards is dealt to two positions; card 0 comes to each a little more often, and is dealt much more often.
#[test]
fn a_card_that_is_dealt_too_often_is_seen_in_its_column() {
    let (old, new) = ([333, 333, 334, 333, 334, 333], [380, 310, 310, 380, 310, 310]);
    let decks = [1_000, 1_000];
    let of_cards = |are_cards| Matrices { counts: [&old, &new], columns: 3, decks, are_cards };
    let found = matrix(of_cards(true), Pairing::Independent).unwrap();
    assert_eq!(found.line, Line::Column(0));
    assert_eq!(found.difference.values, [2], "it was not dealt");
    assert_eq!(found.difference.counts, [334, 240]);
    let without = matrix(of_cards(false), Pairing::Independent).unwrap();
    assert!(without.difference.ln_p > found.difference.ln_p);
}

/// Rare values that differ together are reported together, with their own counts.
#[test]
fn what_is_told_is_what_was_compared() {
    let rare = |count: u64| [vec![count; 20], vec![1_000 - 20 * count]].concat();
    let found = row([&rare(1), &rare(9)], Order::None, Pairing::Independent).unwrap();
    assert_eq!(found.counts, [4, 36]);
    assert_eq!(found.values.len(), 4);
}

fn estimate(value: f64, half: f64, decks: u64) -> Estimate {
    Estimate { value, interval: [value - half, value + half], decks }
}

#[test]
fn intervals_of_one_seed_count_in_full() {
    let of = |value| estimate(value, 0.1, 1_000);
    let estimates = [of(0.5), of(0.8)];
    let [independent, paired] = [Pairing::Independent, Pairing::SameSeed]
        .map(|pairing| effects(estimates, 2.576, pairing).unwrap());
    assert!(independent < paired);
    assert_eq!(effects([of(0.8), of(0.5)], 2.576, Pairing::SameSeed), Some(paired));
    let two_sided = normal::ln_sf(2.576 * 1.5) + 2.0_f64.ln();
    assert!((paired - two_sided).abs() < 1e-9);
}

#[test]
fn decks_that_are_all_alike_do_not_say_how_much_they_vary() {
    let alike = estimate(0.0, 0.0, 1_000);
    for other in [estimate(0.0, 0.0, 1_000), estimate(0.5, 0.0, 1_000), estimate(0.5, 0.1, 9)] {
        assert_eq!(effects([alike, other], 2.576, Pairing::Independent), None);
    }
    let lost = Estimate { value: f64::NAN, ..estimate(0.0, 0.1, 9) };
    assert_eq!(effects([lost, lost], 2.576, Pairing::SameSeed), None);
    // A short interval of few decks is not believed against a wide one of many.
    let [few, many] = [estimate(0.0, 0.001, 1_000), estimate(0.1, 0.1, 100_000)];
    assert!(effects([few, many], 2.576, Pairing::Independent).unwrap() > 0.5_f64.ln());
    // Here it is the old side that is few; and the other way round.
    assert!(effects([many, few], 2.576, Pairing::Independent).unwrap() > 0.5_f64.ln());
}

/// The tail of a hypergeometric law equals the tail over all ways to choose, enumerated.
#[test]
fn the_tail_of_a_count_is_that_of_all_ways_to_choose_the_sample() {
    let (n, m) = (5_u64, 7_u64);
    for marked in 0..=(n + m) {
        // Choose which of the n + m decks are in the sample; the first `marked` have the thing.
        let mut ways = vec![0_u32; n as usize + 1];
        for sample in 0_u32..1 << (n + m) {
            if u64::from(sample.count_ones()) == n {
                ways[(sample & ((1 << marked) - 1)).count_ones() as usize] += 1;
            }
        }
        let all: u32 = ways.iter().sum();
        for seen in 0..=n.min(marked) {
            if marked - seen > m {
                continue;
            }
            let at = seen as usize;
            let (upper, lower) = (ways[at..].iter().sum::<u32>(), ways[..=at].iter().sum::<u32>());
            let is_above = seen * (n + m) >= marked * n;
            let exact = f64::from(if is_above { upper } else { lower }) / f64::from(all);
            let found = ln_tail([seen, marked - seen], [n, m]).exp();
            assert!((found / exact - 1.0).abs() < 1e-9, "{seen} of {marked}: {found}, not {exact}");
        }
    }
}
