//! `shuffle-audit odds`: how often an event comes by chance, without shuffling.

use crate::{
    common::parse_count,
    exit::{Exit, Failure},
    output::{print, print_document},
    screen::screen,
    subject_flags::wrong_flag,
};
use clap::Args;
use shuffle_deck::{
    Pack,
    words::{nearest, quoted},
};
use shuffle_metrics::odds::{Comparison, Event, Quantity};
use shuffle_report::odds::{self, Asked};
use shuffle_subjects::{CaseSpec, Folder, count, drawn::shape_of};

#[derive(Args, Debug)]
pub(crate) struct OddsArgs {
    /// One comparison: the number of a kind that is dealt, as `land=0` or `A>=2`, or where in the deck the first or the last of
    /// a kind lies, counted from 1, as `first(land)>7`; with =, !=, <, <=, > or >=
    #[arg(value_name = "EVENT")]
    pub(crate) event: String,
    /// The cards: kinds with their numbers, as land=16,spell=44; standard-52, suits-52, ranks-52 (x6 for six decks); or a file
    /// with the kind of each card on a line
    #[arg(long, value_name = "PACK")]
    pub(crate) pack: String,
    /// Cards dealt, of which a kind is counted
    #[arg(long, value_name = "K", value_parser = parse_count)]
    pub(crate) deal: Option<u64>,
    /// Also print how often it comes in this number of games
    #[arg(long, value_name = "N", value_parser = parse_count)]
    pub(crate) games: Option<u64>,
    /// Print the odds as JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// Kinds that are listed where none of them is meant.
const MOST_LISTED: usize = 13;

/// Prints the odds of the event.
pub(crate) fn odds(args: &OddsArgs) -> Result<Exit, Failure> {
    let spec = CaseSpec { pack: Some(args.pack.clone()), deal: args.deal, ..CaseSpec::default() };
    let shape = shape_of(&spec, &Folder::default()).map_err(|error| wrong_flag(&error))?;
    let pack = shape.pack().ok_or_else(|| Failure::ours("a pack has another shape"))?;
    if args.deal == Some(0) {
        return Err(Failure::usage("--deal: must be at least 1"));
    }
    if args.games == Some(0) {
        return Err(Failure::usage("--games: must be at least 1"));
    }
    let (event, kind) = event(&args.event, pack, args.deal).map_err(Failure::usage)?;
    let asked = Asked { event, kind: pack.name(kind), written: &args.event, games: args.games };
    match args.json {
        true => print_document(odds::json(&asked))?,
        false => print(&odds::words(&asked, &screen(false)))?,
    }
    Ok(Exit::Expected)
}

/// Reads an event; an error names what is wrong with it.
fn event(text: &str, pack: Pack, deal: Option<u64>) -> Result<(Event, usize), String> {
    let (name, comparison, value) = compared(text)?;
    let kind_of = |name: &str| pack.names().iter().position(|kind| kind == name);
    // A kind may be called like a place.
    let (which, kind) = match (kind_of(name), place(name)) {
        (Some(kind), _) => ("", kind),
        (None, Some((which, name))) => (which, kind_of(name).ok_or_else(|| no_kind(name, pack))?),
        (None, None) => ("", kind_of(name).ok_or_else(|| no_kind(name, pack))?),
    };
    let quantity = match (which, deal) {
        ("", Some(dealt)) => Quantity::Count { dealt },
        ("", None) => {
            return Err(format!(
                "how many cards are dealt, of which {name} is counted? Say --deal, or ask where it lies: first({name})>7"
            ));
        }
        (which, Some(_)) => {
            return Err(format!("{which}(...) is a place in the whole deck; leave --deal out"));
        }
        ("first", None) => Quantity::First,
        _ => Quantity::Last,
    };
    let (cards, class) = (pack.cards() as u64, u64::from(pack.counts()[kind]));
    let event = Event { cards, class, quantity, comparison, value };
    let odds = event.odds();
    let (least, most) = event.values().into_inner();
    let range = format!("{} is from {least} to {most} in every shuffle", name.trim());
    if odds.log10() == f64::NEG_INFINITY {
        return Err(format!("{} can never come: {range}", quoted(text)));
    }
    if odds.other().log10() == f64::NEG_INFINITY {
        return Err(format!("{} always comes: {range}", quoted(text)));
    }
    Ok((event, kind))
}

/// The two sides of a comparison, and how they are compared.
fn compared(text: &str) -> Result<(&str, Comparison, u64), String> {
    let wrong = || {
        format!(
            "{} is no event; write one comparison, as land=0, A>=2 or first(land)>7",
            quoted(text)
        )
    };
    // A kind may have a sign in its name, and a number has none.
    let end = text.rfind(['=', '<', '>']).ok_or_else(wrong)?;
    let (left, value) = (&text[..end], &text[end + 1..]);
    let (sign, before) = match (&text[end..=end], left.as_bytes().last()) {
        ("=", Some(b'!')) => (Comparison::NotEqual, 1),
        ("=", Some(b'<')) => (Comparison::AtMost, 1),
        ("=", Some(b'>')) => (Comparison::AtLeast, 1),
        ("=", Some(b'=')) => (Comparison::Equal, 1),
        ("=", _) => (Comparison::Equal, 0),
        ("<", _) => (Comparison::Less, 0),
        _ => (Comparison::Greater, 0),
    };
    let name = left[..left.len() - before].trim();
    let value = count::parse(value).map_err(|_| wrong())?;
    if name.is_empty() { Err(wrong()) } else { Ok((name, sign, value)) }
}

/// The kind in `first(kind)` or `last(kind)`.
fn place(name: &str) -> Option<(&'static str, &str)> {
    ["first", "last"].into_iter().find_map(|which| {
        let inner = name.strip_prefix(which)?.trim_start().strip_prefix('(')?.strip_suffix(')')?;
        Some((which, inner.trim()))
    })
}

fn no_kind(name: &str, pack: Pack) -> String {
    let names = pack.names();
    let hint = match nearest(name, names.iter().map(String::as_str)) {
        Some(near) => format!("did you mean `{near}`?"),
        None if names.len() <= MOST_LISTED => format!("there are {}", names.join(", ")),
        None => format!("there are {}, ...", names[..MOST_LISTED].join(", ")),
    };
    format!("the pack has no kind {}; {hint}", quoted(name))
}
