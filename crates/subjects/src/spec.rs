//! A case as it is written, in a plan or in flags.

use crate::{count, exec::CommandSpec, start::StartKey};
use shuffle_audit::Expect;

/// A case as it is written, in a plan or in flags.
///
/// Its subject is one of `algorithm`, `exec`, `file` and `library`; what each key of it means, and with which of them it
/// makes sense, is told by its entry in [`KEYS`](crate::keys::KEYS). Paths are relative to the folder of the plan, in which
/// programs are run, too.
#[derive(Clone, Debug, Default, PartialEq, serde::Serialize, serde::Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct CaseSpec {
    /// Its name: lower-case letters, digits and hyphens. Reports have a folder of that name.
    pub id: String,
    /// A shuffle of the catalogue.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub algorithm: Option<String>,
    /// A program that writes decks.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exec: Option<CommandSpec>,
    /// A file of decks.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// A native library with a shuffle in it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub library: Option<String>,
    /// The name of the shuffle in the library.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub symbol: Option<String>,
    /// How decks are written.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub format: Option<String>,
    /// The number of the first card.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub base: Option<u32>,
    /// What the cards are called.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub labels: Option<String>,
    /// The field of an object of NDJSON that holds the deck.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub field: Option<String>,
    /// The columns that hold the cards.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub columns: Option<String>,
    /// Whether the first line is a header.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub header: Option<bool>,
    /// What becomes of orders that lack rows or have some twice.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub coverage: Option<String>,
    /// The class of each row.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub groups: Option<String>,
    /// The rows of a batch.
    #[serde(
        default,
        deserialize_with = "count::plan::any",
        skip_serializing_if = "Option::is_none"
    )]
    pub batch: Option<u64>,
    /// Copies of a program that run side by side.
    #[serde(
        default,
        deserialize_with = "count::plan::any",
        skip_serializing_if = "Option::is_none"
    )]
    pub jobs: Option<u64>,
    /// How long nothing may be written.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stall: Option<String>,
    /// A command that tells the version.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub probe: Option<CommandSpec>,
    /// Cards in the deck.
    #[serde(
        default = "not_given",
        deserialize_with = "count::plan::one",
        skip_serializing_if = "is_not_given"
    )]
    pub cards: u64,
    /// Cards dealt.
    #[serde(
        default,
        deserialize_with = "count::plan::any",
        skip_serializing_if = "Option::is_none"
    )]
    pub deal: Option<u64>,
    /// Whether the order of a deal means nothing.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub unordered: bool,
    /// Whether each place is drawn from all cards.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub replacement: bool,
    /// The kinds of cards, where some are equal.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pack: Option<String>,
    /// Bonus balls.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bonus: Option<String>,
    /// The column of a factor.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by: Option<String>,
    /// How many decks; of a file at most this many, or all that it holds.
    #[serde(
        default,
        deserialize_with = "count::plan::any",
        skip_serializing_if = "Option::is_none"
    )]
    pub trials: Option<u64>,
    /// How often the whole shuffle is repeated on a deck.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub passes: Option<u32>,
    /// How each deck lies before it is shuffled.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub start: Option<StartKey>,
    /// The dice.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dice: Option<String>,
    /// The generator under the dice; `auto` by default.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rng: Option<String>,
    /// The tests to be made; by default all that can judge.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub metrics: Option<Vec<String>>,
    /// Whether to look every 64 decks and stop as soon as the case is decided; `trials` is then the most.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub sequential: bool,
    /// What is expected: `pass` (the default) of a sound shuffle, `fail` of a planted defect.
    #[serde(default)]
    #[cfg_attr(test, schemars(with = "crate::plan_schema::ExpectSchema"))]
    pub expect: Expect,
    /// The tests that must catch a planted defect, with `expect = "fail"`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub caught_by: Vec<String>,
}

fn not_given() -> u64 {
    CaseSpec::NO_CARDS
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "the form that serde asks for")]
fn is_not_given(cards: &u64) -> bool {
    *cards == CaseSpec::NO_CARDS
}

impl CaseSpec {
    /// The number of cards of a case that does not say it: its pack does.
    pub const NO_CARDS: u64 = u64::MAX;

    /// The number of cards, if it is given; 0 else.
    pub(crate) fn given_cards(&self) -> u64 {
        if self.cards == Self::NO_CARDS { 0 } else { self.cards }
    }

    /// One deck of a shuffle that is expected to pass, with nothing special about it.
    #[must_use]
    pub fn new(id: &str, algorithm: &str, cards: u64) -> Self {
        Self {
            id: id.to_owned(),
            algorithm: Some(algorithm.to_owned()),
            cards,
            trials: Some(1),
            ..Self::default()
        }
    }

    /// True if any of its keys can hold a path.
    pub(crate) fn has_paths(&self) -> bool {
        self.exec.is_some() || self.file.is_some() || self.library.is_some()
    }
}
