//! Agreements counted one by one, and dependences that are planted.

use super::{kind::agreements_at, *};
use crate::scans::{
    bits,
    testing::{earlier, found, inversions, is_named, judged, lie, put, repaired, sound, until},
};
use itertools::Itertools;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;
use shuffle_deck::{InstructionSet, Pack, Weights};
use std::cell::Cell;

#[test]
fn agreements_are_counted_bit_by_bit() {
    let bits: Vec<bool> = sound(2, 300, 1).chunks(2).map(|row| row[0] == 0).collect();
    let plane = bits::plane(bits.iter().copied());
    for set in InstructionSet::available() {
        for lag in [1, 5, 63, 64, 65, 100, 128, 200, 299] {
            let expected = bits.iter().zip(&bits[lag..]).filter(|(a, b)| a == b).count();
            assert_eq!(agreements_at(set, &plane, lag, 300 - lag), expected as u32, "{lag}");
        }
    }
}

/// Alpha 1e-9, 1 run each, seeds 1 to 5.
#[test]
fn planted_dependences_are_named() {
    let parity = repaired(52, 1_300, 1, |row, before| match earlier(before, 52, 300) {
        Some(it) if inversions(row) % 2 != inversions(it) % 2 => row.swap(3, 40),
        _ => {}
    });
    let counting = repaired(52, 300, 2, |row, before| {
        if let Some(it) = earlier(before, 52, 1) {
            put(row, (it[17] + 5) % 52, 17);
        }
    });
    // A map without a rule that another look knows, and not in all decks, lest cards repeat after 52 steps.
    let mapped = repaired(52, 1_000, 3, |row, before| match earlier(before, 52, 3) {
        Some(it) if before.len() / 52 % 5 < 3 => {
            put(row, ((usize::from(it[0]) + 1) * 31 % 53 - 1) as u8, 0);
        }
        _ => {}
    });
    let copied = repaired(5, 4_000, 4, |row, before| match earlier(before, 5, 3) {
        Some(it) if before.len() / 5 % 25 == 7 => row.copy_from_slice(it),
        _ => {}
    });
    let order = repaired(52, 1_000, 5, |row, before| {
        if let Some(it) = earlier(before, 52, 7) {
            let ([a, b], [a_before, b_before]) = (lie(row, [9, 33]), lie(it, [9, 33]));
            if (a < b) != (a_before < b_before) {
                row.swap(a, b);
            }
        }
    });
    for (rows, said) in [
        (
            parity,
            "300 decks later, the parity of the order is the same in 1000 of 1000 pairs of decks",
        ),
        (
            counting,
            "one deck later, the card at position 17 is larger by 5 modulo 52 in 299 of 299 pairs of decks",
        ),
        (
            mapped,
            "3 decks later, the card at position 0 and the one that was there are the same two as before in 3403 of 496506 pairs of pairs",
        ),
        (order, "7 decks later, cards 9 and 33 are in the same order in 993 of 993 pairs of decks"),
    ] {
        is_named::<Lags>(52, &rows, said);
    }
    let (log10_p, finding) = judged::<Lags>(Shape::whole(5), &copied);
    let said = "3 decks later, the same deck repeats in";
    assert!(log10_p < -9.0 && finding.starts_with(said), "{log10_p}: {finding}");
}

/// Where pairs of decks agree only since a card favors a place, that card is named. Alpha 1e-9, 1 run of 300 decks, seed 6.
#[test]
fn shares_that_make_decks_alike_are_named() {
    let favored = repaired(6, 300, 6, |row, before| {
        if before.len() / 6 % 3 == 0 {
            put(row, 2, 4);
        }
    });
    is_named::<Lags>(6, &favored, "card 2 at position 4 in 131 of 300 decks");
}

