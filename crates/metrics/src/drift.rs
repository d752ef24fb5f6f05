//! A card that comes to a position too often for some time.
#![doc = include_str!("drift.md")]

mod trend;

use crate::{
    Card, Decks, Judgement, Shape, Tally,
    costs::Cost,
    effect::Effect,
    effect_kind,
    exhibit::{Series, SeriesOf, SeriesPoint},
    grouping::Grouping,
    judgement::{Evidence, Outcome, Sensitivity},
    largest::{self, Cell, CountLaw},
    metric::{About, Exhibit, Metric, MetricEntry, NotApplicable, TestEntry, prose},
    place::{Place, Word},
    table::judge,
    thinned::{RUN, Thinned},
    views::Columns,
};
use shuffle_deck::{DrawKind, InstructionSet, LANES};
use std::{collections::BTreeSet, iter::repeat_n, ops::Range};
use trend::{Period, Trend, trend};

pub(crate) const DRIFT: TestEntry = TestEntry {
    title: prose! { "each card at each position over every stretch of time, the largest deviation" },
    sees: prose! { "a card too often at a position for a while: 50 % too often during 50,000 decks of 52; one wrong cell of the matrix; numbers that rise, and low balls early and high ones late" },
    blind_to: prose! { "biases that come and go within a few thousand decks; biases spread thinly over all cells" },
    has_plain_effect: true,
    cost: Cost::of(9.0, 0.0),
    ..TestEntry::new("drift", About::Orders)
};

pub(crate) const ENTRY: MetricEntry = MetricEntry {
    draws: &[
        DrawKind::Order,
        DrawKind::Unordered,
        DrawKind::Replacement,
        DrawKind::Pack,
        DrawKind::Weighted,
    ],
    ..MetricEntry::new(&[DRIFT], |shape| {
        if shape.is_with_replacement() && shape.dealt() > MOST_SINGLE {
            let why = format!("with replacement it handles at most {MOST_SINGLE} places");
            return Err(NotApplicable(why));
        }
        if shape.weights().is_some() && shape.cards() > MOST_SINGLE {
            let why = format!("with weights it handles at most {MOST_SINGLE} symbols");
            return Err(NotApplicable(why));
        }
        Ok(Box::new(Drift::new(shape)))
    })
};

/// Trials in each of the first four segments.
const FIRST: u64 = 1 << 13;

/// Segments before the number of trials doubles for the first time, and in each doubling.
const QUARTERS: u64 = 4;

/// All segments; the last has no end.
const SEGMENTS: usize = 88;

/// Among these decks every other run is counted at first, and later all.
const COUNTED: Thinned = Thinned { all: 1 << 18 };

/// Decks of up to this many cards are counted card by card, larger ones in as many groups.
const MOST_SINGLE: usize = 64;

/// Draws and packs are fewer than decks of a program: trials in each of their first four segments.
const FIRST_OF_DRAWS: u64 = 1 << 6;

/// The segment of a trial, if the first segments have `first` trials.
pub(crate) fn segment_of(trial: u64, first: u64) -> usize {
    let quarter = trial / first;
    if quarter < QUARTERS {
        return quarter as usize;
    }
    let doublings = u64::from(quarter.ilog2()) - 1;
    // The two bits below the leading one.
    let within = (quarter >> (doublings - 1)) & 3;
    ((doublings * QUARTERS + within) as usize).min(SEGMENTS - 1)
}

pub(crate) fn start_of(segment: usize, first: u64) -> u64 {
    let (doublings, within) = (segment as u64 / QUARTERS, segment as u64 % QUARTERS);
    let quarters = if doublings == 0 { within } else { (4 + within) << (doublings - 1).min(56) };
    quarters.saturating_mul(first)
}

/// Counts cards at positions by segments of time: for each segment the cells of a matrix, and after all of them the number
/// of decks in each segment.
#[derive(Clone, Debug)]
pub(crate) struct Drift {
    shape: Shape,
    positions: Grouping,
    cards: Grouping,
}

#[derive(Clone, Copy, Debug)]
struct Deviation {
    z: f64,
    cell: usize,
    first: usize,
    last: usize,
    count: u64,
    decks: u64,
}

