//! The pictures that written pages show.
//!
//! If the command of the page writes the picture, that command runs; otherwise the picture is drawn from the same
//! decks.

use crate::{
    BookError,
    command::{self, Command},
    demonstration::{Check, Checked},
    lesson::Lesson,
    shuffle_page,
};
use shuffle_algorithms::catalogue::{ENTRIES, Entry};
use shuffle_audit::{engine::Pool, number::counted};
use shuffle_charts::{Chart, Curve, CurveDot, CurveLine, CurvePanel, DotKind, Scale};
use shuffle_metrics::{ExactEffect, Exhibit, TestEntry, catalogue::all_tests, verdict::Budget};
use shuffle_report::pictures;
use std::{fs, path::Path};

/// Decks, or cards, of the first point of a curve.
const FIRST: u64 = 100;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TestPicture {
    /// The command writes it, under this name in the folder of its case.
    Written(&'static str),
    /// The histogram of what it counts.
    Histogram,
    /// Its p-value along the number of decks, since it has no picture of its own.
    Curve,
    /// Its p-value along the number of cards, since it is shown on a few decks.
    CurveOfCards,
}

impl TestPicture {
    pub(crate) fn of(check: &Check, checked: &Checked) -> Self {
        let test = check.test;
        let looks = checked.found.looks.iter().flat_map(|look| &look.exhibits);
        for exhibit in looks {
            let is_own = exhibit.histogram_of(test.id).is_some();
            // The degree is read off the ascents.
            let is_read = is_own || test.exact_effect == Some(ExactEffect::Degree);
            match (exhibit, exhibit.file()) {
                (Exhibit::Orders(_), _) if !test.explains => {}
                (Exhibit::Histogram { .. }, Some(file)) if is_read => return Self::Written(file),
                (Exhibit::Histogram { .. }, None) if is_own => return Self::Histogram,
                (Exhibit::Histogram { .. }, _) | (_, None) => {}
                (_, Some(file)) => return Self::Written(file),
            }
        }
        if check.number("trials").is_some_and(|trials| trials < FIRST) {
            Self::CurveOfCards
        } else {
            Self::Curve
        }
    }

    pub(crate) fn command(self, check: &Check, checked: &Checked) -> Command {
        check.command(checked.exit(), matches!(self, Self::Written(_)).then_some("seen"))
    }

    /// A sentence about the picture.
    pub(crate) fn words(self, check: &Check) -> &'static str {
        match self {
            Self::Written("position") => {
                "The command writes this picture: a row for each position, a column for each card."
            }
            Self::Written("pairs") => {
                "The command writes this picture of the clearest finding: a row and a column for each place, or for \
                 each card."
            }
            Self::Written("order") => {
                "The command writes this picture: a point for each card, position across, start position up. The points of a \
                 fair shuffle fill the square evenly; a frame marks a stretch that is not due to chance."
            }
            Self::Written("lags") => {
                "The command writes this picture: the smallest p-value at each lag, as the number of its zeros."
            }
            Self::Written(_) => {
                "The command writes this picture; the dark strokes show the expectation for a sound shuffle."
            }
            Self::Histogram => {
                "Bars show the decks, dark strokes the expectation for a sound shuffle; the lower part shows the difference in \
                 standard deviations."
            }
            Self::Curve if check.text("dice").is_some() => {
                "The picture shows the p-value, as a power of ten, against the number of decks: with these dice, and with exact ones."
            }
            Self::Curve if check.text("file").is_some() => {
                "The picture shows the p-value, as a power of ten, against the number of rows that are read: of these rows, and of sound ones \
                 in the same file."
            }
            Self::Curve => {
                "The picture shows the p-value, as a power of ten, against the number of decks: for this shuffle, and for \
                 `fisher-yates`, which is sound."
            }
            Self::CurveOfCards => {
                "The picture shows the p-value of a single deck, as a power of ten, against its number of cards: for this shuffle, and for \
                 `fisher-yates`, which is sound."
            }
        }
    }

    pub(crate) fn alternative(self, check: &Check) -> String {
        let (test, algorithm, sound) = (check.test.id, check.name(), check.sound().name());
        match self {
            Self::Curve => {
                format!("{test}: p-value of {algorithm} and of {sound} by number of decks")
            }
            Self::CurveOfCards => {
                format!("{test}: p-value of {algorithm} and of {sound} by number of cards")
            }
            _ => format!("{test}: counts of {algorithm} next to a sound shuffle's"),
        }
    }

    fn make(self, check: &Check, checked: &Checked, to: &Path) -> Result<(), BookError> {
        let test = check.test.id;
        let png = match self {
            Self::Written(name) => {
                let file = format!("seen/{}/{name}.png", checked.found.case.id());
                return self.command(check, checked).make(&file, to);
            }
            Self::Histogram => {
                let exhibits = checked.found.looks.iter().flat_map(|look| &look.exhibits);
                let histogram = exhibits.filter_map(|exhibit| exhibit.histogram_of(test)).next();
                let histogram =
                    histogram.ok_or_else(|| BookError::entry(test, "no histogram is kept"))?;
                pictures::histogram(&checked.found, test, histogram).to_png()?
            }
            Self::Curve | Self::CurveOfCards => self.curve(check)?.to_png()?,
        };
        fs::write(to, png).map_err(BookError::file(to))
    }
}

