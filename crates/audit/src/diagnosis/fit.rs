//! Goodness of fit of a known shuffle: its own decks are drawn, counted by the same engine, and compared with the counts of the case.
//!
//! Two samples are compared, so no law has to be known: [`two_sample`] supposes only that decks of a shuffle are independent.

use crate::{
    Case, CaseFindings, Custom, Expect, Plan,
    case::{CaseError, Request},
    diagnosis::known::Candidate,
    engine::{self, Options, RunError},
    seeds::PlanSeed,
    subject::Subject,
};
use shuffle_deck::DrawKind;
use shuffle_metrics::{
    About, Exhibit, FEWEST_TRIALS, Verdict, catalogue,
    distribution::normal,
    histogram::Histogram,
    two_sample::{self, Matrices, Order, Pairing},
    verdict::Budget,
};
use std::{f64::consts::LN_2, sync::Arc};

/// The seed of the decks of known shuffles.
const SEED: PlanSeed = PlanSeed(0xca05e);

/// A fit below this level is none.
pub(super) const LEVEL: f64 = 0.01;

const PERMUTATIONS: &str = "permutations";

/// Of more cards the counts of all orders would take gigabytes, over all candidates.
const MOST_CARDS_OF_ORDERS: usize = 7;

/// Larger decks would take longer than the audit.
const MOST_CARDS: usize = 2_000;

/// Uniform decks must fit worse than this before a shuffle is named: where they are hardly rejected many laws fit.
pub(super) const UNIFORM_LEVEL: f64 = 1e-12;

/// The tests whose counts are compared: what describes an order, and not its hands or suits.
const COMPARED: [&str; 12] = [
    PERMUTATIONS,
    "position",
    "ascents",
    "fixed-points",
    "cycles",
    "records",
    "inversions",
    "rising-sequences",
    "successions",
    "footrule",
    "lis",
    "poker",
];

fn compared_tests(cards: usize) -> Vec<String> {
    let tests =
        COMPARED.iter().filter(|test| cards <= MOST_CARDS_OF_ORDERS || **test != PERMUTATIONS);
    tests.map(|&test| test.to_owned()).collect()
}

/// Draws this number of decks of each candidate, in the shape of this case, of which only the [compared](COMPARED) counts are kept; the
/// result is in the order of the candidates.
pub(super) fn counted(
    candidates: &[Candidate],
    case: &Case,
    trials: u64,
    options: &Options<'_>,
) -> Result<Vec<Vec<Exhibit>>, RunError> {
    let tests = Some(compared_tests(case.shape.cards()));
    let plan = plan_of(candidates, case, &format!("compared-{trials}"), (trials, tests));
    engine::exhibits(&plan, &quiet(options))
}

/// Draws this number of decks of each candidate, and judges them by all tests.
pub(super) fn judged(
    candidates: &[Candidate],
    case: &Case,
    trials: u64,
    options: &Options<'_>,
) -> Result<Vec<CaseFindings>, RunError> {
    let plan = plan_of(candidates, case, &format!("judged-{trials}"), (trials, None));
    Ok(engine::run(&plan, &quiet(options))?.cases)
}

fn quiet<'a>(options: &Options<'a>) -> Options<'a> {
    Options { ledger: None, progress: &|_| {}, deadline: None, ..*options }
}

/// A case of each candidate, with this number of decks and these tests, all by default.
fn plan_of(
    candidates: &[Candidate],
    case: &Case,
    stage: &str,
    (trials, metrics): (u64, Option<Vec<String>>),
) -> Plan {
    let case_of = |candidate: &Candidate| {
        let request = Request {
            // Decks follow from the id: other decks at each stage, and the same whatever the other candidates are.
            id: format!("{}-{stage}", candidate.key()),
            cards: case.shape.cards() as u64,
            deal: Some(case.shape.dealt() as u64),
            trials: Some(trials),
            metrics: metrics.clone(),
            expect: Expect::Fail,
            ..Request::default()
        };
        let name = candidate.job.to_string();
        let subject = Custom::checking_itself(&name, candidate.job.clone());
        Case::new(request, |_| Ok::<_, CaseError>(Arc::new(subject) as Arc<dyn Subject>))
    };
    let cases: Result<Vec<Case>, CaseError> = candidates.iter().map(case_of).collect();
    Plan {
        name: "causes".to_owned(),
        title: String::new(),
        seed: SEED,
        budget: Budget { escalate: false, ..Budget::default() },
        cases: cases.expect("a candidate has the shape of a case"),
        fingerprint: None,
    }
}

/// The natural logarithm of the p-value of the hypothesis that both drew their decks from one law; `None` if too little was counted to
/// tell.
///
/// The smallest p of all compared counts and of the means of all compared histograms, times their number (Bonferroni).
pub(super) fn ln_fit(seen: &CaseFindings, drawn: &[Exhibit]) -> Option<f64> {
    let pairs =
        || seen.last().exhibits.iter().flat_map(|one| drawn.iter().map(move |other| (one, other)));
    let counts = pairs().filter_map(|(one, other)| ln_same(one, other));
    let means = pairs().filter_map(|(one, other)| ln_same_mean(one, other));
    let ln_ps: Vec<f64> = counts.chain(means).collect();
    let least = ln_ps.iter().copied().min_by(f64::total_cmp)?;
    Some((least + (ln_ps.len() as f64).ln()).min(0.0))
}

