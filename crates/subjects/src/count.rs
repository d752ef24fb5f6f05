//! Counts as people write them: in flags, and in plans where a number is written as text.
//!
//! | written | is |
//! |---|---|
//! | `1000000`, `1_000_000`, `1,000,000` | a million |
//! | `1e6`, `2.5e6` | a million, two and a half |
//! | `10k`, `1M`, `2.5M`, `1G` | ten thousand, a million, two and a half, a thousand million |

use serde::de::{Deserializer, Error, Visitor};
use std::fmt;

/// The reason why a text is not a count.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CountError {
    /// Something else.
    #[error("must be a whole number, such as 1_000_000, 1,000,000, 1e6, 10k or 1M")]
    NotWhole,
    /// Beyond 64 bits.
    #[error("is too large")]
    TooLarge,
}

/// Reads a count.
///
/// ```
/// use shuffle_subjects::count::{CountError, parse};
/// for million in ["1000000", "1_000_000", "1,000,000", "1e6", "1000k", "1M", "0.001G"] {
///     assert_eq!(parse(million), Ok(1_000_000));
/// }
/// assert_eq!(parse("1.5"), Err(CountError::NotWhole));
/// assert_eq!(parse("1e20"), Err(CountError::TooLarge));
/// ```
///
/// # Errors
///
/// [`CountError`] if the text is not a count.
pub fn parse(text: &str) -> Result<u64, CountError> {
    let wrong = CountError::NotWhole;
    let text = text.trim();
    let (text, thousands) = match text.char_indices().next_back() {
        Some((end, 'k' | 'K')) => (&text[..end], 1),
        Some((end, 'M')) => (&text[..end], 2),
        Some((end, 'G')) => (&text[..end], 3),
        _ => (text, 0),
    };
    let (mantissa, exponent) = match text.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => {
            let exponent = exponent.strip_prefix('+').unwrap_or(exponent);
            let is_number =
                !exponent.is_empty() && exponent.bytes().all(|byte| byte.is_ascii_digit());
            (mantissa, exponent.parse::<u32>().ok().filter(|_| is_number).ok_or(wrong.clone())?)
        }
        None => (text, 0),
    };
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    // Ambiguous: in some countries 100.000 is a hundred thousand, in others a hundred.
    if mantissa.contains('.') && exponent == 0 && thousands == 0 {
        return Err(wrong);
    }
    let whole = ungrouped(whole).ok_or(wrong.clone())?;
    let fraction = fraction.trim_end_matches('0');
    if !fraction.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(wrong);
    }
    let digits = format!("{whole}{fraction}");
    let digits = digits.trim_start_matches('0');
    if digits.is_empty() {
        return Ok(0);
    }
    let power = (exponent.saturating_add(3 * thousands)).checked_sub(fraction.len() as u32);
    let scale = 10_u64.checked_pow(power.ok_or(wrong)?).ok_or(CountError::TooLarge)?;
    let number: u64 = digits.parse().map_err(|_| CountError::TooLarge)?;
    number.checked_mul(scale).ok_or(CountError::TooLarge)
}

/// The digits of a whole number without its separators: commas between groups of three, or any underscores.
fn ungrouped(text: &str) -> Option<String> {
    let groups: Vec<&str> = text.split(',').collect();
    let in_threes = groups[1..].iter().all(|group| group.len() == 3)
        && (groups.len() == 1 || (1..=3).contains(&groups[0].len()));
    let digits = text.replace([',', '_'], "");
    let are_digits = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    (in_threes && are_digits && text.starts_with(|letter: char| letter.is_ascii_digit()))
        .then_some(digits)
}

/// A count in a plan that may be left out: a number, a float without a fraction (`1e6`), or a text (`"1M"`).
pub(crate) fn any<'de, D: Deserializer<'de>>(from: D) -> Result<Option<u64>, D::Error> {
    from.deserialize_any(CountVisitor).map(Some)
}

struct CountVisitor;

impl Visitor<'_> for CountVisitor {
    type Value = u64;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a whole number from 0, such as 1_000_000, 1e6 or \"1M\"")
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<u64, E> {
        Ok(number)
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<u64, E> {
        u64::try_from(number)
            .map_err(|_| E::custom(format!("{number} is negative; a count is not")))
    }

    fn visit_f64<E: Error>(self, number: f64) -> Result<u64, E> {
        /// Up to here every whole number is a float.
        const EXACT: f64 = 9_007_199_254_740_992.0;
        if number.fract() == 0.0 && (0.0..=EXACT).contains(&number) {
            Ok(number as u64)
        } else {
            Err(E::custom(format!("{number:?} is not a whole number that a plan can hold")))
        }
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<u64, E> {
        parse(text).map_err(|error| E::custom(format!("`{text}` {error}")))
    }
}

/// The schema of a count in a plan: a whole number in these bounds, or a text such as `1M`.
#[cfg(test)]
pub(crate) struct Schema<const LEAST: u64, const MOST: u64 = { u64::MAX }>;

#[cfg(test)]
impl<const LEAST: u64, const MOST: u64> schemars::JsonSchema for Schema<LEAST, MOST> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Count".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        let pattern = "^[0-9][0-9_,.]*([eE]\\+?[0-9]+)?[kKMG]?$";
        let mut number = schemars::json_schema!({ "type": "integer", "minimum": LEAST });
        if MOST < u64::MAX {
            number.insert("maximum".to_owned(), MOST.into());
        }
        schemars::json_schema!({ "anyOf": [number, { "type": "string", "pattern": pattern }] })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64;

    #[test]
    fn what_is_no_count_is_refused() {
        for text in [
            "", " ", "-1", "+1", "1,00", "1,0000", ",100", "1000,000", "_1", "e6", "1e", "1e-3",
            "1.5", "1.2345k", "k", "1kk", "1 000", "0x10", "NaN", "1e6.5", "1.,5", "1.5_0",
            "100.000", "1.0", "7.",
        ] {
            assert_eq!(parse(text), Err(CountError::NotWhole), "{text}");
        }
        for text in ["18446744073709551616", "1e20", "99999999999G", "1e4294967296"] {
            assert!(parse(text).is_err(), "{text}");
        }
        assert_eq!(parse("18446744073709551615"), Ok(u64::MAX));
        assert_eq!(parse("0e99"), Ok(0));
    }

    #[test]
    fn every_number_is_read_back_in_every_way_of_writing_it() {
        let mut dice = Pcg64::seed_from_u64(17);
        for _ in 0..10_000 {
            let bits: u32 = dice.random_range(0..64);
            let number = dice.random::<u64>() >> bits;
            let shown = shuffle_audit::number::count(number);
            let ways = [number.to_string(), shown.replace(',', "_"), shown];
            for way in ways {
                assert_eq!(parse(&way), Ok(number), "{way}");
            }
            let thousands = number / 1_000;
            assert_eq!(parse(&format!("{thousands}.{:03}k", number % 1_000)), Ok(number));
            let small = number >> 32;
            assert_eq!(parse(&format!("{small}e3")), Ok(small * 1_000));
            assert_eq!(parse(&format!("{small}M")), Ok(small * 1_000_000));
        }
    }
}
