//! Links and pictures of the pages lead somewhere: on GitHub, where a page is read from its folder, and in the book,
//! which has all pages of `docs/src` and the files that they name (see `docs/build`).

use crate::page::{Page, all, root};
use pulldown_cmark::{Event, Tag, TagEnd};
use std::{collections::BTreeSet, fs, path::Path};

/// The folder of the pictures that the build of the book makes.
const MADE: &str = "docs/src/pictures/";

/// What a page links to or shows that is not on the web.
fn targets(page: &Page) -> Vec<String> {
    let target = |event| match event {
        Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) => {
            Some(dest_url.into_string())
        }
        _ => None,
    };
    let is_local = |target: &String| !target.contains("://") && !target.starts_with("mailto:");
    page.events().filter_map(|(event, _)| target(event)).filter(is_local).collect()
}

/// The anchors of a page, one a heading.
fn anchors(page: &Page) -> BTreeSet<String> {
    let mut anchors = BTreeSet::new();
    let mut heading: Option<String> = None;
    for (event, _) in page.events() {
        match (event, &mut heading) {
            (Event::Start(Tag::Heading { .. }), _) => heading = Some(String::new()),
            (Event::Text(text) | Event::Code(text), Some(heading)) => heading.push_str(&text),
            (Event::End(TagEnd::Heading(_)), _) => anchors.extend(heading.take().map(anchor)),
            _ => (),
        }
    }
    anchors
}

/// The anchor of a heading: GitHub's and mdBook's are the same for the letters that we use.
fn anchor(heading: String) -> String {
    let lower = heading.trim().to_lowercase();
    let kept = lower.chars().filter(|letter| letter.is_alphanumeric() || " -_".contains(*letter));
    kept.map(|letter| if letter == ' ' { '-' } else { letter }).collect()
}

/// A path without `.` and `..`; none, if it leads out of the project.
fn normal(path: &str) -> Option<String> {
    let mut parts: Vec<&str> = Vec::new();
    for part in path.split('/').filter(|part| !part.is_empty() && *part != ".") {
        if part == ".." {
            parts.pop()?;
        } else {
            parts.push(part);
        }
    }
    Some(parts.join("/"))
}

/// What is wrong with a link of a page.
fn fault(page: &Page, target: &str) -> Option<String> {
    let (path, anchor) = target.split_once('#').unwrap_or((target, ""));
    let folder = page.path.rsplit_once('/').map_or("", |(folder, _)| folder);
    let path = match path {
        "" => page.path.clone(),
        path => match normal(&format!("{folder}/{path}")) {
            Some(path) => path,
            None => return Some("it leads out of the project".to_owned()),
        },
    };
    if path.starts_with(MADE) {
        return None; // the build of the book fails where a picture is missing
    }
    if !root().join(&path).is_file() {
        return Some(format!("there is no file {path}"));
    }
    let of_the_book = page.path.starts_with("docs/src/");
    if of_the_book && path.ends_with(".md") && !path.starts_with("docs/src/") {
        return Some(format!("the book has no page {path}"));
    }
    let is_there = anchor.is_empty() || anchors(&Page::of(&path)).contains(anchor);
    (!is_there).then(|| format!("{path} has no heading #{anchor}"))
}

#[test]
fn every_link_and_picture_is_there() {
    let documents = ["ARCHITECTURE.md", "CONTRIBUTING.md"].map(Page::of);
    let mut seen = 0;
    let mut faults = Vec::new();
    for page in documents.into_iter().chain(all()) {
        for target in targets(&page) {
            seen += 1;
            faults
                .extend(fault(&page, &target).map(|why| format!("{}: {target}: {why}", page.path)));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    assert!(seen >= 40, "{seen} links");
}

#[test]
fn a_link_to_nothing_is_a_fault() {
    let page =
        |text: &str| Page { path: "docs/src/tests/page.md".to_owned(), text: text.to_owned() };
    for (link, is_sound) in [
        ("[a](README.md)", true),
        ("[a](README.md#the-tests)", true),
        ("[a](README.md#no-such-heading)", false),
        ("[a](no-such-page.md)", false),
        ("![a](../../../no-such-picture.png)", false),
        ("[a](../../../CHANGELOG.md)", false), // the book has no such page
        ("[a](../../../../outside.md)", false),
    ] {
        let page = page(link);
        let target = &targets(&page)[0];
        assert_eq!(fault(&page, target).is_none(), is_sound, "{link}");
    }
}

#[test]
fn the_list_of_chapters_names_every_page_once() {
    let summary = Page::of("docs/src/SUMMARY.md");
    let mut listed = targets(&summary);
    listed.sort();
    let pages = all().into_iter().filter_map(|page| {
        page.path.strip_prefix("docs/src/").filter(|path| *path != "SUMMARY.md").map(str::to_owned)
    });
    assert_eq!(listed, pages.collect::<Vec<_>>());
}

#[test]
fn every_picture_says_in_words_what_it_shows() {
    for page in all() {
        let mut alt: Option<String> = None;
        for (event, _) in page.events() {
            match (event, &mut alt) {
                (Event::Start(Tag::Image { .. }), _) => alt = Some(String::new()),
                (Event::Text(text) | Event::Code(text), Some(alt)) => alt.push_str(&text),
                (Event::End(TagEnd::Image), _) => {
                    let said = alt.take().unwrap();
                    assert!(said.len() >= 20, "{}: a picture is called `{said}`", page.path);
                }
                _ => (),
            }
        }
    }
}

#[test]
fn pictures_of_pages_are_committed() {
    // Others are made again by every run, and not kept.
    let ignored = fs::read_to_string(root().join(".gitignore")).unwrap();
    for page in all() {
        let folder = Path::new(&page.path).parent().unwrap().to_str().unwrap();
        for target in targets(&page).iter().filter(|target| target.ends_with(".png")) {
            let path = normal(&format!("{folder}/{target}")).unwrap();
            let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
            let kept = [format!("!/{path}"), format!("!/{folder}/*.png")];
            let is_kept = ignored.lines().any(|line| kept.iter().any(|kept| kept == line));
            assert!(is_kept || path.starts_with(MADE), "{}: .gitignore hides {path}", page.path);
        }
    }
}
