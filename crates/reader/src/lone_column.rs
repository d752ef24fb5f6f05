//! An input that is one column: the items of one order, one on each line.

use crate::{
    asked::{Asked, rows, text_of, whole_lines, words_of},
    card_count::check_start,
    cells,
    columns::ColumnChoice,
    guess_error::GuessError,
    item_faults::{
        are_timed, commas_between, named_twice, not_items, of_few_letters, records,
        results_of_names,
    },
    layout::Format,
    names::NameTable,
    two_parts::sign_between,
    whole_order::{Guess, order_of},
};
use std::collections::{BTreeSet, HashSet};

/// The order that a column holds, one item a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LoneColumn {
    /// Its cards and their base.
    pub guess: Guess,
    /// True if its items are names, or numbers with gaps, and not numbered from 0 or 1.
    pub is_named: bool,
}

/// The order that an input holds if it is one column of items, each of them different; `None` if it is none. Draws, of which five
/// of 52 are usually different too, are [asked for](Asked::is_deal) as such.
///
/// ```
/// use shuffle_reader::{Asked, ColumnChoice, Format, Guess, LoneColumn, lone_column};
/// let asked = Asked::of(Format::Text, &ColumnChoice::All);
/// let numbers = LoneColumn { guess: Guess { cards: 3, base: 1 }, is_named: false };
/// assert_eq!(lone_column(b"3\n1\n2\n", &asked), Ok(Some(numbers)));
/// let names = LoneColumn { guess: Guess { cards: 2, base: 0 }, is_named: true };
/// assert_eq!(lone_column(b"wolf\ngoat\n", &asked), Ok(Some(names)));
/// assert_eq!(lone_column(b"0 1\n1 0\n", &asked), Ok(None));
/// ```
///
/// # Errors
///
/// [`GuessError::Repeated`] if an item comes twice, [`GuessError::OtherLabels`] if there are labels of another number,
/// [`GuessError::Foot`] if the last line is no item, [`GuessError::Log`] if the lines are from a log, [`GuessError::Letters`] if each item may be many draws.
pub fn lone_column(input: &[u8], asked: &Asked<'_>) -> Result<Option<LoneColumn>, GuessError> {
    check_start(input, asked)?;
    let items = lone_items(input, asked);
    let is_plain = asked.format == Format::Text && *asked.columns == ColumnChoice::All;
    if items.is_empty() && is_plain && asked.labels.is_none() {
        let lines = whole_lines(&text_of(input, true, asked.format), asked);
        if are_timed(&lines)
            && let Some(last) = lines.last()
        {
            return Err(GuessError::Log { line: words_of(last, asked) });
        }
        if lines.iter().all(|line| line.contains(char::is_alphabetic)) {
            records(&lines, asked)?;
            results_of_names(&lines, true)?;
        }
    }
    if items.len() < 2 || asked.is_deal {
        return Ok(None);
    }
    commas_between(sign_between(items.iter().map(String::as_str)))?;
    if let Some(guess) = order_of(&items, asked.base).filter(|_| asked.labels.is_none()) {
        return Ok(Some(LoneColumn { guess, is_named: false }));
    }
    not_items(&items, asked)?;
    named_twice(&items, asked, &|| text_of(input, true, asked.format))?;
    of_few_letters(&items, asked)?;
    let lines = items.len();
    match asked.labels.map(NameTable::cards) {
        Some(labels) if labels != lines => Err(GuessError::OtherLabels { lines, labels }),
        labels => {
            let guess = Guess { cards: lines, base: 0 };
            Ok(Some(LoneColumn { guess, is_named: labels.is_none() }))
        }
    }
}

/// The items of an input that is one column: the cells of its lines, one each. None if it is not a column.
///
/// The lines of text are items as a whole if they look like names of several words.
pub fn lone_items(input: &[u8], asked: &Asked<'_>) -> Vec<String> {
    if !asked.format.is_table() {
        return Vec::new();
    }
    let text = text_of(input, true, asked.format);
    let (_, lines) = rows(&text, asked, usize::MAX);
    // Letters that are all labels are an order, too.
    let is_glued = |cell: &String| {
        let glued = asked.labels.and_then(|names| Some((names.glued(cell)?, names)));
        glued.is_some_and(|(cards, names)| cards.len() == names.cards())
    };
    let is_several =
        |cell: &String| cells::several(cell, true, |part| asked.is_card(part)).is_some();
    let holds_several =
        |cells: &Vec<String>| cells.iter().any(|cell| is_several(cell) || is_glued(cell));
    if !lines.is_empty() && lines.iter().all(holds_several) {
        return Vec::new();
    }
    if lines.iter().all(|cells| cells.len() == 1) {
        return lines.into_iter().flatten().collect();
    }
    let is_plain = asked.format == Format::Text && *asked.columns == ColumnChoice::All;
    if is_plain && are_names(&lines, asked) { whole_lines(&text, asked) } else { Vec::new() }
}

