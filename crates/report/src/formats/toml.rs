//! TOML: the settings of a report, in the keys that plans and flags have, and below them `[provenance]`.

use crate::{
    error::FormatError,
    settings::{Provenance, Settings},
};
use serde::Serialize;

/// The last table of every file.
#[derive(Serialize)]
struct Foot<'a> {
    provenance: &'a Provenance,
}

pub(super) fn write(settings: &Settings<'_>) -> Result<Vec<u8>, FormatError> {
    let Settings { about, keys, provenance } = settings;
    let about = about.map_or_else(String::new, |about| format!("# {about}\n"));
    let (keys, foot) = (keys.to_toml()?, toml::to_string(&Foot { provenance })?);
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

    fn settings(trials: impl Serialize + 'static) -> Settings<'static> {
        Settings {
            about: Some("These."),
            keys: Box::new(TwoFlags { trials, seed: "0x5eed" }),
            provenance: Provenance {
                fingerprint: None,
                shuffle_audit: "1.2.3",
                seed_contract: Some(2),
                tally_layout: None,
            },
        }
    }

    #[test]
    fn keys_come_in_the_order_of_the_struct_and_provenance_last() {
        let written = String::from_utf8(write(&settings(500_u64)).unwrap()).unwrap();
        let expected = "# These.\ntrials = 500\nseed = \"0x5eed\"\n\n[provenance]\n\
                        shuffle_audit = \"1.2.3\"\nseed_contract = 2\n";
        assert_eq!(written, expected);
    }

    #[test]
    fn a_value_without_a_form_in_toml_is_an_error() {
        assert!(matches!(write(&settings(())), Err(FormatError::Settings(_))));
    }
}
