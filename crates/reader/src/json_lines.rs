//! Puts JSON that is not one value a line into lines: an array of decks, or decks that go over several lines.
//!
//! Line ends inside a deck are moved after it, so a deck keeps its line number unless an earlier line held several decks.

use crate::bytes::read_on;
use std::{
    collections::VecDeque,
    io::{self, Read},
};

/// Bytes that must show how the JSON begins.
const START: usize = 1 << 16;

/// A stream of JSON, one deck a line; if it is so already, as it came.
pub(crate) struct JsonLines<R> {
    read: R,
    /// `None` before the first bytes were examined, and for what needs no change `Some(None)`.
    shape: Option<Option<Shape>>,
    ready: VecDeque<u8>,
}

/// A place in JSON that is being changed.
#[derive(Clone, Copy, Debug, Default)]
struct Shape {
    /// Brackets around the decks: 1 in an array of decks.
    outside: usize,
    /// Brackets that are open.
    depth: usize,
    in_string: bool,
    is_escaped: bool,
    /// Line ends inside the deck.
    owed: usize,
    /// True from a comma after a deck to the next line end.
    needs_end: bool,
    /// True if the array of decks is in a field of an object, so that nothing after it counts.
    is_inner: bool,
}

impl<R: Read> JsonLines<R> {
    pub(crate) fn new(read: R) -> Self {
        Self { read, shape: None, ready: VecDeque::new() }
    }

    /// Looks at the first bytes.
    fn start(&mut self) -> io::Result<()> {
        let mut start = Vec::new();
        let shape = loop {
            let is_all = start.len() >= START || !read_on(&mut self.read, &mut start)?;
            match Shape::of(&start, is_all) {
                Some(shape) => break shape,
                None if is_all => break None,
                None => {}
            }
        };
        if let Some(inner) = shape.and_then(|shape| shape.is_inner.then(|| inner_array(&start))) {
            let outside: Vec<u8> = start.drain(..=inner.unwrap_or(0)).collect();
            self.ready.extend(outside.into_iter().filter(|byte| *byte == b'\n'));
        }
        self.shape = Some(shape);
        self.change(start);
        Ok(())
    }

    fn change(&mut self, bytes: Vec<u8>) {
        let Some(Some(shape)) = &mut self.shape else {
            self.ready.extend(bytes);
            return;
        };
        bytes.into_iter().for_each(|byte| shape.add(byte, &mut self.ready));
    }
}

impl Shape {
    /// The way to change JSON that begins so: `None` if that is not known yet, `Some(None)` if it has one deck a line.
    fn of(start: &[u8], is_all: bool) -> Option<Option<Self>> {
        let start = start.strip_prefix(b"\xef\xbb\xbf").unwrap_or(start);
        let mut signs = start.iter().enumerate().filter(|(_, byte)| !byte.is_ascii_whitespace());
        let (at, first) = signs.next()?;
        if !b"[{".contains(first) {
            return Some(None);
        }
        let (next, second) = signs.next()?;
        let inner = Some(Self { outside: 1, depth: 1, is_inner: true, ..Self::default() });
        let has_break = start[at..next].contains(&b'\n').then(Self::default);
        Some(match (first, second) {
            (b'[', b'[' | b'{') => Some(Self { outside: 1, ..Self::default() }),
            // An object in which an array of decks is the only one, and not the first of many lines.
            (b'{', _) => match (closes_early(start), inner_array(start).is_some()) {
                (None, _) | (Some(false), true) if !is_all => return None,
                (Some(false), true) => inner,
                (None, true) if start.len() >= START => inner,
                _ => has_break,
            },
            _ => has_break,
        })
    }

    fn add(&mut self, byte: u8, out: &mut VecDeque<u8>) {
        if self.is_inner && self.depth == 0 {
            return;
        }
        if self.in_string {
            let closes = byte == b'"' && !self.is_escaped;
            self.is_escaped = byte == b'\\' && !self.is_escaped;
            self.in_string = !closes;
            return out.push_back(byte);
        }
        let is_inside = self.depth > self.outside;
        match byte {
            b'\n' if is_inside => self.owed += 1,
            b'\n' => {
                self.needs_end = false;
                out.push_back(byte);
            }
            b',' if self.outside > 0 && self.depth == self.outside => self.needs_end = true,
            b'[' | b'{' => {
                self.depth += 1;
                if self.depth <= self.outside {
                    return;
                }
                if !is_inside && std::mem::take(&mut self.needs_end) {
                    out.push_back(b'\n');
                }
                out.push_back(byte);
            }
            b']' | b'}' => {
                self.depth = self.depth.saturating_sub(1);
                if is_inside || self.outside == 0 {
                    out.push_back(byte);
                }
                if self.depth == self.outside {
                    out.extend(std::iter::repeat_n(b'\n', std::mem::take(&mut self.owed)));
                }
            }
            byte => {
                self.in_string = byte == b'"';
                out.push_back(byte);
            }
        }
    }
}

