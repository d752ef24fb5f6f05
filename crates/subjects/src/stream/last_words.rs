//! The stderr of a program: all of it is read, but only its beginning and its end are kept.
//!
//! Python prints the cause of an error in its last line, Node in one of its first.

use std::{
    collections::VecDeque,
    io::{self, Read},
    sync::{
        Arc, Mutex, PoisonError,
        mpsc::{Receiver, channel},
    },
    thread,
    time::Duration,
};

/// Bytes that are kept of each end.
const KEPT: usize = 1 << 12;

/// Lines that are shown of each end.
const LINES: usize = 4;

/// Letters of a line that are shown.
const LETTERS: usize = 200;

/// The longest wait for the end of stderr after the program has ended.
const PATIENCE: Duration = Duration::from_millis(200);

/// The beginning and the end of the stderr of a program.
pub(super) struct LastWords {
    kept: Arc<Mutex<Kept>>,
    ended: Receiver<()>,
}

#[derive(Debug, Default)]
struct Kept {
    first: Vec<u8>,
    last: VecDeque<u8>,
    /// True if bytes between the two were dropped.
    gap: bool,
}

impl Kept {
    fn add(&mut self, said: &[u8]) {
        let (first, rest) = said.split_at(said.len().min(KEPT - self.first.len()));
        self.first.extend(first);
        self.last.extend(rest);
        let excess = self.last.len().saturating_sub(KEPT);
        self.last.drain(..excess);
        self.gap |= excess > 0;
    }

    /// The beginning and the end; only one text if nothing between them was dropped.
    fn ends(&mut self) -> (String, Option<String>) {
        let last = self.last.make_contiguous();
        if self.gap {
            let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
            (text(&self.first), Some(text(last)))
        } else {
            let whole = [&self.first, &*last].concat();
            (String::from_utf8_lossy(&whole).into_owned(), None)
        }
    }
}

impl LastWords {
    /// Starts to listen.
    pub(super) fn of(mut stderr: impl Read + Send + 'static) -> io::Result<Self> {
        let kept = Arc::new(Mutex::new(Kept::default()));
        let (end, ended) = channel::<()>();
        let keep = Arc::clone(&kept);
        thread::Builder::new().spawn(move || {
            let _end = end;
            let mut chunk = [0; KEPT];
            loop {
                match stderr.read(&mut chunk) {
                    Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                    Ok(0) | Err(_) => return,
                    Ok(length) => {
                        keep.lock().unwrap_or_else(PoisonError::into_inner).add(&chunk[..length]);
                    }
                }
            }
        })?;
        Ok(Self { kept, ended })
    }

    /// The first and the last lines, each with a line break before it; nothing if there was nothing.
    pub(super) fn lines(&self) -> String {
        let (first, last) = self.ends();
        shown(&first, last.as_deref())
    }

    /// The kept parts of stderr, unchanged.
    pub(super) fn text(&self) -> String {
        let (first, last) = self.ends();
        first + last.as_deref().unwrap_or_default()
    }

    fn ends(&self) -> (String, Option<String>) {
        // The end of the thread closes the channel. It may never come, if another process holds stderr open.
        let _ = self.ended.recv_timeout(PATIENCE);
        self.kept.lock().unwrap_or_else(PoisonError::into_inner).ends()
    }
}

/// The lines that are shown; `last` is the text after a gap.
fn shown(first: &str, last: Option<&str>) -> String {
    let (head, tail) = (lines(first), last.map(lines));
    let tail = tail.as_ref().unwrap_or(&head);
    let is_whole = last.is_none() && head.len() <= 2 * LINES;
    let shown = if is_whole {
        head.clone()
    } else {
        let dots = "...".to_owned();
        let (head, tail) =
            (&head[..head.len().min(LINES)], &tail[tail.len().saturating_sub(LINES)..]);
        [head, &[dots], tail].concat()
    };
    shown.iter().map(|line| format!("\n    {line}")).collect()
}

/// The lines that are not empty, cut at [`LETTERS`], with control characters replaced by spaces.
fn lines(text: &str) -> Vec<String> {
    let line = |line: &str| {
        let plain = |letter: char| if letter.is_control() { ' ' } else { letter };
        line.trim_end().chars().take(LETTERS).map(plain).collect::<String>()
    };
    text.lines().map(line).filter(|line| !line.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_flood_leaves_its_first_lines_and_its_last() {
        let flood = (0..100_000).map(|line| format!("line {line}\n")).collect::<String>();
        let words = LastWords::of(io::Cursor::new(flood)).unwrap();
        let said = words.lines();
        assert_eq!(said.lines().count(), 1 + LINES + 1 + LINES, "{said}");
        assert!(said.starts_with("\n    line 0\n    line 1\n"), "{said}");
        assert!(said.contains("\n    line 3\n    ...\n    line 99996\n"), "{said}");
        assert!(said.ends_with("\n    line 99998\n    line 99999"), "{said}");
    }

    #[test]
    fn a_few_lines_are_shown_whole_and_more_with_a_gap() {
        let text = |lines: usize| (0..lines).map(|line| format!("{line}\n")).collect::<String>();
        assert_eq!(shown(&text(8), None).lines().count(), 1 + 8);
        assert!(!shown(&text(8), None).contains("..."));
        let nine = shown(&text(9), None);
        assert_eq!(nine.replace("\n    ", " "), " 0 1 2 3 ... 5 6 7 8");
    }

    #[test]
    fn a_line_without_end_is_cut_and_letters_that_are_none_are_blanked() {
        let said = shown(&"x".repeat(10_000), None);
        assert_eq!(said.len(), "\n    ".len() + LETTERS);
        assert_eq!(shown("\u{1b}[31mred\u{7}\n\n", None), "\n     [31mred ");
        assert_eq!(shown("", None), "");
    }
}
