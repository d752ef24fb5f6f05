//! The explanations on the page of a test: Markdown next to the code.
//!
//! The lesson of a test is the file `ID.md` in the folder of the Rust file that declares the test. Its title is the
//! test as a question, the text below explains the question, and each section of [`SECTIONS`] follows under a heading of its
//! own. Formulas are LaTeX between dollar signs: `$...$` in a line, and `$$...$$` as a paragraph. In all of them n is the
//! number of cards in the deck, and N the number of decks. A section [`DERIVATION`] may follow the sources: it is for readers of
//! the code, whose documentation the file is, too.
//!
//! A lesson ends with a block of TOML: the [case](Lesson::case) that shows the test at work, in the keys of a plan.
//! With `like = "FILE"`, sections and the case that this file lacks come from the other file.

use crate::{BookError, root};
use shuffle_metrics::TestEntry;
use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
};
use toml::Table;

/// The headings of a lesson.
pub const SECTIONS: [&str; 6] =
    ["The law", "How it is judged", "Range", "Cost", "Source", "At work"];

/// The heading of the section that a lesson may lack.
pub const DERIVATION: &str = "Derivation";

/// The lesson of a test. No text is empty.
#[derive(Clone, Debug, PartialEq)]
pub struct Lesson {
    /// The test as a question, short enough for a headline.
    pub question: String,
    /// The question in words that a card player understands.
    pub asks: String,
    /// The null law, in words and as formulas: the law of what is counted if the shuffle is sound.
    pub law: String,
    /// The way that counts become a p-value by that law.
    pub judged: String,
    /// The decks it applies to, and the number of decks it takes.
    pub range: String,
    /// The order of the work for a deck, and of the memory.
    pub cost: String,
    /// Who found the law, or the test.
    pub source: String,
    /// The source of the law and its range.
    pub derivation: Option<String>,
    /// The finding in the case, and its reason.
    pub at_work: String,
    /// A case that the test rejects, in the keys of a plan. Of a file, `sound_by` or `sound_columns` name what is sound in it.
    pub case: Table,
}

impl Lesson {
    /// Reads the lesson of a test.
    ///
    /// # Errors
    ///
    /// `BookError::File`, and `BookError::Lesson` where a part is missing.
    pub fn of(test: &TestEntry) -> Result<Self, BookError> {
        let path = path(test);
        let Source { question, case, mut sections, .. } = Source::read(&path)?;
        let mut section = |heading: &str| {
            let missing = || wrong(&path, format!("there is no section `{heading}`"));
            sections.remove(heading).ok_or_else(missing)
        };
        let asks = section("")?;
        let derivation = section(DERIVATION).ok();
        let [law, judged, range, cost, source, at_work] = SECTIONS.map(&mut section);
        let lesson = Self {
            question,
            asks,
            law: law?,
            judged: judged?,
            range: range?,
            cost: cost?,
            source: source?,
            derivation,
            at_work: at_work?,
            case,
        };
        match sections.into_keys().next() {
            Some(other) => Err(wrong(&path, format!("no page has a section `{other}`"))),
            None => Ok(lesson),
        }
    }
}

/// The file of the lesson of a test.
fn path(test: &TestEntry) -> PathBuf {
    root().join(test.file.replace('\\', "/")).with_file_name(format!("{}.md", test.id))
}

fn wrong(path: &Path, why: impl ToString) -> BookError {
    BookError::Lesson { path: path.to_owned(), why: why.to_string() }
}

/// A file of a lesson, with the parts of the file that it is like.
struct Source {
    question: String,
    case: Table,
    sections: BTreeMap<String, String>,
}

