//! The plans in `audits/` and their reports in `reports/`: the figures of the articles,
//! compared with their exact values.

use crate::support::{Desk, Table, root};
use shuffle_algorithms::{Algorithm, catalogue::ENTRIES};
use shuffle_audit::Expect;
use shuffle_subjects::{CaseSpec, PlanFile};
use std::{collections::BTreeSet, fs};

/// The maximum distance of a figure from its exact value, in standard errors. Two-sided that is 7e-6 for a normal
/// figure; some 30 figures are compared, under fixed seeds.
const REACH: f64 = 4.5;

fn plan(name: &str) -> PlanFile {
    let path = root().join("audits").join(name);
    let text = fs::read_to_string(&path).unwrap();
    assert!(text.starts_with('#'), "{name} opens with why it exists");
    // By its whole path, since labels are read from its folder.
    PlanFile::parse(&path.display().to_string(), &text).unwrap()
}

fn table(path: &str) -> Table {
    let path = root().join("reports").join(path);
    let bytes = fs::read(&path).unwrap_or_else(|error| {
        panic!("{}: {error}; `shuffle-audit run` makes it", path.display());
    });
    Table::read(&bytes)
}

#[test]
fn every_plan_that_is_shipped_parses() {
    let mut plans = 0;
    for path in crate::support::files_under(&root().join("audits")) {
        if path.extension().is_some_and(|ending| ending == "toml") {
            plans += 1;
            let name = path.file_name().unwrap().to_str().unwrap();
            assert!(!plan(name).title.is_empty(), "{name} has a title");
        }
    }
    assert!(plans >= 2, "gate.toml and articles.toml");
}

#[test]
fn the_gate_has_every_shuffle_of_the_catalogue() {
    let gate = plan("gate.toml");
    let used: BTreeSet<&str> =
        gate.cases.iter().map(|case| case.subject.job().unwrap().algorithm.entry().id).collect();
    let wanted = ENTRIES.iter().filter(|entry| entry.in_gate).map(|entry| entry.id);
    let missing: Vec<&str> = wanted.filter(|id| !used.contains(id)).collect();
    assert_eq!(missing, [""; 0], "they need a case in audits/gate.toml, or `in_gate: false`");
}

#[test]
fn the_gate_says_which_test_must_catch_each_defect() {
    for case in plan("gate.toml").cases {
        assert_eq!(case.expect == Expect::Fail, !case.caught_by.is_empty(), "{}", case.id());
    }
}

#[test]
fn the_gate_plants_flawed_dice_and_deals_too() {
    let gate = plan("gate.toml");
    for dice in ["modulo:bits=8", "float:bits=12"] {
        assert!(
            gate.cases.iter().any(|case| case.subject.job().unwrap().dice.to_string() == dice),
            "{dice}"
        );
    }
    for expect in [Expect::Pass, Expect::Fail] {
        let deals = gate.cases.iter().filter(|case| case.deal().is_some());
        assert!(deals.clone().any(|case| case.expect == expect), "a deal to {}", expect.name());
    }
}

#[test]
fn every_id_of_the_articles_is_in_their_plan() {
    let articles = plan("articles.toml");
    let written: BTreeSet<String> =
        articles.cases.iter().filter_map(|case| CaseSpec::of(case)?.algorithm).collect();
    let of_articles = "fy-slice fyp inside-out \
        identity reverse rand-shuffle random-swaps-half random-swaps-one random-swaps-two naive fisher-yates out-of-place \
        wash hindu faro human-riffle \
        pencil-and-paper fisher-yates-by-value mixed-between mixed-within naive-descending \
        splice faro-out faro-in";
    for id in of_articles.split_whitespace() {
        Algorithm::parse(id).unwrap();
        assert!(written.contains(id), "{id}");
    }
}

#[test]
fn the_degrees_of_ten_cards_agree_with_their_exact_values_and_with_article_1() {
    // Closed forms and enumerations over all paths; the article's figures have 4 digits.
    let known = [
        ("degree-identity", 0.5, 0.5),
        ("degree-reverse", -0.5, -0.5),
        ("degree-rand-shuffle", 0.0, 0.0),
        ("degree-random-swaps-half", 998.0 / 15_625.0, 0.0639),
        ("degree-random-swaps-one", 0.013_156_065_3, 0.0132),
        ("degree-random-swaps-two", 0.001_167_546_1, 0.0012),
        ("degree-naive", 21_662_569.0 / 3_750_000_000.0, 0.0058),
        ("degree-fisher-yates", 0.0, 0.0),
        ("degree-out-of-place", 0.0, 0.0),
    ];
    let degrees = table("articles/degree.csv");
    for (case, exact, printed) in known {
        assert_eq!(degrees.cell(case, "cards"), "10");
        assert_eq!(degrees.cell(case, "trials"), "10000000");
        let (degree, error) = degree(&degrees, case);
        assert!((degree - exact).abs() < REACH * error, "{case}: {degree}, exactly {exact}");
        let rounding = 0.5e-4;
        assert!((exact - printed).abs() < rounding, "{case}: the article has {printed}");
        assert!((degree - printed).abs() < rounding + REACH * error, "{case}: {degree}, {printed}");
    }
}

