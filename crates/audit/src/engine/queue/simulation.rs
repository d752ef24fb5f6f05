//! The queue in virtual time: which share of the time workers idle, on machines that nobody has at hand.
//!
//! Workers choose as in the queue: a task that nobody has begun, else the one to [help](choice::to_help). Who is the last to leave
//! a task judges it before anything else. Its tests, and the parts of long ones, are offered to those who find no blocks, as the pool does.

use super::choice::{self, Open};
use shuffle_metrics::{catalogue::METRICS, costs};
use std::collections::VecDeque;

/// A case with what it costs, in nanoseconds.
#[derive(Clone, Debug)]
struct Task {
    /// The work of who begins it, where its laws are known.
    begin: u64,
    /// Laws that are worked out once in a run: whoever begins a task meanwhile waits for them.
    laws: [u64; 3],
    blocks: u64,
    block: u64,
    judge: Vec<Test>,
}

/// A test to judge.
#[derive(Clone, Debug)]
struct Test {
    /// The work of one worker, before there are parts.
    alone: u64,
    /// What others may do.
    parts: Vec<u64>,
}

/// A task on its way.
#[derive(Clone, Debug, Default)]
struct State {
    is_open: bool,
    taken: u64,
    workers: u64,
    /// The tests and parts that are not done.
    to_judge: usize,
}

/// A test, or a part of one, of a task.
#[derive(Clone, Debug)]
struct Job {
    task: usize,
    test: Test,
}

/// A worker that is busy until some time.
#[derive(Clone, Debug, Default)]
struct Worker {
    until: u64,
    /// The task that it has entered.
    task: Option<usize>,
    is_beginning: bool,
    /// The task that it has to judge.
    judges: Option<usize>,
    job: Option<Job>,
}

impl Worker {
    fn is_busy(&self) -> bool {
        self.task.is_some() || self.job.is_some()
    }
}

/// The queue, in which some workers are in the middle of things.
struct Play<'a> {
    tasks: &'a [Task],
    states: Vec<State>,
    /// The next task that nobody has begun.
    next: usize,
    /// When all laws are known.
    laws_until: u64,
    /// Who judges takes the first of his own task, all others the last.
    jobs: VecDeque<Job>,
}

impl Play<'_> {
    /// Takes note of what a worker has done.
    fn done(&mut self, worker: &mut Worker) {
        if let Some(Job { task, test }) = worker.job.take() {
            let part = |alone| Job { task, test: Test { alone, parts: Vec::new() } };
            self.states[task].to_judge += test.parts.len();
            self.states[task].to_judge -= 1;
            test.parts.into_iter().rev().for_each(|it| self.jobs.push_front(part(it)));
        }
        let Some(task) = worker.task else { return };
        let state = &mut self.states[task];
        state.is_open |= worker.is_beginning;
        worker.is_beginning = false;
        if state.taken < self.tasks[task].blocks {
            return;
        }
        (worker.task, state.workers) = (None, state.workers - 1);
        if state.workers == 0 {
            worker.judges = Some(task);
            state.to_judge = self.tasks[task].judge.len();
            self.jobs
                .extend(self.tasks[task].judge.iter().map(|it| Job { task, test: it.clone() }));
        }
    }

    /// What a worker does next from now on, with the time for which it waits and that for which it works; `None` if there is nothing
    /// to do now.
    fn choose(&mut self, worker: &mut Worker, now: u64) -> Option<(u64, u64)> {
        if let Some(task) = worker.task {
            self.states[task].taken += 1;
            return Some((0, self.tasks[task].block));
        }
        let own = worker.judges.take().filter(|&task| self.states[task].to_judge > 0);
        if let Some(own) = own {
            worker.judges = Some(own);
            // If others have the last of its own it helps them, or waits.
            let at = self.jobs.iter().position(|job| job.task == own);
            worker.job = self.jobs.remove(at.unwrap_or(self.jobs.len().saturating_sub(1)));
            return worker.job.as_ref().map(|job| (0, job.test.alone));
        }
        if let Some(task) = self.tasks.get(self.next) {
            (worker.task, worker.is_beginning) = (Some(self.next), true);
            self.states[self.next].workers = 1;
            // Each worker begins with another law. Whoever finds all of them taken waits for the longest.
            let law = task.laws.get(self.next).copied().unwrap_or(0);
            self.laws_until = self.laws_until.max(now + law);
            self.next += 1;
            let waits = self.laws_until - (now + law).min(self.laws_until);
            return Some((waits, law + task.begin));
        }
        let open = self.states.iter().zip(self.tasks).enumerate();
        let open = open.filter(|(_, (state, _))| state.is_open).map(|(task, (state, costs))| {
            (task, Open { blocks: costs.blocks - state.taken, workers: state.workers })
        });
        if let Some(task) = choice::to_help(open) {
            worker.task = Some(task);
            self.states[task].workers += 1;
            return Some((0, 0));
        }
        worker.job = self.jobs.pop_back();
        worker.job.as_ref().map(|job| (0, job.test.alone))
    }
}

