//! What the README shows is what happens.

use assert_cmd::{Command, cargo::cargo_bin};
use std::{fs, path::Path};

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

/// The lines that start with `shuffle-audit`, each with the exit code that its comment promises.
fn commands() -> Vec<(String, i32)> {
    let lines: Vec<String> =
        blocks("sh").iter().flat_map(|block| block.lines()).map(str::to_owned).collect();
    let command = |line: &String| {
        let command = line.strip_prefix("shuffle-audit ")?;
        let (command, comment) = command.split_once('#').unwrap_or((command, ""));
        let code = match comment.trim().strip_prefix("exit ") {
            Some(code) => code.parse().expect("an exit code"),
            None => 0,
        };
        Some((command.trim().to_owned(), code))
    };
    lines.iter().filter_map(command).collect()
}

fn run(command: &str, folder: &Path) -> (i32, String) {
    let output = Command::new(cargo_bin("shuffle-audit"))
        .args(command.split_whitespace())
        .current_dir(folder)
        .output()
        .unwrap();
    (output.status.code().unwrap(), String::from_utf8(output.stdout).unwrap())
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
    desk
}

#[test]
fn every_command_of_the_readme_ends_as_it_says() {
    let (desk, commands) = (desk(), commands());
    assert!(commands.len() >= 8, "the README shows how it is used: {commands:?}");
    for (command, code) in commands {
        let (ended, said) = run(&command, desk.path());
        assert_eq!(ended, code, "shuffle-audit {command}\n{said}");
    }
}

#[test]
fn the_verdict_of_the_readme_is_what_the_command_above_it_prints() {
    let (command, code) = commands().into_iter().next().unwrap();
    let (ended, said) = run(&command, root());
    assert_eq!((ended, said.trim_end()), (code, blocks("text")[0].as_str()));
}

#[test]
fn the_law_of_the_readme_is_what_the_command_above_it_prints() {
    let command =
        commands().into_iter().find(|(command, _)| command.starts_with("exact ")).unwrap();
    let (_, said) = run(&command.0, root());
    assert_eq!(said.trim_end(), blocks("text")[1]);
}

#[test]
fn the_plan_of_the_readme_runs_as_expected() {
    let desk = tempfile::tempdir().unwrap();
    fs::write(desk.path().join("ours.toml"), &blocks("toml")[0]).unwrap();
    let (ended, said) = run("run ours.toml", desk.path());
    assert_eq!(ended, 0, "{said}");
}

#[test]
fn the_algorithm_of_the_readme_is_the_one_that_is_compiled() {
    let source = read("crates/algorithms/tests/adding_an_algorithm.rs");
    let marked = source.split("// README: from here\n").nth(1).unwrap();
    let marked = marked.split("    // README: to here").next().unwrap();
    let dedented: Vec<&str> =
        marked.lines().map(|line| line.strip_prefix("    ").unwrap_or(line)).collect();
    assert_eq!(blocks("rust")[0].trim(), dedented.join("\n").trim());
}

/// The cells of the table rows that start with a given first cell.
fn row(first: &str) -> Vec<String> {
    let readme = read("README.md");
    let start = format!("| {first} |");
    let line = readme.lines().find(|line| line.starts_with(&start));
    let line = line.unwrap_or_else(|| panic!("the README has no row `{first}`"));
    line.trim_matches('|').split('|').map(|cell| cell.trim().to_owned()).collect()
}

fn records(path: &str) -> Vec<csv::StringRecord> {
    let text = read(path);
    csv::Reader::from_reader(text.as_bytes()).records().map(Result::unwrap).collect()
}

#[test]
fn the_degrees_of_the_readme_are_those_of_the_report() {
    let degrees = records("reports/articles/degree.csv");
    let ten_cards = degrees.iter().filter_map(|row| Some((row[0].strip_prefix("degree-")?, row)));
    let mut compared = 0;
    for (shuffle, report) in ten_cards {
        let shown: f64 = row(&format!("`{shuffle}`"))[2].parse().unwrap();
        let found: f64 = report[4].parse().unwrap();
        assert!((shown - found).abs() <= 5.1e-7, "{shuffle}: {shown} is shown, {found} was found");
        compared += 1;
    }
    assert_eq!(compared, 9, "the nine shuffles of article 1");
}

#[test]
fn the_orders_of_the_readme_are_those_of_the_report() {
    for order in records("reports/articles/orders-naive-3/permutations.csv") {
        let shown = &row(&order[0])[3];
        assert_eq!(shown.replace(',', ""), order[1], "{}", &order[0]);
    }
}

#[test]
fn the_power_table_of_the_readme_is_that_of_the_report() {
    for defect in records("reports/calibration/power.csv") {
        let shown = row(&defect[0]);
        let plain: Vec<String> = shown.iter().map(|cell| cell.replace([',', '`'], "")).collect();
        assert_eq!(plain, [&defect[0], &defect[1], &defect[4], &defect[5], &defect[6]]);
    }
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
    for shuffle in ["gsr-riffle", "hindu"] {
        let values = |verdict: &str| -> Vec<u64> {
            let of = rows.iter().filter(|row| &row[0] == shuffle && &row[15] == verdict);
            of.map(|row| row[2].parse().unwrap()).collect()
        };
        let ends = [values("fail").into_iter().max(), values("pass").into_iter().min()];
        let shown = row(&format!("`{shuffle}`"));
        assert_eq!(ends.map(|end| end.unwrap().to_string()), shown[1..3], "{shuffle}");
    }
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
