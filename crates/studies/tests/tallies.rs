//! However the blocks are divided, and however often counting is cut off, the findings equal the findings of one run.

use proptest::prelude::*;
use shuffle_audit::{
    Findings,
    engine::{self, Options, Progress, RunError},
    tallies::Share,
};
use shuffle_studies::{
    run,
    tallies::{Book, Merger},
};
use shuffle_subjects::PlanFile;
use std::{
    path::{Path, PathBuf},
    sync::{
        LazyLock,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    time::Duration,
};

/// Summaries, keys, more decks than are summarized, a case of few blocks, one that is counted in order.
const PLAN: &str = r#"
[budget]
escalate = false

[[case]]
id = "keys"
algorithm = "fisher-yates"
cards = 20
trials = 30_000

[[case]]
id = "many"
algorithm = "naive"
cards = 4
trials = 150_000
metrics = ["permutations", "lags", "drift", "repeats"]
expect = "fail"

[[case]]
id = "large"
algorithm = "fisher-yates"
cards = 3_000
trials = 300
metrics = ["position", "ascents"]

[[case]]
id = "in-order"
algorithm = "fisher-yates"
cards = 5
trials = 9_000
sequential = true
"#;

static ONE: LazyLock<Findings> =
    LazyLock::new(|| run(&plan(), &Options::default()).unwrap().findings);

fn plan() -> PlanFile {
    PlanFile::parse("p.toml", PLAN).unwrap()
}

/// Counts a shard, cut off after each of these numbers of decks.
fn count(share: Share, threads: usize, cuts: &[u64], folder: &Path) -> PathBuf {
    let plan = plan();
    let mut cuts = cuts.iter().copied();
    loop {
        let book = Book::new(&plan, Path::new("p.toml"), Some(share));
        let every = Some(Duration::from_millis(10));
        let book = book.with_checkpoint(folder, every, |error| panic!("{error}")).unwrap();
        let (cut, counted) = (cuts.next().unwrap_or(u64::MAX), AtomicU64::new(0));
        let stop = AtomicBool::new(false);
        let progress = |news: Progress<'_>| {
            if let Progress::Trials(trials) = news
                && counted.fetch_add(trials, Ordering::Relaxed) >= cut
            {
                stop.store(true, Ordering::Relaxed);
            }
        };
        let options = Options {
            threads,
            interrupt: &stop,
            progress: &progress,
            ledger: Some(&book),
            ..Options::default()
        };
        match engine::tally(&plan.plan(), &options, share, None) {
            Ok(faulted) => assert!(faulted.is_empty()),
            Err(RunError::Interrupted) => continue,
            Err(error) => panic!("{error}"),
        }
        let path = folder.join(book.file_name());
        book.write(&path).unwrap();
        book.checkpoint().unwrap().remove().unwrap();
        return path;
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(6))]

    #[test]
    fn shards_that_are_cut_off_anywhere_merge_to_one_run(
        of in 1..9_u64,
        threads in 1..4_usize,
        cuts in prop::collection::vec(0..60_000_u64, 0..4),
        turn in any::<prop::sample::Index>(),
    ) {
        let folder = tempfile::tempdir().unwrap();
        let shard = |number| count(Share { number, of }, threads, &cuts, folder.path());
        let mut paths: Vec<PathBuf> = (1..=of).map(shard).collect();
        let turn = turn.index(paths.len());
        paths.rotate_left(turn);
        let merger = Merger::open(&paths).unwrap();
        let options = Options { threads, ledger: Some(&merger), ..Options::default() };
        let merged = run(merger.plan(), &options).unwrap();
        prop_assert_eq!(&merged.findings, &*ONE);
        prop_assert!(merger.check_second_look().is_ok());
    }
}

#[test]
fn a_shard_has_the_same_bytes_however_it_was_counted() {
    let bytes = |threads, cuts: &[u64]| {
        let folder = tempfile::tempdir().unwrap();
        let share = Share { number: 2, of: 3 };
        std::fs::read(count(share, threads, cuts, folder.path())).unwrap()
    };
    let whole = bytes(1, &[]);
    assert!(whole == bytes(3, &[]) && whole == bytes(2, &[20_000, 0, 20_000]));
}
