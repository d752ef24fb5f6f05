#![doc = include_str!("file.md")]

use super::{
    identity::{Identity, Kind, LookNumber},
    packing::{packed, unpacked},
};
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use sha2::{Digest, Sha256};
use shuffle_audit::{VERSION, tallies::Presence};
use shuffle_subjects::PackedPlan;
use std::{
    collections::BTreeMap,
    fs::File,
    io::{self, BufRead, BufReader, BufWriter, Read, Seek, SeekFrom, Write},
    path::{Path, PathBuf},
    sync::Arc,
};

/// The first line of every file.
const MAGIC: &[u8] = b"shuffle-audit tallies\n";

/// Maximum length of the second line.
const LONGEST_LINE: u64 = 1 << 16;

/// The name of the preface, which no case has.
const PREFACE: &str = "";

/// A file of tallies that cannot be used, or not be written.
#[derive(Debug, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say it")]
pub enum FileError {
    #[error("cannot read the tallies `{}`: {source}", path.display())]
    Read { path: PathBuf, source: io::Error },
    #[error("cannot write the tallies `{}`: {source}", path.display())]
    Write { path: PathBuf, source: io::Error },
    #[error("`{}` is not a file of tallies; `run`, `calibrate` and `power` write them with --shard I/K", .0.display())]
    Other(PathBuf),
    #[error("`{}` already exists, and is {theirs}; remove it, or use another folder", path.display())]
    Taken { path: PathBuf, theirs: String },
    #[error("`{}` is truncated or damaged: its checksum does not match; remove it and count again", .0.display())]
    Damaged(PathBuf),
    #[error(
        "`{}` was counted by shuffle-audit {theirs}, and this is {VERSION}; use one version for all of a plan", path.display()
    )]
    Version { path: PathBuf, theirs: String },
}

/// The facts that a file of tallies states about its plan.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Preface {
    pub(super) plan: PackedPlan,
    pub(super) second_look: Option<Vec<String>>,
    /// The presence of subjects, by case id.
    pub(super) presence: BTreeMap<String, Presence>,
}

pub(super) type Key = (LookNumber, String);

/// A record, packed.
pub(super) type Payload = Arc<Vec<u8>>;

/// Writes a file, whole or not at all: first next to its destination, then renamed, with both synced to disk.
pub(super) fn write(
    path: &Path,
    identity: &Identity,
    preface: &impl Serialize,
    records: &BTreeMap<Key, Payload>,
) -> Result<(), FileError> {
    let written = || -> io::Result<()> {
        let folder = folder_of(path);
        let prefix = unfinished(path);
        let mut builder = tempfile::Builder::new();
        builder.prefix(&prefix);
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666)); // less the umask
        let new = builder.tempfile_in(folder)?;
        put(BufWriter::new(new.as_file()), identity, preface, records)?;
        new.as_file().sync_all()?;
        new.persist(path)?;
        // The name, too, is to survive a loss of power; where folders cannot be opened, the system sees to it.
        File::open(folder).and_then(|folder| folder.sync_all()).ok();
        Ok(())
    };
    written().map_err(|source| FileError::Write { path: path.to_owned(), source })
}

fn put(
    out: impl Write,
    identity: &Identity,
    preface: &impl Serialize,
    records: &BTreeMap<Key, Payload>,
) -> io::Result<()> {
    let mut out = HashingWriter { out, hash: Sha256::new() };
    out.write(MAGIC)?;
    out.write(&serde_json::to_vec(identity)?)?;
    out.write(b"\n")?;
    out.entry(LookNumber::First, PREFACE, &packed(preface))?;
    for ((look, case), payload) in records {
        out.entry(*look, case, payload)?;
    }
    out.write(&[0])?;
    let HashingWriter { mut out, hash } = out;
    out.write_all(&hash.finalize())?;
    out.flush()
}

/// The prefix of a file's name until it is renamed into place.
pub(super) fn unfinished(path: &Path) -> String {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    format!(".{name}-")
}

pub(super) fn folder_of(path: &Path) -> &Path {
    let parent = path.parent().unwrap_or(Path::new(""));
    if parent == Path::new("") { Path::new(".") } else { parent }
}

