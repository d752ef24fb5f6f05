//! The course of a shuffle that shows its deck only in the end: it is run again for each roll, and stopped there.

use super::{
    Action, Step, StepRoll, TraceError,
    step::is_permutation,
    stop::until_stopped,
    tape::{Source, Tape, Told},
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
    let (rolled, told) = (tape.rolled, tape.told);
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
    Ok(steps(start, moments(start, rolls.collect(), told, at, end)))
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
    let rolls = words.iter().cloned().map(StepRoll::Word).collect();
    Ok(steps(start, moments(start, rolls, Vec::new(), at, end)))
}

/// A deck on the way, and what led to it.
struct Moment {
    rolls: Vec<StepRoll>,
    told: Option<Told>,
    deck: Vec<u32>,
}

/// The decks that lay when each roll was asked for and in the end, and those that the shuffle told of.
///
/// A roll whose card is laid later is part of the moment when it is laid.
fn moments(
    start: &[u32],
    rolls: Vec<StepRoll>,
    told: Vec<(usize, Told)>,
    at: impl Fn(usize) -> Vec<u32>,
    end: Vec<u32>,
) -> Vec<Moment> {
    let count = rolls.len();
    let mut is_laid_later = vec![false; count];
    for group in told.chunk_by(|a, b| a.0 == b.0) {
        let asked = group[0].0;
        let laid = group.iter().filter(|(_, told)| matches!(told, Told::Lay { .. })).count();
        is_laid_later[asked.saturating_sub(laid)..asked].fill(true);
    }
    let mut told = told.into_iter().peekable();
    let mut rolls = rolls.into_iter();
    let mut moments: Vec<Moment> = Vec::with_capacity(count + 1);
    let mut before = start.to_vec();
    for asked in 0..=count {
        let is_held = asked > 0 && is_laid_later[asked - 1];
        let mut roll = if asked > 0 && !is_held { rolls.next() } else { None };
        let (base, mut written) = (before.clone(), vec![false; before.len()]);
        while let Some((_, told)) = told.next_if(|(after, _)| *after == asked) {
            let (rolls, deck) = match &told {
                Told::Cut { deck, .. } => {
                    if *deck != before {
                        let rolls = roll.take().into_iter().collect();
                        moments.push(Moment { rolls, told: None, deck: deck.clone() });
                    }
                    (roll.take(), deck.clone())
                }
                &Told::Lay { place, card } => {
                    written[place] = true;
                    before[place] = card;
                    (rolls.next(), filled(&before, &written, &base))
                }
            };
            before.clone_from(&deck);
            moments.push(Moment { rolls: rolls.into_iter().collect(), told: Some(told), deck });
        }
        if !is_held || asked == count {
            let deck = if asked == count { end.clone() } else { at(asked) };
            before.clone_from(&deck);
            moments.push(Moment { rolls: roll.into_iter().collect(), told: None, deck });
        }
    }
    moments
}

/// The steps between these moments; where nothing was rolled, told or moved, there is none.
fn steps(start: &[u32], moments: Vec<Moment>) -> Vec<Step> {
    let (decks, causes): (Vec<_>, Vec<_>) =
        moments.into_iter().map(|it| (it.deck, (it.rolls, it.told))).unzip();
    let mut before = start.to_vec();
    let mut steps = Vec::with_capacity(decks.len());
    for (Seen { deck, written }, (rolls, told)) in repaired(start, decks).into_iter().zip(causes) {
        let mut action = Action::between(&before, &deck);
        let moved = match told {
            None if rolls.is_empty() && action == Action::Nothing => continue,
            None => written.unwrap_or_else(|| action.places()),
            Some(Told::Lay { place, .. }) => vec![place],
            Some(Told::Cut { places, .. }) => {
                let moved = every_second_packet(&places, deck.len());
                action = Action::Cut(places);
                moved
            }
        };
        before.clone_from(&deck);
        steps.push(Step { rolls, action, moved, deck, placed: Vec::new() });
    }
    note_placed(&mut steps);
    steps
}

/// The places of the first packet of a cut deck, of the third, and so on: they are taken off.
fn every_second_packet(cuts: &[usize], cards: usize) -> Vec<usize> {
    let ends: Vec<usize> = [&[0], cuts, &[cards]].concat();
    ends.windows(2).step_by(2).flat_map(|ends| ends[0]..ends[1]).collect()
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
        let writes = !matches!(step.action, Action::Cut(_));
        step.moved.iter().filter(|_| writes).for_each(|&place| is_written[place] = true);
        step.placed.iter_mut().zip(&is_written).for_each(|(placed, written)| *placed &= written);
    }
}
