//! Value stability: the decks of a fixed seed are part of the seed contract, and of every committed report.
//!
//! A line that changes is a breaking change: it belongs into the CHANGELOG.

use shuffle_algorithms::{
    Algorithm, Card, Shape,
    catalogue::{ENTRIES, Family},
    dice::DiceSpec,
    fill::Job,
    generator::{Generator, Seed},
};

fn job(algorithm: &str, shape: Shape) -> Job {
    Job::new(Algorithm::parse(algorithm).unwrap(), shape)
}

/// One line: what was run, and two decks.
fn line(name: &str, job: &Job) -> String {
    let mut seed = Seed::from_u64(0x5eed);
    seed.0[16] = 1; // some of the stream, too
    let decks = job.decks::<u8>(2, &seed);
    let decks: Vec<_> = decks
        .chunks(job.shape.dealt())
        .map(|deck| deck.iter().map(|card| card.index().to_string()).collect::<Vec<_>>().join(" "))
        .collect();
    format!("{name}: {}\n", decks.join(" | "))
}

#[test]
fn the_decks_of_every_algorithm_stay_what_they_are() {
    let lines = ENTRIES.iter().map(|entry| line(entry.id, &job(entry.id, Shape::whole(10))));
    insta::assert_snapshot!("algorithms", lines.collect::<String>());
}

#[test]
fn the_decks_of_every_dice_stay_what_they_are() {
    let lines = DiceSpec::ENTRIES.map(|dice| {
        let dice = DiceSpec::parse(dice.id).unwrap();
        line(&dice.to_string(), &Job { dice, ..job("fisher-yates", Shape::whole(10)) })
    });
    insta::assert_snapshot!("dice", lines.concat());
}

#[test]
fn the_decks_of_every_generator_stay_what_they_are() {
    let lines = Generator::ALL
        .map(|rng| line(rng.id(), &Job { rng, ..job("fisher-yates", Shape::whole(10)) }));
    insta::assert_snapshot!("generators", lines.concat());
}

#[test]
fn deals_stay_what_they_are() {
    let shape = Shape::deal(52, 9).unwrap();
    let deals = ENTRIES.iter().filter(|entry| entry.family == Family::Deal).map(|entry| entry.id);
    let lines = deals.chain(["fy-slice", "inside-out"]).map(|id| line(id, &job(id, shape)));
    insta::assert_snapshot!("deals", lines.collect::<String>());
}

#[test]
fn passes_stay_what_they_are() {
    let passes = Job { passes: 3, ..job("human-riffle", Shape::whole(10)) };
    insta::assert_snapshot!("passes", line("human-riffle, 3 passes", &passes));
}
