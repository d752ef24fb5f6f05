//! `shuffle-audit calibrate`: checks that p-values of sound shuffles are uniform, and counts the decks that planted
//! defects take.

use crate::{
    background::{announce_successors, with_progress},
    common::{Common, Machine, REPORTS, parse_count, seed},
    exit::{Ending, Exit, Failure},
    interrupt,
    output::{print, print_document},
    part_of_plan::read,
    screen::screen,
    sharing::{self, SharingFlags},
    study::{count_shard, cut_off, of_calibration, of_measurement},
    target::{Replaces, Target, about},
};
use clap::Args;
use shuffle_audit::{number::counted, plan};
use shuffle_report::{
    Making, Pictures, Report, ReportError, calibration, files_with, measured, paths,
};
use shuffle_studies::{
    calibration::{
        Calibrated, Calibration, calibrate as gather,
        measured::{Measured, Measurement, measure},
    },
    tallies::{Study, StudyBook},
};
use shuffle_subjects::PlanFile;
use std::path::{Path, PathBuf};

#[derive(Args, Debug)]
pub(crate) struct CalibrateArgs {
    /// Count the decks until each defect of this plan is caught instead, and the false alarms at its sound shuffles
    #[arg(long, value_name = "PLAN", conflicts_with_all = ["runs", "cards", "trials", "most_decks"])]
    pub(crate) plan: Option<PathBuf>,
    /// With --plan: the most decks that a defect is given, in multiples of the trials of its case
    #[arg(long, value_name = "N", value_parser = parse_count, default_value = "8", requires = "plan")]
    pub(crate) times: u64,
    /// Audits of sound shuffles
    #[arg(long, value_name = "N", value_parser = parse_count, default_value = "10_000")]
    pub(crate) runs: u64,
    /// Deck sizes, with commas between
    #[arg(long, value_name = "LIST", value_parser = parse_count, value_delimiter = ',', default_value = "4,10,52")]
    pub(crate) cards: Vec<u64>,
    /// Audit the sound shuffles of this plan instead, each with as many decks as its case asks for
    #[arg(long, value_name = "PLAN", conflicts_with_all = ["plan", "cards", "trials"])]
    pub(crate) sound: Option<PathBuf>,
    /// Decks of each size in each audit
    #[arg(long, value_name = "N", value_parser = parse_count, default_value = "2_000")]
    pub(crate) trials: u64,
    /// Audits of each planted defect; 0 leaves them out. With --plan: audits of each case
    #[arg(long, value_name = "N", value_parser = parse_count, default_value = "20")]
    pub(crate) detections: u64,
    /// The most decks that a planted defect is given
    #[arg(long, value_name = "N", value_parser = parse_count, default_value = "4_000_000")]
    pub(crate) most_decks: u64,
    /// The folder of the reports; this one goes into `calibration` in it, or into the name of the plan [default: reports]
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) sharing: SharingFlags,
    #[command(flatten)]
    pub(crate) common: Common,
}

/// The most audits of a shuffle: more p-values than that no test of a test needs.
const MOST_AUDITS: u64 = 10_000_000;

/// The settings of a calibration that change none of its numbers.
pub(crate) struct Telling {
    /// The folder of the reports, if there is to be one.
    pub(crate) out: Option<PathBuf>,
    pub(crate) machine: Machine,
    pub(crate) json: bool,
    pub(crate) pictures: Pictures,
    pub(crate) making: Making,
}

/// Runs a calibration and writes its report, or counts a shard of it.
pub(crate) fn calibrate(args: &CalibrateArgs) -> Result<Exit, Failure> {
    interrupt::install()?;
    args.sharing.judges_nothing(&[("--json", args.common.json)])?;
    args.sharing.has_one_seed(args.common.seed)?;
    let wanted = match &args.plan {
        Some(plan) => Study::Measurement(measurement(args, plan)?),
        None => Study::Calibration(settings(args)?),
    };
    if args.sharing.shard.is_some() {
        return count_shard(&args.sharing, wanted, args.out.as_deref(), args.common.machine);
    }
    let telling = Telling {
        out: Some(args.out.clone().unwrap_or_else(|| PathBuf::from(REPORTS))),
        machine: args.common.machine,
        json: args.common.json,
        pictures: Pictures::Drawn,
        making: Making { threads: args.common.machine.threads(), ..Making::default() },
    };
    report(&wanted, &telling, || args.sharing.study(wanted.clone(), args.common.machine))
}

/// Reports a calibration or a measurement, whose book is opened when its report has a place.
pub(crate) fn report(
    wanted: &Study,
    telling: &Telling,
    book: impl FnOnce() -> Result<StudyBook, Failure>,
) -> Result<Exit, Failure> {
    match wanted {
        Study::Calibration(wanted) => report_calibrated(wanted, telling, book),
        Study::Measurement(wanted) => report_measured(wanted, telling, book),
        Study::Power(_) => Err(Failure::ours("a forecast is no calibration")),
    }
}

