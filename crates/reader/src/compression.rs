//! Gzip and Zstandard, recognized by their first bytes, in bounded memory.
//!
//! Gzip needs 32 KiB. A Zstandard frame says how much it needs; more than [`LARGEST_WINDOW`], which is what the
//! `zstd` command allows too, is rejected. Both may consist of several parts, one after the other, and both check what
//! came out against the checksums they carry.
//!
//! A plain input that begins like a compressed one is read as compressed. No text begins so, and binary decks hardly
//! ever: 3 bytes must match for gzip, 4 for Zstandard.

mod archive;
mod kind;
mod zstandard;

pub use kind::Compression;
pub use zstandard::LARGEST_WINDOW;

use crate::error::DeckError;
use flate2::read::MultiGzDecoder;
use std::{
    fs::File,
    io::{self, BufReader, Cursor, ErrorKind, Read},
    path::Path,
};

/// Opens a file, and decompresses it if it begins like compressed data.
///
/// # Errors
///
/// [`DeckError::Io`] if it cannot be opened or read; [`DeckError::Corrupt`] if its name ends with `.gz` or `.zst`
/// but its contents are not compressed so (for example, if it is empty).
pub fn open(path: &Path) -> Result<Box<dyn Read + Send>, DeckError> {
    let file = File::open(path).map_err(|error| refused(&error))?;
    decompress(file, Compression::of_path(path))
}

fn refused(error: &io::Error) -> DeckError {
    if let Some(packed) = packed(error) {
        return DeckError::Packed(packed.to_string());
    }
    DeckError::Io { decks: 0, kind: error.kind(), message: error.to_string() }
}

/// The kind of an archive, if the error is that it is one.
pub(crate) fn packed(error: &io::Error) -> Option<&Packed> {
    error.get_ref()?.downcast_ref()
}

/// Decompresses data that begins like compressed data; it must begin as `named` says, if that is given.
///
/// # Errors
///
/// [`DeckError::Io`] if it cannot be read; [`DeckError::Corrupt`] if its first bytes do not match its name.
pub fn decompress<R: Read + Send + 'static>(
    read: R,
    named: Option<Compression>,
) -> Result<Box<dyn Read + Send>, DeckError> {
    let (found, read) = peek(Box::new(read)).map_err(|error| refused(&error))?;
    match named {
        Some(compression) if found != Some(compression) => Err(DeckError::Corrupt {
            decks: 0,
            compression,
            message: "it does not start like one; is the file name wrong?".to_owned(),
        }),
        _ => Ok(read),
    }
}

/// Decompresses data that begins like compressed data; leaves all other data as it is.
///
/// ```
/// use std::io::Read;
/// let mut text = String::new();
/// shuffle_reader::sniff("0 1 2\n".as_bytes())?.read_to_string(&mut text)?;
/// assert_eq!(text, "0 1 2\n");
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// # Errors
///
/// The error of reading the first four bytes, for which the call waits; [`ErrorKind::InvalidData`] for archives and workbooks.
pub fn sniff<R: Read + Send + 'static>(read: R) -> io::Result<Box<dyn Read + Send>> {
    peek(Box::new(read)).map(|(_, read)| read)
}

fn peek(mut read: Box<dyn Read + Send>) -> io::Result<(Option<Compression>, Box<dyn Read + Send>)> {
    let mut start = Vec::with_capacity(4);
    read.by_ref().take(4).read_to_end(&mut start)?;
    if archive::may_begin(&start) {
        read.by_ref().take(archive::START).read_to_end(&mut start)?;
        if let Some(kind) = archive::of_content(&start) {
            return Err(io::Error::new(ErrorKind::InvalidData, Packed(kind)));
        }
    }
    let found = Compression::of_content(&start);
    let whole = Cursor::new(start).chain(read);
    let plain: Box<dyn Read + Send> = match found {
        None => Box::new(whole),
        Some(Compression::Gzip) => Box::new(Told {
            compression: Compression::Gzip,
            read: MultiGzDecoder::new(watched(whole)),
        }),
        // What decompresses it would be 15 KB of the download of a page.
        Some(Compression::Zstandard) if cfg!(target_family = "wasm") => {
            let what = Packed("a zstd file; unpack it first, such as with zstd -d");
            return Err(io::Error::new(ErrorKind::InvalidData, what));
        }
        Some(Compression::Zstandard) => Box::new(Told {
            compression: Compression::Zstandard,
            read: zstandard::Frames::new(watched(whole)),
        }),
    };
    Ok((found, plain))
}

fn watched<R: Read>(read: R) -> BufReader<Watched<R>> {
    BufReader::with_capacity(64 << 10, Watched(read))
}

/// An error of the decompressor, as opposed to one of the operating system.
#[derive(Debug, thiserror::Error)]
#[error("{compression} data: {message}")]
pub(crate) struct Broken {
    pub(crate) compression: Compression,
    pub(crate) message: String,
}

/// A file that holds other files, or is compressed in a way that is not read: what it is, and what to do.
#[derive(Debug, thiserror::Error)]
#[error("this is {0}")]
pub(crate) struct Packed(&'static str);

/// An error of the operating system, marked so that it is recognized after the decompressor.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
struct Outside(#[source] io::Error);

/// Marks the errors of the operating system.
struct Watched<R>(R);

impl<R: Read> Read for Watched<R> {
    fn read(&mut self, room: &mut [u8]) -> io::Result<usize> {
        self.0.read(room).map_err(|error| match error.kind() {
            ErrorKind::Interrupted => error,
            kind => io::Error::new(kind, Outside(error)),
        })
    }
}

/// Separates the decompressor's errors from marked ones.
struct Told<R> {
    compression: Compression,
    read: R,
}

impl<R: Read> Read for Told<R> {
    fn read(&mut self, room: &mut [u8]) -> io::Result<usize> {
        self.read.read(room).map_err(|error| {
            if let Some(outside) = outside(&error) {
                return io::Error::new(outside.kind(), outside.to_string());
            }
            if error.kind() == ErrorKind::Interrupted {
                return error;
            }
            let (compression, message) = (self.compression, error.to_string());
            io::Error::new(ErrorKind::InvalidData, Broken { compression, message })
        })
    }
}

/// The marked error somewhere inside this one.
fn outside(error: &io::Error) -> Option<&io::Error> {
    let mut inner: Option<&(dyn std::error::Error + 'static)> =
        error.get_ref().map(|inner| inner as _);
    while let Some(error) = inner {
        if let Some(Outside(error)) = error.downcast_ref() {
            return Some(error);
        }
        if let Some(error) = error.downcast_ref::<io::Error>() {
            inner = error.get_ref().map(|inner| inner as _);
        } else {
            inner = error.source();
        }
    }
    None
}
