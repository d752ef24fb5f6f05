//! Tables of the pages that follow from reports and forecasts: held to them, or written by `UPDATE_BOOK=1`.

use crate::{
    desk::run,
    page::{cells, hold, line_of, read, root},
};
use shuffle_audit::number::count;
use shuffle_metrics::{
    LARGEST_LAG,
    catalogue::{all_tests, of_test},
};

const ARTICLES: &str = "docs/src/articles.md";
const LITERATURE: &str = "docs/src/literature.md";
const CALIBRATION: &str = "docs/src/statistics/calibration.md";
const DICE: &str = "docs/src/dice.md";
const ADVERSARIES: &str = "docs/src/adversaries.md";

/// A page with other cells in the row with a given first cell, from a column on.
fn with_cells(page: &str, first: &str, column: usize, values: &[String]) -> String {
    let line = line_of(page, first);
    let mut row = cells(&line);
    row.splice(column..column + values.len(), values.iter().cloned());
    page.replacen(&line, &format!("| {} |", row.join(" | ")), 1)
}

/// A page with other rows in the table with a given first cell in its header.
fn with_rows(page: &str, header: &str, rows: &[Vec<String>]) -> String {
    let head = line_of(page, header);
    let (before, table) = page.split_once(&head).unwrap();
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
fn the_picture_of_the_chapter_on_performance_is_that_of_its_table() {
    let picture = shuffle_book::speed::picture(&read("docs/src/performance.md")).unwrap();
    hold("docs/src/pictures/speed.svg", |_| picture);
}

#[test]
fn the_degrees_of_article_1_are_those_of_the_report() {
    let degrees = records("reports/articles/degree.csv");
    let ten_cards = degrees.iter().filter_map(|row| Some((row[0].strip_prefix("degree-")?, row)));
    let found: Vec<(String, String)> = ten_cards
        .map(|(shuffle, row)| {
            let degree: f64 = row[4].parse().unwrap();
            (format!("`{shuffle}`"), format!("{degree:.6}"))
        })
        .collect();
    assert_eq!(found.len(), 9, "the nine shuffles of article 1");
    hold(ARTICLES, |page| {
        found.iter().fold(page.to_owned(), |page, (shuffle, degree)| {
            with_cells(&page, shuffle, 2, std::slice::from_ref(degree))
        })
    });
}

#[test]
fn the_orders_of_article_4_are_those_of_the_report() {
    for (shuffle, column) in [("naive", 3), ("fisher-yates", 4)] {
        let orders = records(&format!("reports/articles/orders-{shuffle}-3/permutations.csv"));
        hold(ARTICLES, |page| {
            orders.iter().fold(page.to_owned(), |page, order| {
                with_cells(&page, &order[0], column, &[count(order[1].parse().unwrap())])
            })
        });
    }
}

#[test]
fn the_table_of_planted_defects_is_that_of_the_report() {
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
    hold(CALIBRATION, |page| with_rows(page, "defect", &rows));
}

#[test]
fn the_flawed_dice_need_as_many_decks_as_the_forecast_says() {
    let shown = [6, 8, 10, 12, 15, 16, 20, 24].map(|bits| {
        let decks = ["modulo", "float"].map(|dice| {
            let command = format!(
                "shuffle-audit power --algorithm fisher-yates --dice {dice}:bits={bits} --metrics position --pilot 1000"
            );
            let said = run(&command, root()).said;
            let line = said.lines().find(|line| line.starts_with("position")).unwrap();
            line.split_whitespace().nth(1).unwrap().to_owned()
        });
        [vec![bits.to_string()], decks.to_vec()].concat()
    });
    hold(DICE, |page| with_rows(page, "bits", &shown));
}

/// The rows of a sweep's table for a page: its values, then some of its columns, rounded where they are numbers.
fn sweep(name: &str, columns: &[&str]) -> Vec<Vec<String>> {
    let text = read(&format!("reports/literature/{name}.csv"));
    let mut table = csv::Reader::from_reader(text.as_bytes());
    let header = table.headers().unwrap().clone();
    let at = |column: &str| header.iter().position(|name| name == column).unwrap();
    let cell = |row: &csv::StringRecord, column: &str| {
        let cell = &row[at(column)];
        cell.parse().map_or_else(|_| cell.to_owned(), |value: f64| format!("{value:.4}"))
    };
    let rows = table.records().map(Result::unwrap).map(|row| {
        let cells = columns.iter().map(|column| cell(&row, column));
        std::iter::once(row[at("value")].to_owned()).chain(cells).collect()
    });
    rows.collect()
}

#[test]
fn the_tables_of_the_literature_are_those_of_the_report() {
    let (distance, separation) = ("exact_total_variation", "exact_separation");
    for (name, header, columns) in [
        ("bayer-diaconis", "riffles", &[distance, separation, "exact_degree"][..]),
        ("shelf", "shelves", &[distance, separation, "verdict"]),
        ("random-transpositions", "swaps", &[distance, "exact_degree", "verdict"]),
        ("naive", "cards", &[distance]),
    ] {
        hold(LITERATURE, |page| with_rows(page, header, &sweep(name, columns)));
    }
}

#[test]
fn the_passes_until_a_shuffle_passes_are_those_of_the_report() {
    let rows = records("reports/literature/passes.csv");
    let ends = |shuffle: &str| {
        let values = |verdict: &str| -> Vec<u64> {
            let of = rows.iter().filter(|row| &row[0] == shuffle && &row[15] == verdict);
            of.map(|row| row[2].parse().unwrap()).collect()
        };
        let ends = [values("fail").into_iter().max(), values("pass").into_iter().min()];
        ends.map(|end| end.unwrap().to_string())
    };
    hold(LITERATURE, |page| {
        ["gsr-riffle", "hindu"].into_iter().fold(page.to_owned(), |page, shuffle| {
            with_cells(&page, &format!("`{shuffle}`"), 1, &ends(shuffle))
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

#[test]
fn every_column_of_a_report_is_explained() {
    let chapter = read("docs/src/reading-the-report.md");
    for table in [
        "gate/summary.csv",
        "gate/degree.csv",
        "gate/run.csv",
        "gate/naive-5/permutations.csv",
        "gate/naive-52/ascents.csv",
        "gate/naive-52/histograms.csv",
        "wild/subjects.csv",
    ] {
        let text = read(&format!("reports/{table}"));
        for column in text.lines().next().unwrap().split(',') {
            assert!(chapter.contains(&format!("`{column}`")), "{table}: {column} is not explained");
        }
    }
}

#[test]
fn the_decks_until_adversaries_are_caught_are_those_of_the_report() {
    let records = records("reports/adversaries/power.csv");
    let head = csv::Reader::from_path(root().join("reports/adversaries/power.csv"))
        .and_then(|mut reader| reader.headers().cloned())
        .unwrap();
    let at = |name: &str| head.iter().position(|column| column == name).unwrap();
    let number = |text: &str| text.parse().map_or_else(|_| "-".to_owned(), count);
    let row = |record: &csv::StringRecord| {
        let shape = match (&record[at("cards")], &record[at("dealt")]) {
            (cards, dealt) if cards == dealt => cards.to_owned(),
            (cards, dealt) => format!("{dealt} of {cards}"),
        };
        let numbers = ["trials", "median_decks", "decks_90"].map(|name| number(&record[at(name)]));
        let mut row = vec![format!("`{}`", &record[at("case")]), shape];
        row.extend(numbers);
        row.push(format!("`{}`", &record[at("caught_by")]));
        row
    };
    let rows: Vec<Vec<String>> = records.iter().map(row).collect();
    assert!(rows.len() > 60, "{} adversaries", rows.len());
    hold(ADVERSARIES, |page| with_rows(page, "case", &rows));
}

#[test]
fn the_chapter_on_adversaries_lists_all_that_no_test_can_see() {
    let page = read(ADVERSARIES);
    for (what, _) in shuffle_metrics::catalogue::UNSEEN {
        assert!(page.contains(&format!("- **{what}")), "{what}");
    }
}

#[test]
fn the_overview_of_the_tests_names_every_test_and_those_that_must_be_asked_for() {
    let page = read("docs/src/tests/README.md");
    let left_out = page.lines().find(|line| line.starts_with("None. The default battery")).unwrap();
    for test in all_tests() {
        assert!(page.contains(&format!("({}.md)", test.id)), "{} has no row", test.id);
        let is_asked_for = of_test(test.id).is_some_and(|metric| !metric.in_battery);
        let is_named = left_out.contains(&format!("`{}`", test.id));
        assert!(is_named == is_asked_for || test.id == "sequential", "{}: {left_out}", test.id);
    }
}

#[test]
fn figures_in_the_prose_on_decks_are_those_of_its_screens_and_its_picture() {
    let page = read("docs/src/how-many-decks.md");
    let is_number = |word: &&str| {
        word.contains(',') && word.bytes().all(|it| it.is_ascii_digit() || it == b',')
    };
    let numbers = |text: &str| -> Vec<String> {
        let words = text.split(|letter: char| !(letter.is_ascii_digit() || letter == ','));
        words.map(|word| word.trim_matches(',')).filter(is_number).map(str::to_owned).collect()
    };
    // Every other part stands between the fences of a block.
    let parts: Vec<&str> = page.split("```").collect();
    let screens: Vec<String> =
        parts.iter().skip(1).step_by(2).flat_map(|screen| numbers(screen)).collect();
    let prose: Vec<String> = parts.iter().step_by(2).flat_map(|part| numbers(part)).collect();
    assert!(!prose.is_empty());
    for number in prose {
        let plain = number.replace(',', "");
        let is_shown = screens.contains(&number) || page.contains(&format!("--trials {plain}"));
        assert!(is_shown, "{number} is only in the prose");
    }
    let medians: Vec<(String, u64)> = records("reports/calibration/power.csv")
        .iter()
        .map(|row| (row[0].to_owned(), row[4].parse().unwrap()))
        .collect();
    let at_64 = medians.iter().filter(|(_, decks)| *decks == 64).count();
    assert!(page.contains("most at 64") && 2 * at_64 > medians.len(), "{medians:?}");
    let many: Vec<&str> =
        medians.iter().filter(|it| it.1 > 50_000).map(|(defect, _)| defect.as_str()).collect();
    assert!(page.contains("seeds of 32 bits and floats of 12 bits above fifty thousand"));
    assert_eq!(many, ["float-12-bits", "tiny-seed-32-bits"]);
}

#[test]
fn the_chapters_on_statistics_state_the_tests_and_the_reach_of_the_code() {
    let budget = read("docs/src/statistics/README.md");
    let screen =
        run("shuffle-audit check --algorithm fisher-yates --trials 20_000 --verbose", root()).said;
    let words = screen.split(" tests under one error budget").next().unwrap();
    let tests: u64 = words.rsplit('\n').next().unwrap().parse().unwrap();
    assert!(
        budget.contains(&format!("With the {tests} tests that a deck of 52 cards gets")),
        "{tests}"
    );
    let level = 0.5e-6 / tests as f64;
    assert_eq!(format!("{level:.0e}"), "1e-8");
    assert!(budget.contains("judged at a p of about 1e-8"), "{budget}");
    let limits = read("docs/src/statistics/limits.md");
    let reach = count(LARGEST_LAG as u64);
    assert!(limits.contains(&format!("looks back {reach} decks and no further")));
}
