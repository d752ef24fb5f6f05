//! The subject of a case.

use crate::{
    CaseSpec, CountTable, Folder, drawn,
    error::{CaseError, CaseProblem, MissingSubject, at},
    exec::{CommandSpec, MOST_JOBS},
    hands,
    kind::SubjectKind,
    rank,
    spelling::no_names,
    stream::{self, ExternalProgram, Recording, STDIN, Service},
    table_file::{format_of, header_of},
};
use shuffle_algorithms::{
    Algorithm, dice::DiceSpec, fill::Job, generator::Generator, groups::Groups, start::Start,
};
use shuffle_audit::{case as audit, number::counted};
use shuffle_deck::Shape;
use shuffle_reader::{
    Asked, ColumnChoice, Format, LabelError, Labels, Layout, LayoutError, NameTable, check_items,
    check_start, line_items, lone_items,
};
use std::{fmt, io::Read, sync::Arc, time::Duration};

/// The most bytes of a file whose items are its labels.
const MOST_OF_LABELS: u64 = 256 << 20;

/// The longest time that a program may write nothing, by default.
pub const STALL: Duration = Duration::from_secs(30);

/// The name of the shuffle in a library, by default.
const SYMBOL: &str = "shuffle";

/// The labels that need no file.
const STANDARD_52: &str = "standard-52";

/// The labels that are the items of the file itself, one a line, in sorted order.
pub(crate) const SORTED: &str = "sorted";

/// The subject of a case.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Subject {
    /// A shuffle of the catalogue.
    Catalogued(Job),
    /// A program that writes decks.
    Program(ExternalProgram),
    /// Decks that were recorded before.
    Recorded(Recording),
    /// The count of each card, without decks.
    Counted(CountTable),
}

impl Subject {
    /// The subject that the keys of a case describe, on decks of this shape.
    ///
    /// # Errors
    ///
    /// [`CaseError`], with the key at fault.
    pub fn of(spec: &CaseSpec, shape: Shape, folder: &Folder) -> Result<Self, CaseError> {
        let kind = spec.kind()?;
        let command = spec.exec.as_ref().map(CommandSpec::arguments).transpose();
        let command = command.map_err(CaseProblem::Command).map_err(at("exec"))?;
        spec.refuse_keys_of_others(kind)?;
        // The kind was found by its main key, so that key is given.
        match kind {
            SubjectKind::Catalogue => catalogued(spec, shape).map(Self::Catalogued),
            SubjectKind::Program => {
                let service = Service::Command(command.unwrap_or_default());
                program(spec, service, (shape, folder)).map(Self::Program)
            }
            SubjectKind::Library => {
                let path = spec.library.clone().unwrap_or_default();
                let symbol = spec.symbol.clone().unwrap_or_else(|| SYMBOL.to_owned());
                let service = Service::Library { path, symbol };
                program(spec, service, (shape, folder)).map(Self::Program)
            }
            SubjectKind::Counts => {
                let labels = names_of(spec, folder, Format::Text)?
                    .or_else(|| NameTable::new(shape.given_weights()?.names()?.to_vec()).ok());
                Ok(Self::Counted(CountTable::of(spec, shape, folder, labels.as_ref())))
            }
            SubjectKind::File => {
                let path = spec.file.clone().unwrap_or_default();
                let files = stream::matched(spec, folder);
                let format = stream::format(&path, files.as_ref());
                if spec.stream.is_some() && files.is_some() {
                    let why = "a log of bags is one file, not a pattern".to_owned();
                    return Err(at("stream")(CaseProblem::Groups(why)));
                }
                let ranked = rank::ranked_by(spec, folder)?;
                let layout = match spec.rank_by {
                    Some(_) => rank::layout(spec, shape)?,
                    None => layout(spec, (shape, folder), format)?,
                };
                let ignores = ignores_rows(spec)?;
                let folder = folder.clone();
                let ties = ranked.as_ref().filter(|ranked| ranked.tied.is_some());
                let groups = match ties {
                    Some(ranked) => Some(Groups::new(ranked.ties.clone(), ranked.order.len())),
                    None => hands::groups(spec, shape)?,
                };
                let ranked = ranked.map(Arc::new);
                let recording =
                    Recording { path, files, layout, folder, kept: None, groups, ranked };
                Ok(Self::Recorded(if ignores {
                    recording.of_rows_that_came_once()
                } else {
                    recording
                }))
            }
        }
    }

