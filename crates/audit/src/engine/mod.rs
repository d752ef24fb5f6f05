//! Runs the cases of a plan over threads.
//!
//! Each thread takes block after block from a feed of its own, and counts it into tallies of its own; at the
//! end the tallies are added up. Which thread took which block leaves no trace in the sum.
//!
//! A program or a file is read by as many threads as it has streams, whatever the number of threads that
//! was asked for: most of the time they wait.

mod count;
mod feeds;
mod probes;
mod seen;
mod so_far;

pub(crate) use feeds::Trials;
pub use so_far::SoFar;

use crate::{
    Case, CaseFindings, Fault, Faulted, Findings, Plan, Skipped, Stage, exact, source::SourceError,
};
use count::{Look, Looked};
use probes::Probed;
use rayon::prelude::*;
use shuffle_deck::InstructionSet;
use shuffle_metrics::{Judgement, Verdict, verdict};
use std::{
    collections::HashMap,
    sync::{
        OnceLock,
        atomic::{AtomicBool, Ordering},
    },
    time::Instant,
};

/// How a run is done, none of which changes what it finds.
pub struct Options<'a> {
    /// Threads; 0 means one for each processor.
    pub threads: usize,
    /// The vector instructions that decks are shuffled and counted with, where there is a choice.
    pub instruction_set: InstructionSet,
    /// Set it to true, from anywhere, and the run ends soon with [`RunError::Interrupted`].
    pub interrupt: &'a AtomicBool,
    /// After this moment no more decks are taken: the verdict is on those that came. Then what is found depends on the
    /// machine.
    pub deadline: Option<Instant>,
    /// Told of the progress, from any thread.
    pub progress: &'a (dyn Fn(Progress<'_>) + Sync),
}

impl std::fmt::Debug for Options<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Options")
            .field("threads", &self.threads)
            .field("instruction_set", &self.instruction_set)
            .finish_non_exhaustive()
    }
}

impl Default for Options<'_> {
    fn default() -> Self {
        static NEVER: AtomicBool = AtomicBool::new(false);
        let instruction_set = InstructionSet::detect();
        Self { threads: 0, instruction_set, interrupt: &NEVER, deadline: None, progress: &|_| {} }
    }
}

