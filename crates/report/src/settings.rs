//! The settings behind a report in TOML, in the keys of plans and flags, and below them the versions that made it: by these the report
//! can be made again.

use crate::error::FormatError;
use serde::Serialize;
use shuffle_audit::{VERSION, seeds::CONTRACT};

/// The versions that the bytes of a report depend on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Provenance {
    /// The fingerprint of the plan, where the report is of one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) fingerprint: Option<String>,
    pub(crate) shuffle_audit: &'static str,
    /// The version of the way from seeds to decks, where there are any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) seed_contract: Option<u32>,
    /// The version of the counts, where a plan can add to them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) tally_layout: Option<u32>,
}

impl Provenance {
    pub(crate) fn of_version() -> Self {
        Self { fingerprint: None, shuffle_audit: VERSION, seed_contract: None, tally_layout: None }
    }

    pub(crate) fn of_seed() -> Self {
        Self { seed_contract: Some(CONTRACT), ..Self::of_version() }
    }
}

#[derive(Serialize)]
struct Foot {
    provenance: Provenance,
}

/// The keys in their order below a line about them, if there is one, and `[provenance]`.
pub(crate) fn write(
    about: Option<&str>,
    keys: &impl Serialize,
    provenance: Provenance,
) -> Result<Vec<u8>, FormatError> {
    let about = about.map_or_else(String::new, |about| format!("# {about}\n"));
    let (keys, foot) = (toml::to_string(keys)?, toml::to_string(&Foot { provenance })?);
    Ok(format!("{about}{keys}\n{foot}").into_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Serialize)]
    struct TwoFlags<T> {
        trials: T,
        seed: &'static str,
    }

    fn written(trials: impl Serialize) -> Result<Vec<u8>, FormatError> {
        let provenance = Provenance {
            shuffle_audit: "1.2.3",
            seed_contract: Some(2),
            ..Provenance::of_version()
        };
        write(Some("These."), &TwoFlags { trials, seed: "0x5eed" }, provenance)
    }

    #[test]
    fn keys_come_in_the_order_of_the_struct_and_provenance_last() {
        let written = String::from_utf8(written(500_u64).unwrap()).unwrap();
        let expected = "# These.\ntrials = 500\nseed = \"0x5eed\"\n\n[provenance]\n\
                        shuffle_audit = \"1.2.3\"\nseed_contract = 2\n";
        assert_eq!(written, expected);
    }

    #[test]
    fn a_value_without_a_form_in_toml_is_an_error() {
        assert!(matches!(written(()), Err(FormatError::Settings(_))));
    }
}
