//! The page of a run: its answer, its cases, and what was counted, in one file.

use super::{
    MOST_CELLS, MOST_DETAILED,
    data::{self, Drawn},
    figure, glossary, render_with_script, thumbnail,
};
use crate::{
    cause::CauseReport,
    digest::{Call, CaseDigest, Conclusion, Digest},
    error::FormatError,
    parts::{Neighbors, Report},
};
use minijinja::{Value, context, value::Serde};
use serde::Serialize;
use shuffle_audit::{CaseFindings, number::count, words};
use shuffle_studies::Results;
use std::{
    cmp::Ordering,
    collections::{BTreeMap, BTreeSet, HashMap},
};

/// The scripts of the page, in an order in which each stands below what it imports.
const SCRIPTS: &[&str] = &[
    include_str!("../../templates/run/js/rows.js"),
    include_str!("../../templates/run/js/bars.js"),
    include_str!("../../templates/run/js/swaps.js"),
    include_str!("../../templates/run/js/cases.js"),
    include_str!("../../templates/run/js/list.js"),
    include_str!("../../templates/run/js/main.js"),
];

/// Cases that came out alike, under one heading.
#[derive(Serialize)]
struct Group {
    heading: &'static str,
    cases: Vec<Value>,
    /// Those that are folded away.
    more: Vec<Value>,
}

pub(crate) fn page(results: &Results, neighbors: Neighbors) -> Result<String, FormatError> {
    let digest = Digest::of(results);
    let found: HashMap<&str, &CaseFindings> = results.findings.by_id();
    let cases = in_order(&digest);
    let detailed = Detailed::of(&cases, &found);
    let mut files = CaseFiles::of(results, neighbors, |id| {
        cases.iter().enumerate().any(|(rank, case)| case.id == id && detailed.drawn.contains(&rank))
    })?;
    let anchor = |rank: usize| format!("case-{}", rank + 1);
    let mut groups: Vec<Group> = Vec::new();
    for (rank, case) in cases.iter().enumerate() {
        let has_details = detailed.all.contains(&rank);
        let (links, figures) = files.take(&case.id).filter(|_| has_details).unwrap_or_default();
        let findings = found.get(case.id.as_str()).copied();
        let ends = |ending| links.iter().filter(move |path| path.ends_with(ending));
        let is_as_expected = !case.is_unexpected();
        let found_tests: Vec<_> = case.found.iter().map(|line| line.finding.test).collect();
        let shown = context! {
            anchor => anchor(rank),
            name => name(case),
            thumbnail => findings.map(thumbnail::of).transpose()?.unwrap_or_default(),
            verdict => case.standing.name(),
            conclusion => case.conclusion.words(),
            is_as_expected,
            log10_p => case.strongest.as_ref().map(|it| crate::number::round10(it.log10_p)),
            has_details,
            is_open => cases.len() == 1 || (!is_as_expected && rank < MOST_OPEN),
            cause => Serde(findings.and_then(|case| case.cause.as_ref()).map(CauseReport::of)),
            by_chance => findings.filter(|case| case.cause.is_some()).map(words::by_chance),
            counting => findings.filter(|_| has_details).map(counting),
            figures,
            files => ends(".csv").map(|path| link(path)).collect::<Vec<_>>(),
            pictures => ends(".png").cloned().collect::<Vec<_>>(),
            found_tests => found_tests.join(" "),
            // What its digest says is shown as it is.
            ..Serde(case)
        };
        let heading = heading(case);
        if groups.last().is_none_or(|group| group.heading != heading) {
            groups.push(Group { heading, cases: Vec::new(), more: Vec::new() });
        }
        let Some(group) = groups.last_mut() else { continue };
        let is_folded =
            cases.len() > MOST_DETAILED && is_as_expected && group.cases.len() >= MOST_UNFOLDED;
        if is_folded { group.more.push(shown) } else { group.cases.push(shown) }
    }
    let data = cases.iter().enumerate().filter(|(rank, _)| detailed.drawn.contains(rank));
    let data = data.filter_map(|(rank, case)| {
        let exact = results.exact_positions.get(&case.id).map(Vec::as_slice);
        let seed = results.file.seed.0;
        Some((anchor(rank), Drawn::of(found.get(case.id.as_str())?, exact, seed)))
    });
    let closest = digest.closest_calls().into_iter().filter_map(|Call { case, kind, words }| {
        let rank = cases.iter().position(|it| it.id == case.id)?;
        Some(context! { kind, words, anchor => anchor(rank), name => name(case) })
    });
    let found_by = cases.iter().flat_map(|case| &case.found).map(|it| it.finding.test);
    let data: BTreeMap<String, Drawn<'_>> = data.collect();
    let values = context! {
        title => &digest.plan,
        about => digest.title.strip_prefix(&format!("{}: ", digest.plan)).unwrap_or(&digest.title),
        state => digest.answer.name(),
        sentence => &digest.sentence,
        closest => closest.collect::<Vec<_>>(),
        facts => digest.facts.iter().map(|(name, value)| context! { name => *name, value }).collect::<Vec<_>>(),
        notes => detailed.notes(cases.len()),
        has_filters => cases.len() > MOST_WITHOUT_FILTERS,
        is_many => cases.len() > MOST_DETAILED,
        families => Serde(cases.iter().map(|case| &case.family).collect::<BTreeSet<_>>()),
        sizes => cases.iter().map(|case| case.cards).collect::<BTreeSet<_>>(),
        tests => found_by.collect::<BTreeSet<_>>(),
        figures => super::figures(results, |name| !name.contains('/'))?,
        glossary => glossary::of(cases.iter().copied().flat_map(tests_of)),
        groups => Serde(groups),
        data => Serde(BTreeMap::from([("cases", data)])),
    };
    let scripts: Vec<&str> =
        super::PLAYER.iter().chain(&super::MATRIX).chain(SCRIPTS).copied().collect();
    let styles = ["page.css", "player/shared.css", "run/run.css"];
    render_with_script("run/run.html", &styles, &scripts, values)
}

