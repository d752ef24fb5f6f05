//! The flags that describe a subject. They are the [keys](shuffle_subjects::keys) of plans, and the subject that they
//! describe is checked like a case of a plan.

use crate::exit::Failure;
use clap::{
    Arg, ArgAction, ArgGroup, ArgMatches, Args, Command, Error, FromArgMatches, Parser,
    parser::ValueSource,
};
use shuffle_subjects::{
    CaseSpec,
    error::CaseError,
    keys::{KEYS, Key, SubjectKind},
    single,
};
use std::marker::PhantomData;

/// The flags that `-h` lists, in one line each; `--help` has all flags, with all that they can do.
const USUAL: [(&str, &str); 9] = [
    ("algorithm", "A shuffle of the catalogue: `shuffle-audit list`"),
    ("exec", "A program that writes decks on stdout"),
    ("file", "A file of decks, or - for stdin"),
    ("library", "A native library with a shuffle"),
    ("cards", "Cards in the deck; 52 by default, or as a file shows"),
    ("deal", "Cards dealt; all by default"),
    ("unordered", "Draws without order, such as the balls of a lottery"),
    ("replacement", "Draws with replacement, such as rolls of a die"),
    ("labels", "Names of the cards: a file, standard-52 or sorted"),
];

/// The flag that gives the key `header` the value `false`.
const NO_HEADER: &str = "no-header";

/// The subjects that a command takes: by default a shuffle of the catalogue, with all keys that such a shuffle has.
pub(crate) trait Takes {
    const KINDS: &'static [SubjectKind] = &[SubjectKind::Catalogue];
    /// The number of cards by default, for `--help`.
    const CARDS: &'static str = "52";

    fn takes(key: &Key) -> bool {
        key.kinds.iter().any(|kind| Self::KINDS.contains(kind))
    }
}

/// Every subject that a plan can have.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Anything {}

impl Takes for Anything {
    const KINDS: &'static [SubjectKind] = &SubjectKind::ALL;
    const CARDS: &'static str = "52, or as the first decks of --file show";
}

/// A shuffle of the catalogue with everything that decides its law.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Law {}

impl Takes for Law {
    fn takes(key: &Key) -> bool {
        key.decides_law()
    }
}

/// A shuffle of the catalogue with everything that decides its decks.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Catalogued {}

impl Takes for Catalogued {}

#[derive(Clone, Debug)]
pub(crate) struct SubjectFlags<T> {
    /// The case with the keys that were given, and nothing but those; 52 cards if nothing gives their number.
    pub(crate) spec: CaseSpec,
    /// True if the number of cards was given, or a pack or draw that decides it.
    pub(crate) has_cards: bool,
    takes: PhantomData<T>,
}

impl<T: Takes> SubjectFlags<T> {
    fn keys() -> impl Iterator<Item = &'static Key> {
        KEYS.iter().filter(|key| T::takes(key))
    }
}

impl<T: Takes> Args for SubjectFlags<T> {
    fn augment_args(command: Command) -> Command {
        let main = T::KINDS.iter().map(|kind| kind.key());
        let group = ArgGroup::new("subject").args(main).required(true);
        Self::keys().flat_map(args::<T>).fold(command, Command::arg).group(group)
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl<T: Takes> FromArgMatches for SubjectFlags<T> {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
        // The matches know only the flags that this command takes, so the case is read from the given ones.
        let mut spec =
            CaseSpec::try_parse_from(Self::keys().filter_map(|key| given(key, matches)))?;
        if Self::keys().any(|key| key.name() == "header") && matches.get_flag(NO_HEADER) {
            spec.header = Some(false);
        }
        let has_cards = single::has_cards(&spec);
        Ok(Self { spec: single::with_cards(spec), has_cards, takes: PhantomData })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

/// A key as it was given: `--deal=5`.
fn given(key: &Key, matches: &ArgMatches) -> Option<String> {
    let name = key.name();
    if matches.value_source(name) != Some(ValueSource::CommandLine) {
        return None;
    }
    if !key.has_value() {
        return Some(format!("--{name}"));
    }
    let value = matches.get_raw(name)?.next()?;
    Some(format!("--{name}={}", value.to_string_lossy()))
}

/// The flags of a key: one, or two of a switch.
fn args<T: Takes>(key: &'static Key) -> Vec<Arg> {
    let usual = USUAL.iter().find(|(name, _)| *name == key.name());
    let arg = key.arg(T::KINDS).help_heading("Subject").hide_short_help(usual.is_none());
    let help = key.in_flags(T::KINDS);
    let arg = match usual {
        Some((_, short)) => arg.help(*short).long_help(help.clone()),
        None => arg,
    };
    match key.name() {
        "cards" => vec![arg.long_help(format!("{help} [default: {}]", T::CARDS))],
        "header" => {
            let no_header = Arg::new(NO_HEADER).long(NO_HEADER).conflicts_with("header");
            let help = "The first line is a deck, whatever it looks like";
            let no_header = no_header.help_heading("Subject").hide_short_help(true);
            vec![arg, no_header.help(help).action(ArgAction::SetTrue)]
        }
        _ => vec![arg],
    }
}

pub(crate) fn wrong_flag(error: &CaseError) -> Failure {
    Failure::usage(format!("--{}: {}", error.key, error.problem))
}
