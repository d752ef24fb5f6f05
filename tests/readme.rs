//! The README is true: its commands, files and programs do what it shows.

use assert_cmd::{Command, cargo::cargo_bin};
use shuffle_audit::number::count;
use std::{
    collections::BTreeSet,
    fs,
    path::Path,
    sync::{Mutex, PoisonError},
};

fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}

fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// The contents of the README's code blocks of one language.
fn blocks(language: &str) -> Vec<String> {
    let readme = read("README.md");
    let fence = format!("\n```{language}\n");
    readme
        .split(&fence)
        .skip(1)
        .map(|rest| rest.split("\n```").next().unwrap().to_owned())
        .collect()
}

/// The files of the README: each is a code block after a line that ends with its name.
fn files() -> Vec<(String, String)> {
    let readme = read("README.md");
    let mut files = Vec::new();
    let mut before = "";
    let mut lines = readme.lines();
    while let Some(line) = lines.next() {
        if line.starts_with("```") {
            let inside: Vec<&str> = lines.by_ref().take_while(|line| *line != "```").collect();
            let name = before.strip_suffix("`:").and_then(|text| text.rsplit('`').next());
            files.extend(name.map(|name| (name.to_owned(), inside.join("\n") + "\n")));
        }
        if !line.is_empty() {
            before = line;
        }
    }
    files
}

fn file(name: &str) -> String {
    let file = files().into_iter().find(|(file, _)| file == name);
    file.unwrap_or_else(|| panic!("the README shows no `{name}`")).1
}

/// The lines of the README's shell blocks, each with the exit code that its comment promises.
fn lines() -> Vec<(String, i32)> {
    let line = |line: &str| {
        let (command, comment) = line.split_once('#').unwrap_or((line, ""));
        let code = match comment.trim().strip_prefix("exit ") {
            Some(code) => code.parse().expect("an exit code"),
            None => 0,
        };
        (command.trim().to_owned(), code)
    };
    blocks("sh").iter().flat_map(|block| block.lines()).map(line).collect()
}

/// The lines that start with `shuffle-audit`.
fn commands() -> Vec<(String, i32)> {
    let command =
        |(line, code): (String, i32)| Some((line.strip_prefix("shuffle-audit ")?.to_owned(), code));
    lines().into_iter().filter_map(command).collect()
}

fn run(command: &str, folder: &Path) -> (i32, String) {
    let output = Command::new(cargo_bin("shuffle-audit"))
        .args(shell_words::split(command).unwrap())
        .current_dir(folder)
        .output()
        .unwrap();
    let said = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap());
    (output.status.code().unwrap(), said.concat())
}

/// Runs a line that does not contain `shuffle-audit`.
fn shell(line: &str, folder: &Path) -> (i32, String) {
    let output = Command::new("sh").args(["-c", line]).current_dir(folder).output().unwrap();
    (output.status.code().unwrap(), String::from_utf8_lossy(&output.stderr).into_owned())
}

/// Tools that the README's programs need and that users may not have; CI has all of them.
const TOOLS: [&str; 3] = ["python3", "node", "cc"];

/// The tools that are not installed here, with a message; lines that need them are not run.
#[expect(clippy::print_stderr, reason = "what is skipped is said")]
fn absent_tools() -> BTreeSet<String> {
    let is_absent = |tool: &String| Command::new(tool).arg("--version").output().is_err();
    let absent: BTreeSet<String> = TOOLS.map(str::to_owned).into_iter().filter(is_absent).collect();
    if !absent.is_empty() {
        eprintln!("skipped, since they are not installed: what needs {absent:?}");
        assert!(std::env::var_os("CI").is_none(), "CI has {TOOLS:?}");
    }
    absent
}

