//! Shards: any number of them, on any threads, merge to the bytes of one run; what does not belong together is rejected.

use crate::support::{Desk, Ended, Files, expect_same};
use std::{fs, sync::LazyLock};

/// A plan with every way in which a case can end: sound, planted, in need of a second look, in order, a recording, a
/// program, one that is not there, one whose probe fails, one at fault, a sweep.
const PLAN: &str = r#"
title = "all that shards meet"
seed = "7"

[[case]]
id = "fine"
algorithm = "fisher-yates"
cards = 5
trials = 30_000

[[case]]
id = "sound"
algorithm = "fisher-yates"
cards = 52
trials = 3_000

[[case]]
id = "planted"
algorithm = "naive"
cards = 5
trials = 20_000
expect = "fail"

[[case]]
id = "large"
algorithm = "fisher-yates"
dice = "modulo:bits=14"
cards = 1_000
trials = 900
metrics = ["position", "degree", "inversions", "footrule", "lags", "repeats", "spearman"]
expect = "fail"

[[case]]
id = "in-order"
algorithm = "naive"
cards = 5
trials = 200_000
sequential = true
expect = "fail"

[[case]]
id = "in-order-to-the-end"
algorithm = "fisher-yates"
cards = 5
trials = 20_000
sequential = true

[[case]]
id = "recorded"
file = "decks.txt"
cards = 3

[[case]]
id = "program"
exec = ["sh", "decks.sh"]
cards = 3
trials = 6_000
expect = "fail"

[[case]]
id = "at-fault"
exec = ["sh", "-c", "echo 0 1 1"]
cards = 3
trials = 6_000

[[case]]
id = "absent"
exec = "./no-such-program"
cards = 6
trials = 3_000

[[case]]
id = "unprobed"
exec = "./no-such-program"
probe = "./no-such-probe --version"
cards = 6
trials = 3_000

[[sweep]]
id = "riffles"
title = "riffles"
algorithm = "gsr-riffle"
cards = 10
vary = "riffles"
values = [1, 2, 9]
trials = 5_000
fail = [1, 2]
show = ["total-variation", "degree"]
"#;

fn desk() -> Desk {
    let desk = Desk::new();
    desk.write("plans/p.toml", PLAN);
    let orders = ["0 1 2", "2 1 0", "1 0 2", "1 2 0", "0 2 1", "2 0 1"];
    let mut state = 1_u64;
    let mut order = || {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        orders[(state >> 33) as usize % 6]
    };
    let decks: Vec<&str> = (0..900).map(|_| order()).collect();
    desk.write("plans/decks.txt", decks.join("\n"));
    let decks: Vec<&str> = (0..6_000).map(|deck| orders[deck % 4]).collect();
    desk.write("plans/decks", decks.join("\n") + "\n");
    desk.write("plans/decks.sh", "cat decks\n");
    desk
}

/// The report of one run, and what it printed.
static ONE: LazyLock<(Files, Ended)> = LazyLock::new(|| {
    let desk = desk();
    let ended = desk.run("run plans/p.toml --out reports --quiet --threads 2");
    assert_eq!(ended.code, Some(4), "{ended:?}");
    assert!(ended.out.contains("large") && desk.files("reports/p").contains_key("index.html"));
    (desk.files("reports"), ended)
});

fn count(desk: &Desk, plan: &str, of: u64, flags: &str) {
    for number in 1..=of {
        let ended = desk.run(&format!("run {plan} --shard {number}/{of} --out t --quiet {flags}"));
        assert!(matches!(ended.code, Some(0 | 4)), "{ended:?}");
        assert!(ended.out.starts_with("Tallies: t/p-"), "{ended:?}");
    }
}

fn merge(desk: &Desk) -> Ended {
    let files = desk.names("t");
    let files: Vec<String> = files.iter().rev().map(|name| format!("t/{name}")).collect();
    desk.run(&format!("merge {} --out reports --quiet", files.join(" ")))
}

