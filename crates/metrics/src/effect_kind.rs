//! The kinds of effects: what a test measures, in which unit, and the sentence that reports it.
//!
//! A finding is data. Screens, JSON, CSV and pages print an effect by its kind and know no test by name. All kinds are listed here, so
//! that two tests that measure the same thing report it in the same words.

/// A quantity that tests estimate, with its unit and its sentence.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EffectKind {
    /// Name in CSV and JSON: `rms_cell_deviation`.
    pub id: &'static str,
    /// Name on screens; empty where it is the `id` with spaces.
    pub noun: &'static str,
    /// Unit of the value and its interval.
    pub unit: Unit,
    /// True if the sign says in which direction the bias goes.
    pub is_signed: bool,
    /// True if it belongs to one thing picked among many. Another run may pick another one, so that two runs have no common value to
    /// compare; the interval holds for a uniform shuffle and for all of these things together.
    pub is_picked: bool,
    /// Factor that turns the value into a typical relative deviation of a cell, where the test looks at a whole table.
    pub typical: Option<f64>,
    /// Sentence with slots.
    ///
    /// `[a|b]` is `a` for values above 0 and else `b`; `[a|b|c]` is `a` above 1, `b` above 0 and else `c`. Slots in braces:
    ///
    /// | slot | text |
    /// |---|---|
    /// | `place` | where it was found; `place:text` is `text` where no place is known |
    /// | `value`, `share`, `times`, `count` | the value as a number, in per cent, as a factor, as a whole number; `count:deck` counts decks |
    /// | `often:comes` | "comes 12 % too often", "comes 2.8 times as often as it should", "never comes"; `often:come` fits the place |
    /// | `unevenly` | the size of a typical deviation, after a colon |
    /// | `range` | the interval in parentheses |
    /// | `seen`, `expected` | the clearest of many things as a count, and the count that was expected |
    /// | `came` | in what share of the trials it came, and what is fair |
    /// | `hit` | the same of a place that trials hit or not, behind what was said of it; nothing where that is not known |
    /// | `peak` | the cell that stands out, if one does, else the size of a typical deviation |
    /// | `span` | both ends of the interval of such a cell, the nearer to 0 first, or one where they look alike; `span:times` as factors |
    pub says: &'static str,
    /// Sentence where counts fit too well, if that differs.
    pub says_of_even: Option<&'static str>,
}

/// Unit of an effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// Share of what is expected, or of all decks; shown in per cent.
    Share,
    /// Plain number: a degree, a correlation, places, decks.
    Number,
}

impl EffectKind {
    const fn new(id: &'static str, unit: Unit, says: &'static str) -> Self {
        Self {
            id,
            noun: "",
            unit,
            is_signed: false,
            is_picked: false,
            typical: None,
            says,
            says_of_even: None,
        }
    }

    const fn share(id: &'static str, says: &'static str) -> Self {
        Self::new(id, Unit::Share, says)
    }

    const fn number(id: &'static str, says: &'static str) -> Self {
        Self::new(id, Unit::Number, says)
    }

    /// Root mean square deviation of the cells of a table.
    const fn table(id: &'static str, says: &'static str) -> Self {
        Self { typical: Some(1.0), ..Self::share(id, says).or_even(EVEN) }
    }

    /// Largest relative deviation of a cell.
    const fn cell(id: &'static str) -> Self {
        Self::share(id, CELL)
    }

    /// True if it only says in how many decks something was seen.
    #[must_use]
    pub fn is_a_count(&self) -> bool {
        self.says == SEEN
    }

    const fn signed(self) -> Self {
        Self { is_signed: true, ..self }
    }

    const fn picked(self) -> Self {
        Self { is_picked: true, ..self }
    }

    const fn or_even(self, says: &'static str) -> Self {
        Self { says_of_even: Some(says), ..self }
    }
}

/// Sentence of the cell of a table that stands out.
pub const CELL: &str = "[{span:times} as often as it should be|{span} too often|{span} too rarely]";

/// Sentence of the most extreme count among many.
pub const SEEN: &str = "{seen} ({expected} expected)";

const EVEN: &str = "too even: the counts vary less than chance allows";

/// Total variation between the law of what is read off a deck and its null law.
pub const TOTAL_VARIATION: &EffectKind = &EffectKind {
    typical: Some(2.0), // it is half of the mean deviation
    ..EffectKind::share(
        "total_variation",
        "{place:these counts} differ from a fair shuffle's by {share} (total variation)",
    )
    .or_even(EVEN)
};

pub(crate) const MEAN_DEVIATION: &EffectKind = &EffectKind::share(
    "mean_deviation",
    "[{times} as many|{share} too many|{share} too few] {place}[ as expected,||] on average",
)
.signed();

/// Shuffle degree.
pub const DEGREE: &EffectKind = &EffectKind::number(
    "degree",
    "neighbors are in [ascending|descending] order too often: degree {value}",
)
.signed();