/// News of a run.
#[derive(Clone, Copy, Debug)]
pub enum Progress<'a> {
    /// So many more trials are to be done than was known.
    More(u64),
    /// A case begins.
    Case(&'a Case),
    /// So many more trials are done.
    Trials(u64),
    /// So many trials will not be done after all: a case was decided before, or its subject is at fault.
    Less(u64),
    /// A case is skipped, since its probe failed.
    Skipped(&'a Skipped),
    /// The subject of a case is at fault, or not there; the run goes on with the others.
    Faulted(&'a Case, &'a Fault),
    /// The decks of a look at a case are judged, though not yet ruled on together with those of the others.
    Judged(Judged<'a>),
}

/// What the tests said of the decks of one look at a case.
#[derive(Clone, Copy, Debug)]
pub struct Judged<'a> {
    /// The case.
    pub case: &'a Case,
    /// 0 for the first look, 1 for the second.
    pub stage: u64,
    /// The decks.
    pub trials: u64,
    /// What each test said, in the order of the list of tests.
    pub judgements: &'a [Judgement],
    /// Whether the tests were asked for by name.
    pub asked_for: bool,
}

/// Why a run found nothing.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// It was told to stop.
    #[error("interrupted")]
    Interrupted,
    /// The subject of a case is at fault. A [`run`] does not end with it: see [`Findings::faulted`].
    #[error("case `{case}`: {fault}")]
    Source {
        /// The case.
        case: String,
        /// What happened.
        fault: SourceError,
    },
    /// The threads could not be started.
    #[error("cannot start the threads: {0}")]
    Threads(#[from] rayon::ThreadPoolBuildError),
    /// The threads could not be started.
    #[error("cannot start the threads: {0}")]
    Thread(#[from] std::io::Error),
}

/// How many times as many decks the second look takes.
const ESCALATION: u64 = 10;

/// Runs a plan: a first look at every case, and a second at those that are suspicious.
///
/// The second look is declared in advance, not a rerun until it passes: it takes ten times as many decks, all
/// of them fresh, and it decides. Each look has half of the error budget.
///
/// Before either, the probes of the cases are run, and cases whose probe fails are skipped. A case whose subject is
/// not there or at fault is reported as such, and the others are judged without it: the error budget is shared by
/// the tests that were made.
///
/// # Errors
///
/// [`RunError`]; what was judged before is known to a [`SoFar`] that heard the news.
pub fn run(plan: &Plan, options: &Options<'_>) -> Result<Findings, RunError> {
    let probed = probes::run(plan, options.interrupt)?;
    let pool = rayon::ThreadPoolBuilder::new().num_threads(options.threads).build()?;
    let findings = Engine { plan, options, pool }.run(probed);
    // Whatever was found meanwhile, or went wrong: it may be for want of what the interrupt cut off.
    if options.interrupt.load(Ordering::Relaxed) { Err(RunError::Interrupted) } else { findings }
}

/// Suspicious, and not of a kind that has looked at all that it may: sequential, or recorded.
fn is_open(found: &CaseFindings) -> bool {
    let has_more = !found.case.spec.sequential && found.case.subject.recorded().is_none();
    found.verdict() == Verdict::Suspicious && has_more
}

fn escalated(case: &Case) -> Case {
    let mut case = case.clone();
    case.trials = case.trials.saturating_mul(ESCALATION);
    case
}

/// A plan that is being run.
struct Engine<'a> {
    plan: &'a Plan,
    options: &'a Options<'a>,
    pool: rayon::ThreadPool,
}

impl Engine<'_> {
    /// A first look at every case, and a second at those that are suspicious.
    fn run(&self, probed: Probed) -> Result<Findings, RunError> {
        let plan = self.plan;
        let Probed { cases, skipped } = probed;
        skipped.iter().for_each(|one| self.tell(Progress::Skipped(one)));
        let pool = &self.pool;
        let (mut found, mut faulted) = self.first_look(cases)?;
        let looked: Vec<(&Case, &Stage)> =
            found.iter().map(|found| (&found.case, found.last())).collect();
        let degrees = pool.install(|| exact::degrees(&looked));
        found.iter_mut().zip(degrees).for_each(|(found, degree)| found.exact_degree = degree);
        if plan.budget.escalates() {
            self.second_look(&mut found, &mut faulted)?;
        }
        found.iter_mut().for_each(|found| seen::start_again(plan, found, self.options.interrupt));
        let places: HashMap<&str, usize> =
            plan.cases.iter().enumerate().map(|(place, case)| (case.id(), place)).collect();
        faulted.sort_by_key(|one| places.get(one.case.id()));
        let sweeps = pool.install(|| exact::sweeps(&plan.sweeps));
        let plan = plan.clone();
        Ok(Findings { plan, cases: found, skipped, faulted, sweeps, interrupted: false })
    }

    /// The first look at all cases whose subject is there.
    fn first_look(
        &self,
        cases: Vec<(Case, Option<String>)>,
    ) -> Result<(Vec<CaseFindings>, Vec<Faulted>), RunError> {
        let (mut present, mut faulted) = (Vec::new(), Vec::new());
        // What is not there is told before the hours that the other cases may take.
        for (case, version) in cases {
            match case.subject.look().map_err(Fault::Absent) {
                Ok(()) => present.push((case, version)),
                Err(fault) => {
                    self.tell(Progress::Faulted(&case, &fault));
                    faulted.push(Faulted { case, version, fault });
                }
            }
        }
        let stages = self.look(&present.iter().map(|(case, _)| case).collect::<Vec<_>>(), 0)?;
        let mut found = Vec::new();
        for ((case, version), stage) in present.into_iter().zip(stages) {
            match stage {
                Ok(stage) => found.push(CaseFindings {
                    case,
                    version,
                    stages: vec![stage],
                    exact_degree: None,
                }),
                Err(fault) => faulted.push(Faulted { case, version, fault }),
            }
        }
        Ok((found, faulted))
    }

    /// The second look at those that are suspicious; what is at fault in it has no verdict.
    fn second_look(
        &self,
        found: &mut Vec<CaseFindings>,
        faulted: &mut Vec<Faulted>,
    ) -> Result<(), RunError> {
        let open: Vec<usize> = (0..found.len()).filter(|&index| is_open(&found[index])).collect();
        let larger: Vec<Case> = open.iter().map(|&index| escalated(&found[index].case)).collect();
        let stages = self.look(&larger.iter().collect::<Vec<_>>(), 1)?;
        // From the last on, so that the indices before it stay what they are.
        for (index, stage) in open.into_iter().zip(stages).rev() {
            match stage {
                Ok(stage) => found[index].stages.push(stage),
                Err(fault) => {
                    let CaseFindings { case, version, .. } = found.remove(index);
                    faulted.push(Faulted { case, version, fault });
                }
            }
        }
        Ok(())
    }

    /// Looks at all cases, and rules on the judgements of those whose subject was sound
    /// together.
    fn look(&self, cases: &[&Case], stage: u64) -> Result<Vec<Result<Stage, Fault>>, RunError> {
        let known = cases.iter().filter(|case| case.subject.recorded().is_none());
        let trials = known.map(|case| case.trials).fold(0, u64::saturating_add);
        self.tell(Progress::More(trials));
        // What a bet has to reach depends on all cases, and only bets ask.
        let tests = OnceLock::new();
        let most_tests =
            || *tests.get_or_init(|| cases.iter().copied().map(count::most_tests).sum());
        let look = |case: &Case| self.look_at(case, stage, &most_tests);
        let mut looks = Vec::with_capacity(cases.len());
        // Cases of a block each are made side by side, others one after the other, with all threads in each.
        for some in cases.chunk_by(|one, next| count::is_small(one) && count::is_small(next)) {
            let some: Result<Vec<_>, RunError> = match some {
                [one] => look(one).map(|one| vec![one]),
                some => self.pool.install(|| some.par_iter().map(|case| look(case)).collect()),
            };
            looks.extend(some?);
        }
        let (mut judgements, mut shown) = (Vec::new(), Vec::with_capacity(looks.len()));
        for look in looks {
            shown.push(look.map(
                |Looked { trials, judgements: said, asked_for, exhibits, seen }| {
                    judgements.push((said, asked_for));
                    (trials, exhibits, seen)
                },
            ));
        }
        let mut rulings = self.plan.budget.rule(judgements).into_iter();
        let mut stage = |(trials, exhibits, seen)| {
            let rulings = rulings.next().unwrap_or_default();
            Stage { trials, verdict: verdict::of_case(&rulings), rulings, exhibits, seen }
        };
        Ok(shown.into_iter().map(|look| look.map(&mut stage)).collect())
    }

    /// Looks at a case and tells what came of it.
    fn look_at(
        &self,
        case: &Case,
        stage: u64,
        most_tests: &dyn Fn() -> usize,
    ) -> Result<Result<Looked, Fault>, RunError> {
        self.tell(Progress::Case(case));
        let looked = match Look::new(self.plan, self.options, case, stage).run(most_tests) {
            Err(RunError::Source { fault, .. }) => Err(Fault::Subject(fault)),
            other => Ok(other?),
        };
        // What came meanwhile may be for want of what the interrupt cut off.
        if self.options.interrupt.load(Ordering::Relaxed) {
            return Err(RunError::Interrupted);
        }
        self.tell(match &looked {
            Ok(looked) => Progress::Judged(looked.news(case, stage)),
            Err(fault) => Progress::Faulted(case, fault),
        });
        Ok(looked)
    }

    fn tell(&self, news: Progress<'_>) {
        (self.options.progress)(news);
    }
}
