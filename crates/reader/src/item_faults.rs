//! Faults of a column of items: what its lines hold instead of one item each, and what to do.

use crate::{
    asked::{Asked, table, words_move, words_of},
    cell_by_cell::is_of_few_letters,
    cells,
    columns::ColumnChoice,
    guess_error::{GuessError, ItemKind},
    layout::Format,
    names::NameTable,
    orders_of_lines::{OrdersOfLines, RowsOfGroups, rows_of_groups},
    records::{Cure, Record, count_of_name, record, word_of_cards},
    two_parts::{bag_of_letters, codes, named_results, parted_cards},
};
use shuffle_deck::words::quoted;
use std::collections::{BTreeSet, HashMap, HashSet};

/// A fault of items that hold something else, or stand in a table of counts, a log or a numbered list.
pub(crate) fn not_items(items: &[String], asked: &Asked<'_>) -> Result<(), GuessError> {
    if let Some(line) = counted_with_share(items).filter(|_| asked.labels.is_none()) {
        return Err(GuessError::Counts { line: quoted(line) });
    }
    if let Some(foot) = foot_of(items, asked.labels.is_some()) {
        return Err(GuessError::Foot { item: quoted(foot) });
    }
    let Some(last) = items.last().filter(|_| asked.labels.is_none()) else { return Ok(()) };
    let numbered = |cure: Option<String>| {
        let cure = cure.unwrap_or_else(|| "remove the numbers".to_owned());
        Err(GuessError::Numbered { line: quoted(last), cure })
    };
    match without_numbers(items, asked) {
        Some(None) if are_numbered_names(items) => return numbered(None),
        Some(None) | None if are_a_log(items) => {
            return Err(GuessError::Log { line: words_of(last, asked) });
        }
        Some(cure) => return numbered(cure),
        None => {
            let found = orders_in_cells(items, asked).or_else(|| cards_in_cells(items));
            found.map_or(Ok(()), Err)?;
        }
    }
    results_of_names(items, false)?;
    lines_that_are_no_items(items, asked)
}

/// A fault of lines that hold a name and what came to it, with an arrow or another sign between them.
pub(crate) fn results_of_names(items: &[String], are_arrows: bool) -> Result<(), GuessError> {
    let Some((line, result, sign)) = named_results(items, are_arrows) else { return Ok(()) };
    if items.iter().all(|item| holds_several_behind_a_number(item)) {
        let cure = "remove all up to the colon".to_owned();
        return Err(GuessError::Numbered { line: quoted(line), cure });
    }
    let is_count = result.trim_start().starts_with(|it: char| it.is_ascii_digit());
    let cure = format!("{}{}", sign.map_or_else(String::new, comma_for), column_drawn(2));
    Err(GuessError::NamedResult { line: quoted(line), cure, is_count })
}

/// True of `Game 3: Bob Ann Cem`.
fn holds_several_behind_a_number(item: &str) -> bool {
    item.split_once(": ").is_some_and(|(lead, names)| {
        lead.ends_with(|last: char| last.is_ascii_digit()) && names.split_whitespace().count() > 1
    })
}

/// A fault of items of which one comes twice, in a table with this text.
pub(crate) fn named_twice(
    items: &[String],
    asked: &Asked<'_>,
    text: &dyn Fn() -> String,
) -> Result<(), GuessError> {
    let (lines, mut seen) = (items.len(), HashMap::new());
    let twice = (1..).zip(items).find_map(|(at, item)| Some((seen.insert(item, at)?, at, item)));
    let Some((first, again, item)) = twice else { return Ok(()) };
    if let Some(item) = items.iter().find(|item| is_a_rule(item)) {
        return Err(GuessError::Parting { item: quoted(item) });
    }
    let orders = OrdersOfLines::of(items.iter());
    if let Some(groups) = groups_of(&text(), asked, (items, orders)) {
        return Err(groups);
    }
    let mut arms = items.to_vec();
    arms.sort_unstable();
    arms.dedup();
    let is_list = arms.len() <= MOST_ARMS && come_in_blocks(items, &arms);
    arms.truncate(if is_list { MOST_ARMS } else { 0 });
    let is_of_all = |it: &OrdersOfLines| asked.labels.is_none_or(|all| all.cards() == it.cards);
    let orders = orders.filter(is_of_all);
    let (value, kind) = (quoted(item), kind_of(items, item, asked));
    Err(GuessError::Repeated { value, lines, first, again, kind, orders, arms })
}

