//! Draws with a rule, judged against fair draws that obey it.
#![doc = include_str!("rule.md")]

pub(crate) mod reading;
mod reference;
pub(crate) mod sampler;

use crate::{
    Card, Evidence, Exhibit, Judgement, Shape, Tally,
    costs::Cost,
    effect_kind,
    exhibit::{DifferingCell, Readings},
    judgement::{Effect, LN_IMPOSSIBLE, Outcome},
    metric::{About, Metric, MetricEntry, NotApplicable, TestEntry, prose, wanted},
    place::{Place, Word},
    share::{Executor, Serial},
    summaries::SummarySize,
    table,
};
use reading::Reading;
use reference::{Compared, FairDraws, LISTED};
use shuffle_deck::{DrawKind, Rule, rule::Broken};
use std::sync::Arc;

pub(crate) const RULE: TestEntry = TestEntry {
    title: prose! { "draws that break their rule" },
    sees: prose! { "a single draw that the rule forbids" },
    blind_to: prose! { "everything about draws that obey, and all that depends on earlier draws" },
    explains: true,
    cost: Cost::of(300.0, 500.0),
    ..TestEntry::new("rule", About::Design)
};

const PLACES: TestEntry = TestEntry {
    title: prose! { "cards at places, against fair draws that obey the rule" },
    sees: prose! { "a place that some card reaches too rarely, never, or too often: draws that are repaired, or made one after the other" },
    blind_to: prose! { "what is even at each place, such as draws of one big circle" },
    explains: true,
    has_plain_effect: true,
    ..TestEntry::new("rule-places", About::Orders)
};

const PAIRS: TestEntry = TestEntry {
    title: prose! { "who follows whom, and who is with whom, against fair draws that obey the rule" },
    sees: prose! { "two cards that always come together, two people too often in one group" },
    blind_to: prose! { "biases of single places" },
    explains: true,
    ..TestEntry::new("rule-pairs", About::Orders)
};

const NUMBERS: TestEntry = TestEntry {
    title: prose! { "numbers of a draw (cycles, inversions, equal classes near each other), against fair draws that obey the rule" },
    sees: prose! { "only big circles in a Secret Santa, artists in blocks, digits in excess" },
    blind_to: prose! { "which card it is" },
    explains: true,
    ..TestEntry::new("rule-numbers", About::Orders)
};

pub(crate) const ENTRY: MetricEntry = MetricEntry {
    draws: &[DrawKind::Ruled],
    ..MetricEntry::new(&[RULE, PLACES, PAIRS, NUMBERS], |shape| Ok(Box::new(Ruled::new(shape)?)))
};

/// Checks that fair draws of this shape can be made under its rule.
///
/// # Errors
///
/// [`NotApplicable`] if no draw obeys the rule, or so few that neither counting nor trying finds them.
pub fn fair_draws(shape: Shape) -> Result<(), NotApplicable> {
    sampler::Sampler::of(shape).map(|_| ())
}

/// Counts draws, and those that break the rule after them.
#[derive(Clone, Debug)]
struct Ruled {
    shape: Shape,
    rule: Rule,
    reading: Arc<Reading>,
}

impl Ruled {
    fn new(shape: Shape) -> Result<Self, NotApplicable> {
        let rule = shape.rule().ok_or_else(|| NotApplicable::new("needs a rule"))?;
        Ok(Self { shape, rule, reading: Reading::of(shape)? })
    }

    fn broken(&self, tally: &Tally) -> Outcome {
        if self.rule.allows_all() {
            return Outcome::not_applicable("the groups have no rule");
        }
        let breaks = tally.cells()[self.reading.cells()];
        if breaks == 0 {
            let effect = Effect::new(effect_kind::IMPOSSIBLE, 0.0).at("no draw breaks the rule");
            return Evidence::of_tails(0.0, 1, LN_IMPOSSIBLE, effect).into();
        }
        let place = Place::from("").number(breaks as usize).text(" of ");
        let break_it = if breaks == 1 { " draws breaks the rule" } else { " draws break the rule" };
        let place = place.number(tally.trials() as usize).text(break_it);
        let first = tally.summaries().iter().find(|(_, words)| words[0] > 0);
        let place = match first {
            Some((0, words)) if breaks == 1 && tally.trials() > 1 => {
                let place = place.and(self.first(0, words));
                place.text("; if that line is a header, add --header")
            }
            Some((trial, words)) => place.and(self.first(trial, words)),
            None => place,
        };
        let effect = Effect::new(effect_kind::IMPOSSIBLE, breaks as f64).at(place);
        Evidence::impossible(effect).into()
    }

    /// What the first draw breaks.
    fn first(&self, trial: u64, words: &[u32]) -> Place {
        let parts = self.rule.parts();
        let place = Place::from(", first draw ").number(trial as usize + 1).text(": ");
        let (at, other) = (words[1] as usize, words[2] as usize);
        match words[0] {
            1 => {
                let value = Place::cards(&(other..other + 1));
                place.and(value).text(" at position ").position(at)
            }
            2 => {
                let (part, class) = (words[3] & 0xff, words[3] >> 8);
                let names = &parts.apart[part as usize].names;
                let place = place.text("positions ").position(at).text(" and ").position(other);
                let name = Word::Name(names[class as usize].as_str().into());
                place.text(" are both ").and(name)
            }
            _ => {
                let part = &parts.at_least[words[3] as usize];
                let place = place.text("only ").number(other).text(" of ");
                place.and(Word::Name(part.name.as_str().into()))
            }
        }
    }

