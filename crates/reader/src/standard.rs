//! The spellings of the 52 playing cards that people and programs use.

const RANKS: [(&[&str], &str); 13] = [
    (&["A"], "ace"),
    (&["2"], "two"),
    (&["3"], "three"),
    (&["4"], "four"),
    (&["5"], "five"),
    (&["6"], "six"),
    (&["7"], "seven"),
    (&["8"], "eight"),
    (&["9"], "nine"),
    (&["T", "10"], "ten"),
    (&["J"], "jack"),
    (&["Q"], "queen"),
    (&["K"], "king"),
];

/// Letter, symbols (full, outlined, and full as an emoji), name.
const SUITS: [(&str, [&str; 3], &str); 4] = [
    ("s", ["♠", "♤", "♠\u{fe0f}"], "spades"),
    ("h", ["♥", "♡", "♥\u{fe0f}"], "hearts"),
    ("d", ["♦", "♢", "♦\u{fe0f}"], "diamonds"),
    ("c", ["♣", "♧", "♣\u{fe0f}"], "clubs"),
];

/// The usual short form: `As`, `Td`.
pub(crate) fn label(card: u32) -> String {
    let (ranks, _) = RANKS[card as usize % 13];
    format!("{}{}", ranks[0], SUITS[card as usize / 13].0)
}

/// Every spelling, letters in lower case; and the usual ones in their usual case, so that they are found at once.
pub(crate) fn spellings(card: u32) -> Vec<String> {
    let (ranks, rank_name) = RANKS[card as usize % 13];
    let (letter, symbols, suit_name) = SUITS[card as usize / 13];
    let mut all = vec![format!("{rank_name} of {suit_name}"), character(card).to_string()];
    for rank in ranks {
        all.push(format!("{} of {suit_name}", rank.to_lowercase()));
        for suit in symbols.iter().chain([&letter]) {
            let (rank, suit) = (rank.to_lowercase(), suit.to_lowercase());
            all.extend([format!("{rank}{suit}"), format!("{suit}{rank}")]);
        }
        let upper = letter.to_ascii_uppercase();
        all.extend([format!("{rank}{letter}"), format!("{rank}{upper}"), format!("{upper}{rank}")]);
        all.extend(symbols.map(|symbol| format!("{rank}{symbol}")));
    }
    all
}

/// The character of the card itself; the block has a knight between jack and queen.
fn character(card: u32) -> char {
    let (suit, rank) = (card / 13, card % 13);
    let knight = u32::from(rank >= 11);
    char::from_u32(0x1_F0A1 + 16 * suit + rank + knight).unwrap_or(char::REPLACEMENT_CHARACTER)
}

#[cfg(test)]
mod tests {
    use crate::NameTable;

    #[test]
    fn playing_cards_are_read_as_people_write_them() {
        let cards = NameTable::standard_52();
        let spades = [
            "As",
            "AS",
            "as",
            "aS",
            "A♠",
            "a♤",
            "♠A",
            "sa",
            "SA",
            "Ace of Spades",
            "🂡",
            "A♠\u{fe0f}",
        ];
        for spelling in spades {
            assert_eq!(cards.card(spelling), Some(0), "{spelling}");
        }
        for spelling in
            ["Td", "TD", "td", "10d", "10D", "10♦", "d10", "TEN OF DIAMONDS", "10 of Diamonds", "🃊"]
        {
            assert_eq!(cards.card(spelling), Some(35), "{spelling}");
        }
        assert_eq!(
            (cards.card("Kc"), cards.card("🃞"), cards.card("🂭")),
            (Some(51), Some(51), Some(11))
        );
        for other in ["", "A", "s", "1s", "0s", "11h", "Ax", "AsA", "A s", "🂬", "🂠", "joker"]
        {
            assert_eq!(cards.card(other), None, "{other}");
        }
    }

    #[test]
    fn no_spelling_names_two_cards() {
        let mut seen = std::collections::HashMap::new();
        for card in 0..52 {
            for spelling in super::spellings(card) {
                assert_eq!(*seen.entry(spelling.clone()).or_insert(card), card, "{spelling}");
            }
            assert_eq!(NameTable::standard_52().card(&super::label(card)), Some(card));
        }
    }
}
