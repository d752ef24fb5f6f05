//! Looks that take over what a ledger has of their cases, and leave there what they count; and shards, which count and do
//! not judge.

use super::{
    Engine, Pool,
    lock::lock,
    look::{Looked, Looks, OfCase, Purpose, Recorded, Sum},
    options::{Options, Progress, RunError, escalated},
    probes::{self, Probed},
    queue::{self, Counted, CountedBy, Start, Work},
};
use crate::{
    Case, Fault, Faulted, Plan,
    block::trials_per_block,
    block_set::BlockSet,
    seeds::{Stage, StreamNumber},
    source::SourceError,
    subject::{CardCounts, Kind, Supply, Wanted},
    tallies::{
        BetBits, CaseTallies, Counts, LedgerError, Presence, Share, all_blocks, is_counted_whole,
        owner,
    },
};
use shuffle_metrics::{Counter, Sequential, Tally};
use std::sync::atomic::Ordering;

/// Counts a shard's part of the decks of a plan, and judges nothing: all of it goes to the ledger of the options.
///
/// `second_look` are the cases of a second look, by their ids; without it, it is the first look at all cases. The result is the
/// cases whose subject is not there or at fault, as far as the shard knows.
///
/// # Errors
///
/// [`RunError`]. What was counted until an interrupt was given to the ledger, if it keeps anything meanwhile.
pub fn tally(
    plan: &Plan,
    options: &Options<'_>,
    share: Share,
    second_look: Option<&[String]>,
) -> Result<Vec<Faulted>, RunError> {
    let pool = Pool::new(options.threads, &plan.cases)?;
    let engine = Engine::new(plan, options, &pool);
    let tallied = match second_look {
        None => {
            let Probed { cases, skipped } = probes::run(plan, options.interrupt)?;
            skipped.iter().for_each(|one| engine.tell(Progress::Skipped(one)));
            let (present, faulted) = engine.present(cases, &skipped)?;
            engine.tally(&present, faulted, Stage::FirstLook, share)
        }
        Some(ids) => {
            let mut part = plan.clone();
            part.cases.retain(|case| ids.iter().any(|id| id == case.id()));
            let Probed { cases, skipped } = probes::run(&part, options.interrupt)?;
            let versions = cases
                .iter()
                .map(|(case, version)| (case.id().to_owned(), Presence::There(version.clone())));
            let none = skipped
                .iter()
                .map(|one| (one.case.id().to_owned(), Presence::Skipped(one.why.clone())));
            engine.meet(versions.chain(none).collect())?;
            let larger = |(case, version)| (escalated(&case), version);
            let cases: Vec<_> = cases.into_iter().map(larger).collect();
            engine.tally(&cases, Vec::new(), Stage::SecondLook, share)
        }
    };
    if options.interrupt.load(Ordering::Relaxed) { Err(RunError::Interrupted) } else { tallied }
}

impl Engine<'_> {
    fn tally(
        &self,
        cases: &[(Case, Option<String>)],
        mut faulted: Vec<Faulted>,
        stage: Stage,
        share: Share,
    ) -> Result<Vec<Faulted>, RunError> {
        let only: Vec<&Case> = cases.iter().map(|(case, _)| case).collect();
        let looks = Looks::new(self.plan, self.options, &only, stage, Purpose::Tally(share));
        let known = (0..only.len()).filter(|&index| !only[index].is_recorded());
        self.tell(Progress::More(known.map(|index| looks.planned(index)).sum()));
        let looked = self.count(looks)?;
        for ((case, version), looked) in cases.iter().zip(looked) {
            if let Err(fault) = looked {
                faulted.push(Faulted { case: case.clone(), version: version.clone(), fault });
            }
        }
        Ok(faulted)
    }

    pub(super) fn count(&self, looks: Looks<'_>) -> Result<Vec<Result<Looked, Fault>>, RunError> {
        queue::count(&looks, self.pool, self.options)?;
        if let Some(error) = lock(&looks.failed).take() {
            return Err(error.into());
        }
        looks.looked().into_iter().map(|look| look.ok_or(RunError::Interrupted)).collect()
    }

    /// Records in the ledger which subjects are present.
    pub(super) fn meet(&self, presence: Vec<(String, Presence)>) -> Result<(), RunError> {
        self.options.ledger.map_or(Ok(()), |ledger| ledger.meet(presence))?;
        Ok(())
    }
}