    /// The judgements, and the cells that differ most.
    fn judged(
        &self,
        tally: &Tally,
        executor: &dyn Executor,
    ) -> (Vec<Judgement>, Vec<DifferingCell>) {
        let draws = tally.trials();
        let mut differing = Vec::new();
        let tests = [RULE.id, PLACES.id, PAIRS.id, NUMBERS.id];
        let judgements = table::judge(tests, [draws, self.trials_needed()], || {
            if self.rule.is_open() {
                let why = "nothing is known of the law of these draws";
                return [(); 4].map(|()| Outcome::not_applicable(why));
            }
            let reference = FairDraws::of(&self.reading, draws, executor);
            let cells = [tally.cells(), &reference.cells];
            let ([places, pairs, numbers], found) =
                against(&self.reading, cells, [draws, reference.draws]);
            differing = found;
            [self.broken(tally), places, pairs, numbers]
        });
        (judgements, differing)
    }
}

/// The three tests of two samples, and the cells that differ most.
fn against(
    reading: &Reading,
    cells: [&[u64]; 2],
    draws: [u64; 2],
) -> ([Outcome; 3], Vec<DifferingCell>) {
    let compared = Compared::new(reading, cells, draws);
    let [places, pairs] = reading.things();
    let (places, mut cells) = compared.places(&places);
    let (pairs, of_pairs) = compared.pairs(&pairs);
    let (numbers, of_numbers) = compared.numbers();
    cells.extend(of_pairs);
    cells.extend(of_numbers);
    cells.sort_by(|a, b| a.ln_p.total_cmp(&b.ln_p));
    cells.truncate(LISTED);
    ([places, pairs, numbers], cells)
}

/// Compares what was read off two samples of draws: cards at places, pairs, and numbers of whole draws, each with the test of its name.
///
/// Null hypothesis: all draws of both are independent and of one law, whatever it is. P-values are exact or too large, as of `rule-places`.
/// Nothing of samples that were read in different ways.
#[must_use]
pub fn compared([one, other]: [&Readings; 2]) -> Vec<(&'static str, Evidence)> {
    let (shape, draws) = (one.shape, [one.draws, other.draws]);
    let reading = Reading::of(shape).ok();
    let Some(reading) = reading.filter(|_| shape == other.shape && !draws.contains(&0)) else {
        return Vec::new();
    };
    let (outcomes, _) = against(&reading, [&one.cells, &other.cells], draws);
    let judged = |outcome| match outcome {
        Outcome::Judged(evidence) => Some(evidence),
        _ => None,
    };
    let tests = ["places", "pairs", "numbers"].into_iter().zip(outcomes);
    tests.filter_map(|(test, outcome)| Some((test, judged(outcome)?))).collect()
}

impl Metric for Ruled {
    fn cells(&self) -> usize {
        self.reading.cells() + 1
    }

    fn count<C: Card>(&self, rows: &[C], _: u64, cells: &mut [u64]) {
        let mut values = Vec::new();
        for row in rows.chunks_exact(self.shape.width()) {
            values.clear();
            values.extend(row.iter().map(|card| card.index() as u32));
            self.reading.count(&values, cells);
            cells[self.reading.cells()] += u64::from(self.rule.broken(&values).is_some());
        }
    }

    fn summary_size(&self) -> SummarySize {
        SummarySize::new(SummarySize::TRIALS, 4)
    }

    fn summarize_row<C: Card>(&self, row: &[C], words: &mut Vec<u32>) {
        let row: Vec<u32> = row.iter().map(|card| card.index() as u32).collect();
        let all = match self.rule.broken(&row) {
            None => [0; 4],
            Some(Broken::Forbidden { at, value }) => [1, at, value, 0],
            Some(Broken::TooClose { at, part }) => {
                let class = self.rule.parts().apart[part].classes[row[at[1]] as usize] as usize;
                [2, at[0], at[1], part | class << 8]
            }
            Some(Broken::TooFew { seen, part }) => [3, 0, seen, part],
        };
        words.extend(all.map(|word| word as u32));
    }

    fn judge(&self, tally: &Tally) -> Vec<Judgement> {
        self.judged(tally, &Serial).0
    }

    fn judge_and_show(
        &self,
        tally: &Tally,
        is_wanted: &dyn Fn(&'static str) -> bool,
        executor: &dyn Executor,
    ) -> (Vec<Judgement>, Vec<Exhibit>) {
        let (judgements, differing) = self.judged(tally, executor);
        let exhibit = match self.rule.is_open() {
            true => Exhibit::Readings(Readings {
                shape: self.shape,
                draws: tally.trials(),
                cells: tally.cells().to_vec(),
            }),
            false => Exhibit::Cells(differing),
        };
        (wanted(judgements, is_wanted), vec![exhibit])
    }
}

#[cfg(test)]
mod tests;
