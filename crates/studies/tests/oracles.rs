//! Oracles: what the audit counts, held against the exact law of the very same body.
//!
//! Null hypothesis of each test: the decks that the audit counted come from the exact law. One family-wise
//! error of [`ALPHA`] for all tests of this file together, shared by Bonferroni; seeds and numbers of decks
//! stand in the plans below.

use itertools::Itertools;
use rayon::prelude::*;
use shuffle_algorithms::{
    Algorithm,
    catalogue::{ENTRIES, Entry},
};
use shuffle_audit::{CaseFindings, Findings, engine};
use shuffle_exact::{LawError, Laws, Limits, PermutationLaw, PositionLaw, Subject};
use shuffle_metrics::{
    Exhibit, Frequencies, PositionMatrix,
    distribution::{ChiSquare, binomial},
};
use shuffle_subjects::PlanFile;
use std::{collections::HashMap, fmt::Write};

/// The probability that any of these tests fails although all is well.
const ALPHA: f64 = 1e-6;

/// Whole laws at most, and cells of position matrices at most: each kind shares half of [`ALPHA`].
const MOST_LAWS: f64 = 500.0;
const MOST_CELLS: f64 = 1_000_000.0;

/// Cells below this expectation are pooled.
const LEAST_EXPECTED: f64 = 20.0;

/// One deck after the other, and 64 at once where that is possible.
const GENERATORS: [&str; 2] = ["pcg64", "lanes-xoshiro256pp"];

const ORDERS: &str = "metrics = [\"permutations\"]";

/// A case of a plan: whatever its verdict, only its counts matter here.
fn case(plan: &mut String, id: &str, algorithm: &str, cards: usize, trials: u64, more: &str) {
    let _ = write!(
        plan,
        "[[case]]\nid = \"{id}\"\nalgorithm = \"{algorithm}\"\ncards = {cards}\ntrials = {trials}\n{more}\n"
    );
}

fn counted(cases: &str) -> Findings {
    let text = format!("seed = \"0x0c1e\"\n[budget]\nescalate = false\n{cases}");
    engine::run(
        &PlanFile::parse("oracles.toml", &text).unwrap().plan(),
        &engine::Options::default(),
    )
    .unwrap()
}

/// Paths walked at most: enough for small decks, and where they are more, that is known within a second.
const MOST_PATHS: u64 = 300_000;

fn laws(case: &CaseFindings) -> Laws {
    let limits = Limits { paths: MOST_PATHS, ..Limits::default() };
    Laws::new(Subject::try_from(case.case.subject.job().unwrap()).unwrap(), limits)
}

/// A shuffle with its parameters one above their smallest, so that its paths can be walked: a hundred moves
/// of ten cards have 10^100.
fn walkable(entry: &Entry) -> String {
    let values = entry.parameters.iter();
    let values = values.map(|known| format!("{}={}", known.key, (known.min + 1).min(known.max)));
    let values: Vec<String> = values.collect();
    format!("{}{}{}", entry.id, if values.is_empty() { "" } else { ":" }, values.join(","))
}

fn frequencies(case: &CaseFindings) -> &Frequencies {
    let found = case.last().exhibits.iter().find_map(|exhibit| match exhibit {
        Exhibit::Permutations(frequencies) => Some(frequencies),
        _ => None,
    });
    found.expect("the test of all orders was asked for")
}

fn matrix(case: &CaseFindings) -> &PositionMatrix {
    let found = case.last().exhibits.iter().find_map(|exhibit| match exhibit {
        Exhibit::Position(matrix) => Some(matrix),
        _ => None,
    });
    found.expect("the position test was asked for")
}

/// The p-value of the counts of all orders under the law. An order that never comes must not have come.
fn p_of_orders(law: &PermutationLaw, counted: &Frequencies) -> f64 {
    let trials = counted.trials as f64;
    let text = |order: Vec<u32>| order.iter().map(u32::to_string).collect::<Vec<_>>().join(" ");
    let probabilities: HashMap<String, f64> =
        law.orders().map(|(order, probability)| (text(order), probability.value())).collect();
    let mut cells = Vec::new();
    let mut rare = (0.0, 0.0);
    for (rank, &count) in counted.counts.iter().enumerate() {
        let expected = trials * probabilities.get(&counted.order(rank)).copied().unwrap_or(0.0);
        if expected == 0.0 && count > 0 {
            return 0.0;
        } else if expected >= LEAST_EXPECTED {
            cells.push((count as f64, expected));
        } else {
            rare = (rare.0 + count as f64, rare.1 + expected);
        }
    }
    if rare.1 >= LEAST_EXPECTED {
        cells.push(rare);
    }
    let statistic =
        cells.iter().map(|(count, expected)| (count - expected).powi(2) / expected).sum();
    if cells.len() < 2 { 1.0 } else { ChiSquare::new(cells.len() as u64 - 1).sf(statistic) }
}

/// The cells of a position matrix that did not come as often as the law has it: exact binomial tails.
fn cells_off(law: &PositionLaw, counted: &PositionMatrix) -> Vec<String> {
    let level = (ALPHA / 2.0 / MOST_CELLS).ln();
    let off = |(index, (probability, &count)): (usize, (f64, &u64))| {
        let sure = [0.0, 1.0].contains(&probability);
        let ln_p = if sure {
            if count as f64 == probability * counted.trials as f64 { 0.0 } else { f64::MIN }
        } else {
            let upper = binomial::ln_sf(count, counted.trials, probability);
            std::f64::consts::LN_2 + upper.min(binomial::ln_cdf(count, counted.trials, probability))
        };
        (ln_p < level)
            .then(|| format!("cell {index}: {count} of {} for {probability}", counted.trials))
    };
    law.masses().values().into_iter().zip(&counted.counts).enumerate().filter_map(off).collect()
}

