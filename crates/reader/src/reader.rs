//! The reader: makes rows of decks from a stream of bytes.

mod bag;
pub(crate) mod draw_lines;
mod draws;
mod one_a_line;
mod stand;
mod surveyed;

use crate::{
    bags::CutBags,
    binary,
    bytes::{Bytes, LineEnd},
    cell_by_cell::LineError,
    check::Distinct,
    compression::{Broken, packed},
    error::{DeckError, DeckFault, DeckLocation, Offset},
    heading::Heading,
    json_lines::JsonLines,
    json_table::JsonTable,
    layout::{Format, Layout, LayoutError},
    lines::Lines,
    npy::{self, Array, Element, NpyError},
    utf16::Decoded,
};
use shuffle_deck::{Card, RowsMut, words::quoted};
use stand::{Game, Stand};
use std::io::{self, Read};

/// The bytes that spreadsheets write in front of UTF-8.
const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// Reads decks from a stream, and checks each of them.
///
/// ```
/// use shuffle_reader::{Format, Labels, Layout, NameTable, Reader};
///
/// let names = NameTable::parse("wolf goat cabbage")?;
/// let layout = Layout { labels: Labels::Names(names), ..Layout::whole(Format::Csv, 3) };
/// let mut reader = Reader::new("first,second,third\ngoat,\"wolf\",cabbage\n".as_bytes(), &layout);
/// let mut row = [0_u8; 3];
/// assert_eq!((reader.read(&mut row)?, row), (1, [1, 0, 2]));
/// assert_eq!((reader.read(&mut row)?, reader.decks()), (0, 1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// The stream is behind a pointer, so that the reading is compiled here, and once.
pub struct Reader<'a> {
    bytes: Bytes<Decoded<Box<dyn Read + Send + 'a>>>,
    layout: Layout,
    /// The error after which nothing more can be read.
    failed: Option<DeckError>,
    longest: usize,
    lines: Lines,
    stand: Stand,
    distinct: Distinct,
    /// The numbers of a binary format, once they are known.
    element: Option<Element>,
    /// The header of a `.npy` file, once it was read.
    array: Option<Array>,
    decks: u64,
    /// The game of the row before, in a log of bags.
    game: Game,
    cut_bags: CutBags,
    /// Lines taken.
    line: u64,
    /// Comments that may be data, as `#1 A`: their number, and the first one.
    comments: Option<(u64, String)>,
    /// The bytes of the last deck, if they are wanted.
    raw: Option<Vec<u8>>,
    /// Cards of the next order, where orders are surveyed.
    ahead: Vec<u32>,
    /// Memory for an order of which some cards are kept.
    order: Vec<u32>,
}

impl<'a> Reader<'a> {
    /// Reads decks of this layout; a stream that may be compressed must go through [`sniff`](crate::sniff) first.
    ///
    /// A layout that is [impossible](Layout::check) is rejected by the first [`Reader::read`].
    pub fn new(read: impl Read + Send + 'a, layout: &Layout) -> Self {
        Self::of(Box::new(read), layout)
    }

