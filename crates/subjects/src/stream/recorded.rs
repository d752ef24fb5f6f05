//! Decks that were recorded before: a file, or stdin.
//!
//! It has a fixed number of decks. There are no fresh decks for a second look, so a suspicion stays a suspicion.

use crate::{
    Folder,
    error::MissingSubject,
    stream::{
        Blocks, Hashed, InGroups, Matched, Pipe, StreamFault, Watched, bags,
        fault::{fault, named, unreadable},
        file_hash::Fingerprint,
        many_files::FilesFeed,
        pattern::by_numbers,
        pipe::{AHEAD, Patience},
    },
};
use shuffle_algorithms::groups::Groups;
use shuffle_audit::{
    feed::{Feed, Glance, Halt, Halted},
    number::{count, counted},
    source::SourceError,
    subject::Wanted,
};
use shuffle_deck::{Card, DrawKind, Rows, Shape, words::quoted};
use shuffle_metrics::Decks;
use shuffle_reader::{
    BagBreaks, Compression, Header, Heading, Kept, Labels, Layout, ManyALine, Ranked, RowFact,
    RowFacts, Survey, sniff,
};
use std::{
    io::{self, Cursor, Read, Stdin},
    path::{Path, PathBuf},
    sync::Arc,
    time::Duration,
};

/// The path that stands for stdin.
pub const STDIN: &str = "-";

const STDIN_NAME: &str = "stdin";

/// The wait for a late Ctrl-C after the end of stdin. Ctrl-C in a terminal also ends the program that writes to stdin,
/// and its signal may reach this process after that end: such a recording is incomplete.
const LINGER: Duration = Duration::from_millis(50);

/// A file of decks.
///
/// ```
/// use shuffle_subjects::{PlanFile, Subject, Written};
///
/// let file = PlanFile::parse("log.toml", "[[case]]\nid = \"log\"\nfile = \"log.csv.gz\"\ncards = 52\n")?;
/// let written = Written::of(&file.cases[0]).unwrap();
/// let Subject::Recorded(recorded) = &written.subject else { unreachable!() };
/// assert_eq!(recorded.layout.format.id(), "csv");
/// assert_eq!(file.cases[0].trials, u64::MAX);
/// # Ok::<(), shuffle_subjects::PlanError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Recording {
    /// Its path, or `-` for stdin, or a pattern.
    pub path: String,
    /// The files of a pattern.
    pub files: Option<Matched>,
    /// The layout of its decks.
    pub layout: Layout,
    /// The folder to which the path is relative.
    pub folder: Folder,
    /// The rows that are judged, if not all are.
    pub kept: Option<Arc<Kept>>,
    /// The groups of places within which cards are in no order.
    pub groups: Option<Groups>,
    /// The rows of a table in the order of their keys, if the file is one.
    pub ranked: Option<Arc<Ranked>>,
}

impl Recording {
    /// Its name.
    pub fn name(&self) -> &str {
        if self.path == STDIN { STDIN_NAME } else { &self.path }
    }

    /// The file, from the current folder.
    pub(crate) fn location(&self) -> PathBuf {
        self.folder.join(&self.path)
    }

    /// An error if there is nothing of its name.
    pub(crate) fn look(&self) -> Result<(), MissingSubject> {
        match &self.files {
            Some(files) => {
                files.as_ref().map(drop).map_err(|why| MissingSubject::Files(why.clone()))
            }
            None if self.path == STDIN || self.folder.has(&self.location()) => Ok(()),
            None => Err(MissingSubject::file(&self.location())),
        }
    }

    /// The same decks, of which only the rows are judged that came once in every order. A file that cannot be read, or of
    /// which fewer than two rows came once, stays as it is: its fault is found when it is read.
    pub(crate) fn of_rows_that_came_once(self) -> Self {
        let mut survey = Survey::empty(self.layout.cards);
        let mut read = |path: &Path| survey.go_on(self.folder.open(path)?, &self.layout);
        let is_read = match &self.files {
            None => read(&self.location()).is_ok(),
            Some(Ok(files)) => files.iter().all(|file| read(file).is_ok()),
            Some(Err(_)) => false,
        };
        let kept = is_read.then(|| Kept::of(&survey)).filter(|kept| kept.cards() > 1);
        Self { kept: kept.map(Arc::new), ..self }
    }

