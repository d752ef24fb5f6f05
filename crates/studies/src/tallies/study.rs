//! A calibration, a measurement or a power that many machines share, or that may be cut off.
//!
//! Its files are like a run's, with one record: the results of all its tasks.

use super::{
    checkpoint::{self, Checkpoint, of_share},
    file::{self, FileError, Key, Payload, TalliesFile, is_of_study},
    identity::{Identity, Kind, LookNumber},
    merge::{MergeError, all_there, are_of_one},
    packing,
};
use crate::{
    calibration::{
        self, Calibration,
        measured::{self, Measurement},
    },
    outcomes::{Known, Outcomes},
    power::{self, Question},
};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use shuffle_audit::{
    number::hex,
    seeds::PlanSeed,
    tallies::{LedgerError, Share},
};
use shuffle_subjects::{Folder, PackedPlan, PlanError, PlanFile};
use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
    sync::Arc,
    time::Duration,
};

/// The name of the only record.
const OUTCOMES: &str = "outcomes";

/// A study that can be shared.
#[derive(Clone, Debug, PartialEq)]
pub enum Study {
    /// A calibration.
    Calibration(Calibration),
    /// The decks until each defect of a plan is caught.
    Measurement(Measurement),
    /// A forecast.
    Power(Box<Question>),
}

/// A study on its way to another machine.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Packed {
    Calibration {
        runs: u64,
        cards: Vec<u64>,
        sound: Option<PackedPlan>,
        trials: u64,
        detections: u64,
        most_decks: u64,
        seed: String,
    },
    Measurement {
        plan: PackedPlan,
        audits: u64,
        times: u64,
    },
    Power {
        /// A plan of the case alone.
        plan: PackedPlan,
        /// The bits of the power.
        power: u64,
        trials: Option<u64>,
        pilot: Option<u64>,
    },
}

impl Packed {
    /// The settings, in words, wherever they were packed.
    fn settings(&self) -> String {
        match self {
            Self::Calibration { runs, cards, sound, trials, detections, most_decks, seed } => {
                let cards = cards.iter().map(ToString::to_string).collect::<Vec<_>>().join(",");
                let sound = sound.as_ref().map(|plan| format!(", sound {}", plan.digest()));
                format!(
                    "runs {runs}, cards {cards}, trials {trials}, detections {detections}, most decks {most_decks}, seed {seed}{}",
                    sound.unwrap_or_default()
                )
            }
            Self::Measurement { plan, audits, times } => {
                format!("plan {}, detections {audits}, times {times}", plan.digest())
            }
            Self::Power { plan, power, trials, pilot } => {
                let asked = |what: &str, decks: &Option<u64>| {
                    decks.map(|decks| format!(", {what} {decks}")).unwrap_or_default()
                };
                let (power, of) = (f64::from_bits(*power), plan.digest());
                let [trials, pilot] = [asked("trials", trials), asked("pilot", pilot)];
                format!("subject and budget {of}, power {power}{trials}{pilot}")
            }
        }
    }
}

impl Study {
    /// The name of its report and files.
    pub fn name(&self) -> String {
        match self {
            Self::Calibration(calibration) => calibration.name(),
            Self::Measurement(measurement) => measurement.file.name.clone(),
            Self::Power(_) => "power".to_owned(),
        }
    }

    fn seed(&self) -> PlanSeed {
        match self {
            Self::Calibration(calibration) => calibration.seed,
            Self::Measurement(measurement) => measurement.file.seed,
            Self::Power(question) => question.seed,
        }
    }

    fn packed(&self) -> Packed {
        let pack = |plan: &PlanFile| PackedPlan::of(plan, Path::new(""));
        match self {
            Self::Calibration(it) => Packed::Calibration {
                runs: it.runs,
                cards: it.cards.clone(),
                sound: it.sound.as_ref().map(pack),
                trials: it.trials,
                detections: it.detections,
                most_decks: it.most_decks,
                seed: it.seed.to_string(),
            },
            Self::Measurement(Measurement { file, audits, times }) => {
                Packed::Measurement { plan: pack(file), audits: *audits, times: *times }
            }
            Self::Power(question) => Packed::Power {
                plan: pack(&of_question(question)),
                power: question.power.to_bits(),
                trials: question.trials,
                pilot: question.pilot,
            },
        }
    }

