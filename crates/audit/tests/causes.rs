//! The likely causes of failed audits: known shuffles are named, others never are.

use rand::{Rng, RngExt};
use shuffle_audit::{
    Case, Cause, Custom, Expect, Findings, Plan, Source, Subject,
    block::Block,
    case::{CaseError, Request},
    diagnosis,
    engine::{self, Options},
    seeds::PlanSeed,
    shuffle_algorithms::{
        Algorithm, Shape,
        dice::DiceSpec,
        fill::Job,
        generator::{Generator, Seed},
    },
    shuffle_deck::RowsMut,
    source::SourceError,
};
use shuffle_metrics::{Verdict, verdict::Budget};
use std::sync::Arc;

/// A shuffle of one deck in place, whose first card is at the front.
type Shuffle = fn(&mut [u8], &mut dyn Rng);

struct Each(Shuffle);

/// The same where the deck is never put back in order.
struct NotPutBack(Shuffle);

struct Fill<'a> {
    rows: &'a mut [u8],
    cards: usize,
    shuffle: Shuffle,
    is_put_back: bool,
}

impl shuffle_audit::shuffle_algorithms::generator::GeneratorVisitor for Fill<'_> {
    type Out = ();

    fn visit<R: Rng + rand::SeedableRng>(self, mut rng: R) {
        let start: Vec<u8> = (0..).take(self.cards).collect();
        let mut now = start.clone();
        for deck in self.rows.chunks_mut(self.cards) {
            if self.is_put_back {
                now.copy_from_slice(&start);
            }
            (self.shuffle)(&mut now, &mut rng);
            deck.copy_from_slice(&now);
        }
    }
}

fn fill(block: &mut Block, seed: &Seed, shuffle: Shuffle, is_put_back: bool) {
    let cards = block.shape().cards();
    let RowsMut::Narrow(rows) = block.rows_mut() else { unreachable!("few cards") };
    Generator::default().start(seed, Fill { rows, cards, shuffle, is_put_back });
}

impl Source for Each {
    fn fill(&self, block: &mut Block, seed: &Seed) -> Result<(), SourceError> {
        fill(block, seed, self.0, true);
        Ok(())
    }
}

impl Source for NotPutBack {
    fn fill(&self, block: &mut Block, seed: &Seed) -> Result<(), SourceError> {
        fill(block, seed, self.0, false);
        Ok(())
    }
}

fn case(id: &str, source: impl Source + Send + 'static, trials: u64) -> Case {
    case_of(52, id, source, trials)
}

fn case_of(cards: u64, id: &str, source: impl Source + Send + 'static, trials: u64) -> Case {
    let request = Request { id: id.to_owned(), cards, trials: Some(trials), ..Request::default() };
    let subject = Custom::new(id, source);
    Case::new(request, |_| Ok::<_, CaseError>(Arc::new(subject) as Arc<dyn Subject>)).unwrap()
}

/// The findings of these cases, each judged and explained by itself.
fn explained(cases: Vec<Case>, seed: u64) -> Findings {
    let plan = Plan {
        name: "causes".to_owned(),
        title: String::new(),
        seed: PlanSeed(seed),
        budget: Budget { escalate: false, ..Budget::default() },
        cases,
        fingerprint: None,
    };
    let options = Options::default();
    let mut findings = engine::run(&plan, &options).unwrap();
    diagnosis::explain(&mut findings, &options).unwrap();
    findings
}

fn job(algorithm: &str, dice: &str, passes: u32) -> Job {
    let algorithm = Algorithm::parse(algorithm).unwrap();
    let dice = DiceSpec::parse(dice).unwrap();
    Job { dice, passes, ..Job::new(algorithm, Shape::whole(52)) }
}

