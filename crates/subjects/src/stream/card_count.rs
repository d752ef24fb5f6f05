//! The number of cards in the decks of a file, if it is not given.

use crate::{
    CaseSpec, Folder, drawn,
    error::{CaseError, CaseProblem, at},
    gathered, hands, rank,
    spelling::no_names,
    stream::{self, STDIN},
    subject::{self, SORTED},
    table_file,
};
use shuffle_deck::{Hands, words::quoted};
use shuffle_reader::{
    Asked, Format, Guess, GuessError, LoneColumn, NameTable, guess, guess_in_one_pass, lone_column,
    lone_items,
};
use std::{
    collections::{HashMap, HashSet},
    io::{self, Read},
    path::Path,
};

/// The number of bytes that are examined, unless the first line is longer.
const START: u64 = 1 << 20;

/// The largest number of bytes that are examined of a line that does not hold numbers alone.
const MOST: usize = 256 << 20;

/// The case with the number of its cards and their base, as found in the first decks of its file. `None` if it has no
/// file, or one that does not begin with a deck: the reader will report the error.
///
/// Input that can be read only once, stdin or a pipe, is not examined.
///
/// # Errors
///
/// [`CaseError`] if the decks do not show their number of cards; it names the keys that must be given.
pub fn sized(spec: &CaseSpec, folder: &Folder) -> Result<Option<CaseSpec>, CaseError> {
    let spec = &hands::of_pbn(spec.clone(), folder)?;
    let Some(file) = &spec.file else { return Ok(None) };
    if spec.per.is_some() {
        let (mut decks, mut folder) = (spec.clone(), folder.clone());
        gathered::read_as_decks(&mut decks, &mut folder)?;
        let found = sized(&decks, &folder)?;
        return Ok(found.map(|found| {
            let mut sized = spec.clone();
            (sized.cards, sized.deal, sized.base) = (found.cards, found.deal, found.base);
            sized.labels = found.labels;
            sized
        }));
    }
    if spec.rank_by.is_some() {
        // A number of cards may be the default.
        let mut sized = spec.clone();
        sized.cards = None;
        let ranked = rank::ranked_by(&sized, folder)?;
        sized.cards = ranked.as_ref().map(|ranked| ranked.order.len() as u64);
        return Ok(ranked.map(|_| sized));
    }
    if spec.format.as_deref() == Some(Format::Pbn.id()) {
        return Ok(Some(spec.clone()));
    }
    let files = stream::matched(spec, folder);
    let format = table_file::format_of(spec, stream::format(file, files.as_ref()))?;
    // The first file of a pattern shows it, and the others must agree.
    let file = match &files {
        None => &folder.join(file),
        Some(Ok(files)) => &files[0],
        Some(Err(_)) => return Ok(None),
    };
    let names = subject::names_of(spec, folder, format)?;
    let columns = subject::columns_of(spec)?;
    let levels = drawn::levels(spec)?;
    let asked = Asked {
        format,
        labels: names.as_ref(),
        base: spec.base,
        is_deal: spec.deal.is_some(),
        columns: &columns,
        header: table_file::header_of(spec),
        field: spec.field.as_deref(),
        levels: levels.as_ref(),
    };
    let is_stream = || {
        !folder.has_file(file)
            && std::fs::metadata(file).is_ok_and(|what| !what.is_file() && !what.is_dir())
    };
    if file == Path::new(STDIN) || is_stream() {
        if let Some(names) = &names {
            let mut sized = spec.clone();
            sized.cards = Some(names.cards() as u64);
            return Ok(Some(sized));
        }
        let why = "how many cards has a deck? Input that can be read only once does not show it in advance";
        return Err(at("cards")(CaseProblem::UnknownCards(why.to_owned())));
    }
    if spec.varying {
        return varying(spec, folder, (format, names.as_ref()));
    }
    if format == Format::Text
        && spec.labels.as_deref() == Some(SORTED)
        && let Some(names) = &names
    {
        check_sorted((file, folder), &asked, names).map_err(at("labels"))?;
    }
    match guessed((file, folder), &asked) {
        Ok(Some(LoneColumn { guess, is_named })) => {
            let labels = is_named.then(|| SORTED.to_owned()).or_else(|| spec.labels.clone());
            let base = spec.base.or((guess.base > 0).then_some(guess.base));
            let mut sized = spec.clone();
            (sized.cards, sized.base, sized.labels) = (Some(guess.cards as u64), base, labels);
            Ok(Some(sized))
        }
        Ok(None) => Ok(None),
        Err(GuessError::Nothing) => Ok(None),
        Err(GuessError::Labels { cells, labels, .. }) if is_a_hand(spec, cells, labels) => {
            let why = format!(
                "each line holds one hand of {cells}: write all hands of a deal on one line"
            );
            Err(at("hands")(CaseProblem::Groups(why)))
        }
        Err(unknown) => Err(at("file")(CaseProblem::UnknownCards(unknown.to_string()))),
    }
}

