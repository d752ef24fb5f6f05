//! `shuffle-audit trace`: shows one shuffle step by step.

use crate::{
    args::TraceArgs,
    check::wrong_flag,
    exit::{Exit, Failure},
    output::{print, print_document},
    run::seed,
    screen::screen,
};
use shuffle_algorithms::{
    Algorithm,
    fill::Job,
    generator::{Generator, Seed},
    trace::{Trace, TraceError},
};
use shuffle_audit::{case::shape, plan};
use shuffle_report::{
    folder,
    trace::{self, StepStyle, TraceFormat, Traces},
};
use shuffle_subjects::{CaseSpec, Folder, Subject};
use std::path::Path;

/// Decks of more cards are drawn as bars, unless the flags say otherwise.
const MOST_NUMBERED: usize = 20;

/// Prints the steps of the shuffle that the flags describe, or writes them into a file.
pub(crate) fn trace(args: &TraceArgs) -> Result<Exit, Failure> {
    let format = args.export.as_deref().map(format).transpose()?;
    let job = job(&args.subject.spec)?;
    let plan_seed = seed(args.seed, plan::SEED)?;
    let first_seed = Seed::from_u64(plan_seed.0);
    let first = match &args.rolls {
        Some(rolls) => {
            Trace::of_rolls(&job, rolls, &first_seed).map_err(|why| wrong("rolls", &why))
        }
        None => Trace::of_seed(&job, &first_seed).map_err(|why| wrong("algorithm", &why)),
    }?;
    let mut traces = vec![first];
    for other in &args.beside {
        let algorithm =
            Algorithm::parse(other).map_err(|why| Failure::usage(format!("--beside: {why}")))?;
        let beside = Job { algorithm, ..job.clone() };
        let beside = traces[0].beside(&beside, &first_seed).map_err(|why| wrong("beside", &why))?;
        traces.push(beside);
    }
    let style = args.style.unwrap_or(if job.shape.cards() <= MOST_NUMBERED {
        StepStyle::Cards
    } else {
        StepStyle::Bars
    });
    let seed = args.rolls.is_none().then(|| plan_seed.to_string());
    let traces = Traces { traces, seed, base: args.base, style };
    match (&args.export, format) {
        (Some(path), Some(format)) => export(path, format, &traces)?,
        _ if args.json => print_document(trace::json(&traces))?,
        _ => print(&trace::words(&traces, &screen(false)))?,
    }
    Ok(Exit::Expected)
}

/// The job that the flags describe. Without `--rng` it draws from the default generator, which deals one deck at a time.
fn job(spec: &CaseSpec) -> Result<Job, Failure> {
    let rng = spec.rng.clone().unwrap_or_else(|| Generator::default().id().to_owned());
    let spec = CaseSpec { rng: Some(rng), ..spec.clone() };
    let shape = shape(spec.cards, spec.deal).map_err(|error| wrong_flag(&error.into()))?;
    let subject = Subject::of(&spec, shape, &Folder::default());
    let subject = subject.map_err(|error| wrong_flag(&error))?;
    let job = subject.job().ok_or_else(|| Failure::ours("the subject is of another kind"))?;
    if job.rng == Generator::LanesXoshiro256pp {
        let why = "shuffles 64 decks at once, and a trace follows one; name another generator";
        return Err(Failure::usage(format!("--rng: `{}` {why}", job.rng.id())));
    }
    Ok(job.clone())
}

fn wrong(flag: &str, why: &TraceError) -> Failure {
    Failure::usage(format!("--{flag}: {why}"))
}

/// The format that a file's name ends with.
fn format(path: &Path) -> Result<TraceFormat, Failure> {
    let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
    let known =
        TraceFormat::ALL.into_iter().find(|format| ending.eq_ignore_ascii_case(format.ending()));
    known.ok_or_else(|| {
        let endings = TraceFormat::ALL.map(|format| format!(".{}", format.ending()));
        let (path, endings) = (path.display(), endings.join(", "));
        Failure::usage(format!("--export: `{path}` must end in one of {endings}"))
    })
}

fn export(path: &Path, format: TraceFormat, traces: &Traces) -> Result<(), Failure> {
    // The only reason left is that a picture would be too large.
    let bytes = format.write(traces).map_err(|why| Failure::usage(format!("--export: {why}")))?;
    folder::write_file(path, bytes).map_err(|why| {
        Failure::usage(format!("--export: cannot write `{}`: {why}", path.display()))
    })?;
    print(&format!("{}\n", path.display()))
}