/// The histograms of a compared test.
fn histograms<'a>(one: &'a Exhibit, other: &'a Exhibit) -> Option<[&'a Histogram; 2]> {
    match (one, other) {
        (
            Exhibit::Histogram { test, histogram: a },
            Exhibit::Histogram { test: of, histogram: b },
        ) if test == of && COMPARED.contains(test) => Some([a, b]),
        _ => None,
    }
}

/// Compares the means of two histograms of one test, which are normal with 100 decks or more.
fn ln_same_mean(one: &Exhibit, other: &Exhibit) -> Option<f64> {
    let [a, b] = histograms(one, other)?;
    let error = |histogram: &Histogram| histogram.variance() / histogram.trials as f64;
    let z = (a.mean() - b.mean()).abs() / (error(a) + error(b)).sqrt();
    // Both are constant and equal, or there are no decks.
    (!z.is_nan()).then(|| (normal::ln_sf(z.min(1e9)) + LN_2).min(0.0))
}

/// Compares two exhibits of the same kind; `None` of different ones.
fn ln_same(one: &Exhibit, other: &Exhibit) -> Option<f64> {
    let independent = Pairing::Independent;
    match (one, other) {
        (Exhibit::Permutations(a), Exhibit::Permutations(b)) => {
            let counts: [&[u64]; 2] = [&a.counts, &b.counts];
            (a.shape == b.shape).then(|| two_sample::row(counts, Order::None, independent))?
        }
        (Exhibit::Histogram { .. }, Exhibit::Histogram { .. }) => {
            let [a, b] = histograms(one, other)?;
            let edges = [a, b].map(|it| it.classes.as_ref().map(|it| &it.edges));
            let alike = edges[0] == edges[1] && a.counts.len() == b.counts.len();
            let counts: [&[u64]; 2] = [&a.counts, &b.counts];
            alike.then(|| two_sample::row(counts, Order::Neighbors, independent))?
        }
        (Exhibit::Position(a), Exhibit::Position(b)) => {
            let single = a.positions.groups() == a.shape.dealt() && a.shape == b.shape;
            let matrices = Matrices {
                counts: [&a.counts, &b.counts],
                columns: a.cards.groups(),
                decks: [a.trials, b.trials],
                are_cards: a.cards.groups() == a.shape.cards(),
            };
            let found = single.then(|| two_sample::matrix(matrices, independent))?;
            found.map(|found| found.difference)
        }
        _ => None,
    }
    .map(|difference| difference.ln_p)
}

/// True if the candidate is rejected by the tests that reject the case, and by no others, as far as their counts are not
/// compared anyway.
///
/// Every rejection of either must be matched by the other: of as many decks by a strength of `0.75 s - 3.2` at least, where s is the
/// strength of the rejection, `sqrt(-2 ln p)`; of fewer decks by p below 1/2.
pub(super) fn rejected_alike(seen: &CaseFindings, drawn: &CaseFindings) -> bool {
    let [a, b] = [seen, drawn].map(|case| case.last().trials as f64);
    let strengths = |case: &CaseFindings, test: &str| {
        let ruling = case.last().ruling(test)?;
        let p = ruling.judgement.evidence()?.p_value;
        let strength = (-2.0 * p.ln()).max(0.0).sqrt().min(STRONGEST);
        Some((strength, ruling.verdict == Verdict::Fail))
    };
    let matched = |test: &str| {
        let (Some((of_seen, seen_fails)), Some((of_drawn, drawn_fails))) =
            (strengths(seen, test), strengths(drawn, test))
        else {
            return true;
        };
        // Few decks that happen to be equal decide how strong such a rejection is.
        let are_few = catalogue::test(test).is_some_and(|test| test.compares_whole_decks);
        if are_few && (a != b || of_seen > STRONG && of_drawn > STRONG) {
            return true;
        }
        let strong = |strength: f64, fails: bool| fails || strength > STRONG;
        if b < a {
            // How p falls with more decks depends on the test: only what no number of decks explains counts.
            return (of_seen < STRONGEST || of_drawn >= WEAK)
                && (!strong(of_drawn, drawn_fails) || of_seen >= WEAK);
        }
        let least = |strength: f64| 0.75 * strength - 3.2;
        (!strong(of_seen, seen_fails) || of_drawn >= least(of_seen))
            && (!strong(of_drawn, drawn_fails) || of_seen >= least(of_drawn))
    };
    let mut tests = seen.last().rulings.iter().map(|ruling| ruling.judgement.test);
    tests.all(|test| !is_matched(test) || matched(test))
}

/// True of tests that must reject both alike: not where the counts are compared, and not where a single deck decides.
fn is_matched(test: &str) -> bool {
    let tests = catalogue::of_test(test).map_or(&[][..], |metric| metric.tests);
    let about = tests.first().map(|test| test.about);
    about != Some(About::KnownDecks) && !tests.iter().any(|test| COMPARED.contains(&test.id))
}

/// The strength of p = 1e-9.
const STRONG: f64 = 6.44;

/// The strength of p = 0.5.
const WEAK: f64 = 1.18;

/// The strength of p = 1e-300. Smaller ones depend on how rare values are counted together.
const STRONGEST: f64 = 37.2;

/// True if the laws of known shuffles can be compared with the counts of this case.
pub(super) fn can_be_compared(case: &CaseFindings) -> bool {
    let shape = case.case.shape;
    let counts =
        |exhibit: &Exhibit| matches!(exhibit, Exhibit::Position(_) | Exhibit::Permutations(_));
    shape.kind() == DrawKind::Order
        && !shape.is_by_level()
        && (3..=MOST_CARDS).contains(&shape.cards())
        && case.last().trials >= FEWEST_TRIALS
        && case.last().exhibits.iter().any(counts)
}
