//! Numbers from a large range: the parts they lie in, their remainders, grids they lie on, and repeats.
#![doc = include_str!("number-regions.md")]
#![doc = include_str!("number-residues.md")]
#![doc = include_str!("number-grid.md")]
#![doc = include_str!("number-repeats.md")]

use super::{
    super::EVEN_SETS_AND_SYMBOLS, DOUBLINGS, Look, NumberRange, doublings, evidence, floor_sum,
    members_below, of_ends, within,
};
#[cfg(test)]
use crate::largest::Cell;
use crate::{
    Card, Judgement, Shape, Tally,
    costs::Cost,
    distribution::binomial,
    effect_kind::{NUMBER_DEVIATION, RMS_DRAW_DEVIATION},
    even_counts::{ln_too_even, with_counts},
    judgement::{Effect, Evidence, Outcome},
    metric::{About, Metric, MetricEntry, NotApplicable, ONLY_COUNTS, TestEntry, prose},
    p_value::Tail,
    place::{Place, Word},
    summaries::SummarySize,
    table,
    tables::keys::greatest_common_divisor,
};
use shuffle_deck::{DrawKind, MOST_COUNTED};
use std::{ops::Range, sync::OnceLock};

pub(crate) const NUMBER_REGIONS: TestEntry = TestEntry {
    title: prose! { "how many numbers of a range lie in each of its parts, from halves to 1,024ths, and at its ends" },
    sees: prose! { "words taken modulo n, numbers that never exceed a limit, a part of the range that comes too often, such as neighboring numbers of a wheel" },
    blind_to: prose! { "which numbers of a part come" },
    explains: true,
    cost: Cost::of(300.0, 0.0),
    ..TestEntry::new("number-regions", About::Orders)
};

pub(crate) const NUMBER_RESIDUES: TestEntry = TestEntry {
    title: prose! { "what numbers of a range leave when divided by 2 to 256, in each part of the range" },
    sees: prose! { "odd numbers at 60 % (R before 3.6), last bits that are stuck, even numbers alone above 2^24, last digits" },
    blind_to: prose! { "remainders of other moduli, unless all numbers have the same" },
    explains: true,
    has_plain_effect: true,
    ..TestEntry::new("number-residues", About::Orders)
};

pub(crate) const NUMBER_GRID: TestEntry = TestEntry {
    title: prose! { "whether numbers of a large range lie on a grid, such as 2^16 or 10^6 equal steps" },
    sees: prose! { "generators of 15 to 32 bits scaled to a larger range, floats rounded to some digits, multiples of any number" },
    blind_to: prose! { "grids of other numbers of steps that only some numbers lie on" },
    explains: true,
    ..TestEntry::new("number-grid", About::Orders)
};

pub(crate) const NUMBER_REPEATS: TestEntry = TestEntry {
    title: prose! { "how many numbers of a large range repeat an earlier one, and how often the commonest comes" },
    sees: prose! { "a small pool, one number that comes too often, numbers that never repeat" },
    blind_to: prose! { "numbers that repeat after the first 131,072" },
    explains: true,
    ..TestEntry::new("number-repeats", About::Repeats)
};

pub(crate) const ENTRY: MetricEntry = MetricEntry {
    draws: EVEN_SETS_AND_SYMBOLS,
    of_counts: Some(|shape| Ok(Box::new(NumberClasses::of_counts(shape)?))),
    ..MetricEntry::new(&[NUMBER_REGIONS, NUMBER_RESIDUES, NUMBER_GRID, NUMBER_REPEATS], |shape| {
        Ok(Box::new(NumberClasses::new(shape)?))
    })
};

/// The smallest parts that are counted.
const PARTS: usize = 1 << 10;

/// Of fewer numbers each is counted by itself.
const FEWEST_NUMBERS: usize = 16;

/// Parts of the range in which remainders and grids are counted.
const REGIONS: usize = 1 << 4;

/// Their divisors are moduli, too.
const MODULI: [usize; 3] = [256, 100, 63];

