//! Descriptions of a bias: the sentence and the table cell of an effect, in the same units.

use crate::{
    names::Names,
    number::{cell, count, counted, percent},
};
use shuffle_metrics::{
    Evidence,
    dealt::DEALT_DEVIATION,
    draws::{
        DRAW_DEVIATION, RMS_DRAW_DEVIATION, overlap::OVERLAP_DEVIATION,
        serial_kinds::MATCH_DEVIATION, symbols::MISSING,
    },
    drift::DRIFT_DEVIATION,
    few_orders::{
        batches::{BATCH_DEVIATION, BATCH_EVENNESS},
        grid::GRID_DEVIATION,
        rank_serial::LAG_CORRELATION,
        runs::LONGEST_RUN,
        stretches::STRETCH,
        turning_points::TURNING_POINT_DEVIATION,
        von_neumann::NEIGHBOUR_CORRELATION,
        xi::XI,
    },
    judgement::{Effect, Peak, Sensitivity, Sighting, Tail},
    number::MEAN_DEVIATION,
    place::Word,
    tables::repeats::{DISTINCT_DECKS, EACH, LAG, PERIOD},
};

/// The bias in plain words.
#[must_use]
pub fn sentence(evidence: &Evidence, names: &Names) -> String {
    let value = evidence.effect.value;
    let amount = share(value.abs());
    if let Some(sighting) = &evidence.effect.sighting {
        let expected = match sighting.expected * sighting.of as f64 {
            many if many >= 100.0 => count(many.round() as u64),
            few => cell(format!("{few:.3e}").parse().unwrap_or(0.0)),
        };
        return format!("{} ({expected} expected)", seen(sighting, names));
    }
    match evidence.effect.name {
        MEAN_DEVIATION => {
            let noun =
                evidence.effect.place.as_ref().map_or_else(String::new, |it| names.place(it));
            let much = if value > 0.0 { "many" } else { "few" };
            match value > 1.0 {
                true => format!("{} as many {noun} as expected, on average", times(value)),
                false => format!("{amount} too {much} {noun} on average"),
            }
        }
        "degree" if value > 0.0 => {
            format!("neighbours stay in ascending order too often: degree {}", plain(value))
        }
        "degree" => {
            format!("neighbours come in descending order too often: degree {}", plain(value))
        }
        "decks_until_decided" => "the bet that it is fair is lost".to_owned(),
        "log10_evidence" => "the bet that it is fair is not lost yet".to_owned(),
        PERIOD => format!(
            "{}every deck comes again after {}",
            repeated(&evidence.effect, names),
            counted(value as u64, "deck")
        ),
        LAG => format!(
            "{}decks come again after exactly {}",
            repeated(&evidence.effect, names),
            counted(value as u64, "deck")
        ),
        "distinct_decks_at_least" | "excess_of_collisions" if evidence.tail == Tail::Lower => {
            "whole decks repeat more rarely than chance makes them".to_owned()
        }
        "distinct_decks_at_least" | "excess_of_collisions" => {
            "whole decks repeat more often than chance makes them".to_owned()
        }
        DISTINCT_DECKS => {
            let pool = evidence.effect.interval.map_or_else(String::new, |it| {
                format!(" ({} to {})", count(it.low.round() as u64), count(it.high.round() as u64))
            });
            let seen = match repeated(&evidence.effect, names) {
                none if none.is_empty() => "whole decks repeat that should not; ".to_owned(),
                seen => seen,
            };
            let about = count(value.round() as u64);
            format!("{seen}if a pool of decks is behind them, it holds an estimated {about}{pool}")
        }
        "linear_complexity" => {
            let place = evidence.effect.place.as_ref();
            let what = place.map_or_else(String::new, |place| names.place(place));
            format!("{what} follows a linear recurrence of order {}", plain(value))
        }
        "serial_correlation" => {
            format!("the top card depends on that of the deck before: correlation {}", plain(value))
        }
        NEIGHBOUR_CORRELATION
        | LAG_CORRELATION
        | XI
        | TURNING_POINT_DEVIATION
        | LONGEST_RUN
        | GRID_DEVIATION
        | BATCH_DEVIATION
        | BATCH_EVENNESS
        | STRETCH => of_few_orders(&evidence.effect, names),
        MISSING => match evidence.effect.place.as_ref() {
            Some(place) => format!(
                "{} never came at a place, such as {}",
                counted(value as u64, "symbol"),
                names.place(place)
            ),
            None => "no symbol is missing anywhere".to_owned(),
        },
        RMS_DRAW_DEVIATION => {
            let place = evidence.effect.place.as_ref();
            let what = place.map_or_else(String::new, |place| names.place(place));
            if evidence.tail == Tail::Lower {
                return format!("{what} come more evenly than chance allows");
            }
            let clearly = most_clearly(evidence, names);
            format!("{what} come {}{clearly}", unevenly(value))
        }
        DRAW_DEVIATION | OVERLAP_DEVIATION | MATCH_DEVIATION => {
            let place = evidence.effect.place.as_ref();
            let what = place.map_or_else(String::new, |place| names.place(place));
            match evidence.effect.name == DRAW_DEVIATION {
                true => format!("{what} comes {}", how_often(value, "it")),
                false => format!("{what} come again {}", how_often(value, "they")),
            }
        }
        name @ (DEALT_DEVIATION | DRIFT_DEVIATION) => {
            let place = evidence.effect.place.as_ref();
            let place = place.map_or_else(String::new, |place| names.place(place));
            let one = ["card ", "ball ", "symbol ", "the kind "];
            let one = one.iter().any(|one| place.starts_with(one));
            let verb = match (name, one) {
                (DEALT_DEVIATION, true) => "is dealt",
                (DEALT_DEVIATION, false) => "are dealt",
                (_, true) => "comes",
                (_, false) => "come",
            };
            format!("{place} {verb} {}", how_often(value, if one { "it" } else { "they" }))
        }
        "rank_correlation" if value > 0.0 => {
            format!("cards keep to the order of their places: rank correlation {}", plain(value))
        }
        "rank_correlation" => {
            format!(
                "cards come against the order of their places: rank correlation {}",
                plain(value)
            )
        }
        _ if evidence.tail == Tail::Lower => {
            "the counts are more even than chance allows".to_owned()
        }
        "total_variation" => {
            format!("about {amount} of all decks would have to change for this count to be fair")
        }
        "rms_place_shift" => format!(
            "cards lie {} places off their mean place (root mean square){}",
            plain(value),
            most_clearly(evidence, names)
        ),
        name => {
            let what = match name {
                "rms_cell_deviation" => "cards come to positions",
                "rms_pair_deviation" => "cards follow each other",
                "rms_order_deviation" => "cards lie before each other",
                "rms_digit_deviation" => "Lehmer digits come",
                _ => "Lehmer digits come together",
            };
            let clearly = most_clearly(evidence, names);
            format!("{what} {}{clearly}", unevenly(value))
        }
    }
}