#[track_caller]
fn is_the_one(desk: &Desk, ended: &Ended) {
    let (report, one) = &*ONE;
    assert_eq!((ended.code, &ended.out), (one.code, &one.out));
    expect_same(&desk.files("reports"), report);
}

#[test]
fn any_shards_on_any_threads_merge_to_the_bytes_of_one_run() {
    for (of, second, threads) in [(1, 2, 1), (5, 1, 2)] {
        let desk = desk();
        count(&desk, "plans/p.toml", of, &format!("--threads {threads}"));
        let ended = merge(&desk).expect_code(3);
        assert!(
            ended.out.contains("a second look, with ten times the decks: large\n"),
            "{ended:?}"
        );
        assert!(ended.out.contains("shuffle-audit run reports/next.toml --shard 1/K --out t\n"));
        assert_eq!(desk.names("reports"), ["next.toml"], "no report yet");
        count(&desk, "reports/next.toml", second, &format!("--threads {threads}"));
        let ended = merge(&desk);
        is_the_one(&desk, &ended);
    }
}

#[test]
fn tallies_are_judged_where_no_subject_is() {
    let desk = desk();
    count(&desk, "plans/p.toml", 2, "");
    merge(&desk).expect_code(3);
    count(&desk, "reports/next.toml", 1, "");
    for gone in ["plans/decks.sh", "plans/decks.txt", "plans/p.toml"] {
        fs::remove_file(desk.path(gone)).unwrap();
    }
    let ended = merge(&desk);
    is_the_one(&desk, &ended);
}

#[test]
fn the_first_shards_say_what_they_count_alone() {
    let desk = desk();
    let said = |shard: &str| desk.run(&format!("run plans/p.toml --shard {shard} --quiet")).out;
    assert_eq!(
        said("1/4"),
        "Tallies: tallies/p-1-of-4.tallies (shard 1 of 4 of plan `p`; it alone counts in-order, at-fault)\n"
    );
    assert!(said("9/9").ends_with("(shard 9 of 9 of plan `p`)\n"));
}

/// A plan whose shards take no time.
const QUICK: &str = "seed = 7\n[[case]]\nid = \"a\"\nalgorithm = \"fisher-yates\"\ncards = 5\ntrials = 20_000\n\
                     metrics = [\"degree\", \"permutations\"]\n";

fn quick(seed: u64, of: u64) -> Desk {
    let desk = Desk::new();
    desk.write("p.toml", QUICK);
    count(&desk, "p.toml", of, &format!("--seed {seed}"));
    desk
}

#[track_caller]
fn refused(desk: &Desk, arguments: &str, why: &str) {
    let ended = desk.run(arguments).expect_code(2);
    let line = ended.only_line();
    assert!(line.starts_with("shuffle-audit: ") && line.contains(why), "{line}");
    assert!(!desk.path("reports").exists(), "nothing is written");
}

#[test]
fn tallies_of_another_version_are_refused() {
    let desk = quick(7, 1);
    let mut bytes = fs::read(desk.path("t/p-1-of-1.tallies")).unwrap();
    let version = env!("CARGO_PKG_VERSION");
    let at = find(&bytes, format!("\"{version}\"").as_bytes()) + 1;
    let theirs = "9".repeat(version.len());
    bytes[at..at + version.len()].copy_from_slice(theirs.as_bytes());
    // As that version would have written it.
    let sealed = sealed(&bytes);
    desk.write("t/newer", sealed);
    refused(&desk, "merge t/newer", &format!("was counted by shuffle-audit {theirs}, and this is"));
}

fn find(bytes: &[u8], what: &[u8]) -> usize {
    bytes.windows(what.len()).position(|window| window == what).unwrap()
}

