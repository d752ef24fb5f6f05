//! The generators that dice can stand on, by name.
//!
//! `StdRng` and `SmallRng` may change with `rand`; these may not.

mod weak;

pub use crate::seed::Seed;
pub use weak::{Delphi, GlibcRandom, Lfsr31, Xorshift32};

use crate::spec::SpecError;
use rand::{
    Rng, SeedableRng,
    rngs::{ChaCha8Rng, Xoshiro256PlusPlus},
};
use rand_pcg::{Pcg32, Pcg64Mcg};
use shuffle_lanes::generator::first_stream;

/// A generator of this crate's seed contract.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Generator {
    /// PCG XSL RR 128/64, with a stream: the default.
    #[default]
    Pcg64,
    /// PCG XSH RR 64/32, with a stream.
    Pcg32,
    /// PCG XSL RR 128/64 (MCG), without a stream. Its state is odd, so the lowest bit of a seed is lost.
    Pcg64Mcg,
    /// ChaCha with 8 rounds.
    ChaCha8,
    /// Sixteen streams of xoshiro256++ for [`lanes`](crate::lanes), from a seed that is hashed.
    ///
    /// Jobs that do not run on lanes use the first of these streams.
    LanesXoshiro256pp,
    /// Marsaglia's xorshift of 32 bits: a planted defect, linear over GF(2).
    Xorshift32,
    /// A shift register of 31 bits: a planted defect, linear over GF(2).
    Lfsr31,
    /// `random()` of the GNU C library: a planted defect, additive.
    GlibcRandom,
    /// `Random` of Borland's Delphi: a planted defect, congruential with 32 bits.
    Delphi,
}

/// A generic operation on a generator of any type.
pub trait GeneratorVisitor {
    /// The result of the operation.
    type Out;

    /// Receives the started generator.
    fn visit<R: Rng + SeedableRng + 'static>(self, rng: R) -> Self::Out;
}

impl Generator {
    /// The word for the fastest generator that a shuffle allows: see [`Job::on_fastest_generator`](crate::fill::Job::on_fastest_generator).
    pub const AUTO: &str = "auto";

    /// All of them.
    pub const ALL: [Self; 9] = [
        Self::Pcg64,
        Self::Pcg32,
        Self::Pcg64Mcg,
        Self::ChaCha8,
        Self::LanesXoshiro256pp,
        Self::Xorshift32,
        Self::Lfsr31,
        Self::GlibcRandom,
        Self::Delphi,
    ];

    /// False for those that are planted defects.
    #[must_use]
    pub fn is_sound(self) -> bool {
        !matches!(self, Self::Xorshift32 | Self::Lfsr31 | Self::GlibcRandom | Self::Delphi)
    }

    /// Its name in plans and flags.
    #[must_use]
    pub fn id(self) -> &'static str {
        match self {
            Self::Pcg64 => "pcg64",
            Self::Pcg32 => "pcg32",
            Self::Pcg64Mcg => "pcg64mcg",
            Self::ChaCha8 => "chacha8",
            Self::LanesXoshiro256pp => "lanes-xoshiro256pp",
            Self::Xorshift32 => "xorshift32",
            Self::Lfsr31 => "lfsr31",
            Self::GlibcRandom => "glibc-random",
            Self::Delphi => "delphi",
        }
    }

    /// The generator with this name.
    ///
    /// # Errors
    ///
    /// [`SpecError::Unknown`] with the nearest name that exists.
    ///
    /// ```
    /// use shuffle_algorithms::generator::Generator;
    /// assert_eq!(Generator::parse("pcg64")?, Generator::Pcg64);
    /// let error = Generator::parse("pgc64").unwrap_err();
    /// assert_eq!(error.to_string(), "unknown rng `pgc64`; did you mean `pcg64`?");
    /// # Ok::<(), shuffle_algorithms::spec::SpecError>(())
    /// ```
    pub fn parse(name: &str) -> Result<Self, SpecError> {
        Self::ALL
            .into_iter()
            .find(|generator| generator.id() == name)
            .ok_or_else(|| SpecError::unknown("rng", name, Self::ALL.iter().map(|rng| rng.id())))
    }

    /// Starts the generator and hands it over: the dynamic choice, made once.
    pub fn start<V: GeneratorVisitor>(self, seed: &Seed, visitor: V) -> V::Out {
        match self {
            Self::Pcg64 => visitor.visit(seed.pcg64()),
            Self::Pcg32 => visitor.visit(seed.start::<Pcg32>()),
            Self::Pcg64Mcg => visitor.visit(seed.start::<Pcg64Mcg>()),
            Self::ChaCha8 => visitor.visit(seed.start::<ChaCha8Rng>()),
            Self::LanesXoshiro256pp => {
                visitor.visit(Xoshiro256PlusPlus::from_seed(first_stream(&seed.0)))
            }
            Self::Xorshift32 => visitor.visit(seed.start::<Xorshift32>()),
            Self::Lfsr31 => visitor.visit(seed.start::<Lfsr31>()),
            Self::GlibcRandom => visitor.visit(seed.start::<GlibcRandom>()),
            Self::Delphi => visitor.visit(seed.start::<Delphi>()),
        }
    }
}