/// The decks that were counted, how many differ, and the likely cause where each came equally often; ends before what is said of them.
fn repeated(effect: &Effect, names: &Names) -> String {
    let Some(place) = &effect.place else { return String::new() };
    let is_each = place.words().contains(&Word::Text(EACH));
    let cause = if is_each { ": probably several processes with one seed" } else { "" };
    format!("{}{cause}; ", names.place(place))
}

/// What a test of few orders found, which its place says.
fn of_few_orders(effect: &Effect, names: &Names) -> String {
    let place = effect.place.as_ref().map_or_else(String::new, |place| names.place(place));
    let value = effect.value;
    let alike = if value > 0.0 { "too alike" } else { "too unlike" };
    match effect.name {
        XI => format!("{place} are {alike}: xi {}", plain(value)),
        TURNING_POINT_DEVIATION => {
            let how = if value > 0.0 { "too often" } else { "too rarely" };
            format!("{place} turn from up to down, or back, {} {how}", share(value.abs()))
        }
        NEIGHBOUR_CORRELATION | LAG_CORRELATION => {
            format!("{place} are {alike}: correlation {}", plain(value))
        }
        GRID_DEVIATION => {
            format!("cards of a region come to a region {}, most clearly {place}", unevenly(value))
        }
        BATCH_DEVIATION => format!("classes of rows come to batches {}", unevenly(value)),
        BATCH_EVENNESS => format!(
            "batches have more even shares of the classes than chance gives: their squares are {} of what is expected",
            share(value)
        ),
        _ => format!("{place}: {} of them", count(value as u64)),
    }
}

/// The cell with the clearest deviation, if its interval excludes 0. Its size is given as an interval: a single
/// number, the largest among thousands, would be mistaken for the true size.
#[must_use]
pub fn most_clearly(evidence: &Evidence, names: &Names) -> String {
    let told = |peak: &Peak| peak.interval.filter(|it| it.low > 0.0 || it.high < 0.0);
    let peak = evidence.effect.peak.as_ref();
    let Some((peak, interval)) = peak.and_then(|peak| Some((peak, told(peak)?))) else {
        return String::new();
    };
    let (place, more) = (names.place(&peak.place), interval.low > 0.0);
    let (near, far) = match more {
        true => (interval.low, interval.high),
        false => (-interval.high, -interval.low),
    };
    if peak.name == "largest_place_shift" {
        let direction = if more { "later" } else { "earlier" };
        return format!(
            ", most clearly {place}: {} to {} places {direction}",
            plain(near),
            plain(far)
        );
    }
    if more && far > 1.0 {
        let near = plain_times(near);
        return format!(
            ", most clearly {place}: {near} to {} as often as it should be",
            times(far)
        );
    }
    let direction = if more { "more" } else { "less" };
    let (near, far) = (share(near), share(far));
    format!(", most clearly {place}: {near} to {far} {direction} often than it should be")
}

