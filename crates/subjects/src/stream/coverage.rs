//! Rows that are missing from a recorded order or come twice, in words.

use shuffle_deck::words::count;
use shuffle_reader::{DeckError, DeckFault, Labels, Layout, NpyError, Survey, Uneven};

/// True if an error may come from rows that are missing or come twice, so that a survey says more.
pub(super) fn is_of_rows(error: &DeckError, layout: &Layout) -> bool {
    let whole = layout.dealt == layout.cards && layout.drawn.is_none() && !layout.bags;
    whole
        && match error {
            DeckError::Fault { fault, .. } => matches!(
                fault,
                DeckFault::Twice { many: false, .. }
                    | DeckFault::ShortColumn { .. }
                    | DeckFault::TooFew { .. }
                    | DeckFault::TooMany { .. }
            ),
            DeckError::Truncated { .. } => layout.format.width().is_some(),
            DeckError::Npy(NpyError::Row { .. }) => true,
            _ => false,
        }
}

/// The fault in the coverage of orders; `None` if there is none, or if the cells are not rows at all.
pub(super) fn in_words(survey: &Survey, layout: &Layout) -> Option<String> {
    let uneven = survey.first.as_ref()?;
    // These are not orders of the rows.
    if 2 * uneven.strange > uneven.found || uneven.found > 2 * survey.cards {
        return None;
    }
    let is_part = uneven.repeated + uneven.strange == 0;
    // In draws and hands, few rows come in each, and judging only those would answer another question.
    let ignores = if survey.orders > 1
        && is_part
        && survey.is_even
        && 2 * uneven.found <= survey.cards
    {
        let (dealt, cards) = (uneven.found, survey.cards);
        let are_one = survey.orders == (cards / dealt.max(1)) as u64;
        let one = if are_one { "if all lines are one order, join them; " } else { "" };
        &format!(
            " ({one}--draw {dealt}/{cards} judges draws such as a lottery's, --deal {dealt} hands)"
        )
    } else if survey.orders > 1 && is_part && matches!(layout.labels, Labels::Names(_)) {
        " (--varying judges orders of different lengths)"
    } else if 2 * survey.once().count() >= survey.cards {
        " (--coverage ignore judges the rows that came once)"
    } else if survey.orders > 1 && is_part {
        " (--varying judges orders of different lengths)"
    } else {
        ""
    };
    let name = |card: usize| layout.labels.name(card);
    let number = |cards: usize| count(cards as u64);
    let mut parts = Vec::new();
    if uneven.missing > 0 {
        parts.push(format!("{} never come ({})", number(uneven.missing), missing(uneven, name)));
    }
    if uneven.repeated > 0 {
        parts.push(format!(
            "{} come more than once ({})",
            number(uneven.repeated),
            repeated(uneven, name)
        ));
    }
    if let Some(at) = uneven.strange_at {
        parts.push(format!(
            "{} cells are not rows, the first at place {at}",
            number(uneven.strange)
        ));
    }
    let of = match survey.orders {
        1 => String::new(),
        orders => format!("; {} of {} orders are so", count(survey.uneven), count(orders)),
    };
    let Uneven { place, found, .. } = uneven;
    Some(format!(
        "{place} has {} cells for {} rows, of which {}{of}{ignores}",
        number(*found),
        number(survey.cards),
        parts.join(" and ")
    ))
}

/// The first rows that are missing, in runs.
fn missing(uneven: &Uneven, name: impl Fn(usize) -> String) -> String {
    let listed: usize = uneven.missing_runs.iter().map(|(from, to)| to - from + 1).sum();
    let run = |&(from, to): &(usize, usize)| match to - from {
        0 => name(from),
        _ => format!("{} to {}", name(from), name(to)),
    };
    let runs: Vec<String> = uneven.missing_runs.iter().map(run).collect();
    let more = if listed < uneven.missing { ", ..." } else { "" };
    runs.join(", ") + more
}

/// The first rows that repeat, with their places; and the places of all of them, if they lie together.
fn repeated(uneven: &Uneven, name: impl Fn(usize) -> String) -> String {
    let example = |&(card, first, again): &(usize, usize, usize)| {
        format!("{} at places {first} and {again}", name(card))
    };
    let examples: Vec<String> = uneven.examples.iter().map(example).collect();
    let more = if examples.len() < uneven.repeats { ", ..." } else { "" };
    let together = match uneven.repeats_at {
        Some((first, last)) if uneven.repeats > 1 && last - first + 1 == uneven.repeats => {
            let end = if last + 1 == uneven.found { ", the end" } else { "" };
            format!("; all that come again are at places {first} to {last}{end}")
        }
        _ => String::new(),
    };
    examples.join(", ") + more + &together
}
