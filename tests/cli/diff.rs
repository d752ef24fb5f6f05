//! `diff`, `run --baseline` and `check --against`: two reports, or two shuffles, compared.

use crate::support::{Desk, root};
use serde_json::Value;

/// A plan of two cases; `first` is the shuffle of the first.
fn plan(first: &str) -> String {
    let case = |id: &str, algorithm: &str| {
        format!(
            "[[case]]\nid = \"{id}\"\nalgorithm = \"{algorithm}\"\ncards = 5\ntrials = 20_000\n\
             metrics = [\"position\", \"degree\", \"permutations\"]\n"
        )
    };
    case("one", first) + &case("two", "fisher-yates")
}

/// A desk with the reports of a sound plan and of one with a defect, each in a folder.
fn reports() -> Desk {
    let desk = Desk::new();
    for (name, algorithm, seed, code) in
        [("old", "fisher-yates", 1, 0), ("again", "fisher-yates", 2, 0), ("worse", "naive", 3, 1)]
    {
        desk.write(&format!("{name}.toml"), plan(algorithm));
        desk.run(&format!("run {name}.toml --out out --no-pictures --seed {seed}"))
            .expect_code(code);
    }
    desk
}

#[test]
fn a_defect_is_a_regression_and_chance_is_none() {
    let desk = reports();
    let same = desk.run("diff out/old out/again").expect_code(0);
    assert!(same.out.starts_with("No regression: of 2 cases, none changed"), "{}", same.out);
    let worse = desk.run("diff out/old out/worse").expect_code(1);
    insta::assert_snapshot!(worse.out);
    let mended = desk.run("diff out/worse out/old").expect_code(1);
    assert!(
        mended.out.starts_with("CHANGED: of 2 cases, 1 differs for the better. If that was meant,"),
        "{}",
        mended.out
    );
    assert!(mended.out.contains("one: fail before, pass now"), "{}", mended.out);
    // The counts are told first, and the tables have all of them.
    assert!(worse.out.contains("at position"), "{}", worse.out);
}

#[test]
fn documents_are_compared_by_their_effects() {
    let desk = reports();
    for name in ["old", "again", "worse"] {
        let seed = ["old", "again", "worse"].iter().position(|it| *it == name).unwrap() + 1;
        let code = i32::from(name == "worse");
        let ended = desk.run(&format!("run {name}.toml --json --seed {seed}")).expect_code(code);
        desk.write(&format!("{name}.json"), ended.out);
    }
    desk.run("diff old.json again.json").expect_code(0);
    let ended = desk.run("diff old.json worse.json --json").expect_code(1);
    let found: Value = serde_json::from_str(&ended.out).unwrap();
    assert_eq!(found["regression"], true);
    assert_eq!(found["cases"][0]["case"], "one");
    let differing = found["cases"][0]["differing"].as_array().unwrap();
    assert!(!differing.is_empty() && differing.iter().all(|test| test["way"] == "effects"));
    // A folder and a document have effects, too.
    let mixed = desk.run("diff out/old worse.json").expect_code(1);
    assert!(mixed.out.contains("tests compared, by effects;"), "{}", mixed.out);
    // The same run as a folder and as a document is of the same tests.
    let alike = desk.run("diff out/old old.json --json").expect_code(0);
    let alike: Value = serde_json::from_str(&alike.out).unwrap();
    let both = desk.run("diff old.json old.json --json").expect_code(0);
    let both: Value = serde_json::from_str(&both.out).unwrap();
    assert_eq!(alike["tests"], both["tests"]);
}

