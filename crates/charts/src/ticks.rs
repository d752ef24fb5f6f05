//! The places of ticks, and their labels.

/// A round distance between ticks: 1, 2 or 5 times a power of ten, kept as whole numbers so that
/// labels are exact.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Step {
    digit: u32,
    exponent: i32,
}

impl Step {
    /// The smallest round step of which at most `most` fit into `span`, a positive number.
    pub(crate) fn for_span(span: f64, most: usize) -> Self {
        let enough = span / most.max(1) as f64;
        let mut exponent = 0;
        while exponent > -30 && ten_to(exponent) >= enough {
            exponent -= 1;
        }
        loop {
            for digit in [1, 2, 5] {
                if f64::from(digit) * ten_to(exponent) >= enough || exponent >= 300 {
                    return Self { digit, exponent };
                }
            }
            exponent += 1;
        }
    }

    /// The value of tick number `k`.
    pub(crate) fn tick(self, k: i64) -> f64 {
        (k * i64::from(self.digit)) as f64 * ten_to(self.exponent)
    }

    /// The numbers of all ticks from `low` to `high`.
    pub(crate) fn within(self, low: f64, high: f64) -> std::ops::RangeInclusive<i64> {
        let one = self.tick(1);
        let slack = 1e-9;
        (low / one - slack).ceil() as i64..=(high / one + slack).floor() as i64
    }

    /// The number of decimals that the labels need.
    pub(crate) fn decimals(self) -> usize {
        usize::try_from(-self.exponent).unwrap_or(0)
    }
}

/// 10^exponent, correctly rounded for the few exponents that labels see: below zero it is one
/// division.
pub(crate) fn ten_to(exponent: i32) -> f64 {
    let size: f64 = (0..exponent.unsigned_abs()).map(|_| 10.0).product();
    if exponent < 0 { 1.0 / size } else { size }
}

