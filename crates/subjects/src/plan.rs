#![doc = include_str!("plan.md")]

use crate::{
    CaseSpec, Folder, Sweep,
    error::CaseError,
    rule,
    sweep::{SweepError, SweepSpec},
};
use serde::{Serialize, Serializer};
use sha2::{Digest, Sha256};
use shuffle_audit::{
    Case, Plan,
    number::hex,
    plan::{SEED, check_alpha},
    seeds::{CONTRACT, PlanSeed},
};
use shuffle_deck::words::nearest;
use shuffle_metrics::{
    RECORD_VERSION,
    verdict::{ALPHA_OF_RECORDING, Budget, Profile},
};
use std::{
    collections::{BTreeMap, HashMap},
    ops::Range,
    path::Path,
};
use toml::de::{DeTable, DeValue};

/// The contents of a plan file.
#[derive(Clone, Debug, PartialEq)]
pub struct PlanFile {
    /// Its name, which is also the name of its file and of its report folder.
    pub name: String,
    /// Its purpose, in a few words; the headline of its report.
    pub title: String,
    /// The seed of all randomness.
    pub seed: PlanSeed,
    /// The error budget of the run.
    pub budget: Budget,
    /// The folder to which its paths are relative.
    pub folder: Folder,
    /// The cases to be audited: first the ones that are written one by one, then the points of the sweeps.
    pub cases: Vec<Case>,
    /// The sweeps; each is shown as a curve.
    pub sweeps: Vec<Sweep>,
    /// The ids of the cases to look at again, if this is the plan of a second look, which shards count.
    pub second_look: Option<Vec<String>>,
}

/// An error in a plan, with its file and line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{file}:{line}: {problem}")]
pub struct PlanError {
    /// The file, as it was named.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
    /// A description of the error, and of how to correct it.
    pub problem: String,
}

#[derive(serde::Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(crate) struct Document {
    /// The purpose of the plan; the headline of its report.
    #[serde(default)]
    title: String,
    /// The seed of all randomness: a number, or a text such as `"0x5eed"`, which is the default.
    seed: Option<SeedText>,
    /// The meaning of `alpha`: with `ci` (the default) the error of the whole run, with `lab` the level of each
    /// single test.
    #[serde(default)]
    #[cfg_attr(test, schemars(with = "String"))] // another crate's, which knows no schemas
    profile: Profile,
    /// The folder to which paths are relative, itself relative to the plan's folder; by default the plan's folder.
    folder: Option<String>,
    /// The error budget.
    #[serde(default)]
    budget: BudgetKeys,
    /// The audited cases, one by one.
    #[serde(default)]
    case: Vec<CaseSpec>,
    /// Shuffles at several values of one parameter, each shown as one curve.
    #[serde(default)]
    sweep: Vec<SweepSpec>,
    /// The number of this second look, in the file that `merge` writes if some cases need one; not written by hand.
    second_look: Option<SecondLook>,
    /// Facts about the making of a report, in its `plan.toml`; not written by hand, and ignored when the plan is run
    /// again.
    #[serde(rename = "provenance")]
    #[cfg_attr(test, schemars(with = "Option<serde_json::Map<String, serde_json::Value>>"))]
    _provenance: Option<toml::Table>,
}

#[derive(serde::Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(untagged, expecting = "a seed is a text such as \"0x5eed\" or a number from 0")]
enum SeedText {
    Number(u64),
    Text(String),
}

#[derive(Default, serde::Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
struct BudgetKeys {
    /// The probability of any false alarm in the whole run, 1e-6 by default, and in each recording, 0.001 by default.
    /// With the profile `lab`, the level of each single test, 0.01 by default.
    alpha: Option<f64>,
    /// Whether to retest suspicious cases once, with ten times the decks; `true` by default, `false` with the profile
    /// `lab`.
    escalate: Option<bool>,
}

/// A second look at some cases of a plan; the other keys are the plan's.
#[derive(Clone, Debug, serde::Deserialize, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
struct SecondLook {
    /// The name of the plan.
    plan: String,
    /// The fingerprint of the plan.
    fingerprint: String,
    /// The ids of its suspicious cases.
    cases: Vec<String>,
}

impl PlanFile {
    /// Reads a plan; `file` is its path, for messages and for its name.
    ///
    /// # Errors
    ///
    /// [`PlanError`] with the line at fault.
    pub fn parse(file: &str, text: &str) -> Result<Self, PlanError> {
        Self::parse_in(file, text, |name| Folder::of_plan(file).named(name))
    }

