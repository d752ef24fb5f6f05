//! Runs of one law compared with each other, and with others.

use super::{side::STANDINGS, *};
use shuffle_audit::{engine::Options, shuffle_deck::DrawKind};
use shuffle_metrics::{Scope, catalogue::METRICS};
use shuffle_studies::Results;
use shuffle_subjects::PlanFile;

/// What is compared, which is less than what a run judges: scans take most of the time of a run, and are not compared.
fn metrics(keys: &str) -> String {
    let scans =
        ["pairs", "subsets", "residues", "binary-rank", "draw-parities", "extremes", "rare-hands"];
    let kind = if keys.contains("pack") { DrawKind::Pack } else { DrawKind::Order };
    let entries = METRICS.iter().filter(|it| it.scope == Scope::Deck && it.draws.contains(&kind));
    let tests = entries.flat_map(|entry| entry.tests).map(|test| test.id);
    format!("{:?}", tests.filter(|id| !scans.contains(id)).collect::<Vec<_>>())
}

fn run(cases: &str, seed: u64) -> Results {
    let text = format!("seed = \"{seed:#x}\"\n{cases}");
    let plan = PlanFile::parse("toy.toml", &text).unwrap();
    shuffle_studies::run(&plan, &Options::default()).unwrap()
}

fn case(id: &str, keys: &str, decks: u64) -> String {
    format!("[[case]]\nid = \"{id}\"\n{keys}\ntrials = {decks}\nmetrics = {}\n", metrics(keys))
}

fn diff(old: &Results, new: &Results, alpha: f64) -> Diff {
    Diff::of(Side::of(old, "old"), Side::of(new, "new"), Question::Regression, alpha)
}

/// Laws of all sorts, fair and not.
const LAWS: [&str; 9] = [
    "algorithm = \"fisher-yates\"\ncards = 4",
    "algorithm = \"fisher-yates\"\ncards = 10",
    "algorithm = \"naive\"\ncards = 10",
    "algorithm = \"gsr-riffle\"\ncards = 20\npasses = 3",
    "algorithm = \"fisher-yates\"\ncards = 52\ndeal = 5",
    "algorithm = \"fisher-yates\"\ncards = 12\npack = \"a=4,b=8\"",
    // Fixed points hardly ever come, so that few decks may have none; half of all cards come to one position; a card stays.
    "algorithm = \"fyp\"\ncards = 100\ndeal = 2",
    "algorithm = \"coin-insertion-sort\"\ncards = 20",
    "algorithm = \"top-to-random:moves=1\"\ncards = 60",
];

fn plan(decks: u64) -> String {
    LAWS.iter().enumerate().map(|(at, keys)| case(&format!("law-{at}"), keys, decks)).collect()
}

/// The alarms among this number of pairs of runs of the same laws, at .01; every fourth pair has sides of different sizes.
fn alarms(pairs: u64) -> u64 {
    let differs = |pair: &u64| {
        let decks = if pair.is_multiple_of(4) { 10_000 } else { 1_000 };
        let [old, new] = [run(&plan(1_000), 2 * pair), run(&plan(decks), 2 * pair + 1)];
        let found = diff(&old, &new, 0.01);
        assert!(found.tests > 60, "{}", found.tests);
        found.cases.iter().any(|case| case.clearest(0.01).is_some())
    };
    (0..pairs).filter(differs).count() as u64
}

/// alpha .01, 3 pairs, seeds 0 to 5: more than 1 alarm has a probability of 3e-4 at most.
#[test]
fn two_runs_of_one_law_are_seldom_called_different() {
    let alarms = alarms(3);
    assert!(alarms <= 1, "{alarms} of 3");
}

/// alpha .01, 2,000 pairs, seeds 0 to 3,999: more than 38 alarms have a probability of 1e-4 at most.
#[test]
#[ignore = "takes minutes: `just nightly`"]
#[expect(clippy::print_stdout, reason = "its figures are what is asked for")]
fn two_thousand_pairs_of_one_law_are_seldom_called_different() {
    let alarms = alarms(2_000);
    println!("alarms at .01: {alarms} of 2,000 pairs, where 38 are allowed");
    assert!(alarms <= 38, "{alarms} of 2,000");
}

