//! The kind of draw named by a case: without order, with replacement, a pack, bonus balls, a factor.

use crate::{
    CaseSpec, Folder,
    error::{CaseError, CaseProblem, at, refuse_with},
    hands,
};
use shuffle_audit::{case::CaseProblem as Problem, drawn::Drawn};
use shuffle_deck::{Blocks, DrawKind, Hands, Pack, Shape, Weights, words::quoted};
use shuffle_reader::{Format, Labels, Levels, NameTable, is_foot};

/// The packs of 52 different cards. Their labels are the names of playing cards, in any spelling.
const STANDARD: &str = "standard-52";

/// The kind of draw of a case.
///
/// # Errors
///
/// [`CaseError`] with the key at fault.
pub fn drawn(spec: &CaseSpec, folder: &Folder) -> Result<Drawn, CaseError> {
    let texts = [&spec.weights, &spec.groups_of, &spec.hands];
    if texts.iter().any(|text| text.is_some()) || spec.rule.is_some() {
        // Before what they are is read.
        spec.refuse_keys_of_others(spec.kind()?)?;
    }
    let (key, pack) = match (&spec.groups_of, &spec.pack) {
        (Some(_), Some(_)) => return Err(at("pack")(CaseProblem::NotWith("pack", "groups-of"))),
        (Some(groups), None) => ("groups-of", Some(groups)),
        (None, pack) => ("pack", pack.as_ref()),
    };
    let pack = pack.map(|pack| read(pack, folder)).transpose();
    let pack = pack.map_err(|why| at(key)(CaseProblem::Pack(why)))?;
    let bonus = spec.bonus.as_deref().map(str::parse).transpose();
    let bonus = bonus.map_err(|error| at("bonus")(Problem::Shape(error)))?;
    let weights = spec.weights.as_deref().map(|weights| read_weights(weights, folder)).transpose();
    let weights = weights.map_err(|why| at("weights")(CaseProblem::Pack(why)))?;
    let blocks = blocks(spec, pack)?;
    let CaseSpec { unordered, replacement, varying, .. } = *spec;
    let (by_level, pack) = (spec.by.is_some(), pack.filter(|_| blocks.is_none()));
    let hands = spec.hands.as_deref().map(Hands::parse).transpose();
    let hands = hands.map_err(|error| at("hands")(CaseProblem::Groups(error.to_string())))?;
    let rule = None;
    Ok(Drawn {
        unordered,
        replacement,
        pack,
        bonus,
        weights,
        varying,
        by_level,
        blocks,
        rule,
        hands,
    })
}

/// The design of a list of permuted blocks, if a case is one.
fn blocks(spec: &CaseSpec, arms: Option<Pack>) -> Result<Option<Blocks>, CaseError> {
    // With another subject the key is what is wrong.
    let Some(sizes) = spec.block.as_ref().filter(|_| spec.file.is_some()) else { return Ok(None) };
    let wrong = |why: String| at("block")(CaseProblem::Pack(why));
    let Some(arms) = arms else {
        let why = "`block` needs the arms and their ratio; give `pack`, such as A=1,B=1";
        return Err(wrong(why.to_owned()));
    };
    refuse_with("block", [("cards", spec.cards.is_some()), ("deal", spec.deal.is_some())])?;
    Blocks::parse(sizes, arms).map(Some).map_err(|error| wrong(error.to_string()))
}

/// The shape of the decks of a case.
///
/// # Errors
///
/// [`CaseError`] with the key at fault.
pub fn shape_of(spec: &CaseSpec, folder: &Folder) -> Result<Shape, CaseError> {
    spelled_out(hands::of_pbn(spec.clone(), folder)?, |spec| {
        let drawn = drawn(&spec, folder)?;
        let cards = drawn.cards(spec.cards.unwrap_or(0));
        drawn.shape(shuffle_audit::case::MOST_CARDS, cards, spec.deal).map_err(CaseError::from)
    })
}

