//! Screens of every width, as people see them.

use crate::support::Desk;
use shuffle_algorithms::catalogue::ENTRIES;
use std::fmt::Write;

/// Runs the binary on a screen of this number of columns.
fn at(desk: &Desk, columns: usize, arguments: &[&str]) -> String {
    let ended = desk.run_at(&columns.to_string(), arguments);
    assert!(matches!(ended.code, Some(0 | 1 | 3)), "{arguments:?}: {}", ended.err);
    ended.out
}

fn words(line: &str) -> Vec<&str> {
    line.split_whitespace().collect()
}

/// A plan of this number of cases, one of which is not as expected.
fn plan(cases: usize) -> String {
    let mut plan = String::new();
    for case in 0..cases {
        let algorithm = if case == 7 { "naive" } else { "fisher-yates" };
        writeln!(
            plan,
            "[[case]]\nid = \"case-{case}\"\nalgorithm = \"{algorithm}\"\ncards = 5\ntrials = 5_000\n\
             metrics = [\"permutations\"]\n"
        )
        .unwrap();
    }
    plan
}

/// 5,000 hands of five cards by name, all with the ace of spades on top.
fn hands() -> String {
    let mut hands = String::new();
    for hand in 0..5_000_u32 {
        let mut cards = vec![0];
        let mut draw = hand.wrapping_mul(2_654_435_761);
        while cards.len() < 5 {
            draw = draw.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let card = draw >> 16;
            if !cards.contains(&(card % 52)) {
                cards.push(card % 52);
            }
        }
        let name = |card: &u32| {
            format!(
                "{}{}",
                ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]
                    [*card as usize % 13],
                ["s", "h", "d", "c"][*card as usize / 13]
            )
        };
        hands += &(cards.iter().map(name).collect::<Vec<_>>().join(" ") + "\n");
    }
    hands
}

#[test]
fn no_line_is_wider_than_the_screen_and_none_ends_in_blanks() {
    let desk = Desk::new();
    desk.write("hands.txt", hands());
    desk.write("one.txt", "0 1 2 3 4\n");
    let long =
        "a-name-so-long-that-it-fits-on-no-screen-of-eighty-columns-however-you-fold-it-at-all.txt";
    desk.write(long, "0 1\n1 0\n".repeat(500));
    desk.write("small.toml", plan(10));
    desk.write("large.toml", plan(50));
    desk.write("log.toml", "[[case]]\nid = \"log\"\nfile = \"hands.txt\"\ncards = 52\ndeal = 5\nlabels = \"standard-52\"\n");
    let lab = format!("profile = \"lab\"\n{}", plan(3));
    desk.write("lab.toml", lab);
    let commands: &[&str] = &[
        "check --algorithm naive --trials 3000",
        "check --algorithm naive --trials 3000 --verbose",
        "check --algorithm sattolo --trials 2000 --alpha 1e-200",
        "check --algorithm fisher-yates --trials 2000",
        "check --algorithm fisher-yates --trials 2000 --verbose",
        "check --algorithm fisher-yates --trials 10",
        "check --algorithm fisher-yates --trials 10 --verbose",
        "check --algorithm fisher-yates --cards 2 --trials 1",
        "check --algorithm naive --until-decided",
        "check --algorithm identity --cards 8 --trials 500",
        "check --algorithm mixed-between --cards 26 --trials 2000 --start reverse --dice modulo:bits=6 --rng chacha8",
        "check --file hands.txt --deal 5 --labels standard-52",
        "check --file hands.txt --deal 5 --labels standard-52 --verbose",
        "check --file one.txt --cards 5",
        "run small.toml",
        "run large.toml",
        "run large.toml --verbose",
        "run log.toml",
        "run lab.toml",
        "power --algorithm naive --cards 4 --trials 500",
        "power --algorithm naive --cards 52 --metrics position,poker --pilot 1000",
        "exact --algorithm naive --cards 3",
        "exact --algorithm naive --cards 8",
        "exact --algorithm naive --cards 52",
        "trace --algorithm naive --cards 5 --beside fisher-yates",
        "trace --algorithm hindu --cards 52",
        "trace --algorithm random-swaps --cards 13 --deal 3",
        "calibrate --runs 5 --cards 4 --trials 200 --detections 1 --most-decks 1000",
        "list",
        "list --metrics",
    ];
    let mut commands: Vec<Vec<&str>> = commands.iter().map(|line| words(line)).collect();
    commands.push(vec!["check", "--cards", "2", "--file", long]);
    let mut seen = 0;
    for columns in [40, 60, 80, 120] {
        for command in &commands {
            let screen = at(&desk, columns, command);
            for line in screen.lines() {
                seen += 1;
                let letters = line.chars().count();
                let one_word = words(line.trim_end_matches(" \\")).len() <= 2;
                assert!(
                    letters <= columns || one_word,
                    "{columns}, {command:?}:\n{line}\n\n{screen}"
                );
                assert_eq!(line, line.trim_end(), "{columns}, {command:?}");
            }
        }
    }
    assert!(seen > 5_000, "{seen} lines");
}

