//! The audit of code that is brought along: what it says, and that nothing that is no deck passes.

use rand::{Rng, RngExt, SeedableRng, rngs::ChaCha8Rng, seq::SliceRandom};
use shuffle_algorithms::generator::Seed;
use shuffle_audit::{Audit, AuditError, Findings, Source, block::Block, source::SourceError};
use shuffle_deck::RowsMut;
use shuffle_metrics::{Exhibit, Verdict};
use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    sync::atomic::{AtomicU64, Ordering},
};

fn fisher_yates<T, R: Rng>(deck: &mut [T], rng: &mut R) {
    for place in (1..deck.len()).rev() {
        deck.swap(place, rng.random_range(0..=place));
    }
}

fn naive(deck: &mut [u32], rng: &mut dyn Rng) {
    for place in 0..deck.len() {
        deck.swap(place, rng.random_range(0..deck.len()));
    }
}

fn coin(swapped: f64) -> Audit {
    let shuffle = move |deck: &mut [u32], rng: &mut dyn Rng| {
        if rng.random_bool(swapped) {
            deck.swap(0, 1);
        }
    };
    Audit::of(shuffle).cards(2).metrics(["permutations"])
}

/// What an assertion panics with.
fn panics_with(assertion: impl FnOnce()) -> String {
    let panic = catch_unwind(AssertUnwindSafe(assertion)).expect_err("it should not hold");
    *panic.downcast::<String>().expect("a message")
}

fn fault(audit: &Audit) -> String {
    let error = audit.run().expect_err("it is at fault");
    assert!(matches!(error, AuditError::Subject { .. }), "{error:?}");
    error.to_string()
}

/// How often each card lay at each position, row after row.
fn positions(findings: &Findings) -> Vec<u64> {
    let counts = |exhibit: &Exhibit| match exhibit {
        Exhibit::Position(matrix) => Some(matrix.counts.clone()),
        _ => None,
    };
    findings.cases[0].last().exhibits.iter().find_map(counts).expect("the positions were counted")
}

#[test]
fn every_form_of_a_sound_shuffle_passes() {
    let audits = [
        // A sized generator, any slice.
        Audit::of(|deck, mut rng| fisher_yates(deck, &mut rng)),
        // rand's own.
        Audit::of(|deck, rng| deck.shuffle(rng)),
        // A number a deck.
        Audit::of_seeded(|deck, seed| fisher_yates(deck, &mut ChaCha8Rng::seed_from_u64(seed))),
        // Other things than numbers.
        Audit::of_items('a'..='j', |deck, rng| deck.shuffle(rng)),
    ];
    for audit in audits {
        audit.cards(10).trials(20_000).assert_uniform();
    }
    Audit::of(|deck, rng| deck.shuffle(rng)).cards(300).trials(1_000).assert_uniform();
}

#[test]
fn every_card_is_counted_where_the_shuffle_put_it() {
    let rotate = Audit::of(|deck, _| deck.rotate_left(1)).cards(3).trials(10_000);
    // Position 0 has card 1, and so on.
    let expected = [0, 10_000, 0, 0, 0, 10_000, 10_000, 0, 0];
    assert_eq!(positions(&rotate.run().unwrap()), expected);
    let items = Audit::of_items(["x", "y", "z"], |deck, _| deck.rotate_left(1)).trials(10_000);
    assert_eq!(positions(&items.run().unwrap()), expected);
}

#[test]
fn of_a_deal_the_first_cards_count() {
    let front = |deck: &mut [u32], rng: &mut dyn Rng| {
        let (end, _) = deck.partial_shuffle(rng, 2);
        let dealt = [end[0], end[1]];
        // `rand` leaves the dealt cards at the end.
        deck.sort_by_key(|card| !dealt.contains(card));
        if deck[0] != dealt[0] {
            deck.swap(0, 1);
        }
    };
    Audit::of(front).cards(10).deal(2).trials(20_000).assert_uniform();
    let back = |deck: &mut [u32], rng: &mut dyn Rng| {
        let _ = deck.partial_shuffle(rng, 2);
    };
    Audit::of(back).cards(10).deal(2).trials(20_000).assert_biased_by("position");
}

#[test]
fn threads_change_nothing() {
    let audit = Audit::of(naive).cards(20).trials(20_000);
    let one = audit.clone().threads(1).run().unwrap();
    for threads in [2, 3] {
        assert_eq!(audit.clone().threads(threads).run().unwrap(), one);
    }
    assert_ne!(positions(&audit.seed(1).run().unwrap()), positions(&one), "the seed does");
}