/// Makes something of a case in which `draw`, or `stream`, is replaced by the keys that it stands for. An error in these
/// keys is one in `draw`.
pub(crate) fn spelled_out<T>(
    mut spec: CaseSpec,
    make: impl FnOnce(CaseSpec) -> Result<T, CaseError>,
) -> Result<T, CaseError> {
    // With another subject the key is what is wrong.
    if spec.stream.is_some() && spec.file.is_some() {
        return of_bags(spec, make);
    }
    let Some(draw) = &spec.draw else { return make(spec) };
    let others = [
        ("cards", spec.cards.is_some()),
        ("deal", spec.deal.is_some()),
        ("unordered", spec.unordered),
        ("replacement", spec.replacement),
        ("pack", spec.pack.is_some()),
        ("weights", spec.weights.is_some()),
        ("varying", spec.varying),
        ("rule", spec.rule.is_some()),
        ("groups-of", spec.groups_of.is_some()),
    ];
    refuse_with("draw", others)?;
    if let Some(bonus) = &spec.bonus {
        let bonus = swapped(bonus);
        let draw = draw.split('+').next().unwrap_or(draw);
        let why = format!("the draw says it: leave `bonus` out, and write {draw}+{bonus}");
        return Err(at("draw")(CaseProblem::Pack(why)));
    }
    let (balls, bonus) = match draw.split_once('+') {
        Some((balls, bonus)) => (balls, Some(bonus)),
        None => (draw.as_str(), None),
    };
    let number = |text: &str| text.trim().parse().map_err(|_| CaseProblem::Draw(draw.clone()));
    let (deal, cards) = balls.split_once('/').unwrap_or((balls, ""));
    let (deal, cards) = (number(deal).map_err(at("draw"))?, number(cards).map_err(at("draw"))?);
    if deal > cards {
        return Err(at("draw")(CaseProblem::Draw(draw.clone())));
    }
    let bonus = bonus.map(swapped);
    let is_read = spec.file.is_some() || spec.exec.is_some() || spec.counts.is_some();
    let has_numbers = is_read && spec.labels.is_none();
    let base = spec.base.or(has_numbers.then_some(1));
    (spec.draw, spec.cards, spec.deal) = (None, Some(cards), Some(deal));
    (spec.unordered, spec.bonus, spec.base) = (true, bonus, base);
    make(spec).map_err(|error| {
        let is_of_draw = ["cards", "deal", "unordered", "bonus"].contains(&error.key);
        if is_of_draw { CaseError { key: "draw", ..error } } else { error }
    })
}

/// Bonus balls as the other key has them: a lottery says `1/26` for one of 26, and the key `bonus` says `26/1`.
fn swapped(bonus: &str) -> String {
    match bonus.split_once('/') {
        Some((one, other)) => format!("{other}/{one}"),
        None => bonus.to_owned(),
    }
}

/// Makes something of a case of bags: their size is the number of cards.
fn of_bags<T>(
    mut spec: CaseSpec,
    make: impl FnOnce(CaseSpec) -> Result<T, CaseError>,
) -> Result<T, CaseError> {
    let others = [
        ("coverage", spec.coverage.is_some()),
        ("groups", spec.groups.is_some()),
        ("deal", spec.deal.is_some()),
        ("unordered", spec.unordered),
        ("replacement", spec.replacement),
        ("bonus", spec.bonus.is_some()),
        ("draw", spec.draw.is_some()),
        ("weights", spec.weights.is_some()),
        ("hands", spec.hands.is_some()),
        ("rank-by", spec.rank_by.is_some()),
        ("block", spec.block.is_some()),
        ("varying", spec.varying),
        // A plan that is written again has both.
        ("cards", spec.cards.is_some() && spec.cards != spec.stream),
    ];
    refuse_with("stream", others)?;
    spec.cards = spec.stream;
    make(spec).map_err(|error| match error.problem {
        CaseProblem::Case(Problem::PackCards { pack, .. }) => {
            at("stream")(CaseProblem::Pack(format!("the pack has {pack} items, and so has a bag")))
        }
        _ if error.key == "cards" => CaseError { key: "stream", ..error },
        _ => error,
    })
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
    let pack = Pack::of_lines(&text, pack).map_err(|error| error.to_string());
    let counts = |pack: &Pack| pack.counts().iter().map(|&count| f64::from(count)).collect();
    pack.and_then(|pack| without_total(pack.names(), counts(&pack)).map(|()| pack))
        .map_err(|why| format!("the pack `{shown}`: {why}"))
}

