//! The results of the tasks of a study so far: on their way to a file, to another machine, or to the same study when
//! it resumes.
//!
//! The audits of a calibration, and the hunts for its defects, are drawn from their own seeds, so any machine can do
//! any of them, once; the same goes for the blocks of a pilot. A shard does its part of the numbered tasks. A process
//! with all outcomes merges them as if it had done them all.

use crate::{levels::LEVELS, poison::lock, power::PilotTallies};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error as _};
use shuffle_audit::{block_set::BlockSet, tallies::Share};
use shuffle_metrics::{PValue, catalogue};
use std::{
    collections::BTreeMap,
    sync::{Mutex, MutexGuard},
    time::Duration,
};

/// The number of decks until a defect was caught, and the test that caught it; `None` if it was not caught.
pub type Caught = Option<(u64, &'static str)>;

/// The facts that a calibration knows about a test before any p-value.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct KnownTest {
    /// Its name.
    pub(crate) test: &'static str,
    /// The probability that p is at most each level, under the law of the test.
    pub(crate) attainable: [f64; LEVELS.len()],
    /// True if p is only an upper bound.
    pub(crate) is_bound: bool,
}

/// Outcomes, by the numbers of the tasks.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Known {
    /// The p-value of each test in each audit of a sound shuffle.
    audits: BTreeMap<u64, Vec<Option<LnP>>>,
    /// The tests of each case, as its first audit met them.
    tests: BTreeMap<u64, KnownTests>,
    hunts: BTreeMap<u64, Hunted>,
    pilot: Option<KnownPilot>,
}

/// The blocks of a pilot that are counted, and their counts, metric by metric.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct KnownPilot {
    pub(crate) blocks: BlockSet,
    pub(crate) trials: u64,
    pub(crate) tallies: Vec<PilotTallies>,
}

/// Outcomes that do not belong together.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say it")]
pub enum OutcomesError {
    #[error("{0} is in two of the files")]
    Twice(String),
    #[error("its tallies belong to other tests")]
    OtherTests,
}

impl Known {
    /// The number of tasks that are done.
    pub fn tasks(&self) -> usize {
        self.audits.len() + self.hunts.len()
    }

    /// The number of decks of a pilot that are counted.
    pub fn decks(&self) -> u64 {
        self.pilot.as_ref().map_or(0, |pilot| pilot.trials)
    }

    /// Adds the outcomes of other tasks.
    ///
    /// # Errors
    ///
    /// [`OutcomesError`] if a task was done twice, or simulations are of different tests.
    pub(crate) fn merge(&mut self, other: Self) -> Result<(), OutcomesError> {
        let twice = |what: &str, number: u64| Err(OutcomesError::Twice(format!("{what} {number}")));
        for (number, p_values) in other.audits {
            if self.audits.insert(number, p_values).is_some() {
                return twice("audit", number);
            }
        }
        for (number, hunted) in other.hunts {
            if self.hunts.insert(number, hunted).is_some() {
                return twice("hunt", number);
            }
        }
        self.tests.extend(other.tests);
        let Some(theirs) = other.pilot else { return Ok(()) };
        let Some(mine) = &mut self.pilot else {
            self.pilot = Some(theirs);
            return Ok(());
        };
        if let Some(block) = mine.blocks.shared(&theirs.blocks) {
            return twice("block", block);
        }
        mine.blocks.add(theirs.blocks);
        mine.trials += theirs.trials;
        if mine.tallies.len() != theirs.tallies.len() {
            return Err(OutcomesError::OtherTests);
        }
        let merged = |(sum, other): (&mut PilotTallies, _)| sum.try_merge(other);
        let all = mine.tallies.iter_mut().zip(theirs.tallies).try_for_each(merged);
        all.map_err(|_| OutcomesError::OtherTests)
    }

    /// True if all these audits and hunts are here, each audit with a p-value or none for each test.
    pub(crate) fn has_all(&self, (cases, audits): (u64, u64), hunts: u64) -> bool {
        let is_full = |(&number, p_values): (&u64, &Vec<Option<LnP>>)| {
            p_values.len() == self.tests(number % cases.max(1)).len()
        };
        self.audits.keys().copied().eq(0..audits)
            && self.tests.keys().copied().eq(0..cases)
            && self.audits.iter().all(is_full)
            && self.hunts.keys().copied().eq(0..hunts)
    }

    /// True if exactly these blocks of the simulation are here, with this number of metrics.
    pub(crate) fn has_pilot(&self, blocks: &BlockSet, metrics: usize) -> bool {
        self.pilot.as_ref().is_some_and(|it| it.blocks == *blocks && it.tallies.len() == metrics)
    }

    pub(crate) fn p_values(&self, audit: u64) -> Vec<Option<PValue>> {
        self.audits.get(&audit).into_iter().flatten().map(|p| p.map(|LnP(p)| p)).collect()
    }

    pub(crate) fn tests(&self, case: u64) -> &[Option<KnownTest>] {
        self.tests.get(&case).map_or(&[], |known| &known.0)
    }

    /// The outcomes of the hunts, for each defect.
    pub(crate) fn caught(&self, defects: usize, times: u64) -> Vec<Vec<Caught>> {
        let defects = defects as u64;
        let caught = |number| self.hunts.get(&number).and_then(|hunted: &Hunted| hunted.0);
        let of = |defect| (0..times).map(|audit| caught(audit * defects + defect)).collect();
        (0..defects).map(of).collect()
    }