/// The first cell of most lines, if it ends in a name that the picked columns leave out.
fn lost_lead(
    spec: &CaseSpec,
    folder: &Folder,
    format: Format,
    rows: &[Vec<String>],
) -> Result<Option<String>, CaseError> {
    let of_all = CaseSpec { columns: None, ..spec.clone() };
    let all = subject::varying_rows(&of_all, folder, format)?;
    let first = all.first().and_then(|row| row.first());
    let is_lost = first.zip(rows.first()).is_some_and(|(first, row)| !row.contains(first));
    Ok(if is_lost { shuffle_reader::behind_a_lead(&all) } else { None })
}

/// True if lines of this many cells are hands, and a deal has several.
fn is_a_hand(spec: &CaseSpec, cells: usize, labels: usize) -> bool {
    let hands = spec.hands.as_deref().and_then(|hands| Hands::parse(hands).ok());
    hands
        .is_some_and(|hands| hands.cards() == labels && hands.sizes().iter().all(|it| *it == cells))
}

/// A fault of the first lines of text whose names were found in it: see [`check_words`].
fn check_sorted(
    file: (&Path, &Folder),
    asked: &Asked<'_>,
    names: &NameTable,
) -> Result<(), CaseProblem> {
    // What cannot be read is reported where it is read.
    let Ok((start, is_all)) = start_of(file, START as usize) else { return Ok(()) };
    let rows_as = |format| {
        let mut rows =
            shuffle_reader::varying_rows(&start, &Asked { format, labels: None, ..*asked });
        // The last may be cut.
        if !is_all {
            rows.pop();
        }
        rows
    };
    let rows = rows_as(Format::Text);
    let mut all: Vec<String> =
        (0..names.cards()).map(|name| names.label(name).to_owned()).collect();
    all.sort_unstable();
    match rows.iter().all(|row| row.len() == all.len()) {
        true => check_words((&rows, &all), &rows_as(Format::Csv)),
        false => Ok(()),
    }
}

/// A fault of text whose names have several words, each of which would be read as a name; `cells` are its lines as CSV.
fn check_words(
    (rows, all): (&[Vec<String>], &[String]),
    cells: &[Vec<String>],
) -> Result<(), CaseProblem> {
    let mut names = cells.iter().filter(|row| row.len() > 1).flatten();
    if names.any(|name| name.trim().contains(' ')) {
        let why = "names with spaces are separated by commas or tabs; use --format csv".to_owned();
        return Err(CaseProblem::Groups(why));
    }
    match two_words(rows, all) {
        Some([first, second]) => Err(CaseProblem::Groups(format!(
            "\"{first} {second}\" looks like one name, since the words always stand together: put commas between the names, and use --format csv"
        ))),
        None => Ok(()),
    }
}