    fn of(read: Box<dyn Read + Send + 'a>, layout: &Layout) -> Self {
        let failed = layout.check().err().map(DeckError::from);
        // No memory for decks that will not be read.
        let cards = if failed.is_some() { 0 } else { layout.cards };
        let sized = Layout { cards, ..layout.clone() };
        let read: Box<dyn Read + Send + 'a> = match layout.format {
            Format::Ndjson => Box::new(JsonLines::new(read)),
            Format::Csv => Box::new(JsonTable::new(read)),
            _ => read,
        };
        Self {
            bytes: Bytes::new(Decoded::new(read, layout.format.is_text())),
            raw: None,
            ahead: Vec::new(),
            order: Vec::new(),
            longest: layout.longest_line(),
            lines: Lines::new(&sized),
            stand: Stand::of(&sized),
            distinct: Distinct::of(&sized),
            layout: layout.clone(),
            failed,
            element: layout.format.width().map(|width| Element { width, is_signed: false }),
            array: None,
            decks: 0,
            game: Game::default(),
            cut_bags: CutBags::default(),
            line: 0,
            comments: None,
        }
    }

    /// Always takes the slow path: for tests that compare the two paths.
    #[doc(hidden)]
    #[must_use]
    pub fn without_fast_path(mut self) -> Self {
        self.lines.go_slow();
        self
    }

    /// Decks read so far.
    pub fn decks(&self) -> u64 {
        self.decks
    }

    /// The header of a table, once it was read.
    pub fn heading(&self) -> Option<&Heading> {
        self.lines.heading()
    }

    /// Fills `rows`, `dealt` cards each, with decks: at most `rows.len() / dealt`, and as many as are available
    /// without waiting for more, but at least one. Returns their number; 0 only at the end of the input.
    ///
    /// A last line needs no line end if it holds a whole deck. If it was cut within its last number (`51` to `5`), a
    /// whole deck then has a card twice, but in a deal this cannot be noticed.
    ///
    /// The contents of `rows` after these decks are undefined. If a deck is at fault, those before it are returned
    /// first, and the next call returns the error.
    ///
    /// # Errors
    ///
    /// [`DeckError`]; no deck is read after one, and every further call returns it again, even if the stream continues.
    /// An input without a single deck is an error, too.
    pub fn read<C: Card>(&mut self, rows: &mut [C]) -> Result<usize, DeckError> {
        self.read_rows(C::rows_mut(rows))
    }

    fn read_rows(&mut self, rows: RowsMut<'_>) -> Result<usize, DeckError> {
        match rows {
            RowsMut::Narrow(rows) => self.read_cards(rows),
            RowsMut::Wide(rows) => self.read_cards(rows),
        }
    }

    fn read_cards<C: Card>(&mut self, rows: &mut [C]) -> Result<usize, DeckError> {
        let (cards, width) = (self.layout.cards, self.layout.width());
        if let Some(failed) = &self.failed {
            return Err(failed.clone());
        }
        let (room, limit) = (rows.len(), C::LIMIT);
        if room < width || limit < cards {
            return Err(LayoutError::Room { cards, dealt: width, room, limit }.into());
        }
        let filled = match self.layout.format {
            Format::Npy => self.array(rows),
            format if format.is_text() => self.lines(rows),
            _ => self.binary(rows),
        };
        let filled = match filled {
            Ok(0) if let Some(comments) = self.doubtful_comments() => Err(comments),
            Ok(0) if self.decks == 0 => Err(DeckError::Empty),
            Ok(0) => self.lines.copied().map_or(Ok(0), Err),
            filled => filled,
        };
        match &filled {
            Ok(filled) => self.decks += *filled as u64,
            Err(error) => self.failed = Some(error.clone()),
        }
        filled
    }

    /// Reads one deck, and returns its place and its bytes as they were written, without a line end. `None` at the end
    /// of the input.
    ///
    /// # Errors
    ///
    /// The errors of [`Reader::read`].
    pub fn show(&mut self, row: &mut [u32]) -> Result<Option<(DeckLocation, Vec<u8>)>, DeckError> {
        self.raw = Some(Vec::new());
        let room = row.len().min(self.layout.width());
        let mut place = self.place();
        let read = self.read(&mut row[..room]);
        let raw = self.raw.take().unwrap_or_default();
        if let Offset::Line(_) = place.at {
            place.at = Offset::Line(self.line);
        }
        Ok((read? > 0).then_some((place, raw)))
    }

    fn lines<C: Card>(&mut self, rows: &mut [C]) -> Result<usize, DeckError> {
        let (mut filled, width) = (0, self.layout.width());
        if self.layout.bags {
            return self.bag(&mut rows[..width]).map(usize::from);
        }
        if self.finds_one_a_line()? {
            return self.one_a_line(&mut rows[..width]).map(usize::from);
        }
        if self.many_a_line().is_some() || self.finds_many_a_line()? {
            return self.draws(rows);
        }
        for row in rows.chunks_exact_mut(width) {
            match self.line(row, filled == 0) {
                Ok(true) => filled += 1,
                Ok(false) => break,
                // The next call reads this line again and returns the error.
                Err(_) if filled > 0 => break,
                Err(error) => return Err(error),
            }
        }
        Ok(filled)
    }

    /// Reads one more deck; false if there is none. If `wait` is true it waits for more bytes.
    #[inline]
    fn line<C: Card>(&mut self, row: &mut [C], wait: bool) -> Result<bool, DeckError> {
        loop {
            let Some((length, last)) = self.next_line(wait)? else { return Ok(false) };
            let mark = self.mark(length);
            let (held, from) = self.bytes.held();
            let line = (held, from + mark);
            let deck = match self.lines.read(line, length - mark, last, &self.layout, row) {
                Ok(deck) => deck,
                Err(LineError::Fault(fault)) => return Err(self.fault(fault)),
                Err(LineError::Cut(found)) => {
                    let (place, dealt) = (self.place(), self.lines.cards_of(&self.layout));
                    return Err(DeckError::Truncated { place, found, dealt });
                }
            };
            if let Some(raw) = &mut self.raw {
                let (held, from) = self.bytes.held();
                *raw = held[from + mark..from + length].to_vec();
            }
            self.take_line(length, last);
            if deck {
                return Ok(true);
            }
        }
    }

    fn take_line(&mut self, length: usize, last: bool) {
        let (held, from) = self.bytes.held();
        let line = &held[from..from + length];
        if let [b'#', b'0'..=b'9' | b'A'..=b'Z' | b'a'..=b'z', ..] = line
            && self.lines.is_comment(line)
        {
            let new = || (0, quoted(&String::from_utf8_lossy(line)));
            self.comments.get_or_insert_with(new).0 += 1;
        }
        self.bytes.take(length + usize::from(!last));
        self.line += 1;
    }

    /// The error of many comments, which may be data.
    fn doubtful_comments(&self) -> Option<DeckError> {
        const MANY: u64 = 10;
        /// One of this many lines is.
        const OFTEN: u64 = 20;
        let (comments, line) = self.comments.clone()?;
        let are_many = self.decks == 0 || comments >= MANY && OFTEN * comments >= self.line;
        are_many.then_some(DeckError::Comments { comments, lines: self.line, line })
    }

    /// The length of the next line, and whether the input ends with it.
    #[inline]
    fn next_line(&mut self, wait: bool) -> Result<Option<(usize, bool)>, DeckError> {
        loop {
            return match self.bytes.line(self.longest) {
                LineEnd::Whole(length) => Ok(Some((length, false))),
                LineEnd::Last(length) => Ok(Some((length, true))),
                LineEnd::Over => Ok(None),
                LineEnd::Part if !wait => Ok(None),
                LineEnd::Part => {
                    self.fill(self.longest.saturating_add(1))?;
                    continue;
                }
                LineEnd::Long => Err(self.fault(DeckFault::LongLine { limit: self.longest })),
            };
        }
    }

    /// The bytes of a byte order mark before the first line.
    #[inline]
    fn mark(&self, length: usize) -> usize {
        let (held, from) = self.bytes.held();
        match held[from..from + length].starts_with(BYTE_ORDER_MARK) {
            true if self.line == 0 => BYTE_ORDER_MARK.len(),
            _ => 0,
        }
    }

    /// Reads the rows of an array, and its header before the first.
    fn array<C: Card>(&mut self, rows: &mut [C]) -> Result<usize, DeckError> {
        let array = match self.array {
            Some(array) => array,
            None => self.header()?,
        };
        let left = array.decks - self.decks;
        if left == 0 {
            while self.bytes.at_hand().is_empty() && !self.bytes.ended() {
                self.fill(1)?;
            }
            return match self.bytes.at_hand() {
                [] => Ok(0),
                _ => Err(NpyError::More { decks: array.decks }.into()),
            };
        }
        let dealt = self.layout.dealt;
        let most = usize::try_from(left).unwrap_or(usize::MAX).min(rows.len() / dealt);
        match self.binary(&mut rows[..most * dealt])? {
            0 => Err(NpyError::Short { found: self.decks, said: array.decks }.into()),
            filled => Ok(filled),
        }
    }

    /// Reads the header of a `.npy` file, whose orders have this layout.
    fn header(&mut self) -> Result<Array, DeckError> {
        let array = self.header_of_any()?;
        let (Array { row: found, is_lone, .. }, dealt) = (array, self.layout.dealt);
        match found == dealt || array.decks == 0 {
            true => Ok(array),
            false => Err(NpyError::Row { found, dealt, is_lone }.into()),
        }
    }

    /// Reads the header of a `.npy` file.
    fn header_of_any(&mut self) -> Result<Array, DeckError> {
        let array = loop {
            match npy::array(self.bytes.at_hand(), self.bytes.ended())? {
                Some(array) => break array,
                None => self.fill(self.bytes.at_hand().len() + 1)?,
            }
        };
        self.bytes.take(array.start);
        (self.element, self.array) = (Some(array.element), Some(array));
        Ok(array)
    }

    fn binary<C: Card>(&mut self, rows: &mut [C]) -> Result<usize, DeckError> {
        let Some(element) = self.element else { return Ok(0) };
        let size = self.layout.dealt * element.width;
        while self.bytes.at_hand().len() < size {
            let left = self.bytes.at_hand().len();
            if !self.bytes.ended() {
                self.fill(size)?;
            } else if left == 0 {
                return Ok(0);
            } else {
                let dealt = self.layout.dealt;
                let (place, found) = (self.place(), left / element.width);
                return Err(DeckError::Truncated { place, found, dealt });
            }
        }
        let mut filled = 0;
        let decks = self.bytes.at_hand().chunks_exact(size);
        for (deck, row) in decks.zip(rows.chunks_exact_mut(self.layout.dealt)) {
            if !(binary::row(deck, element, &self.layout, row) && self.distinct.holds(row)) {
                let wrong = binary::fault(deck, element, &self.layout, row);
                if filled == 0
                    && let Some((card, fault)) = wrong
                {
                    let byte = self.bytes.taken() + (card * element.width) as u64;
                    let place = DeckLocation { at: Offset::Byte(byte), ..self.place() };
                    return Err(DeckError::Fault { place, fault, advice: None });
                }
                break;
            }
            filled += 1;
        }
        if let Some(raw) = &mut self.raw {
            *raw = self.bytes.at_hand()[..filled * size].to_vec();
        }
        self.bytes.take(filled * size);
        Ok(filled)
    }

    fn fault(&self, fault: DeckFault) -> DeckError {
        let advice = self.lines.advice(&fault, &self.layout);
        DeckError::Fault { place: self.place(), fault, advice }
    }

    fn place(&self) -> DeckLocation {
        let at = match self.layout.format.is_text() {
            false => Offset::Byte(self.bytes.taken()),
            true => Offset::Line(self.line + 1),
        };
        DeckLocation { deck: self.decks, at }
    }

    fn fill(&mut self, needed: usize) -> Result<(), DeckError> {
        self.bytes.fill(needed).map_err(|error| refused(&error, self.decks))
    }
}

fn refused(error: &io::Error, decks: u64) -> DeckError {
    if let Some(packed) = packed(error) {
        return DeckError::Packed(packed.to_string());
    }
    let broken = error.get_ref().and_then(|inner| inner.downcast_ref::<Broken>());
    match broken {
        Some(broken) => DeckError::Corrupt {
            decks,
            compression: broken.compression,
            message: broken.message.clone(),
        },
        None => DeckError::Io { decks, kind: error.kind(), message: error.to_string() },
    }
}
