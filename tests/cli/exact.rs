//! `shuffle-audit exact`: laws in fractions, trees, refusals with the figure.

use crate::support::{Desk, Ended, Table};
use serde_json::Value;

fn exact(flags: &str) -> Ended {
    Desk::new().run(&format!("exact {flags}"))
}

fn json(flags: &str) -> Value {
    let ended = exact(&format!("--json {flags}")).expect_code(0);
    serde_json::from_str(&ended.out).expect("stdout is JSON and nothing else")
}

#[test]
fn a_small_law_in_words() {
    insta::assert_snapshot!(exact("--algorithm naive --cards 3").expect_code(0).out);
}

#[test]
fn a_large_deck_in_words() {
    insta::assert_snapshot!(exact("--algorithm naive --cards 52").expect_code(0).out);
}

#[test]
fn the_json_has_what_was_promised() {
    let law = json("--algorithm naive --cards 3");
    assert_eq!(law["algorithm"], "naive");
    assert_eq!(law["cards"], 3);
    let orders = law["law"].as_array().unwrap();
    assert_eq!(orders.len(), 6);
    let of = |order: &str| {
        let found = orders.iter().find(|one| one["permutation"] == order).unwrap();
        found["probability"].as_str().unwrap().to_owned()
    };
    assert_eq!([of("0 1 2"), of("0 2 1")], ["4/27", "5/27"]);
    assert_eq!(law["total_variation"]["fraction"], "1/18");
    assert_eq!(law["degree"]["fraction"], "0");
    assert!((law["noncentrality"].as_f64().unwrap() - 1.0 / 81.0).abs() < 1e-12);
    assert!((law["position"][0][1].as_f64().unwrap() - 10.0 / 27.0).abs() < 1e-12);
    assert_eq!(law["why"], serde_json::json!({}));
}

#[test]
fn a_part_that_is_not_computed_is_null_and_says_why() {
    let law = json("--algorithm naive --cards 52");
    for part in ["law", "total_variation", "noncentrality"] {
        assert_eq!(law[part], Value::Null, "{part}");
        assert!(law["why"][part].as_str().unwrap().contains("52 cards"), "{part}");
    }
    assert_eq!(law["position"].as_array().unwrap().len(), 52);
    assert!((law["degree"]["value"].as_f64().unwrap() - 0.001_191_978_1).abs() < 1e-9);
    let nine = json("--algorithm naive --cards 9");
    assert_eq!(nine["law"], Value::Null);
    assert_eq!(nine["why"]["law"], "listed up to 8 cards only");
    assert!(nine["total_variation"]["fraction"].is_string());
}

/// "It is done when": these are proved uniform for n <= 7, and `mixed-within` is not.
#[test]
fn the_sound_forms_of_fisher_yates_are_proved_uniform() {
    let sound = [
        "fisher-yates",
        "fisher-yates-by-value",
        "mixed-between",
        "inside-out",
        "out-of-place",
        "pencil-and-paper",
    ];
    for id in sound {
        for cards in 1..=7 {
            let law = json(&format!("--algorithm {id} --cards {cards}"));
            assert_eq!(law["uniform"], true, "{id} on {cards} cards");
            assert_eq!(law["total_variation"]["fraction"], "0", "{id} on {cards} cards");
        }
    }
    let within = json("--algorithm mixed-within --cards 3");
    assert_eq!(within["uniform"], false);
    assert_eq!(within["total_variation"]["fraction"], "1/3");
}

/// The worked tree of article 4.
#[test]
fn the_tree_of_naive_on_three_cards_has_3_9_and_27_nodes() {
    let text = exact("--algorithm naive --cards 3 --tree text").expect_code(0).out;
    let at_depth = |margin: usize| {
        let branch =
            |line: &&str| line.chars().position(|letter| letter == '─') == Some(margin + 1);
        text.lines().filter(branch).count()
    };
    assert_eq!([at_depth(0), at_depth(3), at_depth(6)], [3, 9, 27]);
    let mermaid = exact("--algorithm naive --cards 3 --tree mermaid").expect_code(0).out;
    assert_eq!(mermaid.matches("-->").count(), 39);
    let dot = exact("--algorithm naive --cards 3 --tree dot").expect_code(0).out;
    assert_eq!(dot.matches("->").count(), 39);
    let svg = exact("--algorithm naive --cards 3 --tree svg").expect_code(0).out;
    assert_eq!(svg.matches("\n1/27\n").count(), 27);
}

