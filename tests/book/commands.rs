//! The commands of the pages: each ends as its page says, and prints what its page shows.

use crate::{
    desk::{Ended, absent_tools, desk, run},
    page::{Block, Page, all, hold, made, root},
};
use std::{
    collections::BTreeSet,
    fs,
    path::Path,
    sync::{Mutex, PoisonError},
    thread,
};

/// The beginnings of commands in `bash` blocks that do not run here, and why.
const NOT_RUN: [(&str, &str); 21] = [
    ("cargo add ", "it changes the package of the reader"),
    ("cargo bench ", "it takes minutes"),
    ("cargo build ", "it is what made this test"),
    ("cargo install ", "it is what made this test"),
    ("cargo run ", "it is what made this test"),
    ("cargo test", "it is what runs this test"),
    ("cargo doc ", "a step of CI runs it"),
    ("docs/build", "a step of CI runs it"),
    ("git clone ", "it fetches"),
    ("git diff ", "a step of CI runs it"),
    ("just ", "users may not have it; its recipes are lines over cargo"),
    ("open ", "it needs a screen"),
    ("seq ", "it needs GNU parallel; tests/clusters/run tries it"),
    ("shuffle-audit calibrate", "it takes a minute or two"),
    ("shuffle-audit check --algorithm fisher-yates --cards 1_000_000", "it takes half a minute"),
    ("shuffle-audit merge tallies/*.tallies --out reports", "it is tried with them"),
    ("shuffle-audit run audits/gate.toml audits/lab.toml", "a step of CI runs both plans"),
    ("shuffle-audit run audits/history.toml --no-report", "a step of CI runs the plan"),
    ("shuffle-audit run audits/literature.toml", "it takes a minute"),
    ("shuffle-audit run audits/articles.toml", "it takes a quarter of a minute"),
    ("shuffle-audit run audits/wild.toml", "it takes minutes"),
];

/// The commands of a block, each with the exit code that its comment promises.
fn lines(block: &Block) -> Vec<(String, i32)> {
    let joined = block.text.replace("\\\n", " ");
    let line = |line: &str| {
        let (command, comment) = line.split_once('#').unwrap_or((line, ""));
        let code = comment.trim().strip_prefix("exit ").map_or(Some(0), |code| code.parse().ok());
        let code = code.unwrap_or_else(|| panic!("`{line}` promises no exit code"));
        (command.trim().to_owned(), code)
    };
    joined.lines().map(line).filter(|(command, _)| !command.is_empty()).collect()
}

/// Everything that is run on a page, with what the commands of `sh` blocks promise.
pub(crate) fn commands(page: &Page) -> Vec<(String, i32)> {
    let blocks = page.blocks();
    blocks.iter().filter(|block| block.language == "sh").flat_map(lines).collect()
}

/// True if a command makes the picture of a generated page. The build of the book runs all of them and checks their
/// exit codes; here the commands of one page suffice.
fn makes_a_picture(page: &Page, line: &str) -> bool {
    let is_made = made().contains_key(&page.path) && page.path != "docs/src/shuffles/naive.md";
    is_made
        && [" --export ", " --out law", " --out seen"].iter().any(|written| line.contains(written))
}

/// True if the output contains a block, in which `...` stands for anything left out.
fn holds(said: &str, shown: &str) -> bool {
    let mut rest = said;
    let shows_something = shown.lines().any(|line| line != "...");
    shows_something
        && shown.split("...\n").all(|part| match rest.split_once(part) {
            Some((_, after)) => {
                rest = after;
                true
            }
            None => false,
        })
}

/// A page at its desk.
struct Sitting<'a> {
    page: &'a Page,
    desk: tempfile::TempDir,
    /// The tools that are not here, and then also the files that need them or that they would have made.
    absent: BTreeSet<String>,
    last: Option<Ended>,
    faults: Vec<String>,
    /// Outputs as the page shows them and as they are here.
    updates: Vec<(String, String)>,
}

