//! A table with a row for each item: its rows in the order of the keys in one column are one order.

use crate::{
    columns::Header,
    format::Format,
    long_table::{LongRow, LongTable, LongTableError},
    orders_of_lines::OrdersOfLines,
};
use shuffle_deck::words::{plural, quoted, with_thousands};
use std::{cmp::Ordering, fmt};

/// The comparison of keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comparison {
    /// As numbers.
    Numbers,
    /// As dates and times, which are all written alike, the year first: 2020-01-31, 2020-01-31 10:00:00, 10:00.
    Times,
    /// As text, letter by letter.
    Text,
}

impl fmt::Display for Comparison {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Numbers => "as numbers",
            Self::Times => "as times",
            Self::Text => "as text, letter by letter",
        })
    }
}

/// The rows of a table in the order of their keys.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ranked {
    /// The rows, counted from 0; rows with equal keys in the order of the table.
    pub order: Vec<u32>,
    /// The numbers of consecutive rows with equal keys.
    pub ties: Vec<usize>,
    /// The comparison of the keys.
    pub comparison: Comparison,
    /// A key of several rows: the largest such group, or the first of the largest.
    pub tied: Option<String>,
    /// True if the first line was taken for a header.
    pub has_header: bool,
}

impl Ranked {
    /// The order as a line of text, rows counted from 1.
    #[must_use]
    pub fn line(&self) -> String {
        let rows: Vec<String> = self.order.iter().map(|row| (row + 1).to_string()).collect();
        rows.join(" ") + "\n"
    }

    /// The rows that share their key with another.
    #[must_use]
    pub fn rows_tied(&self) -> usize {
        self.ties.iter().filter(|&&rows| rows > 1).sum()
    }
}

/// The reason why the rows of a table have no order by a column.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say it")]
#[non_exhaustive]
pub enum RankError {
    #[error(transparent)]
    Table(#[from] LongTableError),
    #[error(
        "every {cards} rows have each key once, so they are orders of {cards}: {}",
        if *are_equal {
            format!("name the column of the items with --columns, and use --cards {cards} and --labels sorted")
        } else {
            format!(
                "name the column of the order with --per and the column of the items with --columns; without these, if the items always stand \
                 in one order, use --columns {column} --cards {cards} --base 1"
            )
        }
    )]
    Orders { cards: usize, are_equal: bool, column: String },
    #[error(
        "the keys begin again at {first} on {orders} rows, so they are orders of different lengths: name the column of \
         these orders with --per and the column of the items with --columns, and use --varying"
    )]
    OrdersOfLengths { first: String, orders: usize },
    #[error(
        "the rows already stand in the {} of {column}: either nothing was shuffled, or the table was sorted by it. If it was sorted, the items came in \
         this order: name their column with --columns, and not the one of the keys",
        if *is_reversed { "reverse order" } else { "order" }
    )]
    AlreadySorted { column: String, is_reversed: bool },
    #[error("the table has {rows} {}, but an order has two or more", plural("row", *rows as u64))]
    Few { rows: usize },
    #[error("all {rows} rows have the key {key}, so they have no order")]
    AllEqual { rows: usize, key: String },
    #[error("line {line}: {key} is not a number, unlike most keys; a column has keys of one type")]
    Mixed { line: usize, key: String },
    #[error(
        "line {line}: {key} is a number in an unknown format; write all of them as 1234.5, without units and separators of thousands"
    )]
    Number { line: usize, key: String },
    #[error(
        "line {line}: {key} is a time in an unknown format; write all of them as 2020-01-31, 2020-01-31 21:05:00 or 21:05"
    )]
    Time { line: usize, key: String },
}

/// Fewer rows may be in order by chance.
const FEWEST_SORTED: usize = 8;

pub(crate) struct Key {
    pub(crate) line: usize,
    pub(crate) text: String,
}