/// Moduli that share their error among a few: last bits and digits.
const PLAIN: [usize; 7] = [2, 4, 8, 16, 3, 5, 10];

/// The parts of a step of a grid; [`NumberClasses::place`] names them.
const PHASES: usize = 1 << 4;

/// Beyond this many steps a number, numbers of a grid differ from others by too little.
const MOST_STEPS: u64 = 16;

/// Numbers whose common divisor is looked for, and numbers that are compared with each other.
const DIVIDED: usize = 1 << 12;
const COMPARED: usize = 1 << 17;

/// A grid of equal steps laid over the range, by the fraction of a step at which a number lies, in units of 2^-64. The fraction that is
/// counted is a little too small; its chances are exact all the same, since they are counted by the same rule.
#[derive(Clone, Copy, Debug)]
struct Steps {
    steps: u64,
    fraction: u64,
}

impl Steps {
    /// Half a phase, so that what lies on the grid is in the middle of the first phase, and not on its edge.
    const HALF: u64 = 1 << (63 - PHASES.ilog2());

    fn all(n: u64) -> Vec<Self> {
        let decimal = (2..=9).map(|digits| 10_u64.pow(digits));
        let steps = (8..=32).map(|bits| 1 << bits).chain(decimal);
        let some = steps.filter(|&steps| steps <= MOST_STEPS * n && steps % n != 0);
        some.map(|steps| Self {
            steps,
            fraction: ((u128::from(steps % n) << 64) / u128::from(n)) as u64,
        })
        .collect()
    }

    fn phase(self, number: u64) -> usize {
        let at = number.wrapping_mul(self.fraction).wrapping_add(Self::HALF);
        (at >> (64 - PHASES.ilog2())) as usize
    }

    /// The numbers below `end` in each phase.
    fn below(self, end: u64) -> [u64; PHASES] {
        let sum = |b: u128| floor_sum(end.into(), 1 << 64, self.fraction.into(), b);
        // Numbers whose fraction is below a phase's: the sum of floor(y) - floor(y - end of the phase).
        let half = u128::from(Self::HALF);
        let whole = sum(half);
        let before = |phase: usize| {
            let rest = (1 << 64) - ((phase as u128) << (64 - PHASES.ilog2()));
            (u128::from(end) + whole - sum(half + rest)) as u64
        };
        std::array::from_fn(|phase| before(phase + 1) - before(phase))
    }
}

#[derive(Clone, Debug)]
pub(crate) struct NumberClasses {
    range: NumberRange,
    grids: Vec<Steps>,
    /// For each grid, the numbers below each edge of a region in each phase; worked out once.
    edges: OnceLock<Vec<Edges>>,
    /// True if its cells are the counts of the numbers.
    are_counted: bool,
}

type Edges = [[u64; PHASES]; REGIONS + 1];

/// Groups of looks, each with the same share of the error.
const GROUPS: u64 = 3;

/// Numbers times classes that are counted to find what is too even.
const MOST_SPREAD: u64 = 1 << 22;

/// A range in classes whose sizes differ by at most one.
#[derive(Clone, Copy)]
enum EvenClasses {
    Parts,
    Remainders,
}

impl EvenClasses {
    fn class(self, number: u64, classes: u64, n: u64) -> u64 {
        match self {
            Self::Parts => number * classes / n,
            Self::Remainders => number % classes,
        }
    }

    /// The numbers of the range that are in the classes before this one.
    fn below(self, class: u64, classes: u64, n: u64) -> u64 {
        match self {
            Self::Parts => (class * n).div_ceil(classes),
            Self::Remainders => n / classes * class + (n % classes).min(class),
        }
    }
}

/// What a class of numbers is.
enum ClassName {
    Part { part: usize, parts: usize },
    End(Range<u64>),
    Arc { from: u64, to: u64 },
    Class { remainder: usize, modulus: usize, part: usize, parts: usize },
    Phase { grid: Steps, phase: usize, part: usize, parts: usize },
}