/// The clearest finding.
#[derive(Clone, Copy, Debug)]
enum Finding {
    Cell(Deviation),
    /// A trend, and the last segment of the stretch from the start that shows it.
    Trend(Trend, usize),
}

/// The clearest finding with its tail, the number of tails that were compared, and the shift of the log tails of cells.
struct ClearestShift {
    ln_tail: f64,
    tails: u64,
    shift: f64,
    finding: Finding,
}

impl Drift {
    pub(crate) fn new(shape: Shape) -> Self {
        let positions = match shape.kind() {
            // The place of a ball within a draw means nothing.
            DrawKind::Unordered => 1,
            _ if shape.cards() <= MOST_SINGLE => shape.dealt().min(MOST_SINGLE),
            _ => MOST_SINGLE,
        };
        let positions = Grouping::new(shape.dealt(), positions);
        Self { shape, positions, cards: Grouping::new(shape.values(), MOST_SINGLE) }
    }

    /// The number of cells of a segment.
    fn matrix(&self) -> usize {
        self.positions.groups() * self.cards.groups()
    }

    fn first(&self) -> u64 {
        if self.shape.is_order() { FIRST } else { FIRST_OF_DRAWS }
    }

    fn segment(&self, trial: u64) -> usize {
        segment_of(trial, self.first())
    }

    fn start(&self, segment: usize) -> u64 {
        start_of(segment, self.first())
    }

    /// True if the deck of this trial is counted: of orders every other run, of draws all.
    fn is_sampled(&self, trial: u64) -> bool {
        let is_even_run = (trial / RUN).is_multiple_of(2);
        COUNTED.is_counted(trial) && (is_even_run || !self.shape.is_order())
    }

    fn is_single(&self) -> bool {
        self.positions.groups() == self.shape.dealt() && self.cards.groups() == self.shape.values()
    }

    /// The numbers of cards and of positions that a cell stands for.
    fn sizes(&self, cell: usize) -> [usize; 2] {
        let columns = self.cards.groups();
        let cards = self.cards.items(cell % columns);
        let cards = match self.shape.pack() {
            None => cards.len(),
            Some(pack) => pack.counts()[cards].iter().map(|&count| count as usize).sum(),
        };
        [cards, self.positions.items(cell / columns).len()]
    }

    /// The chance of the symbol of a cell, if symbols have weights; then each cell is one symbol at one place.
    fn weighted(&self, cell: usize) -> Option<f64> {
        let weights = self.shape.weights()?;
        Some(weights.chances()[cell % self.cards.groups()])
    }

    /// The chance of the symbols of a cell, at each of its places.
    fn chance(&self, cell: usize) -> f64 {
        self.weighted(cell)
            .unwrap_or_else(|| self.sizes(cell)[0] as f64 / self.shape.cards() as f64)
    }

    /// Mean and variance of a cell of one deck.
    fn moments(&self, cell: usize) -> [f64; 2] {
        if self.shape.is_with_replacement() {
            let chance = self.chance(cell);
            return [chance, chance * (1.0 - chance)];
        }
        self.moments_of_cards(self.sizes(cell))
    }

    /// Mean and variance, per deck, of how many cards of a class lie at the places of a class, from the sizes of both.
    fn moments_of_cards(&self, sizes: [usize; 2]) -> [f64; 2] {
        let n = self.shape.cards() as f64;
        let [g, h] = sizes.map(|size| size as f64);
        [g * h / n, g * (n - g) * h * (n - h) / (n * n * (n - 1.0).max(1.0))]
    }

    /// Mean and variance, per draw, of the count of low symbols (the lower half of the groups) at all places.
    fn moments_of_low(&self) -> [f64; 2] {
        let (half, places) = (self.low(), self.shape.dealt());
        if self.shape.is_with_replacement() {
            let chance: f64 = self.chances()[..half].iter().sum();
            return [chance, chance * (1.0 - chance)].map(|it| it * places as f64);
        }
        let low = (0..half).map(|group| self.sizes(group)[0]).sum();
        self.moments_of_cards([low, places])
    }

