//! The claims about null laws, checked by enumeration of all decks.
//!
//! The quadratic forms (position, permutations) are homogeneous: the same decks m times over give m times the
//! statistic. So the statistic of one deck or of two, which no test would judge, is read off a tally
//! that holds them a thousand times and more.

use crate::{Cards, build, count, deal, evidence, judge_tally, needed, repeated, tally_of, whole};
use itertools::Itertools;
use shuffle_metrics::{
    Evidence, FEWEST_TRIALS, Metric, Position, Shape, Tail, Tally, ascents, eulerian,
    histogram::Histogram,
};
use std::collections::BTreeMap;

fn all_decks(shape: Shape) -> Vec<Vec<usize>> {
    (0..shape.cards()).permutations(shape.dealt()).collect()
}

fn count_one(metric: &dyn Metric, shape: Shape, deck: &[usize]) -> Tally {
    count(metric, shape, &Cards::from_numbers(shape, deck.iter().copied())).counts_only()
}

/// The evidence of a test, whose decks are taken as often as it needs, and how often that is.
pub(crate) fn repeated_evidence(test: &str, metric: &dyn Metric, tally: &Tally) -> (Evidence, u64) {
    let times = needed(test, metric).max(FEWEST_TRIALS);
    let judgement = judge_tally(test, metric, &repeated(tally, times));
    (judgement.evidence().unwrap().clone(), times)
}

/// The statistic and the degrees of freedom of a test, however few the decks.
fn statistic(test: &str, metric: &dyn Metric, tally: &Tally) -> (f64, u64) {
    let (evidence, times) = repeated_evidence(test, metric, tally);
    (evidence.statistic / times as f64, evidence.law.df().unwrap())
}

/// Mean and variance of the statistic over all sequences of `trials` decks, and the degrees of freedom.
fn moments(test: &str, metric: &dyn Metric, shape: Shape, trials: usize) -> (f64, f64, u64) {
    // Decks that count alike are taken together.
    let mut kinds: BTreeMap<Vec<u64>, (Tally, f64)> = BTreeMap::new();
    for deck in all_decks(shape) {
        let tally = count_one(metric, shape, &deck);
        kinds.entry(tally.cells().to_vec()).or_insert((tally, 0.0)).1 += 1.0;
    }
    let kinds: Vec<(Tally, f64)> = kinds.into_values().collect();
    let (mut total, mut sum, mut squares, mut df) = (0.0, 0.0, 0.0, 0);
    for choice in std::iter::repeat_n(&kinds, trials).multi_cartesian_product() {
        let mut tally = Tally::new(metric.cells());
        choice.iter().for_each(|(one, _)| tally.merge(one));
        let weight: f64 = choice.iter().map(|(_, weight)| weight).product();
        let (statistic, degrees) = statistic(test, metric, &tally);
        (total, df) = (total + weight, degrees);
        sum += weight * statistic;
        squares += weight * statistic * statistic;
    }
    let mean = sum / total;
    (mean, squares / total - mean * mean, df)
}

/// Mean df, exactly, and variance 2 df (1 - 1/N) + V/N, exactly, where V is the variance for one deck.
///
/// The statistic is a sum over all pairs of decks, each deck with itself included. Different decks bring 2 df, which
/// holds only if the form is the inverse of the covariance on its range; a deck with itself brings V.
fn assert_moments(
    test: &str,
    metric: &dyn Metric,
    shape: Shape,
    df: u64,
    most_trials: usize,
) -> f64 {
    let (_, variance_of_one, _) = moments(test, metric, shape, 1);
    for trials in 1..=most_trials {
        let (mean, variance, found) = moments(test, metric, shape, trials);
        let what = format!("{test}: {trials} decks of {shape:?}");
        assert_eq!(found, df, "{what}");
        let (df, n) = (df as f64, trials as f64);
        assert!((mean / df - 1.0).abs() < 1e-12, "{what}: mean {mean}, df {df}");
        let expected = 2.0 * df * (1.0 - 1.0 / n) + variance_of_one / n;
        assert!((variance - expected).abs() < 1e-9 * df * df, "{what}: {variance}, {expected}");
    }
    variance_of_one
}

