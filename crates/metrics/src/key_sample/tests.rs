//! A sample against its definition, split and merged at will.

use super::*;
use proptest::prelude::*;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;
use std::collections::BTreeMap;

fn sample(space: KeySpace, decks: &[(u64, u64)]) -> KeySample {
    let mut sample = KeySample::default();
    decks.iter().for_each(|&(trial, key)| sample.take(space, key, trial));
    sample
}

/// The same from its definition: the lowest level with few enough keys, counted one by one.
fn by_definition(space: KeySpace, decks: &[(u64, u64)]) -> (u32, Vec<KeyCount>) {
    let mut trials: BTreeMap<u64, Vec<u64>> = BTreeMap::new();
    decks.iter().for_each(|&(trial, key)| trials.entry(key).or_default().push(trial));
    let mut level = 0;
    while trials.keys().filter(|&&key| u128::from(key) < space.range(level)).count() > space.keys {
        level += 1;
    }
    let counts = trials.into_iter().filter(|(key, _)| u128::from(*key) < space.range(level));
    let count = |(key, mut trials): (u64, Vec<u64>)| {
        trials.sort_unstable();
        let gap = trials.get(1).map_or(0, |second| second - trials[0]);
        let gap = u32::try_from(gap).unwrap_or(u32::MAX);
        KeyCount { key, first: trials[0], gap, count: trials.len() as u32 }
    };
    (level, counts.map(count).collect())
}

proptest! {
    #[test]
    fn it_is_what_it_is_defined_as_however_decks_are_split_and_merged(
        keys in prop::collection::vec(0..400_u64, 0..300),
        owner in prop::collection::vec(0..4_usize, 300),
        order in Just([0, 1, 2, 3]).prop_shuffle(),
        (far, settle) in (any::<bool>(), any::<bool>()),
    ) {
        let space = KeySpace::new(399, 20);
        // Gaps of more than 32 bits are cut off, wherever they come together.
        let step = if far { 1 << 31 } else { 1 };
        let decks: Vec<(u64, u64)> = (0..).step_by(step).zip(keys).collect();
        let whole = sample(space, &decks);
        let (level, counts) = by_definition(space, &decks);
        let settled = whole.settled();
        prop_assert_eq!((settled.level(), settled.counts()), (level, &counts[..]));
        let parts: Vec<KeySample> = order.iter().map(|part| {
            let of_part = |(index, _): &(usize, &(u64, u64))| owner[*index] == *part;
            let some: Vec<_> = decks.iter().enumerate().filter(of_part).map(|it| *it.1).collect();
            let mut part = sample(space, &some);
            if settle { part.settle(); }
            part
        }).collect();
        let merged = |parts: &[&KeySample]| {
            let mut sum = KeySample::default();
            parts.iter().for_each(|part| sum.merge(part).unwrap());
            sum
        };
        let [a, b, c, d] = [0, 1, 2, 3].map(|part: usize| &parts[part]);
        prop_assert_eq!(&merged(&[a, b, c, d]), &whole);
        prop_assert_eq!(&merged(&[&merged(&[d, b]), &merged(&[c, a])]), &whole);
        let text = serde_json::to_string(&whole).unwrap();
        prop_assert_eq!(serde_json::from_str::<KeySample>(&text).unwrap(), whole);
    }
}

/// Two million decks of a large space: more than is sorted at once, and more than is held.
#[test]
fn many_decks_fill_it_and_no_more() {
    let space = KeySpace::new(u64::MAX, 1 << 16);
    let mut rng = Pcg64::seed_from_u64(1);
    let decks: Vec<(u64, u64)> = (0..2_000_000).map(|trial| (trial, rng.random())).collect();
    let whole = sample(space, &decks);
    let settled = whole.settled();
    assert_eq!(settled.level(), 40);
    let held = settled.counts().len();
    assert!(held <= 1 << 16 && held > 58_000, "{held}");
    assert!(settled.counts.capacity() <= (1 << 16) + PENDING, "{}", settled.counts.capacity());
    let (left, right) = decks.split_at(1_234_567);
    let mut sum = sample(space, right);
    sum.merge(&sample(space, left)).unwrap();
    assert_eq!(sum, whole);
}

#[test]
fn eight_levels_halve_the_range() {
    for last in [0, 1, 40_319, 2_432_902_008_176_639_999, u64::MAX] {
        let space = KeySpace::new(last, 4);
        let all = u128::from(last) + 1;
        assert_eq!(space.range(0), all);
        for octave in 0..64 {
            assert_eq!(space.range(8 * octave), (all >> octave).max(1));
        }
        assert!((0..512).all(|level| space.range(level + 1) <= space.range(level)));
        assert_eq!(space.range(10_000), 1);
    }
    let share = KeySpace::new(u64::MAX, 4).share(3);
    assert!((share - 0.375_f64.exp2().recip()).abs() < 1e-15, "{share}");
}

#[test]
fn samples_of_other_keys_and_files_of_something_else_are_refused() {
    let one = sample(KeySpace::new(9, 4), &[(0, 3)]);
    let mut other = sample(KeySpace::new(10, 4), &[(1, 3)]);
    let before = other.clone();
    assert_eq!(other.merge(&one), Err(OtherKeys));
    assert_eq!(other, before);
    let file =
        |space: &str, counts: &str| format!(r#"{{"space":{space},"level":0,"counts":{counts}}}"#);
    let space = r#"{"last":9,"keys":2}"#;
    assert!(serde_json::from_str::<KeySample>(&file(space, "[[3,7,0,1],[4,1,2,2]]")).is_ok());
    for counts in [
        "[[4,7,0,1],[3,1,2,2]]",
        "[[3,7,0,1],[3,8,0,1]]",
        "[[10,7,0,1]]",
        "[[3,7,2,1]]",
        "[[3,7,0,0]]",
        "[[1,1,0,1],[2,2,0,1],[3,3,0,1]]",
    ] {
        assert!(serde_json::from_str::<KeySample>(&file(space, counts)).is_err(), "{counts}");
    }
    assert!(serde_json::from_str::<KeySample>(&file("null", "[[3,7,0,1]]")).is_err());
}

#[test]
fn its_bytes_are_bounded_by_the_decks_too() {
    let space = KeySpace::new(u64::MAX, 1 << 20);
    assert!(space.bytes(1) < 200, "{}", space.bytes(1));
    assert_eq!(space.bytes(u64::MAX), ((1 << 20) + PENDING) * 24 + 2 * 16 * PENDING);
    assert!(space.bytes(u64::MAX) < 40_000_000);
}
