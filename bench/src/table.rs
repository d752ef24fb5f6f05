//! Article 0's table: ten million deals of nine of 52, and the overheads that any of them has.

use crate::{
    Setting,
    report::DealRow,
    runs::{SEED, catalogue, job},
    timer::{Effort, Runner, Timed, Work, paired},
};
use rand::SeedableRng;
use rand_pcg::Pcg64;
use shuffle_algorithms::{
    Dice, Shape, dice::Exact, generator::Generator, shuffles::inside_out::write_shuffled,
};
use std::{hint::black_box, time::Duration};

const CARDS: usize = 52;
const DEALT: usize = 9;

/// Name, how it is done, generator, and the seconds of article 0 (the mean of its two runs).
type Row = (&'static str, &'static str, &'static str, Option<f64>);

const ONE_BY_ONE: &str = "one by one";
const ON_LANES: &str = "on lanes";
const OVERHEAD: &str = "overhead";

const ROWS: [Row; 10] = [
    ("fy-slice", ONE_BY_ONE, "pcg64", Some(16.2815)),
    ("fyp", ONE_BY_ONE, "pcg64", Some(4.7875)),
    ("inside-out", ONE_BY_ONE, "pcg64", Some(12.8245)),
    ("fy-slice", ON_LANES, "lanes-xoshiro256pp", None),
    ("fyp", ON_LANES, "lanes-xoshiro256pp", None),
    ("inside-out", ON_LANES, "lanes-xoshiro256pp", None),
    ("52 draws", OVERHEAD, "pcg64", Some(7.017)),
    ("allocate", OVERHEAD, "", Some(0.695)),
    ("allocate and fill", OVERHEAD, "", Some(2.194)),
    ("range", OVERHEAD, "", Some(2.437)),
];

pub(crate) fn measure(setting: &Setting) -> Vec<DealRow> {
    let (rounds, decks) = setting.thoroughness.pick((5, 100_000), (10, 1_000_000));
    let shape = Shape::deal(CARDS, DEALT).expect("less than there is");
    let scalar = ["fy-slice", "fyp"].map(|name| job(name, Generator::Pcg64, shape));
    let lanes = ["fy-slice", "fyp", "inside-out"]
        .map(|name| job(name, Generator::LanesXoshiro256pp, shape));
    let run = |job| catalogue(job, setting.instruction_set);
    let works = scalar.iter().map(run).chain([inside_out()]).chain(lanes.iter().map(run));
    let mut runners: Vec<Runner<'_>> =
        works.chain(overheads()).map(|work| Runner::fixed(decks, work)).collect();
    let timed = paired(&mut runners, Effort { rounds, each: Duration::ZERO });
    let row = |((what, how, generator, article), one): (Row, &Timed)| DealRow {
        what: what.to_owned(),
        how: how.to_owned(),
        generator: generator.to_owned(),
        deals: decks * rounds as u64,
        cost: one.cost(&timed[0]),
        article,
    };
    ROWS.into_iter().zip(&timed).map(row).collect()
}

fn dice() -> Exact<Pcg64> {
    Exact::new(Pcg64::seed_from_u64(SEED))
}

/// The form without a source array, as in the article.
fn inside_out() -> Work<'static> {
    let mut dice = dice();
    let (mut deck, mut dealt) = ([0_u8; CARDS], [0_u8; DEALT]);
    Box::new(move |decks| {
        for _ in 0..decks {
            write_shuffled(&mut deck, &mut dice);
            dealt.copy_from_slice(&deck[..DEALT]);
            black_box(&mut dealt);
        }
    })
}

fn overheads() -> [Work<'static>; 4] {
    let mut dice = dice();
    let draws = move || {
        (0..CARDS).for_each(|i| {
            black_box(dice.below(i + 1));
        });
    };
    let allocate = || drop(black_box(Vec::<u8>::with_capacity(black_box(CARDS))));
    let fill = || drop(black_box(vec![black_box(0xff_u8); black_box(CARDS)]));
    let range = || drop(black_box((0..black_box(CARDS) as u8).collect::<Vec<u8>>()));
    [each(draws), each(allocate), each(fill), each(range)]
}

fn each(mut once: impl FnMut() + Send + 'static) -> Work<'static> {
    Box::new(move |decks| (0..decks).for_each(|_| once()))
}
