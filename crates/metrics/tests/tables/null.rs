//! Null laws by enumeration of every deck.

use crate::support::{build, count, enough, evidence, pick, refusal};
use itertools::Itertools;
use shuffle_metrics::{Metric, Shape, Tally};

/// The tests whose statistic is a quadratic form, and the fewest cards of each.
const FORMS: [(&str, usize); 4] =
    [("adjacency", 2), ("pair-order", 2), ("friedman", 2), ("lehmer", 2)];

fn degrees_of_freedom(test: &str, cards: usize, deal: usize) -> u64 {
    let (n, k) = (cards as u64, deal as u64);
    match test {
        "adjacency" => n * n - n - 1,
        "pair-order" => n * (n - 1) / 2,
        "friedman" => n - 1,
        _ => (0..k).map(|p| n - p - 1).sum(),
    }
}

/// The shapes that are small enough, for a test that sees deals or not.
fn shapes(test: &str, fewest: usize) -> Vec<Shape> {
    let mut shapes: Vec<Shape> = (fewest..=5).map(Shape::whole).collect();
    if test == "lehmer" {
        let deals = [(5, 2), (5, 3), (6, 2), (4, 2)];
        shapes.extend(deals.map(|(cards, deal)| Shape::deal(cards, deal).unwrap()));
    }
    shapes
}

/// One tally for each deal, in which it came so many times.
fn tallies(metric: &dyn Metric, shape: Shape, copies: usize) -> Vec<Tally> {
    (0..shape.cards() as u8)
        .permutations(shape.dealt())
        .map(|deck| count(metric, shape, &deck.repeat(copies)).counts_only())
        .collect()
}

fn statistic(test: &str, metric: &dyn Metric, tally: &Tally) -> (f64, u64) {
    let judgement = pick(test, metric.judge(tally));
    let evidence = judgement.evidence().expect("there are enough trials");
    (evidence.statistic, evidence.law.df().expect("a chi-square law"))
}

/// The form is quadratic, so N copies of a deck have N times its statistic. Every deck has the same, so
/// its mean is the degrees of freedom at every N.
#[test]
fn every_single_deck_has_its_degrees_of_freedom_as_statistic() {
    for (test, fewest) in FORMS {
        for shape in shapes(test, fewest) {
            let metric = build(test, shape);
            let copies = enough(metric.as_ref());
            let wanted = degrees_of_freedom(test, shape.cards(), shape.dealt());
            for tally in tallies(metric.as_ref(), shape, copies) {
                let (statistic, df) = statistic(test, metric.as_ref(), &tally);
                assert_eq!(df, wanted, "{test} {shape:?}");
                let single = statistic / copies as f64;
                assert!((single - df as f64).abs() < 1e-9, "{test} {shape:?}: {single} for {df}");
            }
        }
    }
}

/// Over all pairs of decks: mean df, and variance 2 df (1 - 1/N) with N = 2, which holds only if the form is
/// the inverse of the covariance on its range.
#[test]
fn two_decks_have_mean_df_and_variance_df() {
    for (test, fewest) in FORMS {
        for shape in shapes(test, fewest) {
            let metric = build(test, shape);
            let half = enough(metric.as_ref()) / 2;
            let tallies = tallies(metric.as_ref(), shape, half);
            let (mut sum, mut squares) = (0.0, 0.0);
            for (first, second) in tallies.iter().cartesian_product(&tallies) {
                let mut both = first.clone();
                both.merge(second);
                let of_two = statistic(test, metric.as_ref(), &both).0 / half as f64;
                sum += of_two;
                squares += of_two * of_two;
            }
            let df = degrees_of_freedom(test, shape.cards(), shape.dealt()) as f64;
            let pairs = tallies.len().pow(2) as f64;
            let (mean, variance) = (sum / pairs, squares / pairs - (sum / pairs).powi(2));
            assert!((mean - df).abs() < 1e-9 * df, "{test} {shape:?}: mean {mean} for {df}");
            assert!((variance - df).abs() < 1e-9 * df, "{test} {shape:?}: {variance} for {df}");
        }
    }
}

#[test]
fn all_decks_together_fit_perfectly_and_too_well() {
    for (test, fewest) in FORMS {
        for shape in shapes(test, fewest) {
            let metric = build(test, shape);
            let mut all = Tally::new(metric.cells());
            let copies = enough(metric.as_ref());
            tallies(metric.as_ref(), shape, copies).iter().for_each(|tally| all.merge(tally));
            let judgement = pick(test, metric.judge(&all));
            let evidence = judgement.evidence().unwrap();
            assert_eq!((evidence.statistic, evidence.tail.name()), (0.0, "lower"), "{test}");
        }
    }
}

/// 8! decks fill the 8!/3! first five cards evenly.
#[test]
fn all_orders_fill_the_cells_of_the_first_cards_evenly() {
    let shape = Shape::whole(8);
    let rows: Vec<u8> = (0..8).permutations(8).flatten().collect();
    let metric = build("prefix", shape);
    let tally = count(metric.as_ref(), shape, &rows);
    assert!(tally.cells().iter().all(|&count| count == 6));
}

/// With too few trials for the cells that are counted, fewer cards are judged: X^2 of their own counts.
#[test]
fn patterns_are_judged_at_the_size_that_the_trials_allow() {
    let (cards, trials) = (10, 5_000);
    let shape = Shape::whole(cards);
    let rows = crate::support::fair(cards, trials, 0x5a3e);
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
    let prefix = evidence("prefix", shape, &rows);
    assert!((prefix.statistic - pearson(&deals)).abs() < 1e-9);
    assert_eq!(prefix.effect.place.as_ref().unwrap().to_string(), "first 2 cards");
}

#[test]
fn shapes_that_a_test_cannot_judge_are_refused_with_the_reason() {
    for (test, cards, deal, why) in [
        ("adjacency", 52, 5, "whole decks are needed, not deals"),
        ("pair-order", 52, 51, "whole decks are needed, not deals"),
        ("prefix", 52, 1, "one card is no pattern"),
        ("prefix", 52, 2, "the first cards decide the whole order, which `permutations` counts"),
        ("prefix", 7, 7, "the first cards decide the whole order, which `permutations` counts"),
        ("prefix", 101, 101, "the first two cards have more than 10000 deals"),
        ("lehmer", 257, 3, "digits are counted of up to 256 cards"),
        ("repeats", 7, 7, "so few orders must repeat; `permutations` counts them"),
    ] {
        assert_eq!(refusal(test, cards, deal), why, "{test} {cards} {deal}");
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
    ] {
        build(test, Shape::deal(cards, deal).unwrap());
    }
}
