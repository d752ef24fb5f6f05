//! What is timed: bare loops of shuffles, the catalogue's and others', and audits through the engine.

use crate::{report::Counted, timer::Work};
use rand::{Rng, SeedableRng, seq::SliceRandom};
use shuffle_algorithms::{
    Algorithm, Card, Dice, Foreign, Procedure, Program, Reading, Sequence, Shape,
    card::identity,
    fast,
    fill::Job,
    generator::{Generator, Seed},
    lanes::{InstructionSet, LANES},
    table::play,
};
use shuffle_audit::engine::{self, Options};
use shuffle_subjects::PlanFile;
use std::hint::black_box;

/// All generators start from it.
pub const SEED: u64 = 52;

/// Cards that are shuffled before a new block is begun: about what the first caches hold.
const BLOCK: usize = 1 << 15;

/// What is shuffled: one of the catalogue's shuffles on a generator.
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
pub fn bare<'a, C: Card>(cards: usize, mut shuffle: impl FnMut(&mut [C]) + Send + 'a) -> Work<'a> {
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
pub fn rand<R: Rng + SeedableRng + Send + 'static>(shape: Shape) -> Work<'static> {
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
#[must_use]
pub fn fast<R: Rng + SeedableRng + Send + 'static>(shape: Shape) -> Work<'static> {
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
#[must_use]
pub fn fastrand(shape: Shape) -> Work<'static> {
    let mut rng = fastrand::Rng::with_seed(SEED);
    match is_narrow(shape) {
        true => bare(shape.cards(), move |deck: &mut [u8]| rng.shuffle(deck)),
        false => bare(shape.cards(), move |deck: &mut [u32]| rng.shuffle(deck)),
    }
}

fn is_narrow(shape: Shape) -> bool {
    shape.cards() <= u8::LIMIT
}

/// The body of a swap program of the catalogue on one deck, over these dice.
///
/// # Panics
///
/// If there is no shuffle of that id; when it is run, if it is no swap program.
#[must_use]
pub fn program<'a, C: Card, D: Dice + Send + 'a>(
    algorithm: &str,
    cards: usize,
    dice: D,
) -> Work<'a> {
    let algorithm = Algorithm::parse(algorithm).expect("it is in the catalogue");
    let (start, mut dice) = (identity::<C>(cards), dice);
    let mut deck = start.clone();
    Box::new(move |decks| {
        algorithm.read(OnDeck { decks, start: &start, deck: &mut deck, dice: &mut dice });
    })
}

/// The reading that shuffles decks with a swap program, so that its body is compiled for this table.
struct OnDeck<'a, C, D> {
    decks: u64,
    start: &'a [C],
    deck: &'a mut [C],
    dice: &'a mut D,
}

impl<C: Card, D: Dice> Reading for OnDeck<'_, C, D> {
    type Out = ();

    fn program<P: Program>(self, body: &P) {
        let shape = Shape::whole(self.deck.len());
        for _ in 0..self.decks {
            self.deck.copy_from_slice(self.start);
            play(body, shape, black_box(self.deck), &mut Vec::new(), self.dice);
            black_box(&mut *self.deck);
        }
    }

    fn procedure<P: Procedure>(self, _: &P) {
        unreachable!("it is a swap program")
    }

    fn foreign<F: Foreign>(self, _: &F) {
        unreachable!("it is a swap program")
    }

    fn sequence<S: Sequence>(self, _: &S) {
        unreachable!("it is a swap program")
    }
}

/// The catalogue's shuffle, without counting: groups of columns where it runs on lanes, else rows.
#[must_use]
pub fn catalogue(job: &Job, set: InstructionSet) -> Work<'_> {
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

/// The catalogue's shuffle into blocks of rows, without counting.
#[must_use]
pub fn rows<C: Card>(job: &Job, set: InstructionSet) -> Work<'_> {
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
                0,
                &Seed::from_u64(seed),
                set,
            );
            left -= decks;
        }
    })
}

/// An audit of whole decks through the engine, reading of the plan and judgements included.
///
/// # Panics
///
/// When it is run, if there is no shuffle of that id for so many cards.
#[must_use]
pub fn audit<'a>(
    algorithm: &'a str,
    rng: Generator,
    cards: u64,
    counted: Counted,
    instruction_set: InstructionSet,
    threads: usize,
) -> Work<'a> {
    Box::new(move |decks| {
        let plan = plan(algorithm, rng, cards, counted, decks);
        let options = Options { threads, instruction_set, ..Options::default() };
        black_box(engine::run(&plan.plan(), &options))
            .expect("a shuffle of the catalogue is at no fault");
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
