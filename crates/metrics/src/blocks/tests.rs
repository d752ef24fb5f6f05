//! Laws, calibration and power of the test of lists.

use super::*;
use crate::{
    Rows,
    testing::{assert_never_too_small, evidence},
};
use itertools::Itertools;
use rand::{RngExt, SeedableRng, seq::SliceRandom};
use rand_pcg::Pcg64;
use shuffle_deck::Pack;
use std::collections::HashMap;

fn metric(sizes: &str, arms: &str) -> PermutedBlocks {
    let blocks = Blocks::parse(sizes, Pack::parse(arms).unwrap()).unwrap();
    PermutedBlocks::new(Shape::of_blocks(blocks)).unwrap()
}

fn two(sizes: &str) -> PermutedBlocks {
    metric(sizes, "A=1,B=1")
}

/// The evidence of a list; with strata, if it has any.
fn judged(metric: &PermutedBlocks, list: &[u8], strata: &[u32]) -> Evidence {
    let metric = match strata {
        [] => *metric,
        _ => PermutedBlocks::new(metric.shape.by_level()).unwrap(),
    };
    let rows = list
        .iter()
        .enumerate()
        .flat_map(|(row, &arm)| std::iter::once(arm.into()).chain(strata.get(row).copied()));
    let rows: Vec<u32> = rows.collect();
    evidence(&metric, metric.shape, Rows::Wide(&rows))
}

fn p(evidence: &Evidence) -> f64 {
    evidence.p_value.value()
}

fn place(evidence: &Evidence) -> String {
    let names = |card: usize| ["A", "B", "C"][card].to_owned();
    let effect = &evidence.effect;
    let place = effect.extreme.as_ref().map(|it| &it.what).or(effect.place.as_ref());
    place.unwrap().shown(names, 1)
}

/// A list of blocks of these sizes, one by one at random.
fn fair(of: &PermutedBlocks, sizes: &[usize], rows: usize, rng: &mut Pcg64) -> Vec<u8> {
    let mut list = Vec::new();
    while list.len() < rows {
        let size = sizes[rng.random_range(0..sizes.len())];
        let arms = (0..).zip(of.blocks.counts(size));
        let mut block: Vec<u8> = arms.flat_map(|(arm, count)| vec![arm; count]).collect();
        block.shuffle(rng);
        list.extend(block);
    }
    list.truncate(rows);
    list
}

#[test]
fn what_a_design_cannot_make_is_named() {
    let said = |metric: &PermutedBlocks, list: &str, strata: &[u32]| {
        let list: Vec<u8> = list.bytes().map(|arm| arm - b'A').collect();
        let evidence = judged(metric, &list, strata);
        (p(&evidence) < 1e-290).then(|| place(&evidence))
    };
    let (four, mixed) = (two("4"), two("2,4,6"));
    assert_eq!(said(&four, "ABBABAABAABB", &[]), None);
    assert_eq!(said(&four, "ABBABAABAA", &[]), None, "the last block is cut short");
    assert_eq!(
        said(&four, "ABBABAAABBBBAAA", &[]).unwrap(),
        "3 of 4 blocks do not hold 2 A and 2 B, the first one in rows 5 to 8 (B A A A); one missing or extra row shifts all later blocks"
    );
    assert_eq!(said(&mixed, "ABBBAA", &[]), None, "a block of 6");
    assert_eq!(
        said(&mixed, "ABABAAAAAB", &[]).unwrap(),
        "row 8 cannot be A: no cut of the rows before it into blocks of 2, 4, 6 allows it"
    );
    let three = metric("3,6", "A=1,B=1,C=1");
    assert_eq!(said(&three, "ABCAABCBCC", &[]), None);
    assert!(said(&three, "AAA", &[]).unwrap().starts_with("row 3 cannot be A"));
    for metric in [four, two("2,4")] {
        assert_eq!(said(&metric, "AABBABBA", &[0, 1, 1, 0, 0, 1, 0, 1]), None);
    }
    let strata = [0, 0, 0, 1, 1, 1, 0, 1];
    assert!(said(&two("2,4"), "AAAAAABB", &strata).unwrap().contains("in the stratum 1"));
}

