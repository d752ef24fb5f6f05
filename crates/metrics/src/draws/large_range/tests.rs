use super::{
    DOUBLINGS, NumberRange,
    classes::{ENTRY, NumberClasses},
    doublings, floor_sum,
    serial::SerialNumbers,
};
use crate::{
    Decks, Judgement, Metric, Outcome, Rows, Shape, Tally,
    distribution::clopper_pearson,
    testing::{assert_levels_are_kept, p_values},
};
use rand::{RngExt, SeedableRng, seq::SliceRandom};
use rand_pcg::Pcg64;

/// The largest range: all numbers of 32 bits.
const WORDS: u64 = 1 << 32;

/// The range of the old `sample` of R: two fifths of them.
const OF_R: u64 = 1_717_986_918;

/// Counted in blocks of 4,096 trials, as an audit does.
fn tally(metric: &impl Metric, shape: Shape, numbers: &[u32]) -> Tally {
    let mut tally = Tally::new(metric.cells());
    for (block, rows) in (0..).zip(numbers.chunks(4_096 * shape.dealt())) {
        tally.observe(metric, &Decks::new(shape, 4_096 * block, Rows::Wide(rows)));
    }
    tally
}

/// Both metrics of a range.
struct Tests {
    shape: Shape,
    classes: NumberClasses,
    serial: SerialNumbers,
}

impl Tests {
    fn of(n: u64, dealt: usize) -> Self {
        let shape = Shape::replacement(n as usize, dealt);
        let classes = NumberClasses::new(shape).unwrap();
        Self { shape, classes, serial: SerialNumbers::new(shape).unwrap() }
    }

    fn judge(&self, numbers: &[u32]) -> Vec<Judgement> {
        let mut judged = self.classes.judge(&tally(&self.classes, self.shape, numbers));
        judged.extend(self.serial.judge(&tally(&self.serial, self.shape, numbers)));
        judged
    }
}

fn uniform(rng: &mut Pcg64, n: u64) -> u32 {
    rng.random_range(0..n) as u32
}

#[test]
fn floor_sums_are_those_of_all_terms() {
    for (n, m, a, b) in [(7, 5, 3, 4), (100, 17, 16, 0), (1, 9, 0, 8), (50, 1 << 64, 1 << 62, 7)] {
        let sum: u128 = (0..n).map(|i| (a * i + b) / m).sum();
        assert_eq!(floor_sum(n, m, a, b), sum, "{n} {m} {a} {b}");
    }
}

#[test]
fn a_number_lies_in_the_parts_at_its_end_that_it_doubles_into() {
    for n in [10_001, 16_384, 16_385] {
        for distance in [0, 1, 2, 3, 9, 10, 156, 157, 5_000, 5_001, n - 1] {
            let most = (0..DOUBLINGS).take_while(|&j| distance.max(1) << j < n).last().unwrap();
            assert_eq!(doublings(distance, n), most, "{distance} of {n}");
        }
    }
}

/// Each number of the range once: the share of each class is then its chance, to the last bit.
#[test]
fn the_chance_of_each_class_is_its_share_of_all_numbers() {
    for n in [10_007, 16_384, 20_000, 65_535] {
        let all: Vec<u32> = (0..n as u32).collect();
        let shape = Shape::replacement(n, 1);
        let metric = NumberClasses::new(shape).unwrap();
        let tally = tally(&metric, shape, &all);
        let looks = metric.all_looks(&tally);
        assert!(looks.len() > 10_000, "{}", looks.len());
        for (cell, place) in looks {
            let share = cell.count as f64 / cell.trials as f64;
            assert!((share - cell.chance).abs() < 1e-12, "{n}, {place}: {share}, {}", cell.chance);
        }
    }
}

/// Steps and pairs over all words of two numbers of a small range, which no shape has: the law of both is the product.
#[test]
fn pairs_and_steps_have_their_exact_chances() {
    let range = NumberRange { n: 35, dealt: 2, width: 2 };
    let metric = SerialNumbers::of_range(range);
    let all: Vec<u32> = (0..35).flat_map(|a| (0..35).flat_map(move |b| [a, b])).collect();
    let mut cells = vec![0; metric.cells()];
    // Each pair by itself.
    all.chunks(2).for_each(|pair| metric.count(pair, 0, &mut cells));
    for (cell, place) in metric.all_looks(&cells) {
        let share = cell.count as f64 / cell.trials as f64;
        assert!((share - cell.chance).abs() < 1e-12, "{place}: {share}, {}", cell.chance);
    }
}

