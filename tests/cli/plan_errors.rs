//! A plan with a mistake in it: exit code 2, one line with file, line and correction, and no report.

use crate::support::Desk;
use std::fmt::Write;

const SOUND: &str = r#"title = "a plan"
seed = "0x5eed"

[budget]
alpha = 1e-6

[[case]]
id = "first"
algorithm = "fisher-yates"
cards = 5
trials = 1_000

[[case]]
id = "second"
algorithm = "naive"
cards = 52
deal = 9
trials = 1_000
dice = "exact"
rng = "pcg64"
metrics = ["degree", "position"]
expect = "fail"
caught_by = ["position"]
"#;

/// A mistake: a part of the sound plan, and its replacement.
struct Mistake(&'static str, &'static str);

impl Mistake {
    fn plan(&self) -> String {
        assert_eq!(SOUND.matches(self.0).count(), 1, "`{}` stands once in the plan", self.0);
        SOUND.replace(self.0, self.1)
    }

    /// The line with the mistake: that of the replacement, or that of the case if something is missing.
    fn line(&self) -> usize {
        let replaced = SOUND.find(self.0).unwrap();
        let at =
            if self.1.is_empty() { SOUND[..replaced].rfind("[[case]]").unwrap() } else { replaced };
        SOUND[..at].matches('\n').count() + 1
    }
}

