//! `shuffle-audit trace`: shows one shuffle step by step.

use crate::{
    common::{SeedChoice, parse_seed, seed},
    exit::{Exit, Failure},
    export::{write_whole, wrong_name},
    output::{print, print_document},
    screen::screen,
    subject_flags::{Catalogued, SubjectFlags, wrong_flag},
};
use clap::Args;
use shuffle_algorithms::{
    Algorithm,
    fill::Job,
    generator::{Generator, Seed},
    trace::{Trace, TraceError},
};
use shuffle_audit::plan;
use shuffle_report::{
    ReportError,
    trace::{self, StepStyle, TraceFormat, Traces},
};
use shuffle_subjects::{CaseSpec, Folder, Subject, drawn::shape_of};
use std::path::{Path, PathBuf};

#[derive(Args, Debug)]
pub(crate) struct TraceArgs {
    #[command(flatten)]
    pub(crate) subject: SubjectFlags<Catalogued>,
    /// The rolls, all that the shuffle asks for, with commas between: each is counted from 0, whatever range is rolled
    #[arg(long, value_name = "LIST", value_parser = parse_rolls, allow_hyphen_values = true)]
    pub(crate) rolls: Option<Rolls>,
    /// The seed of the rolls, or with --rolls of the other rolls: a number, 0x... or decimal, or `fresh` to draw
    /// one
    #[arg(long, value_name = "SEED", value_parser = parse_seed)]
    pub(crate) seed: Option<SeedChoice>,
    /// Another shuffle next to it, with the same rolls where they fit; up to two
    #[arg(long, value_name = "ID", num_args = 1)]
    pub(crate) beside: Vec<String>,
    /// How a deck is drawn: cards or bars [default: cards for up to 20 of them]
    #[arg(long, value_name = "STYLE", value_parser = parse_style)]
    pub(crate) style: Option<StepStyle>,
    /// The number on the first card, 0 or 1; places and rolls count from 0 in any case
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=1), default_value = "0")]
    pub(crate) base: u32,
    /// Write a file instead: an animation (.gif, or .html with a player), a sheet of all steps (.png, .svg), or
    /// the numbers (.json)
    #[arg(long, value_name = "FILE", conflicts_with = "json")]
    pub(crate) export: Option<PathBuf>,
    /// Print the steps as JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// Rolls as they were given; there may be none.
#[derive(Clone, Debug)]
pub(crate) struct Rolls(pub(crate) Vec<usize>);

fn parse_rolls(text: &str) -> Result<Rolls, String> {
    if text.trim().is_empty() {
        return Ok(Rolls(Vec::new()));
    }
    let rolls: Result<Vec<usize>, _> = text.split(',').map(|roll| roll.trim().parse()).collect();
    rolls.map(Rolls).map_err(|_| "rolls are whole numbers from 0, with commas between".to_owned())
}

fn parse_style(text: &str) -> Result<StepStyle, String> {
    match text {
        "cards" => Ok(StepStyle::Cards),
        "bars" => Ok(StepStyle::Bars),
        _ => Err("there are cards, bars".to_owned()),
    }
}

/// The most shuffles that are shown next to another.
const MOST_BESIDE: usize = 2;

/// Decks of more cards are drawn as bars, unless the flags say otherwise.
const MOST_NUMBERED: usize = 20;

/// Prints the steps of the shuffle that the flags describe, or writes them into a file.
pub(crate) fn trace(args: &TraceArgs) -> Result<Exit, Failure> {
    let format = args.export.as_deref().map(format).transpose()?;
    let job = job(&args.subject.spec)?;
    if job.shape.dealt() == 0 {
        return Err(Failure::usage("--cards, --deal: a trace needs at least 1 card"));
    }
    let plan_seed = seed(args.seed, plan::SEED)?;
    let traces = traced(args, &job, &Seed::from_u64(plan_seed.0))?;
    let style = args.style.unwrap_or(if job.shape.cards() <= MOST_NUMBERED {
        StepStyle::Cards
    } else {
        StepStyle::Bars
    });
    let (seed, are_rolls_given) = (plan_seed.to_string(), args.rolls.is_some());
    let traces = Traces { traces, seed, are_rolls_given, base: args.base, style };
    match (&args.export, format) {
        (Some(path), Some(format)) => export(path, format, &traces)?,
        _ if args.json => print_document(trace::json(&traces))?,
        _ => print(&trace::words(&traces, &screen(false)))?,
    }
    Ok(Exit::Expected)
}