/// The heading below which a case is listed.
fn heading(case: &CaseDigest) -> &'static str {
    match case.conclusion {
        Conclusion::Sound => "Sound, and nothing found",
        Conclusion::Caught => "Known defects, caught",
        Conclusion::Skipped => "Skipped",
        _ => "Not as expected",
    }
}

/// The cases as they are listed: by heading, and below each the closest call first.
fn in_order(digest: &Digest) -> Vec<&CaseDigest> {
    let mut cases: Vec<&CaseDigest> = digest.cases.iter().collect();
    let place = |case: &CaseDigest| match case.conclusion {
        Conclusion::Sound => 1,
        Conclusion::Caught => 2,
        Conclusion::Skipped => 3,
        _ => 0,
    };
    // A stable sort: cases that are not as expected stay in the order of the digest, the worst first.
    cases.sort_by(|a, b| {
        let closest = match (&a.margin, &b.margin, a.conclusion) {
            (Some(a), Some(b), Conclusion::Caught) => b.key().partial_cmp(&a.key()),
            (Some(a), Some(b), _) => a.key().partial_cmp(&b.key()),
            _ => None,
        };
        place(a).cmp(&place(b)).then(closest.unwrap_or(Ordering::Equal))
    });
    cases
}

/// What people call a case.
fn name(case: &CaseDigest) -> &str {
    case.title.as_ref().unwrap_or(&case.id)
}

/// From where the numbers in the sentences and pictures of a case are counted.
fn counting(case: &CaseFindings) -> String {
    let names = case.case.subject.names();
    let (row, column) = crate::pictures::labels(case.case.shape);
    let base = names.base();
    let counted = match names.labels() {
        Some(_) => format!("{row}s"),
        None => format!("{row}s and {column}s"),
    };
    let top = if row == "position" {
        format!(": {row} {base} is the top of the deck")
    } else {
        String::new()
    };
    format!("{} are counted from {base}{top}.", crate::words::capital(&counted))
}