/// A test whose statistic is a quadratic form, the fewest cards, whether it sees deals, and its degrees of freedom for n and k cards.
type Form = (&'static str, usize, bool, fn(u64, u64) -> u64);

const FORMS: [Form; 6] = [
    ("position", 2, true, |n, k| if k < n { k * (n - 1) } else { (n - 1) * (n - 1) }),
    ("permutations", 2, true, |n, k| (n - k + 1..=n).product::<u64>() - 1),
    ("adjacency", 2, false, |n, _| n * n - n - 1),
    ("pair-order", 2, false, |n, _| n * (n - 1) / 2),
    ("friedman", 2, false, |n, _| n - 1),
    ("lehmer", 2, true, |n, k| (0..k).map(|p| n - p - 1).sum()),
];

/// Every form at the shapes that are small enough, with its metric and degrees of freedom.
fn forms() -> impl Iterator<Item = (&'static str, Shape, Box<dyn Metric>, u64)> {
    let deals = [(2, 1), (3, 1), (3, 2), (4, 1), (4, 2), (4, 3), (5, 2), (5, 3), (6, 2)];
    FORMS.into_iter().flat_map(move |(test, fewest, sees_deals, df)| {
        let whole = (fewest..=5).map(|n| (n, n));
        let dealt = deals.into_iter().filter(move |&(_, k)| sees_deals && k + 1 >= fewest);
        whole.chain(dealt).map(move |(n, k)| {
            let (shape, df) = (deal(n, k), df(n as u64, k as u64));
            (test, shape, build(test, shape).unwrap(), df)
        })
    })
}

/// Every deck has the degrees of freedom as its statistic, exactly, and two or three have the mean and the variance of chi-square but
/// for the pairs of a deck with itself.
#[test]
fn forms_have_their_mean_and_variance_exactly() {
    for (test, shape, metric, df) in forms() {
        let most_trials =
            if shape.cards() <= 3 || df <= 6 && test == "permutations" { 3 } else { 2 };
        let variance_of_one = assert_moments(test, metric.as_ref(), shape, df, most_trials);
        assert!(variance_of_one.abs() < 1e-9, "{test} of {shape:?}: {variance_of_one}");
    }
}

#[test]
fn all_decks_together_fit_perfectly_and_too_well() {
    for (test, shape, metric, _) in forms() {
        let all = Cards::from_numbers(shape, all_decks(shape).concat());
        let all = count(metric.as_ref(), shape, &all).counts_only();
        let (evidence, _) = repeated_evidence(test, metric.as_ref(), &all);
        assert_eq!((evidence.statistic, evidence.tail), (0.0, Tail::Lower), "{test}, {shape:?}");
    }
}

#[test]
fn ascents_of_all_decks_are_eulerian_whole_or_dealt() {
    let dealt = [(3, 2), (4, 3), (5, 2), (5, 3), (5, 4)].map(|(n, k)| deal(n, k));
    for shape in (2..=7).map(whole).chain(dealt) {
        let metric = ascents::Ascents::new(shape).unwrap();
        let tally = count(&metric, shape, &Cards::from_numbers(shape, all_decks(shape).concat()));
        let law = eulerian::law(shape.dealt());
        assert_eq!(law.len(), shape.dealt());
        for (&cell, p) in tally.cells().iter().zip(law) {
            assert!((cell as f64 / tally.trials() as f64 - p).abs() < 1e-15, "{shape:?}");
        }
    }
}

#[test]
fn the_degree_has_mean_zero_and_the_standard_error_that_is_reported() {
    let dealt = [(4, 2), (5, 2), (5, 3), (6, 4)].map(|(n, k)| deal(n, k));
    for shape in (2..=6).map(whole).chain(dealt) {
        let metric = ascents::Ascents::new(shape).unwrap();
        let law = eulerian::law(shape.dealt());
        let degrees: Vec<ascents::Degree> = all_decks(shape)
            .iter()
            .map(|deck| {
                let counts = count_one(&metric, shape, deck).cells().to_vec();
                ascents::degree(&Histogram { trials: 1, counts, law: law.clone(), classes: None })
            })
            .collect();
        let total = degrees.len() as f64;
        let mean = degrees.iter().map(|degree| degree.value).sum::<f64>() / total;
        let variance = degrees.iter().map(|degree| degree.value.powi(2)).sum::<f64>() / total;
        assert!(mean.abs() < 1e-15, "{shape:?}: {mean}");
        for degree in &degrees {
            assert!((degree.standard_error.powi(2) / variance - 1.0).abs() < 1e-13, "{shape:?}");
            assert!((degree.z * degree.standard_error - degree.value).abs() < 1e-15);
        }
    }
}

#[test]
fn position_in_unequal_groups_has_its_mean_and_variance_exactly() {
    // Groups of positions, groups of cards. In a deal, what is not dealt is one more group of positions.
    for (shape, positions, cards, df) in [
        (whole(5), 3, 2, 2),
        (whole(5), 2, 3, 2),
        (whole(5), 2, 2, 1),
        (whole(5), 5, 2, 4),
        (whole(6), 4, 5, 12),
        (whole(6), 5, 4, 12),
        (deal(5, 3), 2, 2, 2),
        (deal(5, 4), 3, 2, 3),
        (deal(5, 4), 1, 3, 2),
        (deal(6, 4), 3, 4, 9),
        (deal(6, 3), 2, 4, 6),
    ] {
        assert_moments("position", &Position::grouped(shape, positions, cards), shape, df, 2);
    }
}

#[test]
fn position_of_one_dealt_card_is_pearsons_sum_over_the_cards() {
    for cards in [2, 3, 52] {
        let shape = deal(cards, 1);
        let decks = Cards::shuffled("naive", shape, 2_000, 3);
        let [position, permutations] =
            ["position", "permutations"].map(|test| evidence(test, shape, &decks));
        assert!((position.statistic / permutations.statistic - 1.0).abs() < 1e-10);
        let (p, q) = (position.p_value.ln(), permutations.p_value.ln());
        assert!((p - q).abs() < 1e-9 * p.abs().max(1.0), "{cards}: {p}, {q}");
    }
}

/// All ways to share out trials over cells, with their probabilities.
fn for_each_outcome(trials: usize, law: &[f64], mut each: impl FnMut(&[u64], f64)) {
    let ln_factorial: Vec<f64> = std::iter::once(0.0)
        .chain((1..=trials).scan(0.0, |sum, i| {
            *sum += (i as f64).ln();
            Some(*sum)
        }))
        .collect();
    fn share(
        left: usize,
        law: &[f64],
        ln_p: f64,
        counts: &mut Vec<u64>,
        ln_factorial: &[f64],
        each: &mut impl FnMut(&[u64], f64),
    ) {
        let ln_term = |count: usize| count as f64 * law[0].ln() - ln_factorial[count];
        if law.len() == 1 {
            counts.push(left as u64);
            each(counts, (ln_p + ln_term(left)).exp());
            counts.pop();
            return;
        }
        for count in 0..=left {
            counts.push(count as u64);
            share(left - count, &law[1..], ln_p + ln_term(count), counts, ln_factorial, each);
            counts.pop();
        }
    }
    share(trials, law, ln_factorial[trials], &mut Vec::new(), &ln_factorial, &mut each);
}

/// By how much the p-values of a test can fall below each level more often than they should, at worst.
const MOST_INFLATION: f64 = 1.5;

/// At every level down to 1e-8 the probability of a p-value as small is at most nominal, or little more.
///
/// These laws have steps, and all their values are gone through: no simulation sees a level of 1e-8.
fn assert_true_size(test: &str, shape: Shape, trials: u64, law: &[f64]) {
    let metric = build(test, shape).unwrap();
    assert!(metric.trials_needed() <= trials);
    let levels: Vec<f64> = (1..=8).map(|power| 0.1_f64.powi(power)).collect();
    let mut sizes = vec![0.0; levels.len()];
    let mut total = 0.0;
    for_each_outcome(trials as usize, law, |cells, probability| {
        total += probability;
        if probability < 1e-20 {
            return;
        }
        let judgement = judge_tally(test, metric.as_ref(), &tally_of(trials, cells));
        let ln_p = judgement.evidence().unwrap().p_value.ln();
        for (size, level) in sizes.iter_mut().zip(&levels) {
            *size += if ln_p <= level.ln() { probability } else { 0.0 };
        }
    });
    assert!((total - 1.0).abs() < 1e-9);
    for (size, level) in sizes.into_iter().zip(levels) {
        let inflation = size / level;
        assert!(inflation <= MOST_INFLATION, "{test} of {shape:?}: {inflation} times {level}");
    }
}

#[test]
fn small_laws_keep_every_level_though_they_have_steps() {
    let equal = |cells: usize| vec![1.0 / cells as f64; cells];
    // Two, three and four orders, with 20 decks each.
    assert_true_size("permutations", whole(2), 40, &equal(2));
    assert_true_size("permutations", deal(3, 1), 60, &equal(3));
    assert_true_size("permutations", deal(4, 1), 80, &equal(4));
    assert_true_size("permutations", whole(2), 1_001, &equal(2));
    // One dealt card: its row of the matrix is all there is.
    assert_true_size("position", deal(2, 1), 100, &equal(2));
    assert_true_size("position", deal(3, 1), 142, &equal(3));
    for cards in [2, 3] {
        let law = eulerian::law(cards);
        let shape = whole(cards);
        let needed = crate::fewest("ascents", shape) as u64;
        assert_true_size("ascents", shape, needed, &law);
        assert_true_size("ascents", shape, needed + 1, &law);
        assert_true_size("degree", shape, needed, &law);
    }
}

#[test]
fn deals_need_more_decks_than_whole_decks() {
    // 100 sqrt((n-1)/k); in groups, the same for the groups. One dealt card of 52 is a Pearson sum over 52 cells: 2
    // expected in each would reject at 1e-6 eight times too often.
    for (shape, needed) in [
        (whole(2), 100),
        (whole(52), 100),
        (whole(1_000), 100),
        (deal(52, 51), 100),
        (deal(52, 9), 239),
        (deal(52, 1), 715),
        (deal(256, 1), 1_597),
        (deal(300, 7), 300),
        (deal(2, 1), 100),
    ] {
        let metric = build("position", shape).unwrap();
        assert_eq!(crate::needed("position", metric.as_ref()), needed, "{shape:?}");
    }
}

#[test]
fn an_exact_fit_of_few_cells_is_no_miracle() {
    let (two, six) = (tally_of(1_000, &[500, 500]), tally_of(600, &[100; 6]));
    for (test, cards, tally, probability, error) in [
        // 500 times 0 1 and 500 times 1 0: the likeliest of all outcomes.
        ("permutations", 2, &two, 0.025_225, 0.01),
        ("ascents", 2, &two, 0.025_225, 0.01),
        // Each order of three cards 100 times: 600! / (100!^6 6^600).
        ("permutations", 3, &six, 2.47e-7, 0.05),
    ] {
        let judgement = judge_tally(test, build(test, whole(cards)).unwrap().as_ref(), tally);
        let p = judgement.evidence().unwrap().p_value.value();
        assert!((p / (2.0 * probability) - 1.0).abs() < error, "{test}: {p}");
    }
}

/// 8! decks fill the 8!/3! first five cards evenly.
#[test]
fn all_orders_fill_the_cells_of_the_first_cards_evenly() {
    let shape = whole(8);
    let rows = Cards::from_numbers(shape, (0..8).permutations(8).flatten());
    let metric = build("prefix", shape).unwrap();
    let tally = count(metric.as_ref(), shape, &rows);
    assert!(tally.cells().iter().all(|&count| count == 6));
}

/// With too few trials for the cells that are counted, fewer cards are judged: X^2 of their own counts.
#[test]
fn patterns_are_judged_at_the_size_that_the_trials_allow() {
    let (cards, trials) = (10, 5_000);
    let shape = whole(cards);
    let decks = Cards::shuffled("fisher-yates", shape, trials, 0x5a3e);
    let Cards::Narrow(rows) = &decks else { unreachable!("few cards are narrow") };
    let pearson = |counts: &[u64]| -> f64 {
        let expected = trials as f64 / counts.len() as f64;
        counts.iter().map(|&count| (count as f64 - expected).powi(2) / expected).sum()
    };
    // 90 deals of two cards need 1800 decks, 720 of three 14,400.
    let mut deals = [0; 90];
    for row in rows.chunks_exact(cards) {
        let second = row[1] - u8::from(row[0] < row[1]);
        deals[usize::from(row[0]) * 9 + usize::from(second)] += 1;
    }
    let prefix = evidence("prefix", shape, &decks);
    assert!((prefix.statistic - pearson(&deals)).abs() < 1e-9);
    assert_eq!(prefix.effect.place.as_ref().unwrap().to_string(), "first 2 cards");
}

#[test]
fn shapes_that_a_test_cannot_judge_are_refused_with_the_reason() {
    const WHOLE: &str = "needs whole decks, not deals";
    for (test, cards, deal, why) in [
        ("adjacency", 52, 5, WHOLE),
        ("pair-order", 52, 51, WHOLE),
        ("cycles", 52, 51, WHOLE),
        ("rising-sequences", 52, 51, WHOLE),
        ("footrule", 52, 51, WHOLE),
        ("spearman", 52, 51, WHOLE),
        ("serial-rising-sequences", 52, 51, WHOLE),
        ("spearman", 2_097_153, 2_097_153, "its sums are kept for up to 2097152 cards"),
        ("inversions", 52, 1, "one card is always in order"),
        ("lis", 52, 1, "one card is always in order"),
        ("records", 52, 1, "one card is always the highest so far"),
        ("successions", 52, 1, "one card has no neighbors"),
        ("poker", 53, 53, "needs at least five cards of a deck of 52"),
        ("poker", 52, 4, "needs at least five cards of a deck of 52"),
        ("suit-pairs", 52, 38, "needs at least three hands of a deck of 52"),
        ("prefix", 52, 1, "one card is not a pattern"),
        ("prefix", 52, 2, "the first cards decide the whole order, which `permutations` counts"),
        ("prefix", 7, 7, "the first cards decide the whole order, which `permutations` counts"),
        (
            "prefix",
            101,
            101,
            "the first two cards have more than 10000 deals; `position` and `pair-order` judge such decks",
        ),
        (
            "lehmer",
            257,
            3,
            "digits are counted of up to 256 cards; `position` and `pair-order` judge more",
        ),
        ("repeats", 7, 7, "so few orders must repeat; `permutations` counts them"),
    ] {
        let refused = build(test, crate::deal(cards, deal)).err().expect("it should not apply");
        assert_eq!(refused.to_string(), why, "{test} {cards} {deal}");
    }
    for (test, cards, deal) in [
        ("adjacency", 256, 256),
        ("adjacency", 257, 257),
        ("pair-order", 256, 256),
        ("friedman", 300, 300),
        ("lehmer", 256, 256),
        ("lehmer", 52, 1),
        ("prefix", 100, 100),
        ("repeats", 8, 8),
        ("collisions", 1_000_000, 1_000_000),
        ("spearman", 2_097_152, 2_097_152),
    ] {
        assert!(build(test, crate::deal(cards, deal)).is_ok(), "{test} {cards} {deal}");
    }
}