/// True of a line such as `---` or `====` between two parts of a text.
fn is_a_rule(item: &str) -> bool {
    let sign = item.chars().next().filter(char::is_ascii_punctuation);
    item.len() > 1 && item.chars().all(|letter| Some(letter) == sign)
}

/// The way in which the items are written, one of which comes twice.
fn kind_of(items: &[String], twice: &str, asked: &Asked<'_>) -> ItemKind {
    let differs_in_case = || {
        let case =
            |fold: fn(&String) -> String| items.iter().map(fold).collect::<HashSet<_>>().len();
        case(|item| item.to_lowercase()) < case(String::clone)
    };
    match asked.labels {
        Some(names) if names.glued(twice).is_some() => ItemKind::Letters,
        Some(_) => ItemKind::Labels,
        None if items.iter().all(|item| item.parse::<u64>().is_ok()) => ItemKind::Numbers,
        None if differs_in_case() => ItemKind::NamesInBothCases,
        None => ItemKind::Names,
    }
}

/// A fault of items that each may be many draws of few letters.
pub(crate) fn of_few_letters(items: &[String], asked: &Asked<'_>) -> Result<(), GuessError> {
    if asked.labels.is_none() && is_of_few_letters(&items.concat()) && are_long(items) {
        return Err(bag_of_letters(items).map_or(GuessError::Letters, GuessError::Bags));
    }
    Ok(())
}

/// Lists of more arms are not offered.
const MOST_ARMS: usize = 4;

/// True if the items are blocks of twice each arm, up to the end of the last one.
fn come_in_blocks(items: &[String], arms: &[String]) -> bool {
    items
        .chunks(2 * arms.len())
        .all(|block| arms.iter().all(|arm| block.iter().filter(|item| *item == arm).count() <= 2))
}

/// An error if there is a sign between names, with the line that shows it.
pub(crate) fn commas_between(found: Option<(&'static str, String)>) -> Result<(), GuessError> {
    found.map_or(Ok(()), |(sign, line)| Err(GuessError::Between { sign, line }))
}

/// The fault of a column whose rows belong together by what another column of a table holds.
fn groups_of(
    text: &str,
    asked: &Asked<'_>,
    (items, orders): (&[String], Option<OrdersOfLines>),
) -> Option<GuessError> {
    if asked.format != Format::Csv {
        return None;
    }
    let mut table = table(text, asked, usize::MAX);
    let names = if table.len() == items.len() + 1 { table.remove(0) } else { Vec::new() };
    let name =
        |column: usize| names.get(column).map_or_else(|| (column + 1).to_string(), |it| quoted(it));
    Some(match rows_of_groups(&table, items, orders)? {
        RowsOfGroups::Ranked { size, group, rank } => {
            GuessError::RankedRows { size, group: group.map(name), rank: name(rank) }
        }
        RowsOfGroups::Drawn { size, group } => GuessError::DrawnRows { size, group: name(group) },
    })
}

/// Lines that are looked at as records at most.
const RECORDS: usize = 1_000;

/// A fault of lines that say what a person got.
pub(crate) fn records(lines: &[String], asked: &Asked<'_>) -> Result<(), GuessError> {
    if let Some(Record { line, cure }) = record(&lines[..lines.len().min(RECORDS)]) {
        let cure = match cure {
            Cure::Column(column) => column_drawn(column),
            Cure::Sign(sign, is_only) => {
                let the_last = if is_only { "" } else { "the last " };
                let column = line.matches(',').count() + 2;
                comma_for(&format!("{the_last}{}", quoted(&sign))) + &column_drawn(column)
            }
            Cure::Alone(drawn) => format!("keep that alone on each line, as {}", quoted(&drawn)),
            Cure::Words => format!(
                "name the words that hold the result by their numbers with --columns, counted in this line: {}",
                words_of(&line, asked)
            ),
        };
        return Err(GuessError::NamedResult { line: quoted(&line), cure, is_count: false });
    }
    Ok(())
}

/// A fault of lines that look like items, but hold records, counts or hands, or begin with a title.
fn lines_that_are_no_items(items: &[String], asked: &Asked<'_>) -> Result<(), GuessError> {
    let items = &items[..items.len().min(RECORDS)];
    records(items, asked)?;
    if let Some(cards) = cards_among_words(items) {
        return Err(GuessError::AmongWords { line: quoted(&items[0]), cards: quoted(cards) });
    }
    if let Some(line) = count_of_name(items) {
        return Err(GuessError::Counts { line });
    }
    if let Some((word, letters)) = word_of_cards(items) {
        return Err(GuessError::WordOfCards { word, letters });
    }
    match items {
        [first, others @ ..]
            if first.ends_with(':') && !others.iter().any(|it| it.ends_with(':')) =>
        {
            Err(GuessError::Title { line: quoted(first) })
        }
        _ => Ok(()),
    }
}

/// The glued playing cards of the first item, if each item holds some, and other words.
fn cards_among_words(items: &[String]) -> Option<&str> {
    /// Fewer cards may be the number of a seat.
    const FEWEST: usize = 5;
    fn hand<'i>(item: &'i str, names: &NameTable) -> Option<&'i str> {
        let mut words = item.split(|letter: char| !letter.is_alphanumeric());
        words.find(|word| names.glued(word).is_some_and(|cards| cards.len() >= FEWEST))
    }
    let names = NameTable::standard_52();
    let first = hand(items.first()?, &names)?;
    items.iter().all(|item| hand(item, &names).is_some()).then_some(first)
}

