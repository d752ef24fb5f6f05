//! The README is the front page: short, and what a newcomer needs first stands first.

use crate::{
    commands::commands,
    page::{Page, all},
};

const MOST_LINES: usize = 120;

#[test]
fn the_readme_is_short() {
    let lines = Page::of("README.md").text.lines().count();
    assert!(lines <= MOST_LINES, "{lines} lines: move something to a chapter of the book");
}

#[test]
fn a_quick_check_is_the_first_command_after_the_installation() {
    let readme = Page::of("README.md");
    let first = readme.blocks().into_iter().next().unwrap();
    assert!(first.text.ends_with("cargo install --path crates/cli\n"), "{}", first.text);
    let (line, code) = commands(&readme).into_iter().next().unwrap();
    assert!(line.starts_with("shuffle-audit check "), "{line}");
    assert_eq!(code, 1, "it finds something");
}

#[test]
fn the_readme_audits_a_shuffle_in_python_and_leads_to_other_languages() {
    let shows = |path: &str, language: &str| {
        Page::of(path).blocks().iter().any(|block| block.language == language)
    };
    assert!(shows("README.md", "python"));
    let readme = Page::of("README.md").text;
    for (chapter, language) in [("programs", "js"), ("libraries", "c"), ("rust", "rust")] {
        let path = format!("docs/src/auditing/{chapter}.md");
        assert!(shows(&path, language), "{path} shows no {language}");
        assert!(readme.contains(&format!("({path})")), "the README does not lead to {path}");
    }
}

#[test]
fn the_readme_leads_to_every_part_of_the_book() {
    let readme = Page::of("README.md").text;
    for page in all() {
        let Some(chapter) = page.path.strip_prefix("docs/src/") else { continue };
        // Others are reached from the first page of their folder.
        let leads = chapter.ends_with("README.md") || !chapter.contains('/');
        if leads && chapter != "SUMMARY.md" {
            assert!(
                readme.contains(&format!("{chapter})")),
                "the README does not lead to {chapter}"
            );
        }
    }
}
