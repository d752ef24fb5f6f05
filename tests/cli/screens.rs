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
    desk.write("large.toml", plan(41));
    desk.write("log.toml", "[[case]]\nid = \"log\"\nfile = \"hands.txt\"\ncards = 52\ndeal = 5\nlabels = \"standard-52\"\n");
    let lab = format!("profile = \"lab\"\n{}", plan(3));
    desk.write("lab.toml", lab);
    let commands: &[&str] = &[
        "check --algorithm naive --trials 1000",
        "check --algorithm naive --trials 1000 --verbose",
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
        "run small.toml --no-pictures",
        "run large.toml --no-pictures",
        "run large.toml --no-pictures --verbose",
        "run log.toml --no-pictures",
        "run lab.toml --no-pictures",
        "power --algorithm naive --cards 4 --trials 500",
        "power --algorithm naive --cards 52 --metrics position,poker --pilot 1000",
        "exact --algorithm naive --cards 3",
        "exact --algorithm naive --cards 8",
        "exact --algorithm naive --cards 52",
        "trace --algorithm naive --cards 5 --beside fisher-yates",
        "trace --algorithm hindu --cards 52",
        "trace --algorithm random-swaps --cards 13 --deal 3",
        "calibrate --runs 5 --cards 4 --trials 200 --detections 1 --most-decks 50",
        "list",
        "list --metrics",
    ];
    let mut commands: Vec<Vec<&str>> = commands.iter().map(|line| words(line)).collect();
    commands.push(vec!["check", "--cards", "2", "--file", long]);
    let mut seen = 0;
    for columns in [40, 80] {
        // `every_verdict_fits_on_24_lines_and_a_pass_on_6` looks at the short verdicts at 80 columns.
        let is_new =
            |it: &&Vec<&str>| columns != 80 || it[0] != "check" || it.contains(&"--verbose");
        for command in commands.iter().filter(is_new) {
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
    assert!(seen > 2_000, "{seen} lines");
}

#[test]
fn the_catalogue_is_listed_for_narrow_screens_too() {
    let list = at(&Desk::new(), 40, &["list"]);
    for entry in ENTRIES {
        assert!(list.lines().any(|line| line.trim() == entry.id), "{}:\n{list}", entry.id);
    }
}

/// Shuffles with every kind of finding, and sound ones, at a few numbers of decks.
const PLANTED: &[&str] = &[
    "naive",
    "sattolo",
    "overhand",
    "gsr-riffle",
    "coin-heap-sort",
    "coin-merge-sort",
    "random-keys:bits=4",
    "identity",
    "reverse",
    "freecell",
    "even-orders",
    "repeat-deck",
    "lag-card",
    "riffled-on",
    "pair-suit",
    "subset-parity",
    "wreath",
    "mathieu --cards 12",
    "heavy-suit --deal 13",
    "heavy-ball --deal 6 --unordered",
    "shy-pair --cards 49 --deal 6 --unordered",
    "no-repeats --cards 10 --deal 4 --replacement",
    "missing-symbols --cards 10 --deal 4 --replacement",
    "naive --pack land=24,spell=36",
    "shuffle-buffer --cards 2000 --trials 1",
    "fisher-yates",
];

#[test]
fn every_verdict_fits_on_24_lines_and_a_pass_on_6() {
    let desk = Desk::new();
    let mut failed = 0;
    // Few decks and many: their messages differ.
    for (subject, trials) in PLANTED.iter().zip(["100", "1_000"].into_iter().cycle()) {
        let arguments = format!("check --algorithm {subject}");
        let mut arguments = words(&arguments);
        if !arguments.contains(&"--trials") {
            arguments.extend(["--trials", trials]);
        }
        let screen = at(&desk, 80, &arguments);
        let most = if screen.starts_with("PASS") { 6 } else { 24 };
        assert!(screen.lines().count() <= most, "{arguments:?}:\n{screen}");
        assert!(screen.lines().all(|line| line.chars().count() <= 80), "{screen}");
        assert!(screen.lines().all(|line| line == line.trim_end()), "{arguments:?}:\n{screen}");
        for noise in ["cannot be made", "Holm", "too often or too rarely", "error budget"] {
            assert!(!screen.contains(noise), "{arguments:?}: {noise}:\n{screen}");
        }
        failed += usize::from(screen.starts_with("FAIL"));
    }
    assert!(failed > 15, "{failed} of them fail");
}

/// More decks name the same kind of thing, and never only a total variation.
#[test]
fn naive_favors_positions_at_any_number_of_decks() {
    let desk = Desk::new();
    for trials in ["500", "2_000", "20_000", "200_000"] {
        let screen = at(&desk, 80, &["check", "--algorithm", "naive", "--trials", trials]);
        let start = "FAIL: naive on 52 cards: cards favor some positions. Worst: card ";
        assert!(screen.replace('\n', " ").starts_with(start), "{trials}:\n{screen}");
        assert!(screen.contains("\nwhere cards lie "), "{trials}:\n{screen}");
    }
    let few = at(&desk, 80, &["check", "--algorithm", "naive", "--trials", "200"]);
    assert!(few.contains("cards tend to stay where they started"), "{few}");
}

#[test]
fn a_heatmap_is_drawn_of_positions_and_in_color_where_there_is_any() {
    let desk = Desk::new();
    let naive = ["check", "--algorithm", "naive", "--trials", "20000"];
    let drawn = at(&desk, 80, &naive);
    let blocks = |screen: &str| screen.lines().filter(|line| line.contains('█')).count();
    assert!(blocks(&drawn) >= 8, "{drawn}");
    assert!(drawn.contains("Positions 0 to 51 down, cards 0 to 51 across; █ +"), "{drawn}");
    let sound = at(&desk, 80, &["check", "--algorithm", "fisher-yates", "--trials", "20000"]);
    let repeated = at(&desk, 80, &["check", "--algorithm", "identity", "--trials", "2000"]);
    assert_eq!((blocks(&sound), blocks(&repeated)), (0, 0), "{sound}{repeated}");
}

#[test]
fn list_has_a_line_for_each_name_and_shows_one_of_them_whole() {
    let desk = Desk::new();
    let list = at(&desk, 80, &["list"]);
    for entry in ENTRIES {
        let lines = list.lines().filter(|line| words(line).first() == Some(&entry.id));
        assert!(lines.count() >= 1, "{}:\n{list}", entry.id);
        let one = at(&desk, 80, &["list", entry.id]);
        assert!(one.contains("source: "), "{one}");
    }
    assert!(list.lines().count() < 250, "{}", list.lines().count());
    assert!(at(&desk, 80, &["list", "position"]).contains("blind to: "));
    let wrong = desk.run_at("80", &["list", "sattolos"]);
    assert_eq!(wrong.code, Some(2));
    assert!(wrong.err.contains("did you mean `sattolo`?"), "{}", wrong.err);
}
