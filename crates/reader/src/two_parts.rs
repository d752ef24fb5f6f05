//! Cells and lines of several parts: a name behind a number or a title, as in `Game 1: Anna, Bob`, a name with its result, as in
//! `Anna -> red`, names between signs, as in `Anna > Bob > Cid`, cards with nothing between them, as in `r1b7g2`, and cards of two numbers, as
//! `3-6`. Read otherwise, the first name of each line is lost, the list of names is taken for the order, a line for one card, or a card for two.

use crate::cells::words;
use shuffle_deck::words::quoted;
use std::{borrow::Cow, collections::BTreeSet};

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
    // A number is no name, though a column of places may hold it.
    let is_name = |it: &str| {
        it.parse::<u64>().is_err()
            && rows.iter().any(|row| row[1..].iter().any(|cell| cell.trim() == it))
    };
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
    let text = start_of(input);
    [',', ';', '|', '\t'].into_iter().find_map(|sign| {
        let cells = |line: &str| {
            line.split(sign).map(|cell| cell.trim_matches(['"', ' ']).to_owned()).collect()
        };
        behind_a_lead(&text.lines().map(cells).collect::<Vec<_>>())
    })
}

/// A sign between a name and its result, and that sign in words; none for a tab, which parts the cells of a table.
type Between = (&'static str, Option<&'static str>);

const ARROWS: [Between; 3] =
    [(" -> ", Some("\"->\"")), (" => ", Some("\"=>\"")), (" \u{2192} ", Some("\"\u{2192}\""))];
const OTHER_SIGNS: [Between; 2] = [("\t", None), (": ", Some("the colon"))];

/// The first of these items with its second part, if each holds a name and what came to it, and the sign between both in words. A tab or a colon
/// may also stand between a game and its order, and `are_arrows` leaves them out.
pub(crate) fn named_results(
    items: &[String],
    are_arrows: bool,
) -> Option<(&String, &str, Option<&'static str>)> {
    let others = OTHER_SIGNS.into_iter().filter(|_| !are_arrows);
    let mut signs = ARROWS.into_iter().chain(others);
    let is_between = |sign: &str, item: &String| {
        item.split_once(sign).is_some_and(|(name, result)| {
            !name.trim().is_empty() && !result.trim().is_empty() && !result.contains(sign)
        })
    };
    let (sign, said) = signs
        .find(|(sign, _)| items.len() >= FEWEST && items.iter().all(|it| is_between(sign, it)))?;
    Some((&items[0], items[0].split_once(sign)?.1, said))
}

/// The sign between the names of each of the first of these lines, instead of a comma, and the second line with commas.
pub(crate) fn sign_between<'a>(
    lines: impl Iterator<Item = &'a str>,
) -> Option<(&'static str, String)> {
    let signs = [("->", 3), ("=>", 3), ("\u{2192}", 3), (">", 3), (" vs. ", 2), (" vs ", 2)];
    let lines: Vec<&str> = lines.take(MOST).collect();
    let is_between = |sign: &str, fewest: usize, line: &str| {
        let parts = line.split(sign).map(str::trim);
        let is_name = |part: &str| {
            part.starts_with(|it: char| it.is_alphanumeric() || it == '(') && !part.contains('<')
        };
        !line.contains([',', ';', '\t'])
            && parts.clone().count() >= fewest
            && parts.clone().all(is_name)
    };
    let mut found = signs.into_iter().filter(|_| lines.len() >= FEWEST);
    // The first line may be a title.
    let are_between = |sign, fewest| lines.iter().skip(1).all(|it| is_between(sign, fewest, it));
    let (sign, _) = found.find(|&(sign, fewest)| are_between(sign, fewest))?;
    let parts: Vec<&str> = lines[1].split(sign).map(str::trim).collect();
    Some((sign.trim(), quoted(&parts.join(","))))
}

/// The same of the first lines of a text.
pub(crate) fn sign_between_names(input: &[u8]) -> Option<(&'static str, String)> {
    sign_between(lines_of(&start_of(input)))
}

/// The first word of the first lines, if all their words are two small numbers, as dominoes are, and the sign between them.
pub(crate) fn two_numbers(input: &[u8]) -> Option<(String, char)> {
    const MOST: u32 = 18;
    let text = start_of(input);
    let lines: Vec<&str> = lines_of(&text).collect();
    let first = words(lines.first()?, true).next()?;
    let sign = first.chars().find(|letter| !letter.is_ascii_digit())?;
    let is_number = |text: &str| text.parse::<u32>().is_ok_and(|number| number <= MOST);
    let is_pair = |word: &str| {
        word.split_once(sign).is_some_and(|(one, other)| is_number(one) && is_number(other))
    };
    let are_pairs = |line: &&str| words(line, true).count() > 1 && words(line, true).all(is_pair);
    let has_many = "-|/:".contains(sign) && lines.len() >= FEWEST;
    (has_many && lines.iter().all(are_pairs)).then(|| (quoted(first), sign))
}

