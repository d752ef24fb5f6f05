//! Logs of bags: the whole bags of each game are judged as the same bags a line.

use crate::support::Desk;
use rand::{RngExt, SeedableRng, rngs::ChaCha8Rng};
use serde_json::Value;

const PIECES: &str = "I J L O S T Z";

/// A log with a column for the game, the same bags a line, and the rows that are in no whole bag.
struct Log {
    rows: String,
    bags: String,
    left_out: usize,
}

/// Games of random lengths with a new bag at the start of each; `is_fair` or shuffled in the naive way.
fn log(bag: &str, games: usize, seed: u64, is_fair: bool) -> Log {
    let mut dice = ChaCha8Rng::seed_from_u64(seed);
    let mut log = Log { rows: "time,piece,game\n".to_owned(), bags: String::new(), left_out: 0 };
    for game in 0..games {
        let mut bags = ["first bags of games"].into_iter();
        let mut left = dice.random_range(1..120);
        while left > 0 {
            let mut bag: Vec<&str> = bag.split(' ').collect();
            let size = bag.len();
            for at in 0..size {
                let from = if is_fair { at } else { 0 };
                bag.swap(at, dice.random_range(from..size));
            }
            let dealt = &bag[..left.min(bag.len())];
            left -= dealt.len();
            let rows = dealt.iter().map(|piece| format!("10:00,{piece},{}\n", game % 2));
            log.rows.extend(rows);
            match dealt.len() == bag.len() {
                true => {
                    log.bags += &(bag.join(",") + "," + bags.next().unwrap_or("later bags") + "\n");
                }
                false => log.left_out += dealt.len(),
            }
        }
    }
    log
}

/// The JSON of an audit without what names its flags and the bytes of its file.
fn answer(said: &str) -> Value {
    let mut said: Value = serde_json::from_str(said).unwrap();
    for key in ["see_again", "fingerprint"] {
        assert!(said.as_object_mut().unwrap().remove(key).is_some(), "{key}");
    }
    let case = said["cases"][0].as_object_mut().unwrap();
    for key in ["subject", "source_sha256"] {
        assert!(case.remove(key).is_some(), "{key}");
    }
    said
}

/// Fair bags are suspicious with a probability of 0.01 at most, five logs.
#[test]
fn the_bags_of_a_log_are_judged_as_those_cut_by_hand() {
    let pack = "--pack I=2,J=2,L=1";
    let logs = [
        (PIECES, "--labels names --cards 7", "--stream 7 --labels sorted", 60, true, 0),
        (PIECES, "--labels names --cards 7", "--stream 7 --labels names", 7, true, 0),
        (PIECES, "--labels names --cards 7", "--stream 7 --labels sorted", 1_500, false, 1),
        ("I I J J L", pack, "--stream 5", 300, true, 0),
        ("0 1 2 3 4 5 6", "--cards 7", "--stream 7", 300, true, 0),
    ];
    for (seed, (bag, flags, of_log, games, is_fair, code)) in (1..).zip(logs) {
        let desk = Desk::new();
        let log = log(bag, games, seed, is_fair);
        desk.write("names", PIECES.replace(' ', "\n"));
        let of_log = format!("{of_log} {}", if flags == pack { pack } else { "" });
        let check = format!("check --file log.csv --by game --columns piece {of_log}");
        let level = bag.split(' ').count() + 1;
        desk.write("log.csv", &log.rows);
        let stream = desk.run(&format!("{check} --json")).expect_code(code).out;
        let screen = desk.run(&check).expect_code(code).out;
        desk.write("log.csv", &log.bags);
        let by_hand = desk.run(&format!("check --file log.csv {flags} --by {level} --json"));
        assert_eq!(answer(&stream), answer(&by_hand.expect_code(code).out), "{of_log}");
        let left_out = match log.left_out {
            rows @ ..1_000 => rows.to_string(),
            rows => format!("{},{:03}", rows / 1_000, rows % 1_000),
        };
        assert!(screen.contains(&format!("their {left_out} rows were left out")), "{screen}");
    }
}

/// A bag that is cut short by a new game has no piece twice either.
#[test]
fn a_piece_twice_is_an_error_in_cut_bags_and_at_the_end_too() {
    let desk = Desk::new();
    for (rows, line, bag, row, game) in [
        ("a,I a,J b,O b,O c,L", 5, 4, 1, "b"),
        ("a,I a,J a,L a,O a,S a,T a,Z a,J a,J", 10, 9, 8, "a"),
        ("a,I a,J a,L a,O a,S a,T a,T", 8, 2, 1, "a"),
    ] {
        desk.write("log.csv", format!("game,piece\n{}\n", rows.replace(' ', "\n")));
        desk.write("names", PIECES.replace(' ', "\n"));
        let ended = desk.run("check --file log.csv --by game --stream 7 --labels names");
        let ended = ended.expect_code(4);
        let said = ended.only_line();
        let place = format!("the bag that begins on line {bag}, row {row} of game \"{game}\"");
        assert!(said.contains(&format!("(line {line}): card ")), "{said}");
        assert!(said.contains(&format!("twice in {place}")), "{said}");
    }
}