/// All 216 lists of three blocks of 4, all 400 of two of 6, and all 900 of 2 of six with three arms: no p-value comes more often than it
/// says.
#[test]
fn counts_of_known_blocks_are_never_liberal() {
    for (metric, size, blocks) in
        [(two("4"), 4, 3), (two("6"), 6, 2), (metric("4", "A=2,B=1,C=1"), 4, 2)]
    {
        let words = arrangements(&metric.blocks.counts(size));
        let lists = (0..blocks).map(|_| words.iter().cloned()).multi_cartesian_product();
        let chance = (words.len() as f64).powi(-blocks);
        let all = lists.map(|list| (p(&judged(&metric, &list.concat(), &[])), chance));
        assert_never_too_small(all, metric.blocks);
    }
}

/// With each arrangement once, each count is what its chance says.
#[test]
fn cells_have_their_chances() {
    for (metric, size) in [
        (two("8"), 8),
        (two("10"), 10),
        (metric("12", "A=3,B=1"), 12),
        (metric("6", "A=2,B=1"), 6),
        (metric("6", "A=1,B=1,C=1"), 6),
        (metric("8", "A=2,B=1,C=1"), 8),
    ] {
        let words = arrangements(&metric.blocks.counts(size));
        let mut of_blocks = 0;
        let again = metric.again(size, &[Stratum::default()], std::slice::from_ref(&words));
        for (cell, place) in metric.cells(size, &words).into_iter().chain(again) {
            if cell.trials as usize == words.len() {
                let expected = words.len() as f64 * cell.chance;
                assert!((cell.count as f64 - expected).abs() < 1e-7, "{place}: {cell:?}");
                of_blocks += 1;
            } else {
                let begins = place.to_string().contains("begins with the last arm");
                let of = if begins { metric.blocks.arms().kinds() } else { words.len() };
                assert!((cell.chance * of as f64 - 1.0).abs() < 1e-9, "{place}");
            }
        }
        assert!(of_blocks > size, "{}", metric.blocks);
    }
}

/// 500 fair lists of each design at level .01, seeds 1 to 500: no more are rejected than chance allows, at 3.3 standard deviations.
#[test]
fn fair_lists_are_rejected_as_often_as_the_level_says() {
    for (metric, sizes, rows) in [
        (two("4"), &[4][..], 240),
        (two("2,4,6"), &[2, 4, 6], 240),
        (two("2,4,6"), &[2, 4, 6], 39),
        (two("2:1,4:2"), &[2, 4, 4], 40),
        (metric("3,6", "A=2,B=1"), &[3, 6], 100),
        (metric("12", "A=1,B=1,C=1"), &[12], 1000),
    ] {
        let reference = sampled::UsualValues::new(metric.blocks, &[rows]);
        let rejected = (1..=500).filter(|&seed| {
            let list = fair(&metric, sizes, rows, &mut Pcg64::seed_from_u64(seed));
            let evidence = match metric.blocks.size() {
                Some(_) => judged(&metric, &list, &[]),
                None => {
                    let Outcome::Judged(evidence) = reference.scan(&[list]).outcome() else {
                        panic!("a list is compared")
                    };
                    evidence
                }
            };
            p(&evidence) <= 0.01
        });
        let (rejected, most) = (rejected.count(), 5.0 + 3.3 * f64::sqrt(500.0 * 0.01 * 0.99));
        assert!(rejected as f64 <= most, "{}, {rows} rows: {rejected}", metric.blocks);
    }
}

/// The probability of every list of `rows` rows, by enumerating its blocks, of 2 or 4.
fn lists_of_2_or_4(rows: usize) -> HashMap<Vec<u8>, f64> {
    let mut lists = HashMap::from([(Vec::new(), 1.0)]);
    while lists.keys().any(|list| list.len() < rows) {
        let mut longer = HashMap::new();
        for (list, chance) in lists {
            if list.len() >= rows {
                *longer.entry(list).or_default() += chance;
                continue;
            }
            for block in [arrangements(&[1, 1]), arrangements(&[2, 2])] {
                for arms in &block {
                    let mut next = [&list[..], arms].concat();
                    next.truncate(rows);
                    *longer.entry(next).or_default() += chance / 2.0 / block.len() as f64;
                }
            }
        }
        lists = longer;
    }
    lists
}