#[test]
fn the_screens_of_an_ordinary_day_at_80_columns() {
    let desk = Desk::new();
    desk.write("hands.txt", hands());
    desk.write("plan.toml", plan(9));
    let mut screens = String::new();
    for command in [
        "check --algorithm naive --trials 3000 --metrics degree,ascents,permutations,position",
        "check --algorithm naive --trials 3000 --metrics degree,ascents,permutations,position --verbose",
        "check --algorithm fisher-yates --trials 20000 --metrics degree,ascents,position",
        "check --algorithm fisher-yates --cards 2 --trials 1",
        "check --file hands.txt --deal 5 --labels standard-52 --metrics degree,position,poker",
        "run plan.toml",
    ] {
        let screen = at(&desk, 80, &words(command));
        writeln!(screens, "$ shuffle-audit {command}\n{screen}").unwrap();
    }
    insta::assert_snapshot!(screens);
}

#[test]
fn columns_decide_the_width_and_80_are_taken_where_nothing_says_it() {
    let desk = Desk::new();
    let flags = ["check", "--algorithm", "naive", "--trials", "1000"];
    let widest = |screen: &str| screen.lines().map(|line| line.chars().count()).max().unwrap();
    let [narrow, wide, none] =
        ["50", "200", "no number"].map(|columns| desk.run_at(columns, &flags).out);
    assert!(widest(&narrow) <= 50 && widest(&wide) > 100, "{narrow}{wide}");
    assert_eq!(none, desk.run_at("80", &flags).out);
    assert_eq!(none, desk.run_at("0", &flags).out);
}

#[test]
fn verdicts_are_coloured_where_that_is_asked_for_and_nowhere_else() {
    let desk = Desk::new();
    let check = |variables: &[(&str, &str)]| {
        let mut command = assert_cmd::Command::new(crate::support::binary());
        command.current_dir(desk.path("")).env("COLUMNS", "80");
        command.args(["check", "--algorithm", "naive", "--cards", "5", "--trials", "5000"]);
        command.envs(variables.iter().copied());
        String::from_utf8(command.output().unwrap().stdout).unwrap()
    };
    let plain = check(&[]);
    assert!(plain.starts_with("FAIL: ") && !plain.contains('\u{1b}'), "{plain}");
    let forced = check(&[("CLICOLOR_FORCE", "1")]);
    assert!(forced.starts_with("\u{1b}["), "{forced}");
    assert!(forced.lines().next().unwrap().contains("FAIL\u{1b}[0m: naive on 5 cards"), "{forced}");
    assert_eq!(forced.matches("\u{1b}[0m").count(), 1, "the verdict and nothing else");
    assert_eq!(check(&[("CLICOLOR_FORCE", "1"), ("NO_COLOR", "1")]), plain);
}

