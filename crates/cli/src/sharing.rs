//! The flags by which a run is shared by many machines, or may be cut off: `--shard` and `--checkpoint`.

use crate::{
    args::{Machine, parse_count},
    exit::Failure,
    interrupt,
};
use clap::Args;
use shuffle_audit::{number, tallies::Share};
use shuffle_studies::tallies::{Book, FileError};
use shuffle_subjects::PlanFile;
use std::{
    path::{Path, PathBuf},
    sync::Arc,
    time::Duration,
};

#[derive(Args, Debug)]
pub(crate) struct SharingFlags {
    /// Count only shard I of K, such as 2/7, and judge nothing: write its tallies into --out [default: tallies], for
    /// `merge`
    #[arg(long, value_name = "I/K", value_parser = parse_share)]
    #[arg(conflicts_with_all = ["only", "export", "no_report", "no_pictures", "verbose", "json"])]
    pub(crate) shard: Option<Share>,
    /// Keep what is counted in this folder, every 30 seconds and when the run is told to end; the same command goes on from
    /// it
    #[arg(long, value_name = "DIR")]
    checkpoint: Option<PathBuf>,
    /// Milliseconds from one checkpoint to the next
    #[arg(long, value_name = "N", value_parser = parse_count, requires = "checkpoint", hide = true)]
    checkpoint_every: Option<u64>,
}

impl SharingFlags {
    /// Where the counts of a run are kept, if it has a checkpoint; the run goes on from it.
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

    /// Where the counts of a shard are kept, or those of a run.
    #[expect(clippy::print_stderr, reason = "news for people, beside what a program reads")]
    pub(crate) fn book(
        &self,
        plan: &PlanFile,
        path: &Path,
        machine: Machine,
    ) -> Result<Book, Failure> {
        let book = Book::new(plan, path, self.shard);
        let Some(folder) = &self.checkpoint else { return Ok(book) };
        let every = self.checkpoint_every.map(Duration::from_millis);
        let trouble = |error: &FileError| {
            Failure::usage(format!("{error}; the run goes on")).tell();
        };
        let book = book.with_checkpoint(folder, every, trouble);
        let book = book.map_err(|error| Failure::usage(format!("--checkpoint: {error}")))?;
        interrupt::wait_for_checkpoint();
        if let (Some(decks @ 1..), Some(checkpoint), false) =
            (book.resumed(), book.checkpoint(), machine.quiet)
        {
            let decks = number::counted(decks, "deck");
            eprintln!("shuffle-audit: goes on after {decks} from `{}`", checkpoint.display());
        }
        Ok(book)
    }
}

/// Removes the checkpoint of a run that is over.
pub(crate) fn remove(book: &Book) -> Result<(), Failure> {
    book.remove_checkpoint().map_err(|error| {
        let path = book.checkpoint().unwrap_or(Path::new("")).display();
        Failure::usage(format!("cannot remove the checkpoint `{path}`: {error}"))
    })
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
