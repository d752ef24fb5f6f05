//! Names that were found in a file and are none, or are one name in two spellings.

use shuffle_deck::words::quoted;
use std::collections::HashMap;

/// What to do about a name that is a mark for none, or that differs from another one only in its spelling.
pub(crate) fn no_names(all: &[String]) -> Option<String> {
    const MARKS: [&str; 14] = [
        "-", "--", "\u{2013}", "\u{2014}", "?", "na", "n/a", "nan", "null", "bye", "dnf", "dns",
        "dsq", "tbd",
    ];
    let mark = all.iter().find(|name| MARKS.contains(&&*name.to_lowercase()));
    if let Some(mark) = mark.map(|mark| quoted(mark)) {
        return Some(format!(
            "{mark} looks like a mark where a name is missing: remove it, since an empty cell is no name; if it is one, list all names with --labels"
        ));
    }
    let mut known = HashMap::new();
    let in_case =
        all.iter().find_map(|name| Some((known.insert(name.to_lowercase(), name)?, name)));
    let (marked, plain): (Vec<&String>, Vec<&String>) =
        all.iter().partition(|name| name.contains(is_mark));
    let plain: HashMap<String, &String> =
        plain.into_iter().map(|name| (without_accents(name), name)).collect();
    let in_accents =
        || marked.into_iter().find_map(|name| Some((*plain.get(&without_accents(name))?, name)));
    in_case.or_else(in_accents).map(|(one, other)| {
        format!(
            "{} and {} differ only in capitals or in the way an accent is stored: spell each name in one way; if they are two names, list all with --labels",
            quoted(one),
            quoted(other)
        )
    })
}

/// True of an accent that follows its letter, as macOS stores names of files.
fn is_mark(letter: char) -> bool {
    ('\u{300}'..='\u{36f}').contains(&letter)
}

/// A name in small letters, with a sign in place of each letter that has an accent.
fn without_accents(name: &str) -> String {
    const SIGN: char = '\u{300}';
    let mut plain = String::new();
    for letter in name.to_lowercase().chars() {
        if is_mark(letter) {
            plain.pop();
        }
        plain.push(if letter.is_ascii() { letter } else { SIGN });
    }
    plain
}
