//! Converts text as Windows writes it, UTF-16, recognized by its byte order mark, into UTF-8.

use crate::bytes::read_on;
use std::{
    collections::VecDeque,
    io::{self, Read},
};

/// A stream of text, converted into UTF-8 if it is UTF-16; binary streams pass unchanged.
#[derive(Debug)]
pub(crate) struct Decoded<R> {
    read: R,
    state: Utf16State,
    /// Bytes of UTF-16 that are not a whole character yet.
    raw: Vec<u8>,
    /// Bytes that were read and are handed out next.
    ready: VecDeque<u8>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Utf16State {
    /// The first two bytes were not read yet.
    Start,
    /// No conversion is needed.
    Plain,
    Utf16 {
        little: bool,
    },
}

impl<R: Read> Decoded<R> {
    /// Looks for a mark, if this is text.
    pub(crate) fn new(read: R, is_text: bool) -> Self {
        let state = if is_text { Utf16State::Start } else { Utf16State::Plain };
        Self { read, state, raw: Vec::new(), ready: VecDeque::new() }
    }

    fn start(&mut self) -> io::Result<()> {
        while self.raw.len() < 2 && read_on(&mut self.read, &mut self.raw)? {}
        self.state = match self.raw[..] {
            [0xff, 0xfe, ..] => Utf16State::Utf16 { little: true },
            [0xfe, 0xff, ..] => Utf16State::Utf16 { little: false },
            _ => Utf16State::Plain,
        };
        match self.state {
            Utf16State::Plain => self.ready = std::mem::take(&mut self.raw).into(),
            _ => drop(self.raw.drain(..2)),
        }
        Ok(())
    }

    /// Makes some more bytes ready; none are at the end.
    fn decode(&mut self, little: bool) -> io::Result<()> {
        let mut open = true;
        loop {
            let unit = |&two: &[u8; 2]| {
                if little { u16::from_le_bytes(two) } else { u16::from_be_bytes(two) }
            };
            let mut units: Vec<u16> = self.raw.as_chunks().0.iter().map(unit).collect();
            let is_half = |unit: &u16| (0xd800..0xdc00).contains(unit);
            if open && units.last().is_some_and(is_half) {
                units.pop();
            }
            self.raw.drain(..2 * units.len());
            self.ready = String::from_utf16_lossy(&units).into_bytes().into();
            if !open && !self.raw.is_empty() {
                self.ready.extend("\u{fffd}".as_bytes());
                self.raw.clear();
            }
            if !self.ready.is_empty() || !open {
                return Ok(());
            }
            open = read_on(&mut self.read, &mut self.raw)?;
        }
    }
}

impl<R: Read> Read for Decoded<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        if self.state == Utf16State::Start {
            self.start()?;
        }
        if let Utf16State::Utf16 { little } = self.state
            && self.ready.is_empty()
        {
            self.decode(little)?;
        }
        if self.ready.is_empty() && self.state == Utf16State::Plain {
            return self.read.read(into);
        }
        self.ready.read(into)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reads in pieces of one to five bytes.
    fn decoded(bytes: &[u8], is_text: bool) -> Vec<u8> {
        struct Bits<'a>(&'a [u8], usize);
        impl Read for Bits<'_> {
            fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
                self.1 = self.1 % 5 + 1;
                let few = self.1.min(into.len());
                self.0.read(&mut into[..few])
            }
        }
        let mut all = Vec::new();
        Decoded::new(Bits(bytes, 0), is_text).read_to_end(&mut all).unwrap();
        all
    }

    #[test]
    fn text_comes_out_as_utf_8() {
        let text = "0 1 2\r\n10♥ 🂡\n";
        let units = |order: fn(u16) -> [u8; 2]| {
            std::iter::once(0xfeff).chain(text.encode_utf16()).flat_map(order).collect::<Vec<_>>()
        };
        assert_eq!(decoded(&units(u16::to_le_bytes), true), text.as_bytes());
        assert_eq!(decoded(&units(u16::to_be_bytes), true), text.as_bytes());
        assert_eq!(decoded(text.as_bytes(), true), text.as_bytes());
        for short in [&b""[..], b"0", b"0\n", b"\xff"] {
            assert_eq!(decoded(short, true), short);
        }
        assert_eq!(decoded(b"\xff\xfe", true), b"");
        assert_eq!(decoded(b"\xff\xfe0\0\x3d", true), "0\u{fffd}".as_bytes());
    }

    #[test]
    fn bytes_that_are_no_text_stay_as_they_are() {
        assert_eq!(decoded(b"\xff\xfe\0\x01", false), b"\xff\xfe\0\x01");
    }
}
