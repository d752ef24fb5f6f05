//! `shuffle-audit check`: one subject, ad hoc.

use crate::{
    args::CheckArgs,
    exit::{Exit, Failure},
    output::{Target, print},
    run::{find, seed},
    screen::screen,
};
use shuffle_algorithms::Algorithm;
use shuffle_audit::{Case, CaseSpec, Plan, plan, start::StartKey, subject::CommandSpec};
use shuffle_metrics::verdict::Budget;
use shuffle_report::{json, words};

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
    let target = args.out.as_deref().map(Target::new).transpose()?;
    let findings = find(&plan, &args.common)?;
    if let Some(target) = target {
        target.write(&shuffle_report::files(&findings).map_err(Failure::ours)?)?;
    }
    let exit = Exit::of(&findings);
    if args.common.json {
        print(&json::check(&findings))?;
    } else {
        print(&words::check(&findings, &screen(args.verbose)))?;
    }
    Ok(exit)
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
