//! The number of decks until the battery catches each defect of a plan, with its false alarms on the sound shuffles.
//!
//! A forecast derives the decks that a test needs from a law; here they are counted. Each defect is audited again and
//! again, each time under another seed. An audit looks at the first 16 decks, then at more and more of the same
//! decks, a factor sqrt(2) each time, until the battery rejects under the default budget, half of which is reserved
//! for second looks. So the numbers are valid for an audit whose plan has as many decks as the last look. A sound
//! shuffle is judged once, at the number of decks in its case.

use super::{
    Detection,
    audits::{self, Audited, ladder},
    detection,
};
use crate::outcomes::{Known, Outcomes};
use shuffle_audit::{
    Case, Expect,
    case::MOST_TRIALS,
    engine::{Options, Pool, RunError},
};
use shuffle_subjects::PlanFile;

/// Decks at the first look.
pub const FIRST_LOOK: u64 = 16;

/// A measurement: its plan and settings.
#[derive(Clone, Debug, PartialEq)]
pub struct Measurement {
    /// The plan. The battery is the default one, whatever tests its cases name.
    pub file: PlanFile,
    /// Audits of each case, each under another seed.
    pub audits: u64,
    /// The most decks that a defect is given, in multiples of the trials of its case.
    pub times: u64,
}

impl Measurement {
    /// The most decks that a defect is given.
    pub fn most_decks(&self, case: &Case) -> u64 {
        case.trials.saturating_mul(self.times).min(MOST_TRIALS)
    }

    fn audited(&self, case: &Case) -> Result<Audited, MeasurementError> {
        if case.subject.job().is_none() {
            return Err(MeasurementError::NotCatalogued { case: case.id().to_owned() });
        }
        let looks = match case.expect {
            Expect::Fail => ladder(FIRST_LOOK as f64, self.most_decks(case)),
            Expect::Pass => vec![case.trials],
        };
        Ok(Audited::with_looks(case.clone(), looks))
    }
}

/// The results of a measurement.
#[derive(Clone, Debug, PartialEq)]
pub struct Measured {
    /// The settings.
    pub measurement: Measurement,
    /// The cases, in the order of the plan.
    pub cases: Vec<MeasuredCase>,
}

impl Measured {
    /// The cases of this kind.
    pub fn expected(&self, expect: Expect) -> impl Iterator<Item = &MeasuredCase> {
        self.cases.iter().filter(move |one| one.case.expect == expect)
    }

    /// True if half of the audits of each defect caught it within the decks that its case asks for, and no sound shuffle raised an alarm.
    pub fn is_as_expected(&self) -> bool {
        self.cases.iter().all(|one| match one.case.expect {
            Expect::Fail => one.is_within_reach(),
            Expect::Pass => one.alarms() == 0,
        })
    }
}

/// The result for a case.
#[derive(Clone, Debug, PartialEq)]
pub struct MeasuredCase {
    /// The case.
    pub case: Case,
    /// The decks until it was caught; for a sound shuffle, the decks of its false alarms.
    pub detection: Detection,
}

impl MeasuredCase {
    /// True if half of the audits caught it within the decks that the case asks for.
    pub fn is_within_reach(&self) -> bool {
        self.detection.quantile(0.5).is_some_and(|decks| decks <= self.case.trials)
    }

    /// The number of audits in which the battery rejected.
    pub fn alarms(&self) -> usize {
        self.detection.decks.iter().flatten().count()
    }
}

/// The reason why nothing was measured.
#[derive(Debug, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say it")]
pub enum MeasurementError {
    #[error(
        "case `{case}` is not a shuffle of the catalogue: only those can be audited again and again under other seeds"
    )]
    NotCatalogued { case: String },
    /// It could not be run to its end.
    #[error(transparent)]
    Run(#[from] RunError),
}

