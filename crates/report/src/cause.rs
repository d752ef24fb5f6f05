//! The likely cause of a rejection, as JSON and pages have it.

use crate::number::round10;
use serde::Serialize;
use shuffle_audit::Cause;

/// The likely cause of a rejection.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub(crate) struct CauseReport<'a> {
    /// Its section of the page of causes; `unknown` if no known cause fits.
    id: &'static str,
    says: &'a str,
    /// What to do; empty if that is not known.
    fix: &'a str,
    /// The section of the book that explains it.
    page: String,
    /// The p-value of the fit to the law of a known shuffle, where one is named.
    fit: Option<f64>,
}

impl<'a> CauseReport<'a> {
    pub(crate) fn of(cause: &'a Cause) -> Self {
        Self {
            id: cause.id,
            says: &cause.says,
            fix: &cause.fix,
            page: cause.page(),
            fit: cause.fit.map(|p| round10(p.value())),
        }
    }
}