    /// `None` if these bytes cannot come from packing.
    fn unpacked(packed: &Packed) -> Result<Option<Self>, PlanError> {
        Ok(match packed {
            Packed::Calibration { runs, cards, sound, trials, detections, most_decks, seed } => {
                let sound = sound.as_ref().map(PackedPlan::plan).transpose()?;
                PlanSeed::parse(seed).ok().map(|seed| {
                    Self::Calibration(Calibration {
                        runs: *runs,
                        cards: cards.clone(),
                        sound,
                        trials: *trials,
                        detections: *detections,
                        most_decks: *most_decks,
                        seed,
                    })
                })
            }
            Packed::Measurement { plan, audits, times } => {
                let file = plan.plan()?;
                Some(Self::Measurement(Measurement { file, audits: *audits, times: *times }))
            }
            Packed::Power { plan, power, trials, pilot } => {
                let PlanFile { seed, budget, cases, .. } = plan.plan()?;
                let (trials, pilot, power) = (*trials, *pilot, f64::from_bits(*power));
                cases.into_iter().next().map(|case| {
                    Self::Power(Box::new(Question { case, budget, power, trials, pilot, seed }))
                })
            }
        })
    }

    /// A hash of everything that decides its outcomes.
    fn fingerprint(&self) -> String {
        let digest = Sha256::digest(format!("{} {}", self.name(), self.packed().settings()));
        format!("0x{}", hex(&digest[..8]))
    }

    /// True if it is one that can be made by flags, and these are all its outcomes.
    fn is_done(&self, known: &Known) -> bool {
        match self {
            Self::Calibration(it) => it.runs > 0 && calibration::is_done(it, known),
            Self::Measurement(it) => measured::is_done(it, known),
            Self::Power(it) => power::is_done(it, known),
        }
    }

    fn identity(&self, kind: Kind, share: Option<Share>) -> Identity {
        let (name, share) = (self.name(), share.unwrap_or(Share::WHOLE));
        let study = (&name[..], self.fingerprint(), self.seed());
        Identity::new(study, kind, LookNumber::First, share)
    }

    fn write(
        &self,
        path: &Path,
        (kind, share): (Kind, Option<Share>),
        known: &Known,
    ) -> Result<(), FileError> {
        let records = BTreeMap::from([(key(), Payload::new(packing::packed(known)))]);
        file::write(path, &self.identity(kind, share), &self.packed(), &records)
    }
}

fn key() -> Key {
    (LookNumber::First, OUTCOMES.to_owned())
}

fn of_question(question: &Question) -> PlanFile {
    PlanFile {
        name: "power".to_owned(),
        title: String::new(),
        seed: question.seed,
        budget: question.budget,
        folder: Folder::default(),
        cases: vec![question.case.clone()],
        sweeps: Vec::new(),
        second_look: None,
    }
}

/// A study, or a shard of it, and where its outcomes are kept meanwhile.
pub struct StudyBook {
    study: Arc<Study>,
    share: Option<Share>,
    outcomes: Outcomes,
    checkpoint: Option<Arc<Checkpoint>>,
    /// The outcomes that it resumes from.
    resumed: Option<Known>,
}

impl StudyBook {
    /// A study of which nothing is known.
    pub fn new(study: Study, share: Option<Share>) -> Self {
        let outcomes = Outcomes::new(share.unwrap_or(Share::WHOLE), Known::default());
        Self { study: Arc::new(study), share, outcomes, checkpoint: None, resumed: None }
    }

    /// The same with a checkpoint in this folder, and with what is in it already. `trouble` is called when it cannot be written.
    ///
    /// # Errors
    ///
    /// The reason, in words, if the folder cannot be used, or if its checkpoint is torn or of something else.
    pub fn with_checkpoint(
        self,
        folder: &Path,
        every: Option<Duration>,
        trouble: impl Fn(&FileError) + Send + Sync + 'static,
    ) -> Result<Self, LedgerError> {
        let stem = format!("{}{}", self.study.name(), of_share(self.share));
        let checkpoint = Arc::new(Checkpoint::new(folder, &stem, every, trouble)?);
        let resumed =
            if checkpoint.path.exists() { Some(self.resume(&checkpoint.path)?) } else { None };
        let known = resumed.clone().unwrap_or_default();
        let of = (Kind::StudyCheckpoint, self.share);
        let written = self.study.write(&checkpoint.path, of, &known);
        written.map_err(|error| LedgerError(error.to_string()))?;
        let (study, kept) = (Arc::clone(&self.study), Arc::clone(&checkpoint));
        let keep = move |known: Known| {
            if let Err(error) = study.write(&kept.path, of, &known) {
                (kept.trouble)(&error);
            }
        };
        let outcomes = Outcomes::new(self.share.unwrap_or(Share::WHOLE), known);
        let outcomes = outcomes.kept_by(checkpoint.every, keep);
        Ok(Self { outcomes, checkpoint: Some(checkpoint), resumed, ..self })
    }

