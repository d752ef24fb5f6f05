//! The likely cause of a failed audit.
//!
//! Three kinds of evidence: signs that need no law (all decks equal, a card that never moves, a seed with few values), the laws of
//! known shuffles, and what single tests were made to see.
//!
//! A known shuffle is named only if its own decks fit the decks of the case, if the same tests reject both, and if uniform decks do not
//! fit (p below 1e-12). Null hypothesis of a fit: the decks of the case are independent and have the law of the known shuffle. All compared
//! counts and means are [two samples](shuffle_metrics::two_sample), and the smallest p-value times their number (Bonferroni) must be 0.01 or
//! more, so that one in a hundred true laws is denied at most. A fit proves nothing: shuffles that the decks cannot tell apart are named
//! together, and a law that is not among the known ones may fit a few hundred decks as well.

mod by_law;
mod by_test;
mod fit;
mod known;
mod signs;
mod sums;

use crate::{
    CaseFindings, Cause, Conclusion, Findings,
    cause::UNKNOWN,
    engine::{Options, RunError},
};
use by_law::{ByLaw, Laws};
use shuffle_algorithms::{Shape, fill::Job};

/// Finds the likely cause of each case that fails though it should not.
///
/// Draws decks of known shuffles, from a seed of its own: the same findings get the same causes, with any number of threads. A build with
/// debug assertions draws fewer, so that it may name less.
///
/// # Errors
///
/// [`RunError::Interrupted`], and [`RunError::Threads`].
pub fn explain(findings: &mut Findings, options: &Options<'_>) -> Result<(), RunError> {
    let mut laws = Laws::default();
    for case in &mut findings.cases {
        if case.conclusion() == Conclusion::Rejected {
            case.cause = cause(case, &mut laws, options)?;
        }
    }
    Ok(())
}

/// The first of these that is found, the plainest first: all decks are equal, or few orders have kept their start; each deck equals, or
/// looks like, the one before; some cards never move and the others are even; a known law fits; a few different decks come; a property that all
/// decks have; draws are sums of dice; what the explaining test was made to see.
fn cause(
    case: &CaseFindings,
    laws: &mut Laws,
    options: &Options<'_>,
) -> Result<Option<Cause>, RunError> {
    let plain = signs::at_once(case).or_else(|| signs::sent_again(case));
    let plain = plain.or_else(|| signs::of_memory(case));
    if let Some(cause) = plain.or_else(|| signs::fixed_among_even(case)) {
        return Ok(Some(cause));
    }
    let by_law = laws.compare(case, options)?;
    if let ByLaw::Named(cause) = by_law {
        return Ok(Some(cause));
    }
    let draws = signs::of_all_decks(case).or_else(|| sums::cause(case));
    let cause = draws.or_else(|| by_test::cause(case, &by_law));
    Ok(cause.or(match by_law {
        ByLaw::TooFew(cause) | ByLaw::None(cause) => Some(cause),
        _ => None,
    }))
}

/// All known shuffles that decks of this shape are compared with.
pub fn known_shuffles(shape: Shape) -> Vec<Job> {
    known::candidates(shape).into_iter().map(|candidate| candidate.job).collect()
}

/// The ids of all causes: the sections of the page that explains them.
pub fn ids() -> Vec<&'static str> {
    let known = known::KNOWN.iter().map(|known| known.id);
    let mut ids: Vec<_> =
        known.chain(by_test::ids()).chain(signs::IDS).chain([sums::ID, UNKNOWN]).collect();
    ids.sort_unstable();
    ids.dedup();
    ids
}
