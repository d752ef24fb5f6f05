//! The table on which the steps of a swap program are noted.

use super::{
    Action, Step, StepRoll, TraceError,
    step::most_steps,
    stop::{Stop, until_stopped},
    tape::Tape,
};
use crate::{At, Dice, Table, table::Deck};
use std::ops::Range;

/// The steps of a swap program that `run` plays from a deck.
pub(super) fn steps(
    mut tape: Tape<'_>,
    start: &[u32],
    run: &dyn Fn(&mut NotingTable<'_, '_>),
) -> Result<Vec<Step>, TraceError> {
    let most = most_steps(start.len());
    let mut deck = start.to_vec();
    let (mut steps, mut reaches) = (Vec::new(), Vec::new());
    let ended = until_stopped(|| {
        let mut table = NotingTable {
            deck: &mut deck,
            tape: &mut tape,
            rolls: Vec::new(),
            steps: &mut steps,
            reaches: &mut reaches,
            most,
        };
        run(&mut table);
        table.end();
    });
    if let Some(fault) = tape.fault {
        return Err(fault);
    }
    if !ended {
        return Err(TraceError::TooLarge { what: "steps", most });
    }
    note_placed(&mut steps, &reaches);
    Ok(steps)
}

/// A roll with its range.
pub(super) struct NotedRoll {
    value: usize,
    range: Range<usize>,
}

/// The places that a step may touch, whatever it rolls.
enum Reach {
    Places(Range<usize>),
    Cards(Range<usize>),
}

/// One deck and a tape, on which every step is noted.
pub(super) struct NotingTable<'a, 't> {
    deck: &'a mut Vec<u32>,
    tape: &'a mut Tape<'t>,
    /// The draws since the last step.
    rolls: Vec<StepRoll>,
    steps: &'a mut Vec<Step>,
    reaches: &'a mut Vec<Vec<Reach>>,
    most: usize,
}

impl NotingTable<'_, '_> {
    /// The place that is meant, and the other places that it could have been.
    fn place(&self, at: At<NotedRoll>) -> (usize, Reach) {
        let lies = |card: usize| {
            let place = self.deck.iter().position(|&on_table| on_table as usize == card);
            place.expect("a program names only cards that are in the deck")
        };
        match at {
            At::Position(place) => (place, Reach::Places(place..place + 1)),
            At::Roll(NotedRoll { value, range }) => (value, Reach::Places(range)),
            At::Card(card) => (lies(card), Reach::Cards(card..card + 1)),
            At::RolledCard(NotedRoll { value, range }) => (lies(value), Reach::Cards(range)),
        }
    }

    fn step(&mut self, action: Action, reach: Vec<Reach>) {
        if self.steps.len() == self.most {
            Stop::here();
        }
        let rolls = std::mem::take(&mut self.rolls);
        self.steps.push(Step {
            rolls,
            moved: action.places(),
            action,
            deck: self.deck.clone(),
            placed: Vec::new(),
        });
        self.reaches.push(reach);
    }

    /// Notes rolls that no swap spent.
    fn end(&mut self) {
        if !self.rolls.is_empty() {
            self.step(Action::Nothing, Vec::new());
        }
    }
}

impl Table for NotingTable<'_, '_> {
    type Roll = NotedRoll;

    fn roll(&mut self, range: Range<usize>) -> NotedRoll {
        let value = range.start + self.tape.below(range.len());
        let rolled = self.tape.rolled[self.tape.rolled.len() - 1];
        self.rolls.push(StepRoll::Dice {
            roll: rolled.roll,
            first: range.start,
            is_shared: rolled.is_shared,
        });
        NotedRoll { value, range }
    }

    fn swap(&mut self, a: At<NotedRoll>, b: At<NotedRoll>) {
        let ((a, a_reach), (b, b_reach)) = (self.place(a), self.place(b));
        Deck::new(self.deck, self.tape).swap(At::Position(a), At::Position(b));
        self.step(Action::Swap(a, b), vec![a_reach, b_reach]);
    }

    fn lift(&mut self, from: At<NotedRoll>, to: usize) {
        let (from, reach) = self.place(from);
        Deck::new(self.deck, self.tape).lift(At::Position(from), to);
        let moved = match reach {
            Reach::Places(range) => range.start.min(to)..range.end.max(to + 1),
            Reach::Cards(_) => 0..self.deck.len(),
        };
        self.step(Action::Lift { from, to }, vec![Reach::Places(moved)]);
    }
}

/// Says of each place after each step whether a later step can still reach it or its card.
fn note_placed(steps: &mut [Step], reaches: &[Vec<Reach>]) {
    let cards = steps.first().map_or(0, |step| step.deck.len());
    let (mut open_places, mut open_cards) = (vec![false; cards], vec![false; cards]);
    for (step, reaches) in steps.iter_mut().zip(reaches).rev() {
        let places = step.deck.iter().zip(&open_places);
        step.placed = places.map(|(&card, open)| !open && !open_cards[card as usize]).collect();
        for reach in reaches {
            match reach {
                Reach::Places(range) => open_places[range.clone()].fill(true),
                Reach::Cards(range) => open_cards[range.clone()].fill(true),
            }
        }
    }
}
