//! How rarely chance alone gives a result, in audits of a fair shuffle.

use crate::{
    number::{LEAST_LOG10_P, counted, p_equals},
    words::capital,
};

/// From this share of audits on the odds are no longer a number.
const MOST: f64 = 2.0 / 3.0;

/// What is said of p-values too small to be written.
const NEVER: &str = "never by chance";

/// Above this decimal logarithm a number of audits is a power of ten.
const LONGEST: f64 = 6.0;

/// "once in 3 audits", "once in 10^43 audits", "in most audits", "never by chance (p < 1e-300)": by the decimal logarithm of a
/// p-value.
///
/// ```
/// use shuffle_audit::words::odds::audits;
/// assert_eq!(audits(0.3_f64.log10()), "once in 3 audits");
/// assert_eq!(audits(-43.2), "once in 10^43 audits");
/// assert_eq!(audits(0.0), "in most audits");
/// assert_eq!(audits(-13_564_590.0), "never by chance (p < 1e-300)");
/// ```
pub fn audits(log10_p: f64) -> String {
    if log10_p > MOST.log10() {
        return "in most audits".to_owned();
    }
    once_in(-log10_p, f64::round, "audit")
}

/// The same without a p-value in parentheses, for a column.
pub(crate) fn audits_in_short(log10_p: f64) -> String {
    if log10_p < LEAST_LOG10_P { NEVER.to_owned() } else { audits(log10_p) }
}

/// The odds of this p, with "by chance" in front unless they end with it.
///
/// ```
/// use shuffle_audit::words::odds::by_chance;
/// assert_eq!(by_chance(-0.5, "once in 3 audits"), "by chance once in 3 audits");
/// assert_eq!(by_chance(-301.0, "never by chance (p < 1e-300)"), "never by chance (p < 1e-300)");
/// ```
pub fn by_chance(log10_p: f64, odds: &str) -> String {
    if log10_p < LEAST_LOG10_P { odds.to_owned() } else { format!("by chance {odds}") }
}

/// "A fair draw looks like this once in 43 audits.", "Never by chance (p < 1e-300).": a sentence from a subject with its verb.
///
/// ```
/// use shuffle_audit::words::odds::sentence;
/// assert_eq!(sentence("A fair draw looks like this", -2.0), "A fair draw looks like this once in 100 audits.");
/// assert_eq!(sentence("A fair draw looks like this", -301.0), "Never by chance (p < 1e-300).");
/// ```
pub fn sentence(looks: &str, log10_p: f64) -> String {
    let odds = audits(log10_p);
    if log10_p < LEAST_LOG10_P {
        format!("{}.", capital(&odds))
    } else {
        format!("{looks} {odds}.")
    }
}

/// "once in 10^43 audits", "once in 620 audits": by the decimal logarithm of the number of these, which is rounded to two digits in this
/// way. Beyond 10^300 "never by chance (p < 1e-300)".
///
/// ```
/// use shuffle_audit::words::odds::once_in;
/// assert_eq!(once_in(2.5_f64.log10(), f64::floor, "comparison"), "once in 2 comparisons");
/// assert_eq!(once_in(12.5, f64::floor, "comparison"), "once in 10^12 comparisons");
/// ```
pub fn once_in(log10: f64, round: fn(f64) -> f64, noun: &str) -> String {
    if -log10 < LEAST_LOG10_P {
        return format!("{NEVER} ({})", p_equals(-log10));
    }
    if log10 > LONGEST {
        return format!("once in 10^{} {noun}s", log10.floor());
    }
    // Two digits: a p-value is no more exact than that.
    let unit = 10_f64.powf((log10.floor() - 1.0).max(0.0));
    let number = round(10_f64.powf(log10) / unit) * unit;
    format!("once in {}", counted(number as u64, noun))
}

#[cfg(test)]
mod tests {
    use super::audits;

    #[test]
    fn a_number_of_audits_has_two_digits() {
        assert_eq!(audits(-4.0), "once in 10,000 audits");
        assert_eq!(audits(0.000_012_345_f64.log10()), "once in 81,000 audits");
        assert_eq!(audits(0.5_f64.log10()), "once in 2 audits");
        assert_eq!(audits(-5.999), "once in 1,000,000 audits");
        assert_eq!(audits(-6.5), "once in 10^6 audits");
        assert_eq!(audits(-300.0), "once in 10^300 audits");
    }
}