/// Ranks the rows of a table of text or CSV by a column: by its name, or its number from 1.
///
/// ```
/// use shuffle_reader::{Comparison, Format, Header, ranked};
/// let table = b"day,number\njan 1,305\njan 2,159\njan 3,1251\n";
/// let ranked = ranked(table, "number", Format::Csv, Header::Auto)?;
/// assert_eq!((ranked.order, ranked.comparison), (vec![1, 0, 2], Comparison::Numbers));
/// # Ok::<(), shuffle_reader::RankError>(())
/// ```
///
/// # Errors
///
/// [`RankError`] if there is no such column, or it gives no order.
pub fn ranked(
    input: &[u8],
    column: &str,
    format: Format,
    header: Header,
) -> Result<Ranked, RankError> {
    let LongTable { mut has_header, rows } = LongTable::read(input, &[column], format, header)?;
    let key = |LongRow { line, cells }| Some(Key { line, text: cells.into_iter().next()? });
    let mut keys: Vec<Key> = rows.into_iter().filter_map(key).collect();
    // Keys of numbers or times below a word.
    let is_word = |key: &str| !key.contains(|letter: char| letter.is_ascii_digit());
    if !has_header
        && header == Header::Auto
        && keys.len() > 2
        && is_word(&keys[0].text)
        && !matches!(
            comparable(&keys[1..]),
            Ok((Comparison::Text, _)) | Err(RankError::Mixed { .. })
        )
    {
        keys.remove(0);
        has_header = true;
    }
    let (comparison, sorted) = comparable(&keys)?;
    let rows = keys.len();
    if rows < 2 {
        return Err(RankError::Few { rows });
    }
    let order = in_order(&sorted);
    let groups: Vec<&[u32]> = alike(&order, &sorted).collect();
    let key = |row: u32| quoted(&keys[row as usize].text);
    if let [group] = groups[..] {
        return Err(RankError::AllEqual { rows, key: key(group[0]) });
    }
    let most = groups.iter().map(|group| group.len()).max().filter(|&most| most > 1);
    if most.is_some() {
        one_order(column, &keys, &sorted)?;
    }
    let is_reversed = order.first() > order.last();
    let goes_on =
        |two: &[u32]| if is_reversed { two[0] == two[1] + 1 } else { two[0] + 1 == two[1] };
    if most.is_none() && rows >= FEWEST_SORTED && order.windows(2).all(goes_on) {
        return Err(RankError::AlreadySorted { column: quoted(column), is_reversed });
    }
    let tied = groups.iter().find(|group| Some(group.len()) == most).map(|group| key(group[0]));
    let ties = groups.iter().map(|group| group.len()).collect();
    Ok(Ranked { ties, comparison, tied, has_header, order })
}

/// The rank of each key among all of them, equal for equal keys.
pub(crate) fn ranks(keys: &[Key]) -> Result<Vec<usize>, RankError> {
    let (_, sorted) = comparable(keys)?;
    let mut ranks = vec![0; keys.len()];
    for (rank, alike) in alike(&in_order(&sorted), &sorted).enumerate() {
        alike.iter().for_each(|&key| ranks[key as usize] = rank);
    }
    Ok(ranks)
}

/// The rows in the order of their keys; those with equal keys in the order of the table.
fn in_order(sorted: &[Sorted<'_>]) -> Vec<u32> {
    let mut order: Vec<u32> = (0..sorted.len() as u32).collect();
    order.sort_by(|&one, &other| sorted[one as usize].compare(&sorted[other as usize]));
    order
}

/// The rows with equal keys, key by key.
fn alike<'o>(order: &'o [u32], sorted: &'o [Sorted<'_>]) -> impl Iterator<Item = &'o [u32]> {
    let equal = |a: &u32, b: &u32| sorted[*a as usize].compare(&sorted[*b as usize]).is_eq();
    order.chunk_by(equal)
}

