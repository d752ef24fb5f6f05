//! A generator that notes its words, and can play them back up to a word.

use super::{TraceError, stop::Stop, tape::Word};
use rand::{Rng, TryRng};
use std::convert::Infallible;

/// The source of the words.
enum Source<'a> {
    Generator { rng: &'a mut dyn Rng, most: usize },
    Noted(&'a [Word]),
}

/// A generator that notes what it gives.
pub(super) struct NotedWords<'a> {
    source: Source<'a>,
    /// The words it gave.
    pub(super) words: Vec<Word>,
    /// Why it stopped, if it gave as many as have room.
    pub(super) fault: Option<TraceError>,
}

impl<'a> NotedWords<'a> {
    /// Notes at most `most` words of a generator.
    pub(super) fn of(rng: &'a mut dyn Rng, most: usize) -> Self {
        Self { source: Source::Generator { rng, most }, words: Vec::new(), fault: None }
    }

    /// Plays these words back and stops when another is asked for.
    pub(super) fn again(words: &'a [Word]) -> Self {
        Self { source: Source::Noted(words), words: Vec::new(), fault: None }
    }

    fn next(&mut self, draw: impl FnOnce(&mut dyn Rng) -> Word) -> &Word {
        let index = self.words.len();
        let word = match &mut self.source {
            Source::Generator { most, .. } if index == *most => {
                self.fault = Some(TraceError::TooLarge { what: "words", most: *most });
                Stop::here()
            }
            Source::Generator { rng, .. } => draw(*rng),
            Source::Noted(words) => match words.get(index) {
                Some(word) => word.clone(),
                None => Stop::here(),
            },
        };
        self.words.push(word);
        &self.words[index]
    }
}

/// The panic message for a replayed word of the wrong kind, since the same words lead to the same calls.
const SAME: &str = "the same words lead to the same draws";

impl TryRng for NotedWords<'_> {
    type Error = Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        match self.next(|rng| Word::Narrow(rng.next_u32())) {
            Word::Narrow(word) => Ok(*word),
            _ => unreachable!("{SAME}"),
        }
    }

    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        match self.next(|rng| Word::Wide(rng.next_u64())) {
            Word::Wide(word) => Ok(*word),
            _ => unreachable!("{SAME}"),
        }
    }

    fn try_fill_bytes(&mut self, filled: &mut [u8]) -> Result<(), Infallible> {
        let length = filled.len();
        let draw = |rng: &mut dyn Rng| {
            let mut bytes = vec![0; length];
            rng.fill_bytes(&mut bytes);
            Word::Bytes(bytes)
        };
        match self.next(draw) {
            Word::Bytes(bytes) => filled.copy_from_slice(bytes),
            _ => unreachable!("{SAME}"),
        }
        Ok(())
    }
}