#[test]
fn every_catalogued_shuffle_deals_the_orders_of_its_exact_law() {
    let mut plan = String::new();
    for (entry, rng) in ENTRIES.iter().cartesian_product(GENERATORS) {
        for cards in [3, 4, 5] {
            let id = format!("{}-{cards}-{rng}", entry.id);
            let more = format!("rng = \"{rng}\"\n{ORDERS}");
            case(&mut plan, &id, &walkable(entry), cards, 60_000, &more);
        }
    }
    for dice in ["modulo:bits=3", "float:bits=4", "off-by-one"] {
        for algorithm in ["fisher-yates", "naive", "hindu", "human-riffle"] {
            let id = format!("{algorithm}-{}", dice.replace([':', '='], "-"));
            let more = format!("dice = \"{dice}\"\n{ORDERS}");
            case(&mut plan, &id, algorithm, 4, 60_000, &more);
        }
    }
    for (algorithm, passes) in [("naive", 3), ("hindu", 2), ("human-riffle", 2), ("gsr-riffle", 2)]
    {
        let more = format!("passes = {passes}\n{ORDERS}");
        case(&mut plan, &format!("{algorithm}-passes"), algorithm, 5, 60_000, &more);
    }
    case(&mut plan, "deal", "random-swaps-one", 6, 60_000, &format!("deal = 3\n{ORDERS}"));
    let findings = counted(&plan);
    let (mut tested, mut failed) = (0, Vec::new());
    for case in &findings.cases {
        let laws = laws(case);
        let law = match laws.permutation() {
            Ok(law) => law,
            // Foreign code has no paths; its own claim is held against the counts by the audit itself.
            Err(LawError::Foreign { .. }) => continue,
            // A sequence's decks are held to its rule in `crates/algorithms/tests/sequences.rs`.
            Err(LawError::Sequence { .. } | LawError::OwnCode { .. }) => continue,
            // The rolls of its skips have 2^53 values.
            Err(LawError::Paths { .. }) if case.case.id().starts_with("reservoir-l") => continue,
            Err(why) => panic!("{}: {why}", case.case.id()),
        };
        let p = p_of_orders(law, frequencies(case));
        tested += 1;
        if p < ALPHA / 2.0 / MOST_LAWS {
            failed.push(format!("{}: p = {p:e}", case.case.id()));
        }
    }
    assert!(tested as f64 <= MOST_LAWS && tested > 180, "{tested} laws");
    assert_eq!(failed, [""; 0]);
}

#[test]
fn at_52_cards_the_position_matrices_are_those_of_the_exact_laws() {
    let mut plan = String::new();
    for (entry, rng) in ENTRIES.iter().cartesian_product(GENERATORS) {
        let more = format!("rng = \"{rng}\"\nmetrics = [\"position\"]");
        case(&mut plan, &format!("{}-{rng}", entry.id), entry.id, 52, 20_000, &more);
    }
    let findings = counted(&plan);
    let entries: Vec<&[CaseFindings]> = findings.cases.chunks(GENERATORS.len()).collect();
    // Shuffles whose paths are too many have no law of their places; the list below says which must.
    let laws: Vec<Laws> = entries.par_iter().map(|of_entry| laws(&of_entry[0])).collect();
    laws.par_iter().for_each(|laws| drop(laws.position()));
    let (mut cells, mut tested, mut failed) = (0, Vec::new(), Vec::new());
    for (of_entry, laws) in entries.into_iter().zip(&laws) {
        let Ok(law) = laws.position() else { continue };
        for case in of_entry {
            cells += law.masses().len();
            tested.push(case.case.id());
            let off = cells_off(law, matrix(case));
            failed.extend(off.into_iter().map(|cell| format!("{}: {cell}", case.case.id())));
        }
    }
    assert!(cells as f64 <= MOST_CELLS, "{cells} cells");
    assert_eq!(failed, [""; 0]);
    for id in [
        "naive",
        "fisher-yates-by-value",
        "mixed-between",
        "random-swaps",
        "sattolo",
        "hindu",
        "human-riffle",
        "gsr-riffle",
        "inverse-riffle",
        "shelf",
        "top-to-random",
        "overhand",
        "thorp",
    ] {
        for rng in GENERATORS {
            let id = format!("{id}-{rng}");
            assert!(tested.contains(&id.as_str()), "{id} has a position law: {tested:?}");
        }
    }
}

/// The oracle would see a wrong law: the law of the next shuffle in the catalogue does not fit.
#[test]
fn a_wrong_law_does_not_fit() {
    let mut plan = String::new();
    case(&mut plan, "naive", "naive", 4, 60_000, "metrics = [\"permutations\", \"position\"]");
    let findings = counted(&plan);
    let case = &findings.cases[0];
    let algorithm = Algorithm::parse("naive-descending").unwrap();
    let subject = Subject { algorithm, ..laws(case).subject().clone() };
    let wrong = Laws::new(subject, Limits::default());
    let p = p_of_orders(wrong.permutation().unwrap(), frequencies(case));
    assert!(p < ALPHA / 2.0 / MOST_LAWS, "{p:e}");
    assert!(!cells_off(wrong.position().unwrap(), matrix(case)).is_empty());
}
