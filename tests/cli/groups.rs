//! `--groups` and `--batch`: the classes of the rows of each batch.

use crate::support::Desk;
use std::fmt::Write as _;

/// A file of one order of these rows.
fn text(rows: impl Iterator<Item = usize>) -> String {
    rows.map(|row| row.to_string()).collect::<Vec<_>>().join(" ") + "\n"
}

/// 600 rows that are cats, dogs and birds in turn of the thirds of the file, and an order that has them so.
fn desk() -> Desk {
    let desk = Desk::new();
    let class = |row: usize| ["cat", "dog", "bird"][row / 200];
    desk.write("classes.txt", (0..600).map(|row| class(row).to_owned() + "\n").collect::<String>());
    // Rows 7 apart: each batch has its share of each class; and rows in the order of the file.
    desk.write("mixed.txt", text((0..600).map(|at| at * 7 % 600)));
    desk.write("sorted.txt", text(0..600));
    desk
}

#[test]
fn batches_of_one_class_fail_and_are_named() {
    let desk = desk();
    let flags = "--groups classes.txt --batch 50 --metrics batches";
    let sorted = desk.run(&format!("check --file sorted.txt {flags}")).expect_code(1);
    assert!(
        sorted.out.contains("of class cat in 50 of 50 places") || sorted.out.contains("batches")
    );
    let json = desk.run(&format!("check --file sorted.txt {flags} --json")).expect_code(1);
    let json: serde_json::Value = serde_json::from_str(&json.out).unwrap();
    assert_eq!(json["cases"][0]["judgements"][0]["test"], "batches");
    // Without tests by name the test joins the others; without classes there is none.
    let all = desk
        .run("check --file sorted.txt --groups classes.txt --batch 50 --verbose")
        .expect_code(1);
    assert!(all.out.contains("batches"), "{}", all.out);
    let none = desk.run("check --file sorted.txt --verbose").expect_code(1);
    assert!(!none.out.contains("batches"), "{}", none.out);
}

#[test]
fn batches_that_are_too_even_fail_too() {
    let desk = desk();
    // Each batch of 60 has exactly 20 rows of each class.
    desk.write("even.txt", text((0..600).map(|at| at % 3 * 200 + at / 3)));
    let flags = "--groups classes.txt --batch 60 --metrics batches";
    let even = desk.run(&format!("check --file even.txt {flags}")).expect_code(1);
    assert!(even.out.contains("more even shares"), "{}", even.out);
}

#[test]
fn a_plan_names_classes_too() {
    let desk = desk();
    desk.write(
        "plan.toml",
        "title = \"epochs\"\nseed = 1\n[[case]]\nid = \"epoch\"\nfile = \"sorted.txt\"\ncards = 600\n\
         groups = \"shards:200\"\nbatch = 50\nexpect = \"fail\"\ncaught_by = [\"batches\"]\n",
    );
    desk.run("run plan.toml --out reports").expect_code(0);
    assert!(desk.read("reports/plan/plan.toml").contains("shards:200"));
}

#[test]
fn classes_that_cannot_be_had_have_one_line() {
    let desk = desk();
    desk.write("short.txt", "cat\ndog\n");
    desk.write("one.txt", "cat\n".repeat(600));
    let mut said = String::new();
    for flags in [
        "--groups none.txt",
        "--groups short.txt",
        "--groups one.txt",
        "--groups shards:x",
        "--groups shards:0",
        "--groups shards:1000",
        "--groups classes.txt --batch 1",
        "--groups classes.txt --batch 301",
        "--batch 50",
        "--groups classes.txt --deal 10",
        "--groups classes.txt --coverage ignore",
    ] {
        let ended = desk.run(&format!("check --file mixed.txt --cards 600 {flags}")).expect_code(2);
        writeln!(said, "{flags}\n    {}", ended.only_line()).unwrap();
    }
    insta::assert_snapshot!(said);
}