/// The share of the time in which `workers` idle, until the last test is judged.
fn idle(tasks: &[Task], workers: usize) -> f64 {
    let states = vec![State::default(); tasks.len()];
    let mut play = Play { tasks, states, next: 0, laws_until: 0, jobs: VecDeque::new() };
    let mut all = vec![Worker::default(); workers];
    let (mut busy, mut end) = (0, 0);
    loop {
        // Of those who are done at the same time first whoever may offer work to the others.
        let done = all.iter().zip(0..).map(|(it, index)| (it.until, !it.is_busy(), index));
        let (now, _, index) = done.min().expect("there are workers");
        let mut worker = std::mem::take(&mut all[index]);
        play.done(&mut worker);
        if let Some((waits, works)) = play.choose(&mut worker, now) {
            worker.until = now + waits + works;
            (busy, end) = (busy + works, end.max(worker.until));
        } else {
            // Somebody else may offer work when he is done.
            let others = all.iter().filter(|other| other.until > now || other.is_busy());
            let Some(later) = others.map(|other| other.until).min() else { break };
            worker.until = later;
        }
        all[index] = worker;
    }
    1.0 - busy as f64 / (end as f64 * workers as f64)
}

/// What judging a case of 100,000 decks of 52 cards takes, in microseconds: what one worker does, and the number of parts with the
/// largest and the sum of all. Measured on one core of an AMD EPYC with AVX-512, by parts that were run one after the other. Tests
/// of less than 0.1 ms are left out.
const JUDGING: &[(&str, u64, [u64; 3])] = &[
    ("position", 740, [0; 3]),
    ("drift", 863, [0; 3]),
    ("inversions", 304, [0; 3]),
    ("footrule", 1_424, [0; 3]),
    ("adjacency", 758, [0; 3]),
    ("pair-order", 1_397, [0; 3]),
    ("lehmer", 841, [0; 3]),
    ("collisions", 2_444, [0; 3]),
    ("pairs", 533, [478, 441, 21_100]),
    ("subsets", 551, [2_026, 482, 52_000]),
    ("residues", 282, [30, 605, 8_200]),
    ("binary-rank", 194, [4, 6_099, 24_000]),
    ("lags", 1_911, [938, 1_016, 77_700]),
    ("linear-complexity", 580, [113, 616, 13_600]),
];

/// A case of 52 cards with all tests that are made by default, at the costs that were measured.
fn whole_battery(decks: u64) -> Task {
    let orders =
        METRICS.iter().filter(|it| it.in_battery && it.draws[0] == shuffle_deck::DrawKind::Order);
    let deck: f64 = orders.filter_map(|it| costs::of(it.tests[0].id)).map(|cost| cost.deck).sum();
    let test = |&(_, alone, [number, largest, sum]): &(&str, u64, [u64; 3])| {
        let others = number.saturating_sub(1);
        let each = (sum - largest) * 1_000 / others.max(1);
        let parts = std::iter::repeat_n(largest * 1_000, number.min(1) as usize)
            .chain(std::iter::repeat_n(each, others as usize));
        Test { alone: alone * 1_000, parts: parts.collect() }
    };
    Task {
        begin: 60_000,
        // Those of `poker`, `lis` and `footrule`.
        laws: [9_800_000, 7_700_000, 1_900_000],
        blocks: decks.div_ceil(4_096),
        block: (4_096.0 * deck) as u64,
        judge: JUDGING.iter().map(test).collect(),
    }
}

/// As many cases of each number of decks as `audits/gate.toml` has, in the order of that plan or nearly so.
fn gate() -> Vec<Task> {
    let cases =
        [(4, 1_000_000), (35, 100_000), (10, 20_000), (14, 10_000), (3, 1_000), (1, 200_000)];
    cases.into_iter().flat_map(|(cases, decks)| vec![whole_battery(decks); cases]).collect()
}

#[test]
fn hardly_a_worker_idles_on_small_machines() {
    for workers in [1, 2, 4] {
        let idle = idle(&gate(), workers);
        assert!(idle < 0.05, "{workers} workers idle for {idle:.3} of the time");
    }
}

#[test]
fn of_a_plan_of_many_decks_a_case_hardly_a_worker_idles_on_64() {
    for millions in [10, 20] {
        let idle = idle(&vec![whole_battery(millions * 1_000_000); 30], 64);
        assert!(idle < 0.02, "{millions} million decks: {idle:.3}");
    }
}

/// Most of what is left is the wait for the longest law, that of `poker`, with which all begin.
#[test]
fn of_the_gate_hardly_a_worker_idles_on_64() {
    let idle = idle(&gate(), 64);
    assert!(idle < 0.05, "{idle:.3}");
}

/// A single task of ten blocks of 1 s, a begin of 1 s and a test of 1 s, by hand.
#[test]
fn time_is_counted_as_by_hand() {
    let test = Test { alone: 1, parts: Vec::new() };
    let task = Task { begin: 1, laws: [0; 3], blocks: 10, block: 1, judge: vec![test] };
    assert_eq!(idle(std::slice::from_ref(&task), 1), 0.0);
    // 1 begins, 2 count five blocks each, 1 judges: 12 of 14 seconds are busy.
    let two = idle(&[task], 2);
    assert!((two - 2.0 / 14.0).abs() < 1e-12, "{two}");
}

/// The same with a law of 2 s and a test of parts of 3, 3 and 2 s after 1 s alone. Of two workers one idles for 3 s at the beginning, for 1 s
/// before there are parts, and for 2 s at the end, when one has judged for 3 s and the other for 2 + 3.
#[test]
fn parts_are_shared() {
    let test = Test { alone: 1, parts: vec![3, 3, 2] };
    let task = Task { begin: 1, laws: [2, 0, 0], blocks: 10, block: 1, judge: vec![test] };
    assert_eq!(idle(std::slice::from_ref(&task), 1), 0.0);
    let two = idle(&[task], 2);
    assert!((two - 6.0 / 28.0).abs() < 1e-12, "{two}");
}
