//! Each level of a factor judged by itself, by all tests of its draws.
#![doc = include_str!("each-level.md")]

use crate::{
    Decks, Judgement, Rows, Shape, Tally,
    about::About,
    costs::Cost,
    draws::levels::EVERY,
    effect::{Effect, ExtremeCount, Peak},
    few_trials::judge_by_replicates,
    judgement::{Evidence, Outcome},
    metric::{
        Build, Exhibit, Metric, MetricEntry, NotApplicable, RowNeeds, Scope, TestEntry, prose,
    },
    place::Place,
    share::{Executor, Serial, map_each},
    summaries::SummarySize,
    table,
};
use shuffle_deck::shape::MOST_LEVELS;
use std::f64::consts::LN_2;

pub(crate) const EACH_LEVEL: TestEntry = TestEntry {
    title: prose! { "each level of a factor by itself: all tests of its draws" },
    sees: prose! { "one site that alternates, one table whose dice agree, one version of an exam with a fixed pair of questions, \
    the first draw of every level" },
    blind_to: prose! { "what only all levels together show" },
    explains: true,
    cost: Cost::of(10.0, 0.0),
    ..TestEntry::new("each-level", About::Orders)
};

/// The entry, with the constructor that knows the catalogue.
pub(crate) const fn entry(build: Build) -> MetricEntry {
    MetricEntry {
        draws: EVERY,
        scope: Scope::Trials,
        needs: RowNeeds::Level,
        ..MetricEntry::new(&[EACH_LEVEL], build)
    }
}

/// The draws that are kept.
const MOST_DRAWS: u64 = 1 << 16;

/// The cards that are kept.
const MOST_CARDS: usize = 1 << 18;

/// A level of fewer draws is not judged.
const FEWEST_DRAWS: usize = 10;

/// Draws that are judged by themselves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    /// The parts of a level.
    Level(usize),
    /// The first of each level.
    Firsts,
    /// The last of each level.
    Lasts,
    /// All, level by level.
    InTurn,
}

/// Keeps the first draws with their levels.
pub(crate) struct EachLevel {
    shape: Shape,
    /// What judges the draws of a level, from this number of draws on.
    metrics: Vec<(&'static MetricEntry, Box<dyn Metric>)>,
    size: SummarySize,
}

impl EachLevel {
    /// Judges the draws of a level by what applies to them of these entries.
    pub(crate) fn new(
        shape: Shape,
        entries: &'static [MetricEntry],
    ) -> Result<Self, NotApplicable> {
        let (inner, width) = (shape.without_level(), shape.width());
        if width > MOST_CARDS / FEWEST_DRAWS {
            return Err(NotApplicable::new(
                "there are too many cards to keep the draws of each level",
            ));
        }
        let wanted = entries.iter().filter(|entry| entry.in_battery && !entry.needs_classes());
        let metrics = wanted.filter_map(|entry| Some((entry, entry.build(inner).ok()?))).collect();
        let draws = MOST_DRAWS.min((MOST_CARDS / width) as u64);
        Ok(Self { shape, metrics, size: SummarySize::new(draws, width) })
    }

    /// The evidence of these draws, by the metrics that may judge them.
    fn judged(&self, rows: &[u32], may_judge: impl Fn(Scope) -> bool) -> Vec<Evidence> {
        let decks = Decks::new(self.shape.without_level(), 0, Rows::Wide(rows));
        let trials = decks.trials() as u64;
        let of_metric = |(entry, metric): &(&MetricEntry, Box<dyn Metric>)| {
            let applies = entry.scope.allows(trials) && metric.trials_needed() <= trials;
            if !may_judge(entry.scope) || !applies {
                return Vec::new();
            }
            let metric = metric.as_ref();
            let mut tally = Tally::new(metric.cells());
            tally.observe(metric, &decks);
            let mut judgements = metric.judge(&tally);
            judge_by_replicates(metric, &tally, &mut judgements);
            judgements
        };
        let all = self.metrics.iter().flat_map(of_metric);
        all.filter_map(|judgement| judgement.evidence().cloned()).collect()
    }

