//! Known shuffles whose laws fit the decks of a case.

use super::{
    fit::{self, LEVEL, UNIFORM_LEVEL, can_be_compared, ln_fit, rejected_alike},
    known::{Candidate, Known, buffer_of, candidates, uniform},
};
use crate::{
    CaseFindings,
    cause::{Cause, UNKNOWN},
    effective_buffer::effective_buffer,
    engine::{Options, RunError},
};
use shuffle_deck::Shape;
use shuffle_metrics::{Exhibit, PValue};
use std::collections::{HashMap, hash_map::Entry};

/// Debug builds are slow, and draw this many times fewer decks.
const SLOWNESS: u64 = if cfg!(debug_assertions) { 20 } else { 1 };

/// The cards that are shuffled to compare all candidates, the survivors, and those that fit.
const CARDS: [u64; 3] = [6_000_000 / SLOWNESS, 30_000_000 / SLOWNESS, 20_000_000 / SLOWNESS];

/// Fewer decks of a candidate say nothing, and more are not needed.
const DECKS: [u64; 2] = [100, 100_000];

/// The most decks of a known shuffle for each deck of the case. Eight show eight ninths of what its exact law would show, so more add
/// little. With four, 1,000 decks no longer tell the two naive shuffles apart.
const MOST_PER_DECK: u64 = 8;

/// Candidates below this logarithm of a fit (1e-4) are not compared with more decks.
const LN_LEAST: f64 = -9.21;

/// The most candidates that are compared with more decks.
const MOST: usize = 16;

/// A law that is this many times as near as the uniform one, by the logarithm of p, is near.
const NEAR: f64 = 4.0;

/// More known shuffles than this are not named one by one.
const MOST_NAMED: usize = 3;

/// Known shuffles of the shapes that were met, with decks of each.
#[derive(Default)]
pub(super) struct Laws(HashMap<Shape, Vec<(Candidate, Vec<Exhibit>)>>);

struct Fit {
    candidate: Candidate,
    ln_p: f64,
}

/// The result of a comparison with known shuffles.
pub(super) enum ByLaw {
    /// Nothing: there is too little to compare.
    NotCompared,
    /// Single decks do not differ from uniform ones.
    Uniform,
    /// They do, but hardly, so that many laws would fit.
    TooFew(Cause),
    /// These decks look like a known shuffle.
    Named(Cause),
    /// No known shuffle fits.
    None(Cause),
}

impl Laws {
    /// Compares the decks of this case with decks of known shuffles.
    pub(super) fn compare(
        &mut self,
        case: &CaseFindings,
        options: &Options<'_>,
    ) -> Result<ByLaw, RunError> {
        if !can_be_compared(case) {
            return Ok(ByLaw::NotCompared);
        }
        let all = self.drawn(case, options)?;
        let fits = all.iter().filter_map(|(candidate, drawn)| {
            Some(Fit { candidate: candidate.clone(), ln_p: ln_fit(case, drawn)? })
        });
        let mut near: Vec<Fit> = fits.collect();
        near.sort_by(|a, b| b.ln_p.total_cmp(&a.ln_p));
        near.retain(|fit| fit.ln_p >= LN_LEAST);
        near.truncate(MOST);
        let mut survivors: Vec<Candidate> = near.into_iter().map(|fit| fit.candidate).collect();
        survivors.extend(buffers_like(case));
        let (ln_uniform, mut fits) = compared(survivors, case, options)?;
        match ln_uniform {
            None => return Ok(ByLaw::NotCompared),
            Some(ln_p) if ln_p >= LEVEL.ln() => return Ok(ByLaw::Uniform),
            Some(ln_p) if ln_p >= UNIFORM_LEVEL.ln() => return Ok(ByLaw::TooFew(too_few())),
            Some(_) => {}
        }
        fits.sort_by(|a, b| b.ln_p.total_cmp(&a.ln_p));
        // A law that fits far better than the uniform one is worth a word, though it does not fit.
        let is_near = |fit: &&Fit| Some(NEAR * fit.ln_p) > ln_uniform;
        let nearest = fits.first().filter(is_near).map(|fit| fit.candidate.clone());
        fits.retain(|fit| fit.ln_p >= LEVEL.ln());
        let fits = judged(fits, case, options)?;
        Ok(match fits.is_empty() {
            false => ByLaw::Named(named(&fits)),
            true => ByLaw::None(unknown(nearest.as_ref())),
        })
    }

    /// Decks of all candidates of the shape of this case.
    fn drawn(
        &mut self,
        case: &CaseFindings,
        options: &Options<'_>,
    ) -> Result<&[(Candidate, Vec<Exhibit>)], RunError> {
        let shape = case.case.shape;
        Ok(match self.0.entry(shape) {
            Entry::Occupied(drawn) => drawn.into_mut(),
            Entry::Vacant(empty) => {
                let all = candidates(shape);
                let trials = decks(0, all.len(), case);
                let drawn = fit::counted(&all, &case.case, trials, options)?;
                empty.insert(all.into_iter().zip(drawn).collect())
            }
        })
    }
}

