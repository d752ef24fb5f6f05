//! `shuffle-audit exact`: computes the exact law of a shuffle, without shuffling.

use crate::{
    common::parse_count,
    exit::{Ending, Exit, Failure},
    export::{ExportFlags, Exports},
    output::{print, print_document},
    screen::screen,
    subject_flags::{Law, SubjectFlags, wrong_flag},
    target::{Replaces, Target, about},
};
use clap::Args;
use shuffle_algorithms::fill::Job;
use shuffle_exact::{LawError, Laws, Limits, Subject, drawn::DrawnLaws, paths::Route, tree::Tree};
use shuffle_report::{
    File, Pictures,
    exact::{self, TreeFormat},
    files_with, paths,
};
use shuffle_subjects::{self as subjects, CaseSpec, Folder, drawn::shape_of};
use std::path::PathBuf;
use sysinfo::{MemoryRefreshKind, RefreshKind, System};

#[derive(Args, Debug)]
pub(crate) struct ExactArgs {
    #[command(flatten)]
    pub(crate) subject: SubjectFlags<Law>,
    /// The tree of all paths of the dice instead of the law; with --out next to it
    #[arg(long, value_name = "FORMAT", value_parser = parse_tree)]
    pub(crate) tree: Option<TreeFormat>,
    /// Print the law as JSON
    #[arg(long)]
    pub(crate) json: bool,
    /// Write the law into this folder, as CSV and PNG
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) export: ExportFlags,
    /// The memory that a law may take, such as 4GB; a quarter of the machine's by default
    #[arg(long, value_name = "SIZE", value_parser = parse_memory)]
    pub(crate) max_memory: Option<u64>,
    /// The paths of the dice that a law may take; a million takes seconds
    #[arg(long, value_name = "N", value_parser = parse_count, default_value = "1_000_000")]
    pub(crate) max_paths: u64,
}

fn parse_tree(text: &str) -> Result<TreeFormat, String> {
    TreeFormat::ALL.into_iter().find(|format| format.name() == text).ok_or_else(|| {
        let names = TreeFormat::ALL.map(TreeFormat::name);
        format!("there are {}", names.join(", "))
    })
}

fn parse_memory(text: &str) -> Result<u64, String> {
    text.parse::<bytesize::ByteSize>()
        .map(|size| size.as_u64())
        .map_err(|_| "must be a size such as 500MB or 4GB".to_owned())
}

/// The cost of a law is printed before it is computed if it takes more than this number of seconds.
const LONG: f64 = 2.0;

/// The most cards: beyond this even the estimate of the cost takes long.
const MOST_CARDS: u64 = 10_000;

/// The most passes, since each is computed by itself.
const MOST_PASSES: u32 = 100_000;

/// The most paths of a tree in text.
const MOST_PATHS: u64 = 100_000;

/// Prints and writes the exact laws of the subject that the flags describe.
pub(crate) fn exact(args: &ExactArgs) -> Result<Exit, Failure> {
    let job = job(&args.subject.spec)?;
    if !job.shape.is_order() {
        return drawn(args, &job);
    }
    let subject = Subject::try_from(&job).map_err(Failure::ours)?;
    let target = args.out.as_deref().map(|out| Target::new(out, &names(args.tree), &Replaces::Any));
    let target = target.transpose()?;
    let exports = Exports::new(&args.export, &[])?;
    if args.json && args.tree.is_some() && target.is_none() {
        let why = "--tree prints a tree, --json a law: name a folder for the tree by --out";
        return Err(Failure::usage(why));
    }
    if args.export.are_given() && args.tree.is_some() && target.is_none() {
        let why =
            "--tree prints a tree, --export writes a law: name a folder for the tree by --out";
        return Err(Failure::usage(why));
    }
    let tree = args.tree.map(|format| tree_file(&subject, format)).transpose()?;
    if let (Some(file), None) = (&tree, &target) {
        return match String::from_utf8(file.bytes.clone()) {
            Ok(text) => print(&text).map(|()| Exit::Expected),
            Err(_) => Err(Failure::usage("--tree png is a picture: name a folder for it by --out")),
        };
    }
    let bytes = args.max_memory.unwrap_or_else(a_quarter_of_the_memory);
    let laws = Laws::new(subject, Limits { bytes, paths: args.max_paths, ..Limits::default() });
    announce(&laws);
    if let Some(why) = nothing(&laws) {
        return Err(Failure::usage(format!("there is no exact law: {why}")));
    }
    let mut ending = Ending::new();
    ending.attempt(print_document(if args.json {
        exact::json(&laws)
    } else {
        Ok(exact::words(&laws, &screen(false)))
    }));
    let making = args.export.making(0);
    if let Some(target) = target {
        let files =
            || Ok(files_with(&laws, Pictures::Drawn, making)?.into_iter().chain(tree).collect());
        target.write(files, about(&laws, None), &mut ending);
    }
    exports.write(&laws, || exact::json(&laws), !args.json, &mut ending);
    Ok(ending.exit())
}

