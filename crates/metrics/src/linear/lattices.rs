//! Linear congruential generators, seen in the successive draws behind decks.
#![doc = include_str!("draw-lattices.md")]

use super::draws::{Decoder, FisherYatesForm};
use crate::{
    Shape,
    costs::Cost,
    judgement::ExtremeCount,
    metric::{About, MetricEntry, NotApplicable, TestEntry, prose},
    place::Place,
    scans::{
        RUNS_OF_DRAWS, Scan, Scanner, Scans,
        kept::{KeptDecks, MOST_PLACES},
    },
    share::{self, Executor},
};
use std::f64::consts::{PI, TAU};

pub(crate) const DRAW_LATTICES: TestEntry = TestEntry {
    title: prose! { "whole multiples of successive draws behind decks: do they add up to nearly the same fraction?" },
    sees: prose! { "linear congruential generators under Fisher-Yates with the draw times the range: RANDU, Visual Basic's Rnd, drand48 (Perl), the C \
    library's old rand(), with about ten decks" },
    blind_to: prose! { "draws by remainder, keys that are sorted, generators with 64 bits or a scrambled output, unknown multipliers without a relation \
    of three draws; orders of more than 1,024 cards, draws of 1 in less than 8; shuffles that do not draw as Fisher-Yates does, or \
    reject draws often" },
    cost: Cost::of(0.0, 6.0),
    ..TestEntry::new("draw-lattices", About::DependenceBetweenDecks)
};

pub(crate) const ENTRY: MetricEntry = Scans::<Lattices>::ENTRY;

/// A generator `x -> a x + c modulo m` with a relation: `sum c_i a^i` is a multiple of m, so that the same multiples of successive
/// numbers add up to the same fraction of m always.
struct Generator {
    name: &'static str,
    multiples: &'static [i32],
    #[cfg(test)]
    multiplier: u64,
    #[cfg(test)]
    modulus: u64,
}

macro_rules! generators {
    ($($name:literal $multiplier:literal $modulus:expr => $multiples:expr),+ $(,)?) => {
        &[$(Generator {
            name: $name,
            multiples: &$multiples,
            #[cfg(test)]
            multiplier: $multiplier,
            #[cfg(test)]
            modulus: $modulus,
        }),+]
    };
}

/// Shortest relations of up to 12 numbers, by the algorithm of Lenstra, Lenstra and Lovász.
const GENERATORS: &[Generator] = generators! {
    "RANDU" 65_539 1 << 31 => [1, 2, 3, 2, 1, -1, 0, -3, 2, 3],
    "Visual Basic's Rnd" 1_140_671_485 1 << 24 => [-1, 0, -1, 0, -1, -1, 1, 0, -1, -1, -1, -2],
    "Microsoft C's rand()" 214_013 1 << 31 => [-1, 1, 0, -4, -1, 0, 0, -2, -1, 4],
    "ANSI C's rand()" 1_103_515_245 1 << 31 => [-1, -1, 0, -1, 1, 4, 1, 2, 2, 1, -1, 1],
    "Turbo Pascal's Random" 134_775_813 1 << 32 => [-2, -1, -3, -1, -1, 1, 2, -1, 3, -2, -1, -2],
    "Borland C's rand()" 22_695_477 1 << 32 => [-3, -1, 2, 0, 3, 0, 1, -3, -2, -1, 2, -2],
    "the quick generator of Numerical Recipes" 1_664_525 1 << 32 => [-3, 2, 1, -3, 1, 0, -1, 0, 3, 2, 0, 2],
    "MINSTD (16807)" 16_807 (1 << 31) - 1 => [-1, 0, 1, 0, 2, 0, -3, -2, -1, 1, 1, 2],
    "MINSTD (48271)" 48_271 (1 << 31) - 1 => [5, -1, 0, -1, 0, -3, 1, -2, -1, 0, 1],
    "the multiplier 69069" 69_069 1 << 32 => [3, -1, 1, 1, 1, 3, 2, -2, 0, 3, 0, 1],
    "drand48 (Perl, Java)" 25_214_903_917 1 << 48 => [-8, -4, 0, 2, 5, 7, -2, -5, -5, -4, 1, -7],
    "the multiplier 75 modulo 65537" 75 65_537 => [1, 0, -2, -1, -2, 0, 1],
};

