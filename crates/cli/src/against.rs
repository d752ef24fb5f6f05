//! `shuffle-audit check --against`: do two shuffles have the same law, fair or not?

use crate::{
    background,
    check::{CheckArgs, TRIALS, no_verdict, sized, spec},
    common::seed,
    diff::{check_alpha, tell},
    exit::{Exit, Failure},
    export::Exports,
    subject_flags::wrong_flag,
};
use shuffle_audit::{engine::RunError, plan};
use shuffle_metrics::verdict::Budget;
use shuffle_report::diff::{self, Diff, Question, Side};
use shuffle_subjects::{CaseSpec, Folder, PlanFile, error::CaseError, keys::SubjectKind, stream};
use std::path::PathBuf;

/// The ids of both cases; they differ, so that their decks are independent.
const IDS: [&str; 2] = ["one", "other"];

/// Counts the decks of both shuffles, and compares what was counted.
pub(crate) fn against(args: &CheckArgs) -> Result<Exit, Failure> {
    let alpha = args.alpha.unwrap_or(diff::ALPHA);
    check_alpha(alpha)?;
    let one = spec(args);
    let one = sized(args, &one, &Folder::default())?.unwrap_or(one);
    let other = other(args, &one)?;
    let made = |spec: CaseSpec, wrong: &dyn Fn(&CaseError) -> Failure| {
        spec.case(&Folder::default()).map_err(|error| wrong(&error))
    };
    let inputs: Vec<PathBuf> = [&one, &other].into_iter().flat_map(stream::files).collect();
    let flag = args.against.subject().map_or("--against", |(.., flag)| flag);
    let wrong = |error: &CaseError| Failure::usage(format!("{flag}: {}", error.problem));
    let cases = vec![
        made(CaseSpec { id: IDS[0].to_owned(), ..one }, &wrong_flag)?,
        made(CaseSpec { id: IDS[1].to_owned(), ..other }, &wrong)?,
    ];
    for case in &cases {
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
        other.trials = Some(TRIALS);
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