/// Shuffle buffers that move rows as far as they moved here.
fn buffers_like(case: &CaseFindings) -> Vec<Candidate> {
    let buffer = case.last().histogram_of("footrule").and_then(|footrule| {
        let n = case.case.shape.cards();
        // The histogram counts halves of the footrule, which is even.
        let mean = 2.0 * footrule.mean() / (n * n) as f64;
        let buffer = effective_buffer(mean, n, footrule.trials)?;
        Some(f64::midpoint(buffer.low, buffer.high).round() as usize)
    });
    let around = buffer.into_iter().flat_map(|buffer| buffer.saturating_sub(1).max(2)..=buffer + 1);
    around.filter_map(|buffer| buffer_of(buffer, case.case.shape)).collect()
}

/// Decks to draw of each candidate at this stage, given the number of candidates.
fn decks(stage: usize, candidates: usize, case: &CaseFindings) -> u64 {
    let cards = CARDS[stage] / (candidates.max(1) * case.case.shape.cards()) as u64;
    cards.clamp(DECKS[0], DECKS[1])
}

/// The logarithm of the p-value by which uniform decks fit, and the fit of each candidate, with more decks.
fn compared(
    mut candidates: Vec<Candidate>,
    case: &CaseFindings,
    options: &Options<'_>,
) -> Result<(Option<f64>, Vec<Fit>), RunError> {
    candidates.extend(uniform(case.case.shape));
    let most = MOST_PER_DECK.saturating_mul(case.last().trials).max(DECKS[0]);
    let trials = decks(1, candidates.len(), case).min(most);
    let drawn = fit::counted(&candidates, &case.case, trials, options)?;
    let fits = candidates
        .into_iter()
        .zip(&drawn)
        .filter_map(|(candidate, drawn)| Some(Fit { candidate, ln_p: ln_fit(case, drawn)? }));
    let (uniform, fits): (Vec<Fit>, Vec<Fit>) = fits.partition(|fit| fit.candidate.is_uniform());
    Ok((uniform.first().map(|fit| fit.ln_p), fits))
}

/// Those that the same tests reject, in their order.
fn judged(
    fits: Vec<Fit>,
    case: &CaseFindings,
    options: &Options<'_>,
) -> Result<Vec<Fit>, RunError> {
    if fits.is_empty() {
        return Ok(fits);
    }
    let candidates: Vec<Candidate> = fits.iter().map(|fit| fit.candidate.clone()).collect();
    let most = decks(2, candidates.len(), case).min(case.last().trials);
    let drawn = fit::judged(&candidates, &case.case, most, options)?;
    let both = fits.into_iter().zip(&drawn);
    let alike = both.filter(|(_, drawn)| rejected_alike(case, drawn));
    Ok(alike.map(|(fit, _)| fit).collect())
}

/// Each known shuffle among them, with the values of its parameter that fit.
fn phrases(fits: &[Fit]) -> Vec<String> {
    let mut met: Vec<(&'static Known, Vec<usize>)> = Vec::new();
    for Fit { candidate: Candidate { known, value, .. }, .. } in fits {
        match met.iter_mut().find(|(other, _)| std::ptr::eq(*other, *known)) {
            Some((_, values)) => values.extend(value),
            None => met.push((known, value.iter().copied().collect())),
        }
    }
    met.iter_mut().for_each(|(_, values)| values.sort_unstable());
    met.iter().map(|(known, values)| known.with(values)).collect()
}

fn named(fits: &[Fit]) -> Cause {
    let best = &fits[0].candidate;
    let phrases = phrases(fits);
    let says = match &phrases[..] {
        [one] => format!("Looks like {one}."),
        [first, others @ ..] if phrases.len() <= MOST_NAMED => {
            format!(
                "Looks like {first}; or {}. These decks can't tell which.",
                others.join("; or ")
            )
        }
        [first, others @ ..] => format!(
            "Looks like {first}, or one of {} others; these decks can't tell them apart.",
            others.len()
        ),
        [] => String::new(),
    };
    let fit = Some(PValue::from_ln(fits[0].ln_p.min(0.0)));
    let is_common = fits.iter().all(|fit| fit.candidate.known.fix == best.known.fix);
    Cause { fit, ..Cause::new(best.known.id, says, if is_common { best.known.fix } else { "" }) }
}

fn too_few() -> Cause {
    Cause::new(UNKNOWN, "More decks would show whether it is a known shuffle.", "")
}

fn unknown(nearest: Option<&Candidate>) -> Cause {
    let nearest = nearest.map(|it| it.known.with(it.value.as_slice()));
    let says = match nearest {
        Some(nearest) => format!("No known shuffle fits; the closest is {nearest}."),
        None => "No known shuffle fits.".to_owned(),
    };
    Cause::new(UNKNOWN, says, "")
}