/// `value` with a fixed number of decimals, commas between thousands and a true minus sign.
pub(crate) fn number(value: f64, decimals: usize) -> String {
    let plain = format!("{:.decimals$}", value.abs());
    let (whole, rest) = plain.split_at(plain.find('.').unwrap_or(plain.len()));
    let mut text = String::new();
    if value < 0.0 && plain.bytes().any(|byte| (b'1'..=b'9').contains(&byte)) {
        text.push('−');
    }
    for (place, figure) in whole.char_indices() {
        if place > 0 && (whole.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(figure);
    }
    text + rest
}

/// A signed number: plus and minus written out, zero bare.
pub(crate) fn signed(value: f64, decimals: usize) -> String {
    let text = number(value, decimals);
    let zero = !text.bytes().any(|byte| (b'1'..=b'9').contains(&byte));
    if value > 0.0 && !zero { format!("+{text}") } else { text }
}

/// The label of a tick of a percent scale: signed, zero bare.
pub(crate) fn percent_tick(step: Step, k: i64) -> String {
    if k == 0 { "0%".to_owned() } else { signed(step.tick(k), step.decimals()) + "%" }
}

/// The number of decimals that show `figures` significant figures of `value`, at most 8.
pub(crate) fn decimals_for(value: f64, figures: usize) -> usize {
    let mut decimals = figures.saturating_sub(1);
    let mut size = value.abs();
    while size >= 10.0 && decimals > 0 {
        size /= 10.0;
        decimals -= 1;
    }
    while size > 0.0 && size < 1.0 && decimals < 8 {
        size *= 10.0;
        decimals += 1;
    }
    decimals
}

/// A share as a signed percentage with three significant figures.
pub(crate) fn percent(share: f64) -> String {
    let value = share * 100.0;
    if value.abs() < 1e-9 {
        return "0%".to_owned();
    }
    signed(value, decimals_for(value, 3)) + "%"
}

/// Ticks of a count axis from 0 to `high`: value and label, in units, thousands or millions
/// according to the largest.
pub(crate) fn counts(high: f64, most: usize) -> Vec<(f64, String)> {
    let (unit, name) = match high {
        _ if high >= 1e9 => (1e9, " G"),
        _ if high >= 1e6 => (1e6, " M"),
        _ if high >= 1e4 => (1e3, " k"),
        _ => (1.0, ""),
    };
    let mut step = Step::for_span(high / unit, most);
    if name.is_empty() && step.exponent < 0 {
        step = Step { digit: 1, exponent: 0 }; // there are no half decks
    }
    let label = |value: f64| match value {
        0.0 => "0".to_owned(),
        _ => number(value, step.decimals()) + name,
    };
    let ticks = step.within(0.0, high / unit).map(|k| step.tick(k));
    ticks.map(|value| (value * unit, label(value))).collect()
}

/// The common logarithm to nine decimals, more than a pixel shows: powers of ten come out whole, and
/// platforms whose `log10` differs in the last bit agree. Of 0 it is minus infinity.
pub(crate) fn log10(value: f64) -> f64 {
    (value.log10() * 1e9).round() / 1e9
}

/// 10^exponent as the label of a logarithmic count axis.
pub(crate) fn decade(exponent: i32) -> String {
    let (unit, name) = match exponent {
        13.. => return format!("1e{exponent}"),
        12 => (12, " T"),
        9.. => (9, " G"),
        6.. => (6, " M"),
        3.. => (3, " k"),
        ..-3 => return format!("1e{exponent}"),
        _ => (0, ""),
    };
    number(ten_to(exponent - unit), usize::try_from(-exponent).unwrap_or(0)) + name
}

/// The smallest of 1, 2, 5, 10, 20, ... that is at least `enough`: how many places lie between
/// labelled ones.
pub(crate) fn stride(enough: f64) -> usize {
    let mut size = 1;
    loop {
        for digit in [1, 2, 5] {
            if (digit * size) as f64 >= enough || size > usize::MAX / 100 {
                return digit * size;
            }
        }
        size *= 10;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn count_axes_are_labelled_in_readable_units() {
        let labels =
            |high, most| counts(high, most).into_iter().map(|(_, label)| label).collect::<Vec<_>>();
        assert_eq!(labels(3.0, 6), ["0", "1", "2", "3"]);
        assert_eq!(labels(5_200.0, 5), ["0", "2,000", "4,000"]);
        assert_eq!(labels(60_000.0, 6), ["0", "10 k", "20 k", "30 k", "40 k", "50 k", "60 k"]);
        assert_eq!(labels(1.7e6, 4), ["0", "0.5 M", "1.0 M", "1.5 M"]);
        assert_eq!(labels(2.5e12, 2), ["0", "2,000 G"]);
    }

    #[test]
    fn decades_are_labelled_in_the_same_units() {
        let labels = [-2, 0, 1, 2, 3, 5, 6, 7, 9, 12].map(decade);
        let expected = ["0.01", "1", "10", "100", "1 k", "100 k", "1 M", "10 M", "1 G", "1 T"];
        assert_eq!(labels, expected);
    }

    #[test]
    fn logarithms_of_powers_of_ten_are_whole() {
        assert!((-300..300).all(|k| log10(ten_to(k)) == f64::from(k)));
        assert_eq!(log10(0.0), f64::NEG_INFINITY);
    }

    #[test]
    fn percentages_keep_three_figures_and_their_sign() {
        assert_eq!(percent(0.0), "0%");
        assert_eq!(percent(-0.1234), "−12.3%");
        assert_eq!(percent(0.000_412), "+0.0412%");
        assert_eq!(percent(3.5), "+350%");
    }

    #[test]
    fn a_rounded_zero_has_no_sign() {
        assert_eq!(signed(-0.0001, 2), "0.00");
        assert_eq!(signed(0.0001, 2), "0.00");
        assert_eq!(number(-1234.5, 1), "−1,234.5");
    }

    #[test]
    fn steps_are_round_at_any_magnitude() {
        for span in [1e-12, 1e-3, 0.7, 1.0, 42.0, 1e19, 1e250] {
            let step = Step::for_span(span, 5);
            let ticks = step.within(0.0, span).count();
            assert!((3..=6).contains(&ticks), "{ticks} ticks for {span}");
        }
    }

    #[test]
    fn strides_are_round_numbers() {
        assert_eq!([0.3, 1.0, 1.1, 3.0, 7.0, 12.0].map(stride), [1, 1, 2, 5, 10, 20]);
    }
}