/// Alpha 1e-9, 1 run each of 150 decks and of 300 tosses, seeds 22 and 23.
#[test]
fn opponents_who_never_meet_again_and_a_coin_from_a_bag_are_named() {
    let rows = repaired(8, 150, 22, |row, before| {
        let Some(it) = earlier(before, 8, 1) else { return };
        let meet = |row: &[u8], a: u8, b: u8| lie(row, [a])[0] / 2 == lie(row, [b])[0] / 2;
        for _ in 0..8 {
            for pair in [0, 2, 4, 6] {
                if meet(it, row[pair], row[pair + 1]) {
                    row.swap(pair + 1, (pair + 3) % 8);
                }
            }
        }
    });
    let said = "one deck later, two are again in one group of 2 neighboring positions in 0 of 596 pairs of cards";
    is_named::<Lags>(8, &rows, said);
    let rows: Vec<u32> = sound(10, 30, 23).into_iter().map(|card| u32::from(card) / 5).collect();
    let (log10_p, extreme) = found::<Lags>(Shape::replacement(2, 1), &rows);
    assert_eq!(extreme.what.to_string(), "in blocks of 10 draws, two show the same symbol");
    assert!(log10_p < -9.0, "{log10_p}");
}

/// Planted defects in draws of one symbol and in hands are named. Alpha 1e-7, one run each, seeds 31 to 35.
#[test]
fn dependence_of_few_draws_is_named() {
    let found = |shape: Shape, rows: &[u32]| {
        let (log10_p, extreme) = found::<Lags>(shape, rows);
        assert!(log10_p < -7.0, "{log10_p}");
        extreme.what.to_string()
    };
    // One of each ten is the rare symbol.
    let rare = Shape::weighted(Weights::parse("9,1").unwrap(), 1);
    let bags: Vec<u32> = sound(10, 30, 31).into_iter().map(|card| u32::from(card == 0)).collect();
    let said = "in blocks of 10 draws, all symbols come exactly as often as they should";
    assert_eq!(found(rare, &bags), said);
    // Sums of two dice from 36 cards, of which the last five are never dealt.
    let sums = Shape::weighted(Weights::parse("1,2,3,4,5,6,5,4,3,2,1").unwrap(), 1);
    let cards = sound(36, 10, 35);
    let dealt = cards.chunks_exact(36).flat_map(|deck| &deck[..31]);
    let dealt: Vec<u32> = dealt.map(|&card| u32::from(card / 6 + card % 6)).collect();
    let said = "in blocks of 31 draws, counts are closer to the weights than usual";
    assert_eq!(found(sums, &dealt), said);
    // A face never follows its opposite.
    let mut rng = Pcg64::seed_from_u64(32);
    let mut throws = vec![0_u32];
    while throws.len() < 140 {
        let throw = rng.random_range(0..6);
        if throw + throws[throws.len() - 1] != 5 {
            throws.push(throw);
        }
    }
    let said = "one draw later, the symbol and the one that was there add up, modulo 6, to the same as symbols 0 and 5";
    assert_eq!(found(Shape::replacement(6, 1), &throws), said);
    // Every other throw is of a die with three faces.
    let throws: Vec<u32> =
        (0..90).map(|at| rng.random_range(0..if at % 2 == 0 { 3 } else { 6 })).collect();
    let said = found(Shape::replacement(6, 1), &throws);
    assert_eq!(said, "every 2 draws, from draw 1 on, a symbol of the lower half");
    // Forty hands of lands and spells, pasted twice.
    let pack = Pack::parse("land=24,spell=36").unwrap();
    let hands = sound(60, 40, 34);
    let hands = hands.chunks_exact(60).flat_map(|deck| &deck[..7]);
    let mut hands: Vec<u32> = hands.map(|&card| u32::from(card >= 24)).collect();
    hands.extend(hands.clone());
    let said = found(Shape::of_pack(pack, Some(7)).unwrap(), &hands);
    assert_eq!(said, "decks 41 to 80 repeat decks 1 to 40");
}

/// Alpha 1e-9, 1 run of 60 decks, seed 21.
#[test]
fn those_who_were_first_and_are_never_last_are_named() {
    let rows = repaired(20, 60, 21, |row, before| {
        if let Some(it) = earlier(before, 20, 1) {
            for place in 15..20 {
                let others = (0..15).rev();
                until(row, place, others, |row| !it[..5].contains(&row[place]));
            }
        }
    });
    let said = "one deck later, a card of the first 5 is among the last 5 in 0 of 295 cards";
    is_named::<Lags>(20, &rows, said);
}