/// An error if the rows hold several orders, one after the other.
fn one_order(column: &str, keys: &[Key], sorted: &[Sorted<'_>]) -> Result<(), RankError> {
    if let Some(OrdersOfLines { cards, are_equal, cut: 0, .. }) =
        OrdersOfLines::of(keys.iter().map(|key| &key.text))
    {
        return Err(RankError::Orders { cards, are_equal, column: column.to_owned() });
    }
    if let Some(orders) = counted_again(sorted) {
        return Err(RankError::OrdersOfLengths { first: quoted(&keys[0].text), orders });
    }
    Ok(())
}

/// The number of times that the keys start again at the first one, if they otherwise count up by one.
fn counted_again(keys: &[Sorted<'_>]) -> Option<usize> {
    const OFTEN: usize = 3;
    let numbers =
        keys.iter().map(|key| if let Sorted::Whole(number) = key { Some(*number) } else { None });
    let numbers: Vec<i128> = numbers.collect::<Option<_>>()?;
    let first = *numbers.first()?;
    let goes_on = |pair: &[i128]| pair[1] == first || pair[1] == pair[0] + 1;
    let starts = numbers.iter().filter(|number| **number == first).count();
    (starts >= OFTEN && numbers.len() >= 2 * starts && numbers.windows(2).all(goes_on))
        .then_some(starts)
}

enum Sorted<'a> {
    Whole(i128),
    Number(f64),
    /// The time, and its fraction of a second.
    Text(&'a str, &'a str),
}

impl Sorted<'_> {
    fn compare(&self, other: &Self) -> Ordering {
        match (self, other) {
            (Self::Whole(one), Self::Whole(other)) => one.cmp(other),
            (Self::Number(one), Self::Number(other)) => one.total_cmp(other),
            (Self::Text(one, fraction), Self::Text(other, others)) => {
                one.cmp(other).then(fraction.cmp(others))
            }
            _ => Ordering::Equal,
        }
    }
}

/// The keys as they are compared, all in one way.
fn comparable(keys: &[Key]) -> Result<(Comparison, Vec<Sorted<'_>>), RankError> {
    let number = |key: &&Key| key.text.parse::<f64>().is_ok_and(f64::is_finite);
    let numbers = keys.iter().filter(number).count();
    let time = |key: &Key| RankError::Time { line: key.line, key: quoted(&key.text) };
    if begin_with_days(keys) {
        return Err(time(&keys[0]));
    }
    if numbers == keys.len() {
        if let Some(at) = with_thousands(&keys.iter().map(|key| &*key.text).collect::<Vec<_>>()) {
            return Err(RankError::Number { line: keys[at].line, key: quoted(&keys[at].text) });
        }
        let whole: Option<Vec<_>> = keys.iter().map(|key| key.text.parse().ok()).collect();
        let sorted = match whole {
            Some(whole) => whole.into_iter().map(Sorted::Whole).collect(),
            // Not a negative zero.
            None => keys
                .iter()
                .map(|key| Sorted::Number(key.text.parse().unwrap_or(0.0) + 0.0))
                .collect(),
        };
        return Ok((Comparison::Numbers, sorted));
    }
    if 2 * numbers > keys.len()
        && let Some(key) = keys.iter().find(|key| !number(key))
    {
        return Err(RankError::Mixed { line: key.line, key: quoted(&key.text) });
    }
    let is_most = |is_so: fn(&str) -> bool| {
        2 * keys.iter().filter(|key| is_so(&key.text)).count() > keys.len()
    };
    // If all keys have their digits at the same places, text sorts as numbers do.
    let layouts = || keys.iter().map(|key| with_nines(&key.text));
    let are_alike = layouts().zip(layouts().skip(1)).all(|(one, next)| one == next)
        && !keys.iter().all(|key| names_a_day(&key.text) && is_of_12_hours(&key.text));
    for (is_so, is_time) in
        [(looks_like_number as fn(&str) -> bool, false), (is_duration, false), (names_a_day, true)]
    {
        if is_time && let Some(numbers) = numbered(keys) {
            return Ok((Comparison::Numbers, numbers.into_iter().map(Sorted::Whole).collect()));
        }
        if !are_alike
            && is_most(is_so)
            && let Some(found) = keys.iter().find(|key| is_so(&key.text) && !number(key))
        {
            return Err(match is_time || names_a_day(&found.text) {
                true => time(found),
                false => RankError::Number { line: found.line, key: quoted(&found.text) },
            });
        }
    }
    if !is_most(looks_like_time) {
        let sorted = keys.iter().map(|key| Sorted::Text(&key.text, "")).collect();
        return Ok((Comparison::Text, sorted));
    }
    let parts: Vec<Option<Time<'_>>> = keys.iter().map(|key| Time::of(&key.text)).collect();
    let first = parts.iter().flatten().next();
    let is_alike = |part: &Option<Time<'_>>| {
        part.as_ref()
            .zip(first)
            .is_some_and(|(part, first)| part.layout == first.layout && part.zone == first.zone)
    };
    if let Some(at) = parts.iter().position(|part| !is_alike(part)) {
        return Err(time(&keys[at]));
    }
    let sorted = parts.into_iter().flatten().map(|part| Sorted::Text(part.time, part.fraction));
    Ok((Comparison::Times, sorted.collect()))
}

