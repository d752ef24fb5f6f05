//! Weights: symbols that by design do not come equally often, such as the rarities of a loot table.

use crate::{
    interned::Interned,
    words::{quoted, with_thousands},
};
use std::{collections::HashSet, fmt};

/// The most symbols with weights.
pub const MOST_WEIGHTS: usize = 1 << 20;

/// The chance of each symbol, and its name if it has one.
///
/// It is a handle like [`Pack`](crate::Pack): equal weights are one, and live as long as the program. A weight of 0 is a symbol
/// that never comes.
///
/// ```
/// use shuffle_deck::Weights;
///
/// let loot = Weights::parse("70,20,8,2")?;
/// assert_eq!((loot.symbols(), loot.chances()[3], loot.names()), (4, 0.02, None));
/// let arms = Weights::parse("control=9, new=1")?;
/// assert_eq!((arms.chances(), arms.names().unwrap()[1].as_str()), (&[0.9, 0.1][..], "new"));
/// # Ok::<(), shuffle_deck::WeightsError>(())
/// ```
#[derive(Clone, Copy)]
pub struct Weights(&'static Kept);

#[derive(Debug, PartialEq)]
struct Kept {
    /// As `--weights` takes it.
    written: String,
    /// As they were given.
    weights: Vec<f64>,
    chances: Vec<f64>,
    names: Option<Vec<String>>,
}

/// A text that holds no weights.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say it")]
#[non_exhaustive]
pub enum WeightsError {
    #[error(
        "{0} is not a weight; write numbers, such as 70,20,8,2, or names with numbers, such as control=90,new=10, or name a file"
    )]
    Part(String),
    #[error(
        "line {0}: {1} is not a weight; write one number per line, or name,weight or name=weight, without separators of thousands"
    )]
    Line(usize, String),
    #[error("some weights have names and some have none; name all or none of them")]
    SomeNames,
    #[error("{0} has two weights")]
    Twice(String),
    #[error("at least two weights must be above 0; with fewer every draw is the same")]
    OneSymbol,
    #[error("up to {MOST_WEIGHTS} weights with a finite sum are possible")]
    TooMany,
}

impl Weights {
    /// Reads `70,20,8,2` or `control=90,new=10`.
    ///
    /// # Errors
    ///
    /// [`WeightsError`].
    pub fn parse(text: &str) -> Result<Self, WeightsError> {
        let part = |part: &str| {
            let part = part.trim();
            let (name, weight) = part
                .rsplit_once('=')
                .map_or((None, part), |(name, weight)| (Some(name.trim().to_owned()), weight));
            let weight = weight_of(weight).filter(|_| name.as_deref() != Some(""));
            Ok((name, weight.ok_or_else(|| WeightsError::Part(quoted(part).to_string()))?))
        };
        Self::made(text.split(',').map(part).collect::<Result<_, _>>()?, text)
    }

    /// Reads the lines of a file: a number on each, or a name and a number with a comma, semicolon, tab or equals sign between. A
    /// first line without a number is a header. `written` is how the file was named, for commands.
    ///
    /// # Errors
    ///
    /// [`WeightsError`].
    pub fn of_lines(text: &str, written: &str) -> Result<Self, WeightsError> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let lines = (1..).zip(text.lines().map(str::trim)).filter(|(_, line)| !line.is_empty());
        let lines: Vec<(usize, &str)> = lines.collect();
        let has_all = |by: &char| lines.iter().all(|(_, line)| line.contains(*by));
        let by = ['\t', ';'].into_iter().find(has_all);
        let is_between = |it: char| by.map_or([',', ';', '\t', '='].contains(&it), |by| it == by);
        let (mut weights, mut places, mut numbers) = (Vec::new(), Vec::new(), Vec::new());
        for (at, &(number, line)) in lines.iter().enumerate() {
            let end_of_name = line.rfind(is_between);
            let (name, weight) = match end_of_name {
                Some(end) => (Some(line[..end].trim()), &line[end + 1..]),
                None => (None, line),
            };
            // A comma within a number, or a third cell: A,1,200.
            let has_more = end_of_name.is_some_and(|end| {
                let before = line[..end].rsplit_once(',');
                line[end..].starts_with(',')
                    && before.is_some_and(|(_, cell)| weight_of(cell).is_some())
            });
            let has_number = weight.trim().starts_with(|it: char| it.is_ascii_digit());
            match weight_of(weight).filter(|_| name != Some("") && !has_more) {
                Some(found) => {
                    weights.push((name.map(|name| name.trim_matches('"').to_owned()), found));
                    places.push((number, line));
                    numbers.push(weight.trim());
                }
                None if at == 0 && !has_number => {}
                None => return Err(WeightsError::Line(number, quoted(line).to_string())),
            }
        }
        if let Some((number, line)) = with_thousands(&numbers).map(|at| places[at]) {
            return Err(WeightsError::Line(number, quoted(line).to_string()));
        }
        Self::made(weights, written)
    }

    fn made(symbols: Vec<(Option<String>, f64)>, written: &str) -> Result<Self, WeightsError> {
        let (names, weights): (Vec<_>, Vec<f64>) = symbols.into_iter().unzip();
        let names: Vec<String> = names.into_iter().flatten().collect();
        let mut seen = HashSet::new();
        if let Some(twice) = names.iter().find(|name| !seen.insert(name.as_str())) {
            return Err(WeightsError::Twice(quoted(twice).to_string()));
        }
        let sum: f64 = weights.iter().sum();
        let names = match names.len() {
            0 => None,
            all if all == weights.len() => Some(names),
            _ => return Err(WeightsError::SomeNames),
        };
        let chances: Vec<f64> = weights.iter().map(|weight| weight / sum).collect();
        if weights.len() > MOST_WEIGHTS || !sum.is_finite() {
            return Err(WeightsError::TooMany);
        }
        if chances.iter().filter(|chance| **chance > 0.0).count() < 2 {
            return Err(WeightsError::OneSymbol);
        }
        Ok(Self::kept(Kept { written: written.to_owned(), weights, chances, names }))
    }

    fn kept(made: Kept) -> Self {
        static WEIGHTS: Interned<Kept> = Interned::new();
        Self(WEIGHTS.get(made))
    }

    /// True if all symbols are equally likely.
    #[must_use]
    pub fn are_equal(self) -> bool {
        self.weights().windows(2).all(|two| two[0] == two[1])
    }

    /// The number of symbols.
    #[must_use]
    pub fn symbols(self) -> usize {
        self.0.weights.len()
    }

    /// The weight of each symbol, as given.
    #[must_use]
    pub fn weights(self) -> &'static [f64] {
        &self.0.weights
    }

    /// The chance of each symbol: its weight over the sum of all.
    #[must_use]
    pub fn chances(self) -> &'static [f64] {
        &self.0.chances
    }

    /// The chance of the rarest symbol that can come.
    #[must_use]
    pub fn rarest(self) -> f64 {
        self.0.chances.iter().copied().filter(|chance| *chance > 0.0).fold(1.0, f64::min)
    }

    /// The names of the symbols, if they have any.
    #[must_use]
    pub fn names(self) -> Option<&'static [String]> {
        self.0.names.as_deref()
    }
}

