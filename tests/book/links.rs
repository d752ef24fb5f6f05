//! Links and pictures of all pages lead to committed files, in a clean clone and in the book, which has all pages of `docs/src`, those
//! that are made when it is built, and the files that they name (see `docs/build`).

use crate::page::{Page, all, made, root};
use pulldown_cmark::{Event, Tag, TagEnd};
use std::{
    collections::{BTreeMap, BTreeSet},
    process::Command,
};

/// The files that git keeps.
fn committed() -> BTreeSet<String> {
    let listed = Command::new("git").args(["ls-files", "-z"]).current_dir(root()).output();
    let listed = String::from_utf8(listed.expect("git is there").stdout).unwrap();
    listed.split_terminator('\0').map(str::to_owned).collect()
}

/// The committed pages and the generated pages of the book, without templates and lessons, which are parts of those
/// pages.
fn pages(committed: &BTreeSet<String>) -> Vec<Page> {
    let is_page = |path: &&String| {
        let ending = path.ends_with(".md") || path.ends_with(".html");
        let is_part =
            path.contains("/templates/") || path.starts_with("crates/") && path.contains("/src/");
        ending && !is_part && !made().contains_key(*path)
    };
    let made = made().iter().map(|(path, text)| Page { path: path.clone(), text: text.clone() });
    committed.iter().filter(is_page).map(|path| Page::of(path)).chain(made).collect()
}

fn is_html(page: &Page) -> bool {
    page.path.ends_with(".html")
}

/// The values of an attribute of HTML, which our templates write in quotes.
fn attributes(text: &str, name: &str) -> Vec<String> {
    let before = format!(" {name}=\"");
    let values = text.split(&before).skip(1).filter_map(|rest| rest.split('"').next());
    values.map(|value| value.replace("&#x2f;", "/").replace("&amp;", "&")).collect()
}

/// The targets of a page's links and pictures that are not on the web, or inside the page itself.
fn targets(page: &Page) -> Vec<String> {
    let target = |event| match event {
        Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) => {
            Some(dest_url.into_string())
        }
        _ => None,
    };
    let all: Vec<String> = match is_html(page) {
        true => ["href", "src"].iter().flat_map(|name| attributes(&page.text, name)).collect(),
        false => page.events().filter_map(|(event, _)| target(event)).collect(),
    };
    let is_local = |target: &String| {
        !["://", "mailto:", "data:"].iter().any(|elsewhere| target.contains(elsewhere))
    };
    all.into_iter().filter(is_local).collect()
}

