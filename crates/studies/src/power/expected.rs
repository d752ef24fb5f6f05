//! Counts without noise: the expected counts of a metric in a huge number of decks that follow an exact law.
//!
//! A metric that is given these counts judges the law itself. So no test needs a formula of its own for its
//! noncentrality, and the forecast is for the same statistic that an audit computes.

use shuffle_exact::{LawValue, Laws, PermutationLaw, PositionLaw, drawn::DrawnLaws, pair::Pairs};
use shuffle_metrics::{
    AdjacencyDifferences, Decks, ExactEffect, ExactLaw, MOST_PAIRED_CARDS, Metric, MetricEntry,
    PairOrder, Position, Rows, Scope, Shape, Tally,
};
use std::collections::BTreeMap;

/// The number of decks whose expected counts are taken: 2^40.
pub(super) const DECKS: f64 = 1_099_511_627_776.0;

/// Maximum number of orders of a law that is counted order by order: 8 cards.
const MOST_ORDERS: usize = 40_320;

/// Maximum number of codes of an order, its places read as digits: 7 cards.
const MOST_CODES: u32 = 1 << 20;

/// Maximum number of orders of a law for the tests that compare two decks, which need all pairs: 7 cards.
const MOST_ORDERS_PAIRED: usize = 5_040;

#[derive(Clone, Debug)]
pub(super) enum ExactExpectation {
    Counts {
        /// In [`DECKS`] decks.
        tally: Tally,
        /// A noncentrality below this may be rounding.
        noise: f64,
    },
    Effect(f64),
    Noncentrality(f64),
    /// The probabilities that two decks are equal, and three.
    Equal {
        two: f64,
        three: Option<f64>,
    },
}

/// The exact laws of a subject, as far as they can be computed, as metrics use them.
#[derive(Debug)]
pub(super) struct Expected<'a> {
    laws: &'a Laws,
    shape: Shape,
    orders: Option<LikelyOrders>,
}

/// Orders with their probabilities, the likeliest first.
#[derive(Debug)]
struct LikelyOrders {
    orders: Vec<Vec<u32>>,
    weights: Vec<u64>,
    shares: Vec<f64>,
}

impl<'a> Expected<'a> {
    pub(super) fn new(drawn: &'a DrawnLaws) -> Self {
        let (laws, shape) = (drawn.of_orders(), drawn.shape());
        if !shape.is_order() {
            // Rows of outcomes have no bonus balls.
            let outcomes = drawn.outcomes().ok().filter(|_| shape.width() == shape.dealt());
            let outcomes = outcomes.filter(|outcomes| outcomes.len() <= MOST_ORDERS);
            let shares = |outcomes: Vec<(Vec<u32>, LawValue)>| {
                outcomes.into_iter().map(|(row, share)| (row, share.value())).collect()
            };
            let orders = outcomes.map(shares).map(LikelyOrders::new);
            return Self { laws, shape, orders };
        }
        let few = |law: &&PermutationLaw| law.masses().len() <= MOST_ORDERS;
        let orders = laws.permutation().ok().filter(few).map(LikelyOrders::of);
        Self { laws, shape, orders }
    }

    /// The result for a metric; `None` if there is none.
    pub(super) fn of(&self, entry: &MetricEntry, metric: &dyn Metric) -> Option<ExactExpectation> {
        if !self.shape.is_order() {
            return match (entry.scope, &self.orders) {
                (Scope::All, Some(_)) => self.equal(),
                (Scope::Deck, Some(orders)) => Some(orders.count(metric, self.shape, Vec::new())),
                _ => None,
            };
        }
        match (entry.scope, &self.orders) {
            (Scope::All, _) => self.equal(),
            (Scope::Trials | Scope::Single | Scope::Few, _) => None,
            (Scope::Neighbors, orders) => {
                let relative = orders.as_ref()?.relative()?;
                Some(relative.count(metric, self.shape, first_deck(self.shape)))
            }
            (Scope::Deck, Some(orders)) => Some(orders.count(metric, self.shape, Vec::new())),
            (Scope::Deck, None) => {
                let effect = entry.tests[0].exact_effect.map(|effect| self.effect(effect));
                effect.or_else(|| entry.exact_law.map(|law| self.counts_by(law))).flatten()
            }
        }
    }

    fn effect(&self, effect: ExactEffect) -> Option<ExactExpectation> {
        Some(ExactExpectation::Effect(match effect {
            ExactEffect::Degree => self.laws.degree().ok()?.value(),
            ExactEffect::RankCorrelation => correlation(self.laws.position().ok()?),
        }))
    }