/// Known shuffles, each with the number of decks from which it is named, seed 0xca5e.
const NAMED: &[(&str, &str, u32, u64, &str)] = &[
    ("sattolo", "exact", 1, 500, "sattolo"),
    ("naive", "exact", 1, 2_000, "naive"),
    ("naive-descending", "exact", 1, 2_000, "naive"),
    ("mixed-within", "exact", 1, 500, "cards-for-positions"),
    ("random-swaps-one", "exact", 1, 500, "random-swaps"),
    ("coin-insertion-sort", "exact", 1, 500, "random-comparator"),
    ("coin-merge-sort", "exact", 1, 500, "random-comparator"),
    ("random-keys:bits=6", "exact", 1, 500, "short-keys"),
    ("few-keys:keys=52", "exact", 1, 500, "short-keys"),
    ("fisher-yates", "modulo:bits=8", 1, 5_000, "modulo"),
    ("shuffle-buffer:buffer=26", "exact", 1, 500, "buffer"),
    ("gsr-riffle:riffles=4", "exact", 1, 500, "by-hand"),
    ("overhand", "exact", 3, 2_000, "by-hand"),
    ("identity", "exact", 1, 500, "not-shuffled"),
];

#[test]
fn known_shuffles_are_named() {
    let cases = NAMED.iter().enumerate().map(|(number, &(algorithm, dice, passes, trials, _))| {
        case(&format!("known-{number}"), job(algorithm, dice, passes), trials)
    });
    let findings = explained(cases.collect(), 0xca5e);
    for (found, (algorithm, .., id)) in findings.cases.iter().zip(NAMED) {
        let cause = found.cause.as_ref().unwrap_or_else(|| panic!("{algorithm} has no cause"));
        assert_eq!(cause.id, *id, "{algorithm}: {}", cause.says);
    }
}

fn swap_any(deck: &mut [u8], times: usize, rng: &mut dyn Rng) {
    for _ in 0..times {
        let (a, b) = (rng.random_range(0..deck.len()), rng.random_range(0..deck.len()));
        deck.swap(a, b);
    }
}

fn durstenfeld(deck: &mut [u8], rng: &mut dyn Rng) {
    for i in (1..deck.len()).rev() {
        deck.swap(i, rng.random_range(0..=i));
    }
}

fn sort_by_noisy_keys(deck: &mut [u8], noise: f64, rng: &mut dyn Rng) {
    let mut keyed: Vec<(f64, u8)> =
        deck.iter().map(|&card| (f64::from(card) + noise * rng.random::<f64>(), card)).collect();
    keyed.sort_by(|a, b| a.0.total_cmp(&b.0));
    deck.iter_mut().zip(keyed).for_each(|(card, (_, other))| *card = other);
}

fn coin_quicksort(deck: &mut [u8], rng: &mut dyn Rng) {
    if deck.len() < 2 {
        return;
    }
    let (mut low, pivot) = (Vec::new(), deck[0]);
    let mut high = Vec::new();
    for &card in &deck[1..] {
        if rng.random() { low.push(card) } else { high.push(card) }
    }
    coin_quicksort(&mut low, rng);
    coin_quicksort(&mut high, rng);
    let all = low.into_iter().chain([pivot]).chain(high);
    deck.iter_mut().zip(all).for_each(|(card, other)| *card = other);
}