    /// Reads a plan and finds its folder from what the plan says.
    pub(crate) fn parse_in(
        file: &str,
        text: &str,
        folder: impl FnOnce(Option<&str>) -> Result<Folder, String>,
    ) -> Result<Self, PlanError> {
        let place = PlanText { file, text };
        let document: Document = toml::from_str(text).map_err(|error| place.syntax(&error))?;
        let spans = DeTable::parse(text).map_err(|error| place.syntax(&error))?;
        let at = |key: &[&str]| place.line(span_of(spans.get_ref(), key));
        let error = |line, problem: String| place.error(line, problem);

        let seed = match &document.seed {
            None => SEED,
            Some(SeedText::Number(number)) => PlanSeed(*number),
            Some(SeedText::Text(text)) => {
                PlanSeed::parse(text).map_err(|wrong| error(at(&["seed"]), wrong.to_string()))?
            }
        };
        let profile = document.profile;
        let alpha = document.budget.alpha.unwrap_or(profile.default_alpha());
        let is_free = document.budget.alpha.is_none() && profile == Profile::Ci;
        let recording_alpha = is_free.then_some(ALPHA_OF_RECORDING);
        let escalate = document.budget.escalate.unwrap_or(profile == Profile::Ci);
        let budget = Budget { profile, alpha, recording_alpha, escalate };
        check_alpha(alpha).map_err(|problem| error(at(&["budget", "alpha"]), problem))?;
        if document.case.is_empty() && document.sweep.is_empty() {
            let problem =
                "the plan has no case; add a [[case]] with id, algorithm, cards and trials";
            return Err(error(1, problem.to_owned()));
        }
        let folder = folder(document.folder.as_deref());
        let folder = folder.map_err(|problem| error(at(&["folder"]), problem))?;
        let mut items = DocumentReader {
            place,
            spans: spans.get_ref(),
            folder: &folder,
            lines: HashMap::new(),
        };
        let mut cases = items.cases(document.case)?;
        let sweeps = items.sweeps(document.sweep)?;
        cases.extend(sweeps.iter().flat_map(Sweep::cases).cloned());
        let (name, title) = (name_of(file), document.title);
        let plan = Self { name, title, seed, budget, folder, cases, sweeps, second_look: None };
        match document.second_look {
            None => Ok(plan),
            Some(look) => {
                plan.looked_at_again(look).map_err(|why| error(at(&["second_look"]), why))
            }
        }
    }

    /// The same plan, limited to a second look at some cases.
    fn looked_at_again(self, look: SecondLook) -> Result<Self, String> {
        let SecondLook { plan, fingerprint, cases } = look;
        if fingerprint != self.fingerprint() {
            return Err(format!(
                "this is the second look of plan {fingerprint}, but the other keys belong to plan {}; merge the tallies of \
                 the first look again, which writes this file",
                self.fingerprint()
            ));
        }
        if let Some(id) = cases.iter().find(|id| !self.cases.iter().any(|it| it.id() == *id)) {
            return Err(format!("the plan has no case `{id}`"));
        }
        Ok(Self { name: plan, second_look: Some(cases), ..self })
    }

    /// The plan of a second look at some of its cases, in a file of this folder.
    ///
    /// # Panics
    ///
    /// As [`PlanFile::fingerprint`].
    pub fn second_look_of(&self, cases: &[String], folder: &Path) -> String {
        let has_paths = self.names_files();
        let folder = self.folder.clone().as_seen_from(folder).key().filter(|_| has_paths);
        let look = SecondLook {
            plan: self.name.clone(),
            fingerprint: self.fingerprint(),
            cases: cases.to_vec(),
        };
        let document =
            WrittenPlan { second_look: Some(look), ..self.document(self.written(), folder) };
        let body = toml::to_string(&document).expect("a plan has nothing that TOML lacks");
        format!(
            "# The second look of plan `{}`: `run` it with --shard, then `merge` all tallies.\n{body}",
            self.name
        )
    }

    /// True if this copy in a report belongs to another plan: the folder of its programs and files differs or, if
    /// either has none, the title does.
    pub fn is_other(&self, copy: &str) -> bool {
        let Ok(copy) = copy.parse::<toml::Table>() else { return false };
        let text = |key: &str| copy.get(key).and_then(toml::Value::as_str);
        let folder = self.folder.key().filter(|_| self.names_files());
        match (folder, text("folder")) {
            (Some(ours), Some(other)) => ours != other,
            _ => text("title").unwrap_or_default() != self.title,
        }
    }

