//! `shuffle-audit check`: one subject, ad hoc.

use crate::{
    args::CheckArgs,
    exit::{Ending, Exit, Failure},
    finding::find,
    output::print,
    run::{quoted, seed},
    target::{Replaces, Target},
};
use shuffle_algorithms::Algorithm;
use shuffle_audit::{
    Case, CaseSpec, Plan, engine::RunError, faults_in_words::interruption, plan, start::StartKey,
    subject::CommandSpec,
};
use shuffle_metrics::verdict::Budget;
use shuffle_report::{Pictures, files, json, words};

/// Decks that are enough to see what matters in most shuffles, if nobody says how many.
const TRIALS: u64 = 1_000_000;

/// Audits the subject that the flags describe, as a plan of one case.
pub(crate) fn check(args: &CheckArgs) -> Result<Exit, Failure> {
    let case = Case::new(spec(args))
        .map_err(|error| Failure::usage(format!("--{}: {}", error.key, error.problem)))?;
    plan::check_alpha(args.alpha)
        .map_err(|problem| Failure::usage(format!("--alpha: {problem}")))?;
    let plan = Plan {
        name: "check".to_owned(),
        title: format!("check of {}", case.subject.name()),
        seed: seed(args.common.seed, plan::SEED)?,
        budget: Budget { alpha: args.alpha, escalate: can_escalate(args), ..Budget::default() },
        cases: vec![case],
        sweeps: Vec::new(),
    };
    let names = files::names(&plan);
    let target = args.out.as_deref().map(|out| Target::new(out, &names, &Replaces::Any));
    let target = target.transpose()?;
    let mut findings = find(&plan, args.common.machine)?;
    if let Some(faulted) = findings.faulted.pop() {
        return Err(faulted.fault.into());
    }
    let mut ending = Ending::new();
    let exit = Exit::of(&findings);
    ending.note(exit);
    if args.common.json {
        ending.attempt(print(&json::findings(&findings)));
    } else {
        let mut text = interruption(&findings) + &words::check(&findings);
        if exit != Exit::Expected && !findings.interrupted {
            text.push_str(&format!("To see it again: {}\n", command(&plan)));
        }
        ending.attempt(print(&text));
    }
    if findings.interrupted {
        ending.attempt(Err(RunError::Interrupted.into()));
    } else if let Some(target) = target {
        let fingerprint = Some(plan.fingerprint());
        target.write(|| files(&findings, Pictures::Drawn), fingerprint, &mut ending);
    }
    Ok(ending.exit())
}

/// A second look needs fresh decks, which a file does not have; and a bet is one look.
fn can_escalate(args: &CheckArgs) -> bool {
    !args.until_decided && args.file.is_none()
}

fn spec(args: &CheckArgs) -> CaseSpec {
    // A wrong algorithm is complained of when the case is made.
    let algorithm = args.algorithm.as_deref().and_then(|id| Algorithm::parse(id).ok());
    let trials = match args.trials {
        _ if args.until_decided => Some(args.max_trials),
        None if args.file.is_none() => Some(TRIALS),
        trials => trials,
    };
    CaseSpec {
        id: algorithm.map_or("check", |algorithm| algorithm.entry().id).to_owned(),
        algorithm: args.algorithm.clone(),
        exec: args.exec.clone().map(CommandSpec::Line),
        file: args.file.clone(),
        library: args.library.clone(),
        symbol: args.symbol.clone(),
        format: args.format.clone(),
        base: args.base,
        labels: args.labels.clone(),
        jobs: args.jobs,
        stall: args.stall.clone(),
        cards: args.cards,
        deal: args.deal,
        trials,
        sequential: args.until_decided,
        passes: args.passes,
        start: args.start.clone().map(StartKey::Name),
        dice: args.dice.clone(),
        rng: args.rng.clone(),
        metrics: args.metrics.clone(),
        ..CaseSpec::default()
    }
}

/// The command that finds the same again.
fn command(plan: &Plan) -> String {
    let spec = &plan.cases[0].spec;
    let trials = if spec.sequential { "until-decided --max-trials" } else { "trials" };
    let mut command = String::from("shuffle-audit check");
    let mut add = |flag: &str, value: Option<String>| {
        if let Some(value) = value {
            command.push_str(&format!(" --{flag} {value}"));
        }
    };
    add("algorithm", spec.algorithm.clone());
    add("exec", spec.exec.as_ref().and_then(exec));
    add("file", spec.file.as_deref().map(quoted));
    add("library", spec.library.as_deref().map(quoted));
    add("symbol", spec.symbol.as_deref().map(quoted));
    add("cards", Some(spec.cards.to_string()));
    add(trials, spec.trials.map(|trials| trials.to_string()));
    add("seed", Some(plan.seed.to_string()));
    add("format", spec.format.clone());
    add("base", spec.base.map(|base| base.to_string()));
    add("labels", spec.labels.as_deref().map(quoted));
    add("jobs", spec.jobs.map(|jobs| jobs.to_string()));
    add("stall", spec.stall.as_deref().map(quoted));
    add("deal", spec.deal.map(|deal| deal.to_string()));
    add("passes", spec.passes.map(|passes| passes.to_string()));
    let start = plan.cases[0].subject.job().filter(|_| spec.start.is_some());
    add("start", start.map(|job| job.start.to_string()));
    add("dice", spec.dice.clone());
    add("rng", spec.rng.clone());
    add("metrics", spec.metrics.as_ref().map(|metrics| metrics.join(",")));
    add(
        "alpha",
        (plan.budget.alpha != Budget::default().alpha).then(|| plan.budget.alpha.to_string()),
    );
    command
}

/// A command as one word of a shell.
fn exec(command: &CommandSpec) -> Option<String> {
    let CommandSpec::Line(line) = command else { return None };
    Some(quoted(line))
}