/// Windows of successive draws that are examined, for a generator, and for each relation of three draws.
const WINDOWS: usize = 1_024;
const WINDOWS_OF_THREE: usize = 192;

/// The largest multiples of the first two draws of three, and of the third.
const LARGEST: i32 = 9;
const LARGEST_OF_THIRD: i32 = 2;

/// Directions in which a sum of unit vectors is examined.
const DIRECTIONS: usize = 8;

/// The range of the last draw that is used.
const SMALLEST_RANGE: usize = 8;

#[derive(Clone, Copy, Debug)]
pub(crate) struct Lattices(Shape);

impl Scanner for Lattices {
    const TEST: TestEntry = DRAW_LATTICES;

    fn new(shape: Shape) -> Result<Self, NotApplicable> {
        let draws = shape.dealt().min(shape.cards() - 1);
        match (shape.dealt(), draws.min(shape.cards().saturating_sub(SMALLEST_RANGE))) {
            (dealt, _) if dealt > MOST_PLACES => {
                Err(NotApplicable::new("decks are not kept whole"))
            }
            (_, ..3) => Err(NotApplicable::new("needs at least three draws of 1 in 8 or more")),
            _ => Ok(Self(shape)),
        }
    }

    fn needed(&self) -> u64 {
        1
    }

    fn look(&self, decks: &KeptDecks, executor: &dyn Executor) -> Vec<Scan> {
        let forms = FisherYatesForm::of_shape(self.0);
        share::map(executor, forms.len(), |form| {
            let runs = DrawsOfDeck::of_decks(decks, self.0, forms[form]);
            let mut scan = Scan::of(RUNS_OF_DRAWS);
            for generator in GENERATORS {
                let sum = VectorSum::of_multiples(&runs, generator.multiples, WINDOWS);
                sum.look(&mut scan, || {
                    let draws = Place::from("successive draws").text(forms[form].words());
                    draws.text(" follow the recurrence of ").text(generator.name)
                });
            }
            relations_of_three(&runs, forms[form], &mut scan);
            scan
        })
    }
}

/// The draws of one deck in the order in which they were made: each as the middle of the part of [0, 1) that it stands for, and its range.
struct DrawsOfDeck(Vec<(f64, usize)>);

impl DrawsOfDeck {
    fn of_decks(decks: &KeptDecks, shape: Shape, form: FisherYatesForm) -> Vec<Self> {
        let mut decoder = Decoder::new(shape.cards());
        let most = WINDOWS / (shape.dealt().min(shape.cards() - 1) / 4).max(1);
        let run = |row: &[u32]| {
            let mut run = Vec::new();
            decoder.draws(form, row, |range, value| {
                if range >= SMALLEST_RANGE {
                    run.push(((value as f64 + 0.5) / range as f64, range));
                }
            });
            if form == FisherYatesForm::InsideOut {
                run.reverse();
            }
            Self(run)
        };
        decks.rows().chunks_exact(shape.dealt()).take(most).map(run).collect()
    }
}

/// The fraction of a wave with `multiple` periods that is left at the middles of `range` equal parts.
fn left(multiple: i32, range: usize) -> f64 {
    let half = PI * f64::from(multiple) / range as f64;
    match multiple.unsigned_abs() as usize {
        0 => 1.0,
        periods if periods >= range => 0.0,
        _ => half.sin() / half,
    }
}

/// A sum of vectors, of which each has a mean of 0 whatever those before it are.
struct VectorSum {
    vectors: Vec<[f64; 2]>,
    squares: f64,
}

impl VectorSum {
    /// The vectors at the fractions of these multiples of successive draws, as long as what is left of them.
    fn of_multiples(runs: &[DrawsOfDeck], multiples: &[i32], most: usize) -> Self {
        let windows = runs.iter().flat_map(|run| run.0.windows(multiples.len())).take(most);
        let vectors: Vec<[f64; 2]> = windows
            .map(|window| {
                let each = || window.iter().zip(multiples);
                let length: f64 = each().map(|((_, range), &c)| left(c, *range)).product();
                let turns: f64 = each().map(|((middle, _), &c)| middle * f64::from(c)).sum();
                let (sin, cos) = (TAU * turns).sin_cos();
                [length * cos, length * sin]
            })
            .collect();
        let squares = vectors.iter().map(|[x, y]| x * x + y * y).sum();
        Self { vectors, squares }
    }

