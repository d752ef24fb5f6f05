//! The files of a report, and how they are put into its folder.

use crate::support::{Desk, EVERY_KIND, REPORT, Table};

const SUMMARY: &str = "case,algorithm,cards,deal,trials,test,statistic,df,tail,p_value,log10_p,p_holm,\
                       effect,effect_low,effect_high,effect_name,status,expected,verdict,stage,\
                       detectable,detectable_name";
const RUN: &str =
    "plan,seed,fingerprint,profile,alpha,stage,tests,stage_alpha,false_alarm,verdict,as_expected";
const DEGREE: &str = "case,algorithm,cards,trials,degree,standard_error,z,exact_degree,z_exact";
const PNG: &[u8] = b"\x89PNG\r\n\x1a\n";

/// The cases of [`EVERY_KIND`].
const CASES: [&str; 10] = [
    "orders",
    "blocks",
    "deal",
    "passes",
    "dice",
    "reseeded",
    "generator",
    "hands",
    "library",
    "wide",
];

fn case(id: &str, rest: &str) -> String {
    format!("[[case]]\nid = \"{id}\"\n{rest}\n\n")
}

fn first_line(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap().lines().next().unwrap()
}

fn number(cell: &str) -> f64 {
    cell.parse().unwrap_or_else(|_| panic!("`{cell}` is no number"))
}

fn count(cell: &str) -> u64 {
    cell.parse().unwrap_or_else(|_| panic!("`{cell}` is no count"))
}

#[test]
fn every_case_has_its_tables_and_pictures() {
    let has = |case: &str, name: &str| REPORT.contains_key(&format!("{case}/{name}"));
    for case in CASES {
        for name in ["position.csv", "position.png", "ascents.csv", "ascents.png"] {
            assert!(has(case, name), "{case}/{name}");
        }
        // These have few enough orders, and enough decks for all of them.
        let orders_can_be_counted = ["orders", "passes", "library"].contains(&case);
        for name in ["permutations.csv", "permutations.png"] {
            assert_eq!(has(case, name), orders_can_be_counted, "{case}/{name}");
        }
    }
    for name in ["plan.toml", "summary.csv", "degree.csv"] {
        assert!(REPORT.contains_key(name), "{name}");
    }
    for path in REPORT.keys() {
        let folder = path.split_once('/').map(|(folder, _)| folder);
        assert!(folder.is_none_or(|folder| CASES.contains(&folder)), "{path}");
    }
}

#[test]
fn a_fine_gate_whose_planted_defects_fail_is_as_expected() {
    let run = Table::read(&REPORT["run.csv"]);
    assert!(run.column("verdict").iter().all(|verdict| *verdict == "fail"));
    assert!(run.column("as_expected").iter().all(|answer| *answer == "true"));
}

#[test]
fn the_headers_are_as_documented() {
    // More columns may follow.
    let summary = first_line(&REPORT["summary.csv"]);
    assert!(format!("{summary},").starts_with(&format!("{SUMMARY},")), "{summary}");
    let run = first_line(&REPORT["run.csv"]);
    assert!(format!("{run},").starts_with(&format!("{RUN},")), "{run}");
    assert_eq!(first_line(&REPORT["degree.csv"]), DEGREE);
    assert_eq!(first_line(&REPORT["orders/permutations.csv"]), "permutation,count,expected,ratio");
    assert_eq!(first_line(&REPORT["orders/ascents.csv"]), "ascents,count,expected,ratio");
    let header = "position,card_0,card_1,card_2,card_3,card_4";
    assert_eq!(first_line(&REPORT["orders/position.csv"]), header);
}

#[test]
fn the_summary_has_a_row_for_every_case_and_test() {
    let table = Table::read(&REPORT["summary.csv"]);
    let rows: Vec<_> = table.column("case").into_iter().zip(table.column("test")).collect();
    let plan: toml::Table = EVERY_KIND.parse().unwrap();
    let all = ["degree", "ascents", "permutations", "position"];
    let mut seen = 0;
    for case in plan["case"].as_array().unwrap() {
        let id = case["id"].as_str().unwrap();
        let of_case = rows.iter().filter(|(case, _)| *case == id).map(|(_, test)| *test);
        let made: Vec<&str> = of_case.collect();
        seen += made.len();
        match case.get("metrics") {
            Some(metrics) => {
                let asked: Vec<_> =
                    metrics.as_array().unwrap().iter().map(|name| name.as_str().unwrap()).collect();
                assert_eq!(made, asked, "{id}");
            }
            None => {
                let known: Vec<&str> = made.into_iter().filter(|test| all.contains(test)).collect();
                assert_eq!(known, all, "{id}");
            }
        }
    }
    assert_eq!(seen, rows.len(), "and no others");
}

