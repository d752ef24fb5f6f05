//! The queue in virtual time: which share of the time workers idle, on machines that nobody has at hand.
//!
//! Workers choose as in the queue: a task that nobody has begun, else the one to [help](choice::to_help), else a test
//! that somebody else has to judge. Judging is offered test by test, as the pool does.

use super::choice::{self, Open};
use shuffle_metrics::{catalogue::METRICS, costs};

/// A case with what it costs, in nanoseconds.
#[derive(Clone, Debug)]
struct Task {
    /// Its laws are worked out by the worker that begins it.
    begin: u64,
    blocks: u64,
    block: u64,
    /// Each test, by itself.
    judge: Vec<u64>,
}

/// A task on its way.
#[derive(Clone, Debug, Default)]
struct State {
    is_open: bool,
    taken: u64,
    workers: u64,
}

/// A worker that is busy until some time.
#[derive(Clone, Copy, Debug)]
struct Worker {
    until: u64,
    /// The task that it has entered.
    task: Option<usize>,
    is_beginning: bool,
}

/// The share of the time in which `workers` idle, until the last test is judged.
fn idle(tasks: &[Task], workers: usize) -> f64 {
    let mut states = vec![State::default(); tasks.len()];
    let mut all = vec![Worker { until: 0, task: None, is_beginning: false }; workers];
    let (mut next, mut to_judge, mut busy, mut end) = (0, Vec::new(), 0, 0);
    loop {
        // Of those who are done at the same time first whoever may offer work to the others.
        let done = all.iter().zip(0..).map(|(it, index)| (it.until, it.task.is_none(), index));
        let (now, _, index) = done.min().expect("there are workers");
        let worker = &mut all[index];
        if let Some(task) = worker.task {
            let (state, costs) = (&mut states[task], &tasks[task]);
            state.is_open |= worker.is_beginning;
            worker.is_beginning = false;
            if state.taken < costs.blocks {
                state.taken += 1;
                (worker.until, busy, end) =
                    (now + costs.block, busy + costs.block, end.max(now + costs.block));
                continue;
            }
            state.workers -= 1;
            worker.task = None;
            if state.workers == 0 {
                to_judge.extend(&costs.judge);
            }
        }
        let open = states.iter().zip(tasks).enumerate().filter(|(_, (state, _))| state.is_open);
        let open = open.map(|(task, (state, costs))| {
            (task, Open { blocks: costs.blocks - state.taken, workers: state.workers })
        });
        let lasts = if let Some(task) = tasks.get(next) {
            (worker.task, worker.is_beginning) = (Some(next), true);
            states[next].workers = 1;
            next += 1;
            task.begin
        } else if let Some(task) = choice::to_help(open) {
            worker.task = Some(task);
            states[task].workers += 1;
            0
        } else if let Some(test) = to_judge.pop() {
            test
        } else {
            // Somebody else may offer work when he is done.
            let others = all.iter().filter(|other| other.until > now || other.task.is_some());
            let Some(later) = others.map(|other| other.until).min() else { break };
            all[index].until = later;
            continue;
        };
        worker.until = now + lasts;
        (busy, end) = (busy + lasts, end.max(worker.until));
    }
    1.0 - busy as f64 / (end as f64 * workers as f64)
}

/// A case of 52 cards with all tests that are made by default, at the costs that were measured.
fn whole_battery(decks: u64) -> Task {
    let orders =
        METRICS.iter().filter(|it| it.in_battery && it.draws[0] == shuffle_deck::DrawKind::Order);
    let costs: Vec<costs::Cost> = orders.filter_map(|it| costs::of(it.tests[0].id)).collect();
    let deck: f64 = costs.iter().map(|cost| cost.deck).sum();
    // Two scans: of the first decks, and of the sample of later ones.
    let judge = costs.iter().map(|cost| (2e6 * cost.case) as u64).filter(|&test| test > 0);
    Task {
        begin: 2_000_000,
        blocks: decks.div_ceil(4_096),
        block: (4_096.0 * deck) as u64,
        judge: judge.collect(),
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
    for (millions, most) in [(10, 0.07), (20, 0.05)] {
        let idle = idle(&vec![whole_battery(millions * 1_000_000); 30], 64);
        assert!(idle < most, "{millions} million decks: {idle:.3}");
    }
}

/// Judging a test cannot be shared: a case takes as long as its slowest test, and the gate is over in twice that time.
#[test]
fn the_gate_is_too_short_for_64_workers() {
    let idle = idle(&gate(), 64);
    assert!((0.05..0.6).contains(&idle), "{idle:.3}");
}

/// A single task of ten blocks of 1 s, a begin of 1 s and a test of 1 s, by hand.
#[test]
fn time_is_counted_as_by_hand() {
    let task = Task { begin: 1, blocks: 10, block: 1, judge: vec![1] };
    assert_eq!(idle(std::slice::from_ref(&task), 1), 0.0);
    // 1 begins, 2 count five blocks each, 1 judges: 12 of 14 seconds are busy.
    let two = idle(&[task], 2);
    assert!((two - 2.0 / 14.0).abs() < 1e-12, "{two}");
}