impl NumberClasses {
    pub(crate) fn new(shape: Shape) -> Result<Self, NotApplicable> {
        if shape.cards() < FEWEST_NUMBERS {
            let why = format!("fewer than {FEWEST_NUMBERS} numbers are counted one by one");
            return Err(NotApplicable(why));
        }
        if shape.kind() == DrawKind::Unordered && shape.dealt() > 1 {
            return Err(NotApplicable::new("of draws without order only single numbers are even"));
        }
        let range = NumberRange::of(shape);
        let grids = if shape.is_large_range() { Steps::all(range.n) } else { Vec::new() };
        Ok(Self { range, grids, edges: OnceLock::new(), are_counted: false })
    }

    /// The same for a table of counts, if each draw is one number: the counts are its cells.
    fn of_counts(shape: Shape) -> Result<Self, NotApplicable> {
        let numbers = Self::new(shape)?;
        match shape.width() == 1 && numbers.grids.is_empty() {
            true => Ok(Self { are_counted: true, ..numbers }),
            false => Err(NotApplicable::new(ONLY_COUNTS)),
        }
    }

    /// The tally of the draws that a table of counts stands for.
    fn of_numbers(&self, tally: &Tally) -> Tally {
        let mut cells = vec![0; self.all_cells()];
        for (number, &count) in (0..).zip(tally.cells()) {
            self.cells_of(number, &mut |cell| cells[cell] += count);
        }
        Tally::of_counts(tally.trials(), cells)
    }

    fn all_cells(&self) -> usize {
        Self::residues_from(MODULI.len()) + self.grids.len() * REGIONS * PHASES
    }

    /// The cells in which a number is counted.
    fn cells_of(&self, number: u64, add: &mut impl FnMut(usize)) {
        let n = self.range.n;
        let part = self.range.part(number, PARTS);
        let region = part / (PARTS / REGIONS);
        add(part);
        add(PARTS + doublings(number, n));
        add(PARTS + DOUBLINGS + doublings(n - 1 - number, n));
        for (index, modulus) in MODULI.into_iter().enumerate() {
            let remainder = (number % modulus as u64) as usize;
            add(Self::residues_from(index) + region * modulus + remainder);
        }
        let first = Self::residues_from(MODULI.len()) + region * PHASES;
        for (index, grid) in self.grids.iter().enumerate() {
            add(first + index * REGIONS * PHASES + grid.phase(number));
        }
    }

    /// Grids and repeats show something only where most numbers do not come.
    fn of_large_range(&self, outcome: impl FnOnce() -> Outcome) -> Outcome {
        match self.grids.is_empty() {
            true => {
                let why = format!("{MOST_COUNTED} numbers or fewer are counted one by one");
                Outcome::not_applicable(&why)
            }
            false => outcome(),
        }
    }

    fn edges(&self) -> &[Edges] {
        let edge = |region: usize| (region as u64 * self.range.n).div_ceil(REGIONS as u64);
        let of = |grid: &Steps| std::array::from_fn(|region| grid.below(edge(region)));
        self.edges.get_or_init(|| self.grids.iter().map(of).collect())
    }

    /// The first cell of the remainders modulo one of [`MODULI`], or behind the last of the grids.
    fn residues_from(index: usize) -> usize {
        PARTS + 2 * DOUBLINGS + REGIONS * MODULI[..index].iter().sum::<usize>()
    }

    fn place(&self, name: &ClassName) -> Place {
        let numbers = || Place::from("numbers");
        match *name {
            ClassName::Part { part, parts } => self.range.place(numbers(), part, parts),
            ClassName::End(ref some) => within(numbers(), some),
            ClassName::Arc { from, to } => {
                numbers().text(" from ").card(from as usize).text(" to ").card(to as usize)
            }
            ClassName::Class { remainder, modulus, part, parts } => {
                let class = Place::from(Word::Class { remainder, modulus });
                self.range.place(class, part, parts)
            }
            ClassName::Phase { grid, phase, part, parts } => {
                let step = self.range.n as f64 / grid.steps as f64;
                let digits = if step < 1e4 { 4 } else { 1 };
                let step = format!("{step:.digits$}");
                let step = step.trim_end_matches('0').trim_end_matches('.');
                let what = match phase {
                    0 => Place::from("numbers near multiples of "),
                    _ => Place::from("numbers ").number(phase).text("/16 past multiples of "),
                };
                let what = what.and(Word::Name(step.into())).text(" counted from ");
                self.range.place(what.and(Word::Value(0)), part, parts)
            }
        }
    }

