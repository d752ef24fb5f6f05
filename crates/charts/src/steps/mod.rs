//! The steps of a shuffle: a still sheet with a row for each, or an animation.

mod bars;
mod cards;
mod film;
mod scene;
mod track;

pub use track::{StepRow, StepStyle, StepTrack, Steps};

use crate::{
    chart::{Draw, PlotPlan},
    error::PlotError,
};

impl Steps {
    /// The animation as a GIF, which repeats for ever. Steps are shown at a pace at which the whole takes ten to thirty seconds;
    /// of more than 300 steps only some are shown, at equal distances.
    ///
    /// # Errors
    ///
    /// As for the struct.
    pub fn to_gif(&self) -> Result<Vec<u8>, PlotError> {
        self.check()?;
        film::of(self)
    }
}

impl Draw for Steps {
    fn plan(&self) -> Result<PlotPlan<'_>, PlotError> {
        self.check()?;
        Ok(match self.style {
            StepStyle::Cards => cards::plan(self),
            StepStyle::Bars => bars::plan(self),
        })
    }
}
