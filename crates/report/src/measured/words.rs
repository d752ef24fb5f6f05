//! A measurement in words and two tables, for a terminal.

use crate::{
    number::{count, counted},
    page::study,
    words::{
        Screen,
        layout::{Alignment, TextTable, wrap},
    },
};
use shuffle_audit::Expect;
use shuffle_studies::calibration::measured::{Measured, MeasuredCase};

/// The measurement in words and two tables.
#[must_use]
pub fn words(measured: &Measured, screen: &Screen) -> String {
    let audits = counted(measured.measurement.audits, "audit");
    let mut text = String::new();
    if measured.expected(Expect::Fail).next().is_some() {
        let head = format!(
            "Decks until the battery catches each defect, in {audits}, next to the decks that the plan asks for:"
        );
        text.push_str(&(wrap(&head, screen.width) + "\n"));
        text.push_str(&defects(measured).show(screen.width));
    }
    if measured.expected(Expect::Pass).next().is_some() {
        if !text.is_empty() {
            text.push('\n');
        }
        let head = format!("False alarms at sound shuffles, in {audits}:");
        text.push_str(&(wrap(&head, screen.width) + "\n"));
        text.push_str(&sound(measured).show(screen.width));
    }
    text
}

pub(super) fn of_page(measured: &Measured) -> study::Words {
    let defects = || measured.expected(Expect::Fail);
    let (all, within) =
        (defects().count() as u64, defects().filter(|one| one.is_within_reach()).count() as u64);
    let alarms: u64 = measured.expected(Expect::Pass).map(|one| one.alarms() as u64).sum();
    let audits = counted(measured.measurement.audits, "audit");
    study::Words {
        wrong: None,
        title: format!("Decks until defects are caught, in {audits} of each"),
        sentence: format!(
            "{} of {} are caught within the decks that the plan asks for; sound shuffles raise {}.",
            count(within),
            counted(all, "defect"),
            counted(alarms, "false alarm"),
        ),
        text: words(measured, &study::SCREEN),
        reading: vec![
            "Each row of the picture is a defect; the dot is the number of decks at which half of the audits have caught it, and at \
             the end of the line nine in ten have.",
        ],
    }
}

fn defects(measured: &Measured) -> TextTable {
    let mut table = TextTable::new(&[
        ("case", Alignment::Left),
        ("cards", Alignment::Right),
        ("asked", Alignment::Right),
        ("median", Alignment::Right),
        ("90 %", Alignment::Right),
        ("caught by", Alignment::Left),
        ("", Alignment::Left),
    ]);
    for one in measured.expected(Expect::Fail) {
        let decks =
            |share| one.detection.quantile(share).map_or_else(|| "not caught".to_owned(), count);
        table.row(vec![
            one.case.id().to_owned(),
            cards(one),
            count(one.case.trials),
            decks(0.5),
            decks(0.9),
            one.detection.caught_by.unwrap_or("-").to_owned(),
            if one.is_within_reach() { "" } else { "too late" }.to_owned(),
        ]);
    }
    table
}

fn sound(measured: &Measured) -> TextTable {
    let mut table = TextTable::new(&[
        ("case", Alignment::Left),
        ("cards", Alignment::Right),
        ("decks", Alignment::Right),
        ("alarms", Alignment::Right),
        ("by", Alignment::Left),
    ]);
    for one in measured.expected(Expect::Pass) {
        table.row(vec![
            one.case.id().to_owned(),
            cards(one),
            count(one.case.trials),
            one.alarms().to_string(),
            one.detection.caught_by.unwrap_or("-").to_owned(),
        ]);
    }
    table
}

/// The cards of a deck, and those that are dealt if they are fewer.
fn cards(one: &MeasuredCase) -> String {
    let shape = one.case.shape;
    if shape.is_whole() {
        shape.cards().to_string()
    } else {
        format!("{} of {}", shape.dealt(), shape.cards())
    }
}