    /// Starts to read it, up to the number of decks that are wanted.
    pub(crate) fn feed<'a>(
        &'a self,
        wanted: Wanted,
        seed: u64,
        halt: &'a Halt<'a>,
    ) -> Result<Box<dyn Feed + 'a>, SourceError> {
        let feed = self.feed_as_it_is(wanted, halt)?;
        Ok(match &self.groups {
            Some(groups) => Box::new(InGroups::new(feed, (groups, wanted.shape, seed))),
            None if wanted.shape.is_order() => Box::new(Watched::new(feed)),
            None => feed,
        })
    }

    fn feed_as_it_is<'a>(
        &self,
        wanted: Wanted,
        halt: &'a Halt<'a>,
    ) -> Result<Box<dyn Feed + 'a>, SourceError> {
        match &self.files {
            None => self.start(&self.location(), wanted, halt).map(|feed| Box::new(feed) as _),
            Some(Err(why)) => Err(SourceError(why.clone())),
            Some(Ok(files)) => {
                let (layout, kept) = (&self.layout, self.kept.as_ref());
                let feed = FilesFeed::start(files, layout, kept, wanted, halt);
                let failed = |error| unreadable(&named(Path::new(&self.path)), &error);
                feed.map(|feed| Box::new(feed) as _).map_err(failed)
            }
        }
    }

    /// Starts to read one file after the other as it is, with all rows.
    pub(super) fn start_whole<'a>(
        &self,
        wanted: Wanted,
        halt: &'a Halt<'a>,
    ) -> impl Iterator<Item = Result<RecordingFeed<'a>, SourceError>> {
        let shape = match self.kept {
            Some(_) => Shape::whole(self.layout.cards),
            None => wanted.shape,
        };
        let files = match &self.files {
            Some(Ok(files)) => files.to_vec(),
            _ => vec![self.location()],
        };
        let whole = Self { kept: None, ..self.clone() };
        files.into_iter().map(move |file| whole.start(&file, Wanted { shape, ..wanted }, halt))
    }

    fn start<'a>(
        &self,
        path: &Path,
        wanted: Wanted,
        halt: &'a Halt<'a>,
    ) -> Result<RecordingFeed<'a>, SourceError> {
        let is_stdin = self.path == STDIN;
        let name = if is_stdin { STDIN_NAME.to_owned() } else { named(path) };
        let failed = |error: io::Error| unreadable(&name, &error);
        let (from, sha256, linger): (Box<dyn Read + Send>, _, _) = if is_stdin {
            let (bytes, sha256) = Hashed::of(io::stdin());
            (Box::new(Sniffed::Not(Some(bytes))), sha256, LINGER)
        } else {
            let (bytes, sha256) = Hashed::of(self.folder.stored(path, 0).map_err(failed)?);
            let plain = shuffle_reader::decompress(bytes, Compression::of_path(path));
            (
                plain.map_err(|error| fault(&name, &error, None, &self.layout))?,
                sha256,
                Duration::ZERO,
            )
        };
        // The hash still covers the whole file: unread bytes are read at the end.
        let from: Box<dyn Read + Send> = match &self.ranked {
            Some(ranked) => Box::new(Cursor::new(ranked.line())),
            None => from,
        };
        let patience = Patience::endless(linger, AHEAD);
        let pipe = Pipe::new(from, halt, patience).map_err(failed)?;
        let blocks = Blocks::new(pipe, halt, (wanted.shape, &self.layout), 0);
        let blocks = Blocks { kept: self.kept.clone(), ..blocks };
        let (layout, ranked) = (self.layout.clone(), self.ranked.clone());
        let facts = if self.files.is_none() { RowFacts::of(wanted.shape) } else { None };
        let path = (!is_stdin).then(|| (path.to_owned(), self.folder.clone()));
        let (left, breaks, ends) = (wanted.trials, None, None);
        Ok(RecordingFeed { name, blocks, left, sha256, path, layout, facts, ranked, breaks, ends })
    }
}

/// A file that is being read.
pub(super) struct RecordingFeed<'a> {
    pub(super) name: String,
    pub(super) blocks: Blocks<'a>,
    left: u64,
    sha256: Fingerprint,
    /// The path of a file and its folder, for the hash of its unread rest; `None` for stdin.
    path: Option<(PathBuf, Folder)>,
    layout: Layout,
    facts: Option<RowFacts>,
    ranked: Option<Arc<Ranked>>,
    /// The breaks of a log of bags whose games are not told apart, once it was read.
    breaks: Option<BagBreaks>,
    /// The first and the last card of a file that is one deck.
    ends: Option<[usize; 2]>,
}