/// Shuffles that are not among the known ones, and the signs that they show: a statement that is true of them is no wrong name.
const NOT_KNOWN: &[(&str, Shuffle, &[&str])] = &[
    (
        "the last value of each roll comes twice as often",
        |deck, rng| {
            for i in (1..deck.len()).rev() {
                deck.swap(i, rng.random_range(0..i + 2).min(i));
            }
        },
        &[],
    ),
    (
        "a tenth of the rolls leave out the card itself",
        |deck, rng| {
            for i in (1..deck.len()).rev() {
                let j = if rng.random_bool(0.1) {
                    rng.random_range(0..i)
                } else {
                    rng.random_range(0..=i)
                };
                deck.swap(i, j);
            }
        },
        &[],
    ),
    (
        "the mean of two rolls",
        |deck, rng| {
            for i in (1..deck.len()).rev() {
                deck.swap(i, (rng.random_range(0..=i) + rng.random_range(0..=i)) / 2);
            }
        },
        &[],
    ),
    (
        "one step is left out",
        |deck, rng| {
            for i in (1..deck.len()).rev().filter(|&i| i != 30) {
                deck.swap(i, rng.random_range(0..=i));
            }
        },
        &[],
    ),
    (
        "only the first half is shuffled",
        |deck, rng| durstenfeld(&mut deck[..26], rng),
        &["fixed-cards"],
    ),
    (
        "both halves are shuffled apart",
        |deck, rng| {
            durstenfeld(&mut deck[..26], rng);
            durstenfeld(&mut deck[26..], rng);
        },
        &[],
    ),
    (
        "a cut",
        |deck, rng| {
            let cut = rng.random_range(0..deck.len());
            deck.rotate_left(cut);
        },
        &["cut"],
    ),
    (
        "three cuts of packets",
        |deck, rng| {
            for _ in 0..3 {
                let (a, b) = (rng.random_range(0..26), rng.random_range(26..52));
                deck[a..b].rotate_left((b - a) / 3);
            }
        },
        &["fixed-cards"],
    ),
    (
        "swaps of neighbors",
        |deck, rng| {
            for _ in 0..5_000 {
                let at = rng.random_range(0..deck.len() - 1);
                deck.swap(at, at + 1);
            }
        },
        &["parity"],
    ),
    (
        "three passes of swaps of neighbors by a coin",
        |deck, rng| {
            for _ in 0..3 {
                for at in 0..deck.len() - 1 {
                    if rng.random() {
                        deck.swap(at, at + 1);
                    }
                }
            }
        },
        &[],
    ),
    ("noisy keys", |deck, rng| sort_by_noisy_keys(deck, 100.0, rng), &[]),
    ("very noisy keys", |deck, rng| sort_by_noisy_keys(deck, 1_000.0, rng), &[]),
    ("a quicksort by coins", coin_quicksort, &[]),
    (
        "every other deck by any position",
        |deck, rng| {
            if rng.random() {
                durstenfeld(deck, rng);
            } else {
                for i in 0..deck.len() {
                    deck.swap(i, rng.random_range(0..52));
                }
            }
        },
        &[],
    ),
    (
        "every fifth deck is one cycle",
        |deck, rng| {
            if rng.random_bool(0.2) {
                for i in (1..deck.len()).rev() {
                    deck.swap(i, rng.random_range(0..i));
                }
            } else {
                durstenfeld(deck, rng);
            }
        },
        &[],
    ),
    (
        "too few swaps, a random number of them",
        |deck, rng| {
            let times = rng.random_range(20..120);
            swap_any(deck, times, rng);
        },
        &[],
    ),
    (
        "the top card is liked",
        |deck, rng| {
            durstenfeld(deck, rng);
            if rng.random_bool(0.1) {
                let at = deck.iter().position(|&card| card == 0).unwrap();
                deck.swap(0, at);
            }
        },
        &[],
    ),
    (
        "each card near its place",
        |deck, rng| {
            for i in 0..deck.len() {
                let j = (i + rng.random_range(0..20)).min(deck.len() - 1);
                deck.swap(i, j);
            }
        },
        &[],
    ),
    (
        "a biased riffle, six times",
        |deck, rng| {
            for _ in 0..6 {
                let (mut left, mut right) = (Vec::new(), Vec::new());
                for &card in deck.iter() {
                    if rng.random_bool(0.6) { left.push(card) } else { right.push(card) }
                }
                left.append(&mut right);
                deck.copy_from_slice(&left);
            }
        },
        &[],
    ),
    (
        "a card is put back to the middle",
        |deck, rng| {
            durstenfeld(deck, rng);
            let at = deck.iter().position(|&card| card == 51).unwrap();
            if at < 5 {
                deck.swap(at, 26);
            }
        },
        &[],
    ),
];

#[test]
fn unknown_shuffles_are_never_named() {
    unknown_shuffles_are_not_named(&[500]);
}

#[test]
#[ignore = "half a minute; part of `just nightly`"]
fn unknown_shuffles_are_not_named_by_more_decks_either() {
    unknown_shuffles_are_not_named(&[500, 5_000]);
}

/// 20 defects with these numbers of decks each, seed 0xfa15e: a fit of 1 % lets a wrong law pass now and then where few decks cannot tell, so
/// that these counts say what is named, and only of decks that do tell.
fn unknown_shuffles_are_not_named(decks: &[u64]) {
    for &trials in decks {
        let cases = NOT_KNOWN.iter().enumerate().map(|(number, (_, shuffle, _))| {
            case(&format!("unknown-{number}"), Each(*shuffle), trials)
        });
        let findings = explained(cases.collect(), 0xfa15e);
        for (found, (what, _, allowed)) in findings.cases.iter().zip(NOT_KNOWN) {
            let said = found.cause.as_ref().map(|cause| format!("{}: {}", cause.id, cause.says));
            let wrong = |cause: &Cause| cause.is_known() && !allowed.contains(&cause.id);
            assert!(!found.cause.as_ref().is_some_and(wrong), "{what}, {trials} decks: {said:?}");
        }
    }
}