#[test]
fn a_failed_test_shows_the_verdict_in_words_and_how_to_see_it_again() {
    let audit = Audit::of(naive).name("my_shuffle").trials(5_000).metrics(["degree", "position"]);
    let said = panics_with(|| audit.assert_uniform());
    let start = "FAIL: my_shuffle on 52 cards: cards favor some positions. Worst: card ";
    assert!(said.starts_with(start), "{said}");
    assert!(said.contains("\nwhere cards lie  position: "), "{said}");
    let last = said.lines().last().unwrap();
    let again =
        "Audit::of(...).cards(52).trials(5000).seed(0x5eed).metrics([\"degree\", \"position\"])";
    assert_eq!(last, format!("To see it again: {again}.assert_uniform()"));
    assert_eq!(panics_with(|| audit.assert_uniform()), said);
    let other = panics_with(|| {
        let audit = audit.clone().seed(7).deal(9).alpha(1e-9);
        audit.assert_uniform();
    });
    let again = ".cards(52).deal(9).trials(5000).seed(0x7).alpha(1e-9).metrics(";
    assert!(other.contains(again), "{other}");
}

#[test]
fn the_way_to_see_it_again_names_the_constructor() {
    struct InOrder;
    impl Source for InOrder {
        fn fill(&self, block: &mut Block, _: &Seed) -> Result<(), SourceError> {
            let RowsMut::Narrow(rows) = block.rows_mut() else { unreachable!("two cards") };
            rows.chunks_mut(2).for_each(|deck| deck.copy_from_slice(&[0, 1]));
            Ok(())
        }
    }
    for (constructor, audit) in [
        ("of", Audit::of(|_, _| ())),
        ("of_seeded", Audit::of_seeded(|_, _| ())),
        ("of_items", Audit::of_items(["a", "b"], |_, _| ())),
        ("source", Audit::source("in order", InOrder)),
    ] {
        let said = panics_with(|| audit.cards(2).trials(1_000).assert_uniform());
        let again = format!("To see it again: Audit::{constructor}(...).cards(2).trials(1000)");
        assert!(said.contains(&again), "{said}");
    }
}

#[test]
fn a_bias_that_is_not_found_fails_the_test_that_expects_it() {
    let sound = Audit::of(|deck, rng| deck.shuffle(rng)).cards(5).trials(10_000);
    let said = panics_with(|| sound.assert_biased());
    let start = "This shuffle should be biased, but that was not found.\nPASS: no bias found in 10,000 decks";
    assert!(said.starts_with(start), "{said}");
    let swapped = coin(0.9).metrics(["permutations", "degree"]).trials(2_000);
    swapped.assert_biased();
    swapped.clone().assert_biased_by("degree");
    // It is biased, but no deck of it comes again.
    let said = panics_with(|| Audit::of(naive).trials(5_000).assert_biased_by("repeats"));
    let start = "This shuffle should be caught by repeats, but was not.\nFAIL: the shuffle on 52";
    assert!(said.starts_with(start), "{said}");
}

#[test]
fn too_few_decks_are_no_pass() {
    let audit = Audit::of(|deck, rng| deck.shuffle(rng)).cards(6).trials(100);
    let said = panics_with(|| audit.metrics(["permutations"]).assert_uniform());
    assert!(said.starts_with("INCONCLUSIVE: 100 decks of the shuffle on 6 cards cannot"), "{said}");
}

#[test]
fn a_suspicion_takes_a_second_look_on_fresh_decks() {
    // 1,000 decks of a coin of 0.56 lie about 3.8 standard deviations off, 10,000 fresh ones about 12.
    let findings = coin(0.56).trials(1_000).run().unwrap();
    let verdicts: Vec<_> = findings.cases[0].looks.iter().map(|look| look.verdict).collect();
    assert_eq!(verdicts, [Verdict::Suspicious, Verdict::Fail]);
    assert_eq!(findings.cases[0].last().trials, 10_000);
}

#[test]
fn until_decided_stops_when_it_knows() {
    let said = coin(0.9).until_decided().run().unwrap_err().to_string();
    assert!(said.starts_with("metrics: a sequential case has a single test"), "{said}");
    let findings = Audit::of(naive).trials(1_000_000).until_decided().run().unwrap();
    assert_eq!(findings.verdict(), Verdict::Fail);
    assert!(findings.cases[0].last().trials < 20_000, "{}", findings.cases[0].last().trials);
}

