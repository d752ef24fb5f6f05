//! The timed work: bare loops of shuffles, the catalogue's and others', and audits through the engine.

use crate::timer::Work;
use rand::{Rng, SeedableRng, seq::SliceRandom};
use shuffle_algorithms::{
    Algorithm, Card, Shape,
    card::identity,
    fill::Job,
    generator::{Generator, Seed},
    lanes::{InstructionSet, LANES},
};
use shuffle_audit::engine::{self, Options};
use shuffle_subjects::PlanFile;
use std::hint::black_box;

/// All generators start from it.
pub const SEED: u64 = 52;

/// Cards that are shuffled before a new block is begun: about what the first caches hold.
const BLOCK: usize = 1 << 15;

/// A job for one of the catalogue's shuffles on a generator.
///
/// # Panics
///
/// If there is no shuffle of that id.
#[must_use]
pub fn job(algorithm: &str, rng: Generator, shape: Shape) -> Job {
    let algorithm = Algorithm::parse(algorithm).expect("it is in the catalogue");
    Job { rng, ..Job::new(algorithm, shape) }
}

/// A bare loop: each deck begins as the identity.
#[must_use]
pub fn bare<C: Card>(cards: usize, mut shuffle: impl FnMut(&mut [C]) + Send + 'static) -> Work {
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
#[must_use]
pub fn rand<R: Rng + SeedableRng + Send + 'static>(shape: Shape) -> Work {
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

/// The bare loop of fastrand's shuffle, on its own generator.
#[must_use]
pub fn fastrand(shape: Shape) -> Work {
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
#[must_use]
pub fn catalogue(job: Job, set: InstructionSet) -> Work {
    // A few hundred bytes for each line of a program that ends soon; the groups borrow it.
    let kept: &'static Job = Box::leak(Box::new(job.clone()));
    if let Some(mut groups) = kept.groups(&Seed::from_u64(SEED), set) {
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

/// The catalogue's shuffle into blocks of rows, without counting.
#[must_use]
pub fn rows<C: Card>(job: Job, set: InstructionSet) -> Work {
    let dealt = job.shape.dealt();
    let most = (BLOCK / job.shape.cards()).max(1);
    let (mut rows, mut seed) = (vec![C::default(); most * dealt], SEED);
    Box::new(move |decks| {
        let mut left = decks as usize;
        while left > 0 {
            let decks = left.min(most);
            seed += 1;
            let rows = C::rows_mut(black_box(&mut rows[..decks * dealt]));
            job.fill_on(rows, 0, &Seed::from_u64(seed), set);
            left -= decks;
        }
    })
}

/// An audit through the engine, reading of the plan and judgements included.
#[derive(Clone, Debug)]
pub struct Audit {
    /// The shuffle of the catalogue.
    pub algorithm: &'static str,
    /// Its generator.
    pub rng: Generator,
    /// The cards, and those dealt.
    pub shape: Shape,
    /// The tests, with commas between; an empty list is the default battery.
    pub counted: String,
}

impl Audit {
    /// The audit of a number of decks.
    ///
    /// # Panics
    ///
    /// When it is run, if the plan is wrong.
    #[must_use]
    pub fn work(self, instruction_set: InstructionSet, threads: usize) -> Work {
        Box::new(move |decks| {
            let options = Options { threads, instruction_set, ..Options::default() };
            black_box(engine::run(&self.plan(decks).plan(), &options))
                .expect("a shuffle of the catalogue is at no fault");
        })
    }

    /// One look: a second one, at ten times the decks, would be another job.
    fn plan(&self, decks: u64) -> PlanFile {
        let Self { algorithm, rng, shape, counted } = self;
        let metrics = match counted.as_str() {
            "" => String::new(),
            _ => format!("metrics = {:?}\n", counted.split(',').collect::<Vec<_>>()),
        };
        let text = format!(
            "[budget]\nescalate = false\n[[case]]\nid = \"bench\"\nalgorithm = \"{algorithm}\"\nrng = \"{}\"\n\
             cards = {}\ndeal = {}\ntrials = {decks}\n{metrics}",
            rng.id(),
            shape.cards(),
            shape.dealt(),
        );
        PlanFile::parse("bench.toml", &text).expect("the plan is sound")
    }
}
