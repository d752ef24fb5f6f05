//! Lines that are no items of an order, though each is different: records of what a person got, such as `user17;control`, counts, such as
//! `434 Song A`, and words whose letters are the cards, such as `LBGHHTB`. Read as one order of lines, nothing that they hold is judged.

use shuffle_deck::words::quoted;
use std::collections::HashSet;

/// Fewer lines may be alike by chance.
const FEWEST: usize = 20;

/// The same of counts: there may be few faces.
const FEWEST_COUNTS: usize = 3;

/// A line that shows what lines hold, and what to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Record {
    pub(crate) line: String,
    pub(crate) cure: Cure,
}

/// The way to the column that was drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Cure {
    /// The cells of a line are parted by a sign that a table may have.
    Column(usize),
    /// The last cell is behind a sign that no table has; true if that sign comes only once.
    Sign(String, bool),
    /// They are words.
    Words,
    /// There are signs around the cell, such as `A` in `('u7','A')`.
    Alone(String),
}

/// A line of records: with an id that is different on each line, and a part that has few values; or with numbers that differ, and a name that
/// comes again.
pub(crate) fn record<'i>(items: &'i [String]) -> Option<Record> {
    const FEW: usize = 12;
    const OTHERS: usize = 3;
    /// Names come more often on average.
    const OFTEN: usize = 4;
    let parts = |item: &'i String| -> Vec<&'i str> {
        item.split(|letter: char| !letter.is_alphanumeric()).filter(|it| !it.is_empty()).collect()
    };
    let all: Vec<_> = items.iter().map(|item| (item, parts(item))).collect();
    // A title, a header and a foot may have other numbers of parts.
    let mut widths: Vec<usize> = all.iter().map(|(_, parts)| parts.len()).collect();
    widths.sort_unstable();
    let width = widths.chunk_by(|one, next| one == next).max_by_key(|alike| alike.len())?[0];
    let (lines, rows): (Vec<&String>, Vec<Vec<&str>>) =
        all.into_iter().filter(|(_, parts)| parts.len() == width).unzip();
    if width < 2 || lines.len() < FEWEST || items.len() > lines.len() + OTHERS {
        return None;
    }
    let has_few = |times: &[usize]| {
        (2..=FEW.min(rows.len() / 8)).contains(&times.len()) && times.iter().all(|it| *it > 1)
    };
    let values = |column: usize| times(rows.iter().map(|row| row[column]).collect());
    let is_id = |column: usize| {
        let has_digit = |row: &&Vec<&str>| row[column].contains(|it: char| it.is_ascii_digit());
        let with_digits = rows.iter().filter(has_digit).count();
        values(column).len() == rows.len() && 10 * with_digits >= 9 * rows.len()
    };
    // The numbers of a line, as of a date or a time, tell it from others together, and the name on it comes again.
    let has_few_names = || {
        let letters =
            |column: &usize| rows.iter().all(|row| row[*column].chars().all(char::is_alphabetic));
        let mut named = (0..width).filter(letters).map(values);
        let numbers = |row: &Vec<&'i str>| -> Vec<&'i str> {
            let is_number = |word: &&'i str| word.bytes().any(|it| it.is_ascii_digit());
            row.iter().copied().filter(is_number).collect()
        };
        let different = rows.iter().map(numbers).collect::<HashSet<_>>().len();
        let are_few = |it: &Vec<usize>| {
            (2..=rows.len() / OFTEN).contains(&it.len()) && it.iter().all(|times| *times > 1)
        };
        10 * different >= 9 * rows.len() && named.any(|it| are_few(&it))
    };
    let is_record = (0..width).any(is_id) && (0..width).any(|column| has_few(&values(column)));
    if !is_record && !has_few_names() {
        return None;
    }
    let line = *lines.last()?;
    let column_of = |sign: char| {
        let cells: Vec<Vec<&str>> =
            lines.iter().map(|item| item.split(sign).map(str::trim).collect()).collect();
        let width = cells[0].len();
        let are_even = width > 1 && cells.iter().all(|row| row.len() == width);
        let drawn =
            |&column: &usize| has_few(&times(cells.iter().map(|row| row[column]).collect()));
        let column = if are_even { (0..width).rev().find(drawn) } else { None }?;
        Some((column, cells[cells.len() - 1][column]))
    };
    let is_bare = |cell: &str| cell.chars().all(char::is_alphanumeric);
    let drawn = (0..width).rev().find(|&column| has_few(&values(column)));
    let drawn = drawn.map_or("", |column| parts(line)[column]);
    let cure = match [';', '|', '\t', ','].into_iter().find_map(column_of) {
        Some((column, cell)) if is_bare(cell) => Cure::Column(column + 1),
        None if line.contains(' ') => Cure::Words,
        None if !drawn.is_empty() && line.ends_with(drawn) => {
            let lead = &line[..line.len() - drawn.len()];
            let sign = &lead[lead.trim_end_matches(|it: char| !it.is_alphanumeric()).len()..];
            Cure::Sign(sign.to_owned(), line.matches(sign).count() == 1)
        }
        _ => Cure::Alone(drawn.to_owned()),
    };
    Some(Record { line: line.trim().to_owned(), cure })
}