/// The same seed, and a deck that is turned over before it is shuffled: both are fair, and depend on each other.
/// Alarms at .01 among this number of pairs, seeds from 0 on.
fn alarms_of_one_seed(pairs: u64) -> usize {
    let keys =
        ["algorithm = \"fisher-yates\"", "algorithm = \"fisher-yates\"\nstart = \"reverse\""];
    let differs = |seed: &u64| {
        let [old, new] = keys.map(|keys| {
            let of = |cards: u64| {
                case(&format!("of-{cards}"), &format!("{keys}\ncards = {cards}"), 2_000)
            };
            run(&(of(2) + &of(3) + &of(10)), *seed)
        });
        let found = diff(&old, &new, 0.01);
        assert_eq!(found.pairing, Pairing::SameSeed);
        found.cases.iter().any(|case| case.clearest(0.01).is_some())
    };
    (0..pairs).filter(differs).count()
}

/// alpha .01, 15 pairs, seeds 0 to 14: more than 2 alarms have a probability of 5e-4 at most.
#[test]
fn a_fair_shuffle_that_deals_other_decks_from_the_same_seed_is_no_regression() {
    let alarms = alarms_of_one_seed(15);
    assert!(alarms <= 2, "{alarms} of 15");
}

/// alpha .01, 200 pairs, seeds 0 to 199: more than 9 alarms have a probability of 1e-4 at most.
#[test]
#[ignore = "two minutes: `just nightly`"]
fn two_hundred_fair_shuffles_from_the_same_seeds_are_no_regression() {
    let alarms = alarms_of_one_seed(200);
    assert!(alarms <= 9, "{alarms} of 200");
}

/// The decks of each side from which a difference is found, and those from which a run of the second alone fails, at 1e-6.
fn decks_until_found(old: &str, new: &str, seed: u64) -> [u64; 2] {
    let mut found = [None, None];
    let mut decks = 64.0_f64;
    while found.iter().any(Option::is_none) && decks < 4e6 {
        let sides = [old, new].map(|keys| run(&case("it", keys, decks as u64), seed));
        let [old, new] = sides.each_ref();
        let one = Side { seed: "another".to_owned(), ..Side::of(old, "old") };
        let other = Side::of(new, "new");
        // Not by the verdict, which is about one run.
        let compared = Diff::of(one, other, Question::SameLaw, ALPHA);
        let differs = compared.cases[0].clearest(ALPHA).is_some();
        let fails = new.findings.cases[0].verdict().name() == "fail";
        for (found, now) in found.iter_mut().zip([differs, fails]) {
            *found = found.or(now.then_some(decks as u64));
        }
        decks *= std::f64::consts::SQRT_2;
    }
    found.map(|found| found.unwrap_or(u64::MAX))
}

/// The power table: median and 90 % of 20 seeds.
#[test]
#[ignore = "takes minutes: `just nightly`"]
#[expect(clippy::print_stdout, reason = "its figures are what is asked for")]
fn how_many_decks_a_difference_takes() {
    let sound = "algorithm = \"fisher-yates\"\ncards = 52";
    for (defect, most) in [
        ("algorithm = \"naive\"\ncards = 52", 16_384),
        ("algorithm = \"fisher-yates\"\ncards = 52\ndice = \"modulo:bits=12\"", 3_000_000),
    ] {
        // The case of either side has an id of its own, so that its decks are independent.
        let mut found: Vec<[u64; 2]> =
            (0..20).map(|seed| decks_until_found(sound, defect, seed)).collect();
        let words = defect.replace('\n', ", ");
        for (side, what) in ["diff, decks of each side", "one run, decks"].into_iter().enumerate() {
            found.sort_by_key(|it| it[side]);
            println!("{words}: {what}: median {}, 90 % {}", found[9][side], found[17][side]);
        }
        found.sort_by_key(|it| it[0]);
        assert!(found[17][0] <= most, "{words}: {}", found[17][0]);
    }
}

