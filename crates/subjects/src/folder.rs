//! The folder to which the paths of a plan are relative.
//!
//! The paths of a plan are relative to the folder of the plan file, or to the `folder` that the plan names, so they
//! do not depend on the current folder of the audit. Programs are run in that folder, since any word of a command
//! may be a path. Flags have no plan, so their paths are relative to the current folder.
//!
//! A report holds a copy of its plan, in another folder: [`Folder::as_seen_from`] finds the `folder` with which that
//! copy refers to the same files.

use crate::held::{Held, HeldByName};
use shuffle_reader::DeckError;
use std::{
    collections::BTreeMap,
    fmt,
    fs::{self, File},
    hash::{Hash, Hasher},
    io::{self, Read, Seek, SeekFrom},
    path::{Path, PathBuf},
    process::Command,
    sync::Arc,
};

/// The folder to which paths are relative; the current one by default.
#[derive(Clone, Debug, Default)]
pub struct Folder {
    path: PathBuf,
    /// The same folder as the key `folder` of the plan in a report.
    in_report: Option<String>,
    /// Files that a plan brought with it, by the names that it has for them.
    brought: Arc<BTreeMap<String, String>>,
    /// What the caller holds in memory.
    held: HeldByName,
}

impl Folder {
    fn place(&self) -> (&Path, Option<&str>) {
        (&self.path, self.in_report.as_deref())
    }
}

/// A folder is where it is, whatever a plan brought with it.
impl PartialEq for Folder {
    fn eq(&self, other: &Self) -> bool {
        self.place() == other.place()
    }
}

impl Eq for Folder {}

impl Hash for Folder {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.place().hash(state);
    }
}

impl Folder {
    /// A folder by its path, which is itself relative to the current folder; the empty path is that folder.
    pub fn new(path: &Path) -> Self {
        Self { path: path.to_owned(), ..Self::default() }
    }

    pub(crate) fn of_plan(file: &str) -> Self {
        Self::new(Path::new(file).parent().unwrap_or(Path::new("")))
    }

    /// The same, or the folder that the plan names, if it names one.
    pub(crate) fn named(self, name: Option<&str>) -> Result<Self, String> {
        let Some(name) = name else { return Ok(self) };
        let named = Self::new(&self.path.join(name));
        match named.path.is_dir() {
            true => Ok(named),
            false => Err(format!("there is no folder `{named}`, to which the paths are relative")),
        }
    }

    pub(crate) fn with_brought(self, brought: BTreeMap<String, String>) -> Self {
        Self { brought: Arc::new(brought), ..self }
    }

    /// The same folder, in which a file or a program of this name is one that the caller holds in memory.
    #[must_use]
    pub fn holding(mut self, name: &str, held: Arc<dyn Held>) -> Self {
        self.hold(name, held);
        self
    }

    pub(crate) fn hold(&mut self, name: &str, held: Arc<dyn Held>) {
        self.held.add(name, held);
    }

    /// The same folder, in which a small text (labels, groups, a pack) is one that the caller holds in memory.
    #[must_use]
    pub fn holding_text(mut self, name: &str, text: &str) -> Self {
        self.hold_text(name, text);
        self
    }

    pub(crate) fn hold_text(&mut self, name: &str, text: &str) {
        Arc::make_mut(&mut self.brought).insert(name.to_owned(), text.to_owned());
    }

    /// The array or function of the caller with this name.
    pub(crate) fn held(&self, name: &str) -> Option<&dyn Held> {
        self.held.get(name)
    }

    fn held_at(&self, path: &Path) -> Option<&dyn Held> {
        if self.held.is_empty() {
            return None;
        }
        let name = path.strip_prefix(&self.path).ok()?;
        self.held(name.to_str()?)
    }

    /// True if there is a file of this path from the current folder.
    pub(crate) fn has_file(&self, path: &Path) -> bool {
        self.held_at(path).is_some() || path.is_file()
    }

    /// True if there is anything of this path from the current folder.
    pub(crate) fn has(&self, path: &Path) -> bool {
        self.held_at(path).is_some() || path.exists()
    }

    /// Opens a file by its path from the current folder, decompressed.
    pub(crate) fn open(&self, path: &Path) -> Result<Box<dyn Read + Send>, DeckError> {
        match self.held_at(path).map(|held| held.open(&[])) {
            None => shuffle_reader::open(path),
            Some(held) => shuffle_reader::decompress(held.map_err(unopened)?, None),
        }
    }

    /// Opens a file by its path from the current folder, as it is stored, after this number of bytes.
    pub(crate) fn stored(&self, path: &Path, after: u64) -> io::Result<Box<dyn Read + Send>> {
        let Some(held) = self.held_at(path) else {
            let mut file = File::open(path)?;
            file.seek(SeekFrom::Start(after))?;
            return Ok(Box::new(file));
        };
        let mut bytes = held.open(&[])?;
        io::copy(&mut bytes.by_ref().take(after), &mut io::sink())?;
        Ok(bytes)
    }

    /// The text of a small file that is read with a plan: labels, groups, a pack.
    pub(crate) fn text(&self, name: &str) -> io::Result<String> {
        self.brought.get(name).map_or_else(
            || Ok(shuffle_reader::text(&fs::read(self.join(name))?)),
            |it| Ok(it.clone()),
        )
    }

