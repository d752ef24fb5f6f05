//! Stand-in for the reader of decks, for text only, until that crate is here.

use crate::stream::Pipe;
use std::io::{self, BufRead, BufReader, Read};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    Text,
}
#[derive(Clone, Debug, PartialEq)]
pub struct Layout {
    pub format: Format,
    pub cards: usize,
    pub dealt: usize,
    pub labels: Labels,
}
#[derive(Clone, Debug, PartialEq)]
pub enum Labels {
    Numbers { base: u32 },
}
#[derive(Debug, thiserror::Error)]
pub enum DeckError {
    #[error("{0}")]
    Io(#[from] io::Error),
    #[error("deck {0}: {1}")]
    Bad(u64, String),
}
impl Format {
    pub fn of_path(_: &std::path::Path) -> Option<Self> {
        None
    }
    pub fn parse(text: &str) -> Result<Self, String> {
        if text == "text" { Ok(Self::Text) } else { Err(format!("unknown format `{text}`")) }
    }
}
pub trait Card: Copy + TryFrom<u32> {}
impl<C: Copy + TryFrom<u32>> Card for C {}
pub struct Reader<R: Read> {
    lines: io::Split<BufReader<R>>,
    decks: u64,
    layout: Layout,
}
impl<R: Read> Reader<R> {
    pub fn new(read: R, layout: &Layout) -> Self {
        Self { lines: BufReader::new(read).split(b'\n'), decks: 0, layout: layout.clone() }
    }
    pub fn read<C: Card>(&mut self, rows: &mut [C]) -> Result<usize, DeckError> {
        for (index, row) in rows.chunks_mut(self.layout.dealt).enumerate() {
            let Some(line) = self.lines.next() else { return Ok(index) };
            let bad = |what: &str| DeckError::Bad(self.decks + 1, what.to_owned());
            let line = String::from_utf8(line?).map_err(|_| bad("no text"))?;
            let cards: Vec<u32> = line
                .split_whitespace()
                .map(str::parse)
                .collect::<Result<_, _>>()
                .map_err(|_| bad("no number"))?;
            let mut sorted = cards.clone();
            sorted.sort_unstable();
            sorted.dedup();
            if sorted.len() != row.len() || sorted.iter().any(|&c| c as usize >= self.layout.cards)
            {
                return Err(bad("no permutation"));
            }
            for (to, from) in row.iter_mut().zip(cards) {
                *to = C::try_from(from).map_err(|_| bad("large")).unwrap_or(*to);
            }
            self.decks += 1;
        }
        Ok(rows.len() / self.layout.dealt)
    }
    pub fn decks(&self) -> u64 {
        self.decks
    }
}
pub fn open(path: &str) -> io::Result<Box<dyn Read + Send>> {
    Ok(Box::new(std::fs::File::open(path)?))
}
#[expect(dead_code, reason = "stand-in")]
type Unused = Pipe<'static>;
