//! What the catalogue says of the shuffles is true: by exact enumeration of small decks.

use crate::exact::{Fraction, Law, PathByPath, fraction, orders};
use itertools::Itertools;
use shuffle_algorithms::{
    Algorithm, At, Program, Shape, Table,
    catalogue::{ENTRIES, Entry},
    spec::Parameter,
};

/// Every algorithm that rolls our dice, with parameters that keep the paths few.
fn enumerable() -> impl Iterator<Item = Algorithm> {
    let few = |entry: &Entry| {
        let least = |parameter: &Parameter| {
            let value = parameter.min.max(2).min(parameter.default);
            format!("{}={value}", parameter.key)
        };
        let parameters: Vec<String> = entry.parameters.iter().map(least).collect();
        let colon = if parameters.is_empty() { "" } else { ":" };
        format!("{}{colon}{}", entry.id, parameters.join(","))
    };
    let more = ["random-keys:bits=1", "gsr-riffle:riffles=2", "shuffle-buffer:buffer=4"]
        .map(str::to_owned);
    ENTRIES
        .iter()
        .map(few)
        .chain(more)
        .map(|id| Algorithm::parse(&id).unwrap())
        .filter(|algorithm| !algorithm.is_foreign() && !algorithm.is_sequence())
}

fn law(algorithm: &str, cards: usize) -> Law {
    Law::read(algorithm, Shape::whole(cards))
}

/// How likely a deck is, printed from 1 on as the articles do.
fn share(law: &Law, deck: &str) -> Fraction {
    law.chance(|cards| crate::replay::printed(cards) == deck)
}

fn rising_sequences(deck: &[u8]) -> usize {
    let place = |card| deck.iter().position(|&on_table| on_table == card);
    1 + (1..deck.len() as u8).filter(|&card| place(card) < place(card - 1)).count()
}

#[test]
fn the_catalogue_knows_what_is_uniform_and_from_how_many_cards_the_rest_is_biased() {
    for algorithm in enumerable() {
        for n in 0..=5 {
            let uniform = law(&algorithm.to_string(), n).is_uniform_over(orders(n, n));
            assert_eq!(uniform, algorithm.is_uniform_on(n), "{algorithm} with {n} cards");
        }
    }
}

#[test]
fn the_law_step_by_step_is_the_law_path_by_path() {
    // The rolls of skips have 2^53 values.
    for algorithm in enumerable().filter(|algorithm| algorithm.entry().id != "reservoir-l") {
        // 2n random swaps of 3 cards have half a million paths; 2 cards must do.
        let most = if algorithm.to_string() == "random-swaps-two" { 2 } else { 3 };
        for shape in (0..=most).map(Shape::whole).chain([Shape::deal(most, 1).unwrap()]) {
            let step_by_step = Law::read(&algorithm.to_string(), shape);
            assert_eq!(step_by_step, algorithm.read(PathByPath(shape)), "{algorithm}, {shape:?}");
        }
    }
}

#[test]
fn naive_of_three_cards_favours_132_213_231() {
    let law = law("naive", 3);
    for (deck, paths) in [("123", 4), ("321", 4), ("312", 4), ("132", 5), ("213", 5), ("231", 5)] {
        assert_eq!(share(&law, deck), fraction(paths, 27), "{deck}");
    }
    assert_eq!(law.degree(), fraction(0, 1), "the degree sees nothing of it");
}

#[test]
fn naive_of_four_cards_gives_some_decks_15_and_some_8_of_256_paths() {
    let law = law("naive", 4);
    let (least, most) =
        law.0.values().minmax_by(|a, b| a.partial_cmp(b).unwrap()).into_option().unwrap();
    assert_eq!((*least, *most), (fraction(8, 256), fraction(15, 256)));
}

#[test]
fn naive_descending_is_worse_than_naive() {
    for n in 3..=5 {
        let distance = |id| law(id, n).distance_from_uniform(orders(n, n));
        assert!(distance("naive-descending") > distance("naive"), "{n} cards");
    }
}

#[test]
fn mixed_within_is_a_third_away_from_uniform_at_three_cards() {
    assert_eq!(law("mixed-within", 3).distance_from_uniform(6), fraction(1, 3));
}

#[test]
fn mixed_within_with_ascending_values_is_uniform() {
    struct Ascending;
    impl Program for Ascending {
        fn run<T: Table>(&self, shape: Shape, table: &mut T) {
            for v in 1..shape.cards() {
                let place = table.roll(0..v + 1);
                table.swap(At::Card(v), At::Roll(place));
            }
        }
    }
    for n in 2..=5 {
        assert!(Law::of_program(&Ascending, Shape::whole(n)).is_uniform_over(orders(n, n)));
    }
}

