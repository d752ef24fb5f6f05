//! Audits beside the shuffle alone: what counting costs.

use crate::{
    Setting,
    report::{AuditRow, Counted, Spread, ratios},
    runs::{self, audit, catalogue, job},
    timer::{Runner, Timed, paired, side_by_side},
};
use rand_pcg::Pcg64;
use shuffle_algorithms::{Shape, generator::Generator};

const SIZES: [usize; 2] = [10, 52];

/// The table of all orders of so many cards is counted.
const MOST_CARDS_OF_ORDERS: usize = 10;

const SUBJECTS: [(&str, Generator); 5] = [
    ("rand-shuffle", Generator::Pcg64),
    ("fisher-yates", Generator::Pcg64),
    ("fisher-yates", Generator::LanesXoshiro256pp),
    ("naive", Generator::Pcg64),
    ("naive", Generator::LanesXoshiro256pp),
];

const COUNTED: [Counted; 5] =
    [Counted::Nothing, Counted::Degree, Counted::Position, Counted::Permutations, Counted::Battery];

pub(crate) fn measure(setting: &Setting) -> Vec<AuditRow> {
    let of_size =
        |cards| SUBJECTS.into_iter().flat_map(move |subject| of_subject(setting, cards, subject));
    SIZES.into_iter().flat_map(of_size).collect()
}

fn of_subject(setting: &Setting, cards: usize, (subject, rng): (&str, Generator)) -> Vec<AuditRow> {
    let shape = Shape::whole(cards);
    let job = job(subject, rng, shape);
    // The table of all orders is made ready and judged once, and weighs in shorter audits than article 1's.
    let least = |counted| match counted {
        Counted::Permutations => setting.thoroughness.pick(10_000, 10_000_000),
        _ => setting.thoroughness.pick(10_000, 1_000_000),
    };
    let fits =
        |counted: &Counted| *counted != Counted::Permutations || cards <= MOST_CARDS_OF_ORDERS;
    let mut what = Vec::new();
    let mut runners = vec![Runner::new(1, runs::rand::<Pcg64>(shape))];
    for &threads in &setting.threads {
        for counted in COUNTED.into_iter().filter(fits) {
            let work = match counted {
                // Nobody has it simpler than in a loop of his own.
                Counted::Nothing if subject == "rand-shuffle" => {
                    side_by_side((0..threads).map(|_| runs::rand::<Pcg64>(shape)).collect())
                }
                Counted::Nothing => side_by_side(
                    (0..threads).map(|_| catalogue(&job, setting.instruction_set)).collect(),
                ),
                _ => audit(subject, rng, cards as u64, counted, setting.instruction_set, threads),
            };
            what.push((threads, counted));
            runners.push(match counted {
                Counted::Nothing => Runner::new(least(counted), work),
                _ => Runner::audit(least(counted), work),
            });
        }
    }
    let timed = paired(&mut runners, setting.thoroughness.effort((3, 12), (5, 400)));
    let (baseline, timed) = timed.split_first().expect("the baseline");
    let find = |threads: usize, counted: Counted| -> &Timed {
        let index = what.iter().position(|&one| one == (threads, counted));
        &timed[index.expect("it was measured")]
    };
    let fewest = setting.threads.iter().copied().min().unwrap_or(1);
    let row = |(&(threads, counted), one): (&(usize, Counted), &Timed)| AuditRow {
        cards: cards as u64,
        subject: subject.to_owned(),
        generator: rng.id().to_owned(),
        counted,
        threads,
        cost: one.cost(baseline),
        own: ratios(&one.nanos, &find(threads, Counted::Nothing).nanos),
        speedup: ratios(&find(fewest, counted).nanos, &one.nanos),
        fixed_millis: Spread::of(one.fixed.iter().map(|nanos| nanos / 1e6)).median,
    };
    what.iter().zip(timed).map(row).collect()
}
