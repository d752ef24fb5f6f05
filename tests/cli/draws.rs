//! What is no order: draws without order, draws with replacement, packs; as flags, plans, files and programs.

use crate::support::{Desk, Ended};
use serde_json::Value;
use shuffle_algorithms::{Algorithm, Shape, fill::Job, generator::Seed};
use shuffle_deck::Pack;

/// Draws of a catalogued shuffle from a fixed seed, row by row.
fn rows(algorithm: &str, shape: Shape, draws: usize) -> Vec<Vec<u32>> {
    let job = Job::new(Algorithm::parse(algorithm).unwrap(), shape);
    let rows = job.decks::<u32>(draws, &Seed([49; 32]));
    rows.chunks(shape.width()).map(<[u32]>::to_vec).collect()
}

/// A line a row, each value by its name.
fn lines(rows: &[Vec<u32>], name: impl Fn(u32) -> String, separator: &str) -> String {
    let line = |row: &Vec<u32>| {
        row.iter().map(|&value| name(value)).collect::<Vec<_>>().join(separator) + "\n"
    };
    rows.iter().map(line).collect()
}

/// Three thousand draws of six of 49, as lotteries print them: sorted, from 1.
fn lotto(algorithm: &str) -> String {
    let shape = Shape::unordered(49, 6, None).unwrap();
    let mut rows = rows(algorithm, shape, 3_000);
    rows.iter_mut().for_each(|row| row.sort_unstable());
    lines(&rows, |ball| (ball + 1).to_string(), ",")
}

#[test]
fn sorted_deals_are_told_apart_and_pass_as_draws_without_order() {
    let desk = Desk::new();
    desk.write("lotto.csv", lotto("fisher-yates"));
    let flags = "check --file lotto.csv --cards 49 --deal 6 --base 1 --no-header";
    let ended = desk.run(flags).expect_code(1);
    let first = ended.out.replace('\n', " ");
    let told = "FAIL: every deal is sorted in 3,000 decks of `lotto.csv`, 6 of 49 cards; if these are draws without order, say --unordered.";
    assert!(first.starts_with(told), "{first}");
    let ended = desk.run(&format!("{flags} --unordered")).expect_code(0);
    assert!(
        ended.out.starts_with("PASS: no bias found in 3,000 draws of `lotto.csv`"),
        "{}",
        ended.out
    );
}

#[test]
fn each_kind_of_draw_has_its_own_law_and_its_own_words() {
    let desk = Desk::new();
    for (flags, code, words) in [
        (
            "fisher-yates --cards 49 --deal 6 --unordered --bonus 26/1",
            0,
            "6 of 49 without order and 1 of 26",
        ),
        ("fisher-yates --cards 10 --deal 13 --replacement", 0, "13 of 10 with replacement"),
        ("fisher-yates --pack land=24,spell=36 --start interleaved", 0, "a pack of 60 cards"),
        ("fisher-yates --pack standard-52x2 --deal 7", 0, "7 cards of a pack of 104"),
        ("reservoir --cards 49 --deal 6 --unordered", 0, "6 of 49 without order"),
        ("reservoir --cards 49 --deal 6", 1, "6 of 49 cards"),
        ("no-repeats --cards 10 --deal 3 --replacement", 1, "every outcome"),
        ("shy-pair:percent=100 --cards 10 --deal 3 --unordered", 1, "every set"),
        ("gsr-riffle:riffles=3 --pack land=24,spell=36 --metrics kinds", 1, "every arrangement"),
    ] {
        let ended = desk.run(&format!("check --trials 3000 --algorithm {flags}")).expect_code(code);
        assert!(ended.out.replace('\n', " ").contains(words), "{flags}: {}", ended.out);
    }
}