    fn total(&self) -> [f64; 2] {
        self.vectors.iter().fold([0.0; 2], |[x, y], vector| [x + vector[0], y + vector[1]])
    }

    fn look(&self, scan: &mut Scan, words: impl Fn() -> Place) {
        add(scan, self.total(), self.squares, || self.seen(words()));
    }

    /// The number of vectors that are within an eighth of a turn of the direction of the sum.
    fn seen(&self, what: Place) -> ExtremeCount {
        let total = self.total();
        let direction = total[1].atan2(total[0]);
        let is_near = |[x, y]: &[f64; 2]| (y.atan2(*x) - direction).cos() > (PI / 4.0).cos();
        let near = self.vectors.iter().filter(|vector| is_near(vector)).count();
        let (count, of) = (near as u64, self.vectors.len() as u64);
        ExtremeCount { what, count, of, unit: RUNS_OF_DRAWS, expected: 0.25 }
    }
}

/// Takes a look at the length of a sum, by Azuma's inequality in eight directions, one of which is nearly its own.
fn add(scan: &mut Scan, [x, y]: [f64; 2], squares: f64, extreme: impl FnOnce() -> ExtremeCount) {
    let along = |direction: usize| {
        let (sin, cos) = (TAU * direction as f64 / DIRECTIONS as f64).sin_cos();
        x * cos + y * sin
    };
    let longest = (0..DIRECTIONS).map(along).fold(0.0, f64::max);
    let ln_tail = |length: f64| -length * length / (2.0 * squares.max(f64::MIN_POSITIVE));
    scan.add_tails_of_no_note(DIRECTIONS as u64 - 1);
    scan.add_picked_tail(ln_tail(longest), -squares / 2.0, extreme);
}

/// All relations of three draws with small multiples.
fn relations_of_three(runs: &[DrawsOfDeck], form: FisherYatesForm, scan: &mut Scan) {
    let all = -LARGEST..=LARGEST;
    let multiples: Vec<[i32; 3]> = all
        .clone()
        .flat_map(|a| all.clone().map(move |b| [a, b]))
        .flat_map(|[a, b]| (1..=LARGEST_OF_THIRD).map(move |c| [a, b, c]))
        .collect();
    let mut sums = vec![[0.0; 3]; multiples.len()];
    let windows = runs.iter().flat_map(|run| run.0.windows(3));
    for window in windows.take(WINDOWS_OF_THREE) {
        let waves = |(middle, range): (f64, usize), all: std::ops::RangeInclusive<i32>| {
            let wave = |c: i32| {
                let (sin, cos) = (TAU * middle * f64::from(c)).sin_cos();
                [left(c, range) * cos, left(c, range) * sin]
            };
            all.map(wave).collect::<Vec<_>>()
        };
        let (first, second) = (waves(window[0], all.clone()), waves(window[1], all.clone()));
        let third = waves(window[2], 1..=LARGEST_OF_THIRD);
        let mut sums = sums.iter_mut();
        for a in &first {
            for b in &second {
                let both = times(*a, *b);
                for (c, sum) in third.iter().zip(sums.by_ref()) {
                    let [x, y] = times(both, *c);
                    *sum = [sum[0] + x, sum[1] + y, sum[2] + x * x + y * y];
                }
            }
        }
    }
    for (multiples, [x, y, squares]) in multiples.iter().zip(sums) {
        add(scan, [x, y], squares, || {
            let sum = VectorSum::of_multiples(runs, multiples, WINDOWS_OF_THREE);
            sum.seen(words(multiples).text(form.words()))
        });
    }
}

fn times([a, b]: [f64; 2], [c, d]: [f64; 2]) -> [f64; 2] {
    [a * c - b * d, a * d + b * c]
}

/// "9, -6 and 1 times successive draws add up to nearly the same fraction".
fn words(multiples: &[i32]) -> Place {
    let place = Place::list(multiples.iter().map(|&multiple| {
        let sign = if multiple < 0 { "-" } else { "" };
        Place::from(sign).number(multiple.unsigned_abs() as usize)
    }));
    place.text(" times successive draws add up to nearly the same fraction")
}

#[cfg(test)]
mod tests;
