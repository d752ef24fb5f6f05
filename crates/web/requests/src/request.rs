//! Requests of the host, and their answers.

use crate::{
    host::{self, HostShuffle},
    parsed,
    shards::{Merged, Part, Shelf},
};
use serde::{Deserialize, Serialize};
use shuffle_algorithms::{
    generator::{Generator, Seed},
    trace::Trace,
};
use shuffle_audit::{
    CaseFindings, Custom, Fault, Findings,
    engine::{self, Options, Progress, RunError},
    plan,
    seeds::PlanSeed,
};
use shuffle_metrics::verdict::Budget;
use shuffle_report::{
    json, pictures,
    trace::{self, StepStyle, Traces},
    words::{self, Screen},
};
use shuffle_studies::Results;
use shuffle_subjects::{
    CaseSpec, Folder, Held, Subject,
    drawn::shape_of,
    error::CaseError,
    single::{self, SingleCase},
};
use std::{
    io::{self, Cursor, Read},
    sync::Arc,
};

/// What a host may ask: `audit` or `steps`.
// No enum with a tag: serde would compile all that it holds for buffered contents, too.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Request {
    /// An audit: all of it, the counts of a [`Part`], or the verdict on the counts of all parts.
    audit: Option<Audit>,
    /// The part to count.
    part: Option<Part>,
    /// True if the files after the audit's are the counts of all parts.
    #[serde(default)]
    is_counted: bool,
    /// True if pictures are to be drawn.
    #[serde(default)]
    has_pictures: bool,
    /// The steps of a shuffle of the catalogue.
    steps: Option<Steps>,
}

/// A shuffle whose steps are asked for.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Steps {
    case: CaseSpec,
    seed: Option<String>,
}

/// An audit, as `check` makes it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Audit {
    /// The keys of the case, as in a plan.
    case: CaseSpec,
    /// The name of the host's function, if that is what shuffles.
    function: Option<String>,
    seed: Option<String>,
    alpha: Option<f64>,
    /// The names of the files in the rooms.
    #[serde(default)]
    files: Vec<String>,
}