/// Alpha 1e-9, 1 run each of 1,000 decks, seeds 11 to 15.
#[test]
fn what_decides_a_class_or_a_remainder_later_is_named() {
    let others = |place| (0..52).rev().filter(move |&other| other != place);
    // The parity at position 44 is that at position 7, 5 decks before.
    let across = repaired(52, 1_000, 11, |row, before| {
        if let Some(it) = earlier(before, 52, 5) {
            until(row, 44, others(44), |row| row[44] % 2 == it[7] % 2);
        }
    });
    // Card 44 lies in the half where card 7 lay.
    let of_cards = repaired(52, 1_000, 12, |row, before| {
        if let Some(it) = earlier(before, 52, 16) {
            let is_upper = |row: &[u8], card| lie(row, [card])[0] >= 26;
            for to in [0, 51] {
                if is_upper(row, 44) != is_upper(it, 7) {
                    put(row, 44, to);
                }
            }
        }
    });
    let modulo_3 = repaired(52, 1_000, 13, |row, before| {
        if let Some(it) = earlier(before, 52, 300) {
            // Two cards that change places at the end change the number by one.
            for place in 0..51 {
                if inversions(row) % 3 == (inversions(it) + 2) % 3 {
                    break;
                }
                row.swap(place, place + 1);
            }
        }
    });
    let colors = |row: &[u8]| {
        let is_red = |card: u8| (13..39).contains(&card);
        row.windows(2).filter(|two| is_red(two[0]) != is_red(two[1])).count()
    };
    let changes = repaired(52, 1_000, 14, |row, before| {
        if let Some(it) = earlier(before, 52, 5) {
            for (a, b) in (0..52).cartesian_product(0..52) {
                if colors(row) % 4 == (colors(it) + 1) % 4 {
                    break;
                }
                row.swap(a, b);
            }
        }
    });
    // The card at position 30 goes up by 5 every 3 decks: an exact tail is clearer than one that is an approximation.
    let up = repaired(52, 1_000, 15, |row, before| {
        if let Some(it) = earlier(before, 52, 3) {
            until(row, 30, others(30), |row| row[30] == (it[30] + 5) % 52);
        }
    });
    for (rows, said) in [
        (
            across,
            "5 decks later, the card at position 44 has the same parity as the one at position 7 had in 995 of 995",
        ),
        (
            of_cards,
            "16 decks later, card 44 is at a position of the same half as card 7 was in 984 of 984",
        ),
        (
            modulo_3,
            "300 decks later, the number of inversions modulo 3 is larger by 2 in 700 of 700",
        ),
        (
            changes,
            "5 decks later, the number of changes of the half, inner or outer from card to card modulo 4 is larger by 1 in 995 of 995",
        ),
        (up, "3 decks later, the card at position 30 is larger by 5 modulo 52 in 997 of 997"),
    ] {
        is_named::<Lags>(52, &rows, &format!("{said} pairs of decks"));
    }
}

/// Alpha 1e-9, 1 run, seed 16.
#[test]
fn a_card_that_counts_up_is_named_in_decks_of_300_cards() {
    use rand::{SeedableRng, seq::SliceRandom};
    let (mut rng, mut row) = (rand_pcg::Pcg64::seed_from_u64(16), (0..300).collect::<Vec<u32>>());
    let mut rows = Vec::new();
    for deck in 0..500_u32 {
        row.shuffle(&mut rng);
        let at = row.iter().position(|&card| card == deck * 11 % 300).unwrap();
        row.swap(at, 77);
        rows.extend(&row);
    }
    let (log10_p, extreme) = found::<Lags>(Shape::whole(300), &rows);
    let what = extreme.what.to_string();
    assert!(log10_p < -9.0, "{what}");
    assert_eq!(what, "one deck later, the card at position 77 is larger by 11 modulo 300");
}

/// Changes a draw, given its number and the draw before.
type Bend<'a> = dyn Fn(usize, &[u32], &mut [u32]) + 'a;