    /// The deviations, upwards and downwards, that are clearest in each run of segments; the runs with decks only.
    fn deviations(&self, tally: &Tally) -> (Vec<Deviation>, u64) {
        let (cells, decks) = tally.cells().split_at(SEGMENTS * self.matrix());
        let seen = Self::seen(decks);
        let runs = seen.len() * (seen.len() + 1) / 2;
        let mut clearest: Vec<[Option<Deviation>; 2]> = vec![[None; 2]; runs];
        for cell in 0..self.matrix() {
            let [mean, variance] = self.moments(cell);
            // `largest-symbol` sees one that must not come.
            if variance == 0.0 {
                continue;
            }
            let mut run = 0;
            for (from, &first) in seen.iter().enumerate() {
                let (mut count, mut all) = (0, 0);
                for &last in &seen[from..] {
                    count += cells[last * self.matrix() + cell];
                    all += decks[last];
                    let z = match self.weighted(cell) {
                        Some(chance) => Cell { count, trials: all, chance }.deviance(),
                        None => (count as f64 - all as f64 * mean) / (all as f64 * variance).sqrt(),
                    };
                    let side = &mut clearest[run][usize::from(z < 0.0)];
                    if side.is_none_or(|other| z.abs() > other.z.abs()) {
                        *side = Some(Deviation { z, cell, first, last, count, decks: all });
                    }
                    run += 1;
                }
            }
        }
        (clearest.into_iter().flatten().flatten().collect(), runs as u64)
    }

    fn law(&self, cell: usize, decks: u64) -> CountLaw {
        let n = self.shape.cards();
        if self.shape.is_with_replacement() {
            return CountLaw::Binomial { trials: decks, chance: self.chance(cell) };
        }
        match self.sizes(cell) {
            [1, 1] => CountLaw::Binomial { trials: decks, chance: 1.0 / n as f64 },
            [cards, places] => CountLaw::of_cards(n, cards, places, decks),
        }
    }

    /// The smallest tail, whose it is, and how many tails there are.
    fn smallest_tail(&self, tally: &Tally) -> (f64, Deviation, u64) {
        let (deviations, runs) = self.deviations(tally);
        let ln_tail = |it: &Deviation| self.law(it.cell, it.decks).ln_tail(it.count);
        let (smallest, clearest) = largest::clearest(deviations, |it| it.z, ln_tail);
        let tails = 2 * runs * self.matrix() as u64;
        (smallest, clearest, tails)
    }

    /// The segments with decks.
    fn seen(tally: &[u64]) -> Vec<usize> {
        (0..SEGMENTS).filter(|&segment| tally[segment] > 0).collect()
    }

    /// The number of groups of symbols that are low.
    fn low(&self) -> usize {
        self.cards.groups() / 2
    }

    /// The chance of each group of symbols at one place.
    fn chances(&self) -> Vec<f64> {
        (0..self.cards.groups()).map(|group| self.chance(group)).collect()
    }

    /// The trend of draws, and the last of its segments.
    fn trend(&self, tally: &Tally) -> Option<(Trend, usize)> {
        if self.shape.is_order() {
            return None;
        }
        let (cells, decks) = tally.cells().split_at(SEGMENTS * self.matrix());
        let (seen, columns) = (Self::seen(decks), self.cards.groups());
        let stretch = |&segment: &usize| {
            let cells = &cells[segment * self.matrix()..][..self.matrix()];
            let count = |group| cells.iter().skip(group).step_by(columns).sum();
            Period { draws: decks[segment], counts: (0..columns).map(count).collect() }
        };
        let stretches: Vec<Period> = seen.iter().map(stretch).collect();
        let found = trend(&stretches, &self.chances(), self.shape.dealt())?;
        Some((found, seen[found.last]))
    }