/// The index of the first array of arrays or objects that is a field of the object that this JSON begins with, or of an object in it.
fn inner_array(start: &[u8]) -> Option<usize> {
    let mut signs = signs(start).peekable();
    let mut arrays = 0_usize;
    while let Some((at, byte)) = signs.next() {
        match (byte, signs.peek()) {
            (b'[', Some((_, b'[' | b'{'))) if arrays == 0 => return Some(at),
            (b'[', _) => arrays += 1,
            (b']', _) => arrays = arrays.saturating_sub(1),
            _ => {}
        }
    }
    None
}

/// True if the object that this JSON begins with ends before other JSON; `None` if it does not end.
fn closes_early(start: &[u8]) -> Option<bool> {
    let mut depth = 0_usize;
    let mut signs = signs(start);
    signs.find(|(_, byte)| {
        depth = match byte {
            b'{' => depth + 1,
            b'}' => depth.saturating_sub(1),
            _ => depth,
        };
        depth == 0
    })?;
    Some(signs.next().is_some())
}

/// The signs of JSON outside of its texts, each of which counts as one sign, without blanks.
fn signs(json: &[u8]) -> impl Iterator<Item = (usize, u8)> {
    let (mut in_string, mut is_escaped) = (false, false);
    let bytes = json.iter().copied().enumerate();
    bytes.filter(move |(_, byte)| {
        if in_string {
            in_string = *byte != b'"' || is_escaped;
            is_escaped = *byte == b'\\' && !is_escaped;
            return false;
        }
        in_string = *byte == b'"';
        !byte.is_ascii_whitespace()
    })
}

impl<R: Read> Read for JsonLines<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        if self.shape.is_none() {
            self.start()?;
        }
        while self.ready.is_empty() {
            if let Some(None) = self.shape {
                return self.read.read(into);
            }
            let mut bytes = Vec::new();
            if !read_on(&mut self.read, &mut bytes)? {
                return Ok(0);
            }
            self.change(bytes);
        }
        self.ready.read(into)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(json: &str) -> Vec<String> {
        let mut text = String::new();
        JsonLines::new(json.as_bytes()).read_to_string(&mut text).unwrap();
        text.lines().map(|line| line.trim().to_owned()).collect()
    }

    #[test]
    fn decks_come_one_a_line_and_keep_the_number_of_theirs() {
        assert_eq!(lines("[0,1]\n[1,0]\n"), ["[0,1]", "[1,0]"]);
        assert_eq!(lines("[[0,1],[1,0]]"), ["[0,1]", "[1,0]"]);
        assert_eq!(lines("[\n  [0, 1],\n  [1, 0]\n]\n"), ["", "[0, 1]", "[1, 0]", ""]);
        let pretty = "[\n {\n  \"d\": [\n   0,\n   1\n  ]\n },\n {\"d\": [1]}\n]";
        let wanted = ["", "{  \"d\": [   0,   1  ] }", "", "", "", "", "", "{\"d\": [1]}"];
        assert_eq!(lines(pretty)[..8], wanted, "the second stands on line 8");
        assert_eq!(lines("[\n \"a\",\n \"[,]\\\"\"\n]\n")[0], "[ \"a\", \"[,]\\\"\"]");
        assert_eq!(lines("{\n\"deck\": [1]\n}\n{\n\"deck\": [2]\n}")[3], "{\"deck\": [2]}");
        let inner = "{\"n\": [2], \"a]\": {\n\"decks\": [[0,1],\n[1,0]]}, \"b\": [[7]]}\n";
        assert_eq!(lines(inner), ["", "[0,1]", "[1,0]"]);
        let two = "{\"a\":[[0]],\"deck\":[1]}\n{\"a\":[[0]],\"deck\":[2]}";
        assert_eq!(lines(two), two.lines().collect::<Vec<_>>());
    }

    #[test]
    fn what_is_no_json_stays_as_it_is() {
        for text in ["", " ", "0 1\n[[\n", "[", "{\"deck\":[0,\n", "[0,\n1]"] {
            let mut all = String::new();
            JsonLines::new(text.as_bytes()).read_to_string(&mut all).unwrap();
            assert_eq!(all, text);
        }
    }
}
