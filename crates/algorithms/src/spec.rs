//! The notation `id:key=value,key=value` of algorithms and dice, the same in plans and flags.

use shuffle_deck::words::nearest;
use std::fmt;

/// One parameter that an algorithm or dice takes: a whole number in a range.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// Its key.
    pub key: &'static str,
    /// A description in a few words.
    pub about: &'static str,
    /// The smallest value allowed.
    pub min: u64,
    /// The largest value allowed.
    pub max: u64,
    /// Its value when it is not given.
    pub default: u64,
}

/// An id with the values of its parameters, all of them, in their order.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Spec {
    id: &'static str,
    values: Vec<(&'static str, u64)>,
}

impl Spec {
    /// The canonical id.
    #[must_use]
    pub fn id(&self) -> &'static str {
        self.id
    }

    /// The value of a parameter.
    ///
    /// # Panics
    ///
    /// If `key` is not among the parameters that the spec was resolved with.
    #[must_use]
    pub fn value(&self, key: &str) -> u64 {
        self.values
            .iter()
            .find(|(name, _)| *name == key)
            .map(|(_, value)| *value)
            .unwrap_or_else(|| panic!("`{}` has no parameter `{key}`", self.id))
    }

    /// Reads `text` as `id:key=value,...`, where `resolve` knows the ids.
    ///
    /// `resolve` returns the canonical id and the parameters of an id.
    pub(crate) fn parse(
        text: &str,
        resolve: impl FnOnce(&str) -> Result<(&'static str, &'static [Parameter]), SpecError>,
    ) -> Result<Self, SpecError> {
        let (name, assignments) = match text.split_once(':') {
            Some((name, rest)) => (name, rest.split(',').collect()),
            None => (text, Vec::new()),
        };
        let (id, parameters) = resolve(name)?;
        let mut values: Vec<_> =
            parameters.iter().map(|known| (known.key, known.default)).collect();
        let mut given = Vec::new();
        for assignment in assignments {
            let (key, value) = assignment
                .split_once('=')
                .ok_or_else(|| SpecError::NoAssignment { given: assignment.to_owned() })?;
            let Some(index) = parameters.iter().position(|known| known.key == key) else {
                return Err(SpecError::no_parameter(id, key, parameters));
            };
            if given.contains(&index) {
                return Err(SpecError::Repeated { key: key.to_owned() });
            }
            given.push(index);
            values[index].1 = parameters[index].read(id, value)?;
        }
        Ok(Self { id, values })
    }
}

impl Parameter {
    fn read(&self, id: &'static str, text: &str) -> Result<u64, SpecError> {
        let out_of_range = || SpecError::OutOfRange {
            id,
            key: self.key,
            given: text.to_owned(),
            min: self.min,
            max: self.max,
        };
        let value: u64 = text.replace('_', "").parse().map_err(|_| out_of_range())?;
        if (self.min..=self.max).contains(&value) { Ok(value) } else { Err(out_of_range()) }
    }
}

impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id)?;
        for (index, (key, value)) in self.values.iter().enumerate() {
            write!(f, "{}{key}={value}", if index == 0 { ':' } else { ',' })?;
        }
        Ok(())
    }
}

/// The errors in a requested algorithm, dice or size.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say it")]
#[non_exhaustive]
pub enum SpecError {
    #[error("unknown {kind} `{given}`{}", suggestion(nearest.as_deref()))]
    Unknown { kind: &'static str, given: String, nearest: Option<String> },
    #[error("`{id}` has no parameter `{given}`{}", has(known))]
    NoParameter { id: &'static str, given: String, known: Vec<&'static str> },
    #[error("`{given}` is not an assignment; write parameters as `id:key=value,key=value`")]
    NoAssignment { given: String },
    #[error("parameter `{key}` is given twice")]
    Repeated { key: String },
    #[error(
        "parameter `{key}` of `{id}` is `{given}`, but must be a whole number from {min} to {max}"
    )]
    OutOfRange { id: &'static str, key: &'static str, given: String, min: u64, max: u64 },
    #[error(
        "`{id}` draws directly from a generator, so it takes no dice `{dice}`; only `exact`, `tiny-seed` and `clock-seed` work"
    )]
    DrawsItself { id: &'static str, dice: String },
}

impl SpecError {
    /// [`SpecError::Unknown`] with the nearest of `names`, if one is near enough to be meant.
    pub fn unknown<'a>(
        kind: &'static str,
        given: &str,
        names: impl Iterator<Item = &'a str>,
    ) -> Self {
        Self::Unknown { kind, given: given.to_owned(), nearest: nearest(given, names) }
    }

    fn no_parameter(id: &'static str, given: &str, parameters: &[Parameter]) -> Self {
        let known = parameters.iter().map(|parameter| parameter.key).collect();
        Self::NoParameter { id, given: given.to_owned(), known }
    }
}

fn suggestion(nearest: Option<&str>) -> String {
    match nearest {
        Some(name) => format!("; did you mean `{name}`?"),
        None => "; `shuffle-audit list` shows what there is".to_owned(),
    }
}

fn has(known: &[&str]) -> String {
    if known.is_empty() {
        "; it takes none".to_owned()
    } else {
        format!("; it takes `{}`", known.join("`, `"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BITS: Parameter = Parameter { key: "bits", about: "bits", min: 1, max: 63, default: 15 };
    const MANY: Parameter = Parameter { key: "many", about: "many", min: 0, max: 9, default: 3 };

    fn parse(text: &str) -> Result<Spec, SpecError> {
        Spec::parse(text, |name| match name {
            "plain" => Ok(("plain", &[][..])),
            "two" | "both" => Ok(("two", &[BITS, MANY][..])),
            _ => Err(SpecError::unknown("dice", name, ["plain", "two"].into_iter())),
        })
    }

    #[test]
    fn a_spec_is_written_with_all_its_values() {
        assert_eq!(parse("plain").unwrap().to_string(), "plain");
        assert_eq!(parse("two").unwrap().to_string(), "two:bits=15,many=3");
        assert_eq!(parse("both:many=0").unwrap().to_string(), "two:bits=15,many=0");
        assert_eq!(parse("two:many=4,bits=6_3").unwrap().value("bits"), 63);
    }

    #[test]
    fn each_mistake_has_its_line() {
        let said = |text| parse(text).unwrap_err().to_string();
        assert_eq!(said("palin"), "unknown dice `palin`; did you mean `plain`?");
        assert_eq!(said("zzz"), "unknown dice `zzz`; `shuffle-audit list` shows what there is");
        assert_eq!(said("plain:bits=3"), "`plain` has no parameter `bits`; it takes none");
        assert_eq!(said("two:bit=3"), "`two` has no parameter `bit`; it takes `bits`, `many`");
        assert_eq!(
            said("two:bits"),
            "`bits` is not an assignment; write parameters as `id:key=value,key=value`"
        );
        assert_eq!(said("two:bits=3,bits=4"), "parameter `bits` is given twice");
        for wrong in ["0", "64", "-1", "x", "", "1e3"] {
            let line = format!(
                "parameter `bits` of `two` is `{wrong}`, but must be a whole number from 1 to 63"
            );
            let text = format!("two:bits={wrong}");
            assert_eq!(parse(&text).unwrap_err().to_string(), line);
        }
    }
}
