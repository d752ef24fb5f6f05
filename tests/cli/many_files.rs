//! Many files as one recording: a pattern names them, and the output differs from one file's only in the path and the
//! hash.

use crate::support::{Desk, Ended};
use serde_json::Value;
use shuffle_algorithms::{Algorithm, RowsMut, Shape, fill::Job, generator::Seed};
use std::io::Write;

/// The ends of the files, in decks of 3,000: two of them have one deck, and the names are not in the order of their
/// bytes.
const ENDS: [usize; 12] = [1, 2, 300, 301, 900, 1_024, 1_500, 2_000, 2_001, 2_500, 2_999, 3_000];

/// Decks of a catalogued shuffle, from a fixed seed.
fn decks(algorithm: &str, cards: usize, decks: usize) -> Vec<u8> {
    let algorithm = Algorithm::parse(algorithm).unwrap();
    let job = Job::new(algorithm, Shape::whole(cards));
    let mut rows = vec![0; cards * decks];
    job.fill(RowsMut::Narrow(&mut rows), &Seed([52; 32]));
    rows
}

/// The lines of all decks, each with its line end.
fn lines(separator: &str, brackets: [&str; 2]) -> Vec<String> {
    let line = |deck: &[u8]| {
        let cards: Vec<String> = deck.iter().map(u8::to_string).collect();
        [brackets[0], &cards.join(separator), brackets[1], "\n"].concat()
    };
    decks("naive", 6, 3_000).chunks(6).map(line).collect()
}

fn compressed(content: &[u8]) -> Vec<u8> {
    let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    gzip.write_all(content).unwrap();
    gzip.finish().unwrap()
}

/// Writes decks into one file `one.ENDING` and into `log/part-N.ENDING`, each after the same header.
fn split(desk: &Desk, ending: &str, header: &str, decks: &[String]) {
    let content = |decks: &[String]| header.to_owned() + &decks.concat();
    desk.write(&format!("one.{ending}"), content(decks));
    let mut from = 0;
    for (part, to) in ENDS.into_iter().enumerate() {
        let (name, content) =
            (format!("log/part-{}.{ending}", part + 1), content(&decks[from..to]));
        match part % 3 {
            // Without a last line end; with Windows line ends after a byte order mark; compressed.
            0 => desk.write(&name, content.trim_end()),
            1 => desk.write(&name, "\u{feff}".to_owned() + &content.replace('\n', "\r\n")),
            _ => desk.write(&format!("{name}.gz"), compressed(content.as_bytes())),
        }
        from = to;
    }
}

/// The JSON of a check, without the parts that differ between one file and many.
fn said(ended: &Ended) -> Value {
    let mut said: Value = serde_json::from_str(&ended.out).unwrap();
    for key in ["headline", "see_again", "fingerprint"] {
        said[key] = Value::Null;
    }
    for key in ["headline", "see_again", "subject", "algorithm", "source_sha256", "files"] {
        said["cases"][0][key] = Value::Null;
    }
    said
}

#[test]
fn twelve_files_give_the_results_of_one_on_any_number_of_threads() {
    let formats = [
        ("txt", "# decks\n", lines(" ", ["", ""]), ""),
        ("csv", "c1,c2,c3,c4,c5,c6\n", lines(",", ["", ""]), ""),
        ("csv", "c1,c2,c3,c4,c5,c6\n", lines(",", ["", ""]), "--columns c1-c6"),
        ("csv", "c1,c2,c3,c4,c5,c6\n", lines(",", ["", ""]), "--deal 2"),
        ("ndjson", "", lines(",", ["[", "]"]), ""),
        ("ndjson", "", lines(",", ["[", "]"]), "--until-decided"),
        ("txt", "", lines(" ", ["", ""]), "--trials 1_300"),
        ("txt", "", lines(" ", ["", ""]), "--coverage ignore"),
    ];
    for (ending, header, decks, flags) in formats {
        let desk = Desk::new();
        split(&desk, ending, header, &decks);
        let check = |file: &str, threads: usize| {
            let flags = format!("--cards 6 --threads {threads} {flags} --json");
            let ended = desk.run(&format!("check --file {file} {flags}"));
            assert!(!ended.out.is_empty(), "{}", ended.err);
            said(&ended)
        };
        let one = check(&format!("one.{ending}"), 2);
        assert!(one["cases"][0]["trials"].as_u64().unwrap() > 99, "{one}");
        for threads in [1, 2, 5] {
            assert_eq!(check("log/*", threads), one, "{ending} {flags} on {threads}");
        }
    }
}

