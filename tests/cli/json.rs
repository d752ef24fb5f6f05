//! Machine output: JSON contains everything that the screen shows.

use crate::support::Desk;
use serde_json::Value;

fn json(desk: &Desk, arguments: &str, code: i32) -> Value {
    let ended = desk.run(arguments).expect_code(code);
    serde_json::from_str(&ended.out).expect("stdout is JSON and nothing else")
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or_else(|| panic!("{value} is no number"))
}

#[test]
fn json_has_what_would_have_been_seen_in_words_and_numbers() {
    let desk = Desk::new();
    let flags = "check --algorithm fisher-yates --cards 5 --trials 20_000";
    let found = json(&desk, &format!("{flags} --json"), 0);
    let words = desk.run(&format!("{flags} --verbose")).expect_code(0).out;
    let seen = found["cases"][0]["would_have_seen"].as_array().unwrap();
    let tests: Vec<&str> = seen.iter().map(|one| one["test"].as_str().unwrap()).collect();
    assert_eq!(tests, ["position", "permutations", "degree"]);
    for one in seen {
        assert!(words.contains(one["words"].as_str().unwrap()), "{one} in\n{words}");
        assert!(number(&one["value"]) > 0.0);
        assert_eq!(one["power"], 0.999);
        let judgements = found["cases"][0]["judgements"].as_array().unwrap();
        let judgement = judgements.iter().find(|judged| judged["test"] == one["test"]).unwrap();
        assert_eq!(judgement["detectable"], one["value"]);
    }
}

#[test]
fn the_catalogue_is_json_too() {
    let desk = Desk::new();
    let all = json(&desk, "list --json", 0);
    let ids = |list: &Value| -> Vec<String> {
        list.as_array().unwrap().iter().map(|one| one["id"].as_str().unwrap().to_owned()).collect()
    };
    let entries: Vec<&str> =
        shuffle_algorithms::catalogue::ENTRIES.iter().map(|entry| entry.id).collect();
    assert_eq!(ids(&all["shuffles"]), entries);
    assert!(all["generators"].as_array().unwrap().iter().any(|one| one == "pcg64"));
    assert!(ids(&all["dice"]).contains(&"tiny-seed".to_owned()));
    let tests = json(&desk, "list --metrics --json", 0);
    assert_eq!(tests["tests"], all["tests"]);
    let mut keys: Vec<&str> = tests.as_object().unwrap().keys().map(String::as_str).collect();
    keys.sort_unstable();
    assert_eq!(keys, ["batteries", "tests", "unseen"]);
    let mut metrics: Vec<&str> = shuffle_metrics::catalogue::tests().map(|test| test.id).collect();
    metrics.push("sequential");
    assert_eq!(ids(&tests["tests"]), metrics);
    let made = |id: &str| {
        let tests = tests["tests"].as_array().unwrap();
        tests.iter().find(|test| test["id"] == id).unwrap()["made"].clone()
    };
    let when = ["position", "batches", "sequential"].map(made);
    assert_eq!(when, ["always", "asked_for", "until_decided"]);
}