impl Looks<'_> {
    fn share(&self) -> Share {
        match self.purpose {
            Purpose::Judge | Purpose::Show => Share::WHOLE,
            Purpose::Tally(share) => share,
        }
    }

    /// The blocks of a case that this look wants; `None` if it is counted whole, by another shard.
    fn wanted(&self, case: &Case) -> Option<BlockSet> {
        let all = all_blocks(case);
        if is_counted_whole(case) {
            let is_ours = owner(self.plan, case.id(), self.share().of) == Some(self.share());
            return is_ours.then_some(all);
        }
        Some(BlockSet::from(self.share().blocks(all.len())))
    }

    /// The number of decks of a case that this look wants.
    pub(super) fn planned(&self, index: usize) -> u64 {
        let case = self.cases[index];
        let per_block = trials_per_block(case.shape.breadth());
        let trials = |block: u64| block.saturating_mul(per_block).min(case.trials);
        let wanted = self.wanted(case).unwrap_or_default();
        wanted.ranges().iter().map(|range| trials(range.end) - trials(range.start)).sum()
    }

    pub(super) fn start_from_ledger(&self, index: usize, counting: &OfCase) -> Start<OfCase> {
        let case = self.cases[index];
        let nothing = || Some(BlockSet::default());
        let Some(ledger) = self.options.ledger else {
            return self.start_anew(index, counting, None);
        };
        let Some(wanted) = self.wanted(case) else {
            return Start { todo: nothing(), ..Start::default() };
        };
        let read = ledger.before(self.stage, case).and_then(|before| {
            let Some(before) = before else { return Ok(None) };
            let repeatable = before.repeatable;
            counting.restored(case, before).map(|restored| Some((restored, repeatable)))
        });
        let (done, before, repeatable) = match read {
            Ok(Some(((done, before), repeatable))) => (done, before, repeatable),
            Ok(None) => {
                let todo = (!is_counted_whole(case)).then_some(wanted);
                return self.start_anew(index, counting, todo);
            }
            Err(error) => {
                let before = Some(Err(SourceError(error.0.clone())));
                lock(&self.failed).get_or_insert(error);
                return Start { before, todo: nothing(), done: BlockSet::default() };
            }
        };
        let todo = match before {
            Ok(_) if !is_counted_whole(case) => wanted.without(&done),
            // It was counted whole, or is at fault.
            _ => BlockSet::default(),
        };
        self.recorded[index].get_or_init(|| Recorded { is_all: todo.is_empty(), repeatable });
        if let Ok(counted) = &before {
            self.tell(index, counted.trials);
        }
        Start { before: Some(before), done, todo: Some(todo) }
    }

    /// Starts with what is known without any deck: the counts of cards, if the subject has nothing else.
    fn start_anew(&self, index: usize, counting: &OfCase, todo: Option<BlockSet>) -> Start<OfCase> {
        let Supply::Counts(counts) = self.cases[index].subject.supply() else {
            return Start { todo, ..Start::default() };
        };
        let before =
            counts.cloned().map_err(Clone::clone).map(|CardCounts { trials, counts, glance }| {
                self.tell(index, trials);
                let tally = |_| Counter::from(Tally::of_counts(trials, counts.clone()));
                let sum = Sum::Tests(counting.metrics().map(tally).collect());
                Counted { sum, trials, glances: vec![glance] }
            });
        Start { before: Some(before), todo: Some(BlockSet::default()), ..Start::default() }
    }

    pub(super) fn keep_so_far(&self, index: usize, sum: &mut Sum, blocks: &BlockSet, trials: u64) {
        let (Some(ledger), Sum::Tests(counters)) = (self.options.ledger, sum) else { return };
        // A record of no block would be taken for one of a case that is counted whole.
        if blocks.is_empty() {
            return;
        }
        let tallies = counters.iter_mut().map(|counter| counter.settle().clone()).collect();
        let (blocks, counts) = (blocks.clone(), Counts::Tests(tallies));
        let record = CaseTallies { blocks, trials, counts, glances: Vec::new(), repeatable: None };
        ledger.keep(self.stage, self.cases[index], &record);
    }

    /// Keeps the result of a case, and gives it back, to be judged.
    pub(super) fn keep_result(
        &self,
        index: usize,
        counting: &OfCase,
        counted: CountedBy<OfCase>,
    ) -> CountedBy<OfCase> {
        let case = self.cases[index];
        let is_known = self.recorded[index].get().is_some_and(|recorded| recorded.is_all);
        let (Some(ledger), Some(wanted)) = (self.options.ledger, self.wanted(case)) else {
            return counted;
        };
        // With more shards than blocks, some shards have none.
        if is_known || wanted.is_empty() || lock(&self.failed).is_some() {
            return counted;
        }
        let first = wanted.nth(0).unwrap_or(0);
        let blocks = if is_counted_whole(case) { BlockSet::default() } else { wanted };
        let record = match counted {
            Ok(Counted { sum, trials, glances }) => {
                let repeatable = self.begins_again(case, &glances);
                CaseTallies { blocks, trials, counts: counting.counts(sum), glances, repeatable }
            }
            Err(SourceError(why)) => {
                let counts = Counts::Fault(first, why);
                CaseTallies { blocks, trials: 0, counts, glances: Vec::new(), repeatable: None }
            }
        };
        // After an interrupt a result may lack what the interrupt cut off.
        if !self.options.interrupt.load(Ordering::Relaxed) {
            ledger.keep(self.stage, case, &record);
        }
        counting.restored(case, record).map_or_else(|error| Err(SourceError(error.0)), |it| it.1)
    }

    /// Starts a program again for those who judge it elsewhere, where it may not be.
    fn begins_again(&self, case: &Case, glances: &[crate::feed::Glance]) -> Option<bool> {
        if self.purpose == Purpose::Judge || case.subject.kind() != Kind::Program {
            return None;
        }
        let opening = CaseTallies::opening(glances)?;
        let seed = self.plan.seed.of_subject(case.id(), self.stage, StreamNumber(0));
        let wanted = Wanted { shape: case.shape, trials: case.trials, threads: 1 };
        case.subject.begins_again(wanted, seed, opening, self.options.interrupt)
    }

    pub(super) fn look(&self, index: usize, counting: &OfCase, counted: Counted<Sum>) -> Looked {
        let mut looked = counting.look(self.cases[index], counted);
        looked.seen.repeatable = self.recorded[index].get().and_then(|it| it.repeatable);
        looked
    }
}

