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
fn naive_of_52_cards_fails_by_position_with_3_000_decks() {
    // alpha = 1e-6, 3,000 trials, 20 seeds. T is around 4,700 with 2,601 degrees
    // of freedom: p is around 1e-120.
    for seed in 0..20 {
        let flags = "--algorithm naive --cards 52 --trials 3000 --metrics position";
        let found = json(&format!("{flags} --seed {seed}"), 1);
        assert_eq!(found["alpha"], 1e-6);
        assert_eq!(found["verdict"], "fail", "seed {seed}");
        let judgement = &found["cases"][0]["judgements"][0];
        assert_eq!(judgement["test"], "position");
        assert!(judgement["log10_p"].as_f64().unwrap() < -6.0, "seed {seed}: {judgement}");
    }
}

#[test]
fn naive_of_5_cards_fails_by_permutations_with_20_000_decks() {
    // alpha = 1e-6, 20,000 trials, 20 seeds; p is around 1e-150.
    for seed in 0..20 {
        let flags = "--algorithm naive --cards 5 --trials 20000 --metrics permutations";
        let found = json(&format!("{flags} --seed {seed}"), 1);
        assert_eq!(found["verdict"], "fail", "seed {seed}");
    }
}

#[test]
fn fisher_yates_is_never_called_biased() {
    // alpha = 1e-6, 20,000 trials, 10 seeds: one false alarm in 50,000 such tests.
    for seed in 0..10 {
        for cards in [5, 52] {
            let flags = format!("--algorithm fisher-yates --cards {cards} --trials 20000");
            let ended = check(&format!("{flags} --seed {seed}"));
            assert!(matches!(ended.code, Some(0 | 3)), "seed {seed}, {cards} cards: {}", ended.out);
        }
    }
}

#[test]
fn json_has_the_fields_that_were_promised() {
    let flags = "--algorithm naive --cards 5 --trials 20_000";
    let found = json(&format!("{flags} --metrics {THREE_METRICS}"), 1);
    assert_eq!(found["verdict"], "fail");
    assert_eq!(found["seed"], "0x5eed", "64 bits as text, which JSON readers do not round");
    let cases = found["cases"].as_array().unwrap();
    assert_eq!(cases.len(), 1);
    let case = &cases[0];
    assert_eq!(case["case"], "naive");
    assert_eq!(case["algorithm"], "naive");
    assert_eq!(case["cards"], 5);
    assert_eq!(case["trials"], 20_000);
    assert_eq!(case["verdict"], "fail");
    let degree = &case["degree"];
    // 0.008833..., the exact degree of five cards, within five standard errors of 0.0016.
    assert!((degree["value"].as_f64().unwrap() - 0.0088).abs() < 0.008, "{degree}");
    assert!((degree["standard_error"].as_f64().unwrap() - 0.001_25).abs() < 1e-12, "{degree}");
    let judgements = case["judgements"].as_array().unwrap();
    let tests: Vec<&str> = judgements.iter().map(|one| one["test"].as_str().unwrap()).collect();
    assert_eq!(tests, ["degree", "ascents", "permutations", "position"]);
    for judgement in judgements {
        for name in ["statistic", "p_value", "log10_p"] {
            assert!(judgement[name].is_f64(), "{name} in {judgement}");
        }
        assert_eq!(judgement["status"], "ok");
    }
    let df: Vec<Option<u64>> = judgements.iter().map(|one| one["df"].as_u64()).collect();
    assert_eq!(df, [None, Some(4), Some(119), Some(16)], "a normal law has no degrees of freedom");
}

#[test]
fn json_says_null_where_there_is_no_value() {
    let found = json("--algorithm fisher-yates --cards 52 --deal 1 --trials 1_000", 0);
    let case = &found["cases"][0];
    assert_eq!(case["degree"], Value::Null, "one card has no neighbours");
    let degree = &case["judgements"][0];
    assert_eq!(degree["status"], "not_applicable");
    for name in ["statistic", "df", "p_value", "log10_p", "p_holm", "effect"] {
        assert!(degree.as_object().unwrap().contains_key(name), "{name}");
        assert_eq!(degree[name], Value::Null, "{name}");
    }
    let found = json("--algorithm fisher-yates --cards 6 --trials 1_000 --metrics permutations", 3);
    let permutations = &found["cases"][0]["judgements"][0];
    assert_eq!(permutations["status"], "too_few_trials");
    assert_eq!(permutations["trials_needed"], 14_400, "20 of each of 720 orders");
}

#[test]
fn json_floors_p_but_not_its_logarithm() {
    let found =
        json("--algorithm identity --cards 52 --trials 1_000 --metrics ascents,position", 1);
    for judgement in found["cases"][0]["judgements"].as_array().unwrap() {
        assert_eq!(judgement["p_value"], 1e-300, "{judgement}");
        assert!(judgement["log10_p"].as_f64().unwrap() < -1000.0, "{judgement}");
    }
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

#[test]
fn every_shuffle_can_be_checked_at_every_size() {
    // Sound ones are not called biased: alpha = 1e-6 in each of some 150 checks, 500 trials, the default seed.
    let large = "257 --metrics degree,position,pair-order";
    for entry in ENTRIES {
        for size in ["2", "3", "5", "52", large, "20 --deal 1", "20 --deal 3"] {
            let ended = check(&format!("--algorithm {} --cards {size} --trials 500", entry.id));
            let may_fail = entry.known != Known::Uniform;
            let sound = matches!(ended.code, Some(0 | 3)) || ended.code == Some(1) && may_fail;
            assert!(sound, "{} on {size} cards: {ended:?}", entry.id);
        }
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

#[test]
fn a_test_that_is_gone_runs_its_successor_and_says_so() {
    let flags = "--algorithm naive --cards 10 --trials 5_000 --metrics relative-order";
    let ended = check(flags);
    let said = "there is no test `relative-order` any more; made in its place: pair-order";
    assert!(ended.err.contains(said), "{}", ended.err);
    let same = check(&flags.replace("relative-order", "pair-order"));
    // The fingerprint is that of the plan as it was written.
    let before_seed = |out: &str| out.split("\nSeed ").next().unwrap().to_owned();
    assert_eq!((ended.code, before_seed(&ended.out)), (same.code, before_seed(&same.out)));

    let desk = Desk::new();
    let forecast = "power --algorithm naive --cards 8 --pilot 2_000 --metrics relative-order";
    assert!(desk.run(forecast).expect_code(0).err.contains(said));
    let case = "[[case]]\nid = \"a\"\nalgorithm = \"naive\"\ncards = 10\ntrials = 5_000\nexpect = \"fail\"\n";
    let tests = "metrics = [\"relative-order\"]\ncaught_by = [\"relative-order\"]\n";
    desk.write("plan.toml", format!("{case}{tests}"));
    let planted = desk.run("run plan.toml --no-report").expect_code(0);
    assert_eq!(planted.err.matches(said).count(), 1, "{}", planted.err);
    let measured = desk.run("calibrate --plan plan.toml --detections 1").expect_code(0);
    assert!(measured.err.contains(said), "{}", measured.err);
}