/// The numbers of keys that are one word with a number behind it: Slot 1, Slot 2.
fn numbered(keys: &[Key]) -> Option<Vec<i128>> {
    let word = keys.first()?.text.trim_end_matches(|letter: char| letter.is_ascii_digit());
    let number = |key: &Key| {
        let digits = key.text.strip_prefix(word)?;
        digits.bytes().all(|byte| byte.is_ascii_digit()).then(|| digits.parse().ok())?
    };
    let is_word = !word.contains(|letter: char| letter.is_ascii_digit());
    keys.iter().map(number).collect::<Option<_>>().filter(|_| is_word)
}

/// True of a number with a decimal comma, separators of thousands, a sign or a unit: 1,234 or $37 or #1 or 12 km.
fn looks_like_number(key: &str) -> bool {
    let is_sign = |letter: char| !letter.is_alphanumeric();
    let inside = key.trim_matches(is_sign).trim_end_matches(char::is_alphabetic);
    let inside = inside.trim_end_matches(is_sign);
    let groups: Vec<&str> = inside.split([',', '.', ' ', '\'', '\u{a0}', '\u{202f}']).collect();
    let middle = groups.get(1..groups.len() - 1).unwrap_or_default();
    groups.iter().all(|group| !group.is_empty() && group.bytes().all(|byte| byte.is_ascii_digit()))
        && middle.iter().all(|group| group.len() == 3)
}

/// True if all keys are dates that sort neither as numbers nor as text: 14012024, 01142024, 14.01 or 14/01. Where only the day, the month
/// or the year varies they do sort, and months before days do in one year.
fn begin_with_days(keys: &[Key]) -> bool {
    /// Fewer numbers may look so by chance.
    const FEWEST: usize = 8;
    let is_long = |text: &str| matches!(text.len(), 7 | 8 | 12 | 14);
    let parts = |key: &Key| -> Option<[u32; 3]> {
        if let Some((day, month)) = key.text.split_once(['.', '/']) {
            let month = Some(month).filter(|month| month.len() == 2)?;
            return Some([day.parse().ok()?, month.parse().ok()?, 2000]);
        }
        let date = key.text.get(..8).unwrap_or(&key.text);
        let date: u32 = date.parse().ok().filter(|_| is_long(&key.text))?;
        Some([date / 1_000_000, date / 10_000 % 100, date % 10_000])
    };
    let Some(dates) = keys.iter().map(parts).collect::<Option<Vec<_>>>() else { return false };
    let all = |day: usize, month: usize| {
        dates.iter().all(|date| {
            (1..=31).contains(&date[day])
                && (1..=12).contains(&date[month])
                && (1900..2100).contains(&date[2])
        })
    };
    let varies = [0, 1, 2].map(|at| dates.iter().any(|date| date[at] != dates[0][at]));
    dates.len() >= FEWEST
        && varies.iter().filter(|&&it| it).count() > 1
        && (all(0, 1) && dates.iter().any(|date| date[0] > 12) || all(1, 0) && varies[2])
}

/// True of digits with units of time behind them: 3m 20s, 1 h 5 min, PT20S.
fn is_duration(key: &str) -> bool {
    const UNITS: [&str; 7] = ["days", "hours", "hrs", "minutes", "mins", "seconds", "ms"];
    let key = key.to_lowercase();
    let key = key.strip_prefix("pt").unwrap_or(&key);
    let is_number = |word: &str| word.starts_with(|letter: char| letter.is_ascii_digit());
    let is_unit = |word: &&str| UNITS.iter().any(|unit| unit.starts_with(*word));
    let words = words(key);
    words.len() > 1
        && words.chunks(2).all(|two| is_number(two[0]) && two.get(1).is_some_and(is_unit))
}

