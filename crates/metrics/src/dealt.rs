//! The cards that each hand, or the whole deal, shows, regardless of their places.
#![doc = include_str!("dealt.md")]

use crate::{
    Shape,
    effect::Effect,
    effect_kind,
    grouping::Grouping,
    judgement::{Evidence, Outcome},
    largest::{CountLaw, first_smallest},
    metric::{About, TestEntry, prose},
    place::{Place, Word},
    position::PositionMatrix,
};
use std::ops::Range;

pub(crate) const DEALT: TestEntry = TestEntry {
    title: prose! { "which cards the deals, or each of their hands, show; with 52 cards also which suits, ranks and colors" },
    sees: prose! { "cards, suits or ranks that are dealt too often: hearts that weigh 1.10 times as much in hands of five, within 8,000 hands; aces that go to \
    one hand" },
    blind_to: prose! { "where in a hand the cards are, and which come together; whole decks without hands, which show every card" },
    ..TestEntry::new("dealt", About::Orders)
};

/// The number of spades, of hearts, of diamonds and of clubs.
const SUIT: usize = 13;

pub(crate) const SUITS: [[&str; 2]; 4] = [
    ["spades", "the first quarter of the cards"],
    ["hearts", "the second quarter of the cards"],
    ["diamonds", "the third quarter of the cards"],
    ["clubs", "the last quarter of the cards"],
];

pub(crate) const RANKS: [[&str; 2]; SUIT] = [
    ["aces", "the first cards of each quarter"],
    ["twos", "the second cards of each quarter"],
    ["threes", "the third cards of each quarter"],
    ["fours", "the fourth cards of each quarter"],
    ["fives", "the fifth cards of each quarter"],
    ["sixes", "the sixth cards of each quarter"],
    ["sevens", "the seventh cards of each quarter"],
    ["eights", "the eighth cards of each quarter"],
    ["nines", "the ninth cards of each quarter"],
    ["tens", "the tenth cards of each quarter"],
    ["jacks", "the eleventh cards of each quarter"],
    ["queens", "the twelfth cards of each quarter"],
    ["kings", "the last cards of each quarter"],
];

/// Cards that are counted together, as a set of columns of the matrix.
struct CardClass {
    name: Place,
    columns: Vec<usize>,
}

impl CardClass {
    /// The number of its cards.
    fn size(&self, matrix: &PositionMatrix) -> usize {
        self.columns.iter().map(|&column| matrix.cards.items(column).len()).sum()
    }

    /// The count of its cards in these rows.
    fn count_in(&self, rows: &Range<usize>, matrix: &PositionMatrix) -> u64 {
        let width = matrix.cards.groups();
        let counts = matrix.counts[rows.start * width..rows.end * width].chunks_exact(width);
        counts.map(|row| self.columns.iter().map(|&column| row[column]).sum::<u64>()).sum()
    }
}

/// All classes of decks of this shape, the larger ones first.
fn classes(shape: Shape, cards: Grouping) -> Vec<CardClass> {
    let n = shape.cards();
    let named = |[cards, numbers]: [&'static str; 2], of: &dyn Fn(usize) -> bool| CardClass {
        name: Place::from([Word::OfSuits { cards, numbers }]),
        columns: (0..n).filter(|&card| of(card)).collect(),
    };
    let mut classes = Vec::new();
    if cards.groups() == n {
        classes.push(named(["even cards"; 2], &|card| card.is_multiple_of(2)));
        if n == SUITS.len() * SUIT {
            classes.push(named(["red cards", "the middle half of the cards"], &|card| {
                (1..=2).contains(&(card / SUIT))
            }));
            let suits = SUITS.iter().enumerate();
            classes.extend(suits.map(|(suit, &names)| named(names, &|card| card / SUIT == suit)));
            let ranks = RANKS.iter().enumerate();
            classes.extend(ranks.map(|(rank, &names)| named(names, &|card| card % SUIT == rank)));
        }
    }
    let single =
        |group: usize| CardClass { name: Place::cards(&cards.items(group)), columns: vec![group] };
    classes.extend((0..cards.groups()).map(single));
    classes
}

/// The law of the sum over all deals of the cards of a class of this size in a hand of `dealt` of `cards` cards.
fn law(cards: usize, dealt: usize, size: usize, deals: u64) -> CountLaw {
    match size {
        1 => CountLaw::Binomial { trials: deals, chance: dealt as f64 / cards as f64 },
        _ => CountLaw::of_cards(cards, size, dealt, deals),
    }
}

/// The hands that are looked at, as rows of the matrix; all that is dealt is one hand, if it is not given in hands.
fn hands(matrix: &PositionMatrix) -> Vec<Range<usize>> {
    let all = 0..matrix.positions.groups();
    match matrix.shape.hands().filter(|_| all.len() == matrix.shape.dealt()) {
        Some(hands) => hands.places().collect(),
        None => vec![all],
    }
}

/// The places of these rows.
fn places(matrix: &PositionMatrix, rows: &Range<usize>) -> usize {
    rows.clone().map(|row| matrix.positions.items(row).len()).sum()
}

