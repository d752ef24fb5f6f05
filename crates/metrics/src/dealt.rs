//! The set of cards that deals show, regardless of their places.
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

pub(crate) const DEALT: TestEntry = TestEntry {
    title: prose! { "which cards the deals show; with 52 cards also which suits, ranks and colours" },
    sees: prose! { "cards, suits or ranks that are dealt too often: hearts that weigh 1.10 times as much in hands of five, within 8,000 hands" },
    blind_to: prose! { "where in the deal the cards are, and which come together; whole decks, which show every card" },
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

/// The law of the sum over all deals of the cards of a class of this size.
fn law(shape: Shape, size: usize, deals: u64) -> CountLaw {
    match (shape.cards(), shape.dealt()) {
        (cards, dealt) if size == 1 => {
            CountLaw::Binomial { trials: deals, chance: dealt as f64 / cards as f64 }
        }
        (cards, dealt) => CountLaw::of_cards(cards, size, dealt, deals),
    }
}

/// Judges what the deals of a matrix show.
pub(crate) fn judge(matrix: &PositionMatrix) -> Outcome {
    let (shape, trials) = (matrix.shape, matrix.trials);
    if shape.is_whole() {
        return Outcome::not_applicable("whole decks show every card");
    }
    if trials == 0 {
        return Outcome::too_few(0, 1);
    }
    let columns = matrix.cards.groups();
    let count = |column: usize| -> u64 { matrix.counts.iter().skip(column).step_by(columns).sum() };
    let counts: Vec<u64> = (0..columns).map(count).collect();
    let classes = classes(shape, matrix.cards);
    let tails = 2 * classes.len() as u64;
    let mut least = 0.0_f64;
    let looks = classes.into_iter().map(|class| {
        let size = class.columns.iter().map(|&column| matrix.cards.items(column).len()).sum();
        let sum = class.columns.iter().map(|&column| counts[column]).sum();
        let law = law(shape, size, trials);
        least = least.min(law.ln_least());
        (law.ln_tail(sum), (class.name, size, sum))
    });
    let (smallest, (name, size, sum)) = first_smallest(looks).expect("cards are classes");
    let most = size.min(shape.dealt()) as u64 * trials;
    let mean = (size * shape.dealt()) as f64 / shape.cards() as f64 * trials as f64;
    let effect = Effect::of_picked_count(effect_kind::DEALT_DEVIATION, [sum, most], mean, tails);
    Outcome::Judged(Evidence::of_tails(smallest, tails, least, effect.at(name)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{each_set, moments_of, share};
    use itertools::Itertools;

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

    #[test]
    fn over_all_pairs_of_deals_the_sums_have_the_law() {
        // Two deals of 2 of 5 cards, of which the even ones, 0, 2 and 4, are counted.
        let even = |deal: Vec<u32>| deal.iter().filter(|card| **card % 2 == 0).count();
        let one = each_set(5, 2).into_iter().map(even).collect_vec();
        let sums = one.iter().cartesian_product(&one).map(|(a, b)| a + b).collect_vec();
        let CountLaw::OfCards(law) = law(Shape::deal(5, 2).unwrap(), 3, 2) else {
            panic!("three cards are several")
        };
        let [mean, variance] = moments_of(sums.iter().map(|&sum| sum as f64));
        assert!((mean - law.mean()).abs() < 1e-12);
        assert!((variance.sqrt() - law.deviation()).abs() < 1e-12);
        assert!((law.ln_sf(4) - share(&sums, |sum| *sum == 4).ln()).abs() < 1e-12);
        assert!((law.ln_cdf(0) - share(&sums, |sum| *sum == 0).ln()).abs() < 1e-12);
    }
}