    /// The last group is left to what is [too even](Self::too_even), as in [`Self::residues`].
    fn regions(&self, tally: &Tally) -> [Vec<Look<ClassName>>; 3] {
        let (range, cells) = (self.range, tally.cells());
        let all: u64 = cells[..PARTS].iter().sum();
        let of_parts = |parts: usize| {
            let counts = cells[..PARTS].chunks_exact(PARTS / parts).map(|some| some.iter().sum());
            counts.enumerate().filter_map(move |(part, count)| {
                let chance = range.chance(&range.numbers(part, parts));
                Look::new([count, all], chance, ClassName::Part { part, parts })
            })
        };
        let most = (range.n / 2).ilog2() as usize;
        let parts =
            |first: usize, last: usize| (first..=last.min(most)).flat_map(|it| of_parts(1 << it));
        let ends = of_ends(range, &cells[PARTS..][..2 * DOUBLINGS], PARTS);
        let ends = ends.filter_map(|(count, some)| {
            Look::new([count, all], range.chance(&some), ClassName::End(some))
        });
        let others = parts(5, PARTS.ilog2() as usize).chain(ends).chain(self.arcs(tally));
        [parts(1, 4).collect(), others.collect(), Vec::new()]
    }

    /// The first numbers in ascending order, with their counts.
    fn counted(&self, tally: &Tally) -> Vec<(u64, u64)> {
        if self.range.n <= PARTS as u64 {
            let count = |number: u64| (number, tally.cells()[self.range.part(number, PARTS)]);
            return (0..self.range.n).map(count).filter(|(_, count)| *count > 0).collect();
        }
        let mut numbers = Self::numbers(tally, COMPARED);
        numbers.sort_unstable();
        let each = numbers.chunk_by(|a, b| a == b);
        each.map(|same| (u64::from(same[0]), same.len() as u64)).collect()
    }

    /// The division into classes that hold numbers most clearly too evenly; nothing where none does.
    fn too_even(&self, tally: &Tally, by: EvenClasses) -> Option<Evidence> {
        let (n, numbers) = (self.range.n, self.counted(tally));
        let all: u64 = numbers.iter().map(|(_, count)| count).sum();
        let most = all.min(n).min(MOST_SPREAD / numbers.len().max(1) as u64).max(2);
        let mut clearest: Option<(f64, Vec<u64>)> = None;
        for classes in 2..=most {
            let mut counts = vec![0; classes as usize];
            for &(number, count) in &numbers {
                counts[by.class(number, classes, n) as usize] += count;
            }
            let below = |class: usize| by.below(class as u64, classes, n);
            let size = |class: usize| below(class + 1) - below(class);
            let Some(ln_tail) = ln_too_even(&counts, size) else { continue };
            if clearest.as_ref().is_none_or(|(ln_least, _)| ln_tail < *ln_least) {
                clearest = Some((ln_tail, counts));
            }
        }
        let (ln_tail, counts) = clearest?;
        let place = match by {
            EvenClasses::Parts => {
                Place::from("numbers in ").number(counts.len()).text(" equal parts")
            }
            EvenClasses::Remainders => Place::from("remainders modulo ").number(counts.len()),
        };
        let effect = Effect::new(RMS_DRAW_DEVIATION, 0.0).at(with_counts(place, &counts));
        let evidence = Evidence::of_tails(ln_tail, GROUPS * (most - 1), ln_tail, effect);
        Some(Evidence { tail: Tail::Lower, ..evidence })
    }

