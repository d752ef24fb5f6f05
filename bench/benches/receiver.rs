//! What it costs to receive decks from a program: read, check and count (degree and position) 52 cards.
//!
//! The subject is this very program, started again: it only repeats a prepared buffer, and so is never the
//! slower side on a processor of its own. `busy` is the time on processors that the receiver took, all its threads
//! together: `decks/s` of it are what one core receives. `wall` is what a clock saw, on a machine with
//! other work perhaps. Formats run in turn, round after round; what is printed are medians.
//!
//! `cargo bench -p shuffle-bench --bench receiver`

#![expect(clippy::print_stdout, reason = "a bench prints what it measured")]

use rustix::time::{ClockId, clock_gettime};
use shuffle_algorithms::{Algorithm, RowsMut, Shape, fill::Job, generator::Seed};
use shuffle_audit::engine::{self, Options};
use shuffle_bench::{report::Spread, timer::in_turn};
use std::{
    env,
    error::Error,
    fmt::Write as _,
    io::{self, Write},
    time::Instant,
};

const CARDS: usize = 52;
const ROUNDS: usize = 7;

/// Decks in the prepared buffer.
const PREPARED: usize = 4_096;

/// Formats, and decks that take the receiver about half a second.
const FORMATS: [(&str, u64); 4] =
    [("text", 1_500_000), ("ndjson", 1_500_000), ("u8", 4_000_000), ("u16le", 3_000_000)];

fn main() -> Result<(), Box<dyn Error>> {
    if env::args().nth(1).as_deref() == Some("repeat") {
        return repeat();
    }
    for (format, decks) in FORMATS {
        receive(format, decks)?; // warms up
    }
    let rounds = in_turn(ROUNDS, FORMATS.len(), |next| {
        let (format, decks) = FORMATS[next];
        let (clock, processor) = (Instant::now(), processor());
        receive(format, decks)?;
        let each = |seconds: f64| seconds * 1e9 / decks as f64;
        Ok((each(self::processor() - processor), each(clock.elapsed().as_secs_f64())))
    });
    println!(
        "{:8}{:>16}{:>14}{:>16}{:>14}",
        "format", "busy ns/deck", "decks/s", "wall ns/deck", "decks/s"
    );
    for ((format, _), rounds) in FORMATS.into_iter().zip(rounds) {
        let (busy, wall): (Vec<f64>, Vec<f64>) =
            rounds.into_iter().collect::<Result<Vec<_>, Box<dyn Error>>>()?.into_iter().unzip();
        let [busy, wall] = [busy, wall].map(|nanos| Spread::of(nanos).median);
        println!("{format:8}{busy:>16.1}{:>14.0}{wall:>16.1}{:>14.0}", 1e9 / busy, 1e9 / wall);
    }
    Ok(())
}

/// Seconds that this process has spent on processors.
fn processor() -> f64 {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 / 1e9
}

fn receive(format: &str, decks: u64) -> Result<(), Box<dyn Error>> {
    let myself = env::current_exe()?;
    let text = format!(
        "[[case]]\nid = \"bench\"\nexec = [{myself:?}, \"repeat\"]\nformat = \"{format}\"\ncards = {CARDS}\n\
         trials = {decks}\nmetrics = [\"degree\", \"position\"]"
    );
    let plan = shuffle_subjects::PlanFile::parse("bench.toml", &text)?;
    let findings = engine::run(&plan.plan(), &Options { threads: 1, ..Options::default() })?;
    assert_eq!(findings.cases[0].looks[0].trials, decks);
    Ok(())
}

/// The subject: writes prepared decks until it has written enough.
fn repeat() -> Result<(), Box<dyn Error>> {
    let mut decks: usize = env::var("SHUFFLE_TRIALS")?.parse()?;
    let mut rows = vec![0_u8; CARDS * PREPARED];
    let job = Job::new(Algorithm::parse("fisher-yates")?, Shape::whole(CARDS));
    job.fill(RowsMut::Narrow(&mut rows), &Seed([1; 32]));
    let format = env::var("SHUFFLE_FORMAT")?;
    let (mut buffer, mut ends) = (Vec::new(), vec![0]);
    for deck in rows.chunks(CARDS) {
        buffer.extend(written(deck, &format));
        ends.push(buffer.len());
    }
    let mut out = io::stdout().lock();
    while decks > 0 {
        let now = decks.min(PREPARED);
        out.write_all(&buffer[..ends[now]])?;
        decks -= now;
    }
    out.flush()?;
    Ok(())
}

fn written(deck: &[u8], format: &str) -> Vec<u8> {
    let listed = |separator: &str| {
        deck.iter().enumerate().fold(String::new(), |mut text, (index, card)| {
            let _ = write!(text, "{}{card}", if index > 0 { separator } else { "" });
            text
        })
    };
    match format {
        "u8" => deck.to_vec(),
        "u16le" => deck.iter().flat_map(|&card| u16::from(card).to_le_bytes()).collect(),
        "ndjson" => format!("[{}]\n", listed(",")).into_bytes(),
        _ => format!("{}\n", listed(" ")).into_bytes(),
    }
}
