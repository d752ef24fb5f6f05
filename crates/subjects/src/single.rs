//! The plan of one case without a plan file: what `check` makes of its flags, and other languages of their options.

use crate::{CaseSpec, Folder, PlanFile, error::CaseError, stream};
use shuffle_algorithms::Algorithm;
use shuffle_audit::seeds::PlanSeed;
use shuffle_metrics::verdict::Budget;

/// Cards in the deck, if nothing gives their number.
pub const CARDS: u64 = 52;

/// Decks by default: enough to detect the usual biases.
pub const TRIALS: u64 = 1_000_000;

/// True if its decks were drawn before: there are as many as there are, and no others.
fn is_recorded(spec: &CaseSpec) -> bool {
    spec.file.is_some() || spec.counts.is_some()
}

/// The number of decks, if nothing gives it: all that are recorded, or [`TRIALS`].
#[must_use]
pub fn default_trials(spec: &CaseSpec) -> Option<u64> {
    (!is_recorded(spec)).then_some(TRIALS)
}

/// True if a key gives the number of cards, or decides it.
#[must_use]
pub fn has_cards(spec: &CaseSpec) -> bool {
    spec.cards.is_some()
        || spec.pack.is_some()
        || spec.groups_of.is_some()
        || spec.draw.is_some()
        || spec.weights.is_some()
        || (spec.stream.is_some() && spec.file.is_some())
}

/// The same case with 52 cards, if nothing gives their number; a file has one card for each label.
#[must_use]
pub fn with_cards(spec: CaseSpec) -> CaseSpec {
    let has_its_own = (spec.labels.is_some() && spec.file.is_some()) || spec.counts.is_some();
    if has_cards(&spec) || has_its_own {
        return spec;
    }
    CaseSpec { cards: Some(CARDS), ..spec }
}

/// The id of the only case: the id of its shuffle, if it is in the catalogue.
#[must_use]
pub fn id(spec: &CaseSpec) -> &'static str {
    // A wrong algorithm is reported when the case is made.
    let algorithm = spec.algorithm.as_deref().and_then(|id| Algorithm::parse(id).ok());
    algorithm.map_or("check", |algorithm| algorithm.entry().id)
}

/// The plan of one case.
#[derive(Clone, Debug)]
pub struct SingleCase {
    /// The plan.
    pub plan: PlanFile,
    /// True if its number of cards is known from its first decks alone.
    pub is_sized: bool,
}

impl SingleCase {
    /// A plan of this case [`with_cards`]; where `has_cards` is false, the first decks of a file say how many there are. Only decks
    /// that are drawn again for it, and are not judged one after the other, have the second look of the budget.
    ///
    /// # Errors
    ///
    /// [`CaseError`] if a key is wrong, or the decks do not show their number of cards.
    pub fn new(
        spec: &CaseSpec,
        has_cards: bool,
        folder: Folder,
        (seed, budget): (PlanSeed, Budget),
    ) -> Result<Self, CaseError> {
        let escalate = budget.escalate && !spec.sequential && !is_recorded(spec);
        let sized = sized(spec, has_cards, &folder)?;
        // A format that was found implies the number of cards.
        let is_counted = sized.as_ref().is_some_and(|sized| sized.format == spec.format);
        let is_sized = is_counted && spec.labels.is_none();
        let case = sized.unwrap_or_else(|| spec.clone()).case(&folder)?;
        let plan = PlanFile {
            name: "check".to_owned(),
            title: format!("check of {}", case.subject.name()),
            seed,
            budget: Budget { escalate, ..budget },
            folder,
            cases: vec![case],
            sweeps: Vec::new(),
            second_look: None,
        };
        Ok(Self { plan, is_sized })
    }
}

/// The case with as many cards as its first decks show, if their number was not given and they show it.
///
/// # Errors
///
/// As [`SingleCase::new`]; of two errors the one that is not about the number of cards.
pub fn sized(
    spec: &CaseSpec,
    has_cards: bool,
    folder: &Folder,
) -> Result<Option<CaseSpec>, CaseError> {
    if has_cards {
        return Ok(None);
    }
    stream::sized(spec, folder).or_else(|error| {
        // The number of names is another than the default number of cards.
        let is_known = spec.per.is_some() || spec.varying;
        if is_known { Err(error) } else { spec.clone().case(folder).and(Err(error)) }
    })
}
