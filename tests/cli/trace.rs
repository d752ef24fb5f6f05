//! `shuffle-audit trace`: the steps of a shuffle in words, as JSON and as files.

use crate::support::{Desk, Ended, skipped_but_in_ci};
use serde_json::{Value, json};
use std::fs;

fn trace(flags: &str) -> Ended {
    Desk::new().run(&format!("trace {flags}"))
}

fn steps(flags: &str) -> Value {
    let ended = trace(&format!("--json {flags}")).expect_code(0);
    serde_json::from_str(&ended.out).expect("stdout is JSON and nothing else")
}

#[test]
fn the_worked_example_of_article_3_by_position() {
    let flags = "--algorithm fisher-yates --cards 5 --rolls 3,1,0,1 --base 1";
    insta::assert_snapshot!(trace(flags).expect_code(0).out);
}

#[test]
fn the_worked_example_of_article_3_on_paper() {
    let flags = "--algorithm pencil-and-paper --cards 5 --rolls 2,2,0,1,0 --base 1";
    insta::assert_snapshot!(trace(flags).expect_code(0).out);
}

#[test]
fn one_below_the_other_in_words() {
    let desk = Desk::new();
    let ended = desk.run("trace --algorithm hindu --cards 30 --beside rand-shuffle --seed 1");
    insta::assert_snapshot!(ended.expect_code(0).out);
}

#[test]
fn the_json_has_what_was_promised() {
    let trace = steps("--algorithm fisher-yates --cards 5 --rolls 3,1,0,1");
    assert_eq!(trace["deck"], json!([0, 1, 2, 3, 4]));
    assert_eq!(trace["rolls"], json!([3, 1, 0, 1]));
    assert_eq!(trace["seed"], Value::Null);
    let step = &trace["steps"][0];
    assert_eq!(step["rolls"], json!([{"roll": 3, "range": [0, 4], "value": 3, "shared": false}]));
    assert_eq!(step["action"], "swap");
    assert_eq!(step["places"], json!([4, 3]));
    assert_eq!(step["deck"], json!([0, 1, 2, 4, 3]));
    assert_eq!(step["placed"], json!([4]));
    assert_eq!(trace["end"], json!([2, 4, 0, 1, 3]));
    assert_eq!(trace["steps"][3]["deck"], trace["end"]);
}

#[test]
fn packets_coins_and_words_have_their_fields() {
    let hindu = steps("--algorithm hindu --cards 20 --rolls 0,2,3");
    assert_eq!(hindu["steps"][0]["packets"], json!([[15, 0, 5], [0, 5, 15]]));
    assert_eq!(hindu["steps"][0]["moved"], json!([0, 1, 2, 3, 4]));
    let coin = &steps("--algorithm thorp --cards 4 --rolls 0,1")["steps"];
    let tails = json!({"roll": 1, "range": [0, 1], "heads": 1, "came": false, "shared": false});
    assert_eq!(coin[1]["rolls"][0], tails);
    let foreign = steps("--algorithm rand-shuffle --cards 5");
    assert_eq!(foreign["rolls"], Value::Null);
    assert_eq!(foreign["steps"][0]["rolls"][0]["bits"], 32);
}

#[test]
fn the_rolls_of_a_seed_lead_to_the_same_steps() {
    let seeded = steps("--algorithm coin-merge-sort --cards 9 --seed 7");
    let rolls: Vec<String> =
        seeded["rolls"].as_array().unwrap().iter().map(ToString::to_string).collect();
    let flags = format!("--algorithm coin-merge-sort --cards 9 --rolls {}", rolls.join(","));
    assert_eq!(steps(&flags)["steps"], seeded["steps"]);
}

#[test]
fn every_format_is_written_and_named() {
    let desk = Desk::new();
    let starts: [(&str, &[u8]); 5] = [
        ("gif", b"GIF89a"),
        ("png", b"\x89PNG"),
        ("svg", b"<svg"),
        ("html", b"<!doctype html>"),
        ("json", b"{"),
    ];
    for style in ["cards", "bars"] {
        for (ending, start) in starts {
            let file = format!("steps.{ending}");
            let flags =
                format!("trace --algorithm naive --cards 9 --style {style} --export {file}");
            assert_eq!(desk.run(&flags).expect_code(0).out, format!("{file}\n"));
            let bytes = fs::read(desk.path(&file)).unwrap();
            assert!(bytes.starts_with(start), "{file}");
            desk.run(&flags).expect_code(0);
            assert_eq!(fs::read(desk.path(&file)).unwrap(), bytes, "the same bytes again");
        }
    }
    let left = fs::read_dir(desk.path(".")).unwrap();
    assert_eq!(left.count(), starts.len(), "no temporary folder stays");
}

