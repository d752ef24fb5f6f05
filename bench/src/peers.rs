//! Peers: the same job in other languages, as their users would write it, next to ours.
//!
//! The job is to shuffle 52 cards many times, from the identity, and to count which card lay where. Each script in
//! `bench/peers` does it and says how long its own loop took, so no interpreter is charged for its start. Our audits
//! count the degree as well; what they do once, whatever the decks, is left out likewise.

use crate::{
    Setting,
    row::Row,
    runs::Audit,
    timer::{Split, in_turn, time_split},
};
use shuffle_algorithms::{Shape, generator::Generator};
use shuffle_audit::VERSION;
use std::{path::Path, process::Command};

const CARDS: usize = 52;

/// The scripts, from the root of the project.
const FOLDER: &str = "bench/peers";

/// Name, interpreter, script, and the decks of a round, which take about a second.
type Peer = (&'static str, &'static str, &'static str, u64);

const PEERS: [Peer; 6] = [
    ("Python random.shuffle", "python3", "python_random.py", 50_000),
    ("NumPy shuffle, deck by deck", "python3", "numpy_shuffle.py", 100_000),
    ("NumPy permuted, 10,000 decks at once", "python3", "numpy_permuted.py", 1_000_000),
    ("Node, Fisher-Yates by hand", "node", "node_fisher_yates.js", 500_000),
    ("Node, lodash shuffle", "node", "node_lodash.js", 500_000),
    ("Ruby Array#shuffle", "ruby", "ruby_shuffle.rb", 200_000),
];

/// Our own ways to do it, the reference first.
const OURS: [(&str, Generator); 3] = [
    ("rand-shuffle", Generator::Pcg64),
    ("fisher-yates", Generator::Pcg64),
    ("fisher-yates", Generator::LanesXoshiro256pp),
];

const OUR_DECKS: u64 = 4_000_000;

/// The output of a program.
#[derive(Debug, PartialEq)]
struct Said {
    seconds: f64,
    counted: u64,
    version: String,
}

/// Checks that the scripts can be found.
///
/// # Errors
///
/// A sentence, if they cannot.
pub fn are_here() -> Result<(), String> {
    match Path::new(FOLDER).is_dir() {
        true => Ok(()),
        false => {
            Err(format!("there is no folder `{FOLDER}` here; run it in the folder of the project"))
        }
    }
}

/// A name, the decks of a round, and what runs a round.
struct Contender {
    what: String,
    decks: u64,
    round: Box<dyn FnMut() -> Result<Split, String>>,
}

/// Measures our audits and the peers that run here, in turn.
///
/// # Errors
///
/// A sentence, if a program fails that ran when it was tried.
pub fn measure(setting: &Setting) -> Result<Vec<Row>, String> {
    let (rounds, part) = setting.pick((3, 20), (5, 1));
    let ours = OURS.iter().map(|&(algorithm, rng)| {
        let (shape, counted) = (Shape::whole(CARDS), "degree,position".to_owned());
        let audit = Audit { algorithm, rng, shape, counted };
        let mut work = audit.work(setting.instruction_set, 1);
        let decks = OUR_DECKS / part;
        work(decks);
        let what = format!("ours, {algorithm} on {} (shuffle-audit {VERSION})", rng.id());
        Contender { what, decks, round: Box::new(move || Ok(time_split(&mut work, decks))) }
    });
    let theirs = PEERS.iter().filter_map(|peer| look(peer, peer.3 / part));
    let mut contenders: Vec<Contender> = ours.chain(theirs).collect();
    let results = in_turn(rounds, contenders.len(), |next| (contenders[next].round)());
    let mut all: Vec<Vec<Split>> = Vec::new();
    for (one, rounds) in contenders.iter().zip(results) {
        let rounds = rounds.into_iter().collect::<Result<_, String>>();
        all.push(rounds.map_err(|why| format!("{}: {why}", one.what))?);
    }
    let row = |(one, rounds): (Contender, &Vec<Split>)| Row {
        title: "shuffled and counted by position".to_owned(),
        cards: CARDS,
        dealt: CARDS,
        ..Row::new(one.what, one.decks, rounds, &all[0])
    };
    Ok(contenders.into_iter().zip(&all).map(row).collect())
}

/// Runs a program once, to warm up and to see whether it runs here at all.
#[expect(clippy::print_stderr, reason = "what is left out is news, next to the result")]
fn look(peer: &'static Peer, decks: u64) -> Option<Contender> {
    match run(peer, decks) {
        Ok(Said { version, .. }) => Some(Contender {
            what: format!("{} ({version})", peer.0),
            decks,
            round: Box::new(move || {
                let deck = run(peer, decks)?.seconds * 1e9 / decks as f64;
                Ok(Split { deck, fixed: 0.0 })
            }),
        }),
        Err(why) => {
            eprintln!("skipped: {}: {why}", peer.0);
            None
        }
    }
}

fn run(&(_, interpreter, script, _): &Peer, decks: u64) -> Result<Said, String> {
    let output = Command::new(interpreter)
        .arg(format!("{FOLDER}/{script}"))
        .args([CARDS as u64, decks].map(|number| number.to_string()))
        .output()
        .map_err(|error| format!("`{interpreter}` cannot be run here ({error})"))?;
    if !output.status.success() {
        let said = String::from_utf8_lossy(&output.stderr);
        let error = said.lines().rfind(|line| line.contains("Error"));
        return Err(error.unwrap_or("it failed and does not say why").trim().to_owned());
    }
    let said = parse(&String::from_utf8_lossy(&output.stdout))
        .ok_or_else(|| format!("`{script}` does not say how long it took"))?;
    let (counted, expected) = (said.counted, CARDS as u64 * decks);
    match counted == expected {
        true => Ok(said),
        false => Err(format!("counted {counted} cards, not {expected}")),
    }
}

/// Reads the lines `seconds`, `counted` and `version`.
fn parse(text: &str) -> Option<Said> {
    let value = |name: &str| {
        let value = text.lines().find_map(|line| line.strip_prefix(name))?;
        Some(value.trim().to_owned())
    };
    let seconds: f64 = value("seconds ")?.parse().ok()?;
    let (counted, version) = (value("counted ")?.parse().ok()?, value("version ")?);
    (seconds.is_finite() && seconds > 0.0).then_some(Said { seconds, counted, version })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_script_says_is_read_and_nonsense_is_not() {
        let text = "seconds 0.25\ncounted 520\nversion Ruby 3.1.2\n";
        let said = Said { seconds: 0.25, counted: 520, version: "Ruby 3.1.2".to_owned() };
        assert_eq!(parse(text), Some(said));
        for nonsense in ["", "seconds x\ncounted 1\nversion y", "seconds 0\ncounted 1\nversion y"] {
            assert_eq!(parse(nonsense), None);
        }
    }

    #[test]
    fn an_interpreter_that_is_not_here_is_named() {
        let why = run(&("No such language", "no-such-interpreter", "x", 1), 1).unwrap_err();
        assert!(why.contains("`no-such-interpreter` cannot be run here"), "{why}");
    }
}
