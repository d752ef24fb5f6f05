//! Programs in other languages as subjects: the settings that they get, the reading of their output, and
//! that timing changes nothing.
#![cfg(unix)]

use crate::support::{Desk, Files, Table};
use serde_json::Value;

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

fn counts(files: &Files, case: &str) -> u64 {
    let table = Table::read(&files[&format!("{case}/position.csv")]);
    let cells = table.column("card_0");
    cells.iter().map(|cell| cell.parse::<u64>().unwrap()).sum()
}

#[test]
fn a_sound_program_passes_and_a_biased_one_does_not() {
    let desk = desk();
    let flags = ["--cards", "5", "--trials", "20_000", "--metrics", "position,permutations"];
    let check = |exec: &str| desk.run_with(&[&["check", "--exec", exec], &flags[..]].concat());
    let sound = check("awk -f fisher-yates.awk").expect_code(0);
    let said = "PASS: no bias found in 20,000 decks of `awk -f fisher-yates.awk` on 5 cards.\n";
    assert!(sound.out.starts_with(said), "{}", sound.out);
    assert_eq!(sound.err, "");
    let biased = check("awk -f naive.awk").expect_code(1);
    let said = "FAIL: `awk -f naive.awk` on 5 cards does not give every order equally often.\n";
    assert!(biased.out.starts_with(said), "{}", biased.out);
}

#[test]
fn the_environment_says_what_is_wanted() {
    let desk = Desk::new();
    let script = "env | grep ^SHUFFLE_ | sort > env; yes 0,1 | head -n 1000";
    let exec = format!("sh -c '{script}'");
    desk.run_with(&["check", "--exec", &exec, "--cards", "5", "--deal", "2", "--trials", "1000"])
        .expect_code(1);
    let seed = "SHUFFLE_SEED=4772656326994720";
    let wanted = "SHUFFLE_BONUS=\nSHUFFLE_CARDS=5\nSHUFFLE_DEAL=2\nSHUFFLE_DRAW=order\nSHUFFLE_FORMAT=text\nSHUFFLE_PACK=\n";
    assert_eq!(desk.read("env"), format!("{wanted}{seed}\nSHUFFLE_TRIALS=1000\n"));
}

#[test]
fn each_job_has_its_seed_and_its_exact_share() {
    let desk = Desk::new();
    let script = "echo $SHUFFLE_SEED > job-$SHUFFLE_SEED; echo $SHUFFLE_TRIALS >> trials; \
                  yes '0 1' | head -n $SHUFFLE_TRIALS";
    let exec = format!("sh -c \"{}\"", script.replace('$', "\\$"));
    let flags = ["--cards", "2", "--trials", "1000", "--jobs", "3", "--metrics", "position"];
    let report = ["--out", "report"];
    desk.run_with(&[&["check", "--exec", &exec], &flags[..], &report].concat()).expect_code(1);
    let trials = desk.read("trials");
    let mut trials: Vec<&str> = trials.split_whitespace().collect();
    trials.sort_unstable();
    // The first job is started once more, with the same seed, to see if its decks are the same.
    assert_eq!(trials, ["333", "333", "334", "334"]);
    let seeds: Vec<u64> =
        desk.names("").iter().filter_map(|name| name.strip_prefix("job-")?.parse().ok()).collect();
    assert_eq!(seeds.len(), 3, "three seeds");
    assert!(seeds.iter().all(|&seed| seed < 1 << 53), "{seeds:?}");
    assert_eq!(counts(&desk.files("report"), "check"), 1000);
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

#[test]
fn a_suspicious_program_is_run_again_with_another_seed_and_ten_times_the_decks() {
    let desk = Desk::new();
    // 563 of 1,000: p = 7e-5. 5,050 of 10,000: p = 0.3.
    let script = "echo $SHUFFLE_TRIALS $SHUFFLE_SEED >> looks\n\
                  more=563\nif [ $SHUFFLE_TRIALS = 10000 ]; then more=5050; fi\n\
                  yes '0 1' | head -n $more\nyes '1 0' | head -n $((SHUFFLE_TRIALS - more))\n";
    desk.write("subject.sh", script);
    let flags = ["--cards", "2", "--trials", "1000", "--metrics", "permutations"];
    desk.run_with(&[&["check", "--exec", "sh subject.sh"], &flags[..]].concat()).expect_code(0);
    let looks = desk.read("looks");
    let looks: Vec<Vec<&str>> = looks.lines().map(|line| line.split(' ').collect()).collect();
    assert_eq!([looks[0][0], looks[1][0]], ["1000", "10000"]);
    assert_ne!(looks[0][1], looks[1][1]);
    assert_eq!(looks.len(), 3, "the last start shows that the seed is honoured");
}

#[test]
fn the_report_of_a_program_can_be_run_again() {
    let desk = desk();
    desk.write(
        "plan.toml",
        "[[case]]\nid = \"line\"\nexec = \"awk -f 'fisher-yates.awk'\"\ncards = 5\ntrials = 5_000\n\
         stall = \"1m\"\nformat = \"text\"\nbase = 0\n\
         [[case]]\nid = \"words\"\nexec = [\"awk\", \"-f\", \"fisher-yates.awk\"]\ncards = 5\n\
         trials = 5_000\njobs = 2\n",
    );
    desk.run("run plan.toml --out first").expect_code(0);
    desk.run("run first/plan/plan.toml --out second").expect_code(0);
    assert!(desk.files("first") == desk.files("second"));
}

#[test]
fn the_number_of_jobs_belongs_to_the_fingerprint_and_how_long_it_may_take_does_not() {
    let desk = desk();
    let fingerprint = |flags: &str| {
        let mut arguments = vec!["check", "--exec", "awk -f fisher-yates.awk", "--json"];
        arguments.extend("--cards 5 --trials 2000 --metrics position".split(' '));
        arguments.extend(flags.split_whitespace());
        let found: Value =
            serde_json::from_str(&desk.run_with(&arguments).expect_code(0).out).unwrap();
        assert_eq!(found["cases"][0]["algorithm"], "awk -f fisher-yates.awk");
        assert_eq!(found["cases"][0]["dice"], Value::Null);
        found["fingerprint"].as_str().unwrap().to_owned()
    };
    assert_eq!(fingerprint(""), fingerprint("--stall 20s"));
    assert_ne!(fingerprint(""), fingerprint("--jobs 2"));
}

#[test]
fn every_format_is_understood_and_the_program_is_told_which() {
    let desk = Desk::new();
    let formats = [
        ("text", r"echo 2 0 1"),
        ("csv", r"echo 2,0,1"),
        ("ndjson", r"echo '[2,0,1]'"),
        ("u8", r"printf '\002\000\001'"),
        ("u16le", r"printf '\002\000\000\000\001\000'"),
        ("u32le", r"printf '\002\000\000\000\000\000\000\000\001\000\000\000'"),
    ];
    for (format, deck) in formats {
        let script = format!("[ $SHUFFLE_FORMAT = {format} ] || exit 9\n{deck}\n");
        desk.write("subject.sh", script);
        let flags =
            format!("--cards 3 --trials 1 --metrics degree --format {format} --out {format}");
        let flags: Vec<&str> = flags.split(' ').collect();
        desk.run_with(&[&["check", "--exec", "sh subject.sh"], &flags[..]].concat()).expect_code(3);
        assert!(desk.path(&format!("{format}/plan.toml")).exists());
    }
}
