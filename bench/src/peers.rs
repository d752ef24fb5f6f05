//! Peers: the same job in other languages, as their users would write it, beside ours.
//!
//! The job is to shuffle 52 cards so many times, from the identity, and to count which card lay where. Each
//! script in `bench/peers` does it and says how long its own loop took, so that no interpreter is charged for its
//! start. Our audits count the degree besides; what they do once, whatever the decks, is left out likewise.

use crate::{
    Setting,
    report::{Cost, Counted, PeerRow, Whose},
    runs::audit,
    timer::{Work, in_turn, time_split},
};
use shuffle_algorithms::generator::Generator;
use shuffle_audit::VERSION;
use std::{io, path::Path, process::Command};

const CARDS: u64 = 52;

/// Where the scripts are, from the root of the project.
const FOLDER: &str = "bench/peers";

/// A program of another language.
struct Peer {
    what: &'static str,
    interpreter: &'static str,
    script: &'static str,
    /// Decks of a round: about a second.
    decks: u64,
}

const PEERS: [Peer; 6] = [
    peer("Python random.shuffle", "python3", "python_random.py", 50_000),
    peer("NumPy shuffle, deck by deck", "python3", "numpy_shuffle.py", 100_000),
    peer("NumPy permuted, 10,000 decks at once", "python3", "numpy_permuted.py", 1_000_000),
    peer("Node, Fisher-Yates by hand", "node", "node_fisher_yates.js", 500_000),
    peer("Node, lodash shuffle", "node", "node_lodash.js", 500_000),
    peer("Ruby Array#shuffle", "ruby", "ruby_shuffle.rb", 200_000),
];

const fn peer(
    what: &'static str,
    interpreter: &'static str,
    script: &'static str,
    decks: u64,
) -> Peer {
    Peer { what, interpreter, script, decks }
}

/// The same job done by us.
const OURS: [(&str, Generator, Whose); 3] = [
    ("rand-shuffle", Generator::Pcg64, Whose::Baseline),
    ("fisher-yates", Generator::Pcg64, Whose::Ours),
    ("fisher-yates", Generator::LanesXoshiro256pp, Whose::Ours),
];

const OUR_DECKS: u64 = 4_000_000;

/// What a program says of itself.
#[derive(Debug, PartialEq)]
struct Said {
    seconds: f64,
    counted: u64,
    version: String,
}

/// Why the peers were not measured.
#[derive(Debug, thiserror::Error)]
pub enum PeersError {
    /// The scripts are not there.
    #[error("there is no folder `{FOLDER}` here; run it in the folder of the project")]
    NoScripts,
    /// A program that ran when it was tried has failed.
    #[error("{what}: {why}")]
    Failed {
        /// What shuffles.
        what: &'static str,
        /// Why.
        why: Failed,
    },
}

/// Why a program gave no time.
#[derive(Debug, thiserror::Error)]
pub enum Failed {
    /// Its interpreter is not there.
    #[error("`{interpreter}` cannot be run here ({error})")]
    NotStarted {
        /// Which.
        interpreter: &'static str,
        /// Why.
        error: io::Error,
    },
    /// It ended with an error.
    #[error("{0}")]
    Ended(String),
    /// It did not print how long it took.
    #[error("`{script}` does not say how long it took")]
    Silent {
        /// Its file.
        script: &'static str,
    },
    /// It counted other cards than it should have shuffled.
    #[error("counted {counted} cards, not {expected}")]
    Miscounted {
        /// Those that it says it counted.
        counted: u64,
        /// Those that were asked for.
        expected: u64,
    },
}

/// Something whose time is taken in each round.
enum Contender<'a> {
    Ours { algorithm: &'static str, rng: Generator, whose: Whose, decks: u64, work: Work<'a> },
    Theirs { peer: &'static Peer, decks: u64, version: String },
}

