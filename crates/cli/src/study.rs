//! Calibrations and forecasts that many machines share: a shard of one, and all of them merged.

use crate::{
    args::Machine,
    background::with_progress,
    calibrate,
    exit::{Exit, Failure},
    interrupt::shielded,
    merge::MergeArgs,
    output::print,
    power,
    run::REPORTS,
    sharing::{self, SharingFlags},
};
use shuffle_audit::tallies::Share;
use shuffle_report::Pictures;
use shuffle_studies::{
    calibration::{self, measured},
    power as forecast,
    tallies::{Study, StudyBook},
};
use std::path::{Path, PathBuf};

/// Does the part of a shard, and writes its file.
pub(crate) fn count_shard(
    sharing: &SharingFlags,
    study: Study,
    out: Option<&Path>,
    machine: Machine,
) -> Result<Exit, Failure> {
    let out = SharingFlags::folder(out)?;
    let book = sharing.study(study, machine)?;
    let file = out.join(book.file_name());
    book.is_free(&file).map_err(Failure::usage)?;
    let outcomes = book.outcomes();
    let counted = with_progress(machine, |options| match book.study() {
        Study::Calibration(wanted) => {
            calibration::tally(wanted, outcomes, options).map_err(calibrate::of_calibration)
        }
        Study::Measurement(wanted) => measured::tally(wanted, outcomes, options)
            .map_err(|error| calibrate::of_measurement(error, wanted)),
        Study::Power(wanted) => forecast::tally(wanted, outcomes, options).map_err(Failure::from),
    })?;
    counted.map_err(|failure| cut_off(failure, &book))?;
    shielded(|| book.write(&file)).map_err(Failure::usage)?;
    remove_checkpoint(&book)?;
    let Share { number, of } = sharing.shard.unwrap_or(Share::WHOLE);
    let (file, name) = (file.display(), book.study().name());
    print(&format!("Tallies: {file} (shard {number} of {of} of `{name}`)\n"))?;
    Ok(Exit::Expected)
}

/// Reports on the study of which these files are the shards.
pub(crate) fn merge(args: &MergeArgs) -> Result<Exit, Failure> {
    let book = StudyBook::merged(&args.files).map_err(Failure::usage)?;
    let (study, machine, json) = (book.study().clone(), args.machine, args.json);
    let name = study.name();
    let refused = |flag| {
        Failure::usage(format!(
            "{flag}: the report on `{name}` has nothing of that kind; leave it out"
        ))
    };
    if args.verbose {
        return Err(refused("--verbose"));
    }
    let pictures = if args.no_pictures { Pictures::LeftOut } else { Pictures::Drawn };
    if let Study::Power(question) = &study {
        // A forecast has a report only where it is asked for one.
        let out = args.out.as_ref().map(|out| out.join(&name));
        let told = power::Telling { out, machine, json, pictures, inputs: &args.files };
        return power::report(question, &told, &args.export, || Ok(book));
    }
    if args.export.are_given() {
        return Err(refused("--export"));
    }
    let out = args.out.clone().or_else(|| (!json).then(|| PathBuf::from(REPORTS)));
    let making = args.export.making(machine.threads());
    let telling = calibrate::Telling { out, machine, json, pictures, making };
    calibrate::report(&study, &telling, || Ok(book))
}

/// The end of a study: an interrupted one goes on from its checkpoint, if it has one.
pub(crate) fn cut_off(failure: Failure, book: &StudyBook) -> Failure {
    match failure.exit {
        Exit::Interrupted => sharing::interrupted(book.checkpoint()),
        _ => failure,
    }
}

/// Removes the checkpoint of a study that is over.
pub(crate) fn remove_checkpoint(book: &StudyBook) -> Result<(), Failure> {
    book.remove_checkpoint().map_err(|error| sharing::unremoved(book.checkpoint(), &error))
}
