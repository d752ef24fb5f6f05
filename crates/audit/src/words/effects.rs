//! Descriptions of a bias: the sentence and the table cell of an effect, in the same units.
//!
//! The words belong to the [kind](shuffle_metrics::effect_kind) of the effect; here its slots are filled.

use crate::{
    names::Names,
    number::{cell, count, counted, percent},
};
use shuffle_metrics::{
    Effect, Evidence, ExtremeCount, Interval, Peak, Sensitivity, Tail,
    effect_kind::{self, Unit},
};

/// The bias in plain words.
pub fn sentence(evidence: &Evidence, names: &Names) -> String {
    sentence_of("", evidence, names)
}

/// The bias that this test found, in plain words.
pub(crate) fn sentence_of(test: &str, evidence: &Evidence, names: &Names) -> String {
    let effect = &evidence.effect;
    if let Some(none) = none_at_all(effect, names) {
        return none;
    }
    let says = match effect.kind.says_of_even {
        Some(even) if evidence.tail == Tail::Lower => even,
        _ => effect.kind.says,
    };
    let place = effect.place.as_ref().map(|place| names.place(place)).unwrap_or_default();
    let is_one =
        ["card ", "ball ", "symbol ", "the kind "].iter().any(|one| place.starts_with(one));
    let value = effect.value;
    fill(says, value, &|slot, noun| match slot {
        "place"
            if place.is_empty()
                && effect.kind == effect_kind::TOTAL_VARIATION
                && !test.is_empty() =>
        {
            format!("counts of {}", test.replace('-', " "))
        }
        "place" if place.is_empty() => noun.to_owned(),
        "place" => place.clone(),
        "value" if value.abs() < 1.0 => two_digits(value),
        "value" => plain(value),
        "share" => share(value.abs()),
        "times" => times(value),
        "count" if noun.is_empty() => count(value.round() as u64),
        "count" => counted(value as u64, noun),
        "often" if noun == "come" && is_one => how_often(value, "comes"),
        "often" => how_often(value, noun),
        "unevenly" => unevenly(value),
        "range" => effect.interval.as_ref().map(range).unwrap_or_default(),
        "seen" => effect.extreme.as_ref().map(|it| seen(it, names)).unwrap_or_default(),
        "expected" => effect.extreme.as_ref().map(expected).unwrap_or_default(),
        "hit" => effect.extreme.as_ref().map(hit).unwrap_or_default(),
        "came" => effect.extreme.as_ref().map(came).unwrap_or_default(),
        "peak" => match worst(effect.peak.as_ref(), names) {
            worst if !worst.is_empty() => format!(". Worst: {worst}"),
            _ if effect.is_relative() => format!(" ({})", unevenly(value)),
            _ => format!(" (typically {} places off)", plain(value)),
        },
        _ => unknown(slot),
    })
}

/// Fills the slots of a sentence of an [effect kind](shuffle_metrics::effect_kind::EffectKind::says) with what `text` makes of a slot and
/// its argument, and chooses among its alternatives by `value`.
fn fill(says: &str, value: f64, text: &dyn Fn(&str, &str) -> String) -> String {
    let mut filled = String::new();
    let mut rest = says;
    while let Some(at) = rest.find(['[', '{']) {
        filled.push_str(&rest[..at]);
        let close = if rest[at..].starts_with('[') { ']' } else { '}' };
        let (inside, after) = rest[at + 1..].split_once(close).unwrap_or((&rest[at + 1..], ""));
        match close {
            ']' => filled.push_str(&fill(alternative(inside, value), value, text)),
            _ => {
                let (slot, argument) = inside.split_once(':').unwrap_or((inside, ""));
                filled.push_str(&text(slot, argument));
            }
        }
        rest = after;
    }
    filled + rest
}

/// Of `a|b` a above 0 and else b; of `a|b|c` a above 1, b above 0 and else c.
fn alternative(of: &str, value: f64) -> &str {
    let all: Vec<&str> = of.split('|').collect();
    let limits = [1.0, 0.0];
    let skipped = limits[3 - all.len()..].iter().filter(|limit| value <= **limit).count();
    all[skipped]
}

/// A slot without a text stays as it is: a test fills the slots of all kinds.
fn unknown(slot: &str) -> String {
    format!("{{{slot}}}")
}

/// The count that was expected, with up to four digits where it is small.
fn expected(extreme: &ExtremeCount) -> String {
    match extreme.expected * extreme.of as f64 {
        many if many >= 100.0 => count(many.round() as u64),
        few => plain(few),
    }
}

fn range(interval: &Interval) -> String {
    let [low, high] = [interval.low, interval.high].map(|end| count(end.round() as u64));
    format!(" ({low} to {high})")
}

