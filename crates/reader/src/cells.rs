//! The cells of one line of CSV; a separator after the last cell does not begin another one.

use crate::{columns::Picks, error::DeckFault};
use std::borrow::Cow;

/// The characters that separate cards in text.
pub(crate) const BETWEEN: [char; 3] = [' ', '\t', ','];

/// The characters that may separate cells, the most usual first.
pub(crate) const SEPARATORS: [char; 4] = [',', '\t', ';', '|'];

/// The characters that may separate the cards of one cell.
const INSIDE: [char; 8] = [' ', '\t', '|', ';', ',', '/', '-', '+'];

/// The words of a line of text, without the quotes in which R and others write them, if they may have some and none has only one.
pub(crate) fn words(line: &str, are_quoted: bool) -> impl Iterator<Item = &str> {
    fn inside(word: &str) -> Option<&str> {
        word.strip_prefix('"')?.strip_suffix('"')
    }
    // Programs and pages write wide blanks, too.
    let is_between =
        |letter: char| BETWEEN.contains(&letter) || !letter.is_ascii() && letter.is_whitespace();
    let words = line.split(is_between).map(|word| word.trim_matches(is_blank));
    let words = words.filter(|word| !word.is_empty());
    let are_quoted = are_quoted
        && line.contains('"')
        && words.clone().all(|word| !word.contains('"') || inside(word).is_some());
    words.map(move |word| inside(word).filter(|_| are_quoted).unwrap_or(word))
}

/// True of blanks, and of letters without width that programs leave around names. Other signs of ASCII, such as a form feed, are none.
pub(crate) fn is_blank(letter: char) -> bool {
    let is_wide = !letter.is_ascii() && letter.is_whitespace();
    matches!(letter, ' ' | '\t')
        || is_wide
        || ('\u{200b}'..='\u{200f}').contains(&letter)
        || letter == '\u{feff}'
}

/// Separators allowed between names of several words.
pub(crate) const BETWEEN_NAMES: [char; 4] = ['|', ';', ',', '/'];

/// The cards of a cell that holds several, such as `9|16|18` or `[9, 16, 18]`; `None` if it is a card or something else.
///
/// Two numbers around a comma are a decimal fraction, and three around slashes or hyphens a date, unless the columns that hold cards
/// were picked. A hyphen in front of a number is its sign.
pub(crate) fn several(
    cell: &str,
    is_picked: bool,
    is_card: impl Fn(&str) -> bool,
) -> Option<Vec<&str>> {
    if !cell.contains(INSIDE) || is_card(cell) || has_sign(cell) {
        return None;
    }
    let pairs = [('[', ']'), ('(', ')'), ('{', '}')].into_iter();
    let inside =
        pairs.filter_map(|(open, close)| cell.strip_prefix(open)?.strip_suffix(close)).next();
    let inside = inside.unwrap_or(cell);
    let parts: Vec<&str> = inside.split(INSIDE).filter(|part| !part.is_empty()).collect();
    let is_other = match parts.len() {
        0 | 1 => true,
        2 => !is_picked && inside.contains(','),
        3 => !is_picked && inside.contains(['/', '-']),
        _ => false,
    };
    let is_many =
        |parts: &Vec<&str>| !is_other && parts.len() > 1 && parts.iter().all(|part| is_card(part));
    // Names with spaces in them are between other signs.
    let with_spaces =
        |by: &char| inside.split(*by).map(str::trim).filter(|it| !it.is_empty()).collect();
    let has_space = |parts: &Vec<&str>| parts.iter().any(|part| part.contains(' '));
    let by_sign =
        || BETWEEN_NAMES.iter().map(with_spaces).find(|parts| has_space(parts) && is_many(parts));
    Some(parts).filter(is_many).or_else(by_sign)
}

/// True if a hyphen is the sign of a number.
fn has_sign(cell: &str) -> bool {
    cell.match_indices('-').any(|(at, _)| {
        let before = cell[..at].chars().next_back();
        let behind = cell[at + 1..].chars().next();
        before.is_none_or(|letter| !letter.is_alphanumeric())
            && behind.is_some_and(|letter| letter.is_ascii_digit())
    })
}

/// The cells of a line, spaces around them and quotes taken off.
pub(crate) struct Cells<'a> {
    /// The rest of the line, without the separator in front of it; `None` after the last cell.
    rest: Option<&'a str>,
    separator: char,
    cell: usize,
}

impl<'a> Cells<'a> {
    pub(crate) fn new(line: &'a str, separator: char) -> Self {
        Self { rest: Some(line), separator, cell: 0 }
    }

    /// A cell in quotes, whose opening quote was taken off, and the rest of the line after its separator.
    fn quoted(&self, text: &'a str) -> Option<(Cow<'a, str>, Option<&'a str>)> {
        let mut from = 0;
        let close = loop {
            let quote = from + text[from..].find('"')?;
            if !text[quote + 1..].starts_with('"') {
                break quote;
            }
            from = quote + 2;
        };
        let inside = text[..close].trim_matches(is_blank);
        let cell = if from == 0 { inside.into() } else { inside.replace("\"\"", "\"").into() };
        let behind = self.trim_start(&text[close + 1..]);
        if behind.is_empty() {
            return Some((cell, None));
        }
        Some((cell, Some(behind.strip_prefix(self.separator)?)))
    }

