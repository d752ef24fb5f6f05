//! The identity of a file of tallies: its second line.

use serde::{Deserialize, Serialize};
use shuffle_audit::{
    VERSION,
    seeds::{CONTRACT, PlanSeed, Stage},
    tallies::Share,
};
use shuffle_metrics::RECORD_VERSION;

const FORMAT: u32 = 1;

/// The kind of a file of tallies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// All that a shard has to count.
    Shard,
    /// A part of it.
    ShardCheckpoint,
    /// A part of a run.
    RunCheckpoint,
    /// All that a shard of a study has to do.
    Study,
    /// A part of a study, or of a shard of it.
    StudyCheckpoint,
}

/// A look, as a file holds it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LookNumber {
    /// The first look.
    First,
    /// The second look.
    Second,
}

impl LookNumber {
    /// The look of a stage; there are tallies of no other stage.
    pub fn of(stage: Stage) -> Self {
        if stage == Stage::SecondLook { Self::Second } else { Self::First }
    }
}

/// The identity of a file of tallies.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Identity {
    format: u32,
    shuffle_audit: String,
    seed_contract: u32,
    tally_layout: u32,
    /// The name of the plan.
    pub plan: String,
    /// The fingerprint of the plan.
    pub fingerprint: String,
    /// The seed of the plan.
    pub seed: String,
    /// The kind of file.
    pub kind: Kind,
    /// The look, or of the checkpoint of a run the first.
    pub look: LookNumber,
    /// The shard.
    pub share: Share,
}

impl Identity {
    /// Of this version, of what has this name, fingerprint and seed.
    pub(super) fn new(
        (plan, fingerprint, seed): (&str, String, PlanSeed),
        kind: Kind,
        look: LookNumber,
        share: Share,
    ) -> Self {
        Self {
            format: FORMAT,
            shuffle_audit: VERSION.to_owned(),
            seed_contract: CONTRACT,
            tally_layout: RECORD_VERSION,
            plan: plan.to_owned(),
            fingerprint,
            seed: seed.to_string(),
            kind,
            look,
            share,
        }
    }

    /// True if both are of the same part of the same plan or study.
    pub(super) fn is_of(&self, other: &Self) -> bool {
        let of = |it: &Self| (it.told(), it.seed.clone(), it.kind, it.look, it.share);
        of(self) == of(other)
    }

    /// Its identity in words.
    pub(super) fn told(&self) -> String {
        let Self { plan, fingerprint, kind, .. } = self;
        match kind {
            Kind::Study | Kind::StudyCheckpoint => format!("the study `{plan}`, {fingerprint}"),
            _ => format!("another plan, {fingerprint} `{plan}`"),
        }
    }

    pub(super) fn is_ours(&self) -> bool {
        let versions = (self.format, self.seed_contract, self.tally_layout);
        self.shuffle_audit == VERSION && versions == (FORMAT, CONTRACT, RECORD_VERSION)
    }
}