#[test]
fn what_is_no_deck_is_a_fault_with_the_number_of_the_deck() {
    let at = |audit: Audit| fault(&audit.cards(10).trials(5_000));
    let doubles = Audit::of(|deck, _| deck[7] = deck[3]).name("mine");
    assert_eq!(at(doubles.clone()), "mine is at fault: deck 0: card 3 twice");
    // The dealt cards do not show it.
    assert_eq!(at(doubles.deal(2)), "mine is at fault: deck 0: card 3 twice");
    let counts_from_one = Audit::of(|deck, _| deck.iter_mut().for_each(|card| *card += 1));
    assert_eq!(at(counts_from_one), "the shuffle is at fault: deck 0: 10 is out of range 0 to 9");
    let beyond_a_byte = Audit::of(|deck, _| deck[0] += 256);
    assert_eq!(at(beyond_a_byte), "the shuffle is at fault: deck 0: 256 is out of range 0 to 9");
    let calls = AtomicU64::new(0);
    let panics_late = Audit::of(move |deck, _| {
        let call = calls.fetch_add(1, Ordering::Relaxed);
        assert!(call < 4_500, "deck {call} of {} cards is too much", deck.len());
    });
    assert_eq!(
        at(panics_late.threads(1)),
        "the shuffle is at fault: deck 4500: it panicked: deck 4500 of 10 cards is too much"
    );
}

#[test]
fn which_fault_is_told_does_not_depend_on_threads() {
    let sometimes = Audit::of(|deck, rng| {
        deck.shuffle(rng);
        if rng.random_range(0..2_000) == 0 {
            deck[0] = deck[1];
        }
    });
    let audit = sometimes.cards(10).trials(40_000).metrics(["position"]);
    let first = fault(&audit.clone().threads(1));
    for _ in 0..10 {
        assert_eq!(fault(&audit.clone().threads(4)), first);
    }
    let said = panics_with(|| audit.assert_uniform());
    assert!(said.starts_with(&first), "never a pass: {said}");
}

#[test]
fn items_must_be_different_and_as_many_as_the_cards() {
    let same = Audit::of_items([1, 2, 2], |_, _| {}).trials(10);
    let said =
        "the shuffle is at fault: deck 0: items 1 and 2 are equal; an audit needs different items";
    assert_eq!(fault(&same), said);
    let other = Audit::of_items([1, 2, 3], |_, _| {}).cards(52).trials(10);
    let said = "the shuffle is at fault: deck 0: there are 3 items, but the audit has 52 cards";
    assert_eq!(fault(&other), said);
    let foreign = Audit::of_items([1, 2, 3], |deck, _| deck[1] = 7).trials(10);
    let said = "the shuffle is at fault: deck 0: place 1 holds no item of the deck";
    assert_eq!(fault(&foreign), said);
}

/// Decks in order, and what is done to a block of them.
struct Blocks(fn(&mut [u8]) -> Result<(), SourceError>);

impl Source for Blocks {
    fn fill(&self, block: &mut Block, _: &Seed) -> Result<(), SourceError> {
        let cards = block.shape().cards();
        let RowsMut::Narrow(rows) = block.rows_mut() else { unreachable!("few cards") };
        rows.iter_mut().enumerate().for_each(|(place, card)| *card = (place % cards) as u8);
        self.0(rows)
    }
}

#[test]
fn a_source_of_blocks_is_checked_too() {
    let audit = |change| Audit::source("blocks", Blocks(change)).cards(5).trials(6_000);
    audit(|_| Ok(())).assert_biased();
    type Change = fn(&mut [u8]) -> Result<(), SourceError>;
    let faults: [(Change, &str); 4] = [
        (
            |rows| {
                rows[5 * 17] = 1;
                Ok(())
            },
            "deck 17: card 1 twice",
        ),
        (
            |rows| {
                rows[5 * 17] = 5;
                Ok(())
            },
            "deck 17: 5 is out of range 0 to 4",
        ),
        (|_| panic!("no more"), "decks 0 to 4095: it panicked: no more"),
        (|_| Err(SourceError("out of decks".to_owned())), "out of decks"),
    ];
    for (change, said) in faults {
        assert_eq!(fault(&audit(change)), format!("blocks is at fault: {said}"));
    }
}

#[test]
fn an_audit_that_cannot_be_made_says_which_call_is_wrong() {
    let audit = || Audit::of(naive);
    for (wrong, said) in [
        (audit().trials(0), "trials: trials must be at least 1"),
        (audit().alpha(2.0), "alpha is 2, but an error budget is"),
        (audit().metrics(["positon"]), "metrics: unknown test `positon`; did you mean `position`?"),
        (audit().deal(53), "deal: "),
        (audit().cards(1 << 25), "cards: "),
    ] {
        let error = wrong.run().unwrap_err().to_string();
        assert!(error.starts_with(said), "{error}");
        assert!(panics_with(|| wrong.assert_uniform()).starts_with(&error));
    }
    let said = panics_with(|| audit().assert_biased_by("color"));
    assert!(said.starts_with("caught_by: unknown test `color`"), "{said}");
}