struct HashingWriter<W> {
    out: W,
    hash: Sha256,
}

impl<W: Write> HashingWriter<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.hash.update(bytes);
        self.out.write_all(bytes)
    }

    fn entry(&mut self, look: LookNumber, name: &str, payload: &[u8]) -> io::Result<()> {
        self.write(&[1, u8::from(look == LookNumber::Second)])?;
        let length = u16::try_from(name.len()).map_err(io::Error::other)?;
        self.write(&length.to_le_bytes())?;
        self.write(name.as_bytes())?;
        self.write(&(payload.len() as u64).to_le_bytes())?;
        self.hash.update(Sha256::digest(payload));
        self.out.write_all(payload)
    }
}

/// A record in a file.
#[derive(Clone, Debug)]
struct Place {
    start: u64,
    length: u64,
    hash: [u8; 32],
}

/// A file of tallies that was checked; its records are read one by one. `P` is what it says of its plan or study.
#[derive(Clone, Debug)]
pub(super) struct TalliesFile<P = Preface> {
    pub(super) path: PathBuf,
    pub(super) identity: Identity,
    pub(super) preface: P,
    places: BTreeMap<Key, Place>,
}

impl<P: DeserializeOwned> TalliesFile<P> {
    /// Checks a file.
    pub(super) fn open(path: &Path) -> Result<Self, FileError> {
        let unread = |source| FileError::Read { path: path.to_owned(), source };
        let file = File::open(path).map_err(unread)?;
        let mut input = HashingReader::new(BufReader::new(file));
        if !input.is_ours().map_err(unread)? {
            return Err(FileError::Other(path.to_owned()));
        }
        let damaged = || FileError::Damaged(path.to_owned());
        let checked = match input.check() {
            Ok(checked) => checked,
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => None,
            Err(error) => return Err(unread(error)),
        };
        let (line, mut places) = checked.ok_or_else(damaged)?;
        let version: Version = serde_json::from_slice(&line).map_err(|_| damaged())?;
        let identity = serde_json::from_slice(&line).ok().filter(Identity::is_ours);
        let identity = identity.ok_or_else(|| FileError::Version {
            path: path.to_owned(),
            theirs: version.shuffle_audit,
        })?;
        if !(1..=identity.share.of).contains(&identity.share.number) {
            return Err(damaged());
        }
        let preface = places.remove(&(LookNumber::First, PREFACE.to_owned()));
        let preface = read(path, &preface.ok_or_else(damaged)?)?;
        Ok(Self { path: path.to_owned(), identity, preface, places })
    }

    /// The looks that it has records of.
    pub(super) fn keys(&self) -> impl Iterator<Item = &Key> {
        self.places.keys()
    }

    /// The record of a look at a case, if there is one.
    pub(super) fn record<T: DeserializeOwned>(&self, key: &Key) -> Result<Option<T>, FileError> {
        self.places.get(key).map(|place| read(&self.path, place)).transpose()
    }

    /// The record of a look at a case, compressed.
    pub(super) fn payload(&self, key: &Key) -> Result<Option<Vec<u8>>, FileError> {
        self.places.get(key).map(|place| payload(&self.path, place)).transpose()
    }
}

/// The identity in the second line of a file; `None` if it cannot be read.
pub(super) fn identity(path: &Path) -> Option<Identity> {
    let mut input = HashingReader::new(BufReader::new(File::open(path).ok()?));
    if !input.is_ours().ok()? {
        return None;
    }
    serde_json::from_slice(&input.line().ok()?).ok()
}

/// Checks that a file can be written without the loss of something else.
pub(super) fn is_free(path: &Path, mine: &Identity) -> Result<(), FileError> {
    let taken = |theirs| Err(FileError::Taken { path: path.to_owned(), theirs });
    match identity(path) {
        Some(theirs) if !theirs.is_of(mine) => taken(format!("of {}", theirs.told())),
        None if path.exists() => taken("no file of tallies".to_owned()),
        _ => Ok(()),
    }
}

#[derive(Deserialize)]
struct Version {
    shuffle_audit: String,
}