/// A folder that looks like the repository to the commands of the README.
fn desk() -> tempfile::TempDir {
    let desk = tempfile::tempdir().unwrap();
    fs::create_dir(desk.path().join("audits")).unwrap();
    for plan in fs::read_dir(root().join("audits")).unwrap() {
        let plan = plan.unwrap();
        if plan.file_type().unwrap().is_dir() {
            continue; // subjects are not run here
        }
        fs::copy(plan.path(), desk.path().join("audits").join(plan.file_name())).unwrap();
    }
    fs::create_dir(desk.path().join("include")).unwrap();
    let header = "include/shuffle_subject.h";
    fs::copy(root().join(header), desk.path().join(header)).unwrap();
    for (name, content) in files() {
        let path = desk.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, content).unwrap();
    }
    desk
}

#[test]
fn every_command_of_the_readme_ends_as_it_says() {
    let (desk, lines) = (desk(), lines());
    assert!(commands().len() >= 20, "the README shows how it is used: {lines:?}");
    // The absent tools, and then also the files that they would have made.
    let mut absent = absent_tools();
    for (line, code) in lines {
        let mut words = line.split([' ', '\'', '/']);
        if words.any(|word| absent.contains(word)) {
            let made = |word: &&str| word.contains('.') && !desk.path().join(word).exists();
            absent.extend(line.split_whitespace().filter(made).map(str::to_owned));
            continue;
        }
        let (ended, said) = match line.split_once(' ') {
            Some(("cargo", _)) => continue, // it is what runs this
            Some(("shuffle-audit", command)) => run(command, desk.path()),
            Some(_) => shell(&line, desk.path()),
            None => panic!("`{line}` is no command"),
        };
        assert_eq!(ended, code, "{line}\n{said}");
    }
}

#[test]
fn the_table_of_contents_names_every_section() {
    let readme = read("README.md");
    let anchor = |heading: &str| -> String {
        let lower = heading.to_lowercase();
        let kept =
            lower.chars().filter(|letter| letter.is_alphanumeric() || " -_".contains(*letter));
        kept.map(|letter| if letter == ' ' { '-' } else { letter }).collect()
    };
    let sections = readme.lines().filter_map(|line| line.strip_prefix("## "));
    let listed: String = sections
        .filter(|heading| *heading != "Contents")
        .map(|heading| format!("- [{heading}](#{})\n", anchor(heading)))
        .collect();
    assert!(readme.contains(&format!("## Contents\n\n{listed}\n")), "it should be:\n{listed}");
}

#[test]
fn a_quick_check_is_the_first_command_after_the_installation() {
    let mut lines = lines().into_iter().map(|(line, _)| line);
    assert_eq!(lines.next().as_deref(), Some("cargo install --path crates/cli"));
    assert!(lines.next().is_some_and(|line| line.starts_with("shuffle-audit check ")));
}

#[test]
fn every_program_of_the_readme_is_run() {
    let files = files();
    let mut names: Vec<&str> = files.iter().map(|(name, _)| name.as_str()).collect();
    names.sort_unstable();
    let shown = ["my_shuffle.c", "my_shuffle.js", "my_shuffle.py", "record.py", "src/lib.rs"];
    assert_eq!(names, shown);
    for name in shown.iter().filter(|name| **name != "src/lib.rs") {
        let runs = |(line, _): &(String, i32)| line.contains(name);
        assert!(lines().iter().any(runs), "no command runs {name}");
    }
}

#[test]
fn the_rust_test_of_the_readme_is_the_one_that_is_run() {
    assert_eq!(file("src/lib.rs"), read("tests/rust-user/src/lib.rs"));
}

#[test]
fn what_recorded_decks_can_show_is_what_the_command_above_it_prints() {
    if !absent_tools().is_empty() {
        return;
    }
    let desk = desk();
    let (line, _) = lines().into_iter().find(|(line, _)| line.contains("record.py")).unwrap();
    assert_eq!(shell(&line, desk.path()), (0, String::new()));
    let file = |(command, _): &(String, i32)| command.contains("--file decks.csv");
    let (command, code) = commands().into_iter().find(file).unwrap();
    let (ended, said) = run(&command, desk.path());
    assert_eq!(ended, code);
    assert!(said.contains(&blocks("text")[1]), "{said}");
}