/// A line of a name and its count, where no two names are equal, and the counts are no places.
pub(crate) fn count_of_name<'i>(items: &'i [String]) -> Option<String> {
    let is_number = |word: &str| !word.is_empty() && word.bytes().all(|it| it.is_ascii_digit());
    let first = |item: &'i str| item.split_once(' ');
    let last = |item: &'i str| item.rsplit_once(' ').map(|(name, count)| (count, name));
    let is_name = |name: &&str| {
        name.contains(char::is_alphabetic) && !name.contains(|it: char| it.is_ascii_digit())
    };
    let counted = |parts: &dyn Fn(&'i str) -> Option<(&'i str, &'i str)>| {
        let lines = items.iter().map(|item| item.trim());
        let lines = lines.filter_map(|line| Some((line, parts(line)?)));
        let found: Vec<_> = lines.filter(|(_, (count, _))| is_number(count)).collect();
        let names: HashSet<&str> = found.iter().map(|(_, (_, name))| name.trim()).collect();
        let mut numbers: Vec<u64> =
            found.iter().filter_map(|(_, (count, _))| count.parse().ok()).collect();
        numbers.sort_unstable();
        let are_places = numbers.first().is_some_and(|first| *first < 2)
            && numbers.windows(2).all(|two| two[0] + 1 == two[1]);
        let are_counts = found.len() >= FEWEST_COUNTS
            && items.len() <= found.len() + 2
            && names.len() == found.len()
            && names.iter().all(is_name)
            && !are_places;
        are_counts.then(|| quoted(found[0].0))
    };
    counted(&first).or_else(|| counted(&last))
}

/// A word whose letters may be cards, and their number, if the lines are words of one length.
pub(crate) fn word_of_cards(items: &[String]) -> Option<(String, usize)> {
    const SHORTEST: usize = 3;
    let length = items.first()?.chars().count();
    let is_word =
        |item: &String| item.chars().count() == length && item.chars().all(char::is_alphabetic);
    let different = items.iter().collect::<HashSet<_>>().len();
    // Names come again.
    let are_hands = items.len() >= FEWEST && 10 * different >= 9 * items.len();
    let are_words = are_hands && length >= SHORTEST && items.iter().all(is_word);
    are_words.then(|| (quoted(&items[0]), length))
}

/// How often each of these comes.
fn times(mut values: Vec<&str>) -> Vec<usize> {
    values.sort_unstable();
    values.chunk_by(|one, next| one == next).map(<[_]>::len).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(line: impl Fn(usize) -> String) -> Vec<String> {
        (0..40).map(line).collect()
    }

    /// Ids without order, and what each of them got.
    fn id(at: usize) -> usize {
        1_000 + at * 7_919 % 9_001
    }

    #[test]
    fn records_are_told_from_items() {
        let arm = |at: usize| ["control", "new"][at * at % 7 % 2];
        let cure = |line: &dyn Fn(usize) -> String| record(&lines(line)).map(|it| it.cure);
        assert_eq!(cure(&|at| format!("user{};{}", id(at), arm(at))), Some(Cure::Column(2)));
        assert_eq!(cure(&|at| format!("{}|2024-01-02|{}", at, arm(at))), Some(Cure::Column(3)));
        let sign = |sign: &str, is_only| Some(Cure::Sign(sign.to_owned(), is_only));
        for between in ["=", "->", "^", "~"] {
            let cured = cure(&|at| format!("user{}{between}{}", id(at), arm(at)));
            assert_eq!(cured, sign(between, true));
        }
        assert_eq!(cure(&|at| format!("/a?u={}&arm={}", id(at), arm(at))), sign("=", false));
        assert_eq!(cure(&|at| format!("0{}:00={}", id(at), arm(at))), sign("=", true));
        let alone = Some(Cure::Alone("control".to_owned()));
        assert_eq!(cure(&|at| format!("('u{}','{}')", id(at), arm(at))), alone);
        assert_eq!(cure(&|at| format!("({},{}),", id(at), arm(at))), alone);
        assert_eq!(cure(&|at| format!("Player{} won by {}", id(at), arm(at))), Some(Cure::Words));
        let name = |at: usize| ["Ann", "Bob", "Cid", "Dan", "Eve"][at * at % 5];
        let day = |at: usize| format!("2024-{:02}-{:02}", at / 20 + 1, at % 20 + 1);
        assert_eq!(cure(&|at| format!("{} - {}", name(at), day(at))), Some(Cure::Words));
        assert_eq!(cure(&|at| format!("{} won round {at}", name(at))), Some(Cure::Words));
        for line in [
            |at: usize| format!("Runner {}", id(at)),
            |at| format!("Track {} of {}", at, id(at)),
            |at| format!("{} of {}", at % 13, ["Hearts", "Spades", "Clubs"][at / 13 % 3]),
            |at| format!("Song {}{}", ["a", "b"][at % 2], "!".repeat(at)),
        ] {
            assert_eq!(cure(&line), None, "{}", line(3));
        }
    }

    #[test]
    fn counts_of_names_are_told_from_numbered_names() {
        let letter = |at: usize| char::from(b'A' + at as u8 % 26);
        let of = |line: &dyn Fn(usize) -> String| {
            count_of_name(&(0..20).map(line).collect::<Vec<_>>()).is_some()
        };
        assert!(of(&|at| format!("   {} Song {}", id(at), letter(at))));
        assert!(of(&|at| format!("Song {}    {}", letter(at), id(at))));
        assert!(!of(&|at| format!("Song {}", id(at))), "a number is all that differs");
        assert!(!of(&|at| format!("{} Song {}", at + 1, letter(at))), "places");
        assert!(!of(&|at| format!("Symphony {letter} {at}", letter = at % 3)), "opus numbers");
    }

    #[test]
    fn words_of_one_length_may_be_hands() {
        let letter = |at: usize| char::from(b'A' + at as u8 % 26);
        let word = |at: usize| [at, at * 3, at * at, 5].map(letter).iter().collect::<String>();
        assert_eq!(word_of_cards(&lines(word)), Some(("\"AAAF\"".to_owned(), 4)));
        assert_eq!(word_of_cards(&lines(|at| word(at) + if at > 30 { "X" } else { "" })), None);
        assert_eq!(word_of_cards(&lines(|at| format!("A{}", id(at)))), None);
    }
}
