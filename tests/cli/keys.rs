//! One struct describes a subject: the same keys stand in `--help`, in plans, in JSON and in the book, and what makes no
//! sense is refused in the same words wherever it is written.

use crate::support::{Desk, root};
use serde_json::{Value, json};
use shuffle_subjects::keys::{KEYS, SubjectKind};
use std::fs;

/// The flags that a command shows in its help.
fn flags(command: &str) -> Vec<String> {
    let help = Desk::new().run(&format!("{command} --help")).expect_code(0).out;
    let lines = help.lines().filter_map(|line| line.trim_start().strip_prefix("--"));
    lines.filter_map(|line| line.split([' ', '\n']).next()).map(str::to_owned).collect()
}

#[test]
fn check_takes_every_key_and_the_others_those_that_decide_the_law() {
    let (check, exact, power) = (flags("check"), flags("exact"), flags("power"));
    for key in KEYS.iter() {
        let name = key.name().to_owned();
        assert!(check.contains(&name), "{name}");
        assert_eq!(exact.contains(&name), key.decides_law, "{name}");
        assert_eq!(power.contains(&name), key.decides_law, "{name}");
    }
    assert!(check.contains(&"no-header".to_owned()));
}

#[test]
fn the_help_the_schema_and_the_book_explain_every_key_by_its_text() {
    let help = Desk::new().run("check --help").expect_code(0).out;
    let help = help.split_whitespace().collect::<Vec<_>>().join(" ");
    let schema = fs::read_to_string(root().join("schemas/plan.json")).unwrap();
    let schema: Value = serde_json::from_str(&schema).unwrap();
    let chapter = fs::read_to_string(root().join("docs/src/plans.md")).unwrap();
    for key in KEYS.iter() {
        let (name, text) = (key.name(), key.in_flags(&SubjectKind::ALL));
        assert!(help.contains(&text), "{name}: {text}");
        let in_plans = &schema["definitions"]["CaseSpec"]["properties"][name]["description"];
        let in_plans = in_plans.as_str().unwrap();
        let (what, _) = text.split_once([';', '(', '[']).unwrap_or((&text, ""));
        assert!(in_plans.starts_with(what.trim_end()), "{name}: {in_plans}");
        let row = |line: &str| line.starts_with(&format!("| `{name}` |"));
        assert!(chapter.lines().any(|line| row(line) && line.contains(in_plans)), "{name}");
    }
}

#[test]
fn what_makes_no_sense_is_refused_by_flags_as_by_plans() {
    let desk = Desk::new();
    for kind in SubjectKind::ALL {
        let main = kind.key();
        for key in KEYS.iter().filter(|key| !key.kinds.contains(&kind)) {
            let name = key.name();
            if SubjectKind::ALL.iter().any(|kind| kind.key() == name) {
                continue;
            }
            let value = if key.has_value() { "2" } else { "" };
            let flags = format!("check --{main} 2 --cards 5 --trials 9 --{name} {value}");
            let refused = desk.run(flags.trim()).expect_code(2);
            let said = format!("`{name}` makes no sense with `{main}`; leave it out");
            assert_eq!(refused.only_line(), format!("shuffle-audit: --{name}: {said}"));
        }
    }
}

#[test]
fn exact_power_and_check_refuse_in_the_same_words() {
    let desk = Desk::new();
    for flags in ["--deal 6", "--dice modul", "--passes 0", "--dice modulo:bits=64"] {
        let refused = |command: &str| {
            let ended = desk.run(&format!("{command} --algorithm naive --cards 5 {flags}"));
            ended.expect_code(2).only_line().to_owned()
        };
        assert_eq!(refused("exact"), refused("check"));
        assert_eq!(refused("power"), refused("check"));
    }
}

#[test]
fn json_has_the_subject_with_the_keys_of_its_plan() {
    let desk = Desk::new();
    let case = "[[case]]\nid = \"a\"\nalgorithm = \"naive\"\ncards = 3\ntrials = 500\n\
                start = [2, 0, 1]\ndice = \"modulo:bits=6\"\n";
    let program =
        "[[case]]\nid = \"b\"\nexec = [\"yes\", \"0 1\"]\ncards = 2\ntrials = 500\njobs = 2\n";
    desk.write("plan.toml", format!("{case}{program}"));
    let found: Value = serde_json::from_str(&desk.run("run plan.toml --json").out).unwrap();
    let naive = json!({
        "kind": "catalogue", "algorithm": "naive", "cards": 3,
        "start": [2, 0, 1], "dice": "modulo:bits=6"
    });
    assert_eq!(found["cases"][0]["subject"], naive);
    let yes = json!({ "kind": "program", "exec": ["yes", "0 1"], "cards": 2, "jobs": 2 });
    let all = ["cases", "faulted"].map(|list| found[list].as_array().unwrap().clone()).concat();
    assert!(all.iter().any(|one| one["subject"] == yes), "{all:?}");

    desk.write("decks.csv", "c1,c2\n".to_owned() + &"1,2\n2,1\n".repeat(50));
    let found = desk.run("check --file decks.csv --header --json").out;
    let found: Value = serde_json::from_str(&found).unwrap();
    let file =
        json!({ "kind": "file", "file": "decks.csv", "cards": 2, "base": 1, "header": true });
    assert_eq!(found["cases"][0]["subject"], file);

    let flags = "power --json --algorithm naive --cards 4 --deal 2 --metrics position";
    let found: Value = serde_json::from_str(&desk.run(flags).expect_code(0).out).unwrap();
    let deal = json!({ "kind": "catalogue", "algorithm": "naive", "cards": 4, "deal": 2 });
    assert_eq!(found["subject"], deal);
}

#[test]
fn a_lottery_is_drawn_as_it_is_published() {
    let desk = Desk::new();
    let help = desk.run("check --help").expect_code(0).out;
    assert!(help.contains("--draw <DRAW>"), "{help}");
    let check = "check --algorithm fisher-yates --trials 2000 --json --draw";
    let found: Value =
        serde_json::from_str(&desk.run(&format!("{check} 5/69+1/26")).expect_code(0).out).unwrap();
    let lottery = json!({
        "kind": "catalogue", "algorithm": "fisher-yates", "cards": 69, "deal": 5,
        "unordered": true, "bonus": "26/1"
    });
    assert_eq!(found["cases"][0]["subject"], lottery);
    let refused = desk.run(&format!("{check} 70/69")).expect_code(2);
    assert!(refused.only_line().starts_with("shuffle-audit: --draw: "), "{}", refused.err);
}