    /// The clearer of the trend and the clearest cell. Where there is a trend, each of both has one half of the level.
    fn clearest(&self, tally: &Tally) -> ClearestShift {
        let (smallest, deviation, tails) = self.smallest_tail(tally);
        let Some((trend, last)) = self.trend(tally) else {
            return ClearestShift {
                ln_tail: smallest,
                tails,
                shift: 0.0,
                finding: Finding::Cell(deviation),
            };
        };
        let tails = tails + 2;
        let [of_trend, shift] = largest::halves(2, tails);
        let (trend_tail, cell_tail) = (trend.ln_tail + of_trend, smallest + shift);
        match trend_tail < cell_tail {
            true => ClearestShift {
                ln_tail: trend_tail,
                tails,
                shift,
                finding: Finding::Trend(trend, last),
            },
            false => ClearestShift {
                ln_tail: cell_tail,
                tails,
                shift,
                finding: Finding::Cell(deviation),
            },
        }
    }

    fn evidence(&self, tally: &Tally) -> Evidence {
        let ClearestShift { ln_tail, tails, shift, finding } = self.clearest(tally);
        let counted = tally.cells()[SEGMENTS * self.matrix()..].iter().sum();
        let ln_least = if self.shape.is_with_replacement() {
            let cells = 0..self.cards.groups();
            let least = cells.map(|cell| self.chance(cell).min(1.0 - self.chance(cell)));
            counted as f64 * least.filter(|chance| *chance > 0.0).fold(1.0, f64::min).ln()
        } else {
            let sizes: BTreeSet<_> = (0..self.matrix()).map(|cell| self.sizes(cell)).collect();
            let ln_least = |[cards, places]: [usize; 2]| {
                CountLaw::of_cards(self.shape.cards(), cards, places, counted).ln_least()
            };
            sizes.into_iter().map(ln_least).fold(0.0, f64::min)
        };
        let effect = match finding {
            Finding::Cell(deviation) => self.effect(&deviation, tails, tally),
            Finding::Trend(trend, last) => self.effect_of_trend(&trend, last, tails, tally),
        };
        Evidence::of_tails(ln_tail, tails, ln_least + shift, effect)
            .with_sensitivity(self.sensitivity(counted, tally.trials()))
    }

    /// The sensitivity of the run of all segments to one card at one position (or one ball), in the cell where it is hardest to see.
    fn sensitivity(&self, counted: u64, trials: u64) -> Sensitivity {
        let name = match self.shape.kind() {
            DrawKind::Order => effect_kind::LARGEST_CELL_DEVIATION,
            DrawKind::Unordered
            | DrawKind::Replacement
            | DrawKind::Pack
            | DrawKind::Varying
            | DrawKind::Weighted
            | DrawKind::Successive
            | DrawKind::Blocks
            | DrawKind::Ruled => effect_kind::DRAW_DEVIATION,
        };
        let decks = counted as f64;
        let of_cell = |cell: usize| {
            let [mean, variance] = self.moments(cell);
            let of_count =
                [decks * mean, (decks * variance).sqrt(), decks * self.most(cell) as f64];
            Sensitivity::of_count(name, trials, of_count, mean / self.mean_of_single(cell))
        };
        let hardest = (0..self.matrix()).filter(|&cell| self.moments(cell)[0] > 0.0).map(of_cell);
        hardest.max_by(|a, b| a.unit().total_cmp(&b.unit())).expect("a matrix has cells")
    }

    /// The expected count, per deck, of the rarest card, symbol or kind of a cell at one position; of a ball, anywhere in the draw.
    fn mean_of_single(&self, cell: usize) -> f64 {
        if let Some(chance) = self.weighted(cell) {
            return chance;
        }
        let cards = self.cards.items(cell % self.cards.groups());
        let copies = match self.shape.pack() {
            None => 1,
            Some(pack) => pack.counts()[cards].iter().copied().min().unwrap_or(1),
        };
        let places = match self.shape.kind() {
            DrawKind::Unordered => self.shape.dealt(),
            DrawKind::Order
            | DrawKind::Varying
            | DrawKind::Replacement
            | DrawKind::Pack
            | DrawKind::Weighted
            | DrawKind::Successive
            | DrawKind::Blocks
            | DrawKind::Ruled => 1,
        };
        f64::from(copies) * places as f64 / self.shape.cards() as f64
    }

    /// The most that one deck can add to a cell: a symbol can appear at every place, a card at one.
    fn most(&self, cell: usize) -> usize {
        let [cards, places] = self.sizes(cell);
        match self.shape.is_with_replacement() {
            true => places,
            false => cards.min(places),
        }
    }

