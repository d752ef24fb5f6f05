//! The kinds of compression that are read.

use std::{fmt, path::Path};

/// The compression of an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Compression {
    /// RFC 1952.
    Gzip,
    /// RFC 8878.
    Zstandard,
}

impl fmt::Display for Compression {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Gzip => "gzip",
            Self::Zstandard => "zstd",
        })
    }
}

impl Compression {
    /// The compression that the first bytes of an input show.
    pub(crate) fn of_content(start: &[u8]) -> Option<Self> {
        match start {
            [0x1f, 0x8b, 8, ..] => Some(Self::Gzip),
            [0x28, 0xb5, 0x2f, 0xfd, ..] => Some(Self::Zstandard),
            // A frame to be skipped may come first.
            [0x50..=0x5f, 0x2a, 0x4d, 0x18, ..] => Some(Self::Zstandard),
            _ => None,
        }
    }

    /// The compression that the name of a file shows: `.gz` or `.zst`.
    pub fn of_path(path: &Path) -> Option<Self> {
        let end = path.extension()?;
        if end.eq_ignore_ascii_case("gz") {
            Some(Self::Gzip)
        } else if end.eq_ignore_ascii_case("zst") {
            Some(Self::Zstandard)
        } else {
            None
        }
    }
}
