//! Shuffles of decks of many sizes: ours, `rand`'s and fastrand's.

use crate::{
    Setting,
    report::{ShuffleRow, Whose},
    runs::{self, catalogue, job},
    timer::{Runner, Timed, Work, paired},
};
use rand_pcg::{Pcg64, Pcg64Mcg};
use shuffle_algorithms::{Shape, fill::Job, generator::Generator};

const SIZES: [usize; 6] = [5, 10, 52, 256, 1_000, 1_000_000];

/// A deal besides, which need not shuffle the rest.
const DEAL: (usize, usize) = (52, 9);

/// Whose shuffle, on which generator.
struct Row<'a> {
    shuffle: &'static str,
    generator: &'static str,
    whose: Whose,
    work: Work<'a>,
}

pub(crate) fn measure(setting: &Setting) -> Vec<ShuffleRow> {
    let deal = Shape::deal(DEAL.0, DEAL.1).expect("less than there is");
    let sizes = SIZES.map(Shape::whole).into_iter().chain([deal]);
    sizes.flat_map(|shape| of_size(setting, shape)).collect()
}

fn of_size(setting: &Setting, shape: Shape) -> Vec<ShuffleRow> {
    let name = if shape.is_whole() { "fisher-yates" } else { "fyp" };
    let scalar = job(name, Generator::Pcg64, shape);
    let lanes = job(name, Generator::LanesXoshiro256pp, shape);
    let mut rows = others(shape);
    let shuffle = if shape.is_whole() { "fast::shuffle" } else { "fast::deal" };
    rows.extend([
        Row { shuffle, generator: "pcg64", whose: Whose::Ours, work: runs::fast::<Pcg64>(shape) },
        Row {
            shuffle,
            generator: "pcg64mcg",
            whose: Whose::Ours,
            work: runs::fast::<Pcg64Mcg>(shape),
        },
    ]);
    rows.push(ours(&scalar, "pcg64", setting));
    if lanes.runs_on_lanes() {
        rows.push(ours(&lanes, "lanes-xoshiro256pp", setting));
    }
    let (mut names, mut runners) = (Vec::new(), Vec::new());
    for Row { shuffle, generator, whose, work } in rows {
        names.push((shuffle, generator, whose));
        runners.push(Runner::new(1, work));
    }
    let effort = setting.thoroughness.effort((9, 3), (31, 20));
    let timed = paired(&mut runners, effort);
    let row = |((shuffle, generator, whose), one): (_, &Timed)| ShuffleRow {
        cards: shape.cards() as u64,
        dealt: shape.dealt() as u64,
        shuffle: str::to_owned(shuffle),
        generator: str::to_owned(generator),
        whose,
        cost: one.cost(&timed[0]),
    };
    names.into_iter().zip(&timed).map(row).collect()
}

/// The shuffles of other crates, the baseline first. fastrand deals nothing in random order.
fn others(shape: Shape) -> Vec<Row<'static>> {
    let shuffle = if shape.is_whole() { "rand shuffle" } else { "rand partial_shuffle" };
    let mut rows = vec![
        Row {
            shuffle,
            generator: "pcg64",
            whose: Whose::Baseline,
            work: runs::rand::<Pcg64>(shape),
        },
        Row {
            shuffle,
            generator: "pcg64mcg",
            whose: Whose::Others,
            work: runs::rand::<Pcg64Mcg>(shape),
        },
    ];
    if shape.is_whole() {
        rows.push(Row {
            shuffle: "fastrand shuffle",
            generator: "wyrand",
            whose: Whose::Others,
            work: runs::fastrand(shape),
        });
    }
    rows
}

fn ours<'a>(job: &'a Job, generator: &'static str, setting: &Setting) -> Row<'a> {
    let shuffle = job.algorithm.entry().id;
    Row { shuffle, generator, whose: Whose::Ours, work: catalogue(job, setting.instruction_set) }
}
