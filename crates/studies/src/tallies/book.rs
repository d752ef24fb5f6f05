//! The counts of a shard, or of a run with a checkpoint.
//!
//! Records are compressed as soon as they come, so that records of finished cases take little memory. The checkpoint
//! holds all of them; it is rewritten each time the engine delivers the records of the unfinished cases.

use super::{
    checkpoint::{self, Checkpoint, of_share},
    file::{self, FileError, Key, Payload, Preface, TalliesFile},
    identity::{Identity, Kind, LookNumber},
    packing,
};
use shuffle_audit::{
    Case,
    seeds::Stage,
    tallies::{CaseTallies, Counts, Ledger, LedgerError, Presence, Share},
};
use shuffle_subjects::{PackedPlan, PlanFile};
use std::{
    collections::BTreeMap,
    path::Path,
    sync::{Mutex, MutexGuard, PoisonError},
    time::Duration,
};

/// The counts of a plan, and the place where they are saved in the meantime.
pub struct Book {
    plan: PlanFile,
    packed: PackedPlan,
    share: Option<Share>,
    checkpoint: Option<Checkpoint>,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    records: BTreeMap<Key, Payload>,
    presence: BTreeMap<String, Presence>,
    /// The number of decks in the checkpoint that the run resumes from.
    resumed: Option<u64>,
}

impl Book {
    /// An empty book for the run of a plan that was read from this file, or for one of its shards.
    pub fn new(plan: &PlanFile, path: &Path, share: Option<Share>) -> Self {
        let (plan, packed) = (plan.clone(), PackedPlan::of(plan, path));
        Self { plan, packed, share, checkpoint: None, state: Mutex::default() }
    }

    /// The same with a checkpoint in this folder, and with what is in it already. `trouble` is called when it cannot be written.
    ///
    /// # Errors
    ///
    /// The reason, in words, if the folder cannot be used, or if its checkpoint is torn or of something else.
    pub fn with_checkpoint(
        mut self,
        folder: &Path,
        every: Option<Duration>,
        trouble: impl Fn(&FileError) + Send + Sync + 'static,
    ) -> Result<Self, LedgerError> {
        let checkpoint = Checkpoint::new(folder, &self.stem(), every, trouble)?;
        if checkpoint.path.exists() {
            self.resume(&checkpoint.path)?;
        }
        self.checkpoint = Some(checkpoint);
        // A folder that cannot be written is better known now than after 30 seconds.
        self.write_checkpoint().map_err(|error| LedgerError(error.to_string()))?;
        Ok(self)
    }

    /// Its checkpoint, if it has one.
    pub fn checkpoint(&self) -> Option<&Checkpoint> {
        self.checkpoint.as_ref()
    }

    /// The number of decks in the checkpoint that the run resumes from, if there was one.
    pub fn resumed(&self) -> Option<u64> {
        self.lock().resumed
    }

    /// The name of the files of a shard, without its ending.
    fn stem(&self) -> String {
        let name = &self.plan.name;
        let look = if self.plan.second_look.is_some() { "-second-look" } else { "" };
        format!("{name}{look}{}", of_share(self.share))
    }

    /// The name of the file of a shard's tallies.
    pub fn file_name(&self) -> String {
        format!("{}.tallies", self.stem())
    }

    fn look(&self) -> LookNumber {
        if self.plan.second_look.is_some() { LookNumber::Second } else { LookNumber::First }
    }

    /// Checks that the file of a shard takes the place of nothing else.
    ///
    /// # Errors
    ///
    /// [`FileError::Taken`].
    pub fn is_free(&self, path: &Path) -> Result<(), FileError> {
        file::is_free(path, &self.identity(Kind::Shard))
    }

    /// Writes all that a shard has counted.
    ///
    /// # Errors
    ///
    /// [`FileError::Write`].
    pub fn write(&self, path: &Path) -> Result<(), FileError> {
        checkpoint::clear(path, Some(checkpoint::ABANDONED)).ok();
        self.write_as(path, Kind::Shard)
    }