/// The size of the bags of letters whose pieces the items list, each item from the beginning of a bag on.
pub(crate) fn bag_of_letters(items: &[String]) -> Option<usize> {
    let letters = |text: &[char]| text.iter().collect::<BTreeSet<_>>().len();
    let size = letters(&items.concat().chars().collect::<Vec<_>>());
    let mut bags = 0;
    let is_of_bags = items.iter().all(|item| {
        let item: Vec<char> = item.chars().collect();
        bags += item.len() / size;
        item.chunks(size).all(|bag| letters(bag) == bag.len())
    });
    (is_of_bags && size > 2 && bags >= FEWEST).then_some(size)
}

/// The sign between the cards of each of these items, as in `7_16_17`, the number of cards of an item, and the first item with blanks between
/// them. Cards have no places of their own, as the parts of numbers of items and of dates do.
pub(crate) fn parted_cards(items: &[String]) -> Option<(char, usize, String)> {
    const FEWEST_CARDS: usize = 3;
    let is_sign = |it: &char| !it.is_alphanumeric() && !it.is_whitespace();
    let sign = items.first()?.chars().find(is_sign)?;
    let parts = |item: &String| -> Vec<String> { item.split(sign).map(str::to_owned).collect() };
    let rows: Vec<Vec<String>> = items.iter().map(parts).collect();
    let cards = rows[0].len();
    let is_card = |part: &String| !part.is_empty() && part.chars().all(char::is_alphanumeric);
    let are_cards = |row: &Vec<String>| row.len() == cards && row.iter().all(is_card);
    let are_many = items.len() >= FEWEST && cards >= FEWEST_CARDS;
    (are_many && rows.iter().all(are_cards) && places_that_move(&rows).is_some())
        .then(|| (sign, cards, few_of(&rows[0])))
}

/// The number of different cards of these rows, if they come often, and most of them at several places.
fn places_that_move(rows: &[Vec<String>]) -> Option<usize> {
    const OFTEN: usize = 3;
    let mut all: Vec<(&String, usize)> = rows.iter().flat_map(|row| row.iter().zip(0..)).collect();
    all.sort_unstable();
    let cards: Vec<_> = all.chunk_by(|one, next| one.0 == next.0).collect();
    let moving = cards.iter().filter(|it| it[0].1 != it[it.len() - 1].1).count();
    (all.len() >= OFTEN * cards.len() && 4 * moving >= 3 * cards.len()).then_some(cards.len())
}

/// The first of these cards, with blanks between them.
fn few_of(cards: &[String]) -> String {
    const SHOWN: usize = 5;
    let more = if cards.len() > SHOWN { " ..." } else { "" };
    quoted(&(cards[..cards.len().min(SHOWN)].join(" ") + more))
}

/// The length of the codes that each of these items consists of, as `r1b7g2`, and the first item with blanks between them. In an item all
/// codes differ, which by chance they would not, and they have no places of their own, as the parts of numbered names do.
pub(crate) fn codes(items: &[String]) -> Option<(usize, String)> {
    const BY_CHANCE: f64 = 1e-3;
    const WIDTHS: [usize; 2] = [2, 3];
    let letters: Vec<Vec<char>> = items.iter().map(|item| item.chars().collect()).collect();
    let parts = |item: &[char], width: usize| -> Vec<String> {
        item.chunks(width).map(|code| code.iter().collect()).collect()
    };
    let are_codes = |width: &usize| {
        let rows: Vec<Vec<String>> = letters.iter().map(|item| parts(item, *width)).collect();
        let are_different =
            |row: &Vec<String>| row.iter().collect::<BTreeSet<_>>().len() == row.len();
        let is_whole = |item: &Vec<char>| {
            item.len().is_multiple_of(*width)
                && item.len() > *width
                && item.iter().all(|letter| letter.is_alphanumeric())
        };
        if !letters.iter().all(is_whole) || !rows.iter().all(are_different) {
            return false;
        }
        let Some(codes) = places_that_move(&rows) else { return false };
        let one = |at: usize| 1.0 - at as f64 / codes as f64;
        let all_differ = |row: &Vec<String>| (0..row.len()).map(one).product::<f64>();
        rows.iter().map(all_differ).product::<f64>() < BY_CHANCE
    };
    let width = WIDTHS.into_iter().find(are_codes)?;
    Some((width, few_of(&parts(&letters[0], width))))
}

/// The start of a text.
fn start_of(input: &[u8]) -> Cow<'_, str> {
    const START: usize = 1 << 14;
    String::from_utf8_lossy(&input[..input.len().min(START)])
}

/// At most this many lines that hold something; what follows the last line break may be cut, and is left out.
fn lines_of(text: &str) -> impl Iterator<Item = &str> {
    let whole = text.rsplit_once('\n').map_or(text, |(whole, _)| whole);
    whole.lines().map(str::trim).filter(|line| !line.is_empty()).take(MOST)
}