    fn outcome(&self, tally: &Tally, executor: &dyn Executor) -> Outcome {
        let width = self.shape.width();
        let mut levels = vec![Vec::new(); MOST_LEVELS];
        for (_, row) in tally.summaries().iter() {
            levels[row[width - 1] as usize].extend_from_slice(&row[..width - 1]);
        }
        let in_turn = levels.concat();
        let firsts = levels.iter().flat_map(|rows| rows.chunks(width - 1).next());
        let lasts = levels.iter().flat_map(|rows| rows.rchunks(width - 1).next());
        let ends = [
            (Part::Firsts, firsts.flatten().copied().collect::<Vec<u32>>()),
            (Part::Lasts, lasts.flatten().copied().collect()),
        ];
        let levels = (0..).map(Part::Level).zip(levels);
        let parts = levels.chain(ends);
        let is_judged = |rows: &Vec<u32>| rows.len() >= FEWEST_DRAWS * (width - 1);
        let mut parts: Vec<(Part, Vec<u32>)> = parts.filter(|(_, rows)| is_judged(rows)).collect();
        if parts.len() < 2 {
            return Outcome::not_applicable("fewer than two levels have draws enough");
        }
        parts.push((Part::InTurn, in_turn));
        let judged = map_each(executor, parts, |(part, rows)| {
            // What looks at each draw by itself has seen them all in the order in which they came.
            let may_judge = |scope| part != Part::InTurn || scope != Scope::Deck;
            (part, self.judged(&rows, may_judge))
        });
        let tests: usize = judged.iter().map(|(_, evidence)| evidence.len()).sum();
        let of_part = |(part, all): (_, Vec<Evidence>)| all.into_iter().map(move |it| (part, it));
        let all = judged.into_iter().flat_map(of_part);
        let ln_p = |it: &Evidence| it.p_value.ln();
        match all.min_by(|(_, one), (_, other)| ln_p(one).total_cmp(&ln_p(other))) {
            None => Outcome::not_applicable("no test of these draws applies to so few of them"),
            Some((part, it)) => {
                // A two-sided p-value is twice its tail.
                let [ln_tail, ln_least] = [it.p_value, it.least_p].map(|p| p.ln() - LN_2);
                let effect = on_level(it.effect, part);
                let evidence = Evidence::of_tails(ln_tail, 2 * tests as u64, ln_least, effect);
                // What is too even is so here, too.
                Evidence { tail: it.tail, ..evidence }.into()
            }
        }
    }
}

/// An effect that was seen on a part of the draws.
fn on_level(mut effect: Effect, part: Part) -> Effect {
    let on = |place: Place| match part {
        Part::Level(level) => place.text(" on the level ").level(level),
        Part::Firsts => place.text(" in the first draw of each level"),
        Part::Lasts => place.text(" in the last draw of each level"),
        Part::InTurn => place.text(" with the draws taken level by level"),
    };
    effect.extreme = effect.extreme.map(|it| ExtremeCount { what: on(it.what), ..it });
    effect.peak = effect.peak.map(|it| Peak { place: on(it.place), ..it });
    effect.place = Some(on(effect.place.unwrap_or_else(|| Place::from("the counts"))));
    effect
}

impl Metric for EachLevel {
    fn summary_size(&self) -> SummarySize {
        self.size
    }

    fn compares_levels(&self) -> bool {
        true
    }

    fn trials_needed(&self) -> u64 {
        2 * FEWEST_DRAWS as u64
    }

    fn judge(&self, tally: &Tally) -> Vec<Judgement> {
        self.judge_and_show(tally, &|_| true, &Serial).0
    }

