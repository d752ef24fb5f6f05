//! Markdown, made for the summary of a step on GitHub: the verdict first, then the worst cases, each folded.
//!
//! GitHub takes a summary of up to 1 MiB and drops a larger one whole, so that this one is cut before that, between two
//! cases, and says so.

mod text;

use super::source::{Said, Source};
use crate::{
    digest::{Answer, Call, CaseDigest, Conclusion, Digest},
    number::{count, counted},
    page::study::Words,
};
use text::{block, name, name_in_cell, name_in_html, sentence};

pub(super) fn write(source: &dyn Source) -> String {
    match source.said() {
        Said::Run(digest) => of_run(&digest),
        Said::Study(words) => of_study(&words),
    }
}

/// The most bytes of a summary.
const MOST_BYTES: usize = 900_000;

/// Room for the line that says that something was left out.
const ROOM: usize = 200;

/// Cases that are shown if all are as expected.
const WORST: usize = 5;

/// A longer command is left out: cut off it would be another.
const MOST_OF_A_COMMAND: usize = 4_000;

fn of_run(digest: &Digest) -> String {
    let mut unexpected: Vec<&CaseDigest> = digest.unexpected().collect();
    let worst = match unexpected.is_empty() {
        true => {
            let judged = digest.cases.iter().filter(|it| it.conclusion != Conclusion::Skipped);
            unexpected = judged.take(WORST).collect();
            "The cases with the clearest findings"
        }
        false => "Cases that are not as expected",
    };
    let head = head(digest);
    let facts = digest.facts.iter().map(|(name, it)| format!("- {name}: {}\n", sentence(it)));
    let tail: String = facts.collect();
    let mut summary = Summary { text: head, most: MOST_BYTES - ROOM - tail.len() };
    let table_head = format!(
        "\n### {worst}\n\n| case | shuffle | decks | verdict | conclusion | finding |\n|---|---|--:|---|---|---|\n"
    );
    let rows = unexpected.iter().map(|case| row(case));
    let shown = if unexpected.is_empty() { 0 } else { summary.fill(&table_head, rows) };
    let details = unexpected.iter().take(shown).map(|case| details(case));
    let told = summary.fill("\n", details);
    summary.text.push_str(&left_out(unexpected.len(), shown, told));
    summary.text + &tail
}

/// A text that ends before it is too long.
struct Summary {
    text: String,
    most: usize,
}

impl Summary {
    /// Adds what comes before some pieces, and as many of them as there is room for; returns their number.
    fn fill(&mut self, before: &str, pieces: impl Iterator<Item = String>) -> usize {
        self.text.push_str(before);
        let mut added = 0;
        for piece in pieces {
            if self.text.len() + piece.len() > self.most {
                break;
            }
            self.text.push_str(&piece);
            added += 1;
        }
        added
    }
}

/// The line that says what is left out.
fn left_out(cases: usize, shown: usize, told: usize) -> String {
    let cut = [(cases - shown, "are left out"), (shown - told, "have no details")];
    let cut = cut.into_iter().filter(|(cases, _)| *cases > 0);
    let cut = cut.map(|(cases, what)| format!("{} {what} here", counted(cases as u64, "case")));
    match cut.collect::<Vec<_>>().join(" and ") {
        none if none.is_empty() => none,
        cut => format!("\nCut: {cut}, since this summary ends at {} kB.\n", MOST_BYTES / 1_000),
    }
}

fn head(digest: &Digest) -> String {
    let answer = match digest.answer {
        Answer::Fine => "As expected",
        Answer::Wrong => "NOT as expected",
        Answer::Open => "Not decided",
    };
    let mut head = format!("## {answer}\n\n{}\n", sentence(&digest.sentence));
    if let Some((worst, words)) = digest.worst() {
        head.push_str(&format!("\nWorst case: {}: {}\n", name(&worst.id), sentence(words)));
    }
    for Call { case, kind, words } in digest.closest_calls() {
        head.push_str(&format!(
            "\nClosest call, {}: {} {}\n",
            kind.to_lowercase(),
            name(&case.id),
            sentence(&words)
        ));
    }
    head.push_str(&format!("\nPlan {}: {}\n", name(&digest.plan), sentence(&digest.title)));
    head
}

fn row(case: &CaseDigest) -> String {
    let finding = case.strongest.as_ref().map_or_else(String::new, |it| sentence(&it.words));
    format!(
        "| {} | {} | {} | {} | {} | {finding} |\n",
        name_in_cell(&case.id),
        name_in_cell(&case.subject),
        count(case.trials),
        case.standing.name(),
        case.conclusion.words(),
    )
}

/// Everything on a case, folded. A summary is HTML, in which Markdown means nothing; the blank line below it ends that.
fn details(case: &CaseDigest) -> String {
    let (standing, conclusion) = (case.standing.name(), case.conclusion.words());
    let id = name_in_html(&case.id);
    let mut text = format!(
        "<details><summary>{id}: {standing}, {conclusion}</summary>\n\n{}\n",
        sentence(&case.headline)
    );
    if !case.sentence.is_empty() {
        text.push_str(&format!("\n{}\n", sentence(&case.sentence)));
    }
    let found = case.found.iter().map(|line| {
        let (found, odds) = (sentence(&line.finding.words), sentence(&line.sentence));
        format!("- `{}`: {found}. {odds}\n", line.finding.test)
    });
    let degree = case.degree.iter().map(|it| format!("- Degree: {}\n", sentence(it)));
    let seen = case.seen.iter().map(|it| format!("- {}\n", sentence(it)));
    let items: String = found.chain(degree).chain(seen).collect();
    if !items.is_empty() {
        text.push_str(&format!("\n{items}"));
    }
    if let Some(command) = case.command.as_ref().filter(|it| it.len() <= MOST_OF_A_COMMAND) {
        text.push_str(&format!("\nTo see it again:\n\n{}", block("sh", command)));
    }
    text + "\n</details>\n\n"
}

fn of_study(words: &Words) -> String {
    let Words { title, sentence: found, text, reading, wrong: _ } = words;
    let head = format!("## {}\n\n{}\n\n", sentence(title), sentence(found));
    let tail: String = reading.iter().map(|line| format!("\n{}\n", sentence(line))).collect();
    // The fence is as long as its longest run of backticks, and more.
    let room = MOST_BYTES - ROOM - head.len() - tail.len();
    let mut shown = Summary { text: String::new(), most: room / 2 };
    let lines = text.lines().count();
    let added = shown.fill("", text.lines().map(|line| format!("{line}\n")));
    let cut = match lines - added {
        0 => String::new(),
        more => {
            let more = counted(more as u64, "line");
            format!(
                "\nCut: {more} are left out here, since this summary ends at {} kB.\n",
                MOST_BYTES / 1_000
            )
        }
    };
    head + &block("text", &shown.text) + &cut + &tail
}

#[cfg(test)]
mod tests;
