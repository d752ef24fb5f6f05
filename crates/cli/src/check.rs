//! `shuffle-audit check`: audits one subject that flags describe.

use crate::{
    background,
    common::{Common, parse_count, parse_name, seed},
    exit::{Ending, Exit, Failure, NoVerdict},
    export::{ExportFlags, Exports},
    interrupt::{self, INTERRUPTED},
    output::{print, print_document},
    screen::screen,
    show,
    subject_flags::{Anything, SubjectFlags, wrong_flag},
    target::{Replaces, Target, about},
};
use clap::{Args, Parser};
use shuffle_audit::{
    Case, Fault, Findings, case::MOST_TRIALS, engine::RunError, number::counted, plan,
    source::SourceError,
};
use shuffle_deck::DrawKind;
use shuffle_metrics::verdict::Budget;
use shuffle_report::{Pictures, files_with, json, paths, words};
use shuffle_studies::Results;
use shuffle_subjects::{
    CaseSpec, Folder, PlanFile,
    keys::SubjectKind,
    single::{self, SingleCase},
    stream, subject,
};
use std::{
    path::PathBuf,
    time::{Duration, Instant},
};

#[derive(Args, Debug)]
pub(crate) struct CheckArgs {
    #[command(flatten)]
    pub(crate) subject: SubjectFlags<Anything>,
    /// Decks to shuffle [default: 1_000_000, or all that the file holds]
    #[arg(long, value_name = "N", value_parser = parse_count, help_heading = "Run")]
    pub(crate) trials: Option<u64>,
    /// Shuffle for this time, such as 60s, and judge the decks that came
    #[arg(long = "for", help_heading = "Run", hide_short_help = true, value_name = "TIME", conflicts_with_all = ["trials", "file", "counts"], value_parser = parse_time)]
    pub(crate) time: Option<Duration>,
    /// Print how the first N decks of --exec or --file are read, and stop
    #[arg(long, value_name = "N", help_heading = "Output", hide_short_help = true, value_parser = parse_count, conflicts_with_all = ["algorithm", "library", "counts", "out", "export"])]
    pub(crate) show: Option<u64>,
    /// Look every 64 decks and stop as soon as the shuffle is known to be biased
    #[arg(long, help_heading = "Run", hide_short_help = true, conflicts_with_all = ["trials", "metrics"])]
    pub(crate) until_decided: bool,
    /// With --until-decided: stop after this number of decks in any case
    #[arg(long, value_name = "N", value_parser = parse_count, default_value = "10_000_000", help_heading = "Run", hide_short_help = true)]
    #[arg(requires = "until_decided")]
    pub(crate) max_trials: u64,
    /// Tests to make, with commas between, or `small` for a few fast ones; all by default
    #[arg(long, help_heading = "Run", value_name = "LIST", value_delimiter = ',', value_parser = parse_name)]
    pub(crate) metrics: Option<Vec<String>>,
    /// Error budget: the probability of calling a fair shuffle biased; 1e-6 by default, 0.001 for a recording
    #[arg(long, help_heading = "Run", hide_short_help = true, value_name = "P")]
    pub(crate) alpha: Option<f64>,
    #[command(flatten)]
    pub(crate) against: AgainstFlags,
    /// Write the report into this folder
    #[arg(long, help_heading = "Output", value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) export: ExportFlags,
    /// Show every test with its numbers, the error budget and the seed
    #[arg(long, help_heading = "Output", conflicts_with = "json")]
    pub(crate) verbose: bool,
    #[command(flatten)]
    pub(crate) common: Common,
}

/// The command alone.
#[derive(Debug, Parser)]
struct CheckCommand {
    #[command(flatten)]
    args: CheckArgs,
}

fn parse_time(text: &str) -> Result<Duration, String> {
    subject::time(text.trim()).map_err(|error| error.to_string())
}