    pub(crate) fn pilot(&self) -> Option<&KnownPilot> {
        self.pilot.as_ref()
    }
}

/// The outcomes of a study, or of a shard of it, while it is done. It is called from any thread.
pub struct Outcomes {
    share: Share,
    known: Mutex<Known>,
    keeping: Option<Keeping>,
}

/// Saves outcomes in the meantime.
struct Keeping {
    every: Duration,
    keep: Box<dyn Fn(Known) + Send + Sync>,
}

impl Default for Outcomes {
    fn default() -> Self {
        Self::new(Share::WHOLE, Known::default())
    }
}

impl Outcomes {
    /// The outcomes of a shard that starts with `known`.
    pub fn new(share: Share, known: Known) -> Self {
        Self { share, known: Mutex::new(known), keeping: None }
    }

    /// The same, kept so often by this function.
    #[must_use]
    pub(crate) fn kept_by(
        self,
        every: Duration,
        keep: impl Fn(Known) + Send + Sync + 'static,
    ) -> Self {
        Self { keeping: Some(Keeping { every, keep: Box::new(keep) }), ..self }
    }

    /// The results so far.
    pub(crate) fn known(&self) -> Known {
        lock(&self.known).clone()
    }

    pub(crate) fn share(&self) -> Share {
        self.share
    }

    pub(crate) fn lock(&self) -> MutexGuard<'_, Known> {
        lock(&self.known)
    }

    /// The audits of sound shuffles that are still to do here.
    pub(crate) fn audits_left(&self, audits: u64) -> Vec<u64> {
        let known = self.lock();
        self.share.blocks(audits).filter(|number| !known.audits.contains_key(number)).collect()
    }

    /// The hunts that are still to do here.
    pub(crate) fn hunts_left(&self, hunts: u64) -> Vec<u64> {
        let known = self.lock();
        self.share.blocks(hunts).filter(|number| !known.hunts.contains_key(number)).collect()
    }

    /// Takes the outcome of an audit; of the first of a case with its number and the tests that it met.
    pub(crate) fn audited(
        &self,
        number: u64,
        p_values: Vec<Option<PValue>>,
        tests: Option<(u64, Vec<Option<KnownTest>>)>,
    ) {
        let p_values = p_values.into_iter().map(|p| p.map(LnP)).collect();
        // Nothing is kept between the two.
        let mut known = self.lock();
        known.audits.insert(number, p_values);
        known.tests.extend(tests.map(|(case, tests)| (case, KnownTests(tests))));
    }

    pub(crate) fn hunted(&self, number: u64, caught: Caught) {
        self.lock().hunts.insert(number, Hunted(caught));
    }

    pub(crate) fn piloted(&self, pilot: KnownPilot) {
        self.lock().pilot = Some(pilot);
    }

    /// The interval at which outcomes are saved, if at all.
    pub(crate) fn keep_every(&self) -> Option<Duration> {
        self.keeping.as_ref().map(|keeping| keeping.every)
    }

    /// Keeps them.
    pub(crate) fn kept(&self) {
        if let Some(keeping) = &self.keeping {
            (keeping.keep)(self.known());
        }
    }
}

/// The logarithm of a p-value, to the bit.
#[derive(Clone, Copy, Debug, PartialEq)]
struct LnP(PValue);

impl Serialize for LnP {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.ln().to_bits().serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for LnP {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let ln = f64::from_bits(u64::deserialize(deserializer)?);
        if ln > f64::NEG_INFINITY {
            Ok(Self(PValue::from_ln(ln)))
        } else {
            Err(D::Error::custom("no logarithm of a p-value"))
        }
    }
}

/// The outcome of a hunt, with the test by name.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Hunted(Caught);

impl Serialize for Hunted {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Hunted {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let caught: Option<(u64, String)> = Deserialize::deserialize(deserializer)?;
        let known = |(decks, test): (u64, String)| Ok((decks, named(&test)?));
        caught.map(known).transpose().map(Self)
    }
}

#[derive(Clone, Debug, PartialEq)]
struct KnownTests(Vec<Option<KnownTest>>);

impl Serialize for KnownTests {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let written =
            |known: &KnownTest| (known.test, known.attainable.map(f64::to_bits), known.is_bound);
        let tests: Vec<_> = self.0.iter().map(|known| known.as_ref().map(written)).collect();
        tests.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for KnownTests {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let tests: Vec<Option<(String, [u64; LEVELS.len()], bool)>> =
            Deserialize::deserialize(deserializer)?;
        let known = |(test, attainable, is_bound): (String, [u64; LEVELS.len()], bool)| {
            let attainable = attainable.map(f64::from_bits);
            Ok(KnownTest { test: named(&test)?, attainable, is_bound })
        };
        tests.into_iter().map(|one| one.map(known).transpose()).collect::<Result<_, _>>().map(Self)
    }
}

fn named<E: serde::de::Error>(test: &str) -> Result<&'static str, E> {
    let entry =
        catalogue::test(test).ok_or_else(|| E::custom(format!("there is no test `{test}`")));
    entry.map(|entry| entry.id)
}