    /// True if there is such a file.
    pub(crate) fn has_text(&self, name: &str) -> bool {
        self.brought.contains_key(name) || self.join(name).is_file()
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// True if it is the current folder.
    pub(crate) fn is_current(&self) -> bool {
        self.path.as_os_str().is_empty()
    }

    /// A path of the plan as a path from the current folder.
    ///
    /// ```
    /// use shuffle_subjects::Folder;
    /// use std::path::Path;
    ///
    /// let folder = Folder::new(Path::new("audits"));
    /// assert_eq!(folder.join("decks.csv"), Path::new("audits/decks.csv"));
    /// assert_eq!(Folder::default().join("decks.csv"), Path::new("decks.csv"));
    /// ```
    pub fn join(&self, path: &str) -> PathBuf {
        self.path.join(path)
    }

    /// The command of a program and its arguments, to be run in this folder.
    ///
    /// # Errors
    ///
    /// [`io::Error`] if there is no program, or if the absolute path of the folder cannot be found.
    pub(crate) fn command(&self, arguments: &[String]) -> io::Result<Command> {
        let (program, arguments) = arguments.split_first().ok_or(io::ErrorKind::NotFound)?;
        if self.is_current() {
            let mut command = Command::new(program);
            command.args(arguments);
            return Ok(command);
        }
        // Systems differ in the folder in which they look for a relative program: the old one or the new one.
        let here = std::path::absolute(&self.path)?;
        let mut command = match program.contains(std::path::is_separator) {
            true => Command::new(here.join(program)),
            false => Command::new(program),
        };
        command.args(arguments).current_dir(here);
        Ok(command)
    }

    /// The same folder, named so that a plan that is written into the folder `report` refers to the same files.
    ///
    /// If the absolute paths of the folders cannot be found, it keeps its name.
    #[must_use]
    pub fn as_seen_from(self, report: &Path) -> Self {
        Self { in_report: self.relative_to(report).ok(), ..self }
    }

    fn relative_to(&self, report: &Path) -> io::Result<String> {
        let here = self.path.join(".").canonicalize()?;
        // On another drive there is no relative path.
        let path = pathdiff::diff_paths(&here, canonical(report)?).unwrap_or(here);
        if path.is_absolute() {
            return Ok(path.display().to_string());
        }
        Ok(path.iter().map(|word| word.to_string_lossy()).collect::<Vec<_>>().join("/"))
    }

    /// The key `folder` of a plan in a report; `None` if it would change nothing.
    pub(crate) fn key(&self) -> Option<String> {
        let path = || self.path.display().to_string();
        Some(self.in_report.clone().unwrap_or_else(path)).filter(|text| !text.is_empty())
    }
}

/// Its path, for messages.
impl fmt::Display for Folder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let path = if self.is_current() { Path::new(".") } else { &self.path };
        write!(f, "{}", path.display())
    }
}

fn unopened(error: io::Error) -> DeckError {
    DeckError::Io { decks: 0, kind: error.kind(), message: error.to_string() }
}

/// The absolute path of a folder that need not exist yet, with links resolved as far as the path exists.
fn canonical(path: &Path) -> io::Result<PathBuf> {
    let path = std::path::absolute(path)?;
    let found = path.ancestors().find_map(|folder| Some((folder, folder.canonicalize().ok()?)));
    let Some((folder, real)) = found else { return Ok(path) };
    let rest = path.strip_prefix(folder).unwrap_or(Path::new(""));
    Ok(if rest.as_os_str().is_empty() { real } else { real.join(rest) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_folder_of_a_plan_is_where_the_plan_lies() {
        assert!(Folder::of_plan("mine.toml").is_current());
        assert_eq!(Folder::of_plan("audits/mine.toml").to_string(), "audits");
        assert_eq!(Folder::of_plan("audits/mine.toml").join("a.csv"), Path::new("audits/a.csv"));
        assert_eq!(Folder::of_plan("audits/mine.toml").join("/a.csv"), Path::new("/a.csv"));
        assert_eq!(Folder::of_plan("mine.toml").to_string(), ".");
    }

    #[test]
    fn a_folder_that_a_plan_names_must_be_there() {
        let here = Folder::of_plan("src/plan.toml");
        assert_eq!(here.clone().named(None), Ok(here.clone()));
        assert_eq!(here.clone().named(Some("..")).unwrap().to_string(), "src/..");
        let said = here.named(Some("no-such-folder")).unwrap_err();
        assert_eq!(
            said,
            "there is no folder `src/no-such-folder`, to which the paths are relative"
        );
    }

    #[test]
    fn a_report_names_the_folder_from_where_the_report_lies() {
        let key = |path, report| {
            Folder::new(Path::new(path)).as_seen_from(Path::new(report)).key().unwrap()
        };
        // The tests run in the folder of this crate, and there need be no report yet.
        assert_eq!(key("src", "reports/mine"), "../../src");
        assert_eq!(key("", "reports/mine"), "../..");
        assert_eq!(key("src", "src/stream"), "..");
        assert_eq!(Folder::default().key(), None);
        assert_eq!(Folder::of_plan("audits/mine.toml").key().as_deref(), Some("audits"));
    }
}