    fn counts_by(&self, law: ExactLaw) -> Option<ExactExpectation> {
        match law {
            ExactLaw::Permutations => Some(ExactExpectation::Noncentrality(
                self.laws.permutation().ok()?.noncentrality().value(),
            )),
            ExactLaw::Positions => {
                let law = self.laws.position().ok()?;
                Some(counts(position(law, self.shape), law.masses().error()))
            }
            ExactLaw::Neighbors => self.adjacency(),
            ExactLaw::PairOrder => self.pair_order(),
        }
    }

    fn equal(&self) -> Option<ExactExpectation> {
        if let Some(orders) = &self.orders {
            let power = |exponent| orders.shares.iter().map(|q| q.powi(exponent)).sum();
            return Some(ExactExpectation::Equal { two: power(2), three: Some(power(3)) });
        }
        let law = self.laws.permutation().ok()?;
        let possible: f64 = law.possible().to_string().parse().ok()?;
        let two = (1.0 + law.noncentrality().value()) / possible;
        let three = law.masses().values().iter().map(|q| q.powi(3)).sum();
        Some(ExactExpectation::Equal { two, three: Some(three) })
    }

    /// Cards that follow each other, with a dummy before the first and after the last.
    fn adjacency(&self) -> Option<ExactExpectation> {
        let (neighbors, places) = (self.laws.neighbors().ok()?, self.laws.position().ok()?);
        let (n, width) = (self.shape.cards(), self.shape.cards() + 1);
        if n > MOST_PAIRED_CARDS {
            let metric = AdjacencyDifferences::new(self.shape).ok()?;
            let values = neighbors.masses().values();
            let cells = metric.expected(|before, after| values[before * n + after]);
            return Some(grouped(cells, neighbors.masses().error(), n));
        }
        let (pairs, places_error) = (neighbors.masses().values(), places.masses().error());
        let places = places.masses().values();
        let mut cells = vec![0.0; width * width];
        for a in 0..n {
            cells[a * width..a * width + n].copy_from_slice(&pairs[a * n..(a + 1) * n]);
            cells[n * width + a] = places[a];
            cells[a * width + n] = places[(n - 1) * n + a];
        }
        Some(counts(cells, neighbors.masses().error().max(places_error)))
    }

    /// Card a before card b, for a < b.
    fn pair_order(&self) -> Option<ExactExpectation> {
        let law = self.laws.pairs(Pairs::Ordered).ok()?;
        let (n, values) = (self.shape.cards(), law.masses().values());
        if n > MOST_PAIRED_CARDS {
            let metric = PairOrder::new(self.shape).ok()?;
            let cells = metric.expected(|first, second| values[first * n + second]);
            return Some(grouped(cells, law.masses().error(), n));
        }
        let cells = (0..n).flat_map(|a| values[a * n + a + 1..(a + 1) * n].to_vec()).collect();
        Some(counts(cells, law.masses().error()))
    }
}

/// The probabilities of the cells that the metric `position` counts, grouped if the deck is large.
fn position(law: &PositionLaw, shape: Shape) -> Vec<f64> {
    let metric = Position::new(shape);
    let matrix = metric.matrix(&Tally::new(metric.cells()));
    let values = law.masses().values();
    let columns = matrix.cards.groups();
    let mut cells = vec![0.0; matrix.positions.groups() * columns];
    for row in 0..matrix.positions.groups() {
        for place in matrix.positions.items(row) {
            for column in 0..columns {
                let cards = matrix.cards.items(column);
                let first = place * shape.cards();
                let sum: f64 = values[first + cards.start..first + cards.end].iter().sum();
                cells[row * columns + column] += sum;
            }
        }
    }
    cells
}

/// The mean rank correlation: `1 - mean of (1/2 sum (D[p] - p)^2) / (n(n^2-1)/12)`.
fn correlation(law: &PositionLaw) -> f64 {
    let n = law.shape().cards();
    let far = |index: usize| (index / n).abs_diff(index % n) as f64;
    let values = law.masses().values();
    let half: f64 =
        values.iter().enumerate().map(|(index, q)| 0.5 * q * far(index) * far(index)).sum();
    let n = n as f64;
    1.0 - half / (n * (n * n - 1.0) / 12.0)
}

/// Expected counts of cells with these probabilities, each with this error.
fn counts(cells: Vec<f64>, error: f64) -> ExactExpectation {
    let number = cells.len() as f64;
    // Each cell is off by half a count or by its error; there are not more ways to be off than cells.
    let noise = (number * (1.0 / DECKS + error)).powi(2);
    let cells = cells.into_iter().map(|q| (DECKS * q).round() as u64).collect();
    ExactExpectation::Counts { tally: Tally::of_counts(DECKS as u64, cells), noise }
}

/// The same for cells that are sums over all pairs of `cards` cards, whose probabilities have this error.
fn grouped(cells: Vec<f64>, error: f64, cards: usize) -> ExactExpectation {
    let pairs = (cards * cards) as f64;
    let of_cell = pairs / cells.len() as f64;
    counts(cells, error * of_cell)
}