/// The lines of a text, each as one item whatever is in it; none if each is an order or a hand of the same words.
pub fn line_items(input: &[u8], asked: &Asked<'_>) -> Vec<String> {
    let text = text_of(input, true, asked.format);
    let (_, lines) = rows(&text, asked, usize::MAX);
    let sorted = |line: &Vec<String>| line.iter().cloned().collect::<BTreeSet<_>>();
    let are_orders = lines.len() > 1
        && lines.iter().all(|line| line.len() >= LONG && sorted(line) == sorted(&lines[0]));
    if are_orders || are_draws(&lines) { Vec::new() } else { whole_lines(&text, asked) }
}

/// A line of this many words may be a deck.
const LONG: usize = 4;

/// True of long lines whose words come again and again.
fn are_draws(lines: &[Vec<String>]) -> bool {
    /// Titles repeat their words less often.
    const OFTEN: usize = 4;
    let words: HashSet<&String> = lines.iter().flatten().collect();
    // Lines of titles and logs share words, as "Song 8 - Band 1" do.
    let is_shared = |word: &&String| {
        !word.contains(|letter: char| letter.is_ascii_digit())
            && lines.iter().all(|cells| cells.contains(word))
    };
    lines.iter().all(|cells| cells.len() >= LONG)
        && lines.iter().map(Vec::len).sum::<usize>() > OFTEN * words.len()
        && !words.iter().any(is_shared)
}

