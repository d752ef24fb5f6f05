//! Reads one line of NDJSON with `serde_json`, directly into the row.

use crate::{
    error::Fault,
    layout::{Labels, Layout},
    slow::{Deck, Wrong},
};
use serde::de::{DeserializeSeed, Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};
use shuffle_deck::Card;
use std::{borrow::Cow, fmt};

/// Reads the deck of a line. `last` is true if the input ends without a line end.
pub(crate) fn read<C: Card>(
    line: &str,
    last: bool,
    layout: &Layout,
    deck: &mut Deck<'_, C>,
) -> Result<(), Wrong> {
    let numbers = matches!(layout.labels, Labels::Numbers { .. });
    let mut json = serde_json::Deserializer::from_str(line);
    let read = Array { deck, numbers, object: true }.deserialize(&mut json);
    match read.and_then(|()| json.end()) {
        Ok(()) => Ok(()),
        Err(error) if error.is_eof() && last => Err(Wrong::Cut(deck.found().min(layout.dealt))),
        Err(error) => Err(Fault::NotJson { message: message(&error) }.into()),
    }
}

/// The message of an error, without its line number: the place of the deck has that.
fn message(error: &serde_json::Error) -> String {
    let all = error.to_string();
    let what = all.rsplit_once(" at line ").map_or(all.as_str(), |(what, _)| what);
    // The library quotes the whole wrong value, which may be long.
    let what: String = what.chars().take(120).collect();
    format!("{what} (column {})", error.column())
}

struct Array<'d, 'a, C> {
    deck: &'d mut Deck<'a, C>,
    numbers: bool,
    /// True if the deck may be a field of an object.
    object: bool,
}

impl<'de, C: Card> DeserializeSeed<'de> for Array<'_, '_, C> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de, C: Card> Visitor<'de> for Array<'_, '_, C> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an array of cards")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut cells: A) -> Result<(), A::Error> {
        let Self { deck, numbers, .. } = self;
        while cells.next_element_seed(Cell { deck, numbers })?.is_some() {}
        Ok(())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<(), A::Error> {
        if !self.object {
            return Err(A::Error::custom("invalid type: map, expected an array of cards"));
        }
        let Self { deck, numbers, .. } = self;
        let mut found = false;
        while let Some(key) = fields.next_key::<Cow<'de, str>>()? {
            if key != "deck" {
                fields.next_value::<IgnoredAny>()?;
            } else if found {
                return Err(A::Error::duplicate_field("deck"));
            } else {
                fields.next_value_seed(Array { deck, numbers, object: false })?;
                found = true;
            }
        }
        if found { Ok(()) } else { Err(A::Error::missing_field("deck")) }
    }
}

struct Cell<'d, 'a, C> {
    deck: &'d mut Deck<'a, C>,
    numbers: bool,
}

impl<'de, C: Card> DeserializeSeed<'de> for Cell<'_, '_, C> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<C: Card> Visitor<'_> for Cell<'_, '_, C> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.numbers { "a card number" } else { "a label" })
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<(), E> {
        self.deck.number(number);
        Ok(())
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<(), E> {
        self.deck.cell(&number.to_string());
        Ok(())
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<(), E> {
        if self.numbers {
            self.deck.no_card(text);
        } else {
            self.deck.cell(text);
        }
        Ok(())
    }
}
