//! The classes of the rows of each batch: whether batches are samples of all rows.
#![doc = include_str!("batches.md")]

use super::{
    MOST_DECKS,
    dealt_regions::ln_hoeffding,
    order_test::in_deck,
    orders::{long, two_words},
    summarized,
    sums::ln_tail_of_squares,
};
use crate::{
    Card, Judgement, Shape, Tally,
    costs::Cost,
    effect_kind,
    judgement::{Effect, Evidence, ExtremeCount, Law, Outcome, Tail},
    metric::{About, Metric, MetricEntry, NotApplicable, Scope, TestEntry, prose},
    number::whole_decks_only,
    place::{Place, Word},
    row_classes::RowClasses,
    summaries::SummarySize,
};

/// Words of a class: the sum of squares in whole batches, in the last one, and the largest and smallest count with its batch.
const WORDS: usize = 8;

/// X^2 from both sides, and the largest and the smallest count.
const LOOKS: u64 = 4;

pub(crate) const BATCHES: TestEntry = TestEntry {
    title: prose! { "the classes of the rows of each batch, in 1 to 99 orders" },
    sees: prose! { "batches that are not samples of all rows: shuffle buffers over sorted data, shards that stay together, stratified batches" },
    blind_to: prose! { "what happens inside a batch or inside a class" },
    explains: true,
    cost: Cost::of(0.0, 0.0),
    ..TestEntry::new("batches", About::Orders)
};

pub(crate) const ENTRY: MetricEntry = MetricEntry {
    in_battery: false,
    scope: Scope::Few,
    of_classes: Some(|shape, classes| Ok(Box::new(Batches::new(shape, classes)?))),
    ..MetricEntry::new(&[BATCHES], |_| {
        Err(NotApplicable::new("needs the class of each row: --groups and --batch"))
    })
};

pub(crate) struct Batches {
    classes: RowClasses,
    sizes: Vec<usize>,
}

impl Batches {
    pub(crate) fn new(shape: Shape, classes: &RowClasses) -> Result<Self, NotApplicable> {
        whole_decks_only(shape)?;
        if shape.cards() != classes.rows() {
            let (rows, cards) = (classes.rows(), shape.cards());
            return Err(NotApplicable(format!(
                "{rows} rows have a class, but decks have {cards} cards"
            )));
        }
        Ok(Self { classes: classes.clone(), sizes: classes.sizes() })
    }

    /// The rows, whole batches, and the rows of the last one that is not whole.
    fn cut(&self) -> (usize, usize, usize) {
        let (n, batch) = (self.classes.rows(), self.classes.batch());
        (n, n / batch, n % batch)
    }

    fn batches(&self) -> usize {
        let (_, whole, rest) = self.cut();
        whole + usize::from(rest > 0)
    }

    /// The logarithms of both tails of X^2, and X^2 less its mean, and its mean.
    fn table(&self, decks: &[&[u32]]) -> ([f64; 2], f64, f64) {
        let (n, whole, rest) = self.cut();
        let (batch, m) = (self.classes.batch() as f64, decks.len() as f64);
        let (mut sum, mut reciprocals) = (-(n as f64) * m, 0.0);
        for (class, &size) in self.sizes.iter().enumerate() {
            let share = size as f64 / n as f64;
            for words in decks {
                let words = &words[class * WORDS..][..4];
                let [whole, last] = [&words[..2], &words[2..]].map(|words| long(words) as f64);
                sum += whole / (batch * share);
                sum += if rest > 0 { last / (rest as f64 * share) } else { 0.0 };
            }
            reciprocals += whole as f64 / (batch * share);
            reciprocals += if rest > 0 { 1.0 / (rest as f64 * share) } else { 0.0 };
        }
        let statistic = (sum * (n as f64 - 1.0) / n as f64).max(0.0);
        let cells = (self.batches() * self.sizes.len()) as f64;
        let df = m * ((self.batches() - 1) * (self.sizes.len() - 1)) as f64;
        // The harmonic mean of what cells expect.
        let expected = cells / reciprocals;
        let tails = match ln_tail_of_squares(statistic, (df as u64, 0.0), expected) {
            (Tail::Upper, ln_tail) => [ln_tail, 0.0],
            (Tail::Lower, ln_tail) => [0.0, ln_tail],
        };
        (tails, statistic - df, df)
    }

