//! The keys that describe a subject, read off [`CaseSpec`]: each of its fields that is a flag, too.
//!
//! A key has one name everywhere: `dice` in a plan, `--dice` on the command line, `"dice"` in JSON. The documentation
//! of its field is its text in `crates/cli/schemas/plan.json` and in the book, and this module makes the text of `--help` from
//! it. "Only with `exec` or `file`." in that documentation is a rule: with other subjects the key is rejected. Keys of a
//! case that say nothing of its subject (`trials`, `metrics`, ...) are not here.

pub use crate::kind::SubjectKind;

use crate::{
    CaseSpec,
    error::{CaseError, CaseProblem, at},
};
use documented::DocumentedFields;
use serde::ser::{Serialize, SerializeMap, Serializer};
use serde_json::Value;
use shuffle_audit::{Case, command::quoted};
use std::sync::LazyLock;

/// A key, as its field declares it.
#[derive(Clone, Debug)]
pub struct Key {
    /// The kinds of subjects with which it makes sense.
    pub kinds: Vec<SubjectKind>,
    name: String,
    /// Its field, by number.
    field: usize,
}

const DOCS: &[&str] = CaseSpec::FIELD_DOCS;

/// The subjects to which its documentation limits each field, a bit each: found when this is compiled, so that programs that show no
/// help have none of its texts.
const LIMITS: [u8; DOCS.len()] = {
    let (mut limits, mut field) = ([0; DOCS.len()], 0);
    while field < DOCS.len() {
        limits[field] = limit(DOCS[field].as_bytes());
        field += 1;
    }
    limits
};

/// The subjects named after "Only with" in the first paragraph.
const fn limit(text: &[u8]) -> u8 {
    let (mut kinds, mut is_rule, mut at) = (0, false, 0);
    while at < text.len() && !stands_at(text, at, b"\n\n") {
        is_rule |= stands_at(text, at, b". Only with ");
        let mut kind = 0;
        while is_rule && kind < SubjectKind::ALL.len() {
            let key = SubjectKind::ALL[kind].key().as_bytes();
            let is_named = text[at] == b'`' && stands_at(text, at + 1, key);
            kinds |= (is_named as u8) << kind;
            kind += 1;
        }
        at += 1;
    }
    kinds
}

/// True if these words stand there, on one line or two.
const fn stands_at(text: &[u8], at: usize, words: &[u8]) -> bool {
    let mut same = 0;
    while same < words.len() && at + same < text.len() {
        let byte = text[at + same];
        if byte != words[same] && !(byte == b'\n' && words[same] == b' ') {
            return false;
        }
        same += 1;
    }
    same == words.len()
}

/// The keys of a case that say nothing of its subject. The command line skips them, too.
const OF_THE_CASE: [&str; 7] =
    ["id", "title", "trials", "metrics", "sequential", "expect", "caught_by"];

/// All keys of a subject, in the order of `--help` and of commands.
pub static KEYS: LazyLock<Vec<Key>> = LazyLock::new(|| {
    let fields = CaseSpec::FIELD_NAMES.iter().enumerate();
    let fields = fields.filter(|(_, name)| !OF_THE_CASE.contains(name));
    let mut keys: Vec<Key> = fields.map(|(field, name)| Key::of(field, name)).collect();
    // Plans, and so fingerprints, have the keys of layouts and processes before the keys of the deck.
    let place = |name| keys.iter().position(|key| key.name() == name).unwrap_or(0);
    let (layout, deck) = (place("format"), place("cards"));
    keys[layout..].rotate_left(deck - layout);
    keys
});

impl Key {
    fn of(field: usize, name: &str) -> Self {
        let name = name.replace('_', "-");
        let allows = |(bit, _): &(usize, SubjectKind)| LIMITS[field] >> bit & 1 == 1;
        let limited = SubjectKind::ALL.into_iter().enumerate().filter(allows);
        let kinds = match (LIMITS[field], SubjectKind::of_key(&name)) {
            (0, Some(kind)) => vec![kind],
            (0, None) => SubjectKind::ALL.to_vec(),
            _ => limited.map(|(_, kind)| kind).collect(),
        };
        Self { kinds, name, field }
    }

    /// Its name in plans, flags and JSON.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Its text in `--help` of a command that takes these kinds of subjects.
    pub fn in_flags(&self, taken: &[SubjectKind]) -> String {
        let text = DOCS[self.field].split("\n\n").next().unwrap_or_default().replace('\n', " ");
        let text = text.strip_suffix('.').unwrap_or(&text);
        let text = text.rsplit_once(". Only with ").map_or(text, |(text, _)| text);
        let (text, default) = match text.rsplit_once("; by default ") {
            Some((text, default)) => (text, Some(default)),
            None => (text, None),
        };
        let mut text = text.to_owned();
        let is_special = taken.iter().any(|kind| !self.kinds.contains(kind));
        if is_special && SubjectKind::of_key(self.name()).is_none() {
            let keys = SubjectKind::listed(&self.kinds, "or", |key| format!("--{key}"));
            text.push_str(&format!(" (with {keys})"));
        }
        if let Some(default) = default {
            text.push_str(&format!(" [default: {default}]"));
        }
        text
    }
}