    /// The clearer one of what stands out, and of what has the last group to itself.
    fn or_clearer(evidence: Evidence, other: Option<Evidence>) -> Evidence {
        match other.filter(|other| other.p_value.ln() < evidence.p_value.ln()) {
            Some(other) => Evidence { sensitivity: evidence.sensitivity, ..other },
            None => evidence,
        }
    }

    /// Neighbors on the circle of all numbers, as on a wheel, where each number has a cell.
    fn arcs(&self, tally: &Tally) -> Vec<Look<ClassName>> {
        let n = self.range.n;
        if n > PARTS as u64 {
            return Vec::new();
        }
        let count = |number: u64| tally.cells()[self.range.part(number % n, PARTS)];
        let mut below = vec![0];
        (0..2 * n).for_each(|number| below.push(below[number as usize] + count(number)));
        let lengths = (1..).flat_map(|bits| [1_u64 << bits, 3 << (bits - 1)]);
        let arcs = lengths
            .take_while(|length| 2 * length <= n)
            .flat_map(|length| (0..n).map(move |from| (from, length)));
        let look = |(from, length): (u64, u64)| {
            let count = below[(from + length) as usize] - below[from as usize];
            let name = ClassName::Arc { from, to: (from + length - 1) % n };
            Look::new([count, below[n as usize]], length as f64 / n as f64, name)
        };
        arcs.filter_map(look).collect()
    }

    fn residues(&self, tally: &Tally) -> [Vec<Look<ClassName>>; 3] {
        let (range, mut groups) = (self.range, [Vec::new(), Vec::new(), Vec::new()]);
        for (index, largest) in MODULI.into_iter().enumerate() {
            let cells = &tally.cells()[Self::residues_from(index)..][..REGIONS * largest];
            let divisors = (2..=largest).filter(|modulus| largest % modulus == 0);
            // What divides an earlier one was looked at.
            let new = |modulus: &usize| MODULI[..index].iter().all(|it| it % modulus != 0);
            for modulus in divisors.filter(new) {
                let parts = (0..=REGIONS.ilog2()).map(|bits| 1 << bits);
                // In fewer numbers each is a class of its own.
                let is_class = |parts: &usize| range.n >= (2 * modulus * parts) as u64;
                for parts in parts.filter(is_class) {
                    let group = usize::from(parts > 2 || !PLAIN.contains(&modulus));
                    for (part, cells) in cells.chunks_exact(cells.len() / parts).enumerate() {
                        let mut counts = vec![0; modulus];
                        cells.iter().enumerate().for_each(|(at, it)| counts[at % modulus] += it);
                        let (all, some) = (counts.iter().sum(), range.numbers(part, parts));
                        for (remainder, count) in counts.into_iter().enumerate() {
                            let below = |end| members_below(end, remainder as u64, modulus as u64);
                            let members = below(some.end) - below(some.start);
                            let chance = members as f64 / (some.end - some.start) as f64;
                            let name = ClassName::Class { remainder, modulus, part, parts };
                            groups[group].extend(Look::new([count, all], chance, name));
                        }
                    }
                }
            }
        }
        groups
    }

    /// The last group is left to the [common divisor](Self::common_divisor).
    fn grid(&self, tally: &Tally) -> [Vec<Look<ClassName>>; 3] {
        let (range, mut groups) = (self.range, [Vec::new(), Vec::new(), Vec::new()]);
        let first = Self::residues_from(MODULI.len());
        let each = tally.cells()[first..].chunks_exact(REGIONS * PHASES);
        for ((&grid, edges), cells) in self.grids.iter().zip(self.edges()).zip(each) {
            for (group, parts) in [1, REGIONS].into_iter().enumerate() {
                for (part, cells) in cells.chunks_exact(cells.len() / parts).enumerate() {
                    let edge = REGIONS / parts;
                    let [from, to] = [&edges[part * edge], &edges[(part + 1) * edge]];
                    let some = range.numbers(part, parts);
                    let all = cells.iter().sum();
                    for phase in 0..PHASES {
                        let count = cells.iter().skip(phase).step_by(PHASES).sum();
                        let members = to[phase] - from[phase];
                        let chance = members as f64 / (some.end - some.start) as f64;
                        let name = ClassName::Phase { grid, phase, part, parts };
                        groups[group].extend(Look::new([count, all], chance, name));
                    }
                }
            }
        }
        groups
    }

