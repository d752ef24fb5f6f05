//! `shuffle-audit check --against`: do two shuffles have the same law, fair or not?

use crate::{
    background,
    check::{CheckArgs, no_verdict, spec},
    common::seed,
    diff::{check_alpha, tell},
    exit::{Exit, Failure},
    export::Exports,
    subject_flags::wrong_flag,
};
use shuffle_audit::shuffle_deck::{DrawKind, Rule};
use shuffle_audit::{engine::RunError, plan};
use shuffle_metrics::verdict::Budget;
use shuffle_report::diff::{self, Diff, Question, Side};
use shuffle_subjects::{
    CaseSpec, Folder, PlanFile, error::CaseError, keys::SubjectKind, single, stream,
};
use std::path::PathBuf;

/// The ids of both cases; they differ, so that their decks are independent.
const IDS: [&str; 2] = ["one", "other"];

/// The decks by default of what a file is compared with.
const TRIALS_FOR_FILE: u64 = 1 << 17;

/// Decks of more cards are not read card by card, which takes a table of all pairs.
const MOST_READ: usize = 256;

/// Counts the decks of both shuffles, and compares what was counted.
pub(crate) fn against(args: &CheckArgs) -> Result<Exit, Failure> {
    let alpha = args.alpha.unwrap_or(diff::ALPHA);
    check_alpha(alpha)?;
    let one = spec(args);
    for (flag, is_given) in [("rule", one.rule.is_some()), ("groups-of", one.groups_of.is_some())] {
        if is_given {
            let why = "two draws are compared whatever their rule; leave it out";
            return Err(Failure::usage(format!("--{flag}: {why}")));
        }
    }
    let sized = single::sized(&one, args.subject.has_cards, &Folder::default());
    let one = sized.map_err(|error| wrong_flag(&error))?.unwrap_or(one);
    let other = other(args, &one)?;
    let made = |spec: CaseSpec, wrong: &dyn Fn(&CaseError) -> Failure| {
        spec.case(&Folder::default()).map_err(|error| wrong(&error))
    };
    let inputs: Vec<PathBuf> = [&one, &other].into_iter().flat_map(stream::files).collect();
    let flag = args.against.subject().map_or("--against", |(.., flag)| flag);
    let wrong = |error: &CaseError| Failure::usage(format!("{flag}: {}", error.problem));
    let mut cases = vec![
        made(CaseSpec { id: IDS[0].to_owned(), ..one }, &wrong_flag)?,
        made(CaseSpec { id: IDS[1].to_owned(), ..other }, &wrong)?,
    ];
    for case in &mut cases {
        let kinds = [DrawKind::Order, DrawKind::Pack, DrawKind::Replacement];
        let is_small = case.shape.breadth() <= MOST_READ && case.shape.values() <= MOST_READ;
        if is_small && kinds.contains(&case.shape.kind()) && !case.shape.is_by_level() {
            case.shape = case.shape.with_rule(Rule::open());
        }
        case.subject.look().map_err(Failure::usage)?;
    }
    let names = [0, 1].map(|index: usize| cases[index].subject.name());
    let file = PlanFile {
        name: "check".to_owned(),
        title: format!("{} against {}", names[0], names[1]),
        seed: seed(args.common.seed, plan::SEED)?,
        budget: Budget { escalate: false, ..Budget::default() },
        folder: Folder::default(),
        cases,
        sweeps: Vec::new(),
        second_look: None,
    };
    let exports = Exports::new(&args.export, &inputs)?;
    let results = background::find(&file, args.common.machine, None)?;
    if results.findings.interrupted {
        return Err(RunError::Interrupted.into());
    }
    if let Some(failure) = no_verdict(&results.findings, "") {
        return Err(failure);
    }
    let [one, other] = [0, 1].map(|index: usize| {
        let mut side = Side::of(&results, &names[index]);
        side.cases.retain(|case| case.id == IDS[index]);
        for case in &mut side.cases {
            "check".clone_into(&mut case.id);
            // Whether either is fair is not the question.
            "pass".clone_into(&mut case.standing);
        }
        side
    });
    let diff = Diff::of(one, other, Question::SameLaw, alpha);
    tell(&diff, &exports, args.common.json, args.verbose)
}

/// The other shuffle, with the cards of the first. What else was said of the first holds for it, too, if it is of the same kind and no
/// shuffle of the catalogue, whose dice and passes are its own.
fn other(args: &CheckArgs, one: &CaseSpec) -> Result<CaseSpec, Failure> {
    let Some((kind, value, _)) = args.against.subject() else { return Ok(one.clone()) };
    let of_one = one.kind().map_err(|error| wrong_flag(&error))?;
    if of_one == SubjectKind::Counts {
        return Err(Failure::usage(
            "--counts: two shuffles are compared by their decks, and counts show none",
        ));
    }
    let mut other = match of_one == kind && kind != SubjectKind::Catalogue {
        true => CaseSpec { probe: None, ..one.clone() },
        false => CaseSpec {
            trials: one.trials,
            cards: one.cards,
            deal: one.deal,
            unordered: one.unordered,
            replacement: one.replacement,
            bonus: one.bonus.clone(),
            draw: one.draw.clone(),
            pack: one.pack.clone(),
            weights: one.weights.clone(),
            metrics: one.metrics.clone(),
            ..CaseSpec::default()
        },
    };
    if kind == SubjectKind::File {
        other.trials = args.trials;
    } else if other.trials.is_none() {
        // A recording is mostly short, and a program may be slow.
        let is_recorded = of_one == SubjectKind::File;
        other.trials = Some(if is_recorded { TRIALS_FOR_FILE } else { single::TRIALS });
    }
    let value = Some(value.to_owned());
    match kind {
        SubjectKind::Catalogue => other.algorithm = value,
        SubjectKind::Program => other.exec = value.map(Into::into),
        SubjectKind::File => other.file = value,
        SubjectKind::Library => other.library = value,
        SubjectKind::Counts => other.counts = value,
    }
    Ok(other)
}