#[test]
fn the_verdict_of_the_readme_is_what_the_command_above_it_prints() {
    let (command, code) = commands().into_iter().next().unwrap();
    let (ended, said) = run(&command, root());
    assert_eq!(ended, code);
    hold(|readme| readme.replacen(&blocks("text")[0], said.trim_end(), 1));
}

#[test]
fn the_law_of_the_readme_is_what_the_command_above_it_prints() {
    let command =
        commands().into_iter().find(|(command, _)| command.starts_with("exact ")).unwrap();
    let (_, said) = run(&command.0, root());
    assert_eq!(said.trim_end(), blocks("text")[2]);
}

#[test]
fn the_plan_of_the_readme_runs_as_expected() {
    let desk = tempfile::tempdir().unwrap();
    fs::write(desk.path().join("ours.toml"), &blocks("toml")[0]).unwrap();
    let (ended, said) = run("run ours.toml", desk.path());
    assert_eq!(ended, 0, "{said}");
}

/// The part of a test between the two marks, without its indent.
fn marked(path: &str) -> String {
    let source = read(path);
    let marked = source.split("// README: from here\n").nth(1).unwrap();
    let marked = marked.split("    // README: to here").next().unwrap();
    let dedented: Vec<&str> =
        marked.lines().map(|line| line.strip_prefix("    ").unwrap_or(line)).collect();
    dedented.join("\n").trim().to_owned()
}

#[test]
fn the_algorithm_of_the_readme_is_the_one_that_is_compiled() {
    // The first is the test of a user.
    let file = read("crates/algorithms/src/shuffles/random_to_top.rs");
    let (_, shown) = file.split_once("\n\n").unwrap(); // after its head
    hold(|readme| readme.replacen(&blocks("rust")[1], shown.trim(), 1));
}

#[test]
fn the_fast_shuffle_of_the_readme_is_the_one_that_is_run() {
    let shown = marked("crates/algorithms/tests/fast.rs");
    assert_eq!(blocks("rust")[2].trim(), shown);
}

/// The first line that is a table row with a given first cell.
fn line_of(readme: &str, first: &str) -> String {
    let start = format!("| {first} |");
    let line = readme.lines().find(|line| line.starts_with(&start));
    line.unwrap_or_else(|| panic!("the README has no row `{first}`")).to_owned()
}

fn cells(line: &str) -> Vec<String> {
    line.trim_matches('|').split('|').map(|cell| cell.trim().to_owned()).collect()
}

/// The cells of the table row with a given first cell.
fn row(first: &str) -> Vec<String> {
    cells(&line_of(&read("README.md"), first))
}

/// Holds the README against what follows from a report, or writes it with `UPDATE_README=1`.
fn hold(change: impl FnOnce(&str) -> String) {
    static README: Mutex<()> = Mutex::new(());
    let _one_at_a_time = README.lock().unwrap_or_else(PoisonError::into_inner);
    let readme = read("README.md");
    let expected = change(&readme);
    if std::env::var_os("UPDATE_README").is_some() {
        fs::write(root().join("README.md"), &expected).unwrap();
    } else {
        let differs = readme.lines().zip(expected.lines()).find(|(shown, found)| shown != found);
        let command = "UPDATE_README=1 cargo test -p shuffle-audit-cli --test readme";
        assert!(readme == expected, "run {command}: {differs:?}");
    }
}

/// A README with other cells in the row with a given first cell, from a column on.
fn with_cells(readme: &str, first: &str, column: usize, values: &[String]) -> String {
    let line = line_of(readme, first);
    let mut row = cells(&line);
    row.splice(column..column + values.len(), values.iter().cloned());
    readme.replacen(&line, &format!("| {} |", row.join(" | ")), 1)
}

/// A README with other rows in the table with a given first cell in its header.
fn with_rows(readme: &str, header: &str, rows: &[Vec<String>]) -> String {
    let head = line_of(readme, header);
    let (before, table) = readme.split_once(&head).unwrap();
    let rule = table.trim_start().lines().next().unwrap();
    let (_, after) = table.split_once("\n\n").unwrap();
    let rows: Vec<String> = rows.iter().map(|row| format!("| {} |\n", row.join(" | "))).collect();
    format!("{before}{head}\n{rule}\n{}\n{after}", rows.concat())
}