/// The case with the names of its files, if they are not given, and the length of their longest order; `None` if they hold no names.
fn varying(
    spec: &CaseSpec,
    folder: &Folder,
    (format, names): (Format, Option<&NameTable>),
) -> Result<Option<CaseSpec>, CaseError> {
    let mut rows = subject::varying_rows(spec, folder, format)?;
    let is_table = matches!(format, Format::Text | Format::Csv);
    let may_be_header = spec.header.is_none()
        && is_table
        && !subject::columns_of(spec)?.by_name()
        && stream::matched(spec, folder).is_none();
    let is_header = may_be_header && names_columns(&rows);
    if is_header {
        rows.remove(0);
    }
    let mut all = rows.concat();
    all.sort_unstable();
    all.dedup();
    if format == Format::Text {
        let cells = subject::varying_rows(spec, folder, Format::Csv)?;
        check_words((&rows, &all), &cells).map_err(at("varying"))?;
    }
    let is_whole = spec.columns.is_none() && is_table;
    let lead = match is_whole {
        true => shuffle_reader::behind_a_lead(&rows),
        false if is_table => lost_lead(spec, folder, format, &rows)?,
        false => None,
    };
    if let Some(cell) = lead {
        return Err(at("file")(CaseProblem::UnknownCards(GuessError::Lead { cell }.to_string())));
    }
    if have_own_names(&rows) {
        let why = "no name comes at two places of the lines, so their order says nothing: put commas between names of several words, and use --format csv; if each \
                   line holds a name and what came to it, name the column of what came with --columns, and leave --varying out";
        return Err(at("varying")(CaseProblem::Groups(why.to_owned())));
    }
    if is_whole && let Some((column, name)) = column_of_others(&rows) {
        let why = format!(
            "the {column} column, with {}, has no name of the other columns: if it is a date or a note, name the others with --columns, else all (--columns 1-)",
            quoted(name)
        );
        return Err(at("varying")(CaseProblem::Groups(why)));
    }
    if let Some(row) = row_of_others(&rows, &all).filter(|_| names.is_none()) {
        let why = format!(
            "the line {} has no name of another line, while the others share theirs: remove it if it is a title, a total or a note; if it is an order, \
             name all items with --labels",
            quoted(&row.join(" "))
        );
        return Err(at("varying")(CaseProblem::Groups(why)));
    }
    const SIGNS: [&str; 9] = [">", "->", "=>", "\u{2192}", "<", "|", "+", "vs", "vs."];
    if let Some(sign) = SIGNS.into_iter().find(|sign| all.iter().any(|name| name == sign)) {
        let why = format!(
            "\"{sign}\" stands between the names: write spaces in its place, or commas with --format csv"
        );
        return Err(at("varying")(CaseProblem::Groups(why)));
    }
    let are_found = names.is_none() || spec.labels.as_deref() == Some(SORTED);
    if let Some(why) = no_names(&all).filter(|_| are_found) {
        return Err(at("varying")(CaseProblem::Groups(why)));
    }
    let longest = rows.iter().map(Vec::len).max().unwrap_or(0);
    if longest == 1 {
        let why = "each line holds one name, and an order has two or more: write each order on a line, its names separated by commas; \
                   if each line is a separate draw, use --deal 1 --replacement and --labels";
        return Err(at("varying")(CaseProblem::Groups(why.to_owned())));
    }
    let most = all.iter().filter_map(|name| name.parse::<usize>().ok()).max();
    let cards = match (names, spec.base, most) {
        (Some(names), ..) => names.cards(),
        (None, Some(base), Some(most)) => (most + 1).saturating_sub(base as usize),
        _ => all.len(),
    };
    let is_sorted = names.is_none() && spec.base.is_none();
    let labels = if is_sorted { Some(SORTED.to_owned()) } else { spec.labels.clone() };
    let (deal, all) = (spec.deal.or(Some(longest.min(cards) as u64)), Some(cards as u64));
    let header = if is_header { Some(true) } else { spec.header };
    Ok((cards > 0).then(|| {
        let mut sized = spec.clone();
        (sized.cards, sized.deal, sized.labels, sized.header) = (all, deal, labels, header);
        sized
    }))
}

