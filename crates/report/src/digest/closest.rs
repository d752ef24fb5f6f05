//! The closest calls of a run: the sound case that came nearest to failing, and the planted defect that came nearest to
//! being missed.

use super::{
    case::{CaseDigest, Conclusion},
    margin::Margin,
};
use crate::words::odds;

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
