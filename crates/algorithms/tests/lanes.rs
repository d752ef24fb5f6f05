//! Lanes from the outside: columns that are rows, and decks that stay what they are. `src/lanes/tests.rs` holds every lane against one deck.

use shuffle_algorithms::{
    Algorithm, Shape,
    catalogue::{ENTRIES, Family},
    dice::DiceSpec,
    fill::Job,
    generator::{Generator, Seed},
    lanes::{InstructionSet, LANES},
};

const SEED: Seed = Seed([7; 32]);

fn job(algorithm: &str, shape: Shape) -> Job {
    let algorithm = Algorithm::parse(algorithm).unwrap();
    Job { rng: Generator::LanesXoshiro256pp, ..Job::new(algorithm, shape) }
}

/// The catalogue's swap programs, all of which run on lanes.
fn programs() -> Vec<&'static str> {
    let ids = ENTRIES.iter().map(|entry| entry.id);
    let ids: Vec<_> = ids.filter(|id| job(id, Shape::whole(4)).runs_on_lanes()).collect();
    assert!(ids.len() >= 18, "{ids:?}");
    ids
}

#[test]
fn columns_are_the_rows_of_the_same_job() {
    for id in ["fisher-yates", "naive", "inside-out", "fisher-yates-by-value", "fyp"] {
        for cards in [1, 2, 20, 52, 64, 65, 256] {
            for shape in [Shape::whole(cards), Shape::deal(cards, cards.div_ceil(4)).unwrap()] {
                let (job, dealt) = (job(id, shape), shape.dealt());
                let rows = job.decks::<u8>(6 * LANES, &SEED);
                for set in InstructionSet::available() {
                    let mut columns = vec![[0; LANES]; 6 * dealt];
                    let mut groups = job.groups(&SEED, set).unwrap();
                    groups.fill_columns(&mut []);
                    // Some groups at once, one, and some once more.
                    let (few, more) = columns.split_at_mut(2 * dealt);
                    let (one, others) = more.split_at_mut(dealt);
                    for columns in [few, one, others] {
                        groups.fill_columns(columns);
                    }
                    for (deck, row) in rows.chunks(dealt).enumerate() {
                        let place =
                            |place: usize| columns[deck / LANES * dealt + place][deck % LANES];
                        let found: Vec<u8> = (0..dealt).map(place).collect();
                        assert_eq!(found, row, "deck {deck} of {id}, {shape:?}, {set}");
                    }
                }
            }
        }
    }
}

#[test]
fn blocks_of_any_length_begin_alike() {
    for cards in [3, 52] {
        let job = job("fisher-yates", Shape::whole(cards));
        let long = job.decks::<u8>(3 * LANES, &SEED);
        for trials in [0, 1, 7, 63, 64, 65, 127, 128, 129] {
            assert_eq!(job.decks::<u8>(trials, &SEED), long[..trials * cards], "{trials} decks");
            let wide: Vec<u32> =
                long[..trials * cards].iter().map(|&card| u32::from(card)).collect();
            assert_eq!(job.decks::<u32>(trials, &SEED), wide);
        }
    }
}

#[test]
fn what_cannot_run_on_lanes_runs_deck_by_deck_on_the_same_generator() {
    let fits = job("fisher-yates", Shape::whole(256));
    assert!(fits.runs_on_lanes() && fits.groups(&SEED, InstructionSet::PORTABLE).is_some());
    for other in [
        job("fisher-yates", Shape::whole(257)),
        job("hindu", Shape::whole(52)),
        job("rand-shuffle", Shape::whole(52)),
        Job { dice: DiceSpec::Modulo { bits: 15 }, ..fits.clone() },
        Job { rng: Generator::Pcg64, ..fits.clone() },
    ] {
        assert!(!other.runs_on_lanes() && other.groups(&SEED, InstructionSet::PORTABLE).is_none());
        let decks = other.decks::<u32>(2, &SEED);
        assert_eq!(decks, other.decks::<u32>(2, &SEED));
        assert_ne!(decks, other.decks::<u32>(2, &Seed([8; 32])));
    }
}

#[test]
fn the_decks_of_the_lanes_stay_what_they_are() {
    let line = |what: String, job: &Job| {
        // The first deck, one in the middle of the last group, and the last deck.
        let decks = job.decks::<u8>(150, &Seed::from_u64(0x5eed));
        let decks: Vec<_> = decks.chunks(job.shape.dealt()).collect();
        let decks = [0, 100, 149].map(|deck| {
            decks[deck].iter().map(|card| card.to_string()).collect::<Vec<_>>().join(" ")
        });
        format!("{what}: {}\n", decks.join(" | "))
    };
    let mut lines = String::new();
    for id in programs() {
        lines += &line(id.to_owned(), &job(id, Shape::whole(10)));
    }
    for entry in ENTRIES.iter().filter(|entry| entry.family == Family::Deal) {
        let shape = Shape::deal(52, 9).unwrap();
        if job(entry.id, shape).runs_on_lanes() {
            lines += &line(format!("{}, 9 of 52", entry.id), &job(entry.id, shape));
        }
    }
    lines += &line("fisher-yates, 52".to_owned(), &job("fisher-yates", Shape::whole(52)));
    let passes = Job { passes: 3, ..job("random-swaps-half", Shape::whole(10)) };
    lines += &line("random-swaps-half, 3 passes".to_owned(), &passes);
    lines += &line("hindu, deck by deck".to_owned(), &job("hindu", Shape::whole(10)));
    insta::assert_snapshot!("lanes", lines);
}