#[test]
fn weighted_choices_stand_on_the_tree() {
    let riffle = exact("--algorithm human-riffle --cards 4 --tree text").expect_code(0).out;
    assert!(riffle.contains("yes ") && riffle.contains("/10: "), "{riffle}");
}

#[test]
fn a_report_is_written_whole() {
    let desk = Desk::new();
    let command = "exact --algorithm naive --cards 3 --tree png --out law";
    desk.run(command).expect_code(0);
    let names = [
        "exact.csv",
        "index.html",
        "law.csv",
        "manifest.json",
        "plan.toml",
        "position.csv",
        "position.png",
        "tree.png",
    ];
    assert_eq!(desk.names("law"), names);
    let law = Table::read(desk.read("law/law.csv").as_bytes());
    assert_eq!(law.column("fraction"), ["4/27", "5/27", "5/27", "5/27", "4/27", "4/27"]);
    let numbers = Table::read(desk.read("law/exact.csv").as_bytes());
    assert_eq!(numbers.cell("total_variation", "fraction"), "1/18");
    assert_eq!(numbers.cell("most_likely", "examples"), "0 2 1, 1 0 2, 1 2 0");
    let first = desk.files("law");
    desk.run(command).expect_code(0);
    assert!(desk.files("law") == first, "the same law gives the same bytes");
}

#[test]
fn what_is_too_large_is_refused_with_the_figure() {
    let words = exact("--algorithm naive --cards 10 --max-memory 10MB").expect_code(0).out;
    assert!(words.contains("MB"), "{words}");
    assert!(words.contains("but 10.0 MB are allowed; --max-memory allows more"), "{words}");
    let tree = exact("--algorithm naive --cards 10 --tree text").expect_code(2);
    assert!(tree.only_line().contains("--tree: the dice have 10000000000 paths"), "{}", tree.err);
    let png = exact("--algorithm naive --cards 5 --tree png --out x").expect_code(2);
    assert!(png.only_line().contains("3125 leaves do not fit"), "{}", png.err);
}

#[test]
fn flaws_of_the_dice_have_exact_laws() {
    let law = json("--algorithm fisher-yates --cards 4 --dice modulo:bits=15");
    assert_eq!(law["total_variation"]["fraction"], "1/49152");
    let none = exact("--algorithm fisher-yates --cards 4 --dice tiny-seed:bits=16").expect_code(2);
    assert!(none.only_line().contains("depend on each other"), "{}", none.err);
}

#[test]
fn mistakes_in_the_flags_have_one_line() {
    for (flags, said) in [
        ("--algorithm nave --cards 3", "did you mean `naive`?"),
        ("--algorithm naive --cards 3 --deal 4", "--deal: "),
        ("--algorithm naive --cards 3 --passes 0", "--passes: passes must be at least 1"),
        (
            "--algorithm naive --cards 3 --passes 100_001",
            "--passes: exact laws are for up to 100000 passes",
        ),
        (
            "--algorithm naive --cards 10_001",
            "--cards: exact laws are for decks of up to 10000 cards",
        ),
        ("--algorithm naive --cards 3 --dice modul", "--dice: "),
        ("--algorithm naive --cards 3 --tree png", "name a folder for it by --out"),
        ("--algorithm rand-shuffle --cards 3", "draws by itself"),
    ] {
        let ended = exact(flags).expect_code(2);
        assert!(ended.only_line().contains(said), "{flags}: {}", ended.err);
    }
    for flags in ["--algorithm naive --tree tiff", "--algorithm naive --max-memory lots"] {
        exact(flags).expect_code(2);
    }
}