/// Cases that are open when the page is opened.
const MOST_OPEN: usize = 3;

/// As many cases are found without searching.
const MOST_WITHOUT_FILTERS: usize = 8;

/// Cases of a heading that are not folded away if the page has more than [`MOST_DETAILED`].
const MOST_UNFOLDED: usize = 30;

/// The cases that have more than a row, by their rank.
struct Detailed {
    /// Those with words.
    all: BTreeSet<usize>,
    /// Those that are drawn, too.
    drawn: BTreeSet<usize>,
}

impl Detailed {
    /// All cases of a small plan; of a large one the cases that are not as expected. A curve shows the points of a sweep.
    /// [`MOST_CELLS`] limits the matrices.
    fn of(cases: &[&CaseDigest], found: &HashMap<&str, &CaseFindings>) -> Self {
        let is_many = cases.len() > MOST_DETAILED;
        let is_shown = |case: &CaseDigest| case.is_unexpected() || !(is_many || case.is_of_sweep);
        let ranks = cases.iter().enumerate().filter(|(_, case)| is_shown(case));
        let all: BTreeSet<usize> = ranks.map(|(rank, _)| rank).take(MOST_DETAILED).collect();
        let mut drawn_cells = 0;
        let mut fits = |rank: &usize| {
            let own = found.get(cases[*rank].id.as_str()).map_or(0, |case| data::cells(case));
            let fits = drawn_cells + own <= MOST_CELLS;
            drawn_cells += if fits { own } else { 0 };
            fits
        };
        let drawn = all.iter().copied().filter(|rank| fits(rank)).collect();
        Self { all, drawn }
    }

    /// Notes on cases without details or pictures.
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
            "are in words only, to keep this page small; their pictures are in its folder.",
        );
        rows.into_iter().chain(words).collect()
    }
}

fn tests_of(case: &CaseDigest) -> impl Iterator<Item = &'static str> {
    let lines = case.found.iter().chain(&case.others).map(|line| line.finding.test);
    lines.chain(case.strongest.iter().map(|finding| finding.test))
}

/// A link to a table next to the page; what a path holds may mean something else in an address. Pictures are named without a link:
/// version control often ignores them, since every run draws them again, and a page that is committed without its pictures has no
/// dead links.
fn link(path: &str) -> Value {
    context! { name => path.rsplit('/').next(), path => super::address(path) }
}

/// Names of the pictures of a case that are drawn inside the page: those that the page's own script does not draw.
const INSIDE: [&str; 2] = ["order", "displacement"];

/// The files and the pictures of each case, by its id.
struct CaseFiles(HashMap<String, (Vec<String>, Vec<Value>)>);

impl CaseFiles {
    /// The files of all cases, and the pictures of those that are `drawn`.
    fn of(
        results: &Results,
        neighbors: Neighbors,
        is_drawn: impl Fn(&str) -> bool,
    ) -> Result<Self, FormatError> {
        let mut all: HashMap<String, (Vec<String>, Vec<Value>)> = HashMap::new();
        let ids: BTreeSet<&str> = results.findings.cases.iter().map(|it| it.case.id()).collect();
        for part in &Results::parts(&results.file) {
            let Some((id, name)) = part.name().rsplit_once('/') else { continue };
            if !ids.contains(id) || !part.is_in(results) {
                continue;
            }
            let (files, figures) = all.entry(id.to_owned()).or_default();
            let is_written = match neighbors {
                Neighbors::Everything => true,
                Neighbors::Tables => !part.is_picture(),
                Neighbors::Nothing => false,
            };
            if is_written {
                files.push(format!("{}.{}", part.name(), part.ending()));
            }
            if INSIDE.contains(&name)
                && is_drawn(id)
                && let Some(chart) = part.drawn(results)
            {
                figures.push(figure(part.name(), &*chart)?);
            }
        }
        Ok(Self(all))
    }

    fn take(&mut self, id: &str) -> Option<(Vec<String>, Vec<Value>)> {
        self.0.remove(id)
    }
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
