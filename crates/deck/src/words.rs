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

/// The first number with dots between its thousands, if all may be so: 1.036 next to 962. Where one of three decimals stands next to
/// whole numbers, others have one or two.
///
/// ```
/// use shuffle_deck::words::with_thousands;
/// assert_eq!(with_thousands(&["962", "1.036", "0"]), Some(1));
/// assert_eq!(with_thousands(&["962", "1.036", "2.5"]), None);
/// ```
#[must_use]
pub fn with_thousands(numbers: &[&str]) -> Option<usize> {
    let is_group =
        |group: &str| matches!(group.len(), 1..=3) && group.bytes().all(|it| it.is_ascii_digit());
    let is_so = |number: &&str| {
        let (head, rest) = number.split_once('.').unwrap_or((number, "000"));
        let is_padded = head.starts_with('0') && *number != "0";
        is_group(head) && is_group(rest) && rest.len() == 3 && !is_padded
    };
    let has_hundreds = numbers.iter().any(|number| number.len() == 3 && is_group(number));
    let at = numbers.iter().position(|number| number.contains('.'));
    at.filter(|_| has_hundreds && numbers.iter().all(is_so))
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