/// "no successions at all": a number that is 0 in every deck.
fn none_at_all(effect: &Effect, names: &Names) -> Option<String> {
    let place = effect.place.as_ref().filter(|_| is_none_at_all(effect))?;
    Some(match &*names.place(place) {
        "fixed points" => "no card ever stays where it started".to_owned(),
        things => format!("no {things} at all"),
    })
}

/// True if the effect is a number that is 0 in every deck.
pub(super) fn is_none_at_all(effect: &Effect) -> bool {
    effect.kind.id == "mean_deviation" && effect.value <= -1.0
}

/// True if the interval of the cell with the clearest deviation excludes 0.
pub(super) fn stands_out(peak: Option<&Peak>) -> bool {
    let interval = peak.and_then(|peak| peak.interval);
    interval.is_some_and(|interval| interval.low > 0.0 || interval.high < 0.0)
}

/// The cell with the clearest deviation, if its interval excludes 0, else nothing. Its size is given as an interval: a single
/// number, the largest among thousands, would be mistaken for the true size.
pub(super) fn worst(peak: Option<&Peak>, names: &Names) -> String {
    let Some((peak, Interval { low, high, .. })) =
        peak.filter(|peak| stands_out(Some(peak))).and_then(|peak| Some((peak, peak.interval?)))
    else {
        return String::new();
    };
    let (near, far, sign) = if low > 0.0 { (low, high, 1.0) } else { (-high, -low, -1.0) };
    let number = if peak.kind.unit == Unit::Share { rounded_share } else { two_digits };
    // A card that never moves has an interval that rounds to one number.
    let between = |written: &dyn Fn(f64) -> String| match (written(near), written(far)) {
        (near, far) if near == far => far,
        (near, far) => format!("{near} to {far}"),
    };
    // A kind of its own says more than fits here.
    let says = if peak.kind.says.contains("{span") { peak.kind.says } else { effect_kind::CELL };
    let says = fill(says, sign * far, &|slot, form| match (slot, form) {
        ("span", "times") => format!("{} times", between(&|end| two_digits(1.0 + end))),
        ("span", _) => between(&number),
        _ => unknown(slot),
    });
    format!("{}, {says}", item_first(&names.place(&peak.place)))
}

/// "card 4 at position 2" of "position 2, card 4".
fn item_first(place: &str) -> String {
    match place.split_once(", ") {
        Some((at, item)) if at.starts_with("position") => format!("{item} at {at}"),
        _ => place.to_owned(),
    }
}

/// Whole per cents where there are some.
fn rounded_share(value: f64) -> String {
    if value >= 0.01 { format!("{:.0} %", 100.0 * value) } else { share(value) }
}

/// Two significant digits.
fn two_digits(value: f64) -> String {
    cell(format!("{value:.1e}").parse().unwrap_or(value))
}

/// A typical relative deviation of cells. Above 100 % no cell can be off both ways.
fn unevenly(rms: f64) -> String {
    match rms > 1.0 {
        true => format!("a typical cell is off by {} times its expected count", rounded(rms)),
        false => format!("a typical cell is off by {}", share(rms)),
    }
}

/// "comes 12.3 % too often", "come 12.3 % too rarely", "comes 2.8 times as often as it should", "never comes".
fn how_often(deviation: f64, verb: &str) -> String {
    let subject = if verb.ends_with('s') { "it" } else { "they" };
    match deviation {
        1.0.. => format!("{verb} {} as often as {subject} should", times(deviation)),
        0.0.. => format!("{verb} {} too often", share(deviation)),
        ..=-1.0 => format!("never {verb}"),
        _ => format!("{verb} {} too rarely", share(-deviation)),
    }
}

/// A relative deviation as a factor: "2.8 times" of +180 %.
pub(super) fn times(deviation: f64) -> String {
    format!("{} times", plain_times(deviation))
}

fn plain_times(deviation: f64) -> String {
    rounded(1.0 + deviation)
}

/// Three significant digits.
fn rounded(value: f64) -> String {
    cell(format!("{value:.2e}").parse().unwrap_or(value))
}

fn seen(extreme: &ExtremeCount, names: &Names) -> String {
    format!("{} {}", names.place(&extreme.what), in_trials(extreme))
}

/// ": in 45 of 60 draws (7.347 expected)".
fn hit(extreme: &ExtremeCount) -> String {
    format!(": {} ({} expected)", in_trials(extreme), expected(extreme))
}