    fn write_as(&self, path: &Path, kind: Kind) -> Result<(), FileError> {
        let identity = self.identity(kind);
        // Workers go on while the disk is waited for.
        let (presence, records) = {
            let state = self.lock();
            (state.presence.clone(), state.records.clone())
        };
        file::write(path, &identity, &self.preface(presence), &records)
    }

    fn identity(&self, kind: Kind) -> Identity {
        let plan = (&self.plan.name[..], self.plan.fingerprint(), self.plan.seed);
        Identity::new(plan, kind, self.look(), self.share.unwrap_or(Share::WHOLE))
    }

    fn preface(&self, presence: BTreeMap<String, Presence>) -> Preface {
        let (plan, second_look) = (self.packed.clone(), self.plan.second_look.clone());
        Preface { plan, second_look, presence }
    }

    fn kind_of_checkpoint(&self) -> Kind {
        if self.share.is_some() { Kind::ShardCheckpoint } else { Kind::RunCheckpoint }
    }

    fn write_checkpoint(&self) -> Result<(), FileError> {
        match &self.checkpoint {
            Some(checkpoint) => self.write_as(&checkpoint.path, self.kind_of_checkpoint()),
            None => Ok(()),
        }
    }

    /// Takes over what a checkpoint has.
    fn resume(&mut self, path: &Path) -> Result<(), LedgerError> {
        let unread = |error: FileError| LedgerError(error.to_string());
        checkpoint::is_of(path, &self.identity(self.kind_of_checkpoint()))?;
        let file: TalliesFile = TalliesFile::open(path).map_err(unread)?;
        let of = |what: &str| Err(checkpoint::of_something_else(path, what));
        if !file.preface.plan.is_that_of(&self.packed) {
            return of(&format!("plan `{}` with other keys, packs or labels", file.identity.plan));
        }
        if file.preface.second_look != self.plan.second_look {
            return of("another part of the plan");
        }
        let mut decks = 0;
        let mut state = State { presence: file.preface.presence.clone(), ..State::default() };
        for key in file.keys() {
            // All is read before anything is counted.
            let record: Option<CaseTallies> = file.record(key).map_err(unread)?;
            decks += record.map_or(0, |record| record.trials);
            let payload = file.payload(key).map_err(unread)?;
            state.records.extend(payload.map(|payload| (key.clone(), Payload::new(payload))));
        }
        state.resumed = Some(decks);
        self.state = Mutex::new(state);
        Ok(())
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Ledger for Book {
    fn meet(&self, presence: Vec<(String, Presence)>) -> Result<(), LedgerError> {
        let mut state = self.lock();
        for (case, now) in presence {
            if state.presence.get(&case).is_some_and(|before| *before != now) {
                let path = self.checkpoint().map_or(Path::new(""), |it| &it.path).display();
                return Err(LedgerError(format!(
                    "the checkpoint `{path}` is of another version of the subject of case `{case}`, or of a machine that has \
                     it or has it not; remove it, or name another folder"
                )));
            }
            state.presence.insert(case, now);
        }
        Ok(())
    }

    fn before(&self, stage: Stage, case: &Case) -> Result<Option<CaseTallies>, LedgerError> {
        let key = (LookNumber::of(stage), case.id().to_owned());
        let Some(payload) = self.lock().records.get(&key).cloned() else { return Ok(None) };
        let unread = || LedgerError(format!("the record of case `{}` cannot be read", case.id()));
        let record: CaseTallies = packing::unpacked(&payload).ok_or_else(unread)?;
        // A resumed run tries a faulty subject again.
        Ok(Some(record).filter(|record| !matches!(record.counts, Counts::Fault(..))))
    }

    fn keep(&self, stage: Stage, case: &Case, tallies: &CaseTallies) {
        let payload = Payload::new(packing::packed(tallies));
        self.lock().records.insert((LookNumber::of(stage), case.id().to_owned()), payload);
    }

    fn keep_every(&self) -> Option<Duration> {
        self.checkpoint.as_ref().map(|checkpoint| checkpoint.every)
    }

    fn kept(&self) {
        let Some(checkpoint) = &self.checkpoint else { return };
        if let Err(error) = self.write_checkpoint() {
            (checkpoint.trouble)(&error);
        }
    }
}
