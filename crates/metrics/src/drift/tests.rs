//! Segments, cells and their laws, and a card that comes too often for a while.

use super::*;
use crate::{Rows, distribution::HypergeometricSum};

#[test]
fn segments_follow_each_other_and_begin_where_they_are_said_to() {
    for number in 0..SEGMENTS - 1 {
        assert_eq!(segment_of(start_of(number, FIRST), FIRST), number);
        assert_eq!(segment_of(start_of(number + 1, FIRST) - 1, FIRST), number, "{number}");
        assert!((start_of(number + 1, FIRST) - start_of(number, FIRST)).is_multiple_of(FIRST));
    }
    assert_eq!(
        (start_of(4, FIRST), start_of(5, FIRST), start_of(8, FIRST)),
        (32_768, 40_960, 65_536)
    );
    assert_eq!(segment_of(u64::MAX, FIRST), SEGMENTS - 1);
    assert_eq!(start_of(SEGMENTS, FIRST), 1 << 36);
}

#[test]
fn of_two_decks_of_three_cards_every_cell_is_binomial() {
    let metric = Drift::new(Shape::whole(3));
    let it = Deviation { z: 0.0, cell: 4, first: 0, last: 0, count: 2, decks: 2 };
    assert!((metric.law(it.cell, it.decks).ln_tail(it.count) - (1.0_f64 / 9.0).ln()).abs() < 1e-12);
    assert_eq!(metric.moments(4).map(|it| (it * 9.0).round()), [3.0, 2.0]);
}

#[test]
fn groups_of_a_hundred_cards_have_the_moments_of_their_law() {
    let metric = Drift::new(Shape::whole(100));
    for cell in [0, 77, 4_095] {
        let ([mean, variance], [cards, places]) = (metric.moments(cell), metric.sizes(cell));
        let law = HypergeometricSum::new(100, cards, places, 1);
        assert!((law.mean() - mean).abs() < 1e-12);
        assert!((law.deviation().powi(2) - variance).abs() < 1e-12);
    }
}

#[test]
fn a_card_that_comes_more_often_for_a_while_is_named_with_the_time() {
    use rand::{RngExt, SeedableRng, seq::SliceRandom};
    let shape = Shape::whole(10);
    let (metric, mut rng) = (Drift::new(shape), rand_pcg::Pcg64::seed_from_u64(5));
    let mut tally = Tally::new(metric.cells());
    for block in 0..32_u64 {
        let mut rows = Vec::new();
        for _ in 0..2_048 {
            let mut deck: Vec<u8> = (0..10).collect();
            deck.shuffle(&mut rng);
            let at = deck.iter().position(|&card| card == 7).unwrap();
            // In the third segment card 7 comes to position 3 in a tenth of the decks in which it would not.
            if (8..12).contains(&block) && rng.random_bool(0.1) {
                deck.swap(at, 3);
            }
            rows.extend(deck);
        }
        tally.observe(&metric, &Decks::new(shape, block * 2_048, Rows::Narrow(&rows)));
    }
    let judgement = metric.judge(&tally).remove(0);
    let evidence = judgement.evidence().unwrap();
    assert!(evidence.p_value.log10() < -20.0, "{evidence:?}");
    let place = evidence.effect.place.as_ref().unwrap().to_string();
    assert_eq!(place, "card 7 at position 3 in decks 16,385 to 24,576");
    assert!((evidence.effect.value - 0.9).abs() < 0.2, "{evidence:?}");
    let exhibit = metric.exhibit_found(&tally, &[judgement]);
    let Some(Exhibit::Series(profile)) = exhibit else { panic!("it was found") };
    assert_eq!(profile.what.to_string(), "card 7 at position 3, over time");
    let middles: Vec<f64> = profile.points.iter().map(|it| it.x).collect();
    // Decks 1 to 8,192 and 8,193 to 16,384.
    assert_eq!(middles[..2], [4_096.5, 12_288.5]);
    let is_far = |it: &SeriesPoint| it.y > 6.0 * it.standard_error;
    let far: Vec<bool> = profile.points.iter().map(is_far).collect();
    assert!(far[2] && far.iter().filter(|&&far| far).count() == 1, "{profile:?}");
}

/// Tosses of a coin, the lows of each segment of 64 draws given.
fn tosses(metric: &Drift, lows: &[u64]) -> Tally {
    let mut tally = Tally::new(metric.cells());
    for (segment, &low) in (0_u64..).zip(lows) {
        let rows: Vec<u8> = (0..64).map(|draw| u8::from(draw >= low)).collect();
        let decks = Decks::new(Shape::replacement(2, 1), 64 * segment, Rows::Narrow(&rows));
        tally.observe(metric, &decks);
    }
    tally
}

#[test]
fn the_bound_of_a_trend_of_two_segments_is_near_its_exact_probability() {
    use crate::distribution::binomial;
    let metric = Drift::new(Shape::replacement(2, 1));
    for [early, late] in [[40_u64, 24], [50, 14], [64, 0], [20, 44]] {
        let (trend, last) = metric.trend(&tosses(&metric, &[early, late])).unwrap();
        // The difference of the two counts, plus 64, has the law of the lows of 128 tosses.
        let exact = binomial::ln_sf(64 + early.abs_diff(late), 128, 0.5);
        let over = trend.ln_tail - exact;
        assert!((-1e-9..4.0).contains(&over), "{early} {late}: {} {exact}", trend.ln_tail);
        assert_eq!((trend.low, trend.draws, last), (early, 64, 0));
    }
}

#[test]
fn symbols_that_always_come_too_often_make_no_trend() {
    let metric = Drift::new(Shape::replacement(2, 1));
    let (trend, _) = metric.trend(&tosses(&metric, &[60, 60, 60, 60])).unwrap();
    assert!(trend.ln_tail > -1e-9, "{}", trend.ln_tail);
}

/// Numbers that rise by a fifth of their range over 320 draws. Alpha 1e-6, one run, seed 41.
#[test]
fn numbers_that_rise_are_named_with_the_time() {
    use rand::{RngExt, SeedableRng};
    let (shape, mut rng) = (Shape::replacement(1_000_000, 1), rand_pcg::Pcg64::seed_from_u64(41));
    let metric = Drift::new(shape);
    let rows: Vec<u32> =
        (0..320_u32).map(|draw| rng.random_range(1_000 * draw..680_000 + 1_000 * draw)).collect();
    let mut tally = Tally::new(metric.cells());
    tally.observe(&metric, &Decks::new(shape, 0, Rows::Wide(&rows)));
    let judgements = metric.judge(&tally);
    let evidence = judgements[0].evidence().unwrap();
    let place = evidence.effect.place.as_ref().map(ToString::to_string);
    let Some(Exhibit::Series(series)) = metric.exhibit_found(&tally, &judgements) else {
        panic!("it is shown")
    };
    assert_eq!(series.what.to_string(), "symbols 0 to 499999, over time");
    assert!(series.points[0].y > 0.3 && series.points[4].y < 0.0, "{:?}", series.points);
    assert!(evidence.p_value.log10() < -6.0, "{}", evidence.p_value.log10());
    assert_eq!(place.as_deref(), Some("symbols 0 to 499999 in draws 1 to 64"));
}