    fn judge_and_show(
        &self,
        tally: &Tally,
        is_wanted: &dyn Fn(&'static str) -> bool,
        executor: &dyn Executor,
    ) -> (Vec<Judgement>, Vec<Exhibit>) {
        if !is_wanted(EACH_LEVEL.id) {
            return Default::default();
        }
        let needed = [tally.trials(), self.trials_needed()];
        let judged = table::judge([EACH_LEVEL.id], needed, || [self.outcome(tally, executor)]);
        (judged, Vec::new())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{catalogue::METRICS, distribution::binomial, testing::evidence};
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64;

    fn judged(shape: Shape, rows: &[u32]) -> Evidence {
        evidence(&EachLevel::new(shape, METRICS).unwrap(), shape, Rows::Wide(rows))
    }

    fn two_arms() -> Shape {
        Shape::weighted(shuffle_deck::Weights::parse("A=1,B=1").unwrap(), 1).by_level()
    }

    /// Alpha 1e-6, one run each, seeds 1 to 3.
    #[test]
    fn what_holds_on_one_level_or_from_draw_to_draw_of_each_is_seen() {
        let said = |evidence: &Evidence| {
            assert!(evidence.p_value.log10() < -6.0, "{}", evidence.p_value.log10());
            evidence.effect.place.as_ref().unwrap().to_string()
        };
        let mut rng = Pcg64::seed_from_u64(1);
        // One site of six alternates; or all of them do, each for itself.
        let (one, each) = ("the level 4", "with the draws taken level by level");
        for (alternating, ends) in [(3..4, one), (0..6, each)] {
            let mut last = [0; 6];
            let rows = (0..300).flat_map(|_| {
                let level = rng.random_range(0..6_u32);
                let next = match alternating.contains(&level) {
                    true => 1 - last[level as usize],
                    false => rng.random_range(0..2),
                };
                last[level as usize] = next;
                [next, level]
            });
            let said = said(&judged(two_arms(), &rows.collect::<Vec<_>>()));
            assert!(said.ends_with(ends), "{said}");
        }
        // The first draw of each of 40 levels is arm 0.
        let mut seen = [false; 40];
        let rows = (0..600).flat_map(|_| {
            let level = rng.random_range(0..40_u32);
            let is_first = !std::mem::replace(&mut seen[level as usize], true);
            [if is_first { 0 } else { rng.random_range(0..2) }, level]
        });
        let rows: Vec<u32> = rows.collect();
        let first = said(&judged(two_arms(), &rows));
        assert!(first.ends_with(" in the first draw of each level"), "{first}");
        let backwards: Vec<u32> = rows.rchunks(2).flatten().copied().collect();
        let last = said(&judged(two_arms(), &backwards));
        assert!(last.ends_with(" in the last draw of each level"), "{last}");
        // On one of three levels card 4 is never before card 2.
        let rows = (0..240_u32).flat_map(|deck| {
            let mut row: Vec<u32> = (0..6).collect();
            (1..6).for_each(|at| row.swap(at, rng.random_range(0..=at)));
            let lies = |card| row.iter().position(|it| *it == card).unwrap();
            let (two, four) = (lies(2), lies(4));
            if deck % 3 == 1 && four < two {
                row.swap(two, four);
            }
            row.push(deck % 3);
            row
        });
        let said = said(&judged(Shape::whole(6).by_level(), &rows.collect::<Vec<_>>()));
        assert!(said.ends_with(" on the level 2"), "{said}");
    }

    /// 300 lists of 20 to 120 rows on 2 to 6 levels, seed 4, level .05; the test of the test at 1e-4.
    #[test]
    fn sound_draws_are_rejected_at_most_as_often_as_the_level_says() {
        let mut rng = Pcg64::seed_from_u64(4);
        let rejected = (0..300).filter(|_| {
            let (levels, rows) = (rng.random_range(2..=6_u32), rng.random_range(20..=120_u32));
            // Each level has ten rows at least where there are twenty for each.
            let rows = (0..rows.max(20 * levels))
                .flat_map(|row| [rng.random_range(0..2), row * levels / rows.max(20 * levels)]);
            judged(two_arms(), &rows.collect::<Vec<_>>()).p_value.value() <= 0.05
        });
        let rejected = rejected.count() as u64;
        assert!(binomial::ln_sf(rejected, 300, 0.05) > 1e-4_f64.ln(), "{rejected} of 300");
    }
}
