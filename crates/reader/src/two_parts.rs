//! Cells and lines of two parts: a name behind a number or a title, as in `Game 1: Anna, Bob`, and a name with its result, as in
//! `Anna -> red`. Read as one part, the first name of each line is lost, or the list of names is taken for the order.

use shuffle_deck::words::quoted;

/// Fewer lines may be alike by chance.
const FEWEST: usize = 3;

/// Later lines are not looked at.
const MOST: usize = 100;

/// The first cell of most of these rows, in words with its two parts, if it ends in a name, but begins otherwise: in a name of the other
/// cells, or in one that comes again behind the next number.
///
/// ```
/// use shuffle_reader::behind_a_lead;
/// let rows = [["1. Ida", "Bo"], ["2. Bo", "Ida"], ["3. Ida", "Bo"]].map(|row| row.map(String::from).to_vec());
/// assert_eq!(behind_a_lead(&rows).unwrap(), "\"1. Ida\" (as \"1.,Ida\")");
/// ```
#[must_use]
pub fn behind_a_lead(rows: &[Vec<String>]) -> Option<String> {
    let rows: Vec<&Vec<String>> = rows.iter().take(MOST).filter(|row| row.len() > 1).collect();
    let is_name = |it: &str| rows.iter().any(|row| row[1..].iter().any(|cell| cell.trim() == it));
    let cells: Vec<&str> = rows.iter().map(|row| row[0].trim()).filter(|it| !is_name(it)).collect();
    let alike: Vec<_> = cells.iter().filter_map(|cell| behind_a_number(cell)).collect();
    let is_first = |at: usize| alike[..at].iter().all(|other| other.1 != alike[at].1);
    let different = (0..alike.len()).filter(|&at| is_first(at)).count();
    let come_again = 2 * different <= alike.len();
    let found: Vec<_> = cells
        .into_iter()
        .filter_map(|cell| {
            let known = parts(cell).find(|(_, name)| is_name(name));
            Some((cell, known.or_else(|| behind_a_number(cell).filter(|_| come_again))?))
        })
        .collect();
    let enough = found.len() >= FEWEST && 5 * found.len() >= 4 * rows.len();
    let (cell, (lead, name)) = found.first().filter(|_| enough)?;
    Some(format!("{} (as {})", quoted(cell), quoted(&format!("{lead},{name}"))))
}

/// The ways to part a cell at a blank.
fn parts(cell: &str) -> impl Iterator<Item = (&str, &str)> {
    cell.match_indices(' ').map(|(at, _)| (cell[..at].trim_end(), cell[at..].trim_start()))
}

/// The parts of a cell that begins as `1.`, `Game 12:` and `#3)` do.
fn behind_a_number(cell: &str) -> Option<(&str, &str)> {
    let is_number = |lead: &str| {
        let number = lead.strip_suffix(['.', ':', ')']);
        number.is_some_and(|it| it.ends_with(|last: char| last.is_ascii_digit()))
    };
    parts(cell).find(|(lead, _)| is_number(lead))
}

/// The same of the first lines of a text, whichever sign stands between its cells.
pub(crate) fn line_behind_a_lead(input: &[u8]) -> Option<String> {
    const START: usize = 1 << 14;
    let text = String::from_utf8_lossy(&input[..input.len().min(START)]);
    [',', ';', '|', '\t'].into_iter().find_map(|sign| {
        let cells = |line: &str| {
            line.split(sign).map(|cell| cell.trim_matches(['"', ' ']).to_owned()).collect()
        };
        behind_a_lead(&text.lines().map(cells).collect::<Vec<_>>())
    })
}

/// The first of these items with its second part, if each holds a name and what came to it, and the sign between both in words; none if
/// it is a tab, which parts the cells of a table.
pub(crate) fn named_results(items: &[String]) -> Option<(&String, &str, Option<&'static str>)> {
    let signs = [
        (" -> ", Some("\"->\"")),
        (" => ", Some("\"=>\"")),
        (" \u{2192} ", Some("\"\u{2192}\"")),
        ("\t", None),
        (": ", Some("the colon")),
    ];
    let is_between = |sign: &str, item: &String| {
        item.split_once(sign).is_some_and(|(name, result)| {
            !name.trim().is_empty() && !result.trim().is_empty() && !result.contains(sign)
        })
    };
    let (sign, said) = signs
        .into_iter()
        .find(|(sign, _)| items.len() >= FEWEST && items.iter().all(|it| is_between(sign, it)))?;
    Some((&items[0], items[0].split_once(sign)?.1, said))
}
