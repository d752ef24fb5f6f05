//! Decks of a million cards.

use crate::support::{Desk, Table};

#[test]
fn a_million_cards_are_audited_and_what_they_take_is_said_before() {
    let desk = Desk::new();
    let flags = "--algorithm fisher-yates --cards 1_000_000 --trials 100 --threads 1";
    let ended = desk.run(&format!("check {flags} --metrics degree,spearman")).expect_code(0);
    let said = "fisher-yates: a deck of 1000000 cards: blocks of 1 deck, about 29 MB a thread \
                and 24 MB for all";
    assert_eq!(ended.err, format!("{said}\n"));
    assert!(ended.out.contains("PASS: no bias found in 100 decks"), "{}", ended.out);
}

#[test]
fn numbers_of_large_decks_are_judged_in_classes_and_written_with_their_values() {
    let desk = Desk::new();
    let tests = "metrics = [\"degree\", \"ascents\", \"inversions\", \"rising-sequences\", \
                 \"footrule\", \"fixed-points\", \"cycles\"]";
    let case = |id: &str, algorithm: &str, rest: &str| {
        format!(
            "[[case]]\nid = \"{id}\"\nalgorithm = \"{algorithm}\"\ncards = 5_000\n\
             trials = 1_000\n{tests}\n{rest}\n"
        )
    };
    let caught = "expect = \"fail\"\ncaught_by = [\"inversions\", \"footrule\"]";
    let biased = case("buffer", "shuffle-buffer:buffer=500", caught);
    desk.write("large.toml", case("sound", "fisher-yates", "") + &biased);
    desk.run("run large.toml").expect_code(0);
    let ascents = Table::read(desk.read("reports/large/sound/ascents.csv").as_bytes());
    let first: Vec<u64> = ascents.column("ascents").iter().map(|v| v.parse().unwrap()).collect();
    assert_eq!(first[0], 0);
    // The standard deviation is 20.4: classes of 3 around 2499.5.
    assert!(first[1] > 2_380 && first[2] - first[1] == 3 && *first.last().unwrap() > 2_590);
    let histograms = desk.read("reports/large/sound/histograms.csv");
    let last = |test: &str| -> String {
        let mut of_test = histograms.lines().filter(|line| line.starts_with(&format!("{test},")));
        of_test.next_back().unwrap().split(',').nth(2).unwrap().to_owned()
    };
    assert_eq!((last("ascents"), last("inversions")), ("4999".to_owned(), "12497500".to_owned()));
    assert_eq!((last("rising-sequences"), last("footrule")), ("5000".into(), "6250000".into()));
}
