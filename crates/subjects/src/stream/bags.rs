//! Logs of bags, in words: what was left out, where bags break, and what a bag at fault may come from.

use crate::Folder;
use shuffle_audit::number::{count, counted};
use shuffle_reader::{BagBreaks, BagGames, CutBags, DeckError, DeckFault, Layout, Reader};
use std::path::Path;

/// The bags that were left out.
pub(super) fn cut_in_words(CutBags { bags, rows }: CutBags) -> Option<String> {
    let was = if bags == 1 { "was" } else { "were" };
    (bags > 0).then(|| {
        format!(
            "{} {was} cut short, by a new game or the end of the file, and left out with {}.",
            counted(bags, "bag"),
            counted(rows, "row")
        )
    })
}

/// Where bags break, and what leads to a verdict.
pub(super) fn breaks_in_words(found: &BagBreaks, layout: &Layout) -> Vec<String> {
    let size = layout.dealt;
    let rows = counted(found.rows, "row");
    if found.breaks == 0 {
        let whole = match found.phase {
            0 => "from the first on".to_owned(),
            rows => format!("after the first {}", counted(rows as u64, "row")),
        };
        return vec![
            format!("bags of {size} explain all {rows} without a break: they are whole {whole}."),
            "if this is one log without restarts, judge its bags with --by and a column that has \
             the same value in every row; if it has restarts, with the column of the game."
                .to_owned(),
        ];
    }
    let places = found.first.iter().map(|(from, to)| match from == to {
        true => format!("line {from}"),
        false => format!("lines {from} to {to}"),
    });
    let places: Vec<String> = places.collect();
    let more = if found.breaks > found.first.len() as u64 { ", ..." } else { "" };
    let (from, to, most) = found.longest;
    // Bags that are real hold for as long as a game.
    let short = if found.rows < 2 * size as u64 * (found.breaks + 1) {
        format!(
            " Not even two bags in a row fit, on average: these are no bags of {size}, or the games are as short."
        )
    } else {
        String::new()
    };
    vec![
        format!(
            "bags of {size} break {} or more in {rows}, at {}{more}. The longest stretch without a break is lines \
             {from} to {to} ({}).{short}",
            times(found.breaks),
            places.join(", "),
            counted(most, "row")
        ),
        format!(
            "if a new game begins with a new bag, write the game of each row into a column and name it with --by. If \
             there were fewer than {}, the items do not come from bags of {size}.",
            counted(found.breaks, "restart")
        ),
    ]
}

/// The reason for a card that comes too often in a bag, as far as the whole log shows it.
pub(super) fn fault_in_words(
    error: &DeckError,
    (path, folder): (&Path, &Folder),
    layout: &Layout,
) -> Option<String> {
    let DeckError::Fault { fault: DeckFault::Twice { .. } | DeckFault::TooMuch { .. }, .. } = error
    else {
        return None;
    };
    let read = folder.open(path).ok()?;
    let BagGames { games, unexplained } = Reader::new(read, layout).bag_games().ok()?;
    let have = if games == 1 { "" } else { "; " };
    let such = match games {
        1 => String::new(),
        _ => format!("{have}{} of {} games have such bags", count(unexplained[0]), count(games)),
    };
    Some(match unexplained.iter().position(|&number| number == 0) {
        Some(rows) => format!(
            "{such}, but none if bags begin after the first {} of each game: {} drawn from no bag?",
            if rows == 1 { "row".to_owned() } else { counted(rows as u64, "row") },
            if rows == 1 { "is it" } else { "are they" }
        ),
        None => format!("{such}, and some do wherever in a game bags begin"),
    })
}

fn times(number: u64) -> String {
    match number {
        1 => "once".to_owned(),
        number => counted(number, "time"),
    }
}
