//! Programs that do not use SHUFFLE_SEED: this is reported if the verdict or its reproduction depends on it.
#![cfg(unix)]

use crate::support::Desk;
use serde_json::Value;

/// Fisher-Yates in awk ; `SEED` is where its seed comes from.
const AWK: &str = r#"
BEGIN {
    srand(SEED)
    n = ENVIRON["SHUFFLE_CARDS"]
    for (t = ENVIRON["SHUFFLE_TRIALS"]; t > 0; t--) {
        for (i = 0; i < n; i++) d[i] = i
        for (i = n - 1; i > 0; i--) { j = int(rand() * RANGE); x = d[i]; d[i] = d[j]; d[j] = x }
        s = d[0]
        for (i = 1; i < n; i++) s = s " " d[i]
        print s
    }
}
"#;

fn desk(seed: &str, range: &str) -> Desk {
    let desk = Desk::new();
    desk.write("shuffle.awk", AWK.replace("SEED)", &format!("{seed})")).replace("RANGE", range));
    // The time by which awk seeds itself has whole seconds; this one differs at each start.
    desk.write(
        "unseeded.sh",
        "exec awk -v entropy=$(od -An -N3 -tu4 /dev/urandom | tr -d ' ') -f shuffle.awk\n",
    );
    desk
}

const SEEDED: &str = "ENVIRON[\"SHUFFLE_SEED\"] % 1000003";

#[test]
fn two_copies_that_write_the_same_decks_are_not_taken_for_a_shuffle_of_few_decks() {
    let flags = "--cards 52 --trials 6_000 --jobs 2 --metrics repeats";
    let check = |seed: &str| {
        let desk = desk(seed, "(i + 1)");
        desk.run_with(
            &[
                &["check", "--exec", "awk -f shuffle.awk"],
                &flags.split(' ').collect::<Vec<_>>()[..],
            ]
            .concat(),
        )
    };
    let fixed = check("42");
    let said = "the program ignores SHUFFLE_SEED";
    assert!(fixed.out.contains(said), "{}", fixed.out);
    assert!(!fixed.out.contains("seems to know only"), "{}", fixed.out);
    let seeded = check(SEEDED);
    assert!(!seeded.out.contains(said), "{}", seeded.out);
}

#[test]
fn a_program_that_ignores_its_seed_is_called_not_reproducible_everywhere_even_where_it_passes() {
    let desk = desk("entropy", "(i + 1)");
    let planted = "[[case]]\nid = \"planted\"\nalgorithm = \"naive\"\ncards = 5\ntrials = 3_000\nexpect = \"fail\"\n";
    desk.write(
        "plan.toml",
        format!("[[case]]\nid = \"mine\"\nexec = \"sh unseeded.sh\"\ncards = 5\ntrials = 3_000\n{planted}"),
    );
    let run = desk.run("run plan.toml --export a.xml --export a.md --export a.html").expect_code(0);
    let check =
        desk.run_with(&["check", "--exec", "sh unseeded.sh", "--cards", "5", "--trials", "3000"]);
    let texts = [run.out, check.expect_code(0).out];
    let files = ["a.xml", "a.md", "a.html"].map(|file| desk.read(file));
    for text in texts.iter().chain(&files) {
        assert!(text.contains("Not reproducible: another run sees other decks"), "{text}");
    }
}

#[test]
fn to_see_it_again_is_offered_only_where_the_same_decks_come_again() {
    let naive = "n";
    let check = |exec: &str, more: &str| {
        let desk = desk(if exec.starts_with("sh") { "entropy" } else { SEEDED }, naive);
        let flags = format!("--cards 5 --trials 20k {more}");
        let flags: Vec<&str> = flags.split_whitespace().collect();
        desk.run_with(&[&["check", "--exec", exec], &flags[..]].concat()).expect_code(1).out
    };
    let seeded = check("awk -f shuffle.awk", "");
    assert!(
        seeded.contains("To see it again: shuffle-audit check --exec 'awk -f shuffle.awk'"),
        "{seeded}"
    );
    let unseeded = check("sh unseeded.sh", "");
    assert!(!unseeded.contains("To see it again"), "{unseeded}");
    assert!(unseeded.ends_with(
        "Not reproducible: another run sees other decks, since the program does not draw them from SHUFFLE_SEED.\n"
    ));
    for (exec, repeatable) in [("awk -f shuffle.awk", true), ("sh unseeded.sh", false)] {
        let found: Value = serde_json::from_str(&check(exec, "--json")).unwrap();
        assert_eq!(found["cases"][0]["repeatable"], repeatable, "{exec}");
    }
}