    /// The shuffle of the catalogue, if it is one.
    pub fn job(&self) -> Option<&Job> {
        match self {
            Self::Catalogued(job) => Some(job),
            Self::Program(_) | Self::Recorded(_) | Self::Counted(_) => None,
        }
    }

    /// The program, if it is one.
    pub fn program(&self) -> Option<&ExternalProgram> {
        match self {
            Self::Program(program) => Some(program),
            Self::Catalogued(_) | Self::Recorded(_) | Self::Counted(_) => None,
        }
    }

    /// The file of decks, if it is one, or stdin.
    pub fn recorded(&self) -> Option<&Recording> {
        match self {
            Self::Recorded(recorded) => Some(recorded),
            Self::Catalogued(_) | Self::Program(_) | Self::Counted(_) => None,
        }
    }

    /// Checks that the subject exists, without starting or reading it; a library is loaded, in a process of its
    /// own.
    ///
    /// # Errors
    ///
    /// [`MissingSubject`] if it is not.
    pub fn look(&self) -> Result<(), MissingSubject> {
        match self {
            Self::Program(program) if !program.exists() => Err(match &program.service {
                Service::Command(arguments) => {
                    MissingSubject::program(&arguments[0], &program.folder)
                }
                Service::Library { path, .. } => MissingSubject::file(&program.folder.join(path)),
            }),
            Self::Program(program) => {
                program.service.load(&program.folder).map_err(MissingSubject::Library)
            }
            Self::Recorded(recorded) => recorded.look(),
            Self::Counted(table) => table.look(),
            Self::Catalogued(_) => Ok(()),
        }
    }

    /// Its name in tables: the shuffle with its parameters, but without dice and passes, which have columns or words of
    /// their own; the command; the path.
    pub fn name(&self) -> String {
        match self {
            Self::Catalogued(job) => job.algorithm.to_string(),
            Self::Program(program) => program.command(),
            Self::Recorded(recorded) => recorded.name().to_owned(),
            Self::Counted(table) => table.path.clone(),
        }
    }
}

/// The name with all that makes it another subject: flawed dice, start and passes.
impl fmt::Display for Subject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = self.name();
        match self {
            Self::Catalogued(job) => job.fmt(f),
            Self::Recorded(recorded) if recorded.path == STDIN => f.write_str(&name),
            Self::Recorded(Recording { kept: Some(kept), .. }) => {
                let rows = counted(kept.cards() as u64, "row");
                write!(f, "`{name}` (judged: the {rows} that came once)")
            }
            Self::Program(_) | Self::Recorded(_) | Self::Counted(_) => write!(f, "`{name}`"),
        }
    }
}

fn catalogued(spec: &CaseSpec, shape: Shape) -> Result<Job, CaseError> {
    let algorithm = spec.algorithm.as_deref().unwrap_or_default();
    let algorithm = Algorithm::parse(algorithm).map_err(at("algorithm"))?;
    let dice = spec.dice.as_deref().map_or(Ok(DiceSpec::Exact), DiceSpec::parse);
    let dice = dice.map_err(at("dice"))?;
    let rng = spec.rng.as_deref().filter(|rng| *rng != Generator::AUTO).map(Generator::parse);
    let rng = rng.transpose().map_err(at("rng"))?;
    let passes = spec.passes.unwrap_or(1);
    if passes == 0 {
        return Err(at("passes")(audit::CaseProblem::Zero("passes")));
    }
    let start = spec.start.as_ref().map_or(Ok(Start::Identity), |key| key.read(shape.cards()));
    let start = start.map_err(at("start"))?;
    let job = Job { algorithm, shape, dice, rng: rng.unwrap_or_default(), passes, start };
    let job = if rng.is_none() { job.on_fastest_generator() } else { job };
    job.check().map_err(at("dice"))?;
    Ok(job)
}