/// At most the level of runs of each test rejects sound numbers: 200 runs (30 of the longest), seed 1; a sound suite fails once in a
/// hundred thousand.
#[test]
fn sound_numbers_are_rejected_at_most_as_often_as_the_level_says() {
    sound_numbers_are_rejected(1);
}

#[test]
#[ignore = "a minute; part of `just nightly`"]
fn sound_numbers_are_rejected_as_seldom_in_five_times_as_many_runs() {
    sound_numbers_are_rejected(5);
}

fn sound_numbers_are_rejected(times: u32) {
    let settings =
        [(WORDS, 1), (OF_R, 1), (20_011, 1), (WORDS, 10), (OF_R, 60), (20_000, 60), (WORDS, 1_000)];
    let settings = settings.map(|(n, trials)| (n, trials, 200));
    for (n, trials, runs) in settings.into_iter().chain([(10_001, 20_000, 30)]) {
        let runs = times * runs;
        let (tests, mut rng) = (Tests::of(n, 1), Pcg64::seed_from_u64(1));
        let may_be =
            |count, level| clopper_pearson(count, u64::from(runs), 1.0 - 2e-7).low <= level;
        assert_levels_are_kept(runs, may_be, (n, trials), || {
            let numbers: Vec<u32> = (0..trials).map(|_| uniform(&mut rng, n)).collect();
            p_values(&tests.judge(&numbers))
        });
    }
}

/// The test with the smallest p, its finding, and log10 p.
fn clearest(n: u64, dealt: usize, numbers: &[u32]) -> (&'static str, String, f64) {
    let judged = Tests::of(n, dealt).judge(numbers);
    let evidence = judged.iter().filter_map(|it| Some((it.test, it.evidence()?)));
    let (test, evidence) =
        evidence.min_by(|a, b| a.1.p_value.ln().total_cmp(&b.1.p_value.ln())).unwrap();
    (test, evidence.effect.place.clone().unwrap().to_string(), evidence.p_value.log10())
}

type Draw = Box<dyn FnMut(&mut Pcg64) -> u64>;

