//! Audits next to `rand`'s bare shuffle: with few tests and with many, on several threads and instruction sets, and by
//! other builds of `shuffle-audit`. Exact laws and judgements, which an audit makes once, are not part of a deck's cost.

use crate::{
    Setting,
    row::{Group, Line, line},
    runs::{self, Audit},
    timer::{Runner, Work, side_by_side},
};
use rand_pcg::Pcg64;
use shuffle_algorithms::{Shape, generator::Generator, lanes::InstructionSet};
use std::process::{Command, Stdio};

const POSITION: &str = "degree,position";
const ORDERS: &str = "degree,position,permutations";

/// The battery of the time when there were 28 tests, without the tables of all orders and of equal decks.
const SMALLER: &str = "degree,ascents,position,adjacency,pair-order,friedman,fixed-points,cycles,records,inversions,\
    rising-sequences,successions,footrule,spearman,lis,lehmer,prefix,repeats,serial-rising-sequences";

/// Shuffle, generator, cards and cards dealt, of one group each.
const SUBJECTS: [(&str, Generator, usize, usize); 7] = [
    ("fisher-yates", Generator::LanesXoshiro256pp, 52, 52),
    ("fisher-yates", Generator::LanesXoshiro256pp, 10, 10),
    ("naive", Generator::LanesXoshiro256pp, 52, 52),
    ("fyp", Generator::LanesXoshiro256pp, 52, 9),
    ("fisher-yates", Generator::Pcg64, 52, 52),
    ("rand-shuffle", Generator::Pcg64, 52, 52),
    ("rand-shuffle", Generator::Pcg64, 10, 10),
];

pub(crate) fn groups(setting: &Setting) -> Vec<Group> {
    SUBJECTS.into_iter().map(|subject| group(setting, subject)).collect()
}

fn group(
    setting: &Setting,
    (name, rng, cards, dealt): (&'static str, Generator, usize, usize),
) -> Group {
    let shape = Shape::deal(cards, dealt).expect("no more than there are");
    let hands = format!("{SMALLER},poker,suit-pairs");
    let mut counted = vec![("degree", "degree"), ("degree and position", POSITION)];
    match (cards, shape.is_whole()) {
        (10, _) => counted.extend([("all orders", ORDERS), ("22 tests", SMALLER)]),
        (_, true) => counted.push(("22 tests", &hands)),
        _ => {}
    }
    counted.push(("whole battery", ""));
    let mut compared = vec![line("rand", runs::rand::<Pcg64>(shape))];
    for &threads in &setting.threads {
        let on = if threads == 1 { String::new() } else { format!(", {threads} threads") };
        let alone = (0..threads).map(|_| match name {
            // A loop of its own is the simplest form.
            "rand-shuffle" => runs::rand::<Pcg64>(shape),
            _ => runs::catalogue(runs::job(name, rng, shape), setting.instruction_set),
        });
        let alone = Runner::new(setting.pick(10_000, 1_000_000), side_by_side(alone.collect()));
        compared.push((format!("shuffled only{on}"), alone));
        for &(what, tests) in &counted {
            let audit = Audit { algorithm: name, rng, shape, counted: tests.to_owned() };
            let work = audit.work(setting.instruction_set, threads);
            compared.push(once_apart(setting, format!("{what}{on}"), tests, work));
        }
    }
    let mut sets = InstructionSet::available();
    sets.retain(|&set| set != setting.instruction_set);
    for set in sets {
        let audit = Audit { algorithm: name, rng, shape, counted: POSITION.to_owned() };
        let what = format!("degree and position, {set}");
        compared.push(once_apart(setting, what, POSITION, audit.work(set, 1)));
    }
    for program in &setting.programs {
        for &(what, tests) in &counted {
            let mut words = format!(
                "check --algorithm {name} --rng {} --cards {cards} --deal {dealt} --threads 1 --quiet",
                rng.id()
            );
            if !tests.is_empty() {
                words += &format!(" --metrics {tests}");
            }
            let path = program.clone();
            let work: Work = Box::new(move |decks| {
                let mut command = Command::new(&path);
                command.args(words.split(' ')).arg(format!("--trials={decks}"));
                let ended = command.stdout(Stdio::null()).status().expect("the program can be run");
                assert!(matches!(ended.code(), Some(0 | 1 | 3)), "{command:?}: {ended}");
            });
            let what = format!("{what}, {}", program.display());
            compared.push(once_apart(setting, what, tests, work));
        }
    }
    let size = if shape.is_whole() { cards.to_string() } else { format!("{dealt} of {cards}") };
    Group { title: format!("audits of {name}, {size} cards, on {}", rng.id()), shape, compared }
}

/// A line of an audit. The table of all orders is made ready and judged once, which weighs in short audits.
fn once_apart(setting: &Setting, name: String, counted: &str, work: Work) -> Line {
    let full = if counted == ORDERS { 10_000_000 } else { 1_000_000 };
    (name, Runner::audit(setting.pick(10_000, full), work))
}