/// Another shuffle, to be compared with the one of the other flags.
#[derive(Args, Debug)]
#[group(multiple = false)]
pub(crate) struct AgainstFlags {
    /// Ask whether this shuffle of the catalogue has the same law, fair or not
    #[arg(long = "against", help_heading = "Comparison", hide_short_help = true, value_name = "ID", conflicts_with_all = AGAINST_NEVER)]
    pub(crate) against_algorithm: Option<String>,
    /// The same of a program
    #[arg(long, value_name = "COMMAND", help_heading = "Comparison", hide_short_help = true, conflicts_with_all = AGAINST_NEVER)]
    pub(crate) against_exec: Option<String>,
    /// The same of a file, or of the files of a pattern
    #[arg(long, value_name = "FILE", help_heading = "Comparison", hide_short_help = true, conflicts_with_all = AGAINST_NEVER)]
    pub(crate) against_file: Option<String>,
}

/// What is not said of two shuffles.
const AGAINST_NEVER: [&str; 4] = ["time", "show", "until_decided", "out"];

impl AgainstFlags {
    /// True if there is another shuffle.
    pub(crate) fn is_given(&self) -> bool {
        self.subject().is_some()
    }

    /// The other shuffle: its kind, what it is, and the flag.
    pub(crate) fn subject(&self) -> Option<(SubjectKind, &str, &'static str)> {
        let given = [
            (SubjectKind::Catalogue, &self.against_algorithm, "--against"),
            (SubjectKind::Program, &self.against_exec, "--against-exec"),
            (SubjectKind::File, &self.against_file, "--against-file"),
        ];
        given.into_iter().find_map(|(kind, value, flag)| Some((kind, value.as_deref()?, flag)))
    }
}

/// The time that a program has to show how fast it is, its own start included.
const SIZING_UP: Duration = Duration::from_secs(5);

/// A program is announced that would take longer for the default number of decks.
const LONG: Duration = Duration::from_secs(60);

/// The most decks of one copy of a program that runs for a time: a number that the usual integer of every language can
/// hold.
const MOST_OF_A_COPY: u64 = i32::MAX as u64;

/// Audits the subject that the flags describe, as a plan of one case.
pub(crate) fn check(args: &CheckArgs) -> Result<Exit, Failure> {
    if args.time.is_some() && args.subject.spec.jobs.is_some_and(|jobs| jobs > 1) {
        let why =
            "--for: the number of decks of each copy is not known beforehand; leave --jobs out";
        return Err(Failure::usage(why));
    }
    let SingleCase { plan, is_sized } = planned(args, Folder::default())?;
    if let Some(decks) = args.show {
        return show(&plan, decks, is_sized);
    }
    let names = paths::<Results>(&plan);
    let target = args.out.as_deref().map(|out| Target::new(out, &names, &Replaces::Any));
    let target = target.transpose()?;
    let exports = Exports::new(&args.export, &stream::files(&args.subject.spec))?;
    let mut ending = Ending::new();
    if target.as_ref().is_some_and(|target| !target.can_be_written()) {
        // The reason was printed already.
        ending.note(Exit::Usage);
    }
    let deadline = args.time.and_then(|time| Instant::now().checked_add(time));
    if args.trials.is_none() && args.time.is_none() && !args.until_decided {
        interrupt::install()?;
        size_up(&plan, args);
    }
    let mut results = background::find_what_comes(&plan, args.common.machine, deadline)?;
    let has_no_deck = results.findings.cases.iter().all(|case| case.last().trials == 0);
    if results.findings.interrupted && has_no_deck {
        return Err(RunError::Interrupted.into());
    }
    if args.time.is_some() && !results.findings.cases.is_empty() && !results.findings.interrupted {
        keep_what_came(&mut results);
    }
    let Results { file, findings, .. } = &results;
    if let Some(failure) = no_verdict(findings, &hint(&plan, is_sized)) {
        if args.common.json {
            ending.attempt(print_document(json::check(findings)));
        }
        ending.attempt(Err(failure));
        // For CI a case without a verdict is an answer, too.
        exports.write(&results, || json::check(findings), !args.common.json, &mut ending);
        return Ok(ending.exit());
    }
    ending.note(Exit::of(findings));
    if args.common.json {
        ending.attempt(print_document(json::check(findings)));
    } else {
        ending.attempt(print(&words::check(findings, &screen(args.verbose))));
    }
    if findings.interrupted {
        ending.attempt(Err(RunError::Interrupted.into()));
        return Ok(ending.exit());
    }
    if let Some(target) = target {
        let making = args.export.making(args.common.machine.threads());
        let fingerprint = file.fingerprint();
        let line = target.told(&fingerprint);
        if target.write(
            || files_with(&results, Pictures::Drawn, making),
            about(&results, Some(fingerprint)),
            &mut ending,
        ) && !args.common.json
        {
            ending.attempt(print(&line));
        }
    }
    exports.write(&results, || json::check(findings), !args.common.json, &mut ending);
    Ok(ending.exit())
}

