//! Paths in plans: relative to the plan, wherever the audit is started, in its report as well.
#![cfg(unix)]

use crate::support::{Desk, Ended, Table};
use serde_json::Value;
use std::{fs, os::unix::fs::PermissionsExt, path::Path};

/// A sound shuffle of two cards, which also tells the folder in which it is run.
const SCRIPT: &str = "#!/bin/sh\npwd > ran-in\nyes '0 1\n1 0' | head -n $SHUFFLE_TRIALS\n";

/// The same decks, written down.
fn decks() -> String {
    "1 2\n2 1\n".repeat(500)
}

/// Keys of a case for every way in which a plan can name a file.
const EVERY_PATH: &str = r#"
[[case]]
id = "line"
exec = "sh subject.sh"
probe = "sh version.sh"
cards = 2
trials = 1_000
expect = "fail"

[[case]]
id = "program"
exec = ["./subject.sh"]
cards = 2
trials = 1_000
jobs = 2
expect = "fail"

[[case]]
id = "labelled"
file = "log/decks.txt"
labels = "log/names.txt"
cards = 2
expect = "fail"
"#;

/// A desk with a plan in `audits` and what it names beside it, and nothing else.
fn desk() -> Desk {
    let desk = Desk::new();
    desk.write("audits/mine.toml", EVERY_PATH);
    desk.write("audits/subject.sh", SCRIPT);
    desk.write("audits/version.sh", "echo Shell 1.0");
    desk.write("audits/log/decks.txt", decks());
    desk.write("audits/log/names.txt", "1\n2\n");
    let subject = desk.path("audits/subject.sh");
    fs::set_permissions(subject, fs::Permissions::from_mode(0o755)).unwrap();
    desk
}

fn fingerprint(desk: &Desk, report: &str) -> String {
    let run = Table::read(desk.read(&format!("{report}/run.csv")).as_bytes());
    run.column("fingerprint")[0].to_owned()
}

#[test]
fn paths_in_a_plan_are_relative_to_the_plan_wherever_it_is_run() {
    let desk = desk();
    desk.run("run audits/mine.toml").expect_code(0);
    let ran_in = desk.read("audits/ran-in");
    let there = desk.path("audits").canonicalize().unwrap();
    assert_eq!(Path::new(ran_in.trim_end()), there, "programs are run beside the plan");
    let subjects = Table::read(desk.read("reports/mine/subjects.csv").as_bytes());
    assert_eq!(subjects.cell("line", "version"), "Shell 1.0", "so are probes");
    assert_eq!(subjects.cell("line", "subject"), "sh subject.sh", "and they are named as written");

    // From another folder, and by another path to the plan.
    let absolute = desk.path("audits/mine.toml");
    let elsewhere = Desk::new();
    elsewhere.run_with(&["run", absolute.to_str().unwrap()]).expect_code(0);
    for name in ["summary.csv", "run.csv", "subjects.csv", "labelled/position.csv"] {
        let [here, there] =
            [&desk, &elsewhere].map(|desk| desk.read(&format!("reports/mine/{name}")));
        assert_eq!(here, there, "{name}");
    }
}

#[test]
fn the_fingerprint_does_not_depend_on_where_the_plan_lies() {
    let (first, second) = (desk(), Desk::new());
    first.run("run audits/mine.toml").expect_code(0);
    for (name, content) in first.files("audits") {
        second.write(&format!("deep/in/a/folder/{name}"), content);
    }
    let script = second.path("deep/in/a/folder/subject.sh");
    fs::set_permissions(script, fs::Permissions::from_mode(0o755)).unwrap();
    second.run("run deep/in/a/folder/mine.toml --out out").expect_code(0);
    assert_eq!(fingerprint(&first, "reports/mine"), fingerprint(&second, "out/mine"));
}

#[test]
fn the_plan_in_a_report_can_be_run_again_from_anywhere() {
    let desk = desk();
    desk.run("run audits/mine.toml").expect_code(0);
    let plan = desk.read("reports/mine/plan.toml");
    assert!(plan.contains("\nfolder = \"../../audits\"\n"), "{plan}");
    assert!(!plan.contains(desk.path("").to_str().unwrap()), "nothing of this machine: {plan}");

    desk.run("run reports/mine/plan.toml --out again").expect_code(0);
    let (first, again) = (desk.files("reports/mine"), desk.files("again/plan"));
    assert_eq!(first.keys().collect::<Vec<_>>(), again.keys().collect::<Vec<_>>());
    assert_eq!(first["summary.csv"], again["summary.csv"]);
    assert_eq!(fingerprint(&desk, "reports/mine"), fingerprint(&desk, "again/plan"));

    let elsewhere = Desk::new();
    let path = desk.path("again/plan/plan.toml");
    elsewhere.run_with(&["run", path.to_str().unwrap(), "--out", "third"]).expect_code(0);
    assert_eq!(elsewhere.files("third/plan")["summary.csv"], first["summary.csv"]);
}

