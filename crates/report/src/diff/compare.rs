//! A test of one side against the same test of the other: by what both counted, or else by their effects.

use super::side::{Counts, READINGS, SideCase, SideEffect};
use shuffle_audit::shuffle_deck::DrawKind;
use shuffle_metrics::{
    Evidence, FEWEST_TRIALS, MetricEntry, PValue, Scope, catalogue,
    distribution::normal,
    effect_kind::is_picked,
    histogram::CONFIDENCE,
    two_sample::{self, Difference, Estimate, Line, Matrices, MatrixDifference, Order, Pairing},
};
use std::collections::BTreeMap;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Way {
    /// By things that decks have or have not, whatever the test.
    Things,
    /// By what both counted.
    Counts,
    /// By their effects and the intervals of these.
    Effects,
}

impl Way {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Things | Self::Counts => "counts",
            Self::Effects => "effects",
        }
    }
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct TestDiff {
    pub(crate) test: String,
    pub(crate) way: Way,
    pub(crate) p_value: PValue,
    /// The same, adjusted for all tests of the comparison.
    pub(crate) p_holm: PValue,
    /// What differs most clearly: "card 51 at position 50", "ascents of 20 to 22", "degree".
    pub(crate) what: String,
    /// Its size on both sides: a share of decks where counts are compared, else an effect.
    pub(crate) sizes: [f64; 2],
}

impl TestDiff {
    /// True if it differs by more than chance, at this budget of all tests.
    pub(crate) fn differs(&self, alpha: f64) -> bool {
        self.p_holm.ln() <= alpha.ln()
    }
}

/// The fewest decks whose effects are compared: the intervals of fewer are not normal enough for small p-values.
pub(super) const LEAST_DECKS: u64 = 1_000;

/// All tests that both cases made and that can be compared.
///
/// Counts and intervals suppose that decks are independent of each other, so that only tests that look at each deck by itself are
/// compared; what others see is in the verdict. Of the many things that a test picks one from, each side may have picked another. The
/// mean of a number is compared where its counts are, or values that hardly ever come would have to be normal.
pub(super) fn tests([old, new]: [&SideCase; 2], pairing: Pairing, alpha: f64) -> Vec<TestDiff> {
    if !are_of_same_cards(old, new) || !old.is_judged() || !new.is_judged() {
        return Vec::new();
    }
    // Only tests of orders know each card by its number, so that it comes to one position at most.
    let are_cards = [old, new].iter().all(|side| kinds(side) == [DrawKind::Order]);
    let mut compared: BTreeMap<&str, TestDiff> = BTreeMap::new();
    for test in old.counts.keys().filter(|test| is_of_decks(test)) {
        if let Some(found) = counts(test, [old, new], are_cards, pairing) {
            compared.insert(test, found);
        }
    }
    let decks = [old.trials, new.trials];
    let has_enough = old.trials.min(new.trials) >= LEAST_DECKS;
    let (first, others): (Vec<_>, Vec<_>) = old
        .effects
        .iter()
        .filter(|(test, _)| has_enough && is_of_decks(test))
        .partition(|(test, _)| first_of_its_metric(test) == Some(test.as_str()));
    for (test, effect) in first.into_iter().chain(others) {
        let is_led = first_of_its_metric(test)
            .is_some_and(|first| first == test || compared.contains_key(first));
        let other = new.effects.get(test);
        let other = other.filter(|_| is_led && !compared.contains_key(test.as_str()));
        if let Some(found) = other.and_then(|other| effects(test, [effect, other], decks, pairing))
        {
            compared.insert(test, found);
        }
    }
    let mut all: Vec<TestDiff> = compared.into_values().collect();
    all.extend(readings([old, new], alpha));
    all
}

/// The differences in what was read off each deck, by tests that could see one.
fn readings(sides: [&SideCase; 2], alpha: f64) -> Vec<TestDiff> {
    let [old, new] = sides.map(|side| side.counts.get(READINGS));
    let (Some(Counts::Readings(old, names)), Some(Counts::Readings(new, _))) = (old, new) else {
        return Vec::new();
    };
    let able = |(_, evidence): &(&str, Evidence)| evidence.least_p.ln() <= alpha.ln();
    let found = shuffle_metrics::compared([old, new]).into_iter().filter(able);
    found
        .filter_map(|(test, evidence)| {
            let extreme = evidence.effect.extreme?;
            Some(TestDiff {
                test: test.to_owned(),
                way: Way::Things,
                p_value: evidence.p_value,
                p_holm: evidence.p_value,
                what: names.place(&extreme.what),
                sizes: [extreme.count as f64 / extreme.of as f64, extreme.expected],
            })
        })
        .collect()
}

