//! `shuffle-audit run`: plans in, reports out.

use crate::{
    args::{Common, Machine, RunArgs, SeedChoice},
    exit::{Exit, Failure},
    interrupt::{self, INTERRUPTED},
    output::{Target, print},
    progress::Bar,
    screen::screen,
};
use shuffle_audit::{
    Findings, Plan,
    engine::{self, Options},
    memory::{self, Memory},
    seeds::PlanSeed,
};
use shuffle_report::{json, words};
use std::{collections::HashMap, path::Path};

/// Reads all plans, then runs one after the other.
pub(crate) fn run(args: &RunArgs) -> Result<Exit, Failure> {
    let mut plans = Vec::new();
    let mut names = HashMap::new();
    for path in &args.plans {
        let mut plan = read(path)?;
        if let Some(first) = names.insert(plan.name.clone(), path) {
            return Err(Failure::usage(format!(
                "`{}` and `{}` would write the same report `{}`; rename one of them",
                first.display(),
                path.display(),
                plan.name
            )));
        }
        plan.seed = seed(args.common.seed, plan.seed)?;
        let target = Target::new(&args.out.join(&plan.name))?;
        plans.push((path, plan, target));
    }
    let mut exit = Exit::Expected;
    let mut reports = Vec::new();
    for (path, plan, target) in plans {
        let findings = find(&plan, &args.common)?;
        target.write(&shuffle_report::files(&findings).map_err(Failure::ours)?)?;
        exit = exit.worse(Exit::of(&findings));
        if args.common.json {
            reports.push(json::run(&findings, &path.display().to_string()));
        } else {
            print(&words::run(&findings, &path.display().to_string(), &screen(args.verbose)))?;
            print(&format!("Report: {}\n", args.out.join(&plan.name).display()))?;
        }
    }
    if args.common.json {
        print(&json::many(&reports))?;
    }
    Ok(exit)
}

fn read(path: &Path) -> Result<Plan, Failure> {
    let text = std::fs::read_to_string(path).map_err(|error| {
        Failure::usage(format!("cannot read the plan `{}`: {error}", path.display()))
    })?;
    Plan::parse(&path.display().to_string(), &text).map_err(Failure::usage)
}

/// The seed of a run: the one asked for, else the plan's.
#[expect(clippy::print_stderr, reason = "a fresh seed must be known, even beside JSON")]
pub(crate) fn seed(wanted: Option<SeedChoice>, otherwise: PlanSeed) -> Result<PlanSeed, Failure> {
    match wanted {
        None => Ok(otherwise),
        Some(SeedChoice::Given(seed)) => Ok(seed),
        Some(SeedChoice::Fresh) => {
            let seed = PlanSeed(getrandom::u64().map_err(Failure::ours)?);
            eprintln!("fresh seed: {seed}");
            Ok(seed)
        }
    }
}

/// Runs a plan with a progress bar, and ends early on Ctrl-C.
pub(crate) fn find(plan: &Plan, common: &Common) -> Result<Findings, Failure> {
    announce(plan);
    Ok(with_progress(common.machine, |options| engine::run(plan, options))??)
}

/// Says what large decks will take, before they do.
#[expect(clippy::print_stderr, reason = "news for people, beside what a program reads")]
fn announce(plan: &Plan) {
    for case in plan.cases.iter().filter(|case| case.shape.cards() >= memory::LARGE) {
        eprintln!("{}: {}", case.id(), Memory::of(case));
    }
}

/// Does something long with a progress bar, which ends early on Ctrl-C.
pub(crate) fn with_progress<T>(
    machine: Machine,
    work: impl FnOnce(&Options<'_>) -> T,
) -> Result<T, Failure> {
    static INSTALLED: std::sync::Once = std::sync::Once::new();
    let mut installed = Ok(());
    INSTALLED.call_once(|| installed = interrupt::install());
    installed?;
    let bar = Bar::start();
    let progress = |news: engine::Progress<'_>| bar.show(news);
    let threads = machine.threads.unwrap_or(0);
    let instruction_set = machine.vectors.instruction_set();
    Ok(work(&Options { threads, instruction_set, interrupt: &INTERRUPTED, progress: &progress }))
}
