//! The keys by which a subject is described: one table for plans, flags, JSON, and the command that sees it again.
//!
//! A key has one name everywhere: `dice` in a plan, `--dice` on the command line, `"dice"` in JSON. Its text in
//! `--help`, in `schemas/plan.json` and in the book comes from here, and so does the refusal of a key that makes no
//! sense with a kind of subject. Keys of a case that say nothing of its subject (`trials`, `metrics`, ...) are not here.

mod kind;
mod table;

pub use kind::SubjectKind;
pub use table::KEYS;

use crate::CaseSpec;
use serde::ser::{Serialize, SerializeMap, Serializer};
use shuffle_audit::{Case, command::quoted};

/// What a key says of its subject, which is also its place in a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// Which one it is.
    Name,
    /// What its decks are.
    Deck,
    /// How it is shuffled, run or read.
    Setting,
}

/// What follows the flag of a key on the command line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operand {
    /// A value, by the name that `--help` gives it.
    Value(&'static str),
    /// Nothing: the flag means `true`.
    Flag,
    /// Nothing: the flag means `true`, and another flag means `false`.
    Switch {
        /// The flag that means `false`.
        off: &'static str,
        /// Its text in `--help`.
        help: &'static str,
    },
}

/// A key: how it is called, explained, read and written.
#[derive(Clone, Copy, Debug)]
pub struct Key {
    /// Its name in plans, flags and JSON.
    pub name: &'static str,
    /// What follows its flag.
    pub operand: Operand,
    /// What it is, without a full stop.
    pub help: &'static str,
    /// What holds if it is left out; empty if nothing is to be said.
    pub default: &'static str,
    /// What is to be said only of a plan: whole sentences, or nothing.
    pub of_plans: &'static str,
    /// The kinds of subjects with which it makes sense.
    pub kinds: &'static [SubjectKind],
    /// What it says of the subject.
    pub part: Part,
    /// Whether it is among those that decide an exact law.
    pub decides_law: bool,
    /// Its value in a case as one word of a command, not quoted; nothing if it is not given.
    pub get: fn(&CaseSpec) -> Option<String>,
    /// Gives it this value in a case.
    ///
    /// # Errors
    ///
    /// What a value must be, in words. What is wrong with it in this case is found by [`CaseSpec::case`].
    pub set: fn(&mut CaseSpec, &str) -> Result<(), String>,
}

impl Key {
    /// Its flag with its value quoted for a shell, if it is given; the value of a switch is empty.
    pub(crate) fn flag(&self, spec: &CaseSpec) -> Option<(&'static str, String)> {
        let value = (self.get)(spec)?;
        Some(match self.operand {
            Operand::Value(_) => (self.name, quoted(&value)),
            Operand::Switch { off, .. } if value == "false" => (off, String::new()),
            Operand::Switch { .. } | Operand::Flag => (self.name, String::new()),
        })
    }

    /// Its text in `--help` of a command that takes these kinds of subjects.
    #[must_use]
    pub fn in_flags(&self, taken: &[SubjectKind]) -> String {
        let mut text = self.help.to_owned();
        if self.is_special(taken) {
            let keys = SubjectKind::listed(self.kinds, "or", |key| format!("--{key}"));
            text.push_str(&format!(" (with {keys})"));
        }
        if !self.default.is_empty() {
            text.push_str(&format!(" [default: {}]", self.default));
        }
        text
    }

    /// Its text in the schema and the book, where a table of a plan takes these kinds of subjects.
    #[must_use]
    pub fn in_plans(&self, taken: &[SubjectKind]) -> String {
        let mut text = self.help.to_owned();
        if !self.default.is_empty() {
            text.push_str(&format!("; by default {}", self.default));
        }
        text.push('.');
        if self.is_special(taken) {
            let keys = SubjectKind::listed(self.kinds, "or", |key| format!("`{key}`"));
            text.push_str(&format!(" Only with {keys}."));
        }
        if !self.of_plans.is_empty() {
            text.push_str(&format!(" {}", self.of_plans));
        }
        text
    }

    /// Whether it is of use with some of these kinds only, and its name does not say so.
    fn is_special(&self, taken: &[SubjectKind]) -> bool {
        !SubjectKind::ALL.iter().any(|kind| kind.key() == self.name)
            && taken.iter().any(|kind| !self.kinds.contains(kind))
    }
}

/// The key of a name.
#[must_use]
pub fn key(name: &str) -> Option<&'static Key> {
    KEYS.iter().find(|key| key.name == name)
}

/// A subject as an object: its kind, and its keys with the values that a plan would have.
#[derive(Clone, Debug)]
pub struct Described(CaseSpec);

impl Described {
    /// That of a case; nothing if its subject is not one that can be written.
    #[must_use]
    pub fn of(case: &Case) -> Option<Self> {
        CaseSpec::of(case).map(Self)
    }
}

impl Serialize for Described {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        use serde::ser::Error;
        let kind = SubjectKind::of(&self.0).map_err(Error::custom)?;
        let keys = toml::Table::try_from(&self.0).map_err(Error::custom)?;
        let mut object = to.serialize_map(None)?;
        object.serialize_entry("kind", kind.name())?;
        for key in &KEYS {
            if let Some(value) = keys.get(key.name) {
                object.serialize_entry(key.name, value)?;
            }
        }
        object.end()
    }
}