fn degree(degrees: &Table, case: &str) -> (f64, f64) {
    let number = |column| degrees.cell(case, column).parse::<f64>().unwrap();
    (number("degree"), number("standard_error"))
}

#[test]
fn every_degree_agrees_with_its_exact_value_where_that_is_known() {
    // Some 60 cases under fixed seeds: a false alarm at REACH has a probability of 4e-4 over all of them.
    let mut known = 0;
    for report in ["gate", "articles"] {
        let degrees = table(&format!("{report}/degree.csv"));
        let columns = degrees.column("exact_degree").into_iter().zip(degrees.column("z_exact"));
        for (case, (exact, z)) in degrees.column("case").into_iter().zip(columns) {
            assert_eq!(exact.is_empty(), z.is_empty(), "{report}: {case}");
            if exact.is_empty() {
                continue;
            }
            known += 1;
            let (seen, z): (f64, f64) = (degree(&degrees, case).0, z.parse().unwrap());
            let exact: f64 = exact.parse().unwrap();
            assert!(z.abs() < REACH, "{report}: {case}: {seen}, exactly {exact}, z = {z}");
            // A z of 0 is believed only if the two agree.
            assert!((seen - exact).abs() < 0.02, "{report}: {case}: {seen}, exactly {exact}");
        }
        let summary = table(&format!("{report}/summary.csv"));
        let tests = summary.column("test").into_iter().zip(summary.column("exact_degree"));
        assert!(tests.clone().all(|(test, exact)| test == "degree" || exact.is_empty()));
        let rows = tests.filter(|(_, exact)| !exact.is_empty()).count();
        let cases = degrees.column("exact_degree").iter().filter(|exact| !exact.is_empty()).count();
        assert_eq!(rows, cases, "{report}: no case was looked at twice, and none is left out");
    }
    assert!(known >= 60, "{known}");
}

#[test]
fn what_has_no_dice_has_no_noise() {
    let degrees = table("articles/degree.csv");
    for (case, exact) in [
        ("degree-identity", "0.5"),
        ("degree-reverse", "-0.5"),
        ("hands-hindu-10", "0.3888888889"),
        ("hands-faro-10", "0.05555555556"),
    ] {
        assert_eq!(degrees.cell(case, "degree"), exact, "{case}");
    }
}

/// Counts of each order of three cards against their number of paths.
fn hold_against(case: &str, shares: [(&str, f64); 6]) {
    const TRIALS: f64 = 600_000.0;
    let orders = table(&format!("articles/{case}/permutations.csv"));
    let mut sum = 0.0;
    for (order, p) in shares {
        let count: f64 = orders.cell(order, "count").parse().unwrap();
        let deviation = (count - TRIALS * p) / (TRIALS * p * (1.0 - p)).sqrt();
        assert!(deviation.abs() < REACH, "{case}, {order}: {count}, exactly {}", TRIALS * p);
        assert_eq!(orders.cell(order, "expected"), "100000");
        sum += count;
    }
    assert!((sum - TRIALS).abs() < 0.5);
}

#[test]
fn naive_of_three_cards_favors_132_213_and_231_and_the_sound_ones_none() {
    let orders = ["0 1 2", "0 2 1", "1 0 2", "1 2 0", "2 0 1", "2 1 0"];
    let naive = [4.0, 5.0, 5.0, 5.0, 4.0, 4.0].map(|paths| paths / 27.0);
    for (case, shares) in [
        ("orders-naive-3", naive),
        ("orders-fisher-yates-3", [1.0 / 6.0; 6]),
        ("orders-splice-3", [1.0 / 6.0; 6]),
    ] {
        hold_against(case, std::array::from_fn(|order| (orders[order], shares[order])));
    }
}

#[test]
fn the_committed_reports_are_those_of_the_committed_plans() {
    for name in ["gate", "articles"] {
        let plan = plan(&format!("{name}.toml"));
        let report = root().join("reports").join(name).join("plan.toml");
        let report = PlanFile::parse("plan.toml", &fs::read_to_string(&report).unwrap()).unwrap();
        assert_eq!(report.seed, plan.seed, "{name}");
        assert_eq!(report.cases.len(), plan.cases.len(), "{name}");
        for (then, now) in report.cases.iter().zip(&plan.cases) {
            assert_eq!(
                CaseSpec::of(then),
                CaseSpec::of(now),
                "the report {name} is stale: run its plan again"
            );
        }
    }
}

#[test]
fn in_the_committed_reports_everything_is_as_expected() {
    for name in ["gate", "articles"] {
        let summary = table(&format!("{name}/summary.csv"));
        let verdicts = summary.column("expected").into_iter().zip(summary.column("verdict"));
        for (case, (expected, verdict)) in summary.column("case").into_iter().zip(verdicts) {
            assert_eq!(verdict, expected, "{name}: {case}");
        }
    }
}

/// The committed report of the gate and itself: every table that the program writes can be read.
#[test]
fn every_committed_report_can_be_compared() {
    let desk = Desk::new();
    for plan in ["gate", "lotteries", "orders", "history"] {
        let report = root().join("reports").join(plan);
        let report = report.to_str().unwrap();
        let ended = desk.run_with(&["diff", report, report]).expect_code(0);
        assert!(ended.out.starts_with("No regression: "), "{plan}: {}", ended.out);
    }
}