/// The answer to an audit.
#[derive(Serialize)]
#[serde(rename_all = "snake_case")]
enum Answer {
    /// The findings: the document of `check --json`, what `check` prints, and pictures by name.
    Found { document: String, words: String, pictures: Vec<(&'static str, String)> },
    /// The counts of a part.
    Counted(String),
    /// The audit needs a second look, with other decks.
    Again,
    /// The steps, in JSON.
    Steps(String),
    /// There is no verdict.
    Wrong(Wrong),
}

/// The reason why there is no answer.
#[derive(Serialize)]
pub(crate) struct Wrong {
    /// The exit code that the command would have.
    exit: u8,
    /// The key at fault, if it is one.
    key: Option<&'static str>,
    why: String,
}

impl Wrong {
    fn usage(why: impl ToString) -> Self {
        Self { exit: 2, key: None, why: why.to_string() }
    }

    fn internal(why: impl ToString) -> Self {
        Self { exit: 70, key: None, why: why.to_string() }
    }
}

impl From<CaseError> for Wrong {
    fn from(error: CaseError) -> Self {
        Self { key: Some(error.key), ..Self::usage(error.problem) }
    }
}

/// A file in memory.
struct InMemory(Arc<[u8]>);

impl Held for InMemory {
    fn open(&self, _: &[(&str, String)]) -> io::Result<Box<dyn Read + Send>> {
        Ok(Box::new(Cursor::new(Arc::clone(&self.0))))
    }
}

/// Answers a request in JSON, given the files that it names.
pub fn answer(request: &[u8], files: Vec<Vec<u8>>) -> Vec<u8> {
    let answer = parsed(request)
        .map_err(|error| Wrong::usage(format!("the request: {error}")))
        .and_then(|request| answered(request, files))
        .unwrap_or_else(Answer::Wrong);
    serde_json::to_vec(&answer).unwrap_or_default()
}

fn answered(request: Request, files: Vec<Vec<u8>>) -> Result<Answer, Wrong> {
    if let Some(Steps { case, seed }) = request.steps {
        return steps(case, seed.as_deref()).map(Answer::Steps);
    }
    let audit = request.audit.ok_or_else(|| Wrong::usage("the request asks for nothing"))?;
    let mut files = files.into_iter();
    let named: Vec<_> = audit.files.iter().cloned().zip(files.by_ref()).collect();
    let single = audit.single(named)?;
    match request.part {
        Some(part) => count(&single, &part),
        None if request.is_counted => {
            let merged = Merged::of(&files.collect::<Vec<_>>()).map_err(Wrong::internal)?;
            judge(&single, Some(&merged), request.has_pictures)
        }
        None => judge(&single, None, request.has_pictures),
    }
}

fn parse_seed(seed: Option<&str>) -> Result<PlanSeed, Wrong> {
    let seed = seed.map_or(Ok(plan::SEED), PlanSeed::parse);
    seed.map_err(|error| Wrong { key: Some("seed"), ..Wrong::usage(error) })
}

impl Audit {
    fn single(&self, files: Vec<(String, Vec<u8>)>) -> Result<SingleCase, Wrong> {
        let seed = parse_seed(self.seed.as_deref())?;
        let wrong = |problem| Wrong { key: Some("alpha"), ..Wrong::usage(problem) };
        self.alpha.map_or(Ok(()), plan::check_alpha).map_err(wrong)?;
        let mut folder = Folder::default();
        for (name, bytes) in files {
            if let Ok(text) = std::str::from_utf8(&bytes) {
                folder = folder.holding_text(&name, text);
            }
            folder = folder.holding(&name, Arc::new(InMemory(bytes.into())));
        }
        let case = &self.case;
        let budget = Budget::default().with_alpha(self.alpha);
        // The decks of a function have the shape that a sound shuffle's would have.
        let stand_in = || self.function.as_ref().map(|_| "fisher-yates".to_owned());
        let spec = CaseSpec {
            id: single::id(case).to_owned(),
            algorithm: case.algorithm.clone().or_else(stand_in),
            trials: case.trials.or_else(|| single::default_trials(case)),
            ..case.clone()
        };
        let has_cards = single::has_cards(&spec);
        let mut single =
            SingleCase::new(&single::with_cards(spec), has_cards, folder, (seed, budget))?;
        if let Some(name) = &self.function {
            single.plan.cases[0].subject = Arc::new(Custom::new(name, HostShuffle));
        }
        Ok(single)
    }
}

fn with_options<T>(run: impl FnOnce(&Options<'_>) -> T) -> T {
    let progress = |news: Progress<'_>| {
        if let Progress::Trials(decks) = news {
            host::progress(decks);
        }
    };
    run(&Options { progress: &progress, ..Options::default() })
}

fn count(single: &SingleCase, part: &Part) -> Result<Answer, Wrong> {
    let (plan, shelf) = (single.plan.plan(), Shelf::default());
    let again = part.again.then(|| vec![plan.cases[0].id().to_owned()]);
    let faulted = with_options(|options| {
        let options = Options { ledger: Some(&shelf), ..*options };
        engine::tally(&plan, &options, part.share(), again.as_deref())
    });
    if let Some(faulted) = faulted.map_err(Wrong::internal)?.first() {
        return Err(at_fault(&faulted.fault));
    }
    let shard = shelf.into_shard().ok_or_else(|| Wrong::internal("nothing was counted"))?;
    Ok(Answer::Counted(serde_json::to_string(&shard).map_err(Wrong::internal)?))
}

fn judge(
    single: &SingleCase,
    counted: Option<&Merged>,
    has_pictures: bool,
) -> Result<Answer, Wrong> {
    let results = with_options(|options| {
        let ledger = counted.map(|merged| merged as _);
        shuffle_studies::run(&single.plan, &Options { ledger, ..*options })
    });
    let results = match results {
        Err(RunError::SecondLook { .. }) => return Ok(Answer::Again),
        results => results.map_err(Wrong::internal)?,
    };
    found(&results, has_pictures)
}

fn found(results: &Results, has_pictures: bool) -> Result<Answer, Wrong> {
    let findings = &results.findings;
    no_verdict(findings)?;
    let document = json::check(findings).map_err(Wrong::internal)?;
    let drawn = |case: &CaseFindings| {
        let exact = results.exact_positions.get(case.case.id()).map(Vec::as_slice);
        pictures::svgs(findings, case, exact).map_err(Wrong::internal)
    };
    let drawn = findings.cases.first().filter(|_| has_pictures).map_or(Ok(Vec::new()), drawn)?;
    Ok(Answer::Found {
        document,
        words: words::check(findings, &Screen::default()),
        pictures: drawn,
    })
}

fn no_verdict(findings: &Findings) -> Result<(), Wrong> {
    findings.faulted.first().map_or(Ok(()), |one| Err(at_fault(&one.fault)))
}

fn at_fault(fault: &Fault) -> Wrong {
    let exit = if matches!(fault, Fault::Subject(_)) { 4 } else { 2 };
    Wrong { exit, ..Wrong::usage(fault) }
}

/// The steps of a shuffle of the catalogue, as `trace --json` has them.
fn steps(case: CaseSpec, seed: Option<&str>) -> Result<String, Wrong> {
    let seed = parse_seed(seed)?;
    let rng = case.rng.clone().unwrap_or_else(|| Generator::default().id().to_owned());
    let spec = single::with_cards(CaseSpec { rng: Some(rng), ..case });
    let shape = shape_of(&spec, &Folder::default())?;
    let subject = Subject::of(&spec, shape, &Folder::default())?;
    let job = subject.job().ok_or_else(|| Wrong::usage("it is not of the catalogue"))?.in_order();
    let trace = Trace::of_seed(&job, &Seed::from_u64(seed.0)).map_err(Wrong::usage)?;
    let (traces, seed) = (vec![trace], seed.to_string());
    let style = StepStyle::Bars; // which is not told
    let traces = Traces { traces, seed, are_rolls_given: false, base: 0, style };
    trace::json(&traces).map_err(Wrong::internal)
}