impl OfCase {
    /// Counts, of all decks of a look, to be kept.
    fn counts(&self, sum: Sum) -> Counts {
        match (sum, self) {
            (Sum::Bet(mut bet, is_decided), Self::Bet { ln_goal, .. }) => {
                if !is_decided {
                    bet.observe::<u8>(&[], true, *ln_goal);
                }
                Counts::Bet(BetBits::of(&bet))
            }
            (Sum::Bet(bet, _), Self::Tests { .. }) => Counts::Bet(BetBits::of(&bet)),
            (Sum::Tests(counters), _) => {
                Counts::Tests(counters.into_iter().map(Counter::tally).collect())
            }
        }
    }

    /// Takes a record up again: its blocks, and their counts.
    fn restored(
        &self,
        case: &Case,
        record: CaseTallies,
    ) -> Result<(BlockSet, CountedBy<Self>), LedgerError> {
        let CaseTallies { blocks, trials, counts, glances, .. } = record;
        let other =
            || LedgerError(format!("the tallies of case `{}` belong to other tests", case.id()));
        let sum = match (counts, self) {
            (Counts::Fault(_, why), _) => return Ok((blocks, Err(SourceError(why)))),
            (Counts::Bet(bits), Self::Bet { .. }) => {
                let bet: Sequential = bits.bet(case.shape);
                Sum::Bet(Box::new(bet), true)
            }
            (Counts::Tests(tallies), Self::Tests { .. }) => {
                let cells = self.metrics().map(|metric| metric.cells());
                if !tallies.iter().map(|tally: &Tally| tally.cells().len()).eq(cells) {
                    return Err(other());
                }
                Sum::Tests(tallies.into_iter().map(Counter::from).collect())
            }
            _ => return Err(other()),
        };
        Ok((blocks, Ok(Counted { sum, trials, glances })))
    }
}
