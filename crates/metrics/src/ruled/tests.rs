//! The tests of a rule, all together: their sizes under the null hypothesis, and what they need to see a defect.

use super::{ENTRY, reference::FairDraws, sampler::Sampler};
use crate::{
    Judgement, Metric, Rows, Serial, Shape,
    ruled::reading::Reading,
    testing::{and_any, assert_levels_are_kept, p_values, tally, up_to},
};
use rand::{RngExt, SeedableRng, seq::SliceRandom};
use rand_pcg::Pcg64;
use shuffle_deck::{
    Pack, Rule, RuleParts,
    rule::{Apart, AtLeast},
};

fn apart(classes: &[u32], least: usize) -> RuleParts {
    let count = classes.iter().max().map_or(0, |&last| last + 1);
    let names = (0..count).map(|class| format!("class {class}")).collect();
    let apart = Apart { classes: classes.to_vec(), names, least };
    RuleParts { apart: vec![apart], ..RuleParts::default() }
}

fn ruled(shape: Shape, parts: RuleParts) -> Shape {
    shape.with_rule(Rule::new(parts))
}

/// Who draws whom among 6; twelve songs of four artists; codes of 5 symbols with two of the first three; 9 people in 3 groups.
fn shapes() -> [Shape; 4] {
    let artists: Vec<u32> = (0..12).map(|song| song / 3).collect();
    let digits = AtLeast {
        members: (0..8).map(|symbol| symbol < 3).collect(),
        name: "digit".to_owned(),
        least: 2,
    };
    let people = RuleParts { groups_people: true, ..RuleParts::default() };
    [
        ruled(Shape::whole(6), RuleParts::no_fixed_points(6)),
        ruled(Shape::whole(12), apart(&artists, 2)),
        ruled(
            Shape::replacement(8, 5),
            RuleParts { at_least: vec![digits], ..RuleParts::default() },
        ),
        ruled(Shape::of_pack(Pack::parse("a=3,b=3,c=3").unwrap(), None).unwrap(), people),
    ]
}

fn judged(metric: &dyn Metric, shape: Shape, rows: &[u32]) -> Vec<Judgement> {
    let narrow: Vec<u8> = rows.iter().map(|&value| value as u8).collect();
    metric.judge(&tally(metric, shape, Rows::Narrow(&narrow)))
}

/// 1,000 audits of 5, 40 and 300 fair draws for each shape, seed 37: no test rejects more often than its level .05, .01 or .001 allows, up to
/// five standard deviations of its count, nor do all tests together after Bonferroni. The reference is drawn once, so the bound
/// covers its error, too.
#[test]
fn no_test_is_liberal_at_any_number_of_draws() {
    for shape in shapes() {
        let metric = ENTRY.build(shape).unwrap();
        let sampler = Sampler::of(shape).unwrap();
        let mut hand = sampler.hand(37);
        for draws in [5, 40, 300] {
            assert_levels_are_kept(1_000, up_to(1_000, 5.0, 0.0), (shape, draws), || {
                let draws = (0..draws).flat_map(|_| sampler.draw(&mut hand).to_vec());
                and_any(&judged(metric.as_ref(), shape, &draws.collect::<Vec<_>>()))
            });
        }
    }
}

/// The sampler of a test, which may draw again.
type Draw<'a> = dyn FnMut() -> Vec<u32> + 'a;

