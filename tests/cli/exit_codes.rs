//! Exit codes are part of the interface: a script must be able to trust them.
//!
//! 2 has its own modules, `plan_errors` and `flags`, and so have 4, `misbehaviour`, and 130, `interrupt`.

use crate::support::Desk;

/// One case of 20,000 decks of five cards, whose verdict no seed in its senses would change: p is below
/// 1e-140 for `naive` and `sattolo`, and above 1e-3 after Holm for `fisher-yates` with probability 0.999.
fn plan(case: &str) -> String {
    format!("[[case]]\nid = \"subject\"\ncards = 5\ntrials = 20_000\n{case}\n")
}

#[test]
fn a_sound_shuffle_exits_0() {
    let desk = Desk::new();
    desk.write("plan.toml", plan("algorithm = \"fisher-yates\""));
    let run = desk.run("run plan.toml").expect_code(0);
    assert!(run.out.contains("1 of 1 cases as expected"), "{}", run.out);
    assert!(!run.out.contains("To see it again"), "{}", run.out);
}

#[test]
fn a_planted_defect_that_is_caught_exits_0() {
    let desk = Desk::new();
    let defect = "algorithm = \"sattolo\"\nexpect = \"fail\"\ncaught_by = [\"position\"]";
    desk.write("plan.toml", plan(defect));
    let run = desk.run("run plan.toml").expect_code(0);
    assert!(run.out.contains("(planted)"), "{}", run.out);
}

#[test]
fn a_biased_shuffle_that_should_pass_exits_1_and_is_named() {
    let desk = Desk::new();
    desk.write("plan.toml", plan("algorithm = \"naive\"\nexpect = \"pass\""));
    let run = desk.run("run plan.toml").expect_code(1);
    assert!(run.out.contains("\nsubject: expected to pass, but "), "{}", run.out);
    assert!(run.out.contains("0 of 1 cases as expected"), "{}", run.out);
    assert!(desk.path("reports/plan/summary.csv").exists(), "what is bad has a report too");
}

#[test]
fn a_planted_defect_that_nothing_catches_exits_1_and_is_named() {
    let desk = Desk::new();
    desk.write("plan.toml", plan("algorithm = \"fisher-yates\"\nexpect = \"fail\""));
    let run = desk.run("run plan.toml").expect_code(1);
    let line = "\nsubject: a planted defect, expected to fail, but no test caught it\n";
    assert!(run.out.contains(line), "{}", run.out);
}

#[test]
fn a_defect_that_a_named_test_misses_exits_1_and_names_the_test() {
    // The cycles of Sattolo are as many as their reverses: the degree is blind to them, the position is not.
    let desk = Desk::new();
    let defect =
        "algorithm = \"sattolo\"\nexpect = \"fail\"\ncaught_by = [\"degree\", \"position\"]";
    desk.write("plan.toml", plan(defect));
    let run = desk.run("run plan.toml").expect_code(1);
    let line = "\nsubject: the planted defect was caught, but not by degree\n";
    assert!(run.out.contains(line), "{}", run.out);
}

#[test]
fn a_test_that_was_asked_for_and_cannot_judge_exits_3_with_the_decks_it_needs() {
    // 20 of each of the 120 orders.
    let desk = Desk::new();
    let few = "algorithm = \"fisher-yates\"\nmetrics = [\"permutations\"]";
    desk.write("plan.toml", plan(few).replace("20_000", "2_399"));
    let run = desk.run("run plan.toml").expect_code(3);
    let line = "\nsubject: inconclusive: permutations needs 2,400 decks, not 2,399\n";
    assert!(run.out.contains(line), "{}", run.out);
    assert!(desk.path("reports/plan/summary.csv").exists(), "what is open has a report too");

    desk.write("plan.toml", plan(few).replace("20_000", "2_400"));
    desk.run("run plan.toml").expect_code(0);
}

#[test]
fn a_planted_defect_that_could_not_be_judged_exits_3_and_not_1() {
    let desk = Desk::new();
    let few = "algorithm = \"naive\"\nexpect = \"fail\"\nmetrics = [\"position\"]";
    desk.write("plan.toml", plan(few).replace("20_000", "99"));
    let run = desk.run("run plan.toml").expect_code(3);
    assert!(run.out.contains("\nsubject: inconclusive: position needs 100 decks, not 99\n"));
}

