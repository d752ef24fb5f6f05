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
        for division in Division::known(6) {
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

/// Of 2,000 runs of 100 sound decks each, seeds 0 to 1,999, no more p-values of the sum alone are below 0.01 than a binomial law of that size has with
/// a probability of 1e-4.
#[test]
fn the_sum_of_squares_is_not_liberal() {
    const RUNS: u64 = 2_000;
    let mut below = 0;
    for seed in 0..RUNS {
        let rows: Vec<u32> = sound(16, 100, seed).into_iter().map(u32::from).collect();
        let decks = KeptDecks::of_rows(Shape::whole(16), &rows).inverse().unwrap();
        let division = Division::known(16).swap_remove(1);
        assert!(division.is_half());
        let scan = TogetherTable::new(&decks, division, Axis::Cards).scan();
        below += u64::from(scan.ln_p() < 0.01_f64.ln());
    }
    assert!(crate::distribution::binomial::ln_sf(below, RUNS, 0.01) > 1e-4_f64.ln(), "{below}");
    assert!(below >= 8, "{below}");
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