#[test]
fn the_plan_in_the_report_of_a_check_finds_what_the_check_was_given() {
    let desk = desk();
    let flags = "--file audits/log/decks.txt --labels audits/log/names.txt --cards 2";
    desk.run(&format!("check {flags} --out reports/deep/check")).expect_code(1);
    let plan = desk.read("reports/deep/check/plan.toml");
    assert!(plan.contains("\nfolder = \"../../..\"\n"), "{plan}");
    assert!(plan.contains("\nfile = \"audits/log/decks.txt\"\n"), "{plan}");
    desk.run("run reports/deep/check/plan.toml --out again").expect_code(1);
    assert_eq!(fingerprint(&desk, "reports/deep/check"), fingerprint(&desk, "again/plan"));
}

#[test]
fn a_plan_without_paths_names_no_folder_in_its_report() {
    let desk = Desk::new();
    let case = "[[case]]\nid = \"a\"\nalgorithm = \"naive\"\ncards = 3\ntrials = 9_000\n";
    desk.write("audits/mine.toml", format!("{case}expect = \"fail\"\n"));
    desk.run("run audits/mine.toml").expect_code(0);
    assert!(!desk.read("reports/mine/plan.toml").contains("folder"));
}

#[test]
fn a_plan_may_name_another_folder() {
    let desk = desk();
    let plan = format!("folder = \"..\"\n{}", EVERY_PATH.replace("log/", "audits/log/"));
    let plan =
        plan.replace("subject.sh", "audits/subject.sh").replace("sh version", "sh audits/version");
    desk.write("audits/mine.toml", plan.replace("./audits", "audits"));
    desk.run("run audits/mine.toml").expect_code(0);
    assert!(desk.path("ran-in").exists());
    assert!(desk.read("reports/mine/plan.toml").contains("\nfolder = \"../..\"\n"));

    desk.write("audits/mine.toml", "title = \"a\"\nfolder = \"nowhere\"\n".to_owned() + EVERY_PATH);
    let said = desk.run("run audits/mine.toml").expect_code(2);
    assert_eq!(
        said.only_line(),
        "shuffle-audit: audits/mine.toml:2: there is no folder `audits/nowhere`, to which the paths are relative"
    );
}

#[test]
fn errors_name_the_path_that_was_tried() {
    let desk = Desk::new();
    let case = "[[case]]\nid = \"a\"\ncards = 2\ntrials = 9\n";
    let run = |keys: &str| -> Ended {
        desk.write("audits/mine.toml", format!("{case}{keys}\n"));
        desk.run("run audits/mine.toml")
    };
    for (keys, tried) in [
        ("file = \"log/decks.txt\"", "`audits/log/decks.txt`"),
        ("exec = \"./subject\"", "`audits/./subject`"),
        ("library = \"libmine.so\"", "`audits/libmine.so`"),
        ("exec = \"true\"\nlabels = \"names.txt\"", "`audits/names.txt`"),
    ] {
        let said = run(keys);
        assert!((said.err.clone() + &said.out).contains(tried), "{keys}: {said:?}");
        assert!(said.code.is_some_and(|code| code == 2 || code == 4), "{said:?}");
    }
    let said = run("exec = \"true\"\nprobe = \"./version\"");
    assert!(said.out.contains("there is no program `audits/./version`"), "{}", said.out);
    // A file that is there, but is no file of decks.
    desk.write("audits/decks.txt", "0 0\n");
    let said = run("file = \"decks.txt\"").expect_code(4);
    assert!(said.out.contains("`audits/decks.txt`"), "{}", said.out);
}

#[test]
fn stdin_stays_stdin() {
    let desk = Desk::new();
    desk.write(
        "audits/mine.toml",
        "[[case]]\nid = \"a\"\nfile = \"-\"\nbase = 1\ncards = 2\nexpect = \"fail\"\n",
    );
    let mut child = desk.start("run audits/mine.toml --json");
    std::io::Write::write_all(&mut child.stdin.take().unwrap(), decks().as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    let found: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(0), "{found}");
    assert_eq!(found["cases"][0]["trials"], 1_000, "{found}");
}