fn at_most_audits(flag: &str, number: u64) -> Result<(), Failure> {
    match number > MOST_AUDITS {
        true => Err(Failure::usage(format!("{flag}: at most {}", counted(MOST_AUDITS, "audit")))),
        false => Ok(()),
    }
}

fn settings(args: &CalibrateArgs) -> Result<Calibration, Failure> {
    if args.runs == 0 || args.trials == 0 || args.most_decks == 0 {
        return Err(Failure::usage("--runs, --trials and --most-decks must be at least 1"));
    }
    at_most_audits("--runs", args.runs)?;
    at_most_audits("--detections", args.detections)?;
    let sound = args.sound.as_deref().map(|plan| read_plan(args, plan)).transpose()?;
    let settings = Calibration {
        runs: args.runs,
        cards: if sound.is_none() { args.cards.clone() } else { Vec::new() },
        sound,
        trials: args.trials,
        detections: args.detections,
        most_decks: args.most_decks,
        seed: seed(args.common.seed, plan::SEED)?,
    };
    match &args.sound {
        Some(plan) if settings.sound_cases().next().is_none() => {
            let plan = plan.display();
            Err(Failure::usage(format!("--sound: {plan} has no sound shuffle of the catalogue")))
        }
        _ => Ok(settings),
    }
}

fn read_plan(args: &CalibrateArgs, plan: &Path) -> Result<PlanFile, Failure> {
    let file = read(plan)?;
    if !args.common.machine.quiet {
        announce_successors(&file.cases);
    }
    Ok(file)
}

fn measurement(args: &CalibrateArgs, plan: &Path) -> Result<Measurement, Failure> {
    if args.detections == 0 || args.times == 0 {
        return Err(Failure::usage("--detections and --times must be at least 1"));
    }
    at_most_audits("--detections", args.detections)?;
    let mut file = read_plan(args, plan)?;
    file.seed = seed(args.common.seed, file.seed)?;
    Ok(Measurement { file, audits: args.detections, times: args.times })
}

fn report_calibrated(
    wanted: &Calibration,
    telling: &Telling,
    book: impl FnOnce() -> Result<StudyBook, Failure>,
) -> Result<Exit, Failure> {
    let target = telling.target::<Calibrated>(&wanted.name(), wanted)?;
    let book = book()?;
    let calibrated =
        with_progress(telling.machine, |options| gather(wanted, book.outcomes(), options))?;
    let calibrated = calibrated.map_err(|error| cut_off(of_calibration(error), &book))?;
    let mut ending = Ending::new();
    let words = || calibration::words(&calibrated, &screen(false));
    telling.tell(calibration::json(&calibrated), words, &mut ending);
    telling.write(&calibrated, (&target, None), &book, &mut ending);
    if !calibration::is_sound(&calibrated) {
        ending.note(Exit::Unexpected);
    }
    Ok(ending.exit())
}

/// Counts the decks until each defect of a plan is caught, and writes its report.
fn report_measured(
    wanted: &Measurement,
    telling: &Telling,
    book: impl FnOnce() -> Result<StudyBook, Failure>,
) -> Result<Exit, Failure> {
    let target = telling.target::<Measured>(&wanted.file.name, wanted)?;
    let book = book()?;
    let measured =
        with_progress(telling.machine, |options| measure(wanted, book.outcomes(), options))?;
    let measured = measured.map_err(|error| cut_off(of_measurement(error, wanted), &book))?;
    let mut ending = Ending::new();
    let words = || measured::words(&measured, &screen(false));
    telling.tell(measured::json(&measured), words, &mut ending);
    let fingerprint = Some(wanted.file.fingerprint());
    telling.write(&measured, (&target, fingerprint), &book, &mut ending);
    if !measured.is_as_expected() {
        ending.note(Exit::Unexpected);
    }
    Ok(ending.exit())
}

impl Telling {
    fn target<R: Report>(&self, name: &str, asked: &R::Asked) -> Result<Option<Target>, Failure> {
        let target =
            |out: &PathBuf| Target::new(&out.join(name), &paths::<R>(asked), &Replaces::Any);
        self.out.as_ref().map(target).transpose()
    }

    fn tell(
        &self,
        json: Result<String, ReportError>,
        words: impl FnOnce() -> String,
        ending: &mut Ending,
    ) {
        ending.attempt(print_document(if self.json { json } else { Ok(words()) }));
    }

    fn write<R: Report>(
        &self,
        report: &R,
        (target, fingerprint): (&Option<Target>, Option<String>),
        book: &StudyBook,
        ending: &mut Ending,
    ) {
        let Some(target) = target else { return };
        let about = about(report, fingerprint);
        if target.write(|| files_with(report, self.pictures, self.making), about, ending) {
            ending.attempt(sharing::remove(book.checkpoint()));
            if !self.json {
                ending.attempt(print(&format!("Report: {}\n", target.folder().display())));
            }
        }
    }
}