/// True if the test looks at each deck by itself.
fn is_of_decks(test: &str) -> bool {
    catalogue::of_test(test).is_some_and(|entry| entry.scope == Scope::Deck)
}

fn first_of_its_metric(test: &str) -> Option<&'static str> {
    Some(catalogue::of_test(test)?.tests.first()?.id)
}

/// The number of tests of a case that a comparison could be made of.
pub(super) fn comparable(case: &SideCase) -> usize {
    case.effects.keys().filter(|test| is_of_decks(test)).count()
}

/// True if both are of the same cards, drawn in the same way, as far as the reports say.
pub(super) fn are_of_same_cards(old: &SideCase, new: &SideCase) -> bool {
    let [a, b] = [old, new].map(kinds);
    old.shape == new.shape
        && (a.is_empty() || b.is_empty() || a.iter().any(|kind| b.contains(kind)))
}

/// The kinds of draws that all tests of a case judge; none if none was made.
fn kinds(case: &SideCase) -> Vec<DrawKind> {
    let mut entries = case.effects.keys().filter_map(|test| catalogue::of_test(test));
    let Some(first) = entries.next() else { return Vec::new() };
    let others: Vec<&MetricEntry> = entries.collect();
    let is_shared = |kind: &DrawKind| others.iter().all(|entry| entry.draws.contains(kind));
    first.draws.iter().copied().filter(is_shared).collect()
}

/// What differs, in words, and how often it came on both sides.
struct Compared {
    ln_p: f64,
    what: String,
    counts: [u64; 2],
}

fn counts(
    test: &str,
    sides: [&SideCase; 2],
    are_cards: bool,
    pairing: Pairing,
) -> Option<TestDiff> {
    let decks = sides.map(|side| side.trials);
    let [Some(old), Some(new)] = sides.map(|side| side.counts.get(test)) else { return None };
    let Compared { ln_p, what, counts } = match (old, new) {
        (Counts::Bins(old), Counts::Bins(new)) => bins(test, [old, new], decks, pairing)?,
        (Counts::Orders(old), Counts::Orders(new)) => orders([old, new], decks, pairing)?,
        (Counts::Matrix { .. }, Counts::Matrix { .. }) => {
            // The cells of fewer decks cannot differ by more than chance, which is no answer.
            if decks[0].min(decks[1]) < FEWEST_TRIALS {
                return None;
            }
            matrix([old, new], decks, are_cards, pairing)?
        }
        _ => return None,
    };
    let [a, b] = counts.map(|count| count as f64);
    let sizes = [a / decks[0] as f64, b / decks[1] as f64];
    let p_value = PValue::from_ln(ln_p);
    Some(TestDiff {
        test: test.to_owned(),
        way: Way::Counts,
        p_value,
        p_holm: p_value,
        what,
        sizes,
    })
}

/// Decks by a number. Bins of both that do not end at the same numbers are put together until they do.
fn bins(
    test: &str,
    [old, new]: [&[([u64; 2], u64)]; 2],
    decks: [u64; 2],
    pairing: Pairing,
) -> Option<Compared> {
    let mut ends: Vec<u64> = old.iter().map(|(ends, _)| ends[1]).collect();
    ends.retain(|end| new.iter().any(|(other, _)| other[1] == *end));
    let cut = |bins: &[([u64; 2], u64)]| -> Vec<u64> {
        let mut counts = vec![0; ends.len()];
        for (bin, count) in bins {
            let place = ends.partition_point(|end| *end < bin[1]);
            if let Some(sum) = counts.get_mut(place) {
                *sum += count;
            }
        }
        counts
    };
    let [a, b] = [cut(old), cut(new)];
    // Each deck has one number, or they could depend on each other; and none is beyond the last common end.
    if [a.iter().sum::<u64>(), b.iter().sum()] != decks {
        return None;
    }
    let Difference { ln_p, values, counts } = two_sample::row([&a, &b], Order::Neighbors, pairing)?;
    let last = ends[*values.last()?];
    let first = match *values.first()? {
        0 => [old, new].iter().filter_map(|bins| bins.first()).map(|(ends, _)| ends[0]).min()?,
        value => ends[value - 1] + 1,
    };
    let what = if first == last {
        format!("{test} of {first}")
    } else {
        format!("{test} of {first} to {last}")
    };
    Some(Compared { ln_p, what, counts })
}

