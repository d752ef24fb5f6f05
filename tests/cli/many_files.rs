//! Many files as one recording: a pattern names them, and nothing but the path and the hash tells them from one file.

use crate::{
    recorded::decks,
    support::{Desk, Ended},
};
use serde_json::Value;
use std::io::Write;

/// Where the files begin and end, in decks of 3,000: two of them have one deck, and the names are not in the order of their bytes.
const ENDS: [usize; 12] = [1, 2, 300, 301, 900, 1_024, 1_500, 2_000, 2_001, 2_500, 2_999, 3_000];

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

/// Writes decks into one file `one.ENDING` and into `log/part-N.ENDING`, each behind the same header.
fn split(desk: &Desk, ending: &str, header: &str, decks: &[String]) {
    let content = |decks: &[String]| header.to_owned() + &decks.concat();
    desk.write(&format!("one.{ending}"), content(decks));
    let mut from = 0;
    for (part, to) in ENDS.into_iter().enumerate() {
        let (name, content) =
            (format!("log/part-{}.{ending}", part + 1), content(&decks[from..to]));
        match part % 3 {
            // Without a last line end; with those of Windows behind a byte order mark; compressed.
            0 => desk.write(&name, content.trim_end()),
            1 => desk.write(&name, "\u{feff}".to_owned() + &content.replace('\n', "\r\n")),
            _ => desk.write(&format!("{name}.gz"), compressed(content.as_bytes())),
        }
        from = to;
    }
}

/// What a check says in JSON, without what tells one file from many.
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
fn the_order_is_natural_and_the_output_says_so() {
    let desk = Desk::new();
    for part in 1..=12 {
        let deck = if part == 10 { "1 0\n" } else { "0 1\n" };
        desk.write(&format!("part-{part}.txt"), deck);
    }
    let shown = desk.run("check --file part-*.txt --show 12").expect_code(0);
    let names: Vec<&str> = shown.out.lines().filter(|line| line.starts_with('`')).collect();
    let expected: Vec<String> = (1..=12).map(|part| format!("`part-{part}.txt`:")).collect();
    assert_eq!(names, expected);
    assert!(
        shown.out.contains("`part-10.txt`:\ndeck 0 (line 1): 1 0\n    is 1 0\n"),
        "{}",
        shown.out
    );
    let ended = desk.run("check --file part-*.txt --metrics permutations");
    let line = "They are those of 12 files in natural order, `part-1.txt` to `part-12.txt`.";
    assert!(ended.out.contains(line), "{}", ended.out);
    assert!(ended.again().starts_with("check --file 'part-*.txt' "), "{}", ended.out);
}

#[test]
fn the_rows_that_are_judged_are_those_that_came_once_in_every_file() {
    let desk = Desk::new();
    // Row 4 comes twice in the second file, and row 0 never in the third.
    let files = ["4 3 2 1 0\n0 1 2 3 4\n", "4 0 1 2 3 4\n", "1 2 3 4\n3 1 4 2\n"];
    desk.write("one.txt", files.concat());
    for (name, content) in ["a", "b", "c"].iter().zip(files) {
        desk.write(&format!("log/{name}.txt"), content);
    }
    let flags = "--cards 5 --coverage ignore --metrics position --json";
    let check = |file| said(&desk.run(&format!("check --file {file} {flags}")).expect_code(3));
    let one = check("one.txt");
    assert_eq!((&one["cases"][0]["cards"], &one["cases"][0]["trials"]), (&3.into(), &5.into()));
    assert_eq!(check("log/*"), one);
    desk.write("log/d.txt", "0 1 2 3 -\n");
    desk.run("check --file log/* --cards 5 --coverage ignore").expect_code(4);
    let ended = desk.run("check --file log/[ab]* --cards 5").expect_code(4);
    let line = "shuffle-audit: `log/b.txt`: deck 0 (line 1): 6 cards, but a deck has 5";
    assert!(ended.only_line().starts_with(line), "{}", ended.err);
    assert!(
        ended.err.contains("of which 1 come more than once (4 at places 0 and 5"),
        "{}",
        ended.err
    );
}

#[test]
fn the_hash_of_many_files_is_that_of_the_lines_of_their_hashes() {
    let desk = Desk::new();
    desk.write("a-9.txt", "0 1\n1 0\n".repeat(500));
    desk.write("a-10.txt", "1 0\n0 1\n".repeat(700));
    // printf '0 1\n1 0\n%.0s' $(seq 500) > a-9.txt; printf '1 0\n0 1\n%.0s' $(seq 700) > a-10.txt
    // sha256sum a-9.txt a-10.txt | cut -d' ' -f1 | sha256sum
    const SUM: &str = "4b9a2e65e3b12e5d79dd063ca75947691f87631c4d47f3e9bf87716b3d17f484";
    for flags in ["", "--trials 70", "--trials 1_100", "--threads 1"] {
        let flags = format!("--metrics permutations --json {flags}");
        let ended = desk.run(&format!("check --file a-*.txt {flags}"));
        let said: Value = serde_json::from_str(&ended.out).unwrap();
        assert_eq!(said["cases"][0]["source_sha256"], SUM, "{flags}");
        let files = serde_json::json!({"number": 2, "first": "a-9.txt", "last": "a-10.txt"});
        assert_eq!(said["cases"][0]["files"], files);
    }
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
        // What is not read is not at fault, as in one file.
        let part = "check --file log/* --cards 6 --trials 2_000 --metrics degree --alpha 1e-6";
        desk.run(part).expect_code(0);
    }
}