/// Alpha 1e-6, 1 run each, seeds 21 to 25: of the first three, fewer than a hundred draws are enough.
#[test]
fn digits_that_follow_from_an_earlier_draw_are_named() {
    let drawn = |shape: Shape, draws: usize, seed, bend: &Bend<'_>| {
        use rand::{RngExt, SeedableRng};
        let mut rng = rand_pcg::Pcg64::seed_from_u64(seed);
        let mut rows: Vec<u32> = Vec::new();
        for draw in 0..draws {
            let symbol = |_| rng.random_range(0..shape.cards() as u32);
            let mut row: Vec<u32> = (0..shape.dealt()).map(symbol).collect();
            bend(draw, &rows[rows.len().saturating_sub(shape.dealt())..], &mut row);
            rows.extend(row);
        }
        let (log10_p, extreme) = found::<Lags>(shape, &rows);
        let what = extreme.what.to_string();
        assert!(log10_p < -6.0, "{what}: {log10_p}");
        what
    };
    let pick_3 = Shape::replacement(10, 3);
    let copied = drawn(pick_3, 30, 21, &|draw, before, row| {
        if draw > 0 {
            row[1] = before[2];
        }
    });
    let said = "one draw later, the symbol at position 1 is larger by 0 than that at position 2 was, modulo 10";
    assert_eq!(copied, said);
    let counting = drawn(pick_3, 30, 22, &|draw, _, row| row[0] = draw as u32 % 10);
    assert_eq!(counting, "one draw later, the symbol at position 0 is larger by 1 modulo 10");
    let two_dice = Shape::replacement(6, 2);
    let alternating = drawn(two_dice, 60, 23, &|draw, _, row| {
        row[1] = row[1] / 2 * 2 + draw as u32 % 2;
    });
    assert_eq!(alternating, "one draw later, the symbol at position 1 has the other parity");
    // Roulette without four of one parity in a row, and tosses whose lead is at most two.
    let spins = Shape::replacement(37, 1);
    let run = Cell::new(0);
    let short = drawn(spins, 600, 24, &|_, before, row| {
        let is_alike = |row: &[u32]| before.first().is_some_and(|it| it % 2 == row[0] % 2);
        if run.get() == 3 && is_alike(row) {
            row[0] = (row[0] + 35) % 36;
        }
        run.set(if is_alike(row) { run.get() + 1 } else { 1 });
    });
    assert_eq!(short, "no stretch of odd or of even symbols is long: the longest lies");
    let near = Cell::new(0_i64);
    let lead = drawn(Shape::replacement(2, 1), 300, 25, &|_, _, row| {
        if near.get().abs() == 2 {
            row[0] = u32::from(near.get() > 0);
        }
        near.set(near.get() + if row[0] == 0 { 1 } else { -1 });
    });
    assert_eq!(lead, "neither symbol is ever further ahead than");
}

/// Alpha 1e-4, without chance: a hundred rows, of which every tenth is the rare arm.
#[test]
fn a_rare_arm_in_every_tenth_row_is_named() {
    let weights = shuffle_deck::Weights::parse("control=90,new=10").unwrap();
    let rows: Vec<u32> = (0..100).map(|row| u32::from(row % 10 == 3)).collect();
    let (log10_p, extreme) = found::<Lags>(Shape::weighted(weights, 1), &rows);
    assert_eq!(extreme.what.to_string(), "every 10 draws, from draw 4 on, symbol 0");
    assert_eq!((extreme.count, extreme.of), (0, 10));
    assert!(log10_p < -4.0, "{log10_p}");
}

/// Alpha 1e-6, 1 run of 300 draws, seed 24: whatever follows the rare symbol is the second.
#[test]
fn a_symbol_with_a_weight_that_always_follows_another_is_named() {
    use rand::{RngExt, SeedableRng};
    let weights = shuffle_deck::Weights::parse("A=6,B=3,C=1").unwrap();
    let mut rng = rand_pcg::Pcg64::seed_from_u64(24);
    let mut rows: Vec<u32> = Vec::new();
    for _ in 0..300 {
        let symbol = [0, 0, 0, 0, 0, 0, 1, 1, 1, 2][rng.random_range(0..10_usize)];
        rows.push(if rows.last() == Some(&2) { 1 } else { symbol });
    }
    let (log10_p, extreme) = found::<Lags>(Shape::weighted(weights, 1), &rows);
    assert_eq!(extreme.what.to_string(), "one draw later, symbol 1 after 2");
    assert_eq!(extreme.count, extreme.of);
    assert!(log10_p < -6.0, "{log10_p}");
}