#[test]
fn a_defect_is_a_regression_and_so_is_its_repair() {
    let [sound, wrong] = ["fisher-yates", "naive"].map(|id| {
        let keys = format!("algorithm = \"{id}\"\ncards = 10\ntrials = 20_000");
        run(&format!("[[case]]\nid = \"it\"\n{keys}\n"), 1)
    });
    for (old, new, change) in [(&sound, &wrong, Change::Worse), (&wrong, &sound, Change::Fixed)] {
        let found = diff(old, new, ALPHA);
        assert!(found.is_regression());
        assert_eq!(found.cases[0].change, change);
        assert!(found.cases[0].clearest(ALPHA).is_some());
        let answer = if change == Change::Worse { "REGRESSION" } else { "CHANGED" };
        let said = words(&found, &Default::default());
        assert!(said.starts_with(&format!("{answer}: of 1 case, 1")), "{said}");
    }
    let found = diff(&wrong, &wrong, ALPHA);
    assert!(!found.is_regression() && found.tests > 10, "a biased shuffle that stays as it is");
    assert!(found.cases[0].tests.iter().all(|test| test.p_value.value() > 0.99));
}

/// A case of a side, without tests.
fn bare(id: &str, standing: &str, shape: &str) -> SideCase {
    let [id, standing, shape] = [id, standing, shape].map(str::to_owned);
    SideCase { id, standing, shape, trials: 100, ..SideCase::default() }
}

fn of_cases(cases: Vec<SideCase>) -> Side {
    Side { cases, ..Side::default() }
}

#[test]
fn every_change_has_its_name_and_the_worst_comes_first() {
    let old = of_cases(vec![
        bare("same", "fail", "5 cards"),
        bare("better", "suspicious", "5 cards"),
        bare("other", "pass", "5 cards"),
        bare("worse", "pass", "5 cards"),
        bare("gone", "pass", "5 cards"),
    ]);
    let new = of_cases(vec![
        bare("new", "pass", "5 cards"),
        bare("worse", "at_fault", "5 cards"),
        bare("other", "pass", "6 cards"),
        bare("better", "pass", "5 cards"),
        bare("same", "fail", "5 cards"),
    ]);
    let found = Diff::of(old, new, Question::Regression, ALPHA);
    let changes: Vec<(&str, Change)> =
        found.cases.iter().map(|case| (case.id.as_str(), case.change)).collect();
    assert_eq!(
        changes,
        [
            ("gone", Change::Gone),
            ("worse", Change::Worse),
            ("other", Change::OtherCards),
            ("better", Change::Better),
            ("new", Change::New),
            ("same", Change::Same),
        ]
    );
    insta::assert_snapshot!(words(&found, &Default::default()));
}

#[test]
fn a_verdict_is_worse_by_its_place_among_all() {
    for (better, old) in STANDINGS.iter().enumerate() {
        for (worse, new) in STANDINGS.iter().enumerate() {
            let [a, b] = [old, new].map(|it| of_cases(vec![bare("it", it, "5 cards")]));
            let found = Diff::of(a, b, Question::Regression, ALPHA);
            // Evidence that is gone is no better verdict.
            let is_lost = better > 2 && better < 5 && (worse == 1 || worse == 2);
            assert_eq!(found.is_regression(), worse > better || is_lost, "{old} to {new}");
        }
    }
}

#[test]
fn many_tests_share_one_budget() {
    use shuffle_metrics::two_sample;
    let with = |count: u64| {
        let counts = Counts::Bins(vec![([0, 0], count), ([1, 1], 1_000 - count)]);
        let cases = (0..50).map(|case| SideCase {
            trials: 1_000,
            // Only the first differs.
            counts: [(
                "ascents".to_owned(),
                if case == 0 {
                    counts.clone()
                } else {
                    Counts::Bins(vec![([0, 0], 500), ([1, 1], 500)])
                },
            )]
            .into(),
            ..bare(&case.to_string(), "pass", "5 cards")
        });
        of_cases(cases.collect())
    };
    let [old, new] = [Side { seed: "1".to_owned(), ..with(500) }, with(600)];
    let alone = two_sample::row(
        [&[500, 500], &[600, 400]],
        two_sample::Order::Neighbors,
        Pairing::Independent,
    );
    let found = Diff::of(old, new, Question::Regression, 0.01);
    let test = &found.cases[0].tests[0];
    assert!((test.p_value.ln() - alone.unwrap().ln_p).abs() < 1e-9);
    assert!((test.p_holm.ln() - test.p_value.ln() - 50_f64.ln()).abs() < 1e-9);
}