    /// The batch that stands out most by one class: the logarithm of its tail, times the number of cells, and its extreme.
    fn clearest(&self, decks: &[&[u32]]) -> (f64, Option<ExtremeCount>) {
        let (n, whole, _) = self.cut();
        let batch = self.classes.batch();
        let ln_cells = ((whole * self.sizes.len() * decks.len()) as f64).ln();
        let mut best = (0.0, None);
        for (deck, words) in decks.iter().enumerate() {
            for (class, &size) in self.sizes.iter().enumerate() {
                let share = size as f64 / n as f64;
                for extreme in words[class * WORDS + 4..][..4].chunks_exact(2) {
                    let (count, at) = (extreme[0], extreme[1] as usize * batch);
                    let ln_tail = ln_hoeffding(f64::from(count), batch as f64, share) + ln_cells;
                    if ln_tail < best.0 {
                        let what = in_deck(deck, decks.len())
                            .and(Place::positions(&(at..at + batch)))
                            .and([
                                Word::Text(" hold rows of class "),
                                Word::Name(self.classes.name(class).into()),
                            ]);
                        let (count, of) = (u64::from(count), batch as u64);
                        let extreme =
                            ExtremeCount { what, count, of, unit: "places", expected: share };
                        best = (ln_tail, Some(extreme));
                    }
                }
            }
        }
        best
    }

    fn evidence(&self, decks: &[&[u32]]) -> Evidence {
        let ([ln_upper, ln_lower], excess, df) = self.table(decks);
        let rows = (self.classes.rows() * decks.len()) as f64;
        let (ln_batch, extreme) = self.clearest(decks);
        let rms = (excess.max(0.0) / rows).sqrt();
        let place = Place::from("batches by classes");
        let (ln_tail, effect) = if ln_lower < ln_upper.min(ln_batch) {
            let effect = Effect::new(effect_kind::BATCH_EVENNESS, (excess + df) / df);
            (ln_lower, effect.at(place))
        } else {
            let effect = Effect::new(effect_kind::BATCH_DEVIATION, rms);
            // The batch is named only if it is clearer than all batches together, or nearly so.
            let extreme = extreme.filter(|_| ln_batch < 0.5 * ln_upper);
            (ln_upper.min(ln_batch), Effect { place: Some(place), extreme, ..effect })
        };
        // Rows in batches of one class each: X^2 is n times one less than the number of classes.
        let sorted = rows * (self.sizes.len().min(self.batches()) - 1) as f64;
        let least = Law::ChiSquare { df: df as u64, ln_lattice_volume: 0.0 }.p_value(sorted).0.ln();
        Evidence::of_tails(ln_tail, LOOKS, least.min(ln_tail), effect)
    }
}

impl Metric for Batches {
    fn summary_size(&self) -> SummarySize {
        SummarySize::new(MOST_DECKS, WORDS * self.sizes.len())
    }

    fn summarize_row<C: Card>(&self, row: &[C], words: &mut Vec<u32>) {
        #[derive(Clone, Copy)]
        struct Of {
            squares: [u64; 2],
            most: (u32, u32),
            fewest: (u32, u32),
        }
        let batch = self.classes.batch();
        let none = Of { squares: [0; 2], most: (0, 0), fewest: (u32::MAX, 0) };
        let mut of = vec![none; self.sizes.len()];
        let mut counts = vec![0_u32; self.sizes.len()];
        for (at, cards) in row.chunks(batch).enumerate() {
            counts.fill(0);
            cards.iter().for_each(|card| counts[self.classes.of(card.index())] += 1);
            let is_whole = cards.len() == batch;
            for (of, &count) in of.iter_mut().zip(&counts) {
                of.squares[usize::from(!is_whole)] += u64::from(count).pow(2);
                if is_whole && count > of.most.0 {
                    of.most = (count, at as u32);
                }
                if is_whole && count < of.fewest.0 {
                    of.fewest = (count, at as u32);
                }
            }
        }
        for Of { squares, most, fewest } in of {
            words.extend(squares.into_iter().flat_map(two_words));
            words.extend([most.0, most.1, fewest.0, fewest.1]);
        }
    }