impl Feed for RecordingFeed<'_> {
    fn next(&mut self) -> Result<Option<Decks<'_>>, Halted> {
        if self.layout.bags && self.layout.levels.is_none() {
            // Bags of unknown places are no decks.
            self.breaks = Some(self.blocks.bag_breaks().map_err(|wrong| self.fault_of(wrong))?);
            return Ok(None);
        }
        let decks = match self.blocks.read(self.left) {
            Ok(decks) => decks,
            Err(wrong) => return Err(self.fault_of(wrong)),
        };
        self.left -= decks;
        if decks == 0 {
            return Ok(None);
        }
        let is_one = decks == 1 && self.ends.is_none();
        let decks = self.blocks.block.decks();
        self.ends = match decks.rows() {
            _ if !is_one => None,
            Rows::Narrow(rows) => {
                rows.first().zip(rows.last()).map(|(a, b)| [a.index(), b.index()])
            }
            Rows::Wide(rows) => rows.first().zip(rows.last()).map(|(a, b)| [a.index(), b.index()]),
        };
        if let Some(facts) = &mut self.facts {
            match decks.rows() {
                Rows::Narrow(rows) => facts.add(rows),
                Rows::Wide(rows) => facts.add(rows),
            }
        }
        Ok(Some(decks))
    }

    fn glance(&mut self) -> Glance {
        let halt = self.blocks.halt;
        let is_halted = || halt.check().is_err() || halt.is_over();
        let sha256 = self.sha256.finish(
            |after| self.path.as_ref().and_then(|(path, folder)| folder.stored(path, after).ok()),
            is_halted,
        );
        let one_a_line = self.blocks.reader.is_one_a_line() && !self.layout.bags;
        let names = self.blocks.reader.heading().map(Heading::names);
        let may_be_item = |names: &Vec<String>| one_a_line && may_be_item(names, &self.layout);
        let header = names.filter(may_be_item).map(|names| names.join(","));
        let notes = self.facts.iter().flat_map(RowFacts::found);
        let notes = notes.map(|fact| in_words(&fact, &self.layout));
        let hands = self.facts.as_ref().filter(|facts| facts.are_sorted_hands());
        let sorted_runs = hands.map(|_| vec![self.layout.dealt]);
        let cut = bags::cut_in_words(self.blocks.reader.cut_bags());
        let breaks = self.breaks.iter().flat_map(|it| bags::breaks_in_words(it, &self.layout));
        let many = self.blocks.reader.many_a_line().and_then(many_in_words);
        let ends = self.ends.filter(|_| one_a_line && self.blocks.reader.heading().is_none());
        let title = ends.and_then(|ends| ends_in_words(ends, &self.layout));
        let notes = title.into_iter().chain(many).chain(notes).chain(cut).chain(breaks).collect();
        let ranked = self.ranked.as_deref().map(words_of);
        let source_sha256 = sha256;
        Glance {
            source_sha256,
            one_a_line,
            header,
            notes,
            sorted_runs,
            sorted_rows: self.facts.as_ref().is_some_and(RowFacts::are_sorted),
            ranked,
            ..Glance::default()
        }
    }
}

/// True if a header may be the line of an item: it is one name, or it looks like data, or an item begins as one of its names does.
fn may_be_item(names: &[String], layout: &Layout) -> bool {
    let Labels::Names(items) = &layout.labels else { return names.len() == 1 };
    let is_like = |name: &String| {
        let first = |name: &str| name.split(' ').next().map(str::to_owned);
        let alike = (0..items.cards()).filter(|&at| first(items.label(at)) == first(name));
        name.starts_with(|letter: char| letter.is_ascii_digit())
            || items.card(name).is_some()
            || 2 * alike.count() >= items.cards()
    };
    let is_open = layout.header == Header::Auto && !layout.columns.by_name();
    names.len() == 1 || is_open && names.iter().any(is_like)
}

/// A note on the first and the last item of a column, if its names were taken from there, in sorted order.
fn ends_in_words(ends: [usize; 2], layout: &Layout) -> Option<String> {
    let Labels::Names(names) = &layout.labels else { return None };
    let is_sorted = (1..names.cards())
        .all(|at| by_numbers(names.label(at - 1).as_bytes(), names.label(at).as_bytes()).is_lt());
    let [first, last] = ends.map(|card| quoted(names.label(card)));
    is_sorted.then(|| {
        format!(
            "the lines from {first} to {last} count as items; if the first is a title, use --header, and if the last is a summary, remove it."
        )
    })
}

/// A note on lines of many draws, if there are several.
fn many_in_words(many: ManyALine) -> Option<String> {
    /// Fewer first cells count up by chance.
    const FEWEST: u64 = 3;
    let ManyALine { lines, cells, count_up } = many;
    let as_one = format!(
        "each cell was read as one draw, line after line; --deal {cells} would judge each line of {cells} as one draw, and hardly look at the order within it."
    );
    let counted = format!(
        "each cell was read as one draw, and the first cells of the lines count up: if they count the lines, name the other \
         columns, as --columns 2-{cells}."
    );
    (lines > 1).then_some(if count_up && lines >= FEWEST { counted } else { as_one })
}

