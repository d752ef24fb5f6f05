//! Holm's correction, the budget, and the table by which rulings become a verdict.

use itertools::Itertools;
use proptest::prelude::*;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;
use shuffle_metrics::{
    Effect, Evidence, Judgement, Law, Outcome, PValue, Verdict,
    distribution::clopper_pearson,
    effect_kind,
    verdict::{self, Budget, Profile, Ruling, holm},
};
use std::collections::BTreeSet;

fn p_values(values: &[f64]) -> Vec<PValue> {
    values.iter().map(|p| PValue::from_ln(p.ln())).collect()
}

fn adjusted(values: &[f64]) -> Vec<f64> {
    holm(&p_values(values)).map(PValue::value).collect()
}

fn judged(p_value: PValue) -> Judgement {
    let effect = Effect::new(effect_kind::DEGREE, 0.0);
    let evidence = Evidence::new(0.0, Law::Normal { half_step: 0.01 }, 100.0, effect);
    Judgement { test: "degree", outcome: Outcome::Judged(Evidence { p_value, ..evidence }) }
}

fn too_few() -> Judgement {
    let outcome = Outcome::TooFewTrials { trials: 5, needed: 100 };
    Judgement { test: "degree", outcome }
}

fn not_applicable() -> Judgement {
    let outcome = Outcome::NotApplicable { why: "one card has no neighbors".to_owned() };
    Judgement { test: "degree", outcome }
}

/// A budget that is spent on one look.
fn one_look(alpha: f64) -> Budget {
    Budget { profile: Profile::Ci, alpha, recording_alpha: None, escalate: false }
}

/// The ruling on a judgement that is alone in its run.
fn alone(budget: Budget, judgement: Judgement) -> Ruling {
    budget.rule(vec![(vec![judgement], false)]).remove(0).remove(0)
}

#[test]
fn whoever_stops_early_has_no_larger_budget() {
    let budget = one_look(1e-6);
    let judgement = || judged(PValue::from_ln(f64::ln(5e-7)));
    let rule = |others| budget.rule_among(vec![(vec![judgement()], false)], others)[0][0].clone();
    assert_eq!(rule(0).verdict, Verdict::Fail);
    let among_ten = rule(9);
    assert_eq!(among_ten.verdict, Verdict::Suspicious);
    assert!((among_ten.p_holm.unwrap().value() / 5e-6 - 1.0).abs() < 1e-12);
}

#[test]
fn holm_agrees_with_worked_examples() {
    // R 4.3: p.adjust(p, "holm").
    for (p, expected) in [
        (vec![0.01, 0.02, 0.03, 0.04, 0.05], vec![0.05, 0.08, 0.09, 0.09, 0.09]),
        (vec![0.01, 0.04, 0.03, 0.005], vec![0.03, 0.06, 0.06, 0.02]),
        (vec![0.04], vec![0.04]),
        (vec![0.6, 0.7], vec![1.0, 1.0]),
        (vec![0.02, 0.02, 0.02], vec![0.06, 0.06, 0.06]),
        (vec![], vec![]),
    ] {
        let found = adjusted(&p);
        assert_eq!(found.len(), expected.len());
        for (found, expected) in found.iter().zip(&expected) {
            assert!((found - expected).abs() < 1e-14, "{p:?}: {found}");
        }
    }
}

/// Holm is closed testing: a hypothesis is rejected if every intersection that it is part of is rejected by
/// Bonferroni. So its adjusted p is the largest of `|S| min p` over all sets S that hold it.
fn by_closed_testing(p: &[PValue]) -> Vec<f64> {
    let least = |set: &[usize]| set.iter().map(|&i| p[i].ln()).fold(0.0, f64::min);
    let of_set = |set: &[usize]| (least(set) + (set.len() as f64).ln()).min(0.0);
    let sets = (0..p.len()).powerset().collect_vec();
    let holding = |index| sets.iter().filter(move |set| set.contains(&index));
    (0..p.len())
        .map(|index| holding(index).map(|set| of_set(set)).fold(f64::NEG_INFINITY, f64::max))
        .collect()
}

proptest! {
    #[test]
    fn holm_is_closed_testing_by_brute_force(
        ln in prop::collection::vec(
            prop_oneof![-8.0..0.0, -2_500.0..0.0, Just(0.0), Just(-3.0), Just(-0.001)], 0..8
        ),
    ) {
        let p: Vec<PValue> = ln.into_iter().map(PValue::from_ln).collect();
        let found = holm(&p).map(PValue::ln).collect_vec();
        for (found, expected) in found.iter().zip(by_closed_testing(&p)) {
            prop_assert!((found - expected).abs() <= 1e-12 * expected.abs().max(1.0));
        }
    }
}