fn traced(args: &TraceArgs, job: &Job, seed: &Seed) -> Result<Vec<Trace>, Failure> {
    let first = match &args.rolls {
        Some(Rolls(rolls)) => Trace::of_rolls(job, rolls, seed),
        None => Trace::of_seed(job, seed),
    };
    let first = first.map_err(|why| wrong("algorithm", &why))?;
    if args.beside.len() > MOST_BESIDE {
        let why = format!("--beside: at most {MOST_BESIDE} shuffles have room next to another");
        return Err(Failure::usage(why));
    }
    let mut traces = vec![first];
    for other in &args.beside {
        let algorithm =
            Algorithm::parse(other).map_err(|why| Failure::usage(format!("--beside: {why}")))?;
        let beside = Job { algorithm, ..job.clone() };
        let beside = traces[0].beside(&beside, seed).map_err(|why| wrong("beside", &why))?;
        traces.push(beside);
    }
    Ok(traces)
}

/// The job that the flags describe. Without `--rng` it draws from the default generator, which deals one deck at a time.
fn job(spec: &CaseSpec) -> Result<Job, Failure> {
    let of_draws = [
        ("rule", spec.rule.is_some()),
        ("varying", spec.varying),
        ("groups-of", spec.groups_of.is_some()),
        ("groups", spec.groups.is_some()),
        ("pack", spec.pack.is_some()),
        ("replacement", spec.replacement),
    ];
    if let Some((flag, _)) = of_draws.into_iter().find(|(_, is_given)| *is_given) {
        let why = "a trace follows the swaps of whole orders and deals; leave it out";
        return Err(Failure::usage(format!("--{flag}: {why}")));
    }
    let rng = spec.rng.clone().unwrap_or_else(|| Generator::default().id().to_owned());
    let spec = CaseSpec { rng: Some(rng), ..spec.clone() };
    let shape = shape_of(&spec, &Folder::default()).map_err(|error| wrong_flag(&error))?;
    let subject = Subject::of(&spec, shape, &Folder::default());
    let subject = subject.map_err(|error| wrong_flag(&error))?;
    let job = subject.job().ok_or_else(|| Failure::ours("the subject is of another kind"))?;
    if job.rng == Generator::LanesXoshiro256pp {
        let why = "shuffles 64 decks at once, and a trace follows one; name another generator";
        return Err(Failure::usage(format!("--rng: `{}` {why}", job.rng.id())));
    }
    // What is read from the cards is no step.
    Ok(job.in_order())
}

fn wrong(subject: &str, why: &TraceError) -> Failure {
    let flag = match why {
        TraceError::Range { .. }
        | TraceError::Ended { .. }
        | TraceError::Left { .. }
        | TraceError::DrawsItself { .. } => "rolls",
        TraceError::TooLarge { what: "cards", .. } => "cards",
        TraceError::TooLarge { what: "passes", .. } => "passes",
        _ => subject,
    };
    Failure::usage(format!("--{flag}: {why}"))
}

/// The format that a file's name ends with.
fn format(path: &Path) -> Result<TraceFormat, Failure> {
    let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
    let known =
        TraceFormat::ALL.into_iter().find(|format| ending.eq_ignore_ascii_case(format.ending()));
    known.ok_or_else(|| {
        let endings = TraceFormat::ALL.map(|format| format!(".{}", format.ending()));
        wrong_name(path, format!("must be a name that ends in one of {}", endings.join(", ")))
    })
}

fn export(path: &Path, format: TraceFormat, traces: &Traces) -> Result<(), Failure> {
    let shown = path.display();
    let bytes = format.write(traces).map_err(|error| match error {
        ReportError::File { source, .. } => {
            let other = match traces.style {
                StepStyle::Cards => "bars take less room: --style bars",
                StepStyle::Bars => "take fewer cards or steps, or a .json",
            };
            Failure::usage(format!("--export: cannot make `{shown}`: {source}; {other}"))
        }
        ours => Failure::ours(ours),
    })?;
    write_whole(path, &bytes)?;
    print(&format!("{shown}\n"))
}