/// The numbers and words of a key, without the signs between them.
fn words(key: &str) -> Vec<&str> {
    let are_one = |one: &char, next: &char| {
        one.is_alphanumeric() == next.is_alphanumeric()
            && one.is_ascii_digit() == next.is_ascii_digit()
    };
    let mut rest = key;
    let letters: Vec<char> = key.chars().collect();
    let words = letters.chunk_by(are_one).map(|word| {
        let (word, behind) = rest.split_at(word.iter().map(|letter| letter.len_utf8()).sum());
        rest = behind;
        word
    });
    words.filter(|word| word.starts_with(char::is_alphanumeric)).collect()
}

/// True of a date with the name of its month or weekday, in English, behind that in another language, or without its year, and of a
/// time of 12 hours: 5 January 2019, Mon 09:00, 05JAN2019:09:00, Mo 14.01.2024, 1/14, 9:05 AM EST.
fn names_a_day(key: &str) -> bool {
    const NAMES: [&str; 20] = [
        "january",
        "february",
        "march",
        "april",
        "may",
        "june",
        "july",
        "august",
        "september",
        "sept",
        "october",
        "november",
        "december",
        "monday",
        "tuesday",
        "wednesday",
        "thursday",
        "friday",
        "saturday",
        "sunday",
    ];
    let key = key.to_lowercase();
    let is_number = |word: &str| word.bytes().all(|byte| byte.is_ascii_digit());
    let is_name = |word: &str| word.len() > 2 && NAMES.iter().any(|it| it.starts_with(word));
    let words = words(&key);
    let (numbers, names) = (
        words.iter().filter(|it| is_number(it)).count(),
        words.iter().filter(|it| is_name(it)).count(),
    );
    let has_date = ["9.9.9999", "9.99.9999", "9/9/9999", "9/99/9999"];
    let has_date = !key.starts_with(|it: char| it.is_ascii_digit())
        && has_date.iter().any(|date| with_nines(&key).contains(date));
    let are_two = key.contains('/') && numbers == 2 && words.len() == 2;
    let is_half = key.contains(':') && ["am", "pm"].iter().any(|half| words.contains(half));
    let has_day = numbers > 0 && names > 0 && words.len() <= numbers + names + 2;
    has_day || has_date || is_half || are_two
}

/// True of a time that ends with AM or PM.
fn is_of_12_hours(key: &str) -> bool {
    let key = key.to_lowercase().replace('.', "");
    key.ends_with("am") || key.ends_with("pm")
}

/// A text with each digit as 9.
fn with_nines(text: &str) -> String {
    text.chars().map(|letter| if letter.is_ascii_digit() { '9' } else { letter }).collect()
}

/// True of digits with the signs between them that dates and times have: 1/2/2020, 9:05 PM, 2020-01-31T10:00Z.
fn looks_like_time(key: &str) -> bool {
    let is_between =
        |pair: &[u8]| pair[0].is_ascii_digit() && matches!(pair[1], b':' | b'/' | b'-' | b'.');
    let signs = key.as_bytes().windows(2).filter(|pair| is_between(pair)).count();
    let letters = key.bytes().filter(u8::is_ascii_alphabetic).count();
    key.starts_with(|letter: char| letter.is_ascii_digit())
        && letters <= 2
        && (signs >= 2 || key.as_bytes().windows(2).any(|pair| is_between(pair) && pair[1] == b':'))
}

/// A time that sorts as text, the same on every line.
struct Time<'a> {
    /// Its digits as 9.
    layout: String,
    time: &'a str,
    fraction: &'a str,
    zone: &'a str,
}

impl<'a> Time<'a> {
    const LAYOUTS: [&'static str; 7] = [
        "9999-99-99",
        "9999/99/99",
        "9999-99-99 99:99",
        "9999-99-99 99:99:99",
        "9999-99-99T99:99",
        "9999-99-99T99:99:99",
        "99:99:99",
    ];

