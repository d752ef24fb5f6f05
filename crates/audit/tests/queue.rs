//! The loop in which decks are counted: who works on what, and how much memory that takes.

use shuffle_algorithms::generator::Seed;
use shuffle_audit::{
    Case, Custom, Plan, Source, Subject,
    block::Block,
    case::{CaseError, Request},
    engine::{
        self, Options, Pool,
        queue::{self, CountedBy, Counting, Task, Work},
    },
    plan::SEED,
    seeds::Stage,
    source::SourceError,
};
use shuffle_deck::RowsMut;
use shuffle_metrics::{Decks, verdict::Budget};
use std::{
    ops::ControlFlow,
    sync::{
        Arc, Condvar, Mutex,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

/// No machine is so slow that two workers need longer to begin a case each.
const PATIENCE: Duration = Duration::from_secs(60);

fn case(id: &str, trials: u64, source: impl Source + Send + 'static) -> Case {
    let request =
        Request { id: id.to_owned(), cards: 5, trials: Some(trials), ..Request::default() };
    let subject: Arc<dyn Subject> = Arc::new(Custom::new(id, source));
    Case::new(request, |_| Ok::<_, CaseError>(subject)).unwrap()
}

fn plan(cases: Vec<Case>) -> Plan {
    let (name, title) = ("queue".to_owned(), String::new());
    Plan { name, title, seed: SEED, budget: Budget::default(), cases, fingerprint: None }
}

/// Decks in order.
fn deal(block: &mut Block) {
    let RowsMut::Narrow(rows) = block.rows_mut() else { unreachable!("few cards are narrow") };
    rows.iter_mut().enumerate().for_each(|(place, card)| *card = (place % 5) as u8);
}

/// A source that fills no block before another case is being filled, too.
struct Meeting {
    /// The cases that were ever filled, as bits, and who waits for the next.
    seen: Arc<(Mutex<u32>, Condvar)>,
    bit: u32,
    all: u32,
}

impl Source for Meeting {
    fn fill(&self, block: &mut Block, _: &Seed) -> Result<(), SourceError> {
        let (seen, changed) = &*self.seen;
        let mut seen = seen.lock().unwrap();
        *seen |= self.bit;
        changed.notify_all();
        let waits = |seen: &mut u32| *seen != self.all;
        let (_guard, waited) = changed.wait_timeout_while(seen, PATIENCE, waits).unwrap();
        if waited.timed_out() {
            return Err(SourceError("no worker has the other case".to_owned()));
        }
        deal(block);
        Ok(())
    }
}

#[test]
fn workers_are_on_blocks_of_several_cases_at_once() {
    let seen = Arc::new((Mutex::new(0), Condvar::new()));
    let meeting = |bit: u32| Meeting { seen: Arc::clone(&seen), bit: 1 << bit, all: 0b111 };
    // Each has several blocks, so that workers could all be on the first of them.
    let cases = (0..3).map(|bit| case(&format!("case-{bit}"), 20_000, meeting(bit))).collect();
    let options = Options { threads: 3, ..Options::default() };
    let findings = engine::run(&plan(cases), &options).unwrap();
    assert!(findings.faulted.is_empty(), "{:?}", findings.faulted);
    assert_eq!(findings.cases.len(), 3);
}

#[test]
fn workers_without_a_case_of_their_own_help_with_the_largest() {
    let seen = Arc::new((Mutex::new(0), Condvar::new()));
    /// Waits in the first block of the case until another worker fills the second.
    struct Helped(Arc<(Mutex<u32>, Condvar)>);
    impl Source for Helped {
        fn fill(&self, block: &mut Block, _: &Seed) -> Result<(), SourceError> {
            let (begun, changed) = &*self.0;
            let mut begun = begun.lock().unwrap();
            *begun += 1;
            changed.notify_all();
            let (_guard, waited) =
                changed.wait_timeout_while(begun, PATIENCE, |begun| *begun < 2).unwrap();
            deal(block);
            if waited.timed_out() { Err(SourceError("alone".to_owned())) } else { Ok(()) }
        }
    }
    let cases = vec![case("helped", 20_000, Helped(seen))];
    let options = Options { threads: 2, ..Options::default() };
    let findings = engine::run(&plan(cases), &options).unwrap();
    assert!(findings.faulted.is_empty(), "{:?}", findings.faulted);
    assert_eq!(findings.cases[0].last().trials, 20_000);
}

#[test]
fn the_first_fault_is_that_of_the_first_block_whatever_the_number_of_threads() {
    /// Its later blocks are at fault, the first of them last.
    struct Late;
    impl Source for Late {
        fn fill(&self, block: &mut Block, _: &Seed) -> Result<(), SourceError> {
            let first = block.first_trial();
            deal(block);
            match first {
                0 => Ok(()),
                4_096 => {
                    std::thread::sleep(Duration::from_millis(50));
                    Err(SourceError(format!("block at {first}")))
                }
                _ => Err(SourceError(format!("block at {first}"))),
            }
        }
    }
    for threads in [1, 2, 4] {
        let options = Options { threads, ..Options::default() };
        let findings = engine::run(&plan(vec![case("late", 100_000, Late)]), &options).unwrap();
        assert_eq!(findings.faulted[0].fault.to_string(), "block at 4096", "{threads} threads");
    }
}

/// Tasks whose sums say that they are large, and how many of them there are at a time.
struct Large {
    cases: Vec<Case>,
    bytes: usize,
    beginning: Duration,
    now: AtomicUsize,
    most: AtomicUsize,
    ended: Mutex<Vec<(usize, u64)>>,
}

struct LargeCounting<'a>(&'a Large);

struct LargeSum<'a>(&'a Large, u64);

