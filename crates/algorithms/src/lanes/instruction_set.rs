//! Which vector instructions the lanes use: chosen when the program runs, never when it is built.
//!
//! Every operation on columns is written once, as plain loops over arrays, and compiled three times: for any
//! processor, for AVX2, and for AVX-512. The compiler makes vectors of the loops; no operation is written in
//! intrinsics, so all three do the same by construction (and a test holds it). An [`InstructionSet`]
//! can be had only where the processor has it, which is all that the calls into the compiled copies need.

use std::fmt;
use thiserror::Error;

/// Vector instructions that this processor has.
///
/// Which one is used decides how fast lanes run, never which decks come out.
///
/// ```
/// use shuffle_algorithms::lanes::InstructionSet;
///
/// let fastest = InstructionSet::detect();
/// assert!(InstructionSet::available().contains(&fastest));
/// assert_eq!(InstructionSet::parse("portable")?, InstructionSet::PORTABLE);
/// # Ok::<(), shuffle_algorithms::lanes::InstructionSetError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct InstructionSet(Level);

/// The instruction sets that there are, here or elsewhere.
///
/// Private to this module's parent, so that safe code cannot claim a set which the processor has not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Level {
    Portable,
    Avx2,
    Avx512,
}

/// Why an instruction set cannot be had.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum InstructionSetError {
    /// There is none of this name.
    #[error("unknown instruction set `{name}`; there are portable, avx2 and avx512")]
    Unknown {
        /// What was asked for.
        name: String,
    },
    /// The processor has not got it.
    #[error("this processor has no `{name}`; leave the choice open, or take portable")]
    Missing {
        /// What was asked for.
        name: &'static str,
    },
}

impl Level {
    const ALL: [Self; 3] = [Self::Portable, Self::Avx2, Self::Avx512];

    fn name(self) -> &'static str {
        match self {
            Self::Portable => "portable",
            Self::Avx2 => "avx2",
            Self::Avx512 => "avx512",
        }
    }

    #[cfg(target_arch = "x86_64")]
    fn is_here(self) -> bool {
        match self {
            Self::Portable => true,
            Self::Avx2 => is_x86_feature_detected!("avx2"),
            Self::Avx512 => {
                is_x86_feature_detected!("avx512f")
                    && is_x86_feature_detected!("avx512bw")
                    && is_x86_feature_detected!("avx512vl")
            }
        }
    }

    #[cfg(not(target_arch = "x86_64"))]
    fn is_here(self) -> bool {
        self == Self::Portable
    }
}

impl InstructionSet {
    /// What every processor has.
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

    /// The set with this name: `portable`, `avx2` or `avx512`.
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

    pub(super) fn level(self) -> Level {
        self.0
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
/// A macro and no generic, because a `#[target_feature]` can stand on a plain function only, and because
/// parameters of a function of their own tell the compiler that the columns do not overlap.
macro_rules! on_every_set {
    ($(
        $(#[$note:meta])*
        fn $name:ident($($argument:ident: $type:ty),* $(,)?) $(-> $out:ty)? $body:block
    )*) => {$(
        $(#[$note])*
        pub(super) fn $name(set: $crate::lanes::InstructionSet, $($argument: $type),*) $(-> $out)? {
            #[inline(always)]
            fn body($($argument: $type),*) $(-> $out)? $body

            #[cfg(target_arch = "x86_64")]
            #[target_feature(enable = "avx2")]
            fn avx2($($argument: $type),*) $(-> $out)? {
                body($($argument),*)
            }

            #[cfg(target_arch = "x86_64")]
            #[target_feature(enable = "avx512f,avx512bw,avx512vl")]
            fn avx512($($argument: $type),*) $(-> $out)? {
                body($($argument),*)
            }

            use $crate::lanes::instruction_set::Level;
            match set.level() {
                #[cfg(target_arch = "x86_64")]
                // SAFETY: an `InstructionSet` of this level is made only where AVX2 was detected.
                #[expect(unsafe_code, reason = "a call into code for instructions that were detected")]
                Level::Avx2 => unsafe { avx2($($argument),*) },
                #[cfg(target_arch = "x86_64")]
                // SAFETY: an `InstructionSet` of this level is made only where AVX-512 F, BW, VL were detected.
                #[expect(unsafe_code, reason = "a call into code for instructions that were detected")]
                Level::Avx512 => unsafe { avx512($($argument),*) },
                _ => body($($argument),*),
            }
        }
    )*};
}
pub(super) use on_every_set;

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

    #[test]
    fn an_unknown_set_is_refused() {
        let error = InstructionSet::parse("sse9").unwrap_err();
        assert!(
            error.to_string().starts_with("unknown instruction set `sse9`; there are portable")
        );
    }
}