/// "come 60 % of the time (in 300,112 of 500,211 numbers); 50 % is fair", "never come in 1,000 numbers; 6.25 % is fair".
fn came(extreme: &ExtremeCount) -> String {
    let fair = match extreme.expected {
        fair if fair < 5e-4 => format!("1 in {}", count(fair.recip().round() as u64)),
        fair => share_of(fair),
    };
    let seen = match (extreme.count, extreme.of) {
        (0, of) => format!("never come in {} {}", count(of), extreme.unit),
        (all, of) if all == of => format!("come every time, {}", in_trials(extreme)),
        (seen, of) => {
            let share = share_of(seen as f64 / of as f64);
            format!("come {share} of the time, {}", in_trials(extreme))
        }
    };
    format!("{seen} ({fair} is fair)")
}

/// Three significant digits, without zeros at the end.
pub(super) fn share_of(share: f64) -> String {
    format!("{} %", rounded(100.0 * share))
}

/// "in 45 of 60 draws".
fn in_trials(extreme: &ExtremeCount) -> String {
    let unit = if extreme.of == 1 { extreme.unit.trim_end_matches('s') } else { extreme.unit };
    format!("in {} of {} {unit}", count(extreme.count), count(extreme.of))
}

/// The size of a finding in a few words: "11.2 % off", "-3.73 %", "1,931 of 2,000 decks", "too even".
pub(super) fn short_size(evidence: &Evidence, names: &Names) -> String {
    let effect = &evidence.effect;
    let (kind, value) = (effect.kind, effect.value);
    if kind.says_of_even.is_some() && evidence.tail == Tail::Lower {
        return "too even".to_owned();
    }
    if let Some(ExtremeCount { count: seen, of, unit, .. }) = &effect.extreme {
        let unit = unit.split(' ').next().unwrap_or_default();
        return format!("{} of {} {unit}", count(*seen), count(*of));
    }
    let place = effect.place.as_ref().filter(|_| kind.is_picked);
    let place = place.map_or_else(String::new, |place| format!("{} ", names.place(place)));
    let number = match (effect.is_relative(), kind.is_signed) {
        (true, true) if value > 1.0 => format!("{} the expected", times(value)),
        (true, true) => percent(value),
        (true, false) if value > 1.0 => format!("{} off", times(value - 1.0)),
        (true, false) => format!("{} off", share(value)),
        (false, true) if value > 0.0 => format!("+{}", two_digits(value)),
        (false, true) => two_digits(value),
        (false, false) => {
            let number = count(value.round() as u64);
            match kind.id {
                "distinct_decks" => format!("a pool of {}", counted(value.round() as u64, "deck")),
                "distinct_decks_at_least" => format!("more than {number} decks"),
                "period" | "lag" => format!("again after {}", counted(value as u64, "deck")),
                "rms_place_shift" => format!("{} places off", two_digits(value)),
                "stretch" => format!("{number} cards"),
                "impossible" | "random_bits" => "impossible".to_owned(),
                _ => plain(value),
            }
        }
    };
    format!("{place}{number}")
}

/// The effect as name, number, interval and place, or what was seen in how many decks.
pub fn table_cell(effect: &Effect, names: &Names) -> String {
    if let Some(extreme) = effect.extreme.as_ref().filter(|_| effect.kind.is_a_count()) {
        return seen(extreme, names);
    }
    let kind = effect.kind;
    let name = if kind.noun.is_empty() { kind.id.replace('_', " ") } else { kind.noun.to_owned() };
    let place = effect.place.as_ref();
    let place = place.map_or_else(String::new, |place| format!(" ({})", names.place(place)));
    if effect.value >= 1e4 {
        return format!("{name} {}{place}", count(effect.value.round() as u64));
    }
    let directed = kind.is_signed;
    let is_factor = effect.value > 1.0;
    let number = |value| match (effect.is_relative(), directed) {
        (true, false) if is_factor => rounded(value),
        (true, true) => percent(value),
        (true, false) => share(value),
        (false, true) => signed(value),
        (false, false) => plain(value),
    };
    // "Off by 7.14 times the expected count"; "714 %" would suggest that a cell can be 714 % too rare.
    let unit = if effect.is_relative() && !directed && is_factor { " times expected" } else { "" };
    match &effect.interval {
        Some(interval) => format!(
            "{name} {}{unit} [{}, {}]{place}",
            number(effect.value),
            number(interval.low),
            number(interval.high)
        ),
        None => format!("{name} {}{unit}{place}", number(effect.value)),
    }
}

/// The size of a bias that would have been seen, in the units of the effect.
pub fn size(sensitivity: &Sensitivity, value: f64) -> String {
    if sensitivity.kind.unit == Unit::Number { plain(value) } else { share(value) }
}

