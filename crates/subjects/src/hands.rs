//! Groups of places whose order means nothing, as a case names them: hands, and the deals of a PBN file.

use crate::{
    CaseSpec, Folder,
    error::{CaseError, CaseProblem, at},
    stream::{self, STDIN},
};
use shuffle_algorithms::groups::Groups;
use shuffle_deck::Shape;
use shuffle_reader::{Format, pbn};
use std::{io::Read, path::Path};

/// The labels of a deal.
const STANDARD_52: &str = "standard-52";

/// The bytes at the beginning of a file by which PBN is known.
const LOOKED_AT: u64 = 4 << 10;

/// The groups of a case, if it has some.
pub(crate) fn groups(spec: &CaseSpec, shape: Shape) -> Result<Option<Groups>, CaseError> {
    let ignores = spec.coverage.as_deref() == Some("ignore");
    for (key, is_given) in [("coverage", ignores), ("by", spec.by.is_some())] {
        if is_given && spec.hands.is_some() {
            return Err(at("hands")(CaseProblem::NotWith("hands", key)));
        }
    }
    let copies = shape.pack().map_or(&[][..], |pack| pack.counts());
    Ok(shape.hands().map(|hands| Groups::of_copies(hands.sizes().to_vec(), shape.cards(), copies)))
}

/// The case with the keys that PBN implies, if its file is one.
pub(crate) fn of_pbn(spec: CaseSpec, folder: &Folder) -> Result<CaseSpec, CaseError> {
    if !is_pbn(&spec, folder) {
        return Ok(spec);
    }
    let says_nothing = |key| {
        let why =
            format!("PBN has whole deals of 52 cards, so `{key}` has no meaning; leave it out");
        Err(at(key)(CaseProblem::Groups(why)))
    };
    let others = [
        ("labels", spec.labels.as_ref().is_some_and(|labels| labels != STANDARD_52)),
        ("base", spec.base.is_some()),
        ("cards", spec.cards.is_some_and(|cards| cards != 52)),
        ("deal", spec.deal.is_some()),
        ("unordered", spec.unordered),
        ("replacement", spec.replacement),
        ("pack", spec.pack.is_some()),
        ("bonus", spec.bonus.is_some()),
        ("draw", spec.draw.is_some()),
        ("by", spec.by.is_some()),
        ("varying", spec.varying),
    ];
    if let Some((key, _)) = others.into_iter().find(|(_, is_given)| *is_given) {
        return says_nothing(key);
    }
    if spec.file.is_none() {
        let why = "PBN is read from files; a program writes decks as text, csv, ndjson or numbers";
        return Err(at("format")(CaseProblem::Groups(why.to_owned())));
    }
    let hands = spec.hands.unwrap_or_else(|| pbn::HANDS.map(|size| size.to_string()).join(","));
    Ok(CaseSpec {
        format: Some(Format::Pbn.id().to_owned()),
        labels: Some(STANDARD_52.to_owned()),
        cards: Some(52),
        hands: Some(hands),
        ..spec
    })
}

/// True if PBN is asked for, or the name of the file ends so; or if it ends like no format, or like text, and the file looks like PBN.
fn is_pbn(spec: &CaseSpec, folder: &Folder) -> bool {
    if let Some(format) = &spec.format {
        return format == Format::Pbn.id();
    }
    let Some(file) = &spec.file else { return false };
    let files = stream::matched(spec, folder);
    match stream::format(file, files.as_ref()) {
        Some(Format::Pbn) => true,
        None | Some(Format::Text) => {
            let path = match &files {
                None => folder.join(file),
                Some(Ok(files)) => files[0].clone(),
                Some(Err(_)) => return false,
            };
            // Input that can be read only once is not inspected.
            if path == Path::new(STDIN) || !folder.has_file(&path) {
                return false;
            }
            let mut start = Vec::new();
            folder
                .open(&path)
                .is_ok_and(|from| from.take(LOOKED_AT).read_to_end(&mut start).is_ok())
                && pbn::looks_like_pbn(&start)
        }
        _ => false,
    }
}
