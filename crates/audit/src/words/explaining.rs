//! The test by which a verdict is explained.

use super::{different, effects, nouns::entry};
use crate::CaseFindings;
use shuffle_metrics::{About, Complexity, DrawKind, Evidence, Verdict, verdict::Ruling};
use std::cmp::Ordering;

/// The test with the clearest evidence against the case. Of equal ones the test of known decks says most: a deck in its start
/// order is as improbable by its ascents, its fixed points and all the rest of it. Of few decks the tests that say where come
/// first, if they reject, too.
pub fn strongest(case: &CaseFindings) -> Option<(&Ruling, &Evidence)> {
    let judged = || case.last().judged();
    let smallest = judged().min_by(|a, b| a.1.p_value.ln().total_cmp(&b.1.p_value.ln()))?;
    let as_small = |evidence: &Evidence| {
        let [one, other] = [evidence, smallest.1].map(|evidence| evidence.p_value.ln());
        one <= other + 1e-6 * other.abs()
    };
    let known = judged().find(|(ruling, evidence)| {
        entry(ruling).is_some_and(|test| test.about == About::KnownDecks) && as_small(evidence)
    });
    let explains = |(ruling, _): &(&Ruling, &Evidence)| {
        ruling.verdict == smallest.0.verdict && entry(ruling).is_some_and(|test| test.explains)
    };
    let is_found = smallest.0.verdict.is_finding();
    let explaining = judged()
        .filter(|it| is_found && explains(it))
        .min_by(|a, b| a.1.p_value.ln().total_cmp(&b.1.p_value.ln()));
    Some(known.or(explaining).unwrap_or(smallest))
}

/// The test that explains the verdict on a case. Where the decks are all the same, or a few different ones, it is a test of that
/// fact. Else it is, among the findings beyond doubt, the simplest that names something; of two tables the one with the larger bias.
/// Without a finding it is the strongest test.
pub fn explaining(case: &CaseFindings) -> Option<(&Ruling, &Evidence)> {
    let held = different::sameness(case).and_then(|same| different::holding(&same, case));
    let plainest = match case.case.shape.kind() {
        // A broken rule comes first. The other tests of a rule are alike, so the clearest of them explains.
        DrawKind::Ruled => found(case).into_iter().find(|(it, _)| it.judgement.test == "rule"),
        _ => simplest(case),
    };
    held.or_else(|| far_clearer(case, plainest)).or(plainest).or_else(|| strongest(case))
}

/// A finding of draws about their order or a part of them that is far clearer than the plainest: shares over all draws follow from it.
fn far_clearer<'a>(
    case: &'a CaseFindings,
    plainest: Option<(&Ruling, &Evidence)>,
) -> Option<(&'a Ruling, &'a Evidence)> {
    use DrawKind::{Replacement, Unordered, Weighted};
    let log10_p = |it: (&Ruling, &Evidence)| it.1.p_value.log10();
    let clearest = found(case).into_iter().min_by(|&a, &b| log10_p(a).total_cmp(&log10_p(b)));
    let are_draws = matches!(case.case.shape.kind(), Replacement | Unordered | Weighted);
    let far = FAR_CLEARER * log10_p(plainest?);
    clearest.filter(|it| are_draws && is_of_time(it.0) && log10_p(*it) < far)
}

/// True of a test of when decks came, not of what they are.
pub(super) fn is_of_time(ruling: &Ruling) -> bool {
    ruling.judgement.test == "drift" || is_between_decks(ruling)
}

/// A p with this many times the zeros of another is far clearer.
pub(super) const FAR_CLEARER: f64 = 2.0;

fn simplest(case: &CaseFindings) -> Option<(&Ruling, &Evidence)> {
    simplest_of(found(case))
}

/// The simplest of these findings that names something, of those beyond doubt if there are any.
pub(super) fn simplest_of<'a>(
    found: Vec<(&'a Ruling, &'a Evidence)>,
) -> Option<(&'a Ruling, &'a Evidence)> {
    let clearest = found.iter().map(|(_, it)| it.p_value.log10()).fold(0.0, f64::min);
    let doubt = BEYOND_DOUBT.max(NEARLY_AS_CLEAR * clearest);
    let beyond: Vec<_> =
        found.iter().copied().filter(|(_, it)| it.p_value.log10() < doubt).collect();
    let of = if beyond.is_empty() { found } else { beyond };
    let tables =
        of.iter().map(|&it| Clarity::of(it)).filter(|it| it.complexity <= Complexity::Table);
    let largest = tables.map(|it| it.size).fold(0.0, f64::max);
    of.into_iter().min_by(|&a, &b| Clarity::of(a).cmp(&Clarity::of(b), largest))
}

/// The tests that found something, of the worst verdict only.
fn found(case: &CaseFindings) -> Vec<(&Ruling, &Evidence)> {
    let of = |verdict| -> Vec<(&Ruling, &Evidence)> {
        case.last().judged().filter(|(ruling, _)| ruling.verdict == verdict).collect()
    };
    let mut found = match of(Verdict::Fail) {
        none if none.is_empty() => of(Verdict::Suspicious),
        fails if case.case.shape.is_order() && fails.iter().all(|it| is_between_decks(it.0)) => {
            let others = of(Verdict::Suspicious);
            fails.into_iter().chain(others.into_iter().filter(|it| tells_place(it.0))).collect()
        }
        fails => fails,
    };
    if case.case.shape.is_order() {
        keep_what_places_leave(&mut found);
    }
    let is_one_of = |tests: &[&str]| found.iter().any(|it| tests.contains(&it.0.judgement.test));
    let (are_uneven, depend) = (is_one_of(&UNEVEN), is_one_of(&INSIDE));
    if are_uneven {
        found.retain(|(_, evidence)| !is_due_to_shares(case, evidence));
    }
    if depend || found.iter().any(|(_, evidence)| chances_change(evidence)) {
        found.retain(|(_, evidence)| !says_same_draw(evidence));
    }
    found
}