    /// Takes over what a checkpoint has.
    fn resume(&self, path: &Path) -> Result<Known, LedgerError> {
        let unread = |error: FileError| LedgerError(error.to_string());
        checkpoint::is_of(path, &self.study.identity(Kind::StudyCheckpoint, self.share))?;
        let file = TalliesFile::<Packed>::open(path).map_err(unread)?;
        Ok(file.record(&key()).map_err(unread)?.unwrap_or_default())
    }

    /// The study.
    pub fn study(&self) -> &Study {
        &self.study
    }

    /// Its outcomes, as they come.
    pub fn outcomes(&self) -> &Outcomes {
        &self.outcomes
    }

    /// The outcomes that it resumes from, if there was a checkpoint.
    pub fn resumed(&self) -> Option<&Known> {
        self.resumed.as_ref()
    }

    /// Its checkpoint, if it has one.
    pub fn checkpoint(&self) -> Option<&Checkpoint> {
        self.checkpoint.as_deref()
    }

    /// The name of the file of a shard.
    pub fn file_name(&self) -> String {
        format!("{}{}.tallies", self.study.name(), of_share(self.share))
    }

    /// Writes all that a shard has found out.
    ///
    /// # Errors
    ///
    /// [`FileError::Write`].
    pub fn write(&self, path: &Path) -> Result<(), FileError> {
        checkpoint::clear(path, Some(checkpoint::ABANDONED)).ok();
        self.study.write(path, (Kind::Study, self.share), &self.outcomes.known())
    }

    /// The study of which these files are the shards, with all its outcomes.
    ///
    /// # Errors
    ///
    /// [`MergeError`] if one is missing, double, of another study, or damaged.
    pub fn merged(paths: &[PathBuf]) -> Result<Self, MergeError> {
        let is_of_run = |path: &PathBuf| file::identity(path).is_some() && !is_of_study(path);
        if let Some(study) = paths.iter().find(|path| is_of_study(path))
            && paths.iter().any(is_of_run)
        {
            return Err(MergeError::Study(study.clone()));
        }
        let files = paths.iter().map(|path| TalliesFile::<Packed>::open(path));
        let mut files = files.collect::<Result<Vec<_>, _>>()?;
        if let Some(other) = files.iter().find(|file| file.identity.kind != Kind::Study) {
            return Err(MergeError::Checkpoint(other.path.clone()));
        }
        files.sort_by_key(|file| file.identity.share.number);
        for two in files.windows(2) {
            are_of_one_study(&two[0], &two[1])?;
        }
        let first = all_there(LookNumber::First, &files, None)?;
        let mut known = Known::default();
        for file in &files {
            let theirs: Option<Known> = file.record(&key())?;
            let merged = known.merge(theirs.unwrap_or_default());
            merged.map_err(|error| MergeError::Outcomes { path: file.path.clone(), error })?;
        }
        let unread = |error| MergeError::Plan { path: first.path.clone(), error };
        let study = Study::unpacked(&first.preface).map_err(unread)?;
        let is_ours = |study: &Study| {
            study.identity(Kind::Study, Some(first.identity.share)) == first.identity
        };
        let study = study.filter(is_ours).ok_or_else(|| FileError::Damaged(first.path.clone()))?;
        if !study.is_done(&known) {
            return Err(MergeError::Incomplete(study.name()));
        }
        Ok(Self { outcomes: Outcomes::new(Share::WHOLE, known), ..Self::new(study, None) })
    }

    /// Checks that the file of a shard takes the place of nothing else.
    ///
    /// # Errors
    ///
    /// [`FileError::Taken`].
    pub fn is_free(&self, path: &Path) -> Result<(), FileError> {
        file::is_free(path, &self.study.identity(Kind::Study, self.share))
    }
}

/// Checks that two files are of one study, and says which settings differ.
fn are_of_one_study(
    first: &TalliesFile<Packed>,
    other: &TalliesFile<Packed>,
) -> Result<(), MergeError> {
    let (mine, theirs) = (first.preface.settings(), other.preface.settings());
    if first.identity.plan != other.identity.plan || mine == theirs {
        return are_of_one(first, other);
    }
    let of = |settings| format!("`{}` with {settings}", first.identity.plan);
    let (mine, theirs) = (of(mine), of(theirs));
    Err(MergeError::Other { first: first.path.clone(), mine, other: other.path.clone(), theirs })
}
