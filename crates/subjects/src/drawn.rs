//! What is drawn, as a case names it: without order, with replacement, a pack, bonus balls, a factor.

use crate::{
    CaseSpec, Folder,
    error::{CaseError, CaseProblem, at},
};
use shuffle_audit::drawn::Drawn;
use shuffle_deck::{DrawKind, Pack, Shape};
use shuffle_reader::{Format, Labels, Levels, NameTable};

/// The packs of 52 different cards, whose labels are those of playing cards, in any spelling.
const STANDARD: &str = "standard-52";

/// What a case draws.
///
/// # Errors
///
/// [`CaseError`] with the key at fault.
pub fn drawn(spec: &CaseSpec, folder: &Folder) -> Result<Drawn, CaseError> {
    let pack = spec.pack.as_deref().map(|pack| read(pack, folder)).transpose();
    let pack = pack.map_err(|why| at("pack")(CaseProblem::Pack(why)))?;
    let bonus = spec.bonus.as_deref().map(str::parse).transpose();
    let bonus =
        bonus.map_err(|error| at("bonus")(shuffle_audit::case::CaseProblem::Shape(error)))?;
    if spec.by.is_some() && spec.file.is_some() && !spec.unordered && !spec.replacement {
        let why =
            "`by` is of draws without order and with replacement; say `unordered` or `replacement`";
        return Err(at("by")(CaseProblem::Pack(why.to_owned())));
    }
    let CaseSpec { unordered, replacement, .. } = *spec;
    Ok(Drawn { unordered, replacement, pack, bonus, by_level: spec.by.is_some() })
}

/// The shape of the decks of a case.
///
/// # Errors
///
/// [`CaseError`] with the key at fault.
pub fn shape_of(spec: &CaseSpec, folder: &Folder) -> Result<Shape, CaseError> {
    let drawn = drawn(spec, folder)?;
    let cards = drawn.cards(spec.cards.unwrap_or(0));
    drawn.shape(shuffle_audit::case::MOST_CARDS, cards, spec.deal).map_err(CaseError::from)
}

/// A pack by its kinds, its name, or its file.
fn read(pack: &str, folder: &Folder) -> Result<Pack, String> {
    let error = match Pack::parse(pack) {
        Ok(pack) => return Ok(pack),
        Err(error) => error,
    };
    if pack.contains('=') || !folder.has_text(pack) {
        return Err(error.to_string());
    }
    let path = folder.join(pack);
    let shown = path.display();
    let text =
        folder.text(pack).map_err(|error| format!("cannot read the pack `{shown}`: {error}"))?;
    Pack::of_lines(&text, pack).map_err(|error| format!("the pack `{shown}`: {error}"))
}

/// The column of the factor of a case, if it has one.
pub(crate) fn levels(spec: &CaseSpec) -> Result<Option<Levels>, CaseError> {
    let Some(column) = &spec.by else { return Ok(None) };
    let why =
        || format!("`{column}` is no column; name one, by its name in the header or its number");
    let levels = Levels::of_column(column).ok_or_else(|| at("by")(CaseProblem::Pack(why())))?;
    Ok(Some(levels))
}

/// The labels of a pack in a file: its kinds, unless they are written as numbers.
pub(crate) fn labels(spec: &CaseSpec, shape: Shape, format: Format) -> Option<Labels> {
    let pack = shape.pack()?;
    let by_name = spec.file.is_some() && spec.base.is_none() && format.is_text();
    if !by_name {
        return None;
    }
    if pack.to_string().starts_with(STANDARD) {
        return Some(Labels::Names(NameTable::standard_52()));
    }
    let names = pack.names().to_vec();
    if pack.to_string().starts_with("suits-52") {
        return Some(Labels::Names(NameTable::of_playing_cards(names, |card| card / 13)));
    }
    if pack.to_string().starts_with("ranks-52") {
        return Some(Labels::Names(NameTable::of_playing_cards(names, |card| card % 13)));
    }
    NameTable::new(names).ok().map(Labels::Names)
}

/// What is drawn, in a word, for a program.
pub(crate) fn in_a_word(shape: Shape) -> &'static str {
    match shape.kind() {
        DrawKind::Order => "order",
        DrawKind::Unordered => "unordered",
        DrawKind::Replacement => "replacement",
        DrawKind::Pack => "pack",
    }
}

/// How many cards of each kind a pack has, with commas between; empty for other decks.
pub(crate) fn counts(shape: Shape) -> String {
    let counts = shape.pack().map_or(&[][..], Pack::counts).iter();
    counts.map(ToString::to_string).collect::<Vec<_>>().join(",")
}
