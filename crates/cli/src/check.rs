//! `shuffle-audit check`: one subject, ad hoc.

use crate::{
    args::CheckArgs,
    exit::{Exit, Failure},
    output::{Target, print},
    run::{find, seed},
};
use shuffle_algorithms::Algorithm;
use shuffle_audit::{Case, CaseSpec, Expect, Plan, case::StartKey, plan};
use shuffle_metrics::verdict::Budget;
use shuffle_report::{json, words};

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
        budget: Budget { alpha: args.alpha, escalate: !args.until_decided, ..Budget::default() },
        cases: vec![case],
    };
    let target = args.out.as_deref().map(Target::new).transpose()?;
    let findings = find(&plan, &args.common)?;
    if let Some(target) = target {
        target.write(&shuffle_report::files(&findings).map_err(Failure::ours)?)?;
    }
    let exit = Exit::of(&findings);
    if args.common.json {
        print(&json::findings(&findings))?;
    } else {
        print(&words::check(&findings))?;
        if exit != Exit::Expected {
            print(&format!("To see it again: {}\n", command(&plan)))?;
        }
    }
    Ok(exit)
}

fn spec(args: &CheckArgs) -> CaseSpec {
    // A wrong algorithm is complained of when the case is made.
    let id = Algorithm::parse(&args.algorithm).map_or("check", |algorithm| algorithm.entry().id);
    CaseSpec {
        id: id.to_owned(),
        algorithm: args.algorithm.clone(),
        cards: args.cards,
        deal: args.deal,
        trials: if args.until_decided { args.max_trials } else { args.trials },
        sequential: args.until_decided,
        passes: args.passes,
        start: args.start.clone().map(StartKey::Name),
        dice: args.dice.clone(),
        rng: args.rng.clone(),
        metrics: args.metrics.clone(),
        expect: Expect::Pass,
        caught_by: Vec::new(),
    }
}

/// The command that finds the same again.
fn command(plan: &Plan) -> String {
    let spec = &plan.cases[0].spec;
    let trials = if spec.sequential { "--until-decided --max-trials" } else { "--trials" };
    let mut command = format!(
        "shuffle-audit check --algorithm {} --cards {} {} {} --seed {}",
        spec.algorithm, spec.cards, trials, spec.trials, plan.seed
    );
    let mut add = |flag: &str, value: Option<String>| {
        if let Some(value) = value {
            command.push_str(&format!(" --{flag} {value}"));
        }
    };
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
