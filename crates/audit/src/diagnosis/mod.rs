//! The likely cause of a failed audit.
//!
//! Three kinds of evidence, the plainest first: [signs](signs) that need no law (all decks equal, a card that never moves, a
//! seed with few values), the [laws of known shuffles](by_law), and what single [tests](by_test) were made to see.
//!
//! A known shuffle is named only if its decks fit those of the case (1 %, all compared counts together), if the same tests
//! reject it, and if uniform decks do not fit. Shuffles that the decks cannot tell apart are named together.

mod by_law;
mod by_test;
mod fit;
mod known;
mod signs;

use crate::{
    Cause, Conclusion, Findings,
    cause::UNKNOWN,
    engine::{Options, RunError},
};
use by_law::Laws;

/// Finds the likely cause of each case that fails though it should not.
///
/// Draws decks of known shuffles, from a seed of its own: the same findings get the same causes, with any number of threads.
///
/// # Errors
///
/// [`RunError::Interrupted`], and [`RunError::Threads`].
pub fn explain(findings: &mut Findings, options: &Options<'_>) -> Result<(), RunError> {
    let mut laws = Laws::default();
    for case in &mut findings.cases {
        if case.conclusion() == Conclusion::Rejected {
            case.cause = match signs::of_all(case) {
                Some(cause) => Some(cause),
                None => {
                    let by_law = laws.cause(case, options)?;
                    let known = by_law.clone().filter(Cause::is_known);
                    known
                        .or_else(|| signs::of_memory(case))
                        .or_else(|| signs::of_single_cards(case))
                        .or_else(|| signs::of_parity(case))
                        .or_else(|| by_test::cause(case, by_law.is_none()))
                        .or(by_law)
                }
            };
        }
    }
    Ok(())
}

/// The ids of all causes: the sections of the page that explains them.
pub fn ids() -> Vec<&'static str> {
    let known = known::KNOWN.iter().map(|known| known.id);
    let mut ids: Vec<_> = known.chain(by_test::ids()).chain(signs::IDS).chain([UNKNOWN]).collect();
    ids.sort_unstable();
    ids.dedup();
    ids
}
