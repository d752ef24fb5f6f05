//! Generators that are too simple, seen in the draws that decks show.
#![doc = include_str!("linear-complexity.md")]
#![doc = include_str!("draw-parities.md")]

pub(crate) mod complexity;
pub(crate) mod draws;
pub(crate) mod lattices;
mod parities;

use crate::{
    Card, Judgement, Shape, Tally,
    costs::Cost,
    distribution::binomial,
    effect_kind,
    judgement::{Effect, Evidence, ExtremeCount, Outcome},
    metric::{About, Exhibit, Metric, MetricEntry, NotApplicable, Scope, TestEntry, prose, wanted},
    place::Place,
    share::{self, Executor, Serial},
    summaries::SummarySize,
};
use draws::{Decoder, DrawBit, FisherYatesForm, bits_of_shape};
use parities::{Clearest, Past, clearest};
use std::f64::consts::LN_2;

pub(crate) const LINEAR_COMPLEXITY: TestEntry = TestEntry {
    title: prose! { "shortest linear feedback shift register that gives the bits of decoded draws, against its exact law" },
    sees: prose! { "generators that are linear over GF(2) with registers of up to 2,000 bits, such as xorshift32 or an LFSR, under \
    Fisher-Yates in its usual forms" },
    blind_to: prose! { "MT19937, whose register of 19,937 bits is longer than what is kept; generators that are not linear, or \
    scrambled (xoshiro256++, PCG); shuffles that do not draw as Fisher-Yates does, or reject draws often" },
    cost: Cost::of(0.0, 22.0),
    ..TestEntry::new("linear-complexity", About::DependenceBetweenDecks)
};

pub(crate) const DRAW_PARITIES: TestEntry = TestEntry {
    title: prose! { "sums of two and three lowest bits of decoded draws modulo 2, over some decks, against coins" },
    sees: prose! { "additive generators such as the C library's random() under Fisher-Yates with remainders; recurrences of three terms \
    within some 100 draws" },
    blind_to: prose! { "recurrences of more terms or longer lags; random() with 10, 18 to 28, or an odd number of cards, where no three \
    even ranges meet; draws by multiplication; shuffles that do not draw as Fisher-Yates does" },
    ..TestEntry::new("draw-parities", About::DependenceBetweenDecks)
};

pub(crate) const ENTRY: MetricEntry = MetricEntry {
    scope: Scope::Trials,
    ..MetricEntry::new(&[LINEAR_COMPLEXITY, DRAW_PARITIES], |shape| {
        Ok(Box::new(Linear::new(shape)?))
    })
};

const FEWEST: u64 = 128;

const MOST: u64 = 1 << 12;

/// The most decks in which sums are examined.
const MOST_OF_SUMS: u64 = 1 << 11;

/// Cards of large decks from which bits are kept.
const CARDS: u64 = 1 << 20;

#[derive(Clone, Debug)]
pub(crate) struct Linear {
    forms: &'static [FisherYatesForm],
    bits: Vec<DrawBit>,
    cards: usize,
    trials: u64,
}

impl Linear {
    pub(crate) fn new(shape: Shape) -> Result<Self, NotApplicable> {
        let bits = bits_of_shape(shape);
        if bits.is_empty() {
            return Err(NotApplicable::new("no card of this deal is drawn from an even number"));
        }
        let trials = MOST.min(CARDS / shape.cards() as u64);
        if trials < FEWEST {
            return Err(NotApplicable::new("decks this large are too few per block"));
        }
        Ok(Self { forms: FisherYatesForm::of_shape(shape), bits, cards: shape.cards(), trials })
    }

    /// The bits of each form, one sequence after the other, over the trials from the first on that follow each other.
    fn sequences(&self, tally: &Tally) -> Vec<Vec<bool>> {
        let mut sequences = vec![Vec::new(); self.forms.len() * self.bits.len()];
        let following =
            tally.summaries().iter().zip(0..).take_while(|((trial, _), at)| trial == at);
        for ((_, words), _) in following {
            for (index, sequence) in sequences.iter_mut().enumerate() {
                sequence.push(words[index / 32] >> (index % 32) & 1 == 1);
            }
        }
        sequences
    }

    fn judge_complexity(&self, sequences: &[Vec<bool>], executor: &dyn Executor) -> Evidence {
        let all = sequences[0].len();
        let mut prefixes: Vec<usize> =
            (7..).map(|log| 1 << log).take_while(|&it| it < all).collect();
        prefixes.push(all);
        let tails = (sequences.len() * prefixes.len()) as u64;
        let of_sequence = |index: usize| {
            let found = complexity::complexities(&sequences[index], &prefixes);
            let found = found.into_iter().zip(&prefixes);
            let tail =
                |(length, &bits)| (complexity::ln_at_most(length, bits), index, length, bits);
            found.map(tail).min_by(|a, b| a.0.total_cmp(&b.0)).expect("there is a prefix")
        };
        let found = share::map(executor, sequences.len(), of_sequence);
        let (ln_tail, index, length, bits) =
            found.into_iter().min_by(|a, b| a.0.total_cmp(&b.0)).expect("there is a sequence");
        let (form, DrawBit { range, bit }) =
            (self.forms[index / self.bits.len()], self.bits[index % self.bits.len()]);
        let place = Place::from("bit ")
            .number(bit as usize)
            .text(" of the draw of 1 in ")
            .number(range)
            .text(form.words())
            .text(" over ")
            .number(bits)
            .text(" decks");
        let effect = Effect::new(effect_kind::LINEAR_COMPLEXITY, length as f64).at(place);
        // All bits are 0.
        Evidence::of_tails(ln_tail, tails, -(all as f64) * LN_2, effect)
    }