    fn judge(&self, tally: &Tally) -> Vec<Judgement> {
        let (trials, decks) = (tally.trials(), summarized(tally));
        let why = || format!("it judges up to {MOST_DECKS} decks, and there are {trials}");
        let outcome = match trials {
            0 => Outcome::too_few(trials, 1),
            _ if decks.len() as u64 != trials => Outcome::NotApplicable { why: why() },
            _ => Outcome::Judged(self.evidence(&decks)),
        };
        vec![Judgement { test: BATCHES.id, outcome }]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        Rows,
        testing::{assert_levels_are_kept, moments_of, orders, up_to},
    };
    use rand::{SeedableRng, seq::SliceRandom};
    use rand_pcg::Pcg64;

    fn evidence(metric: &Batches, decks: &[u32]) -> Evidence {
        crate::testing::evidence(metric, Shape::whole(metric.classes.rows()), Rows::Wide(decks))
    }

    #[test]
    fn the_statistic_has_its_exact_mean_over_all_orders() {
        for (names, batch) in [("aabbbcc", 2), ("aabbbc", 3), ("abababba", 3)] {
            let n = names.len();
            let classes = RowClasses::of_names((0..n).map(|at| &names[at..=at]), batch).unwrap();
            let metric = Batches::new(Shape::whole(n), &classes).unwrap();
            let [mean, _] = moments_of(orders(n).map(|order| {
                let mut words = Vec::new();
                metric.summarize_row(&order, &mut words);
                metric.table(&[&words]).1
            }));
            assert!(mean.abs() < 1e-9, "{names} {batch}: {mean}");
        }
    }

    #[test]
    fn sound_orders_are_rejected_no_more_often_than_they_may_be() {
        for (n, of, batch) in [(60, 20, 7), (400, 40, 16), (2_000, 500, 100), (500, 5, 50)] {
            let metric =
                Batches::new(Shape::whole(n), &RowClasses::shards(n, of, batch).unwrap()).unwrap();
            let mut rng = Pcg64::seed_from_u64(77 + n as u64);
            assert_levels_are_kept(4_000, up_to(4_000, 4.3, 1.0), n, || {
                let mut order: Vec<u32> = (0..n as u32).collect();
                order.shuffle(&mut rng);
                [(BATCHES.id, evidence(&metric, &order).p_value.value())]
            });
        }
    }

    #[test]
    fn batches_of_one_class_and_stratified_batches_are_told_apart() {
        let n = 1_000_u32;
        let metric =
            Batches::new(Shape::whole(1_000), &RowClasses::shards(1_000, 250, 100).unwrap())
                .unwrap();
        let sorted: Vec<u32> = (0..n).collect();
        let found = evidence(&metric, &sorted);
        assert!(found.p_value.value() < 1e-100);
        assert_eq!(found.effect.kind, effect_kind::BATCH_DEVIATION);
        // Each batch has 25 rows of each class.
        let even: Vec<u32> = (0..n).map(|at| at % 4 * 250 + at / 4).collect();
        let found = evidence(&metric, &even);
        assert!(found.p_value.value() < 1e-10, "{found:?}");
        assert_eq!(found.effect.kind, effect_kind::BATCH_EVENNESS);
        // One batch alone is of one class.
        let mut one = (0..n).collect::<Vec<_>>();
        one.shuffle(&mut Pcg64::seed_from_u64(5));
        let (mut of_class, others): (Vec<u32>, Vec<u32>) = one.iter().partition(|&&row| row < 250);
        let rest = of_class.split_off(60);
        let order: Vec<u32> = of_class
            .into_iter()
            .chain(others[..40].iter().copied())
            .chain(rest.into_iter().chain(others[40..].iter().copied()).collect::<Vec<_>>())
            .collect();
        let found = evidence(&metric, &order);
        assert!(found.p_value.value() < 1e-6, "{found:?}");
    }
}
