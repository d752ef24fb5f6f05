//! The vector instructions in use: chosen at run time, never at build time.
#![doc = include_str!("instruction_set.md")]

use std::fmt;
use thiserror::Error;

/// Vector instructions that this processor has.
///
/// The choice affects the speed of lanes, never the decks.
///
/// ```
/// use shuffle_deck::InstructionSet;
///
/// let fastest = InstructionSet::detect();
/// assert!(InstructionSet::available().contains(&fastest));
/// assert_eq!(InstructionSet::parse("portable")?, InstructionSet::PORTABLE);
/// # Ok::<(), shuffle_deck::InstructionSetError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct InstructionSet(Level);

/// All known instruction sets, available on this processor or not.
///
/// A `Level` is only a name: an [`InstructionSet`] is the proof that the processor has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// The baseline that every processor has.
    Portable,
    /// Advanced SIMD, which every 64-bit ARM has.
    Neon,
    /// AVX2 and what came with it.
    Avx2,
    /// The first generation of AVX-512.
    Avx512,
    /// AVX-512 with permutations of bytes, counts of bits, and products of matrices of bits.
    IceLake,
}

/// The reason why an instruction set is not available.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum InstructionSetError {
    /// There is none of this name.
    #[error("unknown instruction set `{name}`; there are portable, neon, avx2, avx512 and icelake")]
    Unknown {
        /// The requested name.
        name: String,
    },
    /// The processor does not have it.
    #[error("this processor has no `{name}`; leave it out, or use portable")]
    Missing {
        /// The requested name.
        name: &'static str,
    },
}

impl Level {
    const ALL: [Self; 5] = [Self::Portable, Self::Neon, Self::Avx2, Self::Avx512, Self::IceLake];

    fn name(self) -> &'static str {
        match self {
            Self::Portable => "portable",
            Self::Neon => "neon",
            Self::Avx2 => "avx2",
            Self::Avx512 => "avx512",
            Self::IceLake => "icelake",
        }
    }

    #[cfg(target_arch = "x86_64")]
    fn is_here(self) -> bool {
        match self {
            Self::Portable => true,
            Self::Neon => false,
            Self::Avx2 => {
                is_x86_feature_detected!("avx2")
                    && is_x86_feature_detected!("bmi1")
                    && is_x86_feature_detected!("bmi2")
                    && is_x86_feature_detected!("popcnt")
            }
            Self::Avx512 => {
                Self::Avx2.is_here()
                    && is_x86_feature_detected!("avx512f")
                    && is_x86_feature_detected!("avx512bw")
                    && is_x86_feature_detected!("avx512cd")
                    && is_x86_feature_detected!("avx512dq")
                    && is_x86_feature_detected!("avx512vl")
            }
            Self::IceLake => {
                Self::Avx512.is_here()
                    && is_x86_feature_detected!("avx512vbmi")
                    && is_x86_feature_detected!("avx512bitalg")
                    && is_x86_feature_detected!("avx512vpopcntdq")
                    && is_x86_feature_detected!("gfni")
            }
        }
    }

    #[cfg(not(target_arch = "x86_64"))]
    fn is_here(self) -> bool {
        match self {
            Self::Portable => true,
            Self::Neon => cfg!(target_arch = "aarch64"),
            Self::Avx2 | Self::Avx512 | Self::IceLake => false,
        }
    }
}

impl InstructionSet {
    /// The baseline that every processor has.
    pub const PORTABLE: Self = Self(Level::Portable);

    /// The widest that this processor has.
    #[must_use]
    pub fn detect() -> Self {
        Self(Level::ALL.into_iter().rev().find(|set| set.is_here()).unwrap_or(Level::Portable))
    }

    /// All that this processor has, the widest last.
    #[must_use]
    pub fn available() -> Vec<Self> {
        Level::ALL.into_iter().filter(|set| set.is_here()).map(Self).collect()
    }

    /// The set with this name: `portable`, `neon`, `avx2`, `avx512` or `icelake`.
    ///
    /// # Errors
    ///
    /// [`InstructionSetError`] if there is none of this name, or the processor has not got it.
    pub fn parse(name: &str) -> Result<Self, InstructionSetError> {
        let level = Level::ALL
            .into_iter()
            .find(|level| level.name() == name)
            .ok_or_else(|| InstructionSetError::Unknown { name: name.to_owned() })?;
        if level.is_here() {
            Ok(Self(level))
        } else {
            Err(InstructionSetError::Missing { name: level.name() })
        }
    }

    /// The level of this set.
    #[must_use]
    #[inline(always)]
    pub fn level(self) -> Level {
        self.0
    }

    /// The same set, in code that is compiled for this level only: there the compiler knows every answer of
    /// [`level`](Self::level).
    ///
    /// # Panics
    ///
    /// If it is of another level.
    #[must_use]
    #[inline(always)]
    pub fn at(self, level: Level) -> Self {
        assert!(self.0 == level, "the code of this instruction set");
        Self(level)
    }

    /// The same set, in code that is compiled for the baseline of the architecture, as [`at`](Self::at).
    #[must_use]
    #[inline(always)]
    pub fn at_baseline(self) -> Self {
        if cfg!(target_arch = "aarch64") { self } else { self.at(Level::Portable) }
    }
}

