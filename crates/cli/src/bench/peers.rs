//! Peers: the same job in other languages, as their users would write it, beside ours.
//!
//! The job is to shuffle 52 cards so many times, from the identity, and to count which card lay where. Each
//! script in `benches/peers` does it and says how long its own loop took, so that no interpreter is charged for its
//! start. Our audits count the degree besides; what they do once, whatever the decks, is left out likewise.

use super::{
    Setting,
    rounds::{Split, Timed, Work, time_split},
    runs::audit,
};
use crate::exit::Failure;
use shuffle_algorithms::generator::Generator;
use shuffle_audit::VERSION;
use shuffle_report::bench::{Cost, Counted, PeerRow, Whose};
use std::{path::Path, process::Command};

const CARDS: u64 = 52;

/// Where the scripts are, from the root of the project.
const FOLDER: &str = "benches/peers";

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

/// A program that is here.
struct Present {
    peer: &'static Peer,
    version: String,
    timed: Timed,
}

pub(super) fn measure(setting: &Setting<'_>) -> Result<Vec<PeerRow>, Failure> {
    if !Path::new(FOLDER).is_dir() {
        return Err(Failure::usage(format!(
            "--only peers: there is no folder `{FOLDER}` here; run it in the folder of the project"
        )));
    }
    let (rounds, part) = setting.thoroughness.pick((3, 20), (5, 1));
    let mut present: Vec<Present> = PEERS.iter().filter_map(|peer| look(peer, part)).collect();
    let mut ours: Vec<(Work<'_>, Timed)> = OURS
        .iter()
        .map(|&(algorithm, rng, _)| {
            let mut work = audit(algorithm, rng, CARDS, Counted::Position, setting.options, 1);
            let decks = OUR_DECKS / part;
            work(decks);
            (work, Timed { decks, nanos: Vec::new(), fixed: Vec::new() })
        })
        .collect();
    for _ in 0..rounds {
        for (work, timed) in &mut ours {
            let Split { deck, .. } = time_split(work, timed.decks);
            timed.nanos.push(deck);
        }
        for Present { peer, timed, .. } in &mut present {
            let said = run(peer, timed.decks).map_err(Failure::usage)?;
            timed.nanos.push(said.seconds * 1e9 / timed.decks as f64);
        }
    }
    let base = ours[0].1.nanos.clone();
    let row = |what: String, version: String, whose, timed: &Timed| {
        let cost = Cost::paired(timed.decks, &timed.nanos, &base);
        PeerRow { what, version, whose, cost }
    };
    let our_row = |(&(algorithm, rng, whose), (_, timed)): (&(&str, Generator, Whose), &_)| {
        let what = format!("ours, {algorithm}, {}", rng.id());
        row(what, format!("shuffle-audit {VERSION}"), whose, timed)
    };
    let theirs = present
        .iter()
        .map(|one| row(one.peer.what.to_owned(), one.version.clone(), Whose::Others, &one.timed));
    Ok(OURS.iter().zip(&ours).map(our_row).chain(theirs).collect())
}

/// Runs a program once, to warm up and to see whether it runs here at all.
#[expect(clippy::print_stderr, reason = "what is left out is news, beside the result")]
fn look(peer: &'static Peer, part: u64) -> Option<Present> {
    let decks = peer.decks / part;
    match run(peer, decks) {
        Ok(Said { version, .. }) => Some(Present {
            peer,
            version,
            timed: Timed { decks, nanos: Vec::new(), fixed: Vec::new() },
        }),
        Err(why) => {
            eprintln!("skipped: {why}");
            None
        }
    }
}

fn run(peer: &Peer, decks: u64) -> Result<Said, String> {
    let Peer { what, interpreter, script, .. } = peer;
    let output = Command::new(interpreter)
        .arg(format!("{FOLDER}/{script}"))
        .args([CARDS, decks].map(|number| number.to_string()))
        .output()
        .map_err(|error| format!("{what}: `{interpreter}` cannot be run here ({error})"))?;
    if !output.status.success() {
        let said = String::from_utf8_lossy(&output.stderr);
        let error = said.lines().rfind(|line| line.contains("Error"));
        return Err(format!(
            "{what}: {}",
            error.unwrap_or("it failed and does not say why").trim()
        ));
    }
    let said = parse(&String::from_utf8_lossy(&output.stdout))
        .ok_or_else(|| format!("{what}: `{script}` does not say how long it took"))?;
    match said.counted {
        counted if counted == CARDS * decks => Ok(said),
        counted => Err(format!("{what}: counted {counted} cards, not {}", CARDS * decks)),
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
        let peer = peer("No such language", "no-such-interpreter", "x", 1);
        let why = run(&peer, 1).unwrap_err();
        assert!(why.contains("`no-such-interpreter` cannot be run here"), "{why}");
    }
}