#[test]
fn a_run_is_compared_with_its_baseline_even_where_it_replaces_it() {
    let desk = reports();
    desk.write("old.toml", plan("naive"));
    // The folder of all reports, and that of this one.
    for baseline in ["out", "out/old"] {
        let ended = desk
            .run(&format!("run old.toml --no-report --seed 9 --baseline {baseline}"))
            .expect_code(1);
        assert!(
            ended.out.contains("Against the baseline:\nREGRESSION: of 2 cases"),
            "{}",
            ended.out
        );
    }
    let part = desk.run("run old.toml --only two --seed 9 --baseline out").expect_code(0);
    assert!(part.out.contains("No regression: of 1 case"), "{}", part.out);
    // A baseline is not replaced by what is worse: the next run would find nothing.
    let before = desk.files("out/old");
    for _ in 0..2 {
        let ended =
            desk.run("run old.toml --out out --no-pictures --seed 9 --baseline out").expect_code(1);
        assert!(ended.out.contains("Against the baseline:\nREGRESSION"), "{}", ended.out);
        assert!(ended.out.contains("The baseline stays as it is"), "{}", ended.out);
        assert!(desk.files("out/old") == before, "the baseline");
    }
    // Without it the defect is the baseline: it is what it was, but not what the plan expects.
    desk.run("run old.toml --out out --no-pictures --seed 9").expect_code(1);
    let ended =
        desk.run("run old.toml --out out --no-pictures --seed 10 --baseline out").expect_code(1);
    assert!(ended.out.contains("No regression: of 2 cases"), "{}", ended.out);
    assert!(ended.out.contains("Report: out/old"), "{}", ended.out);
}

#[test]
fn a_case_that_is_gone_is_a_regression() {
    let desk = reports();
    desk.write("old.toml", plan("fisher-yates").split("[[case]]\nid = \"two\"").next().unwrap());
    let ended = desk.run("run old.toml --no-report --baseline out").expect_code(1);
    assert!(ended.out.contains("two: gone; it was pass."), "{}", ended.out);
}

#[test]
fn two_shuffles_are_compared_whatever_their_law() {
    let desk = Desk::new();
    for (flags, code) in [
        ("--algorithm naive --against naive", 0),
        ("--algorithm naive --against fisher-yates", 1),
        ("--algorithm fisher-yates --against inside-out", 0),
        ("--algorithm fisher-yates --deal 2 --against fyp", 0),
        ("--algorithm identity --against reverse", 1),
        ("--algorithm fisher-yates --pack a=2,b=4 --against inside-out", 0),
        ("--algorithm fisher-yates --deal 3 --unordered --against reservoir", 0),
        ("--algorithm sattolo --against fisher-yates --metrics position", 1),
    ] {
        let cards = if flags.contains("--pack") { "" } else { "--cards 6" };
        let command = format!("check {cards} --trials 20_000 {flags}");
        let ended = desk.run(&command).expect_code(code);
        let answer = if code == 0 { "No difference: " } else { "DIFFERENT: " };
        assert!(ended.out.starts_with(answer), "{flags}: {}", ended.out);
        assert_eq!(desk.run(&command).out, ended.out, "the same again");
    }
    let few = "check --algorithm naive --cards 6 --trials 5 --against naive --export few.html";
    let ended = desk.run(few).expect_code(3);
    assert!(ended.out.starts_with("Not decided: "), "{}", ended.out);
    assert!(desk.read("few.html").contains("Not decided</title>"));
}

#[cfg(unix)]
#[test]
fn a_port_of_a_shuffle_is_compared_with_what_it_is_a_port_of() {
    let desk = Desk::new();
    // The decks of a file, and the same from a program.
    let decks: String =
        (0..2_000).map(|deck| ["0 1 2\n", "1 2 0\n", "2 0 1\n"][deck % 3]).collect();
    desk.write("decks.txt", &decks);
    for (flags, code) in [
        ("--file decks.txt --against sattolo", 1),
        ("--algorithm sattolo --cards 3 --trials 2_000 --against-file decks.txt", 1),
        ("--file decks.txt --against-exec 'cat decks.txt' --trials 2_000", 0),
    ] {
        let ended = desk.run_with(&words(&format!("check {flags}"))).expect_code(code);
        assert!(!ended.out.is_empty(), "{flags}: {}", ended.err);
    }
    let ended = desk.run_with(&words(
        "check --algorithm naive --cards 3 --trials 3_000 --against-exec 'cat decks.txt'",
    ));
    assert!(ended.expect_code(4).only_line().contains("ended after 2000 of 3000 decks"));
}