/// An error if the last of these is the total of the others, up to rounding, and is called so.
fn without_total(names: &[String], numbers: Vec<f64>) -> Result<(), String> {
    const ROUNDING: f64 = 0.01;
    let ([others @ .., total], [_, _, .., name]) = (&numbers[..], names) else { return Ok(()) };
    let is_sum = (others.iter().sum::<f64>() - total).abs() <= ROUNDING * total;
    match is_sum && (is_foot(name) || name.eq_ignore_ascii_case("cards")) {
        true => Err(format!("{} is the total of the others; leave it out", quoted(name))),
        false => Ok(()),
    }
}

/// Weights as they are written, or of their file.
fn read_weights(weights: &str, folder: &Folder) -> Result<Weights, String> {
    let error = match Weights::parse(weights) {
        Ok(weights) => return Ok(weights),
        Err(error) => error,
    };
    if !folder.has_text(weights) {
        return Err(error.to_string());
    }
    let path = folder.join(weights);
    let shown = path.display();
    let text = folder
        .text(weights)
        .map_err(|error| format!("cannot read the weights `{shown}`: {error}"))?;
    let weights = Weights::of_lines(&text, weights).map_err(|error| error.to_string());
    let names = |weights: &Weights| weights.names().unwrap_or_default();
    weights
        .and_then(|it| without_total(names(&it), it.weights().to_vec()).map(|()| it))
        .map_err(|why| format!("the weights `{shown}`: {why}"))
}

/// The columns of the factor of a case, if it has one.
pub(crate) fn levels(spec: &CaseSpec) -> Result<Option<Levels>, CaseError> {
    let Some(column) = &spec.by else { return Ok(None) };
    let why = || {
        format!(
            "`{column}` is not a column; name one or more, by their names in the header or their numbers"
        )
    };
    let levels = Levels::of_columns(column).ok_or_else(|| at("by")(CaseProblem::Pack(why())))?;
    Ok(Some(levels))
}

/// The labels of a pack or of weights in a file: their names, unless they are written as numbers.
pub(crate) fn labels(spec: &CaseSpec, shape: Shape, format: Format) -> Option<Labels> {
    let by_name = spec.file.is_some() && spec.base.is_none() && format.is_text();
    if !by_name {
        return None;
    }
    if let Some(weights) = shape.given_weights() {
        return NameTable::new(weights.names()?.to_vec()).ok().map(Labels::Names);
    }
    let pack = shape.pack().or(shape.blocks().map(Blocks::arms))?;
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

/// The kind of draw in a word, for a program.
pub(crate) fn in_a_word(shape: Shape) -> &'static str {
    match shape.kind() {
        DrawKind::Ruled => in_a_word(shape.without_rule()),
        DrawKind::Order => "order",
        DrawKind::Unordered => "unordered",
        DrawKind::Replacement | DrawKind::Weighted => "replacement",
        DrawKind::Successive if shape.is_set() => "unordered",
        DrawKind::Successive => "order",
        DrawKind::Pack => "pack",
        DrawKind::Blocks => "blocks",
        DrawKind::Varying => "varying",
    }
}

/// The number of cards of each kind in a pack, separated by commas; empty for other decks.
pub(crate) fn counts(shape: Shape) -> String {
    let counts = shape.pack().map_or(&[][..], Pack::counts).iter();
    counts.map(ToString::to_string).collect::<Vec<_>>().join(",")
}

/// The weights of the symbols, with commas between; empty for other decks.
pub(crate) fn weights(shape: Shape) -> String {
    let weights = shape.given_weights().map_or(&[][..], Weights::weights).iter();
    weights.map(ToString::to_string).collect::<Vec<_>>().join(",")
}