const MISTAKES: &[Mistake] = &[
    // Keys.
    Mistake("title =", "titel ="),
    Mistake("seed =", "random_state ="),
    Mistake("alpha =", "alhpa ="),
    Mistake("algorithm = \"naive\"", "algoritm = \"naive\""),
    Mistake("caught_by =", "caught-by ="),
    Mistake("id = \"first\"\n", ""),
    Mistake("algorithm = \"fisher-yates\"\n", ""),
    Mistake("cards = 5\n", ""),
    Mistake("trials = 1_000\n\n", ""),
    // Values of a wrong type.
    Mistake("title = \"a plan\"", "title = 1"),
    Mistake("cards = 5\n", "cards = \"five\"\n"),
    Mistake("cards = 5\n", "cards = -5\n"),
    Mistake("cards = 5\n", "cards = 5.5\n"),
    Mistake("trials = 1_000\n\n", "trials = 1.5\n\n"),
    Mistake("metrics = [\"degree\", \"position\"]", "metrics = \"degree\""),
    Mistake("expect = \"fail\"", "expect = \"biased\""),
    // Names.
    Mistake("\"fisher-yates\"", "\"fisher-yate\""),
    Mistake("\"fisher-yates\"", "\"bogosort\""),
    Mistake("\"fisher-yates\"", "\"\""),
    Mistake("\"fisher-yates\"", "\"random-keys:bit=8\""),
    Mistake("\"fisher-yates\"", "\"fisher-yates:bits=8\""),
    Mistake("\"degree\"", "\"degrees\""),
    Mistake("\"degree\"", "\"chi-square\""),
    Mistake("metrics = [\"degree\", \"position\"]", "metrics = []"),
    Mistake("[\"position\"]", "[\"postion\"]"),
    Mistake("[\"position\"]", "[\"ascents\"]"),
    Mistake("dice = \"exact\"", "dice = \"modolu\""),
    Mistake("dice = \"exact\"", "dice = \"modulo:bits=64\""),
    Mistake("dice = \"exact\"", "dice = \"modulo:bits=\""),
    Mistake("dice = \"exact\"", "dice = \"modulo:8\""),
    Mistake("dice = \"exact\"", "dice = \"modulo:bits=8,bits=9\""),
    Mistake("dice = \"exact\"", "dice = \"modulo:width=8\""),
    Mistake("rng = \"pcg64\"", "rng = \"pgc64\""),
    Mistake("rng = \"pcg64\"", "rng = \"mt19937\""),
    // Subjects.
    Mistake("algorithm = \"naive\"", "exec = \"'\""),
    Mistake("algorithm = \"naive\"", "exec = 7"),
    Mistake("algorithm = \"naive\"", "exec = []"),
    Mistake("algorithm = \"naive\"", "exec = [\"\"]"),
    Mistake("rng = \"pcg64\"", "exec = \"python3 mine.py\""),
    Mistake("rng = \"pcg64\"", "file = \"decks.csv\""),
    Mistake("rng = \"pcg64\"", "format = \"u8\""),
    Mistake("rng = \"pcg64\"", "jobs = 2"),
    Mistake("rng = \"pcg64\"", "probe = \"ruby --version\""),
    // Ids.
    Mistake("id = \"second\"", "id = \"first\""),
    Mistake("id = \"second\"", "id = \"\""),
    Mistake("id = \"second\"", "id = \"Second\""),
    Mistake("id = \"second\"", "id = \"-second\""),
    Mistake("id = \"second\"", "id = \"../second\""),
    Mistake("id = \"second\"", "id = \"zweite-h\u{e4}lfte\""),
    // Sizes.
    Mistake("cards = 5\n", "cards = 0\n"),
    Mistake("cards = 5\n", "cards = 1\n"),
    Mistake("cards = 5\n", "cards = 4_294_967_297\n"),
    Mistake("deal = 9", "deal = 0"),
    Mistake("deal = 9", "deal = 53"),
    Mistake("trials = 1_000\n\n", "trials = 0\n\n"),
    Mistake("rng = \"pcg64\"", "passes = 0"),
    // The budget and the seed.
    Mistake("alpha = 1e-6", "alpha = 0"),
    Mistake("alpha = 1e-6", "alpha = 0.5"),
    Mistake("alpha = 1e-6", "alpha = -1e-6"),
    Mistake("alpha = 1e-6", "alpha = nan"),
    Mistake("seed = \"0x5eed\"", "seed = \"seed\""),
    Mistake("seed = \"0x5eed\"", "seed = \"0x1_0000_0000_0000_0000\""),
    Mistake("seed = \"0x5eed\"", "seed = -1"),
    Mistake("seed = \"0x5eed\"", "seed = 1.5"),
    Mistake("trials = 1_000\n\n", "library = \"./libmine.so\"\ntrials = 1_000\n\n"),
    Mistake("trials = 1_000\n\n", "symbol = \"shuffle\"\ntrials = 1_000\n\n"),
    // Contradictions.
    Mistake("caught_by = [\"position\"]", "caught_by = [\"permutations\"]"),
    Mistake("trials = 1_000\n\n", "caught_by = [\"position\"]\ntrials = 1_000\n\n"),
    // Invalid TOML.
    Mistake("cards = 5\n", "cards: 5\n"),
    Mistake("cards = 5\n", "cards = 5\ncards = 5\n"),
    Mistake("\"naive\"", "\"naive"),
    Mistake("[[case]]\nid = \"second\"", "[case]\nid = \"second\""),
];

#[test]
fn the_plan_without_a_mistake_runs() {
    let desk = Desk::new();
    desk.write("plan.toml", SOUND);
    let ended = desk.run("run plan.toml");
    assert!(matches!(ended.code, Some(0 | 1 | 3)), "{ended:?}");
}

#[test]
fn every_mistake_in_a_plan_has_one_line_that_says_where_and_what() {
    let mut said = String::new();
    for mistake in MISTAKES {
        let desk = Desk::new();
        desk.write("plan.toml", mistake.plan());
        let ended = desk.run("run plan.toml --out reports").expect_code(2);
        let line = ended.only_line();
        let wrong = if mistake.1.is_empty() { "left out: " } else { "" };
        let shown = if mistake.1.is_empty() { mistake.0 } else { mistake.1 };
        writeln!(said, "{wrong}{}\n    {line}", shown.trim().replace('\n', " / ")).unwrap();
        assert!(line.starts_with("shuffle-audit: plan.toml:"), "{line}");
        assert_eq!(desk.names(""), ["plan.toml"], "nothing is written");
    }
    insta::assert_snapshot!(said);
}

