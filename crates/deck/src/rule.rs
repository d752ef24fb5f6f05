//! Rules that a draw obeys by design: no one draws their own name, no artist comes twice in a row, a password has six digits.

use crate::interned::Interned;
use std::fmt;

/// The rule of a draw: every outcome that obeys it is equally likely, and no other can come.
///
/// It is a handle like [`Weights`](crate::Weights): equal rules are one, and live as long as the program.
///
/// ```
/// use shuffle_deck::{Rule, RuleParts, rule::Broken};
///
/// let rule = Rule::new(RuleParts::no_fixed_points(3));
/// assert_eq!(rule.broken(&[1, 2, 0]), None);
/// assert_eq!(rule.broken(&[1, 0, 2]), Some(Broken::Forbidden { at: 2, value: 2 }));
/// ```
#[derive(Clone, Copy)]
pub struct Rule(&'static RuleParts);

/// The parts of a rule. An outcome obeys all of them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct RuleParts {
    /// As `--rule` takes them.
    pub written: Vec<String>,
    /// Values that must not come to a place, as (place, value), in ascending order.
    pub forbidden: Vec<(u32, u32)>,
    /// Classes whose members keep a distance.
    pub apart: Vec<Apart>,
    /// Classes that must come often enough.
    pub at_least: Vec<AtLeast>,
    /// True if a row has a place for each person, which holds the group of this person.
    pub groups_people: bool,
}

/// Two places with values of one class are at least `least` places apart: 2 is "not twice in a row".
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Apart {
    /// The class of each value.
    pub classes: Vec<u32>,
    /// The names of the classes.
    pub names: Vec<String>,
    /// The smallest distance.
    pub least: usize,
}

/// The fewest values of a class that a row has.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct AtLeast {
    /// True of each value of the class.
    pub members: Vec<bool>,
    /// Its name.
    pub name: String,
    /// The smallest number.
    pub least: usize,
}

/// The first part of a rule that a row breaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Broken {
    /// A value at a place that is forbidden to it.
    Forbidden {
        /// The place.
        at: usize,
        /// The value.
        value: usize,
    },
    /// Two values of one class too close to each other.
    TooClose {
        /// Their places.
        at: [usize; 2],
        /// The part of [`RuleParts::apart`].
        part: usize,
    },
    /// Too few values of a class.
    TooFew {
        /// The number of them.
        seen: usize,
        /// The part of [`RuleParts::at_least`].
        part: usize,
    },
}

impl RuleParts {
    /// No value is at its own place, for rows of this many places.
    #[must_use]
    pub fn no_fixed_points(places: usize) -> Self {
        let forbidden = (0..places as u32).map(|place| (place, place)).collect();
        Self { written: vec!["no-fixed-points".to_owned()], forbidden, ..Self::default() }
    }

    /// The same with the parts of another rule.
    #[must_use]
    pub fn and(mut self, other: Self) -> Self {
        self.written.extend(other.written);
        self.forbidden.extend(other.forbidden);
        self.forbidden.sort_unstable();
        self.forbidden.dedup();
        self.apart.extend(other.apart);
        self.at_least.extend(other.at_least);
        self.groups_people |= other.groups_people;
        self
    }
}

impl Rule {
    /// The handle of these parts.
    #[must_use]
    pub fn new(parts: RuleParts) -> Self {
        static RULES: Interned<RuleParts> = Interned::new();
        Self(RULES.get(RuleParts::default().and(parts)))
    }

