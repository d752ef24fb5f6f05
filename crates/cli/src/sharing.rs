//! The flags by which a run is shared by many machines, or may be cut off: `--shard` and `--checkpoint`.

use crate::{
    common::{Machine, SeedChoice, parse_count},
    exit::{Exit, Failure},
    interrupt,
};
use clap::Args;
use shuffle_audit::{
    engine::RunError,
    number,
    tallies::{LedgerError, Share},
};
use shuffle_report::folder;
use shuffle_studies::tallies::{Book, Checkpoint, FileError, Study, StudyBook};
use shuffle_subjects::PlanFile;
use std::{
    path::{Path, PathBuf},
    sync::Arc,
    time::Duration,
};

/// The folder of tallies by default.
const TALLIES: &str = "tallies";

#[derive(Args, Debug)]
pub(crate) struct SharingFlags {
    /// Count only shard I of K, such as 2/7, and judge nothing: write its tallies into --out [default: tallies], for
    /// `merge`
    #[arg(long, value_name = "I/K", value_parser = parse_share)]
    pub(crate) shard: Option<Share>,
    /// Keep what is counted in this folder, every 30 seconds and when the run is interrupted; the same command goes on from
    /// it
    #[arg(long, value_name = "DIR")]
    checkpoint: Option<PathBuf>,
    /// Milliseconds from one checkpoint to the next
    #[arg(long, value_name = "N", value_parser = parse_count, requires = "checkpoint", hide = true)]
    checkpoint_every: Option<u64>,
}

impl SharingFlags {
    /// Checks that a shard has no flag that needs the merged result: the flags, and whether they are given.
    pub(crate) fn judges_nothing(&self, flags: &[(&str, bool)]) -> Result<(), Failure> {
        match flags.iter().find(|(_, is_given)| *is_given) {
            Some((flag, _)) if self.shard.is_some() => Err(Failure::usage(format!(
                "--shard: cannot be used with {flag}: a shard judges nothing; give it to `merge`"
            ))),
            _ => Ok(()),
        }
    }

    /// Checks that all shards, or all attempts, draw from one seed.
    pub(crate) fn has_one_seed(&self, seed: Option<SeedChoice>) -> Result<(), Failure> {
        let is_shared = self.shard.is_some() || self.checkpoint.is_some();
        match seed {
            Some(SeedChoice::Fresh) if is_shared => Err(Failure::usage(
                "--seed fresh: cannot be used with --shard or --checkpoint, where every command needs the same seed; draw one, and \
                 give it to all",
            )),
            _ => Ok(()),
        }
    }

    /// The folder of a shard's file, which is made and tried.
    pub(crate) fn folder(out: Option<&Path>) -> Result<PathBuf, Failure> {
        let out = out.map_or_else(|| PathBuf::from(TALLIES), Path::to_owned);
        std::fs::create_dir_all(&out).and_then(|()| folder::try_to_write(&out)).map_err(
            |error| {
                Failure::usage(format!("--out: cannot write into `{}`: {error}", out.display()))
            },
        )?;
        Ok(out)
    }

    /// The book of a study, or of a shard of it, whose outcomes are kept if there is a checkpoint.
    pub(crate) fn study(&self, study: Study, machine: Machine) -> Result<StudyBook, Failure> {
        let book = StudyBook::new(study, self.shard);
        let Some(folder) = &self.checkpoint else { return Ok(book) };
        let book = opened(book.with_checkpoint(folder, self.every(), trouble))?;
        let done = book.resumed().map_or((0, "deck"), |known| match known.tasks() as u64 {
            0 => (known.decks(), "deck"),
            audits => (audits, "audit"),
        });
        tell_resumed(done, book.checkpoint(), machine);
        Ok(book)
    }

    fn every(&self) -> Option<Duration> {
        self.checkpoint_every.map(Duration::from_millis)
    }

    /// The book of a run, if it has a checkpoint; the run goes on from it.
    pub(crate) fn checkpointed(
        &self,
        plan: &PlanFile,
        path: &Path,
        machine: Machine,
    ) -> Result<Option<Arc<Book>>, Failure> {
        if self.checkpoint.is_none() {
            return Ok(None);
        }
        self.book(plan, path, machine).map(|book| Some(Arc::new(book)))
    }

    pub(crate) fn book(
        &self,
        plan: &PlanFile,
        path: &Path,
        machine: Machine,
    ) -> Result<Book, Failure> {
        let book = Book::new(plan, path, self.shard);
        let Some(folder) = &self.checkpoint else { return Ok(book) };
        let book = opened(book.with_checkpoint(folder, self.every(), trouble))?;
        tell_resumed((book.resumed().unwrap_or(0), "deck"), book.checkpoint(), machine);
        Ok(book)
    }
}

/// A book with a checkpoint, for which an interrupt waits from now on.
fn opened<B>(book: Result<B, LedgerError>) -> Result<B, Failure> {
    let book = book.map_err(|error| Failure::usage(format!("--checkpoint: {error}")))?;
    interrupt::wait_for_checkpoint();
    Ok(book)
}

/// Prints how much of it, if anything, was done before.
fn tell_resumed((done, noun): (u64, &str), checkpoint: Option<&Checkpoint>, machine: Machine) {
    if let (1.., Some(checkpoint), false) = (done, checkpoint, machine.quiet) {
        let (done, checkpoint) = (number::counted(done, noun), checkpoint.path.display());
        tell!("shuffle-audit: goes on after {done} from `{checkpoint}`");
    }
}

/// Removes the checkpoint of what is over, if it has one.
pub(crate) fn remove(checkpoint: Option<&Checkpoint>) -> Result<(), Failure> {
    let Some(checkpoint) = checkpoint else { return Ok(()) };
    checkpoint.remove().map_err(|error| {
        let path = checkpoint.path.display();
        Failure::usage(format!("cannot remove the checkpoint `{path}`: {error}"))
    })
}

/// The end of an interrupted run, which goes on from its checkpoint if it has one.
pub(crate) fn interrupted(checkpoint: Option<&Checkpoint>) -> Failure {
    let Some(checkpoint) = checkpoint else { return RunError::Interrupted.into() };
    let checkpoint = checkpoint.path.display();
    let said = format!("interrupted; the same command goes on from `{checkpoint}`");
    Failure { exit: Exit::Interrupted, ..Failure::usage(said) }
}

fn trouble(error: &FileError) {
    Failure::usage(format!("{error}; the run goes on")).tell();
}

fn parse_share(text: &str) -> Result<Share, String> {
    const MOST: u64 = 1_000_000;
    let parts = text.split_once('/').and_then(|(number, of)| {
        Some(Share { number: number.parse().ok()?, of: of.parse().ok()? })
    });
    match parts {
        Some(share) if (1..=share.of).contains(&share.number) && share.of <= MOST => Ok(share),
        _ => Err(format!("must be I/K such as 2/7, with I from 1 to K and K at most {MOST}")),
    }
}
