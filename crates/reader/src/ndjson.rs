//! Reads one line of NDJSON with `serde_json`, directly into the row.

use crate::{
    cell_by_cell::{DeckBuilder, LineError},
    error::DeckFault,
    layout::{Labels, Layout},
};
use serde::de::{
    DeserializeSeed, Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Unexpected, Visitor,
};
use serde_json::Value;
use shuffle_deck::{Card, words::quoted};
use std::{borrow::Cow, fmt};

/// Fields of an object that are shown if none of them is the deck.
const SHOWN: usize = 6;

/// Reads the deck of a line. `last` is true if the input ends without a line end.
pub(crate) fn read<C: Card>(
    line: &str,
    last: bool,
    layout: &Layout,
    deck: &mut DeckBuilder<'_, C>,
) -> Result<(), LineError> {
    let numbers = matches!(layout.labels, Labels::Numbers { .. });
    let mut json = serde_json::Deserializer::from_str(line);
    let field = Some(layout.field.as_deref().unwrap_or("deck"));
    let read = Array { deck, numbers, field }.deserialize(&mut json);
    match read.and_then(|()| json.end()) {
        Ok(()) => Ok(()),
        Err(error) if error.is_eof() && last => Err(LineError::Cut(deck.found().min(layout.dealt))),
        Err(error) => Err(DeckFault::NotJson { message: message(&error) }.into()),
    }
}

/// The value of a field, or of a field of a field.
pub(crate) fn field_of<'v>(value: &'v Value, field: &str) -> Option<&'v Value> {
    value.get(field).or_else(|| {
        let (outer, inner) = field.split_once('.')?;
        field_of(value.get(outer)?, inner)
    })
}

/// The message of an error, without its line number: the place of the deck has that.
fn message(error: &serde_json::Error) -> String {
    let all = error.to_string();
    let what = all.rsplit_once(" at line ").map_or(all.as_str(), |(what, _)| what);
    // The library quotes the whole wrong value, which may be long.
    let what: String = what.chars().take(300).collect();
    format!("{what} (column {})", error.column())
}

struct Array<'d, 'a, C> {
    deck: &'d mut DeckBuilder<'a, C>,
    numbers: bool,
    /// The field that holds the deck, if it may be in an object; `outer.inner` is a field of a field.
    field: Option<&'d str>,
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
        while cells.next_element_seed(CardSeed { deck, numbers })?.is_some() {}
        Ok(())
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<(), E> {
        self.lone(Unexpected::Unsigned(number))?.visit_u64(number)
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<(), E> {
        self.lone(Unexpected::Str(text))?.visit_str(text)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<(), A::Error> {
        let Self { deck, numbers, field } = self;
        let Some(field) = field else {
            return Err(A::Error::custom(
                "an object, not an array of cards: name the field inside it, as --field outer.inner",
            ));
        };
        let (mut found, mut others) = (false, Vec::new());
        while let Some(key) = fields.next_key::<Cow<'de, str>>()? {
            let inner = field.strip_prefix(&*key).and_then(|inner| inner.strip_prefix('.'));
            if key != field && inner.is_none() {
                fields.next_value::<IgnoredAny>()?;
                if others.len() < SHOWN {
                    others.push(quoted(&key));
                }
            } else if found {
                return Err(A::Error::custom(format_args!("duplicate field `{field}`")));
            } else {
                fields.next_value_seed(Array { deck, numbers, field: inner })?;
                found = true;
            }
        }
        match found {
            true => Ok(()),
            false if others.is_empty() => {
                Err(A::Error::custom(format_args!("missing field `{field}`")))
            }
            false => Err(A::Error::custom(format_args!(
                "no field `{field}`, but {}: name the one that holds the deck with --field, or, if each holds a card, those with --columns",
                others.join(", ")
            ))),
        }
    }
}

impl<'d, 'a, C: Card> Array<'d, 'a, C> {
    /// The reader of one card, which a field may hold without an array around it, but no line.
    fn lone<E: Error>(self, found: Unexpected<'_>) -> Result<CardSeed<'d, 'a, C>, E> {
        match self.field {
            Some(_) => Err(E::invalid_type(found, &self)),
            None => Ok(CardSeed { deck: self.deck, numbers: self.numbers }),
        }
    }
}

struct CardSeed<'d, 'a, C> {
    deck: &'d mut DeckBuilder<'a, C>,
    numbers: bool,
}

impl<'de, C: Card> DeserializeSeed<'de> for CardSeed<'_, '_, C> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<C: Card> Visitor<'_> for CardSeed<'_, '_, C> {
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
        match text.parse() {
            Ok(number) if self.numbers => self.deck.number(number),
            Err(_) if self.numbers => self.deck.no_card(text),
            _ => self.deck.cell(text),
        }
        Ok(())
    }
}
