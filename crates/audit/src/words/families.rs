//! The findings of a case, a line for each family of tests.

use super::{
    Screen, different, effects, entry, explaining,
    explaining::{FAR_CLEARER, is_of_one_place, simplest_of},
    odds,
};
use crate::{CaseFindings, number::counted, words::layout::hang};
use shuffle_deck::DrawKind;
use shuffle_metrics::{Evidence, Family, verdict::Ruling};
use textwrap::core::display_width;

/// A family with its clearest finding.
struct Line {
    name: &'static str,
    finding: String,
    odds: String,
    log10_p: f64,
    is_memory: bool,
    is_first: bool,
}

/// The clearest finding of each family, the one that explains the verdict first, and the number of all others.
pub(super) struct Families {
    lines: Vec<Line>,
    others: usize,
}

impl Families {
    pub(super) fn of(case: &CaseFindings) -> Self {
        let first = explaining(case).map(|(ruling, _)| ruling.judgement.test);
        let same = different::sameness(case);
        let judged = case.last().judged();
        let found: Vec<(&Ruling, &Evidence)> =
            judged.filter(|(ruling, _)| ruling.verdict.is_finding()).collect();
        // Equal decks reject nearly every test.
        let counts = |ruling: &Ruling| {
            first == Some(ruling.judgement.test) || same.is_none_or(|same| same.is_held_by(ruling))
        };
        let mut families: Vec<(Family, Vec<(&Ruling, &Evidence)>)> = Vec::new();
        for &(ruling, evidence) in found.iter().filter(|(ruling, _)| counts(ruling)) {
            let Some((family, _)) = entry(ruling).map(|test| test.family()) else { continue };
            let family = if is_of_one_place(evidence) { Family::Places } else { family };
            match families.iter_mut().find(|(other, _)| *other == family) {
                Some((_, tests)) => tests.push((ruling, evidence)),
                None => families.push((family, vec![(ruling, evidence)])),
            }
        }
        let clearest = |(family, tests): (Family, Vec<(&Ruling, &Evidence)>)| {
            let explains =
                |(ruling, _): &&(&Ruling, &Evidence)| first == Some(ruling.judgement.test);
            let first = tests.iter().find(explains).copied();
            let (ruling, evidence) = first.or_else(|| simplest_of(tests))?;
            line(case, family, ruling, evidence, first.is_some())
        };
        let mut lines: Vec<Line> = families.into_iter().filter_map(clearest).collect();
        // Tests of memory see biased decks as well: a family of its own only if nothing is clearer, of orders if it is far clearer.
        let others = lines.iter().filter(|line| !line.is_memory).map(|line| line.log10_p);
        let clearest = others.min_by(f64::total_cmp);
        let factor = if case.case.shape.is_order() { FAR_CLEARER } else { 1.0 };
        let follows = |line: &Line| {
            line.is_memory
                && !line.is_first
                && clearest.is_some_and(|it| factor * it < line.log10_p)
        };
        lines.retain(|line| !follows(line));
        lines.sort_by(|a, b| b.is_first.cmp(&a.is_first).then(a.log10_p.total_cmp(&b.log10_p)));
        Self { others: found.len() - lines.len(), lines }
    }

    /// The number of families.
    pub(super) fn len(&self) -> usize {
        self.lines.len()
    }

    /// The first families, one line each where the screen is wide enough, and a line for all other findings.
    pub(super) fn show(&self, most: usize, screen: &Screen) -> String {
        let shown = &self.lines[..most.min(self.lines.len())];
        let width = |of: fn(&Line) -> &str| {
            shown.iter().map(|line| display_width(of(line))).max().unwrap_or(0)
        };
        let (names, odds) = (width(|line| line.name), width(|line| &line.odds));
        let room = screen.width.saturating_sub(names + odds + 4);
        let column = width(|line| &line.finding).min(room);
        let pad = |text: &str, width: usize| " ".repeat(width.saturating_sub(display_width(text)));
        let mut text = String::new();
        for Line { name, finding, odds, .. } in shown {
            let line = match display_width(finding) <= room {
                true => {
                    format!("{name}{}  {finding}{}  {odds}", pad(name, names), pad(finding, column))
                }
                false => format!("{name}{}  {finding}, {odds}", pad(name, names)),
            };
            match display_width(&line) <= screen.width {
                true => text.push_str(&(line + "\n")),
                false => {
                    text.push_str(&hang("", &format!("{name}: {finding}, {odds}"), 2, screen.width))
                }
            }
        }
        let others = self.others + self.lines.len() - shown.len();
        if others > 0 {
            text.push_str(&format!("{}: --verbose\n", counted(others as u64, "more finding")));
        }
        text
    }
}

fn line(
    case: &CaseFindings,
    family: Family,
    ruling: &Ruling,
    evidence: &Evidence,
    is_first: bool,
) -> Option<Line> {
    let log10_p = ruling.judged_by?.log10();
    let size = effects::short_size(evidence, &case.case.subject.names());
    Some(Line {
        name: name(family, case.case.shape.kind()),
        finding: format!("{}: {size}", ruling.judgement.test),
        odds: odds::audits_in_short(log10_p),
        log10_p: evidence.p_value.log10(),
        is_memory: family == Family::Memory,
        is_first,
    })
}

/// The family in the words of a player.
fn name(family: Family, kind: DrawKind) -> &'static str {
    use DrawKind::{
        Blocks, Order, Pack, Replacement, Ruled, Successive, Unordered, Varying, Weighted,
    };
    match (family, kind) {
        (Family::Places, Order | Pack | Blocks) => "where cards lie",
        (Family::Places, Varying) => "where names stand",
        (Family::Places, Ruled) => "who is where",
        (Family::Places, Unordered) => "which balls come",
        (Family::Places, Replacement | Weighted | Successive) => "which symbols come",
        (Family::Neighbors, Order | Pack | Blocks | Varying) => "who follows whom",
        (Family::Neighbors, Ruled) => "who is with whom",
        (Family::Neighbors, _) => "which come together",
        (Family::Inside, Order | Pack | Varying) => "order inside the deck",
        (Family::Inside, Blocks) => "order inside the list",
        (Family::Inside, _) => "order inside the draw",
        (Family::Memory, Order | Pack | Blocks | Varying) => "memory between decks",
        (Family::Memory, _) => "memory between draws",
        (Family::Repeats, _) => "repeats",
        (Family::Hands, Order) => "hands and draws",
        (Family::Hands, Pack | Blocks | Varying) => "hands",
        (Family::Hands, _) => "sums and patterns",
    }
}
