//! The catalogue's names, and what is rejected under which words.

use shuffle_algorithms::{
    Algorithm, Shape,
    card::{Card, identity},
    catalogue::{ENTRIES, Entry, Known, find},
    dice::{DiceSpec, Recorded},
    fill::Job,
    generator::Seed,
    shuffles::inside_out::write_shuffled,
};
use std::collections::HashSet;

fn names(entry: &Entry) -> impl Iterator<Item = &'static str> {
    std::iter::once(entry.id).chain(entry.aliases.iter().copied())
}

fn job(algorithm: &str, shape: Shape) -> Job {
    Job::new(Algorithm::parse(algorithm).unwrap(), shape)
}

fn refusal(algorithm: &str) -> String {
    Algorithm::parse(algorithm).unwrap_err().to_string()
}

#[test]
fn the_flawed_dice_have_the_promised_widths_when_none_is_given() {
    let widths =
        ["modulo", "float", "tiny-seed"].map(|id| DiceSpec::parse(id).unwrap().to_string());
    assert_eq!(widths, ["modulo:bits=15", "float:bits=24", "tiny-seed:bits=32"]);
}

#[test]
fn no_name_is_used_twice_and_all_can_be_folders() {
    let mut seen = HashSet::new();
    for name in ENTRIES.iter().flat_map(names) {
        assert!(seen.insert(name), "{name} is used twice");
        let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit();
        assert!(name.starts_with(plain), "{name}");
        assert!(name.chars().all(|c| plain(c) || c == '-'), "{name}");
    }
}

#[test]
fn every_entry_says_what_it_is_in_ascii() {
    for entry in ENTRIES {
        let how = match entry.known {
            Known::Uniform => "uniform",
            Known::Biased { how, .. }
            | Known::BiasedBeyond { how, .. }
            | Known::UniformSet { how }
            | Known::BiasedDraw { how }
            | Known::Dependent { how } => how,
        };
        for text in [entry.title, entry.source, how] {
            assert!(!text.is_empty() && text.is_ascii(), "{}: {text:?}", entry.id);
        }
    }
}

#[test]
fn every_entry_knows_the_file_that_declares_it() {
    let root = std::path::Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
    for entry in ENTRIES {
        let source = std::fs::read_to_string(root.join(entry.file)).expect(entry.file);
        assert!(source.contains(&format!("(\"{}\"", entry.id)), "{} in {}", entry.id, entry.file);
    }
}

#[test]
fn an_alias_is_the_same_algorithm() {
    for entry in ENTRIES {
        for name in names(entry) {
            assert_eq!(Algorithm::parse(name), Algorithm::parse(entry.id));
            assert_eq!(find(name), Some(entry));
        }
    }
    for (alias, id) in [
        ("wash", "fisher-yates"),
        ("fy-slice", "fisher-yates"),
        ("splice", "out-of-place"),
        ("pencil-and-paper", "out-of-place"),
    ] {
        assert_eq!(Algorithm::parse(alias).unwrap().entry().id, id);
    }
}

#[test]
fn an_algorithm_prints_what_it_can_be_parsed_from() {
    for text in ENTRIES.iter().map(|entry| entry.id).chain(["random-keys:bits=3"]) {
        let algorithm = Algorithm::parse(text).unwrap();
        assert_eq!(Algorithm::parse(&algorithm.to_string()), Ok(algorithm));
    }
}

#[test]
fn a_wrong_name_is_refused_with_the_nearest_right_one() {
    assert_eq!(
        refusal("fisher-yate"),
        "unknown algorithm `fisher-yate`; did you mean `fisher-yates`?"
    );
    assert_eq!(refusal("pencil"), "unknown algorithm `pencil`; did you mean `pencil-and-paper`?");
    assert_eq!(
        DiceSpec::parse("module").unwrap_err().to_string(),
        "unknown dice `module`; did you mean `modulo`?"
    );
}

#[test]
fn a_deal_of_more_cards_than_there_are_is_refused() {
    let error = Shape::deal(52, 53).unwrap_err();
    assert_eq!(
        error.to_string(),
        "a deal of 53 of 52 cards is impossible; it must be from 1 to 52"
    );
    assert!(Shape::deal(52, 52).unwrap().is_whole());
}

#[test]
fn code_that_draws_by_itself_takes_no_other_dice() {
    let mut job = job("rand-shuffle", Shape::whole(5));
    for (dice, allowed) in [
        (DiceSpec::Exact, true),
        (DiceSpec::TinySeed { bits: 16 }, true),
        (DiceSpec::ClockSeed { seeds: 1_000 }, true),
        (DiceSpec::Batched, false),
        (DiceSpec::Modulo { bits: 8 }, false),
        (DiceSpec::Float { bits: 8 }, false),
        (DiceSpec::OffByOne, false),
    ] {
        job.dice = dice;
        assert_eq!(job.check().is_ok(), allowed, "{dice}");
    }
    assert_eq!(
        job.check().unwrap_err().to_string(),
        "`rand-shuffle` draws directly from a generator, so it takes no dice `off-by-one`; \
         only `exact`, `tiny-seed` and `clock-seed` work"
    );
    let by_hand = job.algorithm.shuffle(&mut [0_u8], &mut Recorded::new([]));
    assert!(by_hand.unwrap_err().to_string().contains("draws directly from a generator"));
}

#[test]
#[should_panic(expected = "a block holds whole decks")]
fn a_block_of_half_a_deck_is_refused() {
    job("naive", Shape::whole(4)).fill(u8::rows_mut(&mut [0; 6]), &Seed::from_u64(1));
}

#[test]
#[should_panic(expected = "257 cards do not fit this card type")]
fn a_narrow_block_of_257_cards_is_refused() {
    let _ = job("naive", Shape::whole(257)).decks::<u8>(1, &Seed::from_u64(1));
}

#[test]
#[should_panic(expected = "257 cards do not fit this card type")]
fn a_narrow_deck_of_257_cards_cannot_be_written_inside_out() {
    write_shuffled(&mut [0_u8; 257], &mut Recorded::new([]));
}

#[test]
#[should_panic(expected = "a shuffle by value takes a permutation of 0..n")]
fn cards_that_are_no_permutation_cannot_be_shuffled_by_value() {
    let by_value = Algorithm::parse("fisher-yates-by-value").unwrap();
    let _ = by_value.shuffle(&mut [0_u8, 0, 2], &mut Recorded::new([0, 0]));
}

#[test]
fn a_deal_of_no_cards_fills_nothing() {
    for entry in ENTRIES {
        let decks = job(entry.id, Shape::deal(5, 0).unwrap()).decks::<u8>(3, &Seed::from_u64(1));
        assert_eq!(decks, identity::<u8>(0), "{}", entry.id);
    }
}