/// Words, of which those in quotes hold blanks.
fn words(line: &str) -> Vec<&str> {
    let parts = line.split('\'').enumerate();
    parts
        .flat_map(|(at, part)| match at % 2 {
            0 => part.split_whitespace().collect(),
            _ => vec![part],
        })
        .collect()
}

#[test]
fn what_cannot_be_compared_is_said_in_one_line() {
    let desk = reports();
    desk.write("torn.json", "{\"plan\": ");
    desk.write("new.toml", plan("naive"));
    desk.write("out/old/run.csv", "");
    desk.run("run again.toml --out eu --no-pictures --csv-dialect eu").expect_code(0);
    for (command, says) in [
        ("diff nowhere out/again", "cannot read `nowhere`"),
        (
            "diff out out/again",
            "`out` has no summary.csv and run.csv: name the folder of one report",
        ),
        ("diff torn.json out/again", "`torn.json` is no document that `run --json`"),
        ("diff out/old out/again", "run.csv` is no table of a report: it is empty"),
        ("diff eu/again out/again", "its cells are separated by semicolons (`--csv-dialect eu`)"),
        ("diff out/again out/again --alpha 2", "--alpha: "),
        ("diff out/again out/again --export a.pdf", "--export: `a.pdf`"),
        ("run again.toml --no-report --baseline nowhere", "--baseline: cannot read `nowhere`"),
        ("check --algorithm naive --against frob", "--against: unknown algorithm `frob`"),
        ("check --algorithm naive --cards 5 --against-file nowhere", "nowhere"),
    ] {
        let ended = desk.run(command).expect_code(2);
        assert!(ended.only_line().contains(says), "{command}: {}", ended.err);
        assert!(ended.out.is_empty(), "{command}: {}", ended.out);
    }
}

#[test]
fn a_comparison_is_written_for_others_and_nothing_in_it_is_markup() {
    let desk = Desk::new();
    desk.write("labels.txt", "</script>,=1+1,@all|`x`");
    desk.write("decks.txt", "</script> =1+1 @all|`x`\n=1+1 </script> @all|`x`\n".repeat(1_000));
    desk.write("other.txt", "@all|`x` =1+1 </script>\n=1+1 </script> @all|`x`\n".repeat(1_000));
    for name in ["decks", "other"] {
        let case = format!(
            "[[case]]\nid = \"labels\"\nfile = \"{name}.txt\"\ncards = 3\nlabels = \"labels.txt\"\n"
        );
        desk.write("plan.toml", case);
        desk.run(&format!("run plan.toml --out {name} --no-pictures")).expect_code(1);
    }
    let all = ["html", "md", "xml", "json", "csv", "xlsx"];
    let exports: Vec<String> = all.iter().map(|ending| format!("--export a.{ending}")).collect();
    let command = format!("diff decks/plan other/plan {}", exports.join(" "));
    let ended = desk.run(&command).expect_code(1);
    assert_eq!(desk.run(&command).out, ended.out);
    let page = desk.read("a.html");
    assert_eq!(page.matches("</script>").count(), 2, "those of the page");
    let results = desk.read("a.xml");
    assert!(results.contains("failures=\"1\"") && !results.contains("</script>"), "{results}");
    assert!(desk.read("a.md").starts_with("## other/plan against decks/plan"));
    assert!(desk.read("a.csv").starts_with("case,change,"));
    let document: Value = serde_json::from_str(&desk.read("a.json")).unwrap();
    assert_eq!(document["regression"], true);
}