/// True if the first of these rows is a header: none of its names appears again, while each of the others appears so often that by chance
/// it would hardly ever be missing.
fn names_columns(rows: &[Vec<String>]) -> bool {
    const OFTEN: usize = 7;
    let Some((first, others)) = rows.split_first() else { return false };
    let names: HashSet<&String> = others.iter().flatten().collect();
    let all: usize = others.iter().map(Vec::len).sum();
    !first.iter().any(|name| names.contains(name)) && OFTEN * names.len().max(1) <= all
}

/// A word that always comes right behind the same other one, like a surname behind a name, so often that by chance hardly any of these words
/// would: one without which the other does not come either, or one of words that all come in such pairs.
fn two_words<'a>(rows: &[Vec<String>], words: &'a [String]) -> Option<[&'a String; 2]> {
    const LN_CHANCE: f64 = -14.0;
    const MOST_WORDS: usize = 1_000;
    let n = words.len();
    if n > MOST_WORDS {
        return None;
    }
    let at = |word: &String| words.binary_search(word).ok();
    // How often each word comes, and behind each other one: a word follows another one of k in a row with the chance 1/k.
    let (mut times, mut behind, mut ln_chances) = (vec![0; n], vec![0; n * n], vec![0.0; n * n]);
    for row in rows {
        row.iter().filter_map(at).for_each(|word| times[word] += 1);
        for two in row.windows(2) {
            let [Some(first), Some(second)] = [at(&two[0]), at(&two[1])] else { continue };
            behind[first * n + second] += 1;
            ln_chances[first * n + second] -= (row.len() as f64).ln();
        }
    }
    let is_behind = |pair: usize| behind[pair] > 0 && behind[pair] == times[pair % n];
    let both = |two: &[String]| Some(at(&two[0])? * n + at(&two[1])?);
    let are_pairs = rows.iter().all(|row| {
        row.len() % 2 == 0 && row.chunks_exact(2).all(|two| both(two).is_some_and(is_behind))
    });
    let is_one = |&pair: &usize| {
        let ln_any = ln_chances[pair] + 2.0 * (n as f64).ln();
        let is_bound = are_pairs || times[pair / n] == times[pair % n];
        is_behind(pair) && is_bound && ln_any < LN_CHANCE
    };
    (0..n * n).find(is_one).map(|pair| [&words[pair / n], &words[pair % n]])
}

/// The first or the last column, with a name of it, if it shares none with the others, which have few.
fn column_of_others(rows: &[Vec<String>]) -> Option<(&'static str, &String)> {
    const FEWEST_ROWS: usize = 5;
    const OFTEN: usize = 3;
    type Split = fn(&Vec<String>) -> Option<(&String, &[String])>;
    let columns: [(_, Split); 2] =
        [("first", |row| row.split_first()), ("last", |row| row.split_last())];
    columns.into_iter().find_map(|(column, split)| {
        let parts: Vec<_> = rows.iter().filter_map(split).collect();
        let here: HashSet<&String> = parts.iter().map(|part| part.0).collect();
        let others: HashSet<&String> = parts.iter().flat_map(|part| part.1).collect();
        let all: usize = parts.iter().map(|part| part.1.len()).sum();
        let is_other = rows.len() >= FEWEST_ROWS
            && here.len() > 1
            && here.is_disjoint(&others)
            && OFTEN * others.len().max(1) <= all;
        is_other.then(|| (column, parts[0].0))
    })
}

/// True if each place of the rows has names of its own. In orders a name that comes again does so at any place of its row.
fn have_own_names(rows: &[Vec<String>]) -> bool {
    const LN_BY_CHANCE: f64 = -9.0;
    let (mut places, mut ln_chance) = (HashMap::new(), 0.0);
    rows.iter().all(|row| {
        row.iter().enumerate().all(|(place, name)| match places.insert(name, place) {
            None => true,
            Some(before) => {
                ln_chance -= (row.len() as f64).ln();
                before == place
            }
        })
    }) && ln_chance < LN_BY_CHANCE
}