impl fmt::Display for InstructionSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.0.name())
    }
}

impl fmt::Debug for InstructionSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0.name())
    }
}

/// Compiles one body for every instruction set, behind a function that takes an [`InstructionSet`] first.
///
/// It is a macro and no generic function, because `#[target_feature]` can stand on a plain function only, and because
/// the parameters of a separate function tell the compiler that the memory they point to does not overlap.
///
/// With `[set]` after its name the body gets the set itself. The compiler knows its level in each copy, so only one
/// arm of a `match` on it is left as code.
///
/// ```
/// use shuffle_deck::{Column, InstructionSet, LANES, on_every_set};
///
/// on_every_set! {
///     /// Adds one column to another.
///     pub fn add(sum: &mut Column, column: &Column) {
///         for lane in 0..LANES {
///             sum[lane] = sum[lane].wrapping_add(column[lane]);
///         }
///     }
/// }
///
/// let mut sum = [1; LANES];
/// add(InstructionSet::detect(), &mut sum, &[2; LANES]);
/// assert_eq!(sum, [3; LANES]);
/// ```
#[macro_export]
macro_rules! on_every_set {
    ($(
        $(#[$note:meta])*
        $visible:vis fn $name:ident $([$set:ident])? ($($argument:ident: $type:ty),* $(,)?) $(-> $out:ty)? $body:block
    )*) => {$(
        $(#[$note])*
        $visible fn $name(set: $crate::InstructionSet, $($argument: $type),*) $(-> $out)? {
            #[inline(always)]
            fn body($($set: $crate::InstructionSet,)? $($argument: $type),*) $(-> $out)? $body

            #[cfg(target_arch = "x86_64")]
            #[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
            fn avx2($($set: $crate::InstructionSet,)? $($argument: $type),*) $(-> $out)? {
                body($($set.at(Level::Avx2),)? $($argument),*)
            }

            #[cfg(target_arch = "x86_64")]
            #[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
            #[target_feature(enable = "avx512f,avx512bw,avx512cd,avx512dq,avx512vl")]
            fn avx512($($set: $crate::InstructionSet,)? $($argument: $type),*) $(-> $out)? {
                body($($set.at(Level::Avx512),)? $($argument),*)
            }

            #[cfg(target_arch = "x86_64")]
            #[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
            #[target_feature(enable = "avx512f,avx512bw,avx512cd,avx512dq,avx512vl")]
            #[target_feature(enable = "avx512vbmi,avx512bitalg,avx512vpopcntdq,gfni")]
            fn icelake($($set: $crate::InstructionSet,)? $($argument: $type),*) $(-> $out)? {
                body($($set.at(Level::IceLake),)? $($argument),*)
            }

            #[cfg(target_arch = "x86_64")]
            use $crate::instruction_set::Level;
            match set.level() {
                #[cfg(target_arch = "x86_64")]
                // SAFETY: an `InstructionSet` of this level exists only if all its instructions were detected.
                #[expect(unsafe_code, reason = "a call into code for instructions that were detected")]
                Level::Avx2 => unsafe { avx2($({ let $set = set; $set },)? $($argument),*) },
                #[cfg(target_arch = "x86_64")]
                // SAFETY: an `InstructionSet` of this level exists only if all its instructions were detected.
                #[expect(unsafe_code, reason = "a call into code for instructions that were detected")]
                Level::Avx512 => unsafe { avx512($({ let $set = set; $set },)? $($argument),*) },
                #[cfg(target_arch = "x86_64")]
                // SAFETY: an `InstructionSet` of this level exists only if all its instructions were detected.
                #[expect(unsafe_code, reason = "a call into code for instructions that were detected")]
                Level::IceLake => unsafe { icelake($({ let $set = set; $set },)? $($argument),*) },
                // Advanced SIMD is in the baseline of its architecture.
                _ => body($({ let $set = set; $set.at_baseline() },)? $($argument),*),
            }
        }
    )*};
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_available_is_what_can_be_named() {
        let available = InstructionSet::available();
        assert_eq!(available.first(), Some(&InstructionSet::PORTABLE));
        assert_eq!(available.last(), Some(&InstructionSet::detect()));
        for level in Level::ALL {
            match InstructionSet::parse(level.name()) {
                Ok(set) => assert!(available.contains(&set) && set.to_string() == level.name()),
                Err(error) => {
                    assert_eq!(error, InstructionSetError::Missing { name: level.name() });
                    assert!(!level.is_here());
                }
            }
        }
    }

    on_every_set! {
        fn level_of_copy[here]() -> Level {
            here.level()
        }
    }

    #[test]
    fn the_copy_of_a_body_is_told_its_set() {
        for set in InstructionSet::available() {
            assert_eq!(level_of_copy(set), set.level());
        }
    }

    #[test]
    #[should_panic(expected = "the code of this instruction set")]
    fn a_set_is_not_taken_for_another() {
        let _ = InstructionSet::PORTABLE.at(Level::IceLake);
    }

    #[test]
    fn an_unknown_set_is_refused() {
        let error = InstructionSet::parse("sse9").unwrap_err();
        assert!(
            error
                .to_string()
                .starts_with("unknown instruction set `sse9`; there are portable, neon, avx2")
        );
    }
}
