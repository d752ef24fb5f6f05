//! Words and tables that fit a screen.
//!
//! A line is broken between words, never inside one: a word that is wider than the screen stands on a line of its
//! own. No line ends in blanks.

use textwrap::{Options, WordSeparator, WordSplitter, WrapAlgorithm, core::display_width};

/// Blanks between the columns of a table.
const GAP: usize = 2;

/// Minimum width of a column of words next to others.
const NARROWEST: usize = 24;

/// The last column of a table stands below the others where less than this is left for it, and it needs more.
const ROOMY: usize = 34;

/// Stands for a blank at which no line is broken; it belongs to no script.
const GLUE: char = '\u{e000}';

/// Breaks each line of a text into lines that fit.
///
/// ```
/// use shuffle_audit::words::layout::wrap;
/// assert_eq!(wrap("a card lies there 73.3 % too often", 22), "a card lies there\n73.3 % too often\n");
/// ```
pub fn wrap(text: &str, width: usize) -> String {
    hang("", text, 0, width)
}

/// The same with a text before the first line, and blanks before all others.
///
/// ```
/// use shuffle_audit::words::layout::hang;
/// assert_eq!(hang("naive: ", "swaps any with any", 2, 18), "naive: swaps any\n  with any\n");
/// ```
pub fn hang(first: &str, text: &str, indent: usize, width: usize) -> String {
    let blanks = " ".repeat(indent);
    let mut shown = String::new();
    for (number, line) in glued(text).lines().enumerate() {
        let options = Options::new(width)
            .initial_indent(if number == 0 { first } else { &blanks })
            .subsequent_indent(&blanks)
            .word_separator(WordSeparator::AsciiSpace)
            .word_splitter(WordSplitter::NoHyphenation)
            .wrap_algorithm(WrapAlgorithm::FirstFit)
            .break_words(false);
        for line in textwrap::wrap(line, options) {
            shown.push_str(line.trim_end());
            shown.push('\n');
        }
    }
    shown.replace(GLUE, " ")
}

/// Words that stay on one line. The blanks between them are blanks again when the text is wrapped.
pub fn together(words: &str) -> String {
    words.replace(' ', &GLUE.to_string())
}

fn glued(text: &str) -> String {
    text.replace(" %", &format!("{GLUE}%")).replace(" p = ", &format!(" p{GLUE}={GLUE}"))
}

/// A name and its description, in a column that starts at `indent`; below the name if too little room is left.
pub fn item(name: &str, text: &str, indent: usize, width: usize) -> String {
    let left = display_width(name);
    if left < indent && width >= indent + NARROWEST {
        return hang(&format!("{name}{}", " ".repeat(indent - left)), text, indent, width);
    }
    let name = if name.trim().is_empty() { String::new() } else { wrap(name, width) };
    name + &hang("    ", text, 4, width)
}

/// A command after some words: on their line if it fits, else below them, in lines that a shell joins to one.
///
/// ```
/// use shuffle_audit::words::layout::command;
/// assert_eq!(command("Again:", "run --seed 5", 80), "Again: run --seed 5\n");
/// assert_eq!(command("Again:", "run --seed 5", 14), "Again:\n  run \\\n    --seed 5\n");
/// ```
pub fn command(words: &str, command: &str, width: usize) -> String {
    let line = format!("{words} {command}");
    if display_width(&line) <= width {
        return line + "\n";
    }
    let mut shown = format!("{words}\n");
    let mut line = String::from(" ");
    for word in shell_words(command) {
        // Two columns are kept for the backslash.
        if display_width(&line) + 1 + display_width(word) + 2 > width && !line.trim().is_empty() {
            shown.push_str(&format!("{line} \\\n"));
            line = String::from("   ");
        }
        line.push(' ');
        line.push_str(word);
    }
    shown + &line + "\n"
}

/// The words of a command as they are written; a flag and its value are one word.
fn shell_words(command: &str) -> Vec<&str> {
    let mut words = Vec::new();
    let (mut start, mut quoted, mut escaped, mut after_flag) = (0, false, false, false);
    let ends = command.char_indices().map(|(at, letter)| (at, Some(letter)));
    for (at, letter) in ends.chain([(command.len(), None)]) {
        if std::mem::take(&mut escaped) {
            continue;
        }
        match letter {
            Some('\\') if !quoted => escaped = true,
            Some('\'') => quoted = !quoted,
            Some(' ') | None if !quoted => {
                let word = &command[start..at];
                let is_flag = word.starts_with("--") && !word.contains(' ');
                let value_follows =
                    command[at..].starts_with(' ') && !command[at..].trim_start().starts_with("--");
                if is_flag && value_follows && !after_flag {
                    after_flag = true;
                    continue;
                }
                words.push(word);
                (start, after_flag) = ((at + 1).min(command.len()), false);
            }
            _ => {}
        }
    }
    words
}

/// The alignment of the cells of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Alignment {
    /// Words.
    Left,
    /// Numbers.
    Right,
}

/// A table whose last column holds words, which may be broken.
///
/// On a screen too narrow for all columns side by side, the last stands below the others; on one too narrow even for
/// those, each row becomes a paragraph.
#[derive(Clone, Debug)]
pub struct TextTable {
    heads: Vec<(String, Alignment)>,
    rows: Vec<Vec<String>>,
}

impl TextTable {
    /// A table without rows.
    pub fn new(heads: &[(&str, Alignment)]) -> Self {
        let heads = heads.iter().map(|&(head, side)| (head.to_owned(), side)).collect();
        Self { heads, rows: Vec::new() }
    }

