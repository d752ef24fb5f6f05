//! The classes of rows, as a case names them: a file with a line for each row, or the shards of the file.

use crate::{
    CaseSpec, Folder, count,
    error::{CaseError, CaseProblem, at},
};
use shuffle_metrics::{ClassesError, RowClasses};
use std::sync::Arc;

/// The rows of a batch where nothing else is said.
const BATCH: u64 = 256;

/// Precedes the number of rows of a shard.
const SHARDS: &str = "shards:";

pub(crate) fn classes(
    spec: &CaseSpec,
    folder: &Folder,
) -> Result<Option<Arc<RowClasses>>, CaseError> {
    let refuse = |key, why: String| at(key)(CaseProblem::Groups(why));
    let Some(groups) = &spec.groups else {
        return match spec.batch {
            Some(_) => {
                Err(refuse("batch", "a batch needs rows with classes; add `groups`".to_owned()))
            }
            None => Ok(None),
        };
    };
    if spec.deal.is_some() {
        return Err(refuse("groups", "batches need whole orders; leave `deal` out".to_owned()));
    }
    if spec.coverage.as_deref() == Some("ignore") {
        return Err(at("groups")(CaseProblem::NotWith("groups", "coverage")));
    }
    let batch = usize::try_from(spec.batch.unwrap_or(BATCH)).unwrap_or(usize::MAX);
    let rows = spec.cards.and_then(|cards| usize::try_from(cards).ok()).unwrap_or(usize::MAX);
    let classes = match groups.strip_prefix(SHARDS) {
        Some(of) => {
            let of = count::parse(of).map_err(|error| refuse("groups", error.to_string()))?;
            if of == 0 {
                return Err(at("groups")(CaseProblem::Zero("the number of rows of a shard")));
            }
            RowClasses::shards(rows, usize::try_from(of).unwrap_or(usize::MAX), batch)
        }
        None => {
            let path = folder.join(groups);
            let unreadable =
                |error| format!("cannot read the groups `{}`: {error}", path.display());
            let text = folder.text(groups).map_err(|error| refuse("groups", unreadable(error)))?;
            let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
            let lines = text.lines().count();
            if lines != rows {
                let why = format!(
                    "`{}` has {lines} lines for {rows} rows; it needs one line per row, in start order",
                    path.display()
                );
                return Err(refuse("groups", why));
            }
            RowClasses::of_names(text.lines().map(str::trim), batch)
        }
    };
    let key = |error: &ClassesError| {
        if matches!(error, ClassesError::Batch { .. }) { "batch" } else { "groups" }
    };
    classes
        .map(|classes| Some(Arc::new(classes)))
        .map_err(|error| refuse(key(&error), error.to_string()))
}