/// Mean of Spearman's rank correlation with the start order.
pub const RANK_CORRELATION: &EffectKind = &EffectKind::number(
    "rank_correlation",
    "cards tend to [stay where they started|move to the other end]: rank correlation {value}",
)
.signed();

/// Deviation of the cells of the position matrix.
pub const RMS_CELL_DEVIATION: &EffectKind =
    &EffectKind::table("rms_cell_deviation", "cards favor some positions{peak}");

/// Deviation of one card at one position.
pub const LARGEST_CELL_DEVIATION: &EffectKind = &EffectKind::cell("largest_cell_deviation");

pub(crate) const RMS_PAIR_DEVIATION: &EffectKind =
    &EffectKind::table("rms_pair_deviation", "cards do not follow each other evenly{peak}");

pub(crate) const LARGEST_PAIR_DEVIATION: &EffectKind = &EffectKind::cell("largest_pair_deviation");

pub(crate) const RMS_ORDER_DEVIATION: &EffectKind =
    &EffectKind::table("rms_order_deviation", "some cards lie before others too often{peak}");

pub(crate) const LARGEST_ORDER_DEVIATION: &EffectKind =
    &EffectKind::cell("largest_order_deviation");

pub(crate) const RMS_PLACE_SHIFT: &EffectKind =
    &EffectKind::number("rms_place_shift", "cards favor some positions{peak}").or_even(EVEN);

pub(crate) const LARGEST_PLACE_SHIFT: &EffectKind =
    &EffectKind::number("largest_place_shift", "{span} places too [late|early]");

pub(crate) const RMS_DIGIT_DEVIATION: &EffectKind =
    &EffectKind::table("rms_digit_deviation", "Lehmer digits do not come evenly{peak}");

pub(crate) const LARGEST_DIGIT_DEVIATION: &EffectKind =
    &EffectKind::cell("largest_digit_deviation");

/// Share of decks that show the clearest of many things.
pub const SHARE_OF_DECKS: &EffectKind = &EffectKind::number("share_of_decks", SEEN).picked();

pub(crate) const DRIFT_DEVIATION: &EffectKind =
    &EffectKind::share("drift_deviation", "{place} {often:come}{hit}").signed().picked();

pub(crate) const DEALT_DEVIATION: &EffectKind =
    &EffectKind::share("dealt_deviation", "{place} {often:come}{hit}").signed().picked();

pub(crate) const REGION_DEVIATION: &EffectKind = &EffectKind::share("dealt_region_deviation", SEEN);

pub(crate) const RMS_DRAW_DEVIATION: &EffectKind =
    &EffectKind::table("rms_draw_deviation", "{place} do not come as often as they should{peak}")
        .or_even("too even: the counts of {place} vary less than chance allows");

/// Deviation of one ball, symbol, kind or pair.
pub const DRAW_DEVIATION: &EffectKind = &EffectKind {
    says: "{place} {often:comes}{hit}",
    is_signed: true,
    is_picked: true,
    ..EffectKind::share("draw_deviation", "")
};

/// Deviation of the count of a class of numbers from a large range.
pub const NUMBER_DEVIATION: &EffectKind = &EffectKind {
    says: "{place} {came}",
    is_signed: true,
    is_picked: true,
    ..EffectKind::share("number_deviation", "")
};

pub(crate) const MATCH_DEVIATION: &EffectKind =
    &EffectKind::share("match_deviation", "{place} {often:repeat}").signed();

/// Number of symbols that never came at a place.
pub const MISSING_SYMBOLS: &EffectKind = &EffectKind::number(
    "missing_symbols",
    "[{count:symbol} never came, such as {place}|no symbol is missing anywhere]",
)
.or_even("symbols repeat too rarely: [only {count} never came|each of them came]");

pub(crate) const EXCESS_OF_COLLISIONS: &EffectKind =
    &EffectKind::share("excess_of_collisions", "whole decks repeat too often")
        .signed()
        .or_even("whole decks repeat too rarely");

/// Lower bound on the number of different decks, if none came twice.
pub const DISTINCT_DECKS_AT_LEAST: &EffectKind =
    &EffectKind::number("distinct_decks_at_least", "whole decks repeat too often")
        .or_even("whole decks repeat too rarely");

/// Number of different decks that a subject seems to make.
pub const DISTINCT_DECKS: &EffectKind = &EffectKind {
    noun: "estimated pool of decks",
    ..EffectKind::number(
        "distinct_decks",
        "{place:whole decks repeat that should not}; a pool of decks behind them would hold about {count}{range}",
    )
};

/// Number of decks after which every deck repeats: a short period, a program that deals the same decks over and over,
/// or jobs that write the same decks.
pub const PERIOD: &EffectKind = &EffectKind::number(
    "period",
    "{place:whole decks repeat}; every deck repeats after {count:deck}",
);

/// Number of decks after which decks repeat, if only some do.
pub const LAG: &EffectKind = &EffectKind::number(
    "lag",
    "{place:whole decks repeat}; decks repeat after exactly {count:deck}",
);

