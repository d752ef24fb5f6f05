//! Cost of receiving decks from a program: reading, checking and counting (degree and position) 52 cards. The program is
//! `cat` of a prepared file, which is never the slower side on a processor of its own.
//!
//! `cargo bench -p shuffle-bench --bench receiver`

use divan::{Bencher, counter::ItemsCount};
use shuffle_algorithms::{
    Shape,
    generator::{Generator, Seed},
};
use shuffle_audit::engine::{self, Options};
use shuffle_bench::runs::{self, SEED};
use std::fs;

const CARDS: usize = 52;
const DECKS: usize = 1 << 19;

fn main() {
    divan::main();
}

#[divan::bench(args = ["text", "ndjson", "u8", "u16le"], sample_count = 15, sample_size = 1)]
fn receive(bencher: Bencher<'_, '_>, format: &str) {
    let job = runs::job("fisher-yates", Generator::Pcg64, Shape::whole(CARDS));
    let decks: Vec<u8> = job.decks(DECKS, &Seed::from_u64(SEED));
    let written = decks.chunks(CARDS).flat_map(|deck| written(deck, format));
    let file = tempfile::NamedTempFile::new().expect("there is a temporary folder");
    fs::write(&file, written.collect::<Vec<u8>>()).expect("it can be written");
    let text = format!(
        "[[case]]\nid = \"bench\"\nexec = [\"cat\", {:?}]\nformat = \"{format}\"\ncards = {CARDS}\n\
         trials = {DECKS}\nmetrics = [\"degree\", \"position\"]",
        file.path()
    );
    let plan = shuffle_subjects::PlanFile::parse("bench.toml", &text).expect("the plan is sound");
    bencher.counter(ItemsCount::new(DECKS)).bench_local(|| {
        let options = Options { threads: 1, ..Options::default() };
        let findings = engine::run(&plan.plan(), &options).expect("decks are received");
        assert_eq!(findings.cases[0].looks[0].trials, DECKS as u64);
    });
}

fn written(deck: &[u8], format: &str) -> Vec<u8> {
    let listed =
        |separator: &str| deck.iter().map(u8::to_string).collect::<Vec<_>>().join(separator);
    match format {
        "u8" => deck.to_vec(),
        "u16le" => deck.iter().flat_map(|&card| u16::from(card).to_le_bytes()).collect(),
        "ndjson" => format!("[{}]\n", listed(",")).into_bytes(),
        _ => format!("{}\n", listed(" ")).into_bytes(),
    }
}