/// Counts the decks until each defect of a plan is caught, but for what is known of the outcomes.
///
/// # Errors
///
/// [`MeasurementError`] for a case that is not of the catalogue, and if the run was interrupted.
pub fn measure(
    measurement: &Measurement,
    outcomes: &Outcomes,
    options: &Options<'_>,
) -> Result<Measured, MeasurementError> {
    tally(measurement, outcomes, options)?;
    let Measurement { file, audits, .. } = measurement;
    let caught = outcomes.lock().caught(file.cases.len(), *audits);
    let measured = |(case, caught): (&Case, Vec<_>)| MeasuredCase {
        case: case.clone(),
        detection: detection(case.id(), case.shape.cards() as u64, &caught),
    };
    let cases = file.cases.iter().zip(caught).map(measured).collect();
    Ok(Measured { measurement: measurement.clone(), cases })
}

/// Counts the part of a measurement that the outcomes lack, and gathers nothing.
///
/// # Errors
///
/// As [`measure`].
pub fn tally(
    measurement: &Measurement,
    outcomes: &Outcomes,
    options: &Options<'_>,
) -> Result<(), MeasurementError> {
    let Measurement { file, audits, .. } = measurement;
    let audited = file.cases.iter().map(|case| measurement.audited(case));
    let audited = audited.collect::<Result<Vec<_>, _>>()?;
    let pool = Pool::new(options.threads, &file.cases)?;
    Ok(audits::until_caught(&audited, (file.seed, *audits), outcomes, (&pool, options))?)
}

/// True if the outcomes have all that a measurement asks for.
pub(crate) fn is_done(measurement: &Measurement, known: &Known) -> bool {
    let hunts = (measurement.file.cases.len() as u64).saturating_mul(measurement.audits);
    known.has_all((0, 0), hunts)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn measurement(cases: &str) -> Measurement {
        let text = format!("seed = 7\n{cases}");
        Measurement { file: PlanFile::parse("small.toml", &text).unwrap(), audits: 6, times: 4 }
    }

    const SMALL: &str = "[[case]]\nid = \"naive\"\nalgorithm = \"naive\"\ncards = 4\ntrials = 2_000\nexpect = \"fail\"\n\
        [[case]]\nid = \"late\"\nalgorithm = \"late-store:after=10_000\"\ncards = 4\ntrials = 100\nexpect = \"fail\"\n\
        [[case]]\nid = \"sound\"\nalgorithm = \"fisher-yates\"\ncards = 4\ntrials = 500\n";

    #[test]
    fn a_plan_is_measured_the_same_on_one_thread_and_on_two() {
        let on = |threads| {
            let options = Options { threads, ..Options::default() };
            measure(&measurement(SMALL), &Outcomes::default(), &options).unwrap()
        };
        let measured = on(1);
        assert_eq!(measured, on(2));
        let [naive, late, sound] = &measured.cases[..] else { panic!("three cases") };
        assert!(naive.detection.quantile(0.9).is_some_and(|decks| decks <= 8_000));
        assert_eq!((late.alarms(), late.is_within_reach()), (0, false), "it is sound so far");
        assert_eq!((sound.alarms(), sound.detection.decks.len()), (0, 6));
        assert!(!measured.is_as_expected());
    }

    #[test]
    fn more_decks_are_the_same_decks_and_some_more() {
        // The limit decides when to give up, and nothing else.
        let of = |times| {
            let measurement = Measurement { times, ..measurement(SMALL) };
            let (outcomes, options) = (Outcomes::default(), Options::default());
            measure(&measurement, &outcomes, &options).unwrap().cases.swap_remove(0).detection
        };
        assert_eq!(of(4), of(16));
    }

    #[test]
    fn what_has_no_seed_is_refused() {
        let program = "[[case]]\nid = \"mine\"\nexec = \"./mine\"\ncards = 4\ntrials = 100\n";
        let error =
            measure(&measurement(program), &Outcomes::default(), &Options::default()).unwrap_err();
        assert_eq!(
            error.to_string(),
            "case `mine` is not a shuffle of the catalogue: only those can be audited again and again under other seeds"
        );
    }
}