/// The last of ten cards never moves, as in a hand riffle, whose law fits the few hundred decks as well. Seed 0xf1ed.
#[test]
fn a_card_that_never_moves_among_even_ones_is_no_riffle() {
    let ends_early = |at: usize, trials| {
        let source = Each(if at == 0 {
            |deck, rng| durstenfeld(&mut deck[1..], rng)
        } else {
            |deck, rng| durstenfeld(&mut deck[..9], rng)
        });
        case_of(10, &format!("without-{at}-{trials}"), source, trials)
    };
    let cases = [100, 300, 3_000].map(|trials| [ends_early(0, trials), ends_early(9, trials)]);
    for found in explained(cases.into_iter().flatten().collect(), 0xf1ed).cases {
        let cause = found.cause.unwrap();
        assert_eq!(cause.id, "fixed-cards", "{}: {}", found.case.id, cause.says);
    }
}

/// 150 decks of 20 cards, seed 0x5a3b: an even number of swaps keeps the parity, but that is not the fault.
#[test]
fn decks_that_are_not_put_back_are_named_whatever_else_holds() {
    let four: Shuffle = |deck, rng| swap_any(deck, 4, rng);
    let five: Shuffle = |deck, rng| swap_any(deck, 5, rng);
    let cases =
        [("on-4", four), ("on-5", five)].map(|(id, swaps)| case_of(20, id, NotPutBack(swaps), 150));
    for found in explained(cases.into(), 0x5a3b).cases {
        let cause = found.cause.unwrap();
        assert_eq!(cause.id, "never-reset", "{}: {}", found.case.id, cause.says);
    }
}

#[test]
fn a_sound_shuffle_has_no_cause_and_a_planted_defect_needs_none() {
    let sound = case("sound", job("fisher-yates", "exact", 1), 5_000);
    let planted = Case { expect: Expect::Fail, ..case("planted", job("naive", "exact", 1), 5_000) };
    let findings = explained(vec![sound, planted], 1);
    assert_eq!(findings.cases[1].verdict(), Verdict::Fail);
    assert!(findings.cases.iter().all(|case| case.cause.is_none()));
}

#[test]
fn every_cause_has_a_section_of_the_page() {
    let page = include_str!("../../../docs/src/causes.md");
    let ids = diagnosis::ids();
    assert!(ids.len() > 20, "{ids:?}");
    for id in ids {
        let section = page
            .lines()
            .any(|line| line.trim_start_matches('#').trim() == id && line.starts_with('#'));
        assert!(section, "causes.md has no section `{id}`");
    }
}

/// Every `step`th of the known shuffles on this number of cards, 5,000 decks each, seed 0xca5e: those that are taken for something else.
fn denied(cards: usize, step: usize) -> Vec<String> {
    let known = diagnosis::known_shuffles(Shape::whole(cards));
    assert!(known.len() > 100, "{}", known.len());
    let cases =
        known.iter().enumerate().step_by(step).map(|(number, job)| {
            case_of(cards as u64, &format!("known-{number}"), job.clone(), 5_000)
        });
    let found = explained(cases.collect(), 0xca5e).cases;
    let denied = found.into_iter().filter_map(|found| {
        let number: usize = found.case.id()["known-".len()..].parse().unwrap();
        let cause = found.cause.filter(|cause| cause.says.starts_with("No known shuffle"))?;
        Some(format!("{} on {cards}: {}", known[number], cause.says))
    });
    denied.collect()
}

/// Of 40 fits at 1 % more than 4 fail with a probability below 1e-4.
#[test]
fn no_known_shuffle_of_ten_cards_is_taken_for_an_unknown_one() {
    let denied = denied(10, 3);
    assert!(denied.len() <= 4, "{denied:#?}");
}

/// Of 250 fits at 1 % more than 10 fail with a probability below 1e-3.
#[test]
#[ignore = "a minute and a half: `just promised`"]
fn no_known_shuffle_of_52_cards_either_is_taken_for_an_unknown_one() {
    let denied = [denied(10, 1), denied(52, 1)].concat();
    assert!(denied.len() <= 10, "{denied:#?}");
}