fn comma_for(sign: &str) -> String {
    format!("put a comma in place of {sign}, and ")
}

fn column_drawn(column: usize) -> String {
    format!("name the column that was drawn, as --format csv --columns {column} --no-header")
}

/// True of lines of words that each begin with a time, which may stand in brackets.
pub(crate) fn are_timed(lines: &[String]) -> bool {
    const FEWEST: usize = 3;
    let is_timed = |line: &String| {
        let mut words = line.split_whitespace().map(|word| word.trim_matches(['[', ']', '(', ')']));
        let is_time = words.next().and_then(number_or_time).is_some_and(|time| time.len() > 1);
        is_time && words.any(|word| number_or_time(word).is_none())
    };
    lines.len() >= FEWEST && lines.iter().all(is_timed)
}

/// A line of an item with its count and its share, if most lines are such.
fn counted_with_share(items: &[String]) -> Option<&String> {
    let is_number = |word: &str| {
        word.starts_with(|it: char| it.is_ascii_digit()) && word.parse::<f64>().is_ok()
    };
    let has_share = |item: &&String| {
        let words: Vec<&str> = item.split_whitespace().collect();
        let share = |word: &str| {
            let word = word.trim_matches(['(', ')']);
            let number = word.trim_end_matches('%').replace(',', ".");
            is_number(&number) && (word.ends_with('%') || number.contains('.'))
        };
        let shares = words.iter().rev().take_while(|word| share(word)).count();
        let count = words.len().checked_sub(shares + 1).filter(|&at| shares > 0 && at > 0);
        count.is_some_and(|at| words[at].replace(',', "").parse::<u64>().is_ok())
    };
    let rows: Vec<&String> = items.iter().filter(has_share).collect();
    (rows.len() > 1 && 2 * rows.len() >= items.len()).then(|| rows[0])
}

/// True of lines of several words whose numbers go up from line to line, as times and counters do, while what is left without numbers comes
/// again and again, or that each begin with the same words and the next number. Of items that are numbered, as seats are, one number is all
/// that differs.
fn are_a_log(items: &[String]) -> bool {
    /// Fewer lines go up by chance.
    const FEWEST: usize = 10;
    /// The same of lines that count up by one.
    const FEWEST_ROUNDS: usize = 5;
    let is_digit = |letter: char| letter.is_ascii_digit();
    let numbers_of = |item: &&String| -> Vec<u64> {
        let words = item.split(|letter| !is_digit(letter));
        words.filter_map(|word| word.parse().ok()).collect()
    };
    // A title and a header have no numbers.
    let lines: Vec<&String> =
        items.iter().filter(|item| item.contains(' ') && item.contains(is_digit)).collect();
    let numbers: Vec<Vec<u64>> = lines.iter().map(numbers_of).collect();
    let texts: HashSet<String> = lines
        .iter()
        .map(|line| {
            line.split(is_digit).filter(|part| !part.is_empty()).collect::<Vec<_>>().join("#")
        })
        .collect();
    // Times and counters stand first, and dates may begin with the day.
    let date = |numbers: &Vec<u64>| -> Vec<u64> { numbers.iter().take(3).rev().copied().collect() };
    let go_up = numbers.is_sorted_by_key(|numbers| numbers.first().copied())
        || numbers.is_sorted_by_key(date);
    let are_numbered = texts.len() == 1 && numbers.iter().all(|numbers| numbers.len() == 1);
    let begins = |line: &&String| line.split(is_digit).next().map(str::to_owned);
    let are_rounds = lines.iter().map(begins).collect::<HashSet<_>>().len() == 1
        && numbers.windows(2).all(|two| match (two[0].first(), two[1].first()) {
            (Some(one), Some(next)) => one.checked_add(1) == Some(*next),
            _ => false,
        });
    lines.len() >= if are_rounds { FEWEST_ROUNDS } else { FEWEST }
        && 10 * lines.len() >= 9 * items.len()
        && (are_rounds || 2 * texts.len() <= lines.len() && go_up)
        && !are_numbered
}

