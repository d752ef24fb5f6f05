//! Dice by name: `exact`, `modulo:bits=8`, `tiny-seed:bits=32`.

use super::{
    Batched, Exact, Float, Generated, Modulo, OffByOne, Reseeded,
    any::{AnyDice, Lending},
    reseeded::DAY,
};
use crate::{
    generator::{Generator, GeneratorVisitor, Seed},
    spec::{Parameter, Spec, SpecError},
};
use rand::{Rng, SeedableRng};
use std::fmt;

/// A kind of dice, with its parameters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum DiceSpec {
    /// Every value equally likely.
    #[default]
    Exact,
    /// Every value equally likely, several rolls from one word.
    Batched,
    /// A word of `bits` bits, modulo k.
    Modulo {
        /// Width of the word.
        bits: u32,
    },
    /// A float of `bits` bits times k, floored.
    Float {
        /// Bits of the float.
        bits: u32,
    },
    /// `below(k - 1)`.
    OffByOne,
    /// Reseeded for every deck.
    TinySeed {
        /// Width of the seed.
        bits: u32,
    },
    /// Reseeded for every deck, from a limited number of moments.
    ClockSeed {
        /// The number of moments.
        seeds: u64,
    },
}

/// Dice as `shuffle-audit list` shows them.
#[derive(Clone, Copy, Debug)]
pub struct DiceEntry {
    /// Name in plans and flags.
    pub id: &'static str,
    /// A description in one line.
    pub title: &'static str,
    /// The parameters of the dice.
    pub parameters: &'static [Parameter],
}

const fn bits(about: &'static str, max: u64, default: u64) -> Parameter {
    Parameter { key: "bits", about, min: 1, max, default }
}

const SEEDS: Parameter = Parameter {
    key: "seeds",
    about: "number of moments; a day has 86,400,000 milliseconds",
    min: 1,
    max: 1 << 32,
    default: DAY,
};

/// A generic operation on dice of any type.
pub trait DiceVisitor {
    /// The result of the operation.
    type Out;

    /// Receives the dice, started from their seed.
    fn visit<D: Generated>(self, dice: D) -> Self::Out;

    /// The same for dice behind a pointer, of which each roll costs a call. By default it is [`visit`](Self::visit).
    fn visit_any(self, dice: AnyDice<'_>) -> Self::Out
    where
        Self: Sized,
    {
        self.visit(dice)
    }
}

impl DiceSpec {
    /// All dice that can be named.
    pub const ENTRIES: [DiceEntry; 7] = [
        DiceEntry { id: "exact", title: "rejection: every value equally likely", parameters: &[] },
        DiceEntry { id: "batched", title: "exact, several rolls from one word", parameters: &[] },
        DiceEntry {
            id: "modulo",
            title: "a short word modulo k: small values come too often",
            parameters: &[bits("width of the word", 63, 15)],
        },
        DiceEntry {
            id: "float",
            title: "a float times k, floored: some values come too often",
            parameters: &[bits("bits of the float", 53, 24)],
        },
        DiceEntry {
            id: "off-by-one",
            title: "below(k - 1) for below(k): the last value never comes",
            parameters: &[],
        },
        DiceEntry {
            id: "tiny-seed",
            title: "exact, but every deck starts from one of 2^bits seeds",
            parameters: &[bits("width of the seed", 63, 32)],
        },
        DiceEntry {
            id: "clock-seed",
            title: "exact, but every deck is seeded from one of a limited number of moments",
            parameters: &[SEEDS],
        },
    ];