    /// The deviation of the clearest cell from what is expected of it.
    fn effect(&self, it: &Deviation, tails: u64, tally: &Tally) -> Effect {
        let [share, _] = self.moments(it.cell);
        let counts = [it.count, self.most(it.cell) as u64 * it.decks];
        let mean = share * it.decks as f64;
        let effect = Effect::of_picked_count(effect_kind::DRIFT_DEVIATION, counts, mean, tails);
        let all: u64 = tally.cells()[SEGMENTS * self.matrix()..].iter().sum();
        let place = self.place_of_cell(it.cell);
        let place = if it.decks == all {
            place
        } else {
            place.and(self.time([it.first, it.last], tally.trials()))
        };
        match self.most(it.cell) {
            1 => effect.hit(place, counts, self.shape.kind().trial()[1], share),
            _ => effect.at(place),
        }
    }

    /// The effect of a trend: how much too often or too rarely low symbols came from the start to the time at which that is clearest.
    fn effect_of_trend(&self, trend: &Trend, last: usize, tails: u64, tally: &Tally) -> Effect {
        let [share, _] = self.moments_of_low();
        let counts = [trend.low, trend.draws * self.shape.dealt() as u64];
        let mean = share * trend.draws as f64;
        let effect = Effect::of_picked_count(effect_kind::DRIFT_DEVIATION, counts, mean, tails);
        let place = self.low_symbols().and(self.time([0, last], tally.trials()));
        match self.shape.dealt() {
            1 => effect.hit(place, counts, self.shape.kind().trial()[1], share),
            _ => effect.at(place),
        }
    }

    /// `symbols 1 to 10`.
    fn low_symbols(&self) -> Place {
        self.symbols(&(0..self.cards.items(self.low() - 1).end))
    }

    /// `cards 16 to 19`, or the word for what is drawn.
    fn symbols(&self, cards: &Range<usize>) -> Place {
        let names = match self.shape.kind() {
            DrawKind::Order | DrawKind::Varying | DrawKind::Ruled => return Place::cards(cards),
            DrawKind::Unordered => ["ball ", "balls "],
            DrawKind::Replacement | DrawKind::Weighted | DrawKind::Successive => {
                ["symbol ", "symbols "]
            }
            DrawKind::Pack | DrawKind::Blocks => ["the kind ", "the kinds "],
        };
        Place::range(names, cards, Word::Card)
    }

    /// `card 17 at position 3`.
    fn place_of_cell(&self, cell: usize) -> Place {
        let columns = self.cards.groups();
        let symbols = self.symbols(&self.cards.items(cell % columns));
        match self.shape.kind() {
            DrawKind::Unordered => symbols,
            DrawKind::Replacement | DrawKind::Weighted if self.shape.dealt() == 1 => symbols,
            _ => symbols.text(" at ").and(Place::positions(&self.positions.items(cell / columns))),
        }
    }

    /// ` in decks 65,537 to 81,920`; the last segment ends with the last of the trials.
    fn time(&self, [first, last]: [usize; 2], trials: u64) -> Place {
        let times = [self.start(first) + 1, self.start(last + 1).min(trials)];
        let [first, last] = times.map(|deck| deck as usize);
        let during = Place::from(" in ").text(self.shape.kind().trial()[1]).text(" ");
        during.number(first).text(" to ").number(last)
    }

