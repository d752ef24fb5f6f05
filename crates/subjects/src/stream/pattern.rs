//! The files that a pattern such as `logs/*.csv` names, in their order.

use crate::{CaseSpec, Folder};
use glob::{MatchOptions, Pattern};
use shuffle_reader::{Compression, Format};
use std::{
    cmp::Ordering,
    collections::HashMap,
    fs, io,
    path::{Component, Path, PathBuf},
    sync::Arc,
};

/// The files of a pattern, at least one, in their order; or why they cannot be read as one recording.
pub type Matched = Result<Arc<[PathBuf]>, String>;

/// Characters that make a path a pattern, unless a file has this name.
const WILD: [char; 3] = ['*', '?', '['];

/// A name or several, as a pattern has them between its slashes.
enum PatternPart {
    /// This name.
    Plain(PathBuf),
    Names(Pattern),
    /// `**`: any folders, or none.
    Folders,
}

/// The files of a case whose `file` is a pattern; `None` if it is the path of one file, or of none.
///
/// They are in natural order: folder by folder and name by name, where digits side by side are compared as numbers, so that
/// `log-2` comes before `log-10`. Names that begin with a dot are matched only by a dot, and folders are left out.
pub(crate) fn matched(spec: &CaseSpec, folder: &Folder) -> Option<Matched> {
    let path = spec.file.as_deref().filter(|path| path.contains(WILD))?;
    if folder.join(path).symlink_metadata().is_ok() {
        return None;
    }
    Some(found(path, folder).and_then(|files| {
        if spec.format.is_none() {
            of_one_format(&files)?;
        }
        different(&files)?;
        Ok(files.into())
    }))
}

/// The files that a case reads its decks from, if they are relative to the current folder; none if it is not known which.
pub fn files(spec: &CaseSpec) -> Vec<PathBuf> {
    match matched(spec, &Folder::default()) {
        None => spec.file.iter().map(PathBuf::from).collect(),
        Some(files) => files.map_or_else(|_| Vec::new(), |files| files.to_vec()),
    }
}

/// The format that the name of a file implies, or the first name of many.
pub(crate) fn format(path: &str, matched: Option<&Matched>) -> Option<Format> {
    match matched {
        None => Format::of_path(Path::new(path)),
        Some(Ok(files)) => Format::of_path(&files[0]),
        // They will not be read. Of all formats, CSV takes the most keys, so that a plan can be judged where its files are not.
        Some(Err(_)) => Format::of_path(Path::new(path)).or(Some(Format::Csv)),
    }
}

fn found(path: &str, folder: &Folder) -> Result<Vec<PathBuf>, String> {
    let path_of_all = folder.join(path);
    let shown = path_of_all.display();
    let parts =
        parts(&path_of_all).map_err(|error| format!("`{shown}` is not a pattern: {error}"))?;
    let mut all = Vec::new();
    walk(PathBuf::new(), &parts, &mut all)?;
    let mut files = Vec::new();
    for path in all {
        match path.metadata() {
            Ok(what) if what.is_file() => files.push(path),
            Ok(what) if what.is_dir() => {}
            Ok(_) => {
                return Err(format!(
                    "`{}` is not a file, but `{shown}` matches it",
                    path.display()
                ));
            }
            // A link that leads nowhere.
            Err(error) if path.symlink_metadata().is_ok() => return Err(unreadable(&path, &error)),
            Err(_) => {}
        }
    }
    if files.is_empty() {
        return Err(format!("no file matches `{shown}`"));
    }
    files.sort_by(|one, other| natural(one, other));
    files.dedup();
    Ok(files)
}

fn unreadable(path: &Path, error: &io::Error) -> String {
    format!("`{}` cannot be read: {error}", path.display())
}

/// The parts of a pattern. The folder of a plan may have a name that looks like one, but it is there.
fn parts(path: &Path) -> Result<Vec<PatternPart>, glob::PatternError> {
    let (mut parts, mut before) = (Vec::new(), PathBuf::new());
    for component in path.components() {
        before.push(component);
        let name = component.as_os_str().to_string_lossy();
        let is_plain = !matches!(component, Component::Normal(_)) || !name.contains(WILD);
        parts.push(match &*name {
            _ if is_plain || before.symlink_metadata().is_ok() => {
                PatternPart::Plain(component.as_os_str().into())
            }
            "**" if matches!(parts.last(), Some(PatternPart::Folders)) => continue,
            "**" => PatternPart::Folders,
            name => PatternPart::Names(Pattern::new(name)?),
        });
    }
    if let Some(PatternPart::Folders) = parts.last() {
        parts.push(PatternPart::Names(Pattern::new("*")?));
    }
    Ok(parts)
}