#[test]
fn a_suspicion_exits_3() {
    // At this seed 600 decks of the naive shuffle give a p between 1e-6 and 1e-3 after Holm.
    let desk = Desk::new();
    let case = plan("algorithm = \"naive\"\nmetrics = [\"position\"]").replace("20_000", "600");
    desk.write("plan.toml", format!("seed = 4\n[budget]\nescalate = false\n{case}"));
    let run = desk.run("run plan.toml").expect_code(3);
    assert!(run.out.contains("\nsubject: suspicious: "), "{}", run.out);
}

#[test]
fn a_screen_says_which_looks_were_made() {
    let desk = Desk::new();
    let case = plan("algorithm = \"naive\"\nmetrics = [\"position\"]").replace("20_000", "600");
    desk.write("plan.toml", format!("seed = 4\n{case}"));
    let run = desk.run("run plan.toml").expect_code(1);
    let looks = "subject: Two looks were made: the first, at 600 decks, was suspicious; the second, at 6,000 more, all of them \
                 new, decided.\n";
    assert!(run.out.contains(looks), "{}", run.out);
}

#[test]
fn a_wrong_verdict_weighs_more_than_an_open_one() {
    let open =
        plan("algorithm = \"fisher-yates\"\nmetrics = [\"position\"]").replace("20_000", "99");
    let wrong = plan("algorithm = \"naive\"").replace("subject", "other");
    let desk = Desk::new();
    desk.write("both.toml", format!("{open}\n{wrong}"));
    desk.run("run both.toml").expect_code(1);
    desk.write("open.toml", open);
    desk.write("wrong.toml", wrong);
    desk.run("run open.toml wrong.toml").expect_code(1);
    desk.run("run wrong.toml open.toml").expect_code(1);
}

#[test]
fn every_complaint_of_a_run_is_one_line_that_names_its_case() {
    let metrics = |rest: &str| match rest.contains("metrics") {
        true => rest.to_owned(),
        false => format!("{rest}\nmetrics = [\"degree\", \"permutations\", \"position\"]"),
    };
    let case = |id: &str, rest: &str| plan(&metrics(rest)).replace("subject", id);
    let desk = Desk::new();
    desk.write(
        "plan.toml",
        [
            case("sound", "algorithm = \"fisher-yates\""),
            case("caught", "algorithm = \"naive\"\nexpect = \"fail\""),
            case("biased", "algorithm = \"naive\""),
            case("harmless", "algorithm = \"fisher-yates\"\nexpect = \"fail\""),
            case(
                "missed",
                "algorithm = \"sattolo\"\nexpect = \"fail\"\ncaught_by = [\"degree\", \"position\"]",
            ),
            case("open", "algorithm = \"fisher-yates\"\nmetrics = [\"permutations\"]")
                .replace("20_000", "100"),
        ]
        .concat(),
    );
    let run = desk.run("run plan.toml").expect_code(1);
    insta::assert_snapshot!(run.out);
}

#[cfg(target_os = "linux")]
#[test]
fn an_output_that_cannot_be_written_is_no_fault_of_ours_and_exits_2() {
    use std::{fs::OpenOptions, process};
    let desk = Desk::new();
    desk.write("one.toml", plan("algorithm = \"fisher-yates\""));
    desk.write("two.toml", plan("algorithm = \"fisher-yates\""));
    for command in [
        "list",
        "run one.toml two.toml",
        "run one.toml --json",
        "check --algorithm fisher-yates --cards 5 --trials 500",
        "exact --algorithm naive --cards 3",
        "power --algorithm naive --cards 3",
    ] {
        let full = OpenOptions::new().write(true).open("/dev/full").unwrap();
        let output = process::Command::new(crate::support::binary())
            .args(command.split(' '))
            .current_dir(desk.path(""))
            .stdout(full)
            .stderr(process::Stdio::piped())
            .output()
            .unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{command}: {said}");
        assert!(said.starts_with("shuffle-audit: cannot write to stdout: "), "{command}: {said}");
        assert_eq!(said.lines().count(), 1, "{command}: {said}");
    }
    // The verdict is lost, but not the report.
    assert_eq!(desk.names("reports"), ["index.html", "manifest.json", "one", "two"]);
}

#[cfg(unix)]
#[test]
fn a_reader_who_goes_away_is_no_error() {
    use std::process;
    let mut child = process::Command::new(crate::support::binary())
        .arg("list")
        .stdout(process::Stdio::piped())
        .stderr(process::Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(String::from_utf8(output.stderr).unwrap(), "");
}
