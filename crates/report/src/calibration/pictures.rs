//! The pictures of a calibration: p-values against uniform ones, and the decks until defects are detected.

use crate::number::counted;
use shuffle_charts::{DotRow, Dots, Qq, QqBand, QqSeries};
use shuffle_metrics::distribution::clopper_pearson;
use shuffle_studies::calibration::{Calibrated, CalibratedTest};

/// The share of uniform p-values that the band holds.
const BAND: f64 = 0.999;

/// Ranks at which the band of a QQ plot is worked out: these, and their multiples by powers of two.
const RANKS: [u64; 4] = [1, 3, 5, 7];

/// The QQ plot of all tests of one deck size.
pub(super) fn qq(calibrated: &Calibrated, deck: &str) -> Qq {
    let series = of_deck(calibrated, deck).map(|test| QqSeries {
        name: test.test.to_owned(),
        p_values: test.p_values.iter().map(|p| p.value()).collect(),
    });
    Qq {
        title: format!("p-values of sound shuffles against uniform, {}", called(deck)),
        subtitle: subtitle(calibrated),
        series: series.collect(),
        band: band(calibrated.calibration.runs),
        band_label: "99.9 % of uniform p-values, rank by rank".to_owned(),
    }
}

/// The range of the k-th smallest of n uniform numbers: the quantiles of Beta(k, n - k + 1), which are what
/// Clopper and Pearson's bounds are made of.
fn band(runs: u64) -> Vec<QqBand> {
    let mut ranks: Vec<u64> = RANKS
        .iter()
        .flat_map(|&rank| (0..63).map(move |power| rank << power))
        .filter(|&rank| rank < runs)
        .chain([runs])
        .collect();
    ranks.sort_unstable();
    ranks.dedup();
    let at = |rank: u64| QqBand {
        expected: rank as f64 / (runs + 1) as f64,
        low: clopper_pearson(rank, runs, BAND).low,
        high: clopper_pearson(rank - 1, runs, BAND).high,
    };
    ranks.into_iter().map(at).collect()
}

/// The number of decks that each planted defect takes.
pub(super) fn power(calibrated: &Calibrated) -> Dots {
    let rows = calibrated.detections.iter().map(|detection| DotRow {
        name: detection.defect.clone(),
        median: detection.quantile(0.5).map(|decks| decks as f64),
        high: detection.quantile(0.9).map(|decks| decks as f64),
        note: detection.caught_by.unwrap_or_default().to_owned(),
        limit: None,
        is_ring: false,
    });
    let audits = calibrated.calibration.detections;
    // Among the defects are decks that are not shuffled at all: they are caught as soon as the tests judge.
    let decks = calibrated.detections.iter().flat_map(|detection| &detection.decks);
    let first_look = decks.flatten().min().map(|&decks| decks as f64);
    Dots {
        title: "Decks until a planted defect is caught".to_owned(),
        subtitle: format!(
            "{} each by the whole battery, error budget 1e-6",
            counted(audits, "audit")
        ),
        x_label: "decks until detection".to_owned(),
        legend: ["median".to_owned(), "to the 90% quantile".to_owned()],
        ring: None,
        first_look,
        limit: calibrated.calibration.most_decks as f64,
        rows: rows.collect(),
    }
}

/// `52 cards`, or the case of a plan.
fn called(deck: &str) -> String {
    let is_number = deck.bytes().all(|byte| byte.is_ascii_digit());
    if is_number { format!("{deck} cards") } else { deck.to_owned() }
}

fn of_deck<'a>(
    calibrated: &'a Calibrated,
    deck: &'a str,
) -> impl Iterator<Item = &'a CalibratedTest> {
    calibrated.tests.iter().filter(move |test| test.deck == deck)
}

fn subtitle(calibrated: &Calibrated) -> String {
    let calibration = &calibrated.calibration;
    if calibration.sound.is_some() {
        return format!("{} of each case", counted(calibration.runs, "audit"));
    }
    format!(
        "{} of {} each · fisher-yates, {}",
        counted(calibration.runs, "audit"),
        counted(calibration.trials, "deck"),
        calibrated.rng
    )
}
