//! Numbers of huge decks: laws from cumulants against the exact tables where both are, and what is counted.

use crate::build;
use shuffle_metrics::{
    Decks, Exhibit, Metric, Rows, Shape, Tally,
    ascents::{Ascents, degree},
    distribution::Edgeworth,
    eulerian,
    histogram::Bins,
    numbers::{footrule, inversions},
};

/// The distance between the law from cumulants and the exact law.
#[derive(Debug)]
struct Distance {
    /// Total variation over single values, within five standard deviations.
    total_variation: f64,
    /// Noncentrality per deck over the bins that many decks are judged in.
    noncentrality: f64,
}

fn distance(exact: &[f64], law: &Edgeworth) -> Distance {
    let reach = 5.0 * law.deviation();
    let (first, last) = (law.mean() - reach, law.mean() + reach);
    let within = (0..exact.len()).filter(|&v| v as f64 >= first && (v as f64) < last);
    let single = |v: usize| (law.below(v as u64 + 1) - law.below(v as u64) - exact[v]).abs();
    let trials = 1_000_000_000;
    let square = |(values, expected): (std::ops::RangeInclusive<usize>, f64)| {
        let from = if *values.start() == 0 { 0.0 } else { law.below(*values.start() as u64) };
        let to = if *values.end() == exact.len() - 1 {
            1.0
        } else {
            law.below(*values.end() as u64 + 1)
        };
        let p = expected / trials as f64;
        (to - from - p).powi(2) / p
    };
    Distance {
        total_variation: within.map(single).sum::<f64>() / 2.0,
        noncentrality: Bins::pool(exact, trials).unwrap().iter().map(square).sum(),
    }
}

#[test]
fn where_the_tables_end_the_laws_from_cumulants_are_as_near_as_documented() {
    // A noncentrality of 6 is what a test of 20 bins begins to see.
    for (what, exact, law, total_variation, decks) in [
        ("ascents", eulerian::law(4_096), eulerian::approximated(4_096), 1e-11, 1e20),
        ("inversions", inversions::law(512), inversions::approximated(512), 1e-8, 1e18),
        ("footrule", footrule::law(128), footrule::approximated(128), 2e-6, 1e12),
    ] {
        let distance = distance(&exact, &law);
        assert!(distance.total_variation < total_variation, "{what}: {distance:?}");
        assert!(distance.noncentrality * decks < 6.0, "{what}: {distance:?}");
    }
}

#[test]
fn the_laws_sum_to_one_and_their_classes_cover_all_values() {
    for cards in [4_097, 10_000, 1_000_000, 1 << 24] {
        let shape = Shape::whole(cards);
        for test in ["ascents", "inversions", "rising-sequences", "footrule"] {
            let metric = build(test, shape).unwrap();
            let tally = Tally::new(metric.cells());
            let Some(Exhibit::Histogram { histogram, .. }) = metric.exhibit(&tally) else {
                panic!("{test} shows a histogram");
            };
            assert!((histogram.law.iter().sum::<f64>() - 1.0).abs() < 1e-12, "{test}, {cards}");
            let edges = &histogram.classes.as_ref().unwrap().edges;
            assert!(edges.windows(2).all(|ends| ends[0] < ends[1]), "{test}, {cards}");
            assert!((70..=110).contains(&histogram.law.len()), "{}", histogram.law.len());
            let n = cards as u64;
            let last = match test {
                "ascents" => n - 1,
                "inversions" => n * (n - 1) / 2,
                "rising-sequences" => n,
                _ => n * n / 4,
            };
            assert_eq!((edges[0], edges[edges.len() - 1]), (0, last + 1), "{test}, {cards}");
        }
    }
}

fn tally(metric: &dyn Metric, shape: Shape, rows: &[u32]) -> Tally {
    crate::tally(metric, &Decks::new(shape, 0, Rows::Wide(rows)))
}

#[test]
fn order_and_reverse_of_a_million_cards_are_at_the_ends() {
    let n = 1_000_000_u32;
    let shape = Shape::whole(n as usize);
    let order: Vec<u32> = (0..n).collect();
    let reverse: Vec<u32> = (0..n).rev().collect();
    let n = i128::from(n);
    for (test, of_order, of_reverse) in [
        ("ascents", n - 1, 0),
        ("rising-sequences", 1, n),
        ("inversions", 0, n * (n - 1) / 2),
        ("footrule", 0, n * n / 4),
    ] {
        let metric = build(test, shape).unwrap();
        for (rows, value) in [(&order, of_order), (&reverse, of_reverse)] {
            let tally = tally(metric.as_ref(), shape, rows);
            let Some(Exhibit::Histogram { histogram, .. }) = metric.exhibit(&tally) else {
                panic!("{test} shows a histogram");
            };
            let classes = histogram.classes.as_ref().unwrap();
            assert_eq!(classes.sum, value, "{test}");
            assert_eq!(histogram.counts.iter().sum::<u64>(), 1);
            let cell = histogram.counts.iter().position(|&count| count == 1).unwrap();
            assert!(histogram.values(cell).contains(&(value as u64)), "{test}");
        }
    }
}

#[test]
fn the_degree_of_huge_decks_is_exact() {
    let n = 100_000_u32;
    let shape = Shape::whole(n as usize);
    let ascents = Ascents::new(shape).unwrap();
    let order: Vec<u32> = (0..n).collect();
    let both: Vec<u32> = (0..n).chain((0..n).rev()).collect();
    let of = |rows: &[u32]| degree(&ascents.histogram(&tally(&ascents, shape, rows)));
    assert_eq!(of(&order).value, 0.5);
    let balanced = of(&both);
    assert_eq!((balanced.value, balanced.z), (0.0, 0.0));
    let histogram = ascents.histogram(&tally(&ascents, shape, &both));
    let half = (f64::from(n) - 1.0) / 2.0;
    assert!((histogram.variance() / (half * half) - 1.0).abs() < 1e-12);
}