/// No list is rarer than the rarest one, so no p-value is smaller.
#[test]
fn a_list_that_is_too_short_could_not_be_rejected() {
    let metric = two("2,4");
    let of =
        |rows: &[usize]| sampled::UsualValues::new(metric.blocks, rows).ln_farthest(rows).exp();
    for rows in 1..=10 {
        let (lists, farthest) = (lists_of_2_or_4(rows), of(&[rows]));
        assert!((lists.values().sum::<f64>() - 1.0).abs() < 1e-9);
        let rarest = lists.values().copied().fold(1.0, f64::min);
        assert!((rarest - 1e-9..0.6).contains(&farthest), "{rows}: {farthest}, {rarest}");
    }
    assert!(of(&[10]) < 0.001, "{}", of(&[10]));
    assert_eq!(of(&[13]), 0.0, "there are too many lists");
    let rarest = lists_of_2_or_4(4).into_values().fold(1.0, f64::min);
    let evidence = judged(&metric, &[0, 1, 1, 0], &[]);
    assert!(evidence.least_p.ln() >= rarest.ln() - 1e-9, "{evidence:?}");
}

/// At least 15 of 20 seeds at level 1e-3.
#[test]
fn planted_faults_are_seen() {
    let without = |list: Vec<u8>, words: [[u8; 4]; 2]| {
        let blocks = list.chunks(4).filter(|block| words.iter().all(|word| word != block));
        blocks.flatten().copied().collect::<Vec<u8>>()
    };
    let bug = move |list| without(list, [[0, 0, 1, 1], [1, 1, 0, 0]]);
    let again = |mut list: Vec<u8>| {
        list.copy_within(..60, 60);
        list
    };
    let first = |mut list: Vec<u8>| {
        for (number, block) in list.chunks_mut(12).enumerate() {
            // Six of seven blocks begin with A.
            if number % 7 > 0
                && block[0] == 1
                && let Some(other) = block.iter().position(|it| *it == 0)
            {
                block.swap(0, other);
            }
        }
        list
    };
    let turn = |mut list: Vec<u8>| {
        for at in (4..list.len()).step_by(4) {
            if list[at] == list[at - 1] {
                list[at..at + 4].iter_mut().for_each(|arm| *arm = 1 - *arm);
            }
        }
        list
    };
    let as_it_is = |list: Vec<u8>| list;
    type Plant<'a> = &'a dyn Fn(Vec<u8>) -> Vec<u8>;
    let faults: [(&str, &str, &[usize], usize, Plant<'_>); 6] = [
        ("AABB and BBAA never come", "4", &[4], 160, &bug),
        ("the first half comes again", "4", &[4], 120, &again),
        ("no block begins with the last arm", "4", &[4], 120, &turn),
        ("A comes first", "12", &[12], 480, &first),
        ("blocks of 4 as 8", "8", &[4], 160, &as_it_is),
        ("blocks of 4 as 2,4,6", "2,4,6", &[4], 240, &as_it_is),
    ];
    for (fault, design, sizes, rows, plant) in faults {
        let metric = two(design);
        let seen = (0..20).filter(|&seed| {
            let mut rng = Pcg64::seed_from_u64(seed);
            let mut list = plant(fair(&metric, sizes, 2 * rows, &mut rng));
            list.truncate(rows);
            p(&judged(&metric, &list, &[])) <= 0.001
        });
        let seen = seen.count();
        assert!(seen >= 15, "{fault}: {seen} of 20 at {rows} rows");
    }
}

/// Faults in one stratum, between two, or in blocks that are cut short, at level 1e-3, seed 5.
#[test]
fn strata_are_looked_at_one_by_one_and_beside_each_other() {
    let (metric, mut rng) = (two("4"), Pcg64::seed_from_u64(5));
    let mut lists: Vec<Vec<u8>> = (0..4).map(|_| fair(&metric, &[4], 80, &mut rng)).collect();
    let seen = |lists: &[Vec<u8>]| {
        let strata = (0..).zip(lists).flat_map(|(at, list)| vec![at; list.len()]);
        let evidence = judged(&metric, &lists.concat(), &strata.collect::<Vec<_>>());
        (p(&evidence), place(&evidence))
    };
    assert!(seen(&lists).0 > 0.05);
    let sound = lists.clone();
    lists[2].chunks_mut(4).filter(|block| block[0] == 1).for_each(|block| {
        block.iter_mut().for_each(|arm| *arm = 1 - *arm);
    });
    let (p, place) = seen(&lists);
    assert!(p < 1e-3 && place.contains("in the stratum "), "{p}: {place}");
    let copied = [sound[0].clone(), sound[1].clone(), sound[0].clone()];
    let (p, place) = seen(&copied);
    assert!(p < 1e-3 && place.contains("equal to the same one of "), "{p}: {place}");
    let mirrored = [sound[0].clone(), sound[0].iter().rev().copied().collect()];
    let (p, place) = seen(&mirrored);
    assert!(p < 1e-3 && place.contains("that mirrors the one of "), "{p}: {place}");
    let exchanged = [sound[0].clone(), sound[0].iter().map(|arm| 1 - arm).collect()];
    let (p, place) = seen(&exchanged);
    assert!(p < 1e-3 && place.contains("with the arms exchanged"), "{p}: {place}");
    // Ten sites, of which each second one is the first of its pair with the arms exchanged: 6 blocks say little, 30 say all.
    let pairs = (0..5).flat_map(|_| {
        let list = fair(&metric, &[4], 24, &mut rng);
        let exchanged = list.iter().map(|arm| 1 - arm).collect();
        [list, exchanged]
    });
    let (p, place) = seen(&pairs.collect::<Vec<_>>());
    assert!(p < 1e-9 && place.contains("every second stratum"), "{p}: {place}");
    let (p, place) = seen(&vec![vec![0, 0, 1]; 40]);
    assert!(p < 1e-10 && place.contains("in its first 2 rows"), "{p}: {place}");
}

/// All pairs of lists of 6 rows: none begin alike more often than their p-value says.
#[test]
fn beginnings_of_all_pairs_of_lists_are_never_liberal() {
    for (sizes, arms) in [("2:3,4", "A=1,B=1"), ("3,6", "A=2,B=1")] {
        let blocks = Blocks::parse(sizes, Pack::parse(arms).unwrap()).unwrap();
        let list = |number: u8| (0..6).map(|row| number >> row & 1).collect::<Vec<u8>>();
        let lists = (0..64).map(list).filter(|list| blocks.follow(list).impossible.is_none());
        let lists: Vec<Vec<u8>> = lists.collect();
        let all = lists.iter().cartesian_product(&lists).map(|(one, other)| {
            let strata = [(0, one), (1, other)].map(|(level, arms)| Stratum {
                level,
                arms: arms.clone(),
                ..Stratum::default()
            });
            let chance = [one, other].map(|list| blocks.ln_beginnings(list)[5].exp());
            (sampled::beginnings(blocks, &strata).ln_p().exp(), chance[0] * chance[1])
        });
        assert_never_too_small(all, sizes);
    }
}

/// Lists of mixed sizes that two strata share, with the arms exchanged or up to row 30, seed 6, alpha 1e-6.
#[test]
fn strata_of_mixed_sizes_that_begin_alike_are_named() {
    let (metric, sizes, mut rng) = (two("2,4,6"), [2, 4, 6], Pcg64::seed_from_u64(6));
    let [one, other] = [(); 2].map(|()| fair(&metric, &sizes, 60, &mut rng));
    let judged = |lists: [&[u8]; 2]| {
        let strata: Vec<u32> = (0..).zip(lists).flat_map(|(at, it)| vec![at; it.len()]).collect();
        judged(&metric, &lists.concat(), &strata)
    };
    let copied = judged([&one, &one]);
    assert!(p(&copied) < 1e-6, "{}", p(&copied));
    assert!(place(&copied).contains("begins like the stratum"), "{}", place(&copied));
    let part = judged([&one, &[&one[..30], &other[30..]].concat()]);
    assert!(p(&part) < 1e-6, "{}", p(&part));
    let exchanged: Vec<u8> = one.iter().map(|arm| 1 - arm).collect();
    assert!(place(&judged([&one, &exchanged])).ends_with("with the arms exchanged"));
}

/// The first patient of each of 30 sites gets the new treatment, seed 7, alpha 1e-3: in blocks of 4 and of mixed sizes.
#[test]
fn a_first_row_that_is_no_chance_is_named() {
    let known = "A as row 1 of a block at the start of a stratum";
    let designs = [("4", &[4][..], known), ("2,4,6", &[2, 4, 6], "the first row is ")];
    for (design, sizes, said) in designs {
        let (metric, mut rng) = (two(design), Pcg64::seed_from_u64(7));
        let site = || {
            let mut arms = fair(&metric, sizes, 24, &mut rng);
            let is_a = arms[0] == 0;
            arms.iter_mut().for_each(|arm| *arm = if is_a { *arm } else { 1 - *arm });
            arms
        };
        let sites: Vec<Vec<u8>> = std::iter::repeat_with(site).take(30).collect();
        let strata: Vec<u32> = (0..30).flat_map(|at| [at; 24]).collect();
        let evidence = judged(&metric, &sites.concat(), &strata);
        assert!(p(&evidence) < 1e-3, "{design}: {}", p(&evidence));
        assert!(place(&evidence).starts_with(said), "{}", place(&evidence));
    }
}
