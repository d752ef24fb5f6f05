//! Pages as the tests read them. Of the blocks of code on a page
//!
//! - `sh` holds commands that are run, in order, at a desk of the page; `# exit N` after one promises its exit code;
//! - `text` is what the last command before it printed, with a line `...` for what is left out;
//! - `bash` holds commands that are not run here, each with a reason in `commands.rs`;
//! - a block after a line that ends with a name, as in "`my_shuffle.py`:", is that file on the desk, from there on;
//! - `rust` is part of a file that is compiled.

use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag, TagEnd};
use std::{
    collections::BTreeMap,
    fs,
    ops::Range,
    path::{Path, PathBuf},
    sync::{Mutex, OnceLock, PoisonError},
};

pub(crate) fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}

pub(crate) fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// The languages of blocks that are not files.
const SCREENS: [&str; 3] = ["sh", "bash", "text"];

pub(crate) struct Page {
    /// Relative to the root of the project, with `/`.
    pub(crate) path: String,
    pub(crate) text: String,
}

pub(crate) struct Block {
    pub(crate) language: String,
    pub(crate) text: String,
    pub(crate) file: Option<String>,
}

impl Page {
    /// A page, or the document that it includes.
    pub(crate) fn of(path: &str) -> Self {
        let text = read(path);
        let included =
            text.strip_prefix("{{#include ../../").and_then(|rest| rest.strip_suffix("}}\n"));
        let text = included.map_or_else(|| text.clone(), read);
        Self { path: path.to_owned(), text }
    }

    pub(crate) fn events(&self) -> impl Iterator<Item = (Event<'_>, Range<usize>)> {
        Parser::new_ext(&self.text, Options::ENABLE_TABLES).into_offset_iter()
    }

    fn file_before(&self, block: usize) -> Option<String> {
        let before = self.text[..block].trim_end().strip_suffix("`:")?;
        before.rsplit('`').next().map(str::to_owned)
    }

    pub(crate) fn blocks(&self) -> Vec<Block> {
        let mut blocks: Vec<Block> = Vec::new();
        let mut inside = false;
        for (event, range) in self.events() {
            match event {
                Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(language))) => {
                    inside = true;
                    let file = self.file_before(range.start);
                    let file = file.filter(|_| !SCREENS.contains(&&*language));
                    blocks.push(Block {
                        language: language.into_string(),
                        text: String::new(),
                        file,
                    });
                }
                Event::End(TagEnd::CodeBlock) => inside = false,
                Event::Text(text) if inside => {
                    blocks.last_mut().expect("the block that is open").text.push_str(&text);
                }
                _ => (),
            }
        }
        blocks
    }
}

/// The generated pages of the book, by their paths: tests, shuffles and dice, and the list of chapters.
pub(crate) fn made() -> &'static BTreeMap<String, String> {
    static MADE: OnceLock<BTreeMap<String, String>> = OnceLock::new();
    MADE.get_or_init(|| {
        let pages = shuffle_book::pages::make().unwrap();
        pages.into_iter().map(|(path, text)| (format!("docs/src/{path}"), text)).collect()
    })
}

/// Every page: the README, and the book in the order of its paths.
pub(crate) fn all() -> Vec<Page> {
    let made = made().iter().map(|(path, text)| Page { path: path.clone(), text: text.clone() });
    let mut pages: Vec<Page> = made.chain(written()).collect();
    pages.sort_by(|a, b| a.path.cmp(&b.path));
    pages
}

/// The pages that people write: the README and the chapters, without their list.
pub(crate) fn written() -> Vec<Page> {
    let mut paths = vec!["README.md".to_owned()];
    let mut folders = vec![root().join("docs/src")];
    while let Some(folder) = folders.pop() {
        let entries = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path());
        let (inner, files): (Vec<PathBuf>, Vec<PathBuf>) = entries.partition(|path| path.is_dir());
        folders.extend(inner);
        let pages =
            files.into_iter().filter(|path| path.extension().is_some_and(|end| end == "md"));
        paths.extend(
            pages.map(|path| {
                path.strip_prefix(root()).unwrap().to_str().unwrap().replace('\\', "/")
            }),
        );
    }
    paths.retain(|path| !made().contains_key(path));
    paths.sort();
    paths.iter().map(|path| Page::of(path)).collect()
}

/// The first line that is a table row with a given first cell.
pub(crate) fn line_of(page: &str, first: &str) -> String {
    let start = format!("| {first} |");
    let line = page.lines().find(|line| line.starts_with(&start));
    line.unwrap_or_else(|| panic!("there is no row `{first}`")).to_owned()
}

pub(crate) fn cells(line: &str) -> Vec<String> {
    line.trim_matches('|').split('|').map(|cell| cell.trim().to_owned()).collect()
}

/// Holds a page against what follows from a report, or writes it with `UPDATE_BOOK=1`.
pub(crate) fn hold(path: &str, change: impl FnOnce(&str) -> String) {
    static PAGES: Mutex<()> = Mutex::new(());
    let _one_at_a_time = PAGES.lock().unwrap_or_else(PoisonError::into_inner);
    let page = read(path);
    let expected = change(&page);
    if std::env::var_os("UPDATE_BOOK").is_some() {
        fs::write(root().join(path), &expected).unwrap();
    } else {
        let differs = page.lines().zip(expected.lines()).find(|(shown, found)| shown != found);
        let command = "UPDATE_BOOK=1 cargo test --release -p shuffle-audit-cli --test book";
        assert!(page == expected, "{path}: run {command}: {differs:?}");
    }
}
