//! A table of counts: how often each item came in draws that are not known one by one.

use crate::{
    CaseSpec, Folder, count,
    error::{CaseError, CaseProblem, MissingSubject, at, refuse_with},
};
use sha2::{Digest, Sha256};
use shuffle_audit::{feed::Glance, number, source::SourceError, subject::CardCounts};
use shuffle_deck::{
    DrawKind, Shape,
    words::{count as shown, quoted},
};
use shuffle_reader::{NameTable, PairLine, is_foot, pairs};
use std::{collections::HashMap, path::PathBuf};

/// A table of counts, as a case has it.
#[derive(Clone, Debug, PartialEq)]
pub struct CountTable {
    /// Its path.
    pub path: String,
    /// Its path, from the current folder.
    location: PathBuf,
    is_there: bool,
    /// Its contents, read with the case.
    found: Result<Found, SourceError>,
}

/// The contents of the table.
#[derive(Clone, Debug, PartialEq)]
struct Found {
    items: Vec<String>,
    counts: CardCounts,
}

impl CountTable {
    /// The table of a case, for draws of this shape.
    pub(crate) fn of(
        spec: &CaseSpec,
        shape: Shape,
        folder: &Folder,
        labels: Option<&NameTable>,
    ) -> Self {
        let path = spec.counts.clone().unwrap_or_default();
        let location = folder.join(&path);
        let found = read(&path, folder, labels)
            .and_then(|(sha256, lines)| found(&lines, sha256, shape, (spec.base, labels)));
        let found = found.map_err(|why| SourceError(format!("`{}`: {why}", location.display())));
        Self { is_there: folder.has_text(&path), path, location, found }
    }

    /// An error if there is no such file.
    pub(crate) fn look(&self) -> Result<(), MissingSubject> {
        if self.is_there { Ok(()) } else { Err(MissingSubject::file(&self.location)) }
    }

    /// The names of the items, if they are known.
    pub(crate) fn items(&self) -> Option<&[String]> {
        self.found.as_ref().ok().map(|found| found.items.as_slice())
    }

    /// The count of each.
    pub(crate) fn counts(&self) -> Result<&CardCounts, &SourceError> {
        self.found.as_ref().map(|found| &found.counts)
    }
}

/// The case with what a table of counts implies: draws of one with replacement, of as many cards as it has items.
pub(crate) fn completed(
    mut spec: CaseSpec,
    folder: &Folder,
    labels: Option<&NameTable>,
) -> Result<CaseSpec, CaseError> {
    let Some(path) = &spec.counts else { return Ok(spec) };
    spec.refuse_keys_of_others(spec.kind()?)?;
    let refuse = |key, why: &str| Err(at(key)(CaseProblem::Counts(why.to_owned())));
    let of_decks = [
        ("pack", spec.pack.is_some()),
        ("groups", spec.groups.is_some()),
        ("batch", spec.batch.is_some()),
        ("trials", spec.trials.is_some()),
    ];
    refuse_with("counts", of_decks)?;
    if spec.bonus.is_some() {
        return refuse(
            "bonus",
            "counts cover one drum: leave the bonus balls out, and audit their counts as another case",
        );
    }
    let replacement = !spec.unordered;
    let deal = if replacement { Some(spec.deal.unwrap_or(1)) } else { spec.deal };
    if replacement && deal != Some(1) {
        return refuse(
            "deal",
            "counts do not show the place of an item; use `unordered` for draws of several different items, and `deal` = 1 for draws with replacement",
        );
    }
    if spec.weights.is_some() {
        if spec.unordered {
            return Err(at("unordered")(CaseProblem::NotWith("unordered", "weights")));
        }
        // They say how many cards there are.
        (spec.deal, spec.replacement) = (deal, replacement);
        return Ok(spec);
    }
    // A table that cannot be read is at fault, whatever it would be of.
    let items = || read(path, folder, labels).map_or(2, |(_, lines)| lines.len() as u64);
    let cards = spec.cards.or_else(|| labels.map(|labels| labels.cards() as u64));
    let cards = cards.unwrap_or_else(items);
    (spec.cards, spec.deal, spec.replacement) = (Some(cards), deal, replacement);
    Ok(spec)
}

/// A line of a table: its number, the item, and its count.
type Line = (usize, String, u64);