#[test]
fn a_plan_says_the_same_as_flags_and_the_command_to_see_it_again_says_it_all() {
    let desk = Desk::new();
    let case = "[[case]]\nid = \"a\"\nalgorithm = \"heavy-ball:percent=900\"\ncards = 20\ndeal = 4\ntrials = 500\n\
        unordered = true\nbonus = \"9/2\"\nexpect = \"fail\"\n";
    desk.write("audits/gate.toml", case);
    let json: Value = serde_json::from_str(&desk.run("run --json").expect_code(0).out).unwrap();
    let found = &json["plans"][0]["cases"][0];
    let found = if found.is_null() { &json["cases"][0] } else { found };
    let subject = found["subject"].to_string();
    assert!(
        subject.contains("\"unordered\":true") && subject.contains("\"bonus\":\"9/2\""),
        "{subject}"
    );
    let again = "check --algorithm heavy-ball:percent=900 --cards 20 --deal 4 --trials 500 --unordered --bonus 9/2";
    let ended = desk.run(again).expect_code(1);
    let text = ended.out.replace("\\\n", "").split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(text.contains("--deal 4 --trials 500 --seed 0x5eed --unordered --bonus 9/2"), "{text}");
    let ended = desk.run("check --algorithm identity --pack a=2,b=9 --trials 2000").expect_code(1);
    let text = ended.out.replace("\\\n", "").split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(
        text.contains("--algorithm identity --trials 2000 --seed 0x5eed --pack a=2,b=9"),
        "{text}"
    );
}

#[test]
fn packs_are_read_by_the_names_of_their_kinds_and_counted() {
    let desk = Desk::new();
    let pack = Pack::parse("land=24,spell=36").unwrap();
    let shape = Shape::of_pack(pack, None).unwrap();
    let decks = rows("fisher-yates", shape, 300);
    let named = |kind: u32| pack.name(kind as usize).to_owned();
    desk.write("library.txt", lines(&decks, named, " "));
    desk.run("check --file library.txt --pack land=24,spell=36").expect_code(0);
    desk.write("kinds.txt", "land\n".repeat(24) + &"spell\n".repeat(36));
    desk.run("check --file library.txt --pack kinds.txt").expect_code(0);
    let ended = desk.run("check --file library.txt --pack land=23,spell=37").expect_code(4);
    let line = ended.only_line();
    assert_eq!(
        line,
        "shuffle-audit: `library.txt`: deck 0 (line 1): land comes more often than the pack has it: 23"
    );
    desk.write("numbers.txt", lines(&decks, |kind| kind.to_string(), " "));
    desk.run("check --file numbers.txt --pack land=24,spell=36 --base 0").expect_code(0);
    let ended = desk.run("check --file numbers.txt").expect_code(4);
    let line = ended.only_line();
    assert!(line.contains("if some cards are equal, say --pack"), "{line}");
}

/// Audits a program, whose command is one word.
fn audited(desk: &Desk, program: &str, flags: &str) -> Ended {
    let words: Vec<&str> =
        ["check", "--exec", program].into_iter().chain(flags.split(' ')).collect();
    desk.run_with(&words)
}

#[test]
fn a_program_is_told_what_to_draw_and_held_to_it() {
    let desk = Desk::new();
    let draws = "BEGIN { srand(ENVIRON[\"SHUFFLE_SEED\"]); for (t = 0; t < ENVIRON[\"SHUFFLE_TRIALS\"]; t++) { \
        line = int(10 * rand()); for (k = 1; k < ENVIRON[\"SHUFFLE_DEAL\"]; k++) line = line \" \" int(10 * rand()); print line } \
        print ENVIRON[\"SHUFFLE_DRAW\"] \" \" ENVIRON[\"SHUFFLE_PACK\"] > \"told.txt\" }";
    desk.write("digits.awk", draws);
    audited(&desk, "awk -f digits.awk", "--cards 10 --deal 3 --replacement --trials 500")
        .expect_code(0);
    assert_eq!(desk.read("told.txt"), "replacement \n");
    let pack = "BEGIN { for (t = 0; t < ENVIRON[\"SHUFFLE_TRIALS\"]; t++) print \"0 1 1\"; \
        print ENVIRON[\"SHUFFLE_DRAW\"] \" \" ENVIRON[\"SHUFFLE_PACK\"] > \"told.txt\" }";
    desk.write("pack.awk", pack);
    audited(&desk, "awk -f pack.awk", "--pack a=1,b=2 --trials 500").expect_code(1);
    assert_eq!(desk.read("told.txt"), "pack 1,2\n");
}