#[test]
fn the_family_wise_error_is_the_budget() {
    // 20,000 runs of 50 tests each, every shuffle sound; intervals at 1 - 1e-6.
    const RUNS: u64 = 20_000;
    const TESTS: usize = 50;
    let mut rng = Pcg64::seed_from_u64(50);
    let budget = one_look(0.05);
    let mut uniform = move || PValue::from_ln((1.0 - rng.random::<f64>()).ln());
    let any_fails = |p: Vec<PValue>| {
        let cases = p.chunks(5).map(|p| (p.iter().copied().map(judged).collect(), false));
        let rulings = budget.rule(cases.collect());
        rulings.iter().any(|case| verdict::of_case(case) == Verdict::Fail)
    };
    let independent =
        (0..RUNS).filter(|_| any_fails((0..TESTS).map(|_| uniform()).collect())).count() as u64;
    // 1 - (1 - 0.05/50)^50
    let exact = 1.0 - f64::powi(1.0 - 0.05 / TESTS as f64, TESTS as i32);
    let interval = clopper_pearson(independent, RUNS, 1.0 - 1e-6);
    assert!(interval.low <= exact && exact <= interval.high, "{independent} of {RUNS}: {exact}");
}

#[test]
fn two_looks_share_the_budget() {
    let budget = Budget { escalate: true, ..one_look(0.01) };
    assert_eq!(budget.stage_alpha() + budget.stage_alpha(), 0.01);
    assert_eq!(one_look(0.01).stage_alpha(), 0.01);
    assert_eq!(Budget { profile: Profile::Lab, ..budget }.stage_alpha(), 0.01);
}

#[test]
fn the_boundary_of_the_budget_belongs_to_fail() {
    let above = |p: f64| PValue::from_ln(p.ln() + 1e-12);
    let exactly = |p: f64| PValue::from_ln(p.ln());
    let said = |budget, p| alone(budget, judged(p)).verdict;
    for alpha in [1e-6, 1e-4, 0.000_999] {
        assert_eq!(said(one_look(alpha), exactly(alpha)), Verdict::Fail);
        assert_eq!(said(one_look(alpha), above(alpha)), Verdict::Suspicious);
    }
    // Suspicious is below its bound, not at it.
    let just_below = PValue::from_ln(verdict::SUSPICIOUS.ln() - 1e-12);
    assert_eq!(said(one_look(1e-6), just_below), Verdict::Suspicious);
    assert_eq!(said(one_look(1e-6), exactly(verdict::SUSPICIOUS)), Verdict::Pass);
    assert_eq!(said(one_look(1e-6), exactly(1.0)), Verdict::Pass);
    // A larger budget has room for suspicion up to ten times itself, but no further than one audit in a hundred.
    assert_eq!(said(one_look(0.0005), exactly(0.0049)), Verdict::Suspicious);
    assert_eq!(said(one_look(0.0005), exactly(0.0051)), Verdict::Pass);
    assert_eq!(said(one_look(0.005), exactly(0.0099)), Verdict::Suspicious);
    assert_eq!(said(one_look(0.005), exactly(0.0101)), Verdict::Pass);
    // With escalation half of the budget is kept back.
    let escalating = Budget { escalate: true, ..one_look(1e-6) };
    assert_eq!(said(escalating, exactly(1e-6)), Verdict::Suspicious);
    assert_eq!(said(escalating, exactly(0.5e-6)), Verdict::Fail);
}

#[test]
fn sound_shuffles_are_suspicious_or_worse_no_more_often_than_is_stated() {
    // The smallest p of 30 tests on fair decks is below x / 30 with a probability just below x.
    let mut rng = Pcg64::seed_from_u64(52);
    for (alpha, stated) in [(0.2, 0.2), (0.1, 0.1), (0.05, 0.05), (0.01, 0.01), (0.001, 0.01)] {
        let budget = one_look(alpha);
        assert_eq!(budget.suspicious(), stated);
        let runs = 20_000_u64;
        let off = (0..runs).filter(|_| {
            let sound = (0..30).map(|_| judged(PValue::from_ln((1.0 - rng.random::<f64>()).ln())));
            let rulings = budget.rule(vec![(sound.collect(), false)]);
            verdict::of_case(&rulings[0]) != Verdict::Pass
        });
        let share = clopper_pearson(off.count() as u64, runs, 1.0 - 1e-6);
        assert!(share.low <= stated && share.high >= 0.8 * stated, "{alpha}: {share:?}");
    }
}