/// A defect, the range, the number of numbers at which it is found with p below 1e-6 (seed 2), the test that finds it most clearly, and
/// its place.
fn defects() -> Vec<(Draw, u64, usize, &'static str, &'static str)> {
    let word = |rng: &mut Pcg64| u64::from(rng.random::<u32>());
    let scaled = |bits: u32, n: u64| -> Draw {
        Box::new(move |rng| {
            ((u128::from(rng.random_range(0..1_u64 << bits)) * u128::from(n)) >> bits) as u64
        })
    };
    let (mut lcg, mut counter, mut last) = (12_345_u32, 0_u64, 5_u64);
    let pool: Vec<u64> = {
        let mut rng = Pcg64::seed_from_u64(3);
        (0..5_000).map(|_| word(&mut rng)).collect()
    };
    // Shuffled, so that neither order nor steps tell.
    let shuffled = |mut numbers: Vec<u64>| -> Draw {
        numbers.shuffle(&mut Pcg64::seed_from_u64(4));
        Box::new(move |_| numbers.pop().unwrap())
    };
    let mut rng = Pcg64::seed_from_u64(5);
    let strata = (0..200).map(|part| part * 5_000 + rng.random_range(0..5_000)).collect();
    let digits = (0..1_000).map(|at| rng.random_range(0..100_000) * 10 + at % 10).collect();
    let mut away = 0_u64;
    vec![
        (shuffled(strata), 1_000_000, 200, "number-regions", "numbers in 200 equal parts (1 each)"),
        (shuffled(digits), 1_000_000, 1_000, "number-residues", "remainders modulo 10 (100 each)"),
        (
            Box::new(move |rng| {
                away = (away + rng.random_range(20_000..980_001)) % 1_000_000;
                away
            }),
            1_000_000,
            1_000,
            "serial-numbers",
            "numbers within 15,625 of the one before",
        ),
        (scaled(32, OF_R), OF_R, 3_000, "number-residues", "half"),
        (scaled(31, OF_R), OF_R, 600, "number-", ""),
        (
            scaled(24, OF_R),
            OF_R,
            12,
            "number-grid",
            "numbers near multiples of 102.4 counted from 0",
        ),
        (
            scaled(16, OF_R),
            OF_R,
            12,
            "number-grid",
            "numbers near multiples of 26214.4 counted from 0",
        ),
        (
            Box::new(move |rng| word(rng) % 3_000_000_000),
            3_000_000_000,
            400,
            "number-regions",
            "numbers",
        ),
        (
            Box::new(|rng| rng.random_range(0..1_u64 << 26) as f32 as u64 % (1 << 26)),
            1 << 26,
            60,
            "number-residues",
            "in the upper half",
        ),
        (
            Box::new(|rng| rng.random_range(0..WORDS * 99 / 100)),
            WORDS,
            4_000,
            "number-regions",
            "numbers from 4,261,412,864 to 4,294,967,295",
        ),
        (Box::new(move |rng| word(rng) | 1), WORDS, 40, "number-", " numbers"),
        (
            Box::new(move |rng| word(rng) | 4_096),
            WORDS,
            400,
            "number-grid",
            "past multiples of 32768",
        ),
        (
            Box::new(|rng| 37 * rng.random_range(0..WORDS / 37)),
            WORDS,
            10,
            "number-grid",
            "multiples of 37",
        ),
        (
            Box::new(|rng| (rng.random_range(0.0..1.0_f64) * 1e6).floor() as u64 * 1_717),
            OF_R,
            10,
            "number-grid",
            "multiples of 1,717",
        ),
        (
            Box::new(move |_| {
                lcg = lcg.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                lcg.into()
            }),
            WORDS,
            100,
            "serial-numbers",
            " after ",
        ),
        (
            Box::new(move |rng| {
                counter += rng.random_range(1..100);
                counter
            }),
            WORDS,
            8,
            "",
            " 0 to ",
        ),
        (
            Box::new(move |rng| {
                last = (last + rng.random_range(0..WORDS / 10)) % WORDS;
                last
            }),
            WORDS,
            60,
            "serial-numbers",
            "up from a number to the next",
        ),
        (
            Box::new(move |rng| pool[rng.random_range(0..5_000)]),
            WORDS,
            300,
            "number-repeats",
            "repeat an earlier one",
        ),
        (
            Box::new(move |rng| if rng.random_ratio(1, 100) { 777 } else { word(rng) }),
            WORDS,
            1_000,
            "number-repeats",
            "the number 777",
        ),
        (
            Box::new(|rng| 10 * rng.random_range(0..11_111_112) + rng.random_range(1..10)),
            111_111_121,
            400,
            "number-residues",
            "numbers that end in 0",
        ),
    ]
}

#[test]
fn each_defect_is_found_and_named() {
    for (mut draw, n, count, test, place) in defects() {
        let mut rng = Pcg64::seed_from_u64(2);
        let numbers: Vec<u32> = (0..count).map(|_| draw(&mut rng) as u32).collect();
        let (found, named, log10_p) = clearest(n, 1, &numbers);
        assert!(log10_p < -6.0, "{count} of {n}: {found}, {named}, {log10_p}");
        assert!(found.starts_with(test) && named.contains(place), "{found}: {named}, not {place}");
    }
}

/// A draw of more numbers than are kept has no counts of parts: that is no sign of anything. Alpha 1e-6, 1 run, seed 6.
#[test]
fn draws_of_more_numbers_than_are_kept_are_not_too_even() {
    let mut rng = Pcg64::seed_from_u64(6);
    let numbers: Vec<u32> = (0..140_000).map(|_| uniform(&mut rng, 1_000_000)).collect();
    let (test, place, log10_p) = clearest(1_000_000, 140_000, &numbers);
    assert!(log10_p > -6.0, "{test}, {place}: {log10_p}");
}

/// 3,000 draws of 6 numbers: of a pool of 50,000, and of a deck that is dealt to its end. No two draws are equal.
#[test]
fn numbers_of_long_draws_that_repeat_too_often_or_never_are_found() {
    let mut rng = Pcg64::seed_from_u64(4);
    let mut pool: Vec<u32> = (0..50_000).map(|_| uniform(&mut rng, WORDS)).collect();
    let drawn: Vec<u32> = (0..18_000).map(|_| pool[rng.random_range(0..50_000)]).collect();
    let (test, _, log10_p) = clearest(WORDS, 6, &drawn);
    assert!(test == "number-repeats" && log10_p < -100.0, "{test} {log10_p}");
    pool = (0..50_000).collect();
    rand::seq::SliceRandom::shuffle(&mut pool[..], &mut rng);
    let (test, place, log10_p) = clearest(50_000, 6, &pool[..18_000]);
    assert!(test == "number-repeats" && log10_p < -100.0, "{test} {log10_p}");
    assert_eq!(place, "numbers that repeat an earlier one");
}

