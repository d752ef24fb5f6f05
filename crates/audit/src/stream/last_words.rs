//! What a program says on stderr: read to its end, however much it is, and only the last of it kept.

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

/// Bytes that are kept.
const KEPT: usize = 1 << 12;

/// Lines that are shown.
const LINES: usize = 8;

/// Letters of a line that are shown.
const LETTERS: usize = 200;

/// How long the end of stderr is waited for after the end of the program.
const PATIENCE: Duration = Duration::from_millis(200);

/// The end of what a program says on stderr.
pub(super) struct LastWords {
    kept: Arc<Mutex<VecDeque<u8>>>,
    ended: Receiver<()>,
}

impl LastWords {
    /// Starts to listen.
    pub(super) fn of(mut stderr: impl Read + Send + 'static) -> io::Result<Self> {
        let kept = Arc::new(Mutex::new(VecDeque::with_capacity(2 * KEPT)));
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
                        let mut kept = keep.lock().unwrap_or_else(PoisonError::into_inner);
                        kept.extend(&chunk[..length]);
                        let excess = kept.len().saturating_sub(KEPT);
                        kept.drain(..excess);
                    }
                }
            }
        })?;
        Ok(Self { kept, ended })
    }

    /// The last lines, each with a line break before it; nothing if there was nothing.
    pub(super) fn lines(&self) -> String {
        shown(&self.text())
    }

    /// What is kept of it, as it was said.
    pub(super) fn text(&self) -> String {
        // It ends by hanging up, or never, if somebody else holds stderr open.
        let _ = self.ended.recv_timeout(PATIENCE);
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        String::from_utf8_lossy(kept.make_contiguous()).into_owned()
    }
}

fn shown(text: &str) -> String {
    let line = |line: &str| {
        let plain = |letter: char| if letter.is_control() { ' ' } else { letter };
        line.trim_end().chars().take(LETTERS).map(plain).collect::<String>()
    };
    let lines: Vec<String> = text.lines().map(line).filter(|line| !line.is_empty()).collect();
    let last = lines.len().saturating_sub(LINES);
    lines[last..].iter().map(|line| format!("\n    {line}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_flood_leaves_its_last_lines() {
        let flood = (0..100_000).map(|line| format!("line {line}\n")).collect::<String>();
        let words = LastWords::of(io::Cursor::new(flood)).unwrap();
        let said = words.lines();
        assert_eq!(said.lines().count(), 1 + LINES, "{said}");
        assert!(said.ends_with("\n    line 99998\n    line 99999"), "{said}");
    }

    #[test]
    fn a_line_without_end_is_cut_and_letters_that_are_none_are_blanked() {
        let said = shown(&"x".repeat(10_000));
        assert_eq!(said.len(), "\n    ".len() + LETTERS);
        assert_eq!(shown("\u{1b}[31mred\u{7}\n\n"), "\n     [31mred ");
        assert_eq!(shown(""), "");
    }
}
