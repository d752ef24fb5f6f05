//! Sweeps: their files, their mistakes, and the figures of the literature.

use crate::support::{Table, root};
use shuffle_subjects::PlanFile;
use std::fs;

fn literature(name: &str) -> Table {
    Table::read(&fs::read(root().join("reports/literature").join(name)).unwrap())
}

fn numbers(table: &Table, column: &str) -> Vec<f64> {
    table.column(column).into_iter().map(|cell| cell.parse().unwrap()).collect()
}

#[test]
fn the_row_of_bayer_and_diaconis_comes_out_to_four_digits() {
    let table = literature("bayer-diaconis.csv");
    let exact = numbers(&table, "exact_total_variation");
    let row = [1.000, 1.000, 1.000, 1.000, 0.9237, 0.6135, 0.3341, 0.1672, 0.0854, 0.0429];
    assert_eq!(exact.len(), 12);
    for (riffles, (exact, printed)) in exact.iter().zip(row).enumerate() {
        assert!((exact - printed).abs() <= 0.5e-4, "{} riffles: {exact}", riffles + 1);
    }
    // The distance of each figure of a million decks from the exact value is within its noise: for 12 figures at 4.5
    // standard errors and the noise floor, the probability of a failure is at most 1e-4.
    let (seen, error) =
        (numbers(&table, "total_variation"), numbers(&table, "total_variation_standard_error"));
    let noise = numbers(&table, "total_variation_noise");
    for (k, exact) in exact.iter().enumerate() {
        let reach = 4.5 * error[k] + noise[k];
        assert!((seen[k] - exact).abs() < reach, "{} riffles: {}, {exact}", k + 1, seen[k]);
    }
}

#[test]
fn the_extremes_of_naive_are_those_of_its_paths() {
    let table = literature("naive.csv");
    let [most, least] = ["exact_most_likely_order", "exact_least_likely_order"];
    let (most, least) = (numbers(&table, most), numbers(&table, least));
    for (seen, exact) in [
        (most[0], 5.0 / 27.0),
        (least[0], 4.0 / 27.0),
        (most[1], 15.0 / 256.0),
        (least[1], 8.0 / 256.0),
    ] {
        assert!((seen - exact).abs() < 1e-10, "{seen}, exactly {exact}");
    }
}

#[test]
fn everything_in_the_literature_is_as_expected_and_agrees_with_its_exact_degree() {
    let path = root().join("audits/literature.toml");
    let plan = PlanFile::parse("literature.toml", &fs::read_to_string(path).unwrap()).unwrap();
    let written = fs::read_to_string(root().join("reports/literature/plan.toml")).unwrap();
    let (plan, fingerprint) = (toml::to_string(&plan).unwrap(), plan.fingerprint());
    let of_this_plan = written.starts_with(&plan) && written.contains(&fingerprint);
    assert!(of_this_plan, "run the plan again");
    let summary = literature("summary.csv");
    assert_eq!(summary.column("expected"), summary.column("verdict"));
    let degrees = literature("degree.csv");
    let known = degrees.column("z_exact").into_iter().filter(|z| !z.is_empty());
    let z: Vec<f64> = known.map(|z| z.parse().unwrap()).collect();
    assert!(z.len() >= 40, "{}", z.len());
    // As for the articles: two-sided 7e-6 each.
    assert!(z.iter().all(|z| z.abs() < 4.5), "{z:?}");
}
