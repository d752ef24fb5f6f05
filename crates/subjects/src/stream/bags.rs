//! Logs of bags, in words: what was left out, where bags break, and what a bag at fault may come from.

use crate::Folder;
use shuffle_audit::number::{count, counted};
use shuffle_reader::{BagBreaks, BagGames, CutBags, DeckError, DeckFault, Layout, Reader};
use std::path::Path;

/// The bags that were left out.
pub(super) fn cut_in_words(CutBags { bags, rows }: CutBags) -> Option<String> {
    let (were, their) = if bags == 1 { ("was", "its") } else { ("were", "their") };
    let left = if rows == 1 { "was" } else { "were" };
    (bags > 0).then(|| {
        format!(
            "{} {were} cut short by a new game or the end of the file; {their} {} {left} left out.",
            counted(bags, "bag"),
            counted(rows, "row")
        )
    })
}

/// Where bags break, and what leads to a verdict.
pub(super) fn breaks_in_words(found: &BagBreaks, layout: &Layout) -> [String; 2] {
    let size = count(layout.dealt as u64);
    let rows = counted(found.rows, "row");
    if found.breaks == 0 {
        let from = match found.phase {
            0 => "the first row".to_owned(),
            rows => format!("row {}", count(rows as u64 + 1)),
        };
        let cut = match found.phase {
            0 => String::new(),
            cut => format!("remove the {} before it, and ", counted(cut as u64, "row")),
        };
        return [
            format!("{rows} can be bags of {size} without a break, which begin with {from}."),
            format!(
                "for a verdict, add a column that names the game of each row, and give it with --by. If the log is one game, \
                 {cut}write the same name into every row."
            ),
        ];
    }
    let place = |&(from, to): &(u64, u64)| match from == to {
        true => from.to_string(),
        false => format!("{from} to {to}"),
    };
    let places: Vec<String> = found.first.iter().map(place).collect();
    let more = if found.breaks > places.len() as u64 { " and more" } else { "" };
    let (from, to, most) = found.longest;
    // Real bags hold for as long as a game.
    let short = if found.rows < 2 * layout.dealt as u64 * (found.breaks + 1) {
        format!(
            " On average a stretch has fewer rows than two bags: either the items don't come from bags of {size}, or games are \
             that short."
        )
    } else {
        String::new()
    };
    [
        format!(
            "bags of {size} break at least {} in {rows}: a new bag begins too soon within lines {}{more}. The longest stretch without a \
             break is lines {from} to {to} ({}).{short}",
            if found.breaks == 1 { "once".to_owned() } else { counted(found.breaks, "time") },
            places.join(", "),
            counted(most, "row")
        ),
        format!(
            "for a verdict, add a column that names the game of each row, and give it with --by: each game then begins with \
             a new bag. If the log has {}, some items don't come from bags of {size}.",
            match found.breaks {
                1 => "no restart".to_owned(),
                breaks => format!("fewer than {}", counted(breaks, "restart")),
            }
        ),
    ]
}

/// The games with a card too often in a bag, and whether bags that begin later in a game explain them.
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
    let such = format!("{} of {}", count(*unexplained.first()?), counted(games, "game"));
    Some(match unexplained.iter().position(|&number| number == 0) {
        Some(rows) => {
            let (first, those) = match rows {
                1 => ("row".to_owned(), "is that row"),
                _ => (counted(rows as u64, "row"), "are those rows"),
            };
            format!(
                "; {such} have such bags, but none has if bags begin after the first {first} of each game: {those} drawn \
                 outside the bags?"
            )
        }
        None => format!("; {such} have such bags, and no later first row explains all games"),
    })
}
