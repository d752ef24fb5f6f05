//! The cost of a deck of `shuffle-audit check` as it is typed: a whole process on one thread, start-up taken off, beside the
//! bare loop of `rand`'s shuffle with `Pcg64`, in turn.
//!
//! `cargo build --release && cargo bench -p shuffle-bench --bench typed [-- PART OF A TITLE] [--before=PROGRAM]`, where another
//! build of the program takes its turn beside this one.

#![expect(clippy::print_stdout, reason = "a bench talks to a terminal")]

use rand_pcg::Pcg64;
use shuffle_algorithms::{Shape, lanes::InstructionSet};
use shuffle_bench::{
    layers::{line, table_of},
    runs,
    timer::{Effort, Runner, Work},
};
use std::{
    path::{Path, PathBuf},
    process::{Command, Stdio},
    time::Duration,
};

const EFFORT: Effort = Effort { rounds: 9, each: Duration::from_millis(400) };

const POSITION: &str = "--metrics degree,position";

/// The battery of the time when there were 28 tests, without the tables of all orders and of equal decks.
const SMALLER: &str = "--metrics degree,ascents,position,adjacency,pair-order,friedman,fixed-points,cycles,records,inversions,\
    rising-sequences,successions,footrule,spearman,lis,lehmer,prefix,relative-order,repeats,serial-fixed-points,serial-ascents,\
    serial-inversions";

/// An audit of so many decks by the program.
fn typed(program: &Path, flags: &str, set: Option<InstructionSet>) -> Runner<'static> {
    let mut words: Vec<String> = flags.split_whitespace().map(str::to_owned).collect();
    words.extend(["--threads", "1", "--quiet", "--trials"].map(str::to_owned));
    let set = set.map(|set| format!("--instruction-set={set}"));
    let program = program.to_owned();
    let work: Work<'static> = Box::new(move |decks| {
        let mut command = Command::new(&program);
        command.arg("check").args(&words).arg(decks.to_string()).args(&set);
        let ended = command.stdout(Stdio::null()).status().expect("the program is built");
        assert!(matches!(ended.code(), Some(0 | 1 | 3)), "{command:?}: {ended}");
    });
    Runner::audit(200_000, work)
}

/// The program beside this one's folder.
fn program() -> PathBuf {
    let here = std::env::current_exe().expect("it runs");
    let release = here.ancestors().nth(2).expect("target/release/deps");
    release.join("shuffle-audit")
}

fn main() {
    let wanted = std::env::args().skip(1).find(|argument| !argument.starts_with('-'));
    let before = std::env::args().find_map(|it| it.strip_prefix("--before=").map(PathBuf::from));
    let program = program();
    let compare = |title: &str, shape: Shape, audits: &[(&str, String)]| {
        if wanted.as_ref().is_some_and(|part| !title.contains(part.as_str())) {
            return;
        }
        let mut compared = vec![line("rand", runs::rand::<Pcg64>(shape))];
        for (name, flags) in audits {
            compared.push(((*name).to_owned(), typed(&program, flags, None)));
            if let Some(before) = &before {
                compared.push((format!("{name}, before"), typed(before, flags, None)));
            }
        }
        if let [(_, flags)] = audits {
            let narrower = InstructionSet::available();
            for &set in &narrower[..narrower.len() - 1] {
                compared.push((set.to_string(), typed(&program, flags, Some(set))));
            }
        }
        println!("{}", table_of(title, compared, EFFORT));
    };
    let whole = |cards: usize| Shape::whole(cards);
    let of = |algorithm: &str, rest: &str| format!("--algorithm {algorithm} {rest}");
    let one =
        |title: &str, shape: Shape, flags: String| compare(title, shape, &[("as typed", flags)]);
    one(
        "fisher-yates, 52, degree and position",
        whole(52),
        of("fisher-yates --cards 52", POSITION),
    );
    one(
        "fisher-yates, 10, degree and position",
        whole(10),
        of("fisher-yates --cards 10", POSITION),
    );
    let orders = "--metrics degree,position,permutations";
    one("fisher-yates, 10, all orders", whole(10), of("fisher-yates --cards 10", orders));
    one("naive, 52, degree and position", whole(52), of("naive --cards 52", POSITION));
    let deal = Shape::deal(52, 9).expect("less than there is");
    one("fyp, 9 of 52, degree and position", deal, of("fyp --cards 52 --deal 9", POSITION));
    let slow = format!("--algorithm rand-shuffle --rng pcg64 --cards 52 {POSITION}");
    compare(
        "rand-shuffle, 52",
        whole(52),
        &[
            ("degree and position", slow),
            ("24 tests", of("rand-shuffle --rng pcg64 --cards 52", SMALLER) + ",poker,bridge"),
            ("whole battery", of("rand-shuffle --rng pcg64 --cards 52", "")),
        ],
    );
    compare(
        "fisher-yates, 52, tests",
        whole(52),
        &[
            ("24 tests", of("fisher-yates --cards 52", SMALLER) + ",poker,bridge"),
            ("whole battery", of("fisher-yates --cards 52", "")),
        ],
    );
    compare(
        "fisher-yates, 10, tests",
        whole(10),
        &[
            ("22 tests", of("fisher-yates --cards 10", SMALLER)),
            ("whole battery", of("fisher-yates --cards 10", "")),
        ],
    );
}
