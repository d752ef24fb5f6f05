//! One struct describes a subject: the same keys stand in `--help`, in plans, in JSON and in the book, and what makes no
//! sense is rejected in the same words wherever it is written.

use crate::support::{Desk, root};
use serde_json::Value;
use shuffle_subjects::keys::{KEYS, SubjectKind};
use std::fs;

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
        assert_eq!(exact.contains(&name), key.decides_law(), "{name}");
        assert_eq!(power.contains(&name), key.decides_law(), "{name}");
    }
    assert!(check.contains(&"no-header".to_owned()));
}

#[test]
fn the_help_the_schema_and_the_book_explain_every_key_by_its_text() {
    let help = Desk::new().run("check --help").expect_code(0).out;
    let help = help.split_whitespace().collect::<Vec<_>>().join(" ");
    let schema = fs::read_to_string(root().join("crates/cli/schemas/plan.json")).unwrap();
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
