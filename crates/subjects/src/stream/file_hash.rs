//! The SHA-256 of a file, computed while it is read. It identifies the recording that was audited.

use sha2::{Digest, Sha256};
use shuffle_audit::number::hex;
use std::{
    io::{self, Read},
    sync::{Arc, Mutex, PoisonError},
};

/// The size of the buffer for bytes that are read only to be hashed.
const ROOM: usize = 1 << 16;

/// A stream whose bytes are hashed as they are read.
#[derive(Debug)]
pub(super) struct Hashed<R> {
    read: R,
    fingerprint: Fingerprint,
}

/// The hash of the bytes that were read so far, shared with the stream.
#[derive(Clone, Debug, Default)]
pub(super) struct Fingerprint(Arc<Mutex<HashState>>);

#[derive(Debug, Default)]
struct HashState {
    hash: Sha256,
    bytes: u64,
    ended: bool,
}

impl HashState {
    fn add(&mut self, bytes: &[u8]) {
        self.hash.update(bytes);
        self.bytes += bytes.len() as u64;
        self.ended = bytes.is_empty();
    }
}

impl<R> Hashed<R> {
    /// The stream, and the handle from which its hash can be taken later.
    pub(super) fn of(read: R) -> (Self, Fingerprint) {
        let fingerprint = Fingerprint::default();
        (Self::with(read, fingerprint.clone()), fingerprint)
    }

    /// The stream, and this handle.
    pub(super) fn with(read: R, fingerprint: Fingerprint) -> Self {
        Self { read, fingerprint }
    }
}

impl<R: Read> Read for Hashed<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let read = self.read.read(into)?;
        if !into.is_empty() {
            self.fingerprint.0.lock().unwrap_or_else(PoisonError::into_inner).add(&into[..read]);
        }
        Ok(read)
    }
}

impl Fingerprint {
    /// The hash of all bytes, in hexadecimal digits. `rest` opens those that were not read yet, after their number. `None` if
    /// they cannot be read, or if `halted` returns true.
    pub(super) fn finish(
        &self,
        rest: impl FnOnce(u64) -> Option<Box<dyn Read + Send>>,
        halted: impl Fn() -> bool,
    ) -> Option<String> {
        let mut progress = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if !progress.ended {
            let mut file = rest(progress.bytes)?;
            let mut room = vec![0; ROOM];
            while !progress.ended {
                if halted() {
                    return None;
                }
                let read = file.read(&mut room).ok()?;
                progress.add(&room[..read]);
            }
        }
        Some(hex(&progress.hash.clone().finalize()))
    }
}

/// The hash of several files: the hash of their hashes, one a line, so that what a file holds and where it ends both matter.
/// `None` if the hash of one of them is not known.
pub(super) fn of_files(hashes: impl Iterator<Item = Option<String>>) -> Option<String> {
    let mut all = Sha256::new();
    for hash in hashes {
        all.update(hash? + "\n");
    }
    Some(hex(&all.finalize()))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `printf abc > a; printf '' > b; sha256sum a b | cut -d' ' -f1 | sha256sum`
    const OF_ABC_AND_NOTHING: &str =
        "ff481ce4c9482a1350469a8ff263915d6a478123e3a0c03f6eba5cb3e38a150f";

    /// FIPS 180-2, appendix B.1.
    const OF_ABC: &str = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";

    #[test]
    fn the_hash_is_that_of_the_whole_file_however_much_was_read() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("hashed");
        std::fs::write(&path, "abc").unwrap();
        let rest = |after| crate::Folder::default().stored(&path, after).ok();
        for read in 0..4 {
            let (mut bytes, hash) = Hashed::of(std::fs::File::open(&path).unwrap());
            bytes.read_exact(&mut vec![0; read]).unwrap();
            assert_eq!(hash.finish(rest, || false).as_deref(), Some(OF_ABC), "{read} bytes");
        }
        let (mut bytes, hash) = Hashed::of(&b"abc"[..]);
        assert_eq!(hash.finish(|_| None, || false), None, "what comes is not known");
        bytes.read_to_end(&mut Vec::new()).unwrap();
        assert_eq!(hash.finish(|_| None, || false).as_deref(), Some(OF_ABC));
    }

    #[test]
    fn the_hash_of_several_files_is_that_of_the_lines_of_their_hashes() {
        let of = |files: &[&[u8]]| {
            let (read, hashes): (Vec<_>, Vec<_>) =
                files.iter().map(|file| Hashed::of(*file)).unzip();
            for mut read in read {
                read.read_to_end(&mut Vec::new()).unwrap();
            }
            of_files(hashes.iter().map(|hash| hash.finish(|_| None, || false)))
        };
        assert_eq!(of(&[b"abc", b""]).as_deref(), Some(OF_ABC_AND_NOTHING));
        assert_ne!(of(&[b"ab", b"c"]), of(&[b"abc", b""]), "the boundaries matter");
        assert_ne!(of(&[b"", b"abc"]), of(&[b"abc", b""]), "the order matters");
        assert_eq!(of_files([None].into_iter()), None);
    }
}
