//! Programs in other languages as subjects: the settings that they get, the reading of their output, and
//! that timing changes nothing.
#![cfg(unix)]

use crate::support::{Desk, Table};

/// Fisher-Yates in awk, which every Unix has. Its generator is the awk's own: what the tests below find holds
/// of any that is not badly broken, with a probability of a false alarm of 1e-6 each.
const AWK: &str = r#"
BEGIN {
    srand(ENVIRON["SHUFFLE_SEED"] % 1000003)
    n = ENVIRON["SHUFFLE_CARDS"]
    for (t = ENVIRON["SHUFFLE_TRIALS"]; t > 0; t--) {
        for (i = 0; i < n; i++) d[i] = i
        for (i = n - 1; i > 0; i--) { j = int(rand() * (i + 1)); x = d[i]; d[i] = d[j]; d[j] = x }
        s = d[0]
        for (i = 1; i < n; i++) s = s " " d[i]
        print s
    }
}
"#;

/// The mistake that everybody makes.
fn naive() -> String {
    AWK.replace("i = n - 1; i > 0; i--", "i = 0; i < n; i++").replace("(i + 1)", "n")
}

fn desk() -> Desk {
    let desk = Desk::new();
    desk.write("fisher-yates.awk", AWK);
    desk.write("naive.awk", naive());
    desk
}

#[test]
fn what_a_seeded_program_gives_does_not_depend_on_timing_or_threads() {
    let desk = desk();
    // The second time one of the jobs, whichever has the odd seed, is late.
    let delays = ["", "if [ $((SHUFFLE_SEED % 2)) = 1 ]; then sleep 0.3; fi; "];
    let mut reports = Vec::new();
    for (delay, threads) in delays.into_iter().zip(["1", "2"]) {
        desk.write("run.sh", format!("{delay}exec awk -f fisher-yates.awk"));
        let case = "cards = 5\ntrials = 20_001\njobs = 3\nexec = \"sh run.sh\"";
        let sequential = case.replace("trials", "sequential = true\ntrials");
        let biased =
            "cards = 5\ntrials = 100_000\njobs = 2\nexec = [\"awk\", \"-f\", \"naive.awk\"]";
        let biased = format!("{biased}\nsequential = true\nexpect = \"fail\"");
        let cases = [("counted", case), ("bet", &sequential), ("decided", &biased)];
        let plan = cases.map(|(id, case)| format!("[[case]]\nid = \"{id}\"\n{case}\n")).concat();
        desk.write("plan.toml", plan);
        desk.run_with(&["run", "plan.toml", "--threads", threads]).expect_code(0);
        reports.push(desk.files("reports"));
    }
    assert!(reports[0] == reports[1]);
    let summary = Table::read(&reports[0]["plan/summary.csv"]);
    let decks: u64 = summary.cell("decided", "trials").parse().unwrap();
    assert!(decks < 100_000, "decided after {decks} decks");
    assert_eq!(summary.cell("counted", "trials"), "20001");
    assert_eq!(summary.cell("counted", "algorithm"), "sh run.sh");
}

#[test]
fn two_jobs_work_at_the_same_time() {
    // Each waits for the other. It is sound, so that nothing is started again.
    let desk = desk();
    let script = "touch at-work-$$; until [ $(ls -d at-work-* | wc -l) = 2 ]; \
                  do sleep 0.01; done; exec awk -f fisher-yates.awk";
    desk.write("both.sh", script);
    let flags = ["--cards", "2", "--trials", "3000", "--threads", "1", "--jobs", "2"];
    desk.run_with(&[&["check", "--exec", "sh both.sh"], &flags[..]].concat()).expect_code(0);
}