    fn bare(&self, text: &'a str) -> Option<(Cow<'a, str>, Option<&'a str>)> {
        let (cell, rest) = match text.split_once(self.separator) {
            Some((cell, rest)) => (cell, Some(rest)),
            None => (text, None),
        };
        let cell = cell.trim_end_matches(self.is_space());
        (!cell.contains('"')).then_some((cell.into(), rest))
    }

    fn trim_start(&self, text: &'a str) -> &'a str {
        text.trim_start_matches(self.is_space())
    }

    /// True of the characters that are skipped around a cell.
    fn is_space(&self) -> impl Fn(char) -> bool {
        let separator = self.separator;
        move |letter| letter != separator && is_blank(letter)
    }
}

impl<'a> Iterator for Cells<'a> {
    type Item = Result<Cow<'a, str>, DeckFault>;

    fn next(&mut self) -> Option<Self::Item> {
        let rest = self.rest.take()?;
        let text = self.trim_start(rest);
        if text.is_empty() && self.cell > 0 {
            return None;
        }
        let split = match text.strip_prefix('"') {
            Some(inside) => self.quoted(inside),
            None => self.bare(text),
        };
        let cell = self.cell;
        self.cell += 1;
        let is_open = text.starts_with('"') && text.matches('"').count() % 2 == 1;
        // After a fault there is no next cell.
        Some(split.ok_or(DeckFault::Quotes { cell, is_open }).map(|(text, rest)| {
            self.rest = rest;
            text
        }))
    }
}

/// The separator of this line: the first one that splits it into a number of cards among these sizes, the smaller
/// size first; if there is none, the first one that splits it into such a number of cells, the larger size first;
/// else the [usual](usual) one of such a line. Only the picked columns count. `cards_in` is the number of cards in a cell.
pub(crate) fn separator(
    line: &str,
    sizes: [usize; 2],
    picks: &Picks,
    cards_in: impl Fn(&str) -> usize,
) -> char {
    let splits = |separator: char, size: usize, count: &dyn Fn(&str) -> usize| {
        let mut found = 0;
        let mut picked = Cells::new(line, separator).enumerate().filter(|(at, _)| picks.has(*at));
        picked.all(|(_, cell)| {
            let more = cell.map_or(0, |cell| count(&cell));
            found += more;
            more > 0
        }) && found == size
    };
    let among = |size: usize, count: &dyn Fn(&str) -> usize| {
        SEPARATORS.into_iter().find(|&by| splits(by, size, count))
    };
    // Cells that hold one card each come first: blanks or tabs may stand between several. A separator that leaves the line whole,
    // where another one splits it, would make cards of dates.
    let one = |cell: &str| usize::from(cards_in(cell) == 1);
    let cells = |by: char| Cells::new(line, by).filter(Result::is_ok).count();
    let is_split = SEPARATORS.into_iter().any(|by| cells(by) > 1);
    let among_split = |size: usize, count: &dyn Fn(&str) -> usize| {
        let may = |by: &char| cells(*by) > 1 || !is_split;
        SEPARATORS.into_iter().find(|by| may(by) && splits(*by, size, count))
    };
    let cards = sizes.into_iter().find_map(|size| among(size, &one));
    let cards = cards.or_else(|| sizes.into_iter().find_map(|size| among_split(size, &cards_in)));
    // A header. The larger size comes first, as the smaller may be one cell.
    let any = || sizes.into_iter().rev().find_map(|size| among_split(size, &|_| 1));
    cards.or_else(any).unwrap_or_else(|| usual(line))
}

/// The separator that a table most probably has, by its first line: a tab; or a semicolon, unless more commas stand there that are no
/// decimal commas; or a comma; or a bar.
pub(crate) fn usual(line: &str) -> char {
    let cells = |by: char| Cells::new(line, by).filter(Result::is_ok).count();
    let is_decimal = |(at, _): (usize, &str)| {
        let digit = |byte: Option<&u8>| byte.is_some_and(u8::is_ascii_digit);
        at > 0 && digit(line.as_bytes().get(at - 1)) && digit(line.as_bytes().get(at + 1))
    };
    let commas = cells(',');
    let has_semicolons =
        cells(';') > 1 && (cells(';') >= commas || line.match_indices(',').all(is_decimal));
    match () {
        () if cells('\t') > 1 => '\t',
        () if has_semicolons => ';',
        () if commas > 1 || cells('|') <= 1 => ',',
        () => '|',
    }
}

/// True if a line of CSV holds nothing: no cell, or the separator that a spreadsheet notes in front of a table.
pub(crate) fn is_void(line: &str) -> bool {
    let is_blank = |letter: char| SEPARATORS.contains(&letter) || letter.is_whitespace();
    let note = line.trim_end_matches([' ', '\r']).strip_prefix("sep=");
    line.chars().all(is_blank) || note.is_some_and(|by| by.chars().count() == 1)
}

/// True of a cell in the last line of a table that says what the lines above it add up to: `Total`, `Count: 60`.
pub fn is_foot(cell: &str) -> bool {
    const ALONE: [&str; 8] =
        ["total", "totals", "grand total", "sum", "summe", "average", "mittelwert", "moyenne"];
    const OF_A_NUMBER: [&str; 4] = ["count", "mean", "anzahl", "somme"];
    let cell = cell.trim().to_lowercase();
    let (name, number) = match cell.split_once([':', '=']) {
        Some((name, number)) => (name.trim(), Some(number.trim())),
        None => (&*cell, None),
    };
    let is_number = number.is_some_and(|it| it.starts_with(|digit: char| digit.is_ascii_digit()));
    let is_alone = number.is_none_or(str::is_empty) && ALONE.contains(&name);
    is_alone || is_number && (ALONE.contains(&name) || OF_A_NUMBER.contains(&name))
}

/// The text of a line of CSV: UTF-8, or else what spreadsheets on Windows write, in which each byte is a letter.
pub(crate) fn decoded(line: &[u8]) -> Cow<'_, str> {
    /// The letters of bytes 0x80 to 0x9f of Windows-1252; five bytes have none.
    const LETTERS: [char; 32] = [
        '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž',
        '\u{8f}', '\u{90}', '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}',
        'ž', 'Ÿ',
    ];
    match str::from_utf8(line) {
        Ok(text) => text.into(),
        Err(_) => line
            .iter()
            .map(|&byte| match byte {
                0x80..=0x9f => LETTERS[usize::from(byte) - 0x80],
                byte => char::from(byte),
            })
            .collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cells(line: &str, separator: char) -> Result<Vec<String>, DeckFault> {
        Cells::new(line, separator).map(|cell| cell.map(Cow::into_owned)).collect()
    }

    #[test]
    fn quotes_and_spaces_come_off() {
        let some = cells(r#" a,"b", "c,d" ,"e""f","", "#, ',').unwrap();
        assert_eq!(some, ["a", "b", "c,d", "e\"f", ""]);
        assert_eq!(cells("a b\t\"c\"", '\t').unwrap(), ["a b", "c"]);
        assert_eq!(cells("", ',').unwrap(), [""]);
        assert_eq!(cells(",", ',').unwrap(), [""]);
        assert_eq!(cells("a;b ; ", ';').unwrap(), ["a", "b"]);
        assert_eq!(cells("\u{a0}a ;b\u{200b};\"c\u{202f}\"", ';').unwrap(), ["a", "b", "c"]);
        assert_eq!(words("a\u{a0} b\u{200b}", false).collect::<Vec<_>>(), ["a", "b"]);
    }

    #[test]
    fn totals_are_told_from_names() {
        for foot in ["Total", "total:", "Total: 60 pupils", "Count: 60", "SUMME = 1.830", "Average"]
        {
            assert!(is_foot(foot), "{foot}");
        }
        for name in ["Total Eclipse of the Heart", "Sum 41", "Mean", "Total: A Story", "Count", ""]
        {
            assert!(!is_foot(name), "{name}");
        }
    }

    #[test]
    fn lines_without_cells_are_void() {
        for void in ["", " ", ";;;", ", ,", "sep=;", "sep=\t", "sep=,\r", "\u{a0}"] {
            assert!(is_void(void), "{void:?}");
        }
        assert!(!is_void("sep=a b") && !is_void("0"));
    }

    #[test]
    fn quotes_elsewhere_are_refused() {
        for (line, cell, is_open) in [
            ("a,\"b", 1, true),
            ("a\"b", 0, false),
            ("\"a\"b,c", 0, false),
            ("1,2,\"3\"\"", 2, true),
        ] {
            assert_eq!(cells(line, ','), Err(DeckFault::Quotes { cell, is_open }), "{line}");
        }
    }

    #[test]
    fn the_separator_is_what_splits_the_line_into_a_deck() {
        let number = |cell: &str| cell.parse::<u8>().is_ok();
        let all = crate::ColumnChoice::All.pick::<&str>(None).unwrap();
        let separator = |line, dealt, is_card: fn(&str) -> bool| {
            separator(line, [dealt, dealt], &all, |cell| usize::from(is_card(cell)))
        };
        assert_eq!(separator("1;2;0", 3, number), ';');
        assert_eq!(separator("1\t2\t0", 3, number), '\t');
        assert_eq!(separator("a;x,b;y,c;z", 3, number), ',');
        assert_eq!(separator("1 2 0", 3, number), ',');
        assert_eq!(separator("5", 1, number), ',');
        assert_eq!(separator(",\ta", 2, |cell| [",", "a"].contains(&cell)), '\t');
    }
}
