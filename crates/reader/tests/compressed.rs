//! Gzip and Zstandard: recognized by their first bytes, read whole, and rejected when broken.
//!
//! The files of `data/` were written by gzip 1.12 and zstd 1.5, two members or frames each; the first frame
//! carries a checksum.

use crate::reference::read;
use shuffle_reader::{Compression, DeckError, Format, Layout, Reader, open, sniff};
use std::{
    fs,
    io::{self, Cursor, ErrorKind, Read},
    path::{Path, PathBuf},
};

fn data(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(name)
}

fn decks(input: impl Read + Send) -> (usize, Option<DeckError>) {
    let layout = Layout::whole(Format::Text, 52);
    let (decks, error) = read::<u8>(Reader::new(input, &layout), &layout, 16);
    (decks.len(), error)
}

#[test]
fn files_of_several_parts_are_read_to_their_end() {
    let mut plain = Vec::new();
    for name in ["decks-200.txt.gz", "decks-200.txt.zst"] {
        assert_eq!(decks(open(&data(name)).unwrap()), (200, None), "{name}");
        let mut text = String::new();
        open(&data(name)).unwrap().read_to_string(&mut text).unwrap();
        plain.push(text);
    }
    assert_eq!(plain[0], plain[1]);
    assert_eq!(decks(sniff(Cursor::new(plain.remove(0))).unwrap()), (200, None));
}

#[test]
fn frames_to_be_skipped_are_skipped() {
    let frame = fs::read(data("decks-200.txt.zst")).unwrap();
    let skipped = [&[0x50, 0x2a, 0x4d, 0x18, 3, 0, 0, 0, 1, 2, 3], frame.as_slice()].concat();
    assert_eq!(decks(sniff(Cursor::new(skipped)).unwrap()), (200, None));
    let cut = vec![0x50, 0x2a, 0x4d, 0x18, 3, 0, 0, 0, 1, 2];
    let (read, error) = decks(sniff(Cursor::new(cut)).unwrap());
    assert!(matches!(error, Some(DeckError::Corrupt { .. })), "{read} {error:?}");
}

#[test]
fn what_is_cut_short_anywhere_is_refused() {
    for (name, compression) in
        [("decks-200.txt.gz", Compression::Gzip), ("decks-200.txt.zst", Compression::Zstandard)]
    {
        let whole = fs::read(data(name)).unwrap();
        // Between two parts the input is whole: a cut there cannot be detected.
        let mut whole_at = Vec::new();
        for cut in (4..whole.len()).step_by(3).chain([whole.len() - 1]) {
            let (read, error) = decks(sniff(Cursor::new(whole[..cut].to_vec())).unwrap());
            match error {
                Some(DeckError::Corrupt { decks, compression: told, .. }) => {
                    assert_eq!((decks, told), (read as u64, compression), "{name} cut at {cut}");
                }
                other => whole_at.push((cut, read, other)),
            }
        }
        assert!(whole_at.iter().all(|at| (at.1, &at.2) == (100, &None)), "{name}: {whole_at:?}");
        assert!(whole_at.len() <= 1, "{name}: {whole_at:?}");
    }
}

#[test]
fn a_flipped_bit_never_makes_another_deck() {
    let mut plain = String::new();
    open(&data("decks-200.txt.gz")).unwrap().read_to_string(&mut plain).unwrap();
    for name in ["decks-200.txt.gz", "decks-200.txt.zst"] {
        let whole = fs::read(data(name)).unwrap();
        // Only the first frame of zstd: the second has no checksum.
        let first = whole.len() / 3;
        for at in (4..first).step_by(7) {
            let mut broken = whole.clone();
            broken[at] ^= 1 << (at % 8);
            let mut text = Vec::new();
            let read = sniff(Cursor::new(broken)).unwrap().read_to_end(&mut text);
            // The time and the name in a header are not content.
            assert!(read.is_err() || text == plain.as_bytes(), "{name}, byte {at}");
        }
    }
}

#[test]
fn a_window_that_is_too_large_is_refused_before_memory_is() {
    // A frame header that wants 1 GiB (exponent 20: 2^30 bytes), and an empty last block.
    let greedy = vec![0x28, 0xb5, 0x2f, 0xfd, 0x00, 20 << 3, 1, 0, 0];
    let (_, error) = decks(sniff(Cursor::new(greedy)).unwrap());
    assert!(matches!(error, Some(DeckError::Corrupt { .. })), "{error:?}");
}

#[test]
fn a_name_that_promises_what_the_file_does_not_hold_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    for (name, compression) in [("a.txt.gz", Compression::Gzip), ("a.ZST", Compression::Zstandard)]
    {
        let path = folder.path().join(name);
        for content in ["", "0 1 2\n"] {
            fs::write(&path, content).unwrap();
            let error = open(&path).err().unwrap();
            assert!(
                matches!(error, DeckError::Corrupt { compression: told, .. } if told == compression)
            );
        }
    }
    let error = open(&folder.path().join("none.txt")).err().unwrap();
    assert!(matches!(error, DeckError::Io { kind: ErrorKind::NotFound, decks: 0, .. }), "{error}");
}

/// A stream that the operating system takes away after some bytes.
struct Taken<R>(R);

impl<R: Read> Read for Taken<R> {
    fn read(&mut self, room: &mut [u8]) -> io::Result<usize> {
        match self.0.read(room)? {
            0 => Err(io::Error::new(ErrorKind::ConnectionReset, "the cable is out")),
            some => Ok(some),
        }
    }
}

#[test]
fn an_error_of_the_operating_system_keeps_its_kind_through_every_decompressor() {
    for name in ["decks-200.txt.gz", "decks-200.txt.zst"] {
        let mut half = fs::read(data(name)).unwrap();
        half.truncate(half.len() / 3);
        let (_, error) = decks(sniff(Taken(Cursor::new(half))).unwrap());
        let Some(DeckError::Io { kind, message, .. }) = error else { panic!("{name}: {error:?}") };
        assert_eq!((kind, message.as_str()), (ErrorKind::ConnectionReset, "the cable is out"));
    }
    let (read, error) = decks(sniff(Taken(Cursor::new("0 1\n"))).unwrap());
    assert!(matches!(error, Some(DeckError::Fault { .. })), "{read} {error:?}");
}