/// The file with the checksum of its bytes: each payload is hashed by its own hash.
fn sealed(bytes: &[u8]) -> Vec<u8> {
    use sha2::{Digest, Sha256};
    let mut hash = Sha256::new();
    let lines = bytes.iter().enumerate().filter(|(_, byte)| **byte == b'\n').nth(1).unwrap().0 + 1;
    let mut at = lines;
    hash.update(&bytes[..lines]);
    while bytes[at] == 1 {
        let name = usize::from(u16::from_le_bytes([bytes[at + 2], bytes[at + 3]]));
        let head = 4 + name + 8;
        let length =
            u64::from_le_bytes(bytes[at + 4 + name..at + head].try_into().unwrap()) as usize;
        hash.update(&bytes[at..at + head]);
        hash.update(Sha256::digest(&bytes[at + head..at + head + length]));
        at += head + length;
    }
    hash.update([0]);
    [&bytes[..=at], &hash.finalize()].concat()
}

#[test]
fn torn_files_and_flipped_bytes_are_refused_wherever_they_are() {
    let desk = quick(7, 1);
    let whole = fs::read(desk.path("t/p-1-of-1.tallies")).unwrap();
    assert_eq!(sealed(&whole), whole, "the test reads the format as it is");
    let says_so = |bytes: &[u8], place: usize| {
        desk.write("t/p-1-of-1.tallies", bytes);
        let ended = desk.run("merge t/p-1-of-1.tallies").expect_code(2);
        let line = ended.only_line().to_owned();
        assert!(
            line.contains("truncated or damaged") || line.contains("not a file of tallies"),
            "{place}: {line}"
        );
        assert!(!desk.path("reports").exists(), "nothing is written");
    };
    let mut state = 0x5eed_u64;
    let mut place = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (state >> 33) as usize % whole.len()
    };
    let ends = [0, 1, 21, 22, 23, 100, whole.len() - 33, whole.len() - 32, whole.len() - 1];
    for length in ends.into_iter().chain((0..15).map(|_| place())) {
        says_so(&whole[..length], length);
    }
    for _ in 0..50 {
        let place = place();
        let mut bytes = whole.clone();
        bytes[place] ^= 1 << (place % 8);
        says_so(&bytes, place);
    }
    says_so(&[&whole[..], b"\n"].concat(), whole.len());
    desk.write("t/p-1-of-1.tallies", &whole);
    desk.run("merge t/p-1-of-1.tallies").expect_code(0);
}

#[test]
fn a_second_look_by_itself_or_at_other_cases_is_refused() {
    let desk = desk();
    count(&desk, "plans/p.toml", 1, "");
    merge(&desk).expect_code(3);
    let refused = |arguments: &str, why: &str| {
        let ended = desk.run(arguments).expect_code(2);
        assert!(ended.only_line().contains(why), "{ended:?}");
    };
    refused(
        "run reports/next.toml",
        "`reports/next.toml` is the second look of plan `p`: count it by",
    );
    let next = desk.read("reports/next.toml");
    desk.write("reports/next.toml", next.replace("[\"large\"]", "[\"sound\"]"));
    count(&desk, "reports/next.toml", 1, "");
    let both = "merge t/p-1-of-1.tallies t/p-second-look-1-of-1.tallies --quiet --out reports";
    refused(both, "the second look in `t/p-second-look-1-of-1.tallies` is not at case `large`");
    refused("merge t/p-second-look-1-of-1.tallies", "missing: all of the first look;");
    desk.write("reports/next.toml", next.replace("[\"large\"]", "[\"large\", \"sound\"]"));
    count(&desk, "reports/next.toml", 1, "");
    refused(both, "is at large, sound, and the first look asks for large");
    desk.write("reports/next.toml", next.replace("seed = \"0x7\"", "seed = \"0x8\""));
    refused("run reports/next.toml --shard 1/1", "this is the second look of plan 0x");
    desk.write("reports/next.toml", "mine");
    refused(
        "merge t/p-1-of-1.tallies --out reports --quiet",
        "`reports/next.toml`: something else is there",
    );
}