/// The flags that leave out the number or the time that each line begins with, if there are some; `None` if not all begin with one. A first
/// line may be a header.
fn without_numbers(items: &[String], asked: &Asked<'_>) -> Option<Option<String>> {
    /// Fewer are often in order by chance.
    const FEWEST: usize = 3;
    let words: Vec<Vec<&str>> =
        items.iter().map(|item| item.split_whitespace().collect()).collect();
    let firsts: Vec<Option<Vec<u64>>> =
        words.iter().map(|words| number_or_time(words.first()?)).collect();
    let has_header = firsts[0].is_none();
    let firsts: Vec<Vec<u64>> =
        firsts.into_iter().skip(usize::from(has_header)).collect::<Option<_>>()?;
    let are_times = firsts.iter().all(|first| first.len() > 1) && firsts.first() != firsts.last();
    let go_up = firsts.is_sorted()
        || firsts.is_sorted_by_key(|time| time.iter().rev().copied().collect::<Vec<_>>());
    let follows = |two: &[Vec<u64>]| matches!((&two[0][..], &two[1][..]), ([one], [next]) if one.checked_add(1) == Some(*next));
    let are_numbered = are_times && go_up || firsts.windows(2).all(follows);
    if firsts.len() < FEWEST || !are_numbered || words.iter().any(|words| words.len() < 2) {
        return None;
    }
    let header = if has_header { " --header" } else { "" };
    let tabs = items[0].matches('\t').count();
    let is_text = asked.format == Format::Text;
    Some(if is_text && words.iter().all(|words| words.len() == 2) {
        let is_count = words.iter().all(|words| words[1].parse::<u64>().is_ok());
        let count =
            if is_count { ", or, if it is a count, judge the lines with --counts" } else { "" };
        Some(format!("name the word that holds the item, as --columns 2{header}{count}"))
    } else if is_text && tabs > 0 && items.iter().all(|item| item.matches('\t').count() == tabs) {
        let header = if has_header { header } else { " --no-header" };
        Some(format!("name the column of the items, as --format csv --columns 2{header}"))
    } else {
        None
    })
}

/// True if all that these lines hold behind their first word differs, and has no number of its own.
fn are_numbered_names(items: &[String]) -> bool {
    let name = |item: &String| item.split_once(' ').map_or_else(String::new, |it| it.1.to_owned());
    let names: HashSet<String> = items.iter().map(name).collect();
    let has_number = |name: &String| name.bytes().any(|byte| byte.is_ascii_digit());
    names.len() == items.len() && !names.iter().any(has_number)
}

/// The numbers of `1`, `1.`, `1st`, `"1"`, `09:01` and `2026-03-01`.
fn number_or_time(word: &str) -> Option<Vec<u64>> {
    let word = word.trim_matches('"').trim_end_matches(['.', ')', ':']);
    let ordinal = ["st", "nd", "rd", "th"].into_iter().find_map(|end| word.strip_suffix(end));
    let word = ordinal.unwrap_or(word);
    word.split([':', '.', '-', '/', 'T']).map(|number| number.parse().ok()).collect()
}