/// Alpha 1e-9, 1 run of 250 draws, seed 28: song 9 of 25 follows whenever song 4 was played.
#[test]
fn a_song_that_always_follows_another_is_named() {
    use rand::{RngExt, SeedableRng};
    let mut rng = rand_pcg::Pcg64::seed_from_u64(28);
    let mut songs: Vec<u32> = Vec::new();
    for _ in 0..250 {
        let song = rng.random_range(0..25);
        songs.push(if songs.last() == Some(&4) { 9 } else { song });
    }
    let (log10_p, extreme) = found::<Lags>(Shape::replacement(25, 1), &songs);
    assert_eq!(extreme.what.to_string(), "one draw later, symbol 9 after 4");
    assert_eq!(extreme.count, extreme.of);
    assert!(log10_p < -9.0, "{log10_p}");
}

/// Alpha 1e-9, 1 run of 3,000 draws each, seed 25: two rare items take turns; five come from a bag that is emptied first, which blocks show best. Alpha 1e-6, 3,000
/// sound draws, seed 26.
#[test]
fn what_rare_items_remember_is_seen_between_common_ones() {
    let drawn = |rares: usize, seed: u64, mut next: Box<dyn FnMut(&mut Pcg64) -> u32>| {
        let of = vec!["2"; rares].join(",");
        let weights = Weights::parse(&format!("{},{of}", 100 - 2 * rares)).unwrap();
        let mut rng = Pcg64::seed_from_u64(seed);
        let mut draw = || if rng.random_ratio(2 * rares as u32, 100) { next(&mut rng) } else { 0 };
        let rows: Vec<u32> = (0..3_000).map(|_| draw()).collect();
        found::<Lags>(Shape::weighted(weights, 1), &rows)
    };
    let mut turn = 1;
    let turns = move |_: &mut Pcg64| {
        turn = 3 - turn;
        turn
    };
    let (log10_p, extreme) = drawn(2, 25, Box::new(turns));
    assert_eq!(extreme.what.to_string(), "among all but 0, the same symbol again");
    assert!(extreme.count == 0 && log10_p < -9.0, "{log10_p}");
    let mut bag: Vec<u32> = Vec::new();
    let from_bag = move |rng: &mut Pcg64| {
        if bag.is_empty() {
            bag = (1..=5).collect();
        }
        bag.swap_remove(rng.random_range(0..bag.len()))
    };
    let (log10_p, extreme) = drawn(5, 25, Box::new(from_bag));
    let what = extreme.what.to_string();
    assert!(what.starts_with("in blocks of "), "{what}");
    assert!(log10_p < -9.0, "{log10_p}");
    let (log10_p, _) = drawn(5, 26, Box::new(|rng| rng.random_range(1..6)));
    assert!(log10_p > -6.0, "{log10_p}");
}

/// Alpha 1e-6, 1 run of 4,000 draws, seed 27: of two rare items among common and less common ones, the second never comes twice in a row.
#[test]
fn what_the_rarest_items_remember_is_seen_between_two_common_ones() {
    let weights = Weights::parse("three=60,four=30,gold=6,blue=4").unwrap();
    let (mut rng, mut was_blue) = (Pcg64::seed_from_u64(27), false);
    let mut draw = || match rng.random_range(0..100) {
        0..60 => 0,
        60..90 => 1,
        at => {
            was_blue = at >= 96 && !was_blue;
            2 + u32::from(was_blue)
        }
    };
    let rows: Vec<u32> = (0..4_000).map(|_| draw()).collect();
    let (log10_p, extreme) = found::<Lags>(Shape::weighted(weights, 1), &rows);
    let what = extreme.what.to_string();
    assert!(what.starts_with("among all but 0 and 1, symbol "), "{what}");
    assert!(log10_p < -6.0, "{log10_p}");
}