/// The cards in order: the first of two decks, before each order, for a metric of two decks.
fn first_deck(shape: Shape) -> Vec<u32> {
    (0..shape.dealt() as u32).collect()
}

impl LikelyOrders {
    fn of(law: &PermutationLaw) -> Self {
        let mut orders = Vec::with_capacity(law.masses().len());
        // The only way to see all orders without computing a fraction for each.
        let _ = law.statistic(1, |order| {
            orders.push(order.to_vec());
            0
        });
        Self::new(orders.into_iter().zip(law.masses().values()).collect())
    }

    fn new(mut all: Vec<(Vec<u32>, f64)>) -> Self {
        all.retain(|(_, share)| *share > 0.0);
        all.sort_by(|a, b| b.1.total_cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
        let weights = all.iter().map(|(_, share)| (DECKS * share).round() as u64).collect();
        let shares = all.iter().map(|(_, share)| *share).collect();
        Self { orders: all.into_iter().map(|(order, _)| order).collect(), weights, shares }
    }

    /// The law of `x^-1 y` for two independent decks x and y; `None` if it has too many orders.
    fn relative(&self) -> Option<Self> {
        if self.orders.len() > MOST_ORDERS_PAIRED {
            return None;
        }
        let cards = self.orders.first()?.len();
        let digits = (cards as u32).checked_pow(cards as u32).filter(|&all| all <= MOST_CODES);
        if let Some(all) = digits {
            // Read as digits, an order is an index: the pairs of all orders of 7 cards would keep a map busy for 20 seconds.
            let mut sums = vec![0.0; all as usize];
            let code =
                |order: &[u32]| order.iter().fold(0, |code, &place| code * cards + place as usize);
            self.each_pair(|relative, share| sums[code(relative)] += share);
            let order = |mut code: usize| {
                let mut order = vec![0; cards];
                for place in order.iter_mut().rev() {
                    *place = (code % cards) as u32;
                    code /= cards;
                }
                order
            };
            let came = sums.into_iter().enumerate().filter(|(_, sum)| *sum > 0.0);
            return Some(Self::new(came.map(|(code, sum)| (order(code), sum)).collect()));
        }
        let mut law: BTreeMap<Vec<u32>, f64> = BTreeMap::new();
        self.each_pair(|relative, share| match law.get_mut(relative) {
            Some(sum) => *sum += share,
            None => drop(law.insert(relative.to_vec(), share)),
        });
        Some(Self::new(law.into_iter().collect()))
    }

    /// Calls `take` with `x^-1 y` and its probability, for each pair of decks x and y.
    fn each_pair(&self, mut take: impl FnMut(&[u32], f64)) {
        let mut places = vec![0; self.orders.first().map_or(0, Vec::len)];
        let mut relative = places.clone();
        for (x, p) in self.orders.iter().zip(&self.shares) {
            x.iter().zip(0..).for_each(|(&card, place)| places[card as usize] = place);
            for (y, q) in self.orders.iter().zip(&self.shares) {
                relative
                    .iter_mut()
                    .zip(y)
                    .for_each(|(place, &card)| *place = places[card as usize]);
                take(&relative, p * q);
            }
        }
    }

    /// Lets the metric count every order as often as it is expected, after the deck `before` if there is one.
    ///
    /// Orders that are equally likely are counted together: at every step down in the probabilities, the counts of
    /// all orders that are at least as likely are added, times the size of the step.
    fn count(&self, metric: &dyn Metric, shape: Shape, before: Vec<u32>) -> ExactExpectation {
        let mut so_far = vec![0; metric.cells()];
        let mut sums = vec![0_u64; metric.cells()];
        let below = self.weights.iter().skip(1).copied().chain([0]);
        for ((order, &weight), below) in self.orders.iter().zip(&self.weights).zip(below) {
            let row: Vec<u32> = before.iter().chain(order).copied().collect();
            observe(metric, shape, &row, &mut so_far);
            if weight > below {
                let step = weight - below;
                sums.iter_mut().zip(&so_far).for_each(|(sum, count)| *sum += step * count);
            }
        }
        let decks = self.weights.iter().sum();
        // Rounding moves every order by half a count at most.
        let noise = (self.orders.len() as f64 / DECKS).powi(2);
        ExactExpectation::Counts { tally: Tally::of_counts(decks, sums), noise }
    }
}

fn observe(metric: &dyn Metric, shape: Shape, row: &[u32], cells: &mut [u64]) {
    if shape.cards() <= 256 {
        let narrow: Vec<u8> = row.iter().map(|&card| card as u8).collect();
        metric.observe(&Decks::new(shape, 0, Rows::Narrow(&narrow)), cells);
    } else {
        metric.observe(&Decks::new(shape, 0, Rows::Wide(row)), cells);
    }
}