    fn of(key: &'a str) -> Option<Self> {
        let all = with_nines(key);
        let layouts = Self::LAYOUTS.iter().chain(&["99:99"]);
        let layout =
            layouts.filter(|layout| all.starts_with(**layout)).max_by_key(|it| it.len())?;
        let (time, rest) = key.split_at(layout.len());
        let (fraction, zone) = match rest.strip_prefix('.') {
            Some(rest) => {
                let end = rest.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(rest.len());
                rest.split_at(end)
            }
            None => ("", rest),
        };
        let is_zone =
            zone.is_empty() || zone == "Z" || ["+99:99", "-99:99"].contains(&&*with_nines(zone));
        is_zone.then(|| Self { layout: (*layout).to_owned(), time, fraction, zone })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn by(column: &str, table: &str) -> Result<Ranked, String> {
        ranked(table.as_bytes(), column, Format::Csv, Header::Auto)
            .map_err(|error| error.to_string())
    }

    fn order(column: &str, table: &str) -> (Vec<u32>, Comparison) {
        let ranked = by(column, table).unwrap();
        (ranked.order, ranked.comparison)
    }

    #[test]
    fn keys_are_compared_as_what_they_are() {
        assert_eq!(order("2", "a,10\nb,9\nc,-1.5\n"), (vec![2, 1, 0], Comparison::Numbers));
        // Beyond the 53 bits of a float.
        let close = "a,9007199254740993\nb,9007199254740992\n";
        assert_eq!(order("2", close), (vec![1, 0], Comparison::Numbers));
        let times =
            "when,who\n2020-01-31 10:00:00.5,a\n2020-01-31 10:00:00,b\n2020-01-31 10:00:00.25,c\n";
        assert_eq!(order("when", times), (vec![1, 2, 0], Comparison::Times));
        assert_eq!(order("1", "10:00\n09:05\n21:05\n"), (vec![1, 0, 2], Comparison::Times));
        assert_eq!(order("1", "b1\nA9\na2\n"), (vec![1, 2, 0], Comparison::Text));
        let zones = "t\n2020-01-31T10:00:00.5Z\n2020-01-31T10:00:00Z\n";
        assert_eq!(order("t", zones), (vec![1, 0], Comparison::Times));
    }

    #[test]
    fn what_only_looks_like_dates_is_compared_as_before() {
        let as_numbers = |keys: &str| order("1", &keys.replace(' ', "\n")).1 == Comparison::Numbers;
        assert!(as_numbers(
            "20240114 20240105 20240601 20240510 20240521 20241130 20241202 20240817"
        ));
        assert!(as_numbers(
            "01142024 01052024 06012024 05102024 05212024 11302024 12022024 08172024"
        ));
        assert!(as_numbers("0.123 12.5 3.125 7") && as_numbers("1.036 4.218 2.5 962"));
        assert!(as_numbers("1.01 2.11 3.05 1.12 2.02 3.03 1.04 2.09 12.01"));
        assert!(as_numbers(
            "31122020 31122019 31122024 31122023 31122022 31122017 31122018 31122021"
        ));
        assert!(as_numbers("Jan9 Jan10 Jan31"));
        for text in [
            "20-Jan-2024 08:05\n19-Jan-2024 21:10\n",
            "Monday\nFriday\n",
            "B2\nA10\nC3\n",
            "A1-MAR-5\nB-2\nC-3\n",
        ] {
            assert_eq!(order("1", text).1, Comparison::Text, "{text}");
        }
        let zones = "2024-10-31 10:00:00 CET\n2024-07-30 10:00:00 CEST\n";
        assert_eq!(order("1", zones).0, [1, 0]);
    }

    #[test]
    fn a_header_over_numbers_is_no_row() {
        let ranked = by("2", "day,number\n1,5\n2,4\n").unwrap();
        assert!(ranked.has_header && ranked.order == [1, 0]);
        assert!(!by("2", "1,5\n2,4\n").unwrap().has_header);
        assert_eq!(ranked.line(), "2 1\n");
    }

    #[test]
    fn several_orders_are_not_taken_for_one() {
        let of = |keys: &str| by("1", &keys.split(' ').collect::<Vec<_>>().join("\n")).map(|_| ());
        let told = |keys: &str| of(keys).unwrap_err();
        assert_eq!(
            told("3 1 2 2 3 1 1 3 2 3 2 1 2 1 3"),
            "every 3 rows have each key once, so they are orders of 3: name the column of the order with --per and the column of the items with \
             --columns; without these, if the items always stand in one order, use --columns 1 --cards 3 --base 1"
        );
        assert!(told("1 2 3 1 2 3 1 2 3 1 2 3 1 2 3").contains("name the column of the items"));
        assert!(told("1 2 3 1 2 1 2 3 4").starts_with("the keys begin again at \"1\" on 3 rows"));
        for one in ["1 1 2 2 3 3 1 2", "1 2 3 4 5 6", "2 1 1 2 2 1", "1 2 1 1 1 2 1"] {
            assert_eq!(of(one), Ok(()), "{one}");
        }
    }

    #[test]
    fn ties_are_counted() {
        let ranked = by("1", "5\n3\n5\n5\n1\n1\n").unwrap();
        assert_eq!((ranked.ties.clone(), ranked.rows_tied()), (vec![2, 1, 3], 5));
        assert_eq!(ranked.tied.as_deref(), Some("\"5\""));
        assert_eq!(by("1", "2\n1\n").unwrap().tied, None);
    }

    #[test]
    fn what_is_in_no_order_has_one_line() {
        let wrong = |column: &str, table: &str| by(column, table).unwrap_err();
        let dates = [
            "14012024", "05012024", "01062024", "10052024", "21052024", "30112024", "02122024",
            "17082024",
        ];
        for (column, table, why) in [
            ("key", "a,b\n1,2\n", "no column is called \"key\"; the first line is \"a,b\""),
            ("1-2", "1,2\n2,1\n", "is not one column"),
            ("2", "1,2\n2\n", "line 2 has nothing in the column \"2\""),
            ("1", "8\n7\n6\n5\n4\n3\n2\n1\n", "already stand in the reverse order of \"1\""),
            ("1", "7\n", "the table has 1 row, but an order has two or more"),
            ("1", "7\n7\n7.0\n", "all 3 rows have the key \"7\""),
            ("1", "7\n8\n1'000\n", "line 3: \"1'000\" is not a number"),
            ("1", "1/31/2020\n2/1/2020\n", "line 1: \"1/31/2020\" is a time"),
            ("1", "9:05 PM\n10:00 AM\n", "line 1: \"9:05 PM\" is a time"),
            ("1", "9:05 AM EST\n10:00 AM EST\n", "line 1: \"9:05 AM EST\" is a time"),
            (
                "1",
                "14-Jan-2024 21:00\n05-Feb-2024 21:00\n",
                "line 1: \"14-Jan-2024 21:00\" is a time",
            ),
            ("1", "Sun Jan 14 21:00:00 2024\nFri Jan 05 21:00:00 2024\n", "is a time in an"),
            (
                "1",
                "x\n\"Sun, 14 Jan 2024 21:00:00 +0000\"\n\"Fri, 05 Jan 2024 21:00:00 +0000\"\n",
                "is a time",
            ),
            ("1", "14-Jan-24 09.00.00.000000 PM\n05-Jan-24 10.00.00.000000 AM\n", "is a time"),
            ("1", "14-Jan-24 12.05.00 AM\n14-Jan-24 01.05.00 AM\n", "is a time"),
            ("1", "\"Jan 14, 2024, 09:00 AM\"\n\"Jan 05, 2024, 09:00 PM\"\n", "is a time"),
            ("1", "14JAN2024:09:05\n05FEB2024:09:05\n", "is a time"),
            ("1", "Mon 09:00\nWed 10:00\n", "line 1: \"Mon 09:00\" is a time"),
            ("1", "Mo 14.01.2024\nDi 13.02.2024\n", "line 1: \"Mo 14.01.2024\" is a time"),
            ("1", "1/14\n10/2\n", "line 1: \"1/14\" is a time"),
            ("1", &dates.join("\n"), "line 1: \"14012024\" is a time"),
            (
                "1",
                &dates.map(|date| format!("{}.{}", &date[..2], &date[2..4])).join("\n"),
                "line 1: \"14.01\" is a time",
            ),
            ("1", "key\n962\n4.218\n37\n", "line 3: \"4.218\" is a number"),
            ("1", "14 Jan\n5 Feb\n", "line 1: \"14 Jan\" is a time"),
            ("1", "4m 10s\n18m 50s\n", "line 1: \"4m 10s\" is a number in an unknown format"),
            ("1", "PT4M10S\nPT50S\n", "line 1: \"PT4M10S\" is a number"),
            ("1", "962\n4.218\n37\n", "line 2: \"4.218\" is a number in an unknown format"),
            ("1", "2020-01-31T10:00:00+01:00\n2020-01-31T10:00:00+02:00\n", "line 2: "),
        ] {
            let said = wrong(column, table);
            assert!(said.contains(why), "{said}");
        }
    }
}