/// Judges what the hands of a matrix show.
pub(crate) fn judge(matrix: &PositionMatrix) -> Outcome {
    let (n, trials, hands) = (matrix.shape.cards(), matrix.trials, hands(matrix));
    if matrix.shape.is_whole() && hands.len() == 1 {
        return Outcome::not_applicable("whole decks show every card");
    }
    if trials == 0 {
        return Outcome::too_few(0, 1);
    }
    let classes = classes(matrix.shape, matrix.cards);
    let tails = 2 * (hands.len() * classes.len()) as u64;
    let mut least = 0.0_f64;
    let of_look = |look: usize| (look / classes.len(), &classes[look % classes.len()]);
    let looks = (0..hands.len() * classes.len()).map(|look| {
        let (hand, class) = of_look(look);
        let hand = &hands[hand];
        let (size, dealt) = (class.size(matrix), places(matrix, hand));
        let sum = class.count_in(hand, matrix);
        let law = law(n, dealt, size, trials);
        least = least.min(law.ln_least());
        (law.ln_tail(sum), (look, size, dealt, sum))
    });
    let (smallest, (look, size, dealt, sum)) = first_smallest(looks).expect("cards are classes");
    let most = size.min(dealt) as u64 * trials;
    let mean = (size * dealt) as f64 / n as f64 * trials as f64;
    let effect = Effect::of_picked_count(effect_kind::DEALT_DEVIATION, [sum, most], mean, tails);
    let (hand, class) = of_look(look);
    let place = match hands.len() {
        1 => class.name.clone(),
        _ => class.name.clone().text(" in hand ").number(hand + 1),
    };
    let effect = match size {
        1 => {
            effect.hit(place, [sum, most], matrix.shape.kind().trial()[1], dealt as f64 / n as f64)
        }
        _ => effect.at(place),
    };
    Outcome::Judged(Evidence::of_tails(smallest, tails, least, effect))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{each_set, moments_of, share};
    use itertools::Itertools;
    use shuffle_deck::Hands;

    #[test]
    fn of_fifty_two_cards_there_are_seventy_two_classes() {
        let shape = Shape::deal(52, 5).unwrap();
        let classes = classes(shape, Grouping::new(52, 52));
        assert_eq!(classes.len(), 1 + 1 + 4 + 13 + 52);
        let named = |name: &str| {
            let of_suits = |class: &&CardClass| {
                let (card, level) = (|card: usize| card.to_string(), |_| String::new());
                class.name.shown_with(card, level, 0, true) == name
            };
            let found = classes.iter().find(of_suits);
            found.unwrap_or_else(|| panic!("no {name}")).columns.clone()
        };
        assert_eq!(named("hearts"), (13..26).collect_vec());
        assert_eq!(named("queens"), [11, 24, 37, 50]);
        assert_eq!(named("red cards"), (13..39).collect_vec());
        assert_eq!(named("card 17"), [17]);
    }

    /// Of every two orders of four cards in hands of 2, 1 and 1: p is the smallest tail of all pairs of orders, times the number of tails.
    #[test]
    fn each_hand_is_counted_by_itself() {
        let shape = Shape::whole(4).in_hands(Hands::parse("2,1,1").unwrap()).unwrap();
        let (one, classes) = (Grouping::new(4, 4), [&[0, 2][..], &[0], &[1], &[2], &[3]]);
        let orders = (0..4).permutations(4).collect_vec();
        let looks = [0..2, 2..3, 3..4].into_iter().cartesian_product(classes).collect_vec();
        let count = |order: &[usize], (hand, class): &(Range<usize>, &[usize])| {
            order[hand.clone()].iter().filter(|card| class.contains(card)).count()
        };
        let sum = |two: &[&[usize]; 2], look: &_| count(two[0], look) + count(two[1], look);
        let all = orders.iter().cartesian_product(&orders).map(|(a, b)| [&a[..], b]).collect_vec();
        let sums = looks.iter().map(|look| all.iter().map(|two| sum(two, look)).collect_vec());
        let sums = sums.collect_vec();
        for two in &all {
            let mut counts = vec![0; 16];
            two.iter().for_each(|order| {
                order.iter().enumerate().for_each(|(p, c)| counts[4 * p + c] += 1)
            });
            let matrix = PositionMatrix { shape, trials: 2, positions: one, cards: one, counts };
            let Outcome::Judged(evidence) = judge(&matrix) else { panic!("hands are judged") };
            let tails = looks.iter().zip(&sums).flat_map(|(look, sums)| {
                let seen = sum(two, look);
                [share(sums, |it| *it >= seen), share(sums, |it| *it <= seen)]
            });
            let expected = (30.0 * tails.fold(1.0, f64::min)).min(1.0);
            assert!((evidence.p_value.value() - expected).abs() < 1e-9, "{two:?}");
        }
    }

    #[test]
    fn over_all_pairs_of_deals_the_sums_have_the_law() {
        // Two deals of 2 of 5 cards, of which the even ones, 0, 2 and 4, are counted.
        let even = |deal: Vec<u32>| deal.iter().filter(|card| **card % 2 == 0).count();
        let one = each_set(5, 2).into_iter().map(even).collect_vec();
        let sums = one.iter().cartesian_product(&one).map(|(a, b)| a + b).collect_vec();
        let CountLaw::OfCards(law) = law(5, 2, 3, 2) else { panic!("three cards are several") };
        let [mean, variance] = moments_of(sums.iter().map(|&sum| sum as f64));
        assert!((mean - law.mean()).abs() < 1e-12);
        assert!((variance.sqrt() - law.deviation()).abs() < 1e-12);
        assert!((law.ln_sf(4) - share(&sums, |sum| *sum == 4).ln()).abs() < 1e-12);
        assert!((law.ln_cdf(0) - share(&sums, |sum| *sum == 0).ln()).abs() < 1e-12);
    }
}