    /// All classes with their counts and names.
    #[cfg(test)]
    pub(super) fn all_looks(&self, tally: &Tally) -> Vec<(Cell, Place)> {
        let all = self.regions(tally).into_iter().chain(self.residues(tally));
        let all = all.chain(self.grid(tally)).flatten();
        all.map(|look| (look.cell, self.place(&look.name))).collect()
    }

    fn evidence(&self, groups: &[Vec<Look<ClassName>>]) -> Evidence {
        evidence(groups, "numbers", |name| self.place(name))
    }

    fn judge_even(
        &self,
        groups: &[Vec<Look<ClassName>>],
        tally: &Tally,
        by: EvenClasses,
    ) -> Evidence {
        Self::or_clearer(self.evidence(groups), self.too_even(tally, by))
    }

    fn judge_grid(&self, tally: &Tally) -> Evidence {
        let evidence = self.evidence(&self.grid(tally));
        Self::or_clearer(evidence, self.common_divisor(tally))
    }

    /// The first numbers that the tally holds.
    fn numbers(tally: &Tally, most: usize) -> Vec<u32> {
        let each = tally.summaries().iter().flat_map(|(_, numbers)| numbers.iter().copied());
        each.take(most).collect()
    }

    /// That the first numbers all leave the same remainder.
    fn common_divisor(&self, tally: &Tally) -> Option<Evidence> {
        let numbers = Self::numbers(tally, DIVIDED);
        let (&one, others) = numbers.split_first()?;
        let divisor = others.iter().fold(0, |divisor, &other| {
            greatest_common_divisor(divisor, u64::from(one.abs_diff(other)))
        });
        if divisor < 2 || others.len() < 3 {
            return None;
        }
        let ln_tail = ln_same_remainder(divisor, others.len() as u64, self.range.n);
        let modulus = divisor as usize;
        let place = Place::from(Word::Class { remainder: one as usize % modulus, modulus });
        let all = numbers.len() as u64;
        let chance = 1.0 / divisor as f64;
        let effect = Effect::new(NUMBER_DEVIATION, 1.0 / chance - 1.0);
        let effect = effect.hit(place, [all, all], "numbers", chance);
        Some(Evidence::of_tails(ln_tail, GROUPS, ln_tail, effect))
    }

    fn repeats(&self, tally: &Tally) -> Outcome {
        let mut numbers = Self::numbers(tally, COMPARED);
        let all = numbers.len() as u64;
        if all < 2 {
            return Outcome::too_few(tally.trials(), 2);
        }
        numbers.sort_unstable();
        let each = || numbers.chunk_by(|a, b| a == b);
        let again = all - each().count() as u64;
        let commonest = each().rev().max_by_key(|same| same.len()).unwrap_or_default();
        let (count, chance) = (commonest.len() as u64, 1.0 / self.range.n as f64);
        // Any of the n numbers may be the commonest.
        let of_commonest = binomial::ln_sf(count, all, chance) - chance.ln();
        let [upper, lower] = ln_tails_of_repeats(again, all, self.range.n);
        let share_again = (all - 1) as f64 / 2.0 * chance;
        let hit = |place: Place, count: u64, chance: f64| {
            let deviation = count as f64 / (all as f64 * chance) - 1.0;
            let effect = Effect::new(NUMBER_DEVIATION, deviation);
            effect.hit(place, [count, all], "numbers", chance)
        };
        let (ln_smallest, effect) = if of_commonest.min(0.0) < upper.min(lower) {
            let number = Word::Value(commonest[0] as usize);
            (of_commonest, hit(Place::from("the number ").and(number), count, chance))
        } else {
            let what = Place::from("numbers that repeat an earlier one");
            (upper.min(lower), hit(what, again, share_again))
        };
        let ln_least = (all - 1) as f64 * chance.ln();
        const TAILS: u64 = 3;
        Evidence::of_tails(ln_smallest, TAILS, ln_least, effect).into()
    }
}

