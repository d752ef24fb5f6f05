//! The page of a run: its answer, its cases, and what was counted, in one file.

use super::{
    MOST_CELLS, MOST_DETAILED,
    data::{self, Drawn},
    glossary, render_with_script,
};
use crate::{
    digest::{CaseDigest, Digest},
    error::FormatError,
    parts::{Beside, Part, Report},
};
use minijinja::value::Serde;
use serde::Serialize;
use shuffle_audit::{CaseFindings, number::count};
use shuffle_studies::Results;
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// The scripts of the page, in an order in which each stands below what it imports.
const SCRIPTS: &[&str] = &[
    include_str!("../../templates/run/js/rows.js"),
    include_str!("../../templates/run/js/bars.js"),
    include_str!("../../templates/run/js/swaps.js"),
    include_str!("../../templates/run/js/cases.js"),
    include_str!("../../templates/run/js/table.js"),
    include_str!("../../templates/run/js/main.js"),
];

#[derive(Serialize)]
struct Page<'a> {
    title: &'a str,
    about: &'a str,
    state: &'static str,
    sentence: &'a str,
    worst: Option<Worst<'a>>,
    facts: Vec<Fact>,
    notes: Vec<String>,
    families: BTreeSet<&'a str>,
    sizes: BTreeSet<u64>,
    tests: BTreeSet<&'static str>,
    cases: Vec<Case<'a>>,
    figures: Vec<super::Figure>,
    glossary: Vec<glossary::Entry>,
    data: BTreeMap<&'static str, BTreeMap<String, Drawn<'a>>>,
}

#[derive(Serialize)]
struct Worst<'a> {
    /// Where it is told, if it is.
    anchor: Option<String>,
    id: &'a str,
    words: String,
}

#[derive(Serialize)]
struct Fact {
    name: &'static str,
    value: String,
}

/// A case; what its digest says is shown as it is.
#[derive(Serialize)]
struct Case<'a> {
    #[serde(flatten)]
    digest: &'a CaseDigest,
    anchor: String,
    decks: String,
    verdict: &'static str,
    conclusion: &'static str,
    is_as_expected: bool,
    log10_p: Option<f64>,
    has_details: bool,
    is_open: bool,
    files: Vec<Link>,
    pictures: Vec<&'a str>,
    found_tests: String,
}

/// A table next to the page. Pictures are named without a link: version control often ignores them, since every run draws them
/// again, and a page that is committed without its pictures has no dead links.
#[derive(Serialize)]
struct Link {
    name: String,
    path: String,
}

pub(crate) fn page(results: &Results, beside: Beside) -> Result<String, FormatError> {
    let digest = Digest::of(results);
    let found: HashMap<&str, &CaseFindings> = results.findings.by_id();
    let links = links(results, beside);
    let detailed = Detailed::of(&digest, &found);
    let anchors = |rank: usize| format!("case-{}", rank + 1);
    let cases: Vec<Case<'_>> = digest
        .cases
        .iter()
        .enumerate()
        .map(|(rank, case)| {
            let details = detailed.all.contains(&rank);
            let links = details.then(|| links.get(case.id.as_str())).flatten();
            let is_open = digest.cases.len() == 1 || (case.is_unexpected() && rank < MOST_OPEN);
            of_case(case, anchors(rank), details, is_open, links.map_or(&[], Vec::as_slice))
        })
        .collect();
    let data = digest.cases.iter().enumerate().filter(|(rank, _)| detailed.drawn.contains(rank));
    let data = data.filter_map(|(rank, case)| {
        let exact = results.exact_positions.get(&case.id).map(Vec::as_slice);
        let seed = results.file.seed.0;
        Some((anchors(rank), Drawn::of(found.get(case.id.as_str())?, exact, seed)))
    });
    let page = Page {
        title: &digest.plan,
        about: digest.title.strip_prefix(&format!("{}: ", digest.plan)).unwrap_or(&digest.title),
        state: digest.answer.name(),
        sentence: &digest.sentence,
        worst: digest.worst().map(|(case, words)| {
            let anchor = detailed.all.contains(&0).then(|| anchors(0));
            Worst { anchor, id: &case.id, words }
        }),
        facts: digest.facts.iter().map(|(name, it)| Fact { name, value: it.clone() }).collect(),
        notes: detailed.notes(digest.cases.len()),
        families: digest.cases.iter().map(|case| case.family.as_str()).collect(),
        sizes: digest.cases.iter().map(|case| case.cards).collect(),
        tests: digest.cases.iter().flat_map(|case| &case.found).map(|it| it.finding.test).collect(),
        figures: super::figures(results, |name| !name.contains('/'))?,
        glossary: glossary::of(digest.cases.iter().flat_map(tests_of)),
        cases,
        data: [("cases", data.collect())].into(),
    };
    let scripts: Vec<&str> =
        super::PLAYER.iter().chain(&super::MATRIX).chain(SCRIPTS).copied().collect();
    let styles = ["page.css", "player/shared.css", "run/run.css"];
    render_with_script("run/run.html", &styles, &scripts, Serde(page))
}

/// Cases that are open when the page is opened.
const MOST_OPEN: usize = 3;

/// The cases that have more than a row, by their rank.
struct Detailed {
    /// Those with words.
    all: BTreeSet<usize>,
    /// Those that are drawn, too.
    drawn: BTreeSet<usize>,
}