/// True if lines of several words are names, such as titles of songs, and not decks: no line is made of cards, and each adds a new
/// word on average and they differ in length or share the first word; or they have two or three words, and no two the same ones. Long lines
/// of words that come again and again are draws, and those that begin with `[1]` are print() of R.
fn are_names(lines: &[Vec<String>], asked: &Asked<'_>) -> bool {
    let cards = NameTable::standard_52();
    let is_card = |cell: &String| cell.parse::<u64>().is_ok() || cards.knows(cell);
    let of_cards = |cells: &Vec<String>| cells.iter().all(is_card);
    let words: HashSet<&String> = lines.iter().flatten().collect();
    let length = lines.first().map_or(0, Vec::len);
    let vary = lines.iter().any(|cells| cells.len() != length);
    let first = lines.first().and_then(|cells| cells.first());
    let same_first = lines.iter().all(|cells| cells.first() == first);
    let all_differ = || {
        let mut sets: Vec<Vec<&String>> =
            lines.iter().map(|cells| cells.iter().collect()).collect();
        sets.iter_mut().for_each(|words| words.sort_unstable());
        sets.sort_unstable();
        sets.windows(2).all(|pair| pair[0] != pair[1])
    };
    // The bracket before the number was taken off.
    let place = |cells: &Vec<String>| cells.first()?.strip_suffix(']')?.parse::<u64>().ok();
    let is_prompt = |cells: &Vec<String>| cells.first().is_some_and(|cell| cell == ">");
    let are_of_r = lines.iter().all(|cells| place(cells).is_some() || is_prompt(cells));
    let are_short = || (2..=3).contains(&length) && all_differ();
    let whole =
        |cells: &Vec<String>| asked.labels.is_some_and(|it| it.card(&cells.join(" ")).is_some());
    lines.iter().all(whole)
        || (asked.labels.is_none()
            && !(are_draws(lines) || are_of_r || lines.iter().any(of_cards))
            && (are_short() || (words.len() >= lines.len() && (vary || same_first))))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{card_count::guess, columns::ColumnChoice};

    /// The hints for a column that is not one order, and for lines that begin with a place.
    #[test]
    fn orders_one_card_a_line_are_told_from_draws() {
        let names = NameTable::new(["a", "b", "c"].map(String::from).to_vec()).unwrap();
        let columns = ColumnChoice::All;
        let asked = Asked { labels: Some(&names), ..Asked::of(Format::Text, &columns) };
        let numbered = |letters: &str| -> String {
            letters.chars().zip(0..).map(|(name, at)| format!("{}. {name}\n", at % 3 + 1)).collect()
        };
        let told = |text: &str| guess(text.as_bytes(), true, &asked).unwrap_err().to_string();
        let orders = told(&numbered("abcbcacabacbbac"));
        assert!(
            orders.ends_with(": if every 3 lines are one order, use --cards 3 --columns 2"),
            "{orders}"
        );
        let draws = told(&numbered("abcbcaccbacbbac"));
        assert!(draws.ends_with(": for hands use --deal 1 --columns 2"), "{draws}");
        let lines =
            |letters: &str| letters.chars().map(|name| format!("{name}\n")).collect::<String>();
        let told = |text: String| lone_column(text.as_bytes(), &asked).unwrap_err().to_string();
        let orders = told(lines("abcbcacabacbbac"));
        assert!(
            orders.ends_with(
                "so the column is not one order: every 3 lines hold each item once; if each group is one order, from its first line on, use --cards 3 \
                 (if the places are in another column, name it with --rank-by, and the column that names the group with --per); if each line is a separate draw, use --deal 1 --replacement; if it is a trial's list of blocks, --block 3 --pack a=1,b=1,c=1"
            ),
            "{orders}"
        );
        // Nine draws of three look so by chance once in 91 times.
        let draws = told(lines("abcbcacab"));
        assert!(
            draws.contains("use --deal 1 --replacement; if some items are equal, --pack"),
            "{draws}"
        );
    }

    /// What lines and cells are that look like the items of one order.
    #[test]
    fn numbered_lines_and_cells_of_orders_are_told_from_items() {
        let told = |format, columns: &ColumnChoice, input: &str| {
            let asked = Asked::of(format, columns);
            match lone_column(input.as_bytes(), &asked) {
                Ok(column) => format!("{:?}", column.map(|it| it.guess.cards)),
                Err(error) => error.to_string(),
            }
        };
        let text = |input: &str| told(Format::Text, &ColumnChoice::All, input);
        let csv = |input: &str| told(Format::Csv, &"2".parse().unwrap(), input);
        let call = |row: usize, at: usize| format!("B{}", 1 + (row + at) % 9);
        let calls = (0..8).map(|row| (0..5 + row % 2).map(|at| call(row, at)).collect::<Vec<_>>());
        let calls = calls.map(|calls| calls.join(" ") + "\n").collect::<String>();
        insta::assert_snapshot!([
            text("1 Lea\n2 Otto\n3 Ida\n"),
            text("no\tname\n1.\tLea\n2.\tOtto\n3.\tIda\n"),
            text("1\tLea\t\\N\n2\tOtto\t\\N\n3\tIda\t\\N\n"),
            text("09:58 Lea May\n10:05 Otto\n10:06 Ida\n"),
            text("30.3.26 Lea\n31.3.26 Otto\n1.4.26 Ida\n"),
            text("Game 1: Lea Ida Bo\nGame 2: Bo Lea Ida\nGame 3: Bo Ida Lea\n"),
            text("2 Lea\n1 Otto\n3 Ida\n"),
            text("[1] 5 3 2 4\n[5] 1\n"),
            text(&calls),
            csv("n,order\n1,\"Red, Dark red\"\n2,\"Dark red, Red\"\n"),
            csv("n,order\n1,CAB\n2,BCA\n"),
            csv("n,order\n1,a|b\n2,b\n3,b|a|c\n4,c|b\n5,a|c\n"),
            csv("n,name\n1,\"Lee, Ann\"\n2,\"Doe, Ann\"\n3,\"Lee, Bob\"\n"),
            csv("a,b\nq,q\n\"{\"\"ImportId\"\":\"\"x\"\"}\",y\n"),
        ].join("\n"), @r##"
        each line begins with its number or time, such as "3 Ida": name the word that holds the item, as --columns 2
        each line begins with its number or time, such as "3.\tIda": name the word that holds the item, as --columns 2 --header
        each line begins with its number or time, such as "3\tIda\t\\N": name the column of the items, as --format csv --columns 2 --no-header
        each line begins with its number or time, such as "10:06 Ida": remove the numbers
        each line begins with its number or time, such as "1.4.26 Ida": name the word that holds the item, as --columns 2
        each line begins with its number or time, such as "Game 1: Lea Ida Bo": remove all up to the colon
        Some(3)
        None
        None
        each cell, such as "Red, Dark red", holds an order of the same 2 items: use --labels "Dark red,Red"
        each cell, such as "CAB", holds an order of the same 3 items: use --labels "A,B,C"
        each cell, such as "a|b", holds several of the same 3 items: use --varying if they stand in an order, or --labels sorted if each cell is one item
        Some(3)
        lines 2 and 3 are headers, too, as Qualtrics writes them: delete them
        "##);
    }
}