fn read<T: DeserializeOwned>(path: &Path, place: &Place) -> Result<T, FileError> {
    let bytes = payload(path, place)?;
    unpacked(&bytes).ok_or_else(|| FileError::Damaged(path.to_owned()))
}

fn payload(path: &Path, place: &Place) -> Result<Vec<u8>, FileError> {
    let read = || -> io::Result<Vec<u8>> {
        let mut file = File::open(path)?;
        file.seek(SeekFrom::Start(place.start))?;
        let mut bytes = Vec::new();
        file.take(place.length).read_to_end(&mut bytes)?;
        Ok(bytes)
    };
    let bytes = read().map_err(|source| FileError::Read { path: path.to_owned(), source })?;
    if <[u8; 32]>::from(Sha256::digest(&bytes)) == place.hash {
        Ok(bytes)
    } else {
        Err(FileError::Damaged(path.to_owned()))
    }
}

/// The second line of a file, and the places of its records.
type Checked = (Vec<u8>, BTreeMap<Key, Place>);

struct HashingReader<R> {
    input: R,
    hash: Sha256,
    at: u64,
}

impl<R: BufRead> HashingReader<R> {
    fn new(input: R) -> Self {
        Self { input, hash: Sha256::new(), at: 0 }
    }

    /// True if the file begins as all do, as far as it goes.
    fn is_ours(&mut self) -> io::Result<bool> {
        let mut magic = Vec::new();
        self.input.by_ref().take(MAGIC.len() as u64).read_to_end(&mut magic)?;
        self.hash.update(&magic);
        self.at += magic.len() as u64;
        Ok(!magic.is_empty() && MAGIC.starts_with(&magic))
    }

    fn bytes<const N: usize>(&mut self) -> io::Result<[u8; N]> {
        let mut bytes = [0; N];
        self.input.read_exact(&mut bytes)?;
        self.hash.update(bytes);
        self.at += N as u64;
        Ok(bytes)
    }

    fn line(&mut self) -> io::Result<Vec<u8>> {
        let mut line = Vec::new();
        self.input.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line)?;
        self.hash.update(&line);
        self.at += line.len() as u64;
        Ok(line)
    }

    /// Reads to the end; `None` if this is not what was written.
    fn check(&mut self) -> io::Result<Option<Checked>> {
        let line = self.line()?;
        let mut places = BTreeMap::new();
        loop {
            match self.bytes()? {
                [0] => break,
                [1] => {}
                [_] => return Ok(None),
            }
            let look = match self.bytes()? {
                [0] => LookNumber::First,
                [1] => LookNumber::Second,
                [_] => return Ok(None),
            };
            let mut name = vec![0; usize::from(u16::from_le_bytes(self.bytes()?))];
            self.input.read_exact(&mut name)?;
            self.hash.update(&name);
            self.at += name.len() as u64;
            let length = u64::from_le_bytes(self.bytes()?);
            let place = Place { start: self.at, length, hash: self.skip(length)? };
            let Ok(name) = String::from_utf8(name) else { return Ok(None) };
            places.insert((look, name), place);
        }
        let hash: [u8; 32] = self.hash.clone().finalize().into();
        let mut end = Vec::new();
        self.input.by_ref().take(hash.len() as u64 + 1).read_to_end(&mut end)?;
        Ok((end == hash).then_some((line, places)))
    }

    /// Hashes a payload and continues after it.
    fn skip(&mut self, length: u64) -> io::Result<[u8; 32]> {
        let mut hash = Sha256::new();
        let passed = io::copy(&mut self.input.by_ref().take(length), &mut HashOnly(&mut hash))?;
        if passed < length {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        let hash: [u8; 32] = hash.finalize().into();
        self.hash.update(hash);
        self.at += length;
        Ok(hash)
    }
}

struct HashOnly<'a>(&'a mut Sha256);

impl Write for HashOnly<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.update(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// True if this is a file of a study, by its second line.
pub fn is_of_study(path: &Path) -> bool {
    let kind = identity(path).map(|identity| identity.kind);
    matches!(kind, Some(Kind::Study | Kind::StudyCheckpoint))
}