impl Detailed {
    /// All cases of a plan of some; of many those that are not as expected. Points of sweeps are shown by their curve. What is
    /// drawn may hold so many cells in all.
    fn of(digest: &Digest, found: &HashMap<&str, &CaseFindings>) -> Self {
        let is_many = digest.cases.len() > MOST_DETAILED;
        let is_shown = |case: &CaseDigest| case.is_unexpected() || !(is_many || case.is_of_sweep);
        let ranks = digest.cases.iter().enumerate().filter(|(_, case)| is_shown(case));
        let all: BTreeSet<usize> = ranks.map(|(rank, _)| rank).take(MOST_DETAILED).collect();
        let mut cells = 0;
        let mut fits = |rank: &usize| {
            let case = found.get(digest.cases[*rank].id.as_str());
            let own = case.map_or(0, |case| data::cells(case));
            let fits = cells + own <= MOST_CELLS;
            cells += if fits { own } else { 0 };
            fits
        };
        let drawn = all.iter().copied().filter(|rank| fits(rank)).collect();
        Self { all, drawn }
    }

    /// What a reader is told who looks for more.
    fn notes(&self, cases: usize) -> Vec<String> {
        let without = |all: usize, some: usize, what: &str| {
            (all > some).then(|| format!("{} cases {what}", count((all - some) as u64)))
        };
        let rows = without(
            cases,
            self.all.len(),
            "have only their row here, without details and matrices; the tables of the report have all numbers.",
        );
        let words = without(
            self.all.len(),
            self.drawn.len(),
            "are told in words only, to keep this page small; their pictures lie beside it.",
        );
        rows.into_iter().chain(words).collect()
    }
}

fn tests_of(case: &CaseDigest) -> impl Iterator<Item = &'static str> {
    let lines = case.found.iter().chain(&case.others).map(|line| line.finding.test);
    lines.chain(case.strongest.iter().map(|finding| finding.test))
}

fn of_case<'a>(
    case: &'a CaseDigest,
    anchor: String,
    has_details: bool,
    is_open: bool,
    files: &'a [String],
) -> Case<'a> {
    let found: Vec<&str> = case.found.iter().map(|line| line.finding.test).collect();
    let ends = |ending| files.iter().filter(move |path| path.ends_with(ending));
    Case {
        digest: case,
        anchor,
        decks: count(case.trials),
        verdict: case.standing.name(),
        conclusion: case.conclusion.words(),
        is_as_expected: !case.is_unexpected(),
        log10_p: case.strongest.as_ref().map(|it| crate::number::round10(it.log10_p)),
        has_details,
        is_open,
        files: ends(".csv").map(|path| Link::to(path)).collect(),
        pictures: ends(".png").map(String::as_str).collect(),
        found_tests: found.join(" "),
    }
}

impl Link {
    /// A link to a file of the report; what a path holds may mean something else in an address.
    fn to(path: &str) -> Self {
        let name = path.rsplit('/').next().unwrap_or(path).to_owned();
        Self { name, path: super::address(path) }
    }
}

/// The files of each case that lie beside the page.
fn links(results: &Results, beside: Beside) -> HashMap<&str, Vec<String>> {
    let mut links: HashMap<&str, Vec<String>> = HashMap::new();
    if beside == Beside::Nothing {
        return links;
    }
    let parts = Results::parts(&results.file);
    let ids: HashMap<&str, &str> =
        results.findings.cases.iter().map(|case| (case.case.id(), case.case.id())).collect();
    for part in parts.iter().filter(|part: &&Part<Results>| part.is_in(results)) {
        let Some((id, _)) = part.name().rsplit_once('/') else { continue };
        if let Some(id) = ids.get(id) {
            let ending = if part.is_picture() { "png" } else { "csv" };
            if !part.is_picture() || beside == Beside::Everything {
                links.entry(*id).or_default().push(format!("{}.{ending}", part.name()));
            }
        }
    }
    links
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    /// The names that a module takes from others, or gives to them.
    fn names<'a>(module: &'a str, before: &str) -> Vec<&'a str> {
        let lines = module.lines().filter_map(|line| line.strip_prefix(before));
        lines
            .flat_map(|line| {
                let inside = line.strip_prefix('{').and_then(|line| line.split('}').next());
                inside.map_or_else(
                    || vec![line.split(['(', ' ', '=', '{']).next().unwrap_or_default()],
                    |names| names.split(',').map(str::trim).collect(),
                )
            })
            .filter(|name| !name.is_empty())
            .collect()
    }

    /// Names at the top of a module, whether others may have them or not.
    fn declared(module: &str) -> Vec<&str> {
        let starts = ["function ", "async function ", "const ", "let ", "class "];
        let both = starts.iter().flat_map(|start| {
            let exported = format!("export {start}");
            [names(module, start), names(module, &exported)].concat()
        });
        both.collect()
    }

    #[test]
    fn each_module_stands_below_what_it_imports_and_no_name_is_there_twice() {
        let mut all = HashSet::new();
        for module in super::super::PLAYER.iter().chain(&super::super::MATRIX).chain(SCRIPTS) {
            for name in names(module, "import ") {
                assert!(all.contains(name), "`{name}` is imported before it is there");
            }
            for name in declared(module) {
                assert!(all.insert(name), "`{name}` is there twice");
            }
        }
        assert!(all.len() > 50, "they were read");
    }

    #[test]
    fn the_scripts_are_small() {
        let scripts: usize = super::super::PLAYER
            .iter()
            .chain(&super::super::MATRIX)
            .chain(SCRIPTS)
            .map(|it| it.len())
            .sum();
        assert!(scripts < 60_000, "{scripts} bytes");
    }
}
