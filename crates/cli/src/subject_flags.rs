//! The flags that describe a subject. Their names, their text in `--help` and their parsers come from the
//! [keys](shuffle_subjects::keys) of plans, and the subject that they describe is checked like a case of a plan.

use clap::{
    Arg, ArgAction, ArgGroup, ArgMatches, Args, Command, Error, FromArgMatches, error::ErrorKind,
};
use shuffle_subjects::{
    CaseSpec,
    keys::{KEYS, Key, Operand, SubjectKind},
};
use std::marker::PhantomData;

/// The number of cards in a deck by default.
const CARDS: u64 = 52;

/// The subjects that a command takes.
pub(crate) trait Takes {
    /// Their kinds.
    const KINDS: &'static [SubjectKind];
    /// The number of cards by default, for `--help`.
    const CARDS: &'static str;

    /// True if it takes this key.
    fn takes(key: &Key) -> bool;
}

/// Every subject that a plan can have.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Anything {}

impl Takes for Anything {
    const KINDS: &'static [SubjectKind] = &SubjectKind::ALL;
    const CARDS: &'static str = "52, or as the first decks of --file show";

    fn takes(_: &Key) -> bool {
        true
    }
}

/// A shuffle of the catalogue with all that decides its law.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Law {}

impl Takes for Law {
    const KINDS: &'static [SubjectKind] = &[SubjectKind::Catalogue];
    const CARDS: &'static str = "52";

    fn takes(key: &Key) -> bool {
        key.decides_law
    }
}

/// A shuffle of the catalogue with all that decides its decks.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Catalogued {}

impl Takes for Catalogued {
    const KINDS: &'static [SubjectKind] = &[SubjectKind::Catalogue];
    const CARDS: &'static str = "52";

    fn takes(key: &Key) -> bool {
        key.kinds.contains(&SubjectKind::Catalogue)
    }
}

/// The subject that the flags of a command describe.
#[derive(Clone, Debug)]
pub(crate) struct SubjectFlags<T> {
    /// The case with the keys that were given, and nothing but those; 52 cards if their number was not.
    pub(crate) spec: CaseSpec,
    /// True if the number of cards was given.
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
        let spec = CaseSpec { cards: CARDS, ..CaseSpec::default() };
        let mut flags = Self { spec, has_cards: false, takes: PhantomData };
        flags.update_from_arg_matches(matches)?;
        Ok(flags)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        for key in Self::keys() {
            if let Some(value) = value(key, matches) {
                let wrong = |problem| Error::raw(ErrorKind::ValueValidation, problem);
                (key.set)(&mut self.spec, value).map_err(wrong)?;
                self.has_cards |= key.name == "cards";
                if key.name == "pack" && !self.has_cards {
                    self.spec.cards = CaseSpec::NO_CARDS;
                    self.has_cards = true;
                }
            }
        }
        if self.spec.labels.is_some() && self.spec.file.is_some() && !self.has_cards {
            // As many as there are labels.
            self.spec.cards = CaseSpec::NO_CARDS;
        }
        Ok(())
    }
}

/// The value that was given for a key.
fn value<'a>(key: &Key, matches: &'a ArgMatches) -> Option<&'a str> {
    match key.operand {
        Operand::Value(_) => matches.get_one::<String>(key.name).map(String::as_str),
        Operand::Flag => matches.get_flag(key.name).then_some("true"),
        Operand::Switch { .. } if matches.get_flag(key.name) => Some("true"),
        Operand::Switch { off, .. } => matches.get_flag(off).then_some("false"),
    }
}

/// The flags of a key: one, or two of a switch.
fn args<T: Takes>(key: &'static Key) -> Vec<Arg> {
    let mut help = key.in_flags(T::KINDS);
    if key.name == "cards" {
        help.push_str(&format!(" [default: {}]", T::CARDS));
    }
    let flag = |name, help| Arg::new(name).long(name).help(help);
    match key.operand {
        Operand::Value(name) => {
            let check = |text: &str| (key.set)(&mut CaseSpec::default(), text);
            let parser = move |text: &str| check(text).map(|()| text.to_owned());
            vec![flag(key.name, help).value_name(name).value_parser(parser)]
        }
        Operand::Flag => vec![flag(key.name, help).action(ArgAction::SetTrue)],
        Operand::Switch { off, help: off_help } => {
            let off_flag = flag(off, off_help.to_owned()).conflicts_with(key.name);
            [flag(key.name, help), off_flag].map(|flag| flag.action(ArgAction::SetTrue)).to_vec()
        }
    }
}