/// A typical relative deviation of cells. Above 100 % no cell can be off both ways.
fn unevenly(rms: f64) -> String {
    match rms > 1.0 {
        true => {
            format!("unevenly: a typical cell is off by {} times its expected count", rounded(rms))
        }
        false => format!("{} too often or too rarely (root mean square)", share(rms)),
    }
}

/// "12.3 % too often", "12.3 % too rarely", "2.8 times as often as it should".
fn how_often(deviation: f64, subject: &str) -> String {
    match deviation {
        1.0.. => format!("{} as often as {subject} should", times(deviation)),
        0.0.. => format!("{} too often", share(deviation)),
        _ => format!("{} too rarely", share(-deviation)),
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

/// What was seen in how many decks.
fn seen(sighting: &Sighting, names: &Names) -> String {
    let what = names.place(&sighting.what);
    let unit = if sighting.of == 1 { sighting.unit.trim_end_matches('s') } else { sighting.unit };
    format!("{what} in {} of {} {unit}", count(sighting.count), count(sighting.of))
}

/// The effect as name, number, interval and place, or what was seen in how many decks.
#[must_use]
pub fn table_cell(effect: &Effect, names: &Names) -> String {
    if let Some(sighting) = &effect.sighting {
        return seen(sighting, names);
    }
    let name = match effect.name {
        DISTINCT_DECKS => "estimated pool of decks".to_owned(),
        name => name.replace('_', " "),
    };
    let place = effect.place.as_ref();
    let place = place.map_or_else(String::new, |place| format!(" ({})", names.place(place)));
    if effect.value >= 1e4 {
        return format!("{name} {}{place}", count(effect.value.round() as u64));
    }
    // Effects with a direction have a sign.
    let directed = [
        "degree",
        "rank_correlation",
        "serial_correlation",
        "excess_of_collisions",
        DEALT_DEVIATION,
        DRIFT_DEVIATION,
        DRAW_DEVIATION,
        OVERLAP_DEVIATION,
        MATCH_DEVIATION,
        MEAN_DEVIATION,
        NEIGHBOUR_CORRELATION,
        LAG_CORRELATION,
        XI,
        TURNING_POINT_DEVIATION,
    ]
    .contains(&effect.name);
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
#[must_use]
pub fn size(sensitivity: &Sensitivity, value: f64) -> String {
    if sensitivity.name == "degree" { plain(value) } else { share(value) }
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

/// The same with a sign.
fn signed(value: f64) -> String {
    let text = plain(value);
    if value > 0.0 { format!("+{text}") } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;
    use shuffle_metrics::{
        judgement::{Interval, Law},
        place::Word,
    };

    /// No cell is 180 % too rare.
    #[test]
    fn a_size_above_100_percent_is_a_factor() {
        let said = |effect: Effect| {
            let evidence = Evidence::new(1e6, Law::ChiSquare { df: 9, ln_cell: 0.0 }, 1e9, effect);
            sentence(&evidence, &Names::default())
        };
        let rms = |value| Effect::new("rms_cell_deviation", value);
        assert_eq!(
            said(rms(1.8)),
            "cards come to positions unevenly: a typical cell is off by 1.8 times its expected count"
        );
        let small = said(rms(0.116));
        assert_eq!(
            small,
            "cards come to positions 11.6 % too often or too rarely (root mean square)"
        );
        let one = |value| Effect {
            place: Some(Word::Text("ball 7").into()),
            ..Effect::new(DRAW_DEVIATION, value)
        };
        assert_eq!(said(one(1.8)), "ball 7 comes 2.8 times as often as it should");
        assert_eq!(said(one(0.18)), "ball 7 comes 18.0 % too often");
        assert_eq!(said(one(-0.9)), "ball 7 comes 90.0 % too rarely");
        assert_eq!(
            table_cell(&rms(1.8), &Names::default()),
            "rms cell deviation 1.8 times expected"
        );
        let interval = Interval { low: 0.2, high: 1.8, confidence: 0.99 };
        let place = Word::Text("card 3 first").into();
        let peak = Peak { name: "largest", place, value: 1.0, interval: Some(interval) };
        let said = said(Effect { peak: Some(peak), ..rms(0.5) });
        assert!(
            said.ends_with("most clearly card 3 first: 1.2 to 2.8 times as often as it should be"),
            "{said}"
        );
    }

    #[test]
    fn a_negative_correlation_is_no_evenness_of_counts() {
        for (value, sign) in [(0.49, ""), (-0.49, "-")] {
            let effect = Effect::new("serial_correlation", value);
            let law = Law::Normal { half_step: 0.0 };
            let evidence = Evidence::new(60.0 * value, law, 100.0, effect);
            let said = sentence(&evidence, &Names::default());
            let expected =
                format!("the top card depends on that of the deck before: correlation {sign}0.49");
            assert_eq!(said, expected);
        }
    }
}
