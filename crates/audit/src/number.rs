//! Formats of numbers: 10 significant digits in tables, fewer for people.

pub use shuffle_deck::words::count;
use shuffle_deck::words::plural;

/// Rounds to 10 significant digits; -0 becomes 0.
///
/// ```
/// use shuffle_audit::number::round10;
/// assert_eq!(round10(2.0 / 3.0), 0.6666666667);
/// assert_eq!(round10(-0.0).to_string(), "0");
/// ```
pub fn round10(value: f64) -> f64 {
    let rounded: f64 = format!("{value:.9e}").parse().unwrap_or(value);
    if rounded == 0.0 { 0.0 } else { rounded }
}

/// A number of a table: 10 significant digits, without trailing zeros; scientific where it is tiny or huge.
///
/// ```
/// use shuffle_audit::number::cell;
/// assert_eq!(cell(0.5), "0.5");
/// assert_eq!(cell(1.0 / 3.0), "0.3333333333");
/// assert_eq!(cell(1e-300), "1e-300");
/// assert_eq!(cell(-0.0), "0");
/// ```
pub fn cell(value: f64) -> String {
    let rounded = round10(value);
    let size = rounded.abs();
    if size != 0.0 && !(1e-4..1e15).contains(&size) {
        format!("{rounded:e}")
    } else {
        format!("{rounded}")
    }
}

/// The decimal logarithm of the smallest p-value that is written in words. Smaller ones say no more to a reader; JSON and CSV
/// have their exponents.
pub const LEAST_LOG10_P: f64 = -300.0;

/// A p-value for people, from its decimal logarithm: three digits, powers of ten below 0.001, and no value below 1e-300.
///
/// ```
/// use shuffle_audit::number::p_value;
/// assert_eq!(p_value(0.25_f64.log10()), "0.250");
/// assert_eq!(p_value(-123.5), "3.2e-124");
/// assert_eq!(p_value(-1234.5), "< 1e-300");
/// ```
pub fn p_value(log10: f64) -> String {
    if log10 < LEAST_LOG10_P {
        return format!("< 1e{LEAST_LOG10_P}");
    }
    if log10 >= -3.0 {
        return format!("{:.3}", 10_f64.powf(log10));
    }
    let (mut exponent, mut digits) = (log10.floor(), 10_f64.powf(log10 - log10.floor()));
    if digits >= 9.95 {
        (exponent, digits) = (exponent + 1.0, 1.0);
    }
    format!("{digits:.1}e{exponent}")
}

/// A p-value for people as an equation: `p = 0.250`, `p < 1e-300`.
///
/// ```
/// use shuffle_audit::number::p_equals;
/// assert_eq!(p_equals(0.25_f64.log10()), "p = 0.250");
/// assert_eq!(p_equals(-1234.5), "p < 1e-300");
/// ```
pub fn p_equals(log10: f64) -> String {
    let equals = if log10 < LEAST_LOG10_P { "" } else { "= " };
    format!("p {equals}{}", p_value(log10))
}

/// A number rounded to three digits: "1,230".
pub fn three_digits(number: f64) -> String {
    let unit = 10_f64.powf((number.max(1.0).log10().floor() - 2.0).max(0.0));
    count(((number / unit).round() * unit) as u64)
}

/// A number of things: `1 deck`, `2,000 decks`, `0 passes`.
///
/// ```
/// use shuffle_audit::number::counted;
/// assert_eq!([counted(1, "deck"), counted(2_000, "deck")], ["1 deck", "2,000 decks"]);
/// assert_eq!(counted(0, "pass"), "0 passes");
/// ```
pub fn counted(number: u64, noun: &str) -> String {
    format!("{} {}", count(number), plural(noun, number))
}

/// A number that is read back as the same value: all its digits, scientific where it is tiny or huge.
///
/// ```
/// use shuffle_audit::number::exactly;
/// assert_eq!(exactly(1e-200), "1e-200");
/// assert_eq!(exactly(0.01), "0.01");
/// ```
pub fn exactly(value: f64) -> String {
    if value != 0.0 && !(1e-4..1e15).contains(&value.abs()) {
        format!("{value:e}")
    } else {
        value.to_string()
    }
}

/// A share for people, with its sign: `+12.3 %`.
///
/// ```
/// assert_eq!(shuffle_audit::number::percent(-0.1234), "-12.3 %");
/// ```
pub fn percent(share: f64) -> String {
    let percent = share * 100.0;
    match percent.abs() {
        10.0.. => format!("{percent:+.1} %"),
        0.1.. => format!("{percent:+.2} %"),
        0.0 => "0 %".to_owned(),
        // Three digits for a value that two decimals would show as +0.00.
        _ => {
            let rounded: f64 = format!("{percent:.2e}").parse().unwrap_or(percent);
            format!("{}{} %", if percent > 0.0 { "+" } else { "" }, cell(rounded))
        }
    }
}

/// A text for a table cell: what a spreadsheet might run as a formula is made harmless with an apostrophe.
///
/// ```
/// use shuffle_audit::number::text;
/// assert_eq!(text("naive"), "naive");
/// assert_eq!(text("=1+1"), "'=1+1");
/// ```
pub fn text(content: &str) -> String {
    if content.starts_with(['=', '+', '-', '@', '\t', '\r']) {
        format!("'{content}")
    } else {
        content.to_owned()
    }
}

/// Bytes as hexadecimal digits, two each.
///
/// ```
/// assert_eq!(shuffle_audit::number::hex(&[0, 15, 255]), "000fff");
/// ```
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_number_is_written_with_hundreds_of_digits() {
        for value in [1e-300, 1e300, 1.234_567_890_123e-7, 123_456_789.123_456, -5e-5, 1e15] {
            assert!(cell(value).len() <= 17, "{}", cell(value));
            let back: f64 = cell(value).parse().unwrap();
            assert!((back / value - 1.0).abs() < 1e-9);
        }
    }

    #[test]
    fn p_values_near_a_power_of_ten_round_into_it() {
        assert_eq!(p_value(-4.0001), "1.0e-4");
        assert_eq!(p_value(-4.0), "1.0e-4");
        assert_eq!(p_value(0.0), "1.000");
    }
}