#[test]
fn bytes_without_lines_are_read_from_many_files_too() {
    let desk = Desk::new();
    let rows = decks("naive", 6, 3_000);
    desk.write("one.u8", &rows);
    desk.write("log/a.u8", &rows[..6]);
    desk.write("log/b.u8.gz", compressed(&rows[6..9_000]));
    desk.write("log/c.u8", &rows[9_000..]);
    let check = |file| said(&desk.run(&format!("check --file {file} --cards 6 --json")));
    assert_eq!(check("log/*"), check("one.u8"));
    desk.write("log/b.u8", &rows[6..9]);
    std::fs::remove_file(desk.path("log/b.u8.gz")).unwrap();
    let ended = desk.run("check --file log/* --cards 6").expect_code(4);
    let line = "shuffle-audit: `log/b.u8`: the input ends in the middle of deck 0 (byte 0), after 3 of 6 cards";
    assert!(ended.only_line().starts_with(line), "{}", ended.err);
}

#[test]
fn a_file_at_fault_is_named_and_nothing_is_judged() {
    let desk = Desk::new();
    let sound: String = lines(" ", ["", ""]).concat();
    let gzip = compressed(sound.as_bytes());
    let wrong: [(&str, &[u8], &str); 5] = [
        ("b.txt", b"0 1 2 3 4 5\n0 1 2 3 4 4\n", "deck 1 (line 2): card 4 twice"),
        (
            "b.txt",
            b"0 1 2 3 4 5\n0 1 2",
            "the input ends in the middle of deck 1 (line 2), after 3 of 6 cards",
        ),
        ("b.txt", b"", "the input holds no deck"),
        ("b.txt", b"0 1 2 3 4\n", "deck 0 (line 1): 5 cards, but a deck has 6"),
        ("b.txt.gz", &gzip[..gzip.len() / 2], "the gzip data is corrupt or cut short after "),
    ];
    for (name, content, why) in wrong {
        std::fs::remove_dir_all(desk.path("log")).ok();
        for other in ["log/a.txt", "log/c.txt", "log/d.txt"] {
            desk.write(other, &sound);
        }
        desk.write(&format!("log/{name}"), content);
        for threads in [1, 3] {
            let flags = format!("--cards 6 --threads {threads} --metrics degree");
            let check = format!("check --file log/* {flags}");
            let ended = desk.run(&format!("{check} --out report")).expect_code(4);
            let line = format!("shuffle-audit: `log/{name}`: {why}");
            assert!(ended.only_line().starts_with(&line), "{}", ended.err);
            assert!(desk.files("report").is_empty(), "no report");
            desk.run(&format!("{check} --export it.md")).expect_code(4);
            let summary = desk.read("it.md");
            assert!(summary.contains(why) && !summary.contains("PASS"), "{summary}");
        }
        // Unread files cannot be at fault, just like the unread part of one file.
        let part = "check --file log/* --cards 6 --trials 2_000 --metrics degree --alpha 1e-6";
        desk.run(part).expect_code(0);
    }
}

#[test]
fn levels_are_numbered_in_the_order_of_the_files_as_far_as_they_are_read() {
    let desk = Desk::new();
    let rows = decks("fisher-yates", 9, 3_000);
    let rows = rows.chunks(9).enumerate().map(|(number, deck)| {
        let [a, b, c] = [deck[0], deck[1], deck[2]];
        // Half of the levels come late, and each file begins with another.
        format!("{},{a},{b},{c}\n", ["x", "y", "z", "w"][(number / 400 + number % 2) % 4])
    });
    let rows: Vec<String> = rows.collect();
    split(&desk, "csv", "set,b1,b2,b3\n", &rows);
    for flags in ["", "--trials 350", "--trials 1_100"] {
        let flags = format!("--cards 9 --deal 3 --unordered --columns 2-4 --by set --json {flags}");
        let check = |file: &str, threads: usize| {
            let ended = desk.run(&format!("check --file {file} {flags} --threads {threads}"));
            assert!(!ended.out.is_empty(), "{}", ended.err);
            said(&ended)
        };
        let one = check("one.csv", 1);
        assert!([1, 4].into_iter().all(|threads| check("log/*", threads) == one), "{flags}");
    }
    let many = |from: usize| -> String {
        (from..from + 40).map(|number| format!("L{number},1,2,3\n")).collect()
    };
    desk.write("many/1.csv", "set,b1,b2,b3\n".to_owned() + &many(0));
    desk.write("many/2.csv", "set,b1,b2,b3\n".to_owned() + &many(40));
    let flags = "--cards 9 --deal 3 --unordered --columns 2-4 --by set";
    let ended = desk.run(&format!("check --file many/* {flags}")).expect_code(4);
    let line = "shuffle-audit: `many/2.csv`: deck 24 (line 26): \"L64\" is one level too many: --by supports 64; split the file, or join levels if they are no strata of a list";
    assert_eq!(ended.only_line(), line);
}
