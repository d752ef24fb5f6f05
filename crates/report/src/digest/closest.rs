//! The closest calls of a run: the sound case that came nearest to failing, and the planted defect that came nearest to
//! being missed.

use super::case::{CaseDigest, Conclusion};
use crate::words::odds;
use shuffle_audit::{CaseFindings, Expect, Findings};
use shuffle_metrics::{Verdict, verdict::Ruling};

/// The distance of a case from the line between pass and fail, at the test that came nearest to the other side.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Margin {
    /// The test.
    test: &'static str,
    /// The p-value by which the test was judged, and the level below which it fails, as decimal logarithms.
    log10_p: f64,
    log10_level: f64,
    /// The p-value before correction for the other tests of the run, which decides among many that are 1 after it.
    log10_raw: f64,
}

impl Margin {
    pub(super) fn of(findings: &Findings, case: &CaseFindings) -> Option<Self> {
        let log10_level = findings.plan.budget_of(&case.case).stage_alpha().log10();
        let margin = |ruling: &Ruling| {
            let evidence = ruling.judgement.evidence()?;
            Some(Self {
                test: ruling.judgement.test,
                log10_p: ruling.judged_by?.log10(),
                log10_level,
                log10_raw: evidence.p_value.log10(),
            })
        };
        let rulings = case.last().rulings.iter();
        let nearest =
            |a: &Self, b: &Self| a.key().partial_cmp(&b.key()).expect("no p-value is NaN");
        match (case.case.expect, case.verdict()) {
            (Expect::Pass, Verdict::Pass) => rulings.filter_map(margin).min_by(nearest),
            // Each of the tests that are named must catch it, and one that does is enough where none is.
            (Expect::Fail, Verdict::Fail) if case.case.caught_by.is_empty() => {
                rulings.filter_map(margin).min_by(nearest)
            }
            (Expect::Fail, Verdict::Fail) => {
                let is_named = |it: &&Ruling| case.case.caught_by.contains(&it.judgement.test);
                rulings.filter(is_named).filter_map(margin).max_by(nearest)
            }
            _ => None,
        }
    }

    /// What margins are ordered by: how far p is above the level, in powers of ten.
    pub(crate) fn key(&self) -> (f64, f64) {
        (self.log10_p - self.log10_level, self.log10_raw)
    }

    fn level(&self) -> String {
        odds::once_in(-self.log10_level, f64::round, "audit")
    }
}

/// A closest call in words.
pub(crate) struct Call<'a> {
    pub(crate) case: &'a CaseDigest,
    /// "Sound" or "Known defect".
    pub(crate) kind: &'static str,
    pub(crate) words: String,
}

/// The sound case nearest the line, then the planted defect nearest the line, as far as there are any.
pub(super) fn calls(cases: &[CaseDigest]) -> Vec<Call<'_>> {
    let of = |conclusion: Conclusion| {
        let cases = cases.iter().filter(move |case| case.conclusion == conclusion);
        cases.filter_map(|case| Some((case, case.margin.as_ref()?)))
    };
    let nearest = |a: &(_, &Margin), b: &(_, &Margin)| {
        a.1.key().partial_cmp(&b.1.key()).expect("no p-value is NaN")
    };
    let sound = of(Conclusion::Sound).min_by(nearest).map(|(case, margin)| Call {
        case,
        kind: "Sound",
        words: format!(
            "passes. Its least likely result, from {}: a fair shuffle gets one like it {}. To fail, it would have to be rarer than {}.",
            margin.test,
            odds::audits(margin.log10_p),
            margin.level(),
        ),
    });
    let planted = of(Conclusion::Caught).max_by(nearest).map(|(case, margin)| Call {
        case,
        kind: "Known defect",
        words: format!(
            "is caught by {}: {}. Anything rarer than {} is caught.",
            margin.test,
            odds::by_chance(margin.log10_p, &odds::audits(margin.log10_p)),
            margin.level(),
        ),
    });
    sound.into_iter().chain(planted).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::digest::Digest;
    use shuffle_audit::engine::Options;
    use shuffle_subjects::PlanFile;

    fn case(id: &str, conclusion: Conclusion, log10_p: f64, log10_raw: f64) -> CaseDigest {
        let margin = Margin { test: "position", log10_p, log10_level: -6.0, log10_raw };
        CaseDigest { id: id.to_owned(), conclusion, margin: Some(margin), ..CaseDigest::default() }
    }

    #[test]
    fn the_sound_case_nearest_the_line_and_the_faintest_defect_are_called() {
        let cases = [
            case("loud", Conclusion::Caught, -400.0, -410.0),
            case("faint", Conclusion::Caught, -9.0, -12.0),
            case("calm", Conclusion::Sound, 0.0, -1.0),
            case("odd", Conclusion::Sound, -1.0, -4.0),
        ];
        let called: Vec<&str> = calls(&cases).iter().map(|call| call.case.id.as_str()).collect();
        assert_eq!(called, ["odd", "faint"]);
        // Where correction leaves all p-values at 1, those before it decide.
        let cases =
            [case("calm", Conclusion::Sound, 0.0, -1.0), case("odd", Conclusion::Sound, 0.0, -3.0)];
        assert_eq!(calls(&cases)[0].case.id, "odd");
    }

    #[test]
    fn a_defect_is_as_near_as_the_faintest_test_that_must_catch_it() {
        let plan = |caught_by: &str| {
            let text = format!(
                "[[case]]\nid = \"naive\"\nalgorithm = \"naive\"\ncards = 5\ntrials = 20_000\n\
                 metrics = [\"position\", \"degree\"]\nexpect = \"fail\"\n{caught_by}\
                 [[case]]\nid = \"sound\"\nalgorithm = \"fisher-yates\"\ncards = 5\ntrials = 20_000\n"
            );
            PlanFile::parse("plan.toml", &text).unwrap()
        };
        let words = |plan: &PlanFile| {
            let results = shuffle_studies::run(plan, &Options::default()).unwrap();
            let digest = Digest::of(&results);
            let calls = digest.closest_calls();
            let [sound, known] = &calls[..] else { panic!("{} calls", calls.len()) };
            assert_eq!((sound.case.id.as_str(), known.case.id.as_str()), ("sound", "naive"));
            known.words.clone()
        };
        let both = words(&plan("caught_by = [\"position\", \"degree\"]\n"));
        let either = words(&plan(""));
        let tests = ["position", "degree"].map(|test| format!("caught by {test}:"));
        let by = |words: &str| tests.iter().position(|test| words.contains(test)).unwrap();
        assert_ne!(by(&both), by(&either), "{both} {either}");
    }
}