/// The picture of a test, in the folder of pictures.
pub(crate) fn picture_name(test: &TestEntry) -> String {
    format!("tests/{}.png", test.id)
}

impl TestPicture {
    /// The p-values of a shuffle and of a sound one along the number of decks, or of cards.
    fn curve(self, check: &Check) -> Result<Curve, BookError> {
        let sound = check.sound();
        let lines = [check, &sound].map(|check| {
            let dots = self.points(check)?;
            let name = check.name();
            let exact = dots.iter().map(|dot| (dot.x, dot.y)).collect();
            Ok::<_, BookError>(CurveLine { name, exact, dots })
        });
        let [defect, sound] = lines;
        let budget = Budget::default().alpha.log10();
        let (along, of) = match self {
            Self::CurveOfCards => {
                ("cards", counted(check.number("trials").unwrap_or_default(), "deck"))
            }
            _ => ("decks", format!("{} cards", check.case()?.shape.cards())),
        };
        Ok(Curve {
            title: format!("{}: the p-value along the {along}", check.test.id),
            subtitle: format!("{of}; full dots: the shuffle fails"),
            x_label: along.to_owned(),
            x_scale: Scale::Logarithmic,
            panels: vec![CurvePanel {
                y_label: "log10 p".to_owned(),
                y_scale: Scale::Linear,
                range: Some((-10.0, 0.0)),
                guide: Some((budget, "error budget".to_owned())),
                floor: Vec::new(),
                lines: vec![defect?, sound?],
            }],
        })
    }

    /// The p-values with more and more decks, or cards, each run on decks of its own length.
    fn points(self, check: &Check) -> Result<Vec<CurveDot>, BookError> {
        let last = if self == Self::CurveOfCards { "cards" } else { "trials" };
        // A file is read to its end.
        let last = match check.number(last) {
            Some(last) => last,
            None => check.run()?.decks(),
        };
        let mut dots = Vec::new();
        let mut along = FIRST as f64;
        loop {
            let x = (along.round() as u64).min(last);
            let checked = match self {
                Self::CurveOfCards => check.of_cards(x).run()?,
                _ => check.of_trials(x).run()?,
            };
            if let Some(y) = checked.log10_p() {
                let kind = if checked.exit() == 1 { DotKind::Full } else { DotKind::Ring };
                dots.push(CurveDot { x: x as f64, y, standard_error: 0.0, kind });
            }
            if x == last {
                return Ok(dots);
            }
            along *= std::f64::consts::SQRT_2;
        }
    }
}

/// The shuffles whose pages show pictures.
fn pictured() -> Vec<&'static Entry> {
    ENTRIES.iter().filter(|entry| shuffle_page::is_pictured(entry)).collect()
}

/// The players that chapters embed: the name of the file, and the arguments of `trace` that write it.
const PLAYERS: [(&str, &str); 4] = [
    ("naive-or-fair", "--algorithm naive --cards 13 --seed 1 --beside fisher-yates"),
    ("fisher-yates", "--algorithm fisher-yates --cards 80 --seed 1"),
    ("naive", "--algorithm naive --cards 80 --seed 1"),
    ("hindu", "--algorithm hindu --cards 80 --seed 1"),
];

fn player_name(name: &str) -> String {
    format!("players/{name}.html")
}

fn make_player(name: &str, arguments: &str, to: &Path) -> Result<(), BookError> {
    let file = format!("{name}.html");
    Command::new(&format!("trace {arguments} --export {file}"), 0).make(&file, to)
}

/// The files of all pictures, relative to `docs/src`.
pub fn files() -> Vec<String> {
    let tests = all_tests().map(picture_name);
    let shuffles = pictured()
        .into_iter()
        .flat_map(|entry| [shuffle_page::picture_name(entry), shuffle_page::player_name(entry)]);
    let players = PLAYERS.iter().map(|(name, _)| player_name(name));
    tests.chain(shuffles).chain(players).map(|file| format!("pictures/{file}")).collect()
}

/// Makes all pictures in a copy of `docs/src`, and returns their number.
///
/// # Errors
///
/// The first picture that cannot be made.
pub fn make(folder: &Path) -> Result<usize, BookError> {
    command::build()?;
    let folder = folder.join("pictures");
    for part in ["tests", "shuffles", "players"] {
        let part = folder.join(part);
        fs::create_dir_all(&part).map_err(BookError::file(&part))?;
    }
    let pool = Pool::new(0, &[])?;
    let tests: Vec<_> = all_tests().collect();
    let tests = pool.map(&tests, |test| {
        let check = Check::of(test, &Lesson::of(test)?);
        let checked = check.run()?;
        let to = folder.join(picture_name(test));
        TestPicture::of(&check, &checked).make(&check, &checked, &to)
    });
    let shuffles = pool.map(&pictured(), |entry| {
        let heatmap = shuffle_page::Heatmap::of_entry(entry)?;
        let to = folder.join(shuffle_page::picture_name(entry));
        heatmap.command.make(&heatmap.file, &to)?;
        shuffle_page::make_player(entry, &folder.join(shuffle_page::player_name(entry)))
    });
    for (name, arguments) in PLAYERS {
        make_player(name, arguments, &folder.join(player_name(name)))?;
    }
    tests.into_iter().chain(shuffles).collect::<Result<(), _>>()?;
    Ok(files().len())
}
