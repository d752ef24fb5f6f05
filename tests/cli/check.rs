//! `shuffle-audit check`: a verdict in plain words, and the same for machines.

use crate::support::{Desk, Ended};
use serde_json::Value;
use shuffle_algorithms::{
    catalogue::{ENTRIES, Known},
    dice::DiceSpec,
    generator::Generator,
};

/// The tests of the first three metrics, so that a new one changes no snapshot.
const THREE_METRICS: &str = "degree,ascents,permutations,position";

fn check(flags: &str) -> Ended {
    Desk::new().run(&format!("check {flags}"))
}

fn json(flags: &str, code: i32) -> Value {
    let ended = check(&format!("--json {flags}")).expect_code(code);
    assert_eq!(ended.err, "", "stderr is silent where it is no terminal");
    serde_json::from_str(&ended.out).expect("stdout is JSON and nothing else")
}

#[test]
fn json_and_words_say_the_same() {
    for (algorithm, code) in [("naive", 1), ("fisher-yates", 0)] {
        let subject = format!("--algorithm {algorithm} --cards 5 --trials 20_000");
        let flags = format!("{subject} --metrics {THREE_METRICS}");
        let words = check(&format!("{flags} --verbose")).expect_code(code).out;
        let found = json(&flags, code);
        let fingerprint = found["fingerprint"].as_str().unwrap();
        assert!(words.contains(&format!("plan {fingerprint}")), "{words}");
        assert_eq!(words.starts_with("FAIL: "), found["verdict"] == "fail");
        for judgement in found["cases"][0]["judgements"].as_array().unwrap() {
            let statistic = format!("{:.4}", judgement["statistic"].as_f64().unwrap());
            assert!(words.contains(&format!(" {statistic} ")), "{statistic} in\n{words}");
        }
    }
}

/// Each shuffle at one size, and each size for every seventh shuffle.
#[test]
fn every_shuffle_can_be_checked() {
    can_be_checked(|shuffle, size| (shuffle + size).is_multiple_of(7));
}

#[test]
#[ignore = "a minute: `just promised`"]
fn every_shuffle_can_be_checked_at_every_size() {
    can_be_checked(|_, _| true);
}

/// In one run, since most of the time of a small check is its start. Sound shuffles are not called biased: alpha = 1e-6 in all of
/// some 65 cases, 500 trials, the default seed.
fn can_be_checked(wanted: impl Fn(usize, usize) -> bool) {
    let large = "257\nmetrics = [\"degree\", \"position\", \"pair-order\"]";
    let sizes = ["2", "3", "5", "52", large, "20\ndeal = 1", "20\ndeal = 3"];
    let (mut plan, mut may_fail) = (String::new(), Vec::new());
    for (index, entry) in ENTRIES.iter().enumerate() {
        for (number, size) in sizes.iter().enumerate() {
            if !wanted(index, number) {
                continue;
            }
            plan += &format!(
                "[[case]]\nid = \"{0}-{number}\"\nalgorithm = \"{0}\"\ntrials = 500\ncards = {size}\n",
                entry.id
            );
            may_fail.push(entry.known != Known::Uniform);
        }
    }
    let desk = Desk::new();
    desk.write("all.toml", plan);
    let found: Value =
        serde_json::from_str(&desk.run("run all.toml --no-report --json").out).unwrap();
    let cases = found["cases"].as_array().unwrap();
    assert_eq!(cases.len(), may_fail.len());
    for (case, may_fail) in cases.iter().zip(may_fail) {
        let verdict = case["verdict"].as_str().unwrap();
        let sound = ["pass", "suspicious", "inconclusive"].contains(&verdict);
        assert!(sound || verdict == "fail" && may_fail, "{}: {verdict}", case["id"]);
    }
}

#[test]
fn every_dice_and_generator_can_be_named() {
    for dice in DiceSpec::ENTRIES {
        for rng in Generator::ALL {
            let flags = format!("--algorithm fisher-yates --dice {} --rng {}", dice.id, rng.id());
            let found = check(&format!("{flags} --cards 5 --trials 500 --json"));
            let found: Value = serde_json::from_str(&found.out).expect("JSON");
            let (case, id) = (&found["cases"][0], dice.id);
            assert!(case["dice"].as_str().unwrap().starts_with(id), "{case}");
            assert_eq!(case["rng"], rng.id());
        }
    }
}