pub(crate) fn measure(setting: &Setting) -> Result<Vec<PeerRow>, PeersError> {
    if !Path::new(FOLDER).is_dir() {
        return Err(PeersError::NoScripts);
    }
    let (rounds, part) = setting.thoroughness.pick((3, 20), (5, 1));
    let ours = OURS.iter().map(|&(algorithm, rng, whose)| {
        let set = setting.instruction_set;
        let mut work = audit(algorithm, rng, CARDS, Counted::Position, set, 1);
        let decks = OUR_DECKS / part;
        work(decks);
        Contender::Ours { algorithm, rng, whose, decks, work }
    });
    let theirs = PEERS.iter().filter_map(|peer| look(peer, peer.decks / part));
    let mut contenders: Vec<Contender<'_>> = ours.chain(theirs).collect();
    let nanos = in_turn(rounds, contenders.len(), |next| contenders[next].nanos());
    let nanos: Vec<Vec<f64>> =
        nanos.into_iter().map(|rounds| rounds.into_iter().collect()).collect::<Result<_, _>>()?;
    Ok(contenders.iter().zip(&nanos).map(|(one, own)| one.row(own, &nanos[0])).collect())
}

impl Contender<'_> {
    /// Nanoseconds a deck, in one run.
    fn nanos(&mut self) -> Result<f64, PeersError> {
        match self {
            Self::Ours { decks, work, .. } => Ok(time_split(work, *decks).deck),
            Self::Theirs { peer, decks, .. } => {
                let failed = |why| PeersError::Failed { what: peer.what, why };
                Ok(run(peer, *decks).map_err(failed)?.seconds * 1e9 / *decks as f64)
            }
        }
    }

    fn row(&self, nanos: &[f64], baseline: &[f64]) -> PeerRow {
        let (what, version, whose, decks) = match self {
            Self::Ours { algorithm, rng, whose, decks, .. } => {
                let what = format!("ours, {algorithm}, {}", rng.id());
                (what, format!("shuffle-audit {VERSION}"), *whose, *decks)
            }
            Self::Theirs { peer, decks, version } => {
                (peer.what.to_owned(), version.clone(), Whose::Others, *decks)
            }
        };
        PeerRow { what, version, whose, cost: Cost::paired(decks, nanos, baseline) }
    }
}

/// Runs a program once, to warm up and to see whether it runs here at all.
#[expect(clippy::print_stderr, reason = "what is left out is news, beside the result")]
fn look<'a>(peer: &'static Peer, decks: u64) -> Option<Contender<'a>> {
    match run(peer, decks) {
        Ok(Said { version, .. }) => Some(Contender::Theirs { peer, decks, version }),
        Err(why) => {
            eprintln!("skipped: {}: {why}", peer.what);
            None
        }
    }
}

fn run(peer: &Peer, decks: u64) -> Result<Said, Failed> {
    let &Peer { interpreter, script, .. } = peer;
    let output = Command::new(interpreter)
        .arg(format!("{FOLDER}/{script}"))
        .args([CARDS, decks].map(|number| number.to_string()))
        .output()
        .map_err(|error| Failed::NotStarted { interpreter, error })?;
    if !output.status.success() {
        let said = String::from_utf8_lossy(&output.stderr);
        let error = said.lines().rfind(|line| line.contains("Error"));
        let why = error.unwrap_or("it failed and does not say why").trim().to_owned();
        return Err(Failed::Ended(why));
    }
    let said = parse(&String::from_utf8_lossy(&output.stdout)).ok_or(Failed::Silent { script })?;
    let (counted, expected) = (said.counted, CARDS * decks);
    if counted == expected { Ok(said) } else { Err(Failed::Miscounted { counted, expected }) }
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
        let peer = peer("No such language", "no-such-interpreter", "x", 1);
        let why = run(&peer, 1).unwrap_err().to_string();
        assert!(why.contains("`no-such-interpreter` cannot be run here"), "{why}");
    }
}
