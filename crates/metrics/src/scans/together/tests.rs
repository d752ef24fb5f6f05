//! The law of the sum of squares, enumerated and sampled, and couplings of many pairs that are found.

use super::*;
use crate::{
    axis::Axis,
    scans::testing::{judged, only, orders_of, repaired, sound},
    testing::{each_arrangement, pack},
};

/// Over all orders of six cards, and all arrangements of packs, the sum of squares has the mean of its law.
#[test]
fn the_mean_of_the_sum_of_squares_is_exact() {
    let mean = |decks: &KeptDecks, division: &Division, of| {
        let sum: f64 = (0..decks.len())
            .map(|deck| TogetherTable::new(&decks.one(deck), division.clone(), of).free_squares())
            .sum();
        sum / decks.len() as f64
    };
    let k = 6.0;
    let orders = orders_of(6);
    for (decks, of) in [(orders.clone(), Axis::Positions), (orders.inverse().unwrap(), Axis::Cards)]
    {
        for division in Division::known(6).into_iter().chain(Division::of_blocks(6)) {
            let expected = SameClass::of(&division.sizes).free_variance() * k * (k - 3.0) / 2.0;
            assert!((mean(&decks, &division, of) - expected).abs() < 1e-9);
        }
    }
    for (counts, dealt) in [(&[2, 2, 2][..], 6), (&[3, 2, 2], 6), (&[4, 2, 1], 5)] {
        let pack = pack(counts);
        let rows: Vec<u32> =
            each_arrangement(counts).iter().flat_map(|row| row[..dealt].to_vec()).collect();
        let decks = KeptDecks::of_rows(Shape::of_pack(pack, Some(dealt)).unwrap(), &rows);
        let (division, k) = (Division::of_kinds(pack).unwrap(), dealt as f64);
        let expected = SameClass::of(&division.sizes).free_variance() * k * (k - 3.0) / 2.0;
        assert!((mean(&decks, &division, Axis::Positions) - expected).abs() < 1e-9, "{counts:?}");
    }
}

/// Of 2,000 runs of sound decks each, seeds 0 to 1,999, no more p-values of the sum alone are below 0.01 than a binomial law of that size has with
/// a probability of 1e-4: halves in 100 decks, and matches in 40.
#[test]
fn the_sum_of_squares_is_not_liberal() {
    const RUNS: u64 = 2_000;
    let halves = Division::known(16).swap_remove(1);
    assert!(halves.is_half());
    for (division, trials) in [(halves, 100), (Division::of_blocks(16).swap_remove(0), 40)] {
        let is_below = |seed: &u64| {
            let rows: Vec<u32> = sound(16, trials, *seed).into_iter().map(u32::from).collect();
            let decks = KeptDecks::of_rows(Shape::whole(16), &rows).inverse().unwrap();
            let scan = TogetherTable::new(&decks, division.clone(), Axis::Cards).scan();
            scan.ln_p() < 0.01_f64.ln()
        };
        let below = (0..RUNS).filter(is_below).count() as u64;
        assert!(crate::distribution::binomial::ln_sf(below, RUNS, 0.01) > 1e-4_f64.ln(), "{below}");
        assert!(below >= 5, "{below}");
    }
}

/// Unnamed cards are spread too evenly over the halves, and the cards of a suit over a hand. Alpha 1e-8, 1 run each.
#[test]
fn what_many_pairs_do_is_seen() {
    let hidden = |card: u8| u32::from(card) * 11 % 40 < 17;
    let even = only(40, 1_500, 1, |row| {
        (8..=9).contains(&row[..20].iter().filter(|&&card| hidden(card)).count())
    });
    let (log10_p, said) = judged::<Together>(Shape::whole(40), &even);
    assert!(
        log10_p < -8.0 && said.contains("are at positions of the same half"),
        "{log10_p} {said}"
    );
    let hand = only(52, 1_500, 2, |row| {
        let of_suit = |player: usize, suit| {
            row.iter().skip(player).step_by(4).filter(|&&card| card / 13 == suit).count()
        };
        (0..4).all(|player| (0..4).all(|suit| of_suit(player, suit) < 6))
    });
    let (log10_p, said) = judged::<Together>(Shape::whole(52), &hand);
    assert!(log10_p < -8.0 && said.contains(" of the same "), "{log10_p} {said}");
    assert!(judged::<Together>(Shape::whole(52), &repaired(52, 1_500, 3, |_, _| ())).0 > -3.0);
}

/// The kinds of a deal vary from deal to deal, and a rare kind makes all its squares large together.
#[test]
fn deals_are_not_judged() {
    let shape = Shape::of_pack(pack(&[2, 198]), Some(100)).unwrap();
    assert!(Together::new(shape).is_err() && Together::new(Shape::deal(52, 13).unwrap()).is_err());
}

/// Alpha 1e-7, 1 run each, seeds 1 to 3: couples of a list who never sit one behind the other in rows of six, sixteen teams of which no two of one
/// quarter meet in a match, and pairs of a pack that never lie one behind the other.
#[test]
fn what_a_regular_pattern_of_places_never_shows_is_named() {
    let is_apart = |row: &[u8]| (0..24).all(|at| row[at] / 2 != row[at + 6] / 2);
    let named = |shape: Shape, rows: &[u8], said: &str| {
        let (log10_p, finding) = judged::<Together>(shape, rows);
        assert!(log10_p < -7.0 && finding == said, "{log10_p}: {finding}");
    };
    let rows = only(30, 80, 1, is_apart);
    let said =
        "cards at positions 6 apart have the same block of 2 numbers in 0 of 1920 pairs of cards";
    named(Shape::whole(30), &rows, said);
    let matches = only(16, 40, 2, |row| row.chunks(2).all(|two| two[0] / 4 != two[1] / 4));
    let said = "cards at positions 0 and 1, and the next two, and so on, have the same quarter of the numbers in 0 of 320 pairs of cards";
    named(Shape::whole(16), &matches, said);
    let kinds: Vec<u8> = only(30, 60, 3, is_apart).into_iter().map(|card| card / 2).collect();
    let said = "cards at positions 6 apart have the same kind in 0 of 1440 pairs of cards";
    named(Shape::of_pack(pack(&[2; 15]), None).unwrap(), &kinds, said);
}

/// Of 2,000 runs of 30 sound decks of 16 cards, seeds 0 to 1,999, no more p-values of a pattern are below 0.01 than a binomial law allows
/// with a probability of 1e-4.
#[test]
fn patterns_are_not_liberal() {
    const RUNS: u64 = 2_000;
    let quarters = Division::known(16).swap_remove(2);
    let is_below = |seed: &u64| {
        let rows: Vec<u32> = sound(16, 30, *seed).into_iter().map(u32::from).collect();
        let decks = KeptDecks::of_rows(Shape::whole(16), &rows);
        let table = TogetherTable::new(&decks, quarters.clone(), Axis::Positions);
        let expected = table.decks as f64 * table.law.pair;
        let mut scan = Scan::of("decks");
        let together =
            |first: usize, second: usize| (table.row(first)[second] + expected).round() as u64;
        along::add(&mut scan, &decks, (&quarters, Axis::Positions), together);
        scan.ln_p() < 0.01_f64.ln()
    };
    let below = (0..RUNS).filter(is_below).count() as u64;
    assert!(crate::distribution::binomial::ln_sf(below, RUNS, 0.01) > 1e-4_f64.ln(), "{below}");
}