/// The head of a column of effects, with the confidence of their intervals if all have the same.
pub(crate) fn head<'a>(effects: impl Iterator<Item = &'a Effect>) -> String {
    let mut confidences: Vec<f64> =
        effects.filter_map(|effect| Some(effect.interval?.confidence)).collect();
    confidences.dedup();
    match confidences[..] {
        [confidence] => format!("finding [interval at {} %]", cell(confidence * 100.0)),
        _ => "finding".to_owned(),
    }
}

/// A share in percent, without a sign.
fn share(value: f64) -> String {
    percent(value).trim_start_matches('+').to_owned()
}

/// Four significant digits.
fn plain(value: f64) -> String {
    cell(format!("{value:.3e}").parse().unwrap_or(value))
}

fn signed(value: f64) -> String {
    let text = plain(value);
    if value > 0.0 { format!("+{text}") } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;
    use shuffle_metrics::{Interval, Law, Place, Word};

    /// No cell is 180 % too rare.
    #[test]
    fn a_size_above_100_percent_is_a_factor() {
        let said = |effect: Effect| {
            let evidence =
                Evidence::new(1e6, Law::ChiSquare { df: 9, ln_lattice_volume: 0.0 }, 1e9, effect);
            sentence(&evidence, &Names::default())
        };
        let rms = |value| Effect::new(effect_kind::RMS_CELL_DEVIATION, value);
        assert_eq!(
            said(rms(1.8)),
            "cards favor some positions (a typical cell is off by 1.8 times its expected count)"
        );
        let small = said(rms(0.116));
        assert_eq!(small, "cards favor some positions (a typical cell is off by 11.6 %)");
        let one = |value| Effect {
            place: Some(Word::Text("ball 7").into()),
            ..Effect::new(effect_kind::DRAW_DEVIATION, value)
        };
        assert_eq!(said(one(1.8)), "ball 7 comes 2.8 times as often as it should");
        assert_eq!(said(one(0.18)), "ball 7 comes 18.0 % too often");
        assert_eq!(said(one(-0.9)), "ball 7 comes 90.0 % too rarely");
        assert_eq!(said(one(-1.0)), "ball 7 never comes");
        assert_eq!(
            table_cell(&rms(1.8), &Names::default()),
            "rms cell deviation 1.8 times expected"
        );
        let interval = Interval { low: 0.2, high: 1.8, confidence: 0.99 };
        let place = Word::Text("card 3 first").into();
        let peak = Peak {
            kind: effect_kind::LARGEST_CELL_DEVIATION,
            place,
            value: 1.0,
            interval: Some(interval),
        };
        let said = said(Effect { peak: Some(peak), ..rms(0.5) });
        assert!(
            said.ends_with(". Worst: card 3 first, 1.2 to 2.8 times as often as it should be"),
            "{said}"
        );
    }

    /// A slot without a text would be a hole in a sentence.
    #[test]
    fn every_slot_of_every_kind_has_a_text() {
        let interval = Some(Interval { low: 0.1, high: 2.0, confidence: 0.99 });
        let place: Place = Word::Text("card 3 of them").into();
        for kind in effect_kind::KINDS {
            let peak = Peak { kind, place: place.clone(), value: 1.0, interval };
            let extreme =
                ExtremeCount { what: place.clone(), count: 3, of: 9, unit: "decks", expected: 0.1 };
            let extreme = kind.says.contains("{seen}").then_some(extreme);
            for value in [2.5, 0.5, -0.5] {
                for furthest in [0.0, 1e6] {
                    let peak = kind.says.contains("{span").then(|| peak.clone());
                    let place = Some(place.clone());
                    let effect = Effect {
                        interval,
                        place,
                        extreme: extreme.clone(),
                        ..Effect::new(kind, value)
                    };
                    let law = Law::Normal { half_step: 0.0 };
                    let evidence = Evidence::new(furthest - 5e5, law, 1e6, effect);
                    let said = match peak {
                        Some(peak) => worst(Some(&peak), &Names::default()),
                        None => sentence(&evidence, &Names::default()),
                    };
                    assert!(
                        said.len() > 10 && !said.contains(['{', '[', '|']),
                        "{}: {said}",
                        kind.id
                    );
                }
            }
        }
    }

    #[test]
    fn a_negative_correlation_is_no_evenness_of_counts() {
        for (value, sign, cards) in
            [(0.49, "", "stay where they started"), (-0.49, "-", "move to the other end")]
        {
            let effect = Effect::new(effect_kind::RANK_CORRELATION, value);
            let law = Law::Normal { half_step: 0.0 };
            let evidence = Evidence::new(60.0 * value, law, 100.0, effect);
            let said = sentence(&evidence, &Names::default());
            let expected = format!("cards tend to {cards}: rank correlation {sign}0.49");
            assert_eq!(said, expected);
        }
    }
}