impl Source {
    fn read(path: &Path) -> Result<Self, BookError> {
        let text = fs::read_to_string(path).map_err(BookError::file(path))?.replace("\r\n", "\n");
        let (body, case) = match text.split_once("\n```toml\n") {
            Some((body, rest)) => {
                let case = rest.strip_suffix("\n```\n");
                (body, case.ok_or_else(|| wrong(path, "the block of TOML does not end the file"))?)
            }
            None => (text.as_str(), ""),
        };
        let mut case: Table = case.parse().map_err(|error| wrong(path, error))?;
        let body = body.trim_start().strip_prefix("# ").ok_or_else(|| wrong(path, "no title"))?;
        let (question, body) = body.split_once('\n').unwrap_or((body, ""));
        // The text below the title has no heading.
        let mut sections: BTreeMap<String, String> = format!("\n{body}")
            .split("\n## ")
            .enumerate()
            .map(|(index, text)| match text.split_once('\n') {
                Some((heading, text)) if index > 0 => (heading.to_owned(), text.trim().to_owned()),
                _ => (String::new(), text.trim().to_owned()),
            })
            .filter(|(_, text)| !text.is_empty())
            .collect();
        if let Some(like) = case.remove("like") {
            let like = like.as_str().ok_or_else(|| wrong(path, "`like` names a file"))?;
            let like = Self::read(&path.with_file_name(like))?;
            for (heading, text) in like.sections {
                sections.entry(heading).or_insert(text);
            }
            if case.is_empty() {
                case = like.case;
            }
        }
        Ok(Self { question: question.to_owned(), case, sections })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::demonstration::Check;
    use shuffle_metrics::{
        Scope,
        catalogue::{self, all_tests},
    };
    use std::collections::BTreeSet;

    #[test]
    fn every_test_has_a_lesson_that_asks_a_question_and_shows_decks_enough() {
        for test in all_tests() {
            let lesson = Lesson::of(test).unwrap();
            assert!(lesson.question.ends_with('?'), "`{}`: {}", test.id, lesson.question);
            // Tests of few orders are shown on one that is long.
            let few = catalogue::of_test(test.id).is_some_and(|it| it.scope == Scope::Few);
            let trials = Check::of(test, &lesson).number("trials");
            assert!(trials.is_none_or(|trials| few == (trials <= 99)), "`{}`: {trials:?}", test.id);
        }
    }

    #[test]
    fn a_lesson_that_lacks_a_part_or_has_one_too_many_is_an_error() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("kinds.rs").to_str().unwrap().to_owned();
        let test = TestEntry {
            file: file.leak(),
            ..*all_tests().find(|test| test.id == "kinds").unwrap()
        };
        let whole =
            fs::read_to_string(path(all_tests().find(|it| it.id == "kinds").unwrap())).unwrap();
        let of = |text: &str| {
            fs::write(path(&test), text).unwrap();
            Lesson::of(&test).map_err(|error| error.to_string())
        };
        assert!(of(&whole).is_ok());
        for (from, to, why) in [
            ("## Cost", "## Price", "there is no section `Cost`"),
            ("## Cost", "## Price\n\nnone\n\n## Cost", "no page has a section `Price`"),
            ("# Does", "Does", "no title"),
            ("trials = 3_000\n```\n", "", "the block of TOML does not end the file"),
            ("trials = ", "trials : ", "trials"),
            ("toml\n", "toml\nlike = 3\n", "`like` names a file"),
            ("toml\n", "toml\nlike = \"none.md\"\n", "none.md"),
        ] {
            let error = of(&whole.replacen(from, to, 1)).unwrap_err();
            assert!(error.contains(why), "{from} -> {to}: {error}");
        }
    }

    /// The text of all files in a folder, and the names of those that are Markdown.
    fn read(folder: &Path, text: &mut String, markdown: &mut BTreeSet<String>) {
        for path in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
            if path.is_dir() {
                read(&path, text, markdown);
            } else {
                *text += &fs::read_to_string(&path).unwrap();
                let name = path.file_name().unwrap().to_str().unwrap().to_owned();
                markdown.extend(Some(name).filter(|name| name.ends_with(".md")));
            }
        }
    }

    #[test]
    fn every_markdown_next_to_the_tests_is_a_lesson_or_part_of_one_or_documents_a_module() {
        let (mut text, mut markdown) = (String::new(), BTreeSet::new());
        read(&root().join("crates/metrics/src"), &mut text, &mut markdown);
        let tests: BTreeSet<String> = all_tests().map(|test| format!("{}.md", test.id)).collect();
        let uses = |name: &str| {
            let ways = ["include_str!(\"", "like = \"", "like = \"../"];
            ways.iter().any(|way| text.contains(&format!("{way}{name}\"")))
        };
        markdown.retain(|name| !tests.contains(name) && !uses(name));
        assert!(markdown.is_empty(), "nothing uses these pages: {markdown:?}");
    }
}
