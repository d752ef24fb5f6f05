//! Start orders, in flags and in plans.

use crate::support::Desk;

fn plan(start: &str) -> String {
    format!(
        "[[case]]\nid = \"it\"\nalgorithm = \"mixed-between\"\ncards = 5\ntrials = 20_000\n\
         metrics = [\"permutations\"]\n{start}\n"
    )
}

#[test]
fn a_shuffle_may_be_sound_from_the_identity_and_biased_from_the_reverse() {
    let desk = Desk::new();
    let flags = "check --algorithm mixed-between --cards 5 --trials 20_000 --metrics permutations";
    let sound = desk.run(flags).expect_code(0);
    let biased = desk.run(&format!("{flags} --start reverse")).expect_code(1);
    assert!(biased.out.starts_with("FAIL: mixed-between from start reverse on 5 cards"));
    assert!(biased.again().contains(" --start reverse "), "{}", biased.again());
    let by_hand = desk.run(&format!("{flags} --start 4,3,2,1,0")).expect_code(1).out;
    let statistic = |said: &str| said.lines().nth(4).map(ToOwned::to_owned);
    assert_eq!(statistic(&by_hand), statistic(&biased.out), "the same start by another name");
    assert_eq!(desk.run(&format!("{flags} --start identity")).out, sound.out);
}

#[test]
fn a_plan_has_a_start_and_its_report_repeats_it() {
    let desk = Desk::new();
    for (name, start, written) in [
        ("reverse", "start = \"reverse\"", "start = \"reverse\""),
        ("order", "start = [4, 3, 2, 1, 0]", "start = [4, 3, 2, 1, 0]"),
    ] {
        let expect = format!("{start}\nexpect = \"fail\"\ncaught_by = [\"permutations\"]");
        desk.write(&format!("{name}.toml"), plan(&expect));
        desk.run(&format!("run {name}.toml")).expect_code(0);
        let report = desk.read(&format!("reports/{name}/plan.toml"));
        let squeezed = report.split_whitespace().collect::<String>();
        assert!(squeezed.contains(&written.replace(' ', "")), "{report}");
        let again = report.replace("[provenance]", "[provenance]\nnote = \"again\"");
        desk.write(&format!("again-{name}.toml"), again);
        desk.run(&format!("run again-{name}.toml")).expect_code(0);
        let summary = |name: &str| desk.read(&format!("reports/{name}/summary.csv"));
        assert_eq!(summary(&format!("again-{name}")), summary(name));
    }
}

#[test]
fn the_identity_leaves_no_trace_in_a_report() {
    let desk = Desk::new();
    desk.write("it.toml", plan(""));
    desk.run("run it.toml --out plain").expect_code(0);
    desk.write("it.toml", plan("start = \"identity\""));
    desk.run("run it.toml --out named").expect_code(0);
    assert_eq!(desk.files("plain/it"), desk.files("named/it"));
}

#[test]
fn a_start_that_is_none_is_one_line() {
    let desk = Desk::new();
    for (start, said) in [
        ("\"revers\"", "unknown start `revers`; did you mean `reverse`?"),
        ("[0, 1, 2]", "a start order of 3 cards does not fit a deck of 5; name each card once"),
        ("[0, 1, 2, 3, 5]", "the start order has the card 5, which is out of range 0..5"),
        ("[0, 1, 2, 3, 3]", "the start order has the card 3 twice"),
        ("7", "a start is a name such as \"reverse\" or an order such as [2, 0, 1]"),
        ("[-1]", "a start is a name such as \"reverse\" or an order such as [2, 0, 1]"),
    ] {
        desk.write("it.toml", plan(&format!("start = {start}")));
        let ended = desk.run("run it.toml").expect_code(2);
        assert_eq!(ended.only_line(), format!("shuffle-audit: it.toml:7: {said}"));
    }
    let ended = desk.run("check --algorithm naive --cards 3 --start 1,2,3").expect_code(2);
    let said = "shuffle-audit: --start: the start order has the card 3, which is out of range 0..3";
    assert_eq!(ended.only_line(), said);
}