/// The draws with which 10 of 20 seeds reject at level 1e-3 (three tests, Bonferroni), and those that the best single count needs which
/// knows what to look for.
fn needed(
    shape: Shape,
    defect: impl Fn(&mut Pcg64, &mut Draw<'_>) -> Vec<u32>,
    hit: impl Fn(&[u32]) -> bool,
) -> [usize; 2] {
    let metric = ENTRY.build(shape).unwrap();
    let sampler = Sampler::of(shape).unwrap();
    let mut hand = sampler.hand(0xfa1);
    let fair = (0..100_000).filter(|_| hit(sampler.draw(&mut hand))).count() as f64 / 1e5;
    let rows = |draws: usize, seed: u64| -> Vec<Vec<u32>> {
        let (mut rng, mut hand) = (Pcg64::seed_from_u64(seed), sampler.hand(seed));
        let mut fair = || sampler.draw(&mut hand).to_vec();
        (0..draws).map(|_| defect(&mut rng, &mut fair)).collect()
    };
    let by_all = |rows: &[Vec<u32>]| {
        let p_values = p_values(&judged(metric.as_ref(), shape, &rows.concat()));
        p_values.iter().any(|(_, p)| 3.0 * p <= 1e-3)
    };
    let by_one = |rows: &[Vec<u32>]| {
        let hits = rows.iter().filter(|row| hit(row)).count() as u64;
        let of = rows.len() as u64;
        let tail = crate::distribution::binomial::ln_sf(hits, of, fair)
            .min(crate::distribution::binomial::ln_cdf(hits, of, fair));
        2.0 * tail.exp() <= 1e-3
    };
    let first = |rejects: &dyn Fn(&[Vec<u32>]) -> bool| {
        let draws = (2..40).chain((40..400).step_by(8));
        let is_seen =
            |&draws: &usize| (0..20).filter(|&seed| rejects(&rows(draws, seed))).count() >= 10;
        draws.into_iter().find(is_seen).unwrap_or(usize::MAX)
    };
    [first(&by_all), first(&by_one)]
}

/// Level 1e-3, 20 seeds from 0: each defect takes at most twice the draws of the count that knows it, or eight.
#[test]
#[expect(clippy::print_stdout, reason = "its figures are what is asked for")]
fn each_defect_takes_at_most_twice_the_draws_of_its_own_count() {
    let [santa, songs, codes, people] = shapes();
    let cycles = |row: &[u32]| {
        let mut seen = vec![false; row.len()];
        let starts = (0..row.len()).filter(|&start| {
            let is_new = !seen[start];
            let mut at = start;
            while !seen[at] {
                seen[at] = true;
                at = row[at] as usize;
            }
            is_new
        });
        starts.count()
    };
    let until = |fair: &mut Draw<'_>, wanted: &dyn Fn(&[u32]) -> bool| loop {
        let row = fair();
        if wanted(&row) {
            return row;
        }
    };
    let are_three = |row: &[u32]| row[2] == row[5] && row[5] == row[6];
    let in_couples = |row: &[u32]| (0..).zip(row).filter(|&(at, &to)| at ^ 1 == to).count();
    let in_half = |row: &[u32]| (0..).zip(row).filter(|&(at, &to)| (at < 3) == (to < 3)).count();
    let follows = |row: &[u32]| row.windows(2).any(|it| it == [0, 5]);
    let artist = |song: u32| song / 3;
    let in_blocks = |row: &[u32]| (2..6).all(|at| artist(row[at]) == artist(row[at - 2]));
    let digits = |row: &[u32]| row.iter().filter(|&&symbol| symbol < 3).count();
    let forced = |rng: &mut Pcg64| {
        let symbols = (0..5).map(|at| rng.random_range(0..if at < 2 { 3 } else { 8 }));
        let mut row: Vec<u32> = symbols.collect();
        row.shuffle(rng);
        row
    };
    let defects = [
        (
            "only one circle",
            needed(santa, |_, fair| until(fair, &|row| cycles(row) == 1), |row| cycles(row) == 1),
        ),
        (
            "a forbidden cell",
            needed(santa, |_, fair| until(fair, &|row| row[0] != 1), |row| row[0] == 1),
        ),
        (
            "couples, listed together, never draw each other",
            needed(
                santa,
                |_, fair| until(fair, &|row| in_couples(row) == 0),
                |row| in_couples(row) == 0,
            ),
        ),
        (
            "each half of the list draws the other",
            needed(santa, |_, fair| until(fair, &|row| in_half(row) == 0), |row| in_half(row) == 0),
        ),
        ("a pair always in a row", needed(songs, |_, fair| until(fair, &follows), follows)),
        ("artists in blocks", needed(songs, |_, fair| until(fair, &in_blocks), in_blocks)),
        ("digits put in and mixed", needed(codes, |rng, _| forced(rng), |row| digits(row) > 2)),
        (
            "two people always together",
            needed(people, |_, fair| until(fair, &|row| row[0] == row[1]), |row| row[0] == row[1]),
        ),
        (
            "two people never together",
            needed(people, |_, fair| until(fair, &|row| row[7] != row[8]), |row| row[7] == row[8]),
        ),
        (
            "three people never together",
            needed(people, |_, fair| until(fair, &|row| !are_three(row)), are_three),
        ),
    ];
    for (defect, [all, one]) in defects {
        println!("{defect}: {all} draws, {one} by its own count");
        assert!(all <= (2 * one).max(8), "{defect}: {all} draws, {one} by its own count");
    }
}

/// A draw that breaks its rule is named, and fails whatever its number.
#[test]
fn a_draw_that_breaks_its_rule_is_named() {
    let [santa, songs, codes, _] = shapes();
    let say = |shape: Shape, rows: &[u32]| {
        let metric = ENTRY.build(shape).unwrap();
        let judgements = judged(metric.as_ref(), shape, rows);
        let evidence = judgements[0].evidence().unwrap();
        assert!(evidence.p_value.log10() < -200.0);
        evidence.effect.place.as_ref().unwrap().to_string()
    };
    let rows = [1, 0, 3, 2, 5, 4, 1, 0, 2, 3, 5, 4];
    let said = "1 of 2 draws breaks the rule, first draw 2: card 2 at position 2";
    assert_eq!(say(santa, &rows), said);
    let close = [0, 3, 6, 9, 10, 1, 4, 7, 2, 5, 8, 11];
    let said = "1 of 1 draws breaks the rule, first draw 1: positions 3 and 4 are both class 3";
    assert_eq!(say(songs, &close), said);
    let said = "1 of 1 draws breaks the rule, first draw 1: only 1 of digit";
    assert_eq!(say(codes, &[0, 7, 7, 7, 7]), said);
}

/// Fair draws are the same in any order of the work.
#[test]
fn the_reference_is_the_same_on_any_number_of_threads() {
    struct Backwards;
    impl crate::Executor for Backwards {
        fn run(&self, parts: usize, part: &(dyn Fn(usize) + Sync)) {
            (0..parts).rev().for_each(part);
        }
    }
    let [santa, songs, ..] = shapes();
    let reading = Reading::of(santa).unwrap();
    let one = FairDraws::of(&reading, 100, &Serial);
    // Another shape is kept in between.
    FairDraws::of(&Reading::of(songs).unwrap(), 100, &Serial);
    let other = FairDraws::of(&reading, 100, &Backwards);
    assert_eq!((one.draws, &one.cells), (other.draws, &other.cells));
}