/// Drops findings between decks, unless they are far clearer than findings about places: a card that favors a position also comes
/// back to it.
fn keep_what_places_leave(found: &mut Vec<(&Ruling, &Evidence)>) {
    let of_places = found.iter().filter(|it| tells_place(it.0));
    let clearest = of_places.map(|it| it.1.p_value.log10()).reduce(f64::min);
    if let Some(clearest) = clearest {
        let is_clearer = |log10_p| log10_p < FAR_CLEARER * clearest;
        found.retain(|it| !is_between_decks(it.0) || is_clearer(it.1.p_value.log10()));
    }
}

fn is_between_decks(ruling: &Ruling) -> bool {
    let about = entry(ruling).map(|test| test.about);
    about == Some(About::DependenceBetweenDecks)
}

/// True of a test of how often each card comes at each position.
fn tells_place(ruling: &Ruling) -> bool {
    ["position", "drift", "rule-places"].contains(&ruling.judgement.test)
}

/// Tests of how the results of one draw depend on each other. If they do, fewer different draws come, and the same one more often.
const INSIDE: [&str; 3] = ["symbol-pairs", "symbol-differences", "check-digits"];

fn says_same_draw(evidence: &Evidence) -> bool {
    let extreme = evidence.effect.extreme.as_ref();
    extreme.is_some_and(|it| it.what.to_string().starts_with("the same draw as"))
}

/// True of long stretches in which equal symbols come too often: where each draw depends on the one before, that is clearer.
pub(crate) fn chances_change(evidence: &Evidence) -> bool {
    evidence.effect.extreme.as_ref().is_some_and(|it| {
        let (what, is_often) = (it.what.to_string(), it.count as f64 > it.expected * it.of as f64);
        is_often && what.starts_with("in stretches of ")
    })
}

/// True of a finding between decks, or of what comes again, that is only that a card favors some positions.
pub(crate) fn is_of_one_place(evidence: &Evidence) -> bool {
    let what = evidence.effect.extreme.as_ref().map(|it| it.what.to_string());
    what.is_some_and(|it| it.starts_with("card ") && it.contains(" at position"))
}

/// Tests of how often each symbol comes.
const UNEVEN: [&str; 2] = ["symbols", "largest-symbol"];

/// Standard deviations within which the largest of many lags usually stays.
const OF_MANY_LAGS: f64 = 5.0;

/// True if one symbol is drawn again as often as it must be, given how often each came.
fn is_due_to_shares(case: &CaseFindings, evidence: &Evidence) -> bool {
    let shape = case.case.shape;
    let (Some(seen), Some(matrix)) = (&evidence.effect.extreme, case.last().position()) else {
        return false;
    };
    let all = matrix.counts.iter().sum::<u64>() as f64;
    let again: f64 = matrix.counts.iter().map(|&count| (count as f64 / all).powi(2)).sum();
    let of = seen.of as f64;
    let apart = (seen.count as f64 - of * again).abs() / (of * again * (1.0 - again)).sqrt();
    shape.is_with_replacement()
        && shape.dealt() == 1
        && says_same_draw(evidence)
        && apart < OF_MANY_LAGS
}

/// Below this decimal logarithm of p a result is beyond doubt, and a smaller p says more of the number of decks than of the bias.
const BEYOND_DOUBT: f64 = -9.0;

/// Nor is one result beyond doubt and another not whose p has so large a share of its digits.
const NEARLY_AS_CLEAR: f64 = 0.6;

/// A table of pairs with a bias that is this many times as large as the largest one of a table of cards goes first: cards in a packet
/// favor positions, too.
const MUCH_LARGER: f64 = 2.0;

/// How well a finding explains the others.
struct Clarity {
    complexity: Complexity,
    names: bool,
    size: f64,
    ln_p: f64,
}

impl Clarity {
    fn of((ruling, evidence): (&Ruling, &Evidence)) -> Self {
        let effect = &evidence.effect;
        let test = entry(ruling);
        let none_at_all = effects::is_none_at_all(effect);
        let complexity = test.map_or(Complexity::Algebra, |test| test.family().1);
        let names = none_at_all
            || effects::stands_out(effect.peak.as_ref())
            || effect.extreme.is_some()
            || effect.place.is_some()
            || test.is_some_and(|test| test.explains || test.about != About::Orders);
        let complexity = match complexity {
            _ if none_at_all => Complexity::Table,
            // A histogram says that something is off, not what.
            Complexity::Count if !names => Complexity::Algebra,
            complexity => complexity,
        };
        let size = match effect.kind.typical {
            Some(factor) if complexity <= Complexity::Pairs => factor * effect.value,
            _ if none_at_all => 1.0,
            _ => 0.0,
        };
        Self { complexity, names, size, ln_p: evidence.p_value.ln() }
    }

    /// The clearer first. `largest` is the largest bias of the tables of cards.
    fn cmp(&self, other: &Self, largest: f64) -> Ordering {
        let rank = |it: &Self| match it.complexity {
            Complexity::Pairs if it.size > MUCH_LARGER * largest => Complexity::Table,
            complexity => complexity,
        };
        (rank(self).cmp(&rank(other)))
            .then(other.names.cmp(&self.names))
            .then(other.size.total_cmp(&self.size))
            .then(self.ln_p.total_cmp(&other.ln_p))
    }
}