#[test]
fn a_page_asks_nothing_of_other_hosts_and_escapes_its_numbers() {
    let desk = Desk::new();
    desk.run("trace --algorithm naive --cards 5 --export page.html").expect_code(0);
    desk.run("exact --algorithm naive --cards 3 --tree html --out law").expect_code(0);
    for page in ["page.html", "law/tree.html"] {
        let page = fs::read_to_string(desk.path(page)).unwrap();
        let without_names = page.replace("http://www.w3.org/2000/svg", "");
        assert!(!without_names.contains("http"), "{page}");
        assert!(!page.contains("src=") && !page.contains("@import"));
    }
}

#[test]
fn the_tree_folds_into_27_paths() {
    let ended = Desk::new().run("exact --algorithm naive --cards 3 --tree html").expect_code(0);
    assert_eq!(ended.out.matches("<li class=\"leaf\">").count(), 27);
    assert_eq!(ended.out.matches("<details").count(), 1 + 3 + 9);
    assert_eq!(ended.out.matches("<details open>").count(), 1);
    let row = |order, paths| {
        format!("<td class=\"deck\">{order}</td><td>{paths}</td><td>{paths}/27</td>")
    };
    let page = ended.out.replace("&#x2f;", "/");
    for (order, paths) in [("0 1 2", 4), ("0 2 1", 5), ("1 2 0", 5), ("2 1 0", 4)] {
        assert!(page.contains(&row(order, paths)), "{order}");
    }
}

#[test]
fn mistakes_are_one_line_that_names_the_flag() {
    let cases = [
        (
            "--algorithm naive --cards 3 --rolls 1,3,0",
            "--rolls: roll number 2 is 3, but the shuffle rolls a number from 0 to 2 there",
        ),
        (
            "--algorithm naive --cards 3 --rolls 1,2",
            "--rolls: roll number 3, from 0 to 2, is missing: only 2 are given",
        ),
        (
            "--algorithm naive --cards 3 --rolls 1,2,0,0",
            "--rolls: 4 rolls are given, but the shuffle needs only 3",
        ),
        (
            "--algorithm rand-shuffle --rolls 1",
            "--rolls: `rand-shuffle` draws words from a generator by itself",
        ),
        (
            "--algorithm naive --beside nave",
            "--beside: unknown algorithm `nave`; did you mean `naive`?",
        ),
        (
            "--algorithm naive --beside naive --beside naive --beside naive",
            "--beside: at most 2 shuffles have room beside another",
        ),
        (
            "--algorithm naive --rng lanes-xoshiro256pp",
            "--rng: `lanes-xoshiro256pp` shuffles 64 decks at once",
        ),
        (
            "--algorithm naive --export steps.bmp",
            "--export: `steps.bmp` must be a name that ends in one of .gif, .svg, .png, .html, .json",
        ),
        (
            "--algorithm naive --export none/steps.png",
            "--export: cannot write `none/steps.png`: there is no folder `none`",
        ),
        (
            "--algorithm naive --cards 61 --style cards --export steps.png",
            "--export: cannot make `steps.png`: 61 cards do not fit on one picture, 60 do; \
             bars take less room: --style bars",
        ),
        (
            "--algorithm naive --cards 201 --export steps.gif",
            "--export: cannot make `steps.gif`: 201 cards do not fit on one picture, 200 do; \
             take fewer cards or steps, or a .json",
        ),
        (
            "--algorithm naive --cards 600 --export steps.html",
            "--export: cannot make `steps.html`: 360600 cards of all steps do not fit",
        ),
        ("--algorithm naive --cards 20000", "--cards: a trace has at most 10000 cards"),
        ("--algorithm naive --cards 0", "--cards, --deal: a trace needs at least 1 card"),
        ("--algorithm faro --passes 20001", "--passes: a trace has at most 20000 passes"),
        ("--algorithm top-to-random:moves=1000000", "--algorithm: a trace has at most 20000 rolls"),
    ];
    let desk = Desk::new();
    for (flags, line) in cases {
        let ended = desk.run(&format!("trace {flags}")).expect_code(2);
        assert!(ended.err.contains(line), "{flags}: {}", ended.err);
        assert_eq!(ended.err.trim_end().lines().count(), 1, "{}", ended.err);
        assert_eq!(ended.out, "");
    }
    assert_eq!(fs::read_dir(desk.path(".")).unwrap().count(), 0, "nothing is written");
}