/// The plan of one case that the flags describe.
fn planned(args: &CheckArgs, folder: Folder) -> Result<SingleCase, Failure> {
    args.alpha
        .map_or(Ok(()), plan::check_alpha)
        .map_err(|problem| Failure::usage(format!("--alpha: {problem}")))?;
    let seed = seed(args.common.seed, plan::SEED)?;
    // A run for a time has one look.
    let escalate = args.time.is_none();
    let budget = Budget { escalate, ..Budget::default().with_alpha(args.alpha) };
    let single = SingleCase::new(&spec(args), args.subject.has_cards, folder, (seed, budget));
    let SingleCase { mut plan, is_sized } = single.map_err(|error| wrong_flag(&error))?;
    if let Some(out) = &args.out {
        plan.folder = plan.folder.as_seen_from(out);
    }
    Ok(SingleCase { plan, is_sized })
}

/// An audit by `check` of decks that the caller holds in memory, or of anything else that its flags can name.
///
/// ```
/// use shuffle_audit_cli::{Check, Folder};
///
/// let check = Check::of(&["--algorithm", "naive", "--trials", "1000"], Folder::default())?;
/// let results = shuffle_studies::run(&check.plan, &shuffle_audit::engine::Options::default()).unwrap();
/// assert!(check.no_verdict(&results.findings).is_none());
/// # Ok::<(), shuffle_audit_cli::NoVerdict>(())
/// ```
#[derive(Debug)]
pub struct Check {
    /// Its plan of one case.
    pub plan: PlanFile,
    hint: String,
}

impl Check {
    /// The check that these flags ask for, with the files and programs that the folder holds.
    ///
    /// # Errors
    ///
    /// [`NoVerdict`] if a flag is wrong, or the decks do not show how many cards they have.
    pub fn of(flags: &[impl AsRef<str>], folder: Folder) -> Result<Self, NoVerdict> {
        let words = std::iter::once("check").chain(flags.iter().map(AsRef::as_ref));
        let usage = |error: clap::Error| {
            let said = error.to_string();
            let line = said.lines().next().unwrap_or_default();
            NoVerdict::from(Failure::usage(line.trim_start_matches("error: ")))
        };
        let CheckCommand { args } = CheckCommand::try_parse_from(words).map_err(usage)?;
        let SingleCase { plan, is_sized } = planned(&args, folder).map_err(NoVerdict::from)?;
        Ok(Self { hint: hint(&plan, is_sized), plan })
    }

    /// The reason why these findings of it are no verdict, if they are none.
    #[must_use]
    pub fn no_verdict(&self, findings: &Findings) -> Option<NoVerdict> {
        no_verdict(findings, &self.hint).map(NoVerdict::from)
    }
}