fn walk(folder: PathBuf, parts: &[PatternPart], found: &mut Vec<PathBuf>) -> Result<(), String> {
    let Some((part, rest)) = parts.split_first() else {
        found.push(folder);
        return Ok(());
    };
    match part {
        PatternPart::Plain(name) => walk(folder.join(name), rest, found),
        PatternPart::Names(pattern) => {
            let options = MatchOptions {
                case_sensitive: true,
                require_literal_separator: true,
                require_literal_leading_dot: true,
            };
            for entry in entries(&folder)? {
                if pattern.matches_with(&entry.file_name().to_string_lossy(), options) {
                    walk(folder.join(entry.file_name()), rest, found)?;
                }
            }
            Ok(())
        }
        PatternPart::Folders => {
            walk(folder.clone(), rest, found)?;
            for entry in entries(&folder)? {
                // A link to a folder is not followed: it may lead in a circle.
                let is_folder = entry.file_type().is_ok_and(|what| what.is_dir());
                if is_folder && !entry.file_name().as_encoded_bytes().starts_with(b".") {
                    walk(folder.join(entry.file_name()), parts, found)?;
                }
            }
            Ok(())
        }
    }
}

/// The contents of a folder; empty if it is not one.
fn entries(folder: &Path) -> Result<Vec<fs::DirEntry>, String> {
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    if !folder.is_dir() {
        return Ok(Vec::new());
    }
    let entries = fs::read_dir(folder).and_then(Iterator::collect);
    entries.map_err(|error| unreadable(folder, &error))
}

/// An error if the file names imply different formats.
fn of_one_format(files: &[PathBuf]) -> Result<(), String> {
    let format = |path: &Path| Format::of_path(path).unwrap_or(Format::Text);
    let first = &files[0];
    match files.iter().find(|file| format(file) != format(first)) {
        None => Ok(()),
        Some(other) => Err(format!(
            "`{}` is {} by its name, but `{}` is {}; all files of a pattern have one format",
            first.display(),
            format(first),
            other.display(),
            format(other),
        )),
    }
}

/// An error if the decks of a file would count twice: two names of one file, or a file next to its compressed copy.
fn different(files: &[PathBuf]) -> Result<(), String> {
    let twice = |one: &Path, other: &Path, why: &str| {
        let [one, other] = [one, other].map(Path::display);
        Err(format!("`{one}` and `{other}` {why}, whose decks would count twice"))
    };
    let (mut names, mut places) = (HashMap::new(), HashMap::new());
    for file in files {
        let plain = if Compression::of_path(file).is_some() {
            file.with_extension("")
        } else {
            file.clone()
        };
        if let Some(other) = names.insert(plain, file) {
            return twice(other, file, "are one file, plain and compressed");
        }
        let place = file.canonicalize().map_err(|error| unreadable(file, &error))?;
        if let Some(other) = places.insert(place, file) {
            return twice(other, file, "are two names of one file");
        }
    }
    Ok(())
}

/// The order of two paths: folder by folder, with digits side by side as numbers; if so they are equal, as their bytes.
fn natural(one: &Path, other: &Path) -> Ordering {
    let (mut names, mut others) = (one.components(), other.components());
    loop {
        let order = match (names.next(), others.next()) {
            (None, None) => return one.cmp(other),
            (None, Some(_)) => Ordering::Less,
            (Some(_), None) => Ordering::Greater,
            (Some(name), Some(other)) => by_numbers(
                name.as_os_str().as_encoded_bytes(),
                other.as_os_str().as_encoded_bytes(),
            ),
        };
        if order.is_ne() {
            return order;
        }
    }
}

pub(crate) fn by_numbers(mut one: &[u8], mut other: &[u8]) -> Ordering {
    while let (Some(letter), Some(others)) = (one.first(), other.first()) {
        let order = if letter.is_ascii_digit() && others.is_ascii_digit() {
            let ((digits, rest), (others, others_rest)) = (number(one), number(other));
            (one, other) = (rest, others_rest);
            digits.len().cmp(&others.len()).then_with(|| digits.cmp(others))
        } else {
            (one, other) = (&one[1..], &other[1..]);
            letter.cmp(others)
        };
        if order.is_ne() {
            return order;
        }
    }
    one.len().cmp(&other.len())
}