fn program(
    spec: &CaseSpec,
    service: Service,
    (shape, folder): (Shape, &Folder),
) -> Result<ExternalProgram, CaseError> {
    let jobs = spec.jobs.unwrap_or(1);
    if !(1..=MOST_JOBS).contains(&jobs) {
        return Err(at("jobs")(CaseProblem::Jobs { jobs }));
    }
    if spec.trials.is_some_and(|trials| trials < jobs) {
        return Err(at("jobs")(CaseProblem::IdleJobs));
    }
    let stall = spec.stall.as_deref().map_or(Ok(STALL), time).map_err(at("stall"))?;
    // The decks of a library are written by this program, in the shortest format that holds them.
    let format = match service {
        Service::Library { .. } if shape.cards() <= 256 => Some(Format::U8),
        Service::Library { .. } => Some(Format::U32Le),
        Service::Command(_) => None,
    };
    let probe = spec.probe.as_ref().map(CommandSpec::arguments).transpose();
    let probe = probe.map_err(CaseProblem::Command).map_err(at("probe"))?;
    let layout = layout(spec, (shape, folder), format)?;
    Ok(ExternalProgram { service, jobs, stall, layout, probe, folder: folder.clone() })
}

/// A time such as `30s` or `2m`, longer than none.
///
/// # Errors
///
/// [`CaseProblem::Stall`] if the text is not a time.
pub fn time(text: &str) -> Result<Duration, CaseProblem> {
    let time = humantime::parse_duration(text).ok().filter(|time| !time.is_zero());
    time.ok_or_else(|| CaseProblem::Stall(text.to_owned()))
}

/// The layout of decks; its format is by default the one that the file name implies.
fn layout(
    spec: &CaseSpec,
    (shape, folder): (Shape, &Folder),
    format: Option<Format>,
) -> Result<Layout, CaseError> {
    let format = format_of(spec, format)?;
    let labels = match (names_of(spec, folder, format)?, spec.base) {
        (Some(_), Some(_)) => return Err(at("base")(CaseProblem::NotWith("base", "labels"))),
        (Some(names), None) => Labels::Names(names),
        (None, base) => drawn::labels(spec, shape, format)
            .unwrap_or(Labels::Numbers { base: base.unwrap_or(0) }),
    };
    // Whether a bag is the first of its game is in no column.
    let of_rows = if spec.stream.is_some() { shape.without_level() } else { shape };
    let mut layout = Layout {
        format,
        cards: numbers_of(shape),
        dealt: shape.width() - usize::from(shape.is_by_level()),
        labels,
        columns: columns_of(spec)?,
        header: header_of(spec),
        drawn: (!of_rows.is_order() || of_rows.is_by_level()).then_some(of_rows),
        levels: drawn::levels(spec)?,
        one_a_line: spec.file.is_some()
            && spec.deal.is_none()
            && (spec.by.is_none() || spec.stream.is_some())
            && (shape.is_order() || shape.pack().is_some()),
        many_a_line: spec.file.is_some() && spec.by.is_none() && shape.is_with_replacement(),
        bags: spec.stream.is_some(),
        field: spec.field.clone(),
    };
    // Names of several words stand between commas, or alone on their lines.
    if spec.format.is_none()
        && spec.file.is_some()
        && matches!(layout.check(), Err(LayoutError::Separator { .. }))
    {
        layout.format = Format::Csv;
    }
    let key = match spec {
        CaseSpec { stream: Some(_), .. } => "stream",
        CaseSpec { varying: true, .. } if !layout.format.is_text() => "format",
        CaseSpec { by: Some(_), .. } => "by",
        CaseSpec { field: Some(_), .. } => "field",
        CaseSpec { columns: Some(_), .. } => "columns",
        CaseSpec { header: Some(_), .. } => "header",
        CaseSpec { labels: Some(_), .. } => "labels",
        CaseSpec { base: Some(_), .. } => "base",
        _ => "format",
    };
    layout.check().map_err(at(key))?;
    Ok(layout)
}