/// What clap knows of the keys.
#[cfg(feature = "flags")]
static COMMAND: LazyLock<clap::Command> = LazyLock::new(|| {
    let mut command = <CaseSpec as clap::CommandFactory>::command();
    command.build();
    command
});

#[cfg(feature = "flags")]
impl Key {
    /// Its field, as clap sees it.
    ///
    /// # Panics
    ///
    /// If clap skips a field that is not in [`OF_THE_CASE`]; the tests ask for every key.
    fn declared(&self) -> &'static clap::Arg {
        let mut args = COMMAND.get_arguments();
        args.find(|arg| arg.get_id() == self.name()).expect("each key is a flag")
    }

    /// Its flag in a command that takes these kinds of subjects.
    pub fn arg(&self, taken: &[SubjectKind]) -> clap::Arg {
        use clap::builder::Resettable::Reset;
        // Its group and its place are of this crate alone.
        let arg = self.declared().clone().group(Reset).display_order(Reset);
        arg.help(self.in_flags(taken)).long_help(Reset)
    }

    /// True if its flag has a value.
    pub fn has_value(&self) -> bool {
        self.declared().get_num_args().is_some_and(|values| values.takes_values())
    }

    /// True if it is one of the keys that decide an exact law.
    pub fn decides_law(&self) -> bool {
        let law = COMMAND.get_groups().find(|group| group.get_id() == crate::spec::LAW);
        law.into_iter().flat_map(|it| it.get_args()).any(|id| id == self.name())
    }
}

/// The key of a name.
pub fn key(name: &str) -> Option<&'static Key> {
    KEYS.iter().find(|key| key.name() == name)
}

fn given(spec: &CaseSpec) -> impl Iterator<Item = (&'static Key, Value)> {
    let values = serde_json::to_value(spec).expect("a case has nothing that JSON lacks");
    KEYS.iter().filter_map(move |key| Some((key, values.get(key.name())?.clone())))
}

impl CaseSpec {
    /// The kind of its subject.
    ///
    /// # Errors
    ///
    /// [`CaseProblem::NoSubject`] and [`CaseProblem::ManySubjects`], the latter at the last key that names one.
    pub fn kind(&self) -> Result<SubjectKind, CaseError> {
        let named: Vec<_> =
            given(self).filter_map(|(key, _)| SubjectKind::of_key(key.name())).collect();
        match named.as_slice() {
            [] => Err(at(SubjectKind::Catalogue.key())(CaseProblem::NoSubject)),
            [kind] => Ok(*kind),
            [.., last] => Err(at(last.key())(CaseProblem::ManySubjects)),
        }
    }

    /// Refuses a key that makes no sense with subjects of this kind: the first, if there are several.
    pub(crate) fn refuse_keys_of_others(&self, kind: SubjectKind) -> Result<(), CaseError> {
        match given(self).find(|(key, _)| !key.kinds.contains(&kind)) {
            Some((key, _)) => Err(at(key.name())(CaseProblem::NotWith(key.name(), kind.key()))),
            None => Ok(()),
        }
    }

    /// The flags that give its keys, each with its value quoted for a shell; the value of a switch is empty.
    pub fn flags(&self) -> impl Iterator<Item = (&'static str, String)> {
        given(self).map(|(key, value)| match value {
            Value::Bool(true) => (key.name(), String::new()),
            Value::Bool(false) => ("no-header", String::new()),
            value => (key.name(), quoted(&word(&value))),
        })
    }
}

/// A value as one word of a command, not quoted.
fn word(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Array(items) if items.iter().any(Value::is_string) => {
            shell_words::join(items.iter().filter_map(Value::as_str))
        }
        Value::Array(items) => items.iter().map(word).collect::<Vec<_>>().join(","),
        other => other.to_string(),
    }
}

/// A subject as an object: its kind, and its keys with the values that a plan would have.
#[derive(Clone, Debug)]
pub struct Described(CaseSpec);

impl Described {
    /// Its subject's description; nothing if the case is not one that can be written.
    pub fn of(case: &Case) -> Option<Self> {
        CaseSpec::of(case).map(Self)
    }
}

impl Serialize for Described {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let kind = self.0.kind().map_err(serde::ser::Error::custom)?;
        let mut object = to.serialize_map(None)?;
        object.serialize_entry("kind", kind.name())?;
        for (key, value) in given(&self.0) {
            object.serialize_entry(key.name(), &value)?;
        }
        object.end()
    }
}