fn orders(
    [old, new]: [&BTreeMap<String, u64>; 2],
    decks: [u64; 2],
    pairing: Pairing,
) -> Option<Compared> {
    if !old.keys().eq(new.keys()) {
        return None;
    }
    let [a, b] = [old, new].map(|orders| orders.values().copied().collect::<Vec<u64>>());
    if [a.iter().sum::<u64>(), b.iter().sum()] != decks {
        return None;
    }
    let Difference { ln_p, values, counts } = two_sample::row([&a, &b], Order::None, pairing)?;
    let first = old.keys().nth(*values.first()?)?;
    let what = match values.len() {
        1 => format!("order {first}"),
        rare => format!("{rare} rare orders, such as {first},"),
    };
    Some(Compared { ln_p, what, counts })
}

fn matrix(
    matrices: [&Counts; 2],
    decks: [u64; 2],
    are_cards: bool,
    pairing: Pairing,
) -> Option<Compared> {
    let [old, new] = matrices;
    if !are_alike(old, new) {
        return None;
    }
    let (Counts::Matrix { cards, positions, cells: a }, Counts::Matrix { cells: b, .. }) =
        (old, new)
    else {
        return None;
    };
    let columns = cards.len();
    let are_single = |(cells, decks): (&Vec<u64>, u64)| {
        cells.chunks(columns).all(|row| row.iter().sum::<u64>() == decks)
    };
    if ![a, b].into_iter().zip(decks).all(are_single) {
        return None;
    }
    let dealt = |cells: &[u64]| {
        (0..columns)
            .map(|card| cells.iter().skip(card).step_by(columns).sum::<u64>())
            .max()
            .unwrap_or(0)
    };
    // Columns of groups hold several cards.
    let are_cards = are_cards && dealt(a) <= decks[0] && dealt(b) <= decks[1];
    let matrices = Matrices { counts: [a, b], columns, decks, are_cards };
    let MatrixDifference { difference, line } = two_sample::matrix(matrices, pairing)?;
    let Difference { ln_p, values, counts } = difference;
    let (first, number) = (*values.first()?, values.len());
    let what = match line {
        Line::Cell => {
            format!("{} at position {}", card(&cards[first % columns]), positions[first / columns])
        }
        Line::Row(row) if number == 1 => {
            format!("{} at position {}", card(&cards[first]), positions[row])
        }
        Line::Row(row) => format!("{number} rare cards at position {}", positions[row]),
        Line::Column(column) if number > 1 => {
            format!("{} at {number} rare positions", card(&cards[column]))
        }
        Line::Column(column) => match positions.get(first) {
            Some(position) => format!("{} at position {position}", card(&cards[column])),
            None => format!("{} not dealt", card(&cards[column])),
        },
    };
    Some(Compared { ln_p, what, counts })
}

/// The name of a column: `card_7` is the card 7.
pub(super) fn card(column: &str) -> String {
    column
        .strip_prefix("card_")
        .map_or_else(|| column.to_owned(), |number| format!("card {number}"))
}

/// The counts of cards at positions of a case, if there are any.
pub(super) fn matrix_of(case: &SideCase) -> Option<&Counts> {
    case.counts.values().find(|counts| matches!(counts, Counts::Matrix { .. }))
}

/// True if both are of the same cards at the same positions.
pub(super) fn are_alike(old: &Counts, new: &Counts) -> bool {
    let names = |counts: &Counts| match counts {
        Counts::Matrix { cards, positions, cells } => {
            let is_full = cells.len() == cards.len() * positions.len() && !cells.is_empty();
            is_full.then(|| (cards.clone(), positions.clone()))
        }
        Counts::Bins(_) | Counts::Orders(_) | Counts::Readings(..) => None,
    };
    names(old).is_some_and(|names_of_old| Some(names_of_old) == names(new))
}

fn effects(
    test: &str,
    sides: [&SideEffect; 2],
    decks: [u64; 2],
    pairing: Pairing,
) -> Option<TestDiff> {
    let [old, new] = sides;
    if old.what != new.what || is_picked(&old.what[0]) {
        return None;
    }
    let estimate = |side: &SideEffect, decks| {
        Some(Estimate { value: side.value, interval: side.interval?, decks })
    };
    let estimates = [estimate(old, decks[0])?, estimate(new, decks[1])?];
    let quantile = normal::upper_quantile(((1.0 - CONFIDENCE) / 2.0).ln());
    let p_value = PValue::from_ln(two_sample::effects(estimates, quantile, pairing)?);
    let what = old.what.iter().filter(|words| !words.is_empty()).map(|it| it.replace('_', " "));
    Some(TestDiff {
        test: test.to_owned(),
        way: Way::Effects,
        p_value,
        p_holm: p_value,
        what: what.collect::<Vec<_>>().join(", "),
        sizes: sides.map(|side| side.value),
    })
}
