//! The settings behind a report, and the versions that made it.

use serde::Serialize;
use shuffle_audit::{VERSION, seeds::CONTRACT};

/// The settings, in the keys of plans and flags: by these the report can be made again.
pub struct Settings<'a> {
    /// A line above them.
    pub about: Option<&'static str>,
    /// The keys, in their order.
    pub keys: Box<dyn ToToml + 'a>,
    /// The versions.
    pub provenance: Provenance,
}

/// Any struct that is serialized, behind a pointer: [`Serialize`] itself cannot be.
pub trait ToToml {
    /// The keys as TOML.
    ///
    /// # Errors
    ///
    /// If a value has no form in TOML.
    fn to_toml(&self) -> Result<String, toml::ser::Error>;
}

impl<T: Serialize> ToToml for T {
    fn to_toml(&self) -> Result<String, toml::ser::Error> {
        toml::to_string(self)
    }
}

/// The versions that the bytes of a report depend on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Provenance {
    /// The fingerprint of the plan, where the report is of one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fingerprint: Option<String>,
    /// The version of the program.
    pub shuffle_audit: &'static str,
    /// The version of the way from seeds to decks, where there are any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seed_contract: Option<u32>,
    /// The version of the counts, where a plan can add to them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tally_layout: Option<u32>,
}

impl Provenance {
    /// Of a report without any decks.
    #[must_use]
    pub fn of_version() -> Self {
        Self { fingerprint: None, shuffle_audit: VERSION, seed_contract: None, tally_layout: None }
    }

    /// Of a report on decks that come from a seed.
    #[must_use]
    pub fn of_seed() -> Self {
        Self { seed_contract: Some(CONTRACT), ..Self::of_version() }
    }
}