#[test]
fn any_schedule_of_sound_steps_by_position_or_by_value_is_uniform() {
    struct Schedule(Vec<(usize, bool)>);
    impl Program for Schedule {
        fn run<T: Table>(&self, _: Shape, table: &mut T) {
            for &(i, by_value) in &self.0 {
                let drawn = table.roll(0..i + 1);
                if by_value {
                    table.swap(At::Card(i), At::RolledCard(drawn));
                } else {
                    table.swap(At::Position(i), At::Roll(drawn));
                }
            }
        }
    }
    for steps in (1..4).permutations(3) {
        for values in (0..3).powerset() {
            let step = |(turn, &i): (usize, &usize)| (i, values.contains(&turn));
            let schedule = Schedule(steps.iter().enumerate().map(step).collect());
            let law = Law::of_program(&schedule, Shape::whole(4));
            assert!(law.is_uniform_over(24), "{:?}", schedule.0);
        }
    }
}

#[test]
fn sattolo_gives_every_cycle_through_all_cards_and_nothing_else() {
    for n in 2..=5 {
        let law = law("sattolo", n);
        assert!(law.is_uniform_over(orders(n - 1, n - 1)), "(n-1)! equally likely");
        let is_one_cycle = |deck: &[u8]| {
            let mut card = 0;
            let length = 1
                + (0..n)
                    .take_while(|_| {
                        card = usize::from(deck[card]);
                        card != 0
                    })
                    .count();
            length == n
        };
        assert_eq!(law.chance(is_one_cycle), fraction(1, 1));
    }
}

#[test]
fn without_its_last_step_fisher_yates_misses_half_of_all_orders_and_the_degree_is_blind_to_it() {
    for n in 3..=5 {
        let law = law("fisher-yates-missing-last-step", n);
        assert!(law.is_uniform_over(orders(n, n) / 2));
        assert_eq!(law.degree(), fraction(0, 1));
    }
}

#[test]
fn degrees_of_ten_cards_are_as_published() {
    for (id, degree) in [
        ("identity", fraction(1, 2)),
        ("reverse", fraction(-1, 2)),
        ("hindu", fraction(7, 18)),
        ("human-riffle", fraction(279_311, 2_160_000)),
        ("faro-out", fraction(1, 18)),
    ] {
        assert_eq!(law(id, 10).degree(), degree, "{id}");
    }
}

#[test]
fn degrees_of_random_swaps_follow_the_closed_form() {
    // (1/n) (1 - 2/n)^s + (1/2 - 1/n) (1 - 4/n)^s after s swaps; with 10 cards 998/15625 after 5.
    let degree = |n: i128, swaps: usize| {
        let power = |base| std::iter::repeat_n(base, swaps).product::<Fraction>();
        fraction(1, n) * power(fraction(n - 2, n))
            + fraction(n - 2, 2 * n) * power(fraction(n - 4, n))
    };
    assert_eq!(degree(10, 5), fraction(998, 15_625));
    for n in 2..=5 {
        for (id, swaps) in
            [("random-swaps-half", n / 2), ("random-swaps-one", n), ("random-swaps-two", 2 * n)]
        {
            assert_eq!(law(id, n).degree(), degree(n as i128, swaps), "{id} with {n} cards");
        }
    }
}

#[test]
fn a_human_riffle_leaves_at_most_two_rising_sequences() {
    for n in 2..=10 {
        let few = law("human-riffle", n).chance(|deck| rising_sequences(deck) <= 2);
        assert_eq!(few, fraction(1, 1), "{n} cards");
    }
}

#[test]
fn coin_insertion_leaves_the_last_card_in_place_half_the_time() {
    for n in 2..=5 {
        let law = law("coin-insertion-sort", n);
        assert_eq!(law.chance(|deck| usize::from(deck[n - 1]) == n - 1), fraction(1, 2));
    }
}

#[test]
fn coin_merge_keeps_the_halves_of_four_cards_apart_half_the_time() {
    let apart = |deck: &[u8]| (deck[0] < 2) == (deck[1] < 2);
    assert_eq!(law("coin-merge-sort", 4).chance(apart), fraction(1, 2));
    assert_eq!(law("fisher-yates", 4).chance(apart), fraction(1, 3));
}

#[test]
fn random_keys_leave_a_pair_in_order_as_often_as_it_ties() {
    for (id, keys) in [("random-keys:bits=1", 2), ("random-keys:bits=2", 4)] {
        let in_order = fraction(1, 2) + fraction(1, 2 * keys);
        assert_eq!(share(&law(id, 2), "12"), in_order);
    }
}

#[test]
fn deals_are_uniform_over_ordered_hands() {
    for (cards, deal) in [(5, 2), (6, 3)] {
        for id in ["fyp", "fy-slice", "inside-out", "out-of-place", "fisher-yates-by-value"] {
            let law = Law::read(id, Shape::deal(cards, deal).unwrap());
            assert!(law.is_uniform_over(orders(cards, deal)), "{id}: {deal} of {cards}");
        }
        let biased = Law::read("naive", Shape::deal(cards, deal).unwrap());
        assert!(!biased.is_uniform_over(orders(cards, deal)));
    }
}
