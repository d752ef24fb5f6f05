//! What a step rolled, in words.

use shuffle_algorithms::{
    dice::Roll,
    trace::{Action, Step, StepRoll, Word},
};

/// What a step rolled: "roll 3 of 0–4", and where it cut the deck.
pub(super) fn label(step: &Step, is_beside: bool) -> String {
    let cut = match &step.action {
        Action::Cut(places) => Some(cut(places)),
        _ => None,
    };
    if step.rolls.is_empty() {
        return cut.unwrap_or_else(|| "no roll".to_owned());
    }
    let rolls = step.rolls.iter().map(|roll| {
        let own = if is_beside && is_own(roll) { "*" } else { "" };
        shown(roll) + own
    });
    let rolls = rolls.collect::<Vec<_>>().join(" and ");
    cut.into_iter().fold(rolls, |rolls, cut| rolls + ", " + &cut)
}

/// The most cuts that are named one by one.
const MOST_CUTS: usize = 3;

fn cut(places: &[usize]) -> String {
    let named: Vec<String> = places.iter().map(ToString::to_string).collect();
    match named.split_last() {
        None => "no cut: one packet".to_owned(),
        Some((only, [])) => format!("cut at {only}"),
        Some((last, first)) if named.len() <= MOST_CUTS => {
            format!("cut at {} and {last}", first.join(", "))
        }
        Some(_) => format!("cut into {} packets", named.len() + 1),
    }
}

/// True if a trace rolled this again, because the roll of the first trace does not fit.
pub(super) fn is_own(roll: &StepRoll) -> bool {
    !matches!(roll, StepRoll::Dice { is_shared: true, .. })
}

fn shown(roll: &StepRoll) -> String {
    match roll {
        StepRoll::Dice { roll: Roll::Below { value, of }, first: 0, .. } => {
            format!("roll {value} of 0–{}", of - 1)
        }
        // The range begins elsewhere: the roll counts from there.
        StepRoll::Dice { roll: Roll::Below { value, of }, first, .. } => {
            format!("roll {value} of 0–{}, so {}", of - 1, first + value)
        }
        StepRoll::Dice { roll: Roll::Chance { came, heads, of }, .. } => {
            format!("coin {heads}/{of}: {}", if *came { "yes" } else { "no" })
        }
        StepRoll::Word(Word::Narrow(word)) => format!("word {word:#010x}"),
        StepRoll::Word(Word::Wide(word)) => format!("word {word:#018x}"),
        StepRoll::Word(Word::Bytes(bytes)) => format!("{} random bytes", bytes.len()),
    }
}
