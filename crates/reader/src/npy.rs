//! The header of a `.npy` file, the format of `numpy.save`: which whole numbers follow it, and in how many rows.
//!
//! A small reader of its own: the crates that read `.npy` bring a parser of Python literals and arrays of any element,
//! and a header is one line of which three values matter. Source: NEP 1 and `numpy.lib.format`, versions 1 to 3.

use shuffle_deck::words::{plural, quoted};

/// The bytes with which every `.npy` file begins; the version follows.
const MAGIC: &[u8] = b"\x93NUMPY";

/// The longest header that is read. By default NumPy itself rejects more than 10,000 bytes.
const LONGEST: usize = 1 << 16;

/// A whole number as a binary format writes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Element {
    /// Its bytes, the lowest first.
    pub(crate) width: usize,
    /// True if its highest bit is a sign.
    pub(crate) is_signed: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Array {
    pub(crate) element: Element,
    /// Orders: one of an array of one dimension, one a row of an array of two.
    pub(crate) decks: u64,
    /// Numbers of an order.
    pub(crate) row: usize,
    /// True if it has one dimension.
    pub(crate) is_lone: bool,
    /// Bytes before its first number.
    pub(crate) start: usize,
}

/// The reason why a `.npy` file holds no orders.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say it")]
#[non_exhaustive]
pub enum NpyError {
    #[error(
        "this is not a .npy file: its start does not look like numpy.save; for raw numbers use --format u32le \
         (or u8, u16le, u64le)"
    )]
    Magic,
    #[error(
        "version {0} of .npy is unknown; save it with numpy.save, which writes version 1, 2 or 3"
    )]
    Version(u8),
    #[error("the header of the .npy file is damaged: {0}; save it again with numpy.save")]
    Header(&'static str),
    #[error(
        "the array holds {found}, but orders are <u4, <u8, <i4 or <i8 (or |u1, <u2); save it as orders.astype(\"<u4\")"
    )]
    Dtype { found: String },
    #[error(
        "the array is in Fortran order, columns first; save it as numpy.save(path, numpy.ascontiguousarray(orders))"
    )]
    Fortran,
    #[error(
        "the array has {0} dimensions, but one order has 1, and many orders, one per row, have 2; reshape it before it is \
         saved"
    )]
    Dimensions(usize),
    #[error("the array has {found} numbers{}, but a deck has {dealt}{}", if *.is_lone { "" } else { " per row" }, rows(*.found, *.dealt, *.is_lone))]
    Row { found: usize, dealt: usize, is_lone: bool },
    #[error("the file ends after {found} {}, but its header says {said}; it is cut off", plural("order", *.found))]
    Short { found: u64, said: u64 },
    #[error("the file continues after its {decks} {}; save one array per file", plural("order", *.decks))]
    More { decks: u64 },
}

fn rows(found: usize, dealt: usize, is_lone: bool) -> String {
    match is_lone && dealt > 0 && found > dealt && found.is_multiple_of(dealt) {
        true => format!(
            "; if these are {} orders in sequence, save orders.reshape(-1, {dealt})",
            found / dealt
        ),
        false => String::new(),
    }
}

/// The array of a file that begins with these bytes; `None` if more of them are needed. `is_all` is true if there are no
/// more.
pub(crate) fn array(bytes: &[u8], is_all: bool) -> Result<Option<Array>, NpyError> {
    let known = bytes.len().min(MAGIC.len());
    if bytes[..known] != MAGIC[..known] {
        return Err(NpyError::Magic);
    }
    let Some((start, length)) = size(bytes)? else {
        return if is_all { Err(NpyError::Header("it is cut off")) } else { Ok(None) };
    };
    if length > LONGEST {
        return Err(NpyError::Header("it is too long"));
    }
    let Some(header) = bytes.get(start..start + length) else {
        return if is_all { Err(NpyError::Header("it is cut off")) } else { Ok(None) };
    };
    let header = str::from_utf8(header).map_err(|_| NpyError::Header("it is not UTF-8"))?;
    let array = described(header)?;
    Ok(Some(Array { start: start + length, ..array }))
}

/// The start of the header, and its length; `None` if more bytes are needed.
fn size(bytes: &[u8]) -> Result<Option<(usize, usize)>, NpyError> {
    let Some((&[major, _], rest)) =
        bytes.get(MAGIC.len()..).and_then(|rest| rest.split_first_chunk::<2>())
    else {
        return Ok(None);
    };
    let start = MAGIC.len() + 2;
    Ok(match major {
        1 => rest.first_chunk().map(|&two| (start + 2, usize::from(u16::from_le_bytes(two)))),
        2 | 3 => rest.first_chunk().map(|&four| (start + 4, u32::from_le_bytes(four) as usize)),
        other => return Err(NpyError::Version(other)),
    })
}

/// The array that a header describes: a Python dictionary of `descr`, `fortran_order` and `shape`.
fn described(header: &str) -> Result<Array, NpyError> {
    let missing = |what| NpyError::Header(what);
    let descr = value(header, "descr").ok_or(missing("it has no `descr`"))?;
    let fortran = value(header, "fortran_order").ok_or(missing("it has no `fortran_order`"))?;
    let shape = value(header, "shape").ok_or(missing("it has no `shape`"))?;
    let element = element(descr)?;
    let inside = shape.strip_prefix('(').and_then(|rest| rest.split_once(')'));
    let (sizes, _) = inside.ok_or(missing("its `shape` is not a tuple"))?;
    let sizes: Result<Vec<usize>, _> =
        sizes.split(',').map(str::trim).filter(|size| !size.is_empty()).map(str::parse).collect();
    let sizes = sizes.map_err(|_| missing("its `shape` holds no sizes"))?;
    let (decks, row) = match sizes[..] {
        [row] => (1, row),
        [decks, row] => (decks as u64, row),
        _ => return Err(NpyError::Dimensions(sizes.len())),
    };
    let is_lone = sizes.len() == 1;
    match fortran.starts_with("True") {
        true if !is_lone => Err(NpyError::Fortran),
        _ => Ok(Array { element, decks: if row == 0 { 0 } else { decks }, row, is_lone, start: 0 }),
    }
}

/// The text after a key of the dictionary.
fn value<'a>(header: &'a str, key: &str) -> Option<&'a str> {
    let quoted = |quote: char| header.split_once(&format!("{quote}{key}{quote}"));
    let (_, rest) = quoted('\'').or_else(|| quoted('"'))?;
    Some(rest.trim_start().strip_prefix(':')?.trim_start())
}

fn element(descr: &str) -> Result<Element, NpyError> {
    let text = descr.strip_prefix(['\'', '"']).and_then(|rest| rest.split(['\'', '"']).next());
    let (width, is_signed) = match text {
        Some("|u1") => (1, false),
        Some("<u2") => (2, false),
        Some("<u4") => (4, false),
        Some("<u8") => (8, false),
        Some("<i4") => (4, true),
        Some("<i8") => (8, true),
        Some(other) => return Err(NpyError::Dtype { found: quoted(other) }),
        None => return Err(NpyError::Dtype { found: "records of several fields".to_owned() }),
    };
    Ok(Element { width, is_signed })
}