#[test]
fn headers_and_formats_must_agree_and_no_deck_counts_twice() {
    let desk = Desk::new();
    let line = |files: [(&str, &str); 2], code: i32| {
        std::fs::remove_dir_all(desk.path("log")).ok();
        for (name, content) in files {
            desk.write(&format!("log/{name}"), content);
        }
        desk.run("check --file log/* --cards 3 --metrics degree")
            .expect_code(code)
            .only_line()
            .to_owned()
    };
    let header = "a,b,c\n0,1,2\n";
    let wrong = [
        ("a,c,b\n0,1,2\n", "column 2 is called \"c\", not \"b\" as in `log/1.csv`"),
        ("a,b,c,d\n0,1,2\n", "it names 4 columns, not 3 as in `log/1.csv`"),
        ("0,1,2\n", "it has no header, but `log/1.csv` has one"),
    ];
    for (second, why) in wrong {
        let said = line([("1.csv", header), ("2.csv", second)], 4);
        assert_eq!(said, format!("shuffle-audit: `log/2.csv`: {why}"));
    }
    assert_eq!(
        line([("1.csv", "0,1,2\n"), ("2.csv", header)], 4),
        "shuffle-audit: `log/2.csv`: it has a header, but `log/1.csv` has none"
    );
    assert_eq!(
        line([("1.csv", header), ("2.ndjson", "[0,1,2]\n")], 2),
        "shuffle-audit: `log/1.csv` is csv by its name, but `log/2.ndjson` is ndjson; all files of a pattern have one \
         format"
    );
    assert_eq!(
        line([("1.csv", header), ("1.csv.gz", "")], 2),
        "shuffle-audit: `log/1.csv` and `log/1.csv.gz` are one file, plain and compressed, whose decks would count twice"
    );
}

#[test]
fn a_pattern_without_files_is_one_line_and_one_that_the_shell_expanded_has_a_tip() {
    let desk = Desk::new();
    desk.write("folder-1/deck.txt", "0 1\n1 0\n");
    let absent = "shuffle-audit: no file matches `folder*`";
    assert_eq!(desk.run("check --file folder* --cards 2").expect_code(2).only_line(), absent);
    assert_eq!(desk.run("check --file folder*").expect_code(2).only_line(), absent);
    desk.write("plan.toml", "[[case]]\nid = \"log\"\nfile = \"folder-?\"\ncards = 2\n");
    let ended = desk.run("run plan.toml").expect_code(4);
    assert!(ended.out.contains("log: not judged: no file matches `folder-?`"), "{}", ended.out);

    desk.write("a[1].txt", "0 1\n1 0\n");
    desk.write("a1.txt", "1 0 2\n");
    let shown = desk.run("check --file a[1].txt --show 1").expect_code(0);
    assert!(shown.out.contains("deck 0 (line 1): 0 1\n"), "the file of that name: {}", shown.out);

    let tip = "in quotes, so that the shell leaves it as it is: --file 'logs/*.csv'";
    let ended = desk.run("check --file a[1].txt a1.txt").expect_code(2);
    assert!(ended.err.contains(tip), "{}", ended.err);
    assert!(!desk.run("check --file a1.txt nothing").expect_code(2).err.contains(tip));
    assert!(!desk.run("check --algorithm naive a1.txt").expect_code(2).err.contains(tip));
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
    let line = "shuffle-audit: `many/2.csv`: deck 24 (line 26): \"L64\" is one level more than the 64 that --by can tell apart";
    assert_eq!(ended.only_line(), line);
}

#[test]
fn shards_and_a_merge_without_the_files_give_the_report_of_one_run() {
    let desk = Desk::new();
    split(&desk, "csv", "a,b,c,d,e,f\n", &lines(",", ["", ""]));
    let case = |id: &str, keys: &str| {
        format!("[[case]]\nid = \"{id}\"\ncards = 6\nexpect = \"fail\"\n{keys}\n")
    };
    let log = case("log", "file = \"log/*\"\ncolumns = \"a-f\"");
    desk.write("plan.toml", log + &case("naive", "algorithm = \"naive\"\ntrials = 50_000"));
    desk.run("run plan.toml --out whole").expect_code(0);
    desk.run("run plan.toml --shard 1/2 --out tallies").expect_code(0);
    desk.run("run plan.toml --shard 2/2 --out tallies").expect_code(0);
    std::fs::remove_dir_all(desk.path("log")).unwrap();
    let tallies = "tallies/plan-1-of-2.tallies tallies/plan-2-of-2.tallies";
    desk.run(&format!("merge {tallies} --out merged")).expect_code(0);
    let (whole, merged) = (desk.files("whole"), desk.files("merged"));
    assert!(whole.len() > 5 && whole == merged);
}

#[cfg(unix)]
#[test]
fn few_files_are_open_at_a_time_however_many_there_are() {
    let desk = Desk::new();
    for part in 0..300 {
        desk.write(&format!("log/{part}.txt"), "0 1\n1 0\n");
    }
    let binary = crate::support::binary();
    let limited = format!(
        "ulimit -n 40; exec '{}' check --file 'log/*' --threads 8 --metrics degree",
        binary.display()
    );
    let output = std::process::Command::new("sh")
        .args(["-c", &limited])
        .current_dir(desk.path(""))
        .output()
        .unwrap();
    let ended = Ended::from(output).expect_code(0);
    assert!(ended.out.contains("They are those of 300 files in natural order"), "{}", ended.out);
}