/// The anchors of a page: the names in HTML, one a heading in Markdown.
fn anchors(page: &Page) -> BTreeSet<String> {
    if is_html(page) {
        return attributes(&page.text, "id").into_iter().collect();
    }
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

/// The pages and files that a link may lead to.
struct Site {
    files: BTreeSet<String>,
    /// Pages that only the book has.
    made: BTreeSet<String>,
    anchors: BTreeMap<String, BTreeSet<String>>,
}

impl Site {
    fn of(files: BTreeSet<String>, pages: &[Page]) -> Self {
        let anchors = pages.iter().map(|page| (page.path.clone(), anchors(page))).collect();
        let pictures = shuffle_book::pictures::files().into_iter();
        let pictures = pictures.map(|file| format!("docs/src/{file}"));
        Self { files, made: pictures.chain(made().keys().cloned()).collect(), anchors }
    }

    fn fault(&self, page: &Page, target: &str) -> Option<String> {
        let (path, anchor) = target.split_once('#').unwrap_or((target, ""));
        let folder = page.path.rsplit_once('/').map_or("", |(folder, _)| folder);
        let path = match path {
            "" => page.path.clone(),
            path => match normal(&format!("{folder}/{path}")) {
                Some(path) => path,
                None => return Some("it leads out of the project".to_owned()),
            },
        };
        let of_the_book = page.path.starts_with("docs/src/");
        let is_there = self.files.contains(&path) || of_the_book && self.made.contains(&path);
        if !is_there {
            return Some(format!("git keeps no file {path}"));
        }
        if of_the_book && path.ends_with(".md") && !path.starts_with("docs/src/") {
            return Some(format!("the book has no page {path}"));
        }
        let has_anchor = || self.anchors.get(&path).is_some_and(|all| all.contains(anchor));
        (!anchor.is_empty() && !has_anchor()).then(|| format!("{path} has no heading #{anchor}"))
    }
}

#[test]
fn every_link_and_picture_of_a_page_leads_to_a_file_that_is_committed_or_made_for_the_book() {
    let committed = committed();
    let pages = pages(&committed);
    let site = Site::of(committed, &pages);
    let (mut seen, mut faults) = (BTreeMap::new(), Vec::new());
    for page in &pages {
        for target in targets(page) {
            *seen.entry(is_html(page)).or_insert(0) += 1;
            let fault = site.fault(page, &target);
            faults.extend(fault.map(|why| format!("{}: {target}: {why}", page.path)));
        }
    }
    assert!(faults.is_empty(), "{} dead links:\n{}", faults.len(), faults.join("\n"));
    assert!(seen[&false] >= 400 && seen[&true] >= 400, "links of Markdown and HTML: {seen:?}");
}

#[test]
fn a_link_to_nothing_is_a_fault() {
    let committed = committed();
    let site = Site::of(committed.clone(), &pages(&committed));
    let page = |path: &str, text: &str| Page { path: path.to_owned(), text: text.to_owned() };
    for (link, is_sound) in [
        ("[a](README.md)", true),
        ("[a](README.md#the-tests)", true),
        ("[a](README.md#no-such-heading)", false),
        ("[a](no-such-page.md)", false),
        ("[a](degree.md#the-test-at-work)", true),
        ("![a](../pictures/tests/degree.png)", true),
        ("![a](../pictures/tests/no-such-test.png)", false),
        ("![a](../../../no-such-picture.png)", false),
        // It is there after the first run, but not in a clean clone.
        ("![a](../../../reports/gate/naive-52/ascents.png)", false),
        ("![a](../../../reports/gate/naive-52/position.png)", true),
        ("[a](../../../CHANGELOG.md)", false), // the book has no such page
        ("[a](../../../../outside.md)", false),
    ] {
        let page = page("docs/src/tests/page.md", link);
        let target = &targets(&page)[0];
        assert_eq!(site.fault(&page, target).is_none(), is_sound, "{link}");
    }
    for (link, is_sound) in [
        ("<a href=\"gate&#x2f;index.html\">a</a>", true),
        ("<a href=\"gate/index.html#closest\">a</a>", true),
        ("<a href=\"gate/index.html#no-such-case\">a</a>", false),
        ("<img src=\"gate/naive-52/ascents.png\">", false),
        ("<a href=\"../docs/src/tests/degree.md\">a</a>", false), // only the book has it
        ("<a href=\"gate/\">a</a>", false), // no web server has to list a folder
    ] {
        let page = page("reports/index.html", link);
        let target = &targets(&page)[0];
        assert_eq!(site.fault(&page, target).is_none(), is_sound, "{link}");
    }
}

#[test]
fn the_list_of_chapters_names_every_page_once() {
    let all = all();
    let summary = all.iter().find(|page| page.path == "docs/src/SUMMARY.md").unwrap();
    let mut listed = targets(summary);
    listed.sort();
    let pages = all.iter().filter_map(|page| {
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
fn no_page_of_the_book_shows_the_source_of_a_formula() {
    // The book has no script that sets formulas: pages that are written have MathML, and chapters plain letters.
    for page in all() {
        let mut is_code = false;
        for (event, _) in page.events() {
            match event {
                Event::Start(Tag::CodeBlock(_)) => is_code = true,
                Event::End(TagEnd::CodeBlock) => is_code = false,
                Event::Text(text) if !is_code => {
                    assert!(!text.contains('$'), "{}: {text}", page.path);
                }
                _ => (),
            }
        }
    }
}
