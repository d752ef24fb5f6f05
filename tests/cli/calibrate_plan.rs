//! `shuffle-audit calibrate --plan`: the decks until the defects of a plan are caught.

use crate::support::{Desk, Table};
use serde_json::Value;

const PLAN: &str = "title = \"a few\"\nseed = 5\n\n\
    [[case]]\nid = \"naive\"\nalgorithm = \"naive\"\ncards = 4\ntrials = 4_000\nexpect = \"fail\"\n\n\
    [[case]]\nid = \"as-it-was\"\nalgorithm = \"identity\"\ncards = 52\ntrials = 1_000\nexpect = \"fail\"\n\n\
    [[case]]\nid = \"sound\"\nalgorithm = \"fisher-yates\"\ncards = 9\ndeal = 4\ntrials = 1_000\n";

fn desk() -> Desk {
    let desk = Desk::new();
    desk.write("few.toml", PLAN);
    desk
}

#[test]
fn a_plan_is_measured_and_its_report_can_be_repeated() {
    let desk = desk();
    let command = "calibrate --plan few.toml --detections 5 --threads";
    let said = desk.run(&format!("{command} 1")).expect_code(0).out;
    insta::assert_snapshot!(said);
    let first = desk.files("reports/few");
    assert_eq!(
        first.keys().collect::<Vec<_>>(),
        ["index.html", "manifest.json", "plan.toml", "power.csv", "power.png", "sound.csv"]
    );
    desk.run(&format!("{command} 2")).expect_code(0);
    assert_eq!(desk.files("reports/few"), first, "the same to the byte, on two threads");
    let table = Table::read(&first["power.csv"]);
    for case in ["naive", "as-it-was"] {
        assert_eq!((table.cell(case, "caught"), table.cell(case, "within_trials")), ("5", "true"));
    }
    assert_eq!(Table::read(&first["sound.csv"]).cell("sound", "alarms"), "0");
}

#[test]
fn what_is_caught_too_late_is_not_as_expected() {
    let desk = desk();
    desk.write("few.toml", PLAN.replace("4_000", "50"));
    let flags = "calibrate --plan few.toml --detections 3 --times 2 --json";
    let found: Value = serde_json::from_str(&desk.run(flags).expect_code(1).out).unwrap();
    assert_eq!(found["as_expected"], false);
    let naive = &found["defects"][0];
    assert_eq!((&naive["case"], &naive["most_decks"]), (&"naive".into(), &100.into()));
    assert_eq!((&naive["caught"], &naive["median_decks"]), (&0.into(), &Value::Null));
}

#[test]
fn mistakes_are_one_line() {
    let desk = desk();
    desk.write("mine.toml", "[[case]]\nid = \"mine\"\nexec = \"./mine\"\ncards = 4\ntrials = 9\n");
    for (flags, culprit) in [
        ("--plan none.toml", "cannot read the plan `none.toml`"),
        ("--plan few.toml --times 0", "--detections and --times must be at least 1"),
        ("--plan mine.toml", "mine.toml: case `mine` is no shuffle of the catalogue"),
    ] {
        let ended = desk.run(&format!("calibrate {flags}")).expect_code(2);
        assert!(ended.err.contains(culprit) && ended.err.lines().count() == 1, "{}", ended.err);
    }
    for flags in ["--plan few.toml --runs 5", "--times 5"] {
        desk.run(&format!("calibrate {flags}")).expect_code(2);
    }
}