/// A fact of the rows, which are counted from 1.
fn in_words(fact: &RowFact, layout: &Layout) -> String {
    match *fact {
        RowFact::Numbered { from } => format!(
            "the rows are consecutive numbers from {} on: labels, not draws. If \
             another column has a count for each, use --counts.",
            layout.labels.name(from as usize)
        ),
        RowFact::OneRow { cells } => format!(
            "one line of {cells} symbols was judged as one draw, whose order hardly counts. If each is a draw of its own, use --deal 1."
        ),
        RowFact::NumberedFirst => format!(
            "the first column counts the rows, and was read as part of each draw. Name the others, as --columns 2-{}, and draw one less.",
            layout.dealt
        ),
        RowFact::Sorted { ascend } => {
            let order = if ascend { "ascending" } else { "descending" };
            format!("the rows are sorted, {order}; the order of the draws is lost.")
        }
        RowFact::Again { from } => {
            format!("from row {} on, the rows repeat from the first one.", count(from as u64 + 1))
        }
        RowFact::Late { ball, row } => {
            let shape = layout.drawn.unwrap_or(Shape::whole(layout.cards));
            let noun = if shape.kind() == DrawKind::Unordered { "ball" } else { "symbol" };
            let late = match shape.cards() - 1 - ball {
                0 => format!("the last {noun}, {}, does", layout.labels.name(ball)),
                _ => format!(
                    "{noun}s {} to {} do",
                    layout.labels.name(ball),
                    layout.labels.name(shape.cards() - 1)
                ),
            };
            let row = count(row as u64 + 1);
            format!("{late} not come before row {row}: did the pool grow there?")
        }
        RowFact::Certain { rows, of } => format!(
            "a reader who knows the design and all earlier rows could predict the next arm with certainty in {} of \
             {} rows.",
            count(rows as u64),
            count(of as u64)
        ),
        RowFact::Impossible { has_strata } => format!(
            "if {}; if the blocks have several sizes, give them all, as --block 2,4,6.",
            if has_strata {
                "several columns make the strata, name all of them, as --by site,sex"
            } else {
                "each site or stratum has its own list, name its column with --by"
            }
        ),
        RowFact::Balanced { ref sizes, ref ratio } => {
            let name = |kind| layout.labels.name(kind);
            let arms = ratio.iter().enumerate().map(|(kind, of)| format!("{}={of}", name(kind)));
            let names: Vec<String> = (0..ratio.len()).map(|kind| name(kind).to_string()).collect();
            let names = names.join(", ");
            let sizes: Vec<String> = sizes.iter().map(usize::to_string).collect();
            let (arms, sizes) = (arms.collect::<Vec<_>>().join(","), sizes.join(","));
            format!(
                "{names} keep their ratio too regularly for chance, as in a list of permuted blocks. If it \
                 is one, judge it by its design, as --block {sizes} --pack {arms}, with one row a line."
            )
        }
    }
}

impl RecordingFeed<'_> {
    pub(super) fn fault_of(&self, wrong: StreamFault) -> Halted {
        match wrong {
            StreamFault::Pipe(_) => self.blocks.halt.check().err().unwrap_or(Halted::Stopped),
            StreamFault::Deck(error) => Halted::Fault(fault(
                &self.name,
                &error,
                self.path.as_ref().map(|(path, folder)| (&**path, folder)),
                &self.layout,
            )),
        }
    }
}

/// Describes the ranking.
fn words_of(ranked: &Ranked) -> String {
    let rows = counted(ranked.order.len() as u64, "row");
    let header = if ranked.has_header { " below a header" } else { "" };
    let mut words = format!("{rows}{header}, compared {}", ranked.comparison);
    if let Some(key) = &ranked.tied {
        let most = ranked.ties.iter().copied().max().unwrap_or(0);
        words.push_str(&format!(
            "; {} share their key with another ({most} have {key}); their order was drawn from the seed",
            count(ranked.rows_tied() as u64)
        ));
    }
    words
}

/// Stdin; the first read, and nothing before it, checks whether the data is compressed.
enum Sniffed {
    Not(Option<Hashed<Stdin>>),
    Done(Box<dyn Read + Send>),
}

impl Read for Sniffed {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        if let Self::Not(bytes) = self
            && let Some(bytes) = bytes.take()
        {
            *self = Self::Done(sniff(bytes)?);
        }
        match self {
            Self::Done(plain) => plain.read(into),
            Self::Not(_) => Ok(0),
        }
    }
}