/// The fault of a column whose cells each hold several cards with nothing between them: playing cards, or codes of equal length.
pub(crate) fn cards_in_cells(items: &[String]) -> Option<GuessError> {
    let cards = NameTable::standard_52();
    let playing: Option<Vec<usize>> =
        items.iter().map(|item| Some(cards.glued(item)?.len())).collect();
    if let Some(sizes) = playing {
        let size = *sizes.first()?;
        let deal =
            Some(size).filter(|_| size < cards.cards() && sizes.iter().all(|it| *it == size));
        let start = vec![items[0].clone()];
        return Some(GuessError::Named { start, deal, columns: None, is_pack: false });
    }
    let parted = parted_cards(items);
    let may_be_items = parted.is_some();
    let parted =
        parted.map(|(sign, cards, example)| (format!("{cards} cards with \"{sign}\""), example));
    let glued = || {
        let (width, example) = codes(items)?;
        Some((format!("cards of {width} letters with nothing"), example))
    };
    let (cards, example) = parted.or_else(glued)?;
    Some(GuessError::Unparted { item: quoted(&items[0]), cards, example, may_be_items })
}

/// The fault of a column whose cells each hold an order of the same items, between signs or as letters, or of some of them.
pub(crate) fn orders_in_cells(items: &[String], asked: &Asked<'_>) -> Option<GuessError> {
    const MOST: usize = 52;
    /// Fewer letters may be words.
    const LETTERS: usize = 3;
    /// Names that come less often are hardly from a list.
    const OFTEN: usize = 3;
    let signs = ["|", ";", ",", "/", " ", "-", ""];
    let all_differ = |row: &Vec<&str>| row.iter().collect::<HashSet<_>>().len() == row.len();
    signs.into_iter().find_map(|sign| {
        let (are_letters, first) = (sign.is_empty(), &items[0]);
        if !items.iter().any(|item| item.contains(sign))
            || are_letters && items.iter().any(|item| item.len() != first.len())
        {
            return None;
        }
        let rows: Vec<Vec<&str>> = items.iter().map(|item| names_between(sign, item)).collect();
        let all: BTreeSet<&str> = rows.iter().flatten().copied().collect();
        let labels: Vec<&str> = all.into_iter().collect();
        let cards = labels.len();
        let are_whole = rows.iter().all(|row| row.len() == cards);
        let is_list = match are_whole {
            true => (if are_letters { LETTERS } else { 2 }..=MOST).contains(&cards),
            false => !are_letters && OFTEN * cards <= rows.concat().len() && words_move(&rows),
        };
        if !is_list || !rows.iter().all(all_differ) || items.iter().all(|item| item == first) {
            return None;
        }
        let is_place = |label: &&&str| {
            let number = label.strip_suffix(['.', ')', ':']);
            number.is_some_and(|it| it.parse::<u32>().is_ok())
        };
        let flags = match labels.concat().contains(',') {
            _ if 2 * labels.iter().filter(is_place).count() == cards => {
                "--labels with the names, after removing the numbers of the places".to_owned()
            }
            _ if !are_whole => {
                "--varying if they stand in an order, or --labels sorted if each cell is one item"
                    .to_owned()
            }
            true => "--labels FILE, with a name on each line".to_owned(),
            false => format!("--labels \"{}\"", labels.join(",")),
        };
        let apart = if are_letters && cards > NameTable::FEW_LETTERS {
            ", and put blanks between the letters"
        } else {
            ""
        };
        let is_lone = asked.format == Format::Csv && *asked.columns == ColumnChoice::All;
        let columns = if is_lone { "--columns 1 " } else { "" };
        let flags = format!("{columns}{flags}{apart}");
        Some(GuessError::CellOrders { cell: quoted(first), items: cards, are_whole, flags })
    })
}

fn names_between<'i>(sign: &str, item: &'i str) -> Vec<&'i str> {
    item.split(sign).map(str::trim).filter(|name| !name.is_empty()).collect()
}

/// True if each item could be many draws.
fn are_long(items: &[String]) -> bool {
    items.iter().all(|item| is_of_few_letters(item) && item.parse::<u64>().is_err())
}

/// The last item, if it is a total of the others or is called so.
fn foot_of(items: &[String], has_labels: bool) -> Option<&String> {
    let (last, others) = items.split_last()?;
    let number = |item: &String| item.parse::<u64>().ok();
    let sum = others.iter().try_fold(0_u64, |sum, item| sum.checked_add(number(item)?));
    let is_sum = !has_labels && others.len() > 2 && sum.is_some() && sum == number(last);
    (is_sum || cells::is_foot(last)).then_some(last)
}