/// A row of which no name comes in another row, unless that is the same, where most names of the others come in several.
fn row_of_others<'r>(rows: &'r [Vec<String>], names: &[String]) -> Option<&'r Vec<String>> {
    const FEWEST_OTHERS: usize = 5;
    const BY_CHANCE: f64 = 0.01;
    let at = |name: &String| names.binary_search(name).unwrap_or(0);
    // For each name a row that has it, whether a different one has it, too, and how often it comes.
    let mut known = vec![(&rows.first()?[..], false, 0_u64); names.len()];
    for row in rows {
        for name in row.iter().map(at) {
            let (first, is_shared, times) = &mut known[name];
            if *times == 0 {
                *first = row;
            }
            (*is_shared, *times) = (*is_shared || *first != row, *times + 1);
        }
    }
    let (mut strange, mut others, mut all, mut alone) = (Vec::new(), 0, 0, 0);
    for row in rows.iter().filter(|row| !row.is_empty()) {
        if row.iter().any(|name| known[at(name)].1) {
            others += 1;
            all += row.len();
            alone += row.iter().filter(|name| known[at(name)].2 == 1).count();
        } else {
            strange.push(row);
        }
    }
    let share = alone as f64 / all as f64;
    let by_chance = |row: &&Vec<String>| others as f64 * share.powi(row.len() as i32) < BY_CHANCE;
    let are_few = others >= FEWEST_OTHERS.max(5 * strange.len());
    strange.into_iter().find(by_chance).filter(|_| are_few)
}

/// The number of cards in the decks of a file: by its first decks, or by all its numbers, where these are few long
/// decks. `None` if it cannot be read.
fn guessed(file: (&Path, &Folder), asked: &Asked<'_>) -> Result<Option<LoneColumn>, GuessError> {
    match column(file, asked)? {
        Some(column) => Ok(Some(column)),
        None => Ok(first_deck(file, asked)?.map(|guess| LoneColumn { guess, is_named: false })),
    }
}

fn column(file: (&Path, &Folder), asked: &Asked<'_>) -> Result<Option<LoneColumn>, GuessError> {
    let Ok((start, is_all)) = start_of(file, START as usize) else { return Ok(None) };
    if is_all {
        return lone_column(&start, asked);
    }
    let lines = start.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
    if lone_items(&start[..lines], asked).is_empty() {
        return Ok(None);
    }
    let mut all = Vec::new();
    match file.1.open(file.0).map(|from| from.take(MOST as u64).read_to_end(&mut all)) {
        Ok(Ok(read)) if read < MOST => lone_column(&all, asked),
        _ => Ok(None),
    }
}

fn first_deck(file: (&Path, &Folder), asked: &Asked<'_>) -> Result<Option<Guess>, GuessError> {
    let in_one_pass =
        || file.1.open(file.0).map_or(Ok(None), |from| guess_in_one_pass(from, asked));
    if !asked.format.is_text() {
        return in_one_pass();
    }
    let Ok((start, is_all)) = start_of(file, START as usize) else { return Ok(None) };
    if is_all || start.contains(&b'\n') {
        return guess(&start, is_all, asked).map(Some);
    }
    match in_one_pass()? {
        Some(guess) => Ok(Some(guess)),
        None => match start_of(file, MOST) {
            Ok((start, is_all)) => guess(&start, is_all, asked).map(Some),
            Err(_) => Ok(None),
        },
    }
}

/// The first bytes of a file, decompressed, and whether that is all.
fn start_of((file, folder): (&Path, &Folder), most: usize) -> io::Result<(Vec<u8>, bool)> {
    let mut from: Box<dyn Read> = folder.open(file).map_err(io::Error::other)?;
    let (mut start, mut is_all) = (Vec::new(), false);
    while !is_all && start.len() < most {
        let before = start.len();
        match from.by_ref().take(START).read_to_end(&mut start) {
            Ok(_) => is_all = start.len() - before < START as usize,
            // The file is cut off or cannot be read further: only the bytes so far are examined.
            Err(_) => break,
        }
        if start.contains(&b'\n') || start.len() == before {
            break;
        }
    }
    Ok((start, is_all))
}
