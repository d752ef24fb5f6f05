//! The course of a shuffle that shows its deck only in the end: it is run again for each roll, and stopped there.

use super::{
    Action, Step, StepRoll, TraceError, is_permutation,
    tape::{Source, Tape},
    words::NotedWords,
};
use rand::Rng;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

/// Thrown by dice to stop a shuffle in its course. No panic hook hears of it.
pub(super) struct Stop;

impl Stop {
    /// Stops the shuffle that is running, which [`until_stopped`] has started.
    pub(super) fn here() -> ! {
        resume_unwind(Box::new(Self))
    }
}

/// Runs a shuffle; false if its dice stopped it. What it was shuffling is left as it lay then.
pub(super) fn until_stopped(shuffle: impl FnOnce()) -> bool {
    match catch_unwind(AssertUnwindSafe(shuffle)) {
        Ok(()) => true,
        Err(thrown) if thrown.is::<Stop>() => false,
        Err(panic) => resume_unwind(panic),
    }
}

/// The steps of a shuffle on dice: one for each roll, and one before them if something moves without a roll.
pub(super) fn of_dice(
    mut tape: Tape<'_>,
    start: &[u32],
    shuffle: impl Fn(&mut [u32], &mut Tape<'_>),
) -> Result<Vec<Step>, TraceError> {
    let mut end = start.to_vec();
    until_stopped(|| shuffle(&mut end, &mut tape));
    if let Some(fault) = tape.fault {
        return Err(fault);
    }
    let rolled = tape.rolled;
    let at = |rolls: usize| {
        let mut deck = start.to_vec();
        let mut tape = Tape::new(Source::Noted(&rolled[..rolls]), rolls);
        until_stopped(|| shuffle(&mut deck, &mut tape));
        deck
    };
    let rolls = rolled.iter().map(|rolled| {
        let first = 0; // the dice know no range but that of `below`
        StepRoll::Dice { roll: rolled.roll, first, is_shared: rolled.is_shared }
    });
    Ok(steps(start, rolls.collect(), at, end))
}

/// The steps of code that draws words by itself.
pub(super) fn of_words(
    rng: &mut dyn Rng,
    most: usize,
    start: &[u32],
    shuffle: impl Fn(&mut [u32], &mut NotedWords<'_>),
) -> Result<Vec<Step>, TraceError> {
    let mut end = start.to_vec();
    let mut tape = NotedWords::of(rng, most);
    until_stopped(|| shuffle(&mut end, &mut tape));
    if let Some(fault) = tape.fault {
        return Err(fault);
    }
    let words = tape.words;
    let at = |asked: usize| {
        let mut deck = start.to_vec();
        until_stopped(|| shuffle(&mut deck, &mut NotedWords::again(&words[..asked])));
        deck
    };
    Ok(steps(start, words.iter().cloned().map(StepRoll::Word).collect(), at, end))
}

/// The steps between the decks that lay when each roll was asked for.
fn steps(
    start: &[u32],
    rolls: Vec<StepRoll>,
    at: impl Fn(usize) -> Vec<u32>,
    end: Vec<u32>,
) -> Vec<Step> {
    let mut decks: Vec<Vec<u32>> = (0..rolls.len()).map(at).chain([end]).collect();
    mend(start, &mut decks);
    // Something may have moved before the first roll.
    let silent = (decks[0] != start).then(Vec::new);
    let rolled = rolls.into_iter().map(|roll| vec![roll]);
    let after = if silent.is_some() { &decks[..] } else { &decks[1..] };
    let mut before = start;
    let mut steps = Vec::with_capacity(after.len());
    for (rolls, deck) in silent.into_iter().chain(rolled).zip(after) {
        let action = Action::between(before, deck);
        steps.push(Step { rolls, action, deck: deck.clone(), placed: Vec::new() });
        before = deck;
    }
    note_placed(&mut steps);
    steps
}

/// Makes a deck of each of the decks between the rolls.
///
/// A shuffle that writes from a copy leaves a card twice on the way, at its new place and where it lay, and others
/// nowhere. Then the written places stand, and the other cards lie in the places that are left, in the order that they had.
fn mend(start: &[u32], decks: &mut [Vec<u32>]) {
    let mut base = start.to_vec();
    let mut from = 0;
    for whole in 0..decks.len() {
        if !is_permutation(&decks[whole]) {
            continue;
        }
        let (broken, rest) = decks.split_at_mut(whole);
        broken[from..].iter_mut().for_each(|deck| *deck = mended(deck, &base, &rest[0]));
        base.clone_from(&rest[0]);
        from = whole + 1;
    }
}

/// A deck between the decks `base` and `next`, of whose places some are written.
fn mended(deck: &[u32], base: &[u32], next: &[u32]) -> Vec<u32> {
    let written = written(deck, base, next);
    let mut is_taken = vec![false; base.len()];
    for (&card, _) in deck.iter().zip(&written).filter(|(_, written)| **written) {
        if std::mem::replace(&mut is_taken[card as usize], true) {
            return base.to_vec(); // it does not write from a copy: nothing is known until it is whole again
        }
    }
    let mut others = base.iter().filter(|&&card| !is_taken[card as usize]);
    let places = deck.iter().zip(&written);
    places
        .map(
            |(&card, &written)| if written { card } else { others.next().copied().unwrap_or(card) },
        )
        .collect()
}

/// The places that are written: those that changed, and beside them those that will not change, since a card that is
/// written where it lay shows nothing.
fn written(deck: &[u32], base: &[u32], next: &[u32]) -> Vec<bool> {
    let mut written: Vec<bool> = deck.iter().zip(base).map(|(now, then)| now != then).collect();
    let stays = |place: usize| base[place] == next[place];
    for place in 1..written.len() {
        written[place] |= written[place - 1] && stays(place);
    }
    for place in (1..written.len()).rev() {
        written[place - 1] |= written[place] && stays(place - 1);
    }
    written
}

/// Says of each place after each step whether a later step changed it.
fn note_placed(steps: &mut [Step]) {
    let mut placed: Vec<bool> =
        steps.last().map_or_else(Vec::new, |last| vec![true; last.deck.len()]);
    for index in (0..steps.len()).rev() {
        if let Some(later) = steps.get(index + 1) {
            let stays =
                later.deck.iter().zip(&steps[index].deck).map(|(after, before)| after == before);
            placed.iter_mut().zip(stays).for_each(|(placed, stays)| *placed &= stays);
        }
        steps[index].placed.clone_from(&placed);
    }
}