/// The values that a cell of a row can have, whichever drum it comes from.
fn numbers_of(shape: Shape) -> usize {
    let drum = shape.bonus().and_then(|bonus| bonus.drum).unwrap_or(0);
    shape.values().max(drum)
}

/// True if rows that are missing or come twice are to be ignored.
fn ignores_rows(spec: &CaseSpec) -> Result<bool, CaseError> {
    let refuse = |why: String| Err(at("coverage")(CaseProblem::Coverage(why)));
    match spec.coverage.as_deref() {
        None | Some("strict") => Ok(false),
        Some("ignore") if spec.by.is_some() || spec.varying => {
            let other = if spec.varying { "varying" } else { "by" };
            Err(at("coverage")(CaseProblem::NotWith("coverage", other)))
        }
        Some("ignore") if spec.deal.is_some() => {
            refuse("`coverage` needs whole orders; leave `deal` out".to_owned())
        }
        Some("ignore") if spec.file.as_deref() == Some(STDIN) => refuse(
            "to ignore rows, the file is read twice, which stdin does not allow; name a file"
                .to_owned(),
        ),
        Some("ignore") => Ok(true),
        Some(other) => refuse(format!("unknown coverage `{other}`; use strict or ignore")),
    }
}

pub(crate) fn columns_of(spec: &CaseSpec) -> Result<ColumnChoice, CaseError> {
    spec.columns.as_deref().map_or(Ok(ColumnChoice::All), str::parse).map_err(at("columns"))
}

pub(crate) fn names_of(
    spec: &CaseSpec,
    folder: &Folder,
    format: Format,
) -> Result<Option<NameTable>, CaseError> {
    let Some(labels) = &spec.labels else { return Ok(None) };
    let names = match labels.as_str() {
        SORTED if !folder.has_text(SORTED) => items_of(spec, folder, format)?,
        labels => names(labels, folder).map_err(at("labels"))?,
    };
    Ok(Some(names))
}

/// The different items of a file that is one column, or has the same ones on each line, in sorted order.
fn items_of(spec: &CaseSpec, folder: &Folder, format: Format) -> Result<NameTable, CaseError> {
    let wrong = |why: String| at("labels")(CaseProblem::Labels(why));
    let files = stream::matched(spec, folder);
    let path = match (&files, &spec.file) {
        (Some(Ok(files)), _) => files[0].clone(),
        (None, Some(file)) if file != STDIN => folder.join(file),
        _ => {
            return Err(wrong(format!(
                "`{SORTED}` needs a file to take the labels from; name one"
            )));
        }
    };
    let table = |mut items: Vec<String>| {
        items.sort_by(|one, other| stream::by_numbers(one.as_bytes(), other.as_bytes()));
        items.dedup();
        let neither = || {
            format!(
                "`{SORTED}` takes the labels from a column, one item per line, or from lines that all hold the same different names, and `{}` is neither{}",
                path.display(),
                if spec.stream.is_some() {
                    "; name it with --columns and the column of the game with --by"
                } else {
                    ""
                }
            )
        };
        NameTable::new(items)
            .map_err(|_| wrong(why_no_names(spec, folder, format).unwrap_or_else(neither)))
    };
    if spec.varying {
        return table(varying_rows(spec, folder, format)?.concat());
    }
    if spec.deal.is_some() || spec.weights.is_some() {
        return Err(wrong(format!(
            "`{SORTED}` would count only the items that occur; for draws name a file with every item that can be drawn"
        )));
    }
    if let Some(names) = names_of_rows(varying_rows(spec, folder, format)?) {
        return table(names);
    }
    let (columns, levels) = (columns_of(spec)?, drawn::levels(spec)?);
    let (header, levels) = (header_of(spec), levels.as_ref());
    let asked = Asked { header, levels, ..Asked::of(format, &columns) };
    let (shown, mut bytes) = (path.display(), Vec::new());
    let from = folder.open(&path).map_err(|error| wrong(format!("`{shown}`: {error}")))?;
    from.take(MOST_OF_LABELS)
        .read_to_end(&mut bytes)
        .map_err(|error| wrong(format!("`{shown}`: {error}")))?;
    let mut items = lone_items(&bytes, &asked);
    if items.is_empty() && format == Format::Text {
        items = line_items(&bytes, &asked);
    }
    let checked = check_start(&bytes, &asked).and_then(|()| check_items(&items, &asked));
    checked.map_err(|error| wrong(error.to_string()))?;
    table(items)
}

