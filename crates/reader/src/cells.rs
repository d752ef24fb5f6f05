//! The cells of one line of CSV; a separator behind the last cell does not begin another one.

use crate::{columns::Picks, error::Fault};
use std::borrow::Cow;

/// The characters that may separate cells, the most usual first.
pub(crate) const SEPARATORS: [char; 3] = [',', '\t', ';'];

/// The cells of a line, spaces around them and quotes taken off.
pub(crate) struct Cells<'a> {
    /// The rest of the line, without the separator in front of it; `None` behind the last cell.
    rest: Option<&'a str>,
    separator: char,
    cell: usize,
}

impl<'a> Cells<'a> {
    pub(crate) fn new(line: &'a str, separator: char) -> Self {
        Self { rest: Some(line), separator, cell: 0 }
    }

    /// A cell in quotes, whose opening quote was taken off, and the rest of the line behind its separator.
    fn quoted(&self, text: &'a str) -> Option<(Cow<'a, str>, Option<&'a str>)> {
        let mut from = 0;
        let close = loop {
            let quote = from + text[from..].find('"')?;
            if !text[quote + 1..].starts_with('"') {
                break quote;
            }
            from = quote + 2;
        };
        let inside = &text[..close];
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
        let cell = cell.trim_end_matches(self.spaces());
        (!cell.contains('"')).then_some((cell.into(), rest))
    }

    fn trim_start(&self, text: &'a str) -> &'a str {
        text.trim_start_matches(self.spaces())
    }

    /// The characters that are skipped around a cell.
    fn spaces(&self) -> &'static [char] {
        if self.separator == '\t' { &[' '] } else { &[' ', '\t'] }
    }
}

impl<'a> Iterator for Cells<'a> {
    type Item = Result<Cow<'a, str>, Fault>;

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
        // After a fault there is no next cell.
        Some(split.ok_or(Fault::Quotes { cell }).map(|(text, rest)| {
            self.rest = rest;
            text
        }))
    }
}

/// The separator of this line: the first one that splits it into a number of cards among these sizes, the smaller
/// size first; if there is none, the first one that splits it into such a number of cells, the larger size first;
/// else a comma. Only the picked columns count.
pub(crate) fn separator(
    line: &str,
    sizes: [usize; 2],
    picks: &Picks,
    is_card: impl Fn(&str) -> bool,
) -> char {
    let splits = |separator: char, size: usize, fits: &dyn Fn(&str) -> bool| {
        let mut cells = 0;
        let mut picked = Cells::new(line, separator).enumerate().filter(|(at, _)| picks.has(*at));
        picked.all(|(_, cell)| {
            cells += 1;
            cell.is_ok_and(|cell| fits(&cell))
        }) && cells == size
    };
    let among = |size: usize, fits: &dyn Fn(&str) -> bool| {
        SEPARATORS.into_iter().find(|&by| splits(by, size, fits))
    };
    let cards = sizes.into_iter().find_map(|size| among(size, &is_card));
    // Any wrong separator leaves a header as one cell, so the larger size comes first.
    let any = || sizes.into_iter().rev().find_map(|size| among(size, &|_| true));
    cards.or_else(any).unwrap_or(',')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cells(line: &str, separator: char) -> Result<Vec<String>, Fault> {
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
    }

    #[test]
    fn quotes_elsewhere_are_refused() {
        for (line, cell) in [("a,\"b", 1), ("a\"b", 0), ("\"a\"b,c", 0), ("1,2,\"3\"\"", 2)] {
            assert_eq!(cells(line, ','), Err(Fault::Quotes { cell }), "{line}");
        }
    }

    #[test]
    fn the_separator_is_what_splits_the_line_into_a_deck() {
        let number = |cell: &str| cell.parse::<u8>().is_ok();
        let all = crate::Columns::All.pick::<&str>(None).unwrap();
        let separator =
            |line, dealt, is_card: fn(&str) -> bool| separator(line, [dealt, dealt], &all, is_card);
        assert_eq!(separator("1;2;0", 3, number), ';');
        assert_eq!(separator("1\t2\t0", 3, number), '\t');
        assert_eq!(separator("a;x,b;y,c;z", 3, number), ',');
        assert_eq!(separator("1 2 0", 3, number), ',');
        assert_eq!(separator("5", 1, number), ',');
        assert_eq!(separator(",\ta", 2, |cell| [",", "a"].contains(&cell)), '\t');
    }
}