#[test]
fn what_cannot_be_drawn_is_refused_in_one_line() {
    let desk = Desk::new();
    desk.write("digits.txt", "123\n456\n");
    for (flags, code, why) in [
        ("--algorithm naive --cards 9 --unordered", 2, "missing `deal`"),
        ("--algorithm naive --cards 9 --deal 9 --unordered", 2, "always the same"),
        ("--algorithm naive --cards 9 --deal 2 --unordered --replacement", 2, "does not go with"),
        ("--algorithm naive --cards 9 --deal 2 --bonus 1", 2, "say `unordered`"),
        ("--algorithm naive --cards 9 --deal 8 --unordered --bonus 2", 2, "impossible"),
        ("--algorithm naive --cards 9 --deal 2 --unordered --bonus 9/9", 2, "no bonus"),
        ("--algorithm naive --pack a=2", 2, "always looks the same"),
        ("--algorithm naive --cards 9 --pack a=2,b=3", 2, "the pack has 5 cards, not 9"),
        ("--algorithm naive --pack nowhere.txt", 2, "is no kind of a pack"),
        ("--file digits.txt --cards 10 --deal 3 --replacement", 4, "put spaces or commas between"),
    ] {
        let trials = if flags.contains("--file") { "" } else { " --trials 10" };
        let ended = desk.run(&format!("check {flags}{trials}")).expect_code(code);
        let line = ended.only_line();
        assert!(line.contains(why), "{flags}: {line}");
    }
}

#[test]
fn levels_of_a_factor_are_told_by_their_names() {
    let desk = Desk::new();
    let shape = Shape::unordered(20, 3, None).unwrap();
    let (sound, heavy) =
        (rows("fisher-yates", shape, 900), rows("heavy-ball:percent=300", shape, 900));
    let mut text = "a,b,c,machine\n".to_owned();
    for (sound, heavy) in sound.iter().zip(&heavy) {
        for (row, machine) in [(sound, "Venus"), (heavy, "Halogen")] {
            text +=
                &lines(std::slice::from_ref(row), |ball| ball.to_string(), ",").replace('\n', "");
            text += &format!(",{machine}\n");
        }
    }
    desk.write("draws.csv", text);
    let flags = "check --file draws.csv --columns a-c --cards 20 --deal 3 --unordered --by machine --metrics levels,largest-level";
    let ended = desk.run(flags).expect_code(1);
    let said = ended.out.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(said.contains("all 0 on the level Halogen"), "{said}");
    let ended = desk.run(&flags.replace("by machine", "by nothing")).expect_code(4);
    let line = ended.only_line();
    assert!(line.contains("no column is called \"nothing\""), "{line}");
}

#[test]
fn the_law_of_a_pack_is_the_sum_of_those_of_orders() {
    let desk = Desk::new();
    let law = |algorithm: &str| -> Value {
        let flags = format!("exact --algorithm {algorithm} --pack a=2,b=2 --json");
        serde_json::from_str(&desk.run(&flags).expect_code(0).out).unwrap()
    };
    let (naive, sound) = (law("naive"), law("fisher-yates"));
    assert_eq!((&sound["even"], sound["law"].as_array().unwrap().len()), (&Value::Bool(true), 6));
    assert_eq!(naive["even"], false);
    assert_eq!(naive["law"][0]["outcome"], "a a b b");
    assert_eq!(sound["law"][0]["probability"], "1/6");
}