fn weight_of(text: &str) -> Option<f64> {
    let weight: f64 = text.trim().trim_end_matches('%').trim_end().parse().ok()?;
    // Minus zero is zero.
    (weight.is_finite() && weight >= 0.0).then_some(weight + 0.0)
}

/// As `--weights` takes it.
impl fmt::Display for Weights {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.written)
    }
}

impl fmt::Debug for Weights {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Weights({})", self.0.written)
    }
}

/// Weights are equal if their numbers and names are, whatever file they came from.
impl PartialEq for Weights {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.0, other.0)
            || (self.0.weights == other.0.weights && self.0.names == other.0.names)
    }
}

impl Eq for Weights {}

impl std::hash::Hash for Weights {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.0.weights.iter().for_each(|weight| weight.to_bits().hash(state));
        self.0.names.hash(state);
    }
}

#[cfg(feature = "serde")]
impl serde::Serialize for Weights {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        (&self.0.written, &self.0.weights, &self.0.names).serialize(serializer)
    }
}

#[cfg(feature = "serde")]
impl<'de> serde::Deserialize<'de> for Weights {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        type Parts = (String, Vec<f64>, Option<Vec<String>>);
        let (written, weights, names) = Parts::deserialize(deserializer)?;
        let names = names.unwrap_or_default().into_iter().map(Some).chain(std::iter::repeat(None));
        Self::made(names.zip(weights).collect(), &written).map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_are_read_from_words_and_lines() {
        let lines =
            Weights::of_lines("rarity,weight\ncommon,90\n\"rare, old\"; 10\n", "f").unwrap();
        assert_eq!((lines.chances(), lines.to_string()), (&[0.9, 0.1][..], "f".to_owned()));
        assert_eq!(lines.names().unwrap()[1], "rare, old");
        assert_eq!(Weights::of_lines("70\n 30\n", "f").unwrap(), Weights::parse("70, 30").unwrap());
        assert_eq!(Weights::parse("a=b=1,c=3 %").unwrap().names().unwrap()[0], "a=b");
        assert_eq!(Weights::parse("1,0,1e-4").unwrap().rarest(), 1e-4 / 1.0001);
        assert_ne!(Weights::parse("1,1").unwrap(), Weights::parse("2,2").unwrap());
    }

    #[test]
    fn what_are_no_weights_is_refused() {
        let refusal = |text| Weights::parse(text).unwrap_err().to_string();
        assert!(refusal("70,x").starts_with("\"x\" is not a weight; write numbers"));
        assert!(refusal("70,-1").starts_with("\"-1\" is not a weight"));
        assert!(refusal("1,inf").starts_with("\"inf\" is not a weight"));
        assert!(refusal("1,1,").starts_with("\"\" is not a weight"));
        assert!(refusal("a=1,2").contains("name all or none"));
        assert_eq!(refusal("a=1,a=2"), "\"a\" has two weights");
        assert!(refusal("1,0").contains("at least two weights"));
        assert!(refusal("1e308,1e308").contains("finite sum"));
        let of_lines = Weights::of_lines("weight\n70\nlots\n", "f").unwrap_err().to_string();
        assert!(
            of_lines.starts_with("line 3: \"lots\" is not a weight; write one number per line")
        );
        assert!(Weights::of_lines("\n", "f").is_err());
        for (lines, at) in [
            ("A,1.200\nB,300", "line 1: \"A,1.200\""),
            ("A,1,200\nB,300", "line 1: \"A,1,200\""),
            ("name\ttickets\nA\t1,200\nB\t300", "line 2: \"A\\t1,200\""),
            ("rarity,count,chance\nA,3,0.7\nB,2,0.3", "line 2: \"A,3,0.7\""),
            ("A;70,0%\nB;30,0%", "line 1: \"A;70,0%\""),
        ] {
            let why = Weights::of_lines(lines, "f").unwrap_err().to_string();
            assert!(why.starts_with(at) && why.ends_with("of thousands"), "{why}");
        }
        for lines in
            ["\"1,2\",5\n3,1.125", "1,2=5\n1,3=6", "A,1\t200\nB,2\t300", "name,p1\nA,1\nB,2"]
        {
            assert_eq!(Weights::of_lines(lines, "f").unwrap().symbols(), 2, "{lines}");
        }
    }
}
