//! What is timed: bare loops of shuffles, the catalogue's and others', and audits through the engine.

use super::rounds::Work;
use rand::{Rng, SeedableRng, seq::SliceRandom};
use shuffle_algorithms::{
    Algorithm, Card, Shape,
    card::identity,
    fast,
    fill::Job,
    generator::{Generator, Seed},
    lanes::{InstructionSet, LANES},
};
use shuffle_audit::engine::{self, Options};
use shuffle_report::bench::Counted;
use shuffle_subjects::PlanFile;
use std::hint::black_box;

/// All generators start from it.
pub(super) const SEED: u64 = 52;

/// Cards that are shuffled before a new block is begun: about what the first caches hold.
const BLOCK: usize = 1 << 15;

/// What is shuffled: one of the catalogue's shuffles on a generator.
pub(super) fn job(algorithm: &str, rng: Generator, shape: Shape) -> Job {
    let algorithm = Algorithm::parse(algorithm).expect("it is in the catalogue");
    Job { rng, ..Job::new(algorithm, shape) }
}

/// A bare loop: each deck begins as the identity.
pub(super) fn bare<'a, C: Card>(
    cards: usize,
    mut shuffle: impl FnMut(&mut [C]) + Send + 'a,
) -> Work<'a> {
    let start = identity::<C>(cards);
    let mut deck = start.clone();
    Box::new(move |decks| {
        for _ in 0..decks {
            deck.copy_from_slice(&start);
            shuffle(&mut deck);
            black_box(&mut deck);
        }
    })
}

/// The bare loop of `rand`'s own shuffle, of deals of its `partial_shuffle`.
pub(super) fn rand<R: Rng + SeedableRng + Send + 'static>(shape: Shape) -> Work<'static> {
    let mut rng = R::seed_from_u64(SEED);
    if !shape.is_whole() {
        return bare(shape.cards(), move |deck: &mut [u8]| {
            black_box(deck.partial_shuffle(&mut rng, shape.dealt()));
        });
    }
    match is_narrow(shape) {
        true => bare(shape.cards(), move |deck: &mut [u8]| deck.shuffle(&mut rng)),
        false => bare(shape.cards(), move |deck: &mut [u32]| deck.shuffle(&mut rng)),
    }
}

/// Our own shuffle of slices, or deal.
pub(super) fn fast<R: Rng + SeedableRng + Send + 'static>(shape: Shape) -> Work<'static> {
    let mut rng = R::seed_from_u64(SEED);
    if !shape.is_whole() {
        let mut dealt = vec![0_u8; shape.dealt()];
        return Box::new(move |decks| {
            for _ in 0..decks {
                fast::deal(shape.cards(), &mut dealt, &mut rng);
                black_box(&mut dealt);
            }
        });
    }
    match is_narrow(shape) {
        true => bare(shape.cards(), move |deck: &mut [u8]| fast::shuffle(deck, &mut rng)),
        false => bare(shape.cards(), move |deck: &mut [u32]| fast::shuffle(deck, &mut rng)),
    }
}

/// The bare loop of fastrand's shuffle, on its own generator.
pub(super) fn fastrand(shape: Shape) -> Work<'static> {
    let mut rng = fastrand::Rng::with_seed(SEED);
    match is_narrow(shape) {
        true => bare(shape.cards(), move |deck: &mut [u8]| rng.shuffle(deck)),
        false => bare(shape.cards(), move |deck: &mut [u32]| rng.shuffle(deck)),
    }
}

fn is_narrow(shape: Shape) -> bool {
    shape.cards() <= u8::LIMIT
}

/// The catalogue's shuffle, without counting: groups of columns where it runs on lanes, else rows.
pub(super) fn catalogue(job: &Job, set: InstructionSet) -> Work<'_> {
    if let Some(mut groups) = job.groups(&Seed::from_u64(SEED), set) {
        return Box::new(move |decks| {
            for _ in 0..decks.div_ceil(LANES as u64) {
                black_box(groups.next_group());
            }
        });
    }
    match is_narrow(job.shape) {
        true => rows::<u8>(job, set),
        false => rows::<u32>(job, set),
    }
}

fn rows<C: Card>(job: &Job, set: InstructionSet) -> Work<'_> {
    let dealt = job.shape.dealt();
    let most = (BLOCK / job.shape.cards()).max(1);
    let (mut rows, mut seed) = (vec![C::default(); most * dealt], SEED);
    Box::new(move |decks| {
        let mut left = decks as usize;
        while left > 0 {
            let decks = left.min(most);
            seed += 1;
            job.fill_on(
                C::rows_mut(black_box(&mut rows[..decks * dealt])),
                &Seed::from_u64(seed),
                set,
            );
            left -= decks;
        }
    })
}

/// An audit of whole decks through the engine, reading of the plan and judgements included.
pub(super) fn audit<'a>(
    algorithm: &'a str,
    rng: Generator,
    cards: u64,
    counted: Counted,
    options: &'a Options<'a>,
    threads: usize,
) -> Work<'a> {
    Box::new(move |decks| {
        let plan = plan(algorithm, rng, cards, counted, decks);
        let options = Options { threads, progress: &|_| {}, ..*options };
        // An interrupt ends the whole program soon, and what this returned then is asked for by nobody.
        let _ = black_box(engine::run(&plan.plan(), &options));
    })
}

/// One look: a second one, at ten times the decks, would be another job.
fn plan(algorithm: &str, rng: Generator, cards: u64, counted: Counted, decks: u64) -> PlanFile {
    let metrics = match counted.metrics() {
        Some(metrics) => format!("metrics = {metrics:?}\n"),
        None => String::new(),
    };
    let text = format!(
        "[budget]\nescalate = false\n[[case]]\nid = \"bench\"\nalgorithm = \"{algorithm}\"\n\
         rng = \"{}\"\ncards = {cards}\ntrials = {decks}\n{metrics}",
        rng.id()
    );
    PlanFile::parse("bench.toml", &text).expect("the plan is sound")
}