/// Fair draws under rules that other laws do not know: orders, whole packs, and symbols with and without repeats; alpha 1e-4, 3,000 draws each, by
/// the sampler's own generator, seed 5.
#[test]
fn fair_draws_under_a_rule_do_not_cry_wolf() {
    use crate::ruled::sampler::Sampler;
    use shuffle_deck::{
        Rule, RuleParts,
        rule::{Apart, AtLeast},
    };
    let each = |cards: u32| Apart {
        classes: (0..cards).collect(),
        names: (0..cards).map(|card| card.to_string()).collect(),
        least: 2,
    };
    let apart = |cards| RuleParts { apart: vec![each(cards)], ..RuleParts::default() };
    let zeros =
        AtLeast { members: vec![true, false, false, false], name: "zero".to_owned(), least: 3 };
    let pack = |text| Shape::of_pack(Pack::parse(text).unwrap(), None).unwrap();
    let cases = [
        (Shape::whole(7), RuleParts::no_fixed_points(7)),
        (pack("A=5,B=5"), apart(2)),
        (pack("A=4,B=4,C=4"), apart(3)),
        (Shape::replacement(4, 6), RuleParts { at_least: vec![zeros], ..RuleParts::default() }),
        (Shape::replacement(10, 4), apart(10)),
    ];
    for (shape, parts) in cases {
        let shape = shape.with_rule(Rule::new(parts));
        let sampler = Sampler::of(shape).unwrap();
        let mut hand = sampler.hand(5);
        let rows: Vec<u32> = (0..3_000).flat_map(|_| sampler.draw(&mut hand).to_vec()).collect();
        let decks = KeptDecks::of_rows(shape, &rows);
        let ln_p = Scan::of_all(&Lags.look(&decks, &crate::Serial)).ln_p();
        assert!(ln_p > 1e-4_f64.ln(), "{shape:?}: {ln_p}");
    }
}

/// Alpha 1e-3, 2,000 runs of 60 draws with weights, seeds 0 to 1,999: at most 8 are that clear, which 2 are expected to be at most.
#[test]
fn draws_with_weights_do_not_cry_wolf() {
    use rand::{RngExt, SeedableRng};
    let weights = shuffle_deck::Weights::parse("A=6,B=3,C=1").unwrap();
    let is_clear = |seed: &u64| {
        let mut rng = rand_pcg::Pcg64::seed_from_u64(*seed);
        let symbol = |_| [0, 0, 0, 0, 0, 0, 1, 1, 1, 2][rng.random_range(0..10_usize)];
        let rows: Vec<u32> = (0..60).map(symbol).collect();
        let decks = KeptDecks::of_rows(Shape::weighted(weights, 1), &rows);
        Scan::of_all(&Lags.look(&decks, &crate::Serial)).ln_p() < 1e-3_f64.ln()
    };
    assert!((0..2_000).filter(is_clear).count() <= 8);
}

/// Without chance beyond the draws, seed 26: a copy far away, and a chance that comes and goes; alpha 1e-9.
#[test]
fn all_draws_are_searched_for_copies_and_for_chances_that_change() {
    let mut rng = Pcg64::seed_from_u64(26);
    let named = |shape, rows: &[u32]| {
        let (log10_p, extreme) = found::<Lags>(shape, rows);
        assert!(log10_p < -9.0, "{log10_p}");
        extreme.what.to_string()
    };
    let tosses: Vec<u32> = (0..6_000).map(|_| rng.random_range(0..2)).collect();
    let twice = named(Shape::replacement(2, 1), &tosses.repeat(2));
    assert_eq!(twice, "draws 6,001 to 12,000 repeat draws 1 to 6,000");
    let roll = |at: usize| match rng.random_bool(0.1 + 0.1 * (at as f64 / 100.0).sin()) {
        true => 5,
        false => rng.random_range(0..6),
    };
    let rolls: Vec<u32> = (0..20_000).map(roll).collect();
    let swings = named(Shape::replacement(6, 1), &rolls);
    assert_eq!(swings, "in stretches of 80 draws, two show the same symbol");
    // What takes long looks at the first draws, and some at each doubling.
    let parts = KeptDecks::of_rows(Shape::replacement(6, 1), &rolls).sampled();
    let ends = parts.iter().map(|part| (part.trials[0], part.len()));
    assert_eq!(ends.collect_vec(), [(0, 4_096), (4_096, 512), (8_192, 512), (16_384, 512)]);
}