/// The logarithm of a bound of the probability that `others` numbers below n leave the remainder of one number, modulo any g from
/// `divisor` on: each does with a probability of at most 1/g + 1/n.
fn ln_same_remainder(divisor: u64, others: u64, n: u64) -> f64 {
    /// Terms that are added one by one; the others are less than an integral.
    const TERMS: u64 = 1 << 12;
    let ln_each = |g: f64| others as f64 * (1.0 / g + 1.0 / n as f64).ln();
    let end = (divisor + TERMS).min(n);
    let ln_first = ln_each(divisor as f64);
    let terms: f64 = (divisor..end).map(|g| (ln_each(g as f64) - ln_first).exp()).sum();
    // 1/g + 1/n is at most 2/g.
    let ln_next = others as f64 * (2.0 / end as f64).ln();
    let rest = (ln_next - ln_first).exp() * (1.0 + end as f64 / (others - 1) as f64);
    (ln_first + (terms.max(1.0) + rest).ln()).min(0.0)
}

/// The logarithms of bounds of the tails of the number of `all` numbers, each drawn from n, that repeat an earlier one.
///
/// The i-th does with probability `(i - 1 - r) / n` after r that did. So there are at most as many as of independent events with
/// probabilities `(i - 1) / n`, and, while there are no more than `again`, at least as many as with `(i - 1 - again) / n`. The tails of
/// such a sum beyond its mean by 1 are at most the tails of the binomial law with this mean (Hoeffding 1956, Ann. Math. Statist. 27).
fn ln_tails_of_repeats(again: u64, all: u64, n: u64) -> [f64; 2] {
    let mean = |fewer: u64| {
        let sure = (n + 1 + fewer).min(all);
        let rising = (sure.saturating_sub(fewer)) as f64;
        ((rising - 1.0).max(0.0) * rising / 2.0 / n as f64 + (all - sure) as f64).min(all as f64)
    };
    let [most, least] = [mean(0), mean(again)];
    let upper = if again as f64 >= most + 1.0 {
        binomial::ln_sf(again, all, most / all as f64)
    } else {
        0.0
    };
    let lower = if again as f64 <= least - 1.0 {
        binomial::ln_cdf(again, all, least / all as f64)
    } else {
        0.0
    };
    [upper, lower]
}

impl Metric for NumberClasses {
    fn cells(&self) -> usize {
        if self.are_counted { self.range.n as usize } else { self.all_cells() }
    }

    fn count<C: Card>(&self, rows: &[C], _: u64, cells: &mut [u64]) {
        let NumberRange { dealt, width, .. } = self.range;
        for number in rows.chunks_exact(width).flat_map(|row| &row[..dealt]) {
            match self.are_counted {
                true => cells[number.index()] += 1,
                false => self.cells_of(number.index() as u64, &mut |cell| cells[cell] += 1),
            }
        }
    }

    fn summary_size(&self) -> SummarySize {
        match (COMPARED / self.range.dealt) as u64 {
            _ if self.are_counted || self.range.n <= PARTS as u64 => SummarySize::NONE,
            0 => SummarySize::NONE,
            trials => SummarySize::new(trials, self.range.dealt),
        }
    }

    fn judge(&self, tally: &Tally) -> Vec<Judgement> {
        let counted = self.are_counted.then(|| self.of_numbers(tally));
        let tally = counted.as_ref().unwrap_or(tally);
        let tests = [NUMBER_REGIONS, NUMBER_RESIDUES, NUMBER_GRID, NUMBER_REPEATS].map(|it| it.id);
        table::judge(tests, [tally.trials(), self.trials_needed()], || {
            [
                self.judge_even(&self.regions(tally), tally, EvenClasses::Parts).into(),
                self.judge_even(&self.residues(tally), tally, EvenClasses::Remainders).into(),
                self.of_large_range(|| self.judge_grid(tally).into()),
                self.of_large_range(|| self.repeats(tally)),
            ]
        })
    }
}