#[test]
fn a_test_that_could_not_judge_has_a_status_and_empty_cells() {
    let table = Table::read(&REPORT["summary.csv"]);
    let numbers = ["statistic", "tail", "p_value", "log10_p", "p_holm", "effect", "effect_name"];
    for (row, status) in table.column("status").into_iter().enumerate() {
        assert!(
            ["ok", "too_few_trials", "not_applicable"].contains(&status),
            "row {row}: {status}"
        );
        for column in numbers {
            let cell = table.column(column)[row];
            assert_eq!(cell.is_empty(), status != "ok", "row {row}: {column} is `{cell}`");
        }
    }
    let desk = Desk::new();
    let rest = "algorithm = \"fisher-yates\"\ncards = 5\ntrials = 2_000";
    let few = case("few", &format!("{rest}\nmetrics = [\"permutations\", \"position\"]"));
    let rest = rest.replace("cards = 5", "cards = 52");
    let none = case("none", &format!("{rest}\nmetrics = [\"permutations\"]"));
    desk.write("plan.toml", few + &none);
    desk.run("run plan.toml").expect_code(3);
    let report = desk.files("reports/plan");
    let summary = Table::read(&report["summary.csv"]);
    assert_eq!(summary.column("status"), ["too_few_trials", "ok", "not_applicable"]);
}

#[test]
fn p_values_are_never_0_and_agree_with_their_logarithms() {
    let table = Table::read(&REPORT["summary.csv"]);
    let mut floored = 0;
    let columns = table.column("p_value").into_iter().zip(table.column("log10_p"));
    for ((p, log10), holm) in columns.zip(table.column("p_holm")) {
        if p.is_empty() {
            continue;
        }
        let (p, log10, holm) = (number(p), number(log10), number(holm));
        assert!((1e-300..=1.0).contains(&p) && (p..=1.0).contains(&holm), "{p} {holm}");
        if log10 < -300.0 {
            floored += 1;
            assert_eq!(p.to_string(), 1e-300.to_string());
        } else {
            assert!((p.log10() - log10).abs() < 1e-8 * (1.0 - log10), "{p} {log10}");
        }
    }
    assert!(floored > 0, "a human riffle is far beyond the floor");
}

#[test]
fn no_table_has_a_cell_that_is_no_plain_value() {
    let tables = REPORT.iter().filter(|(path, _)| path.ends_with(".csv"));
    let mut seen = 0;
    for (path, bytes) in tables {
        assert!(bytes.is_ascii(), "{path} is ASCII, which leaves no byte order mark either");
        assert!(
            bytes.ends_with(b"\n") && !bytes.contains(&b'\r') && !bytes.contains(&b'"'),
            "{path}"
        );
        for cell in Table::read(bytes).rows.iter().flatten() {
            seen += 1;
            let low = cell.to_lowercase();
            assert!(!["nan", "inf", "-inf", "infinity"].contains(&low.as_str()), "{path}: {cell}");
            assert!(cell.parse() != Ok(0.0) || cell == "0", "{path}: {cell}");
            assert!(!cell.starts_with(['=', '+', '@']), "{path}: {cell}");
            // A finding is a sentence without commas.
            assert!(cell.len() < if cell.contains(' ') { 200 } else { 64 }, "{path}: {cell}");
            let digits = cell.split('e').next().unwrap().trim_start_matches(['-', '0', '.']);
            if cell.contains('.') {
                let digits = digits.bytes().filter(u8::is_ascii_digit).count();
                assert!(digits <= 10, "{path}: {cell} has more than 10 significant digits");
            }
        }
    }
    assert!(seen > 10_000);
}

/// Cards per column, or positions per row, from the first item of each group.
fn sizes(firsts: &[u64], total: u64) -> Vec<u64> {
    let ends = firsts[1..].iter().copied().chain([total]);
    firsts.iter().zip(ends).map(|(first, end)| end - first).collect()
}

#[test]
fn position_counts_add_up_to_the_decks_in_every_row_and_column() {
    for (id, cards, dealt, trials) in [
        ("orders", 5, 5, 20_000),
        ("blocks", 52, 52, 10_000),
        ("deal", 52, 9, 9_000),
        ("library", 10, 2, 5_000),
        ("wide", 1_000, 1_000, 1_000),
    ] {
        let table = Table::read(&REPORT[&format!("{id}/position.csv")]);
        let counts: Vec<Vec<u64>> = table
            .rows
            .iter()
            .map(|row| row[1..].iter().map(|cell| count(cell)).collect())
            .collect();
        let positions: Vec<u64> = table.column("position").into_iter().map(count).collect();
        let names: Vec<u64> = table.header[1..]
            .iter()
            .map(|name| count(name.strip_prefix("card_").unwrap()))
            .collect();
        for (row, size) in counts.iter().zip(sizes(&positions, dealt)) {
            assert_eq!(row.iter().sum::<u64>(), size * trials, "a row of {id}");
        }
        if dealt == cards {
            for (column, size) in sizes(&names, cards).into_iter().enumerate() {
                let sum: u64 = counts.iter().map(|row| row[column]).sum();
                assert_eq!(sum, size * trials, "a column of {id}");
            }
        }
    }
}