/// The lines of a table that are items with their counts, and the hash of its text.
fn read(
    path: &str,
    folder: &Folder,
    labels: Option<&NameTable>,
) -> Result<(String, Vec<Line>), String> {
    let text = folder.text(path).map_err(|error| format!("cannot be read: {error}"))?;
    if is_across(&text) {
        return Err(ACROSS.to_owned());
    }
    let mut pairs = pairs(&text).map_err(|error| error.to_string())?;
    let is_item = |item: &str| {
        item.parse::<u64>().is_ok() || labels.is_some_and(|it| it.card(item).is_some())
    };
    // The names of the columns. A count that cannot be read is none: without its line, an item would be missing.
    let is_header = |first: &PairLine| {
        !first.value.contains(|letter: char| letter.is_ascii_digit()) && !is_item(&first.item)
    };
    if pairs.first().is_some_and(is_header) {
        pairs.remove(0);
    }
    if counts_stand_first(&pairs, labels) {
        return Err(COUNTS_FIRST.to_owned());
    }
    let lines = pairs.into_iter().map(|pair| {
        let wrong = |_| {
            format!(
                "line {}: {} is not a count{}",
                pair.line,
                quoted(&pair.value),
                meant(&pair.value)
            )
        };
        Ok((pair.line, pair.item, count::parse(&pair.value).map_err(wrong)?))
    });
    let lines: Vec<Line> = lines.collect::<Result<_, String>>()?;
    if let Some((line, item, _)) = lines.iter().find(|line| is_total(line, &lines)) {
        return Err(format!(
            "line {line} ({}) is the total or the mean of the others; leave it out",
            quoted(item)
        ));
    }
    Ok((number::hex(&Sha256::digest(&text)), lines))
}

/// What to write in place of a count that cannot be read.
fn meant(value: &str) -> String {
    let groups: Vec<&str> = value.split(['.', ' ', '\'', '\u{a0}', '\u{202f}']).collect();
    let are_threes = groups.len() > 1 && groups[1..].iter().all(|group| group.len() == 3);
    match groups.concat().parse::<u64>() {
        Ok(number) if are_threes => format!("; if it is {number}, write it so"),
        _ => ": write an item and its count on each line, and nothing else; a count is a whole number, as 1020".to_owned(),
    }
}

const COUNTS_FIRST: &str = "the count stands first on each line, as `uniq -c` writes it; write the item first, and its count behind it";

/// True if the second cells are items and the first counts: names behind numbers, or all numbers from 0, 1 or 2 on behind others.
fn counts_stand_first(pairs: &[PairLine], labels: Option<&NameTable>) -> bool {
    let is_one = |cell: &str| labels.is_some_and(|labels| labels.card(cell).is_some());
    let numbers = |cell: fn(&PairLine) -> &str| {
        let mut numbers: Vec<Option<u64>> = pairs
            .iter()
            .map(|pair| count::parse(cell(pair)).ok().filter(|_| !is_one(cell(pair))))
            .collect();
        numbers.sort_unstable();
        numbers
    };
    let are_items = |numbers: &[Option<u64>]| {
        let mut all = numbers.iter().zip(numbers[0].unwrap_or(0)..);
        all.all(|(number, at)| *number == Some(at))
    };
    let (firsts, seconds) = (numbers(|pair| &pair.item), numbers(|pair| &pair.value));
    let mut names: Vec<&str> = pairs.iter().map(|pair| &*pair.value).collect();
    names.sort_unstable();
    let are_names = names.iter().all(|name| name.starts_with(char::is_alphabetic))
        && names.windows(2).all(|two| two[0] != two[1]);
    pairs.len() > 1
        && firsts[0].is_some()
        && !are_items(&firsts)
        && (are_names || seconds[0] <= Some(2) && are_items(&seconds))
}

const ACROSS: &str = "the items stand next to each other and their counts below, as R prints a table; write an item and its count on each line: \
                      in R, write.csv(table(x), \"counts.csv\", row.names = FALSE)";

/// True of lines of several items, each with a line of as many counts below it. Their name may stand above.
fn is_across(text: &str) -> bool {
    let lines = text.lines().map(|line| line.split_whitespace().collect::<Vec<_>>());
    let lines: Vec<Vec<&str>> = lines.filter(|words| !words.is_empty()).collect();
    let lines = if lines.len() % 2 == 1 { &lines[1..] } else { &lines[..] };
    let is_count = |word: &&str| word.parse::<u64>().is_ok();
    lines.first().is_some_and(|items| items.len() > 2)
        && lines.chunks(2).all(|two| two[0].len() == two[1].len() && two[1].iter().all(is_count))
}

/// True if a line is the sum of the others, by its name or among items that are numbers, or their rounded mean, by its name.
fn is_total(&(_, ref item, count): &Line, lines: &[Line]) -> bool {
    let all: u128 = lines.iter().map(|&(.., count)| u128::from(count)).sum();
    let (rest, others) = (all - u128::from(count), lines.len() as u128 - 1);
    let is_mean = (u128::from(count) * others).abs_diff(rest) < others;
    let is_sum = rest == u128::from(count) && others > 1;
    let numbers = lines.iter().filter(|(_, item, _)| item.parse::<u64>().is_ok()).count();
    let is_odd_one_out = item.parse::<u64>().is_err() && numbers + 1 == lines.len();
    is_sum && (is_odd_one_out || item.eq_ignore_ascii_case("all"))
        || (is_sum || is_mean) && is_foot(item)
}

