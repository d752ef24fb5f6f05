//! Known facts about single shuffles, checked by exact enumeration of small decks. `shuffle-exact` proves the
//! catalogue's claims about all of them.

use crate::exact::{Fraction, Law, fraction, orders};
use itertools::Itertools;
use shuffle_algorithms::{At, Program, Shape, Table};

fn law(algorithm: &str, cards: usize) -> Law {
    Law::read(algorithm, Shape::whole(cards))
}

/// The probability of a deck, printed from 1 on as the articles do.
fn share(law: &Law, deck: &str) -> Fraction {
    law.chance(|cards| crate::replay::printed(cards) == deck)
}

fn rising_sequences(deck: &[u8]) -> usize {
    let place = |card| deck.iter().position(|&on_table| on_table == card);
    1 + (1..deck.len() as u8).filter(|&card| place(card) < place(card - 1)).count()
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
fn random_to_top_puts_every_card_on_top_equally_often() {
    for n in 1..=5 {
        assert_eq!(law("random-to-top", n).chance(|deck| deck[0] == 0), fraction(1, n));
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
    for (id, keys) in [("random-keys:bits=1", 2), ("random-keys:bits=2", 4), ("few-keys:keys=3", 3)]
    {
        let in_order = fraction(1, 2) + fraction(1, 2 * keys);
        assert_eq!(share(&law(id, 2), "12"), in_order);
    }
}