/// The digits at the start without leading zeros, and the rest.
fn number(text: &[u8]) -> (&[u8], &[u8]) {
    let end = text.iter().position(|letter| !letter.is_ascii_digit()).unwrap_or(text.len());
    let (digits, rest) = text.split_at(end);
    let zeros = digits.iter().take_while(|&&digit| digit == b'0').count();
    (&digits[zeros..], rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_order_is_that_of_numbers_and_of_folders() {
        let sorted = [
            "log/9.csv",
            "log-1/3.csv",
            "log-1/12.csv",
            "log-02.csv",
            "log-2.csv",
            "log-2a.csv",
            "log-10.csv",
            "log-99999999999999999999998.csv",
            "log-99999999999999999999999.csv",
            "log.csv",
        ];
        let mut paths = sorted.map(Path::new);
        paths.reverse();
        paths.sort_by(|one, other| natural(one, other));
        assert_eq!(paths, sorted.map(Path::new));
        // Numbers that are written with equally many digits are in the order of their bytes.
        let bytes = ["2024-01-31.csv", "2024-02-01.csv", "2024-10-01.csv"].map(Path::new);
        assert!(bytes.is_sorted_by(|one, other| natural(one, other).is_lt()) && bytes.is_sorted());
    }

    /// A folder with these files, which is removed at the end.
    fn folder(files: &[&str], test: impl FnOnce(&Folder)) {
        let desk = tempfile::tempdir().unwrap();
        let root = desk.path();
        for file in files {
            let path = root.join(file);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, "").unwrap();
        }
        test(&Folder::new(root));
    }

    fn names(pattern: &str, folder: &Folder) -> Option<Result<Vec<String>, String>> {
        let spec = CaseSpec { file: Some(pattern.to_owned()), ..CaseSpec::default() };
        let root = folder.path().display().to_string() + "/";
        let name = |path: &PathBuf| path.display().to_string().replace(&root, "");
        Some(match matched(&spec, folder)? {
            Ok(files) => Ok(files.iter().map(name).collect()),
            Err(why) => Err(why.replace(&root, "")),
        })
    }

    #[test]
    fn a_pattern_matches_as_that_of_a_shell_does() {
        let files = [
            "a-10.csv",
            "a-2.csv",
            "a-b.csv",
            ".a-1.csv",
            "d/a-3.csv",
            "d/e/a-1.csv",
            "d/.h/a-4.csv",
        ];
        folder(&files, |folder| {
            let names = |pattern| names(pattern, folder).unwrap().unwrap();
            assert_eq!(names("a-*.csv"), ["a-2.csv", "a-10.csv", "a-b.csv"]);
            assert_eq!(names("a-[0-9]*.csv"), ["a-2.csv", "a-10.csv"]);
            assert_eq!(names("a-[!0-9].csv"), ["a-b.csv"]);
            assert_eq!(names("a-??.csv"), ["a-10.csv"]);
            assert_eq!(names(".a*"), [".a-1.csv"]);
            assert_eq!(names("*/a*"), ["d/a-3.csv"]);
            assert_eq!(names("d/**"), ["d/a-3.csv", "d/e/a-1.csv"]);
            assert_eq!(names("**/**/a-?.csv"), ["a-2.csv", "a-b.csv", "d/a-3.csv", "d/e/a-1.csv"]);
            assert_eq!(names("d/**/e/**/a-1.csv"), ["d/e/a-1.csv"]);
            assert_eq!(names("[d]/../a-2.csv"), ["d/../a-2.csv"]);
        });
    }

    #[test]
    fn a_file_with_such_a_name_is_that_file_and_what_makes_no_recording_is_said() {
        let files = ["a[1].csv", "a1.csv", "b.csv", "b.csv.gz", "c.csv", "c.ndjson", "x/y/z.csv"];
        folder(&files, |folder| {
            let wrong = |pattern| names(pattern, folder).unwrap().unwrap_err();
            assert_eq!(names("a[1].csv", folder), None);
            assert_eq!(names("a1.csv", folder), None, "no pattern at all");
            assert_eq!(names("a[[]1].csv", folder), Some(Ok(vec!["a[1].csv".to_owned()])));
            assert_eq!(wrong("n*.csv"), "no file matches `n*.csv`");
            assert_eq!(wrong("x*"), "no file matches `x*`", "a folder");
            assert!(wrong("a[.csv").starts_with("`a[.csv` is not a pattern: "));
            let twice = "`b.csv` and `b.csv.gz` are one file, plain and compressed, whose decks would count twice";
            assert_eq!(wrong("b*"), twice);
            let mixed = "`c.csv` is csv by its name, but `c.ndjson` is ndjson; all files of a pattern have one format";
            assert_eq!(wrong("c*"), mixed);
        });
    }

    #[cfg(unix)]
    #[test]
    fn links_lead_to_files_but_not_to_a_file_twice_nor_in_a_circle() {
        use std::os::unix::{fs::symlink, net::UnixListener};
        folder(&["a.csv", "far/away"], |folder| {
            let wrong = |pattern| names(pattern, folder).unwrap().unwrap_err();
            symlink("far/away", folder.join("b.csv")).unwrap();
            symlink("..", folder.join("far/back")).unwrap();
            assert_eq!(names("*.csv", folder).unwrap().unwrap(), ["a.csv", "b.csv"]);
            assert_eq!(names("**/a.csv", folder).unwrap().unwrap(), ["a.csv"]);
            symlink("a.csv", folder.join("latest.csv")).unwrap();
            let twice =
                "`a.csv` and `latest.csv` are two names of one file, whose decks would count twice";
            assert_eq!(wrong("*.csv"), twice);
            symlink("nowhere", folder.join("lost-1")).unwrap();
            assert!(wrong("lost*").starts_with("`lost-1` cannot be read: "));
            let _socket = UnixListener::bind(folder.join("socket")).unwrap();
            assert_eq!(wrong("sock*"), "`socket` is not a file, but `sock*` matches it");
        });
    }
}