#[test]
fn the_line_of_a_mistake_is_the_line_in_which_it_stands() {
    // For mistakes in the TOML syntax the parser may report a later line.
    let syntax = ["cards = 5\ncards = 5\n", "[case]\nid = \"second\""];
    for mistake in MISTAKES.iter().filter(|mistake| !syntax.contains(&mistake.1)) {
        let desk = Desk::new();
        desk.write("plan.toml", mistake.plan());
        let ended = desk.run("run plan.toml").expect_code(2);
        let place = format!("shuffle-audit: plan.toml:{}: ", mistake.line());
        assert!(ended.err.starts_with(&place), "not `{place}`:\n{}", ended.err);
        // Windows editors end lines in CRLF, which must not change the line numbers.
        desk.write("plan.toml", mistake.plan().replace('\n', "\r\n"));
        let windows = desk.run("run plan.toml").expect_code(2);
        assert!(windows.err.starts_with(&place), "not `{place}`:\n{}", windows.err);
    }
}

#[test]
fn a_plan_that_is_none_is_one_line_too() {
    let desk = Desk::new();
    desk.write("empty.toml", "");
    desk.write("no-case.toml", "title = \"nothing\"\n");
    desk.write("prose.toml", "Dear auditor,\nplease look at my shuffle.\n");
    desk.write("picture.toml", b"\x89PNG\r\n\x1a\n");
    desk.write("folder/plan.toml", SOUND);
    let mut said = String::new();
    for plan in
        ["empty.toml", "no-case.toml", "prose.toml", "picture.toml", "folder", "absent.toml", ""]
    {
        let ended = desk.run(&format!("run {plan} --out reports")).expect_code(2);
        writeln!(said, "{}\n    {}", format!("run {plan}").trim(), ended.only_line()).unwrap();
        assert!(!desk.path("reports").exists(), "nothing is written");
    }
    insta::assert_snapshot!(said);
}

#[test]
fn a_mistake_in_the_second_plan_stops_the_first_from_running() {
    let desk = Desk::new();
    desk.write("first.toml", SOUND);
    desk.write("second.toml", SOUND.replace("cards = 5\n", "cards = 1\n"));
    let ended = desk.run("run first.toml second.toml").expect_code(2);
    assert!(ended.only_line().starts_with("shuffle-audit: second.toml:10: "), "{}", ended.err);
    assert!(!desk.path("reports").exists(), "nothing is written");
}

#[test]
fn two_plans_of_one_name_are_refused_before_they_overwrite_each_other() {
    let desk = Desk::new();
    desk.write("a/plan.toml", SOUND);
    desk.write("b/plan.toml", SOUND);
    let ended = desk.run("run a/plan.toml b/plan.toml").expect_code(2);
    let line = "shuffle-audit: `a/plan.toml` and `b/plan.toml` would write the same report `plan`; \
                rename one of them";
    assert_eq!(ended.only_line(), line);
    assert!(!desk.path("reports").exists(), "nothing is written");
}

#[test]
fn a_seed_may_be_a_number_or_a_text() {
    let desk = Desk::new();
    for (name, seed) in [("hex", "\"0x5eed\""), ("number", "24301"), ("text", "\"24_301\"")] {
        desk.write(&format!("{name}.toml"), SOUND.replace("\"0x5eed\"", seed));
    }
    desk.run("run hex.toml number.toml text.toml");
    let hex = desk.files("reports/hex");
    for plan in ["number", "text"] {
        let other = desk.files(&format!("reports/{plan}"));
        for name in ["plan.toml", "summary.csv", "first/position.csv", "second/position.csv"] {
            assert!(hex[name] == other[name], "{name} of {plan}");
        }
    }
}

#[test]
fn a_byte_order_mark_is_no_mistake() {
    let desk = Desk::new();
    desk.write("plain.toml", SOUND);
    desk.write("marked.toml", format!("\u{feff}{SOUND}"));
    desk.run("run plain.toml marked.toml");
    let (plain, marked) = (desk.files("reports/plain"), desk.files("reports/marked"));
    for name in ["plan.toml", "summary.csv", "first/position.csv"] {
        assert!(plain[name] == marked[name], "{name}");
    }
}
