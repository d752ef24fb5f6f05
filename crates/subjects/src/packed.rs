//! A plan on its way to another folder or machine, with all that makes it what it is here.

use crate::{Folder, PlanError, PlanFile};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use shuffle_audit::number::hex;
use shuffle_metrics::verdict::ALPHA_OF_RECORDING;
use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
};

/// A plan as it was run, apart from its file.
///
/// ```
/// use shuffle_subjects::{PackedPlan, PlanFile};
/// let text = "[[case]]\nid = \"a\"\nalgorithm = \"naive\"\ncards = 5\ntrials = 2_000\n";
/// let plan = PlanFile::parse("audits/mine.toml", text)?;
/// let packed = PackedPlan::of(&plan, "audits/mine.toml".as_ref());
/// assert_eq!(packed.plan()?, plan);
/// # Ok::<(), shuffle_subjects::PlanError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PackedPlan {
    name: String,
    /// Its file, as it was named.
    path: String,
    folder: PathBuf,
    absolute: Option<PathBuf>,
    /// Its keys.
    text: String,
    /// The small files that were read with it: labels, groups, packs.
    texts: BTreeMap<String, String>,
    /// True if the plan names no alpha, so that recordings have another.
    is_free: bool,
}

impl PackedPlan {
    /// Packs a plan that was read from this file.
    pub fn of(plan: &PlanFile, path: &Path) -> Self {
        let folder = plan.folder.path().to_owned();
        let absolute = folder.join(".").canonicalize().ok();
        let (name, path) = (plan.name.clone(), path.display().to_string());
        let is_free = plan.budget.recording_alpha.is_some();
        let (text, texts) = (plan.text(), plan.texts());
        Self { name, path, folder, absolute, text, texts, is_free }
    }

    /// The plan's file, as it was named.
    pub fn path(&self) -> &str {
        &self.path
    }

    /// True if both are the same plan, wherever they were packed.
    pub fn is_that_of(&self, other: &Self) -> bool {
        (&self.name, &self.text, &self.texts) == (&other.name, &other.text, &other.texts)
    }

    /// A hash of all that makes it that plan.
    pub fn digest(&self) -> String {
        let digest = Sha256::digest(format!("{} {} {:?}", self.name, self.text, self.texts));
        format!("0x{}", hex(&digest[..8]))
    }

    /// The plan. Its paths lead to where they led, if that can be reached.
    ///
    /// # Errors
    ///
    /// [`PlanError`] if the plan cannot be read here.
    pub fn plan(&self) -> Result<PlanFile, PlanError> {
        let is_same = self.folder.join(".").canonicalize().ok() == self.absolute;
        let folder = self.absolute.as_ref().filter(|_| !is_same).unwrap_or(&self.folder);
        let file = format!("{}.toml", self.name);
        let mut plan = PlanFile::parse_in(&file, &self.text, |_| {
            Ok(Folder::new(folder).with_brought(self.texts.clone()))
        })?;
        plan.budget.recording_alpha = self.is_free.then_some(ALPHA_OF_RECORDING);
        Ok(plan)
    }
}
