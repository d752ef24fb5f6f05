//! What the tests have in common: decks, tallies, judgements by name.

use shuffle_algorithms::{Algorithm, dice::DiceSpec, fill::Job, generator::Seed};
use shuffle_metrics::{
    Decks, Evidence, Judgement, Metric, Rows, Shape, Tally, catalogue, number::FEWEST_TRIALS,
};

/// The metric that answers a test.
pub(crate) fn build(test: &str, shape: Shape) -> Box<dyn Metric> {
    catalogue::of_test(test).expect("a test of that name").build(shape).expect("it applies")
}

/// Why a test does not apply.
pub(crate) fn refusal(test: &str, cards: usize, deal: usize) -> String {
    let entry = catalogue::of_test(test).expect("a test of that name");
    let shape = Shape::deal(cards, deal).unwrap();
    entry.build(shape).err().expect("it should not apply").to_string()
}

/// Everything counted in one block.
pub(crate) fn count(metric: &dyn Metric, shape: Shape, rows: &[u8]) -> Tally {
    let mut tally = Tally::new(metric.cells());
    tally.observe(metric, &Decks::new(shape, 0, Rows::Narrow(rows)));
    tally
}

/// The judgement of a test on these decks.
pub(crate) fn judgement(test: &str, shape: Shape, rows: &[u8]) -> Judgement {
    let metric = build(test, shape);
    pick(test, metric.judge(&count(metric.as_ref(), shape, rows)))
}

/// The judgement of this test among those of its metric.
pub(crate) fn pick(test: &str, judgements: Vec<Judgement>) -> Judgement {
    judgements.into_iter().find(|judgement| judgement.test == test).expect("it is judged")
}

/// The numbers of a test that can judge these decks.
pub(crate) fn evidence(test: &str, shape: Shape, rows: &[u8]) -> Evidence {
    let judgement = judgement(test, shape, rows);
    judgement.evidence().unwrap_or_else(|| panic!("{test} cannot judge: {judgement:?}")).clone()
}

/// An even number of trials with which a test of a quadratic form can judge.
pub(crate) fn enough(metric: &dyn Metric) -> usize {
    metric.trials_needed().max(FEWEST_TRIALS).next_multiple_of(2) as usize
}

/// Decks of a shuffle, written as `algorithm` or `algorithm dice`.
pub(crate) fn decks(subject: &str, size: Shape, trials: usize, seed: u64) -> Vec<u8> {
    let (algorithm, dice) = subject.split_once(' ').unwrap_or((subject, "exact"));
    let mut job = Job::new(Algorithm::parse(algorithm).unwrap(), size);
    job.dice = DiceSpec::parse(dice).unwrap();
    job.decks(trials, &Seed::from_u64(seed))
}

/// Fair whole decks.
pub(crate) fn fair(cards: usize, trials: usize, seed: u64) -> Vec<u8> {
    decks("fisher-yates", Shape::whole(cards), trials, seed)
}

/// Fair decks, each bent by a function of the deck.
pub(crate) fn bent(cards: usize, trials: usize, seed: u64, bend: impl Fn(&mut [u8])) -> Vec<u8> {
    let mut rows = fair(cards, trials, seed);
    rows.chunks_exact_mut(cards).for_each(bend);
    rows
}