#[test]
fn ascents_and_their_degree_add_up() {
    let degrees = Table::read(&REPORT["degree.csv"]);
    assert_eq!(degrees.column("case"), Table::read(&REPORT["summary.csv"]).cases());
    for case in degrees.column("case") {
        let table = Table::read(&REPORT[&format!("{case}/ascents.csv")]);
        let trials = count(degrees.cell(case, "trials"));
        let counts: Vec<u64> = table.column("count").into_iter().map(count).collect();
        assert_eq!(counts.iter().sum::<u64>(), trials, "{case}");
        let expected: f64 = table.column("expected").into_iter().map(number).sum();
        assert!((expected / trials as f64 - 1.0).abs() < 1e-8, "{case}");
        let ascents: u64 = counts.iter().enumerate().map(|(ascents, n)| ascents as u64 * n).sum();
        let pairs = counts.len() as f64 - 1.0;
        let degree = ascents as f64 / trials as f64 / pairs - 0.5;
        assert!((degree - number(degrees.cell(case, "degree"))).abs() < 1e-9, "{case}");
        let (error, z) = (degrees.cell(case, "standard_error"), degrees.cell(case, "z"));
        // sqrt((k + 1) / (12 N)) / (k - 1), the standard error of k cards under uniformity.
        let known = ((pairs + 2.0) / (12.0 * trials as f64)).sqrt() / pairs;
        assert!((number(error) / known - 1.0).abs() < 1e-8, "{case}");
        assert!((number(z) - degree / known).abs() < 1e-6 * (1.0 + number(z).abs()), "{case}");
    }
}

impl Table {
    /// The cases of a summary, each once.
    fn cases(&self) -> Vec<&str> {
        let mut cases = self.column("case");
        cases.dedup();
        cases
    }
}

#[test]
fn permutations_are_written_as_cards_with_spaces_in_order() {
    let table = Table::read(&REPORT["passes/permutations.csv"]);
    let orders = ["0 1 2", "0 2 1", "1 0 2", "1 2 0", "2 0 1", "2 1 0"];
    assert_eq!(table.column("permutation"), orders);
    assert_eq!(table.column("count").into_iter().map(count).sum::<u64>(), 5_000);
    for row in &table.rows {
        assert_eq!(row[2], "833.3333333", "5,000 / 6");
        let ratio = count(&row[1]) as f64 * 6.0 / 5_000.0;
        assert!((number(&row[3]) - ratio).abs() < 1e-8, "{row:?}");
    }
    let deals = Table::read(&REPORT["library/permutations.csv"]);
    assert_eq!(deals.rows.len(), 90, "ordered pairs of ten cards");
    assert_eq!((&*deals.rows[0][0], &*deals.rows[89][0]), ("0 1", "9 8"));
}

#[test]
fn pictures_are_png() {
    let pictures: Vec<_> = REPORT.iter().filter(|(path, _)| path.ends_with(".png")).collect();
    assert!(pictures.len() >= 2 * CASES.len() + 3, "{}", pictures.len());
    for (path, bytes) in pictures {
        assert!(bytes.starts_with(PNG), "{path} has the signature of a PNG");
        assert!(bytes.ends_with(b"IEND\xae\x42\x60\x82"), "{path} is whole");
        let side = |at: usize| u32::from_be_bytes(bytes[at..at + 4].try_into().unwrap());
        let (width, height) = (side(16), side(20));
        assert!(
            (300..5_000).contains(&width) && (200..5_000).contains(&height),
            "{path}: {width} x {height}"
        );
    }
}

#[test]
fn the_plan_of_a_report_can_be_run_again_and_gives_the_same_report() {
    let desk = Desk::new();
    desk.write("report/plan.toml", &REPORT["plan.toml"]);
    desk.run("run report/plan.toml").expect_code(0);
    let again = desk.files("reports/plan");
    assert!(again.keys().eq(REPORT.keys()));
    for (path, bytes) in &again {
        // The name of the plan, now the name of the file, makes the only difference.
        let original = match path.as_str() {
            "run.csv" | "index.html" => renamed(&REPORT[path]),
            // It lists that file.
            "manifest.json" => continue,
            _ => REPORT[path].clone(),
        };
        assert!(bytes == &original, "{path} is the same");
    }

    fn renamed(table: &[u8]) -> Vec<u8> {
        let text = std::str::from_utf8(table).unwrap();
        let text = text.replace("\nevery-kind,", "\nplan,");
        text.replace(">every-kind", ">plan").into_bytes()
    }
}

#[test]
fn the_plan_of_a_report_says_how_it_was_run() {
    let plan = String::from_utf8(REPORT["plan.toml"].clone()).unwrap();
    let plan: toml::Table = plan.parse().unwrap();
    assert_eq!(plan["seed"].as_str(), Some("0xd1ce"));
    assert_eq!(plan["budget"]["alpha"].as_float(), Some(1e-6));
    assert_eq!(plan["case"].as_array().unwrap().len(), 10);
    let provenance = plan["provenance"].as_table().unwrap();
    assert_eq!(provenance["shuffle_audit"].as_str(), Some(env!("CARGO_PKG_VERSION")));
    let fingerprint = provenance["fingerprint"].as_str().unwrap();
    assert!(fingerprint.starts_with("0x") && fingerprint.len() == 18, "{fingerprint}");
}
