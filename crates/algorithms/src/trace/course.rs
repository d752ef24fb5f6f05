//! The course of a shuffle that shows its deck only in the end: it is run again for each roll, and stopped there.

use super::{
    Action, Step, StepRoll, TraceError,
    step::is_permutation,
    stop::until_stopped,
    tape::{Source, Tape},
    words::NotedWords,
};
use rand::Rng;

/// The steps of a shuffle on dice (behind a pointer, so that this is compiled once, not for each shuffle): one for each roll, and one before them if something moves without a roll.
pub(super) fn of_dice(
    mut tape: Tape<'_>,
    start: &[u32],
    shuffle: &dyn Fn(&mut [u32], &mut Tape<'_>),
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
        let first = 0; // the dice know no range except `below`'s
        StepRoll::Dice { roll: rolled.roll, first, is_shared: rolled.is_shared }
    });
    Ok(steps(start, rolls.collect(), at, end))
}

/// The steps of code that draws words by itself.
pub(super) fn of_words(
    rng: &mut dyn Rng,
    most: usize,
    start: &[u32],
    shuffle: &dyn Fn(&mut [u32], &mut NotedWords<'_>),
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
    let raw = (0..rolls.len()).map(at).chain([end]).collect();
    let seen = repaired(start, raw);
    // Something may have moved before the first roll.
    let silent = (seen[0].deck != start).then(Vec::new);
    let rolled = rolls.into_iter().map(|roll| vec![roll]);
    let after = seen.into_iter().skip(usize::from(silent.is_none()));
    let mut before = start.to_vec();
    let mut steps = Vec::with_capacity(after.len());
    for (rolls, Seen { deck, written }) in silent.into_iter().chain(rolled).zip(after) {
        let action = Action::between(&before, &deck);
        let moved = written.unwrap_or_else(|| action.places());
        before.clone_from(&deck);
        steps.push(Step { rolls, action, moved, deck, placed: Vec::new() });
    }
    note_placed(&mut steps);
    steps
}

/// A deck between two rolls.
struct Seen {
    deck: Vec<u32>,
    /// The places that were written since the roll before, where that is known.
    written: Option<Vec<usize>>,
}

/// Makes a deck of each of the decks between the rolls.
///
/// A shuffle that writes from a copy leaves a card twice on the way, at its new place and where it lay, and others
/// nowhere. Then the written places stand, and the other cards lie in the places that are left, in the order that they had.
fn repaired(start: &[u32], raw: Vec<Vec<u32>>) -> Vec<Seen> {
    let mut seen: Vec<Seen> = Vec::with_capacity(raw.len());
    let mut base = start.to_vec();
    let mut broken = Vec::new();
    for deck in raw {
        if !is_permutation(&deck) {
            broken.push(deck);
            continue;
        }
        let mut before = vec![false; deck.len()];
        let is_torn = !broken.is_empty();
        for deck_on_the_way in broken.drain(..) {
            let written = written(&deck_on_the_way, &base, &deck);
            let fresh = fresh(&written, &before);
            seen.push(Seen {
                deck: filled(&deck_on_the_way, &written, &base),
                written: Some(fresh),
            });
            before = written;
        }
        let rest: Vec<bool> = deck.iter().zip(&base).map(|(now, then)| now != then).collect();
        let written = is_torn.then(|| fresh(&rest, &before));
        base.clone_from(&deck);
        seen.push(Seen { deck, written });
    }
    seen
}

/// The places that are written now and were not before.
fn fresh(now: &[bool], before: &[bool]) -> Vec<usize> {
    (0..now.len()).filter(|&place| now[place] && !before[place]).collect()
}

/// A deck of which some places are written: the other cards fill the others in the order that they have in `base`.
fn filled(deck: &[u32], written: &[bool], base: &[u32]) -> Vec<u32> {
    let mut is_taken = vec![false; base.len()];
    for (&card, _) in deck.iter().zip(written).filter(|(_, written)| **written) {
        if std::mem::replace(&mut is_taken[card as usize], true) {
            return base.to_vec(); // it does not write from a copy: nothing is known until it is whole again
        }
    }
    let mut others = base.iter().filter(|&&card| !is_taken[card as usize]);
    let places = deck.iter().zip(written);
    places
        .map(
            |(&card, &written)| if written { card } else { others.next().copied().unwrap_or(card) },
        )
        .collect()
}

/// The places that are written: the places that changed, and places that stay the same because their card is written
/// where it already was, which shows nothing.
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

/// Says of each place after each step whether it was written and no later step changed it; in the end all are placed.
fn note_placed(steps: &mut [Step]) {
    let Some(last) = steps.len().checked_sub(1) else { return };
    let cards = steps[last].deck.len();
    let mut stays = vec![true; cards];
    for index in (0..steps.len()).rev() {
        if let Some(later) = steps.get(index + 1) {
            let same =
                later.deck.iter().zip(&steps[index].deck).map(|(after, before)| after == before);
            stays.iter_mut().zip(same).for_each(|(stays, same)| *stays &= same);
        }
        steps[index].placed.clone_from(&stays);
    }
    let mut is_written = vec![false; cards];
    for step in &mut steps[..last] {
        step.moved.iter().for_each(|&place| is_written[place] = true);
        step.placed.iter_mut().zip(&is_written).for_each(|(placed, written)| *placed &= written);
    }
}
