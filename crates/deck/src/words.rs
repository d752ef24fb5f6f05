//! Words that the messages of every crate need: plurals, and the name that was probably meant.

/// A noun after a number: `deck` after 1, `decks` after any other.
///
/// ```
/// use shuffle_deck::words::plural;
/// assert_eq!([1, 2, 0].map(|decks| plural("deck", decks)), ["deck", "decks", "decks"]);
/// assert_eq!(plural("pass", 3), "passes");
/// ```
#[must_use]
pub fn plural(noun: &str, number: u64) -> String {
    let ending = match number {
        1 => "",
        _ if noun.ends_with('s') => "es",
        _ => "s",
    };
    format!("{noun}{ending}")
}

/// The name that was probably meant.
///
/// ```
/// use shuffle_deck::words::nearest;
/// assert_eq!(nearest("fisheryates", ["naive", "fisher-yates"].into_iter()), Some("fisher-yates".to_owned()));
/// assert_eq!(nearest("quicksort", ["naive", "fisher-yates"].into_iter()), None);
/// assert_eq!(nearest("Active", ["a", "b"].into_iter()), None);
/// ```
#[must_use]
pub fn nearest<'a>(given: &str, names: impl Iterator<Item = &'a str>) -> Option<String> {
    const NEAR: f64 = 0.75;
    let length = |text: &str| text.chars().count();
    names
        .filter(|name| length(given) <= 2 * length(name))
        .map(|name| (strsim::jaro_winkler(&given.to_lowercase(), name), name))
        .filter(|(similarity, _)| *similarity >= NEAR)
        .max_by(|a, b| a.0.total_cmp(&b.0))
        .map(|(_, name)| name.to_owned())
}

/// A whole number for people: `1,000,000`.
///
/// ```
/// assert_eq!(shuffle_deck::words::count(1_234_567), "1,234,567");
/// ```
#[must_use]
pub fn count(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// The input in quotes, without control characters, and shortened to fit a message.
///
/// ```
/// use shuffle_deck::words::quoted;
/// assert_eq!(quoted("a\tb"), r#""a\tb""#);
/// assert_eq!(quoted(&"9".repeat(100)), r#""999999999999999999999999"... (100 characters)"#);
/// ```
#[must_use]
pub fn quoted(text: &str) -> String {
    const SHOWN: usize = 24;
    let characters = text.chars().count();
    if characters <= SHOWN {
        return format!("{text:?}");
    }
    let shown: String = text.chars().take(SHOWN).collect();
    format!("{shown:?}... ({characters} characters)")
}
