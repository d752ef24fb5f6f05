//! Cards go by the names that their decks were written with, in every output.

use crate::support::{Desk, Table};
use serde_json::Value;

/// Decks of four cards by name; the third card of the start order is always first.
fn fruits() -> (&'static str, String) {
    (
        "apple,=pear,quince,+plum",
        "quince apple =pear +plum\nquince +plum apple =pear\n".repeat(1_000),
    )
}

#[test]
fn with_labels_findings_tables_and_json_call_cards_by_name() {
    let desk = Desk::new();
    let (labels, decks) = fruits();
    desk.write("fruits", labels);
    desk.write("decks.txt", decks);
    let flags = "check --file decks.txt --cards 4 --labels fruits --metrics position,permutations,pair-order";
    let ended = desk.run(&format!("{flags} --out report --verbose")).expect_code(1);
    assert!(ended.out.contains("card quince"), "{}", ended.out);
    for card in 0..4 {
        assert!(!ended.out.contains(&format!("card {card}")), "{}", ended.out);
    }
    let files = desk.files("report");
    let position = Table::read(&files["check/position.csv"]);
    let harmless = ["position", "apple", "'=pear", "quince", "'+plum"];
    assert_eq!(position.header, harmless, "what a spreadsheet would run is made harmless");
    assert_eq!(position.cell("0", "quince"), "2000");
    let orders = Table::read(&files["check/permutations.csv"]);
    assert_eq!(orders.cell("quince apple =pear +plum", "count"), "1000");
    assert_eq!(orders.cell("'=pear apple quince +plum", "count"), "0");

    let found: Value = serde_json::from_str(&desk.run(&format!("{flags} --json")).out).unwrap();
    let case = &found["cases"][0];
    assert_eq!(case["labels"], serde_json::json!(["apple", "=pear", "quince", "+plum"]));
    let alone = desk.run("check --file decks.txt --cards 4 --labels fruits --metrics position");
    assert!(alone.out.lines().nth(1).unwrap().contains("card "), "{}", alone.out);
    let places: Vec<&str> = case["judgements"]
        .as_array()
        .unwrap()
        .iter()
        .filter_map(|judgement| judgement["effect"]["peak"]["place"].as_str())
        .collect();
    let fruits = ["card apple", "card =pear", "card quince", "card +plum"];
    let named = |place: &&str| fruits.iter().any(|fruit| place.contains(fruit));
    assert!(!places.is_empty() && places.iter().all(named), "{places:?}");
}

#[test]
fn five_thousand_hands_of_a_marked_deck_name_the_card() {
    let desk = Desk::new();
    desk.write("hands.txt", "As 2h 3d 4c 5s\nAs Kh Qd Jc 10s\n".repeat(2_500));
    let flags = "check --file hands.txt --deal 5 --labels standard-52 --metrics position";
    let ended = desk.run(flags).expect_code(1);
    let sentence = ended.out.lines().nth(1).unwrap();
    assert!(
        sentence.contains("most clearly position ") && sentence.contains(", card "),
        "{sentence}"
    );
    let card = sentence.split(", card ").nth(1).unwrap().split(':').next().unwrap();
    assert!(card.ends_with(['s', 'h', 'd', 'c']), "{sentence}");
}

#[test]
fn base_1_counts_positions_and_cards_from_1_everywhere() {
    let desk = Desk::new();
    desk.write("decks.txt", "3 1 2 4\n3 4 1 2\n".repeat(1_000));
    let flags = "check --file decks.txt --cards 4 --base 1 --metrics position,permutations";
    let ended = desk.run(&format!("{flags} --out report")).expect_code(1);
    assert!(!ended.out.contains("position 0") && !ended.out.contains("card 0"), "{}", ended.out);
    let files = desk.files("report");
    let position = Table::read(&files["check/position.csv"]);
    assert_eq!(position.header, ["position", "card_1", "card_2", "card_3", "card_4"]);
    assert_eq!(position.column("position"), ["1", "2", "3", "4"]);
    assert_eq!(position.cell("1", "card_3"), "2000");
    let orders = Table::read(&files["check/permutations.csv"]);
    assert_eq!(orders.cell("3 1 2 4", "count"), "1000");
    let found: Value = serde_json::from_str(&desk.run(&format!("{flags} --json")).out).unwrap();
    assert_eq!(found["cases"][0]["base"], 1);
    assert_eq!(found["cases"][0]["labels"], Value::Null);

    // The same decks from 0: the pictures differ by nothing but the numbers.
    desk.write("decks.txt", "2 0 1 3\n2 3 0 1\n".repeat(1_000));
    let from_0 = flags.replace("--base 1 ", "");
    desk.run(&format!("{from_0} --out zero")).expect_code(1);
    let zero = desk.files("zero");
    for picture in ["check/position.png", "check/permutations.png"] {
        assert_ne!(zero[picture], files[picture], "{picture} is numbered from 1");
    }
    let counts = |bytes: &[u8]| {
        Table::read(bytes).rows.iter().map(|row| row[1..].to_vec()).collect::<Vec<_>>()
    };
    assert_eq!(counts(&zero["check/position.csv"]), counts(&files["check/position.csv"]));
}

#[test]
fn the_pictures_of_a_labelled_deck_name_its_cards() {
    let desk = Desk::new();
    let (labels, decks) = fruits();
    desk.write("fruits", labels);
    desk.write("others", "apple,=pear,grapes,+plum");
    desk.write("decks.txt", &decks);
    let flags = "check --cards 4 --metrics position,permutations --file decks.txt";
    desk.run(&format!("{flags} --labels fruits --out named")).expect_code(1);
    desk.write("decks.txt", decks.replace("quince", "grapes"));
    desk.run(&format!("{flags} --labels others --out other")).expect_code(1);
    let (named, other) = (desk.files("named"), desk.files("other"));
    for picture in ["check/position.png", "check/permutations.png"] {
        assert_ne!(named[picture], other[picture], "{picture} shows the names");
    }
}