impl Drop for LargeSum<'_> {
    fn drop(&mut self) {
        self.0.now.fetch_sub(1, Ordering::SeqCst);
    }
}

impl<'a> Counting for LargeCounting<'a> {
    type Sum = LargeSum<'a>;

    fn empty(&self) -> LargeSum<'a> {
        let now = self.0.now.fetch_add(1, Ordering::SeqCst) + 1;
        self.0.most.fetch_max(now, Ordering::SeqCst);
        LargeSum(self.0, 0)
    }

    fn observe(&self, sum: &mut LargeSum<'a>, decks: &Decks<'_>) -> ControlFlow<()> {
        sum.1 += decks.trials() as u64;
        // Long enough that all others come to help, if they may.
        std::thread::sleep(Duration::from_millis(1));
        ControlFlow::Continue(())
    }

    fn merge(&self, sum: &mut LargeSum<'a>, other: LargeSum<'a>) {
        sum.1 += other.1;
    }

    fn bytes(&self) -> usize {
        self.0.bytes
    }
}

/// The work has to outlive what borrows of it.
struct Borrowed<'a>(&'a Large);

impl<'a> Work for Borrowed<'a> {
    type Counting = LargeCounting<'a>;

    fn tasks(&self) -> usize {
        self.0.cases.len()
    }

    fn task(&self, index: usize) -> Task<'_> {
        Task { case: &self.0.cases[index], seed: SEED, stage: Stage::FirstLook }
    }

    fn begin(&self, _: usize) -> LargeCounting<'a> {
        std::thread::sleep(self.0.beginning);
        LargeCounting(self.0)
    }

    fn end(&self, index: usize, _: &LargeCounting<'a>, counted: CountedBy<LargeCounting<'a>>) {
        let counted = counted.unwrap();
        assert_eq!(counted.sum.1, counted.trials);
        self.0.ended.lock().unwrap().push((index, counted.trials));
    }

    fn tell(&self, _: usize, _: u64) {}
}

fn most_sums(tasks: usize, bytes: usize, beginning: Duration, threads: usize) -> usize {
    struct InOrder;
    impl Source for InOrder {
        fn fill(&self, block: &mut Block, _: &Seed) -> Result<(), SourceError> {
            deal(block);
            Ok(())
        }
    }
    let cases: Vec<Case> =
        (0..tasks).map(|index| case(&format!("case-{index}"), 100_000, InOrder)).collect();
    let large = Large {
        bytes,
        beginning,
        now: AtomicUsize::new(0),
        most: AtomicUsize::new(0),
        ended: Mutex::new(Vec::new()),
        cases,
    };
    let pool = Pool::new(threads, &large.cases).unwrap();
    queue::count(&Borrowed(&large), &pool, &Options { threads, ..Options::default() }).unwrap();
    let mut ended = large.ended.into_inner().unwrap();
    ended.sort_unstable();
    assert_eq!(ended, (0..tasks).map(|task| (task, 100_000)).collect::<Vec<_>>());
    assert_eq!(large.now.load(Ordering::SeqCst), 0);
    large.most.load(Ordering::SeqCst)
}

#[test]
fn a_large_table_is_not_held_once_by_every_worker() {
    // No more than two sums of 400 MB fit into the gigabyte that all of them share.
    let most = most_sums(3, 400 << 20, Duration::ZERO, 6);
    assert!((1..=2).contains(&most), "{most} sums of 400 MB at a time");
    // One that is larger than all of it is there alone.
    assert_eq!(most_sums(3, 2 << 30, Duration::ZERO, 6), 1);
    // Small ones are shared by all.
    assert!(most_sums(3, 1_000, Duration::ZERO, 6) > 2);
}

#[test]
fn workers_wait_for_a_task_that_somebody_is_beginning() {
    // All others find nothing to do for as long as the only task is not begun.
    assert!(most_sums(1, 1_000, Duration::from_millis(100), 6) > 2);
}
