//! The first decks of a subject, as they were written and as they are read.

use crate::{
    Subject, Written,
    stream::{Blocks, StreamFault},
};
use shuffle_audit::{
    Case,
    feed::{Halt, Halted},
    seeds::{PlanSeed, Stage, StreamNumber},
    source::SourceError,
    subject::Wanted,
};
use shuffle_reader::DeckLocation;
use std::{
    sync::atomic::AtomicBool,
    time::{Duration, Instant},
};

/// A deck, written and read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShownDeck {
    /// The file that it is in, of the files of a pattern.
    pub file: Option<String>,
    /// Its place in the input.
    pub place: DeckLocation,
    /// Its bytes, without a line end.
    pub raw: Vec<u8>,
    /// Its cards, numbered from 0.
    pub cards: Vec<u32>,
}

/// The first decks of a subject.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shown {
    /// The decks that could be read.
    pub decks: Vec<ShownDeck>,
    /// The error in the next deck, if there is one.
    pub fault: Option<SourceError>,
}

/// Reads the first decks of a program or a file, at most `most`; none of any other subject. A program gets the same
/// environment as in an audit with this seed, and is ended after these decks.
pub fn show(case: &Case, seed: PlanSeed, most: usize, interrupt: &AtomicBool) -> Shown {
    let halt = Halt::new(interrupt);
    let fault_of = |halted| match halted {
        Halted::Fault(fault) => Some(fault),
        Halted::Interrupted | Halted::Stopped => None,
    };
    let failed = |fault| Shown { decks: Vec::new(), fault: Some(fault) };
    let wanted = Wanted { shape: case.shape, trials: case.trials, threads: 1 };
    match Written::of(case).map(|written| &written.subject) {
        Some(Subject::Recorded(recorded)) => {
            let mut shown = Shown { decks: Vec::new(), fault: None };
            for reading in recorded.start_whole(wanted, &halt) {
                let mut reading = match reading {
                    Ok(reading) => reading,
                    Err(fault) => return Shown { fault: Some(fault), ..shown },
                };
                let left = most - shown.decks.len();
                let (decks, wrong) = first(&mut reading.blocks, left);
                let file = recorded.files.is_some().then(|| reading.name.clone());
                shown
                    .decks
                    .extend(decks.into_iter().map(|deck| ShownDeck { file: file.clone(), ..deck }));
                if let Some(wrong) = wrong {
                    return Shown { fault: fault_of(reading.fault_of(wrong)), ..shown };
                }
                if shown.decks.len() == most {
                    break;
                }
            }
            shown
        }
        Some(Subject::Program(program)) => {
            let seed = seed.of_subject(case.id(), Stage::FirstLook, StreamNumber(0));
            match program.first_job(wanted, seed, &halt) {
                Ok(mut job) => {
                    let (decks, wrong) = first(&mut job.blocks, most);
                    Shown { decks, fault: wrong.and_then(|wrong| fault_of(job.fault_of(wrong))) }
                }
                Err(fault) => failed(fault),
            }
        }
        Some(Subject::Catalogued(_) | Subject::Counted(_)) | None => {
            Shown { decks: Vec::new(), fault: None }
        }
    }
}

/// The time from its first deck for which the pace of a program is taken.
const PACE: Duration = Duration::from_millis(500);

/// The number of decks that a program writes in a second, all its copies together, after `within` at most: its own start is not
/// counted. `None` of any other subject, and of a program that wrote no deck in that time or is at fault.
pub fn decks_per_second(
    case: &Case,
    seed: PlanSeed,
    within: Duration,
    interrupt: &AtomicBool,
) -> Option<f64> {
    let program = Written::of(case)?.subject.program()?;
    let halt = Halt::new(interrupt).with_deadline(Instant::now().checked_add(within));
    let seed = seed.of_subject(case.id(), Stage::FirstLook, StreamNumber(0));
    let wanted = Wanted { shape: case.shape, trials: case.trials, threads: 1 };
    let mut job = program.first_job(wanted, seed, &halt).ok()?;
    job.blocks.read(1).ok().filter(|decks| *decks == 1)?;
    let (first, mut decks) = (Instant::now(), 0_u64);
    let is_over = || halt.is_over() || first.elapsed() >= PACE;
    while !is_over() && matches!(job.blocks.read(1), Ok(1)) {
        decks += 1;
    }
    is_over().then(|| decks.max(1) as f64 / first.elapsed().as_secs_f64() * program.jobs as f64)
}

fn first(blocks: &mut Blocks<'_>, most: usize) -> (Vec<ShownDeck>, Option<StreamFault>) {
    let mut decks = Vec::new();
    let mut row = vec![0; blocks.shape.width()];
    while decks.len() < most {
        match blocks.reader.show(&mut row) {
            Ok(Some((place, raw))) => {
                decks.push(ShownDeck { file: None, place, raw, cards: row.clone() })
            }
            Ok(None) => break,
            Err(error) => {
                let wrong =
                    blocks.watch.trouble().map_or(StreamFault::Deck(error), StreamFault::Pipe);
                return (decks, Some(wrong));
            }
        }
    }
    (decks, None)
}