#[test]
fn what_stood_in_the_place_of_a_file_stays_if_it_cannot_be_written() {
    let desk = Desk::new();
    fs::create_dir(desk.path("steps.png")).unwrap();
    fs::write(desk.path("steps.png/mine"), "mine").unwrap();
    let ended = desk.run("trace --algorithm naive --cards 5 --export steps.png").expect_code(2);
    assert!(ended.err.contains("--export: cannot write `steps.png`"), "{}", ended.err);
    assert_eq!(fs::read_to_string(desk.path("steps.png/mine")).unwrap(), "mine");
    fs::write(desk.path("old.svg"), "old").unwrap();
    desk.run("trace --algorithm naive --cards 201 --export old.svg").expect_code(2);
    assert_eq!(fs::read_to_string(desk.path("old.svg")).unwrap(), "old");
}

#[cfg(unix)]
#[test]
fn a_link_is_followed_and_an_earlier_file_leaves_its_permissions() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let desk = Desk::new();
    fs::create_dir(desk.path("there")).unwrap();
    fs::write(desk.path("there/steps.json"), "old").unwrap();
    fs::set_permissions(desk.path("there/steps.json"), fs::Permissions::from_mode(0o600)).unwrap();
    symlink("there/steps.json", desk.path("link.json")).unwrap();
    desk.run("trace --algorithm naive --cards 3 --export link.json").expect_code(0);
    assert!(fs::symlink_metadata(desk.path("link.json")).unwrap().is_symlink());
    let written = fs::metadata(desk.path("there/steps.json")).unwrap();
    assert!(written.len() > 3 && written.permissions().mode() & 0o777 == 0o600);

    symlink("nowhere/steps.json", desk.path("lost.json")).unwrap();
    let ended = desk.run("trace --algorithm naive --cards 3 --export lost.json").expect_code(2);
    assert!(ended.err.contains("it is a link that leads nowhere"), "{}", ended.err);
    assert!(fs::symlink_metadata(desk.path("lost.json")).unwrap().is_symlink());

    fs::set_permissions(desk.path("there/steps.json"), fs::Permissions::from_mode(0o444)).unwrap();
    let ended = desk.run("trace --algorithm naive --cards 3 --export link.json").expect_code(2);
    assert!(ended.err.contains("it may only be read"), "{}", ended.err);
}

#[test]
fn all_that_it_takes_to_see_it_again_is_said() {
    let beside = "--algorithm sattolo --cards 5 --rolls 3,1,0,0 --beside naive --seed 7";
    assert!(
        trace(beside)
            .expect_code(0)
            .out
            .starts_with("sattolo on 5 cards (rolls 3, 1, 0, 0; seed 0x7)")
    );
    assert_eq!(steps(beside)["seed"], "0x7");
    let random = "--algorithm naive --cards 3 --rolls 0,1,2 --start random --seed 7";
    assert_eq!(steps(random)["seed"], "0x7");
    assert_eq!(steps("--algorithm identity --cards 1 --rolls=")["rolls"], json!([]));
}

/// What moves where in the player is computed without a page, and Node tests it.
#[test]
fn the_player_passes_its_own_tests() {
    let test = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/browser/player.test.mjs");
    let Ok(ended) = std::process::Command::new("node").args(["--test", test]).output() else {
        return skipped_but_in_ci("there is no node for the tests of the player");
    };
    assert!(ended.status.success(), "{}", String::from_utf8_lossy(&ended.stdout));
}