/// Classes are named by the numbers that a reader sees.
#[test]
fn numbers_counted_from_1_are_odd_where_those_from_0_are_even() {
    let shape = Shape::replacement(OF_R as usize, 1);
    let metric = NumberClasses::new(shape).unwrap();
    let numbers: Vec<u32> = (0..200).map(|i| i * 8_000_000).collect();
    let judgement = metric.judge(&tally(&metric, shape, &numbers)).remove(1);
    let place = judgement.evidence().unwrap().effect.place.clone().unwrap();
    let from = |base: usize| place.shown(|card| (card + base).to_string(), base);
    assert_eq!(from(0), "multiples of 256");
    assert_eq!(from(1), "numbers that leave 1 when divided by 256");
}

#[test]
fn few_numbers_are_left_to_the_tests_of_symbols() {
    let refused = |shape| NumberClasses::new(shape).unwrap_err().to_string();
    let few = refused(Shape::replacement(15, 1));
    assert_eq!(few, "fewer than 16 numbers are counted one by one");
    refused(Shape::unordered(49, 6, None).unwrap());
    assert!(NumberClasses::new(Shape::replacement(16, 1)).is_ok());
    let shape = Shape::unordered(10_000, 1, None).unwrap();
    let metric = NumberClasses::new(shape).unwrap();
    let judged = metric.judge(&tally(&metric, shape, &[5]));
    let made: Vec<_> =
        judged.iter().map(|it| !matches!(it.outcome, Outcome::NotApplicable { .. })).collect();
    assert_eq!(made, [true, true, false, false]);
}

/// Alpha 1e-6, seeds 31 and 32: 200 winning tickets of 1,000, and 600 spins of a wheel of 37 pockets, in its order.
#[test]
fn tickets_without_a_last_digit_and_a_wheel_with_a_worn_sector_are_seen() {
    let log10_p = |shape: Shape, numbers: &[u32], test| {
        let metric = NumberClasses::new(shape).unwrap();
        let judged = metric.judge(&tally(&metric, shape, numbers));
        let judgement = judged.iter().find(|it| it.test == test).unwrap();
        judgement.evidence().unwrap().p_value.log10()
    };
    let tickets = |is_sound: bool| -> Vec<u32> {
        let mut rng = Pcg64::seed_from_u64(31);
        let numbers = std::iter::repeat_with(|| uniform(&mut rng, 1_000));
        numbers.filter(|it| is_sound || it % 10 != 9).take(200).collect()
    };
    let shape = Shape::unordered(1_000, 1, None).unwrap();
    assert!(log10_p(shape, &tickets(false), "number-residues") < -6.0);
    assert!(log10_p(shape, &tickets(true), "number-residues") > -3.0);
    let spins = |share: u32| -> Vec<u32> {
        let mut rng = Pcg64::seed_from_u64(32);
        let mut spin = || match rng.random_ratio(share, 100) {
            true => (33 + uniform(&mut rng, 9)) % 37,
            false => uniform(&mut rng, 37),
        };
        (0..600).map(|_| spin()).collect()
    };
    let shape = Shape::replacement(37, 1);
    assert!(log10_p(shape, &spins(22), "number-regions") < -6.0);
    assert!(log10_p(shape, &spins(0), "number-regions") > -3.0);
}

/// The tests say the same of 500 draws of 36 numbers, seed 11, and of their counts.
#[test]
fn counts_are_judged_as_the_draws_are() {
    let shape = Shape::replacement(36, 1);
    let mut rng = Pcg64::seed_from_u64(11);
    let numbers: Vec<u32> = (0..500).map(|_| uniform(&mut rng, 36)).collect();
    let mut counts = vec![0; 36];
    numbers.iter().for_each(|number| counts[*number as usize] += 1);
    let by_counts = ENTRY.build_of_counts(shape).unwrap().judge(&Tally::of_counts(500, counts));
    let classes = NumberClasses::new(shape).unwrap();
    let by_draws = classes.judge(&tally(&classes, shape, &numbers));
    assert!(by_draws.iter().any(|it| it.test == "number-residues" && it.evidence().is_some()));
    assert_eq!(by_counts, by_draws);
}
