//! How the cost grows with the work: with the number of decks, and with the cards in a deck.

use crate::{
    Setting,
    machine::{forget_peak_memory, peak_memory},
    report::{Counted, Spread, Vary, WorkRow},
    runs::{self, audit},
    timer::{Split, Work, time_split},
};
use rand_pcg::Pcg64;
use shuffle_algorithms::{Shape, generator::Generator};
use shuffle_audit::number::count;
use std::time::Instant;

const CARDS: u64 = 52;
const TRIALS: [u64; 5] = [100_000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000];
const SIZES: [u64; 11] = [4, 10, 26, 52, 104, 256, 1_000, 10_000, 100_000, 300_000, 1_000_000];

/// The most cards of a deck on lanes.
const MOST_ON_LANES: u64 = 256;

/// A run that takes longer than so many seconds is announced.
const LONG: f64 = 5.0;

/// Shuffles whose cost is followed.
#[derive(Clone, Copy)]
enum Subject {
    /// `rand`'s own, without counting.
    Bare,
    /// `rand`'s own, audited.
    Rand,
    /// The catalogue's on lanes, audited.
    Lanes,
}

impl Subject {
    fn name(self) -> &'static str {
        match self {
            Self::Bare => "rand, bare",
            Self::Rand => "rand, audited",
            Self::Lanes => "lanes, audited",
        }
    }

    fn work<'a>(self, cards: u64, setting: &'a Setting) -> Work<'a> {
        let audit =
            |name, rng| audit(name, rng, cards, Counted::Position, setting.instruction_set, 1);
        match self {
            Self::Bare => runs::rand::<Pcg64>(Shape::whole(cards as usize)),
            Self::Rand => audit("rand-shuffle", Generator::Pcg64),
            Self::Lanes => audit("fisher-yates", Generator::LanesXoshiro256pp),
        }
    }
}

pub(crate) fn measure(setting: &Setting) -> Vec<WorkRow> {
    let mut rows = Vec::new();
    for (subject, most) in [
        (Subject::Lanes, setting.thoroughness.pick(10_000_000, 1_000_000_000)),
        (Subject::Rand, setting.thoroughness.pick(1_000_000, 100_000_000)),
    ] {
        let mut nanos = None;
        for trials in TRIALS.into_iter().filter(|&trials| trials <= most) {
            let row = point(setting, Vary::Trials, subject, (CARDS, trials), nanos);
            nanos = Some(row.nanos());
            rows.push(row);
        }
    }
    for subject in [Subject::Bare, Subject::Rand, Subject::Lanes] {
        // On lanes the exact degree, which is worked out once, would hide fewer decks in its noise.
        let (cards_in_all, most) = match subject {
            Subject::Lanes => (setting.thoroughness.pick(20_000_000, 2_000_000_000), MOST_ON_LANES),
            _ => (setting.thoroughness.pick(2_000_000, 50_000_000), u64::MAX),
        };
        for cards in SIZES.into_iter().filter(|&cards| cards <= most) {
            let trials = (cards_in_all / cards).max(2);
            rows.push(point(setting, Vary::Cards, subject, (cards, trials), None));
        }
    }
    rows
}

/// Times one point: as many rounds as fit into the time, seven at most. `nanos` is what a deck took before.
fn point(
    setting: &Setting,
    vary: Vary,
    subject: Subject,
    (cards, trials): (u64, u64),
    nanos: Option<f64>,
) -> WorkRow {
    const MOST_ROUNDS: usize = 7;
    let seconds_to_spend = setting.thoroughness.pick(0.2, 3.0);
    if let Some(seconds) = nanos.map(|nanos| nanos * trials as f64 / 1e9)
        && seconds > LONG
    {
        announce(subject, trials, seconds);
    }
    let mut work = subject.work(cards, setting);
    forget_peak_memory();
    // Warming up takes as much again, so that long runs do without.
    if nanos.is_none() {
        work(trials.min(10_000));
    }
    let (mut seconds, mut fixed, clock) = (Vec::new(), Vec::new(), Instant::now());
    let spent = || clock.elapsed().as_secs_f64();
    while seconds.is_empty() || seconds.len() < MOST_ROUNDS && spent() < seconds_to_spend {
        let Split { deck, fixed: once } = time_split(&mut work, trials);
        seconds.push((deck * trials as f64 + once) / 1e9);
        fixed.push(once / 1e9);
    }
    WorkRow {
        vary,
        what: subject.name().to_owned(),
        cards,
        trials,
        rounds: seconds.len(),
        seconds: Spread::of(seconds),
        fixed_seconds: Spread::of(fixed).median,
        peak_memory: peak_memory(),
    }
}

#[expect(clippy::print_stderr, reason = "news of a long run, beside the result")]
fn announce(subject: Subject, trials: u64, seconds: f64) {
    eprintln!("{}: {} decks take about {seconds:.0} seconds", subject.name(), count(trials));
}
