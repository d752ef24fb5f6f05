//! Rules for every metric of draws beyond [`crate::conformance`]: draws without order, with replacement, packs.

use crate::{
    Cards,
    conformance::{Built, DRAWS, assert_sound, shapes_of_draws},
    whole,
};
use rayon::prelude::*;
use shuffle_deck::{DrawKind, row_check::RowCheck};
use shuffle_metrics::{Shape, catalogue::METRICS};
use std::collections::BTreeSet;

#[test]
fn every_entry_of_draws_applies_somewhere_and_says_where_not() {
    for entry in METRICS.iter().filter(|entry| entry.draws != [DrawKind::Order]) {
        assert!(DRAWS.iter().any(|built| std::ptr::eq(built.entry, entry)), "{entry:?}");
        if !entry.draws.contains(&DrawKind::Order) {
            let why = entry.build(whole(52)).err().expect("an order is no draw").to_string();
            assert!(why.contains("not of orders"), "{why}");
        }
    }
    for entry in METRICS.iter().filter(|entry| entry.draws == [DrawKind::Order]) {
        assert!(entry.build(Shape::replacement(52, 52)).is_err(), "{entry:?}");
    }
}

#[test]
fn rows_are_those_of_their_shape() {
    for shape in shapes_of_draws() {
        let rows = Cards::shuffled("fisher-yates", shape, 50, 3).widened();
        let mut check = RowCheck::new(shape);
        for row in rows.chunks(shape.width()) {
            assert_eq!(check.row(row), Ok(()), "{shape:?}: {row:?}");
        }
    }
}

/// Draws that are all equal, and some that are sound, at every number of draws at which something may change.
#[test]
fn judging_never_panics_nor_yields_nan() {
    DRAWS.par_iter().for_each(|built| {
        let sound = built.decks(1_024, 2);
        let row = &sound.widened()[..built.shape.width()];
        let needed = built.metric.trials_needed().min(3_000);
        let edges: BTreeSet<u64> = [0, 1, 2, 3, 99, 100, needed - 1, needed, 1_024].into();
        for trials in edges {
            let equal = Cards::Wide(row.repeat(trials as usize));
            let equal = built.observe(&equal, 0, trials as usize);
            for tally in [equal, built.observe(&sound, 0, trials.min(1_024) as usize)] {
                assert_sound(built, &tally, &built.metric.judge(&tally));
            }
        }
    });
}

/// Two thousand times the same draw: some test of each shape must find that impossible, and of a single sound run none (at a level of
/// 1e-9 a test, 300 tests, seed 2).
#[test]
fn equal_draws_are_told_from_sound_ones() {
    // If one draw is nearly sure, equal draws are no surprise.
    let can_wonder = |shape: &Shape| {
        shape.weights().is_none_or(|it| it.chances().iter().all(|chance| *chance < 0.8))
    };
    for shape in shapes_of_draws().into_iter().filter(can_wonder) {
        let built: Vec<&Built> = DRAWS.iter().filter(|built| built.shape == shape).collect();
        let smallest = |rows: &Cards| {
            let p = built.iter().flat_map(|built| {
                let judgements = built.metric.judge(&built.observe(rows, 0, 2_000));
                let ln = |it: &shuffle_metrics::Judgement| Some(it.evidence()?.p_value.ln());
                judgements.iter().filter_map(ln).collect::<Vec<_>>()
            });
            p.fold(0.0, f64::min)
        };
        let sound = built[0].decks(2_000, 2);
        assert!(smallest(&sound) > 1e-9_f64.ln(), "{shape:?}: {}", smallest(&sound));
        let equal = Cards::Wide(sound.widened()[..shape.width()].repeat(2_000));
        assert!(smallest(&equal) < 1e-100_f64.ln(), "{shape:?}: {}", smallest(&equal));
    }
}