    /// The plan in its own keys, without the folder of its paths.
    pub(crate) fn text(&self) -> String {
        let document = self.document(self.written(), None);
        toml::to_string(&document).expect("a plan has nothing that TOML lacks")
    }

    /// The plan, ready to run.
    pub fn plan(&self) -> Plan {
        let Self { name, title, seed, budget, cases, .. } = self.clone();
        Plan { name, title, seed, budget, cases, fingerprint: Some(self.fingerprint()) }
    }

    /// The identity of this plan: a hash of everything that decides its counts and verdicts.
    ///
    /// Programs and files are hashed by name, as the plan writes them: the hash does not depend on their contents, nor
    /// on the folder of the plan.
    ///
    /// # Panics
    ///
    /// If a plan held a value that TOML cannot express, which cannot happen.
    pub fn fingerprint(&self) -> String {
        // The title of a case, and the time limit and the probe of a program, do not affect the counts.
        let deciding = |mut spec: CaseSpec| {
            (spec.title, spec.stall, spec.probe) = (None, None, None);
            spec
        };
        let document = self.document(self.written().map(deciding), None);
        let body = toml::to_string(&document).expect("a plan has nothing that TOML lacks");
        let mut hash = Sha256::new();
        hash.update(format!("contract {CONTRACT}, layout {RECORD_VERSION}\n{body}"));
        let digest = hash.finalize();
        format!("0x{}", hex(&digest[..8]))
    }

    /// True if it names anything by a path.
    fn names_files(&self) -> bool {
        let mut specs = self.cases.iter().filter_map(CaseSpec::of);
        specs.any(|spec| spec.has_paths()) || !self.texts().is_empty()
    }

    /// The small files that are read with it, by their names in the plan: labels, groups, packs, weights, rules.
    pub(crate) fn texts(&self) -> BTreeMap<String, String> {
        let specs = self.cases.iter().filter_map(CaseSpec::of);
        let keys = |spec: CaseSpec| {
            let CaseSpec { labels, groups, pack, groups_of, weights, counts, rule, .. } = spec;
            let of_rule = rule.iter().flat_map(|rule| rule::files(rule)).collect::<Vec<_>>();
            let others = [labels, groups, pack, groups_of, weights, counts];
            others.into_iter().flatten().chain(of_rule)
        };
        let names = specs.flat_map(keys);
        let read = |name: String| self.folder.text(&name).ok().map(|text| (name, text));
        names.filter_map(read).collect()
    }

    /// The cases that the plan writes one by one. The points of a sweep are derived from the sweep.
    fn written(&self) -> impl Iterator<Item = CaseSpec> {
        self.cases.iter().filter(|case| case.sweep.is_none()).filter_map(CaseSpec::of)
    }

    fn document(
        &self,
        cases: impl Iterator<Item = CaseSpec>,
        folder: Option<String>,
    ) -> WrittenPlan<'_> {
        let Budget { profile, alpha, recording_alpha, escalate } = self.budget;
        // A written alpha also applies to each recording.
        let is_open = recording_alpha.is_some() && self.cases.iter().any(Case::is_recorded);
        let alpha = (!is_open).then_some(alpha);
        WrittenPlan {
            title: &self.title,
            seed: self.seed.to_string(),
            profile,
            folder,
            budget: WrittenBudget { alpha, escalate },
            second_look: None,
            case: cases.collect(),
            sweep: self.sweeps.iter().map(|sweep| &sweep.spec).collect(),
        }
    }
}

/// The plan as it is run, in the keys of a file that can be run again: from the folder of the report if that is known
/// ([`Folder::as_seen_from`]), else from the current folder.
impl Serialize for PlanFile {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let has_paths = self.written().any(|spec| spec.has_paths());
        let folder = self.folder.key().filter(|_| has_paths);
        self.document(self.written(), folder).serialize(serializer)
    }
}

#[derive(Serialize)]
struct WrittenPlan<'a> {
    title: &'a str,
    seed: String,
    profile: Profile,
    #[serde(skip_serializing_if = "Option::is_none")]
    folder: Option<String>,
    budget: WrittenBudget,
    #[serde(skip_serializing_if = "Option::is_none")]
    second_look: Option<SecondLook>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    case: Vec<CaseSpec>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    sweep: Vec<&'a SweepSpec>,
}

#[derive(Serialize)]
struct WrittenBudget {
    #[serde(skip_serializing_if = "Option::is_none")]
    alpha: Option<f64>,
    escalate: bool,
}