/// The reason why lines that look alike do not hold the same names.
fn why_no_names(spec: &CaseSpec, folder: &Folder, format: Format) -> Option<String> {
    let rows_as = |format| varying_rows(spec, folder, format).unwrap_or_default();
    if format == Format::Text && names_of_rows(rows_as(Format::Csv)).is_some() {
        return Some("commas or tabs part the names of each line: use --format csv".to_owned());
    }
    let mut all = rows_as(format).concat();
    all.sort_unstable();
    all.dedup();
    no_names(&all)
}

/// The names of these rows, if each row holds them all, once each; the first may be a header.
fn names_of_rows(mut rows: Vec<Vec<String>>) -> Option<Vec<String>> {
    rows.iter_mut().for_each(|row| row.sort_unstable());
    let names = rows.pop()?;
    let are_different = names.len() > 1 && names.windows(2).all(|pair| pair[0] != pair[1]);
    let is_same = rows.iter().skip(1).all(|row| *row == names);
    (are_different && is_same).then_some(names)
}

/// The names on each line of orders of different lengths, in all files of the case.
pub(crate) fn varying_rows(
    spec: &CaseSpec,
    folder: &Folder,
    format: Format,
) -> Result<Vec<Vec<String>>, CaseError> {
    let (columns, levels) = (columns_of(spec)?, drawn::levels(spec)?);
    let (header, field) = (header_of(spec), spec.field.as_deref());
    let asked = Asked { header, field, levels: levels.as_ref(), ..Asked::of(format, &columns) };
    let files = match (stream::matched(spec, folder), &spec.file) {
        (Some(files), _) => files.map_or_else(|_| Vec::new(), |files| files.to_vec()),
        (None, file) => file.iter().map(|file| folder.join(file)).collect(),
    };
    let mut rows = Vec::new();
    for file in files {
        let mut bytes = Vec::new();
        // The reader reports files that cannot be read.
        let _ = folder.open(&file).map(|from| from.take(MOST_OF_LABELS).read_to_end(&mut bytes));
        rows.extend(shuffle_reader::varying_rows(&bytes, &asked));
    }
    Ok(rows)
}

/// The names of the cards: a deck that everybody knows, those in a file, or, where there is no such file, those between commas.
///
/// # Errors
///
/// [`CaseProblem::Labels`] if the file cannot be read, or names no deck.
pub(crate) fn names(labels: &str, folder: &Folder) -> Result<NameTable, CaseProblem> {
    if labels == STANDARD_52 {
        return Ok(NameTable::standard_52());
    }
    let path = folder.join(labels);
    let shown = path.display();
    let unreadable = |error| {
        CaseProblem::Labels(format!(
            "cannot read the labels `{shown}`: {error}; names are separated by commas"
        ))
    };
    let text = match folder.text(labels) {
        Err(_) if labels.contains(',') && !folder.has_text(labels) => {
            if let Err(commas @ LabelError::Commas { .. }) = NameTable::parse(labels) {
                return Err(CaseProblem::Labels(commas.to_string()));
            }
            labels.replace(',', "\n")
        }
        text => text.map_err(unreadable)?,
    };
    let wrong = |error| CaseProblem::Labels(format!("the labels `{shown}`: {error}"));
    NameTable::parse(&text).map_err(wrong)
}