    fn judge_parities(&self, sequences: &[Vec<bool>], executor: &dyn Executor) -> Evidence {
        // The lowest bit of each range, in the sampled decks.
        let decks = sequences[0].len().min(MOST_OF_SUMS as usize);
        let lowest: Vec<usize> =
            (0..self.bits.len()).filter(|&it| self.bits[it].bit == 0).collect();
        let of_form = |form: usize| -> Vec<Vec<bool>> {
            let of = |&bit: &usize| sequences[form * self.bits.len() + bit][..decks].to_vec();
            lowest.iter().map(of).collect()
        };
        let found = share::map(executor, self.forms.len(), |form| clearest(&of_form(form)));
        let distance = |it: &Clearest| (2 * it.even).abs_diff(it.decks);
        let (mut sums, mut best) = (0, None::<(usize, Clearest)>);
        for (form, found) in found.into_iter().enumerate() {
            sums += found.sums;
            if best.as_ref().is_none_or(|(_, best)| distance(&found) > distance(best)) {
                best = Some((form, found));
            }
        }
        let (form, Clearest { bits, even, decks, .. }) = best.expect("there is a form");
        let ln_tail = binomial::ln_sf(even.max(decks - even), decks, 0.5);
        let ranges = bits.iter().map(|it| Past { bit: self.bits[lowest[it.bit]].range, ..*it });
        let what =
            sum_in_words(&ranges.collect::<Vec<_>>(), even >= decks - even, self.forms[form]);
        let (count, of) = (even.max(decks - even), decks);
        let extreme = ExtremeCount { what, count, of, unit: "decks", expected: 0.5 };
        // Both tails of each sum.
        let tails = 2 * sums;
        Evidence::of_tails(ln_tail, tails, -(decks as f64) * LN_2, extreme.effect(tails))
    }
}

/// Judges the bits of all forms.
type Judge = fn(&Linear, &[Vec<bool>], &dyn Executor) -> Evidence;

impl Linear {
    fn judged(&self, tally: &Tally, executor: &dyn Executor) -> Vec<Judgement> {
        let (trials, needed) = (tally.trials(), FEWEST);
        let sequences = self.sequences(tally);
        let kept = sequences[0].len() as u64;
        let judges: [(_, Judge); 2] = [
            (LINEAR_COMPLEXITY.id, Self::judge_complexity),
            (DRAW_PARITIES.id, Self::judge_parities),
        ];
        share::map_each(executor, judges.into(), |(test, judge)| {
            let outcome = if kept >= FEWEST {
                Outcome::Judged(judge(self, &sequences, executor))
            } else if trials < needed {
                Outcome::too_few(trials, needed)
            } else {
                let why = format!("only {kept} of the first trials are in this tally");
                Outcome::not_applicable(why)
            };
            Judgement { test, outcome }
        })
    }
}

/// "the draws of 1 in 52, of 1 in 32 (1 deck before) and of 1 in 4 (1 deck before) sum to an even number (...)"; of
/// ranges with the ages of their decks.
fn sum_in_words(ranges: &[Past], even: bool, form: FisherYatesForm) -> Place {
    let list = Place::list(ranges.iter().map(|past| {
        let place = Place::from("of 1 in ").number(past.bit);
        let before = if past.age == 1 { " deck before)" } else { " decks before)" };
        match past.age {
            0 => place,
            age => place.text(" (").number(age).text(before),
        }
    }));
    let place = Place::from("the draws ").and(list);
    let sum = if even { " sum to an even number" } else { " sum to an odd number" };
    place.text(sum).text(form.words())
}

impl Metric for Linear {
    fn summary_size(&self) -> SummarySize {
        SummarySize::new(self.trials, (self.forms.len() * self.bits.len()).div_ceil(32))
    }

    fn summarize_row<C: Card>(&self, row: &[C], words: &mut Vec<u32>) {
        let from = words.len();
        words.resize(from + self.summary_size().words(), 0);
        let (words, mut decoder) = (&mut words[from..], Decoder::new(self.cards));
        for (form, at) in self.forms.iter().zip((0..).step_by(self.bits.len())) {
            let mut next = 0;
            decoder.draws(*form, row, |range, value| {
                while let Some(it) = self.bits.get(next).filter(|it| it.range == range) {
                    let index = at + next;
                    words[index / 32] |= ((value >> it.bit & 1) as u32) << (index % 32);
                    next += 1;
                }
            });
        }
    }

    fn trials_needed(&self) -> u64 {
        FEWEST
    }

    fn judge(&self, tally: &Tally) -> Vec<Judgement> {
        self.judged(tally, &Serial)
    }

    fn judge_and_show(
        &self,
        tally: &Tally,
        is_wanted: &dyn Fn(&'static str) -> bool,
        executor: &dyn Executor,
    ) -> (Vec<Judgement>, Vec<Exhibit>) {
        (wanted(self.judged(tally, executor), is_wanted), Vec::new())
    }
}

#[cfg(test)]
mod tests;
