//! A calibration in words and two tables, for a terminal.

use super::Rate;
use crate::{
    number::{cell, count, counted},
    words::{
        Screen,
        layout::{Alignment, TextTable, wrap},
    },
};
use shuffle_studies::calibration::{Calibrated, Detection, LEVELS, RUN_LEVEL};

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