#[test]
fn what_decides_is_the_adjusted_p_in_ci_and_the_plain_one_in_a_lab() {
    let cases = || vec![(vec![judged(PValue::from_ln(f64::ln(0.008))); 20], false)];
    let ci = &one_look(0.01).rule(cases())[0];
    assert!(ci.iter().all(|ruling| ruling.verdict == Verdict::Pass));
    assert!(ci.iter().all(|ruling| (ruling.p_holm.unwrap().value() - 0.16).abs() < 1e-12));
    let lab = &Budget { profile: Profile::Lab, ..one_look(0.01) }.rule(cases())[0];
    assert!(lab.iter().all(|ruling| ruling.verdict == Verdict::Fail));
}

#[test]
fn each_ruling_keeps_its_own_p_value_and_tests_that_could_not_judge_are_no_part_of_the_family() {
    // Two cases, out of order, with gaps: the adjusted values find their way back.
    let p = |p: f64| judged(PValue::from_ln(p.ln()));
    let cases = vec![
        (vec![p(0.03), too_few(), p(0.01)], true),
        (vec![not_applicable(), p(0.04), p(0.005)], false),
    ];
    let rulings = one_look(0.02).rule(cases);
    assert_eq!(rulings.iter().map(Vec::len).collect_vec(), [3, 3]);
    let expected = [Some(0.06), None, Some(0.03), None, Some(0.06), Some(0.02)];
    for (index, (ruling, expected)) in rulings.iter().flatten().zip_eq(expected).enumerate() {
        let found = ruling.p_holm.map(PValue::value);
        assert_eq!(found.is_some(), expected.is_some());
        assert!((found.unwrap_or(0.0) - expected.unwrap_or(0.0)).abs() < 1e-14);
        assert_eq!(ruling.verdict == Verdict::Inconclusive, expected.is_none());
        assert_eq!(ruling.asked_for, index < 3);
    }
    // A p-value alone among tests that could not judge is not enlarged.
    let rulings = one_look(1e-6).rule(vec![(vec![too_few(), p(0.9e-6), not_applicable()], true)]);
    assert_eq!(rulings[0][1].verdict, Verdict::Fail);
}

/// The verdict of a case by whether it holds a rejection, a question without answer, a suspicion, a pass.
fn by_the_table(row: [bool; 4]) -> Verdict {
    match row {
        [true, ..] => Verdict::Fail,
        [false, true, ..] => Verdict::Inconclusive,
        [false, false, true, _] => Verdict::Suspicious,
        [false, false, false, true] => Verdict::Pass,
        [false, false, false, false] => Verdict::Inconclusive,
    }
}

#[test]
fn the_verdict_of_a_case_follows_the_table_in_every_row() {
    // Every set of kinds of rulings, asked for by name or not, in both orders.
    let verdicts = [Verdict::Fail, Verdict::Suspicious, Verdict::Pass, Verdict::Inconclusive];
    let some = alone(one_look(1e-6), judged(PValue::from_ln(-1.0)));
    let kinds =
        verdicts.into_iter().cartesian_product([true, false]).map(|(verdict, asked_for)| {
            let (judgement, p_holm) = match verdict {
                Verdict::Inconclusive => (too_few(), None),
                _ => (some.judgement.clone(), some.p_holm),
            };
            Ruling { judgement, p_holm, asked_for, verdict, ..some.clone() }
        });
    let mut rows = BTreeSet::new();
    for mut rulings in kinds.powerset() {
        let holds = |wanted| rulings.iter().any(|ruling: &Ruling| ruling.verdict == wanted);
        let unanswered = |r: &Ruling| r.asked_for && r.verdict == Verdict::Inconclusive;
        let row = [
            holds(Verdict::Fail),
            rulings.iter().any(unanswered),
            holds(Verdict::Suspicious),
            holds(Verdict::Pass),
        ];
        rows.insert(row);
        assert_eq!(verdict::of_case(&rulings), by_the_table(row), "{row:?}");
        rulings.reverse();
        assert_eq!(verdict::of_case(&rulings), by_the_table(row), "{row:?}");
    }
    assert_eq!(rows.len(), 16, "{rows:?}");
    assert_eq!(verdict::of_case(&[]), Verdict::Inconclusive);
}