/// Says how long the default number of decks of a program takes, if that is long.
fn size_up(plan: &PlanFile, args: &CheckArgs) {
    let case = &plan.cases[0];
    if args.common.machine.quiet {
        return;
    }
    let Some(rate) = stream::decks_per_second(case, plan.seed, SIZING_UP, &INTERRUPTED) else {
        return;
    };
    let seconds = case.trials as f64 / rate;
    if seconds > LONG.as_secs_f64() {
        let minutes = counted((seconds / 60.0).ceil() as u64, "minute");
        let fitting = (rate * LONG.as_secs_f64()).ceil() as u64;
        let time = match args.subject.spec.jobs {
            Some(2..) => String::new(),
            _ => format!(" or --for {}s", LONG.as_secs()),
        };
        tell!(
            "{} of {} take about {minutes}; for one minute say --trials {fitting}{time}",
            counted(case.trials, "deck"),
            case.subject,
        );
    }
}

/// The reason why a subject was not audited to its end, if one was not. Its own words name it.
pub(crate) fn no_verdict(findings: &Findings, hint: &str) -> Option<Failure> {
    if let Some(skipped) = findings.skipped.first() {
        let error = anyhow::anyhow!("skipped: {}", skipped.why);
        return Some(Failure { exit: Exit::Inconclusive, error });
    }
    Some(match &findings.faulted.first()?.fault {
        Fault::Subject(fault) => at_fault(fault, hint),
        Fault::Absent(absent) => Failure::usage(absent),
    })
}

fn at_fault(fault: &SourceError, hint: &str) -> Failure {
    Failure { exit: Exit::Subject, error: anyhow::anyhow!("{fault}{hint}") }
}

/// The source of the number of cards, if no flag gave it.
fn hint(plan: &PlanFile, is_sized: bool) -> String {
    let cards = plan.cases[0].shape.cards();
    match is_sized && plan.cases[0].shape.kind() != DrawKind::Varying {
        true => format!(
            " (that a deck has {cards} cards is read off the first; --cards and --deal say otherwise)"
        ),
        false => String::new(),
    }
}

/// Prints the first decks, as they were written and as they are read.
fn show(plan: &PlanFile, decks: u64, is_sized: bool) -> Result<Exit, Failure> {
    let case = &plan.cases[0];
    case.subject.look().map_err(Failure::usage)?;
    interrupt::install()?;
    let shown =
        stream::show(case, plan.seed, usize::try_from(decks).unwrap_or(usize::MAX), &INTERRUPTED);
    print(&show::in_words(case, &shown.decks, screen(false).width))?;
    match shown.fault {
        Some(fault) => Err(at_fault(&fault, &hint(plan, is_sized))),
        None if (shown.decks.len() as u64) < decks.min(case.trials) => {
            print(&format!(
                "There are no more than {}.\n",
                counted(shown.decks.len() as u64, "deck")
            ))?;
            Ok(Exit::Expected)
        }
        None => Ok(Exit::Expected),
    }
}

/// Sets the number of decks of a run for a time to the number that came, so that its report can be reproduced.
fn keep_what_came(results: &mut Results) {
    let Results { file, findings, .. } = results;
    let trials = findings.cases[0].last().trials;
    let found = findings.cases.iter_mut().map(|found| &mut found.case);
    found.chain(&mut file.cases).for_each(|case: &mut Case| case.trials = trials);
    findings.plan = file.plan();
}

pub(crate) fn spec(args: &CheckArgs) -> CaseSpec {
    let subject = &args.subject.spec;
    let trials = match args.trials {
        _ if args.until_decided => Some(args.max_trials),
        None if args.time.is_some() && subject.algorithm.is_some() => Some(MOST_TRIALS),
        None if args.time.is_some() => {
            Some(MOST_OF_A_COPY.saturating_mul(subject.jobs.unwrap_or(1)))
        }
        None => single::default_trials(subject),
        trials => trials,
    };
    CaseSpec {
        id: single::id(subject).to_owned(),
        trials,
        sequential: args.until_decided,
        metrics: args.metrics.clone(),
        ..subject.clone()
    }
}