#[test]
fn a_run_of_many_cases_shows_those_that_are_not_as_expected_and_a_count() {
    let desk = Desk::new();
    desk.write("forty.toml", plan(40));
    desk.write("more.toml", plan(41));
    let lines = |screen: &str| screen.lines().filter(|line| line.starts_with("case-")).count();
    // Each and the complaint about one.
    assert_eq!(lines(&desk.run("run forty.toml").expect_code(1).out), 41);
    let short = desk.run("run more.toml").expect_code(1).out;
    assert_eq!(lines(&short), 2, "{short}");
    assert!(short.contains("\n40 other cases are as expected"), "{short}");
    assert_eq!(lines(&desk.run("run more.toml --verbose").expect_code(1).out), 42);
}

#[test]
fn tests_that_could_not_be_made_take_a_line_for_each_reason() {
    let ended = Desk::new().run("check --algorithm fisher-yates --trials 10").expect_code(0);
    let reasons = ended.out.lines().filter(|line| line.contains("need 100 decks or more, not 10."));
    assert_eq!(reasons.count(), 1, "{}", ended.out);
    assert_eq!(ended.out.matches("needs").count(), 0, "{}", ended.out);
    assert!(ended.out.lines().count() < 16, "{}", ended.out);
}

#[test]
fn a_screen_is_short_unless_it_is_asked_to_be_verbose() {
    let desk = Desk::new();
    let flags = "check --algorithm fisher-yates --trials 3000";
    let short = desk.run(flags).expect_code(0).out;
    assert!(!short.contains("ascents"), "{short}");
    assert!(short.contains(" tests found nothing; smallest p after Holm "), "{short}");
    let verbose = desk.run(&format!("{flags} --verbose")).expect_code(0).out;
    for test in ["degree", "ascents", "permutations", "collisions"] {
        assert!(verbose.contains(&format!("\n{test} ")), "{test}:\n{verbose}");
    }
    let ended = desk.run(&format!("{flags} --verbose --json")).expect_code(2);
    assert!(ended.err.contains("--verbose"), "a flag that would do nothing: {}", ended.err);
}

#[test]
fn a_tiny_error_budget_is_no_line_of_zeros() {
    let desk = Desk::new();
    let flags = "check --algorithm identity --cards 52 --trials 1000 --alpha 1e-200";
    let ended = desk.run(flags).expect_code(1);
    assert!(ended.out.contains("at most 1e-200"), "{}", ended.out);
    assert!(ended.again().contains("--alpha 1e-200"), "{}", ended.out);
    assert!(!ended.out.contains("0000000000"), "{}", ended.out);
    assert_eq!(desk.run(ended.again()).out, ended.out, "the very same budget");
    for command in ["check", "power"] {
        let flags = format!("{command} --algorithm naive --alpha 1e-320");
        let line = desk.run(&flags).expect_code(2);
        assert!(!line.only_line().contains("0000000000"), "{}", line.err);
    }
}

#[test]
fn the_headline_says_what_was_found() {
    let desk = Desk::new();
    // Every deck is the one before it with two cards swapped.
    let mut deck: Vec<u32> = (0..52).collect();
    let mut draw = 1_u32;
    let mut walk = String::new();
    for _ in 0..20_000 {
        draw = draw.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        deck.swap((draw >> 8) as usize % 52, (draw >> 20) as usize % 52);
        walk += &(deck.iter().map(u32::to_string).collect::<Vec<_>>().join(" ") + "\n");
    }
    desk.write("walk.txt", walk);
    let serial = desk.run("check --file walk.txt --metrics serial-inversions").expect_code(1).out;
    assert!(
        serial.starts_with(
            "FAIL: decks of `walk.txt` on 52 cards are not both independent and fair.\n"
        ),
        "{serial}"
    );

    let orders = "0 1 2\n0 2 1\n1 0 2\n1 2 0\n2 0 1\n2 1 0\n";
    desk.write("even.txt", orders.repeat(20_000));
    let even =
        desk.run("check --file even.txt --cards 3 --metrics permutations").expect_code(1).out;
    assert!(
        even.starts_with(
            "FAIL: decks of `even.txt` on 3 cards are not both independent and fair.\n"
        ),
        "{even}"
    );
    assert!(even.contains("The counts are more even than chance allows"), "{even}");

    let again =
        "check --algorithm fisher-yates --dice tiny-seed:bits=8 --trials 5000 --metrics repeats";
    let again = desk.run(again).expect_code(1).out;
    let few = "FAIL: the 5,000 decks of fisher-yates with tiny-seed:bits=8 dice on 52 cards are only 256 different orders.\n";
    assert!(again.starts_with(few), "{again}");

    desk.write("hands.txt", "As Ah Ad Ac Ks\n2s 2h 2d 2c Kh\n".repeat(1_000));
    let hands = "check --file hands.txt --deal 5 --labels standard-52 --metrics poker";
    let hands = desk.run(hands).expect_code(1).out;
    assert!(
        hands.starts_with("FAIL: `hands.txt`, 5 of 52 cards does not deal every hand "),
        "{hands}"
    );

    let orders =
        desk.run("check --algorithm naive --trials 3000 --metrics position").expect_code(1).out;
    assert!(
        orders.starts_with("FAIL: naive on 52 cards does not give every order equally often.\n")
    );
}

