//! A test of one side against the same test of the other: by what both counted, or else by their effects.

use super::side::{Counts, SideCase, SideEffect};
use shuffle_metrics::{
    PValue, catalogue,
    distribution::normal,
    histogram::CONFIDENCE,
    judgement::SHARE_OF_DECKS,
    metric::Scope,
    two_sample::{self, Difference, Estimate, Matrices, Order, Pairing},
};
use std::collections::BTreeMap;

/// How a test is compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// By what both counted.
    Counts,
    /// By their effects and the intervals of these.
    Effects,
}

impl Way {
    /// Its name in tables and documents.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Counts => "counts",
            Self::Effects => "effects",
        }
    }
}

/// A test of both sides.
#[derive(Clone, Debug, PartialEq)]
pub struct TestDiff {
    /// The test.
    pub test: String,
    /// How it was compared.
    pub way: Way,
    /// The p-value of the difference.
    pub p_value: PValue,
    /// The same, adjusted for all tests of the comparison.
    pub p_holm: PValue,
    /// What differs most clearly: "card 51 at position 50", "ascents 20 to 22", "degree".
    pub what: String,
    /// Its size on both sides: a share of decks where counts are compared, else an effect.
    pub sizes: [f64; 2],
}

impl TestDiff {
    /// True if it differs by more than chance, at this budget of all tests.
    #[must_use]
    pub fn differs(&self, alpha: f64) -> bool {
        self.p_holm.ln() <= alpha.ln()
    }
}

/// Effects are compared from so many decks on: the intervals of fewer are not normal enough for small p-values.
const LEAST_DECKS: u64 = 1_000;

/// All tests that both cases made and that can be compared.
///
/// Counts and intervals suppose that decks are independent of each other, so that only tests that look at each deck by itself are
/// compared; what others see is in the verdict. Of the many things that a test picks one from, each side may have picked another.
pub(super) fn tests(old: &SideCase, new: &SideCase, pairing: Pairing) -> Vec<TestDiff> {
    if old.shape != new.shape || !old.is_judged() || !new.is_judged() {
        return Vec::new();
    }
    let is_of_decks =
        |test: &&String| catalogue::of_test(test).is_some_and(|entry| entry.scope == Scope::Deck);
    let mut compared: BTreeMap<&str, TestDiff> = BTreeMap::new();
    for test in old.counts.keys().filter(is_of_decks) {
        if let Some(found) = counts(test, [old, new], pairing) {
            compared.insert(test, found);
        }
    }
    let has_enough = old.trials.min(new.trials) >= LEAST_DECKS;
    let of_decks = old.effects.iter().filter(|(test, _)| has_enough && is_of_decks(test));
    for (test, effect) in of_decks {
        let other = new.effects.get(test).filter(|_| !compared.contains_key(test.as_str()));
        if let Some(found) = other.and_then(|other| effects(test, [effect, other], pairing)) {
            compared.insert(test, found);
        }
    }
    compared.into_values().collect()
}

/// Compares what both counted.
fn counts(test: &str, sides: [&SideCase; 2], pairing: Pairing) -> Option<TestDiff> {
    let decks = sides.map(|side| side.trials);
    let [Some(old), Some(new)] = sides.map(|side| side.counts.get(test)) else { return None };
    let (found, what, cells) = match (old, new) {
        (Counts::Bins(old), Counts::Bins(new)) => bins(test, [old, new], decks, pairing)?,
        (Counts::Orders(old), Counts::Orders(new)) => orders([old, new], decks, pairing)?,
        (Counts::Matrix { .. }, Counts::Matrix { .. }) => matrix([old, new], decks, pairing)?,
        _ => return None,
    };
    let [a, b] = cells.map(|count| count as f64);
    let sizes = [a / decks[0] as f64, b / decks[1] as f64];
    let p_value = PValue::from_ln(found.ln_p);
    Some(TestDiff {
        test: test.to_owned(),
        way: Way::Counts,
        p_value,
        p_holm: p_value,
        what,
        sizes,
    })
}

type Compared = (Difference, String, [u64; 2]);

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
    let found = two_sample::row([&a, &b], Order::Neighbours, pairing)?;
    let last = ends[found.cell];
    let first = match found.cell {
        0 => old.first().map_or(0, |(ends, _)| ends[0]),
        cell => ends[cell - 1] + 1,
    };
    let what =
        if first == last { format!("{test} {first}") } else { format!("{test} {first} to {last}") };
    Some((found, what, [a[found.cell], b[found.cell]]))
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
    let found = two_sample::row([&a, &b], Order::None, pairing)?;
    let order = old.keys().nth(found.cell)?;
    Some((found, format!("order {order}"), [a[found.cell], b[found.cell]]))
}

fn matrix(matrices: [&Counts; 2], decks: [u64; 2], pairing: Pairing) -> Option<Compared> {
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
    let is_whole = |(cells, decks): (&Vec<u64>, u64)| {
        (0..columns).all(|card| cells.iter().skip(card).step_by(columns).sum::<u64>() == decks)
    };
    let are_single = |(cells, decks): (&Vec<u64>, u64)| {
        cells.chunks(columns).all(|row| row.iter().sum::<u64>() == decks)
    };
    let both = || [a, b].into_iter().zip(decks);
    if !both().all(are_single) {
        return None;
    }
    // Each card comes to one position of each deck, as far as the counts can tell.
    let are_cards = columns == positions.len() && both().all(is_whole);
    let matrices = Matrices { counts: [a, b], columns, decks, are_cards };
    let found = two_sample::matrix(matrices, pairing)?;
    let (row, column) = (found.cell / columns, found.cell % columns);
    let what = format!("{} at position {}", card(&cards[column]), positions[row]);
    Some((found, what, [a[found.cell], b[found.cell]]))
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
        Counts::Bins(_) | Counts::Orders(_) => None,
    };
    names(old).is_some_and(|names_of_old| Some(names_of_old) == names(new))
}

/// Compares two effects by their intervals.
fn effects(test: &str, sides: [&SideEffect; 2], pairing: Pairing) -> Option<TestDiff> {
    let [old, new] = sides;
    if old.what != new.what || old.what[0] == SHARE_OF_DECKS {
        return None;
    }
    let estimate =
        |side: &SideEffect| Some(Estimate { value: side.value, interval: side.interval? });
    let estimates = [estimate(old)?, estimate(new)?];
    let quantile = normal::upper_quantile(((1.0 - CONFIDENCE) / 2.0).ln());
    let p_value = PValue::from_ln(two_sample::effects(estimates, quantile, pairing));
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