/// The counts of all cards of the shape; an error says what is wrong with the table.
fn found(
    lines: &[Line],
    sha256: String,
    shape: Shape,
    (base, labels): (Option<u32>, Option<&NameTable>),
) -> Result<Found, String> {
    let items = items_of(lines, shape.cards(), base, labels)?;
    let places: HashMap<&str, usize> = items.iter().map(String::as_str).zip(0..).collect();
    let mut counts = vec![0; items.len()];
    let mut lines_of = vec![None; items.len()];
    for &(line, ref item, count) in lines {
        let number = item.parse::<u64>().ok().map(|number| number.to_string());
        let place = labels.and_then(|labels| labels.card(item)).map(|card| card as usize);
        let place = place.or_else(|| places.get(item.as_str()).copied());
        let place = place.or_else(|| places.get(number.as_deref()?).copied());
        let place = place.ok_or_else(|| match labels {
            Some(_) => format!("line {line}: {} is not a label", quoted(item)),
            None => out_of_range(line, item, &items),
        })?;
        if let Some(first) = lines_of[place].replace(line) {
            return Err(format!(
                "line {line}: {} has a count on line {first} already",
                quoted(item)
            ));
        }
        counts[place] = count;
    }
    let sum = counts.iter().try_fold(0_u64, |sum, &count| sum.checked_add(count));
    let (sum, dealt) =
        (sum.ok_or("the counts add up to more than 64 bits can hold")?, shape.dealt() as u64);
    if sum % dealt != 0 {
        return Err(format!(
            "the counts add up to {}, and draws of {dealt} to {} or {}; is an item missing?",
            shown(sum),
            shown(sum / dealt * dealt),
            shown((sum / dealt + 1).saturating_mul(dealt))
        ));
    }
    let trials = sum / dealt;
    if trials == 0 {
        return Err("no item ever came".to_owned());
    }
    let too_often = counts.iter().position(|&count| count > trials);
    if let Some(card) = too_often.filter(|_| shape.kind() == DrawKind::Unordered) {
        return Err(format!(
            "{} came {} times in {} draws of {dealt}, but can come only once in each; is the size of a draw right?",
            quoted(&items[card]),
            shown(counts[card]),
            shown(trials)
        ));
    }
    let glance = Glance { source_sha256: Some(sha256), ..Glance::default() };
    Ok(Found { items, counts: CardCounts { trials, counts, glance } })
}

/// The names of all cards: the labels, or numbers without a gap, or the items in their order.
fn items_of(
    lines: &[Line],
    cards: usize,
    base: Option<u32>,
    labels: Option<&NameTable>,
) -> Result<Vec<String>, String> {
    if let Some(labels) = labels {
        return Ok((0..labels.cards()).map(|card| labels.label(card).to_owned()).collect());
    }
    let has =
        || format!("it has {} items for {} cards", shown(lines.len() as u64), shown(cards as u64));
    if lines.len() > cards {
        return Err(format!("{}; leave out what is not an item", has()));
    }
    let numbers: Option<Vec<u64>> = lines.iter().map(|(_, item, _)| item.parse().ok()).collect();
    let (Some(least), Some(most)) = (
        numbers.as_ref().and_then(|numbers| numbers.iter().min().copied()),
        numbers.as_ref().and_then(|numbers| numbers.iter().max().copied()),
    ) else {
        return match lines.len() == cards {
            true => Ok(lines.iter().map(|(_, item, _)| item.clone()).collect()),
            false => Err(format!("{}; add those that never came, with the count 0", has())),
        };
    };
    let (all, base) = (cards as u64, base.map(u64::from));
    let first = match base {
        Some(base) => base,
        None if most - least < all && lines.len() == cards => least,
        None if least >= 1 && most <= all => 1,
        None if most < all => 0,
        None => {
            let mut numbers = numbers.unwrap_or_default();
            numbers.sort_unstable();
            if let Some(gap) = gap_in_words(&numbers) {
                return Err(gap);
            }
            // Numbers with many gaps are names.
            return match lines.len() == cards {
                true => Ok(numbers.iter().map(ToString::to_string).collect()),
                false => Err(format!("{}; add those that never came, with the count 0", has())),
            };
        }
    };
    Ok((first..first.saturating_add(all)).map(|number| number.to_string()).collect())
}

/// What to do about numbers of which some are missing, but fewer than there are: perhaps they never came.
fn gap_in_words(numbers: &[u64]) -> Option<String> {
    /// More are not listed.
    const MOST: usize = 60;
    let (&least, &most) = numbers.first().zip(numbers.last())?;
    let missing = (most - least).checked_sub(numbers.len() as u64 - 1)?;
    if missing >= numbers.len() as u64 {
        return None;
    }
    let first = (least..most).find(|number| numbers.binary_search(number).is_err())?;
    let labels: Vec<String> = numbers.iter().map(ToString::to_string).collect();
    let labels = match labels.len() > MOST {
        true => "FILE, with an item on each line".to_owned(),
        false => labels.join(","),
    };
    let all = match least {
        0 | 1 => format!("use --cards {} --base {least}", most - least + 1),
        _ => "add it with the count 0".to_owned(),
    };
    Some(format!(
        "{first} is not among the items: if it can come, {all}; if not, use --labels {labels}"
    ))
}

fn out_of_range(line: usize, item: &str, items: &[String]) -> String {
    let (first, last) = (&items[0], &items[items.len() - 1]);
    format!("line {line}: {} is out of range {first} to {last}", quoted(item))
}
