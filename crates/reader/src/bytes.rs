//! A buffer over a stream: it gives out lines and chunks without copying them, and holds no more than it must.

use crate::two_digits::{BEFORE, BEHIND};
use std::io::{self, ErrorKind, Read};

/// The size of the buffer, unless a line needs more; it begins smaller, since many inputs are small.
const ROOM: usize = 256 << 10;
const ROOM_AT_FIRST: usize = 8 << 10;

#[derive(Debug)]
pub(crate) struct Bytes<R> {
    read: R,
    /// The buffered bytes, with at least [`BEFORE`] bytes in front of them and [`BEHIND`] bytes after them. Those in
    /// front of the first byte of the stream are 0.
    buffer: Vec<u8>,
    start: usize,
    end: usize,
    /// The position up to which no line end was found.
    searched: usize,
    taken: u64,
    /// True if the last read filled the buffer, so that more bytes may be waiting.
    full: bool,
    ended: bool,
}

#[derive(Debug, PartialEq, Eq)]
pub(crate) enum LineEnd {
    /// A whole line of this number of bytes, without its line end.
    Whole(usize),
    /// The last line, of this number of bytes, which has no line end.
    Last(usize),
    /// Only a part of a line: more must be read first.
    Part,
    /// A line longer than the limit.
    Long,
    /// The end of the input.
    Over,
}

impl<R: Read> Bytes<R> {
    pub(crate) fn new(read: R) -> Self {
        let buffer = vec![0; BEFORE + BEHIND];
        let (start, end, searched) = (BEFORE, BEFORE, BEFORE);
        Self { read, buffer, start, end, searched, taken: 0, full: true, ended: false }
    }

    /// The buffered bytes that were not taken yet.
    #[inline]
    pub(crate) fn at_hand(&self) -> &[u8] {
        &self.buffer[self.start..self.end]
    }

    /// The whole buffer, and the index of its first byte that was not taken yet.
    #[inline]
    pub(crate) fn held(&self) -> (&[u8], usize) {
        (&self.buffer, self.start)
    }

    /// Bytes taken so far.
    pub(crate) fn taken(&self) -> u64 {
        self.taken
    }

    /// True if the input has no more bytes than the buffered ones.
    pub(crate) fn ended(&self) -> bool {
        self.ended
    }

    #[inline]
    pub(crate) fn line(&mut self, longest: usize) -> LineEnd {
        let from = self.searched.max(self.start);
        if let Some(more) = memchr::memchr(b'\n', &self.buffer[from..self.end]) {
            let length = from + more - self.start;
            return if length > longest { LineEnd::Long } else { LineEnd::Whole(length) };
        }
        self.searched = self.end;
        match self.end - self.start {
            length if length > longest => LineEnd::Long,
            _ if !self.ended => LineEnd::Part,
            0 => LineEnd::Over,
            length => LineEnd::Last(length),
        }
    }

    #[inline]
    pub(crate) fn take(&mut self, bytes: usize) {
        self.start = (self.start + bytes).min(self.end);
        self.taken += bytes as u64;
    }

    /// Reads once more, with room for at least `needed` bytes from here.
    pub(crate) fn fill(&mut self, needed: usize) -> io::Result<()> {
        if self.ended {
            return Ok(());
        }
        self.buffer.copy_within(self.start..self.end, BEFORE);
        self.searched = BEFORE + self.searched.saturating_sub(self.start);
        (self.start, self.end) = (BEFORE, BEFORE + self.end - self.start);
        let room = self.buffer.len() - BEFORE - BEHIND;
        let held = self.end - BEFORE;
        if held == room || (self.full && room < ROOM) {
            // Four times the room, so that a long line is not moved again and again.
            let more = (4 * room).clamp(ROOM_AT_FIRST, needed.max(ROOM)).max(held + 1);
            self.buffer.resize(BEFORE + more + BEHIND, 0);
        }
        let last = self.buffer.len() - BEHIND;
        loop {
            match self.read.read(&mut self.buffer[self.end..last]) {
                Ok(0) => self.ended = true,
                // A faulty reader may return more than the size of its buffer.
                Ok(more) => self.end = (self.end + more).min(last),
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                Err(error) => return Err(error),
            }
            self.full = self.end == last;
            return Ok(());
        }
    }
}

/// Reads once, after what is there; false at the end.
pub(crate) fn read_on(read: &mut impl Read, into: &mut Vec<u8>) -> io::Result<bool> {
    let mut room = [0; 8 << 10];
    loop {
        match read.read(&mut room) {
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
            Ok(read) => {
                // A faulty reader may return more than the size of its buffer.
                into.extend(&room[..read.min(room.len())]);
                return Ok(read > 0);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_come_whole_and_the_last_one_as_it_is() {
        let mut bytes = Bytes::new("ab\n\ncd".as_bytes());
        assert_eq!(bytes.line(9), LineEnd::Part);
        bytes.fill(9).unwrap();
        assert_eq!(bytes.line(9), LineEnd::Whole(2));
        bytes.take(3);
        assert_eq!(bytes.line(9), LineEnd::Whole(0));
        bytes.take(1);
        assert_eq!(bytes.line(9), LineEnd::Part);
        bytes.fill(9).unwrap();
        assert_eq!(bytes.line(9), LineEnd::Last(2));
        assert_eq!(bytes.line(1), LineEnd::Long);
        bytes.take(2);
        assert_eq!((bytes.line(9), bytes.taken()), (LineEnd::Over, 6));
    }

    #[test]
    fn an_endless_line_is_held_up_to_its_limit_only() {
        let longest = 3 * ROOM;
        let mut bytes = Bytes::new(io::repeat(b'x'));
        while bytes.line(longest) == LineEnd::Part {
            bytes.fill(longest + 1).unwrap();
        }
        assert_eq!(bytes.line(longest), LineEnd::Long);
        assert!(bytes.buffer.len() <= longest + 1 + BEFORE + BEHIND, "{}", bytes.buffer.len());
    }
}