#[test]
fn a_number_of_one_has_no_plural() {
    let desk = Desk::new();
    desk.write("one.txt", "0 1 2 3 4\n");
    let one = desk.run("check --file one.txt --cards 5 --verbose");
    let short = desk.run("check --file one.txt --cards 5");
    for screen in [one.out, short.out] {
        assert!(
            screen.contains("from 1 deck.") && screen.contains("What the 1 deck of"),
            "{screen}"
        );
        for wrong in ["1 decks", "1 tests", "1 cases", "1 orders"] {
            let is_wrong =
                |at: usize| !screen[..at].ends_with(|last: char| last.is_numeric() || last == ',');
            assert!(!screen.match_indices(wrong).any(|(at, _)| is_wrong(at)), "{wrong}:\n{screen}");
        }
    }
    let line = desk.run("check --algorithm naive --cards 0").expect_code(2);
    let said =
        "shuffle-audit: --cards: a deck of 0 cards has no order; a shuffle needs at least 2 cards";
    assert_eq!(line.only_line(), said);
}

#[test]
fn the_headline_and_the_table_have_the_same_units() {
    let ended =
        Desk::new().run("check --algorithm naive --trials 3000 --metrics position").expect_code(1);
    let (sentence, table) = ended.out.split_once("\n\n").unwrap();
    let sentence = sentence.lines().nth(1).unwrap();
    let percent = sentence.split("positions ").nth(1).unwrap().split(" %").next().unwrap();
    assert!(percent.parse::<f64>().is_ok(), "{sentence}");
    assert!(table.contains(&format!(" {percent} % [")), "{}", ended.out);
}

#[cfg(unix)]
#[test]
fn a_command_on_several_lines_is_one_that_a_shell_understands() {
    let desk = Desk::new();
    let name = "it's a file with a long name.txt";
    desk.write(name, "0 1\n".repeat(2_000));
    let flags = ["check", "--cards", "2", "--file", name, "--metrics", "permutations,degree"];
    let first = desk.run_at("40", &flags).expect_code(1);
    let (_, again) = first.out.split_once("To see it again:\n").unwrap();
    assert!(again.lines().count() > 2, "{again}");
    let binary = format!("'{}'", crate::support::binary().display());
    let script = again.replacen("shuffle-audit", &binary, 1);
    let mut shell = std::process::Command::new("sh");
    shell.args(["-c", &script]).current_dir(desk.path("")).env("COLUMNS", "40");
    let output = shell.output().unwrap();
    assert_eq!(String::from_utf8(output.stdout).unwrap(), first.out);
}

#[test]
fn the_catalogue_is_listed_for_narrow_screens_too() {
    let list = at(&Desk::new(), 40, &["list"]);
    for entry in ENTRIES {
        assert!(list.lines().any(|line| line.trim() == entry.id), "{}:\n{list}", entry.id);
    }
}