/// `audits/gate.toml` is the plan `gate`.
fn name_of(file: &str) -> String {
    Path::new(file)
        .file_stem()
        .map_or_else(|| "plan".to_owned(), |stem| stem.to_string_lossy().into_owned())
}

fn span_of(table: &DeTable<'_>, path: &[&str]) -> Option<Range<usize>> {
    let (first, rest) = path.split_first()?;
    let value = table.get(*first)?;
    match (rest, value.get_ref()) {
        ([], _) => Some(value.span()),
        (_, DeValue::Table(inner)) => span_of(inner, rest).or(Some(value.span())),
        _ => Some(value.span()),
    }
}

/// The span of a key of the `index`th `[[case]]` or `[[sweep]]`, or of that table if it lacks the key.
fn span_of_item(table: &DeTable<'_>, list: &str, index: usize, key: &str) -> Option<Range<usize>> {
    let DeValue::Array(items) = table.get(list)?.get_ref() else { return None };
    let item = items.get(index)?;
    let DeValue::Table(keys) = item.get_ref() else { return Some(item.span()) };
    span_of(keys, &[key]).or(Some(item.span()))
}

struct DocumentReader<'a> {
    place: PlanText<'a>,
    spans: &'a DeTable<'a>,
    folder: &'a Folder,
    lines: HashMap<String, usize>,
}

impl DocumentReader<'_> {
    fn cases(&mut self, specs: Vec<CaseSpec>) -> Result<Vec<Case>, PlanError> {
        let mut cases = Vec::with_capacity(specs.len());
        for (index, spec) in specs.into_iter().enumerate() {
            self.take(&spec.id, self.line("case", index, "id"))?;
            cases.push(spec.case(self.folder).map_err(|CaseError { key, problem }| {
                self.place.error(self.line("case", index, key), problem.to_string())
            })?);
        }
        Ok(cases)
    }

    fn sweeps(&mut self, specs: Vec<SweepSpec>) -> Result<Vec<Sweep>, PlanError> {
        let mut sweeps: Vec<Sweep> = Vec::with_capacity(specs.len());
        for (index, spec) in specs.into_iter().enumerate() {
            let sweep = Sweep::new(spec).and_then(|sweep| {
                sweeps.iter().try_for_each(|other| sweep.fits(other)).map(|()| sweep)
            });
            let sweep = sweep.map_err(|SweepError { key, problem }| {
                self.place.error(self.line("sweep", index, key), problem.to_string())
            })?;
            for case in sweep.cases() {
                self.take(case.id(), self.line("sweep", index, "id"))?;
            }
            sweeps.push(sweep);
        }
        Ok(sweeps)
    }

    fn line(&self, list: &str, index: usize, key: &str) -> usize {
        self.place.line(span_of_item(self.spans, list, index, key))
    }

    fn take(&mut self, id: &str, line: usize) -> Result<(), PlanError> {
        match self.lines.insert(id.to_owned(), line) {
            Some(first) => {
                let problem = format!("case id `{id}` is taken already, in line {first}");
                Err(self.place.error(line, problem))
            }
            None => Ok(()),
        }
    }
}

#[derive(Clone, Copy)]
struct PlanText<'a> {
    file: &'a str,
    text: &'a str,
}

impl PlanText<'_> {
    fn line(&self, span: Option<Range<usize>>) -> usize {
        let start = span.map_or(0, |span| span.start).min(self.text.len());
        self.text.as_bytes()[..start].iter().filter(|&&byte| byte == b'\n').count() + 1
    }

    fn error(&self, line: usize, problem: String) -> PlanError {
        PlanError { file: self.file.to_owned(), line, problem }
    }

    /// The TOML library's error in one line, with the name that was probably meant.
    fn syntax(&self, error: &toml::de::Error) -> PlanError {
        let message = error.message().split_whitespace().collect::<Vec<_>>().join(" ");
        self.error(self.line(error.span()), unknown_key(&message).unwrap_or(message))
    }
}

/// "unknown field `algoritm`, expected one of `id`, `algorithm`" with a suggestion instead of a list.
fn unknown_key(message: &str) -> Option<String> {
    let (given, known) = message.strip_prefix("unknown field `")?.split_once('`')?;
    let names: Vec<&str> = known.split('`').skip(1).step_by(2).collect();
    Some(match nearest(given, names.iter().copied()) {
        Some(name) => format!("unknown key `{given}`; did you mean `{name}`?"),
        None => format!("unknown key `{given}`; there are `{}`", names.join("`, `")),
    })
}