/// What asks less than before, or something else, is no silence.
#[test]
fn a_case_that_asks_less_is_told() {
    let desk = Desk::new();
    let case = |keys: &str| format!("[[case]]\nid = \"it\"\ncards = 10\nalgorithm = {keys}\n");
    let plans = [
        ("old", "\"fisher-yates\"\ntrials = 5_000", 0),
        ("few", "\"fisher-yates\"\ntrials = 50", 0),
        ("other", "\"inside-out\"\ntrials = 5_000\nmetrics = [\"position\"]", 0),
        ("planted", "\"naive\"\ntrials = 5_000\nexpect = \"fail\"", 0),
        ("blind", "\"naive\"\ntrials = 20\nexpect = \"fail\"\nmetrics = [\"position\"]", 3),
        ("sets", "\"fisher-yates\"\ndeal = 9\nunordered = true\ntrials = 5_000", 0),
        ("deals", "\"fisher-yates\"\ndeal = 9\ntrials = 5_000", 0),
    ];
    for (name, keys, code) in plans {
        desk.write(&format!("{name}.toml"), case(keys));
        let ended = desk.run(&format!("run {name}.toml --out out --no-pictures --quiet"));
        assert!([Some(code), Some(1)].contains(&ended.code), "{name}: {}", ended.out);
    }
    for (old, new, code, says) in [
        ("old", "few", 1, "REGRESSION: of 1 case, 1 can no longer be compared"),
        ("old", "other", 0, "1 asks something else, and does not differ"),
        ("old", "other", 0, "the shuffle was fisher-yates, and is inside-out"),
        ("planted", "blind", 1, "1 has a worse verdict"),
        ("deals", "sets", 1, "1 is of other cards"),
    ] {
        let ended = desk.run(&format!("diff out/{old} out/{new}")).expect_code(code);
        let said = ended.out.replace('\n', " ").replace("    ", "");
        assert!(said.contains(says), "{old} {new}: {}", ended.out);
    }
}

#[test]
fn a_report_is_not_overwritten_by_its_comparison() {
    let desk = reports();
    let before = desk.files("out/old");
    for command in [
        "diff out/old out/again --export out/old/summary.csv",
        "run again.toml --no-report --baseline out/old --export-diff out/old/summary.csv",
        "run again.toml --no-report --baseline out/old --export a.md --export-diff a.md",
    ] {
        desk.run(command).expect_code(2).only_line();
    }
    assert!(desk.files("out/old") == before);
}

#[test]
fn a_document_of_a_stranger_is_harmless() {
    let desk = reports();
    let ended = desk.run("run old.toml --json --no-report --seed 1").expect_code(0);
    let mut document: Value = serde_json::from_str(&ended.out).unwrap();
    document["cases"][0]["case"] = "\u{1b}[31mred".into();
    document["cases"][0]["verdict"] = "=1+1".into();
    desk.write("strange.json", document.to_string());
    let ended = desk.run("diff out/old strange.json --export a.csv").expect_code(1);
    assert!(!ended.out.contains('\u{1b}') && !desk.read("a.csv").contains("=1+1"), "{}", ended.out);
}

#[test]
fn labels_with_the_signs_of_a_table_are_read() {
    let desk = Desk::new();
    desk.write("labels.txt", "a;b\nx\n=1+1\n");
    desk.write("decks.txt", "a;b x =1+1\n=1+1 x a;b\n".repeat(1_000));
    let case = "[[case]]\nid = \"it\"\nfile = \"decks.txt\"\nlabels = \"labels.txt\"\ncards = 3\n";
    desk.write("plan.toml", case);
    desk.run("run plan.toml --out out --no-pictures").expect_code(1);
    let ended = desk.run("diff out/plan out/plan --json").expect_code(0);
    let found: Value = serde_json::from_str(&ended.out).unwrap();
    assert!(found["tests"].as_u64().unwrap() > 3, "{}", ended.out);
}

/// The committed report of the gate and itself: every table that the program writes can be read.
#[test]
fn every_committed_report_can_be_compared() {
    let desk = Desk::new();
    for plan in ["gate", "lotteries", "orders", "history"] {
        let report = root().join("reports").join(plan);
        let report = report.to_str().unwrap();
        let ended = desk.run_with(&["diff", report, report]).expect_code(0);
        assert!(ended.out.starts_with("No regression: "), "{plan}: {}", ended.out);
    }
}
