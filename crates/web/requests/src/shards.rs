//! Shards of an audit that workers count, and their merger. They go from worker to worker as messages.

use crate::parsed;
use serde::{Deserialize, Serialize};
use shuffle_audit::{
    Case,
    seeds::Stage,
    tallies::{CaseTallies, Ledger, LedgerError, Presence, Share},
};
use std::sync::{Mutex, PoisonError};

/// The part of an audit that a worker counts.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Part {
    number: u64,
    of: u64,
    /// True for the second look.
    #[serde(default)]
    pub(crate) again: bool,
}

impl Part {
    pub(crate) fn share(&self) -> Share {
        Share { number: self.number, of: self.of }
    }
}

/// What a worker has counted, and in which look.
#[derive(Serialize, Deserialize)]
pub(crate) struct Shard {
    again: bool,
    tallies: CaseTallies,
}

/// Keeps what a worker counts.
#[derive(Default)]
pub(crate) struct Shelf(Mutex<Option<Shard>>);

impl Shelf {
    pub(crate) fn into_shard(self) -> Option<Shard> {
        self.0.into_inner().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Ledger for Shelf {
    fn meet(&self, _: Vec<(String, Presence)>) -> Result<(), LedgerError> {
        Ok(())
    }

    fn before(&self, _: Stage, _: &Case) -> Result<Option<CaseTallies>, LedgerError> {
        Ok(None)
    }

    fn keep(&self, stage: Stage, _: &Case, tallies: &CaseTallies) {
        let shard = Shard { again: stage == Stage::SecondLook, tallies: tallies.clone() };
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(shard);
    }
}

/// The shards of all workers, merged.
#[derive(Default)]
pub(crate) struct Merged {
    first: Option<CaseTallies>,
    second: Option<CaseTallies>,
}

impl Merged {
    /// Merges shards, each as JSON.
    pub(crate) fn of(shards: &[Vec<u8>]) -> Result<Self, String> {
        let mut merged = Self::default();
        for shard in shards {
            let Shard { again, tallies } =
                parsed(shard).map_err(|error| format!("a shard: {error}"))?;
            let sum = if again { &mut merged.second } else { &mut merged.first };
            match sum {
                None => *sum = Some(tallies),
                Some(sum) => sum.merge(tallies).map_err(|error| error.to_string())?,
            }
        }
        Ok(merged)
    }

    fn of_stage(&self, stage: Stage) -> &Option<CaseTallies> {
        if stage == Stage::SecondLook { &self.second } else { &self.first }
    }
}

impl Ledger for Merged {
    fn presence(&self) -> Option<Vec<Presence>> {
        Some(vec![Presence::There(None)])
    }

    fn meet(&self, _: Vec<(String, Presence)>) -> Result<(), LedgerError> {
        Ok(())
    }

    fn before(&self, stage: Stage, _: &Case) -> Result<Option<CaseTallies>, LedgerError> {
        Ok(self.of_stage(stage).clone())
    }

    fn has(&self, stage: Stage) -> bool {
        self.of_stage(stage).is_some()
    }

    fn keep(&self, _: Stage, _: &Case, _: &CaseTallies) {}
}
