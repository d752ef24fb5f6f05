//! The test by which a verdict is explained.

use super::{different, nouns::entry};
use crate::CaseFindings;
use shuffle_metrics::{About, Evidence, Verdict, verdict::Ruling};

/// The test with the clearest evidence against the case. Of equal ones that of known decks says most: a deck in its start
/// order is as improbable by its ascents, its fixed points and all the rest of it. Of few decks the tests that say where come
/// first, if they reject, too.
pub fn strongest(case: &CaseFindings) -> Option<(&Ruling, &Evidence)> {
    let judged = || {
        let rulings = case.last().rulings.iter();
        rulings.filter_map(|ruling| Some((ruling, ruling.judgement.evidence()?)))
    };
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
    let is_found = [Verdict::Fail, Verdict::Suspicious].contains(&smallest.0.verdict);
    let told = judged()
        .filter(|it| is_found && explains(it))
        .min_by(|a, b| a.1.p_value.ln().total_cmp(&b.1.p_value.ln()));
    Some(known.or(told).unwrap_or(smallest))
}

/// The test that the verdict on a case is explained by: the strongest, or, where the decks are all the same or a few different
/// ones, a test of that fact, or, where several tests are beyond doubt, the one whose bias is much larger, or one that names a cell.
pub fn explaining(case: &CaseFindings) -> Option<(&Ruling, &Evidence)> {
    let held = different::sameness(case).and_then(|same| different::holding(&same, case));
    let told = |first| much_larger(case, first).or_else(|| naming_a_cell(case, first));
    held.or_else(|| strongest(case).map(|first| told(first).unwrap_or(first)))
}

/// A rejection beyond doubt that names a cell, where the strongest test names nothing: it says what to look for.
fn naming_a_cell<'a>(
    case: &'a CaseFindings,
    (strongest, evidence): (&'a Ruling, &'a Evidence),
) -> Option<(&'a Ruling, &'a Evidence)> {
    let names_a_cell = |evidence: &Evidence| {
        let peak = evidence.effect.peak.as_ref().and_then(|peak| peak.interval);
        peak.is_some_and(|interval| interval.low > 0.0 || interval.high < 0.0)
    };
    let says_where = names_a_cell(evidence)
        || evidence.effect.extreme.is_some()
        || entry(strongest).is_some_and(|test| test.explains || test.about != About::Orders);
    if says_where {
        return None;
    }
    beyond_doubt(case, strongest)
        .filter(|(_, other)| names_a_cell(other))
        .min_by(|a, b| a.1.p_value.ln().total_cmp(&b.1.p_value.ln()))
}

/// The other rejections beyond doubt, where the strongest test rejects.
fn beyond_doubt<'a>(
    case: &'a CaseFindings,
    strongest: &'a Ruling,
) -> impl Iterator<Item = (&'a Ruling, &'a Evidence)> {
    let rulings = case.last().rulings.iter();
    rulings
        .filter(|ruling| ruling.verdict == Verdict::Fail && strongest.verdict == Verdict::Fail)
        .filter_map(|ruling| Some((ruling, ruling.judgement.evidence()?)))
        .filter(|(_, other)| other.p_value.log10() < BEYOND_DOUBT)
}

/// Below this decimal logarithm of p a result is beyond doubt, and a smaller p says more of the number of decks than of the bias.
const BEYOND_DOUBT: f64 = -30.0;

/// A bias that is this many times as large as another is the one to be told.
const MUCH_LARGER: f64 = 10.0;

/// A rejection beyond doubt with a bias much larger than the strongest test's.
fn much_larger<'a>(
    case: &'a CaseFindings,
    (strongest, evidence): (&'a Ruling, &'a Evidence),
) -> Option<(&'a Ruling, &'a Evidence)> {
    let limit = MUCH_LARGER * relative_size(evidence)?;
    beyond_doubt(case, strongest)
        .filter(|(_, other)| relative_size(other).is_some_and(|size| size > limit))
        .min_by(|a, b| a.1.p_value.ln().total_cmp(&b.1.p_value.ln()))
}

/// A typical deviation relative to what is expected, of tests of whole tables. A total variation is half of the mean deviation.
fn relative_size(evidence: &Evidence) -> Option<f64> {
    let effect = &evidence.effect;
    effect.kind.typical.map(|factor| factor * effect.value)
}