/// Prints and writes the exact laws of what is no order.
fn drawn(args: &ExactArgs, job: &Job) -> Result<Exit, Failure> {
    if args.tree.is_some() {
        return Err(Failure::usage("--tree: a tree is of orders and deals"));
    }
    let names = paths::<DrawnLaws>(&());
    let target = args.out.as_deref().map(|out| Target::new(out, &names, &Replaces::Any));
    let target = target.transpose()?;
    let exports = Exports::new(&args.export, &[])?;
    let bytes = args.max_memory.unwrap_or_else(a_quarter_of_the_memory);
    let limits = Limits { bytes, paths: args.max_paths, ..Limits::default() };
    let laws = DrawnLaws::of(job, limits).map_err(Failure::ours)?;
    if let (Err(_), Err(why)) = (laws.outcomes(), laws.places()) {
        return Err(Failure::usage(format!("there is no exact law: {why}")));
    }
    let mut ending = Ending::new();
    ending.attempt(print_document(if args.json {
        exact::drawn_json(&laws)
    } else {
        Ok(exact::drawn_words(&laws, &screen(false)))
    }));
    let making = args.export.making(0);
    if let Some(target) = target {
        target.write(
            || files_with(&laws, Pictures::Drawn, making),
            about(&laws, None),
            &mut ending,
        );
    }
    exports.write(&laws, || exact::drawn_json(&laws), !args.json, &mut ending);
    Ok(ending.exit())
}

/// The paths of all files that may be written.
fn names(tree: Option<TreeFormat>) -> Vec<String> {
    let tree = tree.map(exact::tree_name);
    paths::<Laws>(&()).into_iter().chain(tree).collect()
}

/// The reason why nothing at all is known, if that is so; preferably one that a flag can remove.
fn nothing(laws: &Laws) -> Option<LawError> {
    let whole = laws.total_variation().err()?;
    let others = [laws.position().err()?, laws.degree().err()?];
    let liftable = |why: &LawError| {
        matches!(why, LawError::Memory { .. } | LawError::Work { .. } | LawError::Paths { .. })
    };
    Some(others.into_iter().find(liftable).unwrap_or(whole))
}

/// The subject that the flags describe.
fn job(spec: &CaseSpec) -> Result<Job, Failure> {
    let too_many = |flag, what| Failure::usage(format!("--{flag}: exact laws are for {what}"));
    if spec.cards.is_some_and(|cards| cards > MOST_CARDS) {
        return Err(too_many("cards", format!("decks of up to {MOST_CARDS} cards")));
    }
    if spec.passes.is_some_and(|passes| passes > MOST_PASSES) {
        return Err(too_many("passes", format!("up to {MOST_PASSES} passes")));
    }
    let shape = shape_of(spec, &Folder::default()).map_err(|error| wrong_flag(&error))?;
    if shape.cards() as u64 > MOST_CARDS {
        return Err(too_many("pack", format!("packs of up to {MOST_CARDS} cards")));
    }
    let subject = subjects::Subject::of(spec, shape, &Folder::default());
    let subject = subject.map_err(|error| wrong_flag(&error))?;
    let job = subject.job().ok_or_else(|| Failure::ours("the subject is of another kind"))?;
    Ok(job.clone())
}

fn tree_file(subject: &Subject, format: TreeFormat) -> Result<File, Failure> {
    let &Subject { ref algorithm, shape, dice, passes } = subject;
    let route = Route { shape, dice, passes, limit: MOST_PATHS };
    let tree =
        Tree::of(algorithm, &route).map_err(|why| Failure::usage(format!("--tree: {why}")))?;
    // The only reason left is that a picture would be too large.
    exact::tree(subject, &tree, format).map_err(|error| Failure::usage(format!("--tree: {error}")))
}

fn a_quarter_of_the_memory() -> u64 {
    let memory = RefreshKind::nothing().with_memory(MemoryRefreshKind::nothing().with_ram());
    System::new_with_specifics(memory).total_memory() / 4
}

/// Prints the cost of a large law before it is computed.
fn announce(laws: &Laws) {
    if let Ok(cost) = laws.permutation_cost()
        && cost.seconds > LONG
        && cost.bytes <= laws.limits().bytes
    {
        tell!("the law of whole decks takes {cost}");
    }
}