    /// Reads `id:key=value`.
    ///
    /// # Errors
    ///
    /// [`SpecError`], which says what is wrong and what would be right.
    ///
    /// ```
    /// use shuffle_algorithms::dice::DiceSpec;
    /// assert_eq!(DiceSpec::parse("modulo:bits=8")?, DiceSpec::Modulo { bits: 8 });
    /// # Ok::<(), shuffle_algorithms::spec::SpecError>(())
    /// ```
    pub fn parse(text: &str) -> Result<Self, SpecError> {
        let spec = Spec::parse(text, |name| {
            Self::ENTRIES
                .iter()
                .find(|entry| entry.id == name)
                .map(|entry| (entry.id, entry.parameters))
                .ok_or_else(|| {
                    SpecError::unknown("dice", name, Self::ENTRIES.iter().map(|entry| entry.id))
                })
        })?;
        let bits = || spec.value("bits") as u32; // at most 63
        Ok(match spec.id() {
            "batched" => Self::Batched,
            "modulo" => Self::Modulo { bits: bits() },
            "float" => Self::Float { bits: bits() },
            "off-by-one" => Self::OffByOne,
            "tiny-seed" => Self::TinySeed { bits: bits() },
            "clock-seed" => Self::ClockSeed { seeds: spec.value(SEEDS.key) },
            _ => Self::Exact,
        })
    }

    /// True if every value of a roll is equally likely and all rolls are independent, as far as it depends on the
    /// dice. Then the known facts about a shuffle hold with these dice.
    #[must_use]
    pub fn is_exact(self) -> bool {
        matches!(self, Self::Exact | Self::Batched)
    }

    /// True if shuffles that draw from a generator by themselves can run on these dice.
    ///
    /// False for `batched` dice, though they are exact: such a shuffle would not draw in batches.
    #[must_use]
    pub fn leaves_draws_alone(self) -> bool {
        matches!(self, Self::Exact | Self::TinySeed { .. } | Self::ClockSeed { .. })
    }

    /// Starts the dice on a generator and hands them to `visitor`: the choice at run time, made once.
    ///
    /// All bodies are compiled once more for each type that is handed over here, which is most of what it takes to build this
    /// crate. So only exact dice on the default generator are known by their type. All others are behind one type: a roll
    /// costs one more call.
    pub fn start<V: DiceVisitor>(self, rng: Generator, seed: &Seed, visitor: V) -> V::Out {
        match (self, rng) {
            (Self::Exact, Generator::Pcg64) if ARE_KNOWN => visitor.visit(Exact::new(seed.pcg64())),
            _ => rng.start(seed, OnAnyGenerator { spec: self, seed, visitor }),
        }
    }
}

/// False where a module is loaded over a network, so that every body is compiled once.
const ARE_KNOWN: bool = cfg!(not(target_family = "wasm"));

struct OnAnyGenerator<'a, V> {
    spec: DiceSpec,
    seed: &'a Seed,
    visitor: V,
}

impl<V: DiceVisitor> GeneratorVisitor for OnAnyGenerator<'_, V> {
    type Out = V::Out;

    fn visit<R: Rng + SeedableRng + 'static>(self, mut rng: R) -> V::Out {
        let any: &mut dyn Rng = &mut rng;
        let dice: &mut dyn Lending = match self.spec {
            DiceSpec::Batched => &mut Batched::new(any),
            DiceSpec::Exact => &mut Exact::new(rng),
            DiceSpec::Modulo { bits } => &mut Modulo::new(any, bits),
            DiceSpec::Float { bits } => &mut Float::new(any, bits),
            DiceSpec::OffByOne => &mut OffByOne::new(any),
            DiceSpec::TinySeed { bits } => &mut Reseeded::tiny(rng, bits),
            DiceSpec::ClockSeed { seeds } => &mut Reseeded::clock::<R>(self.seed.pcg64(), seeds),
        };
        self.visitor.visit_any(AnyDice(dice))
    }
}

impl fmt::Display for DiceSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Exact => f.write_str("exact"),
            Self::Batched => f.write_str("batched"),
            Self::Modulo { bits } => write!(f, "modulo:bits={bits}"),
            Self::Float { bits } => write!(f, "float:bits={bits}"),
            Self::OffByOne => f.write_str("off-by-one"),
            Self::TinySeed { bits } => write!(f, "tiny-seed:bits={bits}"),
            Self::ClockSeed { seeds } => write!(f, "clock-seed:seeds={seeds}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_entry_parses_and_prints_itself() {
        for entry in DiceSpec::ENTRIES {
            let spec = DiceSpec::parse(entry.id).unwrap();
            assert!(spec.to_string().starts_with(entry.id));
            assert_eq!(DiceSpec::parse(&spec.to_string()).unwrap(), spec);
        }
    }
}