impl Sitting<'_> {
    fn new(page: &Page) -> Sitting<'_> {
        let absent = absent_tools().clone();
        Sitting { page, desk: desk(), absent, last: None, faults: Vec::new(), updates: Vec::new() }
    }

    fn go_through(&mut self) {
        for block in self.page.blocks() {
            if let Some(name) = &block.file {
                let path = self.desk.path().join(name);
                fs::create_dir_all(path.parent().unwrap()).unwrap();
                fs::write(path, &block.text).unwrap();
                if self.needs_what_is_absent(&block.text) {
                    self.absent.insert(name.clone());
                }
                continue;
            }
            match block.language.as_str() {
                "sh" => {
                    let mut lines = lines(&block);
                    lines.retain(|(line, _)| !makes_a_picture(self.page, line));
                    lines.iter().for_each(|(line, code)| self.run(line, *code));
                }
                "text" => self.compare(block),
                _ => (),
            }
        }
    }

    /// True if a command, or a plan, names a tool or a file that is not here.
    fn needs_what_is_absent(&self, text: &str) -> bool {
        text.split([' ', '\'', '"', '/', '\n']).any(|word| self.absent.contains(word))
    }

    fn run(&mut self, line: &str, code: i32) {
        self.last = None;
        if self.needs_what_is_absent(line) {
            let made = |word: &&str| word.contains('.') && !self.desk.path().join(word).exists();
            self.absent.extend(line.split_whitespace().filter(made).map(str::to_owned));
            return;
        }
        let ended = run(line, self.desk.path());
        if ended.code != code {
            let Ended { code: found, said } = &ended;
            self.faults.push(format!("{}: `{line}` ends with {found}\n{said}", self.page.path));
        }
        self.last = Some(ended);
    }

    fn compare(&mut self, block: Block) {
        let Some(ended) = &self.last else {
            if self.absent.is_empty() {
                let path = &self.page.path;
                self.faults.push(format!("{path}: no command prints\n{}", block.text));
            }
            return;
        };
        if !holds(&ended.said, &block.text) {
            let Ended { said, .. } = ended;
            self.faults
                .push(format!("{}: shown is\n{}but it is\n{said}", self.page.path, block.text));
            self.updates.push((block.text, said.trim_end().to_owned() + "\n"));
        }
    }
}

/// The faults of one page; or none, and the page is written, with `UPDATE_BOOK=1`.
fn faults(page: &Page) -> Vec<String> {
    let mut sitting = Sitting::new(page);
    sitting.go_through();
    if std::env::var_os("UPDATE_BOOK").is_some() && !sitting.updates.is_empty() {
        // With its fence: an empty block is found, too.
        let update = |page: String, (shown, said): &(String, String)| {
            page.replacen(&format!("```text\n{shown}```"), &format!("```text\n{said}```"), 1)
        };
        hold(&page.path, |page| sitting.updates.iter().fold(page.to_owned(), update));
        sitting.faults.retain(|fault| !fault.contains(": shown is\n"));
    }
    sitting.faults
}

#[test]
fn every_command_ends_and_prints_as_its_page_says() {
    let pages = all();
    let number: usize = pages.iter().map(|page| commands(page).len()).sum();
    assert!(number >= 40, "the pages show how it is used, by {number} commands");
    let pages = Mutex::new(pages.into_iter());
    let next = || pages.lock().unwrap_or_else(PoisonError::into_inner).next();
    let workers = thread::available_parallelism().map_or(1, Into::into);
    let found: Vec<String> = thread::scope(|scope| {
        let work = || std::iter::from_fn(next).flat_map(|page| faults(&page)).collect::<Vec<_>>();
        let workers: Vec<_> = (0..workers).map(|_| scope.spawn(work)).collect();
        workers.into_iter().flat_map(|worker| worker.join().unwrap()).collect()
    });
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn every_command_that_is_not_run_has_a_reason() {
    for page in all() {
        for block in page.blocks().iter().filter(|block| block.language == "bash") {
            for (line, _) in lines(block) {
                let has_a_reason = NOT_RUN.iter().any(|(start, _)| line.starts_with(start));
                assert!(has_a_reason, "{}: run `{line}` in an `sh` block", page.path);
            }
        }
    }
}

#[test]
fn every_plan_that_a_command_names_is_there() {
    for page in all() {
        let blocks = page.blocks();
        let shell = blocks.iter().filter(|block| ["sh", "bash"].contains(&block.language.as_str()));
        for (line, _) in shell.flat_map(lines) {
            for plan in line.split_whitespace().filter(|word| word.starts_with("audits/")) {
                assert!(Path::exists(&root().join(plan)), "{}: {plan}", page.path);
            }
        }
    }
}