pub(crate) const LINEAR_COMPLEXITY: &EffectKind = &EffectKind::number(
    "linear_complexity",
    "{place} follows a linear recurrence of order {value}",
);

pub(crate) const NEIGHBOUR_CORRELATION: &EffectKind = &EffectKind::number(
    "neighbour_correlation",
    "{place} are [too alike|too unlike]: correlation {value}",
)
.signed();

pub(crate) const LAG_CORRELATION: &EffectKind = &EffectKind::number(
    "lag_correlation",
    "{place} are [too alike|too unlike]: correlation {value}",
)
.signed();

pub(crate) const XI: &EffectKind =
    &EffectKind::number("xi", "{place} are [too alike|too unlike]: xi {value}").signed();

pub(crate) const STRETCH: &EffectKind = &EffectKind::number("stretch", "{place}: {count} of them");

pub(crate) const GRID_DEVIATION: &EffectKind = &EffectKind {
    typical: Some(1.0),
    ..EffectKind::share(
        "rms_grid_deviation",
        "cards of some regions favor some regions ({unevenly}). Worst: {place}",
    )
    .or_even("too even: each region holds nearly its share of the cards of each region")
};

pub(crate) const BATCH_DEVIATION: &EffectKind = &EffectKind {
    typical: Some(1.0),
    ..EffectKind::share(
        "rms_batch_deviation",
        "batches do not get their share of the classes ({unevenly})",
    )
};

pub(crate) const BATCH_EVENNESS: &EffectKind = &EffectKind::number(
    "evenness_of_batches",
    "batches share the classes more evenly than chance does: squared deviations are {share} of the expected",
);

pub(crate) const IMPOSSIBLE: &EffectKind = &EffectKind::number("impossible", "{place}");

pub(crate) const FIXED_SHARE: &EffectKind = &EffectKind::number("fixed_share", SEEN);

/// Excess or lack of alike pairs, relative to chance.
pub(crate) const ALIKE_PAIRS: &EffectKind =
    &EffectKind::share("alike_pairs_deviation", SEEN).signed();

pub(crate) const RANDOM_BITS: &EffectKind = &EffectKind::number("random_bits", "{place}");

pub(crate) const DECKS_UNTIL_DECIDED: &EffectKind =
    &EffectKind::number("decks_until_decided", "the bet on a fair shuffle is lost");

pub(crate) const LOG10_EVIDENCE: &EffectKind =
    &EffectKind::number("log10_evidence", "the bet on a fair shuffle is not lost yet");

/// All kinds.
pub const KINDS: &[&EffectKind] = &[
    TOTAL_VARIATION,
    MEAN_DEVIATION,
    DEGREE,
    RANK_CORRELATION,
    RMS_CELL_DEVIATION,
    LARGEST_CELL_DEVIATION,
    RMS_PAIR_DEVIATION,
    LARGEST_PAIR_DEVIATION,
    RMS_ORDER_DEVIATION,
    LARGEST_ORDER_DEVIATION,
    RMS_PLACE_SHIFT,
    LARGEST_PLACE_SHIFT,
    RMS_DIGIT_DEVIATION,
    LARGEST_DIGIT_DEVIATION,
    SHARE_OF_DECKS,
    DRIFT_DEVIATION,
    DEALT_DEVIATION,
    REGION_DEVIATION,
    RMS_DRAW_DEVIATION,
    DRAW_DEVIATION,
    NUMBER_DEVIATION,
    MATCH_DEVIATION,
    MISSING_SYMBOLS,
    EXCESS_OF_COLLISIONS,
    DISTINCT_DECKS_AT_LEAST,
    DISTINCT_DECKS,
    PERIOD,
    LAG,
    LINEAR_COMPLEXITY,
    NEIGHBOUR_CORRELATION,
    LAG_CORRELATION,
    XI,
    STRETCH,
    GRID_DEVIATION,
    BATCH_DEVIATION,
    BATCH_EVENNESS,
    IMPOSSIBLE,
    FIXED_SHARE,
    ALIKE_PAIRS,
    RANDOM_BITS,
    DECKS_UNTIL_DECIDED,
    LOG10_EVIDENCE,
];

/// True of the name of a kind that [is picked](EffectKind::is_picked).
///
/// ```
/// use shuffle_metrics::effect_kind::is_picked;
///
/// assert!(is_picked("share_of_decks") && !is_picked("rms_cell_deviation"));
/// ```
#[must_use]
pub fn is_picked(id: &str) -> bool {
    KINDS.iter().any(|kind| kind.is_picked && kind.id == id)
}

#[cfg(test)]
mod tests {
    use super::KINDS;
    use std::collections::HashSet;

    #[test]
    fn every_kind_is_listed_once() {
        let declared = include_str!("effect_kind.rs").matches(": &EffectKind =").count() - 1;
        let ids: HashSet<_> = KINDS.iter().map(|kind| kind.id).collect();
        assert_eq!((KINDS.len(), ids.len()), (declared, declared), "one match is in this line");
    }
}
