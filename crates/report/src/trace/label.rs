//! What a step drew, in words.

use shuffle_algorithms::{
    dice::Roll,
    trace::{Draw, Step, Word},
};

/// What a step drew: "roll 3 of 0–4". Empty if it drew nothing.
pub(super) fn label(step: &Step, is_beside: bool) -> String {
    let draws = step.draws.iter().map(|draw| {
        let own = if is_beside && is_own(draw) { "*" } else { "" };
        drawn(draw) + own
    });
    draws.collect::<Vec<_>>().join(" and ")
}

/// True if a trace beside another one rolled this anew.
pub(super) fn is_own(draw: &Draw) -> bool {
    matches!(draw, Draw::Roll { is_shared: false, .. })
}

fn drawn(draw: &Draw) -> String {
    match draw {
        Draw::Roll { roll: Roll::Below { value, of }, first: 0, .. } => {
            format!("roll {value} of 0–{}", of - 1)
        }
        // The range begins elsewhere: the roll counts from there.
        Draw::Roll { roll: Roll::Below { value, of }, first, .. } => {
            format!("roll {value} of 0–{}, so {}", of - 1, first + value)
        }
        Draw::Roll { roll: Roll::Chance { came, heads, of }, .. } => {
            format!("coin {heads}/{of}: {}", if *came { "yes" } else { "no" })
        }
        Draw::Word(Word::Narrow(word)) => format!("word {word:#010x}"),
        Draw::Word(Word::Wide(word)) => format!("word {word:#018x}"),
        Draw::Word(Word::Bytes(bytes)) => format!("{} random bytes", bytes.len()),
    }
}