    /// Its parts.
    #[must_use]
    pub fn parts(self) -> &'static RuleParts {
        self.0
    }

    /// True if there is nothing to obey: all rows of the shape can come.
    #[must_use]
    pub fn allows_all(self) -> bool {
        self.0.forbidden.is_empty() && self.0.apart.is_empty() && self.0.at_least.is_empty()
    }

    /// The rule of draws of any law: nothing is known of it, and all rows can come.
    #[must_use]
    pub fn open() -> Self {
        Self::new(RuleParts::default())
    }

    /// True of the [open](Self::open) rule.
    #[must_use]
    pub fn is_open(self) -> bool {
        self.allows_all() && !self.0.groups_people
    }

    /// The number of values before a place that can decide what may come there.
    #[must_use]
    pub fn memory(self) -> usize {
        self.0.apart.iter().map(|apart| apart.least - 1).max().unwrap_or(0)
    }

    /// Checks a value at the next place: what `before` and the value break, apart from classes that must come often enough.
    pub fn breaks(self, before: &[u32], value: u32) -> Option<Broken> {
        let (at, value) = (before.len(), value as usize);
        let is_forbidden = |place: &(u32, u32)| place.cmp(&(at as u32, value as u32));
        if self.0.forbidden.binary_search_by(is_forbidden).is_ok() {
            return Some(Broken::Forbidden { at, value });
        }
        for (part, apart) in self.0.apart.iter().enumerate() {
            let near = at.saturating_sub(apart.least - 1)..at;
            let class = apart.classes[value];
            if let Some(other) =
                near.rev().find(|&other| apart.classes[before[other] as usize] == class)
            {
                return Some(Broken::TooClose { at: [other, at], part });
            }
        }
        None
    }

    /// The class that comes too rarely in a whole row.
    pub fn lacks(self, row: &[u32]) -> Option<Broken> {
        self.0.at_least.iter().enumerate().find_map(|(part, class)| {
            let seen = row.iter().filter(|value| class.members[**value as usize]).count();
            (seen < class.least).then_some(Broken::TooFew { seen, part })
        })
    }

    /// The first part of the rule that a row breaks.
    pub fn broken(self, row: &[u32]) -> Option<Broken> {
        let mut places = row.iter().enumerate();
        places.find_map(|(at, &value)| self.breaks(&row[..at], value)).or_else(|| self.lacks(row))
    }
}

/// `no-fixed-points and spread artists.csv>=3`.
impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.written.join(" and "))
    }
}

impl fmt::Debug for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Rule({self})")
    }
}

impl PartialEq for Rule {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.0, other.0)
    }
}

impl Eq for Rule {}

impl std::hash::Hash for Rule {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        std::ptr::hash(self.0, state);
    }
}

#[cfg(feature = "serde")]
impl serde::Serialize for Rule {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

#[cfg(feature = "serde")]
impl<'de> serde::Deserialize<'de> for Rule {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        RuleParts::deserialize(deserializer).map(Self::new)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn apart(classes: &[u32], least: usize) -> Rule {
        let apart = Apart { classes: classes.to_vec(), names: Vec::new(), least };
        Rule::new(RuleParts { apart: vec![apart], ..RuleParts::default() })
    }

    #[test]
    fn values_of_one_class_keep_their_distance() {
        let rule = apart(&[0, 0, 1, 1, 2], 2);
        assert_eq!(rule.broken(&[0, 2, 1, 3, 4]), None);
        let close = |at| Some(Broken::TooClose { at, part: 0 });
        assert_eq!(rule.broken(&[0, 2, 3, 1, 4]), close([1, 2]));
        assert_eq!(rule.memory(), 1);
        let rule = apart(&[0, 0, 1, 1, 2], 3);
        assert_eq!(rule.broken(&[0, 2, 1, 3, 4]), close([0, 2]));
        assert_eq!(rule.broken(&[0, 2, 4, 1, 3]), None);
    }

    #[test]
    fn equal_rules_are_one_and_parts_add_up() {
        let six = AtLeast { members: vec![true, true, false], name: "digit".to_owned(), least: 2 };
        let more = RuleParts { at_least: vec![six], ..RuleParts::default() };
        let rule = Rule::new(RuleParts::no_fixed_points(3).and(more.clone()));
        assert_eq!(rule, Rule::new(RuleParts::no_fixed_points(3).and(more)));
        assert_eq!(rule.broken(&[1, 2, 2]), Some(Broken::Forbidden { at: 2, value: 2 }));
        assert_eq!(rule.broken(&[2, 2, 1]), Some(Broken::TooFew { seen: 1, part: 0 }));
        assert_eq!(rule.to_string(), "no-fixed-points");
    }
}