    /// The finding over time: a point for each segment that has decks.
    fn profile(&self, finding: &Finding, tally: &Tally) -> Series {
        let (cells, decks) = tally.cells().split_at(SEGMENTS * self.matrix());
        let (what, [mean, variance]) = match finding {
            Finding::Cell(it) => (self.place_of_cell(it.cell), self.moments(it.cell)),
            Finding::Trend(..) => (self.low_symbols(), self.moments_of_low()),
        };
        let count = |cells: &[u64]| match finding {
            Finding::Cell(it) => cells[it.cell],
            Finding::Trend(..) => {
                let places = cells.chunks_exact(self.cards.groups());
                places.flat_map(|place| &place[..self.low()]).sum()
            }
        };
        let of_segment = |segment: usize| {
            let count = count(&cells[segment * self.matrix()..][..self.matrix()]) as f64;
            let decks = decks[segment] as f64;
            let [first, last] = [self.start(segment) + 1, self.start(segment + 1)];
            SeriesPoint {
                x: f64::midpoint(first as f64, last.min(tally.trials()) as f64),
                y: count / (decks * mean) - 1.0,
                standard_error: (variance / decks).sqrt() / mean,
            }
        };
        Series {
            test: DRIFT.id,
            what: what.text(", over time"),
            along: "deck",
            of: SeriesOf::Deviation,
            points: Self::seen(decks).into_iter().map(of_segment).collect(),
        }
    }
}

impl Metric for Drift {
    fn cells(&self) -> usize {
        SEGMENTS * (self.matrix() + 1)
    }

    fn count<C: Card>(&self, rows: &[C], first_trial: u64, cells: &mut [u64]) {
        let (cells, decks) = cells.split_at_mut(SEGMENTS * self.matrix());
        let columns = self.cards.groups();
        for (row, trial) in rows.chunks_exact(self.shape.width()).zip(first_trial..) {
            if !self.is_sampled(trial) {
                continue;
            }
            let segment = self.segment(trial);
            decks[segment] += 1;
            let cells = &mut cells[segment * self.matrix()..][..self.matrix()];
            for (place, card) in row[..self.shape.dealt()].iter().enumerate() {
                let (row, column) = if self.is_single() {
                    (place, card.index())
                } else {
                    (self.positions.group_of(place), self.cards.group_of(card.index()))
                };
                cells[row * columns + column] += 1;
            }
        }
    }

    fn count_columns(&self, decks: &Decks<'_>, cells: &mut [u64]) -> bool {
        let (set, first) = (decks.instruction_set(), decks.first_trial());
        let aligned = first.is_multiple_of(LANES as u64);
        let in_runs = self.shape.is_order();
        if set == InstructionSet::PORTABLE || !self.is_single() || !aligned || !in_runs {
            return false;
        }
        let Some(columns) = decks.columns() else { return false };
        let mut counting = decks.counting();
        let (cells, in_segment) = cells.split_at_mut(SEGMENTS * self.matrix());
        let (mut trial, end) = (first, first + decks.trials() as u64);
        while trial < end {
            // Segments begin at multiples of what is counted at once.
            let next = ((trial / RUN + 1) * RUN).min(end);
            if self.is_sampled(trial) {
                let group = (trial - first) as usize / LANES * columns.width;
                let decks = (next - trial) as usize;
                let width = decks.div_ceil(LANES) * columns.width;
                let here =
                    Columns { decks, columns: &columns.columns[group..][..width], ..columns };
                let segment = self.segment(trial);
                in_segment[segment] += decks as u64;
                let cells = &mut cells[segment * self.matrix()..][..self.matrix()];
                let values = repeat_n(self.shape.values(), self.shape.dealt());
                counting.add_each(here, values, cells);
            }
            trial = next;
        }
        true
    }

    /// In draws of one segment, single cells are judged by tests of their own.
    fn trials_needed(&self) -> u64 {
        if self.shape.is_order() { 1 } else { FIRST_OF_DRAWS + 1 }
    }

    fn judge(&self, tally: &Tally) -> Vec<Judgement> {
        let decks: u64 = tally.cells()[SEGMENTS * self.matrix()..].iter().sum();
        judge([DRIFT.id], [tally.trials(), self.trials_needed()], || match decks {
            0 => {
                let why = "no deck of this tally is in the sample".to_owned();
                [Outcome::not_applicable(why)]
            }
            _ => [Outcome::Judged(self.evidence(tally))],
        })
    }

    fn exhibit_found(&self, tally: &Tally, judgements: &[Judgement]) -> Option<Exhibit> {
        judgements
            .iter()
            .any(Judgement::is_suspicious)
            .then(|| Exhibit::Series(self.profile(&self.clearest(tally).finding, tally)))
    }
}

#[cfg(test)]
mod tests;
