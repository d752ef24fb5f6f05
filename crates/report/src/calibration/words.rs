//! A calibration in words and two tables, for a terminal.

use super::rates::Rate;
use crate::{
    number::{cell, count, counted},
    page::study,
    words::{
        Screen,
        layout::{Alignment, TextTable, wrap},
    },
};
use shuffle_studies::calibration::{Calibrated, CalibratedTest, Detection, LEVELS, RUN_LEVEL};

/// The calibration in words and two tables.
#[must_use]
pub fn words(calibrated: &Calibrated, screen: &Screen) -> String {
    let runs = calibrated.calibration.runs;
    let audits = counted(runs, "audit");
    let head = format!("False alarms in {audits} of a sound shuffle, observed / expected:");
    let mut text = wrap(&head, screen.width) + "\n";
    text.push_str(&false_alarms(calibrated).show(screen.width));
    text.push('\n');
    let whole = format!(
        "Whole runs with any false alarm at {}: {} of {} ({:.1} expected at most).",
        cell(RUN_LEVEL),
        count(calibrated.false_alarms),
        count(runs),
        RUN_LEVEL * runs as f64
    );
    text.push_str(&wrap(&whole, screen.width));
    if !calibrated.detections.is_empty() {
        text.push('\n');
        text.push_str(&wrap("Decks until the battery catches a planted defect:", screen.width));
        text.push('\n');
        text.push_str(&power(&calibrated.detections).show(screen.width));
    }
    text
}

pub(super) fn of_page(calibrated: &Calibrated) -> study::Words {
    let runs = calibrated.calibration.runs;
    let tests = calibrated.tests.len();
    let is_liberal = |test: &&CalibratedTest| {
        (0..LEVELS.len()).any(|index| Rate::of(test, index, tests).verdict() == "liberal")
    };
    let liberal = match calibrated.tests.iter().filter(is_liberal).count() {
        0 => format!(
            "None of {} raises more false alarms than it may",
            counted(tests as u64, "test")
        ),
        some => format!("{} raise more false alarms than they may", counted(some as u64, "test")),
    };
    study::Words {
        wrong: None,
        title: format!("False alarms in {} of a sound shuffle", counted(runs, "audit")),
        sentence: format!(
            "{liberal}; of {} whole runs at a budget of {} {} raised one, where {:.0} may.",
            count(runs),
            cell(RUN_LEVEL),
            count(calibrated.false_alarms),
            RUN_LEVEL * runs as f64
        ),
        text: words(calibrated, &study::SCREEN),
        reading: vec![
            "A test of a sound shuffle must give each p-value as often as every other. So its p-values, sorted, lie on the \
             diagonal of a picture of quantiles, within the band in which chance leaves them; what lies below it is too many small \
             p-values: false alarms.",
            "Of a number that takes few values a small p-value may not exist. Then a test raises fewer false alarms than its \
             level allows, and its dots lie above the diagonal.",
        ],
    }
}

fn false_alarms(calibrated: &Calibrated) -> TextTable {
    let levels = LEVELS.map(cell);
    let mut heads = vec![("cards", Alignment::Right), ("test", Alignment::Left)];
    heads.extend(levels.iter().map(|level| (level.as_str(), Alignment::Right)));
    // Words may follow the numbers; there are none yet but the marks of liberal tests.
    heads.push(("", Alignment::Left));
    let mut table = TextTable::new(&heads);
    for test in &calibrated.tests {
        let rates = (0..LEVELS.len()).map(|index| Rate::of(test, index, calibrated.tests.len()));
        let mut cells = vec![test.deck.clone(), test.test.to_owned()];
        let mut liberal = "";
        for rate in rates {
            let expected = rate.attainable * rate.runs as f64;
            cells.push(format!("{} / {expected:.1}", rate.observed));
            if rate.verdict() == "liberal" {
                liberal = "liberal";
            }
        }
        cells.push(liberal.to_owned());
        table.row(cells);
    }
    table
}

fn power(detections: &[Detection]) -> TextTable {
    let mut table = TextTable::new(&[
        ("defect", Alignment::Left),
        ("cards", Alignment::Right),
        ("median", Alignment::Right),
        ("90 %", Alignment::Right),
        ("caught by", Alignment::Left),
    ]);
    for detection in detections {
        let decks =
            |share| detection.quantile(share).map_or_else(|| "not caught".to_owned(), count);
        table.row(vec![
            detection.defect.clone(),
            detection.cards.to_string(),
            decks(0.5),
            decks(0.9),
            detection.caught_by.unwrap_or("-").to_owned(),
        ]);
    }
    table
}