    /// Adds a row.
    ///
    /// # Panics
    ///
    /// If it has another number of cells than there are columns.
    pub fn row(&mut self, cells: Vec<String>) {
        assert_eq!(cells.len(), self.heads.len(), "a cell for each column");
        self.rows.push(cells);
    }

    /// The table on a screen of this width.
    pub fn show(&self, width: usize) -> String {
        let Some(((_, _), rigid)) = self.heads.split_last() else { return String::new() };
        let widths: Vec<usize> = (0..rigid.len()).map(|column| self.width(column)).collect();
        let taken: usize = widths.iter().map(|width| width + GAP).sum();
        let last = self.width(rigid.len());
        let words =
            || self.rows.iter().filter_map(|row| row.last()).flat_map(|cell| cell.split(' '));
        let longest_word = words().map(display_width).max().unwrap_or(0);
        let room = width.saturating_sub(taken);
        let fits = taken <= width + GAP;
        if fits && room >= last.min(ROOMY).max(longest_word.min(last)) {
            self.side_by_side(&widths, width)
        } else if fits {
            self.below(&widths, width)
        } else {
            self.paragraphs(width)
        }
    }

    fn width(&self, column: usize) -> usize {
        let cells = self.rows.iter().map(|row| display_width(&row[column]));
        cells.chain([display_width(&self.heads[column].0)]).max().unwrap_or(0)
    }

    fn padded<'a>(&self, cells: impl Iterator<Item = &'a str>, widths: &[usize]) -> String {
        let mut line = String::new();
        for ((cell, (_, side)), width) in cells.zip(&self.heads).zip(widths) {
            let blanks = " ".repeat(width - display_width(cell));
            match side {
                Alignment::Left => line.push_str(&format!("{cell}{blanks}")),
                Alignment::Right => line.push_str(&format!("{blanks}{cell}")),
            }
            line.push_str(&" ".repeat(GAP));
        }
        line
    }

    /// Every row as its cells, after the heads.
    fn lines(&self) -> impl Iterator<Item = Vec<&str>> {
        let heads = self.heads.iter().map(|(head, _)| head.as_str()).collect();
        let rows = self.rows.iter().map(|row| row.iter().map(String::as_str).collect());
        std::iter::once(heads).chain(rows)
    }

    fn side_by_side(&self, widths: &[usize], width: usize) -> String {
        let indent = widths.iter().map(|width| width + GAP).sum();
        let show = |cells: Vec<&str>| {
            let first = self.padded(cells.iter().copied(), widths);
            match cells.last() {
                Some(last) if !last.is_empty() => hang(&first, last, indent, width),
                _ => format!("{}\n", first.trim_end()),
            }
        };
        self.lines().map(show).collect()
    }

    fn below(&self, widths: &[usize], width: usize) -> String {
        let show = |cells: Vec<&str>| {
            let first = self.padded(cells.iter().copied(), widths);
            let mut shown = format!("{}\n", first.trim_end());
            if let Some(last) = cells.last().filter(|last| !last.is_empty()) {
                shown.push_str(&hang("    ", last, 4, width));
            }
            shown
        };
        self.lines().map(show).collect()
    }

    fn paragraphs(&self, width: usize) -> String {
        let show = |row: &Vec<String>| {
            let mut shown = row.first().map_or_else(String::new, |first| wrap(first, width));
            let inner = 1..row.len().saturating_sub(1);
            let cells = inner.filter(|&column| !["", "-"].contains(&row[column].as_str()));
            let cells: Vec<String> =
                cells.map(|column| format!("{} {}", self.heads[column].0, row[column])).collect();
            for words in [cells.join(", ").as_str(), row.last().map_or("", String::as_str)] {
                if !words.is_empty() {
                    shown.push_str(&hang("  ", words, 2, width));
                }
            }
            shown
        };
        self.rows.iter().map(show).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table() -> TextTable {
        let mut table = TextTable::new(&[
            ("test", Alignment::Left),
            ("p", Alignment::Right),
            ("finding", Alignment::Left),
        ]);
        table.row(vec![
            "degree".into(),
            "0.007".into(),
            "neighbors stay in ascending order too often".into(),
        ]);
        table.row(vec!["lis".into(), "-".into(), "needs 203 decks".into()]);
        table
    }

    #[test]
    fn a_table_becomes_paragraphs_where_the_screen_is_narrow() {
        insta::assert_snapshot!([60, 30, 10].map(|width| table().show(width)).join("\n"), @r"
        test        p  finding
        degree  0.007  neighbors stay in ascending order too often
        lis         -  needs 203 decks

        test        p
            finding
        degree  0.007
            neighbors stay in
            ascending order too often
        lis         -
            needs 203 decks

        degree
          p 0.007
          neighbors
          stay in
          ascending
          order
          too
          often
        lis
          needs
          203
          decks
        ");
    }

    #[test]
    fn a_command_on_several_lines_is_the_same_command() {
        let one = "shuffle-audit check --exec 'awk -f it'\\''s --x.awk' --cards 52 --until-decided --max-trials 5";
        for width in [20, 40, 60, 80] {
            let shown = command("To see it again:", one, width);
            let folded = shown.replace(" \\\n   ", "").replace("To see it again:\n ", "");
            assert_eq!(folded.trim(), one, "{shown}");
        }
    }
}