fn records(path: &str) -> Vec<csv::StringRecord> {
    let text = read(path);
    csv::Reader::from_reader(text.as_bytes()).records().map(Result::unwrap).collect()
}

#[test]
fn the_degrees_of_the_readme_are_those_of_the_report() {
    let degrees = records("reports/articles/degree.csv");
    let ten_cards = degrees.iter().filter_map(|row| Some((row[0].strip_prefix("degree-")?, row)));
    let found: Vec<(String, String)> = ten_cards
        .map(|(shuffle, row)| {
            let degree: f64 = row[4].parse().unwrap();
            (format!("`{shuffle}`"), format!("{degree:.6}"))
        })
        .collect();
    assert_eq!(found.len(), 9, "the nine shuffles of article 1");
    hold(|readme| {
        found.iter().fold(readme.to_owned(), |readme, (shuffle, degree)| {
            with_cells(&readme, shuffle, 2, std::slice::from_ref(degree))
        })
    });
}

#[test]
fn the_orders_of_the_readme_are_those_of_the_report() {
    for (shuffle, column) in [("naive", 3), ("fisher-yates", 4)] {
        let orders = records(&format!("reports/articles/orders-{shuffle}-3/permutations.csv"));
        hold(|readme| {
            orders.iter().fold(readme.to_owned(), |readme, order| {
                with_cells(&readme, &order[0], column, &[count(order[1].parse().unwrap())])
            })
        });
    }
}

#[test]
fn the_power_table_of_the_readme_is_that_of_the_report() {
    let rows: Vec<Vec<String>> = records("reports/calibration/power.csv")
        .iter()
        .map(|defect| {
            let decks = |cell: &str| cell.parse().map_or_else(|_| cell.to_owned(), count);
            let by = format!("`{}`", &defect[6]);
            vec![
                defect[0].to_owned(),
                defect[1].to_owned(),
                decks(&defect[4]),
                decks(&defect[5]),
                by,
            ]
        })
        .collect();
    hold(|readme| with_rows(readme, "defect", &rows));
}

#[test]
fn the_flawed_dice_of_the_readme_need_as_many_decks_as_the_forecast_says() {
    let bits = row("bits");
    for dice in ["modulo", "float"] {
        for (bits, shown) in bits.iter().zip(row(&format!("`{dice}`"))).skip(1) {
            let command = format!(
                "power --algorithm fisher-yates --dice {dice}:bits={bits} --metrics position --pilot 1000"
            );
            let (_, said) = run(&command, root());
            let line = said.lines().find(|line| line.starts_with("position")).unwrap();
            assert_eq!(line.split_whitespace().nth(1).unwrap(), shown, "{command}");
        }
    }
}

#[test]
fn the_passes_of_the_readme_are_those_of_the_report() {
    let rows = records("reports/literature/passes.csv");
    let ends = |shuffle: &str| {
        let values = |verdict: &str| -> Vec<u64> {
            let of = rows.iter().filter(|row| &row[0] == shuffle && &row[15] == verdict);
            of.map(|row| row[2].parse().unwrap()).collect()
        };
        let ends = [values("fail").into_iter().max(), values("pass").into_iter().min()];
        ends.map(|end| end.unwrap().to_string())
    };
    hold(|readme| {
        ["gsr-riffle", "hindu"].into_iter().fold(readme.to_owned(), |readme, shuffle| {
            with_cells(&readme, &format!("`{shuffle}`"), 1, &ends(shuffle))
        })
    });
    assert!(rows.iter().filter(|row| &row[0] == "human-riffle").all(|row| &row[15] == "fail"));
}

#[test]
fn the_committed_calibration_finds_no_test_liberal() {
    let rows = records("reports/calibration/calibration.csv");
    assert!(rows.len() > 200, "{} rows", rows.len());
    for row in rows {
        assert_ne!(&row[9], "liberal", "{} at {} cards, alpha {}", &row[1], &row[0], &row[3]);
        assert_eq!(&row[2], "10000", "ten thousand audits");
    }
}
